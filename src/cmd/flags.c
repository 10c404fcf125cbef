#define _GNU_SOURCE
#include "cmd/flags.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"

struct flag {
    const char *name; /* NULL: short only */
    char letter;      /* 0: long only */
    const char *argument;
    unsigned commands;
    const char *help; /* NULL: another spelling of the flag before it */
    bool (*set)(struct kp_settings *s, const char *value);
};

/* ---- values ------------------------------------------------------------------------------ */

struct name_list {
    const char *const *names;
};

static const char *list_name(size_t i, const void *context)
{
    return ((const struct name_list *)context)->names[i];
}

const char *kp_option_text(const struct kp_settings *s, const char *flag)
{
    return s->place ? kp_sprintf(s->arena, "%s: %s", s->place, flag + strspn(flag, "-")) : flag;
}

/* The position of `value` among the n names, or -1 after a complaint. */
static int choose(const struct kp_settings *s, const char *flag, const char *value,
                  const char *const *names, size_t n)
{
    struct name_list list = {names};
    const char *near;

    flag = kp_option_text(s, flag);

    for (size_t i = 0; i < n; i++)
        if (kp_streq(value, names[i]))
            return (int)i;
    near = kp_nearest(value, n, list_name, &list);
    if (near)
        kp_complain("%s: '%s' is none of its values; did you mean '%s'?", flag, value, near);
    else
        kp_complain("%s: '%s' is none of its values; see --help", flag, value);
    return -1;
}

/* A number between low and high, or -1 after a complaint. */
static long number(const struct kp_settings *s, const char *flag, const char *value, long low,
                   long high)
{
    char *end;
    long n;

    flag = kp_option_text(s, flag);

    errno = 0;
    n = strtol(value, &end, 10);
    if (*value && !*end && !errno && n >= low && n <= high)
        return n;
    if (high == INT32_MAX)
        kp_complain("%s takes a number from %ld, not '%s'", flag, low, value);
    else
        kp_complain("%s takes a number from %ld to %ld, not '%s'", flag, low, high, value);
    return -1;
}

static bool set_pass(const struct kp_settings *s, const char *flag, const char *value,
                     enum kp_pass first, enum kp_pass *out)
{
    const char *names[KP_PASS_COUNT];
    int n = 0, at;

    for (int pass = (int)first; pass < KP_PASS_COUNT; pass++)
        names[n++] = kp_pass_name((enum kp_pass)pass);
    at = choose(s, flag, value, names, (size_t)n);
    if (at >= 0)
        *out = (enum kp_pass)((int)first + at);
    return at >= 0;
}

/* ---- one setter per flag ------------------------------------------------------------------ */

static bool set_output(struct kp_settings *s, const char *value)
{
    s->output = value;
    if (!*value)
        kp_complain("-o takes the name of a file, not an empty one");
    return *value != '\0';
}

static bool set_in_place(struct kp_settings *s, const char *value)
{
    (void)value;
    return s->in_place = true;
}

static bool set_dry_run(struct kp_settings *s, const char *value)
{
    (void)value;
    return s->dry_run = true;
}

static bool set_json(struct kp_settings *s, const char *value)
{
    (void)value;
    return s->json = true;
}

static bool set_strict(struct kp_settings *s, const char *value)
{
    (void)value;
    return s->strict = true;
}

static bool set_explain(struct kp_settings *s, const char *value)
{
    (void)value;
    return s->explain = true;
}

static bool set_build(struct kp_settings *s, const char *value)
{
    (void)value;
    return s->build = true;
}

static bool set_verify(struct kp_settings *s, const char *value)
{
    (void)value;
    return s->verify = true;
}

static bool set_case(struct kp_settings *s, const char *value)
{
    kp_push(s->arena, &s->cases, value);
    return true;
}

static bool set_size(struct kp_settings *s, const char *value)
{
    kp_push(s->arena, &s->sizes, value);
    return true;
}

