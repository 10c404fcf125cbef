/* Headers of copy loops, by which threads divide points among themselves. */
#ifndef KP_WIDEN_COUNTING_H
#define KP_WIDEN_COUNTING_H

#include "widen/vector.h"

/* `for (v = start; v < bound; v += step)`, of which only the header changes v, an integer of four
 * bytes or more that no other loop sees. */
struct kp_counting {
    const struct kp_sym *v;
    const struct kp_node *start, *bound, *step; /* step NULL: v++ */
};

/* A loop over rows with one over columns inside, which together make every point (row, column)
 * below their bounds once. */
struct kp_row_loop {
    const struct kp_node *inner; /* the loop over columns; NULL: there are no rows */
    struct kp_counting header;   /* of the loop over rows */
    const char *number;          /* the thread's: each below `threads` once in every layer */
    const char *threads;
    int64_t n_threads; /* 0: only the run knows */
};

/* False: it has another form. */
bool kp_read_counting(struct kp_func *f, const struct kp_node *loop, struct kp_counting *out);

/* The statement in front of the first condition declares the counter, or sets one that it might
 * have declared. */
bool kp_has_own_counter(struct kp_func *f, const struct kp_node *init, const struct kp_sym *v);

/* v = 0, and v++. */
bool kp_counts_all(const struct kp_counting *h);

/* True if the threads of a block, or of each of its layers, start at 0, 1, .. and step by their
 * number. May add facts. */
bool kp_starts_by_thread(struct kp_vector *p, const struct kp_counting *h);

/* True if the loops of rows->header and of `columns` divide the points among all threads of a
 * layer. Fills the rest of *rows; may add facts. */
bool kp_divide_points(struct kp_vector *p, const struct kp_counting *columns,
                      struct kp_row_loop *rows);

#endif
