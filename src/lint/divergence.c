/* Branches that a warp takes both ways, one after the other. */
#include "lint/parts.h"

#include "front/tree.h"

enum { SCATTERED = 8, BUSY = 2 };

/* True if it takes long: a loop, a call, several accesses to memory. */
static bool is_busy(const struct kp_linter *l, const struct kp_node *n)
{
    unsigned touches = 0;

    if (!n || n->kind == KP_NONE)
        return false;
    if (kp_holds(n, KP_LOOPS))
        return true;
    for (size_t i = 0; i < l->touches.n; i++)
        touches += kp_is_inside(l->touches.v[i].node, n);
    return touches >= BUSY;
}

/* The condition; `in_loop`: as it is in the first trip of the loop that its variables belong to, if
 * the lanes still differ in the second. */
static bool exact_mask(struct kp_warp_view *w, const struct kp_node *branch, uint32_t *yes,
                       bool *in_loop)
{
    kp_val condition = kp_fn_value_of(w->fn, kp_child(branch, 1));
    uint32_t block = kp_fn_block_of(w->fn, kp_child(branch, 1));
    struct kp_lanes v = kp_lanes_value(w, condition, block), after;

    *in_loop = !kp_lanes_exact(&v);
    for (uint32_t loop = w->fn->blocks.v[block].loop; !kp_lanes_exact(&v) && loop;
         loop = w->fn->loops.v[loop].outer) {
        kp_warp_enter(w, loop);
        v = kp_lanes_value(w, condition, block);
        kp_warp_next_trip(w, loop);
        after = kp_lanes_value(w, condition, block);
        if (kp_lanes_uniform(&after))
            v.known = false;
        kp_warp_leave(w, loop);
    }
    if (!kp_lanes_exact(&v))
        return false;
    *yes = 0;
    for (unsigned i = 0; i < KP_WARP; i++)
        *yes |= (uint32_t)(v.at[i] != 0) << i;
    return true;
}

static unsigned changes(uint32_t mask)
{
    return (unsigned)__builtin_popcount((mask ^ mask >> 1) & 0x7fffffff);
}

/* True if of the warps that come here most take both ways. */
static bool judge(struct kp_linter *l, const struct kp_node *branch,
                  const struct kp_shape_of_block *s, uint32_t *mask)
{
    bool both = is_busy(l, kp_child(branch, 2)) && is_busy(l, kp_child(branch, 3));
    int looked = 0, mixed = 0;
    bool in_loop;

    for (int i = 0; i < kp_lint_warps(s); i++) {
        struct kp_warp_view *w = kp_lint_warp(s, i);
        uint32_t active, yes;

        if (!exact_mask(w, branch, &yes, &in_loop) ||
            !kp_lanes_active(w, kp_fn_block_of(w->fn, kp_child(branch, 1)), &active))
            return false;
        if (!active)
            continue;
        looked++;
        if (!(yes & active) || !(~yes & active))
            continue;
        /* A tree in steps of 1, 2, 4: the lanes that idle in between could be whole warps. Lanes
         * that are picked once and for all, one of four to store for the others, are on purpose. */
        if (!both && (!in_loop || changes(yes) < SCATTERED))
            continue;
        mixed++;
        *mask = yes & active;
    }
    return 2 * mixed > looked;
}

static void look_at(struct kp_linter *l, const struct kp_node *branch)
{
    bool both = is_busy(l, kp_child(branch, 2)) && is_busy(l, kp_child(branch, 3));
    uint32_t mask = 0;
    bool found = false;

    if (!both && !is_busy(l, kp_child(branch, 2)))
        return;
    for (size_t i = 0; i < l->shapes.n; i++) {
        bool here = judge(l, branch, &l->shapes.v[i], &mask);

        if (!here && l->shapes.v[i].is_guess)
            return;
        found |= here;
    }
    if (!found)
        return;
    kp_lint_add(
        l, KP_CODE_KP703, kp_child(branch, 1),
        kp_sprintf(l->unit->arena,
                   both ? "%u lanes of a warp go one way, the others another: the warp runs "
                          "both branches, one after the other"
                        : "%u lanes of a warp, scattered over it, go on, and the others wait "
                          "for them",
                   (unsigned)__builtin_popcount(mask)));
}

static void visit(struct kp_linter *l, const struct kp_node *n)
{
    if (n->kind == KP_LAMBDA)
        return;
    if (n->kind == KP_IF && !n->is_constexpr_if)
        look_at(l, n);
    kp_each_child(c, n) visit(l, c);
}

void kp_lint_divergence(struct kp_linter *l)
{
    visit(l, l->f->body);
}
