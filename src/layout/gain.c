/* The gain of other rows, in wavefronts per iteration of the K-loop. */
#include <stdlib.h>

#include "facts/wavefronts.h"
#include "front/tree.h"
#include "layout/laying.h"

enum {
    TRIP_BITS = 12, /* as many as footprints run */
    MOST_LOOPS = 5,
    MOST_POINTS = 1 << 19,
    MOST_WARPS = 8,
    MOST_UNROLLED = 64,
    ALL_BANKS = KP_BANKS * KP_BANK_BYTES
};

/* One address of one lane. */
struct spot {
    uint32_t warp, lane;
    uint64_t trips; /* the outermost loop's in the lowest bits */
    int64_t at;
};

/* The request of all lanes of a warp. */
struct request {
    uint32_t warp, active;
    uint64_t trips;
    int64_t at[KP_LANES];
};

struct look {
    const struct kp_block_shape *shape;
    struct spot *spots;
    size_t n, cap;
    unsigned n_loops;
    bool failed;
    struct request *requests;
    size_t n_requests;
};

/* ---- requests -------------------------------------------------------------------------------- */

static void see(void *to, const struct kp_point *p)
{
    struct look *k = to;
    const int64_t *d = k->shape->dim;
    int64_t thread = (p->thread[2] * d[1] + p->thread[1]) * d[0] + p->thread[0];
    struct spot s = {(uint32_t)(thread / KP_LANES), (uint32_t)(thread % KP_LANES), 0, p->at};

    k->n_loops = p->n_trips;
    if (s.warp >= MOST_WARPS)
        return;
    for (unsigned i = 0; i < p->n_trips && i < MOST_LOOPS; i++)
        s.trips |= (uint64_t)p->trip[i] << (TRIP_BITS * i);
    if (k->n == k->cap) {
        struct spot *more = NULL;

        k->cap = k->cap ? 2 * k->cap : 1024;
        if (k->cap <= MOST_POINTS)
            more = realloc(k->spots, k->cap * sizeof *more);
        k->failed = k->failed || !more;
        if (!more) {
            k->cap = k->n;
            return;
        }
        k->spots = more;
    }
    k->spots[k->n++] = s;
}

static int by_request(const void *a, const void *b)
{
    const struct spot *x = a, *y = b;

    if (x->warp != y->warp)
        return x->warp < y->warp ? -1 : 1;
    if (x->trips != y->trips)
        return x->trips < y->trips ? -1 : 1;
    return (x->lane > y->lane) - (x->lane < y->lane);
}

static void gather(struct look *k)
{
    k->requests = k->n ? malloc(k->n * sizeof *k->requests) : NULL;
    k->failed = k->failed || (k->n && !k->requests);
    if (k->failed || !k->n)
        return;
    qsort(k->spots, k->n, sizeof *k->spots, by_request);
    for (size_t i = 0; i < k->n; i++) {
        const struct spot *s = &k->spots[i];
        struct request *r = k->n_requests ? &k->requests[k->n_requests - 1] : NULL;

        if (!r || r->warp != s->warp || r->trips != s->trips) {
            r = &k->requests[k->n_requests++];
            *r = (struct request){.warp = s->warp, .trips = s->trips};
        }
        r->active |= UINT32_C(1) << s->lane;
        r->at[s->lane] = s->at;
    }
}

