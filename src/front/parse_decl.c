/* Declarations: variables, parameters, functions, records, and the walk over the whole unit. */
#define _GNU_SOURCE
#include "front/parse.h"
#include "front/tree.h"

static struct kp_node *declaration(struct kp_builder *b, enum kp_kind kind, CXCursor c)
{
    struct kp_node *n = kp_node_new(b, kind, c);
    struct kp_sym *s = kp_sym_of(b, c);

    n->sym = s;
    n->name = s->name;
    n->type = s->type;
    s->decl = n;
    return n;
}

/* ---- variables ---- */

/* The span of the brackets after a declared name. */
struct dimension {
    uint32_t open, close;
};

enum { MAX_DIMENSIONS = 16 };

static unsigned find_dimensions(struct kp_builder *b, const struct kp_node *n, CXCursor c,
                                struct dimension *out)
{
    uint32_t size, at;
    const char *text = kp_text_of(b, n->file, &size);
    struct kp_spot name;
    unsigned count = 0;

    if (!text || !kp_spot_of_location(b, clang_getCursorLocation(c), &name) ||
        name.file != n->file || !*n->name)
        return 0;
    at = kp_lex_code(text, name.begin, size).end;
    while (count < MAX_DIMENSIONS) {
        struct kp_token t = kp_lex_code(text, at, size);

        if (!kp_token_is(text, t, "["))
            break;
        out[count].open = t.begin;
        out[count].close = kp_lex_close(text, t.begin, size);
        at = out[count++].close + 1;
    }
    return count;
}

/* True if the child is part of the declarator (a dimension), not of the type or the initialiser. */
static bool is_dimension(CXCursor child, CXCursor init)
{
    return kp_is_expression(child) &&
           (clang_Cursor_isNull(init) || !clang_equalCursors(child, init));
}

static void add_dimensions(struct kp_builder *b, struct kp_node *n, CXCursor c, CXCursor init)
{
    struct kp_cursors kids = kp_cursors_in(b, c);
    struct dimension d[MAX_DIMENSIONS];
    unsigned count = find_dimensions(b, n, c, d);
    struct kp_sym *s = (struct kp_sym *)n->sym;

    for (unsigned i = 0; i < count; i++) {
        struct kp_node *child = NULL;

        for (size_t k = 0; k < kids.n && !child; k++) {
            struct kp_spot at;

            if (is_dimension(kids.v[k], init) &&
                kp_spot_of(b, clang_getCursorExtent(kids.v[k]), &at) && at.file == n->file &&
                at.begin > d[i].open && at.begin < d[i].close)
                child = kp_build_expr(b, kids.v[k]);
        }
        kp_append(n, child ? child : kp_none(b, n));
    }
    s->n_dims = count;
}

/* A class-type variable without initialiser has a constructor call all the same. */
static bool is_no_init(struct kp_builder *b, CXCursor init)
{
    CXCursor ref = clang_getCursorReferenced(init);
    struct kp_cursors kids;
    struct kp_sym *s;

    if (clang_getCursorKind(init) != CXCursor_CallExpr ||
        clang_getCursorKind(ref) != CXCursor_Constructor)
        return false;
    kids = kp_cursors_in(b, init);
    for (size_t i = 0; i < kids.n; i++)
        if (kp_is_expression(kids.v[i]))
            return false;
    s = kp_sym_of(b, ref);
    return kp_is_trivial(b, ref, KP_IMPLICIT_DEFAULT) || (s && s->from_prelude);
}

/* `T name(value)`: libclang ends the variable in front of the parenthesis. */
static void cover_parentheses(struct kp_builder *b, struct kp_node *n, CXCursor c)
{
    uint32_t size, close;
    const char *text = kp_text_of(b, n->file, &size);
    struct kp_spot name;
    struct kp_token open;

    if (n->from_macro || !n->has_init || !text ||
        !kp_spot_of_location(b, clang_getCursorLocation(c), &name) || name.file != n->file)
        return;
    open = kp_lex_code(text, kp_lex_code(text, name.begin, size).end, size);
    if (!kp_token_is(text, open, "("))
        return;
    close = kp_lex_close(text, open.begin, size);
    if (close < size && close >= n->span.end)
        n->span.end = close + 1;
}

