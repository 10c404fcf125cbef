/* Addresses, run for every thread and iteration. */
#include "facts/points.h"

#include "facts/pointed.h"
#include "front/tree.h"

/* Work in steps, per access; loops around it; trips of one of them. */
enum { MAX_STEPS = 4000000, MAX_CHAIN = 12, MAX_TRIPS = 4096, MAX_LOOPS = 63 };

/* By value: the loops in which it changes, and the numbers of a thread (bit 0: x, ..) by which it
 * differs between threads. */
enum { ALL_AXES = 7 };
/* For `within`: no loop. */
static const uint32_t ALL_LOOPS = UINT32_MAX;
struct kp_changes {
    uint64_t *varies;
    uint8_t *axes;
    uint8_t asked; /* by the function at all */
};

struct run {
    const struct kp_fn *fn;
    const struct kp_block_shape *shape;
    const struct kp_changes *changes;
    int64_t *memo;   /* by value .. */
    uint32_t *stamp; /* .. valid while this is that of its level */
    bool *failed;    /* .. and has no number */
    uint32_t level_stamp[MAX_CHAIN + 2], clock;
    bool *is_set;              /* phis of loops that are being run */
    uint32_t chain[MAX_CHAIN]; /* loops, outermost first */
    uint32_t trip[MAX_CHAIN];
    unsigned n_chain;
    kp_see_point *see;
    void *to;
    unsigned access; /* the number of the access, for `see` */
    int64_t thread[3];
    uint8_t axes; /* of the threads that are run: the others make no difference */
    long steps;
    kp_val address;
    uint32_t guard;
    bool goes_on; /* where a condition has no number */
    bool whatever_guards;
    bool is_certain; /* each guard up to this has to have one */
    uint32_t under;
    bool is_always_made; /* .. in shared memory, in every trip of the only loop that is run */
    int64_t last;        /* the offset of the last point */
    const char *why;
};

/* ---- what changes where ---- */

static bool spread(const struct kp_fn *fn, struct kp_changes *c, kp_val id)
{
    const struct kp_value *v = &fn->values.v[id];
    uint64_t varies = c->varies[id];
    uint8_t axes = c->axes[id];
    kp_val joins = v->op == KP_FN_PHI ? fn->blocks.v[v->block].joins : KP_NO_VAL;

    if (v->op == KP_FN_SPECIAL && v->imm < KP_SPECIAL_BLOCK)
        axes |= 1u << v->imm;
    if (kp_fn_is_header_phi(fn, v))
        varies |= UINT64_C(1) << (fn->blocks.v[v->block].loop & MAX_LOOPS);
    for (unsigned i = 0; i <= v->n_operands; i++) {
        kp_val o = i < v->n_operands ? kp_fn_operand(fn, v, i) : joins ? kp_fn_find(fn, joins) : 0;

        varies |= c->varies[o];
        axes |= c->axes[o];
    }
    if (varies == c->varies[id] && axes == c->axes[id])
        return false;
    c->varies[id] = varies;
    c->axes[id] = axes;
    return true;
}

/* Computed once per function. */
static const struct kp_changes *changes_of(const struct kp_fn *fn)
{
    struct kp_changes *c;
    bool again = true;

    if (fn->changes)
        return fn->changes;
    c = kp_new(fn->arena, struct kp_changes);
    c->varies = kp_new_array(fn->arena, uint64_t, fn->values.n);
    c->axes = kp_new_array(fn->arena, uint8_t, fn->values.n);
    while (again) {
        again = false;
        for (kp_val v = 1; v < fn->values.n; v++)
            if (!fn->values.v[v].same_as && spread(fn, c, v))
                again = true;
    }
    for (kp_val v = 1; v < fn->values.n; v++)
        if (fn->values.v[v].op == KP_FN_SPECIAL && fn->values.v[v].imm < KP_SPECIAL_BLOCK)
            c->asked |= 1u << fn->values.v[v].imm;
    ((struct kp_fn *)fn)->changes = c;
    return c;
}

/* The innermost thing that the value changes with: 0 nothing, 1 threads, 2 .. the chain's loops. */
static unsigned level_of(const struct run *r, kp_val v)
{
    for (unsigned i = r->n_chain; i-- > 0;)
        if (r->changes->varies[v] >> r->chain[i] & 1)
            return i + 2;
    return r->changes->axes[v] ? 1 : 0;
}

