/* How often a copy loop runs for one thread, as a constant expression. */
#include "model/eval.h"
#include "model/loops.h"

#include <ctype.h>

/* Can its name stand in front of the K-loop, where staging registers are declared? */
static bool is_named_outside(const struct kp_sym *s)
{
    for (const struct kp_node *n = s->decl; n; n = n->parent)
        if (kp_is_loop(n))
            return false;
    return true;
}

/* Does a declaration of types in a loop around `e` name what `text` names? In front of the loop
 * that means another type, or none. */
static bool is_typed_in_loop(struct kp_unit *u, const struct kp_node *e, const char *text)
{
    const struct kp_node *block = NULL;

    for (const struct kp_node *n = e; n; n = n->parent)
        if (kp_is_loop(n))
            block = n; /* the outermost */
    for (const struct kp_node *n = e; block && n != block; n = n->parent)
        for (const struct kp_node *s = n->kind == KP_COMPOUND ? n->first : NULL; s; s = s->next)
            if (s->kind == KP_DECL_STMT)
                kp_each_child(d, s) if (kp_may_declare(u, d, text)) return true;
    return false;
}

/* The expression as a constant expression of the function: literals, template parameters, const and
 * constexpr integers that are made of such; plain integers that only their initialiser sets are
 * replaced by it. NULL when it is none. */
static const char *constant_text(struct kp_func *f, const struct kp_node *e, int depth)
{
    struct kp_unit *u = f->unit;
    const char *a, *b, *c;
    int64_t v;

    if (depth > 20)
        return NULL;
    if (e->from_macro)
        return kp_eval(e, NULL, &v) ? kp_sprintf(u->arena, "%lld", (long long)v) : NULL;
    switch (e->kind) {
    case KP_INT_LIT:
    case KP_BOOL_LIT:
        return kp_node_text(u, e);
    case KP_SIZEOF:
        if (!is_typed_in_loop(u, e, kp_node_text(u, e)))
            return kp_node_text(u, e);
        return !e->n_children && kp_streq(e->name, "sizeof") && e->type && !e->type->is_dependent &&
                       e->type->size > 0
                   ? kp_sprintf(u->arena, "%lluull", (unsigned long long)e->type->size)
                   : NULL;
    case KP_REF:
        if (!e->sym)
            return NULL;
        if (e->sym->kind == KP_SYM_TVALUE || e->sym->kind == KP_SYM_ENUMERATOR)
            return e->sym->name;
        if (e->sym->kind != KP_SYM_VAR || !e->sym->decl || !e->sym->decl->has_init ||
            !e->sym->type || e->sym->type->kind != KP_TYPE_INT)
            return e->sym->is_constexpr ? e->sym->name : NULL;
        a = constant_text(f, e->sym->decl->last, depth + 1);
        if (!a)
            return NULL;
        if (e->sym->is_constexpr || e->sym->type->is_const)
            return is_named_outside(e->sym) ? e->sym->name : kp_sprintf(u->arena, "(%s)", a);
        return kp_single_definition(f, e->sym) ? kp_sprintf(u->arena, "(%s)", a) : NULL;
    case KP_INIT_LIST: /* size_t i{0} */
        return e->n_children == 1 ? constant_text(f, e->first, depth + 1) : NULL;
    case KP_UNARY:
        if (e->op != KP_OP_PLUS && e->op != KP_OP_MINUS && e->op != KP_OP_NOT)
            return NULL;
        a = constant_text(f, e->first, depth + 1);
        return a ? kp_sprintf(u->arena, "(%s%s)", kp_op_text(e->op), a) : NULL;
    case KP_CAST:
        if (!e->type || e->type->kind != KP_TYPE_INT || is_typed_in_loop(u, e, e->type->spelling))
            return NULL;
        a = constant_text(f, e->first, depth + 1);
        return a ? kp_sprintf(u->arena, "(%s)(%s)", e->type->spelling, a) : NULL;
    case KP_BINARY:
        a = constant_text(f, e->first, depth + 1);
        b = constant_text(f, kp_child(e, 1), depth + 1);
        if (!a || !b || e->op == KP_OP_COMMA)
            return NULL;
        return kp_sprintf(u->arena, depth ? "(%s %s %s)" : "%s %s %s", a, kp_op_text(e->op), b);
    case KP_COND:
        a = constant_text(f, e->first, depth + 1);
        b = constant_text(f, kp_child(e, 1), depth + 1);
        c = constant_text(f, kp_child(e, 2), depth + 1);
        return a && b && c ? kp_sprintf(u->arena, "(%s ? %s : %s)", a, b, c) : NULL;
    default:
        return NULL;
    }
}

