/* Instances: which of them are in sight, and their trees. The same builders make them as make the
 * patterns' trees; symbols and types are the instances' own (kp_builder.exact). */
#include "front/parse.h"

enum { QUEUED = 1, VISITED = 2 };

/* True the first time that it is asked. */
static bool mark(struct kp_builder *b, const struct kp_sym *s, uint8_t bit)
{
    uint8_t *marks = s->id < b->out->syms.n ? NULL : &b->marks.v[s->id - b->out->syms.n];
    bool first = marks && !(*marks & bit);

    if (first)
        *marks |= bit;
    return first;
}

/* A closure's operator, which stands in the tree as the LAMBDA; not that of a generic one. */
static bool is_in_tree(struct kp_builder *b, const struct kp_sym *s)
{
    CXCursor c = kp_cursor_of(b, s), of = clang_getSpecializedCursorTemplate(c);
    CXString name = clang_getCursorSpelling(clang_getCursorSemanticParent(c));
    bool closure = kp_starts_with(clang_getCString(name), "(lambda");

    clang_disposeString(name);
    return closure && clang_getCursorKind(of) != CXCursor_FunctionTemplate;
}

void kp_queue_instance(struct kp_builder *b, struct kp_sym *s)
{
    if (s->kind == KP_SYM_FUNCTION && is_in_tree(b, s))
        return;
    if (mark(b, s, QUEUED))
        kp_push(b->scratch, &b->queue, s);
}

/* ---- plain functions that have to be resolved ---- */

enum { NOT_ASKED, NO, YES };

static bool needs_resolving(struct kp_builder *b, const struct kp_sym *s);

static bool names_resolved(struct kp_builder *b, const struct kp_node *n)
{
    if (n->sym && n->sym->kind == KP_SYM_FUNCTION && needs_resolving(b, n->sym))
        return true;
    kp_each_child(c, n)
    {
        if (names_resolved(b, c))
            return true;
    }
    return false;
}

static bool needs_resolving(struct kp_builder *b, const struct kp_sym *s)
{
    uint8_t *known = &b->resolved[s->id];

    if (*known == NOT_ASKED) {
        *known = NO;
        if (!s->is_template && s->decl && s->decl->kind == KP_FUNCTION && s->decl->last &&
            names_resolved(b, s->decl->last))
            *known = YES;
    }
    return *known == YES;
}

static void find_resolved(struct kp_builder *b)
{
    b->resolved = kp_new_array(b->scratch, uint8_t, b->out->syms.n + 1);
    for (size_t i = 0; i < b->inexact.n; i++)
        b->resolved[b->inexact.v[i]->id] = YES;
    for (size_t i = 0; i < b->functions.n; i++)
        needs_resolving(b, b->functions.v[i]->sym);
    for (size_t i = 0; i < b->out->syms.n; i++)
        b->resolved[i] = b->resolved[i] == YES;
}

/* ---- what the unit names ---- */

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent, CXClientData data);

static bool is_function(CXCursor c)
{
    enum CXCursorKind k = clang_getCursorKind(c);

    return k == CXCursor_FunctionDecl || k == CXCursor_CXXMethod || k == CXCursor_Constructor ||
           k == CXCursor_ConversionFunction || k == CXCursor_Destructor;
}

/* An instance of the host's may name one of the device's. */
static void name_function(struct kp_builder *b, CXCursor function)
{
    struct kp_sym *s;

    if (!is_function(function) || !kp_is_of_program(b, function) || !kp_is_instance(b, function))
        return;
    s = kp_sym_of(b, function);
    if (s->is_kernel || s->is_device) {
        kp_queue_instance(b, s);
    } else if (mark(b, s, VISITED)) {
        CXCursor body = kp_with_body(b, function);

        if (!clang_Cursor_isNull(body))
            clang_visitChildren(body, visit, b);
    }
}

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    switch (clang_getCursorKind(c)) {
    case CXCursor_FunctionTemplate:
    case CXCursor_ClassTemplate:
    case CXCursor_ClassTemplatePartialSpecialization:
        return CXChildVisit_Continue;
    case CXCursor_CallExpr:
    case CXCursor_DeclRefExpr:
    case CXCursor_MemberRefExpr:
        name_function(data, clang_getCursorReferenced(c));
        break;
    default:
        break;
    }
    return CXChildVisit_Recurse;
}

