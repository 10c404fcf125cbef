/* Which values may differ between the threads of a block: what comes from threadIdx, lane numbers,
 * atomics and votes, and what is assigned under a condition that does. Flow-insensitive. Memory is
 * taken to be the same for all threads that read it at the same address: anything else would be a
 * race. */
#include "front/tree.h"
#include <ctype.h>
#include "model/access.h"
#include "model/barriers.h"
#include "model/func.h"
#include "model/invariant.h"
#include "model/loop_parts.h"
#include "model/stores.h"
#include "model/written.h"

KP_VEC_TYPE(marked, const struct kp_node *);

struct scan {
    struct kp_func *f;
    struct marked loops;   /* with a break under such a condition */
    struct marked skipped; /* with a continue under such a condition */
    bool grew;
};

/* The functions that are being looked into. */
struct chain {
    const struct chain *up;
    const struct kp_sym *sym;
};

static bool is_in(const struct chain *c, const struct kp_sym *sym)
{
    while (c && c->sym != sym)
        c = c->up;
    return c != NULL;
}

int kp_builtin_axis(const struct kp_node *e, const char *builtin)
{
    const char *field = e->sym ? e->sym->name : e->name;

    return e->kind == KP_MEMBER && e->first->kind == KP_REF && e->first->sym &&
                   e->first->sym->from_prelude && kp_streq(e->first->sym->name, builtin) && field &&
                   field[0] >= 'x' && field[0] <= 'z' && !field[1]
               ? field[0]
               : 0;
}

bool kp_names_axis(const struct kp_node *n, const char *builtin, int axis)
{
    kp_each_below(x, n) if (kp_builtin_axis(x, builtin) == axis) return true;
    return false;
}

