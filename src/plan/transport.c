/* The transport of a tile that gets several buffers: cp.async or staging registers. */
#include "front/tree.h"
#include "model/access.h"
#include "model/of_loop.h"
#include "plan/choice.h"

const char *kp_who_asks(const struct kp_plan_choice *c)
{
    return c->request.because ? c->request.because : "as asked";
}

static const char *async_words(const struct kp_plan_choice *c, const struct kp_tile *t)
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

/* True if the read is in a loop whose trips are not known. */
static bool has_peeled_loop(const struct kp_loop *l, const struct kp_site *s)
{
    for (size_t k = 0; k < s->loops.n; k++) {
        const struct kp_copy_loop *cl = kp_copy_loop_at(l, s->loops.v[k]);

        if (cl && kp_is_peeled(cl))
            return true;
    }
    return false;
}

/* True if the read is under a condition that is evaluated once (model/fill.c), in loops with known
 * trip counts. */
static bool is_guarded_gather(const struct kp_loop *l, const struct kp_site *s)
{
    return s->filled && !has_peeled_loop(l, s);
}

bool kp_is_asked_to_differ(const struct kp_plan_choice *c)
{
    return c->request.variant != KP_VARIANT_AUTO || kp_is_ring(c->request.shape) || c->stages != 2;
}

/* True if a template's parameters say how often each thread runs the loops around the read, and
 * what it reads. */
static bool is_open(const struct kp_loop *l, const struct kp_site *s)
{
    for (size_t k = 0; k < s->loops.n && kp_is_left_open(kp_lvalue_type(s->node)); k++) {
        const struct kp_copy_loop *cl = kp_copy_loop_at(l, s->loops.v[k]);

        if (!cl || !cl->trips_text || kp_is_peeled(cl))
            return false;
        if (cl->trips < 0)
            return true;
    }
    return false;
}

