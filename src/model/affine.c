/* Integer expressions as sums of terms with constant factors, enough to say that two of them differ
 * by a constant. A term is any subexpression that is no sum; terms are the same when their trees
 * are. Types of 32 bits or more keep the difference modulo 2^32, whatever wraps around or is cut
 * off. */
#include "front/tree.h"
#include "model/access.h"
#include "model/eval.h"
#include "model/expr.h"
#include "model/func.h"
#include "model/invariant.h"
#include "model/written.h"

enum { MAX_TERMS = 32, MAX_NAMES = 16 };

struct sum {
    struct {
        const struct kp_node *node;
        uint64_t factor;
    } terms[MAX_TERMS];
    unsigned n;
    uint64_t constant;
    bool overflow;     /* too many terms */
    struct kp_func *f; /* whose names are looked through; NULL: they are not */
    unsigned depth;    /* of names */
};

/* ---- what a name stands for ---------------------------------------------------------------- */

/* True if it has one value: all the time (loop NULL), or as long as the loop runs. Memory may
 * change. */
static bool is_fixed(struct kp_func *f, const struct kp_loop *loop, const struct kp_node *e)
{
    const struct kp_sym *v = e->sym;

    switch (e->kind) {
    case KP_REF:
        if (!v || v->from_prelude || v->is_constexpr || v->has_value ||
            (v->kind != KP_SYM_VAR && v->kind != KP_SYM_PARAM))
            return v != NULL;
        if (v->space != KP_SPACE_LOCAL || v->is_static || !v->type || v->type->kind != KP_TYPE_INT)
            return false;
        if (loop)
            return !kp_declared_in(v, loop->node) &&
                   !kp_store_to(&loop->effects, v, KP_SPACE_LOCAL);
        return kp_keeps_argument(f, v) || kp_single_definition(f, v);
    case KP_MEMBER:
        return kp_builtin_axis(e, "threadIdx") || kp_builtin_axis(e, "blockIdx") ||
               kp_builtin_axis(e, "blockDim") || kp_builtin_axis(e, "gridDim");
    case KP_BINARY:
        if (e->op == KP_OP_COMMA)
            return false;
        break;
    case KP_UNARY:
        if (e->op != KP_OP_PLUS && e->op != KP_OP_MINUS && e->op != KP_OP_NOT)
            return false;
        break;
    case KP_CAST:
    case KP_INT_LIT:
    case KP_BOOL_LIT:
    case KP_SIZEOF:
        break;
    default:
        return false;
    }
    kp_each_child(c, e) if (!is_fixed(f, loop, c)) return false;
    return true;
}

static bool is_signed_int(const struct kp_type *t)
{
    return t && t->kind == KP_TYPE_INT && !t->is_unsigned && !t->is_dependent && t->size >= 4;
}

/* `const int end = start + n;`: what it is set to, once, as wide as it is said there, so that
 * nothing is cut off. NULL when it is any other name. */
static const struct kp_node *meaning(const struct sum *s, const struct kp_node *n)
{
    const struct kp_sym *v = n->sym;
    const struct kp_node *value;

    if (!s->f || s->depth == MAX_NAMES || n->kind != KP_REF || !v || v->space != KP_SPACE_LOCAL ||
        v->is_static || !is_signed_int(v->type) || !kp_single_definition(s->f, v))
        return NULL;
    value = kp_first_value(v->decl);
    return is_signed_int(value->type) && value->type->size == v->type->size &&
                   is_fixed(s->f, NULL, value)
               ? value
               : NULL;
}

/* ---- sums ---------------------------------------------------------------------------------- */

static void add_term(struct sum *s, const struct kp_node *n, uint64_t factor)
{
    for (unsigned i = 0; i < s->n; i++)
        if (kp_same_expr(s->terms[i].node, n)) {
            s->terms[i].factor += factor;
            return;
        }
    if (s->n == MAX_TERMS) {
        s->overflow = true;
        return;
    }
    s->terms[s->n].node = n;
    s->terms[s->n++].factor = factor;
}

static void add_expr(struct sum *s, const struct kp_node *n, uint64_t factor)
{
    const struct kp_node *value;
    int64_t v;

    if (kp_eval(n, NULL, &v)) {
        s->constant += factor * (uint64_t)v;
    } else if ((value = meaning(s, n))) {
        s->depth++;
        add_expr(s, value, factor);
        s->depth--;
    } else if (n->kind == KP_BINARY && (n->op == KP_OP_ADD || n->op == KP_OP_SUB)) {
        add_expr(s, n->first, factor);
        add_expr(s, kp_child(n, 1), n->op == KP_OP_ADD ? factor : -factor);
    } else if (n->kind == KP_BINARY && n->op == KP_OP_MUL && kp_eval(n->first, NULL, &v))
        add_expr(s, kp_child(n, 1), factor * (uint64_t)v);
    else if (n->kind == KP_BINARY && n->op == KP_OP_MUL && kp_eval(kp_child(n, 1), NULL, &v))
        add_expr(s, n->first, factor * (uint64_t)v);
    else if (n->kind == KP_UNARY && n->op == KP_OP_PLUS)
        add_expr(s, n->first, factor);
    else
        add_term(s, n, factor);
}

bool kp_affine_difference(const struct kp_node *a, const struct kp_node *b, int64_t *out)
{
    struct sum s = {0};

    add_expr(&s, a, 1);
    add_expr(&s, b, UINT64_MAX);
    for (unsigned i = 0; i < s.n; i++)
        if (s.terms[i].factor)
            return false;
    *out = (int32_t)(uint32_t)s.constant;
    return !s.overflow;
}

bool kp_affine_uniform(struct kp_func *f, const struct kp_loop *l, const struct kp_node *a,
                       const struct kp_node *b)
{
    struct sum s = {.f = f};

    add_expr(&s, a, 1);
    add_expr(&s, b, UINT64_MAX);
    for (unsigned i = 0; i < s.n; i++)
        if (kp_thread_dependent(f, s.terms[i].node, NULL) &&
            (s.terms[i].factor || !is_fixed(f, l, s.terms[i].node)))
            return false;
    return !s.overflow;
}
