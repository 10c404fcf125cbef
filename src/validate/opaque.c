/* Treats a piece of code as one operation, identified by its form, on the values of the variables
 * that it names. What it writes are results of the operation. */
#include "fn/callee.h"
#include "front/tree.h"
#include "model/loops.h"
#include "validate/run.h"

/* How many variables may be set from each other. */
enum { MOST_NAMES = 16 };

/* The symbols named in the piece. */
struct named {
    struct kp_lvalue at;
    const char *name;
    const struct kp_sym *sym;
    unsigned mode;
    bool is_set; /* by what it is not part of */
};

struct piece {
    struct kp_run *r;
    const struct kp_node *root;
    KP_VEC(struct named) list;
    bool is_seen; /* by others than the thread: a store, a call that nobody knows */
    unsigned depth;
};

static void find_effects(struct piece *p, const struct kp_node *n);
static void find_address(struct piece *p, const struct kp_node *n);

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

static void add(struct piece *p, struct kp_lvalue at, const struct kp_sym *sym, unsigned mode)
{
    struct named one = {at, sym->name, sym, mode, false};

    for (size_t i = 0; i < p->list.n; i++)
        if (p->list.v[i].at.where == at.where && p->list.v[i].at.at == at.at &&
            at.where != KP_IN_MEMORY) {
            p->list.v[i].mode |= mode;
            return;
        }
    kp_push(p->r->arena, &p->list, one);
}

/* If `n` is the address of an lvalue: that lvalue, and *pointee is false. */
static const struct kp_node *pointed_at(const struct kp_node *n, bool *pointee)
{
    const struct kp_node *at = n;

    while (at->kind == KP_CAST && at->first && kp_is_address(at->first))
        at = at->first;
    if (!*pointee || at->kind != KP_UNARY || at->op != KP_OP_ADDR)
        return n;
    *pointee = false;
    return at->first;
}

/* A store to a place that a call gives. It may be anywhere behind the call's operands. */
static void touch_by_call(struct piece *p, const struct kp_node *n, const struct kp_node *ref)
{
    while (n && n->kind != KP_CALL)
        n = n->kind == KP_INDEX || n->kind == KP_MEMBER || n->kind == KP_CAST ||
                    n->kind == KP_UNARY || n->kind == KP_BINARY
                ? n->first
                : NULL;
    if (!n)
        return;
    p->is_seen = true;
    for (const struct kp_node *c = n->first; c; c = c->next)
        if (kp_is_shared_place(p->r, c) && !(ref && kp_is_inside(ref, c)))
            kp_lose(p->r, "a store to shared memory where a call says");
}

static void touch(struct piece *p, const struct kp_node *n, bool pointee, unsigned mode);

/* .. of one of the operands. */
static void touch_fork(struct piece *p, const struct kp_node *fork, bool through, unsigned mode)
{
    bool is_list = fork->kind == KP_INIT_LIST || fork->kind == KP_CONSTRUCT;

    if (is_list &&
        !through) /* a value, which lasts no longer than the piece; it may hold addresses */
        through = true;
    kp_each_child(c, fork)
    {
        if ((fork->kind == KP_COND && c == fork->first) ||
            (fork->kind == KP_BINARY && c != fork->last) || (is_list && kp_is_by_value(c)))
            continue;
        touch(p, c, through && kp_is_address(c), mode & KP_WRITE ? KP_RMW : mode);
    }
}

/* .. of what a variable of the piece refers to, by its declaration and by all that it is set to. */
static void touch_set(struct piece *p, const struct kp_node *n, const struct kp_sym *s,
                      bool through, unsigned mode)
{
    bool other = false, is_behind = false;

    if (n->kind == KP_VAR && n->sym == s && n->has_init)
        touch(p, n->last, through && (kp_is_address(n->last) || n->last->kind == KP_INIT_LIST),
              mode);
    if (n->kind == KP_RANGE_FOR && s->decl && kp_is_inside(s->decl, n))
        kp_each_child(c, n) if (!kp_is_inside(s->decl, c) && c != n->last)
            touch(p, c, through && kp_is_address(c), mode & KP_WRITE ? KP_RMW : mode);
    if (n->kind == KP_ASSIGN && n->op == KP_OP_ASSIGN && !kp_names_place(s->type)) {
        const struct kp_node *of = kp_bottom(n->first, &is_behind),
                             *from = kp_bottom(n->last, &other);

        if (of && of->sym == s && !is_behind && !(from && from->sym == s) &&
            !kp_is_by_value(n->last))
            touch(p, n->last, through && kp_is_address(n->last), mode);
    }
    kp_each_child(c, n) touch_set(p, c, s, through, mode);
}

