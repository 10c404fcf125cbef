/* Integer instructions, lane by lane. Operands stand where the opcode's upper three bits say: see
 * operands(). What is not here makes its result unknown. Bits were found as those of sass.h were.
 */
#include "sass/regs.h"

#include <string.h>

#include "sass/lane.h"

enum { LANES = KP_SASS_LANES, RZ = 255, URZ = 63, PT = KP_SASS_PT };

static const uint32_t ALL = UINT32_MAX; /* lanes */

/* Special registers. */
enum {
    LANE_ID = 0,
    TID_X = 0x21,
    TID_Z = 0x23,
    CTAID_X = 0x25,
    CTAID_Z = 0x27,
    CLUSTER_RANK = 0x88
};

/* Where a kernel's constants say how many threads a block has, and how many blocks the grid, along
 * x, y and z. */
enum { BLOCK_END = 12, GRID_END = 24 };
/* What a parameter is taken for: large, a multiple of whatever it is likely to be one of, and so
 * far from the others that arrays do not overlap. */
enum { ASSUMED = 4096, APART = 1 << 14, PLACES = 64 };

static uint32_t bits(const struct kp_sass_insn *x, unsigned at, unsigned n)
{
    return kp_sass_bits(x, at, n);
}

static bool bit(const struct kp_sass_insn *x, unsigned at)
{
    return kp_sass_bit(x, at);
}

/* ---- values ------------------------------------------------------------------------------------
 */

static struct kp_sass_value all(uint32_t n)
{
    struct kp_sass_value v = {.known = ALL};

    for (int l = 0; l < LANES; l++)
        v.v[l] = n;
    return v;
}

static struct kp_sass_value constant(const struct kp_sass_regs *w, unsigned bank, unsigned at)
{
    const struct kp_sass_launch *l = &w->launch;
    struct kp_sass_value v = all(ASSUMED + at / 4 % PLACES * APART * 4);

    v.assumed = true;
    if (bank)
        return v;
    if (at < BLOCK_END)
        return all(l->threads[at / 4]);
    if (at < GRID_END && l->grid[0])
        return all(l->grid[(at - BLOCK_END) / 4]);
    if (l->parameters && at >= l->parameters_at &&
        at - l->parameters_at + 4 <= l->parameter_bytes) {
        uint32_t n;

        memcpy(&n, l->parameters + (at - l->parameters_at), sizeof n);
        return all(n);
    }
    return v;
}

static struct kp_sass_value reg(const struct kp_sass_regs *w, unsigned n, bool uniform)
{
    if (uniform)
        return n >= URZ ? all(0) : w->ur[n];
    return n == RZ ? all(0) : w->r[n];
}

static struct kp_sass_truth pred(const struct kp_sass_regs *w, unsigned n, bool negated,
                                 bool uniform)
{
    struct kp_sass_truth t = {.lanes = ALL, .known = ALL};

    if (n != PT)
        t = uniform ? w->up[n] : w->p[n];
    if (negated)
        t.lanes = ~t.lanes;
    return t;
}

/* A predicate's number stands in three bits, the fourth negates it. */
static struct kp_sass_truth pred_at(const struct kp_sass_regs *w, const struct kp_sass_insn *x,
                                    unsigned at, bool uniform)
{
    return pred(w, bits(x, at, 3), bit(x, at + 3), uniform);
}

struct operands {
    struct kp_sass_value a, b, c;
};

/* The operand in bits 32-63. */
static struct kp_sass_value middle(const struct kp_sass_regs *w, const struct kp_sass_insn *x,
                                   unsigned kind, bool uniform)
{
    switch (kind) {
    case 1:
        return reg(w, bits(x, 32, uniform ? 6 : 8), uniform);
    case 2:
    case 4:
        return all(bits(x, 32, 32));
    case 3:
    case 5:
        return constant(w, bits(x, 54, 5), bits(x, 38, 16));
    default:
        return reg(w, bits(x, 32, 6), true);
    }
}

/* Bits 9-11 say what bits 32-63 are: 1 a register, 2 and 4 a constant, 3 and 5 one of the constant
 * bank, 6 and 7 a uniform register. In 2, 3 and 7 that is the third operand, and the second is the
 * register in bits 64-71. */
