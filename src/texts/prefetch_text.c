/* The text without a prefetch that is made by hand. */
#include "front/branches.h"
#include "front/front.h"
#include "model/barriers.h"
#include "model/expr.h"
#include "model/types_text.h"
#include "model/written.h"
#include "texts/prefetch.h"

/* ---- without the registers ---------------------------------------------------------------- */

/* The name's variable, if it is one of a block in a statement that is loaded or stored by, and has
 * the value that it is made with; NULL: it is not. */
static const struct kp_node *made_there(const struct kp_handmade *p, const struct kp_node *n)
{
    const struct kp_node *var = n->kind == KP_REF && n->sym ? n->sym->decl : NULL;
    const struct kp_node *block = var && var->parent ? var->parent->parent : NULL;
    bool inside = false;

    if (!var || var->kind != KP_VAR || !var->has_init || var->from_macro || !block ||
        block->kind != KP_COMPOUND || kp_is_changed(p->f, n->sym))
        return NULL;
    for (size_t i = 0; i < p->loads.list.n; i++)
        inside |= kp_is_inside(block, p->loads.list.v[i]);
    for (size_t i = 0; i < p->stores.list.n; i++)
        inside |= kp_is_inside(block, p->stores.list.v[i]);
    return inside ? var : NULL;
}

/* A reference that has a name of its own: to what it is bound. */
static const struct kp_node *bound_there(const struct kp_handmade *p, const struct kp_node *n)
{
    const struct kp_node *var = made_there(p, n);

    return var && var->sym->type && var->sym->type->kind == KP_TYPE_REFERENCE ? var->last : NULL;
}

/* The register that the expression is, or has as an element or a member. */
static const struct kp_sym *held_in(const struct kp_handmade *p, const struct kp_node *n)
{
    const struct kp_node *to;

    while (n->kind == KP_INDEX || (n->kind == KP_MEMBER && !n->is_arrow && n->first) ||
           bound_there(p, n))
        n = (to = bound_there(p, n)) ? to : n->first;
    return n->kind == KP_REF && kp_has_sym(&p->held, n->sym) ? n->sym : NULL;
}

/* A declaration of nothing but names for registers. */
static bool names_registers(const struct kp_handmade *p, const struct kp_node *n)
{
    kp_each_child(v, n) if (v->kind != KP_VAR || !v->has_init || !v->sym->type ||
                            v->sym->type->kind != KP_TYPE_REFERENCE ||
                            !held_in(p, v->last)) return false;
    return n->kind == KP_DECL_STMT;
}

/* The loop around the node, in the statement; NULL: none. *known: nothing else is around it. */
static const struct kp_node *loop_around(const struct kp_handmade *p, const struct kp_node *n,
                                         const struct kp_node *statement, bool *known)
{
    while (n != statement) {
        n = n->parent;
        if (n->kind == KP_FOR)
            return n;
        *known &= n->kind == KP_COMPOUND || (n == statement && kp_is_for_next(p, n));
    }
    return NULL;
}

static bool same_headers(const struct kp_handmade *p, const struct kp_node *a,
                         const struct kp_node *b)
{
    const char *text = p->u->source.text;

    return kp_same_tokens(text + a->span.begin, a->last->span.begin - a->span.begin,
                          text + b->span.begin, b->last->span.begin - b->span.begin);
}

/* True if both are at the same place in loops with equal headers. */
static bool is_likewise(const struct kp_handmade *p, const struct kp_node *a,
                        const struct kp_node *in_a, const struct kp_node *b,
                        const struct kp_node *in_b)
{
    bool known = true;

    do {
        a = loop_around(p, a, in_a, &known);
        b = loop_around(p, b, in_b, &known);
        if (!a || !b || !known)
            return known && !a && !b;
    } while (same_headers(p, a, b));
    return false;
}

/* The text of an expression with what such variables are made with in the place of their names, one
 * step earlier or as it is; NULL: it cannot be written. */
