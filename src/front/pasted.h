/* Names that macros make of parts. */
#ifndef KP_FRONT_PASTED_H
#define KP_FRONT_PASTED_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"

/* True if the text may paste names of their parts. */
bool kp_pastes(const char *text);
/* True if a name of n bytes can be cut into parts, of each of which `is_part` is true: of the bytes
 * from `begin` to `end`. */
bool kp_is_made_of(struct kp_arena *a, size_t n,
                   bool (*is_part)(void *to, size_t begin, size_t end), void *to);
struct kp_words;
/* .. into words, of which none is the whole name, and numbers, which may be the compiler's
 * (__LINE__). */
bool kp_is_made_of_words(struct kp_arena *a, const struct kp_words *words, const char *name);
/* .. or it is one of the words. */
bool kp_words_make(struct kp_arena *a, const struct kp_words *words, const char *name);

#endif
