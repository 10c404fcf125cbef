/* Whether the launches of a verification went round what was rewritten. A loop that never goes
 * round shows nothing about its stages. */
#include "simt/session.h"

#include <string.h>

#include "util/str.h"

enum { USUAL_STAGES = 4, MOST_STAGES = 16 };

/* Of a version whose text does not say it: as many as its shared memory is larger, or a usual
 * number where it is not. */
static unsigned guess_stages(size_t original, size_t rewritten)
{
    size_t n = original ? (rewritten + original - 1) / original : 0;

    return n < 2 ? USUAL_STAGES : n > MOST_STAGES ? MOST_STAGES : (unsigned)n;
}

/* The stages of the rewritten loops, from the text or else a guess. */
static unsigned stages_of(const struct kp_session *s)
{
    const struct kp_simt_version *x = &s->original, *y = &s->rewritten;

    if (s->o->stages)
        return s->o->stages;
    return guess_stages(kp_simt_static_shared(x->module, x->kernel),
                        kp_simt_static_shared(y->module, y->kernel));
}

int64_t kp_exercise_tiles(const struct kp_session *s)
{
    return 2 * (int64_t)stages_of(s) + 9;
}

/* ---- while launches are made ---- */

static void keep_most(struct kp_arena *a, struct kp_simt_rounds *to, const struct kp_simt_rounds *r)
{
    if (!to->n) {
        to->n = r->n;
        to->v = kp_new_array(a, struct kp_simt_round, r->n + 1);
        memcpy(to->v, r->v, r->n * sizeof *r->v);
    }
    for (size_t k = 0; k < r->n && to->n == r->n; k++)
        if (r->v[k].most > to->v[k].most)
            to->v[k].most = r->v[k].most;
}

void kp_exercise_note(struct kp_session *s, const struct kp_simt_version *x,
                      const struct kp_simt_rounds *r)
{
    struct kp_exercise *e = &s->exercise;

    for (size_t k = 0; k < r->n; k++)
        e->has_loop |= r->v[k].is_in_loop;
    if (x != &s->rewritten || (s->variation && !s->counts))
        return;
    keep_most(s->arena, &e->all, r);
    if (s->tiles == 2)
        keep_most(s->arena, &e->two_tiles, r);
    if (s->tiles == kp_exercise_tiles(s))
        keep_most(s->arena, &e->many_tiles, r);
}

/* ---- and then ---- */

static uint32_t most_of(const struct kp_simt_rounds *r, size_t k)
{
    return k < r->n ? r->v[k].most : 0;
}

/* True if any place of the rewritten kernel comes once more for each tile. What stands in front of
 * the loop comes with the first stages only. */
static bool follows_tiles(const struct kp_session *s, unsigned stages, size_t *nearest)
{
    const struct kp_exercise *e = &s->exercise;
    uint32_t best = 0;

    for (size_t k = 0; k < e->many_tiles.n; k++) {
        uint32_t many = most_of(&e->many_tiles, k), two = most_of(&e->two_tiles, k);
        if (!e->many_tiles.v[k].stages_tiles)
            continue;
        if (many >= 2 * stages && many > two + stages)
            return true;
        if (many >= best) {
            best = many;
            *nearest = k;
        }
    }
    return false;
}

static const char *no_tiles(struct kp_session *s)
{
    return kp_sprintf(s->arena,
                      "%s does not say which argument counts tiles: set `tiles = SIZE, EXTENT` in "
                      "[kernel], or `tiles = fixed` where no argument does",
                      s->c->path);
}

static const char *stands_still(struct kp_session *s, size_t nearest)
{
    const struct kp_exercise *e = &s->exercise;
    const struct kp_simt_round *r = nearest < e->many_tiles.n ? &e->many_tiles.v[nearest] : NULL;
    const char *at =
        r && r->file ? kp_sprintf(s->arena, " (%s:%u: %u times)", r->file, r->line, r->most) : "";

    return kp_sprintf(s->arena,
                      "with %lld tiles, %s = %lld, no loop of the rewritten kernel goes round once "
                      "per tile%s: set `tiles` in [kernel] to the size that its loop walks, and "
                      "values and counts in [arg ..] such that it does",
                      (long long)kp_exercise_tiles(s), s->c->tiles_size.s, (long long)e->many_value,
                      at);
}

const char *kp_exercise_unreached(struct kp_session *s)
{
    const struct kp_simt_rounds *r = &s->exercise.all;

    for (unsigned i = 0; i < s->o->n_loops; i++) {
        const struct kp_rewritten_loop *l = &s->o->loops[i];
        uint32_t most = 0, wanted = s->c->tiles_fixed ? 1 : 2 * l->stages;
        bool any = false;
        for (size_t k = 0; k < r->n; k++) {
            bool inside = r->v[k].file && kp_streq(r->v[k].file, s->rewritten_path) &&
                          r->v[k].line >= l->first && r->v[k].line < l->end;
            any |= inside && r->v[k].is_in_loop;
            inside &= s->c->tiles_fixed || r->v[k].stages_tiles;
            most = inside && r->v[k].most > most ? r->v[k].most : most;
        }
        if (any && most < wanted)
            return kp_sprintf(
                s->arena,
                "the loop at %s:%u has %u stages and staged %u tiles at most: set the "
                "sizes that it depends on such that it stages %u",
                s->rewritten_path, l->first, l->stages, most, wanted);
    }
    return NULL;
}

const char *kp_exercise_missing(struct kp_session *s)
{
    const struct kp_exercise *e = &s->exercise;
    size_t nearest = SIZE_MAX;

    if (!e->has_loop)
        return NULL; /* straight on: every launch runs all of it */
    if (!s->c->tiles_size.s && !s->c->tiles_fixed)
        return no_tiles(s);
    if (s->c->tiles_size.s && !follows_tiles(s, stages_of(s), &nearest))
        return stands_still(s, nearest);
    if (e->why)
        return e->why;
    return kp_exercise_unreached(s);
}
