/* plan.json of a bundle, which says what to run (docs/user/bench.md gives the format). */
#ifndef RUNNER_PLAN_H
#define RUNNER_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "case/recipe.h"
#include "util/arena.h"

enum { MAX_SIZES = 4, MAX_ARGS = 64, MAX_VERSIONS = 256, MAX_RUNS = 1000 };

struct arg {
    const char *name;
    enum kp_case_type type;
    enum kp_case_role role;
    bool is_array;
    size_t count;
    struct kp_recipe recipe; /* the contents, if file is NULL */
    const char *file;        /* the file of the bundle with the contents */
    size_t shift;            /* bytes between an aligned address and its pointer */
    const char *expect;      /* the CPU reference's result, a file of the bundle; or NULL */
    unsigned char *value;    /* the bytes of a scalar or a struct */
};

/* A launch of the case at one set of sizes. */
struct size {
    const char *name, *text; /* "large", "M=4096 N=4096" */
    unsigned grid[3], block[3];
    bool timed;
    struct arg *args;
    size_t n_args;
};

/* The first version is the original: the others are compared with it. */
struct version {
    const char *label, *file, *symbol;
    unsigned smem[MAX_SIZES]; /* bytes of dynamic shared memory */
    bool unchecked;           /* its outputs are wrong on purpose and are not compared */
};

struct plan {
    struct kp_arena *arena;
    void *document;     /* a json_t that owns the strings */
    const char *folder; /* of the bundle */
    const char *arch;   /* the cubins' architecture, "sm_90"; NULL when there are none */
    double abs, rel;
    bool deterministic; /* outputs are compared */
    bool exact;         /* .. with the original's bit for bit, not within abs and rel */
    bool progress;      /* report the progress on standard error */
    bool in_process;    /* run without child processes, for profilers and debuggers */
    unsigned runs;      /* timed rounds at most */
    double limit;       /* limit of a launch, in seconds */
    double warm_up;     /* seconds of launches that are not timed */
    double budget;      /* seconds after which no round begins, except for the first few */
    /* above 0: a version is timed until it is known whether it needs more than `tell` times the
     * fastest version's time */
    double tell;
    struct size sizes[MAX_SIZES];
    size_t n_sizes;
    struct version *versions;
    size_t n_versions;
    void *echo; /* a json_t that is copied into the answer */
};

/* Reads FOLDER/plan.json. NULL, or what is wrong with it. */
const char *plan_read(struct plan *p, const char *folder);
void plan_free(struct plan *p);

/* The path of a file of the bundle. */
const char *plan_path(const struct plan *p, const char *file);

size_t arg_bytes(const struct arg *a);
bool arg_is_output(const struct arg *a);

#endif
