/* The alignment that a tile asks for, in all of its stages. */
#include "fn/fn.h"
#include "front/tree.h"
#include "legal/legal.h"

/* The alignment of a shared variable; of a template's, as `__align__(sizeof(T))`, the largest one
 * that an instance has, where all are in sight; -1: not known. */
static int64_t alignment_of(struct kp_judge *j, const struct kp_sym *s)
{
    struct kp_fns fns;
    int64_t most = -1;

    if (s->alignment >= 0)
        return s->alignment;
    if (!kp_fn_can_be_named(j->u, j->f->sym) || !kp_fn_has_all_instances(j->u, j->f->sym))
        return -1;
    fns = kp_fn_instances(j->u, j->f->sym);
    for (size_t i = 0; i < fns.n; i++) {
        int64_t own = -1;

        for (size_t k = 0; k < fns.v[i]->objects.n; k++) {
            const struct kp_sym *x = fns.v[i]->objects.v[k].sym;

            own = x && kp_as_written(x) == s ? x->alignment : own;
        }
        if (own < 0)
            return -1;
        most = own > most ? own : most;
    }
    return most;
}

bool kp_changes_low_bits(struct kp_judge *j, const struct kp_tile *t, int64_t below)
{
    return t->storage == KP_STORE_STATIC && alignment_of(j, t->sym) < below;
}

bool kp_loses_alignment(struct kp_judge *j, const struct kp_tile *t)
{
    int64_t alignment = t->decl && t->decl->sym ? alignment_of(j, t->decl->sym) : 0;

    if (alignment < 0)
        return true;
    return alignment > KP_STAGE_ALIGN && (t->bytes <= 0 || t->bytes % alignment);
}
