#include "facts/work.h"

#include "facts/pointed.h"

/* Issue slots of what is more than an instruction: divisions by constants; exp and its kin; a
 * fragment's loads; a warp's product of 16x16x16 on tensor cores. */
enum { SLOTS_BY_CONSTANT = 4, SLOTS_FUNCTION = 4, SLOTS_FRAGMENT = 8 };
enum { WAVEFRONT_LANE_BYTES = 8, FRAGMENT_WAVEFRONTS = 8 };
enum {
    LOOP_BITS = 63,
    MAX_TRIPS = 1 << 20,
    UNROLLED = 4 /* trips of a loop at a time */,
    MAX_CELLS = 1 << 26
};

/* What is the same for all loops of a function. */
struct kp_held {
    bool *is_address; /* by value: it is used for nothing else */
    uint64_t
        *varies; /* by value: loops in which it changes; the compiler makes it once in others */
    struct extent {
        uint32_t first, last; /* all blocks of the loop are from the one to the other */
    } *extents;               /* by loop */
    size_t words;
    uint64_t *in; /* by block: values that are live where it begins; NULL: too many */
};

struct count {
    const struct kp_fn *fn;
    struct kp_work *out;
    uint32_t loop;
    const struct kp_held *held;
};

/* ---- trips ----------------------------------------------------------------------------------- */

/* The step of a counter by its phi: a constant that is added on the way round; 0: none. */
static int64_t step_of(const struct kp_fn *fn, const struct kp_value *phi, kp_val id)
{
    for (unsigned i = 0; i < phi->n_operands; i++) {
        const struct kp_value *v = kp_fn_value(fn, phi->operand[i]);
        int64_t step;

        if ((v->op == KP_FN_ADD || v->op == KP_FN_SUB) && kp_fn_operand(fn, v, 0) == id &&
            kp_fn_is_const(fn, kp_fn_operand(fn, v, 1), &step))
            return v->op == KP_FN_ADD ? step : -step;
    }
    return 0;
}

/* Where the counter begins; at 0 when that differs between threads, as in copy loops. */
static int64_t start_of(const struct kp_fn *fn, const struct kp_value *phi)
{
    int64_t start;

    for (unsigned i = 0; i < phi->n_operands; i++)
        if (kp_fn_is_const(fn, kp_fn_find(fn, phi->operand[i]), &start))
            return start;
    return 0;
}

/* What the value is in most iterations: a number, or the only number of those that it is one of, as
 * the rows of a tile that is whole (`min(16, n - first)`). */
static bool usual_number(const struct kp_fn *fn, kp_val id, int depth, int64_t *out)
{
    enum { DEEPEST = 4 };
    const struct kp_value *v = kp_fn_value(fn, id);
    int64_t number;
    bool found = false;

    if (kp_fn_is_const(fn, kp_fn_find(fn, id), out))
        return true;
    if (depth > DEEPEST ||
        (v->op != KP_FN_MIN && v->op != KP_FN_SELECT && v->op != KP_FN_PHI && v->op != KP_FN_CAST))
        return false;
    for (unsigned i = v->op == KP_FN_SELECT; i < v->n_operands; i++) {
        if (!usual_number(fn, v->operand[i], depth + 1, &number) || (found && number == *out))
            continue;
        if (found)
            return false;
        *out = number;
        found = true;
    }
    return found;
}

/* 0: not known */
static int64_t trips_of(const struct kp_fn *fn, uint32_t loop)
{
    kp_val condition = fn->loops.v[loop].condition;
    const struct kp_value *c = condition ? kp_fn_value(fn, condition) : NULL, *phi;
    int64_t end, step, span;

    if (!c || c->n_operands != 2 || !usual_number(fn, kp_fn_operand(fn, c, 1), 0, &end))
        return 0;
    phi = kp_fn_value(fn, kp_fn_operand(fn, c, 0));
    if (phi->op != KP_FN_PHI || !(step = step_of(fn, phi, kp_fn_operand(fn, c, 0))))
        return 0;
    span = end - start_of(fn, phi);
    if (step < 0) {
        step = -step;
        span = -span;
    }
    if (span <= 0 || span / step > MAX_TRIPS)
        return 0;
    return (span + step - 1) / step;
}

