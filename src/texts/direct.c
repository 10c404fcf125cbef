/* Copies into tiles by way of a variable, or over a zero, as single assignments, which can become
 * asynchronous:
 *
 *     float v = c ? A[i] : 0; .. As[t] = v;              As[t] = c ? A[i] : 0;
 *     float v = 0; if (c) v = A[i]; .. As[t] = v;        if (c) As[t] = A[i]; else As[t] = 0;
 *     As[t] = 0; if (c) As[t] = A[i];                    the same
 *
 * registers that loops fill (held.c), and calls that give the value (called.c). What is read is
 * read where it is stored then. Nothing between may change it or what its names mean, and what
 * reads it touches no shared memory. */
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
#include "texts/direct.h"

/* ---- what may move --------------------------------------------------------------------------- */

/* It reads variables and global memory alone. */
bool kp_direct_may_move(struct kp_direct *d, const struct kp_node *n, struct kp_effects *e)
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
bool kp_direct_is_passed(struct kp_direct *d, const struct kp_node *n,
                         const struct kp_effects *moved)
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

bool kp_direct_all_passed(struct kp_direct *d, const struct kp_node *from, const struct kp_node *to,
                          const struct kp_effects *moved)
{
    for (const struct kp_node *n = from->next; n != to; n = n->next)
        if (!n || !kp_direct_is_passed(d, n, moved))
            return false;
    return true;
}

static bool has_directive(struct kp_direct *d, const struct kp_node *from, const struct kp_node *to)
{
    return kp_lex_has_directive(d->u->source.text, from->span.begin, to->span.end);
}

/* ---- the parts ------------------------------------------------------------------------------- */

bool kp_direct_is_same_type(const struct kp_direct *d, const struct kp_node *a,
                            const struct kp_node *b)
{
    const struct kp_type *x = kp_lvalue_type(a), *y = kp_lvalue_type(b);

    if (b->kind == KP_COND && kp_is_left_open(y)) /* of two values of one type, of that type */
        return kp_direct_is_same_type(d, a, kp_child(b, 1)) &&
               kp_direct_is_same_type(d, a, kp_child(b, 2));
    return x && y && x->canonical[0] != '<' && /* <dependent type> */
           kp_streq(kp_plain_type(d->u->arena, x->canonical),
                    kp_plain_type(d->u->arena, y->canonical));
}

