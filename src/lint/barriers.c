/* Block barriers that not all threads need to reach, and those that order nothing. */
#include "lint/parts.h"

/* ---- divergent flow ----------------------------------------------------------------------------
 */

enum answer { SAME, DIFFERS, NOBODY_KNOWS };

/* An index against a bound that nobody knows: at the edge of the data the threads disagree. */
static bool is_edge(struct kp_warp *w, const struct kp_node *n)
{
    struct kp_lanes a, b;

    if (n->kind == KP_BINARY && (n->op == KP_OP_LAND || n->op == KP_OP_LOR))
        return is_edge(w, n->first) || is_edge(w, kp_child(n, 1));
    if (n->kind != KP_BINARY || n->op < KP_OP_LT || n->op > KP_OP_GE)
        return false;
    a = kp_lanes_value(w, n->first);
    b = kp_lanes_value(w, kp_child(n, 1));
    return a.known && b.known && kp_lanes_uniform(&a) != kp_lanes_uniform(&b) &&
           (a.multiple || a.n_terms || b.multiple || b.n_terms);
}

/* Do the threads of a block answer the condition alike? Of a shape that is but a guess, only what
 * one warp shows counts: `t < 128` is the same for all threads if there are 128. */
static enum answer agree(struct kp_linter *l, const struct kp_node *condition,
                         const struct kp_shape_of_block *s)
{
    bool yes = false, no = false;
    int warps = s->is_guess ? 1 : kp_lint_warps(s);

    for (int i = 0; i < warps; i++) {
        struct kp_warp *w = kp_warp_new(l->f, s->launch, s->block, i);
        struct kp_lanes v = kp_lanes_value(w, condition);

        if (kp_lanes_uniform(&v) && !kp_lanes_exact(&v))
            return SAME;
        if (!kp_lanes_exact(&v))
            return is_edge(w, condition) ? DIFFERS : NOBODY_KNOWS;
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
        bool here = agree(l, condition, &l->shapes.v[i]) == DIFFERS;

        if (!here && l->shapes.v[i].is_guess)
            return false;
        found |= here;
    }
    return found;
}

/* Trips of a loop with constant bounds, for one thread; -1 not known. */
static int64_t trips(int64_t start, const struct kp_node *condition, int64_t bound, int64_t step)
{
    int64_t end = condition->op == KP_OP_LE ? bound + 1 : bound;

    if ((condition->op != KP_OP_LT && condition->op != KP_OP_LE) || step <= 0)
        return -1;
    return start >= end ? 0 : (end - start + step - 1) / step;
}

/* `for (i = t; i < 1024; i += 256)`: every thread runs it as often. */
static bool runs_alike(struct kp_linter *l, const struct kp_node *loop,
                       const struct kp_shape_of_block *s)
{
    const struct kp_node *condition = kp_loop_condition(loop), *by;
    const struct kp_sym *var;
    int64_t all = -1;
    int sign;

    if (!kp_step_of(kp_loop_step(loop), &var, &by, &sign) || sign < 0 ||
        condition->kind != KP_BINARY || condition->first->kind != KP_REF ||
        condition->first->sym != var)
        return false;
    for (int i = 0; i < kp_lint_warps(s); i++) {
        struct kp_warp *w = kp_warp_new(l->f, s->launch, s->block, i);
        struct kp_lanes start, bound, step;

        w->first_trip = loop;
        start = kp_lanes_value(w, condition->first);
        bound = kp_lanes_value(w, kp_child(condition, 1));
        step = by ? kp_lanes_value(w, by) : kp_lanes_of(1);
        if (!kp_lanes_exact(&start) || !kp_lanes_exact(&bound) || !kp_lanes_exact(&step))
            return false;
        for (unsigned k = 0; k < w->lanes; k++) {
            int64_t n = trips(start.at[k], condition, bound.at[k], step.at[k]);

            if (n < 0 || (all >= 0 && n != all))
                return false;
            all = n;
        }
    }
    return true;
}

static bool loop_differs(struct kp_linter *l, const struct kp_node *loop)
{
    bool found = false;

    for (size_t i = 0; i < l->shapes.n; i++) {
        const struct kp_shape_of_block *s = &l->shapes.v[i];
        struct kp_warp *w = kp_warp_new(l->f, s->launch, s->block, 0);
        bool here = is_edge(w, kp_loop_condition(loop)) && !runs_alike(l, loop, s);

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