static const char *own_text(const struct kp_handmade *p, const struct kp_node *n, bool back)
{
    struct kp_patches patches = {0};

    if (back && !kp_one_step_back(p, n, &patches))
        return NULL;
    kp_each_below(x, n)
    {
        const struct kp_node *var = made_there(p, x);
        const char *text = var ? own_text(p, var->last, back) : "";

        if (!text || (var && x->from_macro))
            return NULL;
        if (var)
            kp_patch(p->u, &patches, x->span.begin, x->span.end,
                     kp_sprintf(p->u->arena, var->last->kind == KP_REF ? "%s" : "(%s)", text));
    }
    return kp_render(p->u, n->span, &patches);
}

/* The member of the register itself that the expression is, or is in; NULL: none. */
static const struct kp_sym *member_in(const struct kp_handmade *p, const struct kp_node *n)
{
    const struct kp_sym *member = NULL;

    for (const struct kp_node *to; n->kind != KP_REF || bound_there(p, n);
         n = (to = bound_there(p, n)) ? to : n->first)
        member = n->kind == KP_MEMBER ? n->sym : NULL;
    return member && !member->is_of_union ? member : NULL;
}

static bool are_apart(const struct kp_handmade *p, const struct kp_node *a, const struct kp_node *b)
{
    const struct kp_sym *x = member_in(p, a), *y = member_in(p, b);

    return x && y && !kp_streq(x->name, y->name);
}

/* What the register that `n` names in a store has got, if that is known. */
static const struct kp_node *got(const struct kp_handmade *p, const struct kp_node *n,
                                 const struct kp_node *store)
{
    const struct kp_sym *s = held_in(p, n);
    const struct kp_node *value = NULL;
    const char *as = own_text(p, n, false), *text;

    for (size_t i = 0; as && i < p->loads.list.n; i++)
        kp_each_below(x, p->loads.list.v[i])
        {
            if (x->kind != KP_ASSIGN || held_in(p, x->first) != s || are_apart(p, x->first, n))
                continue;
            text = own_text(p, x->first, false);
            if (value || x->op != KP_OP_ASSIGN || x->from_macro || !text || !kp_streq(text, as) ||
                !is_likewise(p, x, p->loads.list.v[i], n->parent, store))
                return NULL;
            value = x->last;
        }
    return value;
}

/* True if each use of the register stores what it has got, as it is. */
static bool is_direct(const struct kp_handmade *p, const struct kp_sym *s)
{
    for (size_t i = 0; i < p->stores.list.n; i++)
        kp_each_below(x, p->stores.list.v[i])
        {
            const struct kp_node *value;

            if (held_in(p, x) != s || held_in(p, x->parent) ||
                names_registers(p, x->parent->parent))
                continue;
            if (x->parent->kind != KP_ASSIGN || x->parent->last != x || x->from_macro ||
                !(value = got(p, x, p->stores.list.v[i])) || !own_text(p, value, true))
                return false;
        }
    return true;
}

/* Puts what the register has got in the place of its name in the store. */
static void forward(struct kp_handmade *p, const struct kp_node *n, const struct kp_node *store,
                    struct kp_patches *patches)
{
    const struct kp_node *value = got(p, n, store);
    const char *text = value ? own_text(p, value, true) : NULL;

    if (text) /* else a part of one that has been replaced */
        kp_patch(p->u, patches, n->span.begin, n->span.end,
                 kp_sprintf(p->u->arena, kp_binds_loosely(value) ? "(%s)" : "%s", text));
}

/* ---- the text ----------------------------------------------------------------------------- */

static void drop(struct kp_handmade *p, struct kp_patches *patches, const struct kp_node *n)
{
    struct kp_span lines = kp_lines_of(p->u, n), pragma = kp_pragma_before(p->u, n);

    if (pragma.end > pragma.begin)
        lines.begin = kp_line_begin(p->u, pragma.begin);
    kp_patch(p->u, patches, lines.begin, lines.end, "");
}

