/* The warps of one sub-partition of an SM, issuing the loop's instructions in order: one per cycle,
 * the oldest that may. An instruction waits for its warp's stall count and scoreboards and for its
 * unit. The four sub-partitions are taken to be alike: of every block a quarter of the warps is
 * here, and a barrier waits for these. */
#include "sass/time.h"

#include <math.h>
#include <string.h>

#include "sass/guarded.h"
#include "sass/trips.h"
#include "util/str.h"

enum {
    PARTITIONS = 4,
    WARP = 32,
    WARM_UP = 2,    /* iterations before the clock is read first */
    ITERATIONS = 4, /* between the two readings */
    PENDING = 32,   /* what one scoreboard may count at a time */
    MOST_WARPS = 64,
    INNER_LOOPS = 16 /* the first ones; others are passed once */
};

/* Completion times of what a scoreboard counts, oldest first. */
struct board {
    double at[PENDING];
    unsigned n;
};

struct warp {
    unsigned block, at, iteration;
    bool copies;                 /* asynchronously */
    unsigned trips[INNER_LOOPS]; /* made of each loop inside */
    double ready;                /* by its stall counts */
    struct board boards[KP_SASS_SCOREBOARDS];
    double group; /* when the copies since the last commit are there */
    bool waits;   /* at a barrier */
};

struct play {
    const struct kp_timing *timing;
    const struct kp_overlap *o;
    struct kp_guarded guarded;
    struct kp_inner_loops inner;
    struct warp warp[MOST_WARPS];
    unsigned warps, per_block;
    double now, unit[KP_UNITS], memory;
    double copied; /* of the bytes that asynchronous copies of warps that copy could copy */
    double mark;   /* all warps have made WARM_UP iterations */
    unsigned marked, done;
};

