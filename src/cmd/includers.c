#define _GNU_SOURCE
#include "cmd/includers.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build/tool.h"
#include "cmd/cmd.h"
#include "cmd/config.h"
#include "cmd/walk.h"
#include "front/includes.h"
#include "front/keywords.h"
#include "front/tree.h"
#include "report/utf8.h"
#include "util/system.h"

/* Sources that may include a header are asked in this order; more than MOST_INCLUDERS of those that
 * do are too many to be looked at. */
enum { MOST_ASKED = 2000, MOST_INCLUDERS = 16 };

struct source {
    const char *path;               /* real */
    const struct kp_origin *origin; /* NULL: unknown */
    struct kp_args args;            /* .. as libclang is told them, once somebody has asked */
    bool is_known;
};

/* Sources that many headers are asked about: of a project, or of a database. */
struct kp_project {
    const char *key;
    KP_VEC(struct source) sources;
    struct kp_includes *includes;
    struct kp_project *next;
};

/* ---- the sources ------------------------------------------------------------------------------
 */

const char *kp_project_root(struct kp_arena *a, const char *path)
{
    const char *own = kp_folder_of(a, path);
    char *folder = kp_strdup(a, own), *slash;

    do {
        if (access(kp_sprintf(a, "%s/.kpipe.ini", folder), F_OK) == 0 ||
            access(kp_sprintf(a, "%s/.git", folder), F_OK) == 0)
            return folder;
        if ((slash = strrchr(folder, '/')))
            *slash = '\0';
    } while (slash && slash > folder);
    return own;
}

bool kp_is_of_system(struct kp_arena *a, const char *path, const struct kp_args *args)
{
    for (size_t i = 0; i + 1 < args->n; i++) {
        char *folder = kp_streq(args->v[i], "-isystem") || kp_streq(args->v[i], "-idirafter")
                           ? realpath(args->v[i + 1], NULL)
                           : NULL;
        bool found = folder && kp_below(path, kp_strdup(a, folder));

        free(folder);
        if (found)
            return true;
    }
    return false;
}

static struct kp_project *project(struct kp_settings *s, const char *key)
{
    struct kp_project *p = s->projects;

    while (p && !kp_streq(p->key, key))
        p = p->next;
    return p;
}

static struct kp_project *new_project(struct kp_settings *s, const char *key,
                                      const struct kp_texts *paths)
{
    struct kp_project *p = kp_new(s->arena, struct kp_project);

    p->key = key;
    p->includes = kp_includes_new(s->arena);
    for (size_t i = 0; i < paths->n; i++)
        kp_push(s->arena, &p->sources, (struct source){.path = paths->v[i]});
    p->next = s->projects;
    s->projects = p;
    return p;
}

/* Those of the database that would be asked for the header. */
static struct kp_project *built_sources(struct kp_settings *s, const char *header)
{
    struct kp_origin_request request = {s->database, s->no_database, NULL, NULL};
    const char *key = kp_sprintf(s->arena, "built %s", kp_folder_of(s->arena, header));
    struct kp_project *p = project(s, key);
    struct kp_texts paths = {0};

    if (p)
        return p;
    kp_built_sources(s->databases, header, &request, &paths);
    return new_project(s, key, &paths);
}

static struct kp_project *project_sources(struct kp_settings *s, const char *header)
{
    const char *key = kp_project_root(s->arena, header);
    struct kp_project *p = project(s, key);
    struct kp_texts paths = {0};

    if (p)
        return p;
    kp_walk_project(s, key, &paths);
    return new_project(s, key, &paths);
}

/* ---- how they are compiled --------------------------------------------------------------------
 */

/* By its own project file; nobody has asked for the source itself. */
static const struct kp_origin *origin_of(struct kp_settings *s, const char *source)
{
    const struct kp_config *config = s->options.config;
    const struct kp_origin *o;
    const char *error = NULL;
    bool quiet = s->quiet_origins;

    s->quiet_origins = s->only_flags = true;
    s->options.config = NULL;
    o = kp_origin_of(s, source, &error);
    s->options.config = config;
    s->quiet_origins = quiet;
    s->only_flags = false;
    return o;
}

static bool includes(struct kp_settings *s, struct kp_project *p, struct source *source,
                     const char *header)
{
    if (!source->is_known) {
        source->is_known = true;
        source->origin = origin_of(s, source->path);
        for (size_t i = 0; source->origin && i < source->origin->lines.n; i++)
            kp_compile_args(s->arena, source->origin->lines.v[i].line, &source->args);
    }
    return kp_includes_reach(p->includes, source->path, &source->args, header);
}

/* ---- the list ---------------------------------------------------------------------------------
 */

struct near {
    struct source *source;
    size_t folders;
};

