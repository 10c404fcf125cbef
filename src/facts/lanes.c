/* Arithmetic on what the lanes of a warp see. */
#include "facts/lanes.h"

static const struct kp_lanes unknown;

int64_t kp_lanes_gcd(int64_t a, int64_t b)
{
    if (a == INT64_MIN || b == INT64_MIN)
        return 1;
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    while (b) {
        int64_t r = a % b;

        a = b;
        b = r;
    }
    return a;
}

struct kp_lanes kp_lanes_of(int64_t v)
{
    struct kp_lanes out = {.known = true};

    for (int l = 0; l < KP_WARP; l++)
        out.at[l] = v;
    return out;
}

struct kp_lanes kp_lanes_some(int64_t multiple)
{
    return (struct kp_lanes){.known = true, .multiple = multiple};
}

static bool all_equal(const int64_t at[KP_WARP])
{
    for (int l = 1; l < KP_WARP; l++)
        if (at[l] != at[0])
            return false;
    return true;
}

bool kp_lanes_uniform(const struct kp_lanes *v)
{
    return v->known && !v->n_terms && all_equal(v->at);
}

bool kp_lanes_exact(const struct kp_lanes *v)
{
    return v->known && !v->multiple && !v->n_terms;
}

/* Divides every value that a uniform `v` can have. */
static int64_t divisor(const struct kp_lanes *v)
{
    return kp_lanes_gcd(v->multiple, v->at[0]);
}

static bool scale(int64_t at[KP_WARP], int64_t by)
{
    for (int l = 0; l < KP_WARP; l++)
        if (__builtin_mul_overflow(at[l], by, &at[l]))
            return false;
    return true;
}

struct kp_lanes kp_lanes_scaled(const struct kp_lanes *a, int64_t by)
{
    struct kp_lanes out = *a;

    if (!a->known || by == INT64_MIN || !scale(out.at, by) ||
        __builtin_mul_overflow(out.multiple, by < 0 ? -by : by, &out.multiple))
        return unknown;
    for (unsigned i = 0; i < out.n_terms; i++)
        if (!scale(out.term[i].at, by))
            return unknown;
    if (!by)
        out.n_terms = 0;
    return out;
}

/* A term that is the same for all lanes belongs to the unknown part. */
static void settle(struct kp_lanes *v)
{
    for (unsigned i = 0; i < v->n_terms;) {
        if (!all_equal(v->term[i].at)) {
            i++;
            continue;
        }
        if (v->term[i].at[0])
            v->multiple = kp_lanes_gcd(v->multiple, v->term[i].at[0]);
        v->term[i] = v->term[--v->n_terms];
    }
}

static bool add_term(struct kp_lanes *to, const struct kp_lane_term *t)
{
    for (unsigned i = 0; i < to->n_terms; i++) {
        if (memcmp(to->term[i].by, t->by, sizeof t->by) != 0)
            continue;
        for (int l = 0; l < KP_WARP; l++)
            if (__builtin_add_overflow(to->term[i].at[l], t->at[l], &to->term[i].at[l]))
                return false;
        return true;
    }
    if (to->n_terms == KP_LANE_TERMS)
        return false;
    to->term[to->n_terms++] = *t;
    return true;
}

struct kp_lanes kp_lanes_sum(const struct kp_lanes *a, const struct kp_lanes *b)
{
    struct kp_lanes out = *a;

    if (a->root && b->root)
        return unknown;
    out.root = a->root ? a->root : b->root;
    out.multiple = kp_lanes_gcd(a->multiple, b->multiple);
    for (int l = 0; l < KP_WARP; l++)
        if (__builtin_add_overflow(a->at[l], b->at[l], &out.at[l]))
            return unknown;
    for (unsigned i = 0; i < b->n_terms; i++)
        if (!add_term(&out, &b->term[i]))
            return unknown;
    settle(&out);
    return out;
}

static bool add_factor(struct kp_lane_term *t, kp_val by)
{
    for (unsigned i = 0; i < KP_LANE_FACTORS; i++)
        if (!t->by[i]) {
            t->by[i] = by;
            return true;
        }
    return false;
}

/* `a`, whose lanes differ, times what is the same for all but not known: the expression `by`. */
static struct kp_lanes times_unknown(const struct kp_lanes *a, kp_val by)
{
    struct kp_lanes out = kp_lanes_some(1);
    struct kp_lane_term t = {.by = {by}};

    /* multiple * divisor: 1 is safe, and what is lost is of no use */
    memcpy(t.at, a->at, sizeof t.at);
    if (!by || !add_term(&out, &t))
        return unknown;
    for (unsigned i = 0; i < a->n_terms; i++) {
        t = a->term[i];
        if (!add_factor(&t, by) || !add_term(&out, &t))
            return unknown;
    }
    settle(&out);
    return out;
}

static bool is_constant(const struct kp_lanes *v)
{
    return kp_lanes_exact(v) && all_equal(v->at);
}

