/* Bases: a class may have one, at the begin of its objects, so that the members of a base are
 * members of the object, at their own offsets. */
#include "front/parse.h"

enum { MOST_BASES = 20 };

/* ---- which class ---- */

struct specifiers {
    CXCursor last;
    unsigned n;
};

static enum CXChildVisitResult visit_specifier(CXCursor c, CXCursor parent, CXClientData data)
{
    struct specifiers *s = data;

    (void)parent;
    if (clang_getCursorKind(c) == CXCursor_CXXBaseSpecifier) {
        s->last = c;
        s->n++;
    }
    return CXChildVisit_Continue;
}

/* `class view : public Parts...` */
static bool is_expanded(struct kp_builder *b, CXCursor specifier)
{
    struct kp_spot s;
    uint32_t size;
    const char *text;

    if (!kp_spot_of(b, clang_getCursorExtent(specifier), &s) || s.file < 0)
        return true;
    text = kp_text_of(b, s.file, &size);
    return !text || s.end > size || kp_lex_has(text, s.begin, s.end, "...") ||
           kp_token_is(text, kp_lex_code(text, s.end, size), "...");
}

bool kp_is_only_form(struct kp_builder *b, CXCursor template)
{
    enum CXCursorKind k = clang_getCursorKind(clang_getCursorSemanticParent(template));

    for (size_t i = 0; i < b->explicit_specs.n; i++)
        if (clang_equalCursors(clang_getCanonicalCursor(
                                   clang_getSpecializedCursorTemplate(b->explicit_specs.v[i])),
                               clang_getCanonicalCursor(template)))
            return false;
    return k == CXCursor_Namespace || k == CXCursor_TranslationUnit;
}

CXCursor kp_base_record(struct kp_builder *b, CXCursor specifier)
{
    CXType t = clang_getCanonicalType(clang_getCursorType(specifier));
    CXCursor decl = clang_getTypeDeclaration(t);

    if (clang_isVirtualBase(specifier) || is_expanded(b, specifier) ||
        clang_isInvalid(clang_getCursorKind(decl)))
        return clang_getNullCursor();
    if (t.kind == CXType_Record)
        return decl;
    return clang_getCursorKind(decl) == CXCursor_ClassTemplate && kp_is_only_form(b, decl)
               ? decl
               : clang_getNullCursor();
}

unsigned kp_base_specifier(CXCursor record, CXCursor *specifier)
{
    struct specifiers s = {.last = clang_getNullCursor()};
    CXCursor self = clang_getCursorDefinition(record);

    if (clang_getCursorKind(record) == CXCursor_ClassTemplatePartialSpecialization)
        clang_visitChildren(clang_Cursor_isNull(self) ? record : self, visit_specifier, &s);
    else
        kp_visit_class(record, visit_specifier, &s);
    *specifier = s.last;
    return s.n;
}

CXCursor kp_only_base(struct kp_builder *b, CXCursor record)
{
    CXCursor specifier;

    return kp_base_specifier(record, &specifier) == 1 ? kp_base_record(b, specifier)
                                                      : clang_getNullCursor();
}

static enum CXChildVisitResult visit_virtual(CXCursor c, CXCursor parent, CXClientData data)
{
    bool *found = data;

    (void)parent;
    *found |= clang_CXXMethod_isVirtual(c) != 0;
    return CXChildVisit_Continue;
}

bool kp_has_virtual(CXCursor record)
{
    bool found = false;

    kp_visit_class(record, visit_virtual, &found);
    return found;
}

static bool is_same(CXCursor a, CXCursor b)
{
    return clang_equalCursors(clang_getCanonicalCursor(a), clang_getCanonicalCursor(b));
}

/* The class, or the template that it is an instance of. */
static CXCursor written_form(CXCursor record)
{
    CXCursor template = clang_getSpecializedCursorTemplate(record);

    return clang_Cursor_isNull(template) ? record : template;
}

/* ---- the base of an instance: libclang shows it where an object is taken for one of its base ----
 */

CXType kp_without_pointers(CXType t)
{
    for (t = clang_getCanonicalType(t); t.kind == CXType_Pointer ||
                                        t.kind == CXType_LValueReference ||
                                        t.kind == CXType_RValueReference;)
        t = clang_getCanonicalType(clang_getPointeeType(t));
    return t;
}

/* Index + 1 in b->bases; 0: not seen. */
static size_t *seen_at(struct kp_builder *b, CXCursor record)
{
    return kp_map_at(b->scratch, &b->bases_of, clang_getCanonicalCursor(record).data[0]);
}

