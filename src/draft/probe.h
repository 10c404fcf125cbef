/* Runs of the kernel that a draft is made by; private to draft/. */
#ifndef KP_DRAFT_PROBE_H
#define KP_DRAFT_PROBE_H

#include "draft/parts.h"
#include "simt/case_launch.h"

enum { ROUNDS = 3 };

struct probe {
    struct kp_drafter *x;
    const char *kernel;
    /* by argument and by size; the last round has one tile */
    struct kp_simt_extent *extent[ROUNDS + 1];
    int64_t *value[ROUNDS + 1];
    unsigned n_rounds;
    bool undeclared; /* the alarm was about the alignment of a shared array */
    uint64_t steps;  /* warp instructions of the last clean run */
    bool has_holes;  /* that run left elements of an array alone that counts as written */
    uint64_t spent;  /* warp instructions of all runs */
};

/* What an attempt changes. */
struct kp_draft_state {
    struct kp_draft_arg *args;
    struct kp_draft_size *sizes;
    size_t n_guesses;
    const char **guesses;
    bool packed;
    size_t tile_size;
    int64_t tile_step, least_tiles;
};

/* ---- probe.c ---- */

struct kp_draft_state kp_probe_save(const struct kp_drafter *x);
void kp_probe_restore(struct kp_drafter *x, const struct kp_draft_state *s);
/* Finds counts and roles for the sizes as they are, and runs the draft. NULL, or why it does not
 * run clean. */
const char *kp_probe_attempt(struct probe *p, struct kp_case *c);
/* True if the runs have taken so much that nothing more is tried. Counted in warp instructions: a
 * draft is the same on every machine. */
bool kp_probe_is_spent(const struct probe *p);
/* True if the draft runs clean as it is. */
bool kp_probe_runs(struct probe *p, const char **why, bool corrects_roles);
/* The draft as a case, with its small sizes bound; NULL and *error. */
struct kp_case *kp_probe_case(struct kp_drafter *x, bool probing, const char **error);

/* ---- counts.c ---- */

/* The arrays' counts and roles, by how far the rounds have read and written them. */
void kp_probe_counts(struct probe *p);

/* ---- tiles.c ---- */

/* How far the size that counts tiles grows at a time, how many tiles there are at least, and which
 * sizes are tied to it, such that the original bears the tiles that `kpipe verify` will have. */
void kp_probe_tiles(struct probe *p, struct kp_case *c);
/* Where a last tile in part is not borne behind any number of others, tiles are full. */
void kp_probe_narrow_tiles(struct probe *p);
/* `numAColumns` and `numBRows` are one number: a size that has to be equal to the one that counts
 * tiles is found by trying, each alone and then all. True if that helped. */
bool kp_probe_tie_sizes(struct probe *p, struct kp_case *c);

#endif
