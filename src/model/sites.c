/* The reads of global memory that feed the copies of a load slice, with the conditions and loops
 * around each, and the type of what it reads. */
#include <string.h>

#include "front/tree.h"
#include "model/access.h"
#include "model/around.h"
#include "model/builds.h"
#include "model/copying.h"
#include "model/func.h"
#include "model/mentions.h"
#include "model/own_text.h"
#include "model/types_text.h"

static bool is_global(const struct kp_copying *c, const struct kp_node *lvalue)
{
    struct kp_objs objects = {0};

    kp_lvalue_objs(c->f, lvalue, &objects);
    return kp_are_global(&objects);
}

static bool is_load_call(const struct kp_copying *c, const struct kp_node *n)
{
    const struct kp_call_rule *r = n->kind == KP_CALL ? kp_callee_rule(c->u, n) : NULL;

    return r && r->is_load;
}

/* f(i), o.f(i), o(i) or o[i] of a class. */
static bool is_call(const struct kp_node *n)
{
    const char *name = n->sym ? n->sym->name : n->name;

    return n->kind == KP_CALL || (n->kind == KP_OPCALL && name &&
                                  (kp_streq(name, "operator[]") || kp_streq(name, "operator()")));
}

/* A conversion has its operand's text, from which a register of the conversion's type would be made
 * by another conversion, or by none. */
static bool is_conversion(const struct kp_node *call)
{
    return call->sym && call->sym->is_method && kp_starts_with(call->sym->name, "operator ");
}

/* What the pointer points to, by the types that the template's text has; NULL: not known. */
static const struct kp_type *type_behind(const struct kp_node *p)
{
    const struct kp_type *t = NULL;

    while (p && !t) {
        const struct kp_sym *s = p->kind == KP_REF ? p->sym : NULL;

        if (p->kind == KP_BINARY && (p->op == KP_OP_ADD || p->op == KP_OP_SUB) && p->last->type &&
            p->last->type->kind == KP_TYPE_INT)
            p = p->first;
        else if (p->kind == KP_UNARY && p->op == KP_OP_ADDR)
            t = kp_lvalue_type(p->first);
        else if (p->type && p->type->kind == KP_TYPE_POINTER && !kp_is_auto(p->type->elem))
            t = p->type->elem;
        else /* auto *p = x + i; */
            p = s && s->kind == KP_SYM_VAR && s->decl && s->decl->has_init ? s->decl->last : NULL;
    }
    return kp_is_auto(t) || (p && kp_is_left_open(t) && kp_is_in_words_of_another(p)) ? NULL : t;
}

/* template <class T> T f(const T *p, ..), of which the call deduces T. */
static bool returns_pointee(const struct kp_copying *c, const struct kp_node *call)
{
    const struct kp_sym *s = call->sym;
    const struct kp_type *t = NULL;

    kp_each_child(p, s->decl) if (p->kind == KP_PARAM && p->sym && !t) t = p->sym->type;
    return call->first && call->first->kind == KP_REF &&
           call->first->span.end - call->first->span.begin == strlen(s->name) &&
           kp_is_type_parameter(s->type) && t && t->kind == KP_TYPE_POINTER && t->elem &&
           kp_streq(kp_plain_type(c->u->arena, t->elem->canonical), s->type->canonical);
}

/* The type of a call of a function of the program; NULL: not known. */
static const struct kp_type *returned_type(const struct kp_copying *c, const struct kp_node *call)
{
    const struct kp_type *t = NULL;

    if (!kp_is_left_open(call->type))
        return call->type;
    if (call->sym && call->sym->decl && returns_pointee(c, call))
        t = type_behind(kp_argument(call, 0));
    return t || !call->is_dependent ? t : kp_open_value_type(c->f, call);
}

/* A call that does nothing but read global memory and return a value: an accessor, a guarded read.
 */
