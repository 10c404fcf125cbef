/* What a plan costs an SM: shared memory, registers, and the blocks that then fit. */
#include "model/eval.h"
#include "model/expr.h"
#include "plan/occupancy.h"
#include "plan/plan.h"

/* Registers of a thread in addition to the arrays counted: addresses, counters, operands. The
 * simplest kernels of kernels/ take 30 to 32. */
enum { BASE_REGISTERS = 32 };
/* What still hides latency beside a prefetch: another block while one waits at its barrier, and two
 * warps for each of an SM's four schedulers. With that much left, two buffers are as fast as
 * one or faster in all kernels of docs/user/results.md that lost blocks (by 0.3% at most they are
 * not).
 */
enum { LEAST_BLOCKS = 2, LEAST_WARPS = 8 };
/* A padding of a tile's row, in elements, that people use against bank conflicts. */
enum { MOST_PADDING = 8 };

const char *kp_bytes_text(struct kp_arena *a, int64_t bytes)
{
    if (bytes >= 1024 && bytes % 1024 == 0)
        return kp_sprintf(a, "%lld KB", (long long)(bytes / 1024));
    if (bytes >= 10240)
        return kp_sprintf(a, "%.1f KB", (double)bytes / 1024);
    return kp_sprintf(a, "%lld bytes", (long long)bytes);
}

void kp_budget_of(const struct kp_target *t, const struct kp_launch_case *c, int regs, int stages,
                  struct kp_budget *out)
{
    int64_t before, after;

    *out = (struct kp_budget){.tiles_single = c->tiles,
                              .tiles_staged = -1,
                              .static_before = -1,
                              .static_after = -1,
                              .dynamic_before = c->dynamic,
                              .dynamic_after = c->dynamic,
                              .threads = c->threads};
    if (c->tiles < 0)
        return;
    out->tiles_staged = stages > 1 ? stages * c->stage : c->tiles;
    if (c->dynamic_tiles > 0) {
        out->tiles_single += c->dynamic_tiles;
        int64_t more = (stages - 1) * c->dynamic_stage - c->dynamic_spare;

        more = more > 0 ? more : 0;
        out->tiles_staged += c->dynamic_tiles + more;
        out->dynamic_after += more;
    }
    if (c->static_other < 0)
        return;
    out->static_before = c->static_other + c->tiles;
    out->static_after = c->static_other + (stages > 1 ? stages * c->stage : c->tiles);
    if (c->moves)
        out->static_after -= c->moved_from + (stages > 1 ? stages * c->stage : 0);
    if (c->dynamic < 0)
        return;
    if (c->moves)
        out->dynamic_after += c->moved_to + (stages > 1 ? stages * c->stage : 0);
    before = out->static_before + out->dynamic_before;
    after = out->static_after + out->dynamic_after;
    out->blocks_before = kp_blocks_per_sm(t, c->threads, regs, before);
    out->blocks_after = kp_blocks_per_sm(t, c->threads, regs, after);
    out->cliff = kp_cliff(t, out->blocks_before);
}

bool kp_may_fail_to_launch(const struct kp_target *t, const struct kp_launch_case *c,
                           const struct kp_budget *b)
{
    if (!c->tiles || c->moves || c->dynamic_tiles || (!c->dynamic && !c->asks_elsewhere))
        return false;
    if (c->is_limited && c->dynamic > t->smem_per_block_static)
        return false; /* it fails as it is */
    return c->dynamic < 0 || c->asks_elsewhere || b->static_after < 0 ||
           b->static_after + c->dynamic > t->smem_per_block_static ||
           b->static_after + c->dynamic + c->dynamic_more > t->smem_per_block_optin;
}

const char *kp_over_limit_text(struct kp_arena *a, const struct kp_target *t, int stages,
                               const struct kp_budget *b)
{
    const char *need =
        kp_sprintf(a, "%d buffers need %s", stages, kp_bytes_text(a, b->static_after));

    if (b->blocks_before < 1)
        return need;
    if (b->blocks_after < 1)
        return kp_sprintf(a, "%s, more than a block can have on %s", need, t->arch);
    return kp_sprintf(a, "%s (as dynamic shared memory: %d of %d blocks per SM on %s)", need,
                      b->blocks_after, b->blocks_before, t->arch);
}

bool kp_is_over_cliff(const struct kp_budget *b)
{
    int warps = b->threads ? (b->threads + 31) / 32 * b->blocks_after : LEAST_WARPS;

    return b->blocks_after < b->blocks_before &&
           (b->blocks_after < LEAST_BLOCKS || warps < LEAST_WARPS);
}

/* ---- registers ----------------------------------------------------------------------------- */

/* .. or, where `anywhere`, in its loads. */
static bool in_compute(const struct kp_loop *l, const struct kp_sym *s, bool anywhere)
{
    for (size_t i = 0; i < l->stmts.n; i++)
        if ((anywhere || l->stmts.v[i].in_compute) && kp_count_refs(l->stmts.v[i].node, s))
            return true;
    return false;
}

