/* Whether an expression has the same value in every iteration, as long as the tile lives. */
#include "model/invariant.h"

static bool invariant(const struct kp_region *r, const struct kp_node *e, int depth);

/* The variable of a copy loop runs through the same values every time when its header does. Where
 * it stands behind the loop, its value says how the loop ended. */
static bool is_copy_loop_variable(const struct kp_region *r, const struct kp_node *ref, int depth)
{
    const struct kp_sym *v = ref->sym;

    for (size_t i = 0; i < r->l->copy_loops.n; i++) {
        const struct kp_node *loop = r->l->copy_loops.v[i].node;
        struct kp_counted c;

        if (!kp_counts(loop, &c) || c.v != v || !kp_loop_init(loop) || !kp_is_inside(ref, loop))
            continue;
        if (c.by && !kp_is_inside(ref, c.by) /* it moves on from its last value */ &&
            !invariant(r, c.by, depth + 1))
            return false;
        return c.from && invariant(r, c.from, depth + 1) &&
               !kp_may_write(r->f, kp_loop_body(loop), v);
    }
    return false;
}

/* ---- variables that take the same values in every iteration -------------------------------- */

/* True if the statement or expression is reached in the same way in every iteration. */
static bool is_reached_alike(const struct kp_region *r, const struct kp_node *n, int depth)
{
    const struct kp_node *body = kp_loop_body(r->l->node);

    for (; n != body; n = n->parent) {
        const struct kp_node *p = n->parent, *condition = NULL;

        if (!p || p->kind == KP_SWITCH || p->kind == KP_RANGE_FOR || p->kind == KP_LAMBDA)
            return false;
        if (kp_is_loop(p)) {
            condition = kp_loop_condition(p);
            if (!condition || kp_leaves(p))
                return false;
        } else if (p->kind == KP_IF)
            condition = kp_child(p, 1);
        else if (p->kind == KP_COND ||
                 (p->kind == KP_BINARY && (p->op == KP_OP_LAND || p->op == KP_OP_LOR)))
            condition = p->first;
        if (condition && (condition != n || kp_is_loop(p)) && !invariant(r, condition, depth + 1))
            return false;
    }
    return true;
}

/* `v = value`, `v += value` or `v++` as such, reached alike with a value that is alike. */
static bool is_write_alike(const struct kp_region *r, const struct kp_access *a, int depth)
{
    const struct kp_node *p = kp_plain_write(a);

    return p && (p->kind == KP_UNARY || invariant(r, kp_child(p, 1), depth + 1)) &&
           is_reached_alike(r, p, depth);
}

static bool is_assumed(const struct kp_region *r, const struct kp_sym *v)
{
    for (unsigned i = 0; i < r->n_assumed; i++)
        if (r->assumed[i] == v)
            return true;
    return false;
}

/* A number or pointer of this call that has one name. */
static bool is_plain_local(const struct kp_region *r, const struct kp_sym *v)
{
    return v->kind == KP_SYM_VAR && v->decl && v->decl->kind == KP_VAR && !v->n_dims &&
           !v->is_static && v->space == KP_SPACE_LOCAL && v->type &&
           (v->type->kind == KP_TYPE_INT || v->type->kind == KP_TYPE_BOOL ||
            v->type->kind == KP_TYPE_POINTER) &&
           !kp_is_exposed(r->f->body, v);
}

/* True if all stores inside `where`, but the declaration's, are alike. */
static bool moves_alike(const struct kp_region *r, const struct kp_sym *v,
                        const struct kp_node *where, int depth)
{
    const struct kp_effects *e = kp_function_effects(r->f);

    for (size_t i = 0; i < e->access.n; i++) {
        const struct kp_access *a = &e->access.v[i];

        if (a->base == v && kp_is_store(a) && a->at != v->decl && kp_is_inside(a->at, where) &&
            !is_write_alike(r, a, depth))
            return false;
    }
    return true;
}

/* True if a statement of the body may read a value that the iteration has not given the variable.
 */
