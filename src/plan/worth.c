/* Estimates the gain of a plan from the source alone (docs/dev/time.md). A loop without a predicted
 * gain stays as it is; `--build` decides by the machine code. */
#include "facts/indexed.h"
#include "facts/twice.h"
#include "facts/work.h"
#include "model/func.h"
#include "model/invariant.h"
#include "model/of_loop.h"
#include "plan/choice.h"
#include "plan/occupancy.h"
#include "plan/plan.h"

/* Cycles from a load to the barrier after it when nothing else runs on the SM. */
enum { LATENCY = 800 };
enum { SUB_PARTITIONS = 4 };
/* Registers of a thread besides live values and loads in flight: operands and addresses; what a
 * pipelined loop adds besides its staging registers; and the error that is allowed for. Fitted to
 * every second kernel of kernels/ (tools/register-model). By the IR of today the median error of
 * OPERANDS is 2 and PIPELINED is 4 too large (docs/dev/time.md). */
enum { OPERANDS = 16, PIPELINED = 12, SLACK = 12 };
/* The share of that latency that other blocks do not hide: all of it when the blocks of an SM are
 * in step, none when they are perfectly out of step. */
static const double OPEN = 0.5;
/* Kernels of docs/user/results.md that lost a quarter of their blocks gained all the same; those
 * that lost a third did not. */
static const double MOST_LOST = 0.3;
/* A smaller predicted gain does not justify a rewrite. */
static const double LEAST_GAIN = 1.02;
/* Less is not worth the risk of losing a third of the blocks, however small it may be: of six
 * public kernels five ran 0.45 to 0.99 times as fast, one 1.05 (docs/dev/time.md). */
static const double MUCH = 1.1;
/* So many loads of its own for each of a tile's, and compute is what waits: with 256 of them, and 6
 * blocks of 8 left, a kernel ran 0.53 times as fast (docs/dev/time.md). */
static const double LOADS_ITSELF = 8;

/* ---- one instance ---------------------------------------------------------------------------- */

struct estimate {
    int threads;
    int before, after; /* registers of a thread */
    int wanted;        /* .. after, if each thread got what it asks for, without idle arrays */
    int blocks, left;  /* blocks per SM: now, and what may be left of them */
    int most;          /* .. now, where ptxas keeps no load in flight in a register */
    int likely;        /* .. then, if the estimate is right */
    bool loads_itself; /* compute waits for loads of its own, which only other blocks hide */
    double gain;       /* where no block is lost */
};

static int at_most(double n, int most)
{
    return n < most ? (int)n : most;
}

/* Staging registers of a thread. */
static int staged(const struct kp_loop *l)
{
    int64_t bytes = kp_staging_bytes(l, 4);

    return bytes > 0 ? at_most((double)bytes / 4, KP_MOST_REGISTERS) : 0;
}

static double cycles_of(const struct kp_work *w, int threads)
{
    double warps = (threads + 31) / 32;
    double issue = w->slots * warps / SUB_PARTITIONS, shared = w->shared * warps;

    return issue > shared ? issue : shared;
}

/* With __launch_bounds__ ptxas knows how many threads share the registers, and keeps to the steps
 * at which blocks are lost where it can; without, it takes what it likes. */
static bool is_bounded(const struct kp_loop *l, const struct kp_launch_case *c)
{
    const struct kp_sym *k = c->kernel ? c->kernel : l->function;

    return k->launch_max && !k->block_said;
}

/* Of a thread in an iteration, if it loads 4 bytes at a time; at least one. */
static double loads_of_tiles(const struct kp_loop *l, int threads)
{
    double bytes = 0;

    for (size_t i = 0; i < l->tiles.n; i++)
        bytes += l->tiles.v[i]->bytes > 0 ? (double)l->tiles.v[i]->bytes : 0;
    return bytes > 4.0 * threads ? bytes / (4.0 * threads) : 1;
}

static bool has_sizes(const struct kp_budget *b)
{
    return b->static_before >= 0 && b->dynamic_before >= 0 && b->static_after >= 0 &&
           b->dynamic_after >= 0;
}