/* thread_rank() and its like: methods of a group, static ones and functions by their names. */
static bool tells_threads_apart(const struct kp_node *call)
{
    static const char *const names[] = {"thread_rank", "thread_index", "meta_group_rank"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (kp_streq(call->sym->name, names[i]))
            return true;
    return call->sym->is_method && !kp_argument(call, 0);
}

static bool mentions_thread_in(struct kp_unit *u, const struct kp_node *n, const struct chain *up);

/* The answer for all of a visible function, found once: it is yes for all of a recursion. */
static bool callee_mentions_thread(struct kp_unit *u, const struct kp_sym *callee,
                                   const struct chain *up)
{
    struct kp_func *f = kp_func_get(u, callee, true);
    bool mentions = false;

    if (f && f->mentions_thread != KP_THREAD_UNASKED)
        return f->mentions_thread == KP_THREAD_YES;
    for (const struct kp_node *c = callee->decl->first; c && !mentions; c = c->next)
        mentions = mentions_thread_in(u, c, up);
    if (f)
        f->mentions_thread = mentions ? KP_THREAD_YES : KP_THREAD_NO;
    return mentions;
}

/* Of the functions that the call may reach. A kernel's template is for the instances in sight,
 * which say what a call is of that its text leaves open. */
static bool call_mentions_thread(struct kp_unit *u, const struct kp_node *call,
                                 const struct chain *up)
{
    const struct kp_node *in = call->is_dependent ? kp_function_around(call) : NULL;
    struct kp_func *f = in && in->sym && in->sym->is_kernel ? kp_func_get(u, in->sym, false) : NULL;
    struct kp_callees all = {0};

    if (f)
        kp_callees_of(f, call, &all);
    else if (call->sym)
        kp_push(u->arena, &all.list, call->sym);
    for (size_t i = 0; i < all.list.n; i++) {
        const struct kp_sym *callee = all.list.v[i];
        struct chain here = {up, callee};

        if (is_in(up, callee) || !kp_summary(u, callee) || callee_mentions_thread(u, callee, &here))
            return true;
    }
    return !all.list.n;
}

/* True if a call by the rule tells threads apart, whatever its arguments are. */
static bool rule_mentions_thread(const struct kp_call_rule *r, const struct kp_node *call)
{
    if (r->control & ~(unsigned)KP_CTL_BARRIER) /* malloc, a vote, a clock */
        return true;
    if (call->sym && call->sym->from_prelude && tells_threads_apart(call))
        return true;
    for (unsigned i = 0; i < KP_RULE_ARGS; i++)
        if ((r->arg[i] & KP_ATOMIC) == KP_ATOMIC)
            return true;
    return false;
}

static bool mentions_thread_in(struct kp_unit *u, const struct kp_node *n, const struct chain *up)
{
    if (n->kind == KP_REF && n->sym && n->sym->from_prelude && kp_streq(n->sym->name, "threadIdx"))
        return true;
    if (n->kind == KP_ASM)
        return true;
    if (n->kind == KP_CALL || n->kind == KP_OPCALL) {
        const struct kp_call_rule *r = kp_callee_rule(u, n);

        if (r ? rule_mentions_thread(r, n) : call_mentions_thread(u, n, up))
            return true;
    }
    if (n->kind == KP_CONSTRUCT && n->sym && n->sym->decl && !n->sym->from_prelude &&
        !is_in(up, n->sym)) {
        struct chain here = {up, n->sym};

        if (callee_mentions_thread(u, n->sym, &here))
            return true;
    }
    kp_each_child(c, n) if (mentions_thread_in(u, c, up)) return true;
    return false;
}

static bool mentions_thread(struct kp_unit *u, const struct kp_node *n)
{
    return mentions_thread_in(u, n, NULL);
}

/* threadIdx.z, where blocks are taken to have one thread along z. */
static bool is_flat(const struct kp_func *f, const struct kp_node *e)
{
    int axis = f->flat ? kp_builtin_axis(e, "threadIdx") : 0;

    return axis && f->flat >> (axis - 'x') & 1;
}

static bool depends(struct kp_func *f, const struct kp_node *e, const struct kp_sym **why)
{
    if (!e || e->kind == KP_SIZEOF || is_flat(f, e))
        return false;
    if (e->kind == KP_REF) {
        if (e->sym &&
            ((e->sym->from_prelude && kp_streq(e->sym->name, "threadIdx")) ||
             (e->sym->space == KP_SPACE_LOCAL && f->thread_dependent[f->flat][e->sym->id]))) {
            if (why)
                *why = e->sym;
            return true;
        }
        return false;
    }
    if (e->kind == KP_ASM)
        return true;
    if (e->kind == KP_CALL || e->kind == KP_OPCALL || e->kind == KP_CONSTRUCT) {
        const struct kp_call_rule *r = kp_callee_rule(f->unit, e);

        /* by a rule, the call itself; its arguments follow below. A group's methods know threads.
         */
        if (r ? rule_mentions_thread(r, e) || (e->sym && e->sym->from_prelude && e->sym->is_method)
              : mentions_thread(f->unit, e)) {
            if (why)
                *why = e->sym;
            return true;
        }
    }
    kp_each_child(c, e) if (depends(f, c, why)) return true;
    return false;
}

static void mark_symbol(struct scan *s, const struct kp_sym *sym)
{
    uint8_t *is_marked = &s->f->thread_dependent[s->f->flat][sym->id];

    if (!*is_marked) {
        *is_marked = 1;
        s->grew = true;
    }
}

static void mark_locals(struct scan *s, const struct kp_objs *objects)
{
    for (size_t i = 0; i < objects->list.n; i++)
        if (objects->list.v[i].space == KP_SPACE_LOCAL && objects->list.v[i].sym)
            mark_symbol(s, objects->list.v[i].sym);
}

/* True if memory behind a pointer is meant, and not the variable that the lvalue begins with. */
static bool is_indirect(const struct kp_node *lhs)
{
    const struct kp_type *t = lhs->first->type;

    return t && t->kind == KP_TYPE_POINTER && !kp_is_array_lvalue(lhs->first) &&
           (lhs->kind == KP_INDEX || (lhs->kind == KP_MEMBER && lhs->is_arrow) ||
            (lhs->kind == KP_UNARY && lhs->op == KP_OP_DEREF));
}

static void mark(struct scan *s, const struct kp_node *lhs)
{
    struct kp_objs stored = {0};
    bool indirect = false;

    kp_lvalue_objs(s->f, lhs, &stored);
    mark_locals(s, &stored);
    while (lhs && (lhs->kind == KP_INDEX || lhs->kind == KP_MEMBER || lhs->kind == KP_CAST ||
                   (lhs->kind == KP_UNARY && (lhs->op == KP_OP_ADDR || lhs->op == KP_OP_DEREF)))) {
        indirect |= is_indirect(lhs);
        lhs = lhs->first;
    }
    if (!lhs || lhs->kind != KP_REF || !lhs->sym ||
        (lhs->sym->kind != KP_SYM_VAR && lhs->sym->kind != KP_SYM_PARAM) || lhs->sym->from_prelude)
        return;
    /* A call may store into what it is handed as well as behind it. */
    if (!indirect)
        mark_symbol(s, lhs->sym);
    mark_locals(s, kp_points_to(s->f, lhs->sym));
}

static bool is_among(const struct marked *list, const struct kp_node *n)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->v[i] == n)
            return true;
    return false;
}