/* True if the loop may be unrolled as a whole: nvcc knows its trip count. */
static bool is_counted(const struct kp_fn *fn, uint32_t loop)
{
    kp_val condition = fn->loops.v[loop].condition;
    int64_t end;

    return condition && kp_fn_value(fn, condition)->n_operands == 2 &&
           kp_fn_is_const(fn, kp_fn_operand(fn, kp_fn_value(fn, condition), 1), &end);
}

/* How often a value is computed in one iteration of the loop; of other loops than those that may be
 * unrolled as a whole at most `most` trips. */
static double times_within(struct count *c, kp_val id, double most)
{
    uint32_t block = c->fn->values.v[id].block;
    double n = 1;

    for (uint32_t l = c->fn->blocks.v[block].loop; l && l != c->loop; l = c->fn->loops.v[l].outer) {
        double trips = (double)trips_of(c->fn, l);

        if (!(c->held->varies[id] >> (l & LOOP_BITS) & 1))
            continue;
        if (trips == 0)
            c->out->is_whole = false;
        if (trips > most && !is_counted(c->fn, l))
            trips = most;
        n *= trips > 0 ? trips : 1;
    }
    return n;
}

static double times(struct count *c, kp_val id)
{
    return times_within(c, id, MAX_TRIPS);
}

/* ---- instructions ---------------------------------------------------------------------------- */

static bool is_number(const struct kp_fn *fn, kp_val v)
{
    int64_t n;

    return kp_fn_is_const(fn, v, &n);
}

static double slots_of(const struct count *c, const struct kp_value *v, bool is_address)
{
    switch (v->op) {
    case KP_FN_ADD:
    case KP_FN_SUB:
        /* a sum of a product is one instruction with it */
        if (v->type.kind == KP_FN_FLOAT)
            for (unsigned i = 0; i < 2; i++)
                if (kp_fn_value(c->fn, v->operand[i])->op == KP_FN_MUL)
                    return 0;
        return is_address || v->type.kind == KP_FN_POINTER ? 0 : 1;
    case KP_FN_MUL:
        return is_address ? 0 : 1;
    case KP_FN_DIV:
    case KP_FN_REM:
        return is_number(c->fn, kp_fn_operand(c->fn, v, 1)) ? (is_address ? 1 : SLOTS_BY_CONSTANT)
                                                            : KP_SLOTS_DIVISION;
    case KP_FN_AND:
    case KP_FN_OR:
    case KP_FN_XOR:
    case KP_FN_SHL:
    case KP_FN_SHR:
    case KP_FN_LT:
    case KP_FN_LE:
    case KP_FN_GT:
    case KP_FN_GE:
    case KP_FN_EQ:
    case KP_FN_NE:
    case KP_FN_MIN:
    case KP_FN_MAX:
    case KP_FN_NEG:
    case KP_FN_NOT:
    case KP_FN_SELECT:
        return is_address ? 0 : 1;
    case KP_FN_CAST:
        return v->type.kind == KP_FN_FLOAT ? 1 : 0;
    case KP_FN_PURE:
        return strstr(v->text ? v->text : "", "dp4a") ? 1 : SLOTS_FUNCTION;
    case KP_FN_LOAD:
    case KP_FN_STORE:
    case KP_FN_BARRIER:
        return 1;
    case KP_FN_CALL:
        return SLOTS_FRAGMENT;
    default:
        return 0;
    }
}

/* Arrays of a thread live in registers: to touch one costs nothing. */
static void count_memory(struct count *c, kp_val id, double n)
{
    const struct kp_value *v = &c->fn->values.v[id];
    kp_val address = kp_fn_operand(c->fn, v, 0);
    const struct kp_value *moved = v->op == KP_FN_STORE ? kp_fn_value(c->fn, v->operand[1]) : v;
    double bytes = moved->type.bytes;

    if (kp_points_into_local(c->fn, address))
        return;
    c->out->slots += n;
    if (kp_points_into_shared(c->fn, address)) {
        double w = bytes / WAVEFRONT_LANE_BYTES;

        c->out->shared += n * (w > 1 ? w : 1);
    } else if (v->op == KP_FN_LOAD) {
        c->out->bytes += times_within(c, id, UNROLLED) * bytes;
        c->out->loads += n;
    }
}

