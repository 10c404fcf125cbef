/* Input and output executed on sampled sizes: by all threads of a small grid, with the function IR
 * of both, and without a compiler. What they leave in global memory must be equal byte for byte, in
 * whatever order the threads run between barriers, and with asynchronous copies that arrive as late
 * as they may.
 *
 * Numbers that are computed from floating-point data stand for the expressions that they are made
 * of (machine.h), so equal results were computed in the same way. Other than validate/, this rests
 * on none of the model's claims, and it compares with the user's own text, whatever was done to it
 * on the way: wider copies, merged blocks, other rows. But it shows the presence of errors only. */
#ifndef KP_SAMPLE_SAMPLE_H
#define KP_SAMPLE_SAMPLE_H

#include "kp.h"

struct kp_sampled {
    const char *differs;  /* how the output differs; NULL: nothing was found */
    const char *why_not;  /* why nothing was compared; NULL: `runs` samples were */
    bool has_no_instance; /* .. because the function is a template without instances in sight */
    unsigned runs;
    uint64_t steps; /* values that were computed */
};

/* How many values may be computed: in some hundredths of a second; in some tenths, where blocks are
 * merged or rows are other ones, because validate/ sees only the text that has them already; more
 * than that where there would be no sample otherwise; and for all functions of a file together. */
enum {
    KP_FEW_STEPS = 4 * 1000 * 1000,
    KP_RESERVE_STEPS = 120 * 1000 * 1000,
    KP_MANY_STEPS = 30 * 1000 * 1000,
    KP_FILE_STEPS = 240 * 1000 * 1000
};

/* Compares the function with the loop, instance by instance. `was`: the input; `is`: its parsed
 * output, behind the fn pass; `steps`: how many values may be computed. */
struct kp_sampled kp_sample(struct kp_unit *was, struct kp_unit *is, const struct kp_loop *l,
                            uint64_t steps);

/* What its plan asks for, with the reserve. */
uint64_t kp_sample_steps(const struct kp_unit *was, const struct kp_loop *l);

#endif
