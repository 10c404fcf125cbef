#define _GNU_SOURCE
#include "front/guess.h"

#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "front/args.h"
#include "front/includes.h"
#include "front/virtual.h"
#include "util/system.h"

enum {
    MOST_ENTRIES = 50000,
    MOST_ROUNDS = 8, /* a header that is found may ask for others */
    MOST_FOLDERS_UP = 12,
    MOST_WITHOUT_GIT = 4
};

/* The only file of the project with such an end. */
struct answer {
    const char *name;
    const char *folder; /* in which `name` is found; NULL: no file, several, or not to be guessed */
};

struct project {
    const char *root;
    struct kp_texts paths; /* of its files, once somebody has asked; none when they are too many */
    bool is_listed;
    KP_VEC(struct answer) answers;
    struct kp_includes *includes;
};

struct kp_guesses {
    struct kp_arena *arena;
    KP_VEC(struct project *) projects;
};

struct kp_guesses *kp_guesses_new(struct kp_arena *a)
{
    struct kp_guesses *g = kp_new(a, struct kp_guesses);

    g->arena = a;
    return g;
}

/* ---- the project ------------------------------------------------------------------------------
 */

char *kp_project_of(struct kp_arena *a, const char *file)
{
    static const char *const marks[] = {".git",        ".kpipe.ini", "CMakeLists.txt", "Makefile",
                                        "meson.build", "setup.py",   "include",        "inc"};
    char *real = realpath(file, NULL);
    char *folder = real ? kp_strdup(a, real) : NULL, *best = NULL, *slash;

    free(real);
    for (int up = 0; folder && up < MOST_FOLDERS_UP && (slash = strrchr(folder, '/')) > folder;
         up++) {
        *slash = '\0';
        best = best ? best : kp_strdup(a, folder);
        for (size_t i = 0; up < MOST_WITHOUT_GIT && i < sizeof marks / sizeof *marks; i++)
            if (access(kp_sprintf(a, "%s/%s", folder, marks[i]), F_OK) == 0)
                best = kp_strdup(a, folder);
        if (access(kp_sprintf(a, "%s/.git", folder), F_OK) == 0)
            return kp_strdup(a, folder);
    }
    return best;
}

static void list_files(struct kp_arena *a, struct project *p)
{
    char *root = kp_strdup(a, p->root), *roots[] = {root, NULL};
    FTS *walk =
        p->is_listed ? NULL : fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR | FTS_NOSTAT, NULL);
    size_t seen = 0;

    for (FTSENT *e; walk && (e = fts_read(walk)) && seen++ < MOST_ENTRIES;) {
        if (e->fts_info == FTS_D && e->fts_level > 0 && e->fts_name[0] == '.')
            fts_set(walk, e, FTS_SKIP);
        else if (e->fts_info != FTS_D && e->fts_info != FTS_DP)
            kp_push(a, &p->paths, kp_strdup(a, e->fts_path));
    }
    p->is_listed = true;
    if (seen > MOST_ENTRIES)
        p->paths.n = 0;
    if (walk)
        fts_close(walk);
}

static struct project *project_of(struct kp_guesses *g, const char *file)
{
    const char *root = kp_project_of(g->arena, file);
    struct project *p;

    for (size_t i = 0; root && i < g->projects.n; i++)
        if (kp_streq(g->projects.v[i]->root, root))
            return g->projects.v[i];
    if (!root)
        return NULL;
    p = kp_new(g->arena, struct project);
    p->root = root;
    p->includes = kp_includes_new(g->arena);
    kp_push(g->arena, &g->projects, p);
    return p;
}

/* ---- a name -----------------------------------------------------------------------------------
 */

static bool is_listed(const char *const *names, const char *name)
{
    for (; *names; names++)
        if (kp_streq(*names, name))
            return true;
    return false;
}

