/* The warps of one sub-partition of an SM, issuing the loop's instructions in order: one per cycle,
 * the oldest that may. An instruction waits for its warp's stall count and scoreboards and for its
 * unit. The four sub-partitions are taken to be alike: of every block a quarter of the warps is
 * here, and a barrier waits for these. */
#include "sass/time.h"

#include <math.h>
#include <string.h>

#include "util/str.h"

enum {
    PARTITIONS = 4,
    WARP = 32,
    SECTOR = 32,     /* bytes of global memory that are asked for together */
    WAVEFRONT = 128, /* bytes that the banks of shared memory take at once */
    ITERATIONS = 4,  /* between the two readings of the clock; before the first half as many */
    LONG = 2048,     /* of an iteration with more instructions than that only one is timed */
    FAR = 64,        /* times as many: nobody is so far ahead of others that come along */
    PENDING = 32,    /* what one scoreboard may count at a time */
    MOST_WARPS = 64
};

/* Completion times of what a scoreboard counts, oldest first. */
struct board {
    double at[PENDING];
    unsigned n;
};

struct warp {
    const struct kp_sass_path *path;
    unsigned block, at, iteration;
    double ready; /* by its stall counts */
    struct board boards[KP_SASS_SCOREBOARDS];
    double group; /* when the copies since the last commit are there */
    bool waits;   /* at a barrier */
};

struct play {
    const struct kp_timing *timing;
    const struct kp_sass_kernel *kernel;
    double missing;               /* of what loads ask the first-level cache for */
    const struct kp_cost **cost;  /* of each instruction of the kernel */
    const double *delay;          /* .. and how long nothing is issued behind it */
    const struct kp_cost *shared; /* of a load from shared memory */
    struct warp warp[MOST_WARPS];
    unsigned warps, iterations, warm_up;
    double now, unit[KP_UNITS], memory;
    double mark,
        made; /* when all warps had warmed up, and the iterations that they had made then */
    unsigned marked, done;
};

static const struct kp_sass_passed *passed(const struct warp *w)
{
    return &w->path->list.v[w->at];
}

static const struct kp_sass_insn *insn(const struct play *p, const struct warp *w)
{
    return &p->kernel->insns.v[passed(w)->insn];
}

/* ---- scoreboards ------------------------------------------------------------------------------
 */

static void count_on(struct board *b, double at)
{
    if (b->n == PENDING)
        memmove(b->at, b->at + 1, --b->n * sizeof *b->at);
    b->at[b->n++] = at;
}

/* When at most `left` of what is pending are left. */
static double until(const struct board *b, unsigned left)
{
    double at = 0;

    for (unsigned i = 0; i + left < b->n; i++)
        at = fmax(at, b->at[i]);
    return at;
}

static void forget(struct board *b, double now)
{
    unsigned n = 0;

    while (n < b->n && b->at[n] <= now)
        n++;
    b->n -= n;
    memmove(b->at, b->at + n, b->n * sizeof *b->at);
}

static double waits_until(const struct warp *w, const struct kp_sass_insn *x)
{
    unsigned mask = x->wait | (x->has_count ? x->mask : 0u);
    double at = w->ready;

    for (unsigned i = 0; i < KP_SASS_SCOREBOARDS; i++)
        if (mask >> i & 1)
            at = fmax(at, until(&w->boards[i], 0));
    if (x->has_count && x->scoreboard < KP_SASS_SCOREBOARDS)
        at = fmax(at, until(&w->boards[x->scoreboard], x->count));
    return at;
}

/* ---- one instruction ---------------------------------------------------------------------------
 */

static bool is_global_read(enum kp_opclass c)
{
    return c == KP_INSN_LOAD_GLOBAL || c == KP_INSN_LOAD_GENERIC || c == KP_INSN_ASYNC_COPY ||
           c == KP_INSN_LOAD_LOCAL;
}

/* True if it takes a wavefront even where its predicate is false for all lanes (docs/dev/time.md).
 */
static bool is_of_lsu(enum kp_opclass c)
{
    return is_global_read(c) || c == KP_INSN_LOAD_SHARED || c == KP_INSN_STORE_SHARED ||
           c == KP_INSN_STORE_GLOBAL;
}

/* How long what a copy asks the first-level cache for keeps the data path: its lines are looked up,
 * and what arrives is written, by itself where the banks of shared memory make it long. */
static double arrival(const struct play *p, const struct kp_sass_passed *q)
{
    double written = (double)q->sectors * SECTOR / WAVEFRONT;

    return fmax(p->timing->line * q->lines + p->timing->wavefront * written,
                p->timing->wavefront * (q->wavefronts + 1));
}

