#include "rule/asm_made.h"
#include "rule/ini.h"
#include "rule/ptx.h"
#include "rule/rules.h"

#include <ctype.h>
#include <stdio.h>

enum space { SPACE_SHARED = 1, SPACE_GLOBAL = 2, SPACE_GENERIC = 3 };

/* One line of asm.ini. */
struct opcode {
    unsigned reads, writes; /* enum space */
    bool is_atomic, makes_address, tells_block, is_barrier, is_partial_barrier, takes_carry;
    unsigned control;
    enum kp_async_kind async;
    bool waits_for_all;
};

struct reading {
    struct kp_rules *rules;
    struct kp_layer *layer;
};

static unsigned space_of(const char *name)
{
    if (kp_streq(name, "shared"))
        return SPACE_SHARED;
    if (kp_streq(name, "global"))
        return SPACE_GLOBAL;
    return kp_streq(name, "generic") ? SPACE_GENERIC : 0;
}

static bool memory_word(struct opcode *op, const char *word, const char *operand)
{
    unsigned space = space_of(operand);

    if (kp_streq(word, "read") || kp_streq(word, "atomic"))
        op->reads |= space;
    if (kp_streq(word, "write") || kp_streq(word, "atomic"))
        op->writes |= space;
    op->is_atomic |= kp_streq(word, "atomic");
    return space && (op->reads || op->writes);
}

static bool async_word(struct opcode *op, const char *word)
{
    static const struct {
        const char *word;
        enum kp_async_kind kind;
    } table[] = {{"async-copy", KP_ASYNC_COPY},
                 {"async-commit", KP_ASYNC_COMMIT},
                 {"async-wait", KP_ASYNC_WAIT},
                 {"async-wait-all", KP_ASYNC_WAIT}};

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (kp_streq(word, table[i].word)) {
            op->async = table[i].kind;
            op->waits_for_all = kp_streq(word, "async-wait-all");
            op->control |= KP_CTL_ASYNC;
            return true;
        }
    return false;
}

static bool effect_word(void *to, const char *word, const char *operand, const char **error)
{
    struct opcode *op = to;
    unsigned control = kp_effect_control(word);

    (void)error;
    if (*operand)
        return memory_word(op, word, operand);
    if (async_word(op, word))
        return true;
    op->control |= control;
    op->makes_address |= kp_streq(word, "address");
    op->tells_block |= kp_streq(word, "which-block");
    op->is_barrier |= kp_streq(word, "barrier");
    op->is_partial_barrier |= kp_streq(word, "partial-barrier");
    op->takes_carry |= kp_streq(word, "carry");
    return control || op->makes_address || op->tells_block || op->is_barrier ||
           op->is_partial_barrier || op->takes_carry || kp_streq(word, "pure");
}

static bool read_line(void *user, const char *section, const char *name, const char *value,
                      const char **error)
{
    struct reading *r = user;
    struct kp_arena *a = r->rules->arena;
    struct opcode *op;

    (void)section;
    if (kp_streq(name, "unknown"))
        return kp_rule_list_add(a, &r->layer->opcodes, value, NULL, error);
    op = kp_new(a, struct opcode);
    return kp_effect_parse(a, name, effect_word, op, error) &&
           kp_rule_list_add(a, &r->layer->opcodes, value, op, error);
}

bool kp_asm_read(struct kp_rules *r, struct kp_layer *to, const char *file, const char *text,
                 const char **error)
{
    struct reading reading = {.rules = r, .layer = to};

    return kp_ini_read(r->arena, file, text, read_line, &reading, error);
}

/* ---- questions --------------------------------------------------------------------------- */

/* The line for an opcode: a pattern, else the longest run of leading parts. */
static const struct opcode *find(const struct kp_rules *r, const char *opcode)
{
    for (int i = 1; i >= 0; i--) {
        const struct kp_rule_list *list = &r->layer[i].opcodes;
        const struct kp_rule_entry *e = kp_rule_list_pattern(list, opcode);

        for (size_t n = strlen(opcode); !e && n > 0; n--)
            if (!opcode[n] || opcode[n] == '.')
                e = kp_rule_list_name(list, opcode, n);
        if (e)
            return e->rule;
    }
    return NULL;
}

/* The bits of the operands that stand in [brackets]; all of them when an address is something else,
 * a register that the asm declares for instance. */
