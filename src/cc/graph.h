/* The files of a project that a source includes, found in the text; #if conditions are not
 * evaluated. */
#ifndef KP_CC_GRAPH_H
#define KP_CC_GRAPH_H

#include "cc/lines.h"
#include "front/command.h"
#include "front/place.h"

/* An #include directive. */
struct kp_cc_ask {
    struct kp_span line;
    struct kp_asked name;
    int target;     /* index into the graph's files; -1: not a file of the project */
    bool is_beside; /* written with quotes, and found in the folder of the including file */
    bool is_sure;   /* under no #if other than the include guard and those that `needs` decide */
    struct kp_texts needs; /* macros that must be defined for it */
};

struct kp_cc_file {
    const char *real;
    const char *name;   /* as a compiler names it: by the first path that leads to it */
    const char *folder; /* .. the part before the last slash; "" without one */
    const char *full;   /* the absolute folder; NULL where `folder` is absolute */
    struct kp_cc_text text;
    uint32_t bom;
    KP_VEC(struct kp_cc_ask) asks;
    struct kp_include_guard guard; /* empty: none */
    bool is_once;                  /* #pragma once */
    unsigned n_asked;              /* number of directives that include it */
    size_t by, by_ask;             /* the first of them: the file that it is in, and its index */
    bool is_reached;               /* .. is reached wherever that file is entered */
    uint32_t begin;  /* offset of the source's directive that leads to the first one */
    bool is_unknown; /* it cannot be read */
    bool is_wanted;  /* it may have a loop to rewrite */
    bool is_joined;
    const char *why; /* why its text cannot be inserted into another file; NULL: it can */
};

/* A #define of the source under no condition, at an offset. */
struct kp_cc_define {
    const char *name;
    uint32_t at;
};

struct kp_cc_graph {
    struct kp_arena *arena;
    const struct kp_compile *compile;
    const char *here;                             /* the working folder, absolute */
    bool (*is_own)(void *with, const char *real); /* true for a header of the project */
    void *with;
    KP_VEC(struct kp_cc_file *) files; /* the first is the source */
    struct kp_texts undone;            /* macros that some file #undefs */
    KP_VEC(struct kp_cc_define) defines;
    struct kp_texts
        others; /* headers found that are not the project's: a quote, and the real name */
    bool too_many;
};

/* A header that may have a loop to rewrite but is left as it is, and why. */
struct kp_cc_doubt {
    const char *name, *why;
};
KP_VEC_TYPE(kp_cc_doubts, struct kp_cc_doubt);

/* Reads the project's headers that the source includes and decides which are joined to it: those
 * with a shared array and a loop, and the headers through which these are included. Each is joined
 * once, at an #include that certainly reaches it. False when none is. */
bool kp_cc_graph(struct kp_cc_graph *g, const char *source, struct kp_cc_text text,
                 struct kp_cc_doubts *doubts);

#endif
