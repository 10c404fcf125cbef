/* A guard says that a sum, the other side less this one, is at least 1, or more where only some
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

/* ---- what the guards say --------------------------------------------------------------------- */

unsigned kp_guard_parts(const struct kp_fn *fn, const struct kp_fn_guard *g,
                        struct kp_fn_guard part[KP_GUARD_PARTS])
{
    unsigned n = 1;

    part[0] = *g;
    for (unsigned i = 0; i < n && n < KP_GUARD_PARTS;) {
        const struct kp_value *v = kp_fn_value(fn, part[i].condition);

        if (!part[i].condition || v->type.kind != KP_FN_BOOL ||
            v->op != (part[i].negated ? KP_FN_OR : KP_FN_AND)) {
            i++;
            continue;
        }
        part[n] = part[i];
        part[i].condition = v->operand[0];
        part[n++].condition = v->operand[1];
    }
    return n;
}

bool kp_bound_of(const struct kp_fn *fn, const struct kp_fn_guard *g, struct kp_guard_bound *out)
{
    const struct kp_value *v = kp_fn_value(fn, g->condition);
    bool swap;

    if (!g->condition || v->op < KP_FN_LT || v->op > KP_FN_GE ||
        !kp_is_integer(kp_fn_value(fn, v->operand[0])->type) ||
        !kp_is_integer(kp_fn_value(fn, v->operand[1])->type))
        return false;
    swap = (v->op == KP_FN_GT || v->op == KP_FN_GE) != g->negated;
    out->x = v->operand[swap];
    out->y = v->operand[!swap];
    out->more = (v->op == KP_FN_LE || v->op == KP_FN_GE) != g->negated;
    return true;
}

/* x - y of a guard that says x == y. */
static bool zero_of(const struct kp_exact *e, const struct kp_fn_guard *g, struct kp_sum *out)
{
    const struct kp_value *v = kp_fn_value(e->fn, g->condition);
    struct kp_sum y;

    return g->condition && v->op == (g->negated ? KP_FN_NE : KP_FN_EQ) &&
           kp_is_integer(kp_fn_value(e->fn, v->operand[0])->type) &&
           kp_is_integer(kp_fn_value(e->fn, v->operand[1])->type) &&
           kp_exact_sum(e, v->operand[0], false, out) &&
           kp_exact_sum(e, v->operand[1], false, &y) && kp_sum_add(out, &y, -1, out);
}

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

/* ---- what holds where ------------------------------------------------------------------------ */

enum { MAX_CONDITIONS = 32 };

/* What is known where the question is asked. `asked`: how many conditions have had their sums taken
 * away. */
struct room {
    const struct kp_exact *e;
    struct kp_fn_guard holds[MAX_CONDITIONS];
    unsigned n_holds;
    const struct kp_sum *known; /* further sums that are above 0 */
    unsigned n_known;
    unsigned asked;
};

static bool has_condition(const struct room *r, const struct kp_fn_guard *g)
{
    for (unsigned i = 0; i < r->n_holds; i++)
        if (r->holds[i].negated == g->negated &&
            kp_fn_find(r->e->fn, r->holds[i].condition) == kp_fn_find(r->e->fn, g->condition))
            return true;
    return false;
}

static void add_condition(struct room *r, const struct kp_fn_guard *g)
{
    struct kp_fn_guard part[KP_GUARD_PARTS];

    for (unsigned n = kp_guard_parts(r->e->fn, g, part); n-- > 0;)
        if (part[n].condition && r->n_holds < MAX_CONDITIONS && !has_condition(r, &part[n]))
            r->holds[r->n_holds++] = part[n];
}

/* The block through which each thread comes to a block, the one before it; 0: there may be several.
 */
static uint32_t way_to(const struct kp_fn *fn, uint32_t block)
{
    const struct kp_fn_block *b = &fn->blocks.v[block];
    bool is_header = b->loop && fn->loops.v[b->loop].header == block;
    uint32_t only = 0;

    for (size_t i = 0; i < b->preds.n; i++) {
        uint32_t from = b->preds.v[i];

        if (is_header && kp_fn_in_loop(fn, fn->blocks.v[from].loop, b->loop))
            continue;
        if (only)
            return 0;
        only = from;
    }
    return only;
}

