/* `kpipe bench`: versions of a kernel compared and timed on a GPU. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/compiled.h"
#include "cmd/proof.h"
#include "cmd/measured_html.h"
#include "cmd/page.h"
#include "gpu/bench.h"
#include "pipeline.h"
#include "report/utf8.h"
#include "rule/rule.h"
#include "util/str.h"
#include "util/subprocess.h"
#include "util/system.h"

/* ---- what is asked for ------------------------------------------------------------------------
 */

/* Timed rounds, and seconds that a launch may take. */
enum { USUAL_RUNS = 41, USUAL_LIMIT = 60 };

struct request {
    struct kp_arena *arena;
    struct kp_settings *s;
    struct kp_bench bench;
    struct kp_page page; /* with --html */
    struct kp_doc doc;
};

static bool is_arch(const char *s)
{
    size_t n = kp_starts_with(s, "sm_") ? strspn(s + 3, "0123456789") : 0;

    return n >= 2 && n <= 3 && (!s[3 + n] || ((s[3 + n] == 'a' || s[3 + n] == 'f') && !s[4 + n]));
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

static void name_versions(struct request *q)
{
    const struct kp_settings *s = q->s;

    for (size_t k = 0; k < s->operands.n; k++) {
        struct kp_bench_version v = {.path = s->operands.v[k]};
        kp_push(q->arena, &q->bench.versions, v);
    }
    for (size_t k = 0; k < s->unchecked.n; k++) {
        struct kp_bench_version v = {.path = s->unchecked.v[k], .unchecked = true};
        kp_push(q->arena, &q->bench.versions, v);
    }
    for (size_t k = 0; k < q->bench.versions.n; k++)
        q->bench.versions.v[k].label = label_of(q, k);
}

/* 0: go on; else the exit code. */
static int usage(struct request *q)
{
    const struct kp_settings *s = q->s;

    if (s->plot && (s->json || s->markdown))
        return usage_error("--plot draws in the text: without --json and --markdown", NULL);
    if (s->bundle && (s->html || s->plot))
        return usage_error("--bundle measures nothing yet: --html and --plot belong to --results",
                           NULL);
    if (s->answers.n)
        return s->operands.n || s->cases.n || s->bundle
                   ? usage_error("--results takes no other operands", NULL)
                   : 0;
    if (!s->operands.n || !s->cases.n)
        return usage_error("a kernel file and a case are needed", NULL);
    if (s->cases.n > 1)
        return usage_error("one case at a time; one too many is", s->cases.v[1]);
    if (q->bench.versions.n > KP_BENCH_MAX_VERSIONS)
        return usage_error("too many versions", NULL);
    if (s->arch_given && !is_arch(s->options.arch))
        return usage_error("--arch takes a name like sm_90, not", s->options.arch);
    if (s->bundle && !s->arch_given)
        return usage_error("--bundle needs --arch: the GPU cannot be asked", NULL);
    if (s->bundle && s->runner)
        return usage_error("either --bundle or --runner", NULL);
    for (size_t k = 0; k < s->smems.n; k++)
        if (take_smem(q, s->smems.v[k]))
            return KP_EXIT_ERROR;
    return 0;
}

/* ---- results ----------------------------------------------------------------------------------
 */

static int show(struct request *q, const char *what, const char *json, size_t n)
{
    struct kp_result r;
    const char *error = kp_result_read(q->arena, json, n, &r);

    if (error)
        return kp_complain("%s: this is not an answer of kpipe-runner: %s", what, error);
    if (r.error)
        return kp_complain("%s", r.error);
    fputs(q->s->json ? kp_result_json(q->arena, &r) : kp_result_table(q->arena, &r, q->s->markdown),
          stdout);
    if (q->s->plot)
        kp_plot_measured(q->arena, &r);
    if (q->s->html)
        kp_page_add_result(&q->page, &q->doc, &r);
    return kp_result_sound(&r) ? KP_EXIT_DONE : KP_EXIT_FINDINGS;
}

static int show_files(struct request *q)
{
    int worst = 0;

    for (size_t k = 0; k < q->s->answers.n; k++) {
        const char *path = q->s->answers.v[k];
        size_t n = 0;
        char *json = kp_read_file(q->arena, path, &n);
        int code;

        if (k && !q->s->json)
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
    struct kp_case *c = kp_case_read(q->arena, q->s->cases.v[0], &error);

    for (size_t k = 0; k < q->s->sizes.n && !error; k++)
        error = kp_case_set_size(c, q->s->sizes.v[k]);
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
        v->smem = kp_bench_smem(q->arena, q->bench.c, &staged.smem);
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
    for (int half = KP_ABLATION_COMPUTE; half <= KP_ABLATION_LOAD; half++) {
        struct kp_unit *x = kp_pipeline_ablated(q->arena, u, (enum kp_ablation)half);
        struct kp_bench_version v = {.path = path, .unchecked = true};

        if (x->error)
            return x->error;
        if (!kp_any_pipelined(x))
            return kp_sprintf(q->arena, "%s: no loop can be pipelined, so nothing has halves",
                              path);
        v.half = half == KP_ABLATION_COMPUTE ? "compute" : "load";
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
    const struct kp_origin *o = kp_origin_of(q->s, q->bench.versions.v[0].path, &error);

    q->bench.nvcc.flags = o ? &o->lines : NULL;
    return error ? error : kp_toolkit_via(q->s, q->bench.versions.v[0].path, &q->bench.nvcc);
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
        q->bench.nvcc.arch = kp_bench_arch(q->arena, q->s->runner, &error);
    }
    if (!error && q->s->bound)
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
    int fd = open(q->s->bundle, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool ok = fd >= 0 && kp_write_all(fd, tar, n);

    if (fd >= 0 && close(fd))
        ok = false;
    return ok ? NULL : kp_sprintf(q->arena, "%s: %s", q->s->bundle, strerror(errno));
}

static int run(struct request *q)
{
    struct kp_bundle bundle;
    const char *error = make(q, &bundle);
    char *json = NULL;
    size_t n = 0;

    if (!error && q->s->bundle)
        error = kp_ends_with(q->s->bundle, ".tar") ? write_tar(q, &bundle)
                                                   : kp_bundle_write(&bundle, q->s->bundle);
    else if (!error)
        error = kp_bench_run(&bundle, q->s->runner, &json, &n);
    progress(q, "");
    if (error) {
        kp_proof_error(q->s->cases.v[0], error);
        return KP_EXIT_ERROR;
    }
    if (q->s->bundle)
        return q->bench.failed.n ? KP_EXIT_FINDINGS : KP_EXIT_DONE;
    return show(q, "the runner", json, n);
}

static int work(struct request *q)
{
    const struct kp_settings *s = q->s;
    const char *subject = s->answers.n ? s->answers.v[0] : q->bench.versions.v[0].path;
    int code;

    if (s->html)
        q->page = kp_page_of(s, subject);
    code = s->answers.n ? show_files(q) : run(q);
    if (q->doc.blocks.n && !kp_page_write(s, &q->page, &q->doc))
        code = KP_EXIT_ERROR;
    return code;
}

static int bench(struct kp_settings *s)
{
    struct request q = {.arena = s->arena, .s = s, .doc.arena = s->arena};
    int code;

    q.bench = (struct kp_bench){
        .arena = s->arena,
        .nvcc = {.program = s->nvcc, .arch = s->arch_given ? s->options.arch : NULL},
        .jobs = s->jobs,
        .small = s->small,
        .tolerance = s->tolerance,
        .no_reference = s->no_reference,
        .progress = isatty(STDERR_FILENO),
        .runs = s->runs || s->no_runs ? s->runs : USUAL_RUNS,
        .limit = s->seconds ? s->seconds : USUAL_LIMIT,
        .warm_up = s->warm_up * 1e-3,
        .budget = 10,
    };
    name_versions(&q);
    code = usage(&q);
    if (!code)
        code = work(&q);
    return code;
}

const struct kp_command kp_command_bench = {
    .name = "bench",
    .id = KP_CMD_BENCH,
    .usage = "bench [options] ORIGINAL.cu [OTHER.cu ...] --case FILE.ini [-- NVCC-ARGS]\n"
             "       kpipe bench --results FILE",
    .summary = "time versions of a kernel on a GPU, here or elsewhere (needs nvcc)",
    .details =
        "\n"
        "Builds every file with nvcc and runs the case's kernel of each on a GPU: outputs must be "
        "the\n"
        "original's, bit for bit, and within tolerance of the CPU reference; those that are right "
        "are\n"
        "timed in turns. docs/user/bench.md says how.\n"
        "\n"
        "exit codes: 0 every version is right, 1 one is not or cannot be built, 2 usage error or\n"
        "nothing could be run\n",
    .examples =
        "  kpipe bench sgemm.cu sgemm_pipe.cu --case sgemm.ini\n"
        "  kpipe bench sgemm.cu sgemm_pipe.cu --case sgemm.ini --bound --runner 'ssh gpu'\n"
        "  kpipe bench sgemm.cu sgemm_pipe.cu --case sgemm.ini --arch sm_90 --bundle b.tar\n"
        "  kpipe bench --results answer.json --markdown\n",
    .run = bench,
};
