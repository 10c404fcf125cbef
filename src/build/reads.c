#define _GNU_SOURCE
#include "build/reads.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/cache_folder.h"
#include "util/subprocess.h"

/* ---- one file ----------------------------------------------------------------------------------
 */

/* A file whose number, size and times are the same is the same: nobody can set the second time. */
static const char *stamp_of(struct kp_arena *a, const struct stat *st)
{
    return kp_sprintf(a, "%llx:%llx:%lld:%lld.%ld:%lld.%ld", (unsigned long long)st->st_dev,
                      (unsigned long long)st->st_ino, (long long)st->st_size,
                      (long long)st->st_mtim.tv_sec, st->st_mtim.tv_nsec,
                      (long long)st->st_ctim.tv_sec, st->st_ctim.tv_nsec);
}

/* The text of a plain file and what it was when that was read; NULL when it changed meanwhile. */
static char *look(struct kp_arena *a, const char *path, struct stat *st, size_t *n)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat after;
    char *text = NULL;

    if (fd < 0)
        return NULL;
    if (fstat(fd, st) == 0 && S_ISREG(st->st_mode))
        text = kp_read_all(a, fd, n);
    if (text && (fstat(fd, &after) || !kp_streq(stamp_of(a, st), stamp_of(a, &after))))
        text = NULL;
    close(fd);
    return text;
}

/* Some file systems count in seconds, or in two. */
static bool is_young(struct timespec t, struct timespec beginning)
{
    time_t coarse = t.tv_nsec ? 0 : 2;

    return t.tv_sec + coarse > beginning.tv_sec ||
           (t.tv_sec + coarse == beginning.tv_sec && t.tv_nsec >= beginning.tv_nsec);
}

static bool is_as_it_was(struct kp_arena *a, const char *line)
{
    unsigned long long hash;
    char stamp[256];
    struct stat st;
    int at = 0;
    size_t n;
    char *text;

    if (sscanf(line, "%llx %255s %n", &hash, stamp, &at) != 2 || !at || stat(line + at, &st))
        return false;
    if (kp_streq(stamp, stamp_of(a, &st)))
        return true;
    text = look(a, line + at, &st, &n);
    return text && kp_hash_bytes(text, n) == hash;
}

/* ---- names that are looked for -----------------------------------------------------------------
 */

struct names {
    struct kp_arena *arena;
    struct kp_texts endings, quoted;
    bool asks;   /* whether a file is there */
    bool hidden; /* some name is made where it is not seen */
};

/* Of `/a/b/c.h` it may be c.h, b/c.h or a/b/c.h that somebody asked for. */
static void add_endings(struct names *to, const char *path)
{
    for (const char *s = path; (s = strchr(s, '/')); s++)
        kp_push(to->arena, &to->endings, kp_strdup(to->arena, s + 1));
}

static const char *behind_blanks(const char *s)
{
    return s + strspn(s, " \t\r\n\f\v");
}

/* The text as a compiler's first look sees it: without the ends of lines that a backslash takes
 * away. */
static const char *spliced(struct kp_arena *a, const char *text)
{
    struct kp_str s = kp_str_new(a);

    for (const char *end; (end = strchr(text, '\\')); text = end) {
        const char *line = end + 1 + strspn(end + 1, " \t\r");

        kp_str_addn(&s, text, (size_t)(end - text) + (*line != '\n'));
        end = *line == '\n' ? line + 1 : end + 1;
    }
    kp_str_add(&s, text);
    return kp_str_text(&s);
}

/* `at` stands behind __has_include or __has_include_next: is the name seen? That of a macro's
 * parameter is, where the macro is used. */
static bool is_seen(const char *at, bool in_define)
{
    at = behind_blanks(at);
    if (*at != '(')
        return true; /* only mentioned */
    at = behind_blanks(at + 1);
    if (*at == '"' || *at == '<')
        return true;
    while (isalnum((unsigned char)*at) || *at == '_' || *at == '.')
        at++;
    return in_define && *behind_blanks(at) == ')';
}

static void look_for_questions(struct names *to, const char *text)
{
    const char *word = behind_blanks(behind_blanks(text) + 1);

    for (const char *s = text; (s = strstr(s, "__has_include"));) {
        s += strlen("__has_include");
        to->asks = true;
        to->hidden |=
            !is_seen(s + (kp_starts_with(s, "_next") ? 5 : 0), kp_starts_with(word, "define"));
    }
}

/* Whatever a directive quotes may be a header's name. */
static void add_quoted(struct names *to, const char *text)
{
    for (const char *s = text; (s = strpbrk(s, "\"<")); s++) {
        const char *end = strchr(s + 1, *s == '<' ? '>' : '"');

        if (end && end > s + 1)
            kp_push(to->arena, &to->quoted, kp_strndup(to->arena, s + 1, (size_t)(end - s - 1)));
    }
}

