/* `kpipe undo`: the original text of loops that kpipe has rewritten. */
#define _GNU_SOURCE
#include "emit/undo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/config.h"
#include "cmd/git.h"
#include "cmd/walk.h"
#include "lock/lock.h"
#include "plan/plan.h"
#include "report/utf8.h"
#include "util/guard.h"

enum { MOST_COMMITS = 20, MOST_MARKERS = 256 };

/* ---- the plans that the text names ------------------------------------------------------------
 */

/* What the comment above a rewritten loop says of its plan. */
static struct kp_request request_of(const char *marker, size_t n)
{
    struct kp_request w = {.variant = KP_VARIANT_CP_ASYNC, .because = "undo"};
    const char *bounds = memmem(marker, n, "bounds for ", 11),
               *threads = memmem(marker, n, ", registers for ", 16), *stages;

    if (memmem(marker, n, "cp.async and staging", 20))
        w.variant = KP_VARIANT_AUTO;
    else if (memmem(marker, n, "one buffer", 10))
        w.variant = KP_VARIANT_SINGLE;
    else if (memmem(marker, n, "staging registers", 17))
        w.variant = KP_VARIANT_LDG;
    w.unroll = memmem(marker, n, ", unrolled", 10) != NULL;
    w.min_blocks = bounds ? atoi(bounds + 11) : 0;
    w.threads = threads ? atoi(threads + 16) : 0;
    if ((stages = memmem(marker, n, " stages (", 9))) {
        while (stages > marker && stages[-1] >= '0' && stages[-1] <= '9')
            stages--;
        w.stages = atoi(stages);
    }
    return w;
}

/* Of all markers of the text, in order. */
static size_t read_markers(const char *text, struct kp_request *to)
{
    struct kp_merge merge = {0};              /* of the kernel that the markers stand in */
    enum kp_layout layout = KP_LAYOUT_UNSAID; /* of the kernels so far */
    size_t n = 0;

    for (const char *at = text; (at = strstr(at, "// kpipe ")) && n < MOST_MARKERS; at += 9) {
        size_t length = strcspn(at, "\n");
        const char *blocks = memmem(at, length, " blocks merged into one", 23), *from = blocks;

        while (from && from > at && strchr("0123456789x", from[-1]))
            from--;
        if (memmem(at, length, ": layout: rows of ", 18))
            layout = KP_LAYOUT_AUTO;
        if (n && memmem(at, length, ": loads of ", 11)) /* in the loop of the last marker */
            to[n - 1].batch = atoi((const char *)memmem(at, length, ": loads of ", 11) + 11);
        if (blocks && !kp_read_merge(from, (size_t)(blocks - from), &merge))
            merge = (struct kp_merge){0};
        if (!memmem(at, length, ": pipelined, ", 13))
            continue;
        to[n] = request_of(at, length);
        to[n].layout = layout;
        to[n++].merge = merge;
    }
    return n;
}

/* ---- git --------------------------------------------------------------------------------------
 */

struct search {
    struct kp_settings *settings;
    const struct kp_rules *rules;
    const char *path, *text; /* the file, as it is now */
    size_t size;
    struct kp_request markers[MOST_MARKERS];
    size_t n_markers;
    const char *why; /* the nearest miss */
};

/* The comments of a rewrite that the text has: above loops, kernels and declarations. */
static size_t count_markers(const char *text)
{
    static const char *const words[] = {": pipelined, ", " blocks merged into one",
                                        ": layout: rows of ", ": loads of "};
    size_t n = 0;

    for (const char *at = text; (at = strstr(at, "// kpipe ")); at += 9)
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            n += memmem(at, strcspn(at, "\n"), words[i], strlen(words[i])) != NULL;
    return n;
}

/* The original, if what the unit makes of it is what the file has. A rewrite that explains the
 * loops and leaves other lines of kpipe as if somebody had written them is not the one. */
static const char *try_unit(struct search *s, const struct kp_unit *u, const char *original,
                            size_t size, size_t *new_size)
{
    struct kp_arena *a = s->settings->arena;
    struct kp_changes changes = {0};
    const char *error = NULL, *why = NULL, *out;

    if (u->error ||
        !kp_changes_back(a, u->output, u->output_size, original, size, &changes, &error) ||
        !changes.n)
        return NULL;
    out = kp_take_back(a, s->text, s->size, &changes, new_size, &why);
    s->why = why ? why : s->why;
    if (out && s->size == u->output_size && !memcmp(s->text, u->output, s->size) &&
        (*new_size != size || memcmp(out, original, size) != 0))
        return NULL;
    return out && count_markers(out) > count_markers(original) ? NULL : out;
}

/* With the plans that the markers name, in one shape. */
static const char *try_markers(struct search *s, const struct kp_unit *first, enum kp_shape shape,
                               size_t *new_size)
{
    struct kp_arena *a = s->settings->arena;
    struct kp_request *requests = kp_new_array(a, struct kp_request, first->loops.n + 1);
    size_t n = 0;

    for (size_t i = 0; i < first->loops.n; i++) {
        requests[i] = kp_request_of(first->options, i);
        if (!kp_is_pipelined(first->loops.v[i]))
            continue;
        if (n == s->n_markers)
            return NULL;
        requests[i] = s->markers[n++];
        requests[i].shape = requests[i].variant == KP_VARIANT_SINGLE ? KP_SHAPE_AUTO : shape;
    }
    return n == s->n_markers ? try_unit(s, kp_pipeline_again(a, first, requests),
                                        first->source.text, first->source.size, new_size)
                             : NULL;
}

