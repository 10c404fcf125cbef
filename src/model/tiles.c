/* Where each tile lives, which names reach it, and who else touches it. */
#include "model/access.h"
#include "model/address.h"
#include "model/element.h"
#include "model/eval.h"
#include "model/expr.h"
#include "model/func.h"
#include "model/invariant.h"
#include "model/mentions.h"
#include "model/of_loop.h"
#include "model/steps.h"
#include "model/waited.h"
#include "model/written.h"

/* True for an object whose class the declaration defines, and whose stages would need another class
 * around them. */
static bool is_bound_to_its_class(const struct kp_tile *t)
{
    const struct kp_node *first = t->decl->parent ? t->decl->parent->first : NULL;

    return first && first != t->decl && first->kind == KP_OTHER_DECL &&
           (t->bytes <= 0 || t->bytes % KP_STAGE_ALIGN);
}

/* True for one object that the declaration makes by a constructor of its class, which the text of
 * an array of them would call otherwise. */
static bool is_constructed(const struct kp_tile *t)
{
    kp_each_child(c, t->decl) if (c->kind == KP_CONSTRUCT && !t->sym->n_dims) return true;
    return false;
}

static void set_storage(struct kp_func *f, struct kp_loop *l, struct kp_tile *t)
{
    const struct kp_sym *s = t->sym;
    const struct kp_type *elem = s->type;

    while (elem && elem->kind == KP_TYPE_ARRAY)
        elem = elem->elem;
    t->elem_bytes = elem && elem->size > 0 ? elem->size : -1;
    if (!kp_eval_var_size(s, NULL, &t->bytes))
        t->bytes = -1;
    t->declared_in_body = kp_declared_in(s, l->node);
    if (s->is_extern)
        t->storage = KP_STORE_DYNAMIC;
    else if (!t->decl || !kp_is_inside(t->decl, f->body))
        t->storage = t->decl && t->decl->parent && t->decl->parent->kind == KP_TRANSLATION_UNIT
                         ? KP_STORE_FILE
                         : KP_STORE_PARAM;
    else if (elem && elem->kind == KP_TYPE_RECORD &&
             (is_bound_to_its_class(t) || is_constructed(t)))
        t->storage = KP_STORE_MEMBER;
    else
        t->storage = KP_STORE_STATIC;
}

static bool points_to(const struct kp_func *f, const struct kp_sym *v, const struct kp_sym *tile)
{
    const struct kp_objs *to = kp_points_to(f, v);

    for (size_t i = 0; i < to->list.n; i++)
        if (to->list.v[i].sym == tile)
            return true;
    return false;
}

static bool always_points(const struct kp_func *f, const struct kp_sym *v, int depth);

/* True if the value is certainly an address in the array that it may be one of. A null pointer is
 * none, and must stay what it is. */
static bool is_address(const struct kp_func *f, const struct kp_node *e, int depth)
{
    if (kp_is_array_lvalue(e))
        return true;
    switch (e->kind) {
    case KP_REF:
        return e->sym && e->sym->kind == KP_SYM_VAR && always_points(f, e->sym, depth + 1);
    case KP_UNARY:
        return e->op == KP_OP_ADDR;
    case KP_CAST:
    case KP_INIT_LIST:
        return e->first && is_address(f, e->first, depth);
    case KP_CALL: /* a conversion of addresses */
        if (kp_address_as_number(f->unit, e))
            return is_address(f, kp_address_as_number(f->unit, e), depth);
        return e->sym && e->sym->from_prelude && kp_argument(e, 0) && !kp_argument(e, 1) &&
               is_address(f, kp_argument(e, 0), depth);
    case KP_COND:
        return is_address(f, kp_child(e, 1), depth) && is_address(f, kp_child(e, 2), depth);
    case KP_BINARY:
        return (e->op == KP_OP_ADD && is_address(f, kp_child(e, 1), depth)) ||
               ((e->op == KP_OP_ADD || e->op == KP_OP_SUB) && is_address(f, e->first, depth));
    default:
        return false;
    }
}

static bool only_addresses(const struct kp_func *f, const struct kp_node *n, const struct kp_sym *v,
                           int depth)
{
    if (n->kind == KP_ASSIGN && n->op == KP_OP_ASSIGN && n->first->kind == KP_REF &&
        n->first->sym == v && !is_address(f, kp_child(n, 1), depth))
        return false;
    kp_each_child(c, n) if (!only_addresses(f, c, v, depth)) return false;
    return true;
}

static bool always_points(const struct kp_func *f, const struct kp_sym *v, int depth)
{
    if (depth > 8 || !v->decl || v->decl->kind != KP_VAR)
        return false;
    if (v->decl->has_init && !is_address(f, v->decl->last, depth) &&
        !(v->type && v->type->kind == KP_TYPE_REFERENCE))
        return false;
    return only_addresses(f, f->body, v, depth);
}

