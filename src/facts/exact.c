/* Exact sums of values. What is not followed is a factor of its own. */
#include "facts/exact.h"

#include "facts/sign.h"

enum { MAX_DEPTH = 40 };

bool kp_is_integer(struct kp_fn_type t)
{
    return t.kind == KP_FN_INT || t.kind == KP_FN_UINT;
}

kp_val kp_only_factor(const struct kp_term *t)
{
    return t->factor[KP_SUM_DEGREE - 2] ? KP_NO_VAL : t->factor[KP_SUM_DEGREE - 1];
}

static bool is_atom(const struct kp_exact *e, kp_val id)
{
    for (unsigned i = 0; e->atoms && i < e->atoms->n; i++)
        for (unsigned k = 0; k < KP_SUM_DEGREE; k++)
            if (e->atoms->term[i].factor[k] == id)
                return true;
    return false;
}

static bool leaf(const struct kp_exact *e, kp_val id, struct kp_sum *out)
{
    const struct kp_value *v = kp_fn_value(e->fn, id);

    id = kp_fn_find(e->fn, id);
    if (e->holds[id])
        return false;
    *out =
        kp_sum_of_value(v->op == KP_FN_SPECIAL ? (kp_val)(KP_REACH_SPECIAL + (kp_val)v->imm) : id);
    return true;
}

/* A number of at most `most`: a constant, or a size of the block. */
static bool is_small_step(const struct kp_sum *s, int64_t most)
{
    int64_t number;

    if (kp_sum_is_number(s, &number))
        return number >= 0 && number <= most;
    return s->n == 1 && s->term[0].by == 1 &&
           kp_only_factor(&s->term[0]) >= KP_REACH_SPECIAL + KP_SPECIAL_BLOCK_DIM &&
           kp_only_factor(&s->term[0]) < KP_REACH_SPECIAL + KP_SPECIAL_GRID_DIM;
}

static bool fits(const struct kp_exact *e, struct kp_fn_type t, kp_val id);

static bool has_32_bits(const struct kp_exact *e, kp_val id)
{
    const struct kp_value *v = kp_fn_value(e->fn, id);
    int64_t number;

    if (kp_fn_is_const(e->fn, id, &number))
        return number >= 0 && number <= UINT32_MAX;
    while (v->op == KP_FN_CAST && fits(e, v->type, v->operand[0]))
        v = kp_fn_value(e->fn, v->operand[0]);
    return v->op == KP_FN_SPECIAL || (v->type.kind == KP_FN_UINT && v->type.bytes <= 4);
}

bool kp_is_far_from_end(const struct kp_exact *e, kp_val id)
{
    enum { MOST_STEP = 1024 };
    struct kp_exact within = *e;
    const struct kp_fn *fn = e->fn;
    const struct kp_sum self = kp_sum_of_value(kp_fn_find(fn, id));
    const struct kp_value *v = kp_fn_value(fn, id);
    struct kp_sum step;

    within.in_counter = true;
    if (e->in_counter || v->type.kind != KP_FN_UINT || v->type.bytes != 8 ||
        !kp_fn_is_header_phi(fn, v))
        return false;
    for (unsigned i = 0; i < v->n_operands; i++) {
        uint32_t from = fn->blocks.v[fn->blocks.v[v->block].preds.v[i]].loop;

        if (!kp_fn_in_loop(fn, from, fn->blocks.v[v->block].loop)
                ? !has_32_bits(&within, v->operand[i])
                : !kp_exact_sum(&within, v->operand[i], true, &step) ||
                      !kp_sum_add(&step, &self, -1, &step) || !is_small_step(&step, MOST_STEP))
            return false;
    }
    return true;
}

/* True if each value that the operand can have has a place in the type. CUDA's special values all
 * fit into an int, sizes of types into 64 bits with a sign. */
