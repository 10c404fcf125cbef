/* A condition says that a sum, the other side less this one, is at least 1, or more where only some
 * remainders are possible. A multiple of it is taken away from the sum that is asked for, and what
 * is left must not be negative. */
#include "facts/room.h"

#include "facts/sign.h"

enum { MAX_DEPTH = 8, MOST_MODULUS = 64, MOST_ASKED = 3, MOST_ROUNDS = 4, MOST_THREADS = 1024 };

/* Of an int of 64 bits, so that one more is one, too. */
#define MOST_LONG ((int64_t)1 << 62)

/* ---- remainders ------------------------------------------------------------------------------ */

/* The mask of x & mask: mask + 1 is a power of two. */
static bool masks(const struct kp_fn *fn, kp_val id, kp_val *x, int64_t *mask)
{
    const struct kp_value *v;

    if (id >= KP_REACH_SPECIAL || !id)
        return false;
    v = kp_fn_value(fn, id);
    if (v->op != KP_FN_AND || !kp_is_integer(v->type))
        return false;
    for (unsigned i = 0; i < 2; i++)
        if (kp_fn_is_const(fn, v->operand[i], mask) && *mask > 0 && *mask < 1 << 20 &&
            !(*mask & (*mask + 1))) {
            *x = v->operand[!i];
            return true;
        }
    return false;
}

/* The value that a loop's variable begins with, from which it moves by multiples of `modulus`. */
static bool begins_with(const struct kp_exact *e, kp_val id, int64_t modulus, kp_val *out)
{
    const struct kp_value *v = kp_fn_value(e->fn, id);
    uint32_t loop = e->fn->blocks.v[v->block].loop;
    const struct kp_sum self = kp_sum_of_value(id);

    if (v->op != KP_FN_PHI || !loop || e->fn->loops.v[loop].header != v->block)
        return false;
    *out = KP_NO_VAL;
    for (unsigned i = 0; i < v->n_operands; i++) {
        uint32_t from = e->fn->blocks.v[v->block].preds.v[i];
        struct kp_sum next;

        if (!kp_fn_in_loop(e->fn, e->fn->blocks.v[from].loop, loop)) {
            if (*out)
                return false;
            *out = v->operand[i];
        } else {
            if (!kp_exact_sum(e, v->operand[i], true, &next) ||
                !kp_sum_add(&next, &self, -1, &next))
                return false;
            for (unsigned k = 0; k < next.n; k++)
                if (next.term[k].by % modulus)
                    return false;
        }
    }
    return *out != KP_NO_VAL;
}

/* Replaces the first term that something else is congruent with. */
static bool reduce(const struct kp_exact *e, struct kp_sum *s, int64_t modulus)
{
    for (unsigned i = 0; i < s->n; i++) {
        kp_val only = kp_only_factor(&s->term[i]), x;
        int64_t mask, by = s->term[i].by;
        struct kp_sum part;

        if (!only || only >= KP_REACH_SPECIAL || by % modulus == 0 ||
            !((masks(e->fn, only, &x, &mask) && mask % modulus == modulus - 1) ||
              begins_with(e, only, modulus, &x)) ||
            !kp_exact_sum(e, x, true, &part))
            continue;
        s->term[i] = s->term[--s->n];
        return kp_sum_add(s, &part, by, s);
    }
    return false;
}

/* The sum modulo a power of two. */
static bool remainder_of(const struct kp_exact *e, struct kp_sum s, int64_t modulus, int64_t *out)
{
    int64_t rest = 0;

    for (unsigned steps = 0; steps < MAX_DEPTH && reduce(e, &s, modulus); steps++)
        ;
    for (unsigned i = 0; i < s.n; i++) {
        if (s.term[i].factor[KP_SUM_DEGREE - 1] && s.term[i].by % modulus)
            return false;
        rest += s.term[i].by % modulus;
    }
    *out = (rest % modulus + modulus) % modulus;
    return true;
}

/* The least that a sum above 0 can be. */
static int64_t least_above_zero(const struct kp_exact *e, const struct kp_sum *s)
{
    int64_t least = 1, rest;

    for (int64_t modulus = 2; modulus <= MOST_MODULUS; modulus *= 2)
        if (remainder_of(e, *s, modulus, &rest)) {
            rest = rest ? rest : modulus;
            least = rest > least ? rest : least;
        }
    return least;
}

/* ---- what is left of a sum --------------------------------------------------------------------
 */