/* `T v = ..;` in front of the statement, in the same block, v being a variable for nothing else. */
static const struct kp_node *declaration_of(struct kp_direct *d, const struct kp_node *name,
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
static const struct kp_node *only_assignment(struct kp_direct *d, const struct kp_node *n)
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

static const char *text_of(struct kp_direct *d, const struct kp_node *n)
{
    return kp_span_text(d->u, n->span);
}

static void remove_lines(struct kp_direct *d, const struct kp_node *n)
{
    struct kp_span s = kp_lines_of(d->u, n);

    kp_patch(d->u, d->patches, s.begin, s.end, "");
}

/* ---- the forms ------------------------------------------------------------------------------- */

/* float v = c ? A[i] : 0; */
static bool take_value(struct kp_direct *d, const struct kp_node *store,
                       const struct kp_node *block)
{
    const struct kp_node *name = kp_child(store, 1);
    const struct kp_node *var = declaration_of(d, name, block, 1);
    struct kp_effects e = {0};
    const char *called;

    if (!var ||
        (var->last->kind != KP_COND && var->last->kind != KP_INDEX &&
         (var->last->kind != KP_CALL || !var->last->sym || var->last->sym->is_lambda)) ||
        !kp_direct_is_same_type(d, var, var->last) ||
        !kp_direct_is_same_type(d, var, store->first) || kp_writes_by_itself(store->first) ||
        !kp_direct_may_move(d, var->last, &e) || !kp_direct_all_passed(d, var->parent, store, &e) ||
        has_directive(d, var->parent, store) ||
        !kp_means_the_same(d->u, var->last, var->parent, store))
        return false;
    called = kp_called_value(d, var->last);
    if (var->last->kind == KP_CALL && !called)
        return false;
    remove_lines(d, var->parent);
    kp_patch(d->u, d->patches, name->span.begin, name->span.end,
             called ? called : text_of(d, var->last));
    return true;
}

static void write_choice(struct kp_direct *d, const struct kp_node *n,
                         const struct kp_node *condition, const struct kp_node *dest,
                         const struct kp_node *value, const struct kp_node *other)
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
static bool take_filled(struct kp_direct *d, const struct kp_node *store,
                        const struct kp_node *block)
{
    const struct kp_node *name = kp_child(store, 1), *n, *set = NULL, *value;
    const struct kp_node *var = declaration_of(d, name, block, 2);
    struct kp_effects e = {0};

    value = var ? kp_first_value(var) : NULL;
    if (!value || !kp_is_constant_value(d->f, value) || !kp_owns_text(d->u, value) ||
        !kp_direct_is_same_type(d, var, store->first) || kp_writes_by_itself(store->first))
        return false;
    for (n = var->parent->next; n != store; n = n->next)
        if ((set = only_assignment(d, n)) && set->first->kind == KP_REF &&
            set->first->sym == name->sym)
            break;
    if (n == store || !kp_direct_is_same_type(d, var, kp_child(set, 1)) ||
        !kp_direct_may_move(d, kp_child(n, 1), &e) ||
        !kp_direct_may_move(d, kp_child(set, 1), &e) || !kp_direct_all_passed(d, n, store, &e) ||
        has_directive(d, n, store) || !kp_means_the_same(d->u, value, var->parent, store))
        return false;
    for (const struct kp_node *c = n->next; c != store; c = c->next)
        if (c->kind == KP_DECL_STMT &&
            !kp_is_assertion(d->u, c)) /* what the condition names might be another thing */
            return false;
    remove_lines(d, var->parent);
    remove_lines(d, n);
    write_choice(d, store, kp_child(n, 1), store->first, kp_child(set, 1), value);
    return true;
}

/* As[t] = 0; if (c) As[t] = A[i]; */
static bool take_over_zero(struct kp_direct *d, const struct kp_node *store)
{
    const struct kp_node *n = store->next, *set = n ? only_assignment(d, n) : NULL;
    const struct kp_node *zero = kp_child(store, 1);
    struct kp_effects e = {0};

    if (!set || !kp_is_constant_value(d->f, zero) || !kp_owns_text(d->u, zero) ||
        !kp_same_expr(store->first, set->first) || kp_writes_by_itself(store->first) ||
        !kp_direct_is_same_type(d, store->first, kp_child(set, 1)) ||
        !kp_direct_may_move(d, kp_child(n, 1), &e) ||
        !kp_direct_may_move(d, kp_child(set, 1), &e) || has_directive(d, store, n))
        return false;
    remove_lines(d, store);
    write_choice(d, n, kp_child(n, 1), store->first, kp_child(set, 1), zero);
    return true;
}

/* ---- the loop -------------------------------------------------------------------------------- */

static void take_store(struct kp_direct *d, const struct kp_node *store,
                       const struct kp_node *block)
{
    const struct kp_copy *copy = kp_copy_at(d->l, store);

    if (!copy || copy->chained || store->kind != KP_ASSIGN || store->op != KP_OP_ASSIGN ||
        store->from_macro || !kp_owns_text(d->u, store) || !kp_owns_lines(d->u, store) ||
        kp_is_argument(d->u, store->span))
        return;
    if ((copy->form == KP_COPY_FILL && take_over_zero(d, store)) ||
        (copy->form == KP_COPY_VALUE &&
         (take_value(d, store, block) || take_filled(d, store, block) || kp_take_held(d, store) ||
          kp_take_called(d, store))))
        kp_add_sym(d->u, d->tiles, copy->tile->sym);
}

static void take_all(struct kp_direct *d, const struct kp_node *n)
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

/* The passes, up to one, on the text in which the loops' copies are made so; NULL: nothing changes.
 */
static struct kp_unit *made_direct(struct kp_unit *u, bool *wanted, void *data, enum kp_pass last)
{
    struct kp_span all = {0, (uint32_t)u->source.size};
    const char **own = kp_new_array(u->arena, const char *, u->loops.n + 1);
    struct kp_syms *tiles = data;
    struct kp_patches p = {0};
    bool says_values = false, drops_registers = false;
    struct kp_texts of_instances = {0};
    struct kp_unit *v;
    const char *text;

    for (size_t i = 0; i < u->loops.n; i++) {
        struct kp_loop *l = u->loops.v[i];
        struct kp_direct d = {.u = u, .f = kp_func_get(u, l->function, false), .l = l};

        d.patches = &p;
        d.tiles = &tiles[i];

        tiles[i] = (struct kp_syms){0};
        if (wanted[i] && d.f)
            take_all(&d, kp_loop_body(l->node));
        says_values |= d.says_values;
        if (d.rests_on_instances)
            kp_add_text(u->arena, &of_instances, l->function->qualified);
        drops_registers |= d.drops_registers;
        wanted[i] = tiles[i].list.n;
        if (wanted[i])
            own[i] = kp_sprintf(u->arena, "%s%s", kp_drop_held(&d), kp_own_text(u, l));
    }
    if (!p.list.n)
        return NULL;
    text = kp_render(u, all, &p);
    v = kp_unit_derive(u);
    v->is_direct = true;
    v->says_values |= says_values;
    v->drops_registers |= drops_registers;
    v->own_loops = own;
    kp_rest_on_instances(v, &of_instances);
    return kp_pipeline_derived(u, v, text, strlen(text), last) ? v : NULL;
}

/* What is too narrow for an asynchronous copy may be widened. */
static bool is_narrow(const struct kp_copy *c)
{
    return c->bytes == 1 || c->bytes == 2;
}

/* True if the copies into the changed tiles can be asynchronous ones. */
static bool may_be_async(struct kp_unit *v, size_t loop, void *data)
{
    const struct kp_syms *tiles = (struct kp_syms *)data + loop;
    const struct kp_loop *l = v->loops.v[loop];

    for (size_t i = 0; i < l->copies.n; i++) {
        const struct kp_copy *c = &l->copies.v[i];

        for (size_t k = 0; c->not_async && !is_narrow(c) && k < tiles->list.n; k++)
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

static bool is_wanted(struct kp_unit *u, size_t i)
{
    const enum kp_variant asked = kp_request_at(u, i).variant;

    return u->loops.v[i]->outcome != KP_REFUSED &&
           (asked == KP_VARIANT_AUTO || asked == KP_VARIANT_CP_ASYNC);
}

bool kp_try_direct(struct kp_unit *u)
{
    struct kp_syms *tiles = kp_new_array(u->arena, struct kp_syms, u->loops.n + 1);

    return !u->is_direct && !u->is_widened &&
           kp_try_wording(u, &(struct kp_wording){KP_WORDS_DIRECT, is_wanted, made_direct,
                                                  may_be_async, is_async, tiles});
}
