/* Runs a bundle: here, or wherever a command takes it. */
#include "gpu/bench.h"

#include <ctype.h>
#include <string.h>

#include "util/str.h"
#include "util/subprocess.h"

/* What runs on the other side, with the archive on its standard input. Commands differ in what they
 * do with their arguments: srun, env or docker hand them on as they are; ssh joins them with blanks
 * and gives the text to the login shell there. This argument means the same in both cases: as
 * `sh -c ARG` it does nothing and then the work; as text behind `sh -c`, that shell does nothing
 * and the login shell, whichever it is, goes on with the work. The folder has no lock, so its name
 * is none that a run of kpipe there would take for what a dead one left. */
static const char bootstrap[] = ":;exec sh -c '"
                                "d=$(mktemp -d \"${TMPDIR:-/tmp}/kpipe-on-XXXXXX\") || exit 125; "
                                "trap \"rm -rf \\\"$d\\\"\" EXIT; trap \"exit 129\" HUP INT TERM; "
                                "tar -xf - -C \"$d\" || exit 125; "
                                "\"$d/kpipe-runner\" \"$d\" </dev/null"
                                "'";

KP_VEC_TYPE(words, const char *);

/* Splits as a shell does, with quotes and backslashes, but expands nothing. False when a quote is
 * left open. */
static bool split(struct kp_arena *a, const char *text, struct words *to)
{
    while (*text) {
        struct kp_str word = kp_str_new(a);
        char quote = 0;

        while (isspace((unsigned char)*text))
            text++;
        if (!*text)
            break;
        for (; *text && (quote || !isspace((unsigned char)*text)); text++) {
            if (quote ? *text == quote : *text == '"' || *text == '\'')
                quote = quote ? 0 : *text;
            else if (*text == '\\' && quote != '\'' && text[1])
                kp_str_addc(&word, *++text);
            else
                kp_str_addc(&word, *text);
        }
        if (quote)
            return false;
        kp_push(a, to, kp_str_text(&word));
    }
    return true;
}

/* Why a program that should have answered in JSON did not. */
static const char *no_answer(struct kp_arena *a, const char *program, const struct kp_process *p,
                             const char *what)
{
    if (p->status == -1 || (p->status == 127 && !p->out_size))
        return kp_sprintf(a, "%s cannot be started", program);
    if (p->status == 125 && !p->out_size)
        return kp_sprintf(a, "%s: the bundle could not be unpacked there", program);
    if (p->status > 128)
        return kp_sprintf(a, "%s: the runner was ended by signal %d %s", program, p->status - 128,
                          p->out_size ? "in the middle of its answer" : "before it answered");
    if (!p->out_size)
        return kp_sprintf(a, "%s ended with exit code %d and no answer", program, p->status);
    return kp_sprintf(a,
                      "%s ended with exit code %d, and its answer (%zu bytes) cannot be read: %s; "
                      "does something else print there?",
                      program, p->status, p->out_size, what);
}

const char *kp_bench_run(const struct kp_bundle *b, const char *runner, char **json, size_t *size)
{
    struct kp_arena *a = b->arena;
    struct words argv = {0};
    struct kp_process p;
    struct kp_result r;
    const char *what;
    char *tar;
    size_t n;

    if (runner && (!split(a, runner, &argv) || !argv.n))
        return kp_sprintf(a, "--runner '%s' is no command", runner);
    tar = kp_bundle_tar(b, &n);
    if (runner)
        kp_push(a, &argv, "sh");
    kp_push(a, &argv, runner ? "-c" : b->runner);
    kp_push(a, &argv, runner ? bootstrap : "-");
    kp_push(a, &argv, NULL);
    p = kp_feed_program(a, argv.v, tar, n);
    *json = p.out;
    *size = p.out_size;
    what = kp_result_read(a, p.out, p.out_size, &r);
    return what ? no_answer(a, runner ? runner : "kpipe-runner", &p, what) : NULL;
}

bool kp_bench_machine(struct kp_arena *a, const char *runner, struct kp_gpu_machine *to,
                      const char **error)
{
    struct kp_bench b = {.arena = a, .limit = 60, .budget = 1};
    struct kp_bundle bundle;
    struct kp_result r;
    size_t n;
    char *json;

    if ((*error = kp_bench_bundle(&b, &bundle)) ||
        (*error = kp_bench_run(&bundle, runner, &json, &n)))
        return false;
    kp_result_read(a, json, n, &r);
    *error = r.error;
    *to = r.machine;
    return !r.error && r.machine.compute_capability;
}

const char *kp_bench_arch(struct kp_arena *a, const char *runner, const char **error)
{
    struct kp_gpu_machine m;
    const char *cc;
    size_t n;

    if (!kp_bench_machine(a, runner, &m, error))
        return NULL;
    cc = m.compute_capability;
    n = strcspn(cc, ".");
    return kp_sprintf(a, "sm_%.*s%s", (int)n, cc, cc[n] ? cc + n + 1 : "");
}
