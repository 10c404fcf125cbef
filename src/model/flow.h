/* Which elements of a small local array a statement reads before it writes them, and which it
 * certainly writes; found by running its constant loops. The elements of an object, or of an array
 * of objects, are parts of them; a number is one element. */
#ifndef KP_MODEL_FLOW_H
#define KP_MODEL_FLOW_H

#include "model/func.h"

enum { KP_FLOW_ELEMENTS = 512, KP_FLOW_WORDS = KP_FLOW_ELEMENTS / 64 };

struct kp_element_set {
    uint64_t bits[KP_FLOW_WORDS];
};

struct kp_flow {
    struct kp_element_set exposed; /* may be read before the statement has written them */
    struct kp_element_set killed;  /* certainly written */
};

/* The limit of nodes visited for all statements of one loop. */
enum { KP_FLOW_STEPS = 2000000 };

/* False when the variable is too large or of unknown size, or the statement takes too many steps.
 * The steps are subtracted from *left; false when that is exhausted. */
bool kp_flow_of(struct kp_func *f, const struct kp_node *stmt, const struct kp_sym *sym, long *left,
                struct kp_flow *out);

bool kp_set_empty(const struct kp_element_set *s);
void kp_set_subtract(struct kp_element_set *from, const struct kp_element_set *what);

#endif
