/* Values that are not negative. */
#include "facts/sign.h"

enum { MAX_DEPTH = 12, MAX_THREADS = 1024 };

/* A loop's variable, of which is asked whether it is negative in a trip: it is not in those before.
 */
struct asked {
    const struct kp_exact *e;
    kp_val assumed; /* NONE: there is no such variable */
};

static bool most_of(const struct asked *a, kp_val id, int depth, int64_t *most);

static bool most_of_operator(const struct asked *a, const struct kp_value *v, int depth,
                             int64_t *most)
{
    int64_t x, y;

    if (v->op == KP_FN_REM || v->op == KP_FN_AND) {
        *most = kp_fn_is_const(a->e->fn, v->operand[1], &y) ? y - (v->op == KP_FN_REM) : -1;
        return *most >= 0 && *most <= INT32_MAX;
    }
    if (!most_of(a, v->operand[0], depth + 1, &x) || !most_of(a, v->operand[1], depth + 1, &y))
        return false;
    *most = v->op == KP_FN_ADD ? x + y : v->op == KP_FN_MUL ? x * y : x;
    return *most <= INT32_MAX &&
           (v->op == KP_FN_ADD || v->op == KP_FN_MUL || v->op == KP_FN_DIV || v->op == KP_FN_SHR);
}

/* A constant, the smaller one of it and something else, or so many times that. */
static bool is_at_most(const struct kp_fn *fn, kp_val id, int depth, int64_t *most)
{
    const struct kp_value *v = kp_fn_value(fn, id);
    int64_t by;

    if (kp_fn_is_const(fn, id, most))
        return true;
    if ((v->op != KP_FN_MIN && v->op != KP_FN_MUL) || depth > MAX_DEPTH)
        return false;
    for (unsigned i = 0; i < 2; i++) {
        if (!is_at_most(fn, v->operand[i], depth + 1, most) || *most < 0)
            continue;
        if (v->op == KP_FN_MIN)
            return true;
        if (kp_fn_is_const(fn, v->operand[1 - i], &by) && by > 0 && by <= INT32_MAX &&
            *most <= INT32_MAX) {
            *most *= by;
            return *most <= INT32_MAX;
        }
    }
    return false;
}

/* .. where a trip ends: the loop's condition held. */
static bool most_of_assumed(const struct asked *a, int64_t *most)
{
    const struct kp_fn *fn = a->e->fn;
    const struct kp_fn_loop *l = &fn->loops.v[fn->blocks.v[fn->values.v[a->assumed].block].loop];
    const struct kp_value *c = kp_fn_value(fn, l->condition);

    return l->condition && !l->tests_last && c->op == KP_FN_LT &&
           kp_fn_operand(fn, c, 0) == a->assumed && is_at_most(fn, c->operand[1], 0, most) &&
           *most > 0 && *most <= INT32_MAX;
}

/* The most that a number can be that is not negative: no more than an int can. */
static bool most_of(const struct asked *a, kp_val id, int depth, int64_t *most)
{
    const struct kp_value *v = kp_fn_value(a->e->fn, id);

    if (a->assumed && kp_fn_find(a->e->fn, id) == a->assumed)
        return v->type.bytes == 4 && most_of_assumed(a, most);
    if (!kp_is_integer(v->type) || v->type.bytes != 4 || depth > MAX_DEPTH)
        return false;
    if (v->op == KP_FN_CONST) {
        *most = v->imm;
        return v->imm >= 0 && v->imm <= INT32_MAX;
    }
    if (v->op == KP_FN_SPECIAL) {
        *most = v->imm < KP_SPECIAL_BLOCK ||
                        (v->imm >= KP_SPECIAL_BLOCK_DIM && v->imm < KP_SPECIAL_GRID_DIM)
                    ? MAX_THREADS
                    : INT32_MAX;
        return true;
    }
    if (v->op == KP_FN_CAST)
        return most_of(a, v->operand[0], depth + 1, most);
    return v->type.kind == KP_FN_UINT && v->n_operands == 2 && v->op != KP_FN_PHI &&
           most_of_operator(a, v, depth, most);
}

static bool is_not_negative(const struct asked *a, kp_val id, int depth);

/* A loop's variable that begins so, and to which each trip adds what is not negative. An int does
 * not overflow. */
static bool climbs(const struct kp_exact *e, kp_val id, const struct kp_value *v, int depth)
{
    const struct asked a = {e, id};

    if (!kp_fn_is_header_phi(e->fn, v))
        return false;
    for (unsigned i = 0; i < v->n_operands; i++)
        if (!is_not_negative(&a, v->operand[i], depth + 1))
            return false;
    return true;
}

/* A quotient or remainder of what is not negative by a constant; or a shift. */
static bool is_part(const struct asked *a, const struct kp_value *v, int depth)
{
    int64_t by;

    return kp_fn_is_const(a->e->fn, v->operand[1], &by) && by > 0 &&
           is_not_negative(a, v->operand[0], depth + 1);
}

static bool is_not_negative(const struct asked *a, kp_val id, int depth)
{
    const struct kp_fn *fn = a->e->fn;
    const struct kp_value *v;
    struct kp_fn_type from;
    int64_t most;

    if (id >= KP_REACH_SPECIAL)
        return true;
    id = kp_fn_find(fn, id);
    v = kp_fn_value(fn, id);
    if (!kp_is_integer(v->type) || depth > MAX_DEPTH)
        return false;
    if (v->type.kind == KP_FN_UINT || id == a->assumed)
        return true;
    switch (v->op) {
    case KP_FN_CONST:
        return v->imm >= 0;
    case KP_FN_SPECIAL:
        return v->type.bytes >= 4;
    case KP_FN_CAST:
        from = kp_fn_value(fn, v->operand[0])->type;
        return kp_is_integer(from) &&
               (from.bytes < v->type.bytes ||
                (from.bytes == v->type.bytes &&
                 (from.kind == KP_FN_INT || most_of(a, v->operand[0], 0, &most)))) &&
               is_not_negative(a, v->operand[0], depth + 1);
    case KP_FN_PHI:
        return !a->assumed && climbs(a->e, id, v, depth);
    case KP_FN_ADD:
    case KP_FN_MUL:
    case KP_FN_MIN:
        return is_not_negative(a, v->operand[0], depth + 1) &&
               is_not_negative(a, v->operand[1], depth + 1);
    case KP_FN_AND:
        return is_not_negative(a, v->operand[0], depth + 1) ||
               is_not_negative(a, v->operand[1], depth + 1);
    case KP_FN_DIV:
    case KP_FN_REM:
    case KP_FN_SHR:
        return is_part(a, v, depth);
    default:
        return false;
    }
}

bool kp_is_not_negative(const struct kp_exact *e, kp_val id)
{
    return is_not_negative(&(struct asked){.e = e}, id, 0);
}

bool kp_most_of_unsigned(const struct kp_exact *e, kp_val id, int64_t *most)
{
    return kp_fn_value(e->fn, id)->type.kind == KP_FN_UINT &&
           most_of(&(struct asked){.e = e}, id, 0, most);
}

bool kp_term_is_not_negative(const struct kp_exact *e, const struct kp_term *t)
{
    for (unsigned k = 0; k < KP_SUM_DEGREE; k++)
        if (t->factor[k] && !kp_is_not_negative(e, t->factor[k]))
            return false;
    return t->by >= 0;
}

bool kp_sum_is_not_negative(const struct kp_exact *e, const struct kp_sum *s)
{
    for (unsigned i = 0; i < s->n; i++)
        if (!kp_term_is_not_negative(e, &s->term[i]))
            return false;
    return true;
}
