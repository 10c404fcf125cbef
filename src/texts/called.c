/* Calls that give a copy its value, as what they return:
 *
 *     float at(const float *p, int r, int c, int ld) { return p[r * ld + c]; }
 *     As[t] = at(A, row, k + t, n);                  As[t] = A[row * n + (k + t)];
 *     { if (r < n) return p[r]; return 0; }          As[t] = r < n ? A[r] : 0;
 *
 *     M.at(row, k) of `return data[r * pitch + c];`  As[t] = M.data[row * M.pitch + k];
 *
 * Arguments stand for parameters of the same type, which nothing in the function writes. They have
 * no effects, so how often they are evaluated is not to be seen. Other names are constants,
 * or stand in closures, and mean the same at the call. */
#include "emit/emit.h"
#include "front/front.h"
#include "front/lex.h"
#include "front/pieces.h"
#include "front/tree.h"
#include "model/elsewhere.h"
#include "model/expr.h"
#include "model/func.h"
#include "model/inline.h"
#include "model/mentions.h"
#include "model/own_text.h"
#include "model/types_text.h"
#include "model/written.h"
#include "model/zero.h"
#include "texts/called.h"

static bool is_same_type(const struct kp_value_call *c, const struct kp_type *a,
                         const struct kp_type *b)
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
static bool is_same_pointer(const struct kp_value_call *c, const struct kp_type *p,
                            const struct kp_type *arg)
{
    if (arg && arg->kind == KP_TYPE_REFERENCE)
        arg = arg->elem;
    return p->kind == KP_TYPE_POINTER && arg &&
           (arg->kind == KP_TYPE_POINTER || arg->kind == KP_TYPE_ARRAY) &&
           is_same_type(c, p->elem, arg->elem);
}

/* NULL: it names no parameter. */
static const struct kp_node *param_of(const struct kp_value_call *c, const struct kp_sym *s,
                                      unsigned *at)
{
    *at = 0;
    kp_each_child(p, c->callee) if (p->kind == KP_PARAM)
    {
        if (p->sym && p->sym == s)
            return p;
        ++*at;
    }
    return NULL;
}

