/* Treats a piece of code as one operation, identified by its form, on the values of the variables
 * that it names. What it writes are results of the operation. */
#include "fn/callee.h"
#include "front/tree.h"
#include "model/loops.h"
#include "validate/run.h"

/* The symbols named in the piece. */
struct named {
    struct kp_lvalue at;
    const char *name;
    const struct kp_sym *sym;
    unsigned mode;
    bool is_set;    /* by what it is not part of */
    bool is_hidden; /* the piece does not name it, or not for what it is accessed */
};

struct piece {
    struct kp_run *r;
    const struct kp_node *root;
    KP_VEC(struct named) list;
    bool is_seen; /* by others than the thread: a store, a call that nobody knows */
    const struct kp_node *outside; /* the closure in which effects are found; NULL: in the piece */
    bool is_hidden;                /* what is found is not in the piece itself */
    unsigned depth;
};

enum { MOST_CLOSURES = 16 };

static void find_effects(struct piece *p, const struct kp_node *n);

/* ---- counters ---------------------------------------------------------------------------- */

static bool sets(const struct kp_node *n, const struct kp_sym *s)
{
    if (n->kind == KP_ASSIGN)
        return n->op == KP_OP_ASSIGN && n->first->kind == KP_REF && n->first->sym == s;
    return n->kind == KP_BINARY && n->op == KP_OP_COMMA && (sets(n->first, s) || sets(n->last, s));
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
    return sets(n, s) && !is_used(n->last, s);
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

/* True if every use comes after a statement of its block that sets the variable, or is in a loop
 * whose header does. Its earlier value then has no effect on the uses. */
static bool is_set_anew(const struct kp_node *n, const struct kp_sym *s)
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
        if (!is_set_anew(c, s))
            return false;
    }
    return true;
}

/* ---- which object ------------------------------------------------------------------------- */

static bool is_inner(const struct kp_sym *s, const struct kp_node *root)
{
    return s->decl && kp_is_inside(s->decl, root);
}

/* True if its address is taken or a reference refers to it. */
static bool is_pointed_to(const struct kp_node *n, const struct kp_sym *s)
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
    kp_each_child(c, n) if (is_pointed_to(c, s)) return true;
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

static struct named *add(struct piece *p, struct kp_lvalue at, const char *name,
                         const struct kp_sym *sym, unsigned mode)
{
    struct named one = {at, name, sym, mode & KP_RMW, false, p->is_hidden};

    for (size_t i = 0; i < p->list.n; i++)
        if (p->list.v[i].at.where == at.where && p->list.v[i].at.at == at.at) {
            p->list.v[i].mode |= one.mode;
            p->list.v[i].is_hidden |= one.is_hidden;
            return &p->list.v[i];
        }
    kp_push(p->r->arena, &p->list, one);
    return &p->list.v[p->list.n - 1];
}

/* All variables of the thread that a pointer that is not followed may lead to. */
static void touch_pointed(struct piece *p, unsigned mode)
{
    bool was = p->is_hidden;

    p->is_hidden = true;
    for (size_t i = 0; i < p->r->pointed.n; i++)
        add(p, p->r->pointed.v[i], kp_name_of(p->r, p->r->pointed.v[i]), NULL,
            mode & KP_WRITE ? KP_RMW : mode);
    p->is_hidden = was;
}

/* The places whose addresses are in the value, and in what is stored there. */
static void touch_reached(struct piece *p, kp_term x, bool is_it, unsigned mode, unsigned depth)
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
static void touch_behind(struct piece *p, const struct kp_node *n, const struct kp_node *root,
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
        touch_pointed(p, mode);
}

static void touch(struct piece *p, const struct kp_node *n, const struct kp_node *root)
{
    static const char fills[] = "a call that may fill shared memory";
    struct kp_run *r = p->r;
    struct kp_lvalue at;
    struct named *one;
    unsigned mode;

    if (!kp_step(r) || is_inner(n->sym, p->root) || is_inner(n->sym, root))
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
            touch_pointed(p, mode);
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
           (s->type->kind == KP_TYPE_POINTER || s->type->kind == KP_TYPE_ARRAY ||
            s->type->kind == KP_TYPE_REFERENCE || s->type->kind == KP_TYPE_DEPENDENT);
}

