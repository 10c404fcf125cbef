/* The dynamic shared memory that a launch requests, where numbers of the function that launches say
 * it. A local is the number that it begins with if all of the function's text is in its tree and
 * every mention of the local only reads it. Where a launch is reached by one label of a switch over
 * such a local or parameter, or by `x == number`, it is that number there. */
#include "front/tree.h"
#include "model/builds.h"
#include "model/eval.h"
#include "model/launched.h"

enum { MAX_DEPTH = 8 };

struct asked {
    struct kp_unit *u;
    const struct kp_launch *l;
    const struct kp_node *function;
    struct kp_env env;
    bool says_all; /* no constant of the program is named */
};

/* ---- where the launch stands ----------------------------------------------------------------- */

/* True if control may come into the middle of the node by a case of a switch around it. */
static bool has_entry(const struct kp_node *n)
{
    if (n->kind == KP_CASE || n->kind == KP_UNKNOWN)
        return true;
    if (n->kind == KP_SWITCH) /* whose cases are its own */
        return false;
    kp_each_child(c, n)
    {
        if (has_entry(c))
            return true;
    }
    return false;
}

static bool has_label(const struct kp_node *function)
{
    kp_each_below(x, function) if (x->kind == KP_LABEL) return true;
    return false;
}

static bool ends_in_jump(const struct kp_node *n)
{
    while ((n->kind == KP_CASE || n->kind == KP_COMPOUND) && n->last)
        n = n->last;
    return n->kind == KP_BREAK || n->kind == KP_RETURN;
}

/* The one label that leads to a statement of the switch's body; NULL: there may be others. */
static const struct kp_node *label_of(const struct kp_node *body, const struct kp_node *stmt)
{
    const struct kp_node *label = NULL, *before = NULL;

    kp_each_child(c, body)
    {
        const struct kp_node *held = c->kind == KP_CASE ? c->last : c;

        if (c->kind == KP_CASE)
            label =
                c->n_children == 2 && c->last->kind != KP_CASE && (!before || ends_in_jump(before))
                    ? c->first
                    : NULL;
        if (has_entry(held))
            return NULL;
        if (c == stmt)
            return label;
        before = c;
    }
    return NULL;
}

/* .. behind casts that keep what the number is. */
static bool is_variable(const struct kp_node *n, const struct kp_sym *s)
{
    while (n && n->kind == KP_CAST && n->first && n->type && n->type->kind == KP_TYPE_INT &&
           n->first->type && n->first->type->kind == KP_TYPE_INT &&
           n->type->size >= n->first->type->size)
        n = n->first;
    return n && n->kind == KP_REF && n->sym == s;
}

/* The number that a switch or an if around its child `c` says the variable is; NULL: none. */
static const struct kp_node *said_at(const struct kp_node *n, const struct kp_node *c,
                                     const struct kp_sym *s, const struct kp_node *launch)
{
    const struct kp_node *stmt = launch, *cond = kp_child(n, 1);

    if (n->kind == KP_SWITCH && c == n->last && c->kind == KP_COMPOUND && n->n_children == 2 &&
        is_variable(n->first, s)) {
        while (stmt->parent != c)
            stmt = stmt->parent;
        return label_of(c, stmt);
    }
    if (n->kind == KP_IF && c == kp_child(n, 2) && kp_child(n, 0)->kind == KP_NONE &&
        cond->kind == KP_BINARY && cond->op == KP_OP_EQ && is_variable(cond->first, s) &&
        !has_entry(c))
        return cond->last;
    return NULL;
}

static bool is_plain_type(const struct kp_type *t);
static bool says_its_numbers(const struct kp_node *n);

static bool is_said(struct asked *a, const struct kp_sym *s, int64_t *out)
{
    const struct kp_node *c = a->l->node;

    for (const struct kp_node *n = c->parent; n && c != a->function; c = n, n = n->parent) {
        const struct kp_node *number = said_at(n, c, s, a->l->node);

        if (number && kp_eval(number, a->l, out)) {
            a->says_all &= says_its_numbers(number);
            return true;
        }
    }
    return false;
}

/* ---- variables that are only read -------------------------------------------------------------
 */

static bool is_read(const struct kp_node *use, const struct kp_node *root)
{
    return use == root || use->parent->kind == KP_SWITCH || kp_is_taken_as_number(use);
}

/* How often the expression or body names the variable; -1: not only to read it. */
static int reads_in(const struct kp_node *n, const struct kp_sym *s)
{
    int count = 0;

    kp_each_below(x, n)
    {
        if (x->sym != s || (x->kind != KP_REF && x->kind != KP_UNKNOWN))
            continue;
        if (x->kind == KP_UNKNOWN || x->file || x->from_macro || !is_read(x, n))
            return -1;
        count++;
    }
    return count;
}

