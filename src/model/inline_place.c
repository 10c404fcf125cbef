/* Closures that can be inlined, and arguments that take the place of their parameters in an inlined
 * body: places of the caller's own variables, `frag`, `frag[i]`, `&f.row`, which the body then
 * names as the caller does. */
#include "front/front.h"
#include "front/lex.h"
#include "front/tree.h"
#include "model/barriers.h"
#include "model/inline_call.h"

enum { MOST_CALLS = 4 }; /* in one another */

/* True if the brackets hold `&`, `=` and names alone, and the closure's copies cannot be changed.
 * *all: it is `[&]`. */
static bool reads_list(const struct kp_unit *u, const struct kp_node *closure, bool *all)
{
    const char *text = u->source.text;
    uint32_t end = closure->last->span.begin;
    struct kp_token t = kp_lex(text, closure->span.begin, end);
    unsigned n = 0;

    *all = false;
    if (closure->file || closure->from_macro || !kp_token_is(text, t, "["))
        return false;
    for (t = kp_lex(text, t.end, end); !kp_token_is(text, t, "]"); t = kp_lex(text, t.end, end)) {
        *all = kp_token_is(text, t, "&") && !n++;
        if (t.kind != KP_TOKEN_IDENT && !kp_token_is(text, t, "&") && !kp_token_is(text, t, "=") &&
            !kp_token_is(text, t, ","))
            return false;
        if (kp_token_is(text, t, "this"))
            return false;
    }
    for (; t.kind != KP_TOKEN_END; t = kp_lex(text, t.end, end))
        if (kp_token_is(text, t, "mutable"))
            return false;
    return true;
}

/* A copy of the variable has its value at each call. */
static bool is_as_copied(struct kp_func *f, const struct kp_sym *s)
{
    const struct kp_type *t = s->type;

    if (s->space == KP_SPACE_SHARED || s->is_static)
        return true;
    return t && !t->is_volatile && !s->n_dims && (kp_is_number(t) || t->kind == KP_TYPE_POINTER) &&
           (s->kind == KP_SYM_PARAM ? kp_keeps_argument(f, s) : kp_single_definition(f, s));
}

/* `[a = b]`: a variable of the closure's own. */
static bool has_initialiser(const struct kp_unit *u, const struct kp_node *closure)
{
    const char *text = u->source.text;
    uint32_t end = closure->last->span.begin;
    struct kp_token t = kp_lex(text, closure->span.begin, end), before = t;

    for (; t.kind != KP_TOKEN_END && !kp_token_is(text, t, "]"); t = kp_lex(text, t.end, end)) {
        if (kp_token_is(text, t, "=") && before.kind == KP_TOKEN_IDENT)
            return true;
        before = t;
    }
    return false;
}

/* The closure's names are the variables themselves: by reference, or by copies of variables that
 * keep their values. */
static bool is_of_variables(struct kp_unit *u, const struct kp_node *closure)
{
    const struct kp_node *in = kp_function_around(closure);
    struct kp_func *f = in && in->sym ? kp_func_get(u, in->sym, false) : NULL;
    bool all;

    if (!reads_list(u, closure, &all) || has_initialiser(u, closure))
        return false;
    if (all)
        return true;
    if (!f)
        return false;
    kp_each_below(n, closure) if (n->kind == KP_REF && n->sym && n->sym->decl &&
                                  (n->sym->kind == KP_SYM_VAR || n->sym->kind == KP_SYM_PARAM) &&
                                  kp_is_inside(n->sym->decl, in) &&
                                  !kp_is_inside(n->sym->decl, closure) &&
                                  !is_as_copied(f, n->sym)) return false;
    return true;
}