/* How many pointers lead from the variable to the place. */
static unsigned pointers_of(const struct kp_node *n)
{
    unsigned most = 0;

    if (n->kind == KP_INDEX || n->kind == KP_MEMBER || n->kind == KP_CAST || n->kind == KP_UNARY)
        return pointers_of(n->first) + (n->kind == KP_INDEX    ? kp_is_address(n->first)
                                        : n->kind == KP_MEMBER ? n->is_arrow
                                                               : n->op == KP_OP_DEREF);
    if (n->kind == KP_BINARY)
        kp_each_child(c, n) most =
            kp_is_address(c) && pointers_of(c) > most ? pointers_of(c) : most;
    return most;
}

/* An access of what `n` is or, with `pointee`, of what it points to. */
static void touch(struct piece *p, const struct kp_node *n, bool pointee, unsigned mode)
{
    const struct kp_node *of = pointed_at(n, &pointee);
    bool through = pointee;
    const struct kp_node *ref = kp_bottom(of, &through), *fork;
    struct kp_lvalue at;

    if (!kp_step(p->r))
        return;
    if (mode & KP_WRITE)
        touch_by_call(p, of, ref);
    if (!ref) {
        p->is_seen |= (mode & KP_WRITE) != 0;
        through = pointee;
        fork = kp_fork_of(of, &through);
        if (fork)
            touch_fork(p, fork, through, mode);
        return;
    }
    if (is_inner(ref->sym, p->root)) {
        if (through || kp_names_place(ref->sym->type)) {
            p->is_seen |= (mode & KP_WRITE) && !ref->sym->decl->has_init;
            if ((mode & KP_WRITE) && pointers_of(of) + pointee > 1)
                kp_lose(p->r, "a store by a pointer that another pointer leads to");
            if (p->depth > MOST_NAMES)
                kp_lose(p->r, "pointers that are set from each other");
            p->depth++;
            if (!p->r->lost)
                touch_set(p, p->root, ref->sym, through, mode);
            p->depth--;
        }
        return;
    }
    at = kp_place_of(p->r, ref);
    if (through && at.where == KP_IN_SLOT) {
        add(p, at, ref->sym, KP_READ);
        at = kp_behind(p->r, kp_read(p->r, at, 0));
    }
    if (!at.where)
        return;
    if (at.where == KP_IN_MEMORY) {
        if ((mode & KP_WRITE) && kp_term_has_place(p->r->terms, at.path))
            kp_lose(p->r, "a store to one of several arrays");
        kp_doubt(p->r, through && kp_term_has_slot(p->r->terms, at.path),
                 "an access of one of several variables");
        p->is_seen |= (mode & KP_WRITE) != 0;
        return;
    }
    at.path = at.where == KP_IN_SLOT ? 0 : at.path;
    add(p, at, ref->sym, mode);
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
        touch(p, n, false, KP_RMW);
    if (called.function && !kp_is_in(in, called.function))
        effects_of_body(p, called.function->last, &called);
    if (n->kind == KP_ASM && n->asm_memory)
        p->is_seen = true;
    kp_each_child(c, n) effects_of_body(p, c, in);
}