static void moved(struct run *r, unsigned level)
{
    r->clock++;
    for (unsigned i = level; i < MAX_CHAIN + 2; i++)
        r->level_stamp[i] = r->clock;
}

/* ---- values ---- */

static bool number_of(struct run *r, kp_val id, int64_t *out);

static bool is_number(struct kp_fn_type t)
{
    return kp_fn_is_number(t) || t.kind == KP_FN_POINTER;
}

/* and, or: one side may say it all. */
static bool short_circuit(const struct kp_value *v, bool has, int64_t x, int64_t *out)
{
    if (!has || v->type.kind != KP_FN_BOOL || (v->op != KP_FN_AND && v->op != KP_FN_OR))
        return false;
    *out = x;
    return (x != 0) == (v->op == KP_FN_OR);
}

static bool binary(struct run *r, const struct kp_value *v, int64_t *out)
{
    struct kp_fn_type of = kp_fn_value(r->fn, v->operand[0])->type;
    int64_t x = 0, y = 0;
    bool has_x, has_y;

    if (!is_number(of) || !is_number(v->type) ||
        (of.kind == KP_FN_POINTER) != (v->type.kind == KP_FN_POINTER))
        return false; /* addresses count from their object: they have a number nowhere else */
    has_x = number_of(r, v->operand[0], &x);
    if (short_circuit(v, has_x, x, out))
        return true;
    has_y = number_of(r, v->operand[1], &y);
    if (short_circuit(v, has_y, y, out))
        return true;
    return has_x && has_y && kp_fn_compute(v->op, of, x, y, out);
}

static bool choice(struct run *r, const struct kp_value *v, kp_val condition, unsigned first,
                   int64_t *out)
{
    int64_t c;

    return condition && number_of(r, condition, &c) &&
           number_of(r, v->operand[first + (c ? 0 : 1)], out);
}

static bool special(const struct run *r, const struct kp_value *v, int64_t *out)
{
    if (v->imm < KP_SPECIAL_BLOCK) {
        *out = r->thread[v->imm];
        return true;
    }
    if (v->imm >= KP_SPECIAL_BLOCK_DIM && v->imm < KP_SPECIAL_GRID_DIM && r->shape->is_exact) {
        *out = r->shape->dim[v->imm - KP_SPECIAL_BLOCK_DIM];
        return true;
    }
    return false;
}

static bool unary(struct run *r, const struct kp_value *v, int64_t *out)
{
    struct kp_fn_type from = kp_fn_value(r->fn, v->operand[0])->type;

    if (!is_number(from) || !is_number(v->type) ||
        (from.kind == KP_FN_POINTER) != (v->type.kind == KP_FN_POINTER) ||
        !number_of(r, v->operand[0], out))
        return false;
    if (v->op == KP_FN_NEG)
        *out = (int64_t)(0 - (uint64_t)*out);
    else if (v->op == KP_FN_NOT)
        *out = v->type.kind == KP_FN_BOOL ? !*out : ~*out;
    return true;
}

static bool evaluate(struct run *r, kp_val id, int64_t *out)
{
    const struct kp_value *v = &r->fn->values.v[id];

    switch (v->op) {
    case KP_FN_CONST:
        *out = v->imm;
        return is_number(v->type);
    case KP_FN_SPECIAL:
        return special(r, v, out);
    case KP_FN_ADDRESS: /* offsets are from the object */
        *out = 0;
        return true;
    case KP_FN_NAME:
    case KP_FN_CAST:
    case KP_FN_NEG:
    case KP_FN_NOT:
        return unary(r, v, out);
    case KP_FN_PHI:
        return !kp_fn_is_header_phi(r->fn, v) && v->n_operands == 2 &&
               choice(r, v, r->fn->blocks.v[v->block].joins, 0, out);
    case KP_FN_SELECT:
        return choice(r, v, v->operand[0], 1, out);
    default:
        return v->op >= KP_FN_ADD && v->op <= KP_FN_MAX && binary(r, v, out);
    }
}

static bool number_of(struct run *r, kp_val id, int64_t *out)
{
    uint32_t stamp;

    id = kp_fn_find(r->fn, id);
    if (r->is_set[id]) {
        *out = r->memo[id];
        return !r->failed[id];
    }
    stamp = r->level_stamp[level_of(r, id)];
    if (r->stamp[id] != stamp) {
        if (--r->steps < 0)
            r->why = "too much to compute";
        r->failed[id] = r->steps < 0 || !evaluate(r, id, &r->memo[id]);
        r->memo[id] = kp_fn_wrap(r->memo[id], r->fn->values.v[id].type);
        r->stamp[id] = stamp;
    }
    *out = r->memo[id];
    return !r->failed[id];
}

