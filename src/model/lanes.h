/* Integer and address expressions as the 32 lanes of one warp see them: what differs between the
 * lanes in numbers, what is the same for all of them as an unknown of which only a divisor is
 * known.
 *
 *     value of lane l  =  unknown * multiple  +  at[l]  +  sum of term.at[l] * term.by
 *
 * `by` is a value that is the same for all lanes but not known: a matrix's width. Indices are taken
 * to be neither negative nor to wrap around. Nothing is guessed: what does not have this form is
 * not known. */
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
    int64_t multiple;          /* of the unknown part; 0: there is none */
    int64_t at[KP_WARP];       /* addresses: bytes from the root */
    struct kp_lane_term term[KP_LANE_TERMS];
    unsigned n_terms;
};

/* Which warp, under which circumstances. Make one with kp_warp_new. */
struct kp_warp {
    struct kp_func *f;
    const struct kp_launch *bindings; /* template arguments; NULL */
    int64_t block[3];                 /* threads per dimension; 0: not known */
    int64_t thread[KP_WARP][3];
    unsigned lanes;                   /* that exist: a block need not fill its last warp */
    const struct kp_node *first_trip; /* this loop is looked at in its first trip */
    struct {
        const struct kp_sym *sym;
        const struct kp_lanes *value;
    } names[KP_LANE_NAMES]; /* values given from outside: a loop's variable, a callee's parameters
                             */
    unsigned n_names;
    const struct kp_lanes **memo; /* by symbol id: variables that only their initialiser sets */
    uint8_t *busy;                /* by symbol id: being looked at */
    unsigned work, depth;         /* bounded */
};

/* Warp number `warp` of a block of this shape; where x is not known, the block is a row of threads.
 */
struct kp_warp *kp_warp_new(struct kp_func *f, const struct kp_launch *bindings,
                            const int64_t block[3], int64_t warp);
/* Gives a variable one value for all lanes until kp_warp_forget. False when there is no room. */
bool kp_warp_assume(struct kp_warp *w, const struct kp_sym *sym, int64_t value);
void kp_warp_forget(struct kp_warp *w);

/* The value of an integer expression, or what a pointer points to. */
struct kp_lanes kp_lanes_value(struct kp_warp *w, const struct kp_node *e);
/* The address of an lvalue. */
struct kp_lanes kp_lanes_address(struct kp_warp *w, const struct kp_node *lvalue);

/* The same for all lanes? */
bool kp_lanes_uniform(const struct kp_lanes *v);
/* Known to the last bit? */
bool kp_lanes_exact(const struct kp_lanes *v);

/* Which lanes a condition lets through: bit l. False when unknown. `bounds` are comparisons
 * of an index with an unknown size: they are taken to hold, as they do everywhere but at an edge.
 */
bool kp_lanes_condition(struct kp_warp *w, const struct kp_node *condition, uint32_t *yes);
/* The lanes that come to `n`, by the conditions around it and the early exits in front of it. */
bool kp_lanes_active(struct kp_warp *w, const struct kp_node *n, uint32_t *active);

/* ---- shared by these files ---------------------------------------------------------------- */

struct kp_lanes kp_lanes_of(int64_t v);
/* An unknown that is the same for all lanes. */
struct kp_lanes kp_lanes_some(int64_t multiple);
struct kp_lanes kp_lanes_binary(enum kp_op op, const struct kp_lanes *a, const struct kp_lanes *b,
                                const struct kp_node *right, const struct kp_node *left);
struct kp_lanes kp_lanes_scaled(const struct kp_lanes *a, int64_t by);
/* A variable by its definitions. */
struct kp_lanes kp_lanes_variable(struct kp_warp *w, const struct kp_node *use);
/* Bytes of what a pointer or array expression's elements are; 0 not known. */
int64_t kp_lanes_stride(const struct kp_warp *w, const struct kp_node *pointer);

#endif
