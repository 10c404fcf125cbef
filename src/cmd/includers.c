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
#include "front/tree.h"
#include "report/utf8.h"
#include "util/system.h"

/* Sources that may include a header are asked in this order; more than MOST_INCLUDERS of those that
 * do are too many to be looked at. */
enum { MOST_ASKED = 2000, MOST_INCLUDERS = 16 };

struct kp_project {
    const char *root;
    struct kp_texts sources; /* real names */
    struct kp_includes *includes;
    struct kp_project *next;
};

/* ---- the project ------------------------------------------------------------------------------
 */

const char *kp_project_root(struct kp_arena *a, const char *header)
{
    const char *own = kp_folder_of(a, header);
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

static struct kp_project *project_at(struct kp_settings *s, const char *root)
{
    struct kp_project *p = s->projects;

    while (p && !kp_streq(p->root, root))
        p = p->next;
    if (p)
        return p;
    p = kp_new(s->arena, struct kp_project);
    p->root = root;
    p->includes = kp_includes_new(s->arena);
    p->next = s->projects;
    s->projects = p;
    return p;
}

static const struct kp_texts *sources_of(struct kp_settings *s, struct kp_project *p)
{
    if (!p->sources.n)
        kp_walk_project(s, p->root, &p->sources);
    return &p->sources;
}

/* ---- how they are compiled --------------------------------------------------------------------
 */

static const struct kp_flag_lines *flags_of(struct kp_settings *s, const char *source)
{
    const struct kp_origin *o;
    const char *error = NULL;
    bool quiet = s->quiet_origins;

    s->quiet_origins = true; /* nobody has asked for the source itself */
    o = kp_origin_of(s, source, &error);
    s->quiet_origins = quiet;
    return o ? &o->lines : NULL;
}

static bool includes(struct kp_settings *s, struct kp_project *p, const char *source,
                     const char *header)
{
    const struct kp_flag_lines *lines = flags_of(s, source);
    struct kp_args args = {0};

    for (size_t i = 0; lines && i < lines->n; i++)
        kp_compile_args(s->arena, lines->v[i].line, &args);
    return kp_includes_reach(p->includes, source, &args, header);
}

/* ---- the list ---------------------------------------------------------------------------------
 */

static size_t common_folders(const char *a, const char *b)
{
    size_t n = 0;

    for (; *a && *a == *b; a++, b++)
        n += *a == '/';
    return n;
}

struct near {
    const char *source;
    size_t folders;
};

static int by_distance(const void *a, const void *b)
{
    const struct near *x = a, *y = b;

    if (x->folders != y->folders)
        return x->folders > y->folders ? -1 : 1;
    return strcmp(x->source, y->source);
}

static void add(struct kp_settings *s, struct kp_includers *to, const char *source)
{
    const char *name = kp_name_from_here(s->arena, source);

    if (to->n == MOST_INCLUDERS)
        to->too_many = true;
    else
        kp_push(s->arena, to, ((struct kp_includer){name, flags_of(s, source)}));
}

static void find_among(struct kp_settings *s, struct kp_project *p, const struct kp_texts *sources,
                       const char *header, struct kp_includers *to)
{
    struct near *all = kp_new_array(s->arena, struct near, sources->n + 1);
    size_t n = 0;

    for (size_t i = 0; i < sources->n; i++)
        if (!kp_streq(sources->v[i], header))
            all[n++] = (struct near){sources->v[i], common_folders(sources->v[i], header)};
    if (n)
        qsort(all, n, sizeof *all, by_distance);
    for (size_t i = 0; i < n && i < MOST_ASKED && !to->too_many; i++)
        if (includes(s, p, all[i].source, header))
            add(s, to, all[i].source);
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
        kp_push(s->arena, to,
                ((struct kp_includer){kp_strdup(s->arena, path),
                                      flags_of(s, kp_strdup(s->arena, real))}));
        free(real);
    }
    return true;
}

bool kp_is_device_header(struct kp_arena *a, const char *path)
{
    const char *text = kp_is_header_name(path) ? kp_read_plain(a, path, 0, 64 << 20) : NULL;

    return text && (strstr(text, "__global__") || strstr(text, "__device__") ||
                    strstr(text, "__shared__"));
}

static void say(const struct kp_settings *s, const char *path, const struct kp_includers *in)
{
    struct kp_str names = kp_str_new(s->arena);

    if (s->quiet_origins || (s->operands.n != 1 && !s->verbose))
        return;
    for (size_t i = 0; i < in->n && i < 3; i++)
        kp_str_addf(&names, "%s%s", i ? ", " : "", in->v[i].path);
    if (in->n > 3)
        kp_str_addf(&names, " and %zu more", in->n - 3);
    if (in->n)
        fprintf(stderr, "kpipe: note: %s: seen from %s\n", kp_printable(s->arena, path),
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
    struct kp_origin_wish wish = {s->database, s->no_database, NULL, NULL};
    struct kp_texts built = {0};
    struct kp_project *p;
    const char *header;
    char *real;

    if (kp_streq(path, "-") || (!s->from.n && !kp_is_device_header(s->arena, path)))
        return NULL;
    if (s->from.n)
        return take_named(s, to, error) ? to : NULL;
    if ((origin->build && !origin->like) || !(real = realpath(path, NULL)))
        return NULL; /* it is a source of its own */
    header = kp_strdup(s->arena, real);
    free(real);
    p = project_at(s, kp_project_root(s->arena, header));
    kp_built_sources(s->databases, path, &wish, &built);
    find_among(s, p, &built, header, to);
    if (!to->n)
        find_among(s, p, sources_of(s, p), header, to);
    say(s, path, to);
    return to->n ? to : NULL;
}
