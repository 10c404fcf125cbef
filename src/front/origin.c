#define _GNU_SOURCE
#include "front/origin.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "front/database.h"
#include "front/guess.h"
#include "util/system.h"

#define NAME "compile_commands.json"

/* The databases in a folder and in its build folders. */
struct place {
    const char *folder;
    KP_VEC(struct kp_database *) databases;
    const char *ignored;
};

struct kp_databases {
    struct kp_arena *arena;
    KP_VEC(struct place *) places;
    struct kp_guesses *guesses;
};

struct kp_databases *kp_databases_new(struct kp_arena *a)
{
    struct kp_databases *all = kp_new(a, struct kp_databases);

    all->arena = a;
    all->guesses = kp_guesses_new(a);
    return all;
}

/* ---- looking for databases --------------------------------------------------------------------
 */

static bool has_cuda(struct kp_arena *a, struct kp_database *d)
{
    for (size_t i = 0; i < d->entries.n; i++)
        if (kp_database_is_cuda(a, &d->entries.v[i]))
            return true;
    return false;
}

const char *kp_name_from_here(struct kp_arena *a, const char *file)
{
    char *here = realpath(".", NULL);
    const char *name = here && !kp_streq(here, "/") ? kp_below(file, here) : NULL;

    free(here);
    return kp_strdup(a, name ? name : file);
}

/* A database that was found is used if it has CUDA sources and no other user can write to it. */
static void add(struct kp_databases *all, struct place *p, const char *path)
{
    struct stat st;
    const char *error = NULL;
    struct kp_database *d;

    if (stat(path, &st) != 0 || !S_ISREG(st.st_mode))
        return;
    if (!kp_is_trusted(&st)) {
        p->ignored = kp_sprintf(all->arena,
                                "%s is ignored: another user can write to it; -p reads it", path);
        return;
    }
    d = kp_database_read_cuda(all->arena, path, &error);
    if (error)
        p->ignored = kp_sprintf(all->arena, "a database is ignored: %s", error);
    if (d && has_cuda(all->arena, d)) {
        d->path = kp_name_from_here(all->arena, path);
        kp_push(all->arena, &p->databases, d);
    }
}

/* False where the file system says that it is neither a folder nor a link. */
static bool may_be_folder(const struct dirent *e)
{
    return e->d_type == DT_DIR || e->d_type == DT_LNK || e->d_type == DT_UNKNOWN;
}

/* [Bb]uild?* and cmake-build* */
static int is_build_folder(const struct dirent *e)
{
    const char *name = e->d_name;

    return may_be_folder(e) &&
           (kp_starts_with(name, "cmake-build") ||
            (strchr("Bb", *name) && kp_starts_with(name + 1, "uild") && name[sizeof "build" - 1]));
}

static int is_shown(const struct dirent *e)
{
    return e->d_name[0] != '.' && may_be_folder(e);
}

/* Those of the folders of `folder` for which `is_wanted` says so, by name. */
static void add_below(struct kp_databases *all, struct place *p, const char *folder,
                      int (*is_wanted)(const struct dirent *))
{
    struct dirent **names;
    int n = scandir(folder, &names, is_wanted, alphasort);

    for (int i = 0; i < n; i++) {
        add(all, p, kp_sprintf(all->arena, "%s/%s/" NAME, folder, names[i]->d_name));
        free(names[i]);
    }
    if (n >= 0)
        free(names);
}

static struct place *place_at(struct kp_databases *all, const char *folder)
{
    struct kp_arena *a = all->arena;
    struct place *p;

    for (size_t i = 0; i < all->places.n; i++)
        if (kp_streq(all->places.v[i]->folder, folder))
            return all->places.v[i];
    p = kp_new(a, struct place);
    p->folder = folder;
    add(all, p, kp_sprintf(a, "%s/" NAME, folder));
    add(all, p, kp_sprintf(a, "%s/build/" NAME, folder));
    add_below(all, p, *folder ? folder : "/", is_build_folder);
    add(all, p, kp_sprintf(a, "%s/out/" NAME, folder));
    add_below(all, p, kp_sprintf(a, "%s/out", folder), is_shown);
    kp_push(a, &all->places, p);
    return p;
}

/* ---- the entry --------------------------------------------------------------------------------
 */

