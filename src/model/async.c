/* The parts of asynchronous copies: an instruction, one of CUDA's functions, or a function of the
 * program's that is one such part and the arithmetic of its operands. */
#include "front/tree.h"
#include "model/eval.h"
#include "model/waited.h"

enum { MAX_DEPTH = 4 }; /* functions within functions */

static const struct kp_async_rule none;

/* ---- the body of a function ------------------------------------------------------------------ */

/* The body of a function that the program defines and that needs no object. */
static const struct kp_node *body_of(const struct kp_sym *s)
{
    const struct kp_node *body = s && s->decl && s->decl->kind == KP_FUNCTION && !s->from_prelude &&
                                         (!s->is_method || s->is_static)
                                     ? s->decl->last
                                     : NULL;

    return body && body->kind == KP_COMPOUND && body->last ? body : NULL;
}

bool kp_holds_address(const struct kp_type *t)
{
    return t && (t->kind == KP_TYPE_POINTER || (t->kind == KP_TYPE_INT && t->size >= 4)) &&
           !t->is_volatile;
}

/* The body of a function whose value is one expression, NULL when it is none. */
static const struct kp_node *returned_by(const struct kp_sym *s)
{
    const struct kp_node *body = body_of(s);

    return body && body->n_children == 1 && body->first->kind == KP_RETURN &&
                   body->first->n_children == 1 && !s->is_template
               ? body->first->first
               : NULL;
}

static int number_of(const struct kp_node *function, const struct kp_sym *param)
{
    int i = 0;

    kp_each_child(p, function)
    {
        if (p->kind != KP_PARAM)
            break;
        if (p->sym == param)
            return kp_holds_address(param->type) ? i : -1;
        i++;
    }
    return -1;
}

static const struct kp_node *as_number(struct kp_unit *u, const struct kp_node *call, int depth);

/* The number of the parameter whose value the expression is, as it is or as the address in shared
 * memory that it points to; -1: it is something else. Nothing in the function changes a name. */
static int parameter_in(struct kp_unit *u, const struct kp_node *function, const struct kp_node *e,
                        int depth)
{
    if (!e || depth == 16)
        return -1;
    switch (e->kind) {
    case KP_CAST:
        return kp_holds_address(e->type) ? parameter_in(u, function, e->first, depth + 1) : -1;
    case KP_REF:
        if (!e->sym || !e->sym->decl || !kp_holds_address(e->sym->type))
            return -1;
        return e->sym->decl->kind == KP_VAR && kp_declared_in(e->sym, function) &&
                       e->sym->decl->has_init
                   ? parameter_in(u, function, e->sym->decl->last, depth + 1)
                   : number_of(function, e->sym);
    case KP_CALL:
        return parameter_in(u, function, as_number(u, e, depth), depth + 1);
    default:
        return -1;
    }
}

#define CVTA "__cvta_generic_to_shared"

static const struct kp_node *as_number(struct kp_unit *u, const struct kp_node *call, int depth)
{
    const struct kp_call_rule *rule = call->kind == KP_CALL ? kp_callee_rule(u, call) : NULL;
    const struct kp_node *value;
    int i = -1;

    if (call->kind == KP_CALL && !call->sym) /* which waits for its instance, by CUDA's own name */
        return rule && rule->address_of == 0 && !rule->said && kp_streq(call->name, CVTA)
                   ? kp_argument(call, 0)
                   : NULL;
    if (call->kind != KP_CALL || !call->sym->type || call->sym->type->kind != KP_TYPE_INT ||
        !kp_holds_address(call->sym->type))
        return NULL; /* what refers to its argument returns a pointer */
    if (rule)
        return call->sym->from_prelude && rule->address_of == 0 && !rule->said
                   ? kp_argument(call, 0)
                   : NULL;
    if (call->is_dependent)
        return NULL;
    value = returned_by(call->sym);
    i = value ? parameter_in(u, call->sym->decl, value, depth + 1) : -1;
    return i < 0 ? NULL : kp_argument(call, (unsigned)i);
}

const struct kp_node *kp_address_as_number(struct kp_unit *u, const struct kp_node *call)
{
    return as_number(u, call, 0);
}

