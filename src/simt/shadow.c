/* Races, uninitialised reads and asynchronous copies in shared memory, at the kernel's own granule.
 */
#include "simt/machine.h"

#include <string.h>

static uint32_t thread_of(const struct kp_warp *w, unsigned lane)
{
    return w->index * LANES + lane;
}

static enum kp_what what_of(const struct kp_block *b, uint32_t insn)
{
    return kp_is_copy(&b->code[insn])              ? WHAT_COPY
           : b->code[insn].strong == STRONG_ATOMIC ? WHAT_ATOMIC
                                                   : WHAT_WRITE;
}

void kp_shadow_start(struct kp_block *b)
{
    const struct kp_simt_program *p = b->program;
    uint32_t at = 0, n = b->smem_size >> b->shift;

    for (uint32_t g = 0; g < n; g++)
        b->writers[g] = SHADOW_NEVER | SHADOW_REDZONE;
    for (size_t k = 0; k < p->arrays.n; k++) {
        uint32_t end = p->arrays.v[k].base + p->arrays.v[k].size;
        for (at = p->arrays.v[k].base >> b->shift; at < (end + (1u << b->shift) - 1) >> b->shift;
             at++)
            b->writers[at] = 0;
    }
}

static bool ordered(const struct kp_warp *w, unsigned lane, uint32_t clock, uint32_t thread)
{
    if (w->block->order)
        return kp_order_before(w, lane, thread, clock);
    return thread == thread_of(w, lane) || clock <= w->seen[thread / LANES];
}

/* A vector's element that nobody reads. */
static bool is_unread(const struct kp_insn *i, uint64_t at, unsigned bytes)
{
    const struct kp_more *m = i->more;

    return m && m->unread && bytes == m->bytes * m->n &&
           m->unread >> (at & (bytes - 1)) / m->bytes & 1;
}

void kp_shadow_read_slow(struct kp_warp *w, const struct kp_insn *i, unsigned lane,
                         uint32_t granule, unsigned bytes)
{
    const struct kp_block *b = w->block;
    uint64_t e = b->writers[granule];
    uint32_t clock = (uint32_t)(e >> 32), low = (uint32_t)e;
    uint64_t at = (uint64_t)granule << b->shift | SHARED_WINDOW;
    uint32_t thread = low >> 20 & 1023, insn = low & SHADOW_INSN;

    if (b->order)
        kp_order_read(w, i, lane, granule);
    if (low & SHADOW_REDZONE) {
        kp_alarm(w, i, lane, KP_ALARM_BOUNDS, WHAT_READ, at, bytes);
    } else if (low & SHADOW_PENDING) {
        kp_alarm_pair(w, i, lane, KP_ALARM_ASYNC_READ, WHAT_READ, at, bytes, insn, thread,
                      WHAT_COPY, b->number);
    } else if (clock <= b->clock_base) {
        if (b->uninit && !is_unread(i, at, bytes))
            kp_alarm(w, i, lane, KP_ALARM_UNINIT_SHARED, WHAT_READ, at, bytes);
    } else if (!ordered(w, lane, clock, thread) && !(i->strong && b->code[insn].strong)) {
        kp_alarm_pair(w, i, lane, KP_ALARM_RACE, WHAT_READ, at, bytes, insn, thread,
                      what_of(b, insn), b->number);
    }
}

/* Reads of other threads that nothing orders before this write. */
static void check_readers(struct kp_warp *w, const struct kp_insn *i, unsigned lane, uint32_t g,
                          unsigned bytes, enum kp_what what)
{
    const struct kp_block *b = w->block;

    if (b->order) {
        uint32_t thread;
        if (kp_order_reader(w, i, lane, g, &thread))
            kp_alarm_pair(w, i, lane, KP_ALARM_RACE, what, (uint64_t)g << b->shift | SHARED_WINDOW,
                          bytes, (uint32_t)b->warps[thread / LANES].readers[g] & SHADOW_INSN,
                          thread, WHAT_READ, b->number);
        return;
    }
    for (unsigned k = 0; k < b->n_warps; k++) {
        uint64_t r = b->warps[k].readers[g];
        uint32_t clock = (uint32_t)(r >> 32), low = (uint32_t)r;
        if (clock <= w->seen[k])
            continue;
        if (k == w->index && (low >> 20 & 31) == lane && !(low & SHADOW_MANY))
            continue;
        if (i->strong && b->code[low & SHADOW_INSN].strong)
            continue;
        kp_alarm_pair(w, i, lane, KP_ALARM_RACE, what, (uint64_t)g << b->shift | SHARED_WINDOW,
                      bytes, low & SHADOW_INSN, k * LANES + (low >> 20 & 31), WHAT_READ, b->number);
        return;
    }
}

/* What is written: by value, by a copy, or neither is known. */
struct written {
    const void *value;
    const struct kp_flight *copy;
};

/* Of two writes that nothing orders: true if it makes no difference which of them comes last. */
static bool equal_values(struct kp_warp *w, uint32_t g, const struct written *x, bool pending)
{
    uint32_t at = g << w->block->shift;
    unsigned bytes = 1u << w->block->shift;

    if (!x->copy)
        return x->value && !pending;
    return pending ? kp_async_same(w, x->copy, at, bytes) : kp_async_keeps(w, x->copy, at, bytes);
}

