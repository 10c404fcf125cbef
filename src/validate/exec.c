/* Statements. */
#include "front/tree.h"
#include "model/loop_parts.h"
#include "validate/run.h"

/* The limit of iterations of a loop with barriers, and of jumps to labels further up. */
enum { MOST_TRIPS = 64 };

/* ---- branches ----------------------------------------------------------------------------- */

static bool is_leaving(const struct kp_node *n)
{
    return kp_holds(n,
                    KP_BIT(KP_RETURN) | KP_BIT(KP_BREAK) | KP_BIT(KP_CONTINUE) | KP_BIT(KP_GOTO));
}

/* True if a jump there leaves the loop around it. */
static bool leaves_loop(const struct kp_node *n)
{
    if (n->kind == KP_RETURN || n->kind == KP_BREAK)
        return true;
    if (n->kind == KP_LAMBDA || n->kind == KP_SWITCH || n->kind == KP_RANGE_FOR || kp_is_loop(n))
        return false;
    kp_each_child(c, n) if (leaves_loop(c)) return true;
    return false;
}

static const struct kp_node *label_named(const struct kp_node *n, const char *name)
{
    const struct kp_node *found = NULL;

    if (n->kind == KP_LABEL && kp_streq(n->name, name))
        return n;
    for (const struct kp_node *c = n->first; c && !found; c = c->next)
        found = label_named(c, name);
    return found;
}

/* True if a jump there goes to a label further up. */
const char kp_more_trips[] = "more iterations than are to be looked at";

static bool goes_back(struct kp_run *r, const struct kp_node *n)
{
    const struct kp_node *to = n->kind == KP_GOTO ? label_named(r->function, n->name) : NULL;

    if (to && to->span.begin < n->span.begin)
        return true;
    kp_each_child(c, n) if (goes_back(r, c)) return true;
    return false;
}

enum { MOST_BACK = 1 };

/* The branch of a condition on which barriers depend. What ends a loop is decided as the loop's
 * number of iterations is. */
static bool takes(struct kp_run *r, kp_term condition, const struct kp_node *yes,
                  const struct kp_node *no)
{
    bool prefers = !is_leaving(yes), was = r->is_forced, holds;

    if (r->must_leave && leaves_loop(yes) != leaves_loop(no)) {
        prefers = leaves_loop(yes);
        r->is_forced = r->script->counts;
    } else if (r->iteration) {
        prefers = r->iteration < r->wanted;
    } else if (r->went_back >= MOST_BACK && goes_back(r, yes) != goes_back(r, no)) {
        prefers = goes_back(r, no);
        r->is_forced = r->script->counts;
    }
    holds = kp_decide(r, condition, prefers);
    r->is_forced = was;
    return holds;
}

