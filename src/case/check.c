#include "case/check.h"

#include <string.h>

#include "util/nearest.h"
#include "util/str.h"

/* ---- what is missing ---- */

static void missing(struct kp_case *c, struct kp_case_errors *e)
{
    if (!c->source)
        kp_case_add_error(e, kp_case_error_line(c, 0, "[kernel] has no source = FILE.cu"));
    if (!c->kernel)
        kp_case_add_error(e, kp_case_error_line(c, 0, "[kernel] has no name = KERNEL"));
    if (!c->grid.s)
        kp_case_add_error(e, kp_case_error_line(c, 0, "[launch] has no grid = BLOCKS"));
    if (!c->block.s)
        kp_case_add_error(e, kp_case_error_line(c, 0, "[launch] has no block = THREADS"));
    if (!c->reference != !c->reference_file)
        kp_case_add_error(e, kp_case_error_line(
                                 c, 0, "[reference] needs both a file and a function, or neither"));
    for (size_t k = 0; k < c->sizes.n; k++) {
        const struct kp_size *s = &c->sizes.v[k];
        if (!s->small.s || !s->large.s)
            kp_case_add_error(e, kp_case_error_line(c, s->line,
                                                    "size %s has no %s value: add small = N and "
                                                    "large = N, or value = N for both",
                                                    s->name, s->small.s ? "large" : "small"));
    }
}

/* ---- arguments ---- */

static const char *type_name(size_t i, const void *context)
{
    (void)context;
    return kp_case_type_names[i];
}

static const char *unknown_type(const struct kp_case *c, struct kp_case_text t)
{
    struct kp_str all = kp_str_new(c->arena);
    const char *near = kp_nearest(t.s, KP_CASE_TYPES, type_name, NULL);

    for (unsigned k = 0; k < KP_CASE_TYPES; k++)
        kp_str_addf(&all, "%s, ", kp_case_type_names[k]);
    if (kp_streq(t.s, "?"))
        return kp_case_error(c, t, 0,
                             "this is for you to fill in: `kpipe init` could not know the type");
    if (near && strlen(t.s) > 1)
        return kp_case_error(c, t, 0, "no type is called %s; did you mean %s?", t.s, near);
    return kp_case_error(c, t, 0, "no type is called %s (there are: %sstruct(..))", t.s,
                         kp_str_text(&all));
}

static const char *struct_fields(struct kp_case *c, struct kp_case_arg *x)
{
    struct kp_case_text *parts, inside = x->type_text;
    size_t n = strlen(inside.s), m;

    if (n < 8 || inside.s[n - 1] != ')')
        return kp_case_error(c, x->type_text, 0,
                             "a struct is given by the types of its fields: struct(i32, f32)");
    inside.s = kp_strndup(c->arena, inside.s + 7, n - 8);
    inside.column += 7;
    m = kp_case_split(c->arena, inside, ',', &parts);
    for (size_t k = 0; k < m; k++) {
        enum kp_case_type t;
        if (!kp_case_type_named(parts[k].s, &t))
            return unknown_type(c, parts[k]);
        kp_push(c->arena, &x->fields, t);
    }
    x->type = KP_CASE_STRUCT;
    return m ? NULL : kp_case_error(c, x->type_text, 0, "a struct has at least one field");
}

static const char *argument_type(struct kp_case *c, struct kp_case_arg *x)
{
    if (!x->type_text.s)
        return kp_case_error_line(c, x->line, "argument %s has no type: add type = f32, say",
                                  x->name);
    if (kp_starts_with(x->type_text.s, "struct("))
        return struct_fields(c, x);
    return kp_case_type_named(x->type_text.s, &x->type) ? NULL : unknown_type(c, x->type_text);
}

