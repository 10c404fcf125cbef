#define _GNU_SOURCE
#include "gpu/runner/plan.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char message[512];

enum { MOST_SHIFT = 1 << 24 };

static const char *wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));
static const char *wrong(const char *format, ...)
{
    va_list ap;
    int n = snprintf(message, sizeof message, "plan.json: ");

    va_start(ap, format);
    vsnprintf(message + n, sizeof message - (size_t)n, format, ap);
    va_end(ap);
    return message;
}

const char *plan_path(const struct plan *p, const char *file)
{
    return kp_sprintf(p->arena, "%s/%s", p->folder, file);
}

size_t arg_bytes(const struct arg *a)
{
    return a->count * kp_case_type_size(a->type);
}

bool arg_is_output(const struct arg *a)
{
    return a->is_array && a->role != KP_CASE_IN;
}

/* Files lie in the bundle's folder or a folder in it. */
static bool is_inside(const char *file)
{
    return *file && *file != '/' && !strstr(file, "..");
}

static int index_of(const char *const *names, int n, const char *word)
{
    for (int k = 0; k < n; k++)
        if (!strcmp(names[k], word))
            return k;
    return -1;
}

/* "0a1b" -> the bytes 0x0a 0x1b; NULL when it is not that. */
static unsigned char *bytes_of(struct kp_arena *a, const char *hex)
{
    size_t n = strlen(hex);
    unsigned char *to = kp_alloc(a, n / 2 + 16);

    if (!n || n % 2 || strspn(hex, "0123456789abcdef") != n)
        return NULL;
    for (size_t k = 0; k < n / 2; k++) {
        char byte[3] = {hex[2 * k], hex[2 * k + 1], 0};
        to[k] = (unsigned char)strtoul(byte, NULL, 16);
    }
    return to;
}

static const char *read_fill(json_t *o, struct arg *a)
{
    const char *name, *seed, *what;
    json_error_t e;
    size_t kind = 0;

    if (json_unpack_ex(o, &e, 0, "{s:s, s:s, s:[F, F, F]}", "name", &name, "seed", &seed, "p",
                       &a->recipe.p[0], &a->recipe.p[1], &a->recipe.p[2]))
        return wrong("fill of %s: %s", a->name, e.text);
    while (kind < KP_FILLS && strcmp(kp_fill_table[kind].name, name))
        kind++;
    if (kind == KP_FILLS || kind == KP_FILL_FILE || sscanf(seed, "%" SCNx64, &a->recipe.seed) != 1)
        return wrong("fill of %s: '%s' with seed '%s' is not known", a->name, name, seed);
    a->recipe.fill = (enum kp_filling)kind;
    what = kp_recipe_check(&a->recipe);
    return what ? wrong("fill of %s: %s", a->name, what) : NULL;
}

static const char *read_array(json_t *o, struct arg *a)
{
    const char *type, *role;
    json_int_t count, shift = 0;
    json_t *fill = NULL;
    json_error_t e;
    int k;

    a->is_array = true;
    if (json_unpack_ex(o, &e, 0, "{s:s, s:I, s:s, s?o, s?s, s?s, s?I}", "type", &type, "count",
                       &count, "role", &role, "fill", &fill, "file", &a->file, "expect", &a->expect,
                       "shift", &shift))
        return wrong("argument %s: %s", a->name, e.text);
    if (!kp_case_type_named(type, &a->type))
        return wrong("argument %s: type %s is not known", a->name, type);
    k = index_of(kp_case_role_names, KP_CASE_ROLES, role);
    if (k < 0 || count < 0 || count > (json_int_t)1 << 40)
        return wrong("argument %s: role %s, count %lld", a->name, role, (long long)count);
    if (shift < 0 || shift > MOST_SHIFT)
        return wrong("argument %s: shift %lld", a->name, (long long)shift);
    if (!fill == !a->file || (a->file && !is_inside(a->file)) ||
        (a->expect && !is_inside(a->expect)))
        return wrong("argument %s: needs either a fill or a file of the bundle", a->name);
    a->role = (enum kp_case_role)k;
    a->count = (size_t)count;
    a->shift = (size_t)shift;
    return fill ? read_fill(fill, a) : NULL;
}

static const char *read_arg(struct plan *p, json_t *o, struct arg *a)
{
    const char *value = NULL;
    json_error_t e;

    if (json_unpack_ex(o, &e, 0, "{s:s, s?s}", "name", &a->name, "value", &value))
        return wrong("an argument: %s", e.text);
    if (!value)
        return read_array(o, a);
    a->value = bytes_of(p->arena, value);
    return a->value ? NULL
                    : wrong("argument %s: value %s is not bytes in hexadecimal", a->name, value);
}

