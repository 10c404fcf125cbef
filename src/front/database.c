#define _GNU_SOURCE
#include "front/database.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "front/includes.h"
#include "util/subprocess.h"

enum { MOST_BYTES = 128 << 20, MOST_ENTRIES = 200000, MOST_ASKED = 256 };

const char *kp_path_normal(struct kp_arena *a, const char *folder, const char *path)
{
    const char *at = path[0] == '/' ? path : kp_sprintf(a, "%s/%s", folder, path);
    char *to = kp_alloc(a, strlen(at) + 2), *end = to;

    while (*at) {
        size_t n;

        at += strspn(at, "/");
        n = strcspn(at, "/");
        if (n == 2 && !strncmp(at, "..", 2)) {
            while (end > to && *--end != '/')
                continue;
        } else if (n && !(n == 1 && *at == '.')) {
            *end++ = '/';
            memcpy(end, at, n);
            end += n;
        }
        at += n;
    }
    *end = '\0';
    return *to ? to : "/";
}

/* ---- reading ----------------------------------------------------------------------------------
 */

static char *slurp(struct kp_arena *a, const char *path, size_t *size, const char **error)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat st;
    char *text = NULL;

    if (fd < 0 || fstat(fd, &st) != 0)
        *error = kp_sprintf(a, "%s: %s", path, strerror(errno));
    else if (!S_ISREG(st.st_mode))
        *error = kp_sprintf(a, "%s: not a file", path);
    else if (st.st_size > MOST_BYTES)
        *error = kp_sprintf(a, "%s: larger than 128 megabytes", path);
    else if (!(text = kp_read_all(a, fd, size)))
        *error = kp_sprintf(a, "%s: %s", path, strerror(errno));
    if (fd >= 0)
        close(fd);
    return text;
}

static const char *string_of(struct kp_arena *a, const json_t *o, const char *key)
{
    const char *text = json_string_value(json_object_get(o, key));

    return text ? kp_strdup(a, text) : NULL;
}

static const char *const *words_of(struct kp_arena *a, const json_t *list)
{
    struct kp_texts to = {0};

    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *word = json_string_value(json_array_get(list, i));

        if (word)
            kp_push(a, &to, kp_strdup(a, word));
    }
    kp_push(a, &to, NULL);
    return to.v;
}

static void add_entry(struct kp_arena *a, struct kp_database *d, const char *home, const json_t *o)
{
    const char *folder = string_of(a, o, "directory"), *file = string_of(a, o, "file");
    const json_t *words = json_object_get(o, "arguments");
    struct kp_database_entry e = {.command = string_of(a, o, "command")};

    if (!file || (!e.command && !json_is_array(words)))
        return;
    e.folder = kp_path_normal(a, home, folder ? folder : ".");
    e.file = kp_path_normal(a, e.folder, file);
    if (json_is_array(words))
        e.words = words_of(a, words);
    kp_push(a, &d->entries, e);
}

struct kp_database *kp_database_read(struct kp_arena *a, const char *path, const char **error)
{
    struct kp_database *d = kp_new(a, struct kp_database);
    size_t size = 0;
    char *text = slurp(a, path, &size, error), *real;
    json_error_t where;
    json_t *root = text ? json_loadb(text, size, 0, &where) : NULL;
    const char *home;

    if (text && !root)
        *error = kp_sprintf(a, "%s:%d:%d: %s", path, where.line, where.column, where.text);
    else if (root && !json_is_array(root))
        *error = kp_sprintf(a, "%s: a list of commands belongs there", path);
    if (!root || *error) {
        json_decref(root);
        return NULL;
    }
    real = realpath(path, NULL);
    home = real ? kp_strndup(a, real, (size_t)(strrchr(real, '/') - real)) : "/";
    free(real);
    d->path = kp_strdup(a, path);
    for (size_t i = 0; i < json_array_size(root) && i < MOST_ENTRIES; i++)
        add_entry(a, d, home, json_array_get(root, i));
    json_decref(root);
    return d;
}

/* ---- is any of it CUDA? ----------------------------------------------------------------------
 *
 * To read a large database takes as long as to parse a kernel, and most of them are of C++. */

static bool is_behind(const char *text, const char *at, const char *word)
{
    size_t n = strlen(word);

    return (size_t)(at - text) >= n && !memcmp(at - n, word, n);
}

/* What may_be_cuda() and kp_language_of() look for, at a `c`; of the word nvcc not the name of a
 * source (nvcc.c, nvcc.c.o), and no name in a path (src/cut.c, the folder cuda/). A mark that `end`
 * cuts off is none: it is asked about again. */
static bool is_mark(const char *text, const char *at, const char *end)
{
    char before;

    if (end - at >= 5 && at[1] == 'c' && is_behind(text, at, "nv"))
        return memcmp(at + 2, ".c", 2) != 0 || isalpha((unsigned char)at[4]);
    if (end - at < 2 || at[1] != 'u' || at == text)
        return false;
    before = at[-1]; /* .cu, "cu, -xcu, -x cu, language=cuda */
    return before == 'x' || !(isalnum((unsigned char)before) || before == '_' || before == '/');
}