/* The function's other effects. */
static void effects_of_body(struct piece *p, const struct kp_node *n, const struct kp_frame *in)
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
static void effects_of_closure(struct piece *p, const struct kp_node *lambda)
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

static void effects_of_call(struct piece *p, const struct kp_node *n)
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

static void effects_of_asm(struct piece *p, const struct kp_node *n)
{
    struct kp_asm_rule rule;

    if (!kp_streq(n->name, KP_ASKS_DYNAMIC_BYTES))
        p->is_seen |=
            !kp_rule_asm(p->r->u->rules, n->name, &rule) || rule.writes_global || rule.is_atomic;
}

/* A store to a place that a call gives, or that no variable leads to, may be anywhere. */
static void effects_of_store(struct piece *p, const struct kp_node *to)
{
    bool through = false;
    const struct kp_node *ref = kp_bottom(to, &through);

    p->is_seen |= !ref || (is_inner(ref->sym, p->root) && !ref->sym->decl->has_init &&
                           (through || kp_names_place(ref->sym->type)));
    while (to && to->kind != KP_CALL)
        to = to->kind == KP_INDEX || to->kind == KP_MEMBER || to->kind == KP_CAST ||
                     to->kind == KP_UNARY || to->kind == KP_BINARY
                 ? to->first
                 : NULL;
    p->is_seen |= to != NULL;
}

static void note_set(struct piece *p, const struct kp_node *n)
{
    bool through = false;
    const struct kp_node *ref = kp_bottom(n->first, &through);

    for (size_t i = 0; ref && i < p->list.n; i++)
        if (p->list.v[i].sym == ref->sym)
            p->list.v[i].is_set |= n->op == KP_OP_ASSIGN && !kp_count_refs(n->last, ref->sym);
}

/* True if the return ends the function itself: nothing behind the piece happens then. */
static bool leaves(const struct piece *p, const struct kp_node *n)
{
    while (n && n != p->root && n->kind != KP_LAMBDA)
        n = n->parent;
    return n == p->root && n->kind != KP_LAMBDA;
}

static void find_effects(struct piece *p, const struct kp_node *n)
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
        if (!n->is_plain)
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

/* ---- form --------------------------------------------------------------------------------- */

static const char *own_text(struct kp_run *r, const struct kp_node *n)
{
    if (n->name)
        return n->name;
    if (n->kind == KP_MEMBER || n->kind == KP_VAR || n->kind == KP_CALL || n->kind == KP_OPCALL)
        return n->sym ? n->sym->name : "";
    if (n->type && (n->kind == KP_CAST || n->kind == KP_CONSTRUCT || n->kind == KP_SIZEOF))
        return kp_plain_type(r->arena, n->type->spelling);
    if (!n->first && !n->file && !n->from_macro && n->kind != KP_NONE && n->kind != KP_NULL_STMT &&
        n->kind != KP_COMPOUND && n->span.end <= r->u->source.size && n->span.end > n->span.begin)
        return kp_strndup(r->arena, r->u->source.text + n->span.begin, n->span.end - n->span.begin);
    return NULL;
}

/* What is known of a variable in the piece, once for all its names. */
struct inner {
    const struct kp_sym *sym;
    bool is_inner;
};

struct shape {
    struct kp_run *r;
    const struct kp_node *root;
    const struct piece *piece; /* NULL: a mere value */
    KP_VEC(kp_term) touched;   /* values with addresses of buffers in them */
    KP_VEC(struct inner) inner;
};

static bool is_only_written(const struct shape *s, struct kp_lvalue at)
{
    for (size_t i = 0; s->piece && at.where == KP_IN_BUFFER && i < s->piece->list.n; i++)
        if (s->piece->list.v[i].at.where == at.where && s->piece->list.v[i].at.at == at.at)
            return s->piece->list.v[i].mode == KP_WRITE;
    return false;
}

