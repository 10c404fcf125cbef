/* Whether an inlined body says what the helper's body says. Names and macros may mean something
 * else in the kernel, conversions happen elsewhere. So the parsed trees of both texts are compared:
 * they have to be one tree but for the calls and the blocks that stand for them, and such a block
 * declares what the parameters were, by the arguments' values, and goes on with the helper's body.
 */
#include "front/tree.h"
#include "model/inline_call.h"

#include "front/branches.h"

struct match {
    struct kp_unit *u, *v;
    const struct kp_calls *calls; /* of u, that v has blocks for */
    const struct kp_node *kernel; /* FUNCTION of v */
    const struct kp_sym **to;     /* by a symbol's id in u: the variable of v that it is */
    const struct kp_node **with;  /* by a parameter's id in u: the argument in its place */
    const struct kp_node *callee; /* whose body is compared, NULL in the kernel's own text */
    const struct kp_node *object; /* whose method that is; NULL: it is none of an object */
    const struct kp_node *block;  /* .. and the compound that its bindings stand in */
    const struct kp_node *failed; /* the call whose block says something else */
};

static bool same(struct match *m, const struct kp_node *a, const struct kp_node *b);

/* ---- types --------------------------------------------------------------------------------- */

/* A template's open types are what the instance makes of them. */
static bool same_type(const struct kp_type *s, const struct kp_type *t, int depth)
{
    if (s && s->kind == KP_TYPE_REFERENCE)
        s = s->elem;
    if (t && t->kind == KP_TYPE_REFERENCE)
        t = t->elem;
    if (kp_is_left_open(s) || s == t)
        return true;
    if (!t || depth > 20 || s->kind != t->kind || s->size != t->size || s->align != t->align ||
        s->count != t->count || s->is_unsigned != t->is_unsigned ||
        s->is_volatile != t->is_volatile)
        return false;
    if (s->kind == KP_TYPE_RECORD || s->kind == KP_TYPE_ENUM)
        return s->decl && t->decl && kp_streq(s->decl->qualified, t->decl->qualified);
    return !s->elem || same_type(s->elem, t->elem, depth + 1);
}

/* An array that was handed over as a pointer. */
static bool is_decayed(const struct kp_type *s, const struct kp_type *t)
{
    if (t && t->kind == KP_TYPE_REFERENCE)
        t = t->elem;
    return s && t && s->kind == KP_TYPE_POINTER && t->kind == KP_TYPE_ARRAY &&
           same_type(s->elem, t->elem, 0);
}

/* The type of a value whose operands are the same has to be: it is open in the kernel's template
 * when one of theirs is. */
static bool is_operator(const struct kp_node *n)
{
    return n->kind == KP_INDEX || n->kind == KP_BINARY || n->kind == KP_UNARY ||
           n->kind == KP_ASSIGN || n->kind == KP_COND;
}

/* `auto &As = As_of_kernel;` in a template has an open type: what it is bound to has none. */
static const struct kp_type *type_of_variable(const struct kp_node *var)
{
    return kp_is_left_open(var->sym->type) && var->has_init && var->last->kind == KP_REF
               ? var->last->type
               : var->sym->type;
}

static const struct kp_type *type_behind(const struct kp_node *ref)
{
    const struct kp_node *decl = ref->kind == KP_REF && ref->sym ? ref->sym->decl : NULL;

    return decl && decl->kind == KP_VAR ? type_of_variable(decl) : NULL;
}

/* True if as much is const. An array may be handed over as a pointer. */
static bool same_const(const struct kp_type *s, const struct kp_type *t)
{
    if (s && s->kind == KP_TYPE_REFERENCE)
        s = s->elem;
    if (t && t->kind == KP_TYPE_REFERENCE)
        t = t->elem;
    if (kp_is_left_open(s) || kp_is_left_open(t))
        return true;
    if (t->kind != KP_TYPE_ARRAY && s->is_const != t->is_const)
        return false;
    return !s->elem || !t->elem || same_const(s->elem, t->elem);
}

/* True if its parameters' types tell the function from all others of its name. Of a template there
 * are instances, and of a method one for objects that are const. */
