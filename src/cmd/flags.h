/* The flags of all commands, from one table. */
#ifndef KP_CMD_FLAGS_H
#define KP_CMD_FLAGS_H

#include "front/origin.h"
#include "pipeline.h"

/* One bit per command, for the set of commands that have a flag. */
enum {
    KP_CMD_REWRITE = 1,
    KP_CMD_CHECK = 2,
    KP_CMD_EXPLAIN = 4,
    KP_CMD_TARGETS = 8,
    KP_CMD_SASS = 16,
    KP_CMD_INIT = 32,
    KP_CMD_TUNE = 64,
    KP_CMD_DOCTOR = 128,
    KP_CMD_LINT = 256,
    KP_CMD_ANALYZE = 512,
    KP_CMD_CONFIG = 1024,
    KP_CMD_CC = 2048,
    KP_CMD_AUDIT = 4096,
    KP_CMD_LOCK = 8192,
    KP_CMD_VERIFY = 16384,
    KP_CMD_RACECHECK = 32768,
    KP_CMD_UNDO = 65536,
    KP_CMD_LSP = 131072,
    KP_CMD_BENCH = 262144
};

struct kp_command;
struct kp_filter;

/* The format of findings. */
enum kp_format {
    KP_FORMAT_TEXT,
    KP_FORMAT_JSON,
    KP_FORMAT_SARIF,
    KP_FORMAT_GITHUB,
    KP_FORMAT_GITLAB,
    KP_FORMAT_JUNIT,
    KP_FORMAT_CODECLIMATE
};

struct kp_file_origin {
    const char *path;
    struct kp_origin origin;
    /* when it is a header: the sources that include it; NULL: none */
    const struct kp_includers *includers;
};

/* A kernel that --verify has proven, and the proof's hash. */
struct kp_proof {
    const char *kernel, *hash;
};

struct kp_settings {
    struct kp_arena *arena;
    const struct kp_command *command;
    struct kp_options options;
    struct kp_texts operands;
    const char *output;       /* -o */
    const char *database;     /* -p */
    bool no_database;         /* --no-database */
    struct kp_texts compiler; /* -I, -D, -U, -isystem, with their values */
    struct kp_texts words;    /* after -- */
    bool has_words;           /* there was a -- */
    struct kp_texts from;     /* --from: sources that include the headers */
    struct kp_project *projects;
    bool quiet_origins; /* notes about a file's flags are not printed */
    bool only_flags;    /* the includers of headers are not searched */
    struct kp_databases *databases;
    KP_VEC(struct kp_file_origin *) origins; /* how files are compiled; filled on demand */
    const struct kp_compile *built_as; /* the database's entry for the present file; NULL: none */
    bool in_headers;                   /* --in-headers */
    bool in_place, dry_run, undoable, json, strict, explain, build, fast, verify, help;
    bool keep, quiet, stdio, no_lock, locked_only, update, check, lock;
    const char *config;    /* --config */
    bool no_config;        /* --no-config */
    struct kp_texts given; /* long names of the options on the command line */
    /* "FILE:LINE" of the project file's entry being read; NULL: the command line */
    const char *place;
    const char *arch_place; /* "FILE:LINE" of the project file's entry for --arch; NULL: none */
    const char *nvcc;       /* --nvcc; NULL: found */
    struct kp_texts cases;
    KP_VEC(struct kp_proof) proofs;
    struct kp_texts sizes; /* NAME=N */
    const char *runner, *bundle, *results;
    struct kp_texts answers;   /* --results of several bundles */
    struct kp_texts smems;     /* FILE=N */
    struct kp_texts unchecked; /* --unchecked: files */
    struct kp_texts besides;   /* FILE or LABEL=FILE */
    bool bound, predict;
    unsigned runs; /* 0: the command's own number */
    bool no_runs;  /* --runs 0 */
    bool small, tolerance, no_reference;
    unsigned warm_up; /* --warm-up: milliseconds */
    bool no_proof, markdown, stats;
    const char *against; /* --against: the original version */
    const char *html;    /* --html */
    bool plot;           /* --plot */
    int argc;            /* the arguments after the command's name, for pages */
    char **argv;
    const char *checks; /* --checks */
    /* shared by the processes of several files: one of them has the function of --kernel */
    bool *kernel_known;
    enum kp_format format;
    const char *select, *ignore, *baseline, *since;
    bool write_baseline;
    unsigned orders;                /* --order */
    const char *landing;            /* --landing */
    int tiles;                      /* --tiles; -1: not given */
    bool large, no_jobs;            /* --large; -j 0 */
    const struct kp_filter *filter; /* what select, ignore, baseline and since say, once read */
    bool full;                      /* --full: whole kernels */
    bool remedies;                  /* --remedies */
    bool arch_given;                /* --arch was given */
    const char *gpu;                /* --gpu */
    int threads, smem;              /* --threads, --smem */
    bool smem_given;                /* --smem was given */
    bool measure;                   /* --measure */
    double time_ms, flops, bytes;   /* 0: not given */
    struct kp_texts ncu;
    int verbose;
    enum kp_pass dump, stop_after; /* KP_PASS_COUNT: not given */
    unsigned seconds;              /* limit of processor time per file; 0: KP_USUAL_SECONDS */
    unsigned jobs;                 /* 0: as many as there are processors, or as memory allows */
};

/* Parses the arguments after the command's name. False after an error message. */
bool kp_parse_flags(struct kp_settings *s, int argc, char **argv);

/* Sets an option from a project file. Ignored when the command line has the option, or the command
 * does not know it. False after an error message, which begins with the place. */
bool kp_set_default(struct kp_settings *s, const char *name, const char *value, const char *place);

/* Prints the --help of a command. */
void kp_print_help(const struct kp_command *command);

#endif
