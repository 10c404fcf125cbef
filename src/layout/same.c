/* Checks that the kernel with other rows is the same program: its function IR equals the original's
 * value by value, except for constants and for what permutes columns; the differences only affect
 * addresses of the arrays; and each of these addresses is, for every thread and iteration, that of
 * the same element in both. */
#include <stdlib.h>

#include "layout/laying.h"
#include "model/eval.h"

struct same {
    struct kp_laying *m;
    const struct kp_fn *a, *b; /* the original, the new one */
    kp_val *to;                /* by value of a that is no constant: the one of b */
    bool *differs;             /* by value of a: it may be another one in b */
    const struct kp_node *at;  /* where it is not the same */
};

/* ---- two uses -------------------------------------------------------------------------------- */

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static bool is_constant(const struct kp_fn *fn, kp_val id)
{
    const struct kp_value *v = kp_fn_value(fn, id);

    return id && v->op == KP_FN_CONST && v->type.kind != KP_FN_RECORD;
}

/* True if it permutes columns, and so is not in the original. */
static bool is_added(const struct same *s, kp_val b)
{
    return b && kp_is_of_swizzle(s->m, s->b, b);
}

/* The column that is permuted: what is added is its right operand (swizzle.c). */
static kp_val column_of(const struct same *s, kp_val b)
{
    b = kp_fn_find(s->b, b);
    return is_added(s, b) && s->b->values.v[b].op == KP_FN_XOR
               ? kp_fn_find(s->b, s->b->values.v[b].operand[0])
               : b;
}

/* Two uses: of one value, or of constants, or of a column that is permuted in one. */
static bool same_use(const struct same *s, kp_val a, kp_val b)
{
    const struct kp_fn_type *t, *w;

    a = kp_fn_find(s->a, a);
    b = column_of(s, b);
    t = &s->a->values.v[a].type;
    w = &s->b->values.v[b].type;
    if (is_constant(s->a, a) || is_constant(s->b, b))
        return is_constant(s->a, a) && is_constant(s->b, b) && t->kind == w->kind &&
               t->bytes == w->bytes;
    return s->to[a] == b;
}

/* True if the two may have different values. */
static bool use_differs(const struct same *s, kp_val a, kp_val b)
{
    if (is_added(s, kp_fn_find(s->b, b)))
        return true;
    if (is_constant(s->a, a))
        return kp_fn_value(s->a, a)->imm != kp_fn_value(s->b, b)->imm;
    return s->differs[kp_fn_find(s->a, a)];
}

/* ---- who touches a longer row -----------------------------------------------------------------
 */

static const struct kp_toucher *toucher_of(const struct same *s, kp_val id, unsigned operand)
{
    for (size_t i = 0; i < s->m->arrays.n; i++)
        for (size_t k = 0; k < s->m->arrays.v[i].at.n && kp_is_moved(&s->m->arrays.v[i]); k++)
            if (s->m->arrays.v[i].at.v[k].value == id &&
                s->m->arrays.v[i].at.v[k].operand == operand)
                return &s->m->arrays.v[i].at.v[k];
    return NULL;
}

static bool is_leading(const struct same *s, kp_val id, unsigned operand)
{
    const struct kp_toucher *t;

    for (unsigned i = 0; i < operand; i++)
        if ((t = toucher_of(s, id, i)) && t->touch.lines && operand == 2)
            return true;
    return false;
}

/* ---- one graph ------------------------------------------------------------------------------- */

static bool operand_differs(const struct same *s, kp_val id, unsigned i)
{
    return use_differs(s, s->a->values.v[id].operand[i], s->b->values.v[s->to[id]].operand[i]);
}

static bool same_record(const struct kp_node *a, const struct kp_node *b)
{
    const struct kp_type *t = kp_referred_type(a ? a->type : NULL),
                         *w = kp_referred_type(b ? b->type : NULL);

    if (!t || !w || t->kind != KP_TYPE_RECORD || w->kind != KP_TYPE_RECORD)
        return !t || !w || (t->kind == KP_TYPE_RECORD) == (w->kind == KP_TYPE_RECORD);
    return same_text(t->canonical, w->canonical);
}

