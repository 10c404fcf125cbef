/* The copies of the load slice: stores into tiles with their guards, the global reads that feed
 * them, and the loops around both. */
#include "front/tree.h"
#include "model/access.h"
#include "model/copying.h"
#include "model/expr.h"
#include "model/flow.h"
#include "model/func.h"
#include "model/loop_parts.h"
#include "model/of_loop.h"
#include "model/steady.h"
#include "model/steps.h"
#include "model/waited.h"
#include "model/written.h"

/* One object only: an lvalue that may be in two tiles is nobody's copy. */
static bool is_ambiguous(const struct kp_copying *c, const struct kp_node *lvalue)
{
    struct kp_objs objects = {0};

    kp_lvalue_objs(c->f, lvalue, &objects);
    return objects.list.n != 1;
}

static struct kp_tile *tile_of(const struct kp_copying *c, const struct kp_node *lvalue)
{
    struct kp_objs objects = {0};

    kp_lvalue_objs(c->f, lvalue, &objects);
    for (size_t i = 0; i < objects.list.n; i++)
        for (size_t k = 0; k < c->l->tiles.n; k++)
            if (objects.list.v[i].sym == c->l->tiles.v[k]->sym)
                return c->l->tiles.v[k];
    return NULL;
}

/* ---- what kind of copy -------------------------------------------------------------------- */

bool kp_same_bits(const struct kp_node *dest, const struct kp_node *source)
{
    const struct kp_type *d = kp_lvalue_type(dest), *s = kp_lvalue_type(source);

    if (!d || !s || d->kind != s->kind)
        return false;
    if (d->kind == KP_TYPE_DEPENDENT) /* of one parameter, a value's in all instances that count */
        return d->size > 0 && d->decl == s->decl && kp_is_type_parameter(d) &&
               kp_is_type_parameter(s);
    if (d->kind == KP_TYPE_INT || d->kind == KP_TYPE_FLOAT)
        return d->size == s->size && d->size > 0;
    return kp_streq(kp_base_name(d), kp_base_name(s));
}

/* True if what is read has the same bits when it has been a value of the type that `way` has. A
 * wider type of its kind has all of its values; an int that was a float, or a short, may be no more
 * what it was. */
static bool comes_through(const struct kp_node *read, const struct kp_node *way)
{
    const struct kp_type *r = kp_lvalue_type(read), *w = kp_lvalue_type(way);

    if (!r || !w || r->kind != w->kind || (r->kind != KP_TYPE_INT && r->kind != KP_TYPE_FLOAT))
        return kp_same_bits(way, read);
    return r->size > 0 &&
           (w->size > r->size ? r->is_unsigned || !w->is_unsigned
                              : w->size == r->size && w->is_unsigned == r->is_unsigned);
}

/* A load whose address an asynchronous copy could take. */
static bool is_addressable(const struct kp_copying *c, const struct kp_node *n)
{
    return kp_is_site(c, n) && !kp_is_read_call(c, n);
}

/* The variable of a temporary that this very store uses up: `float4 v = p[i]; tile = v;`. */
static const struct kp_node *only_load_of(struct kp_copying *c, const struct kp_node *value)
{
    const struct kp_node *var = value->kind == KP_REF && value->sym ? value->sym->decl : NULL;

    if (!var || var->kind != KP_VAR || !var->has_init || !var->parent ||
        var->parent->kind != KP_DECL_STMT || var->parent->n_children != 1 ||
        !kp_is_inside(var, c->l->node) || !is_addressable(c, var->last) ||
        !comes_through(var->last, var) ||
        var->parent->next != c->stmt) /* nothing in between may move the address */
        return NULL;
    return kp_count_refs(c->l->node, value->sym) == 1 ? var : NULL;
}

/* A number of the type, or a value of the type parameter. */
static bool is_of_type(const struct kp_node *read, const struct kp_type *t)
{
    const struct kp_type *r = kp_lvalue_type(read);

    if (!r || !t || r->kind != t->kind)
        return false;
    if (r->kind == KP_TYPE_DEPENDENT)
        return kp_is_type_parameter(r) && kp_is_type_parameter(t) && r->decl && r->decl == t->decl;
    return (r->kind == KP_TYPE_INT || r->kind == KP_TYPE_FLOAT) && r->size > 0 &&
           r->size == t->size && r->is_unsigned == t->is_unsigned;
}

/* `c ? read : other` of one type parameter: the choice has its type, too. */
static bool is_of_one_parameter(const struct kp_node *read, const struct kp_node *other)
{
    const struct kp_type *t = kp_lvalue_type(other);

    return kp_is_type_parameter(t) && is_of_type(read, t);
}

/* The value without casts to the type that it has: `static_cast<T>(p[i])` of a T. Only those of
 * their own text: what a macro says of them may be more. */
