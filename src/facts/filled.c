/* Reads of what the same iteration fills. The program's own arithmetic is followed as exact sums
 * where it cannot overflow, and modulo 2^32 for the bound that a store is under: it is exact, too,
 * where the sum itself is in the range of its type. */
#include "facts/filled.h"

#include "facts/reach.h"

enum { MAX_DEPTH = 40, MAX_STORES = 16, MAX_ASSUMED = 16 };

struct filled {
    const struct kp_fn *fn;
    const struct kp_fn_loop *l;
    uint32_t loop, object;
    const bool *holds; /* addresses in the array */
    kp_val assumed[MAX_ASSUMED];
    unsigned n_assumed;
};

/* x < y + more */
struct bound {
    kp_val x, y;
    int64_t more;
};

/* A store to byte `at` of element number threadIdx of `every` bytes each. */
struct store {
    const struct kp_value *v;
    kp_val thread; /* as a factor */
    int64_t every, at, bytes;
    struct kp_sum rest, most; /* its bound: threadIdx + rest < most */
};

/* ---- sums ------------------------------------------------------------------------------------ */

static bool is_integer(struct kp_fn_type t)
{
    return t.kind == KP_FN_INT || t.kind == KP_FN_UINT;
}

static bool leaf(const struct filled *f, kp_val id, struct kp_sum *out)
{
    const struct kp_value *v = kp_fn_value(f->fn, id);

    id = kp_fn_find(f->fn, id);
    if (f->holds[id])
        return false;
    *out =
        kp_sum_of_value(v->op == KP_FN_SPECIAL ? (kp_val)(KP_REACH_SPECIAL + (kp_val)v->imm) : id);
    return true;
}

/* Does the value of every operand have a place in the result's type? CUDA's special values all fit
 * into an int. */
static bool cast_keeps(const struct filled *f, const struct kp_value *v)
{
    const struct kp_value *x = kp_fn_value(f->fn, v->operand[0]);

    if (!is_integer(x->type) || !is_integer(v->type))
        return false;
    if (x->op == KP_FN_SPECIAL)
        return v->type.bytes >= 4;
    if (x->type.kind == v->type.kind)
        return v->type.bytes >= x->type.bytes;
    return x->type.kind == KP_FN_UINT && v->type.bytes > x->type.bytes;
}

/* Is the operator followed? `exact`: to the value itself, else modulo 2^32. */
static bool is_followed(const struct filled *f, const struct kp_value *v, bool exact)
{
    switch (v->op) {
    case KP_FN_ADD:
    case KP_FN_SUB:
    case KP_FN_MUL:
        if (v->op == KP_FN_ADD && v->type.kind == KP_FN_POINTER)
            return exact;
        return is_integer(v->type) && v->type.bytes >= 4 && (!exact || v->type.kind == KP_FN_INT) &&
               is_integer(kp_fn_value(f->fn, v->operand[0])->type) &&
               is_integer(kp_fn_value(f->fn, v->operand[1])->type);
    case KP_FN_CAST:
        return exact ? cast_keeps(f, v)
                     : is_integer(v->type) && v->type.bytes >= 4 &&
                           is_integer(kp_fn_value(f->fn, v->operand[0])->type) &&
                           kp_fn_value(f->fn, v->operand[0])->type.bytes >= 4;
    default:
        return false;
    }
}

static bool sum_of(const struct filled *f, kp_val id, bool exact, int depth, struct kp_sum *out)
{
    const struct kp_value *v = kp_fn_value(f->fn, id);
    struct kp_sum x, y;

    if (depth > MAX_DEPTH)
        return false;
    if (v->op == KP_FN_ADDRESS && v->imm == (int64_t)f->object) {
        *out = kp_sum_of_number(0);
        return true;
    }
    if (v->op == KP_FN_CONST && is_integer(v->type) && v->type.bytes <= (exact ? 8u : 4u) &&
        (v->type.kind == KP_FN_INT || v->type.bytes <= 4)) {
        *out = kp_sum_of_number(v->imm);
        return true;
    }
    if (v->op == KP_FN_NAME)
        return sum_of(f, v->operand[0], exact, depth + 1, out);
    if (!is_followed(f, v, exact))
        return leaf(f, id, out);
    if (!sum_of(f, v->operand[0], exact, depth + 1, &x))
        return false;
    if (v->op == KP_FN_CAST) {
        *out = x;
        return true;
    }
    if (!sum_of(f, v->operand[1], exact, depth + 1, &y))
        return false;
    return v->op == KP_FN_MUL ? kp_sum_multiply(&x, &y, out)
                              : kp_sum_add(&x, &y, v->op == KP_FN_ADD ? 1 : -1, out);
}

