/* Reading case files. */
#define _GNU_SOURCE
#include "case/case.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rule/ini.h"
#include "util/str.h"
#include "util/subprocess.h"

static bool set(const char **field, const char *value)
{
    *field = value;
    return true;
}

static bool choose(const char *value, const char *const *names, unsigned *to)
{
    for (unsigned k = 0; names[k]; k++) {
        if (kp_streq(names[k], value)) {
            *to = k;
            return true;
        }
    }
    return false;
}

static bool kernel_line(struct kp_case *c, const char *name, const char *value)
{
    const char **parts;

    if (kp_streq(name, "source"))
        return set(&c->source, value);
    if (kp_streq(name, "name"))
        return set(&c->kernel, value);
    if (kp_streq(name, "template"))
        return set(&c->template_args, value);
    if (kp_streq(name, "tiles")) {
        if (kp_case_split(c->arena, value, &parts) != 2)
            return false;
        c->tiles_size = parts[0];
        c->tiles_step = parts[1];
        return true;
    }
    return kp_streq(name, "expect");
}

static bool size_line(struct kp_case *c, const char *size, const char *name, const char *value)
{
    struct kp_size *s;

    if (!c->sizes.n || !kp_streq(c->sizes.v[c->sizes.n - 1].name, size)) {
        struct kp_size fresh = {.name = kp_strdup(c->arena, size)};
        kp_push(c->arena, &c->sizes, fresh);
    }
    s = &c->sizes.v[c->sizes.n - 1];
    if (kp_streq(name, "small"))
        return set(&s->small, value);
    if (kp_streq(name, "large"))
        return set(&s->large, value);
    return kp_streq(name, "value") && set(&s->small, value) && set(&s->large, value);
}

static bool arg_line(struct kp_case *c, const char *arg, const char *name, const char *value)
{
    static const char *const types[] = {"f32", "f16", "i8", "i32", NULL};
    static const char *const roles[] = {"in", "out", "inout", NULL};
    struct kp_case_arg *a;
    unsigned at = 0;

    if (!c->args.n || !kp_streq(c->args.v[c->args.n - 1].name, arg)) {
        struct kp_case_arg fresh = {.name = kp_strdup(c->arena, arg)};
        kp_push(c->arena, &c->args, fresh);
    }
    a = &c->args.v[c->args.n - 1];
    if (kp_streq(name, "type")) {
        bool ok = choose(value, types, &at);
        a->type = (enum kp_case_type)at;
        return ok;
    }
    if (kp_streq(name, "role")) {
        bool ok = choose(value, roles, &at);
        a->role = (enum kp_case_role)at;
        return ok;
    }
    if (kp_streq(name, "count"))
        return set(&a->count, value);
    if (kp_streq(name, "fill"))
        return set(&a->fill, value);
    return kp_streq(name, "value") && set(&a->value, value);
}

static bool launch_line(struct kp_case *c, const char *name, const char *value)
{
    if (kp_streq(name, "grid"))
        return set(&c->grid, value);
    if (kp_streq(name, "block"))
        return set(&c->block, value);
    return kp_streq(name, "smem") && set(&c->smem, value);
}

static bool reference_line(struct kp_case *c, const char *name, const char *value)
{
    if (kp_streq(name, "file"))
        return set(&c->reference_file, value);
    if (kp_streq(name, "function"))
        return set(&c->reference, value);
    return kp_streq(name, "arguments") && set(&c->reference_args, value);
}

static bool compare_line(struct kp_case *c, const char *name, const char *value)
{
    char *end = NULL;
    double d = strtod(value, &end);

    if (kp_streq(name, "deterministic")) {
        c->deterministic = !kp_streq(value, "no");
        return true;
    }
    if (*end || !(d >= 0))
        return false;
    if (kp_streq(name, "abs"))
        c->abs = d;
    else if (kp_streq(name, "rel"))
        c->rel = d;
    else
        return false;
    return true;
}

