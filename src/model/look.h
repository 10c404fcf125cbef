/* The search for other builds of a function, in its parts. */
#ifndef KP_MODEL_LOOK_H
#define KP_MODEL_LOOK_H

#include "front/branches.h"
#include "front/pieces.h"
#include "model/brought.h"
#include "model/builds.h"
#include "model/loops.h"

/* The beginning of macros that only the compiler's device pass has. */
#define KP_ARCHITECTURE "__CUDA_ARCH"

struct kp_build_search {
    struct kp_unit *u;
    const struct kp_sym *sym;
    const struct kp_node *function;
    struct kp_spans texts;
    const struct kp_pieces *pieces;
    struct kp_words names; /* in the texts, and in the pieces that these names lead to */
    uint8_t *taken;        /* by piece: it is one of these */
    KP_VEC(size_t) takes;  /* their indexes */
    uint8_t *varies;       /* by piece: a macro that other builds may define differently */
    uint8_t *matters;      /* by group */
    struct kp_builds *out;
};

/* From its first line to its last. */
struct kp_span kp_group_span(const struct kp_branch_group *g);
/* True if the group's conditions name the architecture. */
bool kp_group_asks_architecture(const struct kp_build_search *k, const struct kp_branch_group *g);
/* True if the group chooses between builds that all have the function. */
bool kp_group_chooses(const struct kp_build_search *k, const struct kp_branch_group *g);
/* True if the directive there is in a branch that the parser has not taken. */
bool kp_is_skipped_at(struct kp_unit *u, size_t file, uint32_t at);
/* The branch that the parser took; -1: not known. */
int kp_taken_branch(struct kp_unit *u, size_t file, const struct kp_branch_group *g);
/* True if the parser has taken the branch that every build for CUDA takes, whatever it is compiled
 * for. */
bool kp_is_given_group(struct kp_unit *u, size_t file, const struct kp_branch_group *g);
/* `#ifdef NAME`, `#undef NAME` and nothing else: behind it there is no such macro, whichever branch
 * a build takes. */
bool kp_only_undefines(const char *s, const struct kp_branch_group *g);
/* The value with which a macro was parsed somewhere in `n`, if it is an integer there. */
bool kp_value_where(const struct kp_build_search *k, const struct kp_node *n, const char *name,
                    int64_t *v);
/* True for the default, in the group, of a macro with parameters, or of one that is only
 * specifiers, or nothing, and is in no function's body. */
bool kp_is_default_macro(const struct kp_build_search *k, const char *s,
                         const struct kp_branch_group *g, const struct kp_piece *p);

/* builds_headers.c: true if a file that only some branches of the group include may give the
 * function another meaning. Adds macros to k->out->tested. */
bool kp_group_brings(struct kp_build_search *k, size_t group);
/* Sets k->out->elsewhere. */
void kp_look_in_includer(struct kp_build_search *k);
/* True if files that only some branches of a group include define what the function names, other
 * than values that are asserted, or what the output says. */
bool kp_brings_names(struct kp_build_search *k, const struct kp_brought *b, bool asks_architecture);
/* True if a piece of the text gives one of the names a meaning. */
bool kp_is_brought(const struct kp_build_search *k, const char *text, const struct kp_piece *p,
                   const struct kp_words *names);
/* A property of a piece of the file, in the group. */
typedef bool kp_is_given(struct kp_build_search *k, const struct kp_brought_file *f,
                         const struct kp_branch_group *g, const struct kp_piece *p);
/* True if all pieces that the group has, and that give one of the names a meaning, are such. */
bool kp_gives_only(struct kp_build_search *k, const struct kp_brought_file *f,
                   const struct kp_branch_group *g, const struct kp_words *names,
                   kp_is_given *is_such);
/* True if it is a macro whose value in this build an assertion asks for in all others; adds it to
 * k->out->tested. */
bool kp_is_asserted(struct kp_build_search *k, const struct kp_brought_file *f,
                    const struct kp_piece *p);
/* True if it is a macro, all of whose definitions in the file are floating-point numbers. */
bool kp_is_float_macro(const char *s, const struct kp_pieces *pieces, const struct kp_piece *p);

/* builds_inside.c: groups in headers, and macros of the command line. Adds to k->out->asked, or
 * sets k->out->elsewhere. */
void kp_look_inside(struct kp_build_search *k);
/* Sets k->out->elsewhere to the line. */
void kp_set_elsewhere(struct kp_build_search *k, size_t file, struct kp_span line);

#endif
