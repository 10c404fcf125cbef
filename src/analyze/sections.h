/* The report's content, independent of its format. */
#ifndef KP_ANALYZE_SECTIONS_H
#define KP_ANALYZE_SECTIONS_H

#include "analyze/analyze.h"
#include "analyze/ncu.h"
#include "page/doc.h"

/* The sections of one kernel, in the order of docs/user/analyze.md. */
void kp_section_baseline(struct kp_doc *d, const struct kp_analyzed *all,
                         const struct kp_analysis *x);
void kp_section_roofline(struct kp_doc *d, const struct kp_analyzed *all,
                         const struct kp_analysis *x);
void kp_section_occupancy(struct kp_doc *d, const struct kp_analyzed *all,
                          const struct kp_analysis *x);
void kp_section_ratio(struct kp_doc *d, const struct kp_analyzed *all, const struct kp_analysis *x);
void kp_section_sass(struct kp_doc *d, const struct kp_analyzed *all, const struct kp_analysis *x);
void kp_section_cliff(struct kp_doc *d, const struct kp_analyzed *all, const struct kp_analysis *x);

/* Title, notes, sections of every kernel. */
void kp_sections(struct kp_doc *d, const struct kp_analyzed *all);

/* Figures. One without data is empty. */
struct kp_figure kp_figure_roofline(struct kp_arena *a, const struct kp_analyzed *all,
                                    const struct kp_analysis *x);
void kp_figures_occupancy(struct kp_doc *d, const struct kp_analyzed *all,
                          const struct kp_analysis *x);
struct kp_figure kp_figure_stalls(struct kp_arena *a, const struct kp_analyzed *all,
                                  const struct kp_profiled *p);
void kp_figures_loop(struct kp_doc *d, const struct kp_analysis *x);

#endif
