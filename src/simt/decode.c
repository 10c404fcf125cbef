/* Parsed instructions -> executable ones. Calls are expanded in place, constants become registers
 * that are never written, so that every operand is simply a place in the register file. */
#include "simt/decode.h"

#include <stdarg.h>
#include <string.h>

#include "util/str.h"

enum { MAX_DEPTH = 24, MAX_CODE = 1 << 20 };

void dec_fail(struct decoder *d, const char *fmt, ...)
{
    va_list ap;
    const char *text;

    va_start(ap, fmt);
    text = kp_vsprintf(d->arena, fmt, ap);
    va_end(ap);
    d->error =
        d->in ? kp_sprintf(d->arena, "PTX line %u: %s: %s", d->in->line, d->in->op, text) : text;
    longjmp(d->fail, 1);
}

/* ---- the name ---- */

static void split(struct decoder *d, const char *op)
{
    const char *p = op;

    d->n_parts = 0;
    d->at = 1;
    for (;;) {
        size_t n = strcspn(p, ".");
        if (d->n_parts == sizeof d->part / sizeof *d->part)
            dec_fail(d, "name with too many parts");
        d->part[d->n_parts++] = kp_strndup(d->arena, p, n);
        if (!p[n])
            return;
        p += n + 1;
    }
}

const char *dec_peek(const struct decoder *d)
{
    return d->at < d->n_parts ? d->part[d->at] : NULL;
}

bool dec_part(struct decoder *d, const char *part)
{
    if (!kp_streq(dec_peek(d), part) || d->at >= d->n_parts)
        return false;
    d->at++;
    return true;
}

bool dec_part_of(struct decoder *d, const char *const *parts)
{
    for (; *parts; parts++)
        if (dec_part(d, *parts))
            return true;
    return false;
}

void dec_done(struct decoder *d)
{
    if (d->at < d->n_parts)
        dec_fail(d, "unsupported modifier .%s", d->part[d->at]);
}

bool dec_vector(struct decoder *d, unsigned *n)
{
    unsigned is = dec_part(d, "v2") ? 2 : dec_part(d, "v4") ? 4 : dec_part(d, "v8") ? 8 : 0;

    *n = is ? is : *n;
    return is;
}

void dec_operands(struct decoder *d, unsigned least, unsigned most)
{
    if (d->in->n < least || d->in->n > most)
        dec_fail(d, "unexpected number of operands (%u)", d->in->n);
}

void dec_type(struct decoder *d, struct kp_more *m)
{
    const char *w = dec_peek(d);
    unsigned bits = w ? ptx_type_bits(kp_sprintf(d->arena, ".%s", w)) : 0;

    if (bits < 8 || bits > 64)
        dec_fail(d, "unsupported type .%s", w ? w : "");
    m->bytes = bits / 8;
    m->sign = w[0] == 's';
    m->is_float = w[0] == 'f' || w[0] == 'b' ? w[0] == 'f' || w[1] == 'f' : false;
    d->at++;
}

/* ---- emission ---- */

struct kp_more *dec_more(struct decoder *d)
{
    struct kp_more *m = kp_new(d->arena, struct kp_more);

    m->op = d->in->op;
    m->line = d->in->line;
    return m;
}

struct kp_insn *dec_emit(struct decoder *d, kp_exec exec)
{
    struct kp_insn i = {.exec = exec, .guard = NO_GUARD, .loc = d->in->loc};

    if (d->in->guard >= 0) {
        i.guard = d->frame->reg_at[d->in->guard];
        i.guard_negated = d->in->guard_negated;
    }
    if (d->p->code.n >= MAX_CODE)
        dec_fail(d, "the kernel is too large (more than %d instructions)", MAX_CODE);
    kp_push(d->arena, &d->p->code, i);
    return &d->p->code.v[d->p->code.n - 1];
}

void dec_label(struct decoder *d, const struct ptx_opnd *o, uint32_t *where)
{
    struct fixup f = {.insn = (uint32_t)d->p->code.n - 1, .frame = d->frame, .where = where};

    if (o->kind != OPND_LABEL)
        dec_fail(d, "unknown label %s", o->name ? o->name : "");
    f.label = (uint32_t)o->label;
    kp_push(d->arena, &d->fixups, f);
}