/* How often the part is in the sum, by its term `i`; 0: no whole number of times. */
static int64_t times_in(const struct kp_sum *s, const struct kp_sum *part, unsigned i)
{
    const struct kp_term *t = &part->term[i];

    for (unsigned k = 0; k < s->n && t->factor[KP_SUM_DEGREE - 1]; k++)
        if (!memcmp(s->term[k].factor, t->factor, sizeof t->factor))
            return s->term[k].by % t->by ? 0 : s->term[k].by / t->by;
    return 0;
}

/* True if the sum is at least `least`, as nothing in it is negative. */
static bool is_at_least(const struct kp_exact *e, const struct kp_sum *s, int64_t least)
{
    int64_t number = 0;

    for (unsigned i = 0; i < s->n; i++) {
        if (!s->term[i].factor[KP_SUM_DEGREE - 1])
            number = s->term[i].by;
        else if (!kp_term_is_not_negative(e, &s->term[i]))
            return false;
    }
    return number >= least;
}

/* What is known, and how many of the sums above 0 have been taken away. */
struct room {
    const struct kp_exact *e;
    const struct kp_premises *known;
    unsigned asked;
};

/* True if the sum is enough after a multiple of what is 0 has been taken away. */
static bool is_left_without(const struct room *r, const struct kp_sum *s, const struct kp_sum *zero,
                            int64_t least)
{
    for (unsigned i = 0; i < zero->n; i++) {
        int64_t times = times_in(s, zero, i);
        struct kp_sum less;

        if (times && kp_sum_add(s, zero, -times, &less) && is_at_least(r->e, &less, least))
            return true;
    }
    return false;
}

/* .. as a condition says. */
static bool is_left(const struct room *r, const struct kp_sum *s, int64_t least)
{
    struct kp_sum zero;

    if (is_at_least(r->e, s, least))
        return true;
    for (unsigned n = 0; n < r->known->n_holds; n++)
        if (kp_zero_of(r->e, &r->known->holds[n], &zero)) {
            kp_resolve(r->known, &zero);
            if (is_left_without(r, s, &zero, least))
                return true;
        }
    return false;
}

static bool is_room(const struct room *r, const struct kp_sum *s, int64_t least);

/* True if the factor is not negative: always, or where the read stands, as a condition on a counter
 * of it says (`f < d`). */
static bool is_factor(const struct room *r, const struct kp_sum *times)
{
    return kp_sum_is_not_negative(r->e, times) ||
           (times->n == 1 && times->term[0].by > 0 && kp_only_factor(&times->term[0]) &&
            is_room(r, times, 0));
}

/* True if the sum has the other one, which is above 0, as a part so many times, and what is left
 * together with the least of that is enough. */
static bool follows(const struct room *r, const struct kp_sum *above, const struct kp_sum *room,
                    int64_t least)
{
    const int64_t says = above->n ? least_above_zero(r->e, above) : 0;

    for (unsigned i = 0; i < above->n; i++)
        for (unsigned k = 0; k < room->n; k++) {
            struct kp_sum times, part, left;

            if ((above->term[i].factor[KP_SUM_DEGREE - 1] || above->n == 1) &&
                kp_term_divide(&room->term[k], &above->term[i], &times) && is_factor(r, &times) &&
                kp_sum_multiply(above, &times, &part) && kp_sum_add(room, &part, -1, &left) &&
                kp_sum_add(&left, &times, says, &left) && is_room(r, &left, least))
                return true;
        }
    return false;
}

/* .. or with either one of two numbers instead of the smaller one. */
static bool says_room(const struct room *r, struct kp_sum above, const struct kp_sum *room,
                      int64_t least, int depth)
{
    const struct kp_exact *e = r->e;

    kp_resolve(r->known, &above);
    if (follows(r, &above, room, least))
        return true;
    for (unsigned i = 0; i < above.n && depth < MAX_DEPTH; i++) {
        kp_val only = kp_only_factor(&above.term[i]);
        const struct kp_value *v =
            only && only < KP_REACH_SPECIAL ? kp_fn_value(e->fn, only) : NULL;
        struct kp_sum one, other = above;

        if (!v || v->op != KP_FN_MIN || !kp_is_integer(v->type) || above.term[i].by < 0)
            continue;
        other.term[i] = other.term[--other.n];
        for (unsigned k = 0; k < 2; k++)
            if (kp_exact_sum(e, v->operand[k], false, &one) &&
                kp_sum_add(&other, &one, above.term[i].by, &one) &&
                says_room(r, one, room, least, depth + 1))
                return true;
    }
    return false;
}

