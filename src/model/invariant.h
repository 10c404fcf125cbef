/* Expressions that are invariant in the K-loop and all loops around it. */
#ifndef KP_MODEL_INVARIANT_H
#define KP_MODEL_INVARIANT_H

#include "model/uses.h"
#include "model/written.h"

enum { KP_MAX_ASSUMED = 8 };

struct kp_region {
    struct kp_func *f;
    struct kp_loop *l;
    const struct kp_node *outer; /* the outermost loop around the K-loop, or the K-loop */
    const struct kp_uses *uses;  /* of the K-loop's statements; NULL: not available */
    bool runs_once; /* the function runs once in a run of a kernel: its parameters have one value */
    /* variables of the body assumed, by induction, to take the same values in every iteration */
    const struct kp_sym *assumed[KP_MAX_ASSUMED];
    unsigned n_assumed;
};

/* True if the expression has the same values in every iteration of all these loops; where a copy
 * loop evaluates it several times, in the same order. */
bool kp_invariant(const struct kp_region *r, const struct kp_node *e);
/* The same for the address of an lvalue, for which only indices and pointers count. *at, NULL
 * before, is set to the part that varies. */
bool kp_invariant_address(const struct kp_region *r, const struct kp_node *e,
                          const struct kp_node **at);

/* congruent.c: true for a remainder that is invariant because the K-loop's variable, a term of the
 * dividend, takes only values that are equal modulo the divisor. */
bool kp_is_congruent(const struct kp_region *r, const struct kp_node *e);

#endif
