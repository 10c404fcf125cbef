/* Types: libclang's to ours, each once. */
#include "front/lex.h"
#include "front/parse.h"
#include "front/tree.h"

struct kp_type_slot {
    CXType key;
    const struct kp_type *type;
    bool collapses; /* to a pattern's record */
};

static size_t hash_of(CXType t)
{
    uintptr_t h = (uintptr_t)t.data[0] * 31 + (uintptr_t)t.kind;

    return (size_t)(h ^ (h >> 17)) * (size_t)0x9E3779B97F4A7C15;
}

static bool same(CXType a, CXType b)
{
    return a.kind == b.kind && a.data[0] == b.data[0] && a.data[1] == b.data[1];
}

static struct kp_type_slot *slot_of(struct kp_builder *b, CXType t)
{
    size_t i = hash_of(t) & (b->n_types - 1);

    while (b->types[i].type && !same(b->types[i].key, t))
        i = (i + 1) & (b->n_types - 1);
    return &b->types[i];
}

static void grow_table(struct kp_builder *b)
{
    struct kp_type_slot *old = b->types;
    size_t n = b->n_types;

    b->n_types = n ? 2 * n : 512;
    b->types = kp_new_array(b->scratch, struct kp_type_slot, b->n_types);
    for (size_t i = 0; i < n; i++)
        if (old[i].type)
            *slot_of(b, old[i].key) = old[i];
}

static enum kp_type_kind kind_of(CXType canonical)
{
    switch (canonical.kind) {
    case CXType_Void:
        return KP_TYPE_VOID;
    case CXType_Bool:
        return KP_TYPE_BOOL;
    case CXType_Float:
    case CXType_Double:
    case CXType_LongDouble:
    case CXType_Half:
    case CXType_Float16:
    case CXType_BFloat16:
    case CXType_Float128:
        return KP_TYPE_FLOAT;
    case CXType_Enum:
        return KP_TYPE_ENUM;
    case CXType_Record:
        return KP_TYPE_RECORD;
    case CXType_Pointer:
        return KP_TYPE_POINTER;
    case CXType_LValueReference:
    case CXType_RValueReference:
        return KP_TYPE_REFERENCE;
    case CXType_ConstantArray:
    case CXType_IncompleteArray:
    case CXType_VariableArray:
    case CXType_DependentSizedArray:
        return KP_TYPE_ARRAY;
    case CXType_FunctionProto:
    case CXType_FunctionNoProto:
        return KP_TYPE_FUNCTION;
    case CXType_Dependent:
    case CXType_Unexposed:
    case CXType_Auto:
        return KP_TYPE_DEPENDENT;
    default:
        return canonical.kind >= CXType_Char_U && canonical.kind <= CXType_Int128 ? KP_TYPE_INT
                                                                                  : KP_TYPE_OTHER;
    }
}

static bool is_unsigned(CXType canonical)
{
    return canonical.kind == CXType_Bool ||
           (canonical.kind >= CXType_Char_U && canonical.kind <= CXType_UInt128);
}

/* `enum E : unsigned`, as libclang prints it: a macro may say a part of it. */
static bool names_its_type(struct kp_builder *b, CXCursor declaration)
{
    CXPrintingPolicy policy = clang_getCursorPrintingPolicy(declaration);
    const char *text = kp_take_string(b, clang_getCursorPrettyPrinted(declaration, policy));
    uint32_t end = (uint32_t)strlen(text);
    struct kp_token t = kp_lex_code(text, 0, end);

    clang_PrintingPolicy_dispose(policy);
    while (t.kind != KP_TOKEN_END && !kp_token_is(text, t, "{") && !kp_token_is(text, t, ":"))
        t = kp_lex_code(text, t.end, end);
    return kp_token_is(text, t, ":");
}

static enum CXChildVisitResult find_largest(CXCursor c, CXCursor parent, CXClientData data)
{
    uint64_t *largest = data, v;