static bool is_told_by_parameters(const struct kp_node *call)
{
    const struct kp_sym *s = call->sym;

    return s && (s->from_prelude || (call->kind == KP_CALL && s->kind == KP_SYM_FUNCTION &&
                                     !s->is_method && !s->is_template && !s->pattern));
}

/* True if it is handed to a function of the user's, which may be another one, or another instance,
 * for what is const. */
static bool is_handed_on(const struct kp_node *n)
{
    for (n = n->parent; n && n->kind >= KP_REF; n = n->parent)
        if ((n->kind == KP_CALL || n->kind == KP_OPCALL || n->kind == KP_CONSTRUCT) &&
            !is_told_by_parameters(n))
            return true;
    return false;
}

static bool same_value_type(const struct kp_node *a, const struct kp_node *b)
{
    const struct kp_type *t = b->type;

    if (a->kind == KP_REF && a->sym && a->sym->kind == KP_SYM_PARAM && b->kind == KP_REF &&
        b->sym && is_handed_on(a) && !same_const(a->sym->type, b->sym->type))
        return false;
    if (same_type(a->type, t, 0))
        return true;
    if (a->kind == KP_INIT_LIST && a->type->kind == KP_TYPE_VOID)
        return true; /* of a variable whose type is open: it is what the variable's type makes of it
                      */
    if (kp_is_left_open(t) && is_operator(a))
        return true;
    if (kp_is_left_open(t) && type_behind(b))
        t = type_behind(b);
    return a->kind == KP_REF && a->sym && a->sym->kind == KP_SYM_PARAM &&
           (is_decayed(a->type, t) || (t != b->type && same_type(a->type, t, 0))) &&
           a->parent->kind != KP_SIZEOF;
}

/* ---- symbols ------------------------------------------------------------------------------- */

static bool is_local(const struct match *m, const struct kp_sym *s, bool of_u)
{
    if (!s->decl)
        return false;
    if (!of_u)
        return kp_is_inside(s->decl, m->kernel);
    for (const struct kp_node *n = s->decl; n; n = n->parent)
        if (n->kind == KP_FUNCTION && n != s->decl)
            return true;
    return false;
}

/* Of two functions of a name these types tell which one it is, to the letter. */
static bool same_parameters(const struct kp_sym *a, const struct kp_sym *b)
{
    return a->kind != KP_SYM_FUNCTION || a->from_prelude || kp_have_same_parameters(a, b);
}

/* How many statements of the body are in the block: a value that is returned at its end, to a
 * statement that drops it, is not. */
static unsigned in_block(const struct kp_node *callee)
{
    const struct kp_node *body = callee->last;

    return body->n_children - (body->last && body->last->kind == KP_RETURN);
}

/* A variable that the block declares in front of the body. */
static const struct kp_node *binding(const struct match *m, const char *name)
{
    unsigned n = m->block->n_children - in_block(m->callee);
    const struct kp_node *stmt = m->block->first;

    for (unsigned i = 0; i < n && stmt; i++, stmt = stmt->next)
        kp_each_child(v, stmt) if (v->kind == KP_VAR && kp_streq(v->sym->name, name)) return v;
    return NULL;
}

/* A template parameter: a constant of the block, or the kernel's own of that name, which the call
 * names as its argument. */
static bool same_constant(const struct match *m, const struct kp_sym *a, const struct kp_sym *b)
{
    const struct kp_node *v = m->callee ? binding(m, a->name) : NULL;

    if (!same_type(a->type, b->type, 0))
        return false;
    if (v)
        return b == v->sym;
    return kp_streq(a->name, b->name) &&
           (b->kind == KP_SYM_TVALUE ||
            (b->kind == KP_SYM_VAR && b->decl && m->callee && is_local(m, b, false) &&
             !kp_is_inside(b->decl, m->block)));
}

