/* Template arguments: which of them an instance may have, and on which types a judgement rests. */
#include "front/parse_world.h"

/* The templates around a function, from the inside: itself, its classes. Null at the end. */
static CXCursor template_around(CXCursor c)
{
    for (; !clang_Cursor_isNull(c) && !clang_isInvalid(clang_getCursorKind(c)) &&
           clang_getCursorKind(c) != CXCursor_TranslationUnit;
         c = clang_getCursorSemanticParent(c)) {
        enum CXCursorKind k = clang_getCursorKind(c);

        if (k == CXCursor_FunctionTemplate || k == CXCursor_ClassTemplate ||
            k == CXCursor_ClassTemplatePartialSpecialization)
            return c;
    }
    return clang_getNullCursor();
}

static bool says(struct kp_builder *b, CXCursor c, const char *token)
{
    struct kp_spot s;
    uint32_t size;
    const char *text;

    if (!kp_spot_of(b, clang_getCursorExtent(c), &s) || s.file < 0)
        return false;
    text = kp_text_of(b, s.file, &size);
    for (uint32_t at = s.begin; at < s.end;) {
        struct kp_token t = kp_lex_code(text, at, s.end);

        if (t.kind == KP_TOKEN_END)
            break;
        if (kp_token_is(text, t, token))
            return true;
        at = t.end;
    }
    return false;
}

static bool is_number(CXType type)
{
    CXType t = clang_getCanonicalType(type);

    return (t.kind >= CXType_Bool && t.kind <= CXType_LongDouble) || t.kind == CXType_Enum ||
           t.kind == CXType_Int128 || t.kind == CXType_UInt128;
}

static bool is_prelude_class(struct kp_builder *b, CXType type)
{
    CXType t = clang_getCanonicalType(type);
    const struct kp_sym *s;

    if (t.kind != CXType_Record)
        return false;
    s = kp_sym_of(b, clang_getTypeDeclaration(t));
    return s && s->from_prelude;
}

static bool is_reference(CXType type)
{
    CXType t = clang_getCanonicalType(type);

    return t.kind == CXType_LValueReference || t.kind == CXType_RValueReference;
}

static struct kp_spot replacement_of(const struct kp_macro *m)
{
    return (struct kp_spot){(int)m->file, m->begin + (uint32_t)strlen(m->name), m->end};
}

/* `depth`: macros around the text. */
static bool text_says_reference(struct kp_builder *b, struct kp_spot s, int depth)
{
    enum { MOST_MACROS = 8 };
    uint32_t size;
    const char *text = kp_text_of(b, s.file, &size);

    for (uint32_t at = s.begin; at < s.end;) {
        struct kp_token t = kp_lex_code(text, at, s.end);
        const struct kp_macro *m = NULL;

        if (t.kind == KP_TOKEN_END)
            break;
        if (kp_token_is(text, t, "&") || kp_token_is(text, t, "&&") ||
            kp_token_is(text, t, "decltype"))
            return true;
        if (t.kind == KP_TOKEN_IDENT)
            m = kp_macro_named(b, kp_strndup(b->scratch, text + t.begin, t.end - t.begin));
        if (m && (depth == MOST_MACROS || kp_is_redefined(b, m->name) ||
                  text_says_reference(b, replacement_of(m), depth + 1)))
            return true;
        at = t.end;
    }
    return false;
}

bool kp_says_reference(struct kp_builder *b, CXCursor c)
{
    struct kp_spot s;

    return !kp_spot_of(b, clang_getCursorExtent(c), &s) || s.file < 0 ||
           text_says_reference(b, s, 0);
}

bool kp_is_plain(struct kp_builder *b, CXType type)
{
    CXType t = clang_getCanonicalType(type);

    if (is_reference(t))
        return false;
    for (;;) {
        CXType next = clang_getPointeeType(t);

        if (next.kind == CXType_Invalid)
            next = clang_getArrayElementType(t);
        if (next.kind == CXType_Invalid)
            break;
        t = clang_getCanonicalType(next);
    }
    return is_number(t) || t.kind == CXType_Void || t.kind == CXType_Unexposed ||
           t.kind == CXType_NullPtr || is_prelude_class(b, t);
}

/* A default that is more than a plain type's name, or another parameter's. */
static bool has_open_default(struct kp_builder *b, CXCursor param)
{
    struct kp_cursors kids = kp_cursors_in(b, param);

    for (size_t i = 0; i < kids.n; i++)
        if (clang_getCursorKind(kids.v[i]) == CXCursor_TemplateRef ||
            (clang_getCursorKind(kids.v[i]) == CXCursor_TypeRef &&
             !kp_is_plain(b, clang_getCursorType(kids.v[i]))))
            return true;
    return kp_says_reference(b, param);
}

