/* Where arrays would have to lie for their order of loads and stores to matter. */
#include "sample/machine.h"

/* By pointer and number of barriers that a thread has passed: the lowest address of an access in
 * the pointer's range; NONE: there is none. */
struct lowest {
    uint64_t *at;
    size_t n_params;
    uint32_t n_times;
};

#define NONE UINT64_MAX

static uint64_t *entry(const struct lowest *l, size_t param, uint32_t time)
{
    return &l->at[param * l->n_times + time];
}

static struct lowest lowest_of(const struct kp_memory *m, const struct kp_stored *accesses)
{
    struct lowest l = {.n_params = m->n_params, .n_times = m->barriers + 1};

    l.at = kp_new_array(m->arena, uint64_t, l.n_params *l.n_times + 1);
    memset(l.at, 0xff, sizeof *l.at * l.n_params * l.n_times);
    for (size_t i = 0; i < accesses->size; i++) {
        const struct kp_stored_word *w = &accesses->words[i];

        for (unsigned k = 0; w->key && k < 8; k++) {
            const uint64_t at = (w->key - 1) * 8 + k, param = (at - KP_AT_PARAM) >> KP_RANGE_BITS;
            const uint32_t time = w->writer[k] >> KP_THREAD_BITS;

            if (!(w->mask >> k & 1) || at < KP_AT_PARAM || at >= KP_AT_FOUND ||
                param >= l.n_params || time >= l.n_times)
                continue;
            if (at < *entry(&l, param, time))
                *entry(&l, param, time) = at;
        }
    }
    return l;
}

/* From `time` on, up or down, the first at which the pointer's memory is accessed; n_times: none.
 */
static uint32_t next_time(const struct lowest *l, size_t param, int64_t time, int by)
{
    for (; time >= 0 && time < l->n_times; time += by)
        if (*entry(l, param, (uint32_t)time) != NONE)
            return (uint32_t)time;
    return l->n_times;
}

static unsigned add(const struct lowest *loads, const struct lowest *stores, const uint64_t *args,
                    struct kp_meeting m, uint32_t loaded, uint32_t stored, struct kp_meeting *out)
{
    if (loaded == loads->n_times || stored == stores->n_times)
        return 0;
    m.at = args[m.stores] + *entry(loads, m.loads, loaded) - *entry(stores, m.stores, stored);
    m.at -= (m.at - args[m.loads]) % 16; /* as much aligned as before */
    *out = m;
    return 1;
}

unsigned kp_find_meetings(const struct kp_memory *m, const uint64_t *args, size_t loads,
                          size_t stores, struct kp_meeting out[2])
{
    const struct lowest load = lowest_of(m, &m->reads), store = lowest_of(m, &m->stored);
    const struct kp_meeting pair = {.loads = loads, .stores = stores};
    uint32_t at = next_time(&store, stores, 0, 1);
    unsigned n = 0;

    n += add(&load, &store, args, pair, next_time(&load, loads, (int64_t)at + 1, 1), at, &out[n]);
    at = next_time(&load, loads, load.n_times - 1, -1);
    n +=
        add(&load, &store, args, pair, at, next_time(&store, stores, (int64_t)at - 1, -1), &out[n]);
    return n;
}
