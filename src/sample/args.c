/* Arguments of a sample: the numbers and pointers that parameters are, or that objects hold which
 * are handed over by value. */
#include "front/tree.h"
#include "sample/machine.h"

enum { MOST_HOPS = 200, DEEPEST = 8 };

/* ---- what there is --------------------------------------------------------------------------- */

static void add_leaf(struct kp_arguments *a, size_t param, int64_t at, const struct kp_type *t)
{
    if (a->n < KP_MOST_ARGUMENTS)
        a->leaf[a->n++] = (struct kp_arg_leaf){param, (uint32_t)at, t};
}

/* Of a union's members, bit-fields and those of open offsets nothing is said: their bytes are any.
 */
static bool has_place(const struct kp_node *f)
{
    const struct kp_sym *s = f->kind == KP_FIELD ? f->sym : NULL;

    return s && s->kind == KP_SYM_FIELD && s->type && s->offset >= 0 && !s->is_of_union &&
           !s->is_bit_field;
}

/* The integers and pointers of an object. Its other bytes are any, as are floating-point numbers,
 * so that no two of these are alike. */
static void add_parts(struct kp_arguments *a, size_t param, int64_t at, const struct kp_type *t,
                      int depth)
{
    const struct kp_node *record =
        t->kind == KP_TYPE_RECORD && t->decl && depth < DEEPEST ? t->decl->decl : NULL;
    const size_t before = a->n;

    if (record) {
        kp_each_child(f, record) if (has_place(f))
            add_parts(a, param, at + f->sym->offset, f->sym->type, depth + 1);
    } else if (t->kind == KP_TYPE_ARRAY && t->elem && t->elem->size > 0) {
        for (int64_t i = 0; i < t->count && (!i || a->n > before) && a->n < KP_MOST_ARGUMENTS; i++)
            add_parts(a, param, at + i * t->elem->size, t->elem, depth + 1);
    } else if (t->kind == KP_TYPE_POINTER || (kp_is_number(t) && t->kind != KP_TYPE_FLOAT)) {
        add_leaf(a, param, at, t);
    }
}

static bool find_leaves(const struct kp_fn *fn, struct kp_arguments *a)
{
    size_t param = 0;

    kp_each_child(p, fn->function)
    {
        const struct kp_type *t = p->sym ? p->sym->type : NULL;

        if (p->kind != KP_PARAM)
            break;
        if (!t || a->n == KP_MOST_ARGUMENTS)
            return false;
        if (t->kind == KP_TYPE_RECORD)
            add_parts(a, param, 0, t, 0);
        else
            add_leaf(a, param, 0, t);
        param++;
    }
    return true;
}

static void mark(struct kp_arguments *a, int64_t param, int64_t at)
{
    for (size_t i = 0; i < a->n; i++)
        if (a->leaf[i].param == (uint64_t)param && a->leaf[i].at == at)
            a->is_length[i] = true;
}

/* The parameter of which the value is a part, and where; false: it is no such part. */
static bool is_part(const struct kp_fn *fn, const struct kp_value *v, int64_t *param, int64_t *at)
{
    *at = 0;
    while (v->op == KP_FN_EXTRACT) {
        *at += v->imm;
        v = &fn->values.v[kp_fn_find(fn, v->operand[0])];
    }
    *param = v->imm;
    return v->op == KP_FN_PARAM;
}

static void mark_lengths(const struct kp_fn *fn, kp_val id, bool *seen, struct kp_arguments *a,
                         int depth)
{
    const struct kp_value *v;
    int64_t param, at;

    id = kp_fn_find(fn, id);
    v = &fn->values.v[id];
    if (seen[id] || depth == MOST_HOPS)
        return;
    seen[id] = true;
    if (is_part(fn, v, &param, &at)) {
        mark(a, param, at);
        return;
    }
    for (unsigned i = 0; i < v->n_operands && v->op != KP_FN_LOAD; i++)
        mark_lengths(fn, v->operand[i], seen, a, depth + 1);
}

static bool has_barrier(const struct kp_fn *fn, uint32_t loop)
{
    for (uint32_t k = 1; k < fn->blocks.n; k++)
        for (size_t i = 0; i < fn->blocks.v[k].values.n; i++)
            if (fn->values.v[fn->blocks.v[k].values.v[i]].op == KP_FN_BARRIER &&
                kp_fn_in_loop(fn, fn->blocks.v[k].loop, loop))
                return true;
    return false;
}

bool kp_find_arguments(struct kp_arena *arena, const struct kp_fn *fn, struct kp_arguments *a)
{
    bool *seen = kp_new_array(arena, bool, fn->values.n + 1);

    *a = (struct kp_arguments){0};
    if (!find_leaves(fn, a))
        return false;
    for (uint32_t l = 1; l < fn->loops.n; l++)
        if (fn->loops.v[l].condition && has_barrier(fn, l))
            mark_lengths(fn, fn->loops.v[l].condition, seen, a, 0);
    return true;
}

/* ---- values ---------------------------------------------------------------------------------- */

static int64_t size_of(const struct kp_arguments *a, struct kp_sizes of, size_t i)
{
    static const int64_t edge = 24, ragged[] = {21, 27, 18, 29, 23, 19};
    bool is_odd = of.kind == KP_SIZES_RAGGED || (of.kind == KP_SIZES_ODD && of.odd == i);

    if (a->is_length[i])
        return of.length + (is_odd ? 3 : of.kind == KP_SIZES_EDGE ? 8 : 0);
    if (of.kind == KP_SIZES_EDGE || of.kind == KP_SIZES_RAGGED)
        return of.kind == KP_SIZES_EDGE ? edge : ragged[i % 6];
    return of.others + (is_odd ? 1 : 0);
}

void kp_set_arguments(struct kp_arguments *a, struct kp_sizes of)
{
    a->seed = (uint64_t)of.length; /* trips may depend on contents, too */
    for (size_t i = 0; i < a->n; i++) {
        const struct kp_type *t = a->leaf[i].type;

        a->contents[i] = (struct kp_contents){0};
        a->value[i] = (uint64_t)size_of(a, of, i);
        if (t->kind != KP_TYPE_POINTER && t->kind != KP_TYPE_REFERENCE)
            continue;
        if (t->elem && t->elem->kind == KP_TYPE_INT && t->elem->size > 1)
            a->contents[i].element = (uint32_t)t->elem->size;
        a->value[i] = KP_AT_PARAM + ((uint64_t)i << KP_RANGE_BITS) + ((uint64_t)1 << 31);
        if (of.kind == KP_SIZES_ODD && of.odd == i && t->elem && t->elem->size > 0)
            a->value[i] += (uint64_t)(i % 2 && t->elem->size < 8 ? 8 : t->elem->size);
    }
    if (of.kind == KP_SIZES_MEET)
        a->value[of.meet.stores] = of.meet.at;
}

uint64_t kp_free_pointers(const struct kp_arguments *a)
{
    uint64_t set = 0;

    for (size_t i = 0; i < a->n; i++)
        if (a->leaf[i].type->kind == KP_TYPE_POINTER && !a->leaf[i].type->is_restrict)
            set |= (uint64_t)1 << i;
    return set;
}
