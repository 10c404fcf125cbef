/* The shared memory of a function and of all functions that it names. */
#include "plan/plan.h"

#include "front/tree.h"
#include "model/clones.h"

struct walk {
    const struct kp_unit *u;
    struct kp_shared *s;
    const struct kp_sym *root;
};

static void add_function(const struct walk *w, const struct kp_sym *f);

/* From now on it has. */
static bool has_seen(const struct walk *w, const struct kp_sym *of)
{
    size_t *seen = kp_map_at(w->u->arena, &w->s->seen, of);
    bool had = *seen;

    *seen = 1;
    return had;
}

/* The symbol by which a variable counts: each instance of a template has one of its own. The root's
 * are evaluated for a launch, as written. */
static const struct kp_sym *counted(const struct walk *w, const struct kp_sym *v)
{
    const struct kp_sym *written = kp_as_written(v), *in = written->parent;

    return in && in != w->root && in->is_template ? v : written;
}

static void add_variable(const struct walk *w, const struct kp_sym *v)
{
    if (v->space != KP_SPACE_SHARED || has_seen(w, counted(w, v)))
        return;
    if (v->is_extern)
        w->s->has_dynamic = true;
    else
        kp_push(w->u->arena, &w->s->vars, counted(w, v));
}

static void visit(const struct walk *w, const struct kp_node *n)
{
    if (n->sym && n->sym->kind == KP_SYM_VAR)
        add_variable(w, n->sym);
    else if (n->sym && n->sym->kind == KP_SYM_FUNCTION)
        add_function(w, n->sym);
    kp_each_child(c, n) visit(w, c);
}

static void add_function(const struct walk *w, const struct kp_sym *f)
{
    const struct kp_sym *written = kp_as_written(f);

    if (has_seen(w, f))
        return;
    if (f == written || !has_seen(w, written))
        kp_push_once(w->u->arena, &w->s->functions, written);
    if (f->decl) /* a constructor's initialisers stand in front of its body */
        kp_each_child(c, f->decl) visit(w, c);
}

/* What a visible instance reaches, the function reaches, too. */
static void add_run(const struct walk *w, const struct kp_sym *instance)
{
    struct kp_shared *run = kp_new(w->u->arena, struct kp_shared);
    const struct walk of_run = {w->u, run, w->root};

    add_function(&of_run, instance);
    kp_push(w->u->arena, &w->s->runs, run);
    for (size_t i = 0; i < run->functions.n; i++)
        if (!has_seen(w, run->functions.v[i]))
            kp_push(w->u->arena, &w->s->functions, run->functions.v[i]);
    for (size_t i = 0; i < run->vars.n; i++)
        add_variable(w, kp_as_written(run->vars.v[i]));
    w->s->has_dynamic |= run->has_dynamic;
}

struct kp_shared *kp_shared_of(const struct kp_unit *u, const struct kp_sym *function)
{
    struct kp_unit *own = (struct kp_unit *)u; /* what is remembered changes nothing of it */
    struct kp_shared *s;

    if (!own->shared)
        own->shared = kp_new_array(u->arena, struct kp_shared *, u->parse.syms.n + 1);
    s = own->shared[function->id];
    if (!s) {
        own->shared[function->id] = s = kp_new(u->arena, struct kp_shared);
        const struct walk w = {u, s, function};

        add_function(&w, function);
        for (size_t i = 0; i < u->parse.instances.n; i++)
            if (u->parse.instances.v[i].pattern == function)
                add_run(&w, u->parse.instances.v[i].function->sym);
    }
    return s;
}

bool kp_moves_tiles(const struct kp_unit *u, const struct kp_sym *function)
{
    return kp_is_clone(u, function) && !u->clones_are_merged && !u->clones_stay_static &&
           !kp_shared_of(u, function)->has_dynamic;
}
