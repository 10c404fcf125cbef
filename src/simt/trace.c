/* Races in global memory between the threads of a block, by the same clocks as in shared memory.
 * Per granule of every buffer that may be written: the last write and the last read of this
 * process, as clock << 32 | MANY | thread << 20 | instruction. Clocks go on from block to block, so
 * what is not newer than clock_base is another block's. Where several readers are not ordered among
 * each other, the granule's entry names a record, which has one for every warp (or, where threads
 * have clocks of their own, for every thread). */
#define _GNU_SOURCE
#include "simt/machine.h"

#include <string.h>
#include <sys/mman.h>

#define RECORD ((uint64_t)UINT32_MAX << 32)

struct kp_trace_pool {
    size_t n_slots; /* per record */
    KP_VEC(uint64_t *) records;
    size_t n; /* of this block */
};

static uint64_t *map(size_t n)
{
    void *p = mmap(NULL, n * sizeof(uint64_t), PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    return p == MAP_FAILED ? NULL : p;
}

static bool have_tables(struct kp_warp *w, struct kp_device_buffer *b)
{
    if (b->writers)
        return true;
    b->n_granules = (b->size >> w->block->program->global_shift) + 2;
    b->writers = map(b->n_granules);
    b->readers = map(b->n_granules);
    if (b->writers && b->readers)
        return true;
    kp_stop_run(w->block->machine, "out of memory for the shadow of %s", b->name);
    w->block->aborted = true;
    return false;
}

void kp_trace_free(struct kp_device_buffer *b)
{
    if (b->writers)
        munmap(b->writers, b->n_granules * sizeof *b->writers);
    if (b->readers)
        munmap(b->readers, b->n_granules * sizeof *b->readers);
    b->writers = b->readers = NULL;
}

void kp_trace_start(struct kp_block *b)
{
    if (!b->traces)
        b->traces = kp_new(b->machine->arena, struct kp_trace_pool);
    b->traces->n_slots = b->order ? b->n_warps * LANES : b->n_warps;
    b->traces->n = 0;
}

/* ---- entries ---- */

static uint32_t thread_in(uint64_t e)
{
    return (uint32_t)e >> 20 & 1023;
}

static size_t slot_of(const struct kp_block *b, uint32_t thread)
{
    return b->order ? thread : thread / LANES;
}

/* True if everything that e stands for comes before what the lane does now. */
static bool before(const struct kp_warp *w, unsigned lane, uint64_t e)
{
    uint32_t clock = (uint32_t)(e >> 32), thread = thread_in(e);

    if (clock <= w->block->clock_base)
        return true;
    if (w->block->order)
        return kp_order_before(w, lane, thread, clock);
    return clock <= w->seen[thread / LANES] ||
           (thread == w->index * LANES + lane && !((uint32_t)e & SHADOW_MANY));
}

/* The record that the entry at `of` names, unless it was another block's. */
static uint64_t *record(const struct kp_block *b, const uint64_t *of)
{
    const struct kp_trace_pool *p = b->traces;
    uint32_t k = (uint32_t)*of;

    if (*of >> 32 != UINT32_MAX || k >= p->n || p->records.v[k][p->n_slots] != (uintptr_t)of)
        return NULL;
    return p->records.v[k];
}

/* `now` after `old` of the same slot. */
static uint64_t newer(const struct kp_block *b, uint64_t old, uint64_t now)
{
    bool other = !b->order && old >> 32 == now >> 32 &&
                 (thread_in(old) != thread_in(now) || (uint32_t)old & SHADOW_MANY);

    return other ? now | SHADOW_MANY : now;
}

/* A new record that holds what *of was, and `now`. */
static void share(struct kp_block *b, uint64_t *of, uint64_t now)
{
    struct kp_trace_pool *p = b->traces;
    struct kp_arena *a = b->machine->arena;

    if (p->n == p->records.n)
        kp_push(a, &p->records, kp_new_array(a, uint64_t, p->n_slots + 1));
    else
        memset(p->records.v[p->n], 0, p->n_slots * sizeof(uint64_t));
    p->records.v[p->n][slot_of(b, thread_in(*of))] = *of;
    p->records.v[p->n][slot_of(b, thread_in(now))] = now;
    p->records.v[p->n][p->n_slots] = (uintptr_t)of;
    *of = RECORD | p->n++;
}

/* ---- accesses ---- */

static void race(struct kp_warp *w, const struct kp_insn *i, unsigned lane, enum kp_what what,
                 uint64_t at, unsigned bytes, uint64_t earlier, enum kp_what was, bool same)
{
    kp_alarm_pair(w, i, lane, same ? KP_ALARM_SAME_VALUE : KP_ALARM_RACE, what, at, bytes,
                  (uint32_t)earlier & SHADOW_INSN, thread_in(earlier), was, w->block->number);
}

static bool both_strong(const struct kp_block *b, const struct kp_insn *i, uint64_t earlier)
{
    return i->strong && b->code[earlier & SHADOW_INSN].strong;
}

static void read(struct kp_warp *w, unsigned lane, uint64_t *reader, uint64_t tag)
{
    struct kp_block *b = w->block;
    uint64_t old = *reader, *many = record(b, reader);
    size_t mine = slot_of(b, thread_in(tag));

    if (many)
        many[mine] = newer(b, many[mine], tag);
    else if (old >> 32 == UINT32_MAX || before(w, lane, old))
        *reader = tag;
    else if (slot_of(b, thread_in(old)) == mine)
        *reader = newer(b, old, tag);
    else
        share(b, reader, tag);
}

static void check_readers(struct kp_warp *w, const struct kp_insn *i, unsigned lane,
                          enum kp_what what, uint64_t at, unsigned bytes, const uint64_t *reader)
{
    struct kp_block *b = w->block;
    const uint64_t *many = record(b, reader);

    if (!many) {
        if (*reader >> 32 != UINT32_MAX && !before(w, lane, *reader) && !both_strong(b, i, *reader))
            race(w, i, lane, what, at, bytes, *reader, WHAT_READ, false);
        return;
    }
    for (size_t k = 0; k < b->traces->n_slots; k++) {
        if (before(w, lane, many[k]) || both_strong(b, i, many[k]))
            continue;
        race(w, i, lane, what, at, bytes, many[k], WHAT_READ, false);
        return;
    }
}

void kp_trace(struct kp_warp *w, const struct kp_insn *i, unsigned lane,
              struct kp_device_buffer *buffer, uint64_t at, unsigned bytes, enum kp_what what,
              bool same)
{
    struct kp_block *b = w->block;
    unsigned shift = b->program->global_shift;
    uint64_t first = (at - buffer->base) >> shift, n = bytes >> shift;
    uint64_t tag = (uint64_t)w->clock << 32 | (w->index * LANES + lane) << 20 | insn_index(w, i);

    if (!have_tables(w, buffer))
        return;
    for (uint64_t g = first; g < first + (n ? n : 1); g++) {
        uint64_t e = buffer->writers[g];
        if (!before(w, lane, e) && !both_strong(b, i, e))
            race(w, i, lane, what, at, bytes, e,
                 b->code[e & SHADOW_INSN].strong == STRONG_ATOMIC ? WHAT_ATOMIC : WHAT_WRITE,
                 same && what == WHAT_WRITE);
        if (what == WHAT_READ || what == WHAT_COPY) {
            read(w, lane, &buffer->readers[g], tag);
            continue;
        }
        if (buffer->readers[g])
            check_readers(w, i, lane, what, at, bytes, &buffer->readers[g]);
        /* an atomic must not hide its thread's plain write of the same interval from others */
        if (!(i->strong && e >> 32 == w->clock && thread_in(e) == thread_in(tag) &&
              !b->code[e & SHADOW_INSN].strong))
            buffer->writers[g] = tag;
    }
}
