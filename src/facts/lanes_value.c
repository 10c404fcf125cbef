/* What the lanes of a warp see in a value of the IR. */
#include "facts/lanes.h"

#include "fn/callee.h"
#include "front/tree.h"

enum { MAX_DEPTH = 100, MAX_WORK = 20000, MAX_ROUNDS = 12, ALL = -1 };

static const struct kp_lanes unknown;

static struct kp_lanes value_of(struct kp_warp_view *w, kp_val id);

/* ---- the warp -------------------------------------------------------------------------------- */

struct kp_warp_view *kp_warp_new(const struct kp_fn *fn)
{
    struct kp_warp_view *w = kp_new(fn->arena, struct kp_warp_view);

    w->fn = fn;
    w->memo = kp_new_array(fn->arena, struct kp_lanes *, fn->values.n);
    w->stamp = kp_new_array(fn->arena, uint32_t, fn->values.n);
    return w;
}

/* What is remembered was found under other assumptions. */
static void begin_anew(struct kp_warp_view *w)
{
    w->base = ++w->clock;
}

void kp_warp_place(struct kp_warp_view *w, const int64_t block[3], int64_t warp)
{
    int64_t x = block[0] > 0 ? block[0] : INT32_MAX, y = block[1] > 0 ? block[1] : 1;
    int64_t z = block[2] > 0 ? block[2] : 1;

    memcpy(w->block, block, sizeof w->block);
    w->lanes = 0;
    for (int l = 0; l < KP_WARP; l++) {
        int64_t t = warp * KP_WARP + l;

        w->thread[l][0] = t % x;
        w->thread[l][1] = t / x % y;
        w->thread[l][2] = t / x / y % z;
        if (x == INT32_MAX || t < x * y * z)
            w->lanes = (unsigned)l + 1;
    }
    begin_anew(w);
}

/* ---- leaves ---------------------------------------------------------------------------------- */

/* The same for all lanes, if all that it is computed from is. */
static struct kp_lanes alike(struct kp_warp_view *w, const struct kp_value *v)
{
    for (unsigned i = 0; i < v->n_operands; i++) {
        struct kp_lanes o = value_of(w, v->operand[i]);

        if (!kp_lanes_uniform(&o))
            return unknown;
    }
    return kp_lanes_some(1);
}

static struct kp_lanes special(const struct kp_warp_view *w, int64_t which)
{
    struct kp_lanes out = {.known = true};
    int64_t axis = which - KP_SPECIAL_BLOCK_DIM;

    for (int l = 0; l < KP_WARP && which < KP_SPECIAL_BLOCK; l++)
        out.at[l] = w->thread[l][which];
    if (which < KP_SPECIAL_BLOCK)
        return out;
    if (axis < 0 || which >= KP_SPECIAL_GRID_DIM)
        return kp_lanes_some(1);
    /* a row of threads that nobody has counted: whole warps, as good as always */
    return w->block[axis] > 0 ? kp_lanes_of(w->block[axis]) : kp_lanes_some(axis ? 1 : KP_WARP);
}

static struct kp_lanes address_of(const struct kp_sym *root)
{
    struct kp_lanes out = kp_lanes_of(0);

    out.root = kp_as_written(root);
    return out;
}

/* A value from memory is the same for all lanes when its address is. */
static struct kp_lanes loaded(struct kp_warp_view *w, const struct kp_value *v)
{
    struct kp_lanes at = value_of(w, v->operand[0]);

    return kp_lanes_uniform(&at) ? kp_lanes_some(1) : unknown;
}

/* thread_rank() and its like: of a group, which is the same for all its threads. */
static bool tells_threads_apart(const struct kp_value *v)
{
    const struct kp_sym *s = v->node ? v->node->sym : NULL;

    return s && s->kind == KP_SYM_FUNCTION &&
           (s->is_method ? !kp_argument(v->node, 0)
                         : kp_streq(s->name, "thread_rank") || kp_streq(s->name, "thread_index") ||
                               kp_streq(s->name, "meta_group_rank"));
}