/* True if a name inside the loop can stand for this pointer plus the stage's offset. */
static bool can_shift(const struct kp_func *f, const struct kp_loop *l, const struct kp_sym *v)
{
    return kp_points_to(f, v)->list.n == 1 && !kp_store_to(&l->effects, v, KP_SPACE_LOCAL) &&
           !v->is_lambda && !v->n_dims && v->type &&
           (v->type->kind == KP_TYPE_POINTER || v->type->kind == KP_TYPE_INT) &&
           always_points(f, v, 0);
}

/* True if the variable is read in front of the loop. Behind it in the text may be before it in
 * time, where a loop stands around both. */
static bool named_before(const struct kp_node *n, const struct kp_loop *l, const struct kp_sym *v)
{
    kp_each_below(x, n) if (x->kind == KP_REF && x->sym == v &&
                            x->span.begin < l->node->span.begin) return true;
    return false;
}

/* A closure made outside the loop keeps the names that it captured. */
static const struct kp_node *captured(const struct kp_node *n, const struct kp_loop *l,
                                      const struct kp_sym *sym)
{
    const struct kp_node *found;

    if (n == l->node || !kp_may_hold(n, KP_LAMBDA))
        return NULL;
    if (n->kind == KP_LAMBDA && kp_count_refs(n, sym))
        return n;
    kp_each_child(c, n) if ((found = captured(c, l, sym))) return found;
    return NULL;
}

/* Made in front of the loop and used behind it only: there it means the stage of the last iteration
 * like the tile's own name. */
static bool is_late_alias(struct kp_func *f, const struct kp_loop *l, const struct kp_sym *v)
{
    return v->decl->span.begin < l->node->span.begin && can_shift(f, l, v) &&
           !kp_is_exposed(f->body, v) && !named_before(f->body, l, v);
}

/* A name outside the loop that holds the tile's address and is used inside it, or behind it. */
static void find_aliases(struct kp_func *f, struct kp_loop *l, struct kp_tile *t)
{
    struct kp_unit *u = f->unit;
    const struct kp_pointing_list *all = kp_pointing_in(f);

    t->escapes_at = captured(f->body, l, t->sym);
    for (size_t i = 0; i < all->n; i++) {
        const struct kp_sym *v = u->parse.syms.v[all->v[i].id];
        struct kp_alias alias = {.sym = v, .tile = t};

        if ((v->kind != KP_SYM_VAR && v->kind != KP_SYM_PARAM) || v == t->sym ||
            !points_to(f, v, t->sym) || kp_declared_in(v, l->node) ||
            !kp_is_inside(v->decl, f->decl) ||
            (!kp_count_refs(l->node, v) && !is_late_alias(f, l, v)))
            continue;
        if (!can_shift(f, l, v))
            t->escapes_at = v->decl;
        alias.is_integer = v->type && v->type->kind == KP_TYPE_INT;
        kp_push(u->arena, &l->aliases, alias);
    }
}

enum { MAX_STONES = 8 };

static bool is_stone(struct kp_func *f, const struct kp_loop *l, const struct kp_sym *v, int depth);

/* A pointer into another part of the buffer, which stays where it is. */
static bool is_into_part(const struct kp_func *f, const struct kp_loop *l,
                         const struct kp_node *var)
{
    const struct kp_objs *o = kp_points_to(f, var->sym);

    return var->span.begin < l->node->span.begin && o->list.n == 1 && o->list.v[0].sym &&
           o->list.v[0].sym->whole;
}

/* True if every mention of the pointer stands where an alias or another stone is made. */
static bool only_makes_aliases(struct kp_func *f, const struct kp_loop *l, const struct kp_node *n,
                               const struct kp_sym *v, int depth)
{
    if (n->kind == KP_REF && n->sym == v)
        return false;
    if (n->kind == KP_VAR && n->sym && n->sym != v && n->span.begin < l->node->span.begin &&
        (kp_is_alias(l, n->sym, NULL) || is_into_part(f, l, n) ||
         (kp_count_refs(n, v) && is_stone(f, l, n->sym, depth + 1))))
        return true;
    kp_each_child(c, n) if (!only_makes_aliases(f, l, c, v, depth)) return false;
    return true;
}

/* A pointer into the tile that only other pointers are made from, in front of the loop: `T *base =
 * (T *)smem; T *As = base, *Bs = base + 256;`. Nothing is stored or read through it. */
static bool is_stone(struct kp_func *f, const struct kp_loop *l, const struct kp_sym *v, int depth)
{
    return depth < MAX_STONES && v->kind == KP_SYM_VAR && v->decl && v->decl->has_init &&
           kp_is_inside(v->decl, f->body) && v->decl->span.begin < l->node->span.begin &&
           can_shift(f, l, v) && !kp_is_exposed(f->body, v) &&
           only_makes_aliases(f, l, f->body, v, depth);
}

/* True if the mention is one of the tile, outside the loop. Making an alias is none, using one is.
 */
