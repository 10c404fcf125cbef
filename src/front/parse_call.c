/* CallExpr cursors: calls, overloaded operators, constructions, conversions, launches. */
#include "front/parse.h"

#include "front/lex.h"

struct call {
    struct kp_builder *b;
    CXCursor cursor;
    CXCursor ref; /* what libclang says is called */
    enum CXCursorKind ref_kind;
    /* expressions that have a place; a launch's configuration left out */
    struct kp_cursors operands;
    struct kp_cursors defaults; /* parameters behind, whose default arguments are used */
    bool has_type_ref;
};

static enum CXChildVisitResult visit_parameter(CXCursor c, CXCursor parent, CXClientData data)
{
    struct call *call = data;

    (void)parent;
    if (clang_getCursorKind(c) == CXCursor_ParmDecl)
        kp_push(call->b->scratch, &call->defaults, c);
    return CXChildVisit_Continue;
}

/* The last `n` parameters of what is called. */
static void find_defaults(struct call *call, size_t n)
{
    CXCursor *v;

    clang_visitChildren(call->ref, visit_parameter, call);
    v = call->defaults.v;
    n = n < call->defaults.n ? n : call->defaults.n;
    memmove(v, v + call->defaults.n - n, n * sizeof *v);
    call->defaults.n = n;
}

/* Returns the number of those that have no text. */
static size_t take_operands(struct call *call)
{
    struct kp_builder *b = call->b;
    struct kp_cursors all = kp_cursors_in(b, call->cursor);
    struct kp_spot s;
    size_t n_left_out = 0;

    for (size_t i = 0; i < all.n; i++) {
        enum CXCursorKind k = clang_getCursorKind(all.v[i]);

        call->has_type_ref =
            call->has_type_ref || k == CXCursor_TypeRef || k == CXCursor_TemplateRef;
        if (!kp_is_expression(all.v[i]) || kp_is_configuration(all.v[i]))
            continue;
        if (kp_spot_of(b, clang_getCursorExtent(all.v[i]), &s))
            kp_push(b->scratch, &call->operands, all.v[i]);
        else
            n_left_out++;
    }
    return n_left_out;
}

static void look_at(struct call *call)
{
    struct kp_builder *b = call->b;
    size_t n_left_out = take_operands(call);

    if (b->exact && n_left_out)
        find_defaults(call, n_left_out);
    b->collapsed += n_left_out;
}

static struct kp_node *node_for(struct call *call, enum kp_kind kind)
{
    struct kp_node *n = kp_node_new(call->b, kind, call->cursor);

    n->type = kp_type_of(call->b, clang_getCursorType(call->cursor));
    return n;
}

static void append_operands(struct call *call, struct kp_node *n)
{
    for (size_t i = 0; i < call->operands.n; i++)
        kp_append(n, kp_build_expr(call->b, call->operands.v[i]));
}

static void append_defaults(struct call *call, struct kp_node *n)
{
    for (size_t i = 0; i < call->defaults.n; i++) {
        CXCursor value = clang_Cursor_getVarDeclInitializer(call->defaults.v[i]);
        struct kp_node *arg = kp_none(call->b, n);

        if (clang_Cursor_isNull(value))
            arg->kind = KP_UNKNOWN;
        else
            arg = kp_build_expr(call->b, value);
        kp_move_to_end(arg, n);
        kp_append(n, arg);
    }
}

static struct kp_node *finish(struct call *call, struct kp_node *n)
{
    kp_settle(call->b, n, call->cursor);
    kp_fold(n);
    return n;
}

static bool starts_with_name(CXCursor c, const char *prefix)
{
    CXString s = clang_getCursorSpelling(c);
    bool yes = clang_getCString(s) && kp_starts_with(clang_getCString(s), prefix);

    clang_disposeString(s);
    return yes;
}

/* ---- constructions ---- */

