/* What an expression's value points to, and what an lvalue denotes, by the points-to sets of the
 * variables in it (points_to.c). */
#include "model/objs.h"

#include "front/tree.h"
#include "model/address.h"
#include "model/expr.h"
#include "model/func.h"
#include "model/stores.h"
#include "model/waited.h"

void kp_objs_add(struct kp_unit *u, struct kp_objs *o, struct kp_obj obj)
{
    for (size_t i = 0; i < o->list.n; i++)
        if (o->list.v[i].sym == obj.sym && o->list.v[i].space == obj.space &&
            o->list.v[i].pointee == obj.pointee)
            return;
    kp_push(u->arena, &o->list, obj);
}

void kp_objs_add_all(struct kp_func *f, struct kp_objs *to, const struct kp_objs *from)
{
    for (size_t i = 0; i < from->list.n; i++)
        kp_objs_add(f->unit, to, from->list.v[i]);
}

void kp_objs_add_unknown(struct kp_func *f, struct kp_objs *out)
{
    kp_objs_add(f->unit, out, (struct kp_obj){.space = KP_SPACE_UNKNOWN});
}

bool kp_are_global(const struct kp_objs *objects)
{
    for (size_t i = 0; i < objects->list.n; i++)
        if (objects->list.v[i].space != KP_SPACE_GLOBAL)
            return false;
    return objects->list.n > 0;
}

bool kp_is_reference(const struct kp_sym *s)
{
    return s->type && s->type->kind == KP_TYPE_REFERENCE;
}

/* `auto &dst = As;` has no type of its own where As is a template's. What it is bound to has one.
 */
static const struct kp_node *bound_to(const struct kp_node *e)
{
    const struct kp_node *var = e->kind == KP_REF && e->sym ? e->sym->decl : NULL;

    if (!var || var->kind != KP_VAR || !var->has_init || !kp_is_reference(e->sym) ||
        (!kp_starts_with(e->sym->type->spelling, "auto &") &&
         !kp_starts_with(e->sym->type->spelling, "const auto &")))
        return e;
    return var->last->kind == KP_REF ? bound_to(var->last) : e;
}

bool kp_is_array_lvalue(const struct kp_node *lvalue)
{
    const struct kp_node *e = bound_to(lvalue);
    const struct kp_type *t = e->type;

    if (e->kind == KP_REF && e->sym &&
        e->sym->kind == KP_SYM_PARAM) /* T a[N][M] is a pointer here */
        return e->sym->type && e->sym->type->kind == KP_TYPE_REFERENCE &&
               e->sym->type->elem->kind == KP_TYPE_ARRAY;
    if (e->kind == KP_REF && e->sym && e->sym->n_dims > 0)
        return true;
    if (e->kind == KP_REF && e->sym && e->sym->kind == KP_SYM_VAR && e->sym->type &&
        e->sym->type->kind == KP_TYPE_ARRAY)
        return true;
    if (e->kind == KP_MEMBER && e->sym && e->sym->n_dims > 0)
        return true;
    /* a fragment's x: CUDA's classes have the same members in all instances */
    if (e->kind == KP_MEMBER && e->sym && e->sym->from_prelude && e->sym->type &&
        e->sym->type->kind == KP_TYPE_ARRAY)
        return true;
    if (e->kind == KP_INDEX) {
        /* As[i] of a two-dimensional array whose element type is dependent has no array type. */
        unsigned depth = 1;
        const struct kp_node *b = e->first;

        for (; b && b->kind == KP_INDEX; b = b->first)
            depth++;
        b = b ? bound_to(b) : NULL;
        if (b && (b->kind == KP_REF || b->kind == KP_MEMBER) && b->sym && b->sym->n_dims > depth)
            return true;
        t = kp_lvalue_type(e);
    }
    return t && t->kind == KP_TYPE_ARRAY;
}

