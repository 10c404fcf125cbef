/* Determines whether the implicit members of a class copy bits or call user-defined code of its
 * parts. */
#include "front/parse.h"

enum { MOST_DEPTH = 20, MOST_RECORDS = 1000 };

struct look {
    struct kp_builder *b;
    enum kp_implicit what;
    int depth;
    int *left; /* records that may still be looked into; past them nothing is trivial */
    bool trivial;
    bool alone;                          /* nothing is done to the members */
    bool constructs, constructs_default; /* there is a constructor, .. the default one */
};

static bool is_trivial(struct kp_builder *b, CXCursor record, enum kp_implicit what, int depth,
                       int *left);

static CXCursor written_form(CXCursor record)
{
    CXCursor pattern = clang_getSpecializedCursorTemplate(record);

    return clang_getCanonicalCursor(clang_Cursor_isNull(pattern) ? record : pattern);
}

bool kp_has_special_member(struct kp_builder *b, CXCursor record)
{
    CXCursor form = written_form(record);

    for (size_t i = 0; i < b->explicit_specs.n; i++)
        if (clang_equalCursors(written_form(clang_getCursorSemanticParent(b->explicit_specs.v[i])),
                               form))
            return true;
    return false;
}

/* True if there is nothing between the braces: the tree of a body with an error, or with a macro
 * that other builds define, has no statements, either. */
static bool is_empty_text(struct kp_builder *b, CXCursor body)
{
    struct kp_spot at;
    uint32_t size;
    const char *text;
    struct kp_token t;

    if (!kp_spot_of(b, clang_getCursorExtent(body), &at) ||
        !(text = kp_text_of(b, at.file, &size)) || at.end > size)
        return false;
    t = kp_lex_code(text, at.begin, at.end);
    if (!kp_token_is(text, t, "{"))
        return false;
    t = kp_lex_code(text, t.end, at.end);
    return kp_token_is(text, t, "}") && t.end == at.end;
}

bool kp_is_empty_on_the_device(struct kp_builder *b, CXCursor member)
{
    struct kp_cursors kids = kp_cursors_in(b, member);
    bool on_the_device = false, has_body = false;

    for (size_t i = 0; i < kids.n; i++) {
        enum CXCursorKind kind = clang_getCursorKind(kids.v[i]);

        on_the_device |= kind == CXCursor_CUDADeviceAttr;
        if (kind == CXCursor_CompoundStmt && is_empty_text(b, kids.v[i]))
            has_body = true;
        else if (!clang_isAttribute(kind))
            return false; /* a member's value, a parameter, a body with statements */
    }
    return on_the_device && has_body && !clang_CXXMethod_isVirtual(member) &&
           !kp_has_special_member(b, clang_getCursorSemanticParent(member));
}

/* True if the member is user-defined, deleted or not public. */
static bool is_written(struct kp_builder *b, CXCursor c, enum kp_implicit what)
{
    bool is_it = what == KP_IMPLICIT_ASSIGNMENT ? clang_CXXMethod_isCopyAssignmentOperator(c) ||
                                                      clang_CXXMethod_isMoveAssignmentOperator(c)
                 : what == KP_IMPLICIT_COPY ? clang_CXXConstructor_isCopyConstructor(c) ||
                                                  clang_CXXConstructor_isMoveConstructor(c)
                 : what == KP_IMPLICIT_DEFAULT ? clang_CXXConstructor_isDefaultConstructor(c)
                                               : clang_getCursorKind(c) == CXCursor_Destructor;

    if (!is_it)
        return false;
    if (what != KP_IMPLICIT_COPY && clang_getCXXAccessSpecifier(c) != CX_CXXPublic)
        return true;
    return !clang_CXXMethod_isDefaulted(c) &&
           !((what == KP_IMPLICIT_DEFAULT || what == KP_IMPLICIT_END) &&
             kp_is_empty_on_the_device(b, c));
}

