/* Chooses which tiles get a second buffer if not all can: one of them must not have it, or not all
 * fit without losing a block per SM. */
#include "plan/plan.h"

/* All sets of tiles are tried. */
enum { MOST_TILES = 6 };

static bool is_in(unsigned set, size_t tile)
{
    return set >> tile & 1;
}

/* True if the tiles in the set can have another buffer and the others a single one. One in the set
 * must be copied asynchronously; with staging registers only, a second buffer gains nothing,
 * because the barrier before the store stays. */
static bool is_possible(const struct kp_unit *u, const struct kp_loop *l,
                        const struct kp_target *target, unsigned set)
{
    bool any_async = false;

    for (size_t i = 0; i < l->tiles.n; i++) {
        const struct kp_tile *t = l->tiles.v[i];
        bool registers = !kp_no_registers(u, l, t);
        bool async = !kp_no_async(u, l, t, target);

        if (is_in(set, i) && t->only_one_buffer)
            return false;
        if (!registers && (!is_in(set, i) || !async))
            return false;
        for (size_t k = 0; k < l->tiles.n; k++)
            if (is_in(set, i) && async && !is_in(set, k) &&
                kp_shared_peeled_loop(l, t, l->tiles.v[k]))
                return false;
        any_async |= is_in(set, i) && async;
    }
    return any_async;
}

/* A size that is not fixed in this file fits: the compiled code decides. */
static bool fits(const struct kp_loop *l, const struct kp_target *target,
                 const struct kp_launch_cases *cases, int stages, unsigned set)
{
    for (size_t i = 0; i < cases->list.n; i++) {
        struct kp_launch_case c = cases->list.v[i];
        struct kp_budget b;

        kp_keep_single(l, set, &c);
        kp_budget_of(target, &c, kp_registers_of(target, l, &c), stages, &b);
        if (c.dynamic_tiles || kp_may_fail_to_launch(target, &c, &b))
            return false;
        if (b.static_after > target->smem_per_block_static || kp_is_over_cliff(&b))
            return false;
    }
    return true;
}

/* Bytes that need no staging registers; those of a size that is not known count little. */
static int64_t async_bytes(const struct kp_unit *u, const struct kp_loop *l,
                           const struct kp_target *target, unsigned set)
{
    int64_t bytes = 0;

    for (size_t i = 0; i < l->tiles.n; i++)
        if (is_in(set, i) && !kp_no_async(u, l, l->tiles.v[i], target))
            bytes += l->tiles.v[i]->bytes > 0 ? l->tiles.v[i]->bytes : 1;
    return bytes;
}

unsigned kp_tiles_to_double(const struct kp_unit *u, const struct kp_loop *l,
                            const struct kp_target *target, const struct kp_launch_cases *cases,
                            int stages)
{
    unsigned all, best = 0;

    if (l->tiles.n < 2 || l->tiles.n > MOST_TILES || kp_lacks_guard(u, l, cases))
        return 0;
    all = (1u << l->tiles.n) - 1;
    for (unsigned set = 1; set < all; set++)
        if (is_possible(u, l, target, set) && fits(l, target, cases, stages, set) &&
            (!best || async_bytes(u, l, target, set) > async_bytes(u, l, target, best)))
            best = set;
    return best;
}
