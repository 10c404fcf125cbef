#include "sass/overlap.h"

#include "util/str.h"

enum { MAX_ITERATIONS = 64 }; /* as many groups as DEPBAR.LE can let be pending */

const char *kp_overlap_name(enum kp_overlap_verdict v)
{
    static const char *const names[] = {"not", "partly", "overlapped", "unknown"};

    return names[v];
}

bool kp_overlap_counts(const struct kp_overlap *o, const struct kp_sass_insn *x)
{
    return kp_sass_is_math(x) || (o->counts_int && x->opclass == KP_INSN_INT && !x->never);
}

static const struct kp_sass_insn *insn(const struct kp_overlap *o, size_t position)
{
    return &o->kernel->insns.v[o->insns.v[position]];
}

/* The innermost loop of every instruction of the loop, by position. */
static int *innermost(struct kp_arena *a, const struct kp_overlap *o)
{
    const struct kp_sass_kernel *k = o->kernel;
    int *of_block = kp_new_array(a, int, k->blocks.n + 1),
        *of = kp_new_array(a, int, o->insns.n + 1);
    uint32_t block = 0;

    for (size_t b = 0; b < k->blocks.n; b++)
        of_block[b] = -1;
    for (size_t l = 0; l < k->loops.n; l++) /* outer before inner */
        for (size_t b = 0; b < k->loops.v[l].blocks.n; b++)
            of_block[k->loops.v[l].blocks.v[b]] = (int)l;
    for (size_t i = 0; i < o->insns.n; i++) {
        while (o->insns.v[i] >= k->blocks.v[block].end)
            block++;
        of[i] = of_block[block];
    }
    return of;
}

static bool is_load(const struct kp_sass_insn *x)
{
    return !x->never && (x->opclass == KP_INSN_LOAD_GLOBAL || x->opclass == KP_INSN_LOAD_GENERIC ||
                         x->opclass == KP_INSN_ASYNC_COPY || x->opclass == KP_INSN_BULK_COPY);
}

/* A walk from a load to its wait. */
struct walk {
    const struct kp_overlap *o;
    const int *inner;
    unsigned scoreboard; /* that the load, or the commit of its group, counts up */
    unsigned later;      /* instructions behind it that count it up again */
    bool armed;          /* the commit was passed */
};

/* True if `x` waits for what the walk follows. DEPBAR.LE lets `count` later ones be pending; they
 * are counted down in the order in which they were counted up. */
static bool waits(const struct walk *w, const struct kp_sass_insn *x)
{
    if (!w->armed)
        return false;
    if (x->wait >> w->scoreboard & 1)
        return true;
    if (!x->has_count)
        return false;
    return x->mask >> w->scoreboard & 1 || (x->scoreboard == w->scoreboard && w->later >= x->count);
}

static void follow(struct walk *w, const struct kp_sass_insn *x, uint32_t number,
                   struct kp_overlap_load *l)
{
    if (!w->armed && x->opclass == KP_INSN_ASYNC_COMMIT && !x->never) {
        w->armed = true;
        w->scoreboard = x->write_scoreboard;
        l->commit = number;
    } else if (w->armed && x->write_scoreboard == w->scoreboard && !x->never) {
        w->later++;
    }
}

static void count(const struct walk *w, size_t position, const struct kp_sass_insn *x,
                  struct kp_overlap_load *l)
{
    l->cycles += x->stall;
    if (x->is_barrier && !x->never) {
        l->barriers++;
        l->barrier_first |= !l->math;
    }
    if (!kp_overlap_counts(w->o, x))
        return;
    l->math++;
    l->inner_math += w->inner[position] != w->o->loop;
}

/* Fills wait and what lies before it. */
static void walk_from(const struct kp_overlap *o, const int *inner, size_t from,
                      struct kp_overlap_load *l)
{
    const struct kp_sass_insn *x = insn(o, from);
    struct walk w = {.o = o, .inner = inner, .scoreboard = x->write_scoreboard};
    size_t n = o->insns.n;

