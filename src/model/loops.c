/* Find the loops with a block barrier at their body's own level and cut the body at the barriers.
 */
#define _GNU_SOURCE
#include "front/front.h"
#include "model/access.h"
#include "model/barriers.h"
#include "model/clones.h"
#include "model/expr.h"
#include "model/func.h"
#include "model/inline.h"
#include "model/loop_parts.h"
#include "model/steps.h"

#include "front/tree.h"
#include "model/waited.h"

enum barrier { NO_BARRIER, FULL_BARRIER, PARTIAL_BARRIER };

enum { MAX_WRAPPERS = 16 }; /* functions in one another; one may call itself */

static enum barrier barrier_kind(struct kp_unit *u, const struct kp_node *n, int depth);

/* A device function, or a variable's closure, whose whole body is one barrier. */
static enum barrier wrapped_barrier(struct kp_unit *u, const struct kp_node *call, int depth)
{
    const struct kp_sym *s = call->sym;
    const struct kp_node *body = s && s->decl ? s->decl->last : NULL;

    if (body && s->is_lambda && s->decl->kind == KP_VAR && body->kind == KP_LAMBDA)
        body = body->last;
    if (!body || body->kind != KP_COMPOUND || body->n_children != 1 ||
        body->first->kind == KP_RETURN || depth == MAX_WRAPPERS)
        return NO_BARRIER;
    return barrier_kind(u, body->first, depth + 1);
}

bool kp_is_nothing_else(const struct kp_unit *u, const struct kp_node *call)
{
    kp_each_child(c, call) if (!kp_is_idle(u, c)) return false;
    return true;
}

/* A vote whose result nobody sees, on something that needs no evaluation. */
static bool is_idle_vote(const struct kp_node *call, const struct kp_call_rule *rule)
{
    return rule->is_vote && call->parent && call->parent->kind == KP_COMPOUND &&
           kp_argument(call, 0) && kp_argument(call, 0)->has_value;
}

bool kp_runs_once(const struct kp_node *n)
{
    return n->kind == KP_DO && n->last->has_value && !n->last->is_dependent && !n->last->value &&
           !kp_leaves(n->first);
}

const struct kp_node *kp_done_once(const struct kp_node *n)
{
    while (kp_runs_once(n) &&
           (n->first->kind != KP_COMPOUND || (n->first->n_children == 1 && n->first->first)))
        n = n->first->kind == KP_COMPOUND ? n->first->first : n->first;
    return n;
}

static enum barrier barrier_kind(struct kp_unit *u, const struct kp_node *n, int depth)
{
    const struct kp_call_rule *rule;
    struct kp_asm_rule as = {0};

    n = kp_done_once(n);
    if ((n->kind != KP_CALL && n->kind != KP_ASM) || !kp_is_nothing_else(u, n))
        return NO_BARRIER;
    if (n->kind == KP_ASM)
        return !n->name || !kp_rule_asm(u->rules, n->name, &as) ? NO_BARRIER
               : as.is_barrier                                  ? FULL_BARRIER
               : as.is_partial_barrier                          ? PARTIAL_BARRIER
                                                                : NO_BARRIER;
    rule = kp_callee_rule(u, n);
    if (rule)
        return rule->is_barrier || is_idle_vote(n, rule) ? FULL_BARRIER
               : rule->is_partial_barrier                ? PARTIAL_BARRIER
                                                         : NO_BARRIER;
    return wrapped_barrier(u, n, depth);
}

bool kp_is_full_barrier(struct kp_unit *u, const struct kp_node *n)
{
    return barrier_kind(u, n, 0) == FULL_BARRIER;
}

static bool is_assembly(const struct kp_node *n, int depth)
{
    const struct kp_node *body;

    n = kp_done_once(n);
    body = n->kind == KP_CALL && n->sym && n->sym->decl ? n->sym->decl->last : NULL;
    return n->kind == KP_ASM || (body && body->kind == KP_COMPOUND && body->first &&
                                 depth < MAX_WRAPPERS && is_assembly(body->first, depth + 1));
}

bool kp_is_barrier_in_assembly(struct kp_unit *u, const struct kp_node *n)
{
    return kp_is_full_barrier(u, n) && is_assembly(n, 0);
}

bool kp_is_any_barrier(struct kp_unit *u, const struct kp_node *n)
{
    return barrier_kind(u, n, 0) != NO_BARRIER;
}