/* The body of such a loop: all threads come to what is in front of the first `continue`. */
static bool is_body_of_skipped(const struct scan *s, const struct kp_node *n)
{
    return n->parent && kp_is_loop(n->parent) && n == kp_loop_body(n->parent) &&
           is_among(&s->skipped, n->parent);
}

/* True if threads that `continue` there jump over a barrier of the loop. */
static bool skips_barrier(const struct scan *s, const struct kp_node *loop,
                          const struct kp_node *leaving)
{
    kp_each_below(x, loop) if (x->span.begin >= leaving->span.end &&
                               kp_is_any_barrier(s->f->unit, x)) return true;
    return false;
}

/* After `break`, threads run the loop's parts in different numbers. After `continue`, they meet
 * again in its header. */
static void mark_loop(struct scan *s, const struct kp_node *leaving)
{
    const struct kp_node *n = leaving->parent;
    struct marked *list = &s->loops;

    while (n && n->kind != KP_FOR && n->kind != KP_WHILE && n->kind != KP_DO &&
           (n->kind != KP_SWITCH || leaving->kind == KP_CONTINUE) && n->kind != KP_RANGE_FOR)
        n = n->parent;
    if (n && kp_is_loop(n) && leaving->kind == KP_CONTINUE && !skips_barrier(s, n, leaving))
        list = &s->skipped;
    if (n && !is_among(list, n)) {
        kp_push(s->f->unit->arena, list, n);
        s->grew = true;
    }
}

/* The parameter is the function's own value, and no address. What a template parameter stands for
 * may be a reference: then the function has to leave it alone. */
static bool is_own_value(struct kp_unit *u, const struct kp_sym *function, const struct kp_node *p)
{
    const struct kp_type *t = p ? p->sym->type : NULL;

    if (!t)
        return false;
    if (t->kind == KP_TYPE_DEPENDENT) {
        struct kp_func *callee = kp_func_get(u, function, true);

        return callee && !callee->busy && !kp_may_write(callee, callee->body, p->sym);
    }
    return !t->is_dependent &&
           (t->kind == KP_TYPE_INT || t->kind == KP_TYPE_FLOAT || t->kind == KP_TYPE_BOOL ||
            t->kind == KP_TYPE_ENUM || (t->kind == KP_TYPE_POINTER && t->elem->is_const));
}

/* Argument i of visible functions: of all that instances call, where the text leaves that open. */
static bool by_value(struct kp_func *f, const struct kp_node *call, unsigned i)
{
    struct kp_callees all = {0};

    if (call->sym)
        return is_own_value(f->unit, call->sym, kp_parameter_of(call, i));
    kp_callees_of(f, call, &all);
    for (size_t k = 0; k < all.list.n; k++)
        if (!is_own_value(f->unit, all.list.v[k], kp_parameter(all.list.v[k], i)))
            return false;
    return all.list.n;
}

/* A visible function that takes a pointer may store behind it, and cannot change the variable. */
static bool is_pointer_by_value(const struct kp_node *call, unsigned i)
{
    const struct kp_node *p = kp_parameter_of(call, i), *arg = kp_argument(call, i);

    return p && p->sym->type && p->sym->type->kind == KP_TYPE_POINTER && arg->kind == KP_REF &&
           arg->sym && arg->sym->type && arg->sym->type->kind == KP_TYPE_POINTER;
}

/* A record by value, or a reference to what is const: what the visible function stores there all
 * the same, or by way of it, its effects say. */
