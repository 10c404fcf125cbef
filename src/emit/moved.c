/* Static tiles whose stages are dynamic shared memory. A struct in front of the clone says how that
 * is laid out, the kernel takes its tiles from there, and the launch asks for the struct's size:
 *
 *     extern __shared__ __align__(128) unsigned char kp_smem[];
 *
 *     template <int BM> struct kp_gemm_shared {
 *         alignas(128) float kp_As[3][BM][BK];
 *     };
 *     ..
 *     auto &kp_As = reinterpret_cast<kp_gemm_shared<BM> *>(kp_smem)->kp_As;
 *
 * Only clones have it (clones.h): all launches that come to them are in sight. */
#include <stdlib.h>

#include "emit/emit.h"
#include "model/builds.h"
#include "model/clones.h"
#include "model/elsewhere.h"
#include "model/eval.h"

static bool is_of(const struct kp_tile_storage *h, const struct kp_sym *function)
{
    return h->moves && h->function == function;
}

/* ---- the template's head --------------------------------------------------------------------- */

/* `template <int BM, typename T = float>` in front of the function, "" where it is no template;
 * NULL when it is more than values and types. */
static const char *head_of(struct kp_unit *u, const struct kp_sym *f)
{
    const char *s = u->source.text;
    uint32_t begin = f->decl->span.begin, end = f->decl->span.end;
    struct kp_token t = kp_lex_code(s, begin, end);
    int depth = 0;

    if (!f->is_template)
        return "";
    if (!kp_token_is(s, t, "template"))
        return NULL;
    do {
        t = kp_lex_at_level(s, t, end);
        if (t.kind == KP_TOKEN_END || kp_token_is(s, t, "...") || kp_token_is(s, t, ">>") ||
            kp_token_is(s, t, "template"))
            return NULL;
        depth += kp_token_is(s, t, "<") - kp_token_is(s, t, ">");
    } while (depth);
    return kp_span_text(u, (struct kp_span){begin, t.end});
}

static const struct kp_launch *launch_of(const struct kp_unit *u, const struct kp_sym *f)
{
    for (size_t i = 0; i < u->parse.launches.n; i++)
        if (u->parse.launches.v[i].kernel == f)
            return &u->parse.launches.v[i];
    return NULL;
}

/* `<BM, T>`, the function's parameters as arguments; NULL when one has no name. */
static const char *arguments_of(struct kp_unit *u, const struct kp_sym *f)
{
    const struct kp_launch *l = launch_of(u, f);
    struct kp_str out = kp_str_new(u->arena);

    if (!f->is_template)
        return "";
    for (size_t i = 0; l && i < l->tvalues.n; i++) {
        const char *name = l->tvalues.v[i].param->name;

        if (!*name)
            return NULL;
        kp_str_addf(&out, "%s%s", i ? ", " : "<", name);
    }
    return out.n ? kp_sprintf(u->arena, "%s>", kp_str_text(&out)) : NULL;
}

/* ---- one declaration ------------------------------------------------------------------------- */

static bool is_tile(const struct kp_tile_storage *h, const struct kp_declarator *d)
{
    return kp_has_sym(&h->tiles, d->var->sym);
}

static bool can_be_said(struct kp_unit *u, const struct kp_tile_storage *h)
{
    const char *specifiers = kp_said_at(u, h->function->decl, h->stmt, h->text.specifiers);

    /* __shared__ does not stand in a struct, so it has to be there to be left out */
    if (!specifiers || !kp_streq(specifiers, kp_span_text(u, h->text.specifiers)) ||
        !kp_text_mentions(specifiers, "__shared__") || kp_asks_architecture(u, h->text.specifiers))
        return false;
    for (size_t i = 0; i < h->text.list.n; i++) {
        struct kp_span dimensions = kp_behind_name(&h->text.list.v[i]);

        if (is_tile(h, &h->text.list.v[i]) &&
            (!kp_said_at(u, h->function->decl, h->stmt, dimensions) ||
             kp_asks_architecture(u, dimensions)))
            return false;
    }
    return true;
}