/* Numbers that are made of numbers, without a look at memory. */
static bool is_arithmetic(struct kp_unit *u, const struct kp_node *e)
{
    switch (e->kind) {
    case KP_REF:
        if (!e->sym || !e->sym->type || e->sym->type->kind == KP_TYPE_REFERENCE ||
            e->sym->type->is_volatile)
            return false;
        return e->sym->from_prelude || e->sym->kind != KP_SYM_VAR || e->sym->has_value ||
               e->sym->space == KP_SPACE_LOCAL;
    case KP_MEMBER:
        return kp_builtin_axis(e, "threadIdx") || kp_builtin_axis(e, "blockDim");
    case KP_UNARY:
        if (kp_writes_by_itself(e) || e->op == KP_OP_DEREF || e->op == KP_OP_ADDR)
            return false;
        break;
    case KP_CALL:
        if (!kp_address_as_number(u, e))
            return false;
        for (unsigned i = 0; kp_argument(e, i); i++)
            if (!is_arithmetic(u, kp_argument(e, i)))
                return false;
        return true;
    case KP_SIZEOF:
    case KP_INT_LIT:
    case KP_BOOL_LIT:
        return true;
    case KP_CAST:
    case KP_BINARY:
    case KP_COND:
        break;
    default:
        return false;
    }
    if (!e->type || (e->type->kind != KP_TYPE_INT && e->type->kind != KP_TYPE_BOOL &&
                     e->type->kind != KP_TYPE_POINTER))
        return false;
    kp_each_child(c, e) if (!is_arithmetic(u, c)) return false;
    return true;
}

/* `unsigned s = (unsigned)__cvta_generic_to_shared(to);` */
static bool declares_numbers(struct kp_unit *u, const struct kp_node *n)
{
    if (n->kind != KP_DECL_STMT)
        return false;
    kp_each_child(v, n)
    {
        const struct kp_type *t = v->kind == KP_VAR && v->sym ? v->sym->type : NULL;

        if (!t || v->sym->n_dims || !v->has_init ||
            (v->sym->is_static && !v->sym->is_constexpr && !v->sym->has_value) ||
            v->sym->space != KP_SPACE_LOCAL ||
            (t->kind != KP_TYPE_INT && t->kind != KP_TYPE_BOOL && t->kind != KP_TYPE_POINTER) ||
            !is_arithmetic(u, v->last))
            return false;
    }
    return true;
}

/* ---- a call ---------------------------------------------------------------------------------- */

static struct kp_async_rule part(struct kp_unit *u, const struct kp_node *n, int depth);

/* The rule of a part in a function's body, in the function's parameters. */
static struct kp_async_rule in_parameters(struct kp_unit *u, const struct kp_node *function,
                                          const struct kp_node *n, struct kp_async_rule r)
{
    const struct kp_node *operand = kp_async_operand(n, r.operand);
    int64_t number = r.number;

    if (r.kind == KP_ASYNC_COPY) {
        r.to = parameter_in(u, function, kp_async_operand(n, r.to), 0);
        r.from = parameter_in(u, function, kp_async_operand(n, r.from), 0);
        if (r.to < 0 || r.from < 0 || (n->kind == KP_ASM && n->asm_outputs))
            return none;
    }
    if (r.kind == KP_ASYNC_COMMIT)
        return (struct kp_async_rule){.kind = r.kind, .operand = -1};
    if (r.operand < 0)
        return r;
    r.operand = -1;
    if (!operand || !kp_eval(operand, NULL, &number) || number < 0 || number > 1 << 20) {
        r.operand = operand ? parameter_in(u, function, operand, 0) : -1;
        return r.operand < 0 ? none : r;
    }
    r.number = (int)number;
    return r;
}

static struct kp_async_rule of_function(struct kp_unit *u, const struct kp_sym *s, int depth)
{
    const struct kp_node *body = s->is_template ? NULL : body_of(s);
    struct kp_async_rule r = body ? part(u, body->last, depth + 1) : none;

