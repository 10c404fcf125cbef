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

#include "facts/lanes.h"
#include "facts/room.h"
#include "facts/scale.h"
#include "facts/settled.h"
#include "facts/sign.h"
#include "facts/subscript.h"
#include "facts/warps.h"
#include "front/tree.h"

/* The most that a fill's loop may step at a time: no number of an element in shared memory, and one
 * step more, leaves its type. */
enum {
    MAX_STORES = 16,
    MAX_BOUNDS = 4,
    MAX_ENDS = 16,
    MAX_DEPTH = 8,
    MAX_STEP = 1 << 24,
    MAX_THREADS = 1024
};

struct filled {
    const struct kp_fn *fn;
    struct kp_exact exact;
    struct kp_settled settled;
    uint32_t loop;
    const bool *leads_in; /* lead_in() */
    bool by_warps;
};

/* Where it is less than `most`, a number is one of a point that stores: the element's from its
 * base, or one of the array's indices, counted from the last. */
struct end {
    int index;      /* -1: the element's */
    unsigned bound; /* which of the store's bounds says so */
    struct kp_sum most;
};

/* A store to bytes `at` .. of element `number` of `every` bytes each; where only an instance tells
 * the size of a type, to so many of that. */
struct store {
    const struct kp_value *v;
    struct kp_sum number, base; /* base: the same for all threads of a warp; 0 for a block */
    kp_val size;                /* of the type; NONE */
    int64_t every, at, bytes;
    unsigned n_bounds;
    struct end end[MAX_ENDS]; /* those of one bound are each of the same points */
    unsigned n_ends;
};

static const struct kp_fn_loop *loop_at(const struct filled *f, uint32_t loop)
{
    return &f->fn->loops.v[loop];
}

/* The loop around the block that is the next one inside; 0: none. */
static uint32_t inner_loop(const struct filled *f, uint32_t block)
{
    uint32_t i = f->fn->blocks.v[block].loop;

    while (i != f->loop && loop_at(f, i)->outer != f->loop)
        i = loop_at(f, i)->outer;
    return i == f->loop ? 0 : i;
}

/* ---- bounds ---------------------------------------------------------------------------------- */

/* True if the factor is the same for the whole block, or warp. */
static bool is_uniform(const struct filled *f, kp_val v)
{
    if (v == KP_NO_VAL)
        return true;
    if (v >= KP_REACH_SPECIAL)
        return v >= KP_REACH_SPECIAL + KP_SPECIAL_BLOCK ||
               (f->by_warps && v > KP_REACH_SPECIAL + KP_SPECIAL_THREAD);
    return f->by_warps ? kp_is_of_warp(f->fn, f->loop, v) : kp_is_uniform(&f->settled, v);
}

static bool is_uniform_term(const struct filled *f, const struct kp_term *t)
{
    for (unsigned k = 0; k < KP_SUM_DEGREE; k++)
        if (!is_uniform(f, t->factor[k]))
            return false;
    return true;
}

static bool is_uniform_sum(const struct filled *f, const struct kp_sum *s)
{
    for (unsigned i = 0; i < s->n; i++)
        if (!is_uniform_term(f, &s->term[i]))
            return false;
    return true;
}

