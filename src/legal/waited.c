/* Asynchronous copies of the user's that the loop waits for at once: the pipelined loop has waits
 * of its own in the place of the user's, for what the load phase copies, one stage later. */
#include "model/waited.h"

#include "legal/legal.h"

/* A copy whose address is known in compute only stays there, and nobody would wait for it. */
static bool refuse_kept(struct kp_judge *j)
{
    for (size_t i = 0; i < j->l->stmts.n; i++) {
        const struct kp_stmt *s = &j->l->stmts.v[i];
        const struct kp_node *copy =
            s->in_compute ? kp_find_waited_copy(j->u, j->l->node, s->node) : NULL;

        if (!copy)
            continue;
        kp_refuse(j->u, j->l, KP_CODE_KP110, copy, NULL);
        return true;
    }
    return false;
}

/* True if it reads what an asynchronous copy may write. Such a copy's own source is global memory.
 */
static bool reads_shared(struct kp_unit *u, const struct kp_effects *e)
{
    for (size_t i = 0; i < e->access.n; i++) {
        const struct kp_access *a = &e->access.v[i];

        if (kp_is_read(a) && (a->space == KP_SPACE_SHARED || a->space == KP_SPACE_UNKNOWN) &&
            kp_async_part(u, a->at).kind != KP_ASYNC_COPY)
            return true;
    }
    return false;
}

/* The user's wait is for copies made in front of the loop, too. What loads from the second
 * iteration on may rely on that; in the pipelined loop it comes in front of the first wait. */
static void refuse_early(struct kp_judge *j)
{
    const struct kp_control_place *before =
        kp_find_control(kp_function_effects(j->f), KP_CTL_ASYNC);
    bool waits = false, reads = reads_shared(j->u, &j->l->header);

    for (size_t i = 0; i < j->l->stmts.n; i++) {
        const struct kp_stmt *s = &j->l->stmts.v[i];

        waits |= s->is_wait;
        reads |= s->in_load && reads_shared(j->u, &s->effects);
    }
    if (waits && reads && (before || !j->f->sym->is_kernel))
        kp_refuse(j->u, j->l, KP_CODE_KP110, before ? before->at : NULL, NULL);
}

void kp_legal_waited_copies(struct kp_judge *j)
{
    if (!refuse_kept(j))
        refuse_early(j);
}
