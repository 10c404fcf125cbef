#define _GNU_SOURCE
#include "util/guard.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_PATHS = 1024, MOST_CHILDREN = 1024, TRIES = 100, X = 6, MILLION = 1000000 };

/* Both tables change with signals blocked, and are read by the handler. */
static struct {
    char *path; /* NULL: free */
    pid_t owner;
    int fd;
    bool is_folder;
} paths[MOST_PATHS];

static struct {
    pid_t pid, owner; /* 0: free */
    bool is_group;
} children[MOST_CHILDREN];

static const int deadly[] = {SIGINT, SIGTERM, SIGHUP};
enum { N_DEADLY = sizeof deadly / sizeof *deadly };

static sigset_t block(void)
{
    sigset_t set, old;

    sigemptyset(&set);
    for (int i = 0; i < N_DEADLY; i++)
        sigaddset(&set, deadly[i]);
    sigprocmask(SIG_BLOCK, &set, &old);
    return old;
}

static void unblock(sigset_t old)
{
    int why = errno;

    sigprocmask(SIG_SETMASK, &old, NULL);
    errno = why;
}

/* ---- removing: nothing here may allocate, a handler calls it ----------------------------------
 */

struct linux_dirent {
    uint64_t ino;
    int64_t off;
    unsigned short length;
    unsigned char type;
    char name[];
};

/* One pass over a folder; true when something was removed, and more may have been passed over. */
static bool empty(int fd)
{
    _Alignas(struct linux_dirent) char part[4096];
    bool removed = false;
    long n;

    if (lseek(fd, 0, SEEK_SET) != 0)
        return false;
    while ((n = syscall(SYS_getdents64, fd, part, sizeof part)) > 0)
        for (long at = 0; at < n;) {
            const struct linux_dirent *e = (const void *)(part + at);

            if (strcmp(e->name, ".") && strcmp(e->name, ".."))
                removed |= unlinkat(fd, e->name, 0) == 0;
            at += e->length;
        }
    return removed;
}

/* The descriptor of a guarded folder: there may be no other to be had. */
static int held(const char *path)
{
    for (int i = 0; i < MOST_PATHS; i++)
        if (paths[i].path && paths[i].owner == getpid() && !strcmp(paths[i].path, path))
            return paths[i].fd;
    return -1;
}

void kp_remove_folder(const char *path)
{
    int own = held(path), fd = own;

    if (fd < 0)
        fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    while (fd >= 0 && empty(fd))
        continue;
    if (fd >= 0 && fd != own)
        close(fd);
    rmdir(path);
}

static void end_children(void)
{
    const struct timespec pause = {0, 5000000};
    pid_t self = getpid();

    for (int i = 0; i < MOST_CHILDREN; i++)
        if (children[i].pid && children[i].owner == self)
            kill(children[i].is_group ? -children[i].pid : children[i].pid,
                 children[i].is_group ? SIGKILL : SIGTERM);
    for (int i = 0; i < MOST_CHILDREN; i++) {
        if (!children[i].pid || children[i].owner != self)
            continue;
        for (int k = 0; k < 400 && waitpid(children[i].pid, NULL, WNOHANG) == 0; k++)
            nanosleep(&pause, NULL);
        kill(children[i].pid, SIGKILL);
        children[i].pid = 0;
    }
}

void kp_guard_clean(void)
{
    pid_t self = getpid();

    end_children();
    for (int i = 0; i < MOST_PATHS; i++) {
        if (!paths[i].path || paths[i].owner != self)
            continue;
        if (paths[i].is_folder)
            kp_remove_folder(paths[i].path);
        else
            unlink(paths[i].path);
    }
}

static void on_signal(int number)
{
    kp_guard_clean();
    raise(number); /* which ends the process when this returns: SA_RESETHAND */
}

static void on_limit(int number)
{
    (void)number; /* a handler, not SIG_IGN, which programs that are run would inherit */
}

static bool is_started;
static char limited[4096];

static void on_time(int number)
{
    static const char head[] = "kpipe: error: ", tail[] = "\n";

    (void)number;
    (void)!write(STDERR_FILENO, head, sizeof head - 1);
    (void)!write(STDERR_FILENO, limited, strlen(limited));
    (void)!write(STDERR_FILENO, tail, sizeof tail - 1);
    kp_guard_clean();
    _exit(2);
}

static struct itimerval left; /* while the clock stands */

void kp_guard_limit(const char *what, unsigned seconds)
{
    kp_guard_stop();
    snprintf(limited, sizeof limited,
             "%s: its analysis takes more than %u seconds of processor time (--seconds): nothing "
             "was written",
             what, seconds);
    left = (struct itimerval){.it_value = {.tv_sec = seconds}};
    kp_guard_go_on();
}

