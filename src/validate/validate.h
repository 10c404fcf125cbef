/* Translation validation (Pnueli, Siegel, Singerman: Translation Validation, TACAS 1998): does the
 * output of the passes compute what their input does?
 *
 * Both functions are executed on formulas, for every number of trips up to the point from which the
 * output's schedule repeats itself: what is stored has to be equal, in order, as formulas over what
 * the function was given; no element of shared memory may be read before it has arrived, and no two
 * accesses may be unordered that the input has ordered. It is taken from the model how many trips
 * copy loops make. Not looked at: which of two equal addresses a store comes first to, and loads
 * that move in front of stores to global memory: the legal pass answers for these. */
#ifndef KP_VALIDATE_VALIDATE_H
#define KP_VALIDATE_VALIDATE_H

#include "kp.h"

enum kp_validity { KP_VALID, KP_INVALID, KP_NOT_FOLLOWED };

struct kp_validation {
    enum kp_validity validity;
    const char *why;   /* INVALID, NOT_FOLLOWED */
    const char *doubt; /* NULL; else why a mismatch would prove nothing */
};

/* `was`: a unit whose loops were planned; `is`: its output, parsed. Of the function with the loop,
 * where each flag of the schedule's (`if (kp_wide)`) holds, or (`as_written`) none does. */
struct kp_validation kp_validate(struct kp_unit *was, struct kp_unit *is, const struct kp_loop *l,
                                 bool as_written);
/* Is what it says of one of these pipelined loops what it says of the other? */
bool kp_validates_both(struct kp_unit *was, const struct kp_loop *a, const struct kp_loop *b);

#endif