bool kp_may_deduce_reference(struct kp_builder *b, CXCursor function)
{
    struct kp_cursors kids = kp_cursors_in(b, function);

    for (size_t i = 0; i < kids.n; i++) {
        enum CXCursorKind k = clang_getCursorKind(kids.v[i]);
        CXType t = clang_getCanonicalType(clang_getCursorType(kids.v[i]));
        const char *name = kp_take_string(b, clang_getCursorSpelling(kids.v[i]));

        if ((k == CXCursor_TemplateTypeParameter && *name && has_open_default(b, kids.v[i])) ||
            (k == CXCursor_ParmDecl && t.kind == CXType_RValueReference &&
             clang_getPointeeType(t).kind == CXType_Unexposed))
            return true;
    }
    return false;
}

/* ---- the template's parameters ---- */

static bool is_callee(const struct kp_node *n)
{
    return n->parent && n->parent->kind == KP_CALL && n->parent->first == n;
}

/* True if the text does nothing with the parameter but call it. */
static bool is_only_called(const struct kp_node *n, const struct kp_sym *parameter)
{
    if (n->kind == KP_REF && n->sym == parameter && !is_callee(n))
        return false;
    kp_each_child(c, n) if (!is_only_called(c, parameter)) return false;
    return true;
}

/* A function that is called (parse_world_call.c looks at the calls), of a function's template. */
static bool may_be_function(struct kp_look *l, CXCursor owner, CXCursor p, CXType t)
{
    bool is_pointer = t.kind == CXType_Pointer &&
                      clang_getCanonicalType(clang_getPointeeType(t)).kind == CXType_FunctionProto;
    const struct kp_node *text = l->face->sym->decl;

    return !l->is_pattern && clang_getCursorKind(owner) == CXCursor_FunctionTemplate &&
           (is_pointer || t.kind == CXType_Auto) && text &&
           is_only_called(text, kp_sym_of(l->b, p));
}

static void look_at_parameter(struct kp_look *l, CXCursor owner, CXCursor p)
{
    enum CXCursorKind k = clang_getCursorKind(p);
    const char *name = kp_take_string(l->b, clang_getCursorSpelling(p));
    CXType t;

    if (k == CXCursor_TemplateTemplateParameter) {
        const char *text = kp_sprintf(l->b->scratch, "the template '%s' as an argument", name);

        if (l->is_pattern)
            kp_unknown(l, p, text);
        else
            kp_unknown_if_open(l, p, text);
        return;
    }
    if (k != CXCursor_TemplateTypeParameter && k != CXCursor_NonTypeTemplateParameter)
        return;
    if (says(l->b, p, "..."))
        kp_unknown(l, p, kp_sprintf(l->b->scratch, "the parameter pack '%s'", name));
    if (k == CXCursor_TemplateTypeParameter || !*name) /* nothing can use what has no name */
        return;
    t = clang_getCanonicalType(clang_getCursorType(p));
    if (!is_number(t) && t.kind != CXType_Unexposed && !may_be_function(l, owner, p, t))
        kp_unknown(
            l, p,
            kp_sprintf(l->b->scratch, "the template parameter '%s', which is not a number", name));
}

static void look_at_argument(struct kp_look *l, enum CXTemplateArgumentKind kind, CXType type)
{
    switch (kind) {
    case CXTemplateArgumentKind_Declaration:
    case CXTemplateArgumentKind_Integral:
    case CXTemplateArgumentKind_NullPtr: /* enable_if_t<..> * = nullptr */
        return;
    case CXTemplateArgumentKind_Type:
        if (is_reference(type))
            kp_unknown(l, clang_getNullCursor(), "a template's argument that is a reference");
        return;
    default:
        kp_unknown(l, clang_getNullCursor(),
                   "a template's argument that is neither a type nor a number");
        return;
    }
}