/* A compiler finds such a header without being told where. */
static bool is_of_system(struct kp_arena *a, const char *name)
{
    static const char *const folders[] = {"/usr/include", "/usr/local/include"};

    if (!strchr(name, '.') || kp_is_others_header(name) || is_listed(kp_cuda_headers, name) ||
        is_listed(kp_c_headers, name) || is_listed(kp_torch_headers, name))
        return true;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (access(kp_sprintf(a, "%s/%s", folders[i], name), F_OK) == 0)
            return true;
    return false;
}

/* False for ".." and ".", with which a folder is not the whole of what is unknown. */
static bool is_plain(const char *name)
{
    return *name != '/' && *name != '.' && !strstr(name, "/.") && !strstr(name, "//");
}

static bool is_trusted_folder(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISDIR(st.st_mode) && kp_is_trusted(&st);
}

static const char *find_folder(struct kp_arena *a, const struct project *p, const char *name)
{
    const char *end = kp_sprintf(a, "/%s", name), *found = NULL;

    if (!is_plain(name) || is_of_system(a, name))
        return NULL;
    for (size_t i = 0; i < p->paths.n; i++) {
        if (!kp_ends_with(p->paths.v[i], end))
            continue;
        if (found)
            return NULL;
        found = p->paths.v[i];
    }
    found = found ? kp_strndup(a, found, strlen(found) - strlen(end)) : NULL;
    return found && is_trusted_folder(found) ? found : NULL;
}

static const char *folder_of(struct kp_arena *a, struct project *p, const char *name)
{
    struct answer to = {name, NULL};

    for (size_t i = 0; i < p->answers.n; i++)
        if (kp_streq(p->answers.v[i].name, name))
            return p->answers.v[i].folder;
    to.folder = find_folder(a, p, name);
    kp_push(a, &p->answers, to);
    return to.folder;
}

/* ---- all --------------------------------------------------------------------------------------
 */

static struct kp_args with(struct kp_arena *a, const struct kp_args *args, const char *folder)
{
    struct kp_args to = {0};

    for (size_t i = 0; i < args->n; i++)
        kp_push(a, &to, args->v[i]);
    kp_push(a, &to, "-I");
    kp_push(a, &to, folder);
    return to;
}

/* The names that this folder is guessed for. */
static struct kp_texts wanted_in(struct kp_arena *a, struct project *p, const struct kp_texts *lost,
                                 const char *folder)
{
    struct kp_texts to = {0};

    for (size_t i = 0; i < lost->n; i++) {
        const char *own = folder_of(a, p, lost->v[i] + 1);

        if (own && kp_streq(own, folder))
            kp_push(a, &to, lost->v[i]);
    }
    return to;
}

/* Adds what the folders' headers need to *args, too. True if there is one more. */
static bool guess_more(struct kp_arena *a, struct project *p, const char *file,
                       struct kp_args *args, struct kp_texts *to)
{
    struct kp_texts lost = {0}, folders = {0};
    size_t before = to->n;

    if (!kp_includes_lost(p->includes, file, args, &lost))
        return false;
    if (lost.n)
        list_files(a, p);
    for (size_t i = 0; i < lost.n; i++) {
        const char *folder = folder_of(a, p, lost.v[i] + 1);

        if (folder)
            kp_add_text(a, &folders, folder);
    }
    for (size_t i = 0; i < folders.n; i++) {
        struct kp_args more = with(a, args, folders.v[i]);
        struct kp_texts wanted = wanted_in(a, p, &lost, folders.v[i]);

        if (kp_includes_differ(p->includes, file, args, &more, &wanted))
            continue;
        *args = more;
        kp_add_text(a, to, folders.v[i]);
    }
    return to->n > before;
}

void kp_guess_folders(struct kp_guesses *g, const char *file, const struct kp_args *args,
                      struct kp_texts *to)
{
    struct project *p = project_of(g, file);
    struct kp_args all = *args;

    for (int i = 0; p && i < MOST_ROUNDS && guess_more(g->arena, p, file, &all, to); i++)
        ;
}
