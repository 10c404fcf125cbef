/* Barriers inside of statements, and ways out of the loop. */
#include "legal/legal.h"
#include "model/uses.h"

enum { MOST_CALLS = 4 }; /* in one another */

/* Under a condition, or in a loop that may run more than once. */
static bool is_conditional(const struct kp_node *n, const struct kp_node *stmt)
{
    if (!kp_is_unconditional(n, stmt))
        return true;
    for (; n != stmt->parent; n = n->parent)
        if (kp_is_loop(n) && !(n->kind == KP_DO && n->last->has_value && !n->last->value))
            return true;
    return false;
}

static const struct kp_control_place *leaving(const struct kp_judge *j, const struct kp_stmt *s)
{
    if (kp_skips_compute(j->l, s))
        return NULL;
    return kp_find_control(&s->effects,
                           KP_CTL_BREAK | KP_CTL_CONTINUE | KP_CTL_RETURN | KP_CTL_GOTO);
}

/* A full barrier that counts votes, in a loop that is left in the middle: with __syncthreads() it
 * would still be left there. */
static bool votes_to_leave(const struct kp_judge *j, const struct kp_node *barrier)
{
    const struct kp_call_rule *rule =
        barrier->kind == KP_CALL ? kp_callee_rule(j->u, barrier) : NULL;

    for (size_t i = 0; rule && rule->is_vote && i < j->l->stmts.n; i++)
        if (leaving(j, &j->l->stmts.v[i]))
            return true;
    return false;
}

/* True if the statement of the function, each time that it runs, passes the place, and if each of
 * its loops around the place runs as often for all threads, and passes it in each of its trips. */
static bool is_passed(struct kp_func *f, const struct kp_node *place, const struct kp_node *stmt)
{
    const struct kp_node *inner = place;

    for (const struct kp_node *n = place; n != stmt->parent; n = n->parent) {
        const struct kp_node *condition = kp_is_loop(n) ? kp_loop_condition(n) : NULL;

        if (!kp_is_loop(n))
            continue;
        if (!condition || kp_thread_dependent(f, condition, NULL) || kp_leaves(n) ||
            !kp_is_unconditional(inner, kp_loop_body(n)))
            return false;
        inner = n;
    }
    return kp_is_unconditional(inner, stmt);
}

/* True if the body returns at its end alone. */
static bool returns_at_end(const struct kp_node *body)
{
    if (body->kind != KP_COMPOUND ||
        kp_holds(body, KP_BIT(KP_GOTO) | KP_BIT(KP_LABEL) | KP_BIT(KP_LAMBDA)))
        return false;
    kp_each_child(n, body) if (n->kind == KP_RETURN ? n != body->last
                                                    : kp_holds(n, KP_BIT(KP_RETURN))) return false;
    return true;
}

static const struct kp_node *out_of_step(struct kp_func *f, const struct kp_node *call,
                                         const struct kp_node *in, int depth);

static bool is_in_loop(const struct kp_node *n, const struct kp_node *body)
{
    for (; n != body; n = n->parent)
        if (kp_is_loop(n))
            return true;
    return false;
}

/* Whether the members of its object, or what it captures, are the same for all threads, nothing
 * says in a function. */
static bool knows_its_values(const struct kp_func *f)
{
    return f->decl->kind == KP_FUNCTION && !kp_holds(f->body, KP_BIT(KP_THIS));
}

/* The barrier in the function, or in one that it calls, to which not all threads that call it may
 * come, in the same order, or which is for some of them; `in` where that is not known. NULL: all
 * come to all of them. */
static const struct kp_node *parts_threads(struct kp_unit *u, const struct kp_sym *s,
                                           const struct kp_node *in, int depth)
{
    struct kp_func *f = kp_func_get(u, s, false);
    struct kp_effects e = {0};
    const struct kp_node *at;

    if (!f || !kp_summary(u, s) || !depth)
        return in;
    kp_effects_of(f, f->body, &e);
    for (size_t i = 0; i < e.control.n; i++) {
        const struct kp_control_place *p = &e.control.v[i];

        if (p->what != KP_CTL_BARRIER)
            continue;
        if (!returns_at_end(f->body) || (is_in_loop(p->at, f->body) && !knows_its_values(f)) ||
            !is_passed(f, p->at, f->body))
            return p->in ? p->in : p->at;
        if (p->in && (at = out_of_step(f, p->at, p->in, depth - 1)))
            return at;
        if (!p->in && !kp_is_full_barrier(u, p->at))
            return p->at;
    }
    return returns_at_end(f->body) ? NULL : in;
}

/* The same of all functions that the call may reach; `in`: a barrier in one of them. */
static const struct kp_node *out_of_step(struct kp_func *f, const struct kp_node *call,
                                         const struct kp_node *in, int depth)
{
    struct kp_callees all = {0};
    const struct kp_node *at;

    if (call->kind != KP_CALL)
        return in;
    kp_callees_of(f, call, &all);
    for (size_t i = 0; i < all.list.n; i++)
        if ((at = parts_threads(f->unit, all.list.v[i], in, depth)))
            return at;
    return all.list.n ? NULL : in;
}

