/* Constructors that make their object out of what they are given, and do nothing else: they store
 * into the new object and into their own variables, and call only constructors, and functions of
 * CUDA's that touch no memory. Constructors that they call are examined like this one, where the
 * body that holds the call is. */
#include "front/parse_world.h"
#include "rule/rule.h"

static CXType type_of(CXCursor c)
{
    CXType t = clang_getCanonicalType(clang_getCursorType(c));

    while (t.kind == CXType_LValueReference || t.kind == CXType_RValueReference)
        t = clang_getCanonicalType(clang_getPointeeType(t));
    return t;
}

static CXType without_dimensions(CXType t)
{
    while (t.kind == CXType_ConstantArray)
        t = clang_getCanonicalType(clang_getArrayElementType(t));
    return t;
}

static bool is_reference(CXCursor c)
{
    CXType t = clang_getCanonicalType(clang_getCursorType(c));

    return t.kind == CXType_LValueReference || t.kind == CXType_RValueReference;
}

struct maker {
    struct kp_builder *b;
    bool is_open;   /* a template's body: with arguments that are numbers, an open type is one */
    bool is_closed; /* nobody examines what is constructed in the body */
};

/* ---- types ---- */

enum { MOST_NESTED = 20 };

struct holder {
    const struct maker *m;
    bool holds_numbers;
    int depth;
};

static bool holds_numbers(const struct maker *m, CXType type, int depth);

static enum CXVisitorResult visit_field(CXCursor c, CXClientData data)
{
    struct holder *h = data;

    h->holds_numbers &= holds_numbers(h->m, clang_getCursorType(c), h->depth + 1);
    return h->holds_numbers ? CXVisit_Continue : CXVisit_Break;
}

static bool is_parameter(struct kp_builder *b, CXType t)
{
    const char *name = kp_take_string(b, clang_getTypeSpelling(t));

    if (kp_starts_with(name, "const "))
        name += strlen("const ");
    return kp_starts_with(name, "type-parameter-0-") && !strpbrk(name, "<: ");
}

/* Nothing in a value of the type is an address. */
static bool holds_numbers(const struct maker *m, CXType type, int depth)
{
    CXType t = without_dimensions(clang_getCanonicalType(type));
    struct holder h = {.m = m, .holds_numbers = depth < MOST_NESTED, .depth = depth};
    CXCursor decl = clang_getTypeDeclaration(t);

    if (clang_isVolatileQualifiedType(t))
        return false;
    if (m->is_open && t.kind == CXType_Unexposed)
        return is_parameter(m->b, t);
    if (t.kind != CXType_Record)
        return (t.kind >= CXType_Bool && t.kind <= CXType_LongDouble) || t.kind == CXType_Half ||
               t.kind == CXType_Enum;
    if (kp_sym_of(m->b, decl)->from_prelude)
        return true;
    if (!kp_is_of_program(m->b, decl) || kp_has_bases(t))
        return false;
    clang_Type_visitFields(t, visit_field, &h);
    return h.holds_numbers;
}

/* ---- places ---- */

/* The constructor's own variable: a parameter, too. */
static bool is_own_variable(CXCursor ref)
{
    return clang_getCursorKind(ref) == CXCursor_ParmDecl ||
           (clang_getCursorKind(ref) == CXCursor_VarDecl &&
            clang_getCursorKind(clang_getCursorSemanticParent(ref)) == CXCursor_Constructor &&
            clang_Cursor_hasVarDeclGlobalStorage(ref) == 0);
}

/* `float a[4]` as a parameter is a pointer. */
static bool is_decayed(CXCursor ref)
{
    return clang_getCursorKind(ref) == CXCursor_ParmDecl &&
           type_of(ref).kind == CXType_ConstantArray;
}

static bool is_place(const struct maker *m, CXCursor c, bool to_store);
static bool is_value(const struct maker *m, CXCursor c);

/* A member that is no reference, of the new object or of such a place, never behind a pointer. */
static bool is_member_place(const struct maker *m, CXCursor c, bool to_store)
{
    CXCursor ref = clang_getCursorReferenced(c);
    struct kp_cursors kids = kp_operands_in(m->b, c);

    if (clang_getCursorKind(ref) != CXCursor_FieldDecl || is_reference(ref) || kids.n > 1)
        return false;
    if (!kids.n || clang_getCursorKind(kp_strip(m->b, kids.v[0])) == CXCursor_CXXThisExpr)
        return true;
    return type_of(kids.v[0]).kind == CXType_Record && is_place(m, kids.v[0], to_store);
}

