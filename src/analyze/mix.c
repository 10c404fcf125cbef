/* What the main loop issues: stall counts, and shared memory against the math pipe. */
#include "analyze/analyze.h"

#include <math.h>

static double average(const struct kp_loop_facts *l, enum kp_opclass c)
{
    return l->count[c] ? (double)l->stalls[c] / l->count[c] : NAN;
}

double kp_math_cycles(const struct kp_gpu *g, const struct kp_loop_facts *l)
{
    double cycles = 0;

    for (int p = 0; p < KP_PRECISIONS; p++) {
        if (!l->operations[p])
            continue;
        if (!g->peak[p])
            return 0;
        cycles += l->operations[p] / (g->peak[p] * 1e12 / (g->sms * g->clock_mhz * 1e6));
    }
    return cycles;
}

void kp_step_mix(const struct kp_gpu *g, const struct kp_facts *f, struct kp_mix *out)
{
    const struct kp_loop_facts *l = &f->loop;
    double math = g && l->found && !l->operations_open ? kp_math_cycles(g, l) : 0;

    out->ffma = average(l, KP_INSN_FFMA);
    out->hmma = average(l, KP_INSN_HMMA);
    out->imma = average(l, KP_INSN_IMMA);
    out->shared_load = math ? l->shared_cycles / math : NAN;
}
