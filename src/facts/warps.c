/* Values that are the same in all threads of a warp, and bytes that only one warp touches. */
#include "facts/warps.h"

#include "facts/touched.h"

enum { WARP = 32, MAX_DEPTH = 60, MAX_ASSUMED = 24, MAX_LOOPS = 8, NO_SHARED = 256 * 1024 };

/* ---- the same in all threads of a warp ------------------------------------------------------- */

struct asked {
    const struct kp_fn *fn;
    bool whole_rows;
    uint32_t loop; /* whose threads are meant */
    bool few_threads;
    kp_val assumed[MAX_ASSUMED];
    uint32_t loops[MAX_LOOPS]; /* of which the same is being asked */
    unsigned n_assumed, n_loops;
};

static bool is_alike(struct asked *a, kp_val id, int depth);

static bool is_special(const struct kp_fn *fn, kp_val id, int64_t which)
{
    const struct kp_value *v = kp_fn_value(fn, id);

    return v->op == KP_FN_SPECIAL && v->imm == which;
}

/* The value without conversions between integers of at least 32 bits. */
static kp_val converted(const struct kp_fn *fn, kp_val id)
{
    for (int hops = 0; hops < MAX_DEPTH; hops++) {
        const struct kp_value *v = kp_fn_value(fn, id);
        bool is_wide =
            (v->type.kind == KP_FN_INT || v->type.kind == KP_FN_UINT) && v->type.bytes >= 4;

        if (v->op != KP_FN_CAST || !is_wide)
            break;
        id = v->operand[0];
    }
    return kp_fn_find(fn, id);
}

/* True if the value is a multiple of 32, or of what has 32 as a factor in these blocks. */
static bool is_multiple(const struct asked *a, kp_val id)
{
    const struct kp_value *v = kp_fn_value(a->fn, converted(a->fn, id));
    int64_t by;

    if (v->op == KP_FN_SHL)
        return kp_fn_is_const(a->fn, v->operand[1], &by) && by >= 5 && by < 31;
    if (v->op != KP_FN_MUL)
        return false;
    for (unsigned i = 0; i < 2; i++)
        if ((kp_fn_is_const(a->fn, v->operand[i], &by) && by % WARP == 0) ||
            (a->whole_rows &&
             is_special(a->fn, converted(a->fn, v->operand[i]), KP_SPECIAL_BLOCK_DIM)))
            return true;
    return false;
}

/* The number of a thread in a row of whole warps, or a sum of it and multiples of 32 that are alike
 * in all threads of a warp. As what wraps around at 2^32 keeps its remainder, that is true of
 * unsigned numbers of any size. */
static bool is_in_row(struct asked *a, kp_val id, int depth)
{
    const struct kp_value *v;

    id = converted(a->fn, id);
    v = kp_fn_value(a->fn, id);
    if (is_special(a->fn, id, KP_SPECIAL_THREAD))
        return true;
    if (v->op != KP_FN_ADD || depth > MAX_DEPTH || v->type.bytes < 4 ||
        (v->type.kind != KP_FN_INT && v->type.kind != KP_FN_UINT))
        return false;
    for (unsigned i = 0; i < 2; i++)
        if (is_multiple(a, v->operand[1 - i]) && is_alike(a, v->operand[1 - i], depth + 1) &&
            is_in_row(a, v->operand[i], depth + 1))
            return true;
    return false;
}

/* A sum of numbers of a thread, each perhaps times one of the block's dimensions or a small number:
 * far below 2^31. */
static bool is_small(const struct kp_fn *fn, kp_val id, int depth)
{
    const struct kp_value *v = kp_fn_value(fn, converted(fn, id));
    int64_t by;

    if (v->op == KP_FN_SPECIAL)
        return v->imm < KP_SPECIAL_BLOCK;
    if (depth == 4 || (v->op != KP_FN_ADD && v->op != KP_FN_MUL))
        return false;
    if (v->op == KP_FN_ADD)
        return is_small(fn, v->operand[0], depth + 1) && is_small(fn, v->operand[1], depth + 1);
    for (unsigned i = 0; i < 2; i++) {
        const struct kp_value *t = kp_fn_value(fn, converted(fn, v->operand[i])),
                              *n = kp_fn_value(fn, converted(fn, v->operand[1 - i]));

        if (t->op == KP_FN_SPECIAL && t->imm < KP_SPECIAL_BLOCK &&
            ((n->op == KP_FN_SPECIAL && n->imm >= KP_SPECIAL_BLOCK_DIM &&
              n->imm < KP_SPECIAL_GRID_DIM) ||
             (kp_fn_is_const(fn, v->operand[1 - i], &by) && by >= 0 && by <= 1024)))
            return true;
    }
    return false;
}