static void use(struct kp_databases *all, struct kp_database *d, struct kp_database_entry *e,
                struct kp_origin *to)
{
    struct kp_flag_line line = {.line = kp_database_line(all->arena, e), .said = d->path};

    to->database = d->path;
    to->build = line.line;
    kp_push(all->arena, &to->lines, line);
}

static bool has_same_args(struct kp_arena *a, const struct kp_compile *x,
                          const struct kp_compile *y)
{
    struct kp_args args[2] = {0};

    kp_compile_args(a, x, &args[0]);
    kp_compile_args(a, y, &args[1]);
    for (size_t i = 0; i < args[0].n && i < args[1].n; i++)
        if (!kp_streq(args[0].v[i], args[1].v[i]))
            return false;
    return args[0].n == args[1].n;
}

/* Adds what another entry compiles the file for, and its flags where no entry before has them. */
static void add_build(struct kp_databases *all, struct kp_database *d, struct kp_database_entry *e,
                      size_t number, struct kp_origin *to)
{
    struct kp_arena *a = all->arena;
    const struct kp_compile *line = kp_database_line(a, e);
    struct kp_compile *build = kp_new(a, struct kp_compile);
    struct kp_command_line b = {.name = kp_sprintf(a, "entry %zu of %s", number, d->path)};

    *build = *to->build;
    build->archs.cap = build->archs.n; /* so that a push copies it */
    for (size_t i = 0; i < line->archs.n; i++)
        kp_push(a, &build->archs, line->archs.v[i]);
    build->is_native |= line->is_native;
    build->is_all |= line->is_all;
    to->build = build;
    for (size_t i = 0; i < to->builds.n; i++)
        if (has_same_args(a, to->builds.v[i].lines.v[0].line, line))
            return;
    kp_push(a, &b.lines, ((struct kp_flag_line){.line = line, .said = d->path}));
    kp_push(a, &to->builds, b);
}

static bool take_exact(struct kp_databases *all, struct kp_database *d, const char *file,
                       struct kp_origin *to)
{
    struct kp_database_entry *e = kp_database_next(d, file, NULL);

    if (!e)
        return false;
    use(all, d, e, to);
    for (size_t i = 1; e; i++, e = kp_database_next(d, file, e))
        add_build(all, d, e, i, to);
    if (to->builds.n == 1)
        to->builds.n = 0;
    return true;
}

static bool take_guess(struct kp_databases *all, struct kp_database *d, const char *file,
                       struct kp_origin *to)
{
    struct kp_database_entry *e = kp_database_guess(all->arena, d, file, &to->includes);

    if (!e)
        return false;
    to->like = kp_name_from_here(all->arena, e->file);
    use(all, d, e, to);
    return true;
}

/* The nearest place with a database counts, and there one that knows the file. */
static void search(struct kp_databases *all, const char *file, struct kp_origin *to)
{
    char *folder = kp_strdup(all->arena, file);

    for (char *slash; (slash = strrchr(folder, '/'));) {
        struct place *p;

        *slash = '\0';
        p = place_at(all, kp_strdup(all->arena, folder));
        if (p->ignored && !to->ignored)
            to->ignored = p->ignored;
        for (size_t i = 0; i < p->databases.n; i++)
            if (take_exact(all, p->databases.v[i], file, to))
                return;
        if (p->databases.n && take_guess(all, p->databases.v[0], file, to))
            return;
    }
}

static struct kp_database *named(struct kp_databases *all, const char *path, const char **error)
{
    struct stat st;
    struct place *p;

    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        path = kp_sprintf(all->arena, "%s/" NAME, path);
    for (size_t i = 0; i < all->places.n; i++)
        if (kp_streq(all->places.v[i]->folder, path))
            return all->places.v[i]->databases.v[0];
    p = kp_new(all->arena, struct place);
    p->folder = kp_strdup(all->arena, path);
    kp_push(all->arena, &p->databases, kp_database_read(all->arena, path, error));
    if (p->databases.v[0])
        kp_push(all->arena, &all->places, p);
    return p->databases.v[0];
}

/* ---- all --------------------------------------------------------------------------------------
 */

static bool is_stdin(const char *path)
{
    return kp_streq(path, "-") || kp_streq(path, "<stdin>");
}

static const char *real_path(struct kp_arena *a, const char *path)
{
    char *real = realpath(path, NULL), *here = real ? NULL : realpath(".", NULL);
    const char *copy = real ? kp_strdup(a, real) : kp_path_normal(a, here ? here : "/", path);

    free(real);
    free(here);
    return copy;
}

