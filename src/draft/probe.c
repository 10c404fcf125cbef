/* What a run says that the text does not: how far each array is read and written gives its count,
 * and whether the kernel bears sizes that fill no tile. */
#define _GNU_SOURCE
#include "draft/parts.h"

#include <sys/mman.h>

#include "build/nvcc.h"
#include "build/tool.h"
#include "simt/case_launch.h"
#include "util/str.h"
#include "util/system.h"

enum {
    ROUNDS = 3,
    MOST_FACTORS = 4,
    ALIGNED = 16,
    MOST_PART = 1024,
    MOST_BLOCKS = 96,
    ROOM = 1 << 28,
    MOST_LENGTHS = 1 << 16,
    MOST_LEAST = 3,
    MOST_PARTS = 4
};

struct probe {
    struct kp_drafter *x;
    const char *kernel;
    struct kp_simt_extent *extent[ROUNDS]; /* by argument */
    int64_t *value[ROUNDS];                /* by size */
    bool undeclared;                       /* the alarm was about the alignment of a shared array */
    uint64_t steps;                        /* warp instructions of the last clean run */
};

const char *kp_draft_compile(struct kp_drafter *x, const char *more)
{
    const struct kp_nvcc_source source = {.path = x->u->source.path,
                                          .text = x->u->source.text,
                                          .size = x->u->source.size,
                                          .more = more};
    const char *error, *temp = kp_temp_new(x->arena, &error);
    size_t n;
    char *text = temp ? kp_nvcc_ptx(x->arena, x->o->nvcc, temp, &source, &n, &error) : NULL;

    if (temp)
        kp_temp_remove(temp);
    x->module = text ? kp_simt_parse(x->arena, text, n, &error) : NULL;
    return x->module ? NULL : error;
}

static struct kp_case *read_draft(struct kp_drafter *x, bool probing, const char **error)
{
    struct kp_case *c = kp_case_read_text(x->arena, "draft", kp_draft_text(x, probing), error);

