/* The values of integer and address expressions in the 32 lanes of one warp. The differences
 * between the lanes are numbers; the part that is the same for all lanes is an unknown number of
 * which only a divisor is known.
 *
 *     value of lane l  =  unknown * multiple  +  at[l]  +  sum of term.at[l] * term.by
 *
 * `by` is an unknown value that is the same for all lanes, such as a matrix's width. Indices are
 * assumed not to be negative and not to wrap around. A value that does not have this form is not
 * known. */
#ifndef KP_MODEL_LANES_H
#define KP_MODEL_LANES_H

#include "model/loops.h"

enum { KP_WARP = 32, KP_LANE_TERMS = 2, KP_LANE_FACTORS = 3, KP_LANE_NAMES = 12 };

struct kp_lane_term {
    const struct kp_node *by[KP_LANE_FACTORS]; /* their product */
    unsigned n;
    int64_t at[KP_WARP];
};

struct kp_lanes {
    bool known;
    const struct kp_sym *root; /* addresses: the array, or the pointer without aliases */
    int64_t multiple;          /* divisor of the unknown part; 0: there is none */
    int64_t at[KP_WARP];       /* addresses: bytes from the root */
    struct kp_lane_term term[KP_LANE_TERMS];
    unsigned n_terms;
};

/* A warp and what is assumed about it. Made by kp_warp_new(). */
struct kp_warp {
    struct kp_func *f;
    const struct kp_launch *bindings; /* template arguments; may be NULL */
    int64_t block[3];                 /* threads per dimension; 0: not known */
    int64_t thread[KP_WARP][3];
    unsigned lanes; /* number of existing lanes: the last warp of a block may not be full */
    /* the loop of which the first iteration is examined; NULL: none */
    const struct kp_node *first_trip;
    struct {
        const struct kp_sym *sym;
        const struct kp_lanes *value;
        /* assumed values of variables: a loop's variable, a callee's parameters */
    } names[KP_LANE_NAMES];
    unsigned n_names;
    /* by symbol id: values of variables that only their initialiser sets */
    const struct kp_lanes **memo;
    uint8_t *busy;        /* by symbol id: being computed */
    unsigned work, depth; /* steps and recursion depth, which are limited */
};

/* Warp number `warp` of a block of this shape. If x is not known, the block is a row of threads. */
struct kp_warp *kp_warp_new(struct kp_func *f, const struct kp_launch *bindings,
                            const int64_t block[3], int64_t warp);
/* Assumes a value of a variable for all lanes until kp_warp_forget(). False when the table is full.
 */
bool kp_warp_assume(struct kp_warp *w, const struct kp_sym *sym, int64_t value);
void kp_warp_forget(struct kp_warp *w);

/* The value of an integer expression, or the address that a pointer holds. */
struct kp_lanes kp_lanes_value(struct kp_warp *w, const struct kp_node *e);
/* The address of an lvalue. */
struct kp_lanes kp_lanes_address(struct kp_warp *w, const struct kp_node *lvalue);

/* True if the value is the same for all lanes. */
bool kp_lanes_uniform(const struct kp_lanes *v);
/* True if the value of each lane is known completely. */
bool kp_lanes_exact(const struct kp_lanes *v);

/* The lanes for which a condition is true, bit l for lane l. False when unknown. A comparison of an
 * index with an unknown size is assumed to be true, as it is except at an edge. */
bool kp_lanes_condition(struct kp_warp *w, const struct kp_node *condition, uint32_t *yes);
/* The lanes that reach `n`, from the conditions around it and the early exits before it; false:
 * unknown. */
bool kp_lanes_active(struct kp_warp *w, const struct kp_node *n, uint32_t *active);

/* ---- shared by these files ---------------------------------------------------------------- */

struct kp_lanes kp_lanes_of(int64_t v);
/* An unknown multiple of `multiple` that is the same for all lanes. */
struct kp_lanes kp_lanes_some(int64_t multiple);
struct kp_lanes kp_lanes_binary(enum kp_op op, const struct kp_lanes *a, const struct kp_lanes *b,
                                const struct kp_node *right, const struct kp_node *left);
struct kp_lanes kp_lanes_scaled(const struct kp_lanes *a, int64_t by);
/* The value of a variable, from its definitions. */
struct kp_lanes kp_lanes_variable(struct kp_warp *w, const struct kp_node *use);
/* The size in bytes of an element of a pointer or array expression; 0: not known. */
int64_t kp_lanes_stride(const struct kp_warp *w, const struct kp_node *pointer);

#endif
