/* A plan in tables: what was chosen for each tile, the budget before and after. */
#include "plan/occupancy.h"
#include "plan/plan.h"

#include "model/eval.h"

/* The tables of an explanation are indented by so much. */
static const char margin[] = "    ";

static const char *variant_text(enum kp_variant v)
{
    switch (v) {
    case KP_VARIANT_CP_ASYNC:
        return "cp.async";
    case KP_VARIANT_LDG:
        return "staging registers";
    case KP_VARIANT_SINGLE:
        return "single buffer";
    default:
        return "as it was";
    }
}

static struct kp_launch_case *largest(struct kp_launch_cases *cases)
{
    struct kp_launch_case *worst = &cases->list.v[0];

    for (size_t i = 1; i < cases->list.n; i++)
        if (cases->list.v[i].tiles + cases->list.v[i].static_other >
            worst->tiles + worst->static_other)
            worst = &cases->list.v[i];
    return worst;
}

static void say_choice(FILE *to, const struct kp_loop *l)
{
    static const char *const shapes[] = {"", ", split shape", ", ring shape"};

    if (l->plan.single)
        fprintf(to, "  plan: single-buffer prefetch\n");
    else
        fprintf(to, "  plan: %d stages%s\n", l->plan.stages, shapes[l->plan.shape]);
    fprintf(to, "  why: %s (evidence: %s)\n", l->plan.why, l->plan.evidence);
}

static void say_tiles(FILE *to, const struct kp_unit *u, const struct kp_loop *l,
                      const struct kp_launch_case *c)
{
    int64_t bytes;

    for (size_t i = 0; i < l->tiles.n; i++) {
        const struct kp_tile *t = l->tiles.v[i];
        bool known = kp_eval_var_size(t->sym, c->launch, &bytes) && t->storage != KP_STORE_PARAM &&
                     t->storage != KP_STORE_DYNAMIC;

        fprintf(to, "  tile %s: %s%s%s%s%s\n", t->sym->name, variant_text(t->variant),
                known ? ", " : "", known ? kp_bytes_text(u->arena, bytes) : "",
                t->variant_why ? "; " : "", t->variant_why ? t->variant_why : "");
    }
}

static const char *change(struct kp_arena *a, int64_t before, int64_t after)
{
    return kp_sprintf(a, "%lld -> %lld", (long long)before, (long long)after);
}

static const char *verdict(const struct kp_target *t, const struct kp_budget *b)
{
    if (b->static_after > t->smem_per_block_static)
        return "no: over the static limit";
    if (kp_is_over_cliff(b))
        return "no: over the cliff";
    return t->has_cp_async ? "yes" : "yes, without cp.async";
}

/* One row per target for the stages that the loop has, or would have. */
static void say_budget(FILE *to, const struct kp_unit *u, const struct kp_loop *l,
                       const struct kp_launch_case *c)
{
    int registers = kp_registers_at_least(l, c->launch);
    int stages = l->plan.stages > 1 ? l->plan.stages : 2;
    size_t n;
    const struct kp_target *targets = kp_rule_targets(u->rules, &n);

    if (c->tiles < 0 || c->static_other < 0 || c->dynamic < 0) {
        fprintf(to, "  budget: not known, a size is not fixed in this file\n");
        return;
    }
    fprintf(to, "  budget of %d stages, ", stages);
    if (c->threads)
        fprintf(to, "%d threads per block, ", c->threads);
    fprintf(to, "at least %d registers per thread:\n", registers);
    fprintf(to, "%starget   shared bytes       blocks per SM   limit          cliff    fits\n",
            margin);
    for (size_t i = 0; i < n; i++) {
        struct kp_occupancy after;
        struct kp_budget b;

        kp_budget_of(&targets[i], c, registers, stages, &b);
        after = kp_occupancy(&targets[i], c->threads, registers, b.static_after + b.dynamic_after);
        fprintf(
            to, "%s%-8s %-18s %-15s %-14s %-8lld %s%s\n", margin, targets[i].arch,
            change(u->arena, b.static_before + b.dynamic_before, b.static_after + b.dynamic_after),
            change(u->arena, b.blocks_before, b.blocks_after), kp_limit_text(after.limit),
            (long long)b.cliff, verdict(&targets[i], &b),
            kp_streq(targets[i].arch, u->options->arch) ? "  (--arch)" : "");
    }
}

/* The tiles that have several buffers where others have one; 0: all are alike. */
static unsigned doubled(const struct kp_loop *l)
{
    unsigned set = 0;
    bool all = true;

    for (size_t i = 0; i < l->tiles.n && i < 31; i++) {
        bool several = l->tiles.v[i]->variant != KP_VARIANT_SINGLE;

        set |= (unsigned)several << i;
        all &= several;
    }
    return all ? 0 : set;
}

void kp_explain_plan(FILE *to, const struct kp_unit *u, const struct kp_loop *l)
{
    struct kp_launch_cases cases;
    struct kp_launch_case *c;

    if (!l->tiles.n)
        return;
    kp_find_instances(u, l, &cases);
    c = largest(&cases);
    if (kp_is_pipelined(l) && doubled(l))
        kp_keep_single(l, doubled(l), c);
    if (l->merge_picture)
        fputs(l->merge_picture, to);
    if (kp_is_pipelined(l)) {
        say_choice(to, l);
        say_tiles(to, u, l, c);
    }
    say_budget(to, u, l, c);
    if (l->plan.budget.ratio > 0)
        fprintf(to,
                "  classic ratio 2*BM*BN*BK/((BM*BK+BK*BN)*sizeof(T)): %.1f flop per byte (%s);\n"
                "    it does not decide: BK cancels, and kernels that gain and kernels that lose "
                "share a value\n",
                l->plan.budget.ratio, kp_ratio_band(l->plan.budget.ratio));
}
