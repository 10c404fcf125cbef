/* A loop on its way to its slice: shared by candidates.c and slice.c. */
#ifndef KP_MODEL_SLICER_H
#define KP_MODEL_SLICER_H

#include "model/uses.h"

/* A shared object that the loop writes, and whether it can be a tile. */
struct kp_candidate {
    const struct kp_sym *sym;
    bool rejected;     /* stays with compute */
    bool has_source;   /* global memory is read on the way to it */
    const bool *fills; /* by statement: does it fill the array like a tile, where others do not? */
    struct kp_refusal why;
};

struct kp_slicer {
    struct kp_func *f;
    struct kp_unit *u;
    struct kp_loop *l;
    struct kp_uses *uses;
    size_t n;
    size_t *reach, *reach_back;    /* scratch for kp_reaching */
    struct kp_map written_in_load; /* of slice.c: locals that a statement of the slice writes */
    KP_VEC(struct kp_candidate) cands;
};

/* Fills s->cands: which shared arrays the loop writes, and which of them are tiles. What is none
 * goes to l->rejected with its reason. */
void kp_find_candidates(struct kp_slicer *s);
bool kp_is_written_shared(const struct kp_slicer *s, const struct kp_sym *sym);

/* Adds to load[] every statement that statement `at` (s->n: the header) needs, transitively. */
void kp_close_over(struct kp_slicer *s, size_t at, bool *load);
/* The same for all statements that fill a tile, and these. */
void kp_close_tile(struct kp_slicer *s, const struct kp_sym *sym, bool *load);

/* What keeps an effect, or any statement of a slice, from running ahead: true with *why filled.
 * `tile` is the one that the statement helps to fill, NULL when it is any. */
bool kp_obstacle(struct kp_slicer *s, const struct kp_effects *e, const struct kp_sym *tile,
                 struct kp_refusal *why);
bool kp_slice_obstacle(struct kp_slicer *s, const bool *load, struct kp_refusal *why);

#endif
