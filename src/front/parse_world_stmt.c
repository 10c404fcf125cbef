/* Statements and declarations that the tree represents. */
#include "front/parse_world.h"

static void look_at_children(struct kp_look *l, CXCursor c)
{
    struct kp_cursors kids = kp_cursors_in(l->b, c);

    for (size_t i = 0; i < kids.n && !kp_look_is_over(l); i++)
        kp_look_at(l, kids.v[i]);
}

/* ---- heads: `if (init; condition)` ---- */

static unsigned semicolons_in(const char *text, uint32_t at, uint32_t close)
{
    unsigned n = 0;

    for (struct kp_token t = kp_lex_code(text, at, close); t.kind != KP_TOKEN_END;
         t = kp_lex_code(text, t.end, close)) {
        n += kp_token_is(text, t, ";");
        if (t.kind == KP_TOKEN_PUNCT && strchr("([{", text[t.begin]))
            t.end = kp_lex_close(text, t.begin, close) + 1;
    }
    return n;
}

/* The parentheses of a head whose keyword is `word`; false: there are none. */
static bool find_head(const char *text, struct kp_token word, uint32_t size, struct kp_span *head)
{
    struct kp_token t = kp_lex_code(text, word.end, size);

    if (kp_token_is(text, t, "constexpr"))
        t = kp_lex_code(text, t.end, size);
    *head = (struct kp_span){t.end, kp_lex_close(text, t.begin, size)};
    return kp_token_is(text, t, "(") && head->end < size;
}

/* Has some head of the function an initialiser, as libclang prints it, all macros expanded? */
static bool prints_init_statement(struct kp_look *l)
{
    CXPrintingPolicy policy = clang_getCursorPrintingPolicy(l->function);
    const char *text = kp_take_string(l->b, clang_getCursorPrettyPrinted(l->function, policy));
    uint32_t size = (uint32_t)strlen(text);
    struct kp_span head;

    clang_PrintingPolicy_dispose(policy);
    for (struct kp_token t = kp_lex_code(text, 0, size); t.kind != KP_TOKEN_END;
         t = kp_lex_code(text, t.end, size)) {
        if ((kp_token_is(text, t, "for") || kp_token_is(text, t, "if") ||
             kp_token_is(text, t, "switch")) &&
            (!find_head(text, t, size, &head) || semicolons_in(text, head.begin, head.end) == 1))
            return true;
    }
    return false;
}

/* May a macro have made a part of the head? */
static bool has_macro(struct kp_builder *b, CXCursor c, int file, struct kp_span head)
{
    struct kp_spot spot;

    return !kp_spot_of_location(b, clang_getRangeStart(clang_getCursorExtent(c)), &spot) ||
           spot.file < 0 || spot.file != file || kp_use_at(b, file, spot.begin) ||
           kp_has_use_in(b, file, head);
}

/* True if there is a semicolon between the parentheses after the keyword, be it a macro's, or if
 * these cannot be read. */
static bool has_init_statement(struct kp_look *l, CXCursor c)
{
    CXFile file;
    unsigned offset;
    uint32_t size;
    struct kp_token t;
    struct kp_span head;
    const char *text;
    int index;

    clang_getSpellingLocation(clang_getRangeStart(clang_getCursorExtent(c)), &file, NULL, NULL,
                              &offset);
    index = kp_file_index_of(l->b, file);
    text = kp_text_of(l->b, index, &size);
    if (!text || offset >= size)
        return true;
    t = kp_lex_code(text, offset, size);
    if (!kp_token_is(text, t, "if") && !kp_token_is(text, t, "switch") &&
        !kp_token_is(text, t, "for"))
        return true;
    return !find_head(text, t, size, &head) || semicolons_in(text, head.begin, head.end) ||
           (has_macro(l->b, c, index, head) && prints_init_statement(l));
}

/* ---- for (x : range) ---- */