static struct kp_lanes multiply(const struct kp_lanes *a, const struct kp_lanes *b, kp_val left,
                                kp_val right)
{
    int64_t m;

    if (is_constant(b))
        return kp_lanes_scaled(a, b->at[0]);
    if (is_constant(a))
        return kp_lanes_scaled(b, a->at[0]);
    if (kp_lanes_uniform(a) && kp_lanes_uniform(b))
        return kp_lanes_some(__builtin_mul_overflow(divisor(a), divisor(b), &m) || m < 1 ? 1 : m);
    if (kp_lanes_uniform(b))
        return times_unknown(a, right);
    return kp_lanes_uniform(a) ? times_unknown(b, left) : unknown;
}

/* True if all lanes are in the same block of `g` values. */
static bool one_block(const int64_t at[KP_WARP], int64_t g)
{
    for (int l = 0; l < KP_WARP; l++)
        if (at[l] < 0 || at[l] / g != at[0] / g)
            return false;
    return true;
}

/* By a number that divides the unknown part, or that leaves all lanes in one block. */
static struct kp_lanes divide(const struct kp_lanes *a, int64_t c, bool remainder)
{
    int64_t g = kp_lanes_gcd(a->multiple, c);
    struct kp_lanes out = {.known = true};

    if (a->n_terms || c <= 0 || (g != c && !one_block(a->at, g)))
        return unknown;
    if (g != c && !remainder)
        return kp_lanes_some(1);
    out.multiple = g != c ? g : remainder ? 0 : a->multiple / c;
    for (int l = 0; l < KP_WARP; l++) {
        if (a->at[l] < 0)
            return unknown;
        out.at[l] = remainder ? a->at[l] % g : a->at[l] / g;
    }
    return out;
}

/* OR, XOR: the unknown part has no low bits, and the other side nothing but such. */
static struct kp_lanes low_bits(enum kp_fn_op op, const struct kp_lanes *a,
                                const struct kp_lanes *b)
{
    int64_t low = a->multiple & -a->multiple; /* the smallest power of two that divides it */
    struct kp_lanes out = kp_lanes_some(a->multiple);

    if (!kp_lanes_exact(b) || a->n_terms)
        return unknown;
    for (int l = 0; l < KP_WARP; l++) {
        if (a->at[l] < 0 || a->at[l] >= low || b->at[l] < 0 || b->at[l] >= low)
            return unknown;
        out.at[l] = op == KP_FN_OR ? a->at[l] | b->at[l] : a->at[l] ^ b->at[l];
    }
    return out;
}

static struct kp_lanes each(enum kp_fn_op op, struct kp_fn_type of, const struct kp_lanes *a,
                            const struct kp_lanes *b)
{
    struct kp_lanes out = {.known = true};

    for (int l = 0; l < KP_WARP; l++)
        if (!kp_fn_compute(op, of, a->at[l], b->at[l], &out.at[l]))
            return unknown;
    return out;
}

/* What is not known completely. */
static struct kp_lanes partly(enum kp_fn_op op, const struct kp_lanes *a, const struct kp_lanes *b,
                              kp_val left, kp_val right)
{
    struct kp_lanes negative;
    bool by_number = is_constant(b) && !a->root;
    int64_t n = b->at[0];

    switch (op) {
    case KP_FN_ADD:
        return kp_lanes_sum(a, b);
    case KP_FN_SUB:
        negative = kp_lanes_scaled(b, -1);
        return negative.known && !b->root ? kp_lanes_sum(a, &negative) : unknown;
    case KP_FN_MUL:
        return multiply(a, b, left, right);
    case KP_FN_DIV:
    case KP_FN_REM:
        return by_number ? divide(a, n, op == KP_FN_REM) : unknown;
    case KP_FN_SHL:
        return by_number && n >= 0 && n < 32 ? kp_lanes_scaled(a, (int64_t)1 << n) : unknown;
    case KP_FN_SHR:
        return by_number && n >= 0 && n < 32 ? divide(a, (int64_t)1 << n, false) : unknown;
    case KP_FN_AND: /* a mask */
        return by_number && n > 0 && !(n & (n + 1)) ? divide(a, n + 1, true) : unknown;
    case KP_FN_OR:
    case KP_FN_XOR:
        return kp_lanes_exact(a) ? low_bits(op, b, a) : low_bits(op, a, b);
    default:
        return unknown;
    }
}

struct kp_lanes kp_lanes_binary(enum kp_fn_op op, struct kp_fn_type of, const struct kp_lanes *a,
                                const struct kp_lanes *b, kp_val left, kp_val right)
{
    struct kp_lanes out;

    if (!a->known || !b->known)
        return unknown;
    if (kp_lanes_exact(a) && kp_lanes_exact(b) && !a->root && !b->root)
        return each(op, of, a, b);
    out = partly(op, a, b, left, right);
    return !out.known && kp_lanes_uniform(a) && kp_lanes_uniform(b) && !a->root && !b->root
               ? kp_lanes_some(1)
               : out;
}
