/* The threads of a grid, block after block. A thread runs until it ends or waits for others. */
#include <stdlib.h>

#include "sample/machine.h"

enum { WARP = 32, MOST_THREADS = 1024, MOST_PENDING = 512 };

enum state { RUNS, WAITS, ENDED };

/* An asynchronous copy that has not arrived. */
struct pending {
    uint64_t to;
    uint8_t bytes[16];
    uint32_t n, group;
};

struct thread {
    enum state state;
    uint32_t block, next; /* the step that it executes next, or at which it waits */
    uint8_t *frame, *local;
    int64_t index[3];
    KP_VEC(struct pending) pending;
    uint32_t group;
};

struct machine {
    struct kp_arena *arena;
    const struct kp_program *code;
    const struct kp_grid *g;
    struct kp_memory *m;
    struct thread *threads;
    uint32_t n_threads;
    int64_t at[3]; /* blockIdx */
    uint64_t *steps;
    uint32_t block;    /* its number */
    uint32_t barriers; /* that it has passed */
    const char *why;
};

/* ---- values ---------------------------------------------------------------------------------- */

static bool is_wide(struct kp_fn_type t)
{
    return t.bytes > 8 || t.kind == KP_FN_RECORD;
}

static uint64_t get(const uint8_t *frame, struct kp_operand o)
{
    uint64_t v;

    memcpy(&v, frame + o.at, sizeof v);
    return v;
}

static void put(uint8_t *frame, uint32_t at, uint64_t v)
{
    memcpy(frame + at, &v, sizeof v);
}

/* A value from its bytes in memory. */
static void put_bytes(uint8_t *frame, const struct kp_step *s, const void *bytes)
{
    uint64_t v = 0;

    if (is_wide(s->type)) {
        memcpy(frame + s->to, bytes, s->type.bytes);
        return;
    }
    memcpy(&v, bytes, s->type.bytes);
    if (kp_fn_is_number(s->type))
        v = (uint64_t)kp_fn_wrap((int64_t)v, s->type);
    put(frame, s->to, v);
}

/* Bytes made of a number. */
static void spread(uint64_t from, uint8_t *to, size_t n)
{
    for (size_t i = 0; i < n; i += 8) {
        uint64_t v = kp_mix(from, i);

        memcpy(to + i, &v, n - i < 8 ? n - i : 8);
    }
}

static void put_made(struct machine *m, uint8_t *frame, const struct kp_step *s, uint64_t from)
{
    uint8_t bytes[64];

    if (s->type.kind == KP_FN_POINTER) { /* found nobody knows where */
        put(frame, s->to, KP_AT_FOUND + ((from & 0xff) << KP_RANGE_BITS));
        return;
    }
    if (s->type.bytes > sizeof bytes) {
        m->why = "a value of many bytes";
        return;
    }
    spread(from, bytes, s->type.bytes);
    put_bytes(frame, s, bytes);
}

static uint64_t mix_operand(uint64_t h, const uint8_t *frame, struct kp_operand o)
{
    return is_wide(o.type) ? kp_mix_bytes(h, frame + o.at, o.type.bytes) : kp_mix(h, get(frame, o));
}

static bool is_number_of_shared(const uint8_t *frame, struct kp_operand o)
{
    return o.type.kind == KP_FN_POINTER && get(frame, o) && get(frame, o) < KP_AT_GLOBAL;
}

static bool is_zero(const uint8_t *frame, struct kp_operand o)
{
    for (uint32_t i = 0; i < kp_slot_bytes(o.type); i++)
        if (frame[o.at + i])
            return false;
    return true;
}

/* A function of nothing but its operands. Of zeros it is zero, as __float2half() is. */
static void pure(struct machine *m, uint8_t *frame, const struct kp_step *s)
{
    uint64_t h = kp_mix(s->salt, s->n);
    bool is_of_zeros = s->n > 0;

    for (unsigned i = 0; i < s->n; i++) {
        is_of_zeros = is_of_zeros && is_zero(frame, s->operand[i]);
        if (is_number_of_shared(frame, s->operand[i]))
            m->why = "a function of an address";
        h = mix_operand(h, frame, s->operand[i]);
    }
    if (is_of_zeros)
        memset(frame + s->to, 0, kp_slot_bytes(s->type));
    else
        put_made(m, frame, s, h);
}

