/* The choice, by what the source shows alone. In this order:
 *
 *   1. cp.async for every tile that can, staging registers for the others.
 *   2. A tile whose set of written elements varies, or whose declaration cannot be given a second
 *      buffer, has one.
 *   3. Two buffers that the static limit or the occupancy cliff forbid: some tiles get them where
 *      that fits and saves staging registers (mixed.c). So they do beside a tile that has one where
 *      not all tiles can be staged through registers; where they can, that gains nothing (measured
 *      on an H100: 0.91 to 1.12 times as fast as one buffer for all, 1.00 on average). Else the
 *      loop is single-buffered.
 *   4. Single-buffered needs staging registers for all tiles. Where that is impossible the loop is
 *      refused, with the reason that made it single.
 *
 * What is forced (--variant, --stages, --shape) is done as told or refused, never replaced. */
#include "front/tree.h"
#include "model/barriers.h"
#include "model/clones.h"
#include "model/refuse.h"
#include "model/uses.h"
#include "plan/choice.h"

/* Staging registers of a thread, in bytes. Half of its 255 registers is more than a kernel with
 * accumulators can give: it would spill, and a spill costs more than the prefetch gains. */
enum { MOST_STAGING = 512 };
/* Two stages hide one tile's latency behind one tile's math; more cost shared memory that only a
 * measurement can justify. */
enum { DEFAULT_STAGES = 2, LEAST_LATE = 3 };

bool kp_refuse_choice(struct kp_plan_choice *c, enum kp_code code, const struct kp_node *at,
                      const char *name)
{
    kp_refuse(c->u, c->l, code, at, name);
    return false;
}

/* The reason that left one buffer only is the reason of the refusal when one cannot be either. A
 * kernel that can be launched from elsewhere has its clone's reason. */
static bool refuse_single(struct kp_plan_choice *c)
{
    if (c->code != c->l->single_why.code)
        return kp_refuse_choice(c, c->code, NULL, c->name);
    kp_push(c->u->arena, &c->l->refusals,
            c->code == KP_CODE_KP503 && c->l->clone_why.code ? c->l->clone_why : c->l->single_why);
    return false;
}

/* The case that needs most with so many stages. */
static const struct kp_launch_case *worst_case(const struct kp_plan_choice *c)
{
    const struct kp_launch_case *worst = &c->cases->list.v[0];

    for (size_t i = 1; i < c->cases->list.n; i++) {
        const struct kp_launch_case *k = &c->cases->list.v[i];

        if (k->tiles + k->static_other + k->dynamic_tiles >
            worst->tiles + worst->static_other + worst->dynamic_tiles)
            worst = k;
    }
    return worst;
}

/* ---- shape --------------------------------------------------------------------------------- */

bool kp_has_label(const struct kp_loop *l, bool in_load)
{
    for (size_t i = 0; i < l->stmts.n; i++)
        if ((in_load ? l->stmts.v[i].in_load : l->stmts.v[i].in_compute) &&
            (l->stmts.v[i].effects.control_mask & KP_CTL_ASM_LABEL))
            return true;
    return false;
}

static bool all_async(const struct kp_loop *l)
{
    for (size_t i = 0; i < l->tiles.n; i++)
        if (l->tiles.v[i]->variant != KP_VARIANT_CP_ASYNC)
            return false;
    return true;
}

/* The split shape writes compute twice and has two stages; the ring leaves compute where it stands
 * and loads with cp.async only, because staging registers are stored behind compute. */
