/* What the stores of a loop fill, and below which bounds: shared by filled.c and fills.c. */
#ifndef KP_FACTS_FILLS_H
#define KP_FACTS_FILLS_H

#include "facts/exact.h"
#include "facts/settled.h"

enum { KP_MAX_FILL_ENDS = 16, KP_MAX_FILL_GUARDS = 8 };

struct kp_filled {
    const struct kp_fn *fn;
    struct kp_exact exact;
    struct kp_settled settled;
    uint32_t loop;
    const bool *leads_in; /* lead_in() */
    bool by_warps;
    /* The loop has another one that fills the same points: conditions are bounds where they can be,
     * and reads are asked to be under those that threads agree on. */
    bool shares_guards;
};

/* Where it is less than `most`, a number is one of a point that stores: the element's from its
 * base, or one of the array's indices, counted from the last. */
struct kp_fill_end {
    int index;      /* -1: the element's */
    unsigned bound; /* which of the store's bounds says so */
    struct kp_sum most;
};

/* A store to bytes `at` .. of element `number` of `every` bytes each; where only an instance tells
 * the size of a type, to so many of that. */
struct kp_fill {
    const struct kp_value *v;
    struct kp_sum number, base; /* base: the same for all threads of a warp; 0 for a block */
    kp_val size;                /* of the type; NONE */
    int64_t every, at, bytes;
    unsigned n_bounds;
    struct kp_fill_end end[KP_MAX_FILL_ENDS]; /* those of one bound are each of the same points */
    unsigned n_ends;
    /* The others: they hold for the same points in each iteration. n_fixed counts those, too, for
     * which there is no place. */
    struct kp_fn_guard fixed[KP_MAX_FILL_GUARDS];
    unsigned n_fixed;
    /* With `shares_guards`: asked once in an iteration, with one answer for the block. */
    struct kp_fn_guard shared[KP_MAX_FILL_GUARDS];
    unsigned n_shared;
};

/* The loop of that number. */
static inline const struct kp_fn_loop *kp_filled_loop(const struct kp_filled *f, uint32_t loop)
{
    return &f->fn->loops.v[loop];
}

/* The loop around the block that is the next one inside; 0: none. */
uint32_t kp_filled_inner_loop(const struct kp_filled *f, uint32_t block);
/* The address in the array, and how many bytes; both divided by the size of the type. */
bool kp_filled_touched(const struct kp_filled *f, const struct kp_value *v, kp_val *size,
                       struct kp_sum *at, int64_t *bytes);
/* The facts about the loop of the function; false: it is no kernel whose threads go through the
 * loop together, or does not have the array. `f` has fn, exact and by_warps set, and gets the rest.
 */
bool kp_filled_begin(struct kp_filled *f, uint32_t loop, const struct kp_sym *array);
/* True if the value leaves the array alone, and every thread in the loop. */
bool kp_filled_is_harmless(const struct kp_filled *f, const struct kp_value *v);
/* Where the value stands in the text of the function itself, its outermost call if it is inlined;
 * NULL: nowhere. */
const struct kp_node *kp_filled_place(const struct kp_value *v);
/* True if an element that is read is one that the store has filled, if it ever does. */
bool kp_fill_has(const struct kp_filled *f, const struct kp_value *read, const struct kp_fill *s);
/* What a store of the loop fills; false: that is not known. */
bool kp_read_fill(const struct kp_filled *f, const struct kp_value *v, struct kp_fill *out);

#endif
