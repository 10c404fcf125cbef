/* What calls do to their objects and arguments, as far as the bodies of the functions tell. */
#include "fn/callee.h"
#include "front/tree.h"
#include "model/loops.h"
#include "validate/run.h"

bool kp_is_address(const struct kp_node *n)
{
    return n->type && n->type->kind == KP_TYPE_POINTER;
}

/* The variable from which an lvalue or address starts; *through: it is a pointer that is
 * dereferenced. */
const struct kp_node *kp_bottom(const struct kp_node *n, bool *through)
{
    for (;;)
        switch (n->kind) {
        case KP_INDEX:
            *through |= kp_is_address(n->first);
            n = n->first;
            break;
        case KP_MEMBER:
            *through |= n->is_arrow;
            n = n->first;
            break;
        case KP_CAST:
            n = n->first;
            break;
        case KP_UNARY:
            *through |= n->op == KP_OP_DEREF;
            n = n->first;
            break;
        case KP_BINARY:
            if (n->op != KP_OP_ADD && n->op != KP_OP_SUB)
                return NULL;
            n = kp_is_address(n->first) ||
                        (n->first->type && n->first->type->kind == KP_TYPE_ARRAY) ||
                        !kp_is_address(n->last)
                    ? n->first
                    : n->last;
            break;
        case KP_CALL: /* of a method, or one that gives back the address that it was given */
            n = kp_call_object(n) ? kp_call_object(n) : kp_argument(n, 0);
            if (!n)
                return NULL;
            *through |= kp_is_address(n);
            break;
        default:
            return n->kind == KP_REF && n->sym ? n : NULL;
        }
}

bool kp_is_step(const struct kp_node *n)
{
    return n->op == KP_OP_PREINC || n->op == KP_OP_PREDEC || n->op == KP_OP_POSTINC ||
           n->op == KP_OP_POSTDEC;
}

const struct kp_node *kp_fork_of(const struct kp_node *n, bool *through)
{
    for (;;)
        switch (n->kind) {
        case KP_COND:
        case KP_INIT_LIST:
        case KP_CONSTRUCT:
            return n;
        case KP_INDEX:
        case KP_MEMBER:
        case KP_CAST:
        case KP_UNARY:
            *through |= n->kind == KP_INDEX    ? kp_is_address(n->first)
                        : n->kind == KP_MEMBER ? n->is_arrow
                                               : n->kind == KP_UNARY && n->op == KP_OP_DEREF;
            n = n->first;
            break;
        case KP_BINARY:
            if (n->op == KP_OP_COMMA)
                return n;
            if (n->op != KP_OP_ADD && n->op != KP_OP_SUB)
                return NULL;
            n = kp_is_address(n->first) || !kp_is_address(n->last) ? n->first : n->last;
            break;
        default:
            return NULL;
        }
}

static const struct kp_sym *parameter(const struct kp_node *function, unsigned i)
{
    kp_each_child(c, function) if (c->kind == KP_PARAM && i-- == 0) return c->sym;
    return NULL;
}

/* True if the value goes to a variable that may hold addresses. */
static bool may_keep_address(const struct kp_node *n)
{
    const struct kp_node *up = n->parent;
    const struct kp_type *of = up->kind == KP_VAR                       ? up->type
                               : up->kind == KP_ASSIGN && up->last == n ? up->first->type
                                                                        : NULL;

    if (up->kind != KP_VAR && !(up->kind == KP_ASSIGN && up->last == n))
        return false;
    return !kp_is_number(of) && (!of || !of->elem || !of->elem->is_const);
}

/* True if only the value of a number is used there. */
static bool is_value_of_number(const struct kp_node *n)
{
    const struct kp_node *up = n->parent;

    return (up->kind == KP_BINARY && up->op != KP_OP_COMMA) || up->kind == KP_IF ||
           (up->kind == KP_INDEX && up->last == n) || (up->kind == KP_COND && up->first == n) ||
           (up->kind == KP_UNARY && !kp_is_step(up) && up->op != KP_OP_ADDR &&
            up->op != KP_OP_DEREF) ||
           (up->kind == KP_ASSIGN && up->last == n && kp_is_number(up->first->type)) ||
           ((up->kind == KP_VAR || up->kind == KP_CAST) && kp_is_number(up->type));
}

/* True if the name of a parameter gives it another name, or its address to what is not seen here:
 * anything but an access of what it points to, a comparison or a condition. */