/* A declaration of nothing but names for registers that go. */
static bool names_direct(const struct kp_handmade *p, const struct kp_node *n)
{
    bool all = names_registers(p, n);

    kp_each_child(v, n) all = all && kp_has_sym(&p->direct, held_in(p, v->last));
    return all;
}

/* The text of a statement that the next iteration makes now, and that this one has to make. */
static bool add_text(struct kp_handmade *p, const struct kp_node *n, struct kp_str *out)
{
    struct kp_patches patches = {0};
    const struct kp_node *body = n;

    if (kp_is_for_next(p, n)) {
        body = kp_child(n, 2);
        kp_patch(p->u, &patches, n->span.begin, body->span.begin, "");
    }
    if (!kp_one_step_back(p, body, &patches))
        return false;
    kp_each_below(x, body)
    {
        if (kp_is_any_barrier(p->u, x) || /* it stands behind all stores */
            names_direct(p, x) ||
            (x->kind == KP_ASSIGN && kp_has_sym(&p->direct, held_in(p, x->first))))
            drop(p, &patches, x);
        else if (kp_has_sym(&p->direct, held_in(p, x)) && !names_direct(p, x->parent->parent))
            forward(p, x, n, &patches);
    }
    kp_str_addf(out, "%s%s", kp_text_patched(p->u, n, &patches), kp_newline(p->u));
    return true;
}

/* The same of a statement that loads, without what the stores do by themselves then. */
static bool add_load(struct kp_handmade *p, const struct kp_node *n, struct kp_str *out)
{
    bool any = false;

    kp_each_below(x, n) if (x->kind == KP_ASSIGN && held_in(p, x->first)) any |=
        !kp_has_sym(&p->direct, held_in(p, x->first));
    return !any || add_text(p, n, out);
}

/* True if a moved statement still uses the variable when guards are gone. */
static bool is_needed(const struct kp_handmade *p, const struct kp_node *helper)
{
    for (int stores = 0; stores < 2; stores++) {
        const struct kp_node_set *list = stores ? &p->stores : &p->loads;

        for (size_t i = 0; i < list->list.n; i++)
            if (kp_count_refs(kp_is_for_next(p, list->list.v[i]) ? kp_child(list->list.v[i], 2)
                                                                 : list->list.v[i],
                              helper->first->sym))
                return true;
    }
    return false;
}

/* A declaration of nothing but registers that go. */
static bool is_gone(const struct kp_handmade *p, const struct kp_node *n)
{
    kp_each_child(v, n) if (v->kind != KP_VAR || !kp_has_sym(&p->direct, v->sym)) return false;
    return true;
}

/* A declaration stays without its value; another statement goes. */
static bool drop_before(struct kp_handmade *p, struct kp_patches *patches, const struct kp_node *n)
{
    const struct kp_sym *s = n->kind == KP_DECL_STMT ? n->first->sym : NULL;
    const char *type;

    if (n->kind != KP_DECL_STMT || is_gone(p, n)) {
        drop(p, patches, n);
        return true;
    }
    if (n->n_children != 1 || !s || s->n_dims || !(type = kp_declared_type(p->u, s)))
        return false;
    kp_patch(p->u, patches, n->span.begin, kp_stmt_end(p->u, n),
             kp_sprintf(p->u->arena, "%s%s%s;", type, kp_ends_with(type, "*") ? "" : " ", s->name));
    return true;
}

/* Where what is moved goes: in front of the first statement that stays or stores. */
static const struct kp_node *head_of(const struct kp_handmade *p)
{
    for (size_t i = 0; i < p->l->stmts.n; i++) {
        const struct kp_node *n = kp_statement_of_body(p, p->l->stmts.v[i].node);

        if (!kp_has_node(&p->helpers, n) && (p->at_end || kp_has_node(&p->stores, n)) &&
            !kp_declares_held(p, n))
            return kp_has_node(&p->loads, n) ? p->loads.list.v[0] : n;
    }
    return NULL;
}