/* An array that compute works on, or a record that lives across the loop (a wmma fragment). */
static bool is_in_registers(const struct kp_loop *l, const struct kp_node *n, bool anywhere)
{
    const struct kp_sym *s = n->sym;

    if (n->kind != KP_VAR || !s || !s->type || s->space != KP_SPACE_LOCAL || s->is_static)
        return false;
    return (s->type->kind == KP_TYPE_ARRAY ||
            (s->type->kind == KP_TYPE_RECORD && !kp_is_inside(n, l->node))) &&
           in_compute(l, s, anywhere);
}

static int64_t arrays_under(const struct kp_loop *l, const struct kp_launch *bindings,
                            const struct kp_node *n, bool anywhere)
{
    int64_t bytes = 0, size;

    if (!kp_may_hold_objects(n))
        return 0;
    if (is_in_registers(l, n, anywhere) && kp_eval_var_size(n->sym, bindings, &size))
        bytes = size;
    kp_each_child(c, n) bytes += arrays_under(l, bindings, c, anywhere);
    return bytes;
}

int kp_registers_at_least(const struct kp_loop *l, const struct kp_launch *bindings)
{
    const struct kp_node *f = l->function->decl;
    int64_t registers = BASE_REGISTERS + (f ? arrays_under(l, bindings, f, false) / 4 : 0);

    return registers < KP_MOST_REGISTERS ? (int)registers : KP_MOST_REGISTERS;
}

bool kp_copies_fit(const struct kp_target *t, const struct kp_loop *l, int64_t threads)
{
    const struct kp_node *f = l->function->decl;
    int64_t most = threads > 0 ? t->regs_per_sm / threads : KP_MOST_REGISTERS;

    return BASE_REGISTERS + (f ? arrays_under(l, NULL, f, true) / 4 : 0) <=
           (most < KP_MOST_REGISTERS ? most : KP_MOST_REGISTERS);
}

int kp_registers_of(const struct kp_target *t, const struct kp_loop *l,
                    const struct kp_launch_case *c)
{
    int registers = kp_registers_at_least(l, c->launch), left = kp_registers_left(t, l, c);
    int most = c->threads > 0 ? t->regs_per_sm / c->threads : registers;

    most = most < left ? most : left;
    return registers < most ? registers : most; /* a kernel that launches has no more */
}

/* ---- the classic ratio ---------------------------------------------------------------------- */

struct shape {
    int64_t rows, columns, elem;
};

static bool shape_of(const struct kp_tile *t, const struct kp_launch *bindings, struct shape *out)
{
    const struct kp_type *type = t->sym->type;
    int64_t total;

    if (!type || type->kind != KP_TYPE_ARRAY || !type->elem || type->elem->kind != KP_TYPE_ARRAY ||
        !type->elem->elem || type->elem->elem->kind == KP_TYPE_ARRAY ||
        !kp_eval_type_size(type->elem->elem, bindings, &out->elem) ||
        !kp_eval_var_size(t->sym, bindings, &total))
        return false;
    out->rows = type->count;
    out->columns = type->elem->count;
    if (out->rows <= 0 && t->decl && t->decl->first &&
        !kp_eval(t->decl->first, bindings, &out->rows))
        return false;
    if (out->rows <= 0 || total % (out->rows * out->elem))
        return false;
    out->columns = total / out->rows / out->elem;
    return out->columns > 0;
}

/* True if these may be the same dimension, one of them perhaps padded. */
static bool same(int64_t a, int64_t b)
{
    int64_t difference = a > b ? a - b : b - a;

    return difference <= MOST_PADDING && difference * 2 < (a < b ? a : b);
}

double kp_classic_ratio(const struct kp_loop *l, const struct kp_launch *bindings)
{
    struct shape a, b;
    int64_t depth = INT64_MAX, m = 0, n = 0;

    if (l->tiles.n != 2 || !shape_of(l->tiles.v[0], bindings, &a) ||
        !shape_of(l->tiles.v[1], bindings, &b) || a.elem != b.elem)
        return 0;
    /* which of the dimensions is BK: the one that both have, the smallest when several fit */
    const struct {
        int64_t k, other_k, m, n;
    } ways[] = {
        {a.columns, b.rows, a.rows, b.columns},
        {a.columns, b.columns, a.rows, b.rows},
        {a.rows, b.rows, a.columns, b.columns},
        {a.rows, b.columns, a.columns, b.rows},
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        int64_t k = ways[i].k < ways[i].other_k ? ways[i].k : ways[i].other_k;

        if (!same(ways[i].k, ways[i].other_k) || k >= depth)
            continue;
        depth = k;
        m = ways[i].m;
        n = ways[i].n;
    }
    if (!m || !n)
        return 0;
    return 2.0 * (double)m * (double)n / ((double)(m + n) * (double)a.elem);
}

const char *kp_ratio_band(double ratio)
{
    if (ratio < 5)
        return "low: memory sets the pace";
    if (ratio <= 20)
        return "middle: loads and math are worth overlapping";
    return "high: math sets the pace";
}

bool kp_is_one_warp(int threads)
{
    enum { LANES = 32 };

    return threads > 0 && threads <= LANES;
}