/* ---- choices --------------------------------------------------------------------------------- */

static struct kp_lanes choice(struct kp_warp_view *w, kp_val condition, kp_val then, kp_val other)
{
    struct kp_lanes c = value_of(w, condition), yes, no;

    if (kp_lanes_exact(&c) && kp_lanes_uniform(&c))
        return value_of(w, c.at[0] ? then : other);
    yes = value_of(w, then);
    no = value_of(w, other);
    if (kp_lanes_uniform(&c) && kp_lanes_uniform(&yes) && kp_lanes_uniform(&no))
        return kp_lanes_some(1);
    if (!kp_lanes_exact(&c) || !kp_lanes_exact(&yes) || !kp_lanes_exact(&no) || yes.root || no.root)
        return unknown;
    for (int l = 0; l < KP_WARP; l++)
        yes.at[l] = c.at[l] ? yes.at[l] : no.at[l];
    return yes;
}

/* True if all lanes that come to the block come the same way. */
static bool comes_together(struct kp_warp_view *w, const struct kp_fn_block *block)
{
    for (size_t i = 0; i < block->preds.n; i++)
        for (uint32_t g = w->fn->blocks.v[block->preds.v[i]].guard; g && g != block->guard;
             g = w->fn->guards.v[g].outer) {
            const struct kp_fn_guard *guard = &w->fn->guards.v[g];
            struct kp_lanes c = value_of(w, guard->condition ? guard->condition : guard->chosen_by);

            if (!kp_lanes_uniform(&c))
                return false;
        }
    return true;
}

/* ---- loops ----------------------------------------------------------------------------------- */

static const struct kp_lanes *pinned(const struct kp_warp_view *w, kp_val phi)
{
    for (size_t i = w->pinned.n; i-- > 0;)
        if (w->pinned.v[i].phi == phi)
            return &w->pinned.v[i].value;
    return NULL;
}

static void pin(struct kp_warp_view *w, kp_val phi, const struct kp_lanes *value)
{
    struct kp_pinned p = {phi, *value};

    kp_push(w->fn->arena, &w->pinned, p);
    w->clock++;
}

/* What a trip adds, the same for all lanes; 0: nothing. False: not known. */
static bool step_of(const struct kp_lanes *from, const struct kp_lanes *to, int64_t *step)
{
    struct kp_lanes back = kp_lanes_scaled(from, -1), by = *to;

    if (!back.known || !to->known || from->root != to->root)
        return false;
    back.root = by.root = NULL;
    by = kp_lanes_sum(&by, &back);
    *step = kp_lanes_gcd(by.multiple, by.at[0]);
    return kp_lanes_uniform(&by);
}

static struct kp_lanes remember(struct kp_warp_view *w, kp_val id, const struct kp_lanes *v)
{
    if (!w->memo[id])
        w->memo[id] = kp_new(w->fn->arena, struct kp_lanes);
    *w->memo[id] = *v;
    w->stamp[id] = w->pinned.n > w->n_entered ? w->clock : w->base;
    return *v;
}

/* Widens what is assumed of a phi until it holds after a trip as well. True when it did already. */
static bool holds_on(struct kp_warp_view *w, kp_val phi, struct kp_lanes *any)
{
    struct kp_lanes next = value_of(w, w->fn->values.v[phi].operand[1]);
    int64_t before = any->multiple, step;

    if (!step_of(any, &next, &step)) {
        *any = unknown;
        return false;
    }
    any->multiple = kp_lanes_gcd(before, step);
    return any->multiple == before;
}

/* A variable at the head of its loop: the value that it starts with, plus an unknown multiple of
 * what divides all steps. All of a loop's are found together. */
static struct kp_lanes counter(struct kp_warp_view *w, kp_val id, uint32_t loop, bool is_inside)
{
    struct kp_lanes any[KP_FN_MAX_PHIS], out = unknown;
    kp_val phi[KP_FN_MAX_PHIS];
    unsigned n = kp_fn_header_phis(w->fn, loop, phi);
    bool again = true;

