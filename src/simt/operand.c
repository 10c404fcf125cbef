/* Operands -> places in the register file. Constants and special registers have places there too,
 * which are filled once and never written. */
#include "simt/decode.h"

#include <string.h>

#include "util/str.h"

/* ---- registers and constants ---- */

static uint32_t grow_image(struct decoder *d, size_t bytes, size_t align)
{
    size_t at = (d->image.n + align - 1) & ~(align - 1), need = at + bytes;

    if (need > d->image.cap) {
        size_t cap = d->image.cap ? 2 * d->image.cap : 1 << 14;
        uint8_t *v;
        while (cap < need)
            cap *= 2;
        v = kp_alloc(d->arena, cap);
        if (d->image.n)
            memcpy(v, d->image.v, d->image.n);
        d->image.v = v;
        d->image.cap = cap;
    }
    d->image.n = need;
    return (uint32_t)at;
}

uint32_t dec_alloc(struct decoder *d, enum ptx_lane lane)
{
    if (lane == LANE_PRED)
        return grow_image(d, 4, 4);
    return grow_image(d, lane == LANE_64 ? 8 * LANES : 4 * LANES, 64);
}

static void fill(struct decoder *d, uint32_t at, uint64_t bits, enum ptx_lane lane)
{
    uint32_t low = (uint32_t)bits, all = bits & 1 ? FULL_MASK : 0;

    if (lane == LANE_PRED)
        memcpy(d->image.v + at, &all, 4);
    for (int l = 0; l < LANES && lane == LANE_64; l++)
        memcpy(d->image.v + at + 8 * l, &bits, 8);
    for (int l = 0; l < LANES && lane == LANE_32; l++)
        memcpy(d->image.v + at + 4 * l, &low, 4);
}

uint32_t dec_constant(struct decoder *d, uint64_t bits, enum ptx_lane lane)
{
    struct constant c = {.bits = bits, .lane = lane};

    for (size_t i = 0; i < d->constants.n; i++)
        if (d->constants.v[i].bits == bits && d->constants.v[i].lane == lane)
            return d->constants.v[i].at;
    c.at = dec_alloc(d, lane);
    fill(d, c.at, bits, lane);
    kp_push(d->arena, &d->constants, c);
    return c.at;
}

enum ptx_lane dec_lane_of(enum kp_alu_type t)
{
    return t == T_pred ? LANE_PRED : t == T_u64 || t == T_s64 || t == T_f64 ? LANE_64 : LANE_32;
}

/* ---- special registers ---- */

static uint32_t special(struct decoder *d, const char *name, enum kp_alu_type t)
{
    struct kp_simt_program *p = d->p;
    struct {
        const char *name;
        uint32_t *at;
    } known[] = {
        {"%tid.x", &p->special.tid[0]},
        {"%tid.y", &p->special.tid[1]},
        {"%tid.z", &p->special.tid[2]},
        {"%ntid.x", &p->special.ntid[0]},
        {"%ntid.y", &p->special.ntid[1]},
        {"%ntid.z", &p->special.ntid[2]},
        {"%ctaid.x", &p->special.ctaid[0]},
        {"%ctaid.y", &p->special.ctaid[1]},
        {"%ctaid.z", &p->special.ctaid[2]},
        {"%nctaid.x", &p->special.nctaid[0]},
        {"%nctaid.y", &p->special.nctaid[1]},
        {"%nctaid.z", &p->special.nctaid[2]},
        {"%laneid", &p->special.laneid},
        {"%warpid", &p->special.warpid},
        {"%nwarpid", &p->special.nwarpid},
        {"%lanemask_eq", &p->special.mask_eq},
        {"%lanemask_lt", &p->special.mask_lt},
        {"%lanemask_le", &p->special.mask_le},
        {"%lanemask_gt", &p->special.mask_gt},
        {"%lanemask_ge", &p->special.mask_ge},
        {"%dynamic_smem_size", &p->special.dynamic_smem},
        {"%total_smem_size", &p->special.total_smem},
        /* every block is a cluster of its own */
        {"%clusterid.x", &p->special.ctaid[0]},
        {"%clusterid.y", &p->special.ctaid[1]},
        {"%clusterid.z", &p->special.ctaid[2]},
        {"%nclusterid.x", &p->special.nctaid[0]},
        {"%nclusterid.y", &p->special.nctaid[1]},
        {"%nclusterid.z", &p->special.nctaid[2]},
        {"%cluster_ctaid.x", &p->special.zero},
        {"%cluster_ctaid.y", &p->special.zero},
        {"%cluster_ctaid.z", &p->special.zero},
        {"%cluster_ctarank", &p->special.zero},
        {"%smid", &p->special.zero},
        {"%gridid", &p->special.zero},
        {"%clock", &p->special.zero},
        {"%clock_hi", &p->special.zero},
    };

    if (kp_streq(name, "WARP_SZ"))
        return dec_constant(d, LANES, dec_lane_of(t));
    if (kp_streq(name, "%nsmid") || kp_starts_with(name, "%cluster_nctaid.") ||
        kp_streq(name, "%cluster_nctarank"))
        return dec_constant(d, 1, dec_lane_of(t));
    if (kp_streq(name, "%is_explicit_cluster") && t == T_pred)
        return dec_constant(d, 0, LANE_PRED);
    if (kp_streq(name, "%clock64") || kp_streq(name, "%globaltimer"))
        return dec_constant(d, 0, LANE_64);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (!kp_streq(known[i].name, name))
            continue;
        if (dec_lane_of(t) != LANE_32)
            dec_fail(d, "special register %s has 32 bits", name);
        if (!*known[i].at)
            *known[i].at = dec_alloc(d, LANE_32);
        return *known[i].at;
    }
    dec_fail(d, "unknown special register %s", name);
}

