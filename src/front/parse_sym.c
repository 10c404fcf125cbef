/* Symbols: one per declaration, whatever redeclares or instantiates it. */
#include "front/parse.h"

enum { MOST_BASES = 20 };

struct kp_sym_slot {
    CXCursor key;
    struct kp_sym *sym;
};

/* ---- the table ---- */

static struct kp_sym_slot *slot_of(const struct kp_sym_table *t, CXCursor c)
{
    size_t i = ((size_t)clang_hashCursor(c) * (size_t)0x9E3779B97F4A7C15) >> 20;

    for (i &= t->n - 1; t->v[i].sym; i = (i + 1) & (t->n - 1))
        if (clang_equalCursors(t->v[i].key, c))
            break;
    return &t->v[i];
}

static void grow_table(struct kp_builder *b, struct kp_sym_table *t)
{
    struct kp_sym_table old = *t;

    t->n = old.n ? 2 * old.n : 1024;
    t->v = kp_new_array(b->scratch, struct kp_sym_slot, t->n);
    for (size_t i = 0; i < old.n; i++)
        if (old.v[i].sym)
            *slot_of(t, old.v[i].key) = old.v[i];
}

CXCursor kp_cursor_of(const struct kp_builder *b, const struct kp_sym *s)
{
    return b->sym_cursors.v[s->id];
}

/* ---- which declaration ---- */

static bool is_record(enum CXCursorKind k)
{
    return k == CXCursor_StructDecl || k == CXCursor_ClassDecl || k == CXCursor_UnionDecl ||
           k == CXCursor_ClassTemplate || k == CXCursor_ClassTemplatePartialSpecialization;
}

static bool is_explicit(const struct kp_builder *b, CXCursor c)
{
    for (size_t i = 0; i < b->explicit_specs.n; i++)
        if (clang_equalCursors(b->explicit_specs.v[i], c))
            return true;
    return false;
}

/* Dynamic shared memory of another function than the first one that declares the name: its array
 * has dimensions of its own. */
static bool is_other_shared(CXCursor c)
{
    CXCursor first = clang_getCanonicalCursor(c);

    return clang_getCursorKind(c) == CXCursor_VarDecl && !clang_equalCursors(c, first) &&
           clang_Cursor_getStorageClass(c) == CX_SC_Extern && kp_attributes_of(c).shared &&
           !clang_equalCursors(clang_getCursorLexicalParent(c),
                               clang_getCursorLexicalParent(first));
}

/* The template's own declaration for something that an implicit instantiation made. */
static CXCursor pattern_of(const struct kp_builder *b, CXCursor c)
{
    for (int i = 0; i < 8; i++) {
        CXCursor t = clang_getSpecializedCursorTemplate(c);

        if (clang_Cursor_isNull(t) || clang_equalCursors(t, c) ||
            is_explicit(b, clang_getCanonicalCursor(c)))
            break;
        c = t;
    }
    return is_other_shared(c) ? c : clang_getCanonicalCursor(c);
}

bool kp_is_instance(const struct kp_builder *b, CXCursor c)
{
    return !clang_equalCursors(pattern_of(b, c), clang_getCanonicalCursor(c));
}

struct named {
    struct kp_builder *b;
    const char *name;
    int n_args; /* -1: any kind of member */
    CXCursor found;
    unsigned n_found, n_named;
};

static bool takes(struct kp_builder *b, CXCursor function, int n_args)
{
    unsigned required, n = kp_parameters_of(b, function, &required);

    return n_args < 0 || ((unsigned)n_args >= required && (unsigned)n_args <= n);
}

static enum CXChildVisitResult visit_member(CXCursor c, CXCursor parent, CXClientData data)
{
    struct named *m = data;
    enum CXCursorKind k = clang_getCursorKind(c);
    CXString s;

    (void)parent;
    if (!clang_isDeclaration(k) || k == CXCursor_UsingDeclaration)
        return CXChildVisit_Continue; /* what it names is a base's */
    if (is_record(k) && clang_Cursor_isAnonymousRecordDecl(c))
        return CXChildVisit_Recurse;
    s = clang_getCursorSpelling(c);
    if (kp_streq(clang_getCString(s), m->name)) {
        m->n_named++;
        if (m->n_args < 0 || (k != CXCursor_FieldDecl && takes(m->b, c, m->n_args))) {
            m->found = c;
            m->n_found++;
        }
    }
    clang_disposeString(s);
    return CXChildVisit_Continue;
}

