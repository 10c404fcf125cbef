/* Calls: of the schedule's own closures, of barriers and copies, and of all others. */
#include "fn/callee.h"
#include "front/tree.h"
#include "model/barriers.h"
#include "model/eval.h"
#include "model/inline_call.h"
#include "model/members.h"
#include "model/waited.h"
#include "validate/run.h"

/* Before C++17 a closure is copied. */
const struct kp_node *kp_closure(const struct kp_node *v)
{
    const struct kp_node *n = v->has_init ? v->last : NULL;

    while (n && (n->kind == KP_CONSTRUCT || n->kind == KP_CALL) && n->first == n->last &&
           n->first &&
           (n->first->kind == KP_LAMBDA || n->first->kind == KP_CONSTRUCT ||
            n->first->kind == KP_CALL))
        n = n->first;
    return n;
}

const struct kp_node *kp_body_of(const struct kp_node *call)
{
    const struct kp_node *f = call->first, *made;
    const struct kp_node *d = call->sym ? call->sym->decl : NULL;

    if (call->sym && kp_streq(call->sym->name, "operator()") && f) {
        f = f->kind == KP_MEMBER ? f->first : f;
        made = f && f->kind == KP_REF && f->sym ? f->sym->decl : NULL;
        made = made && made->kind == KP_VAR ? kp_closure(made) : NULL;
        d = made && made->kind == KP_LAMBDA ? made : d;
    }
    if (d && d->kind == KP_VAR && d->has_init)
        d = kp_closure(d);
    if (!d && call->kind == KP_CALL && f && f->kind == KP_LAMBDA)
        d = f; /* [](T x) { .. }(y) */
    return d && (d->kind == KP_FUNCTION || d->kind == KP_LAMBDA) && d->last &&
                   d->last->kind == KP_COMPOUND
               ? d
               : NULL;
}

static enum kp_call_kind kind_of_rule(const struct kp_call_rule *rule)
{
    if (rule->is_barrier)
        return KP_CALL_BARRIER;
    switch (rule->async.kind) {
    case KP_ASYNC_COPY:
        return KP_CALL_COPY;
    case KP_ASYNC_COMMIT:
        return KP_CALL_COMMIT;
    case KP_ASYNC_WAIT:
        return KP_CALL_WAIT;
    default:
        break;
    }
    if (rule->copy_bytes)
        return KP_CALL_COPY;
    return rule->is_load ? KP_CALL_LOAD : KP_CALL_OPAQUE;
}

/* A barrier of a warp that separates phases. */
static bool is_sync(const struct kp_run *r, const struct kp_node *call)
{
    return r->by_warps && kp_is_warp_barrier(r->u, call);
}

/* True if the code contains something that must be executed statement by statement. */
struct search {
    struct kp_run *r;
    const struct kp_frame *in;
    bool copies, jumps; /* those count, too */
};

static bool has(struct search *s, const struct kp_node *n, bool in_loop);

static bool is_special(struct search *s, const struct kp_node *call)
{
    const struct kp_call_rule *rule = kp_callee_rule(s->r->u, call);
    struct kp_frame frame = {NULL, s->in};
    bool found, jumps = s->jumps;

    if (rule) {
        enum kp_call_kind kind = kind_of_rule(rule);

        return kind == KP_CALL_BARRIER || kind == KP_CALL_COMMIT || kind == KP_CALL_WAIT ||
               is_sync(s->r, call) || rule->is_partial_barrier ||
               (s->copies && kind == KP_CALL_COPY);
    }
    frame.function = kp_body_of(call);
    if (!frame.function || kp_is_in(s->in, frame.function) || !kp_step(s->r))
        return false;
    s->in = &frame;
    s->jumps = false;
    found = has(s, frame.function->last, false);
    s->jumps = jumps;
    s->in = frame.outer;
    return found;
}

static bool is_special_asm(struct search *s, const struct kp_node *n)
{
    struct kp_asm_rule rule;

    return kp_rule_asm(s->r->u->rules, n->name, &rule) &&
           (rule.is_barrier || rule.is_partial_barrier || rule.async.kind == KP_ASYNC_COMMIT ||
            rule.async.kind == KP_ASYNC_WAIT || (s->copies && rule.async.kind == KP_ASYNC_COPY));
}

