/* kpipe many times without starting it each time: to load libclang costs more than to rewrite or to
 * prove one small kernel.
 *
 *   many        requests on standard input, answers on standard output
 *
 * A request is one line: the folder to work in, the file for standard output, the file for standard
 * error, the seconds it may take, how many changes of the environment follow (NAME=VALUE, or a NAME
 * that is to go), these, then the arguments behind `kpipe`, with a tab between each. The answer is
 * one line: the exit status, or minus the signal that ended it. Each request runs in a process of
 * its own. Nothing may hold a tab or a newline. */
#define _GNU_SOURCE
#include <clang-c/Index.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sample/sample.h"

enum { FOLDER, OUT, ERR, SECONDS, CHANGES, FIRST_CHANGE, MOST_FIELDS = 1024, STATUS_BROKEN = 99 };

int kpipe_main(int argc, char **argv);
struct kp_sampled __real_kp_sample(struct kp_unit *was, struct kp_unit *is, const struct kp_loop *l,
                                   uint64_t steps);
struct kp_sampled __wrap_kp_sample(struct kp_unit *was, struct kp_unit *is, const struct kp_loop *l,
                                   uint64_t steps);
__attribute__((weak)) void
kp_begin_failing(void); /* of tests/lib/failing.c, if that is preloaded */

/* With KPIPE_UNSAMPLED outputs are not executed: for a test that knows which output is right. */
struct kp_sampled __wrap_kp_sample(struct kp_unit *was, struct kp_unit *is, const struct kp_loop *l,
                                   uint64_t steps)
{
    return getenv("KPIPE_UNSAMPLED") ? (struct kp_sampled){.runs = 1}
                                     : __real_kp_sample(was, is, l, steps);
}

static void redirect(const char *path, int to)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

    if (fd < 0 || dup2(fd, to) < 0)
        _exit(STATUS_BROKEN);
    close(fd);
}

static void change(char *setting)
{
    if (strchr(setting, '=') ? putenv(setting) : unsetenv(setting))
        _exit(STATUS_BROKEN);
}

static _Noreturn void run(char **field, int n)
{
    static char name[] = "kpipe";
    int empty = open("/dev/null", O_RDONLY), first = FIRST_CHANGE + atoi(field[CHANGES]);

    if (first > n)
        _exit(STATUS_BROKEN);
    for (int i = FIRST_CHANGE; i < first; i++)
        change(field[i]);

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (empty < 0 || dup2(empty, STDIN_FILENO) < 0 || chdir(field[FOLDER]))
        _exit(STATUS_BROKEN);
    redirect(field[OUT], STDOUT_FILENO);
    redirect(field[ERR], STDERR_FILENO);
    alarm((unsigned)atoi(field[SECONDS]));
    field[first - 1] = name;
    if (kp_begin_failing)
        kp_begin_failing();
    exit(kpipe_main(n - first + 1, field + first - 1));
}

static int answer(pid_t child)
{
    int status;

    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return STATUS_BROKEN;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/* What libclang does at the first parse of a process, it has done here for all of them. */
static void warm(void)
{
    static const char *const args[] = {"-x",         "cuda",       "-std=c++17",
                                       "-nocudainc", "-nocudalib", "--cuda-device-only",
                                       "-nostdinc",  "-w",         "--cuda-gpu-arch=sm_86"};
    static char text[] =
        "template <typename T> __attribute__((global)) void k(T *p) { p[0] = 1; }\n"
        "template void k(int *);\n";
    struct CXUnsavedFile file = {"/many.cu", text, sizeof text - 1};
    CXIndex index = clang_createIndex(1, 0);

    clang_disposeTranslationUnit(clang_parseTranslationUnit(
        index, file.Filename, args, (int)(sizeof args / sizeof *args), &file, 1,
        CXTranslationUnit_KeepGoing | CXTranslationUnit_DetailedPreprocessingRecord));
    clang_disposeIndex(index);
}

int main(void)
{
    static char line[1 << 20];

    /* Launches take and give back the same megabytes: let them stay with the process. */
    mallopt(M_MMAP_THRESHOLD, 1 << 25);
    mallopt(M_TRIM_THRESHOLD, 1 << 28);
    mallopt(M_TOP_PAD, 1 << 24);
    warm();
    while (fgets(line, sizeof line, stdin)) {
        char *field[MOST_FIELDS + 1] = {0}, *rest = line;
        int n = 0;
        pid_t child;

        line[strcspn(line, "\n")] = '\0';
        while (n < MOST_FIELDS && rest)
            field[n++] = strsep(&rest, "\t");
        if (n < FIRST_CHANGE || rest)
            return 2;
        child = fork();
        if (!child)
            run(field, n);
        printf("%d\n", child < 0 ? STATUS_BROKEN : answer(child));
        fflush(stdout);
    }
    return 0;
}
