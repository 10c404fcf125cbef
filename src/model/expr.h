/* Queries of expressions and of the names in them. */
#ifndef KP_MODEL_EXPR_H
#define KP_MODEL_EXPR_H

#include "model/func.h"

/* True if `e`, converted to type `as` (NULL: not converted), is certainly not negative unless
 * signed arithmetic overflows: it is made of thread and block indices, sizes, constants and
 * `given`, the counter of a copy loop (may be NULL). */
bool kp_is_non_negative(struct kp_func *f, const struct kp_node *e, const struct kp_type *as,
                        const struct kp_sym *given);
KP_VEC_TYPE(kp_open_numbers, const struct kp_node *);
/* The same, unless one of the template's numbers that are added to `open` is negative. */
bool kp_is_non_negative_with(struct kp_func *f, const struct kp_node *e, const struct kp_sym *given,
                             struct kp_open_numbers *open);
/* The same for whatever grid, whose size is not assumed to keep values made of block indices in
 * their types. */
bool kp_is_natural(struct kp_func *f, const struct kp_node *e);
/* True for such an expression, with the largest possible value; block indices count as 1. */
bool kp_natural_most(struct kp_func *f, const struct kp_node *e, const struct kp_type *as,
                     uint64_t *most);
/* a - b if that is constant for all values of the variables in both. */
bool kp_affine_difference(const struct kp_node *a, const struct kp_node *b, int64_t *out);
/* True if a - b is the same for all threads of a block; a is evaluated in the loop's condition, b
 * before the loop. */
bool kp_affine_uniform(struct kp_func *f, const struct kp_loop *l, const struct kp_node *a,
                       const struct kp_node *b);
/* How often `n` names the symbol. */
unsigned kp_count_refs(const struct kp_node *n, const struct kp_sym *sym);
/* True if the expression uses a local that the loop writes. */
bool kp_uses_loop_data(const struct kp_loop *l, const struct kp_node *e);
/* True if a local is read outside the loop where its value may come from the loop. */
bool kp_read_outside(struct kp_func *f, const struct kp_loop *l, const struct kp_sym *sym);
/* True if assigning one lvalue to the other copies all bits unchanged. */
bool kp_same_bits(const struct kp_node *dest, const struct kp_node *source);
/* True if evaluating the expression assigns something; calls do not count. */
bool kp_writes_by_itself(const struct kp_node *n);
/* True if nobody sees whether the expression is evaluated: it stores nothing, reads nothing that is
 * volatile, and calls nothing but functions of CUDA's without arguments that are pure by their
 * rules, as `cg::this_thread_block()` is. */
bool kp_is_idle(const struct kp_unit *u, const struct kp_node *n);
/* True if the symbol is declared inside the node. */
bool kp_declared_in(const struct kp_sym *s, const struct kp_node *n);
/* Structural equality of two expressions: same operators, same symbols, same constants. */
bool kp_same_expr(const struct kp_node *a, const struct kp_node *b);
/* The same for the two nodes only, without their children. */
bool kp_same_node(const struct kp_node *a, const struct kp_node *b);

#endif
