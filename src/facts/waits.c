/* Waiting for other blocks: what the ends of loops are computed from. */
#include "facts/waits.h"

#include "fn/callee.h"

struct asked {
    const struct kp_fn *fn;
    uint32_t loop;
    bool *seen; /* by value */
    KP_VEC(kp_val) list;
    bool has_own, has_others; /* what the loop stores in such memory is in the list */
};

static void ask(struct asked *a, kp_val id)
{
    id = kp_fn_find(a->fn, id);
    if (!id || a->seen[id])
        return;
    a->seen[id] = true;
    kp_push(a->fn->arena, &a->list, id);
}

static bool is_in(const struct asked *a, uint32_t block)
{
    return kp_fn_in_loop(a->fn, a->fn->blocks.v[block].loop, a->loop);
}

static void ask_operands(struct asked *a, const struct kp_value *v)
{
    for (unsigned i = 0; i < v->n_operands; i++)
        ask(a, v->operand[i]);
}

static void ask_guards(struct asked *a, uint32_t block)
{
    for (uint32_t g = a->fn->blocks.v[block].guard; g; g = a->fn->guards.v[g].outer) {
        ask(a, a->fn->guards.v[g].condition);
        ask(a, a->fn->guards.v[g].chosen_by);
    }
}

/* All that ends the loop: its condition, and where it has breaks and returns, every condition in
 * it. */
static void ask_ends(struct asked *a)
{
    const struct kp_fn_loop *l = &a->fn->loops.v[a->loop];

    ask(a, l->condition);
    for (uint32_t b = 1; l->has_exits && b < a->fn->blocks.n; b++)
        if (is_in(a, b)) {
            ask(a, a->fn->blocks.v[b].condition);
            ask_guards(a, b);
        }
}

/* The object or parameter that the address is made of. */
static const struct kp_value *base_of(const struct kp_fn *fn, kp_val address)
{
    const struct kp_value *v = kp_fn_value(fn, address);

    while (v->op == KP_FN_ADD || v->op == KP_FN_CAST || v->op == KP_FN_NAME)
        v = kp_fn_value(fn, v->operand[0]);
    return v;
}

/* Memory of the block itself, or of the thread. */
static bool is_own(const struct kp_fn *fn, kp_val address)
{
    const struct kp_value *v = base_of(fn, address);

    return v->op == KP_FN_ADDRESS && fn->objects.v[v->imm].kind != KP_OBJECT_GLOBAL;
}

/* Memory that other blocks have, too: a kernel is given no other. */
static bool is_of_all(const struct kp_fn *fn, kp_val address)
{
    const struct kp_value *v = base_of(fn, address);

    return v->op == KP_FN_PARAM
               ? v->type.kind == KP_FN_POINTER && fn->function->sym && fn->function->sym->is_kernel
               : v->op == KP_FN_ADDRESS && fn->objects.v[v->imm].kind == KP_OBJECT_GLOBAL;
}

/* A plain load may find what the loop stores, wherever that is not known to be other memory. */
static void ask_memory(struct asked *a, const struct kp_value *load)
{
    bool but_own = load->op == KP_FN_LOAD && is_of_all(a->fn, load->operand[0]);
    bool own = !but_own && !a->has_own, others = !a->has_others;

    a->has_own |= own;
    a->has_others = true;
    for (kp_val id = 1; (own || others) && id < a->fn->values.n; id++) {
        const struct kp_value *v = &a->fn->values.v[id];

        if (!v->same_as && (v->op == KP_FN_STORE || v->op == KP_FN_COPY || v->op == KP_FN_CLEAR) &&
            is_in(a, v->block) && (is_own(a->fn, v->operand[0]) ? own : others)) {
            ask(a, id);
            ask_guards(a, v->block);
        }
    }
}