static bool set_runner(struct kp_settings *s, const char *value)
{
    s->runner = value;
    return true;
}

static bool set_bundle(struct kp_settings *s, const char *value)
{
    s->bundle = value;
    return true;
}

static bool set_results(struct kp_settings *s, const char *value)
{
    s->results = value;
    return true;
}

static bool set_runs(struct kp_settings *s, const char *value)
{
    long n = number(s, "--runs", value, 7, 1000);

    s->runs = (unsigned)n;
    return n > 0;
}

static bool set_no_proof(struct kp_settings *s, const char *value)
{
    (void)value;
    return s->no_proof = true;
}

static bool set_stats(struct kp_settings *s, const char *value)
{
    (void)value;
    return s->stats = true;
}

static bool set_markdown(struct kp_settings *s, const char *value)
{
    (void)value;
    return s->markdown = true;
}

static bool set_nvcc(struct kp_settings *s, const char *value)
{
    s->nvcc = value;
    return true;
}

static bool set_against(struct kp_settings *s, const char *value)
{
    s->against = value;
    return true;
}

static bool set_html(struct kp_settings *s, const char *value)
{
    s->html = value;
    if (!*value)
        kp_complain("--html takes the name of a file, not an empty one");
    return *value != '\0';
}

static bool set_checks(struct kp_settings *s, const char *value)
{
    s->checks = value;
    return true;
}

static bool set_full(struct kp_settings *s, const char *value)
{
    (void)value;
    return s->full = true;
}

static bool set_remedies(struct kp_settings *s, const char *value)
{
    (void)value;
    return s->remedies = true;
}

/* A number above 0, or 0 after a complaint. */
static double real(const char *flag, const char *value)
{
    char *end;
    double n = strtod(value, &end);

    if (*value && !*end && n > 0 && n < 1e300)
        return n;
    kp_complain("%s takes a number above 0, not '%s'", flag, value);
    return 0;
}

static bool set_gpu(struct kp_settings *s, const char *value)
{
    s->gpu = value;
    return true;
}

static bool set_threads(struct kp_settings *s, const char *value)
{
    s->threads = (int)number(s, "--threads", value, 1, 1024);
    return s->threads > 0;
}

static bool set_smem(struct kp_settings *s, const char *value)
{
    s->smem = (int)number(s, "--smem", value, 0, INT32_MAX);
    s->smem_given = true;
    return s->smem >= 0;
}

static bool set_time(struct kp_settings *s, const char *value)
{
    return (s->time_ms = real("--time-ms", value)) > 0;
}

static bool set_flops(struct kp_settings *s, const char *value)
{
    return (s->flops = real("--flops", value)) > 0;
}

static bool set_bytes(struct kp_settings *s, const char *value)
{
    return (s->bytes = real("--bytes", value)) > 0;
}

static bool set_measure(struct kp_settings *s, const char *value)
{
    (void)value;
    return s->measure = true;
}

static bool set_ncu(struct kp_settings *s, const char *value)
{
    kp_push(s->arena, &s->ncu, value);
    return true;
}

static bool set_help(struct kp_settings *s, const char *value)
{
    (void)value;
    return s->help = true;
}

static bool set_verbose(struct kp_settings *s, const char *value)
{
    (void)value;
    return ++s->verbose > 0;
}

static bool set_kernel(struct kp_settings *s, const char *value)
{
    s->options.kernel = value;
    return true;
}

static bool set_line(struct kp_settings *s, const char *value)
{
    long n = number(s, "--line", value, 1, INT32_MAX);

    s->options.line = (uint32_t)n;
    return n > 0;
}

static bool set_arch(struct kp_settings *s, const char *value)
{
    s->options.arch = value;
    return s->arch_given = true;
}

static bool set_variant(struct kp_settings *s, const char *value)
{
    static const char *const names[] = {"auto", "cp-async", "ldg", "single"};
    int at = choose(s, "--variant", value, names, 4);

    s->options.variant = (enum kp_variant)at;
    return at >= 0;
}