/* An address as the offset from its object's begin: objects are smaller than 2^31 bytes. */
static bool offset_of(struct run *r, kp_val id, int64_t *out)
{
    const struct kp_value *v = kp_fn_value(r->fn, id);
    int64_t number = 0;
    int i;

    if (v->type.kind == KP_FN_POINTER)
        return number_of(r, id, out);
    i = kp_address_operand(r->fn, v);
    if (i < 0 || !offset_of(r, v->operand[i], out) ||
        (v->op == KP_FN_ADD && !number_of(r, v->operand[1 - i], &number)) ||
        (v->op == KP_FN_SUB && !number_of(r, v->operand[1], &number)))
        return false;
    *out = v->op == KP_FN_SUB ? *out - number : *out + number;
    *out = v->type.bytes == 4 ? (int32_t)*out : *out;
    return true;
}

/* ---- all threads, all trips ---- */

static bool is_of_loop(const struct run *r, uint32_t guard)
{
    for (unsigned i = 0; i < r->n_chain; i++)
        if (r->fn->loops.v[r->chain[i]].condition == r->fn->guards.v[guard].condition)
            return true;
    return false;
}

static void add_point(struct run *r)
{
    const struct kp_fn *fn = r->fn;
    int64_t at, holds;

    for (uint32_t g = r->guard; g != r->under; g = fn->guards.v[g].outer) {
        bool known = fn->guards.v[g].condition && number_of(r, fn->guards.v[g].condition, &holds);

        if (known && (holds != 0) == fn->guards.v[g].negated &&
            (!r->whatever_guards || is_of_loop(r, g)))
            return;
        if (!known && r->is_certain)
            r->why = "a condition without a number";
    }
    if (!offset_of(r, r->address, &at)) {
        r->why = r->why ? r->why : "the address has no number";
        return;
    }
    r->last = at;
    r->see(r->to, &(struct kp_point){r->thread, r->trip, r->n_chain, at, r->access});
}

static void run_loops(struct run *r, unsigned depth);

static void set_phis(struct run *r, const kp_val *phi, unsigned n, unsigned operand)
{
    int64_t value[KP_FN_MAX_PHIS];
    bool failed[KP_FN_MAX_PHIS];

    for (unsigned i = 0; i < n; i++)
        failed[i] = !number_of(r, r->fn->values.v[phi[i]].operand[operand], &value[i]);
    for (unsigned i = 0; i < n; i++) {
        r->memo[phi[i]] = value[i];
        r->failed[phi[i]] = failed[i];
        r->is_set[phi[i]] = true;
    }
}

/* No shared memory has this many bytes: a block can have 227 KB (CUDA C++ Programming Guide,
 * technical specifications, compute capability 9.0). */
enum { NO_SHARED = 256 * 1024 };

/* True if the loop goes on, tested in front of a trip. A condition that has no number holds up to
 * some trip: where every trip makes the access, the program's trips are the first ones of those up
 * to the one that leaves shared memory. */
static bool goes_on_in_front(struct run *r, const struct kp_fn_loop *l)
{
    int64_t goes_on;

    if (number_of(r, l->condition, &goes_on))
        return goes_on;
    if (r->goes_on)
        return true;
    if (!r->is_always_made)
        r->why = "a loop whose number of trips is not known";
    return !r->why && r->last < NO_SHARED;
}

/* One loop's trips; what its condition cannot say is no footprint. */
static void run_trips(struct run *r, unsigned depth, const struct kp_fn_loop *l, const kp_val *phi,
                      unsigned n)
{
    int64_t goes_on = 1;

    for (int trip = 0; !r->why; trip++) {
        moved(r, depth + 2);
        if (!l->condition || trip == MAX_TRIPS)
            r->why = "a loop without a known end";
        else if (!l->tests_last)
            goes_on = goes_on_in_front(r, l);
        if (r->why || !goes_on)
            return;
        r->trip[depth] = (uint32_t)trip;
        run_loops(r, depth + 1);
        if (l->tests_last && !number_of(r, l->condition, &goes_on))
            r->why = "a loop whose number of trips is not known";
        if (r->why || !goes_on)
            return;
        set_phis(r, phi, n, 1);
    }
}

