/* kpipe-runner: launches the kernels of a bundle on a CUDA GPU, compares and times them.
 *
 *     kpipe-runner [-vp] FOLDER    a bundle as a folder
 *     kpipe-runner [-vp] -         the same as a ustar archive on standard input
 *
 * JSON on standard output (docs/user/bench.md). It needs libc and, at run time, the NVIDIA driver,
 * and is a program of its own so that it can be carried to another machine. Exit status: 0 every
 * version is sound, 1 one is not, 2 nothing could be run. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>

#include "gpu/runner/work.h"
#include "util/system.h"

static void say(const struct plan *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void say(const struct plan *p, const char *format, ...)
{
    va_list ap;

    if (!p->progress)
        return;
    fputs("\r\033[K", stderr);
    va_start(ap, format);
    vfprintf(stderr, format, ap);
    va_end(ap);
    fflush(stderr);
}

/* What ended a child that could not say so itself. */
static void explain(struct outcome *o, double limit, enum end end, int signal)
{
    if (end == TOO_SLOW)
        snprintf(o->why, sizeof o->why, "no launch ended for %g seconds: stopped", limit);
    else if (end == STUCK)
        snprintf(o->why, sizeof o->why,
                 "no launch ended for %g seconds, and its process cannot be killed", limit);
    else if (signal)
        snprintf(o->why, sizeof o->why, "its process was ended by signal %d (%s)", signal,
                 strsignal(signal));
    else
        snprintf(o->why, sizeof o->why, "its process ended before its time");
    o->status = FAULT;
}

/* Whatever went wrong becomes the outcome of version v. A device that does not even open any more
 * is lost, with all that was still to be run. */
static void take_blame(const struct job *j, unsigned v, enum end end, int signal)
{
    struct outcome *o = &share->version[v];

    share->lost = end == STUCK || !strncmp(share->code, "no-", 3);
    if (*share->code) {
        snprintf(o->why, sizeof o->why, "%.*s", (int)sizeof o->why - 1, share->text);
        o->status = FAULT;
        *share->code = 0;
    } else if (o->status != FAULT && o->status != MISMATCH) {
        explain(o, j->limit, end, signal);
    }
}

/* Those not run yet. */
static void give_up(const struct plan *p, const char *why)
{
    for (unsigned v = 0; v < p->n_versions; v++)
        if (share->version[v].status == NOT_RUN)
            snprintf(share->version[v].why, sizeof share->version[v].why, "%s", why);
}

/* A version that needs far longer for a launch than the original for all of its own has hung. */
static double patience(const struct plan *p, double seconds_of_original)
{
    double enough = ceil(10 + 20 * seconds_of_original);

    return p->limit < enough ? p->limit : enough;
}

/* False when nothing can be run on this machine; share->code says why. */
static bool check_all(struct job *j)
{
    const struct plan *p = j->plan;
    int signal;

    for (unsigned v = 0; v < p->n_versions; v++) {
        double start = kp_now();
        enum end end;
        say(p, "checking %s (%u of %zu)", p->versions[v].label, v + 1, p->n_versions);
        share->current = v;
        j->version = v;
        end = run_child(check_version, j, &signal);
        if (end == ENDED) {
            if (v == 0)
                j->limit = patience(p, kp_now() - start);
            continue;
        }
        if (v == 0 && *share->code)
            return false;
        take_blame(j, v, end, signal);
        if (share->lost) {
            give_up(p, "the GPU was lost before its turn");
            break;
        }
        if (v == 0 && share->version[0].status == FAULT) {
            give_up(p, "the original could not be run, so there is nothing to compare with");
            break;
        }
    }
    return true;
}

static unsigned sound(const struct plan *p)
{
    unsigned n = 0;

    for (unsigned v = 0; v < p->n_versions; v++)
        n += share->version[v].status == OK;
    return n;
}

static void forget_times(const struct plan *p)
{
    for (unsigned v = 0; v < p->n_versions; v++)
        memset(share->version[v].rounds, 0, sizeof share->version[v].rounds);
}

/* Right, but without a time. */
static void leave_untimed(const struct plan *p, const char *why)
{
    forget_times(p);
    for (unsigned v = 0; v < p->n_versions; v++) {
        struct outcome *o = &share->version[v];
        if (o->status != OK)
            continue;
        o->status = NOT_RUN;
        snprintf(o->why, sizeof o->why, "its outputs are right, but it could not be timed: %.300s",
                 why);
    }
}

