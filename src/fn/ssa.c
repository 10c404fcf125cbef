/* Values, blocks and variables: SSA form on the fly (Braun et al., CC 2013). */
#include "fn/build.h"
#include "front/number.h"
#include "front/tree.h"

enum { ENTRY = 1 }; /* block */

/* ---- values ---- */

kp_val kp_fn_add(struct kp_fn_builder *b, enum kp_fn_op op, struct kp_fn_type type, unsigned n,
                 const kp_val *operands)
{
    struct kp_fn *fn = b->fn;
    struct kp_value v = {.op = op, .type = type, .block = b->block, .n_operands = n};
    kp_val id = (kp_val)fn->values.n;

    v.node = b->node;
    v.site = b->frame ? b->frame->site : NULL;
    if (n) {
        v.operand = kp_new_array(b->arena, kp_val, n);
        memcpy(v.operand, operands, n * sizeof *operands);
    }
    if (fn->values.n > KP_FN_MAX_VALUES && !fn->unknown)
        fn->unknown = "the function is too large";
    kp_push(b->arena, &fn->values, v);
    if (b->block)
        kp_push(b->arena, &fn->blocks.v[b->block].values, id);
    return id;
}

kp_val kp_fn_const(struct kp_fn_builder *b, int64_t value, struct kp_fn_type type)
{
    kp_val v = kp_fn_add(b, KP_FN_CONST, type, 0, NULL);

    b->fn->values.v[v].imm = kp_fn_wrap(value, type);
    return v;
}

kp_val kp_fn_unknown(struct kp_fn_builder *b, struct kp_fn_type type, const char *why)
{
    kp_val v = kp_fn_add(b, KP_FN_UNKNOWN, type, 0, NULL);

    b->fn->values.v[v].text = why;
    return v;
}

bool kp_fn_compute(enum kp_fn_op op, struct kp_fn_type of, int64_t x, int64_t y, int64_t *out)
{
    static const enum kp_op operators[] = {
        [KP_FN_ADD] = KP_OP_ADD, [KP_FN_SUB] = KP_OP_SUB, [KP_FN_MUL] = KP_OP_MUL,
        [KP_FN_DIV] = KP_OP_DIV, [KP_FN_REM] = KP_OP_REM, [KP_FN_AND] = KP_OP_AND,
        [KP_FN_OR] = KP_OP_OR,   [KP_FN_XOR] = KP_OP_XOR, [KP_FN_SHL] = KP_OP_SHL,
        [KP_FN_SHR] = KP_OP_SHR, [KP_FN_LT] = KP_OP_LT,   [KP_FN_LE] = KP_OP_LE,
        [KP_FN_GT] = KP_OP_GT,   [KP_FN_GE] = KP_OP_GE,   [KP_FN_EQ] = KP_OP_EQ,
        [KP_FN_NE] = KP_OP_NE,
    };
    bool is_unsigned = of.kind != KP_FN_INT, is_less;

    if (op == KP_FN_MIN || op == KP_FN_MAX) {
        is_less = is_unsigned ? (uint64_t)x < (uint64_t)y : x < y;
        *out = is_less == (op == KP_FN_MIN) ? x : y;
        return true;
    }
    return op >= KP_FN_ADD && op <= KP_FN_NE &&
           kp_compute(operators[op], is_unsigned, of.bytes, x, y, out);
}

kp_val kp_fn_binary(struct kp_fn_builder *b, enum kp_fn_op op, struct kp_fn_type type, kp_val left,
                    kp_val right)
{
    struct kp_fn_type of = kp_fn_value(b->fn, left)->type;
    bool is_number = kp_fn_is_number(of) && kp_fn_is_number(kp_fn_value(b->fn, right)->type);
    int64_t x, y, folded;

    if (kp_fn_is_const(b->fn, right, &y) && kp_fn_is_number(kp_fn_value(b->fn, right)->type)) {
        if (is_number && kp_fn_is_const(b->fn, left, &x) && kp_fn_compute(op, of, x, y, &folded))
            return kp_fn_const(b, folded, type);
        if (y == 0 && (op == KP_FN_ADD || op == KP_FN_SUB) && of.kind != KP_FN_FLOAT)
            return left;
        if (y == 1 && (op == KP_FN_MUL || op == KP_FN_DIV) && is_number)
            return left;
    }
    return kp_fn_add(b, op, type, 2, (kp_val[]){left, right});
}

