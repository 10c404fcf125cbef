#define _GNU_SOURCE
#include <stdio.h>

#include "cmd/cmd.h"
#include "cmd/config.h"
#include "cmd/stats.h"
#include "report/report.h"
#include "util/system.h"

static int check_one(struct kp_settings *s, const struct kp_rules *rules, const char *path)
{
    struct kp_talk talk = kp_talk_of(s);
    struct kp_unit *u = kp_unit_for(s, rules, path);
    int result;

    if (!u)
        return KP_EXIT_ERROR;
    if (kp_run_passes(s, u, path, KP_PASS_EMIT)) {
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

static int check(struct kp_settings *s)
{
    const struct kp_rules *rules;

    if (s->operands.n == 0)
        return kp_complain("no input file; see `kpipe check --help`");
    rules = kp_load_rules(s);
    if (!rules)
        return KP_EXIT_ERROR;
    return s->stats ? kp_check_stats(s, rules, s->jobs ? s->jobs : kp_processors())
                    : kp_each_file(s, rules, check_one);
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