void kp_look_at_arguments(struct kp_look *l)
{
    CXCursor pattern = template_around(kp_cursor_of(l->b, l->face->sym));
    CXType record = clang_getCursorType(clang_getCursorSemanticParent(l->function));
    int n = clang_Cursor_getNumTemplateArguments(l->function);

    l->face->has_mentions = false;
    while (!clang_Cursor_isNull(pattern)) {
        struct kp_cursors kids = kp_cursors_in(l->b, pattern);

        for (size_t i = 0; i < kids.n; i++)
            look_at_parameter(l, pattern, kids.v[i]);
        pattern = template_around(clang_getCursorSemanticParent(pattern));
    }
    for (int i = 0; i < n; i++)
        look_at_argument(l, clang_Cursor_getTemplateArgumentKind(l->function, (unsigned)i),
                         clang_Cursor_getTemplateArgumentType(l->function, (unsigned)i));
    if (record.kind == CXType_Record)
        for (int i = 0; i < clang_Type_getNumTemplateArguments(record); i++)
            if (is_reference(clang_Type_getTemplateArgumentAsType(record, (unsigned)i)))
                kp_unknown(l, clang_getNullCursor(), "a template's argument that is a reference");
}

/* ---- the types that a judgement rests on ---- */

struct use {
    struct kp_builder *b;
    CXCursor param;
    bool is_used, is_class; /* T::member */
};

static enum CXChildVisitResult visit_use(CXCursor c, CXCursor parent, CXClientData data)
{
    struct use *u = data;
    struct kp_spot s;
    uint32_t size;
    const char *text;

    (void)parent;
    if (clang_getCursorKind(c) != CXCursor_TypeRef ||
        !clang_equalCursors(clang_getCursorReferenced(c), u->param))
        return CXChildVisit_Recurse;
    u->is_used = true;
    if (kp_spot_of(u->b, clang_getCursorExtent(c), &s) && s.file >= 0) {
        text = kp_text_of(u->b, s.file, &size);
        u->is_class |= kp_token_is(text, kp_lex_code(text, s.end, size), "::");
    }
    return CXChildVisit_Recurse;
}

static void add_type(struct kp_builder *b, struct kp_plain *p, const char *spelling)
{
    for (size_t i = 0; i < p->types.n; i++)
        if (kp_streq(p->types.v[i], spelling))
            return;
    kp_push(b->arena, &p->types, spelling);
}

/* Of `function`, an instance: the argument for parameter `index` of the template, or of its class.
 */
static CXType argument_of(CXCursor function, bool of_class, unsigned index)
{
    if (!of_class)
        return clang_Cursor_getTemplateArgumentType(function, index);
    return clang_Type_getTemplateArgumentAsType(
        clang_getCursorType(clang_getCursorSemanticParent(function)), index);
}

/* std::is_arithmetic holds in every dialect. */
static bool is_arithmetic(CXType canonical)
{
    return is_number(canonical) && canonical.kind != CXType_Enum &&
           canonical.kind != CXType_Int128 && canonical.kind != CXType_UInt128 &&
           canonical.kind != CXType_Float128;
}

/* True if the function can name the class: it is not private and not declared after the function.
 */
static bool is_in_sight(struct kp_look *l, CXCursor function, CXType t)
{
    CXCursor class = clang_getTypeDeclaration(clang_getCanonicalType(t));
    const struct kp_sym *s = kp_sym_of(l->b, class);
    struct kp_spot own, its;

    return !s ||
           (!s->is_inner &&
            !(kp_spot_of(l->b, clang_getCursorExtent(clang_getCanonicalCursor(class)), &its) &&
              kp_spot_of(l->b, clang_getCursorExtent(function), &own) && its.file == own.file &&
              its.begin > own.begin));
}

static void add_instance(struct kp_look *l, struct kp_plain *p, CXType t)
{
    const char *name = kp_take_string(l->b, clang_getTypeSpelling(clang_getCanonicalType(t)));

    if (t.kind == CXType_Invalid || strstr(name, "(lambda") || strstr(name, "anonymous") ||
        strstr(name, "unnamed")) {
        kp_unknown(l, clang_getNullCursor(), "a template's argument without a name");
        return;
    }
    if (clang_isConstQualifiedType(clang_getCanonicalType(t)) ||
        clang_isVolatileQualifiedType(clang_getCanonicalType(t))) {
        kp_unknown(l, clang_getNullCursor(), "an instance for a const or volatile type");
        return;
    }
    if (is_arithmetic(clang_getCanonicalType(t)))
        return;
    if (!is_in_sight(l, kp_cursor_of(l->b, p->function), t)) {
        kp_unknown(l, clang_getNullCursor(), "a template's argument that the function cannot name");
        return;
    }
    if (!is_number(t) && !is_prelude_class(l->b, t))
        p->only_these = true;
    add_type(l->b, p, name);
}