/* Expressions among the template arguments of the type that is named, N - 1 in Row<T, N - 1>(p),
 * are children of the cursor, and none of the constructor's. Which of the children are arguments
 * nobody says: cursors of one expression that come by different ways are not equal. */
static void take_arguments(struct call *call)
{
    int n = clang_Cursor_getNumArguments(call->cursor);
    struct kp_spot s;

    if (!call->has_type_ref || n < 0)
        return;
    call->operands.n = 0;
    for (int i = 0; i < n; i++) {
        CXCursor a = clang_Cursor_getArgument(call->cursor, (unsigned)i);

        if (kp_spot_of(call->b, clang_getCursorExtent(a), &s)) /* no default argument */
            kp_push(call->b->scratch, &call->operands, a);
    }
}

/* Constructors without effects: the CUDA types' own, and those that copy bits or do nothing. */
static bool is_plain_constructor(struct kp_builder *b, CXCursor constructor)
{
    struct kp_sym *s = kp_sym_of(b, constructor);

    return (s && s->from_prelude) ||
           kp_is_trivial(b, constructor,
                         clang_CXXConstructor_isDefaultConstructor(constructor)
                             ? KP_IMPLICIT_DEFAULT
                             : KP_IMPLICIT_COPY);
}

/* True of `T()` where the class has the compiler's own constructor and nothing of its members'
 * runs: the object is zeros, as that of `T{}`. */
static bool makes_zeros(struct call *call)
{
    return !call->operands.n && !call->defaults.n &&
           clang_CXXConstructor_isDefaultConstructor(call->ref) &&
           kp_is_trivial(call->b, call->ref, KP_IMPLICIT_DEFAULT);
}

static struct kp_node *build_construct(struct call *call)
{
    struct kp_cursors *o = &call->operands;
    struct kp_node *n;
    bool implicit;

    take_arguments(call);
    implicit = o->n == 1 && kp_same_extent(call->cursor, o->v[0]);
    if (implicit && is_plain_constructor(call->b, call->ref))
        return kp_build_expr(call->b, o->v[0]);
    n = node_for(call, KP_CONSTRUCT);
    n->sym = makes_zeros(call) ? NULL : kp_sym_of(call->b, call->ref);
    n->name = n->sym ? n->sym->name : "";
    call->b->collapsed += n->sym && !n->sym->from_prelude;
    append_operands(call, n);
    append_defaults(call, n);
    if (implicit) {
        kp_settle_implicit(call->b, n);
        kp_fold(n);
        return n;
    }
    return finish(call, n);
}

/* `float(x)` with a dependent x: libclang gives what a call has, with nothing where its function
 * would stand. The type that it has is no call's, which waits for the instance, and the text begins
 * with a keyword that no function has for a name. */
static bool constructs_builtin(struct call *call)
{
    static const char *const words[] = {"bool",   "char",     "char8_t", "char16_t", "char32_t",
                                        "double", "float",    "int",     "long",     "short",
                                        "signed", "unsigned", "wchar_t", "__int128"};
    CXType type = clang_getCanonicalType(clang_getCursorType(call->cursor));
    struct kp_token word;
    struct kp_spot s;
    uint32_t size;
    const char *text;

    if (type.kind < CXType_Bool || type.kind > CXType_LongDouble ||
        !kp_spot_of(call->b, clang_getCursorExtent(call->cursor), &s) || s.file < 0)
        return false;
    text = kp_text_of(call->b, s.file, &size);
    word = kp_lex_code(text, s.begin, s.end < size ? s.end : size);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (word.begin == s.begin && kp_token_is(text, word, words[i]))
            return true;
    return false;
}

/* T(x) with a dependent T: a cast when there is one operand, as for int. */
static struct kp_node *build_unresolved_construct(struct call *call)
{
    CXCursor only =
        call->operands.n == 1 ? kp_strip(call->b, call->operands.v[0]) : clang_getNullCursor();
    struct kp_node *n;

