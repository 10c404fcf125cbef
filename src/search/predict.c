#include "search/predict.h"

#include "search/mangled.h"
#include "search/rank.h"

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

/* The kernel's main loop in what was built, or the one beside it; false when there is none. */
static bool find_loop(const struct kp_predictor *p, const struct kp_build *x, const char *kernel,
                      bool other, struct kp_overlap *out)
{
    struct kp_sass_file file;
    struct kp_sass_module *m = NULL;
    const char *error = NULL;

    if (kp_sass_find(p->arena, x->cubin, x->size, &file, &error) && file.images.n)
        m = kp_sass_read(p->arena, p->opcodes, &file.images.v[0], &error);
    for (size_t i = 0; m && i < m->kernels.n; i++) {
        const struct kp_sass_kernel *k = &m->kernels.v[i];
        int loop = kp_same_mangled(k->symbol, kernel) ? kp_sass_main_loop(k) : -1;

        if (other && loop >= 0)
            loop = kp_sass_other_loop(k, loop);
        if (loop < 0)
            continue;
        kp_overlap_find(p->arena, k, loop, out);
        return true;
    }
    return false;
}

/* The main loop of a version, as its warps execute it. */
struct version {
    struct kp_overlap loop;
    struct kp_sass_walk walk;
    unsigned blocks; /* per SM, at once */
    unsigned given;  /* .. in all */
    double rounded;  /* what all SMs are given, over what the grid has */
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

/* With at most this many rounds of blocks, the time of a grid includes a whole last round, even if
 * that is small. With more rounds, blocks begin and end at different times. */
enum { ROUNDS = 4 };

/* Per math, of an SM that holds at most so many blocks. */
static double per_block(const struct kp_predictor *p, const struct version *v,
                        const struct version *like, unsigned most)
{
    unsigned n = v->given, at_once = at_most(at_most(v->blocks, most), n), rest = n % at_once;
    double full = per_math(p, v, like, at_once) * v->rounded;

    if (!rest || n / at_once > ROUNDS)
        return full;
    return ((n - rest) * full + rest * per_math(p, v, like, rest) * v->rounded) / n;
}

/* The rounds in which an SM runs its blocks; 0 where there are so many that they are no rounds. */
static unsigned rounds_of(const struct version *v)
{
    unsigned n = (v->given + v->blocks - 1) / v->blocks;

    return n <= ROUNDS ? n : 0;
}

/* With at most so many blocks on an SM. */
static double ratio(const struct kp_predictor *p, const struct version *before,
                    const struct version *after, unsigned most)
{
    double from = per_block(p, before, before, most);
    double to = per_block(p, after, before, most);

    return from > 0 && to > 0 ? to / from : 0;
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

/* The blocks of the grid that have work: the others have been merged into them. */
static void working_grid(const struct kp_launched *l, struct kp_merge by, uint32_t grid[3])
{
    memcpy(grid, l->grid, sizeof l->grid);
    for (int a = 0; a < 3; a++) {
        uint32_t n = (uint32_t)kp_merged_along(by, a);

        grid[a] = (grid[a] + n - 1) / n;
    }
}

/* A block in the middle of those that work, whose data have no edges, and one that may be on the
 * same SM: those in between are on the others. False: the grid is not known, or has no other. */
static bool take_two(const uint32_t working[3], unsigned sms, struct kp_sass_launch *one,
                     struct kp_sass_launch *other)
{
    uint64_t n = product(working), middle = 0;

    if (!n)
        return false;
    for (int i = 3; i-- > 0;)
        middle = middle * working[i] + working[i] / 2;
    if (sms && n > sms && middle + sms >= n)
        middle = n - sms - 1;
    *other = *one;
    place(working, middle, one);
    if (!sms || n <= sms)
        return false;
    place(working, middle + sms, other);
    return true;
}

/* Blocks that an SM is given, as many as the one that has most; many where the grid is not known.
 */
static void give_blocks(const struct kp_timing *t, struct version *v, const struct kp_launched *l,
                        struct kp_merge by, const uint32_t working[3])
{
    uint64_t n = product(working);

    v->given = UINT16_MAX;
    v->rounded = 1;
    if (t->sms <= 0 || !n || (double)n >= t->sms * UINT16_MAX)
        return;
    v->given =
        (unsigned)kp_merge_fullest(by, l->grid, (unsigned)t->sms, v->blocks, product(l->block));
    v->rounded = v->given * t->sms / (double)n;
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
 * are made in front of it, an iteration of a longer one is simulated. */
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

/* A block of the last row may have none. */
static void find_work(struct kp_sass_launch *block, uint32_t x, uint32_t rows)
{
    if (block->at[1] * x + block->at[0] % x >= rows)
        block->at[0] -= block->at[0] % x;
}

static bool read_version(const struct kp_predictor *p, const struct kp_build *x, const char *kernel,
                         const struct kp_launched *l, struct kp_merge by, bool beside,
                         struct version *to)
{
    struct kp_sass_launch first = {0}, other;
    uint32_t working[3], columns = (uint32_t)kp_merged_along(by, 0), rows;
    bool has_other;

    if (!find_loop(p, x, kernel, beside, &to->loop))
        return false;
    memcpy(first.threads, l->block, sizeof first.threads);
    if (to->loop.kernel->parameters_at && l->parameter_bytes == to->loop.kernel->parameter_bytes) {
        first.parameters = l->parameters;
        first.parameter_bytes = l->parameter_bytes;
        first.parameters_at = to->loop.kernel->parameters_at;
    }
    memcpy(first.grid, l->grid, sizeof first.grid);
    working_grid(l, by, working);
    give_blocks(p->timing, to, l, by, working);
    rows = working[1];
    if (kp_merge_fills_rows(by, l->grid)) {
        working[1] = (rows + columns - 1) / columns;
        working[0] = l->grid[0];
    }
    has_other = take_two(working, (unsigned)p->timing->sms, &first, &other);
    if (kp_merge_fills_rows(by, l->grid)) {
        find_work(&first, columns, rows);
        if (has_other)
            find_work(&other, columns, rows);
    }
    walk(p, to, &first, has_other ? &other : NULL);
    return true;
}

/* True if the main loop reads or writes arrays of a thread in memory. */
static bool has_local(const struct version *v)
{
    const struct kp_sass_loop *l = &v->loop.kernel->loops.v[v->loop.loop];

    return l->count[KP_INSN_LOAD_LOCAL] + l->count[KP_INSN_STORE_LOCAL] > 0;
}

/* True if the main loop's code has more bytes than an SM keeps of it. Several blocks are at several
 * places of the loop, and have half of it (tools/code-size). */
static bool is_long(const struct kp_predictor *p, const struct version *v)
{
    const struct kp_sass_kernel *k = v->loop.kernel;
    const struct kp_sass_loop *l = &k->loops.v[v->loop.loop];
    uint32_t begin = k->blocks.v[l->blocks.v[0]].begin;
    uint32_t end = k->blocks.v[l->blocks.v[l->blocks.n - 1]].end;
    double most = v->blocks > 1 ? p->timing->code / 2 : p->timing->code;

    return most > 0 && (end - begin) * 16.0 > most;
}

/* The time where the test fails: of the loop as written where it is found in what was built with
 * both, else of the original, with the blocks of the rewritten kernel. */
static double other_side(const struct kp_predictor *p, const struct kp_predicted *x,
                         const struct version *before, const struct version *after)
{
    struct version *own = kp_new(p->arena, struct version);

    own->blocks = after->blocks;
    if (read_version(p, x->both, x->successor, x->launch, x->by, true, own))
        return ratio(p, before, own, UINT16_MAX);
    return per_block(p, before, before, after->blocks) / per_block(p, before, before, UINT16_MAX);
}

void kp_predict(const struct kp_predictor *p, const struct kp_predicted *x, struct kp_built *b)
{
    struct version *before, *after;

    b->time = b->low_occupancy = b->other = 0;
    if (!p || kp_is_block_unknown(b) || b->blocks_before < 1 || b->blocks_after < 1)
        return;
    before = kp_new(p->arena, struct version);
    after = kp_new(p->arena, struct version);
    before->blocks = (unsigned)b->blocks_before;
    after->blocks = (unsigned)b->blocks_after;
    if (!read_version(p, x->original, x->kernel, x->launch, (struct kp_merge){0}, false, before) ||
        !read_version(p, x->rewritten, x->successor, x->launch, x->by, false, after))
        return;
    b->has_local = !b->spills_after && has_local(after);
    b->is_long = is_long(p, after) && !is_long(p, before);
    b->same_rounds = rounds_of(before) && rounds_of(before) == rounds_of(after);
    b->time = ratio(p, before, after, UINT16_MAX);
    b->low_occupancy = ratio(p, before, after, (before->blocks + 3) / 4);
    if (b->has_test && (after->blocks < before->blocks || kp_new_spills(b)))
        b->other = other_side(p, x, before, after);
}
