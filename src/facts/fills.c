/* What stores fill: the element that each writes, and the bounds below which it does (filled.c). */
#include "facts/fills.h"

#include "facts/lanes.h"
#include "facts/room.h"
#include "facts/scale.h"
#include "facts/sign.h"
#include "facts/subscript.h"
#include "facts/warps.h"
#include "front/tree.h"

/* The most that a fill's loop may step at a time: no number of an element in shared memory, and one
 * step more, leaves its type. */
enum { MAX_BOUNDS = 4, MAX_DEPTH = 8, MAX_STEP = 1 << 24, MAX_THREADS = 1024 };

uint32_t kp_filled_inner_loop(const struct kp_filled *f, uint32_t block)
{
    uint32_t i = f->fn->blocks.v[block].loop;

    while (i != f->loop && kp_filled_loop(f, i)->outer != f->loop)
        i = kp_filled_loop(f, i)->outer;
    return i == f->loop ? 0 : i;
}

/* ---- bounds ---------------------------------------------------------------------------------- */

/* True if the factor is the same for the whole block, or warp. */
static bool is_uniform(const struct kp_filled *f, kp_val v)
{
    if (v == KP_NO_VAL)
        return true;
    if (v >= KP_REACH_SPECIAL)
        return v >= KP_REACH_SPECIAL + KP_SPECIAL_BLOCK ||
               (f->by_warps && v > KP_REACH_SPECIAL + KP_SPECIAL_THREAD);
    return f->by_warps ? kp_is_of_warp(f->fn, f->loop, v) : kp_is_uniform(&f->settled, v);
}

static bool is_uniform_term(const struct kp_filled *f, const struct kp_term *t)
{
    for (unsigned k = 0; k < KP_SUM_DEGREE; k++)
        if (!is_uniform(f, t->factor[k]))
            return false;
    return true;
}

static bool is_uniform_sum(const struct kp_filled *f, const struct kp_sum *s)
{
    for (unsigned i = 0; i < s->n; i++)
        if (!is_uniform_term(f, &s->term[i]))
            return false;
    return true;
}

/* True if an int that the value is computed from is the sum, which then fits into one. */
static bool has_int(const struct kp_filled *f, kp_val id, const struct kp_sum *sum, int depth)
{
    const struct kp_value *v = kp_fn_value(f->fn, id);
    struct kp_sum x;

    if (depth > MAX_DEPTH || !kp_is_integer(v->type) || v->type.bytes != 4)
        return false;
    if (v->type.kind == KP_FN_INT && kp_exact_sum(&f->exact, id, false, &x) &&
        kp_sum_equal(&x, sum))
        return true;
    for (unsigned i = 0; i < v->n_operands && v->op >= KP_FN_ADD && v->op <= KP_FN_CAST; i++)
        if (has_int(f, v->operand[i], sum, depth + 1))
            return true;
    return false;
}

/* What is added to the element's number is not negative, or one number of no more bits than are
 * compared. Whatever makes their sum less than the other side keeps it in the type of the
 * comparison. */
static bool is_rest(const struct kp_filled *f, kp_val left, const struct kp_sum *rest)
{
    const struct kp_fn_type t = kp_fn_value(f->fn, left)->type;
    kp_val other = rest->n == 1 ? kp_only_factor(&rest->term[0]) : KP_NO_VAL;
    struct kp_fn_type of;

    if (kp_sum_is_not_negative(&f->exact, rest))
        return true;
    if (!other || other >= KP_REACH_SPECIAL || rest->term[0].by != 1)
        return t.kind == KP_FN_INT && has_int(f, left, rest, 0);
    of = kp_fn_value(f->fn, other)->type;
    return of.kind == KP_FN_INT && of.bytes <= t.bytes && t.kind != KP_FN_UINT;
}

