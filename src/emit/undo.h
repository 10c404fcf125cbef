/* Restores the original from a rewritten text. A change is a range of lines of the rewritten text
 * and the original lines that it replaced. The rewritten text may carry its changes in comments
 * after its last line:
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
    uint32_t line, count; /* of the rewritten text, with one unchanged line on either side */
    uint64_t hash;        /* of its lines */
    const char *text;     /* the original lines */
    size_t size;
};
KP_VEC_TYPE(kp_changes, struct kp_change);

/* Finds the changes that turn `text` into `original`. False with *error set on failure. */
bool kp_changes_back(struct kp_arena *a, const char *text, size_t size, const char *original,
                     size_t original_size, struct kp_changes *to, const char **error);

/* The text with the changes undone, wherever their lines are now. NULL with *why set when the lines
 * of a change were modified or occur several times. */
const char *kp_take_back(struct kp_arena *a, const char *text, size_t size,
                         const struct kp_changes *changes, size_t *new_size, const char **why);

/* The comments that carry the changes, to be appended on a new line of the text. */
const char *kp_carry(struct kp_arena *a, const char *text, size_t size, const char *original,
                     size_t original_size, const char **error);

/* Undoes the changes that a text carries in comments. NULL with *why set on failure; NULL without
 * *why when it carries none. */
const char *kp_undo_carried(struct kp_arena *a, const char *text, size_t size, size_t *new_size,
                            const char **why);

#endif
