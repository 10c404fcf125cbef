/* Classes whose objects begin and end without code but what the tree shows. */
#include "front/parse_world.h"
#include "front/tree.h"

enum { MOST_NESTED = 20 };

struct record {
    struct kp_builder *b;
    const char *fault; /* what is not represented */
    bool has_base, may_end_in_code;
    const char *name;
    int depth;
    struct kp_look *look;
    CXType type, derived;
};

static CXType without_dimensions(CXType t)
{
    for (t = clang_getCanonicalType(t);
         t.kind == CXType_ConstantArray || t.kind == CXType_IncompleteArray ||
         t.kind == CXType_DependentSizedArray || t.kind == CXType_VariableArray;)
        t = clang_getCanonicalType(clang_getArrayElementType(t));
    return t;
}

static bool is_from_prelude(struct kp_builder *b, CXCursor decl)
{
    const struct kp_sym *s = kp_sym_of(b, decl);

    return s && s->from_prelude;
}

/* ---- what the class says ---- */

static unsigned dimensions_of(CXType type)
{
    CXType t = clang_getCanonicalType(type);
    unsigned n = 0;

    for (; t.kind == CXType_ConstantArray || t.kind == CXType_DependentSizedArray; n++)
        t = clang_getCanonicalType(clang_getArrayElementType(t));
    return n;
}

/* True for what an array may be initialised with: values in braces, or a text. */
static bool is_of_an_array(struct kp_builder *b, CXCursor c)
{
    struct kp_cursors kids = kp_cursors_in(b, c);
    enum CXCursorKind k = clang_getCursorKind(c);

    if (k == CXCursor_UnexposedExpr || k == CXCursor_ParenExpr)
        return kids.n != 1 || is_of_an_array(b, kids.v[0]);
    return k == CXCursor_InitListExpr || k == CXCursor_StringLiteral;
}

/* The field's bounds, or its width, which are constants in every class, stand in front of it. */
static CXCursor initialiser_of(struct kp_builder *b, CXCursor field)
{
    struct kp_cursors kids = kp_cursors_in(b, field);
    bool is_narrow = clang_Cursor_isBitField(field);
    unsigned bounds = dimensions_of(clang_getCursorType(field)), seen = 0;

    for (size_t i = 0; i < kids.n; i++) {
        if (!kp_is_expression(kids.v[i]))
            continue;
        if (is_narrow ? seen || !kp_is_constant(b, kids.v[i])
                      : seen >= bounds || is_of_an_array(b, kids.v[i]))
            return kids.v[i];
        seen++;
    }
    return clang_getNullCursor();
}

/* __builtin_LINE() is a constant that libclang shows without a kind and without children. */
static bool asks_for_place(struct kp_builder *b, CXCursor c)
{
    struct kp_cursors kids = kp_cursors_in(b, c);

    if (!kids.n && (clang_getCursorKind(c) == CXCursor_UnexposedExpr ||
                    clang_getCursorKind(c) == CXCursor_CallExpr))
        return true;
    for (size_t i = 0; i < kids.n; i++)
        if (asks_for_place(b, kids.v[i]))
            return true;
    return false;
}

static bool is_constructor(CXCursor c)
{
    return clang_getCursorKind(c) == CXCursor_Constructor ||
           clang_getTemplateCursorKind(c) == CXCursor_Constructor;
}

static bool is_conversion(CXCursor c)
{
    return clang_getCursorKind(c) == CXCursor_ConversionFunction ||
           clang_getTemplateCursorKind(c) == CXCursor_ConversionFunction;
}

static enum CXChildVisitResult visit_member(CXCursor c, CXCursor parent, CXClientData data)
{
    struct record *r = data;
    CXCursor value;

