/* Copies into tiles by way of a variable, or over a zero, as single assignments, which can become
 * asynchronous:
 *
 *     float v = c ? A[i] : 0; .. As[t] = v;              As[t] = c ? A[i] : 0;
 *     float v = 0; if (c) v = A[i]; .. As[t] = v;        if (c) As[t] = A[i]; else As[t] = 0;
 *     As[t] = 0; if (c) As[t] = A[i];                    the same
 *     for (..) v[i] = A[i]; .. for (..) As[i] = v[i];    for (..) As[i] = A[i];
 *
 * What is read is read where it is stored then. Nothing between may change it or what its names
 * mean, and what reads it touches no shared memory. */
#include "emit/text.h"
#include "front/front.h"
#include "front/lex.h"
#include "front/tree.h"
#include "model/access.h"
#include "model/expr.h"
#include "model/func.h"
#include "model/loop_parts.h"
#include "model/of_loop.h"
#include "model/own_text.h"
#include "emit/emit.h"
#include "model/zero.h"
#include "pipeline.h"
#include "plan/plan.h"
#include "texts/texts.h"

struct direct {
    struct kp_unit *u;
    struct kp_func *f;
    const struct kp_loop *l;
    struct kp_patches *patches;
    struct kp_syms *tiles; /* into which copies are made so */
    struct kp_syms held;   /* variables that nothing names any longer */
};

/* ---- what may move --------------------------------------------------------------------------- */

/* It reads variables and global memory alone. */
static bool may_move(struct direct *d, const struct kp_node *n, struct kp_effects *e)
{
    kp_effects_of(d->f, n, e);
    for (size_t i = 0; i < e->access.n; i++) {
        const struct kp_access *a = &e->access.v[i];

        if (a->mode != KP_READ || a->space == KP_SPACE_SHARED || !kp_is_known_object(a))
            return false;
    }
    return !e->control.n;
}

/* The statement stores to shared memory and to variables that are not read by what moves past it.
 */
static bool is_passed(struct direct *d, const struct kp_node *n, const struct kp_effects *moved)
{
    struct kp_effects e = {0};

    kp_effects_of(d->f, n, &e);
    for (size_t i = 0; i < e.access.n; i++) {
        const struct kp_access *a = &e.access.v[i];

        if (!kp_is_store(a))
            continue;
        if (a->mode == KP_ATOMIC || !kp_is_known_object(a) ||
            (a->space != KP_SPACE_SHARED && a->space != KP_SPACE_LOCAL))
            return false;
        for (size_t k = 0; a->space == KP_SPACE_LOCAL && k < moved->access.n; k++)
            if (moved->access.v[k].base == a->base)
                return false;
    }
    return !e.control.n;
}

static bool all_passed(struct direct *d, const struct kp_node *from, const struct kp_node *to,
                       const struct kp_effects *moved)
{
    for (const struct kp_node *n = from->next; n != to; n = n->next)
        if (!n || !is_passed(d, n, moved))
            return false;
    return true;
}

static bool has_directive(struct direct *d, const struct kp_node *from, const struct kp_node *to)
{
    return kp_lex_has_directive(d->u->source.text, from->span.begin, to->span.end);
}

/* ---- the parts ------------------------------------------------------------------------------- */

static bool is_same_type(struct direct *d, const struct kp_node *a, const struct kp_node *b)
{
    const struct kp_type *x = kp_lvalue_type(a), *y = kp_lvalue_type(b);

    return x && y &&
           kp_streq(kp_plain_type(d->u->arena, x->canonical),
                    kp_plain_type(d->u->arena, y->canonical));
}

/* `T v = ..;` in front of the statement, in the same block, v being a variable for nothing else. */
static const struct kp_node *declaration_of(struct direct *d, const struct kp_node *name,
                                            const struct kp_node *block, unsigned refs)
{
    const struct kp_sym *s = name->kind == KP_REF ? name->sym : NULL;
    const struct kp_node *var = s ? s->decl : NULL;

    if (!var || var->kind != KP_VAR || !var->has_init || s->is_static || s->n_dims ||
        !var->parent || var->parent->kind != KP_DECL_STMT || var->parent->parent != block ||
        var->parent->n_children != 1 || var->from_macro || !kp_owns_text(d->u, var->last) ||
        (s->type && s->type->kind == KP_TYPE_REFERENCE) || kp_count_refs(d->f->body, s) != refs)
        return NULL;
    return var;
}