static bool set_shape(struct kp_settings *s, const char *value)
{
    static const char *const names[] = {"auto", "split", "ring"};
    int at = choose(s, "--shape", value, names, 3);

    s->options.shape = (enum kp_shape)at;
    return at >= 0;
}

static bool set_stages(struct kp_settings *s, const char *value)
{
    s->options.stages = (int)number(s, "--stages", value, 2, 8);
    return s->options.stages > 0;
}

static bool set_no_alias(struct kp_settings *s, const char *value)
{
    if (s->place) /* the project file's yes or no */
        s->options.assume_no_alias = kp_streq(value, "yes");
    else
        s->options.assume_no_alias = true;
    return true;
}

static bool set_config(struct kp_settings *s, const char *value)
{
    s->config = value;
    if (!*value)
        kp_complain("--config takes the name of a file, not an empty one");
    return *value != '\0';
}

static bool set_no_config(struct kp_settings *s, const char *value)
{
    (void)value;
    return s->no_config = true;
}

static bool set_no_widen(struct kp_settings *s, const char *value)
{
    (void)value;
    s->options.width = KP_WIDTH_NARROW;
    return true;
}

static bool set_copies_only(struct kp_settings *s, const char *value)
{
    (void)value;
    s->options.width = KP_WIDTH_ONLY;
    return true;
}

static bool set_compdb(struct kp_settings *s, const char *value)
{
    s->options.compdb_dir = value;
    return true;
}

static bool set_rules(struct kp_settings *s, const char *value)
{
    s->options.rules_dir = value;
    return true;
}

static bool set_alone(struct kp_settings *s, const char *value)
{
    static const char *const names[] = {"compute", "load"};
    int at = choose(s, "--alone", value, names, 2);

    s->options.alone = (enum kp_alone)(at + 1);
    return at >= 0;
}

static bool set_bound(struct kp_settings *s, const char *value)
{
    (void)value;
    return s->bound = true;
}

static bool set_beside(struct kp_settings *s, const char *value)
{
    kp_push(s->arena, &s->besides, value);
    return true;
}

static bool set_jobs(struct kp_settings *s, const char *value)
{
    long n = number(s, "-j", value, 1, 1024);

    s->jobs = (size_t)n;
    return n > 0;
}

static bool set_dump(struct kp_settings *s, const char *value)
{
    return set_pass(s, "--dump", value, KP_PASS_PARSE, &s->dump);
}

static bool set_stop_after(struct kp_settings *s, const char *value)
{
    return set_pass(s, "--stop-after", value, KP_PASS_SOURCE, &s->stop_after);
}

/* ---- the table ---------------------------------------------------------------------------- */

enum {
    FILES = KP_CMD_REWRITE | KP_CMD_CHECK | KP_CMD_TUNE,
    LINTS = KP_CMD_LINT,
    ALL = FILES | LINTS | KP_CMD_EXPLAIN | KP_CMD_TARGETS | KP_CMD_SASS | KP_CMD_INIT |
          KP_CMD_DOCTOR | KP_CMD_ANALYZE | KP_CMD_CONFIG,
    PROJECT = FILES | LINTS | KP_CMD_INIT | KP_CMD_CONFIG
};

