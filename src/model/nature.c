/* What values are made of: addresses in a buffer, memory, what the block has computed. */
#include "model/nature.h"

#include "facts/pointed.h"
#include "front/tree.h"
#include "kp_plan.h"

static bool is_buffer(const struct kp_sym *raw, const struct kp_object *o)
{
    const struct kp_sym *s = kp_as_written(o->sym);

    return o->kind == KP_OBJECT_DYNAMIC ? raw->is_extern : s == raw;
}

static bool holds_by_itself(const struct kp_sym *raw, const struct kp_fn *fn,
                            const struct kp_value *v)
{
    if (v->op == KP_FN_ADDRESS)
        return is_buffer(raw, &fn->objects.v[v->imm]);
    return v->type.kind == KP_FN_POINTER && (v->op == KP_FN_LOAD || v->op == KP_FN_CALL ||
                                             v->op == KP_FN_RESULT || v->op == KP_FN_UNKNOWN);
}

static bool computed_by_itself(const struct kp_fn *fn, const struct kp_value *v)
{
    int64_t object;

    if (v->op != KP_FN_LOAD)
        return v->op == KP_FN_CALL || v->op == KP_FN_RESULT || v->op == KP_FN_UNKNOWN ||
               kp_fn_is_header_phi(fn, v);
    object = kp_points_into(fn, v->operand[0]);
    return object >= 0 && fn->objects.v[object].kind != KP_OBJECT_GLOBAL &&
           fn->objects.v[object].kind != KP_OBJECT_LOCAL;
}

/* True if what is read from an object of the thread's is computed. The last store in front of it
 * says so: what was in registers on the way to a tile may be an operand of compute's later. */
static bool is_computed_before(const struct kp_nature *t, const struct kp_fn *fn, kp_val load)
{
    int64_t object = kp_points_into(fn, fn->values.v[load].operand[0]);

    if (object < 0 || fn->objects.v[object].kind != KP_OBJECT_LOCAL)
        return false;
    for (kp_val v = load; v-- > 1;) {
        const struct kp_value *s = &fn->values.v[v];
        kp_val value;

        if (s->same_as || (s->op != KP_FN_STORE && s->op != KP_FN_COPY) ||
            kp_points_into(fn, s->operand[0]) != object)
            continue;
        if (s->op == KP_FN_COPY)
            return true;
        value = kp_fn_operand(fn, s, 1);
        if (t->computed[value] || t->loaded[value])
            return t->computed[value];
    }
    return true;
}

/* `address % 16` reaches nothing, and is the same in all stages; `address % 12` is not. */
static bool is_alignment(const struct kp_fn *fn, const struct kp_value *v)
{
    int64_t by;

    return v->op == KP_FN_REM && (v->type.kind == KP_FN_INT || v->type.kind == KP_FN_UINT) &&
           kp_fn_is_const(fn, v->operand[1], &by) && by > 0 && by <= KP_STAGE_ALIGN &&
           !(by & (by - 1));
}

static bool spread(struct kp_nature *t, const struct kp_fn *fn, kp_val id)
{
    const struct kp_value *v = &fn->values.v[id];
    bool holds = t->holds[id], computed = t->computed[id], loaded = t->loaded[id];

    for (unsigned i = 0; i < v->n_operands; i++) {
        kp_val o = kp_fn_operand(fn, v, i);

        holds = holds || (kp_fn_passes_on(v) && !is_alignment(fn, v) && t->holds[o]);
        computed = computed || (v->op != KP_FN_LOAD && t->computed[o]);
        loaded = loaded || t->loaded[o];
    }
    computed = computed || (v->op == KP_FN_LOAD && t->knows_loads && is_computed_before(t, fn, id));
    if (holds == t->holds[id] && computed == t->computed[id] && loaded == t->loaded[id])
        return false;
    t->loaded[id] = loaded;
    t->holds[id] = holds;
    t->computed[id] = computed;
    return true;
}

struct kp_nature kp_nature_of(const struct kp_sym *raw, const struct kp_fn *fn)
{
    struct kp_nature t = {kp_new_array(fn->arena, bool, fn->values.n),
                          kp_new_array(fn->arena, bool, fn->values.n),
                          kp_new_array(fn->arena, bool, fn->values.n), false};
    bool again = true;

    for (kp_val v = 1; v < fn->values.n; v++) {
        t.holds[v] = holds_by_itself(raw, fn, &fn->values.v[v]);
        t.computed[v] = computed_by_itself(fn, &fn->values.v[v]);
        t.loaded[v] = fn->values.v[v].op == KP_FN_LOAD;
    }
    while (again || !t.knows_loads) {
        t.knows_loads |= !again;
        again = false;
        for (kp_val v = 1; v < fn->values.n; v++)
            if (!fn->values.v[v].same_as && spread(&t, fn, v))
                again = true;
    }
    return t;
}