static bool is_use(struct kp_func *f, const struct kp_loop *l, const struct kp_tile *t,
                   const struct kp_node *ref)
{
    const struct kp_node *n = ref;

    for (; n && n != f->body; n = n->parent)
        if (n == l->node || (t->storage == KP_STORE_DYNAMIC && kp_asks_alignment(n, t->sym)) ||
            n->kind == KP_SIZEOF ||
            (n->kind == KP_VAR && n->sym &&
             (kp_is_alias(l, n->sym, NULL) || is_into_part(f, l, n) ||
              (points_to(f, n->sym, t->sym) && is_stone(f, l, n->sym, 0)))))
            return false;
    return n != NULL;
}

static void find_uses_by(struct kp_func *f, const struct kp_loop *l, struct kp_tile *t,
                         const struct kp_sym *name)
{
    const struct kp_nodes *refs = &kp_mentions_of(f, name)->refs;

    for (size_t i = 0; i < refs->n && !t->used_before; i++)
        t->used_before =
            refs->v[i]->span.begin < l->node->span.begin && is_use(f, l, t, refs->v[i]);
    for (size_t i = refs->n; i-- && !t->used_after;)
        t->used_after =
            refs->v[i]->span.begin >= l->node->span.begin && is_use(f, l, t, refs->v[i]);
}

static void find_uses(struct kp_func *f, const struct kp_loop *l, struct kp_tile *t)
{
    const struct kp_unit *u = f->unit;
    const struct kp_pointing_list *all = kp_pointing_in(f);

    find_uses_by(f, l, t, t->sym);
    for (size_t i = 0; i < all->n; i++) {
        const struct kp_sym *v = u->parse.syms.v[all->v[i].id];

        if (v->kind == KP_SYM_VAR && v->decl && v != t->sym && points_to(f, v, t->sym) &&
            kp_is_inside(v->decl, f->body))
            find_uses_by(f, l, t, v);
    }
}

/* The name by which a store reaches the array. */
static const char *name_in(const struct kp_access *a, const struct kp_sym *sym)
{
    struct kp_element el = {0};

    if (a->base != sym || a->space != KP_SPACE_SHARED || !kp_is_store(a) || a->in)
        return NULL;
    el = kp_element_of(a->at);
    return el.root ? el.root->name : NULL;
}

static bool has_name(const struct kp_tile_names *names, size_t from, const char *name)
{
    for (size_t i = from; i < names->n; i++)
        if (kp_streq(names->v[i], name))
            return true;
    return false;
}

static void collect_names(struct kp_unit *u, const struct kp_loop *l, const struct kp_sym *sym,
                          const bool *only, struct kp_tile_names *names)
{
    size_t from = names->n;

    for (size_t i = 0; i < l->stmts.n; i++)
        for (size_t k = 0; (!only || only[i]) && k < l->stmts.v[i].effects.access.n; k++) {
            const char *name = name_in(&l->stmts.v[i].effects.access.v[k], sym);

            if (name && !has_name(names, from, name))
                kp_push(u->arena, names, name);
        }
}

void kp_add_names(struct kp_unit *u, const struct kp_loop *l, const struct kp_sym *sym,
                  const bool *only, struct kp_tile_names *names)
{
    struct kp_tile_names all = {0};
    bool is_foreign = sym->parent && sym->parent != l->function;

    collect_names(u, l, sym, NULL, &all);
    if (all.n > 1 || (all.n && is_foreign))
        collect_names(u, l, sym, only, names);
    else
        kp_push(u->arena, names, sym->name);
}

/* Compute may write other parts of the memory, which are not prefetched. */
static void name_tile(struct kp_func *f, const struct kp_loop *l, struct kp_tile *t)
{
    bool *fills = kp_new_array(f->unit->arena, bool, l->stmts.n + 1);

    for (size_t i = 0; i < l->stmts.n; i++)
        fills[i] = l->stmts.v[i].in_load;
    kp_add_names(f->unit, l, t->sym, fills, &t->names);
    if (!t->names.n)
        kp_add_names(f->unit, l, t->sym, NULL, &t->names);
}

static void find_hoisted(struct kp_unit *u, struct kp_loop *l)
{
    for (size_t i = 0; i < l->tiles.n; i++) {
        const struct kp_tile *t = l->tiles.v[i];
        bool known = !t->declared_in_body;

        for (size_t k = 0; k < l->hoisted.n; k++)
            known |= l->hoisted.v[k] == t->decl_stmt;
        if (!known)
            kp_push(u->arena, &l->hoisted, t->decl_stmt);
    }
}

void kp_model_tiles(struct kp_func *f, struct kp_loop *l)
{
    for (size_t i = 0; i < l->tiles.n; i++) {
        set_storage(f, l, l->tiles.v[i]);
        find_aliases(f, l, l->tiles.v[i]);
        name_tile(f, l, l->tiles.v[i]);
    }
    for (size_t i = 0; i < l->tiles.n; i++)
        find_uses(f, l, l->tiles.v[i]);
    find_hoisted(f->unit, l);
}