static bool choose_shape(struct kp_plan_choice *c)
{
    struct kp_loop *l = c->l;
    enum kp_shape asked = c->request.shape;
    const char *needs_ring =
        kp_has_label(l, false)
            ? "the compute phase holds assembly whose labels must not be duplicated"
            : NULL;

    if (kp_has_label(l, true))
        return kp_refuse_choice(
            c, KP_CODE_KP504, NULL,
            "the load phase holds assembly whose labels must not be duplicated");
    if (!needs_ring && c->stages > 2)
        needs_ring = "more than two stages are requested";
    l->plan.shape = asked ? asked : needs_ring ? KP_SHAPE_RING : KP_SHAPE_SPLIT;
    if (needs_ring && l->plan.shape == KP_SHAPE_SPLIT)
        return kp_refuse_choice(
            c, KP_CODE_KP504, NULL,
            kp_sprintf(c->u->arena, "%s, which the split shape cannot do", needs_ring));
    if (kp_is_ring(l->plan.shape) && !all_async(l))
        return kp_refuse_choice(c, KP_CODE_KP504, NULL,
                                kp_sprintf(c->u->arena, "%s: that needs cp.async for every tile",
                                           asked ? "the ring shape is requested" : needs_ring));
    if (kp_is_ring(l->plan.shape) && c->u->parse.is_11)
        return kp_refuse_choice(
            c, KP_CODE_KP504, NULL,
            kp_sprintf(c->u->arena,
                       "%s: the ring captures with initialisers, which -std=c++11 does not have",
                       asked ? "the ring shape is requested" : needs_ring));
    if (l->plan.shape == KP_SHAPE_LATE && c->stages < LEAST_LATE)
        return kp_refuse_choice(
            c, KP_CODE_KP504, NULL,
            "with two stages, loads that start after compute would be waited for "
            "immediately: the late ring needs three");
    if (l->plan.shape == KP_SHAPE_LATE && kp_may_skip(l))
        return kp_refuse_choice(
            c, KP_CODE_KP504, NULL,
            "the late ring loads at the end of each iteration, which `continue` skips");
    if (kp_is_ring(l->plan.shape) && l->may_diverge &&
        (kp_has_leading_barrier(l) || l->closing_barrier))
        return kp_refuse_choice(
            c, KP_CODE_KP504, NULL,
            "the ring needs a barrier outside of the loop, which some threads may not reach");
    return true;
}

/* ---- both ways ----------------------------------------------------------------------------- */

static bool check_staging(struct kp_plan_choice *c)
{
    int64_t bytes;

    if (!c->l->sites.n && !kp_has_variant(c->l, KP_VARIANT_CP_ASYNC))
        return kp_refuse_choice(c, KP_CODE_KP504, NULL,
                                "no load can be separated from the statement that makes it, so "
                                "that none would run ahead");
    kp_peel_loops(c->u, c->l, c->cases, &c->request);
    bytes = kp_staging_bytes(c->l, 1);
    if (bytes <= MOST_STAGING)
        return true;
    return kp_refuse_choice(c, KP_CODE_KP504, NULL,
                            kp_sprintf(c->u->arena, "a thread would need %lld staging registers",
                                       (long long)bytes / 4));
}

/* Adds why one buffer is impossible, too, if that would have been a solution. */
static void say_why_not_one(struct kp_plan_choice *c, const char *no_registers)
{
    struct kp_refusal *r = &c->l->refusals.v[c->l->refusals.n - 1];

    for (size_t i = 0; i < c->l->copy_loops.n; i++) {
        const struct kp_copy_loop *cl = &c->l->copy_loops.v[i];

        if (cl->trips_text || kp_is_peeled(cl) || !kp_starts_with(no_registers, "the copy loop"))
            continue;
        kp_refusal_note(
            c->u, r, cl->node,
            cl->keeps
                ? kp_sprintf(c->u->arena,
                             "one buffer would do if this copy loop had a constant start, bound "
                             "and step, or kept '%s' to a trip: declare it in the body",
                             cl->keeps->name)
                : "one buffer would do if the trips of this copy loop could be counted: give it "
                  "a constant start, bound and step");
        return;
    }
    kp_refusal_note(c->u, r, c->l->node,
                    kp_sprintf(c->u->arena, "one buffer would do, but %s", no_registers));
}

static bool choose_single(struct kp_plan_choice *c)
{
    struct kp_loop *l = c->l;
    const char *no_registers = NULL;
    bool is_asked = c->request.variant == KP_VARIANT_SINGLE;

    for (size_t i = 0; i < l->tiles.n; i++) {
        struct kp_tile *t = l->tiles.v[i];

        t->variant = KP_VARIANT_SINGLE;
        t->variant_why =
            kp_sprintf(c->u->arena, "single buffer: %s", is_asked ? kp_who_asks(c) : c->words);
        no_registers = kp_no_registers(c->u, l, t);
        if (no_registers && is_asked)
            return kp_refuse_choice(c, KP_CODE_KP504, t->decl,
                                    kp_sprintf(c->u->arena, "'%s' cannot use staging registers: %s",
                                               t->sym->name, no_registers));
        if (no_registers) {
            refuse_single(c);
            say_why_not_one(c, no_registers);
            return false;
        }
    }
    c->stages = 1;
    l->plan.single = true;
    if (!check_staging(c) || !choose_shape(c))
        return false;
    l->plan.why =
        kp_sprintf(c->u->arena, "one buffer per tile: %s", is_asked ? kp_who_asks(c) : c->words);
    return true;
}

