/* The integers and addresses of the 32 lanes of one warp. The differences between the lanes are
 * numbers; the part that is the same for all lanes is an unknown number of which only a divisor is
 * known.
 *
 *     value of lane l  =  unknown * multiple  +  at[l]  +  sum of term.at[l] * term.by
 *
 * `by` is an unknown value that is the same for all lanes, such as a matrix's width. Indices are
 * assumed not to be negative and not to wrap around: nothing about correctness may depend on these
 * values. A value that does not have this form is not known. */
#ifndef KP_FACTS_LANES_H
#define KP_FACTS_LANES_H

#include "fn/fn.h"

enum { KP_WARP = 32, KP_LANE_TERMS = 2, KP_LANE_FACTORS = 3 };

struct kp_lane_term {
    kp_val by[KP_LANE_FACTORS]; /* their product; NONE behind the last */
    int64_t at[KP_WARP];
};

struct kp_lanes {
    bool known;
    /* addresses: the array, or the parameter that points to memory; of a template's instance, the
     * template's symbol */
    const struct kp_sym *root;
    int64_t multiple;    /* divisor of the unknown part; 0: there is none */
    int64_t at[KP_WARP]; /* addresses: bytes from the root */
    struct kp_lane_term term[KP_LANE_TERMS];
    unsigned n_terms;
};

/* True if the value is the same for all lanes. */
bool kp_lanes_uniform(const struct kp_lanes *v);
/* True if the value of each lane is known completely. */
bool kp_lanes_exact(const struct kp_lanes *v);

/* ---- one warp of a kernel ---- */

struct kp_pinned {
    kp_val phi;
    struct kp_lanes value;
};

struct kp_warp_view {
    const struct kp_fn *fn;
    int64_t block[3]; /* threads per dimension; 0: not known */
    int64_t thread[KP_WARP][3];
    unsigned lanes; /* number of existing lanes: the last warp of a block may not be full */
    /* private to lanes_value.c */
    uint32_t at;            /* the block whose values are asked for */
    struct kp_lanes **memo; /* by value .. */
    uint32_t *stamp;        /* .. valid while this is `clock` or `base` */
    uint32_t clock, base;
    KP_VEC(struct kp_pinned) pinned; /* phis with an assumed value */
    size_t n_entered;                /* of these: of entered loops */
    unsigned work, depth;            /* steps and recursion depth, which are limited */
};

/* For a kernel that is not unknown. */
struct kp_warp_view *kp_warp_new(const struct kp_fn *fn);
/* Makes it warp number `warp` of a block of this shape. If x is not known, the block is a row of
 * threads. */
void kp_warp_place(struct kp_warp_view *w, const int64_t block[3], int64_t warp);

/* A value in the block `block`, in any trip of the loops around it; NONE is not known. */
struct kp_lanes kp_lanes_value(struct kp_warp_view *w, kp_val v, uint32_t block);

/* The lanes that reach a block, bit l for lane l: from its guards, in the first trip of the loops
 * around it. A comparison of an index with an unknown size is assumed to be true, as it is except
 * at an edge. False when unknown. */
bool kp_lanes_active(struct kp_warp_view *w, uint32_t block, uint32_t *active);

/* From here on values are those of the first trip of a loop, and one trip further each time. Loops
 * are left in the reverse order. */
void kp_warp_enter(struct kp_warp_view *w, uint32_t loop);
void kp_warp_next_trip(struct kp_warp_view *w, uint32_t loop);
void kp_warp_leave(struct kp_warp_view *w, uint32_t loop);

/* ---- lanes.c, for lanes_value.c ---- */

struct kp_lanes kp_lanes_of(int64_t v);
/* An unknown multiple of `multiple` that is the same for all lanes. */
struct kp_lanes kp_lanes_some(int64_t multiple);
struct kp_lanes kp_lanes_sum(const struct kp_lanes *a, const struct kp_lanes *b);
/* ADD to MAX: of integers of the type `of`, and of an address and a number of bytes. */
struct kp_lanes kp_lanes_binary(enum kp_fn_op op, struct kp_fn_type of, const struct kp_lanes *a,
                                const struct kp_lanes *b, kp_val left, kp_val right);
struct kp_lanes kp_lanes_scaled(const struct kp_lanes *a, int64_t by);
/* The largest number that divides both; 0 is divided by all. */
int64_t kp_lanes_gcd(int64_t a, int64_t b);

#endif
