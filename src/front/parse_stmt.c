/* Statements. libclang lists a statement's parts without saying which part is which; where that is
 * ambiguous, the text decides: a part is identified by its place. */
#include "front/parse.h"

/* The statements and expressions among the children. */
static struct kp_cursors parts_in(struct kp_builder *b, CXCursor c)
{
    struct kp_cursors all = kp_cursors_in(b, c), out = {0};
    struct kp_spot s;

    for (size_t i = 0; i < all.n; i++) {
        enum CXCursorKind k = clang_getCursorKind(all.v[i]);

        if ((clang_isStatement(k) || clang_isExpression(k) || k == CXCursor_VarDecl) &&
            kp_spot_of(b, clang_getCursorExtent(all.v[i]), &s))
            kp_push(b->scratch, &out, all.v[i]);
    }
    return out;
}

static uint32_t begin_of(struct kp_builder *b, CXCursor c)
{
    struct kp_spot s;

    return kp_spot_of(b, clang_getCursorExtent(c), &s) ? s.begin : 0;
}

/* A statement that is a macro's argument, while its parent is not, gets its `;` from the macro; in
 * the text there is only the use of the macro. */
static struct kp_node *as_statement(struct kp_builder *b, const struct kp_node *parent,
                                    struct kp_node *n)
{
    const struct kp_invocation *use, *outer = NULL;

    if (parent->from_macro || n->file != parent->file || n->span.begin >= n->span.end)
        return n;
    use = kp_use_around(b, n->file, n->span.begin, n->span.end);
    for (; use; use = use->parent < 0 ? NULL : &b->facts.v[n->file].uses.v[use->parent])
        if (use->begin > parent->span.begin && use->end < parent->span.end)
            outer = use;
    if (outer && (outer->begin < n->span.begin || outer->end > n->span.end) && n->kind != KP_VAR) {
        n->from_macro = true;
        n->span = (struct kp_span){outer->begin, outer->end};
    }
    return n;
}

/* A variable declared in a condition is the whole condition. */
static struct kp_node *build_part(struct kp_builder *b, CXCursor c)
{
    return clang_getCursorKind(c) == CXCursor_VarDecl ? kp_build_var(b, c) : kp_build_stmt(b, c);
}

static void fill_holes(struct kp_builder *b, struct kp_node *n, struct kp_node **child,
                       unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        kp_append(n, child[i] ? child[i] : kp_none(b, n));
}

/* ---- the head of a loop or an if: keyword ( a ; b ; c ) ---- */

struct head {
    bool found;
    uint32_t semicolon[2]; /* UINT32_MAX when absent */
    uint32_t close;
    bool is_constexpr;
};

static struct head head_of(struct kp_builder *b, const struct kp_node *n)
{
    struct head h = {.semicolon = {UINT32_MAX, UINT32_MAX}};
    uint32_t size, at;
    const char *text = kp_text_of(b, n->file, &size);
    struct kp_token t;
    unsigned seen = 0;

    if (n->from_macro || !text || kp_use_at(b, n->file, n->span.begin))
        return h;
    t = kp_lex_code(text, n->span.begin, n->span.end); /* the keyword */
    t = kp_lex_code(text, t.end, n->span.end);
    if (kp_token_is(text, t, "constexpr")) {
        h.is_constexpr = true;
        t = kp_lex_code(text, t.end, n->span.end);
    }
    if (!kp_token_is(text, t, "("))
        return h;
    h.close = kp_lex_close(text, t.begin, n->span.end);
    for (at = t.end; at < h.close; at = t.end) {
        t = kp_lex_code(text, at, h.close);
        if (t.kind == KP_TOKEN_PUNCT && strchr("([{", text[t.begin]))
            t.end = kp_lex_close(text, t.begin, h.close) + 1;
        else if (kp_token_is(text, t, ";") && seen < 2)
            h.semicolon[seen++] = t.begin;
    }
    h.found = h.close < n->span.end;
    return h;
}

static bool is_part(struct kp_cursors parts, size_t i, enum CXCursorKind kind)
{
    return i < parts.n && clang_getCursorKind(parts.v[i]) == kind;
}

/* FOR of a macro: libclang lists init (0), condition (1), step (2) and body (3), each that is
 * there, and in front of a condition its variable, which is the whole of it. NULL: several orders
 * have as many parts. */
static const char *order_of(struct kp_cursors parts)
{
    if (is_part(parts, 0, CXCursor_VarDecl))
        return parts.n == 3 ? "1.3" : parts.n == 4 ? "1.23" : NULL;
    if (is_part(parts, 1, CXCursor_VarDecl))
        return parts.n == 4 ? "01.3" : parts.n == 5 ? "01.23" : NULL;
    if (parts.n == 2 && is_part(parts, 0, CXCursor_DeclStmt))
        return "03";
    return parts.n == 1 ? "3" : parts.n == 4 ? "0123" : NULL;
}