static uint64_t literal(const struct kp_step *s)
{
    const char *text = s->value->node->name;
    char *end = NULL;
    double d = text ? strtod(text, &end) : 0;
    float f = (float)d;
    uint64_t bits = 0;

    if (!text || end == text || s->type.bytes < 4)
        return s->salt >> (64 - 8 * s->type.bytes);
    memcpy(&bits, s->type.bytes == 4 ? (const void *)&f : &d, s->type.bytes == 4 ? 4 : 8);
    return bits;
}

static uint64_t special(const struct machine *m, const struct thread *t, int64_t which)
{
    int axis = (int)(which % 3);

    switch (which - axis) {
    case KP_SPECIAL_THREAD:
        return (uint64_t)t->index[axis];
    case KP_SPECIAL_BLOCK:
        return (uint64_t)m->at[axis];
    case KP_SPECIAL_BLOCK_DIM:
        return (uint64_t)m->g->block[axis];
    default:
        return (uint64_t)m->g->grid[axis];
    }
}

static uint64_t address(const struct kp_program *code, int64_t object)
{
    const struct kp_object *o = &code->fn->objects.v[object];

    if (o->kind == KP_OBJECT_GLOBAL)
        return KP_AT_GLOBAL +
               ((kp_mix_text(o->sym ? o->sym->qualified : "") & 0x7f) << KP_RANGE_BITS);
    return (o->kind == KP_OBJECT_LOCAL ? KP_AT_LOCAL : KP_AT_SHARED) + code->object[object];
}

/* ---- steps of one thread --------------------------------------------------------------------- */

static void must_be_aligned(struct machine *m, uint64_t at, uint64_t aligned)
{
    if (at % aligned)
        m->m->bad = "an access at an address that is no multiple of its size";
}

static void arrive(struct machine *m, struct thread *t, uint32_t groups)
{
    size_t kept = 0;

    for (size_t i = 0; i < t->pending.n; i++) {
        const struct pending *p = &t->pending.v[i];

        if (p->group < groups)
            kp_memory_write(m->m, p->to, p->bytes, p->n);
        else
            t->pending.v[kept++] = *p;
    }
    t->pending.n = kept;
}

static void copy_later(struct machine *m, struct thread *t, const struct kp_step *s)
{
    const struct kp_async_rule *a = &s->async;
    int64_t bytes = a->operand >= 0 ? (int64_t)get(t->frame, s->operand[a->operand]) : a->number;
    int64_t zeros = s->n == 4 && a->operand >= 0 ? (int64_t)get(t->frame, s->operand[3]) : 0;
    struct pending p = {.to = get(t->frame, s->operand[a->to]), .group = t->group};

    if (bytes <= 0 || bytes > (int64_t)sizeof p.bytes || zeros < 0 || zeros > bytes ||
        t->pending.n == MOST_PENDING) {
        m->why = "an asynchronous copy";
        return;
    }
    p.n = (uint32_t)bytes;
    must_be_aligned(m, p.to, (uint64_t)bytes);
    must_be_aligned(m, get(t->frame, s->operand[a->from]), (uint64_t)bytes);
    kp_memory_read(m->m, get(t->frame, s->operand[a->from]), p.bytes, (size_t)(bytes - zeros));
    kp_push(m->arena, &t->pending, p);
}

static void asynchronous(struct machine *m, struct thread *t, const struct kp_step *s)
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
        stay =
            a->operand >= 0 ? (uint32_t)get(t->frame, s->operand[a->operand]) : (uint32_t)a->number;
        arrive(m, t, stay < t->group ? t->group - stay : 0);
    }
}

static uint64_t mix_memory(struct machine *m, uint64_t h, uint64_t at, int64_t n)
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
static uint64_t line_of(const struct thread *t, const struct kp_step *s, unsigned i, unsigned k)
{
    return get(t->frame, s->operand[i]) +
           (k ? k * get(t->frame, s->leading) * (uint64_t)s->touched[i].unit : 0);
}

/* What a call is a function of: its operands and the memory that it reads. The distance of a
 * matrix's lines is no operand: another layout has another one. */
