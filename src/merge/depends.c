/* What depends on the index of a merged block: a set of axes per variable, the least that is closed
 * under all statements, whatever order they run in. A statement that mentions a variable runs once
 * for each of the variable's copies, and what it stores exists as often as it runs. */
#include "merge/merging.h"

#include "emit/emit.h"
#include "front/tree.h"
#include "model/access.h"
#include "model/barriers.h"
#include "model/func.h"

static uint8_t *varies_of(struct kp_merging *m, const struct kp_sym *s)
{
    return &m->varies[s->id];
}

/* The axes of what is named under `n`; variables that are declared there count. */
static unsigned mentions(struct kp_merging *m, const struct kp_node *n)
{
    int axis = kp_builtin_axis(n, "blockIdx");
    unsigned along = 0;

    if (axis)
        return m->all & (1u << (axis - 'x'));
    if ((n->kind == KP_REF || n->kind == KP_VAR) && n->sym &&
        (n->sym->kind == KP_SYM_VAR || n->sym->kind == KP_SYM_PARAM))
        along = *varies_of(m, n->sym);
    kp_each_child(c, n) along |= mentions(m, c);
    return along;
}

/* True for memory of the block itself: a local, a shared array, a parameter's own value. */
static bool is_of_block(const struct kp_access *a)
{
    return a->base && (a->space == KP_SPACE_LOCAL || a->space == KP_SPACE_SHARED);
}

/* The symbols that the statement accesses, by any name. */
static unsigned touches(struct kp_merging *m, const struct kp_node *n, bool *stores)
{
    struct kp_effects e = {0};
    unsigned along = 0;

    kp_effects_of(m->f, n, &e);
    *stores = false;
    for (size_t i = 0; i < e.access.n; i++) {
        if (is_of_block(&e.access.v[i]))
            along |= *varies_of(m, e.access.v[i].base);
        else
            *stores |= kp_is_store(&e.access.v[i]);
    }
    return along;
}

bool kp_stores_results(struct kp_merging *m, const struct kp_node *n)
{
    bool stores;

    touches(m, n, &stores);
    return stores;
}

static bool in_tail(const struct kp_merging *m, const struct kp_node *n)
{
    for (const struct kp_node *c = m->tail; c; c = c->next)
        if (kp_is_inside(n, c))
            return true;
    return false;
}

unsigned kp_runs_along(struct kp_merging *m, const struct kp_node *n)
{
    bool stores;
    unsigned along;

    if (kp_is_full_barrier(m->u, n))
        return 0; /* one for all */
    if (in_tail(m, n))
        return m->all;
    along = mentions(m, n) | touches(m, n, &stores);
    return stores ? m->all : along;
}

/* ---- the statements ------------------------------------------------------------------------- */

/* The axes on which the number of executions of the statements in `n` depends; 0 if these can be
 * examined one by one. */
static unsigned control_along(struct kp_merging *m, const struct kp_node *n)
{
    unsigned along = 0;

    switch (n->kind) {
    case KP_COMPOUND:
        return 0;
    case KP_IF:
        return kp_runs_along(m, kp_child(n, 0)) | kp_runs_along(m, kp_child(n, 1));
    case KP_FOR:
        for (unsigned i = 0; i < 3; i++)
            along |= kp_runs_along(m, kp_child(n, i));
        return along;
    case KP_WHILE:
        return kp_runs_along(m, n->first);
    case KP_DO:
        return kp_runs_along(m, n->last);
    default:
        return m->all;
    }
}

static bool is_split(struct kp_merging *m, const struct kp_node *n)
{
    return !control_along(m, n);
}

/* The statements in one that is split. */
static bool is_part(const struct kp_node *of, const struct kp_node *c)
{
    switch (of->kind) {
    case KP_IF:
        return c != kp_child(of, 0) && c != kp_child(of, 1);
    case KP_FOR:
    case KP_WHILE:
        return c == of->last;
    case KP_DO:
        return c == of->first;
    default:
        return true;
    }
}

/* ---- what varies ---------------------------------------------------------------------------- */

static bool add(struct kp_merging *m, const struct kp_sym *s, unsigned along)
{
    uint8_t *v = varies_of(m, s), was = *v;

    *v |= (uint8_t)along;
    if (s->whole)
        return add(m, s->whole, along) || *v != was;
    return *v != was;
}

static bool add_declared(struct kp_merging *m, const struct kp_node *n, unsigned along)
{
    bool any = n->kind == KP_VAR && n->sym && add(m, n->sym, along);

    kp_each_child(c, n) any |= add_declared(m, c, along);
    return any;
}

/* Where static shared arrays are declared no code runs. */
static bool declares_shared(const struct kp_node *n)
{
    return n->kind == KP_DECL_STMT && n->first && n->first->kind == KP_VAR && n->first->sym &&
           n->first->sym->space == KP_SPACE_SHARED;
}

