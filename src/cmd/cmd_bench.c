/* `kpipe bench`: versions of a kernel compared and timed on a GPU. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/compiled.h"
#include "cmd/proof.h"
#include "gpu/bench.h"
#include "pipeline.h"
#include "report/utf8.h"
#include "rule/rule.h"
#include "util/str.h"
#include "util/subprocess.h"
#include "util/system.h"

static const char *const help =
    "usage: kpipe bench ORIGINAL.cu [OTHER.cu ...] --case FILE.ini [-- NVCC-ARGS]\n"
    "       kpipe bench --results FILE\n"
    "\n"
    "Builds every file with nvcc and runs the case's kernel of each on a GPU: outputs must be the\n"
    "original's, bit for bit, and within tolerance of the CPU reference; those that are right are\n"
    "timed in turns. docs/user/bench.md says how.\n"
    "\n"
    "  --case FILE     the launch, the inputs and the CPU reference\n"
    "  --runner CMD    the GPU is elsewhere: 'ssh host', 'srun -G1', 'docker run -i --gpus all "
    "IMAGE'\n"
    "  --bundle PATH   run nothing: write what the GPU's machine needs into this folder, or this\n"
    "                  archive when it ends in .tar; needs --arch\n"
    "  --results FILE  the table of what a bundle's runner printed there\n"
    "  --sizes WHICH   time at the case's small or large sizes (default large); or NAME=N: the "
    "size\n"
    "                  NAME is N (may be repeated)\n"
    "  --smem FILE=N   bytes of dynamic shared memory of one version, an expression of sizes\n"
    "  --unchecked F   time F, too, whose outputs are wrong on purpose: loads or math left out\n"
    "  --bound         the load and the compute phase of the original's pipelined form, each "
    "alone:\n"
    "                  what pipelining can reach\n"
    "  --runs N        timed rounds (default 41; 0: check only)\n"
    "  --seconds N     time limit of one launch (default 60)\n"
    "  --warm-up MS    milliseconds of launches before the timed ones (default 300)\n"
    "  --tolerance     versions that compute in another order: what is within the case's "
    "tolerance\n"
    "                  of the original is right, too\n"
    "  --no-reference  compare with the original only\n"
    "  --arch SM       what nvcc compiles for (default: the runner's GPU is asked)\n"
    "  --nvcc PROG     the compiler\n"
    "  -p DIR          compile as DIR/compile_commands.json says (default: the nearest one, also "
    "in\n"
    "                  build*, out); --no-database looks for none\n"
    "  -I, -isystem DIR, -D NAME=X, -U NAME\n"
    "                  as for nvcc; other options of the compiler belong after --\n"
    "  -j, --jobs N    compilers at the same time (default: as many as processors and memory "
    "allow)\n"
    "  --json          the result as JSON on standard output\n"
    "  --markdown      the table in Markdown\n"
    "\n"
    "exit codes: 0 every version is right, 1 one is not or cannot be built, 2 usage error or "
    "nothing could be run\n";

struct request {
    struct kp_arena *arena;
    struct kp_bench bench;
    const char *case_file, *runner, *bundle;
    KP_VEC(const char *) results;
    KP_VEC(const char *) sizes; /* NAME=N */
    KP_VEC(const char *) unchecked;
    KP_VEC(const char *) smem;   /* FILE=N */
    struct kp_settings settings; /* how the files are compiled */
    bool bound, json, markdown, help;
};

enum {
    OPT_CASE = 256,
    OPT_RUNNER,
    OPT_BUNDLE,
    OPT_RESULTS,
    OPT_SIZES,
    OPT_SMEM,
    OPT_UNCHECKED,
    OPT_BOUND,
    OPT_RUNS,
    OPT_SECONDS,
    OPT_WARM_UP,
    OPT_NO_REFERENCE,
    OPT_TOLERANCE,
    OPT_ARCH,
    OPT_NVCC,
    OPT_JSON,
    OPT_MARKDOWN
};

static const struct option options[] = {
    {"case", required_argument, NULL, OPT_CASE},
    {"runner", required_argument, NULL, OPT_RUNNER},
    {"bundle", required_argument, NULL, OPT_BUNDLE},
    {"results", required_argument, NULL, OPT_RESULTS},
    {"sizes", required_argument, NULL, OPT_SIZES},
    {"smem", required_argument, NULL, OPT_SMEM},
    {"unchecked", required_argument, NULL, OPT_UNCHECKED},
    {"bound", no_argument, NULL, OPT_BOUND},
    {"runs", required_argument, NULL, OPT_RUNS},
    {"seconds", required_argument, NULL, OPT_SECONDS},
    {"warm-up", required_argument, NULL, OPT_WARM_UP},
    {"tolerance", no_argument, NULL, OPT_TOLERANCE},
    {"no-reference", no_argument, NULL, OPT_NO_REFERENCE},
    {"arch", required_argument, NULL, OPT_ARCH},
    {"nvcc", required_argument, NULL, OPT_NVCC},
    {"json", no_argument, NULL, OPT_JSON},
    {"markdown", no_argument, NULL, OPT_MARKDOWN},
    {"jobs", required_argument, NULL, 'j'},
    {"help", no_argument, NULL, 'h'},
    KP_COMPILER_LONGS,
    {0},
};