    if (clang_getCursorKind(only) == CXCursor_InitListExpr) { /* T{...} */
        struct call list = {.b = call->b, .cursor = only};

        look_at(&list);
        n = node_for(call, KP_CONSTRUCT);
        append_operands(&list, n);
        return finish(call, n);
    }
    n = node_for(call, call->operands.n == 1 ? KP_CAST : KP_CONSTRUCT);
    append_operands(call, n);
    return finish(call, n);
}

/* x converted by its class's conversion function, without a call in the text. */
static bool is_implicit_conversion(struct call *call)
{
    return call->ref_kind == CXCursor_ConversionFunction && call->operands.n == 1 &&
           kp_same_extent(call->cursor, call->operands.v[0]);
}

static struct kp_node *build_conversion(struct call *call)
{
    struct kp_sym *s = kp_sym_of(call->b, call->ref);
    struct kp_cursors inner = kp_cursors_in(call->b, kp_strip(call->b, call->operands.v[0]));
    struct kp_node *n;

    if (s->from_prelude && inner.n && kp_is_expression(inner.v[0]))
        return kp_build_expr(call->b, inner.v[0]);
    n = node_for(call, KP_CALL);
    n->sym = s;
    n->name = s->name;
    append_operands(call, n);
    n->from_macro = false;
    kp_settle_implicit(call->b, n);
    if (n->first)
        n->first->from_macro = n->first->first && n->first->first->from_macro;
    kp_fold(n);
    return n;
}

/* ---- operators ---- */

static const struct {
    const char *text;
    enum kp_op unary, binary;
} operators[] = {
    {"+", KP_OP_PLUS, KP_OP_ADD},          {"-", KP_OP_MINUS, KP_OP_SUB},
    {"*", KP_OP_DEREF, KP_OP_MUL},         {"&", KP_OP_ADDR, KP_OP_AND},
    {"~", KP_OP_NOT, KP_OP_NONE},          {"!", KP_OP_LNOT, KP_OP_NONE},
    {"++", KP_OP_PREINC, KP_OP_POSTINC},   {"--", KP_OP_PREDEC, KP_OP_POSTDEC},
    {"/", KP_OP_NONE, KP_OP_DIV},          {"%", KP_OP_NONE, KP_OP_REM},
    {"<<", KP_OP_NONE, KP_OP_SHL},         {">>", KP_OP_NONE, KP_OP_SHR},
    {"<", KP_OP_NONE, KP_OP_LT},           {">", KP_OP_NONE, KP_OP_GT},
    {"<=", KP_OP_NONE, KP_OP_LE},          {">=", KP_OP_NONE, KP_OP_GE},
    {"==", KP_OP_NONE, KP_OP_EQ},          {"!=", KP_OP_NONE, KP_OP_NE},
    {"^", KP_OP_NONE, KP_OP_XOR},          {"|", KP_OP_NONE, KP_OP_OR},
    {"&&", KP_OP_NONE, KP_OP_LAND},        {"||", KP_OP_NONE, KP_OP_LOR},
    {",", KP_OP_NONE, KP_OP_COMMA},        {"=", KP_OP_NONE, KP_OP_ASSIGN},
    {"*=", KP_OP_NONE, KP_OP_MUL_ASSIGN},  {"/=", KP_OP_NONE, KP_OP_DIV_ASSIGN},
    {"%=", KP_OP_NONE, KP_OP_REM_ASSIGN},  {"+=", KP_OP_NONE, KP_OP_ADD_ASSIGN},
    {"-=", KP_OP_NONE, KP_OP_SUB_ASSIGN},  {"<<=", KP_OP_NONE, KP_OP_SHL_ASSIGN},
    {">>=", KP_OP_NONE, KP_OP_SHR_ASSIGN}, {"&=", KP_OP_NONE, KP_OP_AND_ASSIGN},
    {"^=", KP_OP_NONE, KP_OP_XOR_ASSIGN},  {"|=", KP_OP_NONE, KP_OP_OR_ASSIGN},
    {"[]", KP_OP_NONE, KP_OP_INDEX},       {"()", KP_OP_CALL, KP_OP_CALL},
    {"->", KP_OP_ARROW, KP_OP_NONE},
};