static bool work_line(struct kp_case *c, const char *name, const char *value)
{
    if (kp_streq(name, "flops"))
        return set(&c->flops, value);
    return kp_streq(name, "bytes") && set(&c->bytes, value);
}

static bool line(void *user, const char *section, const char *name, const char *value,
                 const char **error)
{
    struct kp_case *c = user;
    bool ok;

    value = kp_strdup(c->arena, value);
    if (kp_streq(section, "kernel"))
        ok = kernel_line(c, name, value);
    else if (kp_starts_with(section, "size "))
        ok = size_line(c, section + 5, name, value);
    else if (kp_starts_with(section, "arg "))
        ok = arg_line(c, section + 4, name, value);
    else if (kp_streq(section, "launch"))
        ok = launch_line(c, name, value);
    else if (kp_streq(section, "reference"))
        ok = reference_line(c, name, value);
    else if (kp_streq(section, "compare"))
        ok = compare_line(c, name, value);
    else
        ok = kp_streq(section, "work") && work_line(c, name, value);
    if (!ok)
        *error = kp_sprintf(c->arena, "[%s] %s = %s is not understood", section, name, value);
    return ok;
}

static const char *missing(const struct kp_case *c)
{
    if (!c->source || !c->kernel)
        return "[kernel] has to name source and name";
    if (!c->grid || !c->block)
        return "[launch] has to give grid and block";
    for (size_t k = 0; k < c->sizes.n; k++)
        if (!c->sizes.v[k].small || !c->sizes.v[k].large)
            return kp_sprintf(c->arena, "size %s has no value", c->sizes.v[k].name);
    for (size_t k = 0; k < c->args.n; k++)
        if (!c->args.v[k].value == !c->args.v[k].count)
            return kp_sprintf(c->arena, "argument %s needs either a value or a count",
                              c->args.v[k].name);
    return NULL;
}

struct kp_case *kp_case_read(struct kp_arena *a, const char *path, const char **error)
{
    struct kp_case *c = kp_new(a, struct kp_case);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    const char *slash = strrchr(path, '/'), *what;
    size_t size;
    char *text = fd >= 0 ? kp_read_all(a, fd, &size) : NULL;

    if (fd >= 0)
        close(fd);
    if (!text) {
        *error = kp_sprintf(a, "%s: %s", path, strerror(errno));
        return NULL;
    }
    c->arena = a;
    c->path = path;
    c->folder = slash ? kp_strndup(a, path, (size_t)(slash - path)) : ".";
    c->deterministic = true;
    c->smem = "0";
    if (!kp_ini_read(a, path, text, line, c, error))
        return NULL;
    what = missing(c);
    if (what) {
        *error = kp_sprintf(a, "%s: %s", path, what);
        return NULL;
    }
    return c;
}

bool kp_case_fix_size(struct kp_case *c, const char *name, const char *value)
{
    for (size_t k = 0; k < c->sizes.n; k++) {
        if (!kp_streq(c->sizes.v[k].name, name))
            continue;
        c->sizes.v[k].small = c->sizes.v[k].large = value;
        return true;
    }
    return false;
}

const char *kp_case_bind(struct kp_case *c, bool large, const char *name, int64_t value)
{
    for (size_t k = 0; k < c->sizes.n; k++) {
        struct kp_size *s = &c->sizes.v[k];
        struct kp_number n;
        const char *error = kp_case_eval(c, c->arena, large ? s->large : s->small, &n);
        if (error)
            return error;
        s->value = kp_streq(s->name, name) ? value : n.i;
    }
    return NULL;
}

const char *kp_case_sizes_text(const struct kp_case *c, struct kp_arena *a)
{
    struct kp_str s = kp_str_new(a);

    for (size_t k = 0; k < c->sizes.n; k++)
        kp_str_addf(&s, "%s%s=%lld", k ? " " : "", c->sizes.v[k].name,
                    (long long)c->sizes.v[k].value);
    return kp_str_text(&s);
}
