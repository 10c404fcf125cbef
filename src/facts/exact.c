/* Exact sums of values. What is not followed is a factor of its own. */
#include "facts/exact.h"

enum { MAX_DEPTH = 40 };

bool kp_is_integer(struct kp_fn_type t)
{
    return t.kind == KP_FN_INT || t.kind == KP_FN_UINT;
}

kp_val kp_only_factor(const struct kp_term *t)
{
    return t->factor[KP_SUM_DEGREE - 2] ? KP_NO_VAL : t->factor[KP_SUM_DEGREE - 1];
}

static bool is_atom(const struct kp_exact *e, kp_val id)
{
    for (unsigned i = 0; e->atoms && i < e->atoms->n; i++)
        for (unsigned k = 0; k < KP_SUM_DEGREE; k++)
            if (e->atoms->term[i].factor[k] == id)
                return true;
    return false;
}

static bool leaf(const struct kp_exact *e, kp_val id, struct kp_sum *out)
{
    const struct kp_value *v = kp_fn_value(e->fn, id);

    id = kp_fn_find(e->fn, id);
    if (e->holds[id])
        return false;
    *out =
        kp_sum_of_value(v->op == KP_FN_SPECIAL ? (kp_val)(KP_REACH_SPECIAL + (kp_val)v->imm) : id);
    return true;
}

/* True if the value of every operand has a place in the result's type. CUDA's special values all
 * fit into an int, sizes of types into 64 bits with a sign. */
static bool cast_keeps(const struct kp_exact *e, const struct kp_value *v)
{
    const struct kp_value *x = kp_fn_value(e->fn, v->operand[0]);

    if (!kp_is_integer(x->type) || !kp_is_integer(v->type))
        return false;
    if (x->op == KP_FN_SPECIAL)
        return v->type.bytes >= 4;
    if (kp_is_given_size(e->fn, kp_fn_find(e->fn, v->operand[0])))
        return v->type.bytes == 8;
    if (x->type.kind == v->type.kind)
        return v->type.bytes >= x->type.bytes;
    return x->type.kind == KP_FN_UINT && v->type.bytes > x->type.bytes;
}

static bool is_followed(const struct kp_exact *e, const struct kp_value *v, bool wrapped)
{
    switch (v->op) {
    case KP_FN_ADD:
    case KP_FN_SUB:
    case KP_FN_MUL:
        if (v->op == KP_FN_ADD && v->type.kind == KP_FN_POINTER)
            return !wrapped;
        return kp_is_integer(v->type) && v->type.bytes >= 4 &&
               (wrapped || v->type.kind == KP_FN_INT) &&
               kp_is_integer(kp_fn_value(e->fn, v->operand[0])->type) &&
               kp_is_integer(kp_fn_value(e->fn, v->operand[1])->type);
    case KP_FN_CAST:
        return !wrapped ? cast_keeps(e, v)
                        : kp_is_integer(v->type) && v->type.bytes >= 4 &&
                              kp_is_integer(kp_fn_value(e->fn, v->operand[0])->type) &&
                              kp_fn_value(e->fn, v->operand[0])->type.bytes >= 4;
    default:
        return false;
    }
}

static bool sum_of(const struct kp_exact *e, kp_val id, bool wrapped, int depth, struct kp_sum *out)
{
    const struct kp_value *v = kp_fn_value(e->fn, id);
    struct kp_sum x, y;

    if (depth > MAX_DEPTH)
        return false;
    if (v->op == KP_FN_ADDRESS && v->imm == (int64_t)e->object) {
        *out = kp_sum_of_number(0);
        return true;
    }
    if (v->op == KP_FN_CONST && kp_is_integer(v->type) && v->type.bytes <= (wrapped ? 4u : 8u) &&
        (v->type.kind == KP_FN_INT || v->type.bytes <= 4)) {
        *out = kp_sum_of_number(v->imm);
        return true;
    }
    if (v->op == KP_FN_NAME)
        return sum_of(e, v->operand[0], wrapped, depth + 1, out);
    if (is_atom(e, kp_fn_find(e->fn, id)) || !is_followed(e, v, wrapped))
        return leaf(e, id, out);
    if (!sum_of(e, v->operand[0], wrapped, depth + 1, &x))
        return false;
    if (v->op == KP_FN_CAST) {
        *out = x;
        return true;
    }
    if (!sum_of(e, v->operand[1], wrapped, depth + 1, &y))
        return false;
    return v->op == KP_FN_MUL ? kp_sum_multiply(&x, &y, out)
                              : kp_sum_add(&x, &y, v->op == KP_FN_ADD ? 1 : -1, out);
}

bool kp_exact_sum(const struct kp_exact *e, kp_val id, bool wrapped, struct kp_sum *out)
{
    return sum_of(e, id, wrapped, 0, out);
}
