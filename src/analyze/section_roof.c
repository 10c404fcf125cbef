/* Baseline and Roofline. */
#include <stdio.h>

#include "analyze/sections.h"

static const char *sizes_of(const struct kp_analyzed_launch *p)
{
    return p->sizes ? p->sizes : "-";
}

/* "-" when it is not known. */
static const char *number(struct kp_arena *a, double v, const char *fmt)
{
    char text[64];

    if (!v)
        return "-";
    snprintf(text, sizeof text, fmt, v);
    return kp_strdup(a, text);
}

static bool any_time(const struct kp_analysis *x)
{
    for (size_t i = 0; i < x->points.n; i++)
        if (x->points.v[i].ms)
            return true;
    return false;
}

static bool any_work(const struct kp_analysis *x)
{
    for (size_t i = 0; i < x->points.n; i++)
        if (x->points.v[i].flops || x->points.v[i].bytes)
            return true;
    return false;
}

void kp_section_baseline(struct kp_doc *d, const struct kp_analyzed *all,
                         const struct kp_analysis *x)
{
    (void)all;
    kp_doc_add(d, KP_DOC_SECTION, "Baseline");
    if (!any_work(x) && !any_time(x)) {
        kp_doc_add(
            d, KP_DOC_TEXT,
            "Nothing is known of the work or the time of a launch. A case file has sizes and "
            "formulas (--case; GEMM 2MNK, attention 4BHS\xc2\xb2"
            "D, bytes that must cross the "
            "memory at least once), --time-ms or --measure the time.");
        return;
    }
    kp_doc_table(d, "sizes|operations|bytes|blocks|time, ms|GFLOP/s|GB/s|work by|time by");
    for (size_t i = 0; i < x->points.n; i++) {
        const struct kp_analyzed_launch *p = &x->points.v[i];
        const struct kp_roofline *r = &x->rooflines.v[i];

        kp_doc_row(d, "%s|%s|%s|%s|%s|%s|%s|%s|%s", sizes_of(p), number(d->arena, p->flops, "%.4g"),
                   number(d->arena, p->bytes, "%.4g"), number(d->arena, (double)p->blocks, "%.0f"),
                   number(d->arena, p->ms, "%.4g"), number(d->arena, r->gflops, "%.0f"),
                   number(d->arena, r->gbs, "%.1f"), kp_evidence_name(p->work_by),
                   kp_evidence_name(p->ms_by));
    }
    if (!any_time(x))
        kp_doc_add(d, KP_DOC_TEXT,
                   "No time is known: what follows says what the kernel could reach, not what it "
                   "reaches (--time-ms N, --measure, --results).");
}

static void gpu_line(struct kp_doc *d, const struct kp_gpu *g)
{
    kp_doc_add(d, KP_DOC_TEXT, "GPU: %s (%s, %.0f SMs, %.0f GB/s, %.0f MB L2) [table]", g->id,
               g->name, g->sms, g->dram_gbs, g->l2_mb);
}

static void balances(struct kp_doc *d, const struct kp_analysis *x, const struct kp_gpu *g)
{
    if (x->precision == KP_PRECISIONS) {
        kp_doc_add(
            d, KP_DOC_TEXT, "%s",
            x->facts->loop.found
                ? "The main loop computes in no precision that has a peak: only the memory "
                  "roof is looked at."
                : "No main loop is known, and so no precision: only the memory roof is looked "
                  "at.");
        return;
    }
    if (!g->peak[x->precision]) {
        kp_doc_add(d, KP_DOC_TEXT,
                   "The main loop computes in %s [%s], whose peak on %s is not known.",
                   kp_precision_text(x->precision), kp_evidence_name(x->facts->evidence), g->id);
        return;
    }
    kp_doc_add(
        d, KP_DOC_TEXT,
        "The main loop computes in %s [%s]: peak %.4g TFLOP/s, balance point %.1f operations "
        "per byte [table].",
        kp_precision_text(x->precision), kp_evidence_name(x->facts->evidence),
        g->peak[x->precision], kp_gpu_balance(g, x->precision));
    if (g->note)
        kp_doc_add(d, KP_DOC_TEXT, "Note: %s.", g->note);
}