    if (c)
        *error = kp_case_bind(c, KP_CASE_SMALL, NULL, 0);
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

/* NULL: zeros. Lengths that loops walk have to be there; behind so many there are zeros again. */
static void *lengths(struct probe *p, const struct kp_case *c, size_t arg)
{
    struct kp_drafter *x = p->x;
    struct kp_recipe recipe;
    size_t count;
    void *data;

    if (!x->args.v[arg].bound || kp_case_recipe(c, x->arena, arg, &recipe, &count) ||
        recipe.fill == KP_FILL_FILE)
        return NULL;
    data = kp_map_shared(ROOM);
    if (data)
        kp_recipe_fill(&recipe, x->args.v[arg].type, data, MOST_LENGTHS);
    return data;
}

/* A run with room for whatever the kernel touches. */
static const char *run_wide(struct probe *p, struct kp_case *c, unsigned round)
{
    struct kp_drafter *x = p->x;
    struct kp_simt_options o = {.packed = x->packed,
                                .no_race = true,
                                .no_uninit = true,
                                .no_global = true,
                                .seconds = x->o->seconds};
    struct kp_simt_report report;
    struct kp_simt_launch l;
    struct kp_simt_buffer *buffers;
    struct kp_case_data d;
    const char *error;

    set_sizes(p, c, round);
    if ((error = kp_case_bind(c, KP_CASE_SMALL, NULL, 0)) ||
        (error = kp_case_launch(c, x->arena, &d)))
        return error;
    l = kp_simt_case_launch(&d, x->arena, p->kernel);
    buffers = kp_new_array(x->arena, struct kp_simt_buffer, d.n_buffers + 1);
    p->extent[round] = kp_new_array(x->arena, struct kp_simt_extent, x->args.n + 1);
    for (size_t k = 0; k < d.n_buffers; k++) {
        buffers[k] = l.buffers[k];
        buffers[k].data = lengths(p, c, d.buffers[k].arg);
        buffers[k].size = ROOM;
        buffers[k].is_const = false;
        buffers[k].extent = &p->extent[round][d.buffers[k].arg];
    }
    l.buffers = buffers;
    kp_simt_run(x->arena, p->x->module, &l, &o, &report);
    for (size_t k = 0; k < d.n_buffers; k++)
        if (buffers[k].data)
            munmap(buffers[k].data, ROOM);
    if (report.error)
        return report.error;
    if (report.ok || !report.n_alarms)
        return NULL;
    p->undeclared = report.alarms[0].kind == KP_ALARM_ALIGN && report.alarms[0].is_shared;
    return report.alarms[0].text;
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
            p->x->args.v[arg].count_guessed = p->x->trial != NULL; /* of a launch that is one */
            p->x->args.v[arg].count = product_text(p, f, times[0], times[1]);
            p->x->args.v[arg].is_product = times[0] == 1 && times[1] == 1;
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

/* Where a clean run wrote, per byte of what has to be written wholly. */
static void watch_holes(struct kp_drafter *x, const struct kp_case_data *d,
                        struct kp_simt_launch *l)
{
    struct kp_simt_buffer *buffers =
        kp_new_array(x->arena, struct kp_simt_buffer, d->n_buffers + 1);

    for (size_t k = 0; k < d->n_buffers; k++) {
        buffers[k] = l->buffers[k];
        if (x->args.v[d->buffers[k].arg].role == KP_CASE_OUT)
            buffers[k].written = kp_new_array(x->arena, uint8_t, buffers[k].size + 1);
    }
    l->buffers = buffers;
}

/* What the kernel leaves alone keeps its contents: such an array is no `out`. False, and why, where
 * the roles are to stand. */
static bool take_holes(struct kp_drafter *x, const struct kp_case_data *d,
                       const struct kp_simt_launch *l, bool corrects_roles, const char **why)
{
    for (size_t k = 0; k < d->n_buffers; k++) {
        struct kp_draft_arg *a = &x->args.v[d->buffers[k].arg];
        if (!l->buffers[k].written || !memchr(l->buffers[k].written, 0, l->buffers[k].size))
            continue;
        if (!corrects_roles) {
            *why = kp_sprintf(x->arena, "elements of %s are not stored to", a->param->name);
            return false;
        }
        a->role = KP_CASE_INOUT;
        a->has_holes = true;
    }
    return true;
}

static bool runs(struct probe *p, const char **why, bool corrects_roles)
{
    struct kp_drafter *x = p->x;
    struct kp_simt_options o = {.packed = x->packed, .seconds = x->o->seconds};
    struct kp_simt_report report;
    struct kp_simt_launch l;
    struct kp_case_data d;
    struct kp_case *c = read_draft(x, false, why);

    if (!c || (*why = kp_case_data(c, x->arena, &d)))
        return false;
    l = kp_simt_case_launch(&d, x->arena, p->kernel);
    watch_holes(x, &d, &l);
    kp_simt_run(x->arena, p->x->module, &l, &o, &report);
    *why = report.error;
    /* Threads that store the same to one place speak against a block that is a guess. */
    for (size_t k = 0; k < report.n_alarms && !*why; k++)
        if (!report.alarms[k].note || x->trial)
            *why = report.alarms[k].text;
    for (size_t k = 0; k < report.n_alarms && corrects_roles; k++)
        for (size_t a = 0; a < x->args.n && report.alarms[k].kind == KP_ALARM_UNINIT_GLOBAL; a++)
            if (kp_streq(x->args.v[a].param->name, report.alarms[k].object))
                x->args.v[a].role = KP_CASE_INOUT;
    if (*why)
        return false;
    p->steps = report.steps;
    return take_holes(x, &d, &l, corrects_roles, why);
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
        if ((error = kp_case_bind(c, KP_CASE_SMALL, NULL, 0)) ||
            (error = kp_case_launch(c, x->arena, &d)))
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

/* With what alarms say about alignment taken into account. */
static const char *aligned_rounds(struct probe *p, struct kp_case *c)
{
    struct kp_drafter *x = p->x;
    const char *error = rounds(p, c);

    for (bool again = true; error && again;) {
        again = false;
        if (p->undeclared && !x->packed) {
            again = x->packed = true;
            kp_draft_guess(x,
                           "shared arrays lie as ptxas places them: at the alignment that the "
                           "kernel declares, it would be %s",
                           error);
        } else if (!p->undeclared && kp_starts_with(error, "misaligned")) {
            again = align_sizes(x);
        }
        if (again)
            error = rounds(p, c);
    }
    return error;
}

static const char *attempt(struct probe *p, struct kp_case *c)
{
    const char *error = aligned_rounds(p, c);

    if (error)
        return error;
    counts(p);
    kp_draft_large_sizes(p->x, 0);
    if (!runs(p, &error, true) && !runs(p, &error, true)) /* the first may correct roles */
        return error;
    return NULL;
}

/* Sizes that leave no rest in a block's part, whatever that is. */
static void coarser_sizes(struct kp_drafter *x, int64_t multiple)
{
    for (size_t k = 0; k < x->sizes.n; k++) {
        struct kp_draft_size *s = &x->sizes.v[k];
        if (x->tile_size == k + 1 || multiple % s->multiple)
            continue;
        s->multiple = multiple;
        s->small = (s->small + multiple - 1) / multiple * multiple;
    }
    kp_draft_guess(x, "sizes are multiples of %lld: with others the kernel does not run clean",
                   (long long)multiple);
}

/* What an attempt changes. */
struct state {
    struct kp_draft_arg *args;
    struct kp_draft_size *sizes;
    size_t n_guesses;
    const char **guesses;
    bool packed;
};

static struct state save(const struct kp_drafter *x)
{
    struct state s = {.args = kp_new_array(x->arena, struct kp_draft_arg, x->args.n + 1),
                      .sizes = kp_new_array(x->arena, struct kp_draft_size, x->sizes.n + 1),
                      .guesses = kp_new_array(x->arena, const char *, x->d->guesses.n + 1),
                      .n_guesses = x->d->guesses.n,
                      .packed = x->packed};

    for (size_t k = 0; k < x->args.n; k++)
        s.args[k] = x->args.v[k];
    for (size_t k = 0; k < x->sizes.n; k++)
        s.sizes[k] = x->sizes.v[k];
    for (size_t k = 0; k < x->d->guesses.n; k++)
        s.guesses[k] = x->d->guesses.v[k];
    return s;
}

static void restore(struct kp_drafter *x, const struct state *s)
{
    for (size_t k = 0; k < x->args.n; k++)
        x->args.v[k] = s->args[k];
    for (size_t k = 0; k < x->sizes.n; k++)
        x->sizes.v[k] = s->sizes[k];
    x->d->guesses.n = 0;
    for (size_t k = 0; k < s->n_guesses; k++)
        kp_push(x->arena, &x->d->guesses, s->guesses[k]);
    x->packed = s->packed;
}

/* Like attempt(), again with coarser sizes where it fails, or where an array's count is no product
 * of sizes, as it is behind blocks that store beyond a size that they do not fill. Where the launch
 * itself is a guess, there are better things to try. */
static const char *attempts(struct probe *p, struct kp_case *c)
{
    static const int64_t multiples[] = {32, 128, 256};
    struct kp_drafter *x = p->x;
    const struct state before = save(x);
    const char *first = attempt(p, c), *error = first;
    struct state good = save(x);

    for (size_t k = 0; (error || kp_draft_guessed_count(x)) && !x->trial && x->sizes.n && k < 3;
         k++) {
        restore(x, &before);
        coarser_sizes(x, multiples[k]);
        error = attempt(p, c);
        if (!error && (first || !kp_draft_guessed_count(x))) {
            good = save(x);
            first = NULL;
        }
    }
    restore(x, &good);
    return first;
}

/* ---- what a proof will launch ---- */

/* Does the original bear so many elements of the size that counts tiles? */
static bool bears(struct probe *p, int64_t value, const char **why)
{
    struct kp_draft_size *s = &p->x->sizes.v[p->x->tile_size - 1];
    int64_t small = s->small;
    struct kp_case_data d;
    struct kp_case *c;
    bool ok;

    s->small = value;
    c = read_draft(p->x, false, why);
    ok = c && (kp_case_launch(c, p->x->arena, &d) || !d.grid[0] || !d.grid[1] || !d.grid[2] ||
               runs(p, why, false));
    s->small = small;
    return ok;
}

/* `kpipe verify` runs no tile, one, two, .. and many; where the original does not bear the first of
 * them, the case says how many there are at least. */
static void least_tiles(struct probe *p)
{
    struct kp_drafter *x = p->x;
    const char *why, *first = NULL;

    if (!x->tile_size)
        return;
    for (x->least_tiles = 0; x->least_tiles <= MOST_LEAST; x->least_tiles++) {
        if (bears(p, x->least_tiles * x->tile_step, &why))
            break;
        first = first ? first : why;
    }
    if (x->least_tiles && x->least_tiles <= MOST_LEAST)
        kp_draft_guess(x, "at least %lld tiles: with fewer the kernel does not run clean: %s",
                       (long long)x->least_tiles, first);
    if (x->least_tiles <= MOST_LEAST)
        return;
    kp_draft_guess(x, "tiles are not counted: with %s = 0 the kernel does not run clean: %s",
                   x->sizes.v[x->tile_size - 1].name, first);
    x->tile_size = 0;
    x->least_tiles = 0;
}

/* Where a last tile in part is not borne behind any number of others, tiles are full. */
static void narrow_tiles(struct probe *p)
{
    struct kp_drafter *x = p->x;
    struct kp_draft_size *s = x->tile_size ? &x->sizes.v[x->tile_size - 1] : NULL;
    const char *why = NULL;
    bool ok = true;

    if (!s || !x->any_tile_size || x->tile_step < 2)
        return;
    for (int64_t n = x->least_tiles; n < MOST_PARTS && ok; n++)
        ok = bears(p, n * x->tile_step + 1, &why) &&
             bears(p, n * x->tile_step + 1 + (5 * n + 6) % (x->tile_step - 1), &why) &&
             bears(p, (n + 1) * x->tile_step - 1, &why);
    if (ok)
        return;
    x->any_tile_size = false;
    s->small = (s->small + s->multiple - 1) / s->multiple * s->multiple;
    kp_draft_guess(x, "size %s: a multiple of %lld: with others the kernel does not run clean: %s",
                   s->name, (long long)x->tile_step, why);
}

void kp_draft_probe(struct kp_drafter *x)
{
    struct probe p = {.x = x};
    const char *error = NULL;
    struct kp_case *c;

    if (!x->module)
        error = kp_draft_compile(x, NULL);
    c = x->module ? read_draft(x, true, &error) : NULL;
    if (c && !x->needs_template)
        c->template_args = NULL;
    p.kernel = c ? kp_simt_case_kernel(c, x->arena, x->module, &error) : NULL;
    if (!p.kernel && c && x->template_args) {
        c->template_args = x->template_args;
        p.kernel = kp_simt_case_kernel(c, x->arena, x->module, &error);
    } else if (c && !c->template_args) {
        x->template_args = NULL; /* there is just one */
    }
    x->d->failed = p.kernel && !error ? attempts(&p, c) : error;
    while (kp_starts_with(x->d->failed ? x->d->failed : "", "out of bounds") &&
           kp_draft_more_smem(x)) {
        c->smem.s = x->smem;
        x->d->failed = attempts(&p, c);
    }
    if (x->d->failed)
        return;
    kp_draft_large_sizes(x, p.steps);
    least_tiles(&p);
    awkward_sizes(&p);
    narrow_tiles(&p);
}
