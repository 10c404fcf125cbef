#define _GNU_SOURCE
#include "build/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build/tool.h"
#include "util/cache_folder.h"
#include "util/str.h"
#include "util/subprocess.h"
#include "util/system.h"
#include "util/vec.h"

enum { FORMAT = 1 };
static const int64_t most_bytes = (int64_t)1 << 30;

/* ---- keys --------------------------------------------------------------------------------------
 */

const char *kp_cache_program(struct kp_arena *a, const char *path)
{
    struct stat st;
    char *real = realpath(path, NULL);
    const char *text = kp_strdup(a, real ? real : path);

    free(real);
    if (stat(text, &st))
        return text;
    return kp_sprintf(a, "%s %lld %lld.%09ld", text, (long long)st.st_size,
                      (long long)st.st_mtim.tv_sec, (long)st.st_mtim.tv_nsec);
}

struct kp_cache_key kp_cache_key(struct kp_arena *a, const char *const *parts)
{
    const char *folder = kp_cache_folder(a);
    struct kp_cache_key key = {a, NULL};

    if (folder)
        key.entry = kp_sprintf(a, "%s/%d-%s", folder, FORMAT, kp_hash_texts(a, parts));
    return key;
}

/* ---- the files that were read ------------------------------------------------------------------
 */

/* `HASH SIZE SECONDS.NANOSECONDS PATH`; a file whose size and time are the same is the same. */
struct seen {
    uint64_t hash;
    long long size, seconds;
    long nanoseconds;
};

static bool look(struct kp_arena *a, const char *path, struct seen *to)
{
    struct stat st;
    size_t n;
    char *text = kp_read_file(a, path, &n);

    if (!text || stat(path, &st))
        return false;
    *to = (struct seen){kp_hash_bytes(text, n), st.st_size, st.st_mtim.tv_sec, st.st_mtim.tv_nsec};
    return true;
}

static bool is_as_it_was(struct kp_arena *a, const char *line)
{
    struct seen was, now;
    struct stat st;
    unsigned long long hash;
    int at = 0;

    if (sscanf(line, "%llx %lld %lld.%ld %n", &hash, &was.size, &was.seconds, &was.nanoseconds,
               &at) != 4 ||
        !at || stat(line + at, &st) || st.st_size != was.size)
        return false;
    if (st.st_mtim.tv_sec == was.seconds && st.st_mtim.tv_nsec == was.nanoseconds)
        return true;
    return look(a, line + at, &now) && now.hash == hash;
}

/* The next name in make's spelling, where a backslash quotes a blank or ends a line; NULL at the
 * end. */
static const char *next_name(struct kp_arena *a, const char **at)
{
    struct kp_str name = kp_str_new(a);
    const char *s = *at;

    while (*s && strchr(" \t\r\n\\", *s) && !(*s == '\\' && !strchr("\r\n", s[1])))
        s++;
    for (; *s && !strchr(" \t\r\n", *s); s++) {
        if (*s == '\\' && s[1] && strchr(" #\\", s[1]))
            s++;
        else if (*s == '$' && s[1] == '$')
            s++;
        kp_str_addc(&name, *s);
    }
    *at = s;
    return name.n ? kp_str_text(&name) : NULL;
}

static const char *list_of(struct kp_arena *a, const char *temp, const char *depends,
                           const char *self)
{
    const char *at = strstr(depends, " : "), *name;
    struct kp_str list = kp_str_new(a);

    if (!at)
        return NULL;
    for (at += 3; (name = next_name(a, &at));) {
        char *real;
        const char *path;
        struct seen s;

        if (kp_starts_with(name, "./"))
            name += 2;
        if (!strchr(name, '/') || kp_streq(name, self))
            continue; /* what the key has */
        real = realpath(name[0] == '/' ? name : kp_sprintf(a, "%s/%s", temp, name), NULL);
        path = real ? kp_strdup(a, real) : NULL;
        free(real);
        if (!path || strchr(path, '\n') || !look(a, path, &s))
            return NULL;
        kp_str_addf(&list, "%llx %lld %lld.%ld %s\n", (unsigned long long)s.hash, s.size, s.seconds,
                    s.nanoseconds, path);
    }
    return kp_str_text(&list);
}

static bool all_as_they_were(struct kp_arena *a, char *list)
{
    for (char *line = list, *end; *line; line = end + 1) {
        end = strchr(line, '\n');
        if (!end)
            return false;
        *end = '\0';
        if (!is_as_it_was(a, line))
            return false;
    }
    return true;
}

/* ---- entries -----------------------------------------------------------------------------------
 */

bool kp_cache_fetch(const struct kp_cache_key *k, const char *temp, const char *output)
{
    struct kp_arena *a = k->arena;
    char *list;
    size_t n;

    if (!k->entry || !kp_is_own_folder(k->entry) ||
        !(list = kp_read_file(a, kp_sprintf(a, "%s/reads", k->entry), &n)) || strlen(list) != n ||
        !all_as_they_were(a, list) ||
        kp_copy_file(a, kp_sprintf(a, "%s/product", k->entry),
                     kp_sprintf(a, "%s/%s", temp, output)) ||
        kp_copy_file(a, kp_sprintf(a, "%s/log", k->entry), kp_sprintf(a, "%s/log", temp)))
        return false;
    utimensat(AT_FDCWD, k->entry, NULL, 0); /* used just now: the last to be dropped */
    return true;
}

/* Drops what was not used for longest until the rest fits. */
static void trim(struct kp_arena *a, const char *folder)
{
    struct kp_cached_list all = kp_list_cached(a, folder);
    int64_t bytes = 0;

    for (size_t i = 0; i < all.n; i++)
        bytes += all.v[i].bytes;
    if (bytes <= most_bytes)
        return;
    for (size_t i = 0; i < all.n && bytes > most_bytes / 2; i++) {
        if (!all.v[i].is_folder)
            continue;
        kp_temp_remove(all.v[i].path);
        bytes -= all.v[i].bytes;
    }
}

void kp_cache_store(const struct kp_cache_key *k, const char *temp, const char *output,
                    const char *depends, const char *self)
{
    struct kp_arena *a = k->arena;
    const char *list = k->entry ? list_of(a, temp, depends, self) : NULL;
    char *fresh;
    bool ok;

    if (!list)
        return;
    fresh = kp_sprintf(a, "%s.XXXXXX", k->entry);
    if (!mkdtemp(fresh))
        return;
    ok = kp_write_private(kp_sprintf(a, "%s/reads", fresh), list, strlen(list)) &&
         !kp_copy_file(a, kp_sprintf(a, "%s/%s", temp, output),
                       kp_sprintf(a, "%s/product", fresh)) &&
         !kp_copy_file(a, kp_sprintf(a, "%s/log", temp), kp_sprintf(a, "%s/log", fresh));
    if (ok && rename(fresh, k->entry) && (errno == ENOTEMPTY || errno == EEXIST)) {
        /* an older one, or another program was quicker */
        const char *away = kp_sprintf(a, "%s.old-%d", k->entry, (int)getpid());

        if (rename(k->entry, away) == 0)
            kp_temp_remove(away);
        ok = rename(fresh, k->entry) == 0;
    }
    if (access(fresh, F_OK) == 0)
        kp_temp_remove(fresh);
    if (ok)
        trim(a, kp_folder_of(a, k->entry));
}
