/* Bounds on a part of a number, such as a row, as bounds on the number. */
#ifndef KP_FACTS_SCALE_H
#define KP_FACTS_SCALE_H

#include "facts/exact.h"

/* Wherever the number is less than an end that is divided and multiplied so, the part is less than
 * the end itself. */
struct kp_scale {
    struct kp_sum times;
    int64_t divide;
};

/* The scale between a number and a part of it: the number is a multiple of the part, or of a
 * quotient of it, and more; or the part is a quotient of the number. False: there is none. */
bool kp_scale_of(const struct kp_exact *e, const struct kp_sum *number, const struct kp_sum *part,
                 struct kp_scale *out);
/* Scales an end; false when it is not divided exactly. */
bool kp_apply_scale(const struct kp_scale *scale, struct kp_sum *s);

#endif
