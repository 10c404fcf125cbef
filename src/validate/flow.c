/* What code does to a variable through all of its names: from each of its mentions upwards, and
 * on from each variable, parameter and result that gets its address. A use without a rule here may
 * do anything. */
#include "fn/callee.h"
#include "front/tree.h"
#include "model/loops.h"
#include "validate/run.h"

/* What an expression is: an lvalue of the variable or of a part of it (IS), a value, or an lvalue
 * of one, by which the variable can be reached (HAS). */
enum { IS = 1, HAS = 2 };

enum { MOST_STEPS = 20000, DEEPEST = 24 };

struct name {
    const struct kp_sym *sym;
    unsigned state;
    const struct name *outer;
};

struct flow {
    struct kp_run *r;
    const struct kp_node *root;  /* names of what is declared elsewhere are not followed */
    const struct kp_node *piece; /* the first root */
    const struct name *names;    /* those that are being followed */
    bool leads; /* what is followed may have addresses in it, whatever it is named */
    unsigned depth, steps;
};

static unsigned climb(struct flow *f, const struct kp_node *n, unsigned state);

static const unsigned anything = KP_RMW | KP_FLOW_LEAKS;

static unsigned read_if(unsigned state)
{
    return state & IS ? KP_READ : 0;
}

/* ---- types -------------------------------------------------------------------------------- */

static bool is_open(const struct kp_type *t)
{
    return !t || (t->kind == KP_TYPE_DEPENDENT && t->spelling[0] == '<');
}

/* The type of the lvalue or value; NULL: a template leaves it open. */
static const struct kp_type *type_of(const struct kp_node *n)
{
    const struct kp_type *t = n->type;

    while (t && t->kind == KP_TYPE_REFERENCE)
        t = t->elem;
    return is_open(t) || (n->kind == KP_REF && n->sym->type && t && t->kind == KP_TYPE_DEPENDENT &&
                          kp_names_place(n->sym->type))
               ? NULL
               : t;
}

static bool is_plain_number(const struct kp_type *t)
{
    return kp_is_number(t) && !t->is_dependent;
}

/* An array that is used as a value is an address. */
static unsigned as_value(const struct kp_node *n, unsigned state)
{
    const struct kp_type *t = type_of(n);

    if (t && (t->kind == KP_TYPE_FLOAT || t->kind == KP_TYPE_BOOL || t->kind == KP_TYPE_VOID))
        return 0;
    return (state & HAS) || ((state & IS) && (!t || t->kind == KP_TYPE_ARRAY)) ? HAS : 0;
}

/* True if the type, or the type of a member, is one of the kinds that are asked for. */
static bool has_kind(const struct kp_type *t, bool (*is_one)(const struct kp_type *),
                     unsigned depth)
{
    const struct kp_node *d;

    while (t && t->kind == KP_TYPE_ARRAY)
        t = t->elem;
    if (!t || depth > DEEPEST || is_one(t))
        return true;
    if (t->kind != KP_TYPE_RECORD && t->kind != KP_TYPE_DEPENDENT)
        return false;
    d = t->decl ? t->decl->decl : NULL;
    if (!d)
        return t->kind == KP_TYPE_DEPENDENT ? is_open(t) || kp_starts_with(t->canonical, "auto")
                                            : !t->decl || !t->decl->from_prelude;
    kp_each_child(c, d) if (c->kind == KP_FIELD && c->sym &&
                            has_kind(c->sym->type, is_one, depth + 1)) return true;
    return false;
}

static bool is_reference(const struct kp_type *t)
{
    return t->kind == KP_TYPE_REFERENCE;
}

static bool is_lead(const struct kp_type *t)
{
    return t->kind == KP_TYPE_REFERENCE || t->kind == KP_TYPE_POINTER ||
           (t->kind == KP_TYPE_INT && t->size >= 8);
}

bool kp_has_reference(const struct kp_type *t)
{
    return has_kind(t, is_reference, 0);
}

bool kp_may_lead(const struct kp_type *t)
{
    while (t && t->kind == KP_TYPE_REFERENCE)
        t = t->elem;
    return has_kind(t, is_lead, 0);
}

