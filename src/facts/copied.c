#include "facts/copied.h"

#include "facts/pointed.h"
#include "facts/sectors.h"
#include "facts/wavefronts.h"
#include "facts/work.h"

/* FILL: sectors that arrive in a cycle. 16 bytes go past the first-level cache, so many lanes at a
 * time. */
enum {
    FILL = 2,
    SECTORS_PER_WAVEFRONT = 4,
    PAST_CACHE = 16,
    LANES_PAST_CACHE = 8,
    WORD = 4,
    MAX_WARPS = 4
};

/* One copy of a warp. */
struct copy {
    struct kp_lanes from, to;
    uint32_t active;
    int64_t bytes;
};

/* The load from global memory whose words the store writes to shared memory; NONE: it does
 * something else. */
static kp_val copied_by(const struct kp_fn *fn, const struct kp_value *store)
{
    kp_val id;
    const struct kp_value *load;

    if (store->op != KP_FN_STORE || store->same_as)
        return KP_NO_VAL;
    id = kp_fn_operand(fn, store, 1);
    load = kp_fn_value(fn, id);
    if (load->op != KP_FN_LOAD || load->type.bytes < WORD || load->type.bytes > PAST_CACHE ||
        !kp_points_into_shared(fn, kp_fn_operand(fn, store, 0)) ||
        kp_points_into_shared(fn, kp_fn_operand(fn, load, 0)) ||
        kp_points_into_local(fn, kp_fn_operand(fn, load, 0)))
        return KP_NO_VAL;
    return id;
}

/* ---- one copy -------------------------------------------------------------------------------- */

static bool has_one_group(const struct kp_lanes *v, uint32_t active)
{
    int first = kp_next_lane_group(v, active, -1);

    return first >= 0 && kp_next_lane_group(v, active, first) < 0;
}

/* True if two lanes read from one sector, if the unknown part shifts what they read by so much. */
static bool share_sector(const struct copy *c, int a, int b, int64_t shift)
{
    return kp_lanes_same_terms(&c->from, a, b) &&
           (c->from.at[a] + shift) / KP_SECTOR == (c->from.at[b] + shift) / KP_SECTOR;
}

static double filling_at(const struct copy *c, int64_t shift)
{
    int leader[KP_WARP];
    uint32_t part[KP_WARP] = {0};
    unsigned n = 0;
    double sum = 0;

    for (int l = 0; l < KP_WARP; l++) {
        unsigned i = 0;

        if (!(c->active >> l & 1))
            continue;
        while (i < n && !share_sector(c, leader[i], l, shift))
            i++;
        if (i == n)
            leader[n++] = l;
        part[i / FILL] |= UINT32_C(1) << l;
    }
    for (unsigned i = 0; i * FILL < n; i++)
        sum += kp_wavefronts(c->to.at, part[i], c->bytes).degree;
    return sum;
}

/* What arrives is written FILL sectors at a time, in the order of the lanes that read them; the
 * best case counts, as for the sectors. What a cp.async takes besides, 0.4 to 1.5 wavefronts, is
 * not counted: it is what a second instruction takes. */
static double filling(const struct copy *c)
{
    double least = filling_at(c, 0);

    for (int64_t shift = c->bytes; shift < KP_SECTOR; shift += c->bytes) {
        double n = filling_at(c, shift);

        least = n < least ? n : least;
    }
    return least;
}

/* A sector of which two groups of lanes need something is fetched twice. */
static unsigned fetched_past_cache(const struct copy *c)
{
    unsigned sum = 0;

    for (int first = 0; first < KP_WARP; first += LANES_PAST_CACHE)
        sum += kp_parts_touched(&c->from, c->active & UINT32_C(0xff) << first, c->bytes, KP_SECTOR);
    return sum;
}

static void add_copy(const struct copy *c, double n, struct kp_copied *out)
{
    unsigned lines = kp_parts_touched(&c->from, c->active, c->bytes, KP_LINE);
    unsigned sectors = kp_parts_touched(&c->from, c->active, c->bytes, KP_SECTOR);
    double looked_up = lines + (double)sectors / SECTORS_PER_WAVEFRONT, filled;

    if (c->bytes == PAST_CACHE) {
        out->again += n * (fetched_past_cache(c) - sectors);
        return;
    }
    filled = filling(c);
    out->loaded += n * (lines + kp_wavefronts(c->to.at, c->active, c->bytes).sum);
    out->async += n * (looked_up > filled ? looked_up : filled);
    out->lines = lines > out->lines ? lines : out->lines;
}

static bool look_at(struct kp_warp_view *w, const struct kp_value *store, kp_val load,
                    struct copy *c)
{
    const struct kp_value *from = kp_fn_value(w->fn, load);

    c->bytes = from->type.bytes;
    c->from = kp_lanes_value(w, kp_fn_operand(w->fn, from, 0), from->block);
    c->to = kp_lanes_value(w, kp_fn_operand(w->fn, store, 0), store->block);
    if (!kp_lanes_active(w, store->block, &c->active))
        c->active = w->lanes < KP_WARP ? (UINT32_C(1) << w->lanes) - 1 : UINT32_MAX;
    return c->from.known && c->to.known && (!c->active || has_one_group(&c->to, c->active));
}

/* ---- the loop -------------------------------------------------------------------------------- */

bool kp_copied_of(const struct kp_fn *fn, const struct kp_node *node, const int64_t block[3],
                  struct kp_copied *out)
{
    uint32_t loop = fn->unknown ? 0 : kp_work_loop(fn, node);
    int64_t warps = (block[0] * block[1] * block[2] + KP_WARP - 1) / KP_WARP;
    struct kp_warp_view *w = loop ? kp_warp_new(fn) : NULL;
    struct copy c;

    *out = (struct kp_copied){0};
    if (!w)
        return false;
    warps = warps && warps < MAX_WARPS ? warps : MAX_WARPS;
    for (int64_t i = 0; i < warps; i++) {
        kp_warp_place(w, block, i);
        for (kp_val s = 1; s < fn->values.n; s++) {
            const struct kp_value *store = &fn->values.v[s];
            kp_val load = copied_by(fn, store);

            if (!load || !kp_fn_in_loop(fn, fn->blocks.v[store->block].loop, loop))
                continue;
            if (!look_at(w, store, load, &c)) {
                if (c.bytes == PAST_CACHE)
                    continue;
                return false;
            }
            if (c.active)
                add_copy(&c, kp_work_times(fn, s, loop) / (double)warps, out);
        }
    }
    return out->loaded > 0 || out->again > 0;
}
