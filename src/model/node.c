#define _GNU_SOURCE
/* Small questions about the tree. */
#include "model/expr.h"
#include "model/loop_parts.h"
#include "model/members.h"
#include "model/types_text.h"

#include "front/front.h"
#include "front/lex.h"
#include "front/pieces.h"
#include "front/tree.h"
#include "model/invariant.h"

bool kp_leaves(const struct kp_node *n)
{
    return kp_holds(n, KP_BIT(KP_BREAK) | KP_BIT(KP_CONTINUE) | KP_BIT(KP_RETURN) |
                           KP_BIT(KP_GOTO) | KP_BIT(KP_LABEL));
}

bool kp_writes_by_itself(const struct kp_node *n)
{
    kp_each_below(x, n) if (x->kind == KP_ASSIGN || (x->kind == KP_UNARY && x->op >= KP_OP_PREINC &&
                                                     x->op <= KP_OP_POSTDEC)) return true;
    return false;
}

/* An operator of a template's own type may be anybody's. */
static bool is_builtin(const struct kp_node *n)
{
    kp_each_child(c, n) if (!c->type || c->type->is_dependent) return false;
    return n->type && !n->type->is_dependent;
}

/* The node itself, whatever is below it. */
static bool is_idle_node(const struct kp_unit *u, const struct kp_node *n)
{
    const uint64_t names = KP_BIT(KP_NONE) | KP_BIT(KP_REF) | KP_BIT(KP_INT_LIT) |
                           KP_BIT(KP_FLOAT_LIT) | KP_BIT(KP_BOOL_LIT) | KP_BIT(KP_STRING_LIT) |
                           KP_BIT(KP_THIS) | KP_BIT(KP_MEMBER);
    const uint64_t operators =
        KP_BIT(KP_INDEX) | KP_BIT(KP_BINARY) | KP_BIT(KP_COND) | KP_BIT(KP_CAST) | KP_BIT(KP_UNARY);

    if (n->type && n->type->is_volatile)
        return false;
    if (n->kind == KP_CALL)
        return !kp_argument(n, 0) && kp_is_pure_call(u, n);
    if (n->kind == KP_UNARY && n->op >= KP_OP_PREINC && n->op <= KP_OP_POSTDEC)
        return false;
    return (KP_BIT(n->kind) & names) || ((KP_BIT(n->kind) & operators) && is_builtin(n));
}

bool kp_is_idle(const struct kp_unit *u, const struct kp_node *n)
{
    if (n->kind == KP_SIZEOF)
        return true;
    if (!is_idle_node(u, n))
        return false;
    kp_each_child(c, n) if (!kp_is_idle(u, c)) return false;
    return true;
}

bool kp_declared_in(const struct kp_sym *s, const struct kp_node *n)
{
    return s && s->decl && kp_is_inside(s->decl, n);
}

static bool is_record(const struct kp_type *t)
{
    return t && t->kind == KP_TYPE_RECORD;
}

bool kp_same_node(const struct kp_node *a, const struct kp_node *b)
{
    if (a->kind != b->kind || a->op != b->op || a->sym != b->sym || !kp_streq(a->name, b->name) ||
        !kp_streq(a->instance, b->instance) || a->n_children != b->n_children ||
        a->has_value != b->has_value || (a->has_value && a->value != b->value))
        return false;
    if (a->type && b->type && !kp_streq(a->type->canonical, b->type->canonical))
        return false;
    if ((a->kind == KP_SIZEOF || a->kind == KP_CAST) &&
        !(a->type && b->type && kp_streq(a->type->spelling, b->type->spelling)))
        return false;
    if (a->kind == KP_CONSTRUCT && !a->first && !a->has_value && !is_record(a->type))
        return false; /* the tree does not show of what it is made */
    /* the text of these would have to be compared; nobody needs it */
    return a->kind != KP_FLOAT_LIT && a->kind != KP_STRING_LIT && a->kind != KP_UNKNOWN &&
           a->kind != KP_LAMBDA && a->kind != KP_ASM;
}

