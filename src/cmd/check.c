#define _GNU_SOURCE
#include <stdio.h>

#include "cmd/cmd.h"
#include "cmd/config.h"
#include "cmd/stats.h"
#include "report/report.h"
#include "report/utf8.h"
#include "util/subprocess.h"
#include "util/system.h"

struct job {
    struct kp_settings *settings;
    const struct kp_rules *rules;
};

static int check_one(size_t i, void *context)
{
    struct job *job = context;
    struct kp_settings *s = job->settings;
    struct kp_talk talk = kp_talk_of(s);
    struct kp_unit *u = kp_unit_for(s, job->rules, s->operands.v[i]);
    int result;

    if (!u)
        return KP_EXIT_ERROR;

    if (kp_run_passes(u, s->operands.v[i], KP_PASS_EMIT)) {
        kp_report_text(u, &talk);
        if (s->json)
            fputs(kp_report_json(u), stdout);
        result = kp_any_pipelined(u) ? KP_EXIT_FINDINGS : KP_EXIT_DONE;
    } else {
        result = kp_report_failure(s, u);
    }
    kp_unit_free(u);
    return result;
}

static int crashed(size_t i, int signal, void *context)
{
    const struct job *job = context;

    kp_complain("%s: kpipe itself was ended by signal %d",
                kp_printable(job->settings->arena, job->settings->operands.v[i]), signal);
    return KP_EXIT_BUG;
}

static int check(struct kp_settings *s)
{
    struct job job = {s, NULL};
    size_t jobs = s->jobs ? s->jobs : kp_processors();

    if (s->operands.n == 0)
        return kp_complain("no input file; see `kpipe check --help`");
    job.rules = kp_load_rules(s);
    if (!job.rules)
        return KP_EXIT_ERROR;
    if (s->stats)
        return kp_check_stats(s, job.rules, jobs);
    if (s->operands.n == 1)
        return check_one(0, &job);
    return kp_spread(s->arena, s->operands.n, jobs, check_one, crashed, &job);
}

const struct kp_command kp_command_check = {
    .name = "check",
    .id = KP_CMD_CHECK,
    .usage = "check [options] FILE... [-- compiler arguments]\n       kpipe check --stats "
             "[options] FOLDER... [-- compiler arguments]",
    .summary = "say which K-loops could be pipelined",
    .details = "\n"
               "Writes nothing. Ends with 1 when something can be pipelined, with 0 when nothing "
               "can, so it\n"
               "serves as a hook. With --json, one line of JSON per file.\n",
    .examples = "  kpipe check kernels/*.cu\n"
                "  kpipe check --stats src\n"
                "  kpipe check --json -j 4 src/*.cu -- -Iinclude\n",
    .run = check,
};