static struct operands operands(const struct kp_sass_regs *w, const struct kp_sass_insn *x,
                                bool uniform)
{
    unsigned kind = bits(x, 9, 3);
    struct kp_sass_value m = middle(w, x, kind, uniform), high = reg(w, bits(x, 64, 8), uniform);
    bool third = kind == 2 || kind == 3 || kind == 7;
    struct operands o = {
        .a = reg(w, bits(x, 24, 8), uniform), .b = third ? high : m, .c = third ? m : high};

    if (uniform)
        o.a = reg(w, bits(x, 24, 6), true);
    return o;
}

static void negate(struct kp_sass_value *v, bool really)
{
    for (int l = 0; really && l < LANES; l++)
        v->v[l] = -v->v[l];
}

/* ---- results -----------------------------------------------------------------------------------
 */

static void set_pred(struct kp_sass_regs *w, unsigned n, bool uniform, struct kp_sass_truth t,
                     uint32_t active)
{
    struct kp_sass_truth *to = uniform ? &w->up[n] : &w->p[n];

    if (n == PT)
        return;
    if (!uniform) {
        t.lanes = (t.lanes & active) | (to->lanes & ~active);
        t.known = (t.known & active) | (to->known & ~active);
    }
    *to = t;
}

/* Lanes that do not run keep what they have. */
static void set(struct kp_sass_regs *w, unsigned n, bool uniform, const struct kp_sass_value *v,
                uint32_t active)
{
    struct kp_sass_value *to = uniform ? &w->ur[n] : &w->r[n];

    if (n == (uniform ? URZ : RZ) || n >= (uniform ? KP_SASS_UNIFORM : KP_SASS_REGISTERS))
        return;
    for (int l = 0; l < LANES; l++)
        if (uniform || active >> l & 1)
            to->v[l] = v->v[l];
    to->known = uniform ? v->known & 1 ? ALL : 0 : (v->known & active) | (to->known & ~active);
    to->assumed = v->assumed || (!uniform && active != ALL && to->assumed);
}

static void forget_registers(struct kp_sass_regs *w, unsigned first, unsigned n)
{
    for (unsigned i = first; i < first + n && i < RZ; i++)
        w->r[i].known = 0;
}

static unsigned words_written(const struct kp_sass_insn *x)
{
    enum { F32_SUMS = 76, SIXTEEN_ROWS = 86 };

    switch (x->opclass) {
    case KP_INSN_LOAD_GLOBAL:
    case KP_INSN_LOAD_GENERIC:
    case KP_INSN_LOAD_SHARED:
    case KP_INSN_LOAD_LOCAL:
    case KP_INSN_LOAD_MATRIX:
        return x->bytes > 4 ? x->bytes / 4u : 1;
    case KP_INSN_HMMA:
        return bit(x, F32_SUMS) ? 4 : 2;
    case KP_INSN_IMMA:
        return bit(x, SIXTEEN_ROWS) ? 4 : 2;
    case KP_INSN_DFMA:
        return 2;
    default:
        return x->opclass == KP_INSN_INT && (x->lo & KP_OP_MASK) == KP_OP_IMAD_WIDE ? 2 : 1;
    }
}

/* True if it writes registers at all. */
static bool writes(const struct kp_sass_insn *x)
{
    switch (x->opclass) {
    case KP_INSN_INT:
    case KP_INSN_COMPARE:
    case KP_INSN_CONVERT:
    case KP_INSN_MOVE:
    case KP_INSN_WARP:
    case KP_INSN_LOAD_CONST:
    case KP_INSN_LOAD_GLOBAL:
    case KP_INSN_LOAD_GENERIC:
    case KP_INSN_LOAD_SHARED:
    case KP_INSN_LOAD_MATRIX:
    case KP_INSN_LOAD_LOCAL:
    case KP_INSN_ATOMIC:
    case KP_INSN_TEXTURE:
        return true;
    default:
        return x->opclass < KP_INSN_MATH;
    }
}

