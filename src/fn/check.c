/* What holds of every IR. */
#include "fn/fn.h"

struct order {
    uint32_t *idom;           /* by block; 0: not reached */
    uint32_t *number;         /* in reverse postorder, from 1 on */
    uint32_t *list;           /* in postorder */
    uint32_t *begin, *beyond; /* by block: what it dominates has these numbers; none: not reached */
    uint32_t n;
};

/* Successors are found by way of the predecessors: switches have any number of them. */
struct edges {
    uint32_t *first, *to;
};

static struct edges successors_of(struct kp_arena *a, const struct kp_fn *fn)
{
    struct edges e = {kp_new_array(a, uint32_t, fn->blocks.n + 2), NULL};
    uint32_t n = 0;

    for (uint32_t k = 1; k < fn->blocks.n; k++)
        for (size_t i = 0; i < fn->blocks.v[k].preds.n; i++, n++)
            e.first[fn->blocks.v[k].preds.v[i] + 1]++;
    for (uint32_t k = 1; k <= fn->blocks.n; k++)
        e.first[k] += e.first[k - 1];
    e.to = kp_new_array(a, uint32_t, n ? n : 1);
    for (uint32_t k = 1; k < fn->blocks.n; k++)
        for (size_t i = 0; i < fn->blocks.v[k].preds.n; i++) {
            uint32_t from = fn->blocks.v[k].preds.v[i], at = e.first[from];

            while (e.to[at])
                at++;
            e.to[at] = k;
        }
    return e;
}

/* From the first block on. There may be more blocks in a row than a stack has room for. */
static void visit(struct kp_arena *a, struct order *o, const struct edges *e, size_t n_blocks)
{
    uint32_t *path = kp_new_array(a, uint32_t, n_blocks + 1), depth = 0;
    uint32_t *at = kp_new_array(a, uint32_t, n_blocks + 1);

    path[depth++] = 1;
    o->number[1] = 1;
    while (depth) {
        uint32_t block = path[depth - 1], i = e->first[block] + at[block]++;

        if (i >= e->first[block + 1]) {
            o->list[o->n++] = block;
            depth--;
        } else if (!o->number[e->to[i]]) {
            o->number[e->to[i]] = 1;
            path[depth++] = e->to[i];
        }
    }
}

static uint32_t meet(const struct order *o, uint32_t a, uint32_t b)
{
    while (a != b) {
        while (o->number[a] > o->number[b])
            a = o->idom[a];
        while (o->number[b] > o->number[a])
            b = o->idom[b];
    }
    return a;
}

/* A block's own number is followed by those of what it dominates. */
static void number_tree(struct order *o)
{
    for (uint32_t i = 0; i < o->n; i++) { /* their count, for now */
        uint32_t k = o->list[i];

        o->beyond[k]++;
        if (k != 1)
            o->beyond[o->idom[k]] += o->beyond[k];
    }
    o->begin[1] = 1;
    for (uint32_t i = o->n; i-- > 0;) {
        uint32_t k = o->list[i], size = o->beyond[k], above = o->idom[k];

        if (k != 1) {
            o->begin[k] = o->beyond[above];
            o->beyond[above] += size;
        }
        o->beyond[k] = o->begin[k] + 1; /* grows to the end of what it dominates */
    }
}

/* Cooper, Harvey, Kennedy, A Simple, Fast Dominance Algorithm (2001). */
static struct order dominators(struct kp_arena *a, const struct kp_fn *fn)
{
    struct order o = {
        kp_new_array(a, uint32_t, fn->blocks.n + 1), kp_new_array(a, uint32_t, fn->blocks.n + 1),
        kp_new_array(a, uint32_t, fn->blocks.n + 1), kp_new_array(a, uint32_t, fn->blocks.n + 1),
        kp_new_array(a, uint32_t, fn->blocks.n + 1), 0};
    struct edges e = successors_of(a, fn);
    bool changed = true;

    visit(a, &o, &e, fn->blocks.n);
    for (uint32_t i = 0; i < o.n; i++)
        o.number[o.list[i]] = o.n - i;
    o.idom[1] = 1;
    while (changed) {
        changed = false;
        for (uint32_t i = o.n; i-- > 0;) {
            uint32_t k = o.list[i], dom = 0;

            for (size_t p = 0; k != 1 && p < fn->blocks.v[k].preds.n; p++) {
                uint32_t from = fn->blocks.v[k].preds.v[p];

                if (o.idom[from])
                    dom = dom ? meet(&o, dom, from) : from;
            }
            if (k != 1 && dom != o.idom[k]) {
                o.idom[k] = dom;
                changed = true;
            }
        }
    }
    number_tree(&o);
    return o;
}

static bool dominates(const struct order *o, uint32_t a, uint32_t b)
{
    return o->begin[b] >= o->begin[a] && o->begin[b] < o->beyond[a];
}