/* A call is another one where a class is: that of a fragment or of a group has its size in its
 * name.
 */
static bool same_classes(const struct kp_node *a, const struct kp_node *b)
{
    const struct kp_node *y = b ? b->first : NULL;

    if (!a || !b)
        return a == b;
    if (a->kind != b->kind || !same_record(a, b))
        return false;
    if (a->kind != KP_CALL && a->kind != KP_OPCALL && a->kind != KP_CONSTRUCT)
        return true;
    for (const struct kp_node *x = a->first; x; x = x->next, y = y->next)
        if (!y || !same_record(x, y))
            return false;
    return true;
}

static bool same_value(const struct same *s, kp_val id)
{
    const struct kp_value *x = &s->a->values.v[id], *y = &s->b->values.v[s->to[id]];

    if (x->op != y->op || x->type.kind != y->type.kind || x->type.bytes != y->type.bytes ||
        x->n_operands != y->n_operands || x->imm != y->imm || x->control != y->control ||
        x->is_volatile != y->is_volatile || x->promised != y->promised ||
        !same_text(x->text, y->text) ||
        ((x->op == KP_FN_CALL || x->op == KP_FN_PURE) && !same_classes(x->node, y->node)))
        return false;
    for (unsigned i = 0; i < x->n_operands; i++) {
        struct kp_fn_touch t = kp_fn_touches(s->a, x, i), w = kp_fn_touches(s->b, y, i);

        if (!(same_use(s, x->operand[i], y->operand[i]) || is_leading(s, id, i)) ||
            t.mode != w.mode || t.bytes != w.bytes)
            return false;
    }
    return true;
}

/* The next value of a block that is no constant and not added, from *at on; NONE: there is none. */
static kp_val next_value(const struct same *s, const struct kp_fn *fn, uint32_t block, size_t *at)
{
    const struct kp_fn_block *k = &fn->blocks.v[block];

    while (*at < k->values.n &&
           (is_constant(fn, k->values.v[*at]) || (fn == s->b && is_added(s, k->values.v[*at]))))
        ++*at;
    return *at < k->values.n ? k->values.v[(*at)++] : KP_NO_VAL;
}

static bool pair_values(struct same *s)
{
    if (s->b->unknown || s->a->blocks.n != s->b->blocks.n)
        return false;
    for (uint32_t k = 1; k < s->a->blocks.n; k++) {
        size_t i = 0, j = 0;
        kp_val a, b;

        while ((a = next_value(s, s->a, k, &i))) {
            b = next_value(s, s->b, k, &j);
            s->at = kp_laying_place(&s->a->values.v[a]);
            if (!b || s->a->values.v[a].op != s->b->values.v[b].op)
                return false;
            s->to[a] = b;
        }
        if (next_value(s, s->b, k, &j))
            return false;
    }
    return true;
}

static const struct kp_laid_array *array_of(const struct same *s, int64_t object)
{
    for (size_t i = 0; i < s->m->arrays.n; i++)
        if (kp_is_moved(&s->m->arrays.v[i]) && s->m->arrays.v[i].object == object)
            return &s->m->arrays.v[i];
    return NULL;
}

/* What a variable of the program begins with, and all that this is made of. */
static bool same_tree(const struct kp_node *a, const struct kp_node *b, int depth)
{
    enum { DEEPEST = 64 };
    const struct kp_node *y;
    int64_t was, now;

    if (!a || !b)
        return a == b;
    if (depth == DEEPEST || a->kind != b->kind || a->op != b->op || a->has_value != b->has_value ||
        (a->has_value && a->value != b->value) || !a->type != !b->type ||
        (a->type && !same_text(a->type->canonical, b->type->canonical)))
        return false;
    if (a->kind == KP_SIZEOF)
        return kp_eval(a, NULL, &was) && kp_eval(b, NULL, &now) && was == now;
    y = b->first;
    for (const struct kp_node *x = a->first; x; x = x->next, y = y->next)
        if (!y || !same_tree(x, y, depth + 1))
            return false;
    if (y || a->kind != KP_REF || !a->sym || !b->sym || a->sym->kind != KP_SYM_VAR)
        return !y;
    return same_tree(a->sym->decl, b->sym->decl, depth + 1);
}

