/* The plans of `kpipe tune` as a page, and their intervals as a figure. */
#include "cmd/tune_html.h"

#include <math.h>

#include "cmd/measured_html.h"
#include "cmd/page.h"

/* ---- what the machine code predicts --------------------------------------------------------- */

static struct kp_row_figure *predicted(const struct kp_tune *t, bool low)
{
    struct kp_row_figure *rows = kp_new(t->arena, struct kp_row_figure);

    for (size_t i = 0; i < t->tries.n; i++) {
        const struct kp_try *x = &t->tries.v[i];
        double time = low ? x->built.low_occupancy : x->built.time;
        struct kp_row r = {.label = x->label};

        if (!x->built.known || !(time > 0))
            continue;
        r.value = r.low = r.high = 1 / time;
        r.value_text = kp_sprintf(t->arena, "%.3fx", 1 / time);
        r.tone = x == t->best ? KP_TONE_GOOD : KP_TONE_NONE;
        kp_push(t->arena, &rows->rows, r);
    }
    kp_rows_sort(rows);
    rows->reference = 1;
    rows->reference_label = "the original";
    return rows;
}

static void predictions(struct kp_doc *d, const struct kp_tune *t)
{
    static const char title[] = "predicted speedup, times [sass, estimate]";
    struct kp_row_figure *all = predicted(t, false), *low_occupancy = predicted(t, true);
    double low = 1, high = 1;

    if (!all->rows.n)
        return;
    for (size_t i = 0; i < all->rows.n; i++) {
        low = fmin(low, all->rows.v[i].value);
        high = fmax(high, all->rows.v[i].value);
    }
    for (size_t i = 0; i < low_occupancy->rows.n; i++) {
        low = fmin(low, low_occupancy->rows.v[i].value);
        high = fmax(high, low_occupancy->rows.v[i].value);
    }
    all->x = low_occupancy->x = kp_axis_round(title, low, high);
    kp_doc_figure(d, false,
                  (struct kp_figure){.title = "Predicted for the main loop, not measured",
                                     .caption = "Green: the choice.",
                                     .rows = all});
    if (low_occupancy->rows.n)
        kp_doc_figure(d, false,
                      (struct kp_figure){.title = "The same with a quarter of the blocks on an SM",
                                         .rows = low_occupancy});
}

void kp_plot_predictions(const struct kp_tune *t)
{
    struct kp_doc d = {.arena = t->arena};

    predictions(&d, t);
    kp_plot_doc(&d);
}

/* ---- the page ---------------------------------------------------------------------------------
 */

static void choice(struct kp_doc *d, const struct kp_tune *t)
{
    kp_doc_add(d, KP_DOC_SECTION, "Choice");
    if (t->predict)
        kp_doc_add(d, KP_DOC_TEXT,
                   "%s, by what the machine code says [sass]; nothing was measured.",
                   t->best ? t->best->label : "The original");
    else if (!t->best)
        kp_doc_add(d, KP_DOC_TEXT, "Nothing is faster than the original [measured].");
    else
        kp_doc_add(d, KP_DOC_TEXT,
                   "%s: %.3f times as fast as the original [%.3f, %.3f] [measured].",
                   t->best->label, t->best->figure.speedup.median, t->best->figure.speedup.low,
                   t->best->figure.speedup.high);
    kp_doc_tone(d, t->best ? KP_TONE_GOOD : KP_TONE_NONE);
}

static const char *factor(struct kp_arena *a, double x)
{
    return x > 0 ? kp_sprintf(a, "x%.3f", x) : "-";
}

static void plans(struct kp_doc *d, const struct kp_tune *t)
{
    struct kp_arena *a = d->arena;

    kp_doc_add(d, KP_DOC_SECTION, "Plans");
    kp_doc_table(
        d, "plan|fate|registers|spills, bytes|blocks per SM|predicted time|.. at low occupancy");
    for (size_t i = 0; i < t->tries.n; i++) {
        const struct kp_try *x = &t->tries.v[i];
        const struct kp_built *b = &x->built;
        const char *fate = x->dropped     ? x->dropped
                           : x == t->best ? "chosen"
                           : t->predict   ? "predicted"
                           : x->proven    ? "proven"
                                          : "measured";

        kp_doc_cells(
            d, 7,
            (const char *const[]){
                x->label, fate, b->known ? kp_sprintf(a, "%d", b->registers_after) : "-",
                b->known ? kp_sprintf(a, "%d", b->spills_after) : "-",
                b->known ? kp_sprintf(a, "%d of %d", b->blocks_after, b->blocks_before) : "-",
                factor(a, b->time), factor(a, b->low_occupancy)});
        kp_doc_tone(d, x->dropped ? KP_TONE_BAD : x == t->best ? KP_TONE_GOOD : KP_TONE_NONE);
    }
    kp_doc_add(
        d, KP_DOC_TEXT,
        "Registers, spills and blocks are ptxas's [sass]; predicted times are those of the "
        "main loop as a multiple of the original's [estimate], with all blocks of the "
        "original on an SM, and at low occupancy, with a quarter of them: docs/dev/time.md.");
}

bool kp_tune_page(const struct kp_settings *s, const struct kp_tune *t)
{
    struct kp_doc d = {.arena = s->arena};
    struct kp_page p = kp_page_of(s, t->source->source.path);

    if (t->predict)
        kp_page_fact(s->arena, &p, "machine code", t->source->options->arch);
    else
        kp_page_measured(s->arena, &p, &t->result);
    kp_page_compiler(s, &p);
    kp_doc_add(&d, KP_DOC_TITLE, "%s at %s", t->c->kernel, kp_case_sizes_text(t->c, s->arena));
    choice(&d, t);
    if (t->predict) {
        kp_doc_add(&d, KP_DOC_SECTION, "Predictions");
        predictions(&d, t);
    } else {
        kp_doc_measured(&d, &t->result);
    }
    plans(&d, t);
    return kp_page_write(s, &p, &d);
}