/* ---- the same for the whole block ------------------------------------------------------------ */

static bool is_uniform(struct filled *f, kp_val id, int depth)
{
    const struct kp_value *v = kp_fn_value(f->fn, id);

    id = kp_fn_find(f->fn, id);
    if (depth > MAX_DEPTH)
        return false;
    for (unsigned i = 0; i < f->n_assumed; i++)
        if (f->assumed[i] == id)
            return true;
    if (v->op == KP_FN_CONST || v->op == KP_FN_PARAM)
        return true;
    if (v->op == KP_FN_SPECIAL)
        return v->imm >= KP_SPECIAL_BLOCK;
    if (v->op == KP_FN_PHI) { /* of the loop, whose iterations all threads make together */
        if (v->block != f->l->header || f->n_assumed == MAX_ASSUMED)
            return false;
        f->assumed[f->n_assumed++] = id;
    } else if ((v->op < KP_FN_ADD || v->op > KP_FN_CAST) && v->op != KP_FN_EXTRACT) {
        return false;
    }
    for (unsigned i = 0; i < v->n_operands; i++)
        if (!is_uniform(f, v->operand[i], depth + 1))
            return false;
    return true;
}

/* A failed search leaves assumptions behind that do not hold. */
static bool uniform(struct filled *f, kp_val id)
{
    f->n_assumed = 0;
    return is_uniform(f, id, 0);
}

static bool is_uniform_sum(struct filled *f, const struct kp_sum *s)
{
    for (unsigned i = 0; i < s->n; i++)
        for (unsigned k = 0; k < KP_SUM_DEGREE; k++) {
            kp_val v = s->term[i].factor[k];

            if (v >= KP_REACH_SPECIAL ? v < KP_REACH_SPECIAL + KP_SPECIAL_BLOCK
                                      : v != KP_NO_VAL && !uniform(f, v))
                return false;
        }
    return true;
}

/* ---- bounds ---------------------------------------------------------------------------------- */

/* What the guard says, where it compares integers. */
static bool bound_of(const struct filled *f, const struct kp_fn_guard *g, struct bound *out)
{
    const struct kp_value *v = kp_fn_value(f->fn, g->condition);
    bool swap;

    if (!g->condition || v->op < KP_FN_LT || v->op > KP_FN_GE ||
        !is_integer(kp_fn_value(f->fn, v->operand[0])->type) ||
        !is_integer(kp_fn_value(f->fn, v->operand[1])->type))
        return false;
    swap = (v->op == KP_FN_GT || v->op == KP_FN_GE) != g->negated;
    out->x = v->operand[swap];
    out->y = v->operand[!swap];
    out->more = (v->op == KP_FN_LE || v->op == KP_FN_GE) != g->negated;
    return true;
}

/* The bound that the store is under: threadIdx, and perhaps one number of at most 32 bits, below a
 * sum. Whatever makes their sum less than the other side keeps it in its type. */
static bool read_bound(struct filled *f, const struct bound *b, struct store *s)
{
    struct kp_fn_type t = kp_fn_value(f->fn, b->x)->type, of;
    struct kp_sum x, thread = kp_sum_of_value(s->thread), more = kp_sum_of_number(b->more);
    kp_val other;

    if (t.bytes != 4 || !sum_of(f, b->x, false, 0, &x) || !sum_of(f, b->y, true, 0, &s->most) ||
        !kp_sum_add(&x, &thread, -1, &s->rest) || s->rest.n > 1)
        return false;
    if (s->rest.n) {
        other = s->rest.term[0].factor[KP_SUM_DEGREE - 1];
        if (s->rest.term[0].by != 1 || !other || s->rest.term[0].factor[KP_SUM_DEGREE - 2])
            return false;
        of = other >= KP_REACH_SPECIAL ? (struct kp_fn_type){KP_FN_UINT, 4}
                                       : kp_fn_value(f->fn, other)->type;
        if (!is_integer(of) || of.bytes > 4 || (t.kind == KP_FN_UINT && of.kind == KP_FN_INT))
            return false;
    }
    return kp_sum_add(&s->most, &more, 1, &s->most) && is_uniform_sum(f, &s->rest) &&
           is_uniform_sum(f, &s->most);
}

