/* The values of one thread. */
#include <stdlib.h>

#include "sample/thread.h"

/* A value from its bytes in memory. */
static void put_bytes(uint8_t *frame, const struct kp_step *s, const void *bytes)
{
    uint64_t v = 0;

    if (kp_is_wide(s->type)) {
        memcpy(frame + s->to, bytes, s->type.bytes);
        return;
    }
    memcpy(&v, bytes, s->type.bytes);
    if (kp_fn_is_number(s->type))
        v = (uint64_t)kp_fn_wrap((int64_t)v, s->type);
    kp_put(frame, s->to, v);
}

/* Bytes made of a number. */
void kp_fill_made(uint64_t from, uint8_t *to, size_t n)
{
    for (size_t i = 0; i < n; i += 8) {
        uint64_t v = kp_mix(from, i);

        memcpy(to + i, &v, n - i < 8 ? n - i : 8);
    }
}

void kp_put_made(struct kp_sample_machine *m, uint8_t *frame, const struct kp_step *s,
                 uint64_t from)
{
    uint8_t bytes[64];

    if (s->type.kind == KP_FN_POINTER) { /* found nobody knows where */
        kp_put(frame, s->to, KP_AT_FOUND + ((from & 0xff) << KP_RANGE_BITS));
        return;
    }
    if (s->type.bytes > sizeof bytes) {
        m->why = "a value of many bytes";
        return;
    }
    kp_fill_made(from, bytes, s->type.bytes);
    put_bytes(frame, s, bytes);
}

uint64_t kp_mix_operand(uint64_t h, const uint8_t *frame, struct kp_operand o)
{
    return kp_is_wide(o.type) ? kp_mix_bytes(h, frame + o.at, o.type.bytes)
                              : kp_mix(h, kp_get(frame, o));
}

static bool is_number_of_shared(const uint8_t *frame, struct kp_operand o)
{
    return o.type.kind == KP_FN_POINTER && kp_get(frame, o) && kp_get(frame, o) < KP_AT_GLOBAL;
}

static bool is_zero(const uint8_t *frame, struct kp_operand o)
{
    for (uint32_t i = 0; i < kp_slot_bytes(o.type); i++)
        if (frame[o.at + i])
            return false;
    return true;
}

/* A function of nothing but its operands. Of zeros it is zero, as __float2half() is. */
static void pure(struct kp_sample_machine *m, uint8_t *frame, const struct kp_step *s)
{
    uint64_t h = kp_mix(s->salt, s->n);
    bool is_of_zeros = s->n > 0;

    for (unsigned i = 0; i < s->n; i++) {
        is_of_zeros = is_of_zeros && is_zero(frame, s->operand[i]);
        if (is_number_of_shared(frame, s->operand[i]))
            m->why = "a function of an address";
        h = kp_mix_operand(h, frame, s->operand[i]);
    }
    if (is_of_zeros)
        memset(frame + s->to, 0, kp_slot_bytes(s->type));
    else
        kp_put_made(m, frame, s, h);
}

static uint64_t literal(struct kp_sample_machine *m, const struct kp_step *s)
{
    const char *text = s->value->node->name;
    char *end = NULL;
    double d = text ? strtod(text, &end) : 0;
    float f = (float)d;
    uint64_t bits = 0;

    if (!text || end == text)
        m->why = "a number that its text does not show";
    if (m->why || s->type.bytes < 4)
        return s->type.bytes < 8 ? s->salt >> (64 - 8 * s->type.bytes) : s->salt;
    memcpy(&bits, s->type.bytes == 4 ? (const void *)&f : &d, s->type.bytes == 4 ? 4 : 8);
    return bits;
}

static uint64_t special(const struct kp_sample_machine *m, const struct kp_thread *t, int64_t which)
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

static uint64_t address(const struct kp_sample_program *code, int64_t object)
{
    const struct kp_object *o = &code->fn->objects.v[object];

    if (o->kind == KP_OBJECT_GLOBAL)
        return KP_AT_GLOBAL +
               ((kp_mix_text(o->sym ? o->sym->qualified : "") & 0x7f) << KP_RANGE_BITS);
    return (o->kind == KP_OBJECT_LOCAL ? KP_AT_LOCAL : KP_AT_SHARED) + code->object[object];
}

static void copy_bytes(struct kp_sample_machine *m, uint64_t to, uint64_t from, int64_t n)
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

static void load(struct kp_sample_machine *m, uint8_t *frame, const struct kp_step *s)
{
    uint8_t bytes[256];

    kp_must_be_aligned(m, kp_get(frame, s->operand[0]), s->aligned);

    if (s->type.bytes > sizeof bytes) {
        m->why = "a value of many bytes";
        return;
    }
    kp_memory_read(m->m, kp_get(frame, s->operand[0]), bytes, s->type.bytes);
    put_bytes(frame, s, bytes);
}

static void put_same(uint8_t *frame, const struct kp_step *s, struct kp_operand from)
{
    uint32_t bytes = kp_slot_bytes(s->type), has = kp_slot_bytes(from.type);

    memmove(frame + s->to, frame + from.at, bytes < has ? bytes : has);
}

