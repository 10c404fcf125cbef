/* Calls that give a copy its value, as what they return:
 *
 *     float at(const float *p, int r, int c, int ld) { return p[r * ld + c]; }
 *     As[t] = at(A, row, k + t, n);                  As[t] = A[row * n + (k + t)];
 *     { if (r < n) return p[r]; return 0; }          As[t] = r < n ? A[r] : 0;
 *
 * Arguments stand for parameters of the same type, which nothing in the function writes. They have
 * no effects, so how often they are evaluated is not to be seen. Other names stand in closures
 * alone, and mean the same at the call. */
#include "emit/emit.h"
#include "front/front.h"
#include "front/lex.h"
#include "front/tree.h"
#include "model/elsewhere.h"
#include "model/expr.h"
#include "model/inline.h"
#include "model/own_text.h"
#include "model/types_text.h"
#include "model/written.h"
#include "texts/direct.h"

struct called {
    struct kp_direct *d;
    const struct kp_node *call, *callee;
    const char *text; /* the file that the callee is in */
};

static bool is_same_type(const struct called *c, const struct kp_type *a, const struct kp_type *b)
{
    struct kp_arena *arena = c->d->u->arena;

    if (a && a->kind == KP_TYPE_REFERENCE)
        a = a->elem;
    if (b && b->kind == KP_TYPE_REFERENCE)
        b = b->elem;
    return a && b && !a->is_dependent && !b->is_dependent && !a->is_volatile && !b->is_volatile &&
           a->kind != KP_TYPE_DEPENDENT && b->kind != KP_TYPE_DEPENDENT &&
           kp_streq(kp_plain_type(arena, a->canonical), kp_plain_type(arena, b->canonical));
}

/* A pointer, or an array in its place, to the same elements. */
static bool is_same_pointer(const struct called *c, const struct kp_type *p,
                            const struct kp_type *arg)
{
    if (arg && arg->kind == KP_TYPE_REFERENCE)
        arg = arg->elem;
    return p->kind == KP_TYPE_POINTER && arg &&
           (arg->kind == KP_TYPE_POINTER || arg->kind == KP_TYPE_ARRAY) &&
           is_same_type(c, p->elem, arg->elem);
}

static const struct kp_node *param_named(const struct called *c, struct kp_token t, unsigned *at)
{
    *at = 0;
    kp_each_child(p, c->callee) if (p->kind == KP_PARAM)
    {
        if (p->sym && kp_token_is(c->text, t, p->sym->name))
            return p;
        ++*at;
    }
    return NULL;
}

/* What stands for the parameter; NULL: nothing does. */
static const char *argument_text(const struct called *c, const struct kp_node *p, unsigned i)
{
    const struct kp_node *arg = kp_argument(c->call, i);
    const struct kp_type *t = p->sym->type;
    struct kp_effects e = {0};
    struct kp_unit *u = c->d->u;
    const char *text, *type = "";
    bool is_plain;

    if (!arg || !t || arg->from_macro || arg->file || !kp_owns_text(u, arg) ||
        !kp_direct_may_move(c->d, arg, &e) ||
        kp_holds(arg, KP_BIT(KP_LAMBDA) | KP_BIT(KP_INIT_LIST) | KP_BIT(KP_UNKNOWN)))
        return NULL;
    if (kp_is_bit_field(arg) ||
        (!is_same_type(c, t, arg->type) && !is_same_pointer(c, t, arg->type))) {
        if (!kp_is_number(t) || !kp_is_number(arg->type) || t->is_dependent ||
            arg->type->is_dependent)
            return NULL;
        type = kp_type_in_front(u, c->call, t);
        if (!type)
            return NULL;
        type = kp_sprintf(u->arena, "(%s)", type);
    }
    text = kp_node_text(u, arg);
    is_plain = arg->kind == KP_REF || arg->kind == KP_INT_LIT;
    return kp_sprintf(u->arena, is_plain ? "%s%s" : "%s(%s)", type, text);
}

