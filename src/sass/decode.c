/* Fields of an instruction; the table of bits is in sass.h, what differs by architecture is here.
 */
#include <string.h>

#include "sass/sass.h"
#include "util/str.h"

enum {
    BAR_ARV = 1,             /* bits 77-79 of BAR: SYNC 0, ARV 1, RED 2 */
    LONG_OFFSETS_SINCE = 90, /* sm_90: jumps have 8 more bits of offset */
    ASYNC_SIZES_SINCE = 100, /* sm_100: LDGSTS says its size in a field of its own */

    FORM = 0x1ff, /* without the kinds of the operands */
    BRA = 0x147,
    BSYNC = 0x941,
    BSSY = 0x945,
    CALL_REL = 0x944, /* with an offset, not a register */
    DEPBAR = 0x91a,
    HFMA2 = 0x431, /* with a constant as third operand */
    HFMA2_MMA = 0x435,
    LDG_256 = 0x97e,
    STG_256 = 0x97f,
    RZ = 255,
};

static uint64_t bits(const struct kp_sass_insn *x, unsigned at, unsigned n)
{
    uint64_t value = at >= 64 ? x->hi >> (at - 64) : x->lo >> at;

    if (at < 64 && at + n > 64)
        value |= x->hi << (64 - at);
    return value & (((uint64_t)1 << n) - 1);
}

static int64_t sign_extend(uint64_t value, unsigned n)
{
    return (int64_t)(value << (64 - n)) >> (64 - n);
}

static void control_field(struct kp_sass_insn *x)
{
    x->guard = (uint8_t)bits(x, 12, 3);
    x->guard_not = bits(x, 15, 1);
    x->never = x->guard == KP_SASS_PT && x->guard_not;
    x->stall = (uint8_t)bits(x, 105, 4);
    x->reuse = (uint8_t)bits(x, 122, 4);
    x->yield = !bits(x, 109, 1);
    x->write_scoreboard = (uint8_t)bits(x, 110, 3);
    x->read_scoreboard = (uint8_t)bits(x, 113, 3);
    x->wait = (uint8_t)bits(x, 116, 6);
}

/* Bits 73-75: U8, S8, U16, S16, 32, 64, 128, 128 bits unsigned. */
static uint8_t access_bytes(const struct kp_sass_insn *x)
{
    static const uint8_t bytes[] = {1, 1, 2, 2, 4, 8, 16, 16};

    return bytes[bits(x, 73, 3)];
}

/* LDGSTS: as above; since sm_100, 32, 64 or 128 bits in 74-75. */
static uint8_t async_bytes(const struct kp_sass_insn *x, unsigned arch)
{
    static const uint8_t bytes[] = {4, 8, 16, 0};

    return arch >= ASYNC_SIZES_SINCE ? bytes[bits(x, 74, 2)] : access_bytes(x);
}

/* LDSM: 1, 2 or 4 matrices, each 4 bytes of a thread. */
static uint8_t matrix_bytes(const struct kp_sass_insn *x)
{
    static const uint8_t bytes[] = {4, 8, 16, 0};

    return bytes[bits(x, 72, 2)];
}

static void memory(struct kp_sass_insn *x, unsigned arch)
{
    switch (x->opclass) {
    case KP_INSN_LOAD_GLOBAL:
    case KP_INSN_LOAD_GENERIC:
    case KP_INSN_LOAD_SHARED:
    case KP_INSN_LOAD_LOCAL:
    case KP_INSN_LOAD_MATRIX:
        x->destination = (uint8_t)bits(x, 16, 8);
        break;
    default:
        break;
    }
    switch (x->opclass) {
    case KP_INSN_LOAD_GLOBAL:
    case KP_INSN_LOAD_GENERIC:
    case KP_INSN_LOAD_SHARED:
    case KP_INSN_LOAD_LOCAL:
    case KP_INSN_STORE_GLOBAL:
    case KP_INSN_STORE_GENERIC:
    case KP_INSN_STORE_SHARED:
    case KP_INSN_STORE_LOCAL:
        x->bytes = x->op->code == LDG_256 || x->op->code == STG_256 ? 32 : access_bytes(x);
        break;
    case KP_INSN_LOAD_MATRIX:
        x->bytes = matrix_bytes(x);
        break;
    case KP_INSN_ASYNC_COPY:
        x->bytes = async_bytes(x, arch);
        break;
    default:
        break;
    }
}

/* A jump's offset from the next instruction: bits 34-81 in words of four bytes; since sm_90 there
 * are eight lower bits at 16. BSSY's is at 34-63. */
static int64_t offset(const struct kp_sass_insn *x, unsigned arch)
{
    int64_t words = sign_extend(bits(x, 34, 48), 48);

    if (arch >= LONG_OFFSETS_SINCE)
        words = (int64_t)((uint64_t)words << 8 | bits(x, 16, 8));
    return (int64_t)((uint64_t)words * 4);
}

static void set_target(struct kp_sass_insn *x, int64_t off)
{
    int64_t to = (int64_t)x->address + KP_SASS_BYTES + off;

    x->has_target = true;
    x->target = to >= 0 && to < INT32_MAX && to % KP_SASS_BYTES == 0 ? (uint32_t)to : KP_SASS_NONE;
}