/* ---- names -------------------------------------------------------------------------------- */

static unsigned uses_in(struct flow *f, const struct kp_node *n, const struct kp_sym *s,
                        unsigned state)
{
    unsigned mode = 0;

    if (n->kind == KP_REF && n->sym == s)
        return climb(f, n, state);
    kp_each_child(c, n) mode |= uses_in(f, c, s, state);
    return mode;
}

/* All uses of a variable that is, or has, what is followed. */
static unsigned follow(struct flow *f, const struct kp_sym *s, unsigned state)
{
    struct name name = {s, state, f->names};
    unsigned mode;

    if (!state)
        return 0;
    for (const struct name *x = f->names; x; x = x->outer)
        if (x->sym == s && (x->state & state) == state)
            return 0;
    if (++f->depth > DEEPEST) {
        f->depth--;
        return anything;
    }
    f->names = &name;
    mode = uses_in(f, f->root, s, state);
    f->names = name.outer;
    f->depth--;
    return mode;
}

static bool is_of_this(const struct kp_node *n)
{
    while (n->kind == KP_MEMBER || n->kind == KP_INDEX)
        n = n->first;
    return n->kind == KP_THIS;
}

/* The variable of which the lvalue is a part, whatever its type; NULL: that follows from values. */
static const struct kp_sym *part_of(const struct kp_node *n)
{
    for (;;) {
        const struct kp_type *t = n->first ? type_of(n->first) : NULL;

        if (n->kind == KP_REF)
            return n->sym && !kp_names_place(n->sym->type) ? n->sym : NULL;
        if ((n->kind == KP_UNARY && n->op == KP_OP_DEREF) ||
            (n->kind == KP_INDEX && n->first->kind == KP_CAST)) {
            n = n->first;
            while (n->kind == KP_CAST)
                n = n->first;
            t = type_of(n);
            if (n->kind == KP_UNARY && n->op == KP_OP_ADDR)
                n = n->first;
            else if (!t || t->kind != KP_TYPE_ARRAY)
                return NULL;
        } else if ((n->kind == KP_INDEX && t && t->kind == KP_TYPE_ARRAY) || n->kind == KP_CAST ||
                   (n->kind == KP_MEMBER && !n->is_arrow)) {
            n = n->first;
        } else {
            return NULL;
        }
    }
}

/* The address comes into the place on the left. */
static unsigned put_into(struct flow *f, const struct kp_node *left)
{
    const struct kp_sym *to = part_of(left);

    if (to && to->decl && kp_is_inside(to->decl, f->root))
        return follow(f, to, HAS);
    if (to && f->root == f->piece && to->space == KP_SPACE_LOCAL && to->parent &&
        to->parent->kind == KP_SYM_FUNCTION)
        return KP_FLOW_KEPT;
    if (is_of_this(left) || (left->kind == KP_REF && left->sym && left->sym->kind == KP_SYM_FIELD))
        return KP_FLOW_GIVES_SELF;
    return anything;
}

/* ---- calls -------------------------------------------------------------------------------- */

static const struct kp_node *parameter(const struct kp_node *function, unsigned i)
{
    kp_each_child(c, function) if (c->kind == KP_PARAM && i-- == 0) return c;
    return NULL;
}

static unsigned uses_of_this(struct flow *f, const struct kp_node *n, unsigned state)
{
    unsigned mode = 0;

    if (n->kind == KP_THIS)
        return climb(f, n, state);
    kp_each_child(c, n) mode |= uses_of_this(f, c, state);
    return mode;
}

/* What the function does to what its parameter gets, or to its object (p is NULL). */
static unsigned in_function(struct flow *f, const struct kp_node *own, const struct kp_node *p,
                            unsigned state)
{
    const struct kp_node *around = f->root;
    unsigned mode;

    if (++f->depth > DEEPEST) {
        f->depth--;
        return anything;
    }
    f->root = own;
    mode = p ? follow(f, p->sym, state) : uses_of_this(f, own, state);
    f->root = around;
    f->depth--;
    return mode;
}

/* What a call makes of what a function does: its result, and its object, may lead to the variable.
 */
