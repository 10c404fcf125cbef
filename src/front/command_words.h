/* A command line's words, for its reader. */
#ifndef KP_FRONT_COMMAND_WORDS_H
#define KP_FRONT_COMMAND_WORDS_H

#include "front/command.h"

/* Appends `words` (NULL-terminated) to to->words, with what the response files among them hold in
 * their place; to->error is set where that has no end. */
void kp_compile_words(struct kp_arena *a, struct kp_compile *to, const char *const *words);

#endif
