/* `kpipe verify` and `kpipe racecheck`: kernels proven on the CPU. */
#define _GNU_SOURCE
#include "cmd/compiled.h"
#include "cmd/config.h"
#include "cmd/proof.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/utf8.h"
#include "rule/rule.h"
#include "simt/verify.h"
#include "util/str.h"
#include "util/system.h"

static const char *const verify_help =
    "usage: kpipe verify ORIGINAL.cu REWRITTEN.cu --case FILE.ini [-- NVCC-ARGS]\n"
    "\n"
    "Compiles both with nvcc to PTX and runs the case's kernel of each on the CPU, with all "
    "threads:\n"
    "outputs must have equal bits under several orders of warps and landings of cp.async, nothing "
    "may\n"
    "race, read what was not written or leave its arrays. No GPU is needed.\n"
    "\n"
    "  --case FILE   the launch, the inputs and the CPU reference\n"
    "  --order N     shuffled orders of blocks and warps to try (default 2)\n"
    "  --landing L   copies of cp.async land only late, random or once (default: all three are "
    "tried)\n"
    "  --tiles N     run tile counts 0 to N, at least 0 to 2, where the case says how long a tile "
    "is\n"
    "                (default: two more than the rewritten file has stages); 2 x stages + 9 are "
    "always "
    "run\n"
    "  --large       run the case's large sizes too\n"
    "  --size NAME=N the case's size NAME is N (may be repeated)\n"
    "  --arch SM     what nvcc compiles for (default: the project file's, sm_86)\n"
    "  --config FILE the project file (default: the nearest .kpipe.ini at or above the first "
    "file)\n"
    "  --no-config   read no project file\n"
    "  --nvcc PROG   the compiler (default nvcc)\n"
    "  -p DIR        compile as DIR/compile_commands.json says (default: the nearest one, also in\n"
    "                build*, out); --no-database looks for none\n"
    "  -I, -isystem DIR, -D NAME=X, -U NAME\n"
    "                as for nvcc; other options of the compiler belong behind --\n"
    "  -j, --jobs N  processes (default: one per processor; 0: none of their own)\n"
    "  --seconds N   time limit of one launch (default 60)\n"
    "  --json        the result as JSON on standard output\n"
    "  -v, --verbose every launch\n"
    "\n"
    "A rewritten loop that no launch went round is not proven but 'not exercised'.\n"
    "\n"
    "exit codes: 0 proven, 1 not, 2 usage error or nothing could be run\n";

static const char *const racecheck_help =
    "usage: kpipe racecheck KERNEL.cu --case FILE.ini [-- NVCC-ARGS]\n"
    "\n"
    "Runs the case's kernel on the CPU, with all threads, and reports races and other hazards of\n"
    "shared and global memory, by source line. Understands cp.async. No GPU is needed.\n"
    "The options are those of `kpipe verify`.\n"
    "\n"
    "exit codes: 0 no hazard, 1 hazards, 2 usage error or the kernel could not be run\n";

struct request {
    bool racecheck, json, verbose, help;
    struct kp_settings settings; /* how the files are compiled */
    const char *case_file;
    struct kp_verify_options options;
    const char *files[2];
    const char *size[16]; /* NAME=N */
    unsigned n_sizes;
};

static int usage_error(const struct request *q, const char *text)
{
    fprintf(stderr, "kpipe: error: %s; see `kpipe %s --help`\n", text,
            q->racecheck ? "racecheck" : "verify");
    return 2;
}

static bool number(const char *text, unsigned *to)
{
    char *end;
    unsigned long n = strtoul(text, &end, 10);

    *to = (unsigned)n;
    return *text && !*end && n <= 1000000;
}

enum {
    OPT_CASE = 256,
    OPT_ORDER,
    OPT_LANDING,
    OPT_TILES,
    OPT_LARGE,
    OPT_ARCH,
    OPT_NVCC,
    OPT_SECONDS,
    OPT_JSON,
    OPT_CONFIG,
    OPT_NO_CONFIG,
    OPT_SIZE
};

static const struct option options[] = {
    {"case", required_argument, NULL, OPT_CASE},
    {"order", required_argument, NULL, OPT_ORDER},
    {"landing", required_argument, NULL, OPT_LANDING},
    {"tiles", required_argument, NULL, OPT_TILES},
    {"large", no_argument, NULL, OPT_LARGE},
    {"arch", required_argument, NULL, OPT_ARCH},
    {"config", required_argument, NULL, OPT_CONFIG},
    {"no-config", no_argument, NULL, OPT_NO_CONFIG},
    {"nvcc", required_argument, NULL, OPT_NVCC},
    {"jobs", required_argument, NULL, 'j'},
    {"seconds", required_argument, NULL, OPT_SECONDS},
    {"json", no_argument, NULL, OPT_JSON},
    {"verbose", no_argument, NULL, 'v'},
    {"size", required_argument, NULL, OPT_SIZE},
    {"help", no_argument, NULL, 'h'},
    KP_COMPILER_LONGS,
    {0},
};

