#include "search/candidates.h"

#include "pipeline.h"
#include "search/rank.h"

bool kp_search_rewrite(struct kp_search *s, struct kp_attempt *x)
{
    struct kp_unit *u = kp_pipeline_again(s->arena, s->first, s->requests);

    *x = (struct kp_attempt){.unit = u};
    if (u->error || u->self_check_failed)
        return false;
    *x = kp_attempt_of(u);
    return true;
}

struct kp_built kp_search_judge(struct kp_search *s, const struct kp_attempt *x, size_t i)
{
    s->judge.launched = s->launched[i];
    return kp_attempt_judge(&s->judge, x, i);
}

void kp_search_tell(struct kp_search *s, size_t n)
{
    s->how->built += n;
    if (s->how->progress)
        s->how->progress(s->how->built);
}

void kp_add_candidate(struct kp_search *s, size_t i, struct kp_request request,
                      struct kp_candidates *to)
{
    struct kp_candidate c = {.request = request};
    const struct kp_unit *u;

    s->requests[i] = request;
    if (!kp_search_rewrite(s, &c.attempt) || !kp_is_pipelined(c.attempt.unit->loops.v[i]))
        return;
    u = c.attempt.unit;
    for (size_t k = 0; k < to->list.n; k++) {
        const struct kp_unit *other = to->list.v[k].attempt.unit;

        if (other->output_size == u->output_size &&
            !memcmp(other->output, u->output, u->output_size))
            return;
    }
    kp_push(s->arena, &to->list, c);
}

static void look_at(struct kp_search *s, size_t i, struct kp_candidate *x, bool widened)
{
    const struct kp_loop *l = x->attempt.unit->loops.v[i];

    /* vectors gain more than a block per SM costs: measured, docs/user/results.md */
    x->usable = x->attempt.build.cubin && (!widened || l->widened || l->merged);
    if (x->usable)
        x->built = kp_search_judge(s, &x->attempt, i);
}

/* True if the source's plan has vectors that are not predicted to be slower than the original, and
 * that this instance has at all. */
static bool asks_for_vectors(const struct kp_candidate *source, size_t i)
{
    return source->attempt.unit->loops.v[i]->widened && !(source->built.time >= 1);
}

void kp_build_candidates(struct kp_search *s, size_t i, struct kp_candidates *c, size_t from)
{
    struct kp_attempt **v = kp_new_array(s->arena, struct kp_attempt *, c->list.n + 1);

    for (size_t k = from; k < c->list.n; k++)
        v[k - from] = &c->list.v[k].attempt;
    kp_attempts_build(&s->judge, s->nvcc, v, c->list.n - from, s->jobs);
    kp_search_tell(s, c->list.n - from);
    for (size_t k = from; k < c->list.n; k++)
        look_at(s, i, &c->list.v[k], k && asks_for_vectors(&c->list.v[0], i));
}

const struct kp_candidate *kp_best_candidate(struct kp_search *s, const struct kp_candidates *c,
                                             bool (*fits)(const struct kp_candidate *, size_t),
                                             size_t i)
{
    struct kp_built *v = kp_new_array(s->arena, struct kp_built, c->list.n + 1);
    const struct kp_candidate **of =
        kp_new_array(s->arena, const struct kp_candidate *, c->list.n + 1);
    size_t n = 0;

    for (size_t k = 0; k < c->list.n; k++) {
        const struct kp_candidate *x = &c->list.v[k];

        if (!x->usable || (fits && !fits(x, i)))
            continue;
        of[n] = x;
        v[n++] = x->built;
    }
    return n ? of[kp_best_built(v, n)] : NULL;
}

void kp_add_special(struct kp_search *s, size_t i, struct kp_request request,
                    bool (*is_plain)(const struct kp_candidate *, size_t), struct kp_candidates *to)
{
    size_t n = to->list.n;

    kp_add_candidate(s, i, request, to);
    if (to->list.n > n && is_plain(&to->list.v[n], i))
        to->list.n = n;
}

void kp_keep_clear(struct kp_search *s, size_t i, struct kp_candidates *all, size_t from,
                   bool (*is_plain)(const struct kp_candidate *, size_t), double share)
{
    const struct kp_candidate *other = kp_best_candidate(s, all, is_plain, i);

    for (size_t k = from; k < all->list.n; k++) {
        struct kp_candidate *x = &all->list.v[k];

        if (!is_plain(x, i))
            x->usable &=
                x->built.time > 0 && (!other || kp_is_better_by(&x->built, &other->built, share));
    }
}