bool kp_is_read_call(const struct kp_copying *c, const struct kp_node *n)
{
    const struct kp_call_rule *rule = is_call(n) ? kp_callee_rule(c->u, n) : NULL;
    const struct kp_type *t;
    struct kp_effects e = {0};
    bool reads = false;

    if (rule && rule->is_read)
        return !rule->control;
    /* the text has a load's type, for all instances */
    if (!is_call(n) || is_load_call(c, n) || (n->sym ? !n->sym->decl : !n->is_dependent) ||
        is_conversion(n))
        return false;
    t = returned_type(c, n);
    if (!t || t->kind == KP_TYPE_VOID || t->kind == KP_TYPE_REFERENCE || t->kind == KP_TYPE_POINTER)
        return false;
    kp_effects_of(c->f, n, &e);
    for (size_t i = 0; i < e.access.n; i++) {
        const struct kp_access *a = &e.access.v[i];

        if (a->mode != KP_READ || (a->space != KP_SPACE_GLOBAL && a->space != KP_SPACE_LOCAL))
            return false;
        reads |= a->space == KP_SPACE_GLOBAL && a->in;
    }
    return reads && !e.control_mask;
}

/* What a statement, assembly, the constructor of an object that is dropped, or a call of a function
 * with assembly, sets to what it reads of global memory. */
struct set {
    KP_VEC(const struct kp_sym *) variables, read;
};

/* A call of a function that returns nothing and has assembly. */
static bool loads_by_assembly(const struct kp_node *n)
{
    const struct kp_node *function = n->kind == KP_CALL && n->sym ? n->sym->decl : NULL;

    return function && function->kind == KP_FUNCTION && function->last && !n->sym->is_method &&
           !n->is_dependent && n->type && n->type->kind == KP_TYPE_VOID &&
           kp_holds(function->last, KP_BIT(KP_ASM));
}

/* False: it does something else, or nothing of that. */
static bool find_set(const struct kp_copying *c, const struct kp_node *n, struct set *set)
{
    struct kp_effects e = {0};
    bool reads = false;

    if ((n->kind != KP_ASM && !(n->kind == KP_CALL && n->is_constructed) &&
         !loads_by_assembly(n)) ||
        !kp_owns_text(c->u, n))
        return false;
    kp_effects_of(c->f, n, &e);
    for (size_t i = 0; i < e.access.n; i++) {
        const struct kp_access *a = &e.access.v[i];

        if (a->space == KP_SPACE_GLOBAL && a->mode == KP_READ) {
            reads = true;
            continue;
        }
        if (a->space != KP_SPACE_LOCAL || !a->base)
            return false;
        if (kp_is_store(a))
            kp_push_once(c->u->arena, &set->variables, a->base);
        if (a->mode != KP_WRITE)
            kp_push_once(c->u->arena, &set->read, a->base);
    }
    return reads && !e.control_mask;
}

/* A variable that a register can stand for. */
static bool is_for_register(const struct kp_sym *s)
{
    const struct kp_type *t = s->type;

    return s->kind == KP_SYM_VAR && !s->n_dims && t && !t->is_const && !t->is_volatile &&
           t->size > 0 &&
           (kp_is_number(t) ||
            (t->kind == KP_TYPE_RECORD && t->copies_bits && t->starts_unset && !t->ends_in_code));
}

/* The variable that the output is, or has a part of that no other name chooses; NULL: it is another
 * place. */
static const struct kp_sym *root_of(const struct set *set, const struct kp_node *n)
{
    while (n->kind == KP_INDEX || n->kind == KP_MEMBER) {
        if (n->kind == KP_INDEX
                ? !kp_child(n, 1)->has_value || kp_holds(kp_child(n, 1), KP_BIT(KP_REF)) ||
                      !kp_is_array_lvalue(n->first)
                : n->is_arrow || !n->first)
            return NULL;
        n = n->first;
    }
    for (size_t i = 0; n->kind == KP_REF && i < set->variables.n; i++)
        if (n->sym == set->variables.v[i])
            return n->sym;
    return NULL;
}

