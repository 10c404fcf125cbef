/* The distance between two stages of tiles in dynamic shared memory. It is the extent of the loop's
 * stores; memory that the loop does not write exists once, such as a part that only code after the
 * loop uses. */
#include "facts/behind.h"
#include "model/eval.h"

#include "model/launched.h"
#include "model/loops.h"
#include "model/once.h"
#include "plan/occupancy.h"
#include "plan/plan.h"

bool kp_has_dynamic_tile(const struct kp_loop *l)
{
    for (size_t i = 0; i < l->tiles.n; i++)
        if (l->tiles.v[i]->storage == KP_STORE_DYNAMIC)
            return true;
    return false;
}

/* Two loops would share the stages. */
static bool is_only_one(const struct kp_unit *u, const struct kp_loop *l)
{
    for (size_t i = 0; i < u->loops.n; i++)
        if (u->loops.v[i] != l && u->loops.v[i]->function == l->function &&
            kp_has_dynamic_tile(u->loops.v[i]))
            return false;
    return true;
}

static bool is_less(const struct kp_launch *launch, int64_t stage)
{
    int64_t bytes;

    if (!launch->smem || !kp_eval(launch->smem, launch, &bytes))
        return launch->kernel->launch_max > 0; /* the size follows from no guess */
    return stage < kp_round_up(bytes, KP_STAGE_ALIGN);
}

int64_t kp_stage_bytes(struct kp_unit *u, const struct kp_loop *l)
{
    struct kp_func *f = kp_func_get(u, l->function, false);
    int64_t bytes;

    if (!f || !kp_has_dynamic_tile(l) || l->refusals.n || !is_only_one(u, l) ||
        (bytes = kp_filled_to(f, l)) <= 0 || bytes > INT32_MAX / 16)
        return 0;
    bytes = kp_round_up(bytes, KP_STAGE_ALIGN);
    for (size_t i = 0; i < u->parse.launches.n; i++)
        if (u->parse.launches.v[i].kernel == l->function &&
            !is_less(&u->parse.launches.v[i], bytes))
            return 0;
    return bytes;
}

/* ---- behind the loop ------------------------------------------------------------------------- */

static int64_t dynamic_object(const struct kp_fn *fn)
{
    for (size_t i = 0; i < fn->objects.n; i++)
        if (fn->objects.v[i].kind == KP_OBJECT_DYNAMIC)
            return (int64_t)i;
    return -1;
}

static bool is_written_behind(const struct kp_fn *fn, const struct kp_block_shape *shape,
                              const struct kp_loop *l)
{
    int64_t object = dynamic_object(fn);
    uint32_t loop = kp_fn_loop_at(fn, l->node);

    return loop && object >= 0 &&
           kp_is_written_behind(fn, shape, loop, (uint32_t)object,
                                l->closing_barrier && !l->by_warps);
}

static bool is_used_after(const struct kp_loop *l)
{
    for (size_t i = 0; i < l->tiles.n; i++)
        if (l->tiles.v[i]->used_after)
            return true;
    return false;
}

bool kp_is_dead_behind(struct kp_unit *u, const struct kp_loop *l, int64_t block[3])
{
    struct kp_block_shape shape = {.is_exact = true};
    struct kp_fns fns;

    memset(block, 0, 3 * sizeof *block);
    if (!l->stage_bytes || l->is_nested || !kp_is_clone(u, l->function))
        return false;
    if (!is_used_after(l))
        return true;
    if (l->node->parent != l->function->decl->last || !kp_launched_block(u, l->function, block))
        return false;
    memcpy(shape.dim, block, sizeof shape.dim);
    shape.count = block[0] * block[1] * block[2];
    fns = kp_fn_instances(u, l->function);
    for (size_t i = 0; i < fns.n; i++)
        if (!is_written_behind(fns.v[i], &shape, l))
            return false;
    return fns.n > 0;
}