bool kp_is_warp_barrier(struct kp_unit *u, const struct kp_node *n)
{
    const struct kp_call_rule *rule;
    const struct kp_node *lanes;

    n = kp_done_once(n);
    if (n->kind != KP_CALL || !kp_is_nothing_else(u, n))
        return false;
    rule = kp_callee_rule(u, n);
    lanes = kp_argument(n, 0);
    return rule && rule->is_warp_barrier &&
           (!lanes ||
            (lanes->has_value && !lanes->is_dependent && (uint32_t)lanes->value == UINT32_MAX));
}

const struct kp_node *kp_loop_body(const struct kp_node *loop)
{
    return loop->kind == KP_DO ? loop->first : loop->last;
}

const struct kp_node *kp_loop_condition(const struct kp_node *loop)
{
    const struct kp_node *c = loop->kind == KP_FOR  ? kp_child(loop, 1)
                              : loop->kind == KP_DO ? loop->last
                                                    : loop->first;

    return c->kind == KP_NONE ? NULL : c;
}

const struct kp_node *kp_loop_step(const struct kp_node *loop)
{
    const struct kp_node *s = loop->kind == KP_FOR ? kp_child(loop, 2) : NULL;

    return s && s->kind != KP_NONE ? s : NULL;
}

const struct kp_node *kp_loop_init(const struct kp_node *loop)
{
    const struct kp_node *s = loop->kind == KP_FOR ? loop->first : NULL;

    return s && s->kind != KP_NONE ? s : NULL;
}

bool kp_is_loop(const struct kp_node *n)
{
    return n->kind == KP_FOR || n->kind == KP_WHILE || n->kind == KP_DO || n->kind == KP_RANGE_FOR;
}

bool kp_is_first_loop(const struct kp_unit *u, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (u->loops.v[k]->function == u->loops.v[i]->function)
            return false;
    return true;
}

const struct kp_loop *kp_loop_as_written(const struct kp_loop *l)
{
    return l->as_written ? l->as_written : l;
}

const struct kp_loop *kp_legal_loop(const struct kp_unit *u, const struct kp_sym *function)
{
    for (size_t i = 0; i < u->loops.n; i++) {
        const struct kp_loop *l = kp_loop_as_written(u->loops.v[i]);

        if (l->function == function && !l->refusals.n && l->tiles.n && !l->made_by_kpipe)
            return l;
    }
    return NULL;
}

const struct kp_stmt *kp_stmt_at(const struct kp_loop *l, const struct kp_node *n)
{
    size_t at = kp_map_get(&l->stmt_at, n);

    return at ? &l->stmts.v[at - 1] : NULL;
}

const struct kp_stmt *kp_stmt_around(const struct kp_loop *l, const struct kp_node *n)
{
    const struct kp_stmt *s = NULL;

    for (; n && n != l->node && !s; n = n->parent)
        s = kp_stmt_at(l, n);
    return s;
}

static bool stores(const struct kp_effects *e)
{
    for (size_t i = 0; i < e->access.n; i++)
        if (kp_is_store(&e->access.v[i]))
            return true;
    return false;
}

/* A barrier of a warp, or of a tile of threads: all that it does is to take all lanes along. */
static bool takes_lanes_along(struct kp_func *f, const struct kp_node *n)
{
    struct kp_effects e = {0};

    if (n->kind != KP_CALL || !n->sym || (n->type && n->type->kind != KP_TYPE_VOID))
        return false;
    kp_effects_of(f, n, &e);
    return e.control_mask == KP_CTL_WARP && !stores(&e);
}

/* A loop with no block barrier whose phases warp barriers separate is a loop of phases all the
 * same: of each warp alone where these are full ones, else it gets its runs, and its refusal. A
 * wavefront of HIP has as many lanes as its device. */
static void cut_at_warp_barriers(struct kp_func *f, struct kp_loop *l)
{
    l->by_warps = !f->unit->source.is_hip;
    for (size_t i = 0; i < l->stmts.n; i++) {
        struct kp_stmt *s = &l->stmts.v[i];

        s->run = l->n_runs - 1;
        s->is_barrier = takes_lanes_along(f, s->node);
        if (!s->is_barrier)
            continue;
        l->n_runs++;
        l->by_warps &= kp_is_warp_barrier(f->unit, s->node);
    }
}

/* A commit or a wait of copies that are waited for at once. */
static bool is_wait(struct kp_unit *u, const struct kp_node *n)
{
    return kp_async_part(u, n).kind > KP_ASYNC_COPY && kp_is_waited(u, n);
}

