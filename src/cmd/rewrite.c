/* `kpipe rewrite`: runs the passes and puts the output where it was asked for. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build/tool.h"
#include "cmd/cmd.h"
#include "cmd/config.h"
#include "cmd/in_headers.h"
#include "cmd/proof.h"
#include "cmd/walk.h"
#include "emit/diff.h"
#include "emit/undo.h"
#include "fn/fn.h"
#include "model/loops.h"
#include "pipeline.h"
#include "report/report.h"
#include "report/utf8.h"
#include "search/step_back.h"
#include "texts/texts.h"
#include "util/replace.h"
#include "util/subprocess.h"
#include "util/system.h"

/* ---- where the product goes ----------------------------------------------------------------- */

static bool is_stdout(const char *path)
{
    return kp_streq(path, "-") || kp_streq(path, "/dev/stdout");
}

/* A terminal, a pipe or another device takes bytes as they come; only files can be replaced. */
static int write_device(const char *path, const char *text, size_t n)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool ok = fd >= 0 && kp_write_all(fd, text, n);
    int reason = errno;

    if (fd >= 0 && close(fd) != 0 && ok) {
        ok = false;
        reason = errno;
    }
    return ok ? KP_EXIT_DONE : kp_complain("%s: %s", path, strerror(reason));
}

int kp_deliver_file(struct kp_arena *a, const char *path, const struct kp_file *from,
                    const char *text, size_t n)
{
    struct kp_replacement r = {.path = path, .data = text, .size = n};
    const char *error = NULL;
    struct stat st;
    bool is_there = stat(path, &st) == 0;

    if (is_there && S_ISDIR(st.st_mode))
        return kp_complain("%s: is a directory; -o needs the name of a file", path);
    if (is_there && !S_ISREG(st.st_mode))
        return write_device(path, text, n);
    if (from && (kp_streq(path, from->path) || kp_is_same_file(path, from->path))) {
        r.was = from->text;
        r.was_size = from->size;
    }
    if (!kp_replace_file(a, &r, &error))
        return kp_complain("%s", error);
    if (is_there && st.st_nlink > 1)
        fprintf(stderr, "kpipe: note: %s had %lu names; the others keep the text as it was\n",
                kp_printable(a, path), (unsigned long)st.st_nlink);
    return KP_EXIT_DONE;
}

static int deliver_product(const struct kp_settings *s, const struct kp_unit *u)
{
    const char *input = s->operands.v[0];
    const char *target = s->in_place ? input : s->output;

    if (!target || is_stdout(target)) {
        fwrite(u->output, 1, u->output_size, stdout);
        return KP_EXIT_DONE;
    }
    if (!kp_has_changed(u) && kp_is_same_file(target, input))
        return KP_EXIT_DONE; /* its time stamp stays */
    kp_warn_includes(s, &u->source, target);
    return kp_deliver_file(s->arena, target, &u->source, u->output, u->output_size);
}

static int deliver_diff(const struct kp_settings *s, const struct kp_unit *u)
{
    const char *error = NULL;
    const char *diff = kp_diff(s->arena, u->source.path, u->source.text, u->source.size, u->output,
                               u->output_size, kp_wants_colour(STDOUT_FILENO), &error);

    if (!diff)
        return kp_complain("%s", error);
    fputs(diff, stdout);
    return KP_EXIT_DONE;
}

int kp_deliver_output(const struct kp_settings *s, const struct kp_unit *u)
{
    return s->dry_run ? deliver_diff(s, u) : deliver_product(s, u);
}

/* ---- the command ----------------------------------------------------------------------------- */

/* Of several files each has to know where it goes; `what` is the folder or the second of them. */
static bool several_ok(const struct kp_settings *s, const char *what)
{
    if (!s->in_place && !s->dry_run && !(s->json && !s->output))
        kp_complain("several files are rewritten with -i, shown with -n or listed with --json: "
                    "'%s' needs one of these",
                    what);
    else if (s->dump != KP_PASS_COUNT || s->stop_after != KP_PASS_COUNT)
        kp_complain("--dump and --stop-after are for one file");
    else if (s->cases.n)
        kp_complain("--case is for one file");
    else
        return true;
    return false;
}

