#include "facts/sectors.h"

static bool is_active(uint32_t active, int l)
{
    return active >> l & 1;
}

bool kp_lanes_same_terms(const struct kp_lanes *v, int a, int b)
{
    for (unsigned i = 0; i < v->n_terms; i++)
        if (v->term[i].at[a] != v->term[i].at[b])
            return false;
    return true;
}

int kp_next_lane_group(const struct kp_lanes *v, uint32_t active, int after)
{
    for (int l = after + 1; l < KP_WARP; l++) {
        bool counted = !is_active(active, l);

        for (int k = 0; k < l && !counted; k++)
            counted = is_active(active, k) && kp_lanes_same_terms(v, k, l);
        if (!counted)
            return l;
    }
    return -1;
}

static int64_t floor_div(int64_t a, int64_t b)
{
    return a >= 0 ? a / b : -((-a + b - 1) / b);
}

/* .. if the unknown part shifts the addresses by `shift` bytes. */
static unsigned parts_at(const struct kp_lanes *v, uint32_t active, int first, int64_t bytes,
                         int64_t size, int64_t shift)
{
    int64_t seen[2 * KP_WARP];
    unsigned n = 0;

    for (int l = 0; l < KP_WARP; l++) {
        if (!is_active(active, l) || !kp_lanes_same_terms(v, l, first))
            continue;
        int64_t from = floor_div(v->at[l] + shift, size);
        int64_t to = floor_div(v->at[l] + shift + bytes - 1, size);

        for (int64_t s = from; s <= to; s++) {
            bool known = false;

            for (unsigned i = 0; i < n; i++)
                known |= seen[i] == s;
            if (!known && n < 2 * KP_WARP)
                seen[n++] = s;
        }
    }
    return n;
}

static unsigned parts_of_group(const struct kp_lanes *v, uint32_t active, int first, int64_t bytes,
                               int64_t size)
{
    unsigned least = UINT32_MAX;

    for (int64_t shift = 0; shift < size; shift += bytes) {
        unsigned n = parts_at(v, active, first, bytes, size, shift);

        least = n < least ? n : least;
    }
    return least;
}

unsigned kp_parts_touched(const struct kp_lanes *v, uint32_t active, int64_t bytes, int64_t size)
{
    unsigned n = 0;

    kp_each_lane_group(l, v, active) n += parts_of_group(v, active, l, bytes, size);
    return n;
}