static const struct kp_node *without_casts(const struct kp_node *value)
{
    while (value && value->kind == KP_CAST && !value->is_place && !value->from_macro &&
           is_of_type(value->first, kp_lvalue_type(value)))
        value = value->first;
    return value;
}

static void classify(struct kp_copying *c, struct kp_copy *copy)
{
    const struct kp_node *value = without_casts(copy->value), *yes, *var;

    copy->form = KP_COPY_VALUE;
    if (!value)
        return;
    if (is_addressable(c, value)) {
        copy->form = KP_COPY_DIRECT;
        copy->source = value;
    } else if (value->kind == KP_COND && (yes = without_casts(kp_child(value, 1))) &&
               value == copy->value && is_addressable(c, yes) &&
               !kp_is_site(c, kp_child(value, 2)) &&
               (comes_through(yes, value) || is_of_one_parameter(yes, kp_child(value, 2)))) {
        copy->form = KP_COPY_SELECT;
        copy->source = yes;
        copy->select = (struct kp_guard){value->first, false};
    } else if ((var = only_load_of(c, value))) {
        copy->form = KP_COPY_TEMP;
        copy->source = var->last;
        copy->temp_decl = var;
    } else {
        size_t before = c->l->sites.n;

        kp_find_sites(c, value);
        if (c->l->sites.n == before && !kp_uses_loop_data(c->l, value))
            copy->form = KP_COPY_FILL;
        c->l->sites.n = before;
    }
}

/* `X[t] = (Y[t] = value)`, tiles both */
static bool is_chain(const struct kp_copying *c, const struct kp_node *n)
{
    const struct kp_node *value = n->kind == KP_ASSIGN ? kp_child(n, 1) : NULL;

    return value && n->op == KP_OP_ASSIGN && value->kind == KP_ASSIGN &&
           value->op == KP_OP_ASSIGN && tile_of(c, n->first) && tile_of(c, value->first);
}

static bool is_chained(const struct kp_copying *c, const struct kp_node *n)
{
    return is_chain(c, n) || (n->parent && is_chain(c, n->parent) && kp_child(n->parent, 1) == n);
}

/* What a name of the body is set to, if its value would still be the same: it has no other, or only
 * the copy reads it, behind the statement that sets it. */
static const struct kp_node *named(const struct kp_copying *c, const struct kp_node *name)
{
    const struct kp_node *var = name->sym ? name->sym->decl : NULL;

    if (!var || var->kind != KP_VAR || !var->has_init || name->sym->is_static ||
        !kp_is_inside(var, c->l->node) || !var->parent || var->parent->kind != KP_DECL_STMT)
        return NULL;
    return (var->parent->n_children == 1 && var->parent->next == c->stmt &&
            kp_count_refs(c->l->node, name->sym) == 1) ||
                   (kp_single_definition(c->f, name->sym) && kp_is_still_so(c->f, c->l, var, name))
               ? var->last
               : NULL;
}

/* What the address is of, by whatever names and casts it comes: &X[i] or something else. */
static const struct kp_node *behind_names(const struct kp_copying *c, const struct kp_node *to)
{
    const struct kp_node *n = to;

    while (n) {
        to = n;
        n = to->kind == KP_CALL           ? kp_address_as_number(c->u, to)
            : !kp_holds_address(to->type) ? NULL
            : to->kind == KP_CAST         ? to->first
            : to->kind == KP_REF          ? named(c, to)
                                          : NULL;
    }
    return to;
}

/* Goes by the address that it is given, which may be an integer. One into two arrays is nobody's.
 */
static void take_async(const struct kp_copying *c, struct kp_copy *copy)
{
    struct kp_async_rule rule = kp_async_part(c->u, copy->node);
    const struct kp_node *to = kp_async_operand(copy->node, rule.to), *place;
    struct kp_objs objects = {0};

    kp_value_objs(c->f, to, &objects);
    copy->form = KP_COPY_HELPER;
    if (objects.list.n != 1)
        return;
    place = behind_names(c, to);
    copy->is_address = place->kind != KP_UNARY || place->op != KP_OP_ADDR;
    copy->dest = copy->is_address ? to : place->first;
    copy->bytes = kp_async_number(copy->node, &rule);
    copy->form = KP_COPY_ASYNC;
}