static enum kp_op operator_named(const char *name, size_t n_operands)
{
    const char *text = name + strlen("operator");

    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (kp_streq(operators[i].text, text)) {
            enum kp_op op = n_operands == 1 ? operators[i].unary : operators[i].binary;

            return strcmp(text, "()") == 0 ? KP_OP_CALL : op ? op : KP_OP_OTHER;
        }
    return KP_OP_OTHER;
}

/* Position of the operand that names the operator function; operands.n when there is none. */
static size_t operator_position(struct call *call)
{
    struct kp_builder *b = call->b;

    for (size_t i = 0; i < call->operands.n; i++) {
        CXCursor c = kp_strip(b, call->operands.v[i]);
        struct kp_spot s;
        uint32_t size;
        const char *text;

        if (clang_getCursorKind(c) != CXCursor_DeclRefExpr)
            continue;
        if (!starts_with_name(clang_getCursorReferenced(c), "operator"))
            continue;
        /* `operator+(a, b)` written out is a plain call */
        if (kp_spot_of(b, clang_getCursorExtent(c), &s) && s.file >= 0) {
            text = kp_text_of(b, s.file, &size);
            if (s.end - s.begin > 8 && strncmp(text + s.begin, "operator", 8) == 0)
                continue;
        }
        return i;
    }
    return call->operands.n;
}

/* Neither a class nor an enumeration, whatever a template's arguments are. */
static bool is_no_class(struct kp_builder *b, CXCursor operand)
{
    CXType t = clang_getCanonicalType(clang_getCursorType(operand));
    CXCursor inner = kp_strip(b, operand), name;
    bool is_built_in;

    switch (t.kind) {
    case CXType_Pointer:
    case CXType_ConstantArray:
    case CXType_IncompleteArray:
    case CXType_DependentSizedArray:
        return true;
    default:
        return (t.kind >= CXType_Bool && t.kind <= CXType_LongDouble) ||
               (clang_getCursorKind(inner) == CXCursor_CallExpr &&
                kp_is_open_operator(b, inner, &name, &is_built_in) && is_built_in);
    }
}

/* The language's own operator: where no operand is of a class or an enumeration, no other is asked,
 * although a template's pattern lists all of the name. */
static bool is_builtin(struct call *call, size_t position)
{
    CXCursor name = kp_strip(call->b, call->operands.v[position]);

    if (clang_getCursorKind(clang_getCursorReferenced(name)) != CXCursor_OverloadedDeclRef)
        return false;
    for (size_t i = 0; i < call->operands.n; i++)
        if (i != position && !is_no_class(call->b, call->operands.v[i]))
            return false;
    return call->operands.n > 1;
}

bool kp_is_open_operator(struct kp_builder *b, CXCursor c, CXCursor *name, bool *is_built_in)
{
    struct call call = {.b = b, .cursor = c};
    size_t position;

    take_operands(&call);
    position = operator_position(&call);
    if (position == call.operands.n)
        return false;
    *name = call.operands.v[position];
    *is_built_in = is_builtin(&call, position);
    return clang_getCursorKind(clang_getCursorReferenced(kp_strip(b, *name))) ==
           CXCursor_OverloadedDeclRef;
}

static bool is_plain_operator(struct kp_builder *b, CXCursor function)
{
    struct kp_sym *s = kp_sym_of(b, function);

    if (s && s->from_prelude)
        return true;
    return (clang_CXXMethod_isCopyAssignmentOperator(function) ||
            clang_CXXMethod_isMoveAssignmentOperator(function)) &&
           kp_is_trivial(b, function, KP_IMPLICIT_ASSIGNMENT);
}

