/* Vector clocks, one component per warp. An access carries its warp's clock; it is ordered before
 * what another warp does now when that warp has "seen" the clock through a barrier. */
#include "simt/machine.h"

#include <string.h>

static void update_all_seen(struct kp_warp *w)
{
    uint32_t least = UINT32_MAX;

    for (unsigned k = 0; k < w->block->n_warps; k++)
        least = w->seen[k] < least ? w->seen[k] : least;
    w->all_seen = least;
}

/* Clocks go on from block to block, so that the shadow of the last block needs no clearing. */
void kp_clock_start(struct kp_block *b)
{
    uint32_t top = b->clock_base;

    for (unsigned k = 0; k < b->n_warps; k++)
        top = b->warps[k].clock > top ? b->warps[k].clock : top;
    b->clock_base = top;
    if (b->order)
        kp_order_start(b);
    for (unsigned k = 0; k < b->n_warps; k++) {
        b->warps[k].clock = top + 1;
        for (unsigned r = 0; r < MAX_WARPS; r++)
            b->warps[k].seen[r] = top;
        b->warps[k].all_seen = top;
    }
}

void kp_clock_join(struct kp_warp *w, struct kp_barrier *bar)
{
    if (w->block->order) {
        kp_order_join(w, (unsigned)(bar - w->block->barriers));
        return;
    }
    for (unsigned k = 0; k < w->block->n_warps; k++)
        if (w->seen[k] > bar->seen[k])
            bar->seen[k] = w->seen[k];
    bar->seen[w->index] = w->clock;
    w->clock++;
    w->seen[w->index] = w->clock - 1;
}

static void leave_full(struct kp_block *b)
{
    uint32_t top = 0;

    for (unsigned k = 0; k < b->n_warps; k++)
        top = b->warps[k].clock > top ? b->warps[k].clock : top;
    for (unsigned k = 0; k < b->n_warps; k++) {
        struct kp_warp *w = &b->warps[k];
        w->clock = top + 1;
        for (unsigned r = 0; r < b->n_warps; r++)
            w->seen[r] = top;
        w->all_seen = top;
    }
}

void kp_clock_leave(struct kp_block *b, const struct kp_barrier *bar)
{
    uint32_t done = 0;
    uint32_t all = b->n_warps == 32 ? FULL_MASK : (1u << b->n_warps) - 1;

    if (b->order) {
        kp_order_leave(b, (unsigned)(bar - b->barriers), bar->waiting);
        return;
    }
    for (unsigned k = 0; k < b->n_warps; k++)
        if (b->warps[k].state == WARP_DONE)
            done |= 1u << k;
    if ((bar->waiting | done) == all) {
        leave_full(b);
        return;
    }
    for (unsigned q = 0; q < b->n_warps; q++) {
        struct kp_warp *w = &b->warps[q];
        if (!(bar->waiting >> q & 1))
            continue;
        for (unsigned r = 0; r < b->n_warps; r++) {
            uint32_t seen = done >> r & 1 ? b->warps[r].clock : bar->seen[r];
            if (r != q && seen > w->seen[r])
                w->seen[r] = seen;
        }
        update_all_seen(w);
    }
}

void kp_clock_warp(struct kp_warp *w, uint32_t members)
{
    if (w->block->order) {
        kp_order_warp(w, members);
        return;
    }
    w->clock++;
    w->seen[w->index] = w->clock - 1;
    update_all_seen(w);
}
