/* Regroups copies of a few bytes into copies of up to 16 bytes. The source text is changed first;
 * the passes then run on the result as on any file. */
#ifndef KP_WIDEN_WIDEN_H
#define KP_WIDEN_WIDEN_H

#include "kp.h"

/* One per loop of the unit. */
struct kp_widened {
    bool skip;         /* in: do not change the loop */
    bool in_one;       /* in: put both widths into one loop */
    bool plain;        /* in: right as it stands, without a pipeline, too */
    const char *words; /* out: the change of its copies, in words; NULL: none */
    bool padded;       /* out: rows of its tiles became longer */
    /* out: the templates, functions and classes, for whose visible instances alone it is right:
     * what the text leaves open is theirs */
    struct kp_texts of_instances;
    struct kp_version version;            /* out: its flag is true when the wide copies run */
    KP_VEC(const struct kp_tile *) tiles; /* out: tiles whose copies became wider */
};

/* The input with vector copies beside, or instead of, the copies of its legal K-loops; NULL when no
 * copy can be widened. In the arena. Runs after the legal pass. A text with only vector copies is
 * correct only if the flag is true; emission adds the loop's own text for the other case. */
const char *kp_widen_copies(struct kp_unit *u, struct kp_widened *loops, size_t *size);

/* The output of a unit with the flags of its widened loops set to true, or to what the compiler
 * knows of them, so that it removes the copies as written, or the wide ones. It is only compiled
 * and analysed, never delivered. NULL when nothing was widened. In the arena. */
const char *kp_decided_text(const struct kp_unit *u, size_t *size);

#endif
