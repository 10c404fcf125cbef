#include "model/around.h"

#include "model/address.h"
#include "model/parts.h"

bool kp_does_unknown(const struct kp_effects *e)
{
    return (e->control_mask & (KP_CTL_UNKNOWN | KP_CTL_ASM | KP_CTL_ORDER | KP_CTL_ASYNC)) != 0;
}

/* ---- may two accesses meet? ---------------------------------------------------------------- */

static bool is_private(const struct kp_access *a)
{
    return a->space == KP_SPACE_LOCAL || a->space == KP_SPACE_CONSTANT;
}

bool kp_is_restrict(const struct kp_func *f, const struct kp_sym *base)
{
    return base && kp_is_param_of(f, base) && f->sym->is_kernel && base->type &&
           base->type->kind == KP_TYPE_POINTER && base->type->is_restrict;
}

bool kp_is_kept(struct kp_unit *u, const struct kp_sym *param)
{
    struct kp_trace trace = {0};

    kp_trace_pointer(u, param, &trace);
    return !trace.lost;
}

bool kp_is_promised(const struct kp_func *f, const struct kp_access *read,
                    const struct kp_access *store)
{
    return kp_is_restrict(f, read->base) && read->base != store->base &&
           (store->base || kp_is_kept(f->unit, read->base));
}

static bool may_meet(const struct kp_func *f, const struct kp_access *read,
                     const struct kp_access *store)
{
    if (is_private(read) || is_private(store))
        return false;
    if (read->space == KP_SPACE_UNKNOWN || store->space == KP_SPACE_UNKNOWN)
        return true;
    if (read->space != store->space)
        return false;
    return read->space == KP_SPACE_SHARED ? kp_share_memory(read->base, store->base)
                                          : !kp_is_promised(f, read, store);
}

/* ---- questions about effects --------------------------------------------------------------- */

typedef bool (*question)(struct kp_func *f, const struct kp_loop *l, const struct kp_effects *e);

static bool reads_one_of(const struct kp_func *f, const struct kp_effects *reader,
                         const struct kp_effects *e)
{
    for (size_t i = 0; i < e->access.n; i++)
        for (size_t k = 0; kp_is_store(&e->access.v[i]) && k < reader->access.n; k++)
            if (kp_is_read(&reader->access.v[k]) &&
                may_meet(f, &reader->access.v[k], &e->access.v[i]))
                return true;
    return false;
}

/* True if it stores what the load cursor reads. */
static bool stores_for_loads(struct kp_func *f, const struct kp_loop *l, const struct kp_effects *e)
{
    if (kp_does_unknown(e) || reads_one_of(f, &l->header, e))
        return true;
    for (size_t i = 0; i < l->stmts.n; i++)
        if (l->stmts.v[i].in_load && reads_one_of(f, &l->stmts.v[i].effects, e))
            return true;
    return false;
}

bool kp_may_touch(const struct kp_effects *e, const struct kp_sym *tile)
{
    if (kp_does_unknown(e))
        return true;
    for (size_t i = 0; i < e->access.n; i++)
        if (e->access.v[i].space == KP_SPACE_UNKNOWN ||
            (e->access.v[i].space == KP_SPACE_SHARED && kp_share_memory(e->access.v[i].base, tile)))
            return true;
    return false;
}

/* True if the effects may read or write one of the loop's tiles. */
static bool touches_tile(struct kp_func *f, const struct kp_loop *l, const struct kp_effects *e)
{
    bool touches = kp_does_unknown(e);

    (void)f;
    for (size_t k = 0; k < l->tiles.n; k++)
        touches |= kp_may_touch(e, l->tiles.v[k]->sym);
    return touches;
}

/* ---- in front ------------------------------------------------------------------------------ */

/* The answer for all of `n` but the loop. */
static bool asked_of(struct kp_func *f, const struct kp_loop *l, const struct kp_node *n,
                     question asks)
{
    if (n == l->node)
        return false;
    if (kp_is_inside(l->node, n)) {
        kp_each_child(c, n) if (asked_of(f, l, c, asks)) return true;
        return false;
    }
    return asks(f, l, kp_effects_at(f, n));
}

static bool is_entered(const struct kp_node *n)
{
    return n->kind == KP_CASE || n->kind == KP_LABEL;
}

/* The statements of `block` in front of `n`, since the last barrier; *stopped: there is one that
 * nobody comes around. A label is a way in. */
static bool asked_of_block(struct kp_func *f, const struct kp_loop *l, const struct kp_node *block,
                           const struct kp_node *n, question asks, bool *stopped)
{
    bool answer = false;

    *stopped = false;
    for (const struct kp_node *c = block->first; c && c != n; c = c->next) {
        if (kp_is_full_barrier(f->unit, c)) {
            *stopped = true;
            answer = false;
            continue;
        }
        if (is_entered(c))
            *stopped = false;
        answer = answer || asked_of(f, l, c, asks);
    }
    if (is_entered(n))
        *stopped = false;
    return answer;
}

static bool asked_of_init(struct kp_func *f, const struct kp_loop *l, question asks)
{
    const struct kp_node *init = kp_loop_init(l->node);

    return init && asked_of(f, l, init, asks);
}

/* Behind the loop's last barrier. */
static bool asked_of_last_run(struct kp_func *f, const struct kp_loop *l, question asks)
{
    for (size_t i = 0; i < l->stmts.n; i++)
        if (l->stmts.v[i].run == l->n_runs - 1 && asks(f, l, &l->stmts.v[i].effects))
            return true;
    return false;
}

