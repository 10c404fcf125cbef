/* Expressions other than calls. */
#include "front/parse.h"

bool kp_is_expression(CXCursor c)
{
    return clang_isExpression(clang_getCursorKind(c));
}

bool kp_same_extent(CXCursor a, CXCursor b)
{
    return clang_equalRanges(clang_getCursorExtent(a), clang_getCursorExtent(b));
}

/* The expressions among the children; text without a place (default arguments) is left out. */
static struct kp_cursors operands_in(struct kp_builder *b, CXCursor c)
{
    struct kp_cursors all = kp_cursors_in(b, c), out = {0};
    struct kp_spot s;

    for (size_t i = 0; i < all.n; i++)
        if (kp_is_expression(all.v[i]) && kp_spot_of(b, clang_getCursorExtent(all.v[i]), &s))
            kp_push(b->scratch, &out, all.v[i]);
    return out;
}

static bool same_record(CXCursor a, CXCursor b)
{
    CXType x = clang_getCanonicalType(clang_getCursorType(a)),
           y = clang_getCanonicalType(clang_getCursorType(b));

    return x.kind == CXType_Record && y.kind == CXType_Record &&
           clang_equalCursors(clang_getTypeDeclaration(x), clang_getTypeDeclaration(y));
}

bool kp_is_elided(struct kp_builder *b, CXCursor c, CXCursor *made)
{
    struct kp_cursors kids;

    if (clang_getCursorKind(c) != CXCursor_CallExpr ||
        !clang_Cursor_isNull(clang_getCursorReferenced(c)))
        return false;
    kids = operands_in(b, c);
    if (kids.n != 1 || !same_record(c, kids.v[0]))
        return false;
    *made = kids.v[0];
    return true;
}

CXCursor kp_strip(struct kp_builder *b, CXCursor c)
{
    for (;;) {
        enum CXCursorKind k = clang_getCursorKind(c);
        struct kp_cursors kids;

        if (kp_is_elided(b, c, &c))
            continue;
        if (k != CXCursor_UnexposedExpr && k != CXCursor_ParenExpr)
            return c;
        kids = operands_in(b, c);
        if (kids.n != 1 || (k == CXCursor_UnexposedExpr && !kp_same_extent(c, kids.v[0])))
            return c;
        c = kids.v[0];
    }
}

struct kp_node *kp_expression(struct kp_builder *b, enum kp_kind kind, CXCursor c)
{
    struct kp_node *n = kp_node_new(b, kind, c);

    n->type = kp_type_of(b, clang_getCursorType(c));
    return n;
}

struct kp_node *kp_finish(struct kp_builder *b, struct kp_node *n, CXCursor c)
{
    kp_settle(b, n, c);
    kp_fold(n);
    return n;
}

static void append_all(struct kp_builder *b, struct kp_node *n, struct kp_cursors kids)
{
    for (size_t i = 0; i < kids.n; i++)
        kp_append(n, kp_build_expr(b, kids.v[i]));
}

struct kp_node *kp_with_operands(struct kp_builder *b, enum kp_kind kind, CXCursor c, size_t min,
                                 size_t max)
{
    struct kp_cursors kids = operands_in(b, c);
    struct kp_node *n = kp_expression(b, kids.n < min || kids.n > max ? KP_UNKNOWN : kind, c);

    append_all(b, n, kids);
    return n;
}

/* ---- names ---- */

/* The name, read from the text, of a reference for which libclang gives an empty name. */
static const char *name_in_text(struct kp_builder *b, CXCursor c)
{
    struct kp_spot s;
    struct kp_token t, name = {0};
    uint32_t size, at;
    const char *text;

    if (!kp_spot_of(b, clang_getCursorExtent(c), &s) || s.file < 0)
        return "";
    text = kp_text_of(b, s.file, &size);
    for (at = s.begin; at < s.end; at = t.end) {
        t = kp_lex_code(text, at, s.end);
        if (t.kind == KP_TOKEN_END || (kp_token_is(text, t, "<") && name.end))
            break; /* what follows are template arguments */
        if (strchr("([", text[t.begin]) && t.kind == KP_TOKEN_PUNCT)
            t.end = kp_lex_close(text, t.begin, s.end);
        else if (t.kind == KP_TOKEN_IDENT && !kp_token_is(text, t, "template"))
            name = t;
    }
    return kp_strndup(b->arena, text + name.begin, name.end - name.begin);
}