    (void)parent;
    switch (clang_getCursorKind(c)) {
    case CXCursor_CXXBaseSpecifier:
        r->has_base = true;
        break;
    case CXCursor_Destructor:
        if (!clang_CXXMethod_isDefaulted(c) && !r->may_end_in_code &&
            !kp_is_empty_on_the_device(r->b, c))
            r->fault = "the destructor of";
        break;
    case CXCursor_Constructor:
    case CXCursor_ConversionFunction:
    case CXCursor_FunctionTemplate: /* which of them is meant, only an instance resolves */
        if (r->look && r->look->is_pattern && is_constructor(c) &&
            !clang_CXXMethod_isDefaulted(c) && !kp_any_only_makes(r->b, c, r->type))
            r->fault = "the constructors of";
        else if (r->look && r->look->is_pattern && is_conversion(c) &&
                 !kp_only_converts(r->b, c, r->type))
            r->fault = "the conversions of";
        break;
    case CXCursor_CXXMethod:
        if (clang_CXXMethod_isVirtual(c))
            r->fault = "the virtual functions of";
        break;
    case CXCursor_FieldDecl:
        if (kp_has_broken_type(r->b, c)) {
            r->fault = "a member that does not parse in";
            break;
        }
        value = initialiser_of(r->b, c);
        if (!clang_Cursor_isNull(value) &&
            (!kp_is_constant(r->b, value) || asks_for_place(r->b, value)))
            r->fault = "a member's initialiser in";
        break;
    default:
        break;
    }
    return r->fault ? CXChildVisit_Break : CXChildVisit_Continue;
}

static void look_at_record(struct record *r, CXType type);

static enum CXVisitorResult visit_field(CXCursor c, CXClientData data)
{
    struct record *r = data;
    CXType t = without_dimensions(clang_getCursorType(c));

    if (t.kind == CXType_Record) {
        r->depth++;
        look_at_record(r, t);
        r->depth--;
    }
    return r->fault ? CXVisit_Break : CXVisit_Continue;
}

/* Members are told apart by their names, and what is in them by their types alone. */
static enum CXVisitorResult visit_field_of_base(CXCursor c, CXClientData data)
{
    struct record *r = data;
    CXType whole = clang_getCanonicalType(clang_getCursorType(c)), t = without_dimensions(whole);
    CXString name = clang_getCursorSpelling(c);

    if (t.kind == CXType_LValueReference || t.kind == CXType_RValueReference)
        r->fault = "a reference in a base of";
    else if (t.kind == CXType_Record || clang_Cursor_isBitField(c) || !*clang_getCString(name) ||
             clang_isVolatileQualifiedType(whole))
        r->fault = "an object in a base of";
    else if (clang_Type_getOffsetOf(r->derived, clang_getCString(name)) >= 0)
        r->fault = "a member that hides a base's in";
    clang_disposeString(name);
    return r->fault ? CXVisit_Break : CXVisit_Continue;
}

static bool is_closure(struct kp_builder *b, CXCursor record)
{
    const char *name = kp_take_string(b, clang_getCursorSpelling(record));

    return kp_starts_with(name, "(lambda");
}

static bool is_written_class(struct kp_builder *b, CXCursor record)
{
    return kp_is_of_program(b, record) && !is_from_prelude(b, record) && !is_closure(b, record);
}

static void look_at_base(struct record *r, CXType type)
{
    const char *name = r->name;
    CXType base = type, derived = type;

    if ((r->look && r->look->is_pattern) || !kp_base_type(r->b, type, &base) ||
        !is_written_class(r->b, clang_getTypeDeclaration(base))) {
        r->fault = "a base of";
        return;
    }
    for (int i = 0; i < MOST_NESTED && kp_base_type(r->b, derived, &base) && !r->fault; i++) {
        r->derived = type;
        clang_Type_visitFields(base, visit_field_of_base, r);
        derived = base;
    }
    if (!r->fault && kp_base_type(r->b, type, &base)) {
        r->depth++;
        look_at_record(r, base);
        r->depth--;
    }
    r->name = r->fault ? r->name : name;
}

static bool has_reference_argument(CXType t)
{
    for (int i = 0; i < clang_Type_getNumTemplateArguments(t); i++) {
        CXType a = clang_getCanonicalType(clang_Type_getTemplateArgumentAsType(t, (unsigned)i));

        if (a.kind == CXType_LValueReference || a.kind == CXType_RValueReference)
            return true;
    }
    return false;
}

static bool is_in_instance(const struct kp_look *l)
{
    return l && !l->is_pattern && l->face->instances.n;
}

/* A system header's class: nothing of it is in the tree, and all is unknown. But where a template
 * leaves the class open, the tree does not say that there is an object of a class. */
