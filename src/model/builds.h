/* #if groups by which other builds of the file may give a function another meaning. */
#ifndef KP_MODEL_BUILDS_H
#define KP_MODEL_BUILDS_H

#include "front/branches.h"
#include "front/lex.h"
#include "front/pieces.h"
#include "kp.h"

/* A macro that other builds may define differently, with its value in this build. */
struct kp_tested {
    const char *name;
    int64_t value;
};

struct kp_builds {
    struct kp_branch_groups groups; /* of the whole file */
    /* Indexes of the groups in the function, in its callees, and elsewhere if they define names
     * that these texts use. Macros in `tested` do not count. */
    KP_VEC(size_t) matter;
    KP_VEC(struct kp_tested) tested;
    /* conditions for #ifs in front of the function that stop the builds that take other branches of
     * groups in headers */
    KP_VEC(const char *) asked;
    /* What matters and leaves nothing to choose from, nor a condition to ask: the first line of a
     * group of the source that includes this one, a header, or of a group in a header; NULL: none
     */
    const struct kp_node *elsewhere;
    bool broken; /* a group begins in one of the texts and ends elsewhere */
};

void kp_builds_of(struct kp_unit *u, const struct kp_sym *function, struct kp_builds *out);

/* True if the preprocessor skipped a part of the span in this build. */
bool kp_is_skipped(const struct kp_unit *u, struct kp_span s);
/* The same in a file of the parse. */
bool kp_is_skipped_in(struct kp_unit *u, size_t file, struct kp_span s);

/* The only definition of a macro in this build, and its file; NULL: there is none, or there are
 * several, or it is undefined somewhere. */
const struct kp_piece *kp_only_macro(struct kp_unit *u, const char *name, size_t *file);
/* Adds the macros of the command line, as NAME or NAME=VALUE. */
void kp_command_macros(struct kp_unit *u, struct kp_texts *out);
/* The text that a macro of the command line, whose name has n bytes, stands for; NULL: it has
 * parameters, or a file says something else of the name. */
const char *kp_command_body(struct kp_unit *u, const char *said, size_t n);
/* True if the text is a type of the language or of CUDA. */
bool kp_is_type_text(struct kp_unit *u, const char *s, struct kp_span body);
/* The number that is all of a macro's body in the text `s`, perhaps in parentheses and with a sign
 * in front of it; a token of the kind END: there is none. */
struct kp_token kp_macro_number(const char *s, const struct kp_piece *p);
/* Its value, if it is an integer without a sign. */
bool kp_macro_value(const char *s, const struct kp_piece *p, int64_t *v);

/* True if names in the text may have different meanings in the compiler's host and device passes.
 */
bool kp_asks_architecture(struct kp_unit *u, struct kp_span text);
/* The same for any text, of which operators say nothing: a name of a constant or a type. */
bool kp_asks_architecture_of(struct kp_unit *u, const char *text);

/* Adds the names that the branches of the groups in `matter` may define differently, and the names
 * defined by these, where nothing but the branches taken can give them another meaning: each choice
 * is looked at, and no assertion is needed. */
void kp_varying_names(struct kp_unit *u, const struct kp_builds *b, struct kp_span function,
                      struct kp_words *out);

/* The names that vary in the unit's text; NULL: none. */
const struct kp_words *kp_varying_of(const struct kp_unit *u);
/* .. for the function: those whose values no assertion has to hold. The choices of one analysed
 * function have been analysed for the rest of the file, too, but not together with another's. */
const struct kp_words *kp_varying_in(const struct kp_unit *u, const struct kp_sym *function);
/* True if types with such a name are said without it. */
bool kp_says_plain_types(const struct kp_unit *u);

/* True if one of the groups in `matter` depends on a name. */
bool kp_has_builds(const struct kp_builds *b);

#endif