/* Does x < y + more say that `room`, a sum, is above 0? The smaller one of two is below both. */
static bool says_room(const struct filled *f, const struct bound *b, const struct kp_sum *room,
                      int depth)
{
    const struct kp_value *y = kp_fn_value(f->fn, b->y);
    struct kp_sum low, high;
    int64_t spare;

    if (y->op == KP_FN_MIN && is_integer(y->type) && depth < MAX_DEPTH)
        for (unsigned i = 0; i < 2; i++) {
            struct bound one = {b->x, y->operand[i], b->more};

            if (says_room(f, &one, room, depth + 1))
                return true;
        }
    /* room - (y + more - x) is a number that is not negative */
    return sum_of(f, b->x, true, 0, &low) && sum_of(f, b->y, true, 0, &high) &&
           kp_sum_add(room, &high, -1, &high) && kp_sum_add(&high, &low, 1, &high) &&
           kp_sum_is_number(&high, &spare) && spare >= b->more;
}

/* ---- stores ---------------------------------------------------------------------------------- */

/* Is the block reached by all threads in each iteration that pass the guard, the only one inside
 * the loop? */
static const struct kp_fn_guard *only_guard(const struct filled *f, uint32_t block)
{
    const struct kp_fn_block *b = &f->fn->blocks.v[block];
    const struct kp_fn_guard *g = &f->fn->guards.v[b->guard], *body;

    if (b->loop != f->loop || !b->guard || !g->outer)
        return NULL;
    body = &f->fn->guards.v[g->outer];
    if (!body->condition || body->negated ||
        kp_fn_find(f->fn, body->condition) != kp_fn_find(f->fn, f->l->condition))
        return NULL;
    return g;
}

static bool read_store(struct filled *f, const struct kp_value *v, struct store *out)
{
    const struct kp_fn_guard *g = only_guard(f, v->block);
    struct kp_sum address;
    struct bound b;

    *out = (struct store){.v = v, .bytes = kp_fn_touches(f->fn, v, 0).bytes};
    if (!g || v->site || !v->node || !bound_of(f, g, &b) ||
        !sum_of(f, v->operand[0], true, 0, &address))
        return false;
    for (unsigned i = 0; i < address.n; i++) {
        const struct kp_term *t = &address.term[i];

        if (!t->factor[KP_SUM_DEGREE - 1]) {
            out->at = t->by;
        } else {
            if (out->thread || t->factor[KP_SUM_DEGREE - 2])
                return false;
            out->thread = t->factor[KP_SUM_DEGREE - 1];
            out->every = t->by;
        }
    }
    return out->thread >= KP_REACH_SPECIAL && out->thread < KP_REACH_SPECIAL + KP_SPECIAL_BLOCK &&
           out->at >= 0 && out->bytes > 0 && out->at + out->bytes <= out->every &&
           read_bound(f, &b, out);
}

/* ---- reads ----------------------------------------------------------------------------------- */

/* The number of the element that holds all bytes of a read. */
static bool element_of(const struct filled *f, const struct kp_value *read, int64_t every,
                       struct kp_sum *out)
{
    int64_t bytes = kp_fn_touches(f->fn, read, 0).bytes;

    if (!sum_of(f, read->operand[0], true, 0, out))
        return false;
    for (unsigned i = 0; i < out->n; i++) {
        struct kp_term *t = &out->term[i];
        int64_t beyond = t->by % every;

        if (t->factor[KP_SUM_DEGREE - 1] ? beyond != 0 : beyond < 0 || beyond + bytes > every)
            return false;
        t->by /= every;
        if (!t->by)
            out->term[i--] = out->term[--out->n];
    }
    return bytes > 0 && bytes <= every;
}

