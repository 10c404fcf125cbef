/* Joins a source and headers that it includes into one text, which is analysed as one file, and
 * cuts the rewritten text into files again. */
#ifndef KP_CC_JOIN_H
#define KP_CC_JOIN_H

#include "cc/graph.h"

/* The beginning of the comments that mark where the parts of the text come from. Each is on a line
 * of its own or behind a directive. */
#define KP_CC_MARK "//@kp-part "

/* A directive of a file that the joined text has in another form. */
struct kp_cc_mark {
    enum { KP_CC_OPENS, KP_CC_AGAIN, KP_CC_BLANK, KP_CC_PLACED } kind;
    size_t file;                 /* the file with the directive */
    struct kp_span line;         /* .. in that file's text */
    const struct kp_cc_ask *ask; /* NULL: a line of an include guard */
    const char *text;            /* the text in its place; for OPENS, the header's text follows */
    const char *ends;            /* OPENS: the text after the header's */
};

struct kp_cc_joined {
    const struct kp_cc_graph *graph;
    KP_VEC(struct kp_cc_mark) marks;
    struct kp_cc_text text;
    KP_VEC(struct kp_user_lines) lines; /* where the text's lines come from */
};

/* Makes the joined text: each joined header is inserted where it is included first. Other #includes
 * of files beside a header are changed to the full name. */
void kp_cc_join(struct kp_arena *a, const struct kp_cc_graph *g, struct kp_cc_joined *to);

/* A file of the graph with a changed text. */
struct kp_cc_cut {
    size_t file;
    struct kp_cc_text text;
};
KP_VEC_TYPE(kp_cc_cuts, struct kp_cc_cut);

/* Cuts a text that was made of the joined one at its marks. The source comes first, then each file
 * that was changed or includes a changed file; these are included by the name that `named` returns.
 * False with *why set when the marks were changed. */
bool kp_cc_cut(struct kp_arena *a, const struct kp_cc_joined *j, struct kp_cc_text made,
               const char *(*named)(struct kp_arena *a, const struct kp_cc_graph *g, size_t file),
               struct kp_cc_cuts *to, const char **why);

#endif
