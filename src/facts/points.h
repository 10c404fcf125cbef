/* The points of an address: its value, an offset from the beginning of its object, in every thread
 * of a block and every iteration of the loops in which it changes. Each is computed exactly. Guards
 * that depend only on thread indices, loop counters and constants are evaluated, all others are
 * assumed to be true. */
#ifndef KP_FACTS_POINTS_H
#define KP_FACTS_POINTS_H

#include "fn/fn.h"

/* The threads of a block. is_exact: the extents are `dim`; else any extents with at most `count`
 * threads are possible. */
struct kp_block_shape {
    bool is_exact;
    int64_t dim[3];
    int64_t count;
};

/* A value and the operand through which it touches memory. */
struct kp_access_at {
    kp_val value;
    unsigned operand;
    bool whatever_guards; /* all guards but the conditions of loops are taken to hold */
};

/* One execution of an address: the thread, the iteration numbers of the loops around it, outermost
 * first, and the result. `access`: which of several accesses it is of. */
struct kp_point {
    const int64_t *thread;
    const uint32_t *trip;
    unsigned n_trips;
    int64_t at;
    unsigned access;
};
typedef void kp_see_point(void *to, const struct kp_point *p);

/* Calls `see` for each point of an address at the place of the value `at`, in all iterations also
 * of the loops inside `within` (0: none) in which it does not change. Returns NULL, or why not all
 * points are known; `see` may then have been called for some of them. */
const char *kp_each_point(const struct kp_fn *fn, const struct kp_block_shape *shape, kp_val at,
                          kp_val address, uint32_t within, kp_see_point *see, void *to);
/* The same for an access, without threads whose points are those of another thread. */
const char *kp_each_distinct_point(const struct kp_fn *fn, const struct kp_block_shape *shape,
                                   struct kp_access_at access, kp_see_point *see, void *to);
/* The same for points that the program certainly has in a block all of whose threads pass the guard
 * `under` (0: none) and leave no loop or function early: each guard inside it has a number, and so
 * has the trip count of each loop around the access. */
const char *kp_each_certain_point(const struct kp_fn *fn, const struct kp_block_shape *shape,
                                  struct kp_access_at access, uint32_t under, kp_see_point *see,
                                  void *to);
/* The same with more points than the program may have: a loop's condition that has no number is
 * taken to hold. */
const char *kp_each_possible_point(const struct kp_fn *fn, const struct kp_block_shape *shape,
                                   struct kp_access_at access, kp_see_point *see, void *to);

/* Calls `see` for each point of the accesses in one iteration of the loop `within`, which contains
 * them, and `end` after each thread. False when `end` is, or when not all points are known. A loop
 * whose number of trips is not known, and each of whose trips makes the access to shared memory,
 * runs as long as the access stays in shared memory: there may be more points than the program has.
 * Of the functions here it alone asks for `whatever_guards`. */
typedef bool kp_end_thread(void *to);
bool kp_each_thread(const struct kp_fn *fn, const struct kp_block_shape *shape,
                    const struct kp_access_at *at, size_t n, uint32_t within, kp_see_point *see,
                    kp_end_thread *end, void *to);

#endif