/* The function's expression with the arguments; NULL: it has no such form. */
static const char *said_with_arguments(const struct called *c, const struct kp_node *n)
{
    struct kp_str out = kp_str_new(c->d->u->arena);
    uint32_t at = n->span.begin;

    for (struct kp_token t = kp_lex_code(c->text, at, n->span.end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(c->text, t.end, n->span.end)) {
        const struct kp_node *p;
        const char *arg;
        unsigned i;

        if (t.kind != KP_TOKEN_IDENT)
            continue;
        if ((p = param_named(c, t, &i))) {
            if (!(arg = argument_text(c, p, i)))
                return NULL;
            kp_str_addn(&out, c->text + at, t.begin - at);
            kp_str_add(&out, arg);
            at = t.end;
        } else {
            const char *name = kp_strndup(c->d->u->arena, c->text + t.begin, t.end - t.begin);

            if (c->callee->kind != KP_LAMBDA || !kp_meant_at(c->d->u, c->callee, name) ||
                kp_meant_at(c->d->u, c->callee, name) != kp_meant_at(c->d->u, c->call, name))
                return NULL;
        }
    }
    kp_str_addn(&out, c->text + at, n->span.end - at);
    return kp_str_text(&out);
}

/* It names parameters, variables and numbers, and has no effect. */
static bool is_plain(const struct kp_node *n)
{
    const uint64_t may = KP_BIT(KP_REF) | KP_BIT(KP_INT_LIT) | KP_BIT(KP_FLOAT_LIT) |
                         KP_BIT(KP_BINARY) | KP_BIT(KP_UNARY) | KP_BIT(KP_INDEX) | KP_BIT(KP_COND);

    if (!(KP_BIT(n->kind) & may) || n->from_macro || kp_writes_by_itself(n) ||
        (n->kind == KP_BINARY && n->op == KP_OP_COMMA) ||
        (n->kind == KP_UNARY && n->op == KP_OP_ADDR) || !n->type || n->type->is_dependent ||
        (n->kind == KP_INDEX && kp_is_number(n->first->type)) || /* i[p], where a cast binds less */
        (n->kind == KP_REF &&
         (!n->sym || !(n->sym->kind == KP_SYM_PARAM || n->sym->kind == KP_SYM_VAR))))
        return false;
    kp_each_child(c, n) if (!is_plain(c)) return false;
    return true;
}

static const struct kp_node *returned(const struct kp_node *n)
{
    if (n && n->kind == KP_COMPOUND && n->n_children == 1)
        n = n->first;
    return n && n->kind == KP_RETURN && !n->from_macro ? n->first : NULL;
}

/* True if `c ? x : y` has the values of one function that returns x or y. */
static bool is_other_value(const struct called *c, const struct kp_node *x, const struct kp_node *y)
{
    if (y->kind == KP_INT_LIT && kp_is_number(x->type))
        return x->type->kind == KP_TYPE_FLOAT || (y->has_value && y->value == 0);
    if (y->kind == KP_FLOAT_LIT && x->type->kind == KP_TYPE_FLOAT && y->name &&
        strspn(y->name, "0.") == strlen(y->name))
        return true;
    return is_same_type(c, y->type, x->type);
}

/* `if (c) return x; return y;`, or with an else. */
static const char *said_as_choice(const struct called *c, const struct kp_node *n)
{
    const struct kp_node *no =
        n->n_children > 3 && kp_child(n, 3)->kind != KP_NONE ? kp_child(n, 3) : n->next;
    const struct kp_node *x = returned(kp_child(n, 2)), *y = returned(no);
    const char *test, *yes, *other;

    if (n->is_constexpr_if || n->from_macro || kp_child(n, 0)->kind != KP_NONE || !x || !y ||
        (no != n->next && n->next) || (no == n->next && no->next) || !is_plain(kp_child(n, 1)) ||
        !is_plain(x) || !is_plain(y) || !is_same_type(c, x->type, c->call->type) ||
        !is_other_value(c, x, y))
        return NULL;
    test = said_with_arguments(c, kp_child(n, 1));
    yes = said_with_arguments(c, x);
    other = said_with_arguments(c, y);
    return test && yes && other ? kp_sprintf(c->d->u->arena, "(%s) ? %s : %s", test, yes, other)
                                : NULL;
}

static bool takes_all_arguments(const struct called *c)
{
    unsigned n = 0;

    kp_each_child(p, c->callee) if (p->kind == KP_PARAM)
    {
        if (!p->sym || !p->sym->type ||
            (p->sym->type->kind == KP_TYPE_REFERENCE && kp_ends_with(p->sym->type->spelling, "&&")))
            return false;
        n++;
    }
    return n && kp_argument(c->call, n - 1) && !kp_argument(c->call, n);
}

const char *kp_called_value(struct kp_direct *d, const struct kp_node *n)
{
    struct called c = {.d = d, .call = n};
    const struct kp_node *body, *x;
    const char *text;

    if (n->kind != KP_CALL || n->is_dependent || n->is_constructed || n->file || n->from_macro ||
        !kp_owns_text(d->u, n) || !n->sym || n->sym->is_method || n->sym->is_template ||
        n->sym->pattern || !n->first || n->first->kind != KP_REF)
        return NULL;
    c.callee = kp_called_code(d->u, n);
    body = c.callee ? c.callee->last : NULL;
    if (!body || body->kind != KP_COMPOUND || body->from_macro || c.callee->from_macro ||
        !body->first || !(c.text = kp_place_file(d->u, c.callee->file)->text) ||
        kp_lex_has_directive(c.text, body->span.begin, body->span.end) ||
        (c.callee->kind == KP_LAMBDA && kp_lex_defines(c.text, body->span.end, n->span.begin)) ||
        !takes_all_arguments(&c))
        return NULL;
    if (body->first->kind == KP_IF)
        return said_as_choice(&c, body->first);
    x = body->n_children == 1 ? returned(body->first) : NULL;
    if (!x || !is_plain(x) || !is_same_type(&c, x->type, n->type))
        return NULL;
    text = said_with_arguments(&c, x);
    return text && x->kind != KP_INDEX && x->kind != KP_COND ? kp_sprintf(d->u->arena, "(%s)", text)
                                                             : text;
}

bool kp_take_called(struct kp_direct *d, const struct kp_node *store)
{
    const struct kp_node *value = kp_child(store, 1);
    const char *text = kp_called_value(d, value);

    if (text)
        kp_patch(d->u, d->patches, value->span.begin, value->span.end, text);
    return text;
}
