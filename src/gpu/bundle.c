#define _GNU_SOURCE
#include "gpu/bundle.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/str.h"
#include "util/subprocess.h"

enum { BLOCK = 512 };

void kp_bundle_add(struct kp_bundle *b, const char *name, const void *data, size_t size,
                   bool executable)
{
    struct kp_bundle_file f = {name, data, size, executable};

    kp_push(b->arena, &b->files, f);
}

static const char *write_file(const struct kp_bundle *b, int folder, const struct kp_bundle_file *f)
{
    mode_t mode = f->executable ? 0755 : 0644;
    int fd = openat(folder, f->name, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, mode);
    bool ok = fd >= 0 && kp_write_all(fd, f->data, f->size);

    if (fd >= 0 && close(fd))
        ok = false;
    return ok ? NULL : kp_sprintf(b->arena, "%s: %s", f->name, strerror(errno));
}

const char *kp_bundle_write(const struct kp_bundle *b, const char *folder)
{
    const char *error = NULL;
    int fd;

    if (mkdir(folder, 0777) && errno != EEXIST)
        return kp_sprintf(b->arena, "%s: %s", folder, strerror(errno));
    fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return kp_sprintf(b->arena, "%s: %s", folder, strerror(errno));
    for (size_t k = 0; k < b->files.n && !error; k++)
        error = write_file(b, fd, &b->files.v[k]);
    close(fd);
    return error ? kp_sprintf(b->arena, "%s/%s", folder, error) : NULL;
}

/* One header of IEEE Std 1003.1, pax: "ustar Interchange Format". */
static void add_header(struct kp_str *s, const struct kp_bundle_file *f)
{
    char h[BLOCK] = {0};
    unsigned sum = 0;

    snprintf(h, 100, "%s", f->name);
    snprintf(h + 100, 8, "%07o", f->executable ? 0755u : 0644u);
    snprintf(h + 108, 8, "%07o", 0u);
    snprintf(h + 116, 8, "%07o", 0u);
    snprintf(h + 124, 12, "%011llo", (unsigned long long)f->size);
    snprintf(h + 136, 12, "%011o", 0u);
    memset(h + 148, ' ', 8);
    h[156] = '0';
    memcpy(h + 257, "ustar", 6);
    memcpy(h + 263, "00", 2);
    for (size_t k = 0; k < BLOCK; k++)
        sum += (unsigned char)h[k];
    snprintf(h + 148, 8, "%06o", sum);
    kp_str_addn(s, h, BLOCK);
}

char *kp_bundle_tar(const struct kp_bundle *b, size_t *size)
{
    static const char zeros[2 * BLOCK];
    struct kp_str s = kp_str_new(b->arena);

    for (size_t k = 0; k < b->files.n; k++) {
        const struct kp_bundle_file *f = &b->files.v[k];
        add_header(&s, f);
        kp_str_addn(&s, f->data, f->size);
        kp_str_addn(&s, zeros, (BLOCK - f->size % BLOCK) % BLOCK);
    }
    kp_str_addn(&s, zeros, sizeof zeros);
    *size = s.n;
    return s.s;
}
