#define _GNU_SOURCE
#include <errno.h>
#include <stdatomic.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/compiled.h"
#include "cmd/format.h"
#include "report/utf8.h"
#include "rule/config.h"
#include "texts/texts.h"
#include "util/guard.h"
#include "util/subprocess.h"
#include "util/system.h"
#include "util/sanitized.h"

static struct {
    bool is_forced, on;
} colour;

void kp_force_colour(bool on, bool is_forced)
{
    colour.on = on;
    colour.is_forced = is_forced;
}

bool kp_wants_colour(int fd)
{
    const char *none = getenv("NO_COLOR"), *term = getenv("TERM");

    if (colour.is_forced)
        return colour.on;
    return isatty(fd) && !(none && *none) && term && !kp_streq(term, "dumb");
}

int kp_complain(const char *fmt, ...)
{
    bool red = kp_wants_colour(STDERR_FILENO);
    struct kp_arena *a = kp_arena_new();
    va_list ap;

    va_start(ap, fmt);
    fprintf(stderr, "kpipe: %s %s\n", red ? "\033[1;31merror:\033[0m" : "error:",
            kp_printable_lines(a, kp_vsprintf(a, fmt, ap))); /* it may name files of anybody's */
    va_end(ap);
    kp_arena_free(a);
    return KP_EXIT_ERROR;
}

static const char *target_name(size_t i, const void *context)
{
    return ((const struct kp_target *)context)[i].arch;
}

bool kp_knows_arch(const struct kp_settings *s, const struct kp_rules *rules)
{
    const struct kp_target *targets;
    const char *near, *where;
    size_t n;

    if (kp_rule_target(rules, s->options.arch))
        return true;
    where = s->arch_place ? kp_sprintf(s->arena, "%s: arch", s->arch_place) : "--arch";
    targets = kp_rule_targets(rules, &n);
    near = kp_nearest(s->options.arch, n, target_name, targets);
    if (near)
        kp_complain("%s: unknown target '%s'; did you mean '%s'?", where, s->options.arch, near);
    else
        kp_complain("%s: unknown target '%s'; see `kpipe targets`", where, s->options.arch);
    return false;
}

const struct kp_rules *kp_rules_of(const struct kp_settings *s, const struct kp_rules *rules)
{
    return s->options.config ? kp_rules_with(s->arena, rules, s->options.config) : rules;
}

const struct kp_rules *kp_load_rules(struct kp_settings *s)
{
    const char *error = NULL;
    const struct kp_rules *rules = kp_rules_load(s->arena, s->options.rules_dir, &error);

    if (!rules) {
        kp_complain("%s", error);
        return NULL;
    }
    kp_settle_arch(s, rules);
    return kp_knows_arch(s, rules) ? kp_rules_of(s, rules) : NULL;
}

struct kp_talk kp_talk_of(const struct kp_settings *s)
{
    return (struct kp_talk){
        .to = stderr,
        .colour = kp_wants_colour(STDERR_FILENO),
        .verbose = s->verbose > 0,
        .explain = s->explain,
        .check = s->command->id == KP_CMD_CHECK,
        .quiet = s->quiet,
        .is_new = s->since || (s->baseline && !s->write_baseline),
    };
}

bool kp_run_passes_on(const struct kp_settings *s, struct kp_unit *u, const char *path,
                      const char *text, size_t n, enum kp_pass last)
{
    bool ok;

    kp_guard_limit(kp_printable(u->arena, path), s->seconds ? s->seconds : KP_USUAL_SECONDS);
    ok = text ? kp_pipeline_text(u, path, text, n, last) : kp_pipeline(u, path, last);
    kp_guard_stop();
    return ok;
}

struct kp_unit *kp_read_back_in_time(struct kp_unit *u)
{
    kp_guard_go_on();
    u = kp_read_back(u);
    kp_guard_stop();
    return u;
}

bool kp_run_passes(const struct kp_settings *s, struct kp_unit *u, const char *path,
                   enum kp_pass last)
{
    bool is_stdin = kp_streq(path, "-");
    size_t n = 0;
    char *text = is_stdin ? kp_read_all(u->arena, STDIN_FILENO, &n) : NULL;

    if (!is_stdin || text)
        return kp_run_passes_on(s, u, is_stdin ? "<stdin>" : path, text, n, last);
    u->error = kp_sprintf(u->arena, "standard input: %s", strerror(errno));
    return false;
}

