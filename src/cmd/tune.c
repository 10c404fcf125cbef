/* `kpipe tune`: the fastest plan that is right. */
#define _GNU_SOURCE
#include "search/tune.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/locked.h"
#include "cmd/config.h"
#include "cmd/proof.h"
#include "cmd/measured_html.h"
#include "cmd/tune_html.h"
#include "cmd/tune_json.h"
#include "rule/rule.h"
#include "search/step_back.h"
#include "util/cache_folder.h"
#include "util/system.h"

enum { ROUNDS = 41 };

static void progress(void *context, const char *what)
{
    (void)context;
    kp_progress_line(what);
}

static bool usage_ok(const struct kp_settings *s)
{
    if (s->operands.n != 1)
        kp_complain(s->operands.n ? "one kernel file at a time; see `kpipe tune --help`"
                                  : "no kernel file; see `kpipe tune --help`");
    else if (s->cases.n != 1)
        kp_complain("tune needs one --case: how to launch the kernel, and what is right; "
                    "`kpipe init` drafts one");
    else if (s->plot && (s->json || s->markdown))
        kp_complain("--plot draws in the text: without --json and --markdown");
    else if (s->bundle && (s->html || s->plot))
        kp_complain("--bundle measures nothing yet: --html and --plot belong to --results");
    else if (s->bundle && s->runner)
        kp_complain("either --bundle or --runner");
    else if (s->predict && (s->bundle || s->runner || s->results))
        kp_complain("--predict measures nothing: without --bundle, --results and --runner");
    else if ((s->bundle || s->results || s->predict) && !s->arch_given)
        kp_complain("--bundle, --results and --predict need --arch: the GPU cannot be asked");
    else
        return true;
    return false;
}

/* NULL, or what is wrong. */
static const char *read_all(struct kp_settings *s, struct kp_tune *t, struct kp_unit *u)
{
    const char *error = NULL;

    kp_take_case_blocks(s);
    if (!kp_run_passes(s, u, s->operands.v[0], KP_PASS_SOURCE))
        return u->error;
    t->source = u;
    t->c = t->bench.c = kp_case_read(s->arena, s->cases.v[0], &error);
    for (size_t i = 0; i < s->sizes.n && !error; i++)
        error = kp_case_set_size(t->c, s->sizes.v[i]);
    return error;
}

static int write_text(const struct kp_settings *s, const struct kp_unit *source, const char *text,
                      size_t n)
{
    if (!s->output)
        return KP_EXIT_DONE;
    kp_warn_includes(s, &source->source, s->output);
    return kp_deliver_file(s->arena, s->output, &source->source, text, n);
}

/* ---- without a GPU ------------------------------------------------------------------------------
 */

/* The plan from the source, unless ptxas has something against it. */
static int choose_by_sass(struct kp_settings *s, struct kp_tune *t, const char *why)
{
    struct kp_talk talk = kp_talk_of(s);
    struct kp_unit *u = kp_unit_new(&s->options, t->source->rules);
    int result;

    fprintf(stderr,
            "kpipe: note: nothing can be measured (%s): the choice rests on the time predicted "
            "from the machine code or, where there is none, on registers and blocks per SM "
            "(evidence: sass)\n",
            why);
    if (kp_run_passes(s, u, s->operands.v[0], KP_PASS_EMIT))
        u = kp_step_back(
            u, &(struct kp_step_back){
                   .nvcc = &t->bench.nvcc, .jobs = s->jobs, .cases = &t->c, .n_cases = 1});
    if (u->error) {
        result = kp_report_failure(s, u);
    } else {
        kp_report_text(u, &talk);
        result = s->json ? kp_deliver_json(u) : KP_EXIT_DONE;
        if (result == KP_EXIT_DONE)
            result = write_text(s, u, u->output, u->output_size);
    }
    kp_unit_free(u);
    return result;
}