static bool fits(const struct kp_exact *e, struct kp_fn_type t, kp_val id)
{
    const struct kp_value *x = kp_fn_value(e->fn, id);
    int64_t most;

    if (!kp_is_integer(x->type) || !kp_is_integer(t))
        return false;
    if (x->op == KP_FN_SPECIAL)
        return t.bytes >= 4;
    if (kp_is_given_size(e->fn, kp_fn_find(e->fn, id)))
        return t.bytes == 8;
    if (x->type.kind == t.kind ? t.bytes >= x->type.bytes
                               : x->type.kind == KP_FN_UINT && t.bytes > x->type.bytes)
        return true;
    if (x->op == KP_FN_CAST && fits(e, x->type, x->operand[0]) && fits(e, t, x->operand[0]))
        return true;
    return (t.bytes == 8 && kp_is_far_from_end(e, id)) ||
           (t.bytes >= 4 && kp_most_of_unsigned(e, id, &most));
}

/* `modulus`: of how many bytes the numbers are; 0: exact ones. */
static bool is_followed(const struct kp_exact *e, kp_val id, const struct kp_value *v,
                        unsigned modulus)
{
    struct kp_fn_type from;
    int64_t most;

    switch (v->op) {
    case KP_FN_ADD:
    case KP_FN_SUB:
    case KP_FN_MUL:
        if (v->op == KP_FN_ADD && v->type.kind == KP_FN_POINTER)
            return !modulus;
        return kp_is_integer(v->type) && v->type.bytes >= 4 &&
               (modulus ? v->type.bytes >= modulus
                        : v->type.kind == KP_FN_INT || kp_most_of_unsigned(e, id, &most)) &&
               kp_is_integer(kp_fn_value(e->fn, v->operand[0])->type) &&
               kp_is_integer(kp_fn_value(e->fn, v->operand[1])->type);
    case KP_FN_CAST:
        from = kp_fn_value(e->fn, v->operand[0])->type;
        return !modulus ? fits(e, v->type, v->operand[0])
                        : kp_is_integer(v->type) && v->type.bytes >= modulus &&
                              kp_is_integer(from) && from.bytes >= 4;
    default:
        return false;
    }
}

static bool sum_of(const struct kp_exact *e, kp_val id, unsigned modulus, int depth,
                   struct kp_sum *out);

/* The quotient by a number that divides all of the exact sum. */
static bool is_divided(const struct kp_exact *e, const struct kp_value *v, int depth,
                       struct kp_sum *out)
{
    int64_t by;

    if (v->op != KP_FN_DIV || v->type.kind != KP_FN_INT || v->type.bytes < 4 ||
        !kp_fn_is_const(e->fn, v->operand[1], &by) || by < 1 ||
        !sum_of(e, v->operand[0], 0, depth + 1, out))
        return false;
    for (unsigned i = 0; i < out->n; i++)
        if (out->term[i].by % by)
            return false;
    for (unsigned i = 0; i < out->n; i++)
        out->term[i].by /= by;
    return true;
}

static bool sum_of(const struct kp_exact *e, kp_val id, unsigned modulus, int depth,
                   struct kp_sum *out)
{
    const struct kp_value *v = kp_fn_value(e->fn, id);
    struct kp_sum x, y;

    if (depth > MAX_DEPTH)
        return false;
    if (v->op == KP_FN_ADDRESS && v->imm == (int64_t)e->object) {
        *out = kp_sum_of_number(0);
        return true;
    }
    if (v->op == KP_FN_CONST && kp_is_integer(v->type) &&
        v->type.bytes <= (modulus == 4 ? 4u : 8u) &&
        (v->type.kind == KP_FN_INT || v->type.bytes <= 4 || v->imm >= 0 || modulus)) {
        *out = kp_sum_of_number(v->imm);
        return true;
    }
    if (v->op == KP_FN_NAME)
        return sum_of(e, v->operand[0], modulus, depth + 1, out);
    if (!is_atom(e, kp_fn_find(e->fn, id)) && is_divided(e, v, depth, out))
        return true;
    if (is_atom(e, kp_fn_find(e->fn, id)) || !is_followed(e, id, v, modulus))
        return leaf(e, id, out);
    if (v->op == KP_FN_CAST && kp_fn_value(e->fn, v->operand[0])->type.bytes < modulus)
        modulus = 0; /* what is wider keeps the number, or is as much less as the modulus */
    if (!sum_of(e, v->operand[0], modulus, depth + 1, &x))
        return false;
    if (v->op == KP_FN_CAST) {
        *out = x;
        return true;
    }
    if (!sum_of(e, v->operand[1], modulus, depth + 1, &y))
        return false;
    return v->op == KP_FN_MUL ? kp_sum_multiply(&x, &y, out)
                              : kp_sum_add(&x, &y, v->op == KP_FN_ADD ? 1 : -1, out);
}

