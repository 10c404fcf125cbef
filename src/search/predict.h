/* What the machine code says about the time of a kernel's versions (docs/dev/time.md). */
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

/* How a kernel is launched, as far as it is known. */
struct kp_launched {
    const char *symbol; /* of the original's kernel; NULL: any */
    uint32_t grid[3];   /* 0: not known */
    uint32_t block[3];
    const uint8_t *parameters; /* of the kernel, as they are passed; NULL: not known */
    uint32_t parameter_bytes;
};

/* NULL when the rules have no figures that were measured on this architecture, or cannot be read:
 * nothing is predicted then. */
const struct kp_predictor *kp_predictor_new(struct kp_arena *a, const char *rules_dir,
                                            const char *arch);

/* The times of a rewritten kernel's main loop per tile as multiples of the original's, into `b`,
 * which says how many threads and blocks there are; 0 when it cannot be told: code that cannot be
 * read, no loop, no math. `successor` is the kernel's name in what was rewritten: another one when
 * it is a clone (twins.h); one of its blocks
 * does the work of so many of the original's. `p` may be NULL. */
void kp_predict(const struct kp_predictor *p, const struct kp_build *original, const char *kernel,
                const struct kp_build *rewritten, const char *successor,
                const struct kp_launched *launch, struct kp_merge by, struct kp_built *b);

#endif