/* The rule of the call that is a value of this kind. */
static const struct kp_call_rule *rule_of(const struct kp_fn *fn, const struct kp_value *v,
                                          enum kp_fn_op op)
{
    return v->op == op && v->node && v->node->kind == KP_CALL ? kp_callee_rule(fn->unit, v->node)
                                                              : NULL;
}

/* A cast between integers, or pointers, of one size, or __float_as_uint() and its like. */
static bool keeps_bits(const struct kp_fn *fn, const struct kp_value *v)
{
    const struct kp_call_rule *rule = rule_of(fn, v, KP_FN_PURE);
    struct kp_fn_type from;

    if (v->op != KP_FN_CAST)
        return rule && rule->is_same_bits && v->n_operands == 1;
    from = kp_fn_value(fn, v->operand[0])->type;
    return from.bytes == v->type.bytes &&
           (from.kind == KP_FN_FLOAT) == (v->type.kind == KP_FN_FLOAT);
}

static kp_val uncast(const struct kp_fn *fn, kp_val id)
{
    while (keeps_bits(fn, kp_fn_value(fn, id)))
        id = kp_fn_value(fn, id)->operand[0];
    return kp_fn_find(fn, id);
}

/* The same value in each trip. */
static bool is_steady(const struct asked *a, kp_val id, int depth)
{
    enum { DEEPEST = 32 };
    const struct kp_value *v = kp_fn_value(a->fn, id);

    if (!is_in(a, v->block) || v->op == KP_FN_CONST)
        return true;
    if (depth == DEEPEST || v->op == KP_FN_PHI || v->op == KP_FN_LOAD || v->op == KP_FN_CALL ||
        v->op == KP_FN_RESULT || v->op == KP_FN_UNKNOWN)
        return false;
    for (unsigned i = 0; i < v->n_operands; i++)
        if (!is_steady(a, v->operand[i], depth + 1))
            return false;
    return true;
}

/* The loop comes again, to the same place, with the value that the call has returned. */
static bool is_carried(const struct asked *a, const struct kp_value *phi, kp_val call)
{
    const struct kp_fn_block *b = &a->fn->blocks.v[phi->block];

    if (phi->block != a->fn->loops.v[a->loop].header ||
        !is_steady(a, kp_fn_value(a->fn, call)->operand[0], 0))
        return false;
    for (size_t i = 0; i < b->preds.n; i++)
        if (is_in(a, b->preds.v[i]) && uncast(a->fn, phi->operand[i]) != call)
            return false;
    return true;
}

/* True if the compare-and-swap expects what it has returned the last time, or what is loaded from
 * there each time. Then it fails only where another thread has succeeded in the meantime. */
static bool expects_last(const struct asked *a, kp_val call, kp_val expected)
{
    const struct kp_value *v = kp_fn_value(a->fn, call), *e = kp_fn_value(a->fn, expected);
    const struct kp_call_rule *rule = rule_of(a->fn, v, KP_FN_CALL);

    if (!rule || rule->compares <= 0 || (unsigned)rule->compares >= v->n_operands ||
        !is_in(a, v->block) || uncast(a->fn, v->operand[rule->compares]) != expected)
        return false;
    return e->op == KP_FN_PHI ? is_carried(a, e, call)
                              : e->op == KP_FN_LOAD && is_in(a, e->block) &&
                                    uncast(a->fn, e->operand[0]) == uncast(a->fn, v->operand[0]);
}

/* True for the test whether such a compare-and-swap has failed, or with EQ, has succeeded. */
static bool tests_swap(const struct asked *a, kp_val id, enum kp_fn_op op)
{
    const struct kp_value *v = kp_fn_value(a->fn, id);
    kp_val x, y;

    if (!id || v->op != op || !is_in(a, v->block))
        return false;
    x = uncast(a->fn, v->operand[0]);
    y = uncast(a->fn, v->operand[1]);
    return expects_last(a, x, y) || expects_last(a, y, x);
}