struct kp_sym *kp_member_named(struct kp_builder *b, CXCursor record, const char *name, int n_args)
{
    struct named m = {.b = b, .name = name, .n_args = n_args, .found = clang_getNullCursor()};

    for (int i = 0; i < MOST_BASES && !m.n_named && !clang_Cursor_isNull(record); i++) {
        CXCursor definition = clang_getCursorDefinition(record);

        clang_visitChildren(clang_Cursor_isNull(definition) ? record : definition, visit_member,
                            &m);
        record = kp_only_base(b, record);
    }
    return m.n_found == 1 ? kp_sym_of(b, m.found) : NULL;
}

/* libclang has no way from a field of an instantiated class to the template's field but its name.
 */
static CXCursor field_pattern(struct kp_builder *b, CXCursor field)
{
    CXCursor record = clang_getCursorSemanticParent(field), pattern = pattern_of(b, record);
    struct named m = {.b = b, .n_args = -1, .found = clang_getNullCursor()};
    CXString name;

    if (clang_equalCursors(pattern, clang_getCanonicalCursor(record)))
        return clang_getCanonicalCursor(field);
    name = clang_getCursorSpelling(field);
    m.name = clang_getCString(name);
    clang_visitChildren(pattern, visit_member, &m);
    clang_disposeString(name);
    return m.n_found == 1 ? clang_getCanonicalCursor(m.found) : clang_getCanonicalCursor(field);
}

static CXCursor declaration_behind(struct kp_builder *b, CXCursor c)
{
    return clang_getCursorKind(c) == CXCursor_FieldDecl ? field_pattern(b, c) : pattern_of(b, c);
}

/* ---- filling one in ---- */

static enum kp_sym_kind sym_kind(enum CXCursorKind k)
{
    switch (k) {
    case CXCursor_VarDecl:
        return KP_SYM_VAR;
    case CXCursor_ParmDecl:
        return KP_SYM_PARAM;
    case CXCursor_FieldDecl:
    case CXCursor_CXXBaseSpecifier:
        return KP_SYM_FIELD;
    case CXCursor_FunctionDecl:
    case CXCursor_FunctionTemplate:
    case CXCursor_CXXMethod:
    case CXCursor_Constructor:
    case CXCursor_Destructor:
    case CXCursor_ConversionFunction:
        return KP_SYM_FUNCTION;
    case CXCursor_TypedefDecl:
    case CXCursor_TypeAliasDecl:
    case CXCursor_TypeAliasTemplateDecl:
    case CXCursor_EnumDecl:
    case CXCursor_TemplateTypeParameter:
    case CXCursor_TemplateTemplateParameter:
        return KP_SYM_TYPE;
    case CXCursor_NonTypeTemplateParameter:
        return KP_SYM_TVALUE;
    case CXCursor_EnumConstantDecl:
        return KP_SYM_ENUMERATOR;
    default:
        return is_record(k) ? KP_SYM_RECORD : KP_SYM_OTHER;
    }
}

static bool is_function_kind(enum CXCursorKind k)
{
    return sym_kind(k) == KP_SYM_FUNCTION;
}

static bool in_unnamed_namespace(CXCursor c)
{
    for (c = clang_getCursorSemanticParent(c); clang_getCursorKind(c) == CXCursor_Namespace;
         c = clang_getCursorSemanticParent(c))
        if (clang_Cursor_isAnonymous(c))
            return true;
    return false;
}

/* Functions of one name in it are one function, in all namespaces. */
static bool in_linkage_block(CXCursor c)
{
    do
        c = clang_getCursorSemanticParent(c);
    while (clang_getCursorKind(c) == CXCursor_Namespace);
    return clang_getCursorKind(c) == CXCursor_LinkageSpec;
}

