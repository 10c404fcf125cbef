/* Two texts as lines, and which lines of the one are in the other. */
#ifndef KP_CC_MATCH_H
#define KP_CC_MATCH_H

#include <stdint.h>

#include "cc/lines.h"

struct kp_cc_line {
    uint32_t begin, end;   /* without blanks at both ends */
    uint64_t hash;         /* of what is between */
    const uint64_t *words; /* hashes of its identifiers */
    uint32_t n_words;
};

KP_VEC_TYPE(kp_cc_lines, struct kp_cc_line);

struct kp_cc_lines kp_cc_split(struct kp_arena *a, struct kp_cc_text t);

/* For each line of `b`, in order, the line of `a` that it is, or -1: a longest common sequence
 * (Myers, An O(ND) Difference Algorithm, 1986). Texts that differ in thousands of lines share only
 * their beginning and end. */
int32_t *kp_cc_match(struct kp_arena *arena, const struct kp_cc_lines *a,
                     const struct kp_cc_lines *b);

/* How much two lines have in common, 0 to 1000. */
unsigned kp_cc_likeness(const struct kp_cc_line *a, const struct kp_cc_line *b);

#endif
