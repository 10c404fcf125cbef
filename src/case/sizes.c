/* The sizes of a case and their values. */
#include "case/case.h"

#include <string.h>

#include "util/str.h"

bool kp_case_fix_size(struct kp_case *c, const char *name, const char *value)
{
    struct kp_case_text text = {.s = value, .where = kp_sprintf(c->arena, "--size %s", name)};

    for (size_t k = 0; k < c->sizes.n; k++) {
        if (!kp_streq(c->sizes.v[k].name, name))
            continue;
        c->sizes.v[k].small = c->sizes.v[k].large = text;
        c->sizes.v[k].odd = (struct kp_case_text){0};
        return true;
    }
    return false;
}

const char *kp_case_set_size(struct kp_case *c, const char *setting)
{
    size_t n = strcspn(setting, "=");
    char *name = kp_strndup(c->arena, setting, n);

    if (setting[n] && kp_case_fix_size(c, name, setting + n + 1))
        return NULL;
    return kp_sprintf(c->arena, "%s has no size '%s'", c->path, name);
}

/* A number of the file, not one of the command line or an expression. */
static bool is_spelled_out(struct kp_case_text text)
{
    return text.line && strspn(text.s, "0123456789") == strlen(text.s);
}

static struct kp_case_text text_at(const struct kp_size *s, enum kp_case_at at)
{
    return at == KP_CASE_SMALL ? s->small : at == KP_CASE_ODD && s->odd.s ? s->odd : s->large;
}

bool kp_case_has_odd(const struct kp_case *c)
{
    for (size_t k = 0; k < c->sizes.n; k++)
        if (c->sizes.v[k].odd.s)
            return true;
    return false;
}

static const char *bind(struct kp_case *c, enum kp_case_at at, int64_t unit, const char *name,
                        int64_t value)
{
    for (c->bound = 0; c->bound < c->sizes.n; c->bound++) {
        struct kp_size *s = &c->sizes.v[c->bound];
        struct kp_case_text text = text_at(s, at);
        struct kp_number n;
        const char *error = kp_case_eval(c, c->arena, text, &n);
        if (error)
            return error;
        if (n.real)
            return kp_case_error(c, text, 0, "a size is an integer");
        if (is_spelled_out(text) && n.i > 0) {
            if (n.i > INT64_MAX - unit)
                return kp_case_error(c, text, 0, "too large");
            n.i = (n.i + unit - 1) / unit * unit;
        }
        s->value = kp_streq(s->name, name) ? value : n.i;
    }
    return NULL;
}

const char *kp_case_bind(struct kp_case *c, enum kp_case_at at, const char *name, int64_t value)
{
    return bind(c, at, 1, name, value);
}

const char *kp_case_bind_multiples(struct kp_case *c, int64_t unit, const char *name, int64_t value)
{
    return bind(c, KP_CASE_SMALL, unit, name, value);
}

const char *kp_case_sizes_text(const struct kp_case *c, struct kp_arena *a)
{
    struct kp_str s = kp_str_new(a);

    for (size_t k = 0; k < c->sizes.n; k++)
        kp_str_addf(&s, "%s%s=%lld", k ? " " : "", c->sizes.v[k].name,
                    (long long)c->sizes.v[k].value);
    return kp_str_text(&s);
}