struct kp_node *kp_build_var(struct kp_builder *b, CXCursor c)
{
    struct kp_node *n = declaration(b, KP_VAR, c);
    struct kp_sym *s = (struct kp_sym *)n->sym;
    CXCursor init = clang_Cursor_getVarDeclInitializer(c);

    add_dimensions(b, n, c, init);
    if (!clang_Cursor_isNull(init) && !is_no_init(b, init)) {
        struct kp_node *value = kp_build_expr(b, init);

        n->has_init = true;
        s->is_lambda = value->kind == KP_LAMBDA;
        kp_append(n, value);
    }
    kp_settle(b, n, c);
    s->is_temporary |= n->has_init && kp_binds_temporary(s->type, n->last);
    if (s->is_temporary && s->type->kind == KP_TYPE_REFERENCE)
        n->type = s->type = s->type->elem; /* it lives as long */
    cover_parentheses(b, n, c);
    return n;
}

struct kp_node *kp_build_param(struct kp_builder *b, CXCursor c)
{
    struct kp_node *n = declaration(b, KP_PARAM, c);

    kp_settle(b, n, c);
    return n;
}

static struct kp_node *build_field(struct kp_builder *b, CXCursor c)
{
    struct kp_node *n = declaration(b, KP_FIELD, c);
    struct dimension d[MAX_DIMENSIONS];
    struct kp_cursors kids = kp_cursors_in(b, c);
    uint32_t size;
    const char *text = kp_text_of(b, n->file, &size);
    unsigned count = find_dimensions(b, n, c, d);
    CXCursor init = clang_getNullCursor();

    /* a default initialiser is after the last bracket */
    for (size_t i = kids.n; i-- > 0 && text;) {
        struct kp_spot at;

        if (kp_is_expression(kids.v[i]) && kp_spot_of(b, clang_getCursorExtent(kids.v[i]), &at) &&
            count && at.begin > d[count - 1].close)
            init = kids.v[i];
    }
    add_dimensions(b, n, c, init);
    kp_settle(b, n, c);
    return n;
}

/* What a class has of its base, in front of its own members. */
static struct kp_node *build_base(struct kp_builder *b, CXCursor specifier)
{
    struct kp_node *n = declaration(b, KP_FIELD, specifier);

    kp_settle(b, n, specifier);
    return n;
}

/* The class that begins where its objects begin. */
static const struct kp_sym *base_of(struct kp_builder *b, CXCursor record)
{
    CXCursor base = kp_only_base(b, record);

    return clang_Cursor_isNull(base) || kp_has_virtual(record) ? NULL : kp_sym_of(b, base);
}

/* ---- functions ---- */

static void push_type_params(struct kp_builder *b, CXCursor c)
{
    struct kp_cursors kids = kp_cursors_in(b, c);

    for (size_t i = 0; i < kids.n; i++)
        if (clang_getCursorKind(kids.v[i]) == CXCursor_TemplateTypeParameter ||
            clang_getCursorKind(kids.v[i]) == CXCursor_TemplateTemplateParameter) {
            const struct kp_sym *s = kp_sym_of(b, kids.v[i]);

            kp_push(b->scratch, &b->type_params, s);
        } else if (clang_getCursorKind(kids.v[i]) == CXCursor_NonTypeTemplateParameter) {
            kp_sym_of(b, kids.v[i]); /* which attributes may name */
        }
}

