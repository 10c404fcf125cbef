/* Reading case files. Everything that is wrong is collected, each with its line. */
#define _GNU_SOURCE
#include "case/case.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "case/check.h"
#include "rule/ini.h"
#include "util/nearest.h"
#include "util/str.h"
#include "util/system.h"

/* What a key fills: a value with its place, in the case, in its current size or in its current
 * argument. `expect` and what is converted later are values, too. */
struct raw {
    struct kp_case_text source, tiles, function, abs, rel, deterministic, also_block, may_alias,
        shared;
    struct kp_case_text small, large, value, role;
};

enum owner { OF_CASE, OF_RAW, OF_SIZE, OF_ARG };

struct key {
    const char *section, *name;
    enum owner owner;
    size_t offset;
};

#define CASE(section, name, field) {section, name, OF_CASE, offsetof(struct kp_case, field)}
#define RAW(section, name, field) {section, name, OF_RAW, offsetof(struct raw, field)}
#define SIZE(name, field) {"size", name, OF_SIZE, offsetof(struct kp_size, field)}
#define ARG(name, field) {"arg", name, OF_ARG, offsetof(struct kp_case_arg, field)}

static const struct key keys[] = {
    RAW("kernel", "source", source),
    CASE("kernel", "name", kernel_text),
    CASE("kernel", "template", template_text),
    CASE("kernel", "expect", expect),
    RAW("kernel", "tiles", tiles),
    SIZE("small", small),
    SIZE("large", large),
    SIZE("odd", odd),
    RAW("size", "value", value),
    ARG("type", type_text),
    ARG("count", count),
    ARG("fill", fill),
    ARG("value", value),
    ARG("offset", offset),
    RAW("arg", "role", role),
    CASE("launch", "grid", grid),
    CASE("launch", "block", block),
    CASE("launch", "smem", smem),
    RAW("launch", "shared", shared),
    RAW("launch", "also_block", also_block),
    RAW("launch", "may_alias", may_alias),
    CASE("reference", "file", reference_file_text),
    RAW("reference", "function", function),
    CASE("reference", "arguments", reference_args),
    RAW("compare", "abs", abs),
    RAW("compare", "rel", rel),
    RAW("compare", "deterministic", deterministic),
    CASE("work", "flops", flops),
    CASE("work", "bytes", bytes),
};

enum { N_KEYS = sizeof keys / sizeof *keys };

static const char *const sections[] = {"kernel",    "size",    "arg", "launch",
                                       "reference", "compare", "work"};

enum { N_SECTIONS = sizeof sections / sizeof *sections };

/* A section or an entry that was read, to notice when it comes again. */
struct seen {
    const char *section, *name; /* no name: the section itself */
    int line;
};

struct reader {
    struct kp_case *c;
    struct kp_ini_at at;
    struct raw raw;
    KP_VEC(struct seen) seen;
    struct kp_case_errors errors;
    bool skip; /* the section is unknown: said once */
};

/* ---- sections ---- */

static const struct seen *seen_before(struct reader *r, const char *section, const char *name)
{
    for (size_t k = 0; k < r->seen.n; k++)
        if (kp_streq(r->seen.v[k].section, section) && kp_streq(r->seen.v[k].name, name))
            return &r->seen.v[k];
    return NULL;
}

static void remember(struct reader *r, const char *section, const char *name)
{
    struct seen s = {kp_strdup(r->c->arena, section), name ? kp_strdup(r->c->arena, name) : NULL,
                     r->at.line};

    kp_push(r->c->arena, &r->seen, s);
}

static const char *section_name(size_t i, const void *context)
{
    (void)context;
    return sections[i];
}

static const char *kind_of(struct kp_arena *a, const char *section)
{
    return kp_strndup(a, section, strcspn(section, " "));
}

static bool is_name(const char *s)
{
    size_t n = strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");

    return n && !s[n] && !(*s >= '0' && *s <= '9');
}