static bool reads_older(const struct kp_region *r, const struct kp_sym *v)
{
    size_t *reach = kp_new_array(r->f->unit->arena, size_t, 2 * r->l->stmts.n + 1);

    for (size_t i = 0; i < r->l->stmts.n; i++) {
        const struct kp_use *use = kp_use_find(&r->uses[i], v);
        bool wraps;

        if (!use || !use->exposed)
            continue;
        kp_reaching(r->l, r->uses, i, v, reach, &wraps);
        if (wraps)
            return true;
    }
    return false;
}

/* A variable, declared anywhere, that every iteration sets before it reads it, alike. What it is
 * set to elsewhere is not seen in the body. A declaration of the body that sets it is repeats()'s.
 */
static bool is_set_anew(const struct kp_region *r, const struct kp_sym *v, int depth)
{
    const struct kp_node *body = kp_loop_body(r->l->node);
    struct kp_region with = *r;

    if (!r->uses || r->n_assumed == KP_MAX_ASSUMED || !is_plain_local(r, v) ||
        v->decl->parent->kind != KP_DECL_STMT /* a loop sets it, or a condition */ ||
        (v->decl->has_init && kp_is_inside(v->decl, body)) || reads_older(r, v))
        return false;
    with.assumed[with.n_assumed++] = v;
    return moves_alike(&with, v, body, depth);
}

/* A variable of the body that starts with the same value in every iteration and moves on alike.
 * That it does is taken for granted while its own steps are looked at: each of them comes after the
 * same ones in every iteration. */
static bool repeats(const struct kp_region *r, const struct kp_sym *v, int depth)
{
    struct kp_region with = *r;

    if (r->n_assumed == KP_MAX_ASSUMED || !is_plain_local(r, v) || !v->decl->has_init ||
        !kp_is_inside(v->decl, kp_loop_body(r->l->node)))
        return false;
    with.assumed[with.n_assumed++] = v;
    return invariant(&with, v->decl->last, depth + 1) && is_reached_alike(&with, v->decl, depth) &&
           moves_alike(&with, v, r->f->body, depth);
}

static bool invariant_variable(const struct kp_region *r, const struct kp_node *ref, int depth)
{
    const struct kp_sym *v = ref->sym;

    if (v->from_prelude || v->is_constexpr || v->has_value)
        return true;
    if (v->type && v->type->kind == KP_TYPE_REFERENCE)
        return false;
    if (!r->f->sym->is_kernel &&
        !r->runs_once) /* another call of this function may pass another value */
        return kp_single_definition(r->f, v) ? invariant(r, v->decl->last, depth + 1)
                                             : is_copy_loop_variable(r, ref, depth);
    if (!kp_declared_in(v, r->outer) && !kp_writes_local(r->f, r->outer, v))
        return true;
    if (is_copy_loop_variable(r, ref, depth))
        return true;
    if (kp_single_definition(r->f, v))
        return invariant(r, v->decl->last, depth + 1);
    return kp_is_inside(ref, kp_loop_body(r->l->node)) &&
           (is_assumed(r, v) || repeats(r, v, depth) || is_set_anew(r, v, depth));
}

