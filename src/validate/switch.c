/* A switch that contains barriers: executed from the case that its value selects. */
#include "validate/run.h"

/* True if a case is not at the top level of the switch's body. */
static bool has_case(const struct kp_node *n)
{
    if (n->kind == KP_CASE)
        return true;
    if (n->kind == KP_SWITCH)
        return false;
    kp_each_child(c, n) if (has_case(c)) return true;
    return false;
}

static bool is_default(const struct kp_node *n)
{
    for (; n->kind == KP_CASE; n = n->last)
        if (n->first->kind == KP_NONE)
            return true;
    return false;
}

static bool leads_to(struct kp_run *r, const struct kp_node *n, kp_term value)
{
    for (; n->kind == KP_CASE; n = n->last) {
        kp_term operand[2] = {value, KP_NO_TERM};

        if (n->first->kind == KP_NONE)
            continue;
        operand[1] = kp_run_eval(r, n->first);
        if (kp_decide(r, kp_term_form(r->terms, KP_OP_EQ, "operator", operand, 2), false))
            return true;
    }
    return false;
}

/* NULL: none of them. */
static const struct kp_node *chosen(struct kp_run *r, const struct kp_node *body, kp_term value)
{
    kp_each_child(c, body) if (leads_to(r, c, value)) return c;
    kp_each_child(c, body) if (is_default(c)) return c;
    return NULL;
}

void kp_exec_switch(struct kp_run *r, const struct kp_node *n)
{
    const struct kp_node *body = n->last;
    kp_term value;

    if (body->kind != KP_COMPOUND || n->first->kind == KP_VAR) {
        kp_lose(r, "barriers in a switch");
        return;
    }
    kp_each_child(c, body)
    {
        const struct kp_node *s = c;

        while (s->kind == KP_CASE)
            s = s->last;
        if (has_case(s))
            kp_lose(r, "a case inside of a statement");
    }
    value = kp_seen(r, kp_run_whole(r, n->first));
    for (const struct kp_node *c = chosen(r, body, value); c; c = c->next)
        kp_exec(r, c);
    if (r->jump == KP_BREAKS)
        r->jump = KP_STAYS;
}
