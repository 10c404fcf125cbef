/* Vector clocks of single threads. Kernels that synchronise by barriers alone get along with one
 * clock per warp (clock.c). With mbarriers, fences, acquire and release single lanes are ordered,
 * and then every thread keeps, for every other one, up to which of its clocks everything is ordered
 * before what this thread does now. The rules are C++'s and PTX's:
 *
 *   - a release (st, atom, mbarrier arrival) hands on what its thread has done and seen, and a
 * strong access that is not one hands on what the thread's last fence has collected;
 *   - an acquire (ld, atom, a wait on an mbarrier that finds its phase complete) takes that over,
 * and a strong access that is not one remembers it for the thread's next fence;
 *   - a read-modify-write adds to what its location hands on, a store replaces it;
 *   - bar.sync and bar.warp.sync exchange everything among those that take part.
 *
 * The clock that stamps accesses is the warp's; it moves on with everything that publishes, so that
 * what a thread does behind its release is not covered by it. */
#include "simt/machine.h"

#include <string.h>

#define STRONG_READ 0x80000000u

struct location {
    uint64_t at; /* 0: free */
    uint32_t *sum;
};

struct kp_order {
    unsigned n;                          /* threads */
    uint32_t *seen, *released, *pending; /* [thread][thread] */
    bool *fenced;                        /* the thread has a `released` */
    uint32_t *barrier[MAX_BARRIERS];
    uint32_t *temp;
    uint32_t **reads; /* per granule of shared memory: the clock of every thread's last read */
    struct location *table;
    size_t n_slots, n_used;
    KP_VEC(uint32_t *) unused;
};

static uint32_t thread_of(const struct kp_warp *w, unsigned lane)
{
    return w->index * LANES + lane;
}

static uint32_t *vector_of(uint32_t *table, const struct kp_order *o, uint32_t thread)
{
    return table + (size_t)thread * o->n;
}

static void merge(uint32_t *into, const uint32_t *from, unsigned n)
{
    for (unsigned k = 0; k < n; k++)
        into[k] = into[k] > from[k] ? into[k] : from[k];
}

uint32_t *kp_order_vector(struct kp_block *b)
{
    struct kp_order *o = b->order;
    uint32_t *v;

    if (!o->unused.n)
        return kp_new_array(b->machine->arena, uint32_t, o->n);
    v = o->unused.v[--o->unused.n];
    memset(v, 0, o->n * sizeof *v);
    return v;
}

void kp_order_drop(struct kp_block *b, uint32_t *v)
{
    if (v)
        kp_push(b->machine->arena, &b->order->unused, v);
}

/* ---- a block ---- */

void kp_order_new(struct kp_block *b)
{
    struct kp_arena *a = b->machine->arena;
    struct kp_order *o = kp_new(a, struct kp_order);
    size_t n = b->n_warps * LANES;

    o->n = (unsigned)n;
    o->seen = kp_new_array(a, uint32_t, n * n);
    o->released = kp_new_array(a, uint32_t, n * n);
    o->pending = kp_new_array(a, uint32_t, n * n);
    o->fenced = kp_new_array(a, bool, n);
    o->temp = kp_new_array(a, uint32_t, n);
    for (unsigned k = 0; k < MAX_BARRIERS; k++)
        o->barrier[k] = kp_new_array(a, uint32_t, n);
    o->reads = kp_new_array(a, uint32_t *, (b->smem_size >> b->shift) + 1);
    o->n_slots = 256;
    o->table = kp_new_array(a, struct location, o->n_slots);
    b->order = o;
}

/* Clocks go on from block to block: what is older than clock_base needs no clearing. */
void kp_order_start(struct kp_block *b)
{
    struct kp_order *o = b->order;
    size_t n = (size_t)o->n * o->n;

    for (size_t k = 0; k < n; k++)
        o->seen[k] = b->clock_base;
    memset(o->pending, 0, n * sizeof *o->pending);
    memset(o->fenced, 0, o->n * sizeof *o->fenced);
    for (unsigned k = 0; k < MAX_BARRIERS; k++)
        memset(o->barrier[k], 0, o->n * sizeof *o->barrier[k]);
    for (size_t k = 0; k < o->n_slots; k++) {
        kp_order_drop(b, o->table[k].sum);
        o->table[k] = (struct location){0};
    }
    o->n_used = 0;
}

bool kp_order_before(const struct kp_warp *w, unsigned lane, uint32_t thread, uint32_t clock)
{
    const struct kp_order *o = w->block->order;
    uint32_t me = thread_of(w, lane);

    return thread == me || clock <= vector_of(o->seen, o, me)[thread];
}

/* ---- handing on and taking over ---- */

void kp_order_publish(struct kp_warp *w, unsigned lane, uint32_t *sum)
{
    const struct kp_order *o = w->block->order;
    uint32_t me = thread_of(w, lane);

    merge(sum, vector_of(o->seen, o, me), o->n);
    sum[me] = w->clock;
}

const uint32_t *kp_order_fenced(const struct kp_warp *w, unsigned lane)
{
    const struct kp_order *o = w->block->order;
    uint32_t me = thread_of(w, lane);

    return o->fenced[me] ? vector_of(o->released, o, me) : NULL;
}

void kp_order_acquire(struct kp_warp *w, unsigned lane, const uint32_t *sum, unsigned order)
{
    struct kp_order *o = w->block->order;
    uint32_t *to = order & ORDER_ACQUIRE ? o->seen : o->pending;

    merge(vector_of(to, o, thread_of(w, lane)), sum, o->n);
}

