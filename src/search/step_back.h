/* `rewrite --build`: builds the plan made from the source. If ptxas shows that it loses blocks per
 * SM or spills registers, another plan is chosen that does not. */
#ifndef KP_STEP_BACK_H
#define KP_STEP_BACK_H

#include "build/nvcc.h"
#include "case/case.h"
#include "kp.h"

/* The unit to use instead of `u`, on which all passes have run; `u` itself when its plans are kept.
 * Its loops have the results of the builds and the reasons for their plans. `error` is set when the
 * original cannot be built, `self_check_failed` when only the rewritten file cannot.
 *
 * If timing.ini has measured figures for the architecture, the predicted times decide (rank.h), and
 * the loop is not rewritten when they show no gain. Otherwise, for a loop whose kernel loses blocks
 * per SM or spills, these plans are tried in order: the other shape; cp.async for every tile that
 * can use it (fewer staging registers); two stages; the best of these with the original's blocks
 * requested by __launch_bounds__; one buffer, or two if the source's plan has one. If none keeps
 * all blocks, the one that keeps most is taken. Requests on the command line are not changed, and a
 * plan that spills is only taken if it was requested. For a kernel that a case launches, times are
 * predicted for that launch at the large sizes (predict.h). */
struct kp_step_back {
    const struct kp_nvcc *nvcc;
    size_t jobs; /* compilers at the same time; 0: kp_build_jobs() */
    struct kp_case *const *cases;
    size_t n_cases;
    bool merges; /* also try plans with merged blocks, if a case gives the grid */
    void (*progress)(size_t built); /* may be NULL */
    size_t built;                   /* result: number of versions built */
    bool predicts;                  /* result: times were predicted */
};

struct kp_unit *kp_step_back(struct kp_unit *u, struct kp_step_back *how);

#endif