/* From the loop outwards, until a barrier: what an enclosing loop holds runs in front of the next
 * round, whatever its place. */
static bool asked_before(struct kp_func *f, const struct kp_loop *l, question asks)
{
    const struct kp_node *outer = kp_outermost_loop(l->node, f->body);

    if (asked_of_init(f, l, asks))
        return true;
    if (outer == f->body) /* a goto: no order is known */
        return !f->sym->is_kernel || asked_of(f, l, f->body, asks) || asked_of_last_run(f, l, asks);
    for (const struct kp_node *n = l->node; n != f->body; n = n->parent) {
        const struct kp_node *parent = n->parent;
        bool stopped = false;

        if (parent->kind == KP_COMPOUND) {
            if (asked_of_block(f, l, parent, n, asks, &stopped))
                return true;
        } else if (asked_of(f, l, parent, asks) ||
                   (kp_is_loop(parent) && asked_of_last_run(f, l, asks))) {
            return true;
        }
        if (stopped)
            return false;
    }
    return !f->sym->is_kernel;
}

bool kp_stores_before(struct kp_func *f, const struct kp_loop *l)
{
    return asked_before(f, l, stores_for_loads);
}

bool kp_touches_before(struct kp_func *f, const struct kp_loop *l)
{
    return asked_before(f, l, touches_tile);
}

bool kp_init_interferes(struct kp_func *f, const struct kp_loop *l)
{
    return asked_of_init(f, l, stores_for_loads) || asked_of_init(f, l, touches_tile);
}

/* ---- behind -------------------------------------------------------------------------------- */

static bool computes_on_global(const struct kp_loop *l)
{
    for (size_t i = 0; i < l->stmts.n; i++)
        for (size_t k = 0; l->stmts.v[i].in_compute && k < l->stmts.v[i].effects.access.n; k++)
            if (l->stmts.v[i].effects.access.v[k].space == KP_SPACE_GLOBAL ||
                l->stmts.v[i].effects.access.v[k].space == KP_SPACE_UNKNOWN)
                return true;
    return false;
}

static bool touches_block(const struct kp_loop *l, const struct kp_effects *e)
{
    for (size_t i = 0; i < e->access.n; i++)
        if (e->access.v[i].space == KP_SPACE_SHARED || e->access.v[i].space == KP_SPACE_UNKNOWN ||
            (e->access.v[i].space == KP_SPACE_GLOBAL &&
             ((e->access.v[i].mode & KP_READ) || computes_on_global(l))))
            return true;
    return kp_does_unknown(e) || (e->control_mask & KP_CTL_GOTO);
}

static bool text_behind(struct kp_func *f, const struct kp_loop *l, const struct kp_node *n)
{
    if (n->span.end <= l->node->span.end && n->file == 0)
        return false;
    if (n->span.begin < l->node->span.end && kp_is_inside(l->node, n)) {
        kp_each_child(c, n) if (text_behind(f, l, c)) return true;
        return false;
    }
    return touches_block(l, kp_effects_at(f, n));
}

/* True if every launch in sight gives the template's type one that ends without code. */
static bool is_bound_to_plain(const struct kp_func *f, const struct kp_sym *type)
{
    const struct kp_unit *u = f->unit;
    bool any = false;

    for (size_t i = 0; i < u->parse.launches.n; i++) {
        const struct kp_launch *launch = &u->parse.launches.v[i];
        bool found = false;

        if (launch->kernel != f->sym)
            continue;
        for (size_t k = 0; k < launch->tvalues.n; k++)
            found |= launch->tvalues.v[k].param == type && launch->tvalues.v[k].known &&
                     launch->tvalues.v[k].type && !launch->tvalues.v[k].type->ends_in_code;
        if (!found)
            return false;
        any = true;
    }
    return any;
}

/* True if something of this type may run a destructor where it ends. A reference may have a
 * temporary live as long as itself. */
static bool ends_in_code(const struct kp_func *f, const struct kp_type *t)
{
    while (t && (t->kind == KP_TYPE_ARRAY || t->kind == KP_TYPE_REFERENCE))
        t = t->elem;
    if (!t || t->kind == KP_TYPE_POINTER)
        return !t;
    if (t->kind == KP_TYPE_DEPENDENT)
        return !t->decl || !is_bound_to_plain(f, t->decl);
    return t->ends_in_code;
}

static bool ends_behind(const struct kp_func *f, const struct kp_node *n)
{
    if (n->kind == KP_VAR || n->kind == KP_PARAM)
        return n->sym && n->sym->space == KP_SPACE_LOCAL && !n->sym->is_static &&
               ends_in_code(f, n->sym->type);
    if (n->kind != KP_DECL_STMT)
        return false;
    kp_each_child(c, n) if (ends_behind(f, c)) return true;
    return false;
}

/* Of what is declared in front of the loop and still alive when it ends. */
static bool destructor_behind(const struct kp_func *f, const struct kp_loop *l)
{
    const struct kp_node *init = kp_loop_init(l->node);

    if (init && ends_behind(f, init))
        return true;
    for (const struct kp_node *n = l->node; n != f->body; n = n->parent)
        for (const struct kp_node *c = n->parent->first; c && c != n; c = c->next)
            if (ends_behind(f, c))
                return true;
    kp_each_child(p, f->decl) if (p->kind == KP_PARAM && ends_behind(f, p)) return true;
    return false;
}

bool kp_touches_behind(struct kp_func *f, const struct kp_loop *l)
{
    return text_behind(f, l, f->body) || destructor_behind(f, l);
}