void kp_exec_either(struct kp_run *r, kp_term condition, const struct kp_node *yes,
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

/* The only statement of an IF's branch; NULL for anything else. */
static const struct kp_node *only_branch(const struct kp_node *n)
{
    const struct kp_node *yes = n->kind == KP_IF ? kp_child(n, 2) : NULL;

    while (yes && yes->kind == KP_COMPOUND && yes->first && yes->first == yes->last)
        yes = yes->first;
    return yes;
}

/* `if (..) continue;`, `if (..) break;` */
static bool is_skip(const struct kp_node *n, enum kp_kind jump)
{
    const struct kp_node *yes = only_branch(n);

    return yes && yes->kind == jump && kp_child(n, 3)->kind == KP_NONE &&
           kp_child(n, 0)->kind == KP_NONE && kp_child(n, 1)->kind != KP_VAR;
}

bool kp_is_skip(const struct kp_node *n)
{
    return is_skip(n, KP_CONTINUE);
}

/* `if (kp_bytes < ..) __trap();`, after which the program does not continue. */
static bool is_trap(const struct kp_node *n)
{
    const struct kp_node *yes = only_branch(n);

    return yes && yes->kind == KP_CALL && yes->sym && kp_streq(yes->sym->name, "__trap");
}

static bool is_labelled(const struct kp_node *n, const char *label)
{
    while (n && n->kind == KP_LABEL && !kp_streq(n->name, label))
        n = n->last;
    return n && n->kind == KP_LABEL;
}

/* Where execution goes on behind c: NULL: outside of the block. */
static const struct kp_node *next_of(struct kp_run *r, const struct kp_node *first,
                                     const struct kp_node *c)
{
    const struct kp_node *to = first;

    if (r->jump != KP_GOES)
        return c->next;
    while (to && !is_labelled(to, r->label))
        to = to->next;
    if (to) {
        r->jump = KP_STAYS;
        r->went_back += to->span.begin <= c->span.begin;
        if (r->went_back > MOST_TRIPS)
            kp_lose(r, "a loop without an end");
    }
    return to;
}

bool kp_ends_loop(const struct kp_node *test)
{
    const struct kp_node *loop = test->parent ? test->parent->parent : NULL;

    return is_skip(test, KP_BREAK) && loop && loop->kind == KP_FOR && loop->last == test->parent &&
           loop->first->kind == KP_DECL_STMT;
}

/* The jump with which the branch of `if (..) { ..; continue; }` ends, with no other control in it;
 * NULL: anything else. */
static const struct kp_node *ending_jump(struct kp_run *r, const struct kp_node *n)
{
    const struct kp_node *yes = n->kind == KP_IF ? kp_child(n, 2) : NULL, *jump = yes;

    if (!yes || kp_child(n, 3)->kind != KP_NONE || kp_child(n, 0)->kind != KP_NONE ||
        kp_child(n, 1)->kind == KP_VAR)
        return NULL;
    if (yes->kind == KP_COMPOUND) {
        jump = yes->last;
        for (const struct kp_node *c = yes->first; c != jump; c = c->next)
            if (kp_has_control(r, c))
                return NULL;
    }
    if (!jump || (jump->kind != KP_CONTINUE &&
                  !(jump->kind == KP_RETURN && (!jump->first || jump->first->kind == KP_NONE))))
        return NULL;
    return jump;
}

/* True if the statement ends an iteration, or a lambda, with nothing behind it that barriers or
 * copies depend on. */
static bool ends_body(struct kp_run *r, const struct kp_node *n)
{
    const struct kp_node *jump = ending_jump(r, n), *of = n->parent ? n->parent->parent : NULL;

    if (!jump || !of || n->parent->kind != KP_COMPOUND ||
        (jump->kind == KP_RETURN ? of->kind != KP_LAMBDA
                                 : !kp_is_loop(of) || kp_loop_body(of) != n->parent))
        return false;
    for (n = n->next; n; n = n->next)
        if (kp_has_control(r, n) && !ending_jump(r, n))
            return false;
    return true;
}

static void exec_all(struct kp_run *r, const struct kp_node *first);

static void exec_ending(struct kp_run *r, const struct kp_node *n)
{
    kp_term condition = kp_condition(r, kp_child(n, 1));
    struct kp_state before = kp_state_copy(r), then;

    kp_assume(r, condition, true);
    kp_exec(r, kp_child(n, 2));
    r->jump = KP_STAYS;
    r->assumed.v[r->assumed.n - 1].holds ^= true;
    then = r->state;
    r->state = before;
    exec_all(r, n->next);
    r->assumed.n--;
    kp_state_join(r, condition, &then, &r->state);
    r->state = then;
}

static void exec_all(struct kp_run *r, const struct kp_node *first)
{
    struct kp_state before, then;
    kp_term condition;

    for (const struct kp_node *c = first; c; c = next_of(r, first, c)) {
        bool ends = r->copy_loops_around && kp_ends_loop(c);

        if (r->last && c->parent == r->last->parent && c->span.begin > r->last->span.begin)
            kp_leave_dead(r);

        if (!r->copy_loops_around && ends_body(r, c)) {
            exec_ending(r, c);
            return;
        }

        if (!ends && (!r->copy_loops_around || !kp_is_skip(c))) {
            kp_exec(r, c);
            continue;
        }
        condition = kp_condition(r, kp_child(c, 1));
        before = kp_state_copy(r);
        kp_assume(r, condition, false);
        exec_all(r, c->next);
        r->assumed.n--;
        then = r->state;
        r->state = before;
        kp_state_join(r, kp_term_not(r->terms, condition), &then, &r->state);
        r->state = then;
        if (ends)
            kp_end_trips(r, condition);
        return;
    }
}

/* True if no access of shared memory waits for a barrier, and no copy is on its way. */
static bool is_all_ordered(const struct kp_run *r)
{
    for (size_t i = 0; i < r->buffers.n; i++)
        if (r->buffers.v[i].touched.n)
            return false;
    return true;
}

/* True if the branch, which has barriers, may be executed under its condition, and what is behind
 * it once for both outcomes. All is ordered in front of it; behind it the caller asks again: then
 * the order of what follows is the same with and without the branch. */
static bool may_join(struct kp_run *r, const struct kp_node *yes, const struct kp_node *no)
{
    return r->joins && no->kind == KP_NONE && kp_has_control(r, yes) && !is_leaving(yes) &&
           !r->must_leave && !r->iteration && r->assumed.n == r->joined && is_all_ordered(r);
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
        condition = kp_seen(r, kp_truth(r, kp_child(n, 1), kp_assumed(r, r->state.slots.v[slot])));
    } else {
        condition = kp_condition(r, kp_child(n, 1));
    }
    if (is_trap(n))
        return;
    if (kp_is_known(r, condition, &holds)) {
        kp_exec(r, holds ? yes : no);
        return;
    }
    if (may_join(r, yes, no)) {
        r->joined++;
        kp_exec_either(r, condition, yes, no);
        r->joined--;
        if (!is_all_ordered(r))
            kp_lose(r, "accesses behind a branch that no barrier orders");
        return;
    }
    if (kp_has_control(r, yes) || kp_has_control(r, no)) {
        kp_exec(r, takes(r, condition, yes, no) ? yes : no);
        return;
    }
    kp_exec_either(r, condition, yes, no);
}