static unsigned behind_call(struct flow *f, const struct kp_node *call, unsigned mode)
{
    const struct kp_node *object = kp_call_object(call);
    unsigned result = mode & ~(KP_FLOW_GIVES | KP_FLOW_GIVES_IT | KP_FLOW_GIVES_SELF);

    if (mode & KP_WRITE)
        result |= KP_FLOW_CALLED;
    if (mode & KP_FLOW_GIVES_SELF)
        result |= call->kind == KP_CONSTRUCT ? climb(f, call, HAS)
                  : object && !kp_is_address(object) && object->kind != KP_THIS
                      ? put_into(f, object)
                      : anything;
    if (mode & (KP_FLOW_GIVES | KP_FLOW_GIVES_IT)) {
        unsigned given =
            climb(f, call, (mode & KP_FLOW_GIVES ? HAS : 0) | (mode & KP_FLOW_GIVES_IT ? IS : 0));

        result |= given | (given & KP_WRITE ? KP_FLOW_GIVEN : 0);
    }
    return result;
}

/* The object of a call. */
static unsigned as_object(struct flow *f, const struct kp_node *call, unsigned state)
{
    const struct kp_call_rule *rule = kp_callee_rule(f->r->u, call);
    struct kp_bodies own = {0};
    unsigned mode = 0;

    if (!state)
        return 0;
    if (rule) {
        mode = rule->object | read_if(state);
        return mode | (rule->address_of == KP_RULE_OBJECT ? climb(f, call, HAS) : 0);
    }
    kp_find_callees(f->r, call, &own);
    if (!own.list.n)
        return anything;
    for (size_t k = 0; k < own.list.n; k++)
        if (own.list.v[k]->kind == KP_FUNCTION)
            mode |= in_function(f, own.list.v[k], NULL, state);
    return read_if(state) | behind_call(f, call, mode);
}

/* What a function of the program does to what argument i is. */
static unsigned as_parameter(struct flow *f, const struct kp_node *own, unsigned i,
                             const struct kp_node *arg, unsigned state)
{
    const struct kp_node *p = parameter(own, i);
    const struct kp_type *t = p && p->sym ? p->sym->type : NULL;
    unsigned value = as_value(arg, state);

    if (!t)
        return anything;
    if (kp_names_place(t)) {
        if (kp_binds_temporary(t, arg))
            return read_if(state);
        if (t->elem && t->elem->kind == KP_TYPE_POINTER) /* to a pointer that has the address */
            state |= value;
        return in_function(f, own, p, state);
    }
    if (t->kind == KP_TYPE_DEPENDENT) /* it may be a reference */
        return read_if(state) | in_function(f, own, p, state | value);
    if (t->kind == KP_TYPE_ARRAY) /* a pointer, by which it is as before */
        return in_function(f, own, p, value ? IS | HAS : 0);
    if (is_plain_number(t) && !(state & HAS))
        return read_if(state);
    return read_if(state) | in_function(f, own, p, value);
}

static unsigned as_argument_of_rule(struct flow *f, const struct kp_call_rule *rule,
                                    const struct kp_node *call, unsigned i,
                                    const struct kp_node *arg, unsigned state)
{
    unsigned mode = i < KP_RULE_ARGS ? rule->arg[i] : rule->rest, value = as_value(arg, state);
    unsigned result = read_if(state);

    if (mode && (value || !kp_is_address(arg)))
        result = mode;
    if (rule->address_of == (int)i && value)
        result |= climb(f, call, HAS);
    return result;
}

static unsigned as_argument(struct flow *f, const struct kp_node *call, const struct kp_node *arg,
                            unsigned state)
{
    const struct kp_call_rule *rule = kp_callee_rule(f->r->u, call);
    struct kp_bodies own = {0};
    unsigned i = 0, mode = 0;

    while (kp_argument(call, i) && kp_argument(call, i) != arg)
        i++;
    if (!kp_argument(call, i)) /* the object of an operator (), a closure */
        return as_object(f, call, state);
    if (rule)
        return as_argument_of_rule(f, rule, call, i, arg, state);
    kp_find_callees(f->r, call, &own);
    if (call->kind == KP_CONSTRUCT && !own.list.n)
        return read_if(state) |
               (as_value(arg, state) || ((state & IS) && kp_has_reference(call->type))
                    ? climb(f, call, HAS)
                    : 0);
    if (!own.list.n)
        return kp_is_by_value(arg) && !(state & HAS) ? KP_READ : anything;
    for (size_t k = 0; k < own.list.n; k++)
        mode |= as_parameter(f, own.list.v[k], i, arg, state);
    return behind_call(f, call, mode);
}

