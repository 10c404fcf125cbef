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
#include "model/launched.h"
#include "model/loops.h"
#include "model/refuse.h"
#include "model/uses.h"
#include "plan/occupancy.h"
#include "model/of_loop.h"
#include "plan/plan.h"

/* Staging registers of a thread, in bytes. Half of its 255 registers is more than a kernel with
 * accumulators can give: it would spill, and a spill costs more than the prefetch gains. */
enum { MOST_STAGING = 512 };
/* Two stages hide one tile's latency behind one tile's math; more cost shared memory that only a
 * measurement can justify. */
enum { DEFAULT_STAGES = 2, LEAST_LATE = 3 };

struct choice {
    struct kp_unit *u;
    struct kp_loop *l;
    const struct kp_target *target;
    const struct kp_launch_cases *cases;
    struct kp_wish wish;
    int stages;
    /* why two buffers cannot be: the refusal if one buffer cannot be either, and in words */
    enum kp_code code;
    const char *name, *words;
};

static bool refuse(struct choice *c, enum kp_code code, const struct kp_node *at, const char *name)
{
    kp_refuse(c->u, c->l, code, at, name);
    return false;
}

static void must_be_single(struct choice *c, enum kp_code code, const char *name, const char *words)
{
    if (c->code)
        return;
    c->code = code;
    c->name = name;
    c->words = words;
}

static const char *who_asks(const struct choice *c)
{
    return c->wish.because ? c->wish.because : "as asked";
}

static bool forces_two_buffers(const struct choice *c)
{
    return c->wish.variant == KP_VARIANT_CP_ASYNC || c->wish.variant == KP_VARIANT_LDG ||
           c->wish.stages > 1 || kp_is_ring(c->wish.shape);
}

/* ---- what a second buffer needs ------------------------------------------------------------ */

/* What the legal pass found: one buffer is all that some tile can have. */
static void look_at_tiles(struct choice *c)
{
    if (c->l->single_why.code)
        must_be_single(c, c->l->single_why.code, NULL, c->l->single_why.reason);
}

/* The reason that left one buffer only is the reason of the refusal when one cannot be either. A
 * kernel that can be launched from elsewhere has its twin's reason. */
static bool refuse_single(struct choice *c)
{
    if (c->code != c->l->single_why.code)
        return refuse(c, c->code, NULL, c->name);
    kp_push(c->u->arena, &c->l->refusals,
            c->code == KP_CODE_KP503 && c->l->twin_why.code ? c->l->twin_why : c->l->single_why);
    return false;
}

/* The case that needs most with so many stages. */
static const struct kp_launch_case *worst_case(const struct choice *c)
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

static void look_at_limit(struct choice *c, const struct kp_launch_case *k,
                          const struct kp_budget *b)
{
    struct kp_arena *a = c->u->arena;
    int64_t most = c->target->smem_per_block_static;

    if (b->static_after > most)
        must_be_single(
            c, KP_CODE_KP501, kp_over_limit_text(a, c->target, c->stages, b),
            kp_sprintf(
                a, "%d buffers need %s of static shared memory, and ptxas allows no more than %s",
                c->stages, kp_bytes_text(a, b->static_after), kp_bytes_text(a, most)));
    else if ((k->dynamic_tiles > 0 || k->moves) &&
             b->static_after + b->dynamic_after > c->target->smem_per_block_optin)
        must_be_single(
            c, KP_CODE_KP504,
            kp_sprintf(a, "%d buffers need %s of shared memory, more than %s has for a block",
                       c->stages, kp_bytes_text(a, b->static_after + b->dynamic_after),
                       c->target->arch),
            "the dynamic shared memory would grow past what a block can have");
}

/* A launch that may ask for more than every GPU has is told so in front of it, or tests that. */
static void look_at_place(struct choice *c, const struct kp_launch_case *k,
                          const struct kp_budget *b)
{
    bool is_past = b->dynamic_after < 0 || b->static_after < 0 ||
                   b->dynamic_after + b->static_after > (48 << 10) - KP_STAGE_ALIGN;

    if (k->dynamic_tiles && is_past && k->launch && k->launch->node &&
        kp_launch_place(c->u, k->launch) == KP_PLACE_ARGUMENT)
        must_be_single(c, KP_CODE_KP405, c->l->tiles.v[0]->sym->name,
                       "the launch is a part of a macro's argument");
}

