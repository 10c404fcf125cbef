/* Calls, and copies that arrive later. */
#include "sample/thread.h"

enum { MOST_PENDING = 512 };

static void arrive(struct kp_sample_machine *m, struct kp_thread *t, uint32_t groups)
{
    size_t kept = 0;

    for (size_t i = 0; i < t->pending.n; i++) {
        const struct kp_pending *p = &t->pending.v[i];

        if (p->group < groups)
            kp_memory_write(m->m, p->to, p->bytes, p->n);
        else
            t->pending.v[kept++] = *p;
    }
    t->pending.n = kept;
}

static void copy_later(struct kp_sample_machine *m, struct kp_thread *t, const struct kp_step *s)
{
    const struct kp_async_rule *a = &s->async;
    int64_t bytes = a->operand >= 0 ? (int64_t)kp_get(t->frame, s->operand[a->operand]) : a->number;
    int64_t zeros = s->n == 4 && a->operand >= 0 ? (int64_t)kp_get(t->frame, s->operand[3]) : 0;
    struct kp_pending p = {.to = kp_get(t->frame, s->operand[a->to]), .group = t->group};

    if (bytes <= 0 || bytes > (int64_t)sizeof p.bytes || zeros < 0 || zeros > bytes ||
        t->pending.n == MOST_PENDING) {
        m->why = "an asynchronous copy";
        return;
    }
    p.n = (uint32_t)bytes;
    kp_must_be_aligned(m, p.to, (uint64_t)bytes);
    kp_must_be_aligned(m, kp_get(t->frame, s->operand[a->from]), (uint64_t)bytes);
    kp_memory_read(m->m, kp_get(t->frame, s->operand[a->from]), p.bytes, (size_t)(bytes - zeros));
    kp_push(m->arena, &t->pending, p);
}

void kp_execute_async(struct kp_sample_machine *m, struct kp_thread *t, const struct kp_step *s)
{
    const struct kp_async_rule *a = &s->async;
    uint32_t stay;

    if (a->kind == KP_ASYNC_COPY) {
        copy_later(m, t, s);
    } else if (a->kind == KP_ASYNC_COMMIT) {
        t->group++;
    } else if (a->waits_for_all) {
        arrive(m, t, UINT32_MAX);
    } else {
        stay = a->operand >= 0 ? (uint32_t)kp_get(t->frame, s->operand[a->operand])
                               : (uint32_t)a->number;
        arrive(m, t, stay < t->group ? t->group - stay : 0);
    }
}

static uint64_t mix_memory(struct kp_sample_machine *m, uint64_t h, uint64_t at, int64_t n)
{
    uint8_t bytes[64];

    for (int64_t i = 0; i < n; i += (int64_t)sizeof bytes) {
        size_t part = (size_t)(n - i) < sizeof bytes ? (size_t)(n - i) : sizeof bytes;

        kp_memory_read(m->m, at + (uint64_t)i, bytes, part);
        h = kp_mix_bytes(h, bytes, part);
    }
    return h;
}

/* Line k of a matrix that is operand i, or what is there if it is none. */
static uint64_t line_of(const struct kp_thread *t, const struct kp_step *s, unsigned i, unsigned k)
{
    return kp_get(t->frame, s->operand[i]) +
           (k ? k * kp_get(t->frame, s->leading) * (uint64_t)s->touched[i].unit : 0);
}

/* What a call is a function of: its operands and the memory that it reads. The distance of a
 * matrix's lines is no operand: another layout has another one. */
uint64_t kp_mix_call(struct kp_sample_machine *m, const struct kp_thread *t, unsigned lane,
                     const struct kp_step *s)
{
    uint64_t h = kp_mix(s->salt, lane);

    for (unsigned i = 0; i < s->n; i++) {
        const struct kp_touched *x = &s->touched[i];
        unsigned mode = kp_fn_touches(m->code->fn, s->value, i).mode;

        if (!mode && s->operand[i].at != s->leading.at)
            h = kp_mix_operand(h, t->frame, s->operand[i]);
        if (!(mode & KP_READ) || (x->lines && lane) || (x->rows && lane >= x->rows))
            continue;
        for (unsigned k = 0; k < (x->lines ? x->lines : 1); k++)
            h = mix_memory(m, h, line_of(t, s, i, k), x->bytes);
    }
    return h;
}

static void write_made(struct kp_sample_machine *m, uint64_t from, uint64_t at, int64_t n)
{
    uint8_t bytes[64];

    for (int64_t i = 0; i < n; i += (int64_t)sizeof bytes) {
        size_t part = (size_t)(n - i) < sizeof bytes ? (size_t)(n - i) : sizeof bytes;

        kp_fill_made(kp_mix(from, (uint64_t)i), bytes, part);
        kp_memory_write(m->m, at + (uint64_t)i, bytes, part);
    }
}

/* What a call leaves: its result, of which RESULTs are made, and the memory that it writes. */
void kp_leave_call(struct kp_sample_machine *m, const struct kp_thread *t, unsigned lane,
                   const struct kp_step *s, uint64_t h)
{
    kp_put_made(m, t->frame, s, h);
    kp_put(t->frame, s->to + kp_slot_bytes(s->type), h);
    for (unsigned i = 0; i < s->n; i++) {
        const struct kp_touched *x = &s->touched[i];

        if (!(kp_fn_touches(m->code->fn, s->value, i).mode & KP_WRITE) || (x->lines && lane))
            continue;
        for (unsigned k = 0; k < (x->lines ? x->lines : 1); k++)
            write_made(m, kp_mix(h, 1000 * (i + 1) + k), line_of(t, s, i, k), x->bytes);
    }
}

/* The number of the thread in its block. */
void kp_put_rank(const struct kp_sample_machine *m, const struct kp_thread *t,
                 const struct kp_step *s)
{
    uint64_t rank = 0;

    for (int axis = 2; axis >= 0; axis--)
        rank = rank * (uint64_t)m->g->block[axis] + (uint64_t)t->index[axis];
    kp_put(t->frame, s->to, rank);
}

/* Order does not matter to atomic operations of one kind: what they add up to is made of all. */
void kp_execute_atomic(struct kp_sample_machine *m, const struct kp_thread *t,
                       const struct kp_step *s)
{
    uint64_t h = s->salt, sum;
    bool was_racy = m->m->is_racy;

    for (unsigned i = 0; i < s->n; i++)
        if (!s->touched[i].bytes)
            h = kp_mix_operand(h, t->frame, s->operand[i]);
    for (unsigned i = 0; i < s->n; i++) {
        size_t n = (size_t)s->touched[i].bytes;

        if (n > sizeof sum)
            m->why = "an atomic operation";
        if (!n || n > sizeof sum)
            continue;
        sum = 0;
        kp_memory_read(m->m, kp_get(t->frame, s->operand[i]), &sum, n);
        sum += h;
        kp_memory_write(m->m, kp_get(t->frame, s->operand[i]), &sum, n);
    }
    m->m->is_racy = was_racy;
}