/* True if the way out of the block leads out of the loop, past blocks that do nothing. */
static bool leaves(const struct asked *a, const struct kp_fn_block *b, unsigned way)
{
    enum { MOST = 8 };
    uint32_t to = b->successor[way];

    for (int i = 0; i < MOST && to && is_in(a, to); i++) {
        const struct kp_fn_block *k = &a->fn->blocks.v[to];

        if (k->condition || k->values.n || to == a->fn->loops.v[a->loop].header)
            return false;
        to = k->successor[0];
    }
    return to && !is_in(a, to);
}

/* True if the loop ends where this shows that the compare-and-swap has succeeded. */
static bool ends_by_swap(const struct asked *a, kp_val id)
{
    const struct kp_fn_loop *l = &a->fn->loops.v[a->loop];
    bool succeeds = tests_swap(a, id, KP_FN_EQ), fails = tests_swap(a, id, KP_FN_NE);

    if (!succeeds && !fails)
        return false;
    if (l->condition && kp_fn_find(a->fn, l->condition) == id)
        return fails;
    for (uint32_t i = 1; i < a->fn->blocks.n; i++) {
        const struct kp_fn_block *b = &a->fn->blocks.v[i];

        if (is_in(a, i) && b->condition && kp_fn_find(a->fn, b->condition) == id &&
            leaves(a, b, succeeds ? 0 : 1))
            return true;
    }
    return false;
}

/* True if no thread comes from the loop's header to its latch past the block. */
static bool is_in_each_trip(const struct asked *a, uint32_t block)
{
    const struct kp_fn_loop *l = &a->fn->loops.v[a->loop];
    bool *seen = kp_new_array(a->fn->arena, bool, a->fn->blocks.n);
    KP_VEC(uint32_t) queue = {0};

    if (!l->latch || block == l->header)
        return l->latch != 0;
    kp_push(a->fn->arena, &queue, l->header);
    seen[l->header] = true;
    for (size_t i = 0; i < queue.n; i++) {
        const struct kp_fn_block *b = &a->fn->blocks.v[queue.v[i]];

        if (queue.v[i] == l->latch)
            return false;
        for (unsigned way = 0; way < 2; way++) {
            uint32_t to = b->successor[way];

            if (to && to != block && !seen[to] && is_in(a, to)) {
                seen[to] = true;
                kp_push(a->fn->arena, &queue, to);
            }
        }
    }
    return true;
}

/* True if the loop ends in any trip whose compare-and-swap succeeds: it comes again only where
 * another thread has succeeded, whatever else ends it. */
static bool ends_by_swap_of_each_trip(const struct asked *a)
{
    for (uint32_t i = 1; i < a->fn->blocks.n; i++) {
        kp_val id = kp_fn_find(a->fn, a->fn->blocks.v[i].condition);

        if (id && is_in(a, i) && ends_by_swap(a, id) && is_in_each_trip(a, i))
            return true;
    }
    return false;
}

/* True if the call, or assembly, changes memory that other blocks change, too. */
static bool changes_others(const struct asked *a, const struct kp_value *v)
{
    bool is_asm = v->node && v->node->kind == KP_ASM;

    for (unsigned i = 0; v->op == KP_FN_CALL && i < v->n_operands; i++) {
        unsigned mode = kp_fn_touches(a->fn, v, i).mode;

        if (((mode & KP_ATOMIC) == KP_ATOMIC || (is_asm && (mode & KP_WRITE))) &&
            !is_own(a->fn, v->operand[i]))
            return true;
    }
    return false;
}

/* It counts by ones, and nothing else in the loop may count back: so it finds every number by
 * itself, whatever others do. */
static bool counts_on(const struct asked *a, const struct kp_value *v)
{
    const struct kp_call_rule *rule = rule_of(a->fn, v, KP_FN_CALL);
    int64_t by;

    if (!rule || !rule->is_counter || v->n_operands < 2 ||
        !kp_fn_is_const(a->fn, v->operand[1], &by) || (by != 1 && by != -1))
        return false;
    for (kp_val id = 1; id < a->fn->values.n; id++) {
        const struct kp_value *w = &a->fn->values.v[id];

        if (w != v && !w->same_as && is_in(a, w->block) &&
            (w->op == KP_FN_UNKNOWN || changes_others(a, w)))
            return false;
    }
    return true;
}

