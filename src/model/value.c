#include "model/value.h"

#include "model/eval.h"
#include "model/loops.h"

enum { MAX_DEPTH = 60, MAX_STEPS = 20000 };

/* How deep a walk is, and how much of the program it may still look at. */
struct walk {
    int depth, left;
};

static bool value_of(const struct kp_env *env, const struct kp_node *e, struct walk *w,
                     int64_t *out);

/* A template's type may be one byte, or a floating-point number. */
static bool holds(const struct kp_sym *var, int64_t v)
{
    const struct kp_type *t = var->type;

    if (t && t->kind == KP_TYPE_REFERENCE)
        t = t->elem;
    return t && !t->is_dependent && t->kind != KP_TYPE_DEPENDENT && kp_type_holds(t, v);
}

/* f(a, b) where f is `{ return expression; }`. */
static bool call(const struct kp_env *env, const struct kp_node *e, struct walk *w, int64_t *out)
{
    const struct kp_node *decl = e->sym ? e->sym->decl : NULL, *body = decl ? decl->last : NULL;
    struct kp_env inner = {.f = kp_func_get(env->f->unit, e->sym, true)};

    if (!body || body->kind != KP_COMPOUND || body->n_children != 1 ||
        body->first->kind != KP_RETURN || !inner.f)
        return false;
    for (unsigned i = 0;; i++) {
        const struct kp_node *p = kp_child(decl, i), *arg = kp_argument(e, i);

        if (!p || p->kind != KP_PARAM)
            break;
        if (!arg || inner.n == KP_ENV_VARS || !value_of(env, arg, w, &inner.vars[inner.n].value) ||
            !holds(p->sym, inner.vars[inner.n].value))
            return false;
        inner.vars[inner.n++].sym = p->sym;
    }
    return value_of(&inner, body->first->first, w, out);
}

static bool launch_value(const struct kp_env *env, const struct kp_node *e, int64_t *out)
{
    int thread = env->has_thread ? kp_builtin_axis(e, "threadIdx") : 0;
    int block = env->has_block ? kp_builtin_axis(e, "blockDim") : 0;

    if (thread)
        *out = env->thread[thread - 'x'];
    else if (block)
        *out = env->block[block - 'x'];
    return thread || block;
}

static bool raw_value(const struct kp_env *env, const struct kp_node *e, struct walk *w,
                      int64_t *out)
{
    int64_t a, b;

    if (e->kind == KP_REF && e->sym)
        for (unsigned i = env->n; i-- > 0;)
            if (env->vars[i].sym == e->sym) {
                *out = env->vars[i].value;
                return true;
            }
    if (kp_eval(e, env->bindings, out))
        return true;
    switch (e->kind) {
    case KP_REF:
        return env->f && e->sym && e->sym->kind == KP_SYM_VAR &&
               kp_single_definition(env->f, e->sym) && value_of(env, e->sym->decl->last, w, out) &&
               holds(e->sym, *out);
    case KP_MEMBER:
        return launch_value(env, e, out);
    case KP_CALL:
        return env->f && call(env, e, w, out);
    case KP_CAST:
        return e->type && e->type->kind == KP_TYPE_INT && !e->type->is_dependent &&
               value_of(env, e->first, w, out);
    case KP_COND:
        return value_of(env, e->first, w, &a) && value_of(env, kp_child(e, a ? 1 : 2), w, out);
    case KP_BINARY:
        return value_of(env, e->first, w, &a) && value_of(env, kp_child(e, 1), w, &b) &&
               kp_eval_operation(e->op, e->first->type, a, kp_child(e, 1)->type, b, out);
    default:
        return false;
    }
}

static bool value_of(const struct kp_env *env, const struct kp_node *e, struct walk *w,
                     int64_t *out)
{
    bool known;

    if (w->depth > MAX_DEPTH || w->left-- <= 0)
        return false;
    w->depth++;
    /* The arithmetic is that of int64_t: a value that the expression's own type does not hold would
     * have wrapped around or lost bits, and that of a floating-point type may be rounded. */
    known = raw_value(env, e, w, out) && kp_type_holds(e->type, *out);
    w->depth--;
    return known;
}

bool kp_env_set(struct kp_env *env, unsigned i, const struct kp_sym *var, int64_t v)
{
    if (i >= KP_ENV_VARS || !var || !holds(var, v))
        return false;
    env->vars[i].sym = var;
    env->vars[i].value = v;
    env->n = i + 1;
    return true;
}

bool kp_value_in(const struct kp_env *env, const struct kp_node *e, int64_t *out)
{
    struct walk w = {.left = MAX_STEPS};

    return value_of(env, e, &w, out);
}
