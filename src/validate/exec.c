/* Statements. */
#include "front/tree.h"
#include "validate/run.h"

/* ---- branches ----------------------------------------------------------------------------- */

static bool is_leaving(const struct kp_node *n)
{
    if (n->kind == KP_RETURN || n->kind == KP_BREAK || n->kind == KP_CONTINUE)
        return true;
    kp_each_child(c, n) if (is_leaving(c)) return true;
    return false;
}

/* `no` is NULL where there is nothing else. */
static void exec_either(struct kp_run *r, kp_term condition, const struct kp_node *yes,
                        const struct kp_node *no)
{
    struct kp_state before = kp_state_copy(r), then;

    kp_assume(r, condition, true);
    kp_exec(r, yes);
    r->assumed.v[r->assumed.n - 1].holds ^= true;
    then = r->state;
    r->state = before;
    if (no)
        kp_exec(r, no);
    r->assumed.n--;
    kp_state_join(r, condition, &then, &r->state);
    r->state = then;
}

/* The one statement of the branch of an IF; NULL of anything else. */
static const struct kp_node *only_branch(const struct kp_node *n)
{
    const struct kp_node *yes = n->kind == KP_IF ? kp_child(n, 2) : NULL;

    while (yes && yes->kind == KP_COMPOUND && yes->first && yes->first == yes->last)
        yes = yes->first;
    return yes;
}

/* `if (..) continue;` */
static bool is_skip(const struct kp_node *n)
{
    const struct kp_node *yes = only_branch(n);

    return yes && yes->kind == KP_CONTINUE && kp_child(n, 3)->kind == KP_NONE &&
           kp_child(n, 0)->kind == KP_NONE && kp_child(n, 1)->kind != KP_VAR;
}

/* `if (kp_bytes < ..) __trap();`: the program ends, and does not go on. */
static bool is_trap(const struct kp_node *n)
{
    const struct kp_node *yes = only_branch(n);

    return yes && yes->kind == KP_CALL && yes->sym && kp_streq(yes->sym->name, "__trap");
}

static void exec_all(struct kp_run *r, const struct kp_node *first)
{
    struct kp_state before, then;
    kp_term condition;

    for (const struct kp_node *c = first; c; c = c->next) {
        if (!r->copy_loops_around || !is_skip(c)) {
            kp_exec(r, c);
            continue;
        }
        condition = kp_seen(r, kp_run_eval(r, kp_child(c, 1)));
        before = kp_state_copy(r);
        kp_assume(r, condition, false);
        exec_all(r, c->next);
        r->assumed.n--;
        then = r->state;
        r->state = before;
        kp_state_join(r, kp_term_not(r->terms, condition), &then, &r->state);
        r->state = then;
        return;
    }
}

static void exec_if(struct kp_run *r, const struct kp_node *n)
{
    const struct kp_node *yes = kp_child(n, 2), *no = kp_child(n, 3);
    kp_term condition;
    bool holds;

    if (kp_child(n, 0)->kind != KP_NONE)
        kp_exec(r, kp_child(n, 0));
    if (kp_child(n, 1)->kind == KP_VAR) {
        size_t slot;

        kp_exec_var(r, kp_child(n, 1));
        slot = kp_slot(r, kp_child(n, 1)->sym);
        condition = r->state.slots.v[slot];
    } else {
        condition = kp_run_eval(r, kp_child(n, 1));
    }
    condition = kp_seen(r, kp_assumed(r, condition));
    if (is_trap(n))
        return;
    if (kp_is_known(r, condition, &holds)) {
        kp_exec(r, holds ? yes : no);
        return;
    }
    if (kp_has_control(r, yes) || kp_has_control(r, no)) {
        kp_exec(r, kp_decide(r, condition, !is_leaving(yes)) ? yes : no);
        return;
    }
    exec_either(r, condition, yes, no);
}

/* ---- loops -------------------------------------------------------------------------------- */

static const struct kp_node *condition_of(const struct kp_node *n)
{
    return n->kind == KP_FOR ? kp_child(n, 1) : n->kind == KP_DO ? n->last : n->first;
}

static const struct kp_node *body_of(const struct kp_node *n)
{
    return n->kind == KP_DO ? n->first : n->last;
}

/* `do { .. } while (0)` */
static bool is_done_once(const struct kp_node *n)
{
    return n->kind == KP_DO && n->last->has_value && !n->last->value;
}

