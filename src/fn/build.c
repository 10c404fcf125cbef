/* A function's IR: its parameters, its body, and what its nodes became. */
#include "fn/build.h"

#include "front/tree.h"

/* ---- what nodes became ---- */

struct kp_fn_entry {
    const struct kp_node *node;
    kp_val value, address;
    bool several_values, several_addresses;
    uint32_t block; /* where it was lowered last */
};

struct kp_fn_names {
    struct kp_fn_entry *entry; /* open hash table */
    size_t n, cap;
};

static struct kp_fn_entry *entry_of(const struct kp_fn_names *names, const struct kp_node *n)
{
    size_t i = ((uintptr_t)n >> 4) * 0x9E3779B1u & (names->cap - 1);

    while (names->entry[i].node && names->entry[i].node != n)
        i = (i + 1) & (names->cap - 1);
    return &names->entry[i];
}

static void grow_names(struct kp_arena *a, struct kp_fn_names *names)
{
    struct kp_fn_names old = *names;

    names->cap = old.cap ? 2 * old.cap : 512;
    names->entry = kp_new_array(a, struct kp_fn_entry, names->cap);
    for (size_t i = 0; i < old.cap; i++)
        if (old.entry[i].node)
            *entry_of(names, old.entry[i].node) = old.entry[i];
}

void kp_fn_name(struct kp_fn_builder *b, const struct kp_node *n, kp_val v, bool is_address)
{
    struct kp_fn_names *names = b->fn->names;
    struct kp_fn_entry *e;

    if (b->frame->site || !b->block)
        return;
    n = kp_node_as_written(n);
    if (2 * (names->n + 1) > names->cap)
        grow_names(b->arena, names);
    e = entry_of(names, n);
    names->n += !e->node;
    e->node = n;
    e->block = b->block;
    if (is_address) {
        e->several_addresses = e->several_addresses || (e->address && e->address != v);
        e->address = v;
    } else {
        e->several_values = e->several_values || (e->value && e->value != v);
        e->value = v;
    }
}

kp_val kp_fn_value_of(const struct kp_fn *fn, const struct kp_node *n)
{
    const struct kp_fn_entry *e = fn->names->cap ? entry_of(fn->names, n) : NULL;

    return e && e->node && !e->several_values ? kp_fn_find(fn, e->value) : KP_NO_VAL;
}

kp_val kp_fn_address_of(const struct kp_fn *fn, const struct kp_node *n)
{
    const struct kp_fn_entry *e = fn->names->cap ? entry_of(fn->names, n) : NULL;

    return e && e->node && !e->several_addresses ? kp_fn_find(fn, e->address) : KP_NO_VAL;
}

uint32_t kp_fn_block_of(const struct kp_fn *fn, const struct kp_node *n)
{
    return fn->names->cap ? entry_of(fn->names, n)->block : 0;
}

struct kp_fn_touch kp_fn_touches(const struct kp_fn *fn, const struct kp_value *v, unsigned i)
{
    const struct kp_fn_touch none = {0, 0};

    switch (v->op) {
    case KP_FN_LOAD:
        return (struct kp_fn_touch){KP_READ, v->type.bytes ? (int64_t)v->type.bytes : -1};
    case KP_FN_STORE:
        if (i == 0) {
            uint32_t bytes = kp_fn_value(fn, v->operand[1])->type.bytes;

            return (struct kp_fn_touch){KP_WRITE, bytes ? (int64_t)bytes : -1};
        }
        return none;
    case KP_FN_CLEAR:
        return (struct kp_fn_touch){KP_WRITE, v->imm};
    case KP_FN_COPY:
        return (struct kp_fn_touch){i == 0 ? KP_WRITE : KP_READ, v->imm};
    case KP_FN_CALL:
        return i < v->n_operands ? v->touch[i] : none;
    default:
        return none;
    }
}

/* ---- the function ---- */

static void begin(struct kp_fn_builder *b)
{
    struct kp_fn *fn = b->fn;
    const struct kp_value no_value = {.op = KP_FN_UNDEF};
    const struct kp_fn_block no_block = {0};
    const struct kp_fn_loop no_loop = {0};
    const struct kp_fn_guard no_guard = {0};
    const struct kp_open_phis no_phis = {0};

    fn->values.n = fn->blocks.n = fn->loops.n = fn->guards.n = fn->objects.n = fn->moved.n = 0;
    fn->choices.n = fn->result = 0;
    b->sealed.n = b->open.n = b->vars.n = b->keys.n = b->named.n = b->exposed.n = b->jumps.n = 0;
    b->n_defs = b->cap_defs = 0;
    b->again = false;
    b->n_ends = 0;
    fn->names = kp_new(b->arena, struct kp_fn_names);
    kp_push(b->arena, &fn->values, no_value);
    kp_push(b->arena, &fn->blocks, no_block);
    kp_push(b->arena, &fn->loops, no_loop);
    kp_push(b->arena, &fn->guards, no_guard);
    kp_push(b->arena, &b->sealed, true);
    kp_push(b->arena, &b->open, no_phis);
}