/* Operators of the CUDA types, and assignments that copy whole structs, are what they look like. */
static enum kp_kind plain_kind(enum kp_op op, unsigned n_operands)
{
    if (op >= KP_OP_ASSIGN && op <= KP_OP_OR_ASSIGN)
        return KP_ASSIGN;
    if (op == KP_OP_INDEX || op == KP_OP_CALL || op == KP_OP_ARROW || op == KP_OP_OTHER)
        return KP_OPCALL;
    return n_operands == 1 || op == KP_OP_POSTINC || op == KP_OP_POSTDEC ? KP_UNARY : KP_BINARY;
}

/* An instance of a generic lambda's operator. */
static bool is_generic(struct call *call, CXCursor function)
{
    return call->b->exact && clang_getCursorKind(clang_getSpecializedCursorTemplate(function)) ==
                                 CXCursor_FunctionTemplate;
}

static struct kp_node *build_operator(struct call *call, size_t position)
{
    struct kp_builder *b = call->b;
    CXCursor ref = clang_getCursorReferenced(kp_strip(b, call->operands.v[position]));
    const char *name = kp_take_string(b, clang_getCursorSpelling(ref));
    size_t n_operands = call->operands.n - 1;
    struct kp_node *n = node_for(call, KP_OPCALL);

    n->op = operator_named(name, n_operands);
    n->name = name;
    if (clang_getCursorKind(ref) != CXCursor_OverloadedDeclRef)
        n->sym = kp_sym_of(b, ref);
    for (size_t i = 0; i < call->operands.n; i++)
        if (i != position)
            kp_append(n, kp_build_expr(b, call->operands.v[i]));
    if (n->op == KP_OP_CALL) { /* object(arguments) */
        n->kind = KP_CALL;
        n->op = KP_OP_NONE;
        if (n->first && n->first->sym && n->first->sym->is_lambda && !is_generic(call, ref))
            n->sym = n->first->sym;
        append_defaults(call, n);
    } else if (n->sym ? is_plain_operator(b, ref) : is_builtin(call, position)) {
        n->kind = plain_kind(n->op, n->n_children);
        if (n->kind != KP_OPCALL) {
            n->sym = NULL;
            n->name = NULL;
        }
    }
    return finish(call, n);
}

/* ---- plain calls ---- */

static CXCursor overloads_of(struct kp_builder *b, CXCursor callee)
{
    for (int i = 0; i < 4; i++) {
        struct kp_cursors kids = kp_cursors_in(b, callee);
        CXCursor next = clang_getNullCursor();

        for (size_t k = 0; k < kids.n; k++) {
            if (clang_getCursorKind(kids.v[k]) == CXCursor_OverloadedDeclRef)
                return kids.v[k];
            if (clang_Cursor_isNull(next) && kp_is_expression(kids.v[k]))
                next = kids.v[k];
        }
        if (clang_Cursor_isNull(next) || clang_getCursorKind(callee) == CXCursor_MemberRefExpr)
            break;
        callee = next;
    }
    return clang_getNullCursor();
}

/* Declared by the prelude or a system header. */
static bool is_foreign(struct kp_builder *b, CXCursor function)
{
    struct kp_spot at;

    return !kp_spot_of_location(b, clang_getCursorLocation(function), &at) || at.file < 0;
}

/* The only candidate with this number of arguments. All overloads of a name outside the project
 * have the same effects, so one of them (the prelude's, if it has one) is used for all. */
static struct kp_sym *choose(struct kp_builder *b, CXCursor overloads, unsigned n_args)
{
    unsigned n = clang_getNumOverloadedDecls(overloads), own = 0, foreign = 0;
    struct kp_sym *found = NULL;