kp_val kp_fn_convert(struct kp_fn_builder *b, kp_val v, struct kp_fn_type type)
{
    struct kp_fn_type from = kp_fn_value(b->fn, v)->type;
    int64_t x;

    if ((from.kind == type.kind && from.bytes == type.bytes) || type.kind == KP_FN_VOID)
        return v;
    if (kp_fn_is_const(b->fn, v, &x) && kp_fn_is_number(from) && kp_fn_is_number(type))
        return kp_fn_const(b, x, type);
    if (type.kind == KP_FN_BOOL && from.kind != KP_FN_RECORD)
        return kp_fn_add(b, KP_FN_NE, type, 2, (kp_val[]){v, kp_fn_const(b, 0, from)});
    return kp_fn_add(b, KP_FN_CAST, type, 1, &v);
}

kp_val kp_fn_promise_aligned(struct kp_fn_builder *b, kp_val address, int64_t align)
{
    struct kp_value *v = &b->fn->values.v[kp_fn_find(b->fn, address)];

    if (align > v->promised)
        v->promised = align;
    return address;
}

kp_val kp_fn_promise(struct kp_fn_builder *b, kp_val address, const struct kp_type *t)
{
    bool is_address = t && (t->kind == KP_TYPE_POINTER || t->kind == KP_TYPE_REFERENCE);

    if (is_address && t->elem)
        kp_fn_promise_aligned(b, address, t->elem->align);
    return address;
}

kp_val kp_fn_extract(struct kp_fn_builder *b, kp_val record, int64_t offset, struct kp_fn_type type)
{
    kp_val v;

    for (;;) {
        const struct kp_value *r = kp_fn_value(b->fn, record);
        const struct kp_value *part;

        if (r->op != KP_FN_INSERT)
            break;
        part = kp_fn_value(b->fn, r->operand[1]);
        if (r->imm == offset && part->type.kind == type.kind && part->type.bytes == type.bytes)
            return kp_fn_find(b->fn, r->operand[1]);
        if (r->imm <= offset && offset + type.bytes <= r->imm + part->type.bytes &&
            part->type.kind == KP_FN_RECORD) {
            offset -= r->imm;
            record = r->operand[1];
            continue;
        }
        if (r->imm < offset + type.bytes && offset < r->imm + part->type.bytes)
            break;
        record = r->operand[0];
    }
    if (offset == 0 && kp_fn_value(b->fn, record)->type.kind == type.kind &&
        kp_fn_value(b->fn, record)->type.bytes == type.bytes)
        return record;
    v = kp_fn_add(b, KP_FN_EXTRACT, type, 1, &record);
    b->fn->values.v[v].imm = offset;
    return v;
}

kp_val kp_fn_insert(struct kp_fn_builder *b, kp_val record, int64_t offset, kp_val value)
{
    kp_val v =
        kp_fn_add(b, KP_FN_INSERT, kp_fn_value(b->fn, record)->type, 2, (kp_val[]){record, value});

    b->fn->values.v[v].imm = offset;
    return v;
}

/* ---- blocks ---- */

uint32_t kp_fn_new_block(struct kp_fn_builder *b, uint32_t loop, uint32_t guard)
{
    struct kp_fn_block k = {.loop = loop, .guard = guard};
    struct kp_open_phis none = {0};

    kp_push(b->arena, &b->fn->blocks, k);
    kp_push(b->arena, &b->sealed, false);
    kp_push(b->arena, &b->open, none);
    return (uint32_t)b->fn->blocks.n - 1;
}

