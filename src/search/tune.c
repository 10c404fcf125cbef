#define _GNU_SOURCE
#include "search/tune.h"

#include "search/candidates.h"
#include "search/launched.h"
#include "pipeline.h"
#include "plan/plan.h"
#include "search/rank.h"
#include "search/step_back.h"
#include "search/tune_more.h"
#include "util/system.h"

/* What won somewhere among 316 hand-written variants of four kernels and on kernels/ (an H200;
 * docs/user/results.md). What never won is not here: five stages and more, two buffers unrolled. */
static const struct {
    const char *label;
    struct kp_request request;
    bool merged; /* tried with the most promising ways to merge blocks, too */
} plans[] = {
    {.label = "auto", .request = {.variant = KP_VARIANT_AUTO}},
    {.label = "cp.async split",
     .request = {.variant = KP_VARIANT_CP_ASYNC, .shape = KP_SHAPE_SPLIT, .stages = 2}},
    {.label = "cp.async ring of 2",
     .request = {.variant = KP_VARIANT_CP_ASYNC, .shape = KP_SHAPE_RING, .stages = 2}},
    {.label = "cp.async ring of 3",
     .request = {.variant = KP_VARIANT_CP_ASYNC, .shape = KP_SHAPE_RING, .stages = 3},
     .merged = true},
    {.label = "cp.async ring of 4",
     .request = {.variant = KP_VARIANT_CP_ASYNC, .shape = KP_SHAPE_RING, .stages = 4}},
    {.label = "cp.async late ring of 3",
     .request = {.variant = KP_VARIANT_CP_ASYNC, .shape = KP_SHAPE_LATE, .stages = 3},
     .merged = true},
    {.label = "cp.async late ring of 4",
     .request = {.variant = KP_VARIANT_CP_ASYNC, .shape = KP_SHAPE_LATE, .stages = 4}},
    {.label = "cp.async ring of 3, unrolled",
     .request =
         {.variant = KP_VARIANT_CP_ASYNC, .shape = KP_SHAPE_RING, .stages = 3, .unroll = true}},
    {.label = "cp.async ring of 4, unrolled",
     .request =
         {.variant = KP_VARIANT_CP_ASYNC, .shape = KP_SHAPE_RING, .stages = 4, .unroll = true}},
    {.label = "cp.async late ring of 3, unrolled",
     .request =
         {.variant = KP_VARIANT_CP_ASYNC, .shape = KP_SHAPE_LATE, .stages = 3, .unroll = true},
     .merged = true},
    {.label = "cp.async late ring of 4, unrolled",
     .request =
         {.variant = KP_VARIANT_CP_ASYNC, .shape = KP_SHAPE_LATE, .stages = 4, .unroll = true},
     .merged = true},
    {.label = "staging registers", .request = {.variant = KP_VARIANT_LDG}},
    {.label = "one buffer", .request = {.variant = KP_VARIANT_SINGLE}, .merged = true},
    {.label = "copies as written", .request = {.width = KP_WIDTH_NARROW}},
    {.label = "wider copies only", .request = {.width = KP_WIDTH_ONLY}},
    {.label = "other rows", .request = {.layout = KP_LAYOUT_AUTO}, .merged = true},
    {.label = "other rows, cp.async ring of 3",
     .request = {.variant = KP_VARIANT_CP_ASYNC,
                 .shape = KP_SHAPE_RING,
                 .stages = 3,
                 .layout = KP_LAYOUT_AUTO}},
    {.label = "other rows, staging registers",
     .request = {.variant = KP_VARIANT_LDG, .layout = KP_LAYOUT_AUTO},
     .merged = true},
    {.label = "other rows, one buffer",
     .request = {.variant = KP_VARIANT_SINGLE, .layout = KP_LAYOUT_AUTO},
     .merged = true},
    {.label = "batches of 16", .request = {.batch = KP_BATCH_SIZE}},
    {.label = "batches of 16, staging registers",
     .request = {.variant = KP_VARIANT_LDG, .batch = KP_BATCH_SIZE}},
    {.label = "batches of 32, staging registers",
     .request = {.variant = KP_VARIANT_LDG, .batch = 2 * KP_BATCH_SIZE}},
    {.label = "batches of 32, one buffer",
     .request = {.variant = KP_VARIANT_SINGLE, .batch = 2 * KP_BATCH_SIZE}},
    {.label = "prefetch replaced", .request = {.prefetch = KP_PREFETCH_REPLACE}},
    {.label = "prefetch replaced, cp.async ring of 3",
     .request = {.variant = KP_VARIANT_CP_ASYNC,
                 .shape = KP_SHAPE_RING,
                 .stages = 3,
                 .prefetch = KP_PREFETCH_REPLACE}},
    {.label = "prefetch replaced, cp.async late ring of 3",
     .request = {.variant = KP_VARIANT_CP_ASYNC,
                 .shape = KP_SHAPE_LATE,
                 .stages = 3,
                 .prefetch = KP_PREFETCH_REPLACE}},
};
enum { N_PLANS = sizeof plans / sizeof *plans };