static void run_loops(struct run *r, unsigned depth)
{
    const struct kp_fn_loop *l;
    kp_val phi[KP_FN_MAX_PHIS];
    unsigned n;

    if (depth == r->n_chain) {
        add_point(r);
        return;
    }
    l = &r->fn->loops.v[r->chain[depth]];
    n = kp_fn_header_phis(r->fn, r->chain[depth], phi);
    set_phis(r, phi, n, 0);
    run_trips(r, depth, l, phi, n);
    for (unsigned i = 0; i < n; i++)
        r->is_set[phi[i]] = false;
    moved(r, depth + 2);
}

static void run_thread(struct run *r, int64_t x, int64_t y, int64_t z)
{
    r->thread[0] = x;
    r->thread[1] = y;
    r->thread[2] = z;
    moved(r, 1);
    run_loops(r, 0);
}

/* How many there may be along an axis, beside those of the axes before it. */
static int64_t along(const struct run *r, int axis, int64_t beside)
{
    if (!(r->axes >> axis & 1))
        return 1;
    if (r->shape->is_exact)
        return r->shape->dim[axis];
    return r->changes->asked >> axis & 1 ? r->shape->count / beside : 1;
}

static void run_threads(struct run *r)
{
    for (int64_t z = 0; z < along(r, 2, 1) && !r->why; z++)
        for (int64_t y = 0; y < along(r, 1, z + 1) && !r->why; y++)
            for (int64_t x = 0; x < along(r, 0, (z + 1) * (y + 1)) && !r->why; x++)
                run_thread(r, x, y, z);
}

/* ---- which loops, which threads ---- */

/* The loops around the access in which the address changes, and all those inside `within`. */
static void find_chain(struct run *r, uint32_t loop, uint32_t within)
{
    const struct kp_fn *fn = r->fn;
    uint64_t needed = r->changes->varies[kp_fn_find(fn, r->address)];

    for (; loop && !r->why; loop = fn->loops.v[loop].outer) {
        if (loop == within)
            within = 0;
        if (!(needed >> loop & 1) && !within)
            continue;
        if (r->n_chain == MAX_CHAIN) {
            r->why = "too many loops";
            return;
        }
        memmove(r->chain + 1, r->chain, r->n_chain * sizeof *r->chain);
        r->chain[0] = loop;
        r->n_chain++;
        /* where it begins and ends may change in loops further out; a condition that is asked for
         * without them has no number */
        if (r->goes_on)
            continue;
        needed |= r->changes->varies[kp_fn_find(fn, fn->loops.v[loop].condition)];
    }
}

/* .. by which the address differs, or whether it is reached. */
static uint8_t axes_of(const struct run *r)
{
    const struct kp_fn *fn = r->fn;
    uint8_t axes = r->changes->axes[kp_fn_find(fn, r->address)];

    for (uint32_t g = r->guard; g; g = fn->guards.v[g].outer)
        if (fn->guards.v[g].condition)
            axes |= r->changes->axes[kp_fn_find(fn, fn->guards.v[g].condition)];
    for (unsigned i = 0; i < r->n_chain; i++)
        axes |= r->changes->axes[kp_fn_find(fn, fn->loops.v[r->chain[i]].condition)];
    return axes;
}

/* A run of an address at the place of a value; its `why` is set if it cannot be made. */
static struct run *new_run(const struct kp_fn *fn, const struct kp_block_shape *shape,
                           const struct kp_value *at, kp_val address, kp_see_point *see, void *to)
{
    struct run *r = kp_new(fn->arena, struct run);

    *r = (struct run){.fn = fn, .shape = shape, .steps = MAX_STEPS, .axes = ALL_AXES};
    r->memo = kp_new_array(fn->arena, int64_t, fn->values.n);
    r->stamp = kp_new_array(fn->arena, uint32_t, fn->values.n);
    r->failed = kp_new_array(fn->arena, bool, fn->values.n);
    r->is_set = kp_new_array(fn->arena, bool, fn->values.n);
    r->changes = changes_of(fn);
    r->address = address;
    r->guard = fn->blocks.v[at->block].guard;
    r->see = see;
    r->to = to;
    if (fn->loops.n > MAX_LOOPS)
        r->why = "too many loops";
    moved(r, 0);
    return r;
}

