/* Loops whose phases only barriers of a warp separate: each warp must have its tiles to itself, and
 * its threads must go through the loop together. */
#include "facts/warps.h"
#include "front/tree.h"
#include "legal/legal.h"
#include "model/front.h"
#include "model/launched.h"
#include "model/once.h"
#include "model/together.h"

enum { WARP = 32, MAX_THREADS = 1024 };

/* The kernel's blocks, as launches in sight or its own use of threadIdx say. */
struct blocks {
    struct kp_block_shape shape; /* is_exact: one of them */
    bool whole_rows;             /* blockDim.x is a multiple of 32 */
    bool is_launched;            /* the shape is that of all launches in sight */
    bool may_differ;             /* there may be others, of which that must be tested */
};

static bool asks_for(const struct kp_fn *fn, int64_t special)
{
    for (kp_val v = 1; v < fn->values.n; v++)
        if (fn->values.v[v].op == KP_FN_SPECIAL && fn->values.v[v].imm == special)
            return true;
    return false;
}

/* Without a launch in sight: a kernel that asks for threadIdx.x alone has blocks of one dimension,
 * another one has a warp in each row. */
static void find_blocks(const struct kp_judge *j, const struct kp_fn *fn, struct blocks *b)
{
    *b = (struct blocks){.whole_rows = true, .may_differ = true};
    if (kp_launched_block(j->u, j->f->sym, b->shape.dim)) {
        b->shape.is_exact = b->is_launched = true;
        b->whole_rows = b->shape.dim[0] % WARP == 0;
        b->may_differ =
            kp_has_unseen_launches(j->u, j->f->sym) || !kp_has_certain_rows(j->u, j->f->sym);
    } else if (!asks_for(fn, KP_SPECIAL_THREAD + 1) && !asks_for(fn, KP_SPECIAL_THREAD + 2)) {
        b->shape.count = MAX_THREADS;
    } else {
        b->shape = (struct kp_block_shape){true, {WARP, MAX_THREADS / WARP, 1}, 0};
    }
}

/* ---- tiles of one warp ----------------------------------------------------------------------- */

static bool is_of_tile(const struct kp_object *o, const struct kp_tile *t)
{
    return o->kind == KP_OBJECT_DYNAMIC  ? t->sym->is_extern
           : o->kind == KP_OBJECT_SHARED ? kp_as_written(o->sym) == t->sym
                                         : false;
}

/* Of the addresses that use the blocks' height, all heights must be looked at. */
static bool are_apart_in(const struct kp_fn *fn, const struct blocks *b, uint32_t loop,
                         uint32_t object)
{
    struct kp_block_shape shape = b->shape;

    if (b->is_launched || !shape.is_exact || !asks_for(fn, KP_SPECIAL_BLOCK_DIM + 1))
        return kp_warps_are_apart(fn, &shape, loop, object);
    for (shape.dim[1] = 1; shape.dim[1] <= b->shape.dim[1]; shape.dim[1]++)
        if (!kp_warps_are_apart(fn, &shape, loop, object))
            return false;
    return true;
}

static bool has_own_part(const struct kp_judge *j, const struct kp_fn *fn, const struct kp_tile *t)
{
    uint32_t loop = kp_fn_loop_at(fn, j->l->node);
    struct blocks b;
    bool any = false;

    if (!loop)
        return false;
    find_blocks(j, fn, &b);
    for (uint32_t i = 0; i < fn->objects.n; i++) {
        if (!is_of_tile(&fn->objects.v[i], t))
            continue;
        any = true;
        if (!are_apart_in(fn, &b, loop, i))
            return false;
    }
    return any;
}

void kp_legal_warps_apart(struct kp_judge *j)
{
    struct kp_fns fns;

    if (!j->l->by_warps)
        return;
    fns = kp_fn_instances(j->u, j->f->sym);
    for (size_t t = 0; t < j->l->tiles.n; t++) {
        bool own = j->f->sym->is_kernel && fns.n && kp_fn_has_all_instances(j->u, j->f->sym);

        for (size_t i = 0; own && i < fns.n; i++)
            own = has_own_part(j, fns.v[i], j->l->tiles.v[t]);
        if (own)
            continue;
        kp_refuse(j->u, j->l, KP_CODE_KP114, j->l->tiles.v[t]->decl, j->l->tiles.v[t]->sym->name);
        return;
    }
}

/* ---- trips of one warp ----------------------------------------------------------------------- */

/* What holds of all instances of a template. */
static const struct kp_fn *body_of(const struct kp_judge *j)
{
    struct kp_fns fns;

    if (j->f->sym->is_template)
        return kp_fn_pattern(j->u, j->f->sym);
    fns = kp_fn_instances(j->u, j->f->sym);
    return fns.n == 1 ? fns.v[0] : NULL;
}

