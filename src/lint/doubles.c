/* `x * 0.1` with a float x is computed in double precision, of which most GPUs have a 32nd or 64th
 * of the units. Where the compiler sees that float gives the same bits, it uses float: a single
 * operation with a literal that a float holds exactly, and whose result becomes a float at once. */
#include <stdlib.h>

#include "lint/parts.h"

static const struct kp_type *type_of(const struct kp_node *n)
{
    return kp_referred_type(n->type);
}

static bool is_floating(const struct kp_node *n, int64_t size)
{
    const struct kp_type *t = type_of(n);

    return t && t->kind == KP_TYPE_FLOAT && t->size == size;
}

static const struct kp_node *literal_of(const struct kp_node *n)
{
    while (n->kind == KP_UNARY && (n->op == KP_OP_MINUS || n->op == KP_OP_PLUS))
        n = n->first;
    return n->kind == KP_FLOAT_LIT && is_floating(n, 8) ? n : NULL;
}

static bool fits_float(const struct kp_node *literal)
{
    double v = literal->name ? strtod(literal->name, NULL) : 0.1;

    return (double)(float)v == v;
}

static bool is_comparison(enum kp_op op)
{
    return op >= KP_OP_LT && op <= KP_OP_NE;
}

/* True if the result becomes a float before anything else is done with it. */
static bool is_narrowed(const struct kp_node *n)
{
    const struct kp_node *p = n->parent;

    if (n->kind == KP_ASSIGN)
        return true;
    if (p->kind == KP_ASSIGN)
        return p->op == KP_OP_ASSIGN && is_floating(p->first, 4);
    if (p->kind == KP_VAR)
        return p->sym && p->sym->type && p->sym->type->kind == KP_TYPE_FLOAT &&
               p->sym->type->size == 4;
    return p->kind == KP_CAST || p->kind == KP_RETURN || p->kind == KP_CALL ||
           p->kind == KP_INIT_LIST || p->kind == KP_CONSTRUCT;
}

static void look_at(struct kp_linter *l, const struct kp_node *n)
{
    const struct kp_node *left = n->first, *right = kp_child(n, 1), *literal, *other;

    literal = literal_of(right);
    other = left;
    if (!literal && n->kind == KP_BINARY) {
        literal = literal_of(left);
        other = right;
    }
    if (!literal || !is_floating(other, 4) || literal->from_macro)
        return;
    if (fits_float(literal) && (is_comparison(n->op) || is_narrowed(n)))
        return;
    kp_lint_add(l, KP_CODE_KP710, literal,
                kp_sprintf(l->unit->arena, "'%s' is a double, and so is what is computed with it",
                           kp_node_text(l->unit, literal)))
        ->remedy = kp_sprintf(l->unit->arena, "write %sf", kp_node_text(l->unit, literal));
}

static bool is_arithmetic(const struct kp_node *n)
{
    if (n->kind == KP_BINARY)
        return n->op == KP_OP_ADD || n->op == KP_OP_SUB || n->op == KP_OP_MUL ||
               n->op == KP_OP_DIV || is_comparison(n->op);
    return n->kind == KP_ASSIGN && (n->op == KP_OP_ADD_ASSIGN || n->op == KP_OP_SUB_ASSIGN ||
                                    n->op == KP_OP_MUL_ASSIGN || n->op == KP_OP_DIV_ASSIGN);
}

static void visit(struct kp_linter *l, const struct kp_node *n)
{
    if (n->kind == KP_SIZEOF)
        return;
    if (is_arithmetic(n) && n->n_children == 2)
        look_at(l, n);
    kp_each_child(c, n) visit(l, c);
}

void kp_lint_doubles(struct kp_linter *l)
{
    visit(l, l->f->body);
}
