/* Which statements make a prefetch by hand. */
#include "model/access.h"
#include "model/expr.h"
#include "model/func.h"
#include "model/loop_parts.h"
#include "model/own_text.h"
#include "texts/prefetch.h"

static bool names_held(const struct kp_handmade *p, const struct kp_node *n)
{
    for (size_t i = 0; i < p->held.list.n; i++)
        if (kp_count_refs(n, p->held.list.v[i]))
            return true;
    return false;
}

static bool sets_held(const struct kp_handmade *p, const struct kp_effects *e)
{
    for (size_t i = 0; i < p->held.list.n; i++)
        if (kp_store_to(e, p->held.list.v[i], KP_SPACE_LOCAL))
            return true;
    return false;
}

bool kp_declares_held(const struct kp_handmade *p, const struct kp_node *n)
{
    for (size_t i = 0; n->kind == KP_DECL_STMT && i < p->held.list.n; i++)
        if (kp_declared_in(p->held.list.v[i], n))
            return true;
    return false;
}

static bool touches(const struct kp_effects *e, enum kp_space space, bool store)
{
    for (size_t i = 0; i < e->access.n; i++)
        if (e->access.v[i].space == space &&
            (store ? kp_is_store(&e->access.v[i]) : kp_is_read(&e->access.v[i])))
            return true;
    return false;
}

static bool reads(const struct kp_effects *e, const struct kp_sym *s)
{
    for (size_t i = 0; i < e->access.n; i++)
        if (e->access.v[i].space == KP_SPACE_LOCAL && e->access.v[i].base == s &&
            kp_is_read(&e->access.v[i]))
            return true;
    return false;
}

static bool is_stored_from(const struct kp_loop *l, const struct kp_sym *s)
{
    for (size_t i = 0; i < l->stmts.n; i++)
        if (touches(&l->stmts.v[i].effects, KP_SPACE_SHARED, true) &&
            !kp_store_to(&l->stmts.v[i].effects, s, KP_SPACE_LOCAL) &&
            (kp_count_refs(l->stmts.v[i].node, s) || reads(&l->stmts.v[i].effects, s)))
            return true;
    return false;
}

static void find_held(struct kp_handmade *p)
{
    for (size_t i = 0; i < p->l->stmts.n; i++) {
        const struct kp_effects *e = &p->l->stmts.v[i].effects;

        if (!touches(e, KP_SPACE_GLOBAL, false))
            continue;
        for (size_t k = 0; k < e->access.n; k++) {
            const struct kp_access *a = &e->access.v[k];

            if (a->space == KP_SPACE_LOCAL && kp_is_store(a) && a->base && !a->base->is_static &&
                is_stored_from(p->l, a->base))
                kp_add_sym(p->u, &p->held, a->base);
        }
    }
}

/* Nothing but registers, variables of its own and, with `shared`, shared memory is set. */
static bool only_sets(const struct kp_handmade *p, const struct kp_node *n,
                      const struct kp_effects *e, bool shared)
{
    for (size_t i = 0; i < e->access.n; i++) {
        const struct kp_access *a = &e->access.v[i];
        bool known = shared && a->space == KP_SPACE_SHARED;

        if (!kp_is_store(a))
            continue;
        for (size_t k = 0; a->space == KP_SPACE_LOCAL && k < p->held.list.n; k++)
            known |= a->base == p->held.list.v[k];
        if (!known && (a->space != KP_SPACE_LOCAL || !a->base || !kp_declared_in(a->base, n)))
            return false;
    }
    return !(e->control_mask & ~(shared ? (unsigned)KP_CTL_BARRIER : 0));
}

/* Where statements of one kind stand in the body. */
struct range {
    size_t first, last, n;
};

static void extend(struct range *r, size_t at)
{
    r->first = r->n++ ? r->first : at;
    r->last = at;
}

const struct kp_node *kp_statement_of_body(const struct kp_handmade *p, const struct kp_node *n)
{
    while (n->parent != kp_loop_body(p->l->node))
        n = n->parent;
    return n;
}

/* Divides the body: all stores are in front of all loads, or behind them and a barrier. */
static bool divide(struct kp_handmade *p)
{
    struct range loads = {0}, stores = {0};

    for (size_t i = 0; i < p->l->stmts.n; i++) {
        const struct kp_node *n = kp_statement_of_body(p, p->l->stmts.v[i].node);
        struct kp_effects e = {0};

        if (n->kind == KP_CASE)
            return false;
        if (kp_declares_held(p, n))
            continue;
        kp_effects_of(p->f, n, &e);
        if (sets_held(p, &e)) {
            if (!only_sets(p, n, &e, false))
                return false;
            kp_add_node(p->u, &p->loads, n);
            extend(&loads, i);
        } else if (names_held(p, n)) {
            kp_add_node(p->u, &p->stores, n);
            extend(&stores, i);
        }
    }
    if (!loads.n || !stores.n)
        return false;
    p->at_end = stores.first > loads.first;
    return p->at_end ? p->l->stmts.v[loads.last].run < p->l->stmts.v[stores.first].run
                     : stores.last < loads.first;
}

/* True if a store to memory of other threads, or a point at which other threads' stores become
 * visible, is in it, besides barriers and shared memory. */
