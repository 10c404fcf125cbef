#define _GNU_SOURCE
#include "rule/config.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "rule/ini.h"
#include "rule/rules.h"
#include "util/fits.h"
#include "util/nearest.h"

enum { MOST_THREADS = 1024 };

/* One line of [calls], [no-alias] or [block]. */
struct entry {
    const char *name, *value, *said; /* said: "FILE:LINE" */
    uint32_t threads;                /* [block] */
};

KP_VEC_TYPE(entries, struct entry);

struct kp_config {
    const char *file;
    KP_VEC(struct kp_config_option) options;
    struct entries calls, no_alias, block, flags, exclude, instances;
    struct kp_layer layer;
};

struct reader {
    struct kp_arena *arena;
    struct kp_config *c;
    struct kp_ini_at at;
    const char *error; /* with its place */
};

/* ---- errors ------------------------------------------------------------------------------- */

/* Columns count from 1; 1 where the word is not in the line. */
static const char *place_of(const struct reader *r, const char *word)
{
    const char *found = word && *word ? strstr(r->at.text, word) : NULL;

    return kp_sprintf(r->arena, "%s:%d:%d", r->c->file, r->at.line,
                      found ? (int)(found - r->at.text) + 1 : 1);
}

static bool fail(struct reader *r, const char *word, const char *what)
{
    if (!r->error)
        r->error = kp_sprintf(r->arena, "%s: %s", place_of(r, word), what);
    return false;
}

static const char *name_at(size_t i, const void *names)
{
    return ((const char *const *)names)[i];
}

static bool fail_near(struct reader *r, const char *kind, const char *word,
                      const char *const *names, size_t n)
{
    const char *near = kp_nearest(word, n, name_at, names);

    return fail(r, word,
                near ? kp_sprintf(r->arena, "unknown %s '%s'; did you mean '%s'?", kind, word, near)
                     : kp_sprintf(r->arena, "unknown %s '%s'", kind, word));
}

/* ---- sections ------------------------------------------------------------------------------ */

static bool option(struct reader *r, const char *name, const char *value)
{
    static const char *const names[] = {"arch",   "variant", "shape", "stages", "assume-no-alias",
                                        "select", "ignore"};
    struct kp_config_option o = {.name = kp_strdup(r->arena, name),
                                 .value = kp_strdup(r->arena, value)};
    bool known = false;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        known |= kp_streq(name, names[i]);
    if (!known)
        return fail_near(r, "option", name, names, sizeof names / sizeof *names);
    for (size_t i = 0; i < r->c->options.n; i++)
        if (kp_streq(r->c->options.v[i].name, name))
            return fail(r, name, kp_sprintf(r->arena, "'%s' was said before", name));
    if (!*value)
        return fail(r, name, "a value belongs behind the =");
    if (kp_streq(name, "assume-no-alias") && !kp_streq(value, "yes") && !kp_streq(value, "no"))
        return fail(r, value, "yes or no belongs here");
    o.place = place_of(r, value);
    kp_push(r->arena, &r->c->options, o);
    return true;
}

static struct entry entry_of(struct reader *r, const char *name, const char *value)
{
    return (struct entry){.name = kp_strdup(r->arena, name),
                          .value = kp_strdup(r->arena, value),
                          .said = kp_sprintf(r->arena, "%s:%d", r->c->file, r->at.line)};
}

static bool calls(struct reader *r, const char *name, const char *value)
{
    struct entry e = entry_of(r, name, value);
    const char *why = NULL;

    if (!*value)
        return fail(r, name, "names of functions belong after the =");
    if (!kp_calls_add(r->arena, &r->c->layer, name, value, e.said, &why))
        return fail(r, strstr(r->at.text, name) ? name : value, why);
    kp_push(r->arena, &r->c->calls, e);
    return true;
}

static bool is_identifier(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isalnum((unsigned char)s[i]) && s[i] != '_')
            return false;
    return n && !isdigit((unsigned char)*s);
}

static bool kernel_name(struct reader *r, const char *name)
{
    return is_identifier(name, strlen(name)) ||
           fail(r, name, kp_sprintf(r->arena, "'%s' is not a name of a kernel", name));
}