/* Over an array: `__begin` is a pointer to an element then, and calls nothing. */
static void look_at_range_for(struct kp_look *l, CXCursor c)
{
    struct kp_cursors kids = kp_cursors_in(l->b, c);
    CXType range = {.kind = CXType_Invalid};

    if (has_init_statement(l, c)) { /* which libclang leaves out */
        kp_unknown(l, c, "an initialiser before a range");
        return;
    }
    for (size_t i = 0; i < kids.n; i++)
        if (kp_is_expression(kids.v[i]) && range.kind == CXType_Invalid)
            range = clang_getCanonicalType(clang_getCursorType(kp_strip(l->b, kids.v[i])));
    if (kids.n != 3 || range.kind != CXType_ConstantArray) {
        kp_unknown(l, c, "a loop over a range that is not an array");
        return;
    }
    for (size_t i = 0; i < kids.n && !kp_look_is_over(l); i++)
        if (clang_getCursorKind(kids.v[i]) == CXCursor_VarDecl) {
            kp_look_at_type(l, kids.v[i], clang_getCursorType(kids.v[i]));
            if (clang_getCanonicalType(clang_getCursorType(kids.v[i])).kind == CXType_Record)
                kp_unknown(l, kids.v[i], "a loop over an array of objects");
        } else {
            kp_look_at(l, kids.v[i]);
        }
}

/* ---- variables ---- */

static struct kp_node *node_of_variable(const struct kp_node *n, int file, uint32_t at,
                                        const char *name)
{
    struct kp_node *found;

    kp_each_child(c, n)
    {
        if ((c->kind == KP_VAR || c->kind == KP_PARAM) && c->file == file && c->sym &&
            c->span.begin <= at && at <= c->span.end && kp_streq(c->sym->name, name))
            return c;
        if ((c->kind == KP_NONE || c->from_macro || (c->span.begin <= at && at <= c->span.end)) &&
            (found = node_of_variable(c, file, at, name)))
            return found;
    }
    return NULL;
}

static bool is_reference(CXType t)
{
    CXType c = clang_getCanonicalType(t);

    return c.kind == CXType_LValueReference || c.kind == CXType_RValueReference;
}

static bool is_number(CXType t)
{
    return (t.kind >= CXType_Bool && t.kind <= CXType_LongDouble) || t.kind == CXType_Half ||
           t.kind == CXType_Enum;
}

/* See kp_binds_temporary(). In a pattern: it may, by what a parameter stands for. */
static bool binds_temporary(struct kp_look *l, CXCursor c)
{
    CXCursor init = clang_Cursor_getVarDeclInitializer(c);
    CXType to = clang_getPointeeType(clang_getCanonicalType(clang_getCursorType(c))), from;

    if (clang_Cursor_isNull(init))
        return false;
    from = clang_getCanonicalType(clang_getCursorType(kp_strip(l->b, init)));
    if (l->is_pattern && is_number(to) != is_number(from))
        return (to.kind == CXType_Unexposed || from.kind == CXType_Unexposed) &&
               clang_isConstQualifiedType(to);
    return is_number(to) && is_number(from) && to.kind != from.kind;
}

/* The pattern says what the instance has: a value where the instance has a reference is none, nor
 * is a place where it has a temporary. */
static void look_at_form(struct kp_look *l, CXCursor c)
{
    char *name = kp_take_string(l->b, clang_getCursorSpelling(c));
    const struct kp_node *n = NULL;
    CXCursor init = clang_Cursor_getVarDeclInitializer(c);
    struct kp_spot at;

    if (!is_reference(clang_getCursorType(c)) || !*name)
        return;
    if (!clang_Cursor_isNull(init) &&
        clang_getCursorKind(kp_strip(l->b, init)) == CXCursor_InitListExpr)
        kp_unknown(l, c, kp_sprintf(l->b->scratch, "'%s', a reference with a list", name));
    if (kp_spot_of_location(l->b, clang_getCursorLocation(c), &at) && at.file >= 0)
        n = node_of_variable(l->face->sym->decl, at.file, at.begin, name);
    if (!n || !n->sym->type || (n->sym->type->kind != KP_TYPE_REFERENCE && !n->sym->is_temporary))
        kp_unknown(l, c, kp_sprintf(l->b->scratch, "'%s', which is a reference here", name));
    else if (binds_temporary(l, c) && !n->sym->is_temporary)
        kp_unknown(l, c, kp_sprintf(l->b->scratch, "'%s', which is a temporary here", name));
}

/* __attribute__((cleanup(f))): libclang shows an attribute, and does not say which. */
static bool has_cleanup(struct kp_builder *b, CXCursor c)
{
    CXPrintingPolicy policy;
    const char *text;

    if (!kp_attributes_of(c).unexposed)
        return false;
    policy = clang_getCursorPrintingPolicy(c);
    text = kp_take_string(b, clang_getCursorPrettyPrinted(c, policy));
    clang_PrintingPolicy_dispose(policy);
    return strstr(text, "cleanup") != NULL;
}

