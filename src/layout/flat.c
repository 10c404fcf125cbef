/* Arrays of one dimension whose rows the code computes: `As[row * BK + col]`. A number that is a
 * factor in the computation of an address, and that divides the array, may be the length of its
 * rows. Whether it is one is not concluded here: the text in which it is larger is compared with
 * the original (same.c). */
#include "emit/emit.h"
#include "front/tree.h"
#include "layout/laying.h"
#include "model/eval.h"
#include "model/own_text.h"

enum { MOST_STRIDES = 6 };

struct search {
    struct kp_laying *m;
    struct kp_laid_array *a;
    bool *seen;
    KP_VEC(kp_val) next;
};

/* The text of a number; NULL: it has none that can be changed. */
static const char *text_of(const struct kp_laying *m, const struct kp_node *n)
{
    n = kp_node_as_written(n);
    return !n->file && kp_is_inside(n, m->f->body) && kp_owns_text(m->u, n)
               ? kp_span_text(m->u, n->span)
               : NULL;
}

static struct kp_stride *stride_of(struct kp_laid_array *a, struct kp_arena *arena,
                                   const char *text, int64_t bytes)
{
    for (size_t i = 0; i < a->strides.n; i++)
        if (a->strides.v[i].row == bytes && kp_streq(a->strides.v[i].text, text))
            return &a->strides.v[i];
    if (a->strides.n == MOST_STRIDES)
        return NULL;
    kp_push(arena, &a->strides, ((struct kp_stride){.text = text, .row = bytes}));
    return &a->strides.v[a->strides.n - 1];
}

/* A factor of a product, if it may be the length of a row. */
static void see_factor(struct search *s, const struct kp_node *n)
{
    struct kp_laid_array *a = s->a;
    const char *text;
    struct kp_stride *stride;
    int64_t value;

    if (!n || !kp_eval(n, NULL, &value) || value < 2 || value > a->bytes / a->element ||
        a->bytes % (value * a->element) != 0 || !(text = text_of(s->m, n)))
        return;
    stride = stride_of(a, s->m->u->arena, text, value * a->element);
    if (stride && !kp_has_node(&stride->at, kp_node_as_written(n)))
        kp_add_node(s->m->u, &stride->at, kp_node_as_written(n));
}

static void see_factors(struct search *s, const struct kp_node *n)
{
    if (n->kind == KP_BINARY && n->op == KP_OP_MUL) {
        see_factor(s, kp_child(n, 1));
        see_factor(s, n->first);
    }
    kp_each_child(c, n) see_factors(s, c);
}

static void visit(struct search *s, kp_val id)
{
    const struct kp_fn *fn = s->m->fn;
    const struct kp_value *v;

    id = kp_fn_find(fn, id);
    if (!id || s->seen[id])
        return;
    s->seen[id] = true;
    v = &fn->values.v[id];
    if (!kp_fn_passes_on(v))
        return;
    if (v->node && !v->site && v->op != KP_FN_PHI && v->op != KP_FN_ADDRESS &&
        kp_is_inside(kp_node_as_written(v->node), s->m->f->body))
        see_factors(s, v->node);
    for (unsigned i = 0; i < v->n_operands; i++)
        kp_push(s->m->u->arena, &s->next, v->operand[i]);
}

void kp_find_strides(struct kp_laying *m, struct kp_laid_array *a)
{
    struct search s = {.m = m, .a = a};

    s.seen = kp_new_array(m->u->arena, bool, m->fn->values.n);
    for (size_t i = 0; i < a->at.n; i++)
        kp_push(m->u->arena, &s.next, a->at.v[i].address);
    while (s.next.n)
        visit(&s, s.next.v[--s.next.n]);
}

/* Chooses rows of each length that they may have. */
void kp_choose_strides(struct kp_laying *m, struct kp_laid_array *a, enum kp_laying_effort effort)
{
    for (size_t i = 0; i < a->strides.n; i++) {
        struct kp_stride *s = &a->strides.v[i];

        a->row = s->row;
        a->stride = s;
        if (kp_choose_rows(m, a, effort) && kp_can_lay_out(m, a)) {
            s->more = a->to.more;
            s->before = a->before;
            s->after = a->after;
        }
        a->to = (struct kp_rows){0};
    }
}

void kp_take_stride(struct kp_laid_array *a)
{
    struct kp_stride *best = NULL;

    for (size_t i = 0; i < a->strides.n; i++) {
        struct kp_stride *s = &a->strides.v[i];

        if (s->more && (!best || s->after < best->after))
            best = s;
    }
    a->to = (struct kp_rows){0};
    if (!best)
        return;
    a->stride = best;
    a->row = best->row;
    a->to.more = best->more;
    a->before = best->before;
    a->after = best->after;
    best->more = 0; /* once */
}
