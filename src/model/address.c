/* Each mention of the object, and of each name that holds its address, is judged by the place where
 * it stands. A place that is not listed here loses the address. */
#include "model/address.h"

#include "model/loops.h"
#include "model/objs.h"
#include "model/stores.h"

enum { MAX_CALLS = 12 };

/* What a value has to do with the object. */
enum value {
    PLACE,   /* an lvalue: the object, or part of it */
    POINTER, /* an address in it */
    NUMBER   /* an integer that is such an address, plus a number at most */
};

struct tracer {
    struct kp_unit *u;
    const struct kp_sym *object;
    const struct kp_node *scope; /* the function, closure or unit whose mentions are looked at */
    struct kp_trace *out;
    KP_VEC(const struct kp_sym *) seen;       /* holders and parameters that are followed already */
    KP_VEC(const struct kp_node *) returning; /* functions that return such a value, .. */
    KP_VEC(enum value) returned;              /* .. and what they return */
    const struct kp_trace *before;            /* what a first round has found; NULL in that */
    int calls;
};

static void follow(struct tracer *t, const struct kp_node *e, enum value v);

static void lose(struct tracer *t, const struct kp_node *at)
{
    if (!t->out->lost)
        t->out->lost = at;
}

static bool is_pointer(const struct kp_type *t)
{
    return t && t->kind == KP_TYPE_POINTER;
}

static bool is_integer(const struct kp_type *t)
{
    return t && t->kind == KP_TYPE_INT && !t->is_dependent;
}

/* ---- names that hold it ---------------------------------------------------------------------- */

/* A write to the pointer itself says nothing of what it pointed to. */
static bool is_overwritten(const struct kp_node *ref)
{
    const struct kp_node *p = ref->parent;

    return p && p->kind == KP_ASSIGN && p->first == ref && p->op == KP_OP_ASSIGN;
}

static void follow_mentions(struct tracer *t, const struct kp_node *n, const struct kp_sym *sym,
                            enum value v)
{
    if (n->kind == KP_REF && n->sym == sym && (v == PLACE || !is_overwritten(n)))
        follow(t, n, v);
    kp_each_child(c, n) follow_mentions(t, c, sym, v);
}

static bool is_seen(struct tracer *t, const struct kp_sym *sym)
{
    for (size_t i = 0; i < t->seen.n; i++)
        if (t->seen.v[i] == sym)
            return true;
    kp_push(t->u->arena, &t->seen, sym);
    return false;
}

/* The variable gets the value. */
static void hold(struct tracer *t, const struct kp_sym *sym, const struct kp_node *at, enum value v)
{
    if (!sym || (sym->kind != KP_SYM_VAR && sym->kind != KP_SYM_PARAM) ||
        sym->space != KP_SPACE_LOCAL || sym->is_static || (sym->n_dims && v != PLACE)) {
        lose(t, at);
        return;
    }
    if (is_seen(t, sym))
        return;
    if (!t->calls)
        kp_push(t->u->arena, &t->out->holders, sym);
    follow_mentions(t, t->scope, sym, v);
}

/* ---- calls ----------------------------------------------------------------------------------- */

static const struct kp_node *body_owner(const struct kp_sym *callee)
{
    const struct kp_node *decl = callee ? callee->decl : NULL;

    if (decl && callee->is_lambda && decl->kind == KP_VAR && decl->has_init)
        decl = decl->last;
    return decl && decl->last && decl->last->kind == KP_COMPOUND ? decl : NULL;
}

static bool find_returned(const struct tracer *t, const struct kp_node *owner, enum value *v)
{
    for (size_t i = 0; i < t->returning.n; i++)
        if (t->returning.v[i] == owner) {
            *v = t->returned.v[i];
            return true;
        }
    return false;
}

static void follow_this(struct tracer *t, const struct kp_node *n)
{
    if (n->kind == KP_THIS)
        follow(t, n, POINTER);
    kp_each_child(c, n) follow_this(t, c);
}

/* The callee's parameter (NULL: the object of a method) gets the value; what the callee returns of
 * it is the call's value. */
static void enter(struct tracer *t, const struct kp_node *call, const struct kp_sym *param,
                  enum value v)
{
    const struct kp_node *owner = body_owner(call->sym), *scope = t->scope;
    enum value returned;