/* True if it is never negative as a signed number: blockIdx.x * blockDim.x + threadIdx.x where a
 * grid has few threads, and what is small. */
static bool is_positive(struct asked *a, kp_val id)
{
    const struct kp_fn *fn = a->fn;
    const struct kp_value *v = kp_fn_value(fn, converted(fn, id));

    if (is_small(fn, id, 0))
        return true;
    for (unsigned i = 0; v->op == KP_FN_ADD && i < 2; i++) {
        const struct kp_value *first = kp_fn_value(fn, converted(fn, v->operand[i]));

        if (first->op != KP_FN_MUL ||
            !is_special(fn, converted(fn, v->operand[1 - i]), KP_SPECIAL_THREAD))
            continue;
        for (unsigned k = 0; k < 2; k++)
            if (is_special(fn, converted(fn, first->operand[k]), KP_SPECIAL_BLOCK) &&
                is_special(fn, converted(fn, first->operand[1 - k]), KP_SPECIAL_BLOCK_DIM))
                return a->few_threads = true;
    }
    return false;
}

/* x / 32 or x >> 5, and multiples of it, of a number in a row: the number of a warp. */
static bool is_number_of_warp(struct asked *a, const struct kp_value *v, int depth)
{
    unsigned assumed = a->n_assumed;
    int64_t by;
    bool is;

    if ((v->op != KP_FN_DIV && v->op != KP_FN_SHR) || !a->whole_rows ||
        (v->type.kind != KP_FN_INT && v->type.kind != KP_FN_UINT) || v->type.bytes != 4 ||
        !kp_fn_is_const(a->fn, v->operand[1], &by))
        return false;
    is = (v->op == KP_FN_SHR ? by >= 5 && by < 32 : by > 0 && by % WARP == 0) &&
         is_in_row(a, v->operand[0], depth + 1) &&
         (v->op == KP_FN_SHR || v->type.kind == KP_FN_UINT || is_positive(a, v->operand[0]));
    if (!is)
        a->n_assumed = assumed;
    return is;
}

/* True if the loop ends by its condition alone, in all threads at once. If they have come to a trip
 * of it together, they come to the next one together. */
static bool ends_together(struct asked *a, uint32_t loop, int depth)
{
    const struct kp_fn_loop *l = &a->fn->loops.v[loop];
    bool together;

    for (unsigned i = 0; i < a->n_loops; i++)
        if (a->loops[i] == loop)
            return true;
    if (a->n_loops == MAX_LOOPS || l->has_exits || !l->condition)
        return false;
    a->loops[a->n_loops++] = loop;
    together = is_alike(a, l->condition, depth + 1);
    a->n_loops--;
    return together;
}

/* Threads that have left a loop at different times have different values of it. */
static bool is_left_together(struct asked *a, uint32_t block, int depth)
{
    for (uint32_t i = a->fn->blocks.v[block].loop; i; i = a->fn->loops.v[i].outer)
        if (!kp_fn_in_loop(a->fn, a->loop, i) && !ends_together(a, i, depth))
            return false;
    return true;
}

static bool is_assumed(struct asked *a, kp_val id)
{
    for (unsigned i = 0; i < a->n_assumed; i++)
        if (a->assumed[i] == id)
            return true;
    return false;
}

/* Of a loop, which all threads go through together, or of an `if` that all decide alike. */
static bool is_joined_alike(struct asked *a, const struct kp_value *phi, int depth)
{
    uint32_t joins = a->fn->blocks.v[phi->block].joins;

    return kp_fn_is_header_phi(a->fn, phi) ||
           (phi->n_operands == 2 && joins && is_alike(a, joins, depth + 1));
}