/* The guards of a block, and what threads have not left before it for (`if (c) break;`). */
static void find_conditions(struct room *r, uint32_t block)
{
    const struct kp_fn *fn = r->e->fn;

    for (uint32_t g = fn->blocks.v[block].guard; g; g = fn->guards.v[g].outer)
        add_condition(r, &fn->guards.v[g]);
    for (uint32_t b = block, from; (from = way_to(fn, b)) && from != b; b = from) {
        const struct kp_fn_block *p = &fn->blocks.v[from];

        if (p->condition && p->successor[0] != p->successor[1] &&
            (p->successor[0] == b || p->successor[1] == b))
            add_condition(r, &(struct kp_fn_guard){.condition = p->condition,
                                                   .negated = p->successor[1] == b});
    }
}

/* .. after what is 0 as a condition says so has been taken away. */
static bool is_left(const struct room *r, const struct kp_sum *s, int64_t least)
{
    struct kp_sum zero, less;

    if (is_at_least(r->e, s, least))
        return true;
    for (unsigned n = 0; n < r->n_holds; n++)
        for (unsigned i = 0; zero_of(r->e, &r->holds[n], &zero) && i < zero.n; i++) {
            int64_t times = times_in(s, &zero, i);

            if (times && kp_sum_add(s, &zero, -times, &less) && is_at_least(r->e, &less, least))
                return true;
        }
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

/* True for the smaller one of two integers, also as `a < b ? a : b`. */
static bool is_smaller_of(const struct kp_exact *e, const struct kp_value *v, kp_val of[2])
{
    const struct kp_value *c;
    bool is_less;

    if (!kp_is_integer(v->type) || (v->op != KP_FN_MIN && v->op != KP_FN_SELECT))
        return false;
    of[0] = v->operand[v->op == KP_FN_SELECT];
    of[1] = v->operand[v->op == KP_FN_SELECT ? 2 : 1];
    if (v->op == KP_FN_MIN)
        return true;
    c = kp_fn_value(e->fn, v->operand[0]);
    is_less = c->op == KP_FN_LT || c->op == KP_FN_LE;
    for (unsigned i = 0; i < 2 && c->op >= KP_FN_LT && c->op <= KP_FN_GE; i++) {
        struct kp_fn_type t = kp_fn_value(e->fn, c->operand[i])->type;
        struct kp_sum x, y;

        if (t.kind != v->type.kind || t.bytes != v->type.bytes ||
            !kp_exact_sum(e, c->operand[i], false, &x) ||
            !kp_exact_sum(e, of[is_less ? i : !i], false, &y) || !kp_sum_equal(&x, &y))
            return false;
    }
    return c->op >= KP_FN_LT && c->op <= KP_FN_GE;
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
        kp_val of[2];

        if (!v || !is_smaller_of(e, v, of) || above->term[i].by < 0)
            continue;
        other.term[i] = other.term[--other.n];
        for (unsigned k = 0; k < 2; k++)
            if (kp_exact_sum(e, of[k], false, &one) &&
                kp_sum_add(&other, &one, above->term[i].by, &one) &&
                says_room(r, &one, room, least, depth + 1))
                return true;
    }
    return false;
}

/* The sum that the guard says is above 0. */
static bool above_of(const struct kp_exact *e, const struct kp_fn_guard *g, struct kp_sum *out)
{
    struct kp_guard_bound b;
    struct kp_sum x, more;

    if (!kp_bound_of(e->fn, g, &b))
        return false;
    more = kp_sum_of_number(b.more);
    return kp_exact_sum(e, b.x, false, &x) && kp_exact_sum(e, b.y, false, out) &&
           kp_sum_add(out, &x, -1, out) && kp_sum_add(out, &more, 1, out);
}

static bool is_room(const struct room *r, const struct kp_sum *s, int64_t least)
{
    struct room further = *r;
    struct kp_sum above;

    if (is_left(r, s, least))
        return true;
    if (further.asked++ == MOST_ASKED)
        return false;
    for (unsigned i = 0; i < r->n_known; i++)
        if (follows(&further, &r->known[i], s, least))
            return true;
    for (unsigned i = 0; i < r->n_holds; i++)
        if (above_of(r->e, &r->holds[i], &above) && says_room(&further, &above, s, least, 0))
            return true;
    return false;
}

bool kp_says_room(const struct kp_exact *e, uint32_t block, const struct kp_sum *known,
                  unsigned n_known, const struct kp_sum *room)
{
    struct room r = {.e = e, .known = known, .n_known = n_known};

    find_conditions(&r, block);
    return is_room(&r, room, 1);
}
