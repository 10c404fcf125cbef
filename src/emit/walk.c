/* What statements do with local variables, as the model's effects have it, and which names their
 * text needs besides: which lines of a load slice the two halves of a register prefetch need. That
 * the slice is legal was decided before. */
#include "emit/emit.h"
#include "model/access.h"
#include "model/func.h"

enum { SHORT = 8 }; /* a list that is looked through */

bool kp_has_sym(const struct kp_syms *s, const struct kp_sym *sym)
{
    if (s->list.n > SHORT)
        return kp_map_get(&s->known, sym);
    for (size_t i = 0; i < s->list.n; i++)
        if (s->list.v[i] == sym)
            return true;
    return false;
}

void kp_add_sym(struct kp_unit *u, struct kp_syms *s, const struct kp_sym *sym)
{
    if (!sym || kp_has_sym(s, sym))
        return;
    kp_push(u->arena, &s->list, sym);
    for (size_t i = s->list.n == SHORT + 1 ? 0 : s->list.n - 1; s->list.n > SHORT && i < s->list.n;
         i++)
        *kp_map_at(u->arena, &s->known, s->list.v[i]) = 1;
}

bool kp_has_node(const struct kp_node_set *s, const struct kp_node *n)
{
    return s && kp_map_get(&s->known, n);
}

void kp_add_node(struct kp_unit *u, struct kp_node_set *s, const struct kp_node *n)
{
    size_t *known = kp_map_at(u->arena, &s->known, n);

    if (!*known)
        kp_push(u->arena, &s->list, n);
    *known = 1;
}

bool kp_names_in_macro(const struct kp_node *n, const struct kp_sym *sym)
{
    kp_each_below(x, n) if (x->kind == KP_REF && x->sym == sym && x->from_macro) return true;
    return false;
}

/* ---- reads and writes -------------------------------------------------------------------- */

static bool is_local(const struct kp_sym *s)
{
    return s && (s->kind == KP_SYM_PARAM || (s->kind == KP_SYM_VAR && s->space == KP_SPACE_LOCAL));
}

static bool is_stored(const struct kp_effects *effects, const struct kp_sym *s)
{
    for (size_t i = 0; i < effects->access.n; i++)
        if (effects->access.v[i].base == s && effects->access.v[i].space == KP_SPACE_LOCAL &&
            kp_is_store(&effects->access.v[i]))
            return true;
    return false;
}

/* What no effect is, but the text of `n` needs or brings: names of what its effects do not store to
 * (constants, objects of methods, arguments that nobody looks at), those in sizeof, closures and
 * addresses (`is_unread`), declared variables without a value. */
static void add_names(const struct kp_emitter *e, const struct kp_node *n,
                      const struct kp_node_set *cut, const struct kp_effects *effects,
                      bool is_unread, struct kp_touch *out)
{
    if (kp_has_node(cut, n))
        return;
    is_unread |=
        n->kind == KP_SIZEOF || n->kind == KP_LAMBDA ||
        (n->kind == KP_UNARY && n->op == KP_OP_ADDR) ||
        (n->kind == KP_VAR && n->sym && n->sym->type && n->sym->type->kind == KP_TYPE_REFERENCE);
    if (n->kind == KP_VAR && n->sym)
        kp_add_sym(e->u, &out->writes, n->sym);
    if (n->kind == KP_REF && is_local(n->sym) && (is_unread || !is_stored(effects, n->sym)))
        kp_add_sym(e->u, &out->reads, n->sym);
    kp_each_child(c, n) add_names(e, c, cut, effects, is_unread, out);
}

void kp_touch_of(const struct kp_emitter *e, const struct kp_node *n, const struct kp_node_set *cut,
                 struct kp_touch *out)
{
    struct kp_effects effects = {0};

    kp_effects_without(kp_func_get(e->u, e->l->function, false), n, cut ? &cut->known : NULL,
                       &effects);
    for (size_t i = 0; i < effects.access.n; i++) {
        const struct kp_access *a = &effects.access.v[i];
        bool by_name = a->space == KP_SPACE_LOCAL && a->base;

        if (by_name && kp_is_read(a))
            kp_add_sym(e->u, &out->reads, a->base);
        if (by_name && kp_is_store(a))
            kp_add_sym(e->u, &out->writes, a->base);
        out->stores_elsewhere |=
            kp_is_store(a) && !by_name && !(a->space == KP_SPACE_SHARED && a->base);
    }
    add_names(e, n, cut, &effects, false, out);
}