static void count_value(struct count *c, kp_val id, double n)
{
    const struct kp_value *v = &c->fn->values.v[id];

    if (v->op == KP_FN_LOAD || v->op == KP_FN_STORE) {
        count_memory(c, id, n);
        return;
    }
    c->out->slots += n * slots_of(c, v, c->held->is_address[id]);
    if (v->op == KP_FN_CALL)
        for (unsigned i = 0; i < v->n_operands; i++)
            if (kp_points_into_shared(c->fn, kp_fn_operand(c->fn, v, i)))
                c->out->shared += n * FRAGMENT_WAVEFRONTS;
}

/* What is used in addresses and conditions of loops alone is a constant, or an offset in an
 * instruction, once the loop is unrolled. */
static void find_addresses(const struct kp_fn *fn, struct kp_held *c)
{
    bool again = true;

    c->is_address = kp_new_array(fn->arena, bool, fn->values.n);
    memset(c->is_address, 1, fn->values.n);
    while (again) {
        again = false;
        for (kp_val id = (kp_val)fn->values.n; id-- > 1;) {
            const struct kp_value *v = &fn->values.v[id];
            bool own = v->op == KP_FN_LOAD ||
                       (c->is_address[id] && v->op != KP_FN_STORE && v->op != KP_FN_SELECT);

            if (v->same_as)
                continue;
            for (unsigned i = 0; i < v->n_operands; i++) {
                kp_val o = kp_fn_operand(fn, v, i);

                if (c->is_address[o] && !own && !(v->op == KP_FN_STORE && i == 0)) {
                    c->is_address[o] = false;
                    again = true;
                }
            }
        }
    }
}

/* What is computed in each iteration of the loops around it: memory of the thread's own, stores,
 * calls. */
static bool is_fixed(const struct kp_fn *fn, const struct kp_value *v)
{
    return (v->op == KP_FN_LOAD && !kp_points_into_shared(fn, kp_fn_operand(fn, v, 0))) ||
           v->op == KP_FN_STORE || v->op == KP_FN_CALL || v->op == KP_FN_BARRIER ||
           v->op == KP_FN_CLEAR || v->op == KP_FN_COPY || v->op == KP_FN_UNKNOWN;
}

static uint64_t loops_around(const struct kp_fn *fn, uint32_t block)
{
    uint64_t bits = 0;

    for (uint32_t l = fn->blocks.v[block].loop; l; l = fn->loops.v[l].outer)
        bits |= UINT64_C(1) << (l & LOOP_BITS);
    return bits;
}

static void find_varying(const struct kp_fn *fn, struct kp_held *c)
{
    bool again = true;

    c->varies = kp_new_array(fn->arena, uint64_t, fn->values.n);
    while (again) {
        again = false;
        for (kp_val id = 1; id < fn->values.n; id++) {
            const struct kp_value *v = &fn->values.v[id];
            uint32_t loop = fn->blocks.v[v->block].loop;
            uint64_t bits = is_fixed(fn, v) ? loops_around(fn, v->block) : 0;

            if (v->same_as)
                continue;
            if (v->op == KP_FN_PHI && loop)
                bits |= UINT64_C(1) << (loop & LOOP_BITS);
            for (unsigned i = 0; i < v->n_operands; i++)
                bits |= c->varies[kp_fn_operand(fn, v, i)];
            again |= bits != c->varies[id];
            c->varies[id] = bits;
        }
    }
}

/* ---- registers ------------------------------------------------------------------------------- */

/* Registers of a value; those that instructions read from elsewhere, or that are known, have none.
 */
static double size_of(const struct kp_value *v)
{
    switch (v->op) {
    case KP_FN_CONST:
    case KP_FN_NUMBER:
    case KP_FN_PARAM:
    case KP_FN_ADDRESS:
    case KP_FN_UNDEF:
    case KP_FN_STORE:
    case KP_FN_BARRIER:
        return 0;
    default:
        return v->type.kind == KP_FN_BOOL ? 0 : (v->type.bytes + 3) / 4;
    }
}

struct liveness {
    const struct kp_fn *fn;
    size_t words;
    uint64_t *in; /* by block: values that are live where it begins */
};