static void print_dropped(const struct kp_tune *t)
{
    for (size_t i = 0; i < t->tries.n; i++)
        if (t->tries.v[i].dropped)
            printf("%s%s: %s\n", i ? "" : "\n", t->tries.v[i].label, t->tries.v[i].dropped);
}

static const char *times_text(struct kp_arena *a, double x)
{
    return x > 0 ? kp_sprintf(a, "x%.3f", x) : "-";
}

/* What the machine code of every plan says. */
static int predict(const struct kp_settings *s, struct kp_tune *t)
{
    int width = (int)strlen("plan");
    bool any_time = false;

    progress(NULL, "");
    kp_tune_predict(t);
    if (s->html && !kp_tune_page(s, t))
        return KP_EXIT_ERROR;
    if (s->json) {
        fputs(kp_tune_json(t), stdout);
        return KP_EXIT_DONE;
    }
    for (size_t i = 0; i < t->tries.n; i++) {
        int n = (int)strlen(t->tries.v[i].label);

        width = n > width ? n : width;
        any_time |= t->tries.v[i].built.time > 0;
    }
    printf("%-*s %9s %6s %9s%s\n", width, "plan", "registers", "spills", "blocks/SM",
           any_time ? "      time  low occ." : "");
    for (size_t i = 0; i < t->tries.n; i++) {
        const struct kp_built *b = &t->tries.v[i].built;

        if (b->known)
            printf("%-*s %9d %6d %4d of %-2d%s\n", width, t->tries.v[i].label, b->registers_after,
                   b->spills_after, b->blocks_after, b->blocks_before,
                   any_time ? kp_sprintf(s->arena, " %9s %9s", times_text(s->arena, b->time),
                                         times_text(s->arena, b->low_occupancy))
                            : "");
    }
    puts(any_time ? "\ntime: of the main loop, as a multiple of the original's; low occ.: at low "
                    "occupancy, with a quarter of its blocks on an SM"
                  : kp_sprintf(s->arena,
                               "\nno time is predicted for %s: the choice is by registers, spills "
                               "and blocks",
                               s->options.arch));
    print_dropped(t);
    if (s->plot)
        kp_plot_predictions(t);
    printf("\nbest by these: %s\n", t->best ? t->best->label : "the original");
    return KP_EXIT_DONE;
}

/* ---- with one -----------------------------------------------------------------------------------
 */

static void print_faster(const struct kp_tune *t)
{
    const struct kp_measured_at *at = t->faster ? kp_result_too_slow(&t->faster->figure) : NULL;

    if (at)
        printf("\n%s is %.3f times as fast, but %.3f times at the %s size, and is not taken\n",
               t->faster->label, t->faster->figure.speedup.median, at->speedup.median, at->size);
}

static void print_regret(const struct kp_tune *t)
{
    double speedup, regret;

    if (kp_tune_regret(t, &speedup, &regret))
        printf("default: `kpipe rewrite` takes %s, %.3f times as fast as the original: %.1f%% "
               "longer than the best\n",
               t->by_default, speedup, 100 * regret);
}

static void print_choice(const struct kp_settings *s, const struct kp_tune *t)
{
    const char *where = s->output ? kp_sprintf(s->arena, "; written to %s", s->output) : "";

    if (!t->best)
        printf("\nnothing is faster than the original, which stays as it is%s\n", where);
    else
        printf("\nbest: %s, %.3f times as fast as the original [%.3f, %.3f]%s\n", t->best->label,
               t->best->figure.speedup.median, t->best->figure.speedup.low,
               t->best->figure.speedup.high, where);
}