static void new_size(struct reader *r, const char *name)
{
    struct kp_size s = {.name = name, .line = r->at.line};

    if (kp_streq(name, "ceildiv") || kp_streq(name, "block_x") || kp_streq(name, "block_y") ||
        kp_streq(name, "block_z"))
        kp_case_add_error(&r->errors,
                          kp_case_error_line(r->c, r->at.line,
                                             "%s is a name that expressions have already", name));
    kp_push(r->c->arena, &r->c->sizes, s);
}

static void new_section(struct reader *r, const char *section)
{
    struct kp_arena *a = r->c->arena;
    const char *kind = kind_of(a, section);
    const char *name = section + strlen(kind) + (section[strlen(kind)] == ' ');
    const struct seen *before = seen_before(r, section, NULL);
    bool named = kp_streq(kind, "size") || kp_streq(kind, "arg"), known = false;

    r->skip = strlen(section) > 48; /* inih cuts longer ones */
    if (r->skip) {
        kp_case_add_error(&r->errors,
                          kp_case_error_line(r->c, r->at.line, "the section's name is too long"));
        return;
    }
    r->raw.value = r->raw.small = r->raw.large = r->raw.role = (struct kp_case_text){0};
    for (size_t k = 0; k < N_SECTIONS; k++)
        known |= kp_streq(sections[k], kind);
    if (!known) {
        const char *near = kp_nearest(kind, N_SECTIONS, section_name, NULL);
        kp_case_add_error(&r->errors,
                          kp_case_error_line(r->c, r->at.line, "no section is called [%s]%s%s%s",
                                             kind, near ? "; did you mean [" : "", near ? near : "",
                                             near ? "]?" : ""));
        r->skip = true;
        return;
    }
    if (before)
        kp_case_add_error(&r->errors,
                          kp_case_error_line(r->c, r->at.line,
                                             "[%s] is there already, in line %d: put what belongs "
                                             "to it there",
                                             section, before->line));
    if (named ? !is_name(name) : *name != 0)
        kp_case_add_error(&r->errors,
                          named ? kp_case_error_line(r->c, r->at.line,
                                                     "[%s] needs a name of letters, digits and _: "
                                                     "[%s NAME]",
                                                     section, kind)
                                : kp_case_error_line(r->c, r->at.line, "[%s] takes no name", kind));
    remember(r, section, NULL);
    name = kp_strdup(a, name);
    if (kp_streq(kind, "size")) {
        new_size(r, name);
    } else if (kp_streq(kind, "arg")) {
        struct kp_case_arg x = {.name = name, .line = r->at.line};
        kp_push(a, &r->c->args, x);
    }
}

/* ---- entries ---- */

struct key_context {
    const char *section;
};

static const char *key_name(size_t i, const void *context)
{
    const struct key_context *k = context;

    return kp_streq(keys[i].section, k->section) ? keys[i].name : "";
}

static const struct key *find_key(struct reader *r, const char *section, const char *name)
{
    struct key_context context = {section};
    struct kp_str all = kp_str_new(r->c->arena);
    const char *near;

    for (size_t k = 0; k < N_KEYS; k++) {
        if (!kp_streq(keys[k].section, section))
            continue;
        if (kp_streq(keys[k].name, name))
            return &keys[k];
        kp_str_addf(&all, "%s%s", all.n ? ", " : "", keys[k].name);
    }
    near = kp_nearest(name, N_KEYS, key_name, &context);
    kp_case_add_error(&r->errors, near ? kp_case_error_line(r->c, r->at.line,
                                                            "[%s] has no key %s; did you mean %s?",
                                                            section, name, near)
                                       : kp_case_error_line(r->c, r->at.line,
                                                            "[%s] has no key %s (there are: %s)",
                                                            section, name, kp_str_text(&all)));
    return NULL;
}

static struct kp_case_text *target(struct reader *r, const struct key *k)
{
    char *base = NULL;

    switch (k->owner) {
    case OF_CASE:
        base = (char *)r->c;
        break;
    case OF_RAW:
        base = (char *)&r->raw;
        break;
    case OF_SIZE:
        base = (char *)&r->c->sizes.v[r->c->sizes.n - 1];
        break;
    case OF_ARG:
        base = (char *)&r->c->args.v[r->c->args.n - 1];
        break;
    }
    return (struct kp_case_text *)(void *)(base + k->offset);
}

