/* What all visible instances of a template give to what its text leaves open: sizes of types, and
 * values. */
#include "front/tree.h"

static const struct kp_tvalue *argument(const struct kp_instance *i, const struct kp_sym *param)
{
    for (size_t k = 0; k < i->args.n; k++)
        if (i->args.v[k].param == param)
            return &i->args.v[k];
    return NULL;
}

static const struct kp_type *type_in(const struct kp_instance *i, const struct kp_sym *param)
{
    const struct kp_tvalue *a = argument(i, param);

    return a ? a->type : NULL;
}

int64_t kp_bytes_seen(const struct kp_unit *u, const struct kp_sym *function,
                      const struct kp_node *lvalue, int64_t *least)
{
    const struct kp_type *open = kp_lvalue_type(lvalue), *t;
    int64_t most = kp_lvalue_bytes(lvalue);

    *least = most;
    if (most >= 0 || !kp_is_type_parameter(open) || kp_is_header(u)) /* another source has others */
        return most;
    for (size_t i = 0; i < u->parse.instances.n; i++) {
        if (u->parse.instances.v[i].pattern != function)
            continue;
        t = type_in(&u->parse.instances.v[i], open->decl);
        if (!t || t->size <= 0)
            continue;
        *least = *least < 0 || t->size < *least ? t->size : *least;
        most = t->size > most ? t->size : most;
    }
    return most;
}

/* True for an instance of the function `name` or, of a class's parameter, of any function in that
 * class `name`. */
static bool is_of(const struct kp_instance *i, const char *name, const struct kp_sym *param)
{
    if (!param->parent)
        return kp_streq(i->pattern->qualified, name);
    for (const struct kp_sym *s = i->pattern->parent; s; s = s->parent)
        if (s == param->parent)
            return kp_streq(s->qualified, name);
    return false;
}

/* The type whose layout the template's parameter has in all visible instances; NULL: they differ,
 * or it is another template's. */
static const struct kp_type *one_layout(const struct kp_unit *u, const char *name,
                                        const struct kp_sym *param)
{
    const struct kp_type *first = NULL, *t;

    for (size_t i = 0; i < u->parse.instances.n; i++) {
        if (!is_of(&u->parse.instances.v[i], name, param))
            continue;
        t = type_in(&u->parse.instances.v[i], param);
        if (!kp_is_value(t) || t->size <= 0 || t->align < t->size ||
            (first && (t->size != first->size || t->align != first->align)))
            return NULL;
        first = first ? first : t;
    }
    return first;
}

/* The same for a value. */
static const struct kp_tvalue *one_value(const struct kp_unit *u, const char *name,
                                         const struct kp_sym *param)
{
    const struct kp_tvalue *first = NULL, *a;

    for (size_t i = 0; i < u->parse.instances.n; i++) {
        if (!is_of(&u->parse.instances.v[i], name, param))
            continue;
        a = argument(&u->parse.instances.v[i], param);
        if (!a || !a->known || (first && a->value != first->value))
            return NULL;
        first = first ? first : a;
    }
    return first;
}

static bool set_layouts(struct kp_unit *u, const char *name, bool known)
{
    bool any = false;

    for (size_t i = 0; i < u->parse.open_types.n; i++) {
        struct kp_type *t = u->parse.open_types.v[i];
        const struct kp_type *as = t->decl ? one_layout(u, name, t->decl) : NULL;

        if (!as)
            continue;
        t->size = known ? as->size : -1;
        t->align = known ? as->align : -1;
        any = true;
    }
    return any;
}

static bool set_values(struct kp_unit *u, const char *name, bool known)
{
    bool any = false;

    for (size_t i = 0; i < u->parse.open_values.n; i++) {
        struct kp_sym *s = u->parse.open_values.v[i];
        const struct kp_tvalue *as = s->type && !s->type->is_dependent && kp_is_number(s->type)
                                         ? one_value(u, name, s)
                                         : NULL;

        if (!as)
            continue;
        s->has_value = known;
        s->value = known ? as->value : 0;
        any = true;
    }
    return any;
}

bool kp_bind_parameters(struct kp_unit *u, const char *name)
{
    bool types = set_layouts(u, name, true), values = set_values(u, name, true);

    return types || values;
}

void kp_unbind_parameters(struct kp_unit *u, const char *name)
{
    set_layouts(u, name, false);
    set_values(u, name, false);
}

void kp_bind_stated(struct kp_unit *u)
{
    if (kp_is_header(u)) /* its other sources have others */
        return;
    for (size_t i = 0; u->of_instances && i < u->of_instances->n; i++)
        kp_bind_parameters(u, u->of_instances->v[i]);
}
