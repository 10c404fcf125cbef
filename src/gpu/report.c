#include "gpu/report.h"

#include <math.h>

const char *kp_result_device(struct kp_arena *a, const struct kp_result *r)
{
    const struct kp_gpu_machine *m = &r->machine;

    return kp_sprintf(a, "%s (compute capability %s, %lld SMs, driver CUDA %lld.%lld)", m->device,
                      m->compute_capability, (long long)m->sms, (long long)(m->driver / 1000),
                      (long long)(m->driver % 1000 / 10));
}

static enum kp_tone tone_of(const struct kp_spread_of *speedup)
{
    int sign = kp_ratio_sign(speedup);

    return sign > 0 ? KP_TONE_GOOD : sign < 0 ? KP_TONE_BAD : KP_TONE_MIDDLING;
}

static struct kp_row row_of(const char *label, const struct kp_spread_of *s, enum kp_tone tone,
                            const char *text)
{
    return (struct kp_row){.label = label,
                           .value = s->median,
                           .low = s->low,
                           .high = s->high,
                           .solid = true,
                           .tone = tone,
                           .value_text = text};
}

/* The axis around all rows and the reference. */
static void fit(struct kp_row_figure *rows, const char *title)
{
    double low = INFINITY, high = -INFINITY;

    for (size_t i = 0; i < rows->rows.n; i++) {
        low = fmin(low, rows->rows.v[i].low);
        high = fmax(high, rows->rows.v[i].high);
    }
    if (isfinite(rows->reference)) {
        low = fmin(low, rows->reference);
        high = fmax(high, rows->reference);
    }
    rows->x = kp_axis_round(title, low, high);
}

struct kp_figure kp_result_speedups(struct kp_arena *a, const struct kp_result *r)
{
    struct kp_row_figure *rows = kp_new(a, struct kp_row_figure);

    for (size_t i = 1; i < r->versions.n; i++) {
        const struct kp_measured_version *v = &r->versions.v[i];

        if (v->speedup.n && !v->half)
            kp_push(a, &rows->rows,
                    row_of(v->label, &v->speedup, tone_of(&v->speedup),
                           kp_sprintf(a, "%.3fx [%.3f, %.3f]", v->speedup.median, v->speedup.low,
                                      v->speedup.high)));
    }
    if (!rows->rows.n)
        return (struct kp_figure){0};
    kp_rows_sort(rows);
    rows->reference = 1;
    rows->reference_label = "the original";
    fit(rows, "speedup over the original, times [measured]");
    return (struct kp_figure){
        .title = "Speedups and their 95% intervals",
        .caption = "Green: the whole interval is above 1. Red: below 1. Yellow: no difference was "
                   "shown.",
        .rows = rows,
    };
}

static struct kp_row_figure *times(struct kp_arena *a, const struct kp_result *r, bool warm)
{
    struct kp_row_figure *rows = kp_new(a, struct kp_row_figure);

    for (size_t i = 0; i < r->versions.n; i++) {
        const struct kp_measured_version *v = &r->versions.v[i];
        const struct kp_spread_of *s = warm ? &v->warm : &v->cold;

        if (s->n)
            kp_push(a, &rows->rows,
                    row_of(v->label, s, KP_TONE_NONE, kp_sprintf(a, "%.4g ms", s->median)));
    }
    rows->reference = NAN;
    return rows;
}

void kp_result_times(struct kp_doc *d, const struct kp_result *r)
{
    static const char title[] = "time of a launch, ms [measured]";
    struct kp_row_figure *cold = times(d->arena, r, false), *warm = times(d->arena, r, true);

    if (!cold->rows.n || !warm->rows.n)
        return;
    fit(cold, title);
    fit(warm, title);
    cold->x = warm->x =
        kp_axis_round(title, fmin(cold->x.from, warm->x.from), fmax(cold->x.to, warm->x.to));
    kp_doc_figure(
        d, false,
        (struct kp_figure){.title = "Times, L2 cache flushed before each launch", .rows = cold});
    kp_doc_figure(
        d, true,
        (struct kp_figure){.title = "Times, behind another launch on the same data", .rows = warm});
}
