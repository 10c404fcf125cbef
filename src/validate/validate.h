/* Translation validation (Pnueli, Siegel, Singerman: Translation Validation, TACAS 1998): checks
 * that the output of the passes computes what their input does.
 *
 * Both functions are executed on formulas, for every number of iterations up to the point from
 * which the output's schedule repeats itself. The stored values must be equal, in order, as
 * formulas over the function's inputs; no element of shared memory may be read before it has
 * arrived; and accesses that the input orders must be ordered. The numbers of iterations of copy
 * loops are taken from the model. Not checked, because the legal pass does: the order of stores to
 * equal addresses, and loads that move before stores to global memory. */
#ifndef KP_VALIDATE_VALIDATE_H
#define KP_VALIDATE_VALIDATE_H

#include "kp.h"

enum kp_validity { KP_VALID, KP_INVALID, KP_NOT_FOLLOWED };

struct kp_validation {
    enum kp_validity validity;
    const char *why;   /* INVALID, NOT_FOLLOWED */
    const char *doubt; /* why a mismatch would prove nothing; NULL: it would */
};

/* How to compare. AS_WRITTEN: the schedule's own flags (`if (kp_wide)`) are taken to be false, and
 * not true. SUMS: integers may be added up in another order, and a loop's last iteration may leave
 * out what is for the next one. BY_NAME: the loop's function is one of another text, and has its
 * name, or its clone's, in this one. VALUES: functions that return one value or another are
 * followed: the output may have these in the place of the call. */
enum { KP_AS_WRITTEN = 1, KP_SUMS = 2, KP_BY_NAME = 4, KP_VALUES = 8 };

/* Validates the function with the loop. `was`: a unit with plans, or with SUMS any; `is`: its
 * parsed output. */
struct kp_validation kp_validate(struct kp_unit *was, struct kp_unit *is, const struct kp_loop *l,
                                 unsigned how);
/* True if the result for one of these pipelined loops also applies to the other. */
bool kp_validates_both(struct kp_unit *was, const struct kp_loop *a, const struct kp_loop *b);

#endif
