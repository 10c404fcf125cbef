/* A source and headers that it includes as one text, which is read as one file is; and what was
 * made of that text as files again. */
#ifndef KP_CC_JOIN_H
#define KP_CC_JOIN_H

#include "cc/graph.h"

/* Begins what says where the parts of the text come from: comments, each on a line of its own or
 * behind a directive. */
#define KP_CC_MARK "//@kp-part "

/* A directive of a file that the text has in another form. */
struct kp_cc_mark {
    enum { KP_CC_OPENS, KP_CC_AGAIN, KP_CC_BLANK, KP_CC_PLACED } kind;
    size_t file;                 /* whose directive it is */
    struct kp_span line;         /* .. in that file's text */
    const struct kp_cc_ask *ask; /* NULL: a guard's line */
    const char *text;            /* what stands for it; what it opens follows */
    const char *ends;            /* an opening one: what stands behind that */
};

struct kp_cc_joined {
    const struct kp_cc_graph *graph;
    KP_VEC(struct kp_cc_mark) marks;
    struct kp_cc_text text;
    KP_VEC(struct kp_user_lines) lines; /* of the text's lines */
};

/* The headers of the graph that are joined, each where it is included first. Their other
 * directives name in full what is beside them. */
void kp_cc_join(struct kp_arena *a, const struct kp_cc_graph *g, struct kp_cc_joined *to);

/* A file of the graph that has another text. */
struct kp_cc_cut {
    size_t file;
    struct kp_cc_text text;
};
KP_VEC_TYPE(kp_cc_cuts, struct kp_cc_cut);

/* Cuts a text that was made of the joined one at its marks. The source comes first, then each file
 * that has changed or leads to one that has, which is included as `named` says. False with *why
 * where the marks are not what they were. */
bool kp_cc_cut(struct kp_arena *a, const struct kp_cc_joined *j, struct kp_cc_text made,
               const char *(*named)(struct kp_arena *a, const struct kp_cc_graph *g, size_t file),
               struct kp_cc_cuts *to, const char **why);

#endif
