/* Ranges of what a thread keeps in an array, or another variable, of its own. */
#include "facts/limits.h"
#include "facts/pointed.h"
#include "front/tree.h"

/* True if the program makes the value once: what was stored before is about the same one. */
static bool is_made_once(const struct kp_fn *fn, kp_val v)
{
    return v == KP_NO_VAL || v >= fn->values.n || !fn->blocks.v[kp_fn_value(fn, v)->block].loop;
}

static bool are_made_once(const struct kp_fn *fn, const struct kp_sum *s)
{
    for (unsigned i = 0; i < s->n; i++)
        for (unsigned k = 0; k < KP_SUM_DEGREE; k++)
            if (!is_made_once(fn, s->term[i].factor[k]))
                return false;
    return true;
}

/* The range rests on nothing that is another in the next iteration of a loop, when something of an
 * earlier one may still be there; nor does what was taken for granted since. */
static bool holds_ever(const struct kp_reaches *r, const struct kp_range *x, size_t limited,
                       size_t rooms)
{
    for (size_t i = limited; i < r->limited.n; i++)
        if (!is_made_once(r->fn, r->limited.v[i].value))
            return false;
    for (size_t i = rooms; i < r->rooms.n; i++)
        if (!are_made_once(r->fn, &r->rooms.v[i]))
            return false;
    return are_made_once(r->fn, &x->lo) && are_made_once(r->fn, &x->hi);
}

static bool is_number(const struct kp_type *t)
{
    return t && kp_is_number(t) && !t->is_dependent;
}

/* True where the element's value is used or set, by no operator of a class, and no name or address
 * of it is made. *sets: it is set. */
static bool is_plain_use(const struct kp_node *element, bool *sets)
{
    const struct kp_node *up = element->parent;

    switch (up ? up->kind : KP_NONE) {
    case KP_ASSIGN:
        *sets |= element == up->first;
        return is_number(up->first->type) && is_number(up->last->type);
    case KP_BINARY:
        return is_number(up->first->type) && is_number(up->last->type);
    case KP_INDEX:
        return element == up->last && up->first->type &&
               (up->first->type->kind == KP_TYPE_ARRAY || up->first->type->kind == KP_TYPE_POINTER);
    case KP_UNARY:
        *sets |= up->op >= KP_OP_PREINC && up->op <= KP_OP_POSTDEC;
        return up->op != KP_OP_ADDR && up->op != KP_OP_DEREF;
    case KP_VAR:
    case KP_CAST:
        return is_number(up->type);
    default:
        return false;
    }
}

struct mentions {
    bool any, sets, lets_go;
};

/* What `n` does with the variable, which is an array of numbers. A closure may do it elsewhere. */
static void find_mentions(const struct kp_node *n, const struct kp_sym *s, bool in_closure,
                          struct mentions *m)
{
    in_closure |= n->kind == KP_LAMBDA;
    if (n->kind == KP_REF && n->sym == s) {
        m->any = true;
        m->lets_go |= in_closure || !n->parent || n->parent->kind != KP_INDEX ||
                      n->parent->first != n || !is_number(n->parent->type) ||
                      !is_plain_use(n->parent, &m->sets);
    }
    kp_each_child(c, n) find_mentions(c, s, in_closure, m);
}

/* The function's own array that is subscripted; NULL: it is not one, or not known. */
static const struct kp_sym *array_of(const struct kp_value *load)
{
    const struct kp_node *n = load->site ? NULL : load->node;
    const struct kp_sym *s =
        n && n->kind == KP_INDEX && n->first->kind == KP_REF ? n->first->sym : NULL;

    return s && s->kind == KP_SYM_VAR && s->space == KP_SPACE_LOCAL && s->type &&
                   s->type->kind == KP_TYPE_ARRAY
               ? s
               : NULL;
}

/* True if what is not known cannot change the variable: it has no other name, and unknown
 * expressions only use values of it. */
static bool is_apart_from_unknown(const struct kp_fn *fn, const struct kp_sym *s)
{
    struct mentions all = {0};

    if (s)
        find_mentions(fn->function, s, false, &all);
    if (!all.any || all.lets_go)
        return false;
    for (kp_val id = 1; id < fn->values.n; id++) {
        const struct kp_value *v = &fn->values.v[id];
        struct mentions in = {0};

        if (v->op != KP_FN_UNKNOWN)
            continue;
        if (!v->node)
            return false;
        find_mentions(v->node, s, false, &in);
        if (in.sets)
            return false;
    }
    return true;
}

static bool touches(const struct kp_fn *fn, const bool *holds, const struct kp_value *v)
{
    for (unsigned i = 0; i < v->n_operands; i++)
        if (holds[kp_fn_operand(fn, v, i)] && kp_fn_touches(fn, v, i).mode)
            return true;
    return false;
}

/* True for a load or a store of a number of the type that `load` has. */
static bool is_access_like(const struct kp_fn *fn, const struct kp_value *v,
                           const struct kp_value *load)
{
    struct kp_fn_type t = v->op == KP_FN_STORE ? kp_fn_value(fn, v->operand[1])->type : v->type;

    return (v->op == KP_FN_LOAD || v->op == KP_FN_STORE) && !v->is_volatile && !v->size &&
           t.kind == load->type.kind && t.bytes == load->type.bytes;
}

/* The object, if only its loads and stores know where it is, and these are all of one type; -1. */
static int64_t known_object(const struct kp_fn *fn, const struct kp_value *load, const bool **holds)
{
    int64_t object = kp_points_into(fn, load->operand[0]);
    bool is_any_unknown = false;

    if (object < 0 || fn->objects.v[object].kind != KP_OBJECT_LOCAL)
        return -1;
    *holds = kp_fn_holders(fn, (uint32_t)object);
    for (kp_val id = 1; id < fn->values.n; id++) {
        const struct kp_value *v = &fn->values.v[id];

        if (v->same_as)
            continue;
        is_any_unknown |= v->op == KP_FN_UNKNOWN;
        if (kp_fn_lets_go(fn, *holds, v))
            return -1;
        if (touches(fn, *holds, v) && !is_access_like(fn, v, load))
            return -1;
    }
    return is_any_unknown && !is_apart_from_unknown(fn, array_of(load)) ? -1 : object;
}

bool kp_range_kept(struct kp_reaches *r, const struct kp_value *load, int depth,
                   struct kp_range *out)
{
    const struct kp_fn *fn = r->fn;
    const bool *holds;
    bool found = false;

    if (load->is_volatile || load->size || known_object(fn, load, &holds) < 0)
        return false;
    for (kp_val id = 1; id < fn->values.n; id++) {
        const struct kp_value *v = &fn->values.v[id];
        size_t limited = r->limited.n, rooms = r->rooms.n;
        struct kp_range x, before = *out;

        if (v->same_as || v->op != KP_FN_STORE || !holds[kp_fn_operand(fn, v, 0)])
            continue;
        if (!kp_range_of(r, v->operand[1], fn->blocks.v[v->block].guard, depth, &x))
            return false;
        if (!found)
            *out = x;
        else if (!kp_range_of_either(r, &before, &x, out))
            return false;
        if (!holds_ever(r, out, limited, rooms))
            return false;
        found = true;
    }
    return found;
}
