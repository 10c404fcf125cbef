/* Footprints: the bytes of an object that an access may touch, at all of its points. */
#ifndef KP_FACTS_FOOTPRINT_H
#define KP_FACTS_FOOTPRINT_H

#include "facts/points.h"

struct kp_bytes {
    int64_t begin, end;
};

struct kp_footprint {
    const char *unknown; /* why only the object is known; NULL: all fields are valid */
    uint32_t object;     /* index into fn->objects */
    /* sorted, not overlapping; offsets from the beginning of the object */
    KP_VEC(struct kp_bytes) bytes;
};

/* Computes what an access may touch. False when it is not known to be to one object. */
bool kp_footprint(const struct kp_fn *fn, const struct kp_block_shape *shape,
                  struct kp_access_at access, struct kp_footprint *out);
/* True if the footprints may have a byte in common. */
bool kp_footprints_meet(const struct kp_footprint *a, const struct kp_footprint *b);

/* True if, in one iteration of the loop `within`, no thread touches a byte more than once through
 * these accesses, which are to one object and inside that loop. False when that is not known. */
bool kp_touched_once(const struct kp_fn *fn, const struct kp_block_shape *shape,
                     const struct kp_access_at *at, size_t n, uint32_t within);

#endif