    for (unsigned i = 0; i < n; i++)
        any[i] = value_of(w, w->fn->values.v[phi[i]].operand[0]);
    for (int round = 0; again && round < MAX_ROUNDS; round++) {
        again = false;
        for (unsigned i = 0; i < n; i++)
            pin(w, phi[i], &any[i]);
        for (unsigned i = 0; i < n; i++)
            again |= any[i].known && !holds_on(w, phi[i], &any[i]);
        w->pinned.n -= n;
        w->clock++;
    }
    for (unsigned i = 0; i < n && !again; i++) {
        if (is_inside)
            remember(w, phi[i], &any[i]);
        if (phi[i] == id)
            out = any[i];
    }
    return out;
}

/* .. and behind the loop, where lanes may have left it in different trips. */
static struct kp_lanes of_loop(struct kp_warp_view *w, kp_val id, uint32_t loop)
{
    const struct kp_fn_loop *l = &w->fn->loops.v[loop];
    bool is_inside = kp_fn_in_loop(w->fn, w->fn->blocks.v[w->at].loop, loop);
    struct kp_lanes out = counter(w, id, loop, is_inside), goes_on;

    if (!out.known || is_inside)
        return out;
    pin(w, id, &out);
    goes_on = value_of(w, l->condition);
    w->pinned.n--;
    w->clock++;
    return kp_lanes_uniform(&goes_on) && !l->has_exits ? out : unknown;
}

static struct kp_lanes phi(struct kp_warp_view *w, kp_val id, const struct kp_value *v)
{
    const struct kp_fn_block *block = &w->fn->blocks.v[v->block];

    if (kp_fn_is_header_phi(w->fn, v))
        return of_loop(w, id, block->loop);
    if (block->joins && v->n_operands == 2)
        return choice(w, block->joins, v->operand[0], v->operand[1]);
    return comes_together(w, block) ? alike(w, v) : unknown;
}

/* ---- expressions ----------------------------------------------------------------------------- */

/* The value without conversions that keep it. */
static kp_val bare(const struct kp_fn *fn, kp_val v)
{
    while (kp_fn_value(fn, v)->op == KP_FN_CAST && kp_fn_is_number(kp_fn_value(fn, v)->type))
        v = kp_fn_value(fn, v)->operand[0];
    return kp_fn_find(fn, v);
}

static struct kp_lanes binary(struct kp_warp_view *w, const struct kp_value *v)
{
    struct kp_fn_type of = kp_fn_value(w->fn, v->operand[0])->type;
    bool is_address = v->type.kind == KP_FN_POINTER;
    struct kp_lanes a, b, out;

    if (!is_address && (!kp_fn_is_number(v->type) || !kp_fn_is_number(of)))
        return alike(w, v);
    a = value_of(w, v->operand[0]);
    b = value_of(w, v->operand[1]);
    out =
        kp_lanes_binary(v->op, of, &a, &b, bare(w->fn, v->operand[0]), bare(w->fn, v->operand[1]));
    return out.known || is_address ? out : alike(w, v);
}

static struct kp_lanes unary(struct kp_warp_view *w, const struct kp_value *v)
{
    struct kp_fn_type from = kp_fn_value(w->fn, v->operand[0])->type, to = v->type;
    struct kp_lanes a = value_of(w, v->operand[0]);

    if (v->op == KP_FN_NAME || (from.kind == KP_FN_POINTER && to.kind == KP_FN_POINTER))
        return a;
    if (!kp_fn_is_number(from) || !kp_fn_is_number(to))
        return alike(w, v);
    if (v->op == KP_FN_NEG || (v->op == KP_FN_CAST && to.kind != KP_FN_BOOL && to.bytes >= 4))
        return v->op == KP_FN_NEG ? kp_lanes_scaled(&a, -1) : a;
    if (!kp_lanes_exact(&a) || (v->op == KP_FN_CAST && to.kind != KP_FN_BOOL))
        return alike(w, v);
    for (int l = 0; l < KP_WARP; l++)
        a.at[l] = v->op == KP_FN_CAST ? a.at[l] != 0 : to.kind == KP_FN_BOOL ? !a.at[l] : ~a.at[l];
    return a;
}