static const struct kp_sass_insn *insn(const struct play *p, unsigned at)
{
    return &p->o->kernel->insns.v[p->o->insns.v[at]];
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

/* When its result is there; its unit is busy until then or shorter. */
static double execute(struct play *p, const struct warp *w, const struct kp_sass_insn *x, double at,
                      double *read)
{
    const struct kp_cost *c = &p->timing->of[x->opclass];
    bool is_copy = x->opclass == KP_INSN_ASYNC_COPY;
    double bytes = is_copy ? p->copied * x->bytes : x->bytes;
    double busy = c->busy + c->per_byte * x->bytes, end = at + busy;

    if (is_copy ? !w->copies : p->guarded.zero[w->at] && w->copies)
        return *read = at; /* off by its predicate */
    if (c->unit)
        p->unit[c->unit] = end;
    *read = end;
    if (is_global_read(x->opclass)) {
        p->memory = fmax(p->memory, at) + p->timing->memory * bytes * WARP;
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

/* Behind the instruction, or the head of the loop that it is the end of. */
static unsigned next(const struct play *p, struct warp *w)
{
    for (unsigned i = 0; i < p->inner.list.n && i < INNER_LOOPS; i++) {
        const struct kp_inner_loop *l = &p->inner.list.v[i];

        if (l->latch != w->at)
            continue;
        if (++w->trips[i] < l->trips)
            return l->head;
        w->trips[i] = 0;
    }
    return w->at + 1;
}

static void step(struct play *p, struct warp *w)
{
    unsigned around = p->guarded.around[w->at];

    w->at = around && !w->copies ? around : next(p, w);
    if (w->at < p->o->insns.n)
        return;
    w->at = 0;
    if (++w->iteration == WARM_UP && ++p->marked == p->warps)
        p->mark = p->now;
    if (w->iteration == WARM_UP + ITERATIONS)
        p->done++;
}

static void issue(struct play *p, struct warp *w, double at)
{
    const struct kp_sass_insn *x = insn(p, w->at);
    double read, result;

    p->now = at + 1; /* the issue slot */
    for (unsigned i = 0; i < KP_SASS_SCOREBOARDS; i++)
        forget(&w->boards[i], at);
    result = execute(p, w, x, at, &read);
    account(w, x, read, result);
    w->ready = at + (x->stall ? x->stall : 1);
    if (x->is_barrier)
        arrive(p, w, at);
    step(p, w);
}

/* ---- all warps ---------------------------------------------------------------------------------
 */

static double may_issue(const struct play *p, const struct warp *w)
{
    const struct kp_sass_insn *x = insn(p, w->at);

    return fmax(p->now, fmax(waits_until(w, x), p->unit[p->timing->of[x->opclass].unit]));
}

static void run(struct play *p)
{
    unsigned last = 0;

    p->unit[0] = 0;
    while (p->done < p->warps) {
        double best = INFINITY;
        unsigned chosen = last;

        for (unsigned i = 0; i < p->warps; i++) {
            unsigned k = (last + i) % p->warps; /* the one that issued last goes on if it may */
            double at = p->warp[k].waits ? INFINITY : may_issue(p, &p->warp[k]);

            if (at < best) {
                best = at;
                chosen = k;
            }
        }
        if (isinf(best))
            return; /* cannot be: somebody is not at the barrier */
        issue(p, &p->warp[chosen], best);
        last = chosen;
    }
}

/* A tile of few vectors keeps few threads busy. So many warps of each block copy as the tiles'
 * bytes ask for, the first ones. */
static void choose_copiers(struct play *p, struct kp_residents on)
{
    double bytes = p->guarded.bytes * on.threads, share = 1;
    unsigned copiers = p->per_block;

    if (on.tile_bytes > 0 && bytes > (double)on.tile_bytes) {
        share = (double)on.tile_bytes / bytes;
        copiers = (unsigned)ceil(share * p->per_block);
    }
    p->copied = share * p->per_block / copiers;
    for (unsigned i = 0; i < p->warps; i++)
        p->warp[i].copies = i % p->per_block < copiers;
}

double kp_sass_time(struct kp_arena *a, const struct kp_timing *t, const struct kp_overlap *o,
                    struct kp_residents on)
{
    struct play *p = kp_new(a, struct play);
    unsigned warps = (on.threads + WARP - 1) / WARP;
    unsigned here = (on.blocks * warps + PARTITIONS - 1) / PARTITIONS;

    if (!o->insns.n || !on.blocks || !warps)
        return 0;
    p->timing = t;
    p->o = o;
    kp_guarded_find(a, o, &p->guarded);
    if (on.makes_trips)
        kp_inner_loops_find(a, o, &p->inner);
    p->per_block = warps < PARTITIONS ? 1 : (warps + PARTITIONS - 1) / PARTITIONS;
    p->warps = here < MOST_WARPS ? here : MOST_WARPS;
    for (unsigned i = 0; i < p->warps; i++) {
        p->warp[i].block = i / p->per_block;
        p->warp[i].ready = (double)p->warp[i].block * o->cycles / (double)on.blocks; /* spread */
    }
    choose_copiers(p, on);
    run(p);
    return (p->now - p->mark) / ITERATIONS / on.blocks;
}

static void count(struct kp_arena *a, const struct kp_overlap *o, bool makes_trips, unsigned *of)
{
    struct kp_inner_loops inner = {0};

    if (makes_trips)
        kp_inner_loops_find(a, o, &inner);
    for (unsigned i = 0; i < o->insns.n; i++) {
        const struct kp_sass_insn *x = &o->kernel->insns.v[o->insns.v[i]];

        if (!x->never)
            of[x->opclass] += kp_inner_trips(&inner, i);
    }
}

unsigned kp_sass_main_math(struct kp_arena *a, const struct kp_overlap *o,
                           const struct kp_overlap *like, bool makes_trips)
{
    unsigned n[KP_INSN_COUNT] = {0}, of[KP_INSN_COUNT] = {0};
    int most = KP_INSN_MUFU;

    count(a, o, makes_trips, n);
    count(a, like, makes_trips, of);
    for (int c = 0; c < KP_INSN_MUFU; c++)
        if (of[c] > of[most] || (most == KP_INSN_MUFU && of[c]))
            most = c;
    return of[most] ? n[most] : n[KP_INSN_INT];
}
