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
    /* the name of the outermost named namespace around a declaration: who reaches the declaration
     * says that name, or is in the namespace; empty: none, or not known */
    struct kp_span space;
    bool is_macro; /* a #define, or what is_undef says: it has one name */
    bool is_undef; /* an #undef; a pragma that keeps or gives back what a macro was */
    bool is_function_like;
    bool is_operator; /* an operator function, but no class's: may be used without its name */
    bool is_using_namespace; /* `using namespace x;`, which says what every name means */
};

struct kp_pieces {
    KP_VEC(struct kp_piece) list;
    bool is_odd; /* braces do not tell what must be reached by the name of a namespace */
};

/* The pieces of the unit's source; computed once. */
const struct kp_pieces *kp_pieces_of(struct kp_unit *u);
/* The pieces of a file of the parse (0: the source); computed once. */
const struct kp_pieces *kp_pieces_in(struct kp_unit *u, size_t file);
struct kp_words;
/* The pieces of any text, which uses its own macros and these; NULL: none. */
const struct kp_pieces *kp_pieces_cut(struct kp_arena *a, const char *text, uint32_t size,
                                      const struct kp_words *macros);

struct kp_token;
/* True if the token is a word of the language or of attributes, which nothing declares. */
bool kp_is_word_of_declarations(const char *text, struct kp_token t);
/* The piece of a line that is a #define or #undef; false: it is another one. */
bool kp_read_macro(struct kp_arena *a, const char *text, struct kp_token line, struct kp_piece *p);
/* True if the piece, of `text`, defines or undefines the macro `name`, which has n bytes. */
bool kp_is_about_macro(const struct kp_piece *p, const char *text, const char *name, size_t n);

/* A piece of one of the files of the parse. */
struct kp_named {
    size_t file;
    const char *text; /* of the file; NULL behind the last macro */
    const struct kp_piece *piece;
    struct kp_span name; /* the one by which it is found */
    size_t order;        /* among the pieces of all files */
};

/* All other pieces of all files in their order; a last one has no text. */
const struct kp_named *kp_declarations_in(struct kp_unit *u);
/* The macros' pieces of all files in their order. */
const struct kp_named *kp_macros_in(struct kp_unit *u);
#define kp_each_macro(m, u) for (const struct kp_named *m = kp_macros_in(u); m->text; m++)

KP_VEC_TYPE(kp_named_pieces, struct kp_named);

struct kp_words;
/* The names of all of them. */
const struct kp_words *kp_names_of_pieces(struct kp_unit *u);
/* Those that have the name, which has n bytes, in order; one with two such names is there twice. */
const struct kp_named_pieces *kp_pieces_named(struct kp_unit *u, const char *name, size_t n);
/* The definitions of the macro in all branches of all files; the pieces of the files are cut by
 * what these say. */
const struct kp_named_pieces *kp_definitions_named(struct kp_unit *u, const char *name, size_t n);
/* The macro among them that is behind `last`, the first one with NULL; NULL: there is none. */
const struct kp_named *kp_next_macro(struct kp_unit *u, const char *name, size_t n,
                                     const struct kp_named *last);
#define kp_each_macro_named(m, u, name, n)                                                         \
    for (const struct kp_named *m = NULL; (m = kp_next_macro(u, name, n, m)) != NULL;)

/* Those that are used without their names. */
const struct kp_named_pieces *kp_nameless_pieces(struct kp_unit *u);

/* True if the program defines a macro of this name, in any #if branch of any file or on the command
 * line. */
bool kp_is_macro(struct kp_unit *u, const char *name, size_t n);
/* True if a word of the text is the name of such a macro. */
bool kp_names_macro(struct kp_unit *u, const char *of);

/* A set of words. */
struct kp_words {
    const char **slots;
    size_t size, used;
};

bool kp_words_have(const struct kp_words *w, const char *word, size_t n);
/* The set's own text of the word; NULL: it has it not. */
const char *kp_words_find(const struct kp_words *w, const char *word, size_t n);
void kp_words_add(struct kp_arena *a, struct kp_words *w, const char *word, size_t n);
/* Adds the words of a text (kp_lex_is_word), outside of directives. */
void kp_words_of(struct kp_arena *a, struct kp_words *w, const char *text, struct kp_span s);

/* The macros of the project's files that the parser has met; computed once. */
const struct kp_words *kp_parsed_macros(struct kp_unit *u);

#endif
