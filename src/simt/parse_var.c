/* Variable declarations: space, alignment, type, name, dimensions, initialiser. */
#include "simt/ptx.h"

#include <string.h>

#include "util/str.h"

unsigned ptx_type_bits(const char *word)
{
    static const struct {
        const char *name;
        unsigned bits;
    } types[] = {
        {".pred", 1}, {".b8", 8},   {".u8", 8},     {".s8", 8},     {".b16", 16},
        {".u16", 16}, {".s16", 16}, {".f16", 16},   {".bf16", 16},  {".b32", 32},
        {".u32", 32}, {".s32", 32}, {".f32", 32},   {".b64", 64},   {".u64", 64},
        {".s64", 64}, {".f64", 64}, {".f16x2", 32}, {".b128", 128},
    };

    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (kp_streq(types[i].name, word))
            return types[i].bits;
    return 0;
}

static void store(struct ptx_parser *p, struct ptx_var *v, size_t *at, unsigned bytes)
{
    struct ptx_reloc r = {.offset = *at};
    uint64_t bits = 0;

    if (*at + bytes > v->size)
        ptx_fail(&p->x, p->x.tok.line, "initialiser of %s is longer than the variable", v->name);
    if (p->x.tok.kind == TOK_WORD) {
        r.symbol = ptx_word(p);
        if (kp_streq(r.symbol, "generic")) {
            ptx_expect(p, '(');
            r.symbol = ptx_word(p);
            ptx_expect(p, ')');
        }
        if (ptx_accept(p, '+'))
            r.addend = ptx_int(p);
        if (bytes != 8)
            ptx_fail(&p->x, p->x.tok.line, "an address in an initialiser has to have 64 bits");
        kp_push(p->m->arena, &v->relocs, r);
    } else if (p->x.tok.kind == TOK_F32 || p->x.tok.kind == TOK_F64) {
        bits = p->x.tok.bits;
        ptx_next(&p->x);
    } else {
        bits = (uint64_t)ptx_int(p);
    }
    memcpy(v->init + *at, &bits, bytes);
    *at += bytes;
}

/* Nested braces are rows; a short row is padded, which nvcc never needs, so it is refused. */
static void initialiser(struct ptx_parser *p, struct ptx_var *v, size_t *at, unsigned bytes)
{
    if (!ptx_accept(p, '{')) {
        store(p, v, at, bytes);
        return;
    }
    ptx_nest(p);
    do {
        initialiser(p, v, at, bytes);
    } while (ptx_accept(p, ','));
    p->depth--;
    ptx_expect(p, '}');
}

/* `.attribute(.managed)`: visible to the host as well, which changes nothing here. */
static void attribute(struct ptx_parser *p)
{
    const char *w;

    ptx_expect(p, '(');
    w = ptx_word(p);
    if (!kp_streq(w, ".managed"))
        ptx_fail(&p->x, p->x.tok.line, "unsupported attribute %s of a variable", w);
    ptx_expect(p, ')');
}

/* A thread's own memory is 512 KB on every GPU; the others are far larger than any has. */
static size_t most_bytes(enum ptx_space space)
{
    return space == SPACE_LOCAL || space == SPACE_FRAME ? (size_t)512 << 10
           : space == SPACE_SHARED                      ? (size_t)16 << 20
                                                        : (size_t)1 << 31;
}

struct ptx_var *ptx_parse_var(struct ptx_parser *p, enum ptx_space space)
{
    struct ptx_var *v = kp_new(p->m->arena, struct ptx_var);
    unsigned bits = 0, lanes = 1;
    size_t at = 0;

    v->space = space;
    while (p->x.tok.kind == TOK_WORD && p->x.tok.s[0] == '.') {
        const char *w = ptx_word(p);
        if (kp_streq(w, ".align"))
            v->align = (unsigned)ptx_int(p);
        else if (kp_streq(w, ".attribute"))
            attribute(p);
        else if (kp_streq(w, ".v2"))
            lanes = 2;
        else if (kp_streq(w, ".v4"))
            lanes = 4;
        else if (kp_streq(w, ".ptr") || kp_streq(w, ".global") || kp_streq(w, ".const") ||
                 kp_streq(w, ".shared") || kp_streq(w, ".local"))
            continue; /* a hint on a pointer parameter */
        else if (!(bits = ptx_type_bits(w)))
            ptx_fail(&p->x, p->x.tok.line, "unknown type or attribute %s of a variable", w);
    }
    if (bits < 8)
        ptx_fail(&p->x, p->x.tok.line, "variable without a type");
    v->name = ptx_word(p);
    v->size = bits / 8 * lanes;
    if (!v->align)
        v->align = (unsigned)v->size;
    while (ptx_accept(p, '[')) {
        size_t n = ptx_is(p, ']') ? 0 : (size_t)ptx_int(p);
        if (__builtin_mul_overflow(v->size, n, &v->size) || v->size > most_bytes(space))
            ptx_fail(&p->x, p->x.tok.line, "%s is more than a GPU supports", v->name);
        ptx_expect(p, ']');
    }
    if (ptx_accept(p, '=')) {
        v->init = kp_alloc(p->m->arena, v->size + 8);
        initialiser(p, v, &at, bits / 8);
    }
    return v;
}