static bool has_inner(struct kp_run *r, const struct kp_node *n)
{
    kp_each_child(c, n)
    {
        if ((c->kind == KP_FOR || c->kind == KP_WHILE || c->kind == KP_DO) && !is_done_once(c) &&
            kp_has_barrier(r, c))
            return true;
        if (has_inner(r, c))
            return true;
    }
    return false;
}

static bool goes_on(struct kp_run *r, const struct kp_node *n, unsigned trip, bool is_outer)
{
    const struct kp_node *c = condition_of(n);
    bool was = r->is_forced, on;

    if (c->kind == KP_NONE)
        return true;
    if (c->kind == KP_VAR) {
        kp_lose(r, "a loop whose condition declares a variable");
        return false;
    }
    r->is_forced = r->script->counts;
    on = kp_decide(r, kp_seen(r, kp_run_eval(r, c)),
                   trip < (is_outer ? r->script->outer_trips : r->script->trips));
    r->is_forced = was;
    return on;
}

/* The schedule's own variables, at the head of a loop. */
static void note_turn(struct kp_run *r, const struct kp_node *n)
{
    KP_VEC(kp_term) all = {0};
    kp_term turn;

    for (size_t i = 0; i < r->state.slots.n; i++)
        if (kp_term_kind(r->terms, r->state.slots.v[i]) == KP_TERM_STAGE)
            kp_push(r->arena, &all, r->state.slots.v[i]);
    turn = kp_term_form(r->terms, n->span.begin, "turn", all.v, all.n);
    kp_push(r->arena, &r->turns, turn);
}

static void exec_loop(struct kp_run *r, const struct kp_node *n)
{
    bool is_outer = has_inner(r, body_of(n));
    unsigned trip = 0;

    if (n->kind == KP_FOR && n->first->kind != KP_NONE)
        kp_exec(r, n->first);
    while (!r->lost) {
        if ((n->kind != KP_DO || trip) && !goes_on(r, n, trip, is_outer))
            break;
        if (++trip > 64) {
            kp_lose(r, "a loop without an end");
            return;
        }
        note_turn(r, n);
        kp_exec(r, body_of(n));
        if (r->jump == KP_BREAKS || r->jump == KP_CONTINUES) {
            bool leaves = r->jump == KP_BREAKS;

            r->jump = KP_STAYS;
            if (leaves)
                break;
        }
        if (r->jump)
            break;
        if (n->kind == KP_FOR && kp_child(n, 2)->kind != KP_NONE)
            kp_run_eval(r, kp_child(n, 2));
    }
}

/* ---- copy loops --------------------------------------------------------------------------- */

/* What emission adds to a header: a variable of its own, and its step behind a comma. */
static bool is_added(const struct kp_node *n)
{
    if (n->kind == KP_UNARY && n->op == KP_OP_PREINC && n->first->kind == KP_REF)
        n = n->first;
    return (n->kind == KP_VAR || n->kind == KP_REF) && n->sym && kp_is_stage_name(n->sym->name);
}

kp_term kp_form_by_names(struct kp_run *r, const struct kp_node *n)
{
    KP_VEC(kp_term) operands = {0};
    kp_term one;

    if (n->kind == KP_INT_LIT && n->has_value)
        return kp_term_number(r->terms, KP_TERM_NUMBER, n->value);
    if (n->kind == KP_BINARY && n->op == KP_OP_COMMA && is_added(n->last))
        return kp_form_by_names(r, n->first);
    kp_each_child(c, n)
    {
        if (is_added(c))
            continue;
        one = kp_form_by_names(r, c);
        kp_push(r->arena, &operands, one);
    }
    return kp_form_of(r, n, n->sym ? n->sym->name : n->name, operands.v, operands.n);
}

kp_term kp_header_form(struct kp_run *r, const struct kp_node *loop)
{
    if (loop->kind != KP_FOR)
        return kp_form_by_names(r, condition_of(loop));
    return kp_term_of(r->terms, "header", kp_form_by_names(r, kp_child(loop, 0)),
                      kp_form_by_names(r, kp_child(loop, 1)),
                      kp_form_by_names(r, kp_child(loop, 2)));
}

