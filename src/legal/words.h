/* Words of the program's text, and what its macros make of them. */
#ifndef KP_LEGAL_WORDS_H
#define KP_LEGAL_WORDS_H

#include "front/pieces.h"

/* The identifiers of a text, but for those that a message (CUDA's own printf, assert) has as a
 * whole argument. */
void kp_collect_words(struct kp_unit *u, const char *text, struct kp_span span, struct kp_words *w);
/* Adds the words of all macros of the program that the words name. */
void kp_collect_macros(struct kp_unit *u, struct kp_words *w);
/* Is the word one of them, or may ## make it of several of them? */
bool kp_words_make(const struct kp_words *w, const char *word);
/* Does the program define a macro of this name, in some branch of some file or on the command line?
 */
bool kp_is_macro(struct kp_unit *u, const char *name, size_t n);

/* places.c: a word by which something computes with its line; NULL: none. */
const char *kp_word_of_line(struct kp_unit *u);
/* hidden.c: a word that would mean something else where the output writes it; NULL: none. */
const char *kp_hidden_word(struct kp_unit *u, const struct kp_loop *l,
                           const struct kp_node *function);

#endif
