#define _GNU_SOURCE
#include "lsp/lsp.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/config.h"
#include "cmd/explain.h"
#include "cmd/filter.h"
#include "cmd/format.h"
#include "cmd/lint.h"
#include "cmd/walk.h"
#include "front/front.h"
#include "plan/plan.h"
#include "report/json_value.h"
#include "report/utf8.h"
#include "texts/texts.h"

struct server {
    struct kp_settings *settings;
    const struct kp_rules *rules;
};

/* ---- a finding --------------------------------------------------------------------------------
 */

/* The plan in words, and its budget. */
static json_t *plan_of(const struct kp_unit *u, const struct kp_loop *l)
{
    char *text = NULL;
    size_t n = 0;
    FILE *to = l && l->outcome != KP_UNCHANGED ? open_memstream(&text, &n) : NULL;
    json_t *o = NULL;

    if (to) {
        kp_explain_plan(to, u->derived ? u->derived : u, l);
        fclose(to);
        o = n ? kp_json_text(u->arena, text) : NULL;
    }
    free(text);
    return o ? o : json_null();
}

/* Where it takes no other run of the passes; else it is made when somebody asks. */
static json_t *quick_fix(const struct kp_unit *u, const struct kp_finding *f, const char **error)
{
    size_t n = 0;

    for (size_t i = 0; i < u->loops.n; i++)
        n += kp_is_pipelined(u->loops.v[i]);
    return n > 1 && f->loop && kp_is_pipelined(f->loop) ? json_true() : kp_finding_fix(u, f, error);
}

static json_t *finding_of(const struct kp_unit *u, const struct kp_finding *f, const char **error)
{
    json_t *o = kp_finding_json(u, f);
    const struct kp_loop *l = f->loop && !f->loop->node->file ? f->loop : NULL;
    size_t number = 0;

    json_object_set_new(o, "message", json_string(kp_message_of(u->arena, o)));
    while (l && u->loops.v[number++] != l)
        continue;
    json_object_set_new(o, "loop",
                        l ? json_pack("{s:I, s:I, s:I}", "line", (json_int_t)l->line, "end",
                                      (json_int_t)l->end_line, "number", (json_int_t)number)
                          : json_null());
    json_object_set_new(o, "explain", plan_of(u, f->loop));
    json_object_set_new(o, "fix", quick_fix(u, f, error));
    return o;
}

static void add(json_t *to, const struct kp_unit *u, const struct kp_findings *list,
                const char **error)
{
    for (size_t i = 0; i < list->n; i++)
        if (!list->v[i].muted)
            json_array_append_new(to, finding_of(u, &list->v[i], error));
}

/* ---- a file -----------------------------------------------------------------------------------
 */

/* What `check` and what `lint` say. False after a complaint. */
static bool find(const struct kp_settings *s, struct kp_unit *u, struct kp_findings *loops,
                 struct kp_findings *lints)
{
    struct kp_settings check = *s, lint = *s;
    struct kp_findings all = {0};

    check.command = &kp_command_check;
    lint.command = &kp_command_lint;
    kp_loop_findings(u, true, loops);
    kp_lint_findings(u, s->checks, &all);
    for (size_t i = 0; i < all.n; i++)
        if (all.v[i].code != KP_CODE_KP712) /* `check` says more of those loops */
            kp_push(u->arena, lints, all.v[i]);
    return kp_filter(&check, u, loops) && kp_filter(&lint, u, lints);
}

static json_t *reads_of(const struct kp_unit *u)
{
    json_t *list = json_array();

    for (size_t i = 0; i < u->parse.reads.n; i++) {
        char *real = realpath(u->parse.reads.v[i], NULL);

        if (real)
            json_array_append_new(list, kp_json_text(u->arena, real));
        free(real);
    }
    return list;
}

static void say(const struct kp_unit *u, json_t *o)
{
    json_object_set_new(o, "file", kp_json_text(u->arena, u->source.path));
    json_object_set_new(o, "reads", reads_of(u));
    fputs(kp_json_line(u->arena, o), stdout);
}

static void say_findings(const struct kp_settings *s, struct kp_unit *u)
{
    struct kp_findings loops = {0}, lints = {0};
    const char *error = NULL;
    json_t *list, *fix;

    if (!find(s, u, &loops, &lints))
        return;
    list = json_array();
    add(list, u, &loops, &error);
    add(list, u, &lints, &error);
    fix = kp_any_pipelined(u) ? kp_json_edits(u, u->output, u->output_size, &error) : json_null();
    if (!error) {
        say(u, json_pack("{s:o, s:o}", "findings", list, "fix", fix));
        return;
    }
    json_decref(list); /* whether there is a fix is not known */
    json_decref(fix);
    say(u, json_pack("{s:o}", "error", kp_json_text(u->arena, error)));
}

