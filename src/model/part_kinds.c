/* What the parts of a buffer are: tiles, which are filled, or scratch. */
#include "model/parting.h"

#include "front/tree.h"
#include "model/front.h"
#include "model/once.h"

/* ---- by what is stored ---- */

/* A call that is not said to copy a word. */
static bool is_any_call(const struct kp_fn *fn, const struct kp_value *v)
{
    const struct kp_call_rule *rule =
        v->op == KP_FN_COPY && v->node->kind == KP_CALL ? kp_callee_rule(fn->unit, v->node) : NULL;

    return (v->op == KP_FN_CALL && !(v->control & KP_CTL_ASYNC)) || v->op == KP_FN_CLEAR ||
           (rule && rule->fills.bytes);
}

/* A part that is filled from global memory, by one store at least, is a tile if it is anything; a
 * constant that is stored says nothing. */
static void mark_stores(struct kp_parting *p, const struct kp_fn *fn, const struct kp_nature *t,
                        const struct kp_value *v)
{
    unsigned name;

    for (unsigned i = 0; i < v->n_operands; i++) {
        if (!(kp_fn_touches(fn, v, i).mode & KP_WRITE) || !t->holds[kp_fn_operand(fn, v, i)] ||
            !kp_part_name(p, fn, v->operand[i], &name))
            continue;
        if (is_any_call(fn, v) || (v->op == KP_FN_STORE && t->computed[kp_fn_operand(fn, v, 1)]))
            p->is_scratch[name] = true;
        else if (v->op != KP_FN_STORE || t->loaded[kp_fn_operand(fn, v, 1)])
            p->is_filled[name] = true;
    }
}

void kp_find_scratch(struct kp_parting *p, const struct kp_fn *fn, const struct kp_nature *t)
{
    for (uint32_t k = 1; k < fn->blocks.n; k++)
        for (size_t j = 0; j < fn->blocks.v[k].values.n; j++)
            mark_stores(p, fn, t, &fn->values.v[fn->blocks.v[k].values.v[j]]);
}

/* ---- by place ---- */

static bool has_barrier(const struct kp_fn *fn, uint32_t loop)
{
    for (uint32_t k = 1; k < fn->blocks.n; k++)
        for (size_t j = 0; j < fn->blocks.v[k].values.n; j++) {
            const struct kp_value *v = &fn->values.v[fn->blocks.v[k].values.v[j]];

            if (kp_fn_in_loop(fn, fn->blocks.v[k].loop, loop) &&
                (v->op == KP_FN_BARRIER || (v->op == KP_FN_CALL && v->control)))
                return true;
        }
    return false;
}

/* True if all that is done with the group is done in one loop that has no barrier. Then no thread
 * sees what another one has filled. */
static bool is_of_one_interval(const struct kp_parting *p, const struct kp_fn *fn,
                               const struct kp_part_uses *touches, unsigned group)
{
    uint32_t loop = 0;
    bool any = false;

    for (unsigned i = 0; i < touches->n; i++) {
        uint32_t in = fn->blocks.v[touches->all[i].block].loop;

        if (kp_first_name(p, touches->all[i].name) != group)
            continue;
        if (!any)
            loop = in;
        any = true;
        while (loop && !kp_fn_in_loop(fn, in, loop))
            loop = fn->loops.v[loop].outer;
    }
    return loop && !has_barrier(fn, loop);
}

/* True if the group is touched, and filled in no loop with a barrier. Then no loop has it as a
 * tile, but may read it. */
static bool is_filled_outside(const struct kp_parting *p, const struct kp_fn *fn,
                              const struct kp_part_uses *touches, unsigned group)
{
    bool any = false;

    for (unsigned i = 0; i < touches->n; i++) {
        uint32_t loop = fn->blocks.v[touches->all[i].block].loop;

        any |= kp_first_name(p, touches->all[i].name) == group;
        if (!touches->all[i].writes || kp_first_name(p, touches->all[i].name) != group)
            continue;
        while (loop && fn->loops.v[loop].outer)
            loop = fn->loops.v[loop].outer;
        if (loop && has_barrier(fn, loop))
            return false;
    }
    return any;
}

