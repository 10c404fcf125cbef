/* Local objects that look at memory, and what their members are made of (placed.c). */
#include "front/front.h"
#include "front/lex.h"
#include "front/tree.h"
#include "model/expr.h"
#include "model/own_text.h"
#include "model/types_text.h"
#include "model/written.h"
#include "texts/direct.h"

const struct kp_node *kp_in_instance(const struct kp_node *n, const struct kp_node *of)
{
    const struct kp_node *found;

    if (n->pattern == of && n->kind == of->kind)
        return n;
    kp_each_child(c, n) if ((found = kp_in_instance(c, of))) return found;
    return NULL;
}

static const struct kp_node *as_instantiated(const struct kp_direct *d, const struct kp_node *n)
{
    const struct kp_node *found;

    for (size_t i = 0; i < d->u->parse.instances.n; i++)
        if (d->u->parse.instances.v[i].pattern == d->f->sym &&
            (found = kp_in_instance(d->u->parse.instances.v[i].function, n)))
            return found;
    return n;
}

/* A place in an array in shared memory that numbers say. */
static bool is_fixed_place(const struct kp_node *n)
{
    while (n->kind == KP_INDEX && n->last->kind == KP_INT_LIT && !n->from_macro)
        n = n->first;
    return n->kind == KP_REF && n->sym && n->sym->kind == KP_SYM_VAR &&
           n->sym->space == KP_SPACE_SHARED && n->sym->n_dims > 0;
}

/* A name that has one value in the function, the address of a fixed place, or a number. What a
 * reference names may change. */
static bool keeps_its_value(const struct kp_direct *d, const struct kp_node *n)
{
    const struct kp_sym *s = kp_as_written(n->sym);

    if (!kp_owns_text(d->u, n))
        return false;
    if (n->from_macro) /* one that is a number */
        return n->kind == KP_INT_LIT;
    if (n->kind == KP_UNARY && n->op == KP_OP_ADDR)
        return is_fixed_place(n->first);
    if (n->kind != KP_REF || !s || s->from_prelude)
        return n->kind == KP_INT_LIT;
    if (s->kind == KP_SYM_VAR && s->space == KP_SPACE_SHARED)
        return s->n_dims > 0;
    if (!s->type || s->type->kind == KP_TYPE_REFERENCE || s->type->is_volatile)
        return false;
    return (s->kind == KP_SYM_PARAM && kp_is_param_of(d->f, s) && kp_keeps_argument(d->f, s)) ||
           (s->space == KP_SPACE_LOCAL && !s->is_static && kp_single_definition(d->f, s));
}

/* True for the address that a pointer of the object's name may hold in its place: it is computed
 * where the object was made, from what the object was made of. */
static bool may_be_held(const struct kp_direct *d, const struct kp_looker *view,
                        const struct kp_node *value)
{
    for (size_t i = 0; i < view->members.n; i++)
        if (view->members.v[i].pointer)
            return false;
    return value->type && value->type->kind == KP_TYPE_POINTER && !value->type->is_volatile &&
           !value->from_macro && kp_owns_text(d->u, value) &&
           !kp_holds(value, KP_BIT(KP_LAMBDA) | KP_BIT(KP_INIT_LIST) | KP_BIT(KP_UNKNOWN));
}

/* A bit-field keeps a part of the number. */
static bool add_member(const struct kp_direct *d, struct kp_looker *view,
                       const struct kp_sym *member, const struct kp_node *value)
{
    struct kp_looked m = {member->name, value, NULL};

    if (!value || member->is_bit_field)
        return false;
    if (!keeps_its_value(d, value)) {
        if (!may_be_held(d, view, value))
            return false;
        m.pointer = view->var->sym->name;
    }
    kp_push(d->u->arena, &view->members, m);
    return true;
}

/* True if the parameter is the argument, or the address of that array. */
static bool is_given_as_it_is(const struct kp_direct *d, const struct kp_sym *param,
                              const struct kp_node *arg)
{
    const struct kp_type *p = param->type, *a = arg->type;
    bool decays = p && a && p->kind == KP_TYPE_POINTER && a->kind == KP_TYPE_ARRAY;

    if (decays) {
        p = p->elem;
        a = a->elem;
    }
    return p && a && p->kind != KP_TYPE_REFERENCE && a->kind != KP_TYPE_REFERENCE &&
           kp_streq(kp_plain_type(d->u->arena, p->canonical),
                    kp_plain_type(d->u->arena, a->canonical));
}

