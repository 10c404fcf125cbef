/* Reads of what the same iteration fills.
 *
 * A store is made at some points: a thread, and an iteration of the loops that do the filling. The
 * element that it writes is a number that each point has, the same in each iteration. Some of its
 * guards may be bounds on that number, on a part of it such as a row (scale.h) or on an index of
 * the array (subscript.h), all else in which is the same for the whole block; the others hold for
 * the same points in each iteration. So an element below all bounds is written now, or never at
 * all: whichever point ever writes it has the same numbers, and is below them, too.
 *
 * Of a warp the same holds with elements counted from a base that is the same for all of its
 * threads: in memory that no other warp touches, each element has one number from there.
 *
 * The program's own arithmetic is followed as exact sums where it cannot overflow, and modulo 2^32
 * for the bound: it is exact, too, where the sum itself is in the range of its type. */
#include "facts/filled.h"

#include "facts/fills.h"
#include "facts/known.h"
#include "facts/lanes.h"
#include "facts/room.h"
#include "facts/sign.h"
#include "facts/subscript.h"
#include "facts/warps.h"
#include "front/tree.h"

enum { MAX_STORES = 16 };

/* ---- reads ----------------------------------------------------------------------------------- */

/* True if so many bytes from `in` on are in an element. */
static bool is_inside(const struct kp_filled *f, uint32_t block, const struct kp_sum *in,
                      int64_t bytes, int64_t every)
{
    struct kp_sum room = kp_sum_of_number(every - bytes + 1);

    return kp_sum_is_not_negative(&f->exact, in) && kp_sum_add(&room, in, -1, &room) &&
           kp_says_room(&f->exact, block, NULL, 0, &room);
}

/* The number of the element that holds all bytes of a read. What is no multiple of an element's
 * size is a place in the element, such as that of a row's number. */
static bool element_of(const struct kp_filled *f, const struct kp_value *read,
                       const struct kp_fill *s, struct kp_sum *out)
{
    int64_t bytes, every = s->every;
    struct kp_sum in = {0};
    kp_val size;

    if (!kp_filled_touched(f, read, &size, out, &bytes) || size != s->size)
        return false;
    for (unsigned i = 0; i < out->n; i++) {
        struct kp_term *t = &out->term[i];
        int64_t beyond = t->by % every;

        if (beyond < 0)
            return false;
        if (beyond && t->factor[KP_SUM_DEGREE - 1]) {
            in.term[in.n++] = *t;
            t->by = 0;
        } else if (beyond) {
            in.term[in.n] = *t;
            in.term[in.n++].by = beyond;
        }
        t->by /= every;
        if (!t->by)
            out->term[i--] = out->term[--out->n];
    }
    return is_inside(f, read->block, &in, bytes, every);
}

/* The number of the read in units of which an element has `times`, where each store writes all of
 * an element: that is below a bound where the unit is below so many times the bound. */
static bool unit_of(const struct kp_filled *f, const struct kp_value *read, const struct kp_fill *s,
                    int64_t *times, struct kp_sum *out)
{
    int64_t bytes, unit = s->every;
    kp_val size;

    if (s->at || s->bytes != s->every || s->base.n ||
        !kp_filled_touched(f, read, &size, out, &bytes) || size != s->size)
        return false;
    for (unsigned i = 0; i < out->n; i++) {
        if (out->term[i].by == INT64_MIN)
            return false;
        unit = kp_lanes_gcd(unit, out->term[i].by);
    }
    for (unsigned i = 0; i < out->n; i++)
        out->term[i].by /= unit;
    *times = s->every / unit;
    return bytes <= unit;
}

/* The number of the read that the end is one for. What stands in an inlined function has no
 * subscripts of the array's own. */
static bool number_of(const struct kp_filled *f, const struct kp_value *read,
                      const struct kp_fill *s, const struct kp_fill_end *end, struct kp_sum *out)
{
    if (end->index >= 0)
        return !read->site && kp_subscript_sum(&f->exact, read->node, end->index, out);
    return element_of(f, read, s, out) && kp_sum_add(out, &s->base, -1, out);
}

