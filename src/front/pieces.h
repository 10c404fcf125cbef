/* The macros and namespace-scope declarations of a file, from all branches of its #if groups. Found
 * by tokens, because branches that are not compiled have no tree. */
#ifndef KP_FRONT_PIECES_H
#define KP_FRONT_PIECES_H

#include "kp.h"

struct kp_piece {
    struct kp_span span; /* a macro: its line, `#` included */
    struct kp_span body; /* a macro: its replacement; a declaration: all of it */
    struct {
        KP_VEC(struct kp_span) list;
    } names;
    bool is_macro; /* a #define or #undef: it has one name */
    bool is_undef;
    bool is_function_like;
    bool is_operator; /* an operator function: may be used without its name */
};

struct kp_pieces {
    KP_VEC(struct kp_piece) list;
};

/* The pieces of the unit's source; computed once. */
const struct kp_pieces *kp_pieces_of(struct kp_unit *u);
/* The pieces of a file of the parse (0: the source); computed once. */
const struct kp_pieces *kp_pieces_in(struct kp_unit *u, size_t file);
/* The pieces of any text. */
const struct kp_pieces *kp_pieces_cut(struct kp_arena *a, const char *text, uint32_t size);

/* True if the piece, of `text`, defines or undefines the macro `name`, which has n bytes. */
bool kp_is_about_macro(const struct kp_piece *p, const char *text, const char *name, size_t n);
/* A macro's #define or #undef in a file of the parse. */
struct kp_macro_at {
    size_t file;
    const char *text; /* of the file; NULL behind the last one */
    const struct kp_piece *piece;
    struct kp_span name;
};

/* Those of all files in their order; computed once. */
const struct kp_macro_at *kp_macros_in(struct kp_unit *u);
#define kp_each_macro(m, u) for (const struct kp_macro_at *m = kp_macros_in(u); m->text; m++)
/* True if it is of the macro `name`, which has n bytes. */
bool kp_is_macro_named(const struct kp_macro_at *m, const char *name, size_t n);

/* True for `using namespace x;`, which says what every name means. */
bool kp_is_using_namespace(const struct kp_piece *p, const char *text);
/* True if a word of the text is the name of a macro that a file of the project defines. */
bool kp_names_macro(struct kp_unit *u, const char *of);

/* A set of words. */
struct kp_words {
    const char **slots;
    size_t size, used;
};

bool kp_words_have(const struct kp_words *w, const char *word, size_t n);
void kp_words_add(struct kp_arena *a, struct kp_words *w, const char *word, size_t n);
/* Adds the identifiers of a text, outside of directives. */
void kp_words_of(struct kp_arena *a, struct kp_words *w, const char *text, struct kp_span s);

#endif