/* What the view's constructor or list has there; of a parameter of the function that makes it, the
 * argument. NULL: something else. */
static const struct kp_node *made_of(const struct kp_direct *d, const struct kp_looker *view,
                                     unsigned i)
{
    const struct kp_node *n = kp_child(view->make, i), *arg;
    unsigned at = 0;

    if (!view->call || !n || n->kind == KP_INT_LIT)
        return n;
    kp_each_child(p, view->call->sym->decl) if (p->kind == KP_PARAM)
    {
        if (n->kind == KP_REF && n->sym == p->sym) {
            arg = kp_argument(view->call, at);
            return arg && is_given_as_it_is(d, p->sym, arg) ? arg : NULL;
        }
        at++;
    }
    return NULL;
}

/* `p = q` of a member and a parameter of its type, in the list of a constructor or in its body. */
static bool add_set(const struct kp_direct *d, struct kp_looker *view,
                    const struct kp_node *function, const struct kp_node *set)
{
    const struct kp_node *to = set->kind == KP_ASSIGN ? set->first : NULL, *from = set->last;
    unsigned at = 0;

    if (!to || set->op != KP_OP_ASSIGN || set->from_macro || to->kind != KP_MEMBER || !to->first ||
        to->first->kind != KP_THIS || !to->sym || from->kind != KP_REF || !from->sym ||
        !kp_direct_is_same_type(d, to, from))
        return false;
    kp_each_child(p, function)
    {
        if (p->kind == KP_PARAM && p->sym == from->sym)
            break;
        at += p->kind == KP_PARAM;
    }
    return add_member(d, view, to->sym, made_of(d, view, at));
}

/* `view(float *p, int n) : p(p), n(n) {}`, or with assignments in its body. */
static bool add_kept(const struct kp_direct *d, struct kp_looker *view, const struct kp_node *make)
{
    const struct kp_node *function = make->sym ? make->sym->decl : NULL;
    const struct kp_node *body = function ? function->last : NULL;

    if (!body || function->kind != KP_FUNCTION || body->kind != KP_COMPOUND || body->from_macro)
        return false;
    kp_each_child(c, function)
    {
        if (c->kind != KP_PARAM && c != body && !add_set(d, view, function, c))
            return false;
    }
    kp_each_child(c, body) if (!add_set(d, view, function, c)) return false;
    return true;
}

/* `view v{p, n};`, also as `auto v = view{p, n};` */
static bool add_given(const struct kp_direct *d, struct kp_looker *view,
                      const struct kp_node *record)
{
    unsigned i = 0;

    kp_each_child(c, record) if (c->kind == KP_FIELD)
    {
        if (!c->sym || !add_member(d, view, c->sym, made_of(d, view, i++)))
            return false;
    }
    return i == view->make->n_children;
}

/* What stands behind the name of the class, up to its members: a base, or nothing. *one: there is
 * exactly one. False: the text does not say it so. */
static bool read_head(const struct kp_direct *d, const struct kp_node *record, bool *one,
                      uint32_t *end)
{
    const char *text = kp_place_file(d->u, record->file)->text;

    *one = false;
    if (!text)
        return false;
    for (struct kp_token t = kp_lex_code(text, record->span.begin, record->span.end);;
         t = kp_lex_code(text, t.end, record->span.end)) {
        *end = t.begin;
        if (kp_token_is(text, t, "{"))
            return true;
        if (t.kind == KP_TOKEN_END || (*one && kp_token_is(text, t, ",")))
            return false;
        *one |= kp_token_is(text, t, ":");
    }
}

/* The members of the class, and of the base that it has, which no code makes; 0: of another one. */
static size_t count_members(const struct kp_direct *d, const struct kp_node *record)
{
    size_t n = 0, bases = 0, of_base;
    uint32_t head;
    bool has_base;

    if (!read_head(d, record, &has_base, &head))
        return 0;
    kp_each_child(c, record)
    {
        const struct kp_type *t = c->sym ? c->sym->type : NULL;

        if (c->kind != KP_FIELD)
            continue;
        if (!has_base || c->span.begin >= head) {
            n++;
            continue;
        }
        if (!t || t->kind != KP_TYPE_RECORD || t->is_dependent || !t->starts_unset || !t->decl ||
            t->decl->from_prelude || !t->decl->decl || t->decl->decl->kind != KP_RECORD ||
            !(of_base = count_members(d, t->decl->decl)))
            return 0;
        n += of_base;
        bases++;
    }
    return bases == has_base ? n : 0;
}