static uint64_t mix_call(struct machine *m, const struct thread *t, unsigned lane,
                         const struct kp_step *s)
{
    uint64_t h = kp_mix(s->salt, lane);

    for (unsigned i = 0; i < s->n; i++) {
        const struct kp_touched *x = &s->touched[i];
        unsigned mode = kp_fn_touches(m->code->fn, s->value, i).mode;

        if (!mode && s->operand[i].at != s->leading.at)
            h = mix_operand(h, t->frame, s->operand[i]);
        if (!(mode & KP_READ) || (x->lines && lane) || (x->rows && lane >= x->rows))
            continue;
        for (unsigned k = 0; k < (x->lines ? x->lines : 1); k++)
            h = mix_memory(m, h, line_of(t, s, i, k), x->bytes);
    }
    return h;
}

static void write_made(struct machine *m, uint64_t from, uint64_t at, int64_t n)
{
    uint8_t bytes[64];

    for (int64_t i = 0; i < n; i += (int64_t)sizeof bytes) {
        size_t part = (size_t)(n - i) < sizeof bytes ? (size_t)(n - i) : sizeof bytes;

        spread(kp_mix(from, (uint64_t)i), bytes, part);
        kp_memory_write(m->m, at + (uint64_t)i, bytes, part);
    }
}

/* What a call leaves: its result, of which RESULTs are made, and the memory that it writes. */
static void leave(struct machine *m, const struct thread *t, unsigned lane, const struct kp_step *s,
                  uint64_t h)
{
    put_made(m, t->frame, s, h);
    put(t->frame, s->to + kp_slot_bytes(s->type), h);
    for (unsigned i = 0; i < s->n; i++) {
        const struct kp_touched *x = &s->touched[i];

        if (!(kp_fn_touches(m->code->fn, s->value, i).mode & KP_WRITE) || (x->lines && lane))
            continue;
        for (unsigned k = 0; k < (x->lines ? x->lines : 1); k++)
            write_made(m, kp_mix(h, 1000 * (i + 1) + k), line_of(t, s, i, k), x->bytes);
    }
}

/* Order does not matter to atomic operations of one kind: what they add up to is made of all. */
static void atomic(struct machine *m, const struct thread *t, const struct kp_step *s)
{
    uint64_t h = s->salt, sum;
    bool was_racy = m->m->is_racy;

    for (unsigned i = 0; i < s->n; i++)
        if (!s->touched[i].bytes)
            h = mix_operand(h, t->frame, s->operand[i]);
    for (unsigned i = 0; i < s->n; i++) {
        size_t n = (size_t)s->touched[i].bytes;

        if (n > sizeof sum)
            m->why = "an atomic operation";
        if (!n || n > sizeof sum)
            continue;
        sum = 0;
        kp_memory_read(m->m, get(t->frame, s->operand[i]), &sum, n);
        sum += h;
        kp_memory_write(m->m, get(t->frame, s->operand[i]), &sum, n);
    }
    m->m->is_racy = was_racy;
}

static void copy_bytes(struct machine *m, uint64_t to, uint64_t from, int64_t n)
{
    uint8_t bytes[64];

    for (int64_t i = 0; i < n; i += (int64_t)sizeof bytes) {
        size_t part = (size_t)(n - i) < sizeof bytes ? (size_t)(n - i) : sizeof bytes;

        memset(bytes, 0, sizeof bytes);
        if (from)
            kp_memory_read(m->m, from + (uint64_t)i, bytes, part);
        kp_memory_write(m->m, to + (uint64_t)i, bytes, part);
    }
}

static void load(struct machine *m, uint8_t *frame, const struct kp_step *s)
{
    uint8_t bytes[256];

    must_be_aligned(m, get(frame, s->operand[0]), s->aligned);

    if (s->type.bytes > sizeof bytes) {
        m->why = "a value of many bytes";
        return;
    }
    kp_memory_read(m->m, get(frame, s->operand[0]), bytes, s->type.bytes);
    put_bytes(frame, s, bytes);
}

/* A record's bytes, or those of a number, as they are in memory. */
static const uint8_t *bytes_of(const uint8_t *frame, struct kp_operand o)
{
    return frame + o.at;
}

