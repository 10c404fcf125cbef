#define _GNU_SOURCE
#include "front/includes.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/subprocess.h"

enum { MOST_FILES = 4000, MOST_LOOKS = 100000, MOST_BYTES = 4 << 20, MOST_DEPTH = 16 };

struct file {
    const char *path;      /* real */
    struct kp_texts names; /* as the directives have them, with the < or the quote in front */
    unsigned visit;        /* the last question that came by */
};

struct kp_includes {
    struct kp_arena *arena;
    KP_VEC(struct file *) files;
    unsigned visit;
    size_t looks;
};

struct kp_includes *kp_includes_new(struct kp_arena *a)
{
    struct kp_includes *in = kp_new(a, struct kp_includes);

    in->arena = a;
    return in;
}

/* ---- the text ---------------------------------------------------------------------------------
 */

static char *slurp(struct kp_arena *a, const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat st;
    size_t n;
    char *text = NULL;

    if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size <= MOST_BYTES)
        text = kp_read_all(a, fd, &n);
    if (fd >= 0)
        close(fd);
    return text;
}

/* What stands behind `# include` in the line, NULL: it is no such line. */
static const char *operand(const char *line)
{
    line += strspn(line, " \t");
    if (*line++ != '#')
        return NULL;
    line += strspn(line, " \t");
    if (!kp_starts_with(line, "include"))
        return NULL;
    line += strlen("include");
    line += strspn(line, " \t");
    return *line == '"' || *line == '<' ? line : NULL;
}

static void find_names(struct kp_arena *a, const char *text, struct kp_texts *to)
{
    for (const char *line = text; line; line = strchr(line, '\n'), line += line != NULL) {
        const char *name = operand(line);
        size_t n = name ? strcspn(name + 1, *name == '<' ? ">\n" : "\"\n") : 0;

        if (n && name[n + 1] != '\n')
            kp_push(a, to, kp_strndup(a, name, n + 1));
    }
}

static struct file *file_at(struct kp_includes *in, const char *real)
{
    struct file *f;
    const char *text;

    for (size_t i = 0; i < in->files.n; i++)
        if (kp_streq(in->files.v[i]->path, real))
            return in->files.v[i];
    if (in->files.n == MOST_FILES)
        return NULL;
    f = kp_new(in->arena, struct file);
    f->path = kp_strdup(in->arena, real);
    kp_push(in->arena, &in->files, f);
    if ((text = slurp(in->arena, real)))
        find_names(in->arena, text, &f->names);
    return f;
}

/* ---- the way ----------------------------------------------------------------------------------
 */

/* The real path of a file that is there; NULL. */
static const char *real_of(struct kp_includes *in, const char *folder, size_t n, const char *name)
{
    const char *path = kp_sprintf(in->arena, "%.*s/%s", (int)n, folder, name);
    char *real;

    if (in->looks++ >= MOST_LOOKS || access(path, F_OK) != 0)
        return NULL;
    real = realpath(path, NULL);
    path = real ? kp_strdup(in->arena, real) : NULL;
    free(real);
    return path;
}

bool kp_is_folder_option(const char *arg)
{
    return kp_streq(arg, "-I") || kp_streq(arg, "-iquote") || kp_streq(arg, "-isystem") ||
           kp_streq(arg, "-idirafter");
}

static const char *resolve(struct kp_includes *in, const char *from, const char *name,
                           const struct kp_args *args)
{
    const char *found = NULL;

    if (name[1] == '/')
        return real_of(in, "", 0, name + 2);
    if (*name == '"')
        found = real_of(in, from, (size_t)(strrchr(from, '/') - from), name + 1);
    for (size_t i = 0; i + 1 < args->n && !found; i++)
        if (kp_is_folder_option(args->v[i]))
            found = real_of(in, args->v[i + 1], strlen(args->v[i + 1]), name + 1);
    return found;
}

static bool reaches(struct kp_includes *in, const char *from, const struct kp_args *args,
                    const char *file, int depth)
{
    struct file *f = depth < MOST_DEPTH ? file_at(in, from) : NULL;

    if (!f || f->visit == in->visit)
        return false;
    f->visit = in->visit;
    for (size_t i = 0; i < f->names.n; i++) {
        const char *next = resolve(in, from, f->names.v[i], args);

        if (next && (kp_streq(next, file) || reaches(in, next, args, file, depth + 1)))
            return true;
    }
    return false;
}

bool kp_includes_reach(struct kp_includes *in, const char *from, const struct kp_args *args,
                       const char *file)
{
    const char *real = real_of(in, "", 0, from);

    in->visit++;
    return real && reaches(in, real, args, file, 0);
}