/* ---- quotients and remainders of one number -------------------------------------------------- */

/* x / by or x % by; also x >> n and x & (2^n - 1), which differ from these below zero. */
struct part {
    kp_val x;
    enum kp_fn_kind kind; /* of x */
    int64_t by;
    bool is_shifted;
};

/* Behind conversions of unsigned numbers, whose quotients and remainders by an int's number an int
 * has a place for. */
static const struct kp_value *behind_casts(const struct kp_exact *e, kp_val id)
{
    const struct kp_value *v = kp_fn_value(e->fn, id);

    while (v->op == KP_FN_CAST && kp_is_integer(v->type) && v->type.bytes == 4) {
        struct kp_fn_type from = kp_fn_value(e->fn, v->operand[0])->type;

        if (from.kind != KP_FN_UINT || from.bytes != 4)
            break;
        v = kp_fn_value(e->fn, v->operand[0]);
    }
    return v;
}

static bool read_part(const struct kp_exact *e, const struct kp_term *t, bool is_quotient,
                      struct part *p)
{
    kp_val only = kp_only_factor(t);
    const struct kp_value *v = only && only < KP_REACH_SPECIAL ? behind_casts(e, only) : NULL;
    int64_t n;

    if (!v || !kp_is_integer(v->type) || v->type.bytes != 4 || v->n_operands != 2 ||
        !kp_fn_is_const(e->fn, v->operand[1], &n) || n < 1 + (v->op == KP_FN_DIV) || n > INT32_MAX)
        return false;
    p->x = v->operand[0];
    p->kind = kp_fn_value(e->fn, p->x)->type.kind;
    p->is_shifted = (v->op == KP_FN_SHR || v->op == KP_FN_AND) && !kp_is_not_negative(e, p->x);
    if (v->op == (is_quotient ? KP_FN_DIV : KP_FN_REM))
        p->by = n;
    else if (is_quotient && v->op == KP_FN_SHR && n < 31)
        p->by = (int64_t)1 << n;
    else if (!is_quotient && v->op == KP_FN_AND && !(n & (n + 1)))
        p->by = n + 1;
    else
        return false;
    return true;
}

/* True if the terms are multiples of x / by * by and of x % by: then their sum is one of x. */
static bool are_parts(const struct kp_exact *e, const struct kp_term *quotient,
                      const struct kp_term *remainder, unsigned modulus, struct kp_sum *x)
{
    struct part q, r;
    struct kp_sum y;

    return read_part(e, quotient, true, &q) && read_part(e, remainder, false, &r) && q.by == r.by &&
           q.kind == r.kind && q.is_shifted == r.is_shifted && quotient->by % q.by == 0 &&
           quotient->by / q.by == remainder->by && sum_of(e, q.x, modulus, 0, x) &&
           sum_of(e, r.x, modulus, 0, &y) && kp_sum_equal(x, &y);
}

static bool join_parts(const struct kp_exact *e, struct kp_sum *s, unsigned modulus)
{
    struct kp_sum x;

    for (unsigned i = 0; i < s->n; i++)
        for (unsigned k = 0; k < s->n; k++) {
            struct kp_sum left = *s;

            if (i == k || !are_parts(e, &s->term[i], &s->term[k], modulus, &x))
                continue;
            left.term[i > k ? i : k] = left.term[left.n - 1];
            left.term[i > k ? k : i] = left.term[left.n - 2];
            left.n -= 2;
            if (kp_sum_add(&left, &x, s->term[k].by, s))
                return true;
        }
    return false;
}

/* ---- what is divided without a rest ---------------------------------------------------------- */

enum { MOST_MULTIPLE = 32 }; /* that blocks are taken for one of */