static void set(uint64_t *bits, kp_val v)
{
    bits[v / 64] |= UINT64_C(1) << v % 64;
}

static bool is_set(const uint64_t *bits, kp_val v)
{
    return bits[v / 64] >> v % 64 & 1;
}

static void clear(uint64_t *bits, kp_val v)
{
    bits[v / 64] &= ~(UINT64_C(1) << v % 64);
}

/* The values that are live where the block ends, without what only its successors' phis read from
 * others. */
static void live_out(const struct liveness *l, uint32_t block, uint64_t *live)
{
    const struct kp_fn_block *b = &l->fn->blocks.v[block];

    memset(live, 0, l->words * sizeof *live);
    for (int s = 0; s < 2; s++) {
        const struct kp_fn_block *next = &l->fn->blocks.v[b->successor[s]];

        if (!b->successor[s])
            continue;
        for (size_t i = 0; i < l->words; i++)
            live[i] |= l->in[b->successor[s] * l->words + i];
        for (size_t i = 0; i < next->values.n; i++) {
            const struct kp_value *phi = &l->fn->values.v[next->values.v[i]];

            for (size_t p = 0; phi->op == KP_FN_PHI && !phi->same_as && p < next->preds.n; p++)
                if (next->preds.v[p] == block)
                    set(live, kp_fn_operand(l->fn, phi, (unsigned)p));
        }
    }
    if (b->condition)
        set(live, kp_fn_find(l->fn, b->condition));
}

static double held(const struct liveness *l, const uint64_t *live)
{
    double n = 0;

    for (size_t w = 0; w < l->words; w++)
        for (uint64_t bits = live[w]; bits; bits &= bits - 1)
            n += size_of(&l->fn->values.v[w * 64 + (size_t)__builtin_ctzll(bits)]);
    return n;
}

/* Backwards through a block; the most that is held at a place in it. */
static double pass(const struct liveness *l, uint32_t block, uint64_t *live)
{
    const struct kp_fn_block *b = &l->fn->blocks.v[block];
    double now, most;

    live_out(l, block, live);
    most = now = held(l, live);
    for (size_t i = b->values.n; i-- > 0;) {
        kp_val id = b->values.v[i];
        const struct kp_value *v = &l->fn->values.v[id];

        if (v->same_as)
            continue;
        now -= is_set(live, id) ? size_of(v) : 0;
        clear(live, id);
        for (unsigned k = 0; v->op != KP_FN_PHI && k < v->n_operands; k++) {
            kp_val o = kp_fn_operand(l->fn, v, k);

            now += is_set(live, o) ? 0 : size_of(&l->fn->values.v[o]);
            set(live, o);
        }
        most = now > most ? now : most;
    }
    return most;
}

static void find_live(const struct kp_fn *fn, struct kp_held *h)
{
    struct liveness l = {.fn = fn, .words = fn->values.n / 64 + 1};
    uint64_t *live = kp_new_array(fn->arena, uint64_t, l.words);
    bool again = true;

    h->words = l.words;
    if (l.words * fn->blocks.n > MAX_CELLS / 64)
        return;
    h->in = l.in = kp_new_array(fn->arena, uint64_t, l.words * fn->blocks.n);
    while (again) {
        again = false;
        for (uint32_t b = (uint32_t)fn->blocks.n; b-- > 1;) {
            pass(&l, b, live);
            if (memcmp(&l.in[b * l.words], live, l.words * sizeof *live) != 0) {
                memcpy(&l.in[b * l.words], live, l.words * sizeof *live);
                again = true;
            }
        }
    }
}

static void find_extents(const struct kp_fn *fn, struct kp_held *h)
{
    h->extents = kp_new_array(fn->arena, struct extent, fn->loops.n);
    for (uint32_t i = 0; i < fn->loops.n; i++)
        h->extents[i].first = 1;
    for (uint32_t b = 1; b < fn->blocks.n; b++)
        for (uint32_t l = fn->blocks.v[b].loop; l; l = fn->loops.v[l].outer) {
            if (!h->extents[l].last)
                h->extents[l].first = b;
            h->extents[l].last = b;
        }
}

/* The registers of an array or record of the thread's; else 0. */
static double words_of(const struct kp_object *o)
{
    return o->kind == KP_OBJECT_LOCAL && o->bytes > 0 ? (double)((o->bytes + 3) / 4) : 0;
}

