#define _GNU_SOURCE
#include "util/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "util/guard.h"
#include "util/subprocess.h"
#include "util/system.h"

struct job {
    struct kp_arena *arena;
    const char *target; /* what is replaced, symbolic links followed */
    const char *folder; /* its */
    const char *temp;   /* the new file while it exists */
    const char *why;    /* what is wrong, where errno does not say it */
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
    const char *folder = !slash ? "."
                         : slash == j->target
                             ? "/"
                             : kp_strndup(j->arena, j->target, (size_t)(slash - j->target));
    char path[PATH_MAX];

    j->folder = folder;
    j->fd = kp_guard_file(folder, ".kpipe-unfinished-", path, sizeof path);
    j->temp = j->fd < 0 ? NULL : kp_strdup(j->arena, path);
    return j->temp;
}

static mode_t current_umask(void)
{
    mode_t mask = umask(022);

    umask(mask);
    return mask;
}

/* ---- what the file that is replaced has --------------------------------------------------------
 */

static bool copy_attribute(int from, int to, const char *name)
{
    char value[65536];
    ssize_t n = fgetxattr(from, name, value, sizeof value);

    return n >= 0 && fsetxattr(to, name, value, (size_t)n, 0) == 0;
}

/* Labels and capabilities are the system's to give; without an access list, the mode would grant
 * what the list had taken away. */
static bool copy_attributes(int from, int to)
{
    char names[65536];
    ssize_t n = flistxattr(from, names, sizeof names);

    if (n < 0)
        return errno == ENOTSUP || errno == ENOSYS;
    for (const char *name = names; name < names + n; name += strlen(name) + 1)
        if ((!strncmp(name, "user.", 5) || !strcmp(name, "system.posix_acl_access")) &&
            !copy_attribute(from, to, name))
            return false;
    return true;
}

/* All of them, or false; those of any new file when there is none. */
static bool keep_attributes(struct job *j)
{
    int from = open(j->target, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat st, own;
    bool ok;

    if (from < 0)
        return errno == ENOENT && fchmod(j->fd, 0666 & ~current_umask()) == 0;
    ok = fstat(from, &st) == 0 && fstat(j->fd, &own) == 0;
    if (ok && !S_ISREG(st.st_mode)) {
        errno = EINVAL;
        ok = false;
    }
    if (ok && (st.st_uid != own.st_uid || st.st_gid != own.st_gid) &&
        fchown(j->fd, st.st_uid, st.st_gid) != 0) {
        j->why = "it would get another owner or group; write another file with -o";
        ok = false;
    }
    ok = ok && fchmod(j->fd, st.st_mode & 07777) == 0 && copy_attributes(from, j->fd);
    close(from);
    return ok;
}

/* An edit that was made meanwhile would be lost. */
static bool is_as_it_was(struct job *j, const struct kp_replacement *r)
{
    size_t n = 0;
    const char *now = r->was ? kp_read_file(j->arena, j->target, &n) : NULL;

    if (!r->was || (now && n == r->was_size && !memcmp(now, r->was, n)))
        return true;
    j->why = "was changed while kpipe worked on it; nothing was written: run it again";
    return false;
}

/* So that the rename itself survives a power failure; not every file system can do it. */
static void sync_folder(const struct job *j)
{
    int fd = open(j->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (fd >= 0) {
        (void)fsync(fd);
        close(fd);
    }
}

static bool replace(struct job *j, const struct kp_replacement *r)
{
    if (!open_temp(j))
        return false;
    if (!kp_write_all(j->fd, r->data, r->size))
        return false;
    if (!r->is_kept_only && (!keep_attributes(j) || fsync(j->fd) != 0))
        return false;
    if (!is_as_it_was(j, r) || rename(j->temp, j->target) != 0)
        return false;
    kp_guard_drop(j->temp);
    j->temp = NULL;
    if (!r->is_kept_only)
        sync_folder(j);
    return true;
}

bool kp_replace_file(struct kp_arena *a, const struct kp_replacement *r, const char **error)
{
    struct job j = {.arena = a, .target = follow_links(a, r->path), .fd = -1};
    bool ok = replace(&j, r);
    int reason = errno;

    if (j.temp) {
        unlink(j.temp);
        kp_guard_drop(j.temp);
    }
    if (!ok)
        *error = kp_sprintf(a, "%s: %s", r->path, j.why ? j.why : strerror(reason));
    return ok;
}

bool kp_write_file(struct kp_arena *a, const char *path, const char *data, size_t size,
                   const char **error)
{
    struct kp_replacement r = {.path = path, .data = data, .size = size};

    return kp_replace_file(a, &r, error);
}