/* `if (c) to = value;` of plain expressions, without an else; NULL: it is something else. */
static const struct kp_node *only_assignment(struct direct *d, const struct kp_node *n)
{
    const struct kp_node *then;

    if (n->kind != KP_IF || kp_child(n, 0)->kind != KP_NONE || kp_child(n, 1)->kind == KP_VAR ||
        kp_child(n, 3)->kind != KP_NONE || n->is_constexpr_if || n->from_macro)
        return NULL;
    then = kp_child(n, 2);
    if (then->kind == KP_COMPOUND)
        then = then->first == then->last ? then->first : NULL;
    return then && then->kind == KP_ASSIGN && then->op == KP_OP_ASSIGN && !then->from_macro &&
                   kp_owns_text(d->u, then) && kp_owns_text(d->u, kp_child(n, 1))
               ? then
               : NULL;
}

static const char *text_of(struct direct *d, const struct kp_node *n)
{
    return kp_span_text(d->u, n->span);
}

static void remove_lines(struct direct *d, const struct kp_node *n)
{
    struct kp_span s = kp_lines_of(d->u, n);

    kp_patch(d->u, d->patches, s.begin, s.end, "");
}

/* ---- the forms ------------------------------------------------------------------------------- */

/* float v = c ? A[i] : 0; */
static bool take_value(struct direct *d, const struct kp_node *store, const struct kp_node *block)
{
    const struct kp_node *name = kp_child(store, 1);
    const struct kp_node *var = declaration_of(d, name, block, 1);
    struct kp_effects e = {0};

    if (!var || (var->last->kind != KP_COND && var->last->kind != KP_INDEX) ||
        !is_same_type(d, var, var->last) || !is_same_type(d, var, store->first) ||
        kp_writes_by_itself(store->first) || !may_move(d, var->last, &e) ||
        !all_passed(d, var->parent, store, &e) || has_directive(d, var->parent, store) ||
        !kp_means_the_same(d->u, var->last, var->parent, store))
        return false;
    remove_lines(d, var->parent);
    kp_patch(d->u, d->patches, name->span.begin, name->span.end, text_of(d, var->last));
    return true;
}

static void write_choice(struct direct *d, const struct kp_node *n, const struct kp_node *condition,
                         const struct kp_node *dest, const struct kp_node *value,
                         const struct kp_node *other)
{
    const char *nl = kp_newline(d->u), *unit = kp_indent_unit(d->u, d->l->node), *in = "";
    const uint32_t end = kp_stmt_end(d->u, n);

    if (kp_heads_line(d->u, n->span.begin))
        in =
            kp_span_text(d->u, (struct kp_span){kp_line_begin(d->u, n->span.begin), n->span.begin});
    kp_patch(d->u, d->patches, n->span.begin, end,
             kp_sprintf(d->u->arena, "if (%s)%s%s%s%s = %s;%s%selse%s%s%s%s = %s;",
                        text_of(d, condition), nl, in, unit, text_of(d, dest), text_of(d, value),
                        nl, in, nl, in, unit, text_of(d, dest), text_of(d, other)));
}

/* float v = 0; if (c) v = A[i]; */
static bool take_filled(struct direct *d, const struct kp_node *store, const struct kp_node *block)
{
    const struct kp_node *name = kp_child(store, 1), *n, *set = NULL;
    const struct kp_node *var = declaration_of(d, name, block, 2);
    struct kp_effects e = {0};

    if (!var || !kp_is_constant_value(d->f, var->last) || !is_same_type(d, var, store->first) ||
        kp_writes_by_itself(store->first))
        return false;
    for (n = var->parent->next; n != store; n = n->next)
        if ((set = only_assignment(d, n)) && set->first->kind == KP_REF &&
            set->first->sym == name->sym)
            break;
    if (n == store || !is_same_type(d, var, kp_child(set, 1)) || !may_move(d, kp_child(n, 1), &e) ||
        !may_move(d, kp_child(set, 1), &e) || !all_passed(d, n, store, &e) ||
        has_directive(d, n, store) || !kp_means_the_same(d->u, var->last, var->parent, store))
        return false;
    for (const struct kp_node *c = n->next; c != store; c = c->next)
        if (c->kind == KP_DECL_STMT) /* what the condition names might be another thing */
            return false;
    remove_lines(d, var->parent);
    remove_lines(d, n);
    write_choice(d, store, kp_child(n, 1), store->first, kp_child(set, 1), var->last);
    return true;
}

/* As[t] = 0; if (c) As[t] = A[i]; */
static bool take_over_zero(struct direct *d, const struct kp_node *store)
{
    const struct kp_node *n = store->next, *set = n ? only_assignment(d, n) : NULL;
    const struct kp_node *zero = kp_child(store, 1);
    struct kp_effects e = {0};

    if (!set || !kp_is_constant_value(d->f, zero) || !kp_owns_text(d->u, zero) ||
        !kp_same_expr(store->first, set->first) || kp_writes_by_itself(store->first) ||
        !is_same_type(d, store->first, kp_child(set, 1)) || !may_move(d, kp_child(n, 1), &e) ||
        !may_move(d, kp_child(set, 1), &e) || has_directive(d, store, n))
        return false;
    remove_lines(d, store);
    write_choice(d, n, kp_child(n, 1), store->first, kp_child(set, 1), zero);
    return true;
}