/* Is an element that is read one that the store fills, if any thread has its number? */
static bool is_filled(const struct filled *f, const struct kp_value *read, const struct store *s)
{
    struct kp_sum element, room;

    if (read->site || !read->node || read->node->span.begin <= s->v->node->span.end ||
        !element_of(f, read, s->every, &element) || !kp_sum_add(&s->most, &s->rest, -1, &room) ||
        !kp_sum_add(&room, &element, -1, &room))
        return false;
    for (uint32_t g = f->fn->blocks.v[read->block].guard; g; g = f->fn->guards.v[g].outer) {
        struct bound b;

        if (bound_of(f, &f->fn->guards.v[g], &b) && says_room(f, &b, &room, 0))
            return true;
    }
    return false;
}

/* ---- the loop -------------------------------------------------------------------------------- */

/* Do all threads make the same iterations, from end to end? */
static bool is_plain(struct filled *f)
{
    const struct kp_fn_loop *l = f->l;

    return !l->outer && !l->site && !l->has_exits && !l->tests_last && l->condition &&
           f->fn->blocks.v[l->latch].preds.n == 1 && uniform(f, l->condition);
}

/* Does the value leave the array alone, and every thread in the loop? */
static bool is_harmless(const struct filled *f, const struct kp_value *v)
{
    if (v->op == KP_FN_UNKNOWN || kp_fn_lets_go(f->fn, f->holds, v) ||
        (v->op == KP_FN_CALL && v->control & ~(unsigned)KP_CTL_WARP))
        return false;
    for (unsigned i = 0; i < v->n_operands; i++)
        if (f->holds[kp_fn_operand(f->fn, v, i)] &&
            (v->op == KP_FN_PHI || kp_fn_touches(f->fn, v, i).mode))
            return false;
    return true;
}

static bool all_filled(struct filled *f)
{
    const struct kp_fn *fn = f->fn;
    struct store s[MAX_STORES];
    unsigned n = 0;

    for (kp_val id = 1; id < fn->values.n; id++) {
        const struct kp_value *v = &fn->values.v[id];
        bool is_store = v->op == KP_FN_STORE && f->holds[kp_fn_operand(fn, v, 0)];

        if (v->same_as || (v->op == KP_FN_LOAD && f->holds[kp_fn_operand(fn, v, 0)]))
            continue;
        if (is_store ? n == MAX_STORES || f->holds[kp_fn_operand(fn, v, 1)] ||
                           !read_store(f, v, &s[n++]) || s[n - 1].every != s[0].every ||
                           s[n - 1].thread != s[0].thread
                     : !is_harmless(f, v))
            return false;
    }
    for (kp_val id = 1; id < fn->values.n; id++) {
        const struct kp_value *v = &fn->values.v[id];

        if (v->same_as || v->op != KP_FN_LOAD || !f->holds[kp_fn_operand(fn, v, 0)])
            continue;
        for (unsigned i = 0; i < n; i++)
            if (!kp_fn_in_loop(fn, fn->blocks.v[v->block].loop, f->loop) || !is_filled(f, v, &s[i]))
                return false;
    }
    return n > 0;
}

bool kp_reads_what_it_fills(const struct kp_fn *fn, const struct kp_node *node,
                            const struct kp_sym *array)
{
    struct filled f = {.fn = fn};

    if (fn->unknown || fn->is_pattern || !fn->function->sym || !fn->function->sym->is_kernel)
        return false;
    for (uint32_t i = 1; i < fn->loops.n; i++)
        if (fn->loops.v[i].node == node)
            f.loop = i;
    while (f.object < fn->objects.n && fn->objects.v[f.object].sym != array)
        f.object++;
    if (!f.loop || f.object == fn->objects.n || fn->objects.v[f.object].kind != KP_OBJECT_SHARED)
        return false;
    f.l = &fn->loops.v[f.loop];
    f.holds = kp_fn_holders(fn, f.object);
    return is_plain(&f) && all_filled(&f);
}
