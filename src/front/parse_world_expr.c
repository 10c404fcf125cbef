/* Expressions that the tree represents. */
#include "front/parse_world.h"

/* ---- constants ---- */

/* 32, though no expression of C++ may ask for it while it is compiled. The symbol of a variable in
 * a function is not asked for before its declaration was seen. */
static bool is_warp_size(struct kp_builder *b, CXCursor var)
{
    return kp_streq(kp_take_string(b, clang_getCursorSpelling(var)), "warpSize") &&
           clang_getCursorKind(clang_getCursorSemanticParent(var)) == CXCursor_TranslationUnit &&
           kp_sym_of(b, var)->from_prelude;
}

static bool is_constant_name(struct kp_builder *b, CXCursor c)
{
    CXCursor ref = clang_getCursorReferenced(c);
    int64_t value;

    switch (clang_getCursorKind(ref)) {
    case CXCursor_EnumConstantDecl:
    case CXCursor_NonTypeTemplateParameter:
        return true;
    case CXCursor_VarDecl:
        return is_warp_size(b, ref) ||
               (clang_isConstQualifiedType(clang_getCanonicalType(clang_getCursorType(ref))) &&
                kp_evaluate(b, ref, &value));
    default: /* a template's argument, in an instance */
        return clang_Cursor_isNull(ref) && clang_getCursorKind(c) == CXCursor_DeclRefExpr &&
               kp_evaluate(b, c, &value);
    }
}

static bool is_constant_kind(CXCursor c)
{
    switch (clang_getCursorKind(c)) {
    case CXCursor_IntegerLiteral:
    case CXCursor_FloatingLiteral:
    case CXCursor_CharacterLiteral:
    case CXCursor_StringLiteral:
    case CXCursor_CXXBoolLiteralExpr:
    case CXCursor_CXXNullPtrLiteralExpr:
    case CXCursor_GNUNullExpr:
    case CXCursor_UnexposedExpr:
    case CXCursor_ParenExpr:
    case CXCursor_InitListExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXStaticCastExpr:
    case CXCursor_CXXFunctionalCastExpr:
    case CXCursor_ConditionalOperator:
        return true;
    case CXCursor_UnaryOperator: {
        enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(c);

        return op == CXUnaryOperator_Plus || op == CXUnaryOperator_Minus ||
               op == CXUnaryOperator_Not || op == CXUnaryOperator_LNot;
    }
    case CXCursor_BinaryOperator: {
        enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(c);

        return op >= CXBinaryOperator_Mul && op <= CXBinaryOperator_LOr;
    }
    default:
        return false;
    }
}

bool kp_is_constant(struct kp_builder *b, CXCursor c)
{
    enum CXCursorKind k = clang_getCursorKind(c);
    struct kp_cursors kids;

    if (k == CXCursor_UnaryExpr)
        return true;
    if (k == CXCursor_DeclRefExpr || k == CXCursor_MemberRefExpr)
        return is_constant_name(b, c);
    if (!is_constant_kind(c))
        return false;
    kids = kp_cursors_in(b, c);
    for (size_t i = 0; i < kids.n; i++)
        if (kp_is_expression(kids.v[i]) && !kp_is_constant(b, kids.v[i]))
            return false;
    return true;
}

/* ---- types of values ---- */

static bool is_strange(CXType type)
{
    CXType t = clang_getCanonicalType(type);

    while (t.kind == CXType_LValueReference || t.kind == CXType_RValueReference)
        t = clang_getCanonicalType(clang_getPointeeType(t));
    switch (t.kind) {
    case CXType_Vector:
    case CXType_ExtVector:
    case CXType_Complex:
    case CXType_Atomic:
    case CXType_MemberPointer:
    case CXType_BlockPointer:
    case CXType_FunctionProto:
    case CXType_FunctionNoProto:
        return true;
    case CXType_Pointer:
        t = clang_getCanonicalType(clang_getPointeeType(t));
        return t.kind == CXType_FunctionProto || t.kind == CXType_FunctionNoProto;
    default:
        return false;
    }
}

/* ---- names ---- */