    if (!owner || t->calls >= MAX_CALLS) {
        lose(t, call);
        return;
    }
    t->calls++;
    t->scope = owner;
    if (!param) {
        if (!is_seen(t, call->sym))
            follow_this(t, owner);
    } else if (!is_seen(t, param))
        follow_mentions(t, owner, param, v);
    t->scope = scope;
    t->calls--;
    if (find_returned(t, owner, &returned))
        follow(t, call, returned);
}

/* What a rule says of an argument, or of the object (KP_RULE_OBJECT). */
static void by_rule(struct tracer *t, const struct kp_node *call, const struct kp_call_rule *rule,
                    unsigned i, enum value v)
{
    unsigned mode = i == KP_RULE_OBJECT ? rule->object
                    : i < KP_RULE_ARGS  ? rule->arg[i]
                                        : rule->rest;

    if (rule->address_of == (int)i)
        follow(t, call, is_pointer(call->type) ? POINTER : NUMBER);
    else if (v != PLACE && !mode && !(rule->is_load && i == 0))
        lose(t, call); /* an address as a number among others: max(a, b), __shfl_sync(.., a, ..) */
}

static void pass(struct tracer *t, const struct kp_node *call, unsigned i,
                 const struct kp_node *arg, enum value v)
{
    const struct kp_call_rule *rule = kp_callee_rule(t->u, call);
    const struct kp_node *p = rule ? NULL : kp_parameter_of(call, i);
    const struct kp_type *to = p ? p->sym->type : NULL;

    if (v == PLACE && to && to->kind != KP_TYPE_REFERENCE && kp_is_array_lvalue(arg))
        v = POINTER; /* it decays */
    if (rule)
        by_rule(t, call, rule, i, v);
    else if (call->sym && call->sym->from_prelude && v == PLACE)
        return; /* CUDA's own keep no address of what they are handed */
    else if (!p || !to)
        lose(t, arg);
    else if (to->kind == KP_TYPE_REFERENCE && v == PLACE)
        enter(t, call, p->sym, PLACE);
    else if (to->kind == KP_TYPE_REFERENCE || (to->kind == KP_TYPE_DEPENDENT && v != PLACE))
        lose(t, arg);
    else if (v != PLACE)
        enter(t, call, p->sym, v);
}

/* Do the values that an object of this type is made of certainly stay values in it? */
static bool keeps_values(const struct kp_type *t)
{
    while (t && t->kind == KP_TYPE_ARRAY)
        t = t->elem;
    if (!t || t->is_dependent || t->kind == KP_TYPE_DEPENDENT || t->kind == KP_TYPE_OTHER)
        return false;
    return t->kind != KP_TYPE_RECORD || (t->decl && !kp_holds_references(t));
}

/* The arguments of a construction: of a scalar it is a conversion; of a record that may keep a
 * reference nobody knows. */
static void construct(struct tracer *t, const struct kp_node *call, const struct kp_node *arg,
                      enum value v)
{
    if (call->type && call->type->kind == KP_TYPE_RECORD && call->type->decl &&
        call->type->decl->from_prelude && v == PLACE)
        return;
    if (call->type && call->type->kind != KP_TYPE_RECORD && !call->type->is_dependent) {
        if (v == POINTER && is_pointer(call->type))
            follow(t, call, POINTER);
        else if (v == NUMBER && is_integer(call->type))
            follow(t, call, NUMBER);
        else if (v != PLACE)
            lose(t, arg);
        return;
    }
    for (unsigned i = 0; call->sym && kp_argument(call, i); i++)
        if (kp_argument(call, i) == arg) {
            pass(t, call, i, arg, v);
            return;
        }
    if (v != PLACE || !keeps_values(call->type))
        lose(t, arg);
}

static void called(struct tracer *t, const struct kp_node *call, const struct kp_node *e,
                   enum value v)
{
    if (call->kind == KP_CONSTRUCT) {
        construct(t, call, e, v);
        return;
    }
    if (call->kind == KP_OPCALL && kp_call_object(call) == e) {
        const struct kp_call_rule *rule = kp_callee_rule(t->u, call);

        if (rule)
            by_rule(t, call, rule, KP_RULE_OBJECT, v);
        else if (!(call->sym && call->sym->from_prelude))
            enter(t, call, NULL, POINTER);
        return;
    }
    for (unsigned i = 0; kp_argument(call, i); i++)
        if (kp_argument(call, i) == e) {
            pass(t, call, i, e, v);
            return;
        }
    if (call->first == e && e->kind == KP_REF && e->sym && e->sym->is_lambda)
        return; /* the call of a closure by its name */
    if (call->first == e && call->sym && call->sym->is_method) { /* object(..) */
        enter(t, call, NULL, POINTER);
        return;
    }
    lose(t, e);
}