/* True if what the variable named there was before the piece has no effect on it. */
static bool starts_inside(struct shape *s, const struct kp_node *n)
{
    struct inner x = {.sym = n->sym};

    if (!s->piece || n->sym->kind != KP_SYM_VAR || kp_is_array(n->sym))
        return false;
    for (size_t i = 0; i < s->inner.n; i++)
        if (s->inner.v[i].sym == n->sym)
            return s->inner.v[i].is_inner;
    x.is_inner = is_set_anew(s->root, n->sym) && !is_pointed_to(kp_function_around(n), n->sym);
    kp_push(s->r->arena, &s->inner, x);
    return x.is_inner;
}

static kp_term shape_of_ref(struct shape *s, const struct kp_node *n)
{
    struct kp_run *r = s->r;
    struct kp_lvalue at;
    kp_term value;

    if (!n->sym)
        return kp_term_name(r->terms, n->name ? n->name : "?");
    if (is_inner(n->sym, s->root) || starts_inside(s, n))
        return kp_term_of(r->terms, "inner", kp_term_name(r->terms, n->sym->name), 0, 0);
    at = kp_place_of(r, n);
    if (!at.where || at.where == KP_IN_MEMORY)
        return kp_term_name(r->terms, n->sym->name);
    if (is_only_written(s, at))
        return kp_term_name(r->terms, "written");
    value = at.where == KP_IN_SLOT ? kp_read(r, at, 0) : kp_address(r, at);
    if (kp_term_kind(r->terms, value) == KP_TERM_PLACE) {
        if (is_only_written(s, kp_behind(r, value)))
            return kp_term_of(r->terms, "written", kp_term_operand(r->terms, value, 0), 0, 0);
    }
    if (kp_term_has_place(r->terms, value))
        kp_push_once(r->arena, &s->touched, value);
    return kp_seen(r, value);
}

/* True for an argument that is only a value, or one of a function that reads nothing else. */
static bool is_value(struct kp_run *r, const struct kp_node *n)
{
    const struct kp_node *call = n->parent;

    if (call && call->kind == KP_CONSTRUCT)
        return kp_is_by_value(n) && n->kind != KP_REF;
    return call && (call->kind == KP_OPCALL || (call->kind == KP_CALL && n != call->first)) &&
           n->kind != KP_LAMBDA &&
           (kp_is_pure(r, call) || (n->kind != KP_REF && kp_is_given(r, call, n)));
}

/* True if the expression has no effects and names nothing that the piece declares. */
static bool is_closed(const struct kp_node *n, const struct kp_node *root)
{
    if (n->kind == KP_CALL || n->kind == KP_OPCALL || n->kind == KP_ASSIGN ||
        (n->kind == KP_UNARY && n->op >= KP_OP_ADDR && n->op <= KP_OP_POSTDEC) ||
        (n->kind == KP_REF && n->sym && (is_inner(n->sym, root) || !n->sym->type)))
        return false;
    kp_each_child(c, n) if (!is_closed(c, root)) return false;
    return true;
}

static kp_term shape_of(struct shape *s, const struct kp_node *n)
{
    struct kp_run *r = s->r;
    const char *text;
    KP_VEC(kp_term) operands = {0};
    kp_term one;

    if (!kp_step(r))
        return kp_term_name(r->terms, "?");
    if (n->kind == KP_REF)
        return shape_of_ref(s, n);
    if (n->kind == KP_SIZEOF)
        return kp_size_of(r, n);
    if (n != s->root && is_value(r, n) && is_closed(n, s->root))
        return kp_seen(r, kp_run_eval(r, n));
    if ((n->kind == KP_INT_LIT || n->kind == KP_BOOL_LIT) && n->has_value)
        return kp_term_number(r->terms, KP_TERM_NUMBER, n->value);
    text = own_text(r, n);
    kp_each_child(c, n)
    {
        one = shape_of(s, c);
        kp_push(r->arena, &operands, one);
    }
    return kp_form_of(r, n, text, operands.v, operands.n);
}

kp_term kp_shape(struct kp_run *r, const struct kp_node *n, const struct kp_node *root)
{
    struct shape s = {.r = r, .root = root};

    return shape_of(&s, n);
}

