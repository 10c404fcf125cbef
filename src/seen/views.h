/* Private to seen_*.c: the views of a file: a header through each source that includes it, or a
 * source by each of its command lines. */
#ifndef KP_SEEN_VIEWS_H
#define KP_SEEN_VIEWS_H

#include "pipeline.h"
#include "util/str.h"

/* The file as parsed in one of the ways in which it is compiled. */
struct kp_view {
    const struct kp_options *options;
    const char *name; /* of the source or the command line, as messages show it */
    struct kp_unit *tree;
    enum kp_pass passes; /* up to which they were run for the tree */
    unsigned launched;   /* number of functions with loops that it launches or instantiates */
};

/* A function that only sources other than the first launch, and the result through one of these. */
struct kp_elsewhere {
    const struct kp_sym *function;
    struct kp_unit *made;
};

struct kp_views {
    struct kp_unit *u; /* the unit with the header's text */
    KP_VEC(struct kp_elsewhere) elsewhere;
    enum kp_pass last;
    struct kp_texts reads; /* files read by any of the parses */
    KP_VEC(struct kp_view) list;
    struct kp_view *first; /* the view whose output is used */
    struct kp_unit *made;  /* the result of all passes through it */
    struct kp_request *requests;
    const char **why; /* by loop: why it must stay as it is; NULL: it may be rewritten */
    bool any_refused;
    bool is_own; /* the views are command lines of the file, which is no header */
    unsigned runs;
};

/* ---- seen_views.c ---- */

/* Runs the passes up to `last` on a text of the header through one view. The unit has its own
 * arena, which the caller frees or passes to kp_view_keep(). */
struct kp_unit *kp_view_run(struct kp_views *all, const struct kp_view *v, const char *text,
                            size_t size, const struct kp_request *requests, enum kp_pass last);
/* The same for the header's own text. */
struct kp_unit *kp_view_run_source(struct kp_views *all, const struct kp_view *v,
                                   const struct kp_request *requests, enum kp_pass last);
struct kp_unit *kp_view_keep(struct kp_views *all, struct kp_unit *u);
/* True if the source launches or instantiates the header's function. */
bool kp_view_launches(const struct kp_view *v, const struct kp_sym *f);
/* True if the source has the function, and may launch it by its address, or by another file's. */
bool kp_view_names(const struct kp_view *v, const struct kp_sym *f);
/* The function in which a loop is reported. */
const struct kp_sym *kp_view_function(const struct kp_loop *l);
bool kp_view_is_of(const struct kp_loop *l, const struct kp_sym *f);
/* Refuses the loops of a function (NULL: all) for the next time that all->made is made. */
void kp_view_refuse(struct kp_views *all, const struct kp_sym *f, const char *why);

/* ---- seen_compare.c ---- */

/* True if all views that launch a function give the same text of the header. False when each
 * function must be compared separately. */
bool kp_views_agree(struct kp_views *all);
/* Compares function by function and refuses those for which views differ. Functions that all->first
 * does not launch are added to all->elsewhere. */
void kp_views_compare(struct kp_views *all);

/* ---- seen_join.c ---- */

/* Checks that the output compiles in every source; false when a function was refused because it
 * does not. */
bool kp_views_compile(struct kp_views *all, const struct kp_unit *out);
/* Adds the result for a function from another view to the output of `u`; false when that is
 * impossible. */
bool kp_views_join(struct kp_unit *u, const struct kp_elsewhere *e);

#endif