int kp_report_failure(const struct kp_settings *s, struct kp_unit *u)
{
    kp_complain("%s%s%s", kp_printable(s->arena, u->error), u->error_lines ? "\n" : "",
                kp_printable_lines(s->arena, u->error_lines));
    if (kp_is_collected(s))
        fputs(kp_failure_row(u), stdout);
    else if (s->json)
        kp_deliver_json(u);
    return u->self_check_failed ? KP_EXIT_BUG : KP_EXIT_ERROR;
}

void kp_limit_memory(void)
{
#ifndef KP_SANITIZED
    const rlim_t most = (rlim_t)4 << 30;
    struct rlimit r;

    if (getrlimit(RLIMIT_DATA, &r) == 0 && (r.rlim_cur == RLIM_INFINITY || r.rlim_cur > most)) {
        r.rlim_cur = most;
        (void)setrlimit(RLIMIT_DATA, &r);
    }
#endif
}

static struct {
    atomic_size_t *finished;
    size_t files;
    int terminal;
} progress = {.terminal = -1};

void kp_progress_begin(size_t files)
{
    enum { FEW = 8 };

    if (files < FEW || !isatty(STDERR_FILENO) || progress.finished)
        return;
    progress.finished = kp_map_shared(sizeof *progress.finished);
    progress.files = files;
    progress.terminal = progress.finished ? dup(STDERR_FILENO) : -1;
}

void kp_progress_step(void)
{
    if (progress.terminal >= 0)
        dprintf(progress.terminal, "\r\033[K%zu of %zu files\r",
                atomic_fetch_add(progress.finished, 1) + 1, progress.files);
}

void kp_progress_clear(void)
{
    if (progress.terminal >= 0)
        dprintf(progress.terminal, "\r\033[K");
}

void kp_progress_line(const char *what)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K%s", what);
}

/* ---- several files ----------------------------------------------------------------------------
 */

struct job {
    struct kp_settings *settings;
    const struct kp_rules *rules;
    int (*one)(struct kp_settings *s, const struct kp_rules *rules, const char *path);
};

static int one_file(size_t i, void *context)
{
    const struct job *job = context;

    return job->one(job->settings, job->rules, job->settings->operands.v[i]);
}

static int one_of_many(size_t i, void *context)
{
    const struct job *job = context;
    int result;

    if (!job->settings->build && !job->settings->verify) /* compilers need more */
        kp_limit_memory();
    result = one_file(i, context);
    kp_progress_step();
    return result;
}

static int crashed(size_t i, int signal, void *context)
{
    const struct job *job = context;

    kp_complain("%s: kpipe itself was ended by signal %d",
                kp_printable(job->settings->arena, job->settings->operands.v[i]), signal);
    return KP_EXIT_BUG;
}

static void say_guesses(struct kp_settings *s)
{
    struct kp_guessed all = {0};

    kp_count_guesses(s, &all);
    if (!all.files || s->verbose) /* each is said */
        return;
    fprintf(stderr,
            "kpipe: note: %zu files have headers of which nobody says where they are; "
            "a guess:",
            all.files);
    for (size_t i = 0; i < all.n; i++)
        fprintf(stderr, " -I %s (%zu)", kp_printable(s->arena, all.v[i].folder), all.v[i].files);
    fputs("; `kpipe config FILE` shows a file's\n", stderr);
}

/* Databases are read, and includes looked at, once for all. */
void kp_find_origins(struct kp_settings *s)
{
    for (size_t i = 0; i < s->operands.n; i++) {
        const char *error = NULL; /* said when the file's turn comes */

        (void)kp_origin_of(s, s->operands.v[i], &error);
    }
    if (s->operands.n > 1 && !s->quiet_origins && !s->quiet)
        say_guesses(s);
}

int kp_each_file(struct kp_settings *s, const struct kp_rules *rules,
                 int (*one)(struct kp_settings *s, const struct kp_rules *rules, const char *path))
{
    struct job job = {s, rules, one};
    size_t jobs = s->jobs ? s->jobs : kp_processors();

    int result;

    if (s->operands.n == 1)
        return one_file(0, &job);
    if (s->options.kernel)
        s->kernel_known = kp_map_shared(sizeof *s->kernel_known);
    kp_find_origins(s);
    kp_progress_begin(s->operands.n);
    result = kp_spread(s->arena, s->operands.n, jobs, one_of_many, crashed, &job);
    kp_progress_clear();
    if (s->kernel_known && !*s->kernel_known && result < KP_EXIT_ERROR)
        return kp_complain("--kernel: none of the files has a '%s'", s->options.kernel);
    return result;
}