/* An lvalue in global memory that is read here, or a call that does so. */
bool kp_is_site(const struct kp_copying *c, const struct kp_node *n)
{
    if (is_load_call(c, n) || kp_is_read_call(c, n))
        return true;
    if (n->kind != KP_INDEX && n->kind != KP_MEMBER &&
        !(n->kind == KP_UNARY && n->op == KP_OP_DEREF))
        return false;
    if (n->kind == KP_MEMBER && n->sym && n->sym->kind == KP_SYM_FUNCTION)
        return false;
    return !kp_is_array_lvalue(n) && is_global(c, n);
}

/* An operand of arithmetic that is a bit-field is promoted by its width, which no variable has: a
 * variable of its type stands for it only where the value is converted to another number's. */
static bool is_promoted_by_width(const struct kp_node *n)
{
    const struct kp_node *to = n->parent;

    if (n->kind != KP_MEMBER || !n->sym || !n->sym->is_bit_field)
        return false;
    return !to || to->last != n || !kp_is_number(to->kind == KP_VAR ? to->sym->type : to->type) ||
           !((to->kind == KP_ASSIGN && to->op == KP_OP_ASSIGN) || to->kind == KP_VAR ||
             to->kind == KP_CAST);
}

/* `real` is one type in one branch of an #if, and another one in another: a conversion's result has
 * a name of its own there, so a number's type gets its own here. */
static const char *in_all_builds(struct kp_copying *c, const struct kp_type *t, const char *text)
{
    const struct kp_words *varying = kp_varying_of(c->u);

    if (!text || !varying || !kp_says_plain_types(c->u) || !kp_is_number(t) ||
        !kp_words_have(varying, text, strlen(text)))
        return text;
    return kp_plain_type(c->u->arena, t->canonical);
}

/* (const float2 &)A[i]: what is read there is no element of A, and does not fit into one. */
static bool is_place_of_another(const struct kp_node *n)
{
    const struct kp_node *to = n->parent;
    const struct kp_type *t = kp_lvalue_type(n);

    return to && to->kind == KP_CAST && to->is_place &&
           (!t || !to->type || t->size <= 0 || to->type->size != t->size);
}

static const char *staging_type(struct kp_copying *c, const struct kp_node *n)
{
    const struct kp_type *t = kp_lvalue_type(n);
    const char *text;

    if (is_promoted_by_width(n) || is_place_of_another(n))
        return NULL;
    if (is_call(n) && !is_load_call(c, n) && kp_is_left_open(n->type) &&
        (!n->sym || n->sym->is_own || kp_is_open_functor_call(n)))
        t = returned_type(c, n);
    else if (n->kind == KP_CALL && (!t || t->kind == KP_TYPE_DEPENDENT)) /* __ldg(p) */
        t = type_behind(kp_argument(n, 0));
    else if (kp_is_auto(t))
        t = n->kind == KP_INDEX || n->kind == KP_UNARY ? type_behind(n->first) : NULL;
    text = kp_is_left_open(t) && kp_is_in_words_of_another(n)
               ? NULL
               : kp_type_in_front(c->u, c->l->node, t);
    if (!text && (!t || kp_is_left_open(t))) {
        t = kp_open_value_type(c->f, n);
        text = kp_type_in_front(c->u, c->l->node, t);
    }
    return in_all_builds(c, t, text);
}

/* What is left of the statement would miss what a macro does beside its reads. */
static bool does_more(const struct kp_copying *c, const struct kp_node *n)
{
    struct kp_effects e = {0};

    kp_effects_of(c->f, n, &e);
    for (size_t i = 0; i < e.access.n; i++)
        if (kp_is_store(&e.access.v[i]))
            return true;
    return kp_does_unknown(&e) || e.control_mask;
}

static void push_site(struct kp_copying *c, struct kp_site s)
{
    kp_push_all(c, &s.conds, &c->conds);
    kp_push_all(c, &s.loops, &c->loops);
    kp_push(c->u->arena, &c->l->sites, s);
}

/* In a template the size may be that of what its visible instances have there: an element that a
 * method of their classes returns. */
