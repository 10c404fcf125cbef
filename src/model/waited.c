/* Asynchronous copies that the user waits for at once: copy, commit, wait for all, barrier. Threads
 * see the same as after plain stores, so that they are copies like any other, and the pipelined loop
 * commits and waits in its own places. */
#include "model/waited.h"

#include "model/eval.h"

/* The body of a function that the program defines and that is called by its name. */
static const struct kp_node *body_of(const struct kp_node *call)
{
    const struct kp_sym *s = call->kind == KP_CALL ? call->sym : NULL;
    const struct kp_node *body = s && s->decl && s->decl->kind == KP_FUNCTION && !s->is_method &&
                                         !s->is_template && !s->from_prelude
                                     ? s->decl->last
                                     : NULL;

    return body && body->kind == KP_COMPOUND ? body : NULL;
}

/* The only statement of a function without parameters. */
static const struct kp_node *wrapped(const struct kp_node *call)
{
    const struct kp_node *body = body_of(call);

    return body && body->n_children == 1 && call->sym->decl->first == body ? body->first : NULL;
}

struct kp_async_rule kp_async_part(struct kp_unit *u, const struct kp_node *n)
{
    const struct kp_async_rule none = {0};
    struct kp_async_rule in;
    const struct kp_call_rule *rule;
    struct kp_asm_rule as = {0};

    if (n->kind == KP_ASM)
        return n->name && kp_rule_asm(u->rules, n->name, &as) ? as.async : none;
    if (n->kind != KP_CALL)
        return none;
    rule = kp_callee_rule(u, n);
    if (rule)
        return rule->async;
    if (!wrapped(n) || body_of(wrapped(n)) || !kp_is_nothing_else(n))
        return none;
    in = kp_async_part(u, wrapped(n));
    return in.kind == KP_ASYNC_COPY ? none : in;
}

const struct kp_node *kp_find_async(struct kp_unit *u, const struct kp_node *n)
{
    const struct kp_node *found;

    if (kp_async_part(u, n).kind)
        return n;
    kp_each_child(c, n) if ((found = kp_find_async(u, c))) return found;
    return NULL;
}

const struct kp_node *kp_async_operand(const struct kp_node *n, int i)
{
    return i < 0 ? NULL : n->kind == KP_ASM ? kp_child(n, (unsigned)i) : kp_argument(n, (unsigned)i);
}

int64_t kp_async_number(const struct kp_node *n, const struct kp_async_rule *rule)
{
    const struct kp_node *operand = kp_async_operand(n, rule->operand);
    int64_t v = rule->number;

    if (wrapped(n))
        return kp_async_number(wrapped(n), rule);
    if (rule->operand >= 0 && (!operand || !kp_eval(operand, NULL, &v)))
        return -1;
    return v;
}

/* ---- one interval between barriers --------------------------------------------------------- */

struct interval {
    struct kp_unit *u;
    const struct kp_node *of; /* the node that is asked about */
    unsigned at;              /* statements of the loop's body, counted */
    bool holds;               /* it is in this interval */
    unsigned copy, commit, wait;
    unsigned n_waits;
    bool for_all;
    bool is_other; /* a part stands where it does not belong, or leaves some groups */
};

static void see(struct interval *i, const struct kp_node *n, bool is_statement)
{
    struct kp_async_rule rule = kp_async_part(i->u, n);

    i->holds |= n == i->of;
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
    kp_each_child(c, n) see(i, c, false);
}

/* All copies, then their commit, then one wait. */
static bool is_sequence(const struct interval *i)
{
    return i->copy && i->n_waits == 1 && !i->is_other && i->copy < i->wait &&
           i->commit <= i->wait && (i->for_all || i->commit > i->copy);
}

/* True when the interval with the node has been found, and is such a sequence. */
static bool look(struct interval *i, const struct kp_node *body)
{
    kp_each_child(c, body)
    {
        if (c->kind == KP_COMPOUND) {
            if (look(i, c))
                return true;
            continue;
        }
        i->at++;
        if (!kp_is_any_barrier(i->u, c)) {
            see(i, c, true);
            continue;
        }
        if (i->holds)
            return kp_is_full_barrier(i->u, c) && is_sequence(i);
        *i = (struct interval){.u = i->u, .of = i->of, .at = i->at};
    }
    return false;
}

static bool has_barrier(struct kp_unit *u, const struct kp_node *body)
{
    kp_each_child(c, body) if (kp_is_any_barrier(u, c) ||
                               (c->kind == KP_COMPOUND && has_barrier(u, c))) return true;
    return false;
}

bool kp_is_waited(struct kp_unit *u, const struct kp_node *n)
{
    struct interval i = {.u = u, .of = n};

    if (!kp_async_part(u, n).kind)
        return false;
    for (const struct kp_node *p = n->parent; p && p->kind != KP_LAMBDA; p = p->parent) {
        const struct kp_node *body = kp_is_loop(p) ? kp_loop_body(p) : NULL;

        if (body && body->kind == KP_COMPOUND && has_barrier(u, body))
            return look(&i, body);
    }
    return false;
}
