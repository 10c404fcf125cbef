/* Copies widened: the text of widen/, and whether its output is taken. */
#include "front/tree.h"
#include "pipeline.h"
#include "plan/choice.h"
#include "plan/plan.h"
#include "texts/texts.h"
#include "texts/widened.h"
#include "validate/definition.h"

/* True if cp.async can make the tile's widest copies. */
static bool is_wide_async(const struct kp_loop *l, const struct kp_tile *t)
{
    int64_t widest = 0, async = 0;

    for (size_t i = 0; i < l->copies.n; i++) {
        const struct kp_copy *c = &l->copies.v[i];

        if (c->tile != t || c->form == KP_COPY_FILL)
            continue;
        if (c->bytes > widest)
            widest = c->bytes;
        if (!c->not_async && c->bytes > async)
            async = c->bytes;
    }
    return t->variant == KP_VARIANT_CP_ASYNC && async == widest;
}

bool kp_is_as_good_widened(const struct kp_loop *narrow, const struct kp_loop *wide,
                           const struct kp_widened *change)
{
    if (!kp_is_pipelined(wide) || (!narrow->single_why.code && wide->single_why.code) ||
        !kp_gains_by_width(narrow))
        return false;
    for (size_t i = 0; i < wide->tiles.n; i++)
        for (size_t k = 0; k < change->tiles.n; k++)
            if (kp_streq(wide->tiles.v[i]->sym->name, change->tiles.v[k]->sym->name) &&
                !is_wide_async(wide, wide->tiles.v[i]))
                return false;
    return true;
}

static const struct kp_version *versions_of(struct kp_unit *u, const struct kp_widened *changes)
{
    struct kp_version *v = kp_new_array(u->arena, struct kp_version, u->loops.n + 1);

    for (size_t i = 0; i < u->loops.n; i++)
        if (changes[i].words)
            v[i] = changes[i].version;
    return v;
}

/* The text is right for the visible instances alone of templates whose elements these tell. */
static void rest_on_instances(struct kp_unit *u, struct kp_unit *v,
                              const struct kp_widened *changes)
{
    struct kp_texts names = {0};

    for (size_t i = 0; i < u->loops.n; i++)
        for (size_t k = 0; changes[i].words && k < changes[i].of_instances.n; k++)
            kp_add_text(u->arena, &names, changes[i].of_instances.v[k]);
    kp_rest_on_instances(v, &names);
}

/* Where the wide copies do not hold, an output is compared with the input, in which a function is
 * found by its name and its parameters. */
static void skip_overloads(const struct kp_unit *u, struct kp_widened *changes)
{
    for (size_t i = 0; i < u->loops.n; i++)
        changes[i].skip |= !kp_only_definition(u, u->loops.v[i]->function);
}

/* A text of the file with wider copies, rows padded for them; NULL when there is none. */
static struct kp_unit *widened(struct kp_unit *u, struct kp_widened *changes, enum kp_pass last,
                               const char **text, size_t *size)
{
    struct kp_unit *v;

    skip_overloads(u, changes);
    *text = kp_widen_copies(u, changes, size);
    if (!*text)
        return NULL;
    v = kp_unit_derive(u);
    v->is_widened = true;
    rest_on_instances(u, v, changes);
    v->versions = versions_of(u, changes);
    return kp_pipeline_derived(u, v, *text, *size, last) ? v : NULL;
}

/* Excludes loops whose new text needs more shared memory than is available; true if there were any.
 */
static bool skip_too_large(const struct kp_unit *u, const struct kp_unit *v,
                           struct kp_widened *changes)
{
    bool any = false;

    for (size_t i = 0; i < u->loops.n; i++)
        if (changes[i].words && !kp_has_static_room(v, v->loops.v[i], changes[i].padded))
            any = changes[i].skip = true;
    return any;
}

/* Excludes loops in functions in which the text has errors that the file does not have; all loops
 * if the errors are elsewhere. True if there were any. */
static bool skip_broken(const struct kp_unit *u, const struct kp_unit *v,
                        struct kp_widened *changes)
{
    bool any = false;

    if (v->parse.errors.n <= u->parse.errors.n)
        return false;
    for (int all = 0; all < 2 && !any; all++)
        for (size_t i = 0; i < u->loops.n; i++)
            if (changes[i].words &&
                (all || kp_has_error_in(&v->parse, 0, v->loops.v[i]->function->decl->span)))
                any = changes[i].skip = true;
    return any;
}

struct kp_unit *kp_widened_as_written(struct kp_unit *u, struct kp_widened *changes,
                                      const char **text, size_t *size)
{
    struct kp_unit *v;

    do
        v = widened(u, changes, KP_PASS_LEGAL, text, size);
    while (v && (skip_too_large(u, v, changes) || skip_broken(u, v, changes)));
    return v;
}

void kp_say_widened(struct kp_loop *l, const struct kp_widened *change, struct kp_loop *narrow)
{
    l->as_written = change->words ? narrow : NULL;
    l->widened = change->words;
    if (change->words && !(l->version && l->version->also))
        l->wide_flag = change->version.flag;
    l->wide_fixed = change->words ? change->version.fixed : NULL;
}

/* Wider copies without a pipeline. */
static bool widen_only(struct kp_unit *u, struct kp_widened *changes)
{
    size_t size = 0;
    const char *text = NULL;

    if (!kp_widened_as_written(u, changes, &text, &size))
        text = NULL;
    for (size_t i = 0; i < u->loops.n; i++)
        u->loops.v[i]->widened = changes[i].words;
    u->output = text ? text : u->source.text;
    u->output_size = text ? size : u->source.size;
    return true;
}

bool kp_try_widened(struct kp_unit *u)
{
    struct kp_widened *changes = kp_new_array(u->arena, struct kp_widened, u->loops.n + 1);
    const char *text;
    size_t size = 0;
    struct kp_unit *v;
    bool again, only = false;

    if (u->is_widened)
        return false;
    for (size_t i = 0; i < u->loops.n; i++) {
        struct kp_request request = kp_request_at(u, i);

        only |= request.width == KP_WIDTH_ONLY;
        changes[i].skip = request.width == KP_WIDTH_NARROW || request.leave;
    }
    if (only)
        return widen_only(u, changes);
    do {
        v = widened(u, changes, KP_PASS_EMIT, &text, &size);
        if (!v)
            return false;
        again = skip_too_large(u, v, changes);
        for (size_t i = 0; i < u->loops.n; i++)
            if (changes[i].words &&
                !kp_is_as_good_widened(u->loops.v[i], v->loops.v[i], &changes[i]))
                again = *(changes[i].version.own ? &changes[i].in_one : &changes[i].skip) = true;
    } while (again);
    for (size_t i = 0; i < u->loops.n; i++)
        kp_say_widened(v->loops.v[i], &changes[i], u->loops.v[i]);
    kp_unit_adopt(u, v);
    return true;
}