static CXCursor overloads_in(struct kp_builder *b, CXCursor c)
{
    struct kp_cursors kids = kp_cursors_in(b, c);

    for (size_t i = 0; i < kids.n; i++)
        if (clang_getCursorKind(kids.v[i]) == CXCursor_OverloadedDeclRef)
            return kids.v[i];
    return clang_getNullCursor();
}

struct kp_node *kp_as_constant(struct kp_builder *b, struct kp_node *n, CXCursor c)
{
    struct kp_cursors kids = operands_in(b, c);

    n->has_value = kp_evaluate(b, c, &n->value);
    if (n->has_value) {
        n->kind = KP_INT_LIT;
        n->name = NULL;
        n->first = n->last = NULL;
        n->n_children = 0;
        return n;
    }
    return n->kind == KP_REF && kids.n == 1 ? kp_build_expr(b, kids.v[0]) : n;
}

/* The meaning of a part of a name: a type, a number, or a symbol. */
static const char *argument_text(struct kp_builder *b, CXCursor c)
{
    int64_t value;

    switch (clang_getCursorKind(c)) {
    case CXCursor_TypeRef:
        return kp_take_string(
            b, clang_getTypeSpelling(clang_getCanonicalType(clang_getCursorType(c))));
    case CXCursor_NamespaceRef:
    case CXCursor_TemplateRef:
        return kp_take_string(b, clang_getCursorUSR(clang_getCursorReferenced(c)));
    default:
        if (kp_evaluate(b, c, &value))
            return kp_sprintf(b->arena, "%lld", (long long)value);
        return kp_take_string(b, clang_getCursorUSR(clang_getCursorReferenced(c)));
    }
}

/* Which of the instances it is: one symbol stands for all of them. The compiler's own name of what
 * is found says it; of what waits for an instance, the text and what the parts of it mean. NULL:
 * there are no others. */
static const char *instance_of(struct kp_builder *b, const struct kp_node *n, CXCursor c,
                               CXCursor found)
{
    struct kp_str out = kp_str_new(b->arena);
    struct kp_cursors kids;
    uint32_t size;
    const char *text, *usr;

    if (n->sym && n->sym->parent && n->sym->parent->kind == KP_SYM_FUNCTION)
        return NULL;
    if (n->sym &&
        clang_getCursorKind(found) != CXCursor_UnexposedDecl /* of a variable template */) {
        usr = kp_take_string(b, clang_getCursorUSR(found));
        return strpbrk(usr, "<>") ? usr : NULL;
    }
    text = kp_text_of(b, n->file, &size);
    if (!text || n->from_macro)
        return kp_sprintf(b->arena, "@%u:%u", (unsigned)n->file, n->span.begin);
    if (!memchr(text + n->span.begin, '<', n->span.end - n->span.begin))
        return NULL;
    kp_str_addf(&out, "%.*s", (int)(n->span.end - n->span.begin), text + n->span.begin);
    kids = kp_cursors_in(b, c);
    for (size_t i = 0; i < kids.n; i++)
        kp_str_addf(&out, ",%s", argument_text(b, kids.v[i]));
    return kp_str_text(&out);
}

/* True if a text of the program says the name to which a macro's use refers. */
static bool is_said(struct kp_builder *b, const struct kp_node *n, CXCursor c)
{
    size_t size = 0, length = strlen(n->name);
    const char *text = NULL;
    unsigned offset = 0;
    uint32_t n_bytes;
    CXFile file;

    clang_getSpellingLocation(clang_getCursorLocation(c), &file, NULL, NULL, &offset);
    if (file)
        text = clang_getFileContents(b->tu, file, &size);
    if (text && offset + length <= size && !strncmp(text + offset, n->name, length))
        return !kp_is_others(clang_getLocationForOffset(b->tu, file, offset));
    text = kp_text_of(b, n->file, &n_bytes); /* a macro in a macro: no place is known */
    return text && kp_lex_has(text, n->span.begin, n->span.end, n->name);
}