/* True if the statement goes on to the next one, and changes and reads the thread's own variables
 * alone. */
static bool is_private(struct kp_func *f, const struct kp_node *n)
{
    struct kp_effects e = {0};

    kp_effects_of(f, n, &e);
    for (size_t i = 0; i < e.access.n; i++)
        if (e.access.v[i].space != KP_SPACE_LOCAL)
            return false;
    return !e.control_mask;
}

/* True if the last thing that the statement does to memory that other threads see is to pass a
 * block barrier: an inner loop of a constant number of trips, at least one, whose body has one
 * behind all that touches such memory. Behind the barrier come the step and the condition, too,
 * which touch the loop's own counter alone. What parts the runs is the barrier, which stays where
 * it is. */
static bool ends_in_barrier(struct kp_func *f, const struct kp_node *n)
{
    const struct kp_node *init = n->kind == KP_FOR ? kp_loop_init(n) : NULL, *barrier = NULL;

    if (!init || init->kind != KP_DECL_STMT || init->first != init->last || !init->first->sym ||
        init->first->sym->is_static || kp_loop_body(n)->kind != KP_COMPOUND || kp_leaves(n) ||
        kp_constant_trips(n, NULL) < 1)
        return false;
    kp_each_child(c, kp_loop_body(n))
    {
        if (kp_is_full_barrier(f->unit, c))
            barrier = c;
        else if (barrier && c->kind != KP_NULL_STMT && !is_private(f, c))
            barrier = NULL;
    }
    return barrier;
}

/* A variable of the thread's own, by its name. */
static bool is_own_variable(const struct kp_node *n)
{
    const struct kp_sym *s = n->kind == KP_REF ? n->sym : NULL;

    return s && (s->kind == KP_SYM_VAR || s->kind == KP_SYM_PARAM) && !s->is_static &&
           s->space == KP_SPACE_LOCAL && s->type && s->type->kind != KP_TYPE_REFERENCE &&
           !s->type->is_dependent && !s->type->is_volatile;
}

/* The call that is all that the statement does, but for setting a number of the thread's own to
 * what it returns; NULL: it is another statement. */
static const struct kp_node *only_call(const struct kp_node *n)
{
    const struct kp_node *var = n->kind == KP_DECL_STMT && n->n_children == 1 ? n->first : NULL;

    if (n->kind == KP_ASSIGN && is_own_variable(n->first) && kp_is_number(n->type))
        n = kp_child(n, 1);
    else if (var && var->kind == KP_VAR && var->has_init && var->sym && !var->sym->is_static &&
             kp_is_number(var->sym->type))
        n = var->last;
    return n->kind == KP_CALL && !n->is_dependent && n->sym && !n->sym->from_prelude ? n : NULL;
}

/* Numbers, pointers, references and arrays of them: nothing runs at their end. */
static bool ends_quietly(const struct kp_type *t)
{
    while (t && !t->is_dependent && (t->kind == KP_TYPE_REFERENCE || t->kind == KP_TYPE_ARRAY))
        t = t->elem;
    return t && !t->is_dependent && (t->kind == KP_TYPE_POINTER || kp_is_number(t));
}

/* True if neither the arguments nor the function's variables have an end that runs code, behind all
 * that stands in its body. */
static bool has_quiet_end(const struct kp_node *call, const struct kp_node *function)
{
    if (call->is_constructed ||
        kp_holds(call, KP_BIT(KP_CONSTRUCT) | KP_BIT(KP_OPCALL) | KP_BIT(KP_LAMBDA) |
                           KP_BIT(KP_INIT_LIST) | KP_BIT(KP_UNKNOWN)))
        return false;
    kp_each_below(x, function) if ((x->kind == KP_VAR || x->kind == KP_PARAM) &&
                                   !(x->sym && ends_quietly(x->sym->type))) return false;
    return true;
}

/* The same of a function that the statement calls: its body ends with a full barrier, behind which
 * it returns a variable of its own, and returns nowhere else. */
static bool call_ends_in_barrier(struct kp_func *f, const struct kp_node *n)
{
    const struct kp_node *call = only_call(n), *decl = call ? call->sym->decl : NULL;
    const struct kp_node *body = decl && decl->kind == KP_FUNCTION ? decl->last : NULL, *last;
    const uint64_t leaving = KP_BIT(KP_RETURN) | KP_BIT(KP_GOTO) | KP_BIT(KP_LABEL);
    const struct kp_node *end = NULL;

    if (!body || body->kind != KP_COMPOUND || call->sym->is_template)
        return false;
    last = body->last && body->last->kind == KP_RETURN ? body->last : NULL;
    if (last && last->first && !is_own_variable(last->first))
        return false;
    kp_each_child(c, body)
    {
        if (c != last && kp_holds(c, leaving))
            return false;
        if (c != last)
            end = c;
    }
    return end && kp_is_full_barrier(f->unit, end) && has_quiet_end(call, decl);
}