static bool number(const char *text, unsigned most, unsigned *to)
{
    char *end;
    unsigned long n = strtoul(text, &end, 10);

    *to = (unsigned)n;
    return *text >= '0' && *text <= '9' && !*end && n <= most;
}

static bool take_sizes(struct request *q, const char *value)
{
    if (kp_streq(value, "small") || kp_streq(value, "large")) {
        q->bench.small = *value == 's';
        return true;
    }
    kp_push(q->arena, &q->sizes, value);
    return strchr(value, '=') != NULL;
}

static bool is_arch(const char *s)
{
    size_t n = kp_starts_with(s, "sm_") ? strspn(s + 3, "0123456789") : 0;

    return n >= 2 && n <= 3 && (!s[3 + n] || ((s[3 + n] == 'a' || s[3 + n] == 'f') && !s[4 + n]));
}

static bool take(struct request *q, int option, const char *value)
{
    struct kp_bench *b = &q->bench;
    unsigned n = 0;

    switch (option) {
    case OPT_CASE:
        q->case_file = value;
        return true;
    case OPT_RUNNER:
        q->runner = value;
        return true;
    case OPT_BUNDLE:
        q->bundle = value;
        return *value;
    case OPT_RESULTS:
        kp_push(q->arena, &q->results, value);
        return true;
    case OPT_SIZES:
        return take_sizes(q, value);
    case OPT_SMEM:
        kp_push(q->arena, &q->smem, value);
        return strrchr(value, '=') != NULL;
    case OPT_UNCHECKED:
        kp_push(q->arena, &q->unchecked, value);
        return true;
    case OPT_BOUND:
        return q->bound = true;
    case OPT_RUNS:
        return number(value, KP_BENCH_MAX_RUNS, &b->runs);
    case OPT_SECONDS:
        b->limit = number(value, 86400, &n) ? n : 0;
        return n > 0;
    case OPT_WARM_UP:
        b->warm_up = number(value, 1000000, &n) ? n * 1e-3 : -1;
        return b->warm_up >= 0;
    case OPT_NO_REFERENCE:
        return b->no_reference = true;
    case OPT_TOLERANCE:
        return b->tolerance = true;
    case OPT_ARCH:
        b->nvcc.arch = value;
        return is_arch(value);
    case OPT_NVCC:
        b->nvcc.program = value;
        return true;
    case OPT_JSON:
        return q->json = true;
    case OPT_MARKDOWN:
        return q->markdown = true;
    case 'j':
        return number(value, 1024, &b->jobs) && b->jobs;
    case 'h':
        return q->help = true;
    default:
        return kp_compiler_getopt(&q->settings, option, value);
    }
}

static int usage_error(const char *what, const char *word)
{
    return kp_complain("%s%s%s%s; see `kpipe bench --help`", what, word ? " '" : "",
                       word ? word : "", word ? "'" : "");
}

/* The file's name without folder and ending; the whole path where that would not be unique. */
static const char *label_of(const struct request *q, size_t k)
{
    const char *path = q->bench.versions.v[k].path, *base = kp_file_name(path);

    for (size_t i = 0; i < q->bench.versions.n; i++)
        if (i != k && kp_streq(base, kp_file_name(q->bench.versions.v[i].path)))
            return path;
    return kp_ends_with(base, ".cu") ? kp_strndup(q->arena, base, strlen(base) - 3) : base;
}

static int take_smem(struct request *q, const char *setting)
{
    const char *eq = strrchr(setting, '=');
    char *name = kp_strndup(q->arena, setting, (size_t)(eq - setting));

    for (size_t k = 0; k < q->bench.versions.n; k++) {
        struct kp_bench_version *v = &q->bench.versions.v[k];
        if (!kp_streq(v->path, name) && !kp_streq(v->label, name))
            continue;
        v->smem = (struct kp_case_text){.s = eq + 1, .where = "--smem"};
        return 0;
    }
    return usage_error("--smem: no version is called", name);
}