/* A generic load whose addresses are known to be in shared memory costs what one from there does.
 */
static const struct kp_cost *cost_of(const struct play *p, const struct kp_sass_insn *x,
                                     const struct kp_sass_passed *q)
{
    return x->opclass == KP_INSN_LOAD_GENERIC && q->wavefronts ? p->shared : p->cost[q->insn];
}

/* How long it keeps its unit busy: what is known of the addresses decides, else the bytes. */
static double busy(const struct play *p, const struct kp_sass_insn *x,
                   const struct kp_sass_passed *q)
{
    const struct kp_cost *c = cost_of(p, x, q);

    if (q->lines && x->opclass == KP_INSN_ASYNC_COPY)
        return fmax(c->busy, arrival(p, q));
    if (q->lines)
        return fmax(c->busy, p->timing->line * q->lines);
    if (q->wavefronts)
        return fmax(c->busy, p->timing->wavefront * q->wavefronts);
    return fmax(c->busy, c->per_byte * x->bytes);
}

/* How long it keeps the way from the L2 cache busy: with its bytes or, where it needs little of
 * each of many lines, with asking for them. */
static double transfer(const struct play *p, const struct kp_sass_insn *x,
                       const struct kp_sass_passed *q)
{
    double bytes = q->sectors ? q->sectors * SECTOR : x->bytes * WARP;
    double cycles = fmax(p->timing->memory * bytes, p->timing->request * q->requests);

    return kp_sass_asks_cache(x) ? cycles * p->missing : cycles;
}

/* When its result is there; its unit is busy until then or shorter. */
static double execute(struct play *p, const struct warp *w, const struct kp_sass_insn *x, double at,
                      double *read)
{
    const struct kp_sass_passed *q = passed(w);
    const struct kp_cost *c = cost_of(p, x, q);
    double end = at + busy(p, x, q);

    if (q->off) {
        if (is_of_lsu(x->opclass))
            p->unit[c->unit] = at + p->timing->wavefront;
        return *read = at;
    }
    if (c->unit)
        p->unit[c->unit] = end;
    *read = end;
    if (is_global_read(x->opclass) && c != p->shared) {
        p->memory = fmax(p->memory, at) + transfer(p, x, q);
        end = fmax(end, p->memory);
    }
    return end + c->latency;
}

static void account(struct warp *w, const struct kp_sass_insn *x, double read, double result)
{
    if (x->opclass == KP_INSN_ASYNC_COPY)
        w->group = fmax(w->group, result);
    if (x->opclass == KP_INSN_ASYNC_COMMIT) {
        result = w->group;
        w->group = 0;
    }
    if (x->write_scoreboard < KP_SASS_SCOREBOARDS)
        count_on(&w->boards[x->write_scoreboard], result);
    if (x->read_scoreboard < KP_SASS_SCOREBOARDS)
        count_on(&w->boards[x->read_scoreboard], read);
}

/* The block's warps go on when the last one is there. */
static void arrive(struct play *p, struct warp *w, double at)
{
    unsigned missing = 0;

    w->waits = true;
    for (unsigned i = 0; i < p->warps; i++)
        missing += p->warp[i].block == w->block && !p->warp[i].waits;
    for (unsigned i = 0; i < p->warps && !missing; i++)
        if (p->warp[i].block == w->block) {
            p->warp[i].waits = false;
            p->warp[i].ready = fmax(p->warp[i].ready, at + p->timing->barrier);
        }
}

/* Iterations that the warps have made, all together. */
static double made(const struct play *p)
{
    double n = 0;

    for (unsigned i = 0; i < p->warps; i++)
        n += p->warp[i].iteration + (double)p->warp[i].at / (double)p->warp[i].path->list.n;
    return n;
}

static void step(struct play *p, struct warp *w)
{
    if (++w->at < w->path->list.n)
        return;
    w->at = 0;
    if (++w->iteration == p->warm_up && ++p->marked == p->warps) {
        p->mark = p->now;
        p->made = made(p);
    }
    if (w->iteration == p->warm_up + p->iterations)
        p->done++;
}

static void issue(struct play *p, struct warp *w, double at)
{
    const struct kp_sass_insn *x = insn(p, w);
    double read, result;

    p->now = at + 1 + p->delay[passed(w)->insn]; /* the issue slot */
    for (unsigned i = 0; i < KP_SASS_SCOREBOARDS; i++)
        forget(&w->boards[i], at);
    result = execute(p, w, x, at, &read);
    account(w, x, read, result);
    w->ready = at + (x->stall ? x->stall : 1);
    if (x->is_barrier && !passed(w)->off)
        arrive(p, w, at);
    step(p, w);
}

