#include "sass/trips.h"

#include "util/str.h"

/* More trips make no difference to what an iteration of the main loop consists of. */
enum { MOST_TRIPS = 64 };
/* .. nor do so many instructions of one, of which a play would take seconds. */
enum { MOST_INSNS = 16384 };

/* Opcodes with an immediate operand, in bits 32-63; the register is in bits 24-31. */
enum {
    ISETP = 0x80c, /* how it compares is in bits 76-78 */
    UISETP = 0x88c,
    IADD3 = 0x810, /* of a register, bits 16-23 */
    VIADD = 0x836,
    UIADD3 = 0x890,
    MOV = 0x802,
    UMOV = 0x882,
    HFMA2 = 0x435, /* of RZ, RZ and a constant: another way to move one */
    IMAD = 0x424,
    CS2R = 0x805 /* without an operand: zero */
};

enum { RZ = 255, NOT_EQUAL = 5 };

static const struct kp_sass_insn *insn(const struct kp_overlap *o, unsigned position)
{
    return &o->kernel->insns.v[o->insns.v[position]];
}

static unsigned opcode(const struct kp_sass_insn *x)
{
    return x->lo & 0xfff;
}

static unsigned destination(const struct kp_sass_insn *x)
{
    return x->lo >> 16 & 0xff;
}

static unsigned source(const struct kp_sass_insn *x)
{
    return x->lo >> 24 & 0xff;
}

static int64_t immediate(const struct kp_sass_insn *x)
{
    return (int32_t)(uint32_t)(x->lo >> 32);
}

static bool moves(const struct kp_sass_insn *x, bool uniform, int64_t *constant)
{
    *constant = opcode(x) == CS2R ? 0 : immediate(x);
    switch (opcode(x)) {
    case UMOV:
        return uniform;
    case MOV:
    case CS2R:
        return !uniform;
    case HFMA2:
    case IMAD:
        return !uniform && source(x) == RZ;
    default:
        return false;
    }
}

static bool adds(const struct kp_sass_insn *x, bool uniform)
{
    return uniform ? opcode(x) == UIADD3 : opcode(x) == IADD3 || opcode(x) == VIADD;
}

/* Trips of the loop if this comparison with a constant ends it; 1 when it cannot be what does. */
static unsigned trips_by(const struct kp_overlap *o, unsigned head, unsigned latch,
                         const struct kp_sass_insn *compare)
{
    unsigned counter = source(compare);
    bool uniform = opcode(compare) == UISETP;
    const struct kp_sass_insn *x = insn(o, head);
    int64_t start = 0, step = 0, n;

    for (unsigned i = head; i < latch; i++)
        if (adds(insn(o, i), uniform) && source(insn(o, i)) == counter &&
            destination(insn(o, i)) == counter) {
            if (step)
                return 1;
            step = immediate(insn(o, i));
        }
    do
        if (!step || x-- == o->kernel->insns.v)
            return 1;
    while (destination(x) != counter || !moves(x, uniform, &start));
    n = (immediate(compare) - start) / step;
    return n < 1 || n * step != immediate(compare) - start ? 1
           : n > MOST_TRIPS                                ? MOST_TRIPS
                                                           : (unsigned)n;
}

/* By the one `ISETP.NE R, constant` that fits; its predicate may have been copied for the branch.
 */
static unsigned trips(const struct kp_overlap *o, unsigned head, unsigned latch)
{
    unsigned found = 1;

    for (unsigned i = head; i < latch; i++) {
        const struct kp_sass_insn *x = insn(o, i);
        unsigned n = 1;

        if ((opcode(x) == ISETP || opcode(x) == UISETP) && (x->hi >> 12 & 7) == NOT_EQUAL)
            n = trips_by(o, head, latch, x);
        if (n > 1 && found > 1)
            return 1;
        found = n > 1 ? n : found;
    }
    return found;
}

void kp_inner_loops_find(struct kp_arena *a, const struct kp_overlap *o, struct kp_inner_loops *out)
{
    uint64_t all = 0;

    *out = (struct kp_inner_loops){0};
    for (unsigned latch = 0; latch < o->insns.n; latch++) {
        const struct kp_sass_insn *x = insn(o, latch);
        unsigned n;

        if (!x->has_target || x->never || x->guard == KP_SASS_PT || x->target >= x->address)
            continue;
        for (unsigned head = 1; head <= latch; head++) /* 0 is the main loop's own */
            if (insn(o, head)->address == x->target && (n = trips(o, head, latch)) > 1)
                kp_push(a, &out->list, ((struct kp_inner_loop){head, latch, n}));
    }
    for (unsigned i = 0; i < o->insns.n; i++)
        all += kp_inner_trips(out, i);
    if (all > MOST_INSNS)
        out->list.n = 0;
}

unsigned kp_inner_trips(const struct kp_inner_loops *loops, unsigned position)
{
    unsigned n = 1;

    for (size_t i = 0; i < loops->list.n; i++)
        if (position >= loops->list.v[i].head && position <= loops->list.v[i].latch)
            n = n > MOST_INSNS ? n : n * loops->list.v[i].trips;
    return n;
}