static int take_operands(struct request *q, char **operands, int n)
{
    for (int k = 0; k < n; k++) {
        struct kp_bench_version v = {.path = operands[k]};
        kp_push(q->arena, &q->bench.versions, v);
    }
    for (size_t k = 0; k < q->unchecked.n; k++) {
        struct kp_bench_version v = {.path = q->unchecked.v[k], .unchecked = true};
        kp_push(q->arena, &q->bench.versions, v);
    }
    for (size_t k = 0; k < q->bench.versions.n; k++)
        q->bench.versions.v[k].label = label_of(q, k);
    for (size_t k = 0; k < q->smem.n; k++)
        if (take_smem(q, q->smem.v[k]))
            return KP_EXIT_ERROR;
    if (q->results.n)
        return n || q->case_file || q->bundle
                   ? usage_error("--results takes no other operands", NULL)
                   : 0;
    if (!n || !q->case_file)
        return usage_error("a kernel file and a case are needed", NULL);
    if (q->bench.versions.n > KP_BENCH_MAX_VERSIONS)
        return usage_error("too many versions", NULL);
    if (q->bundle && !q->bench.nvcc.arch)
        return usage_error("--bundle needs --arch: the GPU cannot be asked", NULL);
    if (q->bundle && q->runner)
        return usage_error("either --bundle or --runner", NULL);
    return 0;
}

/* 0: go on; else the exit code. What stands behind `--` is nvcc's. */
static int parse(struct request *q, int argc, char **argv)
{
    char **args = kp_new_array(q->arena, char *, (size_t)argc + 2);
    int n = 0, option;

    while (n < argc && strcmp(argv[n], "--"))
        n++;
    if (n < argc)
        kp_compiler_words(&q->settings, argc - n - 1, argv + n + 1);
    args[0] = kp_strdup(q->arena, "kpipe"); /* argv begins behind the command's name */
    memcpy(args + 1, kp_spell_options(q->arena, n, argv), (size_t)n * sizeof *argv);
    opterr = 0;
    optind = 1;
    while ((option = getopt_long(n + 1, args, KP_COMPILER_LETTERS "hj:", options, NULL)) != -1)
        if (!take(q, option, optarg))
            return usage_error("this option is not understood:", args[optind - 1]);
    return q->help ? 0 : take_operands(q, args + optind, n + 1 - optind);
}

/* ---- results ----------------------------------------------------------------------------------
 */

static int show(struct request *q, const char *what, const char *json, size_t n)
{
    struct kp_result r;
    const char *error = kp_result_read(q->arena, json, n, &r);

    if (error)
        return kp_complain("%s: this is no answer of kpipe-runner: %s", what, error);
    if (r.error)
        return kp_complain("%s", r.error);
    fputs(q->json ? kp_result_json(q->arena, &r) : kp_result_table(q->arena, &r, q->markdown),
          stdout);
    return kp_result_sound(&r) ? KP_EXIT_DONE : KP_EXIT_FINDINGS;
}

static int show_files(struct request *q)
{
    int worst = 0;

    for (size_t k = 0; k < q->results.n; k++) {
        const char *path = q->results.v[k];
        size_t n = 0;
        char *json = kp_read_file(q->arena, path, &n);
        int code;

        if (k && !q->json)
            putchar('\n');
        code = json ? show(q, path, json, n) : kp_complain("%s: %s", path, strerror(errno));
        worst = code > worst ? code : worst;
    }
    return worst;
}

/* ---- running ----------------------------------------------------------------------------------
 */

static void progress(const struct request *q, const char *text)
{
    if (q->bench.progress)
        kp_progress_line(text);
}

/* NULL, or what is wrong. */
static const char *read_case(struct request *q)
{
    const char *error = NULL;
    struct kp_case *c = kp_case_read(q->arena, q->case_file, &error);

    for (size_t k = 0; k < q->sizes.n && !error; k++)
        error = kp_case_set_size(c, q->sizes.v[k]);
    q->bench.c = c;
    return error;
}

/* What kpipe has written says how much dynamic shared memory its launch asks for. */
static const char *read_smem(struct request *q)
{
    for (size_t k = 1; k < q->bench.versions.n; k++) {
        struct kp_bench_version *v = &q->bench.versions.v[k];
        struct kp_verify_options staged = {0};
        const char *error;

        if (v->smem.s)
            continue;
        error = kp_read_staged(q->arena, v->path, q->bench.c->kernel, &staged);
        if (error)
            return error;
        if (staged.smem_stages || staged.smem_bytes)
            v->smem = kp_bench_smem(q->arena, q->bench.c, staged.smem_stages, staged.smem_bytes);
    }
    return NULL;
}