bool kp_is_param_of(const struct kp_func *f, const struct kp_sym *s)
{
    return s->kind == KP_SYM_PARAM && (s == f->this_sym || (s->decl && s->decl->parent == f->decl));
}

bool kp_is_callers(enum kp_space space, const struct kp_sym *base)
{
    const struct kp_node *in = base && base->decl ? base->decl->parent : NULL;

    return space == KP_SPACE_GLOBAL && base && base->kind == KP_SYM_PARAM &&
           !(in && in->kind == KP_FUNCTION && in->sym->is_kernel);
}

bool kp_is_found(enum kp_space space, const struct kp_sym *base)
{
    return space == KP_SPACE_GLOBAL && !base;
}

/* A closure that names a variable of the kernel around it. */
static bool is_captured(const struct kp_func *f, const struct kp_sym *s)
{
    return f->decl->kind == KP_LAMBDA && (s->kind == KP_SYM_VAR || s->kind == KP_SYM_PARAM) &&
           s->decl && !kp_declared_in(s, f->decl) && f->sym->parent && f->sym->parent->is_kernel;
}

/* The kernel knows what it has stored in the variable. While that is being found out, nobody does.
 */
static struct kp_func *kernel_around(struct kp_func *f)
{
    struct kp_func *kernel = kp_func_get(f->unit, f->sym->parent, false);

    return kernel && !kernel->busy ? kernel : NULL;
}

/* The memory behind a pointer that stands in parameter `p`: what the call has put there, and what
 * the function itself has. */
static void param_pointee(struct kp_func *f, const struct kp_sym *p, struct kp_objs *out)
{
    if (!kp_is_param_of(f, p) && f->sym->is_kernel) /* of a closure: what its calls pass */
        kp_objs_add_unknown(f, out);
    else if (f->parametric)
        kp_objs_add(f->unit, out, (struct kp_obj){KP_SPACE_UNKNOWN, p, true});
    else if (f->sym->is_kernel)
        kp_objs_add(f->unit, out, (struct kp_obj){KP_SPACE_GLOBAL, p, false});
    kp_objs_add_all(f, out, kp_points_to(f, p));
}

/* What the pointers inside the object `o` point to. By the name of a kernel's parameter goes the
 * memory behind it, too: what is found there is nobody's. What callers out of sight pass is
 * numbers, in which no pointer is found. */
static void pointee_of(struct kp_func *f, struct kp_obj o, struct kp_objs *out)
{
    bool in_memory = o.space == KP_SPACE_GLOBAL || o.space == KP_SPACE_CONSTANT;
    struct kp_func *kernel;

    if (kp_is_callers(o.space, o.sym)) {
        kp_objs_add_unknown(f, out);
    } else if (in_memory) {
        kp_objs_add(f->unit, out, (struct kp_obj){.space = KP_SPACE_GLOBAL});
    } else if (o.sym && !o.pointee && is_captured(f, o.sym)) {
        if ((kernel = kernel_around(f)))
            pointee_of(kernel, o, out);
        else
            kp_objs_add_unknown(f, out);
    } else if (o.sym && !o.pointee && kp_is_param_of(f, o.sym))
        param_pointee(f, o.sym, out);
    else if (o.space == KP_SPACE_LOCAL && o.sym && !o.pointee)
        kp_objs_add_all(f, out, kp_points_to(f, o.sym));
    else
        kp_objs_add_unknown(f, out);
}

/* True if a pointer is read where the local's declaration has none, or by another way than its
 * members. */
static bool is_read_as_pointer(const struct kp_node *e, struct kp_obj o)
{
    const struct kp_type *t = o.sym ? o.sym->type : NULL;

    if (o.space != KP_SPACE_LOCAL || !t || o.pointee || !kp_holds_pointer(e->type))
        return false;
    if (!kp_holds_pointer(t))
        return true;
    if (t->kind != KP_TYPE_RECORD || !e->type || e->type->kind != KP_TYPE_POINTER)
        return false;
    while (e->kind == KP_INDEX && kp_is_array_lvalue(e->first))
        e = e->first;
    return e->kind != KP_MEMBER;
}

