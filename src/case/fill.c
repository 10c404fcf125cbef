/* Contents of a case's arrays. Random contents depend only on
 * the kernel's name, the argument's position and the element's index. */
#include "case/case.h"

#include <stdlib.h>
#include <string.h>

#include "util/str.h"

/* The fill and its parameters, from `text` = "uniform(-1, 1)". */
static const char *parameters(const struct kp_case *c, struct kp_arena *a, const char *text,
                              struct kp_recipe *r)
{
    const char *open = strchr(text, '('), *close = strrchr(text, ')'), *what;
    char *name = kp_strndup(a, text, open ? (size_t)(open - text) : strlen(text));
    const char **parts = NULL;
    size_t n = 0;

    if (open && close)
        n = kp_case_split(a, kp_strndup(a, open + 1, (size_t)(close - open - 1)), &parts);
    for (r->fill = 0; r->fill < KP_FILLS && !kp_streq(kp_fill_table[r->fill].name, name); ++r->fill)
        continue;
    if (r->fill == KP_FILLS || kp_fill_table[r->fill].params != n)
        return kp_sprintf(a, "%s: fill = %s is not understood", c->path, text);
    for (size_t k = 0; k < n; k++) {
        struct kp_number v;
        const char *error = kp_case_eval(c, a, parts[k], &v);
        if (error)
            return error;
        r->p[k] = v.d;
    }
    what = kp_recipe_check(r);
    return what ? kp_sprintf(a, "%s: fill = %s: %s", c->path, text, what) : NULL;
}

const char *kp_case_recipe(const struct kp_case *c, struct kp_arena *a, size_t arg,
                           struct kp_recipe *r, size_t *count)
{
    const struct kp_case_arg *x = &c->args.v[arg];
    struct kp_number n;
    const char *error = kp_case_eval(c, a, x->count, &n);

    memset(r, 0, sizeof *r);
    if (!error && (n.real || n.i < 0 || n.i > (int64_t)1 << 34))
        error = kp_sprintf(a, "%s: argument %s: count = %s is no number of elements", c->path,
                           x->name, x->count);
    if (error)
        return error;
    *count = (size_t)n.i;
    r->seed = kp_recipe_seed(c->kernel, arg);
    return parameters(c, a,
                      x->fill                  ? x->fill
                      : x->role == KP_CASE_OUT ? "poison"
                                               : "uniform(-1, 1)",
                      r);
}

const char *kp_case_fill(const struct kp_case *c, struct kp_arena *a, size_t arg, void **data,
                         size_t *size)
{
    struct kp_recipe r;
    size_t count = 0;
    const char *error = kp_case_recipe(c, a, arg, &r, &count);

    if (error)
        return error;
    *size = count * kp_case_type_size(c->args.v[arg].type);
    *data = kp_alloc(a, *size + 16);
    kp_recipe_fill(&r, c->args.v[arg].type, *data, count);
    return NULL;
}