/* Is there a folder that -o can write to? Asked before anything is built. */
static bool has_folder(const struct kp_settings *s)
{
    if (!s->output || is_stdout(s->output) || !access(kp_folder_of(s->arena, s->output), F_OK))
        return true;
    kp_complain("%s: %s", s->output, strerror(errno));
    return false;
}

static bool usage_ok(const struct kp_settings *s)
{
    bool is_stdin = s->operands.n && kp_streq(s->operands.v[0], "-");

    if (s->operands.n == 0)
        kp_complain("no input file%s", s->has_words
                                           ? " in front of -- (what follows it goes to the "
                                             "compiler; a name like -a.cu is given as ./-a.cu)"
                                           : "; see `kpipe rewrite --help`");
    else if (s->in_place && s->output)
        kp_complain("-i and -o exclude each other");
    else if (s->in_place && is_stdin)
        kp_complain("-i needs a file, not standard input");
    else if (s->dump != KP_PASS_COUNT && s->dump > s->stop_after)
        kp_complain("--dump=%s comes after --stop-after=%s", kp_pass_name(s->dump),
                    kp_pass_name(s->stop_after));
    else if (s->options.alone && (s->in_place || s->verify))
        kp_complain(
            "--alone writes a version that is only for measurements: it cannot be used with %s",
            s->in_place ? "-i" : "--verify");
    else if (s->fast && s->build)
        kp_complain("--fast builds nothing: without --build");
    else if (s->cases.n && s->fast && !s->verify)
        kp_complain("--case is for what is built or proven: without --fast, or with --verify");
    else if (s->verify && is_stdin)
        kp_complain("--verify needs a file, not standard input");
    else
        return has_folder(s);
    return false;
}

static void print_dump(const struct kp_unit *u, enum kp_pass pass)
{
    static void (*const dump[KP_PASS_COUNT])(FILE *, const struct kp_unit *) = {
        [KP_PASS_PARSE] = kp_dump_parse, [KP_PASS_FN] = kp_dump_fn,
        [KP_PASS_MODEL] = kp_dump_model, [KP_PASS_LEGAL] = kp_dump_legal,
        [KP_PASS_PLAN] = kp_dump_plan,   [KP_PASS_EMIT] = kp_dump_emit,
    };

    dump[pass](stdout, u->derived ? u->derived : u);
}

/* A loop that is pipelined already, by kpipe or by hand, is nothing to complain about. */
static bool has_refusal(const struct kp_unit *u)
{
    for (size_t i = 0; i < u->loops.n; i++) {
        const struct kp_loop *l = u->loops.v[i];
        const struct kp_refusal *r = kp_decisive(l);

        if (l->outcome == KP_REFUSED && r && r->code != KP_CODE_KP110 && !kp_is_noise(l))
            return true;
    }
    return false;
}

static int deliver(const struct kp_settings *s, const struct kp_unit *u)
{
    int result = KP_EXIT_DONE;

    if (s->json)
        result = kp_deliver_json(u);
    else if (s->dry_run)
        result = deliver_diff(s, u);
    if (result == KP_EXIT_DONE && !s->dry_run && (!s->json || s->output || s->in_place))
        result = deliver_product(s, u);
    if (result == KP_EXIT_DONE && s->strict && has_refusal(u))
        result = KP_EXIT_FINDINGS;
    return result;
}

/* ---- with a toolkit ---------------------------------------------------------------------------
 */

/* For proofs that nobody asks for. */
enum { PROOF_SECONDS = 8 };

/* Would a toolkit be used, if the rewritten file were? */
static bool allows_toolkit(const struct kp_settings *s)
{
    const char *fast = getenv("KPIPE_FAST");

    return !s->fast && !(fast && *fast) && !s->options.alone && s->options.width != KP_WIDTH_ONLY &&
           s->dump == KP_PASS_COUNT && s->stop_after == KP_PASS_COUNT &&
           (s->nvcc || kp_find_tool(s->arena, "nvcc"));
}

/* Is the rewritten file to be used, so that a toolkit is worth its time? */
static bool wants_toolkit(const struct kp_settings *s)
{
    bool only_listed = s->json && !s->output && !s->in_place;

    return !s->dry_run && !only_listed && allows_toolkit(s);
}