/* What stands for the parameter; NULL: nothing does. */
static const char *argument_text(const struct kp_value_call *c, const struct kp_node *p, unsigned i)
{
    const struct kp_node *arg = kp_argument(c->call, i);
    const struct kp_type *t = p->sym->type;
    struct kp_effects e = {0};
    struct kp_unit *u = c->d->u;
    const char *text, *type = "";
    bool is_plain;

    if (!arg || !t || arg->from_macro || arg->file || !kp_owns_text(u, arg) ||
        !kp_direct_may_move(c->d, kp_node_as_written(arg), &e) ||
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

/* ---- the function's expression with the arguments -------------------------------------------- */

static const char *said(const struct kp_value_call *c, const struct kp_node *n);

static bool is_of_macro_alone(const struct kp_value_call *c, const struct kp_node *n)
{
    struct kp_token t = kp_lex_code(c->text, n->span.begin, n->span.end);

    return t.kind == KP_TOKEN_IDENT && t.begin == n->span.begin && t.end == n->span.end &&
           !c->callee->file && c->callee->span.end <= c->call->span.begin &&
           !kp_lex_defines(c->text, n->span.end, c->call->span.begin);
}

/* A number, also as the name of a macro or of the template's parameter. */
static const char *said_number(const struct kp_value_call *c, const struct kp_node *n)
{
    struct kp_unit *u = c->d->u;
    struct kp_token t = kp_lex_code(c->text, n->span.begin, n->span.end);
    const char *text = kp_strndup(u->arena, c->text + t.begin, t.end - t.begin), *type, *given;

    if (t.begin != n->span.begin || t.end != n->span.end)
        return NULL;
    if (n->from_macro)
        return is_of_macro_alone(c, n) ? text : NULL;
    if (t.kind != KP_TOKEN_IDENT)
        return text;
    type = kp_type_in_front(u, c->call, n->type);
    given = kp_given_argument(c, n);
    if (!type || !given)
        return NULL;
    if (kp_streq(type, "int") && strspn(given, "0123456789") == strlen(given))
        return given;
    return kp_sprintf(u->arena, "((%s)%s)", type, given);
}

/* The type in words that mean it at the call. In a template these are the template's: that of the
 * elements of an argument. NULL: it has none. */
static const char *type_at_call(const struct kp_value_call *c, const struct kp_type *t)
{
    const struct kp_node *arg;
    const char *text;

    if (!c->call->pattern)
        return kp_type_in_front(c->d->u, c->call, t);
    for (unsigned i = 0; (arg = kp_argument(c->call, i)); i++) {
        const struct kp_type *own = arg->pattern ? arg->pattern->type : NULL;

        if (!own || own->kind != KP_TYPE_POINTER || !kp_is_type_parameter(own->elem) ||
            own->elem->is_volatile || arg->type->kind != KP_TYPE_POINTER ||
            !is_same_type(c, arg->type->elem, t))
            continue;
        text = kp_said_type(c->d->u, c->call->pattern, own->elem);
        return text && kp_starts_with(text, "const ") ? text + strlen("const ") : text;
    }
    return NULL;
}

/* make_float4(0, 0, 0, 0) and the like, of numbers as they stand there. */
static bool is_made_of_digits(const struct kp_value_call *c, const struct kp_node *n)
{
    if (n->kind != KP_CALL || n->from_macro || !n->sym ||
        kp_is_hidden_function(c->d->u, c->d->f->decl, n->sym->name) ||
        kp_names_macro(c->d->u, n->sym->name))
        return false;
    for (unsigned i = 0; kp_argument(n, i); i++)
        if ((kp_argument(n, i)->kind != KP_INT_LIT && kp_argument(n, i)->kind != KP_FLOAT_LIT) ||
            kp_argument(n, i)->from_macro)
            return false;
    return true;
}

/* T(0), T{} and the like. */
static bool is_made_zero(const struct kp_value_call *c, const struct kp_node *n)
{
    return (((n->kind == KP_CAST || n->kind == KP_CONSTRUCT) && kp_is_number(n->type) &&
             !kp_holds(n, KP_BIT(KP_REF))) ||
            is_made_of_digits(c, n)) &&
           kp_is_zero_value(c->d->f, n);
}

static const char *said_zero(const struct kp_value_call *c, const struct kp_node *n)
{
    const char *type;

    if (n->kind == KP_CALL)
        return kp_strndup(c->d->u->arena, c->text + n->span.begin, n->span.end - n->span.begin);
    type = type_at_call(c, n->type);
    return type ? kp_sprintf(c->d->u->arena, "(%s)0", type) : NULL;
}

/* True if the name of a constant of the program means the same at the call: nothing else has it
 * but locals of other functions. */
static bool is_only_one(const struct kp_value_call *c, const struct kp_sym *s)
{
    const struct kp_node *in = kp_function_around(c->call);
    const struct kp_sym *function = in ? kp_as_written(in->sym) : NULL;

    if (!function || !function->decl || function->decl->parent != c->place ||
        !(s->is_constexpr || s->has_value) || s->parent || !s->type || s->type->is_volatile)
        return false;
    kp_each_named(other, c->d->u,
                  s->name) if (other != s &&
                               (!other->parent || other->parent->kind != KP_SYM_FUNCTION ||
                                other->parent == function)) return false;
    return !kp_meant_at(c->d->u, c->call, s->name) && !kp_names_macro(c->d->u, s->name);
}

static bool says_only_one(const struct kp_value_call *c, const struct kp_sym *s)
{
    bool is_so = is_only_one(c, s);

    c->d->says_values |= is_so;
    return is_so;
}

static const char *said_name(const struct kp_value_call *c, const struct kp_node *n)
{
    struct kp_unit *u = c->d->u;
    const struct kp_sym *s = kp_as_written(n->sym);
    const struct kp_node *p;
    unsigned i;

    if ((p = param_of(c, n->sym, &i)))
        return argument_text(c, p, i);
    if (n->span.end - n->span.begin != strlen(s->name))
        return NULL;
    if (c->callee->kind != KP_LAMBDA)
        return says_only_one(c, s) ? s->name : NULL;
    return kp_meant_at(u, c->callee, s->name) &&
                   kp_meant_at(u, c->callee, s->name) == kp_meant_at(u, c->call, s->name)
               ? s->name
               : NULL;
}

/* What the view's member is made of, of the member's type. */
static const char *said_of_view(const struct kp_value_call *c, const struct kp_node *n)
{
    for (size_t i = 0; i < c->view->members.n; i++) {
        const struct kp_looked *m = &c->view->members.v[i];

        if (!kp_streq(m->member, n->sym->name))
            continue;
        if (!is_same_type(c, n->type, m->value->type) &&
            !is_same_pointer(c, n->type, m->value->type))
            return NULL;
        if (m->pointer)
            return m->pointer;
        return kp_says_same_at(c->d->u, c->call, m->value)
                   ? kp_sprintf(c->d->u->arena, m->value->first ? "(%s)" : "%s",
                                kp_node_text(c->d->u, m->value))
                   : NULL;
    }
    return NULL;
}

/* A member of the object whose method is called, or of another one. */
static const char *said_member(const struct kp_value_call *c, const struct kp_node *n)
{
    struct kp_arena *a = c->d->u->arena;
    const char *object;

    if (n->first->kind == KP_THIS && c->view && c->view->members.n)
        return said_of_view(c, n);
    if (kp_names_macro(c->d->u, n->sym->name)) /* also one that is defined behind the function */
        return NULL;
    if (n->first->kind == KP_THIS)
        return c->object && n->span.end - n->span.begin == strlen(n->sym->name)
                   ? kp_sprintf(a, "%s.%s", c->object->sym->name, n->sym->name)
                   : NULL;
    object = n->is_arrow ? NULL : said(c, n->first);
    return object ? kp_sprintf(a, "%s.%s", object, n->sym->name) : NULL;
}

/* What __ldg() reads. */
static const char *said_load(const struct kp_value_call *c, const struct kp_node *n)
{
    const struct kp_node *from = kp_argument(n, 0);
    const char *text;

    if (from->kind == KP_UNARY && from->op == KP_OP_ADDR)
        return said(c, from->first);
    text = said(c, from);
    return text ? kp_sprintf(c->d->u->arena, "*(%s)", text) : NULL;
}

static bool has_word(const char *text, uint32_t begin, uint32_t end)
{
    for (struct kp_token t = kp_lex_code(text, begin, end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(text, t.end, end))
        if (t.kind == KP_TOKEN_IDENT)
            return true;
    return false;
}

/* NULL: it has no such form. */
static const char *said(const struct kp_value_call *c, const struct kp_node *n)
{
    struct kp_str out = kp_str_new(c->d->u->arena);
    uint32_t at = n->span.begin;

    if (n->kind == KP_INT_LIT || n->kind == KP_FLOAT_LIT)
        return said_number(c, n);
    if (n->kind == KP_REF)
        return said_name(c, n);
    if (n->kind == KP_MEMBER)
        return said_member(c, n);
    if (is_made_zero(c, n))
        return said_zero(c, n);
    if (n->kind == KP_CALL)
        return said_load(c, n);
    kp_each_child(x, n)
    {
        const char *text = said(c, x);

        if (!text || x->span.begin < at || has_word(c->text, at, x->span.begin))
            return NULL;
        kp_str_addn(&out, c->text + at, x->span.begin - at);
        kp_str_add(&out, text);
        at = x->span.end;
    }
    if (has_word(c->text, at, n->span.end))
        return NULL;
    kp_str_addn(&out, c->text + at, n->span.end - at);
    return kp_str_text(&out);
}

/* `__ldg(p + i)`, which reads what `p[i]` does. */
static bool is_load(const struct kp_value_call *c, const struct kp_node *n)
{
    const struct kp_call_rule *r = kp_callee_rule(c->d->u, n);
    const struct kp_node *from = kp_argument(n, 0);

    return r && r->is_load && n->sym && n->sym->from_prelude && kp_streq(n->sym->name, "__ldg") &&
           from && !kp_argument(n, 1) && from->type && from->type->kind == KP_TYPE_POINTER &&
           is_same_type(c, from->type->elem, n->type);
}

/* It names parameters, variables, members and numbers, and has no effect. */
static bool is_plain(const struct kp_value_call *c, const struct kp_node *n)
{
    const uint64_t may = KP_BIT(KP_REF) | KP_BIT(KP_INT_LIT) | KP_BIT(KP_FLOAT_LIT) |
                         KP_BIT(KP_BINARY) | KP_BIT(KP_UNARY) | KP_BIT(KP_INDEX) | KP_BIT(KP_COND);
    const struct kp_node *from = n->kind == KP_CALL ? kp_argument(n, 0) : NULL;
    bool is_number = n->kind == KP_INT_LIT || n->kind == KP_FLOAT_LIT;

    if ((n->from_macro && !is_number) || !n->type || n->type->is_dependent)
        return false;
    if (is_made_zero(c, n))
        return true;
    if (n->kind == KP_CALL)
        return is_load(c, n) &&
               is_plain(c, from->kind == KP_UNARY && from->op == KP_OP_ADDR ? from->first : from);
    if (n->kind == KP_MEMBER)
        return n->sym && n->sym->kind == KP_SYM_FIELD && n->type->kind != KP_TYPE_REFERENCE &&
               !n->type->is_volatile && n->first &&
               (n->first->kind == KP_THIS ? c->object != NULL
                                          : !n->is_arrow && is_plain(c, n->first));
    if (!(KP_BIT(n->kind) & may) || kp_writes_by_itself(n) ||
        (n->kind == KP_BINARY && n->op == KP_OP_COMMA) ||
        (n->kind == KP_UNARY && n->op == KP_OP_ADDR) ||
        (n->kind == KP_INDEX && kp_is_number(n->first->type)) || /* i[p], where a cast binds less */
        (n->kind == KP_REF &&
         (!n->sym || !(n->sym->kind == KP_SYM_PARAM || n->sym->kind == KP_SYM_VAR))))
        return false;
    kp_each_child(x, n) if (!is_plain(c, x)) return false;
    return true;
}

static const struct kp_node *returned(const struct kp_node *n)
{
    if (n && n->kind == KP_COMPOUND && n->n_children == 1)
        n = n->first;
    return n && n->kind == KP_RETURN && !n->from_macro ? n->first : NULL;
}

/* True if `c ? x : y` has the values of one function that returns x or y. */
static bool is_other_value(const struct kp_value_call *c, const struct kp_node *x,
                           const struct kp_node *y)
{
    if (y->kind == KP_INT_LIT && kp_is_number(x->type))
        return x->type->kind == KP_TYPE_FLOAT || (y->has_value && y->value == 0);
    if (y->kind == KP_FLOAT_LIT && x->type->kind == KP_TYPE_FLOAT && y->name &&
        strspn(y->name, "0.") == strlen(y->name))
        return true;
    return is_same_type(c, y->type, x->type);
}

/* `if (c) return x; return y;`, or with an else. */
static const char *said_as_choice(const struct kp_value_call *c, const struct kp_node *n)
{
    const struct kp_node *no =
        n->n_children > 3 && kp_child(n, 3)->kind != KP_NONE ? kp_child(n, 3) : n->next;
    const struct kp_node *x = returned(kp_child(n, 2)), *y = returned(no);
    const char *test, *yes, *other;

    if (n->is_constexpr_if || n->from_macro || kp_child(n, 0)->kind != KP_NONE || !x || !y ||
        (no != n->next && n->next) || (no == n->next && no->next) || !is_plain(c, kp_child(n, 1)) ||
        !is_plain(c, x) || !is_plain(c, y) || !is_same_type(c, x->type, c->call->type) ||
        !is_other_value(c, x, y))
        return NULL;
    test = said(c, kp_child(n, 1));
    yes = said(c, x);
    other = said(c, y);
    return test && yes && other ? kp_sprintf(c->d->u->arena, "(%s) ? %s : %s", test, yes, other)
                                : NULL;
}

static bool takes_all_arguments(const struct kp_value_call *c)
{
    unsigned n = 0;

    kp_each_child(p, c->callee) if (p->kind == KP_PARAM)
    {
        if (!p->sym || !p->sym->type ||
            (p->sym->type->kind == KP_TYPE_REFERENCE && kp_ends_with(p->sym->type->spelling, "&&")))
            return false;
        n++;
    }
    return (n ? kp_argument(c->call, n - 1) != NULL : c->callee->kind == KP_LAMBDA) &&
           !kp_argument(c->call, n);
}

/* What is called: of a template, in the one instance that all instances of the caller call. */
static bool find_callee(struct kp_value_call *c)
{
    const struct kp_node *n = c->call;
    const struct kp_sym *s = n->sym;
    struct kp_callees all = {0};

    if (s->is_method && (s->is_constructor || n->first->kind != KP_MEMBER || n->first->is_arrow ||
                         !(c->object = kp_object_of_call(c->d->u, n)) || c->object->from_macro))
        return false;
    if (!s->is_method && n->first->kind != KP_REF)
        return false;
    c->callee = kp_called_code(c->d->u, n);
    c->place = c->callee ? c->callee->parent : NULL;
    if (c->callee && c->callee->kind == KP_FUNCTION && (s->is_template || s->pattern)) {
        kp_callees_of(c->d->f, n, &all);
        c->callee =
            (all.of_instances || n->pattern) && all.list.n == 1 ? all.list.v[0]->decl : NULL;
    }
    return c->callee;
}

static const char *value_of(struct kp_direct *d, const struct kp_node *n)
{
    struct kp_value_call c = {.d = d, .call = n};
    const struct kp_node *body, *x;
    const char *text;

    if (n->kind != KP_CALL || n->is_dependent || n->is_constructed || n->file || n->from_macro ||
        !kp_owns_text(d->u, n) || !n->sym || !n->first || !find_callee(&c))
        return NULL;
    body = c.callee->last;
    if (!body || body->kind != KP_COMPOUND || body->from_macro || c.callee->from_macro ||
        !body->first || !(c.text = kp_place_file(d->u, c.callee->file)->text) ||
        kp_lex_has_directive(c.text, body->span.begin, body->span.end) ||
        (c.callee->kind == KP_LAMBDA && kp_lex_defines(c.text, body->span.end, n->span.begin)) ||
        !takes_all_arguments(&c))
        return NULL;
    if (body->first->kind == KP_IF)
        return said_as_choice(&c, body->first);
    x = body->n_children == 1 ? returned(body->first) : NULL;
    if (!x || !is_plain(&c, x) || !is_same_type(&c, x->type, n->type))
        return NULL;
    text = said(&c, x);
    return text && x->kind != KP_INDEX && x->kind != KP_COND ? kp_sprintf(d->u->arena, "(%s)", text)
                                                             : text;
}

/* In a template calls are resolved in its instances, and have the same words in all of them. */
const char *kp_called_value(struct kp_direct *d, const struct kp_node *n)
{
    struct kp_nodes all = {0};
    const char *text = NULL, *one;

    if (!n->is_dependent)
        return value_of(d, n);
    kp_seen_in_instances(d->f, n, &all);
    for (size_t i = 0; i < all.n; i++) {
        /* what an object's class is made of has names of its own for the types */
        one = all.v[i]->sym && !all.v[i]->sym->is_method ? value_of(d, all.v[i]) : NULL;
        if (!one || (text && !kp_streq(text, one)))
            return NULL;
        text = one;
    }
    d->rests_on_instances |= text != NULL;
    return text;
}

static bool is_element(const struct kp_node *x)
{
    return x && (x->kind == KP_INDEX || (x->kind == KP_UNARY && x->op == KP_OP_DEREF));
}

const char *kp_called_place(struct kp_direct *d, const struct kp_node *n,
                            const struct kp_looker *view)
{
    struct kp_value_call c = {.d = d, .call = n, .view = view, .object = kp_call_object(n)};
    const struct kp_node *body, *x;
    struct kp_callees all = {0};
    const char *text;

    if ((n->kind != KP_CALL && n->kind != KP_OPCALL) || n->is_dependent || n->is_constructed ||
        n->file || n->from_macro || !kp_owns_text(d->u, n) || !n->sym || !n->sym->is_method ||
        !c.object || c.object->kind != KP_REF || c.object->from_macro ||
        kp_is_argument(d->u, n->span))
        return NULL;
    kp_callees_of(d->f, n, &all);
    c.callee = all.list.n == 1 ? all.list.v[0]->decl : NULL;
    if (!c.callee || c.callee->kind != KP_FUNCTION || c.callee->from_macro)
        return NULL;
    c.place = kp_as_written(c.callee->sym)->decl;
    while (c.place && c.place->kind != KP_RECORD)
        c.place = c.place->parent;
    c.place = c.place ? c.place->parent : NULL;
    body = c.callee->last;
    if (!body || body->kind != KP_COMPOUND || body->from_macro || body->n_children != 1 ||
        !(c.text = kp_place_file(d->u, c.callee->file)->text) ||
        kp_lex_has_directive(c.text, body->span.begin, body->span.end) || !takes_all_arguments(&c))
        return NULL;
    x = returned(body->first);
    if (!is_element(x) || !is_plain(&c, x) || !is_same_type(&c, x->type, n->type))
        return NULL;
    text = said(&c, x);
    return text && x->kind != KP_INDEX ? kp_sprintf(d->u->arena, "(%s)", text) : text;
}

bool kp_take_called(struct kp_direct *d, const struct kp_node *store)
{
    const struct kp_node *value = kp_child(store, 1);
    const char *text = kp_called_value(d, value);

    if (text)
        kp_patch(d->u, d->patches, value->span.begin, value->span.end, text);
    return text;
}