/* ---- loops -------------------------------------------------------------------------------- */

const struct kp_node *kp_condition_of(const struct kp_node *n)
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

/* True if the loop is executed iteration by iteration, with the schedule's number of iterations. */
static bool is_stepped(struct kp_run *r, const struct kp_node *n)
{
    return n == r->loop || kp_has_barrier(r, n) || kp_runs_schedule(r, n);
}

/* Through the calls that are executed in place, too. */
static bool has_inner(struct kp_run *r, const struct kp_node *n, const struct kp_frame *in)
{
    struct kp_frame frame = {NULL, in};

    kp_each_child(c, n)
    {
        if ((c->kind == KP_FOR || c->kind == KP_WHILE || c->kind == KP_DO) && !is_done_once(c) &&
            is_stepped(r, c))
            return true;
        if (has_inner(r, c, in))
            return true;
        frame.function =
            c->kind == KP_CALL && kp_call_kind(r, c) == KP_CALL_INLINE ? kp_body_of(c) : NULL;
        if (frame.function && !kp_is_in(in, frame.function) &&
            has_inner(r, frame.function->last, &frame))
            return true;
    }
    return false;
}

bool kp_has_inner_loop(struct kp_run *r, const struct kp_node *loop)
{
    return has_inner(r, body_of(loop), NULL);
}

static bool goes_on(struct kp_run *r, const struct kp_node *n, unsigned trip, bool is_outer)
{
    const struct kp_node *c = kp_condition_of(n);
    bool was = r->is_forced, on;

    if (c->kind == KP_NONE)
        return true;
    if (c->kind == KP_VAR) {
        kp_lose(r, "a loop whose condition declares a variable");
        return false;
    }
    r->is_forced = r->script->counts;
    on = kp_decide(r, kp_condition(r, c),
                   trip < (is_outer ? r->script->outer_trips : r->script->trips));
    r->is_forced = was;
    return on;
}

/* The values of the schedule's own variables. */
static kp_term turn_of(struct kp_run *r)
{
    KP_VEC(kp_term) all = {0};

    for (size_t i = 0; i < r->state.slots.n; i++)
        if (kp_term_kind(r->terms, r->state.slots.v[i]) == KP_TERM_STAGE)
            kp_push(r->arena, &all, r->state.slots.v[i]);
    return kp_term_form(r->terms, 0, "turn", all.v, all.n);
}

/* True for a loop that only a jump leaves. */
static bool is_endless(const struct kp_node *n)
{
    const struct kp_node *c = kp_condition_of(n);

    return c->kind == KP_NONE || (c->has_value && c->value);
}

static void exec_loop(struct kp_run *r, const struct kp_node *n)
{
    bool is_outer = kp_has_inner_loop(r, n), around = r->must_leave;
    unsigned wanted = is_outer ? r->script->outer_trips : r->script->trips;
    unsigned trip = 0, iteration = r->iteration, wanted_around = r->wanted;
    kp_term turns[MOST_TRIPS];
    bool repeats = false;

    if (n->kind == KP_FOR && n->first->kind != KP_NONE)
        kp_exec(r, n->first);
    while (!r->lost) {
        if ((n->kind != KP_DO || trip) && !goes_on(r, n, trip, is_outer))
            break;
        if (r->sums && r->script->counts && trip == wanted) {
            kp_lose(r, kp_more_trips);
            return;
        }
        if (trip == MOST_TRIPS) {
            kp_lose(r, "a loop without an end");
            return;
        }
        turns[trip] = turn_of(r);
        for (unsigned i = 0; i < trip; i++)
            repeats |= turns[i] == turns[trip];
        trip++;
        r->must_leave = is_endless(n) && trip > wanted;
        r->iteration = r->sums && r->script->counts ? trip : 0;
        r->wanted = wanted;
        kp_exec(r, body_of(n));
        r->must_leave = around;
        r->iteration = iteration;
        r->wanted = wanted_around;
        if (r->jump == KP_BREAKS || r->jump == KP_CONTINUES) {
            bool leaves = r->jump == KP_BREAKS;

            r->jump = KP_STAYS;
            if (leaves)
                break;
        }
        if (r->jump)
            break;
        if (n->kind == KP_FOR && kp_child(n, 2)->kind != KP_NONE)
            kp_run_whole(r, kp_child(n, 2));
    }
    if (trip >= r->long_trips) {
        r->long_loops++;
        r->is_unsettled |= !repeats;
    }
}