static bool is_room(const struct room *r, const struct kp_sum *s, int64_t least)
{
    struct room further = *r;
    struct kp_sum above;

    if (is_left(r, s, least))
        return true;
    if (further.asked++ == MOST_ASKED)
        return false;
    for (unsigned i = 0; i < r->known->n_above; i++)
        if (says_room(&further, r->known->above[i], s, least, 0))
            return true;
    for (unsigned i = 0; i < r->known->n_holds; i++)
        if (kp_above_of(r->e, &r->known->holds[i], &above) &&
            says_room(&further, above, s, least, 0))
            return true;
    return false;
}

/* ---- what follows from other sums ------------------------------------------------------------ */

/* True if there is room for the sum; with either one of two numbers, too, where the smaller one is
 * taken away. */
static bool is_room_by(const struct kp_premises *k, struct kp_sum s, int64_t least)
{
    kp_resolve(k, &s);
    if (is_room(&(struct room){.e = k->e, .known = k}, &s, least))
        return true;
    for (unsigned i = 0; i < s.n; i++) {
        kp_val only = kp_only_factor(&s.term[i]);
        const struct kp_value *v =
            only && only < KP_REACH_SPECIAL ? kp_fn_value(k->e->fn, only) : NULL;
        struct kp_sum one, rest = s;

        if (!v || v->op != KP_FN_MIN || !kp_is_integer(v->type) || s.term[i].by > 0)
            continue;
        rest.term[i] = rest.term[--rest.n];
        for (unsigned n = 0; n < 2; n++) {
            if (!kp_exact_sum(k->e, v->operand[n], false, &one) ||
                !kp_sum_add(&rest, &one, s.term[i].by, &one))
                continue;
            kp_resolve(k, &one);
            if (is_room(&(struct room){.e = k->e, .known = k}, &one, least))
                return true;
        }
    }
    return false;
}

/* The quotient by a number is above 0, or what it is one of is not negative: then it is rounded
 * down. It is always less than one above the exact one. */
static void learn_quotient(struct kp_premises *k, kp_val id, const struct kp_value *v)
{
    const struct kp_sum self = kp_sum_of_value(id), one = kp_sum_of_number(1);
    struct kp_sum x, less, more;
    int64_t by;

    if (!kp_fn_is_const(k->e->fn, v->operand[1], &by) || by < 2 || by > INT32_MAX ||
        !kp_exact_sum(k->e, v->operand[0], false, &x))
        return;
    more = kp_sum_of_number(by);
    if (kp_sum_add(&more, &self, by, &more) && kp_sum_add(&more, &x, -1, &more))
        kp_know_above(k, &more);
    if (kp_sum_add(&x, &self, -by, &less) && kp_sum_add(&less, &one, 1, &less) &&
        (kp_is_not_negative(k->e, v->operand[0]) || is_room_by(k, self, 1)))
        kp_know_above(k, &less);
}

/* What a mask leaves is no more than that, and a remainder less than what it is one by. */
static void learn_remainder(struct kp_premises *k, kp_val id, const struct kp_value *v)
{
    const struct kp_sum self = kp_sum_of_value(id);
    struct kp_sum room;
    int64_t by = -1;

    if (!kp_fn_is_const(k->e->fn, v->operand[1], &by) && v->op == KP_FN_AND)
        kp_fn_is_const(k->e->fn, v->operand[0], &by);
    if (by < (v->op == KP_FN_REM) || by >= INT32_MAX)
        return;
    room = kp_sum_of_number(by + (v->op == KP_FN_AND));
    if (kp_sum_add(&room, &self, -1, &room))
        kp_know_above(k, &room);
}

/* Of unsigned numbers, a difference that is not below 0. */
static void learn_difference(struct kp_premises *k, kp_val id, const struct kp_value *v)
{
    struct kp_sum x, y;

    if (kp_exact_sum(k->e, v->operand[0], false, &x) &&
        kp_exact_sum(k->e, v->operand[1], false, &y) && kp_sum_add(&x, &y, -1, &x) &&
        is_room_by(k, x, 0))
        kp_know_equal(k, id, &x);
}

/* An int that is not negative, as an unsigned number; or an unsigned number that is not too large
 * for the int. */
