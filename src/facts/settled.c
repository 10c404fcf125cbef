/* Uniform and fixed values, by what they are computed from. */
#include "facts/settled.h"

#include "fn/callee.h"

enum { MAX_DEPTH = 40, MAX_ASSUMED = 16 };

struct asked {
    const struct kp_settled *s;
    uint32_t block; /* 0: is the value uniform? else: is it fixed there? */
    kp_val assumed[MAX_ASSUMED];
    unsigned n_assumed;
};

static bool ends_by_condition(const struct kp_fn *fn, uint32_t loop)
{
    const struct kp_fn_loop *l = &fn->loops.v[loop];

    return !l->has_exits && !l->tests_last && l->condition;
}

bool kp_is_whole_loop(const struct kp_fn *fn, uint32_t loop)
{
    return ends_by_condition(fn, loop) && fn->blocks.v[fn->loops.v[loop].latch].preds.n == 1;
}

/* A phi whose value is one of a row that all threads, or all iterations, go through. */
static bool is_of_loop(const struct asked *a, const struct kp_value *phi)
{
    const struct kp_fn *fn = a->s->fn;
    uint32_t loop = fn->blocks.v[phi->block].loop;

    if (!loop || fn->loops.v[loop].header != phi->block)
        return false;
    if (!a->block)
        return kp_fn_in_loop(fn, a->s->loop, loop);
    return loop != a->s->loop && kp_fn_in_loop(fn, loop, a->s->loop) &&
           kp_fn_in_loop(fn, fn->blocks.v[a->block].loop, loop);
}

/* A call of a function of numbers, such as ceil(). */
static bool is_function(const struct kp_fn *fn, const struct kp_value *v)
{
    if (v->op != KP_FN_PURE || !v->n_operands || !v->node || v->node->kind != KP_CALL ||
        !v->node->sym || !v->node->sym->from_prelude || !kp_callee_rule(fn->unit, v->node))
        return false;
    for (unsigned i = 0; i < v->n_operands; i++) {
        struct kp_fn_type t = kp_fn_value(fn, v->operand[i])->type;

        if (t.kind != KP_FN_INT && t.kind != KP_FN_UINT && t.kind != KP_FN_FLOAT)
            return false;
    }
    return true;
}

static bool is_settled(struct asked *a, kp_val id, int depth)
{
    const struct kp_value *v = kp_fn_value(a->s->fn, id);

    id = kp_fn_find(a->s->fn, id);
    if (depth > MAX_DEPTH)
        return false;
    for (unsigned i = 0; i < a->n_assumed; i++)
        if (a->assumed[i] == id)
            return true;
    if (v->op == KP_FN_CONST || v->op == KP_FN_NUMBER || v->op == KP_FN_PARAM ||
        v->op == KP_FN_GIVEN)
        return true;
    if (a->block && !a->s->fn->blocks.v[v->block].loop)
        return true; /* computed once */
    if (v->op == KP_FN_SPECIAL)
        return a->block || v->imm >= KP_SPECIAL_BLOCK;
    if (v->op == KP_FN_PHI && !kp_fn_is_header_phi(a->s->fn, v)) {
        kp_val joins = a->s->fn->blocks.v[v->block].joins;

        if (!joins || v->n_operands != 2 || !is_settled(a, joins, depth + 1))
            return false;
    } else if (v->op == KP_FN_PHI) {
        if (!is_of_loop(a, v) || a->n_assumed == MAX_ASSUMED)
            return false;
        a->assumed[a->n_assumed++] = id;
    } else if ((v->op < KP_FN_ADD || v->op > KP_FN_CAST) && v->op != KP_FN_SELECT &&
               v->op != KP_FN_EXTRACT && !is_function(a->s->fn, v)) {
        return false;
    }
    for (unsigned i = 0; i < v->n_operands; i++)
        if (!is_settled(a, v->operand[i], depth + 1))
            return false;
    return true;
}

bool kp_is_uniform(const struct kp_settled *s, kp_val v)
{
    struct asked a = {.s = s};

    return is_settled(&a, v, 0);
}

bool kp_is_fixed(const struct kp_settled *s, uint32_t block, kp_val v)
{
    struct asked a = {.s = s, .block = block};

    return is_settled(&a, v, 0);
}

bool kp_goes_together(const struct kp_settled *s)
{
    const struct kp_fn *fn = s->fn;
    uint32_t header = fn->loops.v[s->loop].header;

    for (uint32_t i = s->loop; i; i = fn->loops.v[i].outer)
        if (!(i == s->loop ? ends_by_condition(fn, i) : kp_is_whole_loop(fn, i)) ||
            !kp_is_uniform(s, fn->loops.v[i].condition))
            return false;
    for (uint32_t g = fn->blocks.v[header].guard; g; g = fn->guards.v[g].outer) {
        kp_val c = fn->guards.v[g].condition;

        if (c ? !kp_is_uniform(s, c) && !kp_is_fixed(s, header, c)
              : fn->loops.v[s->loop].outer != 0)
            return false;
    }
    return true;
}
