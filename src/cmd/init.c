/* `kpipe init`: a case file drafted from a kernel and its launch. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build/tool.h"
#include "cmd/cmd.h"
#include "cmd/config.h"
#include "draft/draft.h"
#include "report/utf8.h"
#include "rule/rule.h"

/* A case file finds its source from where it lies. */
static const char *source_name(struct kp_settings *s, const char *input)
{
    char real[PATH_MAX];

    if (!s->output || kp_streq(kp_folder_of(s->arena, s->output), kp_folder_of(s->arena, input)))
        return kp_file_name(input);
    return realpath(input, real) ? kp_strdup(s->arena, real) : input;
}

static void say(const struct kp_draft *d)
{
    if (d->failed)
        fprintf(stderr,
                "kpipe: note: at the sizes tried, the kernel does not run without errors: %s\n",
                d->failed);
    for (size_t k = 0; k < d->unknown.n; k++)
        fprintf(stderr, "kpipe: note: for you to fill in (?): %s\n", d->unknown.v[k]);
    for (size_t k = 0; k < d->guesses.n; k++)
        fprintf(stderr, "kpipe: note: a guess: %s\n", d->guesses.v[k]);
}

static int draft(struct kp_settings *s, struct kp_unit *u)
{
    const char *input = s->operands.v[0], *error;
    const char *nvcc_found = s->nvcc ? s->nvcc : kp_find_tool(s->arena, "nvcc");
    struct kp_nvcc nvcc;
    struct kp_draft_options o = {.kernel = s->options.kernel, .seconds = 20};
    struct kp_draft d;

    if (!kp_run_passes(s, u, input, KP_PASS_MODEL))
        return kp_report_failure(s, u);
    o.source = source_name(s, input);
    if (!kp_streq(kp_printable(s->arena, o.source), o.source) || *o.source == ' ')
        return kp_complain("%s: a case file cannot hold such a name", input);
    if (nvcc_found && !kp_toolkit(s, input, &nvcc))
        return KP_EXIT_ERROR;
    o.nvcc = nvcc_found ? &nvcc : NULL;
    error = kp_draft_case(u, &o, &d);
    if (error)
        return kp_complain("%s", error);
    say(&d);
    if (!nvcc_found)
        fputs("kpipe: note: without nvcc the kernel could not be run to see what it touches\n",
              stderr);
    if (s->output && !kp_streq(s->output, "-"))
        return kp_deliver_file(s->arena, s->output, NULL, d.text, strlen(d.text));
    fputs(d.text, stdout);
    return KP_EXIT_DONE;
}

static int init(struct kp_settings *s)
{
    const struct kp_rules *rules;
    struct kp_unit *u;
    int result;

    if (s->operands.n != 1)
        return kp_complain("one kernel file is needed; see `kpipe init --help`");
    if (s->output && !access(s->output, F_OK))
        return kp_complain("%s is there already, and may hold what you filled in: remove it, or "
                           "take another name",
                           s->output);
    if (!kp_use_config(s, s->operands.v[0]) || !(rules = kp_load_rules(s)))
        return KP_EXIT_ERROR;
    u = kp_unit_new(&s->options, rules);
    result = draft(s, u);
    kp_unit_free(u);
    return result;
}

const struct kp_command kp_command_init = {
    .name = "init",
    .id = KP_CMD_INIT,
    .usage = "init [options] FILE [-- compiler arguments]",
    .summary = "draft the case file of a kernel",
    .details =
        "\n"
        "A case file says how to launch a kernel (kernels/README.md); verify, racecheck and bench\n"
        "read it. The draft comes from the kernel's signature and its launch; if nvcc is found,\n"
        "the kernel is run on the CPU to see how large its arrays are. Guesses are marked with `;\n"
        "?`; values that only you can know are `?`.\n",
    .examples = "  kpipe init sgemm.cu -o sgemm.ini\n"
                "  kpipe init --kernel scale ops.cu -- -Iinclude\n",
    .run = init,
};