void kp_order_fence(struct kp_warp *w, uint32_t mask, unsigned order)
{
    struct kp_order *o = w->block->order;

    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        unsigned l = (unsigned)__builtin_ctz(rest);
        uint32_t me = thread_of(w, l), *seen = vector_of(o->seen, o, me);
        if (order & ORDER_ACQUIRE)
            merge(seen, vector_of(o->pending, o, me), o->n);
        if (order & ORDER_RELEASE) {
            memcpy(vector_of(o->released, o, me), seen, o->n * sizeof *seen);
            vector_of(o->released, o, me)[me] = w->clock;
            o->fenced[me] = true;
        }
    }
    w->clock++;
}

void kp_order_warp(struct kp_warp *w, uint32_t members)
{
    struct kp_order *o = w->block->order;

    memset(o->temp, 0, o->n * sizeof *o->temp);
    for (uint32_t rest = members & w->live; rest; rest &= rest - 1)
        kp_order_publish(w, (unsigned)__builtin_ctz(rest), o->temp);
    w->clock++;
    for (uint32_t rest = members & w->live; rest; rest &= rest - 1)
        kp_order_acquire(w, (unsigned)__builtin_ctz(rest), o->temp, ORDER_ACQUIRE);
}

void kp_order_join(struct kp_warp *w, unsigned barrier)
{
    for (unsigned l = 0; l < w->n_threads; l++)
        kp_order_publish(w, l, w->block->order->barrier[barrier]);
    w->clock++;
}

/* Threads that have ended count as having arrived. */
void kp_order_leave(struct kp_block *b, unsigned barrier, uint32_t waiting)
{
    struct kp_order *o = b->order;
    uint32_t *sum = o->barrier[barrier];

    for (unsigned k = 0; k < b->n_warps; k++)
        for (unsigned l = 0; l < LANES && b->warps[k].state == WARP_DONE; l++)
            sum[k * LANES + l] = b->warps[k].clock;
    for (; waiting; waiting &= waiting - 1) {
        struct kp_warp *w = &b->warps[__builtin_ctz(waiting)];
        for (unsigned l = 0; l < w->n_threads; l++)
            kp_order_acquire(w, l, sum, ORDER_ACQUIRE);
    }
    memset(sum, 0, o->n * sizeof *sum);
}

/* ---- locations ---- */

static struct location *slot(const struct kp_order *o, uint64_t at)
{
    size_t k = (size_t)(at * 0x9e3779b97f4a7c15u >> 40) % o->n_slots;

    while (o->table[k].at && o->table[k].at != at)
        k = (k + 1) % o->n_slots;
    return &o->table[k];
}

static struct location *add_location(struct kp_block *b, uint64_t at)
{
    struct kp_order *o = b->order;
    struct location *l;

    if (2 * ++o->n_used > o->n_slots) {
        struct location *old = o->table;
        size_t n = o->n_slots;
        o->n_slots *= 2;
        o->table = kp_new_array(b->machine->arena, struct location, o->n_slots);
        for (size_t k = 0; k < n; k++)
            if (old[k].at)
                *slot(o, old[k].at) = old[k];
    }
    l = slot(o, at);
    l->at = at;
    l->sum = kp_order_vector(b);
    return l;
}

void kp_order_load(struct kp_warp *w, unsigned lane, uint64_t at, unsigned order)
{
    const struct location *l = slot(w->block->order, at & ~(uint64_t)3);

    if (l->at)
        kp_order_acquire(w, lane, l->sum, order);
}

void kp_order_store(struct kp_warp *w, unsigned lane, uint64_t at, unsigned order, bool rmw)
{
    struct kp_order *o = w->block->order;
    struct location *l = slot(o, at & ~(uint64_t)3);
    bool release = order & ORDER_RELEASE;
    uint32_t me = thread_of(w, lane);

    w->block->idle = 0;
    if (l->at && !rmw)
        memset(l->sum, 0, o->n * sizeof *l->sum);
    if (!release && !o->fenced[me])
        return;
    if (!l->at)
        l = add_location(w->block, at & ~(uint64_t)3);
    if (release)
        kp_order_publish(w, lane, l->sum);
    else
        merge(l->sum, vector_of(o->released, o, me), o->n);
}

/* ---- readers of shared memory ---- */

void kp_order_read(struct kp_warp *w, const struct kp_insn *i, unsigned lane, uint32_t granule)
{
    struct kp_order *o = w->block->order;

    if (!o->reads[granule])
        o->reads[granule] = kp_new_array(w->block->machine->arena, uint32_t, o->n);
    o->reads[granule][thread_of(w, lane)] = w->clock | (i->strong ? STRONG_READ : 0);
}

bool kp_order_reader(const struct kp_warp *w, const struct kp_insn *i, unsigned lane,
                     uint32_t granule, uint32_t *thread)
{
    const struct kp_order *o = w->block->order;
    const uint32_t *reads = o->reads[granule];
    uint32_t me = thread_of(w, lane);
    const uint32_t *seen = vector_of(o->seen, o, me);

    for (unsigned u = 0; reads && u < o->n; u++) {
        if ((reads[u] & ~STRONG_READ) <= seen[u] || u == me ||
            (i->strong && reads[u] & STRONG_READ))
            continue;
        *thread = u;
        return true;
    }
    return false;
}
