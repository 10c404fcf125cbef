/* Preloaded: call number N of a function fails, in the process that was started and not in its
 * children. KP_FAIL=FUNCTION:N:ERRNO; the file KP_FAILED is made when it came to that. */
#define _GNU_SOURCE
#undef _FILE_OFFSET_BITS /* open and open64 by their own names */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static pid_t first;

__attribute__((constructor)) static void begin(void)
{
    first = getpid();
}

/* Is this the call? */
static int fails(const char *function)
{
    static long calls;
    const char *said = getenv("KP_FAIL"), *file = getenv("KP_FAILED");
    size_t n = strlen(function);
    char *end;
    long number;

    if (!said || strncmp(said, function, n) || said[n] != ':' || getpid() != first)
        return 0;
    number = strtol(said + n + 1, &end, 10);
    if (++calls != number)
        return 0;
    if (file)
        syscall(SYS_close, syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT, 0600));
    errno = (int)strtol(end + 1, NULL, 10);
    return 1;
}

#define REAL(type, name, ...)                                                                      \
    type (*real)(__VA_ARGS__);                                                                     \
    void *found = dlsym(RTLD_NEXT, name);                                                          \
    memcpy(&real, &found, sizeof real)

#define FAILING(type, failed, function, parameters, arguments, ...)                                \
    type function parameters                                                                       \
    {                                                                                              \
        REAL(type, #function, __VA_ARGS__);                                                        \
        return fails(#function) ? failed : real arguments;                                         \
    }

FAILING(ssize_t, -1, write, (int fd, const void *b, size_t n), (fd, b, n), int, const void *,
        size_t)
FAILING(ssize_t, -1, read, (int fd, void *b, size_t n), (fd, b, n), int, void *, size_t)
FAILING(int, -1, rename, (const char *a, const char *b), (a, b), const char *, const char *)
FAILING(int, -1, fsync, (int fd), (fd), int)
FAILING(int, -1, fchmod, (int fd, mode_t m), (fd, m), int, mode_t)
FAILING(int, -1, flock, (int fd, int how), (fd, how), int, int)
FAILING(int, -1, mkostemp64, (char *t, int f), (t, f), char *, int)
FAILING(int, -1, mkostemp, (char *t, int f), (t, f), char *, int)
FAILING(char *, NULL, mkdtemp, (char *t), (t), char *)
FAILING(int, -1, pipe2, (int fds[2], int f), (fds, f), int *, int)
FAILING(int, -1, memfd_create, (const char *n, unsigned f), (n, f), const char *, unsigned)
FAILING(pid_t, -1, fork, (void), (), void)
FAILING(pid_t, -1, waitpid, (pid_t p, int *s, int o), (p, s, o), pid_t, int *, int)
FAILING(void *, NULL, calloc, (size_t n, size_t m), (n, m), size_t, size_t)
FAILING(char *, NULL, realpath, (const char *p, char *to), (p, to), const char *, char *)
FAILING(void *, (void *)-1, mmap64, (void *at, size_t n, int p, int f, int fd, off_t o),
        (at, n, p, f, fd, o), void *, size_t, int, int, int, off_t)
FAILING(void *, (void *)-1, mmap, (void *at, size_t n, int p, int f, int fd, off_t o),
        (at, n, p, f, fd, o), void *, size_t, int, int, int, off_t)

#define OPENING(function)                                                                          \
    int function(const char *path, int flags, ...)                                                 \
    {                                                                                              \
        va_list more;                                                                              \
        mode_t mode = 0;                                                                           \
        REAL(int, #function, const char *, int, ...);                                              \
        va_start(more, flags);                                                                     \
        if (flags & (O_CREAT | O_TMPFILE))                                                         \
            mode = va_arg(more, mode_t);                                                           \
        va_end(more);                                                                              \
        return fails("open") ? -1 : real(path, flags, mode);                                       \
    }

OPENING(open)
OPENING(open64)
