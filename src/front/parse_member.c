/* The parts of functions: parameters, members that a constructor initialises, the body. */
#include "front/parse.h"

/* ---- what stands elsewhere ---- */

void kp_move_to_end(struct kp_node *n, const struct kp_node *of)
{
    n->file = of->file;
    n->span = (struct kp_span){of->span.end, of->span.end};
    n->from_macro = true;
    kp_each_child(c, n) kp_move_to_end(c, of);
}

CXCursor kp_default_value(struct kp_builder *b, CXCursor field)
{
    struct kp_cursors kids = kp_cursors_in(b, field);
    CXType t = clang_getCanonicalType(clang_getCursorType(field));
    bool is_array = t.kind == CXType_ConstantArray || t.kind == CXType_DependentSizedArray;
    struct kp_spot name, at;

    if (clang_Cursor_isBitField(field) ||
        !kp_spot_of_location(b, clang_getCursorLocation(field), &name))
        return clang_getNullCursor();
    for (size_t i = kids.n; i-- > 0;) {
        enum CXCursorKind k = clang_getCursorKind(kp_strip(b, kids.v[i]));

        /* children before the name are arguments of the type; after an array's name, its size */
        if (clang_isExpression(k) && kp_spot_of(b, clang_getCursorExtent(kids.v[i]), &at) &&
            (at.file != name.file || at.begin >= name.begin) &&
            (!is_array || k == CXCursor_InitListExpr || k == CXCursor_StringLiteral))
            return kids.v[i];
    }
    return clang_getNullCursor();
}

static enum CXVisitorResult collect_field(CXCursor c, CXClientData data)
{
    struct kp_builder *b = ((void **)data)[0];
    struct kp_cursors *out = ((void **)data)[1];

    kp_push(b->scratch, out, c);
    return CXVisit_Continue;
}

static struct kp_cursors fields_of(struct kp_builder *b, CXType record)
{
    struct kp_cursors out = {0};
    void *data[] = {b, &out};

    clang_Type_visitFields(record, collect_field, data);
    return out;
}

/* ---- constructors ---- */

/* A constructor's `member(value)` becomes an assignment to the member. */
static struct kp_node *build_member_init(struct kp_builder *b, CXCursor member, CXCursor field,
                                         CXCursor value)
{
    struct kp_node *n = kp_node_new(b, KP_ASSIGN, member);
    struct kp_node *left = kp_node_new(b, KP_MEMBER, member);
    struct kp_node *object = kp_none(b, left);

    object->kind = KP_THIS;
    left->sym = kp_sym_of(b, field);
    left->name = left->sym ? left->sym->name : "";
    left->type = left->sym ? left->sym->type : NULL;
    left->is_arrow = true;
    kp_append(left, object);
    n->op = KP_OP_ASSIGN;
    n->type = left->type;
    kp_append(n, left);
    kp_append(n, kp_build_expr(b, value));
    kp_settle_implicit(b, n);
    kp_fold(n);
    return n;
}

/* A constructor's `member(value)`, or something in its place that is no member. */
struct written {
    CXCursor ref, field, value;
};

struct constructor {
    struct kp_builder *b;
    struct kp_node *node;
    KP_VEC(struct written) written;
    CXCursor base; /* what its base is made of; the null cursor: nothing is said */
};

static struct kp_node *unknown_part(struct constructor *c)
{
    struct kp_node *n = kp_none(c->b, c->node);

    n->kind = KP_UNKNOWN;
    n->from_macro = true;
    return n;
}

/* The value that a member gets where the constructor does not say one. */
static void add_unwritten(struct constructor *c, CXCursor field)
{
    CXCursor value = kp_default_value(c->b, field);
    CXType t = clang_getCanonicalType(clang_getCursorType(field));
    struct kp_node *n;

    while (t.kind == CXType_ConstantArray)
        t = clang_getCanonicalType(clang_getArrayElementType(t));
    if (!clang_Cursor_isNull(value)) {
        n = build_member_init(c->b, field, field, value);
        kp_move_to_end(n, c->node);
        kp_append(c->node, n);
    } else if (t.kind == CXType_Record &&
               !kp_has_trivial(c->b, clang_getTypeDeclaration(t), KP_IMPLICIT_DEFAULT)) {
        kp_append(c->node, unknown_part(c));
    }
}

/* A constructor's `base(value)`: the construction of the object's part. */
static void add_base(struct constructor *c, CXType record)
{
    CXType base;

    if (!kp_has_bases(record))
        return;
    if (!kp_base_type(c->b, record, &base))
        kp_append(c->node, unknown_part(c));
    else if (!clang_Cursor_isNull(c->base))
        kp_append(c->node, kp_build_expr(c->b, c->base));
    else if (!kp_has_trivial(c->b, clang_getTypeDeclaration(base), KP_IMPLICIT_DEFAULT))
        kp_append(c->node, unknown_part(c));
}