static bool has(struct search *s, const struct kp_node *n, bool in_loop)
{
    switch (n->kind) {
    case KP_CALL:
        if (is_special(s, n))
            return true;
        break;
    case KP_ASM:
        if (is_special_asm(s, n))
            return true;
        break;
    case KP_BREAK:
    case KP_CONTINUE:
        return s->jumps && !in_loop;
    case KP_RETURN:
    case KP_GOTO:
        return s->jumps;
    case KP_FOR:
    case KP_WHILE:
    case KP_DO:
    case KP_RANGE_FOR:
    case KP_SWITCH:
        in_loop = true;
        break;
    case KP_LAMBDA:
        return false;
    default:
        break;
    }
    kp_each_child(c, n) if (has(s, c, in_loop)) return true;
    return false;
}

bool kp_has_control(struct kp_run *r, const struct kp_node *n)
{
    struct search s = {.r = r, .jumps = true};

    return has(&s, n, false);
}

bool kp_has_barrier(struct kp_run *r, const struct kp_node *n)
{
    struct search s = {.r = r};

    return has(&s, n, false);
}

static bool is_of_schedule(const struct kp_run *r, const struct kp_node *lambda)
{
    const struct kp_node *v = lambda->parent;

    while (v && (v->kind == KP_CONSTRUCT || v->kind == KP_CALL))
        v = v->parent;
    return v && v->kind == KP_VAR && kp_is_schedule_name(r, v->sym->name) &&
           strncmp(v->sym->name, "kp_clear", 8) != 0;
}

bool kp_runs_schedule(const struct kp_run *r, const struct kp_node *n)
{
    const struct kp_node *own = n->kind == KP_CALL ? kp_body_of(n) : NULL;

    if (own && own->kind == KP_LAMBDA && is_of_schedule(r, own))
        return true;
    kp_each_child(c, n) if (kp_runs_schedule(r, c)) return true;
    return false;
}

/* `{ return value; }`, of a closure that copies nothing, too. */
static bool is_one_value(const struct kp_node *own)
{
    const struct kp_node *only = own->last->first;

    return (own->kind == KP_FUNCTION || (own->by_reference && !own->may_give_place)) && only &&
           !only->next && only->kind == KP_RETURN && only->first && only->first->kind != KP_NONE &&
           only->first->kind != KP_INIT_LIST;
}

/* `{ if (c) return x; return y; }`, and so on: it does nothing else. */
static bool returns_values(const struct kp_node *n)
{
    if (n->kind == KP_RETURN)
        return n->first && n->first->kind != KP_NONE && n->first->kind != KP_INIT_LIST;
    if (n->kind == KP_IF)
        return kp_child(n, 0)->kind == KP_NONE && returns_values(kp_child(n, 2)) &&
               (n->n_children < 4 || kp_child(n, 3)->kind == KP_NONE ||
                returns_values(kp_child(n, 3)));
    if (n->kind != KP_COMPOUND)
        return false;
    kp_each_child(c, n) if (!returns_values(c)) return false;
    return n->first != NULL;
}

/* True if the function calls itself, directly or indirectly. */
static bool comes_to(const struct kp_node *n, const struct kp_node *function, unsigned depth)
{
    const struct kp_node *own = n->kind == KP_CALL ? kp_body_of(n) : NULL;

    if (own == function || depth > 8 || (own && comes_to(own->last, function, depth + 1)))
        return true;
    kp_each_child(c, n) if (comes_to(c, function, depth)) return true;
    return false;
}

enum kp_call_kind kp_call_kind(struct kp_run *r, const struct kp_node *call)
{
    struct search s = {.r = r, .copies = true};
    const struct kp_call_rule *rule = kp_callee_rule(r->u, call);
    const struct kp_node *own;

    if (rule && kp_objects_of_memcpy(r->u, call) == 1)
        return KP_CALL_OBJECT;
    if (rule)
        return is_sync(r, call) ? KP_CALL_SYNC : kind_of_rule(rule);
    own = call->kind == KP_CALL ? kp_body_of(call) : NULL;
    if (!own)
        return KP_CALL_OPAQUE;
    if (own->kind == KP_LAMBDA && is_of_schedule(r, own))
        return KP_CALL_INLINE;
    return has(&s, own->last, false) || ((is_one_value(own) || kp_fills_shared(r, call, own) ||
                                          (r->values && returns_values(own->last)) ||
                                          (r->sums && kp_fills(r, call, own))) &&
                                         !comes_to(own->last, own, 0))
               ? KP_CALL_INLINE
               : KP_CALL_OPAQUE;
}