static struct kp_node *build_ref(struct kp_builder *b, CXCursor c)
{
    CXCursor ref = clang_getCursorReferenced(c), value;
    struct kp_node *n;

    if (b->braced && kp_is_braced_name(b, ref, &value))
        return kp_build_expr(b, value);
    n = kp_expression(b, KP_REF, c);
    if (clang_getCursorKind(ref) == CXCursor_OverloadedDeclRef || clang_Cursor_isNull(ref)) {
        CXCursor overloads = overloads_in(b, c);

        if (!clang_Cursor_isNull(overloads))
            n->name = kp_take_string(b, clang_getCursorSpelling(overloads));
    } else {
        n->sym = kp_sym_of(b, ref);
    }
    if (n->sym && n->sym->kind == KP_SYM_PARAM && n->sym->type &&
        n->sym->type->kind == KP_TYPE_POINTER)
        n->type = n->sym->type;
    if (n->sym)
        n->name = n->sym->name;
    if (!n->name)
        n->name = kp_take_string(b, clang_getCursorSpelling(c));
    if (!*n->name)
        n->name = name_in_text(b, c);
    kp_finish(b, n, c);
    n->instance = instance_of(b, n, c, ref);
    if (n->sym && n->sym->is_kernel && n->from_macro && !is_said(b, n, c))
        kp_add_text(b->arena, &b->out->named_by_system, n->name);
    if (!b->exact || (n->sym && clang_getCursorKind(ref) != CXCursor_UnexposedDecl))
        return n;
    return kp_as_constant(b, n, c);
}

/* ---- members ---- */

static struct kp_node *implicit_this(struct kp_builder *b, const struct kp_node *near)
{
    struct kp_node *n = kp_none(b, near);

    n->kind = KP_THIS;
    return n;
}

static bool has_arrow(struct kp_builder *b, const struct kp_node *n, const struct kp_node *object)
{
    uint32_t size, at = object->span.end;
    const char *text = kp_text_of(b, n->file, &size);

    if (object->type && object->type->kind == KP_TYPE_POINTER)
        return true; /* a pointer has no other members */
    while (at < n->span.end) {
        struct kp_token t = kp_lex_code(text, at, n->span.end);

        at = t.end;
        if (!kp_token_is(text, t, ")"))
            return kp_token_is(text, t, "->");
    }
    return false;
}

/* The record that a member access looks into, for members that a template leaves open. */
static const struct kp_sym *record_behind(const struct kp_node *object)
{
    const struct kp_type *t = object->type;

    if (object->kind == KP_THIS)
        return NULL;
    while (t && (t->kind == KP_TYPE_REFERENCE || t->kind == KP_TYPE_POINTER))
        t = t->elem;
    return t && t->decl && t->decl->kind == KP_SYM_RECORD ? t->decl : NULL;
}

static void resolve_member(struct kp_builder *b, struct kp_node *n, struct kp_node *object)
{
    const struct kp_sym *record = record_behind(object);

    if (!record && object->kind == KP_THIS)
        record = b->record;
    if (!n->sym && record && *n->name)
        n->sym = kp_member_named(b, kp_cursor_of(b, record), n->name, -1);
    if (n->sym && n->sym->kind == KP_SYM_FIELD && n->type && n->type->kind == KP_TYPE_DEPENDENT &&
        !n->type->decl)
        n->type = n->sym->type; /* of a base, which an instance has */
}

/* libclang has no name of an operator that a template leaves open: `operator()` or `operator[]` at
 * the end of the text; NULL: neither. */