/* A static of a template's instance is a variable of its own for each instance, and which instance
 * it is the IR does not say. */
static bool same_variable(const struct kp_object *x, const struct kp_object *y)
{
    return x->sym && y->sym && same_tree(x->sym->decl, y->sym->decl, 0) &&
           (x->is_constant || (!x->sym->pattern && !y->sym->pattern));
}

static bool same_objects(const struct same *s)
{
    if (s->a->objects.n != s->b->objects.n)
        return false;
    for (size_t i = 0; i < s->a->objects.n; i++) {
        const struct kp_object *x = &s->a->objects.v[i], *y = &s->b->objects.v[i];
        const struct kp_laid_array *l = array_of(s, (int64_t)i);
        int64_t bytes = l ? x->bytes / l->row * (l->row + l->to.more) : x->bytes;

        if (x->kind != y->kind || y->bytes != bytes || x->is_constant != y->is_constant ||
            (x->kind == KP_OBJECT_GLOBAL && !same_variable(x, y)))
            return false;
    }
    return true;
}

static bool same_blocks(const struct same *s)
{
    for (uint32_t i = 1; i < s->a->blocks.n; i++) {
        const struct kp_fn_block *x = &s->a->blocks.v[i], *y = &s->b->blocks.v[i];

        if (!same_use(s, x->condition, y->condition) || x->successor[0] != y->successor[0] ||
            x->successor[1] != y->successor[1] || x->guard != y->guard || x->loop != y->loop ||
            !same_use(s, x->joins, y->joins) || x->preds.n != y->preds.n)
            return false;
        for (size_t k = 0; k < x->preds.n; k++)
            if (x->preds.v[k] != y->preds.v[k])
                return false;
    }
    return true;
}

static bool same_loops(const struct same *s)
{
    if (s->a->loops.n != s->b->loops.n || s->a->guards.n != s->b->guards.n ||
        s->a->choices.n != s->b->choices.n)
        return false;
    for (size_t i = 0; i < s->a->choices.n; i++)
        if (!same_use(s, s->a->choices.v[i], s->b->choices.v[i]))
            return false;
    for (uint32_t i = 1; i < s->a->loops.n; i++) {
        const struct kp_fn_loop *x = &s->a->loops.v[i], *y = &s->b->loops.v[i];

        if (x->outer != y->outer || x->header != y->header || x->latch != y->latch ||
            x->tests_last != y->tests_last || !same_use(s, x->condition, y->condition))
            return false;
    }
    for (uint32_t i = 1; i < s->a->guards.n; i++) {
        const struct kp_fn_guard *x = &s->a->guards.v[i], *y = &s->b->guards.v[i];

        if (x->outer != y->outer || x->negated != y->negated ||
            !same_use(s, x->condition, y->condition))
            return false;
    }
    return true;
}

static bool same_graph(struct same *s)
{
    if (!pair_values(s))
        return false;
    for (kp_val id = 1; id < s->a->values.n; id++)
        if (s->to[id] && !same_value(s, id)) {
            s->at = kp_laying_place(&s->a->values.v[id]);
            return false;
        }
    s->at = NULL;
    return same_objects(s) && same_blocks(s) && same_loops(s);
}

/* ---- where the differences go ---------------------------------------------------------------- */

static void spread(struct same *s)
{
    for (bool again = true; again;) {
        again = false;
        for (kp_val id = 1; id < s->a->values.n; id++) {
            const struct kp_value *v = &s->a->values.v[id];
            bool d = false;

            if (s->differs[id] || !s->to[id] || v->op == KP_FN_LOAD || v->op == KP_FN_CALL ||
                v->op == KP_FN_RESULT)
                continue;
            for (unsigned i = 0; i < v->n_operands; i++)
                d = d || operand_differs(s, id, i);
            s->differs[id] = d;
            again = again || d;
        }
    }
}