void kp_guard_stop(void)
{
    static const struct itimerval off;

    if (is_started)
        setitimer(ITIMER_PROF, &off, &left);
}

void kp_guard_go_on(void)
{
    if (is_started)
        setitimer(ITIMER_PROF, &left, NULL);
}

int64_t kp_guard_left(void)
{
    struct itimerval now = {0};

    if (is_started)
        getitimer(ITIMER_PROF, &now);
    return (int64_t)now.it_value.tv_sec * MILLION + now.it_value.tv_usec;
}

void kp_guard_spend(int64_t used)
{
    int64_t rest = kp_guard_left();

    if (!rest)
        return;
    if (rest <= used)
        raise(SIGPROF);
    kp_guard_stop();
    left.it_value = (struct timeval){(rest - used) / MILLION, (rest - used) % MILLION};
    kp_guard_go_on();
}

void kp_guard_start(void)
{
    struct sigaction act = {.sa_handler = on_signal, .sa_flags = SA_RESETHAND}, was;

    sigemptyset(&act.sa_mask);
    for (int i = 0; i < N_DEADLY; i++)
        sigaddset(&act.sa_mask, deadly[i]);
    for (int i = 0; i < N_DEADLY; i++)
        if (sigaction(deadly[i], NULL, &was) == 0 && was.sa_handler == SIG_DFL)
            sigaction(deadly[i], &act, NULL);
    act.sa_handler = on_limit;
    act.sa_flags = SA_RESTART;
    sigaction(SIGXFSZ, &act, NULL);
    act.sa_handler = on_time;
    sigaction(SIGPROF, &act, NULL);
    is_started = true;
}

static void on_pipe(int number)
{
    (void)number; /* a handler, which the programs that are run do not inherit */
}

void kp_guard_pipes(struct sigaction *was)
{
    struct sigaction quiet = {.sa_handler = on_pipe};

    sigemptyset(&quiet.sa_mask);
    sigaction(SIGPIPE, &quiet, was);
}

void kp_guard_pipes_end(const struct sigaction *was)
{
    sigaction(SIGPIPE, was, NULL);
}

/* ---- files and folders ------------------------------------------------------------------------
 */

/* The lock, on the very file that has the name. A file system without locks keeps nobody from
 * making files, but nothing is known to be dead there. */