void kp_tune_say(const struct kp_tune *t, const char *what)
{
    if (t->progress)
        t->progress(t->context, what);
}

/* ---- what can be written --------------------------------------------------------------------- */

/* True if the plan agrees with the requests on the command line. */
static bool agrees(const struct kp_options *asked, const struct kp_request *w)
{
    if (asked->variant && w->variant != asked->variant)
        return false;
    if (asked->unroll && !w->unroll)
        return false;
    if (asked->shape && w->shape && w->shape != asked->shape)
        return false;
    return !asked->stages || !w->stages || w->stages == asked->stages;
}

/* The plan for every loop; those that it does not fit get the plan from the source. */
static struct kp_unit *apply(struct kp_tune *t, const struct kp_unit *source,
                             const struct kp_request *request)
{
    size_t n = source->loops.n;
    struct kp_request *requests = kp_new_array(t->arena, struct kp_request, n + 1);
    struct kp_unit *u;
    bool any = false, all = true;

    for (size_t i = 0; i < n; i++) {
        requests[i] = *request;
        if (!request->width)
            requests[i].width = t->source->options->width;
        if (!request->merge.x)
            requests[i].merge = t->source->options->merge;
        if (!request->layout)
            requests[i].layout = t->source->options->layout;
        if (!request->prefetch)
            requests[i].prefetch = t->source->options->prefetch;
        if (!request->batch)
            requests[i].batch = t->source->options->batch;
    }
    u = kp_pipeline_again(t->arena, source, requests);
    for (size_t i = 0; i < n && i < u->loops.n && !u->error; i++) {
        if (kp_is_pipelined(u->loops.v[i]) || !kp_is_pipelined(source->loops.v[i])) {
            any |= kp_is_pipelined(u->loops.v[i]);
            continue;
        }
        all = false;
        requests[i] = kp_request_of(t->source->options, i);
    }
    return any && !all && !u->error ? kp_pipeline_again(t->arena, source, requests) : u;
}

static const char *refusal_of(const struct kp_unit *u)
{
    for (size_t i = 0; i < u->loops.n; i++)
        if (u->loops.v[i]->refusals.n && u->loops.v[i]->tiles.n)
            return u->loops.v[i]->refusals.v[0].reason;
    return "nothing to pipeline";
}

static bool same_text(const struct kp_unit *u, const char *text, size_t n)
{
    return u->output_size == n && !memcmp(u->output, text, n);
}

static bool is_new(const struct kp_tune *t, const struct kp_unit *u)
{
    for (size_t i = 0; i < t->tries.n; i++)
        if (!t->tries.v[i].dropped && same_text(t->tries.v[i].unit, u->output, u->output_size))
            return false;
    return true;
}

/* Adds the plan unless its text is there already. NULL, or what is wrong. */
static const char *add_plan(struct kp_tune *t, const struct kp_unit *source, struct kp_try x)
{
    x.figure.status = KP_MEASURED_NOT;
    x.unit = x.unit ? x.unit : apply(t, source, &x.request);
    if (x.unit->error)
        return x.unit->error;
    if (same_text(x.unit, t->source->source.text, t->source->source.size))
        x.dropped = refusal_of(x.unit);
    else if (!is_new(t, x.unit))
        return NULL;
    kp_push(t->arena, &t->tries, x);
    return NULL;
}

/* The case's launch, with zeros for what is not known. */
static struct kp_launched launch_of(const struct kp_tune *t)
{
    const struct kp_build none = {0};
    struct kp_launched at = {0};

    if (!kp_launched_of_case(t->arena, t->c, &none, &at))
        at = (struct kp_launched){0};
    return at;
}