static void look_at_library_class(struct record *r, CXCursor decl)
{
    if (!is_in_instance(r->look))
        return;
    if (!r->may_end_in_code && !kp_has_trivial(r->b, decl, KP_IMPLICIT_END))
        r->fault = "the destructor of";
    else if (!kp_has_trivial(r->b, decl, KP_IMPLICIT_COPY))
        r->fault = "the constructors of";
    if (r->fault)
        r->name = kp_take_string(r->b, clang_getCursorSpelling(decl));
}

/* `type` is canonical. */
static void look_at_record(struct record *r, CXType type)
{
    CXCursor decl = clang_getTypeDeclaration(type);

    if (is_from_prelude(r->b, decl) || is_closure(r->b, decl))
        return;
    if (!kp_is_of_program(r->b, decl)) {
        look_at_library_class(r, decl);
        return;
    }
    r->name = kp_take_string(r->b, clang_getCursorSpelling(decl));
    if (r->depth > MOST_NESTED)
        r->fault = "the depth of";
    else if (has_reference_argument(type))
        r->fault = "a reference as an argument of the template";
    r->type = type;
    r->has_base = false;
    if (!r->fault)
        kp_visit_class(decl, visit_member, r);
    if (!r->fault && r->has_base)
        look_at_base(r, type);
    if (!r->fault)
        clang_Type_visitFields(type, visit_field, r);
}

bool kp_has_bases(CXType t)
{
    CXCursor decl = clang_getTypeDeclaration(clang_getCanonicalType(t));
    CXCursor specifier;

    if (clang_isInvalid(clang_getCursorKind(decl)))
        return false;
    return kp_base_specifier(decl, &specifier) > 0;
}

/* ---- types that a template leaves open ---- */

static void look_at_open_type(struct kp_look *l, CXCursor at, CXType t)
{
    CXCursor decl = clang_getTypeDeclaration(t);
    const char *name = kp_take_string(l->b, clang_getTypeSpelling(t));
    struct kp_hole *h;

    if (!clang_isInvalid(clang_getCursorKind(decl)) && is_from_prelude(l->b, decl))
        return;
    if (kp_starts_with(name, "const "))
        name += strlen("const ");
    if (kp_starts_with(name, "__restrict ")) /* of a pointer that the parameter is */
        name += strlen("__restrict ");
    if ((kp_starts_with(name, "type-parameter") && !strpbrk(name, "<:")) ||
        kp_streq(name, "auto") || kp_streq(name, "<dependent type>"))
        return;
    h = kp_unknown(l, at,
                   kp_sprintf(l->b->scratch, "the type '%s', which only an instance has", name));
    if (h)
        h->is_of_instance = !strstr(name, "typename");
}

void kp_look_at_type(struct kp_look *l, CXCursor at, CXType type)
{
    CXType t = without_dimensions(type);
    struct record r = {.b = l->b, .look = l};
    struct kp_map *known = &l->b->plain_classes[l->is_pattern ? 1 : is_in_instance(l) ? 2 : 0];

    if (kp_is_broken_type(type)) {
        kp_unknown(l, at, "a type that does not parse");
        return;
    }
    while (t.kind == CXType_LValueReference || t.kind == CXType_RValueReference ||
           t.kind == CXType_Pointer)
        t = without_dimensions(clang_getPointeeType(t));
    switch (t.kind) {
    case CXType_Vector:
    case CXType_ExtVector:
    case CXType_Complex:
    case CXType_Atomic:
    case CXType_MemberPointer:
    case CXType_BlockPointer:
    case CXType_FunctionProto:
    case CXType_FunctionNoProto:
        kp_unknown(l, at, "a value of an unusual type");
        return;
    case CXType_Unexposed:
    case CXType_Dependent:
    case CXType_Auto:
        if (l->is_pattern)
            look_at_open_type(l, at, t);
        return;
    case CXType_Record:
        break;
    default:
        return;
    }
    if (kp_map_get(known, t.data[0]))
        return;
    look_at_record(&r, t);
    if (r.fault && kp_is_behind_loops(l, at, t)) {
        struct record once = {.b = l->b, .look = l, .may_end_in_code = true};

        look_at_record(&once, t);
        if (!once.fault)
            return;
    }
    if (!r.fault)
        *kp_map_at(l->b->scratch, known, t.data[0]) = 1;
    else
        kp_unknown(l, at, kp_sprintf(l->b->scratch, "%s '%s'", r.fault, r.name));
}

