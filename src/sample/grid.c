/* The threads of a grid, block after block: each warp runs as far as barriers let it. */
#include "sample/thread.h"

enum { WARP = 32, MOST_THREADS = 1024 };

static const struct kp_step *waits_at(const struct kp_sample_machine *m, const struct kp_thread *t)
{
    return &m->code->blocks[t->block].steps[t->next];
}

/* The step at which all threads of the range that have not ended wait; NULL: there is none. */
static const struct kp_step *common_step(const struct kp_sample_machine *m, uint32_t from,
                                         uint32_t to)
{
    const struct kp_step *at = NULL;

    for (uint32_t i = from; i < to; i++) {
        const struct kp_thread *t = &m->threads[i];

        if (t->state == KP_RUNS || (t->state == KP_WAITS && at && waits_at(m, t) != at))
            return NULL;
        if (t->state == KP_WAITS)
            at = waits_at(m, t);
    }
    return at;
}

static void release(struct kp_sample_machine *m, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        if (m->threads[i].state == KP_WAITS) {
            m->threads[i].state = KP_RUNS;
            m->threads[i].next++;
        }
}

static void execute_together(struct kp_sample_machine *m, const struct kp_step *s, uint32_t from,
                             uint32_t to)
{
    uint64_t h = s->salt;

    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = from, lane = 0; i < to; i++) {
            struct kp_thread *t = &m->threads[i];

            if (t->state != KP_WAITS)
                continue;
            kp_take_turn(m, t);
            if (!pass)
                h = kp_mix(h, kp_mix_call(m, t, lane, s));
            else
                kp_leave_call(m, t, lane, s, kp_mix(h, lane));
            lane++;
        }
    release(m, from, to);
}

static bool have_ended(const struct kp_sample_machine *m)
{
    for (uint32_t i = 0; i < m->n_threads; i++)
        if (m->threads[i].state != KP_ENDED)
            return false;
    return true;
}

/* Runs a warp until each of its threads has ended or waits for other warps. */
static void run_warp(struct kp_sample_machine *m, uint32_t from, uint32_t to)
{
    const struct kp_step *s;

    do {
        for (uint32_t k = from; k < to; k++) {
            struct kp_thread *t = &m->threads[m->g->backwards ? from + to - 1 - k : k];

            if (t->state == KP_RUNS)
                kp_thread_run(m, t);
        }
        s = m->why || m->m->bad ? NULL : common_step(m, from, to);
        if (s && s->how == KP_HOW_WARP)
            execute_together(m, s, from, to);
    } while (s && s->how == KP_HOW_WARP);
}

/* A warp runs as far ahead of the others as barriers let it. */
static void run_block(struct kp_sample_machine *m)
{
    uint32_t n = (m->n_threads + WARP - 1) / WARP;

    while (!m->why && !m->m->bad) {
        const struct kp_step *s;

        for (uint32_t i = 0; i < n; i++) {
            uint32_t from = WARP * (m->g->backwards ? n - 1 - i : i);

            run_warp(m, from, from + WARP < m->n_threads ? from + WARP : m->n_threads);
        }
        if (m->why || m->m->bad || have_ended(m))
            return;
        s = common_step(m, 0, m->n_threads);
        if (!s || s->how != KP_HOW_BARRIER)
            m->m->bad = "threads that wait for each other at different places";
        else
            release(m, 0, m->n_threads);
        if (++m->barriers > m->m->barriers)
            m->m->barriers = m->barriers;
    }
}

static void begin_block(struct kp_sample_machine *m)
{
    const struct kp_sample_program *c = m->code;

    m->barriers = 0;
    memset(m->m->shared, m->m->unset, c->shared);
    memset(m->m->is_set, KP_IS_BETWEEN, c->shared);
    for (size_t i = 0; i < c->fn->objects.n; i++) {
        const struct kp_object *o = &c->fn->objects.v[i];

        if (o->kind == KP_OBJECT_SHARED || o->kind == KP_OBJECT_DYNAMIC)
            memset(m->m->is_set + c->object[i], KP_IS_UNSET,
                   o->kind == KP_OBJECT_DYNAMIC ? KP_DYNAMIC_BYTES : (size_t)o->bytes);
    }
    for (uint32_t i = 0; i < m->n_threads; i++)
        kp_thread_begin(m, &m->threads[i]);
}

/* Zeroed bytes of what one run leaves to the next: fresh pages cost more than to clear used ones.
 */
static uint8_t *take_room(struct kp_arena *a, struct kp_room *room, size_t bytes)
{
    if (bytes > room->size)
        *room = (struct kp_room){kp_alloc(a, 2 * bytes), 2 * bytes};
    else
        memset(room->bytes, 0, bytes);
    return room->bytes;
}

/* Threads, shared memory and what is common to all threads. */
static void make_threads(struct kp_sample_machine *m)
{
    const struct kp_sample_program *c = m->code;
    const int64_t *b = m->g->block;
    size_t frame = c->frame + 8, local = (c->local + 8 + 7) & ~7u, shared = (c->shared + 8) & ~7u;
    uint8_t *room;

    m->n_threads = (uint32_t)(b[0] * b[1] * b[2]);
    m->threads = kp_new_array(m->arena, struct kp_thread, m->n_threads);
    room = take_room(m->m->arena, m->g->room, 2 * shared + m->n_threads * (frame + local));
    m->m->shared = room;
    m->m->is_set = room + shared;
    for (uint32_t i = 0; i < m->n_threads; i++) {
        struct kp_thread *t = &m->threads[i];

        t->frame = room + 2 * shared + i * (frame + local);
        t->local = t->frame + frame;
        t->index[0] = i % b[0];
        t->index[1] = i / b[0] % b[1];
        t->index[2] = i / (b[0] * b[1]);
        if (i)
            memcpy(t->frame, m->threads[0].frame, frame);
        for (unsigned k = 0; !i && k < c->n_once; k++)
            kp_execute(m, t, &c->once[k]);
    }
}

bool kp_grid_run(const struct kp_sample_program *code, const struct kp_grid *g,
                 struct kp_memory *mem, uint64_t *steps, const char **why)
{
    struct kp_sample_machine m = {.code = code, .g = g, .m = mem, .steps = steps};
    int64_t n = g->grid[0] * g->grid[1] * g->grid[2];

    if (g->block[0] * g->block[1] * g->block[2] > MOST_THREADS) {
        *why = "a block of too many threads";
        return false;
    }
    mem->n_shared = code->shared;
    mem->n_local = code->local;
    m.arena = kp_arena_new();
    make_threads(&m);
    for (int64_t k = g->only_last ? n - 1 : 0; k < n && !m.why && !mem->bad; k++) {
        int64_t i = g->backwards && !g->only_last ? n - 1 - k : k;

        m.block = (uint32_t)i;
        m.at[0] = i % g->grid[0];
        m.at[1] = i / g->grid[0] % g->grid[1];
        m.at[2] = i / (g->grid[0] * g->grid[1]);
        begin_block(&m);
        run_block(&m);
    }
    kp_arena_free(m.arena);
    *why = m.why;
    return !m.why;
}
