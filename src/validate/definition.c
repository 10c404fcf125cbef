#include "validate/definition.h"

#include "front/tree.h"
#include "model/clones.h"

static bool has_body(const struct kp_sym *s)
{
    return s->kind == KP_SYM_FUNCTION && s->decl && !s->decl->file && s->decl->last &&
           s->decl->last->kind == KP_COMPOUND;
}

/* The number of the definition among those of the same qualified name, from 0. */
static unsigned rank_of(const struct kp_unit *u, const struct kp_sym *f)
{
    unsigned n = 0;

    kp_each_named(s, u, f->name) if (s != f && has_body(s) &&
                                     kp_streq(s->qualified, f->qualified) &&
                                     s->decl->span.begin < f->decl->span.begin) n++;
    return n;
}

/* Definition number n of a qualified name; NULL: there is none. */
static const struct kp_node *definition(const struct kp_unit *v, const struct kp_sym *f,
                                        const char *qualified, unsigned rank)
{
    kp_each_named(s, v, f->name) if (has_body(s) && kp_streq(s->qualified, qualified) &&
                                     rank_of(v, s) == rank) return s->decl;
    return NULL;
}

/* Among overloads the one with the parameters of f. NULL: there is none, or several are alike. */
static const struct kp_node *only(const struct kp_unit *u, const struct kp_sym *f,
                                  const char *qualified)
{
    const struct kp_node *found = NULL;

    if (!definition(u, f, qualified, 1))
        return definition(u, f, qualified, 0);
    kp_each_named(s, u, f->name)
    {
        if (!has_body(s) || !kp_streq(s->qualified, qualified) || !kp_have_same_parameters(s, f))
            continue;
        if (found)
            return NULL;
        found = s->decl;
    }
    return found;
}

const struct kp_node *kp_same_definition(const struct kp_unit *u, const struct kp_unit *was,
                                         const struct kp_sym *f)
{
    return definition(u, f, f->qualified, rank_of(was, f));
}

const struct kp_node *kp_only_definition(const struct kp_unit *u, const struct kp_sym *f)
{
    return only(u, f, f->qualified);
}

const struct kp_node *kp_only_original(const struct kp_unit *u, const struct kp_unit *cloned,
                                       const struct kp_sym *f)
{
    const struct kp_node *own = kp_only_definition(u, f);
    const char *space = own ? NULL : kp_clones_in(cloned, f->qualified);

    if (!space)
        return own;
    return only(u, f,
                kp_sprintf(u->arena, "%.*s%s", (int)(space - f->qualified), f->qualified,
                           space + strlen(KP_CLONES "::")));
}
