/* Finds all accesses to an array, and checks that its address is not observed otherwise. */
#include "front/tree.h"
#include "layout/laying.h"

enum { MAX_HOPS = 8, MATRIX_ALIGNED = 32, LONGEST_VECTOR = 16 };

const struct kp_node *kp_laying_place(const struct kp_value *v)
{
    const struct kp_node *at = v->node;

    for (const struct kp_fn_site *s = v->site; s; s = s->outer)
        at = s->call;
    return kp_node_as_written(at);
}

kp_val kp_pointer_of(const struct kp_fn *fn, kp_val v)
{
    v = kp_fn_find(fn, v);
    for (int hops = 0; hops < MAX_HOPS; hops++) {
        const struct kp_value *x = &fn->values.v[v];

        if (x->type.kind == KP_FN_POINTER || x->op != KP_FN_CAST || x->type.bytes < 4)
            break;
        v = kp_fn_operand(fn, x, 0);
    }
    return v;
}

/* True if the bytes may be those of several rows, one behind the other. */
static bool goes_over_rows(const struct kp_value *v)
{
    return (v->op == KP_FN_CLEAR || v->op == KP_FN_COPY) && v->imm > LONGEST_VECTOR;
}

static bool add_toucher(struct kp_laying *m, struct kp_laid_array *a, kp_val id, unsigned operand)
{
    const struct kp_value *v = &m->fn->values.v[id];
    struct kp_toucher t = {.value = id, .operand = operand};

    t.address = kp_pointer_of(m->fn, v->operand[operand]);
    if (kp_points_into(m->fn, t.address) != a->object)
        return kp_refuse_layout(m, KP_CODE_KP912, kp_laying_place(v), a->sym->name);
    if (!kp_measure_touch(m->fn, v, operand, &t.touch) || goes_over_rows(v))
        return kp_refuse_layout(m, KP_CODE_KP911, kp_laying_place(v), a->sym->name);
    t.aligned = t.touch.bytes & -t.touch.bytes;
    if (t.touch.lines)
        t.aligned = MATRIX_ALIGNED;
    kp_push(m->u->arena, &a->at, t);
    return true;
}

/* A pointer to a type that is more aligned than elements are: nobody may touch anything through it,
 * and the compiler may still rest on that. */
static bool add_promise(struct kp_laying *m, struct kp_laid_array *a, kp_val id)
{
    struct kp_toucher t = {.value = kp_fn_find(m->fn, id), .aligned = m->fn->values.v[id].promised};

    t.address = t.value;
    if (kp_points_into(m->fn, t.address) != a->object)
        return kp_refuse_layout(m, KP_CODE_KP912, kp_laying_place(kp_fn_value(m->fn, t.value)),
                                a->sym->name);
    kp_push(m->u->arena, &a->at, t);
    return true;
}

bool kp_find_touchers(struct kp_laying *m, struct kp_laid_array *a)
{
    const struct kp_fn *fn = m->fn;
    const bool *holds = kp_fn_holders(fn, a->object);

    for (kp_val id = 1; id < fn->values.n; id++)
        if (fn->values.v[id].promised && holds[kp_fn_find(fn, id)] && !add_promise(m, a, id))
            return false;
    for (uint32_t k = 1; k < fn->blocks.n; k++)
        for (size_t j = 0; j < fn->blocks.v[k].values.n; j++) {
            kp_val id = fn->blocks.v[k].values.v[j];
            const struct kp_value *v = &fn->values.v[id];

            if (v->op == KP_FN_UNKNOWN || kp_fn_lets_go(fn, holds, v))
                return kp_refuse_layout(m, KP_CODE_KP913, kp_laying_place(v), a->sym->name);
            for (unsigned i = 0; i < v->n_operands; i++)
                if (kp_fn_touches(fn, v, i).mode && holds[kp_fn_operand(fn, v, i)] &&
                    !add_toucher(m, a, id, i))
                    return false;
        }
    return true;
}
