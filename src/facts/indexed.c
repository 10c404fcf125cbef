#include "facts/indexed.h"

#include "facts/pointed.h"
#include "facts/work.h"

/* What is copied or an index is computed in few steps; longer chains are not looked at. */
enum { MAX_DEPTH = 64 };

struct walk {
    const struct kp_fn *fn;
    bool *seen; /* by value */
};

static struct walk walk_of(const struct kp_fn *fn)
{
    return (struct walk){fn, kp_new_array(fn->arena, bool, fn->values.n)};
}

/* True the first time that the value is met. */
static bool meet(struct walk *w, kp_val id, int depth)
{
    kp_val v = kp_fn_find(w->fn, id);

    if (w->seen[v] || depth > MAX_DEPTH)
        return false;
    return w->seen[v] = true;
}

/* Such loops are unrolled, which makes constants of their counters. */
static bool has_constant_bound(const struct kp_fn *fn, uint32_t loop)
{
    kp_val condition = fn->loops.v[loop].condition;
    const struct kp_value *c = condition ? kp_fn_value(fn, condition) : NULL;
    int64_t bound;

    return c && c->n_operands == 2 && kp_fn_is_const(fn, kp_fn_operand(fn, c, 1), &bound);
}

/* True if the value is no constant once loops with constant bounds are unrolled. */
static bool is_open(struct walk *w, kp_val id, int depth)
{
    const struct kp_value *v = kp_fn_value(w->fn, id);

    if (v->op == KP_FN_CONST || v->op == KP_FN_ADDRESS || !meet(w, id, depth))
        return false;
    if (!v->n_operands || v->op == KP_FN_LOAD || v->op == KP_FN_CALL)
        return true;
    if (kp_fn_is_header_phi(w->fn, v) && !has_constant_bound(w->fn, w->fn->blocks.v[v->block].loop))
        return true;
    for (unsigned i = 0; i < v->n_operands; i++)
        if (is_open(w, kp_fn_operand(w->fn, v, i), depth + 1))
            return true;
    return false;
}

/* Marks the objects of a thread's own from which the value is loaded. */
static void mark_sources(struct walk *w, kp_val id, int depth, bool *objects)
{
    const struct kp_value *v = kp_fn_value(w->fn, id);

    if (!meet(w, id, depth))
        return;
    if (v->op == KP_FN_LOAD && kp_points_into_local(w->fn, kp_fn_operand(w->fn, v, 0)))
        objects[kp_points_into(w->fn, kp_fn_operand(w->fn, v, 0))] = true;
    for (unsigned i = 0; v->op != KP_FN_LOAD && i < v->n_operands; i++)
        mark_sources(w, kp_fn_operand(w->fn, v, i), depth + 1, objects);
}

static bool is_in(const struct kp_fn *fn, const struct kp_value *v, uint32_t loop)
{
    return !v->same_as && kp_fn_in_loop(fn, fn->blocks.v[v->block].loop, loop);
}

/* By object: what is loaded from it goes to shared memory. */
static bool *find_copied(const struct kp_fn *fn, uint32_t loop)
{
    bool *objects = kp_new_array(fn->arena, bool, fn->objects.n + 1);
    struct walk w = walk_of(fn);

    for (kp_val id = 1; id < fn->values.n; id++) {
        const struct kp_value *v = &fn->values.v[id];

        if (v->op == KP_FN_STORE && is_in(fn, v, loop) &&
            kp_points_into_shared(fn, kp_fn_operand(fn, v, 0)))
            mark_sources(&w, kp_fn_operand(fn, v, 1), 0, objects);
    }
    return objects;
}

const struct kp_object *kp_copied_through(const struct kp_fn *fn, const struct kp_node *node)
{
    uint32_t loop = fn->unknown ? 0 : kp_work_loop(fn, node);
    const bool *copied = loop ? find_copied(fn, loop) : NULL;
    struct walk w = walk_of(fn);

    for (kp_val id = 1; copied && id < fn->values.n; id++) {
        const struct kp_value *v = &fn->values.v[id];
        kp_val at;

        if ((v->op != KP_FN_STORE && v->op != KP_FN_LOAD) || !is_in(fn, v, loop))
            continue;
        at = kp_fn_operand(fn, v, 0);
        if (!kp_points_into_local(fn, at) || !copied[kp_points_into(fn, at)])
            continue;
        memset(w.seen, 0, fn->values.n * sizeof *w.seen);
        if (is_open(&w, at, 0))
            return &fn->objects.v[kp_points_into(fn, at)];
    }
    return NULL;
}