const char *kp_each_point(const struct kp_fn *fn, const struct kp_block_shape *shape, kp_val at,
                          kp_val address, uint32_t within, kp_see_point *see, void *to)
{
    const struct kp_value *v = kp_fn_value(fn, at);
    struct run *r = new_run(fn, shape, v, address, see, to);

    find_chain(r, fn->blocks.v[v->block].loop, within);
    run_threads(r);
    return r->why;
}

const char *kp_each_distinct_point(const struct kp_fn *fn, const struct kp_block_shape *shape,
                                   struct kp_access_at access, kp_see_point *see, void *to)
{
    const struct kp_value *v = kp_fn_value(fn, access.value);
    struct run *r = new_run(fn, shape, v, v->operand[access.operand], see, to);

    find_chain(r, fn->blocks.v[v->block].loop, 0);
    r->axes = axes_of(r);
    run_threads(r);
    return r->why;
}

const char *kp_each_certain_point(const struct kp_fn *fn, const struct kp_block_shape *shape,
                                  struct kp_access_at access, uint32_t under, kp_see_point *see,
                                  void *to)
{
    const struct kp_value *v = kp_fn_value(fn, access.value);
    struct run *r = new_run(fn, shape, v, v->operand[access.operand], see, to);
    uint32_t guard = r->guard;

    while (guard && guard != under)
        guard = fn->guards.v[guard].outer;
    if (!shape->is_exact || guard != under)
        return "the threads that come there are not known";
    r->is_certain = true;
    r->under = under;
    find_chain(r, fn->blocks.v[v->block].loop, ALL_LOOPS);
    r->axes = axes_of(r);
    run_threads(r);
    return r->why;
}

const char *kp_each_possible_point(const struct kp_fn *fn, const struct kp_block_shape *shape,
                                   struct kp_access_at access, kp_see_point *see, void *to)
{
    const struct kp_value *v = kp_fn_value(fn, access.value);
    struct run *r = new_run(fn, shape, v, v->operand[access.operand], see, to);

    r->goes_on = true;
    find_chain(r, fn->blocks.v[v->block].loop, 0);
    run_threads(r);
    return r->why;
}

/* True if the access is one to shared memory that is made in every trip of the only loop that is
 * run. */
static bool is_always_made(const struct run *r, const struct kp_value *access)
{
    const struct kp_fn *fn = r->fn;
    const struct kp_fn_loop *l = &fn->loops.v[r->n_chain ? r->chain[0] : 0];

    return r->n_chain == 1 && fn->blocks.v[access->block].loop == r->chain[0] && r->guard &&
           fn->guards.v[r->guard].condition == l->condition && !l->tests_last && !l->has_exits &&
           !kp_holds(l->node, KP_BIT(KP_BREAK) | KP_BIT(KP_CONTINUE) | KP_BIT(KP_RETURN) |
                                  KP_BIT(KP_GOTO) | KP_BIT(KP_LABEL)) &&
           kp_is_shared_object(fn, kp_object_at(fn, r->address));
}

static bool run_in_thread(struct run **runs, size_t n, int64_t x, int64_t y, int64_t z)
{
    for (size_t i = 0; i < n; i++) {
        runs[i]->last = 0;
        run_thread(runs[i], x, y, z);
        if (runs[i]->why)
            return false;
    }
    return true;
}

bool kp_each_thread(const struct kp_fn *fn, const struct kp_block_shape *shape,
                    const struct kp_access_at *at, size_t n, uint32_t within, kp_see_point *see,
                    kp_end_thread *end, void *to)
{
    struct run **runs = kp_new_array(fn->arena, struct run *, n + 1);

    for (size_t i = 0; i < n; i++) {
        const struct kp_value *v = kp_fn_value(fn, at[i].value);

        runs[i] = new_run(fn, shape, v, v->operand[at[i].operand], see, to);
        runs[i]->access = (unsigned)i;
        runs[i]->whatever_guards = at[i].whatever_guards;
        find_chain(runs[i], fn->blocks.v[v->block].loop, within);
        if (runs[i]->why)
            return false;
        runs[i]->is_always_made = is_always_made(runs[i], v);
    }
    for (int64_t z = 0; n && z < along(runs[0], 2, 1); z++)
        for (int64_t y = 0; y < along(runs[0], 1, z + 1); y++)
            for (int64_t x = 0; x < along(runs[0], 0, (z + 1) * (y + 1)); x++)
                if (!run_in_thread(runs, n, x, y, z) || !end(to))
                    return false;
    return true;
}
