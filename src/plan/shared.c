/* The shared memory of a function and of all functions that it names. */
#include "plan/plan.h"

#include "model/clones.h"

static void add_function(const struct kp_unit *u, struct kp_shared *s, const struct kp_sym *f);

/* From now on it has. */
static bool has_seen(const struct kp_unit *u, struct kp_shared *s, const struct kp_sym *of)
{
    size_t *seen = kp_map_at(u->arena, &s->seen, of);
    bool had = *seen;

    *seen = 1;
    return had;
}

static void add_variable(const struct kp_unit *u, struct kp_shared *s, const struct kp_sym *v)
{
    if (v->space != KP_SPACE_SHARED || has_seen(u, s, v))
        return;
    if (v->is_extern)
        s->has_dynamic = true;
    else
        kp_push(u->arena, &s->vars, v);
}

static void walk(const struct kp_unit *u, struct kp_shared *s, const struct kp_node *n)
{
    if (n->sym && n->sym->kind == KP_SYM_VAR)
        add_variable(u, s, n->sym);
    else if (n->sym && n->sym->kind == KP_SYM_FUNCTION)
        add_function(u, s, n->sym);
    kp_each_child(c, n) walk(u, s, c);
}

static void add_function(const struct kp_unit *u, struct kp_shared *s, const struct kp_sym *f)
{
    if (has_seen(u, s, f))
        return;
    kp_push(u->arena, &s->functions, f);
    if (f->decl && f->decl->last && f->decl->last->kind == KP_COMPOUND)
        walk(u, s, f->decl->last);
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
        add_function(u, s, function);
    }
    return s;
}

bool kp_moves_tiles(const struct kp_unit *u, const struct kp_sym *function)
{
    return kp_is_clone(u, function) && !u->clones_are_merged && !u->clones_stay_static &&
           !kp_shared_of(u, function)->has_dynamic;
}
