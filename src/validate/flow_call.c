/* What calls and assembly do to what they get, and what becomes of their results. */
#include "fn/callee.h"
#include "front/tree.h"
#include "validate/flow.h"

static const struct kp_node *parameter(const struct kp_node *function, unsigned i)
{
    kp_each_child(c, function) if (c->kind == KP_PARAM && i-- == 0) return c;
    return NULL;
}

static unsigned uses_of_this(struct kp_flowing *f, const struct kp_node *n, unsigned state)
{
    unsigned mode = 0;

    if (n->kind == KP_THIS)
        return kp_flow_up(f, n, state);
    kp_each_child(c, n) mode |= uses_of_this(f, c, state);
    return mode;
}

/* What the function does to what its parameter gets, or to its object (p is NULL). */
static unsigned in_function(struct kp_flowing *f, const struct kp_node *own,
                            const struct kp_node *p, unsigned state)
{
    const struct kp_node *around = f->root;
    unsigned mode;

    if (++f->depth > KP_FLOW_DEEPEST) {
        f->depth--;
        return KP_ANYTHING;
    }
    f->root = own;
    mode = p ? kp_flow_on(f, p->sym, state) : uses_of_this(f, own, state);
    f->root = around;
    f->depth--;
    return mode;
}

/* What a call makes of what a function does: its result, and its object, may lead to the variable.
 */
static unsigned behind_call(struct kp_flowing *f, const struct kp_node *call, unsigned mode)
{
    const struct kp_node *object = kp_call_object(call);
    unsigned result = mode & ~(KP_FLOW_GIVES | KP_FLOW_GIVES_IT | KP_FLOW_GIVES_SELF);

    if (mode & KP_WRITE)
        result |= KP_FLOW_CALLED;
    if (mode & KP_FLOW_GIVES_SELF)
        result |= call->kind == KP_CONSTRUCT ? kp_flow_up(f, call, KP_HAS)
                  : object && !kp_is_address(object) && object->kind != KP_THIS
                      ? kp_flow_into(f, object)
                      : KP_ANYTHING;
    if (mode & (KP_FLOW_GIVES | KP_FLOW_GIVES_IT)) {
        unsigned given = kp_flow_up(
            f, call, (mode & KP_FLOW_GIVES ? KP_HAS : 0) | (mode & KP_FLOW_GIVES_IT ? KP_IS : 0));

        result |= given | (given & KP_WRITE ? KP_FLOW_GIVEN : 0);
    }
    return result;
}

/* The object of a call. */
unsigned kp_flow_object(struct kp_flowing *f, const struct kp_node *call, unsigned state)
{
    const struct kp_call_rule *rule = kp_callee_rule(f->r->u, call);
    struct kp_bodies own = {0};
    unsigned mode = 0;

    if (!state)
        return 0;
    if (rule) {
        mode = rule->object | kp_read_if(state);
        return mode | (rule->address_of == KP_RULE_OBJECT ? kp_flow_up(f, call, KP_HAS) : 0);
    }
    kp_find_callees(f->r, call, &own);
    if (!own.list.n)
        return KP_ANYTHING;
    for (size_t k = 0; k < own.list.n; k++)
        if (own.list.v[k]->kind == KP_FUNCTION)
            mode |= in_function(f, own.list.v[k], NULL, state);
    return kp_read_if(state) | behind_call(f, call, mode);
}

/* True for a parameter `T` that is no reference: where a constructor's class has no reference for
 * an argument. */
static bool is_value(const struct kp_type *t, const struct kp_node *call)
{
    const struct kp_type *made = call->kind == KP_CONSTRUCT ? call->type : NULL;

    return made && made->kind == KP_TYPE_RECORD && !made->is_dependent &&
           !strpbrk(t->canonical, "&:<(") && !strchr(made->canonical, '&');
}

/* True for a copy of an element, or of a register of the output, that a closure gets: no type of
 * elements is a reference. */
static bool is_copy(const struct kp_flowing *f, const struct kp_node *own, const struct kp_type *t,
                    const struct kp_node *arg)
{
    bool is_element = arg->kind == KP_INDEX || (arg->kind == KP_UNARY && arg->op == KP_OP_DEREF);

    if (arg->kind == KP_REF && arg->sym && arg->sym->kind == KP_SYM_VAR)
        is_element = kp_is_schedule_name(f->r, arg->sym->name);
    return is_element && own->kind == KP_LAMBDA && kp_are_one_parameter(t, arg->type);
}

