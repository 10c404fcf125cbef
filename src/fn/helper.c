/* A call in a template that waits for its instance, f(a[i]), may be one of any of the overloads of
 * f. Where each of them takes its arguments by value, or by references that it only reads, names
 * nothing but its own variables, and calls nothing but its like and CUDA's functions without
 * effects, it does not matter which one it is. */
#include "fn/helper.h"
#include "front/tree.h"

#include "fn/callee.h"
#include "kp_model.h"

enum { MAX_DEPTH = 4 };

struct helper {
    const struct kp_unit *u;
    const struct kp_node *function;
    unsigned control; /* of what it calls */
    int depth;
    bool is_method; /* the function: and what it reads of its object is a value, too */
};

static bool is_helper(struct helper *h, const struct kp_sym *s);

/* A number, or a class whose objects are copied, made and ended without code. */
static bool is_value(const struct kp_type *t)
{
    switch (t ? t->kind : KP_TYPE_OTHER) {
    case KP_TYPE_BOOL:
    case KP_TYPE_INT:
    case KP_TYPE_FLOAT:
        return !t->is_volatile;
    case KP_TYPE_RECORD:
        return t->copies_bits && t->starts_unset && !t->ends_in_code && !t->is_volatile;
    default:
        return false;
    }
}

/* const T & of such a T: what the caller reads by handing it over. */
static bool is_read_only(const struct kp_type *t)
{
    return t && t->kind == KP_TYPE_REFERENCE && t->elem && t->elem->is_const && is_value(t->elem);
}

static bool is_own(const struct helper *h, const struct kp_sym *s)
{
    return s && (s->kind == KP_SYM_VAR || s->kind == KP_SYM_PARAM) && s->decl && !s->is_static &&
           !s->is_extern && s->space == KP_SPACE_LOCAL && kp_is_inside(s->decl, h->function);
}

static bool is_own_variable(const struct helper *h, const struct kp_sym *s)
{
    return is_own(h, s) && is_value(s->type);
}

static const struct kp_sym *variable_of(const struct kp_node *n)
{
    while (n->kind == KP_MEMBER && !n->is_arrow && n->first)
        n = n->first;
    return n->kind == KP_REF ? n->sym : NULL;
}

/* A variable of the function, or a member of one; a member behind a reference may be mutable. */
static bool is_own_place(const struct helper *h, const struct kp_node *n)
{
    return is_own_variable(h, variable_of(n));
}

static bool is_own_value(const struct helper *h, const struct kp_node *n)
{
    const struct kp_sym *s = variable_of(n);

    return is_own(h, s) &&
           (is_value(s->type) || (s->kind == KP_SYM_PARAM && is_read_only(s->type)));
}

/* A number in the object of the method. */
static bool is_member_of_self(const struct helper *h, const struct kp_node *n)
{
    while (h->is_method && n->kind == KP_MEMBER && n->sym && n->sym->kind == KP_SYM_FIELD &&
           is_value(n->sym->type)) {
        if (n->is_arrow)
            return n->first->kind == KP_THIS;
        n = n->first;
    }
    return false;
}

static bool computes(struct helper *h, const struct kp_node *n);

static bool all_compute(struct helper *h, const struct kp_node *n)
{
    kp_each_child(c, n) if (!computes(h, c)) return false;
    return true;
}

static bool is_without_effects(const struct kp_call_rule *r)
{
    for (size_t i = 0; i < KP_RULE_ARGS; i++)
        if (r->arg[i])
            return false;
    return !r->object && !r->rest && !(r->control & ~(unsigned)KP_CTL_WARP) && !r->is_barrier &&
           !r->is_partial_barrier && !r->is_vote && !r->is_like_method && !r->is_load &&
           !r->tells_block && !r->is_read && r->address_of == -1 && !r->copy_bytes;
}

static bool call_computes(struct helper *h, const struct kp_node *n)
{
    const struct kp_call_rule *rule = kp_callee_rule(h->u, n);

    for (const struct kp_node *c = n->first ? n->first->next : NULL; c; c = c->next)
        if (!computes(h, c))
            return false;
    if (rule) {
        h->control |= rule->control;
        return is_without_effects(rule);
    }
    return n->sym && n->sym->is_own && !n->sym->is_method && !n->sym->is_template &&
           n->first->kind == KP_REF && is_helper(h, n->sym);
}