static unsigned as_operand(struct flow *f, const struct kp_node *n, const struct kp_node *operand,
                           unsigned state)
{
    struct kp_asm_rule rule;
    unsigned i = 0, mode = read_if(state), at = 0;
    bool is_known = kp_rule_asm(f->r->u->rules, n->name, &rule);

    while (kp_child(n, i) != operand)
        i++;
    if (i < n->asm_outputs)
        return state & IS ? (n->asm_inout >> i & 1 ? KP_RMW : KP_WRITE) : 0;
    if (!as_value(operand, state))
        return mode;
    if (!is_known)
        return anything;
    if ((rule.write | rule.read) >> i & 1)
        return mode | (rule.write >> i & 1 ? KP_RMW : KP_READ);
    kp_each_child(c, n)
    {
        if (at++ < n->asm_outputs && (kp_may_lead(c->type) || rule.makes_address))
            mode |= put_into(f, c);
    }
    return mode;
}

/* ---- operators ---------------------------------------------------------------------------- */

/* What a pointer to what is followed points to. */
static unsigned behind(struct flow *f, const struct kp_node *lvalue)
{
    return climb(f, lvalue,
                 IS | (f->leads || (type_of(lvalue) && kp_may_lead(lvalue->type)) ? HAS : 0));
}

static unsigned dereferenced(struct flow *f, const struct kp_node *n, const struct kp_node *up,
                             unsigned state)
{
    const struct kp_type *t = type_of(n);

    if (t && t->kind == KP_TYPE_ARRAY)
        return climb(f, up, state);
    if (t && t->kind == KP_TYPE_POINTER)
        return read_if(state) | (state & HAS ? behind(f, up) : 0);
    return read_if(state) | climb(f, up, state | (state & HAS ? IS : 0));
}

static unsigned in_member(struct flow *f, const struct kp_node *n, const struct kp_node *up,
                          unsigned state)
{
    const struct kp_node *call = up->parent;
    unsigned mode = 0;

    if (up->is_arrow && n->kind != KP_THIS) {
        mode = read_if(state);
        state = state & HAS ? IS | HAS : 0;
    }
    if (call && call->kind == KP_CALL && call->first == up && kp_call_object(call) == n)
        return mode | as_object(f, call, state);
    if (up->sym && up->sym->type && up->sym->type->kind == KP_TYPE_REFERENCE)
        return mode | read_if(state) | (state & HAS ? behind(f, up) : 0);
    if (is_plain_number(up->type) && up->type->size < 8)
        state &= IS;
    return mode | (state ? climb(f, up, state) : 0);
}

static unsigned in_unary(struct flow *f, const struct kp_node *n, const struct kp_node *up,
                         unsigned state)
{
    if (n->kind == KP_THIS && up->op == KP_OP_DEREF)
        return climb(f, up, state);
    if (up->op == KP_OP_ADDR)
        return climb(f, up, HAS);
    if (up->op == KP_OP_DEREF)
        return dereferenced(f, n, up, state);
    if (kp_is_step(up))
        return (state & IS ? KP_RMW : 0) | climb(f, up, state);
    return read_if(state) | (up->op != KP_OP_LNOT && (state & HAS) ? climb(f, up, HAS) : 0);
}

static unsigned in_binary(struct flow *f, const struct kp_node *n, const struct kp_node *up,
                          unsigned state)
{
    unsigned value = as_value(n, state);

    if (up->op == KP_OP_COMMA)
        return n == up->last ? climb(f, up, state) : 0;
    if ((up->op >= KP_OP_LT && up->op <= KP_OP_NE) || up->op == KP_OP_LAND || up->op == KP_OP_LOR ||
        !value || (kp_is_address(n) && is_plain_number(up->type))) /* a distance */
        return read_if(state);
    return read_if(state) | climb(f, up, HAS);
}