static bool take(struct request *q, int option, const char *value)
{
    unsigned n = 0;

    switch (option) {
    case OPT_CASE:
        q->case_file = value;
        return true;
    case OPT_ORDER:
        return number(value, &q->options.orders);
    case OPT_LANDING:
        q->options.landing = value;
        return kp_verify_knows_landing(value);
    case OPT_TILES:
        q->options.tiles = number(value, &n) ? (int)n : -1;
        return q->options.tiles >= 0;
    case OPT_LARGE:
        return q->options.large = true;
    case OPT_ARCH:
        q->options.nvcc.arch = value;
        return true;
    case OPT_CONFIG:
        q->settings.config = value;
        return true;
    case OPT_NO_CONFIG:
        return q->settings.no_config = true;
    case OPT_NVCC:
        q->options.nvcc.program = value;
        return true;
    case 'j':
        return number(value, &q->options.jobs);
    case OPT_SECONDS:
        if (!number(value, &n) || !n)
            return false;
        q->options.seconds = n;
        return true;
    case OPT_JSON:
        return q->json = true;
    case OPT_SIZE:
        if (q->n_sizes == sizeof q->size / sizeof *q->size || !strchr(value, '='))
            return false;
        q->size[q->n_sizes++] = value;
        return true;
    case 'v':
        return q->verbose = true;
    case 'h':
        return q->help = true;
    default:
        return kp_compiler_getopt(&q->settings, option, value);
    }
}

/* 0: go on; else the exit code. */
static int parse(struct request *q, int argc, char **argv)
{
    int n = q->racecheck ? 1 : 2, option;
    char **args = kp_new_array(q->settings.arena, char *, (size_t)argc + 2);
    int words = 0;

    while (words < argc && !kp_streq(argv[words], "--"))
        words++;
    if (words < argc)
        kp_compiler_words(&q->settings, argc - words - 1, argv + words + 1);
    argc = words;
    args[0] = kp_strdup(q->settings.arena, "kpipe"); /* argv begins behind the command's name */
    memcpy(args + 1, kp_spell_options(q->settings.arena, argc, argv), (size_t)argc * sizeof *argv);
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(argc + 1, args, KP_COMPILER_LETTERS "j:vh", options, NULL)) !=
           -1) {
        if (!take(q, option, optarg))
            return usage_error(q, "an option is not understood");
    }
    for (int k = 0; k < n && optind + k < argc + 1; k++)
        q->files[k] = args[optind + k];
    n = argc + 1 - optind - n;
    if (q->help)
        return 0;
    if (n || !q->case_file)
        return usage_error(q, q->racecheck ? "one kernel file and a case are needed"
                                           : "two kernel files and a case are needed");
    return 0;
}

/* NULL, or what is wrong. */
static const char *fix_sizes(const struct request *q, struct kp_case *c)
{
    for (unsigned k = 0; k < q->n_sizes; k++) {
        const char *error = kp_case_set_size(c, q->size[k]);

        if (error)
            return error;
    }
    return NULL;
}

/* The project file's architecture, else the build's. NULL, or what is wrong. */
static const char *take_build(struct request *q)
{
    struct kp_settings *s = &q->settings;
    const char *error = NULL;
    const struct kp_config *c =
        s->no_config ? NULL : kp_find_config(s->arena, q->files[0], s->config, &error);
    const struct kp_origin *origin;
    const struct kp_rules *rules;
    size_t n = 0;
    const struct kp_config_option *o = c ? kp_config_options(c, &n) : NULL;

    for (size_t k = 0; k < n && !q->options.nvcc.arch; k++)
        if (kp_streq(o[k].name, "arch"))
            q->options.nvcc.arch = o[k].value;
    s->options.config = c;
    origin = error ? NULL : kp_origin_of(s, q->files[0], &error);
    if (!origin)
        return error;
    q->options.nvcc.flags = &origin->lines;
    s->built_as = q->options.nvcc.arch ? NULL : origin->build;
    if (s->built_as && (rules = kp_rules_load(s->arena, NULL, &error))) {
        kp_settle_arch(s, rules);
        q->options.nvcc.arch = s->options.arch;
    }
    return error ? error : kp_toolkit_via(s, q->files[0], &q->options.nvcc);
}

void kp_proof_error(const char *case_file, const char *error)
{
    size_t n = strlen(case_file);
    bool placed = !strncmp(error, case_file, n) && error[n] == ':' && strstr(error, " error: ");

    struct kp_arena *a = kp_arena_new();

    fprintf(stderr, "%s%s\n", placed ? "" : "kpipe: error: ", kp_printable_lines(a, error));
    kp_arena_free(a);
}

int kp_proof_run(bool racecheck, int argc, char **argv)
{
    struct request q = {.racecheck = racecheck, .settings.arena = kp_arena_new()};
    struct kp_arena *a = q.settings.arena;
    struct kp_case *c;
    struct kp_verdict v;
    const char *error = NULL;
    int status;

    q.options.orders = 2;
    q.options.tiles = -1;
    q.options.seconds = 60;
    q.options.jobs = (unsigned)kp_processors();
    status = parse(&q, argc, argv);
    if (!status && q.help)
        fputs(racecheck ? racecheck_help : verify_help, stdout);
    if (status || q.help) {
        kp_arena_free(a);
        return status;
    }
    error = take_build(&q);
    c = error ? NULL : kp_case_read(a, q.case_file, &error);
    if (c)
        error = fix_sizes(&q, c);
    if (!error)
        error = kp_read_staged(a, q.files[q.files[1] ? 1 : 0], c->kernel, &q.options);
    if (!error) {
        kp_verify(a, c, q.files[0], q.files[1], &q.options, &v);
        error = v.error;
    }
    if (error) {
        kp_proof_error(q.case_file, error);
        status = 2;
    } else {
        if (q.json) {
            kp_proof_json(a, c, &v);
        } else {
            kp_proof_text(stdout, c, &v, racecheck, q.verbose);
        }
        status = v.passed ? 0 : 1;
    }
    kp_arena_free(a);
    return status;
}

int kp_cmd_verify(int argc, char **argv)
{
    return kp_proof_run(false, argc, argv);
}