const struct kp_sym *kp_called_function(struct kp_unit *u, const struct kp_node *call)
{
    const struct kp_node *in = kp_function_around(call);
    struct kp_func *f = in && in->sym ? kp_func_get(u, in->sym, false) : NULL;
    const struct kp_sym *s = NULL;
    struct kp_callees all = {0};

    if (call->sym || call->kind != KP_CALL || !call->is_dependent || call->is_constructed || !f ||
        !call->first || call->first->kind != KP_REF || call->first->sym)
        return call->sym;
    kp_callees_of(f, call, &all);
    for (size_t i = 0; i < all.list.n; i++) {
        const struct kp_sym *one = kp_as_written(all.list.v[i]);

        if ((s && one != s) || one->is_method || one->from_prelude)
            return NULL;
        s = one;
    }
    return all.of_instances ? s : NULL;
}

const struct kp_node *kp_called_code(struct kp_unit *u, const struct kp_node *call)
{
    const struct kp_sym *s = kp_called_function(u, call);
    const struct kp_node *decl = s ? s->decl : NULL, *closure;

    if (!decl || !s->is_lambda)
        return decl;
    closure = decl->kind == KP_VAR && decl->has_init ? decl->last : NULL;
    if (!closure || closure->kind != KP_LAMBDA || !closure->last || call->first->kind != KP_REF ||
        call->first->sym != call->sym || !is_of_variables(u, closure))
        return NULL;
    kp_each_child(p, closure) if (p != closure->last &&
                                  (p->kind != KP_PARAM || !p->sym->type ||
                                   p->sym->type->is_dependent ||
                                   p->sym->type->kind == KP_TYPE_DEPENDENT)) return NULL;
    return closure;
}

static bool waits(struct kp_unit *u, const struct kp_node *stmt, int depth)
{
    const struct kp_node *code =
        stmt->kind == KP_CALL && kp_is_statement(stmt) && depth ? kp_called_code(u, stmt) : NULL;
    const struct kp_node *body = stmt->kind == KP_COMPOUND ? stmt : code ? code->last : NULL;

    if (!body || body->kind != KP_COMPOUND)
        return false;
    kp_each_child(n, body) if (kp_is_full_barrier(u, n) || waits(u, n, depth - !!code)) return true;
    return false;
}

bool kp_waits_as_inlined(struct kp_unit *u, const struct kp_node *stmt)
{
    return stmt->kind == KP_CALL && !kp_is_any_barrier(u, stmt) && waits(u, stmt, MOST_CALLS);
}

bool kp_is_inlined_closure(struct kp_unit *u, const struct kp_node *stmt,
                           const struct kp_calls *calls)
{
    const struct kp_node *var = stmt->kind == KP_DECL_STMT ? stmt->first : NULL;
    const struct kp_node *function = kp_function_around(stmt);
    size_t n = 0, named = 0;

    if (!var || stmt->n_children != 1 || var->kind != KP_VAR || !var->sym || !var->sym->is_lambda ||
        !function || stmt->from_macro)
        return false;
    for (size_t i = 0; i < calls->n; i++)
        n += calls->v[i]->sym == var->sym && kp_called_code(u, calls->v[i]);
    kp_each_below(x, function) named += x->kind == KP_REF && x->sym == var->sym;
    return n && n == named;
}

bool kp_writes_param(struct kp_unit *u, const struct kp_node *callee, const struct kp_sym *p)
{
    const struct kp_sym *s = callee->kind == KP_LAMBDA ? callee->parent->sym : callee->sym;
    const struct kp_effects *e = kp_func_get(u, s, true) ? kp_summary(u, s) : NULL;

    for (size_t i = 0; e && i < e->access.n; i++)
        if (e->access.v[i].base == p && !e->access.v[i].through_pointer &&
            e->access.v[i].space == KP_SPACE_LOCAL && kp_is_store(&e->access.v[i]))
            return true;
    return !e;
}

static bool is_own_variable(const struct kp_node *n, const struct kp_node *kernel)
{
    const struct kp_sym *s = n->kind == KP_REF ? n->sym : NULL;

    return s && s->decl && (s->kind == KP_SYM_VAR || s->kind == KP_SYM_PARAM) &&
           s->space == KP_SPACE_LOCAL && !s->is_static && kp_is_inside(s->decl, kernel) &&
           s->type && s->type->kind != KP_TYPE_REFERENCE;
}