static void find_named(struct kp_builder *b)
{
    struct kp_cursors unit = kp_cursors_of_unit(b);

    for (size_t i = 0; i < unit.n; i++)
        if (!clang_isPreprocessing(clang_getCursorKind(unit.v[i])) &&
            kp_is_of_program(b, unit.v[i]) &&
            visit(unit.v[i], unit.v[i], b) == CXChildVisit_Recurse)
            clang_visitChildren(unit.v[i], visit, b);
}

static void find_plain(struct kp_builder *b)
{
    for (size_t i = 0; i < b->functions.n; i++) {
        const struct kp_sym *s = b->functions.v[i]->sym;

        if ((s->is_kernel || s->is_device) && b->resolved[s->id])
            kp_queue_instance(b, kp_sym_of(b, kp_cursor_of(b, s)));
    }
}

/* ---- trees ---- */

/* What is left open has no exact form. */
static void close_types(struct kp_node *n)
{
    bool open = n->is_dependent || (n->type && n->type->is_dependent);

    if (open && n->kind != KP_PARAM && n->kind != KP_VAR && n->kind != KP_FUNCTION)
        n->kind = KP_UNKNOWN;
    if (n->type && n->type->is_dependent)
        n->type = NULL;
    n->is_dependent = false;
    kp_each_child(c, n) close_types(c);
}

static void add_args(struct kp_builder *b, struct kp_instance *out, const struct kp_sym *s)
{
    struct kp_cursors kids;
    CXCursor template;
    unsigned i = 0;

    if (!s->pattern)
        return;
    template = kp_cursor_of(b, s->pattern);
    if (clang_getCursorKind(template) == CXCursor_ClassTemplatePartialSpecialization)
        template = clang_getSpecializedCursorTemplate(template);
    if (s->parent)
        add_args(b, out, s->parent);
    kids = kp_cursors_in(b, template);
    for (size_t k = 0; k < kids.n; k++) {
        struct kp_tvalue t = {0};

        switch (clang_getCursorKind(kids.v[k])) {
        case CXCursor_TemplateTypeParameter:
        case CXCursor_NonTypeTemplateParameter:
            t.param = kp_sym_of(b, kids.v[k]);
            kp_read_argument(b, kp_cursor_of(b, s), i++, &t);
            kp_push(b->arena, &out->args, t);
            break;
        case CXCursor_TemplateTemplateParameter:
            i++;
            break;
        default:
            break;
        }
    }
}

static void build_function(struct kp_builder *b, struct kp_sym *s, CXCursor body)
{
    struct kp_instance out = {.pattern = s->pattern};

    out.function = kp_build_function(b, body);
    close_types(out.function);
    if (!out.pattern)
        return;
    s->is_kernel |= out.pattern->is_kernel;
    s->is_device |= out.pattern->is_device;
    s->launch_max = s->launch_max ? s->launch_max : out.pattern->launch_max;
    if (out.pattern->decl && out.pattern->decl->kind == KP_FUNCTION)
        kp_link_pattern(b, out.function, out.pattern->decl);
    add_args(b, &out, s);
    kp_push(b->arena, &b->out->instances, out);
}

static void build(struct kp_builder *b, struct kp_sym *s)
{
    CXCursor c = kp_cursor_of(b, s), body;

    if (s->decl || b->n_nodes > KP_MOST_INSTANCE_NODES)
        return;
    if (s->kind == KP_SYM_RECORD) {
        kp_build_fields(b, c);
        return;
    }
    body = kp_with_body(b, c);
    if (!clang_Cursor_isNull(body) && b->out->instances.n < KP_MOST_INSTANCES)
        build_function(b, s, body);
}

void kp_build_instances(struct kp_builder *b)
{
    find_resolved(b);
    b->exact = true;
    b->function = NULL;
    b->n_nodes = 0;
    b->types = NULL;
    b->n_types = b->n_types_used = 0;
    find_named(b);
    find_plain(b);
    for (size_t i = 0; i < b->queue.n; i++)
        build(b, b->queue.v[i]);
}