/* What a body declares has one name in the pattern and in its instances. */
static bool is_in_function(CXCursor c)
{
    enum CXCursorKind k = clang_getCursorKind(clang_getCursorSemanticParent(c)),
                      lexical = clang_getCursorKind(clang_getCursorLexicalParent(c));

    return k == CXCursor_FunctionDecl || k == CXCursor_CXXMethod ||
           k == CXCursor_FunctionTemplate || lexical == CXCursor_FunctionDecl ||
           lexical == CXCursor_CXXMethod || lexical == CXCursor_FunctionTemplate;
}

/* True for a number of a class that nothing changes, as its initialiser says what it is. */
static bool is_fixed_member(struct kp_builder *b, CXCursor variable)
{
    CXType t = clang_getCanonicalType(clang_getCursorType(variable));
    enum CXCursorKind parent = clang_getCursorKind(clang_getCursorSemanticParent(variable));
    CXCursor value = clang_Cursor_getVarDeclInitializer(variable);

    return (parent == CXCursor_StructDecl || parent == CXCursor_ClassDecl) &&
           clang_isConstQualifiedType(t) && !clang_isVolatileQualifiedType(t) &&
           t.kind >= CXType_Bool && t.kind <= CXType_LongDouble && !clang_Cursor_isNull(value) &&
           kp_is_constant(b, value);
}

static void look_at_variable_name(struct kp_look *l, CXCursor c, CXCursor ref)
{
    const struct kp_sym *s;
    const char *name;

    if (clang_Cursor_hasVarDeclGlobalStorage(ref) != 1 || is_constant_name(l->b, c) ||
        is_in_function(ref) || is_fixed_member(l->b, ref))
        return;
    s = kp_sym_of(l->b, ref);
    if (s->from_prelude)
        return;
    name = kp_take_string(l->b, clang_getCursorSpelling(ref));
    if (!clang_Cursor_isNull(clang_getSpecializedCursorTemplate(ref)))
        kp_unknown(l, c, kp_sprintf(l->b->scratch, "'%s', a variable template", name));
    else if (!kp_mention_of(l, c, s, false))
        kp_unknown(l, c, kp_sprintf(l->b->scratch, "'%s', which is a variable here", name));
}

/* An integral constant of the standard library: its value rests on the types that it names alone,
 * so that in a template it is one number for each instance. */
static bool is_trait(struct kp_look *l, CXCursor c, CXCursor ref)
{
    int64_t value;

    return clang_getCursorKind(ref) == CXCursor_UnexposedDecl &&
           kp_sym_of(l->b, ref)->from_prelude && (l->is_pattern || kp_evaluate(l->b, c, &value));
}

/* A name that has no declaration: a template's argument, when it is a number. */
static void look_at_lost_name(struct kp_look *l, CXCursor c)
{
    int64_t value;

    if (l->is_pattern) {
        const struct kp_node *n = kp_mention_of(l, c, NULL, false);

        if (n && n->sym)
            return;
        kp_unknown(l, c, "a name that only an instance of the template resolves");
    } else if (!kp_evaluate(l->b, c, &value)) {
        kp_unknown(l, c, "a name that nothing declares");
    }
}

/* A closure may have a copy of the object, which begins and ends with it. */
static void look_at_captured(struct kp_look *l, CXCursor c, CXCursor variable)
{
    const struct kp_type *t = kp_type_of(l->b, clang_getCursorType(variable));

    while (t && t->kind == KP_TYPE_ARRAY)
        t = t->elem;
    if (!kp_copies_trivially(l, clang_getCursorType(variable)) ||
        (t && t->kind == KP_TYPE_RECORD && t->ends_in_code))
        kp_unknown(l, c, "an object that a closure may copy");
}

/* A condition that declares a variable reads it where its name is. */
static void look_for_name(struct kp_look *l, CXCursor c, CXCursor ref)
{
    if (!l->without_nodes && !is_constant_name(l->b, c) && !kp_is_in_tree(l, c, true) &&
        !clang_equalLocations(clang_getCursorLocation(c), clang_getCursorLocation(ref)))
        kp_unknown(l, c, "a name that the tree does not have");
}

