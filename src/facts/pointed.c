#include "facts/pointed.h"

enum { MAX_SEEN = 48 };

/* -1: not one object; -2: nothing but what is being looked at already. */
static int64_t object_of(const struct kp_fn *fn, kp_val pointer, kp_val *seen, unsigned depth)
{
    const struct kp_value *v = kp_fn_value(fn, pointer);
    int64_t object = -2, other;

    pointer = kp_fn_find(fn, pointer);
    for (unsigned i = 0; i < depth; i++)
        if (seen[i] == pointer)
            return -2;
    if (v->op == KP_FN_ADDRESS)
        return v->imm;
    if (depth == MAX_SEEN || v->type.kind != KP_FN_POINTER)
        return -1;
    seen[depth] = pointer;
    if (v->op == KP_FN_PHI || v->op == KP_FN_SELECT) {
        for (unsigned i = v->op == KP_FN_SELECT; i < v->n_operands && object != -1; i++) {
            other = object_of(fn, v->operand[i], seen, depth + 1);
            object = other == -2 || other == object ? object : object == -2 ? other : -1;
        }
        return object;
    }
    if (v->op != KP_FN_NAME && v->op != KP_FN_ADD && v->op != KP_FN_SUB && v->op != KP_FN_CAST)
        return -1;
    return object_of(fn, v->operand[0], seen, depth + 1);
}

int64_t kp_points_into(const struct kp_fn *fn, kp_val pointer)
{
    kp_val seen[MAX_SEEN];
    int64_t object = object_of(fn, pointer, seen, 0);

    return object < 0 ? -1 : object;
}

bool kp_is_shared_object(const struct kp_fn *fn, int64_t object)
{
    return object >= 0 && (fn->objects.v[object].kind == KP_OBJECT_SHARED ||
                           fn->objects.v[object].kind == KP_OBJECT_DYNAMIC);
}

bool kp_points_into_shared(const struct kp_fn *fn, kp_val pointer)
{
    return kp_is_shared_object(fn, kp_points_into(fn, pointer));
}

bool kp_points_into_local(const struct kp_fn *fn, kp_val pointer)
{
    int64_t o = kp_points_into(fn, pointer);

    return o >= 0 && fn->objects.v[o].kind == KP_OBJECT_LOCAL;
}

int kp_address_operand(const struct kp_fn *fn, const struct kp_value *v)
{
    if ((v->type.kind != KP_FN_INT && v->type.kind != KP_FN_UINT) || v->type.bytes < 4)
        return -1;
    if (v->op == KP_FN_CAST || v->op == KP_FN_NAME || v->op == KP_FN_SUB)
        return 0;
    if (v->op != KP_FN_ADD)
        return -1;
    return kp_object_at(fn, v->operand[0]) >= 0 ? 0 : 1;
}

int64_t kp_object_at(const struct kp_fn *fn, kp_val address)
{
    for (int hops = 0; hops < MAX_SEEN; hops++) {
        const struct kp_value *v = kp_fn_value(fn, address);
        int i = v->type.kind == KP_FN_POINTER ? -1 : kp_address_operand(fn, v);

        if (i < 0)
            return kp_points_into(fn, address);
        address = v->operand[i];
    }
    return -1;
}
