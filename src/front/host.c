#define _GNU_SOURCE
#include "front/host.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/str.h"

/* What a program's name says: "x86_64-linux-gnu-g++-12". */
struct named {
    const char *triple, *version; /* "": any */
};

struct found {
    struct kp_arena *arena;
    struct named named;
    const char *folder, *version; /* NULL: none yet */
};

/* Is what stands at the text's end a version behind a dash? Its length with the dash. */
static size_t version_length(const char *text)
{
    const char *dash = strrchr(text, '-');

    return dash && dash[1] && !dash[1 + strspn(dash + 1, "0123456789.")] ? strlen(dash) : 0;
}

static bool read_name(struct kp_arena *a, const char *name, struct named *to)
{
    static const char *const compilers[] = {"g++", "gcc", "c++", "cc"};
    size_t version = version_length(name), n = strlen(name) - version;

    to->version = version ? name + n + 1 : "";
    name = kp_strndup(a, name, n);
    for (size_t i = 0; i < sizeof compilers / sizeof *compilers; i++) {
        size_t own = strlen(compilers[i]);

        if (!kp_ends_with(name, compilers[i]) || (n > own && name[n - own - 1] != '-'))
            continue;
        to->triple = n > own ? kp_strndup(a, name, n - own - 1) : "";
        return true;
    }
    return false;
}

/* The real path of a program, which a shell would start; NULL. */
static const char *program_at(struct kp_arena *a, const char *program)
{
    const char *path = getenv("PATH");
    char *real = NULL;

    if (strchr(program, '/')) {
        real = realpath(kp_sprintf(a, "%s/g++", program), NULL);
        real = real ? real : realpath(program, NULL);
    }
    for (const char *at = path ? path : ""; *at && !real && !strchr(program, '/');) {
        size_t n = strcspn(at, ":");
        const char *file = kp_sprintf(a, "%.*s/%s", (int)n, at, program);

        real = *at == '/' && access(file, X_OK) == 0 ? realpath(file, NULL) : NULL;
        at += n + (at[n] == ':');
    }
    program = real ? kp_strdup(a, real) : NULL;
    free(real);
    return program;
}

static bool is_version_wanted(const char *wanted, const char *version)
{
    size_t n = strlen(wanted);

    return !strncmp(version, wanted, n) && (!n || !version[n] || version[n] == '.');
}

static void look_at_version(struct found *f, const char *folder, const char *version)
{
    const char *path = kp_sprintf(f->arena, "%s/%s", folder, version);

    if (strspn(version, "0123456789.") != strlen(version) ||
        !is_version_wanted(f->named.version, version) ||
        access(kp_sprintf(f->arena, "%s/crtbegin.o", path), F_OK) != 0 ||
        (f->version && strverscmp(f->version, version) >= 0))
        return;
    f->folder = path;
    f->version = kp_strdup(f->arena, version);
}

static void look_at_triple(struct found *f, const char *folder, const char *triple)
{
    const char *path = kp_sprintf(f->arena, "%s/%s", folder, triple);
    DIR *d = *triple != '.' && (!*f->named.triple || !strcmp(f->named.triple, triple))
                 ? opendir(path)
                 : NULL;

    for (struct dirent *e; d && (e = readdir(d));)
        if (*e->d_name != '.')
            look_at_version(f, path, e->d_name);
    if (d)
        closedir(d);
}

const char *kp_host_folder(struct kp_arena *a, const char *program)
{
    const char *real = program_at(a, program), *slash = real ? strrchr(real, '/') : NULL;
    struct found f = {.arena = a};

    if (!slash || !read_name(a, slash + 1, &f.named))
        return NULL;
    for (int i = 0; i < 2 && !f.folder; i++) {
        const char *folder =
            kp_sprintf(a, "%.*s/../%s/gcc", (int)(slash - real), real, i ? "lib64" : "lib");
        DIR *d = opendir(folder);

        for (struct dirent *e; d && (e = readdir(d));)
            look_at_triple(&f, folder, e->d_name);
        if (d)
            closedir(d);
    }
    return f.folder;
}

static const char own_option[] = "--gcc-install-dir=";

const char *kp_host_arg(struct kp_arena *a, const char *folder)
{
    return kp_sprintf(a, "%s%s", own_option, folder);
}

bool kp_is_of_host(const char *arg)
{
    return kp_starts_with(arg, own_option);
}
