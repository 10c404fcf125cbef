/* What is not known of the loop, and can be tested in front of it: the loop as it is written stands
 * in the other branch. */
#include "front/tree.h"
#include "legal/legal.h"
#include "model/element.h"
#include "model/front.h"
#include "model/refuse.h"

/* A statement of a block, or of an `if` or a loop without braces, which the output has. */
static bool has_place_before(const struct kp_node *loop)
{
    enum kp_kind k = loop->parent->kind;

    return k == KP_COMPOUND || k == KP_IF || k == KP_FOR;
}

bool kp_can_be_tested(const struct kp_judge *j)
{
    if (kp_is_hidden(j->u, j->f->decl, "size_t"))
        return false;
    return !j->u->options->no_runtime_checks && !j->l->node->from_macro &&
           has_place_before(j->l->node) && kp_can_stand_twice(j->u, j->l);
}

static void add_tests(struct kp_judge *j, const struct kp_texts *tests)
{
    for (size_t i = 0; i < tests->n; i++)
        kp_add_text(j->u->arena, &j->l->tests, tests->v[i]);
}

/* Tiles that only a test tells apart may be one: asynchronous copies into them may meet. */
static void tell_tiles_apart(struct kp_judge *j)
{
    if (kp_can_be_tested(j) && kp_names_hold_at(j->f->tested, j->l->node)) {
        j->l->async_tests = j->f->tile_tests;
        return;
    }
    for (size_t i = 0; i < j->l->copies.n; i++) {
        struct kp_copy *c = &j->l->copies.v[i];

        if (!c->not_async && kp_map_get(&j->f->part_of, kp_element_of(c->dest).root))
            c->not_async = "another store of the load phase may write the same element";
    }
}

void kp_legal_parts_apart(struct kp_judge *j)
{
    if (j->f->tile_tests.n)
        tell_tiles_apart(j);
    if (!j->f->tests.n)
        return;
    if (kp_can_be_tested(j) && kp_names_hold_at(j->f->tested, j->l->node))
        add_tests(j, &j->f->tests);
    else
        kp_refuse(j->u, j->l, KP_CODE_KP308, j->l->node, j->l->tiles.v[0]->sym->name)->hint =
            j->u->options->no_runtime_checks
                ? "drop --no-runtime-checks: a run-time test can show that the parts of the buffer "
                  "do not overlap"
                : "only a run-time test can show that the parts of the buffer do not overlap, and "
                  "it cannot be placed before this loop";
}

/* Of a template, what holds of all its instances. */
static const struct kp_fn *body_of(struct kp_judge *j)
{
    struct kp_fns fns;

    if (j->f->sym->is_template)
        return kp_fn_pattern(j->u, j->f->sym);
    fns = kp_fn_instances(j->u, j->f->sym);
    return fns.n == 1 ? fns.v[0] : NULL;
}

bool kp_tested_block(struct kp_judge *j, const struct kp_tile *t)
{
    const struct kp_fn *fn = body_of(j);
    struct kp_texts tests = {0};
    struct kp_reaches r;

    if ((!t->multiples[0] && !t->multiples[1] && !t->multiples[2]) || !kp_can_be_tested(j) || !fn)
        return false;
    r = kp_reaches_at(j->f, fn, j->l->node, false);
    for (unsigned axis = 0; axis < 3; axis++) {
        const char *dim = r.name(r.of, KP_REACH_SPECIAL + KP_SPECIAL_BLOCK_DIM + axis);

        if (!t->multiples[axis])
            continue;
        if (!dim)
            return false;
        kp_add_text(j->u->arena, &tests,
                    kp_sprintf(j->u->arena, "%s %% %d == 0", dim, (int)t->multiples[axis]));
    }
    if (!kp_names_hold_at(&r, j->l->node))
        return false;
    add_tests(j, &tests);
    j->l->tests_block = true;
    return true;
}

bool kp_tested_flat(struct kp_judge *j, unsigned axes)
{
    const struct kp_fn *fn = body_of(j);
    struct kp_texts tests = {0};
    struct kp_reaches r;

    if (!fn || !kp_can_be_tested(j))
        return false;
    r = kp_reaches_at(j->f, fn, j->l->node, false);
    for (unsigned axis = 0; axis < 3; axis++) {
        const char *dim = r.name(r.of, KP_REACH_SPECIAL + KP_SPECIAL_BLOCK_DIM + axis);

        if (!(axes >> axis & 1))
            continue;
        if (!dim)
            return false;
        kp_add_text(j->u->arena, &tests, kp_sprintf(j->u->arena, "%s == 1", dim));
    }
    if (!kp_names_hold_at(&r, j->l->node))
        return false;
    add_tests(j, &tests);
    j->l->tests_flat = true;
    return true;
}

/* ---- sources that stores may change --------------------------------------------------------- */

/* The largest of what is touched at the address. False: nothing is, or it is not known how much. */
static bool bytes_at(const struct kp_fn *fn, kp_val address, struct kp_sum *out)
{
    int64_t bytes = 0;
    kp_val size = KP_NO_VAL;

    for (kp_val v = 1; v < fn->values.n; v++) {
        const struct kp_value *value = &fn->values.v[v];

        for (unsigned i = 0; !value->same_as && i < value->n_operands; i++) {
            struct kp_fn_touch t = kp_fn_touches(fn, value, i);

            if (!t.mode || kp_fn_operand(fn, value, i) != address)
                continue;
            if (value->size ? size && size != value->size : t.bytes < 1)
                return false;
            if (value->size)
                size = value->size;
            else
                bytes = t.bytes > bytes ? t.bytes : bytes;
        }
    }
    *out = size ? kp_sum_of_value(size) : kp_sum_of_number(bytes);
    return !size != !bytes;
}

