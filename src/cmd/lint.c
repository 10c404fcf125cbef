#define _GNU_SOURCE
#include "cmd/lint.h"

#include <stdio.h>

#include "cmd/cmd.h"
#include "cmd/config.h"
#include "cmd/filter.h"
#include "cmd/format.h"
#include "cmd/walk.h"
#include "model/refuse.h"
#include "model/silence.h"
#include "report/report.h"

void kp_lint_findings(struct kp_unit *u, const char *checks, struct kp_findings *to)
{
    struct kp_lints lints = {0};

    kp_lint_unit(u, NULL, &lints);
    for (size_t i = 0; i < lints.v.n; i++) {
        const struct kp_lint *l = &lints.v.v[i];
        struct kp_finding f = {.code = l->code,
                               .function = l->function->name,
                               .text = l->text,
                               .remedy = l->remedy ? l->remedy : kp_diag(l->code)->hint,
                               .places = l->places.v,
                               .n_places = l->places.n,
                               .counts = true};

        /* of a header that is seen from a source, not what else that source includes */
        if (l->function->decl->file == 0 && kp_lint_is_checked(u->arena, l->code, checks))
            kp_push(u->arena, to, f);
    }
}

/* False after a complaint. */
static bool say(const struct kp_settings *s, struct kp_unit *u, const struct kp_findings *list)
{
    struct kp_talk talk = kp_talk_of(s);
    const char *error = NULL, *row;

    if (kp_is_collected(s)) {
        row = kp_finding_row(u, list, s->format == KP_FORMAT_SARIF, &error);
        if (row)
            fputs(row, stdout);
        else
            kp_complain("%s", error);
        return row != NULL;
    }
    kp_report_missing(u, &talk);
    for (size_t i = 0; i < list->n; i++)
        if (!list->v[i].muted)
            kp_report_finding(u, &talk, &list->v[i]);
    if (s->json)
        fputs(kp_lints_json(u, list), stdout);
    return true;
}

static int lint_one(struct kp_settings *s, const struct kp_rules *rules, const char *path)
{
    struct kp_unit *u = kp_unit_for(s, rules, path);
    struct kp_findings list = {0};
    int result;

    if (!u)
        return KP_EXIT_ERROR;
    if (kp_run_passes(s, u, path, KP_PASS_EMIT)) {
        kp_lint_findings(u, s->checks, &list);
        result = kp_knows_kernel(s, u) && kp_filter(s, u, &list) && say(s, u, &list)
                     ? KP_EXIT_DONE
                     : KP_EXIT_ERROR;
        if (result == KP_EXIT_DONE && kp_is_something_found(&list) && !s->write_baseline)
            result = KP_EXIT_FINDINGS;
    } else {
        result = kp_report_failure(s, u);
    }
    kp_unit_free(u);
    return result;
}

bool kp_names_a_lint(struct kp_settings *s)
{
    const char *at = s->checks;

    while (at && *at) {
        size_t n = strcspn(at, ",");
        bool off = *at == '-', found = false;

        for (int code = KP_CODE_KP701; code < KP_CODE_COUNT; code++)
            found |= kp_code_fits(s->arena, (enum kp_code)code, at + off, n - off);
        if (!found) {
            kp_complain("--checks: '%.*s' matches no lint; `kpipe explain` lists all", (int)n, at);
            return false;
        }
        at += n + (at[n] == ',');
    }
    return true;
}

static int lint(struct kp_settings *s)
{
    const struct kp_rules *rules;
    bool folders;

    if (s->operands.n == 0)
        return kp_complain("no input file; see `kpipe lint --help`");
    rules = kp_names_a_lint(s) ? kp_load_rules(s) : NULL;
    if (!rules || !kp_find_sources(s, &folders) || !kp_filter_prepare(s))
        return KP_EXIT_ERROR;
    return kp_each_file_reported(s, rules, lint_one);
}

const struct kp_command kp_command_lint = {
    .name = "lint",
    .id = KP_CMD_LINT,
    .usage = "lint [options] FILE|FOLDER... [-- compiler arguments]",
    .summary = "what the source shows to be slow or suspicious",
    .details =
        "\n"
        "Reads the kernels of a file and reports what costs time on every GPU: accesses to global\n"
        "memory that touch too many sectors, bank conflicts, branches inside a warp, barriers\n"
        "that order nothing or that not all threads reach. Only certain findings are reported.\n"
        "Writes nothing. The exit code is 1 when there is a finding. `// NOLINT`, `//\n"
        "NOLINT(kpipe-bank-conflict)` and similar comments suppress a line's findings, as for\n"
        "clang-tidy.\n",
    .examples = "  kpipe lint kernels/*.cu\n"
                "  kpipe lint --checks='-*,bank-conflict,KP701' kernel.cu\n"
                "  kpipe lint --json src/*.cu -- -Iinclude\n",
    .run = lint,
};
