#include "facts/known.h"

#include "facts/sign.h"

enum { MOST_WAYS = 4, MOST_STEPS = 24 };

/* ---- what a condition says ------------------------------------------------------------------- */

unsigned kp_guard_parts(const struct kp_fn *fn, const struct kp_fn_guard *g,
                        struct kp_fn_guard part[KP_GUARD_PARTS])
{
    unsigned n = 1;

    part[0] = *g;
    for (unsigned i = 0; i < n && n < KP_GUARD_PARTS;) {
        const struct kp_value *v = kp_fn_value(fn, part[i].condition);

        if (!part[i].condition || v->type.kind != KP_FN_BOOL ||
            v->op != (part[i].negated ? KP_FN_OR : KP_FN_AND)) {
            i++;
            continue;
        }
        part[n] = part[i];
        part[i].condition = v->operand[0];
        part[n++].condition = v->operand[1];
    }
    return n;
}

bool kp_bound_of(const struct kp_fn *fn, const struct kp_fn_guard *g, struct kp_guard_bound *out)
{
    const struct kp_value *v = kp_fn_value(fn, g->condition);
    bool swap;

    if (!g->condition || v->op < KP_FN_LT || v->op > KP_FN_GE ||
        !kp_is_integer(kp_fn_value(fn, v->operand[0])->type) ||
        !kp_is_integer(kp_fn_value(fn, v->operand[1])->type))
        return false;
    swap = (v->op == KP_FN_GT || v->op == KP_FN_GE) != g->negated;
    out->x = v->operand[swap];
    out->y = v->operand[!swap];
    out->more = (v->op == KP_FN_LE || v->op == KP_FN_GE) != g->negated;
    return true;
}

bool kp_above_of(const struct kp_exact *e, const struct kp_fn_guard *g, struct kp_sum *out)
{
    struct kp_guard_bound b;
    struct kp_sum x, more;

    if (!kp_bound_of(e->fn, g, &b))
        return false;
    more = kp_sum_of_number(b.more);
    return kp_exact_sum(e, b.x, false, &x) && kp_exact_sum(e, b.y, false, out) &&
           kp_sum_add(out, &x, -1, out) && kp_sum_add(out, &more, 1, out);
}

/* x - y of a comparison of integers. */
static bool difference_of(const struct kp_exact *e, const struct kp_value *v, struct kp_sum *out)
{
    struct kp_sum y;

    return kp_is_integer(kp_fn_value(e->fn, v->operand[0])->type) &&
           kp_is_integer(kp_fn_value(e->fn, v->operand[1])->type) &&
           kp_exact_sum(e, v->operand[0], false, out) &&
           kp_exact_sum(e, v->operand[1], false, &y) && kp_sum_add(out, &y, -1, out);
}

bool kp_zero_of(const struct kp_exact *e, const struct kp_fn_guard *g, struct kp_sum *out)
{
    const struct kp_value *v = kp_fn_value(e->fn, g->condition);

    return g->condition && v->op == (g->negated ? KP_FN_NE : KP_FN_EQ) && difference_of(e, v, out);
}

bool kp_other_than_zero(const struct kp_exact *e, const struct kp_fn_guard *g, struct kp_sum *out)
{
    const struct kp_value *v = kp_fn_value(e->fn, g->condition);

    return g->condition && v->op == (g->negated ? KP_FN_EQ : KP_FN_NE) && difference_of(e, v, out);
}

/* ---- what holds in a block ------------------------------------------------------------------- */

static bool has_condition(const struct kp_premises *k, const struct kp_fn_guard *g)
{
    for (unsigned i = 0; i < k->n_holds; i++)
        if (k->holds[i].negated == g->negated &&
            kp_fn_find(k->e->fn, k->holds[i].condition) == kp_fn_find(k->e->fn, g->condition))
            return true;
    return false;
}

static void add_condition(struct kp_premises *k, const struct kp_fn_guard *g)
{
    struct kp_fn_guard part[KP_GUARD_PARTS];

    for (unsigned n = kp_guard_parts(k->e->fn, g, part); n-- > 0;)
        if (part[n].condition && k->n_holds < KP_KNOWN_CONDITIONS && !has_condition(k, &part[n]))
            k->holds[k->n_holds++] = part[n];
}