static void measure(struct kp_copying *c, const struct kp_node *n, struct kp_site *s)
{
    struct kp_nodes seen = {0};

    s->bytes = kp_bytes_seen(c->u, c->f->sym, n, &s->least_bytes);
    if (s->bytes < 0)
        kp_seen_in_instances(c->f, n, &seen);
    for (size_t i = 0; i < seen.n; i++) {
        int64_t bytes = kp_lvalue_bytes(seen.v[i]);

        if (bytes < 0) {
            s->bytes = s->least_bytes = -1;
            return;
        }
        s->bytes = bytes > s->bytes ? bytes : s->bytes;
        s->least_bytes = s->least_bytes < 0 || bytes < s->least_bytes ? bytes : s->least_bytes;
    }
}

static void add_site(struct kp_copying *c, const struct kp_node *n)
{
    struct kp_site s = {.node = n};
    const struct kp_node *assignment = kp_owns_text(c->u, n) ? NULL : kp_macro_assignment(n);

    measure(c, n, &s);
    s.no_text = !assignment && (!kp_owns_text(c->u, n) || (!kp_is_site(c, n) && does_more(c, n)));
    for (size_t i = 0; i < c->conds.n; i++)
        s.no_text |= !kp_owns_text(c->u, c->conds.v[i].cond);
    if (assignment) {
        s.node = assignment;
        s.assigned = assignment->first->sym;
    }
    s.type_text = staging_type(c, assignment ? assignment->first : n);
    push_site(c, s);
}

/* The site of a variable, or of an element of an array that assembly sets; false: no register
 * stands for it. */
static bool make_set_site(struct kp_copying *c, const struct kp_node *stmt, const struct kp_sym *v,
                          const struct kp_node *element, struct kp_site *s)
{
    const struct kp_type *t = element ? kp_lvalue_type(element) : v->type;

    *s = (struct kp_site){.node = stmt, .assigned = v, .place = element, .bytes = t ? t->size : -1};
    s->least_bytes = s->bytes;
    if (element ? !kp_is_number(t) || t->is_const || t->is_volatile || v->type->is_volatile ||
                      v->space != KP_SPACE_LOCAL
                : !is_for_register(v))
        return false;
    s->is_apart = !kp_declared_in(v, c->l->node);
    s->type_text = in_all_builds(c, t, kp_type_in_front(c->u, c->l->node, t));
    return s->type_text && !(element && s->is_apart);
}

enum { MOST_SET = 16 };

struct set_sites {
    struct kp_site v[MOST_SET];
    size_t n;
};

static bool add_set_site(struct kp_copying *c, const struct kp_node *stmt, const struct kp_sym *v,
                         const struct kp_node *element, struct set_sites *to)
{
    return to->n < MOST_SET && make_set_site(c, stmt, v, element, &to->v[to->n++]);
}

/* A site for each variable, and for each element of an array that is an output of assembly. */
static bool find_outputs(struct kp_copying *c, const struct kp_node *stmt, const struct set *set,
                         struct set_sites *to)
{
    unsigned i = 0;

    for (size_t k = 0; k < set->variables.n; k++) {
        const struct kp_sym *v = set->variables.v[k];

        if (!(v->n_dims && stmt->kind == KP_ASM) && !add_set_site(c, stmt, v, NULL, to))
            return false;
    }
    kp_each_child(place, stmt)
    {
        const struct kp_sym *v = root_of(set, place);

        if (stmt->kind != KP_ASM || i++ == stmt->asm_outputs)
            break;
        if (!v ||
            (v->n_dims && (!kp_owns_text(c->u, place) || !add_set_site(c, stmt, v, place, to))))
            return false;
    }
    return to->n > 0;
}

/* True if it is an output of the assembly, and named nowhere else in it. */
static bool is_output(const struct kp_node *stmt, const struct kp_sym *v)
{
    unsigned i = 0;

    kp_each_child(place, stmt) if (stmt->kind == KP_ASM && i++ < stmt->asm_outputs &&
                                   place->kind == KP_REF &&
                                   place->sym == v) return kp_count_refs(stmt, v) == 1;
    return false;
}

/* Where one variable is declared outside of the loop, the fetch has all of them itself: the
 * assembly reads none of them, and sets all of each. */
