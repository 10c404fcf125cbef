/* An estimate, counted from the IR, of a thread's work and registers in one iteration of a loop. It
 * serves to choose between plans. The compiler unrolls, merges and reorders, so nothing about
 * correctness may depend on it. */
#ifndef KP_FACTS_WORK_H
#define KP_FACTS_WORK_H

#include "fn/fn.h"

/* Issue slots of a division of integers by what is no constant. */
enum { KP_SLOTS_DIVISION = 20 };

struct kp_work {
    bool is_whole; /* the trip counts of all inner loops are known, for whole tiles at least; else
                      the figures are lower bounds */
    double slots;  /* issue slots */
    double shared; /* wavefronts of a warp in shared memory */
    double bytes;  /* of its loads from global memory that may be in flight at once */
    double loads;  /* from global memory */
    double registers; /* the most registers in use, including values that live across the loop */
    double idle;      /* .. those of arrays among them that nothing in the loop touches */
};

/* The work of the loop `node`, in the function or in a callee that was inlined; false: not found.
 */
bool kp_work_of(const struct kp_fn *fn, const struct kp_node *node, struct kp_work *out);

/* The loop's number in a function that is not unknown; 0: not found. */
uint32_t kp_work_loop(const struct kp_fn *fn, const struct kp_node *node);
/* True if the value changes in the loop; the compiler computes others in front of it. */
bool kp_work_varies(const struct kp_fn *fn, kp_val v, uint32_t loop);
/* How often a value is computed in one iteration of the loop; inner loops whose trips are not known
 * count once. */
double kp_work_times(const struct kp_fn *fn, kp_val v, uint32_t loop);

#endif
