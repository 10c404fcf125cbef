/* Why a loop has one buffer per tile: what its tiles, the limits of shared memory, the launches or
 * the occupancy do not allow, or what gains nothing. */
#include "model/clones.h"
#include "plan/choice.h"

static void must_be_single(struct kp_plan_choice *c, enum kp_code code, const char *name,
                           const char *words)
{
    if (c->code)
        return;
    c->code = code;
    c->name = name;
    c->words = words;
}

bool kp_forces_two_buffers(const struct kp_plan_choice *c)
{
    return c->request.variant == KP_VARIANT_CP_ASYNC || c->request.variant == KP_VARIANT_LDG ||
           c->request.stages > 1 || kp_is_ring(c->request.shape);
}

/* What the legal pass found: one buffer is all that some tile can have. */
static void look_at_tiles(struct kp_plan_choice *c)
{
    if (c->l->single_why.code)
        must_be_single(c, c->l->single_why.code, NULL, c->l->single_why.reason);
}

static void look_at_limit(struct kp_plan_choice *c, const struct kp_launch_case *k,
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
static void look_at_place(struct kp_plan_choice *c, const struct kp_launch_case *k,
                          const struct kp_budget *b)
{
    bool is_past = b->dynamic_after < 0 || b->static_after < 0 ||
                   b->dynamic_after + b->static_after > KP_MOST_STATIC - KP_STAGE_ALIGN;

    if (k->dynamic_tiles && is_past && k->launch && k->launch->node &&
        kp_launch_place(c->u, k->launch) == KP_PLACE_ARGUMENT)
        must_be_single(c, KP_CODE_KP405, c->l->tiles.v[0]->sym->name,
                       "the launch is a part of a macro's argument");
}

/* Why static memory cannot grow beside what launches ask for, and what would show that it can. */
static const char *words_for_launch(const struct kp_launch_case *k)
{
    if (k->launch && k->asks_elsewhere && !k->kernel->is_internal && !k->kernel->is_template)
        return "with more static shared memory, a launch in another file that asks for dynamic "
               "shared memory may fail: make the kernel static if all launches are in this file";
    if (k->launch && k->dynamic < 0 && !k->asks_elsewhere)
        return "with more static shared memory, a launch may fail that asks for dynamic shared "
               "memory, of which the size is not known: compute it from constants, or from numbers "
               "that its function sets once";
    return "with more static shared memory, a launch that asks for dynamic shared memory may fail";
}

static void look_at_launch(struct kp_plan_choice *c, const struct kp_launch_case *k,
                           const struct kp_budget *b)
{
    struct kp_arena *a = c->u->arena;
    const char *words = words_for_launch(k);

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

static void look_at_cliff(struct kp_plan_choice *c, const struct kp_budget *b)
{
    struct kp_arena *a = c->u->arena;
    const char *loss;

    if (!kp_is_over_cliff(b) || kp_forces_two_buffers(c))
        return;
    loss = kp_sprintf(a, "%s -> %s per block, %d -> %d blocks per SM on %s, cliff at %s",
                      kp_bytes_text(a, b->static_before + b->dynamic_before),
                      kp_bytes_text(a, b->static_after + b->dynamic_after), b->blocks_before,
                      b->blocks_after, c->target->arch, kp_bytes_text(a, b->cliff));
    must_be_single(c, KP_CODE_KP502, loss,
                   kp_sprintf(a, "a second buffer crosses the occupancy cliff: %s", loss));
}

static void look_at_budget(struct kp_plan_choice *c)
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
        if (k->dynamic_tiles < 0 && !kp_is_clone(c->u, c->l->function)) /* else the launch asks */
            must_be_single(c, KP_CODE_KP405, c->l->tiles.v[0]->sym->name,
                           "the launch's dynamic shared memory is not known");
    }
}

/* Sizes that the compiler knows alone are compared in a constant of the function's, which sees no
 * other function's arrays. */
static void look_at_guard(struct kp_plan_choice *c)
{
    if (kp_lacks_guard(c->u, c->l, c->cases))
        must_be_single(c, KP_CODE_KP501,
                       "the shared memory of other functions that a kernel calls is not known",
                       "the shared memory of other functions that a kernel calls is not known, so "
                       "that more buffers may not fit beside it");
}

bool kp_can_be_single(const struct kp_plan_choice *c)
{
    for (size_t i = 0; i < c->l->tiles.n; i++)
        if (kp_no_registers(c->u, c->l, c->l->tiles.v[i]))
            return false;
    return true;
}

/* Nothing but a barrier keeps ptxas from moving loads behind compute, where it waits for them at
 * once: a single buffer has one there. */
static void look_at_sinking(struct kp_plan_choice *c)
{
    const char *words = NULL;

    if (c->code || kp_forces_two_buffers(c) || kp_is_asked_to_differ(c) || !kp_can_be_single(c))
        return;
    for (size_t i = 0; i < c->l->tiles.n; i++)
        if (!kp_no_async(c->u, c->l, c->l->tiles.v[i], c->target) &&
            !kp_better_in_registers(c, c->l->tiles.v[i]))
            return;
    for (size_t i = 0; i < c->cases->list.n; i++)
        if (!(words = kp_sinks_loads(c->u, c->l, &c->cases->list.v[i])))
            return;
    if (words)
        must_be_single(c, KP_CODE_KP504, NULL, words);
}

void kp_find_one_buffer(struct kp_plan_choice *c)
{
    look_at_tiles(c);
    if (c->request.variant != KP_VARIANT_SINGLE) {
        look_at_budget(c);
        look_at_guard(c);
    }
    look_at_sinking(c);
    if (c->code == KP_CODE_KP502 && !kp_can_be_single(c) &&
        2 * c->l->plan.budget.blocks_after > c->l->plan.budget.blocks_before)
        c->code = KP_CODE_NONE; /* fewer than half of the blocks are lost: better than nothing */
}