/* Both halves of the original's pipelined form. NULL, or why there are none. */
static const char *add_halves(struct request *q)
{
    const char *path = q->bench.versions.v[0].path, *error = NULL;
    struct kp_options *o = kp_new(q->arena, struct kp_options);
    struct kp_unit *u = kp_new(q->arena, struct kp_unit);

    *o = (struct kp_options){
        .arch = q->bench.nvcc.arch, .flags = q->bench.nvcc.flags, .doubtful = true};
    *u = (struct kp_unit){.arena = q->arena, .options = o};
    if (!(u->rules = kp_rules_load(q->arena, NULL, &error)))
        return error;
    if (!kp_rule_target(u->rules, o->arch))
        return kp_sprintf(q->arena, "no target %s in the rules; see `kpipe targets`", o->arch);
    if (!kp_pipeline(u, path, KP_PASS_EMIT))
        return u->error;
    for (int half = KP_ALONE_COMPUTE; half <= KP_ALONE_LOAD; half++) {
        struct kp_unit *x = kp_pipeline_alone(q->arena, u, (enum kp_alone)half);
        struct kp_bench_version v = {.path = path, .unchecked = true};

        if (x->error)
            return x->error;
        if (!kp_any_pipelined(x))
            return kp_sprintf(q->arena, "%s: no loop can be pipelined, so nothing has halves",
                              path);
        v.half = half == KP_ALONE_COMPUTE ? "compute" : "load";
        v.label = kp_sprintf(q->arena, "%s alone", v.half);
        v.text = x->output;
        v.size = x->output_size;
        kp_push(q->arena, &q->bench.versions, v);
    }
    return NULL;
}

/* All versions are built as the first one is. */
static const char *take_flags(struct request *q)
{
    const char *error = NULL;
    const struct kp_origin *o = kp_origin_of(&q->settings, q->bench.versions.v[0].path, &error);

    q->bench.nvcc.flags = o ? &o->lines : NULL;
    return error ? error
                 : kp_toolkit_via(&q->settings, q->bench.versions.v[0].path, &q->bench.nvcc);
}

static const char *make(struct request *q, struct kp_bundle *bundle)
{
    const char *error = read_case(q);

    if (!error)
        error = read_smem(q);
    if (!error)
        error = take_flags(q);
    if (error)
        return error;
    if (!q->bench.nvcc.arch) {
        progress(q, "asking the GPU");
        q->bench.nvcc.arch = kp_bench_arch(q->arena, q->runner, &error);
    }
    if (!error && q->bound)
        error = add_halves(q);
    if (!error) {
        progress(q, "building");
        error = kp_bench_build(&q->bench);
        progress(q, "");
    }
    for (size_t k = 0; k < q->bench.failed.n; k++)
        fprintf(stderr, "kpipe: warning: %s is not measured: %s\n",
                kp_printable(q->bench.arena, q->bench.failed.v[k].label),
                kp_printable_lines(q->bench.arena, q->bench.failed.v[k].why));
    return error ? error : kp_bench_bundle(&q->bench, bundle);
}

static const char *write_tar(struct request *q, const struct kp_bundle *bundle)
{
    size_t n;
    char *tar = kp_bundle_tar(bundle, &n);
    int fd = open(q->bundle, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool ok = fd >= 0 && kp_write_all(fd, tar, n);

    if (fd >= 0 && close(fd))
        ok = false;
    return ok ? NULL : kp_sprintf(q->arena, "%s: %s", q->bundle, strerror(errno));
}

static int run(struct request *q)
{
    struct kp_bundle bundle;
    const char *error = make(q, &bundle);
    char *json = NULL;
    size_t n = 0;

    if (!error && q->bundle)
        error = kp_ends_with(q->bundle, ".tar") ? write_tar(q, &bundle)
                                                : kp_bundle_write(&bundle, q->bundle);
    else if (!error)
        error = kp_bench_run(&bundle, q->runner, &json, &n);
    progress(q, "");
    if (error) {
        kp_proof_error(q->case_file, error);
        return KP_EXIT_ERROR;
    }
    if (q->bundle)
        return q->bench.failed.n ? KP_EXIT_FINDINGS : KP_EXIT_DONE;
    return show(q, "the runner", json, n);
}

static int bench(int argc, char **argv)
{
    struct request q = {.arena = kp_arena_new()};
    int code;

    q.bench.arena = q.settings.arena = q.arena;
    q.bench.runs = 41;
    q.bench.limit = 60;
    q.bench.warm_up = 0.3;
    q.bench.budget = 10;
    q.bench.progress = isatty(STDERR_FILENO);
    code = parse(&q, argc, argv);
    if (!code && q.help)
        fputs(help, stdout);
    else if (!code)
        code = q.results.n ? show_files(&q) : run(&q);
    kp_arena_free(q.arena);
    return code;
}

const struct kp_command kp_command_bench = {
    .name = "bench",
    .summary = "time versions of a kernel on a GPU, here or elsewhere (needs nvcc)",
    .run_raw = bench,
};
