/* Types of values, and C++'s conversions between them. */
#include "fn/build.h"

struct kp_fn_type kp_fn_type_of(const struct kp_type *t)
{
    uint32_t bytes = t && t->size > 0 && t->size < UINT32_MAX ? (uint32_t)t->size : 0;

    switch (t ? t->kind : KP_TYPE_OTHER) {
    case KP_TYPE_VOID:
        return (struct kp_fn_type){KP_FN_VOID, 0};
    case KP_TYPE_BOOL:
        return (struct kp_fn_type){KP_FN_BOOL, 1};
    case KP_TYPE_INT:
    case KP_TYPE_ENUM:
        return (struct kp_fn_type){t->is_unsigned ? KP_FN_UINT : KP_FN_INT, bytes};
    case KP_TYPE_FLOAT:
        return (struct kp_fn_type){KP_FN_FLOAT, bytes};
    case KP_TYPE_POINTER:
    case KP_TYPE_REFERENCE:
    case KP_TYPE_FUNCTION:
        return (struct kp_fn_type){KP_FN_POINTER, 8};
    default:
        return (struct kp_fn_type){KP_FN_RECORD, bytes};
    }
}

bool kp_fn_is_number(struct kp_fn_type t)
{
    return t.kind == KP_FN_BOOL || t.kind == KP_FN_INT || t.kind == KP_FN_UINT;
}

/* C++17 [conv.prom]: what an int holds becomes an int. */
struct kp_fn_type kp_fn_promoted(struct kp_fn_type t)
{
    if (kp_fn_is_number(t) && t.bytes < 4)
        return (struct kp_fn_type){KP_FN_INT, 4};
    return t;
}

/* C++17 [expr] 8. The prelude's types are no numbers here: their operators are functions. */
struct kp_fn_type kp_fn_common(struct kp_fn_type a, struct kp_fn_type b)
{
    if (a.kind == KP_FN_FLOAT || b.kind == KP_FN_FLOAT) {
        if (a.kind != KP_FN_FLOAT)
            return b;
        return b.kind == KP_FN_FLOAT && b.bytes > a.bytes ? b : a;
    }
    a = kp_fn_promoted(a);
    b = kp_fn_promoted(b);
    if (a.bytes != b.bytes)
        return a.bytes > b.bytes ? a : b;
    return a.kind == KP_FN_UINT ? a : b;
}

int64_t kp_fn_wrap(int64_t v, struct kp_fn_type t)
{
    uint64_t mask;

    if (t.kind == KP_FN_BOOL)
        return v != 0;
    if (t.bytes == 0 || t.bytes >= 8)
        return v;
    mask = (UINT64_C(1) << (8 * t.bytes)) - 1;
    if (t.kind == KP_FN_INT && ((uint64_t)v & (UINT64_C(1) << (8 * t.bytes - 1))))
        return (int64_t)((uint64_t)v | ~mask);
    return (int64_t)((uint64_t)v & mask);
}