static void pointees_of_lvalue(struct kp_func *f, const struct kp_node *e, struct kp_objs *out)
{
    struct kp_objs objects = {0};

    kp_lvalue_objs(f, e, &objects);
    for (size_t i = 0; i < objects.list.n; i++) {
        pointee_of(f, objects.list.v[i], out);
        if (is_read_as_pointer(e, objects.list.v[i]))
            kp_objs_add_unknown(f, out);
    }
}

/* p->method(), where what p points to is the object */
static bool has_arrow(const struct kp_node *call, const struct kp_node *object)
{
    return (object->type && object->type->kind == KP_TYPE_POINTER) ||
           (call->kind == KP_CALL && !kp_is_functor_call(call) && call->first->is_arrow);
}

void kp_call_object_objs(struct kp_func *f, const struct kp_node *call, struct kp_objs *out)
{
    const struct kp_node *object = kp_call_object(call);

    if (!object)
        kp_objs_add_unknown(f, out);
    else if (has_arrow(call, object))
        kp_value_objs(f, object, out);
    else
        kp_lvalue_objs(f, object, out);
}

void kp_behind_call_object(struct kp_func *f, const struct kp_node *call, struct kp_objs *out)
{
    const struct kp_node *object = kp_call_object(call);
    struct kp_objs objects = {0};

    if (!object) {
        kp_objs_add_unknown(f, out);
    } else if (has_arrow(call, object)) {
        kp_value_objs(f, object, &objects);
        for (size_t i = 0; i < objects.list.n; i++)
            pointee_of(f, objects.list.v[i], out);
    } else {
        kp_value_objs(f, object, out);
    }
}

/* A parametric object of the callee, seen from the call. */
static void substitute(struct kp_func *f, const struct kp_node *call, struct kp_obj o,
                       const struct kp_func *callee, struct kp_objs *out)
{
    if (!o.sym || !kp_is_param_of(callee, o.sym)) {
        if (o.space != KP_SPACE_LOCAL)
            kp_objs_add(f->unit, out, o);
        return;
    }
    if (o.sym == callee->this_sym) {
        if (o.pointee)
            kp_behind_call_object(f, call, out);
        else
            kp_call_object_objs(f, call, out);
        return;
    }
    for (unsigned i = 0;; i++) {
        const struct kp_node *param = kp_child(callee->decl, i);
        const struct kp_node *arg = kp_argument(call, i);

        if (!param || param->kind != KP_PARAM) {
            kp_objs_add_unknown(f, out);
            return;
        }
        if (param->sym != o.sym)
            continue;
        if (!arg)
            kp_objs_add_unknown(f, out);
        else if (kp_is_reference(o.sym) && !o.pointee)
            kp_lvalue_objs(f, arg, out);
        else
            kp_value_objs(f, arg, out);
        return;
    }
}

/* What the callee returns, seen from the call. Of a reference to a number the value is no address.
 */
static void returned_objs(struct kp_func *f, const struct kp_node *call,
                          const struct kp_sym *function, bool is_value, struct kp_objs *out)
{
    struct kp_func *callee = function ? kp_func_get(f->unit, function, true) : NULL;
    const struct kp_type *t = function ? function->type : NULL;

    if (is_value && t && t->kind == KP_TYPE_REFERENCE && kp_is_number(t->elem))
        return;
    if (!callee || !kp_summary(f->unit, function)) {
        kp_objs_add_unknown(f, out);
        return;
    }
    for (size_t i = 0; i < callee->returned.list.n; i++)
        substitute(f, call, callee->returned.list.v[i], callee, out);
}

/* Of a call that instances resolve: what any of their functions returns. */
static void open_call_objs(struct kp_func *f, const struct kp_node *call, bool is_value,
                           struct kp_objs *out)
{
    struct kp_callees callees = {0};