static void look_at_name(struct kp_look *l, CXCursor c)
{
    CXCursor ref = clang_getCursorReferenced(c);
    const char *name;

    switch (clang_getCursorKind(ref)) {
    case CXCursor_VarDecl:
    case CXCursor_ParmDecl:
        if (l->lambdas)
            look_at_captured(l, c, ref);
        if (kp_has_broken_type(l->b, ref))
            kp_unknown(l, c, "a variable whose type does not parse");
        look_for_name(l, c, ref);
        if (clang_getCursorKind(ref) == CXCursor_VarDecl)
            look_at_variable_name(l, c, ref);
        return;
    case CXCursor_EnumConstantDecl:
    case CXCursor_FieldDecl:
        return;
    case CXCursor_NonTypeTemplateParameter:
        return;
    case CXCursor_FunctionDecl:
    case CXCursor_CXXMethod:
    case CXCursor_FunctionTemplate:
        name = kp_take_string(l->b, clang_getCursorSpelling(ref));
        kp_unknown(l, c, kp_sprintf(l->b->scratch, "the function '%s' as a value", name));
        return;
    default:
        break;
    }
    if (clang_Cursor_isNull(ref) || clang_isInvalid(clang_getCursorKind(ref)) ||
        clang_getCursorKind(ref) == CXCursor_OverloadedDeclRef)
        look_at_lost_name(l, c);
    else if (!is_trait(l, c, ref))
        kp_unknown(l, c, "a name of an unknown kind");
}

void kp_look_at_operands(struct kp_look *l, CXCursor c)
{
    struct kp_cursors kids = kp_cursors_in(l->b, c);

    for (size_t i = 0; i < kids.n && !kp_look_is_over(l); i++)
        if (kp_is_expression(kids.v[i]))
            kp_look_at(l, kids.v[i]);
}

/* Operands in front of the last are of the type's name (`(decltype(p))q`), and are not evaluated.
 */
static void look_at_operands_of_cast(struct kp_look *l, CXCursor c)
{
    struct kp_cursors kids = kp_cursors_in(l->b, c);
    size_t n = kids.n;

    while (n && !kp_is_expression(kids.v[n - 1]))
        n--;
    for (size_t i = 0; i < n && !kp_look_is_over(l); i++) {
        bool is_of_type = i + 1 < n;

        l->without_nodes += is_of_type;
        if (kp_is_expression(kids.v[i]))
            kp_look_at(l, kids.v[i]);
        l->without_nodes -= is_of_type;
    }
}

/* True if the field is not the class's own whose object is named. */
static bool is_of_base(struct kp_look *l, CXCursor c, CXCursor field)
{
    CXCursor record = clang_getCursorSemanticParent(field),
             own = clang_getCursorSemanticParent(l->function);
    struct kp_cursors kids = kp_cursors_in(l->b, c);
    CXType t;

    while (clang_Cursor_isAnonymousRecordDecl(record))
        record = clang_getCursorSemanticParent(record);
    t = clang_getCursorType(record);
    for (size_t i = 0; i < kids.n; i++)
        if (kp_is_expression(kids.v[i]))
            return kp_converts_to_base(clang_getCursorType(kp_strip(l->b, kids.v[i])), t);
    return kp_converts_to_base(clang_getCursorType(own), t);
}

static void look_at_member(struct kp_look *l, CXCursor c)
{
    CXCursor ref = clang_getCursorReferenced(c);
    enum CXCursorKind k = clang_getCursorKind(ref);
    struct kp_cursors kids = kp_cursors_in(l->b, c);

    if ((k == CXCursor_VarDecl || k == CXCursor_FieldDecl) && kp_has_broken_type(l->b, ref))
        kp_unknown(l, c, "a member whose type does not parse");
    else if (k == CXCursor_VarDecl)
        look_at_variable_name(l, c, ref);
    else if (k == CXCursor_CXXMethod || k == CXCursor_FunctionTemplate)
        kp_unknown(l, c, "a method as a value");
    else if (k != CXCursor_FieldDecl && k != CXCursor_EnumConstantDecl && !l->is_pattern)
        kp_unknown(l, c, "a member that nothing declares");
    else if (k == CXCursor_FieldDecl && is_of_base(l, c, ref) &&
             !kp_mention_of(l, c, kp_sym_of(l->b, ref), false))
        kp_unknown(l, c, "a member of a base");
    for (size_t i = 0; i < kids.n && !kp_look_is_over(l); i++)
        if (kp_is_expression(kids.v[i]))
            kp_look_at_object(l, kids.v[i]);
}

/* ---- operators ---- */

static bool is_known_binary(CXCursor c)
{
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(c);

    return op >= CXBinaryOperator_Mul && op <= CXBinaryOperator_Comma && op != CXBinaryOperator_Cmp;
}

