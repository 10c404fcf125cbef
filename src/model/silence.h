/* Suppression comments:
 *
 *     // kpipe: off                    this line; on a line of its own, the next statement
 *     // kpipe: off(KP501): reason     only these codes
 *     // NOLINT, NOLINTNEXTLINE, NOLINTBEGIN .. NOLINTEND, each with a (list) or without
 *
 * `off` before a function or a loop applies to all of it. */
#ifndef KP_MODEL_SILENCE_H
#define KP_MODEL_SILENCE_H

#include "kp.h"

/* After this mark, comments hold original lines (emit/undo.h) and suppress nothing. */
#define KP_UNDO_MARK "// kpipe undo 1"

struct kp_silence {
    uint16_t file;
    struct kp_span span;  /* of the words, inside the comment */
    const char *codes;    /* "KP501, bank-*"; NULL: all */
    bool is_ours;         /* `kpipe: off`, which only concerns kpipe */
    bool is_used;         /* it has suppressed a finding or a rewrite */
    uint32_t first, last; /* the lines to which it applies */
};
KP_VEC_TYPE(kp_silences, struct kp_silence);

/* The long name of a code: "kpipe-bank-conflict". */
const char *kp_code_name(struct kp_arena *a, enum kp_code code);
/* True if the pattern of n bytes matches the code: its name, with or without "kpipe-", "KP702", or
 * "KP7". */
bool kp_code_fits(struct kp_arena *a, enum kp_code code, const char *glob, size_t n);
/* True if a pattern of a comma-separated list matches. */
bool kp_code_is_listed(struct kp_arena *a, enum kp_code code, const char *list);

/* Finds the suppression comments in the unit's files. */
void kp_find_silences(struct kp_unit *u);
/* The comment that suppresses the code in the line, now marked as used; NULL: none. */
struct kp_silence *kp_silence_at(const struct kp_unit *u, enum kp_code code, uint16_t file,
                                 uint32_t line);

#endif
