/* The text with other rows: `As[BM][BK]` becomes `As[BM][BK + 4]`, and so do the expressions for
 * the distance between rows of a matrix. */
#include <stdlib.h>

#include "emit/emit.h"
#include "front/tree.h"
#include "layout/laying.h"
#include "model/eval.h"
#include "model/own_text.h"

/* The last dimension, in the instance: its value is known. */
static const struct kp_node *last_dimension(const struct kp_laying *m,
                                            const struct kp_laid_array *a)
{
    const struct kp_sym *s = m->fn->objects.v[a->object].sym;

    return s->decl && a->sym->n_dims ? kp_child(s->decl, a->sym->n_dims - 1) : NULL;
}

/* An operator that binds less than +. */
static bool is_loose(const struct kp_node *n)
{
    return n->kind == KP_COND || n->kind == KP_ASSIGN ||
           (n->kind == KP_BINARY && n->op != KP_OP_ADD && n->op != KP_OP_SUB &&
            n->op != KP_OP_MUL && n->op != KP_OP_DIV && n->op != KP_OP_REM);
}

static const struct kp_node *leading_argument(const struct kp_laying *m, const struct kp_toucher *t)
{
    const struct kp_value *v = kp_fn_value(m->fn, t->value);

    const struct kp_node *n = v->node && v->node->kind == KP_CALL ? kp_argument(v->node, 2) : NULL;

    return kp_node_as_written(n);
}

static bool has_leading(struct kp_laying *m, const struct kp_laid_array *a,
                        const struct kp_toucher *t)
{
    const struct kp_value *v = kp_fn_value(m->fn, t->value);
    const struct kp_node *n = t->touch.lines ? leading_argument(m, t) : NULL;
    int64_t value;

    if (!t->touch.lines)
        return true;
    return (n && !n->file && kp_is_inside(n, m->f->body) && kp_owns_text(m->u, n) &&
            kp_fn_is_const(m->fn, t->touch.leading, &value) && value * t->touch.unit == a->row &&
            a->to.more % t->touch.unit == 0) ||
           kp_refuse_layout(m, KP_CODE_KP915, kp_laying_place(v), a->sym->name);
}

/* The factor of a product that is written as the length of a row is. */
static const struct kp_node *factor_of(const struct kp_laying *m, const struct kp_node *n,
                                       const struct kp_stride *stride, int64_t length)
{
    const struct kp_node *found;
    int64_t value;

    if (n->kind == KP_BINARY && n->op == KP_OP_MUL)
        return (found = factor_of(m, kp_child(n, 1), stride, length))
                   ? found
                   : factor_of(m, n->first, stride, length);
    return kp_eval(n, NULL, &value) && value == length &&
                   kp_owns_text(m->u, kp_node_as_written(n)) &&
                   kp_streq(kp_span_text(m->u, kp_node_as_written(n)->span), stride->text)
               ? n
               : NULL;
}

bool kp_can_lay_out(struct kp_laying *m, struct kp_laid_array *a)
{
    const struct kp_node *dim = last_dimension(m, a), *decl = a->sym->decl;
    int64_t n;

    if (!dim || decl->file || decl->from_macro || decl->parent->kind != KP_DECL_STMT ||
        decl->parent->from_macro || !kp_eval(dim, NULL, &n) ||
        n * a->element != (a->stride ? a->bytes : a->row) ||
        !kp_owns_text(m->u, kp_node_as_written(dim)) || kp_is_argument(m->u, decl->parent->span))
        return kp_refuse_layout(
            m, KP_CODE_KP914, decl,
            kp_sprintf(m->u->arena, "the declaration of '%s' cannot be rewritten", a->sym->name));
    for (size_t i = 0; i < a->at.n; i++)
        if (!has_leading(m, a, &a->at.v[i]))
            return false;
    return true;
}

/* `BN + 4` with 4 less is `BN`; NULL: the text does not end so. */
static const char *without(struct kp_laying *m, const struct kp_node *n, int64_t less)
{
    const struct kp_node *last = n->kind == KP_BINARY && n->op == KP_OP_ADD ? n->last : NULL;
    const char *first;

    if (!last || last->kind != KP_INT_LIT || last->value < less || !kp_owns_text(m->u, last) ||
        n->span.end != last->span.end ||
        !kp_streq(kp_span_text(m->u, (struct kp_span){n->first->span.end, last->span.begin}),
                  " + "))
        return NULL;
    first = kp_span_text(m->u, (struct kp_span){n->span.begin, n->first->span.end});
    return last->value > less
               ? kp_sprintf(m->u->arena, "%s + %lld", first, (long long)(last->value - less))
               : first;
}

/* The text of a number that is larger by `more`. */
static const char *larger_by(struct kp_laying *m, const struct kp_node *n, int64_t more)
{
    const char *text = kp_span_text(m->u, n->span);
    const char *shorter = more < 0 ? without(m, n, -more) : NULL;

    if (shorter || !more)
        return shorter ? shorter : text;
    return kp_sprintf(m->u->arena, is_loose(n) ? "(%s) %c %lld" : "%s %c %lld", text,
                      more < 0 ? '-' : '+', llabs((long long)more));
}