/* True if the threads of some block fill the tiles by one or two words each, or nobody knows. */
static bool may_fill_by_few_words(const struct kp_plan_choice *c)
{
    for (size_t i = 0; i < c->cases->list.n; i++) {
        const struct kp_launch_case *k = &c->cases->list.v[i];

        if (k->threads <= 0 || k->tiles <= 2 * 4 * (int64_t)k->threads)
            return true;
    }
    return false;
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
static bool copies_few_words(const struct kp_plan_choice *c)
{
    const struct kp_loop *l = c->l;
    bool guarded = l->sites.n > 0;
    int64_t bytes = 0;

    for (size_t i = 0; i < l->sites.n; i++)
        guarded &= is_guarded_gather(l, &l->sites.v[i]);
    for (size_t i = 0; i < l->sites.n; i++) {
        if (l->sites.v[i].least_bytes < 0 || l->sites.v[i].least_bytes > 4)
            return false;
        if (l->sites.v[i].loops.n && !guarded)
            return is_open(l, &l->sites.v[i]) && may_fill_by_few_words(c);
        bytes += l->sites.v[i].least_bytes;
    }
    if (guarded)
        bytes = kp_staging_bytes(l, 4);
    return bytes >= 0 && bytes <= (guarded ? GUARDED_WORDS : 2) * 4 &&
           (guarded || !computes_from_memory(l));
}

bool kp_gains_by_width(const struct kp_loop *l)
{
    enum { FEW_BYTES = 8 };
    int64_t bytes = kp_staging_bytes(l, 4);

    for (size_t i = 0; i < l->sites.n; i++)
        if (!is_guarded_gather(l, &l->sites.v[i]))
            return true;
    return !l->sites.n || bytes < 0 || bytes > FEW_BYTES || !computes_from_memory(l);
}

/* True if the read is of a copy of 16 bytes by cp.async into another tile. */
static bool is_vector_of_another(const struct kp_plan_choice *c, const struct kp_site *s,
                                 const struct kp_tile *t)
{
    enum { VECTOR = 16 };
    const struct kp_copy *copy = kp_copy_of_site(c->l, s);

    return copy && copy->tile != t && s->least_bytes >= VECTOR &&
           !kp_no_async(c->u, c->l, copy->tile, c->target);
}

/* A few words per thread beside a tile that is copied 16 bytes at a time: these go past the
 * first-level cache, and leave the registers. Of six products, all but one with a word of such a
 * tile per thread, one with four, all by cp.async run 0.95 to 1.05 times as fast as the original,
 * all through registers 1.01 to 1.09, and either by its own 1.05 to 1.08 (docs/dev/time.md). */
static bool is_beside_vectors(const struct kp_plan_choice *c, const struct kp_tile *t)
{
    enum { MOST_BYTES = 16 };
    int64_t bytes = t ? kp_staging_bytes_of(c->l, t, 4) : 0;
    bool any = false;

    for (size_t i = 0; i < c->l->sites.n; i++) {
        const struct kp_site *s = &c->l->sites.v[i];
        const struct kp_copy *copy = kp_copy_of_site(c->l, s);

        if (copy && copy->tile == t &&
            (s->least_bytes < 0 || s->least_bytes > 4 || has_peeled_loop(c->l, s)))
            return false;
        any |= is_vector_of_another(c, s, t);
    }
    return any && bytes > 0 && bytes <= MOST_BYTES && !computes_from_memory(c->l);
}

/* What cp.async costs an SM does not depend on how many lanes of a warp copy, and an SM holds so
 * few warps of such blocks that nothing else hides it: of 2x2, 4x4 and 16x8 outputs per block by
 * one warp, registers run 1.24, 1.12 and 1.06 to 1.08 times as fast as the original, cp.async 0.74,
 * 0.95 to 1.04 and 0.91 to 1.02 times; with two warps (8x8) 1.07 and 1.39 (H100, docs/dev/time.md).
 */
static bool is_one_warp(const struct kp_plan_choice *c)
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
 * compute (`kpipe sass`). 16 such words ran 0.60 times as fast as the original, 1.14 times with
 * cp.async (H200). */
static bool has_many_branches(const struct kp_loop *l)
{
    bool any = false;

    for (size_t i = 0; i < l->sites.n; i++)
        any |= l->sites.v[i].filled != NULL;
    return any && kp_staging_bytes(l, 4) > GUARDED_WORDS * 4;
}

bool kp_waits_in_branches(const struct kp_loop *l)
{
    bool any = false;

    for (size_t i = 0; i < l->sites.n; i++)
        any |= l->sites.v[i].filled && has_peeled_loop(l, &l->sites.v[i]) &&
               kp_in_registers(l, &l->sites.v[i]);
    return any && kp_staging_bytes(l, 4) > GUARDED_WORDS * 4;
}

const char *kp_better_in_registers(const struct kp_plan_choice *c, const struct kp_tile *t)
{
    if (kp_is_asked_to_differ(c))
        return NULL;
    if (is_one_warp(c))
        return "blocks of one warp are faster with registers than with cp.async";
    if (copies_few_words(c))
        return "a word or two per thread is cheaper through registers than through cp.async";
    if (is_beside_vectors(c, t))
        return "beside copies of 16 bytes a few words per thread are cheaper through registers "
               "than through cp.async";
    return has_many_branches(c->l) ? NULL : kp_async_is_longer(c->u, c->l, c->cases);
}

bool kp_choose_transport(struct kp_plan_choice *c, struct kp_tile *t)
{
    struct kp_arena *a = c->u->arena;
    enum kp_variant forced = c->request.variant;
    const char *no_async = kp_no_async(c->u, c->l, t, c->target);
    const char *no_registers = kp_no_registers(c->u, c->l, t);

    if (!no_async && !no_registers)
        no_async = kp_better_in_registers(c, t);
    if (forced != KP_VARIANT_LDG && !no_async) {
        t->variant = KP_VARIANT_CP_ASYNC;
        t->variant_why = async_words(c, t);
        return true;
    }
    if (!no_registers) {
        t->variant = KP_VARIANT_LDG;
        t->variant_why =
            kp_sprintf(a, "staging registers: %s", no_async ? no_async : kp_who_asks(c));
        return true;
    }
    if (forced == KP_VARIANT_CP_ASYNC && !c->target->has_cp_async)
        return kp_refuse_choice(c, KP_CODE_KP505, t->decl, c->target->arch);
    return kp_refuse_choice(
        c, KP_CODE_KP504, t->decl,
        no_async
            ? kp_sprintf(a, "'%s' cannot use cp.async (%s) nor staging registers (%s)",
                         t->sym->name, no_async, no_registers)
            : kp_sprintf(a, "'%s' cannot use staging registers: %s", t->sym->name, no_registers));
}