static int column_of(const char *line, const char *value)
{
    const char *p = line + strcspn(line, "=:");

    p = *value && *p ? strstr(p + 1, value) : NULL;
    return p ? (int)(p - line) + 1 : 1;
}

/* What has to be converted when its section is at hand. */
static void after_entry(struct reader *r, const char *kind)
{
    static const char *const roles[] = {"in", "out", "inout"};

    if (kp_streq(kind, "size") && r->raw.value.s) {
        struct kp_size *s = &r->c->sizes.v[r->c->sizes.n - 1];
        s->small = s->large = r->raw.value;
        r->raw.value.s = NULL;
    }
    if (kp_streq(kind, "arg") && r->raw.role.s) {
        struct kp_case_arg *x = &r->c->args.v[r->c->args.n - 1];
        unsigned k = 0;
        while (k < 3 && !kp_streq(roles[k], r->raw.role.s))
            k++;
        if (k == 3)
            kp_case_add_error(&r->errors,
                              kp_case_error(r->c, r->raw.role, 0, "a role is in, out or inout"));
        else
            x->role = (enum kp_case_role)k;
        r->raw.role.s = NULL;
    }
}

static bool line(void *user, const char *section, const char *name, const char *value,
                 const char **error)
{
    struct reader *r = user;
    const char *kind = kind_of(r->c->arena, section);
    const struct seen *before = name ? seen_before(r, section, name) : NULL;
    const struct key *k;

    (void)error;
    if (!name) {
        new_section(r, section);
        return true;
    }
    if (r->skip)
        return true;
    if (!*section) {
        kp_case_add_error(&r->errors, kp_case_error_line(r->c, r->at.line,
                                                         "this stands in no section; a case file "
                                                         "begins with [kernel]"));
        r->skip = true;
        return true;
    }
    k = find_key(r, kind, name);
    if (!k)
        return true;
    if (before) {
        kp_case_add_error(&r->errors,
                          kp_case_error_line(r->c, r->at.line, "%s has a value already, in line %d",
                                             name, before->line));
        return true;
    }
    remember(r, section, name);
    *target(r, k) = (struct kp_case_text){.s = kp_strdup(r->c->arena, value),
                                          .line = r->at.line,
                                          .column = column_of(r->at.text, value)};
    if (!*value)
        kp_case_add_error(&r->errors,
                          kp_case_error_line(r->c, r->at.line, "%s has no value", name));
    after_entry(r, kind);
    return true;
}

/* ---- what the entries mean ---- */

static void number_of(struct reader *r, struct kp_case_text t, double *to)
{
    char *end = NULL;

    if (!t.s || !*t.s)
        return;
    *to = strtod(t.s, &end);
    if (*end || !(*to >= 0))
        kp_case_add_error(&r->errors, kp_case_error(r->c, t, (size_t)(end - t.s),
                                                    "a number that is not negative belongs here"));
}

static void tiles(struct reader *r)
{
    struct kp_case_text *parts;
    struct kp_case *c = r->c;
    bool known = false;
    size_t n;

    if (!r->raw.tiles.s)
        return;
    c->tiles_fixed = kp_streq(r->raw.tiles.s, "fixed");
    if (c->tiles_fixed)
        return;
    n = kp_case_split(c->arena, r->raw.tiles, ',', &parts);
    if (n < 2 || n > 4) {
        kp_case_add_error(&r->errors,
                          kp_case_error(c, r->raw.tiles, 0,
                                        "tiles wants a size, the extent of one tile, what the size "
                                        "is a multiple of when that is less, and how many tiles "
                                        "there are at least: tiles = K, 16 (or tiles = fixed)"));
        return;
    }
    if (n >= 3)
        c->tiles_multiple = parts[2];
    if (n == 4)
        c->tiles_least = parts[3];
    c->tiles_size = parts[0];
    c->tiles_step = parts[1];
    for (size_t k = 0; k < c->sizes.n; k++)
        known |= kp_streq(c->sizes.v[k].name, parts[0].s);
    if (!known)
        kp_case_add_error(&r->errors,
                          kp_case_error(c, parts[0], 0, "no size is called %s", parts[0].s));
}