    w.armed = x->opclass != KP_INSN_ASYNC_COPY;
    l->cycles = x->stall;
    if (x->opclass == KP_INSN_BULK_COPY || (w.armed && w.scoreboard >= KP_SASS_SCOREBOARDS))
        return;
    for (size_t step = 1; step < MAX_ITERATIONS * n; step++) {
        size_t at = (from + step) % n;

        if (w.armed && !(o->waited >> w.scoreboard & 1))
            return;
        if (!w.armed && step > n)
            return; /* the loop commits nothing */

        x = insn(o, at);
        l->iterations += at == 0;
        if (waits(&w, x)) {
            l->wait = o->insns.v[at];
            return;
        }
        follow(&w, x, o->insns.v[at], l);
        count(&w, at, x, l);
    }
}

/* True if there is math behind the last barrier in front of the load. Then the load could have
 * stood in front of it. */
static bool is_behind_math(const struct kp_overlap *o, size_t from)
{
    for (size_t step = 1; step < o->insns.n; step++) {
        const struct kp_sass_insn *x = insn(o, (from + o->insns.n - step) % o->insns.n);

        if (x->is_barrier && !x->never)
            return false;
        if (kp_overlap_counts(o, x))
            return true;
    }
    return false;
}

/* True if the loop goes on with a barrier before it goes on with math. */
static bool is_before_barrier(const struct kp_overlap *o, uint32_t wait)
{
    size_t from = 0;

    while (o->insns.v[from] != wait)
        from++;
    for (size_t step = 0; step < o->insns.n; step++) {
        const struct kp_sass_insn *x = insn(o, (from + step) % o->insns.n);

        if (x->is_barrier && !x->never)
            return true;
        if (kp_overlap_counts(o, x))
            return false;
    }
    return false;
}

static const char *reason_of(struct kp_arena *a, const struct kp_overlap *o, size_t from,
                             const struct kp_overlap_load *l)
{
    const struct kp_sass_insn *x = insn(o, from);
    bool is_async = x->opclass == KP_INSN_ASYNC_COPY;

    if (l->barriers && l->barrier_first)
        return "there is a barrier between the load and the math";
    if (is_behind_math(o, from) && o->math && !is_async)
        return "it is issued after the math of its barrier interval: the compiler sank it, or it "
               "stands there in the source";
    if (is_async && !is_before_barrier(o, l->wait))
        return "the wait comes too early: there is math between it and the barrier";
    if (is_async && o->kernel->insns.v[l->wait].has_count)
        return kp_sprintf(a, "the wait comes too early: it lets %u groups be pending",
                          o->kernel->insns.v[l->wait].count);
    if (is_before_barrier(o, l->wait))
        return "the wait comes too early: in front of the barrier that precedes the math";
    return "the wait comes too early: in front of the math";
}

static double share_of(const struct kp_overlap *o, const struct kp_overlap_load *l)
{
    return o->math ? (double)l->math * o->tiles / o->math : 0;
}

static void judge(struct kp_arena *a, const struct kp_overlap *o, size_t from,
                  struct kp_overlap_load *l)
{
    double share = share_of(o, l);

    if (l->wait == KP_SASS_NONE) {
        l->verdict = KP_OVERLAP_UNKNOWN;
        l->math = l->inner_math = l->barriers = l->iterations = 0;
        l->cycles = 0;
        l->barrier_first = false;
        l->reason = insn(o, from)->opclass == KP_INSN_BULK_COPY
                        ? "it is waited for through an mbarrier, which is not followed"
                        : "no instruction of the loop waits for it";
        return;
    }
    l->verdict = share >= KP_OVERLAP_FULL_SHARE     ? KP_OVERLAP_FULL
                 : share >= KP_OVERLAP_PARTLY_SHARE ? KP_OVERLAP_PARTLY
                                                    : KP_OVERLAP_NONE;
    if (l->verdict != KP_OVERLAP_FULL)
        l->reason = o->math ? reason_of(a, o, from, l) : "the loop holds no math";
}

/* Stretches of the loop between block barriers that hold math; the end of the loop goes on at its
 * beginning. */
static unsigned count_tiles(const struct kp_overlap *o)
{
    unsigned tiles = 0;
    bool open = false, first = false, any = false;

    for (size_t i = 0; i < o->insns.n; i++) {
        const struct kp_sass_insn *x = insn(o, i);

        if (x->is_barrier && !x->never) {
            tiles += open;
            first |= open && !any;
            any = true;
            open = false;
        } else if (kp_overlap_counts(o, x)) {
            open = true;
        }
    }
    if (!any)
        return 1;
    tiles += open && !first;
    return tiles ? tiles : 1;
}

