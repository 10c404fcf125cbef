/* The pass: each loop gets its request, its launch cases and a plan, inner loops first. */
#include "plan/plan.h"

#include "model/refuse.h"

struct kp_request kp_request_of(const struct kp_options *o, size_t i)
{
    if (o->leave)
        return (struct kp_request){.leave = o->leave};
    if (i < o->n_requests)
        return o->requests[i];
    return (struct kp_request){.variant = o->variant,
                               .shape = o->shape,
                               .stages = o->stages,
                               .min_blocks = o->min_blocks,
                               .unroll = o->unroll,
                               .width = o->width,
                               .merge = o->merge,
                               .layout = o->layout,
                               .prefetch = o->prefetch,
                               .batch = o->batch};
}

/* The number of loop `i` of a text with clones in the text without them. */
static size_t number_without_clones(const struct kp_unit *u, size_t i)
{
    size_t number = 0;

    for (size_t k = 0; k < i; k++)
        number += !u->is_cloned || !u->loops.v[k]->has_clone;
    return number;
}

/* The loop's number in the text as it was before blocks were merged, which may have made loops that
 * fill no tile. */
static size_t number_before(const struct kp_unit *u, size_t i)
{
    const struct kp_unit *before = u;
    size_t fills = 0, k;

    while (before && before->is_merged)
        before = before->outer;
    if (!before)
        return i;
    if (!u->loops.v[i]->tiles.n)
        return before->loops.n;
    for (k = 0; k < i; k++)
        fills += u->loops.v[k]->tiles.n > 0;
    for (k = 0; k < before->loops.n; k++)
        if (before->loops.v[k]->tiles.n && !fills--)
            break;
    return number_without_clones(before, k);
}

struct kp_request kp_request_at(const struct kp_unit *u, size_t i)
{
    const char *only = u->options->only_in;

    if (only && !kp_streq(u->loops.v[i]->function->name, only))
        return (struct kp_request){.leave = "only another function counts"};
    return kp_request_of(u->options,
                         u->is_merged ? number_before(u, i) : number_without_clones(u, i));
}

/* The number of buffers is known and not 1; the user has no pragma at the loop, which would stay;
 * and no assembly has a label, of which there may be only one. */
