#include "model/eval.h"

#include <limits.h>

#include "front/number.h"
#include "front/tree.h"
#include "model/func.h"
#include "model/written.h"

/* Deep enough for any size a person writes, shallow enough for any stack. */
enum { MAX_DEPTH = 400, MAX_STEPS = 20000 };

/* A value with its C++ type. bits == 0: the type is not known (a template parameter of type auto),
 * so the value can be handed on but not computed with. */
struct value {
    int64_t v;
    unsigned bits;
    bool is_unsigned;
};

/* What is known, how deep the walk is, and how much of the program it may still look at. */
struct context {
    const struct kp_launch *bindings;
    const struct kp_env *env; /* NULL: constants alone */
    int depth, left;
};

static bool eval(struct context *c, const struct kp_node *n, struct value *out);

static bool fits(int64_t v, unsigned bits, bool is_unsigned)
{
    if (is_unsigned && v < 0)
        return false;
    if (bits >= 64 || bits == 0)
        return true;
    if (bits == 1)
        return v == 0 || v == 1;
    if (is_unsigned)
        return v < ((int64_t)1 << bits);
    return v >= -((int64_t)1 << (bits - 1)) && v < ((int64_t)1 << (bits - 1));
}

static bool is_integral(const struct kp_type *t)
{
    return t && !t->is_dependent && t->size > 0 && t->size <= 8 &&
           (t->kind == KP_TYPE_INT || t->kind == KP_TYPE_BOOL || t->kind == KP_TYPE_ENUM);
}

/* `v` as a value of type `t`; the value itself must survive. */
static bool give_type(int64_t v, const struct kp_type *t, struct value *out)
{
    *out = (struct value){.v = v};
    if (!is_integral(t))
        return t == NULL || t->is_dependent || t->kind == KP_TYPE_DEPENDENT;
    out->bits = t->kind == KP_TYPE_BOOL ? 1 : (unsigned)t->size * CHAR_BIT;
    out->is_unsigned = t->kind == KP_TYPE_BOOL || t->is_unsigned;
    return fits(v, out->bits, out->is_unsigned);
}

static struct value a_bool(bool v)
{
    return (struct value){.v = v, .bits = 1, .is_unsigned = true};
}

/* A template's type may be one byte, or a floating-point number. */
static bool give_variable(int64_t v, const struct kp_sym *var, struct value *out)
{
    const struct kp_type *t = var->type;

    if (t && t->kind == KP_TYPE_REFERENCE)
        t = t->elem;
    return is_integral(t) && give_type(v, t, out);
}

/* True if the value survives in the type of its expression, if that is known. It has the type then.
 */
static bool survives(const struct kp_type *t, struct value *v)
{
    return is_integral(t) ? give_type(v->v, t, v) : !t || t->kind != KP_TYPE_FLOAT;
}

/* Integral promotion: what is narrower than int becomes int. */
static struct value promote(struct value a)
{
    if (a.bits && a.bits < 32) {
        a.bits = 32;
        a.is_unsigned = false;
    }
    return a;
}

/* The usual arithmetic conversions, as far as they keep both values. */
static bool convert_both(struct value *a, struct value *b)
{
    unsigned bits;
    bool is_unsigned;

    if (!a->bits || !b->bits)
        return false;
    *a = promote(*a);
    *b = promote(*b);
    bits = a->bits > b->bits ? a->bits : b->bits;
    is_unsigned = (a->bits == bits && a->is_unsigned) || (b->bits == bits && b->is_unsigned);
    a->bits = b->bits = bits;
    a->is_unsigned = b->is_unsigned = is_unsigned;
    return fits(a->v, bits, is_unsigned) && fits(b->v, bits, is_unsigned);
}

static const struct kp_tvalue *bound(const struct context *c, const struct kp_sym *param)
{
    if (!c->bindings || !param)
        return NULL;
    for (size_t i = 0; i < c->bindings->tvalues.n; i++) {
        const struct kp_tvalue *t = &c->bindings->tvalues.v[i];

        if (t->param == param)
            return t->known ? t : NULL;
    }
    return NULL;
}

