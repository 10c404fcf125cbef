/* Compute and load of one K tile, from the main loop's machine code. */
#include "analyze/analyze.h"
#include "plan/plan.h"

enum { WARP = 32 };

static void sum_loads(const struct kp_loop_facts *l, double *loads, double *bytes)
{
    for (int w = 0; w < KP_WIDTHS; w++) {
        *loads += l->loads[w];
        *bytes += (double)l->loads[w] * (1u << w);
    }
}

void kp_step_ratio(const struct kp_facts *f, int threads, struct kp_ratio *out)
{
    const struct kp_loop_facts *l = &f->loop;
    double operations = 0, tiles = l->tiles ? l->tiles : 1;

    *out = (struct kp_ratio){0};
    if (!l->found)
        return;
    sum_loads(l, &out->loads, &out->bytes);
    out->loads = (out->loads + l->bulk) / tiles;
    out->bytes /= tiles;
    out->math = l->math / tiles;
    if (out->loads)
        out->per_load = out->math / out->loads;
    for (int p = 0; p < KP_PRECISIONS; p++)
        operations += l->operations[p];
    if (l->operations_open || threads <= 0)
        return;
    if (f->tile_bytes >
        0) { /* what the tiles hold is what is loaded, whatever the copy loops' trips */
        out->per_byte = operations / tiles * ((threads + WARP - 1) / WARP) / (double)f->tile_bytes;
        out->by_tiles = true;
    } else if (out->bytes &&
               !l->bulk) { /* per warp and thread of it: the number of warps cancels */
        out->per_byte = operations / tiles / (out->bytes * WARP);
    }
    if (out->per_byte)
        out->band = kp_ratio_band(out->per_byte);
}