static bool is_known_unary(CXCursor c)
{
    enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(c);

    return (op >= CXUnaryOperator_PostInc && op <= CXUnaryOperator_LNot) ||
           op == CXUnaryOperator_Extension;
}

static bool assigns(CXCursor c)
{
    enum CXUnaryOperatorKind u = clang_getCursorUnaryOperatorKind(c);
    enum CXBinaryOperatorKind b = clang_getCursorBinaryOperatorKind(c);

    return (u >= CXUnaryOperator_PostInc && u <= CXUnaryOperator_PreDec) ||
           (b >= CXBinaryOperator_Assign && b <= CXBinaryOperator_OrAssign);
}

static void look_for_assignment(struct kp_look *l, CXCursor c)
{
    if (assigns(c) && !l->without_nodes && !kp_is_in_tree(l, c, false))
        kp_unknown(l, c, "an assignment that the tree does not have");
}

/* What has no function of its own may get one in an instance. */
static bool is_open_operator(CXCursor c)
{
    switch (clang_getCursorKind(c)) {
    case CXCursor_UnaryOperator:
        return clang_getCursorUnaryOperatorKind(c) != CXUnaryOperator_AddrOf;
    case CXCursor_BinaryOperator:
        return clang_getCursorBinaryOperatorKind(c) != CXBinaryOperator_Comma;
    case CXCursor_CompoundAssignOperator:
    case CXCursor_ArraySubscriptExpr:
        return true;
    default:
        return false;
    }
}

static void look_at_open_operands(struct kp_look *l, CXCursor c)
{
    struct kp_cursors kids = kp_cursors_in(l->b, c);

    for (size_t i = 0; i < kids.n && !kp_look_is_over(l); i++)
        if (kp_is_expression(kids.v[i]))
            kp_look_at_open_operand(l, c, kids.v[i]);
}

/* A class taken for its base, or a base for what may have it, by the text. */
static void look_at_cast(struct kp_look *l, CXCursor c)
{
    struct kp_cursors kids = kp_cursors_in(l->b, c);
    CXType to = clang_getCursorType(c);

    for (size_t i = 0; i < kids.n; i++) {
        CXType from = clang_getCursorType(kp_strip(l->b, kids.v[i]));

        if (kp_is_expression(kids.v[i]) && kp_converts_to_base(from, to) &&
            (kp_has_pointee_bases(from) || kp_has_pointee_bases(to)))
            kp_unknown(l, c, "a cast between classes that have bases");
    }
}

/* `c ? object : base`: a part of the one, or all of the other. */
static void look_at_sides(struct kp_look *l, CXCursor c)
{
    struct kp_cursors kids = kp_cursors_in(l->b, c);

    for (size_t i = 1; i < kids.n; i++)
        if (kp_converts_to_base(clang_getCursorType(kp_strip(l->b, kids.v[i])),
                                clang_getCursorType(c)))
            kp_unknown(l, c, "a choice of objects of two classes");
}

/* ---- closures ---- */

static bool is_generic(struct kp_builder *b, CXCursor parameter)
{
    const char *text = kp_take_string(b, clang_getTypeSpelling(clang_getCursorType(parameter)));

    return strstr(text, "auto") || strstr(text, "type-parameter");
}

/* What a capture copies is a name; what its initialiser computes is more. */
static bool is_plain_capture(struct kp_builder *b, CXCursor c)
{
    enum CXCursorKind k;

    c = kp_strip(b, c);
    k = clang_getCursorKind(c);
    if (k == CXCursor_CallExpr) { /* a trivial copy */
        struct kp_cursors kids = kp_cursors_in(b, c);

        return clang_getCursorKind(clang_getCursorReferenced(c)) == CXCursor_Constructor &&
               kids.n == 1 && is_plain_capture(b, kids.v[0]);
    }
    return k == CXCursor_DeclRefExpr || k == CXCursor_CXXThisExpr;
}

static bool is_within(struct kp_builder *b, CXCursor inner, CXCursor outer)
{
    struct kp_spot i, o;

    return kp_spot_of_location(b, clang_getCursorLocation(inner), &i) &&
           kp_spot_of(b, clang_getCursorExtent(outer), &o) && i.file == o.file &&
           i.begin >= o.begin && i.begin < o.end;
}