/* `to_store`: not what a reference is bound to. */
static bool is_place(const struct maker *m, CXCursor c, bool to_store)
{
    CXCursor inner = kp_strip(m->b, c);
    struct kp_cursors kids;
    CXCursor ref;

    if (!holds_numbers(m, type_of(inner), 0))
        return false;
    switch (clang_getCursorKind(inner)) {
    case CXCursor_DeclRefExpr:
        ref = clang_getCursorReferenced(inner);
        return is_own_variable(ref) && (is_reference(ref) ? !to_store : !is_decayed(ref));
    case CXCursor_MemberRefExpr:
        return is_member_place(m, inner, to_store);
    case CXCursor_ArraySubscriptExpr:
        kids = kp_operands_in(m->b, inner);
        return kids.n == 2 && type_of(kp_strip(m->b, kids.v[0])).kind == CXType_ConstantArray &&
               is_place(m, kids.v[0], to_store) && is_value(m, kids.v[1]);
    default:
        return false;
    }
}

/* ---- values ---- */

static bool are_values(const struct maker *m, struct kp_cursors kids)
{
    for (size_t i = 0; i < kids.n; i++)
        if (!is_value(m, kids.v[i]))
            return false;
    return true;
}

/* make_float2(), sqrtf(): value in, value out. */
static bool is_pure(const struct maker *m, CXCursor function)
{
    const struct kp_call_rule *rule = kp_prelude_rule(m->b, kp_sym_of(m->b, function));

    return rule && rule->effect && kp_streq(rule->effect, "pure");
}

/* CUDA's own, and copies of bits. */
static bool is_plain_constructor(const struct maker *m, CXCursor ref)
{
    CXCursor record = clang_getCursorSemanticParent(ref);

    return kp_sym_of(m->b, record)->from_prelude ||
           (!clang_CXXConstructor_isDefaultConstructor(ref) &&
            kp_is_trivial(m->b, ref, KP_IMPLICIT_COPY));
}

/* No object of it runs code of the program. */
static bool is_foreign(const struct maker *m, CXType type)
{
    CXType t = without_dimensions(clang_getCanonicalType(type));

    return t.kind != CXType_Record || kp_sym_of(m->b, clang_getTypeDeclaration(t))->from_prelude;
}

static bool is_call_value(const struct maker *m, CXCursor c)
{
    CXCursor ref = clang_getCursorReferenced(c);
    struct kp_cursors kids = kp_operands_in(m->b, c);
    bool is_function = clang_getCursorKind(ref) == CXCursor_FunctionDecl;

    if (is_function ? !is_pure(m, ref)
                    : clang_getCursorKind(ref) != CXCursor_Constructor ||
                          (m->is_closed && !is_plain_constructor(m, ref)))
        return false;
    for (size_t i = 0; i < kids.n; i++) {
        bool is_callee =
            is_function &&
            clang_equalCursors(clang_getCursorReferenced(kp_strip(m->b, kids.v[i])), ref);

        if (!is_callee && !is_value(m, kids.v[i]))
            return false;
    }
    return true;
}

/* Made of the constructor's parameters, its variables, members of the object and constants, by
 * operators that store nothing. */
static bool is_value(const struct maker *m, CXCursor c)
{
    if (kp_is_constant(m->b, c))
        return true;
    if (type_of(c).kind == CXType_ConstantArray && clang_getCursorKind(c) != CXCursor_InitListExpr)
        return false; /* its address */
    switch (clang_getCursorKind(c)) {
    case CXCursor_DeclRefExpr:
        return is_own_variable(clang_getCursorReferenced(c)) &&
               !clang_isVolatileQualifiedType(type_of(c));
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr:
        return is_place(m, c, false);
    case CXCursor_CallExpr:
        return is_call_value(m, c);
    case CXCursor_UnaryOperator: {
        enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(c);

        return op >= CXUnaryOperator_Plus && op <= CXUnaryOperator_LNot &&
               are_values(m, kp_operands_in(m->b, c));
    }
    case CXCursor_BinaryOperator: {
        enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(c);

        return op >= CXBinaryOperator_Mul && op <= CXBinaryOperator_LOr &&
               are_values(m, kp_operands_in(m->b, c));
    }
    case CXCursor_UnexposedExpr:
    case CXCursor_ParenExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXStaticCastExpr:
    case CXCursor_CXXFunctionalCastExpr:
    case CXCursor_InitListExpr:
    case CXCursor_CompoundLiteralExpr:
    case CXCursor_ConditionalOperator:
        return are_values(m, kp_operands_in(m->b, c));
    default:
        return false;
    }
}