/* FSETP and the like; the bits of a register are zero in them. */
static bool sets_predicates_only(const struct kp_sass_insn *x)
{
    return x->opclass == KP_INSN_COMPARE && (strstr(x->op->name, "SETP") || x->op->name[1] == 'C');
}

/* What an instruction that is not executed here may have written. */
static void forget(struct kp_sass_regs *w, const struct kp_sass_insn *x, bool uniform)
{
    if (uniform) {
        w->ur[bits(x, 16, 6)].known = w->ur[(bits(x, 16, 6) + 1) & URZ].known = 0;
        w->up[bits(x, 81, 3)].known = w->up[bits(x, 84, 3)].known = 0;
        return;
    }
    if (!writes(x))
        return;
    if (x->opclass == KP_INSN_WARP) { /* VOTEU and REDUX write a uniform register */
        w->ur[bits(x, 16, 6)].known = 0;
        w->p[bits(x, 81, 3)].known = 0;
    }
    if (x->opclass == KP_INSN_COMPARE)
        w->p[bits(x, 81, 3)].known = w->p[bits(x, 84, 3)].known = 0;
    if (sets_predicates_only(x))
        return;
    if ((x->lo & KP_OP_MASK) == KP_OP_R2P)
        for (int i = 0; i < PT; i++)
            w->p[i].known = 0;
    forget_registers(w, bits(x, 16, 8), words_written(x));
}

/* ---- instructions ------------------------------------------------------------------------------
 */

static struct kp_sass_value special(const struct kp_sass_regs *w, unsigned n)
{
    struct kp_sass_value v = all(0);
    uint32_t x = w->launch.threads[0], y = w->launch.threads[1];

    for (uint32_t l = 0; l < LANES; l++) {
        uint32_t t = w->warp * LANES + l;

        if (n == LANE_ID)
            v.v[l] = l;
        if (n >= TID_X && n <= TID_Z)
            v.v[l] = n == TID_X ? t % x : n == TID_Z ? t / (x * y) : t / x % y;
        if (n >= CTAID_X && n <= CTAID_Z)
            v.v[l] = w->launch.at[n - CTAID_X];
    }
    v.assumed = n >= CTAID_X && n <= CTAID_Z && !w->launch.grid[0];
    if (n != LANE_ID && n != CLUSTER_RANK && (n < TID_X || n > CTAID_Z))
        v.known = 0;
    return v;
}

/* A carry, the test of a result, a second predicate: not followed. */
static void forget_predicate(struct kp_sass_regs *w, unsigned n, bool uniform)
{
    if (n != PT)
        (uniform ? w->up : w->p)[n].known = 0;
}

static void compare(struct kp_sass_regs *w, const struct kp_sass_insn *x, bool uniform,
                    uint32_t active)
{
    enum { AND, OR };
    struct operands o = operands(w, x, uniform);
    struct kp_sass_truth with = pred_at(w, x, 87, uniform);
    struct kp_sass_truth t = {.known = bit(x, 72) ? 0 : o.a.known & o.b.known & with.known,
                              .assumed = o.a.assumed || o.b.assumed || with.assumed};

    for (int l = 0; l < LANES; l++)
        t.lanes |= (uint32_t)kp_sass_holds(x, o.a.v[l], o.b.v[l]) << l;
    t.lanes = bits(x, 74, 2) == AND  ? t.lanes & with.lanes
              : bits(x, 74, 2) == OR ? t.lanes | with.lanes
                                     : t.lanes ^ with.lanes;
    forget_predicate(w, bits(x, 84, 3), uniform);
    set_pred(w, bits(x, 81, 3), uniform, t, active);
}

static void combine(struct kp_sass_regs *w, const struct kp_sass_insn *x, uint32_t active)
{
    struct kp_sass_truth a = pred_at(w, x, 87, false), b = pred_at(w, x, 77, false),
                         c = pred_at(w, x, 68, bit(x, 67));
    unsigned table = bits(x, 72, 5) << 3 | bits(x, 64, 3);
    struct kp_sass_truth t = {.lanes = kp_sass_lop3(a.lanes, b.lanes, c.lanes, table),
                              .known = a.known & b.known & c.known,
                              .assumed = a.assumed || b.assumed || c.assumed};

    forget_predicate(w, bits(x, 84, 3), false);
    set_pred(w, bits(x, 81, 3), false, t, active);
}