/* ---- loops that fill a variable, and loops that store it ------------------------------------- */

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

static bool find_nest(struct direct *d, const struct kp_node *outer, struct nest *nest)
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
static const struct kp_node *outermost(const struct direct *d, const struct kp_node *n)
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

static bool is_same_header(const struct direct *d, const struct kp_node *a, const struct kp_node *b)
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
static bool counts_alike(struct direct *d, const struct nest *a, const struct nest *b,
                         struct kp_effects *e)
{
    for (size_t i = 0; i < a->n; i++) {
        if (!is_same_header(d, a->loops[i], b->loops[i]) ||
            !kp_streq(a->counts[i].v->name, b->counts[i].v->name))
            return false;
        kp_effects_of(d->f, kp_loop_init(a->loops[i]), e);
        kp_effects_of(d->f, kp_loop_condition(a->loops[i]), e);
        kp_effects_of(d->f, kp_loop_step(a->loops[i]), e);
    }
    return a->n == b->n;
}

/* The variable of which the innermost statement has an element for itself in each iteration: the
 * one that all counters choose, or a constant one in no loop. */
static const struct kp_sym *element_of(struct direct *d, const struct nest *nest,
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
static bool is_holder(struct direct *d, const struct kp_sym *s)
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
static bool has_pragmas_alone(struct direct *d, const struct kp_node *from,
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

static void remove_with_pragma(struct direct *d, const struct kp_node *n)
{
    const struct kp_span pragma = kp_pragma_before(d->u, n), s = kp_lines_of(d->u, n);
    const uint32_t begin = pragma.end <= pragma.begin          ? s.begin
                           : kp_heads_line(d->u, pragma.begin) ? kp_line_begin(d->u, pragma.begin)
                                                               : pragma.begin;

    kp_patch(d->u, d->patches, begin, s.end, "");
}

static bool may_take_held(struct direct *d, const struct nest *set, const struct nest *to)
{
    const struct kp_node *held = set->inner->first, *value = kp_child(set->inner, 1);
    const struct kp_node *name = kp_child(to->inner, 1);
    struct kp_effects e = {0};

    return (set->n || kp_same_expr(held, name)) && kp_owns_text(d->u, value) &&
           !kp_writes_by_itself(to->inner->first) && kp_owns_text(d->u, name) &&
           is_same_type(d, held, value) && is_same_type(d, value, to->inner->first) &&
           may_move(d, value, &e) && counts_alike(d, set, to, &e) &&
           all_passed(d, set->outer, to->outer, &e) && is_passed(d, to->outer, &e) &&
           has_pragmas_alone(d, set->outer, to->outer) &&
           kp_means_the_same(d->u, value, set->outer, to->outer);
}

/* for (..) v[i] = A[i]; .. for (..) As[i] = v[i]; */
static bool take_held(struct direct *d, const struct kp_node *store)
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
                 text_of(d, kp_child(set.inner, 1)));
        return true;
    }
    return false;
}

/* ---- the loop -------------------------------------------------------------------------------- */

static void take_store(struct direct *d, const struct kp_node *store, const struct kp_node *block)
{
    const struct kp_copy *copy = kp_copy_at(d->l, store);

    if (!copy || copy->chained || store->kind != KP_ASSIGN || store->op != KP_OP_ASSIGN ||
        store->from_macro || !kp_owns_text(d->u, store) || !kp_owns_lines(d->u, store) ||
        kp_is_argument(d->u, store->span))
        return;
    if ((copy->form == KP_COPY_FILL && take_over_zero(d, store)) ||
        (copy->form == KP_COPY_VALUE &&
         (take_value(d, store, block) || take_filled(d, store, block) || take_held(d, store))))
        kp_add_sym(d->u, d->tiles, copy->tile->sym);
}

static void take_all(struct direct *d, const struct kp_node *n)
{
    if (n->file || n->kind == KP_LAMBDA)
        return;
    kp_each_child(c, n)
    {
        if (n->kind == KP_COMPOUND || (n->kind == KP_FOR && c == kp_loop_body(n)))
            take_store(d, c, n);
        take_all(d, c);
    }
}

/* The type's objects begin unset and end without running code. */
static bool is_plain(const struct kp_type *t)
{
    while (t && t->kind == KP_TYPE_ARRAY)
        t = t->elem;
    return kp_is_number(t) ||
           (t && t->kind == KP_TYPE_RECORD && t->starts_unset && !t->ends_in_code);
}

