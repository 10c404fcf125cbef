/* What a run says that the text does not: how far each array is read and written gives its count,
 * and whether the kernel bears sizes that fill no tile. */
#include "draft/parts.h"

#include "build/nvcc.h"
#include "build/tool.h"
#include "simt/case_launch.h"
#include "util/str.h"

enum {
    ROUNDS = 3,
    MOST_FACTORS = 4,
    ALIGNED = 16,
    MOST_PART = 1024,
    MOST_BLOCKS = 96,
    ROOM = 1 << 28
};

struct probe {
    struct kp_drafter *x;
    struct kp_ptx *module;
    const char *kernel;
    struct kp_simt_extent *extent[ROUNDS]; /* by argument */
    int64_t *value[ROUNDS];                /* by size */
};

static struct kp_ptx *compile(struct kp_drafter *x, const char **error)
{
    const struct kp_nvcc_source source = {
        .path = x->u->source.path, .text = x->u->source.text, .size = x->u->source.size};
    const char *temp = kp_temp_new(x->arena, error);
    size_t n;
    char *text = temp ? kp_nvcc_ptx(x->arena, x->o->nvcc, temp, &source, &n, error) : NULL;

    if (temp)
        kp_temp_remove(temp);
    return text ? kp_simt_parse(x->arena, text, n, error) : NULL;
}

static struct kp_case *read_draft(struct kp_drafter *x, bool probing, const char **error)
{
    struct kp_case *c = kp_case_read_text(x->arena, "draft", kp_draft_text(x, probing), error);

    if (c)
        *error = kp_case_bind(c, false, NULL, 0);
    return *error ? NULL : c;
}

static void set_sizes(struct probe *p, struct kp_case *c, unsigned round)
{
    struct kp_drafter *x = p->x;
    int64_t most = 0;

    p->value[round] = kp_new_array(x->arena, int64_t, x->sizes.n + 1);
    for (unsigned leading = 0; leading < 2; leading++) {
        for (size_t k = 0; k < x->sizes.n; k++) {
            const struct kp_draft_size *s = &x->sizes.v[k];
            /* the rounds differ in every size, and not in the same proportion */
            int64_t more = !round       ? 0
                           : round == 1 ? 1 + (int64_t)(k % 3)
                                        : 2 + (int64_t)(k * 5 % 7);
            int64_t v = s->small + s->multiple * more;
            if (s->is_leading != leading)
                continue;
            if (leading)
                v = (most / s->multiple + 1 + (int64_t)(k % 2)) * s->multiple;
            most = !leading && v > most ? v : most;
            p->value[round][k] = v;
            kp_case_fix_size(c, s->name, kp_sprintf(x->arena, "%lld", (long long)v));
        }
    }
}

/* A run with room for whatever the kernel touches. */
static const char *run_wide(struct probe *p, struct kp_case *c, unsigned round)
{
    struct kp_drafter *x = p->x;
    struct kp_simt_options o = {
        .no_race = true, .no_uninit = true, .no_global = true, .seconds = x->o->seconds};
    struct kp_simt_report report;
    struct kp_simt_launch l;
    struct kp_simt_buffer *buffers;
    struct kp_case_data d;
    const char *error;

    set_sizes(p, c, round);
    if ((error = kp_case_bind(c, false, NULL, 0)) || (error = kp_case_launch(c, x->arena, &d)))
        return error;
    l = kp_simt_case_launch(&d, x->arena, p->kernel);
    buffers = kp_new_array(x->arena, struct kp_simt_buffer, d.n_buffers + 1);
    p->extent[round] = kp_new_array(x->arena, struct kp_simt_extent, x->args.n + 1);
    for (size_t k = 0; k < d.n_buffers; k++) {
        buffers[k] = l.buffers[k];
        buffers[k].data = NULL;
        buffers[k].size = ROOM;
        buffers[k].is_const = false;
        buffers[k].extent = &p->extent[round][d.buffers[k].arg];
    }
    l.buffers = buffers;
    kp_simt_run(x->arena, p->module, &l, &o, &report);
    if (report.error)
        return report.error;
    return report.ok || !report.n_alarms ? NULL : report.alarms[0].text;
}

/* ---- counts ---- */

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

static int64_t divisor(int64_t a, int64_t b)
{
    return b ? divisor(b, a % b) : a;
}

/* The same multiple (or part, when `parts`) of the product in every round? */
static bool fits(struct probe *p, size_t arg, const size_t *factor, bool parts, int64_t times[2])
{
    int64_t n = elements(p, arg, 0), by = product(p, factor, 0), common = divisor(n, by);

    if (!by || !n || (by / common != 1) != parts || by / common > MOST_PART)
        return false;
    times[0] = n / common;
    times[1] = by / common;
    for (unsigned r = 1; r < ROUNDS; r++)
        if (elements(p, arg, r) * times[1] != times[0] * product(p, factor, r))
            return false;
    return true;
}