/* A constant, or 64 bits of them, from the constant bank. */
static void load_constant(struct kp_sass_regs *w, const struct kp_sass_insn *x, bool uniform,
                          uint32_t active)
{
    enum { SIZE_64 = 5 };
    unsigned to = bits(x, 16, uniform ? 6 : 8);
    unsigned at = bits(x, 38, 16);

    for (unsigned i = 0; i < (bits(x, 73, 3) == SIZE_64 ? 2 : 1); i++) {
        struct kp_sass_value v = constant(w, bits(x, 54, 5), at + 4 * i);

        v.known = uniform || bits(x, 24, 8) == RZ ? ALL : 0;
        set(w, to + i, uniform, &v, active);
    }
}

static void negate_all(const struct kp_sass_insn *x, unsigned op, struct operands *o)
{
    if (op == KP_OP_IADD3) {
        negate(&o->a, bit(x, 72));
        negate(&o->b, bits(x, 9, 3) == 1 && bit(x, 63));
        negate(&o->c, bit(x, 75));
    }
    if (op == KP_OP_IMAD)
        negate(&o->c, bit(x, 75));
    if (op == KP_OP_LEA)
        negate(&o->a, bit(x, 72));
}

static void arithmetic(struct kp_sass_regs *w, const struct kp_sass_insn *x, unsigned op,
                       bool uniform, uint32_t active)
{
    struct operands o = operands(w, x, uniform);
    struct kp_sass_value v = {0}, high;
    bool unary = kp_sass_operands(op) == 1, two = kp_sass_operands(op) == 2;
    unsigned to = bits(x, 16, uniform ? 6 : 8);

    negate_all(x, op, &o);
    v.known = kp_sass_is_plain(x, op) ? o.b.known : 0;
    v.known &= unary ? ALL : o.a.known & (two ? ALL : o.c.known);
    v.assumed = o.b.assumed || (!unary && (o.a.assumed || (!two && o.c.assumed)));
    high = v;
    for (int l = 0; l < LANES; l++)
        v.v[l] = kp_sass_of_lane(x, op, o.a.v[l], o.b.v[l], o.c.v[l], &high.v[l]);
    if (op == KP_OP_IADD3 || op == KP_OP_LEA || op == KP_OP_LOP3)
        forget_predicate(w, bits(x, 81, 3), uniform);
    if (op == KP_OP_IADD3)
        forget_predicate(w, bits(x, 84, 3), uniform);
    set(w, to, uniform, &v, active);
    if (op == KP_OP_IMAD_WIDE)
        set(w, to + 1, uniform, &high, active);
    if (op == KP_OP_LOP3 && bits(x, 81, 3) != PT) {
        struct kp_sass_truth t = {.known = v.known, .assumed = v.assumed};

        for (int l = 0; l < LANES; l++)
            t.lanes |= (uint32_t)(v.v[l] != 0) << l;
        set_pred(w, bits(x, 81, 3), uniform, t, active);
    }
}

static void select_one(struct kp_sass_regs *w, const struct kp_sass_insn *x, bool uniform,
                       uint32_t active)
{
    struct operands o = operands(w, x, uniform);
    struct kp_sass_truth t = pred_at(w, x, 87, uniform);
    struct kp_sass_value v = {.known = o.a.known & o.b.known & t.known,
                              .assumed = o.a.assumed || o.b.assumed || t.assumed};

    for (int l = 0; l < LANES; l++)
        v.v[l] = t.lanes >> l & 1 ? o.a.v[l] : o.b.v[l];
    set(w, bits(x, 16, uniform ? 6 : 8), uniform, &v, active);
}

/* HFMA2 of zeros and a constant is how two numbers move through another unit. */
static void half_move(struct kp_sass_regs *w, const struct kp_sass_insn *x, uint32_t active)
{
    struct kp_sass_value v = all(bits(x, 32, 32));

    if (bits(x, 9, 3) != 2 || bits(x, 24, 8) != RZ || bits(x, 64, 8) != RZ)
        v.known = 0;
    set(w, bits(x, 16, 8), false, &v, active);
}