static bool same_symbol(const struct match *m, const struct kp_sym *a, const struct kp_sym *b)
{
    if (!a || !b)
        return a == b;
    if (m->to[a->id])
        return m->to[a->id] == b;
    if (a->kind == KP_SYM_TVALUE)
        return same_constant(m, a, b);
    return a->kind == b->kind && a->from_prelude == b->from_prelude &&
           kp_streq(a->qualified, b->qualified) && same_type(a->type, b->type, 0) &&
           a->has_value == b->has_value && a->value == b->value &&
           is_local(m, a, true) == is_local(m, b, false) && same_parameters(a, b);
}

/* Token by token: lines are broken and indented anew. */
static bool same_text(const struct match *m, const struct kp_node *a, const struct kp_node *b)
{
    const char *s = kp_node_text(m->u, a), *t = kp_node_text(m->v, b);

    return kp_same_tokens(s, strlen(s), t, strlen(t));
}

/* A name in a template may wait for the instance. The kernel's own text has it in the same place,
 * in front of the same declarations, so that it waits for the same. In the global namespace it is
 * looked up in the same way in a helper and in the block. */
static bool same_open_name(const struct match *m, const struct kp_node *a, const struct kp_node *b)
{
    const char *name = b->sym ? b->sym->name : b->name;

    if (!a->name || !name)
        return a->name == name;
    if (!m->callee && !b->sym)
        return kp_streq(a->name, name) && (a->kind != KP_REF || same_text(m, a, b));
    if (a->kind == KP_MEMBER)
        return kp_streq(a->name, name);
    return b->sym && kp_streq(a->name, name) &&
           (b->sym->from_prelude ||
            (kp_streq(b->sym->qualified, name) && !is_local(m, b->sym, false) && m->callee &&
             m->callee->sym && kp_streq(m->callee->sym->qualified, m->callee->sym->name)));
}

/* ---- nodes --------------------------------------------------------------------------------- */

/* The text of assembly around its operands; NULL: it has another form. */
static const char *without_operands(struct kp_unit *u, const struct kp_node *n)
{
    const char *text = kp_node_text(u, n);
    struct kp_str out = kp_str_new(u->arena);
    uint32_t at = n->span.begin;

    kp_each_child(c, n)
    {
        if (c->from_macro || c->file != n->file || c->span.begin < at || c->span.end > n->span.end)
            return NULL;
        kp_str_addn(&out, text + (at - n->span.begin), c->span.begin - at);
        kp_str_add(&out, " 0 ");
        at = c->span.end;
    }
    kp_str_addn(&out, text + (at - n->span.begin), n->span.end - at);
    return kp_str_text(&out);
}

/* True if the name begins with a type parameter of the called function: in the block, that is the
 * call's argument, by its name or by a `using`. */
static bool is_of_type_parameter(const struct match *m, const struct kp_node *n)
{
    const char *text = kp_node_text(m->u, n), *of = kp_node_text(m->u, m->callee);
    uint32_t end = (uint32_t)strlen(of);
    struct kp_token name = kp_lex_code(text, 0, (uint32_t)strlen(text)), before = {0}, t;
    int depth = 0;

    if (name.kind != KP_TOKEN_IDENT)
        return false;
    for (t = kp_lex_code(of, 0, end); t.kind != KP_TOKEN_END;
         before = t, t = kp_lex_code(of, t.end, end)) {
        depth += kp_token_is(of, t, "<");
        depth -= kp_token_is(of, t, ">");
        if (depth < 1 && before.kind != KP_TOKEN_END && !kp_token_is(of, t, "template"))
            return false; /* behind the parameters */
        if (t.end - t.begin == name.end - name.begin &&
            !memcmp(of + t.begin, text + name.begin, t.end - t.begin) &&
            (kp_token_is(of, before, "typename") || kp_token_is(of, before, "class")))
            return true;
    }
    return false;
}

/* `C::K` in a template's own text, or for the C that it was called with: it waits for the instance
 * here and there, or is what the argument has. */
static bool same_member_of_open(const struct match *m, const struct kp_node *a,
                                const struct kp_node *b)
{
    const char *name = b->sym ? b->sym->name : b->name;

    return a->kind == KP_REF && !a->sym && a->is_dependent && !a->n_children && !a->from_macro &&
           !b->from_macro && a->name && name && kp_streq(a->name, name) && same_text(m, a, b) &&
           (m->callee && kp_is_inside(a, m->callee) ? is_of_type_parameter(m, a)
                                                    : !b->sym && b->is_dependent);
}

