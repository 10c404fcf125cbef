/* A version that copies in vectors does so where sizes and addresses allow it, and tests that. Here
 * they allow it, and then go wrong one at a time: a test that is there would hide one that is
 * missing. What the rewritten kernel's widest accesses are tells how far they have to go: by half
 * of each width, which is the least that an exact test must notice. */
#include "simt/session.h"

#include <ctype.h>
#include <string.h>

#include "util/str.h"

enum { ORIGINAL, REWRITTEN, MOST_WIDTH = 32 };

static unsigned lowest(unsigned bits)
{
    return bits & -bits;
}

static bool is_wider(const struct kp_session *s, unsigned width)
{
    return (s->widths[REWRITTEN] & width) && width > lowest(s->widths[ORIGINAL]);
}

static size_t element(const struct kp_session *s, size_t arg)
{
    const struct kp_case_arg *x = &s->c->args.v[arg];

    return x->count.s ? kp_case_type_size(x->type) : 0;
}

/* Most elements of a vector; 0: none is wider than the original's narrowest access. */
static int64_t most_lanes(const struct kp_session *s)
{
    size_t widest = 0, narrowest = MOST_WIDTH;

    for (unsigned w = 1; w <= MOST_WIDTH; w *= 2)
        widest = is_wider(s, w) ? w : widest;
    for (size_t k = 0; k < s->c->args.n; k++)
        if (element(s, k) && element(s, k) < narrowest)
            narrowest = element(s, k);
    return (int64_t)(widest / narrowest);
}

/* ---- sizes that allow vectors ---- */

/* The size that counts tiles, as it is; 0: no size does. */
static int64_t tiles_bound(const struct kp_session *s)
{
    for (size_t k = 0; k < s->c->sizes.n; k++)
        if (kp_streq(s->c->sizes.v[k].name, s->c->tiles_size.s))
            return s->c->sizes.v[k].value;
    return 0;
}

/* Elements of a tile that is not full, but has whole vectors; 0: tiles are full. */
static int64_t part_of_a_tile(struct kp_session *s, int64_t unit, int64_t step)
{
    struct kp_number multiple;
    int64_t part = unit;

    if (!s->c->tiles_multiple.s || kp_case_eval(s->c, s->arena, s->c->tiles_multiple, &multiple) ||
        multiple.i <= 0 || step % unit)
        return 0;
    while (part < step && part % multiple.i)
        part += unit;
    return part < step ? part : 0;
}

/* The size that counts tiles, such that all vectors are whole and there are that many tiles at
 * least, the last one in part full where that may be; 0: no size counts them. */
static int64_t tiles_value(struct kp_session *s, int64_t unit, int64_t least)
{
    const struct kp_case *c = s->c;
    struct kp_number step;
    int64_t value, part;

    if (!c->tiles_size.s || kp_case_eval(c, s->arena, c->tiles_step, &step))
        return 0;
    value = tiles_bound(s);
    if (value < least * step.i)
        value = least * step.i;
    for (int64_t k = 0; k < unit && value % unit; k++)
        value += step.i - value % step.i;
    part = part_of_a_tile(s, unit, step.i);
    return part && value > step.i ? value - step.i + part : value;
}

static const char *bind(struct kp_session *s, int64_t unit, int64_t tiles)
{
    return kp_case_bind_multiples(s->c, unit, tiles ? s->c->tiles_size.s : NULL, tiles);
}

/* Loops that run with whole vectors alone have to go round, too. */
static bool go_round(struct kp_session *s, int64_t lanes, int64_t tiles)
{
    const struct kp_case_variation none = {0};
    bool ok;

    if (!s->c->tiles_size.s || !kp_exercise_unreached(s))
        return true;
    s->is_borne = !bind(s, lanes, tiles_value(s, lanes, kp_exercise_tiles(s)));
    s->counts = true;
    ok = !s->is_borne || kp_try_variation(s, &none, "sizes for vectors, tiles for all stages");
    s->counts = false;
    return ok && !(s->v->error = bind(s, 1, tiles));
}

/* Every size a multiple of the vectors' lanes, where the original bears that; else as they are. */
static bool whole_vectors(struct kp_session *s, int64_t lanes)
{
    const struct kp_case_variation none = {0};
    const char *before = kp_case_sizes_text(s->c, s->arena);
    int64_t tiles = tiles_bound(s);

    if (!go_round(s, lanes, tiles))
        return false;
    s->is_borne = !bind(s, lanes, tiles_value(s, lanes, 0));
    if (s->is_borne && kp_streq(before, kp_case_sizes_text(s->c, s->arena)))
        return true;
    if (s->is_borne && !kp_try_variation(s, &none, "sizes for vectors"))
        return false;
    if (!s->is_borne)
        s->v->error = bind(s, 1, tiles);
    return !s->v->error;
}