static void add_parameter(struct kp_fn_builder *b, const struct kp_node *param, int64_t index)
{
    const struct kp_type *t = param->sym->type;
    kp_val v = kp_fn_add(b, KP_FN_PARAM, kp_fn_type_of(t), 0, NULL);
    struct kp_fn_lvalue p;

    b->fn->values.v[v].imm = index;
    b->fn->values.v[v].node = param;
    if (t && t->kind == KP_TYPE_REFERENCE) {
        p = kp_place_memory(v, t->elem);
    } else {
        p = kp_place_local(b, t, param->sym);
        kp_place_write(b, p, v);
    }
    kp_place_bind(b, param->sym, p);
}

/* A method's object is memory that somebody else has. */
static void add_object(struct kp_fn_builder *b)
{
    kp_val v;

    if (!b->fn->function->sym || !b->fn->function->sym->is_method)
        return;
    v = kp_fn_add(b, KP_FN_PARAM, (struct kp_fn_type){KP_FN_POINTER, 8}, 0, NULL);
    b->fn->values.v[v].imm = -1;
    b->frame->self = kp_place_memory(v, NULL);
}

/* True if values hold what the function returns. */
static bool returns_value(const struct kp_fn *fn)
{
    const struct kp_type *t = fn->function->sym ? fn->function->sym->type : NULL;

    return t && t->size > 0 && !t->is_volatile && !t->ends_in_code && kp_fn_type_of(t).bytes &&
           t->kind != KP_TYPE_VOID && t->kind != KP_TYPE_REFERENCE && t->kind != KP_TYPE_ARRAY &&
           (t->kind != KP_TYPE_RECORD || t->copies_bits);
}

static void lower_function(struct kp_fn_builder *b)
{
    struct kp_fn_frame *frame = kp_new(b->arena, struct kp_fn_frame);
    int64_t index = 0;

    begin(b);
    frame->function = b->fn->function;
    b->frame = frame;
    b->block = kp_fn_new_block(b, 0, 0);
    kp_fn_seal(b, b->block);
    frame->exit = kp_fn_new_block(b, 0, 0);
    if (returns_value(b->fn))
        frame->result = kp_place_local(b, b->fn->function->sym->type, b->fn->function);
    add_object(b);
    kp_each_child(c, b->fn->function)
    {
        if (c->kind == KP_PARAM)
            add_parameter(b, c, index++);
        else if (c->kind == KP_ASSIGN)
            b->fn->unknown = "a constructor by itself";
        else if (c->kind == KP_COMPOUND)
            kp_lower_stmt(b, c);
    }
    kp_fn_edge(b, b->block, frame->exit);
    kp_fn_seal(b, frame->exit);
    b->block = b->fn->blocks.v[frame->exit].preds.n ? frame->exit : 0;
    kp_fn_end_objects(b, 0);
    if (frame->result.kind != KP_PLACE_VARIABLE || !b->fn->blocks.v[frame->exit].preds.n)
        return;
    b->block = frame->exit;
    b->fn->result = kp_place_read(b, frame->result);
}

const char *kp_fn_hole(const struct kp_unit *u, const struct kp_sym *function)
{
    function = kp_as_written(function);
    for (size_t i = 0; i < u->parse.holes.n; i++)
        if (u->parse.holes.v[i].function == function && u->parse.holes.v[i].kind != KP_HOLE_CLOSURE)
            return u->parse.holes.v[i].text;
    return NULL;
}

struct kp_fn *kp_fn_build(const struct kp_unit *u, const struct kp_node *function, bool is_pattern)
{
    struct kp_fn *fn = kp_new(u->arena, struct kp_fn);
    struct kp_fn_builder *b = kp_new(u->arena, struct kp_fn_builder);
    unsigned rounds = 0;

    fn->unit = u;
    fn->arena = u->arena;
    fn->function = function;
    fn->is_pattern = is_pattern;
    b->fn = fn;
    b->arena = u->arena;
    b->node = function;
    fn->unknown = kp_fn_hole(u, function->sym);
    do {
        lower_function(b);
        if (++rounds > KP_FN_MAX_ROUNDS && b->again && !fn->unknown)
            fn->unknown = "too many addresses are taken";
    } while (b->again && !fn->unknown);
    kp_fn_drop_trivial(b);
    return fn;
}