/* object.method(..), pointer->method(..) */
static void method(struct tracer *t, const struct kp_node *member, enum value v)
{
    const struct kp_node *call = member->parent;
    const struct kp_call_rule *rule;

    if (!call || call->kind != KP_CALL || call->first != member || !call->sym) {
        lose(t, member);
        return;
    }
    rule = kp_callee_rule(t->u, call);
    if (rule)
        by_rule(t, call, rule, KP_RULE_OBJECT, v);
    else if (!call->sym->from_prelude)
        enter(t, call, NULL, POINTER);
}

/* ---- assembly -------------------------------------------------------------------------------- */

static void assembled(struct tracer *t, const struct kp_node *n, const struct kp_node *e,
                      enum value v)
{
    struct kp_asm_rule rule = {0};
    bool known = n->name && kp_rule_asm(t->u->rules, n->name, &rule);
    unsigned i = 0, at = 0;

    if (v == PLACE)
        return; /* its value goes in, or comes out */
    kp_each_child(c, n)
    {
        if (c == e)
            at = i;
        i++;
    }
    if (at < n->asm_outputs && at < 32 && !(n->asm_inout & (1u << at)))
        return; /* it gets another value */
    if (!known || at < n->asm_outputs || at >= 32) {
        lose(t, e);
        return;
    }
    if (!rule.makes_address && !((rule.read | rule.write) & (1u << at)))
        lose(t, e);
    i = 0;
    kp_each_child(out, n) if (rule.makes_address && i++ < n->asm_outputs) hold(
        t, out->kind == KP_REF ? out->sym : NULL, out, is_pointer(out->type) ? POINTER : NUMBER);
}

/* ---- places ---------------------------------------------------------------------------------- */

/* The innermost function or closure around a node. */
static const struct kp_node *owner_of(const struct kp_node *n)
{
    while (n && n->kind != KP_FUNCTION && n->kind != KP_LAMBDA)
        n = n->parent;
    return n;
}

/* Only a callee that was entered hands it on to its call. */
static void give_back(struct tracer *t, const struct kp_node *statement, enum value v)
{
    const struct kp_node *owner = owner_of(statement);
    enum value before;

    if (!t->calls || owner != t->scope)
        lose(t, statement);
    else if (!find_returned(t, owner, &before)) {
        kp_push(t->u->arena, &t->returning, owner);
        kp_push(t->u->arena, &t->returned, v);
    } else if (before != v)
        lose(t, statement);
}

static bool returns_reference(const struct kp_node *statement)
{
    const struct kp_node *owner = owner_of(statement);
    const struct kp_type *result = owner && owner->kind == KP_FUNCTION ? owner->sym->type : NULL;

    return owner && owner->kind == KP_FUNCTION && result && result->kind == KP_TYPE_REFERENCE;
}

/* A declaration with the value as its initialiser. */
static void initialise(struct tracer *t, const struct kp_node *var, enum value v)
{
    const struct kp_type *type = var->sym ? var->sym->type : NULL;
    bool reference = type && type->kind == KP_TYPE_REFERENCE;

    if (v == PLACE && type && !reference && type->kind != KP_TYPE_DEPENDENT)
        return; /* its value is copied */
    if (v == PLACE && (!type || !reference)) {
        if (!type)
            lose(t, var);
        return; /* `T v = object;`: the front sees to it that T is no reference */
    }
    if (v != PLACE && (!type || reference || (v == POINTER && type->kind == KP_TYPE_INT) ||
                       type->kind == KP_TYPE_RECORD || type->kind == KP_TYPE_ARRAY))
        lose(t, var);
    else
        hold(t, var->sym, var, v);
}

/* `a & 127`, `a >> 7 & 7`, `a % 16`: bits below KP_ADDRESS_BITS. What they are used for is no
 * address. -1: it is something else; else the lowest number that all of them are below. */