/* True if a number gets what was no number: not the address. */
static bool is_only_value(const struct kp_type *to, const struct kp_node *from)
{
    return is_plain_number(to) && !is_plain_number(from->type) && type_of(from);
}

static unsigned in_assign(struct flow *f, const struct kp_node *n, const struct kp_node *up,
                          unsigned state)
{
    if (n == up->first)
        return (state & IS ? (up->op == KP_OP_ASSIGN ? KP_WRITE : KP_RMW) : 0) |
               climb(f, up, state);
    if (up->parent && up->parent->kind == KP_FUNCTION && (state & IS) &&
        (!up->first->type || up->first->type->kind == KP_TYPE_REFERENCE || !up->first->sym ||
         !up->first->sym->type || up->first->sym->type->kind == KP_TYPE_REFERENCE))
        return KP_READ | KP_FLOW_GIVES_SELF; /* a member that is a reference */
    if (!as_value(n, state) || is_only_value(up->first->type, n))
        return read_if(state);
    return read_if(state) | put_into(f, up->first) | climb(f, up, HAS);
}

static unsigned in_var(struct flow *f, const struct kp_node *n, const struct kp_node *up,
                       unsigned state)
{
    const struct kp_type *t = up->type;
    unsigned value = as_value(n, state);

    if (!up->has_init || up->last != n || !up->sym)
        return read_if(state);
    if (kp_names_place(t) && !kp_binds_temporary(t, n))
        return follow(f, up->sym,
                      state | (t->elem && t->elem->kind == KP_TYPE_POINTER ? value : 0));
    if (!value || is_only_value(t, n))
        return read_if(state);
    return read_if(state) | (up->sym->is_static ? anything : follow(f, up->sym, HAS));
}

static unsigned in_list(struct flow *f, const struct kp_node *n, const struct kp_node *up,
                        unsigned state)
{
    return read_if(state) |
           (as_value(n, state) || ((state & IS) && kp_has_reference(up->type)) ? climb(f, up, HAS)
                                                                               : 0);
}

static unsigned in_range(struct flow *f, const struct kp_node *n, const struct kp_node *up,
                         unsigned state)
{
    const struct kp_node *v = up->first;

    if (n != kp_child(up, 1) || v->kind != KP_VAR || !v->sym)
        return n == up->last ? 0 : anything;
    return kp_names_place(v->type) ? follow(f, v->sym, state)
                                   : read_if(state) | (state & HAS ? follow(f, v->sym, HAS) : 0);
}

static unsigned in_return(struct flow *f, const struct kp_node *n, const struct kp_node *up,
                          unsigned state)
{
    const struct kp_node *of = up;
    const struct kp_type *t;
    unsigned value = as_value(n, state);

    while (of && of->kind != KP_LAMBDA && of->kind != KP_FUNCTION)
        of = of->parent;
    if (!of || (of->kind == KP_LAMBDA && of != f->root))
        return value || (of && of->may_give_place && (state & IS)) ? anything : read_if(state);
    if (of != f->root) /* of the function that is executed */
        return read_if(state);
    t = of->kind == KP_FUNCTION ? of->sym->type : NULL;
    if (t ? kp_names_place(t) : of->may_give_place)
        return (state & IS ? KP_READ | KP_FLOW_GIVES_IT : 0) | (state & HAS ? KP_FLOW_GIVES : 0);
    if (!value || (t && is_only_value(t, n)))
        return read_if(state);
    return read_if(state) | KP_FLOW_GIVES;
}

static bool is_expression(const struct kp_node *n)
{
    return n->kind == KP_CALL || n->kind == KP_OPCALL || n->kind == KP_CONSTRUCT ||
           n->kind == KP_INIT_LIST || n->kind == KP_COND || n->kind == KP_BINARY ||
           n->kind == KP_CAST || n->kind == KP_UNARY || n->kind == KP_MEMBER || n->kind == KP_INDEX;
}

