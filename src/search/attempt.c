#include "search/attempt.h"

#include <string.h>

#include "model/clones.h"
#include "plan/occupancy.h"
#include "plan/plan.h"
#include "search/mangled.h"
#include "search/rank.h"
#include "widen/widen.h"

/* The number of threads used for blocks per SM if the file shows none. */
enum { ASSUMED_THREADS = 256 };

/* ---- building ------------------------------------------------------------------------------- */

static struct kp_build build_of(const struct kp_unit *u, const char *text, size_t size)
{
    return (struct kp_build){.source = {.path = u->source.path, .text = text, .size = size}};
}

struct kp_attempt kp_attempt_of(struct kp_unit *u)
{
    size_t size = 0;
    const char *decided = kp_decided_text(u, &size);

    return (struct kp_attempt){.unit = u,
                               .build = build_of(u, u->output, u->output_size),
                               .decided = build_of(u, decided, size)};
}

struct kp_attempt kp_attempt_original(const struct kp_unit *u)
{
    return (struct kp_attempt){.build = build_of(u, u->source.text, u->source.size)};
}

void kp_attempts_build(const struct kp_comparison *j, const struct kp_nvcc *nvcc,
                       struct kp_attempt *const *v, size_t n, size_t jobs)
{
    struct kp_build *b = kp_new_array(j->arena, struct kp_build, 2 * n + 1);
    size_t all = 0;

    for (size_t k = 0; k < n; k++) {
        b[all++] = v[k]->build;
        if (j->predictor && v[k]->decided.source.text)
            b[all++] = v[k]->decided;
    }
    for (size_t k = 0; k < all; k++)
        b[k].source.more = j->instances;
    kp_build_all(j->arena, nvcc, b, all, jobs);
    all = 0;
    for (size_t k = 0; k < n; k++) {
        v[k]->build = b[all++];
        if (j->predictor && v[k]->decided.source.text)
            v[k]->decided = b[all++];
    }
}

void kp_attempts_begin(struct kp_comparison *j, const struct kp_nvcc *nvcc,
                       struct kp_attempt *const *v, size_t n, size_t jobs,
                       struct kp_case *const *cases, size_t n_cases)
{
    kp_attempts_build(j, nvcc, v, n, jobs);
    j->instances = kp_lacking_instances(j->arena, cases, n_cases, &v[0]->build);
    if (j->instances)
        kp_attempts_build(j, nvcc, v, n, jobs);
    if (j->instances && !v[0]->build.cubin) { /* a case of another file, or one that does not fit */
        j->instances = NULL;
        kp_attempts_build(j, nvcc, v, n, jobs);
    }
    j->original = v[0]->build;
}

/* ---- judging -------------------------------------------------------------------------------- */

/* True if the mangled name is that of an instance of this function. */
static bool is_of(const char *mangled, const struct kp_sym *f, struct kp_arena *a)
{
    const char *part = kp_sprintf(a, "%zu%s", strlen(f->name), f->name);

    return kp_streq(mangled, f->name) || strstr(mangled, part);
}

/* True if their mangled names show the same template arguments. */
static bool may_be_same_instance(const char *a, const char *b, const struct kp_sym *f)
{
    size_t n, m;
    const char *x = kp_mangled_args(a, f->name, &n), *y = kp_mangled_args(b, f->name, &m);

    return !x || !y || (n == m && !memcmp(x, y, n));
}

/* True if it is the result for an instance of the original's kernel: the same instance, or one of
 * its clone. */
static bool is_successor(const struct kp_comparison *j, const struct kp_unit *u,
                         const struct kp_usage *now, const struct kp_usage *before,
                         const struct kp_sym *kernel)
{
    if (!kernel || !kp_is_clone(u, kernel))
        return kp_same_mangled(now->kernel, before->kernel);
    return strstr(now->kernel, KP_CLONES) && is_of(now->kernel, kernel, j->arena) &&
           may_be_same_instance(before->kernel, now->kernel, kernel);
}

/* The name does not always show which instance of the clone belongs to an instance of the kernel;
 * times of different instances are not compared. */
static bool is_only_successor(const struct kp_comparison *j, const struct kp_unit *u,
                              const struct kp_usage *before, const struct kp_sym *kernel,
                              const struct kp_usages *after)
{
    size_t n = 0;

    for (size_t i = 0; i < after->n; i++)
        n += is_successor(j, u, &after->v[i], before, kernel);
    return n == 1;
}

/* Dynamic shared memory before or after; what the source does not say the launch of a case does. */
static int64_t dynamic(const struct kp_comparison *j, const struct kp_loop *l, bool after)
{
    const struct kp_budget *b = &l->plan.budget;
    int64_t said = after ? b->dynamic_after : b->dynamic_before;
    struct kp_staging staging = {0};

    if (said >= 0 || !j->launched)
        return said > 0 ? said : 0;
    if (after)
        kp_add_staging(l, &staging);
    return kp_staged_bytes(&staging.smem, (int64_t)j->launched->smem);
}

static int threads_of(const struct kp_launched *l)
{
    return (int)(l->block[0] * l->block[1] * l->block[2]);
}

/* The block of the launch, that the source shows, or that it is written for; one row of threads
 * where only their number is known. */
struct block {
    struct kp_launched launch;
    int threads;
    bool is_known, is_guessed;
};

