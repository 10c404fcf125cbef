/* What `bench` and `tune` have measured, as parts of a page. */
#include "cmd/measured_html.h"

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
        "interval includes 1. docs/bench.md says how it is measured.");
}