static bool is_constant_init(const struct kp_sym *s)
{
    return s->kind == KP_SYM_VAR && s->decl && s->decl->has_init && s->decl->last &&
           is_integral(s->type) && (s->is_constexpr || s->type->is_const) && !s->type->is_volatile;
}

/* f(a, b) where f is `{ return expression; }`. */
static bool eval_call(struct context *c, const struct kp_node *n, struct value *out)
{
    const struct kp_node *decl = n->sym ? n->sym->decl : NULL, *body = decl ? decl->last : NULL;
    struct kp_env inner = {.f = kp_func_get(c->env->f->unit, n->sym, true)};
    struct context in = {.env = &inner, .depth = c->depth};
    struct value v;
    bool known;

    if (!body || body->kind != KP_COMPOUND || body->n_children != 1 ||
        body->first->kind != KP_RETURN || !inner.f)
        return false;
    for (unsigned i = 0;; i++) {
        const struct kp_node *p = kp_child(decl, i), *arg = kp_argument(n, i);

        if (!p || p->kind != KP_PARAM)
            break;
        if (!arg || !eval(c, arg, &v) || !kp_env_set(&inner, inner.n, p->sym, v.v))
            return false;
    }
    in.left = c->left;
    known = eval(&in, body->first->first, out);
    c->left = in.left;
    return known && survives(n->type, out);
}

/* threadIdx.x and blockDim.x */
static bool eval_launch(const struct context *c, const struct kp_node *n, struct value *out)
{
    int thread = c->env->has_thread ? kp_builtin_axis(n, "threadIdx") : 0;
    int block = c->env->has_block ? kp_builtin_axis(n, "blockDim") : 0;

    return (thread || block) &&
           give_type(thread ? c->env->thread[thread - 'x'] : c->env->block[block - 'x'], n->type,
                     out);
}

/* What a run has set, and a local that only its initialiser sets. */
static bool eval_variable(struct context *c, const struct kp_sym *s, struct value *out)
{
    for (unsigned i = c->env->n; i-- > 0;)
        if (c->env->vars[i].sym == s)
            return give_variable(c->env->vars[i].value, s, out);
    return c->env->f && s->kind == KP_SYM_VAR && kp_single_definition(c->env->f, s) &&
           eval(c, kp_first_value(s->decl), out) && give_variable(out->v, s, out);
}

static bool eval_symbol(struct context *c, const struct kp_sym *s, struct value *out)
{
    const struct kp_tvalue *t;

    if (!s || s->is_broken)
        return false;
    if (s->kind == KP_SYM_TVALUE && (t = bound(c, s)))
        return give_type(t->value, s->type, out);
    if (s->has_value) /* a template's parameter: in all instances that count */
        return give_type(s->value, s->type, out);
    /* `constexpr int N = BM * BK;` in a template has a value only under an instance. */
    if (is_constant_init(s)) {
        struct context constants = {.bindings = c->bindings, .depth = c->depth, .left = c->left};
        bool known =
            eval(&constants, kp_first_value(s->decl), out) && give_type(out->v, s->type, out);

        c->left = constants.left; /* what a run has set since is no part of its value */
        if (known)
            return true;
    }
    return c->env && eval_variable(c, s, out);
}

static bool eval_unary(struct context *c, const struct kp_node *n, struct value *out)
{
    struct value a;

    if (!n->first || !eval(c, n->first, &a) || !a.bits)
        return false;
    if (n->op == KP_OP_LNOT) {
        *out = a_bool(!a.v);
        return true;
    }
    a = promote(a);
    switch (n->op) {
    case KP_OP_PLUS:
        break;
    case KP_OP_MINUS:
        if (a.v == INT64_MIN)
            return false;
        a.v = -a.v;
        break;
    case KP_OP_NOT:
        a.v = ~a.v;
        if (a.is_unsigned && a.bits < 64)
            a.v &= ((int64_t)1 << a.bits) - 1;
        break;
    default:
        return false;
    }
    *out = a;
    return fits(a.v, a.bits, a.is_unsigned);
}