static struct kp_node *build_untold(struct kp_builder *b, CXCursor c, struct kp_node *n,
                                    struct kp_cursors parts)
{
    n->kind = KP_UNKNOWN;
    for (size_t i = 0; i < parts.n; i++)
        kp_append(n, build_part(b, parts.v[i]));
    kp_settle(b, n, c);
    return n;
}

/* The digits that order_of() has, by the places of the parts; NULL: the text does not tell, as
 * macros make semicolons or parentheses. */
static const char *order_in_text(struct kp_builder *b, const struct head *h,
                                 struct kp_cursors parts, char order[static 6])
{
    if (!h->found || h->semicolon[1] == UINT32_MAX || parts.n == 0 || parts.n > 5)
        return NULL;
    for (size_t i = 0; i < parts.n; i++) {
        uint32_t at = begin_of(b, parts.v[i]);

        order[i] = (char)('0' + (at > h->close) + (at > h->semicolon[1]) + (at > h->semicolon[0]));
        if (i && order[i] == '1' && order[i - 1] == '1' && is_part(parts, i - 1, CXCursor_VarDecl))
            order[i] = '.';
        else if (i && order[i] <= order[i - 1] && order[i - 1] != '.')
            return NULL;
    }
    return order[parts.n - 1] == '3' ? order : NULL;
}

static struct kp_node *build_for(struct kp_builder *b, CXCursor c)
{
    struct kp_node *n = kp_node_new(b, KP_FOR, c), *child[4] = {NULL, NULL, NULL, NULL};
    struct kp_cursors parts = parts_in(b, c);
    struct head h = head_of(b, n);
    char in_text[6];
    const char *order = order_in_text(b, &h, parts, in_text);

    if (!order)
        order = order_of(parts);
    if (!order)
        return build_untold(b, c, n, parts);
    for (size_t i = 0; i < parts.n; i++)
        if (order[i] != '.')
            child[order[i] - '0'] = build_part(b, parts.v[i]);
    if (h.found)
        as_statement(b, n, child[3]);
    fill_holes(b, n, child, 4);
    kp_settle(b, n, c);
    return n;
}

/* Is each part in front of the parentheses' end a part of the condition? */
static bool tells_branches(struct kp_builder *b, const struct head *h, struct kp_cursors parts)
{
    size_t n = 0, most = 1 + is_part(parts, 0, CXCursor_VarDecl) + (h->semicolon[0] != UINT32_MAX);

    while (h->found && n < parts.n && begin_of(b, parts.v[n]) <= h->close)
        n++;
    return !h->found || n <= most;
}

static struct kp_node *build_if(struct kp_builder *b, CXCursor c)
{
    struct kp_node *n = kp_node_new(b, KP_IF, c), *child[4] = {NULL, NULL, NULL, NULL};
    struct kp_cursors parts = parts_in(b, c);
    struct head h = head_of(b, n);
    unsigned after = 2;

    if (!tells_branches(b, &h, parts))
        return build_untold(b, c, n, parts);
    n->is_constexpr_if = h.is_constexpr;
    for (size_t i = 0; i < parts.n; i++) {
        uint32_t at = begin_of(b, parts.v[i]);
        unsigned where;

        if (!h.found && i == 1 && is_part(parts, 0, CXCursor_VarDecl))
            continue; /* the variable is the whole condition */
        if (!h.found)
            where = i == 0 ? 1 : after < 4 ? after++ : 4;
        else if (at > h.close)
            where = after < 4 ? after++ : 4;
        else
            where = h.semicolon[0] != UINT32_MAX && at < h.semicolon[0] ? 0 : 1;
        if (where < 4 && !child[where])
            child[where] = build_part(b, parts.v[i]);
        if (b->exact && n->is_constexpr_if && where == 1 && !child[1]->has_value)
            child[1]->has_value = kp_evaluate(b, parts.v[i], &child[1]->value);
        if (where == 2 || where == 3)
            as_statement(b, n, child[where]);
    }
    if (b->exact && n->is_constexpr_if && child[1] && child[1]->has_value)
        child[child[1]->value ? 3 : 2] = NULL; /* libclang has an empty block there */
    fill_holes(b, n, child, 4);
    kp_settle(b, n, c);
    return n;
}

static struct kp_node *build_while(struct kp_builder *b, CXCursor c)
{
    struct kp_node *n = kp_node_new(b, KP_WHILE, c);
    struct kp_cursors parts = parts_in(b, c);

