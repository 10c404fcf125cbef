/* Back from a rewritten text to the original: what was changed, as lines that are there now and
 * lines that were there before. It may be carried by the rewritten text itself, in comments behind
 * its last line:
 *
 *     // kpipe undo 1: `kpipe undo FILE` brings back what these lines keep
 *     // @ LINE COUNT HASH KEPT         COUNT lines from LINE on, as they are now, by their hash,
 *     //|an original line|              were these KEPT lines
 *     // = HASH HASH                    of the whole text without these comments, and the original
 *
 * An `=` for a `|` after a line says that it ended without a newline. */
#ifndef KP_EMIT_UNDO_H
#define KP_EMIT_UNDO_H

#include "kp.h"

struct kp_change {
    uint32_t line, count; /* of the rewritten text; one unchanged line is on either side */
    uint64_t hash;        /* of its lines */
    const char *text;     /* the original's in their place */
    size_t size;
};
KP_VEC_TYPE(kp_changes, struct kp_change);

/* What leads from `text` back to `original`. False with *error set. */
bool kp_changes_back(struct kp_arena *a, const char *text, size_t size, const char *original,
                     size_t original_size, struct kp_changes *to, const char **error);

/* The text with the changes taken back, wherever their lines are now; NULL, with *why set, when
 * some lines are no longer what they were, or are there several times. */
const char *kp_take_back(struct kp_arena *a, const char *text, size_t size,
                         const struct kp_changes *changes, size_t *new_size, const char **why);

/* The comments that carry the changes; they begin in a new line of the text. */
const char *kp_carry(struct kp_arena *a, const char *text, size_t size, const char *original,
                     size_t original_size, const char **error);

/* Undoes a text by the comments that it carries. NULL without *why: it carries none. */
const char *kp_undo_carried(struct kp_arena *a, const char *text, size_t size, size_t *new_size,
                            const char **why);

#endif
