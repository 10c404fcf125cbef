/* Registers that loops fill and other loops store, as part of direct.c:
 *
 *     for (..) v[i] = A[i]; .. for (..) As[i] = v[i];    for (..) As[i] = A[i];
 *
 * Both sets of loops have the same headers, and each iteration an element for itself. */
#include "front/front.h"
#include "front/lex.h"
#include "front/tree.h"
#include "model/expr.h"
#include "model/func.h"
#include "model/loop_parts.h"
#include "model/of_loop.h"
#include "model/own_text.h"
#include "emit/emit.h"
#include "texts/direct.h"

enum { MOST_LOOPS = 3 };

/* A statement in loops around nothing else. */
struct nest {
    const struct kp_node *outer, *inner;
    const struct kp_node *loops[MOST_LOOPS];
    struct kp_counted counts[MOST_LOOPS];
    size_t n;
};

static const struct kp_node *only_statement(const struct kp_node *n)
{
    return n->kind != KP_COMPOUND ? n : n->first == n->last ? n->first : NULL;
}

static bool find_nest(struct kp_direct *d, const struct kp_node *outer, struct nest *nest)
{
    const struct kp_node *n = outer;

    *nest = (struct nest){.outer = outer};
    for (; n && n->kind == KP_FOR; n = only_statement(kp_loop_body(n))) {
        if (nest->n == MOST_LOOPS || n->from_macro ||
            !kp_counts_by_itself(d->f, n, &nest->counts[nest->n]) ||
            kp_loop_init(n)->kind != KP_DECL_STMT)
            return false;
        nest->loops[nest->n++] = n;
    }
    nest->inner = n;
    return n && n->kind != KP_COMPOUND;
}

/* The outermost loop around the statement and nothing else; the statement itself where none is. */
static const struct kp_node *outermost(const struct kp_direct *d, const struct kp_node *n)
{
    const struct kp_node *p = n->parent;

    while (p && p != d->l->node && (p->kind == KP_FOR || p->kind == KP_COMPOUND)) {
        if (p->kind == KP_FOR)
            n = p;
        else if (p->first != p->last)
            break;
        p = p->parent;
    }
    return n;
}

static bool is_same_header(const struct kp_direct *d, const struct kp_node *a,
                           const struct kp_node *b)
{
    const uint32_t a_end = kp_loop_body(a)->span.begin, b_end = kp_loop_body(b)->span.begin;
    const char *text = d->u->source.text;
    struct kp_token s = {.end = a->span.begin}, t = {.end = b->span.begin};

    do {
        s = kp_lex_code(text, s.end, a_end);
        t = kp_lex_code(text, t.end, b_end);
        if (s.kind != t.kind || s.end - s.begin != t.end - t.begin ||
            memcmp(text + s.begin, text + t.begin, s.end - s.begin) != 0)
            return false;
    } while (s.kind != KP_TOKEN_END);
    return true;
}

/* Both loops give their counters the same values: what else their headers read is added to what
 * moves. */
static bool counts_alike(struct kp_direct *d, const struct nest *a, const struct nest *b,
                         struct kp_effects *e)
{
    if (a->n != b->n)
        return false;
    for (size_t i = 0; i < a->n; i++) {
        if (!is_same_header(d, a->loops[i], b->loops[i]) ||
            !kp_streq(a->counts[i].v->name, b->counts[i].v->name))
            return false;
        kp_effects_of(d->f, kp_loop_init(a->loops[i]), e);
        kp_effects_of(d->f, kp_loop_condition(a->loops[i]), e);
        kp_effects_of(d->f, kp_loop_step(a->loops[i]), e);
    }
    return true;
}

/* The variable of which the innermost statement has an element for itself in each iteration: the
 * one that all counters choose, or a constant one in no loop. */
static const struct kp_sym *element_of(struct kp_direct *d, const struct nest *nest,
                                       const struct kp_node *n)
{
    struct kp_effects e = {0};

    if (!nest->n) {
        kp_effects_of(d->f, n, &e);
        return e.access.n == 1 && !e.control.n && e.access.v[0].space == KP_SPACE_LOCAL &&
                       !e.access.v[0].through_pointer
                   ? e.access.v[0].base
                   : NULL;
    }
    for (size_t i = nest->n; i-- > 0; n = n->first)
        if (n->kind != KP_INDEX || kp_child(n, 1)->kind != KP_REF ||
            kp_child(n, 1)->sym != nest->counts[i].v)
            return NULL;
    return n->kind == KP_REF && n->sym && n->sym->n_dims == nest->n ? n->sym : NULL;
}

/* A variable of the thread's that the load phase sets and reads once each, for nobody else: compute
 * uses it, if at all, with values of its own. */
static bool is_holder(struct kp_direct *d, const struct kp_sym *s)
{
    unsigned in_load = 0;

    if (!s || !s->decl || s->decl->kind != KP_VAR || s->is_static || !s->type ||
        s->type->kind == KP_TYPE_REFERENCE || s->type->is_volatile || s->space != KP_SPACE_LOCAL ||
        kp_is_carried(d->l, s) || kp_count_refs(d->f->body, s) != kp_count_refs(d->l->node, s))
        return false;
    for (size_t i = 0; i < d->l->stmts.n; i++) {
        const struct kp_stmt *x = &d->l->stmts.v[i];
        const unsigned refs = x->in_load ? kp_count_refs(x->node, s) : 0;

        if (refs && x->in_compute)
            return false;
        in_load += refs;
    }
    return in_load == 2;
}