/* A plan that rests on the source need not be the one that builds will choose. */
static void say_unbuilt_diff(const struct kp_settings *s)
{
    if (!s->dry_run || s->build || s->quiet || s->json || !allows_toolkit(s))
        return;
    fflush(stdout); /* where both are one stream, the note stands behind the diff */
    fputs("kpipe: note: nothing was built for this diff; when a file is written, builds may "
          "choose another plan (-n --build shows it, --fast keeps this one)\n",
          stderr);
}

static void progress(size_t built)
{
    char line[64];

    snprintf(line, sizeof line, "kpipe: %zu versions built", built);
    kp_progress_line(line);
}

static bool read_cases(struct kp_settings *s, struct kp_step_back *how)
{
    struct kp_case **cases = kp_new_array(s->arena, struct kp_case *, s->cases.n + 1);
    const char *error = NULL;

    for (size_t i = 0; i < s->cases.n; i++)
        if (!(cases[i] = kp_case_read(s->arena, s->cases.v[i], &error))) {
            kp_proof_error(s->cases.v[i], error);
            return false;
        }
    how->cases = cases;
    how->n_cases = s->cases.n;
    return true;
}

/* Does any loop's plan rest on what was built? */
static bool any_built(const struct kp_unit *u)
{
    bool any = !kp_any_pipelined(u);

    for (size_t i = 0; i < u->loops.n; i++)
        any |= u->loops.v[i]->plan.built.known;
    return any;
}

/* The plan from the source alone, after all. */
static struct kp_unit *without(struct kp_settings *s, struct kp_unit *u, const char *why)
{
    struct kp_options *o = kp_new(u->arena, struct kp_options);
    struct kp_unit like = *u;

    if (!s->quiet)
        fprintf(stderr, "kpipe: note: %s: the plan rests on the source alone: %.*s\n",
                kp_printable(s->arena, u->source.path), (int)strcspn(why, "\n"), why);
    *o = *u->options;
    o->doubtful = false;
    like.options = o;
    return kp_pipeline_again(u->arena, &like, NULL);
}

/* The unit with the plan that ptxas agrees with; NULL after a complaint. */
static struct kp_unit *build_plan(struct kp_settings *s, struct kp_unit *u,
                                  const struct kp_nvcc *nvcc)
{
    struct kp_step_back how = {.nvcc = nvcc, .jobs = s->jobs};
    double start = kp_now();
    struct kp_unit *v;

    if (!read_cases(s, &how))
        return NULL;
    how.merges = s->options.merge_auto || (s->build && !s->options.merge.x);
    if (s->build)
        return kp_step_back(u, &how);
    if (!kp_any_pipelined(u))
        return u;
    how.progress = s->quiet ? NULL : progress;
    v = kp_step_back(u, &how);
    if (!s->quiet)
        kp_progress_line("");
    if (v->self_check_failed)
        return v; /* what the compiler does not take is not written */
    if (v->error) {
        const char *why = v->error;

        u->error = u->error_lines = NULL;
        return without(s, u, why);
    }
    if (!any_built(v))
        return without(s, u,
                       "nothing of it could be built: no kernel with these loops has an "
                       "instance in this file");
    if (!s->quiet)
        fprintf(stderr,
                "kpipe: note: %s: %zu versions built for %s in %.1f s; registers, blocks per SM%s "
                "decide (--fast: the source alone)\n",
                kp_printable(s->arena, u->source.path), how.built, u->options->arch,
                kp_now() - start, how.predicts ? " and predicted times" : "");
    return v;
}

/* Proves what is to be written, as far as that is asked for or possible. */
static int prove(struct kp_settings *s, struct kp_unit *u, bool by_default)
{
    if (s->verify)
        return kp_prove_rewrite(s, u);
    return by_default && kp_any_pipelined(u) && !kp_streq(s->operands.v[0], "-")
               ? kp_prove_if_possible(s, u, PROOF_SECONDS)
               : KP_EXIT_DONE;
}

