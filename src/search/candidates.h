/* Candidates: possible plans of a loop, rewritten, built and compared with the original. */
#ifndef KP_CANDIDATES_H
#define KP_CANDIDATES_H

#include "search/attempt.h"
#include "search/step_back.h"

struct kp_search {
    struct kp_unit *first; /* the file with the plans made from the source */
    const struct kp_nvcc *nvcc;
    struct kp_comparison judge;
    struct kp_arena *arena;
    size_t jobs;
    struct kp_request *requests;         /* per loop: the plan that is decided or being tried */
    const struct kp_launched **launched; /* per loop: the launch of a case, or NULL */
    struct kp_step_back *how;
};

/* A possible plan of a loop, with the other loops as decided so far. */
struct kp_candidate {
    struct kp_request request;
    struct kp_attempt attempt;
    struct kp_built built;
    bool usable; /* it can be built, and no other candidate is certainly better */
};

struct kp_candidates {
    KP_VEC(struct kp_candidate) list;
};

/* Runs the passes on the source with the present requests; false on failure. */
bool kp_search_rewrite(struct kp_search *s, struct kp_attempt *x);
/* The result for loop i, launched as its case says. */
struct kp_built kp_search_judge(struct kp_search *s, const struct kp_attempt *x, size_t i);
/* Reports that n more versions were built. */
void kp_search_tell(struct kp_search *s, size_t n);

/* Adds a candidate for loop i, unless its text cannot be made or equals that of another candidate.
 */
void kp_add_candidate(struct kp_search *s, size_t i, struct kp_request request,
                      struct kp_candidates *to);
/* The same, of a request that asks for something special; a candidate that is plain all the same is
 * not added. */
void kp_add_special(struct kp_search *s, size_t i, struct kp_request request,
                    bool (*is_plain)(const struct kp_candidate *, size_t),
                    struct kp_candidates *to);
/* Of the candidates from number `from` on, those that are not plain are usable only where they are
 * predicted to take at most `share` of the time of the best plain one. */
void kp_keep_clear(struct kp_search *s, size_t i, struct kp_candidates *all, size_t from,
                   bool (*is_plain)(const struct kp_candidate *, size_t), double share);
/* Builds the candidates from number `from` on and compares them with the original. */
void kp_build_candidates(struct kp_search *s, size_t i, struct kp_candidates *c, size_t from);
/* The best usable candidate, of those for which `fits` (NULL: all) is true; NULL: none. */
const struct kp_candidate *kp_best_candidate(struct kp_search *s, const struct kp_candidates *c,
                                             bool (*fits)(const struct kp_candidate *, size_t),
                                             size_t i);

/* stopped.c: true if #errors of the attempt's own text stop its build; the requests then leave the
 * loops alone that ask for it. */
bool kp_leave_stopped(struct kp_search *s, const struct kp_attempt *x);

/* laid.c: adds and builds candidates for loop i with other rows of shared arrays, where these
 * avoid bank conflicts, times can be predicted and nobody has said which layout it is to be. They
 * are usable where they are clearly better than the others. */
void kp_add_laid_out(struct kp_search *s, size_t i, struct kp_candidates *all);
/* The candidates from number `from` on that have other rows are usable only where they are clearly
 * better than all that have not. */
void kp_keep_clear_rows(struct kp_search *s, size_t i, struct kp_candidates *all, size_t from);

/* batched.c: the iterations whose loads are tried at a time, and twice as many. An H200 has its
 * memory busy with 16 of four blocks of 128 threads on an SM (docs/user/results.md). */
enum { KP_BATCH_SIZE = 16 };
/* Adds and builds candidates for loop i whose compute loads so, where it has such loops, times can
 * be predicted and nobody has said otherwise. They are usable where they are clearly better. */
void kp_add_batched(struct kp_search *s, size_t i, struct kp_candidates *all);

/* merged.c: the numbers of merged blocks that are tried, small ones first; each was the best for
 * some measured kernel. */
enum { KP_MERGES = 15 };
extern const struct kp_merge kp_merges[KP_MERGES];

/* Adds and builds candidates for loop i with merged blocks: pairs of blocks first, then more along
 * the axes that gained. Only if times can be predicted and a case gives the grid. */
void kp_add_merged(struct kp_search *s, size_t i, struct kp_candidates *all);

#endif
