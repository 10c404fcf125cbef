#include "search/step_back.h"

#include <limits.h>

#include "search/candidates.h"
#include "search/launched.h"
#include "plan/plan.h"
#include "report/report.h"
#include "search/rank.h"

/* True if times could be predicted, but for the number of threads in a block. */
static bool is_block_unknown(const struct kp_search *s, const struct kp_built *b)
{
    const struct kp_options *asked = s->first->options;

    return b->known && s->judge.predictor && kp_is_block_unknown(b) && !asked->variant &&
           !asked->shape && !asked->stages;
}

/* True if nothing is lost and no better plan can be found. */
static bool is_good(const struct kp_built *b)
{
    return !b->known || (!kp_new_spills(b) && !kp_lost_blocks(b) && !(b->time > 0));
}

/* ---- the steps ------------------------------------------------------------------------------ */

/* In the order in which a loop steps back. What a time cannot be predicted for needs the last six
 * no more: they gain nothing but time. */
enum step {
    OTHER_SHAPE,
    LESS_STAGING,
    FEWER_STAGES,
    ONE_BUFFER,
    TWO_BUFFERS,
    MORE_STAGING,
    THREE_STAGES,
    LOADS_LAST,
    UNROLLED,
    LOADS_LAST_UNROLLED,
    FOUR_STAGES_UNROLLED,
    N_STEPS,
    N_STEPS_BACK = MORE_STAGING
};

/* False when the step would change what was asked for, or nothing. `l` has the plan made from the
 * source. */
static bool request_of(const struct kp_search *s, const struct kp_loop *l, enum step step,
                       struct kp_request *request)
{
    const struct kp_options *asked = s->first->options;

    *request = kp_request_of(asked, 0);
    request->because = "ptxas makes most of it";
    switch (step) {
    case OTHER_SHAPE:
        request->shape = kp_is_ring(l->plan.shape) ? KP_SHAPE_SPLIT : KP_SHAPE_RING;
        return !asked->shape && l->outcome == KP_REWRITTEN;
    case LESS_STAGING:
        request->variant = KP_VARIANT_CP_ASYNC;
        return !asked->variant && l->outcome == KP_REWRITTEN && kp_has_variant(l, KP_VARIANT_LDG);
    case FEWER_STAGES:
        request->stages = 2;
        return !asked->stages && l->outcome == KP_REWRITTEN && l->plan.stages > 2;
    case MORE_STAGING:
        request->variant = KP_VARIANT_LDG;
        return !asked->variant && !asked->shape && l->outcome == KP_REWRITTEN &&
               !kp_has_variant(l, KP_VARIANT_LDG);
    case THREE_STAGES:
    case LOADS_LAST:
    case UNROLLED:
    case LOADS_LAST_UNROLLED:
    case FOUR_STAGES_UNROLLED:
        request->variant = KP_VARIANT_CP_ASYNC;
        request->shape =
            step == LOADS_LAST || step == LOADS_LAST_UNROLLED ? KP_SHAPE_LATE : KP_SHAPE_RING;
        request->stages = step == FOUR_STAGES_UNROLLED ? 4 : 3;
        request->unroll = asked->unroll || step >= UNROLLED;
        return !asked->variant && !asked->shape && !asked->stages;
    case ONE_BUFFER:
        request->variant = KP_VARIANT_SINGLE;
        return !asked->variant && !asked->stages && !asked->shape && l->outcome == KP_REWRITTEN;
    case TWO_BUFFERS: /* the source plan kept one for the blocks' sake, and they are lost all the
                         same */
        request->variant = KP_VARIANT_CP_ASYNC;
        return !asked->variant && l->outcome == KP_SINGLE;
    default:
        return false;
    }
}