static bool claim(int fd, const char *path, bool is_fresh)
{
    struct stat a, b;

    if (flock(fd, LOCK_EX | LOCK_NB) && (!is_fresh || errno == EWOULDBLOCK))
        return false;
    if (fstat(fd, &a) || lstat(path, &b))
        return false;
    errno = EWOULDBLOCK; /* another run took it for a dead one's */
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* What makes a folder one of ours; a name is not enough. */
static const char mark[] = ".kpipe-run";

static void remove_if_left(const char *path, bool is_folder)
{
    int fd = open(path, (is_folder ? O_RDONLY | O_DIRECTORY : O_RDWR) | O_NOFOLLOW | O_NONBLOCK |
                            O_CLOEXEC);
    struct stat st;

    if (fd < 0)
        return;
    if (fstat(fd, &st) == 0 && st.st_uid == geteuid() && claim(fd, path, false)) {
        if (is_folder && faccessat(fd, mark, F_OK, AT_SYMLINK_NOFOLLOW))
            rmdir(path); /* ended before the mark was made, or somebody's: if it is empty */
        else if (is_folder)
            kp_remove_folder(path);
        else if (S_ISREG(st.st_mode))
            unlink(path);
    }
    close(fd);
}

static void sweep(const char *folder, const char *prefix, bool is_folder)
{
    DIR *d = opendir(folder);
    size_t n = strlen(prefix);
    char path[4096];

    for (struct dirent *e; d && (e = readdir(d));)
        if (!strncmp(e->d_name, prefix, n) && strlen(e->d_name) == n + X &&
            (size_t)snprintf(path, sizeof path, "%s/%s", folder, e->d_name) < sizeof path)
            remove_if_left(path, is_folder);
    if (d)
        closedir(d);
}

void kp_guard_sweep(const char *folder, const char *prefix)
{
    sweep(folder, prefix, true);
}

static bool note_path(const char *path, int fd, bool is_folder)
{
    for (int i = 0; i < MOST_PATHS; i++) {
        if (paths[i].path && paths[i].owner == getpid())
            continue;
        free(paths[i].path);
        paths[i].owner = getpid();
        paths[i].fd = fd;
        paths[i].is_folder = is_folder;
        paths[i].path = strdup(path);
        return paths[i].path != NULL;
    }
    errno = EMFILE;
    return false;
}

static bool leave_mark(int folder)
{
    int fd = openat(folder, mark, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);

    return fd >= 0 && close(fd) == 0;
}

static int try_one(const char *folder, const char *prefix, bool is_folder, char *path, size_t size)
{
    int fd = -1, why;

    if ((size_t)snprintf(path, size, "%s/%sXXXXXX", folder, prefix) >= size) {
        errno = ENAMETOOLONG;
        return -1;
    }
    if (is_folder ? !mkdtemp(path) : (fd = mkostemp(path, O_CLOEXEC)) < 0)
        return -1;
    if (is_folder) {
        fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (fd >= 0 && !leave_mark(fd)) {
            close(fd);
            fd = -1;
        }
    }
    if (fd >= 0 && claim(fd, path, true) && note_path(path, fd, is_folder))
        return fd;
    why = errno;
    if (fd >= 0)
        close(fd);
    if (is_folder)
        kp_remove_folder(path);
    else
        unlink(path);
    errno = why;
    return -1;
}

/* Another run that sweeps may have taken a fresh one for a dead one's. */
static int make(const char *folder, const char *prefix, bool is_folder, char *path, size_t size)
{
    int fd = -1;

    sweep(folder, prefix, is_folder);
    for (int i = 0; i < TRIES && fd < 0; i++) {
        sigset_t old = block();

        fd = try_one(folder, prefix, is_folder, path, size);
        unblock(old);
        if (fd < 0 && errno != EWOULDBLOCK && errno != ENOENT)
            break;
        if (fd < 0 && access(folder, F_OK))
            break;
    }
    return fd;
}

int kp_guard_file(const char *folder, const char *prefix, char *path, size_t size)
{
    return make(folder, prefix, false, path, size);
}

int kp_guard_folder(const char *folder, const char *prefix, char *path, size_t size)
{
    return make(folder, prefix, true, path, size);
}

/* Is it a folder that a run of this user's has made? */
static bool is_marked(int fd)
{
    struct stat st;

    return fstat(fd, &st) == 0 && st.st_uid == geteuid() &&
           faccessat(fd, mark, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

static int place(const char *path)
{
    bool is_fresh = mkdir(path, 0700) == 0;
    int fd = is_fresh || errno == EEXIST
                 ? open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
                 : -1;
    bool is_ours = fd >= 0 && (is_fresh || is_marked(fd));
    int why = fd < 0 ? errno : EEXIST;

    if (is_ours && claim(fd, path, is_fresh)) {
        while (!is_fresh && empty(fd))
            continue;
        if (leave_mark(fd) && note_path(path, fd, true))
            return fd;
        why = errno;
        kp_remove_folder(path);
    } else if (is_ours) {
        why = errno;
    }
    if (is_fresh)
        rmdir(path);
    if (fd >= 0)
        close(fd);
    errno = why;
    return -1;
}

int kp_guard_place(const char *path)
{
    sigset_t old = block();
    int fd = place(path);

    unblock(old);
    return fd;
}

int kp_guard_drop(const char *path)
{
    sigset_t old = block();
    int result = 0;

    for (int i = 0; i < MOST_PATHS; i++) {
        if (!paths[i].path || paths[i].owner != getpid() || strcmp(paths[i].path, path))
            continue;
        result = close(paths[i].fd);
        free(paths[i].path);
        paths[i].path = NULL;
        break;
    }
    unblock(old);
    return result;
}

/* ---- processes ---------------------------------------------------------------------------------
 */

static void note_child(pid_t pid, bool is_group)
{
    for (int i = 0; i < MOST_CHILDREN; i++)
        if (!children[i].pid || children[i].owner != getpid()) {
            children[i].owner = getpid();
            children[i].is_group = is_group;
            children[i].pid = pid;
            return;
        }
}

void kp_guard_child(pid_t pid)
{
    sigset_t old = block();

    note_child(pid, false);
    unblock(old);
}

void kp_guard_reaped(pid_t pid)
{
    for (int i = 0; i < MOST_CHILDREN; i++)
        if (children[i].pid == pid && children[i].owner == getpid())
            children[i].pid = 0;
}

pid_t kp_guard_fork(bool is_group)
{
    sigset_t old = block();
    pid_t parent = getpid(), pid = fork();

    if (pid > 0) {
        if (is_group)
            setpgid(pid, pid); /* whoever of the two is first */
        note_child(pid, is_group);
    } else if (!pid) {
        if (is_group)
            setpgid(0, 0);
        prctl(PR_SET_PDEATHSIG, is_group ? SIGKILL : SIGTERM);
        if (getppid() != parent)
            _exit(127);
    }
    unblock(old);
    return pid;
}
