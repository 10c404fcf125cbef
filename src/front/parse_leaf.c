/* Expressions without operands that count: literals, sizeof and its kin. */
#include "front/parse.h"
#include "rule/rule.h"

struct kp_node *kp_build_literal(struct kp_builder *b, enum kp_kind kind, CXCursor c)
{
    struct kp_node *n = kp_expression(b, kind, c);
    uint32_t size;
    const char *text;

    if (kind == KP_INT_LIT || kind == KP_BOOL_LIT)
        n->has_value = kp_evaluate(b, c, &n->value);
    kp_finish(b, n, c);
    text = kp_text_of(b, n->file, &size);
    if (kind == KP_FLOAT_LIT && !n->from_macro && text &&
        kp_lex(text, n->span.begin, n->span.end).kind == KP_TOKEN_NUMBER)
        n->name = kp_strndup(b->arena, text + n->span.begin, n->span.end - n->span.begin);
    return n;
}

/* The literal as a macro's body spells it: its value matters, whoever wrote it. */
static void name_from_macro(struct kp_builder *b, struct kp_node *n, CXCursor c)
{
    CXFile file;
    unsigned offset;
    struct kp_token t;
    uint32_t size;
    const char *text;
    int index;

    clang_getSpellingLocation(clang_getRangeStart(clang_getCursorExtent(c)), &file, NULL, NULL,
                              &offset);
    index = kp_file_index_of(b, file);
    text = kp_text_of(b, index, &size);
    if (!text || offset >= size)
        return;
    t = kp_lex(text, offset, size);
    if (t.begin == offset && t.kind == KP_TOKEN_NUMBER)
        n->name = kp_strndup(b->arena, text + t.begin, t.end - t.begin);
}

/* .. and one of the compiler's own macros, which no file has: FLT_MAX. */
static void name_from_value(struct kp_builder *b, struct kp_node *n, CXCursor c)
{
    CXEvalResult r = clang_Cursor_Evaluate(c);

    if (r && clang_EvalResult_getKind(r) == CXEval_Float)
        n->name = kp_sprintf(b->arena, "%a", clang_EvalResult_getAsDouble(r));
    if (r)
        clang_EvalResult_dispose(r);
}

struct kp_node *kp_build_float(struct kp_builder *b, CXCursor c)
{
    struct kp_node *n = kp_build_literal(b, KP_FLOAT_LIT, c);

    if (!n->name)
        name_from_macro(b, n, c);
    if (!n->name)
        name_from_value(b, n, c);
    return n;
}

struct kp_node *kp_build_null(struct kp_builder *b, CXCursor c)
{
    struct kp_node *n = kp_expression(b, KP_INT_LIT, c);

    n->has_value = true;
    return kp_finish(b, n, c);
}

/* True if the operand is after `at`, so that it is not part of a type, like N in sizeof(float[N]).
 */
static bool is_operand_at(const struct kp_node *operand, const char *text, uint32_t at,
                          uint32_t end)
{
    struct kp_token t = kp_lex_code(text, at, end);

    while (kp_token_is(text, t, "(") && t.begin != operand->span.begin)
        t = kp_lex_code(text, t.end, end);
    return t.begin == operand->span.begin;
}

/* A class of the prelude's that shows no members, or one with such a member: toolkits give it
 * different sizes. */
static bool has_no_layout(const struct kp_type *t, int depth)
{
    while (t && t->elem && (t->kind == KP_TYPE_ARRAY || t->kind == KP_TYPE_REFERENCE))
        t = t->elem;
    if (!t || t->kind != KP_TYPE_RECORD || !t->decl || depth > 20)
        return false;
    if (t->decl->from_prelude)
        return t->size == 1;
    for (const struct kp_node *m = t->decl->decl ? t->decl->decl->first : NULL; m; m = m->next)
        if (m->kind == KP_FIELD && m->sym && has_no_layout(m->sym->type, depth + 1))
            return true;
    return false;
}

/* A pointer for libclang, and a record of the host's for nvcc. */
static bool is_argument_list(CXCursor type)
{
    CXString s = clang_getCursorSpelling(type);
    bool is = clang_getCString(s) && kp_ends_with(clang_getCString(s), "va_list");

    clang_disposeString(s);
    return is;
}

/* Of an instance of a template there is no node, but its size. */
static bool measures_no_layout(struct kp_builder *b, CXCursor c, const struct kp_cursors *all)
{
    int64_t size;

    for (size_t i = 0; i < all->n; i++) {
        enum CXCursorKind kind = clang_getCursorKind(all->v[i]);

        if (kind == CXCursor_TemplateRef)
            return kp_evaluate(b, c, &size) && size == 1;
        if (has_no_layout(kp_type_of(b, clang_getCursorType(all->v[i])), 0) ||
            (kind == CXCursor_TypeRef && is_argument_list(all->v[i])))
            return true;
    }
    return false;
}