static const char *plan_text(struct kp_arena *a, const struct kp_loop *l)
{
    static const char *const names[] = {"", "cp.async", "staging registers", "one buffer"};
    const char *what = NULL;

    for (size_t i = 0; i < l->tiles.n; i++) {
        const char *name = names[l->tiles.v[i]->variant];
        if (!what)
            what = name;
        else if (!kp_streq(what, name))
            what = "cp.async and staging registers";
    }
    if (l->laid_out)
        what = kp_sprintf(a, "other rows, %s", what);
    if (l->merged)
        what = kp_sprintf(a, "%s, %s", l->merged, what);
    if (l->outcome == KP_SINGLE)
        return what;
    return kp_sprintf(a, "%s in the %s shape%s%s%s", what, kp_shape_name(l->plan.shape),
                      l->plan.stages > 2 ? kp_sprintf(a, " with %d stages", l->plan.stages) : "",
                      l->plan.unroll ? ", unrolled" : "",
                      l->plan.min_blocks ? " and bounds for as many blocks as the original" : "");
}

static const char *built_text(struct kp_arena *a, const struct kp_built *b)
{
    struct kp_str t = kp_str_new(a);

    kp_str_addf(&t, "%d registers", b->registers_after);
    if (kp_new_spills(b))
        kp_str_addf(&t, ", %d bytes of spills", b->spills_after);
    kp_str_addf(&t, ", %d of %d blocks per SM", b->blocks_after, b->blocks_before);
    if (b->time > 0)
        kp_str_addf(&t, ", predicted time x%.2f (x%.2f at low occupancy)", b->time,
                    b->low_occupancy);
    if (b->other > 0)
        kp_str_addf(&t, ", x%.2f as written where the test fails", b->other);
    if (b->threads_assumed)
        kp_str_addf(&t, " (of %d threads: assumed)", b->threads);
    return kp_str_text(&t);
}

/* ---- one loop ------------------------------------------------------------------------------- */

/* It has several stages, and lost a block per SM. */
static bool lost_blocks(const struct kp_candidate *x, size_t i)
{
    return kp_lost_blocks(&x->built) && !kp_new_spills(&x->built) &&
           x->attempt.unit->loops.v[i]->outcome == KP_REWRITTEN;
}

/* True if it lost blocks because of registers, and no number is requested. */
static bool can_be_bounded(const struct kp_search *s, size_t i, const struct kp_candidate *c)
{
    const struct kp_loop *l = c->usable ? c->attempt.unit->loops.v[i] : NULL;

    return l && l->outcome == KP_REWRITTEN && kp_can_be_bounded(s->first, l, &c->built);
}

/* Plans that lost a block per SM once more, with as many blocks as the original has asked for in
 * __launch_bounds__: all of them where times are predicted, else the best. They stand in front of
 * those with one buffer. */
static void add_bounded(struct kp_search *s, size_t i, struct kp_candidates *c)
{
    const struct kp_candidate *best = kp_best_candidate(s, c, lost_blocks, i);
    size_t n = c->list.n, only = best ? (size_t)(best - c->list.v) : n, at = 0, added;
    struct kp_candidate *bounded;

    for (size_t k = 0; k < n; k++) {
        struct kp_request request = c->list.v[k].request;

        if (!can_be_bounded(s, i, &c->list.v[k]) || (!s->judge.predictor && k != only))
            continue;
        request.min_blocks = c->list.v[k].built.blocks_before;
        kp_add_candidate(s, i, request, c);
    }
    kp_build_candidates(s, i, c, n);
    added = c->list.n - n;
    bounded = kp_new_array(s->arena, struct kp_candidate, added + 1);
    for (size_t k = 0; k < added; k++) {
        bounded[k] = c->list.v[n + k];
        bounded[k].usable = bounded[k].usable && !kp_lost_blocks(&bounded[k].built);
    }
    while (at < n && c->list.v[at].attempt.unit->loops.v[i]->outcome != KP_SINGLE)
        at++;
    memmove(&c->list.v[at + added], &c->list.v[at], (n - at) * sizeof *bounded);
    memcpy(&c->list.v[at], bounded, added * sizeof *bounded);
}

/* The best plan, NULL when none can be built. Without predictions the first that loses nothing ends
 * the search. */
static const struct kp_candidate *choose(struct kp_search *s, size_t i, struct kp_candidates *c,
                                         struct kp_str *tried)
{
    for (size_t k = 0; k < c->list.n; k++) {
        const struct kp_candidate *x = &c->list.v[k];
        struct kp_loop *l = x->attempt.unit->loops.v[i];

        if (!x->attempt.build.cubin || (!x->usable && !x->built.known))
            continue;
        kp_str_addf(tried, "%s%s: %s", tried->n ? "; " : "", plan_text(s->arena, l),
                    x->built.known ? built_text(s->arena, &x->built) : "no kernel of it was built");
        if (x->usable && is_good(&x->built)) {
            c->list.n = k + 1;
            break;
        }
    }
    return kp_best_candidate(s, c, NULL, i);
}