static bool is_cvta(const struct kp_node *call)
{
    return call->sym && kp_streq(call->sym->name, "__cvta_generic_to_shared");
}

/* `P{x, y}` of numbers that fill the record: none of its members is a reference. */
static bool is_made_of_numbers(const struct kp_node *n)
{
    int64_t bytes = 0;

    if (n->kind != KP_CONSTRUCT || n->sym || !n->type || !n->type->copies_bits)
        return false;
    kp_each_child(c, n)
    {
        if (!c->type || c->type->is_dependent || c->type->size > 4 ||
            (c->type->kind != KP_TYPE_INT && c->type->kind != KP_TYPE_FLOAT))
            return false;
        bytes += c->type->size;
    }
    return bytes && bytes == n->type->size;
}

/* `P(x, y)` of numbers in a template, where only an instance says what makes it: none of its
 * members is a reference, as the class says, or as it is assigned. */
static bool is_open_object(const struct kp_node *n)
{
    const struct kp_node *to = n->parent;
    bool is_assigned =
        to && to->kind == KP_ASSIGN && to->op == KP_OP_ASSIGN && to->first != n && to->last == n;

    if (n->kind != KP_CONSTRUCT || n->sym || !n->is_dependent || !n->type ||
        !(is_assigned || (n->type->kind == KP_TYPE_RECORD && !n->type->is_dependent &&
                          !kp_has_reference(n->type))))
        return false;
    kp_each_child(c, n) if (!c->type ||
                            (c->type->kind != KP_TYPE_INT && c->type->kind != KP_TYPE_FLOAT &&
                             c->type->kind != KP_TYPE_BOOL &&
                             c->type->kind != KP_TYPE_DEPENDENT)) return false;
    return n->n_children > 1;
}

/* True if the call's value depends only on its arguments' values. */
bool kp_is_pure(struct kp_run *r, const struct kp_node *call)
{
    const struct kp_call_rule *rule = kp_callee_rule(r->u, call);
    const struct kp_node *arg;

    if (call->is_plain || is_made_of_numbers(call) || is_open_object(call))
        return true;
    if (call->kind == KP_CONSTRUCT)
        return call->n_children == 1 && call->first->type &&
               (call->first->type->kind == KP_TYPE_INT ||
                call->first->type->kind == KP_TYPE_FLOAT || call->first->type->is_dependent);
    if (!rule || is_cvta(call) || rule->control || rule->object || rule->is_load ||
        rule->copy_bytes || kp_call_kind(r, call) != KP_CALL_OPAQUE)
        return false;
    for (unsigned i = 0; (arg = kp_argument(call, i)); i++)
        if (i >= KP_RULE_ARGS || rule->arg[i])
            return false;
    return true;
}

/* ---- execution ---------------------------------------------------------------------------- */

static void bind_parameters(struct kp_run *r, const struct kp_node *own, const struct kp_node *call)
{
    unsigned i = 0;

    kp_each_child(p, own)
    {
        const struct kp_node *arg;
        const struct kp_type *t;

        if (p->kind != KP_PARAM)
            continue;
        arg = kp_argument(call, i++);
        if (!arg) { /* what stands in for it is not in the tree */
            kp_doubt(r, true, "a default argument");
            kp_set(r, p->sym,
                   kp_term_of(r->terms, "default", kp_term_name(r->terms, p->sym->name), 0, 0));
            continue;
        }
        kp_doubt(r,
                 own->kind == KP_LAMBDA && p->type && p->type->is_dependent &&
                     !r->function->sym->is_template,
                 "a parameter of whatever type");
        t = own->kind == KP_FUNCTION ? kp_deduce(r, p->sym, call, arg) : NULL;
        if (own->kind == KP_FUNCTION) {
            struct kp_deduced one = {p->sym, t ? t : p->sym->type};

            kp_push(r->arena, &r->deduced, one);
        }
        if (p->type && p->type->kind == KP_TYPE_REFERENCE && !kp_binds_temporary(p->type, arg)) {
            kp_rebind(r, p->sym, (struct kp_lvalue){0});
            kp_rebind(r, p->sym, kp_place_of(r, arg));
            if (kp_bound_to(r, p->sym).where)
                continue;
        }
        kp_set(r, p->sym,
               kp_as_schedule(r, p->sym->name, arg,
                              kp_converted(r, t ? t : p->type, arg, kp_run_eval(r, arg))));
    }
}

