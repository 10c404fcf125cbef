/* What the text of a function names in the files of the project, directly or through what it names.
 */
#ifndef KP_MODEL_NAMED_H
#define KP_MODEL_NAMED_H

#include "front/pieces.h"

struct kp_named {
    size_t file; /* of the parse */
    const struct kp_piece *piece;
};

KP_VEC_TYPE(kp_named_pieces, struct kp_named);

enum kp_named_what { KP_NAMED_ALL, KP_NAMED_MACROS };

/* Adds to `out` the pieces that the words name and those that these name, macros alone or all, and
 * to `words` the words of all of them. */
void kp_close_names(struct kp_unit *u, enum kp_named_what what, struct kp_words *words,
                    struct kp_named_pieces *out);
/* The same with the words of the function and of what it calls to begin with; found once. */
struct kp_closed_names {
    struct kp_words own; /* of the function's text alone */
    struct kp_words words;
    struct kp_named_pieces pieces;
};
const struct kp_closed_names *kp_names_of(struct kp_unit *u, const struct kp_sym *function,
                                          enum kp_named_what what);

/* A name that the function's text or what is behind it uses, and that nothing declares: a build
 * has to say what it is. NULL: there is none. */
const char *kp_undeclared_name(struct kp_unit *u, const struct kp_sym *function);

#endif