/* An operand as it can stand beside any operator. */
static const char *operand(struct kp_arena *a, const char *text)
{
    for (const char *c = text; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_')
            return kp_sprintf(a, "(%s)", text);
    return text;
}

/* How many of start, start + by, .. are below bound. */
static const char *count_text(struct kp_arena *a, const char *bound, const char *start,
                              const char *by, bool inclusive)
{
    const char *minus = kp_streq(start, "0") ? "" : kp_sprintf(a, " - %s", operand(a, start));
    const char *span = kp_sprintf(a, "%s%s%s", operand(a, bound), minus, inclusive ? " + 1" : "");

    if (kp_streq(by, "1"))
        return span;
    by = operand(a, by);
    return kp_sprintf(a, "(%s + %s - 1) / %s", span, by, by);
}

void kp_copy_trips(struct kp_func *f, struct kp_copy_loop *cl, const struct kp_node *start,
                   const struct kp_node *bound, const struct kp_node *by, bool inclusive)
{
    struct kp_unit *u = f->unit;
    int64_t a = 0, b, step = 1;
    const char *start_text = constant_text(f, start, 0), *bound_text = constant_text(f, bound, 0);
    const char *by_text = by ? constant_text(f, by, 0) : "1";
    bool constant_start = start_text != NULL;

    if (!bound_text || !by_text)
        return;
    if (constant_start ? kp_eval(start, NULL, &a) && !kp_type_holds(cl->var->type, a)
                       : !kp_is_non_negative(f, start, cl->var->type, NULL))
        return;
    cl->exact = constant_start;
    if (kp_eval(bound, NULL, &b) && (!by || kp_eval(by, NULL, &step)) &&
        (!constant_start || kp_eval(start, NULL, &a))) {
        if (step <= 0)
            return;
        cl->trips = b + inclusive > a ? (b + inclusive - a + step - 1) / step : 0;
        cl->trips_text = kp_sprintf(u->arena, "%lld", (long long)cl->trips);
        return;
    }
    cl->trips_text =
        count_text(u->arena, bound_text, constant_start ? start_text : "0", by_text, inclusive);
}

/* v + ahead <= bound says v <= bound - ahead, so v < bound for every ahead >= 1: the trips of
 * `v < bound` are enough, and the loop keeps its own condition. That v + ahead does not wrap before
 * the loop ends needs a start that is known to be small: v grows by one step at a time. */
void kp_copy_trips_ahead(struct kp_func *f, struct kp_copy_loop *cl, const struct kp_node *start,
                         const struct kp_node *bound, const struct kp_node *by,
                         const struct kp_node *ahead)
{
    enum { SMALL = 1 << 24 };
    const char *text = constant_text(f, ahead, 0);
    int64_t first, distance, step = 1;

    if (!text || !kp_eval(start, NULL, &first) || first < 0 || first > SMALL)
        return;
    if (kp_eval(ahead, NULL, &distance) ? distance < 1 || distance > SMALL
                                        : !by || !kp_streq(text, constant_text(f, by, 0)))
        return;
    if (by && kp_eval(by, NULL, &step) && (step < 1 || step > SMALL))
        return;
    kp_copy_trips(f, cl, start, bound, by, false);
    cl->exact = false;
}
