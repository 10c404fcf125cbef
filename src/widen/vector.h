/* How an expression changes from one element of a cooperative copy to the next, and which
 * expressions are multiples of which numbers. */
#ifndef KP_WIDEN_VECTOR_H
#define KP_WIDEN_VECTOR_H

#include "model/loops.h"

enum { KP_MAX_INDICES = 8 };

/* A vector is `lanes` neighbouring elements: those that the original copies for the values x, x +
 * 1, .., x + lanes - 1 of its counter, where x is a multiple of `lanes`. `lanes` is a power of two.
 */
struct kp_vector {
    struct kp_func *f;
    const struct kp_loop *l;
    const struct kp_sym *counter; /* the copy loop's variable; NULL: threadIdx.x is the counter */
    const struct kp_sym *natural; /* a variable that is never negative, or NULL */
    const struct kp_node *copy;   /* the statement that is widened */
    int64_t lanes;
    /* Conditions that must be true at run time, as C++ that has the same value for all threads of a
     * block and can be evaluated before the K-loop. */
    struct kp_texts facts;
    struct kp_texts fixed; /* those that the compiler decides, for each instance of a template */
    bool no_new_facts;     /* no facts may be added */
    int64_t block_x;       /* what they say that blockDim.x is; 0: no number */
    KP_VEC(const struct kp_sym *) padded; /* tiles whose rows must become longer */
};

/* True if certainly e(x + j) = e(x) + j * *delta for every j < lanes, in the type of e. May add
 * facts. */
bool kp_vector_delta(struct kp_vector *p, const struct kp_node *e, int64_t *delta);
/* True if e(x) is certainly a multiple of `by`, a power of two up to 16. May add facts. */
bool kp_vector_multiple(struct kp_vector *p, const struct kp_node *e, int64_t by);
/* True if the condition has the same value for all lanes. May add facts. */
bool kp_vector_uniform(struct kp_vector *p, const struct kp_node *condition);

/* The same as kp_vector_multiple() for a variable that the K-loop changes (`k0`, `A += BK`): its
 * value before the loop, or the header's initialiser if the header declares it, and its steps are
 * multiples. For pointers, `by` is in bytes. */
bool kp_vector_moving(struct kp_vector *p, const struct kp_node *variable, int64_t by);
/* The same for the steps only. */
bool kp_vector_moves(struct kp_vector *p, const struct kp_node *variable, int64_t by);
/* True if the lanes' elements are contiguous and the first is at a multiple of lanes * `bytes`,
 * where `bytes` is an element's size. May add facts. A tile itself is assumed to be aligned to 16
 * bytes. */
bool kp_vector_contiguous(struct kp_vector *p, const struct kp_node *lvalue, int64_t bytes);

/* The value of a variable that is set once, or of a cast of it; of a function that only returns a
 * member of threadIdx, that member. Other expressions unchanged. */
const struct kp_node *kp_vector_resolved(struct kp_func *f, const struct kp_node *e);
/* The number of elements by which the rows of a shared array must become longer for vectors; 0 when
 * that is impossible because more than single elements of it are used. */
int64_t kp_row_padding(struct kp_func *f, const struct kp_sym *array);

/* The text, for a place before the K-loop, of an expression that has the same value there as in the
 * loop and for all threads of a block; NULL when it does not, or cannot be written there. */
const char *kp_vector_tested(struct kp_vector *p, const struct kp_node *e);
/* The text of an expression that can be written before the K-loop and beside the copy, whatever its
 * value there; NULL when that is impossible. */
const char *kp_vector_in_front(struct kp_vector *p, const struct kp_node *e);
/* The text of an expression at its own place. */
const char *kp_vector_text(struct kp_vector *p, const struct kp_node *e);
/* True if the expression needs no parentheses as an operand. A macro's name does, since it may
 * expand to a sum. */
bool kp_is_atom(const struct kp_node *e);
/* The text as an operand: a name, a number or a parenthesised text unchanged, others in
 * parentheses. */
const char *kp_operand(struct kp_arena *a, const char *text);
/* Adds a condition to the facts. */
void kp_vector_fact(struct kp_vector *p, const char *condition);
/* The same for a condition on constants and arguments of the template. */
void kp_vector_fixed_fact(struct kp_vector *p, const char *condition);

/* ---- shared by these files ---------------------------------------------------------------- */

bool kp_vector_is_counter(const struct kp_vector *p, const struct kp_node *e);
/* True for what is made of constants and arguments of the template alone. */
bool kp_is_of_constants(const struct kp_node *e);
/* True for an integer type of four bytes or more, or a reference to one. */
bool kp_is_index_type(const struct kp_type *t);
/* The only definition of a variable; NULL when it may have others. */
const struct kp_node *kp_vector_definition(const struct kp_vector *p, const struct kp_node *e);
/* The loop around the copy, inside the statement, of which only the header changes the variable; or
 * NULL. */
const struct kp_node *kp_vector_trip_loop(const struct kp_vector *p, const struct kp_sym *s);

/* What a reference to an array means: `auto &to = As;`, as the text of an inlined call has it; any
 * other name means itself. */
const struct kp_sym *kp_array_meant(const struct kp_sym *s);

#endif