struct check {
    const struct kp_fn *fn;
    struct order order;
    uint32_t *place; /* by value: its index in its block, from 1 on */
    const char *wrong;
};

static void wrong(struct check *c, kp_val v, const char *what)
{
    if (!c->wrong)
        c->wrong = kp_sprintf(c->fn->arena, "%%%u: %s", v, what);
}

/* True if `v` is there at the end of block `at` (place 0), or in front of a place in it. */
static bool is_defined(const struct check *c, kp_val v, uint32_t at, uint32_t place)
{
    uint32_t block = c->fn->values.v[v].block;

    if (!block || !c->place[v])
        return false;
    if (block == at)
        return place == 0 || c->place[v] < place;
    return dominates(&c->order, block, at);
}

static void check_operands(struct check *c, kp_val id, uint32_t block)
{
    const struct kp_value *v = &c->fn->values.v[id];
    const struct kp_fn_block *k = &c->fn->blocks.v[block];

    if (v->op == KP_FN_PHI && v->n_operands != k->preds.n)
        wrong(c, id, "a phi without one operand per predecessor");
    for (unsigned i = 0; i < v->n_operands && !c->wrong; i++) {
        kp_val o = kp_fn_operand(c->fn, v, i);

        if (v->op == KP_FN_PHI && !c->order.number[k->preds.v[i]])
            continue; /* from where nobody comes */
        if (!o || !(v->op == KP_FN_PHI ? is_defined(c, o, k->preds.v[i], 0)
                                       : is_defined(c, o, block, c->place[id])))
            wrong(c, id, "an operand that is not defined where it is used");
    }
}

static bool same_type(struct kp_fn_type a, struct kp_fn_type b)
{
    return a.kind == b.kind && a.bytes == b.bytes;
}

static void check_types(struct check *c, kp_val id)
{
    const struct kp_fn *fn = c->fn;
    const struct kp_value *v = &fn->values.v[id];
    struct kp_fn_type left = v->n_operands ? kp_fn_value(fn, v->operand[0])->type : v->type,
                      right = v->n_operands > 1 ? kp_fn_value(fn, v->operand[1])->type : v->type;

    if (v->op >= KP_FN_LT && v->op <= KP_FN_NE) {
        if (v->type.kind != KP_FN_BOOL || !same_type(left, right))
            wrong(c, id, "a comparison of two types");
    } else if (v->op == KP_FN_SHL || v->op == KP_FN_SHR) {
        if (!same_type(v->type, left))
            wrong(c, id, "a shift that changes the type");
    } else if (v->type.kind == KP_FN_POINTER && (v->op == KP_FN_ADD || v->op == KP_FN_SUB)) {
        if (left.kind != KP_FN_POINTER || right.kind != KP_FN_INT || right.bytes != 8)
            wrong(c, id, "a pointer that is not moved by bytes");
    } else if (v->op >= KP_FN_ADD && v->op <= KP_FN_MAX && left.kind != KP_FN_POINTER) {
        if (!same_type(v->type, left) || !same_type(left, right))
            wrong(c, id, "an operator on two types");
    } else if (v->op == KP_FN_LOAD || v->op == KP_FN_STORE) {
        if (left.kind != KP_FN_POINTER)
            wrong(c, id, "an address that is no pointer");
    } else if (v->op == KP_FN_PHI) {
        for (unsigned i = 0; i < v->n_operands; i++)
            if (!same_type(v->type, kp_fn_value(fn, v->operand[i])->type))
                wrong(c, id, "a phi of two types");
    }
}

static void check_block(struct check *c, uint32_t block)
{
    const struct kp_fn *fn = c->fn;
    const struct kp_fn_block *k = &fn->blocks.v[block];

    for (size_t i = 0; i < k->values.n; i++) {
        if (fn->values.v[k->values.v[i]].block != block)
            wrong(c, k->values.v[i], "a value in two blocks");
        check_operands(c, k->values.v[i], block);
        check_types(c, k->values.v[i]);
    }
    for (uint32_t g = k->guard; g; g = fn->guards.v[g].outer) {
        kp_val condition = kp_fn_find(fn, fn->guards.v[g].condition);

        if (condition && !is_defined(c, condition, block, 1))
            wrong(c, condition, "a guard that is not known where it holds");
    }
}

const char *kp_fn_check(const struct kp_fn *fn)
{
    struct check c = {.fn = fn};

    if (fn->unknown)
        return NULL;
    c.order = dominators(fn->arena, fn);
    c.place = kp_new_array(fn->arena, uint32_t, fn->values.n);
    for (uint32_t k = 1; k < fn->blocks.n; k++)
        for (size_t i = 0; i < fn->blocks.v[k].values.n; i++)
            c.place[fn->blocks.v[k].values.v[i]] = (uint32_t)i + 1;
    for (uint32_t k = 1; k < fn->blocks.n && !c.wrong; k++)
        if (c.order.number[k])
            check_block(&c, k);
    return c.wrong;
}