/* ---- arithmetic ---- */

/* `.rn` is the default of add, sub and mul; comparisons carry their boolean operation aside. */
static const char *table_name(struct decoder *d, unsigned *boolean)
{
    static const char *const booleans[] = {"", "and", "or", "xor"};
    bool rn =
        kp_streq(d->part[0], "add") || kp_streq(d->part[0], "sub") || kp_streq(d->part[0], "mul");
    bool compare = kp_streq(d->part[0], "setp");
    struct kp_str s = kp_str_new(d->arena);

    *boolean = 0;
    for (unsigned i = 0; i < d->n_parts; i++) {
        if (rn && kp_streq(d->part[i], "rn"))
            continue;
        for (unsigned b = 1; compare && b < 4; b++)
            if (kp_streq(d->part[i], booleans[b]))
                *boolean = b;
        if (compare && *boolean && kp_streq(d->part[i], booleans[*boolean]))
            continue;
        kp_str_addf(&s, "%s%s", i ? "." : "", d->part[i]);
    }
    return kp_str_text(&s);
}

static void compare(struct decoder *d, const struct kp_alu *e, unsigned boolean)
{
    const struct ptx_opnd *o = d->in->opnd;
    struct kp_insn *i;
    struct kp_more *m = dec_more(d);
    uint32_t p, a, b, c = 0;

    dec_operands(d, boolean ? 4 : 3, boolean ? 4 : 3);
    p = dec_result(d, &o[0], LANE_PRED);
    if (o[0].second)
        m->e = dec_result(d, o[0].second, LANE_PRED);
    a = dec_source(d, &o[1], e->type[1]);
    b = dec_source(d, &o[2], e->type[2]);
    if (boolean)
        c = dec_source(d, &o[3], T_pred);
    i = dec_emit(d, e->exec);
    i->d = p;
    i->a = a;
    i->b = b;
    i->c = c;
    i->mode = (uint8_t)boolean;
    i->flag = (uint8_t)((boolean && o[3].negated ? 1 : 0) | (o[0].second ? 2 : 0));
    i->more = m;
}

static void exec_low(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    uint32_t *d = reg_at(w, i->d);
    const uint64_t *a = reg_at(w, i->a);

    for (int l = 0; l < LANES; l++)
        if (mask >> l & 1)
            d[l] = (uint32_t)a[l];
}

static void exec_extend(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    uint64_t *d = reg_at(w, i->d);
    const uint32_t *a = reg_at(w, i->a);

    for (int l = 0; l < LANES; l++)
        if (mask >> l & 1)
            d[l] = i->flag ? (uint64_t)(int64_t)(int32_t)a[l] : a[l];
}

/* cvt may read and write registers wider than its types. */
static uint32_t narrow(struct decoder *d, const struct ptx_opnd *o, enum kp_alu_type t)
{
    struct kp_insn *i;
    uint32_t temp;

    if (o->kind != OPND_REG || dec_reg_lane(d, o) != LANE_64 || dec_lane_of(t) != LANE_32)
        return dec_source(d, o, t);
    temp = dec_alloc(d, LANE_32);
    i = dec_emit(d, exec_low);
    i->a = d->frame->reg_at[o->reg];
    i->d = temp;
    return temp;
}

static void arithmetic(struct decoder *d, const struct kp_alu *e)
{
    const struct ptx_opnd *o = d->in->opnd;
    bool convert = kp_streq(d->part[0], "cvt");
    bool widen = convert && o[0].kind == OPND_REG && dec_reg_lane(d, &o[0]) == LANE_64 &&
                 dec_lane_of(e->type[0]) == LANE_32;
    uint32_t at[5] = {0};
    struct kp_more *m = NULL;
    struct kp_insn *i;

    dec_operands(d, e->n, e->n);
    at[0] = widen ? dec_alloc(d, LANE_32) : dec_result(d, &o[0], dec_lane_of(e->type[0]));
    for (unsigned k = 1; k < e->n; k++) {
        if (o[k].negated)
            dec_fail(d, "negated operand");
        at[k] = convert ? narrow(d, &o[k], e->type[k]) : dec_source(d, &o[k], e->type[k]);
    }
    if (e->n == 5) {
        m = dec_more(d);
        m->e = at[4];
    }
    i = dec_emit(d, e->exec);
    i->d = at[0];
    i->a = at[1];
    i->b = at[2];
    i->c = at[3];
    i->more = m;
    if (!widen)
        return;
    i = dec_emit(d, exec_extend);
    i->a = at[0];
    i->d = d->frame->reg_at[o[0].reg];
    i->flag = e->type[0] == T_s8 || e->type[0] == T_s16 || e->type[0] == T_s32;
}