static bool set_apart(const struct kp_node *stmt, const struct set *set, struct set_sites *to)
{
    bool apart = false, may_be = true;

    for (size_t i = 0; i < to->n; i++) {
        apart |= to->v[i].is_apart;
        may_be &= is_output(stmt, to->v[i].assigned);
        for (size_t k = 0; k < set->read.n; k++)
            may_be &= set->read.v[k] != to->v[i].assigned;
    }
    for (size_t i = 0; i < to->n; i++)
        to->v[i].is_apart = apart;
    return !apart || may_be;
}

bool kp_find_set_sites(struct kp_copying *c, const struct kp_node *stmt)
{
    struct set_sites s = {0};
    struct set set = {0};

    if (!find_set(c, stmt, &set) || !find_outputs(c, stmt, &set, &s) || !set_apart(stmt, &set, &s))
        return false;
    for (size_t i = 0; i < s.n; i++)
        push_site(c, s.v[i]);
    return true;
}

/* True if a macro makes the value of a read, which has no text alone: `2 * *(p)`, `*(p)` an
 * argument. */
static bool holds_site(const struct kp_copying *c, const struct kp_node *n)
{
    kp_each_child(k, n) if (kp_is_site(c, k) || holds_site(c, k)) return true;
    return false;
}

static bool is_wrapped_site(const struct kp_copying *c, const struct kp_node *n)
{
    return n->from_macro && n->kind != KP_ASSIGN && n->type && n->type->kind != KP_TYPE_VOID &&
           holds_site(c, n);
}

/* (A[i], B[i]) reads no A[i], unless that is volatile, but names what the fetch has: its value is
 * read as a whole. */
static bool drops_site(const struct kp_copying *c, const struct kp_node *n)
{
    return n->kind == KP_BINARY && n->op == KP_OP_COMMA &&
           (kp_is_site(c, n->first) || holds_site(c, n->first));
}

/* &A[i] reads no A[i]; how much is read there knows only who gets the address. What is read are
 * indices and pointers on the way. */
static void find_sites_in_address(struct kp_copying *c, const struct kp_node *lvalue)
{
    const struct kp_node *base = lvalue->first;
    bool is_part = (lvalue->kind == KP_INDEX && kp_is_array_lvalue(base)) ||
                   (lvalue->kind == KP_MEMBER && !lvalue->is_arrow);

    if (is_call(lvalue)) {
        kp_each_child(k, lvalue) kp_find_sites(c, k);
        return;
    }
    if (lvalue->kind == KP_INDEX)
        kp_find_sites(c, lvalue->last);
    if (is_part && base)
        find_sites_in_address(c, base);
    else if (base)
        kp_find_sites(c, base);
}

void kp_find_sites(struct kp_copying *c, const struct kp_node *n)
{
    struct kp_guard g = {0};
    size_t depth = c->conds.n;

    if (kp_is_site(c, n) || is_wrapped_site(c, n) || drops_site(c, n)) {
        add_site(c, n);
        return;
    }
    if (n->kind == KP_LAMBDA || n->kind == KP_SIZEOF)
        return;
    if (n->kind == KP_UNARY && n->op == KP_OP_ADDR && kp_is_site(c, n->first)) {
        find_sites_in_address(c, n->first);
        return;
    }
    if (n->kind == KP_COND ||
        (n->kind == KP_BINARY && (n->op == KP_OP_LAND || n->op == KP_OP_LOR))) {
        kp_find_sites(c, n->first);
        g.cond = n->first;
        g.negated = n->op == KP_OP_LOR;
        kp_push(c->u->arena, &c->conds, g);
        kp_find_sites(c, kp_child(n, 1));
        c->conds.n = depth;
        if (n->kind == KP_COND) {
            g.negated = true;
            kp_push(c->u->arena, &c->conds, g);
            kp_find_sites(c, kp_child(n, 2));
            c->conds.n = depth;
        }
        return;
    }
    kp_each_child(k, n) kp_find_sites(c, k);
}
