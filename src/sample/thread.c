/* A thread that runs by itself. */
#include "sample/thread.h"

enum { MOST_MOVED = 4096 };

const char kp_too_long[] = "it takes too long";

/* All are read before the first is written. */
static void move_phis(struct kp_sample_machine *m, uint8_t *frame, const struct kp_edge *e)
{
    uint8_t copy[MOST_MOVED];
    uint32_t n = 0;

    for (unsigned i = 0; i < e->n; i++) {
        if (n + e->moves[i].bytes > sizeof copy) {
            m->why = "too many variables";
            return;
        }
        memcpy(copy + n, frame + e->moves[i].from, e->moves[i].bytes);
        n += e->moves[i].bytes;
    }
    for (unsigned i = 0, from = 0; i < e->n; i++) {
        memcpy(frame + e->moves[i].into, copy + from, e->moves[i].bytes);
        from += e->moves[i].bytes;
    }
}

static void move_short_phis(uint8_t *frame, const struct kp_edge *e)
{
    uint64_t copy[MOST_MOVED / 8];

    for (unsigned i = 0; i < e->n; i++)
        copy[i] = kp_at(frame, e->moves[i].from);
    for (unsigned i = 0; i < e->n; i++)
        kp_put(frame, e->moves[i].into, copy[i]);
}

/* A number's bits that its type has, as a number. */
static uint64_t cut(const struct kp_quick_step *s, uint64_t v)
{
    v <<= s->cut;
    return s->is_signed ? (uint64_t)((int64_t)v >> s->cut) : v >> s->cut;
}

/* True if these bytes of shared memory, of which there are 1, 2, 4 or 8, are in an array; and_set:
 * and all set.
 */
static bool is_in_array(const struct kp_memory *m, uint64_t at, size_t bytes, bool and_set)
{
    uint64_t state = 0, each = 0x0101010101010101u >> (64 - 8 * bytes);

    if (at < KP_AT_SHARED || at - KP_AT_SHARED + bytes > m->n_shared)
        return false;
    memcpy(&state, m->is_set + (at - KP_AT_SHARED), bytes);
    return and_set ? state == each * KP_IS_SET : !(state & each * KP_IS_BETWEEN);
}

static uint64_t load(struct kp_sample_machine *m, const struct kp_quick_step *s, uint64_t at)
{
    uint64_t v = 0;

    kp_must_be_aligned(m, at, s->bytes);
    if (is_in_array(m->m, at, s->bytes, true))
        memcpy(&v, m->m->shared + (at - KP_AT_SHARED), s->bytes);
    else
        kp_memory_read(m->m, at, &v, s->bytes);
    return cut(s, v);
}

static void store(struct kp_sample_machine *m, const struct kp_quick_step *s, uint64_t at,
                  uint64_t v)
{
    kp_must_be_aligned(m, at, s->bytes);
    if (is_in_array(m->m, at, s->bytes, false)) {
        memcpy(m->m->shared + (at - KP_AT_SHARED), &v, s->bytes);
        memset(m->m->is_set + (at - KP_AT_SHARED), KP_IS_SET, s->bytes);
    } else {
        kp_memory_write(m->m, at, &v, s->bytes);
    }
}

#define INTEGERS(WHAT, VALUE)                                                                      \
    case WHAT:                                                                                     \
        v = (uint64_t)(int32_t)(VALUE);                                                            \
        break;                                                                                     \
    case WHAT + KP_QUICK_UNSIGNED:                                                                 \
        v = (uint32_t)(VALUE);                                                                     \
        break;                                                                                     \
    case WHAT + KP_QUICK_ANY:                                                                      \
        v = cut(s, VALUE);                                                                         \
        break;
#define COMPARISON(WHAT, VALUE)                                                                    \
    case WHAT:                                                                                     \
        v = VALUE;                                                                                 \
        break;

