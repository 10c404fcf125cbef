/* Coverage: is the set of tile elements that an iteration writes the same in every iteration, as
 * long as the tile lives? Only then may the tile have several buffers. */
#include "model/element.h"
#include "model/loops.h"

struct region {
    struct kp_func *f;
    struct kp_loop *l;
    const struct kp_node *outer; /* the outermost loop around the K-loop, or the K-loop */
};

static bool invariant(const struct region *r, const struct kp_node *e, int depth);

static bool writes_in(struct kp_func *f, const struct kp_node *n, const struct kp_sym *sym)
{
    struct kp_effects e = {0};

    kp_effects_of(f, n, &e);
    return kp_store_to(&e, sym, KP_SPACE_LOCAL) != NULL;
}

/* The variable of a copy loop runs through the same values every time when its header does. Where
 * it stands behind the loop, its value says how the loop ended. */
static bool is_copy_loop_variable(const struct region *r, const struct kp_node *ref, int depth)
{
    const struct kp_sym *v = ref->sym;

    for (size_t i = 0; i < r->l->copy_loops.n; i++) {
        const struct kp_node *loop = r->l->copy_loops.v[i].node;
        const struct kp_sym *stepped;
        const struct kp_node *by, *init = kp_loop_init(loop);
        int sign;

        if (!kp_step_of(kp_loop_step(loop), &stepped, &by, &sign) || stepped != v || !init ||
            !kp_is_inside(ref, loop))
            continue;
        if (init->kind == KP_DECL_STMT) {
            if (init->first->sym != v || !init->first->has_init ||
                !invariant(r, init->first->last, depth + 1))
                return false;
        } else if (init->kind != KP_ASSIGN || init->op != KP_OP_ASSIGN || init->first->sym != v ||
                   !invariant(r, kp_child(init, 1), depth + 1))
            return false;
        return !writes_in(r->f, kp_loop_body(loop), v);
    }
    return false;
}

static bool invariant_variable(const struct region *r, const struct kp_node *ref, int depth)
{
    const struct kp_sym *v = ref->sym;

    if (v->from_prelude || v->is_constexpr || v->has_value)
        return true;
    if (v->type && v->type->kind == KP_TYPE_REFERENCE)
        return false;
    if (!r->f->sym->is_kernel) /* another call of this function may pass another value */
        return kp_single_definition(r->f, v) ? invariant(r, v->decl->last, depth + 1)
                                             : is_copy_loop_variable(r, ref, depth);
    if (!kp_declared_in(v, r->outer) && !writes_in(r->f, r->outer, v))
        return true;
    if (is_copy_loop_variable(r, ref, depth))
        return true;
    return kp_single_definition(r->f, v) && invariant(r, v->decl->last, depth + 1);
}

static bool pure_call(const struct region *r, const struct kp_node *call)
{
    const struct kp_call_rule *rule = kp_callee_rule(r->f->unit, call);
    struct kp_effects e = {0};

    if (rule && (rule->control || rule->is_load || rule->is_read))
        return false;
    kp_effects_of(r->f, call, &e);
    if (e.control_mask)
        return false;
    for (size_t i = 0; i < e.access.n; i++)
        if (e.access.v[i].space != KP_SPACE_LOCAL || kp_is_store(&e.access.v[i]))
            return false;
    return true;
}

/* A local variable itself, or a builtin like threadIdx: no reference, nothing behind a pointer. */
static bool names_local_value(const struct kp_node *e)
{
    while ((e->kind == KP_MEMBER && !e->is_arrow) ||
           (e->kind == KP_INDEX && kp_is_array_lvalue(e->first)))
        e = e->first;
    return e->kind == KP_REF && e->sym &&
           (e->sym->from_prelude ||
            (e->sym->space == KP_SPACE_LOCAL && e->sym->type &&
             e->sym->type->kind != KP_TYPE_REFERENCE && e->sym->type->kind != KP_TYPE_POINTER));
}

static bool invariant(const struct region *r, const struct kp_node *e, int depth)
{
    if (depth > 40)
        return false;
    switch (e->kind) {
    case KP_REF:
        if (!e->sym)
            return false;
        if (e->sym->kind != KP_SYM_VAR && e->sym->kind != KP_SYM_PARAM)
            return true;
        if (e->sym->space != KP_SPACE_LOCAL && !e->sym->from_prelude && !e->sym->is_constexpr &&
            !e->sym->has_value)
            return kp_is_array_lvalue(e); /* its address; its contents are no constant */
        return invariant_variable(r, e, depth);
    case KP_INDEX: /* an element of a local array; memory may change */
        if (!names_local_value(e->first))
            return false;
        break;
    case KP_MEMBER:
        if (e->is_arrow || !names_local_value(e->first))
            return false;
        break;
    case KP_UNARY:
        if (e->op == KP_OP_DEREF || (e->op >= KP_OP_PREINC && e->op <= KP_OP_POSTDEC))
            return false;
        break;
    case KP_CALL:
    case KP_OPCALL:
        if (!pure_call(r, e))
            return false;
        break;
    case KP_ASM:
    case KP_ASSIGN:
    case KP_LAMBDA:
        return false;
    default:
        break;
    }
    kp_each_child(c, e) if (!invariant(r, c, depth + 1)) return false;
    return true;
}