static void part_of_record(struct machine *m, uint8_t *frame, const struct kp_step *s)
{
    bool is_insert = s->op == KP_FN_INSERT;
    struct kp_operand record = s->operand[0];
    uint32_t part = is_insert ? s->operand[1].type.bytes : s->type.bytes;

    if (s->imm < 0 || s->imm + (int64_t)part > (int64_t)record.type.bytes) {
        m->why = "a part outside of its record";
    } else if (is_insert) {
        memmove(frame + s->to, frame + record.at, kp_slot_bytes(s->type));
        memcpy(frame + s->to + s->imm, bytes_of(frame, s->operand[1]), part);
    } else {
        put_bytes(frame, s, frame + record.at + s->imm);
    }
}

static void put_same(uint8_t *frame, const struct kp_step *s, struct kp_operand from)
{
    memmove(frame + s->to, frame + from.at, kp_slot_bytes(s->type));
}

static void argument(struct machine *m, uint8_t *frame, const struct kp_step *s)
{
    if (is_wide(s->type) || s->imm >= (int64_t)m->g->n_args)
        put_made(m, frame, s, kp_mix(6, (uint64_t)s->imm));
    else if (kp_fn_is_number(s->type))
        put(frame, s->to, (uint64_t)kp_fn_wrap((int64_t)m->g->args[s->imm], s->type));
    else if (s->type.kind == KP_FN_POINTER)
        put(frame, s->to, m->g->args[s->imm]);
    else
        put_made(m, frame, s, kp_mix(6, (uint64_t)s->imm));
}

static void cast(struct machine *m, uint8_t *frame, const struct kp_step *s)
{
    bool was = is_wide(s->operand[0].type), is = is_wide(s->type);

    if (!was && !is)
        put(frame, s->to, kp_number(s, get(frame, s->operand[0]), 0));
    else if (was && is && s->operand[0].type.bytes == s->type.bytes)
        put_same(frame, s, s->operand[0]);
    else if (is_zero(frame, s->operand[0]))
        memset(frame + s->to, 0, kp_slot_bytes(s->type));
    else
        put_made(m, frame, s, mix_operand(7, frame, s->operand[0]));
}

static void execute(struct machine *m, struct thread *t, const struct kp_step *s)
{
    uint8_t *f = t->frame;

    switch (s->op) {
    case KP_FN_CONST:
    case KP_FN_UNKNOWN: /* the bytes of dynamic shared memory */
        memset(f + s->to, 0, kp_slot_bytes(s->type));
        if (!is_wide(s->type))
            put(f, s->to, (uint64_t)s->imm);
        break;
    case KP_FN_UNDEF:
        memset(f + s->to, 0, kp_slot_bytes(s->type));
        break;
    case KP_FN_NUMBER:
        put(f, s->to, literal(s));
        break;
    case KP_FN_PARAM:
        argument(m, f, s);
        break;
    case KP_FN_SPECIAL:
        put(f, s->to, special(m, t, s->imm));
        break;
    case KP_FN_ADDRESS:
        put(f, s->to, address(m->code, s->imm));
        break;
    case KP_FN_CAST:
        cast(m, f, s);
        break;
    case KP_FN_SELECT:
        put_same(f, s, s->operand[get(f, s->operand[0]) ? 1 : 2]);
        break;
    case KP_FN_EXTRACT:
    case KP_FN_INSERT:
        part_of_record(m, f, s);
        break;
    case KP_FN_PURE:
        pure(m, f, s);
        break;
    case KP_FN_RESULT:
        put_made(
            m, f, s,
            kp_mix(get(f, (struct kp_operand){s->operand[0].at + kp_slot_bytes(s->operand[0].type),
                                              s->type}),
                   (uint64_t)s->imm));
        break;
    case KP_FN_LOAD:
        load(m, f, s);
        break;
    case KP_FN_STORE:
        must_be_aligned(m, get(f, s->operand[0]), s->aligned);
        kp_memory_write(m->m, get(f, s->operand[0]), bytes_of(f, s->operand[1]),
                        s->operand[1].type.bytes);
        break;
    case KP_FN_CLEAR:
        copy_bytes(m, get(f, s->operand[0]), 0, s->imm);
        break;
    case KP_FN_COPY:
        must_be_aligned(m, get(f, s->operand[0]) | get(f, s->operand[1]), s->aligned);
        copy_bytes(m, get(f, s->operand[0]), get(f, s->operand[1]), s->imm);
        break;
    default:
        if (s->n && is_wide(s->operand[0].type))
            m->why = "arithmetic on records";
        else
            put(f, s->to,
                kp_number(s, get(f, s->operand[0]), s->n > 1 ? get(f, s->operand[1]) : 0));
    }
}

