/* The words of a command line; private to command.c. */
#ifndef KP_FRONT_COMMAND_WORDS_H
#define KP_FRONT_COMMAND_WORDS_H

#include "front/command.h"

/* Appends `words` (NULL-terminated) to to->words, with response files replaced by their contents.
 * Sets to->error when these include themselves or are too large. */
void kp_compile_words(struct kp_arena *a, struct kp_compile *to, const char *const *words);

#endif
