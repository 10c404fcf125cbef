/* Block barriers that not all threads need to reach, and those that order nothing. */
#include "lint/parts.h"

/* ---- divergent flow ----------------------------------------------------------------------------
 */

enum { MAX_TRIPS = 4096 };
enum answer { SAME, DIFFERS, NOBODY_KNOWS };

/* An index against a bound that nobody knows: at the edge of the data the threads disagree. */
static bool is_edge(struct kp_warp_view *w, kp_val condition, uint32_t block)
{
    const struct kp_value *v = kp_fn_value(w->fn, condition);
    struct kp_lanes a, b;

    if (v->op == KP_FN_AND || v->op == KP_FN_OR)
        return is_edge(w, v->operand[0], block) || is_edge(w, v->operand[1], block);
    if (v->op < KP_FN_LT || v->op > KP_FN_GE)
        return false;
    a = kp_lanes_value(w, v->operand[0], block);
    b = kp_lanes_value(w, v->operand[1], block);
    return a.known && b.known && kp_lanes_uniform(&a) != kp_lanes_uniform(&b) &&
           (a.multiple || a.n_terms || b.multiple || b.n_terms);
}

/* Whether the threads of a block answer the condition alike. Of a shape that is but a guess, only
 * what one warp shows counts: `t < 128` is the same for all threads if there are 128. */
static enum answer agree(const struct kp_node *condition, const struct kp_shape_of_block *s)
{
    kp_val value = kp_fn_value_of(s->warp->fn, condition);
    uint32_t block = kp_fn_block_of(s->warp->fn, condition);
    bool yes = false, no = false;
    int warps = s->is_guess ? 1 : kp_lint_warps(s);

    for (int i = 0; i < warps; i++) {
        struct kp_warp_view *w = kp_lint_warp(s, i);
        struct kp_lanes v = kp_lanes_value(w, value, block);

        if (kp_lanes_uniform(&v) && !kp_lanes_exact(&v))
            return SAME;
        if (!kp_lanes_exact(&v))
            return is_edge(w, value, block) ? DIFFERS : NOBODY_KNOWS;
        for (unsigned k = 0; k < w->lanes; k++) {
            yes |= v.at[k] != 0;
            no |= v.at[k] == 0;
        }
    }
    return yes && no ? DIFFERS : SAME;
}

static bool differs(struct kp_linter *l, const struct kp_node *condition)
{
    bool found = false;

    for (size_t i = 0; i < l->shapes.n; i++) {
        bool here = agree(condition, &l->shapes.v[i]) == DIFFERS;

        if (!here && l->shapes.v[i].is_guess)
            return false;
        found |= here;
    }
    return found;
}

/* The trips that all lanes of the warp make; -1: some make more than others, or nobody knows. */
static int trips_of(struct kp_warp_view *w, uint32_t loop)
{
    kp_val condition = w->fn->loops.v[loop].condition;
    int trips = -1;

    kp_warp_enter(w, loop);
    for (int n = 0; n < MAX_TRIPS; n++) {
        struct kp_lanes v = kp_lanes_value(w, condition, w->fn->loops.v[loop].header);
        unsigned on = 0;

        for (unsigned k = 0; k < w->lanes; k++)
            on += v.at[k] != 0;
        if (!on && kp_lanes_exact(&v))
            trips = n;
        if (!kp_lanes_exact(&v) || on != w->lanes)
            break;
        kp_warp_next_trip(w, loop);
    }
    kp_warp_leave(w, loop);
    return trips;
}

/* `for (i = t; i < 1024; i += 256)`: every thread runs it as often. */
static bool runs_alike(const struct kp_shape_of_block *s, uint32_t loop)
{
    int all = trips_of(kp_lint_warp(s, 0), loop);

    for (int i = 1; all >= 0 && i < kp_lint_warps(s); i++)
        if (trips_of(kp_lint_warp(s, i), loop) != all)
            return false;
    return all >= 0;
}

static bool loop_differs(struct kp_linter *l, const struct kp_node *node)
{
    bool found = false;

    for (size_t i = 0; i < l->shapes.n; i++) {
        const struct kp_shape_of_block *s = &l->shapes.v[i];
        struct kp_warp_view *w = kp_lint_warp(s, 0);
        uint32_t block = kp_fn_block_of(w->fn, kp_loop_condition(node));
        uint32_t loop = w->fn->blocks.v[block].loop;
        bool here =
            loop && is_edge(w, w->fn->loops.v[loop].condition, block) && !runs_alike(s, loop);

        if (!here && s->is_guess)
            return false;
        found |= here;
    }
    return found;
}

static void look_around(struct kp_linter *l, const struct kp_node *barrier)
{
    for (const struct kp_node *n = barrier->parent, *c = barrier; n && n->kind != KP_FUNCTION;
         c = n, n = n->parent) {
        const struct kp_node *condition = NULL;
        bool found = false;

        if (n->kind == KP_IF && !n->is_constexpr_if && c != kp_child(n, 1)) {
            condition = kp_child(n, 1);
            found = differs(l, condition);
        } else if (n->kind == KP_FOR && kp_loop_condition(n) && c == kp_loop_body(n)) {
            condition = kp_loop_condition(n);
            found = loop_differs(l, n);
        }
        if (!found)
            continue;
        kp_lint_note(l,
                     kp_lint_add(l, KP_CODE_KP704, barrier,
                                 "not all threads of the block are certain to reach this barrier"),
                     condition, "threads may answer this differently");
        return;
    }
}

/* ---- redundant ones ----------------------------------------------------------------------------
 */

/* Does the statement leave or need anything that a barrier could order? */
static bool is_silent(struct kp_linter *l, const struct kp_node *stmt)
{
    struct kp_effects e = {0};

    kp_effects_of(l->f, stmt, &e);
    for (size_t i = 0; i < e.access.n; i++)
        if (e.access.v[i].space != KP_SPACE_LOCAL && e.access.v[i].space != KP_SPACE_CONSTANT)
            return false;
    return !e.control_mask;
}

static void add_redundant(struct kp_linter *l, const struct kp_node *barrier,
                          const struct kp_node *other, const char *why, const char *note)
{
    struct kp_lint *lint = kp_lint_add(l, KP_CODE_KP705, barrier, why);

    if (other)
        kp_lint_note(l, lint, other, note);
}

static void look_along(struct kp_linter *l, const struct kp_node *block)
{
    const struct kp_node *last = NULL;
    bool is_body = block == l->f->body, silent = true;

    kp_each_child(s, block)
    {
        if (!kp_is_full_barrier(l->unit, s)) {
            silent = silent && is_silent(l, s);
            continue;
        }
        if (silent && last)
            add_redundant(l, s, last,
                          "no memory is touched between this barrier and the one before",
                          "the barrier before");
        else if (silent && is_body)
            add_redundant(l, s, NULL, "there is no memory access before this barrier", NULL);
        else if (is_body && s == block->last)
            add_redundant(l, s, NULL, "the kernel ends after this barrier", NULL);
        last = s;
        silent = true;
    }
}

/* ---- both --------------------------------------------------------------------------------------
 */

static void visit(struct kp_linter *l, const struct kp_node *n)
{
    if (n->kind == KP_LAMBDA)
        return;
    if (n->kind == KP_COMPOUND)
        look_along(l, n);
    if (kp_is_full_barrier(l->unit, n)) {
        look_around(l, n);
        return;
    }
    kp_each_child(c, n) visit(l, c);
}

void kp_lint_barriers(struct kp_linter *l)
{
    visit(l, l->f->body);
}
