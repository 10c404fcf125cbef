/* The macros and declarations of a project's files that the text of a function names, directly or
 * through other such names. */
#ifndef KP_MODEL_NAMED_H
#define KP_MODEL_NAMED_H

#include "front/pieces.h"

/* reach.c: true if the words may reach the declaration, as far as its namespace goes. */
bool kp_is_in_reach(struct kp_unit *u, const char *text, const struct kp_piece *p,
                    const struct kp_words *words);
/* A word of sets that reach all namespaces. */
#define KP_ANY_NAMESPACE "::"

/* openers.c: a macro with which a file begins a namespace or extern "C" and leaves the brace to its
 * text, so that its pieces do not show what is inside; NULL: there is none. */
const char *kp_macro_that_opens(struct kp_unit *u);

/* PLAIN: all but operators, which ALL takes without their names. */
enum kp_named_what { KP_NAMED_ALL, KP_NAMED_MACROS, KP_NAMED_PLAIN };

/* Adds to `out` the pieces (of the kind) that the words name, directly and indirectly, and
 * to `words` the identifiers of these pieces. */
void kp_close_names(struct kp_unit *u, enum kp_named_what what, struct kp_words *words,
                    struct kp_named_pieces *out);
/* The same, beginning with the identifiers of the function and its callees; cached. */
struct kp_closed_names {
    struct kp_words own; /* of the function's text alone */
    struct kp_words words;
    struct kp_named_pieces pieces;
};
const struct kp_closed_names *kp_names_of(struct kp_unit *u, const struct kp_sym *function,
                                          enum kp_named_what what);

struct kp_token;
/* pasted.c: the length of the `##` at the token, 0: it is another one. */
uint32_t kp_paste_at(const char *text, struct kp_token t, uint32_t end);
/* named.c: true if the definition may make one name of two. */
bool kp_has_paste(const struct kp_named *p);
/* Adds the names of pieces that macros can make of the words. */
void kp_add_pasted_names(struct kp_unit *u, const struct kp_words *words, struct kp_words *out);
/* Adds the declarations to which macros may give one of the words as a name. */
void kp_pieces_pasted(struct kp_unit *u, const struct kp_words *words, struct kp_named_pieces *out);

/* Adds the words of #include directives that name no file: macros say which. */
void kp_words_of_includes(struct kp_unit *u, struct kp_words *words);

/* A name that the function's text, or a piece that it names, uses and nothing declares, so that a
 * build must define it, or a macro whose value is the compiler's matter. NULL: there is none. */
const char *kp_undeclared_name(struct kp_unit *u, const struct kp_sym *function);

#endif
