/* Asynchronous copies that the user waits for at once: copy, commit, wait for all, barrier. Threads
 * see the same as after plain stores, so that they are copies like any other, and the pipelined
 * loop commits and waits in its own places. In a loop without barriers of the block, the barriers
 * are those of the warp. */
#include "model/waited.h"

#include <stdlib.h>

/* ---- one interval between barriers --------------------------------------------------------- */

KP_VEC_TYPE(parts, const struct kp_node *);

struct interval {
    bool by_warps; /* its ends are barriers of the warp */
    struct parts parts;
    unsigned at; /* statements of the loop's body, counted */
    unsigned copy, commit, wait;
    unsigned n_waits;
    bool for_all;
    bool is_other; /* a part stands where it does not belong, or leaves some groups */
};

static void see(struct kp_unit *u, struct interval *i, const struct kp_node *n, bool is_statement)
{
    struct kp_async_rule rule = kp_async_part(u, n);

    if (rule.kind)
        kp_push(u->arena, &i->parts, n);
    if (rule.kind == KP_ASYNC_COPY)
        i->copy = i->at;
    else if (rule.kind && !is_statement)
        i->is_other = true;
    else if (rule.kind == KP_ASYNC_COMMIT)
        i->commit = i->at;
    else if (rule.kind == KP_ASYNC_WAIT) {
        i->n_waits++;
        i->wait = i->at;
        i->for_all = rule.waits_for_all;
        i->is_other |= !i->for_all && kp_async_number(n, &rule) != 0;
    }
    kp_each_child(c, n) see(u, i, c, false);
}

/* All copies, then their commit, then one wait. */
static bool is_sequence(const struct interval *i)
{
    return i->copy && i->n_waits == 1 && !i->is_other && i->copy < i->wait &&
           i->commit <= i->wait && (i->for_all || i->commit > i->copy);
}

/* ---- loops ----------------------------------------------------------------------------------- */

/* A loop that was asked about. */
struct waited_loop {
    const struct kp_node *loop;
    bool has_barrier;   /* at its body's own level */
    struct parts parts; /* of such sequences, by address */
};

struct kp_waited {
    KP_VEC(struct waited_loop) loops;
};

static int by_address(const void *a, const void *b)
{
    const struct kp_node *const *x = a, *const *y = b;

    return (*x > *y) - (*x < *y);
}

static void look(struct kp_unit *u, struct waited_loop *w, struct interval *i,
                 const struct kp_node *body)
{
    kp_each_child(c, body)
    {
        if (c->kind == KP_COMPOUND) {
            look(u, w, i, c);
            continue;
        }
        i->at++;
        if (i->by_warps ? !kp_is_warp_barrier(u, c) : !kp_is_any_barrier(u, c)) {
            see(u, i, kp_done_once(c), true);
            continue;
        }
        w->has_barrier = true;
        if ((i->by_warps || kp_is_full_barrier(u, c)) && is_sequence(i))
            for (size_t k = 0; k < i->parts.n; k++)
                kp_push(u->arena, &w->parts, i->parts.v[k]);
        *i = (struct interval){.by_warps = i->by_warps, .at = i->at};
    }
}

static const struct waited_loop *waited_in(struct kp_unit *u, const struct kp_node *loop)
{
    const struct kp_node *body = kp_loop_body(loop);
    struct waited_loop w = {.loop = loop};
    struct interval i = {0};

    if (!u->waited)
        u->waited = kp_new(u->arena, struct kp_waited);
    for (size_t k = 0; k < u->waited->loops.n; k++)
        if (u->waited->loops.v[k].loop == loop)
            return &u->waited->loops.v[k];
    if (body->kind == KP_COMPOUND)
        look(u, &w, &i, body);
    if (body->kind == KP_COMPOUND && !w.has_barrier && !u->source.is_hip) {
        i = (struct interval){.by_warps = true};
        look(u, &w, &i, body);
        w.has_barrier = w.parts.n; /* else that of a loop around it may be meant */
    }
    if (w.parts.n)
        qsort(w.parts.v, w.parts.n, sizeof *w.parts.v, by_address);
    kp_push(u->arena, &u->waited->loops, w);
    return &u->waited->loops.v[u->waited->loops.n - 1];
}

/* True if the part is in a sequence of this loop's own body. */
static bool is_waited_in(const struct waited_loop *w, const struct kp_node *n)
{
    return w->parts.n && bsearch(&n, w->parts.v, w->parts.n, sizeof *w->parts.v, by_address);
}

bool kp_is_waited(struct kp_unit *u, const struct kp_node *n)
{
    if (!kp_async_part(u, n).kind)
        return false;
    for (const struct kp_node *p = n->parent; p && p->kind != KP_LAMBDA; p = p->parent) {
        const struct waited_loop *w = kp_is_loop(p) ? waited_in(u, p) : NULL;

        if (w && w->has_barrier)
            return is_waited_in(w, n);
    }
    return false;
}

const struct kp_node *kp_find_waited_copy(struct kp_unit *u, const struct kp_node *loop,
                                          const struct kp_node *n)
{
    kp_each_below(x, n) if (kp_async_part(u, x).kind == KP_ASYNC_COPY &&
                            is_waited_in(waited_in(u, loop), x)) return x;
    return NULL;
}