/* All plans at once. */
static void build_every(struct kp_search *s, size_t i, const struct kp_loop *l,
                        struct kp_candidates *all)
{
    int steps = s->judge.predictor ? N_STEPS : N_STEPS_BACK;
    struct kp_request request;

    for (int step = 0; step < steps; step++)
        if (request_of(s, l, (enum step)step, &request))
            kp_add_candidate(s, i, request, all);
    kp_build_candidates(s, i, all, 0);
}

/* Too little to build on: where the source promises next to nothing, the machine code has to
 * promise more than its prediction is off by. */
static bool is_small(const struct kp_candidate *best, size_t i)
{
    static const double LEAST = 0.95;
    const struct kp_built *b = &best->built;

    return best->attempt.unit->loops.v[i]->plan.small && !(b->time > 0 && b->time <= LEAST);
}

/* Leaves the loop as it is, unless the plan was asked for. */
static void leave_alone(struct kp_search *s, size_t i, const struct kp_candidate *best,
                        const char *tried)
{
    const struct kp_objection v = kp_objection_to(&best->built);
    struct kp_request *r = &s->requests[i];
    const char *least =
        v.most > 0
            ? kp_sprintf(s->arena, "; its predicted time would have to be x%.2f at most", v.most)
            : "";

    r->leave = kp_sprintf(s->arena, "the best plan (%s) %s%s; built: %s",
                          plan_text(s->arena, best->attempt.unit->loops.v[i]), v.why, least, tried);
    r->change = v.hint;
}

/* Sets the loop's request, and the text about what was tried. */
static const char *decide(struct kp_search *s, size_t i)
{
    const struct kp_loop *l = s->first->loops.v[i];
    const struct kp_options *asked = s->first->options;
    struct kp_request request = kp_request_of(asked, i), none = request;
    struct kp_str tried = kp_str_new(s->arena);
    const struct kp_candidate *best;
    struct kp_candidates all = {0};

    kp_add_candidate(s, i, request, &all);
    build_every(s, i, l, &all);
    add_bounded(s, i, &all);
    kp_add_laid_out(s, i, &all);
    kp_add_batched(s, i, &all);
    if (s->how->merges)
        kp_add_merged(s, i, &all);
    best = choose(s, i, &all, &tried);
    s->requests[i] = best ? best->request : none;
    if (best && !asked->variant &&
        (kp_spills_much(&best->built) ||
         (!asked->shape && !asked->stages && !kp_is_worth_it(&best->built))))
        leave_alone(s, i, best, kp_str_text(&tried));
    else if (best && is_small(best, i) && !asked->variant && !asked->shape && !asked->stages)
        s->requests[i].leave =
            kp_sprintf(s->arena, "%s; built: %s", best->attempt.unit->loops.v[i]->plan.small,
                       kp_str_text(&tried));
    return kp_str_text(&tried);
}

/* ---- the file ------------------------------------------------------------------------------- */

static void note(struct kp_search *s, const struct kp_attempt *x, const char *const *tried)
{
    for (size_t i = 0; i < x->unit->loops.n; i++) {
        struct kp_loop *l = x->unit->loops.v[i];

        if (!kp_is_pipelined(l))
            continue;
        l->plan.evidence = "sass";
        l->plan.built = kp_search_judge(s, x, i);
        if (!l->plan.built.known)
            l->plan.why = kp_sprintf(s->arena, "%s; built: no kernel with this loop", l->plan.why);
        else if (tried[i])
            l->plan.why = kp_sprintf(s->arena, "%s; built: %s", l->plan.why, tried[i]);
    }
}

static bool all_good(struct kp_search *s, const struct kp_attempt *x)
{
    for (size_t i = 0; i < x->unit->loops.n; i++) {
        struct kp_built b;

        if (!kp_is_pipelined(x->unit->loops.v[i]))
            continue;
        b = kp_search_judge(s, x, i);
        if (!is_good(&b) || x->unit->loops.v[i]->plan.small || is_block_unknown(s, &b))
            return false;
    }
    return true;
}

