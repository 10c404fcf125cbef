/* What `bench` and `tune` have measured, as parts of a page. */
#ifndef KP_CMD_MEASURED_HTML_H
#define KP_CMD_MEASURED_HTML_H

#include "gpu/report.h"
#include "page/page.h"

/* GPU, architecture, date of the measurement. */
void kp_page_measured(struct kp_arena *a, struct kp_page *p, const struct kp_result *r);
/* Speedups, times, the table. */
void kp_doc_measured(struct kp_doc *d, const struct kp_result *r);

#endif
