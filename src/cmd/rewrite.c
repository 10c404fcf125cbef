/* `kpipe rewrite`: runs the passes and delivers the output. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "build/tool.h"
#include "cmd/config.h"
#include "cmd/proof.h"
#include "cmd/rewrite.h"
#include "cmd/walk.h"
#include "emit/undo.h"
#include "fn/fn.h"
#include "pipeline.h"
#include "report/report.h"
#include "util/guard.h"

/* ---- usage ---------------------------------------------------------------------------------- */

static bool stops_early(const struct kp_settings *s)
{
    return s->dump != KP_PASS_COUNT || s->stop_after != KP_PASS_COUNT;
}

/* Of several files each has to know where it goes; `what` is the folder or the second of them. */
static bool several_ok(const struct kp_settings *s, const char *what)
{
    if (!s->in_place && !s->dry_run && !(s->json && !s->output))
        kp_complain("several files are rewritten with -i, shown with -n or listed with --json: "
                    "'%s' needs one of these",
                    what);
    else if (stops_early(s))
        kp_complain("--dump and --stop-after are for one file");
    else if (s->cases.n)
        kp_complain("--case is for one file");
    else
        return true;
    return false;
}

/* True if -o can write to its folder; checked before anything is built. */
static bool has_folder(const struct kp_settings *s)
{
    if (!s->output || kp_is_stdout(s->output) || !access(kp_folder_of(s->arena, s->output), F_OK))
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
    else if (s->in_headers && stops_early(s))
        kp_complain("--dump and --stop-after are for one file: without --in-headers");
    else if (s->dump != KP_PASS_COUNT && s->dump > s->stop_after)
        kp_complain("--dump=%s comes after --stop-after=%s", kp_pass_name(s->dump),
                    kp_pass_name(s->stop_after));
    else if (s->options.ablation && (s->in_place || s->verify))
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

/* ---- one file ------------------------------------------------------------------------------- */

static void print_dump(const struct kp_unit *u, enum kp_pass pass)
{
    static void (*const dump[KP_PASS_COUNT])(FILE *, const struct kp_unit *) = {
        [KP_PASS_PARSE] = kp_dump_parse, [KP_PASS_FN] = kp_dump_fn,
        [KP_PASS_MODEL] = kp_dump_model, [KP_PASS_LEGAL] = kp_dump_legal,
        [KP_PASS_PLAN] = kp_dump_plan,   [KP_PASS_EMIT] = kp_dump_emit,
    };

    dump[pass](stdout, u->derived ? u->derived : u);
}

/* The limit of a proof that was not asked for. */
enum { PROOF_SECONDS = 8 };

/* Proves what is to be written, as far as that is asked for or possible. */
static int prove(struct kp_settings *s, struct kp_unit *u, bool by_default)
{
    if (s->verify)
        return kp_prove_rewrite(s, u);
    return by_default && kp_any_pipelined(u) && !kp_streq(s->operands.v[0], "-")
               ? kp_prove_if_possible(s, u, PROOF_SECONDS)
               : KP_EXIT_DONE;
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

/* True if blocks were merged, and not because the user asked for so many. */
static bool chose_merged(const struct kp_settings *s, const struct kp_unit *u)
{
    return !s->options.merge.x && kp_any_merged(u);
}

/* True if a loop whose blocks were merged is left as written after kpipe's own check. */
static bool loses_merged(const struct kp_unit *planned, const struct kp_unit *u)
{
    for (size_t i = 0; i < planned->loops.n && planned->loops.n == u->loops.n; i++)
        if (planned->loops.v[i]->merged && u->loops.v[i]->outcome == KP_REFUSED)
            return true;
    return false;
}

/* Plan, report and proof. NULL: *result is all there is; else what is to be delivered. *merged:
 * the plan has merged blocks that nobody asked for; with KP_EXIT_FINDINGS they did not hold. */
static struct kp_unit *plan_and_prove(struct kp_settings *s, struct kp_unit *u,
                                      const struct kp_nvcc *nvcc, bool by_default, bool *merged,
                                      int *result)
{
    struct kp_talk talk = kp_talk_of(s);
    struct kp_unit *planned;
    struct sigaction was;

    *result = KP_EXIT_ERROR;
    if (nvcc && !(u = kp_build_plan(s, u, nvcc)))
        return NULL;
    planned = u;
    *merged = chose_merged(s, planned);
    u = kp_read_back_in_time(planned);
    if (u->error) {
        *result = kp_report_failure(s, u);
        return NULL;
    }
    if (*merged && loses_merged(planned, u)) {
        *result = KP_EXIT_FINDINGS;
        return u;
    }
    kp_guard_pipes(&was); /* the output is written though nobody reads the messages */
    kp_report_text(u, &talk);
    if (s->build && !s->quiet)
        kp_say_unbuilt(s, u);
    *result = prove(s, u, by_default);
    kp_guard_pipes_end(&was);
    return u;
}

/* The passes up to `last`; the exit code. */
static int run_passes(struct kp_settings *s, struct kp_unit *u, enum kp_pass last)
{
    if (!kp_run_passes(s, u, s->operands.v[0], last))
        return kp_report_failure(s, u);
    return kp_knows_kernel(s, u) ? KP_EXIT_DONE : KP_EXIT_ERROR;
}

/* Passes, build and proof. NULL: *result is the exit code. */
static struct kp_unit *make(struct kp_settings *s, struct kp_unit *u, int *result)
{
    const char *path = s->operands.v[0];
    struct kp_nvcc nvcc;
    struct kp_unit *made;
    bool by_default = !s->build && kp_wants_toolkit(s) && !kp_toolkit_find(s, path, &nvcc);
    bool builds = s->build || by_default, merged;

    s->options.doubtful = builds;
    kp_take_case_blocks(s);
    if ((*result = run_passes(s, u, KP_PASS_EMIT)) != KP_EXIT_DONE)
        return NULL;
    *result = KP_EXIT_ERROR;
    if (s->build && !kp_toolkit(s, path, &nvcc))
        return NULL;
    kp_say_unmerged(s, builds);
    made = plan_and_prove(s, u, builds ? &nvcc : NULL, by_default, &merged, result);
    if (made && *result == KP_EXIT_FINDINGS && merged) {
        fprintf(stderr, "kpipe: note: trying again without merged blocks\n");
        s->options.merge_auto = false;
        s->options.merge = (struct kp_merge){1, 1, 1};
        made = plan_and_prove(s, u, builds ? &nvcc : NULL, by_default, &merged, result);
    }
    if (made && *result == KP_EXIT_DONE && !keep_original(s, made))
        *result = KP_EXIT_ERROR;
    return *result == KP_EXIT_DONE ? made : NULL;
}

/* The settings for one file, and its unit before the passes; NULL after a complaint. */
static struct kp_unit *begin(struct kp_settings *s, const char *path, struct kp_settings *own)
{
    const struct kp_rules *rules;
    struct kp_unit *u;

    *own = *s;
    own->operands = (struct kp_texts){0};
    kp_push(s->arena, &own->operands, path);
    if (!kp_use_config(own, path) || !(rules = kp_load_rules(own)))
        return NULL;
    u = kp_unit_new(&own->options, rules);
    kp_arena_adopt(s->arena, u->arena);
    return u;
}

struct kp_unit *kp_rewrite_file(struct kp_settings *s, const char *path, struct kp_settings *own,
                                int *result)
{
    struct kp_unit *u = begin(s, path, own);

    *result = KP_EXIT_ERROR;
    return u ? make(own, u, result) : NULL;
}

/* ---- the command --------------------------------------------------------------------------- */

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

int kp_rewritten_code(const struct kp_settings *s, const struct kp_unit *u)
{
    return s->strict && has_refusal(u) ? KP_EXIT_FINDINGS : KP_EXIT_DONE;
}

/* --dump and --stop-after. */
static int stop_early(struct kp_settings *s, struct kp_unit *u)
{
    int result;

    s->options.doubtful = s->build;
    result = run_passes(s, u, s->stop_after != KP_PASS_COUNT ? s->stop_after : s->dump);
    if (result == KP_EXIT_DONE && s->dump != KP_PASS_COUNT)
        print_dump(u, s->dump);
    return result;
}

static int rewrite_one(struct kp_settings *s, const struct kp_rules *rules, const char *path)
{
    struct kp_settings own;
    struct kp_unit *u;
    int result;

    (void)rules;
    if (!(u = begin(s, path, &own)))
        return KP_EXIT_ERROR;
    if (stops_early(&own))
        return stop_early(&own, u);
    if ((u = make(&own, u, &result)))
        result = kp_deliver_output(&own, u);
    return u && result == KP_EXIT_DONE ? kp_rewritten_code(&own, u) : result;
}

static int rewrite(struct kp_settings *s)
{
    const char *what = s->operands.n ? s->operands.v[s->operands.n > 1] : NULL;
    bool folders;
    int result;

    if (!usage_ok(s) || !kp_find_sources(s, &folders))
        return KP_EXIT_ERROR;
    if (s->in_headers)
        return kp_rewrite_in_headers(s);
    if ((folders || s->operands.n > 1) && !several_ok(s, what))
        return KP_EXIT_ERROR;
    result = kp_each_file(s, NULL, rewrite_one);
    if (result == KP_EXIT_DONE)
        kp_say_unbuilt_diff(s);
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