    for (unsigned i = 0; i < n; i++) {
        CXCursor c = clang_getOverloadedDecl(overloads, i);
        struct kp_sym *s = kp_sym_of(b, c);
        unsigned required, most = kp_parameters_of(b, c, &required);

        if (!s || s->kind != KP_SYM_FUNCTION)
            return NULL;
        if (n_args < required || (n_args > most && !clang_Cursor_isVariadic(c)))
            continue;
        if (is_foreign(b, c))
            foreign++;
        else
            own += found != s;
        if (!found || (s->from_prelude && !found->from_prelude))
            found = s;
    }
    return own == 0 || (own == 1 && foreign == 0) ? found : NULL;
}

/* The function that a constant of a function's body holds; the symbol itself: it is another one. */
static const struct kp_sym *held(const struct kp_sym *s)
{
    const struct kp_node *init = s->kind == KP_SYM_VAR && s->type && s->type->is_const &&
                                         !s->type->is_volatile && s->space == KP_SPACE_LOCAL &&
                                         s->decl && s->decl->kind == KP_VAR && s->decl->has_init
                                     ? s->decl->last
                                     : NULL;

    if (init && init->kind == KP_UNARY && init->op == KP_OP_ADDR)
        init = init->first;
    return init && init->kind == KP_REF && init->sym && init->sym->kind == KP_SYM_FUNCTION
               ? init->sym
               : s;
}

static void resolve(struct call *call, struct kp_node *n)
{
    struct kp_builder *b = call->b;
    struct kp_node *callee = n->first;
    unsigned n_args = n->n_children - 1;
    CXCursor overloads;

    if (!clang_Cursor_isNull(call->ref) && call->ref_kind != CXCursor_OverloadedDeclRef) {
        n->sym = held(kp_sym_of(b, call->ref));
        return;
    }
    overloads = overloads_of(b, call->operands.v[0]);
    if (!clang_Cursor_isNull(overloads)) {
        n->sym = choose(b, overloads, n_args);
    } else if (callee->kind == KP_MEMBER && callee->first && !callee->sym) {
        const struct kp_type *t = callee->first->type;

        while (t && (t->kind == KP_TYPE_POINTER || t->kind == KP_TYPE_REFERENCE))
            t = t->elem;
        if (t && t->decl && t->decl->kind == KP_SYM_RECORD)
            n->sym = kp_member_named(b, kp_cursor_of(b, t->decl), callee->name, (int)n_args);
        else if (callee->first->kind == KP_THIS && b->record)
            n->sym = kp_member_named(b, kp_cursor_of(b, b->record), callee->name, (int)n_args);
    } else if (callee->sym) {
        n->sym = held(callee->sym);
    } else if (b->exact && callee->op == KP_OP_ADDR && callee->first->sym &&
               callee->first->sym->kind == KP_SYM_FUNCTION) {
        n->sym = callee->first->sym; /* a template's argument */
    } else if (!b->exact) {
        n->sym = kp_static_in_open_class(b, call->operands.v[0], callee, n_args);
    }
    if (!n->sym && callee->kind == KP_REF)
        kp_push(b->scratch, &b->open_calls, n);
}

/* `::f` of `traits<T>::f`, a name that no function in sight has: only an instance knows the class.
 * NULL: the text is of another form. */
static const char *name_in_open_class(struct kp_builder *b, const struct kp_node *callee)
{
    uint32_t size, at;
    const char *text = kp_text_of(b, callee->file, &size);
    struct kp_token t[3] = {0}; /* the last ones */

    if (!text || callee->from_macro || callee->kind != KP_REF || callee->sym)
        return NULL;
    for (at = callee->span.begin;; at = t[2].end) {
        struct kp_token next = kp_lex_code(text, at, callee->span.end);

        if (next.kind == KP_TOKEN_END)
            break;
        t[0] = t[1];
        t[1] = t[2];
        t[2] = next;
    }
    return t[2].kind == KP_TOKEN_IDENT && kp_token_is(text, t[1], "::") && t[0].end > 0 &&
                   text[t[0].end - 1] == '>'
               ? kp_sprintf(b->arena, "::%.*s", (int)(t[2].end - t[2].begin), text + t[2].begin)
               : NULL;
}