/* ---- bodies ---- */

static bool only_stores(const struct maker *m, CXCursor c);

static bool is_assignment(const struct maker *m, CXCursor c)
{
    struct kp_cursors kids = kp_operands_in(m->b, c);

    return kids.n == 2 && is_place(m, kids.v[0], true) &&
           (is_value(m, kids.v[1]) || only_stores(m, kids.v[1]));
}

/* p = make_float3(..), where the operator copies bits. */
static bool is_object_assignment(const struct maker *m, CXCursor c)
{
    CXCursor ref = clang_getCursorReferenced(c);
    struct kp_cursors kids = kp_operands_in(m->b, c);

    return clang_CXXMethod_isCopyAssignmentOperator(ref) +
               clang_CXXMethod_isMoveAssignmentOperator(ref) &&
           (kp_sym_of(m->b, ref)->from_prelude ||
            kp_is_trivial(m->b, ref, KP_IMPLICIT_ASSIGNMENT)) &&
           kids.n == 3 && is_place(m, kids.v[0], true) && is_value(m, kids.v[2]);
}

static bool is_own_declaration(const struct maker *m, CXCursor c)
{
    return clang_getCursorKind(c) == CXCursor_VarDecl && is_own_variable(c) && !is_reference(c) &&
           holds_numbers(m, clang_getCursorType(c), 0) &&
           (!m->is_closed || is_foreign(m, clang_getCursorType(c))) &&
           are_values(m, kp_operands_in(m->b, c));
}

/* Parts of a statement, or of a comma's expression. */
static bool are_stores(const struct maker *m, struct kp_cursors parts)
{
    for (size_t i = 0; i < parts.n; i++)
        if (!clang_isAttribute(clang_getCursorKind(parts.v[i])) && !only_stores(m, parts.v[i]) &&
            !(kp_is_expression(parts.v[i]) && is_value(m, parts.v[i])))
            return false;
    return true;
}

static bool only_stores(const struct maker *m, CXCursor c)
{
    struct kp_cursors kids = kp_cursors_in(m->b, c);

    switch (clang_getCursorKind(c)) {
    case CXCursor_NullStmt:
    case CXCursor_StaticAssert:
        return true;
    case CXCursor_VarDecl:
        return is_own_declaration(m, c);
    case CXCursor_CompoundAssignOperator:
        return is_assignment(m, c);
    case CXCursor_BinaryOperator:
        return clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Comma
                   ? are_stores(m, kids)
                   : clang_getCursorBinaryOperatorKind(c) == CXBinaryOperator_Assign &&
                         is_assignment(m, c);
    case CXCursor_UnaryOperator:
        kids = kp_operands_in(m->b, c);
        return clang_getCursorUnaryOperatorKind(c) <= CXUnaryOperator_PreDec &&
               clang_getCursorUnaryOperatorKind(c) >= CXUnaryOperator_PostInc && kids.n == 1 &&
               is_place(m, kids.v[0], true);
    case CXCursor_CallExpr:
        return is_object_assignment(m, c);
    case CXCursor_UnexposedExpr:
    case CXCursor_ParenExpr:
    case CXCursor_CompoundStmt:
    case CXCursor_DeclStmt:
    case CXCursor_IfStmt:
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_UnexposedStmt: /* with #pragma unroll */
        return are_stores(m, kids);
    default:
        return false;
    }
}

bool kp_holds_numbers(struct kp_builder *b, CXType type)
{
    return holds_numbers(&(struct maker){.b = b}, type, 0);
}

/* A number, an object made of numbers, or a pointer. */
static bool is_plain_member(const struct maker *m, CXCursor member)
{
    CXType t = clang_getCursorType(clang_getCursorReferenced(member));

    return clang_getCanonicalType(t).kind == CXType_Pointer || holds_numbers(m, t, 0);
}