/* False: not one of those that are followed. */
static bool moves(struct kp_sass_regs *w, const struct kp_sass_insn *x, uint32_t active)
{
    struct kp_sass_value v = all(0);
    unsigned to = bits(x, 16, 8);

    switch (x->lo & KP_OP_MASK) {
    case KP_OP_S2R:
        v = special(w, bits(x, 72, 8));
        set(w, to, false, &v, active);
        return true;
    case KP_OP_S2UR:
        v = special(w, bits(x, 72, 8));
        set(w, to & URZ, true, &v, active);
        return true;
    case KP_OP_R2UR:
    case KP_OP_R2UR_75:
        v = reg(w, bits(x, 24, 8), false);
        for (int l = 1; l < LANES; l++)
            v.v[l] = v.v[0];
        v.known = v.known & 1 ? ALL : 0;
        set(w, to & URZ, true, &v, active);
        return true;
    case KP_OP_CS2R:
        v.known = bits(x, 72, 8) == RZ ? ALL : 0;
        set(w, to, false, &v, active);
        if (bit(x, 80)) /* a pair */
            set(w, to + 1, false, &v, active);
        return true;
    case KP_OP_LDC:
    case KP_OP_ULDC:
        load_constant(w, x, (x->lo & KP_OP_MASK) == KP_OP_ULDC, active);
        return true;
    case KP_OP_HFMA2:
    case KP_OP_HFMA2_MMA:
        half_move(w, x, active);
        return true;
    default:
        return false;
    }
}

struct kp_sass_truth kp_sass_guard(const struct kp_sass_regs *w, const struct kp_sass_insn *x)
{
    return pred(w, x->guard, x->guard_not, x->op && x->op->name[0] == 'U');
}

/* Those to a uniform register whose names do not begin with U. */
static bool writes_uniform(unsigned op)
{
    return op == KP_OP_ULDC || op == KP_OP_S2UR || op == KP_OP_R2UR || op == KP_OP_R2UR_75;
}

void kp_sass_execute(struct kp_sass_regs *w, const struct kp_sass_insn *x, uint32_t active)
{
    unsigned op = x->lo & KP_OP_MASK;
    bool uniform = x->op && x->op->name[0] == 'U' && (op & KP_OP_UNIFORM) && op != KP_OP_ULDC;
    struct kp_sass_truth guard = kp_sass_guard(w, x);

    if (x->never || !x->op)
        return;
    if (active & ~guard.known) {
        forget(w, x, uniform || writes_uniform(op));
        return;
    }
    active &= guard.lanes;
    if (!active || moves(w, x, active))
        return;
    if (uniform)
        op &= ~(unsigned)KP_OP_UNIFORM;
    if (op == KP_OP_ISETP)
        compare(w, x, uniform, active);
    else if (op == KP_OP_PLOP3 && !uniform)
        combine(w, x, active);
    else if (op == KP_OP_SEL)
        select_one(w, x, uniform, active);
    else if (kp_sass_is_plain(x, op) || op == KP_OP_IADD3 || op == KP_OP_LEA || op == KP_OP_IMAD)
        arithmetic(w, x, op, uniform, active);
    else
        forget(w, x, uniform);
}

struct kp_sass_value kp_sass_address(const struct kp_sass_regs *w, const struct kp_sass_insn *x)
{
    struct kp_sass_value v = reg(w, bits(x, 24, 8), false);
    int32_t offset = (int32_t)(bits(x, 40, 24) << 8) >> 8;

    if (x->opclass == KP_INSN_ASYNC_COPY)
        offset = 0; /* the same for all lanes */
    for (int l = 0; l < LANES; l++)
        v.v[l] += (uint32_t)offset;
    return v;
}

struct kp_sass_value kp_sass_copied_to(const struct kp_sass_regs *w, const struct kp_sass_insn *x)
{
    return reg(w, bits(x, 16, 8), false);
}

void kp_sass_regs_start(struct kp_sass_regs *w, const struct kp_sass_launch *launch, unsigned warp)
{
    memset(w, 0, sizeof *w);
    w->launch = *launch;
    w->warp = warp;
}