/* True for a function that only waits; the number may be a template argument. */
static bool is_wait(struct kp_run *r, const struct kp_node *call)
{
    struct kp_async_rule part = kp_async_part(r->u, call);
    int64_t left = part.kind == KP_ASYNC_WAIT ? kp_async_number(call, &part) : -1;

    if (left >= 0)
        kp_wait(r, left, part.waits_for_all);
    return left >= 0;
}

/* A variable for the value of an object that has no name. */
static struct kp_lvalue as_variable(struct kp_run *r, const struct kp_node *object)
{
    struct kp_sym *s = kp_new(r->arena, struct kp_sym);

    s->kind = KP_SYM_VAR;
    s->name = "temporary";
    s->type = object->type;
    kp_set(r, s, kp_run_eval(r, object));
    return (struct kp_lvalue){.where = KP_IN_SLOT, .at = kp_slot(r, s)};
}

/* Where the object of a method's call is; in other functions there is none. */
static struct kp_lvalue self_of(struct kp_run *r, const struct kp_node *own,
                                const struct kp_node *call)
{
    const struct kp_node *object = kp_call_object(call);
    struct kp_lvalue at;

    if (own->kind == KP_LAMBDA || (object && object->kind == KP_THIS))
        return r->self;
    if (object && !own->sym->is_method && kp_may_change(r, object))
        kp_run_eval(r, object); /* a static function's, for what it does alone */
    if (!object || !own->sym->is_method)
        return (struct kp_lvalue){0};
    if (object->type && object->type->kind == KP_TYPE_POINTER)
        return kp_behind(r, kp_run_eval(r, object));
    if (object->kind == KP_CONSTRUCT)
        return as_variable(r, object);
    at = kp_place_of(r, object);
    kp_doubt(r, !at.where, "a method of an object that has no place");
    /* what a register that holds a copy of the object gives, too */
    if ((at.where == KP_IN_BUFFER || (at.where == KP_IN_MEMORY && !at.is_object)) && object->type &&
        object->type->copies_bits && kp_reads_members_alone(r->u, own))
        return as_variable(r, object);
    return at;
}

static kp_term exec_inline(struct kp_run *r, const struct kp_node *call)
{
    const struct kp_node *own = kp_body_of(call);
    kp_term value = kp_term_name(r->terms, "void"), around = r->returned;
    struct kp_lvalue self = self_of(r, own, call), outer = r->self;
    bool returns = false;

    if (own->kind == KP_FUNCTION && is_wait(r, call))
        return value;
    kp_doubt(r, own->kind == KP_FUNCTION && own->sym->is_template, "a function template's types");
    if (own->kind == KP_LAMBDA && !own->by_reference && !is_of_schedule(r, own))
        kp_lose(r, "a closure that copies variables");
    r->returned = value;
    if (++r->depth > 16)
        kp_lose(r, "calls in calls in calls");
    bind_parameters(r, own, call);
    r->self = self;
    if (!r->lost && is_one_value(own))
        value = kp_run_whole(r, own->last->first->first);
    else if (!r->lost)
        returns = kp_exec_function(r, own->last);
    r->depth--;
    r->self = outer;
    value = returns ? r->returned : value;
    r->returned = around;
    return value;
}

static void write_copy(struct kp_run *r, kp_term to, kp_term value, kp_term filled, bool async)
{
    if (filled)
        value = kp_term_of(r->terms, "but for zeros", value, filled, 0);
    kp_write(r, kp_behind(r, to), value, async);
}

void kp_copy(struct kp_run *r, kp_term to, kp_term from, kp_term bytes, kp_term filled, bool async)
{
    write_copy(r, to, kp_read(r, kp_behind(r, from), bytes), filled, async);
}