    kp_callees_of(f, call, &callees);
    for (size_t i = 0; i < callees.list.n; i++)
        returned_objs(f, call, callees.list.v[i], is_value, out);
    if (!callees.list.n)
        kp_objs_add_unknown(f, out);
}

static void call_objs(struct kp_func *f, const struct kp_node *call, bool is_value,
                      struct kp_objs *out)
{
    const struct kp_call_rule *rule = kp_callee_rule(f->unit, call);

    if (rule) {
        const struct kp_node *arg = rule->address_of == KP_RULE_OBJECT ? kp_call_object(call)
                                    : rule->address_of >= 0
                                        ? kp_argument(call, (unsigned)rule->address_of)
                                        : NULL;

        if (arg)
            kp_value_objs(f, arg, out);
        return;
    }
    if (call->sym && call->sym->is_lambda && f->busy) { /* it needs what is being found out */
        if (!kp_closure_objs(f, call, out))
            kp_objs_add_unknown(f, out);
        return;
    }
    if (kp_address_as_number(f->unit, call)) {
        kp_value_objs(f, kp_address_as_number(f->unit, call), out);
        return;
    }
    if (call->sym && !kp_is_open_functor_call(call))
        returned_objs(f, call, call->sym, is_value, out);
    else
        open_call_objs(f, call, is_value, out);
}

bool kp_may_hold_pointer(const struct kp_type *t)
{
    if (!t)
        return true;
    if (t->is_dependent)
        return true;
    return t->kind == KP_TYPE_POINTER || t->kind == KP_TYPE_REFERENCE ||
           t->kind == KP_TYPE_RECORD || t->kind == KP_TYPE_ARRAY || t->kind == KP_TYPE_OTHER ||
           t->kind == KP_TYPE_DEPENDENT;
}

/* What the name of a captured variable means to the kernel. */
static void captured_objs(struct kp_func *f, const struct kp_node *name,
                          void (*objs)(struct kp_func *, const struct kp_node *, struct kp_objs *),
                          struct kp_objs *out)
{
    struct kp_func *kernel = kernel_around(f);

    if (kernel)
        objs(kernel, name, out);
    else
        kp_objs_add_unknown(f, out);
}

/* A pointer, or what holds one, that is no thread's own. */
static bool is_shared_pointer(const struct kp_sym *v)
{
    return v->kind == KP_SYM_VAR && !v->from_prelude && !v->is_constexpr &&
           (v->space != KP_SPACE_LOCAL || v->is_static) && kp_may_hold_pointer(v->type) &&
           (!v->type || v->type->kind != KP_TYPE_ARRAY);
}

/* A cast from a number other than zero to a pointer. */
static bool makes_pointer(const struct kp_node *cast)
{
    const struct kp_type *from = cast->first ? cast->first->type : NULL;

    return cast->type && cast->type->kind == KP_TYPE_POINTER && from && !cast->first->has_value &&
           (from->kind == KP_TYPE_INT || from->kind == KP_TYPE_ENUM);
}

/* auto &v = tile[j], where the elements are numbers, or of a type that is the template's parameter,
 * and so no arrays: the value of v is no address in the tile. */
static bool is_element(const struct kp_sym *v)
{
    const struct kp_node *var = v->decl, *to = var && var->kind == KP_VAR ? var->last : NULL;

    return to && var->has_init && kp_is_reference(v) && !kp_is_array_lvalue(to) &&
           (to->kind == KP_INDEX || (to->kind == KP_UNARY && to->op == KP_OP_DEREF)) &&
           (kp_is_number(kp_lvalue_type(to)) || kp_is_type_parameter(kp_lvalue_type(to)));
}

static bool takes_numbers(enum kp_op op)
{
    return op == KP_OP_MUL || op == KP_OP_DIV || op == KP_OP_REM || op == KP_OP_SHL ||
           op == KP_OP_SHR || op == KP_OP_AND || op == KP_OP_OR || op == KP_OP_XOR;
}