static bool is_said_by_effects(const struct kp_node *call, unsigned i, const struct kp_effects *e)
{
    const struct kp_node *decl = call->sym ? call->sym->decl : NULL;
    const struct kp_node *p = kp_parameter_of(call, i);
    const struct kp_type *t = p ? p->sym->type : NULL;

    if (!t || t->is_dependent || !decl->last || decl->last->kind != KP_COMPOUND ||
        (e->control_mask & KP_CTL_UNKNOWN))
        return false;
    for (size_t k = 0; k < e->access.n; k++)
        if (kp_is_store(&e->access.v[k]) && e->access.v[k].space == KP_SPACE_UNKNOWN)
            return false;
    return t->kind == KP_TYPE_RECORD || (t->kind == KP_TYPE_REFERENCE && t->elem->is_const);
}

/* What a call that only some threads make, or make with their own values, stores through its
 * object, its arguments and a closure. */
static void mark_stored(struct scan *s, const struct kp_effects *e)
{
    for (size_t i = 0; i < e->access.n; i++)
        if (e->access.v[i].space == KP_SPACE_LOCAL && e->access.v[i].base &&
            kp_is_store(&e->access.v[i]))
            mark_symbol(s, e->access.v[i].base);
}

static void mark_call(struct scan *s, const struct kp_node *call)
{
    const struct kp_call_rule *r = kp_callee_rule(s->f->unit, call);
    struct kp_effects e = {0};
    const struct kp_node *arg;

    kp_effects_of(s->f, call, &e);
    mark_stored(s, &e);
    if (call->kind == KP_CONSTRUCT)
        return;
    for (unsigned i = 0; (arg = kp_argument(call, i)); i++)
        if (!r && is_pointer_by_value(call, i))
            mark_locals(s, kp_points_to(s->f, arg->sym));
        else if (r ? (i < KP_RULE_ARGS ? r->arg[i] : r->rest) & KP_WRITE
                   : !by_value(s->f, call, i) && !is_said_by_effects(call, i, &e))
            mark(s, arg);
}

/* No special register but those that all threads of a block share, and no memory: a parameter's is
 * the thread's in a function. */
static bool names_only_the_block(const char *text)
{
    static const char *const shared[] = {"%ctaid.", "%nctaid.", "%ntid."};

    for (const char *p = text; *p; p++) {
        bool known = false;

        if (*p == '[')
            return false;
        if (*p != '%' || !isalpha((unsigned char)p[1]))
            continue;
        for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
            known |= kp_starts_with(p, shared[i]);
        if (!known)
            return false;
    }
    return true;
}

/* Assembly that stores nothing changes its outputs; if it only computes, they differ where what it
 * is given does. */
static void mark_asm(struct scan *s, const struct kp_node *n, bool divergent)
{
    struct kp_asm_rule rule = {0};
    bool known = n->name && kp_rule_asm(s->f->unit->rules, n->name, &rule) && !rule.write;
    unsigned i = 0, k = 0;

    divergent |= !known || rule.read || rule.control || !names_only_the_block(n->name);
    kp_each_child(c, n)
    {
        bool is_read = i >= n->asm_outputs || n->asm_inout >> i & 1;

        i++;
        divergent |= is_read && depends(s->f, c, NULL);
    }
    kp_each_child(c, n) if ((k++ < n->asm_outputs && divergent) || !known) mark(s, c);
}

