#include "emit/emit.h"

struct given {
    const struct kp_sym *function;
    const char *name;
};

struct kp_names {
    struct kp_unit *u;
    const struct kp_sym *function; /* the one that names are given out for */
    KP_VEC(const char *) file;     /* every name of the input that begins like ours */
    KP_VEC(struct given) given;
};

struct kp_names *kp_names_new(struct kp_unit *u)
{
    struct kp_names *n = kp_new(u->arena, struct kp_names);
    const char *s = u->source.text;

    n->u = u;
    for (uint32_t i = u->source.bom; i < u->source.size; i++) {
        uint32_t end = i;

        if (!kp_starts_with(s + i, "kp_") || (i > 0 && kp_is_ident_char(s[i - 1])))
            continue;
        while (end < u->source.size && kp_is_ident_char(s[end]))
            end++;
        kp_push(u->arena, &n->file, kp_strndup(u->arena, s + i, end - i));
    }
    return n;
}

void kp_names_function(struct kp_names *n, const struct kp_sym *function)
{
    n->function = function;
}

static bool in_file(const struct kp_names *n, const char *name)
{
    for (size_t i = 0; i < n->file.n; i++)
        if (kp_streq(n->file.v[i], name))
            return true;
    return false;
}

static bool in_function(const struct kp_names *n, const char *name)
{
    for (size_t i = 0; i < n->given.n; i++)
        if (n->given.v[i].function == n->function && kp_streq(n->given.v[i].name, name))
            return true;
    return false;
}

static const char *pick(struct kp_names *n, const char *wish, bool inner)
{
    const char *name = kp_strdup(n->u->arena, wish);

    for (int i = 2; in_file(n, name) || (!inner && in_function(n, name)); i++)
        name = kp_sprintf(n->u->arena, "%s%d", wish, i);
    return name;
}

const char *kp_name(struct kp_names *n, const char *wish)
{
    struct given g = {n->function, pick(n, wish, false)};

    kp_push(n->u->arena, &n->given, g);
    return g.name;
}

const char *kp_inner_name(struct kp_names *n, const char *wish)
{
    return pick(n, wish, true);
}
