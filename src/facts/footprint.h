/* Footprints: the bytes of an object that an access may touch, over all threads of a block and all
 * iterations of the loops in which its address changes. The address is computed exactly for each
 * thread and iteration. */
#ifndef KP_FACTS_FOOTPRINT_H
#define KP_FACTS_FOOTPRINT_H

#include "fn/fn.h"

/* The threads of a block. is_exact: the extents are `dim`; else any extents with at most `count`
 * threads are possible. */
struct kp_block_shape {
    bool is_exact;
    int64_t dim[3];
    int64_t count;
};

struct kp_bytes {
    int64_t begin, end;
};

struct kp_footprint {
    const char *unknown; /* why only the object is known; NULL: all fields are valid */
    uint32_t object;     /* index into fn->objects */
    /* sorted, not overlapping; offsets from the beginning of the object */
    KP_VEC(struct kp_bytes) bytes;
};

/* Computes what a value may touch through one operand. Guards that depend only on thread indices,
 * loop counters and constants are evaluated, all others are assumed to be true. False when the
 * access is not known to be to one object. */
bool kp_footprint(const struct kp_fn *fn, const struct kp_block_shape *shape, kp_val access,
                  unsigned operand, struct kp_footprint *out);
/* True if the footprints may have a byte in common. */
bool kp_footprints_meet(const struct kp_footprint *a, const struct kp_footprint *b);

/* One execution of an address: the thread, the iteration numbers of the loops around it, outermost
 * first, and the result, an offset from the beginning of the object. */
struct kp_point {
    const int64_t *thread;
    const uint32_t *trip;
    unsigned n_trips;
    int64_t at;
};
typedef void kp_see_point(void *to, const struct kp_point *p);

/* Like kp_each_point() of an access's own address, with more points than the program may have: a
 * loop's condition that has no number is taken to hold. */
const char *kp_each_possible_point(const struct kp_fn *fn, const struct kp_block_shape *shape,
                                   kp_val access, unsigned operand, kp_see_point *see, void *to);

/* Computes an address at the place of the value `at` for every thread and all iterations of the
 * loops in which it changes, and of all loops inside `within` (0: none). Guards are treated as in
 * kp_footprint(). Returns NULL, or why not all points are known; `see` may then have been called
 * for some of them. */
const char *kp_each_point(const struct kp_fn *fn, const struct kp_block_shape *shape, kp_val at,
                          kp_val address, uint32_t within, kp_see_point *see, void *to);

/* A value and the operand through which it touches memory. */
struct kp_access_at {
    kp_val value;
    unsigned operand;
};

/* True if, in one iteration of the loop `within`, no thread touches a byte more than once through
 * these accesses, which are to one object and inside that loop. False when that is not known. */
bool kp_touched_once(const struct kp_fn *fn, const struct kp_block_shape *shape,
                     const struct kp_access_at *at, size_t n, uint32_t within);

/* The object that a pointer points into, at any offset; -1 when there are several or it is not
 * known. */
int64_t kp_points_into(const struct kp_fn *fn, kp_val pointer);
/* True if it points into one object, which is shared memory, or a thread's own. */
bool kp_points_into_shared(const struct kp_fn *fn, kp_val pointer);
bool kp_points_into_local(const struct kp_fn *fn, kp_val pointer);
/* The same as kp_points_into for an address that may be an integer: a cast pointer with numbers
 * added. */
int64_t kp_object_at(const struct kp_fn *fn, kp_val address);

/* True for a variable at the head of its loop: one that a trip may change. */
bool kp_is_header_phi(const struct kp_fn *fn, const struct kp_value *v);
/* Of a loop, those that are numbers or pointers. Returns how many. */
enum { KP_MAX_PHIS = 32 };
unsigned kp_phis_of(const struct kp_fn *fn, uint32_t loop, kp_val phi[KP_MAX_PHIS]);

#endif
