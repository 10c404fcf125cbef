/* What `bench` and `tune` have measured, as parts of a page. */
#ifndef KP_CMD_MEASURED_HTML_H
#define KP_CMD_MEASURED_HTML_H

#include "gpu/report.h"
#include "page/page.h"

/* GPU, architecture, date of the measurement. */
void kp_page_measured(struct kp_arena *a, struct kp_page *p, const struct kp_result *r);
/* Speedups, times, the table. */
void kp_doc_measured(struct kp_doc *d, const struct kp_result *r);
/* A result as one of the parts of `bench`'s page; the first one's facts stand at its top. */
void kp_page_add_result(struct kp_page *p, struct kp_doc *d, const struct kp_result *r);

/* To standard output, with figures as characters: all blocks; the speedups' intervals. */
void kp_plot_doc(const struct kp_doc *d);
void kp_plot_measured(struct kp_arena *a, const struct kp_result *r);

#endif
