/* Integral constants: literals from libclang, everything above them folded here. */
#include "front/number.h"
#include "front/parse.h"
#include "front/tree.h"

/* Of a type that is wider than the result libclang gives the low half. */
static bool is_wide(CXCursor c)
{
    CXType t = clang_getCanonicalType(clang_getCursorType(c));

    if (t.kind == CXType_Enum)
        t = clang_getCanonicalType(clang_getEnumDeclIntegerType(clang_getTypeDeclaration(t)));
    return t.kind == CXType_Int128 || t.kind == CXType_UInt128;
}

bool kp_evaluate(struct kp_builder *b, CXCursor c, int64_t *value)
{
    CXEvalResult r = is_wide(c) ? NULL : clang_Cursor_Evaluate(c);
    bool ok = r && clang_EvalResult_getKind(r) == CXEval_Int && !kp_asks_for_constant(b, c);

    if (ok)
        *value = clang_EvalResult_isUnsignedInt(r) ? (int64_t)clang_EvalResult_getAsUnsigned(r)
                                                   : clang_EvalResult_getAsLongLong(r);
    if (r)
        clang_EvalResult_dispose(r);
    return ok;
}

static bool is_integral(const struct kp_type *t)
{
    return t && !t->is_dependent && t->size > 0 && t->size <= 8 &&
           (t->kind == KP_TYPE_INT || t->kind == KP_TYPE_BOOL || t->kind == KP_TYPE_ENUM);
}

/* `v` converted to a type of `size` bytes, as two's complement does it. */
static int64_t convert(int64_t v, int64_t size, bool is_unsigned)
{
    unsigned shift = (unsigned)(8 - size) * 8;

    if (size >= 8)
        return v;
    return is_unsigned ? (int64_t)((uint64_t)v << shift >> shift)
                       : (int64_t)((uint64_t)v << shift) >> shift;
}

static int64_t to_type(int64_t v, const struct kp_type *t)
{
    return t->kind == KP_TYPE_BOOL ? v != 0 : convert(v, t->size, t->is_unsigned);
}

/* Of `sizeof(T)` and, of a number, `alignof(T)`: -1: it is not known. */
static int64_t measured(const struct kp_node *n, const struct kp_type *t)
{
    if (!t || t->is_dependent)
        return -1;
    if (kp_streq(n->name, "sizeof"))
        return t->size;
    return kp_streq(n->name, "alignof") && !n->first && kp_is_number(t) && !t->is_realigned
               ? t->align
               : -1;
}

/* `sizeof(T)` keeps T as its type, so its node itself carries no value. */
bool kp_constant_of(const struct kp_node *n, int64_t *v, const struct kp_type **type)
{
    static const struct kp_type size_type = {.kind = KP_TYPE_INT, .size = 8, .is_unsigned = true};
    const struct kp_type *t = n->first ? n->first->type : n->type;

    if (n->kind == KP_SIZEOF && (n->has_value || measured(n, t) > 0)) {
        *v = n->has_value ? n->value : measured(n, t);
        *type = &size_type;
        return true;
    }
    *v = n->value;
    *type = n->type;
    return n->has_value && is_integral(n->type);
}

struct operands {
    int64_t a, b;
    int64_t size;
    bool is_unsigned;
};

static int64_t promoted_size(const struct kp_type *t)
{
    return t->size < 4 ? 4 : t->size;
}

static bool promoted_unsigned(const struct kp_type *t)
{
    return t->size >= 4 && t->is_unsigned;
}

/* The usual arithmetic conversions. */
static bool both(const struct kp_node *x, const struct kp_node *y, struct operands *o)
{
    const struct kp_type *xt, *yt;
    int64_t xs, ys;

    if (!kp_constant_of(x, &o->a, &xt) || !kp_constant_of(y, &o->b, &yt))
        return false;
    xs = promoted_size(xt);
    ys = promoted_size(yt);
    o->size = xs > ys ? xs : ys;
    o->is_unsigned =
        (xs == o->size && promoted_unsigned(xt)) || (ys == o->size && promoted_unsigned(yt));
    o->a = convert(o->a, o->size, o->is_unsigned);
    o->b = convert(o->b, o->size, o->is_unsigned);
    return true;
}

static bool shift(const struct kp_node *n, const struct kp_node *x, const struct kp_node *y,
                  int64_t *v)
{
    const struct kp_type *xt, *yt;
    int64_t left, right;

    return kp_constant_of(x, &left, &xt) && kp_constant_of(y, &right, &yt) &&
           kp_compute(n->op, promoted_unsigned(xt), promoted_size(xt), left, right, v);
}

static bool fold_binary(const struct kp_node *n, int64_t *v)
{
    const struct kp_node *x = n->first, *y = x->next;
    bool divides = n->op == KP_OP_DIV || n->op == KP_OP_REM;
    struct operands o;

    if (n->op == KP_OP_LAND || n->op == KP_OP_LOR) {
        bool stop = n->op == KP_OP_LOR;

        if (x->has_value && (x->value != 0) == stop) {
            *v = stop;
            return true;
        }
        if (!x->has_value || !y->has_value)
            return false;
        *v = y->value != 0;
        return true;
    }
    if (n->op == KP_OP_SHL || n->op == KP_OP_SHR)
        return shift(n, x, y, v);
    return both(x, y, &o) && !(divides && !o.is_unsigned && o.b == -1) &&
           kp_compute(n->op, o.is_unsigned, o.size, o.a, o.b, v);
}

static bool fold_unary(const struct kp_node *n, int64_t *v)
{
    const struct kp_node *x = n->first;

    if (!x->has_value)
        return false;
    switch (n->op) {
    case KP_OP_PLUS:
        *v = x->value;
        return true;
    case KP_OP_MINUS:
        *v = (int64_t)(0 - (uint64_t)x->value);
        return true;
    case KP_OP_NOT:
        *v = ~x->value;
        return true;
    case KP_OP_LNOT:
        *v = x->value == 0;
        return true;
    default:
        return false;
    }
}

static bool fold_value(const struct kp_node *n, int64_t *v)
{
    const struct kp_node *x = n->first, *y = x ? x->next : NULL, *z = y ? y->next : NULL;
    const struct kp_type *t;

    switch (n->kind) {
    case KP_REF:
        if (!n->sym || !n->sym->has_value)
            return false;
        *v = n->sym->value;
        return true;
    case KP_UNARY:
        return x && fold_unary(n, v);
    case KP_BINARY:
        return y && fold_binary(n, v);
    case KP_COND:
        if (!z || !x->has_value || !(x->value ? y : z)->has_value)
            return false;
        *v = (x->value ? y : z)->value;
        return true;
    case KP_CAST:
        return x && kp_constant_of(x, v, &t);
    default:
        return false;
    }
}

static bool refers_to_dependent(const struct kp_node *n)
{
    const struct kp_sym *s = n->sym;

    if (n->kind != KP_REF || !s)
        return false;
    return s->kind == KP_SYM_TVALUE ||
           (s->kind == KP_SYM_VAR && s->type && (s->type->is_const || s->is_constexpr) && s->decl &&
            s->decl->has_init && s->decl->last->is_dependent);
}

void kp_fold(struct kp_node *n)
{
    int64_t v;

    n->is_dependent =
        n->is_dependent || (n->type && n->type->is_dependent) || refers_to_dependent(n);
    kp_each_child(c, n)
    {
        n->is_dependent = n->is_dependent || c->is_dependent;
    }
    if (!n->has_value && is_integral(n->type) && fold_value(n, &v)) {
        n->value = to_type(v, n->type);
        n->has_value = true;
    }
}
