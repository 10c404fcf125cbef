/* Loops without barriers. Those that fill shared memory or registers in the forms that emission
 * writes are executed iteration by iteration, others as one operation. */
#include "front/tree.h"
#include "model/expr.h"
#include "model/loop_parts.h"
#include "model/written.h"
#include "validate/run.h"

/* ---- headers ------------------------------------------------------------------------------ */

/* Emission may add to a header a variable and, after a comma, its step. */
static bool is_added(const struct kp_run *r, const struct kp_node *n)
{
    if (n->kind == KP_UNARY && n->op == KP_OP_PREINC && n->first->kind == KP_REF)
        n = n->first;
    return (n->kind == KP_VAR || n->kind == KP_REF) && n->sym && kp_is_stage_name(r, n->sym->name);
}

kp_term kp_form_by_names(struct kp_run *r, const struct kp_node *n)
{
    KP_VEC(kp_term) operands = {0};
    kp_term one;

    if (n->kind == KP_INT_LIT && n->has_value)
        return kp_term_number(r->terms, KP_TERM_NUMBER, n->value);
    if (n->kind == KP_BINARY && n->op == KP_OP_COMMA && is_added(r, n->last))
        return kp_form_by_names(r, n->first);
    kp_each_child(c, n)
    {
        if (is_added(r, c))
            continue;
        one = kp_form_by_names(r, c);
        kp_push(r->arena, &operands, one);
    }
    return kp_form_of(r, n, n->sym ? n->sym->name : n->name, operands.v, operands.n);
}

kp_term kp_header_form(struct kp_run *r, const struct kp_node *loop)
{
    if (loop->kind != KP_FOR)
        return kp_form_by_names(r, kp_condition_of(loop));
    return kp_term_of(r->terms, "header", kp_form_by_names(r, kp_child(loop, 0)),
                      kp_form_by_names(r, kp_child(loop, 1)),
                      kp_form_by_names(r, kp_child(loop, 2)));
}

/* True if the loop fills shared memory, or staging registers, in a form that emission writes. */
static bool fills(struct kp_run *r, const struct kp_node *n)
{
    if (n->kind == KP_ASSIGN) {
        const struct kp_node *at = n->first;

        while (at->kind == KP_INDEX || at->kind == KP_MEMBER || at->kind == KP_CAST)
            at = at->first;
        if (at->kind == KP_REF && at->sym && kp_is_schedule_name(r, at->sym->name))
            return true;
    }
    if (n->kind == KP_CALL && kp_call_kind(r, n) == KP_CALL_COPY)
        return true;
    kp_each_child(c, n) if (fills(r, c)) return true;
    return false;
}

static const struct kp_trips *trips_of(struct kp_run *r, const struct kp_node *n)
{
    kp_term header = kp_header_form(r, n);

    for (size_t i = 0; i < r->copy_loops->n; i++)
        if (r->copy_loops->v[i].loop == n)
            return &r->copy_loops->v[i];
    for (size_t i = 0; i < r->copy_loops->n; i++)
        if (r->copy_loops->v[i].header == header)
            return &r->copy_loops->v[i];
    return NULL;
}

/* The number of iterations executed for larger or unknown numbers; all further ones are alike. */
enum { MANY = 16, STANDS_FOR_MANY = 3 };

/* True if it sets elements of a variable that are inside of a union, which only their numbers tell
 * from what other names of them mean. */
static bool sets_union(const struct kp_node *n)
{
    kp_each_below(x, n)
    {
        const struct kp_node *at = x->kind == KP_ASSIGN ? x->first : NULL;
        bool in_union = false, is_element = false;

        for (; at && (at->kind == KP_INDEX || (at->kind == KP_MEMBER && !at->is_arrow));
             at = at->first) {
            in_union |= at->kind == KP_MEMBER && at->sym && at->sym->is_of_union;
            is_element |= at->kind == KP_INDEX && !in_union && !kp_child(at, 1)->has_value;
        }
        if (in_union && is_element && at && at->kind == KP_REF)
            return true;
    }
    return false;
}

/* A loop with a constant header whose counter nothing else changes, that sets elements of unions,
 * or is in a function that is called or fills what emission does: its own number of iterations,
 * the latter where integers are added up in no order. */