static void check_writer(struct kp_warp *w, const struct kp_insn *i, unsigned lane, uint32_t g,
                         unsigned bytes, enum kp_what what, const struct written *x)
{
    const struct kp_block *b = w->block;
    uint64_t e = b->writers[g];
    uint32_t clock = (uint32_t)(e >> 32), low = (uint32_t)e;
    uint32_t thread = low >> 20 & 1023, insn = low & SHADOW_INSN;
    uint64_t at = (uint64_t)g << b->shift | SHARED_WINDOW;

    if (low & SHADOW_REDZONE)
        kp_alarm(w, i, lane, KP_ALARM_BOUNDS, what, at, bytes);
    else if (low & SHADOW_PENDING)
        kp_alarm_pair(w, i, lane,
                      equal_values(w, g, x, true) ? KP_ALARM_SAME_VALUE : KP_ALARM_ASYNC_WRITE,
                      what, at, bytes, insn, thread, WHAT_COPY, b->number);
    else if (clock > b->clock_base && !ordered(w, lane, clock, thread) &&
             !(i->strong && b->code[insn].strong))
        kp_alarm_pair(w, i, lane,
                      equal_values(w, g, x, false) ? KP_ALARM_SAME_VALUE : KP_ALARM_RACE, what, at,
                      bytes, insn, thread, what_of(b, insn), b->number);
}

static void write_range(struct kp_warp *w, const struct kp_insn *i, unsigned lane, uint32_t at,
                        unsigned bytes, struct written x, enum kp_what what, uint64_t tag)
{
    struct kp_block *b = w->block;
    uint32_t first = at >> b->shift, n = bytes >> b->shift;

    if (x.value && !same_bytes(b->smem + at, x.value, bytes))
        x.value = NULL;
    for (uint32_t g = first; g < first + (n ? n : 1); g++) {
        uint32_t clock = (uint32_t)(b->writers[g] >> 32);
        if (clock > w->all_seen)
            check_writer(w, i, lane, g, bytes, what, &x);
        check_readers(w, i, lane, g, bytes, what);
        if (!((uint32_t)b->writers[g] & SHADOW_REDZONE))
            b->writers[g] = tag;
    }
}

void kp_shadow_write(struct kp_warp *w, const struct kp_insn *i, unsigned lane, uint32_t at,
                     unsigned bytes, const void *value, enum kp_what what)
{
    uint64_t tag = (uint64_t)w->clock << 32 | thread_of(w, lane) << 20 | insn_index(w, i);

    write_range(w, i, lane, at, bytes, (struct written){.value = value}, what, tag);
}

/* A plain write of the same thread in the same interval, which an atomic must not hide from others.
 */
static bool hides(const struct kp_warp *w, unsigned lane, uint64_t e)
{
    return e >> 32 == w->clock && ((uint32_t)e >> 20 & 1023) == thread_of(w, lane) &&
           !w->block->code[e & SHADOW_INSN].strong;
}

/* Atomics race with plain accesses, not with each other (they are strong). */
void kp_shadow_atomic(struct kp_warp *w, const struct kp_insn *i, unsigned lane, uint32_t at,
                      unsigned bytes)
{
    struct kp_block *b = w->block;
    uint64_t tag = (uint64_t)w->clock << 32 | thread_of(w, lane) << 20 | insn_index(w, i);
    uint32_t first = at >> b->shift, n = bytes >> b->shift;

    for (uint32_t g = first; g < first + (n ? n : 1); g++) {
        uint64_t e = b->writers[g];
        if (e >> 32 > w->all_seen)
            check_writer(w, i, lane, g, bytes, WHAT_ATOMIC, &(struct written){0});
        if (e >> 32 <= b->clock_base && b->uninit)
            kp_alarm(w, i, lane, KP_ALARM_UNINIT_SHARED, WHAT_ATOMIC, at | SHARED_WINDOW, bytes);
        check_readers(w, i, lane, g, bytes, WHAT_ATOMIC);
        if (!((uint32_t)e & SHADOW_REDZONE) && !hides(w, lane, e))
            b->writers[g] = tag;
    }
}

void kp_shadow_pending(struct kp_warp *w, const struct kp_insn *i, unsigned lane, uint32_t at,
                       unsigned bytes)
{
    uint64_t tag = SHADOW_NEVER | SHADOW_PENDING | thread_of(w, lane) << 20 | insn_index(w, i);

    write_range(w, i, lane, at, bytes, (struct written){0}, WHAT_COPY, tag);
}

void kp_shadow_copy(struct kp_warp *w, const struct kp_flight *c, bool pending)
{
    uint64_t when = pending ? SHADOW_NEVER | SHADOW_PENDING : (uint64_t)w->clock << 32;

    write_range(w, &w->block->code[c->insn], c->lane, c->target, c->bytes,
                (struct written){.copy = c}, WHAT_COPY,
                when | thread_of(w, c->lane) << 20 | c->insn);
}

void kp_shadow_land(struct kp_warp *w, const struct kp_flight *c, uint32_t clock)
{
    struct kp_block *b = w->block;
    uint32_t first = c->target >> b->shift, n = c->bytes >> b->shift;
    uint64_t tag = (uint64_t)clock << 32 | thread_of(w, c->lane) << 20 | c->insn;

    for (uint32_t g = first; g < first + (n ? n : 1); g++)
        if (!((uint32_t)b->writers[g] & SHADOW_REDZONE))
            b->writers[g] = tag;
}
