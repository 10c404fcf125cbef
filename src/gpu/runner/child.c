#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "gpu/runner/work.h"
#include "util/system.h"

/* Seconds for which a killed child may stay, waiting for the driver, and in which the driver may
 * open the device: on a machine with many GPUs that takes a while. */
static const double kill_patience = 60, open_patience = 60;

static bool gone(pid_t pid, int *status)
{
    pid_t got = waitpid(pid, status, WNOHANG);

    return got == pid || (got < 0 && errno != EINTR);
}

static void doze(void)
{
    nanosleep(&(struct timespec){0, 2000000}, NULL);
}

enum end run_child(void (*work)(const struct job *), const struct job *j, int *signal)
{
    const unsigned first = share->beats;
    unsigned beats = first;
    double moved = kp_now(), killed;
    int status = 0;
    pid_t pid;

    fflush(NULL);
    *signal = 0;
    if (j->plan->in_process) {
        work(j);
        return ENDED;
    }
    pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        work(j);
        _exit(0); /* no atexit handlers: the driver's may hang on a lost device */
    }
    if (pid < 0)
        return DIED;
    while (!gone(pid, &status)) {
        if (share->beats != beats) {
            beats = share->beats;
            moved = kp_now();
        }
        if (kp_now() - moved > (beats == first ? open_patience : j->limit)) {
            kill(pid, SIGKILL);
            for (killed = kp_now(); !gone(pid, &status); doze())
                if (kp_now() - killed > kill_patience)
                    return STUCK;
            return TOO_SLOW;
        }
        doze();
    }
    if (WIFSIGNALED(status))
        *signal = WTERMSIG(status);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? ENDED : DIED;
}