static struct block block_of(const struct kp_comparison *j, const struct kp_loop *l,
                             const struct kp_launch_case *c)
{
    struct block b = {.threads = c->threads};
    int64_t dims[3] = {0};

    if (j->launched)
        return (struct block){*j->launched, threads_of(j->launched), true, false};
    b.is_known = c->threads > 0;
    if (!b.is_known) {
        memcpy(dims, l->written_for, sizeof dims);
        b.is_guessed = dims[0] > 0;
        b.threads = b.is_guessed ? (int)(dims[0] * dims[1]) : ASSUMED_THREADS;
    } else if (c->launch) {
        kp_block_dims(c->launch->block, dims);
    }
    b.launch.block[0] = (uint32_t)b.threads;
    b.launch.block[1] = b.launch.block[2] = 1;
    for (int i = 0; i < 3 && dims[0] * dims[1] * dims[2] == b.threads; i++)
        b.launch.block[i] = (uint32_t)dims[i];
    return b;
}

static struct kp_built compare(const struct kp_comparison *j, const struct kp_loop *l,
                               const struct block *block, const struct kp_usage *before,
                               const struct kp_usage *after)
{
    int threads = block->threads, smem = after->smem + dynamic(j, l, true);
    int left = kp_blocks_per_sm(j->target, threads, after->registers, smem);

    return (struct kp_built){
        .known = true,
        .registers_before = before->registers,
        .registers_after = after->registers,
        .spills_before = before->spill_stores + before->spill_loads,
        .spills_after = after->spill_stores + after->spill_loads,
        .threads = threads,
        .one_warp = (block->is_known || block->is_guessed) && kp_is_one_warp(threads),
        .has_async = kp_has_variant(l, KP_VARIANT_CP_ASYNC),
        .has_ahead = kp_has_variant(l, KP_VARIANT_LDG),
        .has_test = l->wide_flag && !l->merged, /* merged, they gain as written, too */
        .threads_assumed = !block->is_known,
        .threads_guessed = block->is_guessed,
        .blocks_before = kp_blocks_per_sm(j->target, threads, before->registers,
                                          before->smem + dynamic(j, l, false)),
        .blocks_after = left,
        .lost_to_memory = kp_blocks_per_sm(j->target, threads, before->registers, smem) <= left,
    };
}

/* The main loop of the machine code is this one only where the function has no other. */
static bool is_only_one(const struct kp_unit *u, const struct kp_loop *l)
{
    for (size_t i = 0; i < u->loops.n; i++)
        if (u->loops.v[i] != l && u->loops.v[i]->function == l->function && u->loops.v[i]->tiles.n)
            return false;
    return true;
}

/* Nothing is predicted where more than one loop, instance or width may run. */
static void predict(const struct kp_comparison *j, const struct kp_attempt *x,
                    const struct kp_loop *l, const struct block *block,
                    const struct kp_usage *before, const struct kp_usage *now, struct kp_built *b)
{
    struct kp_predicted as = {.original = &j->original,
                              .rewritten = l->wide_flag ? &x->decided : &x->build,
                              .both = &x->build,
                              .kernel = before->kernel,
                              .successor = now->kernel,
                              .launch = &block->launch,
                              .by = l->plan.merge};

    if (is_only_one(x->unit, l) && as.rewritten->cubin)
        kp_predict(j->predictor, &as, b);
}

static bool is_asked_for(const struct kp_comparison *j, const char *kernel)
{
    return !j->launched || !j->launched->symbol || kp_streq(j->launched->symbol, kernel);
}

/* Which launch runs which instance of a template the mangled names would say; that every pair is
 * looked at can only make the search more careful. */
struct kp_built kp_attempt_judge(const struct kp_comparison *j, const struct kp_attempt *x,
                                 size_t i)
{
    const struct kp_unit *u = x->unit->derived ? x->unit->derived : x->unit;
    const struct kp_loop *l = x->unit->loops.v[i];
    const struct kp_usages *after = &x->build.usages;
    struct kp_built worst = {0};
    struct kp_launch_cases cases;

    kp_find_instances(u, l, &cases);
    for (size_t c = 0; c < cases.list.n; c++) {
        const struct kp_sym *kernel = cases.list.v[c].kernel;
        const struct block block = block_of(j, l, &cases.list.v[c]);

        for (size_t k = 0; k < j->original.usages.n * after->n; k++) {
            const struct kp_usage *before = &j->original.usages.v[k / after->n];
            const struct kp_usage *now = &after->v[k % after->n];
            struct kp_built b;

            if (!is_asked_for(j, before->kernel) || !is_successor(j, u, now, before, kernel) ||
                (kernel && !is_of(before->kernel, kernel, j->arena)))
                continue;
            b = compare(j, l, &block, before, now);
            if (is_only_successor(j, u, before, kernel, after))
                predict(j, x, l, &block, before, now, &b);
            if (kp_is_worse_built(&b, &worst))
                worst = b;
        }
    }
    return worst;
}

bool kp_can_be_bounded(const struct kp_unit *of, const struct kp_loop *l, const struct kp_built *b)
{
    return kp_lost_blocks(b) && !kp_new_spills(b) && !b->threads_assumed &&
           !of->options->min_blocks && l->plan.budget.blocks_after >= b->blocks_before;
}
