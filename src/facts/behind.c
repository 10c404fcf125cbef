/* The statements of the block in which the loop stands are taken in their order. A store counts as
 * soon as a barrier that stands there by itself has followed it, and if all threads of the block
 * make it: each guard and each loop around it is computed for each thread, and nobody has left
 * before. A read may be of any byte that an address in sight leads to. */
#include "facts/behind.h"

#include "facts/pointed.h"
#include "facts/settled.h"
#include "facts/touched.h"
#include "front/tree.h"

enum { NO_SHARED = 256 * 1024 };

/* An access to the object, and the statement beside the loop, or the loop, that makes it. */
struct use {
    struct kp_access_at at;
    bool is_store;
    const struct kp_node *stmt;
};

struct behind {
    const struct kp_fn *fn;
    const struct kp_block_shape *shape;
    const struct kp_node *loop; /* as the function's own tree has it */
    uint32_t guard;             /* under which it stands */
    const bool *holds;          /* by value: leads to the object */
    KP_VEC(struct use) uses;
    KP_VEC(const struct kp_node *) barriers;
    /* by byte: in front of a barrier; behind the last one; by one store */
    bool *written, *waiting, *stored;
    struct kp_touched_lines lines; /* of the access */
    bool reads, bad;
};

/* The node in the kernel's own text that a value comes from: an inlined call is at its place. */
static const struct kp_node *place_of(const struct kp_value *v)
{
    const struct kp_fn_site *s = v->site;

    while (s && s->outer)
        s = s->outer;
    return s ? s->call : v->node;
}

/* The statement beside the loop that contains the node; NULL: none does. */
static const struct kp_node *beside(const struct behind *b, const struct kp_node *n)
{
    while (n && n->parent != b->loop->parent)
        n = n->parent;
    return n;
}

/* ---- who comes there ------------------------------------------------------------------------- */

/* All conditions are answered by the whole block at once. */
static bool is_alike(const struct kp_fn *fn, uint32_t guard)
{
    struct kp_settled s = {.fn = fn};

    for (; guard; guard = fn->guards.v[guard].outer)
        if (!fn->guards.v[guard].condition || !kp_is_uniform(&s, fn->guards.v[guard].condition))
            return false;
    return true;
}

/* Who leaves the kernel early does so with its whole block. */
static bool leave_together(const struct kp_fn *fn)
{
    for (uint32_t k = 1; k < fn->blocks.n; k++) {
        const struct kp_fn_block *end = &fn->blocks.v[k];

        for (size_t i = 0; !end->successor[0] && i < end->preds.n; i++)
            if (!is_alike(fn, fn->blocks.v[end->preds.v[i]].guard))
                return false;
    }
    return true;
}

/* No call around the value returns before it, and no loop is left early. */
static bool is_passed(const struct kp_fn *fn, const struct kp_value *v)
{
    for (const struct kp_fn_site *s = v->site; s; s = s->outer)
        if (!s->call->sym || !s->call->sym->decl || kp_holds(s->call->sym->decl, KP_BIT(KP_RETURN)))
            return false;
    for (uint32_t l = fn->blocks.v[v->block].loop; l; l = fn->loops.v[l].outer)
        if (!kp_is_whole_loop(fn, l))
            return false;
    return true;
}

/* ---- bytes ----------------------------------------------------------------------------------- */

static void see_line(struct behind *b, int64_t at)
{
    if (at < 0 || at + b->lines.bytes > NO_SHARED) {
        b->bad = true;
        return;
    }
    for (int64_t i = at; i < at + b->lines.bytes; i++)
        if (b->reads)
            b->bad |= !b->written[i];
        else
            b->stored[i] = true;
}

static void see(void *to, const struct kp_point *p)
{
    struct behind *b = to;

    for (int64_t i = 0; i < b->lines.n && !b->bad; i++)
        see_line(b, p->at + i * b->lines.stride);
}

static bool read(struct behind *b, struct kp_access_at at)
{
    b->reads = true;
    return kp_touched_lines(b->fn, kp_fn_value(b->fn, at.value), at.operand, &b->lines) &&
           !kp_each_possible_point(b->fn, b->shape, at, see, b) && !b->bad;
}