static void mark_function(struct kp_builder *b, struct kp_sym *s, CXCursor c)
{
    struct kp_attributes a = kp_attributes_of(c);

    s->is_kernel = s->is_kernel || a.kernel;
    s->is_device = s->is_device || a.device;
    s->is_host = s->is_host || a.host;
    s->is_template = s->is_template || b->template_depth > 0;
    s->says_bounds = s->says_bounds || a.other_bounds;
    if (a.kernel)
        kp_add_bounds(b, s, c, a.unexposed);
}

void kp_note_redeclared(struct kp_builder *b, CXCursor c)
{
    struct kp_attributes a = kp_attributes_of(c);
    struct kp_sym *s = kp_sym_of(b, c);

    s->says_bounds = s->says_bounds || a.other_bounds;
    if (a.kernel || s->is_kernel)
        kp_add_bounds(b, s, c, a.unexposed);
}

struct kp_node *kp_build_function(struct kp_builder *b, CXCursor c)
{
    struct kp_sym *outer = b->function, *s = kp_sym_of(b, c);
    const struct kp_sym *record = b->record;
    size_t n_type_params = b->type_params.n, collapsed = b->collapsed;
    struct kp_node *n;

    push_type_params(b, c);
    mark_function(b, s, c);
    n = declaration(b, KP_FUNCTION, c);
    b->function = s;
    if (s->parent && s->parent->kind == KP_SYM_RECORD)
        b->record = s->parent;
    kp_add_function_parts(b, n, c);
    b->function = outer;
    b->record = record;
    b->type_params.n = n_type_params;
    kp_settle(b, n, c);
    if (b->exact)
        return n;
    kp_push(b->scratch, &b->functions, n);
    if (b->collapsed > collapsed && !s->is_template)
        kp_push(b->scratch, &b->inexact, s);
    return n;
}

/* Where the initialiser of a capture ends. */
static uint32_t end_of_capture(const char *text, uint32_t at, uint32_t end)
{
    struct kp_token t = kp_lex_code(text, at, end);

    while (t.kind != KP_TOKEN_END && !kp_token_is(text, t, ",")) {
        at = strchr("([{", text[t.begin]) ? kp_lex_close(text, t.begin, end) : t.end;
        t = kp_lex_code(text, at, end);
    }
    return at;
}

/* `[]`, `[&]`, `[this]`, `[&, &a]`: no copies, as far as the text says so by itself. What `[n = 0]`
 * declares is a variable in the tree. */
static bool captures_by_reference(struct kp_builder *b, const struct kp_node *n)
{
    uint32_t size, at, end;
    const char *text = kp_text_of(b, n->file, &size);
    bool by_reference = false;

    if (!text || n->from_macro || n->span.end > size || text[n->span.begin] != '[')
        return false;
    end = kp_lex_close(text, n->span.begin, size);
    if (kp_has_use_in(b, n->file, (struct kp_span){n->span.begin, end}))
        return false;
    for (at = n->span.begin + 1; at < end;) {
        struct kp_token t = kp_lex_code(text, at, end);

        if (t.kind == KP_TOKEN_END)
            break;
        at = t.end;
        if (kp_token_is(text, t, "&"))
            by_reference = true;
        else if (kp_token_is(text, t, ","))
            by_reference = false;
        else if (kp_token_is(text, kp_lex_code(text, t.end, end), "="))
            at = end_of_capture(text, t.end, end);
        else if (!kp_token_is(text, t, "this") && !(t.kind == KP_TOKEN_IDENT && by_reference))
            return false;
    }
    return true;
}

static enum CXChildVisitResult find_operator(CXCursor c, CXCursor parent, CXClientData data)
{
    CXType *result = data;

    (void)parent;
    if (clang_getCursorKind(c) == CXCursor_CXXMethod)
        *result = clang_getCursorResultType(c);
    return result->kind == CXType_Invalid ? CXChildVisit_Continue : CXChildVisit_Break;
}

