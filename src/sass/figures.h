/* Figures and a listing of a main loop. */
#ifndef KP_SASS_FIGURES_H
#define KP_SASS_FIGURES_H

#include "page/doc.h"
#include "sass/marks.h"
#include "sass/overlap.h"

/* A timeline of one iteration: the cycles in which a warp issues it, and the loads in flight. The
 * axis ends at `cycles`, or later. */
struct kp_figure kp_sass_timeline(struct kp_arena *a, const struct kp_overlap *o, const char *title,
                                  unsigned cycles);
/* The warp's issue time by kind of instruction. The axis ends at `most`, or later. */
struct kp_figure kp_sass_issue(struct kp_arena *a, const struct kp_overlap *o, const char *title,
                               double most);
/* The value of the longest bar of that figure. */
double kp_sass_most_issue(const struct kp_overlap *o);

/* The loop's instructions as HTML, with a line from each load to its wait. */
const char *kp_sass_listing(struct kp_arena *a, const struct kp_overlap *o);

enum kp_tone kp_sass_tone(enum kp_overlap_verdict v);

/* ---- shared by both ------------------------------------------------------------------------ */

/* Class names of the style sheet. */
const char *kp_sass_lane_style(const struct kp_overlap *o, const struct kp_sass_marks *marks,
                               uint32_t insn);
const char *kp_sass_tone_style(enum kp_overlap_verdict v);

/* The position of an instruction in the loop. */
size_t kp_sass_position(const struct kp_overlap *o, uint32_t insn);

#endif
