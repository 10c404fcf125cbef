/* The registers of a warp, per lane, as far as they are computed by integer instructions from
 * thread indices and constants. Loaded data and floating-point results are not known; parameters
 * without a case are assumed to be large. */
#ifndef KP_SASS_REGS_H
#define KP_SASS_REGS_H

#include "sass/sass.h"

enum { KP_SASS_LANES = 32, KP_SASS_REGISTERS = 256, KP_SASS_UNIFORM = 64 };

/* A block of a launch. */
struct kp_sass_launch {
    uint32_t threads[3];       /* per block along x, y and z */
    uint32_t at[3];            /* the block's place in the grid */
    uint32_t grid[3];          /* blocks along x, y and z; 0: not known */
    const uint8_t *parameters; /* the bytes of the kernel's parameters; NULL: not known */
    uint32_t parameter_bytes, parameters_at; /* in constant bank 0 */
};

struct kp_sass_value {
    uint32_t v[KP_SASS_LANES];
    uint32_t known; /* bits of the lanes whose value is known */
    bool assumed;   /* it depends on a parameter with an assumed value */
};

/* A predicate, one bit per lane. */
struct kp_sass_truth {
    uint32_t lanes, known;
    bool assumed;
};

struct kp_sass_regs {
    struct kp_sass_value r[KP_SASS_REGISTERS], ur[KP_SASS_UNIFORM];
    struct kp_sass_truth p[8], up[8];
    struct kp_sass_launch launch;
    unsigned warp; /* number in the block */
};

/* Sets the state in which a warp of such a block starts. */
void kp_sass_regs_start(struct kp_sass_regs *w, const struct kp_sass_launch *launch, unsigned warp);

/* The lanes for which the instruction's guard is true. */
struct kp_sass_truth kp_sass_guard(const struct kp_sass_regs *w, const struct kp_sass_insn *x);

/* Executes the instruction on the registers of the lanes in `active`; jumps do nothing. */
void kp_sass_execute(struct kp_sass_regs *w, const struct kp_sass_insn *x, uint32_t active);

/* The low words of the addresses of a load or store, or of the source of an asynchronous copy. */
struct kp_sass_value kp_sass_address(const struct kp_sass_regs *w, const struct kp_sass_insn *x);

/* Where in shared memory an asynchronous copy puts what it reads, from an address on that is the
 * same for all lanes. */
struct kp_sass_value kp_sass_copied_to(const struct kp_sass_regs *w, const struct kp_sass_insn *x);

#endif