static const char *qualified_name(struct kp_builder *b, const struct kp_sym *s, CXCursor c)
{
    const char *name = s->name;

    if (s->kind == KP_SYM_PARAM || s->kind == KP_SYM_TVALUE)
        return name;
    for (c = clang_getCursorSemanticParent(c);
         clang_getCursorKind(c) == CXCursor_Namespace || is_record(clang_getCursorKind(c)) ||
         clang_getCursorKind(c) == CXCursor_LinkageSpec ||
         clang_getCursorKind(c) == CXCursor_EnumDecl;
         c = clang_getCursorSemanticParent(c)) {
        const char *outer;

        if (clang_getCursorKind(c) == CXCursor_EnumDecl && !clang_EnumDecl_isScoped(c))
            continue;

        if (clang_getCursorKind(c) == CXCursor_LinkageSpec || clang_Cursor_isAnonymous(c) ||
            clang_Cursor_isInlineNamespace(c))
            continue;
        outer = kp_take_string(b, clang_getCursorSpelling(c));
        name = kp_sprintf(b->arena, "%s::%s", outer, name);
    }
    return name;
}

/* A type whose name is not known wherever its scope is: private, or of a function's body. */
static bool is_inner(CXCursor c)
{
    for (; !clang_Cursor_isNull(c) && clang_getCursorKind(c) != CXCursor_TranslationUnit;
         c = clang_getCursorSemanticParent(c)) {
        enum CX_CXXAccessSpecifier access = clang_getCXXAccessSpecifier(c);

        if (access == CX_CXXPrivate || access == CX_CXXProtected ||
            is_function_kind(clang_getCursorKind(c)))
            return true;
    }
    return false;
}

static enum kp_space space_of(const struct kp_builder *b, const struct kp_sym *s, CXCursor c)
{
    struct kp_attributes a;

    if (s->kind == KP_SYM_PARAM)
        return kp_attributes_of(c).grid_constant ? KP_SPACE_CONSTANT : KP_SPACE_LOCAL;
    if (s->kind != KP_SYM_VAR)
        return KP_SPACE_UNKNOWN;
    if (s->from_prelude)
        return KP_SPACE_LOCAL; /* threadIdx and the like are registers */
    a = kp_attributes_of(c);
    if (a.shared)
        return KP_SPACE_SHARED;
    if (a.constant)
        return KP_SPACE_CONSTANT;
    if (a.device)
        return KP_SPACE_GLOBAL;
    if (!clang_Cursor_hasVarDeclGlobalStorage(c))
        return KP_SPACE_LOCAL;
    return b->function ? KP_SPACE_GLOBAL : KP_SPACE_HOST; /* a static local, else the host's */
}

/* True if `constexpr` is before the name; libclang does not show it. */
static bool says_constexpr(struct kp_builder *b, CXCursor c)
{
    struct kp_spot all, name;
    uint32_t size;
    const char *text;

    if (!kp_spot_of(b, clang_getCursorExtent(c), &all) || all.file < 0 ||
        !kp_spot_of_location(b, clang_getCursorLocation(c), &name) || name.file != all.file)
        return false;
    if (name.begin <= all.begin)
        return false;
    if (b->says_constexpr.end > name.begin || b->says_constexpr.begin != all.begin ||
        b->says_constexpr.file != all.file) {
        b->says_constexpr.file = all.file;
        b->says_constexpr.begin = b->says_constexpr.end = all.begin;
        b->says_constexpr.found = false;
    }
    text = kp_text_of(b, all.file, &size);
    b->says_constexpr.found |= kp_lex_has(text, b->says_constexpr.end, name.begin, "constexpr");
    b->says_constexpr.end = name.begin;
    return b->says_constexpr.found;
}

static void fill_variable(struct kp_builder *b, struct kp_sym *s, CXCursor c)
{
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(c);

    s->is_extern = storage == CX_SC_Extern;
    s->space = space_of(b, s, c);
    s->is_static = storage == CX_SC_Static && s->space != KP_SPACE_SHARED; /* which implies it */
    s->n_aligned = kp_attributes_of(c).n_aligned;
    s->alignment = s->space == KP_SPACE_SHARED ? kp_alignment_of(b, c) : 0;
    s->is_constexpr = s->kind == KP_SYM_VAR && s->type && s->type->kind != KP_TYPE_REFERENCE &&
                      s->type->kind != KP_TYPE_POINTER && says_constexpr(b, c);
    if (s->kind == KP_SYM_VAR && s->type && (s->type->is_const || s->is_constexpr) &&
        !s->type->is_volatile &&
        (s->type->kind == KP_TYPE_INT || s->type->kind == KP_TYPE_BOOL ||
         s->type->kind == KP_TYPE_ENUM))
        s->has_value = kp_evaluate(b, c, &s->value);
}