    if (parts.n < 2) {
        n->kind = KP_UNKNOWN;
    } else {
        kp_append(n, build_part(b, parts.v[0]));
        kp_append(n, as_statement(b, n, build_part(b, parts.v[parts.n - 1])));
    }
    kp_settle(b, n, c);
    return n;
}

/* An init statement in a switch is not shown by libclang: then nothing is sure. */
static struct kp_node *build_switch(struct kp_builder *b, CXCursor c)
{
    struct kp_node *n = kp_node_new(b, KP_SWITCH, c);
    struct kp_cursors parts = parts_in(b, c);
    struct head h = head_of(b, n);

    if (parts.n < 2 || (h.found && h.semicolon[0] != UINT32_MAX))
        n->kind = KP_UNKNOWN;
    for (size_t i = 0; i < parts.n; i++)
        if (i == 0 || i + 1 == parts.n || n->kind == KP_UNKNOWN)
            kp_append(n, build_part(b, parts.v[i]));
    kp_settle(b, n, c);
    return n;
}

static struct kp_node *build_range_for(struct kp_builder *b, CXCursor c)
{
    struct kp_node *n = kp_node_new(b, KP_RANGE_FOR, c);
    struct kp_cursors parts = parts_in(b, c);

    if (parts.n != 3)
        n->kind = KP_UNKNOWN;
    for (size_t i = 0; i < parts.n; i++) {
        struct kp_node *part = build_part(b, parts.v[i]);

        if (part->kind == KP_VAR) { /* the loop's own `*begin` is not in the text */
            part->has_init = false;
            part->first = part->last = NULL;
            part->n_children = 0;
        }
        kp_append(n, part);
    }
    kp_settle(b, n, c);
    return n;
}

/* ---- the others ---- */

static struct kp_node *build_in_order(struct kp_builder *b, enum kp_kind kind, CXCursor c,
                                      size_t min, size_t max)
{
    struct kp_node *n = kp_node_new(b, kind, c);
    struct kp_cursors parts = parts_in(b, c);

    if (parts.n < min || parts.n > max)
        n->kind = KP_UNKNOWN;
    for (size_t i = 0; i < parts.n; i++) {
        struct kp_node *part = build_part(b, parts.v[i]);

        kp_append(n, kind == KP_COMPOUND || (kind == KP_DO && i == 0) ? as_statement(b, n, part)
                                                                      : part);
    }
    kp_settle(b, n, c);
    return n;
}

static struct kp_node *build_case(struct kp_builder *b, CXCursor c)
{
    struct kp_node *n = kp_node_new(b, KP_CASE, c);
    struct kp_cursors parts = parts_in(b, c);
    bool is_default = clang_getCursorKind(c) == CXCursor_DefaultStmt;

    if (parts.n != (is_default ? 1 : 2))
        n->kind = KP_UNKNOWN;
    else if (is_default)
        kp_append(n, kp_none(b, n));
    for (size_t i = 0; i < parts.n; i++)
        kp_append(n, build_part(b, parts.v[i]));
    kp_settle(b, n, c);
    return n;
}

static struct kp_node *build_label(struct kp_builder *b, CXCursor c)
{
    struct kp_node *n = kp_node_new(b, KP_LABEL, c);
    struct kp_cursors parts = parts_in(b, c);

    n->name = kp_take_string(b, clang_getCursorSpelling(c));
    for (size_t i = 0; i < parts.n; i++)
        kp_append(n, build_part(b, parts.v[i]));
    kp_settle(b, n, c);
    return n;
}

static struct kp_node *build_return(struct kp_builder *b, CXCursor c)
{
    struct kp_node *n = build_in_order(b, KP_RETURN, c, 0, 1);

    if (n->kind == KP_RETURN && !n->first)
        kp_append(n, kp_none(b, n));
    return n;
}

static struct kp_node *build_goto(struct kp_builder *b, CXCursor c)
{
    struct kp_node *n = kp_node_new(b, KP_GOTO, c);

    n->name = kp_take_string(b, clang_getCursorSpelling(clang_getCursorReferenced(c)));
    kp_settle(b, n, c);
    return n;
}

/* The methods of a class in a body are no part of the tree. */
static enum CXChildVisitResult note_redeclared(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    if (clang_getCursorKind(c) == CXCursor_FunctionDecl)
        kp_note_redeclared(data, c);
    return CXChildVisit_Recurse;
}

/* `using`, typedef, static_assert ...; a record defined on the spot is its child. The name is what
 * it declares. */
