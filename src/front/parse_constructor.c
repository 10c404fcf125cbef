/* Constructors whose bodies do nothing but compute numbers of the new object, and functions that
 * compute a number out of numbers: whatever does not look at them misses nothing. */
#include "front/parse.h"
#include "front/parse_world.h"
#include "front/tree.h"
#include "rule/rule.h"

struct constructor {
    const struct kp_rules *rules;
    const struct kp_node *function;
};

static bool is_number(const struct kp_type *t)
{
    return t && !t->is_volatile && !t->is_dependent &&
           (t->kind == KP_TYPE_INT || t->kind == KP_TYPE_FLOAT || t->kind == KP_TYPE_BOOL);
}

static bool is_own_variable(const struct constructor *c, const struct kp_sym *s)
{
    return s && (s->kind == KP_SYM_VAR || s->kind == KP_SYM_PARAM) && s->decl && !s->is_static &&
           !s->is_extern && s->space == KP_SPACE_LOCAL && is_number(s->type) &&
           kp_is_inside(s->decl, c->function);
}

static bool is_value(const struct constructor *c, const struct kp_node *n);

/* A variable of the body, a member of the object, or an element of an array that is such a member:
 * nothing that lies behind a pointer or a reference. */
static bool is_place(const struct constructor *c, const struct kp_node *n)
{
    switch (n->kind) {
    case KP_REF:
        return is_own_variable(c, n->sym);
    case KP_MEMBER:
        return n->sym && n->sym->kind == KP_SYM_FIELD && n->first && n->type &&
               n->type->kind != KP_TYPE_REFERENCE && n->first->kind == KP_THIS;
    case KP_INDEX:
        return n->first->type && n->first->type->kind == KP_TYPE_ARRAY && is_place(c, n->first) &&
               is_value(c, n->last);
    default:
        return false;
    }
}

static bool is_number_place(const struct constructor *c, const struct kp_node *n)
{
    return is_number(n->type) && is_place(c, n);
}

static bool is_value(const struct constructor *c, const struct kp_node *n)
{
    if (n->kind == KP_INT_LIT || n->kind == KP_FLOAT_LIT || n->kind == KP_BOOL_LIT)
        return true;
    if (!is_number(n->type) || (n->kind == KP_BINARY && n->op == KP_OP_COMMA) ||
        (n->kind == KP_UNARY && n->op != KP_OP_PLUS && n->op != KP_OP_MINUS && n->op != KP_OP_NOT &&
         n->op != KP_OP_LNOT))
        return false;
    if (n->kind == KP_REF && n->sym && n->sym->kind == KP_SYM_TVALUE)
        return true;
    if (n->kind != KP_BINARY && n->kind != KP_UNARY && n->kind != KP_COND && n->kind != KP_CAST)
        return is_place(c, n);
    kp_each_child(x, n) if (!is_value(c, x)) return false;
    return true;
}

/* Arithmetic of registers, known to the rules. */
static bool is_plain_asm(const struct constructor *c, const struct kp_node *n)
{
    struct kp_asm_rule rule;
    unsigned i = 0;

    if (n->asm_memory || !n->name || !c->rules || !kp_rule_asm(c->rules, n->name, &rule) ||
        rule.control || rule.read || rule.write || rule.n_addresses || rule.is_atomic ||
        rule.makes_address || rule.names_symbol || rule.tells_block || rule.is_barrier ||
        rule.is_partial_barrier || rule.async.kind)
        return false;
    kp_each_child(
        x, n) if (!(i++ < n->asm_outputs ? is_number_place(c, x) : is_value(c, x))) return false;
    return true;
}

static bool only_computes(const struct constructor *c, const struct kp_node *n)
{
    switch (n->kind) {
    case KP_NONE:
    case KP_NULL_STMT:
        return true;
    case KP_VAR:
        return !n->sym->n_dims && is_own_variable(c, n->sym) &&
               (!n->has_init || is_value(c, n->last));
    case KP_ASSIGN:
        return is_number_place(c, n->first) && is_value(c, n->last);
    case KP_UNARY:
        return n->op >= KP_OP_PREINC && n->op <= KP_OP_POSTDEC && is_number_place(c, n->first);
    case KP_ASM:
        return is_plain_asm(c, n);
    case KP_IF:
        return is_value(c, kp_child(n, 1)) && only_computes(c, kp_child(n, 0)) &&
               only_computes(c, kp_child(n, 2)) && only_computes(c, kp_child(n, 3));
    case KP_FOR:
        return is_value(c, kp_child(n, 1)) && only_computes(c, kp_child(n, 0)) &&
               only_computes(c, kp_child(n, 2)) && only_computes(c, n->last);
    case KP_COMPOUND:
    case KP_DECL_STMT:
        kp_each_child(x, n) if (!only_computes(c, x)) return false;
        return true;
    default:
        return false;
    }
}

static bool has_plain_body(const struct kp_node *f)
{
    if (!f || f->kind != KP_FUNCTION || !f->last || f->last->kind != KP_COMPOUND)
        return false;
    kp_each_child(p,
                  f) if (p->kind == KP_PARAM && (!p->sym || !is_number(p->sym->type))) return false;
    return true;
}

bool kp_only_computes_members(const struct kp_builder *b, const struct kp_sym *constructor)
{
    const struct kp_node *f = constructor ? constructor->decl : NULL;
    struct constructor c = {.rules = b->unit->rules, .function = f};

    return has_plain_body(f) && only_computes(&c, f->last);
}

static bool has_macros(const struct kp_node *n)
{
    if (n->from_macro)
        return true;
    kp_each_child(c, n) if (has_macros(c)) return true;
    return false;
}

bool kp_only_computes_number(const struct kp_builder *b, const struct kp_sym *function)
{
    const struct kp_node *f = function ? function->decl : NULL, *end;
    struct constructor c = {.rules = b->unit->rules, .function = f};

    if (!has_plain_body(f) || function->is_method || has_macros(f) || kp_holds(f, KP_BIT(KP_ASM)))
        return false;
    end = f->last->last;
    kp_each_child(n, f->last) if (n != end && !only_computes(&c, n)) return false;
    return end && end->kind == KP_RETURN && end->first && is_number(end->first->type) &&
           is_value(&c, end->first);
}