static bool estimate_of(const struct kp_target *t, const struct kp_loop *l,
                        const struct kp_launch_case *c, const struct kp_work *w, struct estimate *e)
{
    const struct kp_budget *b = &l->plan.budget;
    int words = staged(l), slack = is_bounded(l, c) ? 0 : SLACK;
    int64_t before = b->static_before + b->dynamic_before;
    int64_t after = b->static_after + b->dynamic_after;
    int most = c->threads > 0 ? t->regs_per_sm / c->threads : 0;
    int left = kp_registers_left(t, l, c);

    if (c->threads <= 0)
        return false;
    if (!has_sizes(b)) /* the blocks that registers and threads allow */
        before = after = 0;
    e->threads = c->threads;
    most = most < left ? most : left;
    e->before = at_most(w->registers + OPERANDS + w->bytes / 4, most);
    e->wanted = (int)(w->registers - w->idle) + OPERANDS + PIPELINED + words;
    e->after = at_most(w->registers + OPERANDS + PIPELINED + words, most);
    e->blocks = kp_blocks_per_sm(t, c->threads, e->before, before);
    e->most = kp_blocks_per_sm(t, c->threads, at_most(w->registers + OPERANDS, most), before);
    e->left = kp_blocks_per_sm(t, c->threads, at_most(e->after + slack, most), after);
    e->loads_itself = w->loads > LOADS_ITSELF * loads_of_tiles(l, c->threads);
    e->likely = kp_blocks_per_sm(t, c->threads, e->after, after);
    if (e->blocks < 1 || cycles_of(w, c->threads) <= 0)
        return false;
    e->gain = 1 + OPEN * LATENCY / (e->blocks * cycles_of(w, c->threads));
    return true;
}

/* ---- the loop -------------------------------------------------------------------------------- */

static bool is_in_registers(const struct kp_loop *l)
{
    for (size_t i = 0; i < l->tiles.n; i++)
        if (l->tiles.v[i]->variant != KP_VARIANT_CP_ASYNC)
            return true;
    return false;
}

/* Copies that became wider gain by themselves. */
static bool has_wide_copies(const struct kp_unit *u, const struct kp_loop *l)
{
    for (size_t i = 0; u->versions && i < u->loops.n; i++)
        if (u->loops.v[i] == l)
            return u->versions[i].flag != NULL;
    return false;
}

static bool loses_many(int left, int blocks)
{
    return left < (1 - MOST_LOST) * blocks;
}

/* True if the possible loss exceeds the gain, or the gain is small and something can be lost. */
static bool is_risky(const struct kp_loop *l, const struct kp_launch_case *c,
                     const struct estimate *e)
{
    double with_loss = e->gain * e->left / e->blocks;

    if (!is_in_registers(l))
        return e->loads_itself && e->gain < MUCH && e->gain * e->likely < e->most;
    if (is_bounded(l, c))
        return false;
    return (loses_many(e->left, e->most) && e->gain < MUCH) ||
           (loses_many(e->left, e->blocks) && e->gain - 1 < 1 - with_loss);
}

/* A wide loop's kernel holds the loop twice, and gets the registers of the larger. What wider
 * copies gain does not make up for half of the blocks. */
static bool is_risky_wide(const struct kp_loop *l, const struct kp_launch_case *c,
                          const struct estimate *e)
{
    return !is_bounded(l, c) && 2 * e->left <= e->blocks && e->gain * e->left < e->blocks;
}

/* True if a launch may fail, since nothing keeps ptxas to the registers that its blocks have. */
static bool is_starved(const struct kp_target *t, const struct kp_loop *l,
                       const struct kp_launch_case *c, const struct estimate *e)
{
    int most = kp_registers_for(t, c->threads);

    return most < KP_MOST_REGISTERS && e->wanted + SLACK > most && !kp_is_held(l, c);
}

static const char *starved_text(struct kp_arena *a, const struct kp_target *t,
                                const struct estimate *e)
{
    return kp_sprintf(
        a,
        "its launches may fail, with about %d registers per thread where blocks of %d "
        "threads have %d",
        e->wanted, e->threads, kp_registers_for(t, e->threads));
}

static const char *risk_text(struct kp_arena *a, const struct estimate *e)
{
    return kp_sprintf(a,
                      "about %d registers per thread may leave %d of %d blocks of %d threads per "
                      "SM, for a predicted gain of %.0f%%",
                      e->after, e->left, e->most, e->threads, 100 * (e->gain - 1));
}

/* Arrays that lie in memory cost more beside copies that are ahead of compute: of two kernels that
 * mask the ends of vectors in one, plans took 1.15 to 1.58 times as long (docs/dev/time.md). */