static bool no_alias(struct reader *r, const char *name, const char *value)
{
    if (!kernel_name(r, name))
        return false;
    if (!*value)
        return fail(r, name, "names of parameters belong after the =");
    for (const char *p = value; *p; p += strspn(p, " \t")) {
        size_t n = strcspn(p, " \t");

        if (!is_identifier(p, n))
            return fail(r, p,
                        kp_sprintf(r->arena, "'%.*s' is not a name of a parameter", (int)n, p));
        p += n;
    }
    kp_push(r->arena, &r->c->no_alias, entry_of(r, name, value));
    return true;
}

/* "256" or "16, 16". */
static bool block(struct reader *r, const char *name, const char *value)
{
    struct entry e = entry_of(r, name, value);
    const char *p = value;
    long threads = 1;

    if (!kernel_name(r, name))
        return false;
    for (int i = 0; i < 3; i++) {
        char *end;
        long n = isdigit((unsigned char)*p) ? strtol(p, &end, 10) : 0;

        if (n < 1 || n > MOST_THREADS || threads * n > MOST_THREADS)
            return fail(r, value, "one to three numbers belong here, 1024 threads at most");
        threads *= n;
        p = end + strspn(end, " \t");
        if (*p != ',')
            break;
        p += 1 + strspn(p + 1, " \t");
    }
    if (*p)
        return fail(r, value, "one to three numbers belong here, 1024 threads at most");
    for (size_t i = 0; i < r->c->block.n; i++)
        if (kp_streq(r->c->block.v[i].name, name))
            return fail(r, name, kp_sprintf(r->arena, "the block of '%s' was said before", name));
    e.threads = (uint32_t)threads;
    kp_push(r->arena, &r->c->block, e);
    return true;
}

/* GLOB = compiler arguments */
static bool flags(struct reader *r, const char *name, const char *value)
{
    if (!*value)
        return fail(r, name, "compiler arguments belong after the =");
    kp_push(r->arena, &r->c->flags, entry_of(r, name, value));
    return true;
}

/* paths = GLOB... */
static bool exclude(struct reader *r, const char *name, const char *value)
{
    if (!kp_streq(name, "paths"))
        return fail(r, name, "'paths = PATTERN...' belongs here");
    if (!*value)
        return fail(r, name, "patterns belong after the =");
    kp_push(r->arena, &r->c->exclude, entry_of(r, name, value));
    return true;
}

/* KERNEL = 64, 64, float */
static bool instances(struct reader *r, const char *name, const char *value)
{
    if (!kernel_name(r, name))
        return false;
    if (!*value || strpbrk(value, ";{}\"\\#"))
        return fail(r, *value ? value : name, "template arguments belong after the =");
    kp_push(r->arena, &r->c->instances, entry_of(r, name, value));
    return true;
}

static const struct {
    const char *name;
    bool (*line)(struct reader *r, const char *name, const char *value);
} sections[] = {{"options", option},     {"calls", calls}, {"no-alias", no_alias},
                {"block", block},        {"flags", flags}, {"exclude", exclude},
                {"instances", instances}};

enum { N_SECTIONS = sizeof sections / sizeof *sections };

static bool read_line(void *user, const char *section, const char *name, const char *value,
                      const char **error)
{
    struct reader *r = user;
    const char *names[N_SECTIONS];

    *error = "wrong";
    for (size_t i = 0; i < N_SECTIONS; i++) {
        names[i] = sections[i].name;
        if (kp_streq(section, names[i]) && (!name || sections[i].line(r, name, value))) {
            *error = NULL;
            return true;
        }
    }
    if (r->error)
        return false;
    if (!*section)
        return fail(r, name, "a [section] belongs in front of the first entry");
    return fail_near(r, "section", section, names, N_SECTIONS);
}

struct kp_config *kp_config_read(struct kp_arena *a, const char *file, const char *text,
                                 const char **error)
{
    struct kp_config *c = kp_new(a, struct kp_config);
    struct reader r = {.arena = a, .c = c};

    *error = NULL;
    c->file = file;
    if (!kp_ini_read_at(a, file, text, &r.at, read_line, &r, error) || r.error) {
        if (r.error) /* a section without entries shows nowhere else */
            *error = r.error;
        return NULL;
    }
    kp_rule_list_sort(&c->layer.calls);
    return c;
}