/* ---- alignment ------------------------------------------------------------------------------- */

/* Bytes that the array of a launch's dynamic shared memory is aligned to here. */
enum { MEMORY_ALIGN = KP_STAGE_ALIGN };

/* True if an attribute in the text asks for more, or for what is no plain number. Counts them. */
static bool asks_for_more(struct kp_unit *u, struct kp_span in, unsigned *count)
{
    const char *s = u->source.text;
    struct kp_token t = kp_lex_code(s, in.begin, in.end);

    for (; t.kind != KP_TOKEN_END; t = kp_lex_code(s, t.end, in.end)) {
        struct kp_token open = kp_lex_code(s, t.end, in.end), n = kp_lex_code(s, open.end, in.end);

        if (!kp_token_is(s, t, "__align__") && !kp_token_is(s, t, "alignas") &&
            !kp_token_is(s, t, "aligned"))
            continue;
        ++*count;
        if (n.kind != KP_TOKEN_NUMBER || strtol(s + n.begin, NULL, 0) > MEMORY_ALIGN ||
            !kp_token_is(s, kp_lex_code(s, n.end, in.end), ")"))
            return true;
    }
    return false;
}

/* Of a tile's elements; -1 where a template parameter says what they are. */
static int64_t element_align(const struct kp_sym *tile)
{
    const struct kp_type *t = tile->type;

    while (t && t->kind == KP_TYPE_ARRAY)
        t = t->elem;
    return t ? t->align : -1;
}

/* Nothing asks for more than the memory has, be it the type, an attribute, or one that a macro
 * makes and so cannot be read. */
static bool fits_memory(struct kp_unit *u, const struct kp_tile_storage *h)
{
    for (size_t i = 0; i < h->text.list.n; i++) {
        const struct kp_declarator *d = &h->text.list.v[i];
        unsigned n = 0;

        if (is_tile(h, d) && (element_align(d->var->sym) > MEMORY_ALIGN ||
                              asks_for_more(u, h->text.specifiers, &n) ||
                              asks_for_more(u, d->span, &n) || n != d->var->sym->n_aligned))
            return false;
    }
    return true;
}

/* ---- what can move --------------------------------------------------------------------------- */

bool kp_can_move(struct kp_emitter *e, const struct kp_storages *storages)
{
    const struct kp_sym *f = e->l->function;

    for (size_t i = 0; i < storages->list.n; i++) {
        const struct kp_tile_storage *h = storages->list.v[i];

        if (is_of(h, f) && (!head_of(e->u, f) || !arguments_of(e->u, f) || !can_be_said(e->u, h) ||
                            !fits_memory(e->u, h)))
            return kp_cannot(e, KP_CODE_KP405, h->stmt, h->tiles.list.v[0]->name);
    }
    return true;
}

/* ---- members ----------------------------------------------------------------------------------
 */

/* The tiles of a declaration, each called and counted as the storage has it. */
static const char *declarators(struct kp_unit *u, const struct kp_tile_storage *h)
{
    struct kp_str out = kp_str_new(u->arena);

    for (size_t i = 0; i < h->text.list.n; i++) {
        const struct kp_declarator *d = &h->text.list.v[i];

        if (!is_tile(h, d))
            continue;
        kp_str_add(&out, out.n ? ", " : "");
        if (h->as_struct)
            kp_str_add(&out, d->var->sym->name);
        else
            kp_str_addf(&out, "%s[%s]", kp_kept_name(u, h, d->var->sym), h->count);
        kp_str_add(&out, kp_said_at(u, h->function->decl, h->stmt, kp_behind_name(d)));
    }
    return kp_str_text(&out);
}