/* Why merged blocks need not be measured at the case's launch; NULL: they must be. */
static const char *no_room(const struct kp_tune *t, const struct kp_unit *u, struct kp_merge by)
{
    const struct kp_target *target = kp_rule_target(t->source->rules, t->source->options->arch);
    const struct kp_launched at = launch_of(t);
    int64_t threads = (int64_t)at.block[0] * at.block[1] * at.block[2];

    if (at.grid[0] && !kp_merge_has_blocks(by, at.grid))
        return "the grid has fewer blocks";
    for (size_t i = 0; i < u->loops.n; i++) {
        const struct kp_loop *l = u->loops.v[i];

        if (l->merged_by_launches && at.grid[0] && t->predictor &&
            !kp_merge_pays(by, at.grid, (unsigned)t->predictor->timing->sms, 1, (uint64_t)threads))
            return "a launch with so few blocks keeps the kernel";
        if (l->merged && !kp_copies_fit(target, l, threads))
            return "it needs more registers than a block can have";
    }
    return NULL;
}

/* Adds one plan with merged blocks; false when the blocks cannot be merged. */
static bool add_merged(struct kp_tune *t, const struct kp_unit *source, struct kp_request request,
                       const char *label, const char **error)
{
    struct kp_try x = {.request = request, .label = label};

    if (!agrees(t->source->options, &request))
        return true;
    x.unit = apply(t, source, &request);
    if (x.unit->error || !kp_any_merged(x.unit))
        return false;
    x.dropped = no_room(t, x.unit, request.merge);
    *error = add_plan(t, source, x);
    return true;
}

/* Those by the plan from the source and with staging registers, unless somebody has said which
 * blocks are to be merged, or that none are. */
static const char *add_all_merged(struct kp_tune *t, const struct kp_unit *source)
{
    const char *error = NULL;

    for (size_t i = 0; i < KP_MERGES && !error; i++) {
        struct kp_request request = {.merge = kp_merges[i]};
        const char *label =
            kp_sprintf(t->arena, "%s blocks", kp_merge_text(t->arena, kp_merges[i]));

        if (!add_merged(t, source, request, label, &error) || error)
            continue;
        request.variant = KP_VARIANT_LDG;
        add_merged(t, source, request, kp_sprintf(t->arena, "%s, staging registers", label),
                   &error);
    }
    return error;
}

/* True if a loop got what only some loops have: other rows, a prefetch to replace, loads for
 * batches. */
static bool has_asked(const struct kp_unit *u, const struct kp_request *asked)
{
    for (size_t i = 0; i < u->loops.n && !u->error; i++) {
        const struct kp_loop *l = u->loops.v[i];

        if ((!asked->layout || l->laid_out) && (!asked->prefetch || l->plan.unstaged) &&
            (!asked->batch || l->plan.batch))
            return true;
    }
    return false;
}

/* Adds plan `i`, if it agrees with what was asked for; one with other rows, batches of loads, or
 * without a prefetch that is made by hand, only where there are some and nobody has said what is to
 * become of them. */
static const char *add_listed(struct kp_tune *t, const struct kp_unit *source, size_t i)
{
    struct kp_try x = {.label = plans[i].label, .request = plans[i].request};
    const struct kp_options *said = t->source->options;
    bool is_special = x.request.layout || x.request.prefetch || x.request.batch;

    if (!agrees(said, &x.request) || (x.request.layout && said->layout) ||
        (x.request.prefetch && said->prefetch) || (x.request.batch && said->batch))
        return NULL;
    x.unit = apply(t, source, &x.request);
    return is_special && !has_asked(x.unit, &x.request) ? NULL : add_plan(t, source, x);
}

const char *kp_tune_plan(struct kp_tune *t)
{
    const char *error;
    struct kp_unit *source; /* with the plan from the source */

    kp_tune_say(t, "rewriting");
    t->predictor =
        kp_predictor_new(t->arena, t->source->options->rules_dir, t->source->options->arch);
    source = kp_pipeline_again(t->arena, t->source, NULL);
    if (source->error)
        return source->error;
    error = add_plan(
        t, source,
        (struct kp_try){.label = plans[0].label, .request = plans[0].request, .unit = source});
    for (size_t i = 1; i < N_PLANS && !error; i++)
        error = add_listed(t, source, i);
    return error || t->source->options->merge.x ? error : add_all_merged(t, source);
}