static void flatten(struct kp_func *f, struct kp_loop *l, const struct kp_node *body)
{
    struct kp_unit *u = f->unit;

    kp_each_child(c, body)
    {
        struct kp_stmt s = {.node = c};

        if (c->kind == KP_COMPOUND) {
            flatten(f, l, c);
            continue;
        }
        if (c->kind == KP_NULL_STMT || c->kind == KP_NONE)
            continue;
        s.run = l->n_runs - 1;
        s.is_barrier = kp_is_any_barrier(u, c);
        s.is_wait = is_wait(u, kp_done_once(c));
        kp_push(u->arena, &l->stmts, s);
        *kp_map_at(u->arena, &l->stmt_at, c) = l->stmts.n;
        if (s.is_barrier ||
            (l->n_runs > 1 && (ends_in_barrier(f, c) || call_ends_in_barrier(f, c))))
            l->n_runs++;
    }
}

/* True if the loop stores to shared memory what it may have read elsewhere. */
static bool may_fill_tile(const struct kp_effects *e)
{
    bool fills = false, reads = false;

    for (size_t i = 0; i < e->access.n; i++) {
        const struct kp_access *a = &e->access.v[i];

        fills |= a->space == KP_SPACE_SHARED && kp_is_store(a);
        reads |= (a->space == KP_SPACE_GLOBAL || a->space == KP_SPACE_UNKNOWN) && kp_is_read(a);
    }
    return fills && reads;
}

const struct kp_node *kp_only_continue(const struct kp_node *n)
{
    const struct kp_node *then = n->kind == KP_IF ? kp_child(n, 2) : NULL;

    if (then && then->kind == KP_COMPOUND && then->n_children == 1)
        then = then->first;
    return then && then->kind == KP_CONTINUE ? then : NULL;
}

/* True if all that the body does, but for what it declares and where it goes on to the next
 * iteration, is under one condition, barriers included. */
static bool is_under_condition(struct kp_unit *u, const struct kp_node *body)
{
    const struct kp_node *n = body->last, *then = n && n->kind == KP_IF ? kp_child(n, 2) : NULL;

    if (!then || then->kind != KP_COMPOUND || n->is_constexpr_if ||
        (n->n_children > 3 && kp_child(n, 3)->kind != KP_NONE))
        return false;
    kp_each_child(c,
                  body) if (c != n && c->kind != KP_DECL_STMT && !kp_only_continue(c)) return false;
    kp_each_child(c, then) if (kp_is_full_barrier(u, c)) return true;
    return false;
}

/* True if a statement of the body is `if (..) { .. a barrier .. }`, as a hand-made pipeline has it
 * where it stores a next tile. */
static bool has_barrier_under_condition(struct kp_unit *u, const struct kp_node *body)
{
    kp_each_child(n, body)
    {
        const struct kp_node *then = n->kind == KP_IF ? kp_child(n, 2) : NULL;

        if (!then || then->kind != KP_COMPOUND || n->is_constexpr_if || n->from_macro)
            continue;
        kp_each_child(c, then) if (kp_is_full_barrier(u, c)) return true;
    }
    return false;
}

/* True if a statement of the body is a call whose body has a block barrier at its own level: where
 * it is inlined, the loop has that barrier. */
static bool calls_what_waits(struct kp_unit *u, const struct kp_node *body)
{
    kp_each_child(n, body) if (n->kind == KP_COMPOUND ? calls_what_waits(u, n)
                                                      : kp_waits_as_inlined(u, n)) return true;
    return false;
}