static bool is_plain_op(const struct kp_value *v)
{
    return (v->op >= KP_FN_ADD && v->op <= KP_FN_EXTRACT) || v->op == KP_FN_PHI ||
           (v->op == KP_FN_LOAD && !v->is_volatile);
}

static bool is_alike(struct asked *a, kp_val id, int depth)
{
    const struct kp_fn *fn = a->fn;
    const struct kp_value *v = kp_fn_value(fn, id);

    id = kp_fn_find(fn, id);
    if (depth > MAX_DEPTH)
        return false;
    if (v->op == KP_FN_CONST || v->op == KP_FN_PARAM || v->op == KP_FN_GIVEN || is_assumed(a, id))
        return true;
    if (v->op == KP_FN_SPECIAL)
        return v->imm >= KP_SPECIAL_BLOCK || (v->imm > KP_SPECIAL_THREAD && a->whole_rows);
    if (v->op == KP_FN_ADDRESS)
        return fn->objects.v[v->imm].kind != KP_OBJECT_LOCAL;
    if (!is_plain_op(v) || !is_left_together(a, v->block, depth))
        return false;
    if (is_number_of_warp(a, v, depth))
        return true;
    if (v->op == KP_FN_PHI) {
        if (a->n_assumed == MAX_ASSUMED)
            return false;
        a->assumed[a->n_assumed++] = id;
        if (!is_joined_alike(a, v, depth))
            return false;
    }
    for (unsigned i = 0; i < v->n_operands; i++)
        if (!is_alike(a, v->operand[i], depth + 1))
            return false;
    return true;
}

/* Of what is around a loop inside another one: else some threads may come to it in other rounds. */
static bool come_together(struct asked *a, uint32_t loop)
{
    const struct kp_fn *fn = a->fn;
    uint32_t header = fn->loops.v[loop].header;

    for (uint32_t g = fn->blocks.v[header].guard; g && fn->loops.v[loop].outer;
         g = fn->guards.v[g].outer)
        if (!fn->guards.v[g].condition || !is_alike(a, fn->guards.v[g].condition, 0))
            return false;
    return true;
}

bool kp_warps_go_together(const struct kp_fn *fn, bool whole_rows, uint32_t loop, bool *few_threads)
{
    struct asked a = {.fn = fn, .whole_rows = whole_rows, .loop = loop};
    bool all = !fn->unknown && fn->function->sym && fn->function->sym->is_kernel;

    for (uint32_t i = loop; i && all; i = fn->loops.v[i].outer)
        all = ends_together(&a, i, 0);
    all = all && come_together(&a, loop);
    *few_threads = a.few_threads;
    return all;
}

bool kp_is_of_warp(const struct kp_fn *fn, uint32_t loop, kp_val v)
{
    struct asked a = {.fn = fn, .whole_rows = true, .loop = loop};
    uint32_t in = fn->blocks.v[kp_fn_value(fn, v)->block].loop;

    return kp_fn_in_loop(fn, loop, in) && is_alike(&a, v, 0) && !a.few_threads;
}

/* ---- barriers of others ---------------------------------------------------------------------- */

/* What returns a value (a shuffle, a vote) is no barrier to which another kind of call belongs. */
static bool is_barrier(const struct kp_value *v, bool by_warps)
{
    if (v->same_as)
        return false;
    if (v->op == KP_FN_UNKNOWN || (v->op == KP_FN_BARRIER && !by_warps))
        return true;
    return v->op == KP_FN_CALL && v->type.kind == KP_FN_VOID &&
           (v->control & (by_warps ? KP_CTL_WARP : KP_CTL_BARRIER));
}

static bool is_guard_of(const struct kp_fn *fn, uint32_t guard, uint32_t block)
{
    uint32_t g = fn->blocks.v[block].guard;

    while (g && g != guard)
        g = fn->guards.v[g].outer;
    return g != 0;
}

/* True if all threads that come to the one block come to the other, as far as conditions go. */
static bool has_conditions_of(struct asked *a, uint32_t other, uint32_t block)
{
    const struct kp_fn *fn = a->fn;

    for (uint32_t g = fn->blocks.v[block].guard; g; g = fn->guards.v[g].outer) {
        kp_val c = fn->guards.v[g].condition;

        if (!is_guard_of(fn, g, other) && !is_alike(a, c ? c : fn->guards.v[g].chosen_by, 0))
            return false;
    }
    return true;
}