bool kp_same_expr(const struct kp_node *a, const struct kp_node *b)
{
    const struct kp_node *x, *y;

    if (!a || !b)
        return a == b;
    if (!kp_same_node(a, b))
        return false;
    for (x = a->first, y = b->first; x && y; x = x->next, y = y->next)
        if (!kp_same_expr(x, y))
            return false;
    return !x && !y;
}

bool kp_binds_loosely(const struct kp_node *e)
{
    return e->kind == KP_COND || e->kind == KP_ASSIGN ||
           (e->kind == KP_BINARY && e->op == KP_OP_COMMA);
}

bool kp_binds_below_less(const struct kp_node *e)
{
    if (e->kind != KP_BINARY)
        return kp_binds_loosely(e);
    switch (e->op) {
    case KP_OP_MUL:
    case KP_OP_DIV:
    case KP_OP_REM:
    case KP_OP_ADD:
    case KP_OP_SUB:
    case KP_OP_SHL:
    case KP_OP_SHR:
        return false;
    default:
        return true;
    }
}

const char *kp_node_text(struct kp_unit *u, const struct kp_node *n)
{
    const struct kp_file *f = kp_place_file(u, n->file);

    if (!f->text || n->span.end > f->size || n->span.begin > n->span.end)
        return "";
    return kp_strndup(u->arena, f->text + n->span.begin, n->span.end - n->span.begin);
}

/* A variable or type of a function's body. */
static bool is_of_a_body(const struct kp_sym *s)
{
    for (const struct kp_node *n = s->decl ? s->decl->parent : NULL; n; n = n->parent)
        if (n->kind == KP_FUNCTION)
            return true;
    return false;
}

/* size_t as C++ has it, whoever declares it: a number that is as wide as a pointer. */
static bool is_size_type(const struct kp_sym *s)
{
    return s->kind == KP_SYM_TYPE && kp_streq(s->name, "size_t") && s->type &&
           s->type->kind == KP_TYPE_INT && s->type->is_unsigned && s->type->size == 8 &&
           !s->type->is_dependent;
}

bool kp_is_hidden(const struct kp_unit *u, const struct kp_node *function, const char *name)
{
    const bool sees_members = function->sym && function->sym->is_method;

    kp_each_named(s, u,
                  name) if (!s->from_prelude && !is_size_type(s) &&
                            (sees_members || (s->kind != KP_SYM_FIELD && !s->is_method)) &&
                            (!is_of_a_body(s) || kp_is_inside(s->decl, function))) return true;
    return false;
}

/* True if the word, between these two, is something else than a call of a function that is declared
 * elsewhere. `else f();` and `return f();` are such calls. */
static bool declares(const char *s, struct kp_token before, struct kp_token next)
{
    static const char *const plain[] = {"else", "do", "return"};

    if (!kp_token_is(s, next, "(") || kp_token_is(s, before, "*") || kp_token_is(s, before, "&") ||
        kp_token_is(s, before, "&&") || kp_token_is(s, before, ">") || kp_token_is(s, before, "::"))
        return true;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (kp_token_is(s, before, plain[i]))
            return false;
    return before.kind == KP_TOKEN_IDENT;
}

static bool declares_in(const char *s, uint32_t begin, uint32_t end, const char *name)
{
    struct kp_token before = {0};

    for (struct kp_token t = kp_lex(s, begin, end); t.kind != KP_TOKEN_END;
         before = t, t = kp_lex(s, t.end, end)) {
        struct kp_token word = t.kind == KP_TOKEN_DIRECTIVE ? kp_lex_directive(s, t) : t;

        if ((kp_token_is(s, t, name) && declares(s, before, kp_lex(s, t.end, end))) ||
            (t.kind == KP_TOKEN_DIRECTIVE && kp_token_is(s, word, "define") &&
             (kp_token_is(s, kp_lex(s, word.end, t.end), name) ||
              declares_in(s, word.end, t.end, name))))
            return true;
    }
    return false;
}

static bool is_declared(const struct kp_unit *u, const char *name)
{
    for (size_t f = 0; f < u->parse.files.n; f++) {
        const struct kp_file *file = kp_place_file(u, f);

        if (file->text && memmem(file->text, file->size, name, strlen(name)) &&
            declares_in(file->text, 0, file->size, name))
            return true;
    }
    return false;
}