/* Declared by the program, not by a header of the system or by the compiler. */
static bool is_programs(CXCursor c)
{
    CXSourceLocation at = clang_getCursorLocation(c);
    CXFile file;

    clang_getFileLocation(at, &file, NULL, NULL, NULL);
    return file && !kp_is_others(at);
}

/* A declaration of the compiler's own, for a builtin that the program names: no text has more of it
 * than the name. */
static bool is_implicit(CXCursor c)
{
    CXSourceLocation begin = clang_getRangeStart(clang_getCursorExtent(c));

    return clang_equalLocations(begin, clang_getCursorLocation(c));
}

/* True for a class template, and for a class in one. */
static bool is_open_class(CXCursor c)
{
    enum CXCursorKind k = clang_getCursorKind(c);

    for (; is_record(k); k = clang_getCursorKind(c)) {
        if (k == CXCursor_ClassTemplate || k == CXCursor_ClassTemplatePartialSpecialization)
            return true;
        c = clang_getCursorSemanticParent(c);
    }
    return false;
}

static void fill_function(struct kp_builder *b, struct kp_sym *s, CXCursor c)
{
    struct kp_attributes a = kp_attributes_of(c);
    CXCursor parent = clang_getCursorSemanticParent(c);
    enum CXCursorKind k = clang_getCursorKind(c), pk = clang_getCursorKind(parent);
    enum CXLinkageKind linkage = clang_getCursorLinkage(c);

    s->is_kernel = a.kernel;
    s->is_device = a.device;
    s->is_host = a.host;
    s->is_method = is_record(pk) && !clang_CXXMethod_isStatic(c);
    s->is_const_method = s->is_method && clang_CXXMethod_isConst(c);
    s->is_constructor =
        k == CXCursor_Constructor || clang_getTemplateCursorKind(c) == CXCursor_Constructor;
    s->is_static = clang_Cursor_getStorageClass(c) == CX_SC_Static;
    s->is_template = k == CXCursor_FunctionTemplate || is_open_class(parent);
    s->is_internal = linkage == CXLinkage_Internal || linkage == CXLinkage_UniqueExternal ||
                     (s->is_static && !is_record(pk)) || in_unnamed_namespace(c);
    s->is_constexpr = !s->from_prelude && says_constexpr(b, c);
    s->is_own = !s->from_prelude && is_programs(c);
    s->is_implicit = k == CXCursor_FunctionDecl && is_implicit(c);
    s->in_linkage_block = in_linkage_block(c);
}

static const struct kp_sym *parent_of(struct kp_builder *b, const struct kp_sym *s, CXCursor c)
{
    CXCursor parent = clang_getCursorSemanticParent(c);
    enum CXCursorKind k = clang_getCursorKind(parent);

    if (is_record(k))
        return kp_sym_of(b, parent);
    if (s->kind == KP_SYM_VAR || s->kind == KP_SYM_PARAM) {
        if (is_function_kind(k) && k != CXCursor_CXXMethod)
            return kp_sym_of(b, parent);
        /* the method may be a lambda's call operator: the function around it counts */
        if (k == CXCursor_CXXMethod)
            return b->function ? b->function : kp_sym_of(b, parent);
    }
    return NULL;
}

/* A template parameter's type is found by its name (kp_type_of): here it is the parameter. */
static const struct kp_type *type_of(struct kp_builder *b, const struct kp_sym *s, CXCursor c)
{
    const size_t n = b->type_params.n;
    const struct kp_type *type;

    if (s->kind == KP_SYM_FUNCTION)
        return kp_type_of(b, clang_getCursorResultType(c));
    if (clang_getCursorKind(c) == CXCursor_TemplateTypeParameter)
        kp_push(b->scratch, &b->type_params, s);
    type = kp_type_of(b, clang_getCursorType(c));
    b->type_params.n = n;
    return s->kind == KP_SYM_PARAM ? kp_type_of_parameter(b, type) : type;
}

/* Of a member of an anonymous class, from the begin of the class around it. libclang crashes on
 * fields of records that it could not make sense of. */
