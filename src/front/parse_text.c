/* Determines whether a node's own text (without its children's) is in the file or comes from a
 * macro's body. libclang gives places only for the ends of a node, so the text is compared with the
 * spelling that its kind must have. A mismatch counts as a macro, whose text is not edited. */
#include "front/parse.h"

#include <ctype.h>

struct text {
    struct kp_builder *b;
    const struct kp_node *node;
    const char *s;
    uint32_t begin, end;
};

/* True if the tokens of [from, to), without parentheses, are just `expected` (NULL: none). */
static bool gap_is(const struct text *t, uint32_t from, uint32_t to, const char *expected)
{
    bool seen = false;

    while (from < to) {
        struct kp_token k = kp_lex_code(t->s, from, to);

        from = k.end;
        if (k.kind == KP_TOKEN_END)
            break;
        if (kp_token_is(t->s, k, "(") || kp_token_is(t->s, k, ")"))
            continue;
        if (seen || !expected || !kp_token_is(t->s, k, expected))
            return false;
        seen = true;
    }
    return seen || !expected;
}

/* True if the first token after `from`, except closing parentheses, is `expected`. */
static bool next_is(const struct text *t, uint32_t from, const char *expected)
{
    for (;;) {
        struct kp_token k = kp_lex_code(t->s, from, t->end);

        from = k.end;
        if (!kp_token_is(t->s, k, ")"))
            return kp_token_is(t->s, k, expected);
    }
}

static bool first_is(const struct text *t, const char *expected)
{
    return kp_token_is(t->s, kp_lex_code(t->s, t->begin, t->end), expected);
}

static bool last_is(const struct text *t, char c)
{
    return t->end > t->begin && t->s[t->end - 1] == c;
}

/* True if the name is where libclang says that it is. */
static bool name_stands(const struct text *t, CXCursor c, const char *name)
{
    struct kp_spot s;
    uint32_t size;
    size_t n;

    kp_text_of(t->b, t->node->file, &size);
    if (!name || !kp_spot_of_location(t->b, clang_getCursorLocation(c), &s) ||
        s.file != t->node->file)
        return false;
    n = strlen(name);
    return n && s.begin + n <= size && memcmp(t->s + s.begin, name, n) == 0 &&
           (!kp_is_ident_char(name[n - 1]) || !kp_is_ident_char(t->s[s.begin + n]));
}

/* True if the name is a token of [from, end). */
static bool has_name(const struct text *t, uint32_t from, const char *name)
{
    return name && *name && kp_lex_has(t->s, from, t->end, name);
}

static bool infix(const struct text *t, const char *op)
{
    const struct kp_node *left = t->node->first, *right = left ? left->next : NULL;

    return right && gap_is(t, left->span.end, right->span.begin, op);
}

static bool unary(const struct text *t)
{
    const struct kp_node *n = t->node, *operand = n->first;
    const char *op = kp_op_text(n->op);

    if (!operand)
        return false;
    if (n->op == KP_OP_POSTINC || n->op == KP_OP_POSTDEC)
        return gap_is(t, operand->span.end, t->end, op);
    return gap_is(t, t->begin, operand->span.begin, op);
}

static bool opcall(const struct text *t)
{
    const struct kp_node *n = t->node;

    if (n->op == KP_OP_INDEX)
        return last_is(t, ']') && next_is(t, n->first->span.end, "[");
    if (n->op == KP_OP_ARROW)
        return gap_is(t, n->first->span.end, t->end, "->") || n->first->span.end == t->end;
    return n->n_children == 1 || n->op == KP_OP_POSTINC || n->op == KP_OP_POSTDEC
               ? unary(t)
               : infix(t, kp_op_text(n->op));
}

static bool conditional(const struct text *t)
{
    const struct kp_node *a = t->node->first, *x = a ? a->next : NULL, *y = x ? x->next : NULL;

    return y && gap_is(t, a->span.end, x->span.begin, "?") &&
           gap_is(t, x->span.end, y->span.begin, ":");
}

