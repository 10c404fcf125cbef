/* Declarations. */
#include "front/tree.h"
#include "model/address.h"
#include "validate/run.h"

static void forget(struct kp_run *r, size_t buffer, kp_term base)
{
    r->state.contents.v[buffer].base = base;
    r->state.contents.v[buffer].list.n = 0;
}

/* True for a pointer to a row of an array of dependent type. */
static bool is_row(struct kp_run *r, const struct kp_node *v)
{
    const struct kp_type *t = v->last->type;

    return v->type && v->type->kind == KP_TYPE_POINTER && v->last->kind == KP_INDEX &&
           (!t || t->is_dependent) && kp_place_of(r, v->last).where == KP_IN_BUFFER;
}

static kp_term initial(struct kp_run *r, const struct kp_node *v)
{
    const char *name = v->sym->name;
    kp_term value;

    if (kp_is_stage_name(r, name) && v->last->has_value)
        return kp_term_number(r->terms, KP_TERM_STAGE, v->last->value);
    if (is_row(r, v))
        return kp_address(r, kp_place_of(r, v->last));
    value = kp_as_schedule(r, name, v->last,
                           kp_converted(r, v->type, v->last, kp_run_eval(r, v->last)));
    if (kp_is_stage_name(r, name) && v->sym->is_constexpr &&
        kp_term_kind(r->terms, value) == KP_TERM_CHOICE)
        value = kp_term_number(
            r->terms, KP_TERM_STAGE,
            kp_term_data(
                r->terms,
                kp_term_operand(r->terms, value,
                                kp_decide(r, kp_term_operand(r->terms, value, 0), true) ? 1 : 2)));
    return value;
}

static bool has_schedule_name(const struct kp_run *r, const struct kp_node *n)
{
    kp_each_below(x, n) if (x->kind == KP_REF && x->sym &&
                            kp_is_schedule_name(r, x->sym->name)) return true;
    return false;
}

/* A pointer of the program's that the function's outermost block declares, or the one that emission
 * opens behind a loop. */
static bool is_pointer_of_function(const struct kp_run *r, const struct kp_node *v)
{
    const struct kp_node *block = v->parent ? v->parent->parent : NULL;

    if (block && r->is_output && block->kind == KP_COMPOUND && block->parent &&
        block->parent->kind == KP_COMPOUND && block == block->parent->last)
        block = block->parent;
    return v->kind == KP_VAR && block && block->parent && block->parent->kind == KP_FUNCTION &&
           v->sym && v->sym->type && v->sym->type->kind == KP_TYPE_POINTER &&
           !kp_is_schedule_name(r, v->sym->name) &&
           (block == v->parent->parent || !has_schedule_name(r, v));
}

/* Shared memory that holds several arrays: each is a separate buffer, and its stages are beside
 * those of the others. Its elements keep their places in the whole. */
static kp_term as_part(struct kp_run *r, const struct kp_node *v, kp_term x)
{
    if (kp_term_kind(r->terms, x) != KP_TERM_PLACE || !is_pointer_of_function(r, v) ||
        !r->buffers.v[kp_term_data(r->terms, x)].is_shared)
        return x;
    for (size_t i = 0; i < r->staging->parts.n; i++)
        if (kp_streq(r->staging->parts.v[i].name, v->sym->name))
            return kp_term_place(
                r->terms,
                kp_part(r, v->sym, r->staging->parts.v[i].part, (size_t)kp_term_data(r->terms, x)),
                kp_term_operand(r->terms, x, 0));
    return x;
}

bool kp_names_place(const struct kp_type *t)
{
    return t && (t->kind == KP_TYPE_REFERENCE ||
                 (t->is_dependent && t->spelling && strchr(t->spelling, '&')));
}

static const struct kp_type *element_of(const struct kp_type *t)
{
    while (t && (t->kind == KP_TYPE_ARRAY || t->kind == KP_TYPE_REFERENCE))
        t = t->elem;
    return t && !t->is_dependent && !strchr(t->canonical, '(') &&
                   !kp_starts_with(t->canonical, "auto")
               ? t
               : NULL;
}

/* A tile of that name has elements of the type that those of its stages have. */
static void note_elements(struct kp_run *r, const struct kp_sym *s, struct kp_lvalue at)
{
    const struct kp_type *own = element_of(s->type), *t;
    bool is_known = false, is_it = false;

    if (!own || at.where != KP_IN_BUFFER || !r->buffers.v[at.at].is_shared)
        return;
    for (size_t i = 0; i < r->staging->tiles.n; i++)
        if (kp_streq(r->staging->tiles.v[i]->name, s->name)) {
            t = element_of(r->staging->tiles.v[i]->type);
            is_known = true;
            is_it |= !t || kp_streq(t->canonical, own->canonical);
        }
    if (is_known && !is_it)
        kp_conflict(r, "elements");
}