static void add_copy(struct kp_copying *c, const struct kp_node *n, const struct kp_node *dest,
                     const struct kp_node *value, struct kp_tile *tile)
{
    struct kp_copy copy = {.tile = tile, .node = n, .dest = dest, .value = value, .bytes = -1};

    copy.chained = is_chained(c, n);
    if (kp_async_part(c->u, n).kind == KP_ASYNC_COPY)
        take_async(c, &copy);
    else if (n->kind == KP_ASSIGN && n->op == KP_OP_ASSIGN && !is_ambiguous(c, dest)) {
        copy.bytes = kp_lvalue_bytes(dest);
        if (copy.chained)
            copy.form = KP_COPY_VALUE;
        else
            classify(c, &copy);
    } else
        copy.form = KP_COPY_HELPER;
    kp_push_all(c, &copy.guards, &c->guards);
    kp_push_all(c, &copy.loops, &c->loops);
    copy.irregular = c->loops.n && kp_leaves(c->loops.v[0]);
    copy.not_async = kp_why_not_async(c->f, c->l, &copy);
    kp_push(c->u->arena, &c->l->copies, copy);
}

/* ---- walking the slice -------------------------------------------------------------------- */

static void visit(struct kp_copying *c, const struct kp_node *n);

/* Of `v + c < b` the c, NULL when v stands alone; false when it is neither. */
static bool compares(const struct kp_node *left, const struct kp_sym *v,
                     const struct kp_node **ahead)
{
    const struct kp_node *a = left->first, *b = kp_child(left, 1);

    *ahead = NULL;
    if (left->kind == KP_REF)
        return left->sym == v;
    if (left->kind != KP_BINARY || left->op != KP_OP_ADD)
        return false;
    *ahead = a->kind == KP_REF && a->sym == v ? b : a;
    return (a->kind == KP_REF && a->sym == v) != (b->kind == KP_REF && b->sym == v);
}

/* True for a variable of the function's that is named in the loop alone, and that each trip sets
 * before it reads it: it might as well be declared in the body. */
static bool is_of_one_trip(struct kp_copying *c, const struct kp_sym *s, const struct kp_node *loop)
{
    long left = KP_FLOW_STEPS;
    struct kp_flow flow;

    return s->kind == KP_SYM_VAR && s->space == KP_SPACE_LOCAL && !s->is_static && s->decl &&
           kp_is_inside(s->decl, c->f->body) && !kp_is_exposed(c->f->body, s) &&
           kp_count_refs(c->f->body, s) == kp_count_refs(kp_loop_body(loop), s) &&
           kp_flow_of(c->f, kp_loop_body(loop), s, &left, &flow) && kp_set_empty(&flow.exposed);
}

/* True if the loop writes nothing but tiles and what is of one trip of it, and its counter in its
 * step alone. *keeps: a variable that it writes besides; NULL: none is known. */
static bool keeps_to_itself(struct kp_copying *c, const struct kp_node *loop,
                            const struct kp_sym *counter, const struct kp_sym **keeps)
{
    struct kp_effects e = {0};

    if (!counter->type || counter->type->kind != KP_TYPE_INT ||
        kp_may_write(c->f, kp_loop_body(loop), counter))
        return false;
    kp_effects_of(c->f, loop, &e);
    for (size_t i = 0; i < e.access.n; i++) {
        const struct kp_access *a = &e.access.v[i];

        if (kp_is_store(a) && a->space != KP_SPACE_SHARED &&
            (a->space != KP_SPACE_LOCAL || !a->base ||
             (!kp_declared_in(a->base, loop) && !is_of_one_trip(c, a->base, loop)))) {
            *keeps = a->space == KP_SPACE_LOCAL ? a->base : NULL;
            return false;
        }
    }
    return true;
}

/* True if the body jumps by nothing but `if (..) break;`, a statement of its own. */
static bool leaves_by_tests(const struct kp_node *body)
{
    kp_each_child(c, body)
    {
        const struct kp_node *yes = c->kind == KP_IF ? kp_child(c, 2) : NULL;

        while (yes && yes->kind == KP_COMPOUND && yes->first && yes->first == yes->last)
            yes = yes->first;
        if (kp_leaves(c) && !(yes && yes->kind == KP_BREAK && kp_child(c, 3)->kind == KP_NONE &&
                              kp_child(c, 0)->kind == KP_NONE && kp_child(c, 1)->kind != KP_VAR))
            return false;
    }
    return body->kind == KP_COMPOUND;
}

/* A number of trips that every thread keeps to, or that tests in the body end earlier: for (i = a;
 * i < b; i += c) with constants b and c, a constant or a thread's own start (>= 0 because it is
 * unsigned or built from thread indices). Also for (i = a; i + c <= b; i += c). */
