#define _GNU_SOURCE
#include "build/tool.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "util/guard.h"
#include "util/str.h"
#include "util/subprocess.h"
#include "util/system.h"

enum { LEAST_ROOM = 1 << 16 };
static const char temp_name[] = "/kpipe-XXXXXX"; /* X: any letter or digit */

bool kp_temp_is(const char *folder)
{
    const char *slash = strrchr(folder, '/');

    return slash && strlen(slash) == strlen(temp_name) &&
           !strncmp(slash, temp_name, strlen("/kpipe-"));
}

const char *kp_temp_new(struct kp_arena *a, const char **error)
{
    const char *said = getenv("TMPDIR"), *base = said && *said ? said : "/tmp";
    char path[PATH_MAX], *real = realpath(base, NULL); /* tools run in the folder itself */
    int fd = real ? kp_guard_folder(real, "kpipe-", path, sizeof path) : -1;

    if (fd < 0)
        *error =
            kp_sprintf(a, "cannot make a folder like %s%s: %s", base, temp_name, strerror(errno));
    free(real);
    return fd < 0 ? NULL : kp_strdup(a, path);
}

void kp_temp_remove(const char *folder)
{
    kp_remove_folder(folder);
    kp_guard_drop(folder);
}

static const struct {
    __rlimit_resource_t which;
    struct rlimit to;
} limits[] = {
    {RLIMIT_CORE, {0, 0}},
    {RLIMIT_FSIZE, {(rlim_t)1 << 30, (rlim_t)1 << 30}},
    {RLIMIT_AS, {(rlim_t)1 << 36, (rlim_t)1 << 36}}, /* ptxas maps a lot and uses little of it */
};

static _Noreturn void child(const char *folder, int log, const char *const argv[])
{
    int null = open("/dev/null", O_RDONLY);

    unsetenv("NVCC_PREPEND_FLAGS");
    unsetenv("NVCC_APPEND_FLAGS");
    setenv("LC_ALL", "C", 1);
    setenv("TMPDIR", ".",
           1); /* a name that a shell reads as it is, and that goes with the folder */
    if (chdir(folder) || null < 0 || dup2(null, 0) < 0 || dup2(log, 1) < 0 || dup2(log, 2) < 0)
        _exit(126);
    /* the last step: with sanitizers, nothing can be allocated under the limit of addresses */
    for (size_t k = 0; k < sizeof limits / sizeof *limits; k++)
        setrlimit(limits[k].which, &limits[k].to);
    execvp(argv[0], (char *const *)argv);
    _exit(127);
}

bool kp_tool_wait(pid_t pid, double seconds, int *status)
{
    double deadline = kp_now() + seconds;

    for (;;) {
        struct timespec pause = {0, 5000000};
        pid_t got = waitpid(pid, status, WNOHANG);
        if (got == pid)
            return true;
        if (got < 0 && errno != EINTR)
            return false;
        if (kp_now() > deadline) {
            kill(-pid, SIGKILL);
            while (waitpid(pid, status, 0) < 0 && errno == EINTR)
                continue;
            return false;
        }
        nanosleep(&pause, NULL);
    }
}

static const char *log_text(struct kp_arena *a, const char *folder)
{
    size_t n = 0;
    char *text = kp_read_file(a, kp_sprintf(a, "%s/log", folder), &n);

    if (!text)
        return "";
    while (n && strchr("\r\n", text[n - 1]))
        text[--n] = '\0';
    if (n > 2000)
        strcpy(text + 2000, "...");
    return text;
}

/* Nearly no room, or no more names: then a failure says nothing of the source either. */
static bool is_full(const char *folder)
{
    struct statvfs s;

    return statvfs(folder, &s) == 0 &&
           ((s.f_blocks && (uintmax_t)s.f_bavail * s.f_frsize < LEAST_ROOM) ||
            (s.f_files && !s.f_favail));
}

/* What to do about a failure that says nothing of the source. */
static const char *remedy(const char *log)
{
    return strstr(log, "Unsupported gpu architecture")
               ? "\nthis nvcc does not know the target: --arch names another one, --nvcc another "
                 "compiler; `kpipe doctor` shows its version"
               : "";
}