/* True if the statement declares variables that nothing names any longer and does nothing else. */
static bool declares_held(struct direct *d, const struct kp_node *n)
{
    kp_each_child(v, n) if (v->kind != KP_VAR || v->has_init || !kp_has_sym(&d->held, v->sym) ||
                            !is_plain(v->sym->type)) return false;
    return kp_owns_lines(d->u, n);
}

/* Removes the declarations of such variables. Those in front of the loop, in its block, are
 * returned as text, for the loop as it was written. */
static const char *remove_declarations(struct direct *d)
{
    struct kp_str own = kp_str_new(d->u->arena);

    for (size_t i = 0; i < d->held.list.n; i++) {
        const struct kp_node *var = d->held.list.v[i]->decl, *n = var->parent;

        if (n->kind != KP_DECL_STMT || n->first != var || !declares_held(d, n))
            continue;
        if (n->parent == d->l->node->parent && kp_means_the_same(d->u, var, n->next, d->l->node))
            kp_str_addf(&own, "%s%s", kp_text_as_written(d->u, n), kp_newline(d->u));
        else if (!kp_is_inside(n, d->l->node))
            continue;
        remove_lines(d, n);
    }
    return kp_str_text(&own);
}

/* The passes, up to one, on the text in which the loops' copies are made so; NULL: nothing changes.
 */
static struct kp_unit *made_direct(struct kp_unit *u, bool *wanted, void *data, enum kp_pass last)
{
    struct kp_span all = {0, (uint32_t)u->source.size};
    const char **own = kp_new_array(u->arena, const char *, u->loops.n + 1);
    struct kp_syms *tiles = data;
    struct kp_patches p = {0};
    struct kp_unit *v;
    const char *text;

    for (size_t i = 0; i < u->loops.n; i++) {
        struct kp_loop *l = u->loops.v[i];
        struct direct d = {.u = u, .f = kp_func_get(u, l->function, false), .l = l};

        d.patches = &p;
        d.tiles = &tiles[i];

        tiles[i] = (struct kp_syms){0};
        if (wanted[i] && d.f)
            take_all(&d, kp_loop_body(l->node));
        wanted[i] = tiles[i].list.n;
        if (wanted[i])
            own[i] = kp_sprintf(u->arena, "%s%s", remove_declarations(&d), kp_own_text(u, l));
    }
    if (!p.list.n)
        return NULL;
    text = kp_render(u, all, &p);
    v = kp_unit_derive(u);
    v->is_direct = true;
    v->own_loops = own;
    return kp_pipeline_derived(u, v, text, strlen(text), last) ? v : NULL;
}

/* True if the copies into the changed tiles can be asynchronous ones. */
static bool may_be_async(struct kp_unit *v, size_t loop, void *data)
{
    const struct kp_syms *tiles = (struct kp_syms *)data + loop;
    const struct kp_loop *l = v->loops.v[loop];

    for (size_t i = 0; i < l->copies.n; i++) {
        const struct kp_copy *c = &l->copies.v[i];

        for (size_t k = 0; c->not_async && k < tiles->list.n; k++)
            if (kp_streq(c->tile->sym->name, tiles->list.v[k]->name))
                return false;
    }
    return l->outcome != KP_REFUSED;
}

/* True if all of them have asynchronous copies. */
static bool is_async(struct kp_unit *v, size_t loop, void *data)
{
    const struct kp_syms *tiles = (struct kp_syms *)data + loop;
    const struct kp_loop *l = v->loops.v[loop];

    for (size_t k = 0; k < tiles->list.n; k++) {
        bool found = false;

        for (size_t i = 0; i < l->tiles.n; i++)
            found |= l->tiles.v[i]->variant == KP_VARIANT_CP_ASYNC &&
                     kp_streq(l->tiles.v[i]->sym->name, tiles->list.v[k]->name);
        if (!found)
            return false;
    }
    return l->outcome == KP_REWRITTEN;
}

bool kp_try_direct(struct kp_unit *u)
{
    struct kp_syms *tiles = kp_new_array(u->arena, struct kp_syms, u->loops.n + 1);
    const struct kp_wording w = {made_direct, may_be_async, is_async, tiles};
    bool *wanted = kp_new_array(u->arena, bool, u->loops.n + 1);
    struct kp_unit *v;

    if (u->is_direct || u->is_widened)
        return false;
    for (size_t i = 0; i < u->loops.n; i++) {
        enum kp_variant asked = kp_request_at(u, i).variant;

        wanted[i] = u->loops.v[i]->outcome != KP_REFUSED &&
                    (asked == KP_VARIANT_AUTO || asked == KP_VARIANT_CP_ASYNC);
    }
    v = kp_best_wording(u, KP_WORDS_DIRECT, &w, wanted);
    if (v)
        kp_unit_adopt(u, v);
    return v;
}
