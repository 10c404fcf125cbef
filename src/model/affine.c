/* Integer expressions as sums of terms with constant factors, enough to say that two of them differ
 * by a constant. A term is any subexpression that is no sum; terms are the same when their trees
 * are. Unsigned wrap-around does not matter: the difference is taken modulo 2^64 as well. */
#include "model/eval.h"
#include "model/loops.h"

enum { MAX_TERMS = 32 };

struct sum {
    struct {
        const struct kp_node *node;
        int64_t factor;
    } terms[MAX_TERMS];
    unsigned n;
    int64_t constant;
    bool overflow; /* too many terms */
};

/* ---- what may change ---------------------------------------------------------------------- */

/* Has it one value as long as the loop runs? Memory may change. */
static bool is_fixed(const struct kp_loop *loop, const struct kp_node *e)
{
    const struct kp_sym *v = e->sym;

    switch (e->kind) {
    case KP_REF:
        if (!v || v->from_prelude || v->is_constexpr || v->has_value ||
            (v->kind != KP_SYM_VAR && v->kind != KP_SYM_PARAM))
            return v != NULL;
        if (v->space != KP_SPACE_LOCAL || v->is_static || !v->type || v->type->kind != KP_TYPE_INT)
            return false;
        return !kp_declared_in(v, loop->node) && !kp_store_to(&loop->effects, v, KP_SPACE_LOCAL);
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
    kp_each_child(c, e) if (!is_fixed(loop, c)) return false;
    return true;
}

/* ---- sums ---------------------------------------------------------------------------------- */

static void add_term(struct sum *s, const struct kp_node *n, int64_t factor)
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

static void add_expr(struct sum *s, const struct kp_node *n, int64_t factor)
{
    int64_t v;

    if (kp_eval(n, NULL, &v)) {
        s->constant += factor * v;
    } else if (n->kind == KP_BINARY && (n->op == KP_OP_ADD || n->op == KP_OP_SUB)) {
        add_expr(s, n->first, factor);
        add_expr(s, kp_child(n, 1), n->op == KP_OP_ADD ? factor : -factor);
    } else if (n->kind == KP_BINARY && n->op == KP_OP_MUL && kp_eval(n->first, NULL, &v))
        add_expr(s, kp_child(n, 1), factor * v);
    else if (n->kind == KP_BINARY && n->op == KP_OP_MUL && kp_eval(kp_child(n, 1), NULL, &v))
        add_expr(s, n->first, factor * v);
    else if (n->kind == KP_UNARY && n->op == KP_OP_PLUS)
        add_expr(s, n->first, factor);
    else
        add_term(s, n, factor);
}

bool kp_affine_difference(const struct kp_node *a, const struct kp_node *b, int64_t *out)
{
    struct sum s = {0};

    add_expr(&s, a, 1);
    add_expr(&s, b, -1);
    for (unsigned i = 0; i < s.n; i++)
        if (s.terms[i].factor)
            return false;
    *out = s.constant;
    return !s.overflow;
}

bool kp_affine_uniform(struct kp_func *f, const struct kp_loop *l, const struct kp_node *a,
                       const struct kp_node *b)
{
    struct sum s = {0};

    add_expr(&s, a, 1);
    add_expr(&s, b, -1);
    for (unsigned i = 0; i < s.n; i++)
        if (kp_thread_dependent(f, s.terms[i].node, NULL) &&
            (s.terms[i].factor || !is_fixed(l, s.terms[i].node)))
            return false;
    return !s.overflow;
}
