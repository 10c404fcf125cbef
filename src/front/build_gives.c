#define _GNU_SOURCE
#include "front/build_gives.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "front/guess.h"
#include "front/lex.h"
#include "front/origin.h"
#include "util/system.h"

enum { MOST_BYTES = 1 << 20, MOST_FILES = 64 };

static int is_build_file(const struct dirent *e)
{
    static const char *const names[] = {"CMakeLists.txt", "Makefile",    "makefile",
                                        "GNUmakefile",    "meson.build", "make.inc"};
    static const char *const ends[] = {".cmake", ".mk", ".py", ".sh"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (kp_streq(e->d_name, names[i]))
            return 1;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (kp_ends_with(e->d_name, ends[i]))
            return 1;
    return 0;
}

/* Where the text says -DNAME; NULL: nowhere. */
static const char *find(const char *text, const char *name)
{
    size_t n = strlen(name);

    for (const char *at = text; (at = strstr(at, "-D")) != NULL; at += 2)
        if (!strncmp(at + 2, name, n) && !kp_is_ident_char(at[2 + n]))
            return at;
    return NULL;
}

static unsigned line_of(const char *text, const char *at)
{
    unsigned line = 1;

    for (; text < at; text++)
        line += *text == '\n';
    return line;
}

static struct kp_build_gives find_in(struct kp_arena *a, const char *folder, const char *name)
{
    struct kp_build_gives to = {0};
    struct dirent **list = NULL;
    int n = scandir(folder, &list, is_build_file, alphasort);

    for (int i = 0; i < n; i++) {
        const char *path = kp_sprintf(a, "%s/%s", folder, list[i]->d_name);
        const char *text = to.path || i >= MOST_FILES
                               ? NULL
                               : kp_read_plain(a, path, O_NOFOLLOW, MOST_BYTES),
                   *at = text ? find(text, name) : NULL;

        if (at)
            to = (struct kp_build_gives){kp_name_from_here(a, path), line_of(text, at),
                                         kp_strndup(a, at, strcspn(at, " \t\r\n\"'`,;()[]<>$\\"))};
        free(list[i]);
    }
    free(list);
    return to;
}

struct kp_build_gives kp_build_gives(struct kp_arena *a, const char *source, const char *name)
{
    const char *root = kp_project_of(a, source);
    char *real = root ? realpath(source, NULL) : NULL, *slash;
    struct kp_build_gives to = {0};

    while (real && !to.path && (slash = strrchr(real, '/')) > real && strlen(real) > strlen(root)) {
        *slash = '\0';
        to = find_in(a, real, name);
    }
    free(real);
    return to;
}