/* Loop by loop: those not decided yet stay as they are, so that what one costs is not counted for
 * another. */
static bool search_all(struct kp_search *s, struct kp_attempt *x, const char **tried)
{
    size_t n = s->first->loops.n;

    for (size_t i = 0; i < n; i++)
        s->requests[i].leave = "not decided yet";
    for (size_t i = 0; i < n; i++) {
        struct kp_built b = kp_search_judge(s, x, i);

        if (is_block_unknown(s, &b))
            s->requests[i] = (struct kp_request){
                .leave = "no launch in sight says how many threads a block has, by which the "
                         "machine code is judged",
                .is_unknown = true};
        else if (kp_is_pipelined(s->first->loops.v[i]))
            tried[i] = decide(s, i);
        else
            s->requests[i] = kp_request_of(s->first->options, i);
    }
    if (!kp_search_rewrite(s, x))
        return false;
    kp_attempts_build(&s->judge, s->nvcc, &x, 1, 1);
    return true;
}

static struct kp_unit *failed(struct kp_search *s, const char *what, const char *error, bool ours)
{
    const char *end = strchr(error, '\n');
    int n = (int)(end ? end - error : (long)strlen(error));

    s->first->error = kp_sprintf(s->arena, "%s: %s%s: %.*s", s->first->source.path,
                                 ours ? "" : "--build: ", what, n, error);
    s->first->error_lines = end ? end + 1 : NULL;
    s->first->self_check_failed = ours;
    return s->first;
}

static void find_launches(struct kp_search *s, struct kp_case *const *cases, size_t n)
{
    for (size_t c = 0; c < n; c++) {
        struct kp_launched *l = kp_new(s->arena, struct kp_launched);

        if (!kp_launched_of_case(s->arena, cases[c], &s->judge.original, l))
            continue;
        for (size_t i = 0; i < s->first->loops.n; i++)
            if (!s->launched[i] && kp_case_runs(cases[c], s->first, i))
                s->launched[i] = l;
    }
}

struct kp_unit *kp_step_back(struct kp_unit *u, struct kp_step_back *how)
{
    const struct kp_nvcc *nvcc = how->nvcc;
    size_t n = u->loops.n, jobs = how->jobs;
    struct kp_search s = {.first = u, .nvcc = nvcc, .arena = u->arena, .jobs = jobs, .how = how};
    struct kp_attempt original = kp_attempt_original(u), x = kp_attempt_of(u);
    const char **tried = kp_new_array(u->arena, const char *, n + 1);

    if (!kp_any_pipelined(u))
        return u;
    s.judge = (struct kp_comparison){.arena = u->arena,
                                     .target = kp_rule_target(u->rules, u->options->arch)};
    s.judge.predictor = kp_predictor_new(u->arena, u->options->rules_dir, u->options->arch);
    how->predicts = s.judge.predictor != NULL;
    s.requests = kp_new_array(u->arena, struct kp_request, n + 1);
    kp_attempts_begin(&s.judge, nvcc, (struct kp_attempt *[]){&original, &x}, 2, jobs, how->cases,
                      how->n_cases);
    kp_search_tell(&s, 2);
    if (!original.build.cubin)
        return failed(&s, "the original cannot be built", original.build.error, false);
    if (!x.build.cubin && kp_leave_stopped(&s, &x)) {
        if (!kp_search_rewrite(&s, &x) || !kp_any_pipelined(x.unit))
            return x.unit;
        s.first = x.unit;
        kp_attempts_build(&s.judge, nvcc, (struct kp_attempt *[]){&x}, 1, 1);
        kp_search_tell(&s, 1);
    }
    s.launched = kp_new_array(u->arena, const struct kp_launched *, n + 1);
    find_launches(&s, how->cases, how->n_cases);
    if (x.build.cubin && !all_good(&s, &x) && !search_all(&s, &x, tried))
        return x.unit;
    if (!x.build.cubin)
        return failed(&s, "the original can be built, but not what kpipe made of it", x.build.error,
                      kp_build_is_refused(x.build.error));
    note(&s, &x, tried);
    return x.unit;
}