/* ---- operands ---- */

uint64_t dec_var_address(struct decoder *d, const struct ptx_var *v)
{
    struct frame *f = d->frame;

    switch (v->space) {
    case SPACE_PARAM:
        return kp_param_offset(d->p->entry, v);
    case SPACE_FRAME:
    case SPACE_LOCAL:
        for (size_t i = 0; i < f->f->params.n; i++)
            if (f->f->params.v[i] == v)
                return f->param_at[i];
        for (size_t i = 0; i < f->f->rets.n; i++)
            if (f->f->rets.v[i] == v)
                return f->ret_at[i];
        return f->var_at[v->index];
    case SPACE_SHARED:
        for (size_t i = 0; i < d->p->arrays.n; i++)
            if (d->p->arrays.v[i].name == v->name)
                return d->p->arrays.v[i].base;
        dec_fail(d, "shared array %s has no place", v->name);
    case SPACE_GLOBAL:
    case SPACE_CONST:
        return kp_module_address(d->m, v);
    default:
        dec_fail(d, "the address of %s is not known", v->name);
    }
}

static uint64_t immediate(struct decoder *d, const struct ptx_opnd *o, enum kp_alu_type t)
{
    float f;
    double x;
    uint64_t bits = o->bits;

    if (o->kind == OPND_SYM) {
        if (!o->var) {
            uint64_t at = kp_function_address(d->m, o->name);
            if (!at)
                dec_fail(d, "unknown name %s", o->name);
            return at;
        }
        return dec_var_address(d, o->var) + (uint64_t)o->offset;
    }
    if (o->kind == OPND_INT && (t == T_f32 || t == T_z32 || t == T_f64))
        dec_fail(d, "integer constant for a floating-point operand");
    if (o->kind == OPND_F64 && dec_lane_of(t) == LANE_32) {
        memcpy(&x, &bits, sizeof x);
        f = (float)x;
        bits = 0;
        memcpy(&bits, &f, sizeof f);
    } else if (o->kind == OPND_F32 && dec_lane_of(t) == LANE_64) {
        memcpy(&f, &bits, sizeof f);
        x = f;
        memcpy(&bits, &x, sizeof x);
    }
    if (t == T_u16 || t == T_s16 || t == T_f16 || t == T_hz16 || t == T_bf16)
        bits &= 0xffff;
    return dec_lane_of(t) == LANE_32 ? bits & 0xffffffffu : bits;
}

enum ptx_lane dec_reg_lane(const struct decoder *d, const struct ptx_opnd *o)
{
    return d->frame->f->regs.v[o->reg].lane;
}