static const char *verdict(const struct kp_roofline *r)
{
    if (r->bound_by == KP_BY_PROFILER && r->bound == KP_BOUND_SHARED)
        return "neither roof is reached; bound by shared memory or the caches";
    switch (r->bound) {
    case KP_BOUND_COMPUTE:
        return "compute-bound";
    case KP_BOUND_MEMORY:
        return "memory-bound";
    case KP_BOUND_SHARED:
        return "neither roof is reached; bound by shared memory's port";
    case KP_BOUND_ISSUE:
        return "neither roof is reached; bound by the instructions that the schedulers can issue";
    case KP_BOUND_LATENCY:
        return "latency-bound: neither roof is reached, and nothing in between is busy";
    default:
        return "neither roof is reached: latency, shared memory or issue, which a profiler's "
               "report would "
               "tell";
    }
}

static void one_point(struct kp_doc *d, const struct kp_analyzed_launch *p,
                      const struct kp_roofline *r, bool several)
{
    const char *head = several ? kp_sprintf(d->arena, "%s: ", sizes_of(p)) : "";

    if (r->intensity)
        kp_doc_add(d, KP_DOC_ITEM, "%sintensity %.1f operations per byte [%s]%s", head,
                   r->intensity, kp_evidence_name(p->work_by),
                   r->attainable ? kp_sprintf(d->arena,
                                              ": under the %s roof, at most %.4g TFLOP/s, %.4g ms "
                                              "at least [estimate]",
                                              kp_bound_name(r->side), r->attainable, r->roof_ms)
                                 : "");
    if (p->ms && (r->share_peak || r->share_dram))
        kp_doc_add(d, KP_DOC_ITEM, "%s%.0f%% of the peak and %.0f%% of the bandwidth [%s]: %s",
                   head, 100 * r->share_peak, 100 * r->share_dram, kp_evidence_name(p->ms_by),
                   verdict(r));
    if (r->share_issue)
        kp_doc_add(d, KP_DOC_ITEM,
                   "%sshared memory's port busy for %.0f%% of the time, issue slots taken for "
                   "%.0f%% [sass, "
                   "%s, estimate]",
                   head, 100 * r->share_shared, 100 * r->share_issue, kp_evidence_name(p->work_by));
    if (r->share_peak > 1 || r->share_dram > 1)
        kp_doc_add(d, KP_DOC_ITEM,
                   "%smore than the GPU has: the time, the formulas or the GPU's row "
                   "in gpus.ini is wrong",
                   head);
    if (r->waves)
        kp_doc_add(d, KP_DOC_ITEM, "%s%.2f waves of blocks [case, %s]%s", head, r->waves, "table",
                   r->waves < 1
                       ? ": the launch does not fill the GPU, so its time is latency, not the "
                         "kernel's throughput"
                       : "");
}

void kp_section_roofline(struct kp_doc *d, const struct kp_analyzed *all,
                         const struct kp_analysis *x)
{
    kp_doc_add(d, KP_DOC_SECTION, "Roofline");
    if (!all->gpu) {
        kp_doc_add(
            d, KP_DOC_TEXT,
            "No GPU of %s is in gpus.ini: name one with --gpu, or add yours in a folder given "
            "with --rules.",
            all->arch);
        return;
    }
    gpu_line(d, all->gpu);
    balances(d, x, all->gpu);
    kp_doc_figure(d, false, kp_figure_roofline(d->arena, all, x));
    for (size_t i = 0; i < x->points.n; i++)
        one_point(d, &x->points.v[i], &x->rooflines.v[i], x->points.n > 1);
}