/* ---- operators that only an instance resolves ---- */

static enum CXChildVisitResult visit_assignment(CXCursor c, CXCursor parent, CXClientData data)
{
    CXString name = clang_getCursorSpelling(c);
    bool *found = data;

    (void)parent;
    *found |= kp_streq(clang_getCString(name), "operator=") && !clang_CXXMethod_isDefaulted(c);
    clang_disposeString(name);
    return *found ? CXChildVisit_Break : CXChildVisit_Continue;
}

void kp_look_at_open_operand(struct kp_look *l, CXCursor operator, CXCursor operand)
{
    CXType t = clang_getCanonicalType(clang_getCursorType(operand));
    CXCursor decl = clang_getTypeDeclaration(t);
    bool assigns = false;

    if (t.kind != CXType_Record || is_from_prelude(l->b, decl) || is_closure(l->b, decl))
        return;
    if (clang_getCursorKind(operator) == CXCursor_BinaryOperator &&
        clang_getCursorBinaryOperatorKind(operator) == CXBinaryOperator_Assign) {
        kp_visit_class(decl, visit_assignment, &assigns);
        if (!assigns) { /* an object is made of the right side */
            kp_look_at_type(l, operator, t);
            return;
        }
    }
    kp_unknown(l, operator,
               "an operator of a class that only an instance of the template resolves");
}

/* ---- constructors ---- */

struct parts {
    struct kp_builder *b;
    enum kp_implicit what;
    bool trivial;
    int depth;
    const CXCursor *by; /* members that this constructor gives values are left out; or NULL */
};

static void are_trivial(struct parts *p, CXType type);

static enum CXVisitorResult visit_part(CXCursor c, CXClientData data)
{
    struct parts *p = data;
    CXType t = without_dimensions(clang_getCursorType(c));

    if (t.kind == CXType_Record && !(p->by && !p->depth && kp_gives_value(p->b, *p->by, c))) {
        p->depth++;
        are_trivial(p, t);
        p->depth--;
    }
    return p->trivial ? CXVisit_Continue : CXVisit_Break;
}

/* True if the constructor's list calls one of the base. */
static bool gives_base(struct kp_builder *b, CXCursor constructor)
{
    struct kp_cursors kids = kp_cursors_in(b, kp_with_body(b, constructor));

    for (size_t i = 0; i < kids.n; i++)
        if ((i == 0 || clang_getCursorKind(kids.v[i - 1]) != CXCursor_MemberRef) &&
            kp_makes_base(b, kp_with_body(b, constructor), kids.v[i]))
            return true;
    return false;
}

/* A union whose constructor does nothing does nothing to its members. */
static bool has_parts_to_make(const struct parts *p, CXType type)
{
    CXCursor decl = clang_getTypeDeclaration(type);

    return !kp_leaves_members(decl, p->what) || !kp_has_trivial(p->b, decl, p->what);
}

static void are_parts_trivial(struct parts *p, CXType type)
{
    CXType base;

    if (p->trivial && kp_has_bases(type) && !(p->by && !p->depth && gives_base(p->b, *p->by))) {
        p->trivial = kp_base_type(p->b, type, &base);
        p->depth++;
        if (p->trivial)
            are_trivial(p, base);
        p->depth--;
    }
    if (p->trivial && has_parts_to_make(p, type))
        clang_Type_visitFields(type, visit_part, p);
}

/* Of an instance of a class template, the fields tell what the template leaves open. */
static void are_trivial(struct parts *p, CXType type)
{
    CXCursor decl = clang_getTypeDeclaration(type);

    if (is_from_prelude(p->b, decl) || is_closure(p->b, decl))
        return;
    p->trivial = p->depth <= MOST_NESTED && kp_has_trivial(p->b, decl, p->what);
    are_parts_trivial(p, type);
}