static const char *operator_in_text(struct kp_builder *b, CXCursor c)
{
    struct kp_token t[3] = {{0}};
    struct kp_spot s;
    uint32_t size;
    const char *text;

    if (!kp_spot_of(b, clang_getCursorExtent(c), &s) || s.file < 0)
        return NULL;
    text = kp_text_of(b, s.file, &size);
    for (struct kp_token next = kp_lex_code(text, s.begin, s.end); next.kind != KP_TOKEN_END;
         next = kp_lex_code(text, next.end, s.end)) {
        t[0] = t[1];
        t[1] = t[2];
        t[2] = next;
    }
    if (!t[0].end || !kp_token_is(text, t[0], "operator"))
        return NULL;
    return kp_token_is(text, t[1], "(") && kp_token_is(text, t[2], ")")   ? "operator()"
           : kp_token_is(text, t[1], "[") && kp_token_is(text, t[2], "]") ? "operator[]"
                                                                          : NULL;
}

static struct kp_node *build_member(struct kp_builder *b, CXCursor c)
{
    struct kp_node *n = kp_expression(b, KP_MEMBER, c), *object;
    struct kp_cursors kids = operands_in(b, c);
    CXCursor ref = clang_getCursorReferenced(c), self = clang_getNullCursor();

    if (kids.n)
        self = kp_this_as_base(b, kids.v[0]);
    if (!clang_Cursor_isNull(ref) && clang_getCursorKind(ref) != CXCursor_OverloadedDeclRef)
        n->sym = kp_sym_of(b, ref);
    n->name = n->sym ? n->sym->name : kp_take_string(b, clang_getCursorSpelling(c));
    if (!*n->name)
        n->name = name_in_text(b, c);
    if (!n->sym && kp_streq(n->name, "operator") && operator_in_text(b, c))
        n->name = operator_in_text(b, c);
    /* an operand that follows the name is one of the template arguments */
    object = !clang_Cursor_isNull(self) ? kp_build_expr(b, self)
             : kids.n                   ? kp_build_expr(b, kids.v[0])
                                        : implicit_this(b, n);
    kp_append(n, object);
    n->is_arrow = object->kind == KP_THIS || has_arrow(b, n, object);
    resolve_member(b, n, object);
    kp_finish(b, n, c);
    n->instance = instance_of(b, n, c, ref);
    return n;
}

/* ---- operators ---- */

static enum kp_op binary_op(CXCursor c)
{
    static const enum kp_op ops[] = {
        [CXBinaryOperator_Mul] = KP_OP_MUL,
        [CXBinaryOperator_Div] = KP_OP_DIV,
        [CXBinaryOperator_Rem] = KP_OP_REM,
        [CXBinaryOperator_Add] = KP_OP_ADD,
        [CXBinaryOperator_Sub] = KP_OP_SUB,
        [CXBinaryOperator_Shl] = KP_OP_SHL,
        [CXBinaryOperator_Shr] = KP_OP_SHR,
        [CXBinaryOperator_LT] = KP_OP_LT,
        [CXBinaryOperator_GT] = KP_OP_GT,
        [CXBinaryOperator_LE] = KP_OP_LE,
        [CXBinaryOperator_GE] = KP_OP_GE,
        [CXBinaryOperator_EQ] = KP_OP_EQ,
        [CXBinaryOperator_NE] = KP_OP_NE,
        [CXBinaryOperator_And] = KP_OP_AND,
        [CXBinaryOperator_Xor] = KP_OP_XOR,
        [CXBinaryOperator_Or] = KP_OP_OR,
        [CXBinaryOperator_LAnd] = KP_OP_LAND,
        [CXBinaryOperator_LOr] = KP_OP_LOR,
        [CXBinaryOperator_Assign] = KP_OP_ASSIGN,
        [CXBinaryOperator_MulAssign] = KP_OP_MUL_ASSIGN,
        [CXBinaryOperator_DivAssign] = KP_OP_DIV_ASSIGN,
        [CXBinaryOperator_RemAssign] = KP_OP_REM_ASSIGN,
        [CXBinaryOperator_AddAssign] = KP_OP_ADD_ASSIGN,
        [CXBinaryOperator_SubAssign] = KP_OP_SUB_ASSIGN,
        [CXBinaryOperator_ShlAssign] = KP_OP_SHL_ASSIGN,
        [CXBinaryOperator_ShrAssign] = KP_OP_SHR_ASSIGN,
        [CXBinaryOperator_AndAssign] = KP_OP_AND_ASSIGN,
        [CXBinaryOperator_XorAssign] = KP_OP_XOR_ASSIGN,
        [CXBinaryOperator_OrAssign] = KP_OP_OR_ASSIGN,
        [CXBinaryOperator_Comma] = KP_OP_COMMA,
    };
    enum CXBinaryOperatorKind k = clang_getCursorBinaryOperatorKind(c);
    enum kp_op op = (size_t)k < sizeof ops / sizeof *ops ? ops[k] : KP_OP_NONE;