static void add_loop(struct kp_func *f, const struct kp_node *n, bool nested, bool in_lambda)
{
    struct kp_unit *u = f->unit;
    struct kp_loop *l = kp_new(u->arena, struct kp_loop);
    const struct kp_node *body = kp_loop_body(n);
    struct kp_effects under = {0};

    l->function = f->sym;
    l->node = n;
    l->is_nested = nested;
    l->in_lambda = in_lambda;
    l->has_clone = kp_has_clone(u, f->sym);
    l->made_by_kpipe = l->has_clone || kp_is_made_by_kpipe(u, f->sym, n);
    l->n_runs = 1;
    l->trip_count = -1;
    if (body->kind == KP_COMPOUND)
        flatten(f, l, body);
    if (l->n_runs < 2)
        cut_at_warp_barriers(f, l);
    if (l->n_runs < 2 && body->kind == KP_COMPOUND &&
        (is_under_condition(u, body) || has_barrier_under_condition(u, body) ||
         calls_what_waits(u, body))) {
        kp_effects_of(f, n, &under);
        l->n_runs += may_fill_tile(&under); /* refused, until its header has the condition of all,
                                               or its body the barriers that it calls */
        l->by_warps = false;
    }
    if (l->n_runs < 2)
        return;
    l->line = kp_line_of(&u->source, n->span.begin);
    if (u->options->line && u->options->line != l->line)
        return;
    l->end_line = kp_line_of(&u->source, n->span.end ? n->span.end - 1 : 0);
    l->pragma = kp_pragma_before(u, n);
    for (size_t i = 0; i < l->stmts.n; i++)
        kp_effects_of(f, l->stmts.v[i].node, &l->stmts.v[i].effects);
    if (kp_loop_condition(n))
        kp_effects_of(f, kp_loop_condition(n), &l->header);
    if (kp_loop_step(n))
        kp_effects_of(f, kp_loop_step(n), &l->header);
    kp_effects_of(f, n, &l->effects);
    if (!in_lambda || may_fill_tile(&l->effects))
        kp_push(u->arena, &u->loops, l);
}

/* A phase of kpipe's, or one of a library that is called here. */
static bool is_own_lambda(const struct kp_node *n)
{
    const struct kp_node *var = n->parent;

    return n->file != 0 || (var && var->kind == KP_VAR && kp_starts_with(var->name, "kp_"));
}

static bool is_of_device(const struct kp_sym *f)
{
    return f->is_kernel || f->is_device;
}

/* `in_lambda`: the code runs where the lambda is called, not here. */
static void find(struct kp_func *f, const struct kp_node *n, bool nested, bool in_lambda)
{
    bool loop = kp_is_loop(n);

    if (n->kind == KP_LAMBDA && is_own_lambda(n))
        return;
    in_lambda |= n->kind == KP_LAMBDA;
    kp_each_child(c, n) find(f, c, nested || loop, in_lambda);
    if (loop && n->file == 0 && (in_lambda || is_of_device(f->sym)) &&
        !kp_is_any_barrier(f->unit, n))
        add_loop(f, n, nested, in_lambda);
}

static bool in_loop_order(const struct kp_loop *a, const struct kp_loop *b)
{
    return a->node->span.begin <= b->node->span.begin;
}

/* In the order of the text: an outer loop before its inner ones. */
static void sort_loops(struct kp_unit *u)
{
    for (size_t i = 1; i < u->loops.n; i++)
        for (size_t k = i; k > 0 && !in_loop_order(u->loops.v[k - 1], u->loops.v[k]); k--) {
            struct kp_loop *t = u->loops.v[k];

            u->loops.v[k] = u->loops.v[k - 1];
            u->loops.v[k - 1] = t;
        }
}

/* True if the host's function makes a lambda that may be the device's. */
static bool makes_kernel(const struct kp_unit *u, const struct kp_node *f)
{
    return kp_may_hold(f, KP_LAMBDA) &&
           memmem(u->source.text + f->span.begin, f->span.end - f->span.begin, "sync", 4);
}

static bool wanted(const struct kp_unit *u, const struct kp_node *f)
{
    return (is_of_device(f->sym) || makes_kernel(u, f)) &&
           (!u->options->kernel || kp_streq(u->options->kernel, f->sym->name));
}

static void find_in(struct kp_unit *u, const struct kp_node *n)
{
    if (n->kind == KP_FUNCTION) {
        /* what is known of a function costs time and room, and most have no loop */
        bool counts =
            n->file == 0 && n->sym && wanted(u, n) && kp_holds(n, KP_LOOPS | KP_BIT(KP_RANGE_FOR));
        struct kp_func *f = counts ? kp_func_get(u, n->sym, false) : NULL;

        if (f && f->decl == n)
            find(f, f->body, false, false);
        return;
    }
    if (n->kind == KP_TRANSLATION_UNIT || n->kind == KP_RECORD)
        kp_each_child(c, n) find_in(u, c);
}

void kp_find_loops(struct kp_unit *u)
{
    find_in(u, u->parse.root);
    sort_loops(u);
}
