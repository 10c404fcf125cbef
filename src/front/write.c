#define _GNU_SOURCE
#include "front/write.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Tries of a name for the new file; each is another number. */
enum { MAX_TRIES = 100 };

struct job {
    struct kp_arena *arena;
    const char *target; /* what is replaced, symbolic links followed */
    const char *temp;   /* the new file while it exists */
    int fd;
};

/* The file that a path stands for, which may not exist yet: a link to nothing is followed too. */
static const char *follow_links(struct kp_arena *a, const char *path)
{
    char *real = realpath(path, NULL);

    for (int depth = 0; !real && depth < 40; depth++) {
        char buffer[PATH_MAX];
        ssize_t n = readlink(path, buffer, sizeof buffer);
        const char *slash = strrchr(path, '/');

        if (n < 0 || (size_t)n == sizeof buffer)
            break;
        path = buffer[0] == '/' || !slash
                   ? kp_strndup(a, buffer, (size_t)n)
                   : kp_sprintf(a, "%.*s/%.*s", (int)(slash - path), path, (int)n, buffer);
    }
    if (real) {
        path = kp_strdup(a, real);
        free(real);
    }
    return path;
}

static bool open_temp(struct job *j)
{
    const char *slash = strrchr(j->target, '/');
    int folder = slash ? (int)(slash - j->target) + 1 : 0;
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    for (int i = 0; i < MAX_TRIES; i++) {
        j->temp = kp_sprintf(j->arena, "%.*s.kpipe-%ld-%lx-%d", folder, j->target, (long)getpid(),
                             (unsigned long)now.tv_nsec, i);
        j->fd = open(j->temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (j->fd >= 0)
            return true;
        if (errno != EEXIST)
            break;
    }
    j->temp = NULL;
    return false;
}

static bool write_all(int fd, const char *data, size_t size)
{
    while (size) {
        ssize_t n = write(fd, data, size);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        data += n;
        size -= (size_t)n;
    }
    return true;
}

static mode_t current_umask(void)
{
    mode_t mask = umask(022);

    umask(mask);
    return mask;
}

/* Mode and owner of the file that is replaced; those of any new file when there is none. */
static bool copy_mode(struct job *j)
{
    struct stat st;

    if (stat(j->target, &st) != 0)
        return errno == ENOENT && fchmod(j->fd, 0666 & ~current_umask()) == 0;
    if (!S_ISREG(st.st_mode)) {
        errno = EINVAL;
        return false;
    }
    if (st.st_uid != geteuid() || st.st_gid != getegid())
        (void)!fchown(j->fd, st.st_uid, st.st_gid); /* only a privileged user may */
    return fchmod(j->fd, st.st_mode & 07777) == 0;
}

/* So that the rename itself survives a power failure; not every file system can do it. */
static void sync_folder(const struct job *j)
{
    const char *slash = strrchr(j->target, '/');
    const char *folder = !slash ? "."
                         : slash == j->target
                             ? "/"
                             : kp_strndup(j->arena, j->target, (size_t)(slash - j->target));
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (fd >= 0) {
        (void)fsync(fd);
        close(fd);
    }
}

static bool replace(struct job *j, const char *data, size_t size)
{
    if (!open_temp(j))
        return false;
    if (!write_all(j->fd, data, size) || !copy_mode(j) || fsync(j->fd) != 0)
        return false;
    if (close(j->fd) != 0) {
        j->fd = -1;
        return false;
    }
    j->fd = -1;
    if (rename(j->temp, j->target) != 0)
        return false;
    j->temp = NULL;
    sync_folder(j);
    return true;
}

bool kp_write_file(struct kp_arena *a, const char *path, const char *data, size_t size,
                   const char **error)
{
    struct job j = {.arena = a, .target = follow_links(a, path), .fd = -1};
    bool ok = replace(&j, data, size);
    int reason = errno;

    if (j.fd >= 0)
        close(j.fd);
    if (j.temp)
        unlink(j.temp);
    if (!ok)
        *error = kp_sprintf(a, "%s: %s", path, strerror(reason));
    return ok;
}