/* True if the leaf makes more symbols vary than known so far. Each declarator is a separate leaf.
 */
static bool spread_leaf(struct kp_merging *m, const struct kp_node *n)
{
    unsigned along = n->kind == KP_DECL_STMT ? 0 : kp_runs_along(m, n);
    struct kp_effects e = {0};
    bool any = along && add_declared(m, n, along);

    if (n->kind == KP_DECL_STMT && !declares_shared(n))
        kp_each_child(c, n) any |= spread_leaf(m, c);
    if (n->kind == KP_DECL_STMT)
        return any;

    kp_effects_of(m->f, n, &e);
    for (size_t i = 0; i < e.access.n && along; i++)
        if (kp_is_store(&e.access.v[i]) && is_of_block(&e.access.v[i]))
            any |= add(m, e.access.v[i].base, along);
    return any;
}

static bool spread(struct kp_merging *m, const struct kp_node *n)
{
    bool any = false;

    if (!is_split(m, n))
        return spread_leaf(m, n);
    kp_each_child(c, n)
    {
        if (!is_part(n, c)) /* stores of headers: nothing in them varies */
            any |= spread_leaf(m, c);
        else
            any |= spread(m, c);
    }
    return any;
}

/* ---- regions -------------------------------------------------------------------------------- */

/* Of a declaration: what its declarators run along when they do not agree. */
static bool is_mixed(struct kp_merging *m, const struct kp_node *n)
{
    if (n->kind != KP_DECL_STMT || declares_shared(n))
        return false;
    kp_each_child(c, n) if (kp_runs_along(m, c) != kp_runs_along(m, n->first)) return true;
    return false;
}

static void add_region(struct kp_merging *m, const struct kp_node *n)
{
    struct kp_merged_region r = {n, n, kp_runs_along(m, n), kp_stores_results(m, n)};

    if (r.along)
        kp_push(m->u->arena, &m->regions, r);
}

static void find_in(struct kp_merging *m, const struct kp_node *n);

static void add_tail(struct kp_merging *m)
{
    struct kp_merged_region r = {m->tail, m->f->body->last, m->all, false};

    for (const struct kp_node *c = m->tail; c; c = c->next)
        r.stores |= kp_stores_results(m, c);
    kp_push(m->u->arena, &m->regions, r);
}

static void find_in_list(struct kp_merging *m, const struct kp_node *list)
{
    struct kp_merged_region *open = NULL;

    kp_each_child(c, list)
    {
        if (c == m->tail)
            return add_tail(m);
        if (kp_is_early(m, c)) {
            open = NULL;
            continue;
        }
        struct kp_merged_region r = {c, c, 0, false};

        if (is_split(m, c)) {
            open = NULL;
            find_in(m, c);
            continue;
        }
        if (is_mixed(m, c)) {
            open = NULL;
            kp_each_child(v, c) add_region(m, v);
            continue;
        }
        r.along = declares_shared(c) ? 0 : kp_runs_along(m, c);
        r.stores = kp_stores_results(m, c);
        if (!r.along) {
            open = NULL;
        } else if (open && open->along == r.along && open->stores == r.stores) {
            open->last = c;
        } else {
            kp_push(m->u->arena, &m->regions, r);
            open = &m->regions.v[m->regions.n - 1];
        }
    }
}

static void find_in(struct kp_merging *m, const struct kp_node *n)
{
    if (n->kind == KP_COMPOUND)
        return find_in_list(m, n);
    kp_each_child(c, n)
    {
        if (is_part(n, c) && c->kind != KP_NONE && is_split(m, c))
            find_in(m, c);
        else if (is_part(n, c) && c->kind != KP_NONE)
            add_region(m, c);
    }
}

/* True if a part that only some of the sub-blocks run has a `return`. */
static bool returns_some(struct kp_merging *m, const struct kp_node *n)
{
    if (!is_split(m, n))
        return kp_runs_along(m, n) && kp_holds(n, KP_BIT(KP_RETURN));
    kp_each_child(c, n) if (is_part(n, c) && returns_some(m, c)) return true;
    return false;
}

/* Moves the beginning forward if a `return` requires it. */
static bool extend_tail(struct kp_merging *m)
{
    const struct kp_node *c = m->f->body->first;

    while (c && c != m->tail && !(returns_some(m, c) && kp_begins_tail(m, c)))
        c = c->next;
    if (!c || c == m->tail)
        return false;
    m->tail = c;
    return true;
}

void kp_find_regions(struct kp_merging *m)
{
    m->varies = kp_new_array(m->u->arena, uint8_t, kp_sym_count(m->u));
    do {
        while (spread(m, m->f->body))
            ;
    } while (extend_tail(m));
    kp_find_early(m);
    find_in(m, m->f->body);
}
