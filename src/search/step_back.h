/* `rewrite --build`: the plan made from the source is built, and where ptxas shows that it costs
 * blocks per SM or spills registers, the loop steps back to a plan that does not. */
#ifndef KP_STEP_BACK_H
#define KP_STEP_BACK_H

#include "build/nvcc.h"
#include "case/case.h"
#include "kp.h"

/* The unit to deliver in the place of `u`, which has run all its passes; `u` itself when its plan
 * is kept. Its loops say what was built and why they got their plan. The unit's `error` is set when
 * the original cannot be built, `self_check_failed` when only the rewritten file cannot.
 *
 * Where the rules have measured figures of the architecture (timing.ini), the predicted times
 * decide (rank.h), and the loop is left alone when they promise nothing. Elsewhere a loop whose
 * kernel loses blocks per SM or spills tries in this order: the other shape; cp.async for every
 * tile that can use it (fewer staging registers); two stages; the best of these with
 * __launch_bounds__ asking for the original's blocks; one buffer, or two where the source's plan
 * has one. When nothing keeps all blocks, the one that keeps most is taken. What was asked for on
 * the command line is not changed, and a plan that spills is taken only when it was asked for.
 * Of a kernel that one of the cases launches, times are those of that launch, with the large sizes
 * (predict.h). */
struct kp_step_back {
    const struct kp_nvcc *nvcc;
    size_t jobs; /* compilers at the same time; 0: kp_build_jobs() */
    struct kp_case *const *cases;
    size_t n_cases;
    bool merges; /* plans with merged blocks, too, where a case says how large the grid is */
    void (*progress)(size_t built); /* may be NULL */
    size_t built;                   /* .. so many versions were */
    bool predicts;                  /* .. and their times are predicted */
};

struct kp_unit *kp_step_back(struct kp_unit *u, struct kp_step_back *how);

#endif
