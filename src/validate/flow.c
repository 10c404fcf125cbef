/* What code does to a variable through all of its names: from each of its mentions upwards, and
 * on from each variable, parameter and result that gets its address. A use without a rule here may
 * do anything. */
#include "validate/flow.h"
#include "fn/callee.h"
#include "front/tree.h"

enum { MOST_STEPS = 20000 };

static unsigned uses_in(struct kp_flowing *f, const struct kp_node *n, const struct kp_sym *s,
                        unsigned state)
{
    unsigned mode = 0;

    if (n->kind == KP_REF && n->sym == s)
        return kp_flow_up(f, n, state);
    kp_each_child(c, n) mode |= uses_in(f, c, s, state);
    return mode;
}

/* All uses of a variable that is, or has, what is followed. */
unsigned kp_flow_on(struct kp_flowing *f, const struct kp_sym *s, unsigned state)
{
    struct kp_flow_name name = {s, state, f->names};
    unsigned mode;

    if (!state)
        return 0;
    for (const struct kp_flow_name *x = f->names; x; x = x->outer)
        if (x->sym == s && (x->state & state) == state)
            return 0;
    if (++f->depth > KP_FLOW_DEEPEST) {
        f->depth--;
        return KP_ANYTHING;
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
        const struct kp_type *t = n->first ? kp_flow_type(n->first) : NULL;

        if (n->kind == KP_REF)
            return n->sym && !kp_names_place(n->sym->type) ? n->sym : NULL;
        if ((n->kind == KP_UNARY && n->op == KP_OP_DEREF) ||
            (n->kind == KP_INDEX && n->first->kind == KP_CAST)) {
            n = n->first;
            while (n->kind == KP_CAST)
                n = n->first;
            t = kp_flow_type(n);
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
unsigned kp_flow_into(struct kp_flowing *f, const struct kp_node *left)
{
    const struct kp_sym *to = part_of(left);

    if (to && to->decl && kp_is_inside(to->decl, f->root))
        return kp_flow_on(f, to, KP_HAS);
    if (to && f->root == f->piece && to->space == KP_SPACE_LOCAL && to->parent &&
        to->parent->kind == KP_SYM_FUNCTION)
        return KP_FLOW_KEPT;
    if (is_of_this(left) || (left->kind == KP_REF && left->sym && left->sym->kind == KP_SYM_FIELD))
        return KP_FLOW_GIVES_SELF;
    return KP_ANYTHING;
}

/* What a pointer to what is followed points to. */
static unsigned behind(struct kp_flowing *f, const struct kp_node *lvalue)
{
    return kp_flow_up(
        f, lvalue,
        KP_IS | (f->leads || (kp_flow_type(lvalue) && kp_may_lead(lvalue->type)) ? KP_HAS : 0));
}

static unsigned dereferenced(struct kp_flowing *f, const struct kp_node *n,
                             const struct kp_node *up, unsigned state)
{
    const struct kp_type *t = kp_flow_type(n), *declared = t ? t : kp_flow_declared(f->r, n);

    if (declared && declared->kind == KP_TYPE_ARRAY)
        return kp_flow_up(f, up, state);
    if (t && t->kind == KP_TYPE_POINTER)
        return kp_read_if(state) | (state & KP_HAS ? behind(f, up) : 0);
    return kp_read_if(state) | kp_flow_up(f, up, state | (state & KP_HAS ? KP_IS : 0));
}

static unsigned in_member(struct kp_flowing *f, const struct kp_node *n, const struct kp_node *up,
                          unsigned state)
{
    const struct kp_node *call = up->parent;
    unsigned mode = 0;

    if (up->is_arrow && n->kind != KP_THIS) {
        mode = kp_read_if(state);
        state = state & KP_HAS ? KP_IS | KP_HAS : 0;
    }
    if (call && call->kind == KP_CALL && call->first == up && kp_call_object(call) == n)
        return mode | kp_flow_object(f, call, state);
    if (up->sym && up->sym->type && up->sym->type->kind == KP_TYPE_REFERENCE)
        return mode | kp_read_if(state) | (state & KP_HAS ? behind(f, up) : 0);
    if (kp_is_plain_number(up->type) && up->type->size < 8)
        state &= KP_IS;
    return mode | (state ? kp_flow_up(f, up, state) : 0);
}

static unsigned in_unary(struct kp_flowing *f, const struct kp_node *n, const struct kp_node *up,
                         unsigned state)
{
    if (n->kind == KP_THIS && up->op == KP_OP_DEREF)
        return kp_flow_up(f, up, state);
    if (up->op == KP_OP_ADDR)
        return kp_flow_up(f, up, KP_HAS);
    if (up->op == KP_OP_DEREF)
        return dereferenced(f, n, up, state);
    if (kp_is_step(up))
        return (state & KP_IS ? KP_RMW : 0) | kp_flow_up(f, up, state);
    return kp_read_if(state) |
           (up->op != KP_OP_LNOT && (state & KP_HAS) ? kp_flow_up(f, up, KP_HAS) : 0);
}

static unsigned in_binary(struct kp_flowing *f, const struct kp_node *n, const struct kp_node *up,
                          unsigned state)
{
    unsigned value = kp_flow_value(f, n, state);

    if (up->op == KP_OP_COMMA)
        return n == up->last ? kp_flow_up(f, up, state) : 0;
    if ((up->op >= KP_OP_LT && up->op <= KP_OP_NE) || up->op == KP_OP_LAND || up->op == KP_OP_LOR ||
        !value || (kp_is_address(n) && kp_is_plain_number(up->type))) /* a distance */
        return kp_read_if(state);
    return kp_read_if(state) | kp_flow_up(f, up, KP_HAS);
}

/* True if a number gets what was no number: not the address. */
static bool is_only_value(const struct kp_type *to, const struct kp_node *from)
{
    return kp_is_plain_number(to) && !kp_is_plain_number(from->type) && kp_flow_type(from);
}

static unsigned in_assign(struct kp_flowing *f, const struct kp_node *n, const struct kp_node *up,
                          unsigned state)
{
    if (n == up->first)
        return (state & KP_IS ? (up->op == KP_OP_ASSIGN ? KP_WRITE : KP_RMW) : 0) |
               kp_flow_up(f, up, state);
    if (up->parent && up->parent->kind == KP_FUNCTION && (state & KP_IS) &&
        (!up->first->type || up->first->type->kind == KP_TYPE_REFERENCE || !up->first->sym ||
         !up->first->sym->type || up->first->sym->type->kind == KP_TYPE_REFERENCE))
        return KP_READ | KP_FLOW_GIVES_SELF; /* a member that is a reference */
    if (!kp_flow_value(f, n, state) || is_only_value(up->first->type, n))
        return kp_read_if(state);
    return kp_read_if(state) | kp_flow_into(f, up->first) | kp_flow_up(f, up, KP_HAS);
}

static unsigned in_var(struct kp_flowing *f, const struct kp_node *n, const struct kp_node *up,
                       unsigned state)
{
    const struct kp_type *t = up->type;
    unsigned value = kp_flow_value(f, n, state);

    if (!up->has_init || up->last != n || !up->sym)
        return kp_read_if(state);
    if (kp_names_place(t) && !kp_binds_temporary(t, n))
        return kp_flow_on(f, up->sym,
                          state | (t->elem && t->elem->kind == KP_TYPE_POINTER ? value : 0));
    if (!value || is_only_value(t, n))
        return kp_read_if(state);
    return kp_read_if(state) | (up->sym->is_static ? KP_ANYTHING : kp_flow_on(f, up->sym, KP_HAS));
}

static unsigned in_list(struct kp_flowing *f, const struct kp_node *n, const struct kp_node *up,
                        unsigned state)
{
    return kp_read_if(state) |
           (kp_flow_value(f, n, state) || ((state & KP_IS) && kp_has_reference(up->type))
                ? kp_flow_up(f, up, KP_HAS)
                : 0);
}

static unsigned in_range(struct kp_flowing *f, const struct kp_node *n, const struct kp_node *up,
                         unsigned state)
{
    const struct kp_node *v = up->first;

    if (n != kp_child(up, 1) || v->kind != KP_VAR || !v->sym)
        return n == up->last ? 0 : KP_ANYTHING;
    return kp_names_place(v->type)
               ? kp_flow_on(f, v->sym, state)
               : kp_read_if(state) | (state & KP_HAS ? kp_flow_on(f, v->sym, KP_HAS) : 0);
}

/* True if the expression has the very type that the function returns, a parameter of its template,
 * which then is no array: its value is what is stored there, and not where. */
static bool is_of_returned_type(struct kp_flowing *f, const struct kp_type *t,
                                const struct kp_node *n)
{
    const struct kp_type *own = t && kp_is_type_parameter(t) ? kp_flow_declared(f->r, n) : NULL;

    return own && kp_streq(kp_unqualified(own->canonical), kp_unqualified(t->canonical));
}

static unsigned in_return(struct kp_flowing *f, const struct kp_node *n, const struct kp_node *up,
                          unsigned state)
{
    const struct kp_node *of = up;
    const struct kp_type *t;
    unsigned value = kp_flow_value(f, n, state);

    while (of && of->kind != KP_LAMBDA && of->kind != KP_FUNCTION)
        of = of->parent;
    if (!of || (of->kind == KP_LAMBDA && of != f->root))
        return value || (of && of->may_give_place && (state & KP_IS)) ? KP_ANYTHING
                                                                      : kp_read_if(state);
    if (of != f->root) /* of the function that is executed */
        return kp_read_if(state);
    t = of->kind == KP_FUNCTION ? of->sym->type : NULL;
    if (t ? kp_names_place(t) : of->may_give_place)
        return (state & KP_IS ? KP_READ | KP_FLOW_GIVES_IT : 0) |
               (state & KP_HAS ? KP_FLOW_GIVES : 0);
    if (!value || (t && is_only_value(t, n)) || (!(state & KP_HAS) && is_of_returned_type(f, t, n)))
        return kp_read_if(state);
    return kp_read_if(state) | KP_FLOW_GIVES;
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
unsigned kp_flow_up(struct kp_flowing *f, const struct kp_node *n, unsigned state)
{
    const struct kp_node *up = n->parent;

    if (!state || !up)
        return 0;
    if (n == f->root) /* the value of the piece */
        return n == f->piece && is_expression(n) && !is_discarded(n) ? KP_FLOW_KEPT : 0;
    if (n->kind == KP_THIS && up->kind != KP_MEMBER &&
        !(up->kind == KP_UNARY && up->op == KP_OP_DEREF))
        state = KP_HAS;
    if (++f->steps > MOST_STEPS)
        return KP_ANYTHING;
    switch (up->kind) {
    case KP_INDEX:
        if (n == up->last && kp_is_plain_number(n->type))
            return kp_read_if(state);
        return dereferenced(f, n, up, state);
    case KP_MEMBER:
        return in_member(f, n, up, state);
    case KP_UNARY:
        return in_unary(f, n, up, state);
    case KP_CAST:
        if (up->type && up->type->kind == KP_TYPE_REFERENCE)
            return kp_flow_up(f, up, state);
        return kp_read_if(state) |
               kp_flow_up(f, up, (kp_is_address(up) ? 0 : state) | kp_flow_value(f, n, state));
    case KP_BINARY:
        return in_binary(f, n, up, state);
    case KP_COND:
        return n == up->first ? kp_read_if(state) : kp_flow_up(f, up, state);
    case KP_ASSIGN:
        return in_assign(f, n, up, state);
    case KP_VAR:
        return in_var(f, n, up, state);
    case KP_INIT_LIST:
        return in_list(f, n, up, state);
    case KP_CALL:
    case KP_OPCALL:
    case KP_CONSTRUCT:
        if (kp_assigns(up))
            return in_assign(f, n, up, state);
        return up->is_plain ? in_binary(f, n, up, state) : kp_flow_argument(f, up, n, state);
    case KP_ASM:
        return kp_flow_operand(f, up, n, state);
    case KP_RANGE_FOR:
        return in_range(f, n, up, state);
    case KP_RETURN:
        return in_return(f, n, up, state);
    case KP_FUNCTION: /* what a constructor makes: a member, or its base */
        return n->kind == KP_ASSIGN                          ? 0
               : n->kind == KP_CONSTRUCT && !(state & KP_IS) ? KP_FLOW_GIVES_SELF
                                                             : KP_ANYTHING;
    case KP_COMPOUND:
    case KP_LABEL:
        return 0;
    case KP_CASE:
    case KP_IF:
    case KP_FOR:
    case KP_WHILE:
    case KP_DO:
    case KP_SWITCH:
        return kp_read_if(state);
    case KP_SIZEOF:
        return 0;
    default:
        return KP_ANYTHING;
    }
}

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
    struct kp_flowing f = {.r = r, .root = root, .piece = root};
    const struct kp_type *t = ref->sym->type, *of_tile = NULL;

    if (!is_behind && !kp_flow_type(ref) && kp_names_place(t) && kp_may_lead(t))
        of_tile = kp_flow_declared(r, ref);
    f.leads = kp_may_lead(is_behind ? pointee(t) : of_tile ? of_tile : t);
    return kp_flow_up(&f, ref, is_behind ? KP_HAS : KP_IS);
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
