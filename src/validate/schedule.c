/* The order between the threads of a block, and of a warp: barriers and pending asynchronous
 * copies. */
#include "validate/run.h"

static void conflict(struct kp_run *r, const struct kp_shared_access *a, kp_term event)
{
    kp_term pair =
        kp_term_of(r->terms, a->is_pending ? "in flight" : "unordered", a->event, event, 0);

    kp_push_once(r->arena, &r->conflicts, pair);
}

/* No barrier of the block is between two accesses of an array. Where phases are those of a warp,
 * that is what tiles are like: of others, which may be told apart by their names, it is recorded
 * that there are such accesses, in whatever form. */
static void conflict_in_block(struct kp_run *r, const struct kp_stage *b)
{
    kp_term name = kp_term_name(r->terms, b->object->name);

    if (!b->stage && !kp_is_schedule_name(r, b->object->name))
        kp_push_once(r->arena, &r->conflicts,
                     kp_term_of(r->terms, "unordered in the block", name, 0, 0));
}

/* Two writes without a read between them are not a conflict: without a reader the order has no
 * effect, and a reader conflicts with each of them. */
void kp_touch(struct kp_run *r, size_t buffer, kp_term event, bool writes, bool async)
{
    struct kp_stage *b = &r->buffers.v[buffer];
    struct kp_shared_access now = {event, writes, async, r->groups, r->barriers, r->synced};

    if (!b->is_shared)
        return;
    for (size_t i = 0; i < b->touched.n; i++) {
        const struct kp_shared_access *a = &b->touched.v[i];

        if (a->writes != writes && (a->is_pending || a->synced == r->synced))
            conflict(r, a, event);
        if (a->writes != writes && !a->is_pending && r->by_warps && a->ended == r->barriers)
            conflict_in_block(r, b);
        if (a->event == event && a->writes == writes && !async && !a->is_pending &&
            a->synced == r->synced)
            return;
    }
    kp_push(r->arena, &b->touched, now);
}

void kp_sync(struct kp_run *r)
{
    r->synced++;
}

void kp_barrier(struct kp_run *r)
{
    r->barriers++;
    r->synced++;
    for (size_t i = 0; i < r->buffers.n; i++) {
        struct kp_stage *b = &r->buffers.v[i];
        size_t kept = 0;

        for (size_t k = 0; k < b->touched.n; k++)
            if (b->touched.v[k].is_pending)
                b->touched.v[kept++] = b->touched.v[k];
        b->touched.n = kept;
    }
}

void kp_commit(struct kp_run *r)
{
    r->groups++;
}

void kp_wait(struct kp_run *r, int64_t groups_left, bool ungrouped)
{
    for (size_t i = 0; i < r->buffers.n; i++)
        for (size_t k = 0; k < r->buffers.v[i].touched.n; k++) {
            struct kp_shared_access *a = &r->buffers.v[i].touched.v[k];

            if (a->is_pending && (a->group + groups_left < r->groups || ungrouped)) {
                a->is_pending = false;
                a->ended = r->barriers;
                a->synced = r->synced;
            }
        }
}