/* The last of the identifiers in `text`; NULL: it has more than these and `::`. */
static const char *last_name(struct kp_builder *b, const char *text)
{
    uint32_t end = (uint32_t)strlen(text);
    const char *name = NULL;

    for (struct kp_token t = kp_lex_code(text, 0, end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(text, t.end, end)) {
        if (t.kind == KP_TOKEN_IDENT)
            name = kp_strndup(b->scratch, text + t.begin, t.end - t.begin);
        else if (!kp_token_is(text, t, ":") && !kp_token_is(text, t, "::"))
            return NULL;
    }
    return name;
}

/* The type that `sizeof` names: libclang knows which one of this name is meant. NULL: it is not
 * named so plainly, or stands for an argument of the instance. */
static const struct kp_type *plainly_named(struct kp_builder *b, const struct kp_cursors *all,
                                           const char *spelling)
{
    CXCursor ref = all->n ? all->v[all->n - 1] : clang_getNullCursor();
    const char *last = last_name(b, spelling);
    bool is;
    CXString name;

    if (!last || clang_getCursorKind(ref) != CXCursor_TypeRef || kp_argument_named(b, last))
        return NULL;
    name = clang_getCursorSpelling(clang_getCursorReferenced(ref));
    is = kp_streq(clang_getCString(name), last);
    clang_disposeString(name);
    return is ? kp_type_of(b, clang_getCursorType(ref)) : NULL;
}

static const struct kp_type *measured(struct kp_builder *b, const struct kp_cursors *all,
                                      const char *spelling)
{
    const struct kp_type *t = plainly_named(b, all, spelling);

    if (!t)
        t = kp_type_named(b, spelling);
    for (size_t i = 0; i < all->n && !t; i++)
        if (clang_getCursorKind(all->v[i]) == CXCursor_TypeRef && !strpbrk(spelling, "*&["))
            t = kp_type_of(b, clang_getCursorType(all->v[i]));
    return t;
}

/* True if it is another type's size that libclang measures. */
static bool is_another(struct kp_builder *b, CXCursor c, const struct kp_type *t)
{
    int64_t size;

    return t && t->size > 0 && kp_evaluate(b, c, &size) && size != t->size;
}

struct kp_node *kp_build_sizeof(struct kp_builder *b, CXCursor c)
{
    struct kp_node *n = kp_with_operands(b, KP_SIZEOF, c, 0, 1);
    struct kp_cursors all = kp_cursors_in(b, c);
    uint32_t size, close;
    const char *text = kp_text_of(b, n->file, &size);
    struct kp_token word, open;

    kp_settle(b, n, c);
    if (measures_no_layout(b, c, &all)) {
        n->kind = KP_UNKNOWN;
        return n;
    }
    if (b->exact) {
        n->kind = KP_UNKNOWN; /* unless its value is known */
        return kp_as_constant(b, n, c);
    }
    n->name = "sizeof";
    if (n->from_macro || !text) { /* of what type, the compiler knows; a variable may be a tile */
        n->name = "";
        n->has_value = !n->first && kp_evaluate(b, c, &n->value);
        return n;
    }
    word = kp_lex_code(text, n->span.begin, n->span.end);
    n->name = kp_strndup(b->arena, text + word.begin, word.end - word.begin);
    open = kp_lex_code(text, word.end, n->span.end);
    close = kp_lex_close(text, open.begin, n->span.end);
    if (n->first && !is_operand_at(n->first, text, word.end, n->span.end)) {
        n->first = n->last = NULL;
        n->n_children = 0;
        n->has_value = kp_evaluate(b, c, &n->value);
    }
    if (!n->first && !n->has_value && !kp_token_is(text, open, "(")) { /* a macro's operand */
        n->kind = KP_UNKNOWN;
        return n;
    }
    if (!n->first && kp_token_is(text, open, "(")) {
        char *spelling = kp_strndup(b->arena, text + open.end, close - open.end);

        n->type = measured(b, &all, spelling);
        if (is_another(b, c, n->type)) {
            n->type = NULL;
            n->kind = KP_UNKNOWN;
            return n;
        }
        n->is_dependent = !n->has_value && (!n->type || n->type->is_dependent);
    }
    kp_fold(n);
    return n;
}

const struct kp_call_rule *kp_prelude_rule(const struct kp_builder *b, const struct kp_sym *s)
{
    return s && s->from_prelude && b->unit->rules ? kp_rule_call(b->unit->rules, s->qualified)
                                                  : NULL;
}

void kp_fold_nonzero(struct kp_builder *b, struct kp_node *n)
{
    const struct kp_call_rule *rule = n->kind == KP_CALL ? kp_prelude_rule(b, n->sym) : NULL;

    if (!rule || !rule->is_nonzero)
        return;
    n->kind = KP_INT_LIT;
    n->first = n->last = NULL;
    n->n_children = 0;
    n->has_value = true;
    n->value = 1;
}