static int64_t field_offset(const struct kp_sym *s, CXCursor c)
{
    CXCursor record = clang_getCursorSemanticParent(c);
    long long bits;

    if (s->is_broken || s->is_bit_field || clang_isInvalidDeclaration(record))
        return -1;
    bits = clang_Cursor_getOffsetOfField(c);
    if (clang_Cursor_isAnonymousRecordDecl(record)) {
        while (clang_Cursor_isAnonymousRecordDecl(record))
            record = clang_getCursorSemanticParent(record);
        bits = *s->name && !clang_isInvalidDeclaration(record)
                   ? clang_Type_getOffsetOf(clang_getCursorType(record), s->name)
                   : -1;
    }
    return bits < 0 || bits % 8 ? -1 : bits / 8;
}

static bool is_called(CXCursor c, const char *name)
{
    CXString s = clang_getCursorSpelling(c);
    bool yes = clang_getCString(s) && kp_streq(clang_getCString(s), name);

    clang_disposeString(s);
    return yes;
}

/* PyTorch's half-precision numbers of its own headers, and what makes them and converts them: like
 * CUDA's, on which they are built, they are values. */
static bool is_torch_number(CXCursor c)
{
    enum CXCursorKind k = clang_getCursorKind(c);
    CXCursor record = k == CXCursor_Constructor || k == CXCursor_ConversionFunction
                          ? clang_getCursorSemanticParent(c)
                          : c;

    return clang_getCursorKind(record) == CXCursor_StructDecl &&
           (is_called(record, "Half") || is_called(record, "BFloat16")) &&
           is_called(clang_getCursorSemanticParent(record), "c10") &&
           clang_Location_isInSystemHeader(clang_getCursorLocation(record));
}

static void fill(struct kp_builder *b, struct kp_sym *s, CXCursor c)
{
    CXFile file;

    s->kind = sym_kind(clang_getCursorKind(c));
    s->name = kp_take_string(b, clang_getCursorSpelling(c));
    if (clang_Cursor_isAnonymous(c) || clang_getCursorKind(c) == CXCursor_CXXBaseSpecifier)
        s->name = "";
    clang_getFileLocation(clang_getCursorLocation(c), &file, NULL, NULL, NULL);
    s->from_prelude = (file && b->prelude && kp_same_file(file, b->prelude)) || is_torch_number(c);
    s->qualified = qualified_name(b, s, c);
    s->type = type_of(b, s, c);
    s->space = KP_SPACE_UNKNOWN;
    s->is_broken = kp_is_broken(c);
    s->offset = -1;
    s->is_inner =
        (s->kind == KP_SYM_RECORD || s->kind == KP_SYM_TYPE || s->kind == KP_SYM_ENUMERATOR) &&
        is_inner(c);
    s->parent = parent_of(b, s, c);
    if (s->kind == KP_SYM_VAR || s->kind == KP_SYM_PARAM)
        fill_variable(b, s, c);
    else if (s->kind == KP_SYM_FUNCTION)
        fill_function(b, s, c);
    else if (s->kind == KP_SYM_FIELD) {
        s->is_bit_field = clang_Cursor_isBitField(c);
        s->offset = field_offset(s, c);
        s->is_of_union =
            clang_getCursorKind(clang_getCursorSemanticParent(c)) == CXCursor_UnionDecl;
    } else if (s->kind == KP_SYM_ENUMERATOR) {
        s->has_value = !s->is_broken && !(s->type && s->type->size > (int64_t)sizeof s->value);
        s->value = s->type && s->type->is_unsigned
                       ? (int64_t)clang_getEnumConstantDeclUnsignedValue(c)
                       : clang_getEnumConstantDeclValue(c);
    }
}

static struct kp_sym *add(struct kp_builder *b, struct kp_sym_slot *slot, CXCursor decl)
{
    struct kp_sym *s = kp_new(b->arena, struct kp_sym);
    size_t collapsed;

