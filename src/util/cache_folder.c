#define _GNU_SOURCE
#include "util/cache_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

bool kp_is_own_folder(const char *path)
{
    struct stat st;

    return lstat(path, &st) == 0 && S_ISDIR(st.st_mode) && st.st_uid == geteuid() &&
           !(st.st_mode & 022);
}

static bool make(const char *folder)
{
    return mkdir(folder, 0700) == 0 || errno == EEXIST;
}

const char *kp_cache_folder(struct kp_arena *a)
{
    const char *said = getenv("KPIPE_CACHE_DIR"), *base = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");

    if (said)
        return *said && make(said) && kp_is_own_folder(said) ? said : NULL;
    if ((!base || base[0] != '/') && home && home[0] == '/')
        base = kp_sprintf(a, "%s/.cache", home);
    if (!base || base[0] != '/' || !make(base))
        return NULL;
    base = kp_sprintf(a, "%s/kpipe", base);
    return make(base) && kp_is_own_folder(base) ? base : NULL;
}

static int by_use(const void *a, const void *b)
{
    const struct kp_cached *x = a, *y = b;

    return x->used < y->used ? -1 : x->used > y->used;
}

static struct kp_cached_list files_in(struct kp_arena *a, const char *folder)
{
    DIR *d = opendir(folder);
    struct kp_cached_list all = {0};
    struct stat st;

    for (struct dirent *e; d && (e = readdir(d));) {
        struct kp_cached x = {.path = kp_sprintf(a, "%s/%s", folder, e->d_name)};

        if (e->d_name[0] == '.' || lstat(x.path, &st) ||
            (!S_ISDIR(st.st_mode) && !S_ISREG(st.st_mode)))
            continue;
        x.used = st.st_mtim.tv_sec;
        x.is_folder = S_ISDIR(st.st_mode);
        x.bytes = x.is_folder ? 0 : st.st_size;
        kp_push(a, &all, x);
    }
    if (d)
        closedir(d);
    return all;
}

struct kp_cached_list kp_list_cached(struct kp_arena *a, const char *folder)
{
    struct kp_cached_list all = files_in(a, folder);

    for (size_t i = 0; i < all.n; i++) {
        struct kp_cached_list own = {0};

        if (all.v[i].is_folder)
            own = files_in(a, all.v[i].path);
        for (size_t k = 0; k < own.n; k++)
            all.v[i].bytes += own.v[k].bytes;
    }
    if (all.n)
        qsort(all.v, all.n, sizeof *all.v, by_use);
    return all;
}

const char *kp_hash_texts(struct kp_arena *a, const char *const *parts)
{
    XXH3_state_t state;
    XXH128_hash_t h;

    XXH3_INITSTATE(&state);
    XXH3_128bits_reset(&state);
    for (; *parts; parts++)
        XXH3_128bits_update(&state, *parts, strlen(*parts) + 1);
    h = XXH3_128bits_digest(&state);
    return kp_sprintf(a, "%016llx%016llx", (unsigned long long)h.high64,
                      (unsigned long long)h.low64);
}

uint64_t kp_hash_bytes(const char *bytes, size_t n)
{
    return XXH3_64bits(bytes, n);
}

bool kp_hash_file(const char *path, uint64_t *hash)
{
    char part[1 << 16];
    XXH3_state_t state;
    ssize_t got = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return false;
    XXH3_INITSTATE(&state);
    XXH3_64bits_reset(&state);
    while ((got = read(fd, part, sizeof part)) > 0 || (got < 0 && errno == EINTR))
        if (got > 0)
            XXH3_64bits_update(&state, part, (size_t)got);
    close(fd);
    *hash = XXH3_64bits_digest(&state);
    return got == 0;
}