static const struct kp_type *pointee_of(struct kp_run *r, const struct kp_node *address)
{
    const struct kp_type *t = kp_expr_type(r, address);

    return t && t->kind == KP_TYPE_POINTER ? t->elem : NULL;
}

static void exec_copy(struct kp_run *r, const struct kp_node *call, const struct kp_call_rule *rule)
{
    bool async = rule->async.kind == KP_ASYNC_COPY;
    kp_term arg[4] = {0};

    for (unsigned i = 0; i < 4 && kp_argument(call, i); i++)
        arg[i] = kp_run_eval(r, kp_argument(call, i));
    if (async) {
        const struct kp_type *to = pointee_of(r, kp_argument(call, (unsigned)rule->async.to)),
                             *from = pointee_of(r, kp_argument(call, (unsigned)rule->async.from));
        kp_term size = arg[rule->async.operand],
                value = kp_read(r, kp_behind(r, arg[rule->async.from]), size);
        int64_t bytes;

        /* several elements at once are copied as what they are */
        if (to && (!kp_term_is_number(r->terms, size, &bytes) || bytes == to->size))
            value = kp_bits_as(r, to, from, value);
        if (!kp_term_is_number(r->terms, size, &bytes) &&
            kp_argument(call, (unsigned)rule->async.operand)->kind != KP_SIZEOF)
            value = kp_term_of(r->terms, "so much of", value, kp_seen(r, size), 0);
        write_copy(r, arg[rule->async.to], value, arg[3], true);
    } else {
        kp_copy(r, arg[rule->copy_to], arg[rule->copy_from],
                kp_term_number(r->terms, KP_TERM_NUMBER, rule->copy_bytes), 0, false);
    }
}

/* memcpy() of one object, as its assignment. */
static void exec_object(struct kp_run *r, const struct kp_node *call,
                        const struct kp_call_rule *rule)
{
    kp_term to = kp_run_eval(r, kp_argument(call, (unsigned)rule->fills.to)),
            from = kp_run_eval(r, kp_argument(call, (unsigned)rule->fills.from));
    int64_t bytes = 0;

    kp_eval(kp_argument(call, (unsigned)rule->fills.bytes), NULL, &bytes);
    kp_write(r, kp_behind(r, to),
             kp_read(r, kp_behind(r, from), kp_term_number(r->terms, KP_TERM_NUMBER, bytes)),
             false);
}

void kp_exec_wait(struct kp_run *r, const struct kp_async_rule *rule, const struct kp_node *number)
{
    int64_t left = rule->number;

    if (rule->operand >= 0 && !kp_term_is_number(r->terms, kp_run_eval(r, number), &left))
        kp_lose(r, "a wait for a number of copies that is not known");
    kp_wait(r, left, rule->waits_for_all);
}

kp_term kp_eval_call(struct kp_run *r, const struct kp_node *call)
{
    const struct kp_call_rule *rule = kp_callee_rule(r->u, call);

    if (is_cvta(call)) {
        kp_term address = kp_run_eval(r, kp_argument(call, 0));

        if (kp_term_kind(r->terms, address) == KP_TERM_PLACE)
            return address;
    }
    switch (kp_call_kind(r, call)) {
    case KP_CALL_BARRIER:
        kp_barrier(r);
        break;
    case KP_CALL_SYNC:
        kp_sync(r);
        break;
    case KP_CALL_COMMIT:
        kp_commit(r);
        break;
    case KP_CALL_WAIT:
        kp_exec_wait(r, &rule->async, kp_argument(call, (unsigned)rule->async.operand));
        break;
    case KP_CALL_COPY:
        exec_copy(r, call, rule);
        break;
    case KP_CALL_OBJECT:
        exec_object(r, call, rule);
        break;
    case KP_CALL_LOAD:
        return kp_read(r, kp_behind(r, kp_run_eval(r, kp_argument(call, 0))), kp_width_of(r, call));
    case KP_CALL_INLINE:
        return exec_inline(r, call);
    case KP_CALL_OPAQUE:
        return kp_exec_opaque(r, call);
    }
    return kp_term_name(r->terms, "void");
}