static void walk(struct scan *s, const struct kp_node *n, bool divergent)
{
    bool inner = divergent;

    if (kp_is_made_unseen(n)) {
        kp_each_below(x, n) if (x->kind == KP_REF) mark(s, x);
        if (n->kind == KP_VAR && n->sym)
            mark_symbol(s, n->sym);
    }
    switch (kp_kind_in(s->f, n)) {
    case KP_VAR:
        if (n->has_init && (divergent || depends(s->f, n->last, NULL)) && n->sym) {
            struct kp_node ref = {.kind = KP_REF, .sym = n->sym};

            if (n->sym->space == KP_SPACE_LOCAL)
                mark(s, &ref);
        }
        break;
    case KP_ASSIGN:
        /* The value, or which of several objects gets it. */
        if (divergent || depends(s->f, kp_child(n, 1), NULL) || depends(s->f, n->first, NULL))
            mark(s, n->first);
        break;
    case KP_UNARY:
        if (n->op >= KP_OP_PREINC && n->op <= KP_OP_POSTDEC &&
            (divergent || depends(s->f, n->first, NULL)))
            mark(s, n->first);
        break;
    case KP_CALL:
    case KP_OPCALL:
    case KP_CONSTRUCT:
        if (divergent || depends(s->f, n, NULL))
            mark_call(s, n);
        break;
    case KP_ASM:
        mark_asm(s, n, divergent);
        break;
    case KP_BREAK:
    case KP_CONTINUE:
        if (divergent)
            mark_loop(s, n);
        break;
    case KP_IF:
        inner = divergent || depends(s->f, kp_child(n, 1), NULL);
        break;
    case KP_FOR:
        inner = divergent || depends(s->f, kp_child(n, 1), NULL) || is_among(&s->loops, n);
        break;
    case KP_WHILE:
    case KP_SWITCH:
        inner = divergent || depends(s->f, n->first, NULL) || is_among(&s->loops, n);
        break;
    case KP_DO:
        inner = divergent || depends(s->f, kp_child(n, 1), NULL) || is_among(&s->loops, n);
        break;
    case KP_RANGE_FOR:
        inner = divergent || depends(s->f, kp_child(n, 1), NULL) || is_among(&s->loops, n);
        if (inner && n->first->sym)
            mark_symbol(s, n->first->sym);
        break;
    case KP_COND:
        inner = divergent || depends(s->f, n->first, NULL);
        break;
    default:
        break;
    }
    kp_each_child(c, n)
    {
        inner |= is_body_of_skipped(s, n) && kp_holds(c, KP_BIT(KP_CONTINUE));
        walk(s, c, inner);
        /* the second operand of && and || runs for those that the first one says */
        inner |= n->kind == KP_BINARY && (n->op == KP_OP_LAND || n->op == KP_OP_LOR) &&
                 depends(s->f, c, NULL);
    }
}

static void seed_params(struct scan *s, const struct kp_node *n, const struct kp_sym *in,
                        bool *called)
{
    if (n->kind == KP_FUNCTION)
        in = n->sym;
    if (n->kind == KP_CALL && n->sym == s->f->sym && in && in != s->f->sym) {
        struct kp_func *caller = kp_func_get(s->f->unit, in, false);

        *called = true;
        for (unsigned i = 0;; i++) {
            const struct kp_node *p = kp_child(s->f->decl, i), *arg = kp_argument(n, i);

            if (!p || p->kind != KP_PARAM)
                break;
            if (!arg || !caller || caller->busy || kp_thread_dependent(caller, arg, NULL))
                s->f->thread_dependent[s->f->flat][p->sym->id] = 1;
        }
    }
    kp_each_child(c, n) seed_params(s, c, in, called);
}

/* Parameters are what the callers hand over. */
static void ask_callers(struct scan *s)
{
    struct kp_func *f = s->f;
    bool called = false;

    f->busy = true;
    seed_params(s, f->unit->parse.root, NULL, &called);
    f->busy = false;
    called = called && !kp_has_open_calls(f->unit, f->sym);
    kp_each_child(p, f->decl) if (!called && p->kind == KP_PARAM)
        f->thread_dependent[f->flat][p->sym->id] = 1;
}

static void find_dependent(struct kp_func *f, bool by_callers)
{
    struct scan s = {.f = f};

    f->thread_dependent[f->flat] = kp_new_array(f->unit->arena, uint8_t, kp_sym_count(f->unit) + 1);
    if (by_callers)
        ask_callers(&s);
    do {
        s.grew = false;
        walk(&s, f->body, false);
    } while (s.grew);
}

bool kp_thread_dependent(struct kp_func *f, const struct kp_node *e, const struct kp_sym **why)
{
    if (!f->thread_dependent[f->flat])
        find_dependent(f, !f->sym->is_kernel);
    return depends(f, e, why);
}

bool kp_depends_by_callers(struct kp_func *f, const struct kp_node *e)
{
    struct kp_func alone = *f;

    if (!kp_thread_dependent(f, e, NULL))
        return false;
    find_dependent(&alone, false);
    return !depends(&alone, e, NULL);
}
