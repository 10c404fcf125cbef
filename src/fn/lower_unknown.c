/* What is not represented: a value that may be any, what its expression may have changed, and what
 * it was given, which others may change from then on. */
#include "fn/build.h"

#include "front/tree.h"

/* ---- what unknown code is given ---- */

/* An UNKNOWN that has the value: what holds an address is known to whoever asks who has it. */
static void hand_over(struct kp_fn_builder *b, kp_val v, const char *why)
{
    struct kp_fn_type t = kp_fn_value(b->fn, v)->type;
    kp_val u;

    if (t.kind == KP_FN_BOOL || t.kind == KP_FN_FLOAT || t.kind == KP_FN_VOID ||
        (kp_fn_is_number(t) && t.bytes < 8))
        return;
    u = kp_fn_add(b, KP_FN_UNKNOWN, (struct kp_fn_type){KP_FN_VOID, 0}, 1, &v);
    b->fn->values.v[u].text = why;
}

void kp_fn_expose(struct kp_fn_builder *b, kp_var var)
{
    size_t n = b->in_memory.n;

    if (kp_fn_loop_here(b) && b->keys.v[var])
        kp_push_once(b->arena, &b->in_memory, b->keys.v[var]);
    if (b->in_memory.n > n)
        b->again = true;
    else
        b->exposed.v[var] = true;
}

static void set_to_any(struct kp_fn_builder *b, kp_var var, const char *why)
{
    hand_over(b, kp_fn_read_var(b, var), why);
    kp_fn_write_var(b, var, kp_fn_unknown(b, b->vars.v[var], why));
    if (b->named.v[var])
        kp_push_once(b->arena, &b->fn->moved, b->named.v[var]);
}

static void forget_variable(struct kp_fn_builder *b, kp_var var, const char *why)
{
    set_to_any(b, var, why);
    kp_fn_expose(b, var);
}

static void forget_place(struct kp_fn_builder *b, struct kp_fn_lvalue p, const char *why)
{
    if (p.kind == KP_PLACE_VARIABLE)
        forget_variable(b, p.var, why);
    else if (p.kind == KP_PLACE_VALUE || p.kind == KP_PLACE_MEMORY)
        hand_over(b, p.val, why);
}

static bool is_number(const struct kp_type *t)
{
    return t && (t->kind == KP_TYPE_INT || t->kind == KP_TYPE_BOOL || t->kind == KP_TYPE_FLOAT ||
                 t->kind == KP_TYPE_ENUM);
}

/* True if all that the expression does with its operand `c`, a number, is to use its value. */
static bool takes_value(const struct kp_node *n, const struct kp_node *c)
{
    if (c->kind != KP_REF || !is_number(kp_referred_type(c->type)))
        return false;
    switch (n->kind) {
    case KP_BINARY:
        return n->op != KP_OP_COMMA && is_number(n->type) &&
               is_number(kp_referred_type(n->first->type)) &&
               is_number(kp_referred_type(n->last->type));
    case KP_CAST:
        return !n->is_place && is_number(n->type);
    case KP_INDEX:
        return c == n->last && n->first->type &&
               (n->first->type->kind == KP_TYPE_ARRAY || n->first->type->kind == KP_TYPE_POINTER);
    default:
        return false;
    }
}

static void forget_names(struct kp_fn_builder *b, const struct kp_node *n, const char *why);

/* Operands of assembly are registers: it gets a variable's value, and may set it, but nothing keeps
 * the variable. */
static void forget_operands(struct kp_fn_builder *b, const struct kp_node *n, const char *why)
{
    struct kp_fn_lvalue p;

    kp_each_child(c, n)
    {
        if (c->kind == KP_REF && c->sym && kp_place_find(b, c->sym, &p) &&
            p.kind == KP_PLACE_VARIABLE)
            set_to_any(b, p.var, why);
        else
            forget_names(b, c, why);
    }
}

static void forget_names(struct kp_fn_builder *b, const struct kp_node *n, const char *why)
{
    struct kp_fn_lvalue p;

    if (n->kind == KP_ASM) {
        forget_operands(b, n, why);
        return;
    }
    if ((n->kind == KP_REF || n->kind == KP_CALL) && n->sym && kp_place_find(b, n->sym, &p)) {
        forget_place(b, p, why);
        if (p.kind == KP_PLACE_CLOSURE && p.closure->lambda != n) {
            struct kp_fn_frame *here = b->frame;

            b->frame = p.closure->frame;
            if (here->depth < KP_FN_MAX_DEPTH)
                forget_names(b, p.closure->lambda->last, why);
            b->frame = here;
        }
    }
    if (n->kind == KP_THIS)
        forget_place(b, b->frame->self, why);
    kp_each_child(c, n) if (!takes_value(n, c)) forget_names(b, c, why);
}

struct kp_fn_lvalue kp_lower_unknown(struct kp_fn_builder *b, const struct kp_node *n,
                                     const char *why)
{
    const struct kp_type *t = kp_referred_type(n->type);
    struct kp_fn_type type = t ? kp_fn_type_of(t) : (struct kp_fn_type){KP_FN_VOID, 0};
    kp_val v;

    forget_names(b, n, why);
    v = kp_fn_unknown(b, type, why);
    if (n->type && n->type->kind == KP_TYPE_REFERENCE) {
        b->fn->values.v[v].type = (struct kp_fn_type){KP_FN_POINTER, 8};
        return kp_place_memory(v, t);
    }
    return kp_place_value(v, t);
}

void kp_forget_objects(struct kp_fn_builder *b, const struct kp_node *n, const char *why)
{
    const struct kp_type *t = kp_referred_type(n->type);

    if (n->kind == KP_REF && (!t || !kp_fn_is_number(kp_fn_type_of(t))))
        forget_names(b, n, why);
    kp_each_child(c, n) kp_forget_objects(b, c, why);
}

/* ---- objects whose ends run code ---- */

static bool ends_in_code(const struct kp_type *t)
{
    while (t && t->kind == KP_TYPE_ARRAY)
        t = t->elem;
    return t && t->kind == KP_TYPE_RECORD && t->ends_in_code;
}

void kp_fn_begin_object(struct kp_fn_builder *b, const struct kp_type *t)
{
    b->n_ends += ends_in_code(t);
}

/* True for an expression that denotes an object that is there already. */
static bool is_place(const struct kp_node *n)
{
    return n->kind == KP_REF || n->kind == KP_MEMBER || n->kind == KP_INDEX || n->kind == KP_THIS ||
           (n->kind == KP_UNARY && n->op == KP_OP_DEREF);
}

void kp_fn_begin_temporary(struct kp_fn_builder *b, const struct kp_node *n)
{
    if (!is_place(n))
        kp_fn_begin_object(b, n->type);
}

void kp_fn_take_object(struct kp_fn_builder *b, struct kp_fn_lvalue p, const struct kp_node *value)
{
    if (p.kind == KP_PLACE_VARIABLE && p.type && p.type->kind == KP_TYPE_RECORD &&
        !p.type->copies_bits && !is_place(value) && value->kind != KP_CONSTRUCT &&
        value->kind != KP_INIT_LIST) /* a constructor that is known keeps no address */
        kp_fn_expose(b, p.var);
}

void kp_fn_end_objects(struct kp_fn_builder *b, unsigned before)
{
    if (b->n_ends > before && b->block)
        kp_fn_unknown(b, (struct kp_fn_type){KP_FN_VOID, 0}, "the end of an object");
}