/* --build had nothing to look at: no machine code of such a kernel. */
static void say_unbuilt(const struct kp_settings *s, const struct kp_unit *u)
{
    for (size_t i = 0; i < u->loops.n; i++) {
        const struct kp_loop *l = u->loops.v[i];

        if (kp_is_pipelined(l) && !l->plan.built.known)
            fprintf(stderr, "kpipe: note: '%s': its plan rests on the source alone: %s\n",
                    kp_printable(s->arena, l->function->name),
                    l->function->is_template
                        ? "no instance of the template is visible, so --build has no machine code "
                          "of it; [instances] of a .kpipe.ini names one"
                        : "--build found no machine code of it");
    }
}

/* --undoable: the output with the original in comments. False after a complaint. */
static bool keep_original(const struct kp_settings *s, struct kp_unit *u)
{
    const char *error = NULL, *kept;

    if (!s->undoable || !kp_has_changed(u))
        return true;
    kept = kp_carry(u->arena, u->output, u->output_size, u->source.text, u->source.size, &error);
    if (!kept) {
        kp_complain("%s", error);
        return false;
    }
    u->output = kp_sprintf(u->arena, "%.*s%s", (int)u->output_size, u->output, kept);
    u->output_size = strlen(u->output);
    return true;
}

/* Plan, report and proof. NULL: *result is all there is; else what is to be delivered. */
static struct kp_unit *plan_and_prove(struct kp_settings *s, struct kp_unit *u,
                                      const struct kp_nvcc *nvcc, bool by_default, int *result)
{
    struct kp_talk talk = kp_talk_of(s);

    *result = KP_EXIT_ERROR;
    if (nvcc && !(u = build_plan(s, u, nvcc)))
        return NULL;
    u = kp_read_back_in_time(u);
    if (u->error) {
        *result = kp_report_failure(s, u);
        return NULL;
    }
    kp_report_text(u, &talk);
    if (s->build && !s->quiet)
        say_unbuilt(s, u);
    *result = prove(s, u, by_default);
    return u;
}

/* Did the search merge blocks, rather than somebody who asked for so many? */
static bool chose_merged(const struct kp_settings *s, const struct kp_unit *u)
{
    return !s->options.merge.x && kp_any_merged(u);
}

/* --merge auto without what it takes. */
static void say_unmerged(const struct kp_settings *s, bool builds)
{
    if (s->options.merge_auto && !s->quiet && (!builds || !s->cases.n))
        fprintf(stderr, "kpipe: note: --merge auto leaves blocks as they are: %s\n",
                builds ? "the size of the grid is not known (--case)"
                       : "nothing is built (it needs nvcc; with -n or --json, --build)");
}

/* Passes, build and proof. NULL: *result is all there is; else what is to be delivered. */
static struct kp_unit *make(struct kp_settings *s, struct kp_unit *u, int *result)
{
    struct kp_nvcc nvcc;
    struct kp_unit *made;
    enum kp_pass last = s->stop_after != KP_PASS_COUNT ? s->stop_after
                        : s->dump != KP_PASS_COUNT     ? s->dump
                                                       : KP_PASS_EMIT;
    bool by_default = !s->build && wants_toolkit(s) && !kp_toolkit_find(s, s->operands.v[0], &nvcc);

    *result = KP_EXIT_ERROR;
    s->options.doubtful = s->build || by_default;
    if (!kp_run_passes(s, u, s->operands.v[0], last)) {
        *result = kp_report_failure(s, u);
        return NULL;
    }
    if (!kp_knows_kernel(s, u))
        return NULL;
    *result = KP_EXIT_DONE;
    if (s->dump != KP_PASS_COUNT)
        print_dump(u, s->dump);
    if (s->dump != KP_PASS_COUNT || s->stop_after != KP_PASS_COUNT)
        return NULL;
    *result = KP_EXIT_ERROR;
    if (s->build && !kp_toolkit(s, s->operands.v[0], &nvcc))
        return NULL;
    say_unmerged(s, s->build || by_default);
    made = plan_and_prove(s, u, s->build || by_default ? &nvcc : NULL, by_default, result);
    if (made && *result == KP_EXIT_FINDINGS && chose_merged(s, made)) {
        fprintf(stderr, "kpipe: note: trying again without merged blocks\n");
        s->options.merge_auto = false;
        s->options.merge = (struct kp_merge){1, 1, 1};
        made = plan_and_prove(s, u, &nvcc, by_default, result);
    }
    if (made && *result == KP_EXIT_DONE && !keep_original(s, made))
        *result = KP_EXIT_ERROR;
    return *result == KP_EXIT_DONE ? made : NULL;
}