/* The terms of the left side that differ between points, and the others. */
static void split_sum(const struct kp_filled *f, const struct kp_sum *x, struct kp_sum *part,
                      struct kp_sum *rest)
{
    *part = *rest = (struct kp_sum){0};
    for (unsigned i = 0; i < x->n; i++) {
        struct kp_sum *to = is_uniform_term(f, &x->term[i]) ? rest : part;

        to->term[to->n++] = x->term[i];
    }
}

/* The bound `part + rest < most` of a number, whose scale `scale` is. */
struct bound {
    const struct kp_sum *number;
    struct kp_sum part, rest;
    struct kp_scale scale;
};

/* The rest modulo 2^32, where blocks are multiples of what divides them. */
static bool undivided_rest(const struct kp_filled *f, kp_val left, struct bound *out)
{
    struct kp_sum x, number;

    out->scale = (struct kp_scale){kp_sum_of_number(1), 1};
    out->part = *out->number;
    return kp_fn_value(f->fn, left)->type.bytes == 4 &&
           kp_exact_undivided(&f->exact, out->number, &number) &&
           kp_exact_sum(&f->exact, left, true, &x) && kp_sum_add(&x, &number, -1, &out->rest) &&
           is_uniform_sum(f, &out->rest) && is_rest(f, left, &out->rest);
}

/* .. as the program computes it, or wherever the exact sums say so. */
static bool read_left(const struct kp_filled *f, kp_val left, struct bound *out)
{
    struct kp_fn_type t = kp_fn_value(f->fn, left)->type;
    struct kp_exact e = f->exact;
    struct kp_sum x;

    e.atoms = out->number;
    for (int wrapped = 0; wrapped <= (t.bytes >= 4); wrapped++) {
        if (!kp_exact_sum(&e, left, wrapped, &x))
            continue;
        out->scale = (struct kp_scale){kp_sum_of_number(1), 1};
        out->part = *out->number;
        if (!kp_sum_add(&x, out->number, -1, &out->rest) || !is_uniform_sum(f, &out->rest)) {
            split_sum(f, &x, &out->part, &out->rest);
            if (!kp_scale_of(&e, out->number, &out->part, &out->scale) ||
                !is_uniform_sum(f, &out->scale.times))
                continue;
        }
        if (!wrapped || is_rest(f, left, &out->rest))
            return true;
    }
    return undivided_rest(f, left, out);
}

/* An int that is compared with what is unsigned, and so not negative: where a number is less than
 * the int, this is not negative either. Else NONE. */
static kp_val converted_end(const struct kp_filled *f, kp_val end)
{
    const struct kp_value *v = kp_fn_value(f->fn, end);
    struct kp_fn_type from =
        v->op == KP_FN_CAST ? kp_fn_value(f->fn, v->operand[0])->type : v->type;

    return v->op == KP_FN_CAST && v->type.kind == KP_FN_UINT && from.kind == KP_FN_INT &&
                   v->type.bytes == from.bytes
               ? v->operand[0]
               : KP_NO_VAL;
}

static void add_end(const struct kp_filled *f, struct kp_fill *s, const struct bound *b, int index,
                    kp_val end, int64_t more)
{
    const struct kp_sum add = kp_sum_of_number(more);
    struct kp_sum most, rest = b->rest;

    if (end && s->n_ends < KP_MAX_FILL_ENDS && kp_exact_sum(&f->exact, end, false, &most) &&
        kp_sum_add(&most, &add, 1, &most) && is_uniform_sum(f, &most) &&
        kp_apply_scale(&b->scale, &most) && kp_apply_scale(&b->scale, &rest) &&
        kp_sum_add(&most, &rest, -1, &most))
        s->end[s->n_ends++] = (struct kp_fill_end){index, s->n_bounds, most};
}

/* ---- rows of points -------------------------------------------------------------------------- */

/* True if the sum is above 0, and small: its factors are sizes of the block, whose product is at
 * most MAX_THREADS. */