static void add_lines(struct kp_databases *all, const char *file,
                      const struct kp_origin_request *request, struct kp_flag_lines *to)
{
    struct kp_arena *a = all->arena;
    struct kp_config_flags said = {0};

    kp_config_flags(a, request->config, file, &said);
    for (size_t i = 0; i < said.n; i++) {
        struct kp_texts words = kp_shell_words(a, said.v[i].text);
        struct kp_flag_line line = {.said = said.v[i].said};

        kp_push(a, &words, NULL);
        line.line = kp_compile_read(a, words.v, false, said.v[i].folder);
        kp_push(a, to, line);
    }
    for (size_t i = 0; request->lines && i < request->lines->n; i++)
        kp_push(a, to, request->lines->v[i]);
}

static void add_guesses(struct kp_databases *all, const char *file, struct kp_origin *to)
{
    struct kp_arena *a = all->arena;
    struct kp_flag_line line = {.said = "a guess", .is_guess = true};
    struct kp_texts folders = {0}, words = {0};
    struct kp_args args = {0};

    for (size_t i = 0; i < to->lines.n; i++)
        kp_compile_args(a, to->lines.v[i].line, &args);
    kp_guess_folders(all->guesses, file, &args, &folders);
    if (!folders.n)
        return;
    for (size_t i = 0; i < folders.n; i++) {
        kp_push(a, &words, "-I");
        kp_push(a, &words, folders.v[i]);
        kp_push(a, &to->guessed, kp_name_from_here(a, folders.v[i]));
    }
    kp_push(a, &words, NULL);
    line.line = kp_compile_read(a, words.v, false, NULL);
    kp_push(a, &to->lines, line);
}

static bool can_be_read(const struct kp_flag_lines *lines, const char **error)
{
    for (size_t i = 0; i < lines->n; i++)
        if ((*error = lines->v[i].line->error))
            return false;
    return true;
}

bool kp_find_origin(struct kp_databases *all, const char *path,
                    const struct kp_origin_request *request, struct kp_origin *to,
                    const char **error)
{
    const char *file = real_path(all->arena, is_stdin(path) ? "./-" : path);
    struct kp_database *d;

    *to = (struct kp_origin){0};
    if (request->database) {
        d = named(all, request->database, error);
        if (!d)
            return false;
        if (!take_exact(all, d, file, to) && !take_guess(all, d, file, to)) {
            *error = kp_sprintf(all->arena, "%s has no entry for %s, and none of a CUDA source",
                                d->path, path);
            return false;
        }
    } else if (!request->no_search && !is_stdin(path)) {
        search(all, file, to);
    }
    add_lines(all, file, request, &to->lines);
    if (!can_be_read(&to->lines, error))
        return false;
    for (size_t i = 0; i < to->builds.n; i++) {
        add_lines(all, file, request, &to->builds.v[i].lines);
        if (!can_be_read(&to->builds.v[i].lines, error))
            return false;
    }
    if (!request->no_search && !is_stdin(path) && (!to->build || to->like))
        add_guesses(all, file, to);
    return true;
}

/* ---- sources ----------------------------------------------------------------------------------
 */

static void add_sources(struct kp_databases *all, struct kp_database *d, struct kp_texts *to)
{
    for (size_t i = 0; i < d->entries.n; i++)
        if (kp_database_is_cuda(all->arena, &d->entries.v[i]))
            kp_add_text(all->arena, to, real_path(all->arena, d->entries.v[i].file));
}

void kp_built_sources(struct kp_databases *all, const char *path,
                      const struct kp_origin_request *request, struct kp_texts *to)
{
    char *folder = kp_strdup(all->arena, real_path(all->arena, path));
    const char *error = NULL;
    struct kp_database *d = request->database ? named(all, request->database, &error) : NULL;

    if (d)
        add_sources(all, d, to);
    for (char *slash;
         !request->database && !request->no_search && (slash = strrchr(folder, '/'));) {
        struct place *p;

        *slash = '\0';
        p = place_at(all, kp_strdup(all->arena, folder));
        for (size_t i = 0; i < p->databases.n; i++)
            add_sources(all, p->databases.v[i], to);
        if (p->databases.n)
            return;
    }
}