static void exec_once(struct kp_run *r, const struct kp_node *body)
{
    kp_exec(r, body);
    if (r->jump == KP_BREAKS || r->jump == KP_CONTINUES)
        r->jump = KP_STAYS;
}

/* ---- all ---------------------------------------------------------------------------------- */

/* What else it says of the copy: a predicate, or how many bytes are no zeros. */
static void exec_asm_copy(struct kp_run *r, const struct kp_node *n,
                          const struct kp_async_rule *copy)
{
    kp_term to = KP_NO_TERM, from = KP_NO_TERM, one,
            bytes = kp_term_number(r->terms, KP_TERM_NUMBER, copy->number);
    KP_VEC(kp_term) others = {0};
    int i = 0;
    int64_t number;

    kp_each_child(c, n)
    {
        one = kp_run_eval(r, c);
        if (i == copy->to) {
            to = one;
        } else if (i == copy->from) {
            from = one;
        } else if (i == copy->operand && kp_term_is_number(r->terms, one, &number)) {
            bytes = one;
        } else {
            one = kp_seen(r, one);
            kp_push(r->arena, &others, one);
        }
        i++;
    }
    kp_copy(r, to, from, bytes,
            others.n ? kp_term_form(r->terms, 0, n->name, others.v, others.n) : KP_NO_TERM, true);
}

static void exec_asm(struct kp_run *r, const struct kp_node *n)
{
    struct kp_asm_rule rule;
    size_t from = kp_begin_whole(r);

    kp_note_effect(r, n, false);
    if (!kp_rule_asm(r->u->rules, n->name, &rule)) {
        kp_exec_opaque(r, n);
    } else if (rule.is_barrier) {
        kp_barrier(r);
    } else if (rule.async.kind == KP_ASYNC_COMMIT) {
        kp_commit(r);
    } else if (rule.async.kind == KP_ASYNC_WAIT) {
        kp_exec_wait(r, &rule.async, kp_child(n, (unsigned)rule.async.operand));
    } else if (rule.async.kind == KP_ASYNC_COPY) {
        exec_asm_copy(r, n, &rule.async);
    } else {
        kp_exec_opaque(r, n);
    }
    kp_end_whole(r, from, n);
}

static void exec_return(struct kp_run *r, const struct kp_node *n)
{
    if (n->first && n->first->kind != KP_NONE) {
        kp_term event;

        r->returned = kp_run_whole(r, n->first);
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
    if (r->assumed.n == r->joined) /* all branches of a choice are one statement */
        r->statement = n;
    switch (n->kind) {
    case KP_NONE:
    case KP_NULL_STMT:
    case KP_OTHER_DECL:
        return;
    case KP_COMPOUND:
    case KP_DECL_STMT:
        exec_all(r, n->first);
        if (r->pointed.n && n->kind == KP_COMPOUND)
            kp_leave(r, n);
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
        if (is_done_once(n) && (kp_has_barrier(r, n) || !is_leaving(n)))
            exec_once(r, n->first);
        else if (is_stepped(r, n))
            exec_loop(r, n);
        else
            kp_exec_plain_loop(r, n);
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
    case KP_LABEL:
    case KP_CASE:
        if (n->last)
            kp_exec(r, n->last);
        return;
    case KP_GOTO:
        r->jump = KP_GOES;
        r->label = n->name;
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
            kp_run_whole(r, n);
        else
            kp_exec_opaque(r, n);
    }
}

bool kp_exec_function(struct kp_run *r, const struct kp_node *body)
{
    bool returns, around = r->must_leave;

    r->must_leave = false;
    kp_exec(r, body);
    r->must_leave = around;
    if (r->jump == KP_GOES)
        kp_lose(r, "a jump into a block");
    returns = r->jump == KP_RETURNS;
    r->jump = KP_STAYS;
    return returns;
}