static void add_to(struct kp_laying *m, struct kp_patches *p, const struct kp_node *n, int64_t more)
{
    kp_patch(m->u, p, n->span.begin, n->span.end, larger_by(m, n, more));
}

static void add_to_factor(struct kp_laying *m, struct kp_patches *p, const struct kp_node *n,
                          int64_t more)
{
    kp_patch(m->u, p, n->span.begin, n->span.begin, "(");
    kp_patch(m->u, p, n->span.end, n->span.end,
             kp_sprintf(m->u->arena, " + %lld)", (long long)more));
}

/* The declaration; and what computes rows in an array of one dimension. */
static void lengthen(struct kp_laying *m, struct kp_patches *p, const struct kp_laid_array *a,
                     struct kp_node_set *done)
{
    const struct kp_node *dim = last_dimension(m, a), *factor;
    int64_t more = a->to.more / a->element;

    if (!a->stride) {
        if (more)
            add_to(m, p, kp_node_as_written(dim), more);
        return;
    }
    if ((factor = factor_of(m, dim, a->stride, a->row / a->element)))
        add_to_factor(m, p, kp_node_as_written(factor), more);
    else
        add_to(m, p, kp_node_as_written(dim), a->bytes / a->row * more);
    for (size_t i = 0; i < a->stride->at.list.n; i++)
        if (!kp_has_node(done, a->stride->at.list.v[i])) {
            kp_add_node(m->u, done, a->stride->at.list.v[i]);
            add_to_factor(m, p, a->stride->at.list.v[i], more);
        }
}

static bool is_of_literals(const struct kp_node *n)
{
    kp_each_below(x, n) if (x->from_macro ||
                            (x->kind != KP_INT_LIT && x->kind != KP_BINARY)) return false;
    return true;
}

/* The permutation stays in each row, whatever constants become. */
static void assert_row(struct kp_laying *m, const struct kp_laid_array *a, const char *indent,
                       struct kp_str *out)
{
    const struct kp_node *dim = kp_node_as_written(last_dimension(m, a));
    const char *text = larger_by(m, dim, a->to.more / a->element);
    bool is_sum = strchr(text, ' ');

    if (!is_of_literals(dim))
        kp_str_addf(
            out,
            "static_assert(%s%s%s %% %lld == 0, \"kpipe: the columns of %s are permuted\");%s%s",
            is_sum ? "(" : "", text, is_sum ? ")" : "",
            (long long)(a->to.chunks * KP_CHUNK / a->element), a->sym->name, kp_newline(m->u),
            indent);
}

/* The comment above a declaration, for all arrays that it declares. */
static void explain(struct kp_laying *m, struct kp_patches *p, const struct kp_node *stmt)
{
    struct kp_str out = kp_str_new(m->u->arena);
    const char *between = "// kpipe " KP_VERSION ": layout: ";
    const char *indent = kp_indent_of(m->u, stmt->span.begin);

    for (size_t i = 0; i < m->arrays.n; i++) {
        const struct kp_laid_array *a = &m->arrays.v[i];

        if (!kp_is_moved(a) || a->sym->decl->parent != stmt)
            continue;
        kp_str_add(&out, between);
        between = ", ";
        if (a->to.more)
            kp_str_addf(&out, "rows of %s have %lld elements %s", a->sym->name,
                        llabs((long long)(a->to.more / a->element)),
                        a->to.more < 0 ? "less" : "more");
        if (a->to.chunks)
            kp_str_addf(&out, "%scolumns of %s are permuted", a->to.more ? ", " : "", a->sym->name);
    }
    kp_str_addf(&out, " (revert this change to undo)%s%s", kp_newline(m->u), indent);
    for (size_t i = 0; i < m->arrays.n; i++)
        if (m->arrays.v[i].to.chunks && m->arrays.v[i].sym->decl->parent == stmt)
            assert_row(m, &m->arrays.v[i], indent, &out);
    kp_patch(m->u, p, stmt->span.begin, stmt->span.begin, kp_str_text(&out));
}

void kp_print_layout(struct kp_laying *m, struct kp_patches *patches)
{
    struct kp_node_set done = {0};

    for (size_t i = 0; i < m->arrays.n; i++) {
        const struct kp_laid_array *a = &m->arrays.v[i];

        if (!kp_is_moved(a))
            continue;
        lengthen(m, patches, a, &done);
        if (a->to.chunks)
            kp_print_swizzle(m, patches, a, m->f->body);
        for (size_t k = 0; k < a->at.n; k++) {
            const struct kp_node *n =
                a->at.v[k].touch.lines ? leading_argument(m, &a->at.v[k]) : NULL;

            if (!n || kp_has_node(&done, n))
                continue;
            kp_add_node(m->u, &done, n);
            add_to(m, patches, n, a->to.more / a->at.v[k].touch.unit);
        }
        if (!kp_has_node(&done, a->sym->decl->parent)) {
            kp_add_node(m->u, &done, a->sym->decl->parent);
            explain(m, patches, a->sym->decl->parent);
        }
    }
}
