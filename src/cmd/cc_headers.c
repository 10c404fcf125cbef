/* The headers of the project that a source includes, for `kpipe cc`. */
#define _GNU_SOURCE
#include <stdlib.h>

#include "cmd/cc.h"
#include "cmd/config.h"
#include "cmd/includers.h"
#include "cmd/walk.h"
#include "util/str.h"

struct own {
    struct kp_settings *settings;
    const char *root;
    struct kp_args args;
    const struct kp_config *config; /* the source's */
};

static bool has_same_config(const struct own *o, const char *real)
{
    const struct kp_settings *s = o->settings;
    const char *error, *file = NULL, *folder;

    if (s->no_config || s->config)
        return true;
    kp_find_above(s->arena, real, ".kpipe.ini", &file, &folder, &error);
    return !error && kp_streq(file, o->config ? kp_config_file(o->config) : NULL);
}

static bool is_own(void *with, const char *real)
{
    const struct own *o = with;

    return kp_below(real, o->root) && !kp_is_of_system(o->settings->arena, real, &o->args) &&
           has_same_config(o, real) && !kp_is_excluded(o->settings->arena, o->config, real);
}

bool kp_cc_find_headers(struct kp_settings *s, const struct kp_compile *c, const char *path,
                        struct kp_cc_text text, struct kp_cc_graph *to)
{
    struct own *o = kp_new(s->arena, struct own);
    struct kp_cc_doubts doubts = {0};
    const char *error = NULL;
    char *real = realpath(path, NULL), *here = realpath(".", NULL);
    bool found;

    o->settings = s;
    o->root = kp_project_root(s->arena, kp_strdup(s->arena, real ? real : path));
    free(real);
    o->config = s->no_config ? NULL : kp_find_config(s->arena, path, s->config, &error);
    kp_compile_args(s->arena, c, &o->args);
    *to = (struct kp_cc_graph){.arena = s->arena,
                               .compile = c,
                               .here = here ? kp_strdup(s->arena, here) : NULL,
                               .is_own = is_own,
                               .with = o};
    free(here);
    found = to->here && kp_cc_graph(to, path, text, &doubts) && !error;
    for (size_t i = 0; i < doubts.n && !error; i++)
        kp_cc_say_as_it_is(s->arena, doubts.v[i].name, doubts.v[i].why);
    return found && !s->options.line;
}

const char *kp_cc_named(struct kp_arena *a, const struct kp_cc_graph *g, size_t file)
{
    const char *name = kp_file_name(g->files.v[file]->name);

    return file ? kp_sprintf(a, "kpipe.%zu.%s", file, name) : name;
}
