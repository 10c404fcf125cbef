/* One instruction: guard, opcode, operands. Registers and variables are resolved here, labels when
 * the function is complete. */
#include "simt/ptx.h"

#include <string.h>

#include "util/str.h"

static struct ptx_opnd operand(struct ptx_parser *p);

static bool is_special(const char *name)
{
    return name[0] == '%' || kp_streq(name, "WARP_SZ");
}

static struct ptx_opnd named(struct ptx_parser *p, const char *name)
{
    const struct ptx_sym *s = ptx_lookup(p, name);
    struct ptx_opnd o = {0};

    if (s && s->reg >= 0) {
        o.kind = OPND_REG;
        o.reg = (unsigned)s->reg;
    } else if (s) {
        o.kind = OPND_SYM;
        o.var = s->var;
        o.name = name;
    } else if (kp_streq(name, "_")) {
        o.kind = OPND_SINK;
    } else if (is_special(name)) {
        o.kind = OPND_SPECIAL;
        o.name = name;
    } else {
        o.kind = OPND_SYM;
        o.name = name;
    }
    return o;
}

static void offset(struct ptx_parser *p, struct ptx_opnd *o)
{
    if (ptx_accept(p, '+'))
        o->offset = ptx_int(p);
    else if (ptx_is(p, '-'))
        o->offset = ptx_int(p);
}

static struct ptx_opnd memory(struct ptx_parser *p)
{
    struct ptx_opnd o = {.kind = OPND_MEM};

    if (p->x.tok.kind == TOK_WORD) {
        o = named(p, ptx_word(p));
        if (o.kind != OPND_REG && !o.var)
            ptx_fail(&p->x, p->x.tok.line, "unknown name %s in an address", o.name);
        o.label = o.kind == OPND_REG; /* 1: the base is a register */
        o.kind = OPND_MEM;
        offset(p, &o);
    } else {
        o.offset = ptx_int(p);
    }
    if (ptx_accept(p, ',')) { /* coordinates in a tensor */
        o.elem = kp_new(p->m->arena, struct ptx_opnd);
        *o.elem = operand(p);
        o.n_elem = 1;
    }
    ptx_expect(p, ']');
    return o;
}

static struct ptx_opnd sequence(struct ptx_parser *p, enum ptx_opnd_kind kind, int end)
{
    struct ptx_opnd o = {.kind = kind};
    KP_VEC(struct ptx_opnd) v = {0};

    while (!ptx_is(p, end)) {
        struct ptx_opnd e = operand(p);
        kp_push(p->m->arena, &v, e);
        if (!ptx_accept(p, ','))
            break;
    }
    ptx_expect(p, end);
    o.elem = v.v;
    o.n_elem = (unsigned)v.n;
    return o;
}

static struct ptx_opnd operand_within(struct ptx_parser *p)
{
    struct ptx_opnd o = {0};

    if (ptx_accept(p, '!')) {
        o = operand(p);
        o.negated = true;
        return o;
    }
    if (ptx_accept(p, '['))
        return memory(p);
    if (ptx_accept(p, '{'))
        return sequence(p, OPND_VEC, '}');
    if (ptx_accept(p, '('))
        return sequence(p, OPND_LIST, ')');
    if (p->x.tok.kind == TOK_WORD) {
        o = named(p, ptx_word(p));
        if (o.kind == OPND_SYM)
            offset(p, &o);
        if (ptx_accept(p, '|')) {
            o.second = kp_new(p->m->arena, struct ptx_opnd);
            *o.second = operand(p);
        }
        return o;
    }
    if (p->x.tok.kind == TOK_F32 || p->x.tok.kind == TOK_F64) {
        o.kind = p->x.tok.kind == TOK_F32 ? OPND_F32 : OPND_F64;
        o.bits = p->x.tok.bits;
        ptx_next(&p->x);
        return o;
    }
    o.kind = OPND_INT;
    o.bits = (uint64_t)ptx_int(p);
    return o;
}

static struct ptx_opnd operand(struct ptx_parser *p)
{
    struct ptx_opnd o;

    ptx_nest(p);
    o = operand_within(p);
    p->depth--;
    return o;
}

void ptx_parse_inst(struct ptx_parser *p)
{
    struct ptx_inst i = {.line = p->x.tok.line, .loc = p->loc, .guard = -1, .scope = p->scope};
    KP_VEC(struct ptx_opnd) v = {0};

    if (ptx_accept(p, '@')) {
        i.guard_negated = ptx_accept(p, '!');
        const char *name = ptx_word(p);
        const struct ptx_sym *s = ptx_lookup(p, name);
        if (!s || s->reg < 0)
            ptx_fail(&p->x, p->x.tok.line, "unknown predicate %s", name);
        i.guard = s->reg;
    }
    i.op = ptx_word(p);
    while (!ptx_is(p, ';')) {
        struct ptx_opnd o = operand(p);
        kp_push(p->m->arena, &v, o);
        if (!ptx_accept(p, ',') && !ptx_is(p, ';'))
            ptx_fail(&p->x, p->x.tok.line, "expected , or ; after an operand of %s", i.op);
    }
    ptx_expect(p, ';');
    i.opnd = v.v;
    i.n = (unsigned)v.n;
    kp_push(p->m->arena, &p->f->insts, i);
}