    return op ? op : KP_OP_OTHER;
}

static enum kp_op unary_op(CXCursor c)
{
    switch (clang_getCursorUnaryOperatorKind(c)) {
    case CXUnaryOperator_PostInc:
        return KP_OP_POSTINC;
    case CXUnaryOperator_PostDec:
        return KP_OP_POSTDEC;
    case CXUnaryOperator_PreInc:
        return KP_OP_PREINC;
    case CXUnaryOperator_PreDec:
        return KP_OP_PREDEC;
    case CXUnaryOperator_AddrOf:
        return KP_OP_ADDR;
    case CXUnaryOperator_Deref:
        return KP_OP_DEREF;
    case CXUnaryOperator_Plus:
        return KP_OP_PLUS;
    case CXUnaryOperator_Minus:
        return KP_OP_MINUS;
    case CXUnaryOperator_Not:
        return KP_OP_NOT;
    case CXUnaryOperator_LNot:
        return KP_OP_LNOT;
    default:
        return KP_OP_OTHER;
    }
}

static struct kp_node *build_binary(struct kp_builder *b, CXCursor c)
{
    struct kp_node *n = kp_with_operands(b, KP_BINARY, c, 2, 2);

    n->op = binary_op(c);
    if (n->op == KP_OP_LAND && n->type && n->type->kind == KP_TYPE_BOOL) /* else it may be a call */
        kp_fold_nonzero(b, n->last);
    if (n->kind == KP_BINARY && n->op >= KP_OP_ASSIGN && n->op <= KP_OP_OR_ASSIGN)
        n->kind = KP_ASSIGN;
    else if (n->op == KP_OP_OTHER)
        n->kind = KP_UNKNOWN;
    return kp_finish(b, n, c);
}

/* In a template, `s[i]` has no type when the size of `s` is open, but its declaration has one. */
static void type_from_base(struct kp_node *n)
{
    const struct kp_type *t = n->first ? n->first->type : NULL;

    if (!n->type || n->type->kind != KP_TYPE_DEPENDENT || n->type->decl)
        return;
    if (t && t->kind == KP_TYPE_REFERENCE)
        t = t->elem;
    if (t && (t->kind == KP_TYPE_ARRAY || t->kind == KP_TYPE_POINTER) && t->elem)
        n->type = t->elem;
}

static struct kp_node *build_unary(struct kp_builder *b, CXCursor c)
{
    struct kp_cursors kids = operands_in(b, c);
    struct kp_node *n;

    if (clang_getCursorUnaryOperatorKind(c) == CXUnaryOperator_Extension && kids.n == 1)
        return kp_build_expr(b, kids.v[0]);
    n = kp_with_operands(b, KP_UNARY, c, 1, 1);
    n->op = unary_op(c);
    if (n->op == KP_OP_OTHER)
        n->kind = KP_UNKNOWN;
    if (n->op == KP_OP_DEREF)
        type_from_base(n);
    return kp_finish(b, n, c);
}

static struct kp_node *build_subscript(struct kp_builder *b, CXCursor c)
{
    struct kp_node *n = kp_with_operands(b, KP_INDEX, c, 2, 2);
    struct kp_node *x = n->first, *y = x ? x->next : NULL;