static int64_t low_bits(const struct kp_node *n)
{
    int64_t shift = 0, mask;

    if (n->op == KP_OP_SHR && kp_child(n, 1)->has_value && n->parent->kind == KP_BINARY &&
        n->parent->first == n) {
        shift = kp_child(n, 1)->value;
        n = n->parent;
    }
    if ((n->op != KP_OP_AND && n->op != KP_OP_REM) || !kp_child(n, 1)->has_value || shift < 0 ||
        shift > 9)
        return -1;
    mask = kp_child(n, 1)->value - (n->op == KP_OP_REM);
    if (mask < 0 || mask >= KP_ADDRESS_BITS || (n->op == KP_OP_REM && (mask & (mask + 1))))
        return -1;
    return (mask + 1) << shift <= KP_ADDRESS_BITS ? (mask + 1) << shift : -1;
}

static void note_bits(struct tracer *t, const struct kp_node *at, int64_t below)
{
    if (below > KP_STAGE_ALIGN && !t->out->bits)
        t->out->bits = at;
}

/* The other side of an exclusive or: bits that a stage's address has as the array's. */
static int64_t changed_bits(const struct kp_node *other)
{
    return other->has_value && other->value >= 0 && other->value < KP_STAGE_ALIGN ? KP_STAGE_ALIGN
                                                                                  : KP_ADDRESS_BITS;
}

static void assign(struct tracer *t, const struct kp_node *n, const struct kp_node *e, enum value v)
{
    bool adds = n->op == KP_OP_ADD_ASSIGN || n->op == KP_OP_XOR_ASSIGN || n->op == KP_OP_OR_ASSIGN;

    if (v == PLACE) {
        if (n->first == e)
            follow(t, n, PLACE);
        return;
    }
    if (v == NUMBER && (n->op == KP_OP_XOR_ASSIGN || n->op == KP_OP_OR_ASSIGN))
        note_bits(t, n, changed_bits(n->first == e ? kp_child(n, 1) : n->first));
    if (n->first == e) { /* p += 4: still in it */
        if (v == NUMBER ? adds || n->op == KP_OP_SUB_ASSIGN
                        : n->op == KP_OP_ADD_ASSIGN || n->op == KP_OP_SUB_ASSIGN)
            follow(t, n, v);
        else
            lose(t, n);
        return;
    }
    if (n->first->kind != KP_REF || (n->op != KP_OP_ASSIGN && !(v == NUMBER && adds)) ||
        (n->first->sym && n->first->sym->type && n->first->sym->type->kind == KP_TYPE_REFERENCE)) {
        lose(t, n);
        return;
    }
    hold(t, n->first->sym, n, v);
    follow(t, n, v);
}

static bool holds_address(struct tracer *t, const struct kp_node *e)
{
    if (e->kind == KP_REF) {
        for (size_t i = 0; i < t->seen.n; i++)
            if (t->seen.v[i] == e->sym)
                return true;
        for (size_t i = 0; t->before && i < t->before->holders.n; i++)
            if (t->before->holders.v[i] == e->sym)
                return true;
        return e->sym == t->object;
    }
    if (e->kind == KP_CALL && (!e->sym || kp_callee_rule(t->u, e) || body_owner(e->sym))) {
        for (unsigned i = 0; kp_argument(e, i); i++)
            if (is_pointer(kp_argument(e, i)->type) || kp_is_array_lvalue(kp_argument(e, i)))
                return true;
    }
    kp_each_child(c, e) if (holds_address(t, c)) return true;
    return false;
}

static void calculate(struct tracer *t, const struct kp_node *n, const struct kp_node *e,
                      enum value v)
{
    const struct kp_node *other = n->first == e ? kp_child(n, 1) : n->first;
    bool left = n->first == e;

    if (n->op == KP_OP_COMMA) {
        if (!left)
            follow(t, n, v);
        return;
    }
    if (v == PLACE || n->op == KP_OP_LAND || n->op == KP_OP_LOR)
        return; /* its value is read; whether it is null is no secret */
    if (v == NUMBER && left && low_bits(n) > 0) {
        note_bits(t, n, low_bits(n));
        return;
    }
    if (v == NUMBER && (n->op == KP_OP_XOR || n->op == KP_OP_OR))
        note_bits(t, n, changed_bits(other));
    if (v == POINTER && (n->op == KP_OP_ADD || (n->op == KP_OP_SUB && left)) && other->type &&
        is_integer(other->type) && !kp_is_array_lvalue(other))
        follow(t, n, POINTER);
    else if (v == POINTER && (n->op == KP_OP_ADD || (n->op == KP_OP_SUB && left)) && other->type &&
             (other->type->kind == KP_TYPE_ENUM || other->type->kind == KP_TYPE_BOOL))
        follow(t, n, POINTER);
    else if (v == POINTER && n->op == KP_OP_ADD && !is_pointer(other->type) &&
             !kp_is_array_lvalue(other))
        follow(t, n, POINTER); /* of dependent type: two pointers cannot be added */
    else if (v == NUMBER &&
             (n->op == KP_OP_ADD || n->op == KP_OP_XOR || n->op == KP_OP_OR ||
              (n->op == KP_OP_SUB && left)) &&
             !holds_address(t, other))
        follow(t, n, NUMBER);
    else
        lose(t, n);
}