static bool is_step(const struct kp_sum *s)
{
    int64_t most = 0;

    for (unsigned i = 0; i < s->n; i++) {
        const struct kp_term *t = &s->term[i];

        if (t->by <= 0 || t->by > MAX_STEP / MAX_THREADS ||
            (most += t->by) > MAX_STEP / MAX_THREADS)
            return false;
        for (unsigned k = 0; k < KP_SUM_DEGREE; k++)
            if (t->factor[k] && (t->factor[k] < KP_REACH_SPECIAL + KP_SPECIAL_BLOCK_DIM ||
                                 t->factor[k] >= KP_REACH_SPECIAL + KP_SPECIAL_GRID_DIM ||
                                 (k && t->factor[k] == t->factor[k - 1])))
                return false;
    }
    return s->n > 0;
}

/* True if the loop goes through a row of numbers, upwards, which the bound ends. */
static bool climbs(const struct kp_filled *f, uint32_t loop, const struct kp_sum *part)
{
    kp_val row = part->n == 1 && part->term[0].by == 1 ? kp_only_factor(&part->term[0]) : KP_NO_VAL;
    const struct kp_value *v;
    struct kp_sum step;

    if (!row || row >= KP_REACH_SPECIAL)
        return false;
    v = kp_fn_value(f->fn, row);
    if (v->op != KP_FN_PHI || v->block != kp_filled_loop(f, loop)->header || v->type.bytes < 4)
        return false;
    for (unsigned i = 0; i < v->n_operands; i++) {
        uint32_t from = f->fn->blocks.v[f->fn->blocks.v[v->block].preds.v[i]].loop;

        if (kp_fn_in_loop(f->fn, from, loop) &&
            (!kp_exact_sum(&f->exact, v->operand[i], true, &step) ||
             !kp_sum_add(&step, part, -1, &step) || !is_step(&step)))
            return false;
    }
    return true;
}

bool kp_filled_touched(const struct kp_filled *f, const struct kp_value *v, kp_val *size,
                       struct kp_sum *at, int64_t *bytes)
{
    struct kp_sum of;

    *size = KP_NO_VAL;
    *bytes = kp_fn_touches(f->fn, v, 0).bytes;
    if (!kp_exact_sum(&f->exact, v->operand[0], false, at))
        return false;
    if (!v->size)
        return *bytes > 0;
    *bytes = 1;
    if (!kp_exact_sum(&f->exact, v->size, false, &of) || of.n != 1 || of.term[0].by != 1)
        return false;
    *size = kp_only_factor(&of.term[0]);
    return kp_is_given_size(f->fn, *size) && kp_sum_divide(at, *size, at);
}

/* ---- stores ---------------------------------------------------------------------------------- */

/* True if this is the condition of the loop inside the one that fills the array. */
static uint32_t loop_of(const struct kp_filled *f, uint32_t block, kp_val condition)
{
    for (uint32_t i = f->fn->blocks.v[block].loop; i != f->loop; i = kp_filled_loop(f, i)->outer)
        if (kp_fn_find(f->fn, kp_filled_loop(f, i)->condition) == condition)
            return i;
    return 0;
}

static bool is_fixed_sum(const struct kp_filled *f, uint32_t block, const struct kp_sum *s)
{
    for (unsigned i = 0; i < s->n; i++)
        for (unsigned k = 0; k < KP_SUM_DEGREE; k++) {
            kp_val x = s->term[i].factor[k];

            if (x && x < KP_REACH_SPECIAL && !kp_is_fixed(&f->settled, block, x))
                return false;
        }
    return true;
}

static bool is_thread_index(const struct kp_sum *at)
{
    return at->n == 1 && at->term[0].by == 1 && kp_only_factor(&at->term[0]) >= KP_REACH_SPECIAL;
}

/* True if an index and those behind it are within their dimensions where the store is made. An
 * index past the end of its row, of which the language leaves open what it names, is in practice
 * one of a further row (`tile[threadIdx.y][i]`). A thread's index is one of a block that fits the
 * tile. */
