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

static bool is_closure(CXCursor record)
{
    CXString name = clang_getCursorSpelling(record);
    bool yes = kp_starts_with(clang_getCString(name), "(lambda");

    clang_disposeString(name);
    return yes;
}

/* True if it has its own tree. False for functions that the compiler generates, and for unknown
 * ones. */
static bool has_tree(struct kp_builder *b, const struct kp_sym *s)
{
    CXCursor c = kp_cursor_of(b, s);

    if (s->kind == KP_SYM_RECORD)
        return !is_closure(c);
    return clang_getCursorKind(c) != CXCursor_FunctionTemplate &&
           (!clang_CXXMethod_isDefaulted(c) || (clang_CXXConstructor_isDefaultConstructor(c) &&
                                                !kp_is_trivial(b, c, KP_IMPLICIT_DEFAULT)));
}

/* A closure's operator is the LAMBDA in another tree, if there is one. */
static bool may_be_in_tree(struct kp_builder *b, const struct kp_sym *s)
{
    CXCursor c = kp_cursor_of(b, s);

    return s->kind == KP_SYM_FUNCTION && is_closure(clang_getCursorSemanticParent(c)) &&
           clang_getCursorKind(clang_getSpecializedCursorTemplate(c)) != CXCursor_FunctionTemplate;
}

void kp_queue_instance(struct kp_builder *b, struct kp_sym *s)
{
    if (!has_tree(b, s) || !mark(b, s, QUEUED))
        return;
    if (may_be_in_tree(b, s))
        kp_push(b->scratch, &b->closures, s);
    else
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
    for (size_t i = 0; i < b->inexact.n; i++) {
        const struct kp_sym *s = b->inexact.v[i];

        b->resolved[s->id] = YES;
        if (s->kind == KP_SYM_FIELD && s->parent)
            b->resolved[s->parent->id] = YES;
    }
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

/* The methods of a class that is instantiated explicitly (parse_explicit.c). */
static void name_methods(struct kp_builder *b, CXCursor c)
{
    for (unsigned i = 0; i < clang_getNumOverloadedDecls(c); i++)
        name_function(b, clang_getOverloadedDecl(c, i));
}

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    switch (clang_getCursorKind(c)) {
    case CXCursor_FunctionTemplate:
    case CXCursor_ClassTemplate:
    case CXCursor_ClassTemplatePartialSpecialization:
        return CXChildVisit_Continue;
    case CXCursor_StructDecl:
        return kp_names_nothing(data, c) ? CXChildVisit_Continue : CXChildVisit_Recurse;
    case CXCursor_FunctionDecl: /* a friend, or a member of a class that is instantiated */
    case CXCursor_CXXMethod:
    case CXCursor_Constructor:
    case CXCursor_ConversionFunction:
        name_function(data, c);
        break;
    case CXCursor_CallExpr:
    case CXCursor_DeclRefExpr:
    case CXCursor_MemberRefExpr:
        name_function(data, clang_getCursorReferenced(c));
        break;
    case CXCursor_OverloadedDeclRef:
        if (kp_is_added(data, clang_getCursorLocation(c)))
            name_methods(data, c);
        break;
    default:
        break;
    }
    return CXChildVisit_Recurse;
}

