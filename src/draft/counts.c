/* The counts of arrays: products of sizes, by how far runs have read and written them. */
#include "draft/probe.h"

#include "util/str.h"

enum { MOST_FACTORS = 4, MOST_PART = 1024 };

static int64_t elements(const struct probe *p, size_t arg, unsigned round)
{
    const struct kp_simt_extent *e = &p->extent[round][arg];
    size_t bytes = e->read > e->written ? e->read : e->written;

    return (int64_t)(bytes / kp_case_type_size(p->x->args.v[arg].type));
}

/* A product of sizes, by their indices; sizes.n stands for 1. */
static int64_t product(const struct probe *p, const size_t *factor, unsigned round)
{
    int64_t v = 1;

    for (unsigned k = 0; k < MOST_FACTORS; k++)
        v *= factor[k] < p->x->sizes.n ? p->value[round][factor[k]] : 1;
    return v;
}

static const char *product_text(struct probe *p, const size_t *factor, int64_t times, int64_t part)
{
    struct kp_str s = kp_str_new(p->x->arena);

    if (times != 1)
        kp_str_addf(&s, "%lld", (long long)times);
    for (unsigned k = 0; k < MOST_FACTORS; k++)
        if (factor[k] < p->x->sizes.n)
            kp_str_addf(&s, "%s%s", s.n ? " * " : "", p->x->sizes.v[factor[k]].name);
    if (part != 1)
        kp_str_addf(&s, " / %lld", (long long)part);
    return s.n ? kp_str_text(&s) : "1";
}

/* True for the same multiple (or part, when `parts`) of the product in every round. */
static bool fits(struct probe *p, size_t arg, const size_t *factor, bool parts, int64_t times[2])
{
    int64_t n = elements(p, arg, 0), by = product(p, factor, 0), common = kp_draft_divisor(n, by);

    if (!by || !n || (by / common != 1) != parts || by / common > MOST_PART)
        return false;
    times[0] = n / common;
    times[1] = by / common;
    for (unsigned r = 1; r < ROUNDS; r++)
        if (elements(p, arg, r) * times[1] != times[0] * product(p, factor, r))
            return false;
    return true;
}

/* The least multiple of the product that is nowhere too small, and how much too large it is. */
static double excess(struct probe *p, size_t arg, const size_t *factor, int64_t *times)
{
    double sum = 0;

    *times = 1;
    for (unsigned r = 0; r < p->n_rounds; r++) {
        int64_t n = elements(p, arg, r), by = product(p, factor, r);
        if (by <= 0)
            return 1e300;
        *times = n > *times * by ? (n + by - 1) / by : *times;
    }
    for (unsigned r = 0; r < p->n_rounds; r++) {
        int64_t n = elements(p, arg, r);
        sum += (double)(*times * product(p, factor, r) - n) / (double)(n + 1);
    }
    return sum;
}

/* Counts down with f[0] <= f[1] <= ..., so that each product comes once. */
static bool next_product(size_t *f)
{
    for (unsigned k = 0; k < MOST_FACTORS; k++) {
        if (!f[k])
            continue;
        f[k]--;
        for (unsigned i = 0; i < k; i++)
            f[i] = f[k];
        return true;
    }
    return false;
}

/* A multiple of a product of sizes. */
struct guess {
    size_t factor[MOST_FACTORS];
    int64_t times;
    double excess;
};

/* Products of few sizes first: an index of sizes.n is no factor. */
static bool fit_product(struct probe *p, size_t arg, bool parts, struct guess *best)
{
    size_t f[MOST_FACTORS];
    int64_t times[2], least;

    for (unsigned k = 0; k < MOST_FACTORS; k++)
        f[k] = p->x->sizes.n;
    do {
        double e = excess(p, arg, f, &least);
        if (fits(p, arg, f, parts, times)) {
            p->x->args.v[arg].count_guessed = p->x->trial != NULL; /* of a launch that is one */
            p->x->args.v[arg].count = product_text(p, f, times[0], times[1]);
            p->x->args.v[arg].is_product = times[0] == 1 && times[1] == 1;
            return true;
        }
        if (e < best->excess && f[0] < p->x->sizes.n) {
            best->excess = e;
            best->times = least;
            memcpy(best->factor, f, sizeof f);
        }
    } while (next_product(f));
    return false;
}

static void fit_count(struct probe *p, size_t arg)
{
    struct kp_draft_arg *a = &p->x->args.v[arg];
    struct guess best = {.excess = 1e300};

    if (fit_product(p, arg, false, &best) || fit_product(p, arg, true, &best))
        return;
    a->count_guessed = true;
    if (best.excess >= 1e300)
        return;
    a->count = product_text(p, best.factor, best.times, 1);
    kp_draft_guess(p->x, "argument %s: so many elements suffice at the sizes tried, %s",
                   a->param->name, a->count);
}

void kp_probe_counts(struct probe *p)
{
    for (size_t k = 0; k < p->x->args.n; k++) {
        struct kp_draft_arg *a = &p->x->args.v[k];
        bool touched = a->is_array && elements(p, k, 0) > 0;
        if (!a->is_array)
            continue;
        if (a->role != KP_CASE_IN && !p->extent[0][k].written && touched)
            a->role = KP_CASE_IN;
        else if (a->role != KP_CASE_IN && !p->extent[0][k].read && touched)
            a->role = KP_CASE_OUT;
        if (!a->count && touched)
            fit_count(p, k);
        else if (!a->count) {
            a->count = "1";
            a->count_guessed = true;
            kp_draft_guess(p->x, "argument %s: the kernel did not touch it", a->param->name);
        }
    }
}