static bool is_within(const struct kp_filled *f, const struct kp_fill *s, const struct kp_node *to,
                      int index)
{
    for (int i = 0; i <= index; i++) {
        struct kp_sum at, room;

        if (!kp_subscript_sum(&f->exact, to, i, &at) ||
            (!is_thread_index(&at) && (!kp_sum_is_not_negative(&f->exact, &at) ||
                                       !kp_subscript_room(&f->exact, to, i, &room) ||
                                       !kp_says_room(&f->exact, s->v->block, NULL, 0, &room))))
            return false;
    }
    return true;
}

/* The bounds that a condition is on the number of the element, and on indices. Within an array's
 * own dimensions, an element has one number of each index. */
static void read_ends(const struct kp_filled *f, struct kp_fill *s, const struct kp_guard_bound *g,
                      uint32_t loop)
{
    const struct kp_node *to = s->v->node->kind == KP_ASSIGN ? s->v->node->first : NULL;

    for (int index = -1; index < (to && !f->by_warps ? KP_MAX_SUBSCRIPTS : 0); index++) {
        struct kp_sum at;
        struct bound b = {.number = index < 0 ? &s->number : &at};

        if ((index >= 0 && (!kp_subscript_sum(&f->exact, to, index, &at) ||
                            !is_fixed_sum(f, s->v->block, &at) || !is_within(f, s, to, index))) ||
            !read_left(f, g->x, &b) || (loop && !climbs(f, loop, &b.part)))
            continue;
        add_end(f, s, &b, index, g->y, g->more);
        add_end(f, s, &b, index, converted_end(f, g->y), g->more);
    }
}

/* True if no value of the loop is used in the loop around it: where it ends, which differs between
 * iterations, says nothing of the points in its next round. */
static bool keeps_its_values(const struct kp_filled *f, uint32_t loop)
{
    const struct kp_fn *fn = f->fn;

    for (kp_val id = 1; id < fn->values.n; id++) {
        const struct kp_value *v = &fn->values.v[id];
        const struct kp_fn_block *b = &fn->blocks.v[v->block];
        kp_val used[] = {v->size, v->op == KP_FN_PHI ? b->joins : KP_NO_VAL};

        if (v->same_as || kp_fn_in_loop(fn, b->loop, loop))
            continue;
        for (unsigned i = 0; i < v->n_operands + 2; i++) {
            kp_val x = i < v->n_operands ? kp_fn_operand(fn, v, i) : used[i - v->n_operands];

            if (x && kp_fn_in_loop(fn, fn->blocks.v[kp_fn_value(fn, x)->block].loop, loop))
                return false;
        }
    }
    return true;
}

/* True if the condition is asked once in an iteration, with one answer for the block. */
static bool is_shared(const struct kp_filled *f, kp_val condition)
{
    uint32_t asked = f->fn->blocks.v[kp_fn_value(f->fn, condition)->block].loop;

    return (asked == f->loop || !kp_fn_in_loop(f->fn, asked, f->loop)) &&
           kp_is_uniform(&f->settled, condition);
}

/* True if the condition bounds the number of the element, or an index. */
static bool read_bound(const struct kp_filled *f, struct kp_fill *s, const struct kp_fn_guard *g,
                       uint32_t loop)
{
    struct kp_guard_bound b;

    if (s->n_bounds == MAX_BOUNDS || !kp_bound_of(f->fn, g, &b) ||
        (loop && kp_filled_loop(f, loop)->outer != f->loop && !keeps_its_values(f, loop)))
        return false;
    read_ends(f, s, &b, loop);
    if (!s->n_ends || s->end[s->n_ends - 1].bound != s->n_bounds)
        return false;
    s->n_bounds++;
    return true;
}

static bool read_fixed(const struct kp_filled *f, struct kp_fill *s, const struct kp_fn_guard *g)
{
    if (!kp_is_fixed(&f->settled, s->v->block, g->condition))
        return false;
    if (s->n_fixed < KP_MAX_FILL_GUARDS)
        s->fixed[s->n_fixed] = *g;
    s->n_fixed++;
    return true;
}

