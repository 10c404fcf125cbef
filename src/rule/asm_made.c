/* What the addresses in an asm are made of: its operands, or something else, such as what one of
 * its instructions has loaded. Registers go by their names, whatever block declares them, and keep
 * all that any instruction puts into them. */
#include "rule/asm_made.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct made_register {
    const char *name; /* "%2", "addr" */
    size_t n;
    struct kp_asm_address of;
};

struct made {
    struct kp_arena *arena;
    KP_VEC(struct made_register) registers;
    bool grew;
};

static struct made_register *find(struct made *m, const char *name, size_t n)
{
    struct made_register r = {.name = name, .n = n};

    for (size_t i = 0; i < m->registers.n; i++)
        if (m->registers.v[i].n == n && strncmp(m->registers.v[i].name, name, n) == 0)
            return &m->registers.v[i];
    if (*name == '%') { /* an operand */
        unsigned long k = strtoul(name + 1, NULL, 10);

        r.of = (struct kp_asm_address){.from = k < 31 ? 1u << k : 0, .other = k >= 31};
    }
    kp_push(m->arena, &m->registers, r);
    return &m->registers.v[m->registers.n - 1];
}

/* The next operand or register in front of `end`; NULL: none. */
static const char *next_name(const char *p, const char *end, size_t *n)
{
    for (; p < end; p += *n ? *n : 1) {
        bool is_operand = *p == '%' && isdigit((unsigned char)p[1]);

        for (*n = is_operand; p + *n < end && (isalnum((unsigned char)p[*n]) || p[*n] == '_' ||
                                               p[*n] == '$' || p[*n] == '.');)
            ++*n;
        if (is_operand || (*n && !isdigit((unsigned char)*p) && *p != '.'))
            return p;
    }
    return NULL;
}

static struct kp_asm_address made_of(struct made *m, const char *p, const char *end)
{
    struct kp_asm_address all = {0};
    size_t n;

    for (; (p = next_name(p, end, &n)); p += n) {
        const struct made_register *r = find(m, p, n);

        all.from |= r->of.from;
        all.other |= r->of.other;
    }
    return all;
}

static void put(struct made *m, const char *p, const char *end, struct kp_asm_address what)
{
    size_t n;

    for (; (p = next_name(p, end, &n)); p += n) {
        struct made_register *r = find(m, p, n);
        struct kp_asm_address was = r->of;

        r->of.from |= what.from;
        r->of.other |= what.other;
        m->grew |= r->of.from != was.from || r->of.other != was.other;
    }
}

/* The comma behind the first operand, or the end. */
static const char *behind_first(const char *p)
{
    int depth = 0;

    for (; *p && (*p != ',' || depth); p++)
        depth += (*p == '{' || *p == '[') - (*p == '}' || *p == ']');
    return p;
}

static void follow(struct made *m, const struct kp_ptx_insn *i, bool loads)
{
    const char *first = i->operands, *rest = behind_first(first);

    while (isspace((unsigned char)*first))
        first++;
    if (*first == '[') /* a store: it sets no register */
        return;
    put(m, first, rest,
        loads ? (struct kp_asm_address){.other = true} : made_of(m, rest, rest + strlen(rest)));
}

static void add_addresses(struct made *m, const struct kp_ptx_insn *i, struct kp_asm_rule *out)
{
    const char *end;

    for (const char *p = i->operands; (p = strchr(p, '[')); p = end) {
        struct kp_asm_address a;

        end = p + strcspn(p, "]");
        a = made_of(m, p, end);
        a.other |= !a.from;
        if (out->n_addresses < KP_ASM_ADDRESSES)
            out->address[out->n_addresses++] = a;
        else
            out->address[0].other = true;
    }
}

void kp_asm_made(struct kp_arena *a, const struct kp_inline_ptx *ptx,
                 const struct kp_asm_touch *touches, struct kp_asm_rule *out)
{
    struct made m = {.arena = a, .grew = true};

    while (m.grew) {
        m.grew = false;
        for (size_t i = 0; i < ptx->insns.n; i++)
            follow(&m, &ptx->insns.v[i], touches[i].loads);
    }
    for (size_t i = 0; i < ptx->insns.n; i++)
        if (touches[i].memory)
            add_addresses(&m, &ptx->insns.v[i], out);
}
