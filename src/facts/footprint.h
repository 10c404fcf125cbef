/* Footprints: the bytes of an object that an access may touch, over all threads of a block and all
 * trips of the loops in which its address changes. Found by computing the address for each of them:
 * exact arithmetic, no approximation of the index. */
#ifndef KP_FACTS_FOOTPRINT_H
#define KP_FACTS_FOOTPRINT_H

#include "fn/fn.h"

/* The threads that a block may have. `is_exact`: it has just these; else no more than `count` in
 * all, in any shape. */
struct kp_block_shape {
    bool is_exact;
    int64_t dim[3]; /* is_exact */
    int64_t count;
};

struct kp_bytes {
    int64_t begin, end;
};

struct kp_footprint {
    const char *unknown;           /* why nothing is known but the object; NULL: all below holds */
    uint32_t object;               /* index into fn->objects */
    KP_VEC(struct kp_bytes) bytes; /* sorted, apart; offsets from the object's begin */
};

/* What the value may touch through its operand. Guards that depend on threads, counters and
 * constants alone are applied, all others taken to hold. False where it is not even known that it
 * is memory of one object. */
bool kp_footprint(const struct kp_fn *fn, const struct kp_block_shape *shape, kp_val access,
                  unsigned operand, struct kp_footprint *out);
bool kp_footprints_meet(const struct kp_footprint *a, const struct kp_footprint *b);

/* One execution: the thread, the trips of the loops that were run, outermost first, and what came
 * out; addresses are offsets from the begin of their object. */
struct kp_point {
    const int64_t *thread;
    const uint32_t *trip;
    unsigned n_trips;
    int64_t at;
};
typedef void kp_see_point(void *to, const struct kp_point *p);

/* Computes an address where the value `at` stands, for every thread and all trips of the loops in
 * which it changes, and of all loops inside `within` (0: none), guards as for kp_footprint. NULL,
 * or why not all points are known: then what was seen may be a part. */
const char *kp_each_point(const struct kp_fn *fn, const struct kp_block_shape *shape, kp_val at,
                          kp_val address, uint32_t within, kp_see_point *see, void *to);

/* A value and the operand through which it touches memory. */
struct kp_access_at {
    kp_val value;
    unsigned operand;
};

/* Do these accesses to one object, all inside the loop `within`, touch each byte once at most, for
 * each thread by itself, in one iteration of that loop? False where that is not known. */
bool kp_touched_once(const struct kp_fn *fn, const struct kp_block_shape *shape,
                     const struct kp_access_at *at, size_t n, uint32_t within);

/* The object that a pointer points into, whatever its offset; -1 when it is not one, or not known.
 */
int64_t kp_points_into(const struct kp_fn *fn, kp_val pointer);
/* The same of an address that may be an integer: a pointer, cast, and numbers added to it. */
int64_t kp_object_at(const struct kp_fn *fn, kp_val address);

#endif
