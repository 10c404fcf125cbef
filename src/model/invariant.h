/* What stays the same over the K-loop and every loop around it. */
#ifndef KP_MODEL_INVARIANT_H
#define KP_MODEL_INVARIANT_H

#include "model/uses.h"

enum { KP_MAX_ASSUMED = 8 };

struct kp_region {
    struct kp_func *f;
    struct kp_loop *l;
    const struct kp_node *outer; /* the outermost loop around the K-loop, or the K-loop */
    const struct kp_uses *uses;  /* of the K-loop's statements, NULL: not looked at */
    /* variables of the body that are being shown to take the same values in every iteration */
    const struct kp_sym *assumed[KP_MAX_ASSUMED];
    unsigned n_assumed;
};

/* Does the expression have the same values, in the same order where a copy loop evaluates it
 * several times, in every iteration of all these loops? */
bool kp_invariant(const struct kp_region *r, const struct kp_node *e);
/* The same of an lvalue's address: what it denotes is written, so only its indices and pointers
 * count. *at (NULL before) is the part that varies. */
bool kp_invariant_address(const struct kp_region *r, const struct kp_node *e,
                          const struct kp_node **at);

/* Can the scalar or pointer be reached by another way than its name: its address, a reference, a
 * closure? */
bool kp_is_exposed(const struct kp_node *n, const struct kp_sym *v);
/* May the code write the local variable, by its name or by one that it makes for it? */
bool kp_may_write(struct kp_func *f, const struct kp_node *n, const struct kp_sym *v);

/* Does the code write the local variable? */
bool kp_writes_local(struct kp_func *f, const struct kp_node *n, const struct kp_sym *sym);
/* congruent.c: is it a remainder that stays the same because the K-loop's variable, a term of the
 * sum that is divided, goes through multiples of the divisor? */
bool kp_is_congruent(const struct kp_region *r, const struct kp_node *e);

#endif