static void convert(struct tracer *t, const struct kp_node *n, enum value v)
{
    const struct kp_type *to = n->type;

    if (v == PLACE) {
        if (to && to->kind == KP_TYPE_REFERENCE)
            follow(t, n, PLACE);
        else if (!to)
            lose(t, n);
        return; /* its value is converted */
    }
    if (to && (to->kind == KP_TYPE_VOID || to->kind == KP_TYPE_BOOL))
        return;
    if (v == POINTER && is_pointer(to))
        follow(t, n, POINTER);
    else if (v == NUMBER && is_integer(to) && to->size >= 4)
        follow(t, n, NUMBER);
    else if (v == POINTER && is_integer(to) && to->size >= 4 && t->object->space == KP_SPACE_SHARED)
        follow(t, n, NUMBER);
    else
        lose(t, n);
}

static void step(struct tracer *t, const struct kp_node *n, enum value v)
{
    switch (n->op) {
    case KP_OP_ADDR:
        if (v == PLACE)
            follow(t, n, POINTER);
        else
            lose(t, n); /* the address of the pointer */
        break;
    case KP_OP_DEREF:
        if (v == POINTER)
            follow(t, n, PLACE);
        else if (v == NUMBER)
            lose(t, n);
        break; /* PLACE: the pointer in it is read */
    case KP_OP_PREINC:
    case KP_OP_PREDEC:
        follow(t, n, v);
        break;
    case KP_OP_POSTINC:
    case KP_OP_POSTDEC:
        if (v != PLACE)
            follow(t, n, v);
        break;
    case KP_OP_LNOT:
        break;
    default:
        if (v != PLACE)
            lose(t, n);
        break;
    }
}

static void subscript(struct tracer *t, const struct kp_node *n, const struct kp_node *e,
                      enum value v)
{
    if (n->first != e) { /* an index */
        if (v != PLACE)
            lose(t, n);
    } else if (v == POINTER)
        follow(t, n, PLACE);
    else if (v == NUMBER)
        lose(t, n);
    else if (kp_is_array_lvalue(e) || !is_pointer(e->type))
        follow(t, n, PLACE); /* else the pointer in it is read */
}

static void member(struct tracer *t, const struct kp_node *n, enum value v)
{
    if (v == NUMBER)
        lose(t, n);
    else if (n->sym && n->sym->kind == KP_SYM_FUNCTION)
        method(t, n, v);
    else if (v == POINTER || !n->is_arrow)
        follow(t, n, PLACE);
}

/* The element of a range-for over it. */
static void iterate(struct tracer *t, const struct kp_node *n, const struct kp_node *e,
                    enum value v)
{
    const struct kp_sym *element = n->first->sym;

    if (kp_child(n, 1) != e)
        return;
    if (v != PLACE || !element || !kp_is_array_lvalue(e))
        lose(t, n);
    else if (kp_is_reference(element) || !element->type || element->type->is_dependent)
        hold(t, element, n, PLACE);
}

static void list(struct tracer *t, const struct kp_node *n, enum value v)
{
    const struct kp_node *p = n->parent;
    bool scalar = p && p->kind == KP_VAR && n->n_children == 1 && p->sym && p->sym->type &&
                  p->sym->type->kind != KP_TYPE_RECORD && p->sym->type->kind != KP_TYPE_ARRAY;

    if (scalar)
        initialise(t, p, v);
    else if (v != PLACE || !keeps_values(p && p->kind == KP_VAR && p->sym ? p->sym->type : n->type))
        lose(t, n);
}