static enum CXChildVisitResult visit_operator(CXCursor c, CXCursor parent, CXClientData data)
{
    bool *changes = data;

    (void)parent;
    *changes |= clang_getCursorKind(c) == CXCursor_CXXMethod && !clang_CXXMethod_isConst(c) &&
                !clang_CXXMethod_isStatic(c) && !clang_CXXMethod_isDefaulted(c);
    return CXChildVisit_Continue;
}

/* `mutable`: what it has copied is changed by a call. */
static bool is_mutable(struct kp_builder *b, CXCursor lambda, CXCursor body)
{
    CXCursor record = clang_getTypeDeclaration(clang_getCursorType(lambda));
    struct kp_spot from, to;
    bool changes = false;
    uint32_t size;

    if (!clang_isInvalid(clang_getCursorKind(record)))
        clang_visitChildren(record, visit_operator, &changes);
    return changes || !kp_spot_of(b, clang_getCursorExtent(lambda), &from) || from.file < 0 ||
           !kp_spot_of(b, clang_getCursorExtent(body), &to) || to.file != from.file ||
           kp_lex_has(kp_text_of(b, from.file, &size), from.begin,
                      to.begin > from.begin ? to.begin : from.end, "mutable");
}

static enum CXChildVisitResult visit_result(CXCursor c, CXCursor parent, CXClientData data)
{
    void **at = data;

    if (clang_getCursorKind(c) == CXCursor_CXXMethod)
        kp_look_at_type(at[0], *(CXCursor *)at[1], clang_getCursorResultType(c));
    (void)parent;
    return CXChildVisit_Continue;
}

static void look_at_lambda(struct kp_look *l, CXCursor c)
{
    struct kp_cursors kids = kp_cursors_in(l->b, c);
    CXCursor record = clang_getTypeDeclaration(clang_getCursorType(c));

    l->lambdas++;
    if (l->is_pattern) /* what is returned may be made an object of it */
        clang_visitChildren(record, visit_result, (void *[]){l, &c});

    for (size_t i = 0; i < kids.n && !kp_look_is_over(l); i++) {
        enum CXCursorKind k = clang_getCursorKind(kids.v[i]);

        if (k == CXCursor_ParmDecl) {
            if (is_generic(l->b, kids.v[i]))
                kp_unknown(l, c, "a generic lambda");
            kp_look_at_variable(l, kids.v[i]);
        } else if (k == CXCursor_CompoundStmt) {
            if (is_mutable(l->b, c, kids.v[i]))
                kp_not_modelled(l, c, "a closure that changes");
            kp_look_at(l, kids.v[i]);
        } else if (k == CXCursor_VariableRef) {
            if (is_within(l->b, clang_getCursorReferenced(kids.v[i]), c))
                kp_not_modelled(l, kids.v[i], "a capture with an initialiser");
            else
                look_at_captured(l, kids.v[i], clang_getCursorReferenced(kids.v[i]));
        } else if (kp_is_expression(kids.v[i])) {
            if (!is_plain_capture(l->b, kids.v[i]))
                kp_not_modelled(l, kids.v[i], "a capture with an initialiser");
            l->without_nodes++;
            kp_look_at(l, kids.v[i]);
            l->without_nodes--;
        } else if (!clang_isReference(k) && !clang_isAttribute(k)) {
            kp_unknown(l, kids.v[i], "a template of a lambda");
        }
    }
    l->lambdas--;
}

/* ---- what libclang has no name for ---- */

/* `(a, b)` after the name of a variable of dependent type. */
static bool is_list(struct kp_builder *b, CXCursor c)
{
    struct kp_spot s;
    uint32_t size;
    const char *text;

    if (!kp_spot_of(b, clang_getCursorExtent(c), &s) || s.file < 0)
        return false;
    text = kp_text_of(b, s.file, &size);
    return s.end > s.begin && s.end <= size && text[s.begin] == '(' && text[s.end - 1] == ')';
}

