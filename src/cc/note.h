/* An ELF note in an object file that lists the rewritten loops. Linkers and strip keep it. */
#ifndef KP_CC_NOTE_H
#define KP_CC_NOTE_H

#include "util/str.h"

struct kp_cc_entry {
    const char *kernel, *file;
    unsigned line;
    const char *plan;    /* "cp-async, 2 stages, split, sm_86" */
    const char *version; /* kpipe's */
    const char *proof;   /* the proof's hash from the lock file; "-": none */
};

KP_VEC_TYPE(kp_cc_entries, struct kp_cc_entry);

/* The lines of C++ that make the note, to be appended to a source. */
const char *kp_cc_note_text(struct kp_arena *a, const struct kp_cc_entries *entries);

/* All such notes in the bytes of an object, library or program, in order. The input is not trusted:
 * what does not have the exact form of such a note is skipped. */
struct kp_cc_entries kp_cc_notes(struct kp_arena *a, const char *bytes, size_t size);

#endif
