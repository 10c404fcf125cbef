/* Loops whose headers do nothing but count: they may be written twice, or be left out. */
#include "front/tree.h"
#include "model/access.h"
#include "model/loop_parts.h"
#include "texts/texts.h"

/* It reads variables, and writes none but the counter. */
static bool counts_alone(struct kp_func *f, const struct kp_node *part,
                         const struct kp_sym *counter)
{
    struct kp_effects e = {0};

    if (!part)
        return false;
    kp_effects_of(f, part, &e);
    for (size_t i = 0; i < e.access.n; i++) {
        const struct kp_access *a = &e.access.v[i];

        if (a->space != KP_SPACE_LOCAL || !a->base || a->through_pointer ||
            (kp_is_store(a) && a->base != counter))
            return false;
    }
    return !e.control.n;
}

bool kp_counts_by_itself(struct kp_func *f, const struct kp_node *loop, struct kp_counted *count)
{
    const struct kp_node *init = kp_loop_init(loop);

    return kp_counts(loop, count) && count->from && count->v->type &&
           count->v->type->kind == KP_TYPE_INT && init &&
           (init->kind != KP_DECL_STMT || init->n_children == 1) &&
           counts_alone(f, init, count->v) && counts_alone(f, kp_loop_condition(loop), count->v) &&
           counts_alone(f, kp_loop_step(loop), count->v);
}