static int by_distance(const void *a, const void *b)
{
    const struct near *x = a, *y = b;

    if (x->folders != y->folders)
        return x->folders > y->folders ? -1 : 1;
    return strcmp(x->source->path, y->source->path);
}

/* Adds the source, or the file itself where `path` is NULL: once for each of its command lines. */
static void add_views(struct kp_settings *s, const char *path, const struct kp_origin *o,
                      struct kp_includers *to)
{
    size_t n = o && o->builds.n ? o->builds.n : 1;

    for (size_t i = 0; i < n && !to->too_many; i++) {
        struct kp_includer v = {path, path, o ? &o->lines : NULL};

        if (o && o->builds.n) {
            v.flags = &o->builds.v[i].lines;
            v.name = path ? kp_sprintf(s->arena, "%s, %s", path, o->builds.v[i].name)
                          : o->builds.v[i].name;
        }
        to->too_many = to->n == MOST_INCLUDERS;
        if (!to->too_many)
            kp_push(s->arena, to, v);
    }
}

static void find_among(struct kp_settings *s, struct kp_project *p, const char *header,
                       struct kp_includers *to)
{
    struct near *all = kp_new_array(s->arena, struct near, p->sources.n + 1);
    size_t n = 0;

    for (size_t i = 0; i < p->sources.n; i++)
        if (!kp_streq(p->sources.v[i].path, header))
            all[n++] =
                (struct near){&p->sources.v[i], kp_common_folders(p->sources.v[i].path, header)};
    if (n)
        qsort(all, n, sizeof *all, by_distance);
    for (size_t i = 0; i < n && i < MOST_ASKED && !to->too_many; i++) {
        if (!includes(s, p, all[i].source, header))
            continue;
        add_views(s, kp_name_from_here(s->arena, all[i].source->path), all[i].source->origin, to);
    }
}

static bool take_named(struct kp_settings *s, struct kp_includers *to, const char **error)
{
    for (size_t i = 0; i < s->from.n; i++) {
        const char *path = s->from.v[i];
        char *real = realpath(path, NULL);

        if (!real || access(path, R_OK) != 0) {
            *error = kp_sprintf(s->arena, "--from: %s: %s", path, strerror(errno));
            free(real);
            return false;
        }
        add_views(s, kp_strdup(s->arena, path), origin_of(s, kp_strdup(s->arena, real)), to);
        free(real);
    }
    return true;
}

bool kp_is_device_header(struct kp_arena *a, const char *path, const struct kp_args *args)
{
    const char *text = kp_is_header_name(path) ? kp_read_plain(a, path, 0, 64 << 20) : NULL;
    struct kp_texts files = {0};

    return text && (kp_says_keyword(text, strlen(text), kp_device_keywords) ||
                    kp_may_be_device_code(a, path, text, strlen(text), args, NULL, &files));
}

static void say(const struct kp_settings *s, const char *path, const struct kp_includers *in)
{
    struct kp_str names = kp_str_new(s->arena);

    if (s->quiet_origins || (s->operands.n != 1 && !s->verbose))
        return;
    for (size_t i = 0; i < in->n && i < 3; i++)
        kp_str_addf(&names, "%s%s", i ? ", " : "", in->v[i].name);
    if (in->n > 3)
        kp_str_addf(&names, " and %zu more", in->n - 3);
    if (in->n)
        fprintf(stderr, "kpipe: note: %s: %s %s\n", kp_printable(s->arena, path),
                in->v[0].path ? "seen from" : "compiled by",
                kp_printable(s->arena, kp_str_text(&names)));
    else
        fprintf(stderr,
                "kpipe: note: %s: no source that includes it was found, so it is read by itself; "
                "--from names one\n",
                kp_printable(s->arena, path));
}

const struct kp_includers *kp_find_includers(struct kp_settings *s, const char *path,
                                             const struct kp_origin *origin, const char **error)
{
    struct kp_includers *to = kp_new(s->arena, struct kp_includers);
    struct kp_args args = {0};
    const char *header;
    char *real;

    if (kp_streq(path, "-"))
        return NULL;
    if (s->from.n)
        return take_named(s, to, error) ? to : NULL;
    if (origin->builds.n) {
        add_views(s, NULL, origin, to);
        say(s, path, to);
        return to;
    }
    for (size_t i = 0; i < origin->lines.n; i++)
        kp_compile_args(s->arena, origin->lines.v[i].line, &args);
    if (!kp_is_device_header(s->arena, path, &args))
        return NULL;
    if ((origin->build && !origin->like) || !(real = realpath(path, NULL)))
        return NULL; /* it is a source of its own */
    header = kp_strdup(s->arena, real);
    free(real);
    find_among(s, built_sources(s, header), header, to);
    if (!to->n)
        find_among(s, project_sources(s, header), header, to);
    say(s, path, to);
    return to->n ? to : NULL;
}
