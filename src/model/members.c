#include "model/members.h"

#include "fn/callee.h"
#include "front/tree.h"
#include "rule/rule.h"

/* A member that is a variable, and no address. */
static bool is_value(const struct kp_node *n)
{
    const struct kp_type *t = n->sym && n->sym->kind == KP_SYM_FIELD ? n->sym->type : NULL;

    return t && t->kind != KP_TYPE_REFERENCE && t->kind != KP_TYPE_POINTER &&
           t->kind != KP_TYPE_ARRAY && !t->is_volatile;
}

bool kp_is_pure_call(const struct kp_unit *u, const struct kp_node *call)
{
    const struct kp_call_rule *rule = kp_callee_rule(u, call);

    if (call->kind != KP_CALL || !rule || rule->control || rule->object || rule->is_load ||
        rule->copy_bytes || rule->is_barrier || rule->is_partial_barrier || rule->is_vote ||
        rule->is_warp_barrier || rule->async.kind || rule->rest)
        return false;
    for (unsigned i = 0; i < KP_RULE_ARGS; i++)
        if (rule->arg[i])
            return false;
    return true;
}

bool kp_reads_members_alone(const struct kp_unit *u, const struct kp_node *method)
{
    const uint64_t may = KP_BIT(KP_COMPOUND) | KP_BIT(KP_RETURN) | KP_BIT(KP_MEMBER) |
                         KP_BIT(KP_THIS) | KP_BIT(KP_BINARY) | KP_BIT(KP_UNARY) | KP_BIT(KP_CAST) |
                         KP_BIT(KP_COND) | KP_BIT(KP_INT_LIT) | KP_BIT(KP_FLOAT_LIT) |
                         KP_BIT(KP_BOOL_LIT) | KP_BIT(KP_CALL) | KP_BIT(KP_REF);
    const struct kp_node *body = method->last;

    if (method->kind != KP_FUNCTION || !method->sym->is_method || method->sym->is_constructor ||
        !body || body->kind != KP_COMPOUND)
        return false;
    kp_each_below(x, body)
    {
        bool is_function = x->kind == KP_REF && x->sym && x->sym->kind == KP_SYM_FUNCTION;

        if (!(KP_BIT(x->kind) & may) || x->is_dependent || (x->kind == KP_MEMBER && !is_value(x)) ||
            (x->kind == KP_THIS && (x->parent->kind != KP_MEMBER || x->parent->first != x)) ||
            (x->kind == KP_UNARY && x->op >= KP_OP_DEREF && x->op <= KP_OP_POSTDEC) ||
            (x->kind == KP_CALL && !kp_is_pure_call(u, x)) ||
            (x->kind == KP_REF && !is_function && (!x->sym || x->sym->kind != KP_SYM_PARAM)))
            return false;
    }
    return true;
}

/* ---- the bytes that are read ---- */

enum { MOST_BYTES = 64 };

/* The first byte of a member, or of a member of one, in its object; -1: it is not known. */
static int64_t offset_of(const struct kp_node *n)
{
    int64_t of = n->first->kind == KP_MEMBER ? offset_of(n->first) : 0;

    return of < 0 || n->sym->offset < 0 || kp_is_bit_field(n) ? -1 : of + n->sym->offset;
}

/* A number, or one in a class of CUDA's. */
static bool is_whole(const struct kp_type *t)
{
    return kp_is_number(t) || (t->decl && t->decl->from_prelude);
}

/* Adds the bytes that are read whatever the values are. */
static void add_read(const struct kp_node *n, uint64_t *bytes)
{
    uint64_t yes = 0, no = 0;

    if (n->kind == KP_COND) {
        add_read(n->first, bytes);
        add_read(kp_child(n, 1), &yes);
        add_read(n->last, &no);
        *bytes |= yes & no;
    } else if (n->kind == KP_BINARY && (n->op == KP_OP_LAND || n->op == KP_OP_LOR)) {
        add_read(n->first, bytes);
    } else if (n->kind == KP_MEMBER && n->first && n->parent->kind != KP_MEMBER && is_value(n) &&
               is_whole(n->sym->type)) {
        int64_t at = offset_of(n), size = n->sym->type->size;

        for (int64_t i = at; at >= 0 && i < at + size && i < MOST_BYTES; i++)
            *bytes |= (uint64_t)1 << i;
    } else {
        kp_each_child(c, n) add_read(c, bytes);
    }
}

bool kp_reads_all_bytes(const struct kp_node *method, const struct kp_type *t)
{
    uint64_t bytes = 0;

    if (t->size <= 0 || t->size > MOST_BYTES)
        return false;
    add_read(method->last, &bytes);
    return bytes == UINT64_MAX >> (MOST_BYTES - t->size);
}

bool kp_is_only_method(const struct kp_unit *u, const struct kp_sym *method)
{
    const struct kp_sym *s = kp_as_written(method), *of[] = {method->parent, s->parent};

    if (s->is_template || !of[0] || !of[1])
        return false;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        if (of[i]->base)
            return false;
        kp_each_member(other, u,
                       of[i]) if (other->kind == KP_SYM_FUNCTION && kp_as_written(other) != s &&
                                  (kp_streq(other->name, s->name) ||
                                   kp_starts_with(other->name, "operator "))) return false;
    }
    return true;
}