    (void)parent;
    if (clang_getCursorKind(c) == CXCursor_EnumConstantDecl &&
        (v = clang_getEnumConstantDeclUnsignedValue(c)) > *largest)
        *largest = v;
    return CXChildVisit_Continue;
}

/* True if its values are unsigned in arithmetic. The values of an enumeration without a fixed type
 * are not if they fit into a signed type, although clang uses an unsigned one. */
static bool is_unsigned_enum(struct kp_builder *b, CXType canonical)
{
    CXCursor d = clang_getTypeDeclaration(canonical);
    CXType underlying = clang_getCanonicalType(clang_getEnumDeclIntegerType(d));
    long long size = clang_Type_getSizeOf(underlying);
    uint64_t largest = 0;

    if (!is_unsigned(underlying))
        return false;
    clang_visitChildren(d, find_largest, &largest);
    return size < 4 || largest > (size == 4 ? INT32_MAX : INT64_MAX) || names_its_type(b, d);
}

/* `t` without the outermost of its names; invalid: libclang knows of none. */
static CXType without_a_name(CXType t)
{
    return t.kind == CXType_Typedef
               ? clang_getTypedefDeclUnderlyingType(clang_getTypeDeclaration(t))
           : t.kind == CXType_Elaborated ? clang_Type_getNamedType(t)
                                         : (CXType){CXType_Invalid, {NULL, NULL}};
}

/* Typedefs are kept where libclang can step through them. */
static CXType element_of(CXType t, CXType canonical, enum kp_type_kind kind)
{
    CXType plain = kind == KP_TYPE_ARRAY ? clang_getArrayElementType(canonical)
                                         : clang_getPointeeType(canonical);
    CXType e = kind == KP_TYPE_ARRAY ? clang_getArrayElementType(t) : clang_getPointeeType(t);

    while (e.kind == CXType_Invalid && kind_of(plain) != KP_TYPE_DEPENDENT) {
        t = without_a_name(t);
        if (t.kind == CXType_Invalid)
            break;
        e = kind == KP_TYPE_ARRAY ? clang_getArrayElementType(t) : clang_getPointeeType(t);
    }
    return e.kind == CXType_Invalid ? plain : e;
}

static const char *unqualified(const char *spelling)
{
    while (kp_starts_with(spelling, "const ") || kp_starts_with(spelling, "volatile "))
        spelling = strchr(spelling, ' ') + 1;
    return spelling;
}

/* libclang has no way from a use of a template parameter to the parameter but its name. */
static const struct kp_sym *type_parameter(struct kp_builder *b, const char *spelling)
{
    spelling = unqualified(spelling);
    for (size_t i = b->type_params.n; i-- > 0;)
        if (kp_streq(b->type_params.v[i]->name, spelling))
            return b->type_params.v[i];
    return NULL;
}

/* The parameter that a name stands for: `using value = T;`. NULL: libclang does not lead there, or
 * what is called T here is another parameter. */
static const struct kp_sym *parameter_behind(struct kp_builder *b, CXType t, const char *canonical)
{
    CXType next = without_a_name(t);
    const struct kp_sym *s;

    if (next.kind == CXType_Invalid)
        return NULL;
    for (; next.kind != CXType_Invalid; next = without_a_name(next))
        t = next;
    s = type_parameter(b, kp_take_string(b, clang_getTypeSpelling(t)));
    return s && s->type && kp_streq(s->type->canonical, unqualified(canonical)) ? s : NULL;
}

static const struct kp_sym *declaration_of(struct kp_builder *b, CXType t, CXType canonical,
                                           const char *spelling)
{
    CXCursor d = clang_getTypeDeclaration(canonical);

    if (clang_isInvalid(clang_getCursorKind(d)))
        d = clang_getTypeDeclaration(t);
    if (!clang_isInvalid(clang_getCursorKind(d)))
        return kp_sym_of(b, d);
    return type_parameter(b, spelling);
}