/* `__shared__ tile t;` in the kernel. */
static bool is_shared_object(const struct kp_node *n, const struct kp_node *kernel)
{
    const struct kp_sym *s = n->kind == KP_REF ? n->sym : NULL;

    return s && s->decl && s->kind == KP_SYM_VAR && s->space == KP_SPACE_SHARED && !s->is_extern &&
           kp_is_inside(s->decl, kernel) && s->type;
}

/* `storage &q = ..`: it names one object throughout. */
static bool is_reference_to_object(const struct kp_node *n, const struct kp_node *kernel)
{
    const struct kp_sym *s = n->kind == KP_REF ? n->sym : NULL;

    return s && s->decl && (s->kind == KP_SYM_VAR || s->kind == KP_SYM_PARAM) && !s->is_static &&
           kp_is_inside(s->decl, kernel) && s->type && s->type->kind == KP_TYPE_REFERENCE &&
           s->type->elem && s->type->elem->kind == KP_TYPE_RECORD && !s->type->is_dependent;
}

/* The array of `array + i`, `&array[i]` and `array`; the place of `&place`; NULL: another address.
 */
static const struct kp_node *pointed_to(const struct kp_node *address)
{
    if (address->kind == KP_UNARY && address->op == KP_OP_ADDR)
        return address->first;
    if (address->kind == KP_BINARY && address->op == KP_OP_ADD)
        address = address->first;
    return kp_is_array_lvalue(address) ? address : NULL;
}

/* The variable that the place is in; NULL: it is behind a pointer, or no place. */
static const struct kp_node *variable_of(const struct kp_node *place, const struct kp_node *kernel)
{
    while (place && place->kind != KP_REF)
        if (place->kind == KP_INDEX || (place->kind == KP_UNARY && place->op == KP_OP_DEREF))
            place = pointed_to(place->first);
        else if (place->kind == KP_MEMBER && place->sym && place->sym->kind != KP_SYM_FUNCTION &&
                 !place->sym->is_bit_field)
            place = place->is_arrow ? pointed_to(place->first) : place->first;
        else
            place = NULL;
    return place && is_own_variable(place, kernel) && place->sym->type->kind != KP_TYPE_POINTER
               ? place
               : NULL;
}

/* True if every name in it, but that of the variable, has the same value throughout the call. What
 * is read behind a pointer may have another one. */
static bool is_steady(struct kp_func *f, const struct kp_node *call, const struct kp_node *n,
                      const struct kp_node *variable)
{
    if (n->kind == KP_REF)
        return n == variable || (is_own_variable(n, f->decl) && !kp_may_write(f, call, n->sym)) ||
               (n->sym && n->sym->has_value);
    if ((n->kind == KP_INDEX || (n->kind == KP_UNARY && n->op == KP_OP_DEREF) ||
         (n->kind == KP_MEMBER && n->is_arrow)) &&
        !pointed_to(n->first))
        return false;
    if (n->kind != KP_INT_LIT && n->kind != KP_BINARY && n->kind != KP_INDEX &&
        n->kind != KP_MEMBER && n->kind != KP_CAST && n->kind != KP_UNARY)
        return false;
    kp_each_child(c, n) if (!is_steady(f, call, c, variable)) return false;
    return true;
}

bool kp_is_named_place(struct kp_unit *u, const struct kp_node *call, const struct kp_node *p,
                       const struct kp_node *arg)
{
    const struct kp_node *in = kp_function_around(call), *place = arg, *variable, *callee;
    const struct kp_type *t = p->sym->type;
    struct kp_func *f = in ? kp_func_get(u, in->sym, false) : NULL;

    if (!f || !t || arg->from_macro || kp_writes_by_itself(arg) ||
        !(callee = kp_called_code(u, call)) || kp_holds(callee->last, KP_BIT(KP_LAMBDA)))
        return false;
    if (t->kind == KP_TYPE_POINTER || t->kind == KP_TYPE_ARRAY) {
        if (kp_writes_param(u, callee, p->sym))
            return false;
        place = pointed_to(arg);
    } else if (t->kind != KP_TYPE_REFERENCE || kp_ends_with(t->spelling, "&&"))
        return false;
    variable = place ? variable_of(place, in) : NULL;
    return variable && is_steady(f, call, arg, variable);
}

