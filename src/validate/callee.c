/* What calls do to their objects and arguments, as far as the bodies of the functions tell. */
#include "fn/callee.h"
#include "front/tree.h"
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

static const struct kp_sym *parameter(const struct kp_node *function, unsigned i)
{
    kp_each_child(c, function) if (c->kind == KP_PARAM && i-- == 0) return c->sym;
    return NULL;
}

static bool is_open(const struct kp_node *n)
{
    return !n->type || (n->type->kind == KP_TYPE_DEPENDENT && n->type->spelling[0] == '<');
}

bool kp_is_by_value(const struct kp_node *n)
{
    const struct kp_type *t = n->type;

    return t && (t->kind == KP_TYPE_INT || t->kind == KP_TYPE_FLOAT || t->kind == KP_TYPE_BOOL ||
                 t->kind == KP_TYPE_ENUM);
}

/* True if the argument refers to shared memory. */
static bool is_shared_place(struct kp_run *r, const struct kp_node *arg)
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
    kp_each_below(x, n) if (x->kind == KP_REF && x->sym && x->sym->kind == KP_SYM_VAR &&
                            x->sym->space == KP_SPACE_SHARED) return true;
    return false;
}

/* True if an assignment in it is to shared memory, by whatever name. */
static bool assigns_shared(struct kp_run *r, const struct kp_node *n)
{
    kp_each_below(x, n) if (x->kind == KP_ASSIGN && is_shared_place(r, x->first)) return true;
    return false;
}

bool kp_fills(struct kp_run *r, const struct kp_node *call, const struct kp_node *own)
{
    const struct kp_node *arg;

    for (unsigned i = 0; own->kind == KP_FUNCTION && (arg = kp_argument(call, i)); i++)
        if (kp_flow_in(r, own, i, arg) & KP_WRITE)
            return true;
    return false;
}

bool kp_fills_shared(struct kp_run *r, const struct kp_node *call, const struct kp_node *own)
{
    const struct kp_node *arg;

    if (own->kind != KP_FUNCTION)
        return own->by_reference && assigns_shared(r, own->last);
    for (unsigned i = 0; (arg = kp_argument(call, i)); i++)
        if ((kp_flow_in(r, own, i, arg) & KP_WRITE) && is_shared_place(r, arg))
            return true;
    return names_shared(own->last);
}

/* Adds what the call is in an instance; false if that is not a function of the program. */
static bool add_callees(struct kp_run *r, const struct kp_node *n, const struct kp_node *call,
                        struct kp_bodies *list)
{
    if (n->pattern == call) {
        bool is_call = n->kind == KP_CALL || n->kind == KP_OPCALL;
        const struct kp_node *own = is_call ? kp_body_of(n) : NULL;

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

/* True if a function of the program gets the argument's value: a number that it does not change
 * where it stands, or a struct of which it has a copy. */
static bool is_given_to(struct kp_run *r, const struct kp_node *own, unsigned i,
                        const struct kp_node *arg)
{
    const struct kp_sym *s = parameter(own, i);
    const struct kp_type *t = s ? s->type : NULL;

    if (kp_is_by_value(arg))
        return !(kp_flow_in(r, own, i, arg) & KP_WRITE);
    if (!t)
        return false;
    if (kp_is_type_parameter(arg->type))
        return !(kp_flow_in(r, own, i, arg) & KP_WRITE);
    if (is_open(arg) ||
        arg->type->kind == KP_TYPE_DEPENDENT) { /* what it is in the instance, it is there */
        t = t->kind == KP_TYPE_REFERENCE ? t->elem : t;
        return kp_is_number(t) && !t->is_dependent && !(kp_flow_in(r, own, i, arg) & KP_WRITE);
    }
    return arg->type->copies_bits &&
           (t->copies_bits || (t->kind == KP_TYPE_DEPENDENT && !strchr(t->spelling, '&') &&
                               !(kp_flow_in(r, own, i, arg) & KP_WRITE)));
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
        if (!is_given_to(r, own.list.v[k], i, arg))
            return false;
    return true;
}
