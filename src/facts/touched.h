/* How many bytes an access touches, and where a warp touches them together. */
#ifndef KP_FACTS_TOUCHED_H
#define KP_FACTS_TOUCHED_H

#include "fn/fn.h"

/* Each lane touches `bytes`; or a warp touches `lines` lines of a matrix that are `leading` units
 * apart, `bytes` of each. */
struct kp_touched {
    int64_t bytes;
    unsigned lines; /* 0: not a matrix */
    unsigned rows;  /* assembly: number of lanes with an address; 0: no assembly */
    kp_val leading;
    int64_t unit;
    bool is_sum, by_columns; /* an accumulator matrix; stored by columns */
};

/* What a value touches through one operand, an address. False: that is not known. Sources: CUDA C++
 * Programming Guide, "Warp Matrix Functions"; PTX ISA, "ldmatrix". */
bool kp_measure_touch(const struct kp_fn *fn, const struct kp_value *v, unsigned operand,
                      struct kp_touched *t);

/* The same as bytes that are all known: `n` lines of so many bytes, that far apart, from the
 * address on. Of a matrix whose lines are a constant apart, all of it. */
struct kp_touched_lines {
    int64_t n, bytes, stride;
};
bool kp_touched_lines(const struct kp_fn *fn, const struct kp_value *v, unsigned operand,
                      struct kp_touched_lines *out);

#endif
