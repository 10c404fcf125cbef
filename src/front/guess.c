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

/* The folders of the project in which the name is found; none for one that is not guessed. */
struct answer {
    const char *name;
    struct kp_texts folders;
};

struct project {
    const char *root;
    struct kp_texts paths; /* of its files, once somebody has asked; none when they are too many */
    bool is_listed;
    KP_VEC(struct answer *) answers;
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
bool kp_is_systems_header(struct kp_arena *a, const char *name)
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

/* A folder that the source lies in, or the `include` of one: builds name these. */
static bool is_above(struct kp_arena *a, const char *folder, const char *file)
{
    static const char *const ends[] = {"/include", "/inc"};

    if (kp_below(file, folder))
        return true;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (kp_ends_with(folder, ends[i]) &&
            kp_below(file, kp_strndup(a, folder, strlen(folder) - strlen(ends[i]))))
            return true;
    return false;
}

static const struct answer *answer_of(struct kp_arena *a, struct project *p, const char *name)
{
    const char *end = kp_sprintf(a, "/%s", name);
    struct answer *to;

    for (size_t i = 0; i < p->answers.n; i++)
        if (kp_streq(p->answers.v[i]->name, name))
            return p->answers.v[i];
    to = kp_new(a, struct answer);
    to->name = name;
    kp_push(a, &p->answers, to);
    if (!is_plain(name) || kp_is_systems_header(a, name))
        return to;
    list_files(a, p); /* most files lose nothing but the toolkit's headers */
    for (size_t i = 0; i < p->paths.n; i++) {
        const char *path = p->paths.v[i];

        if (kp_ends_with(path, end))
            kp_push(a, &to->folders, kp_strndup(a, path, strlen(path) - strlen(end)));
    }
    return to;
}

/* The folder in which the name is found: the only one of the project, or the only one above the
 * source; else NULL. */
static const char *folder_of(struct kp_arena *a, struct project *p, const char *file,
                             const char *name)
{
    const struct answer *all = answer_of(a, p, name);
    const char *found = all->folders.n == 1 ? all->folders.v[0] : NULL;

    for (size_t i = 0; all->folders.n > 1 && i < all->folders.n; i++) {
        if (!is_above(a, all->folders.v[i], file))
            continue;
        if (found)
            return NULL;
        found = all->folders.v[i];
    }
    return found && is_trusted_folder(found) ? found : NULL;
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
static struct kp_texts wanted_in(struct kp_arena *a, struct project *p, const char *file,
                                 const struct kp_texts *lost, const char *folder)
{
    struct kp_texts to = {0};

    for (size_t i = 0; i < lost->n; i++) {
        const char *own = folder_of(a, p, file, lost->v[i] + 1);

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
    for (size_t i = 0; i < lost.n; i++) {
        const char *folder = folder_of(a, p, file, lost.v[i] + 1);

        if (folder)
            kp_add_text(a, &folders, folder);
    }
    for (size_t i = 0; i < folders.n; i++) {
        struct kp_args more = with(a, args, folders.v[i]);
        struct kp_texts wanted = wanted_in(a, p, file, &lost, folders.v[i]);

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
