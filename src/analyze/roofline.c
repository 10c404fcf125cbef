/* Baseline and roofline: what was achieved, and what the GPU's two roofs allow. */
#include "analyze/analyze.h"

enum { SCHEDULERS = 4 }; /* of an SM */

const char *kp_bound_name(enum kp_roof b)
{
    static const char *const names[] = {"open",          "compute", "memory",
                                        "shared memory", "issue",   "latency"};

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

/* How busy the time keeps what lies between memory and math, by the main loop's code. */
static void on_chip(const struct kp_gpu *g, const struct kp_facts *f,
                    const struct kp_analyzed_launch *point, struct kp_roofline *out)
{
    const struct kp_loop_facts *l = &f->loop;
    double operations = 0, iterations, cycles = g->sms * g->clock_mhz * 1e3 * point->ms;

    for (int p = 0; p < KP_PRECISIONS; p++)
        operations += l->operations[p];
    if (!cycles || !point->flops || !operations || l->operations_open || l->inner_math)
        return;
    iterations = point->flops / operations; /* of all warps together */
    out->share_shared = iterations * l->shared_cycles / cycles;
    out->share_issue = iterations * l->instructions / SCHEDULERS / cycles;
}

static enum kp_roof larger(double a, enum kp_roof of_a, double b, enum kp_roof of_b)
{
    if (a < KP_ROOF_REACHED && b < KP_ROOF_REACHED)
        return KP_BOUND_OPEN;
    return a >= b ? of_a : of_b;
}

/* What the time has reached: a roof, else what lies in between. That it is latency can be said only
 * where all of it is known. */
static enum kp_roof bound_of(const struct kp_roofline *r, double ms)
{
    enum kp_roof bound;

    if (!ms || (!r->share_peak && !r->share_dram))
        return KP_BOUND_OPEN;
    bound = larger(r->share_peak, KP_BOUND_COMPUTE, r->share_dram, KP_BOUND_MEMORY);
    if (bound == KP_BOUND_OPEN)
        bound = larger(r->share_shared, KP_BOUND_SHARED, r->share_issue, KP_BOUND_ISSUE);
    return bound == KP_BOUND_OPEN && r->share_issue ? KP_BOUND_LATENCY : bound;
}

static void under_the_roofs(const struct kp_gpu *g, const struct kp_analyzed_launch *point,
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

void kp_step_roofline(const struct kp_gpu *g, const struct kp_facts *f,
                      const struct kp_analyzed_launch *point, const struct kp_residence *r,
                      struct kp_roofline *out)
{
    enum kp_precision p = kp_precision_of(f);

    *out = (struct kp_roofline){0};
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
    on_chip(g, f, point, out);
    out->bound = bound_of(out, point->ms);
    out->bound_by = point->ms_by;
    if (point->blocks && r->blocks)
        out->waves = (double)point->blocks / (r->blocks * g->sms);
}

void kp_roofline_of_profile(const struct kp_profiled *p, struct kp_roofline *r)
{
    double sm, memory;

    if (r->bound == KP_BOUND_COMPUTE || r->bound == KP_BOUND_MEMORY ||
        !kp_profile_value(p, "sm_throughput_pct", &sm) ||
        !kp_profile_value(p, "memory_throughput_pct", &memory))
        return;
    r->bound = larger(sm / 100, KP_BOUND_ISSUE, memory / 100, KP_BOUND_SHARED);
    if (r->bound == KP_BOUND_OPEN)
        r->bound = KP_BOUND_LATENCY;
    r->bound_by = KP_BY_PROFILER;
}
