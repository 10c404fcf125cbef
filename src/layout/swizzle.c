/* Permuted columns: `ws[k][n]` becomes `ws[k][n ^ int(k / 4u % 8 * 4)]`. Chunks of 16 bytes stay in
 * one piece and in their row, so that vectors in them do, too. */
#include "front/tree.h"
#include "layout/laying.h"
#include "model/own_text.h"

/* Arithmetic on constants and plain variables: it may be evaluated twice. */
static bool is_plain(const struct kp_node *n)
{
    switch (n->kind) {
    case KP_REF:
        return n->has_value ||
               (n->sym && (n->sym->kind == KP_SYM_VAR || n->sym->kind == KP_SYM_PARAM) &&
                n->sym->space != KP_SPACE_SHARED && n->type && !n->type->is_volatile &&
                n->type->kind != KP_TYPE_RECORD);
    case KP_INT_LIT:
        return true;
    case KP_MEMBER:
        return kp_builtin_axis(n, "threadIdx") || kp_builtin_axis(n, "blockIdx") ||
               kp_builtin_axis(n, "blockDim") || kp_builtin_axis(n, "gridDim");
    case KP_UNARY:
        if (n->op != KP_OP_MINUS && n->op != KP_OP_PLUS && n->op != KP_OP_NOT)
            return false;
        break;
    case KP_BINARY:
        if (n->op == KP_OP_COMMA || n->op == KP_OP_LAND || n->op == KP_OP_LOR)
            return false;
        break;
    case KP_CAST:
    case KP_INDEX:
        break;
    default:
        return false;
    }
    kp_each_child(c, n) if (!is_plain(c)) return false;
    return true;
}

/* The index expression of the array's element that the reference names. */
static const struct kp_node *element_of(const struct kp_sym *s, const struct kp_node *ref)
{
    const struct kp_node *e = ref;

    for (unsigned i = 0; i < s->n_dims; i++)
        e = e->parent;
    return e;
}

static bool can_permute_in(struct kp_laying *m, const struct kp_sym *s, const struct kp_node *n)
{
    if (n->kind == KP_REF && n->sym == s) {
        const struct kp_node *column = kp_child(element_of(s, n), 1);
        const struct kp_node *row = kp_child(element_of(s, n)->first, 1);

        return !n->file && !n->from_macro && kp_owns_text(m->u, row) &&
               kp_owns_text(m->u, column) && is_plain(row) && is_plain(column);
    }
    kp_each_child(c, n) if (!can_permute_in(m, s, c)) return false;
    return true;
}

bool kp_can_swizzle(struct kp_laying *m, const struct kp_laid_array *a)
{
    return a->sym->n_dims > 1 && KP_CHUNK % a->element == 0 &&
           kp_names_elements(m->f, a->sym, m->f->body, true) &&
           can_permute_in(m, a->sym, m->f->body);
}

/* Names, numbers and what has brackets of its own. */
static bool is_primary(const struct kp_node *n)
{
    return n->kind == KP_REF || n->kind == KP_INT_LIT || n->kind == KP_MEMBER ||
           n->kind == KP_INDEX;
}

static const char *in_brackets(struct kp_laying *m, const struct kp_node *n)
{
    const char *text = kp_span_text(m->u, n->span);

    return is_primary(n) ? text : kp_sprintf(m->u->arena, "(%s)", text);
}

/* ` ^ int(k / 4u % 8 * 4)`, of the type that the column has without it. */
static const char *term(struct kp_laying *m, const struct kp_laid_array *a,
                        const struct kp_node *row)
{
    int64_t elements = KP_CHUNK / a->element;
    struct kp_str out = kp_str_new(m->u->arena);

    kp_str_addf(&out, " ^ int(%s", in_brackets(m, row));
    if (a->to.every > 1)
        kp_str_addf(&out, " / %lldu %% %lld", (long long)a->to.every, (long long)a->to.chunks);
    else
        kp_str_addf(&out, " %% %lldu", (long long)a->to.chunks);
    if (elements > 1)
        kp_str_addf(&out, " * %lld", (long long)elements);
    kp_str_add(&out, ")");
    return kp_str_text(&out);
}

void kp_print_swizzle(struct kp_laying *m, struct kp_patches *p, const struct kp_laid_array *a,
                      const struct kp_node *n)
{
    if (n->kind == KP_REF && n->sym == a->sym) {
        const struct kp_node *column = kp_child(element_of(a->sym, n), 1);
        const struct kp_node *row = kp_child(element_of(a->sym, n)->first, 1);
        bool is_open = !is_primary(column);

        if (is_open)
            kp_patch(m->u, p, column->span.begin, column->span.begin, "(");
        kp_patch(m->u, p, column->span.end, column->span.end,
                 kp_sprintf(m->u->arena, "%s%s", is_open ? ")" : "", term(m, a, row)));
    }
    kp_each_child(c, n) kp_print_swizzle(m, p, a, c);
}

/* True if the node is the column of an element of an array whose columns are permuted: in the new
 * text, whose symbols have the numbers of the old one's, that is what has been printed. */
static bool is_permuted(const struct kp_laying *m, const struct kp_node *n)
{
    const struct kp_node *e = n->parent, *base = e;

    if (n->kind != KP_BINARY || n->op != KP_OP_XOR || !e || e->kind != KP_INDEX || e->first == n)
        return false;
    while (base->kind == KP_INDEX)
        base = base->first;
    for (size_t i = 0; base->kind == KP_REF && base->sym && i < m->arrays.n; i++) {
        const struct kp_sym *s = m->arrays.v[i].sym;

        if (m->arrays.v[i].to.chunks && kp_as_written(base->sym)->id == s->id)
            return element_of(s, base) == e;
    }
    return false;
}

/* True if the node is in the term that was added to a column. */
static bool is_in_term(const struct kp_laying *m, const struct kp_node *n)
{
    for (; n && n->parent; n = n->parent)
        if (is_permuted(m, n->parent) && n->parent->first != n)
            return true;
    return false;
}

/* True if it only computes or reads. */
static bool is_quiet(const struct kp_value *v)
{
    static const enum kp_fn_class classes[] = {
#define KP_FN(name, class) KP_FN_CLASS_##class,
#include "fn/fn_op.def"
    };

    return !v->is_volatile &&
           (v->op == KP_FN_LOAD || (classes[v->op] == KP_FN_CLASS_VALUE && kp_fn_passes_on(v)));
}

bool kp_is_of_swizzle(const struct kp_laying *m, const struct kp_fn *fn, kp_val id)
{
    const struct kp_value *v = kp_fn_value(fn, id);

    if (!v->node || v->site || !is_quiet(v))
        return false;
    if (is_in_term(m, v->node))
        return true;
    return is_permuted(m, v->node) &&
           (v->op == KP_FN_XOR || (v->op == KP_FN_CAST && kp_is_of_swizzle(m, fn, v->operand[0]) &&
                                   is_in_term(m, kp_fn_value(fn, v->operand[0])->node)));
}