static bool has_arrow(const char *text, uint32_t at, uint32_t end)
{
    for (struct kp_token t = kp_lex_code(text, at, end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(text, t.end, end))
        if (kp_token_is(text, t, "->"))
            return true;
    return false;
}

/* Only a result that is written down can be a reference. */
static bool may_give_place(struct kp_builder *b, CXCursor lambda, CXCursor body)
{
    CXCursor record = clang_getTypeDeclaration(clang_getCursorType(lambda));
    CXType result = {.kind = CXType_Invalid};
    const struct kp_type *t;
    struct kp_spot from, to;
    uint32_t size;

    if (kp_spot_of(b, clang_getCursorExtent(lambda), &from) && from.file >= 0 &&
        kp_spot_of(b, clang_getCursorExtent(body), &to) && to.file == from.file &&
        to.begin > from.begin &&
        !kp_has_use_in(b, from.file, (struct kp_span){from.begin, to.begin}) &&
        !has_arrow(kp_text_of(b, from.file, &size), from.begin, to.begin))
        return false;
    if (!clang_isInvalid(clang_getCursorKind(record)))
        clang_visitChildren(record, find_operator, &result);
    t = kp_type_of(b, result);
    return !t || t->is_dependent ||
           (t->kind != KP_TYPE_INT && t->kind != KP_TYPE_FLOAT && t->kind != KP_TYPE_BOOL &&
            t->kind != KP_TYPE_POINTER);
}

/* Who calls the closure's operator finds the lambda. */
static void name_closure(struct kp_builder *b, struct kp_node *lambda, CXCursor c)
{
    struct kp_cursors kids = kp_cursors_in(b, clang_getTypeDeclaration(clang_getCursorType(c)));

    for (size_t i = 0; i < kids.n; i++)
        if (clang_getCursorKind(kids.v[i]) == CXCursor_CXXMethod) {
            struct kp_sym *s = kp_sym_of(b, kids.v[i]);

            if (s && kp_streq(s->name, "operator()"))
                s->decl = lambda;
        }
}

/* `[n = value]` declares what it captures. */
static bool is_inside(struct kp_builder *b, CXCursor variable, CXCursor lambda)
{
    struct kp_spot v, all;

    return clang_getCursorKind(variable) == CXCursor_VarDecl &&
           kp_spot_of(b, clang_getCursorExtent(variable), &v) &&
           kp_spot_of(b, clang_getCursorExtent(lambda), &all) && v.file == all.file &&
           v.begin >= all.begin && v.end <= all.end;
}

struct kp_node *kp_build_lambda(struct kp_builder *b, CXCursor c)
{
    struct kp_node *n = kp_node_new(b, KP_LAMBDA, c);
    struct kp_cursors kids = kp_cursors_in(b, c);

    n->type = kp_type_of(b, clang_getCursorType(c));
    for (size_t i = 0; i < kids.n; i++) {
        enum CXCursorKind k = clang_getCursorKind(kids.v[i]);

        if (k == CXCursor_VariableRef && is_inside(b, clang_getCursorReferenced(kids.v[i]), c))
            kp_append(n, kp_build_var(b, clang_getCursorReferenced(kids.v[i])));
        else if (k == CXCursor_ParmDecl)
            kp_append(n, kp_build_param(b, kids.v[i]));
        else if (k == CXCursor_CompoundStmt) {
            n->may_give_place = may_give_place(b, c, kids.v[i]);
            kp_append(n, kp_build_stmt(b, kids.v[i]));
        }
    }
    if (!n->last || n->last->kind != KP_COMPOUND)
        n->kind = KP_UNKNOWN;
    kp_settle(b, n, c);
    n->by_reference = captures_by_reference(b, n);
    if (b->exact)
        name_closure(b, n, c);
    return n;
}

/* ---- which functions ---- */

struct launch_search {
    bool found;
};

static enum CXChildVisitResult visit_launch(CXCursor c, CXCursor parent, CXClientData data)
{
    struct launch_search *s = data;

    (void)parent;
    if (clang_getCursorKind(c) == CXCursor_CallExpr && kp_is_launch(c)) {
        s->found = true;
        return CXChildVisit_Break;
    }
    return CXChildVisit_Recurse;
}

/* Somewhere in the file, as a macro may hold it. */
static bool has_launch(struct kp_builder *b, int file)
{
    struct kp_file_facts *facts = &b->facts.v[file];
    uint32_t size;

    if (!facts->asked_for_launch) {
        const char *text = kp_text_of(b, file, &size);

        facts->has_launch = kp_may_launch(text, size);
        facts->asked_for_launch = true;
    }
    return facts->has_launch;
}

/* Device code, what device code may call, and host code that launches kernels. */
static bool is_wanted(struct kp_builder *b, CXCursor c)
{
    struct kp_sym *s = kp_sym_of(b, c);
    struct kp_attributes a = kp_attributes_of(c);
    struct launch_search search = {false};
    struct kp_spot at;

    if (a.kernel || a.device || s->is_kernel || s->is_device || s->is_constexpr)
        return true;
    if (!kp_spot_of(b, clang_getCursorExtent(c), &at) || at.file < 0)
        return false;
    if (!has_launch(b, at.file))
        return false;
    clang_visitChildren(c, visit_launch, &search);
    return search.found;
}

bool kp_has_body(struct kp_builder *b, CXCursor c)
{
    struct kp_cursors kids = kp_cursors_in(b, c);

    for (size_t i = kids.n; i-- > 0;)
        if (clang_getCursorKind(kids.v[i]) == CXCursor_CompoundStmt)
            return true;
    return false;
}

CXCursor kp_with_body(struct kp_builder *b, CXCursor function)
{
    CXCursor d;

    if (kp_has_body(b, function))
        return function;
    d = clang_getCursorDefinition(function);
    return !clang_Cursor_isNull(d) && kp_has_body(b, d) ? d : clang_getNullCursor();
}

CXCursor kp_defined(CXCursor template)
{
    CXCursor d = clang_getCursorDefinition(template);

    return clang_Cursor_isNull(d) ? template : d;
}

bool kp_is_of_program(struct kp_builder *b, CXCursor decl)
{
    struct kp_spot at;

    return kp_spot_of_location(b, clang_getCursorLocation(decl), &at) && at.file >= 0;
}

/* ---- records and the unit ---- */

static void add_declaration(struct kp_builder *b, struct kp_node *parent, CXCursor c);

struct kp_node *kp_build_record(struct kp_builder *b, CXCursor c)
{
    struct kp_node *n = declaration(b, KP_RECORD, c);
    struct kp_cursors kids = kp_cursors_in(b, c);
    const struct kp_sym *outer = b->record;
    struct kp_sym *function = b->function;
    size_t n_type_params = b->type_params.n;
    bool is_template = clang_getCursorKind(c) == CXCursor_ClassTemplate ||
                       clang_getCursorKind(c) == CXCursor_ClassTemplatePartialSpecialization;

    b->record = n->sym;
    b->function = NULL;
    b->template_depth += is_template;
    push_type_params(b, c);
    ((struct kp_sym *)n->sym)->base = base_of(b, c);
    for (size_t i = 0; i < kids.n; i++)
        add_declaration(b, n, kids.v[i]);
    b->type_params.n = n_type_params;
    b->template_depth -= is_template;
    b->function = function;
    b->record = outer;
    kp_settle(b, n, c);
    return n;
}

struct fields {
    struct kp_builder *b;
    struct kp_node *record;
};

static enum CXVisitorResult visit_field(CXCursor c, CXClientData data)
{
    struct fields *f = data;

    kp_append(f->record, build_field(f->b, c));
    return CXVisit_Continue;
}

void kp_build_fields(struct kp_builder *b, CXCursor record)
{
    struct fields f = {b, declaration(b, KP_RECORD, record)};
    struct kp_sym *function = b->function;
    CXCursor specifier;

    b->function = NULL;
    if (kp_base_specifier(record, &specifier))
        kp_append(f.record, build_base(b, specifier));
    clang_Type_visitFields(clang_getCursorType(record), visit_field, &f);
    b->function = function;
    kp_settle(b, f.record, record);
}

static void add_all(struct kp_builder *b, struct kp_node *parent, struct kp_cursors kids)
{
    for (size_t i = 0; i < kids.n; i++)
        add_declaration(b, parent, kids.v[i]);
}

static void add_declaration(struct kp_builder *b, struct kp_node *parent, CXCursor c)
{
    struct kp_spot at;

    if (!kp_spot_of_location(b, clang_getCursorLocation(c), &at) || at.file < 0)
        return;
    switch (clang_getCursorKind(c)) {
    case CXCursor_Namespace:
    case CXCursor_LinkageSpec:
    case CXCursor_FriendDecl:
        add_all(b, parent, kp_cursors_in(b, c));
        break;
    case CXCursor_FunctionDecl:
    case CXCursor_FunctionTemplate:
    case CXCursor_CXXMethod:
    case CXCursor_Constructor:
    case CXCursor_Destructor:
    case CXCursor_ConversionFunction:
        if (kp_has_body(b, c) && is_wanted(b, c))
            kp_append(parent, kp_build_function(b, c));
        else if (kp_attributes_of(c).kernel || kp_attributes_of(c).device)
            mark_function(b, kp_sym_of(b, c), c);
        break;
    case CXCursor_StructDecl:
    case CXCursor_ClassDecl:
    case CXCursor_UnionDecl:
    case CXCursor_ClassTemplate:
    case CXCursor_ClassTemplatePartialSpecialization:
        if (clang_isCursorDefinition(c))
            kp_append(parent, kp_build_record(b, c));
        break;
    case CXCursor_FieldDecl:
        kp_append(parent, build_field(b, c));
        break;
    case CXCursor_CXXBaseSpecifier:
        kp_append(parent, build_base(b, c));
        break;
    case CXCursor_VarDecl:
        kp_append(parent, kp_build_var(b, c));
        break;
    default:
        break;
    }
}

/* Explicit specialisations are symbols of their own; only here can they be told from what the
 * compiler instantiates. */
static void find_specialisations(struct kp_builder *b, struct kp_cursors kids)
{
    for (size_t i = 0; i < kids.n; i++) {
        enum CXCursorKind k = clang_getCursorKind(kids.v[i]);
        struct kp_spot at;

        if (clang_isPreprocessing(k) ||
            !kp_spot_of_location(b, clang_getCursorLocation(kids.v[i]), &at) || at.file < 0)
            continue;
        if (k == CXCursor_Namespace || k == CXCursor_LinkageSpec)
            find_specialisations(b, kp_cursors_in(b, kids.v[i]));
        else if (!clang_Cursor_isNull(clang_getSpecializedCursorTemplate(kids.v[i])))
            kp_push(b->scratch, &b->explicit_specs, clang_getCanonicalCursor(kids.v[i]));
    }
}

void kp_build_unit(struct kp_builder *b)
{
    struct kp_cursors unit = kp_cursors_of_unit(b, false);
    struct kp_node *root = kp_new(b->arena, struct kp_node);

    root->kind = KP_TRANSLATION_UNIT;
    root->span = (struct kp_span){0, b->unit->source.size};
    b->out->root = root;
    kp_builder_files(b);
    find_specialisations(b, unit);
    add_all(b, root, unit);
    for (size_t i = 0; i < b->outer_types.n; i++)
        kp_sym_of(b, b->outer_types.v[i]); /* which hides others even if nobody names it */
    kp_close_calls(b);
    kp_find_instantiations(b);
    kp_list_templates(b);
    kp_collect_errors(b);
    kp_find_unseen(b);
    kp_close_world(b);
    kp_find_caller_words(b);
    kp_note_own_runtime(b);
}