/* True if the number moves a pointer, p + x * i. */
static bool moves_pointer(const struct kp_node *number)
{
    const struct kp_node *sum = number->parent, *p;

    if (!sum || sum->kind != KP_BINARY || (sum->op != KP_OP_ADD && sum->op != KP_OP_SUB))
        return false;
    p = sum->first == number ? sum->last : sum->first;
    if (!p->type || (p->kind != KP_REF && p->kind != KP_MEMBER))
        return false;
    return p->type->kind == KP_TYPE_POINTER || p->type->kind == KP_TYPE_ARRAY ||
           (p->type->is_dependent && !kp_is_type_parameter(p->type));
}

/* What the language's own operator takes is a number in all visible instances, also where the
 * template's text leaves the type of what is read open: p + strides[0] * i with elements of type
 * I. The function's facts rest on these instances then, so only where it is worth that. */
static bool is_open_number(struct kp_func *f, const struct kp_node *e, const struct kp_node *read)
{
    if (read->kind != KP_MEMBER && read->kind != KP_INDEX &&
        (read->kind != KP_UNARY || read->op != KP_OP_DEREF))
        return false;
    return takes_numbers(e->op) && kp_may_hold_pointer(read->type) && moves_pointer(e) &&
           kp_can_rest_on_instances(f);
}

static void objs_of_binary(struct kp_func *f, const struct kp_node *e, struct kp_objs *out)
{
    if (kp_low_bits(e) >= 0)
        return;
    kp_each_child(c, e)
    {
        if (!is_open_number(f, e, c))
            kp_value_objs(f, c, out);
    }
}

void kp_value_objs(struct kp_func *f, const struct kp_node *e, struct kp_objs *out)
{
    if (!e)
        return;
    if (e->kind != KP_INIT_LIST && kp_is_array_lvalue(e)) {
        kp_lvalue_objs(f, e, out);
        return;
    }
    switch (kp_kind_in(f, e)) {
    case KP_REF:
        if (!e->sym)
            break;
        if (is_captured(f, e->sym)) {
            captured_objs(f, e, kp_value_objs, out);
        } else if (e->sym->kind == KP_SYM_PARAM && kp_may_hold_pointer(e->sym->type)) {
            param_pointee(f, e->sym, out);
        } else if (e->sym->kind == KP_SYM_VAR || e->sym->kind == KP_SYM_PARAM) {
            if (kp_is_reference(e->sym) && kp_may_hold_pointer(e->sym->type->elem))
                pointees_of_lvalue(f, e, out);
            if (is_shared_pointer(e->sym)) /* any thread, any function may have set it */
                kp_objs_add_unknown(f, out);
            if (!is_element(e->sym))
                kp_objs_add_all(f, out, kp_points_to(f, e->sym));
        }
        break;
    case KP_MEMBER:
    case KP_INDEX:
        if (kp_may_hold_pointer(e->type))
            pointees_of_lvalue(f, e, out);
        break;
    case KP_UNARY:
        if (e->op == KP_OP_ADDR)
            kp_lvalue_objs(f, e->first, out);
        else if (e->op == KP_OP_DEREF) {
            if (kp_may_hold_pointer(e->type))
                pointees_of_lvalue(f, e, out);
        } else
            kp_value_objs(f, e->first, out);
        break;
    case KP_CALL:
    case KP_OPCALL:
        call_objs(f, e, true, out);
        break;
    case KP_THIS:
        kp_lvalue_objs(f, e, out);
        break;
    case KP_COND:
        kp_value_objs(f, kp_child(e, 1), out);
        kp_value_objs(f, kp_child(e, 2), out);
        break;
    case KP_ASSIGN:
        kp_value_objs(f, kp_child(e, 1), out);
        kp_value_objs(f, e->first, out);
        break;
    case KP_CAST:
        if (e->type && e->type->kind == KP_TYPE_REFERENCE) {
            kp_lvalue_objs(f, e->first, out);
            break;
        }
        kp_value_objs(f, e->first, out);
        if (makes_pointer(e)) /* out of an integer, wherever that has come from */
            kp_objs_add_unknown(f, out);
        break;
    case KP_BINARY:
        if (e->op == KP_OP_COMMA)
            kp_value_objs(f, kp_child(e, 1), out);
        else
            objs_of_binary(f, e, out);
        break;
    case KP_INIT_LIST:
    case KP_CONSTRUCT:
    case KP_UNKNOWN:
        kp_each_child(c, e) kp_value_objs(f, c, out);
        break;
    default:
        break;
    }
}