/* libclang crashes on the size of its placeholders ("overloaded function type"), and on the
 * alignment of an array without a bound whose elements are of a class that is not defined. */
static bool has_layout(enum kp_type_kind kind, CXType canonical)
{
    return kind != KP_TYPE_DEPENDENT && kind != KP_TYPE_FUNCTION &&
           (kind != KP_TYPE_OTHER || canonical.kind == CXType_MemberPointer ||
            canonical.kind == CXType_NullPtr || canonical.kind == CXType_Vector);
}

static CXType without_bounds(CXType t)
{
    while (t.kind == CXType_IncompleteArray || t.kind == CXType_ConstantArray)
        t = clang_getCanonicalType(clang_getArrayElementType(t));
    return t;
}

/* The declaration that the type is spelled by; those of a template's arguments become known. */
static const struct kp_sym *named_by(struct kp_builder *b, CXType t, CXType canonical)
{
    for (int i = 0; i < clang_Type_getNumTemplateArguments(canonical); i++)
        kp_sym_of(b, clang_getTypeDeclaration(clang_getCanonicalType(
                         clang_Type_getTemplateArgumentAsType(canonical, (unsigned)i))));
    return kp_sym_of(b, clang_getTypeDeclaration(t));
}

struct layout {
    CXType record;
    bool is_natural;
};

static enum CXVisitorResult visit_member(CXCursor c, CXClientData data)
{
    struct layout *l = data;
    CXType member = without_bounds(clang_getCanonicalType(clang_getCursorType(c)));
    long long bits = clang_Cursor_isBitField(c) ? -1 : clang_Cursor_getOffsetOfField(c),
              align = clang_Type_getAlignOf(member);

    l->is_natural = bits >= 0 && align > 0 && bits % (8 * align) == 0 &&
                    align <= clang_Type_getAlignOf(l->record);
    return l->is_natural ? CXVisit_Continue : CXVisit_Break;
}

static bool is_natural(CXType record)
{
    struct layout l = {record, true};

    clang_Type_visitFields(record, visit_member, &l);
    return l.is_natural;
}

static void fill(struct kp_builder *b, struct kp_type *out, CXType t)
{
    CXType c = clang_getCanonicalType(t);
    long long size = CXTypeLayoutError_Dependent, align = size;
    const struct kp_sym *named;

    out->kind = kind_of(c);
    out->spelling = kp_take_string(b, clang_getTypeSpelling(t));
    if (out->spelling[0] == '<' && !kp_streq(out->spelling, "<dependent type>"))
        out->kind = KP_TYPE_OTHER; /* a placeholder: <builtin fn type> and the like */
    if (has_layout(out->kind, c)) {
        size = clang_Type_getSizeOf(c);
        align = clang_Type_getAlignOf(c.kind == CXType_IncompleteArray ? without_bounds(c) : c);
        if (align > 0 && out->kind != KP_TYPE_ARRAY && out->kind != KP_TYPE_REFERENCE) {
            out->is_realigned = clang_Type_getAlignOf(t) != align;
            align = clang_Type_getAlignOf(t);
        }
    }
    out->canonical = kp_take_string(b, clang_getTypeSpelling(c));
    out->named = named_by(b, t, c);
    out->is_const = clang_isConstQualifiedType(c);
    out->is_volatile = clang_isVolatileQualifiedType(c);
    out->is_restrict = clang_isRestrictQualifiedType(c);
    out->is_unsigned = is_unsigned(c) || (out->kind == KP_TYPE_ENUM && is_unsigned_enum(b, c));
    out->builtin = (int)c.kind;
    out->is_dependent = out->kind == KP_TYPE_DEPENDENT ||
                        (size == CXTypeLayoutError_Dependent && has_layout(out->kind, c));
    out->size = size < 0 ? -1 : size;
    out->align = align < 0 ? -1 : align;
    out->count = -1;
    if (out->kind == KP_TYPE_ARRAY || out->kind == KP_TYPE_POINTER ||
        out->kind == KP_TYPE_REFERENCE) {
        out->elem = kp_type_of(b, element_of(t, c, out->kind));
        out->is_dependent = out->is_dependent || (out->elem && out->elem->is_dependent);
    }
    if (out->kind == KP_TYPE_ARRAY && out->elem && out->elem->is_realigned) {
        out->align = out->elem->align;
        out->is_realigned = true;
    }
    if (out->kind == KP_TYPE_ARRAY && c.kind == CXType_ConstantArray)
        out->count = clang_getArraySize(c);
    if (out->kind == KP_TYPE_POINTER && out->size < 0)
        out->size = out->align = (int64_t)sizeof(void *);
    if (out->kind == KP_TYPE_RECORD || out->kind == KP_TYPE_ENUM || out->kind == KP_TYPE_DEPENDENT)
        out->decl = declaration_of(b, t, c, out->spelling);
    if (kp_is_type_parameter(out) && (named = parameter_behind(b, t, out->canonical)))
        out->decl = named;
    if (kp_is_type_parameter(out))
        kp_push(b->arena, &b->out->open_types, out);
    if (out->kind == KP_TYPE_RECORD) {
        CXCursor record = clang_getTypeDeclaration(c);

        out->copies_bits = kp_has_trivial(b, record, KP_IMPLICIT_ASSIGNMENT);
        out->ends_in_code = !kp_has_trivial(b, record, KP_IMPLICIT_END);
        out->starts_unset = kp_has_trivial(b, record, KP_IMPLICIT_DEFAULT);
        out->is_natural = out->size > 0 && is_natural(c);
    }
}

