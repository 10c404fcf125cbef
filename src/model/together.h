/* Whether the threads that make one run of a loop make all of its runs. */
#ifndef KP_MODEL_TOGETHER_H
#define KP_MODEL_TOGETHER_H

#include "model/loops.h"

/* True if it is a loop or a branch of which some threads may run parts and others not: they answer
 * its condition differently, or some jump out of it, or to its next iteration. */
bool kp_divides(struct kp_func *f, const struct kp_node *n);

/* True if a thread runs the loop's function once at most while a kernel runs: a parameter has one
 * value as long as a shared array of the function lives. */
bool kp_function_runs_once(struct kp_unit *u, const struct kp_loop *l);

/* True if some threads may make a run of the loop and leave out a later one: they leave a loop
 * around it before others do, jump over it, or do so in a function that calls the loop's. Where the
 * function makes one run of it, conditions around it do not count (they are guards of its copies).
 */
bool kp_threads_may_leave(struct kp_func *f, const struct kp_loop *l);

/* The loop's function and all that lead to it by calls, kernels among them. *unseen: there may be
 * others. */
struct kp_functions {
    KP_VEC(const struct kp_sym *) list;
};
struct kp_functions kp_functions_above(struct kp_unit *u, const struct kp_loop *l, bool *unseen);

#endif
