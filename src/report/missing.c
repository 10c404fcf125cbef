#define _GNU_SOURCE
#include "report/missing.h"

#include <fts.h>
#include <string.h>

#include "front/guess.h"
#include "front/origin.h"

enum { MOST_ENTRIES = 50000 };

static size_t depth(const char *path)
{
    size_t n = 0;

    for (; *path; path++)
        n += *path == '/';
    return n;
}

/* Nearer to the file, then less deep, then by name. */
static bool is_better(const char *path, const char *than, const char *file)
{
    size_t a = kp_common_folders(path, file), b = than ? kp_common_folders(than, file) : 0;

    if (!than || a != b)
        return !than || a > b;
    if (depth(path) != depth(than))
        return depth(path) < depth(than);
    return strcmp(path, than) < 0;
}

/* The file of the project whose path ends so; NULL. */
static const char *find_file(const struct kp_unit *u, const struct kp_missing *m, const char *end)
{
    char *root = kp_project_of(u->arena, m->path), *roots[] = {root, NULL};
    FTS *walk = root ? fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR | FTS_NOSTAT, NULL) : NULL;
    const char *best = NULL;
    size_t seen = 0;

    for (FTSENT *e; walk && (e = fts_read(walk)) && seen++ < MOST_ENTRIES;) {
        if (e->fts_info == FTS_D && e->fts_level > 0 && e->fts_name[0] == '.')
            fts_set(walk, e, FTS_SKIP);
        else if (e->fts_info != FTS_D && e->fts_info != FTS_DP && kp_ends_with(e->fts_path, end) &&
                 is_better(e->fts_path, best, m->path))
            best = kp_strdup(u->arena, e->fts_path);
    }
    if (walk)
        fts_close(walk);
    return best ? kp_name_from_here(u->arena, best) : NULL;
}

/* "/sub/x.h" for "../sub/x.h" */
static const char *end_of(const struct kp_unit *u, const struct kp_missing *m)
{
    const char *wanted = m->name;

    while (kp_starts_with(wanted, "../") || kp_starts_with(wanted, "./"))
        wanted += strcspn(wanted, "/") + 1;
    return kp_sprintf(u->arena, "/%s", wanted);
}

const char *kp_missing_folder(const struct kp_unit *u, const struct kp_missing *m)
{
    const char *end = end_of(u, m), *best = find_file(u, m, end);

    if (!best)
        return NULL;
    return strlen(best) < strlen(end) ? "."
                                      : kp_strndup(u->arena, best, strlen(best) - strlen(end));
}

const char *kp_missing_pattern(const struct kp_unit *u, const struct kp_missing *m)
{
    static const char *const ends[] = {".in", ".in.cmake", ".cmake.in", ".cmake"};
    const char *found = NULL;

    for (size_t i = 0; i < sizeof ends / sizeof *ends && !found; i++)
        found = find_file(u, m, kp_sprintf(u->arena, "%s%s", strrchr(end_of(u, m), '/'), ends[i]));
    return found;
}