/* In a pattern's tree, T(a, b) has no constructor yet, and takes what it is given. */
static bool is_open_construct(struct kp_look *l, CXCursor call, CXCursor constructor)
{
    CXType type = clang_getCursorType(call);
    const struct kp_node *n = kp_mention_of(l, call, NULL, true);
    struct kp_spot at;

    return n && n->kind == KP_CONSTRUCT && !n->sym &&
           kp_spot_of(l->b, clang_getCursorExtent(call), &at) && at.file == n->file &&
           at.begin == n->span.begin && at.end == n->span.end &&
           (l->is_pattern
                ? kp_holds_numbers(l->b, type) && kp_has_plain_parameters(l->b, constructor, type)
                : kp_has_simple_parameters(l->b, constructor, type));
}

static struct kp_node *list_at(struct kp_node *n, const struct kp_spot *at)
{
    struct kp_node *found = n->kind == KP_INIT_LIST && n->file == at->file &&
                                    n->span.begin == at->begin && n->span.end == at->end
                                ? n
                                : NULL;

    kp_each_child(c, n) if (!found) found = list_at(c, at);
    return found;
}

/* .. and {a, b}, whose numbers are handed on by value, is a list of them. */
static bool is_open_list(struct kp_look *l, CXCursor call, CXCursor constructor)
{
    struct kp_cursors kids = kp_cursors_in(l->b, constructor);
    struct kp_node *list;
    struct kp_spot at;

    if (l->is_pattern || !kp_has_plain_parameters(l->b, constructor, clang_getCursorType(call)) ||
        !kp_spot_of(l->b, clang_getCursorExtent(call), &at))
        return false;
    for (size_t i = 0; i < kids.n; i++)
        if (clang_getCursorKind(kids.v[i]) == CXCursor_ParmDecl &&
            !kp_is_plain(l->b, clang_getCursorType(kids.v[i])))
            return false;
    list = list_at(l->face->sym->decl, &at);
    if (list)
        list->is_constructed = true;
    return list != NULL;
}

static const struct kp_node *declared(const struct kp_node *n, const struct kp_spot *at)
{
    const struct kp_node *found;

    if (n->kind == KP_VAR && n->file == at->file && n->span.begin <= at->begin &&
        n->span.end == at->end)
        return n;
    kp_each_child(c, n) if ((found = declared(c, at))) return found;
    return NULL;
}

/* .. and a variable has none that is made of nothing; where it has, that begins behind the name. */
static bool is_open_variable(struct kp_look *l, CXCursor call, CXCursor constructor)
{
    const struct kp_node *var, *made;
    struct kp_spot at;

    if (l->is_pattern || !kp_spot_of(l->b, clang_getCursorExtent(call), &at) ||
        !(var = declared(l->face->sym->decl, &at)))
        return false;
    made = var->last;
    return var->has_init
               ? made->kind == KP_CONSTRUCT && !made->sym && made->span.begin > at.begin &&
                     made->span.end == at.end &&
                     kp_has_simple_parameters(l->b, constructor, clang_getCursorType(call))
               : !clang_Cursor_getNumArguments(constructor);
}

/* True if the tree says that the object is made there. */
static bool is_said(struct kp_look *l, CXCursor call, CXCursor constructor, const struct kp_sym *s)
{
    return kp_mention_of(l, call, s, true) || is_open_construct(l, call, constructor) ||
           is_open_variable(l, call, constructor) || is_open_list(l, call, constructor);
}

/* True if the tree has a call of the constructor there: nothing is left of the object. */
static bool is_dropped(struct kp_look *l, CXCursor call, CXCursor constructor,
                       const struct kp_sym *s)
{
    const struct kp_node *n = kp_mention_of(l, call, s, true), *f = s ? s->decl : NULL;

    n = n ? n : kp_mention_of(l, call, NULL, true);
    return n && n->kind == KP_CALL && n->is_constructed && (!n->sym || n->sym == s) &&
           (int)n->n_children - 1 == clang_Cursor_getNumArguments(call) &&
           kp_is_empty_class(clang_getCursorSemanticParent(constructor)) &&
           kp_has_simple_parameters(l->b, constructor, clang_getCursorType(call)) && f &&
           f->kind == KP_FUNCTION && !kp_holds(f, KP_BIT(KP_THIS));
}

