/* `kpipe sass`: what was asked, what was found, and the three ways to show it. */
#ifndef KP_CMD_SASS_H
#define KP_CMD_SASS_H

#include "build/parallel.h"
#include "cmd/cmd.h"
#include "sass/marks.h"
#include "sass/overlap.h"

/* A file with machine code, or a source that was built. */
struct kp_sass_input {
    const char *path;   /* as it was named */
    const char *source; /* the text of a source, NULL for machine code */
    size_t size;        /* of the text */
    struct kp_sass_module *module;
    struct kp_usages usages; /* of a source, by ptxas, where kp_sass_load_or_say() built it */
    const char *note;        /* what was left out and how to get at it, NULL */
};

/* A change of the source that is known to bring overlap back, and what it did. */
struct kp_sass_remedy {
    const char *name; /* what to do, in words */
    struct kp_overlap overlap;
    unsigned spills;
    bool helps; /* more overlap, not more spills */
};

/* A kernel of an input, and of two versions the original with the checks. */
struct kp_sass_view {
    const struct kp_sass_kernel *kernel;
    struct kp_overlap overlap;         /* .kernel is NULL when the kernel has no loop to show */
    const struct kp_overlap *original; /* NULL: there is no original */
    kp_sass_checks checks;
    int blocks;    /* with --threads: how many live on an SM */
    double cycles; /* and what an SM takes for one block's iteration of the loop's code */
    KP_VEC(struct kp_sass_remedy) remedies; /* with --remedies, when overlap is missing */
};

struct kp_sass_views {
    struct kp_sass_input input, original; /* original.path: NULL when there is none */
    bool full;
    KP_VEC(struct kp_sass_view) v;
};

/* Reads or builds; false after a complaint. */
bool kp_sass_load(struct kp_settings *s, const struct kp_opcodes *opcodes, const char *path,
                  struct kp_sass_input *to);

/* The same, but a source that cannot be built is no error: *not_built says why, and there is no
 * module then. */
bool kp_sass_load_or_say(struct kp_settings *s, const struct kp_opcodes *opcodes, const char *path,
                         struct kp_sass_input *to, const char **not_built);

/* Builds texts under a path that may hold another; all with the flags of the first. */
bool kp_sass_build(struct kp_settings *s, const struct kp_opcodes *opcodes, struct kp_build *v,
                   size_t n, struct kp_sass_input *to);

/* Builds the rewritten source in the ways that are known to help and fills the remedies of those
 * kernels whose loads do not overlap; false after a complaint. */
bool kp_sass_try_remedies(struct kp_settings *s, const struct kp_opcodes *opcodes,
                          struct kp_sass_views *all);

void kp_sass_show_text(struct kp_arena *a, const struct kp_sass_views *views);
void kp_sass_show_json(struct kp_arena *a, const struct kp_sass_views *views);
/* Writes the page of --html; false after a complaint. */
bool kp_sass_page(const struct kp_settings *s, const struct kp_sass_views *views);

#endif
