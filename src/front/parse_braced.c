/* ({ .. }): statements inside an expression. Those that only give names to numbers, and then
 * compute one of these, are the computation with the numbers in the place of their names, as it is
 * with a macro that says its argument twice. */
#include "front/parse.h"

enum { MOST_NESTED_BRACES = 5 };

/* The kind of a number's type without qualifiers; CXType_Invalid: it is none. */
static enum CXTypeKind number_kind(CXType t)
{
    t = clang_getCanonicalType(t);
    if (clang_isVolatileQualifiedType(t))
        return CXType_Invalid;
    switch (t.kind) {
    case CXType_Bool:
    case CXType_Char_S:
    case CXType_SChar:
    case CXType_UChar:
    case CXType_Short:
    case CXType_UShort:
    case CXType_Int:
    case CXType_UInt:
    case CXType_Long:
    case CXType_ULong:
    case CXType_LongLong:
    case CXType_ULongLong:
    case CXType_Float:
    case CXType_Double:
        return t.kind;
    default:
        return CXType_Invalid;
    }
}

static bool is_among(const struct kp_cursors *list, CXCursor c)
{
    for (size_t i = 0; i < list->n; i++)
        if (clang_equalCursors(list->v[i], c))
            return true;
    return false;
}

static bool computes(CXCursor c)
{
    enum CXUnaryOperatorKind u = clang_getCursorUnaryOperatorKind(c);
    enum CXBinaryOperatorKind o = clang_getCursorBinaryOperatorKind(c);

    switch (clang_getCursorKind(c)) {
    case CXCursor_ConditionalOperator:
    case CXCursor_CStyleCastExpr:
        return true;
    case CXCursor_UnaryOperator:
        return u == CXUnaryOperator_Plus || u == CXUnaryOperator_Minus ||
               u == CXUnaryOperator_Not || u == CXUnaryOperator_LNot;
    case CXCursor_BinaryOperator:
        return o >= CXBinaryOperator_Mul && o <= CXBinaryOperator_LOr;
    default:
        return false;
    }
}

static bool is_number(struct kp_builder *b, CXCursor c, const struct kp_cursors *own, bool only_own,
                      unsigned depth);

/* A number of the function's, or a literal. `only_own`: it is one of the names, else none of them.
 */
static bool is_leaf(struct kp_builder *b, CXCursor c, const struct kp_cursors *own, bool only_own)
{
    CXCursor ref;
    enum CXCursorKind k;

    switch (clang_getCursorKind(c)) {
    case CXCursor_IntegerLiteral:
    case CXCursor_FloatingLiteral:
        return true;
    case CXCursor_DeclRefExpr:
        ref = clang_getCursorReferenced(c);
        k = clang_getCursorKind(ref);
        if (only_own || is_among(own, ref))
            return only_own && is_among(own, ref);
        return k == CXCursor_EnumConstantDecl ||
               ((k == CXCursor_ParmDecl || k == CXCursor_VarDecl) &&
                number_kind(clang_getCursorType(ref)) != CXType_Invalid);
    case CXCursor_MemberRefExpr: { /* threadIdx.x */
        struct kp_cursors of = kp_operands_in(b, c);

        return !only_own && of.n == 1 &&
               clang_getCursorKind(clang_getCursorReferenced(c)) == CXCursor_FieldDecl &&
               clang_getCursorKind(of.v[0]) == CXCursor_DeclRefExpr &&
               clang_getCursorKind(clang_getCursorReferenced(of.v[0])) == CXCursor_VarDecl &&
               kp_sym_of(b, clang_getCursorReferenced(of.v[0]))->from_prelude;
    }
    default:
        return false;
    }
}

static bool is_braced(struct kp_builder *b, CXCursor c, struct kp_braced *out, unsigned depth);

/* It computes a number of numbers, and does nothing else. */
static bool is_number(struct kp_builder *b, CXCursor c, const struct kp_cursors *own, bool only_own,
                      unsigned depth)
{
    struct kp_cursors of;
    struct kp_braced inner;

    c = kp_strip(b, c);
    if (number_kind(clang_getCursorType(c)) == CXType_Invalid)
        return false;
    if (clang_getCursorKind(c) == CXCursor_StmtExpr) {
        if (only_own || !is_braced(b, c, &inner, depth + 1))
            return false;
        for (size_t i = 0; i < inner.values.n; i++)
            if (!is_number(b, inner.values.v[i], own, false, depth + 1))
                return false;
        return true;
    }
    if (!computes(c))
        return is_leaf(b, c, own, only_own);
    of = kp_operands_in(b, c);
    for (size_t i = 0; i < of.n; i++)
        if (!is_number(b, of.v[i], own, only_own, depth))
            return false;
    return of.n > 0;
}

