/* The parts of a loop statement, and how its header counts. */
#ifndef KP_MODEL_LOOP_PARTS_H
#define KP_MODEL_LOOP_PARTS_H

#include "kp.h"

bool kp_is_loop(const struct kp_node *n);
/* The loop's statement that is the node, or contains it; NULL: none. */
const struct kp_stmt *kp_stmt_at(const struct kp_loop *l, const struct kp_node *n);
const struct kp_stmt *kp_stmt_around(const struct kp_loop *l, const struct kp_node *n);
/* True for do { .. } while (0), as macros use it, without a jump out of it. */
bool kp_runs_once(const struct kp_node *n);
/* The only statement inside such loops, perhaps nested; any other node is returned itself. */
const struct kp_node *kp_done_once(const struct kp_node *n);
/* The CONTINUE of `if (c) continue;`, with braces or without; NULL: the node is something else. */
const struct kp_node *kp_only_continue(const struct kp_node *n);
const struct kp_node *kp_loop_body(const struct kp_node *loop);
const struct kp_node *kp_loop_init(const struct kp_node *loop);      /* NULL when absent */
const struct kp_node *kp_loop_condition(const struct kp_node *loop); /* NULL when absent */
const struct kp_node *kp_loop_step(const struct kp_node *loop);      /* NULL when absent */
/* True if `step` is `sym += by`, `sym -= by`, ++ or -- (*by NULL: one); *sign is 1 or -1. */
bool kp_step_of(const struct kp_node *step, const struct kp_sym **sym, const struct kp_node **by,
                int *sign);
/* `for (v = from; ..; v += by)`: how a header moves its counter. */
struct kp_counted {
    const struct kp_sym *v;
    const struct kp_node *from; /* NULL: the header does not set it */
    const struct kp_node *by;   /* NULL: one */
    int sign;
};
/* False when the loop has no such step. The body may write the counter as well. */
bool kp_counts(const struct kp_node *loop, struct kp_counted *out);
/* The value to which the loop's header sets the variable; NULL: to none. */
const struct kp_node *kp_start_of(const struct kp_node *loop, const struct kp_sym *v);
/* The number of iterations of a for loop with a constant header, else -1. */
int64_t kp_constant_trips(const struct kp_node *loop, const struct kp_launch *bindings);
/* The outermost loop around `n`, or `n` itself; `body` when a goto may form a loop. */
const struct kp_node *kp_outermost_loop(const struct kp_node *n, const struct kp_node *body);
/* True if it contains a break, continue, return, goto or label. */
bool kp_leaves(const struct kp_node *n);

#endif
