/* Private to seen_*.c: a header as the sources see it that include it. */
#ifndef KP_SEEN_VIEWS_H
#define KP_SEEN_VIEWS_H

#include "pipeline.h"
#include "util/str.h"

/* The file as one source sees it. */
struct kp_view {
    const struct kp_options *options;
    const char *path;     /* of the source */
    struct kp_unit *tree; /* only parsed */
    unsigned launched;    /* functions with loops that it launches or instantiates */
};

/* A function that other sources than the first launch, as it comes out in one of those. */
struct kp_elsewhere {
    const struct kp_sym *function;
    struct kp_unit *made;
};

struct kp_views {
    struct kp_unit *u; /* holds the text */
    KP_VEC(struct kp_elsewhere) elsewhere;
    enum kp_pass last;
    struct kp_texts reads; /* of all that were parsed */
    KP_VEC(struct kp_view) list;
    struct kp_view *first; /* whose output it is */
    struct kp_unit *made;  /* .. what all passes make of it */
    struct kp_wish *wishes;
    const char **why; /* by loop: why it stays as it is; NULL: it need not */
    bool any_refused;
    unsigned runs;
};

/* ---- seen_views.c ---- */

/* The passes over a text of the file, as the source sees it. The unit has an arena of its own,
 * which the caller lets go of, or keeps. */
struct kp_unit *kp_view_run(struct kp_views *all, const struct kp_view *v, const char *text,
                            size_t size, const struct kp_wish *wishes, enum kp_pass last);
/* .. over its own text */
struct kp_unit *kp_view_run_source(struct kp_views *all, const struct kp_view *v,
                                   const struct kp_wish *wishes, enum kp_pass last);
struct kp_unit *kp_view_keep(struct kp_views *all, struct kp_unit *u);
/* Does the source launch or instantiate the function of the header? */
bool kp_view_launches(const struct kp_view *v, const struct kp_sym *f);
/* What a loop is reported in. */
const struct kp_sym *kp_view_function(const struct kp_loop *l);
bool kp_view_is_of(const struct kp_loop *l, const struct kp_sym *f);
/* The function's loops (NULL: all) stay as they are once all->made is made again. */
void kp_view_refuse(struct kp_views *all, const struct kp_sym *f, const char *why);

/* ---- seen_compare.c ---- */

/* All sources that have a say make the same text of it. False where each function has to be looked
 * at by itself. */
bool kp_views_agree(struct kp_views *all);
/* Function by function: refuses those on which sources differ; all->elsewhere are those on which
 * all->first has no say. */
void kp_views_compare(struct kp_views *all);

/* ---- seen_join.c ---- */

/* False when a function was refused, as its text would be an error in one of the sources. */
bool kp_views_compile(struct kp_views *all, const struct kp_unit *out);
/* What the other source has made of its function, beside what is there; false: that cannot be. */
bool kp_views_join(struct kp_unit *u, const struct kp_elsewhere *e);

#endif