static const char *staged_words(const struct kp_plan_choice *c)
{
    const struct kp_budget *b = &c->l->plan.budget;
    struct kp_arena *a = c->u->arena;

    if (c->l->plan.moved)
        return kp_sprintf(a,
                          "%d stages, which take dynamic shared memory; the launch uses the "
                          "original kernel if the GPU has no room for them",
                          c->stages);
    if (b->static_after < 0)
        return kp_sprintf(a,
                          "%d stages; a size is not fixed in this file, so the "
                          "compiled code falls back to one stage where they do not fit",
                          c->stages);
    if (b->dynamic_after < 0 && kp_is_clone(c->u, c->l->function))
        return kp_sprintf(a,
                          "%d stages; the dynamic shared memory is known at run time only, so the "
                          "launch uses the original kernel if it does not fit or a block per "
                          "SM would be lost",
                          c->stages);
    if (b->dynamic_after < 0)
        return kp_sprintf(a,
                          "%d stages; the dynamic shared memory is not known, so neither is the "
                          "occupancy",
                          c->stages);
    if (b->blocks_after < b->blocks_before)
        return kp_sprintf(a, "%d stages, although %d blocks per SM become %d", c->stages,
                          b->blocks_before, b->blocks_after);
    return kp_sprintf(a, "%d stages fit without losing a block per SM on %s", c->stages,
                      c->target->arch);
}

static void place_stages(struct kp_plan_choice *c)
{
    c->l->plan.moved = kp_moves_tiles(c->u, c->l->function);
    c->l->plan.static_guard = !c->l->plan.moved && kp_needs_guard(c->u, c->l, c->cases);
    for (size_t i = 0; i < c->cases->list.n; i++)
        if (c->cases->list.v[i].elsewhere > c->l->plan.guard_elsewhere)
            c->l->plan.guard_elsewhere = c->cases->list.v[i].elsewhere;
}

static bool choose_staged(struct kp_plan_choice *c)
{
    struct kp_loop *l = c->l;

    for (size_t i = 0; i < l->tiles.n; i++)
        if (!kp_choose_transport(c, l->tiles.v[i]))
            return false;
    if (c->stages > 2 && !all_async(l))
        return kp_refuse_choice(
            c, KP_CODE_KP504, NULL,
            "staging registers run only one tile ahead: use two stages, or cp.async for all tiles");
    if (!check_staging(c) || !choose_shape(c))
        return false;
    place_stages(c);
    l->plan.why = staged_words(c);
    return true;
}

/* Some tiles double, the others as in choose_single. */
static bool choose_mixed(struct kp_plan_choice *c, unsigned doubled)
{
    struct kp_loop *l = c->l;

    for (size_t i = 0; i < l->tiles.n; i++) {
        struct kp_tile *t = l->tiles.v[i];

        if (!(doubled >> i & 1)) {
            t->variant = KP_VARIANT_SINGLE;
            t->variant_why =
                kp_sprintf(c->u->arena, "single buffer: not all tiles can have two: %s", c->words);
        } else if (!kp_choose_transport(c, t))
            return false;
    }
    if (!check_staging(c) || !choose_shape(c))
        return false;
    place_stages(c);
    l->plan.why = kp_sprintf(c->u->arena, "%d stages for some tiles, one for the others: %s",
                             c->stages, c->words);
    return true;
}

/* The tiles that double where not all can; 0: none. */
static unsigned doubled_of(const struct kp_plan_choice *c)
{
    for (size_t i = 0; i < c->l->copies.n; i++)
        if (c->l->copies.v[i].chained) /* a statement stands in one place */
            return 0;
    if (!c->code || c->request.variant || kp_is_ring(c->request.shape) ||
        kp_has_label(c->l, false) || kp_has_label(c->l, true))
        return 0;
    if (kp_can_be_single(c) &&
        ((c->code != KP_CODE_KP501 && c->code != KP_CODE_KP502) || kp_better_in_registers(c, NULL)))
        return 0;
    return kp_tiles_to_double(c->u, c->l, c->target, c->cases, c->stages);
}