/* ---- questions ----------------------------------------------------------------------------- */

const char *kp_config_file(const struct kp_config *c)
{
    return c->file;
}

const struct kp_config_option *kp_config_options(const struct kp_config *c, size_t *n)
{
    *n = c->options.n;
    return c->options.v;
}

const struct kp_rules *kp_rules_with(struct kp_arena *a, const struct kp_rules *rules,
                                     const struct kp_config *c)
{
    struct kp_rules *with = kp_new(a, struct kp_rules);

    *with = *rules;
    with->layer[KP_LAYER_PROJECT] = c->layer;
    return with;
}

const char *kp_config_no_alias(const struct kp_config *c, const char *kernel, const char *param)
{
    for (size_t i = 0; c && i < c->no_alias.n; i++) {
        const struct entry *e = &c->no_alias.v[i];

        for (const char *p = e->value; *p && kp_streq(e->name, kernel); p += strspn(p, " \t")) {
            size_t n = strcspn(p, " \t");

            if (strlen(param) == n && !memcmp(p, param, n))
                return e->said;
            p += n;
        }
    }
    return NULL;
}

const char *kp_config_block(const struct kp_config *c, const char *kernel, uint32_t *threads)
{
    for (size_t i = 0; c && i < c->block.n; i++) {
        if (!kp_streq(c->block.v[i].name, kernel))
            continue;
        *threads = c->block.v[i].threads;
        return c->block.v[i].said;
    }
    return NULL;
}

/* The folder of the project file, absolute. */
static const char *home_of(struct kp_arena *a, const struct kp_config *c)
{
    char *real = realpath(c->file, NULL);
    const char *slash = real ? strrchr(real, '/') : NULL;
    const char *home =
        slash ? kp_strndup(a, real, slash == real ? 1 : (size_t)(slash - real)) : "/";

    free(real);
    return home;
}

void kp_config_flags(struct kp_arena *a, const struct kp_config *c, const char *file,
                     struct kp_config_flags *to)
{
    const char *home = c && c->flags.n ? home_of(a, c) : NULL;
    const char *name = home ? kp_below(file, home) : NULL;

    for (size_t i = 0; name && i < c->flags.n; i++) {
        const struct entry *e = &c->flags.v[i];

        if (kp_path_fits(e->name, name, false))
            kp_push(a, to, ((struct kp_config_flag){e->value, e->said, home}));
    }
}

const char *kp_config_excludes(struct kp_arena *a, const struct kp_config *c, const char *file,
                               bool is_folder)
{
    const char *name = c && c->exclude.n ? kp_below(file, home_of(a, c)) : NULL;

    for (size_t i = 0; name && i < c->exclude.n; i++)
        for (const char *p = c->exclude.v[i].value; *p; p += strspn(p, " \t")) {
            size_t n = strcspn(p, " \t");

            if (kp_path_fits(kp_strndup(a, p, n), name, is_folder))
                return c->exclude.v[i].said;
            p += n;
        }
    return NULL;
}

const char *kp_config_instance(const struct kp_config *c, const char *kernel, size_t *at)
{
    while (c && *at < c->instances.n) {
        const struct entry *e = &c->instances.v[(*at)++];

        if (kp_streq(e->name, kernel))
            return e->value;
    }
    return NULL;
}

static void dump(FILE *to, const char *section, const struct entries *list)
{
    if (list->n)
        fprintf(to, "\n[%s]\n", section);
    for (size_t i = 0; i < list->n; i++)
        fprintf(to, "%s = %s\n", list->v[i].name, list->v[i].value);
}

void kp_config_dump(FILE *to, const struct kp_config *c)
{
    dump(to, "calls", &c->calls);
    dump(to, "no-alias", &c->no_alias);
    dump(to, "block", &c->block);
    dump(to, "flags", &c->flags);
    dump(to, "exclude", &c->exclude);
    dump(to, "instances", &c->instances);
}
