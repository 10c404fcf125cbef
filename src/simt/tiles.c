/* Launches with so many tiles: none, one, two, .., and as many as fill every stage twice and go on.
 */
#include "simt/session.h"

#include "util/str.h"

enum { USUAL_TILES = 6, FEW_TILES = 3, ALWAYS = 2 };

/* What `tiles` says. */
struct tiles {
    int64_t step, multiple, least;
};

static bool read_tiles(struct kp_session *s, struct tiles *t)
{
    const struct kp_case *c = s->c;
    struct kp_number step, multiple = {0}, least = {0};

    if (!kp_session_bind(s, false, NULL, 0))
        return false;
    s->v->error = kp_case_eval(c, s->arena, c->tiles_step, &step);
    if (!s->v->error && c->tiles_multiple.s)
        s->v->error = kp_case_eval(c, s->arena, c->tiles_multiple, &multiple);
    if (!s->v->error && c->tiles_least.s)
        s->v->error = kp_case_eval(c, s->arena, c->tiles_least, &least);
    *t = (struct tiles){step.i, multiple.i, least.i};
    return !s->v->error;
}

/* Elements of a last tile that is not full; 0: the size is a multiple of the tile. */
static int64_t part_of_a_tile(const struct tiles *t, int64_t tiles)
{
    int64_t parts = t->multiple > 0 ? t->step / t->multiple - 1 : 0;

    return parts > 0 ? t->multiple * (1 + (tiles * 5 + 1) % parts) : 0;
}

/* One count, by the size's value; `tiles` of them, the last one perhaps in part. */
typedef bool at_count(struct kp_session *s, int64_t tiles, int64_t value, void *context);

static bool at_value(struct kp_session *s, const struct tiles *t, int64_t tiles, int64_t value,
                     at_count *at, void *context)
{
    if (!kp_session_bind(s, false, s->c->tiles_size.s, value))
        return false;
    s->tiles = value == tiles * t->step ? tiles : -1;
    return kp_nothing_to_launch(s) || at(s, tiles, value, context);
}

/* The last tile in part and then full, where both may be. */
static bool at_tiles(struct kp_session *s, const struct tiles *t, int64_t tiles, at_count *at,
                     void *context)
{
    int64_t part = part_of_a_tile(t, tiles);

    if (tiles > t->least && part &&
        !at_value(s, t, tiles, t->step * (tiles - 1) + part, at, context))
        return false;
    return at_value(s, t, tiles, t->step * tiles, at, context);
}

/* ---- the case's own launch ---- */

static bool plain(struct kp_session *s, int64_t tiles, int64_t value, void *context)
{
    (void)context;
    if (s->rewritten.kernel && tiles == kp_exercise_tiles(s))
        s->exercise.many_value = value;
    return kp_at_sizes(s);
}

bool kp_check_tile_counts(struct kp_session *s)
{
    bool counts = s->rewritten.kernel != NULL; /* without a second version nothing has stages */
    int enough = s->o->stages ? (int)s->o->stages + 2 : USUAL_TILES;
    int most = s->o->tiles >= 0 ? s->o->tiles : enough;
    struct tiles t;
    bool ok = read_tiles(s, &t);

    if (counts && most < ALWAYS)
        most = ALWAYS;
    for (int64_t n = t.least; ok && n <= most; n++)
        ok = at_tiles(s, &t, n, plain, NULL);
    s->tiles_ran = ok && most >= enough;
    if (!ok || !counts || most >= kp_exercise_tiles(s))
        return ok;
    s->two_ways = true;
    ok = at_value(s, &t, kp_exercise_tiles(s), t.step * kp_exercise_tiles(s), plain, NULL);
    s->two_ways = false;
    return ok;
}

bool kp_bind_few_tiles(struct kp_session *s)
{
    struct tiles t;

    if (!s->c->tiles_size.s)
        return kp_session_bind(s, false, NULL, 0);
    if (!read_tiles(s, &t) ||
        !kp_session_bind(s, false, s->c->tiles_size.s,
                         t.step * (t.least > FEW_TILES ? t.least : FEW_TILES)))
        return false;
    return !kp_nothing_to_launch(s) || kp_session_bind(s, false, NULL, 0);
}

/* ---- under a variation ---- */

struct varied {
    const struct kp_case_variation *variation;
    const char *text;
};

static bool varied(struct kp_session *s, int64_t tiles, int64_t value, void *context)
{
    const struct varied *x = context;
    bool ok = kp_try_variation(s, x->variation, x->text);

    (void)tiles;
    if (ok && !s->is_borne && !s->exercise.why)
        s->exercise.why =
            kp_sprintf(s->arena,
                       "the original is not correct with %s with %s = %lld: set `offset = "
                       "0` in [arg ..] of arrays whose pointers are always aligned",
                       x->text, s->c->tiles_size.s, (long long)value);
    return ok;
}

bool kp_try_at_tile_counts(struct kp_session *s, const struct kp_case_variation *v,
                           const char *text)
{
    static const int64_t few[] = {0, 1, 2};
    struct varied x = {v, text};
    struct tiles t;
    bool ok;

    if (!s->c->tiles_size.s || !s->rewritten.kernel)
        return true;
    ok = read_tiles(s, &t);
    s->one_way = true;
    for (size_t k = 0; ok && k < sizeof few / sizeof *few; k++)
        ok = few[k] < t.least || at_tiles(s, &t, few[k], varied, &x);
    if (ok) {
        int64_t many = kp_exercise_tiles(s), part = part_of_a_tile(&t, many);
        ok = at_value(s, &t, many, t.step * (part ? many - 1 : many) + part, varied, &x);
    }
    s->one_way = false;
    return ok && kp_bind_few_tiles(s);
}