/* Members' classes are looked at in any case. */
static bool is_initialiser(const struct maker *m, CXCursor c)
{
    struct maker examined = *m;
    CXCursor inner = kp_strip(m->b, c);

    examined.is_closed = false;
    if (is_value(m, c))
        return true;
    return clang_getCursorKind(clang_getCursorReferenced(inner)) == CXCursor_Constructor &&
           are_values(m, kp_operands_in(m->b, inner)) && is_value(&examined, c);
}

static bool is_base_initialiser(const struct maker *m, CXCursor constructor, CXCursor c)
{
    return !m->is_open && kp_makes_base(m->b, constructor, c) && is_initialiser(m, c);
}

/* `base<T, N>(value)`: N. */
static bool is_argument_of_base(const struct maker *m, CXCursor constructor, CXCursor c)
{
    CXType t = clang_getCanonicalType(clang_getCursorType(c));

    return t.kind >= CXType_Bool && t.kind <= CXType_LongDouble &&
           !clang_Cursor_isNull(kp_only_base(m->b, clang_getCursorSemanticParent(constructor)));
}

/* `vec<3, T>::vec(..)`: a part of the name, which is no code. */
static bool is_in_name(const struct maker *m, CXCursor body, CXCursor c)
{
    struct kp_spot all, name, s;

    return kp_spot_of(m->b, clang_getCursorExtent(body), &all) &&
           kp_spot_of_location(m->b, clang_getCursorLocation(body), &name) &&
           kp_spot_of(m->b, clang_getCursorExtent(c), &s) && s.file == name.file &&
           all.file == name.file && s.begin >= all.begin && s.end <= name.begin;
}

static bool is_part(const struct maker *m, CXCursor constructor, CXCursor c, bool *after_member)
{
    enum CXCursorKind k = clang_getCursorKind(c);
    bool is_value_of = *after_member;

    *after_member = k == CXCursor_MemberRef;
    if (k == CXCursor_CompoundStmt)
        return only_stores(m, c) || kp_only_computes_members(m->b, kp_sym_of(m->b, constructor));
    if (k == CXCursor_MemberRef)
        return is_plain_member(m, c);
    if (kp_is_expression(c)) /* of a member, of the base or its name, or another constructor's */
        return is_value_of ? is_initialiser(m, c)
                           : is_base_initialiser(m, constructor, c) ||
                                 is_argument_of_base(m, constructor, c);
    return k == CXCursor_ParmDecl || clang_isAttribute(k) || clang_isReference(k);
}

/* ---- constructors ---- */

/* True if the template's own body may stand for that of the instance `record`. */
static bool stands_for(struct kp_builder *b, CXCursor body, CXType record)
{
    for (int i = 0; i < clang_Type_getNumTemplateArguments(record); i++) {
        CXType t = clang_Type_getTemplateArgumentAsType(record, (unsigned)i);

        if (t.kind != CXType_Invalid && !kp_holds_numbers(b, t))
            return false;
    }
    return kp_holds_numbers(b, record) &&
           !kp_has_special_member(b, clang_getCursorSemanticParent(body));
}

bool kp_gives_value(struct kp_builder *b, CXCursor constructor, CXCursor field)
{
    struct kp_cursors kids = kp_cursors_in(b, kp_with_body(b, constructor));

    for (size_t i = 1; i < kids.n; i++)
        if (clang_getCursorKind(kids.v[i - 1]) == CXCursor_MemberRef &&
            kp_is_expression(kids.v[i]) &&
            clang_equalCursors(clang_getCursorReferenced(kids.v[i - 1]), field))
            return true;
    return false;
}

/* Its body, or that of the template; `is_open`: the latter. The null cursor where it tells nothing.
 */
static CXCursor body_of(struct kp_builder *b, CXCursor function, CXType record, bool *is_open)
{
    CXCursor body = kp_with_body(b, function), all = clang_getSpecializedCursorTemplate(function);

    if (clang_Cursor_isNull(body) && !clang_Cursor_isNull(all))
        body = kp_with_body(b, all);
    if (clang_Cursor_isNull(body) || clang_getCursorKind(body) != clang_getCursorKind(function))
        return clang_getNullCursor();
    *is_open = clang_getCursorKind(clang_getCursorSemanticParent(body)) == CXCursor_ClassTemplate;
    return *is_open && !stands_for(b, body, record) ? clang_getNullCursor() : body;
}