static struct kp_unit *make_one(struct kp_settings *s, const char *path, struct kp_settings *own,
                                int *result)
{
    const struct kp_rules *rules;
    struct kp_unit *u;

    *own = *s;
    own->operands = (struct kp_texts){0};
    kp_push(s->arena, &own->operands, path);
    *result = KP_EXIT_ERROR;
    if (!kp_use_config(own, path) || !(rules = kp_load_rules(own)))
        return NULL;
    u = kp_unit_new(&own->options, rules);
    kp_arena_adopt(s->arena, u->arena);
    return make(own, u, result);
}

static int rewrite_one(struct kp_settings *s, const struct kp_rules *rules, const char *path)
{
    struct kp_settings own;
    struct kp_unit *u;
    int result;

    (void)rules;
    u = make_one(s, path, &own, &result);
    if (u)
        result = deliver(&own, u);
    return result;
}

static int show_one(const struct kp_settings *s, const struct kp_unit *u)
{
    int result = KP_EXIT_DONE;

    if (s->json)
        result = kp_deliver_json(u);
    else if (s->dry_run)
        result = deliver_diff(s, u);
    return result == KP_EXIT_DONE && s->strict && has_refusal(u) ? KP_EXIT_FINDINGS : result;
}

static int rewrite(struct kp_settings *s)
{
    const char *what = s->operands.n ? s->operands.v[s->operands.n > 1] : NULL;
    bool folders;
    int result;

    if (!usage_ok(s) || !kp_find_sources(s, &folders))
        return KP_EXIT_ERROR;
    if (s->in_headers)
        return kp_rewrite_in_headers(s, make_one, show_one);
    if ((folders || s->operands.n > 1) && !several_ok(s, what))
        return KP_EXIT_ERROR;
    result = kp_each_file(s, NULL, rewrite_one);
    if (result == KP_EXIT_DONE)
        say_unbuilt_diff(s);
    return result;
}

const struct kp_command kp_command_rewrite = {
    .name = "rewrite",
    .id = KP_CMD_REWRITE,
    .usage = "rewrite [options] FILE [-- compiler arguments]\n       kpipe rewrite -i|-n|--json "
             "[options] FILE|FOLDER... [-- compiler arguments]",
    .summary = "pipeline the K-loops of a file",
    .details =
        "\n"
        "The rewritten file goes to standard output, to -o FILE, or back to the input with -i;\n"
        "FILE may be - for standard input. With -i, -n or --json several files and folders may be\n"
        "named. Messages on standard error say what was done to each loop, or why nothing was. A\n"
        "file in which no loop may be changed is copied unchanged.\n"
        "\n"
        "If nvcc is found, the result is built, the best plan is chosen by the machine code, and\n"
        "the result is proven on the CPU if a case is given or can be inferred. --fast (or\n"
        "KPIPE_FAST in the environment) skips this. -n builds nothing unless --build is given, so\n"
        "it may show another plan than the one that is written.\n",
    .examples =
        "  kpipe rewrite -n sgemm.cu                     what would change\n"
        "  kpipe rewrite sgemm.cu -o sgemm_pipe.cu       write it to another file\n"
        "  kpipe rewrite -i --strict sgemm.cu            in place; 1 when a loop is refused\n"
        "  kpipe rewrite --build --explain -n sgemm.cu   the same, with registers known\n"
        "  kpipe rewrite --verify -i sgemm.cu            in place, when it is proven\n"
        "  kpipe rewrite --in-headers -i main.cu         the kernels of its headers, too\n"
        "  kpipe rewrite --arch sm_90 --stages 3 --explain sgemm.cu -o out.cu\n"
        "  kpipe rewrite sgemm.cu -o out.cu -- -Iinclude -DBK=16\n",
    .run = rewrite,
};