/* The block through which each thread comes to a block, the one before it; 0: there may be several.
 */
static uint32_t way_to(const struct kp_fn *fn, uint32_t block)
{
    const struct kp_fn_block *b = &fn->blocks.v[block];
    bool is_header = b->loop && fn->loops.v[b->loop].header == block;
    uint32_t only = 0;

    for (size_t i = 0; i < b->preds.n; i++) {
        uint32_t from = b->preds.v[i];

        if (is_header && kp_fn_in_loop(fn, fn->blocks.v[from].loop, b->loop))
            continue;
        if (only)
            return 0;
        only = from;
    }
    return only;
}

/* What a thread has found that goes from one block to the other. */
static void add_way(struct kp_premises *k, uint32_t from, uint32_t to)
{
    const struct kp_fn_block *b = &k->e->fn->blocks.v[from];

    if (b->condition && b->successor[0] != b->successor[1] &&
        (b->successor[0] == to || b->successor[1] == to))
        add_condition(
            k, &(struct kp_fn_guard){.condition = b->condition, .negated = b->successor[1] == to});
}

/* The guards of a block, and what threads have not left before it for (`if (c) break;`). */
void kp_know_block(struct kp_premises *k, uint32_t block)
{
    const struct kp_fn *fn = k->e->fn;

    for (uint32_t g = fn->blocks.v[block].guard; g; g = fn->guards.v[g].outer)
        add_condition(k, &fn->guards.v[g]);
    for (uint32_t b = block, from; (from = way_to(fn, b)) && from != b; b = from)
        add_way(k, from, b);
}

void kp_know_above(struct kp_premises *k, const struct kp_sum *above)
{
    for (unsigned i = 0; i < k->n_above; i++)
        if (kp_sum_equal(&k->above[i], above))
            return;
    if (k->n_above < KP_KNOWN_SUMS)
        k->above[k->n_above++] = *above;
}

/* ---- values that are sums -------------------------------------------------------------------- */

bool kp_knows_equal(const struct kp_premises *k, kp_val value)
{
    for (unsigned i = 0; i < k->n_equal; i++)
        if (k->equal[i].value == value)
            return true;
    return false;
}

void kp_know_equal(struct kp_premises *k, kp_val value, const struct kp_sum *is)
{
    if (k->n_equal == KP_KNOWN_VALUES || kp_knows_equal(k, value))
        return;
    k->equal[k->n_equal].value = value;
    k->equal[k->n_equal++].is = *is;
}

/* Replaces a factor of the term. */
static bool replace(struct kp_sum *s, unsigned term, kp_val value, const struct kp_sum *is)
{
    const struct kp_sum factor = kp_sum_of_value(value);
    struct kp_sum rest = *s, times;

    if (!kp_term_divide(&s->term[term], &factor.term[0], &times) ||
        !kp_sum_multiply(&times, is, &times))
        return false;
    rest.term[term] = rest.term[--rest.n];
    return kp_sum_add(&rest, &times, 1, s);
}

static bool resolve_one(const struct kp_premises *k, struct kp_sum *s)
{
    for (unsigned e = 0; e < k->n_equal; e++)
        for (unsigned i = 0; i < s->n; i++)
            for (unsigned n = 0; n < KP_SUM_DEGREE; n++)
                if (s->term[i].factor[n] == k->equal[e].value)
                    return replace(s, i, k->equal[e].value, &k->equal[e].is);
    return false;
}

void kp_resolve(const struct kp_premises *k, struct kp_sum *s)
{
    for (unsigned steps = 0; steps < MOST_STEPS && resolve_one(k, s); steps++)
        ;
}

/* ---- cases ----------------------------------------------------------------------------------- */

/* 1 or 0 as a condition holds or does not. */
static bool is_of_bool(const struct kp_fn *fn, const struct kp_value *v)
{
    return v->op == KP_FN_CAST && kp_fn_value(fn, v->operand[0])->type.kind == KP_FN_BOOL;
}

/* The choice by a condition that the value is, maybe behind a cast between numbers of as many bits;
 * NULL: it is none. */
