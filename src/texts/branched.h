/* A function with #if groups, and the programs that choices of their branches make of its file.
 * Shared by branches.c and joined.c. */
#ifndef KP_BRANCHED_H
#define KP_BRANCHED_H

#include "texts/choices.h"

struct kp_branched {
    struct kp_unit *u;
    struct kp_choices choices;
    const char *name; /* NULL: loops of another function of the name are in the file */
    struct kp_words *varying;
    bool is_kernel;
    const struct kp_options *options; /* with the plan that is tried */
    bool plain_types;                 /* which is tried, too; one way for all functions */
    bool is_first;                    /* no other function was found to be correct before */
    const struct kp_unit *other;      /* the first choice with another output, by its own plan */
};

/* The text with the function's branches taken; NULL when it has other groups than the source. */
char *kp_branches_taken(const struct kp_branched *f, const char *text, size_t size,
                        const struct kp_choice *choice);

/* `#if ..`, `#error "kpipe: ..`, `#endif`: the checks by which an output restricts its builds. */
bool kp_is_build_assertion(const char *text, const struct kp_branch_group *g);

/* A copy without the checks by which an output restricts its builds. They depend on the branches
 * taken. */
const char *kp_but_assertions(const struct kp_branched *f, const char *text, size_t size);

/* A unit for a text of the file, before its passes. */
struct kp_unit *kp_branched_trial(const struct kp_branched *f, const struct kp_options *options);

/* The headers that outputs may include by themselves. */
enum { KP_OWN_HEADERS = 2 };

/* The token behind kpipe's own #includes, if `t` is one; each of them is counted. */
struct kp_token kp_but_include(const char *s, size_t n, struct kp_token t, int *includes);

/* True if the loop is the function's. Its function may belong to an intermediate text; its node
 * belongs to this one. */
bool kp_is_of_function(const struct kp_branched *f, const struct kp_loop *l);
/* The loop at the same place. */
const struct kp_loop *kp_same_loop(const struct kp_unit *v, const struct kp_loop *l);
/* Requests the plans of `v` for the loops of `w` at the same places; loops without one are left
 * alone. */
const struct kp_options *kp_plans_of(const struct kp_unit *v, const struct kp_unit *w);
/* True if a line of the group asks for the architecture. */
bool kp_group_asks(const struct kp_branched *f, const struct kp_branch_group *g);
/* "" where loops of another function of the name are in the file. */
const char *kp_own_function_name(const struct kp_unit *u, const struct kp_sym *function);

/* join_lines.c: the texts of a function for each choice as one text, which has the lines that are
 * not in all of them under the directives of the file's groups. A text shares lines of its loops
 * with those of the same shape only. NULL when the texts are too long, or when no directives
 * separate them. `in_body`: they may differ in the function's body only. */
struct kp_choice_text {
    const char *text; /* with the checks of its builds */
    size_t size;
    const char *shape; /* of the loops, in words */
};
const char *kp_join_texts(const struct kp_choices *c, const struct kp_choice_text *texts,
                          bool in_body, const char *newline);

#endif
