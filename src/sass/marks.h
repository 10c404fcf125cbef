/* What listings show beside an instruction. */
#ifndef KP_SASS_MARKS_H
#define KP_SASS_MARKS_H

#include "sass/overlap.h"

/* The control field as CuAssembler writes it: waits, read and write scoreboard, yield, stall. */
const char *kp_sass_control(struct kp_arena *a, const struct kp_sass_insn *x);

/* The line of an instruction within the kernel's own file, 0 without one. */
unsigned kp_sass_line(const struct kp_sass_kernel *k, const struct kp_sass_insn *x);

/* Numbers that connect loads with the instructions that wait for them, from 1; loads with the same
 * wait share a number. 0: none. */
struct kp_sass_marks {
    unsigned *load, *wait; /* by instruction number in the kernel */
    unsigned n;
};
/* Fills `to` from the loads and waits of `o`. */
void kp_sass_mark(struct kp_arena *a, const struct kp_overlap *o, struct kp_sass_marks *to);

#endif