static void effects_of_call(struct piece *p, const struct kp_node *n)
{
    static const char fills[] = "a call that may fill shared memory";
    const struct kp_call_rule *rule = kp_callee_rule(p->r->u, n);
    const struct kp_node *object, *arg;
    struct kp_bodies own = {0};

    if (!rule)
        kp_find_callees(p->r, n, &own);
    for (size_t i = 0; i < own.list.n; i++)
        if (own.list.v[i]->kind == KP_LAMBDA)
            find_effects(p, own.list.v[i]->last);
        else
            effects_of_body(p, own.list.v[i]->last, &(struct kp_frame){own.list.v[i], NULL});
    for (unsigned i = 0; (arg = kp_argument(n, i)); i++) {
        unsigned mode = rule ? (i < KP_RULE_ARGS ? rule->arg[i] : rule->rest)
                             : kp_mode_of_argument(&own, n, i, arg);

        if (mode)
            touch(p, arg, kp_is_address(arg), mode);
        if (mode)
            find_address(p, arg);
        else
            find_effects(p, arg);
        if (!rule && !(mode & KP_WRITE) && arg->kind != KP_REF && kp_stores_behind(&own, i))
            touch(p, arg, true, KP_RMW);
        kp_doubt(p->r, !rule && (mode & KP_WRITE) && kp_is_shared_place(p->r, arg), fills);
    }
    object = kp_object_of(n, &own);
    if (object) {
        unsigned mode = rule ? rule->object : kp_mode_of_self(&own);

        touch(p, object, kp_is_address(object), mode);
        kp_doubt(p->r, !rule && (mode & KP_WRITE) && kp_is_shared_place(p->r, object), fills);
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
    unsigned i = 0;

    kp_each_child(c, n)
    {
        if (i < n->asm_outputs) {
            touch(p, c, false, n->asm_inout >> i & 1 ? KP_RMW : KP_WRITE);
            find_address(p, c);
        } else {
            find_effects(p, c);
        }
        i++;
    }
    if (kp_streq(n->name, "mov.u32 %0, %%dynamic_smem_size;"))
        return;
    if (!kp_rule_asm(p->r->u->rules, n->name, &rule) || rule.writes_global || rule.is_atomic)
        p->is_seen = true;
    else if (rule.writes_shared)
        for (i = 0; i < n->n_children; i++)
            if (rule.write >> i & 1)
                touch(p, kp_child(n, i), true, KP_RMW);
}

/* The effects of evaluating the place's address; the place itself is not read. */
static void find_address(struct piece *p, const struct kp_node *n)
{
    if (n->kind == KP_INDEX) {
        find_address(p, n->first);
        find_effects(p, n->last);
    } else if (n->kind == KP_MEMBER || n->kind == KP_CAST ||
               (n->kind == KP_UNARY && (n->op == KP_OP_ADDR || n->op == KP_OP_DEREF))) {
        find_address(p, n->first);
    } else if (n->kind != KP_REF) {
        find_effects(p, n);
    }
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
    switch (n->kind) {
    case KP_ASSIGN:
        touch(p, n->first, false, n->op == KP_OP_ASSIGN ? KP_WRITE : KP_RMW);
        note_set(p, n);
        find_effects(p, n->last);
        find_address(p, n->first);
        return;
    case KP_UNARY:
        if (kp_is_step(n))
            touch(p, n->first, false, KP_RMW);
        break;
    case KP_REF:
        if (n->sym && (n->sym->kind == KP_SYM_VAR || n->sym->kind == KP_SYM_PARAM))
            touch(p, n, false, KP_READ);
        return;
    case KP_CALL:
    case KP_OPCALL:
    case KP_CONSTRUCT:
        effects_of_call(p, n);
        return;
    case KP_ASM:
        effects_of_asm(p, n);
        return;
    case KP_LAMBDA:
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
    if (x->at.where != KP_IN_SLOT || (n->kind == KP_FOR && sets(n->first, x->sym)))
        return event;
    return kp_term_of(r->terms, "over", event, kp_seen(r, kp_read(r, x->at, 0)), 0);
}

/* True for shared memory of which a store may leave elements as they were. That a tile's are all
 * stored anew the legal pass has shown. */
static bool keeps_some(const struct kp_run *r, struct kp_lvalue at)
{
    const struct kp_stage *b = at.where == KP_IN_BUFFER ? &r->buffers.v[at.at] : NULL;

    if (!b || !b->is_shared || kp_is_schedule_name(r, b->object->name))
        return false;
    for (size_t i = 0; i < r->staging->tiles.n; i++)
        if (kp_streq(r->staging->tiles.v[i]->name, b->object->name))
            return false;
    return true;
}

/* ---- the operation ------------------------------------------------------------------------ */

kp_term kp_exec_opaque(struct kp_run *r, const struct kp_node *n)
{
    struct piece p = {.r = r, .root = n};
    struct shape s = {.r = r, .root = n, .piece = &p};
    kp_term event;

    find_effects(&p, n);
    for (size_t i = 0; i < p.list.n; i++)
        if (keeps_some(r, p.list.v[i].at))
            p.list.v[i].mode |= p.list.v[i].mode & KP_WRITE ? KP_READ : 0;
    for (size_t i = 0; i < p.list.n; i++)
        kp_doubt(r, may_be_set_anew(r, &p.list.v[i]), "an array that may be set before it is read");
    event = is_message(r, n)
                ? kp_term_of(r->terms, "message", kp_term_name(r->terms, n->sym->name), 0, 0)
                : shape_of(&s, n);
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