/* In the order of --help. */
static const struct flag flags[] = {
    {"output", 'o', "FILE", KP_CMD_REWRITE | KP_CMD_TUNE | KP_CMD_INIT,
     "write the result to FILE instead of standard output", set_output},
    {"in-place", 'i', NULL, KP_CMD_REWRITE, "write the result back to the input", set_in_place},
    {"dry-run", 'n', NULL, KP_CMD_REWRITE,
     "write nothing; show what would change as a unified diff", set_dry_run},
    {"diff", 0, NULL, KP_CMD_REWRITE, "the same as --dry-run", set_dry_run},
    {"checks", 0, "LIST", LINTS,
     "which lints: names, codes and patterns, a minus in front takes away ('-*,bank-*')",
     set_checks},
    {"json", 0, NULL, FILES | LINTS | KP_CMD_DOCTOR,
     "what was found and done as JSON on standard output", set_json},
    {"against", 0, "ORIGINAL", KP_CMD_SASS,
     "compare with this version: the same as naming it first", set_against},
    {"json", 0, NULL, KP_CMD_SASS, "everything as JSON on standard output", set_json},
    {"html", 0, "FILE", KP_CMD_SASS, "write a page with the main loops' timelines", set_html},
    {"full", 0, NULL, KP_CMD_SASS, "show whole kernels, every instruction", set_full},
    {"remedies", 0, NULL, KP_CMD_SASS,
     "where a rewritten source's loads do not overlap, build it in the ways that may help",
     set_remedies},
    {"threads", 0, "N", KP_CMD_SASS,
     "predict the cycles of an SM per iteration of the main loop, with blocks of N threads",
     set_threads},
    {"smem", 0, "N", KP_CMD_SASS, "for --threads: bytes of dynamic shared memory per block",
     set_smem},
    {"strict", 0, NULL, KP_CMD_SASS, "end with 1 when a main loop's loads overlap with no math",
     set_strict},
    {"kernel", 0, "NAME", KP_CMD_SASS, "only this kernel", set_kernel},
    {"line", 0, "N", KP_CMD_SASS, "the loop with code of this line instead of the main loop",
     set_line},
    {"arch", 0, "SM", KP_CMD_SASS,
     "what to compile for (default " KP_DEFAULT_ARCH "), or which code of a file with several",
     set_arch},
    {"json", 0, NULL, KP_CMD_ANALYZE, "the report as JSON on standard output", set_json},
    {"markdown", 0, NULL, KP_CMD_ANALYZE, "the report in Markdown", set_markdown},
    {"html", 0, "FILE", KP_CMD_ANALYZE, "also write the report as one page, with its figures",
     set_html},
    {"kernel", 0, "REGEX", KP_CMD_ANALYZE, "only kernels whose name or symbol it is found in",
     set_kernel},
    {"gpu", 0, "NAME", KP_CMD_ANALYZE,
     "the GPU of gpus.ini (default: the first of the architecture)", set_gpu},
    {"arch", 0, "SM", KP_CMD_ANALYZE,
     "what to compile for (default: the GPU's, or " KP_DEFAULT_ARCH
     "), or which code of a file with several",
     set_arch},
    {"case", 0, "FILE", KP_CMD_ANALYZE, "launch, sizes, operations and bytes of a kernel",
     set_case},
    {"size", 0, "SIZES", KP_CMD_ANALYZE,
     "of the case: NAME=N; or several launches: NAME=N,N,... or N,N,... for all of its sizes",
     set_size},
    {"threads", 0, "N", KP_CMD_ANALYZE, "threads per block, where no case says so", set_threads},
    {"smem", 0, "N", KP_CMD_ANALYZE, "bytes of dynamic shared memory, where no case says so",
     set_smem},
    {"flops", 0, "N", KP_CMD_ANALYZE, "operations of the launch, where no case says so", set_flops},
    {"bytes", 0, "N", KP_CMD_ANALYZE, "bytes that must cross the memory, where no case says so",
     set_bytes},
    {"time-ms", 0, "N", KP_CMD_ANALYZE, "the launch takes N ms", set_time},
    {"measure", 0, NULL, KP_CMD_ANALYZE, "measure it as `kpipe bench` does; needs --case",
     set_measure},
    {"runner", 0, "CMD", KP_CMD_ANALYZE, "measure, on a GPU elsewhere: 'ssh host', 'srun -G1'",
     set_runner},
    {"results", 0, "FILE", KP_CMD_ANALYZE, "take the time from what a bundle's runner printed",
     set_results},
    {"ncu", 0, "FILE", KP_CMD_ANALYZE,
     "a profiler's report: `ncu --csv --page raw` or `--page details`", set_ncu},
    {"nvcc", 0, "PROG", KP_CMD_ANALYZE, "the compiler (default: CUDA_HOME, PATH, ...)", set_nvcc},
    {"config", 0, "FILE", PROJECT,
     "the project file (default: the nearest .kpipe.ini at or above the input)", set_config},
    {"no-config", 0, NULL, PROJECT, "read no project file", set_no_config},
    {NULL, 'p', "DIR", KP_CMD_ANALYZE, "take compiler flags from DIR/compile_commands.json",
     set_compdb},
    {"rules", 0, "DIR", KP_CMD_ANALYZE,
     "read the rule files of DIR too (gpus.ini, matrix.ini, ...); they win", set_rules},
    {"strict", 0, NULL, KP_CMD_REWRITE, "end with 1 when a loop is refused", set_strict},
    {"explain", 0, NULL, FILES, "say why each loop got its plan, with the shared-memory budget",
     set_explain},
    {"kernel", 0, "NAME", FILES | LINTS | KP_CMD_INIT, "only this kernel", set_kernel},
    {"line", 0, "N", FILES, "only the loop that begins in this line", set_line},
    {"arch", 0, "SM", FILES | LINTS | KP_CMD_INIT | KP_CMD_CONFIG,
     "the GPU to plan for (default " KP_DEFAULT_ARCH "; see `kpipe targets`)", set_arch},
    {"variant", 0, "V", FILES | KP_CMD_CONFIG, "auto, cp-async, ldg or single (default auto)",
     set_variant},
    {"stages", 0, "N", FILES | KP_CMD_CONFIG,
     "buffers per tile, 2 to 8 (default: the plan's choice)", set_stages},
    {"shape", 0, "S", FILES | KP_CMD_CONFIG, "auto, split or ring (default auto)", set_shape},
    {"build", 0, NULL, KP_CMD_REWRITE,
     "build original and result with nvcc; a loop whose kernel spills registers or loses blocks\n"
     "                            per SM gets another plan",
     set_build},
    {"alone", 0, "HALF", KP_CMD_REWRITE,
     "compute or load: leave the other half of the pipelined loop out, for a version that shows\n"
     "                            what either takes by itself (`kpipe bench --bound`); it is NOT "
     "the kernel",
     set_alone},
    {"verify", 0, NULL, KP_CMD_REWRITE,
     "prove the result on the CPU and write it only when that succeeds (see `kpipe verify`)",
     set_verify},
    {"case", 0, "FILE", KP_CMD_TUNE, "how to launch the kernel, and what is right", set_case},
    {"case", 0, "FILE", KP_CMD_REWRITE,
     "how --verify launches a kernel; may be repeated (default: inferred from the file)", set_case},
    {"size", 0, "NAME=N", KP_CMD_TUNE, "the case's size NAME is N; may be repeated", set_size},
    {"runner", 0, "CMD", KP_CMD_TUNE | KP_CMD_DOCTOR,
     "the GPU is elsewhere: 'ssh host', 'srun -G1', 'docker run -i --gpus all IMAGE'", set_runner},
    {"bundle", 0, "DIR", KP_CMD_TUNE,
     "measure nothing: write what the GPU's machine needs; needs --arch", set_bundle},
    {"results", 0, "FILE", KP_CMD_TUNE, "choose by what such a bundle's runner printed",
     set_results},
    {"bound", 0, NULL, KP_CMD_TUNE,
     "measure the load and the compute phase of every plan alone, too: what can still be gained",
     set_bound},
    {"beside", 0, "FILE", KP_CMD_TUNE,
     "measure this version, too (LABEL=FILE names it); it is never chosen; may be repeated",
     set_beside},
    {"runs", 0, "N", KP_CMD_TUNE, "timed rounds, 7 to 1000 (default 41)", set_runs},
    {"no-proof", 0, NULL, KP_CMD_TUNE, "do not run the plans on the CPU before", set_no_proof},
    {"markdown", 0, NULL, KP_CMD_TUNE, "the table in Markdown", set_markdown},
    {"nvcc", 0, "PROG", KP_CMD_REWRITE | KP_CMD_SASS | KP_CMD_TUNE | KP_CMD_INIT,
     "the compiler (default: CUDA_HOME, PATH, ...)", set_nvcc},
    {"assume-no-alias", 0, NULL, FILES | KP_CMD_CONFIG,
     "take it as given that no store in a loop changes what its tiles are loaded from",
     set_no_alias},
    {"no-widen", 0, NULL, FILES | KP_CMD_TUNE, "copies stay as wide as they are written",
     set_no_widen},
    {"copies-only", 0, NULL, KP_CMD_REWRITE, "make copies wider and pipeline nothing",
     set_copies_only},
    {"stats", 0, NULL, KP_CMD_CHECK,
     "files and whole folders: how many loops, which can be pipelined, what refuses the others",
     set_stats},
    {"jobs", 'j', "N", KP_CMD_CHECK | LINTS,
     "files read at the same time (default: one per processor)", set_jobs},
    {"jobs", 'j', "N", KP_CMD_REWRITE | KP_CMD_SASS | KP_CMD_TUNE,
     "compilers at the same time (default: as many as processors and memory allow)", set_jobs},
    {NULL, 'p', "DIR", FILES | LINTS | KP_CMD_SASS | KP_CMD_INIT,
     "take compiler flags from DIR/compile_commands.json", set_compdb},
    {"rules", 0, "DIR", FILES | LINTS | KP_CMD_TARGETS | KP_CMD_SASS | KP_CMD_INIT,
     "read the rule files of DIR too; they win", set_rules},
    {"dump", 0, "PASS", KP_CMD_REWRITE, "print what parse, model, legal, plan or emit has found",
     set_dump},
    {"stop-after", 0, "PASS", KP_CMD_REWRITE, "run no pass behind PASS and write nothing",
     set_stop_after},
    {"verbose", 'v', NULL, FILES, "say more: loops without tiles, parse errors", set_verbose},
    {"help", 'h', NULL, ALL, "show this text", set_help},
};

