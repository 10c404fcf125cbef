/* Finds which lines of one text are in another. */
#ifndef KP_CC_MATCH_H
#define KP_CC_MATCH_H

#include <stdint.h>

#include "cc/lines.h"

struct kp_cc_line {
    uint32_t begin, end;   /* offsets, without blanks at both ends */
    uint64_t hash;         /* of the text between them */
    const uint64_t *words; /* hashes of its identifiers */
    uint32_t n_words;
};

KP_VEC_TYPE(kp_cc_lines, struct kp_cc_line);

struct kp_cc_lines kp_cc_split(struct kp_arena *a, struct kp_cc_text t);

/* For each line of `b`, the line of `a` that it equals in a longest common subsequence, or -1
 * (Myers, An O(ND) Difference Algorithm, 1986). For texts that differ in thousands of lines, only
 * the common beginning and end are matched. */
int32_t *kp_cc_match(struct kp_arena *arena, const struct kp_cc_lines *a,
                     const struct kp_cc_lines *b);

/* The similarity of two lines, 0 to 1000. */
unsigned kp_cc_likeness(const struct kp_cc_line *a, const struct kp_cc_line *b);

#endif