static void look_at_launch(struct choice *c, const struct kp_launch_case *k,
                           const struct kp_budget *b)
{
    struct kp_arena *a = c->u->arena;
    const char *words = "with more static shared memory, a launch that asks for dynamic shared "
                        "memory may fail";

    if (!kp_may_fail_to_launch(c->target, k, b))
        return;
    if (b->static_after >= 0 && k->dynamic >= 0 && !k->asks_elsewhere &&
        b->static_after + k->dynamic > c->target->smem_per_block_static)
        words = kp_sprintf(a,
                           "%d buffers and the launch's dynamic shared memory need %s, and a "
                           "launch has %s unless it asks for more",
                           c->stages, kp_bytes_text(a, b->static_after + k->dynamic),
                           kp_bytes_text(a, c->target->smem_per_block_static));
    must_be_single(c, KP_CODE_KP504, words, words);
}

static void look_at_cliff(struct choice *c, const struct kp_budget *b)
{
    struct kp_arena *a = c->u->arena;
    const char *loss;

    if (!kp_is_over_cliff(b) || forces_two_buffers(c))
        return;
    loss = kp_sprintf(a, "%s -> %s per block, %d -> %d blocks per SM on %s, cliff at %s",
                      kp_bytes_text(a, b->static_before + b->dynamic_before),
                      kp_bytes_text(a, b->static_after + b->dynamic_after), b->blocks_before,
                      b->blocks_after, c->target->arch, kp_bytes_text(a, b->cliff));
    must_be_single(c, KP_CODE_KP502, loss,
                   kp_sprintf(a, "a second buffer crosses the occupancy cliff: %s", loss));
}

static void look_at_budget(struct choice *c)
{
    for (size_t i = 0; i < c->cases->list.n; i++) {
        const struct kp_launch_case *k = &c->cases->list.v[i];
        struct kp_budget b;

        kp_budget_of(c->target, k, kp_registers_of(c->target, c->l, k), c->stages, &b);
        if (b.static_after >= 0)
            look_at_limit(c, k, &b);
        look_at_launch(c, k, &b);
        look_at_place(c, k, &b);
        if (b.static_after >= 0)
            look_at_cliff(c, &b);
        if (k->dynamic_tiles < 0 && !kp_is_twin(c->u, c->l->function)) /* else the launch asks */
            must_be_single(c, KP_CODE_KP405, c->l->tiles.v[0]->sym->name,
                           "the launch's dynamic shared memory is not known");
    }
}

/* ---- variants ------------------------------------------------------------------------------ */

static const char *async_words(const struct choice *c, const struct kp_tile *t)
{
    int64_t bytes = 0;
    bool converted = false, as_written = false;

    for (size_t i = 0; i < c->l->copies.n; i++) {
        const struct kp_copy *k = &c->l->copies.v[i];

        if (k->tile != t || k->form == KP_COPY_FILL || k->spare)
            continue;
        if (bytes && k->bytes != bytes)
            bytes = -1;
        else if (!bytes)
            bytes = k->bytes;
        converted |= k->form != KP_COPY_DIRECT;
        as_written |= k->form == KP_COPY_ASYNC;
    }
    if (as_written)
        return "cp.async: as written, waited for one stage later";
    return kp_sprintf(c->u->arena, "cp.async: every copy is %s, %s, aligned by its own type",
                      bytes > 0 ? kp_sprintf(c->u->arena, "%lld bytes", (long long)bytes)
                                : "4, 8 or 16 bytes",
                      converted ? "unconverted" : "direct");
}

/* True if compute itself loads from global memory. */
static bool computes_from_memory(const struct kp_loop *l)
{
    for (size_t i = 0; i < l->stmts.n; i++)
        for (size_t k = 0; l->stmts.v[i].in_compute && k < l->stmts.v[i].effects.access.n; k++) {
            const struct kp_access *a = &l->stmts.v[i].effects.access.v[k];

            if (kp_is_read(a) && a->space == KP_SPACE_GLOBAL)
                return true;
        }
    return false;
}

/* True if the read is under a condition that is evaluated once (model/fill.c), in loops with known
 * trip counts. */