static const char *read_size(struct plan *p, json_t *o, struct size *s)
{
    json_t *args, *arg;
    json_error_t e;
    json_int_t x[6];
    const char *error = NULL;
    size_t k;
    int timed;

    if (json_unpack_ex(o, &e, 0, "{s:s, s:s, s:b, s:[I, I, I], s:[I, I, I], s:o}", "name", &s->name,
                       "text", &s->text, "timed", &timed, "grid", &x[0], &x[1], &x[2], "block",
                       &x[3], &x[4], &x[5], "args", &args))
        return wrong("sizes: %s", e.text);
    for (k = 0; k < 6; k++)
        if (x[k] < 1 || x[k] > INT32_MAX)
            return wrong("size %s: %lld is not an extent of a launch", s->name, (long long)x[k]);
    for (k = 0; k < 3; k++) {
        s->grid[k] = (unsigned)x[k];
        s->block[k] = (unsigned)x[3 + k];
    }
    s->timed = timed;
    s->n_args = json_array_size(args);
    if (s->n_args > MAX_ARGS)
        return wrong("more than %d arguments", MAX_ARGS);
    s->args = kp_new_array(p->arena, struct arg, s->n_args + 1);
    json_array_foreach(args, k, arg) if (!error) error = read_arg(p, arg, &s->args[k]);
    return error;
}

static const char *read_version(json_t *o, struct version *v, size_t n_sizes)
{
    json_t *smem, *number;
    json_error_t e;
    size_t k;
    int unchecked = 0;

    if (json_unpack_ex(o, &e, 0, "{s:s, s:s, s:s, s:o, s?b}", "label", &v->label, "file", &v->file,
                       "symbol", &v->symbol, "smem", &smem, "unchecked", &unchecked))
        return wrong("versions: %s", e.text);
    v->unchecked = unchecked;
    if (!is_inside(v->file))
        return wrong("version %s: %s is not a file of the bundle", v->label, v->file);
    if (json_array_size(smem) != n_sizes)
        return wrong("version %s: one smem for each size", v->label);
    json_array_foreach(smem, k, number)
    {
        json_int_t n = json_integer_value(number);
        if (!json_is_integer(number) || n < 0 || n > 1 << 24)
            return wrong("version %s: smem is not a number of bytes", v->label);
        v->smem[k] = (unsigned)n;
    }
    return NULL;
}

static const char *read_lists(struct plan *p, json_t *sizes, json_t *versions)
{
    const char *error = NULL;
    json_t *o;
    size_t k;

    p->n_sizes = json_array_size(sizes);
    p->n_versions = json_array_size(versions);
    if (p->n_sizes > MAX_SIZES || p->n_versions > MAX_VERSIONS)
        return wrong("more than %d sizes or %d versions", MAX_SIZES, MAX_VERSIONS);
    p->versions = kp_new_array(p->arena, struct version, p->n_versions + 1);
    json_array_foreach(sizes, k, o) if (!error) error = read_size(p, o, &p->sizes[k]);
    json_array_foreach(versions, k, o) if (!error) error =
        read_version(o, &p->versions[k], p->n_sizes);
    if (!error && p->n_versions && !p->n_sizes)
        error = wrong("no sizes");
    return error;
}

static const char *read_all(struct plan *p, json_t *root)
{
    json_t *sizes, *versions, *echo = NULL;
    int version, deterministic, exact, progress, runs;
    json_error_t e;

    if (json_unpack_ex(root, &e, 0, "{s:i}", "version", &version))
        return wrong("%s", e.text);
    if (version != 1)
        return wrong("version %d, but this runner knows version 1 only", version);
    if (json_unpack_ex(root, &e, 0,
                       "{s?s, s:{s:F, s:F, s:b, s:b}, s:b, s:i, s:F, s:F, s:F, s?F, s?o, s:o, s:o}",
                       "arch", &p->arch, "compare", "abs", &p->abs, "rel", &p->rel, "deterministic",
                       &deterministic, "exact", &exact, "progress", &progress, "runs", &runs,
                       "limit", &p->limit, "warm_up", &p->warm_up, "budget", &p->budget, "tell",
                       &p->tell, "echo", &echo, "sizes", &sizes, "versions", &versions))
        return wrong("%s", e.text);
    if ((p->tell && !(p->tell > 1)) || runs < 0 || runs > MAX_RUNS || !(p->limit > 0) ||
        !(p->warm_up >= 0) || !(p->budget > 0))
        return wrong("runs, limit, budget or tell is out of range");
    p->deterministic = deterministic;
    p->exact = exact;
    p->progress = progress;
    p->runs = (unsigned)runs;
    p->echo = echo;
    return read_lists(p, sizes, versions);
}

const char *plan_read(struct plan *p, const char *folder)
{
    json_error_t e;
    FILE *f;

    memset(p, 0, sizeof *p);
    p->arena = kp_arena_new();
    p->folder = folder;
    f = fopen(plan_path(p, "plan.json"), "r");
    if (!f) {
        snprintf(message, sizeof message, "%s/plan.json: %s", folder, strerror(errno));
        return message;
    }
    p->document = json_loadf(f, JSON_REJECT_DUPLICATES, &e);
    fclose(f);
    if (!p->document)
        return wrong("line %d: %s", e.line, e.text);
    return read_all(p, p->document); /* whose strings are the plan's */
}

void plan_free(struct plan *p)
{
    json_decref(p->document);
    kp_arena_free(p->arena);
}
