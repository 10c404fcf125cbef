#include "predict.h"

#include <stdlib.h>
#include <string.h>

const struct kp_predictor *kp_predictor_new(struct kp_arena *a, const char *rules_dir,
                                            const char *arch)
{
    struct kp_predictor *p = kp_new(a, struct kp_predictor);
    const char *error = NULL;

    if (!kp_starts_with(arch, "sm_"))
        return NULL;
    p->arena = a;
    p->opcodes = kp_opcodes_load(a, rules_dir, &error);
    p->timing = p->opcodes ? kp_timing_load(a, rules_dir, (unsigned)atoi(arch + 3), &error) : NULL;
    return p->timing && p->timing->is_fitted ? p : NULL;
}

/* The kernel's main loop in what was built; false when there is none. */
static bool main_loop(const struct kp_predictor *p, const struct kp_build *x, const char *kernel,
                      struct kp_overlap *out)
{
    struct kp_sass_file file;
    struct kp_sass_module *m = NULL;
    const char *error = NULL;

    if (kp_sass_find(p->arena, x->cubin, x->size, &file, &error) && file.images.n)
        m = kp_sass_read(p->arena, p->opcodes, &file.images.v[0], &error);
    for (size_t i = 0; m && i < m->kernels.n; i++) {
        const struct kp_sass_kernel *k = &m->kernels.v[i];
        int loop = kp_streq(k->symbol, kernel) ? kp_sass_main_loop(k) : -1;

        if (loop < 0)
            continue;
        kp_overlap_find(p->arena, k, loop, out);
        return true;
    }
    return false;
}

/* A version's main loop as its warps make it. */
struct version {
    struct kp_overlap loop;
    struct kp_sass_walk walk;
    unsigned blocks; /* per SM */
};

static double per_math(const struct kp_predictor *p, const struct version *v,
                       const struct version *like, unsigned blocks)
{
    double math = kp_sass_main_math(&v->loop, &v->walk, &like->loop, &like->walk);
    double cycles = kp_sass_time(p->arena, p->timing, &v->loop, &v->walk, blocks);

    return math > 0 ? cycles / math : 0;
}

static unsigned at_most(unsigned n, unsigned most)
{
    return n < most ? n : most;
}

/* A grid of so few rounds of blocks is over when its last round is, which may be a small one. With
 * more of them blocks begin and end at different times. */
enum { ROUNDS = 4 };

/* Per block, of an SM that is given n blocks and holds at most so many. */
static double per_block(const struct kp_predictor *p, const struct version *v,
                        const struct version *like, unsigned most, unsigned n)
{
    unsigned at_once = at_most(v->blocks, most), rest = n % at_once;
    double full = per_math(p, v, like, at_once);

    if (!rest || n / at_once > ROUNDS)
        return full;
    return ((n - rest) * full + rest * per_math(p, v, like, rest)) / n;
}

/* With at most so many blocks on an SM, of n that it is given. */
static double ratio(const struct kp_predictor *p, const struct version *before,
                    const struct version *after, unsigned most, unsigned n)
{
    double from = per_block(p, before, before, most, n);
    double to = per_block(p, after, before, most, n);

    return from > 0 && to > 0 ? to / from : 0;
}

/* The share of its time that a version takes where memory answers at once. */
static double without_latency(const struct kp_predictor *p, const struct version *v,
                              const struct version *like, unsigned n)
{
    static const enum kp_opclass loads[] = {KP_INSN_LOAD_GLOBAL, KP_INSN_LOAD_GENERIC,
                                            KP_INSN_ASYNC_COPY};
    struct kp_timing at_once = *p->timing;
    struct kp_predictor other = *p;
    double full = per_block(p, v, like, n, n);

    for (size_t i = 0; i < sizeof loads / sizeof *loads; i++)
        at_once.of[loads[i]].latency = 0;
    at_once.memory = 0;
    other.timing = &at_once;
    return full > 0 ? per_block(&other, v, like, n, n) / full : 0;
}

static uint64_t product(const uint32_t v[3])
{
    return (uint64_t)v[0] * v[1] * v[2];
}

static void place(const uint32_t grid[3], uint64_t block, struct kp_sass_launch *to)
{
    to->at[0] = (uint32_t)(block % grid[0]);
    to->at[1] = (uint32_t)(block / grid[0] % grid[1]);
    to->at[2] = (uint32_t)(block / grid[0] / grid[1]);
}