const struct kp_type *kp_type_of(struct kp_builder *b, CXType t)
{
    struct kp_type_slot *slot;
    size_t collapsed = b->collapsed;
    struct kp_type *type;

    if (t.kind == CXType_Invalid)
        return NULL;
    if (2 * (b->n_types_used + 1) > b->n_types)
        grow_table(b);
    slot = slot_of(b, t);
    if (slot->type) {
        b->collapsed += slot->collapses;
        return slot->type;
    }
    type = kp_new(b->arena, struct kp_type);
    slot->key = t;
    slot->type = type; /* first, for types that lead back to themselves */
    b->n_types_used++;
    fill(b, type, t);
    if (b->collapsed > collapsed)
        slot_of(b, t)->collapses = true; /* the table may have grown */
    return type;
}

/* A pointer to the type that is spelled so: `int *`, `int (*)[4]`. */
static const char *spelled_pointer(struct kp_builder *b, const char *elem)
{
    size_t n = strlen(elem);

    while (n && elem[n - 1] == ']')
        while (n && elem[--n] != '[')
            ;
    return elem[n] ? kp_sprintf(b->arena, "%.*s (*)%s", (int)n, elem, elem + n)
                   : kp_sprintf(b->arena, "%s *", elem);
}

/* The parser has such a parameter's type as it was written. */
const struct kp_type *kp_type_of_parameter(struct kp_builder *b, const struct kp_type *t)
{
    struct kp_type *p;

    if (!t || t->kind != KP_TYPE_ARRAY || !t->elem)
        return t;
    p = kp_new(b->arena, struct kp_type);
    *p = (struct kp_type){.kind = KP_TYPE_POINTER,
                          .spelling = spelled_pointer(b, t->elem->spelling),
                          .canonical = spelled_pointer(b, t->elem->canonical),
                          .builtin = (int)CXType_Pointer,
                          .elem = t->elem,
                          .count = -1,
                          .size = (int64_t)sizeof(void *),
                          .align = (int64_t)sizeof(void *),
                          .is_dependent = t->elem->is_dependent};
    return p;
}

/* ---- by spelling ---- */

struct search {
    const char *name;
    CXType found;
    bool is_ambiguous; /* namespaces have different types of this name */
};