/* True if a call, or assembly, in the loop may find what others have stored meanwhile. */
static bool asks_others(const struct asked *a, const struct kp_value *v)
{
    bool is_asm = v->node && v->node->kind == KP_ASM;

    if (v->control & (KP_CTL_ORDER | KP_CTL_UNKNOWN | KP_CTL_ASM))
        return true;
    for (unsigned i = 0; i < v->n_operands; i++) {
        unsigned mode = kp_fn_touches(a->fn, v, i).mode;

        if ((mode & KP_ATOMIC) != KP_ATOMIC && !(is_asm && (mode & KP_READ)))
            continue;
        if (!is_own(a->fn, v->operand[i]) && !counts_on(a, v))
            return true;
    }
    return false;
}

/* A load that is volatile, or that CUDA's header makes by assembly, as __ldcg(). */
static bool is_made_anew(const struct kp_fn *fn, const struct kp_value *v)
{
    const struct kp_call_rule *rule = rule_of(fn, v, KP_FN_LOAD);

    return v->op == KP_FN_LOAD && (v->is_volatile || (rule && rule->reads_again));
}

static bool finds_others(struct asked *a, kp_val id)
{
    const struct kp_value *v = kp_fn_value(a->fn, id);

    if (!is_in(a, v->block) || ends_by_swap(a, id))
        return false;
    if (v->op == KP_FN_UNKNOWN || is_made_anew(a->fn, v) ||
        (v->op == KP_FN_CALL && asks_others(a, v)))
        return true;
    if (v->op == KP_FN_LOAD || v->op == KP_FN_CALL || v->op == KP_FN_COPY)
        ask_memory(a, v);
    if (v->op == KP_FN_PHI && !kp_fn_is_header_phi(a->fn, v))
        for (size_t i = 0; i < a->fn->blocks.v[v->block].preds.n; i++)
            ask_guards(a, a->fn->blocks.v[v->block].preds.v[i]);
    ask_operands(a, v);
    return false;
}

static bool waits(const struct kp_fn *fn, uint32_t loop)
{
    struct asked a = {.fn = fn, .loop = loop};

    a.seen = kp_new_array(fn->arena, bool, fn->values.n);
    if (ends_by_swap_of_each_trip(&a))
        return false;
    ask_ends(&a);
    for (size_t i = 0; i < a.list.n; i++)
        if (finds_others(&a, a.list.v[i]))
            return true;
    return false;
}

/* A loop inside of assembly, or a function that calls itself, whose ends are not looked at. */
static bool may_repeat(const struct kp_fn *fn, const struct kp_value *v)
{
    struct kp_asm_rule as;

    if (!v->node || v->node->kind != KP_ASM || !v->node->name)
        return v->op == KP_FN_UNKNOWN && v->text && kp_streq(v->text, "recursion");
    return (!kp_rule_asm(fn->unit->rules, v->node->name, &as) || as.read || as.write ||
            as.control & (KP_CTL_ORDER | KP_CTL_BLOCKS | KP_CTL_UNKNOWN | KP_CTL_ASM)) &&
           as.branches;
}

const struct kp_node *kp_waits_for_blocks(const struct kp_fn *fn)
{
    for (kp_val id = 1; id < fn->values.n; id++) {
        const struct kp_value *v = &fn->values.v[id];

        if (!v->same_as && ((v->control & KP_CTL_BLOCKS) || may_repeat(fn, v)))
            return v->site ? v->site->call : v->node;
    }
    for (uint32_t i = 1; i < fn->loops.n; i++)
        if (waits(fn, i))
            return fn->loops.v[i].site ? fn->loops.v[i].site->call : fn->loops.v[i].node;
    return NULL;
}