/* ---- one thing that does not ---- */

static bool pointers_alone(struct kp_session *s)
{
    for (size_t k = 0; k < s->c->args.n; k++) {
        const struct kp_case_arg *x = &s->c->args.v[k];
        struct kp_number n = {false, 1, 1};
        if (x->offset.s && !kp_case_eval(s->c, s->arena, x->offset, &n) && !n.i)
            continue;
        for (size_t w = 2 * element(s, k); w && w <= MOST_WIDTH; w *= 2) {
            size_t *offset = kp_new_array(s->arena, size_t, s->c->args.n + 1);
            struct kp_case_variation v = {.offset = offset};
            offset[k] = w / 2 / element(s, k);
            if (is_wider(s, (unsigned)w) &&
                !kp_try_variation(
                    s, &v, kp_sprintf(s->arena, "pointer %s + %zu alone", x->name, offset[k])))
                return false;
        }
    }
    return true;
}

/* True if the argument is made of the size that counts tiles. */
static bool counts_tiles(const struct kp_session *s, const struct kp_case_arg *x)
{
    const char *name = s->c->tiles_size.s, *at = name ? x->value.s : NULL;
    size_t n = name ? strlen(name) : 0;

    while (at && (at = strstr(at, name))) {
        bool begins = at == x->value.s || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');

        if (begins && !isalnum((unsigned char)at[n]) && at[n] != '_')
            return true;
        at += n;
    }
    return false;
}

/* A loop that ends where its counter meets the limit never ends when the limit is no multiple of
 * the step; C++ lets the compiler assume that this does not happen, and divide. So an original is
 * known to bear such a limit only when it makes another trip for it. */
static bool makes_another_trip(struct kp_session *s, const struct kp_case_variation *v)
{
    const struct kp_simt_report *plain = kp_launch_quietly(s, &s->original), *more;
    bool allowed;

    s->is_optional = true; /* it may not end */
    allowed = kp_original_allows(s, v, &more);
    s->is_optional = false;
    return plain && plain->ok && allowed && plain->steps != more->steps;
}

/* True if the size that counts tiles is one that the case promises when it is `by` more. */
static bool keeps_promise(struct kp_session *s, int64_t by)
{
    struct kp_case_text of = s->c->tiles_multiple.s ? s->c->tiles_multiple : s->c->tiles_step;
    struct kp_number n;

    return !kp_case_eval(s->c, s->arena, of, &n) && n.i > 0 && by % n.i == 0;
}

static bool step_integer(struct kp_session *s, size_t arg, size_t field, int64_t by)
{
    const struct kp_case_arg *x = &s->c->args.v[arg];
    struct kp_case_variation v = {.plus = by, .plus_arg = arg, .plus_field = field};
    const char *name =
        x->fields.n ? kp_sprintf(s->arena, "%s, field %zu,", x->name, field + 1) : x->name;

    if (counts_tiles(s, x) && !(keeps_promise(s, by) && makes_another_trip(s, &v)))
        return !s->v->error;
    return kp_try_variation(s, &v,
                            kp_sprintf(s->arena,
                                       "argument %s + %lld alone, arrays with room for it", name,
                                       (long long)by));
}

/* A row may be longer than what is used of it, by any number of elements. */
static bool integers_alone(struct kp_session *s, int64_t by)
{
    for (size_t k = 0; k < s->c->args.n; k++) {
        const struct kp_case_arg *x = &s->c->args.v[k];
        size_t n = x->type == KP_CASE_STRUCT ? x->fields.n : 1;
        for (size_t i = 0; i < n && !x->count.s; i++)
            if (!kp_case_type_is_float(x->fields.n ? x->fields.v[i] : x->type) &&
                !step_integer(s, k, i, by))
                return false;
    }
    return true;
}

/* Elements by which a row can be too long for vectors: half of one, for each size of an element. */
static bool splits_vector(const struct kp_session *s, int64_t by)
{
    for (size_t k = 0; k < s->c->args.n; k++)
        if (element(s, k) && is_wider(s, (unsigned)(2 * (size_t)by * element(s, k))))
            return true;
    return false;
}

bool kp_check_vectors(struct kp_session *s)
{
    int64_t lanes = most_lanes(s);
    bool ok;

    if (!lanes)
        return true;
    if (!whole_vectors(s, lanes))
        return false;
    s->one_way = true;
    ok = pointers_alone(s);
    for (int64_t by = 1; by < lanes && ok; by *= 2)
        ok = !splits_vector(s, by) || integers_alone(s, by);
    s->one_way = false;
    return ok;
}