    if (y && y->type && (y->type->kind == KP_TYPE_POINTER || y->type->kind == KP_TYPE_ARRAY) &&
        x->type && x->type->kind == KP_TYPE_INT) { /* 2[a] */
        n->first = y;
        n->last = x;
        y->next = x;
        x->next = NULL;
        n->from_macro = true; /* nobody expects this order in the text */
    }
    if (y)
        type_from_base(n);
    return kp_finish(b, n, c);
}

static struct kp_node *build_cast(struct kp_builder *b, CXCursor c)
{
    struct kp_cursors kids = operands_in(b, c);
    CXCursor operand = kids.n ? kids.v[kids.n - 1] : clang_getNullCursor();
    bool functional = clang_getCursorKind(c) == CXCursor_CXXFunctionalCastExpr;
    struct kp_node *n;

    if (kids.n && functional) {
        CXCursor inner = kp_strip(b, operand);
        enum CXCursorKind k = clang_getCursorKind(inner), ref;

        ref = clang_getCursorKind(clang_getCursorReferenced(inner));
        if (k == CXCursor_InitListExpr) { /* T{a, b} */
            n = kp_expression(b, KP_CONSTRUCT, c);
            append_all(b, n, operands_in(b, inner));
            return kp_finish(b, n, c);
        }
        if (k == CXCursor_CallExpr && ref == CXCursor_Constructor && kp_same_extent(inner, c))
            return kp_build_call(b, inner);
    }
    n = kp_expression(b, kids.n ? KP_CAST : KP_CONSTRUCT, c);
    if (kids.n) {
        kp_append(n, kp_build_expr(b, operand));
        n->is_place = kp_is_place_cast(b, c);
    } else if (n->type &&
               n->type->kind == KP_TYPE_INT) /* offsetof(T, x), too, whose operands nobody shows */
        n->has_value = kp_evaluate(b, c, &n->value);
    return kp_finish(b, n, c);
}

/* ---- the rest ---- */

/* `(a, b)` after a declared name of dependent type, T(), and lists of unknown form. */
static struct kp_node *build_unexposed(struct kp_builder *b, CXCursor c)
{
    struct kp_cursors kids = operands_in(b, c);
    struct kp_node *n = kp_expression(b, KP_UNKNOWN, c);
    uint32_t size;
    const char *text = kp_text_of(b, n->file, &size);
    CXCursor overloads = overloads_in(b, c);

    if (!n->from_macro && n->span.end > n->span.begin && n->span.end <= size) {
        char first = text[n->span.begin], last = text[n->span.end - 1];

        if (first == '(' && last == ')')
            n->kind = KP_CONSTRUCT;
        else if (kids.n == 0 && last == ')' && clang_Cursor_isNull(overloads))
            n->kind = KP_CONSTRUCT;
    }
    append_all(b, n, kids);
    kp_finish(b, n, c);
    return b->exact && kids.n == 0 ? kp_as_constant(b, n, c) : n;
}

static struct kp_node *build_list(struct kp_builder *b, CXCursor c)
{
    struct kp_node *n = kp_with_operands(b, KP_INIT_LIST, c, 0, SIZE_MAX);

    kp_finish(b, n, c);
    kp_add_missing(b, n, c);
    return n;
}

static struct kp_node *build_kind(struct kp_builder *b, CXCursor c)
{
    enum CXCursorKind k = clang_getCursorKind(c);