/* All that an inlined call does is done where the outermost call stands. */
const struct kp_node *kp_filled_place(const struct kp_value *v)
{
    const struct kp_fn_site *site = v->site;

    while (site && site->outer)
        site = site->outer;
    return site ? site->call : v->node;
}

/* True if an element that is read is below one of the store's bounds. */
static bool is_below(const struct kp_filled *f, const struct kp_value *read,
                     const struct kp_fill *s, unsigned bound)
{
    struct kp_sum room, unit, known[KP_MAX_SUBSCRIPTS];
    unsigned n_known = read->site ? 0 : kp_subscripts_say(&f->exact, read->node, known);
    int64_t times = 0;

    if (!unit_of(f, read, s, &times, &unit))
        times = 0;
    for (unsigned i = 0; i < s->n_ends; i++) {
        const struct kp_fill_end *end = &s->end[i];

        if (end->bound != bound)
            continue;
        if (number_of(f, read, s, end, &room) && kp_sum_add(&end->most, &room, -1, &room) &&
            kp_says_room(&f->exact, read->block, known, n_known, &room))
            return true;
        if (times && end->index < 0 && kp_sum_add(&unit, &end->most, -times, &room) &&
            kp_sum_add(&(struct kp_sum){0}, &room, -1, &room) &&
            kp_says_room(&f->exact, read->block, known, n_known, &room))
            return true;
    }
    return false;
}

/* True if the read is under the guard, too. */
static bool is_under(const struct kp_fn *fn, const struct kp_value *read,
                     const struct kp_fn_guard *g)
{
    struct kp_fn_guard part[KP_GUARD_PARTS];

    for (uint32_t i = fn->blocks.v[read->block].guard; i; i = fn->guards.v[i].outer)
        for (unsigned n = kp_guard_parts(fn, &fn->guards.v[i], part); n-- > 0;)
            if (part[n].condition && part[n].negated == g->negated &&
                kp_fn_find(fn, part[n].condition) == kp_fn_find(fn, g->condition))
                return true;
    return false;
}

bool kp_fill_has(const struct kp_filled *f, const struct kp_value *read, const struct kp_fill *s)
{
    const struct kp_node *place = kp_filled_place(read);

    if (!place || place->span.begin <= s->v->node->span.end ||
        (kp_filled_inner_loop(f, read->block) &&
         kp_filled_inner_loop(f, read->block) == kp_filled_inner_loop(f, s->v->block)))
        return false;
    for (unsigned i = 0; i < s->n_bounds; i++)
        if (!is_below(f, read, s, i))
            return false;
    for (unsigned i = 0; i < s->n_shared; i++)
        if (!is_under(f->fn, read, &s->shared[i]))
            return false;
    return true;
}

/* ---- the loop -------------------------------------------------------------------------------- */

/* Unknown code that runs behind the loop alone and cannot name the array: that is the function's
 * own, and the code was given no address in it. Of assembly, and of what is not in the tree,
 * nobody can tell. */
static bool is_unknown_apart(const struct kp_filled *f, const struct kp_value *v)
{
    const struct kp_sym *s = f->fn->objects.v[f->exact.object].sym;

    return !f->leads_in[v->block] && s && s->decl && kp_is_inside(s->decl, f->fn->function) &&
           f->fn->objects.v[f->exact.object].kind == KP_OBJECT_SHARED && v->node &&
           !kp_holds(v->node, KP_BIT(KP_ASM) | KP_BIT(KP_UNKNOWN));
}

bool kp_filled_is_harmless(const struct kp_filled *f, const struct kp_value *v)
{
    if ((v->op == KP_FN_UNKNOWN && !is_unknown_apart(f, v)) ||
        kp_fn_lets_go(f->fn, f->exact.holds, v) ||
        (v->op == KP_FN_CALL && v->control & ~(unsigned)KP_CTL_WARP))
        return false;
    for (unsigned i = 0; i < v->n_operands; i++)
        if (f->exact.holds[kp_fn_operand(f->fn, v, i)] &&
            (v->op == KP_FN_PHI || kp_fn_touches(f->fn, v, i).mode))
            return false;
    return true;
}

