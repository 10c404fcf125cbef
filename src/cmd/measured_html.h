/* The measurements of `bench` and `tune` as parts of a page. */
#ifndef KP_CMD_MEASURED_HTML_H
#define KP_CMD_MEASURED_HTML_H

#include "gpu/report.h"
#include "page/page.h"

/* Adds GPU, architecture and date of the measurement to the page's head. */
void kp_page_measured(struct kp_arena *a, struct kp_page *p, const struct kp_result *r);
/* Adds the speedups, the times and the table. */
void kp_doc_measured(struct kp_doc *d, const struct kp_result *r);
/* Adds a result as a part of the page of `bench`; the first result's facts are at the page's top.
 */
void kp_page_add_result(struct kp_page *p, struct kp_doc *d, const struct kp_result *r);

/* Prints to standard output, with figures drawn as characters: all blocks of `d`; the intervals of
 * the speedups. */
void kp_plot_doc(const struct kp_doc *d);
void kp_plot_measured(struct kp_arena *a, const struct kp_result *r);

#endif