/* `alignas(128) float kp_As[3][BM][BK];` */
static const char *member_text(struct kp_unit *u, const struct kp_tile_storage *h)
{
    const char *specifiers = kp_bare_specifiers(u, &h->text, true);

    if (h->as_struct)
        return kp_sprintf(u->arena, "struct alignas(%d) { %s %s; } %s[%s];", KP_STAGE_ALIGN,
                          specifiers, declarators(u, h), h->object, h->count);
    if (kp_has_align(u, &h->text))
        return kp_sprintf(u->arena, "%s %s;", specifiers, declarators(u, h));
    return kp_sprintf(u->arena, "alignas(%d) %s %s;", KP_STAGE_ALIGN, specifiers,
                      declarators(u, h));
}

/* ---- in front of the clone --------------------------------------------------------------------
 */

/* Bytes that the loops' plans ask for, of the launch that needs most. */
static int64_t bytes_of(const struct kp_unit *u, const struct kp_sym *function)
{
    int64_t most = 0;

    for (size_t i = 0; i < u->loops.n; i++) {
        const struct kp_loop *l = u->loops.v[i];

        if (l->function == function && l->plan.moved && l->plan.budget.dynamic_after > most)
            most = l->plan.budget.dynamic_after;
    }
    return most;
}

static bool has_name(struct kp_unit *u, struct kp_span in)
{
    struct kp_token t = kp_lex_code(u->source.text, in.begin, in.end);

    while (t.kind != KP_TOKEN_END && t.kind != KP_TOKEN_IDENT)
        t = kp_lex_code(u->source.text, t.end, in.end);
    return t.kind == KP_TOKEN_IDENT;
}

/* A header may tell the host's pass another size than the device's, and nobody has read it. */
static void assert_host(struct kp_unit *u, const struct kp_tile_storage *h, struct kp_str *out)
{
    for (size_t i = 0; i < h->text.list.n; i++) {
        const struct kp_declarator *d = &h->text.list.v[i];
        const char *name = d->var->sym->name;
        int64_t bytes;

        if (!is_tile(h, d) || h->function->is_template || !has_name(u, kp_behind_name(d)) ||
            !kp_eval_var_size(d->var->sym, NULL, &bytes))
            continue;
        kp_str_addf(out, "static_assert(sizeof(%s::%s[0]%s%s) == %lld, \"the size of %s\");%s",
                    h->layout, h->as_struct ? h->object : kp_kept_name(u, h, d->var->sym),
                    h->as_struct ? "." : "", h->as_struct ? name : "", (long long)bytes, name,
                    kp_newline(u));
    }
}

bool kp_is_first_moved(const struct kp_storages *storages, const struct kp_tile_storage *h)
{
    for (size_t i = 0; i < storages->list.n; i++)
        if (is_of(storages->list.v[i], h->function))
            return storages->list.v[i] == h;
    return false;
}

void kp_edit_moved(struct kp_unit *u, const struct kp_storages *storages,
                   const struct kp_tile_storage *first)
{
    const struct kp_sym *f = first->function;
    const char *nl = kp_newline(u), *head = head_of(u, f);
    struct kp_str out = kp_str_new(u->arena);

    kp_str_addf(&out, "extern __shared__ __align__(%d) unsigned char %s[];%s%s", MEMORY_ALIGN,
                first->memory, nl, nl);
    kp_str_addf(&out, "%s%sstruct %s { // %s%lld bytes%s", head, *head ? nl : "", first->layout,
                *head ? "up to " : "", (long long)bytes_of(u, f), nl);
    for (size_t i = 0; i < storages->list.n; i++)
        if (is_of(storages->list.v[i], f))
            kp_str_addf(&out, "    %s%s", member_text(u, storages->list.v[i]), nl);
    kp_str_addf(&out, "};%s", nl);
    for (size_t i = 0; i < storages->list.n; i++)
        if (is_of(storages->list.v[i], f))
            assert_host(u, storages->list.v[i], &out);
    kp_str_add(&out, nl);
    kp_edit(u, f->decl->span.begin, f->decl->span.begin, kp_str_text(&out));
}

/* ---- in the kernel --------------------------------------------------------------------------- */