static bool has_vector(const struct ptx_inst *in)
{
    for (unsigned k = 0; k < in->n; k++)
        if (in->opnd[k].kind == OPND_VEC)
            return true;
    return false;
}

static void instruction(struct decoder *d)
{
    static const struct {
        const char *name;
        void (*decode)(struct decoder *d);
    } forms[] = {
#define FORM(name) {#name, decode_##name},
#include "simt/forms.def"
#undef FORM
    };
    const struct kp_alu *e;
    unsigned boolean;

    split(d, d->in->op);
    e = kp_alu_find(table_name(d, &boolean));
    if (e && !has_vector(d->in)) {
        if (e->shape == ALU_COMPARE)
            compare(d, e, boolean);
        else
            arithmetic(d, e);
        return;
    }
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
        if (kp_streq(forms[k].name, d->part[0])) {
            forms[k].decode(d);
            return;
        }
    }
    dec_fail(d, "unknown instruction");
}

/* ---- functions ---- */

static void place_vars(struct decoder *d, struct frame *f)
{
    f->var_at = kp_new_array(d->arena, uint32_t, f->f->vars.n + 1);
    for (size_t k = 0; k < f->f->vars.n; k++) {
        const struct ptx_var *v = f->f->vars.v[k];
        if (v->space != SPACE_SHARED)
            f->var_at[k] = dec_local(d, v->size, v->align ? v->align : 1);
    }
}

/* Registers that an atom.cas compares with, and those that are copied to them. */
static uint8_t *find_guesses(struct decoder *d, const struct ptx_func *f)
{
    uint8_t *guess = NULL;

    for (size_t k = 0; k < f->insts.n; k++) {
        const struct ptx_inst *in = &f->insts.v[k];
        if (!kp_starts_with(in->op, "atom.") || !strstr(in->op, ".cas") || in->n < 4 ||
            in->opnd[2].kind != OPND_REG)
            continue;
        if (!guess)
            guess = kp_new_array(d->arena, uint8_t, f->regs.n + 1);
        guess[in->opnd[2].reg] = 1;
    }
    for (unsigned pass = 0; guess && pass < 2; pass++) {
        for (size_t k = f->insts.n; k-- > 0;) {
            const struct ptx_inst *in = &f->insts.v[k];
            if (kp_starts_with(in->op, "mov.") && in->n == 2 && in->opnd[0].kind == OPND_REG &&
                in->opnd[1].kind == OPND_REG && guess[in->opnd[0].reg])
                guess[in->opnd[1].reg] = 1;
        }
    }
    return guess;
}

static void count_mentions(const struct ptx_func *f, const struct ptx_opnd *o, uint8_t *mentions)
{
    if (o->reg < f->regs.n && mentions[o->reg] < 2) /* too many where it has no register: safe */
        mentions[o->reg]++;
    for (unsigned k = 0; k < o->n_elem; k++)
        count_mentions(f, &o->elem[k], mentions);
    if (o->second)
        count_mentions(f, o->second, mentions);
}

/* By register: how often it is named, up to two. What is named once is written and never read. */
static uint8_t *find_mentions(struct decoder *d, const struct ptx_func *f)
{
    uint8_t *mentions = kp_new_array(d->arena, uint8_t, f->regs.n + 1);

    for (size_t k = 0; k < f->insts.n; k++) {
        const struct ptx_inst *in = &f->insts.v[k];

        if (in->guard >= 0)
            mentions[in->guard] = 2;
        for (unsigned i = 0; i < in->n; i++)
            count_mentions(f, &in->opnd[i], mentions);
    }
    return mentions;
}

/* Waits in a loop of their own, like mbarrier.try_wait, are not counted: they come as often as they
 * like. */
