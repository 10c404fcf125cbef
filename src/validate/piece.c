#include "validate/piece.h"

#include "model/clones.h"
#include "model/expr.h"

enum { MOST_CLOSURES = 16 };

static void find_effects(struct kp_opaque *p, const struct kp_node *n);

/* ---- counters ---------------------------------------------------------------------------- */

bool kp_sets_local(const struct kp_node *n, const struct kp_sym *s)
{
    if (n->kind == KP_ASSIGN)
        return n->op == KP_OP_ASSIGN && n->first->kind == KP_REF && n->first->sym == s;
    return n->kind == KP_BINARY && n->op == KP_OP_COMMA &&
           (kp_sets_local(n->first, s) || kp_sets_local(n->last, s));
}

/* True if the symbol is named there or in a function of the program that is called there. */
static bool is_used(const struct kp_node *n, const struct kp_sym *s)
{
    const struct kp_node *own = n->kind == KP_CALL || n->kind == KP_OPCALL ? kp_body_of(n) : NULL;

    if ((n->kind == KP_REF && n->sym == s) || (own && kp_count_refs(own, s)))
        return true;
    kp_each_child(c, n) if (is_used(c, s)) return true;
    return false;
}

/* True if that happens before any other use of it. */
static bool sets_first(const struct kp_node *n, const struct kp_sym *s)
{
    if (n->kind == KP_BINARY && n->op == KP_OP_COMMA)
        return sets_first(n->first, s) || (!is_used(n->first, s) && sets_first(n->last, s));
    return kp_sets_local(n, s) && !is_used(n->last, s);
}

/* True if a jump can enter the piece past some of its statements. */
static bool is_jumped_into(const struct kp_node *n)
{
    if (n->kind == KP_SWITCH)
        return kp_may_hold(n, KP_LABEL);
    if (n->kind == KP_CASE || n->kind == KP_LABEL)
        return true;
    kp_each_child(c, n) if (is_jumped_into(c)) return true;
    return false;
}

bool kp_is_set_anew(const struct kp_node *n, const struct kp_sym *s)
{
    bool in_order = (n->kind == KP_FOR || n->kind == KP_COMPOUND) && !is_jumped_into(n);

    if (n->kind == KP_FOR && in_order && sets_first(n->first, s))
        return true;
    if ((n->kind == KP_REF && n->sym == s) ||
        ((n->kind == KP_CALL || n->kind == KP_OPCALL) && is_used(n, s)) ||
        (n->kind == KP_COMPOUND && !in_order && kp_count_refs(n, s)))
        return false;
    kp_each_child(c, n)
    {
        if (n->kind == KP_COMPOUND && sets_first(c, s))
            return true;
        if (!kp_is_set_anew(c, s))
            return false;
    }
    return true;
}

/* ---- which object ------------------------------------------------------------------------- */

bool kp_is_pointed_to(const struct kp_node *n, const struct kp_sym *s)
{
    const struct kp_type *t = n->kind == KP_VAR && n->sym ? n->sym->type : NULL;
    const struct kp_node *of = NULL;
    bool through = false;

    if (n->kind == KP_UNARY && n->op == KP_OP_ADDR)
        of = kp_bottom(n->first, &through);
    else if (n->kind == KP_VAR && n->has_init && kp_names_place(t))
        of = kp_bottom(n->last, &through);
    if (of && of->sym == s)
        return true;
    kp_each_child(c, n) if (kp_is_pointed_to(c, s)) return true;
    return false;
}

/* The lambda that the variable holds; NULL: none. */
static const struct kp_node *closure_of(const struct kp_sym *s)
{
    const struct kp_node *made = s->kind == KP_SYM_VAR && s->decl ? kp_closure(s->decl) : NULL;

    for (unsigned i = 0; made && made->kind == KP_REF && made->sym && made->sym->decl &&
                         made->sym->kind == KP_SYM_VAR && i < MOST_CLOSURES;
         i++)
        made = kp_closure(made->sym->decl);
    return made && made->kind == KP_LAMBDA ? made : NULL;
}