    switch (k) {
    case CXCursor_DeclRefExpr:
        return build_ref(b, c);
    case CXCursor_MemberRefExpr:
        return build_member(b, c);
    case CXCursor_CallExpr:
        return kp_build_call(b, c);
    case CXCursor_ArraySubscriptExpr:
        return build_subscript(b, c);
    case CXCursor_BinaryOperator:
    case CXCursor_CompoundAssignOperator:
        return build_binary(b, c);
    case CXCursor_UnaryOperator:
        return build_unary(b, c);
    case CXCursor_ConditionalOperator:
        return kp_finish(b, kp_with_operands(b, KP_COND, c, 3, 3), c);
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXStaticCastExpr:
    case CXCursor_CXXDynamicCastExpr:
    case CXCursor_CXXReinterpretCastExpr:
    case CXCursor_CXXConstCastExpr:
    case CXCursor_CXXFunctionalCastExpr:
        return build_cast(b, c);
    case CXCursor_InitListExpr:
        return build_list(b, c);
    case CXCursor_CompoundLiteralExpr:
        return kp_finish(b, kp_with_operands(b, KP_CONSTRUCT, c, 0, SIZE_MAX), c);
    case CXCursor_IntegerLiteral:
    case CXCursor_CharacterLiteral:
        return kp_build_literal(b, KP_INT_LIT, c);
    case CXCursor_FloatingLiteral:
        return kp_build_float(b, c);
    case CXCursor_CXXBoolLiteralExpr:
        return kp_build_literal(b, KP_BOOL_LIT, c);
    case CXCursor_StringLiteral:
        return kp_build_literal(b, KP_STRING_LIT, c);
    case CXCursor_CXXNullPtrLiteralExpr:
    case CXCursor_GNUNullExpr:
        return kp_build_null(b, c);
    case CXCursor_UnaryExpr:
    case CXCursor_SizeOfPackExpr:
        return kp_build_sizeof(b, c);
    case CXCursor_CXXThisExpr:
        return kp_finish(b, kp_expression(b, KP_THIS, c), c);
    case CXCursor_LambdaExpr:
        return kp_build_lambda(b, c);
    case CXCursor_CXXNewExpr:
    case CXCursor_CXXDeleteExpr:
        return kp_finish(b, kp_with_operands(b, KP_NEW_DELETE, c, 0, SIZE_MAX), c);
    case CXCursor_StmtExpr:
        return kp_build_braced(b, c);
    default:
        return build_unexposed(b, c);
    }
}

/* True if the macro's body is one name in parentheses. */
static bool only_parenthesises(struct kp_builder *b, const struct kp_invocation *use)
{
    const struct kp_macro *m = kp_macro_named(b, use->name);
    unsigned names = 0;
    uint32_t size, at;
    const char *s = m ? kp_text_of(b, (int)m->file, &size) : NULL;
    struct kp_token t;

    if (!s || m->end > size || kp_is_redefined(b, use->name))
        return false;
    at = kp_lex(s, m->begin, m->end).end;
    t = kp_lex(s, at, m->end);
    if (!kp_token_is(s, t, "(") || t.begin != at) /* it has no parameters */
        return false;
    for (t = kp_lex(s, kp_lex_close(s, at, m->end) + 1, m->end); t.kind != KP_TOKEN_END;
         t = kp_lex(s, t.end, m->end)) {
        if (t.kind != KP_TOKEN_IDENT && !kp_token_is(s, t, "(") && !kp_token_is(s, t, ")"))
            return false;
        names += t.kind == KP_TOKEN_IDENT;
    }
    return names == 1;
}

/* A macro whose body puts parentheses around its argument, and no more, makes the argument's node:
 * the invocation is its text. */
static void cover_parentheses(struct kp_builder *b, struct kp_node *n, CXCursor around)
{
    const struct kp_invocation *use;
    struct kp_spot s;

    if (n->from_macro || !kp_spot_of(b, clang_getCursorExtent(around), &s) || s.file != n->file)
        return;
    use = kp_use_at(b, s.file, s.begin);
    if (!use || use->end != s.end || n->span.begin <= use->begin || n->span.end >= use->end ||
        !only_parenthesises(b, use))
        return;
    n->span = (struct kp_span){use->begin, use->end};
    n->from_macro = true;
}

struct kp_node *kp_build_expr(struct kp_builder *b, CXCursor c)
{
    struct kp_node *n;

    if (b->depth >= KP_MAX_DEPTH) {
        n = kp_expression(b, KP_UNKNOWN, c);
        kp_add_hole(b, b->function, n->file, n->span.begin, true, "this is nested too deeply");
        return n;
    }
    b->depth++;
    n = build_kind(b, kp_strip(b, c));
    cover_parentheses(b, n, c);
    b->depth--;
    return n;
}