/* Shifts convert each side by itself, and the result has the left side's type. */
static bool shift(enum kp_op op, struct value a, struct value b, struct value *out)
{
    if (!a.bits || !b.bits)
        return false;
    a = promote(a);
    if (a.v < 0 || b.v < 0 || b.v >= (int64_t)a.bits || b.v >= 63)
        return false;
    if (op == KP_OP_SHL && a.v > (INT64_MAX >> b.v))
        return false;
    a.v = op == KP_OP_SHL ? a.v << b.v : a.v >> b.v;
    *out = a;
    return fits(a.v, a.bits, a.is_unsigned);
}

static bool arithmetic(enum kp_op op, int64_t a, int64_t b, int64_t *out)
{
    switch (op) {
    case KP_OP_ADD:
        return !__builtin_add_overflow(a, b, out);
    case KP_OP_SUB:
        return !__builtin_sub_overflow(a, b, out);
    case KP_OP_MUL:
        return !__builtin_mul_overflow(a, b, out);
    default:
        return kp_compute(op, false, 8, a, b, out);
    }
}

static bool eval_logical(struct context *c, const struct kp_node *n, struct value *out)
{
    struct value a, b;

    if (!eval(c, n->first, &a))
        return false;
    if ((a.v != 0) == (n->op == KP_OP_LOR)) { /* decided by the left side alone */
        *out = a_bool(a.v != 0);
        return true;
    }
    if (!eval(c, n->last, &b))
        return false;
    *out = a_bool(b.v != 0);
    return true;
}

/* Of operands that are both needed. */
static bool operate(enum kp_op op, struct value a, struct value b, struct value *out)
{
    int64_t v;

    if (op == KP_OP_SHL || op == KP_OP_SHR)
        return shift(op, a, b, out);
    if (!convert_both(&a, &b) || !arithmetic(op, a.v, b.v, &v))
        return false;
    *out = op >= KP_OP_LT && op <= KP_OP_NE ? a_bool(v) : a;
    out->v = v;
    return fits(v, out->bits, out->is_unsigned);
}

static bool eval_binary(struct context *c, const struct kp_node *n, struct value *out)
{
    struct value a, b;

    if (!n->first || n->first == n->last)
        return false;
    if (n->op == KP_OP_LAND || n->op == KP_OP_LOR)
        return eval_logical(c, n, out);
    return eval(c, n->first, &a) && eval(c, n->last, &b) && operate(n->op, a, b, out);
}

static bool eval_cond(struct context *c, const struct kp_node *n, struct value *out)
{
    const struct kp_node *yes = kp_child(n, 1), *no = kp_child(n, 2);
    struct value cond;

    return yes && no && eval(c, n->first, &cond) && eval(c, cond.v ? yes : no, out) &&
           survives(n->type, out);
}

static bool eval_cast(struct context *c, const struct kp_node *n, struct value *out)
{
    struct value a;

    if (!n->first || !is_integral(n->type) || !eval(c, n->first, &a))
        return false;
    return give_type(n->type->kind == KP_TYPE_BOOL ? a.v != 0 : a.v, n->type, out);
}

/* Also alignof and its kin, which have a value or are not known. The node's type is what is
 * measured, not that of the result. */
static bool eval_sizeof(struct context *c, const struct kp_node *n, struct value *out)
{
    *out = (struct value){.v = n->value, .bits = 64, .is_unsigned = true};
    if (n->has_value && !n->is_dependent)
        return true;
    return kp_streq(n->name, "sizeof") &&
           kp_eval_type_size(n->first ? n->first->type : n->type, c->bindings, &out->v);
}

