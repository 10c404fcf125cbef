/* Casts to references. libclang does not say of a cast that it is one, as an expression's type is
 * without the reference: below such a cast is the operand itself, where any other cast has what is
 * read from it. In a template's pattern, whose casts are not resolved, the text tells. */
#include "front/lex.h"
#include "front/parse.h"

enum { MOST_NESTED = 20 };

enum answer { NO, YES, TEXT_TELLS };

static enum answer is_place(struct kp_builder *b, CXCursor c, int depth);

static bool is_reference(CXType t)
{
    t = clang_getCanonicalType(t);
    return t.kind == CXType_LValueReference || t.kind == CXType_RValueReference;
}

static enum answer is_call_place(CXCursor c)
{
    CXCursor f = clang_getCursorReferenced(c);
    enum CXCursorKind k = clang_getCursorKind(f);

    if (k == CXCursor_Constructor)
        return NO;
    if (clang_isInvalid(k) || clang_Cursor_getNumArguments(f) < 0) /* through a pointer */
        return TEXT_TELLS;
    return is_reference(clang_getCursorResultType(f)) ? YES : NO;
}

static enum answer is_last_place(struct kp_builder *b, CXCursor c, int depth)
{
    struct kp_cursors kids = kp_operands_in(b, c);

    return kids.n ? is_place(b, kids.v[kids.n - 1], depth + 1) : TEXT_TELLS;
}

/* A conversion that the text does not have: a number that is read has no qualifiers, and an array
 * that is converted is none any more. */
static enum answer is_converted_place(CXCursor c)
{
    CXType t = clang_getCanonicalType(clang_getCursorType(c));

    if (t.kind == CXType_Record)
        return TEXT_TELLS;
    return clang_isConstQualifiedType(t) || clang_isVolatileQualifiedType(t) ||
                   t.kind == CXType_ConstantArray || t.kind == CXType_IncompleteArray
               ? YES
               : NO;
}

static enum answer is_name_place(CXCursor c)
{
    enum CXCursorKind k = clang_getCursorKind(clang_getCursorReferenced(c));

    return k == CXCursor_VarDecl || k == CXCursor_ParmDecl || k == CXCursor_FieldDecl ? YES
           : clang_isInvalid(k) || k == CXCursor_OverloadedDeclRef                    ? TEXT_TELLS
                                                                                      : NO;
}

static enum answer is_place(struct kp_builder *b, CXCursor c, int depth)
{
    enum CXUnaryOperatorKind op;

    if (depth > MOST_NESTED)
        return TEXT_TELLS;
    switch (clang_getCursorKind(c)) {
    case CXCursor_DeclRefExpr:
    case CXCursor_MemberRefExpr:
        return is_name_place(c);
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_CompoundAssignOperator:
        return YES;
    case CXCursor_CallExpr:
        return is_call_place(c);
    case CXCursor_UnaryOperator:
        op = clang_getCursorUnaryOperatorKind(c);
        return op == CXUnaryOperator_Deref || op == CXUnaryOperator_PreInc ||
                       op == CXUnaryOperator_PreDec
                   ? YES
                   : NO;
    case CXCursor_BinaryOperator:
        if (clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign)
            return YES;
        return clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Comma
                   ? is_last_place(b, c, depth)
                   : NO;
    case CXCursor_ParenExpr:
    case CXCursor_ConditionalOperator:
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXStaticCastExpr:
    case CXCursor_CXXDynamicCastExpr:
    case CXCursor_CXXReinterpretCastExpr:
    case CXCursor_CXXConstCastExpr:
    case CXCursor_CXXFunctionalCastExpr:
        return is_last_place(b, c, depth);
    case CXCursor_UnexposedExpr:
        return is_converted_place(c);
    default:
        return TEXT_TELLS;
    }
}

/* True if the type ends with `&` as written. */
static bool says_reference(struct kp_builder *b, CXCursor cast, CXCursor operand)
{
    struct kp_spot all, of;
    bool says = false;
    uint32_t size;
    const char *text;

    if (!kp_spot_of(b, clang_getCursorExtent(cast), &all) || all.file < 0 ||
        !kp_spot_of(b, clang_getCursorExtent(operand), &of) || of.file != all.file ||
        !(text = kp_text_of(b, all.file, &size)))
        return false;
    for (struct kp_token t = kp_lex_code(text, all.begin, of.begin); t.kind != KP_TOKEN_END;
         t = kp_lex_code(text, t.end, of.begin)) {
        if (kp_token_is(text, t, "&") || kp_token_is(text, t, "&&"))
            says = true;
        else if (!kp_token_is(text, t, ")") && !kp_token_is(text, t, ">") &&
                 !kp_token_is(text, t, "("))
            says = false;
    }
    return says;
}

static bool is_open(struct kp_builder *b, CXCursor c)
{
    const struct kp_type *t = kp_type_of(b, clang_getCursorType(c));

    return !t || t->is_dependent || t->kind == KP_TYPE_DEPENDENT;
}

bool kp_is_place_cast(struct kp_builder *b, CXCursor cast)
{
    struct kp_cursors kids = kp_operands_in(b, cast);
    enum answer a = TEXT_TELLS;

    if (!kids.n || clang_getCanonicalType(clang_getCursorType(cast)).kind == CXType_Void)
        return false;
    if (!is_open(b, cast) && !is_open(b, kids.v[kids.n - 1]))
        a = is_last_place(b, cast, 0);
    return a == YES || (a == TEXT_TELLS && says_reference(b, cast, kids.v[kids.n - 1]));
}