static void find_named(struct kp_builder *b, struct kp_cursors list)
{
    for (size_t i = 0; i < list.n; i++)
        if (!clang_isPreprocessing(clang_getCursorKind(list.v[i])) &&
            kp_is_of_program(b, list.v[i]) &&
            visit(list.v[i], list.v[i], b) == CXChildVisit_Recurse)
            clang_visitChildren(list.v[i], visit, b);
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

/* A dependent part has no exact form. */
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
    kids = kp_cursors_in(b, kp_defined(template));
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

const struct kp_tvalue *kp_argument_named(const struct kp_builder *b, const char *name)
{
    for (size_t i = b->instance ? b->instance->args.n : 0; i-- > 0;)
        if (kp_streq(b->instance->args.v[i].param->name, name))
            return &b->instance->args.v[i];
    return NULL;
}

/* Where the text of an instance's pattern is in the tree: of a generic lambda's operator, the
 * function around it. */
static const struct kp_node *text_behind(struct kp_builder *b, const struct kp_instance *k)
{
    const struct kp_node *n = k->function;

    if (k->pattern->decl && k->pattern->decl->kind == KP_FUNCTION)
        return k->pattern->decl;
    for (size_t i = 0; i < b->functions.n; i++) {
        const struct kp_node *f = b->functions.v[i];

        if (f->file == n->file && f->span.begin <= n->span.begin && f->span.end >= n->span.end)
            return f;
    }
    return NULL;
}

/* The function that all mentions of the parameter are in the instance. */
static bool find_function(const struct kp_node *n, struct kp_tvalue *t)
{
    if (n->pattern && n->pattern->sym == t->param && n->sym != t->function) {
        if (t->function || !n->sym || n->sym->kind != KP_SYM_FUNCTION)
            return false;
        t->function = n->sym;
    }
    kp_each_child(c, n) if (!find_function(c, t)) return false;
    return true;
}

/* libclang does not say which function a template's argument is. */
static void find_functions(struct kp_instance *of)
{
    for (size_t i = 0; i < of->args.n; i++) {
        struct kp_tvalue *t = &of->args.v[i];

        if (!t->known && t->param->kind == KP_SYM_TVALUE && !find_function(of->function, t))
            t->function = NULL;
    }
}

static void build_function(struct kp_builder *b, struct kp_sym *s, CXCursor body)
{
    struct kp_instance out = {.pattern = s->pattern};

    if (!out.pattern)
        return;
    add_args(b, &out, s);
    b->instance = &out;
    out.function = kp_build_function(b, body);
    b->instance = NULL;
    close_types(out.function);
    s->is_kernel |= out.pattern->is_kernel;
    s->is_device |= out.pattern->is_device;
    if (!s->says_bounds) {
        s->launch_max = out.pattern->launch_max;
        s->launch_blocks = out.pattern->launch_blocks;
    }
    kp_link_pattern(b, out.function, text_behind(b, &out));
    find_functions(&out);
    kp_push(b->arena, &b->out->instances, out);
}

static void build(struct kp_builder *b, struct kp_sym *s)
{
    CXCursor c = kp_cursor_of(b, s), body;

    if (s->decl)
        return;
    if (s->kind == KP_SYM_RECORD) {
        kp_build_fields(b, c);
        return;
    }
    body = kp_with_body(b, c);
    if (clang_Cursor_isNull(body))
        return;
    if (b->n_nodes > KP_MOST_INSTANCE_NODES || b->out->instances.n >= KP_MOST_INSTANCES)
        b->out->has_more_instances = true;
    else
        build_function(b, s, body);
}

static void build_queue(struct kp_builder *b)
{
    for (size_t i = 0; i < b->queue.n; i++)
        build(b, b->queue.v[i]);
    b->queue.n = 0;
}

static bool has_template(const struct kp_builder *b)
{
    for (size_t i = 0; i < b->functions.n; i++)
        if (b->functions.v[i]->sym->is_template)
            return true;
    return false;
}

/* ---- operators that are a function's only in the template's text ---- */

/* Where no function of an operator's name is in sight of a template, libclang takes the operator
 * for the language's own: it is open if an instance has a function for it. */
static void open_operators(const struct kp_node *n)
{
    struct kp_node *p = (struct kp_node *)n->pattern;

    if (n->kind == KP_OPCALL && n->sym && n->sym->is_own && p && p->is_dependent &&
        (p->kind == KP_INDEX ? n->op == KP_OP_INDEX
                             : p->op == n->op && (p->kind == KP_BINARY || p->kind == KP_ASSIGN))) {
        p->op = n->op;
        p->kind = KP_OPCALL;
        p->name = n->name;
    }
    kp_each_child(c, n) open_operators(c);
}

/* Of each pattern: the calls in instances, and those of methods among them. */
struct calls {
    struct kp_map all, of_methods;
};

static void count_methods(struct kp_builder *b, struct calls *calls, const struct kp_node *n)
{
    if (n->kind == KP_OPCALL && n->pattern) {
        (*kp_map_at(b->scratch, &calls->all, n->pattern))++;
        if (n->sym && n->sym->is_method)
            (*kp_map_at(b->scratch, &calls->of_methods, n->pattern))++;
    }
    kp_each_child(c, n) count_methods(b, calls, c);
}

static void mark_methods(const struct calls *calls, struct kp_node *n)
{
    size_t all = kp_map_get(&calls->all, n);

    n->has_object =
        n->kind == KP_OPCALL && !n->sym && all && kp_map_get(&calls->of_methods, n) == all;
    kp_each_child(c, n) mark_methods(calls, c);
}

static void find_methods(struct kp_builder *b)
{
    struct calls calls = {0};

    for (size_t i = 0; i < b->out->instances.n; i++)
        open_operators(b->out->instances.v[i].function);
    for (size_t i = 0; i < b->out->instances.n; i++)
        count_methods(b, &calls, b->out->instances.v[i].function);
    for (size_t i = 0; calls.of_methods.used && i < b->functions.n; i++)
        mark_methods(&calls, b->functions.v[i]);
}

static void count_plain(struct kp_builder *b, struct kp_map *counts, const struct kp_node *n)
{
    if ((n->kind == KP_BINARY || n->kind == KP_ASSIGN) && n->pattern &&
        n->pattern->kind == KP_OPCALL && n->op == n->pattern->op)
        (*kp_map_at(b->scratch, counts, n->pattern))++;
    kp_each_child(c, n) count_plain(b, counts, c);
}

static void mark_plain(struct kp_map *counts, size_t n_instances, struct kp_node *n)
{
    n->is_plain = n->kind == KP_OPCALL && n->is_dependent && kp_map_get(counts, n) == n_instances;
    kp_each_child(c, n) mark_plain(counts, n_instances, c);
}

static void find_plain_operators(struct kp_builder *b)
{
    struct kp_map counts = {0}, instances = {0};

    for (size_t i = 0; i < b->out->instances.n; i++) {
        const struct kp_instance *of = &b->out->instances.v[i];

        (*kp_map_at(b->scratch, &instances, of->pattern))++;
        count_plain(b, &counts, of->function);
    }
    for (size_t i = 0; counts.used && i < b->functions.n; i++) {
        size_t n = kp_map_get(&instances, b->functions.v[i]->sym);

        if (n)
            mark_plain(&counts, n, b->functions.v[i]);
    }
}

void kp_build_instances(struct kp_builder *b)
{
    bool any = has_template(b);

    find_resolved(b);
    b->exact = true;
    b->function = NULL;
    b->n_nodes = 0;
    b->types = NULL;
    b->n_types = b->n_types_used = 0;
    if (any)
        find_named(b, kp_cursors_of_unit(b, false));
    if (any)
        find_named(b, kp_cursors_of_unit(b, true));
    find_plain(b);
    build_queue(b);
    for (size_t i = 0; i < b->closures.n; i++) {
        build(b, b->closures.v[i]);
        build_queue(b);
    }
    if (!b->out->has_more_instances) {
        find_methods(b);
        find_plain_operators(b);
    }
}