static bool is_passed_on(const struct kp_node *ref)
{
    const struct kp_type *t = ref->sym->type;
    const struct kp_node *n = ref, *up = n->parent;
    bool is_reference = t->kind == KP_TYPE_REFERENCE, is_one_of = false;

    while ((up->kind == KP_CAST && (kp_is_address(up) || !up->type || up->type->is_dependent)) ||
           (up->kind == KP_BINARY && (up->op == KP_OP_ADD || up->op == KP_OP_SUB) &&
            (!is_reference || !kp_is_number(t->elem))) ||
           (up->kind == KP_COND && up->first != n) ||
           (up->kind == KP_BINARY && up->op == KP_OP_COMMA && up->last == n)) {
        is_one_of |= up->kind == KP_COND || (up->kind == KP_BINARY && up->op == KP_OP_COMMA);
        n = up;
        up = n->parent;
    }
    if (is_one_of)
        return !is_value_of_number(n);
    if (is_reference)
        return up->kind == KP_INIT_LIST || up->kind == KP_CONSTRUCT || up->kind == KP_RETURN ||
               up->kind == KP_RANGE_FOR || (up->kind == KP_CAST && kp_names_place(up->type)) ||
               (up->kind == KP_VAR && kp_names_place(up->type) &&
                !(up->type->elem && up->type->elem->is_const)) ||
               (!kp_is_number(t->elem) && may_keep_address(n));
    if (up->kind == KP_VAR || (up->kind == KP_ASSIGN && up->last == n))
        return may_keep_address(n);
    return !(up->kind == KP_INDEX && up->first == n) && !(up->kind == KP_MEMBER && up->is_arrow) &&
           !(up->kind == KP_UNARY && (up->op == KP_OP_DEREF || up->op == KP_OP_LNOT)) &&
           !(up->kind == KP_BINARY && up->op >= KP_OP_LT && up->op <= KP_OP_NE) &&
           !(up->kind == KP_ASSIGN && up->first == n) && up->kind != KP_IF && !kp_is_loop(up);
}

/* True if a cast takes the const from what the parameter refers to. */
static bool loses_const(const struct kp_node *n, const struct kp_sym *s)
{
    if (n->kind == KP_CAST && n->type && kp_count_refs(n, s) &&
        (n->type->kind == KP_TYPE_POINTER || n->type->kind == KP_TYPE_REFERENCE) &&
        !(n->type->elem && n->type->elem->is_const))
        return true;
    if (n->kind == KP_ASSIGN && s->type->kind == KP_TYPE_REFERENCE && n->first->kind == KP_CAST &&
        kp_count_refs(n->first, s)) /* .. which names the place itself */
        return true;
    kp_each_child(c, n) if (loses_const(c, s)) return true;
    return false;
}

static unsigned uses_of(const struct kp_node *n, const struct kp_sym *s, bool is_place)
{
    unsigned mode = 0;

    if (n->kind == KP_ASSIGN) {
        bool through = false;
        const struct kp_node *left = kp_bottom(n->first, &through);

        if (left && left->sym == s) {
            mode |= n->op == KP_OP_ASSIGN ? KP_WRITE : KP_RMW;
            if (n->first->kind == KP_INDEX)
                mode |= uses_of(n->first->last, s, is_place);
            return mode | uses_of(n->last, s, is_place);
        }
        if (!left && kp_count_refs(n->first, s))
            mode |= KP_RMW;
    }
    if (n->kind == KP_CALL || n->kind == KP_OPCALL || n->kind == KP_UNARY || n->kind == KP_ASM)
        kp_each_child(c, n)
        {
            bool through = false;
            const struct kp_node *at = kp_bottom(c, &through);

            if ((at ? at->sym == s : kp_fork_of(c, &through) && kp_count_refs(c, s)) &&
                (n->kind != KP_UNARY || (n->op != KP_OP_PLUS && n->op != KP_OP_MINUS)))
                mode |= n->kind == KP_UNARY && n->op == KP_OP_DEREF ? KP_READ : KP_RMW;
        }
    if (n->kind == KP_REF && n->sym == s)
        mode |= is_place && is_passed_on(n) ? KP_RMW : KP_READ;
    kp_each_child(c, n) mode |= uses_of(c, s, is_place);
    return mode;
}

static bool is_open(const struct kp_node *n)
{
    return !n->type || (n->type->kind == KP_TYPE_DEPENDENT && n->type->spelling[0] == '<');
}