static unsigned address_operands(const char *operands)
{
    unsigned bits = 0;
    bool inside = false, named = false;

    for (const char *p = operands; *p; p++) {
        if (*p == '[') {
            inside = true;
            named = false;
        } else if (*p == ']') {
            if (inside && !named)
                return ~0u;
            inside = false;
        } else if (inside && *p == '%' && isdigit((unsigned char)p[1])) {
            unsigned n = 0;

            for (p++; isdigit((unsigned char)*p) && n < 100; p++)
                n = n * 10 + (unsigned)(*p - '0');
            p--;
            if (n > 30)
                return ~0u;
            bits |= 1u << n;
            named = true;
        } else if (inside && (isalpha((unsigned char)*p) || *p == '_' || *p == '$' || *p == '%')) {
            return ~0u;
        }
    }
    return bits ? bits : ~0u;
}

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* With the %= that makes a label unique. */
static size_t name_length(const char *p)
{
    size_t n = 0;

    while (is_name(p[n]) || (p[n] == '%' && p[n + 1] == '='))
        n += p[n] == '%' ? 2 : 1;
    return n;
}

/* True if the asm itself declares it, as a register or a label. `%r<8>` declares %r0 to %r7; a
 * register is named without its %. */
static bool is_declared(const char *declared, const char *name, size_t n)
{
    size_t length, base = n, next;

    while (base && isdigit((unsigned char)name[base - 1]))
        base--;
    for (const char *p = declared; *p; p += length ? length : 1) {
        length = name_length(p);
        if (!length || (p > declared && p[-1] == '.')) /* a type */
            continue;
        next = length + strspn(p + length, " ");
        if (length == (p[next] == '<' ? base : n) && strncmp(p, name, length) == 0 &&
            (length < n || p[next] != '<'))
            return true;
    }
    return false;
}

/* True if each name among the operands is a register or a label of the asm's own. Any other is a
 * symbol: a variable or function of the program, whose memory no operand shows. */
static bool names_own(const char *declared, const char *operands)
{
    for (const char *p = operands; *p;) {
        size_t n = name_length(p);
        bool special = p > operands && (p[-1] == '%' || p[-1] == '.'); /* or %0, or .x */
        bool is_other = special || isdigit((unsigned char)*p) || (n == 1 && *p == '_') ||
                        (n == 7 && strncmp(p, "WARP_SZ", n) == 0);

        if (n && !is_other && !is_declared(declared, p, n))
            return false;
        p += n ? n : 1;
    }
    return true;
}

/* The special registers (%%clock) that the operands name: false when one is not known. */
static bool special_registers(const struct kp_rules *r, const char *declared, const char *operands,
                              struct kp_asm_rule *out)
{
    for (const char *p = operands; (p = strchr(p, '%')); p++) {
        const struct opcode *op;
        char name[64];
        size_t n = 1;

        if (!isalpha((unsigned char)p[1])) /* an operand, or the first of %% */
            continue;
        while (is_name(p[n]))
            n++;
        if (n >= sizeof name)
            return false;
        memcpy(name, p, n);
        name[n] = '\0';
        if (is_declared(declared, name + 1, n - 1))
            continue;
        op = find(r, name);
        if (!op)
            return false;
        out->control |= op->control;
        out->tells_block |= op->tells_block;
    }
    return true;
}

/* `bar.sync 0` with nothing else is the whole block's barrier. */
static bool is_full_barrier(const struct kp_ptx_insn *i)
{
    const char *p = i->operands;

    while (isspace((unsigned char)*p))
        p++;
    if (i->predicated || *p++ != '0')
        return false;
    while (isspace((unsigned char)*p))
        p++;
    return !*p;
}

/* `16` or `%2` at the begin of the text. */
static bool number_at(const char *text, struct kp_async_rule *out)
{
    int end = 0;

    out->operand = -1;
    if (sscanf(text, " %%%2d %n", &out->operand, &end) != 1 &&
        sscanf(text, " %3d %n", &out->number, &end) != 1)
        return false;
    return end && (!text[end] || text[end] == ',');
}

/* The operands of one part of an asynchronous copy, where they are of the plain form. */
static void read_async(const struct opcode *op, const struct kp_ptx_insn *i,
                       struct kp_asm_rule *out)
{
    struct kp_async_rule a = {.kind = op->async, .operand = -1, .waits_for_all = op->waits_for_all};
    int end = 0;

    if (i->predicated)
        return;
    if (a.kind == KP_ASYNC_COPY) {
        if (sscanf(i->operands, " [ %%%2d ] , [ %%%2d ] , %n", &a.to, &a.from, &end) != 2 || !end ||
            a.to < 0 || a.from < 0 || a.to > 30 || a.from > 30 || !number_at(i->operands + end, &a))
            return;
        out->write |= 1u << a.to;
        out->read |= 1u << a.from;
        out->writes_shared = out->reads_global = true;
    } else if (a.kind == KP_ASYNC_WAIT && !a.waits_for_all && !number_at(i->operands, &a))
        return;
    out->async = a;
}