/* The operand of a decltype, which is not evaluated, or a constant. */
static bool is_in_front_of_name(struct kp_builder *b, CXCursor c, CXCursor variable)
{
    struct kp_spot at, name;

    return kp_spot_of(b, clang_getCursorExtent(c), &at) &&
           kp_spot_of_location(b, clang_getCursorLocation(variable), &name) &&
           at.file == name.file && at.begin < name.begin;
}

void kp_look_at_variable(struct kp_look *l, CXCursor c)
{
    struct kp_cursors kids = kp_cursors_in(l->b, c);
    bool is_param = clang_getCursorKind(c) == CXCursor_ParmDecl;
    CXCursor value = is_param ? clang_Cursor_getVarDeclInitializer(c) : clang_getNullCursor();
    char *name = kp_take_string(l->b, clang_getCursorSpelling(c));

    if (has_cleanup(l->b, c))
        kp_unknown(
            l, c, kp_sprintf(l->b->scratch, "code that runs at the end of the life of '%s'", name));
    if (!is_param && kp_holds_function(l, c)) /* which may only be called */
        return;
    kp_look_at_type(l, c, clang_getCursorType(c));
    look_at_form(l, c);
    for (size_t i = 0; i < kids.n && !kp_look_is_over(l); i++)
        if (kp_is_expression(kids.v[i]) && /* a default is looked at where it is used */
            (clang_Cursor_isNull(value) || !clang_equalCursors(kids.v[i], value))) {
            bool is_of_type = is_in_front_of_name(l->b, kids.v[i], c);

            l->without_nodes += is_of_type;
            kp_look_at_expr(l, kids.v[i]);
            l->without_nodes -= is_of_type;
        }
}

static bool is_type_kind(enum CXCursorKind k)
{
    return k == CXCursor_StructDecl || k == CXCursor_ClassDecl || k == CXCursor_UnionDecl;
}

static void look_at_declaration(struct kp_look *l, CXCursor c)
{
    enum CXCursorKind k = clang_getCursorKind(c);

    switch (k) {
    case CXCursor_VarDecl:
        kp_look_at_variable(l, c);
        return;
    case CXCursor_StaticAssert:
    case CXCursor_TypedefDecl:
    case CXCursor_TypeAliasDecl:
    case CXCursor_UsingDeclaration:
    case CXCursor_UsingDirective:
    case CXCursor_NamespaceAlias:
    case CXCursor_EnumDecl:
    case CXCursor_FunctionDecl:
        return;
    default:
        break;
    }
    if (is_type_kind(k))
        return;
    if (k == CXCursor_UnexposedDecl && kp_cursors_in(l->b, c).n == 0 &&
        !*kp_take_string(l->b, clang_getCursorSpelling(c)))
        return; /* nothing */
    kp_unknown(l, c,
               k == CXCursor_UnexposedDecl ? "a structured binding"
                                           : "a declaration of an unknown kind");
}

/* ---- all ---- */

static void look_at_statement(struct kp_look *l, CXCursor c)
{
    switch (clang_getCursorKind(c)) {
    case CXCursor_IfStmt:
    case CXCursor_SwitchStmt:
        if (has_init_statement(l, c))
            kp_unknown(l, c, "an initialiser before a condition");
        break;
    case CXCursor_CXXForRangeStmt:
        look_at_range_for(l, c);
        return;
    case CXCursor_CompoundStmt:
    case CXCursor_DeclStmt:
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
    case CXCursor_BreakStmt:
    case CXCursor_ContinueStmt:
    case CXCursor_ReturnStmt:
    case CXCursor_NullStmt:
    case CXCursor_LabelStmt:
    case CXCursor_GotoStmt:
    case CXCursor_GCCAsmStmt:
        break;
    case CXCursor_UnexposedStmt: /* attributes and pragmas */
        break;
    default:
        kp_unknown(l, c, "a statement of an unknown kind");
        return;
    }
    look_at_children(l, c);
}

void kp_look_at(struct kp_look *l, CXCursor c)
{
    enum CXCursorKind k = clang_getCursorKind(c);

    if (kp_look_is_over(l))
        return;
    if (l->depth > KP_MAX_DEPTH) {
        kp_unknown(l, c, "code that is nested too deeply");
        return;
    }
    l->depth++;
    if (clang_isExpression(k))
        kp_look_at_expr(l, c);
    else if (clang_isStatement(k))
        look_at_statement(l, c);
    else if (clang_isDeclaration(k))
        look_at_declaration(l, c);
    else if (!clang_isReference(k) && !clang_isAttribute(k))
        kp_unknown(l, c, "code of an unknown kind");
    l->depth--;
}
