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

struct build_file {
    const char *path, *text;
};

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

/* The build files with a -D, from the source's folder up to the project's. */
struct kp_build_files {
    KP_VEC(struct build_file) list;
};

static void read_folder(struct kp_arena *a, const char *folder, struct kp_build_files *files)
{
    struct dirent **list = NULL;
    int n = scandir(folder, &list, is_build_file, alphasort);

    for (int i = 0; i < n; i++) {
        struct build_file f = {.path = kp_sprintf(a, "%s/%s", folder, list[i]->d_name)};

        f.text = i < MOST_FILES ? kp_read_plain(a, f.path, O_NOFOLLOW, MOST_BYTES) : NULL;
        if (f.text && strstr(f.text, "-D"))
            kp_push(a, &files->list, f);
        free(list[i]);
    }
    free(list);
}

static const struct kp_build_files *files_of(struct kp_unit *u)
{
    const char *root;
    char *real, *slash;

    if (u->build_files)
        return u->build_files;
    u->build_files = kp_new(u->arena, struct kp_build_files);
    root = kp_project_of(u->arena, u->source.path);
    real = root ? realpath(u->source.path, NULL) : NULL;
    while (real && (slash = strrchr(real, '/')) > real && strlen(real) > strlen(root)) {
        *slash = '\0';
        read_folder(u->arena, real, u->build_files);
    }
    free(real);
    return u->build_files;
}

struct kp_build_gives kp_build_gives(struct kp_unit *u, const char *name)
{
    const struct kp_build_files *files = files_of(u);

    for (size_t i = 0; i < files->list.n; i++) {
        const struct build_file *f = &files->list.v[i];
        const char *at = find(f->text, name);

        if (at)
            return (struct kp_build_gives){
                kp_name_from_here(u->arena, f->path), line_of(f->text, at),
                kp_strndup(u->arena, at, strcspn(at, " \t\r\n\"'`,;()[]<>$\\"))};
    }
    return (struct kp_build_gives){0};
}