static bool cast(const struct text *t)
{
    struct kp_token k = kp_lex_code(t->s, t->begin, t->end);
    uint32_t operand = t->node->first ? t->node->first->span.begin : t->end;

    if (kp_token_is(t->s, k, "("))
        return kp_lex_close(t->s, k.begin, t->end) < operand;
    if (k.kind == KP_TOKEN_IDENT || kp_token_is(t->s, k, "::"))
        return k.end <= operand && (last_is(t, ')') || last_is(t, '}'));
    return false;
}

static bool launches(const struct text *t, uint32_t from)
{
    struct kp_token k = kp_lex_code(t->s, from, t->end);

    while (kp_token_is(t->s, k, ")"))
        k = kp_lex_code(t->s, k.end, t->end);
    return kp_lex_launch(t->s, k, '<', t->end) != 0;
}

static bool call(const struct text *t)
{
    const struct kp_node *callee = t->node->first;

    return callee && last_is(t, ')') &&
           (next_is(t, callee->span.end, "(") || launches(t, callee->span.end));
}

static bool member(const struct text *t)
{
    const struct kp_node *object = t->node->first;

    if (object && object->span.end > object->span.begin && object->span.end < t->end &&
        !next_is(t, object->span.end, t->node->is_arrow ? "->" : "."))
        return false;
    return has_name(t, object ? object->span.end : t->begin, t->node->name);
}

/* True for the text before a declared name: words, `::`, template arguments, attributes, pointers.
 */
static bool declaration(const struct text *t, CXCursor c)
{
    struct kp_spot name;
    uint32_t at = t->begin;

    if (!kp_spot_of_location(t->b, clang_getCursorLocation(c), &name))
        return false;
    while (at < name.begin) {
        struct kp_token k = kp_lex_code(t->s, at, name.begin);

        if (k.kind == KP_TOKEN_END)
            break;
        at = k.end;
        if (k.kind != KP_TOKEN_PUNCT || strchr("*&:~", t->s[k.begin]))
            continue;
        if (kp_token_is(t->s, k, "<")) { /* template arguments: up to the last `>` */
            for (at = name.begin; at > k.end && t->s[at - 1] != '>'; at--)
                ;
        } else if (strchr("([{", t->s[k.begin])) {
            uint32_t close = kp_lex_close(t->s, k.begin, name.begin);

            at = close < name.begin ? close + 1 : k.end; /* `(&name)[3]` stays open */
        } else {
            return false;
        }
    }
    return true;
}

static bool asm_statement(const struct text *t)
{
    struct kp_token k = kp_lex_code(t->s, t->begin, t->end);

    return (kp_token_is(t->s, k, "asm") || kp_token_is(t->s, k, "__asm__") ||
            kp_token_is(t->s, k, "__asm")) &&
           last_is(t, ')');
}

static bool size_operator(const struct text *t)
{
    return first_is(t, "sizeof") || first_is(t, "alignof") || first_is(t, "__alignof__") ||
           first_is(t, "__alignof") || first_is(t, "_Alignof") || first_is(t, "noexcept");
}

static bool literal(const struct text *t)
{
    struct kp_token k = kp_lex(t->s, t->begin, t->end);

    if (k.end != t->end && t->node->kind != KP_STRING_LIT)
        return false;
    if (k.kind == KP_TOKEN_IDENT)
        return kp_token_is(t->s, k, "nullptr") || kp_token_is(t->s, k, "true") ||
               kp_token_is(t->s, k, "false") || t->s[t->end - 1] == '\'' ||
               (t->b->exact && !kp_use_at(t->b, t->node->file, k.begin)); /* a parameter's name */
    return k.kind == KP_TOKEN_NUMBER || k.kind == KP_TOKEN_CHAR || k.kind == KP_TOKEN_STRING;
}

/* For nodes whose spelling is not known: no macro may have a part in their own text. */
static bool free_of_macros(const struct text *t)
{
    return !kp_has_use_in(t->b, t->node->file, (struct kp_span){t->begin, t->end});
}

/* An invocation and nothing else: what is made of its arguments has a part of it as its text. */
static bool is_invocation(const struct text *t)
{
    const struct kp_invocation *use = kp_use_at(t->b, t->node->file, t->begin);

    while (use && use->end != t->end)
        use = use->parent < 0 ? NULL : &t->b->facts.v[t->node->file].uses.v[use->parent];
    return use && use->begin == t->begin;
}