static struct kp_opaque_object *add(struct kp_opaque *p, struct kp_lvalue at, const char *name,
                                    const struct kp_sym *sym, unsigned mode)
{
    struct kp_opaque_object one = {at, name, sym, mode & KP_RMW, false, p->is_hidden};

    for (size_t i = 0; i < p->list.n; i++)
        if (p->list.v[i].at.where == at.where && p->list.v[i].at.at == at.at) {
            p->list.v[i].mode |= one.mode;
            p->list.v[i].is_hidden |= one.is_hidden;
            return &p->list.v[i];
        }
    kp_push(p->r->arena, &p->list, one);
    return &p->list.v[p->list.n - 1];
}

void kp_touch_pointed(struct kp_opaque *p, unsigned mode)
{
    bool was = p->is_hidden;

    p->is_hidden = true;
    for (size_t i = 0; i < p->r->pointed.n; i++)
        add(p, p->r->pointed.v[i], kp_name_of(p->r, p->r->pointed.v[i]), NULL,
            mode & KP_WRITE ? KP_RMW : mode);
    p->is_hidden = was;
}

/* The places whose addresses are in the value, and in what is stored there. */
static void touch_reached(struct kp_opaque *p, kp_term x, bool is_it, unsigned mode, unsigned depth)
{
    struct kp_run *r = p->r;
    struct kp_lvalue at;

    if (!x || !kp_term_has_address(r->terms, x) || !kp_step(r))
        return;
    at = kp_behind(r, x);
    if (at.where == KP_IN_MEMORY) {
        bool is_choice = is_it && kp_term_kind(r->terms, x) == KP_TERM_CHOICE;

        if ((mode & KP_WRITE) && is_choice && kp_term_has_shared(r, x))
            kp_lose(r, "a store to one of several arrays");
        for (size_t i = 0; i < kp_term_operands(r->terms, x); i++)
            touch_reached(p, kp_term_operand(r->terms, x, i), is_choice, mode, depth);
        return;
    }
    at.path = at.where == KP_IN_SLOT ? 0 : at.path;
    kp_doubt(r, !is_it && (mode & KP_WRITE), "an access of one of several variables");
    for (size_t i = 0; i < p->list.n; i++) /* it has been reached before */
        if (p->list.v[i].at.where == at.where && p->list.v[i].at.at == at.at &&
            (p->list.v[i].mode & mode & KP_RMW) == (mode & KP_RMW))
            return;
    add(p, at, kp_name_of(r, at), NULL, is_it || !(mode & KP_WRITE) ? mode : KP_RMW);
    if (depth > 8)
        kp_lose(r, "addresses behind addresses");
    else if (at.where == KP_IN_SLOT)
        touch_reached(p, r->state.slots.v[at.at], true, mode, depth + 1);
    else
        for (size_t i = 0; i < r->state.contents.v[at.at].list.n; i++)
            touch_reached(p, r->state.contents.v[at.at].list.v[i].value, false, mode, depth + 1);
}

/* .. that the value of a variable leads to. */
static void touch_behind(struct kp_opaque *p, const struct kp_node *n, const struct kp_node *root,
                         kp_term x)
{
    static const char fills[] = "a call that may fill shared memory";
    bool is_unknown;
    unsigned mode;

    if (!kp_term_has_address(p->r->terms, x) && !kp_may_lead(n->sym->type))
        return;
    mode = kp_flow(p->r, n, root, true);
    if (!mode)
        return;
    is_unknown = kp_is_unknown(p->r, x);
    p->is_seen |= (mode & KP_WRITE) && !kp_is_of_block(p->r, x);
    if ((mode & KP_WRITE) && kp_term_has_shared(p->r, x)) {
        if (mode & KP_FLOW_GIVEN)
            kp_lose(p->r, "a store to shared memory where a call says");
        kp_doubt(p->r, mode & KP_FLOW_CALLED, fills);
    }
    p->r->has_leaked |= (mode & KP_FLOW_LEAKS) && kp_term_has_address(p->r->terms, x);
    touch_reached(p, x, true, mode, 0); /* with the value, what is stored there is in the form */
    if (is_unknown && (mode & KP_RMW))
        kp_touch_pointed(p, mode);
}