static bool can_be_unrolled(const struct kp_loop *l)
{
    return l->plan.stages > 1 && !l->plan.static_guard && l->pragma.end == l->pragma.begin &&
           !kp_has_label(l, false);
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* The target with the least resources of all GPUs that the plan must fit; NULL: the first is
 * unknown. */
static const struct kp_target *target_of(struct kp_unit *u)
{
    const struct kp_target *t = kp_rule_target(u->rules, u->options->arch);
    struct kp_target *all;

    if (!t || !u->options->also)
        return t;
    all = kp_new(u->arena, struct kp_target);
    *all = *t;
    for (const char *const *name = u->options->also; *name; name++) {
        const struct kp_target *x = kp_rule_target(u->rules, *name);

        if (!x)
            continue;
        all->smem_per_sm = least(all->smem_per_sm, x->smem_per_sm);
        all->smem_per_block_static = least(all->smem_per_block_static, x->smem_per_block_static);
        all->smem_per_block_optin = least(all->smem_per_block_optin, x->smem_per_block_optin);
        all->warps_per_sm = least(all->warps_per_sm, x->warps_per_sm);
        all->blocks_per_sm = least(all->blocks_per_sm, x->blocks_per_sm);
        all->has_cp_async &= x->has_cp_async;
    }
    return all;
}

KP_VEC_TYPE(numbers, size_t);

struct planning {
    bool *planned;
    struct numbers *inside; /* by loop: those behind it that are in its body */
};

static void find_inside(struct kp_unit *u, struct planning *p)
{
    struct kp_map number_of = {0};

    for (size_t i = 0; i < u->loops.n; i++)
        *kp_map_at(u->arena, &number_of, u->loops.v[i]->node) = i + 1;
    for (size_t i = 0; i < u->loops.n; i++)
        for (const struct kp_node *n = u->loops.v[i]->node->parent; n; n = n->parent) {
            size_t outer = kp_map_get(&number_of, n);

            if (outer && outer <= i)
                kp_push(u->arena, &p->inside[outer - 1], i);
        }
}

/* The plan of loop i, behind those of the loops in its body: of two loops around the same text one
 * is rewritten, and the inner one has more trips. */
/* True if cp.async makes copies of which only the template's visible instances tell that it may:
 * their size, or that no two trips make one element. */
static bool copies_by_instances(const struct kp_loop *l)
{
    for (size_t i = 0; i < l->copies.n; i++)
        if (l->copies.v[i].of_instances && l->copies.v[i].tile->variant == KP_VARIANT_CP_ASYNC)
            return true;
    return false;
}

static void add_tests(struct kp_unit *u, struct kp_loop *l)
{
    for (size_t i = 0; kp_has_variant(l, KP_VARIANT_CP_ASYNC) && i < l->async_tests.n; i++)
        kp_add_text(u->arena, &l->tests, l->async_tests.v[i]);
}

static void plan_loop(struct kp_unit *u, const struct kp_target *t, size_t i, struct planning *p)
{
    struct kp_loop *l = u->loops.v[i];
    const struct kp_loop *inner = NULL;

    if (p->planned[i])
        return;
    p->planned[i] = true;
    for (size_t n = 0; n < p->inside[i].n; n++) {
        const struct kp_loop *in = u->loops.v[p->inside[i].v[n]];

        plan_loop(u, t, p->inside[i].v[n], p);
        if (kp_is_pipelined(in))
            inner = in;
    }
    if (l->tiles.n && inner && !l->refusals.n)
        kp_refusal_note(u, kp_refuse(u, l, KP_CODE_KP504, NULL, "a loop in its body is pipelined"),
                        inner->node, "this one");
    if (l->tiles.n) {
        struct kp_launch_cases cases;

        l->stage_bytes = kp_stage_bytes(u, l);
        l->by_instances = l->by_instances || (l->stage_bytes && l->function->is_template);
        l->is_dead_behind = kp_is_dead_behind(u, l, l->dead_block);
        kp_find_instances(u, l, &cases);
        kp_plan_bounds(u, l, t, &cases);
        kp_choose(u, l, t, &cases, kp_request_at(u, i));
        l->by_instances = l->by_instances || copies_by_instances(l);
        add_tests(u, l);
        l->plan.min_blocks = kp_request_at(u, i).min_blocks;
        l->plan.unroll = kp_request_at(u, i).unroll && can_be_unrolled(l);
    }
    if (l->refusals.n)
        l->outcome = KP_REFUSED;
}

bool kp_pass_plan(struct kp_unit *u)
{
    const struct kp_target *t = target_of(u);
    struct planning p;

    if (!t) {
        u->error = kp_sprintf(u->arena, "unknown architecture '%s'; see `kpipe targets`",
                              u->options->arch);
        return false;
    }
    p.planned = kp_new_array(u->arena, bool, u->loops.n + 1);
    p.inside = kp_new_array(u->arena, struct numbers, u->loops.n + 1);
    find_inside(u, &p);
    for (size_t i = 0; i < u->loops.n; i++)
        plan_loop(u, t, i, &p);
    return true;
}

static unsigned most(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

void kp_add_staging(const struct kp_loop *l, struct kp_staging *out)
{
    unsigned stages = (unsigned)l->plan.stages;

    if (!kp_is_pipelined(l))
        return;
    out->stages = most(out->stages, stages);
    if (l->plan.moved)
        out->smem.more = most(out->smem.more, (unsigned)l->plan.budget.dynamic_after);
    if (l->stage_bytes && stages > 1) {
        unsigned *bytes = l->is_dead_behind ? &out->smem.least : &out->smem.more;

        *bytes = most(*bytes, (stages - !l->is_dead_behind) * (unsigned)l->stage_bytes);
        return;
    }
    for (size_t i = 0; i < l->tiles.n; i++)
        if (l->tiles.v[i]->storage == KP_STORE_DYNAMIC && stages > 1)
            out->smem.stages = most(out->smem.stages, stages);
}