/* A block in the middle of the grid, whose data have no edges, and one that may be on the same SM:
 * those in between are on the others. False: the grid is not known, or has no other. */
static bool take_two(const struct kp_launched *l, unsigned sms, struct kp_sass_launch *one,
                     struct kp_sass_launch *other)
{
    uint64_t n = product(l->grid), middle = 0;

    if (!n)
        return false;
    for (int i = 3; i-- > 0;)
        middle = middle * l->grid[i] + l->grid[i] / 2;
    if (sms && n > sms && middle + sms >= n)
        middle = n - sms - 1;
    memcpy(one->grid, l->grid, sizeof one->grid);
    *other = *one;
    place(l->grid, middle, one);
    if (!sms || n <= sms)
        return false;
    place(l->grid, middle + sms, other);
    return true;
}

/* Blocks that a grid has for each SM; many where it is not known. */
static unsigned blocks_for_each(const struct kp_launched *l, unsigned sms)
{
    uint64_t n = product(l->grid);

    return sms && n && n < (uint64_t)sms * UINT16_MAX ? (unsigned)((n + sms - 1) / sms)
                                                      : UINT16_MAX;
}

static size_t loads(const struct version *v)
{
    const struct kp_sass_insn *code = v->loop.kernel->insns.v;
    size_t n = 0;

    for (unsigned w = 0; w < v->walk.warps; w++)
        for (size_t i = 0; i < v->walk.path[w].list.n; i++) {
            const struct kp_sass_passed *p = &v->walk.path[w].list.v[i];

            n += !p->off && (code[p->insn].opclass == KP_INSN_ASYNC_COPY ||
                             code[p->insn].opclass == KP_INSN_LOAD_GLOBAL ||
                             code[p->insn].opclass == KP_INSN_LOAD_GENERIC);
        }
    return n;
}

/* With the parameters that are known; but where a loop has so few iterations that most of its loads
 * are made in front of it, an iteration of a longer one is played. */
static void walk(const struct kp_predictor *p, struct version *v, struct kp_sass_launch *first,
                 struct kp_sass_launch *other)
{
    struct kp_sass_walk known;
    size_t n;

    kp_sass_walk(p->arena, &v->loop, first, other, &v->walk);
    if (!first->parameters)
        return;
    known = v->walk;
    n = loads(v);
    first->parameters = NULL;
    if (other)
        other->parameters = NULL;
    kp_sass_walk(p->arena, &v->loop, first, other, &v->walk);
    if (2 * n >= loads(v))
        v->walk = known;
}

static bool read_version(const struct kp_predictor *p, const struct kp_build *x, const char *kernel,
                         const struct kp_launched *l, struct version *to)
{
    struct kp_sass_launch first = {0}, other;
    bool has_other;

    if (!main_loop(p, x, kernel, &to->loop))
        return false;
    memcpy(first.threads, l->block, sizeof first.threads);
    if (to->loop.kernel->parameters_at && l->parameter_bytes == to->loop.kernel->parameter_bytes) {
        first.parameters = l->parameters;
        first.parameter_bytes = l->parameter_bytes;
        first.parameters_at = to->loop.kernel->parameters_at;
    }
    has_other = take_two(l, (unsigned)p->timing->sms, &first, &other);
    walk(p, to, &first, has_other ? &other : NULL);
    return true;
}

void kp_predict(const struct kp_predictor *p, const struct kp_build *original, const char *kernel,
                const struct kp_build *rewritten, const char *successor,
                const struct kp_launched *launch, struct kp_built *b)
{
    struct version *before, *after;
    unsigned n, sms = p ? (unsigned)p->timing->sms : 0;

    b->time = b->few = 0;
    if (!p || b->threads_assumed || b->blocks_before < 1 || b->blocks_after < 1)
        return;
    before = kp_new(p->arena, struct version);
    after = kp_new(p->arena, struct version);
    before->blocks = (unsigned)b->blocks_before;
    after->blocks = (unsigned)b->blocks_after;
    if (!read_version(p, original, kernel, launch, before) ||
        !read_version(p, rewritten, successor, launch, after))
        return;
    n = blocks_for_each(launch, sms);
    b->time = ratio(p, before, after, n, n);
    b->few = ratio(p, before, after, at_most((before->blocks + 3) / 4, n), n);
    b->least = b->time * without_latency(p, after, before, n);
}