static bool has_own_barrier(const struct kp_loop *l)
{
    for (size_t i = 0; i < l->stmts.n; i++)
        if (l->stmts.v[i].is_barrier)
            return true;
    return false;
}

/* True if there are copies on both sides of the statement that only its barriers keep apart. */
static bool parts_copies(const struct kp_loop *l, const struct kp_stmt *s)
{
    bool before = false, behind = false;

    for (size_t i = 0; i < l->stmts.n; i++) {
        const struct kp_stmt *other = &l->stmts.v[i];

        if (other->run != s->run || !other->in_load || !kp_outer_store(&other->effects))
            continue;
        before |= other < s;
        behind |= other > s;
    }
    return before && behind;
}

/* Barriers of the compute phase alone, in loops that it makes and in functions that it calls: these
 * stay what they are, and so does what they part. Where the phases are those of a warp, no other
 * warp may be waited for. False: `at` becomes the one that does not, if that is known. */
static bool stay_inside(struct kp_judge *j, const struct kp_stmt *s, struct kp_control_place *at)
{
    const struct kp_node *in;

    if (s->in_load || s->node->from_macro || j->l->by_warps || parts_copies(j->l, s) ||
        !has_own_barrier(j->l))
        return false;
    for (size_t i = 0; i < s->effects.control.n; i++) {
        const struct kp_control_place *p = &s->effects.control.v[i];

        if (p->what != KP_CTL_BARRIER)
            continue;
        in = p->in ? out_of_step(j->f, p->at, p->in, MOST_CALLS) : NULL;
        if (is_passed(j->f, p->at, s->node) && !in &&
            (p->in || (p->at != s->node && kp_is_full_barrier(j->u, p->at))))
            continue;
        *at = *p;
        at->in = in ? in : p->in;
        return false;
    }
    return true;
}

static void refuse_nested(struct kp_judge *j, const struct kp_stmt *s, const struct kp_node *at)
{
    const struct kp_node *n = at;
    struct kp_refusal *r;

    while (n != s->node && !kp_is_loop(n) && n->kind != KP_IF)
        n = n->parent;
    r = kp_refuse(j->u, j->l, KP_CODE_KP104, at,
                  kp_is_loop(n) ? "in an inner loop" : "under a condition");
    if (j->l->by_warps)
        r->hint = "use __syncthreads() for the loop's other barriers, too";
    else if (kp_is_loop(n))
        r->hint = s->in_load ? "fill the tile outside of the inner loop, to pipeline this one"
                  : parts_copies(j->l, s) ? "put a separate barrier between the copies before the "
                                            "inner loop and those after it"
                                          : "make the inner loop run the same number of iterations "
                                            "in all threads, without break or continue";
}

void kp_legal_nested_barriers(struct kp_judge *j)
{
    for (size_t i = 0; i < j->l->stmts.n; i++) {
        const struct kp_stmt *s = &j->l->stmts.v[i];
        const struct kp_control_place *p = kp_find_control(&s->effects, KP_CTL_BARRIER);
        struct kp_control_place missed;
        const struct kp_node *fill;

        if (s->is_barrier || !p)
            continue;
        missed = *p;
        if (stay_inside(j, s, &missed))
            continue;
        p = &missed;
        if (p->in)
            kp_refuse_control(j, KP_CODE_KP105, p);
        else if (is_conditional(p->at, s->node) && (fill = kp_rotated_fill(j)))
            kp_refusal_note(j->u, kp_refuse(j->u, j->l, KP_CODE_KP110, p->at, NULL), fill,
                            "another buffer is filled here");
        else if (is_conditional(p->at, s->node))
            refuse_nested(j, s, p->at);
        else if (s->node->from_macro) /* do { ..; __syncthreads(); } while (0) */
            kp_refuse_macro(j, s->node);
        else if (!votes_to_leave(j, p->at))
            kp_refuse_control(j, KP_CODE_KP103, p);
        return;
    }
}

/* A case of a switch around the loop, by which the loop is entered in the middle of its body. */
static const struct kp_node *case_from_outside(const struct kp_node *n)
{
    const struct kp_node *found;

    if (n->kind == KP_CASE)
        return n;
    kp_each_child(c, n) if (n->kind != KP_SWITCH && (found = case_from_outside(c))) return found;
    return NULL;
}

void kp_legal_stays_inside(struct kp_judge *j)
{
    const struct kp_node *entry = case_from_outside(j->l->node);

    if (entry) {
        kp_refuse(j->u, j->l, KP_CODE_KP106, entry, NULL);
        return;
    }
    for (size_t i = 0; i < j->l->stmts.n; i++) {
        const struct kp_control_place *p = leaving(j, &j->l->stmts.v[i]);

        if (!p)
            continue;
        kp_refuse(j->u, j->l, KP_CODE_KP106, p->at, NULL);
        return;
    }
}