/* A store that cannot be counted on changes nothing. */
static bool write(struct behind *b, struct kp_access_at at)
{
    const struct kp_value *v = kp_fn_value(b->fn, at.value);

    b->reads = false;
    if (!is_passed(b->fn, v) || !kp_touched_lines(b->fn, v, at.operand, &b->lines))
        return true;
    memset(b->stored, 0, NO_SHARED);
    if (!kp_each_certain_point(b->fn, b->shape, at, b->guard, see, b))
        for (size_t i = 0; i < NO_SHARED; i++)
            b->waiting[i] |= b->stored[i];
    return !b->bad;
}

/* ---- in order -------------------------------------------------------------------------------- */

static void find_uses(struct behind *b, kp_val id)
{
    const struct kp_value *v = &b->fn->values.v[id];
    const struct kp_node *stmt = beside(b, place_of(v));

    if (v->op == KP_FN_BARRIER && !v->site && v->node == stmt)
        kp_push(b->fn->arena, &b->barriers, stmt);
    for (unsigned i = 0; v->op != KP_FN_PHI && i < v->n_operands; i++) {
        unsigned mode = kp_fn_touches(b->fn, v, i).mode;

        if (mode && b->holds[kp_fn_operand(b->fn, v, i)])
            kp_push(b->fn->arena, &b->uses,
                    ((struct use){{.value = id, .operand = i}, mode == KP_WRITE, stmt}));
    }
}

/* Nothing but the addresses in sight leads to the object, and each use stands in the loop or behind
 * it, beside it. */
static bool is_followed(struct behind *b)
{
    for (kp_val id = 1; id < b->fn->values.n; id++) {
        const struct kp_value *v = &b->fn->values.v[id];

        if (v->same_as)
            continue;
        if (v->op == KP_FN_UNKNOWN || kp_fn_lets_go(b->fn, b->holds, v))
            return false;
        find_uses(b, id);
    }
    for (size_t i = 0; i < b->uses.n; i++)
        if (!b->uses.v[i].stmt || b->uses.v[i].stmt->span.begin < b->loop->span.begin)
            return false;
    return true;
}

static bool is_barrier(const struct behind *b, const struct kp_node *stmt)
{
    for (size_t i = 0; i < b->barriers.n; i++)
        if (b->barriers.v[i] == stmt)
            return true;
    return false;
}

/* True if what the statement reads is written, and nothing is used before all have passed a
 * barrier. */
static bool is_clean(struct behind *b, const struct kp_node *stmt, bool passed)
{
    for (int stores = 0; stores < 2; stores++)
        for (size_t i = 0; i < b->uses.n; i++) {
            const struct use *u = &b->uses.v[i];

            if (u->stmt == stmt && u->is_store == stores &&
                (!passed || !(stores ? write(b, u->at) : read(b, u->at))))
                return false;
        }
    return true;
}

bool kp_is_written_behind(const struct kp_fn *fn, const struct kp_block_shape *shape, uint32_t loop,
                          uint32_t object, bool ends_with_barrier)
{
    struct behind b = {.fn = fn,
                       .shape = shape,
                       .loop = fn->loops.v[loop].node,
                       .guard = fn->blocks.v[fn->loops.v[loop].header].guard,
                       .holds = kp_fn_holders(fn, object)};
    bool passed = ends_with_barrier;

    b.written = kp_new_array(fn->arena, bool, NO_SHARED);
    b.waiting = kp_new_array(fn->arena, bool, NO_SHARED);
    b.stored = kp_new_array(fn->arena, bool, NO_SHARED);
    if (!shape->is_exact || !b.loop->parent || b.loop->parent->kind != KP_COMPOUND ||
        fn->loops.v[loop].site || fn->loops.v[loop].outer || !is_alike(fn, b.guard) ||
        !leave_together(fn) || !is_followed(&b))
        return false;
    for (const struct kp_node *s = b.loop->next; s; s = s->next) {
        if (is_barrier(&b, s)) {
            passed = true;
            for (size_t i = 0; i < NO_SHARED; i++)
                b.written[i] |= b.waiting[i];
        } else if (!is_clean(&b, s, passed)) {
            return false;
        }
    }
    return true;
}
