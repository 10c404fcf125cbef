#define _GNU_SOURCE
#include "util/subprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "util/guard.h"
#include "util/str.h"
#include "util/system.h"

extern char **environ;

int kp_memory_file(const char *bytes, size_t n)
{
    int fd = memfd_create("kpipe", 0);

    if (fd < 0)
        return -1;
    if (!kp_write_all(fd, bytes, n) || lseek(fd, 0, SEEK_SET) != 0) {
        close(fd);
        return -1;
    }
    return fd;
}

bool kp_write_all(int fd, const char *bytes, size_t n)
{
    while (n) {
        ssize_t done = write(fd, bytes, n);

        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return false;
        bytes += done;
        n -= (size_t)done;
    }
    return true;
}

bool kp_write_private(const char *path, const char *bytes, size_t n)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    bool ok = fd >= 0 && kp_write_all(fd, bytes, n);

    if (fd >= 0)
        close(fd);
    return ok;
}

char *kp_read_all(struct kp_arena *a, int fd, size_t *size)
{
    struct kp_str text = kp_str_new(a);
    char part[1 << 14];

    for (;;) {
        ssize_t got = read(fd, part, sizeof part);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return NULL;
        kp_str_addn(&text, part, (size_t)got);
        if (got == 0)
            break;
    }
    *size = text.n;
    return text.s;
}

static int wait_for(pid_t pid)
{
    int status;

    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* `in`: its standard input; -1: none. */
static struct kp_process run_program(struct kp_arena *a, const char *const argv[], int in)
{
    struct kp_process p = {.status = -1, .out = kp_strdup(a, "")};
    posix_spawn_file_actions_t actions;
    int ends[2], error;
    pid_t pid;

    if (pipe2(ends, O_CLOEXEC) != 0)
        return p;
    posix_spawn_file_actions_init(&actions);
    if (in >= 0)
        posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    else
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    error = posix_spawnp(&pid, argv[0], &actions, NULL, (char *const *)argv, environ);
    p.is_missing = error == ENOENT;
    if (error)
        pid = -1;
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (pid > 0) {
        char *out;

        kp_guard_child(pid);
        out = kp_read_all(a, ends[0], &p.out_size);

        if (out)
            p.out = out;
        p.status = wait_for(pid);
        if (!out) /* half of what it said is nothing */
            p.status = -1;
        kp_guard_reaped(pid);
    }
    close(ends[0]);
    return p;
}

struct kp_process kp_run_program(struct kp_arena *a, const char *const argv[])
{
    return run_program(a, argv, -1);
}

struct kp_process kp_feed_program(struct kp_arena *a, const char *const argv[], const char *bytes,
                                  size_t n)
{
    struct kp_process p = {.status = -1, .out = kp_strdup(a, "")};
    int in = kp_memory_file(bytes, n); /* no pipe: it is there before the program starts */

    if (in < 0)
        return p;
    p = run_program(a, argv, in);
    close(in);
    return p;
}

enum { LOST = 2 }; /* what kp_spread() returns when something could not be shown */

/* One child of kp_spread, with what it has printed. */
struct worker {
    pid_t pid;
    int out, err;
    bool done;
    bool is_here; /* no process was to be had: done when its turn comes */
    int result;
};

static void start_worker(struct worker *w, size_t i, int (*work)(size_t, void *), void *context)
{
    w->out = kp_memory_file("", 0);
    w->err = kp_memory_file("", 0);
    fflush(NULL);
    w->pid = w->out < 0 || w->err < 0 ? -1 : kp_guard_fork(false);
    if (w->pid == 0) {
        int result;

        if (dup2(w->out, STDOUT_FILENO) < 0 || dup2(w->err, STDERR_FILENO) < 0) {
            dprintf(w->err, "kpipe: error: %s\n", strerror(errno));
            _exit(LOST);
        }
        result = work(i, context);
        if ((fflush(NULL) || ferror(stdout)) && result < LOST) {
            dprintf(w->err, "kpipe: error: what was found cannot be kept: %s\n", strerror(errno));
            result = LOST;
        }
        _exit(result);
    }
    w->is_here = w->done = w->pid < 0;
}

/* False when something is lost. */
static bool show(int from, int to)
{
    char part[1 << 14];
    ssize_t got;
    bool ok;

    if (from < 0)
        return true;
    ok = lseek(from, 0, SEEK_SET) == 0;
    while (ok && (got = read(from, part, sizeof part)) != 0)
        ok = got > 0 ? kp_write_all(to, part, (size_t)got) : errno == EINTR;
    if (!ok)
        fprintf(stderr, "kpipe: error: what was found cannot be shown: %s\n", strerror(errno));
    close(from);
    return ok;
}

/* Waits for whichever child ends next. */
static void reap(struct worker *workers, size_t n)
{
    int status;
    pid_t pid = waitpid(-1, &status, 0);

    kp_guard_reaped(pid);
    for (size_t i = 0; pid > 0 && i < n; i++)
        if (workers[i].pid == pid && !workers[i].done) {
            workers[i].done = true;
            workers[i].result = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
        }
}

int kp_spread(struct kp_arena *a, size_t n, size_t jobs, int (*work)(size_t, void *),
              int (*crashed)(size_t, int, void *), void *context)
{
    struct worker *workers = kp_new_array(a, struct worker, n);
    struct worker *w;
    size_t started = 0, shown = 0;
    int worst = 0;
    bool ok;

    while (shown < n) {
        for (; started < n && started - shown < jobs; started++)
            start_worker(&workers[started], started, work, context);
        if (!workers[shown].done) {
            reap(workers, started);
            continue;
        }
        w = &workers[shown];
        ok = show(w->out, STDOUT_FILENO);
        ok &= show(w->err, STDERR_FILENO);
        if (w->is_here) {
            w->result = work(shown, context);
            fflush(NULL);
        } else if (w->result < 0) {
            w->result = crashed(shown, -w->result, context);
        }
        if (!ok && w->result < LOST)
            w->result = LOST;
        if (w->result > worst)
            worst = w->result;
        shown++;
    }
    return worst;
}

/* The child's result, -1 when it has to be ended. */
static int wait_until(pid_t pid, double until)
{
    int status = 0;
    bool ended = false;

    while (!ended && kp_now() < until) {
        ended = waitpid(pid, &status, WNOHANG) != 0;
        if (!ended)
            nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    if (!ended) {
        kill(pid, SIGTERM);
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
            continue;
    }
    kp_guard_reaped(pid);
    return ended && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int kp_within(struct kp_arena *a, double seconds, int (*work)(void *context), void *context,
              char **said)
{
    int err = kp_memory_file("", 0), result;
    size_t n;
    pid_t pid;

    *said = "";
    fflush(NULL);
    pid = err < 0 ? -1 : kp_guard_fork(false);
    if (pid == 0) {
        dup2(err, STDERR_FILENO);
        result = work(context);
        fflush(NULL);
        _exit(result);
    }
    result = pid < 0 ? -1 : wait_until(pid, kp_now() + seconds);
    if (err >= 0 && lseek(err, 0, SEEK_SET) == 0)
        *said = kp_read_all(a, err, &n);
    if (err >= 0)
        close(err);
    if (!*said)
        *said = "";
    return result;
}