static void time_all(struct job *j)
{
    const struct plan *p = j->plan;
    int signal;

    for (unsigned n = sound(p); n; n = sound(p)) {
        enum end end;
        say(p, "timing %u versions", n);
        forget_times(p);
        share->current = 0;
        end = run_child(time_versions, j, &signal);
        if (end == ENDED)
            return;
        if (*share->code || share->version[share->current].status == NOT_RUN) {
            leave_untimed(p, *share->code ? share->text : "its process ended before its time");
            return; /* nobody's fault: the device is lost, or its memory is taken */
        }
        take_blame(j, share->current, end, signal);
        if (share->lost || sound(p) == n)
            leave_untimed(p, "the GPU does not answer any more");
    }
    forget_times(p);
}

static int refuse(bool verbose, const char *code, const char *text)
{
    if (verbose)
        fprintf(stderr, "kpipe-runner: %s\n", text);
    return answer_error(code, text);
}

/* Runners that are given the same file by KPIPE_GPU_LOCK check their versions beside each other,
 * and time them alone. */
static void take_turns(bool alone)
{
    static int fd = -1;
    const char *path = getenv("KPIPE_GPU_LOCK");

    if (!path || !*path)
        return;
    if (fd < 0)
        fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0 || flock(fd, alone ? LOCK_EX : LOCK_SH))
        fprintf(stderr, "kpipe-runner: KPIPE_GPU_LOCK: %s: %s\n", path, strerror(errno));
}

/* What the command line asks for. */
struct manner {
    bool verbose, in_process;
};

static int measure(struct plan *plan, const char *folder, const struct manner *how)
{
    static struct contents contents;
    struct job job = {.plan = plan, .contents = &contents};
    const char *error = plan_read(plan, folder);
    int signal;

    plan->progress |= how->verbose;
    plan->in_process = how->in_process;
    job.limit = plan->limit;
    if (error)
        return refuse(how->verbose, "bundle", error);
    if (!share_new(plan))
        return refuse(how->verbose, "host-memory", "out of memory");
    if (run_child(probe, &job, &signal) != ENDED)
        return refuse(how->verbose, *share->code ? share->code : "no-device",
                      *share->code ? share->text : "the driver does not answer");
    error = contents_read(&contents, plan);
    if (error)
        return refuse(how->verbose, "bundle", error);
    take_turns(false);
    if (!check_all(&job))
        return refuse(how->verbose, share->code, share->text);
    take_turns(true);
    if (plan->runs)
        time_all(&job);
    say(plan, "%s", "");
    return answer(plan);
}

static int run(const char *folder, const struct manner *how)
{
    struct plan plan;
    int code = measure(&plan, folder, how);

    plan_free(&plan);
    return code;
}

static int usage(void)
{
    fputs("usage: kpipe-runner [-vp] FOLDER   a bundle that `kpipe bench --bundle` wrote\n"
          "       kpipe-runner [-vp] -        the same as a ustar archive on standard input\n"
          "\n"
          "  -v  say on standard error what is being done\n"
          "  -p  do everything in one process, for profilers and debuggers: a fault ends it\n",
          stderr);
    return 2;
}

/* Options in front of the folder; false when one is not known. */
static bool options(int *argc, char ***argv, struct manner *how)
{
    for (; *argc > 1 && (*argv)[1][0] == '-' && (*argv)[1][1]; ++*argv, --*argc)
        for (const char *c = (*argv)[1] + 1; *c; c++) {
            how->verbose |= *c == 'v';
            how->in_process |= *c == 'p';
            if (!strchr("vp", *c))
                return false;
        }
    return *argc == 2;
}

int main(int argc, char **argv)
{
    struct manner how = {0};
    const char *folder, *error;
    int code;

    if (argc == 2 && !strcmp(argv[1], "--version")) {
        puts("kpipe-runner " KP_VERSION);
        return 0;
    }
    if (!options(&argc, &argv, &how))
        return usage();
    if (strcmp(argv[1], "-"))
        return run(argv[1], &how);
    folder = tar_unpack(&error);
    if (!folder)
        return refuse(how.verbose, "bundle", error);
    code = run(folder, &how);
    tar_remove(folder);
    return code;
}