/* Of the kernel that was measured: the best plan, or that the original is the fastest. */
static int put_choice(struct kp_settings *s, const struct kp_tune *t)
{
    const char *path = s->operands.v[0], *kernel = t->c->kernel, *proof;
    struct kp_locked lock;

    if (!kp_find_lock(s, path, &lock) || !kp_begin_lock(s->arena, path, &lock))
        return KP_EXIT_ERROR;
    if (t->best && t->best->proven) {
        proof = kp_hash_texts(s->arena,
                              (const char *const[]){"tune", KP_VERSION, t->best->label,
                                                    kp_case_sizes_text(t->c, s->arena), NULL});
        kp_push(s->arena, &s->proofs, ((struct kp_proof){kernel, proof}));
    }
    if (t->best)
        kp_put_loops(s, t->best->unit, &lock, kernel,
                     kp_sprintf(s->arena, "%.3f", t->best->figure.speedup.median));
    for (size_t i = 0; !t->best && t->tries.n && i < t->tries.v[0].unit->loops.n; i++) {
        struct kp_unit *u = t->tries.v[0].unit;
        const struct kp_loop *l = u->loops.v[i];
        struct kp_lock_entry e = {lock.file,
                                  kernel,
                                  kp_lock_number(u, l),
                                  u->options->arch,
                                  kp_lock_key(u, kernel, NULL),
                                  KP_LOCK_LEAVE,
                                  "-",
                                  "-",
                                  "1"};

        if (kp_is_pipelined(l) && kp_streq(l->function->name, kernel) && e.key)
            kp_lock_put(lock.lock, &e);
    }
    return kp_write_lock(s->arena, &lock);
}

static int finish(struct kp_settings *s, struct kp_tune *t, const char *json, size_t size)
{
    const char *error = kp_tune_choose(t, json, size);
    int result;

    if (error)
        return kp_complain("%s", error);
    result = t->best ? write_text(s, t->source, t->best->unit->output, t->best->unit->output_size)
                     : write_text(s, t->source, t->source->source.text, t->source->source.size);
    if (result == KP_EXIT_DONE && s->lock)
        result = put_choice(s, t);
    if (result == KP_EXIT_DONE && s->html && !kp_tune_page(s, t))
        result = KP_EXIT_ERROR;
    if (result != KP_EXIT_DONE)
        return result;
    if (s->json) {
        fputs(kp_tune_json(t), stdout);
    } else {
        fputs(kp_result_table(s->arena, &t->result, s->markdown), stdout);
        print_dropped(t);
        if (s->plot)
            kp_plot_measured(s->arena, &t->result);
        print_faster(t);
        print_choice(s, t);
        print_regret(t);
    }
    return t->not_proven || !kp_result_sound(&t->result) ? KP_EXIT_FINDINGS : KP_EXIT_DONE;
}

static int from_file(struct kp_settings *s, struct kp_tune *t)
{
    size_t n = 0;
    char *json = kp_read_file(s->arena, s->results, &n);

    return json ? finish(s, t, json, n) : kp_complain("%s: %s", s->results, strerror(errno));
}

static int measure(struct kp_settings *s, struct kp_tune *t)
{
    struct kp_bundle bundle = {.arena = s->arena};
    const char *error = kp_tune_bundle(t, &bundle);
    char *json = NULL;
    size_t n = 0;

    progress(NULL, "measuring");
    if (!error)
        error = s->bundle ? kp_bundle_write(&bundle, s->bundle)
                          : kp_bench_run(&bundle, s->runner, &json, &n);
    progress(NULL, "");
    if (error) {
        kp_proof_error(s->cases.v[0], error);
        return KP_EXIT_ERROR;
    }
    return s->bundle ? KP_EXIT_DONE : finish(s, t, json, n);
}