static const struct kp_trips *constant_trips_of(struct kp_run *r, const struct kp_node *n)
{
    const bool adds = r->sums && (r->depth || fills(r, n));
    struct kp_counted c;
    struct kp_trips *t;
    int64_t trips;

    if (!(adds || sets_union(n->last)) || (trips = kp_constant_trips(n, NULL)) < 1 ||
        (!adds && trips > MANY) || !kp_counts(n, &c) || kp_is_exposed(n->last, c.v) ||
        kp_holds(n->last, KP_BIT(KP_ASM)))
        return NULL;
    kp_each_below(x, n->last) if ((x->kind == KP_ASSIGN || kp_writes_by_itself(x)) &&
                                  x->first->kind == KP_REF && x->first->sym == c.v) return NULL;
    t = kp_new(r->arena, struct kp_trips);
    *t = (struct kp_trips){KP_NO_TERM, trips, 0, true, n};
    return t;
}

static int64_t trips_looked_at(int64_t trips)
{
    return trips < 0 || trips > MANY ? STANDS_FOR_MANY : trips;
}

void kp_end_trips(struct kp_run *r, kp_term condition)
{
    kp_term operand[2] = {r->ended, condition};

    r->ended = r->ended ? kp_term_form(r->terms, KP_OP_LOR, "operator", operand, 2) : condition;
}

/* One iteration if the condition is true (NO_TERM: it is), and no earlier one has ended the loop.
 */
static void exec_trip(struct kp_run *r, const struct kp_node *n, kp_term condition)
{
    struct kp_state before, then;
    kp_term ended = r->ended;

    if (ended) {
        before = kp_state_copy(r);
        kp_assume(r, ended, false);
    }
    r->copy_loops_around++;
    if (condition)
        kp_exec_either(r, condition, n->last, NULL);
    else
        kp_exec(r, n->last);
    r->copy_loops_around--;
    if (ended) {
        r->assumed.n--;
        then = r->state;
        r->state = before;
        kp_state_join(r, kp_term_not(r->terms, ended), &then, &r->state);
        r->state = then;
    }
    if (r->jump)
        kp_lose(r, "a jump out of a copy loop");
    if (kp_child(n, 2)->kind != KP_NONE)
        kp_run_whole(r, kp_child(n, 2));
}

/* Iteration by iteration; a counter that has passed its end does not come back. */
static void exec_copy_loop(struct kp_run *r, const struct kp_node *n, const struct kp_trips *known)
{
    for (int64_t i = 0; i < trips_looked_at(known->most) && !r->lost; i++) {
        struct kp_decision d = {kp_condition(r, kp_child(n, 1)), true};

        if (known->is_exact)
            kp_know(r, d);
        exec_trip(r, n, known->is_exact ? KP_NO_TERM : d.condition);
    }
}

/* ---- loops that registers hold the first trips of ----------------------------------------- */

/* The number of iterations executed after those that registers hold. */
enum { TRIPS_BEHIND = 2 };

/* Executes each iteration under the condition that all earlier ones ran: `most` of them, and then
 * those of `rest`, which continues with the same counter (NULL: there is no rest). */
static void exec_nested_trips(struct kp_run *r, const struct kp_node *n, int64_t most,
                              const struct kp_node *rest)
{
    struct kp_state before, then;
    kp_term condition;
    bool holds;

    if (r->lost || (most == 0 && !rest))
        return;
    if (most == 0) {
        exec_nested_trips(r, rest, TRIPS_BEHIND, NULL);
        return;
    }
    condition = kp_condition(r, kp_child(n, 1));
    if (kp_is_known(r, condition, &holds) && !holds) {
        if (rest)
            exec_nested_trips(r, rest, TRIPS_BEHIND, NULL);
        return;
    }
    before = kp_state_copy(r);
    kp_assume(r, condition, true);
    exec_trip(r, n, KP_NO_TERM);
    exec_nested_trips(r, n, most - 1, rest);
    then = r->state;
    r->state = before;
    r->assumed.v[r->assumed.n - 1].holds ^= true;
    if (rest)
        exec_nested_trips(r, rest, TRIPS_BEHIND, NULL);
    r->assumed.n--;
    kp_state_join(r, condition, &then, &r->state);
    r->state = then;
}

/* The comparison in `kp_i < N && ..`; NULL: none. */
static const struct kp_node *cut_of(const struct kp_run *r, const struct kp_node *loop)
{
    const struct kp_node *c = loop->kind == KP_FOR ? kp_child(loop, 1) : NULL;

    if (!c || c->kind != KP_BINARY || c->op != KP_OP_LAND)
        return NULL;
    while (c->kind == KP_BINARY && c->op == KP_OP_LAND)
        c = c->first;
    return c->kind == KP_BINARY && (c->op == KP_OP_LT || c->op == KP_OP_LE) &&
                   c->first->kind == KP_REF && c->first->sym &&
                   kp_is_stage_name(r, c->first->sym->name)
               ? c
               : NULL;
}