/* True if the function's text names the variable where it is declared, and else only to read it. */
static bool is_only_read(const struct asked *a, const struct kp_sym *s)
{
    int shown = reads_in(a->function, s), more;

    for (size_t i = 0; shown >= 0 && i < a->u->parse.launches.n; i++) {
        const struct kp_launch *l = &a->u->parse.launches.v[i];
        const struct kp_node *const arg[] = {l->grid, l->block, l->smem, l->stream};

        if (!l->node || !kp_is_inside(l->node, a->function))
            continue;
        for (unsigned k = 0; k < 4; k++) {
            if (!arg[k] || kp_is_below(a->function, arg[k]))
                continue; /* counted above */
            if ((more = reads_in(arg[k], s)) < 0)
                return false;
            shown += more;
        }
    }
    return shown >= 0 && kp_names_in(a->u, a->function, s->name) == (unsigned)shown + 1;
}

/* ---- numbers --------------------------------------------------------------------------------- */

static bool set_all(struct asked *a, const struct kp_node *n, int depth);

static bool is_set(const struct asked *a, const struct kp_sym *s)
{
    for (unsigned i = 0; i < a->env.n; i++)
        if (a->env.vars[i].sym == s)
            return true;
    return false;
}

static bool set(struct asked *a, const struct kp_sym *s, int depth)
{
    int64_t v;

    if (is_set(a, s))
        return true;
    if (!s->decl || s->is_static || s->is_extern || !s->type || s->type->kind != KP_TYPE_INT ||
        s->type->is_volatile || !kp_is_inside(s->decl, a->function) || !is_only_read(a, s))
        return false;
    a->says_all &= is_plain_type(s->type);
    if (is_said(a, s, &v))
        return kp_env_set(&a->env, a->env.n, s, v);
    return s->kind == KP_SYM_VAR && s->decl->has_init && s->decl->last &&
           set_all(a, s->decl->last, depth + 1) && kp_value_in(&a->env, s->decl->last, &v) &&
           kp_env_set(&a->env, a->env.n, s, v);
}

/* Finds what the variables in an expression are. */
static bool set_all(struct asked *a, const struct kp_node *n, int depth)
{
    if (depth > MAX_DEPTH)
        return false;
    a->says_all &= says_its_numbers(n);
    kp_each_below(x, n)
    {
        int64_t v;

        if (x->kind == KP_REF && x->sym &&
            (x->sym->kind == KP_SYM_VAR || x->sym->kind == KP_SYM_PARAM) && !kp_eval(x, a->l, &v) &&
            !set(a, x->sym, depth))
            return false;
    }
    return true;
}

/* ---- other builds ---------------------------------------------------------------------------- */

/* A type by the words of the language. */
static bool is_plain_type(const struct kp_type *t)
{
    return t && !t->decl && !t->named;
}

/* True if the expression names nothing but variables of the function, whose values are looked at
 * themselves, the arguments of a template, and types of the language. */
static bool says_its_numbers(const struct kp_node *n)
{
    if (n->from_macro || n->file)
        return false;
    switch (n->kind) {
    case KP_REF:
        return n->sym && (n->sym->kind == KP_SYM_TVALUE || (n->sym->parent && !n->sym->has_value));
    case KP_SIZEOF:
        return !n->first && is_plain_type(n->type);
    case KP_CAST:
        if (!is_plain_type(n->type))
            return false;
        break;
    case KP_INT_LIT:
    case KP_UNARY:
    case KP_BINARY:
    case KP_COND:
        break;
    default:
        return false;
    }
    kp_each_child(c, n) if (!says_its_numbers(c)) return false;
    return true;
}

/* True if another build of the file, with other macros, may give the function's names other values.
 */
static bool varies(const struct asked *a)
{
    struct kp_builds b;

    if (!a->function || !a->function->sym)
        return true;
    kp_builds_of(a->u, a->function->sym, &b);
    return kp_has_builds(&b) || b.tested.n;
}

static bool bytes(struct asked *a, int64_t *out)
{
    const struct kp_launch *l = a->l;

    if (kp_eval(l->smem, l, out))
        return *out >= 0;
    return a->function && kp_is_whole_function(a->u, a->function) && !has_label(a->function) &&
           set_all(a, l->smem, 0) && kp_value_in(&a->env, l->smem, out) && *out >= 0;
}

bool kp_launch_bytes(const struct kp_unit *u, const struct kp_launch *l, int64_t *out)
{
    struct asked a = {.u = (struct kp_unit *)u, .l = l, .env = {.bindings = l}};

    a.function = l->node;
    while (a.function && a.function->kind != KP_FUNCTION)
        a.function = a.function->parent;
    a.says_all = says_its_numbers(l->smem);
    return bytes(&a, out) && (a.says_all || !varies(&a));
}
