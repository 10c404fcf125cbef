#include "rank.h"

/* How much two predicted times must differ to say anything (docs/time.md). */
static const double NEAR = 1.04;
/* Where both are the same the plan that is tried first is taken: fewer stages, less memory. */
static const double SAME = 1.001;
/* A loop whose time is predicted to stay is rewritten when it gains so much with few blocks. */
static const double GAIN = 0.9;
/* Predicted to take longer than the original, a loop is left as it is. */
static const double SLOWER = 1;

int kp_new_spills(const struct kp_built *b)
{
    return b->spills_after > b->spills_before ? b->spills_after - b->spills_before : 0;
}

int kp_lost_blocks(const struct kp_built *b)
{
    return b->blocks_after < b->blocks_before ? b->blocks_before - b->blocks_after : 0;
}

bool kp_is_worse_built(const struct kp_built *a, const struct kp_built *than)
{
    if (!than->known || !a->known)
        return a->known;
    if (!kp_new_spills(a) != !kp_new_spills(than))
        return kp_new_spills(a) > 0;
    if (a->time > 0 && than->time > 0)
        return a->time > than->time;
    return kp_lost_blocks(a) * than->blocks_before > kp_lost_blocks(than) * a->blocks_before;
}

static bool is_near(const struct kp_built *b, const struct kp_built *best)
{
    return b->known && !kp_new_spills(b) == !kp_new_spills(best) && b->time > 0 &&
           b->time <= best->time * NEAR;
}

size_t kp_best_built(const struct kp_built *v, size_t n)
{
    size_t fastest = 0, best;
    double least;

    for (size_t i = 1; i < n; i++)
        if (kp_is_worse_built(&v[fastest], &v[i]))
            fastest = i;
    least = v[fastest].few;
    for (size_t i = 0; i < n; i++)
        if (is_near(&v[i], &v[fastest]) && v[i].few < least)
            least = v[i].few;
    for (best = 0; best < n; best++)
        if (is_near(&v[best], &v[fastest]) && v[best].few <= least * SAME)
            return best;
    return fastest;
}

bool kp_is_worth_it(const struct kp_built *b)
{
    if (b->time <= 0)
        return true;
    return b->time <= SLOWER && (b->time * NEAR <= 1 || b->few <= GAIN);
}