/* True for a value in which there may be an address. */
static bool may_be_address(const struct kp_node *n)
{
    return is_open(n) || n->type->kind == KP_TYPE_POINTER || n->type->kind == KP_TYPE_ARRAY;
}

/* How a function of the program accesses what its parameter points or refers to. */
static unsigned own_mode(const struct kp_node *function, unsigned i, const struct kp_node *arg)
{
    const struct kp_sym *s = parameter(function, i);
    const struct kp_type *t = s ? s->type : NULL;

    if (!s || !t)
        return KP_RMW;
    if (t->kind != KP_TYPE_POINTER && t->kind != KP_TYPE_REFERENCE && t->kind != KP_TYPE_ARRAY &&
        t->kind != KP_TYPE_DEPENDENT && !t->is_dependent)
        return 0;
    if (t->elem && t->elem->is_const && t->kind != KP_TYPE_ARRAY && !loses_const(function->last, s))
        return KP_READ;
    return uses_of(function->last, s, t->kind != KP_TYPE_DEPENDENT || may_be_address(arg));
}

/* True if something is stored through a pointer that is reached from the name. */
static bool stores_through(const struct kp_node *n, const struct kp_sym *s)
{
    bool through = false;

    if (n->kind == KP_ASSIGN || (n->kind == KP_UNARY && kp_is_step(n))) {
        const struct kp_node *of = kp_bottom(n->first, &through);

        if (through && of && of->sym == s)
            return true;
    }
    kp_each_child(c, n) if (stores_through(c, s)) return true;
    return false;
}

bool kp_stores_behind(const struct kp_bodies *own, unsigned i)
{
    for (size_t k = 0; k < own->list.n; k++) {
        const struct kp_sym *s = parameter(own->list.v[k], i);

        if (s && stores_through(own->list.v[k]->last, s))
            return true;
    }
    return false;
}

bool kp_is_by_value(const struct kp_node *n)
{
    const struct kp_type *t = n->type;

    return t && (t->kind == KP_TYPE_INT || t->kind == KP_TYPE_FLOAT || t->kind == KP_TYPE_BOOL ||
                 t->kind == KP_TYPE_ENUM);
}

bool kp_is_shared_place(struct kp_run *r, const struct kp_node *arg)
{
    bool through = false;
    const struct kp_node *ref = kp_bottom(arg, &through);
    struct kp_lvalue at = {0};

    if (ref && (ref->sym->kind == KP_SYM_VAR || ref->sym->kind == KP_SYM_PARAM))
        at = kp_place_of(r, ref);
    if (at.where == KP_IN_SLOT && kp_is_address(ref))
        at = kp_behind(r, kp_read(r, at, 0));
    return at.where == KP_IN_BUFFER && r->buffers.v[at.at].is_shared;
}

/* True if it names shared memory. */
static bool names_shared(const struct kp_node *n)
{
    if (n->kind == KP_REF && n->sym && n->sym->kind == KP_SYM_VAR &&
        n->sym->space == KP_SPACE_SHARED)
        return true;
    kp_each_child(c, n) if (names_shared(c)) return true;
    return false;
}

bool kp_fills_shared(struct kp_run *r, const struct kp_node *call, const struct kp_node *own)
{
    const struct kp_node *arg;

    if (own->kind != KP_FUNCTION)
        return false;
    for (unsigned i = 0; (arg = kp_argument(call, i)); i++)
        if ((own_mode(own, i, arg) & KP_WRITE) && kp_is_shared_place(r, arg))
            return true;
    return names_shared(own->last);
}

/* True if the method's object is used only for the values of numbers in it. */
static bool reads_self(const struct kp_node *n)
{
    const struct kp_node *up = n->parent;

    if (n->kind == KP_LAMBDA)
        return false;
    if (n->kind != KP_THIS) {
        kp_each_child(c, n) if (!reads_self(c)) return false;
        return true;
    }
    while (up->kind == KP_MEMBER || (up->kind == KP_INDEX && up->first == n)) {
        n = up;
        up = n->parent;
    }
    return kp_is_number(n->type) &&
           (up->kind == KP_BINARY || up->kind == KP_INDEX ||
            (up->kind == KP_UNARY && !kp_is_step(up) && up->op != KP_OP_ADDR) ||
            (up->kind == KP_ASSIGN && up->first != n) ||
            (up->kind == KP_RETURN && kp_is_number(kp_function_around(up)->sym->type)) ||
            ((up->kind == KP_VAR || up->kind == KP_CAST) && kp_is_number(up->type)));
}

