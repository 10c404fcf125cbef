/* Preloaded: call number N of a function fails, in the program that was started and in its forks,
 * not in programs that these start. KP_FAIL=FUNCTION:N:ERRNO; the file KP_FAILED is made when it
 * came to that.
 *
 * FUNCTION may also be `quota`: from call N on, everything fails that takes room in a folder; and
 * `full`: at write number N the file KP_FULL takes all room that its file system has left.
 *
 * What libclang and LLVM allocate for themselves is not counted: they end the process. */
#define _GNU_SOURCE
#undef _FILE_OFFSET_BITS /* open and open64 by their own names */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <unistd.h>

static char function[64];   /* "": none */
static long number, *calls; /* shared with forks */
static int reason;

/* Where libraries are whose own allocations do not count. */
static struct {
    uintptr_t begin, end;
} apart[16];
static int n_apart;

static int note_apart(struct dl_phdr_info *info, size_t size, void *none)
{
    static const char *const names[] = {"libclang", "libLLVM", "libstdc++", "libz3",
                                        "libicu",   "libzstd", "ld-linux"};

    (void)size;
    (void)none;
    for (size_t i = 0; i < sizeof names / sizeof *names && n_apart < 16; i++)
        if (strstr(info->dlpi_name, names[i])) {
            apart[n_apart].begin = apart[n_apart].end = info->dlpi_addr;
            for (int k = 0; k < info->dlpi_phnum; k++)
                if (info->dlpi_phdr[k].p_type == PT_LOAD)
                    apart[n_apart].end =
                        info->dlpi_addr + info->dlpi_phdr[k].p_vaddr + info->dlpi_phdr[k].p_memsz;
            n_apart++;
            break;
        }
    return 0;
}

static bool is_apart(const void *caller)
{
    for (int i = 0; i < n_apart; i++)
        if ((uintptr_t)caller >= apart[i].begin && (uintptr_t)caller < apart[i].end)
            return true;
    return false;
}

/* tests/lib/many.c calls it again, in the process of a request. */
void kp_begin_failing(void);
__attribute__((constructor)) void kp_begin_failing(void)
{
    const char *said = getenv("KP_FAIL");

    if (!said || getenv("KP_FIRST") || strcspn(said, ":") >= sizeof function)
        return;
    setenv("KP_FIRST", "", 1); /* programs that are run know that they are none */
    dl_iterate_phdr(note_apart, NULL);
    calls = (long *)syscall(SYS_mmap, NULL, 4096, PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    memcpy(function, said, strcspn(said, ":"));
    sscanf(said + strlen(function), ":%ld:%d", &number, &reason);
}

/* A debugger finds the call here. */
__attribute__((noinline)) static void note(void)
{
    const char *file = getenv("KP_FAILED");

    if (file)
        syscall(SYS_close, syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT, 0600));
}

/* Is this the call? */
static bool fails(const char *name, bool from_then_on)
{
    long n;

    if (!*function || strcmp(name, function))
        return false;
    n = __atomic_add_fetch(calls, 1, __ATOMIC_RELAXED);
    if (from_then_on ? n < number : n != number)
        return false;
    note();
    errno = reason;
    return true;
}

static bool no_quota(void)
{
    return fails("quota", true);
}

/* Writes to pipes, and to what has no name, take no room in a folder. */
static bool is_no_quota(int fd)
{
    struct stat st;

    return *function == 'q' && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_nlink &&
           no_quota();
}

static void take_all_room(void)
{
    static const char part[1 << 12];
    int fd =
        (int)syscall(SYS_openat, AT_FDCWD, getenv("KP_FULL"), O_WRONLY | O_CREAT | O_APPEND, 0600);

    for (long n = sizeof part; n; n = n > 1 ? n / 2 : 0)
        while (syscall(SYS_write, fd, part, n) > 0)
            continue;
    syscall(SYS_close, fd);
}

#define REAL(type, name, ...)                                                                      \
    type (*real)(__VA_ARGS__);                                                                     \
    void *found = dlsym(RTLD_NEXT, name);                                                          \
    memcpy(&real, &found, sizeof real)

