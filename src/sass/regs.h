/* The registers of a warp as far as integer instructions alone decide them: what is made of thread
 * numbers and constants, lane by lane. Loaded and computed data are not known; parameters that no
 * case gives are assumed to be large. */
#ifndef KP_SASS_REGS_H
#define KP_SASS_REGS_H

#include "sass/sass.h"

enum { KP_SASS_LANES = 32, KP_SASS_REGISTERS = 256, KP_SASS_UNIFORM = 64 };

/* A block of a launch. */
struct kp_sass_launch {
    uint32_t threads[3];                     /* of a block along x, y and z */
    uint32_t at[3];                          /* the block's place in the grid */
    uint32_t grid[3];                        /* blocks along x, y and z; 0: not known */
    const uint8_t *parameters;               /* as the kernel gets them; NULL: not known */
    uint32_t parameter_bytes, parameters_at; /* in constant bank 0 */
};

struct kp_sass_value {
    uint32_t v[KP_SASS_LANES];
    uint32_t known; /* lanes */
    bool assumed;   /* it comes from a parameter with an unknown value */
};

/* A predicate, lane by lane. */
struct kp_sass_truth {
    uint32_t lanes, known;
    bool assumed;
};

struct kp_sass_regs {
    struct kp_sass_value r[KP_SASS_REGISTERS], ur[KP_SASS_UNIFORM];
    struct kp_sass_truth p[8], up[8];
    struct kp_sass_launch launch;
    unsigned warp; /* of the block */
};

/* The state in which a warp of such a block starts. */
void kp_sass_regs_start(struct kp_sass_regs *w, const struct kp_sass_launch *launch, unsigned warp);

/* The lanes for which the instruction's guard holds. */
struct kp_sass_truth kp_sass_guard(const struct kp_sass_regs *w, const struct kp_sass_insn *x);

/* What the instruction does to the registers of the lanes in `active`; jumps do nothing. */
void kp_sass_execute(struct kp_sass_regs *w, const struct kp_sass_insn *x, uint32_t active);

/* The low words of the addresses of a load or store, or of what an asynchronous copy reads. */
struct kp_sass_value kp_sass_address(const struct kp_sass_regs *w, const struct kp_sass_insn *x);

#endif