/* True if the piece may read elements of the array that it has written itself. For elements that
 * were written separately, it is not known which. */
static bool may_be_set_anew(const struct kp_run *r, const struct named *x)
{
    return x->is_set && (x->mode & KP_READ) && x->at.where == KP_IN_BUFFER &&
           !r->buffers.v[x->at.at].is_shared && r->state.contents.v[x->at.at].list.n;
}

/* True if the text may be a line number. */
static bool is_message(struct kp_run *r, const struct kp_node *n)
{
    const struct kp_call_rule *rule = n->kind == KP_CALL && n->sym ? kp_callee_rule(r->u, n) : NULL;

    return rule && (rule->control & KP_CTL_IO);
}

/* The result of the operation for a variable; unchanged if it is not written. */
static kp_term made(struct kp_run *r, const struct kp_node *n, const struct named *x, kp_term event)
{
    if (x->at.where != KP_IN_SLOT || (n->kind == KP_FOR && x->sym && sets(n->first, x->sym)))
        return event;
    return kp_term_of(r->terms, "over", event, kp_seen(r, kp_read(r, x->at, 0)), 0);
}

/* True for shared memory of which a store may leave elements as they were. That a tile's are all
 * stored anew the legal pass has shown, if only the load phase stores to it. */
static bool keeps_some(const struct kp_run *r, struct kp_lvalue at)
{
    const struct kp_stage *b = at.where == KP_IN_BUFFER ? &r->buffers.v[at.at] : NULL;

    if (!b || !b->is_shared || kp_is_schedule_name(r, b->object->name))
        return false;
    for (size_t i = 0; i < r->staging->scratch.n; i++)
        if (kp_streq(r->staging->scratch.v[i]->name, b->object->name))
            return true;
    for (size_t i = 0; i < r->staging->tiles.n; i++)
        if (kp_streq(r->staging->tiles.v[i]->name, b->object->name))
            return false;
    return true;
}

/* The event, and the values of what the piece accesses by no name of its own. */
static kp_term with_hidden(struct kp_run *r, const struct piece *p, kp_term event)
{
    KP_VEC(struct kp_known) all = {0};

    for (size_t i = 0; i < p->list.n; i++) {
        struct kp_known one = {p->list.v[i].name, p->list.v[i].at};

        if (kp_is_schedule_name(r, one.name)) /* a stage, which the input does not have */
            one.name = "";
        if (p->list.v[i].is_hidden && (p->list.v[i].mode & KP_READ))
            kp_push(r->arena, &all, one);
    }
    return kp_knowing(r, event, all.v, all.n);
}

/* ---- the operation ------------------------------------------------------------------------ */

kp_term kp_exec_opaque(struct kp_run *r, const struct kp_node *n)
{
    struct piece p = {.r = r, .root = n};
    struct shape s = {.r = r, .root = n, .piece = &p};
    kp_term event;

    find_effects(&p, n);
    if (r->has_leaked)
        touch_pointed(&p, p.is_seen ? KP_RMW : KP_READ);
    for (size_t i = 0; i < p.list.n; i++)
        if (keeps_some(r, p.list.v[i].at))
            p.list.v[i].mode |= p.list.v[i].mode & KP_WRITE ? KP_READ : 0;
    for (size_t i = 0; i < p.list.n; i++)
        kp_doubt(r, may_be_set_anew(r, &p.list.v[i]), "an array that may be set before it is read");
    event = is_message(r, n)
                ? kp_term_of(r->terms, "message", kp_term_name(r->terms, n->sym->name), 0, 0)
                : with_hidden(r, &p, shape_of(&s, n));
    if (p.is_seen || p.list.n)
        event = kp_under(r, event);
    for (size_t i = 0; i < s.touched.n; i++)
        kp_touch_places(r, s.touched.v[i], event);
    for (size_t i = 0; i < p.list.n; i++)
        if (p.list.v[i].mode & KP_WRITE)
            kp_overwrite(r, p.list.v[i].at, made(r, n, &p.list.v[i], event), p.list.v[i].name);
    if (p.is_seen)
        kp_push(r->arena, &r->trace, event);
    return event;
}