/* ---- the proof --------------------------------------------------------------------------------
 */

struct kp_staging kp_tune_staging(const struct kp_unit *u)
{
    struct kp_staging all = {0};

    for (size_t i = 0; i < u->loops.n; i++)
        kp_add_staging(u->loops.v[i], &all);
    return all;
}

const char *kp_tune_prove(struct kp_tune *t)
{

    for (size_t i = 0; i < t->tries.n && !t->no_proof; i++) {
        struct kp_try *x = &t->tries.v[i];
        const struct kp_staging staging = kp_tune_staging(x->unit);
        struct kp_verify_options o = {.nvcc = t->bench.nvcc,
                                      .stages = staging.stages,
                                      .smem = staging.smem,
                                      .orders = 1,
                                      .tiles = -1,
                                      .jobs = (unsigned)kp_processors(),
                                      .seconds = 60,
                                      .rewritten_text = x->unit->output,
                                      .rewritten_size = x->unit->output_size};
        struct kp_verdict v;

        if (x->dropped)
            continue;
        kp_tune_say(t, kp_sprintf(t->arena, "proving %s", x->label));
        kp_verify(t->arena, t->c, t->source->source.path, t->source->source.path, &o, &v);
        if (v.error)
            return v.error;
        if (v.original_failed)
            return kp_sprintf(t->arena, "the original does not pass the proof itself: %s", v.why);
        x->proven = v.passed;
        t->not_proven |= !v.passed;
        if (!v.passed)
            x->dropped = kp_sprintf(t->arena, "NOT PROVEN: %s", v.why);
    }
    return NULL;
}

/* ---- what ptxas makes of it ----------------------------------------------------------------- */

static void judge(const struct kp_comparison *j, const struct kp_case *c,
                  const struct kp_attempt *attempt, struct kp_try *x)
{
    size_t i = kp_tune_loop(c, x->unit);

    if (i < x->unit->loops.n)
        x->built = kp_attempt_judge(j, attempt, i);
}

/* Builds the tries from number `from` on and sets their figures. NULL, or why that failed. */
static const char *judge_tries(struct kp_tune *t, size_t from)
{
    const char *arch = t->source->options->arch;
    struct kp_comparison j = {.arena = t->arena,
                              .target = kp_rule_target(t->source->rules, arch),
                              .predictor = t->predictor};
    struct kp_attempt original = kp_attempt_original(t->source);
    struct kp_launched launched = {0};
    struct kp_attempt *v = kp_new_array(t->arena, struct kp_attempt, t->tries.n + 1);
    struct kp_attempt **all = kp_new_array(t->arena, struct kp_attempt *, t->tries.n + 1);
    size_t n = 0;

    all[n++] = &original;
    for (size_t i = from; i < t->tries.n; i++) {
        if (t->tries.v[i].dropped)
            continue;
        v[i] = kp_attempt_of(t->tries.v[i].unit);
        all[n++] = &v[i];
    }
    kp_attempts_begin(&j, &t->bench.nvcc, all, n, t->bench.jobs, &t->c, 1);
    if (!j.original.cubin)
        return kp_sprintf(t->arena, "the original cannot be built: %s", j.original.error);
    if (kp_launched_of_case(t->arena, t->c, &j.original, &launched))
        j.launched = &launched;
    for (size_t i = from; i < t->tries.n; i++)
        if (!t->tries.v[i].dropped && v[i].build.cubin)
            judge(&j, t->c, &v[i], &t->tries.v[i]);
    return NULL;
}

static bool has_vectors(const struct kp_try *x)
{
    for (size_t i = 0; i < x->unit->loops.n; i++)
        if (x->unit->loops.v[i]->widened)
            return true;
    return false;
}

static bool asks_for_vectors(const struct kp_try *source)
{
    return has_vectors(source) && !(source->built.time >= 1);
}

/* More plans for the ways to merge that are the most likely to gain. */
static const char *add_more_merged(struct kp_tune *t, const struct kp_unit *source)
{
    struct kp_merge likely[KP_LIKELY_MERGES];
    const char *error = NULL;

    kp_tune_likely_merges(t, likely);
    for (size_t k = 0; k < KP_LIKELY_MERGES && likely[k].x; k++)
        for (size_t i = 0; i < N_PLANS && !error; i++) {
            struct kp_request request = plans[i].request;

            request.merge = likely[k];
            if (plans[i].merged && !(request.layout && t->source->options->layout))
                add_merged(t, source, request,
                           kp_sprintf(t->arena, "%s blocks, %s",
                                      kp_merge_text(t->arena, request.merge), plans[i].label),
                           &error);
        }
    return error;
}