static bool has_type(const struct kp_plain *p, const char *spelling)
{
    for (size_t i = 0; i < p->types.n; i++)
        if (kp_streq(p->types.v[i], spelling))
            return true;
    return false;
}

/* Explicit instantiations are known by their text alone. */
static void add_explicit(struct kp_look *l, struct kp_plain *p)
{
    for (size_t i = 0; i < l->b->out->launches.n; i++) {
        const struct kp_launch *k = &l->b->out->launches.v[i];

        for (size_t a = 0; k->is_instantiation && k->kernel == p->function && a < k->tvalues.n;
             a++) {
            const struct kp_tvalue *v = &k->tvalues.v[a];

            if (v->param != p->param)
                continue;
            if (v->known && (v->type->kind == KP_TYPE_INT || v->type->kind == KP_TYPE_FLOAT ||
                             v->type->kind == KP_TYPE_BOOL)) {
                if (v->type->size > 8) /* __int128, which some dialects do not count as one */
                    add_type(l->b, p, v->type->canonical);
                continue;
            }
            if (v->known && v->type->kind == KP_TYPE_RECORD && v->type->decl &&
                v->type->decl->from_prelude)
                add_type(l->b, p, v->type->spelling);
            else if (!v->known || !has_type(p, v->type->spelling))
                kp_unknown(l, clang_getNullCursor(), "an instance that is not visible");
        }
    }
}

/* The number of the argument for parameter `index`: of a partial specialisation `metric<l2, F>` the
 * one that says F; -1: none says it alone. */
static int number_of_argument(CXCursor owner, CXCursor param, unsigned index)
{
    CXType said = clang_getCanonicalType(clang_getCursorType(param));

    if (clang_getCursorKind(owner) != CXCursor_ClassTemplatePartialSpecialization)
        return (int)index;
    for (int i = 0; i < clang_Cursor_getNumTemplateArguments(owner); i++)
        if (clang_Cursor_getTemplateArgumentKind(owner, (unsigned)i) ==
                CXTemplateArgumentKind_Type &&
            clang_equalTypes(said, clang_getCanonicalType(
                                       clang_Cursor_getTemplateArgumentType(owner, (unsigned)i))))
            return i;
    return -1;
}

static void list_param(struct kp_look *l, CXCursor owner, CXCursor param, unsigned index)
{
    struct kp_face *f = l->face;
    int at = number_of_argument(owner, param, index);
    bool of_class = clang_getCursorKind(owner) != CXCursor_FunctionTemplate;
    struct use use = {.b = l->b, .param = param};
    struct kp_plain p = {.function = f->sym, .param = kp_sym_of(l->b, param)};

    clang_visitChildren(l->function, visit_use, &use);
    if (!use.is_used && !of_class)
        return;
    if (use.is_class && !f->instances.n) {
        kp_unknown(l, param,
                   kp_sprintf(l->b->scratch, "a member of '%s', which only an instance has",
                              p.param->name));
        return;
    }
    if (at < 0) {
        kp_unknown(l, param, "a parameter of a part of a template's argument");
        return;
    }
    for (size_t i = 0; i < f->instances.n; i++)
        add_instance(l, &p, argument_of(f->instances.v[i], of_class, (unsigned)at));
    if (p.only_these)
        for (size_t i = 0; i < f->instances.n; i++)
            add_type(l->b, &p,
                     kp_take_string(l->b, clang_getTypeSpelling(clang_getCanonicalType(argument_of(
                                              f->instances.v[i], of_class, (unsigned)at)))));
    add_explicit(l, &p);
    kp_push(l->b->arena, &l->b->out->plain, p);
}

void kp_list_plain(struct kp_world *w, struct kp_face *f)
{
    struct kp_look l = {
        .w = w, .b = w->b, .face = f, .function = kp_defined(kp_cursor_of(w->b, f->sym))};
    CXCursor owner = template_around(l.function);

    while (!clang_Cursor_isNull(owner)) {
        struct kp_cursors kids = kp_cursors_in(w->b, owner);
        unsigned index = 0;

        for (size_t i = 0; i < kids.n; i++) {
            enum CXCursorKind k = clang_getCursorKind(kids.v[i]);

            if (k == CXCursor_TemplateTypeParameter)
                list_param(&l, owner, kids.v[i], index);
            index += k == CXCursor_TemplateTypeParameter || k == CXCursor_NonTypeTemplateParameter;
        }
        owner = template_around(clang_getCursorSemanticParent(owner));
    }
}
