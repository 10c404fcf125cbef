/* Predicts the times of a kernel's versions from their machine code (docs/dev/time.md). */
#ifndef KP_PREDICT_H
#define KP_PREDICT_H

#include "build/parallel.h"
#include "kp.h"
#include "sass/time.h"

struct kp_predictor {
    struct kp_arena *arena;
    const struct kp_opcodes *opcodes;
    const struct kp_timing *timing;
};

/* A launch of a kernel, as far as it is known. */
struct kp_launched {
    const char *symbol; /* mangled name of the original kernel; NULL: any */
    uint32_t grid[3];   /* 0: not known */
    uint32_t block[3];
    uint32_t smem;             /* bytes of dynamic shared memory */
    const uint8_t *parameters; /* the bytes of the kernel's parameters; NULL: not known */
    uint32_t parameter_bytes;
};

/* NULL when the rules cannot be read or have no figures measured on this architecture; nothing is
 * then predicted. */
const struct kp_predictor *kp_predictor_new(struct kp_arena *a, const char *rules_dir,
                                            const char *arch);

/* An original and a plan as built. */
struct kp_predicted {
    const struct kp_build *original, *rewritten;
    const struct kp_build *both; /* with the loop as written, too, if that stands beside */
    /* the kernel's name in the rewritten file, `successor`, differs for a clone (texts/clones.h) */
    const char *kernel, *successor;
    const struct kp_launched *launch;
    struct kp_merge by; /* the original's blocks whose work one of the successor's does */
};

/* Sets the times in `b`: those per tile of a rewritten kernel's main loop as multiples of the
 * original's, for the threads and blocks that `b` has. They are 0 when the code cannot be read or
 * has no loop or no math. `p` may be NULL. */
void kp_predict(const struct kp_predictor *p, const struct kp_predicted *x, struct kp_built *b);

#endif