enum { N_FLAGS = sizeof flags / sizeof *flags };

static const char *flag_name(size_t i, const void *context)
{
    const struct kp_command *command = context;

    return flags[i].name && flags[i].commands & command->id ? flags[i].name : "";
}

/* ---- parsing ------------------------------------------------------------------------------ */

static void complain_unknown(const struct kp_command *command, const char *word)
{
    char name[64];
    const char *near = NULL;

    if (kp_starts_with(word, "--")) {
        snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
        near = kp_nearest(name, N_FLAGS, flag_name, command);
    }
    if (near)
        kp_complain("unknown option '%s'; did you mean '--%s'?", word, near);
    else
        kp_complain("unknown option '%s'; see `kpipe %s --help`", word, command->name);
}

/* getopt has refused the argument in front of argv[optind]. */
static void complain(const struct kp_command *command, int reason, char **argv)
{
    const char *word = argv[optind - 1];

    if (reason == ':')
        kp_complain("option '%s' needs a value; see `kpipe %s --help`", word, command->name);
    else if (!kp_starts_with(word, "--") && optopt > 0 && optopt < 128)
        complain_unknown(command, (char[]){'-', (char)optopt, '\0'});
    else if (optopt >= 256)
        kp_complain("option '--%s' takes no value", flags[optopt - 256].name);
    else
        complain_unknown(command, word);
}

