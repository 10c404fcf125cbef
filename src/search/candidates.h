/* Plans that a loop could get: rewritten, built and compared with the original. */
#ifndef KP_CANDIDATES_H
#define KP_CANDIDATES_H

#include "search/attempt.h"
#include "search/step_back.h"

struct kp_search {
    struct kp_unit *first; /* the plan from the source */
    const struct kp_nvcc *nvcc;
    struct kp_judge judge;
    struct kp_arena *arena;
    size_t jobs;
    struct kp_wish *wishes;              /* per loop: what is decided or being tried */
    const struct kp_launched **launched; /* per loop: by a case, or NULL */
    struct kp_step_back *how;
};

/* A plan that loop i could get, with the other loops as decided so far. */
struct kp_candidate {
    struct kp_wish wish;
    struct kp_attempt attempt;
    struct kp_built built;
    bool usable; /* it can be built, and there is none that is better for certain */
};

struct kp_candidates {
    KP_VEC(struct kp_candidate) list;
};

/* The passes over the source again, with the wishes as they are now; false on a failure. */
bool kp_search_rewrite(struct kp_search *s, struct kp_attempt *x);
/* What became of loop i, launched as its case says. */
struct kp_built kp_search_judge(struct kp_search *s, const struct kp_attempt *x, size_t i);
/* So many more versions were built. */
void kp_search_tell(struct kp_search *s, size_t n);

/* Adds the wish for loop i, unless its text cannot be made or is there already. */
void kp_add_candidate(struct kp_search *s, size_t i, struct kp_wish wish, struct kp_candidates *to);
/* Builds those from `from` on, and compares them with the original. */
void kp_build_candidates(struct kp_search *s, size_t i, struct kp_candidates *c, size_t from);
/* The best of those that are usable and, where `fits` is given, of which it is true; NULL when
 * there is none. */
const struct kp_candidate *kp_best_candidate(struct kp_search *s, const struct kp_candidates *c,
                                             bool (*fits)(const struct kp_candidate *, size_t),
                                             size_t i);

/* merged.c: factors that have won somewhere, the smaller ones first. */
enum { KP_MERGES = 12 };
extern const struct kp_merge kp_merges[KP_MERGES];

/* Loop i with blocks of its kernel merged, where times are predicted and a case says how
 * large the grid is: pairs of blocks first, then more of what gained. Adds and builds what is
 * tried. */
void kp_add_merged(struct kp_search *s, size_t i, struct kp_candidates *all);

#endif