/* True if one of the first `n` instructions sets the carry flag, whatever else happens. */
static bool has_carry(const struct kp_inline_ptx *ptx, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const char *cc = strstr(ptx->insns.v[i].opcode, ".cc");

        if (kp_starts_with(ptx->insns.v[i].opcode, "bra"))
            return false;
        if (!ptx->insns.v[i].predicated && cc && (!cc[3] || cc[3] == '.'))
            return true;
    }
    return false;
}

static bool add_insn(const struct kp_rules *r, const struct kp_inline_ptx *ptx, size_t at,
                     struct kp_asm_touch *touch, struct kp_asm_rule *out)
{
    const struct kp_ptx_insn *i = &ptx->insns.v[at];
    const struct opcode *op = find(r, i->opcode);
    unsigned operands = op && (op->reads || op->writes) ? address_operands(i->operands) : 0;

    if (!op || (op->takes_carry && !has_carry(ptx, at)))
        return false;
    *touch = (struct kp_asm_touch){.memory = op->reads || op->writes, .loads = op->reads};
    out->read |= op->reads ? operands : 0;
    out->write |= op->writes ? operands : 0;
    out->reads_shared |= (op->reads & SPACE_SHARED) != 0;
    out->writes_shared |= (op->writes & SPACE_SHARED) != 0;
    out->reads_global |= (op->reads & SPACE_GLOBAL) != 0;
    out->writes_global |= (op->writes & SPACE_GLOBAL) != 0;
    out->is_atomic |= op->is_atomic;
    out->reads_again |= op->reads && !strstr(i->opcode, ".nc");
    out->makes_address |= op->makes_address;
    out->control |= op->control;
    if (op->async)
        read_async(op, i, out);
    if (op->is_barrier && is_full_barrier(i))
        out->is_barrier = true;
    else if (op->is_barrier || op->is_partial_barrier)
        out->is_partial_barrier = true;
    if (!special_registers(r, ptx->declared, i->operands, out))
        return false;
    out->names_symbol |= !names_own(ptx->declared, i->operands);
    return true;
}

/* Of the asm's own registers: no operand, which an address may be. */
static bool writes_operand(const struct kp_ptx_insn *i)
{
    const char *p = i->operands + strspn(i->operands, " \t\n\r");

    return *p == '{' || (*p == '%' && isdigit((unsigned char)p[1]));
}

/* True if one part of an asynchronous copy is in it and nothing else but arithmetic in registers of
 * its own, a predicate for the zero fill, say. */
static bool is_beside_arithmetic(const struct kp_rules *r, const struct kp_inline_ptx *ptx)
{
    size_t parts = 0;

    for (size_t k = 0; k < ptx->insns.n; k++) {
        const struct opcode *op = find(r, ptx->insns.v[k].opcode);

        if (!op)
            return false;
        if (op->async)
            parts++;
        else if (op->reads || op->writes || op->control || op->is_barrier ||
                 op->is_partial_barrier || op->makes_address || op->takes_carry ||
                 kp_starts_with(ptx->insns.v[k].opcode, "bra") || writes_operand(&ptx->insns.v[k]))
            return false;
    }
    return parts == 1;
}

bool kp_rule_asm(const struct kp_rules *r, const char *text, struct kp_asm_rule *out)
{
    struct kp_arena *scratch = kp_arena_new();
    struct kp_asm_touch *touches;
    struct kp_inline_ptx ptx;
    bool known;

    *out = (struct kp_asm_rule){0};
    kp_ptx_read(scratch, text, &ptx);
    touches = kp_new_array(scratch, struct kp_asm_touch, ptx.insns.n + 1);
    known = !ptx.has_other;
    for (size_t i = 0; i < ptx.insns.n; i++)
        known = known && add_insn(r, &ptx, i, &touches[i], out);
    out->branches = ptx.has_other;
    for (size_t i = 0; i < ptx.insns.n; i++)
        out->branches |= kp_starts_with(ptx.insns.v[i].opcode, "br") ||
                         kp_starts_with(ptx.insns.v[i].opcode, "call");
    out->names_symbol &= known;
    known = known && !out->names_symbol;
    kp_asm_made(scratch, &ptx, touches, out);
    if (ptx.has_label || ptx.has_bare_reg)
        out->control |= KP_CTL_ASM_LABEL;
    if (ptx.has_label || ptx.has_bare_reg || !is_beside_arithmetic(r, &ptx))
        out->async.kind = KP_ASYNC_NONE;
    if (out->is_barrier && ptx.insns.n > 1) {
        out->is_barrier = false;
        out->is_partial_barrier = true;
    }
    if (out->is_barrier || out->is_partial_barrier)
        out->control |= KP_CTL_BARRIER;
    kp_arena_free(scratch);
    return known;
}
