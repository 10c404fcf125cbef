#define _GNU_SOURCE
#include "build/cache.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build/tool.h"
#include "util/cache_folder.h"
#include "util/replace.h"
#include "util/str.h"
#include "util/subprocess.h"
#include "util/system.h"
#include "util/vec.h"

enum { FORMAT = 2 };
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
                      (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
}

struct kp_cache_key kp_cache_key(struct kp_arena *a, const char *const *parts)
{
    const char *folder = kp_cache_folder(a);
    struct kp_cache_key key = {a, NULL};

    if (folder)
        key.entry = kp_sprintf(a, "%s/%d-%s", folder, FORMAT, kp_hash_texts(a, parts));
    return key;
}

/* ---- entries -----------------------------------------------------------------------------------
 */

/* Three texts, each behind its length, and in front of all their sum. */
struct parts {
    const char *text[3]; /* the list of reads, what was printed, the product */
    size_t size[3];
};

static char *pack(struct kp_arena *a, const struct parts *p, size_t *n)
{
    struct kp_str s = kp_str_new(a), all = kp_str_new(a);

    for (int i = 0; i < 3; i++) {
        kp_str_addf(&s, "%zu\n", p->size[i]);
        kp_str_addn(&s, p->text[i], p->size[i]);
    }
    kp_str_addf(&all, "%016llx\n", (unsigned long long)kp_hash_bytes(s.s, s.n));
    kp_str_addn(&all, s.s, s.n);
    *n = all.n;
    return all.s;
}

static bool unpack(char *text, size_t n, struct parts *p)
{
    char *at = memchr(text, '\n', n), *end = text + n;

    if (!at || strtoull(text, NULL, 16) != kp_hash_bytes(at + 1, (size_t)(end - at - 1)))
        return false;
    at++;
    for (int i = 0; i < 3; i++) {
        char *line;

        p->size[i] = strtoull(at, &line, 10);
        if (line == at || *line != '\n' || p->size[i] > (size_t)(end - line - 1))
            return false;
        p->text[i] = line + 1;
        at = line + 1 + p->size[i];
    }
    return at == end;
}

/* The bytes of a file that nobody else can have written; NULL when there is none. */
static char *read_own(struct kp_arena *a, const char *path, size_t *n)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    struct stat st;
    char *text = NULL;

    if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
        !(st.st_mode & 022))
        text = kp_read_all(a, fd, n);
    if (fd >= 0)
        close(fd);
    return text;
}

bool kp_cache_recall(const struct kp_cache_key *k, struct kp_kept *to)
{
    struct kp_arena *a = k->arena;
    struct parts p;
    size_t n;
    char *text = k->entry ? read_own(a, k->entry, &n) : NULL;

    if (!text)
        return false;
    if (!unpack(text, n, &p)) {
        unlink(k->entry);
        return false;
    }
    if (!kp_reads_same(a, kp_strndup(a, p.text[0], p.size[0])))
        return false;
    *to = (struct kp_kept){p.text[1], p.text[2], p.size[1], p.size[2]};
    utimensat(AT_FDCWD, k->entry, NULL, 0); /* used just now: the last to be dropped */
    return true;
}

bool kp_cache_fetch(const struct kp_cache_key *k, const char *temp, const char *output)
{
    struct kp_arena *a = k->arena;
    struct kp_kept p;

    return kp_cache_recall(k, &p) &&
           kp_write_private(kp_sprintf(a, "%s/log", temp), p.said, p.said_size) &&
           kp_write_private(kp_sprintf(a, "%s/%s", temp, output), p.data, p.data_size);
}

/* Drops what was not used for longest until the rest fits; earlier versions kept folders. */
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
            unlink(all.v[i].path);
        else if (kp_starts_with(strrchr(all.v[i].path, '/'), "/1-"))
            kp_temp_remove(all.v[i].path);
        else
            continue;
        bytes -= all.v[i].bytes;
    }
}

/* Looking at all entries takes longer than most of what is kept: one in sixteen does, by its hash.
 */
static bool is_turn(const char *entry)
{
    return entry[strlen(entry) - 1] == '0';
}

void kp_cache_keep(const struct kp_cache_key *k, const struct kp_reads *made,
                   const struct kp_kept *what)
{
    struct kp_arena *a = k->arena;
    struct parts p = {.text = {k->entry ? kp_reads_list(a, made) : NULL, what->said, what->data},
                      .size = {0, what->said_size, what->data_size}};
    struct kp_replacement r;
    const char *text, *error;
    size_t n;

    if (!p.text[0])
        return;
    p.size[0] = strlen(p.text[0]);
    text = pack(a, &p, &n);
    r = (struct kp_replacement){.path = k->entry, .data = text, .size = n, .is_kept_only = true};
    if (kp_replace_file(a, &r, &error) && is_turn(k->entry))
        trim(a, kp_folder_of(a, k->entry));
}

void kp_cache_store(const struct kp_cache_key *k, const struct kp_reads *made, const char *output)
{
    struct kp_arena *a = k->arena;
    struct kp_kept p = {0};

    if (!k->entry)
        return;
    p.said = kp_read_file(a, kp_sprintf(a, "%s/log", made->temp), &p.said_size);
    p.data = kp_read_file(a, kp_sprintf(a, "%s/%s", made->temp, output), &p.data_size);
    if (p.said && p.data)
        kp_cache_keep(k, made, &p);
}
