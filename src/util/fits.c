#define _GNU_SOURCE
#include "util/fits.h"

#include <fnmatch.h>
#include <limits.h>
#include <string.h>

enum { MOST_STEPS = 20000 }; /* of one question: `**` tries again and again */

struct match {
    bool folders_only, is_folder;
    unsigned steps;
};

static bool is_component(const char *pattern, size_t pn, const char *path, size_t n)
{
    char p[NAME_MAX + 1], c[NAME_MAX + 1];

    if (pn > NAME_MAX || n > NAME_MAX)
        return false;
    memcpy(p, pattern, pn);
    memcpy(c, path, n);
    p[pn] = c[n] = '\0';
    return fnmatch(p, c, 0) == 0;
}

/* Both stand at the beginning of a component. */
static bool fits(struct match *m, const char *pattern, const char *path)
{
    size_t pn = strcspn(pattern, "/"), n = strcspn(path, "/");
    bool is_last = !pattern[pn];

    if (++m->steps > MOST_STEPS || !*path)
        return false;
    if (pn == 2 && !strncmp(pattern, "**", 2)) {
        if (is_last)
            return true;
        return fits(m, pattern + pn + 1, path) || (path[n] && fits(m, pattern, path + n + 1));
    }
    if (!is_component(pattern, pn, path, n))
        return false;
    if (is_last) /* what lies below a folder that fits, fits */
        return path[n] || !m->folders_only || m->is_folder;
    return path[n] && fits(m, pattern + pn + 1, path + n + 1);
}

bool kp_path_fits(const char *pattern, const char *path, bool is_folder)
{
    char own[PATH_MAX + 4];
    size_t n = strlen(pattern);
    bool anchored;
    struct match m = {.is_folder = is_folder};

    while (n && pattern[n - 1] == '/') {
        m.folders_only = true;
        n--;
    }
    anchored = memchr(pattern, '/', n) != NULL;
    if (n && *pattern == '/') {
        pattern++;
        n--;
    }
    if (!n || n >= PATH_MAX)
        return false;
    memcpy(own, "**/", 3);
    memcpy(own + 3, pattern, n);
    own[3 + n] = '\0';
    return fits(&m, anchored ? own + 3 : own, path);
}