static const struct kp_node *barrier_of(const struct kp_handmade *p)
{
    for (size_t i = 0; i < p->l->stmts.n; i++)
        if (p->l->stmts.v[i].is_barrier)
            return p->l->stmts.v[i].node;
    return NULL;
}

static bool add_moved(struct kp_handmade *p, struct kp_str *out)
{
    for (size_t i = 0; i < p->helpers.list.n; i++)
        if (is_needed(p, p->helpers.list.v[i]) && !add_text(p, p->helpers.list.v[i], out))
            return false;
    for (size_t i = 0; i < p->loads.list.n; i++)
        if (!add_load(p, p->loads.list.v[i], out))
            return false;
    for (size_t i = 0; (p->at_end || p->direct.list.n) && i < p->stores.list.n; i++)
        if (!add_text(p, p->stores.list.v[i], out))
            return false;
    return true;
}

/* The barrier behind the stores at the end of the body, which now stand at its begin. */
static void move_barrier(struct kp_handmade *p, struct kp_patches *patches,
                         const struct kp_node *head, struct kp_str *out)
{
    const struct kp_node *barrier = barrier_of(p),
                         *last = p->stores.list.v[p->stores.list.n - 1]->next;

    if (!kp_is_any_barrier(p->u, head))
        kp_str_addf(out, "%s%s", kp_text_as_written(p->u, barrier), kp_newline(p->u));
    for (; last; last = last->next)
        if (kp_is_any_barrier(p->u, last) && last != barrier)
            drop(p, patches, last);
}

bool kp_drop_prefetch(struct kp_handmade *p, struct kp_patches *patches)
{
    const struct kp_node *head = head_of(p);
    struct kp_str out = kp_str_new(p->u->arena);

    for (size_t i = 0; i < p->held.list.n; i++)
        if (is_direct(p, p->held.list.v[i]))
            kp_add_sym(p->u, &p->direct, p->held.list.v[i]);
    if (!head || !barrier_of(p) || !add_moved(p, &out))
        return false;
    if (p->at_end)
        move_barrier(p, patches, head, &out);
    kp_patch(p->u, patches, kp_lines_of(p->u, head).begin, kp_lines_of(p->u, head).begin,
             kp_str_text(&out));
    for (size_t i = 0; i < p->helpers.list.n; i++)
        drop(p, patches, p->helpers.list.v[i]);
    for (size_t i = 0; i < p->loads.list.n; i++)
        drop(p, patches, p->loads.list.v[i]);
    for (size_t i = 0; (p->at_end || p->direct.list.n) && i < p->stores.list.n; i++)
        drop(p, patches, p->stores.list.v[i]);
    for (size_t i = 0; i < p->direct.list.n; i++) {
        const struct kp_node *n = p->direct.list.v[i]->decl->parent;

        if (is_gone(p, n) && n->first->sym == p->direct.list.v[i] && !kp_has_node(&p->before, n))
            drop(p, patches, n);
    }
    for (size_t i = 0; i < p->before.list.n; i++)
        if (!drop_before(p, patches, p->before.list.v[i]))
            return false;
    return true;
}

const char *kp_prefetch_as_written(struct kp_handmade *p)
{
    struct kp_str out = kp_str_new(p->u->arena);

    for (size_t i = 0; i < p->held.list.n; i++) {
        const struct kp_node *n = p->held.list.v[i]->decl->parent;

        if (n->first->sym == p->held.list.v[i] && is_gone(p, n) && !kp_has_node(&p->before, n) &&
            !kp_is_inside(n, p->l->node))
            kp_str_addf(&out, "%s%s", kp_text_as_written(p->u, n), kp_newline(p->u));
    }
    for (const struct kp_node *n = p->before.list.v[0]; n != p->l->node; n = n->next)
        if (kp_has_node(&p->before, n) || kp_is_any_barrier(p->u, n))
            kp_str_addf(&out, "%s%s", kp_text_as_written(p->u, n), kp_newline(p->u));
    kp_str_add(&out, kp_text_as_written(p->u, p->l->node));
    return kp_str_text(&out);
}