/* True if `base`, a template's own form, is once among the bases of what has it as its base. */
static bool comes_once(struct kp_builder *b, CXCursor base)
{
    CXCursor c = kp_only_base(b, base);

    for (int i = 0; i < MOST_BASES && !clang_Cursor_isNull(c); i++) {
        if (is_same(written_form(c), base))
            return false;
        c = kp_only_base(b, c);
    }
    return clang_Cursor_isNull(c);
}

/* In a template the value is a list, by itself. */
bool kp_makes_base(struct kp_builder *b, CXCursor constructor, CXCursor value)
{
    CXCursor record = clang_getCursorSemanticParent(constructor), c = kp_strip(b, value);
    CXCursor base = clang_getCursorKind(constructor) == CXCursor_Constructor
                        ? kp_only_base(b, record)
                        : clang_getNullCursor();
    CXType t = clang_getCanonicalType(clang_getCursorType(c));
    struct kp_spot s;
    uint32_t size;

    if (clang_Cursor_isNull(base) || !kp_is_expression(value))
        return false;
    if (t.kind == CXType_Record)
        return clang_getCursorKind(c) == CXCursor_CallExpr &&
               clang_getCursorKind(clang_getCursorReferenced(c)) == CXCursor_Constructor &&
               is_same(written_form(clang_getTypeDeclaration(t)), written_form(base));
    return t.kind == CXType_Invalid && clang_getCursorKind(base) == CXCursor_ClassTemplate &&
           kp_spot_of(b, clang_getCursorExtent(c), &s) && s.file >= 0 &&
           kp_text_of(b, s.file, &size)[s.begin] == '(';
}

bool kp_converts_to_base(CXType from, CXType to)
{
    CXType f = kp_without_pointers(from), t = kp_without_pointers(to);

    return f.kind == CXType_Record && t.kind == CXType_Record &&
           !is_same(clang_getTypeDeclaration(f), clang_getTypeDeclaration(t));
}

bool kp_has_pointee_bases(CXType t)
{
    return kp_has_bases(kp_without_pointers(t));
}

void kp_note_base(struct kp_builder *b, CXType from, CXType to)
{
    CXCursor derived, base, form;
    size_t *at;

    if (!kp_converts_to_base(from, to))
        return;
    derived = clang_getTypeDeclaration(kp_without_pointers(from));
    base = clang_getTypeDeclaration(kp_without_pointers(to));
    form = kp_only_base(b, derived);
    if (clang_Cursor_isNull(form) || clang_getCursorKind(form) != CXCursor_ClassTemplate ||
        !is_same(written_form(base), form) || !comes_once(b, form))
        return;
    at = seen_at(b, derived);
    if (*at)
        return;
    kp_push(b->scratch, &b->bases, kp_without_pointers(to));
    *at = b->bases.n;
}

bool kp_base_type(struct kp_builder *b, CXType type, CXType *base)
{
    CXCursor record = clang_getTypeDeclaration(clang_getCanonicalType(type)), form;
    size_t *at;

    form = kp_only_base(b, record);
    if (clang_Cursor_isNull(form))
        return false;
    if (clang_getCursorKind(form) != CXCursor_ClassTemplate) {
        *base = clang_getCanonicalType(clang_getCursorType(form));
        return base->kind == CXType_Record;
    }
    at = seen_at(b, record);
    if (*at)
        *base = clang_getUnqualifiedType(b->bases.v[*at - 1]);
    return *at != 0;
}

CXCursor kp_this_as_base(struct kp_builder *b, CXCursor object)
{
    CXCursor cast = kp_strip(b, object), inner = clang_getNullCursor();
    enum CXCursorKind k = clang_getCursorKind(cast);
    CXType at, to = clang_getCanonicalType(clang_getCursorType(cast));
    struct kp_cursors kids;
    int depth = 0;

    if ((k != CXCursor_CStyleCastExpr && k != CXCursor_CXXStaticCastExpr) ||
        to.kind != CXType_Pointer)
        return inner;
    kids = kp_cursors_in(b, cast);
    for (size_t i = 0; i < kids.n; i++)
        if (kp_is_expression(kids.v[i]))
            inner = kp_strip(b, kids.v[i]);
    if (clang_Cursor_isNull(inner) || clang_getCursorKind(inner) != CXCursor_CXXThisExpr)
        return clang_getNullCursor();
    at = kp_without_pointers(clang_getCursorType(inner));
    to = clang_getCanonicalType(clang_getPointeeType(to));
    if (clang_isVolatileQualifiedType(to))
        return clang_getNullCursor();
    for (; depth < MOST_BASES && kp_converts_to_base(at, to); depth++)
        if (!kp_base_type(b, at, &at))
            return clang_getNullCursor();
    return depth && to.kind == CXType_Record &&
                   is_same(clang_getTypeDeclaration(at), clang_getTypeDeclaration(to))
               ? inner
               : clang_getNullCursor();
}
