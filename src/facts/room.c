/* A condition says that a sum, the other side less this one, is at least 1, or more where only some
 * remainders are possible. A multiple of it is taken away from the sum that is asked for, and what
 * is left must not be negative. */
#include "facts/room.h"

#include "facts/sign.h"

enum { MAX_DEPTH = 8, MOST_MODULUS = 64, MOST_ASKED = 3 };

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
    const struct kp_known *known;
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

/* .. as a condition says, or the case. */
static bool is_left(const struct room *r, const struct kp_sum *s, int64_t least)
{
    struct kp_sum zero;

    if (is_at_least(r->e, s, least))
        return true;
    for (unsigned n = 0; n < r->known->n_holds; n++)
        if (kp_zero_of(r->e, &r->known->holds[n], &zero) && is_left_without(r, s, &zero, least))
            return true;
    for (unsigned n = 0; n < r->known->n_decided; n++)
        if (is_left_without(r, s, &r->known->zero[n], least))
            return true;
    return false;
}

static bool is_room(const struct room *r, const struct kp_sum *s, int64_t least);

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
                kp_term_divide(&room->term[k], &above->term[i], &times) &&
                kp_sum_is_not_negative(r->e, &times) && kp_sum_multiply(above, &times, &part) &&
                kp_sum_add(room, &part, -1, &left) && kp_sum_add(&left, &times, says, &left) &&
                is_room(r, &left, least))
                return true;
        }
    return false;
}

/* .. or with either one of two numbers instead of the smaller one. */
static bool says_room(const struct room *r, const struct kp_sum *above, const struct kp_sum *room,
                      int64_t least, int depth)
{
    const struct kp_exact *e = r->e;

    if (follows(r, above, room, least))
        return true;
    for (unsigned i = 0; i < above->n && depth < MAX_DEPTH; i++) {
        kp_val only = kp_only_factor(&above->term[i]);
        const struct kp_value *v =
            only && only < KP_REACH_SPECIAL ? kp_fn_value(e->fn, only) : NULL;
        struct kp_sum one, other = *above;

        if (!v || v->op != KP_FN_MIN || !kp_is_integer(v->type) || above->term[i].by < 0)
            continue;
        other.term[i] = other.term[--other.n];
        for (unsigned k = 0; k < 2; k++)
            if (kp_exact_sum(e, v->operand[k], false, &one) &&
                kp_sum_add(&other, &one, above->term[i].by, &one) &&
                says_room(r, &one, room, least, depth + 1))
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
        if (follows(&further, &r->known->above[i], s, least))
            return true;
    for (unsigned i = 0; i < r->known->n_holds; i++)
        if (kp_above_of(r->e, &r->known->holds[i], &above) &&
            says_room(&further, &above, s, least, 0))
            return true;
    return false;
}

/* ---- what follows from other sums ------------------------------------------------------------ */

static bool is_room_by(const struct kp_known *k, const struct kp_sum *s, int64_t least)
{
    return is_room(&(struct room){.e = k->e, .known = k}, s, least);
}

/* The quotient by a number is above 0, or what it is one of is not negative: then it is rounded
 * down. It is always less than one above the exact one. */
static void learn_quotient(struct kp_known *k, kp_val id)
{
    const struct kp_value *v = id && id < KP_REACH_SPECIAL ? kp_fn_value(k->e->fn, id) : NULL;
    const struct kp_sum self = kp_sum_of_value(id), one = kp_sum_of_number(1);
    struct kp_sum x, less, more;
    int64_t by;

    if (!v || v->op != KP_FN_DIV || !kp_is_integer(v->type) ||
        !kp_fn_is_const(k->e->fn, v->operand[1], &by) || by < 2 || by > INT32_MAX ||
        !kp_exact_sum(k->e, v->operand[0], false, &x))
        return;
    more = kp_sum_of_number(by);
    if (kp_sum_add(&more, &self, by, &more) && kp_sum_add(&more, &x, -1, &more))
        kp_know_above(k, &more);
    if (kp_sum_add(&x, &self, -by, &less) && kp_sum_add(&less, &one, 1, &less) &&
        (kp_is_not_negative(k->e, v->operand[0]) || is_room_by(k, &self, 1)))
        kp_know_above(k, &less);
}

static void learn_quotients(struct kp_known *k, const struct kp_sum *s)
{
    for (unsigned i = 0; i < s->n; i++)
        for (unsigned n = 0; n < KP_SUM_DEGREE; n++)
            learn_quotient(k, s->term[i].factor[n]);
}

/* What is not 0, and not below it or not above it. */
static void learn_side(struct kp_known *k, const struct kp_sum *s)
{
    const struct kp_sum none = {0};
    struct kp_sum minus;

    if (is_room_by(k, s, 0))
        kp_know_above(k, s);
    else if (kp_sum_add(&none, s, -1, &minus) && is_room_by(k, &minus, 0))
        kp_know_above(k, &minus);
}

static void learn(struct kp_known *k)
{
    struct kp_sum s;

    for (unsigned i = 0; i < k->n_holds; i++)
        if (kp_other_than_zero(k->e, &k->holds[i], &s))
            learn_side(k, &s);
    for (unsigned i = 0; i < k->n_holds; i++)
        if (kp_above_of(k->e, &k->holds[i], &s))
            learn_quotients(k, &s);
}

/* ---- cases ----------------------------------------------------------------------------------- */

static bool is_room_in_cases(const struct kp_known *k, const struct kp_sum *room);

/* True if there is room whichever of its values a factor of the sum has. */
static bool is_room_by_factor(const struct kp_known *k, const struct kp_sum *s,
                              const struct kp_sum *room)
{
    for (unsigned i = 0; i < s->n; i++) {
        kp_val only = kp_only_factor(&s->term[i]);
        unsigned n = kp_ways_of(k->e->fn, only), way = 0;

        for (unsigned d = 0; d < k->n_decided; d++)
            n = k->decided[d] == only ? 0 : n;
        for (; way < n; way++) {
            struct kp_known in = *k;

            if (!kp_know_case(&in, only, way) || !is_room_in_cases(&in, room))
                break;
        }
        if (n && way == n)
            return true;
    }
    return false;
}

static bool is_room_in_cases(const struct kp_known *k, const struct kp_sum *room)
{
    struct kp_known more = *k;
    struct kp_sum above;

    if (is_room_by(k, room, 1))
        return true;
    learn(&more);
    if (more.n_above > k->n_above && is_room_by(&more, room, 1))
        return true;
    if (k->n_decided == KP_KNOWN_CASES)
        return false;
    if (is_room_by_factor(k, room, room))
        return true;
    for (unsigned i = 0; i < k->n_holds; i++)
        if (kp_above_of(k->e, &k->holds[i], &above) && is_room_by_factor(k, &above, room))
            return true;
    return false;
}

bool kp_says_room(const struct kp_exact *e, uint32_t block, const struct kp_sum *known,
                  unsigned n_known, const struct kp_sum *room)
{
    struct kp_known k = {.e = e};

    for (unsigned i = 0; i < n_known; i++)
        kp_know_above(&k, &known[i]);
    kp_know_block(&k, block);
    return is_room_in_cases(&k, room);
}