void kp_lvalue_objs(struct kp_func *f, const struct kp_node *e, struct kp_objs *out)
{
    const struct kp_node *b = e ? e->first : NULL;

    if (!e)
        return;
    switch (kp_kind_in(f, e)) {
    case KP_REF:
        if (!e->sym)
            kp_objs_add_unknown(f, out);
        else if (is_captured(f, e->sym) && kp_is_reference(e->sym))
            captured_objs(f, e, kp_lvalue_objs, out);
        else if (e->sym->kind == KP_SYM_PARAM && kp_is_reference(e->sym)) {
            if (f->parametric)
                kp_objs_add(f->unit, out, (struct kp_obj){KP_SPACE_UNKNOWN, e->sym, false});
            else
                kp_objs_add_all(f, out, kp_points_to(f, e->sym));
        } else if (e->sym->kind == KP_SYM_VAR && kp_is_reference(e->sym))
            kp_objs_add_all(f, out, kp_points_to(f, e->sym));
        else if ((e->sym->kind == KP_SYM_VAR || e->sym->kind == KP_SYM_PARAM) &&
                 !e->sym->from_prelude) /* threadIdx and its like are registers */
            kp_objs_add(f->unit, out, (struct kp_obj){e->sym->space, e->sym, false});
        break; /* a function, an enumerator: no object */
    case KP_INDEX:
        if (b && kp_is_array_lvalue(b))
            kp_lvalue_objs(f, b, out);
        else
            kp_value_objs(f, b, out);
        break;
    case KP_MEMBER:
        if (b && e->sym && kp_is_reference(e->sym)) /* what the record was made with */
            pointees_of_lvalue(f, b, out);
        else if (b && (e->is_arrow || b->kind == KP_THIS))
            kp_value_objs(f, b, out);
        else if (b)
            kp_lvalue_objs(f, b, out);
        break;
    case KP_UNARY:
        if (e->op == KP_OP_DEREF)
            kp_value_objs(f, b, out);
        else if (e->op == KP_OP_PREINC || e->op == KP_OP_PREDEC)
            kp_lvalue_objs(f, b, out);
        break;
    case KP_THIS:
        kp_objs_add(f->unit, out, (struct kp_obj){KP_SPACE_UNKNOWN, f->this_sym, false});
        break;
    case KP_CAST:
        if (e->type && e->type->kind == KP_TYPE_POINTER)
            kp_value_objs(f, b, out);
        else
            kp_lvalue_objs(f, b, out);
        break;
    case KP_COND:
        kp_lvalue_objs(f, kp_child(e, 1), out);
        kp_lvalue_objs(f, kp_child(e, 2), out);
        break;
    case KP_ASSIGN:
        kp_lvalue_objs(f, b, out);
        break;
    case KP_BINARY:
        if (e->op == KP_OP_COMMA)
            kp_lvalue_objs(f, kp_child(e, 1), out);
        break;
    case KP_CALL:
    case KP_OPCALL:
        call_objs(f, e, false, out);
        break;
    case KP_UNKNOWN: /* p->*member */
        kp_each_child(c, e)
        {
            kp_lvalue_objs(f, c, out);
            kp_value_objs(f, c, out);
        }
        break;
    default: /* a temporary: no object that anybody else can reach */
        break;
    }
}