/* The `for (; ..; ..)` after the loop, with the iterations that registers do not hold. */
static const struct kp_node *rest_of(const struct kp_node *cut)
{
    const struct kp_node *next = cut->next;

    return next && next->kind == KP_FOR && kp_child(next, 0)->kind == KP_NONE ? next : NULL;
}

/* True for such a rest, which has been executed together with the loop before it. */
static bool is_rest(const struct kp_run *r, const struct kp_node *n)
{
    const struct kp_node *c = n->parent ? n->parent->first : NULL;

    while (c && c->next != n)
        c = c->next;
    return c && cut_of(r, c) && rest_of(c) == n;
}

static void exec_peeled_loop(struct kp_run *r, const struct kp_node *n)
{
    int64_t most = -1;

    if (!kp_term_is_number(r->terms, kp_run_eval(r, cut_of(r, n)->last), &most))
        most = -1;
    most += most >= 0 && cut_of(r, n)->op == KP_OP_LE;
    exec_nested_trips(r, n, trips_looked_at(most), rest_of(n));
}

/* ---- counted by emission ------------------------------------------------------------------ */

static bool is_counted_by_schedule(const struct kp_run *r, const struct kp_node *n)
{
    const struct kp_node *c = n->kind == KP_FOR ? kp_child(n, 1) : NULL;

    return c && c->kind == KP_BINARY && c->first->kind == KP_REF && c->first->sym &&
           kp_is_stage_name(r, c->first->sym->name);
}

static void exec_schedule_loop(struct kp_run *r, const struct kp_node *n)
{
    const struct kp_node *cond = kp_child(n, 1);
    int64_t end = -1;
    kp_term bound;

    bound = kp_run_eval(r, cond->last);
    if (!kp_term_is_number(r->terms, bound, &end) || cond->op != KP_OP_LT)
        end = -1;
    end = trips_looked_at(end);
    for (int64_t i = 0; i < end && !r->lost; i++)
        exec_trip(r, n, KP_NO_TERM);
}

/* True if a jump leaves an iteration otherwise than by `if (..) continue;`, or break, in the body's
 * own block. */
static bool has_jump(const struct kp_node *n, bool is_body, bool in_loop)
{
    if (n->kind == KP_RETURN || n->kind == KP_GOTO)
        return true;
    if (n->kind == KP_BREAK || n->kind == KP_CONTINUE)
        return !in_loop;
    if (n->kind == KP_LAMBDA)
        return false;
    in_loop = in_loop || n->kind == KP_SWITCH || kp_is_loop(n);
    kp_each_child(c, n)
    {
        if (!(is_body && (kp_is_skip(c) || kp_ends_loop(c))) && has_jump(c, false, in_loop))
            return true;
    }
    return false;
}

static void exec_for(struct kp_run *r, const struct kp_node *n)
{
    const struct kp_trips *known = trips_of(r, n);
    kp_term ended = r->ended;

    if (is_rest(r, n))
        return;
    if (has_jump(n->last, n->last->kind == KP_COMPOUND, false) && !fills(r, n)) {
        kp_exec_opaque(r, n);
        return;
    }
    known = known ? known : constant_trips_of(r, n);
    if (!known && !is_counted_by_schedule(r, n) && !cut_of(r, n)) {
        if (!fills(r, n))
            kp_exec_opaque(r, n);
        else if (r->is_output) /* emission makes none with a header of its own */
            kp_conflict(r, "header");
        else
            kp_lose(r, "a copy loop whose trips are not known");
        return;
    }
    kp_exec(r, n->first);
    r->ended = KP_NO_TERM;
    if (is_counted_by_schedule(r, n))
        exec_schedule_loop(r, n);
    else if (cut_of(r, n))
        exec_peeled_loop(r, n);
    else if (known->staged)
        exec_nested_trips(r, n, trips_looked_at(known->staged) + TRIPS_BEHIND, NULL);
    else
        exec_copy_loop(r, n, known);
    r->ended = ended;
}

/* ---- all ---------------------------------------------------------------------------------- */

void kp_exec_plain_loop(struct kp_run *r, const struct kp_node *n)
{
    if (n->kind == KP_FOR)
        exec_for(r, n);
    else if (!fills(r, n))
        kp_exec_opaque(r, n);
    else
        kp_lose(r, "a copy loop whose trips are not known");
}
