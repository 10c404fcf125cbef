#define _GNU_SOURCE
#include "cc/run.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/guard.h"
#include "util/subprocess.h"

int kp_cc_become(const char *const *argv)
{
    int reason;

    fflush(NULL);
    execvp(argv[0], (char *const *)argv);
    reason = errno;
    fprintf(stderr, "kpipe: error: %s: %s\n", argv[0], strerror(reason));
    return reason == ENOENT ? 127 : 126;
}

static _Noreturn void child(const char *const *argv, const int *to)
{
    int reason;

    for (int i = 0; i < 2; i++)
        if (to[i] >= 0 && dup2(to[i], STDOUT_FILENO + i) < 0)
            _exit(126);
    execvp(argv[0], (char *const *)argv);
    reason = errno;
    dprintf(STDERR_FILENO, "kpipe: error: %s: %s\n", argv[0], strerror(reason));
    _exit(reason == ENOENT ? 127 : 126);
}

/* The output; NULL when it could not be read. */
static char *kept(struct kp_arena *a, int fd, size_t *size)
{
    char *text = fd >= 0 && lseek(fd, 0, SEEK_SET) == 0 ? kp_read_all(a, fd, size) : NULL;

    if (fd >= 0)
        close(fd);
    return text;
}

int kp_cc_run(struct kp_arena *a, const char *const *argv, struct kp_cc_said *said)
{
    int to[2] = {-1, -1}, status = -1;
    pid_t pid = -1;

    for (int i = 0; i < 2 && said; i++)
        to[i] = kp_memory_file("", 0);
    fflush(NULL);
    if (!said || (to[0] >= 0 && to[1] >= 0))
        pid = kp_guard_fork(false);
    if (!pid)
        child(argv, to);
    while (pid > 0 && waitpid(pid, &status, 0) < 0)
        if (errno != EINTR) {
            status = -1;
            break;
        }
    if (pid > 0)
        kp_guard_reaped(pid);
    if (said) {
        said->out = kept(a, to[0], &said->out_size);
        said->err = kept(a, to[1], &said->err_size);
        if (!said->out || !said->err)
            status = -1;
    }
    return status;
}

int kp_cc_end(int status)
{
    const struct rlimit none = {0, 0};

    if (status < 0) {
        fprintf(stderr, "kpipe: error: memory, processes or files ran out around the compiler\n");
        return 127;
    }
    if (!WIFSIGNALED(status))
        return WEXITSTATUS(status);
    setrlimit(RLIMIT_CORE, &none); /* the compiler has left its own */
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
    return 128 + WTERMSIG(status);
}