/* The product that is nowhere too small and over all least too large. */
static double excess(struct probe *p, size_t arg, const size_t *factor)
{
    double sum = 0;

    for (unsigned r = 0; r < ROUNDS; r++) {
        int64_t n = elements(p, arg, r), by = product(p, factor, r);
        if (by < n)
            return 1e300;
        sum += (double)(by - n) / (double)(n + 1);
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

/* Products of few sizes first: an index of sizes.n is no factor. */
static bool fit_product(struct probe *p, size_t arg, bool parts, size_t *best, double *least)
{
    size_t f[MOST_FACTORS];
    int64_t times[2];

    for (unsigned k = 0; k < MOST_FACTORS; k++)
        f[k] = p->x->sizes.n;
    do {
        double e = excess(p, arg, f);
        if (fits(p, arg, f, parts, times)) {
            p->x->args.v[arg].count = product_text(p, f, times[0], times[1]);
            return true;
        }
        if (e < *least) {
            *least = e;
            memcpy(best, f, sizeof f);
        }
    } while (next_product(f));
    return false;
}

static void fit_count(struct probe *p, size_t arg)
{
    struct kp_draft_arg *a = &p->x->args.v[arg];
    size_t best[MOST_FACTORS];
    double least = 1e300;

    if (fit_product(p, arg, false, best, &least) || fit_product(p, arg, true, best, &least))
        return;
    a->count_guessed = true;
    if (least >= 1e300)
        return;
    a->count = product_text(p, best, 1, 1);
    kp_draft_guess(p->x, "argument %s: so many elements suffice at the sizes tried, %s",
                   a->param->name, a->count);
}

static void counts(struct probe *p)
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

/* ---- what the draft says, run ---- */

static bool runs(struct probe *p, const char **why, bool corrects_roles)
{
    struct kp_drafter *x = p->x;
    struct kp_simt_options o = {.seconds = x->o->seconds};
    struct kp_simt_report report;
    struct kp_simt_launch l;
    struct kp_case_data d;
    struct kp_case *c = read_draft(x, false, why);

    if (!c || (*why = kp_case_data(c, x->arena, &d)))
        return false;
    l = kp_simt_case_launch(&d, x->arena, p->kernel);
    kp_simt_run(x->arena, p->module, &l, &o, &report);
    *why = report.error;
    for (size_t k = 0; k < report.n_alarms && !*why; k++)
        if (!report.alarms[k].note)
            *why = report.alarms[k].text;
    for (size_t k = 0; k < report.n_alarms && corrects_roles; k++)
        for (size_t a = 0; a < x->args.n && report.alarms[k].kind == KP_ALARM_UNINIT_GLOBAL; a++)
            if (kp_streq(x->args.v[a].param->name, report.alarms[k].object))
                x->args.v[a].role = KP_CASE_INOUT;
    return !*why;
}

/* Sizes that are no multiple of anything, where the kernel bears them. */
static void awkward_sizes(struct probe *p)
{
    struct kp_drafter *x = p->x;
    const char *why;

    for (size_t k = 0; k < x->sizes.n; k++) {
        struct kp_draft_size *s = &x->sizes.v[k];
        int64_t before = s->small;
        if (s->multiple <= 1 || s->is_leading || s->is_exact)
            continue;
        s->small -= s->multiple / 3 + (s->multiple == 2);
        if (!runs(p, &why, false)) {
            s->small = before;
            continue;
        }
        if (x->tile_size == k + 1)
            x->any_tile_size = true;
    }
}

/* A grid is a product of sizes: few blocks show as much as many. */
static const char *few_blocks(struct probe *p, struct kp_case *c)
{
    struct kp_drafter *x = p->x;

    for (unsigned tries = 0; tries < 64; tries++) {
        struct kp_draft_size *most = NULL;
        struct kp_case_data d;
        const char *error;
        set_sizes(p, c, ROUNDS - 1);
        if ((error = kp_case_bind(c, false, NULL, 0)) || (error = kp_case_launch(c, x->arena, &d)))
            return error;
        if ((double)d.grid[0] * d.grid[1] * d.grid[2] <= MOST_BLOCKS)
            return NULL;
        for (size_t k = 0; k < x->sizes.n; k++) {
            struct kp_draft_size *s = &x->sizes.v[k];
            if (s->small / s->multiple > 1 &&
                (!most || s->small / s->multiple > most->small / most->multiple))
                most = s;
        }
        if (!most)
            return NULL;
        most->small = most->small / most->multiple / 2 * most->multiple;
    }
    return NULL;
}

static const char *rounds(struct probe *p, struct kp_case *c)
{
    const char *error = few_blocks(p, c);

    for (unsigned r = 0; r < ROUNDS && !error; r++)
        error = run_wide(p, c, r);
    return error;
}

/* Rows that vector accesses run along have to begin at aligned addresses. */
static bool align_sizes(struct kp_drafter *x)
{
    bool any = false;

    for (size_t k = 0; k < x->sizes.n; k++) {
        struct kp_draft_size *s = &x->sizes.v[k];
        if (s->multiple % ALIGNED == 0 || ALIGNED % s->multiple)
            continue;
        s->multiple = ALIGNED;
        s->small = (s->small + ALIGNED - 1) / ALIGNED * ALIGNED;
        any = true;
    }
    if (any)
        kp_draft_guess(
            x, "sizes are multiples of %d: the kernel reads more than an element at once", ALIGNED);
    return any;
}

void kp_draft_probe(struct kp_drafter *x)
{
    struct probe p = {.x = x};
    const char *error = NULL;
    struct kp_case *c;

    p.module = compile(x, &error);
    c = p.module ? read_draft(x, true, &error) : NULL;
    if (c && !x->needs_template)
        c->template_args = NULL;
    p.kernel = c ? kp_simt_case_kernel(c, x->arena, p.module, &error) : NULL;
    if (!p.kernel && c && x->template_args) {
        c->template_args = x->template_args;
        p.kernel = kp_simt_case_kernel(c, x->arena, p.module, &error);
    } else if (c && !c->template_args) {
        x->template_args = NULL; /* there is just one */
    }
    if (p.kernel && !error)
        error = rounds(&p, c);
    if (p.kernel && error && kp_starts_with(error, "misaligned") && align_sizes(x))
        error = rounds(&p, c);
    if (error || !p.kernel) {
        x->d->failed = error;
        return;
    }
    counts(&p);
    if (!runs(&p, &error, true) && !runs(&p, &error, true)) { /* the first may correct roles */
        x->d->failed = error;
        return;
    }
    awkward_sizes(&p);
}