/* `e` stands at a place of its own kind: what becomes of its value? */
static void follow(struct tracer *t, const struct kp_node *e, enum value v)
{
    const struct kp_node *p = e->parent;

    if (t->out->lost)
        return;
    if (!p) {
        lose(t, e);
        return;
    }
    if (v == PLACE && kp_is_array_lvalue(e) && p->kind != KP_INDEX && p->kind != KP_RANGE_FOR &&
        p->kind != KP_SIZEOF && !(p->kind == KP_UNARY && p->op == KP_OP_ADDR) &&
        !(p->kind == KP_VAR && p->sym && kp_is_reference(p->sym)) &&
        !((p->kind == KP_CALL || p->kind == KP_OPCALL || p->kind == KP_CONSTRUCT) &&
          !kp_callee_rule(t->u, p)) &&
        !(p->kind == KP_RETURN && returns_reference(p)))
        v = POINTER; /* it decays */
    switch (p->kind) {
    case KP_SIZEOF:
    case KP_COMPOUND:
    case KP_DECL_STMT:
    case KP_IF:
    case KP_FOR:
    case KP_WHILE:
    case KP_DO:
    case KP_SWITCH:
    case KP_CASE:
    case KP_LABEL:
        break; /* its value ends here */
    case KP_INDEX:
        subscript(t, p, e, v);
        break;
    case KP_MEMBER:
        member(t, p, v);
        break;
    case KP_UNARY:
        step(t, p, v);
        break;
    case KP_BINARY:
        calculate(t, p, e, v);
        break;
    case KP_ASSIGN:
        assign(t, p, e, v);
        break;
    case KP_COND:
        if (p->first != e)
            follow(t, p, v);
        break;
    case KP_CAST:
        convert(t, p, v);
        break;
    case KP_VAR:
        if (p->has_init && p->last == e)
            initialise(t, p, v);
        break; /* else a dimension */
    case KP_INIT_LIST:
        list(t, p, v);
        break;
    case KP_CALL:
    case KP_OPCALL:
    case KP_CONSTRUCT:
        called(t, p, e, v);
        break;
    case KP_ASM:
        assembled(t, p, e, v);
        break;
    case KP_RANGE_FOR:
        iterate(t, p, e, v);
        break;
    case KP_RETURN:
        if (v != PLACE || returns_reference(p))
            give_back(t, p, v);
        break;
    default:
        lose(t, p);
        break;
    }
}

/* ---- closures -------------------------------------------------------------------------------- */

static bool only_called(const struct kp_node *n, const struct kp_sym *closure)
{
    if (n->kind == KP_REF && n->sym == closure &&
        !(n->parent->kind == KP_CALL && n->parent->first == n))
        return false;
    kp_each_child(c, n) if (!only_called(c, closure)) return false;
    return true;
}

/* A closure that names the object holds it; as long as it is called by its own name and nothing
 * else becomes of it, its calls are in sight. */
static void find_closures(struct tracer *t, const struct kp_node *n, const struct kp_sym *sym)
{
    if (n->kind == KP_LAMBDA && kp_count_refs(n, sym) &&
        !(sym->decl && kp_is_inside(sym->decl, n)) &&
        !(n->parent->kind == KP_VAR && n->parent->sym && n->parent->sym->is_lambda &&
          only_called(t->scope, n->parent->sym)))
        lose(t, n);
    kp_each_child(c, n) find_closures(t, c, sym);
}

static const struct kp_node *root_of(const struct kp_node *n)
{
    while (n->parent)
        n = n->parent;
    return n;
}

/* One round; `before`: what the round before has found, NULL in the first. */
static void trace(struct kp_unit *u, const struct kp_sym *object, const struct kp_trace *before,
                  struct kp_trace *out)
{
    struct tracer t = {.u = u, .object = object, .before = before, .out = out};

    t.scope = kp_function_around(object->decl);
    if (!t.scope)
        t.scope = root_of(object->decl);
    find_closures(&t, t.scope, object);
    follow_mentions(&t, t.scope, object, PLACE);
    for (size_t i = 0; i < out->holders.n; i++)
        find_closures(&t, t.scope, out->holders.v[i]);
}

void kp_trace_address(struct kp_unit *u, const struct kp_sym *object, struct kp_trace *out)
{
    struct kp_trace first = {0};

    *out = (struct kp_trace){0};
    if (!object->decl) {
        out->lost = u->parse.root;
        return;
    }
    trace(u, object, NULL, &first);
    if (first.lost || !first.holders.n)
        *out = first;
    else
        trace(u, object, &first, out); /* sums of two addresses are known now */
}
