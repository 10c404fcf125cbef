/* Occupancy: how many blocks and warps live on an SM, and what the limit is. */
#include "analyze/analyze.h"

enum { WARP = 32, MAX_REGISTERS = 255, ASSUMED_THREADS = 256 };

/* How many more (step 1) or fewer (step -1) registers change the number of blocks; 0: none do. */
static int until_change(const struct kp_target *t, const struct kp_facts *f,
                        const struct kp_residence *r, int step)
{
    for (int n = f->registers + step; n > 0 && n <= MAX_REGISTERS; n += step)
        if (kp_blocks_per_sm(t, r->threads, n, r->smem) != r->blocks)
            return step > 0 ? n - f->registers - 1 : f->registers - n;
    return step > 0 ? MAX_REGISTERS - f->registers : 0;
}

void kp_step_residence(const struct kp_target *t, const struct kp_facts *f,
                       struct kp_residence *out)
{
    struct kp_occupancy o;

    *out = (struct kp_residence){.threads = f->threads ? f->threads : ASSUMED_THREADS};
    out->warps = (out->threads + WARP - 1) / WARP;
    out->smem = f->smem_static + (f->smem_dynamic > 0 ? f->smem_dynamic : 0);
    o = kp_occupancy(t, out->threads, f->registers, out->smem);
    out->blocks = o.blocks;
    out->limit = o.limit;
    out->active_warps = o.blocks * out->warps;
    out->by[KP_LIMIT_SMEM] = out->smem ? kp_occupancy(t, 0, 0, out->smem).blocks : 0;
    out->by[KP_LIMIT_WARPS] = t->warps_per_sm / out->warps;
    out->by[KP_LIMIT_BLOCKS] = t->blocks_per_sm;
    if (f->registers) {
        struct kp_target roomy = *t;

        roomy.warps_per_sm = roomy.blocks_per_sm = t->regs_per_sm;
        out->by[KP_LIMIT_REGISTERS] = kp_blocks_per_sm(&roomy, out->threads, f->registers, 0);
        out->spare_registers = until_change(t, f, out, 1);
        out->fewer_registers = o.limit == KP_LIMIT_REGISTERS ? until_change(t, f, out, -1) : 0;
    }
}