static void touch(struct kp_opaque *p, const struct kp_node *n, const struct kp_node *root)
{
    static const char fills[] = "a call that may fill shared memory";
    struct kp_run *r = p->r;
    struct kp_lvalue at;
    struct kp_opaque_object *one;
    unsigned mode;

    if (!kp_step(r) || kp_declared_in(n->sym, p->root) || kp_declared_in(n->sym, root))
        return;
    at = kp_place_of(r, n);
    if (!at.where)
        return;
    mode = kp_flow(r, n, root, false);
    if (mode & (KP_FLOW_LEAKS | KP_FLOW_KEPT))
        kp_point_at(r, at);
    if (at.where == KP_IN_MEMORY) {
        if ((mode & KP_WRITE) && kp_term_has_shared(r, at.path))
            kp_lose(r, "a store to one of several arrays");
        if (!at.is_object && (mode & KP_RMW) && kp_is_unknown(r, at.path))
            kp_touch_pointed(p, mode);
        p->is_seen |= (mode & KP_WRITE) != 0;
        touch_behind(p, n, root, at.path);
        return;
    }
    if (at.where == KP_IN_BUFFER && r->buffers.v[at.at].is_shared && (mode & KP_WRITE)) {
        if (mode & KP_FLOW_GIVEN)
            kp_lose(r, "a store to shared memory where a call says");
        kp_doubt(r, mode & KP_FLOW_CALLED, fills);
    }
    r->has_leaked |= (mode & KP_FLOW_LEAKS) && kp_is_private(r, at);
    p->is_seen |= (mode & KP_FLOW_GIVEN) && (mode & KP_WRITE);
    at.path = at.where == KP_IN_SLOT ? 0 : at.path;
    if (kp_is_private(r, at) && !kp_is_schedule_name(r, n->sym->name))
        mode |= mode & KP_WRITE ? KP_READ : 0; /* a part may stay */
    one = add(p, at, n->sym->name, n->sym, mode);
    one->sym = one->sym ? one->sym : n->sym;
    if (at.where == KP_IN_SLOT)
        touch_behind(p, n, root, kp_assumed(r, r->state.slots.v[at.at]));
    else if (!r->buffers.v[at.at].is_shared && kp_may_lead(n->sym->type))
        touch_behind(p, n, root, kp_raw_content(r, at.at));
}

/* ---- calls -------------------------------------------------------------------------------- */

static bool is_pointing(const struct kp_sym *s)
{
    return s->kind == KP_SYM_PARAM && s->type &&
           (s->type->kind == KP_TYPE_POINTER || s->type->kind == KP_TYPE_REFERENCE ||
            s->type->kind == KP_TYPE_DEPENDENT);
}

/* The function's other effects. */
static void effects_of_body(struct kp_opaque *p, const struct kp_node *n, const struct kp_frame *in)
{
    const struct kp_node *function = in->function;
    struct kp_frame called = {n->kind == KP_CALL ? kp_body_of(n) : NULL, in};

    if (!kp_step(p->r))
        return;
    if (n->kind == KP_ASSIGN) {
        bool through = false;
        const struct kp_node *left = kp_bottom(n->first, &through);

        if (!left || !kp_is_inside(left->sym->decl ? left->sym->decl : n, function))
            p->is_seen |= !left || left->sym->space != KP_SPACE_SHARED;
        else /* what a parameter points to is the argument's */
            p->is_seen |= through && !is_pointing(left->sym);
    }
    if (n->kind == KP_REF && n->sym && n->sym->kind == KP_SYM_VAR && n->sym->decl &&
        !kp_is_inside(n->sym->decl, function) && n->sym->space == KP_SPACE_SHARED)
        touch(p, n, function);
    if (called.function && !kp_is_in(in, called.function))
        effects_of_body(p, called.function->last, &called);
    if (n->kind == KP_ASM && n->asm_memory)
        p->is_seen = true;
    kp_each_child(c, n) effects_of_body(p, c, in);
}

/* A closure's body, where the piece does not contain it. */
static void effects_of_closure(struct kp_opaque *p, const struct kp_node *lambda)
{
    const struct kp_node *root = p->outside;
    bool was = p->is_hidden;

    if (kp_is_inside(lambda, p->root) || (root && kp_is_inside(lambda, root)))
        return;
    if (++p->depth > MOST_CLOSURES)
        kp_lose(p->r, "closures in closures");
    else {
        p->outside = lambda;
        p->is_hidden = true;
        find_effects(p, lambda->last);
        p->is_hidden = was;
        p->outside = root;
    }
    p->depth--;
}