static bool all_filled(const struct kp_filled *f)
{
    const struct kp_fn *fn = f->fn;
    struct kp_fill s[MAX_STORES];
    unsigned n = 0;

    for (kp_val id = 1; id < fn->values.n; id++) {
        const struct kp_value *v = &fn->values.v[id];
        bool is_store = v->op == KP_FN_STORE && f->exact.holds[kp_fn_operand(fn, v, 0)];

        if (v->same_as || (v->op == KP_FN_LOAD && f->exact.holds[kp_fn_operand(fn, v, 0)]))
            continue;
        if (is_store ? n == MAX_STORES || f->exact.holds[kp_fn_operand(fn, v, 1)] ||
                           !kp_read_fill(f, v, &s[n++])
                     : !kp_filled_is_harmless(f, v))
            return false;
    }
    for (kp_val id = 1; id < fn->values.n; id++) {
        const struct kp_value *v = &fn->values.v[id];

        if (v->same_as || v->op != KP_FN_LOAD || !f->exact.holds[kp_fn_operand(fn, v, 0)])
            continue;
        for (unsigned i = 0; i < n; i++)
            if (!kp_fn_in_loop(fn, fn->blocks.v[v->block].loop, f->loop) ||
                !kp_fill_has(f, v, &s[i]))
                return false;
    }
    return n > 0;
}

/* True if the threads of a warp make all iterations together, each from end to end. */
static bool goes_by_warps(const struct kp_filled *f)
{
    bool few_threads;

    for (uint32_t i = f->loop; i; i = kp_filled_loop(f, i)->outer)
        if (!kp_is_whole_loop(f->fn, i))
            return false;
    return kp_warps_go_together(f->fn, true, f->loop, &few_threads);
}

/* By block: control can come from there to the loop. */
static const bool *lead_in(const struct kp_fn *fn, uint32_t loop)
{
    bool *leads = kp_new_array(fn->arena, bool, fn->blocks.n), again = true;

    leads[0] = leads[fn->loops.v[loop].header] = true; /* 0: values that are in no block */
    while (again) {
        again = false;
        for (uint32_t k = 1; k < fn->blocks.n; k++)
            for (size_t i = 0; leads[k] && i < fn->blocks.v[k].preds.n; i++) {
                again |= !leads[fn->blocks.v[k].preds.v[i]];
                leads[fn->blocks.v[k].preds.v[i]] = true;
            }
    }
    return leads;
}

/* Dynamic arrays are one object, by whichever of their names it is reached. */
static bool is_memory_of(const struct kp_object *o, const struct kp_sym *array)
{
    return o->kind == KP_OBJECT_DYNAMIC
               ? array->is_extern && array->space == KP_SPACE_SHARED
               : o->kind == KP_OBJECT_SHARED && kp_as_written(o->sym) == array;
}

bool kp_filled_begin(struct kp_filled *f, uint32_t loop, const struct kp_sym *array)
{
    const struct kp_fn *fn = f->fn;
    uint32_t object = 0;

    if (fn->unknown || !fn->function->sym || !fn->function->sym->is_kernel)
        return false;
    while (object < fn->objects.n && !is_memory_of(&fn->objects.v[object], array))
        object++;
    if (!loop || object == fn->objects.n)
        return false;
    f->loop = loop;
    f->exact.object = object;
    f->exact.holds = kp_fn_holders(fn, object);
    f->settled = (struct kp_settled){fn, loop, kp_keeps_memory(fn, loop)};
    f->leads_in = lead_in(fn, loop);
    return f->by_warps ? goes_by_warps(f) : kp_goes_together(&f->settled);
}

bool kp_reads_what_it_fills(const struct kp_fn *fn, const struct kp_node *node,
                            const struct kp_sym *array, bool by_warps, int64_t *multiples)
{
    struct kp_filled f = {
        .fn = fn, .exact = {.fn = fn, .multiples = multiples}, .by_warps = by_warps};

    return kp_filled_begin(&f, kp_fn_loop_at(fn, node), array) && all_filled(&f);
}