static bool statement(const struct text *t)
{
    switch (t->node->kind) {
    case KP_COMPOUND:
        return t->s[t->begin] == '{' && last_is(t, '}');
    case KP_IF:
        return first_is(t, "if");
    case KP_FOR:
    case KP_RANGE_FOR:
        return first_is(t, "for");
    case KP_WHILE:
        return first_is(t, "while");
    case KP_DO:
        return first_is(t, "do") && last_is(t, ')');
    case KP_SWITCH:
        return first_is(t, "switch");
    case KP_CASE:
        return first_is(t, "case") || first_is(t, "default");
    case KP_BREAK:
        return first_is(t, "break");
    case KP_CONTINUE:
        return first_is(t, "continue");
    case KP_RETURN:
        return first_is(t, "return");
    case KP_GOTO:
        return first_is(t, "goto");
    case KP_LABEL:
        return first_is(t, t->node->name);
    case KP_NULL_STMT:
        return first_is(t, ";");
    default:
        return false;
    }
}

static bool declared(const struct text *t, CXCursor c)
{
    const struct kp_node *n = t->node;

    if (n->kind == KP_FUNCTION && n->name) { /* a constructor's may end in template arguments */
        char *name = kp_strndup(t->b->scratch, n->name, strcspn(n->name, "<"));

        return name_stands(t, c, name) || kp_starts_with(n->name, "operator");
    }
    if (n->name && !*n->name)
        return n->kind == KP_PARAM || n->kind == KP_RECORD || free_of_macros(t);
    return name_stands(t, c, n->name) && declaration(t, c);
}

static bool all_children_stand(const struct kp_node *n)
{
    kp_each_child(c, n)
    {
        if (c->from_macro && c->kind != KP_OTHER_DECL)
            return false;
    }
    return true;
}

static bool expression(const struct text *t, CXCursor c)
{
    const struct kp_node *n = t->node;

    if (is_invocation(t))
        return false;
    switch (n->kind) {
    case KP_REF:
        return name_stands(t, c, n->name) || has_name(t, t->begin, n->name);
    case KP_MEMBER:
        return member(t);
    case KP_INDEX:
        return last_is(t, ']') && next_is(t, n->first->span.end, "[");
    case KP_CALL:
        return call(t);
    case KP_OPCALL:
        return opcall(t);
    case KP_CONSTRUCT:
        return last_is(t, ')') || last_is(t, '}') ||
               (!n->first && kp_is_ident_char(t->s[t->begin]));
    case KP_UNARY:
        return unary(t);
    case KP_BINARY:
    case KP_ASSIGN:
        return infix(t, kp_op_text(n->op));
    case KP_COND:
        return conditional(t);
    case KP_CAST:
        return cast(t);
    case KP_INIT_LIST:
        return first_is(t, "{") && last_is(t, '}');
    case KP_SIZEOF:
        return size_operator(t);
    case KP_THIS:
        return first_is(t, "this");
    case KP_LAMBDA:
        return first_is(t, "[") && last_is(t, '}');
    default:
        return free_of_macros(t);
    }
}

bool kp_has_own_text(struct kp_builder *b, const struct kp_node *n, CXCursor c)
{
    struct text t = {.b = b, .node = n, .begin = n->span.begin, .end = n->span.end};
    uint32_t size;

    t.s = kp_text_of(b, n->file, &size);
    if (!t.s || t.end > size || t.begin >= t.end)
        return false;
    switch (n->kind) {
    case KP_INT_LIT:
    case KP_FLOAT_LIT:
    case KP_BOOL_LIT:
    case KP_STRING_LIT:
        return literal(&t);
    case KP_ASM:
        return asm_statement(&t);
    case KP_DECL_STMT:
        return all_children_stand(n);
    case KP_OTHER_DECL:
        return true; /* nobody looks into it */
    case KP_VAR:
    case KP_PARAM:
    case KP_FIELD:
    case KP_FUNCTION:
    case KP_RECORD:
        return declared(&t, c);
    default:
        return (n->kind >= KP_COMPOUND && n->kind <= KP_NULL_STMT) ? statement(&t)
                                                                   : expression(&t, c);
    }
}