#define FAILING_OR(also, type, failed, function, parameters, arguments, ...)                       \
    type function parameters                                                                       \
    {                                                                                              \
        REAL(type, #function, __VA_ARGS__);                                                        \
        return fails(#function, false) || (also) ? failed : real arguments;                        \
    }
#define FAILING(...) FAILING_OR(false, __VA_ARGS__)

ssize_t write(int fd, const void *b, size_t n)
{
    REAL(ssize_t, "write", int, const void *, size_t);
    if (fails("full", false))
        take_all_room();
    /* that of standard error is heard by nobody */
    return (fd != STDERR_FILENO && fails("write", false)) || is_no_quota(fd) ? -1 : real(fd, b, n);
}

FAILING(ssize_t, -1, read, (int fd, void *b, size_t n), (fd, b, n), int, void *, size_t)
FAILING(int, -1, rename, (const char *a, const char *b), (a, b), const char *, const char *)
FAILING(int, -1, fsync, (int fd), (fd), int)
FAILING(int, -1, fchmod, (int fd, mode_t m), (fd, m), int, mode_t)
FAILING(int, -1, fchown, (int fd, uid_t u, gid_t g), (fd, u, g), int, uid_t, gid_t)
FAILING(int, -1, flock, (int fd, int how), (fd, how), int, int)
FAILING(int, -1, dup, (int fd), (fd), int)
FAILING(int, -1, dup2, (int fd, int to), (fd, to), int, int)
FAILING(int, -1, fclose, (FILE * f), (f), FILE *)
FAILING(FILE *, NULL, fopen64, (const char *p, const char *m), (p, m), const char *, const char *)
FAILING(FILE *, NULL, open_memstream, (char **b, size_t *n), (b, n), char **, size_t *)
FAILING_OR(no_quota(), int, -1, mkostemp64, (char *t, int f), (t, f), char *, int)
FAILING_OR(no_quota(), char *, NULL, mkdtemp, (char *t), (t), char *)
FAILING_OR(no_quota(), int, -1, mkdir, (const char *p, mode_t m), (p, m), const char *, mode_t)
FAILING_OR(no_quota(), int, -1, symlink, (const char *a, const char *b), (a, b), const char *,
           const char *)
FAILING(int, -1, pipe2, (int fds[2], int f), (fds, f), int *, int)
FAILING(int, -1, memfd_create, (const char *n, unsigned f), (n, f), const char *, unsigned)
FAILING(pid_t, -1, fork, (void), (), void)
FAILING(int, -1, execvp, (const char *p, char *const v[]), (p, v), const char *, char *const *)
FAILING(pid_t, -1, waitpid, (pid_t p, int *s, int o), (p, s, o), pid_t, int *, int)
FAILING(char *, NULL, realpath, (const char *p, char *to), (p, to), const char *, char *)
FAILING(int, -1, fstat64, (int fd, struct stat64 *s), (fd, s), int, struct stat64 *)
FAILING(int, -1, stat64, (const char *p, struct stat64 *s), (p, s), const char *, struct stat64 *)
FAILING(int, -1, lstat64, (const char *p, struct stat64 *s), (p, s), const char *, struct stat64 *)
FAILING(ssize_t, -1, flistxattr, (int fd, char *to, size_t n), (fd, to, n), int, char *, size_t)
FAILING(ssize_t, -1, fgetxattr, (int fd, const char *name, void *to, size_t n), (fd, name, to, n),
        int, const char *, void *, size_t)
FAILING(int, -1, fsetxattr, (int fd, const char *name, const void *from, size_t n, int f),
        (fd, name, from, n, f), int, const char *, const void *, size_t, int)
FAILING(void *, (void *)-1, mmap64, (void *at, size_t n, int p, int f, int fd, off_t o),
        (at, n, p, f, fd, o), void *, size_t, int, int, int, off_t)

int posix_spawnp(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const argv[], char *const envp[])
{
    REAL(int, "posix_spawnp", pid_t *, const char *, const posix_spawn_file_actions_t *,
         const posix_spawnattr_t *, char *const[], char *const[]);
    return fails("posix_spawnp", false) ? reason : real(pid, path, actions, attributes, argv, envp);
}

#define OPENING(function, parameters, arguments, ...)                                              \
    int function parameters                                                                        \
    {                                                                                              \
        va_list more;                                                                              \
        mode_t mode = 0;                                                                           \
        REAL(int, #function, __VA_ARGS__, ...);                                                    \
        va_start(more, flags);                                                                     \
        if (flags & (O_CREAT | O_TMPFILE))                                                         \
            mode = va_arg(more, mode_t);                                                           \
        va_end(more);                                                                              \
        return fails("open", false) || ((flags & O_CREAT) && no_quota()) ? -1 : real arguments;    \
    }

OPENING(open, (const char *path, int flags, ...), (path, flags, mode), const char *, int)
OPENING(open64, (const char *path, int flags, ...), (path, flags, mode), const char *, int)
OPENING(openat64, (int at, const char *path, int flags, ...), (at, path, flags, mode), int,
        const char *, int)

/* One number for all of them. dlsym() allocates, so these are found by glibc's own names. */
void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t m);
void *__libc_realloc(void *p, size_t n);

static bool is_refused(const void *caller)
{
    return *function == 'm' && !is_apart(caller) && fails("malloc", false);
}

void *malloc(size_t n)
{
    return is_refused(__builtin_return_address(0)) ? NULL : __libc_malloc(n);
}

void *calloc(size_t n, size_t m)
{
    return is_refused(__builtin_return_address(0)) ? NULL : __libc_calloc(n, m);
}

void *realloc(void *p, size_t n)
{
    return is_refused(__builtin_return_address(0)) ? NULL : __libc_realloc(p, n);
}