static CXType without_dimensions(CXType t)
{
    for (t = clang_getCanonicalType(t); t.kind == CXType_ConstantArray ||
                                        t.kind == CXType_IncompleteArray ||
                                        t.kind == CXType_DependentSizedArray;)
        t = clang_getCanonicalType(clang_getArrayElementType(t));
    return t;
}

static bool is_trivial_part(const struct look *l, CXType type)
{
    CXType t = without_dimensions(type);

    return t.kind != CXType_Record ||
           is_trivial(l->b, clang_getTypeDeclaration(t), l->what, l->depth + 1, l->left);
}

/* True for a member that cannot be assigned. */
static bool is_fixed(CXType t)
{
    CXType c = clang_getCanonicalType(t);

    return clang_isConstQualifiedType(without_dimensions(t)) || clang_isConstQualifiedType(c) ||
           c.kind == CXType_LValueReference || c.kind == CXType_RValueReference;
}

/* True for a member whose copies are more than the bits: each is an access that counts. */
static bool is_observed(const struct look *l, CXType t)
{
    return (l->what == KP_IMPLICIT_ASSIGNMENT || l->what == KP_IMPLICIT_COPY) &&
           (clang_isVolatileQualifiedType(without_dimensions(t)) ||
            clang_isVolatileQualifiedType(clang_getCanonicalType(t)));
}

/* A member of an instance, whose type its template may leave open. */
static enum CXVisitorResult visit_field(CXCursor c, CXClientData data)
{
    struct look *l = data;

    l->trivial &= (l->alone || is_trivial_part(l, clang_getCursorType(c))) &&
                  !(l->what == KP_IMPLICIT_ASSIGNMENT && is_fixed(clang_getCursorType(c))) &&
                  !is_observed(l, clang_getCursorType(c));
    return l->trivial ? CXVisit_Continue : CXVisit_Break;
}

static bool is_trivial_base(const struct look *l, CXCursor specifier)
{
    CXCursor base = kp_base_record(l->b, specifier);

    return !clang_Cursor_isNull(base) && is_trivial(l->b, base, l->what, l->depth + 1, l->left);
}

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent, CXClientData data)
{
    struct look *l = data;

    (void)parent;
    switch (clang_getCursorKind(c)) {
    case CXCursor_CXXMethod:
        l->trivial &= !clang_CXXMethod_isVirtual(c) &&
                      !(l->what == KP_IMPLICIT_ASSIGNMENT && is_written(l->b, c, l->what));
        break;
    case CXCursor_Constructor:
        l->constructs = true;
        l->constructs_default |= clang_CXXConstructor_isDefaultConstructor(c) != 0;
        l->trivial &= l->what == KP_IMPLICIT_ASSIGNMENT || !is_written(l->b, c, l->what);
        break;
    case CXCursor_Destructor:
        l->trivial &= l->what != KP_IMPLICIT_END || !is_written(l->b, c, l->what);
        break;
    case CXCursor_CXXBaseSpecifier:
        l->trivial &= is_trivial_base(l, c);
        break;
    case CXCursor_FieldDecl:
        l->trivial &=
            (l->alone || is_trivial_part(l, clang_getCursorType(c))) &&
            !(l->what == KP_IMPLICIT_DEFAULT && !clang_Cursor_isNull(kp_default_value(l->b, c))) &&
            !(l->what == KP_IMPLICIT_ASSIGNMENT && is_fixed(clang_getCursorType(c))) &&
            !is_observed(l, clang_getCursorType(c));
        break;
    default:
        break;
    }
    return l->trivial ? CXChildVisit_Continue : CXChildVisit_Break;
}

/* ---- the members of a class ---- */

static CXCursor definition_of(CXCursor c)
{
    CXCursor d = clang_getCursorDefinition(c);

    return clang_Cursor_isNull(d) ? c : d;
}

static enum CXChildVisitResult find_member(CXCursor c, CXCursor parent, CXClientData data)
{
    enum CXCursorKind k = clang_getCursorKind(c);
    bool *found = data;

    (void)parent;
    *found = k == CXCursor_FieldDecl || k == CXCursor_CXXMethod || k == CXCursor_Constructor ||
             k == CXCursor_Destructor;
    return *found ? CXChildVisit_Break : CXChildVisit_Continue;
}

