/* The arithmetic of cuda_occupancy.h of the CUDA toolkit, with which tests/occupancy compares it.
 */
#include "plan/occupancy.h"

#include <limits.h>

enum { WARP = 32 };

static int warps_of(int threads)
{
    return threads > 0 ? (threads + WARP - 1) / WARP : 1;
}

static int by_warps(const struct kp_target *t, int threads)
{
    if (threads > t->threads_per_block)
        return 0;
    return threads > 0 ? t->warps_per_sm / warps_of(threads) : INT_MAX;
}

static int by_smem(const struct kp_target *t, int64_t smem)
{
    int64_t used = kp_round_up(smem + t->smem_reserved, t->smem_granule);

    if (used > (int64_t)t->smem_per_block_optin + t->smem_reserved)
        return 0;
    return used > 0 ? (int)(t->smem_per_sm / used) : INT_MAX;
}

/* Registers are handed out per warp, inside the sub-partition that the warp lives in. A launch is
 * refused as if every sub-partition had the same number of the block's warps. */
static int by_regs(const struct kp_target *t, int threads, int regs)
{
    int64_t per_warp = kp_round_up((int64_t)regs * WARP, t->regs_granule);
    int warps = warps_of(threads);

    if (regs <= 0)
        return INT_MAX;
    if (regs > KP_MOST_REGISTERS ||
        per_warp * kp_round_up(warps, t->sub_partitions) > t->regs_per_sm)
        return 0;
    return (int)(t->regs_per_sm / t->sub_partitions / per_warp * t->sub_partitions / warps);
}

struct kp_occupancy kp_occupancy(const struct kp_target *t, int threads, int regs, int64_t smem)
{
    const struct kp_occupancy by[] = {
        {by_smem(t, smem), KP_LIMIT_SMEM},
        {by_regs(t, threads, regs), KP_LIMIT_REGISTERS},
        {by_warps(t, threads), KP_LIMIT_WARPS},
        {t->blocks_per_sm, KP_LIMIT_BLOCKS},
    };
    struct kp_occupancy least = {INT_MAX, KP_LIMIT_NONE};

    for (size_t i = 0; i < sizeof by / sizeof *by; i++)
        if (by[i].blocks < least.blocks)
            least = by[i];
    return least;
}

int kp_blocks_per_sm(const struct kp_target *t, int threads, int regs, int64_t smem)
{
    return kp_occupancy(t, threads, regs, smem).blocks;
}

int64_t kp_cliff(const struct kp_target *t, int blocks)
{
    int64_t share;

    if (blocks <= 0)
        return 0;
    share = t->smem_per_sm / blocks / t->smem_granule * t->smem_granule - t->smem_reserved;
    return share < t->smem_per_block_optin ? share : t->smem_per_block_optin;
}

const char *kp_limit_text(enum kp_limiter limit)
{
    static const char *const texts[] = {"nothing", "shared memory", "warps", "block slots",
                                        "registers"};

    return texts[limit];
}
