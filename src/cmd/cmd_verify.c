/* `kpipe verify` and `kpipe racecheck`: kernels proven on the CPU. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "cmd/compiled.h"
#include "cmd/config.h"
#include "cmd/format.h"
#include "cmd/proof.h"
#include "report/utf8.h"
#include "simt/verify.h"
#include "util/str.h"
#include "util/system.h"

/* The project file's architecture, else the build's. NULL, or what is wrong. */
static const char *take_build(struct kp_settings *s, struct kp_verify_options *to)
{
    const char *error = NULL, *file = s->operands.v[0];
    const struct kp_config *c =
        s->no_config ? NULL : kp_find_config(s->arena, file, s->config, &error);
    const struct kp_origin *origin;
    const struct kp_rules *rules;
    size_t n = 0;
    const struct kp_config_option *o = c ? kp_config_options(c, &n) : NULL;

    to->nvcc.program = s->nvcc;
    to->nvcc.arch = s->arch_given ? s->options.arch : NULL;
    for (size_t k = 0; k < n && !to->nvcc.arch; k++)
        if (kp_streq(o[k].name, "arch"))
            to->nvcc.arch = o[k].value;
    s->options.config = c;
    origin = error ? NULL : kp_origin_of(s, file, &error);
    if (!origin)
        return error;
    to->nvcc.flags = &origin->lines;
    s->built_as = to->nvcc.arch ? NULL : origin->build;
    if (s->built_as && (rules = kp_rules_load(s->arena, NULL, &error))) {
        s->options.arch = NULL;
        kp_settle_arch(s, rules);
        to->nvcc.arch = s->options.arch;
    }
    return error ? error : kp_toolkit_via(s, file, &to->nvcc);
}

/* The case with its sizes; NULL with *error set. */
static struct kp_case *case_of(const struct kp_settings *s, const char **error)
{
    struct kp_case *c = kp_case_read(s->arena, s->cases.v[s->cases.n - 1], error);

    for (size_t k = 0; c && k < s->sizes.n && !*error; k++)
        *error = kp_case_set_size(c, s->sizes.v[k]);
    return *error ? NULL : c;
}

void kp_proof_error(const char *case_file, const char *error)
{
    size_t n = strlen(case_file);
    bool placed = !strncmp(error, case_file, n) && error[n] == ':' && strstr(error, " error: ");

    struct kp_arena *a = kp_arena_new();

    fprintf(stderr, "%s%s\n", placed ? "" : "kpipe: error: ", kp_printable_lines(a, error));
    kp_arena_free(a);
}

static void say(struct kp_settings *s, const struct kp_case *c, const struct kp_verdict *v,
                bool racecheck)
{
    if (s->format == KP_FORMAT_JSON) {
        kp_proof_json(s->arena, c, v);
    } else if (s->format == KP_FORMAT_TEXT) {
        if (!s->quiet)
            kp_proof_text(stdout, c, v, racecheck, s->verbose > 0);
    } else {
        json_t *rows = kp_proof_rows(s->arena, c, v, &s->operands);

        kp_write_rows(s, rows);
        json_decref(rows);
    }
}

static int run(struct kp_settings *s)
{
    bool racecheck = s->command->id == KP_CMD_RACECHECK;
    size_t n = racecheck ? 1 : 2;
    struct kp_verify_options o = {
        .orders = s->orders, .landing = s->landing, .tiles = s->tiles, .large = s->large};
    const char *error, *version = s->operands.n == n ? s->operands.v[n - 1] : NULL;
    struct kp_verdict v;
    struct kp_case *c;

    if (!version)
        return kp_complain(racecheck ? "one kernel file is needed; see `kpipe racecheck --help`"
                                     : "two kernel files are needed, the original and the "
                                       "rewritten one (`kpipe rewrite --verify` makes the second)");
    if (!s->cases.n)
        return kp_complain(
            "--case FILE is needed: how to launch the kernel; `kpipe init` drafts one");
    o.jobs = s->no_jobs ? 0 : s->jobs ? s->jobs : (unsigned)kp_processors();
    o.seconds = s->seconds ? s->seconds : 60;
    error = take_build(s, &o);
    c = error ? NULL : case_of(s, &error);
    if (!error)
        error = kp_read_staged(s->arena, version, c->kernel, &o);
    if (!error) {
        kp_verify(s->arena, c, s->operands.v[0], racecheck ? NULL : version, &o, &v);
        error = v.error;
    }
    if (error) {
        kp_proof_error(s->cases.v[s->cases.n - 1], error);
        return KP_EXIT_ERROR;
    }
    say(s, c, &v, racecheck);
    return v.passed ? KP_EXIT_DONE : KP_EXIT_FINDINGS;
}

const struct kp_command kp_command_verify = {
    .name = "verify",
    .id = KP_CMD_VERIFY,
    .usage = "verify ORIGINAL.cu REWRITTEN.cu --case FILE.ini [-- NVCC-ARGS]",
    .summary = "prove a rewritten kernel on the CPU (needs nvcc)",
    .details =
        "\n"
        "Compiles both with nvcc to PTX and runs the case's kernel of each on the CPU, with all\n"
        "threads. The outputs must be equal bit for bit under several orders of warps and\n"
        "completion times of cp.async, without a race, a read of unwritten memory or an access\n"
        "outside an array. No GPU is needed. If no launch iterates a rewritten loop, the verdict\n"
        "is 'not exercised' instead of 'proven'.\n"
        "\n"
        "exit codes: 0 proven, 1 not, 2 usage error or nothing could be run\n",
    .examples = "  kpipe verify gemm.cu gemm_pipe.cu --case gemm.ini\n"
                "  kpipe verify gemm.cu gemm_pipe.cu --case gemm.ini --size K=64 -v\n"
                "  kpipe verify gemm.cu gemm_pipe.cu --case gemm.ini --format junit > proof.xml\n",
    .run = run,
};

const struct kp_command kp_command_racecheck = {
    .name = "racecheck",
    .id = KP_CMD_RACECHECK,
    .usage = "racecheck KERNEL.cu --case FILE.ini [-- NVCC-ARGS]",
    .summary = "look for races in a kernel on the CPU (needs nvcc)",
    .details =
        "\n"
        "Runs the case's kernel on the CPU, with all threads, and reports races and other hazards\n"
        "of shared and global memory, by source line. Understands cp.async. No GPU is needed.\n"
        "\n"
        "exit codes: 0 no hazard, 1 hazards, 2 usage error or the kernel could not be run\n",
    .examples = "  kpipe racecheck gemm.cu --case gemm.ini\n"
                "  kpipe racecheck gemm.cu --case gemm.ini --format github\n",
    .run = run,
};