static void move_phis(struct machine *m, uint8_t *frame, const struct kp_edge *e)
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

static uint64_t at(const uint8_t *frame, uint32_t place)
{
    uint64_t v;

    memcpy(&v, frame + place, sizeof v);
    return v;
}

/* A number's bits that its type has, as a number. */
static uint64_t cut(const struct kp_step *s, uint64_t v)
{
    v <<= s->cut;
    return s->is_signed ? (uint64_t)((int64_t)v >> s->cut) : v >> s->cut;
}

static bool execute_quickly(struct machine *m, uint8_t *f, const struct kp_step *s)
{
    uint64_t v = 0;

    switch (s->quick) {
    case KP_QUICK_ADD:
        v = cut(s, at(f, s->left) + at(f, s->right));
        break;
    case KP_QUICK_SUB:
        v = cut(s, at(f, s->left) - at(f, s->right));
        break;
    case KP_QUICK_MUL:
        v = cut(s, at(f, s->left) * at(f, s->right));
        break;
    case KP_QUICK_COPY:
        v = cut(s, at(f, s->left));
        break;
    case KP_QUICK_LESS:
        v = (int64_t)at(f, s->left) < (int64_t)at(f, s->right);
        break;
    case KP_QUICK_FLOAT:
        v = kp_mix_floats(s->op, at(f, s->left), at(f, s->right), s->type.bytes);
        break;
    case KP_QUICK_LOAD:
        must_be_aligned(m, at(f, s->left), s->aligned);
        kp_memory_read(m->m, at(f, s->left), &v, s->type.bytes);
        v = cut(s, v);
        break;
    case KP_QUICK_STORE:
        must_be_aligned(m, at(f, s->left), s->aligned);
        kp_memory_write(m->m, at(f, s->left), f + s->right, s->operand[1].type.bytes);
        return true;
    default:
        return false;
    }
    memcpy(f + s->to, &v, sizeof v);
    return true;
}

static void take_turn(struct machine *m, const struct thread *t)
{
    m->m->local = t->local;
    m->m->thread = (uint32_t)(t - m->threads) + m->block * m->n_threads;
}

/* Runs the thread until it ends or is at a step that others take part in. */
static void run(struct machine *m, struct thread *t)
{
    take_turn(m, t);
    while (!m->why && !m->m->bad) {
        const struct kp_program_block *b = &m->code->blocks[t->block];
        const struct kp_edge *e;

        for (; t->next < b->n && !m->why; t->next++) {
            const struct kp_step *s = &b->steps[t->next];

            if (execute_quickly(m, t->frame, s))
                continue;
            if (s->how >= KP_HOW_WARP) {
                t->state = WAITS;
                return;
            }
            if (s->how == KP_HOW_CANNOT)
                m->why = s->why_not;
            else if (s->how == KP_HOW_ASYNC)
                asynchronous(m, t, s);
            else if (s->how == KP_HOW_ATOMIC)
                atomic(m, t, s);
            else if (s->how == KP_HOW_CALL)
                leave(m, t, 0, s, mix_call(m, t, 0, s));
            else
                execute(m, t, s);
        }
        if (*m->steps < b->n + 1) {
            m->why = "it takes too long";
            return;
        }
        *m->steps -= b->n + 1;
        e = &b->next[b->has_condition && !get(t->frame, (struct kp_operand){b->condition, {0}})];
        if (!e->to) {
            t->state = ENDED;
            return;
        }
        move_phis(m, t->frame, e);
        t->block = e->to;
        t->next = 0;
    }
}

/* ---- threads together ------------------------------------------------------------------------ */

static const struct kp_step *waits_at(const struct machine *m, const struct thread *t)
{
    return &m->code->blocks[t->block].steps[t->next];
}

/* The step at which all threads of the range that have not ended wait; NULL: there is none. */
static const struct kp_step *common_step(const struct machine *m, uint32_t from, uint32_t to)
{
    const struct kp_step *at = NULL;

    for (uint32_t i = from; i < to; i++) {
        const struct thread *t = &m->threads[i];

        if (t->state == RUNS || (t->state == WAITS && at && waits_at(m, t) != at))
            return NULL;
        if (t->state == WAITS)
            at = waits_at(m, t);
    }
    return at;
}