/* Between the statements, and in them, there are no directives but the pragmas of loops. */
static bool has_pragmas_alone(struct kp_direct *d, const struct kp_node *from,
                              const struct kp_node *to)
{
    for (const struct kp_node *n = from; n != to; n = n->next) {
        const struct kp_span pragma = kp_pragma_before(d->u, n->next);

        if (!kp_owns_lines(d->u, n) ||
            kp_lex_has_directive(d->u->source.text, n->span.end,
                                 pragma.end > pragma.begin ? pragma.begin : n->next->span.begin))
            return false;
    }
    return kp_owns_lines(d->u, to);
}

static void remove_with_pragma(struct kp_direct *d, const struct kp_node *n)
{
    const struct kp_span pragma = kp_pragma_before(d->u, n), s = kp_lines_of(d->u, n);
    const uint32_t begin = pragma.end <= pragma.begin          ? s.begin
                           : kp_heads_line(d->u, pragma.begin) ? kp_line_begin(d->u, pragma.begin)
                                                               : pragma.begin;

    kp_patch(d->u, d->patches, begin, s.end, "");
}

static bool may_take_held(struct kp_direct *d, const struct nest *set, const struct nest *to)
{
    const struct kp_node *held = set->inner->first, *value = kp_child(set->inner, 1);
    const struct kp_node *name = kp_child(to->inner, 1);
    struct kp_effects e = {0};

    return (set->n || kp_same_expr(held, name)) && kp_owns_text(d->u, value) &&
           !kp_writes_by_itself(to->inner->first) && kp_owns_text(d->u, name) &&
           kp_direct_is_same_type(d, held, value) &&
           kp_direct_is_same_type(d, value, to->inner->first) && kp_direct_may_move(d, value, &e) &&
           counts_alike(d, set, to, &e) && kp_direct_all_passed(d, set->outer, to->outer, &e) &&
           kp_direct_is_passed(d, to->outer, &e) && has_pragmas_alone(d, set->outer, to->outer) &&
           kp_means_the_same(d->u, value, set->outer, to->outer);
}

/* for (..) v[i] = A[i]; .. for (..) As[i] = v[i]; */
bool kp_take_held(struct kp_direct *d, const struct kp_node *store)
{
    const struct kp_node *name = kp_child(store, 1);
    struct nest to, set;
    const struct kp_sym *v;

    if (!find_nest(d, outermost(d, store), &to) || to.inner != store ||
        to.outer->parent->kind != KP_COMPOUND || !is_holder(d, v = element_of(d, &to, name)))
        return false;
    for (const struct kp_node *n = to.outer->parent->first; n != to.outer; n = n->next) {
        if (!find_nest(d, n, &set) || set.inner->kind != KP_ASSIGN ||
            set.inner->op != KP_OP_ASSIGN || set.inner->from_macro ||
            element_of(d, &set, set.inner->first) != v)
            continue;
        if (!may_take_held(d, &set, &to))
            return false;
        remove_with_pragma(d, n);
        if (kp_count_refs(d->f->body, v) == 2)
            kp_add_sym(d->u, &d->held, v);
        kp_patch(d->u, d->patches, name->span.begin, name->span.end,
                 kp_node_text(d->u, kp_child(set.inner, 1)));
        return d->drops_registers = true;
    }
    return false;
}

/* ---- their declarations -------------------------------------------------------------------------
 */

/* The type's objects begin unset and end without running code. */
static bool is_plain(const struct kp_type *t)
{
    while (t && t->kind == KP_TYPE_ARRAY)
        t = t->elem;
    return kp_is_number(t) ||
           (t && t->kind == KP_TYPE_RECORD && t->starts_unset && !t->ends_in_code);
}

/* True if the statement declares variables that nothing names any longer and does nothing else. */
static bool declares_held(struct kp_direct *d, const struct kp_node *n)
{
    kp_each_child(v, n) if (v->kind != KP_VAR || v->has_init || !kp_has_sym(&d->held, v->sym) ||
                            !is_plain(v->sym->type)) return false;
    return kp_owns_lines(d->u, n);
}

/* Removes the declarations of such variables. Those in front of the loop, in its block, are
 * returned as text, for the loop as it was written. */
const char *kp_drop_held(struct kp_direct *d)
{
    struct kp_str own = kp_str_new(d->u->arena);

    for (size_t i = 0; i < d->held.list.n; i++) {
        const struct kp_node *var = d->held.list.v[i]->decl, *n = var->parent;
        struct kp_span s;

        if (n->kind != KP_DECL_STMT || n->first != var || !declares_held(d, n))
            continue;
        if (n->parent == d->l->node->parent && kp_means_the_same(d->u, var, n->next, d->l->node))
            kp_str_addf(&own, "%s%s", kp_text_as_written(d->u, n), kp_newline(d->u));
        else if (!kp_is_inside(n, d->l->node))
            continue;
        s = kp_lines_of(d->u, n);
        kp_patch(d->u, d->patches, s.begin, s.end, "");
    }
    return kp_str_text(&own);
}
