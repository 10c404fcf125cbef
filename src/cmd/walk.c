#define _GNU_SOURCE
#include "cmd/walk.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "cmd/config.h"
#include "front/command.h"
#include "util/fits.h"
#include "util/system.h"

enum { MOST_BYTES = 1 << 20, MOST_FILES = 1000000, MOST_VISITS = 100000 };

/* A folder on the way, and what holds below it. */
struct level {
    const struct level *above;
    const char *path;        /* real */
    struct kp_texts ignored; /* lines of its .gitignore */
    const struct kp_config *config;
};

struct walk {
    struct kp_settings *settings;
    struct kp_texts files;
    const char *error;
    bool sources; /* files that are compiled, by their real names; nobody named the folder */
    size_t visits;
};

/* ---- what holds in a folder -------------------------------------------------------------------
 */

static void read_ignored(struct kp_arena *a, struct level *l)
{
    const char *text =
        kp_read_plain(a, kp_sprintf(a, "%s/.gitignore", l->path), O_NOFOLLOW, MOST_BYTES);

    while (text && *text) {
        size_t n = strcspn(text, "\r\n"), end = n;

        while (end && (text[end - 1] == ' ' || text[end - 1] == '\t'))
            end--;
        if (end && *text != '#')
            kp_push(a, &l->ignored, kp_strndup(a, text, end));
        text += n + (text[n] != '\0');
    }
}

static struct level *enter(struct walk *w, const struct level *above, const char *path,
                           bool is_first)
{
    struct kp_settings *s = w->settings;
    struct level *l = kp_new(s->arena, struct level);
    const char *own = kp_sprintf(s->arena, "%s/.kpipe.ini", path), *error = NULL;

    l->above = above;
    l->path = path;
    l->config = above ? above->config : NULL;
    read_ignored(s->arena, l);
    if (!s->no_config && (is_first || (!s->config && access(own, F_OK) == 0)))
        l->config = kp_find_config(s->arena, own, s->config, &error);
    if (error && !w->error)
        w->error = error;
    return l;
}

/* Those of the folders above, as far as the repository goes. */
static const struct level *levels_above(struct walk *w, const char *path)
{
    struct kp_arena *a = w->settings->arena;
    struct kp_texts folders = {0};
    const struct level *above = NULL;
    char *folder = kp_strdup(a, path), *slash;
    bool in_repository = access(kp_sprintf(a, "%s/.git", path), F_OK) == 0;

    while (!in_repository && (slash = strrchr(folder, '/')) && slash > folder) {
        *slash = '\0';
        kp_push(a, &folders, kp_strdup(a, folder));
        in_repository = access(kp_sprintf(a, "%s/.git", folder), F_OK) == 0;
    }
    for (size_t i = folders.n; in_repository && i-- > 0;) {
        struct level *l = kp_new(a, struct level);

        l->above = above;
        l->path = folders.v[i];
        read_ignored(a, l);
        above = l;
    }
    return above;
}

/* ---- what is left out -------------------------------------------------------------------------
 */

/* The nearest .gitignore with a word on it decides, and there the last such line. */
static bool is_ignored(const struct level *l, const char *path, bool is_folder)
{
    for (; l; l = l->above) {
        const char *name = path + strlen(l->path) + 1;

        for (size_t i = l->ignored.n; i-- > 0;) {
            const char *pattern = l->ignored.v[i];
            bool again = *pattern == '!';

            if (kp_path_fits(pattern + again + (pattern[again] == '\\'), name, is_folder))
                return !again;
        }
    }
    return false;
}

static bool is_left_out(const struct walk *w, const struct level *l, const char *path,
                        bool is_folder)
{
    return is_ignored(l, path, is_folder) ||
           kp_config_excludes(w->settings->arena, l->config, path, is_folder);
}

bool kp_is_excluded(struct kp_arena *a, const struct kp_config *config, const char *path)
{
    bool is_out = kp_config_excludes(a, config, path, false) != NULL;

    for (const char *slash = path; !is_out && (slash = strchr(slash + 1, '/'));)
        is_out = kp_config_excludes(a, config, kp_strndup(a, path, (size_t)(slash - path)), true);
    return is_out;
}

/* ---- the way ----------------------------------------------------------------------------------
 */

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* The real path of what was found: fts follows no links. */
static const char *real_path(struct kp_arena *a, const FTSENT *e)
{
    const struct level *l = e->fts_parent->fts_pointer;

    return kp_sprintf(a, "%s/%s", kp_streq(l->path, "/") ? "" : l->path, e->fts_name);
}