    s->id = (uint32_t)(b->out->syms.n + b->out->instance_syms.n);
    s->refs = kp_new(b->arena, struct kp_refs);
    *slot = (struct kp_sym_slot){decl, s};
    if (b->exact) {
        kp_push(b->arena, &b->out->instance_syms, s);
        kp_push(b->scratch, &b->marks, 0);
    } else {
        kp_push(b->arena, &b->out->syms, s);
        if (sym_kind(clang_getCursorKind(decl)) == KP_SYM_TVALUE)
            kp_push(b->arena, &b->out->open_values, s);
    }
    kp_push(b->scratch, &b->sym_cursors, decl);
    collapsed = b->collapsed;
    fill(b, s, decl);
    if (!b->exact && s->kind == KP_SYM_FIELD && b->collapsed > collapsed)
        kp_push(b->scratch, &b->inexact, s);
    return s;
}

static struct kp_sym *sym_in(struct kp_builder *b, struct kp_sym_table *t, CXCursor decl)
{
    struct kp_sym_slot *slot;

    if (2 * (t->used + 1) > t->n)
        grow_table(b, t);
    slot = slot_of(t, decl);
    if (slot->sym)
        return slot->sym;
    t->used++;
    return add(b, slot, decl);
}

/* ---- instances ---- */

static struct kp_sym *found_in(const struct kp_sym_table *t, CXCursor c)
{
    return t->n ? slot_of(t, c)->sym : NULL;
}

static bool is_in_function(CXCursor c)
{
    /* `extern` in a block: the semantic parent is the namespace */
    if (is_function_kind(clang_getCursorKind(clang_getCursorLexicalParent(c))))
        return true;
    do
        c = clang_getCursorSemanticParent(c);
    while (is_record(clang_getCursorKind(c)));
    return is_function_kind(clang_getCursorKind(c));
}

/* A declaration that has a symbol for itself in each instance's tree. */
static bool is_local(CXCursor c)
{
    switch (sym_kind(clang_getCursorKind(c))) {
    case KP_SYM_VAR:
    case KP_SYM_PARAM:
    case KP_SYM_FIELD:
    case KP_SYM_RECORD:
    case KP_SYM_FUNCTION:
        return is_in_function(c);
    default:
        return false;
    }
}

static bool is_resolved(const struct kp_builder *b, const struct kp_sym *s)
{
    return s->id < b->out->syms.n && b->resolved[s->id];
}

/* The same of one outside of functions, of which `pattern` is the symbol. */
static bool is_own(const struct kp_builder *b, CXCursor key, CXCursor behind,
                   const struct kp_sym *pattern)
{
    if (pattern->kind == KP_SYM_FUNCTION && pattern->from_prelude)
        return false; /* known by its name */
    if (clang_getCursorKind(key) == CXCursor_Constructor)
        return true; /* whose plain tree leaves members out */
    return !clang_equalCursors(key, behind) || is_resolved(b, pattern) ||
           (pattern->parent && pattern->parent->kind == KP_SYM_RECORD &&
            is_resolved(b, pattern->parent));
}

static struct kp_sym *exact_sym(struct kp_builder *b, CXCursor decl)
{
    bool local = is_local(decl);
    enum CXCursorKind k = clang_getCursorKind(decl);
    /* a redeclaration in a block is one for itself */
    CXCursor key = local && k == CXCursor_VarDecl ? decl : clang_getCanonicalCursor(decl), behind;
    struct kp_sym *s = found_in(&b->own, key), *pattern;

    if (!s) {
        behind = declaration_behind(b, decl);
        pattern = local ? found_in(&b->syms, behind) : sym_in(b, &b->syms, behind);
        if (!local && !is_own(b, key, behind, pattern))
            return pattern;
        s = sym_in(b, &b->own, key);
        s->pattern = pattern;
    }
    if (s->kind == KP_SYM_RECORD || (s->kind == KP_SYM_FUNCTION && b->function))
        kp_queue_instance(b, s);
    return s;
}

struct kp_sym *kp_sym_of(struct kp_builder *b, CXCursor decl)
{
    CXCursor behind;
    struct kp_sym *s;

    if (clang_Cursor_isNull(decl) || clang_isInvalid(clang_getCursorKind(decl)))
        return NULL;
    if (b->exact)
        return exact_sym(b, decl);
    behind = declaration_behind(b, decl);
    s = sym_in(b, &b->syms, behind);
    if (!(s->kind == KP_SYM_FUNCTION && s->from_prelude) &&
        !clang_equalCursors(clang_getCanonicalCursor(decl), behind))
        b->collapsed++;
    return s;
}
