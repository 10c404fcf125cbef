/* Uses of an array by its single elements. */
#ifndef KP_MODEL_ELEMENTS_H
#define KP_MODEL_ELEMENTS_H

#include "model/func.h"

/* True if `n`, a part of the function, names only single elements of the array, each by all of its
 * dimensions, and reads or writes them where it names them: nothing else knows where the next
 * element is. `by_address`: CUDA's functions may take their addresses. */
bool kp_names_elements(struct kp_func *f, const struct kp_sym *s, const struct kp_node *n,
                       bool by_address);

#endif