static bool is_discarded(const struct kp_node *n)
{
    return n->parent && n->parent->kind == KP_COMPOUND;
}

/* What becomes of the expression, from what is around it. */
static unsigned climb(struct flow *f, const struct kp_node *n, unsigned state)
{
    const struct kp_node *up = n->parent;

    if (!state || !up)
        return 0;
    if (n == f->root) /* the value of the piece */
        return n == f->piece && is_expression(n) && !is_discarded(n) ? KP_FLOW_KEPT : 0;
    if (n->kind == KP_THIS && up->kind != KP_MEMBER &&
        !(up->kind == KP_UNARY && up->op == KP_OP_DEREF))
        state = HAS;
    if (++f->steps > MOST_STEPS)
        return anything;
    switch (up->kind) {
    case KP_INDEX:
        if (n == up->last && is_plain_number(n->type))
            return read_if(state);
        return dereferenced(f, n, up, state);
    case KP_MEMBER:
        return in_member(f, n, up, state);
    case KP_UNARY:
        return in_unary(f, n, up, state);
    case KP_CAST:
        if (up->type && up->type->kind == KP_TYPE_REFERENCE)
            return climb(f, up, state);
        return read_if(state) | climb(f, up, (kp_is_address(up) ? 0 : state) | as_value(n, state));
    case KP_BINARY:
        return in_binary(f, n, up, state);
    case KP_COND:
        return n == up->first ? read_if(state) : climb(f, up, state);
    case KP_ASSIGN:
        return in_assign(f, n, up, state);
    case KP_VAR:
        return in_var(f, n, up, state);
    case KP_INIT_LIST:
        return in_list(f, n, up, state);
    case KP_CALL:
    case KP_OPCALL:
    case KP_CONSTRUCT:
        return as_argument(f, up, n, state);
    case KP_ASM:
        return as_operand(f, up, n, state);
    case KP_RANGE_FOR:
        return in_range(f, n, up, state);
    case KP_RETURN:
        return in_return(f, n, up, state);
    case KP_COMPOUND:
    case KP_LABEL:
        return 0;
    case KP_CASE:
    case KP_IF:
    case KP_FOR:
    case KP_WHILE:
    case KP_DO:
    case KP_SWITCH:
        return read_if(state);
    case KP_SIZEOF:
        return 0;
    default:
        return anything;
    }
}

/* ---- all ---------------------------------------------------------------------------------- */

/* What is pointed to; NULL: it is not known. */
static const struct kp_type *pointee(const struct kp_type *t)
{
    while (t && (t->kind == KP_TYPE_REFERENCE || t->kind == KP_TYPE_ARRAY))
        t = t->elem;
    return t && t->kind == KP_TYPE_POINTER ? t->elem : NULL;
}

static unsigned flow(struct kp_run *r, const struct kp_node *ref, const struct kp_node *root,
                     bool is_behind)
{
    struct flow f = {.r = r, .root = root, .piece = root};

    f.leads = kp_may_lead(is_behind ? pointee(ref->sym->type) : ref->sym->type);
    return climb(&f, ref, is_behind ? HAS : IS);
}

unsigned kp_flow(struct kp_run *r, const struct kp_node *ref, const struct kp_node *root,
                 bool is_behind)
{
    struct kp_flows *known = r->flows;
    struct kp_flow_of one = {root, 0};
    size_t *at;

    if (!known)
        return flow(r, ref, root, is_behind);
    at = kp_map_at(r->arena, &known->at[is_behind], ref);
    if (!*at) {
        one.mode = flow(r, ref, root, is_behind);
        kp_push(r->arena, &known->list, one);
        *at = known->list.n;
    } else if (known->list.v[*at - 1].root != root) {
        one.mode = flow(r, ref, root, is_behind);
        known->list.v[*at - 1] = one;
    }
    return known->list.v[*at - 1].mode;
}

unsigned kp_flow_in(struct kp_run *r, const struct kp_node *function, unsigned i,
                    const struct kp_node *arg)
{
    struct flow f = {.r = r, .root = function};

    return as_parameter(&f, function, i, arg, kp_is_address(arg) ? HAS : IS);
}