static struct kp_node *build_other(struct kp_builder *b, CXCursor c)
{
    struct kp_node *n = kp_node_new(b, KP_OTHER_DECL, c);
    enum CXCursorKind k = clang_getCursorKind(c);

    if (!clang_Cursor_isAnonymous(c))
        n->name = kp_take_string(b, clang_getCursorSpelling(c));
    if (k == CXCursor_StructDecl || k == CXCursor_ClassDecl || k == CXCursor_UnionDecl)
        kp_append(n, kp_build_record(b, c));
    if (k == CXCursor_FunctionDecl)
        kp_note_redeclared(b, c);
    else
        clang_visitChildren(c, note_redeclared, b);
    kp_settle(b, n, c);
    return n;
}

/* libclang's declaration statements end after the semicolon, those of this tree before it. */
static void drop_semicolon(struct kp_builder *b, struct kp_node *n)
{
    uint32_t size, at = n->span.end;
    const char *text = kp_text_of(b, n->file, &size);

    if (n->from_macro || !text || at == 0 || text[at - 1] != ';')
        return;
    for (at--; at > n->span.begin && strchr(" \t\r\n", text[at - 1]); at--)
        ;
    n->span.end = at;
}

static struct kp_node *build_decl_stmt(struct kp_builder *b, CXCursor c)
{
    struct kp_node *n = kp_node_new(b, KP_DECL_STMT, c);
    struct kp_cursors kids = kp_cursors_in(b, c);

    drop_semicolon(b, n);
    for (size_t i = 0; i < kids.n; i++)
        if (clang_isDeclaration(clang_getCursorKind(kids.v[i])))
            kp_append(n, clang_getCursorKind(kids.v[i]) == CXCursor_VarDecl
                             ? kp_build_var(b, kids.v[i])
                             : build_other(b, kids.v[i]));
    if (n->first && n->first->kind == KP_VAR && !n->from_macro && !n->first->from_macro)
        n->first->span.begin = n->span.begin; /* `alignas(16) float a` */
    kp_settle(b, n, c);
    return n;
}

/* Attributes and loop pragmas wrap their statement. */
static struct kp_node *build_unexposed(struct kp_builder *b, CXCursor c)
{
    struct kp_cursors parts = parts_in(b, c);

    if (parts.n == 1)
        return build_part(b, parts.v[0]);
    return build_in_order(b, KP_UNKNOWN, c, 0, SIZE_MAX);
}

static struct kp_node *build_kind(struct kp_builder *b, CXCursor c)
{
    switch (clang_getCursorKind(c)) {
    case CXCursor_CompoundStmt:
        return build_in_order(b, KP_COMPOUND, c, 0, SIZE_MAX);
    case CXCursor_DeclStmt:
        return build_decl_stmt(b, c);
    case CXCursor_ForStmt:
        return build_for(b, c);
    case CXCursor_IfStmt:
        return build_if(b, c);
    case CXCursor_WhileStmt:
        return build_while(b, c);
    case CXCursor_DoStmt:
        return build_in_order(b, KP_DO, c, 2, 2);
    case CXCursor_SwitchStmt:
        return build_switch(b, c);
    case CXCursor_CXXForRangeStmt:
        return build_range_for(b, c);
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
        return build_case(b, c);
    case CXCursor_LabelStmt:
        return build_label(b, c);
    case CXCursor_BreakStmt:
        return build_in_order(b, KP_BREAK, c, 0, 0);
    case CXCursor_ContinueStmt:
        return build_in_order(b, KP_CONTINUE, c, 0, 0);
    case CXCursor_ReturnStmt:
        return build_return(b, c);
    case CXCursor_GotoStmt:
        return build_goto(b, c);
    case CXCursor_NullStmt:
        return build_in_order(b, KP_NULL_STMT, c, 0, 0);
    case CXCursor_GCCAsmStmt:
    case CXCursor_MSAsmStmt:
        return kp_build_asm(b, c);
    case CXCursor_UnexposedStmt:
        return build_unexposed(b, c);
    default:
        return build_in_order(b, KP_UNKNOWN, c, 0, SIZE_MAX);
    }
}

struct kp_node *kp_build_stmt(struct kp_builder *b, CXCursor c)
{
    struct kp_node *n;

    if (kp_is_expression(c))
        return kp_build_expr(b, c);
    if (b->depth >= KP_MAX_DEPTH) {
        n = kp_node_new(b, KP_UNKNOWN, c);
        kp_add_hole(b, b->function, n->file, n->span.begin, true, "this is nested too deeply");
        return n;
    }
    b->depth++;
    n = build_kind(b, c);
    b->depth--;
    kp_call_constructors(b, n);
    return n;
}
