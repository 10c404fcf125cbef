/* What `bench` and `tune` have measured, as parts of a page. */
#include "cmd/measured_html.h"

#include <stdio.h>

void kp_page_measured(struct kp_arena *a, struct kp_page *p, const struct kp_result *r)
{
    kp_page_fact(a, p, "GPU", kp_result_device(a, r));
    kp_page_fact(a, p, "machine code", r->arch);
    kp_page_fact(a, p, "measured", r->date);
}

void kp_doc_measured(struct kp_doc *d, const struct kp_result *r)
{
    kp_doc_add(d, KP_DOC_SECTION, "Speedups");
    kp_doc_figure(d, false, kp_result_speedups(d->arena, r));
    kp_doc_add(d, KP_DOC_SECTION, "Times");
    kp_result_times(d, r);
    kp_doc_add(d, KP_DOC_SECTION, "Table");
    kp_result_cells(d, r);
    kp_doc_add(
        d, KP_DOC_TEXT,
        "Intervals are those of the median, by order statistics; ~ marks speedups whose 95%% "
        "interval includes 1. docs/user/bench.md says how it is measured.");
}

void kp_page_add_result(struct kp_page *p, struct kp_doc *d, const struct kp_result *r)
{
    if (!d->blocks.n)
        kp_page_measured(d->arena, p, r);
    kp_doc_add(d, KP_DOC_TITLE, "%s at %s", r->kernel ? r->kernel : "kernel",
               r->sizes ? r->sizes : "no sizes");
    kp_doc_add(d, KP_DOC_TEXT, "On %s, built for %s, %s.", kp_result_device(d->arena, r),
               r->arch ? r->arch : "?", r->date ? r->date : "?");
    kp_doc_measured(d, r);
}

void kp_plot_doc(const struct kp_doc *d)
{
    const struct kp_plot_style style = kp_plot_style();
    struct kp_str text = kp_str_new(d->arena);

    kp_doc_text(d, &style, &text);
    fputs(kp_str_text(&text), stdout);
}

void kp_plot_measured(struct kp_arena *a, const struct kp_result *r)
{
    struct kp_doc d = {.arena = a};

    kp_doc_figure(&d, false, kp_result_speedups(a, r));
    kp_plot_doc(&d);
}