static bool pure_call(const struct kp_region *r, const struct kp_node *call)
{
    const struct kp_call_rule *rule = kp_callee_rule(r->f->unit, call);
    struct kp_effects e = {0};

    if (rule && (rule->control || rule->is_load || rule->is_read))
        return false;
    kp_effects_of(r->f, call, &e);
    if (e.control_mask)
        return false;
    for (size_t i = 0; i < e.access.n; i++) {
        const struct kp_sym *v = e.access.v[i].base;

        if (e.access.v[i].space != KP_SPACE_LOCAL || kp_is_store(&e.access.v[i]))
            return false;
        /* what a closure has captured is no argument */
        if (!v || (!kp_count_refs(call, v) &&
                   (kp_declared_in(v, r->outer) || kp_writes_local(r->f, r->outer, v))))
            return false;
    }
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

/* An element of a shared array by its name and indices that stay the same. */
static bool is_fixed_element(const struct kp_region *r, const struct kp_node *e, int depth)
{
    switch (e->kind) {
    case KP_REF:
        return e->sym && e->sym->space == KP_SPACE_SHARED && kp_is_array_lvalue(e);
    case KP_INDEX:
        return kp_is_array_lvalue(e->first) && is_fixed_element(r, e->first, depth) &&
               invariant(r, kp_child(e, 1), depth + 1);
    default:
        return false;
    }
}

static bool invariant(const struct kp_region *r, const struct kp_node *e, int depth)
{
    if (depth > 40)
        return false;
    switch (e->kind) {
    case KP_REF:
        if (!e->sym)
            return kp_is_open_constant(r->f, e);
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
    case KP_BINARY:
        if (kp_is_congruent(r, e))
            return true;
        break;
    case KP_UNARY:
        if (e->op == KP_OP_DEREF || (e->op >= KP_OP_PREINC && e->op <= KP_OP_POSTDEC))
            return false;
        if (e->op == KP_OP_ADDR && is_fixed_element(r, e->first, depth))
            return true;
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

static bool points_alike(const struct kp_region *r, const struct kp_node *ref, int depth);

/* `float *to = &tile[row][0] + x;`: what a pointer of the body is made of, once. */
static bool is_fixed_pointer(const struct kp_region *r, const struct kp_node *e, int depth)
{
    if (e->kind == KP_UNARY && e->op == KP_OP_ADDR)
        return is_fixed_element(r, e->first, depth);
    if (e->kind == KP_CAST && e->type && e->type->kind == KP_TYPE_POINTER)
        return is_fixed_pointer(r, e->first, depth);
    if (e->kind == KP_BINARY && e->op == KP_OP_ADD)
        return is_fixed_pointer(r, e->first, depth) && invariant(r, kp_child(e, 1), 0);
    return kp_is_array_lvalue(e) ? is_fixed_element(r, e, depth)
                                 : e->kind == KP_REF && points_alike(r, e, depth + 1);
}

/* A pointer that is set where it is declared, to a place in a shared array. */
static bool points_alike(const struct kp_region *r, const struct kp_node *ref, int depth)
{
    const struct kp_sym *v = ref->sym;

    return depth < 8 && v && v->kind == KP_SYM_VAR && v->space == KP_SPACE_LOCAL && !v->is_static &&
           v->type && v->type->kind == KP_TYPE_POINTER && kp_single_definition(r->f, v) &&
           is_fixed_pointer(r, v->decl->last, depth);
}

bool kp_invariant_address(const struct kp_region *r, const struct kp_node *e,
                          const struct kp_node **at)
{
    bool ok;

    if (e->kind == KP_REF && e->sym && e->sym->kind == KP_SYM_VAR && e->sym->type &&
        e->sym->type->kind == KP_TYPE_REFERENCE && e->sym->decl && e->sym->decl->has_init) {
        ok = kp_invariant_address(r, e->sym->decl->last, at);
    } else if (e->kind == KP_REF) {
        ok = e->sym &&
             (e->sym->space == KP_SPACE_SHARED || invariant(r, e, 0) || points_alike(r, e, 0));
    } else if (e->kind == KP_INDEX) {
        ok = kp_invariant_address(r, e->first, at) && invariant(r, kp_child(e, 1), 0);
    } else if (e->kind == KP_MEMBER || e->kind == KP_CAST ||
               (e->kind == KP_UNARY && (e->op == KP_OP_DEREF || e->op == KP_OP_ADDR)) ||
               (e->kind == KP_BINARY && (e->op == KP_OP_ADD || e->op == KP_OP_SUB))) {
        ok = true;
        kp_each_child(c, e) ok = ok && kp_invariant_address(r, c, at);
    } else
        ok = invariant(r, e, 0);
    if (!ok && !*at)
        *at = e;
    return ok;
}

bool kp_invariant(const struct kp_region *r, const struct kp_node *e)
{
    return invariant(r, e, 0);
}