/* Operands are compared as what they are. */
static bool same_assembly(const struct match *m, const struct kp_node *a, const struct kp_node *b)
{
    const char *s = a->from_macro ? NULL : without_operands(m->u, a);
    const char *t = b->from_macro ? NULL : without_operands(m->v, b);

    return same_text(m, a, b) || (s && t && kp_same_tokens(s, strlen(s), t, strlen(t)));
}

/* Statements that the other text leaves out. */
static unsigned left_out(const struct match *m, const struct kp_node *n)
{
    unsigned count = 0;

    if (!m->callee && n->kind == KP_COMPOUND)
        kp_each_child(x, n) count += kp_is_inlined_closure(m->u, x, m->calls);
    return count;
}

static bool same_here(struct match *m, const struct kp_node *a, const struct kp_node *b)
{
    if (a->kind != b->kind || a->op != b->op || a->n_children != b->n_children + left_out(m, a) ||
        a->has_init != b->has_init || a->is_arrow != b->is_arrow ||
        (a->has_value && (!b->has_value || a->value != b->value)) || !same_value_type(a, b))
        return false;
    switch (a->kind) {
    case KP_VAR:
    case KP_PARAM:
        if (!kp_streq(a->sym->name, b->sym->name) || a->sym->space != b->sym->space ||
            a->sym->is_static != b->sym->is_static)
            return false;
        m->to[a->sym->id] = b->sym;
        return true;
    case KP_FLOAT_LIT:
        return kp_streq(a->name, b->name);
    case KP_STRING_LIT:
    case KP_UNKNOWN:
    case KP_OTHER_DECL:
    case KP_SIZEOF: /* of a type; an expression is compared as a child */
        return same_text(m, a, b);
    case KP_ASM:
        return same_assembly(m, a, b);
    case KP_INT_LIT:
        return a->value == b->value;
    case KP_FUNCTION:
        return true;
    default:
        return same_member_of_open(m, a, b) ? true
               : (!a->sym && a->is_dependent) || (!a->sym && m->callee)
                   ? same_open_name(m, a, b)
                   : same_symbol(m, a->sym, b->sym);
    }
}

/* ---- the block ------------------------------------------------------------------------------ */

/* The value of `kp_in0` that a parameter's variable starts with. */
static const struct kp_node *set_aside(const struct kp_node *outer, const struct kp_node *init)
{
    kp_each_child(stmt, outer) kp_each_child(
        v, stmt) if (init->kind == KP_REF && v->kind == KP_VAR && init->sym == v->sym) return v;
    return NULL;
}

static bool same_argument(struct match *m, const struct kp_node *outer, const struct kp_node *p,
                          const struct kp_node *arg)
{
    const struct kp_node *var = binding(m, p->sym->name), *aside;
    const struct kp_type *t = p->sym->type;

    m->with[p->sym->id] = NULL;
    if (!*p->sym->name)
        return kp_is_idle(m->u, arg);
    if (!var && kp_is_named_place(m->u, arg->parent, p, arg)) {
        m->with[p->sym->id] = arg;
        return true;
    }
    if (!var) { /* the argument is a variable of that name */
        if (arg->kind != KP_REF || !arg->sym || !kp_streq(arg->sym->name, p->sym->name) ||
            (!same_type(t, arg->sym->type, 0) && !is_decayed(t, arg->sym->type)))
            return false;
        m->to[p->sym->id] = m->to[arg->sym->id];
        return m->to[p->sym->id] != NULL;
    }
    if (!same_type(t, type_of_variable(var), 0) && !is_decayed(t, type_of_variable(var)))
        return false;
    m->to[p->sym->id] = var->sym;
    aside = set_aside(outer, var->last);
    return same(m, arg, aside ? aside->last : var->last);
}