/* True if the plan was requested, or its build will be compared. */
static bool is_asked_for(const struct kp_plan_choice *c)
{
    const struct kp_request *w = &c->request;

    bool requested =
        w->variant || w->shape || w->stages || w->min_blocks || w->unroll || w->because;

    return (requested && !w->is_weighed) || c->u->options->doubtful || c->u->options->ablation;
}

static int default_stages(enum kp_shape shape)
{
    return shape == KP_SHAPE_LATE ? LEAST_LATE : DEFAULT_STAGES;
}

/* The budget again, where not all tiles have several buffers. */
static void count_single(struct kp_plan_choice *c, const struct kp_launch_case *worst,
                         unsigned doubled)
{
    struct kp_plan *p = &c->l->plan;
    struct kp_launch_case some = *worst;
    double ratio = p->budget.ratio;

    if (doubled)
        kp_keep_single(c->l, doubled, &some);
    kp_budget_of(c->target, &some, kp_registers_of(c->target, c->l, worst), c->stages, &p->budget);
    p->budget.ratio = ratio;
}

static void weigh(struct kp_plan_choice *c, const struct kp_launch_case *worst)
{
    const char *stays = kp_weigh(c->u, c->l, c->target, worst);

    if (!stays || is_asked_for(c))
        return;
    c->l->outcome = KP_UNCHANGED;
    kp_refuse_choice(c, KP_CODE_KP507, NULL, stays);
    if (c->l->plan.single)
        c->l->refusals.v[c->l->refusals.n - 1].hint =
            "--build decides by the machine code; --variant single forces a plan";
}

/* Refuses a loop that the request leaves as it is. */
static void refuse_as_asked(struct kp_plan_choice *c)
{
    struct kp_refusal *r;

    if (!c->l->refusals.n && c->request.stopped)
        kp_refuse(c->u, c->l, KP_CODE_KP602, NULL, NULL)->hint =
            kp_sprintf(c->u->arena,
                       "nvcc's compiler is not kpipe's parser, which is Clang: it takes another "
                       "branch, by `%s`; make both equivalent for the loop, or ask for a name that "
                       "the command line defines",
                       c->request.stopped);
    if (c->l->refusals.n || !c->request.leave)
        return;
    r = kp_refuse(c->u, c->l, c->request.is_unknown ? KP_CODE_KP507 : KP_CODE_KP506, NULL,
                  c->request.leave);
    if (c->request.is_unknown)
        r->hint = "give a case file that launches it (--case, `kpipe init` drafts one) or "
                  "__launch_bounds__; --stages 2 forces a plan";
    else if (c->request.change)
        r->hint = kp_sprintf(c->u->arena, "%s; --variant forces a plan", c->request.change);
}

void kp_choose(struct kp_unit *u, struct kp_loop *l, const struct kp_target *t,
               const struct kp_launch_cases *cases, struct kp_request request)
{
    struct kp_plan_choice c = {.u = u, .l = l, .target = t, .cases = cases, .request = request};
    const struct kp_launch_case *worst = worst_case(&c);
    unsigned doubled;
    bool ok;

    c.stages = request.stages > 1 ? request.stages : default_stages(request.shape);
    kp_budget_of(t, worst, kp_registers_of(t, l, worst), c.stages, &l->plan.budget);
    l->plan.budget.ratio = kp_classic_ratio(l, worst->launch);
    l->plan.evidence = "source";
    refuse_as_asked(&c);
    if (l->refusals.n)
        return;
    kp_find_one_buffer(&c);
    l->plan.past_static = c.code == KP_CODE_KP501;
    doubled = doubled_of(&c);
    if (c.code && kp_forces_two_buffers(&c))
        ok = refuse_single(&c);
    else if (doubled)
        ok = choose_mixed(&c, doubled);
    else if (c.code || request.variant == KP_VARIANT_SINGLE)
        ok = choose_single(&c);
    else
        ok = choose_staged(&c);
    if (!ok)
        return;
    l->plan.stages = c.stages;
    if (!l->plan.single && !kp_has_variant(l, KP_VARIANT_LDG))
        l->plan.threads = 0; /* no registers hold anything */
    l->outcome = l->plan.single ? KP_SINGLE : KP_REWRITTEN;
    if (l->plan.single || doubled)
        count_single(&c, worst, doubled);
    weigh(&c, worst);
}
