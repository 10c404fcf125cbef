/* A bundle as an archive: POSIX.1-1988 ustar, plain files and folders only. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gpu/runner/work.h"

/* IEEE Std 1003.1, pax: "ustar Interchange Format". */
struct header {
    char name[100], mode[8], uid[8], gid[8], size[12], mtime[12], checksum[8], type, link[100];
    char magic[6], version[2], user[32], group[32], major[8], minor[8], prefix[155], rest[12];
};
enum { BLOCK = sizeof(struct header) };

static char message[4096 + 256];

static bool read_block(void *to)
{
    return fread(to, BLOCK, 1, stdin) == 1;
}

static bool checksum_is_right(const struct header *h)
{
    const unsigned char *bytes = (const unsigned char *)h;
    unsigned long sum = 0, said = strtoul(h->checksum, NULL, 8);

    for (size_t k = 0; k < BLOCK; k++) {
        bool blank = k >= offsetof(struct header, checksum) && k < offsetof(struct header, type);
        sum += blank ? ' ' : bytes[k];
    }
    return sum == said && !memcmp(h->magic, "ustar", 5);
}

static const char *unpack_file(int folder, const struct header *h)
{
    unsigned long left = strtoul(h->size, NULL, 8);
    char block[BLOCK];
    int fd = openat(folder, h->name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                    strtoul(h->mode, NULL, 8) & 0100 ? 0700 : 0600);
    FILE *f = fd >= 0 ? fdopen(fd, "wb") : NULL;

    if (!f)
        return strerror(errno);
    while (left) {
        size_t n = left < BLOCK ? left : BLOCK;
        if (!read_block(block)) {
            fclose(f);
            return "the archive ends in the middle";
        }
        fwrite(block, 1, n, f);
        left -= n;
    }
    return fclose(f) ? strerror(errno) : NULL;
}

/* Names are relative, and lead out of the folder neither by ".." nor, since no links are made, by a
 * link. */
static bool name_is_safe(const struct header *h)
{
    return memchr(h->name, 0, sizeof h->name) && *h->name && *h->name != '/' &&
           !strstr(h->name, "..") && !*h->prefix;
}

static const char *unpack_into(int folder)
{
    struct header h;
    const char *error = NULL;

    while (!error) {
        if (!read_block(&h))
            return "the archive ends in the middle";
        if (!*h.name)
            return NULL; /* the zeros at its end */
        if (!checksum_is_right(&h))
            error = "this is not a ustar archive, or it is damaged";
        else if (!name_is_safe(&h))
            error = "a name in the archive leads out of its folder";
        else if (h.type == '5')
            error = mkdirat(folder, h.name, 0700) && errno != EEXIST ? strerror(errno) : NULL;
        else if (h.type == '0' || !h.type)
            error = unpack_file(folder, &h);
        else
            error = "the archive holds something that is neither file nor folder";
    }
    return error;
}

const char *tar_unpack(const char **error)
{
    static char path[4096];
    const char *base = getenv("TMPDIR"), *what;
    int fd;

    snprintf(path, sizeof path, "%s/kpipe-runner-XXXXXX", base && *base ? base : "/tmp");
    fd = mkdtemp(path) ? open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (fd < 0) {
        snprintf(message, sizeof message, "cannot make a folder like %s: %s", path,
                 strerror(errno));
        *error = message;
        return NULL;
    }
    what = unpack_into(fd);
    close(fd);
    if (what) {
        tar_remove(path);
        snprintf(message, sizeof message, "standard input: %s", what);
        *error = message;
        return NULL;
    }
    return path;
}

static int remove_one(const char *path, const struct stat *s, int type, struct FTW *at)
{
    (void)s;
    (void)type;
    (void)at;
    return remove(path);
}

void tar_remove(const char *folder)
{
    nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}