static const char *memory_text(struct kp_unit *u, const struct kp_loop *l, struct kp_fns all)
{
    const struct kp_object *array = NULL;

    for (size_t i = 0; !array && i < all.n; i++)
        array = kp_copied_through(all.v[i], l->node);
    return array ? kp_sprintf(u->arena,
                              "its copies go through %s, which lies in memory, as an index of it "
                              "is no constant",
                              array->sym ? kp_sprintf(u->arena, "'%s'", array->sym->name)
                                         : "a variable of the thread's")
                 : NULL;
}

static const char *small_text(struct kp_arena *a, const struct estimate *e, int worth)
{
    if (e->gain >= LEAST_GAIN)
        return kp_sprintf(a, "its predicted gain is %.1f%%, and --worth requires %d%%",
                          100 * (e->gain - 1), worth);
    return kp_sprintf(a, "the math of %d block%s per SM hides its loads (predicted gain %.1f%%)",
                      e->blocks, e->blocks == 1 ? "" : "s", 100 * (e->gain - 1));
}

static bool is_moved(const struct kp_loop *l, const struct kp_node *n)
{
    return n->kind == KP_REF && (kp_is_header_state(l, n->sym) || kp_is_carried(l, n->sym));
}

/* `k == 0` in one iteration, as far as the loop's variables take each value once. */
static bool holds_once(const struct kp_region *r, const struct kp_node *cond, bool negated)
{
    enum kp_op equal = negated ? KP_OP_NE : KP_OP_EQ, both = negated ? KP_OP_LOR : KP_OP_LAND;

    if (cond->kind == KP_CAST)
        return holds_once(r, cond->first, negated);
    if (cond->kind == KP_UNARY && cond->op == KP_OP_LNOT)
        return holds_once(r, cond->first, !negated);
    if (cond->kind != KP_BINARY)
        return negated && is_moved(r->l, cond);
    if (cond->op == both)
        return holds_once(r, cond->first, negated) || holds_once(r, cond->last, negated);
    return cond->op == equal && ((is_moved(r->l, cond->first) && kp_invariant(r, cond->last)) ||
                                 (is_moved(r->l, cond->last) && kp_invariant(r, cond->first)));
}

/* True if each tile is loaded in one iteration: nothing is there behind which the loads would hide.
 */
static bool loads_once(struct kp_unit *u, struct kp_loop *l)
{
    struct kp_region r = {.f = kp_func_get(u, l->function, false), .l = l, .outer = l->node};

    for (size_t i = 0; i < l->copies.n; i++) {
        const struct kp_copy *c = &l->copies.v[i];
        bool once = c->form == KP_COPY_FILL;

        for (size_t k = 0; k < c->guards.n && !once; k++)
            once = holds_once(&r, c->guards.v[k].cond, c->guards.v[k].negated);
        if (!once)
            return false;
    }
    return l->copies.n > 0;
}

/* What loads and stores that stand apart compute twice costs more than the latency that they hide.
 * Both are bounds where trips are not known: of the cost from below, of the latency from above. Of
 * a product of distances whose copies divide by the rest of a row, one buffer ran 0.87 times as
 * fast. */
static const char *twice_text(struct kp_unit *u, const struct kp_loop *l, const struct kp_fn *fn,
                              const struct estimate *e)
{
    double slots = is_in_registers(l) ? kp_divided_places(fn, l->node) : 0;
    double cycles = e->blocks * slots * (e->threads + 31) / 32 / SUB_PARTITIONS;

    return cycles > OPEN * LATENCY
               ? kp_sprintf(u->arena,
                            "its copies divide by what is no constant to find their places, which "
                            "loads and stores that stand apart do twice: about %.0f cycles for "
                            "%.0f of latency",
                            cycles, OPEN * LATENCY)
               : NULL;
}

/* Where a copy is under a condition of its own in a loop that threads leave at will, each load is a
 * branch, and waits for those before it: 16 such words ran 0.60 times as fast as the original with
 * two buffers, and 0.72 with one. The barriers of one warp cost nothing, and with one buffer
 * nothing else is gained: of seven such kernels five ran 0.97 to 1.01 times as fast, one 0.96, one
 * 1.09 (docs/dev/time.md). */
static const char *form_text(const struct kp_loop *l, const struct kp_launch_case *c)
{
    if (kp_waits_in_branches(l))
        return "its copies are conditional loads in loops that threads leave at will, which wait "
               "for each other in registers";
    return l->plan.single && kp_is_one_warp(c->threads)
               ? "it would keep one buffer, which gains nothing in blocks of one warp"
               : NULL;
}