static const struct kp_value *choice_of(const struct kp_fn *fn, const struct kp_value *v)
{
    const struct kp_value *x = v->op == KP_FN_CAST ? kp_fn_value(fn, v->operand[0]) : v;

    return x->op == KP_FN_SELECT && kp_is_integer(x->type) && x->type.bytes == v->type.bytes ? x
                                                                                             : NULL;
}

/* The value as one of the type, of as many bits: a number that both have, or one that has been cast
 * from that type before. */
static bool sum_as(const struct kp_exact *e, struct kp_fn_type t, kp_val id, struct kp_sum *out)
{
    const struct kp_value *v = kp_fn_value(e->fn, id), *x;
    int64_t number;

    if (v->type.kind == t.kind)
        return kp_exact_sum(e, id, false, out);
    if (kp_fn_is_const(e->fn, id, &number) || v->op == KP_FN_SPECIAL)
        return (v->op == KP_FN_SPECIAL || (number >= 0 && number <= INT32_MAX)) &&
               kp_exact_sum(e, id, false, out);
    x = v->op == KP_FN_CAST ? kp_fn_value(e->fn, v->operand[0]) : NULL;
    return x && x->type.kind == t.kind && x->type.bytes == t.bytes &&
           kp_exact_sum(e, v->operand[0], false, out);
}

/* The smaller or the larger one of two of its type. */
static bool is_least_or_most(const struct kp_value *v)
{
    return (v->op == KP_FN_MIN || v->op == KP_FN_MAX) && kp_is_integer(v->type);
}

/* What is above 0 where the value is the one of the way. */
static bool above_in(const struct kp_exact *e, const struct kp_value *v, unsigned way,
                     struct kp_sum *out)
{
    const struct kp_sum one = kp_sum_of_number(1);
    const unsigned less = v->op == KP_FN_MIN ? way : !way;
    struct kp_sum x;

    return sum_as(e, v->type, v->operand[less], &x) && sum_as(e, v->type, v->operand[!less], out) &&
           kp_sum_add(out, &x, -1, out) && kp_sum_add(out, &one, 1, out);
}

/* The value that it is in the way. */
static bool value_in(const struct kp_exact *e, const struct kp_value *v, unsigned way,
                     struct kp_sum *out)
{
    const struct kp_value *choice = choice_of(e->fn, v);

    if (choice)
        return sum_as(e, v->type, choice->operand[way + 1], out);
    if (is_least_or_most(v))
        return sum_as(e, v->type, v->operand[way], out);
    if (!is_of_bool(e->fn, v))
        return kp_exact_sum(e, v->operand[way], false, out);
    *out = kp_sum_of_number(!way);
    return true;
}

unsigned kp_ways_of(const struct kp_fn *fn, kp_val id)
{
    const struct kp_value *v = id && id < KP_REACH_SPECIAL ? kp_fn_value(fn, id) : NULL;

    if (!v || !kp_is_integer(v->type))
        return 0;
    if (choice_of(fn, v) || is_of_bool(fn, v) || is_least_or_most(v))
        return 2;
    return v->op == KP_FN_PHI && v->n_operands <= MOST_WAYS && !kp_fn_is_header_phi(fn, v)
               ? v->n_operands
               : 0;
}

bool kp_know_case(struct kp_premises *k, kp_val id, unsigned way)
{
    const struct kp_value *v = kp_fn_value(k->e->fn, id), *choice = choice_of(k->e->fn, v);
    struct kp_sum is, above;

    if (k->n_cases++ == KP_KNOWN_CASES || k->n_equal == KP_KNOWN_VALUES ||
        !value_in(k->e, v, way, &is))
        return false;
    kp_know_equal(k, id, &is);
    if (!choice && is_least_or_most(v)) {
        if (above_in(k->e, v, way, &above))
            kp_know_above(k, &above);
    } else if (v->op != KP_FN_PHI) {
        add_condition(k, &(struct kp_fn_guard){.condition = (choice ? choice : v)->operand[0],
                                               .negated = way == 1});
    } else {
        uint32_t from = k->e->fn->blocks.v[v->block].preds.v[way];

        kp_know_block(k, from);
        add_way(k, from, v->block);
    }
    return true;
}