uint32_t dec_source(struct decoder *d, const struct ptx_opnd *o, enum kp_alu_type t)
{
    switch (o->kind) {
    case OPND_REG:
        if (dec_reg_lane(d, o) != dec_lane_of(t))
            dec_fail(d, "operand %s has the wrong size", d->frame->f->regs.v[o->reg].name);
        return d->frame->reg_at[o->reg];
    case OPND_SPECIAL:
        return special(d, o->name, t);
    case OPND_INT:
    case OPND_F32:
    case OPND_F64:
    case OPND_SYM:
        return dec_constant(d, immediate(d, o, t), dec_lane_of(t));
    case OPND_SINK:
        return dec_constant(d, 0, dec_lane_of(t));
    default:
        dec_fail(d, "unexpected kind of operand");
    }
}

uint32_t dec_result(struct decoder *d, const struct ptx_opnd *o, enum ptx_lane lane)
{
    if (o->kind == OPND_SINK)
        return dec_alloc(d, lane);
    if (o->kind != OPND_REG)
        dec_fail(d, "the result has to be a register");
    if (dec_reg_lane(d, o) != lane)
        dec_fail(d, "result %s has the wrong size", d->frame->f->regs.v[o->reg].name);
    return d->frame->reg_at[o->reg];
}

struct kp_slot dec_slot(struct decoder *d, const struct ptx_opnd *o)
{
    struct kp_slot s = {0};

    if (o->kind == OPND_SINK) {
        s.sink = true;
        return s;
    }
    if (o->kind != OPND_REG || dec_reg_lane(d, o) == LANE_PRED)
        dec_fail(d, "expected a register");
    s.at = d->frame->reg_at[o->reg];
    s.wide = dec_reg_lane(d, o) == LANE_64;
    return s;
}

struct kp_slot dec_source_slot(struct decoder *d, const struct ptx_opnd *o, enum kp_alu_type t)
{
    struct kp_slot s = {0};

    if (o->kind == OPND_REG)
        return dec_slot(d, o);
    s.at = dec_source(d, o, t);
    s.wide = dec_lane_of(t) == LANE_64;
    return s;
}

unsigned dec_slots(struct decoder *d, const struct ptx_opnd *o, enum kp_alu_type t,
                   struct kp_slot *s, unsigned most)
{
    if (o->kind != OPND_VEC) {
        s[0] = o->kind == OPND_SINK ? dec_slot(d, o) : dec_source_slot(d, o, t);
        return 1;
    }
    if (o->n_elem > most)
        dec_fail(d, "too many registers in { }");
    for (unsigned i = 0; i < o->n_elem; i++)
        s[i] = o->elem[i].kind == OPND_SINK ? dec_slot(d, &o->elem[i])
                                            : dec_source_slot(d, &o->elem[i], t);
    return o->n_elem;
}

uint64_t dec_int(struct decoder *d, const struct ptx_opnd *o)
{
    if (o->kind != OPND_INT)
        dec_fail(d, "expected a constant");
    return o->bits;
}

int64_t dec_address(struct decoder *d, const struct ptx_opnd *o, struct kp_more *m)
{
    if (o->kind != OPND_MEM)
        dec_fail(d, "expected an address");
    if (o->n_elem)
        dec_fail(d, "addresses with coordinates (TMA) are not supported");
    m->has_base = o->label;
    if (o->label) {
        struct ptx_opnd base = {.kind = OPND_REG, .reg = o->reg};
        m->address = dec_slot(d, &base);
        return o->offset;
    }
    if (!o->var)
        return o->offset;
    if (o->var->space == SPACE_FRAME && m->space == SPACE_PARAM)
        m->space = SPACE_LOCAL;
    return (int64_t)dec_var_address(d, o->var) + o->offset;
}

uint32_t dec_local(struct decoder *d, size_t size, unsigned align)
{
    uint32_t at = (d->p->local_size + align - 1) / align * align;

    d->p->local_size = at + (uint32_t)size;
    return at;
}

void dec_access(struct decoder *d, enum ptx_space space, unsigned bytes)
{
    if (space == SPACE_GLOBAL || space == SPACE_GENERIC)
        d->p->widths |= bytes;
    d->is_access |= space == SPACE_GLOBAL || space == SPACE_GENERIC || space == SPACE_SHARED;
    if ((space == SPACE_SHARED || space == SPACE_GENERIC) && bytes < d->min_shared)
        d->min_shared = bytes;
    if ((space == SPACE_GLOBAL || space == SPACE_GENERIC) && bytes < d->min_global)
        d->min_global = bytes;
}