/* One condition that the store is under: of a loop inside, or of no loop. */
static bool read_condition(const struct kp_filled *f, struct kp_fill *s,
                           const struct kp_fn_guard *g, uint32_t loop)
{
    if (!g->condition)
        return false;
    if (!f->shares_guards)
        return read_fixed(f, s, g) || read_bound(f, s, g, loop);
    if (!loop && is_shared(f, g->condition)) {
        if (s->n_shared < KP_MAX_FILL_GUARDS)
            s->shared[s->n_shared] = *g;
        return s->n_shared++ < KP_MAX_FILL_GUARDS;
    }
    return read_bound(f, s, g, loop) || read_fixed(f, s, g);
}

/* The guards between the store and the loop. */
static bool read_guards(const struct kp_filled *f, struct kp_fill *s)
{
    for (uint32_t g = f->fn->blocks.v[s->v->block].guard; g; g = f->fn->guards.v[g].outer) {
        const struct kp_fn_guard *guard = &f->fn->guards.v[g];
        kp_val c = guard->condition ? kp_fn_find(f->fn, guard->condition) : KP_NO_VAL;
        uint32_t loop = loop_of(f, s->v->block, c);
        struct kp_fn_guard part[KP_GUARD_PARTS];

        if (c && !guard->negated && c == kp_fn_find(f->fn, kp_filled_loop(f, f->loop)->condition))
            return true;
        for (unsigned n = kp_guard_parts(f->fn, guard, part); n-- > 0;)
            if (!read_condition(f, s, &part[n], loop))
                return false;
    }
    return false;
}

/* The largest elements of which each store writes the same part. */
static bool split_address(struct kp_fill *s)
{
    struct kp_sum *n = &s->number;

    for (unsigned i = 0; i < n->n; i++) {
        int64_t by = n->term[i].by;

        if (by == INT64_MIN)
            return false;
        if (n->term[i].factor[KP_SUM_DEGREE - 1]) {
            s->every = kp_lanes_gcd(s->every, by);
        } else {
            s->at = by;
            n->term[i--] = n->term[--n->n];
        }
    }
    for (unsigned i = 0; i < n->n; i++)
        n->term[i].by /= s->every;
    return s->at >= 0 && s->at + s->bytes <= s->every;
}

/* Takes out of the number what is the same for all threads of a warp. False where what is left may
 * be negative, so that a bound may wrap around below zero. */
static bool set_base(const struct kp_filled *f, struct kp_fill *s)
{
    struct kp_sum *n = &s->number;

    for (unsigned i = 0; f->by_warps && i < n->n; i++)
        if (is_uniform_term(f, &n->term[i])) {
            s->base.term[s->base.n++] = n->term[i];
            n->term[i--] = n->term[--n->n];
        }
    return !s->base.n || kp_sum_is_not_negative(&f->exact, n);
}

/* True if a thread may end its iteration in front of a place. */
static bool jumps_before(const struct kp_node *n, uint32_t place)
{
    if (n->kind == KP_CONTINUE && n->span.begin < place)
        return true;
    kp_each_child(c, n)
    {
        if (jumps_before(c, place))
            return true;
    }
    return false;
}

bool kp_read_fill(const struct kp_filled *f, const struct kp_value *v, struct kp_fill *out)
{
    *out = (struct kp_fill){.v = v};
    if (v->site || !v->node || !kp_fn_in_loop(f->fn, f->fn->blocks.v[v->block].loop, f->loop))
        return false;
    if (!kp_is_whole_loop(f->fn, f->loop) &&
        jumps_before(kp_filled_loop(f, f->loop)->node, v->node->span.end))
        return false;
    for (uint32_t i = f->fn->blocks.v[v->block].loop; i != f->loop; i = kp_filled_loop(f, i)->outer)
        if (!kp_is_whole_loop(f->fn, i))
            return false;
    if (!kp_filled_touched(f, v, &out->size, &out->number, &out->bytes) || !split_address(out))
        return false;
    return is_fixed_sum(f, v->block, &out->number) && set_base(f, out) && read_guards(f, out);
}