void kp_fn_edge(struct kp_fn_builder *b, uint32_t from, uint32_t to)
{
    struct kp_fn_block *k;

    if (!from)
        return;
    kp_push(b->arena, &b->fn->blocks.v[to].preds, from);
    k = &b->fn->blocks.v[from];
    if (!k->successor[0])
        k->successor[0] = to;
    else
        k->successor[1] = to;
}

void kp_fn_edge_of_switch(struct kp_fn_builder *b, uint32_t from, uint32_t to)
{
    if (from)
        kp_push(b->arena, &b->fn->blocks.v[to].preds, from);
}

uint32_t kp_fn_guard_here(const struct kp_fn_builder *b)
{
    return b->block ? b->fn->blocks.v[b->block].guard : 0;
}

uint32_t kp_fn_loop_here(const struct kp_fn_builder *b)
{
    return b->block ? b->fn->blocks.v[b->block].loop : 0;
}

uint32_t kp_fn_new_guard(struct kp_fn_builder *b, kp_val condition, bool negated)
{
    struct kp_fn_guard g = {kp_fn_guard_here(b), condition, negated, KP_NO_VAL};

    kp_push(b->arena, &b->fn->guards, g);
    return (uint32_t)b->fn->guards.n - 1;
}

/* ---- variables ---- */

static struct kp_def *slot_of(struct kp_fn_builder *b, uint32_t block, kp_var var)
{
    size_t i = ((size_t)block * 0x9E3779B1u ^ (size_t)var * 0x85EBCA77u) & (b->cap_defs - 1);

    while (b->defs[i].block && (b->defs[i].block != block || b->defs[i].var != var))
        i = (i + 1) & (b->cap_defs - 1);
    return &b->defs[i];
}

static void grow_defs(struct kp_fn_builder *b)
{
    struct kp_def *old = b->defs;
    size_t n = b->cap_defs;

    b->cap_defs = n ? 2 * n : 1024;
    b->defs = kp_new_array(b->arena, struct kp_def, b->cap_defs);
    for (size_t i = 0; i < n; i++)
        if (old[i].block)
            *slot_of(b, old[i].block, old[i].var) = old[i];
}

static void write_in(struct kp_fn_builder *b, uint32_t block, kp_var var, kp_val val)
{
    struct kp_def *d;

    if (2 * (b->n_defs + 1) > b->cap_defs)
        grow_defs(b);
    d = slot_of(b, block, var);
    b->n_defs += !d->block;
    *d = (struct kp_def){block, var, val};
}

kp_var kp_fn_new_var(struct kp_fn_builder *b, struct kp_fn_type type, const void *key)
{
    kp_push(b->arena, &b->vars, type);
    kp_push(b->arena, &b->keys, key);
    kp_push(b->arena, &b->named, NULL);
    kp_push(b->arena, &b->exposed, false);
    return (kp_var)b->vars.n - 1;
}

void kp_fn_write_var(struct kp_fn_builder *b, kp_var var, kp_val val)
{
    if (b->block)
        write_in(b, b->block, var, val);
}

/* Values of a block that is not the current one: phis stand first, before what it has. */
static kp_val add_in_front(struct kp_fn_builder *b, enum kp_fn_op op, uint32_t block,
                           struct kp_fn_type type)
{
    uint32_t here = b->block;
    const struct kp_node *node = b->node;
    struct kp_fn_block *k;
    kp_val v;

    b->block = 0;
    b->node = NULL;
    v = kp_fn_add(b, op, type, 0, NULL);
    b->block = here;
    b->node = node;
    b->fn->values.v[v].block = block;
    k = &b->fn->blocks.v[block];
    kp_push(b->arena, &k->values, v);
    memmove(k->values.v + 1, k->values.v, (k->values.n - 1) * sizeof *k->values.v);
    k->values.v[0] = v;
    return v;
}