/* Executes values until one has no short form; which one that is. */
static uint32_t run_quickly(struct kp_sample_machine *m, uint8_t *frame,
                            const struct kp_quick_step *first, uint32_t next)
{
    for (const struct kp_quick_step *s = first + next;; s++) {
        uint64_t x = kp_at(frame, 8u * s->left), y = kp_at(frame, 8u * s->right), v;

        switch (s->what) {
            INTEGERS(KP_QUICK_ADD, x + y)
            INTEGERS(KP_QUICK_SUB, x - y)
            INTEGERS(KP_QUICK_MUL, x * y)
            INTEGERS(KP_QUICK_AND, x & y)
            INTEGERS(KP_QUICK_OR, x | y)
            INTEGERS(KP_QUICK_XOR, x ^ y)
            INTEGERS(KP_QUICK_COPY, x)
            COMPARISON(KP_QUICK_LESS, (int64_t)x < (int64_t)y)
            COMPARISON(KP_QUICK_LESS_OR_EQUAL, (int64_t)x <= (int64_t)y)
            COMPARISON(KP_QUICK_GREATER, (int64_t)x > (int64_t)y)
            COMPARISON(KP_QUICK_GREATER_OR_EQUAL, (int64_t)x >= (int64_t)y)
            COMPARISON(KP_QUICK_EQUAL, x == y)
            COMPARISON(KP_QUICK_UNEQUAL, x != y)
            COMPARISON(KP_QUICK_BELOW, x < y)
            COMPARISON(KP_QUICK_BELOW_OR_EQUAL, x <= y)
            COMPARISON(KP_QUICK_ABOVE, x > y)
            COMPARISON(KP_QUICK_ABOVE_OR_EQUAL, x >= y)
        case KP_QUICK_SELECT:
            v = x ? y : kp_at(frame, 8u * s->third);
            break;
        case KP_QUICK_FLOAT:
            v = kp_mix_floats(s->third, x, y, s->bytes);
            break;
        case KP_QUICK_LOAD:
            v = load(m, s, x);
            break;
        case KP_QUICK_STORE:
            store(m, s, x, y);
            continue;
        default:
            return (uint32_t)(s - first);
        }
        kp_put(frame, 8u * s->to, v);
    }
}

void kp_take_turn(struct kp_sample_machine *m, const struct kp_thread *t)
{
    m->m->local = t->local;
    m->m->thread = ((uint32_t)(t - m->threads) + m->block * m->n_threads) | m->barriers
                                                                                << KP_THREAD_BITS;
}

void kp_thread_begin(struct kp_sample_machine *m, struct kp_thread *t)
{
    t->state = KP_RUNS;
    t->block = 1;
    t->next = t->group = 0;
    t->pending.n = 0;
    memset(t->local, 0, m->code->local);
    for (unsigned k = 0; k < m->code->n_special; k++)
        kp_execute(m, t, &m->code->special[k]);
}

/* False: others take part in this step. */
static bool execute_slowly(struct kp_sample_machine *m, struct kp_thread *t,
                           const struct kp_step *s)
{
    if (s->how >= KP_HOW_WARP)
        t->state = KP_WAITS;
    else if (s->how == KP_HOW_CANNOT)
        m->why = s->why_not;
    else if (s->how == KP_HOW_ASYNC)
        kp_execute_async(m, t, s);
    else if (s->how == KP_HOW_ATOMIC)
        kp_execute_atomic(m, t, s);
    else if (s->how == KP_HOW_RANK)
        kp_put_rank(m, t, s);
    else if (s->how == KP_HOW_CALL)
        kp_leave_call(m, t, 0, s, kp_mix_call(m, t, 0, s));
    else
        kp_execute(m, t, s);
    return t->state == KP_RUNS;
}

/* What it returns is as if it were stored. */
static void end_thread(struct kp_sample_machine *m, struct kp_thread *t)
{
    uint32_t bytes = m->code->result.type.bytes,
             place = m->m->thread & ((1u << KP_THREAD_BITS) - 1);

    t->state = KP_ENDED;
    if (bytes > KP_RESULT_BYTES)
        m->why = "a result of many bytes";
    else if (bytes)
        kp_memory_write(m->m, KP_AT_RESULT + (uint64_t)place * KP_RESULT_BYTES,
                        t->frame + m->code->result.at, bytes);
}

/* Runs the thread until it ends or is at a step that others take part in. */
void kp_thread_run(struct kp_sample_machine *m, struct kp_thread *t)
{
    kp_take_turn(m, t);
    while (!m->why && !m->m->bad) {
        const struct kp_program_block *b = &m->code->blocks[t->block];
        const struct kp_edge *e;

        for (; t->next < b->n && !m->why; t->next++) {
            t->next = run_quickly(m, t->frame, b->quick, t->next);
            if (t->next < b->n && !execute_slowly(m, t, &b->steps[t->next]))
                return;
        }
        if (*m->steps < b->n + 1) {
            m->why = kp_too_long;
            return;
        }
        *m->steps -= b->n + 1;
        e = &b->next[b->has_condition && !kp_at(t->frame, b->condition)];
        if (!e->to) {
            end_thread(m, t);
            return;
        }
        if (e->is_short && e->n <= MOST_MOVED / 8)
            move_short_phis(t->frame, e);
        else
            move_phis(m, t->frame, e);
        t->block = e->to;
        t->next = 0;
    }
}