static bool only_makes(struct maker m, CXCursor constructor, CXType record)
{
    struct kp_builder *b = m.b;
    CXCursor body = body_of(b, constructor, record, &m.is_open);
    struct kp_cursors kids;
    bool after_member = false;

    if (clang_Cursor_isNull(body) || clang_getCursorKind(body) != CXCursor_Constructor)
        return false;
    kids = kp_cursors_in(b, body);
    for (size_t i = 0; i < kids.n; i++)
        if (!is_in_name(&m, body, kids.v[i]) && !is_part(&m, constructor, kids.v[i], &after_member))
            return false;
    return true;
}

bool kp_only_makes(struct kp_builder *b, CXCursor constructor, CXType record)
{
    return only_makes((struct maker){.b = b}, constructor, record);
}

bool kp_only_converts(struct kp_builder *b, CXCursor conversion, CXType record)
{
    struct maker m = {.b = b, .is_closed = true};
    CXCursor body = body_of(b, conversion, record, &m.is_open);
    struct kp_cursors kids = {0};

    if (clang_Cursor_isNull(body) || clang_getCursorKind(body) != CXCursor_ConversionFunction ||
        !holds_numbers(&m, clang_getCursorResultType(body), 0) ||
        !is_foreign(&m, clang_getCursorResultType(body)))
        return false;
    kids = kp_cursors_in(b, body);
    if (!kids.n || clang_getCursorKind(kids.v[kids.n - 1]) != CXCursor_CompoundStmt)
        return false;
    kids = kp_cursors_in(b, kids.v[kids.n - 1]);
    if (kids.n != 1 || clang_getCursorKind(kids.v[0]) != CXCursor_ReturnStmt)
        return false;
    return are_values(&m, kp_cursors_in(b, kids.v[0]));
}

/* A number, or an object of CUDA's or of the class itself: no other class is made for it. */
static bool is_plain_parameter(const struct maker *m, CXCursor parameter, CXType record)
{
    CXType t = type_of(parameter);

    return t.kind != CXType_ConstantArray && holds_numbers(m, t, 0) &&
           (is_foreign(m, t) ||
            clang_equalTypes(clang_getUnqualifiedType(t),
                             clang_getUnqualifiedType(clang_getCanonicalType(record))));
}

bool kp_has_plain_parameters(struct kp_builder *b, CXCursor constructor, CXType record)
{
    struct maker m = {.b = b,
                      .is_open = clang_getCursorKind(clang_getCursorSemanticParent(constructor)) ==
                                 CXCursor_ClassTemplate};
    struct kp_cursors kids = kp_cursors_in(b, constructor);

    for (size_t i = 0; i < kids.n; i++) {
        CXCursor value;

        if (clang_getCursorKind(kids.v[i]) != CXCursor_ParmDecl)
            continue;
        value = clang_Cursor_getVarDeclInitializer(kids.v[i]);
        if (!is_plain_parameter(&m, kids.v[i], record) ||
            (!clang_Cursor_isNull(value) && !kp_is_constant(b, value)))
            return false;
    }
    return true;
}

bool kp_has_simple_parameters(struct kp_builder *b, CXCursor constructor, CXType record)
{
    struct maker m = {.b = b};
    struct kp_cursors kids = kp_cursors_in(b, constructor);

    for (size_t i = 0; i < kids.n; i++) {
        CXType t = clang_getCanonicalType(clang_getCursorType(kids.v[i]));

        if (clang_getCursorKind(kids.v[i]) == CXCursor_ParmDecl && t.kind != CXType_Pointer &&
            !is_plain_parameter(&m, kids.v[i], record))
            return false;
    }
    return true;
}

bool kp_any_only_makes(struct kp_builder *b, CXCursor constructor, CXType record)
{
    return clang_getCursorKind(constructor) == CXCursor_Constructor &&
           kp_holds_numbers(b, record) && kp_has_plain_parameters(b, constructor, record) &&
           only_makes((struct maker){.b = b, .is_closed = true}, constructor, record);
}
