/* Copies that the threads of a block share among themselves: which of them may be made in vectors.
 */
#ifndef KP_WIDEN_COOPERATIVE_H
#define KP_WIDEN_COOPERATIVE_H

#include "widen/vector.h"

/* The threads of a block as the text is written for them. */
struct kp_block_shape {
    const char *x, *y; /* constant expressions; y NULL: one row */
    int64_t nx, ny;    /* their values, 0 where only the compiler knows */
};

/* One statement. In both forms all threads together make a set of points, and who makes which does
 * not matter:
 *
 * by counter: `for (i = thread; i < bound; i += threads)` makes every i below the bound. A vector
 * is W values of i.
 *
 * by thread: what each thread makes depends on its indices, and the statement may be a loop of the
 * same trips for all. A vector is what W threads in a row make in the same trip; another thread
 * makes it with the first one's indices. */
struct kp_cooperative {
    struct kp_vector vector; /* with the facts that the vectors rest on */
    const struct kp_node *stmt;
    const struct kp_node *start, *bound, *step; /* of its header; NULL when it is no loop */
    KP_VEC(const struct kp_copy *) copies;

    struct kp_block_shape shape;      /* by thread */
    const struct kp_copy_loop *trips; /* by thread: the loop, NULL: none */
    KP_VEC(const struct kp_node *)
    redeclared; /* by thread: VARs that differ between threads, in the
                   order of the text */
};

/* Describes the statement when its copies can be made in vectors of some width; the widest wins.
 * `stmt` is a statement of l's load phase. lanes.counter is NULL in the form by thread. */
bool kp_cooperative_copy(struct kp_func *f, const struct kp_loop *l, const struct kp_node *stmt,
                         struct kp_cooperative *out);

/* Can the variable be declared again for another thread, with the same initialiser? Adds it and
 * what it is made of. */
bool kp_redeclare(struct kp_cooperative *c, const struct kp_sym *s);
/* What the file says of the block's shape, a guess that the run tests. */
bool kp_guess_shape(struct kp_cooperative *c, struct kp_block_shape *out);

/* Do all threads of the block run the loop? */
bool kp_all_threads_come(struct kp_func *f, const struct kp_loop *l);

#endif
