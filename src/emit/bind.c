/* Names that mean another stage inside the loop: references and shifted pointers that shadow the
 * user's own names. */
#include "emit/emit.h"
#include "front/pieces.h"
#include "model/objs.h"

#include <stdarg.h>

void kp_line(struct kp_emitter *e, struct kp_str *out, int level, const char *fmt, ...)
{
    va_list ap;

    kp_str_add(out, e->indent);
    for (int i = 0; i < level; i++)
        kp_str_add(out, e->unit);
    va_start(ap, fmt);
    kp_str_add(out, kp_vsprintf(e->u->arena, fmt, ap));
    va_end(ap);
    kp_str_add(out, e->nl);
}

/* True if the part has the name, also in a macro's body. */
static bool is_in_part(const struct kp_emitter *e, const struct kp_bound *b, enum kp_part_kind kind)
{
    const struct kp_part *p = &e->parts[kind];

    if (!p->text)
        return false;
    if (kp_text_mentions(p->text, b->sym->name))
        return true;
    for (size_t i = 0; i < p->kept.list.n; i++)
        if (kp_names_in_macro(p->kept.list.v[i], b->sym))
            return true;
    return false;
}

bool kp_binds_any(const struct kp_emitter *e, enum kp_part_kind kind)
{
    for (size_t i = 0; i < e->bound.n; i++)
        if (is_in_part(e, &e->bound.v[i], kind))
            return true;
    return false;
}

static const char *stride_of(const struct kp_emitter *e, const struct kp_bound *b)
{
    return b->storage->is_dynamic ? e->stride : b->stride;
}

/* The pointer `of`, moved by a stage. */
static const char *shift(struct kp_emitter *e, const struct kp_bound *b, const char *of,
                         const char *stage)
{
    return kp_sprintf(e->u->arena, "(decltype(%s))((char *)%s + %s * %s)", of, of, stage,
                      stride_of(e, b));
}

const char *kp_stage_of(struct kp_emitter *e, const struct kp_bound *b, const char *stage)
{
    struct kp_arena *a = e->u->arena;
    const char *name = b->sym->name;

    if (b->is_integer)
        return kp_sprintf(a, "%s = %s + %s * %s;", kp_declare(e->u, b->sym, name), b->kept, stage,
                          stride_of(e, b));
    if (b->is_alias && kp_is_reference(b->sym))
        return kp_sprintf(a, "auto &%s = *%s;", name,
                          shift(e, b, kp_sprintf(a, "&%s", b->kept), stage));
    if (b->is_alias || b->storage->is_dynamic)
        return kp_sprintf(a, "auto %s = %s;", name, shift(e, b, b->kept, stage));
    return b->storage->as_struct
               ? kp_sprintf(a, "auto &%s = %s[%s].%s;", name, b->kept, stage, name)
               : kp_sprintf(a, "auto &%s = %s[%s];", name, b->kept, stage);
}

void kp_bind(struct kp_emitter *e, struct kp_str *out, enum kp_part_kind kind)
{
    for (size_t i = 0; i < e->bound.n; i++)
        if (is_in_part(e, &e->bound.v[i], kind))
            kp_line(e, out, 1, "%s", kp_stage_of(e, &e->bound.v[i], e->stage));
}

static bool is_bound_anywhere(const struct kp_emitter *e, const struct kp_bound *b)
{
    for (int kind = 0; kind < KP_PART_COUNT; kind++)
        if (is_in_part(e, b, (enum kp_part_kind)kind))
            return true;
    return kp_has_sym(&e->bound_behind, b->sym);
}

static void say_stride(struct kp_emitter *e, const struct kp_tile_storage *h, struct kp_str *out)
{
    e->stride = kp_name(e->names, "kp_stride");
    if (h->stage_bytes) {
        kp_line(e, out, 0, "constexpr unsigned %s = %lld; // bytes of one stage, of %d%s",
                e->stride, (long long)h->stage_bytes, h->stages,
                e->l->is_dead_behind ? KP_STAGES_IN_ALL : "");
        return;
    }
    kp_line(e, out, 0, "unsigned %s; // bytes of one stage", e->stride);
    kp_line(e, out, 0, "asm(\"mov.u32 %%0, %%%%dynamic_smem_size;\" : \"=r\"(%s));", e->stride);
    /* the launch asks for so many stages of whole 128 bytes; the driver may give more */
    kp_line(e, out, 0, "%s = %s / %s / 128 * 128;", e->stride, e->stride, h->count);
}

/* Before the lambdas: what the names were outside, under names of ours. */
void kp_bind_kept(struct kp_emitter *e, struct kp_str *out)
{
    for (size_t i = 0; i < e->bound.n; i++) {
        const struct kp_bound *b = &e->bound.v[i];

        if ((!b->is_alias && !b->storage->is_dynamic) || !is_bound_anywhere(e, b))
            continue;
        if (b->storage->is_dynamic && !e->stride)
            say_stride(e, b->storage, out);
        kp_line(e, out, 0, "auto %s%s = %s;", kp_is_reference(b->sym) ? "&" : "", b->kept,
                b->sym->name);
    }
}

/* Behind the loop a name means the stage that the last iteration used. */
void kp_bind_behind(struct kp_emitter *e, struct kp_str *out, const char *stage)
{
    if (e->opens_block)
        kp_line(e, out, 0, "{ // from here on, the shared memory of the last iteration");
    for (size_t i = 0; i < e->bound.n; i++)
        if (kp_has_sym(&e->bound_behind, e->bound.v[i].sym))
            kp_line(e, out, 0, "%s", kp_stage_of(e, &e->bound.v[i], stage));
}