static void learn_cast(struct kp_premises *k, kp_val id, const struct kp_value *v)
{
    struct kp_fn_type from = kp_fn_value(k->e->fn, v->operand[0])->type;
    struct kp_sum x, room = kp_sum_of_number(v->type.bytes == 8 ? MOST_LONG : INT32_MAX);

    if (!kp_is_integer(from) || from.kind == v->type.kind || from.bytes > v->type.bytes ||
        v->type.bytes < 4 || !kp_exact_sum(k->e, v->operand[0], false, &x))
        return;
    if (from.kind == KP_FN_INT ? kp_is_not_negative(k->e, v->operand[0]) || is_room_by(k, x, 0)
                               : kp_sum_add(&room, &x, -1, &room) && is_room_by(k, room, 0))
        kp_know_equal(k, id, &x);
}

/* True if the sum is no more than the unsigned type can hold, or than an unsigned number is that is
 * known, so that it is one of the type. */
static bool has_place(const struct kp_premises *k, const struct kp_sum *s, struct kp_fn_type t)
{
    struct kp_sum room = kp_sum_of_number(t.bytes == 8 ? MOST_LONG : UINT32_MAX), above;

    if (t.bytes >= 4 && kp_sum_add(&room, s, -1, &room) && is_room_by(k, room, 0))
        return true;
    for (unsigned i = 0; i < k->n_holds + k->n_above; i++) {
        if (i >= k->n_holds)
            above = k->above[i - k->n_holds];
        else if (!kp_above_of(k->e, &k->holds[i], &above))
            continue;
        for (unsigned n = 0; n < above.n; n++) {
            kp_val only = kp_only_factor(&above.term[n]);
            struct kp_sum of = kp_sum_of_value(only);
            struct kp_fn_type other;

            if (!only || only >= KP_REACH_SPECIAL)
                continue;
            other = kp_fn_value(k->e->fn, only)->type;
            if (other.kind == KP_FN_UINT && other.bytes <= t.bytes && kp_sum_add(&of, s, -1, &of) &&
                is_room_by(k, of, 0))
                return true;
        }
    }
    return false;
}

/* Unsigned sums and products that do not wrap around: a sum that did would be less than what was
 * added. */
static void learn_result(struct kp_premises *k, kp_val id, const struct kp_value *v)
{
    const struct kp_sum self = kp_sum_of_value(id);
    struct kp_sum x, y, rest, is;

    if (!kp_exact_sum(k->e, v->operand[0], false, &x) ||
        !kp_exact_sum(k->e, v->operand[1], false, &y) ||
        !(v->op == KP_FN_MUL ? kp_sum_multiply(&x, &y, &is) : kp_sum_add(&x, &y, 1, &is)))
        return;
    if ((v->op == KP_FN_ADD && ((kp_sum_add(&self, &x, -1, &rest) && is_room_by(k, rest, 0)) ||
                                (kp_sum_add(&self, &y, -1, &rest) && is_room_by(k, rest, 0)))) ||
        has_place(k, &is, v->type))
        kp_know_equal(k, id, &is);
}

static void learn_counter(struct kp_premises *k, kp_val id)
{
    const struct kp_sum self = kp_sum_of_value(id);
    struct kp_sum far = kp_sum_of_number(MOST_LONG / 2);

    if (kp_is_far_from_end(k->e, id) && kp_sum_add(&far, &self, -1, &far))
        kp_know_above(k, &far);
}

static void learn_values(struct kp_premises *k, const struct kp_sum *s, int depth);

/* What the values are computed from comes first. */
static void learn_value(struct kp_premises *k, kp_val id, int depth)
{
    const struct kp_value *v = id && id < KP_REACH_SPECIAL ? kp_fn_value(k->e->fn, id) : NULL;
    struct kp_sum x;

    if (!v || !kp_is_integer(v->type) || kp_knows_equal(k, id) || depth > MAX_DEPTH)
        return;
    for (unsigned i = 0; v->op != KP_FN_PHI && v->op != KP_FN_LOAD && i < v->n_operands; i++)
        if (kp_is_integer(kp_fn_value(k->e->fn, v->operand[i])->type) &&
            kp_exact_sum(k->e, v->operand[i], false, &x))
            learn_values(k, &x, depth + 1);
    if (v->op == KP_FN_DIV)
        learn_quotient(k, id, v);
    else if (v->op == KP_FN_AND || v->op == KP_FN_REM)
        learn_remainder(k, id, v);
    else if (v->op == KP_FN_SUB && v->type.kind == KP_FN_UINT)
        learn_difference(k, id, v);
    else if ((v->op == KP_FN_ADD || v->op == KP_FN_MUL) && v->type.kind == KP_FN_UINT)
        learn_result(k, id, v);
    else if (v->op == KP_FN_PHI)
        learn_counter(k, id);
    else if (v->op == KP_FN_CAST)
        learn_cast(k, id, v);
}