kp_val kp_fn_given(struct kp_fn_builder *b, const char *text, struct kp_fn_type type)
{
    struct kp_fn *fn = b->fn;
    kp_val v;

    for (v = 1; v < fn->values.n; v++)
        if (fn->values.v[v].op == KP_FN_GIVEN && kp_streq(fn->values.v[v].text, text))
            return v;
    v = add_in_front(b, KP_FN_GIVEN, ENTRY, type);
    fn->values.v[v].text = text;
    return v;
}

kp_val kp_fn_given_size(struct kp_fn_builder *b, const struct kp_type *t)
{
    const char *name = t ? t->spelling : NULL;
    kp_val v;

    if (!b->fn->is_pattern || !name || t->kind != KP_TYPE_DEPENDENT || !t->decl ||
        t->decl->kind != KP_SYM_TYPE)
        return KP_NO_VAL;
    if (kp_starts_with(name, "const "))
        name += strlen("const ");
    if (!kp_streq(name, t->decl->name))
        return KP_NO_VAL;
    v = kp_fn_given(b, kp_sprintf(b->arena, "sizeof(%s)", name),
                    (struct kp_fn_type){KP_FN_UINT, 8});
    b->fn->values.v[v].imm = true;
    return v;
}

static kp_val read_in(struct kp_fn_builder *b, uint32_t block, kp_var var);

static void fill_phi(struct kp_fn_builder *b, kp_val phi, kp_var var)
{
    uint32_t block = b->fn->values.v[phi].block;
    size_t n = b->fn->blocks.v[block].preds.n;
    kp_val *operands = kp_new_array(b->arena, kp_val, n ? n : 1), same = KP_NO_VAL;
    bool trivial = true;

    for (size_t i = 0; i < n; i++) {
        operands[i] = read_in(b, b->fn->blocks.v[block].preds.v[i], var);
        if (operands[i] == phi || operands[i] == same)
            continue;
        trivial = trivial && same == KP_NO_VAL;
        same = operands[i];
    }
    b->fn->values.v[phi].operand = operands;
    b->fn->values.v[phi].n_operands = (uint32_t)n;
    if (trivial && same != KP_NO_VAL)
        b->fn->values.v[phi].same_as = same;
}

static kp_val read_in(struct kp_fn_builder *b, uint32_t block, kp_var var)
{
    struct kp_fn_block *k = &b->fn->blocks.v[block];
    struct kp_def *d;
    kp_val v;

    if (!b->cap_defs)
        grow_defs(b);
    d = slot_of(b, block, var);
    if (d->block)
        return kp_fn_find(b->fn, d->val);
    if (!b->sealed.v[block]) {
        struct kp_open_phi open;

        v = add_in_front(b, KP_FN_PHI, block, b->vars.v[var]);
        open = (struct kp_open_phi){v, var};
        kp_push(b->arena, &b->open.v[block], open);
    } else if (k->preds.n == 1) {
        v = read_in(b, k->preds.v[0], var);
    } else if (k->preds.n == 0) {
        v = add_in_front(b, KP_FN_UNDEF, block, b->vars.v[var]);
    } else {
        v = add_in_front(b, KP_FN_PHI, block, b->vars.v[var]);
        write_in(b, block, var, v);
        fill_phi(b, v, var);
        v = kp_fn_find(b->fn, v);
    }
    write_in(b, block, var, v);
    return v;
}

kp_val kp_fn_read_var(struct kp_fn_builder *b, kp_var var)
{
    if (!b->block)
        return kp_fn_add(b, KP_FN_UNDEF, b->vars.v[var], 0, NULL);
    if (b->exposed.v[var])
        return kp_fn_unknown(b, b->vars.v[var], "a variable that unknown code has");
    return read_in(b, b->block, var);
}

