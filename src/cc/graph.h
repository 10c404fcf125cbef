/* The files of a project that a source includes, found by their text: conditions are not asked. */
#ifndef KP_CC_GRAPH_H
#define KP_CC_GRAPH_H

#include "cc/lines.h"
#include "front/command.h"
#include "front/place.h"

/* A directive that asks for a file. */
struct kp_cc_ask {
    struct kp_span line;
    struct kp_asked name;
    int target;     /* in the graph's files; -1: none of the project's */
    bool is_beside; /* it is beside the file, in quotes */
    bool is_sure;   /* under no #if but the file's guard */
};

struct kp_cc_file {
    const char *real;
    const char *name;   /* as a compiler names it: the first way to it */
    const char *folder; /* .. the part in front of the last slash; "" without one */
    const char *full;   /* that from the root; NULL where it is the same */
    struct kp_cc_text text;
    uint32_t bom;
    KP_VEC(struct kp_cc_ask) asks;
    struct kp_include_guard guard; /* empty: none */
    bool is_once;                  /* #pragma once */
    unsigned n_asked;              /* by so many directives */
    bool is_sure;                  /* the first of them is reached, whatever the conditions are */
    bool is_wanted;                /* a loop of it may be rewritten */
    bool is_joined;
    const char *why; /* its text cannot stand in another file's; NULL: it can */
};

struct kp_cc_graph {
    struct kp_arena *arena;
    const struct kp_compile *compile;
    const char *here;                             /* the working folder, from the root */
    bool (*is_own)(void *with, const char *real); /* a header of the project? */
    void *with;
    KP_VEC(struct kp_cc_file *) files; /* the first is the source */
    struct kp_texts undone;            /* macros that a file undefines */
    bool too_many;
};

/* A header with such a loop that stays as it is. */
struct kp_cc_doubt {
    const char *name, *why;
};
KP_VEC_TYPE(kp_cc_doubts, struct kp_cc_doubt);

/* Reads the headers of the project that the source of this text includes, and settles which of them
 * are joined: those with a shared array and a loop, and all that lead there. Each counts once, at a
 * place that the text shows. False: none. */
bool kp_cc_graph(struct kp_cc_graph *g, const char *source, struct kp_cc_text text,
                 struct kp_cc_doubts *doubts);

#endif