/* An lvalue's address: what it denotes is written, so only its indices and pointers count. */
static bool invariant_address(const struct region *r, const struct kp_node *e,
                              const struct kp_node **at)
{
    bool ok;

    if (e->kind == KP_REF && e->sym && e->sym->kind == KP_SYM_VAR && e->sym->type &&
        e->sym->type->kind == KP_TYPE_REFERENCE && e->sym->decl && e->sym->decl->has_init) {
        ok = invariant_address(r, e->sym->decl->last, at);
    } else if (e->kind == KP_REF) {
        ok = e->sym && (e->sym->space == KP_SPACE_SHARED || invariant(r, e, 0));
    } else if (e->kind == KP_INDEX) {
        ok = invariant_address(r, e->first, at) && invariant(r, kp_child(e, 1), 0);
    } else if (e->kind == KP_MEMBER || e->kind == KP_CAST ||
               (e->kind == KP_UNARY && (e->op == KP_OP_DEREF || e->op == KP_OP_ADDR)) ||
               (e->kind == KP_BINARY && (e->op == KP_OP_ADD || e->op == KP_OP_SUB))) {
        ok = true;
        kp_each_child(c, e) ok = ok && invariant_address(r, c, at);
    } else
        ok = invariant(r, e, 0);
    if (!ok && !*at)
        *at = e;
    return ok;
}

/* ---- guards that an else makes irrelevant -------------------------------------------------- */

/* Variables of two copies' loops that run through the same values together. */
struct pairs {
    const struct kp_sym *a[KP_MAX_DIMS], *b[KP_MAX_DIMS];
    unsigned n;
};

static bool same_value(const struct region *r, const struct pairs *p, const struct kp_node *a,
                       const struct kp_node *b, int depth);

static bool same_type(const struct kp_sym *s, const struct kp_sym *t)
{
    return s->type && t->type && kp_streq(s->type->spelling, t->type->spelling);
}

/* Variables that only their initialisers set, to the same value. */
static bool same_variable(const struct region *r, const struct pairs *p, const struct kp_sym *s,
                          const struct kp_sym *t, int depth)
{
    if (!s || !t)
        return false;
    for (unsigned i = 0; i < p->n; i++)
        if (p->a[i] == s || p->b[i] == t)
            return p->a[i] == s && p->b[i] == t;
    if (s == t)
        return true;
    return same_type(s, t) && kp_single_definition(r->f, s) && kp_single_definition(r->f, t) &&
           same_value(r, p, s->decl->last, t->decl->last, depth + 1);
}

static bool same_value(const struct region *r, const struct pairs *p, const struct kp_node *a,
                       const struct kp_node *b, int depth)
{
    const struct kp_node *x, *y;

    if (depth > 40)
        return false;
    if (a->kind == KP_REF && b->kind == KP_REF)
        return same_variable(r, p, a->sym, b->sym, depth);
    if (!kp_same_node(a, b))
        return false;
    for (x = a->first, y = b->first; x && y; x = x->next, y = y->next)
        if (!same_value(r, p, x, y, depth + 1))
            return false;
    return !x && !y;
}

/* The variable that a header starts, and with what. */
static const struct kp_sym *started(const struct kp_node *loop, const struct kp_node **with)
{
    const struct kp_node *init = kp_loop_init(loop);

    if (init && init->kind == KP_DECL_STMT && init->first->has_init) {
        *with = init->first->last;
        return init->first->sym;
    }
    if (init && init->kind == KP_ASSIGN && init->op == KP_OP_ASSIGN &&
        init->first->kind == KP_REF) {
        *with = kp_child(init, 1);
        return init->first->sym;
    }
    return NULL;
}

/* Do two copy loops run through the same values? Pairs their variables. */
static bool same_header(const struct region *r, struct pairs *p, const struct kp_node *a,
                        const struct kp_node *b)
{
    const struct kp_node *from_a, *from_b;
    const struct kp_sym *s, *t;

    if (a == b)
        return true;
    if (a->kind != KP_FOR || b->kind != KP_FOR || p->n == KP_MAX_DIMS)
        return false;
    s = started(a, &from_a);
    t = started(b, &from_b);
    if (!s || !t || !same_type(s, t) || !same_value(r, p, from_a, from_b, 0) ||
        !kp_loop_condition(a) || !kp_loop_condition(b) || !kp_loop_step(a) || !kp_loop_step(b))
        return false;
    p->a[p->n] = s;
    p->b[p->n++] = t;
    return same_value(r, p, kp_loop_condition(a), kp_loop_condition(b), 0) &&
           same_value(r, p, kp_loop_step(a), kp_loop_step(b), 0);
}