/* A folder that is named counts, whatever is said of it. */
static struct level *enter_first(struct walk *w, const char *path)
{
    const struct level *above = levels_above(w, path);
    struct level *l = enter(w, is_ignored(above, path, true) ? NULL : above, path, true);

    if (kp_config_excludes(w->settings->arena, l->config, path, true))
        l->config = NULL;
    return l;
}

/* A source that only CUDA's compilers read, whatever its name is (`nvcc -x cu`, LANGUAGE CUDA). */
static bool launches(struct walk *w, const char *name, const char *path)
{
    enum { LONGEST = 64 << 20 };
    struct kp_arena *a;
    const char *text;
    bool any;

    if (!w->sources || kp_language_of(name) != KP_LANGUAGE_CXX)
        return false;
    a = kp_arena_new();
    text = kp_read_plain(a, path, 0, LONGEST);
    any = text && strstr(text, "<<<") && strstr(text, ">>>");
    kp_arena_free(a);
    return any;
}

static void visit(struct walk *w, FTS *walk, FTSENT *e)
{
    struct kp_arena *a = w->settings->arena;
    bool is_folder = e->fts_info == FTS_D;
    const struct level *above;
    const char *path;

    w->visits++;
    if (e->fts_level == 0 || (!is_folder && e->fts_info != FTS_F))
        return;
    above = e->fts_parent->fts_pointer;
    path = real_path(a, e);
    if (is_folder && (e->fts_name[0] == '.' || is_left_out(w, above, path, true)))
        fts_set(walk, e, FTS_SKIP);
    else if (is_folder)
        e->fts_pointer = enter(w, above, path, false);
    else if ((kp_ends_with(e->fts_name, ".cu") ||
              (kp_ends_with(e->fts_name, ".cuh") && !w->sources) ||
              launches(w, e->fts_name, path)) &&
             !is_left_out(w, above, path, false) && w->files.n < MOST_FILES)
        kp_push(a, &w->files, w->sources ? path : kp_strdup(a, e->fts_path));
}

static void walk_folder(struct walk *w, const char *path)
{
    struct kp_arena *a = w->settings->arena;
    char *name = kp_strdup(a, path), *roots[] = {name, NULL}, *real = realpath(path, NULL);
    size_t n = strlen(name);
    FTS *walk;

    while (n > 1 && name[n - 1] == '/')
        name[--n] = '\0';
    walk = real ? fts_open(roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, by_name) : NULL;
    if (!walk)
        w->error = kp_sprintf(a, "%s: %s", path, strerror(errno));
    for (FTSENT *e;
         walk && !w->error && (!w->sources || w->visits < MOST_VISITS) && (e = fts_read(walk));) {
        if (e->fts_level == 0 && (e->fts_info == FTS_NS || e->fts_info == FTS_DNR))
            w->error = kp_sprintf(a, "%s: %s", path, strerror(e->fts_errno));
        else if (e->fts_level == 0 && e->fts_info == FTS_D)
            e->fts_pointer = enter_first(w, kp_strdup(a, real));
        visit(w, walk, e);
    }
    if (walk)
        fts_close(walk);
    free(real);
}

bool kp_find_sources(struct kp_settings *s, bool *folders)
{
    struct walk w = {.settings = s};

    *folders = false;
    for (size_t i = 0; i < s->operands.n && !w.error; i++) {
        struct stat st;

        int missing = stat(s->operands.v[i], &st);

        if (missing && s->stats) { /* else the file's own message */
            w.error = kp_sprintf(s->arena, "%s: %s", s->operands.v[i], strerror(errno));
        } else if (!missing && S_ISDIR(st.st_mode)) {
            *folders = true;
            walk_folder(&w, s->operands.v[i]);
        } else {
            kp_push(s->arena, &w.files, s->operands.v[i]);
        }
    }
    if (!w.error && !w.files.n && s->operands.n)
        w.error = "no .cu or .cuh file there";
    if (w.error)
        kp_complain("%s", w.error);
    s->operands = w.files;
    return !w.error;
}

void kp_walk_project(struct kp_settings *s, const char *root, struct kp_texts *to)
{
    struct walk w = {.settings = s, .sources = true};

    walk_folder(&w, root);
    *to = w.files;
}