/* True if an int that the value is computed from is the sum, which then fits into one. */
static bool has_int(const struct filled *f, kp_val id, const struct kp_sum *sum, int depth)
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
static bool is_rest(const struct filled *f, kp_val left, const struct kp_sum *rest)
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
static void split_sum(const struct filled *f, const struct kp_sum *x, struct kp_sum *part,
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
static bool undivided_rest(const struct filled *f, kp_val left, struct bound *out)
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
static bool read_left(const struct filled *f, kp_val left, struct bound *out)
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
static kp_val converted_end(const struct filled *f, kp_val end)
{
    const struct kp_value *v = kp_fn_value(f->fn, end);
    struct kp_fn_type from =
        v->op == KP_FN_CAST ? kp_fn_value(f->fn, v->operand[0])->type : v->type;

    return v->op == KP_FN_CAST && v->type.kind == KP_FN_UINT && from.kind == KP_FN_INT &&
                   v->type.bytes == from.bytes
               ? v->operand[0]
               : KP_NO_VAL;
}

static void add_end(const struct filled *f, struct store *s, const struct bound *b, int index,
                    kp_val end, int64_t more)
{
    const struct kp_sum add = kp_sum_of_number(more);
    struct kp_sum most, rest = b->rest;

    if (end && s->n_ends < MAX_ENDS && kp_exact_sum(&f->exact, end, false, &most) &&
        kp_sum_add(&most, &add, 1, &most) && is_uniform_sum(f, &most) &&
        kp_apply_scale(&b->scale, &most) && kp_apply_scale(&b->scale, &rest) &&
        kp_sum_add(&most, &rest, -1, &most))
        s->end[s->n_ends++] = (struct end){index, s->n_bounds, most};
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
static bool climbs(const struct filled *f, uint32_t loop, const struct kp_sum *part)
{
    kp_val row = part->n == 1 && part->term[0].by == 1 ? kp_only_factor(&part->term[0]) : KP_NO_VAL;
    const struct kp_value *v;
    struct kp_sum step;

    if (!row || row >= KP_REACH_SPECIAL)
        return false;
    v = kp_fn_value(f->fn, row);
    if (v->op != KP_FN_PHI || v->block != loop_at(f, loop)->header || v->type.bytes < 4)
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

/* The address in the array, and how many bytes; both divided by the size of the type. */
static bool touched(const struct filled *f, const struct kp_value *v, kp_val *size,
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
static uint32_t loop_of(const struct filled *f, uint32_t block, kp_val condition)
{
    for (uint32_t i = f->fn->blocks.v[block].loop; i != f->loop; i = loop_at(f, i)->outer)
        if (kp_fn_find(f->fn, loop_at(f, i)->condition) == condition)
            return i;
    return 0;
}

static bool is_fixed_sum(const struct filled *f, uint32_t block, const struct kp_sum *s)
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
static bool is_within(const struct filled *f, const struct store *s, const struct kp_node *to,
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
static void read_ends(const struct filled *f, struct store *s, const struct kp_guard_bound *g,
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
static bool keeps_its_values(const struct filled *f, uint32_t loop)
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

/* One condition that the store is under: of a loop inside, or of no loop. */
static bool read_condition(const struct filled *f, struct store *s, const struct kp_fn_guard *g,
                           uint32_t loop)
{
    struct kp_guard_bound b;

    if (!g->condition)
        return false;
    if (kp_is_fixed(&f->settled, s->v->block, g->condition))
        return true;
    if (s->n_bounds == MAX_BOUNDS || !kp_bound_of(f->fn, g, &b) ||
        (loop && loop_at(f, loop)->outer != f->loop && !keeps_its_values(f, loop)))
        return false;
    read_ends(f, s, &b, loop);
    s->n_bounds++;
    return s->n_ends > 0 && s->end[s->n_ends - 1].bound == s->n_bounds - 1;
}

/* The guards between the store and the loop. */
static bool read_guards(const struct filled *f, struct store *s)
{
    for (uint32_t g = f->fn->blocks.v[s->v->block].guard; g; g = f->fn->guards.v[g].outer) {
        const struct kp_fn_guard *guard = &f->fn->guards.v[g];
        kp_val c = guard->condition ? kp_fn_find(f->fn, guard->condition) : KP_NO_VAL;
        uint32_t loop = loop_of(f, s->v->block, c);
        struct kp_fn_guard part[KP_GUARD_PARTS];

        if (c && !guard->negated && c == kp_fn_find(f->fn, loop_at(f, f->loop)->condition))
            return true;
        for (unsigned n = kp_guard_parts(f->fn, guard, part); n-- > 0;)
            if (!read_condition(f, s, &part[n], loop))
                return false;
    }
    return false;
}

/* The largest elements of which each store writes the same part. */
static bool split_address(struct store *s)
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
static bool set_base(const struct filled *f, struct store *s)
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

static bool read_store(const struct filled *f, const struct kp_value *v, struct store *out)
{
    *out = (struct store){.v = v};
    if (v->site || !v->node || !kp_fn_in_loop(f->fn, f->fn->blocks.v[v->block].loop, f->loop))
        return false;
    if (!kp_is_whole_loop(f->fn, f->loop) &&
        jumps_before(loop_at(f, f->loop)->node, v->node->span.end))
        return false;
    for (uint32_t i = f->fn->blocks.v[v->block].loop; i != f->loop; i = loop_at(f, i)->outer)
        if (!kp_is_whole_loop(f->fn, i))
            return false;
    if (!touched(f, v, &out->size, &out->number, &out->bytes) || !split_address(out))
        return false;
    return is_fixed_sum(f, v->block, &out->number) && set_base(f, out) && read_guards(f, out);
}

/* ---- reads ----------------------------------------------------------------------------------- */

/* True if so many bytes from `in` on are in an element. */
static bool is_inside(const struct filled *f, uint32_t block, const struct kp_sum *in,
                      int64_t bytes, int64_t every)
{
    struct kp_sum room = kp_sum_of_number(every - bytes + 1);

    return kp_sum_is_not_negative(&f->exact, in) && kp_sum_add(&room, in, -1, &room) &&
           kp_says_room(&f->exact, block, NULL, 0, &room);
}

/* The number of the element that holds all bytes of a read. What is no multiple of an element's
 * size is a place in the element, such as that of a row's number. */
static bool element_of(const struct filled *f, const struct kp_value *read, const struct store *s,
                       struct kp_sum *out)
{
    int64_t bytes, every = s->every;
    struct kp_sum in = {0};
    kp_val size;

    if (!touched(f, read, &size, out, &bytes) || size != s->size)
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
static bool unit_of(const struct filled *f, const struct kp_value *read, const struct store *s,
                    int64_t *times, struct kp_sum *out)
{
    int64_t bytes, unit = s->every;
    kp_val size;

    if (s->at || s->bytes != s->every || s->base.n || !touched(f, read, &size, out, &bytes) ||
        size != s->size)
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
static bool number_of(const struct filled *f, const struct kp_value *read, const struct store *s,
                      const struct end *end, struct kp_sum *out)
{
    if (end->index >= 0)
        return !read->site && kp_subscript_sum(&f->exact, read->node, end->index, out);
    return element_of(f, read, s, out) && kp_sum_add(out, &s->base, -1, out);
}

/* What stands for the value in the text of the function itself: all that an inlined call does is
 * done where the outermost call stands. */
static const struct kp_node *place_of(const struct kp_value *v)
{
    const struct kp_fn_site *site = v->site;

    while (site && site->outer)
        site = site->outer;
    return site ? site->call : v->node;
}

/* True if an element that is read is below one of the store's bounds. */
static bool is_below(const struct filled *f, const struct kp_value *read, const struct store *s,
                     unsigned bound)
{
    struct kp_sum room, unit, known[KP_MAX_SUBSCRIPTS];
    unsigned n_known = read->site ? 0 : kp_subscripts_say(&f->exact, read->node, known);
    int64_t times = 0;

    if (!unit_of(f, read, s, &times, &unit))
        times = 0;
    for (unsigned i = 0; i < s->n_ends; i++) {
        const struct end *end = &s->end[i];

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

/* True if an element that is read is one that the store has filled, if it ever does. */
static bool is_filled(const struct filled *f, const struct kp_value *read, const struct store *s)
{
    const struct kp_node *place = place_of(read);

    if (!place || place->span.begin <= s->v->node->span.end ||
        (inner_loop(f, read->block) && inner_loop(f, read->block) == inner_loop(f, s->v->block)))
        return false;
    for (unsigned i = 0; i < s->n_bounds; i++)
        if (!is_below(f, read, s, i))
            return false;
    return true;
}

/* ---- the loop -------------------------------------------------------------------------------- */

/* Unknown code that runs behind the loop alone and cannot name the array: that is the function's
 * own, and the code was given no address in it. Of assembly, and of what is not in the tree,
 * nobody can tell. */
static bool is_unknown_apart(const struct filled *f, const struct kp_value *v)
{
    const struct kp_sym *s = f->fn->objects.v[f->exact.object].sym;

    return !f->leads_in[v->block] && s && s->decl && kp_is_inside(s->decl, f->fn->function) &&
           f->fn->objects.v[f->exact.object].kind == KP_OBJECT_SHARED && v->node &&
           !kp_holds(v->node, KP_BIT(KP_ASM) | KP_BIT(KP_UNKNOWN));
}

/* True if the value leaves the array alone, and every thread in the loop. */
static bool is_harmless(const struct filled *f, const struct kp_value *v)
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

static bool all_filled(const struct filled *f)
{
    const struct kp_fn *fn = f->fn;
    struct store s[MAX_STORES];
    unsigned n = 0;

    for (kp_val id = 1; id < fn->values.n; id++) {
        const struct kp_value *v = &fn->values.v[id];
        bool is_store = v->op == KP_FN_STORE && f->exact.holds[kp_fn_operand(fn, v, 0)];

        if (v->same_as || (v->op == KP_FN_LOAD && f->exact.holds[kp_fn_operand(fn, v, 0)]))
            continue;
        if (is_store ? n == MAX_STORES || f->exact.holds[kp_fn_operand(fn, v, 1)] ||
                           !read_store(f, v, &s[n++])
                     : !is_harmless(f, v))
            return false;
    }
    for (kp_val id = 1; id < fn->values.n; id++) {
        const struct kp_value *v = &fn->values.v[id];

        if (v->same_as || v->op != KP_FN_LOAD || !f->exact.holds[kp_fn_operand(fn, v, 0)])
            continue;
        for (unsigned i = 0; i < n; i++)
            if (!kp_fn_in_loop(fn, fn->blocks.v[v->block].loop, f->loop) || !is_filled(f, v, &s[i]))
                return false;
    }
    return n > 0;
}

/* True if the threads of a warp make all iterations together, each from end to end. */
static bool goes_by_warps(const struct filled *f)
{
    bool few_threads;

    for (uint32_t i = f->loop; i; i = loop_at(f, i)->outer)
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

bool kp_reads_what_it_fills(const struct kp_fn *fn, const struct kp_node *node,
                            const struct kp_sym *array, bool by_warps, int64_t *multiples)
{
    struct filled f = {.fn = fn, .exact = {.fn = fn, .multiples = multiples}, .by_warps = by_warps};
    uint32_t object = 0;

    if (fn->unknown || !fn->function->sym || !fn->function->sym->is_kernel)
        return false;
    f.loop = kp_fn_loop_at(fn, node);
    while (object < fn->objects.n && !is_memory_of(&fn->objects.v[object], array))
        object++;
    if (!f.loop || object == fn->objects.n)
        return false;
    f.exact.object = object;
    f.exact.holds = kp_fn_holders(fn, object);
    f.settled = (struct kp_settled){fn, f.loop, kp_keeps_memory(fn, f.loop)};
    f.leads_in = lead_in(fn, f.loop);
    return (by_warps ? goes_by_warps(&f) : kp_goes_together(&f.settled)) && all_filled(&f);
}