/* A block has at most MOST_THREADS threads. */
static void learn_size(struct kp_premises *k, kp_val id)
{
    const struct kp_sum self = kp_sum_of_value(id);
    struct kp_sum room = kp_sum_of_number(MOST_THREADS + 1);

    if (id >= KP_REACH_SPECIAL + KP_SPECIAL_BLOCK_DIM &&
        id < KP_REACH_SPECIAL + KP_SPECIAL_GRID_DIM && kp_sum_add(&room, &self, -1, &room))
        kp_know_above(k, &room);
}

static void learn_values(struct kp_premises *k, const struct kp_sum *s, int depth)
{
    for (unsigned i = 0; i < s->n; i++)
        for (unsigned n = 0; n < KP_SUM_DEGREE; n++)
            if (s->term[i].factor[n] >= KP_REACH_SPECIAL)
                learn_size(k, s->term[i].factor[n]);
            else
                learn_value(k, s->term[i].factor[n], depth);
}

/* What is not 0, and not below it or not above it. */
static void learn_side(struct kp_premises *k, const struct kp_sum *s)
{
    const struct kp_sum none = {0};
    struct kp_sum minus;

    if (is_room_by(k, *s, 0))
        kp_know_above(k, s);
    else if (kp_sum_add(&none, s, -1, &minus) && is_room_by(k, minus, 0))
        kp_know_above(k, &minus);
}

static void learn_once(struct kp_premises *k, const struct kp_sum *room)
{
    struct kp_sum s;

    for (unsigned i = 0; i < k->n_holds; i++)
        if (kp_other_than_zero(k->e, &k->holds[i], &s)) {
            learn_values(k, &s, 0);
            learn_side(k, &s);
        }
    for (unsigned i = 0; i < k->n_holds; i++)
        if (kp_above_of(k->e, &k->holds[i], &s))
            learn_values(k, &s, 0);
    for (unsigned i = 0; i < k->n_equal; i++) {
        s = k->equal[i].is;
        learn_values(k, &s, 0);
    }
    for (unsigned i = 0; i < k->n_above; i++) {
        s = k->above[i];
        learn_values(k, &s, 0);
    }
    learn_values(k, room, 0);
}

/* What is known of one value may say something of another. */
static void learn(struct kp_premises *k, const struct kp_sum *room)
{
    for (unsigned n, rounds = 0; rounds < MOST_ROUNDS; rounds++) {
        n = k->n_equal + k->n_above;
        learn_once(k, room);
        if (k->n_equal + k->n_above == n)
            break;
    }
}

/* ---- cases ----------------------------------------------------------------------------------- */

static bool is_room_in_cases(const struct kp_premises *k, const struct kp_sum *room);

/* True if there is room whichever of its values a factor of the sum has. */
static bool is_room_by_factor(const struct kp_premises *k, struct kp_sum s,
                              const struct kp_sum *room)
{
    kp_resolve(k, &s);
    for (unsigned i = 0; i < s.n; i++) {
        kp_val only = kp_only_factor(&s.term[i]);
        unsigned n = kp_ways_of(k->e->fn, only), way = 0;

        for (; way < n; way++) {
            struct kp_premises in = *k;

            if (!kp_know_case(&in, only, way) || !is_room_in_cases(&in, room))
                break;
        }
        if (n && way == n)
            return true;
    }
    return false;
}

static bool is_room_in_cases(const struct kp_premises *k, const struct kp_sum *room)
{
    struct kp_premises more = *k;
    struct kp_sum above;

    if (is_room_by(k, *room, 1))
        return true;
    learn(&more, room);
    if (is_room_by(&more, *room, 1) || is_room_by_factor(&more, *room, room))
        return true;
    for (unsigned i = 0; i < k->n_holds; i++)
        if (kp_above_of(k->e, &k->holds[i], &above) && is_room_by_factor(&more, above, room))
            return true;
    return false;
}

bool kp_says_room(const struct kp_exact *e, uint32_t block, const struct kp_sum *known,
                  unsigned n_known, const struct kp_sum *room)
{
    struct kp_premises k = {.e = e};

    for (unsigned i = 0; i < n_known; i++)
        kp_know_above(&k, &known[i]);
    kp_know_block(&k, block);
    return is_room_in_cases(&k, room);
}