static void look_at_unexposed(struct kp_look *l, CXCursor c)
{
    struct kp_cursors all = kp_cursors_in(l->b, c), kids = {0};
    struct kp_spot s;

    for (size_t i = 0; i < all.n; i++)
        if (kp_is_expression(all.v[i]))
            kp_push(l->b->scratch, &kids, all.v[i]);
    if (kids.n == 0) { /* T(), a trait of types, __func__ */
        for (size_t i = 0; i < all.n; i++)
            if (clang_getCursorKind(all.v[i]) == CXCursor_OverloadedDeclRef)
                kp_unknown(l, c, "a function as a value");
        kp_look_at_type(l, c, clang_getCursorType(c));
        return;
    }
    if (kids.n == 1 &&
        (kp_same_extent(c, kids.v[0]) || !kp_spot_of(l->b, clang_getCursorExtent(c), &s))) {
        kp_look_at_conversion(l, c, kids.v[0]);
        kp_look_at(l, kids.v[0]);
        return;
    }
    if (!l->is_pattern || !is_list(l->b, c)) {
        kp_unknown(l, c, "an expression of an unknown kind");
        return;
    }
    for (size_t i = 0; i < kids.n && !kp_look_is_over(l); i++)
        kp_look_at(l, kids.v[i]);
}

/* ---- all ---- */

/* The names are not in the tree, and what they stand for is. */
static void look_at_braced(struct kp_look *l, CXCursor c)
{
    struct kp_braced braced;

    if (!kp_is_braced(l->b, c, &braced)) {
        kp_unknown(l, c, "statements inside an expression");
        return;
    }
    braced.outer = l->b->braced;
    l->b->braced = &braced;
    for (size_t i = 0; i < braced.values.n; i++)
        kp_look_at(l, braced.values.v[i]);
    l->b->braced = braced.outer;
}

static void look_at_kind(struct kp_look *l, CXCursor c)
{
    switch (clang_getCursorKind(c)) {
    case CXCursor_IntegerLiteral:
    case CXCursor_FloatingLiteral:
    case CXCursor_CharacterLiteral:
    case CXCursor_StringLiteral:
    case CXCursor_CXXBoolLiteralExpr:
    case CXCursor_CXXNullPtrLiteralExpr:
    case CXCursor_GNUNullExpr:
    case CXCursor_CXXThisExpr:
        return;
    case CXCursor_UnaryExpr: /* sizeof and its kin */
        if (kp_names_broken_type(l->b, c))
            kp_unknown(l, c, "a type that does not parse");
        return;
    case CXCursor_DeclRefExpr:
        look_at_name(l, c);
        return;
    case CXCursor_MemberRefExpr:
        look_at_member(l, c);
        return;
    case CXCursor_CallExpr:
        kp_look_at_call(l, c);
        return;
    case CXCursor_LambdaExpr:
        look_at_lambda(l, c);
        return;
    case CXCursor_UnexposedExpr:
        look_at_unexposed(l, c);
        return;
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
        if (!is_known_binary(c))
            kp_unknown(l, c, "an unknown operator");
        look_for_assignment(l, c);
        break;
    case CXCursor_UnaryOperator:
        if (!is_known_unary(c))
            kp_unknown(l, c, "an unknown operator");
        look_for_assignment(l, c);
        break;
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXStaticCastExpr:
    case CXCursor_CXXReinterpretCastExpr:
    case CXCursor_CXXConstCastExpr:
    case CXCursor_CXXFunctionalCastExpr:
    case CXCursor_CompoundLiteralExpr:
        look_at_cast(l, c);
        kp_look_at_type(l, c, clang_getCursorType(c));
        look_at_operands_of_cast(l, c);
        return;
    case CXCursor_InitListExpr:
        kp_look_at_list(l, c);
        kp_look_at_type(l, c, clang_getCursorType(c));
        break;
    case CXCursor_ConditionalOperator:
        look_at_sides(l, c);
        break;
    case CXCursor_ArraySubscriptExpr:
    case CXCursor_ParenExpr:
        break;
    case CXCursor_StmtExpr:
        look_at_braced(l, c);
        return;
    default:
        kp_unknown(l, c, "an expression of an unknown kind");
        return;
    }
    if (l->is_pattern && is_open_operator(c))
        look_at_open_operands(l, c);
    kp_look_at_operands(l, c);
}

void kp_look_at_expr(struct kp_look *l, CXCursor c)
{
    if (kp_look_is_over(l))
        return;
    if (is_strange(clang_getCursorType(c)) && clang_getCursorKind(c) != CXCursor_StringLiteral) {
        kp_unknown(l, c, "a value of an unusual type");
        return;
    }
    look_at_kind(l, c);
}
