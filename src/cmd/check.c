/* `kpipe check`: what could be rewritten. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/config.h"
#include "cmd/filter.h"
#include "cmd/format.h"
#include "cmd/remember.h"
#include "cmd/stats.h"
#include "cmd/walk.h"
#include "plan/plan.h"
#include "report/report.h"
#include "util/system.h"

/* The data of what is kept: the exit code's digit, then the JSON. */
static int show(const struct kp_kept *k)
{
    if (k->said_size)
        kp_progress_clear();
    fwrite(k->said, 1, k->said_size, stderr);
    fwrite(k->data + 1, 1, k->data_size - 1, stdout);
    return k->data[0] - '0';
}

/* False after a complaint. */
static bool find(struct kp_settings *s, const struct kp_unit *u, struct kp_kept *k)
{
    struct kp_talk talk = kp_talk_of(s);
    struct kp_findings list = {0};
    const char *data = "", *error = NULL;
    char *text = NULL;

    kp_loop_findings(u, true, &list);
    if (!kp_filter(s, u, &list))
        return false;
    talk.to = kp_is_collected(s) ? NULL : open_memstream(&text, &k->said_size);
    if (talk.to) {
        kp_report_text(u, &talk);
        for (size_t i = 0; i < list.n; i++)
            if (!list.v[i].loop && !list.v[i].muted)
                kp_report_finding(u, &talk, &list.v[i]);
        fclose(talk.to);
    }
    k->said = kp_strndup(s->arena, text ? text : "", k->said_size);
    free(text);
    if (kp_is_collected(s))
        data = kp_finding_row(u, &list, s->format == KP_FORMAT_SARIF, &error);
    else if (s->json)
        data = kp_report_json(u, &list, &error);
    if (!data) {
        kp_complain("%s", error);
        return false;
    }
    k->data = kp_sprintf(
        s->arena, "%d%s",
        kp_is_something_found(&list) && !s->write_baseline ? KP_EXIT_FINDINGS : KP_EXIT_DONE, data);
    k->data_size = strlen(k->data);
    return true;
}

/* What else the findings rest on; NULL: on files that nobody watches. */
static const char *asked_for(struct kp_settings *s)
{
    if (s->since || (s->baseline && !s->write_baseline))
        return NULL;
    return kp_sprintf(s->arena, "check %d %d %d %d %d %d %d %s %s", (int)s->format, s->quiet,
                      s->write_baseline, s->explain, s->verbose, kp_wants_colour(STDERR_FILENO),
                      s->options.worth, s->select ? s->select : "-", s->ignore ? s->ignore : "-");
}

static int check_one(struct kp_settings *s, const struct kp_rules *rules, const char *path)
{
    struct kp_unit *u = kp_unit_for(s, rules, path);
    struct kp_remembered memory = {0};
    struct kp_kept kept = {0};
    const char *what = asked_for(s);
    int result;

    if (!u)
        return KP_EXIT_ERROR;
    if (what && kp_recall(s, u->options, path, what, &memory, &kept)) {
        if (s->kernel_known)
            *s->kernel_known = true;
        result = show(&kept);
    } else if (kp_run_passes(s, u, path, KP_PASS_EMIT)) {
        result = kp_knows_kernel(s, u) && find(s, u, &kept) ? show(&kept) : KP_EXIT_ERROR;
        if (what && !s->kernel_known && result != KP_EXIT_ERROR)
            kp_remember(&memory, u, &kept);
    } else {
        result = kp_report_failure(s, u);
    }
    kp_unit_free(u);
    return result;
}

static int check(struct kp_settings *s)
{
    const struct kp_rules *rules;
    bool folders;

    if (s->operands.n == 0)
        return kp_complain("no input file; see `kpipe check --help`");
    rules = kp_load_rules(s);
    if (!rules || !kp_find_sources(s, &folders) || !kp_filter_prepare(s))
        return KP_EXIT_ERROR;
    return s->stats ? kp_check_stats(s, rules, s->jobs ? s->jobs : kp_processors())
                    : kp_each_file_reported(s, rules, check_one);
}

const struct kp_command kp_command_check = {
    .name = "check",
    .id = KP_CMD_CHECK,
    .usage = "check [options] FILE|FOLDER... [-- compiler arguments]",
    .summary = "say which K-loops could be pipelined",
    .details =
        "\n"
        "Writes nothing. The exit code is 1 when something can be pipelined (with --worth: when\n"
        "something promises a gain), else 0, so it can be a hook. With --json, one line of JSON\n"
        "per file. In a folder, all .cu and .cuh files below it are read, except what .gitignore\n"
        "or [exclude] of a .kpipe.ini names. Results are remembered until the file, what it\n"
        "includes or an option changes.\n",
    .examples = "  kpipe check kernels/*.cu\n"
                "  kpipe check --worth=10 src\n"
                "  kpipe check --stats src\n"
                "  kpipe check --json -j 4 src/*.cu -- -Iinclude\n",
    .run = check,
};