static void add_copy_loop(struct kp_copying *c, const struct kp_node *loop)
{
    struct kp_copy_loop cl = {.node = loop, .trips = -1};
    const struct kp_node *cond = kp_loop_condition(loop), *init = kp_loop_init(loop), *ahead;
    bool ends_early = kp_leaves(loop) && leaves_by_tests(kp_loop_body(loop));
    struct kp_counted n;

    if (kp_counts(loop, &n))
        cl.var = n.v;
    if (cl.var && cond && cond->kind == KP_BINARY &&
        (cond->op == KP_OP_LT || cond->op == KP_OP_LE) && n.from && init->kind == KP_DECL_STMT &&
        init->n_children == 1 && n.sign > 0 && compares(cond->first, cl.var, &ahead) &&
        !cond->from_macro && cl.var->type && cl.var->type->kind == KP_TYPE_INT &&
        (!kp_leaves(loop) || ends_early) && !kp_may_write(c->f, kp_loop_body(loop), cl.var) &&
        !kp_may_write(c->f, cond, cl.var)) {
        cl.may_be_peeled = !ends_early && keeps_to_itself(c, loop, cl.var, &cl.keeps);
        if (ahead)
            kp_copy_trips_ahead(c->f, &cl, n.from, kp_child(cond, 1), n.by, ahead);
        else
            kp_copy_trips(c->f, &cl, n.from, kp_child(cond, 1), n.by, cond->op == KP_OP_LE);
        cl.exact &= !ends_early;
    }
    kp_push(c->u->arena, &c->l->copy_loops, cl);
}

static void visit_if(struct kp_copying *c, const struct kp_node *n)
{
    struct kp_guard g = {kp_child(n, 1), false};
    size_t depth = c->guards.n;

    visit(c, kp_child(n, 0));
    c->stmt = kp_child(n, 1);
    kp_find_sites(c, kp_child(n, 1));
    kp_push(c->u->arena, &c->guards, g);
    visit(c, kp_child(n, 2));
    c->guards.v[depth].negated = true;
    visit(c, kp_child(n, 3));
    c->guards.n = depth;
}

static void visit_loop(struct kp_copying *c, const struct kp_node *n)
{
    add_copy_loop(c, n);
    kp_push(c->u->arena, &c->loops, n);
    kp_each_child(k, n) if (k != kp_loop_body(n))
    {
        c->stmt = k;
        kp_find_sites(c, k);
    }
    visit(c, kp_loop_body(n));
    c->loops.n--;
}

static void visit_expression(struct kp_copying *c, const struct kp_node *n)
{
    c->stmt = n;
    if (n->kind == KP_ASSIGN) {
        for (const struct kp_node *a = n; a; a = is_chain(c, a) ? kp_child(a, 1) : NULL) {
            struct kp_tile *t = tile_of(c, a->first);

            if (t)
                add_copy(c, a, a->first, kp_child(a, 1), t);
        }
        kp_find_sites(c, kp_child(n, 1));
        kp_each_child(k, n->first) kp_find_sites(c, k);
        return;
    }
    if (n->kind == KP_CALL || n->kind == KP_OPCALL || n->kind == KP_ASM) {
        struct kp_effects e = {0};

        kp_effects_of(c->f, n, &e);
        for (size_t k = 0; k < c->l->tiles.n; k++)
            if (kp_store_to(&e, c->l->tiles.v[k]->sym, KP_SPACE_SHARED))
                add_copy(c, n, n, NULL, c->l->tiles.v[k]);
    }
    if (!kp_find_set_sites(c, n))
        kp_find_sites(c, n);
}

static void visit(struct kp_copying *c, const struct kp_node *n)
{
    switch (n->kind) {
    case KP_NONE:
    case KP_NULL_STMT:
        return;
    case KP_COMPOUND:
    case KP_DECL_STMT:
        kp_each_child(k, n) visit(c, k);
        return;
    case KP_VAR:
        c->stmt = n;
        if (n->has_init)
            kp_find_sites(c, n->last);
        return;
    case KP_IF:
        visit_if(c, n);
        return;
    case KP_FOR:
    case KP_WHILE:
    case KP_DO:
    case KP_RANGE_FOR:
        if (kp_runs_once(n))
            visit(c, n->first);
        else
            visit_loop(c, n);
        return;
    default:
        visit_expression(c, n);
        return;
    }
}

bool kp_is_whole_copy(const struct kp_loop *l, const struct kp_node *n)
{
    bool copies = false;

    if (!n->from_macro || !kp_runs_once(n))
        return false;
    for (size_t i = 0; i < l->copies.n; i++)
        if (kp_is_inside(l->copies.v[i].node, n)) {
            copies = true;
            if (l->copies.v[i].form != KP_COPY_ASYNC)
                return false;
        }
    return copies && !kp_holds_site(l, n);
}

void kp_model_copies(struct kp_func *f, struct kp_loop *l)
{
    struct kp_copying c = {.f = f, .u = f->unit, .l = l};

    for (size_t i = 0; i < l->stmts.n; i++)
        if (l->stmts.v[i].in_load)
            visit(&c, l->stmts.v[i].node);
}