/* The fix of the loop alone. */
static void say_fix(const struct kp_unit *u, size_t number)
{
    struct kp_findings loops = {0};
    const char *error = NULL;
    json_t *fix = NULL;

    kp_loop_findings(u, true, &loops);
    for (size_t i = 0; i < loops.n && !fix; i++)
        if (number <= u->loops.n && loops.v[i].loop == u->loops.v[number - 1])
            fix = kp_finding_fix(u, &loops.v[i], &error);
    if (!error) {
        say(u, json_pack("{s:o}", "fix", fix ? fix : json_null()));
        return;
    }
    json_decref(fix);
    say(u, json_pack("{s:o}", "error", kp_json_text(u->arena, error)));
}

static void add_buffers(struct kp_arena *a, const struct kp_lsp_file *files, size_t n,
                        struct kp_buffers *to)
{
    for (size_t i = 0; i < n; i++)
        kp_push(a, to, ((struct kp_buffer){files[i].path, files[i].text, files[i].size}));
}

/* The editor knows which file it is. */
static const char *without_path(const struct kp_unit *u)
{
    size_t n = strlen(u->source.path);

    return kp_starts_with(u->error, u->source.path) && kp_starts_with(u->error + n, ": ")
               ? u->error + n + 2
               : u->error;
}

static void analyse(void *context, const struct kp_lsp_file *files, size_t n, size_t loop)
{
    const struct server *server = context;
    struct kp_settings *s = server->settings;
    struct kp_buffers others = {0};
    struct kp_unit *u;

    kp_limit_memory();
    add_buffers(s->arena, files + 1, n - 1, &others);
    s->options.buffers = &others;
    u = kp_unit_for(s, server->rules, files[0].path);
    if (!u)
        return;
    if (kp_is_excluded(u->arena, u->options->config, files[0].path))
        fputs("{}\n", stdout);
    else if (!kp_run_passes_on(s, u, files[0].path, files[0].text, files[0].size, KP_PASS_EMIT))
        say(u, json_pack("{s:o}", "error", kp_json_text(u->arena, without_path(u))));
    else if ((u = kp_read_back_in_time(u))->error)
        say(u, json_pack("{s:o}", "error", kp_json_text(u->arena, without_path(u))));
    else if (loop)
        say_fix(u, loop);
    else
        say_findings(s, u);
}

static const char *explain(struct kp_arena *a, const char *code)
{
    for (int i = KP_CODE_NONE + 1; i < KP_CODE_COUNT; i++)
        if (kp_streq(kp_diag((enum kp_code)i)->code, code))
            return kp_explain_text(a, kp_diag((enum kp_code)i));
    return NULL;
}

static int lsp(struct kp_settings *s)
{
    struct server server = {.settings = s};
    struct kp_lsp_hooks hooks = {.context = &server,
                                 .version = KP_VERSION,
                                 .seconds = 2 * (s->seconds ? s->seconds : KP_USUAL_SECONDS),
                                 .analyse = analyse,
                                 .explain = explain};

    if (s->operands.n)
        return kp_complain("the editor names the files, so '%s' is not accepted", s->operands.v[0]);
    server.rules = kp_names_a_lint(s) ? kp_load_rules(s) : NULL;
    if (!server.rules || !kp_filter_prepare(s))
        return KP_EXIT_ERROR;
    return kp_lsp_serve(&hooks, STDIN_FILENO, STDOUT_FILENO);
}

const struct kp_command kp_command_lsp = {
    .name = "lsp",
    .id = KP_CMD_LSP,
    .usage = "lsp [options] [-- compiler arguments]",
    .summary = "serve editors: findings, fixes and plans while you type",
    .details =
        "\n"
        "A language server on standard input and output, started by an editor. It reports what\n"
        "`check` and `lint` find in the editor's text, offers to pipeline a loop or to add a\n"
        "comment that suppresses a code, and shows the plan and the shared memory of a loop. How\n"
        "each file is compiled is found as for `check`. Loops are rewritten as by `rewrite\n"
        "--fast`.\n",
    .examples = "  kpipe lsp\n"
                "  kpipe lsp -p build --worth=10\n",
    .run = lsp,
};