/* `T name = value;`, where the value is of that type. */
static bool add_name(struct kp_builder *b, CXCursor var, struct kp_braced *out)
{
    struct kp_cursors kids = kp_cursors_in(b, var);
    CXCursor init = clang_Cursor_getVarDeclInitializer(var);
    enum CXTypeKind k = number_kind(clang_getCursorType(var));

    for (size_t i = 0; i < kids.n; i++)
        if (clang_isAttribute(clang_getCursorKind(kids.v[i])))
            return false;
    if (clang_getCursorKind(var) != CXCursor_VarDecl || clang_Cursor_isNull(init) ||
        clang_Cursor_getStorageClass(var) != CX_SC_None || k == CXType_Invalid ||
        number_kind(clang_getCursorType(kp_strip(b, init))) != k)
        return false;
    kp_push(b->scratch, &out->names, var);
    kp_push(b->scratch, &out->values, init);
    return true;
}

static bool is_braced(struct kp_builder *b, CXCursor c, struct kp_braced *out, unsigned depth)
{
    struct kp_cursors body = kp_cursors_in(b, c), parts;

    *out = (struct kp_braced){0};
    if (depth >= MOST_NESTED_BRACES || body.n != 1 ||
        clang_getCursorKind(body.v[0]) != CXCursor_CompoundStmt)
        return false;
    parts = kp_cursors_in(b, body.v[0]);
    if (parts.n < 2)
        return false;
    for (size_t i = 0; i + 1 < parts.n; i++) {
        struct kp_cursors vars = kp_cursors_in(b, parts.v[i]);

        if (clang_getCursorKind(parts.v[i]) != CXCursor_DeclStmt || !vars.n)
            return false;
        for (size_t j = 0; j < vars.n; j++)
            if (!add_name(b, vars.v[j], out))
                return false;
    }
    out->result = parts.v[parts.n - 1];
    for (size_t i = 0; i < out->values.n; i++)
        if (!is_number(b, out->values.v[i], &out->names, false, depth))
            return false;
    return is_number(b, out->result, &out->names, true, depth);
}

/* All of it is one use of a macro: no part of the text has two meanings. Braces in a macro's
 * argument have that macro's. */
static bool is_of_one_macro(struct kp_builder *b, CXCursor c)
{
    const struct kp_invocation *use;
    struct kp_spot s;

    if (!kp_spot_of(b, clang_getCursorExtent(c), &s) || s.file < 0)
        return false;
    use = kp_use_at(b, s.file, s.begin);
    return use && use->end == s.end;
}

bool kp_is_braced(struct kp_builder *b, CXCursor c, struct kp_braced *out)
{
    return (b->braced || is_of_one_macro(b, c)) && is_braced(b, c, out, 0);
}

/* Whatever it is made of, it is a number and no place. */
struct kp_node *kp_build_braced(struct kp_builder *b, CXCursor c)
{
    struct kp_braced braced;
    struct kp_node *n;

    if (!kp_is_braced(b, c, &braced)) {
        n = kp_expression(b, KP_UNKNOWN, c);
        kp_add_hole(b, b->function, n->file, n->span.begin, false, "a statement expression");
        return kp_finish(b, n, c);
    }
    n = kp_expression(b, KP_CAST, c);
    n->is_braced = true;
    braced.outer = b->braced;
    b->braced = &braced;
    kp_append(n, kp_build_expr(b, braced.result));
    b->braced = braced.outer;
    return kp_finish(b, n, c);
}

bool kp_is_braced_name(struct kp_builder *b, CXCursor var, CXCursor *value)
{
    for (const struct kp_braced *s = b->braced; s; s = s->outer)
        for (size_t i = 0; i < s->names.n; i++)
            if (clang_equalCursors(s->names.v[i], var)) {
                *value = s->values.v[i];
                return true;
            }
    return false;
}