static bool is_guarded_gather(const struct kp_loop *l, const struct kp_site *s)
{
    for (size_t k = 0; k < s->loops.n; k++) {
        const struct kp_copy_loop *cl = kp_copy_loop_at(l, s->loops.v[k]);

        if (cl && kp_is_cut(cl))
            return false;
    }
    return s->filled != NULL;
}

static bool is_asked_to_differ(const struct choice *c)
{
    return c->wish.variant != KP_VARIANT_AUTO || kp_is_ring(c->wish.shape) || c->stages != 2;
}

/* So many conditional loads at most go through registers by choice. */
enum { GUARDED_WORDS = 8 };

/* One or two words per thread and iteration: a 4-byte cp.async costs the memory pipe as much as a
 * load and a store, and two registers are cheap. Measured on an H200 (docs/user/results.md): 16x16
 * tiles run 0.81 to 0.84 times as fast with cp.async and 1.01 to 1.04 times with registers. A copy
 * under a condition is a branch and a store of zero beside cp.async, where a register takes either
 * value: there a few more words are worth it (conv2d_implicit 1.05 times as fast by registers, 0.98
 * by cp.async; gemv_batched 1.76, 1.30). But a load that is under way during compute keeps one of
 * the warp's six scoreboards, and compute may wait for loads of its own: there cp.async is the
 * plan, but for such copies. */
static bool copies_few_words(const struct kp_loop *l)
{
    bool guarded = l->sites.n > 0;
    int64_t bytes = 0;

    for (size_t i = 0; i < l->sites.n; i++)
        guarded &= is_guarded_gather(l, &l->sites.v[i]);
    for (size_t i = 0; i < l->sites.n; i++) {
        if ((l->sites.v[i].loops.n && !guarded) || l->sites.v[i].bytes < 0 ||
            l->sites.v[i].bytes > 4)
            return false;
        bytes += l->sites.v[i].bytes;
    }
    if (guarded)
        bytes = kp_staging_bytes(l, 4);
    return bytes >= 0 && bytes <= (guarded ? GUARDED_WORDS : 2) * 4 &&
           (guarded || !computes_from_memory(l));
}

/* What cp.async costs an SM does not depend on how many lanes of a warp copy, and an SM holds so
 * few warps of such blocks that nothing else hides it: of 2x2, 4x4 and 16x8 outputs per block by
 * one warp, registers run 1.24, 1.12 and 1.06 to 1.08 times as fast as the original, cp.async 0.74,
 * 0.95 to 1.04 and 0.91 to 1.02 times; with two warps (8x8) 1.07 and 1.39 (H100, docs/dev/time.md).
 */
static bool is_one_warp(const struct choice *c)
{
    enum { MOST_BYTES = 64 }; /* per thread; no larger ones were measured */
    int64_t bytes = kp_staging_bytes(c->l, 4);

    for (size_t i = 0; i < c->cases->list.n; i++)
        if (!kp_is_one_warp(c->cases->list.v[i].threads))
            return false;
    return c->cases->list.n && bytes >= 0 && bytes <= MOST_BYTES;
}

/* More conditional loads than a warp has scoreboards: the compiler lets them wait for each other,
 * in branches of their own where threads may leave the copy loop early, or moves them behind
 * compute
 * (`kpipe sass`). 16 such words ran 0.60 times as fast as the original, 1.14 times with cp.async
 * (H200). */
static bool has_many_branches(const struct kp_loop *l)
{
    bool any = false;

    for (size_t i = 0; i < l->sites.n; i++)
        any |= l->sites.v[i].filled != NULL;
    return any && kp_staging_bytes(l, 4) > GUARDED_WORDS * 4;
}

/* Why registers are the better transport where cp.async is possible, too; NULL. */
static const char *better_in_registers(const struct choice *c)
{
    if (is_asked_to_differ(c))
        return NULL;
    if (is_one_warp(c))
        return "blocks of one warp are faster with registers than with cp.async";
    if (copies_few_words(c->l))
        return "a word or two per thread is cheaper through registers than through cp.async";
    return has_many_branches(c->l) ? NULL : kp_async_is_longer(c->u, c->l, c->cases);
}