static int tune_with(struct kp_settings *s, struct kp_tune *t)
{
    const char *error = NULL, *arch;

    if (!s->arch_given) {
        arch = kp_bench_arch(s->arena, s->runner, &error);
        if (!arch && s->runner)
            return kp_complain("%s", error);
        if (!arch && (s->html || s->plot))
            return kp_complain("nothing can be measured (%s), so there is nothing to draw; "
                               "--predict draws what the machine code predicts",
                               error);
        if (!arch)
            return choose_by_sass(s, t, error);
        s->options.arch = t->bench.nvcc.arch = arch;
    }
    if (!kp_rule_target(t->source->rules, s->options.arch))
        return kp_complain("no target %s in the rules; see `kpipe targets`", s->options.arch);
    error = kp_tune_plan(t);
    if (!error)
        error = kp_tune_build(t);
    if (!error && !s->predict)
        error = kp_tune_default(t);
    if (!error && !s->results && !s->predict)
        error = kp_tune_prove(t);
    if (error) {
        progress(NULL, "");
        kp_proof_error(s->cases.v[0], error);
        return KP_EXIT_ERROR;
    }
    return s->predict ? predict(s, t) : s->results ? from_file(s, t) : measure(s, t);
}

/* Versions that somebody else has made, or kpipe: then the text says how much shared memory it
 * needs. NULL, or what is wrong. */
static const char *take_besides(struct kp_settings *s, struct kp_tune *t)
{
    const char *error = NULL;

    for (size_t i = 0; i < s->besides.n && !error; i++) {
        struct kp_verify_options staged = {0};
        const char *word = s->besides.v[i], *eq = strchr(word, '=');
        struct kp_bench_version v = {.label = word, .path = word};

        if (eq) {
            v.label = kp_strndup(s->arena, word, (size_t)(eq - word));
            v.path = eq + 1;
        }
        error = kp_read_staged(s->arena, v.path, t->c->kernel, &staged);
        v.smem = kp_bench_smem(s->arena, t->c, &staged.smem);
        kp_push(s->arena, &t->besides, v);
    }
    return error;
}

static int tune(struct kp_settings *s)
{
    struct kp_tune t = {.arena = s->arena, .no_proof = s->no_proof, .progress = progress};
    const struct kp_rules *rules;
    struct kp_unit *u;
    const char *error;
    int result = KP_EXIT_ERROR;

    if (!usage_ok(s) || !kp_use_config(s, s->operands.v[0]) || !(rules = kp_load_rules(s)) ||
        !kp_toolkit(s, s->operands.v[0], &t.bench.nvcc))
        return KP_EXIT_ERROR;
    t.bench.arena = s->arena;
    t.bench.jobs = (unsigned)s->jobs;
    t.bound = s->bound;
    t.predict = s->predict;
    t.bench.runs = s->runs ? s->runs : ROUNDS;
    t.bench.limit = 60;
    t.bench.warm_up = 0.3;
    t.bench.budget = 10;
    t.bench.tell = 1.01;
    t.bench.progress = isatty(STDERR_FILENO);
    s->options.doubtful = true;
    u = kp_unit_new(&s->options, rules);
    error = read_all(s, &t, u);
    if (!error)
        error = take_besides(s, &t);
    if (error)
        kp_proof_error(s->cases.v[0], error);
    else
        result = tune_with(s, &t);
    kp_unit_free(u);
    return result;
}

const struct kp_command kp_command_tune = {
    .name = "tune",
    .id = KP_CMD_TUNE,
    .usage = "tune KERNEL.cu --case FILE.ini [options] [-- compiler arguments]",
    .summary = "try the plans on a GPU and take the fastest (needs nvcc)",
    .details =
        "\n"
        "Rewrites the file by every plan that is legal and has been the fastest somewhere, proves\n"
        "each on the CPU, measures them in turns on a GPU, and writes the fastest, or the\n"
        "original when nothing is faster by more than the noise. Without a GPU, the times\n"
        "predicted from the machine code decide.\n",
    .examples = "  kpipe tune sgemm.cu --case sgemm.ini -o best.cu\n"
                "  kpipe tune sgemm.cu --case sgemm.ini --runner 'ssh gpubox' -o best.cu\n"
                "  kpipe tune sgemm.cu --case sgemm.ini --arch sm_90 --bundle b   # carry b there, "
                "run b/run\n"
                "  kpipe tune sgemm.cu --case sgemm.ini --arch sm_90 --results r.json -o best.cu\n",
    .run = tune,
};
