/* One access of one lane: bounds, alignment, constness, who touched a global word. */
#include "simt/machine.h"

#include <string.h>

static bool misaligned(struct kp_warp *w, const struct kp_insn *i, unsigned lane, uint64_t at,
                       unsigned bytes, enum kp_what what)
{
    if (!(at & (bytes - 1)))
        return false;
    kp_alarm(w, i, lane, KP_ALARM_ALIGN, what, at, bytes);
    return true;
}

uint8_t *kp_shared_at(struct kp_warp *w, const struct kp_insn *i, unsigned lane, uint64_t at,
                      unsigned bytes, enum kp_what what)
{
    struct kp_block *b = w->block;

    if (misaligned(w, i, lane, at | SHARED_WINDOW, bytes, what))
        return NULL;
    if (at + bytes > b->smem_size) {
        kp_alarm(w, i, lane, KP_ALARM_BOUNDS, what, at | SHARED_WINDOW, bytes);
        return NULL;
    }
    return b->smem + at;
}

static uint8_t *local_at(struct kp_warp *w, const struct kp_insn *i, unsigned lane, uint64_t at,
                         unsigned bytes)
{
    uint32_t size = w->block->program->local_size;

    if (misaligned(w, i, lane, at | LOCAL_WINDOW, bytes, WHAT_OTHER))
        return NULL;
    if (at < LOCAL_BEGIN || at + bytes > size) {
        kp_alarm(w, i, lane, KP_ALARM_BOUNDS, WHAT_OTHER, at | LOCAL_WINDOW, bytes);
        return NULL;
    }
    return w->local + (size_t)lane * size + at;
}

static struct kp_device_buffer *find(struct kp_warp *w, uint64_t at)
{
    struct kp_simt_machine *m = w->block->machine;
    struct kp_device_buffer *b = &m->buffers[w->last_buffer];

    if (w->last_buffer < m->n_buffers && at - b->base < b->size)
        return b;
    for (size_t k = 0; k < m->n_buffers; k++) {
        if (at - m->buffers[k].base < m->buffers[k].size) {
            w->last_buffer = (unsigned)k;
            return &m->buffers[k];
        }
    }
    return NULL;
}

enum { ATOMIC_MARK = 0xfffffffe, MANY_BLOCKS = 0xffffffff };

static void conflict(struct kp_warp *w, const struct kp_insn *i, unsigned lane, enum kp_what what,
                     uint64_t at, unsigned bytes, uint32_t other, enum kp_what earlier, bool same)
{
    uint32_t block = other == MANY_BLOCKS ? UINT32_MAX : other - 1;

    kp_alarm_pair(w, i, lane, same ? KP_ALARM_SAME_VALUE : KP_ALARM_BLOCK_CONFLICT, what, at, bytes,
                  UINT32_MAX, UINT32_MAX, earlier, block);
}

/* Other processes mark the same words: what is lost between load and store is only a second report.
 */
static void track(struct kp_warp *w, const struct kp_insn *i, unsigned lane,
                  struct kp_device_buffer *b, uint64_t at, unsigned bytes, enum kp_what what,
                  bool same)
{
    unsigned shift = w->block->program->global_shift;
    uint64_t first = (at - b->base) >> shift, n = bytes >> shift;
    uint32_t me = w->block->number + 1;
    bool loose = w->block->program->has_atomics; /* blocks may wait for each other by atomics */

    for (uint64_t g = first; g < first + (n ? n : 1); g++) {
        uint64_t old = __atomic_load_n(&b->touched[g], __ATOMIC_RELAXED), now = old;
        uint32_t writer = (uint32_t)old, reader = (uint32_t)(old >> 32);
        bool foreign = writer && writer != me && writer != ATOMIC_MARK;
        if (what == WHAT_READ) {
            if (!writer && b->uninitialised && w->block->uninit)
                kp_alarm(w, i, lane, KP_ALARM_UNINIT_GLOBAL, what, at, bytes);
            if (foreign && !loose)
                conflict(w, i, lane, what, at, bytes, writer, WHAT_WRITE, false);
            now = (uint64_t)(reader && reader != me ? MANY_BLOCKS : me) << 32 | writer;
        } else if (what == WHAT_ATOMIC) {
            now = (uint64_t)reader << 32 | ATOMIC_MARK;
        } else {
            if (foreign)
                conflict(w, i, lane, what, at, bytes, writer, WHAT_WRITE, same);
            else if (reader && reader != me && !loose)
                conflict(w, i, lane, what, at, bytes, reader, WHAT_READ, same);
            now = (uint64_t)reader << 32 | me;
        }
        if (now != old)
            __atomic_store_n(&b->touched[g], now, __ATOMIC_RELAXED);
    }
}

/* Read-only loads go through a cache that sees no write of the launch: neither before nor after. */
static void noncoherent(struct kp_warp *w, const struct kp_insn *i, unsigned lane,
                        struct kp_device_buffer *b, uint64_t at, unsigned bytes, enum kp_what what)
{
    unsigned shift = w->block->program->global_shift;
    uint64_t first = (at - b->base) >> shift, n = bytes >> shift;
    uint8_t mine = what == WHAT_READ ? KP_NC_READ : KP_NC_WRITTEN;

