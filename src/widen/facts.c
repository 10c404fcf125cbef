/* What can be tested in front of the K-loop, and its text. */
#include "front/lex.h"
#include "model/elsewhere.h"
#include "model/eval.h"
#include "model/own_text.h"
#include "widen/vector.h"

/* True if the variable has in front of the loop the value that it has where `e` names it. What
 * stands in front of the loop itself may have been evaluated long before. */
static bool keeps_value(const struct kp_vector *p, const struct kp_node *e)
{
    return !kp_store_to(&p->l->effects, e->sym, KP_SPACE_LOCAL) &&
           (kp_is_inside(e, p->l->node) || kp_single_definition(p->f, e->sym) ||
            kp_keeps_argument(p->f, e->sym));
}

/* A template's number: where it is 0, a test in front of the division says so. */
static bool is_open_divisor(const struct kp_node *e)
{
    return e->kind == KP_REF && e->sym && e->sym->kind == KP_SYM_TVALUE &&
           kp_is_index_type(e->type);
}

/* Adds these tests, in front of the one that divides. */
static void test_divisors(struct kp_vector *p, const struct kp_node *e)
{
    kp_each_below(x, e) if (x->kind == KP_BINARY && (x->op == KP_OP_DIV || x->op == KP_OP_REM) &&
                            is_open_divisor(kp_child(x, 1)))
        kp_vector_fact(
            p, kp_sprintf(p->f->unit->arena, "%s != 0", kp_node_text(p->f->unit, kp_child(x, 1))));
}

static bool is_testable(struct kp_vector *p, const struct kp_node *e)
{
    if (kp_eval(e, NULL, &(int64_t){0}))
        return true;
    switch (e->kind) {
    case KP_REF:
        if (!e->sym)
            return false;
        if (e->sym->kind == KP_SYM_TVALUE || e->sym->is_constexpr)
            return !kp_declared_in(e->sym, p->l->node);
        return (e->sym->kind == KP_SYM_PARAM || e->sym->kind == KP_SYM_VAR) &&
               e->sym->space == KP_SPACE_LOCAL && !e->sym->from_prelude && e->sym->type &&
               e->sym->type->kind != KP_TYPE_REFERENCE && !kp_declared_in(e->sym, p->l->node) &&
               keeps_value(p, e) && !kp_thread_dependent(p->f, e, NULL);
    case KP_MEMBER: /* of a struct that is a parameter or a local */
        return !e->is_arrow && e->first->kind == KP_REF &&
               (kp_builtin_axis(e, "blockDim") || is_testable(p, e->first));
    case KP_BINARY: /* in front of a loop that does not run a divisor may be zero */
        return e->op != KP_OP_COMMA && kp_is_index_type(e->type) && is_testable(p, e->first) &&
               ((e->op != KP_OP_DIV && e->op != KP_OP_REM) ||
                kp_eval(kp_child(e, 1), NULL, &(int64_t){0}) || is_open_divisor(kp_child(e, 1))) &&
               is_testable(p, kp_child(e, 1));
    case KP_CAST:
        return kp_is_index_type(e->type) && is_testable(p, e->first);
    default:
        return false;
    }
}

/* True for one identifier, which may also be a macro without arguments, or a member of one. */
static bool is_name(const char *text)
{
    size_t n = 0;

    while (kp_is_ident_char(text[n]) || (n && text[n] == '.'))
        n++;
    return n && !text[n] && !(text[0] >= '0' && text[0] <= '9');
}

const char *kp_vector_text(struct kp_vector *p, const struct kp_node *e)
{
    const char *text = kp_node_text(p->f->unit, e);
    int64_t v;

    if (!kp_owns_text(p->f->unit, e) || (e->from_macro && !is_name(text)))
        return kp_eval(e, NULL, &v) ? kp_sprintf(p->f->unit->arena, "%lld", (long long)v) : NULL;
    for (const char *c = text; *c; c++)
        if (*c == '\n' || *c == '\r' || (c[0] == '/' && (c[1] == '/' || c[1] == '*')))
            return NULL;
    return *text ? text : NULL;
}

const char *kp_vector_in_front(struct kp_vector *p, const struct kp_node *e)
{
    struct kp_unit *u = p->f->unit;
    const char *text = kp_vector_text(p, e);
    int64_t v;

    if (!text || !text[strspn(text, "-0123456789")] ||
        (kp_says_same_at(u, p->l->node, e) && kp_says_same_at(u, p->copy, e)))
        return text;
    return kp_eval(e, NULL, &v) ? kp_sprintf(u->arena, "%lld", (long long)v) : NULL;
}

const char *kp_vector_tested(struct kp_vector *p, const struct kp_node *e)
{
    const char *text = is_testable(p, e) ? kp_vector_in_front(p, e) : NULL;

    if (text)
        test_divisors(p, e);
    return text;
}

const char *kp_operand(struct kp_arena *a, const char *text)
{
    const char *close = text[0] == '(' ? strchr(text, ')') : NULL;

    return text[strspn(text, "0123456789")] && !is_name(text) && !(close && !close[1])
               ? kp_sprintf(a, "(%s)", text)
               : text;
}

void kp_vector_fact(struct kp_vector *p, const char *condition)
{
    kp_add_text(p->f->unit->arena, &p->facts, condition);
}

void kp_vector_fixed_fact(struct kp_vector *p, const char *condition)
{
    kp_vector_fact(p, condition);
    kp_add_text(p->f->unit->arena, &p->fixed, condition);
}

bool kp_is_atom(const struct kp_node *e)
{
    return e->kind == KP_REF || e->kind == KP_MEMBER || e->kind == KP_INT_LIT;
}
