/* Who writes a local variable. Its declaration does not count. */
#ifndef KP_MODEL_WRITTEN_H
#define KP_MODEL_WRITTEN_H

#include "model/func.h"

/* True if the code writes the local variable, by its name or another that the effects know. */
bool kp_writes_local(struct kp_func *f, const struct kp_node *n, const struct kp_sym *v);
/* True if the code may write the local variable: as above, through a reference, pointer or closure
 * made in the code, or by a construct with unknown effects that can reach it. */
bool kp_may_write(struct kp_func *f, const struct kp_node *n, const struct kp_sym *v);
/* The assignment, ++ or -- in the function itself that stores to the base of the access by its
 * name; NULL: the store is made in another way. */
const struct kp_node *kp_plain_write(const struct kp_access *a);
/* True if the scalar or pointer may be reached other than by its name: through its address, a
 * reference or a closure made in `n`. */
bool kp_is_exposed(const struct kp_node *n, const struct kp_sym *v);
/* True if anything in the function may change the local variable or parameter. */
bool kp_is_changed(struct kp_func *f, const struct kp_sym *v);
/* True if only its initialiser gives the variable a value. */
bool kp_single_definition(struct kp_func *f, const struct kp_sym *v);
/* True if only its initialiser or argument, and steps such as `p += n`, give the local pointer or
 * parameter a value. */
bool kp_only_steps(struct kp_func *f, const struct kp_sym *v);
/* True for a parameter that is never changed. */
bool kp_keeps_argument(struct kp_func *f, const struct kp_sym *v);

#endif
