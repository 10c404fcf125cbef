/* An array element as a root variable and indices, without casts and vector views. */
#ifndef KP_MODEL_ELEMENT_H
#define KP_MODEL_ELEMENT_H

#include "model/func.h"

enum { KP_MAX_DIMS = 8 };

struct kp_element {
    const struct kp_sym *root;
    const struct kp_node *index[KP_MAX_DIMS]; /* outermost first */
    int64_t unit[KP_MAX_DIMS];                /* bytes from one index to the next, -1 not known */
    const struct kp_node
        *split[KP_MAX_DIMS]; /* the c of [x / c][x % c], which is [x] here, or NULL */
    unsigned n;
    const char *field; /* .x of a vector element, NULL when the whole element is meant */
    bool in_union;     /* other members of a union may share its bytes */
    bool known;
};

/* `known` is true only for indices, member selections, casts, & and * applied to one variable. */
struct kp_element kp_element_of(const struct kp_node *lvalue);
/* The same with variables of the loop body replaced by their values, and [x / c][x % c] by [x]:
 * with another c the same x is another element. */
struct kp_element kp_element_in(struct kp_func *f, const struct kp_loop *l,
                                const struct kp_node *lvalue);

/* True if `row` is x / c and `column` is x % c (or the same by shift and mask); *whole is then x.
 */
bool kp_splits(struct kp_func *f, const struct kp_node *row, const struct kp_node *column,
               const struct kp_node **whole);

#endif