static void getopt_tables(const struct kp_command *command, struct option *longs, char *shorts)
{
    *shorts++ = ':';
    for (size_t i = 0; i < N_FLAGS; i++) {
        const struct flag *f = &flags[i];

        if (!(f->commands & command->id))
            continue;
        if (f->name)
            *longs++ = (struct option){f->name, f->argument ? required_argument : no_argument, NULL,
                                       256 + (int)i};
        if (f->letter)
            *shorts++ = f->letter;
        if (f->letter && f->argument)
            *shorts++ = ':';
    }
    *longs = (struct option){NULL, 0, NULL, 0};
    *shorts = '\0';
}

static const struct flag *flag_of(int c)
{
    if (c >= 256)
        return &flags[c - 256];
    for (size_t i = 0; i < N_FLAGS; i++)
        if (flags[i].letter == c)
            return &flags[i];
    return NULL;
}

/* What stands behind `--` goes to the compiler. Returns the number of words in front of it. */
static int cut_clang_args(struct kp_settings *s, int argc, char **argv)
{
    int n = 0;

    while (n < argc && !kp_streq(argv[n], "--"))
        n++;
    if (n < argc && s->command->id & (FILES | LINTS | KP_CMD_SASS | KP_CMD_INIT | KP_CMD_ANALYZE)) {
        s->options.clang_args = kp_new_array(s->arena, const char *, (size_t)(argc - n));
        for (int i = n + 1; i < argc; i++)
            s->options.clang_args[i - n - 1] = argv[i];
    }
    return n;
}