/* True if arguments are set aside in front of the block that has the body. */
static bool sets_aside(const struct kp_node *block)
{
    kp_each_child(stmt, block)
        kp_each_child(v, stmt) if (stmt->kind == KP_DECL_STMT && v->kind == KP_VAR &&
                                   kp_starts_with(v->sym->name, "kp_in")) return true;
    return false;
}

static bool same_block(struct match *m, const struct kp_node *call, const struct kp_node *block)
{
    struct match inner = *m;
    const struct kp_node *a, *b;
    unsigned i = 0, bound;

    inner.callee = kp_called_code(m->u, call);
    inner.object = inner.callee ? kp_object_of_call(m->u, call) : NULL;
    if (block->kind != KP_COMPOUND || !inner.callee || !kp_names_function_alone(m->u, call))
        return false;
    inner.block = sets_aside(block) ? block->last : block;
    if (inner.block->kind != KP_COMPOUND || inner.block->n_children < in_block(inner.callee))
        return false;
    kp_each_child(p, inner.callee) if (p->kind == KP_PARAM &&
                                       (!kp_argument(call, i) ||
                                        !same_argument(&inner, block, p,
                                                       kp_argument(call, i++)))) return false;
    bound = inner.block->n_children - in_block(inner.callee);
    for (b = inner.block->first; bound--; b = b->next)
        if (b->kind != KP_DECL_STMT)
            return false;
    for (a = inner.callee->last->first; a && b; a = a->next, b = b->next)
        if (!same(&inner, a, b))
            return false;
    return !b && (!a || (!a->next && a->kind == KP_RETURN));
}

/* `*reinterpret_cast<uint4 *>(to) = *reinterpret_cast<const uint4 *>(from)` for a call that copies
 * so many bytes. */
static bool same_copy(struct match *m, const struct kp_node *call, const struct kp_node *b)
{
    const struct kp_call_rule *rule = kp_callee_rule(m->u, call);
    const struct kp_node *to, *from;

    if (kp_is_objects_copied(m->u, call, b, &to, &from))
        return same(m, kp_argument(call, 0), to) && same(m, kp_argument(call, 1), from);
    to = b->first;
    from = kp_child(b, 1);
    return rule && rule->copy_bytes && b->kind == KP_ASSIGN && to->kind == KP_UNARY &&
           from->kind == KP_UNARY && to->first->kind == KP_CAST && from->first->kind == KP_CAST &&
           same(m, kp_argument(call, (unsigned)rule->copy_to), to->first->first) &&
           same(m, kp_argument(call, (unsigned)rule->copy_from), from->first->first);
}

/* What an assertion that fails calls: file, line and function, which a template leaves open, are
 * for its message. */
static bool is_failed_assertion(const struct kp_node *n)
{
    const struct kp_node *args = n->kind == KP_CALL && n->from_macro ? n->first->next : NULL;

    return args && n->first->kind == KP_REF && n->first->sym && n->first->sym->from_prelude &&
           kp_streq(n->first->sym->name, "__assert_fail") && n->n_children == 5 &&
           args->kind == KP_STRING_LIT && args->next->kind == KP_STRING_LIT &&
           args->next->next->kind == KP_INT_LIT && !n->last->n_children;
}

/* True for the argument, in the place of its parameter, and of the parameter's type. */
static bool same_in_place(const struct match *m, const struct kp_node *param,
                          const struct kp_node *b)
{
    const struct kp_type *t = param->sym->type;
    struct match of_kernel = *m;

    of_kernel.callee = of_kernel.block = of_kernel.object = NULL;
    return (same_type(t, b->type, 0) || is_decayed(t, b->type)) &&
           (!is_handed_on(param) || same_const(t, b->type)) &&
           same(&of_kernel, m->with[param->sym->id], b);
}

/* Which of several functions of a name a method means depends on whether its object is const. */
static bool is_overloaded(struct kp_unit *u, const struct kp_sym *s)
{
    unsigned n = 0;

    if (s && s->kind == KP_SYM_FUNCTION)
        kp_each_named(x, u, s->name) n += kp_streq(x->qualified, s->qualified);
    return n > 1;
}