static bool has_mark(const char *text, const char *end)
{
    for (const char *at = text; (at = memchr(at, 'c', (size_t)(end - at))); at++)
        if (is_mark(text, at, end))
            return true;
    return memmem(text, (size_t)(end - text), "\\u", 2) != NULL; /* may be any letter */
}

/* False: no entry is CUDA. True, too, where that cannot be read. */
static bool may_have_cuda(const char *path)
{
    enum { KEPT = 32 }; /* more than a mark has */
    char part[KEPT + (1 << 16)];
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    size_t kept = 0;
    ssize_t got = 0;
    bool has = fd < 0;

    while (!has && (got = read(fd, part + kept, sizeof part - kept)) > 0) {
        size_t n = kept + (size_t)got;

        has = has_mark(part, part + n);
        kept = n < KEPT ? n : KEPT;
        memmove(part, part + n - kept, kept);
    }
    if (fd >= 0)
        close(fd);
    return has || got < 0;
}

struct kp_database *kp_database_read_cuda(struct kp_arena *a, const char *path, const char **error)
{
    return may_have_cuda(path) ? kp_database_read(a, path, error) : NULL;
}

const struct kp_compile *kp_database_line(struct kp_arena *a, struct kp_database_entry *e)
{
    const char *const *words = e->words;

    if (e->line)
        return e->line;
    if (!words) {
        struct kp_texts list = kp_shell_words(a, e->command);

        kp_push(a, &list, NULL);
        words = list.v;
    }
    e->line = kp_compile_read(a, words, true, e->folder);
    return e->line;
}

/* ---- looking ----------------------------------------------------------------------------------
 */

static bool is_same(const char *entry, const char *file)
{
    char *real;
    bool same;

    if (kp_streq(entry, file))
        return true;
    if (!kp_streq(kp_file_name(entry), kp_file_name(file)))
        return false;
    real = realpath(entry, NULL);
    same = real && kp_streq(real, file);
    free(real);
    return same;
}

struct kp_database_entry *kp_database_next(struct kp_database *d, const char *file,
                                           const struct kp_database_entry *last)
{
    for (size_t i = last ? (size_t)(last - d->entries.v) + 1 : 0; i < d->entries.n; i++)
        if (is_same(d->entries.v[i].file, file))
            return &d->entries.v[i];
    return NULL;
}

struct near {
    struct kp_database_entry *entry;
    size_t folders; /* that both paths have */
    bool same_stem;
    size_t index;
};

static size_t stem(const char *name)
{
    return strcspn(name, ".");
}

static int by_distance(const void *a, const void *b)
{
    const struct near *x = a, *y = b;

    if (x->folders != y->folders)
        return x->folders > y->folders ? -1 : 1;
    if (x->same_stem != y->same_stem)
        return x->same_stem ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

/* True if the line may mention CUDA, so that few lines must be parsed. */
static bool may_be_cuda(const struct kp_database_entry *e)
{
    if (kp_language_of(e->file) == KP_LANGUAGE_CUDA)
        return true;
    if (e->command)
        return strstr(e->command, "nvcc") || strstr(e->command, "-x cu") ||
               strstr(e->command, "-xcu") || strstr(e->command, "language=cu");
    for (const char *const *w = e->words; *w; w++)
        if (strstr(*w, "nvcc") || kp_starts_with(*w, "cu") || kp_starts_with(*w, "-xcu") ||
            strstr(*w, "language=cu"))
            return true;
    return false;
}

bool kp_database_is_cuda(struct kp_arena *a, struct kp_database_entry *e)
{
    const struct kp_compile *c = may_be_cuda(e) ? kp_database_line(a, e) : NULL;

    for (size_t i = 0; c && i < c->inputs.n; i++)
        if (c->inputs.v[i].language == KP_LANGUAGE_CUDA)
            return true;
    return c && kp_language_of(e->file) == KP_LANGUAGE_CUDA;
}

struct kp_database_entry *kp_database_guess(struct kp_arena *a, struct kp_database *d,
                                            const char *file, bool *includes)
{
    struct near *all = kp_new_array(a, struct near, d->entries.n + 1);
    const char *name = kp_file_name(file);
    size_t n = 0;

    if (!d->includes)
        d->includes = kp_includes_new(a);

    *includes = false;
    for (size_t i = 0; i < d->entries.n; i++) {
        struct kp_database_entry *e = &d->entries.v[i];
        const char *other = kp_file_name(e->file);

        if (kp_database_is_cuda(a, e))
            all[n++] =
                (struct near){e, kp_common_folders(e->file, file),
                              stem(other) == stem(name) && !strncmp(other, name, stem(name)), i};
    }
    if (n)
        qsort(all, n, sizeof *all, by_distance);
    for (size_t i = 0; i < n && i < MOST_ASKED; i++) {
        struct kp_args args = {0};

        kp_compile_args(a, kp_database_line(a, all[i].entry), &args);
        if (kp_includes_reach(d->includes, all[i].entry->file, &args, file)) {
            *includes = true;
            return all[i].entry;
        }
    }
    return n ? all[0].entry : NULL;
}