void kp_look_at_constructor(struct kp_look *l, CXCursor call, CXCursor constructor)
{
    CXCursor record = clang_getCursorSemanticParent(constructor);
    CXType type = clang_getCanonicalType(clang_getCursorType(call));
    const struct kp_sym *s = kp_sym_of(l->b, constructor);
    struct parts p = {.b = l->b, .trivial = true};
    const char *name;

    if (is_from_prelude(l->b, record) || is_closure(l->b, record))
        return;
    kp_look_at_type(l, call, type);
    name = kp_take_string(l->b, clang_getCursorSpelling(record));
    if (kp_is_cut_to_base(l->b, call, record)) {
        kp_unknown(l, call, kp_sprintf(l->b->scratch, "an object of which '%s' is a part", name));
        return;
    }
    p.what = clang_CXXConstructor_isDefaultConstructor(constructor) ? KP_IMPLICIT_DEFAULT
                                                                    : KP_IMPLICIT_COPY;
    if (without_dimensions(type).kind == CXType_Record)
        are_trivial(&p, without_dimensions(type));
    else
        p.trivial = false;
    if (clang_CXXMethod_isDefaulted(constructor) && p.trivial)
        return;
    if (p.what == KP_IMPLICIT_DEFAULT && p.trivial)
        return; /* an empty body */
    p = (struct parts){.b = l->b, .what = KP_IMPLICIT_DEFAULT, .trivial = true, .by = &constructor};
    are_parts_trivial(&p, type);
    if (!is_dropped(l, call, constructor, s) && (!p.trivial || !is_said(l, call, constructor, s) ||
                                                 !kp_only_makes(l->b, constructor, type))) {
        if (!kp_is_made_behind(l, call))
            kp_unknown(l, call, kp_sprintf(l->b->scratch, "a constructor of '%s'", name));
    } else if (!clang_CXXMethod_isDefaulted(constructor))
        kp_call_of_own(l, constructor, s);
}

/* ---- lists and closures: libclang shows neither what they construct nor what they convert ---- */

bool kp_copies_trivially(struct kp_look *l, CXType type)
{
    struct parts p = {.b = l->b, .what = KP_IMPLICIT_COPY, .trivial = true};
    CXType t = without_dimensions(type);
    size_t *known;

    if (t.kind != CXType_Record)
        return true;
    known = kp_map_at(l->b->scratch, &l->w->copied, t.data[0]);
    if (!*known) {
        are_trivial(&p, t);
        *known = p.trivial ? 1 : 2;
    }
    return *known == 1;
}

struct members {
    struct kp_builder *b;
    bool constructs, converts;
    int depth;
};

static enum CXChildVisitResult visit_written(CXCursor c, CXCursor parent, CXClientData data)
{
    struct members *m = data;

    (void)parent;
    m->constructs |= is_constructor(c) && !clang_CXXMethod_isDefaulted(c);
    m->converts |= is_conversion(c);
    return CXChildVisit_Continue;
}

static void find_written(struct members *m, CXType type);

static enum CXVisitorResult visit_part_of_list(CXCursor c, CXClientData data)
{
    struct members *m = data;

    m->depth++;
    find_written(m, clang_getCursorType(c));
    m->depth--;
    return CXVisit_Continue;
}

static void find_written(struct members *m, CXType type)
{
    CXType t = without_dimensions(type);
    CXCursor decl = clang_getTypeDeclaration(t);

    if (t.kind != CXType_Record || is_from_prelude(m->b, decl) || is_closure(m->b, decl))
        return;
    m->constructs |= m->depth > MOST_NESTED || kp_has_bases(t);
    kp_visit_class(decl, visit_written, m);
    if (m->depth <= MOST_NESTED)
        clang_Type_visitFields(t, visit_part_of_list, m);
}

void kp_look_at_list(struct kp_look *l, CXCursor list)
{
    struct kp_cursors kids = kp_cursors_in(l->b, list);
    struct members whole = {.b = l->b};

    find_written(&whole, clang_getCursorType(list));
    if (whole.constructs)
        kp_unknown(l, list, "a list that constructs its members");
    for (size_t i = 0; i < kids.n; i++) {
        struct members part = {.b = l->b};

        if (!kp_is_expression(kids.v[i]))
            continue;
        find_written(&part, clang_getCursorType(kids.v[i]));
        if (part.converts)
            kp_unknown(l, kids.v[i], "a list with something that may be converted");
    }
}
