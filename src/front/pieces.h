/* A file cut into what it defines: macros, and the declarations outside of functions, of all
 * branches of its conditional groups. By tokens alone: the branches that are not compiled have no
 * tree. */
#ifndef KP_FRONT_PIECES_H
#define KP_FRONT_PIECES_H

#include "kp.h"

struct kp_piece {
    struct kp_span span; /* a macro: its line, `#` included */
    struct kp_span body; /* a macro: what it stands for; a declaration: all of it */
    struct {
        KP_VEC(struct kp_span) list;
    } names;
    bool is_macro, is_undef;
    bool is_function_like;
    bool is_operator; /* used without its name being written */
};

struct kp_pieces {
    KP_VEC(struct kp_piece) list;
};

/* Of the unit's source; cut once. */
const struct kp_pieces *kp_pieces_of(struct kp_unit *u);
/* Of a file of the parse: the source is file 0. Cut once. */
const struct kp_pieces *kp_pieces_in(struct kp_unit *u, size_t file);
/* Of any text. */
const struct kp_pieces *kp_pieces_cut(struct kp_arena *a, const char *text, uint32_t size);

/* Is a word of the text the name of a macro of a project's file? */
bool kp_names_macro(struct kp_unit *u, const char *of);

/* A set of words. */
struct kp_words {
    const char **slots;
    size_t size, used;
};

bool kp_words_have(const struct kp_words *w, const char *word, size_t n);
void kp_words_add(struct kp_arena *a, struct kp_words *w, const char *word, size_t n);
/* The identifiers of a text, directives left out. */
void kp_words_of(struct kp_arena *a, struct kp_words *w, const char *text, struct kp_span s);

#endif