static const char *argument_form(struct kp_case *c, const struct kp_case_arg *x)
{
    if (!x->value.s && !x->count.s)
        return kp_case_error_line(
            c, x->line, "argument %s needs a value (a scalar) or a count (an array)", x->name);
    if (x->value.s && x->count.s)
        return kp_case_error(c, x->value, 0, "%s has a count already: an array has no value",
                             x->name);
    if (x->value.s && (x->fill.s || x->role != KP_CASE_IN || x->offset.s))
        return kp_case_error_line(c, x->line,
                                  "%s is a scalar: fill, role and offset are for arrays", x->name);
    if (x->count.s && x->type == KP_CASE_STRUCT)
        return kp_case_error(c, x->type_text, 0,
                             "an array of structs is given by their elements: type = f32, "
                             "count = 4 * n");
    return NULL;
}

static void arguments(struct kp_case *c, struct kp_case_errors *e)
{
    for (size_t k = 0; k < c->args.n; k++) {
        const char *error = argument_type(c, &c->args.v[k]);
        kp_case_add_error(e, error ? error : argument_form(c, &c->args.v[k]));
    }
}

/* ---- expressions ---- */

static void expression(const struct kp_case *c, struct kp_case_errors *e, struct kp_case_text t)
{
    struct kp_number n;

    if (t.s)
        kp_case_add_error(e, kp_case_eval(c, c->arena, t, &n));
}

static void positive(const struct kp_case *c, struct kp_case_errors *e, struct kp_case_text t)
{
    struct kp_number n;
    const char *error = t.s ? kp_case_eval(c, c->arena, t, &n) : NULL;

    if (t.s && !error && (n.real || n.i <= 0))
        error = kp_case_error(c, t, 0, "a positive integer belongs here");
    kp_case_add_error(e, error);
}

static void launch(struct kp_case *c, struct kp_case_errors *e)
{
    uint32_t to[3];
    const char *error = kp_case_extents(c, c->arena, c->block, to);

    for (size_t k = 0; k < 3 && !error; k++)
        c->block_value[k] = to[k];
    kp_case_add_error(e, error);
    kp_case_add_error(e, kp_case_extents(c, c->arena, c->grid, to));
    for (size_t k = 0; k < c->also_blocks.n; k++)
        kp_case_add_error(e, kp_case_extents(c, c->arena, c->also_blocks.v[k], to));
    expression(c, e, c->smem);
}

/* At the bound sizes. */
static void everything(struct kp_case *c, struct kp_case_errors *e)
{
    launch(c, e);
    positive(c, e, c->tiles_step);
    positive(c, e, c->tiles_multiple);
    expression(c, e, c->tiles_least);
    expression(c, e, c->flops);
    expression(c, e, c->bytes);
    for (size_t k = 0; k < c->args.n; k++) {
        const struct kp_case_arg *x = &c->args.v[k];
        struct kp_case_param param;
        struct kp_recipe recipe;
        size_t count;
        expression(c, e, x->offset);
        kp_case_add_error(e, x->value.s ? kp_case_scalar(c, c->arena, x, &param)
                                        : kp_case_recipe(c, c->arena, k, &recipe, &count));
    }
    if (c->reference)
        kp_case_add_error(e, kp_case_check_reference(c, c->arena));
    for (size_t k = 0; k < c->aliases.n; k++) {
        size_t *args, n;
        kp_case_add_error(e, kp_case_alias(c, c->arena, c->aliases.v[k], &args, &n));
    }
}

static void expectation(struct kp_case *c, struct kp_case_errors *e)
{
    const char *s = c->expect.s;

    if (s && !kp_streq(s, "rewritten") && !kp_streq(s, "single") && !kp_streq(s, "refused"))
        kp_case_add_error(
            e, kp_case_error(c, c->expect, 0, "rewritten, single or refused belongs here"));
}

void kp_case_check(struct kp_case *c, struct kp_case_errors *e)
{
    if (!e->n) /* else a mistyped key would be said twice */
        missing(c, e);
    expectation(c, e);
    arguments(c, e);
    for (int at = KP_CASE_SMALL; at <= KP_CASE_ODD && !e->n; at++) {
        kp_case_add_error(e, kp_case_bind(c, (enum kp_case_at)at, NULL, 0));
        if (!e->n)
            everything(c, e);
    }
}