static enum CXChildVisitResult visit_named(CXCursor c, CXCursor parent, CXClientData data)
{
    struct search *s = data;
    enum CXCursorKind k = clang_getCursorKind(c);
    CXString name;

    (void)parent;
    if (k == CXCursor_Namespace || k == CXCursor_LinkageSpec)
        return CXChildVisit_Recurse;
    if (k != CXCursor_TypedefDecl && k != CXCursor_TypeAliasDecl && k != CXCursor_StructDecl &&
        k != CXCursor_ClassDecl && k != CXCursor_EnumDecl && k != CXCursor_UnionDecl)
        return CXChildVisit_Continue;
    name = clang_getCursorSpelling(c);
    if (kp_streq(clang_getCString(name), s->name)) {
        CXType type = clang_getCanonicalType(clang_getCursorType(c));

        s->is_ambiguous |= s->found.kind != CXType_Invalid &&
                           !clang_equalTypes(type, clang_getCanonicalType(s->found));
        s->found = clang_getCursorType(c);
    }
    clang_disposeString(name);
    return s->is_ambiguous ? CXChildVisit_Break : CXChildVisit_Continue;
}

const struct kp_type *kp_builtin_type(struct kp_builder *b, const char *name)
{
    static const struct {
        const char *name;
        enum kp_type_kind kind;
        int size;
        bool is_unsigned;
    } rows[] = {
        {"float", KP_TYPE_FLOAT, 4, false},     {"double", KP_TYPE_FLOAT, 8, false},
        {"int", KP_TYPE_INT, 4, false},         {"unsigned", KP_TYPE_INT, 4, true},
        {"unsigned int", KP_TYPE_INT, 4, true}, {"char", KP_TYPE_INT, 1, false},
        {"signed char", KP_TYPE_INT, 1, false}, {"unsigned char", KP_TYPE_INT, 1, true},
        {"short", KP_TYPE_INT, 2, false},       {"unsigned short", KP_TYPE_INT, 2, true},
        {"long", KP_TYPE_INT, 8, false},        {"unsigned long", KP_TYPE_INT, 8, true},
        {"long long", KP_TYPE_INT, 8, false},   {"unsigned long long", KP_TYPE_INT, 8, true},
        {"__int128", KP_TYPE_INT, 16, false},   {"unsigned __int128", KP_TYPE_INT, 16, true},
        {"bool", KP_TYPE_BOOL, 1, true},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (kp_streq(rows[i].name, name)) {
            struct kp_type *t = kp_new(b->arena, struct kp_type);

            t->kind = rows[i].kind;
            t->spelling = rows[i].name;
            t->size = t->align = rows[i].size;
            t->count = -1;
            t->is_unsigned = rows[i].is_unsigned;
            return t;
        }
    return NULL;
}

const struct kp_type *kp_type_named(struct kp_builder *b, const char *spelling)
{
    const struct kp_type *t = kp_builtin_type(b, spelling), *plain;
    const char *last = strrchr(spelling, ':');
    struct search s = {.name = last ? last + 1 : spelling};
    const struct kp_tvalue *arg = kp_argument_named(b, spelling);

    if (t || arg)
        return t ? t : arg->type;
    if (kp_starts_with(spelling, "const ") && !strpbrk(spelling, "*&")) {
        struct kp_type *fixed = kp_new(b->arena, struct kp_type);

        plain = kp_type_named(b, spelling + strlen("const "));
        if (!plain)
            return NULL;
        *fixed = *plain;
        fixed->spelling = spelling;
        fixed->is_const = true;
        return fixed;
    }
    clang_visitChildren(clang_getTranslationUnitCursor(b->tu), visit_named, &s);
    if (s.found.kind != CXType_Invalid)
        return s.is_ambiguous ? NULL : kp_type_of(b, s.found);
    b->missed = b->missed || b->local_only;
    return NULL;
}