static bool only_reads_self(const struct kp_node *method)
{
    return method->kind == KP_FUNCTION && method->sym->is_const_method && reads_self(method->last);
}

/* Adds what the call is in an instance; false if that is not a function of the program. */
static bool add_callees(struct kp_run *r, const struct kp_node *n, const struct kp_node *call,
                        struct kp_bodies *list)
{
    if (n->pattern == call) {
        const struct kp_node *own = n->kind == KP_CALL ? kp_body_of(n) : NULL;

        if (!own || own->kind != KP_FUNCTION || !kp_step(r))
            return false;
        kp_push_once(r->arena, &list->list, own);
    }
    kp_each_child(c, n) if (!add_callees(r, c, call, list)) return false;
    return true;
}

/* The functions that the call may call: the one that is named there or, where a template leaves
 * that open, those of all its instances. Empty: not known. */
void kp_find_callees(struct kp_run *r, const struct kp_node *call, struct kp_bodies *list)
{
    const struct kp_node *own = kp_body_of(call), *around = call;
    const struct kp_parse *parse = &r->u->parse;

    if (own)
        kp_push(r->arena, &list->list, own);
    while (around && around->kind != KP_FUNCTION)
        around = around->parent;
    if (own || !around || !call->is_dependent || parse->has_more_instances)
        return;
    for (size_t i = 0; i < parse->instances.n; i++)
        if (parse->instances.v[i].pattern == around->sym &&
            !add_callees(r, parse->instances.v[i].function, call, list)) {
            list->list.n = 0;
            return;
        }
}

/* What a call does to its object. */
unsigned kp_mode_of_self(const struct kp_bodies *own)
{
    for (size_t i = 0; i < own->list.n; i++)
        if (!only_reads_self(own->list.v[i]))
            return KP_RMW;
    return own->list.n ? KP_READ : KP_RMW;
}

/* .. and to what argument i refers to. */
unsigned kp_mode_of_argument(const struct kp_bodies *own, const struct kp_node *call, unsigned i,
                             const struct kp_node *arg)
{
    unsigned mode = 0;

    if (!own->list.n)
        return call->kind == KP_CONSTRUCT || kp_is_by_value(arg) ? KP_READ : KP_RMW;
    for (size_t k = 0; k < own->list.n; k++)
        mode |= own_mode(own->list.v[k], i, arg);
    return mode;
}

/* The object of a call: of a method, or of the operator () that it is by itself. */
const struct kp_node *kp_object_of(const struct kp_node *call, const struct kp_bodies *own)
{
    const struct kp_node *object = kp_call_object(call);

    return object || kp_body_of(call) || !own->list.n || !own->list.v[0]->sym->is_method
               ? object
               : call->first;
}

/* True if a function of the program gets the argument's value: a number that it does not change
 * where it stands, or a struct of which it has a copy. */
static bool is_given_to(const struct kp_node *own, unsigned i, const struct kp_node *arg)
{
    const struct kp_sym *s = parameter(own, i);
    const struct kp_type *t = s ? s->type : NULL;

    if (kp_is_by_value(arg))
        return !(own_mode(own, i, arg) & KP_WRITE);
    if (!t)
        return false;
    if (is_open(arg) ||
        arg->type->kind == KP_TYPE_DEPENDENT) { /* what it is in the instance, it is there */
        t = t->kind == KP_TYPE_REFERENCE ? t->elem : t;
        return kp_is_number(t) && !t->is_dependent && !(own_mode(own, i, arg) & KP_WRITE);
    }
    return arg->type->copies_bits &&
           (t->copies_bits || (t->kind == KP_TYPE_DEPENDENT && !strchr(t->spelling, '&') &&
                               !(own_mode(own, i, arg) & KP_WRITE)));
}

bool kp_is_given(struct kp_run *r, const struct kp_node *call, const struct kp_node *arg)
{
    struct kp_bodies own = {0};
    unsigned i = 0;

    while (kp_argument(call, i) && kp_argument(call, i) != arg)
        i++;
    kp_find_callees(r, call, &own);
    if (!own.list.n || !kp_argument(call, i))
        return kp_is_by_value(arg);
    for (size_t k = 0; k < own.list.n; k++)
        if (!is_given_to(own.list.v[k], i, arg))
            return false;
    return true;
}