static const char *try_plans(struct search *s, const char *original, size_t size, size_t *new_size)
{
    static const enum kp_shape shapes[] = {KP_SHAPE_AUTO, KP_SHAPE_SPLIT, KP_SHAPE_RING,
                                           KP_SHAPE_LATE};
    struct kp_unit *u = kp_unit_for(s->settings, s->rules, s->path);
    const char *out = NULL;

    if (!u)
        return NULL;
    kp_guard_limit(kp_printable(s->settings->arena, s->path),
                   s->settings->seconds ? s->settings->seconds : KP_USUAL_SECONDS);
    if (kp_pipeline_text(u, s->path, original, size, KP_PASS_EMIT)) {
        out = try_unit(s, u, original, size, new_size);
        for (size_t i = 0; !out && i < sizeof shapes / sizeof *shapes; i++)
            out = try_markers(s, u, shapes[i], new_size);
    }
    kp_guard_stop();
    kp_unit_free(u);
    return out; /* in the settings' arena */
}

/* Without the loops that are left alone where nobody asks for a plan, and with them. */
static const char *try_original(struct search *s, const char *original, size_t size,
                                size_t *new_size)
{
    const char *out;

    s->settings->options.doubtful = false;
    if ((out = try_plans(s, original, size, new_size)))
        return out;
    s->settings->options.doubtful = true;
    return try_plans(s, original, size, new_size);
}

/* From the versions that git has of the file, the last ones first. */
static const char *from_git(struct search *s, size_t *new_size)
{
    struct kp_arena *a = s->settings->arena;
    struct kp_texts commits = kp_git_commits(a, s->path, MOST_COMMITS);

    for (size_t i = 0; i < commits.n; i++) {
        size_t n = 0;
        const char *text = kp_git_text(a, s->path, commits.v[i], &n), *out;

        if (text && (out = try_original(s, text, n, new_size)))
            return out;
    }
    return NULL;
}

/* ---- the command ------------------------------------------------------------------------------
 */

/* The text without what kpipe did; NULL after a complaint. */
static const char *undone(struct search *s, size_t *n)
{
    const char *why = NULL, *text = s->text, *out;

    *n = s->size;
    while ((out = kp_undo_carried(s->settings->arena, text, *n, n, &why)))
        text = out;
    s->text = text;
    s->size = *n;
    s->n_markers = read_markers(text, s->markers);
    if (!why && !s->n_markers)
        return text;
    if (!why && !kp_streq(s->path, "-") && (out = from_git(s, n)))
        return out;
    why = why ? why : s->why;
    kp_complain("%s: %s", kp_printable(s->settings->arena, s->path),
                why ? why
                    : "no original is found: the text keeps none (rewrite --undoable), and git has "
                      "no version of the file that kpipe rewrites to this text with these options");
    return NULL;
}

static int undo_one(struct kp_settings *s, const struct kp_rules *rules, const char *path)
{
    struct search *x = kp_new(s->arena, struct search);
    struct kp_settings own = *s;
    struct kp_unit *u = kp_unit_for(s, rules, path);
    int result = KP_EXIT_ERROR;

    if (!u)
        return KP_EXIT_ERROR;
    own.operands = (struct kp_texts){0};
    kp_push(s->arena, &own.operands, path);
    if (kp_run_passes(s, u, path, KP_PASS_SOURCE)) {
        *x = (struct search){.settings = s,
                             .rules = rules,
                             .path = path,
                             .text = u->source.text,
                             .size = u->source.size};
        u->output = undone(x, &u->output_size);
        if (u->output)
            result = kp_deliver_output(&own, u);
        if (result == KP_EXIT_DONE && !s->quiet && !kp_has_changed(u))
            fprintf(stderr, "kpipe: note: %s has no loop that kpipe has rewritten\n",
                    kp_printable(s->arena, path));
    } else {
        result = kp_report_failure(s, u);
    }
    kp_unit_free(u);
    return result;
}

static int undo(struct kp_settings *s)
{
    const struct kp_rules *rules;
    bool folders;

    if (s->operands.n == 0)
        return kp_complain("no input file; see `kpipe undo --help`");
    if (s->in_place && s->output)
        return kp_complain("-i and -o exclude each other");
    rules = kp_load_rules(s);
    if (!rules || !kp_find_sources(s, &folders))
        return KP_EXIT_ERROR;
    if ((folders || s->operands.n > 1) && !s->in_place && !s->dry_run)
        return kp_complain("several files are undone with -i, or shown with -n");
    return kp_each_file(s, rules, undo_one);
}

const struct kp_command kp_command_undo = {
    .name = "undo",
    .id = KP_CMD_UNDO,
    .usage = "undo [options] FILE [-- compiler arguments]\n       kpipe undo -i|-n [options] "
             "FILE|FOLDER... [-- compiler arguments]",
    .summary = "bring back the text of rewritten loops",
    .details =
        "\n"
        "The original comes from comments in the text (rewrite --undoable), or from a version in\n"
        "git that kpipe rewrites to the present text, with the plans that the text names or with\n"
        "the options given. It is restored byte for byte, also when the loops have moved; other\n"
        "changes stay. Changed lines in a rewritten loop are an error, and nothing is written.\n",
    .examples = "  kpipe undo -n sgemm.cu             what would change\n"
                "  kpipe undo -i sgemm.cu             in place\n"
                "  kpipe undo -i --arch sm_90 src     what was rewritten for that GPU\n",
    .run = undo,
};