/* True if the expression may be a place. */
static bool may_be_place(const struct kp_node *n)
{
    const struct kp_node *own;

    switch (n->kind) {
    case KP_CALL:
    case KP_OPCALL:
        own = kp_body_of(n);
        if (own && own->kind == KP_LAMBDA)
            return own->may_give_place;
        return n->sym ? kp_names_place(n->sym->type) : n->is_dependent;
    case KP_CAST:
        return !kp_is_number(n->type) || n->first->kind != KP_REF ||
               kp_streq(n->type->canonical, n->first->type ? n->first->type->canonical : "");
    case KP_BINARY:
        return n->op == KP_OP_COMMA;
    case KP_COND:
    case KP_ASSIGN:
    case KP_UNARY:
    case KP_INDEX:
    case KP_MEMBER:
    case KP_REF:
        return true;
    default:
        return false;
    }
}

/* It may be any variable that the expression may give. */
static void point_at_all(struct kp_run *r, const struct kp_node *n, const struct kp_node *root)
{
    struct kp_lvalue at = {0};

    if (n->kind == KP_REF && n->sym &&
        (n->sym->kind == KP_SYM_VAR || n->sym->kind == KP_SYM_PARAM) &&
        (kp_flow(r, n, root, false) & (KP_FLOW_KEPT | KP_FLOW_LEAKS)))
        at = kp_place_of(r, n);
    if (at.where)
        kp_point_at(r, at);
    kp_each_child(c, n) point_at_all(r, c, root);
}

/* A place that is not followed, of what the value tells. */
static struct kp_lvalue unknown_place(struct kp_run *r, const struct kp_node *n)
{
    point_at_all(r, n, n);
    return (struct kp_lvalue){.where = KP_IN_MEMORY,
                              .path = kp_term_of(r->terms, "place", kp_run_eval(r, n), 0, 0)};
}

/* What a closure copies when it is made, and what it does. */
static void capture(struct kp_run *r, const struct kp_node *v)
{
    const struct kp_node *lambda = kp_closure(v);

    if (kp_is_schedule_name(r, v->sym->name))
        return;
    kp_set(r, v->sym,
           lambda->by_reference ? kp_form_by_names(r, lambda)
                                : kp_seen(r, kp_shape(r, lambda, lambda)));
}

static void exec_var(struct kp_run *r, const struct kp_node *v)
{
    const struct kp_sym *s = v->sym;

    if (!s)
        return;
    kp_rebind(r, s, (struct kp_lvalue){0});
    if (v->has_init && kp_closure(v)->kind == KP_LAMBDA) {
        kp_each_child(c, kp_closure(v)) if (c->kind == KP_VAR) kp_exec_var(r, c);
        capture(r, v);
        return;
    }
    if (kp_names_place(s->type) && v->has_init) {
        struct kp_lvalue at = kp_place_of(r, v->last);

        if (!at.where && may_be_place(v->last))
            at = unknown_place(r, v->last);
        if (at.where) {
            kp_rebind(r, s, at);
            if (r->is_output)
                note_elements(r, s, at);
            return;
        }
    }
    if (s->space == KP_SPACE_SHARED || s->is_static)
        return;
    if (kp_is_array(s)) {
        size_t b = kp_buffer(r, s, 0);

        forget(r, b, v->has_init ? kp_run_eval(r, v->last) : kp_term_name(r->terms, "nothing"));
        return;
    }
    if (!r->as_written && v->has_init && s->type && s->type->kind == KP_TYPE_BOOL &&
        kp_is_schedule_name(r, s->name) && kp_starts_with(s->name, "kp_wide")) {
        kp_term event = kp_term_of(r->terms, "test", kp_seen(r, kp_run_eval(r, v->last)), 0, 0);

        kp_push(r->arena, &r->trace, event); /* made with the wider copies, and kept */
    }
    kp_set(r, s,
           v->has_init ? as_part(r, v, initial(r, v))
                       : kp_term_of(r->terms, "unset", kp_term_name(r->terms, s->name), 0, 0));
}

void kp_exec_var(struct kp_run *r, const struct kp_node *v)
{
    size_t from = kp_begin_whole(r);

    exec_var(r, v);
    kp_end_whole(r, from, v);
}