static bool computes(struct helper *h, const struct kp_node *n)
{
    if (n->is_dependent)
        return false;
    switch (n->kind) {
    case KP_COMPOUND:
    case KP_DECL_STMT:
    case KP_RETURN:
    case KP_IF:
    case KP_COND:
    case KP_BINARY:
    case KP_NONE:
    case KP_NULL_STMT:
    case KP_INIT_LIST:
        return all_compute(h, n);
    case KP_INT_LIT:
    case KP_FLOAT_LIT:
    case KP_BOOL_LIT:
        return true;
    case KP_CAST:
        return is_value(n->type) && all_compute(h, n);
    case KP_CONSTRUCT:
        return is_value(n->type) && (!n->sym || n->sym->from_prelude) && all_compute(h, n);
    case KP_VAR:
        return is_own_variable(h, n->sym) && all_compute(h, n);
    case KP_UNARY:
        if (n->op == KP_OP_PLUS || n->op == KP_OP_MINUS || n->op == KP_OP_NOT ||
            n->op == KP_OP_LNOT)
            return all_compute(h, n);
        return n->op != KP_OP_DEREF && n->op != KP_OP_ADDR && is_own_place(h, n->first);
    case KP_ASSIGN:
        return is_own_place(h, n->first) && all_compute(h, n);
    case KP_REF:
    case KP_MEMBER:
        return is_own_value(h, n) || is_member_of_self(h, n);
    case KP_CALL:
        return call_computes(h, n);
    default:
        return false;
    }
}

/* T of a template<class T>: the body names nothing that depends on it. */
static bool is_unused(const struct kp_type *t)
{
    return t->kind == KP_TYPE_DEPENDENT && t->decl && t->decl->kind == KP_SYM_TYPE;
}

/* Of a template, whose pattern says it of all its instances; a specialisation is a function of the
 * name, too. */
static bool is_helper(struct helper *h, const struct kp_sym *s)
{
    const struct kp_node *decl = s->decl, *outer = h->function;
    bool yes, was_method = h->is_method;

    if (h->depth >= MAX_DEPTH || !decl || decl->kind != KP_FUNCTION || !decl->last ||
        decl->last->kind != KP_COMPOUND || !is_value(s->type))
        return false;
    kp_each_child(p, decl) if (p->kind == KP_PARAM && !is_value(p->sym->type) &&
                               !is_read_only(p->sym->type) &&
                               !is_unused(p->sym->type)) return false;
    h->function = decl;
    h->is_method = s->is_const_method;
    h->depth++;
    yes = computes(h, decl->last);
    h->depth--;
    h->is_method = was_method;
    h->function = outer;
    return yes;
}

/* All of the program's functions of the name; an operator may be a method, which is none. */
static bool are_helpers(struct helper *h, const char *name)
{
    bool any = false, yes = true;

    kp_each_named(s, h->u, name)
    {
        if (s->kind != KP_SYM_FUNCTION || !s->is_own ||
            (s->is_method && !kp_starts_with(name, "operator")))
            continue;
        if (!yes)
            break;
        yes = !s->is_method && is_helper(h, s);
        any = true;
    }
    return any && yes;
}

bool kp_is_helper_method(const struct kp_unit *u, const struct kp_sym *s, unsigned *control)
{
    struct helper h = {.u = u};
    bool yes = s->is_own && s->is_const_method && is_helper(&h, s);

    *control |= h.control;
    return yes;
}

const struct kp_call_rule *kp_helper_rule(const struct kp_unit *u, const char *name)
{
    static const struct kp_call_rule pure = {.address_of = -1, .effect = "pure"},
                                     warp = {.address_of = -1,
                                             .control = KP_CTL_WARP,
                                             .effect = "warp"};
    const struct kp_call_rule *cuda = kp_rule_call(u->rules, name);
    struct helper h = {.u = u};

    if ((cuda && !is_without_effects(cuda)) || !are_helpers(&h, name))
        return NULL;
    return h.control || (cuda && cuda->control) ? &warp : &pure;
}