/* The most that is held in a block of the loop; arrays and records in memory of the thread's own
 * are held in all of it. -1: too much to be looked at. */
static double registers_of(const struct kp_fn *fn, const struct kp_held *h, uint32_t loop)
{
    struct liveness l = {.fn = fn, .words = h->words, .in = h->in};
    uint64_t *live = kp_new_array(fn->arena, uint64_t, l.words);
    double most = 0, arrays = 0;

    if (!l.in)
        return -1;
    for (uint32_t b = h->extents[loop].first; b <= h->extents[loop].last; b++)
        if (kp_fn_in_loop(fn, fn->blocks.v[b].loop, loop)) {
            double n = pass(&l, b, live);

            most = n > most ? n : most;
        }
    for (size_t o = 0; o < fn->objects.n; o++)
        arrays += words_of(&fn->objects.v[o]);
    return most + arrays;
}

static double idle_of(const struct kp_fn *fn, const struct kp_held *h, uint32_t loop)
{
    bool *touched = kp_new_array(fn->arena, bool, fn->objects.n + 1);
    double idle = 0;

    for (uint32_t b = h->extents[loop].first; b <= h->extents[loop].last; b++) {
        bool inside = kp_fn_in_loop(fn, fn->blocks.v[b].loop, loop);

        for (size_t i = 0; inside && i < fn->blocks.v[b].values.n; i++) {
            const struct kp_value *v = &fn->values.v[fn->blocks.v[b].values.v[i]];

            for (unsigned k = 0; k < v->n_operands; k++) {
                int64_t object = kp_points_into(fn, kp_fn_operand(fn, v, k));

                if (object >= 0)
                    touched[object] = true;
            }
        }
    }
    for (size_t o = 0; o < fn->objects.n; o++)
        idle += touched[o] ? 0 : words_of(&fn->objects.v[o]);
    return idle;
}

/* Found once for each function. */
static const struct kp_held *held_of(const struct kp_fn *fn)
{
    struct kp_held *h;

    if (fn->held)
        return fn->held;
    h = kp_new(fn->arena, struct kp_held);
    find_addresses(fn, h);
    find_varying(fn, h);
    find_live(fn, h);
    find_extents(fn, h);
    ((struct kp_fn *)fn)->held = h; /* remembered; nothing else of it changes */
    return h;
}

/* ---- the loop -------------------------------------------------------------------------------- */

uint32_t kp_work_loop(const struct kp_fn *fn, const struct kp_node *node)
{
    for (uint32_t i = 1; i < fn->loops.n; i++)
        if (!fn->loops.v[i].site &&
            (fn->loops.v[i].node == node || fn->loops.v[i].node->pattern == node))
            return i;
    return 0;
}

bool kp_work_varies(const struct kp_fn *fn, kp_val v, uint32_t loop)
{
    return held_of(fn)->varies[kp_fn_find(fn, v)] >> (loop & LOOP_BITS) & 1;
}

double kp_work_times(const struct kp_fn *fn, kp_val v, uint32_t loop)
{
    struct kp_work out;
    struct count c = {.fn = fn, .out = &out, .loop = loop, .held = held_of(fn)};

    return times(&c, v);
}

bool kp_work_of(const struct kp_fn *fn, const struct kp_node *node, struct kp_work *out)
{
    struct count c = {.fn = fn, .out = out};

    *out = (struct kp_work){.is_whole = true};
    if (fn->unknown || !(c.loop = kp_work_loop(fn, node)))
        return false;
    c.held = held_of(fn);
    for (uint32_t b = c.held->extents[c.loop].first; b <= c.held->extents[c.loop].last; b++) {
        for (size_t i = 0; i < fn->blocks.v[b].values.n; i++) {
            kp_val v = fn->blocks.v[b].values.v[i];

            if (!fn->values.v[v].same_as && kp_fn_in_loop(fn, fn->blocks.v[b].loop, c.loop))
                count_value(&c, v, times(&c, v));
        }
    }
    out->registers = registers_of(fn, c.held, c.loop);
    out->idle = idle_of(fn, c.held, c.loop);
    return out->registers >= 0;
}