static void take_insns(struct kp_arena *a, const struct kp_sass_kernel *k, struct kp_overlap *o)
{
    const struct kp_sass_loop *l = &k->loops.v[o->loop];

    o->counts_int = !l->math;
    for (size_t b = 0; b < l->blocks.n; b++) {
        const struct kp_sass_block *block = &k->blocks.v[l->blocks.v[b]];

        for (uint32_t i = block->begin; i < block->end; i++)
            kp_push(a, &o->insns, i);
    }
}

static void total(struct kp_overlap *o, const int *inner)
{
    for (size_t i = 0; i < o->insns.n; i++) {
        const struct kp_sass_insn *x = insn(o, i);

        o->cycles += x->stall;
        o->waited |= x->wait | x->mask;
        if (x->has_count)
            o->waited |= 1u << x->scoreboard;
        if (!kp_overlap_counts(o, x))
            continue;
        o->math++;
        o->inner_math += inner[i] != o->loop;
    }
    o->tiles = count_tiles(o);
}

/* The verdict that most bytes have: overlapped from nine tenths on, not with less than one. */
static void sum_up(struct kp_overlap *o)
{
    unsigned bytes[4] = {0}, all = 0;
    const struct kp_overlap_load *worst = NULL;

    for (size_t i = 0; i < o->loads.n; i++) {
        const struct kp_overlap_load *l = &o->loads.v[i];
        unsigned n = o->kernel->insns.v[l->load].bytes;

        n = n ? n : 1;
        bytes[l->verdict] += n;
        all += n;
        o->share += n * (share_of(o, l) < 1 ? share_of(o, l) : 1);
        if (l->verdict != KP_OVERLAP_FULL && (!worst || l->verdict < worst->verdict))
            worst = l;
    }
    o->bytes = all;
    o->share = all ? o->share / all : 0;
    if (!all || bytes[KP_OVERLAP_UNKNOWN] * 2 > all)
        o->verdict = KP_OVERLAP_UNKNOWN;
    else if (bytes[KP_OVERLAP_FULL] * 10 >= all * 9)
        o->verdict = KP_OVERLAP_FULL;
    else if ((bytes[KP_OVERLAP_NONE] + bytes[KP_OVERLAP_UNKNOWN]) * 10 > all * 9)
        o->verdict = KP_OVERLAP_NONE;
    else
        o->verdict = KP_OVERLAP_PARTLY;
    if (o->verdict != KP_OVERLAP_FULL)
        o->reason = worst ? worst->reason : "the loop loads nothing from global memory";
}

unsigned kp_sass_spills(const struct kp_sass_kernel *k)
{
    unsigned n = 0;

    for (size_t i = 0; i < k->insns.n; i++) {
        const struct kp_sass_insn *x = &k->insns.v[i];
        n += !x->never && (x->opclass == KP_INSN_LOAD_LOCAL || x->opclass == KP_INSN_STORE_LOCAL);
    }
    return n;
}

void kp_overlap_find(struct kp_arena *a, const struct kp_sass_kernel *k, int loop,
                     struct kp_overlap *out)
{
    const int *inner;

    *out = (struct kp_overlap){.kernel = k, .loop = loop};
    take_insns(a, k, out);
    inner = innermost(a, out);
    total(out, inner);
    for (size_t i = 0; i < out->insns.n; i++) {
        struct kp_overlap_load l = {
            .load = out->insns.v[i], .wait = KP_SASS_NONE, .commit = KP_SASS_NONE};

        if (!is_load(insn(out, i)))
            continue;
        walk_from(out, inner, i, &l);
        judge(a, out, i, &l);
        kp_push(a, &out->loads, l);
    }
    sum_up(out);
    if (k->loops.v[loop].unknown) {
        out->verdict = KP_OVERLAP_UNKNOWN;
        out->reason = kp_sprintf(a, "%u instructions of the loop are not in sass.ini",
                                 k->loops.v[loop].unknown);
    }
}