/* Does it fill shared memory, or registers for that, in a way of emission's? */
static bool fills(struct kp_run *r, const struct kp_node *n)
{
    if (n->kind == KP_ASSIGN) {
        const struct kp_node *at = n->first;

        while (at->kind == KP_INDEX || at->kind == KP_MEMBER || at->kind == KP_CAST)
            at = at->first;
        if (at->kind == KP_REF && at->sym && kp_is_schedule_name(at->sym->name))
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
        if (r->copy_loops->v[i].header == header)
            return &r->copy_loops->v[i];
    return NULL;
}

/* So many trips stand for more, or for a number that is not known: all are alike. */
enum { MANY = 16, STANDS_FOR_MANY = 3 };

static int64_t trips_looked_at(int64_t trips)
{
    return trips < 0 || trips > MANY ? STANDS_FOR_MANY : trips;
}

/* One trip, where the condition holds; NO_TERM: it does. */
static void exec_trip(struct kp_run *r, const struct kp_node *n, kp_term condition)
{
    r->copy_loops_around++;
    if (condition)
        exec_either(r, condition, n->last, NULL);
    else
        kp_exec(r, n->last);
    r->copy_loops_around--;
    if (r->jump)
        kp_lose(r, "a jump out of a copy loop");
    if (kp_child(n, 2)->kind != KP_NONE)
        kp_run_eval(r, kp_child(n, 2));
}

/* Trip by trip: a counter that has passed its end does not come back. */
static void exec_copy_loop(struct kp_run *r, const struct kp_node *n, const struct kp_trips *known)
{
    for (int64_t i = 0; i < trips_looked_at(known->most) && !r->lost; i++) {
        struct kp_decision d = {kp_seen(r, kp_run_eval(r, kp_child(n, 1))), true};

        if (known->is_exact)
            kp_push(r->arena, &r->known, d);
        exec_trip(r, n, known->is_exact ? KP_NO_TERM : d.condition);
    }
}

/* ---- loops that registers hold the first trips of ----------------------------------------- */

/* So many trips behind those that registers hold are looked at. */
enum { TRIPS_BEHIND = 2 };

/* Each trip where all before it were made: `most` of them, and then those of `rest`, which goes on
 * with the same counter; NULL: there is none. */
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
    condition = kp_seen(r, kp_run_eval(r, kp_child(n, 1)));
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

/* `kp_i < N && ..`: NULL, or the comparison. */
static const struct kp_node *cut_of(const struct kp_node *loop)
{
    const struct kp_node *c = loop->kind == KP_FOR ? kp_child(loop, 1) : NULL;

    if (!c || c->kind != KP_BINARY || c->op != KP_OP_LAND)
        return NULL;
    while (c->kind == KP_BINARY && c->op == KP_OP_LAND)
        c = c->first;
    return c->kind == KP_BINARY && c->op == KP_OP_LT && c->first->kind == KP_REF && c->first->sym &&
                   kp_is_stage_name(c->first->sym->name)
               ? c
               : NULL;
}

/* `for (; ..; ..)` behind it, with the trips that registers do not hold. */
static const struct kp_node *rest_of(const struct kp_node *cut)
{
    const struct kp_node *next = cut->next;

    return next && next->kind == KP_FOR && kp_child(next, 0)->kind == KP_NONE ? next : NULL;
}

/* Is it such a rest, which has been executed with what is in front of it? */
static bool is_rest(const struct kp_node *n)
{
    const struct kp_node *c = n->parent ? n->parent->first : NULL;

    while (c && c->next != n)
        c = c->next;
    return c && cut_of(c) && rest_of(c) == n;
}

static void exec_cut_loop(struct kp_run *r, const struct kp_node *n)
{
    int64_t most = -1;

    if (!kp_term_is_number(r->terms, kp_run_eval(r, cut_of(n)->last), &most))
        most = -1;
    exec_nested_trips(r, n, trips_looked_at(most), rest_of(n));
}

/* ---- counted by emission ------------------------------------------------------------------ */

static bool is_counted_by_schedule(const struct kp_node *n)
{
    const struct kp_node *c = n->kind == KP_FOR ? kp_child(n, 1) : NULL;

    return c && c->kind == KP_BINARY && c->first->kind == KP_REF && c->first->sym &&
           kp_is_stage_name(c->first->sym->name);
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

static void exec_for(struct kp_run *r, const struct kp_node *n)
{
    const struct kp_trips *known = trips_of(r, n);

    if (is_rest(n))
        return;
    if (!known && !is_counted_by_schedule(n) && !cut_of(n)) {
        if (fills(r, n))
            kp_lose(r, "a copy loop whose trips are not known");
        else
            kp_exec_opaque(r, n);
        return;
    }
    kp_exec(r, n->first);
    if (is_counted_by_schedule(n))
        exec_schedule_loop(r, n);
    else if (cut_of(n))
        exec_cut_loop(r, n);
    else if (known->staged)
        exec_nested_trips(r, n, trips_looked_at(known->staged) + TRIPS_BEHIND, NULL);
    else
        exec_copy_loop(r, n, known);
}

static void exec_once(struct kp_run *r, const struct kp_node *body)
{
    kp_exec(r, body);
    if (r->jump != KP_RETURNS)
        r->jump = KP_STAYS;
}

static void exec_other_loop(struct kp_run *r, const struct kp_node *n)
{
    if (n->kind == KP_FOR)
        exec_for(r, n);
    else if (!fills(r, n))
        kp_exec_opaque(r, n);
    else
        kp_lose(r, "a copy loop whose trips are not known");
}

/* ---- all ---------------------------------------------------------------------------------- */

static void exec_asm(struct kp_run *r, const struct kp_node *n)
{
    struct kp_asm_rule rule;

    if (!kp_rule_asm(r->u->rules, n->name, &rule)) {
        kp_exec_opaque(r, n);
    } else if (rule.is_barrier) {
        kp_barrier(r);
    } else if (rule.async.kind == KP_ASYNC_COMMIT) {
        kp_commit(r);
    } else if (rule.async.kind == KP_ASYNC_WAIT) {
        kp_exec_wait(r, &rule.async, kp_child(n, (unsigned)rule.async.operand));
    } else if (rule.async.kind == KP_ASYNC_COPY) {
        kp_term to = kp_run_eval(r, kp_child(n, (unsigned)rule.async.to)),
                from = kp_run_eval(r, kp_child(n, (unsigned)rule.async.from)), bytes;

        bytes = rule.async.operand >= 0
                    ? kp_run_eval(r, kp_child(n, (unsigned)rule.async.operand))
                    : kp_term_number(r->terms, KP_TERM_NUMBER, rule.async.number);
        kp_copy(r, to, from, bytes, 0, true);
    } else {
        kp_exec_opaque(r, n);
    }
}

static void exec_return(struct kp_run *r, const struct kp_node *n)
{
    if (n->first && n->first->kind != KP_NONE) {
        kp_term event;

        r->returned = kp_run_eval(r, n->first);
        event = kp_term_of(r->terms, "return", kp_seen(r, r->returned), 0, 0);
        if (!r->depth)
            kp_push(r->arena, &r->trace, event);
    }
    r->jump = KP_RETURNS;
}

void kp_exec(struct kp_run *r, const struct kp_node *n)
{
    if (r->lost || r->jump)
        return;
    r->statement = n;
    switch (n->kind) {
    case KP_NONE:
    case KP_NULL_STMT:
    case KP_OTHER_DECL:
        return;
    case KP_COMPOUND:
    case KP_DECL_STMT:
        exec_all(r, n->first);
        return;
    case KP_VAR:
        kp_exec_var(r, n);
        return;
    case KP_IF:
        exec_if(r, n);
        return;
    case KP_FOR:
    case KP_WHILE:
    case KP_DO:
        if (is_done_once(n))
            exec_once(r, n->first);
        else if (n == r->loop || kp_has_barrier(r, n))
            exec_loop(r, n);
        else
            exec_other_loop(r, n);
        return;
    case KP_ASM:
        exec_asm(r, n);
        return;
    case KP_RETURN:
        exec_return(r, n);
        return;
    case KP_BREAK:
        r->jump = KP_BREAKS;
        return;
    case KP_CONTINUE:
        r->jump = KP_CONTINUES;
        return;
    case KP_LABEL: /* from above: whatever jumps is not followed */
    case KP_CASE:
        if (n->last)
            kp_exec(r, n->last);
        return;
    case KP_GOTO:
        kp_lose(r, "a jump to a label");
        return;
    case KP_SWITCH:
        if (kp_has_control(r, n))
            kp_exec_switch(r, n);
        else
            kp_exec_opaque(r, n);
        return;
    case KP_RANGE_FOR:
        if (kp_has_control(r, n))
            kp_lose(r, "barriers in a loop over a range");
        else
            kp_exec_opaque(r, n);
        return;
    default:
        if (n->kind == KP_UNARY || n->kind == KP_ASSIGN || n->kind == KP_CALL ||
            n->kind == KP_BINARY || n->kind == KP_COND || n->kind == KP_CAST)
            kp_run_eval(r, n);
        else
            kp_exec_opaque(r, n);
    }
}