static bool same_target(const struct region *r, const struct kp_copy *a, const struct kp_copy *b)
{
    struct pairs p = {.n = 0};

    if (a->tile != b->tile || a->irregular || b->irregular || a->form == KP_COPY_HELPER ||
        b->form == KP_COPY_HELPER || a->loops.n != b->loops.n || a->bytes != b->bytes)
        return false;
    for (size_t i = 0; i < a->loops.n; i++)
        if (!same_header(r, &p, a->loops.v[i], b->loops.v[i]))
            return false;
    return same_value(r, &p, a->dest, b->dest, 0);
}

static bool same_guards(const struct kp_copy *a, const struct kp_copy *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a->guards.v[i].cond != b->guards.v[i].cond ||
            a->guards.v[i].negated != b->guards.v[i].negated)
            return false;
    return true;
}

/* Copy b stores the same element whenever a's innermost guard fails; or without that guard. */
static bool completes(const struct region *r, const struct kp_copy *a, const struct kp_copy *b)
{
    size_t n = a->guards.n;

    if (!n || !same_target(r, a, b))
        return false;
    if (b->guards.n < n && same_guards(a, b, b->guards.n))
        return true;
    return b->guards.n == n && same_guards(a, b, n - 1) &&
           a->guards.v[n - 1].cond == b->guards.v[n - 1].cond &&
           a->guards.v[n - 1].negated != b->guards.v[n - 1].negated;
}

static void complete_guards(const struct region *r)
{
    struct kp_loop *l = r->l;
    bool changed;

    do {
        changed = false;
        for (size_t i = 0; i < l->copies.n; i++)
            for (size_t k = 0; k < l->copies.n; k++) {
                struct kp_copy *a = &l->copies.v[i], *b = &l->copies.v[k];

                if (i == k || !completes(r, a, b))
                    continue;
                if (b->guards.n == a->guards.n) {
                    b->guards.n--;
                    b->else_complete = true;
                    a->guards.n--;
                } else
                    a->guards.n = b->guards.n;
                a->else_complete = true;
                changed = true;
            }
    } while (changed);
}

static const struct kp_node *varying_part(const struct region *r, const struct kp_copy *c)
{
    const struct kp_node *at = NULL;

    if (c->form == KP_COPY_HELPER || c->irregular)
        return c->node;
    if (!invariant_address(r, c->dest, &at))
        return at;
    for (size_t i = 0; i < c->guards.n; i++)
        if (!invariant(r, c->guards.v[i].cond, 0))
            return c->guards.v[i].cond;
    for (size_t i = 0; i < c->loops.n; i++) {
        const struct kp_node *cond = kp_loop_condition(c->loops.v[i]);
        const struct kp_node *step = kp_loop_step(c->loops.v[i]);
        const struct kp_sym *v;
        const struct kp_node *by;
        int sign;

        if (!cond || !step || !kp_step_of(step, &v, &by, &sign) || (by && !invariant(r, by, 0)) ||
            !invariant(r, cond, 0))
            return c->loops.v[i];
    }
    return NULL;
}

/* Something else in the loops around writes the tile. */
static const struct kp_node *other_writer(const struct region *r, const struct kp_tile *t,
                                          const struct kp_node *n)
{
    struct kp_effects e = {0};
    const struct kp_access *store;
    const struct kp_node *found;

    if (n == r->l->node)
        return NULL;
    if (kp_is_inside(r->l->node, n)) {
        kp_each_child(c, n) if ((found = other_writer(r, t, c))) return found;
        return NULL;
    }
    kp_effects_of(r->f, n, &e);
    store = kp_store_to(&e, t->sym, KP_SPACE_SHARED);
    return store ? store->at : NULL;
}

void kp_model_coverage(struct kp_func *f, struct kp_loop *l)
{
    struct region r = {.f = f, .l = l};

    r.outer = kp_outermost_loop(l->node, f->body);
    complete_guards(&r);
    for (size_t i = 0; i < l->tiles.n; i++) {
        struct kp_tile *t = l->tiles.v[i];
        const struct kp_node *writer = other_writer(&r, t, f->body);

        for (size_t k = 0; k < l->copies.n && !t->coverage_at; k++)
            if (l->copies.v[k].tile == t)
                t->coverage_at = varying_part(&r, &l->copies.v[k]);
        /* Whoever writes the tile after the loop, never to come back, does not matter. */
        if (!t->coverage_at && writer &&
            (writer->span.begin < l->node->span.begin || kp_is_inside(writer, r.outer)))
            t->coverage_at = writer;
        t->filled_outside = t->coverage_at && t->coverage_at == writer;
        t->coverage = t->coverage_at ? KP_COVER_PARTIAL : KP_COVER_FULL;
    }
}