static bool goes_into_addresses(struct same *s, kp_val id)
{
    const struct kp_value *v = &s->a->values.v[id];
    bool is_used = v->op == KP_FN_LOAD || v->op == KP_FN_STORE || v->op == KP_FN_CLEAR ||
                   v->op == KP_FN_COPY || v->op == KP_FN_CALL || v->op == KP_FN_UNKNOWN;

    for (unsigned i = 0; i < v->n_operands && is_used; i++)
        if (operand_differs(s, id, i) && !toucher_of(s, id, i) && !is_leading(s, id, i)) {
            s->at = kp_laying_place(v);
            return false;
        }
    return true;
}

/* True if no value that control flow depends on has changed. */
static bool keeps_ways(const struct same *s)
{
    for (uint32_t i = 1; i < s->a->blocks.n; i++)
        if (use_differs(s, s->a->blocks.v[i].condition, s->b->blocks.v[i].condition) ||
            use_differs(s, s->a->blocks.v[i].joins, s->b->blocks.v[i].joins))
            return false;
    for (size_t i = 0; i < s->a->choices.n; i++)
        if (use_differs(s, s->a->choices.v[i], s->b->choices.v[i]))
            return false;
    for (uint32_t i = 1; i < s->a->loops.n; i++)
        if (use_differs(s, s->a->loops.v[i].condition, s->b->loops.v[i].condition))
            return false;
    for (uint32_t i = 1; i < s->a->guards.n; i++)
        if (use_differs(s, s->a->guards.v[i].condition, s->b->guards.v[i].condition))
            return false;
    return true;
}

static bool is_contained(struct same *s)
{
    spread(s);
    for (kp_val id = 1; id < s->a->values.n; id++)
        if (s->to[id] && !goes_into_addresses(s, id))
            return false;
    return keeps_ways(s);
}

/* ---- the same elements ----------------------------------------------------------------------- */

struct offsets {
    int64_t *v;
    size_t n, cap;
    bool failed;
    /* the second time: what the first one saw is compared */
    const struct kp_laid_array *array;
    const struct kp_toucher *by;
    size_t next;
};

static void keep(void *to, const struct kp_point *p)
{
    struct offsets *o = to;

    if (o->n == o->cap && !o->failed) {
        int64_t *more = realloc(o->v, (o->cap ? 2 * o->cap : 1024) * sizeof *more);

        o->failed = !more;
        o->v = more ? more : o->v;
        o->cap = more ? (o->cap ? 2 * o->cap : 1024) : o->cap;
    }
    if (!o->failed)
        o->v[o->n++] = p->at;
}

static bool keeps_promise(const struct kp_toucher *t, int64_t was, int64_t now)
{
    return was % t->aligned != 0 || now % t->aligned == 0;
}

/* No thread accesses memory beyond the array, which would belong to another object. */
static bool is_same_element(const struct kp_laid_array *a, const struct kp_toucher *t, int64_t was,
                            int64_t now)
{
    int64_t last = was + (t->touch.lines ? (t->touch.lines - 1) * a->row : 0);

    if (was < 0 || last + t->touch.bytes > a->bytes)
        return true;
    if (!t->touch.bytes)
        return keeps_promise(t, was, now);
    return was % a->row + t->touch.bytes <= a->row && now == kp_moved_to(a, was, &a->to) &&
           keeps_promise(t, was, now) && !(t->touch.lines && a->to.chunks) &&
           kp_stays_whole(a, was, t->touch.bytes, &a->to);
}

static void compare(void *to, const struct kp_point *p)
{
    struct offsets *o = to;

    o->failed =
        o->failed || o->next >= o->n || !is_same_element(o->array, o->by, o->v[o->next], p->at);
    o->next++;
}