/* A constant of the kernel that became a number in front of it has to be that number. */
static void assert_size(struct kp_unit *u, const struct kp_tile_storage *h,
                        const struct kp_declarator *d, const char *indent, struct kp_str *out)
{
    const char *text = kp_span_text(u, kp_behind_name(d)), *name = d->var->sym->name;

    if (kp_streq(text, kp_said_at(u, h->function->decl, h->stmt, kp_behind_name(d))))
        return;
    kp_str_addf(out, "%s%sstatic_assert(sizeof(%s[0]%s%s) == sizeof(%s%s), \"the size of %s\");",
                kp_newline(u), indent, h->as_struct ? h->object : kp_kept_name(u, h, d->var->sym),
                h->as_struct ? "." : "", h->as_struct ? name : "",
                kp_bare_specifiers(u, &h->text, false), text, name);
}

/* What a template parameter may be only an instance shows. */
static void assert_alignment(struct kp_unit *u, const struct kp_tile_storage *h, const char *indent,
                             struct kp_str *out)
{
    bool is_open = false;

    for (size_t i = 0; i < h->tiles.list.n; i++)
        is_open = is_open || element_align(h->tiles.list.v[i]) < 0;
    if (is_open)
        kp_str_addf(out, "%s%sstatic_assert(alignof(%s%s) <= %d, \"the alignment of %s\");",
                    kp_newline(u), indent, h->layout, arguments_of(u, h->function), MEMORY_ALIGN,
                    h->memory);
}

/* The launch asks for the size that the host's pass of the compiler sees, which a header may make
 * another one than the device's; for a plain kernel the struct is asserted to have it. */
static void check_memory(struct kp_unit *u, const struct kp_tile_storage *h, const char *indent,
                         struct kp_str *out)
{
    const char *nl = kp_newline(u);

    if (!h->function->is_template)
        return;
    kp_str_addf(out, "%s%s{ unsigned kp_bytes;", nl, indent);
    kp_str_add(out, " asm(\"mov.u32 %0, %%dynamic_smem_size;\" : \"=r\"(kp_bytes));");
    kp_str_addf(out, "%s%s  if (kp_bytes < sizeof(%s%s)) __trap(); }", nl, indent, h->layout,
                arguments_of(u, h->function));
}

static void take_member(struct kp_unit *u, const struct kp_tile_storage *h, const char *name,
                        const char *indent, struct kp_str *out)
{
    kp_str_addf(out, "%sauto &%s = reinterpret_cast<%s%s *>(%s)->%s;",
                out->n ? kp_sprintf(u->arena, "%s%s", kp_newline(u), indent) : "", name, h->layout,
                arguments_of(u, h->function), h->memory, name);
}

const char *kp_moved_text(struct kp_unit *u, const struct kp_tile_storage *h, const char *indent)
{
    const char *rest = kp_declarators(u, h, false);
    struct kp_str out = kp_str_new(u->arena);

    if (h->as_struct)
        take_member(u, h, h->object, indent, &out);
    for (size_t i = 0; i < h->text.list.n; i++) {
        const struct kp_declarator *d = &h->text.list.v[i];

        if (is_tile(h, d) && !h->as_struct)
            take_member(u, h, kp_kept_name(u, h, d->var->sym), indent, &out);
    }
    for (size_t i = 0; i < h->text.list.n; i++)
        if (is_tile(h, &h->text.list.v[i]))
            assert_size(u, h, &h->text.list.v[i], indent, &out);
    assert_alignment(u, h, indent, &out);
    check_memory(u, h, indent, &out);
    if (*rest)
        kp_str_addf(&out, "%s%s%s%s;", kp_newline(u), indent, kp_span_text(u, h->text.specifiers),
                    rest);
    return kp_str_text(&out);
}

/* ---- at the launch --------------------------------------------------------------------------- */

const char *kp_moved_size(struct kp_unit *u, const struct kp_tile_storage *h, const char *outer,
                          const char *callee)
{
    const char *args = strchr(callee, '<');

    return kp_sprintf(u->arena, "sizeof(%s" KP_CLONES "::%s%s)", outer, h->layout,
                      args ? args : "");
}