static void effects_of_call(struct kp_opaque *p, const struct kp_node *n)
{
    const struct kp_call_rule *rule = kp_callee_rule(p->r->u, n);
    struct kp_bodies own = {0};
    bool was = p->is_hidden;

    if (!rule)
        kp_find_callees(p->r, n, &own);
    for (size_t i = 0; i < own.list.n; i++) {
        if (own.list.v[i]->kind == KP_LAMBDA) {
            effects_of_closure(p, own.list.v[i]);
            continue;
        }
        p->is_hidden = true;
        effects_of_body(p, own.list.v[i]->last, &(struct kp_frame){own.list.v[i], NULL});
        p->is_hidden = was;
    }
    if (rule)
        p->is_seen |=
            (rule->control & (KP_CTL_IO | KP_CTL_UNKNOWN | KP_CTL_ORDER | KP_CTL_ASM)) != 0;
    else if (!own.list.n && n->parent && (n->parent->kind == KP_COMPOUND))
        p->is_seen = true;
}

static void effects_of_asm(struct kp_opaque *p, const struct kp_node *n)
{
    struct kp_asm_rule rule;

    if (!kp_streq(n->name, KP_ASKS_DYNAMIC_BYTES))
        p->is_seen |=
            !kp_rule_asm(p->r->u->rules, n->name, &rule) || rule.writes_global || rule.is_atomic;
}

/* A store to a place that a call gives, or that no variable leads to, may be anywhere. */
static void effects_of_store(struct kp_opaque *p, const struct kp_node *to)
{
    bool through = false;
    const struct kp_node *ref = kp_bottom(to, &through);

    p->is_seen |= !ref || (kp_declared_in(ref->sym, p->root) && !ref->sym->decl->has_init &&
                           (through || kp_names_place(ref->sym->type)));
    while (to && to->kind != KP_CALL)
        to = to->kind == KP_INDEX || to->kind == KP_MEMBER || to->kind == KP_CAST ||
                     to->kind == KP_UNARY || to->kind == KP_BINARY
                 ? to->first
                 : NULL;
    p->is_seen |= to != NULL;
}

static void note_set(struct kp_opaque *p, const struct kp_node *n)
{
    bool through = false;
    const struct kp_node *ref = kp_bottom(n->first, &through);

    for (size_t i = 0; ref && i < p->list.n; i++)
        if (p->list.v[i].sym == ref->sym)
            p->list.v[i].is_set |= n->op == KP_OP_ASSIGN && !kp_count_refs(n->last, ref->sym);
}

/* True if the return ends the function itself: nothing behind the piece happens then. */
static bool leaves(const struct kp_opaque *p, const struct kp_node *n)
{
    while (n && n != p->root && n->kind != KP_LAMBDA)
        n = n->parent;
    return n == p->root && n->kind != KP_LAMBDA;
}

static void find_effects(struct kp_opaque *p, const struct kp_node *n)
{
    const struct kp_node *lambda;

    switch (n->kind) {
    case KP_ASSIGN:
        effects_of_store(p, n->first);
        break;
    case KP_UNARY:
        if (kp_is_step(n))
            effects_of_store(p, n->first);
        break;
    case KP_REF:
        lambda = n->sym ? closure_of(n->sym) : NULL;
        if (lambda)
            effects_of_closure(p, lambda);
        else if (n->sym && (n->sym->kind == KP_SYM_VAR || n->sym->kind == KP_SYM_PARAM))
            touch(p, n, p->outside ? p->outside : p->root);
        return;
    case KP_CALL:
    case KP_OPCALL:
    case KP_CONSTRUCT:
        if (kp_assigns(n))
            effects_of_store(p, n->first);
        else if (!n->is_plain)
            effects_of_call(p, n);
        break;
    case KP_ASM:
        effects_of_asm(p, n);
        break;
    case KP_SIZEOF:
        return;
    case KP_RETURN:
        p->is_seen |= leaves(p, n);
        break;
    case KP_GOTO:
        kp_lose(p->r, "a jump to a label");
        return;
    default:
        break;
    }
    kp_each_child(c, n) find_effects(p, c);
    if (n->kind == KP_ASSIGN)
        note_set(p, n);
}

void kp_find_effects(struct kp_opaque *p)
{
    find_effects(p, p->root);
}