    if (!r.kind)
        return none;
    for (const struct kp_node *c = body->first; c != body->last; c = c->next)
        if (!declares_numbers(u, c))
            return none;
    if (body->last->kind == KP_CALL) /* what else its operands would do is nobody's */
        for (unsigned i = 0; kp_argument(body->last, i); i++)
            if (!is_arithmetic(u, kp_argument(body->last, i)))
                return none;
    if (body->last->kind == KP_ASM)
        kp_each_child(c, body->last) if (!is_arithmetic(u, c)) return none;
    return in_parameters(u, s->decl, body->last, r);
}

static bool is_same(const struct kp_async_rule *a, const struct kp_async_rule *b)
{
    return a->kind == b->kind && a->to == b->to && a->from == b->from && a->operand == b->operand &&
           a->number == b->number && a->waits_for_all == b->waits_for_all;
}

/* True if the body could be one, whatever the instance. */
static bool may_be_part(const struct kp_sym *s)
{
    const struct kp_node *body = body_of(s);

    return body && (body->last->kind == KP_ASM || body->last->kind == KP_CALL);
}

/* True if there is but one function of the name, so that a call that waits for its instance means
 * it. */
static bool is_only_one(const struct kp_unit *u, const struct kp_sym *function)
{
    kp_each_named(s, u,
                  function->name) if (s != function && s->kind == KP_SYM_FUNCTION) return false;
    return !function->is_template && !kp_is_header(u);
}

/* The rule of all functions that the call reaches. */
static struct kp_async_rule of_call(struct kp_unit *u, const struct kp_node *call, int depth)
{
    const struct kp_node *in = kp_function_around(call);
    struct kp_callees all = {0};
    struct kp_async_rule r = none, other;
    struct kp_func *f;

    if (!may_be_part(call->sym) || kp_call_object(call))
        return none;
    if (!call->is_dependent && !call->sym->is_template)
        return of_function(u, call->sym, depth);
    f = in ? kp_func_get(u, in->sym, false) : NULL;
    if (!f)
        return none;
    kp_callees_of(f, call, &all);
    if (!all.of_instances)
        return is_only_one(u, call->sym) ? of_function(u, call->sym, depth) : none;
    for (size_t i = 0; i < all.list.n; i++) {
        other = of_function(u, all.list.v[i], depth);
        if (i && !is_same(&r, &other))
            return none;
        r = other;
    }
    return r;
}

/* The rule of what is named, whatever its operands do. */
static struct kp_async_rule as_named(struct kp_unit *u, const struct kp_node *n, int depth)
{
    const struct kp_call_rule *rule;
    struct kp_asm_rule as = {0};

    if (n->kind == KP_ASM)
        return n->name && kp_rule_asm(u->rules, n->name, &as) ? as.async : none;
    if (n->kind != KP_CALL || depth == MAX_DEPTH)
        return none;
    rule = kp_callee_rule(u, n);
    return rule ? rule->async : of_call(u, n, depth);
}

/* A group's end or a wait goes with its text, and so would what its operands do. */
static struct kp_async_rule part(struct kp_unit *u, const struct kp_node *n, int depth)
{
    struct kp_async_rule r = as_named(u, n, depth);

    return r.kind == KP_ASYNC_COPY || kp_is_nothing_else(u, n) ? r : none;
}

struct kp_async_rule kp_async_part(struct kp_unit *u, const struct kp_node *n)
{
    return part(u, n, 0);
}

const struct kp_node *kp_find_async(struct kp_unit *u, const struct kp_node *n)
{
    kp_each_below(x, n) if (kp_async_part(u, x).kind) return x;
    return NULL;
}

const struct kp_node *kp_async_operand(const struct kp_node *n, int i)
{
    return i < 0               ? NULL
           : n->kind == KP_ASM ? kp_child(n, (unsigned)i)
                               : kp_argument(n, (unsigned)i);
}

int64_t kp_async_number(const struct kp_node *n, const struct kp_async_rule *rule)
{
    const struct kp_node *operand = kp_async_operand(n, rule->operand);
    int64_t v = rule->number;

    if (rule->operand >= 0 && (!operand || !kp_eval(operand, NULL, &v)))
        return -1;
    return v;
}
