/* The identifiers in the program's text, and those that its macros expand to. */
#ifndef KP_LEGAL_WORDS_H
#define KP_LEGAL_WORDS_H

#include "front/pieces.h"

/* Adds the identifiers of a text, except those that are a whole argument of CUDA's printf or
 * assert. */
void kp_collect_words(struct kp_unit *u, const char *text, struct kp_span span, struct kp_words *w);
/* Adds the identifiers in the bodies of all macros of the program that are named in the set. */
void kp_collect_macros(struct kp_unit *u, struct kp_words *w);

/* capture.c: true if the expression, in a function of the file, may stand in a lambda that captures
 * what it names by reference. */
bool kp_may_be_in_lambda(struct kp_unit *u, const struct kp_node *n);
/* places.c: a name by which the program uses its own line numbers; NULL: none. */
const char *kp_word_of_line(struct kp_unit *u);
/* hidden.c: a name that would have another meaning at the place where the output uses it; NULL:
 * none. */
const char *kp_hidden_word(struct kp_unit *u, const struct kp_loop *l,
                           const struct kp_node *function);

#endif
