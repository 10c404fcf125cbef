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

/* ---- memory ------------------------------------------------------------------------------------
 */

/* The parameter or object that an address is made of. */
static const struct kp_value *base_of(const struct kp_fn *fn, kp_val address)
{
    const struct kp_value *v = kp_fn_value(fn, address);

    while (v->op == KP_FN_ADD || v->op == KP_FN_CAST || v->op == KP_FN_NAME)
        v = kp_fn_value(fn, v->operand[0]);
    return v;
}

/* Memory of the block, or of the thread. */
static bool is_own(const struct kp_fn *fn, kp_val address)
{
    const struct kp_value *v = base_of(fn, address);

    return v->op == KP_FN_ADDRESS && fn->objects.v[v->imm].kind != KP_OBJECT_GLOBAL;
}

/* True if the value is all behind `end`, in the text of the kernel itself. */
static bool is_behind(const struct kp_value *v, const struct kp_node *end)
{
    const struct kp_fn_site *site = v->site;
    const struct kp_node *place;

    while (site && site->outer)
        site = site->outer;
    place = site ? site->call : v->node;
    return place && place->span.begin >= end->span.end;
}

static bool stores_to_others(const struct kp_fn *fn, const struct kp_value *v)
{
    for (unsigned i = 0; i < v->n_operands; i++)
        if (kp_fn_touches(fn, v, i).mode & ~(unsigned)KP_READ && !is_own(fn, v->operand[i]))
            return true;
    return false;
}

bool kp_keeps_memory(const struct kp_fn *fn, uint32_t loop)
{
    if (fn->unknown || !fn->function->sym || !fn->function->sym->is_kernel)
        return false;
    while (fn->loops.v[loop].outer)
        loop = fn->loops.v[loop].outer;
    for (kp_val id = 1; id < fn->values.n; id++) {
        const struct kp_value *v = &fn->values.v[id];

        if (v->same_as)
            continue;
        if (v->op == KP_FN_UNKNOWN || v->control & ~(unsigned)(KP_CTL_BARRIER | KP_CTL_WARP))
            return false;
        if (stores_to_others(fn, v) &&
            (kp_fn_in_loop(fn, fn->blocks.v[v->block].loop, loop) || !fn->loops.v[loop].node ||
             !is_behind(v, fn->loops.v[loop].node)))
            return false;
    }
    return true;
}

/* The same address for all threads, and in all iterations. */
static bool is_global(const struct kp_fn *fn, const struct kp_value *v)
{
    return v->op == KP_FN_ADDRESS && fn->objects.v[v->imm].kind == KP_OBJECT_GLOBAL;
}

/* A load that all threads make in the same iterations of the same loops, from memory of the grid:
 * that a parameter of the kernel points to, or a variable outside of functions. */
static bool is_shared_load(const struct asked *a, const struct kp_value *v)
{
    const struct kp_fn *fn = a->s->fn;
    const struct kp_value *base;

    if (v->op != KP_FN_LOAD || !a->s->keeps_memory || a->block || v->is_volatile ||
        !kp_fn_in_loop(fn, a->s->loop, fn->blocks.v[v->block].loop))
        return false;
    base = base_of(fn, v->operand[0]);
    return is_global(fn, base) || (base->op == KP_FN_PARAM && base->type.kind == KP_FN_POINTER);
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
        v->op == KP_FN_GIVEN || is_global(a->s->fn, v))
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
               v->op != KP_FN_EXTRACT && v->op != KP_FN_NAME && !is_function(a->s->fn, v) &&
               !is_shared_load(a, v)) {
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