/* `object.x` for the member x of the method's own object. */
static bool same_member(const struct match *m, const struct kp_node *a, const struct kp_node *b)
{
    struct match of_kernel = *m;

    of_kernel.callee = of_kernel.block = of_kernel.object = NULL;
    return b->kind == KP_MEMBER && !b->is_arrow && b->first && b->n_children == a->n_children &&
           same_symbol(m, a->sym, b->sym) && !is_overloaded(m->u, a->sym) &&
           same_type(a->type, b->type, 0) && (!is_handed_on(a) || same_const(a->type, b->type)) &&
           same(&of_kernel, m->object, b->first);
}

static bool same(struct match *m, const struct kp_node *a, const struct kp_node *b)
{
    const struct kp_node *x, *y;

    for (size_t i = 0; !m->callee && i < m->calls->n; i++)
        if (m->calls->v[i] == a) {
            if (b->kind == KP_ASSIGN || b->kind == KP_FOR ? same_copy(m, a, b)
                                                          : same_block(m, a, b))
                return true;
            m->failed = a;
            return false;
        }
    if (m->callee && a->kind == KP_REF && a->sym && m->with[a->sym->id])
        return same_in_place(m, a, b);
    if (m->callee && a->kind == KP_THIS)
        return false; /* the caller's may be another object */
    if (m->object && a->kind == KP_MEMBER && a->first && a->first->kind == KP_THIS)
        return same_member(m, a, b);
    if (is_failed_assertion(a) && is_failed_assertion(b))
        return same(m, kp_argument(a, 0), kp_argument(b, 0));
    if (!same_here(m, a, b))
        return false;
    for (x = a->first, y = b->first; x; x = x->next) {
        if (!m->callee && a->kind == KP_COMPOUND && kp_is_inlined_closure(m->u, x, m->calls))
            continue;
        if (!y || !same(m, x, y))
            return false;
        y = y->next;
    }
    return !y;
}

/* ---- the file ------------------------------------------------------------------------------- */

KP_VEC_TYPE(functions, const struct kp_node *);

/* Those with a body. */
static void find_functions(const struct kp_unit *u, const struct kp_node *n, struct functions *out)
{
    if (n->kind == KP_FUNCTION && n->last && n->last->kind == KP_COMPOUND && n->sym)
        kp_push(u->arena, out, n);
    if (kp_may_hold(n, KP_FUNCTION))
        kp_each_child(c, n) find_functions(u, c, out);
}

/* The function of that name that `skip` others come before. */
static const struct kp_node *function_at(const struct functions *all, const char *qualified,
                                         unsigned skip)
{
    for (size_t i = 0; i < all->n; i++)
        if (kp_streq(all->v[i]->sym->qualified, qualified) && !skip--)
            return all->v[i];
    return NULL;
}

static const struct kp_node *counterpart(const struct functions *of_u, const struct functions *of_v,
                                         const struct kp_node *function)
{
    for (unsigned i = 0;; i++) {
        const struct kp_node *f = function_at(of_u, function->sym->qualified, i);

        if (!f)
            return NULL;
        if (f == function)
            return function_at(of_v, function->sym->qualified, i);
    }
}

const struct kp_node *kp_inlined_otherwise(struct kp_unit *u, struct kp_unit *v,
                                           const struct kp_calls *calls)
{
    struct match m = {.u = u, .v = v, .calls = calls};
    struct functions of_u = {0}, of_v = {0};

    find_functions(u, u->parse.root, &of_u);
    find_functions(v, v->parse.root, &of_v);
    m.to = kp_new_array(u->arena, const struct kp_sym *, kp_sym_count(u) + 1);
    m.with = kp_new_array(u->arena, const struct kp_node *, kp_sym_count(u) + 1);
    for (size_t i = 0; i < calls->n; i++) {
        const struct kp_node *f = kp_function_around(calls->v[i]);

        if (i && f == kp_function_around(calls->v[i - 1]))
            continue;
        m.kernel = f ? counterpart(&of_u, &of_v, f) : NULL;
        m.failed = NULL;
        if (!m.kernel || !same(&m, f, m.kernel))
            return m.failed ? m.failed : calls->v[i];
    }
    return NULL;
}
