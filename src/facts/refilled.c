/* A tile that a loop fills and reads, and that code behind the loop fills and reads anew, in a loop
 * around both: whole tiles, and then the rest.
 *
 * A store writes to points, as in filled.c: those of its fixed guards. Where a store of the loop
 * has the same points as one behind it, an element that is read in the loop, below the bounds of
 * the loop's stores, has been written in this iteration, or belongs to no point of either store;
 * and an element that is read behind the loop, below the bounds of the stores there, has been
 * written there, or belongs to no point. */
#include "facts/alike.h"
#include "facts/filled.h"

enum { MAX_STORES = 8 };

/* The loop, or what is behind it in the loop around, and the stores that it has. */
struct part {
    struct kp_filled f;
    struct kp_fill s[MAX_STORES];
    unsigned n;
};

static bool are_within(const struct part *x, const struct part *y)
{
    for (unsigned i = 0; i < x->n; i++) {
        bool found = false;

        for (unsigned k = 0; k < y->n; k++)
            found |= kp_fill_is_within(&x->f, &x->s[i], &y->s[k]);
        if (!found)
            return false;
    }
    return x->n > 0;
}

/* The part in which the value is; NULL: in none. */
static struct part *part_of(struct part *in, struct part *behind, const struct kp_value *v)
{
    const struct kp_fn *fn = in->f.fn;
    uint32_t loop = fn->blocks.v[v->block].loop;
    const struct kp_node *place = kp_filled_place(v);

    if (kp_fn_in_loop(fn, loop, in->f.loop))
        return in;
    return kp_fn_in_loop(fn, loop, behind->f.loop) && place &&
                   place->span.begin >= fn->loops.v[in->f.loop].node->span.end
               ? behind
               : NULL;
}

/* True for all that is done with the array and is no load; reads the stores. */
static bool read_stores(struct part *in, struct part *behind)
{
    const struct kp_fn *fn = in->f.fn;
    const bool *holds = in->f.exact.holds;

    for (kp_val id = 1; id < fn->values.n; id++) {
        const struct kp_value *v = &fn->values.v[id];
        struct part *p;

        if (v->same_as || (v->op == KP_FN_LOAD && holds[kp_fn_operand(fn, v, 0)]))
            continue;
        if (v->op != KP_FN_STORE || !holds[kp_fn_operand(fn, v, 0)]) {
            if (!kp_filled_is_harmless(&behind->f, v))
                return false;
            continue;
        }
        p = part_of(in, behind, v);
        if (!p || p->n == MAX_STORES || holds[kp_fn_operand(fn, v, 1)] ||
            !kp_read_fill(&p->f, v, &p->s[p->n++]))
            return false;
    }
    return true;
}

static bool has_all_that_is_read(struct part *in, struct part *behind)
{
    const struct kp_fn *fn = in->f.fn;

    for (kp_val id = 1; id < fn->values.n; id++) {
        const struct kp_value *v = &fn->values.v[id];
        const struct part *p;

        if (v->same_as || v->op != KP_FN_LOAD || !in->f.exact.holds[kp_fn_operand(fn, v, 0)])
            continue;
        p = part_of(in, behind, v);
        for (unsigned i = 0; p && i < p->n; i++)
            if (!kp_fill_has(&p->f, v, &p->s[i]))
                return false;
        if (!p)
            return false;
    }
    return true;
}

bool kp_refills_behind(const struct kp_fn *fn, const struct kp_node *node,
                       const struct kp_sym *array)
{
    struct part in = {.f = {.fn = fn, .exact = {.fn = fn}}};
    struct part behind = {.f = {.fn = fn, .exact = {.fn = fn}, .shares_guards = true}};
    uint32_t loop = fn->unknown ? 0 : kp_fn_loop_at(fn, node);

    return loop && fn->loops.v[loop].outer && kp_filled_begin(&in.f, loop, array) &&
           kp_filled_begin(&behind.f, fn->loops.v[loop].outer, array) &&
           read_stores(&in, &behind) && are_within(&in, &behind) && are_within(&behind, &in) &&
           has_all_that_is_read(&in, &behind);
}