/* What a function of the program does to what argument i is. */
static unsigned as_parameter(struct kp_flowing *f, const struct kp_node *own, unsigned i,
                             const struct kp_node *arg, unsigned state)
{
    const struct kp_node *p = parameter(own, i);
    const struct kp_type *t = p && p->sym ? p->sym->type : NULL;
    unsigned value = kp_flow_value(f, arg, state);

    if (!t)
        return KP_ANYTHING;
    if (kp_names_place(t)) {
        if (kp_binds_temporary(t, arg))
            return kp_read_if(state);
        if (t->elem && t->elem->kind == KP_TYPE_POINTER) /* to a pointer that has the address */
            state |= value;
        return in_function(f, own, p, state);
    }
    if (t->kind == KP_TYPE_DEPENDENT && !is_value(t, arg->parent) &&
        !is_copy(f, own, t, arg)) /* it may be a reference */
        return kp_read_if(state) | in_function(f, own, p, state | value);
    if (kp_is_plain_number(t) && !(state & KP_HAS))
        return kp_read_if(state);
    return kp_read_if(state) | in_function(f, own, p, value);
}

/* True for an array whose bytes the function sets to a number. What its elements have led to stays
 * as it is. */
static bool is_set(const struct kp_call_rule *rule, unsigned i, const struct kp_node *arg)
{
    return rule->fills.bytes && rule->fills.is_byte && rule->fills.to == (int)i &&
           arg->kind == KP_REF && arg->sym && arg->sym->kind == KP_SYM_VAR && arg->sym->type &&
           arg->sym->type->kind == KP_TYPE_ARRAY;
}

static unsigned as_argument_of_rule(struct kp_flowing *f, const struct kp_call_rule *rule,
                                    const struct kp_node *call, unsigned i,
                                    const struct kp_node *arg, unsigned state)
{
    unsigned mode = i < KP_RULE_ARGS ? rule->arg[i] : rule->rest,
             value = kp_flow_value(f, arg, state);
    unsigned result = kp_read_if(state);

    if (mode && (value || !kp_is_address(arg)) && (state & KP_IS || !is_set(rule, i, arg)))
        result = mode;
    if (rule->address_of == (int)i && value)
        result |= kp_flow_up(f, call, KP_HAS);
    return result;
}

unsigned kp_flow_argument(struct kp_flowing *f, const struct kp_node *call,
                          const struct kp_node *arg, unsigned state)
{
    const struct kp_call_rule *rule = kp_callee_rule(f->r->u, call);
    struct kp_bodies own = {0};
    unsigned i = 0, mode = 0;

    while (kp_argument(call, i) && kp_argument(call, i) != arg)
        i++;
    if (!kp_argument(call, i)) /* the object of an operator (), a closure */
        return kp_flow_object(f, call, state);
    if (rule)
        return as_argument_of_rule(f, rule, call, i, arg, state);
    kp_find_callees(f->r, call, &own);
    if (call->kind == KP_CONSTRUCT && !own.list.n)
        return kp_read_if(state) |
               (kp_flow_value(f, arg, state) || ((state & KP_IS) && kp_has_reference(call->type))
                    ? kp_flow_up(f, call, KP_HAS)
                    : 0);
    if (!own.list.n)
        return kp_is_by_value(arg) && !(state & KP_HAS) ? KP_READ : KP_ANYTHING;
    for (size_t k = 0; k < own.list.n; k++)
        mode |= as_parameter(f, own.list.v[k], i, arg, state);
    return behind_call(f, call, mode);
}

unsigned kp_flow_operand(struct kp_flowing *f, const struct kp_node *n,
                         const struct kp_node *operand, unsigned state)
{
    struct kp_asm_rule rule;
    unsigned i = 0, mode = kp_read_if(state), at = 0;
    bool is_known = kp_rule_asm(f->r->u->rules, n->name, &rule);

    while (kp_child(n, i) != operand)
        i++;
    if (i < n->asm_outputs)
        return state & KP_IS ? (n->asm_inout >> i & 1 ? KP_RMW : KP_WRITE) : 0;
    if (!kp_flow_value(f, operand, state))
        return mode;
    if (!is_known)
        return KP_ANYTHING;
    if ((rule.write | rule.read) >> i & 1)
        return mode | (rule.write >> i & 1 ? KP_RMW : KP_READ);
    kp_each_child(c, n)
    {
        if (at++ < n->asm_outputs && (kp_may_lead(c->type) || rule.makes_address))
            mode |= kp_flow_into(f, c);
    }
    return mode;
}

unsigned kp_flow_in(struct kp_run *r, const struct kp_node *function, unsigned i,
                    const struct kp_node *arg)
{
    struct kp_flowing f = {.r = r, .root = function};

    return as_parameter(&f, function, i, arg, kp_is_address(arg) ? KP_HAS : KP_IS);
}