/* libclang shows the members of an explicit specialisation and none of an implicit instance. A
 * class inside a template always shows them, without bodies that are not used. */
void kp_visit_class(CXCursor record, CXCursorVisitor visitor, CXClientData data)
{
    CXCursor self = definition_of(record), pattern = clang_getSpecializedCursorTemplate(self);
    bool has_members = false;

    if (clang_Cursor_isNull(pattern)) {
        clang_visitChildren(self, visitor, data);
        return;
    }
    pattern = definition_of(pattern);
    if (!clang_equalLocations(clang_getCursorLocation(self), clang_getCursorLocation(pattern))) {
        clang_visitChildren(self, find_member, &has_members);
        clang_visitChildren(self, visitor, data);
    }
    if (!has_members || clang_Type_getNumTemplateArguments(clang_getCursorType(self)) <= 0)
        clang_visitChildren(pattern, visitor, data);
}

/* std::pair of numbers and pointers, of which the standard says that its destructor is trivial
 * ([pairs.pair]): libclang does not show the base that libraries give it. A program has no such
 * specialisation of its own ([namespace.std]). */
static bool is_pair_of_numbers(CXCursor record)
{
    CXCursor around = clang_getCursorSemanticParent(record);
    CXString name = clang_getCursorSpelling(record), space = clang_getCursorSpelling(around);
    CXType t = clang_getCanonicalType(clang_getCursorType(record));
    bool is_it = clang_Location_isInSystemHeader(clang_getCursorLocation(record)) &&
                 clang_getCursorKind(around) == CXCursor_Namespace &&
                 strcmp(clang_getCString(name), "pair") == 0 &&
                 strcmp(clang_getCString(space), "std") == 0 &&
                 clang_getCursorKind(clang_getCursorSemanticParent(around)) != CXCursor_Namespace &&
                 clang_Type_getNumTemplateArguments(t) == 2;

    for (unsigned i = 0; i < 2 && is_it; i++) {
        CXType of = clang_getCanonicalType(clang_Type_getTemplateArgumentAsType(t, i));

        is_it = (of.kind >= CXType_FirstBuiltin && of.kind <= CXType_LastBuiltin &&
                 of.kind != CXType_Dependent && of.kind != CXType_Void) ||
                of.kind == CXType_Pointer;
    }
    clang_disposeString(name);
    clang_disposeString(space);
    return is_it;
}

bool kp_leaves_members(CXCursor record, enum kp_implicit what)
{
    return what == KP_IMPLICIT_DEFAULT &&
           clang_getCursorKind(definition_of(record)) == CXCursor_UnionDecl;
}

static bool is_trivial(struct kp_builder *b, CXCursor record, enum kp_implicit what, int depth,
                       int *left)
{
    struct look l = {.b = b, .what = what, .depth = depth, .left = left, .trivial = true};
    const struct kp_sym *s = kp_sym_of(b, record);

    if (depth > MOST_DEPTH || --*left < 0)
        return false;
    if ((s && s->from_prelude) || (what == KP_IMPLICIT_END && is_pair_of_numbers(record)))
        return true;
    l.alone = kp_leaves_members(record, what);
    kp_visit_class(record, visit, &l);
    if (l.trivial)
        clang_Type_visitFields(clang_getCursorType(definition_of(record)), visit_field, &l);
    return l.trivial && !(what == KP_IMPLICIT_DEFAULT && l.constructs && !l.constructs_default);
}

bool kp_has_trivial(struct kp_builder *b, CXCursor record, enum kp_implicit what)
{
    return is_trivial(b, record, what, 0, &(int){MOST_RECORDS});
}

bool kp_is_trivial(struct kp_builder *b, CXCursor member, enum kp_implicit what)
{
    return clang_CXXMethod_isDefaulted(member) &&
           is_trivial(b, clang_getCursorSemanticParent(member), what, 0, &(int){MOST_RECORDS});
}