/* What must be tested of the blocks and the grid. False: there are no names for it. */
static bool add_tests(const struct kp_judge *j, const struct kp_fn *fn, const struct blocks *b,
                      bool few_threads, struct kp_texts *tests)
{
    struct kp_arena *a = j->u->arena;
    struct kp_reaches r = kp_reaches_at(j->f, fn, j->l->node, false);
    const char *dim = r.name(r.of, KP_REACH_SPECIAL + KP_SPECIAL_BLOCK_DIM),
               *grid = r.name(r.of, KP_REACH_SPECIAL + KP_SPECIAL_GRID_DIM);

    if (!dim || !grid || !kp_names_hold_at(&r, j->l->node))
        return false;
    if (b->may_differ)
        kp_add_text(a, tests, kp_sprintf(a, "%s %% %d == 0", dim, WARP));
    if (few_threads)
        kp_add_text(a, tests, kp_sprintf(a, "%s <= 2147483647u / %s", grid, dim));
    return true;
}

/* Something that holds of the loop for the threads of a warp, or of the block. */
typedef bool holds(const struct kp_fn *fn, bool whole_rows, uint32_t loop, bool *few_threads);

/* True if it holds, where the tests that are then added to the loop do. */
static bool holds_when_tested(struct kp_judge *j, holds *is)
{
    const struct kp_fn *fn = j->l->by_warps ? body_of(j) : NULL;
    uint32_t loop = fn ? kp_fn_loop_at(fn, j->l->node) : 0;
    struct kp_texts tests = {0};
    struct blocks b;
    bool few_threads;

    if (!loop)
        return false;
    if (is(fn, false, loop, &few_threads))
        return true;
    find_blocks(j, fn, &b);
    if (!b.whole_rows || !is(fn, true, loop, &few_threads) ||
        !add_tests(j, fn, &b, few_threads, &tests) || (tests.n && !kp_can_be_tested(j)))
        return false;
    for (size_t i = 0; i < tests.n; i++)
        kp_add_text(j->u->arena, &j->l->tests, tests.v[i]);
    j->l->tests_rows |= tests.n > 0;
    j->l->rows_are_warps = true;
    return true;
}

bool kp_warps_go_round(struct kp_judge *j)
{
    return holds_when_tested(j, kp_warps_go_together);
}

/* ---- barriers of others ---------------------------------------------------------------------- */

static bool meet_in_warps(const struct kp_fn *fn, bool whole_rows, uint32_t loop, bool *few_threads)
{
    return !kp_barrier_of_others(fn, true, whole_rows, loop, few_threads);
}

/* NULL: there is none in any kernel, in which the loop may stand several times. */
static const struct kp_node *met_elsewhere(struct kp_judge *j, const struct kp_sym *kernel)
{
    struct kp_fns fns = kp_fn_bodies(j->u, kernel);
    const struct kp_node *found = NULL;
    bool few_threads;

    for (size_t i = 0; i < fns.n && !found; i++) {
        if (fns.v[i]->unknown)
            return j->l->node;
        for (uint32_t k = 1; k < fns.v[i]->loops.n && !found; k++)
            if (kp_node_as_written(fns.v[i]->loops.v[k].node) == j->l->node)
                found = kp_barrier_of_others(fns.v[i], false, false, k, &few_threads);
    }
    return fns.n ? found : j->l->node;
}

static bool waits_in_assembly(const struct kp_judge *j)
{
    for (size_t i = 0; i < j->l->stmts.n; i++)
        if (j->l->stmts.v[i].is_barrier && kp_is_barrier_in_assembly(j->u, j->l->stmts.v[i].node))
            return true;
    return false;
}

/* Threads of a branch without the loop may pass the loop's barriers elsewhere: __syncthreads() does
 * not allow that, __syncwarp() and PTX do. */
void kp_legal_met_here(struct kp_judge *j)
{
    const struct kp_node *at = NULL;
    struct kp_functions above;
    bool unseen;

    if (j->l->by_warps) {
        at = holds_when_tested(j, meet_in_warps) ? NULL : j->l->node;
    } else if (waits_in_assembly(j)) {
        above = kp_functions_above(j->u, j->l, &unseen);
        for (size_t i = 0; i < above.list.n && !at; i++)
            if (above.list.v[i]->is_kernel)
                at = met_elsewhere(j, above.list.v[i]);
        if (unseen)
            at = j->l->node;
    }
    if (at)
        kp_refuse(j->u, j->l, KP_CODE_KP103, at, NULL)->hint =
            "let all threads come to each barrier together";
}