static void lists(struct reader *r)
{
    struct kp_case_text *parts;
    size_t n;

    if (r->raw.also_block.s) {
        n = kp_case_split(r->c->arena, r->raw.also_block, '|', &parts);
        for (size_t k = 0; k < n; k++)
            kp_push(r->c->arena, &r->c->also_blocks, parts[k]);
    }
    if (r->raw.may_alias.s) {
        n = kp_case_split(r->c->arena, r->raw.may_alias, '|', &parts);
        for (size_t k = 0; k < n; k++)
            kp_push(r->c->arena, &r->c->aliases, parts[k]);
    }
}

static void placement(struct reader *r)
{
    struct kp_case_text t = r->raw.shared;

    r->c->packed = kp_streq(t.s, "packed");
    if (t.s && !r->c->packed && !kp_streq(t.s, "declared"))
        kp_case_add_error(&r->errors, kp_case_error(r->c, t, 0, "declared or packed belongs here"));
}

static void convert(struct reader *r)
{
    struct kp_case *c = r->c;
    struct kp_case_text d = r->raw.deterministic;

    c->source = r->raw.source.s;
    c->kernel = c->kernel_text.s;
    c->template_args = c->template_text.s;
    c->reference_file = c->reference_file_text.s;
    c->reference = r->raw.function.s;
    tiles(r);
    lists(r);
    placement(r);
    number_of(r, r->raw.abs, &c->abs);
    number_of(r, r->raw.rel, &c->rel);
    c->deterministic = !kp_streq(d.s, "no");
    if (d.s && !kp_streq(d.s, "no") && !kp_streq(d.s, "yes"))
        kp_case_add_error(&r->errors, kp_case_error(c, d, 0, "yes or no belongs here"));
    if (!c->smem.s)
        c->smem = (struct kp_case_text){.s = "0", .where = c->path};
}

static void split_lines(struct kp_case *c, const char *text)
{
    KP_VEC(const char *) v = {0};

    for (const char *p = text; *p;) {
        size_t n = strcspn(p, "\r\n");
        const char *s = kp_strndup(c->arena, p, n);
        kp_push(c->arena, &v, s);
        p += strcspn(p, "\n");
        p += *p == '\n';
    }
    c->lines = v.v;
    c->n_lines = (int)v.n;
}

struct kp_case *kp_case_read_text(struct kp_arena *a, const char *path, const char *text,
                                  const char **error)
{
    struct reader r = {.c = kp_new(a, struct kp_case), .errors.arena = a};
    const char *slash = strrchr(path, '/'), *why = NULL;

    *error = NULL;
    r.c->arena = a;
    r.c->path = path;
    r.c->folder = slash ? kp_strndup(a, path, (size_t)(slash - path)) : ".";
    split_lines(r.c, text);
    if (!kp_ini_read_at(a, path, text, &r.at, line, &r, &why)) {
        const char *colon = why + strlen(path) + (kp_starts_with(why, path) && why[strlen(path)]);
        int at = atoi(colon);
        const char *what = strstr(colon, ": ");
        kp_case_add_error(&r.errors,
                          kp_case_error_line(r.c, at, "%s", what && at ? what + 2 : why));
    }
    convert(&r);
    kp_case_check(r.c, &r.errors);
    *error = kp_case_error_text(&r.errors);
    return *error ? NULL : r.c;
}

struct kp_case *kp_case_read(struct kp_arena *a, const char *path, const char **error)
{
    size_t size;
    char *text = kp_read_file(a, path, &size);

    if (!text)
        *error = kp_sprintf(a, "%s: %s", path, strerror(errno));
    if (text && strlen(text) != size) {
        *error = kp_sprintf(a, "%s: this is not a text file: it has a zero byte", path);
        text = NULL;
    }
    return text ? kp_case_read_text(a, path, text, error) : NULL;
}