static struct kp_lanes value_here(struct kp_warp_view *w, kp_val id)
{
    const struct kp_value *v = &w->fn->values.v[id];

    switch (v->op) {
    case KP_FN_CONST:
        return kp_fn_is_number(v->type) ? kp_lanes_of(v->imm) : kp_lanes_some(1);
    case KP_FN_SPECIAL:
        return special(w, v->imm);
    case KP_FN_PARAM:
        return v->type.kind == KP_FN_POINTER && v->node ? address_of(v->node->sym)
                                                        : kp_lanes_some(1);
    case KP_FN_ADDRESS:
        return w->fn->objects.v[v->imm].kind == KP_OBJECT_LOCAL
                   ? unknown /* each thread has its own */
                   : address_of(w->fn->objects.v[v->imm].sym);
    case KP_FN_LOAD:
        return loaded(w, v);
    case KP_FN_PHI:
        return phi(w, id, v);
    case KP_FN_SELECT:
        return choice(w, v->operand[0], v->operand[1], v->operand[2]);
    case KP_FN_NAME:
    case KP_FN_CAST:
    case KP_FN_NEG:
    case KP_FN_NOT:
        return unary(w, v);
    case KP_FN_PURE:
        return tells_threads_apart(v) ? unknown : alike(w, v);
    case KP_FN_NUMBER:
    case KP_FN_EXTRACT:
    case KP_FN_INSERT:
        return alike(w, v);
    default:
        return v->op >= KP_FN_ADD && v->op <= KP_FN_MAX ? binary(w, v) : unknown;
    }
}

static struct kp_lanes value_of(struct kp_warp_view *w, kp_val id)
{
    const struct kp_lanes *assumed;
    struct kp_lanes out;

    id = kp_fn_find(w->fn, id);
    if ((assumed = pinned(w, id)))
        return *assumed;
    if (w->stamp[id] && (w->stamp[id] == w->clock || w->stamp[id] == w->base))
        return *w->memo[id];
    if (!id || w->depth == MAX_DEPTH || ++w->work > MAX_WORK)
        return unknown;
    w->depth++;
    out = value_here(w, id);
    w->depth--;
    return remember(w, id, &out);
}

struct kp_lanes kp_lanes_value(struct kp_warp_view *w, kp_val v, uint32_t block)
{
    w->work = 0;
    if (w->at != block)
        begin_anew(w);
    w->at = block;
    return value_of(w, v);
}

/* ---- who comes to a place -------------------------------------------------------------------- */

/* `row < M`: an index against a size. At the edge of the data some lanes stay behind; everywhere
 * else all come. A comparison for equality picks lanes, nobody knows which. */
static bool is_bound(struct kp_warp_view *w, const struct kp_value *v, uint32_t block)
{
    struct kp_lanes a, b;

    if (v->op < KP_FN_LT || v->op > KP_FN_GE)
        return false;
    a = kp_lanes_value(w, v->operand[0], block);
    b = kp_lanes_value(w, v->operand[1], block);
    return a.known && b.known && !(kp_lanes_exact(&a) && kp_lanes_exact(&b));
}

/* The operands of `a && b`, `a || b`: also where b is computed only if it decides. */
static bool logical(const struct kp_fn *fn, const struct kp_value *v, bool *is_and, kp_val side[2])
{
    int64_t known;

    if (v->type.kind != KP_FN_BOOL || v->n_operands != 2)
        return false;
    memcpy(side, v->operand, 2 * sizeof *side);
    *is_and = v->op == KP_FN_AND;
    if (v->op == KP_FN_AND || v->op == KP_FN_OR)
        return true;
    if (v->op != KP_FN_PHI || !fn->blocks.v[v->block].joins)
        return false;
    *is_and = kp_fn_is_const(fn, side[1], &known) && !known;
    if (!*is_and && !(kp_fn_is_const(fn, side[0], &known) && known))
        return false;
    side[*is_and ? 1 : 0] = fn->blocks.v[v->block].joins;
    return true;
}