/* Why there is no gain that a build would see; NULL: there may be one. */
static const char *nothing_to_gain(struct kp_unit *u, struct kp_loop *l, struct kp_fns all)
{
    if (loads_once(u, l))
        return "its tiles are loaded in one iteration only, with nothing to hide that";
    return memory_text(u, l, all);
}

/* Where the tiles' sizes are open, the blocks are those that registers and threads allow; so the
 * gain is too small, and only half of the blocks, not a third, keeps the loop as it is. */
const char *kp_weigh(struct kp_unit *u, struct kp_loop *l, const struct kp_target *t,
                     const struct kp_launch_case *c)
{
    struct kp_fns all = kp_fn_instances(u, l->function);
    bool is_wide = has_wide_copies(u, l), is_lower_bound = false;
    bool is_sized = has_sizes(&l->plan.budget);
    struct estimate best = {0}, e;
    const char *risk = NULL, *twice = NULL;
    struct kp_work w;

    l->plan.small = nothing_to_gain(u, l, all);
    if (l->plan.small)
        return l->plan.small;
    risk = form_text(l, c);
    if (risk)
        return risk;
    for (size_t i = 0; i < all.n; i++) {
        if (!kp_work_of(all.v[i], l->node, &w) || !estimate_of(t, l, c, &w, &e))
            return NULL;
        if (is_starved(t, l, c, &e))
            return starved_text(u->arena, t, &e);
        is_lower_bound |= !w.is_whole;
        if (!risk && (is_wide ? is_risky_wide(l, c, &e)
                              : is_risky(l, c, &e) && (is_sized || 2 * e.left <= e.most)))
            risk = risk_text(u->arena, &e);
        if (!twice)
            twice = twice_text(u, l, all.v[i], &e);
        if (e.gain > best.gain)
            best = e;
    }
    if (twice)
        return twice;
    if (!is_sized)
        return is_lower_bound ? NULL : risk;
    l->plan.registers_before = best.before;
    l->plan.registers_after = best.after;
    l->plan.is_open = is_lower_bound;
    if (is_lower_bound)
        return NULL;
    l->plan.gain = best.gain;
    if (is_wide || !best.threads)
        return risk;
    if (best.gain < LEAST_GAIN)
        l->plan.small = small_text(u->arena, &best, 0);
    if (best.gain < LEAST_GAIN || 100 * (best.gain - 1) < u->options->worth)
        return small_text(u->arena, &best, u->options->worth);
    return risk;
}

/* Without __launch_bounds__ ptxas keeps to 168 registers where it can, the most for three blocks of
 * 128 threads. A product whose accumulators and fragments take them all ran 0.93 times as fast with
 * loads that it had moved, 1.34 times with a barrier; another by registers 0.76 and 1.19. */
const char *kp_sinks_loads(struct kp_unit *u, const struct kp_loop *l,
                           const struct kp_launch_case *c)
{
    enum { KEPT = 168 };
    struct kp_fns all = kp_fn_instances(u, l->function);
    struct kp_work w;

    for (size_t i = 0; i < all.n; i++)
        if (!kp_work_of(all.v[i], l->node, &w) || w.registers + OPERANDS <= KEPT)
            return NULL;
    if (!all.n || is_bounded(l, c))
        return NULL;
    return "compute takes so many registers that the compiler would move the loads behind it "
           "where no barrier keeps them";
}

/* ---- what is said about it ------------------------------------------------------------------- */

enum kp_prospect kp_prospect_of(const struct kp_loop *l)
{
    const struct kp_refusal *r = l->refusals.n ? &l->refusals.v[0] : NULL;

    if (l->made_by_kpipe || (!l->tiles.n && !l->rejected_tiles.n) ||
        (r && (r->code == KP_CODE_KP101 || r->code == KP_CODE_KP110 || r->code == KP_CODE_KP112)))
        return KP_PROSPECT_NONE;
    if (r)
        return r->code == KP_CODE_KP506 || r->code == KP_CODE_KP507 ? KP_PROSPECT_SMALL
                                                                    : KP_PROSPECT_REFUSED;
    return kp_is_pipelined(l) ? KP_PROSPECT_GAIN : KP_PROSPECT_NONE;
}