static bool eval_here(struct context *c, const struct kp_node *n, struct value *out)
{
    if (n->kind == KP_SIZEOF)
        return eval_sizeof(c, n, out);
    if (n->has_value && !n->is_dependent)
        return give_type(n->value, n->type, out);
    switch (n->kind) {
    case KP_REF:
        return eval_symbol(c, n->sym, out);
    case KP_MEMBER:
        return eval_symbol(c, n->sym, out) || (c->env && eval_launch(c, n, out));
    case KP_CALL:
        return c->env && c->env->f && eval_call(c, n, out);
    case KP_UNARY:
        return eval_unary(c, n, out);
    case KP_BINARY:
        return eval_binary(c, n, out);
    case KP_COND:
        return eval_cond(c, n, out);
    case KP_CAST:
        return eval_cast(c, n, out);
    default:
        return false;
    }
}

static bool eval(struct context *c, const struct kp_node *n, struct value *out)
{
    bool ok;

    if (!n || c->depth == MAX_DEPTH || c->left-- <= 0)
        return false;
    c->depth++;
    ok = eval_here(c, n, out);
    c->depth--;
    return ok;
}

static bool value_in(struct context c, const struct kp_node *n, int64_t *out)
{
    struct value v;

    c.left = MAX_STEPS;
    if (!eval(&c, n, &v))
        return false;
    *out = v.v;
    return true;
}

bool kp_eval(const struct kp_node *n, const struct kp_launch *bindings, int64_t *out)
{
    return value_in((struct context){.bindings = bindings}, n, out);
}

bool kp_value_in(const struct kp_env *env, const struct kp_node *n, int64_t *out)
{
    return value_in((struct context){.bindings = env->bindings, .env = env}, n, out);
}

bool kp_env_set(struct kp_env *env, unsigned i, const struct kp_sym *var, int64_t v)
{
    if (i >= KP_ENV_VARS || !var || !give_variable(v, var, &(struct value){0}))
        return false;
    env->vars[i].sym = var;
    env->vars[i].value = v;
    env->n = i + 1;
    return true;
}

bool kp_type_holds(const struct kp_type *t, int64_t v)
{
    if (t && t->kind == KP_TYPE_REFERENCE)
        t = t->elem;
    return !t ||
           (t->kind != KP_TYPE_FLOAT && (!is_integral(t) || give_type(v, t, &(struct value){0})));
}

bool kp_eval_type_size(const struct kp_type *t, const struct kp_launch *bindings, int64_t *out)
{
    struct context c = {.bindings = bindings};
    const struct kp_tvalue *to;

    for (int i = 0; t && i < MAX_DEPTH; i++) {
        if (t->kind == KP_TYPE_REFERENCE) { /* sizeof looks through it */
            t = t->elem;
            continue;
        }
        if (t->size > 0) {
            *out = t->size;
            return true;
        }
        if (t->kind == KP_TYPE_ARRAY && t->count >= 0) {
            int64_t elem;

            return kp_eval_type_size(t->elem, bindings, &elem) &&
                   !__builtin_mul_overflow(elem, t->count, out);
        }
        to = bound(&c, t->decl);
        if (!to || !to->type || to->type == t)
            return false;
        t = to->type;
    }
    return false;
}

bool kp_eval_var_size(const struct kp_sym *var, const struct kp_launch *bindings, int64_t *out)
{
    const struct kp_type *t;
    const struct kp_node *dim;
    int64_t elem, total = 1;

    if (!var || !var->type || var->is_broken)
        return false;
    if (!var->type->is_dependent && var->type->size > 0) {
        *out = var->type->size;
        return true;
    }
    t = var->type;
    dim = var->decl ? var->decl->first : NULL;
    for (uint32_t i = 0; i < var->n_dims; i++) {
        int64_t n;

        if (!dim || t->kind != KP_TYPE_ARRAY || !kp_eval(dim, bindings, &n) || n <= 0 ||
            __builtin_mul_overflow(total, n, &total))
            return false;
        t = t->elem;
        dim = dim->next;
        if (!t)
            return false;
    }
    return kp_eval_type_size(t, bindings, &elem) && !__builtin_mul_overflow(total, elem, out);
}

bool kp_is_constant_name(const struct kp_node *e)
{
    const struct kp_sym *s = e->kind == KP_REF ? e->sym : NULL;

    return s && (s->kind == KP_SYM_TVALUE || s->is_constexpr || s->has_value);
}