static struct kp_node *build_plain_call(struct call *call)
{
    const char *open;

    struct kp_node *n = node_for(call, KP_CALL);

    append_operands(call, n);
    if (!n->first) {
        n->kind = KP_UNKNOWN;
        return finish(call, n);
    }
    resolve(call, n);
    append_defaults(call, n);
    if (n->sym && n->first->kind == KP_REF && !n->first->sym)
        n->first->sym = n->sym;
    if (n->sym && n->first->kind == KP_MEMBER && !n->first->sym)
        n->first->sym = n->sym;
    n->name = n->sym ? n->sym->name : n->first->name;
    if (!n->sym && (open = name_in_open_class(call->b, n->first)))
        n->name = open;
    if (kp_is_launch(call->cursor))
        kp_add_launch(call->b, call->cursor, n);
    return finish(call, n);
}

struct kp_node *kp_build_call(struct kp_builder *b, CXCursor c)
{
    struct call call = {.b = b, .cursor = c, .ref = clang_getCursorReferenced(c)};
    CXCursor pattern = clang_getNullCursor();
    size_t position;

    call.ref_kind = clang_getCursorKind(call.ref);
    if (call.ref_kind == CXCursor_FunctionTemplate)
        pattern = call.ref;
    look_at(&call);
    if (call.ref_kind == CXCursor_Constructor ||
        clang_getTemplateCursorKind(pattern) == CXCursor_Constructor)
        return build_construct(&call);
    if (is_implicit_conversion(&call))
        return build_conversion(&call);
    position = operator_position(&call);
    if (position < call.operands.n)
        return build_operator(&call, position);
    if (clang_Cursor_isNull(call.ref) && (call.has_type_ref || constructs_builtin(&call)))
        return build_unresolved_construct(&call);
    return build_plain_call(&call);
}

/* ---- calls that only make sense once all functions are known ---- */

static unsigned parameters_in(const struct kp_node *function)
{
    unsigned n = 0;

    kp_each_child(c, function)
    {
        n += c->kind == KP_PARAM;
    }
    return n;
}

/* Of a template that the file specialises, an instance of the caller may get another function,
 * which has the name, too. */
static void forget_specialised(struct kp_builder *b, struct kp_node *n)
{
    for (size_t i = 0; n->kind == KP_CALL && n->is_dependent && i < b->explicit_specs.n; i++) {
        CXCursor of = clang_getSpecializedCursorTemplate(b->explicit_specs.v[i]);

        if (n->sym && clang_getCursorKind(of) == CXCursor_FunctionTemplate &&
            kp_sym_of(b, of) == n->sym) {
            n->sym = n->first->sym = NULL;
            if (n->first->kind != KP_REF)
                n->name = NULL;
        }
    }
    kp_each_child(c, n) forget_specialised(b, c);
}

/* Two-phase lookup finds, at instantiation, functions that the template could not see. */
void kp_close_calls(struct kp_builder *b)
{
    for (size_t i = 0; i < b->open_calls.n; i++) {
        struct kp_node *call = b->open_calls.v[i], *found = NULL;
        unsigned n_found = 0;

        for (size_t k = 0; k < b->functions.n; k++) {
            struct kp_node *f = b->functions.v[k];

            if (!f->sym->is_method && kp_streq(f->sym->name, call->name) &&
                parameters_in(f) == call->n_children - 1) {
                found = f;
                n_found++;
            }
        }
        if (n_found == 1) {
            call->sym = found->sym;
            call->first->sym = found->sym;
        }
    }
    if (b->explicit_specs.n)
        forget_specialised(b, b->out->root);
}