/* ---- the text -------------------------------------------------------------------------------- */

static unsigned tokens_of(const struct kp_inlining *c, struct kp_span in, const char *name)
{
    unsigned n = 0;

    for (struct kp_token t = kp_lex_code(c->text, in.begin, in.end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(c->text, t.end, in.end))
        n += t.kind == KP_TOKEN_IDENT && kp_token_is(c->text, t, name);
    return n;
}

/* True if the body's text names the parameter where the tree does, and nowhere else. */
static bool is_replaceable(const struct kp_inlining *c, const struct kp_sym *p)
{
    unsigned n = 0;

    kp_each_below(x, c->callee->last) if (x->kind == KP_REF && x->sym == p)
    {
        if (x->from_macro || x->span.end - x->span.begin != strlen(p->name))
            return false;
        n++;
    }
    return n == tokens_of(c, c->callee->last->span, p->name);
}

/* True if the callee declares something else of a name in the text. */
static bool is_hidden(const struct kp_inlining *c, const struct kp_node *p, const char *text)
{
    uint32_t end = (uint32_t)strlen(text);

    kp_each_below(x, c->callee) if ((x->kind == KP_VAR || x->kind == KP_PARAM) && x != p &&
                                    x->sym && *x->sym->name &&
                                    kp_lex_has(text, 0, end, x->sym->name)) return true;
    return kp_names_any(text, &c->names);
}

bool kp_inline_by_name(struct kp_inlining *c, const struct kp_node *p, const struct kp_node *arg)
{
    const char *text = kp_node_text(c->u, arg);
    struct kp_by_name b = {p->sym, text};

    if (!kp_is_named_place(c->u, c->node, p, arg) || is_hidden(c, p, text) ||
        !is_replaceable(c, p->sym))
        return false;
    if (arg->kind != KP_REF && arg->kind != KP_INDEX && arg->kind != KP_MEMBER)
        b.text = kp_sprintf(c->u->arena, "(%s)", text);
    kp_push(c->u->arena, &c->by_name, b);
    return true;
}

/* ---- methods of classes that a template leaves open ------------------------------------------ */

/* True if the method's text says the same wherever its object is named: it has the object's
 * members, its own parameters, counters and numbers, and no name of the class or of the file. */
static bool is_plain_method(const struct kp_node *n, const struct kp_node *method)
{
    switch (n->kind) {
    case KP_COMPOUND:
    case KP_DECL_STMT:
    case KP_IF:
    case KP_FOR:
    case KP_NONE:
    case KP_ASSIGN:
    case KP_INDEX:
    case KP_BINARY:
    case KP_UNARY:
    case KP_COND:
    case KP_THIS:
    case KP_INT_LIT:
        break;
    case KP_MEMBER:
        if (!n->sym || n->sym->kind != KP_SYM_FIELD)
            return false;
        break;
    case KP_REF:
        if (!n->sym || !n->sym->decl || !kp_is_inside(n->sym->decl, method))
            return false;
        break;
    case KP_VAR:
        if (!n->sym || !n->sym->type || n->sym->type->kind != KP_TYPE_INT ||
            n->sym->type->is_dependent)
            return false;
        break;
    default:
        return false;
    }
    if (n->from_macro && n->kind != KP_NONE && n->kind != KP_THIS)
        return false;
    kp_each_child(c, n) if (!is_plain_method(c, method)) return false;
    return true;
}

/* True if all instances of the kernel call what the class template's text says. */
static bool is_method_of_text(struct kp_unit *u, const struct kp_node *call,
                              const struct kp_node *kernel)
{
    struct kp_func *f = kp_func_get(u, kernel->sym, false);
    const struct kp_node *method = call->sym ? call->sym->decl : NULL;
    struct kp_callees all = {0};

    if (!f || !method || method->kind != KP_FUNCTION || !method->last ||
        !is_plain_method(method->last, method))
        return false;
    kp_callees_of(f, call, &all);
    for (size_t i = 0; i < all.list.n; i++)
        if (kp_as_written(all.list.v[i]) != call->sym)
            return false;
    kp_each_child(p, method) if (p->kind == KP_PARAM && p->sym->type &&
                                 p->sym->type->is_dependent &&
                                 !kp_takes_as_given(f, call, p->sym)) return false;
    return all.of_instances;
}

bool kp_is_open_object(const struct kp_node *object)
{
    const struct kp_type *t = object->sym->type;

    return t->is_dependent && t->kind != KP_TYPE_POINTER && t->kind != KP_TYPE_ARRAY && t->decl &&
           t->decl->kind == KP_SYM_RECORD;
}

const struct kp_node *kp_object_of_call(struct kp_unit *u, const struct kp_node *call)
{
    const struct kp_node *of = call->first, *kernel = kp_function_around(call);
    const struct kp_node *n = of->kind == KP_MEMBER && !of->is_arrow ? of->first : NULL;

    if (of->kind == KP_REF && call->sym && call->sym->is_method && of->sym != call->sym &&
        kp_is_operator_name(kp_base_name_of(call->sym->name)))
        n = of; /* object(..) */

    if (!n || !kernel)
        return NULL;
    if (is_reference_to_object(n, kernel))
        return n;
    if (!is_own_variable(n, kernel) && !is_shared_object(n, kernel))
        return NULL;
    if (kp_is_open_object(n))
        return is_method_of_text(u, call, kernel) ? n : NULL;
    return n->sym->type->kind == KP_TYPE_RECORD ? n : NULL;
}

bool kp_names_function_alone(const struct kp_unit *u, const struct kp_node *call)
{
    const struct kp_node *of = call->first;

    if (of->kind == KP_MEMBER)
        of = of->first; /* none: the function's own object */
    return !of || of->kind == KP_REF || kp_is_idle(u, of);
}

/* `object.` for `this->` or nothing in front of a member's name. */
static bool add_object(const struct kp_inlining *c, const struct kp_node *n, uint32_t at,
                       struct kp_str *out, uint32_t *from)
{
    const struct kp_node *self = n->kind == KP_MEMBER ? n->first : NULL;

    if (self && self->kind == KP_THIS && n->span.begin == at && c->object) {
        struct kp_token t = kp_lex_code(c->text, at, n->span.end), arrow;

        kp_str_addn(out, c->text + *from, at - *from);
        kp_str_addf(out, "%s.", c->object);
        arrow = kp_lex_code(c->text, t.end, n->span.end);
        *from =
            kp_token_is(c->text, t, "this") && kp_token_is(c->text, arrow, "->") ? arrow.end : at;
        return true;
    }
    kp_each_child(k, n) if (add_object(c, k, at, out, from)) return true;
    return false;
}

const char *kp_inline_body(const struct kp_inlining *c)
{
    const struct kp_node *body = c->callee->last;
    const struct kp_span in = body->span;
    const uint32_t end =
        body->last && body->last->kind == KP_RETURN ? body->last->span.begin : in.end - 1;
    struct kp_str out = kp_str_new(c->u->arena);
    uint32_t at = in.begin + 1;

    for (struct kp_token t = kp_lex_code(c->text, at, end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(c->text, t.end, end)) {
        if (t.kind == KP_TOKEN_IDENT && c->object && add_object(c, body, t.begin, &out, &at))
            continue;
        for (size_t i = 0; i < c->by_name.n; i++)
            if (t.kind == KP_TOKEN_IDENT && kp_token_is(c->text, t, c->by_name.v[i].param->name)) {
                kp_str_addn(&out, c->text + at, t.begin - at);
                kp_str_add(&out, c->by_name.v[i].text);
                at = t.end;
            }
    }
    kp_str_addn(&out, c->text + at, end - at);
    return kp_str_text(&out);
}