/* The lanes for which a condition, or its negation, is true; false: unknown. */
static bool holds_for(struct kp_warp_view *w, kp_val condition, bool negated, uint32_t block,
                      uint32_t *yes)
{
    const struct kp_value *v = kp_fn_value(w->fn, condition);
    struct kp_lanes known = kp_lanes_value(w, condition, block);
    uint32_t a, b;
    kp_val side[2];
    bool is_and;

    *yes = (uint32_t)ALL;
    if (kp_lanes_exact(&known)) {
        for (int l = 0; l < KP_WARP; l++)
            if ((known.at[l] != 0) == negated)
                *yes &= ~((uint32_t)1 << l);
        return true;
    }
    if (kp_lanes_uniform(&known) || is_bound(w, v, block))
        return true;
    if (v->op == KP_FN_NOT && v->type.kind == KP_FN_BOOL)
        return holds_for(w, v->operand[0], !negated, block, yes);
    if (!logical(w->fn, v, &is_and, side) || !holds_for(w, side[0], negated, block, &a) ||
        !holds_for(w, side[1], negated, block, &b))
        return false;
    *yes = is_and != negated ? a & b : a | b;
    return true;
}

/* The loop whose condition this is, tested at its head; 0: none. */
static uint32_t loop_of(const struct kp_fn *fn, kp_val condition)
{
    for (uint32_t i = 1; i < fn->loops.n; i++)
        if (fn->loops.v[i].condition == condition && !fn->loops.v[i].tests_last)
            return i;
    return 0;
}

bool kp_lanes_active(struct kp_warp_view *w, uint32_t block, uint32_t *active)
{
    *active = w->lanes == KP_WARP ? (uint32_t)ALL : ((uint32_t)1 << w->lanes) - 1;
    for (uint32_t g = w->fn->blocks.v[block].guard; g; g = w->fn->guards.v[g].outer) {
        const struct kp_fn_guard *guard = &w->fn->guards.v[g];
        uint32_t loop = guard->condition ? loop_of(w->fn, guard->condition) : 0, yes;
        struct kp_lanes chosen = kp_lanes_value(w, guard->chosen_by, block);
        bool ok;

        if (!guard->condition && kp_lanes_uniform(&chosen))
            continue;
        if (loop)
            kp_warp_enter(w, loop);
        ok = guard->condition && holds_for(w, guard->condition, guard->negated, block, &yes);
        if (loop)
            kp_warp_leave(w, loop);
        if (!ok)
            return false;
        *active &= yes;
    }
    return true;
}

/* ---- single trips ---------------------------------------------------------------------------- */

/* All at once. */
static void set_phis(struct kp_warp_view *w, uint32_t loop, unsigned operand)
{
    kp_val phi[KP_FN_MAX_PHIS];
    struct kp_lanes now[KP_FN_MAX_PHIS];
    unsigned n = kp_fn_header_phis(w->fn, loop, phi);

    w->work = 0;
    for (unsigned i = 0; i < n; i++)
        now[i] = value_of(w, w->fn->values.v[phi[i]].operand[operand]);
    if (operand)
        w->pinned.n -= n;
    for (unsigned i = 0; i < n; i++)
        pin(w, phi[i], &now[i]);
    w->n_entered = w->pinned.n;
    begin_anew(w);
}

void kp_warp_enter(struct kp_warp_view *w, uint32_t loop)
{
    w->at = w->fn->loops.v[loop].header;
    begin_anew(w);
    set_phis(w, loop, 0);
}

void kp_warp_next_trip(struct kp_warp_view *w, uint32_t loop)
{
    set_phis(w, loop, 1);
}

void kp_warp_leave(struct kp_warp_view *w, uint32_t loop)
{
    kp_val phi[KP_FN_MAX_PHIS];

    w->pinned.n -= kp_fn_header_phis(w->fn, loop, phi);
    w->n_entered = w->pinned.n;
    begin_anew(w);
}