static bool is_same_for(const struct same *s, const struct kp_laid_array *a,
                        const struct kp_toucher *t, const struct kp_block_shape *shape)
{
    struct offsets o = {.array = a, .by = t};
    kp_val b = s->to[t->value],
           address =
               t->touch.bytes ? kp_pointer_of(s->b, s->b->values.v[b].operand[t->operand]) : b;
    bool ok = !kp_each_point(s->a, shape, t->value, t->address, 0, keep, &o) && !o.failed &&
              kp_points_into(s->b, address) == a->object &&
              !kp_each_point(s->b, shape, b, address, 0, compare, &o);

    ok = ok && !o.failed && o.next == o.n;
    free(o.v);
    return ok;
}

/* True if, in whatever block, an access that begins inside a row ends there, and its address does
 * not become less aligned. */
static bool fits_any_block(const struct kp_fn *fn, const struct kp_laid_array *a,
                           const struct kp_toucher *t)
{
    const struct kp_value *v = kp_fn_value(fn, t->value);
    bool may_be_unaligned = v->op == KP_FN_LOAD || v->op == KP_FN_STORE;

    if (a->to.more < 0 || a->to.more % t->aligned != 0 || (a->to.chunks && t->aligned > KP_CHUNK))
        return false;
    if (t->touch.bytes <= a->element && !t->touch.lines)
        return true;
    return t->touch.bytes <= t->aligned && a->row % t->aligned == 0 &&
           (!may_be_unaligned || kp_fn_value(fn, t->address)->promised >= t->touch.bytes);
}

/* For all threads that a block may have; where it is not shown for these, for those of the launches
 * in sight: in another block an index of the text would be beyond its dimension, which C++ does not
 * define. */
static bool is_same_everywhere(const struct same *s, const struct kp_laid_array *a,
                               const struct kp_toucher *t)
{
    struct kp_block_shape any = {.count =
                                     s->m->f->sym->launch_max ? s->m->f->sym->launch_max : 1024};

    if (is_same_for(s, a, t, &any))
        return true;
    for (size_t i = 0; i < s->m->n_launched; i++)
        if (!is_same_for(s, a, t, &s->m->launched[i]))
            return false;
    if (!s->m->n_launched)
        return false;
    if (s->m->is_closed || (a->sym->n_dims > 1 && fits_any_block(s->a, a, t) &&
                            kp_names_elements(s->m->f, a->sym, s->m->f->body, true)))
        return true;
    s->m->wants_clone = true;
    return false;
}

static bool has_new_rows(const struct same *s, const struct kp_laid_array *a,
                         const struct kp_toucher *t)
{
    kp_val b = s->to[t->value];
    int64_t n;

    return !t->touch.lines || (kp_fn_is_const(s->b, s->b->values.v[b].operand[2], &n) &&
                               n * t->touch.unit == a->row + a->to.more);
}

static struct kp_laid_array *any_laid(struct kp_laying *m)
{
    for (size_t i = 0; i < m->arrays.n; i++)
        if (kp_is_moved(&m->arrays.v[i]))
            return &m->arrays.v[i];
    return NULL;
}

bool kp_is_laid_out(struct kp_laying *m, const struct kp_fn *fn, struct kp_laid_array **culprit)
{
    struct same s = {.m = m, .a = m->fn, .b = fn};

    *culprit = any_laid(m);
    s.differs = kp_new_array(m->u->arena, bool, m->fn->values.n);
    s.to = kp_new_array(m->u->arena, kp_val, m->fn->values.n);
    if (!same_graph(&s) || !is_contained(&s))
        return kp_refuse_layout(m, KP_CODE_KP913, s.at, (*culprit)->sym->name);
    for (size_t i = 0; i < m->arrays.n; i++) {
        struct kp_laid_array *a = &m->arrays.v[i];

        *culprit = a;
        for (size_t k = 0; k < a->at.n && kp_is_moved(a); k++) {
            const struct kp_node *at = kp_laying_place(kp_fn_value(m->fn, a->at.v[k].value));

            if (!has_new_rows(&s, a, &a->at.v[k]))
                return kp_refuse_layout(m, KP_CODE_KP915, at, a->sym->name);
            if (!is_same_everywhere(&s, a, &a->at.v[k]))
                return kp_refuse_layout(m, KP_CODE_KP912, at, a->sym->name);
        }
    }
    return true;
}
