/* A thread that runs by itself. */
#include "sample/thread.h"

static void move_phis(struct kp_machine *m, uint8_t *frame, const struct kp_edge *e)
{
    uint8_t copy[4096];
    uint32_t n = 0;

    for (unsigned i = 0; i < e->n; i++) {
        uint32_t bytes = kp_slot_bytes(e->into[i].type);

        if (n + bytes > sizeof copy) {
            m->why = "too many variables";
            return;
        }
        memcpy(copy + n, frame + e->from[i].at, bytes);
        n += bytes;
    }
    for (unsigned i = 0, from = 0; i < e->n; i++) {
        memcpy(frame + e->into[i].at, copy + from, kp_slot_bytes(e->into[i].type));
        from += kp_slot_bytes(e->into[i].type);
    }
}

/* A number's bits that its type has, as a number. */
static uint64_t cut(const struct kp_step *s, uint64_t v)
{
    v <<= s->cut;
    return s->is_signed ? (uint64_t)((int64_t)v >> s->cut) : v >> s->cut;
}

static bool execute_quickly(struct kp_machine *m, uint8_t *f, const struct kp_step *s)
{
    uint64_t v = 0;

    switch (s->quick) {
    case KP_QUICK_ADD:
        v = cut(s, kp_at(f, s->left) + kp_at(f, s->right));
        break;
    case KP_QUICK_SUB:
        v = cut(s, kp_at(f, s->left) - kp_at(f, s->right));
        break;
    case KP_QUICK_MUL:
        v = cut(s, kp_at(f, s->left) * kp_at(f, s->right));
        break;
    case KP_QUICK_COPY:
        v = cut(s, kp_at(f, s->left));
        break;
    case KP_QUICK_LESS:
        v = (int64_t)kp_at(f, s->left) < (int64_t)kp_at(f, s->right);
        break;
    case KP_QUICK_FLOAT:
        v = kp_mix_floats(s->op, kp_at(f, s->left), kp_at(f, s->right), s->type.bytes);
        break;
    case KP_QUICK_LOAD:
        kp_must_be_aligned(m, kp_at(f, s->left), s->aligned);
        kp_memory_read(m->m, kp_at(f, s->left), &v, s->type.bytes);
        v = cut(s, v);
        break;
    case KP_QUICK_STORE:
        kp_must_be_aligned(m, kp_at(f, s->left), s->aligned);
        kp_memory_write(m->m, kp_at(f, s->left), f + s->right, s->operand[1].type.bytes);
        return true;
    default:
        return false;
    }
    memcpy(f + s->to, &v, sizeof v);
    return true;
}

void kp_take_turn(struct kp_machine *m, const struct kp_thread *t)
{
    m->m->local = t->local;
    m->m->thread = (uint32_t)(t - m->threads) + m->block * m->n_threads;
}

void kp_thread_begin(struct kp_machine *m, struct kp_thread *t)
{
    t->state = KP_RUNS;
    t->block = 1;
    t->next = t->group = 0;
    t->pending.n = 0;
    memset(t->local, 0, m->code->local);
    for (unsigned k = 0; k < m->code->n_once; k++)
        kp_execute(m, t, &m->code->once[k]);
}

/* Runs the thread until it ends or is at a step that others take part in. */
void kp_thread_run(struct kp_machine *m, struct kp_thread *t)
{
    kp_take_turn(m, t);
    while (!m->why && !m->m->bad) {
        const struct kp_program_block *b = &m->code->blocks[t->block];
        const struct kp_edge *e;

        for (; t->next < b->n && !m->why; t->next++) {
            const struct kp_step *s = &b->steps[t->next];

            if (execute_quickly(m, t->frame, s))
                continue;
            if (s->how >= KP_HOW_WARP) {
                t->state = KP_WAITS;
                return;
            }
            if (s->how == KP_HOW_CANNOT)
                m->why = s->why_not;
            else if (s->how == KP_HOW_ASYNC)
                kp_execute_async(m, t, s);
            else if (s->how == KP_HOW_ATOMIC)
                kp_execute_atomic(m, t, s);
            else if (s->how == KP_HOW_CALL)
                kp_leave_call(m, t, 0, s, kp_mix_call(m, t, 0, s));
            else
                kp_execute(m, t, s);
        }
        if (*m->steps < b->n + 1) {
            m->why = "it takes too long";
            return;
        }
        *m->steps -= b->n + 1;
        e = &b->next[b->has_condition && !kp_at(t->frame, b->condition)];
        if (!e->to) {
            t->state = KP_ENDED;
            return;
        }
        move_phis(m, t->frame, e);
        t->block = e->to;
        t->next = 0;
    }
}
