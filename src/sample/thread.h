/* Private to sample/: a thread of a block, and what it has computed so far. */
#ifndef KP_SAMPLE_THREAD_H
#define KP_SAMPLE_THREAD_H

#include "sample/machine.h"

enum kp_thread_state { KP_RUNS, KP_WAITS, KP_ENDED };

/* An asynchronous copy that has not arrived. */
struct kp_pending {
    uint64_t to;
    uint8_t bytes[16];
    uint32_t n, group;
};

struct kp_thread {
    enum kp_thread_state state;
    uint32_t block, next; /* the step that it executes next, or at which it waits */
    uint8_t *frame, *local;
    int64_t index[3];
    KP_VEC(struct kp_pending) pending;
    uint32_t group;
};

struct kp_sample_machine {
    struct kp_arena *arena;
    const struct kp_sample_program *code;
    const struct kp_grid *g;
    struct kp_memory *m;
    struct kp_thread *threads;
    uint32_t n_threads;
    int64_t at[3]; /* blockIdx */
    uint64_t *steps;
    uint32_t block;    /* its number */
    uint32_t barriers; /* that it has passed */
    const char *why;
};

/* Numbers are kept as such, records as their bytes. */
static inline bool kp_is_wide(struct kp_fn_type t)
{
    return t.bytes > 8 || t.kind == KP_FN_RECORD;
}

static inline uint64_t kp_at(const uint8_t *frame, uint32_t at)
{
    uint64_t v;

    memcpy(&v, frame + at, sizeof v);
    return v;
}

static inline uint64_t kp_get(const uint8_t *frame, struct kp_operand o)
{
    return kp_at(frame, o.at);
}

static inline void kp_put(uint8_t *frame, uint32_t at, uint64_t v)
{
    memcpy(frame + at, &v, sizeof v);
}

static inline void kp_must_be_aligned(struct kp_sample_machine *m, uint64_t at, uint64_t aligned)
{
    if (at % aligned)
        m->m->bad = "an access at an address that is no multiple of its size";
}

/* value.c: a value that is neither a call nor a barrier. */
void kp_execute(struct kp_sample_machine *m, struct kp_thread *t, const struct kp_step *s);
/* The step's value as bytes that are made of a number. */
void kp_put_made(struct kp_sample_machine *m, uint8_t *frame, const struct kp_step *s,
                 uint64_t from);
void kp_fill_made(uint64_t from, uint8_t *to, size_t n);
uint64_t kp_mix_operand(uint64_t h, const uint8_t *frame, struct kp_operand o);

/* call.c: what a call is a function of, by a lane of a warp or, for a call of a thread alone, lane
 * 0; and what it leaves: its value and the memory that it writes. */
uint64_t kp_mix_call(struct kp_sample_machine *m, const struct kp_thread *t, unsigned lane,
                     const struct kp_step *s);
void kp_leave_call(struct kp_sample_machine *m, const struct kp_thread *t, unsigned lane,
                   const struct kp_step *s, uint64_t h);
void kp_put_rank(const struct kp_sample_machine *m, const struct kp_thread *t,
                 const struct kp_step *s);
void kp_execute_atomic(struct kp_sample_machine *m, const struct kp_thread *t,
                       const struct kp_step *s);
void kp_execute_async(struct kp_sample_machine *m, struct kp_thread *t, const struct kp_step *s);

/* thread.c: sets the thread to the function's beginning; lets it run until it ends or is at a step
 * that others take part in. */
void kp_thread_begin(struct kp_sample_machine *m, struct kp_thread *t);
void kp_thread_run(struct kp_sample_machine *m, struct kp_thread *t);
/* From now on memory is accessed by this one. */
void kp_take_turn(struct kp_sample_machine *m, const struct kp_thread *t);

#endif