void kp_fn_seal(struct kp_fn_builder *b, uint32_t block)
{
    struct kp_open_phis open = b->open.v[block];

    b->sealed.v[block] = true;
    for (size_t i = 0; i < open.n; i++)
        fill_phi(b, open.v[i].phi, open.v[i].var);
}

/* ---- after the last one ---- */

kp_val kp_fn_find(const struct kp_fn *fn, kp_val v)
{
    while (fn->values.v[v].same_as)
        v = fn->values.v[v].same_as;
    return v;
}

kp_val kp_fn_operand(const struct kp_fn *fn, const struct kp_value *v, unsigned i)
{
    return i < v->n_operands ? kp_fn_find(fn, v->operand[i]) : KP_NO_VAL;
}

bool kp_fn_is_const(const struct kp_fn *fn, kp_val v, int64_t *value)
{
    const struct kp_value *x = kp_fn_value(fn, v);

    *value = x->imm;
    return v && x->op == KP_FN_CONST && x->type.kind != KP_FN_RECORD;
}

uint32_t kp_fn_loop_at(const struct kp_fn *fn, const struct kp_node *loop)
{
    for (uint32_t i = 1; !fn->unknown && i < fn->loops.n; i++)
        if (!fn->loops.v[i].site && kp_node_as_written(fn->loops.v[i].node) == loop)
            return i;
    return 0;
}

bool kp_fn_is_header_phi(const struct kp_fn *fn, const struct kp_value *v)
{
    uint32_t loop = fn->blocks.v[v->block].loop;

    return v->op == KP_FN_PHI && loop && fn->loops.v[loop].header == v->block;
}

unsigned kp_fn_header_phis(const struct kp_fn *fn, uint32_t loop, kp_val phi[KP_FN_MAX_PHIS])
{
    const struct kp_fn_block *k = &fn->blocks.v[fn->loops.v[loop].header];
    unsigned n = 0;

    for (size_t i = 0; i < k->values.n && n < KP_FN_MAX_PHIS; i++) {
        const struct kp_value *v = &fn->values.v[k->values.v[i]];

        if (v->op == KP_FN_PHI && v->n_operands == 2 &&
            (kp_fn_is_number(v->type) || v->type.kind == KP_FN_POINTER))
            phi[n++] = k->values.v[i];
    }
    return n;
}

bool kp_fn_in_loop(const struct kp_fn *fn, uint32_t inner, uint32_t outer)
{
    while (inner && inner != outer)
        inner = fn->loops.v[inner].outer;
    return inner == outer;
}

/* The one value that a phi's operands are, itself aside; NONE when there are several. */
static kp_val only_operand(const struct kp_fn *fn, kp_val phi)
{
    const struct kp_value *v = &fn->values.v[phi];
    kp_val same = KP_NO_VAL;

    for (unsigned i = 0; i < v->n_operands; i++) {
        kp_val o = kp_fn_operand(fn, v, i);

        if (o == phi || o == same)
            continue;
        if (same)
            return KP_NO_VAL;
        same = o;
    }
    return same;
}

void kp_fn_drop_trivial(struct kp_fn_builder *b)
{
    struct kp_fn *fn = b->fn;
    bool again = true;

    while (again) {
        again = false;
        for (kp_val v = 1; v < fn->values.n; v++)
            if (fn->values.v[v].op == KP_FN_PHI && !fn->values.v[v].same_as) {
                fn->values.v[v].same_as = only_operand(fn, v);
                again = again || fn->values.v[v].same_as;
            }
    }
    for (uint32_t k = 1; k < fn->blocks.n; k++) {
        struct kp_fn_block *block = &fn->blocks.v[k];
        size_t n = 0;

        for (size_t i = 0; i < block->values.n; i++)
            if (!fn->values.v[block->values.v[i]].same_as)
                block->values.v[n++] = block->values.v[i];
        block->values.n = n;
    }
}