const char *kp_tool_run(struct kp_arena *a, const char *folder, const char *const argv[],
                        double seconds)
{
    const char *path = kp_sprintf(a, "%s/log", folder), *log;
    int status = 0, to = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    pid_t pid;
    bool in_time;

    if (to < 0)
        return kp_sprintf(a, "%s: %s", path, strerror(errno));
    pid = kp_guard_fork(true);
    if (!pid)
        child(folder, to, argv);
    close(to);
    if (pid < 0)
        return kp_sprintf(a, "cannot start %s: %s", argv[0], strerror(errno));
    in_time = kp_tool_wait(pid, seconds, &status);
    kp_guard_reaped(pid);
    if (!in_time)
        return kp_sprintf(a, "%s did not end within %.0f seconds", argv[0], seconds);
    if (WIFEXITED(status) && !WEXITSTATUS(status))
        return NULL;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return kp_sprintf(a, "%s cannot be run; is it in PATH?", argv[0]);
    log = log_text(a, folder);
    if (WIFSIGNALED(status) || WEXITSTATUS(status) == 126) /* which says nothing of the source */
        return kp_sprintf(a, "%s %s %d\n%s", argv[0],
                          WIFSIGNALED(status) ? "was ended by signal" : "cannot be run: exit code",
                          WIFSIGNALED(status) ? WTERMSIG(status) : 126, log);
    if (is_full(folder))
        return kp_sprintf(a, "%s cannot do its work: no space left in %s\n%s", argv[0], folder,
                          log);
    return kp_sprintf(a, "%s failed:\n%s%s", argv[0], log, remedy(log));
}

const char *kp_copy_file(struct kp_arena *a, const char *from, const char *to)
{
    int out = -1;
    size_t n = 0;
    char *text = kp_read_file(a, from, &n);
    const char *error = NULL;

    if (!text)
        error = kp_sprintf(a, "%s: %s", from, strerror(errno));
    else if ((out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)) < 0 ||
             !kp_write_all(out, text, n))
        error = kp_sprintf(a, "%s: %s", to, strerror(errno));
    if (out >= 0)
        close(out);
    return error;
}

const char *kp_folder_of(struct kp_arena *a, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *folder = !slash          ? "."
                         : slash == path ? "/"
                                         : kp_strndup(a, path, (size_t)(slash - path));
    char real[PATH_MAX];

    return realpath(folder, real) ? kp_strdup(a, real) : folder;
}

static bool is_program(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

static const char *in_toolkit(struct kp_arena *a, const char *variable, const char *name)
{
    const char *home = getenv(variable);
    const char *path = home && *home ? kp_sprintf(a, "%s/bin/%s", home, name) : NULL;

    return path && is_program(path) ? path : NULL;
}

static const char *in_path(struct kp_arena *a, const char *name)
{
    const char *at = getenv("PATH");

    while (at && *at) {
        size_t n = strcspn(at, ":");
        const char *path = kp_sprintf(a, "%.*s/%s", (int)n, at, name);
        if (n && is_program(path))
            return path;
        at += n + (at[n] == ':');
    }
    return NULL;
}

/* The newest of the places that a pattern matches. */
static const char *in_places(struct kp_arena *a, const char *name)
{
    static const char *const places[] = {"/usr/local/cuda/bin", "/usr/local/cuda-*/bin",
                                         "/opt/cuda/bin", "/usr/lib/cuda/bin"};
    const char *found = NULL;

    for (size_t i = 0; i < sizeof places / sizeof *places && !found; i++) {
        glob_t g;
        if (glob(kp_sprintf(a, "%s/%s", places[i], name), 0, NULL, &g))
            continue;
        for (size_t k = g.gl_pathc; k-- > 0 && !found;)
            if (is_program(g.gl_pathv[k]))
                found = kp_strdup(a, g.gl_pathv[k]);
        globfree(&g);
    }
    return found;
}

const char *kp_find_tool(struct kp_arena *a, const char *name)
{
    const char *found = in_toolkit(a, "CUDA_HOME", name);

    if (!found)
        found = in_toolkit(a, "CUDA_PATH", name);
    if (!found)
        found = in_path(a, name);
    return found ? found : in_places(a, name);
}

/* ---- versions ------------------------------------------------------------------------------- */

static const char *version_in(struct kp_arena *a, const char *text)
{
    const char *at = text ? strstr(text, "release ") : NULL;

    if (!text)
        return NULL;
    at = at ? at : text;
    return kp_strndup(a, at, strcspn(at, "\n"));
}

const char *kp_tool_version(struct kp_arena *a, const char *path)
{
    enum { SECONDS = 20 };
    const char *argv[] = {path, "--version", NULL}, *error = NULL;
    const char *temp = kp_temp_new(a, &error), *version = NULL;
    size_t n;

    if (!temp)
        return NULL;
    if (!kp_tool_run(a, temp, argv, SECONDS))
        version = version_in(a, kp_read_file(a, kp_sprintf(a, "%s/log", temp), &n));
    kp_temp_remove(temp);
    return version;
}
