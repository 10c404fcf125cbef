/* Constructors whose bodies do nothing but compute numbers of the new object, and functions that
 * compute a number out of numbers: whatever does not look at them misses nothing. Constructors that
 * are called for what they do, where nothing is left of the object. */
#include "front/lex.h"
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

/* ---- objects that are dropped ---- */

static enum CXVisitorResult visit_any_field(CXCursor c, CXClientData data)
{
    (void)c;
    *(bool *)data = true;
    return CXVisit_Break;
}

bool kp_is_empty_class(CXCursor record)
{
    bool has_fields = false;

    clang_Type_visitFields(clang_getCursorType(record), visit_any_field, &has_fields);
    return !has_fields && !kp_has_bases(clang_getCursorType(record));
}

/* The bracket in front of the arguments in `T<a, (b)>(c, d)`; the end: there is none. */
static uint32_t open_of(struct kp_builder *b, const struct kp_node *n)
{
    uint32_t size, end = n->span.end;
    const char *text = kp_text_of(b, n->file, &size);
    struct kp_token t = {.end = n->span.begin};

    if (!text || n->from_macro || end > size)
        return end;
    do {
        t = kp_lex_code(text, t.end, end);
        if (kp_token_is(text, t, "(")) {
            uint32_t close = kp_lex_close(text, t.begin, end);

            if (close + 1 >= end)
                return close + 1 == end ? t.begin : end;
            t.end = close + 1;
        }
    } while (t.kind != KP_TOKEN_END);
    return end;
}

/* A child of the construction is no argument where it stands among the template's. */
static void take_arguments(struct kp_node *call, struct kp_node *from, uint32_t open)
{
    struct kp_node *next;

    for (struct kp_node *c = from; c; c = next) {
        next = c->next;
        c->next = NULL;
        if (c->span.begin > open)
            kp_append(call, c);
    }
}

static void call_constructor(struct kp_builder *b, struct kp_node *n)
{
    const struct kp_sym *s = n->sym;
    struct kp_node *callee, *arguments = n->first;
    uint32_t open;

    if (n->kind != KP_CONSTRUCT || (s ? !s->is_constructor || s->from_prelude : !n->is_dependent) ||
        (s && !kp_is_empty_class(clang_getCursorSemanticParent(kp_cursor_of(b, s)))) ||
        (open = open_of(b, n)) == n->span.end)
        return;
    callee = kp_none(b, n);
    callee->kind = KP_REF;
    callee->sym = s;
    callee->name = s ? s->name : n->type ? n->type->spelling : "";
    callee->is_dependent = n->is_dependent;
    callee->span.end = open;
    callee->type = n->type;
    n->kind = KP_CALL;
    n->is_constructed = true;
    n->name = s ? s->name : NULL; /* no function has it */
    n->type = s ? s->type : n->type;
    n->first = n->last = NULL;
    n->n_children = 0;
    kp_append(n, callee);
    take_arguments(n, arguments, open);
}

void kp_call_constructors(struct kp_builder *b, struct kp_node *n)
{
    kp_each_child(c, n) if (c->kind == KP_CONSTRUCT && kp_is_statement(c)) call_constructor(b, c);
}
