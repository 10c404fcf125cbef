/* The shared-memory cliff: what a second buffer for the tiles would do to the blocks on an SM. */
#include "analyze/analyze.h"

void kp_step_cliff(const struct kp_target *t, const struct kp_facts *f,
                   const struct kp_residence *r, struct kp_cliff_step *out)
{
    *out = (struct kp_cliff_step){.tile_bytes = f->tile_bytes};
    if (out->tile_bytes < 0) {
        out->tile_bytes = r->smem;
        out->tiles_assumed = true;
    }
    out->cliff = kp_cliff(t, r->blocks);
    out->doubled = r->smem + out->tile_bytes;
    out->blocks_doubled = kp_blocks_per_sm(t, r->threads, f->registers, out->doubled);
    out->blocks_lost = r->blocks - out->blocks_doubled;
}