/* A plan once more, with so many blocks per SM asked for. */
static void add_asking(struct kp_tune *t, const struct kp_unit *source, struct kp_block_request r)
{
    const struct kp_try *of = &t->tries.v[r.of];
    struct kp_try x = {.request = of->request};

    x.figure.status = KP_MEASURED_NOT;
    x.request.min_blocks = r.blocks;
    x.label = r.blocks == of->built.blocks_before
                  ? kp_sprintf(t->arena, "%s with bounds", of->label)
                  : kp_sprintf(t->arena, "%s with bounds for %d blocks", of->label, r.blocks);
    x.unit = apply(t, source, &x.request);
    if (!x.unit->error && is_new(t, x.unit))
        kp_push(t->arena, &t->tries, x);
}

const char *kp_tune_build(struct kp_tune *t)
{
    const struct kp_unit *source = t->tries.n ? t->tries.v[0].unit : NULL;
    size_t n = t->tries.n, n_requests, kept;
    struct kp_block_request *requests;
    const char *error;

    kp_tune_say(t, "building");
    error = judge_tries(t, 0);
    if (!error && !t->source->options->merge.x)
        error = add_more_merged(t, source);
    if (!error && t->tries.n > n)
        error = judge_tries(t, n);
    kept = n = t->tries.n;
    requests = kp_tune_block_requests(t, source, &n_requests);
    for (size_t i = 0; i < n_requests && !error; i++)
        add_asking(t, source, requests[i]);
    if (!error && t->tries.n > n)
        error = judge_tries(t, n);
    for (size_t i = n; i < t->tries.n; i++)
        if (kp_tune_has_requested(&t->tries.v[i]))
            t->tries.v[kept++] = t->tries.v[i];
    t->tries.n = kept;
    return error;
}

const char *kp_tune_default(struct kp_tune *t)
{
    const struct kp_options *o = t->source->options;
    struct kp_step_back how = {.nvcc = &t->bench.nvcc,
                               .jobs = t->bench.jobs,
                               .cases = &t->c,
                               .n_cases = 1,
                               .merges = o->merge_auto};
    struct kp_unit *u = kp_pipeline_again(t->arena, t->source, NULL);

    t->by_default = "original";
    if (u->error || !kp_any_pipelined(u))
        return u->error;
    u = kp_step_back(u, &how);
    if (u->error || u->self_check_failed) {
        t->by_default = NULL; /* it rests on the source alone, or there is none */
        return NULL;
    }
    if (same_text(u, t->source->source.text, t->source->source.size))
        return NULL;
    for (size_t i = 0; i < t->tries.n; i++)
        if (!t->tries.v[i].dropped && same_text(t->tries.v[i].unit, u->output, u->output_size)) {
            t->by_default = t->tries.v[i].label;
            return NULL;
        }
    t->by_default = "default";
    return add_plan(t, u, (struct kp_try){.label = t->by_default, .unit = u});
}

/* By the rules of `rewrite --build`: where the source's plan has vectors and is not predicted to be
 * slower than the original, the choice has vectors, too. */
void kp_tune_predict(struct kp_tune *t)
{
    struct kp_built *v = kp_new_array(t->arena, struct kp_built, t->tries.n + 1);
    const struct kp_try **of = kp_new_array(t->arena, const struct kp_try *, t->tries.n + 1);
    size_t n = 0, best;

    for (size_t i = 0; i < t->tries.n; i++) {
        const struct kp_try *x = &t->tries.v[i];

        if (x->dropped || !x->built.known ||
            (asks_for_vectors(&t->tries.v[0]) && !has_vectors(x) && !kp_any_merged(x->unit)) ||
            (kp_any_merged(x->unit) && !(x->built.time > 0)))
            continue;
        of[n] = x;
        v[n++] = x->built;
    }
    best = n ? kp_best_built(v, n) : 0;
    t->best = n && kp_is_worth_it(&v[best]) ? of[best] : NULL;
}