static void release(struct machine *m, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        if (m->threads[i].state == WAITS) {
            m->threads[i].state = RUNS;
            m->threads[i].next++;
        }
}

static void execute_together(struct machine *m, const struct kp_step *s, uint32_t from, uint32_t to)
{
    uint64_t h = s->salt;

    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = from, lane = 0; i < to; i++) {
            struct thread *t = &m->threads[i];

            if (t->state != WAITS)
                continue;
            take_turn(m, t);
            if (!pass)
                h = kp_mix(h, mix_call(m, t, lane, s));
            else
                leave(m, t, lane, s, kp_mix(h, lane));
            lane++;
        }
    release(m, from, to);
}

static bool have_ended(const struct machine *m)
{
    for (uint32_t i = 0; i < m->n_threads; i++)
        if (m->threads[i].state != ENDED)
            return false;
    return true;
}

/* Runs a warp until each of its threads has ended or waits for other warps. */
static void run_warp(struct machine *m, uint32_t from, uint32_t to)
{
    const struct kp_step *s;

    do {
        for (uint32_t k = from; k < to; k++) {
            struct thread *t = &m->threads[m->g->backwards ? from + to - 1 - k : k];

            if (t->state == RUNS)
                run(m, t);
        }
        s = m->why || m->m->bad ? NULL : common_step(m, from, to);
        if (s && s->how == KP_HOW_WARP)
            execute_together(m, s, from, to);
    } while (s && s->how == KP_HOW_WARP);
}

/* A warp runs as far ahead of the others as barriers let it. */
static void run_block(struct machine *m)
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

/* ---- a grid ---------------------------------------------------------------------------------- */

static void begin_block(struct machine *m)
{
    const struct kp_program *c = m->code;

    m->barriers = 0;
    memset(m->m->shared, 0, c->shared);
    memset(m->m->is_set, KP_IS_BETWEEN, c->shared);
    for (size_t i = 0; i < c->fn->objects.n; i++) {
        const struct kp_object *o = &c->fn->objects.v[i];

        if (o->kind == KP_OBJECT_SHARED || o->kind == KP_OBJECT_DYNAMIC)
            memset(m->m->is_set + c->object[i], KP_IS_UNSET,
                   o->kind == KP_OBJECT_DYNAMIC ? KP_DYNAMIC_BYTES : (size_t)o->bytes);
    }
    for (uint32_t i = 0; i < m->n_threads; i++) {
        struct thread *t = &m->threads[i];

        t->state = RUNS;
        t->block = 1;
        t->next = t->group = 0;
        t->pending.n = 0;
        memset(t->local, 0, c->local);
        for (unsigned k = 0; k < c->n_once; k++)
            execute(m, t, &c->once[k]);
    }
}

static void make_threads(struct machine *m)
{
    struct kp_arena *a = m->arena;
    const int64_t *b = m->g->block;

    m->n_threads = (uint32_t)(b[0] * b[1] * b[2]);
    m->threads = kp_new_array(a, struct thread, m->n_threads);
    for (uint32_t i = 0; i < m->n_threads; i++) {
        struct thread *t = &m->threads[i];

        t->frame = kp_alloc(a, m->code->frame + 8);
        t->local = kp_alloc(a, m->code->local + 8);
        t->index[0] = i % b[0];
        t->index[1] = i / b[0] % b[1];
        t->index[2] = i / (b[0] * b[1]);
    }
}

bool kp_grid_run(const struct kp_program *code, const struct kp_grid *g, struct kp_memory *mem,
                 uint64_t *steps, const char **why)
{
    struct machine m = {.code = code, .g = g, .m = mem, .steps = steps};
    int64_t n = g->grid[0] * g->grid[1] * g->grid[2];

    if (g->block[0] * g->block[1] * g->block[2] > MOST_THREADS) {
        *why = "a block of too many threads";
        return false;
    }
    mem->n_shared = code->shared;
    mem->n_local = code->local;
    m.arena = kp_arena_new();
    mem->shared = kp_alloc(m.arena, code->shared + 1);
    mem->is_set = kp_alloc(m.arena, code->shared + 1);
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
