/* Loads, cp.async of few bytes and accesses of shared memory share one data path of an SM. A
 * kernel that it limits loses by whatever keeps it longer: cp.async of 4 and 8 bytes looks up the
 * lines that its lanes read as a load does, and writes what arrives two sectors at a time, where a
 * store writes a warp's words at once. cp.async of 16 bytes goes past that cache, eight lanes at a
 * time, and fetches what two such groups need of one sector twice (docs/dev/time.md). */
#include <string.h>

#include "facts/copied.h"
#include "facts/sectors.h"
#include "facts/work.h"
#include "model/func.h"
#include "model/launched.h"
#include "plan/plan.h"

/* The share of an iteration from which it decides; bytes that an SM gets from the L2 cache in a
 * cycle (`memory` in rewrite-rules/timing.ini). */
static const double MUCH = 0.03, MEMORY = 26.7;

/* What the copies of an iteration take longer, as a share of the iteration; 0: not known. */
static double longer(const struct kp_fn *fn, const struct kp_loop *l, const int64_t block[3],
                     struct kp_copied *copied)
{
    enum { SUB_PARTITIONS = 4 };
    struct kp_work w;
    double path, issue;

    if (!kp_copied_of(fn, l->node, block, copied) || !kp_work_of(fn, l->node, &w))
        return 0;
    path = w.shared + copied->loaded;
    issue = w.slots / SUB_PARTITIONS;
    return (copied->async - copied->loaded + copied->again * KP_SECTOR / MEMORY) /
           (path > issue ? path : issue);
}

/* The block of a launch, or the one that the tiles are written for; a row of nobody knows how many
 * threads where the kernel asks for its threads' x alone. */
static bool block_of(struct kp_unit *u, const struct kp_loop *l, const struct kp_launch_case *c,
                     int64_t block[3])
{
    const struct kp_node *body = kp_func_get(u, l->function, false)->body;

    if (c->launch && !c->launch->is_instantiation && kp_block_dims(c->launch->block, block))
        return true;
    if (l->written_for[0]) {
        memcpy(block, l->written_for, sizeof l->written_for);
        return true;
    }
    block[0] = 0;
    block[1] = block[2] = 1;
    return !kp_names_axis(body, "threadIdx", 'y') && !kp_names_axis(body, "threadIdx", 'z');
}

const char *kp_async_is_longer(struct kp_unit *u, const struct kp_loop *l,
                               const struct kp_launch_cases *cases)
{
    struct kp_fns all = kp_fn_instances(u, l->function);
    struct kp_copied copied = {0};

    if (l->widened)
        return NULL;
    for (size_t i = 0; i < cases->list.n; i++) {
        int64_t block[3];

        if (!block_of(u, l, &cases->list.v[i], block))
            return NULL;
        for (size_t k = 0; k < all.n; k++)
            if (longer(all.v[k], l, block, &copied) < MUCH)
                return NULL;
    }
    if (copied.again > 0)
        return "eight lanes at a time, cp.async of 16 bytes fetches sectors twice that loads fetch "
               "once; --build decides by the machine code";
    if (!copied.lines)
        return NULL;
    return kp_sprintf(u->arena,
                      "lanes that read %u lines keep the data path longer with cp.async than with "
                      "loads and stores; --build decides by the machine code",
                      copied.lines);
}