static void part_of_record(struct kp_sample_machine *m, uint8_t *frame, const struct kp_step *s)
{
    bool is_insert = s->op == KP_FN_INSERT;
    struct kp_operand record = s->operand[0];
    uint32_t part = is_insert ? s->operand[1].type.bytes : s->type.bytes;

    if (s->imm < 0 || s->imm + (int64_t)part > (int64_t)record.type.bytes ||
        (is_insert && s->type.bytes != record.type.bytes)) {
        m->why = "a part outside of its record";
    } else if (is_insert) {
        put_same(frame, s, record);
        memcpy(frame + s->to + s->imm, frame + s->operand[1].at, part);
    } else {
        put_bytes(frame, s, frame + record.at + s->imm);
    }
}

static void argument(struct kp_sample_machine *m, uint8_t *frame, const struct kp_step *s)
{
    const struct kp_arguments *args = m->g->args;

    kp_put_made(m, frame, s, kp_mix(6, (uint64_t)s->imm));
    for (size_t i = 0; i < args->n; i++) {
        const struct kp_arg_leaf *l = &args->leaf[i];

        if (l->param != (uint64_t)s->imm)
            continue;
        if (kp_fn_is_number(s->type))
            kp_put(frame, s->to, (uint64_t)kp_fn_wrap((int64_t)args->value[i], s->type));
        else if (s->type.kind == KP_FN_POINTER)
            kp_put(frame, s->to, args->value[i]);
        else if (s->type.kind == KP_FN_RECORD && l->type->size <= 8 &&
                 l->at + (uint64_t)l->type->size <= s->type.bytes)
            memcpy(frame + s->to + l->at, &args->value[i], (size_t)l->type->size);
    }
}

static void cast(struct kp_sample_machine *m, uint8_t *frame, const struct kp_step *s)
{
    bool was = kp_is_wide(s->operand[0].type), is = kp_is_wide(s->type);

    if (!was && !is)
        kp_put(frame, s->to, kp_number(s, kp_get(frame, s->operand[0]), 0));
    else if (was && is && s->operand[0].type.bytes == s->type.bytes)
        put_same(frame, s, s->operand[0]);
    else if (is_zero(frame, s->operand[0]))
        memset(frame + s->to, 0, kp_slot_bytes(s->type));
    else
        kp_put_made(m, frame, s, kp_mix_operand(7, frame, s->operand[0]));
}

void kp_execute(struct kp_sample_machine *m, struct kp_thread *t, const struct kp_step *s)
{
    uint8_t *f = t->frame;

    switch (s->op) {
    case KP_FN_CONST:
    case KP_FN_UNKNOWN: /* the bytes of dynamic shared memory */
        memset(f + s->to, 0, kp_slot_bytes(s->type));
        if (!kp_is_wide(s->type))
            kp_put(f, s->to, (uint64_t)s->imm);
        break;
    case KP_FN_UNDEF:
        memset(f + s->to, 0, kp_slot_bytes(s->type));
        break;
    case KP_FN_NUMBER:
        kp_put(f, s->to, literal(m, s));
        break;
    case KP_FN_PARAM:
        argument(m, f, s);
        break;
    case KP_FN_SPECIAL:
        kp_put(f, s->to, special(m, t, s->imm));
        break;
    case KP_FN_ADDRESS:
        kp_put(f, s->to, address(m->code, s->imm));
        break;
    case KP_FN_CAST:
        cast(m, f, s);
        break;
    case KP_FN_SELECT:
        put_same(f, s, s->operand[kp_get(f, s->operand[0]) ? 1 : 2]);
        break;
    case KP_FN_EXTRACT:
    case KP_FN_INSERT:
        part_of_record(m, f, s);
        break;
    case KP_FN_PURE:
        pure(m, f, s);
        break;
    case KP_FN_RESULT:
        kp_put_made(m, f, s,
                    kp_mix(kp_at(f, s->operand[0].at + kp_slot_bytes(s->operand[0].type)),
                           (uint64_t)s->imm));
        break;
    case KP_FN_LOAD:
        load(m, f, s);
        break;
    case KP_FN_STORE:
        kp_must_be_aligned(m, kp_get(f, s->operand[0]), s->aligned);
        kp_memory_write(m->m, kp_get(f, s->operand[0]), f + s->operand[1].at,
                        s->operand[1].type.bytes);
        break;
    case KP_FN_CLEAR:
        copy_bytes(m, kp_get(f, s->operand[0]), 0, s->imm);
        break;
    case KP_FN_COPY:
        kp_must_be_aligned(m, kp_get(f, s->operand[0]) | kp_get(f, s->operand[1]), s->aligned);
        copy_bytes(m, kp_get(f, s->operand[0]), kp_get(f, s->operand[1]), s->imm);
        break;
    default:
        if (s->n && kp_is_wide(s->operand[0].type))
            m->why = "arithmetic on records";
        else
            kp_put(f, s->to,
                   kp_number(s, kp_get(f, s->operand[0]), s->n > 1 ? kp_get(f, s->operand[1]) : 0));
    }
}
