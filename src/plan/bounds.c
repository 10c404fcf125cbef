/* Registers that the blocks of launches have. What is pipelined takes more of them than the source
 * did, and a launch whose blocks do not get what ptxas chose fails. Up to 256 threads have all that
 * a thread can have. Where the blocks in sight leave a thread no more registers than the largest
 * block does, a __launch_bounds__ of that block keeps ptxas to these, and refuses no launch.
 */
#include "front/tree.h"
#include "plan/occupancy.h"
#include "plan/plan.h"

int kp_registers_for(const struct kp_target *t, int threads)
{
    int64_t warps = kp_round_up((threads + 31) / 32, t->sub_partitions);
    int64_t each = t->regs_per_sm / warps / t->regs_granule * t->regs_granule / 32;

    return each < KP_MOST_REGISTERS ? (int)each : KP_MOST_REGISTERS;
}

int kp_registers_left(const struct kp_target *t, const struct kp_loop *l,
                      const struct kp_launch_case *c)
{
    const struct kp_sym *k = c->kernel ? c->kernel : l->function;
    int64_t threads = k->block_said ? 0 : (int64_t)k->launch_max * k->launch_blocks;

    return threads > 0 && threads <= 32 * (int64_t)t->warps_per_sm
               ? kp_registers_for(t, (int)threads)
               : KP_MOST_REGISTERS;
}

/* True if the case's blocks leave a thread no more registers than the largest block does. */
static bool is_large(const struct kp_target *t, const struct kp_launch_case *c)
{
    return c->threads > 0 && c->threads <= KP_MOST_THREADS &&
           kp_registers_for(t, c->threads) <= kp_registers_for(t, KP_MOST_THREADS);
}

/* One large launch of a kernel limits all; of a template's, only those with the same arguments,
 * and sources that include a header have others. */
static bool can_be_bounded(const struct kp_unit *u, const struct kp_target *t,
                           const struct kp_launch_cases *cases, const struct kp_sym *kernel)
{
    bool any = false, all = !kp_is_header(u);

    for (size_t i = 0; i < cases->list.n; i++) {
        if (cases->list.v[i].kernel != kernel)
            continue;
        any |= is_large(t, &cases->list.v[i]);
        all &= is_large(t, &cases->list.v[i]);
    }
    return kernel->bounds_at && !kernel->says_bounds && (kernel->is_template ? any && all : any);
}

void kp_plan_bounds(struct kp_unit *u, struct kp_loop *l, const struct kp_target *t,
                    const struct kp_launch_cases *cases)
{
    for (size_t i = 0; i < cases->list.n && !u->source.is_hip; i++) {
        const struct kp_sym *k = cases->list.v[i].kernel;

        if (k && !kp_is_held(l, &cases->list.v[i]) && can_be_bounded(u, t, cases, k))
            kp_push(u->arena, &l->plan.bounded, k);
    }
}

bool kp_is_held(const struct kp_loop *l, const struct kp_launch_case *c)
{
    for (size_t i = 0; i < l->plan.bounded.n; i++)
        if (l->plan.bounded.v[i] == c->kernel)
            return true;
    return c->kernel && c->kernel->launch_max && !c->kernel->block_said;
}
