/* Comments that ask for silence:
 *
 *     // kpipe: off                    what is in this line; on a line of its own, what it is
 * in front of
 *     // kpipe: off(KP501): reason     only these codes
 *     // NOLINT, NOLINTNEXTLINE, NOLINTBEGIN .. NOLINTEND, each with a (list) or without
 *
 * `off` at the head of a function or a loop speaks of all of it. */
#ifndef KP_MODEL_SILENCE_H
#define KP_MODEL_SILENCE_H

#include "kp.h"

/* Behind it are original lines in comments (emit/undo.h), which speak of nothing. */
#define KP_UNDO_MARK "// kpipe undo 1"

struct kp_silence {
    uint16_t file;
    struct kp_span span;  /* of the words in the comment */
    const char *codes;    /* "KP501, bank-*"; NULL: all */
    bool is_ours;         /* kpipe: off, which is for kpipe only */
    bool is_used;         /* something would have been said, or done */
    uint32_t first, last; /* lines that it speaks of */
};
KP_VEC_TYPE(kp_silences, struct kp_silence);

/* "kpipe-bank-conflict" */
const char *kp_code_name(struct kp_arena *a, enum kp_code code);
/* Is the code meant by the pattern: its name, with or without "kpipe-", "KP702", or "KP7"? */
bool kp_code_fits(struct kp_arena *a, enum kp_code code, const char *glob, size_t n);
/* Is it meant by one of a list with commas? */
bool kp_code_is_listed(struct kp_arena *a, enum kp_code code, const char *list);

/* Finds those of the unit's files; the front has read them. */
void kp_find_silences(struct kp_unit *u);
/* The comment that asks not to hear of the code in the line, which is used then; NULL: none. */
struct kp_silence *kp_silence_at(const struct kp_unit *u, enum kp_code code, uint16_t file,
                                 uint32_t line);

#endif