    for (uint64_t g = first; g < first + (n ? n : 1); g++) {
        uint8_t old = __atomic_load_n(&b->noncoherent[g], __ATOMIC_RELAXED);
        if (!(old & mine))
            old = __atomic_fetch_or(&b->noncoherent[g], mine, __ATOMIC_SEQ_CST);
        if (!(old & ~mine))
            continue;
        kp_alarm(w, i, lane, KP_ALARM_NONCOHERENT, what, at, bytes);
        return;
    }
}

void kp_noncoherent_read(struct kp_warp *w, const struct kp_insn *i, unsigned lane, uint64_t at,
                         unsigned bytes)
{
    struct kp_device_buffer *b = find(w, at);

    if (b && b->noncoherent && at - b->base + bytes <= b->size)
        noncoherent(w, i, lane, b, at, bytes, WHAT_READ);
}

static void extend(struct kp_simt_extent *x, size_t end, enum kp_what what)
{
    if (what != WHAT_READ && what != WHAT_COPY && end > x->written)
        x->written = end;
    if ((what == WHAT_READ || what == WHAT_COPY || what == WHAT_ATOMIC) && end > x->read)
        x->read = end;
}

uint8_t *kp_global_at(struct kp_warp *w, const struct kp_insn *i, unsigned lane, uint64_t at,
                      unsigned bytes, enum kp_what what, const void *value)
{
    struct kp_device_buffer *b = find(w, at);
    uint8_t *p;

    if (!b || at - b->base + bytes > b->size) {
        kp_alarm(w, i, lane, KP_ALARM_BOUNDS, what, at, bytes);
        return NULL;
    }
    if (misaligned(w, i, lane, at, bytes, what))
        return NULL;
    p = b->data + (at - b->base);
    if (b->extent)
        extend(b->extent, at - b->base + bytes, what);
    if (b->is_const) {
        if (what == WHAT_READ || what == WHAT_COPY)
            return p;
        kp_alarm(w, i, lane, KP_ALARM_CONST_WRITE, what, at, bytes);
        return NULL;
    }
    if (w->block->race && w->block->machine->track_global)
        kp_trace(w, i, lane, b, at, bytes, what, value && same_bytes(p, value, bytes));
    if (b->noncoherent && what != WHAT_READ && what != WHAT_COPY)
        noncoherent(w, i, lane, b, at, bytes, what);
    if (b->touched)
        track(w, i, lane, b, at, bytes, what == WHAT_COPY ? WHAT_READ : what,
              value && same_bytes(p, value, bytes));
    return p;
}

static uint8_t *param_at(struct kp_warp *w, const struct kp_insn *i, unsigned lane, uint64_t at,
                         unsigned bytes, enum kp_what what)
{
    struct kp_simt_machine *m = w->block->machine;

    if (misaligned(w, i, lane, at | PARAM_WINDOW, bytes, what))
        return NULL;
    if (at + bytes > m->params_size) {
        kp_alarm(w, i, lane, KP_ALARM_BOUNDS, what, at | PARAM_WINDOW, bytes);
        return NULL;
    }
    if (what != WHAT_READ) {
        kp_alarm(w, i, lane, KP_ALARM_CONST_WRITE, what, at | PARAM_WINDOW, bytes);
        return NULL;
    }
    return m->params + at;
}

static uint8_t *shared_access(struct kp_warp *w, const struct kp_insn *i, unsigned lane,
                              uint64_t at, unsigned bytes, enum kp_what what, const void *value)
{
    uint8_t *p = kp_shared_at(w, i, lane, at, bytes, what);

    if (!p || !w->block->race)
        return p;
    if (what == WHAT_READ)
        shadow_read(w, i, lane, (uint32_t)at, bytes);
    else if (what == WHAT_ATOMIC)
        kp_shadow_atomic(w, i, lane, (uint32_t)at, bytes);
    else
        kp_shadow_write(w, i, lane, (uint32_t)at, bytes, value, what);
    return p;
}

uint8_t *kp_access(struct kp_warp *w, const struct kp_insn *i, unsigned lane, enum ptx_space space,
                   uint64_t at, unsigned bytes, enum kp_what what, const void *value)
{
    if (space == SPACE_GENERIC) {
        uint64_t window = at & WINDOW_MASK;
        space = window == SHARED_WINDOW  ? SPACE_SHARED
                : window == LOCAL_WINDOW ? SPACE_LOCAL
                : window == PARAM_WINDOW ? SPACE_PARAM
                                         : SPACE_GLOBAL;
        if (window)
            at &= ~WINDOW_MASK;
    }
    switch (space) {
    case SPACE_SHARED:
        return shared_access(w, i, lane, (uint32_t)at, bytes, what, value);
    case SPACE_LOCAL:
    case SPACE_FRAME:
        return local_at(w, i, lane, at & ~WINDOW_MASK, bytes);
    case SPACE_PARAM:
        return param_at(w, i, lane, at & ~WINDOW_MASK, bytes, what);
    default:
        return kp_global_at(w, i, lane, at, bytes, what, value);
    }
}
