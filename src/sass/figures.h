/* A main loop as figures and as a listing. */
#ifndef KP_SASS_FIGURES_H
#define KP_SASS_FIGURES_H

#include "page/doc.h"
#include "sass/marks.h"
#include "sass/overlap.h"

/* One iteration in the cycles that a warp itself takes to issue it, with what is in flight; the
 * axis ends at `cycles`, or later. */
struct kp_figure kp_sass_timeline(struct kp_arena *a, const struct kp_overlap *o, const char *title,
                                  unsigned cycles);
/* That issue time by kinds of instructions; the axis ends at `most`, or later. */
struct kp_figure kp_sass_issue(struct kp_arena *a, const struct kp_overlap *o, const char *title,
                               double most);
/* The longest bar of that figure. */
double kp_sass_most_issue(const struct kp_overlap *o);

/* The loop's instructions as HTML, with a line from each load to its wait. */
const char *kp_sass_listing(struct kp_arena *a, const struct kp_overlap *o);

enum kp_tone kp_sass_tone(enum kp_overlap_verdict v);

/* ---- shared by both ------------------------------------------------------------------------ */

/* The names of the style sheet. */
const char *kp_sass_lane_style(const struct kp_overlap *o, const struct kp_sass_marks *marks,
                               uint32_t insn);
const char *kp_sass_tone_style(enum kp_overlap_verdict v);

/* Where in the loop an instruction stands. */
size_t kp_sass_position(const struct kp_overlap *o, uint32_t insn);

#endif