void kp_find_scratch_by_place(struct kp_parting *p, const struct kp_fn *fn,
                              const struct kp_part_uses *touches)
{
    for (unsigned i = 1; i < p->n; i++)
        if (kp_first_name(p, i) && (is_of_one_interval(p, fn, touches, kp_first_name(p, i)) ||
                                    is_filled_outside(p, fn, touches, kp_first_name(p, i)))) {
            p->is_filled[i] = false;
            p->is_scratch[i] = true;
        }
}

/* ---- whether there is anything to tell apart ---- */

static bool is_done(const struct kp_part_uses *t, unsigned name, bool writes)
{
    for (unsigned i = 0; i < t->n; i++)
        if (t->all[i].name == name && (writes ? t->all[i].writes : t->all[i].reads))
            return true;
    return false;
}

/* True if a group that has these two, and others perhaps, may be scratch by its place: if they
 * alone are not, nor is it. */
static bool may_be_placed(struct kp_parting *p, const struct kp_fn *fn,
                          const struct kp_part_uses *t, unsigned a, unsigned b)
{
    bool may;

    kp_join_names(p, a, b);
    may = is_of_one_interval(p, fn, t, kp_first_name(p, a)) ||
          is_filled_outside(p, fn, t, kp_first_name(p, a));
    p->group[a] = a;
    p->group[b] = b;
    return may;
}

/* The innermost loop with a barrier around a block; 0: none. */
static uint32_t phase_around(const struct kp_fn *fn, uint32_t block)
{
    uint32_t loop = fn->blocks.v[block].loop;

    while (loop && !has_barrier(fn, loop))
        loop = fn->loops.v[loop].outer;
    return loop;
}

/* True if each thread writes each byte at most once in an iteration: nobody asks which name a store
 * goes by. */
static bool are_filled_once(const struct kp_parting *p, const struct kp_fn *fn,
                            const struct kp_part_uses *t)
{
    const struct kp_block_shape shape = kp_possible_block(p->f);
    struct kp_access_at at[KP_MAX_PART_USES];
    uint32_t within = 0;
    size_t n = 0;

    for (unsigned i = 0; i < t->n; i++) {
        const uint32_t loop = phase_around(fn, t->all[i].block);

        if (!t->all[i].writes || !loop)
            continue;
        if (n && loop != within)
            return false;
        within = loop;
        at[n++] = t->all[i].at;
    }
    return !n || kp_touched_once(fn, &shape, at, n, within);
}

/* Scratch is what is computed and stored by a name that fills nothing, or is written by one name
 * and read by the same or another in such a place. Nothing is measured for that. */
static bool may_have_scratch(struct kp_parting *p, const struct kp_fn *fn,
                             const struct kp_part_uses *t)
{
    for (unsigned a = 1; a < p->n; a++) {
        if (p->is_scratch[a] && !p->is_filled[a])
            return true;
        for (unsigned b = 1; b < p->n; b++)
            if (is_done(t, a, true) && is_done(t, b, false) && may_be_placed(p, fn, t, a, b))
                return true;
    }
    return false;
}

/* .. or are two names filled, which may be two tiles? */
bool kp_may_have_parts(struct kp_parting *p, const struct kp_fn *fn)
{
    struct kp_part_uses *t = kp_new(fn->arena, struct kp_part_uses);
    struct kp_nature nature = kp_nature_of(p->raw, fn);
    unsigned n_filled = 0;

    t->by = KP_BY_NAMES;
    if (!kp_find_part_uses(p, fn, &nature, t))
        return false;
    kp_find_scratch(p, fn, &nature);
    if (may_have_scratch(p, fn, t))
        return true;
    for (unsigned i = 0; i < p->n; i++)
        n_filled += p->is_filled[i];
    p->of_tiles = n_filled > 1 && !are_filled_once(p, fn, t);
    return p->of_tiles;
}
