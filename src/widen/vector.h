/* What neighbours do: how an expression changes from one element of a cooperative copy to the next,
 * and what is a multiple of what. */
#ifndef KP_WIDEN_VECTOR_H
#define KP_WIDEN_VECTOR_H

#include "model/loops.h"

enum { KP_MAX_INDICES = 8 };

/* A vector is `lanes` neighbouring elements: those that the original copies with the values
 * x, x + 1, .., x + lanes - 1 of its counter, x a multiple of `lanes`. `lanes` is a power of two.
 */
struct kp_vector {
    struct kp_func *f;
    const struct kp_loop *l;
    const struct kp_sym *counter; /* the copy loop's variable; NULL: threadIdx.x is the counter */
    const struct kp_sym *natural; /* a variable that is never negative, or NULL */
    const struct kp_node *copy;   /* the statement that is widened */
    int64_t lanes;
    /* What must hold when the kernel runs, as C++ conditions that are the same for all threads of a
     * block and can be evaluated in front of the K-loop. */
    struct kp_texts facts;
    bool no_new_facts;
    KP_VEC(const struct kp_sym *) padded; /* tiles whose rows have to become longer */
};

/* Certainly e(x + j) = e(x) + j * *delta for every j < lanes, in e's own type. May add facts. */
bool kp_vector_delta(struct kp_vector *p, const struct kp_node *e, int64_t *delta);
/* Certainly a multiple of `by`, a power of two up to 16, for j = 0. May add facts. */
bool kp_vector_multiple(struct kp_vector *p, const struct kp_node *e, int64_t by);
/* Is the condition the same for all lanes? May add facts. */
bool kp_vector_uniform(struct kp_vector *p, const struct kp_node *condition);

/* The same as kp_vector_multiple for a variable that the K-loop moves on: `k0`, `A += BK`. Its
 * value in front of the loop (the header's initialiser where the header declares it) and its steps
 * are multiples. Pointers: `by` is in bytes. */
bool kp_vector_moving(struct kp_vector *p, const struct kp_node *variable, int64_t by);
/* The steps alone. */
bool kp_vector_moves(struct kp_vector *p, const struct kp_node *variable, int64_t by);
/* The lanes' elements lie one behind the other, the first at a multiple of lanes * `bytes`, where
 * `bytes` is an element's size. May add facts. A tile's own alignment is taken to be 16. */
bool kp_vector_contiguous(struct kp_vector *p, const struct kp_node *lvalue, int64_t bytes);

/* What a variable that is set once, or a cast of it, stands for. */
const struct kp_node *kp_vector_resolved(struct kp_func *f, const struct kp_node *e);
/* By how many elements the rows of a shared array must become longer for vectors to fit; 0 when
 * that is not possible, because more than single elements of it are used. */
int64_t kp_row_padding(struct kp_func *f, const struct kp_sym *array);

/* The text of an expression whose value in front of the K-loop is that in the loop, and the same
 * for all threads of a block; NULL: it is none, or cannot be said there. */
const char *kp_vector_tested(struct kp_vector *p, const struct kp_node *e);
/* An expression as it can be written in front of the K-loop and beside the copy, whatever its value
 * is there; NULL when it cannot. */
const char *kp_vector_in_front(struct kp_vector *p, const struct kp_node *e);
/* .. in its own place. */
const char *kp_vector_text(struct kp_vector *p, const struct kp_node *e);
/* A parameter that keeps its value. */
bool kp_keeps_argument(struct kp_func *f, const struct kp_sym *s);
/* Needs no parentheses as an operand. A macro's name may stand for a sum without any. */
bool kp_is_atom(const struct kp_node *e);
/* A name, a number or what is in parentheses as it is, other text in parentheses. */
const char *kp_operand(struct kp_arena *a, const char *text);
/* One identifier: what a macro's invocation without arguments looks like, too. */
bool kp_is_name(const char *text);
/* Adds a condition to the facts. */
void kp_vector_fact(struct kp_vector *p, const char *condition);

/* ---- shared by these files ---------------------------------------------------------------- */

bool kp_vector_is_counter(const struct kp_vector *p, const struct kp_node *e);
/* An integer of four bytes or more, or a reference to one. */
bool kp_is_index_type(const struct kp_type *t);
/* The only value that a variable ever has; NULL when it may have others. */
const struct kp_node *kp_vector_definition(const struct kp_vector *p, const struct kp_node *e);
/* The loop around the copy (inside the statement) whose header alone moves the variable, or NULL.
 */
const struct kp_node *kp_vector_trip_loop(const struct kp_vector *p, const struct kp_sym *s);

#endif