static uint8_t staging_of(const char *op)
{
    static const struct {
        const char *begins;
        uint8_t is;
    } kinds[] = {
        {"bar.", STAGING_COUNTS | STAGING_SYNC},
        {"barrier.", STAGING_COUNTS | STAGING_SYNC},
        {"cp.async.wait", STAGING_COUNTS | STAGING_SYNC},
        {"cp.async.bulk.wait", STAGING_COUNTS | STAGING_SYNC},
        {"cp.async.commit", STAGING_COUNTS},
        {"cp.async", STAGING_COUNTS | STAGING_LOAD},
        {"mbarrier.arrive", STAGING_COUNTS | STAGING_SYNC},
        {"mbarrier.t", STAGING_SYNC},
        {"st.shared", STAGING_COUNTS},
        {"stmatrix", STAGING_COUNTS},
        {"ld.global", STAGING_LOAD},
    };

    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (kp_starts_with(op, kinds[k].begins))
            return kinds[k].is;
    return 0;
}

void dec_function(struct decoder *d, struct frame *f)
{
    struct frame *outer = d->frame;
    const struct ptx_inst *call = d->in;

    if (++d->depth > MAX_DEPTH)
        dec_fail(d, "calls nest too deeply (recursion is not supported)");
    d->frame = f;
    f->reg_at = kp_new_array(d->arena, uint32_t, f->f->regs.n + 1);
    for (size_t k = 0; k < f->f->regs.n; k++)
        f->reg_at[k] = dec_alloc(d, f->f->regs.v[k].lane);
    place_vars(d, f);
    f->guess = find_guesses(d, f->f);
    f->mentions = find_mentions(d, f->f);
    f->insn_at = kp_new_array(d->arena, uint32_t, f->f->insts.n + 1);
    for (size_t k = 0; k < f->f->insts.n; k++) {
        f->insn_at[k] = (uint32_t)d->p->code.n;
        d->in = &f->f->insts.v[k];
        d->is_access = false;
        instruction(d);
        if (d->p->code.n > f->insn_at[k])
            d->p->code.v[d->p->code.n - 1].staging = staging_of(d->in->op);
        for (size_t i = f->insn_at[k]; d->is_access && i < d->p->code.n; i++)
            d->p->code.v[i].is_access = true;
    }
    f->insn_at[f->f->insts.n] = (uint32_t)d->p->code.n;
    d->frame = outer;
    d->in = call;
    d->depth--;
}

static void fix_labels(struct decoder *d)
{
    for (size_t k = 0; k < d->fixups.n; k++) {
        struct fixup *f = &d->fixups.v[k];
        uint32_t at = f->frame->insn_at[f->label];
        if (f->where)
            *f->where = at;
        else
            d->p->code.v[f->insn].target = at;
    }
}

static unsigned shift_of(unsigned bytes)
{
    unsigned s = 0;

    while (s < 4 && (2u << s) <= bytes)
        s++;
    return s;
}

struct kp_simt_program *kp_decode(struct kp_arena *a, const struct kp_ptx *m,
                                  const struct kp_simt_launch *l, bool is_packed,
                                  const char **error)
{
    struct decoder *d = kp_new(a, struct decoder);
    struct frame *f = kp_new(a, struct frame);

    *error = NULL;
    d->arena = a;
    d->m = m;
    d->is_packed = is_packed;
    d->p = kp_new(a, struct kp_simt_program);
    d->p->module = m;
    d->p->entry = ptx_find_func(m, l->kernel);
    d->p->local_size = LOCAL_BEGIN;
    d->min_shared = d->min_global = 16;
    if (setjmp(d->fail)) {
        *error = d->error;
        return NULL;
    }
    if (!d->p->entry || !d->p->entry->has_body)
        dec_fail(d, "the module has no kernel %s", l->kernel);
    if (d->p->entry->clusters)
        dec_fail(d, "clusters of several blocks are not supported");
    dec_alloc(d, LANE_64); /* so that 0 means "unused" */
    dec_place_shared(d, l->dynamic_smem);
    f->f = d->p->entry;
    dec_function(d, f);
    dec_end(d, f);
    fix_labels(d);
    d->p->granule_shift = shift_of(d->min_shared);
    d->p->global_shift = shift_of(d->min_global);
    d->p->const_image = d->image.v;
    d->p->regs_size = (uint32_t)d->image.n;
    return d->p;
}
