#include "model/access.h"

#include "model/func.h"

bool kp_is_store(const struct kp_access *a)
{
    return (a->mode & KP_WRITE) != 0;
}

bool kp_is_read(const struct kp_access *a)
{
    return (a->mode & KP_READ) != 0;
}

bool kp_is_known_object(const struct kp_access *a)
{
    switch (a->space) {
    case KP_SPACE_LOCAL:
    case KP_SPACE_SHARED:
    case KP_SPACE_CONSTANT:
        return a->base != NULL;
    case KP_SPACE_GLOBAL:
        return a->base && !kp_is_callers(a->space, a->base) && !kp_is_found(a->space, a->base);
    default:
        return false;
    }
}

const struct kp_access *kp_store_to(const struct kp_effects *e, const struct kp_sym *sym,
                                    enum kp_space space)
{
    for (size_t i = 0; i < e->access.n; i++)
        if (e->access.v[i].base == sym && e->access.v[i].space == space &&
            kp_is_store(&e->access.v[i]))
            return &e->access.v[i];
    return NULL;
}

const struct kp_access *kp_outer_store(const struct kp_effects *e)
{
    for (size_t i = 0; i < e->access.n; i++)
        if (e->access.v[i].space != KP_SPACE_LOCAL && kp_is_store(&e->access.v[i]))
            return &e->access.v[i];
    return NULL;
}
