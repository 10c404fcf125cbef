/* The parse pass. libclang is not hardened, so it runs in a child process with limits on memory and
 * time; the tree grows in memory that both share. */
#define _GNU_SOURCE
#include "front/keywords.h"
#include "front/parse.h"
#include "front/tree.h"
#include "util/guard.h"
#include "util/system.h"
#include "util/sanitized.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TREE_BYTES ((size_t)4 << 30)
#define LIBCLANG_BYTES ((rlim_t)4 << 30)
enum { MAX_SECONDS = 60, MAX_ASLEEP = 120, EXIT_PARSED = 0 };

struct result {
    struct kp_parse parse;
    const char *error;
    bool done;
};

/* ---- nothing to parse ---- */

static void empty_tree(struct kp_unit *u)
{
    struct kp_node *root = kp_new(u->arena, struct kp_node);

    root->kind = KP_TRANSLATION_UNIT;
    root->span = (struct kp_span){0, u->source.size};
    u->parse.root = root;
    kp_push(u->arena, &u->parse.files, u->source);
}

/* ---- the child ---- */

static void limit(int what, rlim_t value)
{
    struct rlimit r;

    if (getrlimit(what, &r) == 0 && (r.rlim_max == RLIM_INFINITY || value <= r.rlim_max)) {
        r.rlim_cur = value;
        (void)setrlimit(what, &r);
    }
}

/* Not with AddressSanitizer, which maps terabytes. */
static void limit_memory(void)
{
#ifndef KP_SANITIZED
    size_t mapped = kp_address_space();

    if (!mapped)
        _exit(KP_EXIT_MEMORY);
    limit(RLIMIT_AS, mapped + LIBCLANG_BYTES);
#endif
}

static void confine(rlim_t seconds)
{
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);

    if (null >= 0) { /* what libclang says on a crash is nobody's business */
        dup2(null, STDIN_FILENO);
        dup2(null, STDOUT_FILENO);
        dup2(null, STDERR_FILENO);
    }
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_CPU, seconds);
    limit(RLIMIT_STACK, (rlim_t)64 << 20);
    limit_memory();
}

static _Noreturn void be_child(struct kp_arena *shared, const struct kp_unit *u, struct result *r,
                               rlim_t seconds)
{
    confine(seconds);
    r->done = kp_parse_best(shared, u, &r->parse, &r->error);
    _exit(EXIT_PARSED);
}

/* ---- the parent ---- */

int64_t kp_used_by(pid_t pid)
{
    struct timespec t;
    clockid_t clock;

    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &t) != 0)
        return 0;
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Waits until the child has let go of the pipe, which it does when it ends. Its processor time has
 * a limit, which on a busy machine it may reach after an hour; only a child that gets none at all,
 * for so many seconds in a row, sleeps and has to be ended. The seconds are counted, not read off a
 * clock, which goes on while all of this is stopped. */
static bool wait_in_time(int fd, pid_t pid)
{
    int64_t used = 0;

    for (int asleep = 0; asleep < MAX_ASLEEP;) {
        struct pollfd p = {.fd = fd, .events = POLLIN};
        int n = poll(&p, 1, 1000);
        int64_t now;

        if (n > 0)
            return true;
        if (n < 0 && errno != EINTR)
            return false;
        now = kp_used_by(pid);
        if (now > used)
            asleep = 0;
        else if (n == 0)
            asleep++;
        used = now;
    }
    return false;
}

static int64_t microseconds(struct timeval t)
{
    return (int64_t)t.tv_sec * 1000000 + t.tv_usec;
}

static int reap(pid_t pid)
{
    struct rusage used;
    int status;

    while (wait4(pid, &status, 0, &used) < 0)
        if (errno != EINTR)
            return -1;
    kp_guard_reaped(pid);
    kp_guard_spend(microseconds(used.ru_utime) + microseconds(used.ru_stime));
    return status;
}

/* The file is not the cause: resources ran out, or the child was killed. */
static bool has_run_out(int status)
{
    return (WIFEXITED(status) && WEXITSTATUS(status) == KP_EXIT_MEMORY) ||
           (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

static const char *what_went_wrong(const struct result *r, int status, bool in_time)
{
    if (!in_time || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU))
        return "parsing took too long";
    if (WIFEXITED(status) && WEXITSTATUS(status) == KP_EXIT_ARENA)
        return "parsing needs too much memory";
    if (has_run_out(status))
        return "memory, processes or files ran out: try it again";
    if (WIFSIGNALED(status))
        return "libclang crashed on this file";
    if (!WIFEXITED(status) || WEXITSTATUS(status) != EXIT_PARSED)
        return "the parser failed on this file";
    if (!r->done)
        return r->error ? r->error : "the parser failed on this file";
    return NULL;
}

static const char *run_child(struct kp_arena *shared, struct kp_unit *u, struct result *r)
{
    int64_t left = kp_guard_left();
    int fds[2], status;
    bool in_time;
    pid_t pid;

    if (pipe2(fds, O_CLOEXEC) != 0) {
        u->ran_out = true;
        return strerror(errno);
    }
    fflush(NULL);
    pid = kp_guard_fork(true); /* ends with its parent, by a signal that nothing can hold up */
    if (pid == 0)
        be_child(shared, u, r, left ? (rlim_t)(left / 1000000 + 1) : MAX_SECONDS);
    close(fds[1]);
    if (pid < 0) {
        u->ran_out = true;
        close(fds[0]);
        return strerror(errno);
    }
    in_time = wait_in_time(fds[0], pid);
    if (!in_time)
        kill(pid, SIGKILL);
    close(fds[0]);
    status = reap(pid);
    u->ran_out |= in_time && has_run_out(status);
    return what_went_wrong(r, status, in_time);
}

static bool has_device_code(const struct kp_unit *u, struct kp_texts *reads)
{
    const struct kp_flag_lines *lines = u->options->flags;
    const struct kp_file *f = &u->source;
    struct kp_arena *a = kp_arena_new();
    struct kp_texts files = {0};
    struct kp_args args = {0};
    bool found;

    for (size_t i = 0; lines && i < lines->n; i++)
        kp_compile_args(a, lines->v[i].line, &args);
    found = kp_may_be_device_code(a, f->path, f->text, f->size, &args, kp_seen_from(u), &files);
    for (size_t i = 0; i < files.n; i++)
        kp_push(u->arena, reads, kp_strdup(u->arena, files.v[i]));
    kp_arena_free(a);
    return found;
}

bool kp_pass_parse(struct kp_unit *u)
{
    struct kp_arena *shared;
    struct kp_texts reads = {0};
    struct result *r;
    const char *error;

    if (!has_device_code(u, &reads)) {
        empty_tree(u);
        for (size_t i = 0; i < reads.n; i++)
            kp_push(u->arena, &u->parse.reads, reads.v[i]);
        return true;
    }
    shared = kp_arena_new_shared(TREE_BYTES);
    if (!shared) {
        u->ran_out = true;
        u->error = kp_sprintf(u->arena, "%s: no memory for the parser", u->source.path);
        return false;
    }
    kp_arena_adopt(u->arena, shared);
    r = kp_new(shared, struct result);
    if (kp_seen_from(u) ||
        kp_preamble_of(u->arena, u, u->source.path, u->source.text, u->source.size))
        kp_run_folder_make(u->arena);
    error = run_child(shared, u, r);
    if (error) {
        u->error = kp_sprintf(u->arena, "%s: %s", u->source.path, error);
        return false;
    }
    u->parse = r->parse;
    kp_note_way(u);
    kp_index_names(u);
    kp_index_nodes(u);
    return true;
}
