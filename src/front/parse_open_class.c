/* Static methods of class templates that a template calls: `Op<T>::run(..)`. libclang leaves the
 * name open, as a specialisation of the class might have another function of that name. Where the
 * program has none, it is the template's own, if that has a body in sight. */
#include "front/parse.h"

#include "front/lex.h"

static bool is_named_class(enum CXCursorKind k)
{
    return k == CXCursor_TemplateRef || k == CXCursor_TypeRef;
}

/* What the text begins with behind its namespaces: a class template, or an alias of a class. */
static CXCursor first_name(struct kp_builder *b, CXCursor callee)
{
    struct kp_cursors kids = kp_cursors_in(b, callee);

    for (size_t i = 0; i < kids.n; i++) {
        enum CXCursorKind k = clang_getCursorKind(kids.v[i]);

        if (k != CXCursor_NamespaceRef)
            return is_named_class(k) ? kids.v[i] : clang_getNullCursor();
    }
    return clang_getNullCursor();
}

/* The token behind the arguments that begin at `t`, a `<`. Parentheses may hold any operator; a `<`
 * that is one outside of them is never closed. */
static struct kp_token behind_arguments(const char *text, struct kp_token t, uint32_t end)
{
    int angles = 0, round = 0;

    for (; t.kind != KP_TOKEN_END; t = kp_lex_code(text, t.end, end)) {
        round += kp_token_is(text, t, "(") - kp_token_is(text, t, ")");
        if (round)
            continue;
        angles +=
            kp_token_is(text, t, "<") - kp_token_is(text, t, ">") - 2 * kp_token_is(text, t, ">>");
        if (angles <= 0)
            return kp_lex_code(text, t.end, end);
    }
    return t;
}

/* The name in `CLASS<..>::name` or `ALIAS::name`, where the class's name ends at `at`; NULL: the
 * text is of another form, in which another class may be named. */
static const char *name_behind(struct kp_builder *b, const struct kp_node *callee, uint32_t at)
{
    uint32_t size, end = callee->span.end;
    const char *text = kp_text_of(b, callee->file, &size);
    struct kp_token t, name;

    if (!text || end > size || at < callee->span.begin || at > end)
        return NULL;
    t = kp_lex_code(text, at, end);
    if (kp_token_is(text, t, "<"))
        t = behind_arguments(text, t, end);
    if (!kp_token_is(text, t, "::"))
        return NULL;
    name = kp_lex_code(text, t.end, end);
    return name.kind == KP_TOKEN_IDENT && kp_lex_code(text, name.end, end).kind == KP_TOKEN_END &&
                   !kp_token_is(text, name, "template")
               ? kp_strndup(b->arena, text + name.begin, name.end - name.begin)
               : NULL;
}

/* The class template that is meant; null: an alias of another class, or of a template that has
 * other forms. */
static CXCursor template_behind(struct kp_builder *b, CXCursor named)
{
    CXCursor of = clang_getCursorReferenced(named);
    enum CXCursorKind k = clang_getCursorKind(of);

    if (k == CXCursor_TypeAliasDecl || k == CXCursor_TypedefDecl)
        of = clang_getTypeDeclaration(
            clang_getCanonicalType(clang_getTypedefDeclUnderlyingType(of)));
    return clang_getCursorKind(of) == CXCursor_ClassTemplate && kp_is_only_form(b, of)
               ? of
               : clang_getNullCursor();
}

/* A method may be specialised without its class: `template <> void Op<half>::run()`. */
static bool is_specialised(struct kp_builder *b, const char *name)
{
    for (size_t i = 0; i < b->explicit_specs.n; i++) {
        enum CXCursorKind k = clang_getCursorKind(b->explicit_specs.v[i]);
        CXString s = clang_getCursorSpelling(b->explicit_specs.v[i]);
        bool is_name = k == CXCursor_CXXMethod && kp_streq(clang_getCString(s), name);

        clang_disposeString(s);
        if (is_name)
            return true;
    }
    return false;
}

struct kp_sym *kp_static_in_open_class(struct kp_builder *b, CXCursor callee,
                                       const struct kp_node *n, unsigned n_args)
{
    CXCursor named, template, method;
    struct kp_sym *found;
    struct kp_spot at;
    const char *name;

    if (n->kind != KP_REF || n->sym || n->from_macro)
        return NULL;
    named = first_name(b, callee);
    if (clang_Cursor_isNull(named) || !kp_spot_of(b, clang_getCursorExtent(named), &at) ||
        at.file != n->file)
        return NULL;
    template = template_behind(b, named);
    name = name_behind(b, n, at.end);
    if (clang_Cursor_isNull(template) || !name || is_specialised(b, name))
        return NULL;
    found = kp_member_named(b, template, name, (int)n_args);
    if (!found || found->kind != KP_SYM_FUNCTION || !found->is_static)
        return NULL;
    method = kp_cursor_of(b, found);
    return clang_getCursorKind(method) == CXCursor_CXXMethod &&
                   !clang_Cursor_isNull(clang_getCursorDefinition(method))
               ? found
               : NULL;
}