const struct kp_node *kp_barrier_of_others(const struct kp_fn *fn, bool by_warps, bool whole_rows,
                                           uint32_t loop, bool *few_threads)
{
    struct asked a = {.fn = fn, .whole_rows = whole_rows, .loop = loop};
    uint32_t header = fn->loops.v[loop].header;
    const struct kp_node *found = NULL;

    for (kp_val id = 1; id < fn->values.n && !found; id++) {
        const struct kp_value *v = &fn->values.v[id];

        if (!is_barrier(v, by_warps) || kp_fn_in_loop(fn, fn->blocks.v[v->block].loop, loop) ||
            (has_conditions_of(&a, header, v->block) && has_conditions_of(&a, v->block, header)))
            continue;
        found = v->node ? v->node : fn->function;
    }
    *few_threads = a.few_threads;
    return found;
}

/* ---- apart ----------------------------------------------------------------------------------- */

/* By byte, the warp that touches it: 0 none, else its number + 1. */
struct owners {
    const struct kp_block_shape *shape;
    uint8_t writer[NO_SHARED];
    struct kp_touched_lines lines; /* of the access */
    bool writes, meet;
};

static uint8_t warp_of(const struct kp_block_shape *s, const int64_t thread[3])
{
    int64_t at = thread[0];

    if (s->is_exact)
        at += s->dim[0] * (thread[1] + s->dim[1] * thread[2]);
    return (uint8_t)(at / WARP + 1);
}

static void see_line(struct owners *o, uint8_t warp, int64_t at)
{
    if (at < 0 || at + o->lines.bytes > NO_SHARED) {
        o->meet = true;
        return;
    }
    for (int64_t i = at; i < at + o->lines.bytes; i++) {
        o->meet |= o->writer[i] && o->writer[i] != warp;
        if (o->writes)
            o->writer[i] = warp;
    }
}

static void see(void *to, const struct kp_point *p)
{
    struct owners *o = to;
    uint8_t warp = warp_of(o->shape, p->thread);

    for (int64_t i = 0; i < o->lines.n && !o->meet; i++)
        see_line(o, warp, p->at + i * o->lines.stride);
}

/* All accesses of the loop that write, or all others. */
static bool are_apart(struct owners *o, const struct kp_fn *fn, uint32_t loop, const bool *holds,
                      bool writes)
{
    for (kp_val id = 1; id < fn->values.n; id++) {
        const struct kp_value *v = &fn->values.v[id];

        if (v->same_as || !kp_fn_in_loop(fn, fn->blocks.v[v->block].loop, loop))
            continue;
        for (unsigned i = 0; i < v->n_operands; i++) {
            struct kp_fn_touch t = kp_fn_touches(fn, v, i);

            if (!holds[kp_fn_operand(fn, v, i)] || !t.mode || !(t.mode & ~KP_READ) == writes)
                continue;
            o->writes = writes;
            if (v->op == KP_FN_PHI || !kp_touched_lines(fn, v, i, &o->lines) ||
                kp_each_possible_point(fn, o->shape,
                                       (struct kp_access_at){.value = id, .operand = i}, see, o) ||
                o->meet)
                return false;
        }
    }
    return true;
}

/* Nothing but the addresses in sight leads to the object. */
static bool is_followed(const struct kp_fn *fn, const bool *holds)
{
    for (kp_val id = 1; id < fn->values.n; id++) {
        const struct kp_value *v = &fn->values.v[id];

        if (!v->same_as && (v->op == KP_FN_UNKNOWN || kp_fn_lets_go(fn, holds, v)))
            return false;
    }
    return true;
}

bool kp_warps_are_apart(const struct kp_fn *fn, const struct kp_block_shape *shape, uint32_t loop,
                        uint32_t object)
{
    const bool *holds = kp_fn_holders(fn, object);
    struct owners *o = kp_new(fn->arena, struct owners);

    o->shape = shape;
    return is_followed(fn, holds) && are_apart(o, fn, loop, holds, true) &&
           are_apart(o, fn, loop, holds, false);
}
