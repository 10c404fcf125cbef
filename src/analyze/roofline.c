/* Baseline and roofline: what was achieved, and what the GPU's two roofs allow. */
#include "analyze/analyze.h"

const char *kp_bound_name(enum kp_bound b)
{
    static const char *const names[] = {"open", "compute", "memory", "latency"};

    return names[b];
}

/* The precision in which the main loop computes most; tensor cores go before the ordinary pipes,
 * which also compute addresses and scales. */
enum kp_precision kp_precision_of(const struct kp_facts *f)
{
    enum kp_precision best = KP_PRECISIONS;
    double most = 0;

    for (int p = 0; p < KP_PRECISIONS; p++)
        if (f->loop.operations[p] > most) {
            most = f->loop.operations[p];
            best = (enum kp_precision)p;
        }
    return best;
}

/* Which roof, if any, the time has reached. */
static enum kp_bound bound_of(const struct kp_roofline *r, double ms)
{
    if (!ms || (!r->share_peak && !r->share_dram))
        return KP_BOUND_OPEN;
    if (r->share_peak >= KP_ROOF_REACHED && r->share_peak >= r->share_dram)
        return KP_BOUND_COMPUTE;
    if (r->share_dram >= KP_ROOF_REACHED)
        return KP_BOUND_MEMORY;
    return KP_BOUND_LATENCY;
}

static void under_the_roofs(const struct kp_gpu *g, const struct kp_point *point,
                            struct kp_roofline *out)
{
    double compute_ms = out->peak && point->flops ? point->flops / out->peak * 1e-9 : 0;
    double memory_ms = point->bytes ? point->bytes / g->dram_gbs * 1e-6 : 0;

    out->roof_ms = compute_ms > memory_ms ? compute_ms : memory_ms;
    if (point->flops && point->bytes)
        out->intensity = point->flops / point->bytes;
    if (out->intensity && out->peak) {
        double slope = out->intensity * g->dram_gbs * 1e-3;

        out->attainable = slope < out->peak ? slope : out->peak;
        out->side = out->intensity < out->balance ? KP_BOUND_MEMORY : KP_BOUND_COMPUTE;
    }
}

void kp_step_roofline(const struct kp_gpu *g, enum kp_precision p, const struct kp_point *point,
                      const struct kp_residence *r, struct kp_roofline *out)
{
    *out = (struct kp_roofline){.precision = p};
    if (point->ms) {
        out->gflops = point->flops / point->ms * 1e-6;
        out->gbs = point->bytes / point->ms * 1e-6;
    }
    if (!g)
        return;
    if (p < KP_PRECISIONS) {
        out->peak = g->peak[p];
        out->balance = kp_gpu_balance(g, p);
    }
    under_the_roofs(g, point, out);
    out->share_peak = out->peak ? out->gflops * 1e-3 / out->peak : 0;
    out->share_dram = out->gbs / g->dram_gbs;
    out->bound = bound_of(out, point->ms);
    if (point->blocks && r->blocks)
        out->waves = (double)point->blocks / (r->blocks * g->sms);
}