/* ---- all warps ---------------------------------------------------------------------------------
 */

static double may_issue(const struct play *p, const struct warp *w)
{
    const struct kp_sass_insn *x = insn(p, w);

    return fmax(p->now, fmax(waits_until(w, x), p->unit[p->cost[passed(w)->insn]->unit]));
}

static void run(struct play *p)
{
    unsigned last = 0;

    p->unit[0] = 0;
    while (p->done < p->warps) {
        double best = INFINITY;
        unsigned chosen = last;

        for (unsigned i = 0; i < p->warps; i++) {
            /* the one that issued last goes on if it may */
            unsigned k = (last + i) % p->warps;
            double at = p->warp[k].waits ? INFINITY : may_issue(p, &p->warp[k]);

            if (at < best) {
                best = at;
                chosen = k;
            }
        }
        if (isinf(best) || p->warp[chosen].iteration > FAR * (p->warm_up + p->iterations))
            return; /* somebody waits for one that does not come to the barrier */
        issue(p, &p->warp[chosen], best);
        last = chosen;
    }
}

/* Every fourth warp of a block is here: of one block the first, the fifth.., of the next the
 * second, so that warps that do more than others are met as often as they are. Those that leave
 * before the loop are not. */
static void fill(struct play *p, const struct kp_sass_walk *walk, unsigned blocks, double spread)
{
    unsigned per_block = (walk->warps + PARTITIONS - 1) / PARTITIONS;
    unsigned here = (blocks * walk->warps + PARTITIONS - 1) / PARTITIONS;

    for (unsigned i = 0; i < here && p->warps < MOST_WARPS; i++) {
        unsigned block = i / per_block;
        unsigned number = block % PARTITIONS + i % per_block * PARTITIONS;
        const struct kp_sass_path *path = &walk->path[number % walk->warps];

        if (path->list.n)
            p->warp[p->warps++] =
                (struct warp){.path = path, .block = block, .ready = block * spread / blocks};
        if (path->list.n > LONG)
            p->iterations = p->warm_up = 1;
    }
}

double kp_sass_time(struct kp_arena *a, const struct kp_timing *t, const struct kp_overlap *o,
                    const struct kp_sass_walk *walk, unsigned blocks)
{
    struct play *p = kp_new(a, struct play);
    double *delay = kp_new_array(a, double, o->kernel->insns.n + 1);

    if (!blocks || !walk->warps)
        return 0;
    p->timing = t;
    p->kernel = o->kernel;
    p->missing = walk->first * (1 - walk->shared + walk->shared / blocks);
    p->iterations = ITERATIONS;
    p->warm_up = ITERATIONS / 2;
    p->cost = kp_new_array(a, const struct kp_cost *, o->kernel->insns.n + 1);
    for (size_t i = 0; i < o->kernel->insns.n; i++) {
        const struct kp_sass_insn *x = &o->kernel->insns.v[i];

        p->cost[i] = kp_timing_of(t, x->op ? x->op->name : NULL, x->opclass);
        delay[i] = kp_sass_banks_conflict(i ? x - 1 : NULL, x) ? t->conflict : 0;
    }
    p->delay = delay;
    p->shared = kp_timing_of(t, "LDS", KP_INSN_LOAD_SHARED);
    fill(p, walk, blocks, o->cycles);
    if (!p->warps)
        return 0;
    run(p);
    if (p->done < p->warps)
        return 0;
    return (p->now - p->mark) * p->warps / (made(p) - p->made) / blocks;
}

static void count(const struct kp_overlap *o, const struct kp_sass_walk *walk, unsigned *of)
{
    for (unsigned w = 0; w < walk->warps; w++)
        for (size_t i = 0; i < walk->path[w].list.n; i++)
            if (!walk->path[w].list.v[i].off)
                of[o->kernel->insns.v[walk->path[w].list.v[i].insn].opclass]++;
}

double kp_sass_main_math(const struct kp_overlap *o, const struct kp_sass_walk *walk,
                         const struct kp_overlap *like, const struct kp_sass_walk *like_walk)
{
    unsigned n[KP_INSN_COUNT] = {0}, of[KP_INSN_COUNT] = {0};
    int most = KP_INSN_MUFU;

    count(o, walk, n);
    count(like, like_walk, of);
    for (int c = 0; c < KP_INSN_MUFU; c++)
        if (of[c] > of[most] || (most == KP_INSN_MUFU && of[c]))
            most = c;
    return of[most] ? n[most] : n[KP_INSN_INT];
}