static bool orders(const struct kp_effects *e)
{
    for (size_t i = 0; i < e->access.n; i++)
        if (kp_is_store(&e->access.v[i]) && e->access.v[i].space != KP_SPACE_LOCAL &&
            e->access.v[i].space != KP_SPACE_SHARED)
            return true;
    return e->control_mask & ~(unsigned)(KP_CTL_BARRIER | KP_CTL_WARP);
}

static bool own_their_text(const struct kp_handmade *p, const struct kp_node_set *list)
{
    for (size_t i = 0; i < list->list.n; i++)
        if (list->list.v[i]->file || !kp_owns_lines(p->u, list->list.v[i]))
            return false;
    return true;
}

/* A statement in front of the loop: true if it loads, or stores, a part of the first tile. */
static bool fetches(const struct kp_handmade *p, const struct kp_node *n,
                    const struct kp_effects *e)
{
    bool stores = p->at_end && touches(e, KP_SPACE_SHARED, true);

    return sets_held(p, e) ||
           (stores && (names_held(p, n) || p->before.list.n || touches(e, KP_SPACE_GLOBAL, false)));
}

/* The statements in front of the loop that fetch the first tile; the loads move from there into the
 * loop. */
static bool find_before(struct kp_handmade *p)
{
    for (const struct kp_node *n = p->l->node->parent->first; n != p->l->node; n = n->next) {
        struct kp_effects e = {0};

        kp_effects_of(p->f, n, &e);
        if (fetches(p, n, &e)) {
            if (!only_sets(p, n, &e, p->at_end))
                return false;
            kp_add_node(p->u, &p->before, n);
        }
        if (p->before.list.n && (orders(&e) || n->kind == KP_CASE))
            return false;
    }
    return p->before.list.n && !orders(&p->l->effects) && !orders(&p->l->header) &&
           own_their_text(p, &p->before) && own_their_text(p, &p->loads) &&
           own_their_text(p, &p->stores);
}

/* Everything that names a register is known. */
static bool is_all(const struct kp_handmade *p)
{
    for (size_t i = 0; i < p->held.list.n; i++) {
        unsigned n = 0;

        for (size_t k = 0; k < p->loads.list.n; k++)
            n += kp_count_refs(p->loads.list.v[k], p->held.list.v[i]);
        for (size_t k = 0; k < p->stores.list.n; k++)
            n += kp_count_refs(p->stores.list.v[k], p->held.list.v[i]);
        for (size_t k = 0; k < p->before.list.n; k++)
            n += kp_count_refs(p->before.list.v[k], p->held.list.v[i]);
        if (n != kp_count_refs(p->f->body, p->held.list.v[i]))
            return false;
    }
    return true;
}

/* Declarations of the body that the moved statements use, and nothing that stays does. */
static bool find_helpers(struct kp_handmade *p)
{
    for (size_t i = 0; i < p->l->stmts.n; i++) {
        const struct kp_node *n = p->l->stmts.v[i].node;
        unsigned used = 0, all = 0;

        if (n->kind != KP_DECL_STMT || n->first->kind != KP_VAR || n->n_children != 1 ||
            n != kp_statement_of_body(p, n))
            continue;
        for (size_t k = 0; k < p->loads.list.n; k++)
            used += kp_count_refs(p->loads.list.v[k], n->first->sym);
        for (size_t k = 0; k < p->stores.list.n; k++)
            used += kp_count_refs(p->stores.list.v[k], n->first->sym);
        all = kp_count_refs(p->l->node, n->first->sym);
        if (!used)
            continue;
        if (used != all || p->l->stmts.v[i].effects.control_mask ||
            kp_outer_store(&p->l->stmts.v[i].effects))
            return false;
        kp_add_node(p->u, &p->helpers, n);
    }
    return true;
}

/* True if the loop's text was judged, and refused for what a prefetch by hand may look like: one, a
 * barrier under a condition, what the next iteration reads, a call that fills the tile. */
static bool may_prefetch(const struct kp_loop *l)
{
    static const enum kp_code codes[] = {KP_CODE_KP104, KP_CODE_KP110, KP_CODE_KP304, KP_CODE_KP309,
                                         KP_CODE_KP310};
    bool may = false;

    for (size_t i = 0; l->outcome == KP_REFUSED && i < sizeof codes / sizeof *codes; i++)
        may |= l->refusals.v[0].code == codes[i];
    return may && l->tiles.n && !l->hoisted.n && !l->in_lambda && !l->by_warps && l->node->parent &&
           l->node->parent->kind == KP_COMPOUND;
}

bool kp_find_prefetch(struct kp_unit *u, struct kp_loop *l, struct kp_handmade *p)
{
    const struct kp_node *step = kp_loop_step(l->node);
    int sign = 1;

    *p = (struct kp_handmade){.u = u, .f = kp_func_get(u, l->function, false), .l = l};
    if (!may_prefetch(l) || !p->f)
        return false;
    if (step && (!kp_step_of(step, &p->counter, &p->by, &sign) || sign < 0))
        return false;
    find_held(p);
    return p->held.list.n && divide(p) && find_before(p) && is_all(p) && find_helpers(p);
}