bool kp_parse_flags(struct kp_settings *s, int argc, char **argv)
{
    struct option longs[N_FLAGS + 1];
    char shorts[2 * N_FLAGS + 2];
    int c;
    char **words = kp_new_array(s->arena, char *, (size_t)argc + 2);

    s->dump = s->stop_after = KP_PASS_COUNT;
    s->options.arch = KP_DEFAULT_ARCH;
    argc = cut_clang_args(s, argc, argv);
    words[0] = "kpipe";
    memcpy(words + 1, argv, sizeof *argv * (size_t)argc);
    getopt_tables(s->command, longs, shorts);
    opterr = 0;
    while ((c = getopt_long(argc + 1, words, shorts, longs, NULL)) != -1) {
        if (c == '?' || c == ':') {
            complain(s->command, c, words);
            return false;
        }
        if (!flag_of(c)->set(s, optarg))
            return false;
        if (flag_of(c)->name)
            kp_push(s->arena, &s->given, flag_of(c)->name);
    }
    if (s->config && s->no_config) {
        kp_complain("--config and --no-config exclude each other");
        return false;
    }
    for (int i = optind; i <= argc; i++)
        kp_push(s->arena, &s->operands, words[i]);
    return true;
}

bool kp_set_default(struct kp_settings *s, const char *name, const char *value, const char *place)
{
    bool ok = true;

    for (size_t i = 0; i < s->given.n; i++)
        if (kp_streq(s->given.v[i], name))
            return true;
    s->place = place;
    for (size_t i = 0; i < N_FLAGS; i++)
        if (kp_streq(flags[i].name, name) && flags[i].commands & s->command->id) {
            ok = flags[i].set(s, value);
            break;
        }
    if (kp_streq(name, "arch"))
        s->arch_place = place;
    s->place = NULL;
    return ok;
}

void kp_print_help(const struct kp_command *command)
{
    printf("usage: kpipe %s\n\n%s\n%s\noptions:\n", command->usage, command->summary,
           command->details);
    for (size_t i = 0; i < N_FLAGS; i++) {
        const struct flag *f = &flags[i];
        char left[40], letter[8] = "    ";

        if (!(f->commands & command->id))
            continue;
        if (f->letter)
            snprintf(letter, sizeof letter, "-%c%s", f->letter, f->name ? ", " : "");
        snprintf(left, sizeof left, "%s%s%s%s%s", letter, f->name ? "--" : "",
                 f->name ? f->name : "", f->argument ? " " : "", f->argument ? f->argument : "");
        printf("  %-24s  %s\n", left, f->help);
    }
    printf("\nexamples:\n%s", command->examples);
}
