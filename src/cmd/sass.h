/* `kpipe sass`: its input, its findings, and their output as text, JSON and HTML. */
#ifndef KP_CMD_SASS_H
#define KP_CMD_SASS_H

#include "build/parallel.h"
#include "cmd/cmd.h"
#include "sass/marks.h"
#include "sass/overlap.h"

/* A file with machine code, or a source and what it was built to. */
struct kp_sass_input {
    const char *path;   /* as given on the command line */
    const char *source; /* the text of a source, NULL for machine code */
    size_t size;        /* of the text */
    struct kp_sass_module *module;
    struct kp_usages usages; /* ptxas's figures, when kp_sass_load_or_say() has built the source */
    const char *note;        /* what was left out and how to see it; NULL: nothing */
};

/* A change of the source that can restore overlap, and its effect. */
struct kp_sass_remedy {
    const char *name; /* the change, in words */
    struct kp_overlap overlap;
    unsigned spills;
    bool helps; /* more overlap, not more spills */
};

/* A kernel of an input and, when two versions are compared, the original and the checks. */
struct kp_sass_view {
    const struct kp_sass_kernel *kernel;
    struct kp_overlap overlap;         /* .kernel is NULL when the kernel has no loop to show */
    const struct kp_overlap *original; /* NULL: there is no original */
    kp_sass_checks checks;
    int blocks;    /* with --threads: blocks resident on an SM */
    double cycles; /* with --threads: cycles of an SM for one iteration of one block */
    KP_VEC(struct kp_sass_remedy) remedies; /* with --remedies, when overlap is missing */
};

struct kp_sass_views {
    struct kp_sass_input input, original; /* original.path: NULL when there is none */
    bool full;
    KP_VEC(struct kp_sass_view) v;
};

/* Reads or builds the input; false after an error message. */
bool kp_sass_load(struct kp_settings *s, const struct kp_opcodes *opcodes, const char *path,
                  struct kp_sass_input *to);

/* The same, but when a source cannot be built, *not_built is the reason, the module is NULL, and
 * the result is true. */
bool kp_sass_load_or_say(struct kp_settings *s, const struct kp_opcodes *opcodes, const char *path,
                         struct kp_sass_input *to, const char **not_built);

/* Builds n texts under the paths that they give, whatever these files contain; all with the flags
 * of the first. */
bool kp_sass_build(struct kp_settings *s, const struct kp_opcodes *opcodes, struct kp_build *v,
                   size_t n, struct kp_sass_input *to);

/* Builds the rewritten source with each known remedy, and fills the remedies of the kernels whose
 * loads do not overlap; false after an error message. */
bool kp_sass_try_remedies(struct kp_settings *s, const struct kp_opcodes *opcodes,
                          struct kp_sass_views *all);

void kp_sass_show_text(struct kp_arena *a, const struct kp_sass_views *views);
void kp_sass_show_json(struct kp_arena *a, const struct kp_sass_views *views);
/* Writes the page of --html; false after an error message. */
bool kp_sass_page(const struct kp_settings *s, const struct kp_sass_views *views);

#endif