/* Where an atomic operation takes place: the one address that the call is given. NONE: not known.
 */
static kp_val operated_on(const struct kp_fn *fn, const struct kp_node *call)
{
    const struct kp_value *v = kp_fn_value(fn, kp_fn_value_of(fn, call));
    kp_val address = KP_NO_VAL;

    if (v->op != KP_FN_CALL || v->node != call)
        return KP_NO_VAL;
    for (unsigned i = 0; i < v->n_operands; i++) {
        unsigned mode = kp_fn_touches(fn, v, i).mode;

        if (mode && (mode != KP_ATOMIC || address))
            return KP_NO_VAL;
        if (mode)
            address = kp_fn_operand(fn, v, i);
    }
    return address;
}

/* The address of what is accessed. NONE: not known. */
static kp_val address_of(const struct kp_fn *fn, const struct kp_access *a)
{
    if (a->in)
        return KP_NO_VAL;
    return a->mode == KP_ATOMIC ? operated_on(fn, a->at) : kp_fn_address_of(fn, a->at);
}

struct named {
    struct kp_reach reach;
    const char *name;
};

static bool reach_of(struct kp_reaches *r, const struct kp_access *a, struct named *to)
{
    kp_val address = address_of(r->fn, a);
    struct kp_reach *out = &to->reach;
    struct kp_sum bytes;

    if (!address)
        return false;
    address = kp_fn_find(r->fn, address);
    if (!bytes_at(r->fn, address, &bytes) ||
        !kp_reach_at(r, address, r->fn->values.v[address].block, &bytes, out) ||
        r->fn->values.v[out->base].op == KP_FN_ADDRESS || !(to->name = kp_name_reach(r, out)))
        return false;
    kp_reach_limit(r, &out->from);
    kp_reach_limit(r, &out->to);
    return kp_sum_fits(r, &out->from) && kp_sum_fits(r, &out->to);
}

/* The operands of a reach: where it begins and ends, in bytes from its pointer. */
static const char *operands(struct kp_reaches *r, const struct named *x)
{
    struct kp_arena *a = r->fn->arena;
    const struct kp_sum *s[2] = {&x->reach.from, &x->reach.to};
    const char *text = x->name;

    for (unsigned i = 0; i < 2; i++) {
        const char *more = kp_sum_text(r, s[i], 1), *less = kp_sum_text(r, s[i], -1);

        text = kp_sprintf(a, *less == '0' ? "%s, %s" : "%s, %s - (%s)", text, more, less);
    }
    return text;
}

static void add_clear(struct kp_judge *j, struct kp_clear x)
{
    for (size_t i = 0; i < j->l->clear.n; i++)
        if (kp_streq(j->l->clear.v[i].a, x.a) && kp_streq(j->l->clear.v[i].b, x.b))
            return;
    kp_push(j->u->arena, &j->l->clear, x);
}

/* How two accesses are told apart by what one function's IR says. */
struct told {
    struct kp_clear clear;
    struct kp_texts tests;
};

static bool tell_apart(struct kp_reaches *r, const struct kp_access *load,
                       const struct kp_access *store, struct told *out)
{
    struct named from, to;

    if (!reach_of(r, load, &from) || !reach_of(r, store, &to) || from.reach.base == to.reach.base)
        return false;
    kp_add_tests(r, &out->tests);
    out->clear = (struct kp_clear){operands(r, &from), operands(r, &to)};
    return true;
}

static bool is_same_told(const struct told *a, const struct told *b)
{
    if (a->tests.n != b->tests.n || !kp_streq(a->clear.a, b->clear.a) ||
        !kp_streq(a->clear.b, b->clear.b))
        return false;
    for (size_t i = 0; i < a->tests.n; i++)
        if (!kp_streq(a->tests.v[i], b->tests.v[i]))
            return false;
    return true;
}

/* A template whose numbers have types that its parameters give: one text of the test has to tell
 * for each of the instances in sight, and the output is for these alone. */
static bool told_by_instances(struct kp_judge *j, const struct kp_access *load,
                              const struct kp_access *store, struct told *out)
{
    struct kp_fns fns = kp_fn_instances(j->u, j->f->sym);

    if (!j->f->sym->is_template || j->f->parametric || !fns.n ||
        !kp_fn_can_be_named(j->u, j->f->sym))
        return false;
    for (size_t i = 0; i < fns.n; i++) {
        struct kp_reaches r;
        struct told told = {0};

        if (fns.v[i]->unknown)
            return false;
        r = kp_reaches_at(j->f, fns.v[i], j->l->node, true);
        if (!tell_apart(&r, load, store, &told) || (i && !is_same_told(out, &told)))
            return false;
        *out = told;
    }
    j->l->by_instances = true;
    return true;
}

bool kp_tested_apart(struct kp_judge *j, const struct kp_access *load,
                     const struct kp_access *store)
{
    const struct kp_fn *fn = body_of(j);
    struct told told = {0};
    bool is_told = false;

    if (!kp_can_be_tested(j))
        return false;
    if (fn && !fn->unknown) {
        struct kp_reaches r;

        if (!j->reaches.fn)
            j->reaches = kp_reaches_at(j->f, fn, j->l->node, true);
        r = j->reaches; /* what one pair takes for granted is not the next one's */
        is_told = tell_apart(&r, load, store, &told);
    }
    if (!is_told) {
        told = (struct told){0};
        if (!told_by_instances(j, load, store, &told))
            return false;
    }
    add_clear(j, told.clear);
    add_tests(j, &told.tests);
    return true;
}