/* #embed, __has_embed: no list has what they read. */
static bool embeds(const char *line)
{
    for (const char *s = line; (s = strstr(s, "embed")); s++) {
        const char *before = s;

        while (before > line && strchr(" \t\f\v", before[-1]))
            before--;
        /* .. behind #, %:, the trigraph, or a comment */
        if (before > line && (strchr("#:=/", before[-1]) ||
                              (before == s && before[-1] == '_' && strstr(line, "__has_embed"))))
            return true;
    }
    return false;
}

static void read_directives(struct names *to, const char *raw, bool is_users)
{
    for (const char *line = spliced(to->arena, raw); *line;) {
        size_t n = strcspn(line, "\n");
        const char *text = kp_strndup(to->arena, line, n);

        if (*behind_blanks(text) == '#' || strstr(text, "include")) {
            add_quoted(to, text);
            if (is_users)
                look_for_questions(to, text);
        }
        to->hidden |= is_users && embeds(text);
        line += n + (line[n] == '\n');
    }
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void sort_once(struct kp_texts *t)
{
    size_t n = 0;

    if (t->n)
        qsort(t->v, t->n, sizeof *t->v, by_text);
    for (size_t i = 0; i < t->n; i++)
        if (!n || !kp_streq(t->v[n - 1], t->v[i]))
            t->v[n++] = t->v[i];
    t->n = n;
}

static struct kp_texts listing(struct kp_arena *a, const char *folder)
{
    struct kp_texts all = {0};
    DIR *d = opendir(folder);

    for (struct dirent *e; d && (e = readdir(d));)
        kp_push(a, &all, kp_strdup(a, e->d_name));
    if (d)
        closedir(d);
    sort_once(&all);
    return all;
}

static bool has(const struct kp_texts *sorted, const char *text)
{
    return sorted->n && bsearch(&text, sorted->v, sorted->n, sizeof *sorted->v, by_text);
}

enum { FEW_NAMES = 64 };

/* Is the first part of name `k`, up to a slash or its end, in the listing? *found: that of the name
 * before it was. */
static bool begins_there(struct kp_arena *a, const struct kp_texts *all, const char *const *names,
                         size_t k, bool *found)
{
    size_t n = strcspn(names[k], "/");

    if (!k || strncmp(names[k - 1], names[k], n) != 0 || !strchr("/", names[k - 1][n]))
        *found = has(all, kp_strndup(a, names[k], n));
    return *found;
}

/* A number for which of the names are there, in which of the folders. */
static const char *presence(struct kp_arena *a, const struct names *names,
                            const struct kp_texts *folders)
{
    struct kp_texts there = {0}, wanted = {0};

    for (size_t i = 0; i < names->endings.n; i++)
        kp_push(a, &wanted, names->endings.v[i]);
    for (size_t i = 0; i < names->quoted.n; i++)
        kp_push(a, &wanted, names->quoted.v[i]);
    sort_once(&wanted);
    for (size_t i = 0; i < folders->n; i++) {
        bool few = wanted.n <= FEW_NAMES; /* asked for by themselves, in whatever large folder */
        struct kp_texts all = few ? (struct kp_texts){0} : listing(a, folders->v[i]);
        bool found = false;

        for (size_t k = 0; k < wanted.n; k++) {
            const char *path;

            if (!few && !begins_there(a, &all, wanted.v, k, &found))
                continue;
            path = kp_sprintf(a, "%s/%s", folders->v[i], wanted.v[k]);
            if (access(path, F_OK) == 0)
                kp_push(a, &there, path);
        }
    }
    kp_push(a, &there, NULL);
    return kp_hash_texts(a, there.v);
}

/* ---- the compiler's list -----------------------------------------------------------------------
 */

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

/* The path that a name stands for outside of the compiler's folder, links of the user's unfollowed;
 * "" for a file that lies in it; NULL when that is not clear. */
static const char *path_of(struct kp_arena *a, const char *temp, const char *name)
{
    size_t n = strcspn(name, "/");
    char target[4096];
    ssize_t got;

    if (name[0] == '/')
        return name;
    got = readlink(kp_sprintf(a, "%s/%.*s", temp, (int)n, name), target, sizeof target);
    if (got < 0)
        return name[n] ? NULL : "";
    if ((size_t)got == sizeof target || target[0] != '/')
        return NULL;
    return kp_sprintf(a, "%.*s%s", (int)got, target, name + n);
}

static bool is_of_system(struct kp_arena *a, const char *path, const char *toolkit)
{
    char *real = realpath(path, NULL);
    const char *name = real ? kp_strdup(a, real) : path;

    free(real);
    return kp_starts_with(name, "/usr/include/") || kp_starts_with(name, "/usr/lib/") ||
           (toolkit && kp_starts_with(name, toolkit) && name[strlen(toolkit)] == '/');
}

struct list {
    struct kp_arena *arena;
    const struct kp_reads *of;
    struct kp_str text;
    struct names names;
    struct kp_texts folders;
};

static bool add_file(struct list *l, const char *path)
{
    struct kp_arena *a = l->arena;
    struct stat st;
    bool is_users;
    size_t n;
    char *text = strchr(path, '\n') ? NULL : look(a, path, &st, &n);

    if (!text || is_young(st.st_mtim, l->of->beginning) || is_young(st.st_ctim, l->of->beginning))
        return false;
    kp_str_addf(&l->text, "r %llx %s %s\n", (unsigned long long)kp_hash_bytes(text, n),
                stamp_of(a, &st), path);
    is_users = !is_of_system(a, path, l->of->toolkit);
    add_endings(&l->names, path);
    read_directives(&l->names, text, is_users);
    if (is_users)
        kp_add_text(a, &l->folders, kp_strndup(a, path, (size_t)(strrchr(path, '/') - path)));
    return true;
}

static bool add_files(struct list *l)
{
    const char *at = strstr(l->of->depends, " : "), *name;

    if (!at)
        return false;
    for (at += 3; (name = next_name(l->arena, &at));) {
        const char *path;

        if (kp_starts_with(name, "./"))
            name += 2;
        if (kp_streq(name, l->of->self))
            continue;
        path = path_of(l->arena, l->of->temp, name);
        if (!path || (*path && !add_file(l, path)))
            return false;
    }
    return true;
}

void kp_reads_add_folders(struct kp_arena *a, const char *here, struct kp_texts *to)
{
    static const char *const variables[] = {"CPATH", "CPLUS_INCLUDE_PATH", "C_INCLUDE_PATH"};

    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        for (const char *at = getenv(variables[i]); at && *at; at += *at == ':') {
            size_t n = strcspn(at, ":");

            kp_add_text(a, to,
                        *at == '/' ? kp_strndup(a, at, n)
                                   : kp_sprintf(a, "%s/%.*s", here, (int)n, at));
            at += n;
        }
    kp_add_text(a, to, "/usr/local/include");
    kp_add_text(a, to, "/usr/include");
}

struct timespec kp_reads_clock(void)
{
    struct timespec now = {0};

    clock_gettime(CLOCK_REALTIME_COARSE, &now);
    return now;
}

/* Whether a file was there when the compiler asked is known where no name came or went since. */
static bool folders_are_old(const struct list *l)
{
    struct stat st;

    for (size_t i = 0; i < l->folders.n; i++)
        if (strchr(l->folders.v[i], '\n') || (l->names.asks && stat(l->folders.v[i], &st) == 0 &&
                                              is_young(st.st_mtim, l->of->beginning)))
            return false;
    return true;
}

const char *kp_reads_list(struct kp_arena *a, const struct kp_reads *r)
{
    struct list l = {a, r, kp_str_new(a), {.arena = a}, {0}};

    for (size_t i = 0; i < r->folders.n; i++)
        kp_add_text(a, &l.folders, r->folders.v[i]);
    read_directives(&l.names, r->text, true);
    if (!add_files(&l) || l.names.hidden || !folders_are_old(&l))
        return NULL;
    for (size_t i = 0; i < l.folders.n; i++)
        kp_str_addf(&l.text, "f %s\n", l.folders.v[i]);
    sort_once(&l.names.endings);
    sort_once(&l.names.quoted);
    for (size_t i = 0; i < l.names.quoted.n; i++)
        if (!has(&l.names.endings, l.names.quoted.v[i]))
            kp_str_addf(&l.text, "n %s\n", l.names.quoted.v[i]);
    kp_str_addf(&l.text, "p %s\n", presence(a, &l.names, &l.folders));
    return kp_str_text(&l.text);
}

bool kp_reads_same(struct kp_arena *a, const char *list)
{
    struct names names = {.arena = a};
    struct kp_texts folders = {0};

    for (size_t n; *list; list += n + 1) {
        const char *line;

        n = strcspn(list, "\n");
        if (n < 2 || !list[n])
            return false;
        line = kp_strndup(a, list, n);
        if (line[0] == 'p')
            return !list[n + 1] && kp_streq(line + 2, presence(a, &names, &folders));
        if (line[0] == 'f')
            kp_push(a, &folders, line + 2);
        else if (line[0] == 'n')
            kp_push(a, &names.quoted, line + 2);
        else if (line[0] == 'r' && is_as_it_was(a, line + 2))
            add_endings(&names, strchr(line, '/'));
        else
            return false;
    }
    return false;
}