bool kp_is_hidden_function(struct kp_unit *u, const struct kp_node *function, const char *name)
{
    size_t *known = kp_map_at(u->arena, &u->declared_names, name);

    if (!*known)
        *known = is_declared(u, name) ? 2 : 1;
    return *known == 2 || kp_is_hidden(u, function, name);
}

bool kp_has_pipeline_word(const char *s, struct kp_span in)
{
    static const char *const words[] = {
        "Align", "CopySize",  "N", "SourceSize", "assert",     "barrier", "c",      "d",
        "dst",   "h",         "i", "int2",       "int4",       "m",       "prior",  "dst_shared",
        "zfill", "remaining", "s", "src",        "src_global", "x",       "nvcuda", "experimental"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (kp_lex_has(s, in.begin, in.end, words[i]))
            return true;
    return false;
}

/* Where the one name begins that `typedef A *name` declares; 0: it may be another declaration. */
static uint32_t declared_by_typedef(const char *text, uint32_t end)
{
    static const char *const odd[] = {"(", ")", "{",      "}",     "[",     "]",
                                      ",", ";", "struct", "class", "union", "enum"};
    struct kp_token t = kp_lex_code(text, 0, end);
    uint32_t last = 0;

    if (t.kind == KP_TOKEN_END || !kp_token_is(text, t, "typedef"))
        return 0;
    while ((t = kp_lex_code(text, t.end, end)).kind != KP_TOKEN_END) {
        for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
            if (kp_token_is(text, t, odd[i]) && !(odd[i][0] == ';' && t.end == end))
                return 0;
        if (!kp_token_is(text, t, ";"))
            last = t.kind == KP_TOKEN_IDENT ? t.begin : 0;
    }
    return last;
}

/* Where the body of a class begins whose members have no name outside of it; `end`: this may be
 * another declaration, or an anonymous union. */
static uint32_t body_of_class(struct kp_unit *u, const struct kp_node *declaration,
                              const char *text, uint32_t end)
{
    const char *s = u->source.text;
    struct kp_token t = kp_lex_code(text, 0, end), behind;
    bool has_name = false; /* just in front of the body, behind attributes */

    if (declaration->file || kp_lex_has(text, 0, end, "friend") ||
        !(kp_token_is(text, t, "struct") || kp_token_is(text, t, "class") ||
          kp_token_is(text, t, "union")))
        return end;
    while ((t = kp_lex_code(text, t.end, end)).kind != KP_TOKEN_END && !kp_token_is(text, t, "{"))
        has_name = t.kind == KP_TOKEN_IDENT;
    behind = kp_lex_code(s, declaration->span.end, u->source.size);
    if (t.kind == KP_TOKEN_END || kp_lex_close(text, t.begin, end) + 1 != end ||
        (!has_name && behind.kind != KP_TOKEN_IDENT) ||
        kp_names_macro(u, kp_strndup(u->arena, text, t.begin)) ||
        kp_names_macro(u, kp_strndup(u->arena, s + behind.begin, behind.end - behind.begin)))
        return end;
    return t.begin;
}

bool kp_may_declare(struct kp_unit *u, const struct kp_node *declaration, const char *type)
{
    const char *text = declaration->kind == KP_OTHER_DECL ? kp_node_text(u, declaration) : "";
    uint32_t end = (uint32_t)strlen(text), type_end = (uint32_t)strlen(type);
    uint32_t declared = declared_by_typedef(text, end);
    struct kp_token first = kp_lex_code(text, 0, end), name = kp_lex_code(text, first.end, end),
                    equals = kp_lex_code(text, name.end, end);

    if (!end || kp_token_is(text, first, "static_assert"))
        return false;
    if (kp_token_is(text, first, "using") && kp_token_is(text, equals, "="))
        end = name.end; /* using T = float; */
    end = body_of_class(u, declaration, text, end);
    for (struct kp_token t = kp_lex_code(type, 0, type_end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(type, t.end, type_end))
        if (t.kind == KP_TOKEN_IDENT &&
            kp_lex_has(text, declared ? declared : first.end, end,
                       kp_strndup(u->arena, type + t.begin, t.end - t.begin)))
            return true;
    return false;
}
