/* The state of slicing a loop; shared by candidates.c, results.c and slice.c. */
#ifndef KP_MODEL_SLICER_H
#define KP_MODEL_SLICER_H

#include "model/uses.h"

/* A shared object that the loop writes, and whether it can be a tile. */
struct kp_tile_candidate {
    const struct kp_sym *sym;
    bool rejected;   /* it is not a tile; its stores stay in compute */
    bool has_source; /* data from global memory flow into it */
    /* by statement: true if it fills the array as a tile is filled; NULL: all stores do */
    const bool *fills;
    /* the first of the others, all of which stay in compute: the tile has one buffer; or NULL */
    const struct kp_node *result_at;
    bool is_refilled; /* .. as they fill it anew, like a tile */
    struct kp_refusal why;
};

struct kp_slicer {
    struct kp_func *f;
    struct kp_unit *u;
    struct kp_loop *l;
    struct kp_uses *uses;
    size_t n;
    size_t *reach, *reach_back; /* scratch for kp_reaching */
    /* cache of slice.c: locals that a statement of the slice writes */
    struct kp_map written_in_load;
    KP_VEC(struct kp_tile_candidate) cands;
};

/* Fills s->cands with the shared arrays that the loop writes, and decides which are tiles. The
 * others are added to l->rejected with the reason. */
void kp_find_candidates(struct kp_slicer *s);
bool kp_is_written_shared(const struct kp_slicer *s, const struct kp_sym *sym);
/* True if statement `at` stores into the shared array. */
bool kp_writes_array(const struct kp_slicer *s, size_t at, const struct kp_sym *array);
/* True if the slice reads global memory, or a texture. */
bool kp_reads_source(const struct kp_slicer *s, const bool *load);

/* Adds to load[] every statement on which statement `at` (s->n: the header) depends, transitively.
 */
void kp_close_over(struct kp_slicer *s, size_t at, bool *load);
/* The same for all statements that fill the tile, including these. */
void kp_close_tile(struct kp_slicer *s, const struct kp_tile_candidate *c, bool *load);

/* True, with *why filled, if the effects, or a statement of the slice, must not run an iteration
 * ahead. `tile` is the tile that the statement helps to fill; NULL: any. */
bool kp_obstacle(struct kp_slicer *s, const struct kp_effects *e, const struct kp_sym *tile,
                 struct kp_refusal *why);
bool kp_slice_obstacle(struct kp_slicer *s, const bool *load, struct kp_refusal *why);

/* results.c: takes the candidates that compute writes behind their fill, if nothing else of the
 * loop is a tile: they have one buffer, and need staging registers. False: there are none. */
bool kp_take_mixed(struct kp_slicer *s);
/* Of several fills of a tile the first runs ahead, if that leaves all tiles apart: it has one
 * buffer. Else the loop is refused (legal/tile.c). */
void kp_take_refilled(struct kp_slicer *s);
/* True if a statement that writes results is one on which a fill depends. */
bool kp_takes_result(const struct kp_slicer *s, const bool *load);

#endif