/* True if it is certain that the jump is taken when the instruction is reached. Bits 87-90 are a
 * predicate of its own, 82-86 and 91 make it depend on something else (.U, .DIV, .CONV). */
static bool is_certain(const struct kp_sass_insn *x)
{
    return x->guard == KP_SASS_PT && !x->guard_not && bits(x, 82, 10) == (KP_SASS_PT << 5);
}

static void control_flow(struct kp_sass_insn *x, unsigned arch)
{
    switch (x->opclass) {
    case KP_INSN_BRANCH:
        x->is_conditional = !is_certain(x);
        if ((x->op->code & FORM) == BRA)
            set_target(x, offset(x, arch));
        break;
    case KP_INSN_CALL:
        x->is_conditional = true; /* it comes back */
        if (x->op->code == CALL_REL)
            set_target(x, offset(x, arch));
        break;
    case KP_INSN_EXIT:
    case KP_INSN_RETURN:
        x->is_conditional = x->guard != KP_SASS_PT || x->guard_not || bits(x, 87, 4) != KP_SASS_PT;
        break;
    case KP_INSN_RECONVERGE:
        x->reconverge = (uint8_t)bits(x, 16, 6);
        x->is_reconvergence = x->op->code == BSYNC;
        x->is_conditional = !is_certain(x);
        if (x->op->code == BSSY)
            set_target(x, sign_extend(bits(x, 32, 32), 32) & ~(int64_t)3);
        break;
    default:
        break;
    }
}

/* DEPBAR.LE SBn, COUNT, {SCOREBOARDS}: bits 44-46, 38-43, 32-37. */
static void wait_operands(struct kp_sass_insn *x)
{
    if (x->op->code != DEPBAR)
        return; /* the form with a register names scoreboards that nobody can know */
    x->has_count = true;
    x->scoreboard = (uint8_t)bits(x, 44, 3);
    x->count = (uint8_t)bits(x, 38, 6);
    x->mask = (uint8_t)bits(x, 32, 6);
}

/* HFMA2 R, RZ, RZ, constant puts the constant into R: it is the compiler's way to move one. */
static bool is_constant_move(const struct kp_sass_insn *x)
{
    return (x->op->code == HFMA2 || x->op->code == HFMA2_MMA) && bits(x, 24, 8) == RZ &&
           bits(x, 64, 8) == RZ;
}

void kp_sass_decode(const struct kp_opcodes *opcodes, unsigned arch, uint32_t address, uint64_t lo,
                    uint64_t hi, struct kp_sass_insn *out)
{
    const struct kp_sass_place *place = out->place;

    memset(out, 0, sizeof *out);
    out->lo = lo;
    out->hi = hi;
    out->address = address;
    out->place = place;
    out->op = kp_opcode_of(opcodes, arch, lo, hi);
    out->opclass = out->op ? out->op->opclass : KP_INSN_OTHER;
    out->destination = RZ;
    control_field(out);
    if (!out->op)
        return;
    if (out->opclass == KP_INSN_HALF && is_constant_move(out))
        out->opclass = KP_INSN_MOVE;
    memory(out, arch);
    control_flow(out, arch);
    if (out->opclass == KP_INSN_WAIT)
        wait_operands(out);
    out->is_barrier = out->opclass == KP_INSN_BARRIER && bits(out, 77, 3) != BAR_ARV;
}

static void add_guard(struct kp_str *s, const struct kp_sass_insn *x)
{
    if (x->never)
        kp_str_add(s, "@!PT ");
    else if (x->guard != KP_SASS_PT || x->guard_not)
        kp_str_addf(s, "@%sP%u ", x->guard_not ? "!" : "", x->guard);
}

const char *kp_sass_text(struct kp_arena *a, const struct kp_sass_insn *x)
{
    struct kp_str s = kp_str_new(a);

    add_guard(&s, x);
    if (!x->op) {
        kp_str_addf(&s, "?%03x", (unsigned)(x->lo & 0xfff));
        return kp_str_text(&s);
    }
    kp_str_add(&s, x->op->name);
    if (x->opclass == KP_INSN_BARRIER)
        kp_str_add(&s, x->is_barrier ? "" : ".ARV");
    else if (x->bytes)
        kp_str_addf(&s, ".%u", 8u * x->bytes);
    if (x->bytes && x->destination != RZ)
        kp_str_addf(&s, " R%u", x->destination);
    if (x->has_count) {
        kp_str_addf(&s, ".LE SB%u, %u", x->scoreboard, x->count);
        for (unsigned i = 0; i < KP_SASS_SCOREBOARDS; i++)
            if (x->mask >> i & 1)
                kp_str_addf(&s, ", SB%u", i);
    }
    if (x->opclass == KP_INSN_RECONVERGE)
        kp_str_addf(&s, " B%u", x->reconverge);
    if (x->has_target && x->target != KP_SASS_NONE)
        kp_str_addf(&s, " 0x%04x", x->target);
    return kp_str_text(&s);
}