static const struct request *find(const struct look *k, uint32_t warp, uint64_t trips)
{
    size_t low = 0, high = k->n_requests;

    while (low < high) {
        size_t middle = (low + high) / 2;
        const struct request *r = &k->requests[middle];

        if (r->warp == warp && r->trips == trips)
            return r;
        if (r->warp < warp || (r->warp == warp && r->trips < trips))
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* ---- wavefronts ------------------------------------------------------------------------------ */

/* True if a vector of `count` accesses can replace iterations of loop `depth`; the first iteration
 * is at `r`. */
static bool follows(const struct look *k, const struct request *r, unsigned depth, unsigned count,
                    int64_t bytes)
{
    for (unsigned i = 1; i < count; i++) {
        const struct request *next =
            find(k, r->warp, r->trips + ((uint64_t)i << (TRIP_BITS * depth)));

        if (!next || next->active != r->active)
            return false;
        for (int l = 0; l < KP_LANES; l++)
            if (r->active >> l & 1 && next->at[l] != r->at[l] + i * bytes)
                return false;
    }
    return true;
}

static unsigned trip_of(const struct request *r, unsigned depth)
{
    return (unsigned)(r->trips >> (TRIP_BITS * depth)) & ((1u << TRIP_BITS) - 1);
}

/* Wavefronts, and how many there were if no two words were in one bank. */
struct cost {
    int64_t sum, ideal;
};

static void add(struct cost *c, const int64_t at[KP_LANES], uint32_t active, int64_t bytes)
{
    struct kp_wavefronts w = kp_wavefronts(at, active, bytes);

    c->sum += w.sum;
    c->ideal += w.ideal;
}

/* The cost when each `count` trips of a loop are one vector; -1: they cannot be. */
static struct cost in_vectors(const struct look *k, const struct kp_laid_array *a,
                              const struct kp_rows *to, unsigned depth, unsigned count,
                              int64_t bytes)
{
    const struct cost none = {-1, -1};
    struct cost cost = {0, 0};
    int64_t at[KP_LANES];

    for (size_t i = 0; i < k->n_requests; i++) {
        const struct request *r = &k->requests[i];

        if (count > 1 && trip_of(r, depth) >= MOST_UNROLLED)
            return none;
        if (count > 1 && trip_of(r, depth) % count)
            continue;
        if (!follows(k, r, depth, count, bytes))
            return none;
        for (int l = 0; l < KP_LANES; l++) {
            at[l] = kp_moved_to(a, r->at[l], to);
            if (count > 1 && r->active >> l & 1 && at[l] % (bytes * count))
                return none;
        }
        add(&cost, at, r->active, bytes * count);
    }
    return cost;
}

/* As written, or as vectors that the compiler may make by unrolling a loop. */
static struct cost plain_cost(const struct look *k, const struct kp_laid_array *a,
                              const struct kp_toucher *t, const struct kp_rows *to)
{
    struct cost least = in_vectors(k, a, to, 0, 1, t->touch.bytes), c;

    for (unsigned depth = 0; depth < k->n_loops && !t->touch.rows; depth++)
        for (unsigned count = 2; count * t->touch.bytes <= KP_WIDEST_ACCESS; count *= 2)
            if ((c = in_vectors(k, a, to, depth, count, t->touch.bytes)).sum >= 0 &&
                c.sum < least.sum)
                least = c;
    return least;
}

/* Lanes of an 8x8 piece of sums: four to a line, two elements each. By columns each is alone. */
static void add_sums(struct cost *c, const struct kp_toucher *t, int64_t from, int64_t pitch)
{
    int64_t at[KP_LANES], width = t->touch.by_columns ? t->touch.unit : 2 * t->touch.unit;

    for (unsigned line = 0; line < t->touch.lines; line += 8)
        for (int64_t byte = 0; byte < t->touch.bytes; byte += 8 * t->touch.unit)
            for (int part = 0; part < (t->touch.by_columns ? 2 : 1); part++) {
                for (int l = 0; l < KP_LANES; l++)
                    at[l] = t->touch.by_columns
                                ? from + (line + l % 4 * 2 + part) * pitch + byte +
                                      l / 4 * t->touch.unit
                                : from + (line + l / 4) * pitch + byte + l % 4 * width;
                add(c, at, UINT32_MAX, width);
            }
}

/* Eight lines of 16 bytes at a time. */
static void add_matrix(struct cost *c, const struct kp_toucher *t, int64_t from, int64_t pitch)
{
    int64_t at[KP_LANES] = {0};

    for (unsigned line = 0; line < t->touch.lines; line += 8)
        for (int64_t byte = 0; byte < t->touch.bytes; byte += KP_WIDEST_ACCESS) {
            for (unsigned l = 0; l < 8; l++)
                at[l] = from + (line + l) * pitch + byte;
            add(c, at, 0xff, KP_WIDEST_ACCESS);
        }
}

static struct cost matrix_cost(const struct look *k, const struct kp_laid_array *a,
                               const struct kp_toucher *t, const struct kp_rows *to)
{
    struct cost c = {0, 0};

    for (size_t i = 0; i < k->n_requests; i++) {
        int64_t from = kp_moved_to(a, k->requests[i].at[__builtin_ctz(k->requests[i].active)], to);

        (t->touch.is_sum ? add_sums : add_matrix)(&c, t, from, a->row + to->more);
    }
    return c;
}

static struct cost cost_of(const struct look *k, const struct kp_laid_array *a,
                           const struct kp_toucher *t, const struct kp_rows *to)
{
    return t->touch.lines ? matrix_cost(k, a, t, to) : plain_cost(k, a, t, to);
}

/* ---- the choice ------------------------------------------------------------------------------ */

/* The K-loop of the kernel that the value is in. */
static bool is_in_k_loop(const struct kp_laying *m, const struct kp_value *v)
{
    for (uint32_t i = m->fn->blocks.v[v->block].loop; i; i = m->fn->loops.v[i].outer)
        for (size_t k = 0; k < m->u->loops.n; k++) {
            const struct kp_node *n = m->fn->loops.v[i].node;

            if (!m->fn->loops.v[i].site && m->u->loops.v[k]->node == kp_node_as_written(n))
                return true;
        }
    return false;
}

/* No access may become less aligned, or be of two chunks that are parted. */
static bool allows(const struct look *k, const struct kp_laid_array *a, const struct kp_toucher *t,
                   const struct kp_rows *to)
{
    if (t->touch.lines &&
        (to->chunks || (a->row % KP_WIDEST_ACCESS == 0 && to->more % KP_WIDEST_ACCESS)))
        return false;
    for (size_t i = 0; i < k->n; i++) {
        int64_t at = k->spots[i].at;

        if ((at % t->aligned == 0 && kp_moved_to(a, at, to) % t->aligned) ||
            !kp_stays_whole(a, at, t->touch.bytes, to))
            return false;
    }
    return true;
}

enum { MOST_EVERY = 8, MOST_CHUNKS = 8 };

struct permuted {
    struct kp_rows to;
    int64_t sum; /* -1: it must not be */
};

struct choice {
    int64_t sum[ALL_BANKS]; /* by bytes that a row becomes longer by; -1: it must not */
    KP_VEC(struct permuted) permuted;
    uint32_t warps;
};

/* Permutations that may be chosen, each with rows that are a multiple of its chunks: the longest
 * that are not longer, and, if these are shorter, the next. */
static void find_permuted(struct kp_laying *m, const struct kp_laid_array *a, struct choice *c)
{
    for (int64_t chunks = MOST_CHUNKS; chunks > 1; chunks /= 2)
        for (int64_t every = 1; every <= MOST_EVERY; every *= 2) {
            int64_t unit = chunks * KP_CHUNK, less = a->row % unit;

            if (a->n_rows % (every * chunks) != 0)
                continue;
            if (less < a->row)
                kp_push(m->u->arena, &c->permuted, ((struct permuted){{-less, every, chunks}, 0}));
            if (less)
                kp_push(m->u->arena, &c->permuted,
                        ((struct permuted){{unit - less, every, chunks}, 0}));
        }
}

/* Adds what the access costs with other rows to *sum, which is -1 if these are not allowed. */
static void weigh(const struct look *k, const struct kp_laid_array *a, const struct kp_toucher *t,
                  const struct kp_rows *to, bool counts, int64_t *sum)
{
    if ((to->more || to->chunks) && !allows(k, a, t, to))
        *sum = -1;
    if (*sum >= 0 && counts)
        *sum += cost_of(k, a, t, to).sum;
}

/* Gathers the requests of an access; false if they are not known. The caller frees both lists. */
static bool find_requests(const struct kp_laying *m, const struct kp_toucher *t, struct look *k)
{
    bool ok = !kp_each_point(m->fn, k->shape, t->value, t->address, 0, see, k) &&
              k->n_loops <= MOST_LOOPS;

    if (ok)
        gather(k);
    return ok && !k->failed;
}

static void forget(struct look *k)
{
    free(k->spots);
    free(k->requests);
}

static uint32_t warps_of(const struct look *k)
{
    uint32_t warps = 0;

    for (size_t i = 0; i < k->n; i++)
        warps = k->spots[i].warp >= warps ? k->spots[i].warp + 1 : warps;
    return warps;
}

static bool look_at(struct kp_laying *m, const struct kp_laid_array *a, const struct kp_toucher *t,
                    const struct kp_block_shape *shape, struct choice *c)
{
    const struct kp_value *v = kp_fn_value(m->fn, t->value);
    struct look k = {.shape = shape};
    bool counts = t->touch.bytes && is_in_k_loop(m, v), ok = find_requests(m, t, &k);
    uint32_t warps;

    for (int64_t more = 0; more < ALL_BANKS && ok; more += a->element)
        weigh(&k, a, t, &(struct kp_rows){.more = more}, counts, &c->sum[more]);
    for (size_t i = 0; i < c->permuted.n && ok; i++)
        weigh(&k, a, t, &c->permuted.v[i].to, counts, &c->permuted.v[i].sum);
    warps = ok ? warps_of(&k) : 0;
    c->warps = warps > c->warps ? warps : c->warps;
    forget(&k);
    return ok;
}

/* The block that wavefronts are counted for. */
static struct kp_block_shape usual_shape(const struct kp_laying *m)
{
    struct kp_block_shape s = {.is_exact = true, .dim = {256, 1, 1}};

    if (m->n_launched)
        return m->launched[0];
    if (m->f->sym->launch_max)
        s.dim[0] = m->f->sym->launch_max;
    return s;
}

bool kp_count_wavefronts(struct kp_laying *m, struct kp_laid_array *a)
{
    struct kp_block_shape shape = usual_shape(m);
    int64_t worst = 0;

    for (size_t i = 0; i < a->at.n; i++) {
        const struct kp_toucher *t = &a->at.v[i];
        struct look k = {.shape = &shape};
        struct cost c = {0, 0};
        bool ok;

        if (!t->touch.bytes || !is_in_k_loop(m, kp_fn_value(m->fn, t->value)))
            continue;
        if ((ok = find_requests(m, t, &k)))
            c = cost_of(&k, a, t, &(struct kp_rows){0});
        a->per_warp = ok && warps_of(&k) > a->per_warp ? warps_of(&k) : a->per_warp;
        forget(&k);
        if (!ok)
            return false;
        a->before += c.sum;
        a->ideal += c.ideal;
        if (c.sum - c.ideal > worst) {
            worst = c.sum - c.ideal;
            a->worst = t;
        }
    }
    return true;
}

/* True if the alignment of what follows the array in shared memory does not change. */
static bool keeps_size(const struct kp_laid_array *a, int64_t more)
{
    enum { MOST = 32 };
    int64_t aligned = a->bytes & -a->bytes;

    return (a->bytes / a->row * more) % (aligned < MOST ? aligned : MOST) == 0;
}

/* The shortest rows whose wavefronts are within a sixteenth of the best. */
static int64_t best_of(const struct kp_laid_array *a, const struct choice *c, int64_t step)
{
    int64_t best = 0;

    for (int64_t more = step; more < ALL_BANKS; more += step)
        if (c->sum[more] >= 0 && c->sum[more] < c->sum[best] && keeps_size(a, more))
            best = more;
    for (int64_t more = step; more < best; more += step)
        if (c->sum[more] >= 0 && 16 * c->sum[more] <= 17 * c->sum[best] && keeps_size(a, more))
            best = more;
    return best;
}

/* The best permutation; NULL: none is allowed. */
static const struct permuted *best_permuted(const struct kp_laid_array *a, const struct choice *c)
{
    const struct permuted *best = NULL;

    for (size_t i = 0; i < c->permuted.n; i++) {
        const struct permuted *p = &c->permuted.v[i];

        if (p->sum >= 0 && (!best || p->sum < best->sum) && keeps_size(a, p->to.more))
            best = p;
    }
    return best;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

bool kp_choose_rows(struct kp_laying *m, struct kp_laid_array *a, enum kp_laying_effort effort)
{
    struct choice *c = kp_new(m->u->arena, struct choice);
    struct kp_block_shape shape = usual_shape(m);
    int64_t best, step = larger(a->row % KP_WIDEST_ACCESS ? 1 : KP_WIDEST_ACCESS, a->element);
    const struct permuted *permuted;

    a->to = (struct kp_rows){0};
    if (kp_can_swizzle(m, a))
        find_permuted(m, a, c);
    for (size_t i = 0; i < a->at.n; i++)
        if (!look_at(m, a, &a->at.v[i], &shape, c))
            return kp_refuse_layout(m, KP_CODE_KP912,
                                    kp_laying_place(kp_fn_value(m->fn, a->at.v[i].value)),
                                    a->sym->name);
    step = larger(step / a->element * a->element, a->element);
    best = best_of(a, c, step);
    /* the compiler's vectors and those of copies are worth more than a few wavefronts */
    if (effort == KP_LAYING_ANY && step > a->element) {
        int64_t any = best_of(a, c, a->element);

        best = c->sum[any] * 5 < c->sum[best] * 4 ? any : best;
    }
    a->before = c->sum[0];
    a->after = c->sum[best];
    a->per_warp = c->warps;
    a->to.more = 4 * a->after <= 3 * a->before ? best : 0;
    permuted = best_permuted(a, c);
    /* its columns are computed, and it changes more of the text: not for a few wavefronts */
    if (permuted && 8 * permuted->sum <= 7 * c->sum[a->to.more]) {
        a->to = permuted->to;
        a->after = permuted->sum;
    }
    return kp_is_moved(a);
}