static bool choose_variant(struct choice *c, struct kp_tile *t)
{
    struct kp_arena *a = c->u->arena;
    enum kp_variant forced = c->wish.variant;
    const char *no_async = kp_no_async(c->u, c->l, t, c->target);
    const char *no_registers = kp_no_registers(c->u, c->l, t);

    if (!no_async && !no_registers)
        no_async = better_in_registers(c);
    if (forced != KP_VARIANT_LDG && !no_async) {
        t->variant = KP_VARIANT_CP_ASYNC;
        t->variant_why = async_words(c, t);
        return true;
    }
    if (!no_registers) {
        t->variant = KP_VARIANT_LDG;
        t->variant_why = kp_sprintf(a, "staging registers: %s", no_async ? no_async : who_asks(c));
        return true;
    }
    if (forced == KP_VARIANT_CP_ASYNC && !c->target->has_cp_async)
        return refuse(c, KP_CODE_KP505, t->decl, c->target->arch);
    return refuse(
        c, KP_CODE_KP504, t->decl,
        no_async
            ? kp_sprintf(a, "'%s' cannot use cp.async (%s) nor staging registers (%s)",
                         t->sym->name, no_async, no_registers)
            : kp_sprintf(a, "'%s' cannot use staging registers: %s", t->sym->name, no_registers));
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
static bool choose_shape(struct choice *c)
{
    struct kp_loop *l = c->l;
    enum kp_shape asked = c->wish.shape;
    const char *needs_ring =
        kp_has_label(l, false)
            ? "the compute phase holds assembly whose labels must not be duplicated"
            : NULL;

    if (kp_has_label(l, true))
        return refuse(c, KP_CODE_KP504, NULL,
                      "the load phase holds assembly whose labels must not be duplicated");
    if (!needs_ring && c->stages > 2)
        needs_ring = "more than two stages are requested";
    l->plan.shape = asked ? asked : needs_ring ? KP_SHAPE_RING : KP_SHAPE_SPLIT;
    if (needs_ring && l->plan.shape == KP_SHAPE_SPLIT)
        return refuse(c, KP_CODE_KP504, NULL,
                      kp_sprintf(c->u->arena, "%s, which the split shape cannot do", needs_ring));
    if (kp_is_ring(l->plan.shape) && !all_async(l))
        return refuse(c, KP_CODE_KP504, NULL,
                      kp_sprintf(c->u->arena, "%s: that needs cp.async for every tile",
                                 asked ? "the ring shape is requested" : needs_ring));
    if (l->plan.shape == KP_SHAPE_LATE && c->stages < LEAST_LATE)
        return refuse(c, KP_CODE_KP504, NULL,
                      "with two stages, loads that start after compute would be waited for "
                      "immediately: the late ring needs three");
    if (l->plan.shape == KP_SHAPE_LATE && kp_may_skip(l))
        return refuse(c, KP_CODE_KP504, NULL,
                      "the late ring loads at the end of each iteration, which `continue` skips");
    if (kp_is_ring(l->plan.shape) && l->may_diverge &&
        (kp_has_leading_barrier(l) || l->closing_barrier))
        return refuse(
            c, KP_CODE_KP504, NULL,
            "the ring needs a barrier outside of the loop, which some threads may not reach");
    return true;
}

/* ---- both ways ----------------------------------------------------------------------------- */

static bool check_staging(struct choice *c)
{
    int64_t bytes;

    kp_cut_loops(c->u, c->l, c->cases);
    bytes = kp_staging_bytes(c->l, 1);
    if (bytes <= MOST_STAGING)
        return true;
    return refuse(c, KP_CODE_KP504, NULL,
                  kp_sprintf(c->u->arena, "a thread would need %lld staging registers",
                             (long long)bytes / 4));
}

static bool can_be_single(const struct choice *c)
{
    for (size_t i = 0; i < c->l->tiles.n; i++)
        if (kp_no_registers(c->u, c->l, c->l->tiles.v[i]))
            return false;
    return true;
}

/* Adds why one buffer is impossible, too, if that would have been a solution. */
static void say_why_not_one(struct choice *c, const char *no_registers)
{
    struct kp_refusal *r = &c->l->refusals.v[c->l->refusals.n - 1];

    for (size_t i = 0; i < c->l->copy_loops.n; i++) {
        const struct kp_copy_loop *cl = &c->l->copy_loops.v[i];

        if (cl->trips_text || kp_is_cut(cl) || !kp_starts_with(no_registers, "the copy loop"))
            continue;
        kp_refusal_note(
            c->u, r, cl->node,
            "one buffer would do if the trips of this copy loop could be counted: give it "
            "a constant start, bound and step");
        return;
    }
    kp_refusal_note(c->u, r, c->l->node,
                    kp_sprintf(c->u->arena, "one buffer would do, but %s", no_registers));
}

/* Nothing but a barrier keeps ptxas from moving loads behind compute, where it waits for them at
 * once: a single buffer has one there. */
static void look_at_sinking(struct choice *c)
{
    const char *words = NULL;

    if (c->code || forces_two_buffers(c) || is_asked_to_differ(c) || !can_be_single(c))
        return;
    for (size_t i = 0; i < c->l->tiles.n; i++)
        if (!kp_no_async(c->u, c->l, c->l->tiles.v[i], c->target) && !better_in_registers(c))
            return;
    for (size_t i = 0; i < c->cases->list.n; i++)
        if (!(words = kp_sinks_loads(c->u, c->l, &c->cases->list.v[i])))
            return;
    if (words)
        must_be_single(c, KP_CODE_KP504, NULL, words);
}

static bool choose_single(struct choice *c)
{
    struct kp_loop *l = c->l;
    const char *no_registers = NULL;
    bool is_asked = c->wish.variant == KP_VARIANT_SINGLE;

    for (size_t i = 0; i < l->tiles.n; i++) {
        struct kp_tile *t = l->tiles.v[i];

        t->variant = KP_VARIANT_SINGLE;
        t->variant_why =
            kp_sprintf(c->u->arena, "single buffer: %s", is_asked ? who_asks(c) : c->words);
        no_registers = kp_no_registers(c->u, l, t);
        if (no_registers && is_asked)
            return refuse(c, KP_CODE_KP504, t->decl,
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
        kp_sprintf(c->u->arena, "one buffer per tile: %s", is_asked ? who_asks(c) : c->words);
    return true;
}

static const char *staged_words(const struct choice *c)
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
    if (b->dynamic_after < 0 && kp_is_twin(c->u, c->l->function))
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

/* True if an instance may exist whose sizes this file does not show; the compiler then has to
 * decide. */
static bool needs_guard(const struct choice *c)
{
    for (size_t i = 0; i < c->l->tiles.n; i++) {
        const struct kp_tile *t = c->l->tiles.v[i];

        if (t->storage == KP_STORE_STATIC && t->decl_stmt &&
            kp_can_be_defined_away(c->u, t->decl_stmt->span))
            return true;
        if (t->bytes < 0 && kp_is_header(c->u) /* of a template's instance elsewhere */)
            return true;
    }
    for (size_t i = 0; i < c->cases->list.n; i++)
        if (c->cases->list.v[i].tiles < 0 || c->cases->list.v[i].static_other < 0)
            return true;
    return false;
}

/* Dynamic shared memory is as large as the compiler says at the launch: there is nothing to guard.
 */
static void place_stages(struct choice *c)
{
    c->l->plan.moved = kp_moves_tiles(c->u, c->l->function);
    c->l->plan.static_guard = !c->l->plan.moved && needs_guard(c);
}

static bool choose_staged(struct choice *c)
{
    struct kp_loop *l = c->l;

    for (size_t i = 0; i < l->tiles.n; i++)
        if (!choose_variant(c, l->tiles.v[i]))
            return false;
    if (c->stages > 2 && !all_async(l))
        return refuse(
            c, KP_CODE_KP504, NULL,
            "staging registers run only one tile ahead: use two stages, or cp.async for all tiles");
    if (!check_staging(c) || !choose_shape(c))
        return false;
    place_stages(c);
    l->plan.why = staged_words(c);
    return true;
}

/* Some tiles double, the others as in choose_single. */
static bool choose_mixed(struct choice *c, unsigned doubled)
{
    struct kp_loop *l = c->l;

    for (size_t i = 0; i < l->tiles.n; i++) {
        struct kp_tile *t = l->tiles.v[i];

        if (!(doubled >> i & 1)) {
            t->variant = KP_VARIANT_SINGLE;
            t->variant_why =
                kp_sprintf(c->u->arena, "single buffer: not all tiles can have two: %s", c->words);
        } else if (!choose_variant(c, t))
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
static unsigned doubled_of(const struct choice *c)
{
    for (size_t i = 0; i < c->l->copies.n; i++)
        if (c->l->copies.v[i].chained) /* a statement stands in one place */
            return 0;
    if (!c->code || c->wish.variant || kp_is_ring(c->wish.shape) || kp_has_label(c->l, false) ||
        kp_has_label(c->l, true))
        return 0;
    if (can_be_single(c) &&
        ((c->code != KP_CODE_KP501 && c->code != KP_CODE_KP502) || better_in_registers(c)))
        return 0;
    return kp_tiles_to_double(c->u, c->l, c->target, c->cases, c->stages);
}

/* True if the plan was requested, or its build will be compared. */
static bool is_asked_for(const struct choice *c)
{
    const struct kp_wish *w = &c->wish;

    bool wished = w->variant || w->shape || w->stages || w->min_blocks || w->unroll || w->because;

    return (wished && !w->is_weighed) || c->u->options->doubtful || c->u->options->alone;
}

static int default_stages(enum kp_shape shape)
{
    return shape == KP_SHAPE_LATE ? LEAST_LATE : DEFAULT_STAGES;
}

/* The budget again, where not all tiles have several buffers. */
static void count_single(struct choice *c, const struct kp_launch_case *worst, unsigned doubled)
{
    struct kp_plan *p = &c->l->plan;
    struct kp_launch_case some = *worst;
    double ratio = p->budget.ratio;

    if (doubled)
        kp_keep_single(c->l, doubled, &some);
    kp_budget_of(c->target, &some, kp_registers_of(c->target, c->l, worst), c->stages, &p->budget);
    p->budget.ratio = ratio;
}

static void weigh(struct choice *c, const struct kp_launch_case *worst)
{
    const char *stays = kp_weigh(c->u, c->l, c->target, worst);

    if (!stays || is_asked_for(c))
        return;
    c->l->outcome = KP_UNCHANGED;
    refuse(c, KP_CODE_KP507, NULL, stays);
}

void kp_choose(struct kp_unit *u, struct kp_loop *l, const struct kp_target *t,
               const struct kp_launch_cases *cases, struct kp_wish wish)
{
    struct choice c = {.u = u, .l = l, .target = t, .cases = cases, .wish = wish};
    const struct kp_launch_case *worst = worst_case(&c);
    unsigned doubled;
    bool ok;

    c.stages = wish.stages > 1 ? wish.stages : default_stages(wish.shape);
    kp_budget_of(t, worst, kp_registers_of(t, l, worst), c.stages, &l->plan.budget);
    l->plan.budget.ratio = kp_classic_ratio(l, worst->launch);
    l->plan.evidence = "source";
    if (!l->refusals.n && wish.stopped)
        kp_refuse(u, l, KP_CODE_KP602, NULL, NULL)->hint = kp_sprintf(
            u->arena,
            "nvcc's compiler is not kpipe's parser, which is Clang: it takes another branch, by "
            "`%s`; "
            "make both equivalent for the loop, or ask for a name that the command line defines",
            wish.stopped);
    if (!l->refusals.n && wish.leave)
        refuse(&c, KP_CODE_KP506, NULL, wish.leave);
    if (l->refusals.n)
        return;
    look_at_tiles(&c);
    if (wish.variant != KP_VARIANT_SINGLE)
        look_at_budget(&c);
    look_at_sinking(&c);
    if (c.code == KP_CODE_KP502 && !can_be_single(&c) &&
        2 * l->plan.budget.blocks_after > l->plan.budget.blocks_before)
        c.code = KP_CODE_NONE; /* fewer than half of the blocks: still better than nothing */
    l->plan.past_static = c.code == KP_CODE_KP501;
    doubled = doubled_of(&c);
    if (c.code && forces_two_buffers(&c))
        ok = refuse_single(&c);
    else if (doubled)
        ok = choose_mixed(&c, doubled);
    else if (c.code || wish.variant == KP_VARIANT_SINGLE)
        ok = choose_single(&c);
    else
        ok = choose_staged(&c);
    if (!ok)
        return;
    l->plan.stages = c.stages;
    l->outcome = l->plan.single ? KP_SINGLE : KP_REWRITTEN;
    if (l->plan.single || doubled)
        count_single(&c, worst, doubled);
    weigh(&c, worst);
}
