/* What listings show of an instruction. */
#ifndef KP_SASS_MARKS_H
#define KP_SASS_MARKS_H

#include "sass/overlap.h"

/* The control field as CuAssembler writes it: waits, read and write scoreboard, yield, stall. */
const char *kp_sass_control(struct kp_arena *a, const struct kp_sass_insn *x);

/* The line of an instruction within the kernel's own file, 0 without one. */
unsigned kp_sass_line(const struct kp_sass_kernel *k, const struct kp_sass_insn *x);

/* How an instruction is part of the overlap: the load's number from 1 (loads that the same
 * instruction waits for share theirs), 0 none. */
struct kp_sass_marks {
    unsigned *load, *wait; /* by instruction of the kernel */
    unsigned n;
};
void kp_sass_mark(struct kp_arena *a, const struct kp_overlap *o, struct kp_sass_marks *to);

#endif
