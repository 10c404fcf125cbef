/* What the host may do beside the launch that a case spells out: other block sizes, one buffer for
 * two arguments, pointers that only their elements' size aligns. Those that the case declares must
 * work; the others are tried where the original allows them. */
#include "simt/session.h"

#include <string.h>

#include "util/str.h"

/* Runs one variation under all orders that it needs. False: stop. */
static bool run_variation(struct kp_session *s, const struct kp_case_variation *v, const char *text)
{
    bool ok;

    s->variation = v;
    s->variation_text = text;
    ok = kp_at_sizes(s);
    s->variation = NULL;
    s->variation_text = NULL;
    return ok;
}

bool kp_try_variation(struct kp_session *s, const struct kp_case_variation *v, const char *text)
{
    bool ok;

    s->is_optional = true;
    ok = run_variation(s, v, text);
    s->is_optional = false;
    return ok;
}

static bool blocks(struct kp_session *s)
{
    for (size_t k = 0; k < s->c->also_blocks.n; k++) {
        struct kp_case_variation v = {.block = k + 1};
        if (!run_variation(s, &v, kp_sprintf(s->arena, "block = %s", s->c->also_blocks.v[k].s)))
            return false;
    }
    return true;
}

static const char *names_of(struct kp_session *s, const size_t *args, size_t n)
{
    struct kp_str text = kp_str_new(s->arena);

    for (size_t k = 0; k < n; k++)
        kp_str_addf(&text, "%s%s",
                    !k          ? ""
                    : k + 1 < n ? ", "
                                : " and ",
                    s->c->args.v[args[k]].name);
    return kp_str_text(&text);
}

static bool declared_aliases(struct kp_session *s)
{
    for (size_t k = 0; k < s->c->aliases.n; k++) {
        struct kp_case_variation v = {0};
        size_t *args;
        s->v->error = kp_case_alias(s->c, s->arena, s->c->aliases.v[k], &args, &v.n_same);
        if (s->v->error)
            return false;
        v.same = args;
        if (!run_variation(s, &v,
                           kp_sprintf(s->arena, "one buffer for %s", names_of(s, args, v.n_same))))
            return false;
    }
    return true;
}

bool kp_original_allows(struct kp_session *s, const struct kp_case_variation *v,
                        const struct kp_simt_report **report)
{
    s->variation = v;
    *report = kp_launch_quietly(s, &s->original);
    s->variation = NULL;
    return *report && (*report)->ok;
}

/* Inputs are only read, so any host may give one buffer for two of them, `__restrict__` or not.
 * Integers are left alone: they may be tables of indices. */
static bool input_aliases(struct kp_session *s)
{
    const struct kp_case *c = s->c;
    size_t *args = kp_new_array(s->arena, size_t, c->args.n + 1);
    struct kp_case_variation v = {.same = args};

    for (size_t k = 0; k < c->args.n; k++) {
        const struct kp_case_arg *x = &c->args.v[k];
        bool takes_part = x->count.s && x->role == KP_CASE_IN && kp_case_type_is_float(x->type) &&
                          (!v.n_same || c->args.v[args[0]].type == x->type);
        if (takes_part)
            args[v.n_same++] = k;
    }
    return v.n_same < 2 ||
           kp_try_variation(s, &v,
                            kp_sprintf(s->arena, "one buffer for %s", names_of(s, args, v.n_same)));
}

/* ---- alignment ---- */

static const char *wanted_offsets(struct kp_session *s, size_t *offset, bool *declared)
{
    for (size_t k = 0; k < s->c->args.n; k++) {
        const struct kp_case_arg *x = &s->c->args.v[k];
        const char *error = kp_case_offset(s->c, s->arena, k, 1, &offset[k]);
        if (error)
            return error;
        *declared |= x->offset.s && offset[k];
    }
    return NULL;
}

/* As far as an access of so many bytes allows, where that still is no vector; else none. */
static size_t smaller_offset(const struct kp_case_arg *x, unsigned width)
{
    enum { VECTOR = 16 };

    return x->offset.s || width >= VECTOR ? 0 : width / kp_case_type_size(x->type);
}

/* Arrays that the original accesses by more than an element keep the alignment that it needs. */
static bool drop_aligned(struct kp_session *s, const struct kp_simt_report *r, size_t *offset)
{
    bool dropped = false;
    size_t smaller;

    for (size_t k = 0; k < r->n_alarms; k++) {
        for (size_t a = 0; a < s->c->args.n && r->alarms[k].kind == KP_ALARM_ALIGN; a++) {
            if (!offset[a] || !kp_streq(s->c->args.v[a].name, r->alarms[k].object))
                continue;
            smaller = smaller_offset(&s->c->args.v[a], r->alarms[k].width);
            if (smaller == offset[a])
                continue;
            offset[a] = smaller;
            dropped = true;
            s->v->aligned =
                kp_sprintf(s->arena, "%s%s%s (%u bytes)", s->v->aligned ? s->v->aligned : "",
                           s->v->aligned ? ", " : "", s->c->args.v[a].name, r->alarms[k].width);
        }
    }
    return dropped;
}

static const char *offset_text(struct kp_session *s, const size_t *offset, bool *any)
{
    struct kp_str text = kp_str_new(s->arena);

    *any = false;
    for (size_t k = 0; k < s->c->args.n; k++) {
        if (offset[k])
            kp_str_addf(&text, "%s%s + %zu", *any ? ", " : "", s->c->args.v[k].name, offset[k]);
        *any |= offset[k] != 0;
    }
    return kp_sprintf(s->arena, "pointers %s", kp_str_text(&text));
}

/* Neither alignment nor anything that a case could say: the launch is none of the case's. */
static bool shifted_fails(struct kp_session *s, const struct kp_simt_report *r, const char *text)
{
    const char *why = !r ? s->v->error : r->error ? r->error : r->n_alarms ? r->alarms[0].text : "";

    s->exercise.why =
        kp_sprintf(s->arena,
                   "the original is not correct with %s (%s): set `offset = 0` in [arg ..] "
                   "of arrays whose pointers are always aligned",
                   text, why ? why : "it cannot be launched");
    return true;
}

static bool offsets(struct kp_session *s)
{
    size_t *offset = kp_new_array(s->arena, size_t, s->c->args.n + 1);
    struct kp_case_variation v = {.offset = offset};
    const struct kp_simt_report *report = NULL;
    bool declared = false, any;
    const char *text;

    s->v->error = wanted_offsets(s, offset, &declared);
    if (s->v->error)
        return false;
    text = offset_text(s, offset, &any);
    while (any && !kp_original_allows(s, &v, &report)) {
        if (s->v->error)
            return false;
        if (!report || !drop_aligned(s, report, offset))
            return shifted_fails(s, report, text);
        text = offset_text(s, offset, &any);
    }
    for (size_t k = 0; k < s->c->args.n; k++) {
        const struct kp_case_arg *x = &s->c->args.v[k];
        struct kp_number n;
        if (x->offset.s && !offset[k] && !kp_case_eval(s->c, s->arena, x->offset, &n) && n.i) {
            s->v->error = kp_case_error(s->c, x->offset, 0,
                                        "the kernel needs %s aligned (%s): remove the offset, or "
                                        "set it to 0",
                                        x->name, s->v->aligned);
            return false;
        }
    }
    return !any || (run_variation(s, &v, text) && kp_try_at_tile_counts(s, &v, text));
}

bool kp_check_variations(struct kp_session *s)
{
    return blocks(s) && declared_aliases(s) && input_aliases(s) && offsets(s) &&
           kp_check_vectors(s);
}