/* All members in the order in which they are initialised; UNKNOWN for what is not a member's. */
static void add_members(struct constructor *c, CXCursor constructor)
{
    CXType record = clang_getCursorType(clang_getCursorSemanticParent(constructor));
    struct kp_cursors fields = fields_of(c->b, record);
    size_t n_used = 0;

    add_base(c, record);
    for (size_t i = 0; i < fields.n; i++) {
        struct written *w = NULL;

        for (size_t k = 0; k < c->written.n && !w; k++)
            if (clang_equalCursors(c->written.v[k].field, fields.v[i]))
                w = &c->written.v[k];
        n_used += w != NULL;
        if (w)
            kp_append(c->node, build_member_init(c->b, w->ref, w->field, w->value));
        else
            add_unwritten(c, fields.v[i]);
    }
    if (n_used < c->written.n)
        kp_append(c->node, unknown_part(c));
}

/* The list of values, with the name of the base in front. */
static struct kp_node *build_base_init(struct kp_builder *b, CXCursor value, CXCursor name)
{
    struct kp_node *n = kp_build_expr(b, value);
    struct kp_spot s;

    if (!n->from_macro && kp_spot_of(b, clang_getCursorExtent(name), &s) && s.file == n->file &&
        s.begin < n->span.begin)
        n->span.begin = s.begin;
    return n;
}

/* `base<T, N>(value)`: N, which belongs to the name. */
static bool is_argument(CXCursor c, const struct written *w)
{
    CXType t = clang_getCanonicalType(clang_getCursorType(c));

    return clang_Cursor_isNull(w->field) && t.kind != CXType_Record && t.kind != CXType_Invalid;
}

void kp_add_function_parts(struct kp_builder *b, struct kp_node *n, CXCursor function)
{
    struct kp_cursors kids = kp_cursors_in(b, function);
    struct constructor c = {.b = b, .node = n, .base = clang_getNullCursor()};
    bool exact = b->exact && clang_getCursorKind(function) == CXCursor_Constructor;
    struct written w = {.field = clang_getNullCursor()};
    struct kp_node *body = NULL;
    CXCursor around = b->body_of, name = clang_getNullCursor(); /* of a base */

    b->body_of = function;
    for (size_t i = 0; i < kids.n; i++) {
        enum CXCursorKind k = clang_getCursorKind(kids.v[i]);

        if (clang_isReference(k) && clang_Cursor_isNull(name))
            name = kids.v[i];
        if (k == CXCursor_ParmDecl) {
            name = clang_getNullCursor();
            kp_append(n, kp_build_param(b, kids.v[i]));
        } else if (k == CXCursor_MemberRef) {
            w.ref = kids.v[i];
            name = clang_getNullCursor();
            w.field = clang_getCursorReferenced(w.ref);
        } else if (clang_Cursor_isNull(w.field) && kp_makes_base(b, function, kids.v[i])) {
            if (exact)
                c.base = kids.v[i];
            else
                kp_append(n, build_base_init(b, kids.v[i], name));
        } else if (kp_is_expression(kids.v[i]) && !is_argument(kids.v[i], &w) &&
                   (exact || !clang_Cursor_isNull(w.field))) {
            w.value = kids.v[i];
            name = clang_getNullCursor();
            if (exact)
                kp_push(b->scratch, &c.written, w);
            else
                kp_append(n, build_member_init(b, w.ref, w.field, w.value));
            w.field = clang_getNullCursor();
        } else if (k == CXCursor_CompoundStmt) {
            body = kp_build_stmt(b, kids.v[i]);
        }
    }
    if (exact)
        add_members(&c, function);
    b->body_of = around;
    kp_append(n, body ? body : kp_none(b, n));
}

/* ---- lists ---- */

/* `{1}` for a class with more members: in an instance, what those get that have a value of their
 * own. */
void kp_add_missing(struct kp_builder *b, struct kp_node *list, CXCursor c)
{
    CXType t = clang_getCanonicalType(clang_getCursorType(c));
    struct kp_cursors fields;

    if (t.kind != CXType_Record || list->kind == KP_UNKNOWN)
        return;
    if (b->exact && kp_has_bases(t)) {
        list->kind = KP_UNKNOWN;
        return;
    }
    fields = fields_of(b, t);
    while (fields.n && clang_Cursor_isNull(kp_default_value(b, fields.v[fields.n - 1])))
        fields.n--; /* zero */
    b->collapsed += list->n_children < fields.n;
    if (!b->exact)
        return;
    for (size_t i = list->n_children; i < fields.n; i++) {
        CXCursor value = kp_default_value(b, fields.v[i]);
        struct kp_node *n = kp_none(b, list);

        n->kind = KP_INIT_LIST;
        n->type = kp_type_of(b, clang_getCursorType(fields.v[i]));
        if (!clang_Cursor_isNull(value))
            n = kp_build_expr(b, value);
        kp_move_to_end(n, list);
        kp_append(list, n);
    }
}
