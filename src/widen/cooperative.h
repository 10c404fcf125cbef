/* Cooperative copies, which the threads of a block divide among themselves: which of them may be
 * made in vectors. */
#ifndef KP_WIDEN_COOPERATIVE_H
#define KP_WIDEN_COOPERATIVE_H

#include "widen/counting.h"

/* The block shape for which the source is written. */
struct kp_guessed_block {
    const char *x, *y; /* constant expressions; y NULL: one row */
    int64_t nx, ny;    /* their values; 0: only the compiler knows them */
};

/* One statement. All threads together copy a set of points; which thread copies which point does
 * not matter. There are four forms:
 *
 * by counter: `for (i = thread; i < bound; i += threads)` copies every i below the bound. A vector
 * is W consecutive values of i.
 *
 * by rows and columns: `for (i = row; i < rows; ..) for (j = column; j < columns; ..)` copies every
 * (i, j) below the bounds. A vector is W consecutive values of j in a row; the threads divide these
 * among themselves.
 *
 * by thread: what each thread copies depends on its indices, and the statement may be a loop with
 * the same iterations for all threads of a vector. A vector is what W consecutive threads copy in
 * the same iteration; some thread copies it with the indices of the first of these.
 *
 * of its own: `for (x = 0; x < bound; x++)` copies what is the thread's own. A vector is W
 * consecutive values of x; the same thread copies it. */
struct kp_cooperative {
    struct kp_vector vector; /* with the facts on which the vectors depend */
    const struct kp_node *stmt;
    const struct kp_node *start, *bound, *step; /* of its header; NULL when it is not a loop; of
                                                   that over columns, where there are rows */
    struct kp_counting header;                  /* by counter, of its own: the same */
    struct kp_row_loop rows;                    /* by rows and columns; inner NULL: another form */
    KP_VEC(const struct kp_copy *) copies;
    bool is_own;       /* the form of its own */
    bool by_instances; /* the template's visible instances say that no two trips make one element */

    struct kp_guessed_block shape;    /* by thread */
    const struct kp_copy_loop *trips; /* by thread: the loop; NULL: none */
    bool starts_apart; /* .. whose counter starts at another value in each thread, and at the same
                          one in the threads of a vector */
    KP_VEC(const struct kp_node *)
    redeclared; /* by thread: VARs that differ between threads, in the
                   order of the text */
};

/* Fills *out if the statement's copies can be made in vectors, with the widest possible ones; else
 * false. `stmt` is a statement of l's load phase, or a part of one that all threads make alike.
 * `repeated`: in a loop, where the form by thread is left out: each time a few of the threads would
 * make all vectors. vector.counter is NULL in that form. */
bool kp_cooperative_copy(struct kp_func *f, const struct kp_loop *l, const struct kp_node *stmt,
                         bool repeated, struct kp_cooperative *out);

/* The same for a loop of a thread's own, wherever it stands in such a statement. */
bool kp_own_copy(struct kp_func *f, const struct kp_loop *l, const struct kp_node *stmt,
                 struct kp_cooperative *out);

/* True if the variable can be declared again for another thread with the same initialiser; adds it
 * and the variables that its initialiser uses. */
bool kp_redeclare(struct kp_cooperative *c, const struct kp_sym *s);
/* The block's shape as far as the file shows it; a guess that is tested at run time. False: none.
 */
bool kp_guess_shape(struct kp_cooperative *c, struct kp_guessed_block *out);

/* True if all threads of the block run the loop. */
bool kp_all_threads_come(struct kp_func *f, const struct kp_loop *l);

#endif
