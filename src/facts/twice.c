#include "facts/twice.h"

#include "facts/pointed.h"
#include "facts/work.h"

/* What is copied or an address is computed in few steps; longer chains are not looked at. */
enum { MAX_DEPTH = 64 };

struct places {
    const struct kp_fn *fn;
    uint32_t loop;
    bool *seen;      /* by value, of one walk */
    bool *divisions; /* by value */
};

static bool is_in(const struct places *p, const struct kp_value *v)
{
    return !v->same_as && kp_fn_in_loop(p->fn, p->fn->blocks.v[v->block].loop, p->loop);
}

/* True the first time that the value is met. */
static bool meet(struct places *p, kp_val v, int depth)
{
    if (depth > MAX_DEPTH || p->seen[v])
        return false;
    return p->seen[v] = true;
}

static bool is_from_global(struct places *p, kp_val id, int depth)
{
    const struct kp_value *v = kp_fn_value(p->fn, id);

    if (!meet(p, kp_fn_find(p->fn, id), depth))
        return false;
    if (v->op == KP_FN_LOAD) {
        kp_val at = kp_fn_operand(p->fn, v, 0);

        return !kp_points_into_shared(p->fn, at) && !kp_points_into_local(p->fn, at);
    }
    for (unsigned i = 0; i < v->n_operands; i++)
        if (is_from_global(p, kp_fn_operand(p->fn, v, i), depth + 1))
            return true;
    return false;
}

static bool is_division(const struct kp_fn *fn, const struct kp_value *v)
{
    int64_t n;

    return (v->op == KP_FN_DIV || v->op == KP_FN_REM) && v->type.kind != KP_FN_FLOAT &&
           !kp_fn_is_const(fn, kp_fn_operand(fn, v, 1), &n);
}

static void mark_divisions(struct places *p, kp_val id, int depth)
{
    const struct kp_value *v = kp_fn_value(p->fn, id);

    if (!meet(p, kp_fn_find(p->fn, id), depth) || v->op == KP_FN_LOAD)
        return;
    if (is_division(p->fn, v) && is_in(p, v) && kp_work_varies(p->fn, id, p->loop))
        p->divisions[kp_fn_find(p->fn, id)] = true;
    for (unsigned i = 0; i < v->n_operands; i++)
        mark_divisions(p, kp_fn_operand(p->fn, v, i), depth + 1);
}

static void mark_store(struct places *p, const struct kp_value *store)
{
    size_t bytes = p->fn->values.n * sizeof *p->seen;

    memset(p->seen, 0, bytes);
    if (!is_from_global(p, kp_fn_operand(p->fn, store, 1), 0))
        return;
    memset(p->seen, 0, bytes);
    mark_divisions(p, kp_fn_operand(p->fn, store, 0), 0);
    for (uint32_t g = p->fn->blocks.v[store->block].guard; g; g = p->fn->guards.v[g].outer)
        if (p->fn->guards.v[g].condition)
            mark_divisions(p, p->fn->guards.v[g].condition, 0);
}

/* A quotient and its remainder are one division. */
static bool is_beside_another(const struct places *p, kp_val id)
{
    const struct kp_value *v = &p->fn->values.v[id];

    for (kp_val o = 1; o < id; o++) {
        const struct kp_value *w = &p->fn->values.v[o];

        if (p->divisions[o] && kp_fn_operand(p->fn, w, 0) == kp_fn_operand(p->fn, v, 0) &&
            kp_fn_operand(p->fn, w, 1) == kp_fn_operand(p->fn, v, 1))
            return true;
    }
    return false;
}

double kp_divided_places(const struct kp_fn *fn, const struct kp_node *node)
{
    struct places p = {.fn = fn, .loop = fn->unknown ? 0 : kp_work_loop(fn, node)};
    double slots = 0;

    if (!p.loop)
        return 0;
    p.seen = kp_new_array(fn->arena, bool, fn->values.n);
    p.divisions = kp_new_array(fn->arena, bool, fn->values.n);
    for (kp_val id = 1; id < fn->values.n; id++) {
        const struct kp_value *v = &fn->values.v[id];

        if (v->op == KP_FN_STORE && is_in(&p, v) &&
            kp_points_into_shared(fn, kp_fn_operand(fn, v, 0)))
            mark_store(&p, v);
    }
    for (kp_val id = 1; id < fn->values.n; id++)
        if (p.divisions[id] && !is_beside_another(&p, id))
            slots += KP_SLOTS_DIVISION * kp_work_times(fn, id, p.loop);
    return slots;
}