/* The axis of a term that blockDim is a factor of; -1: of none. */
static int block_axis(const struct kp_term *t)
{
    for (unsigned k = 0; k < KP_SUM_DEGREE; k++) {
        kp_val v = t->factor[k];

        if (v >= KP_REACH_SPECIAL + KP_SPECIAL_BLOCK_DIM &&
            v < KP_REACH_SPECIAL + KP_SPECIAL_BLOCK_DIM + 3)
            return (int)(v - KP_REACH_SPECIAL - KP_SPECIAL_BLOCK_DIM);
    }
    return -1;
}

/* Replaces remainders by a multiple of `by`, which are congruent with what is divided. */
static bool drop_remainders(const struct kp_exact *e, struct kp_sum *s, int64_t by)
{
    struct part p;
    struct kp_sum x;

    for (unsigned i = 0; i < s->n; i++) {
        const int64_t times = s->term[i].by;

        if (!read_part(e, &s->term[i], false, &p) || p.by % by)
            continue;
        s->term[i--] = s->term[--s->n];
        if (!sum_of(e, p.x, true, 0, &x) || !kp_sum_add(s, &x, times, s))
            return false;
    }
    return true;
}

/* True if the sum is a multiple of `by`, a power of two, where blocks are one of what is needed. */
static bool is_multiple(const struct kp_exact *e, struct kp_sum s, int64_t by)
{
    if (!drop_remainders(e, &s, by))
        return false;
    for (unsigned i = 0; i < s.n; i++) {
        int axis = block_axis(&s.term[i]);

        if (s.term[i].by % by == 0)
            continue;
        if (axis < 0 || by > MOST_MULTIPLE)
            return false;
        e->multiples[axis] = by > e->multiples[axis] ? by : e->multiples[axis];
    }
    return true;
}

/* Replaces a quotient. The sum that is divided is what the program has modulo 2^32, of which a
 * power of two is a divisor. */
static bool undivide(const struct kp_exact *e, struct kp_sum *s)
{
    for (unsigned i = 0; i < s->n; i++) {
        const int64_t by = s->term[i].by;
        struct kp_sum x, left = *s;
        struct part p;

        if (!read_part(e, &s->term[i], true, &p) || p.by & (p.by - 1) || by % p.by ||
            !sum_of(e, p.x, true, 0, &x) || !is_multiple(e, x, p.by))
            continue;
        left.term[i] = left.term[--left.n];
        if (kp_sum_add(&left, &x, by / p.by, s))
            return true;
    }
    return false;
}

/* Two terms with remainders of one number by one other become one. */
static void join_remainders(const struct kp_exact *e, struct kp_sum *s)
{
    for (unsigned i = 0; i < s->n; i++)
        for (unsigned k = i + 1; k < s->n; k++) {
            struct kp_sum x, y;
            struct part p, q;

            if (!read_part(e, &s->term[i], false, &p) || !read_part(e, &s->term[k], false, &q) ||
                p.by != q.by || p.kind != q.kind || p.is_shifted != q.is_shifted ||
                !sum_of(e, p.x, true, 0, &x) || !sum_of(e, q.x, true, 0, &y) ||
                !kp_sum_equal(&x, &y))
                continue;
            s->term[i].by += s->term[k].by;
            s->term[k--] = s->term[--s->n];
        }
    for (unsigned i = 0; i < s->n; i++)
        if (!s->term[i].by)
            s->term[i--] = s->term[--s->n];
}

bool kp_exact_undivided(const struct kp_exact *e, const struct kp_sum *s, struct kp_sum *out)
{
    struct kp_exact all = *e;
    bool any = false;

    *out = *s;
    all.atoms = NULL;
    if (!e->multiples)
        return false;
    while (undivide(&all, out))
        any = true;
    join_remainders(&all, out);
    return any;
}

bool kp_exact_sum(const struct kp_exact *e, kp_val id, bool wrapped, struct kp_sum *out)
{
    const unsigned modulus = !wrapped ? 0 : kp_fn_value(e->fn, id)->type.bytes == 8 ? 8 : 4;

    if (!sum_of(e, id, modulus, 0, out))
        return false;
    while (join_parts(e, out, modulus))
        ;
    return true;
}