/* All of its members are those of the view, each once. */
static bool is_whole(const struct kp_direct *d, const struct kp_looker *view,
                     const struct kp_node *record)
{
    for (size_t i = 0; i < view->members.n; i++)
        for (size_t k = 0; k < i; k++)
            if (kp_streq(view->members.v[i].member, view->members.v[k].member))
                return false;
    return view->members.n && count_members(d, record) == view->members.n;
}

/* `view make(float *p, int n) { return view(p, n); }` */
static const struct kp_node *returned_by(const struct kp_node *call)
{
    const struct kp_node *f = call->sym ? call->sym->decl : NULL, *body = f ? f->last : NULL;
    const struct kp_node *back = body && body->kind == KP_COMPOUND ? body->first : NULL;

    if (!back || f->kind != KP_FUNCTION || call->sym->is_method || call->sym->from_prelude ||
        body->from_macro || body->n_children != 1 || back->kind != KP_RETURN || back->from_macro ||
        !back->first || back->first->from_macro || call->is_constructed || !call->first ||
        call->first->kind != KP_REF)
        return NULL;
    return back->first;
}

static bool has_constructor(const struct kp_node *record)
{
    kp_each_child(c, record) if (c->kind == KP_FUNCTION && c->sym &&
                                 c->sym->is_constructor) return true;
    return false;
}

/* The object's class as the text declares it; NULL: it is no view. */
static const struct kp_node *class_of(const struct kp_direct *d, const struct kp_node *var)
{
    const struct kp_type *t = var->type ? var->type : var->sym->type;
    const struct kp_node *record;

    if (!var->has_init || var->kind != KP_VAR || var->sym->is_static || var->sym->n_dims ||
        var->sym->space != KP_SPACE_LOCAL || !t || t->kind != KP_TYPE_RECORD || !t->copies_bits ||
        t->ends_in_code || t->is_volatile || !t->decl || t->decl->from_prelude || var->from_macro ||
        var->file || !var->parent || var->parent->kind != KP_DECL_STMT ||
        var->parent->parent->kind != KP_COMPOUND || !kp_owns_lines(d->u, var->parent))
        return NULL;
    record = kp_as_written(t->decl)->decl;
    return record && record->kind == KP_RECORD ? record : NULL;
}

/* True if the value is a member's, or does nothing, so that it may go. */
static bool may_go(const struct kp_direct *d, const struct kp_looker *view,
                   const struct kp_node *value)
{
    for (size_t i = 0; i < view->members.n; i++)
        if (view->members.v[i].value == value)
            return true;
    return keeps_its_value(d, value);
}

static bool may_all_go(const struct kp_direct *d, const struct kp_looker *view)
{
    for (unsigned i = 0; view->call && kp_argument(view->call, i); i++)
        if (!may_go(d, view, kp_argument(view->call, i)))
            return false;
    if (!view->call)
        kp_each_child(c, view->make) if (!may_go(d, view, c)) return false;
    return true;
}

bool kp_is_view(const struct kp_direct *d, const struct kp_node *var, struct kp_looker *view)
{
    const struct kp_node *record = class_of(d, var), *make = var->last;

    *view = (struct kp_looker){.var = var};
    if (!record)
        return false;
    if (make->kind == KP_CALL) {
        view->call = as_instantiated(d, make);
        make = returned_by(view->call);
    }
    view->make = make;
    if (!make)
        return false;
    if (make->kind == KP_CONSTRUCT)
        make = as_instantiated(d, make);
    if (make->kind == KP_CONSTRUCT && make->sym)
        return add_kept(d, view, make) && is_whole(d, view, record) && may_all_go(d, view);
    return (make->kind == KP_INIT_LIST ||
            (make->kind == KP_CONSTRUCT && !has_constructor(record))) &&
           add_given(d, view, record) && is_whole(d, view, record) && may_all_go(d, view);
}
