/* Integer constant expressions in plain text: operands of __launch_bounds__ as libclang prints
 * them, template arguments of explicit instantiations. */
#include "front/number.h"
#include "front/parse.h"
#include "front/pieces.h"

#include <stdlib.h>
#include <string.h>

struct fold {
    struct kp_builder *b;
    const char *s;
    uint32_t at, end;
    int depth; /* of macros in macros */
    bool failed;
    bool has_unsigned, has_negative; /* both: the types would have to be known */
};

enum { MAX_MACRO_DEPTH = 16, MAX_NESTING = 100 };

static int64_t primary(struct fold *f, int nesting);
static int64_t ternary(struct fold *f, int nesting);

static struct kp_token peek(struct fold *f)
{
    return kp_lex(f->s, f->at, f->end);
}

static bool take(struct fold *f, const char *text)
{
    struct kp_token t = peek(f);

    if (!kp_token_is(f->s, t, text))
        return false;
    f->at = t.end;
    return true;
}

static int64_t fail(struct fold *f)
{
    f->failed = true;
    return 0;
}

/* True if a constant expression may name it. */
static bool is_constant(const struct kp_sym *s)
{
    return s->has_value || s->kind == KP_SYM_TVALUE || s->kind == KP_SYM_ENUMERATOR ||
           (s->kind == KP_SYM_VAR && (s->is_constexpr || (s->type && s->type->is_const)));
}

/* Which of several of a name is meant depends on the place: they must be one number, which may be
 * `*value` already (`found`). */
static bool constant_named(struct fold *f, const char *name, bool found, int64_t *value)
{
    for (size_t i = f->b->out->syms.n; i-- > 0;) {
        const struct kp_sym *s = f->b->out->syms.v[i];

        if (!is_constant(s) || !kp_streq(s->name, name))
            continue;
        if (!s->has_value || (found && s->value != *value))
            return false;
        *value = s->value;
        f->has_unsigned |= s->type && s->type->is_unsigned;
        found = true;
    }
    return found;
}

static enum CXChildVisitResult visit_foreign(CXCursor c, CXCursor parent, CXClientData data)
{
    struct kp_builder *b = data;
    enum CXCursorKind k = clang_getCursorKind(c);
    CXSourceLocation at = clang_getCursorLocation(c);

    (void)parent;
    if (kp_is_others(at) && k != CXCursor_MacroExpansion) {
        const char *name = kp_take_string(b, clang_getCursorSpelling(c));

        kp_words_add(b->scratch, b->foreign, name, strlen(name));
    }
    return k == CXCursor_Namespace || k == CXCursor_LinkageSpec || k == CXCursor_EnumDecl
               ? CXChildVisit_Recurse
               : CXChildVisit_Continue;
}

/* True if a header of the system declares the name, or defines it as a macro. It has no symbols. */
static bool is_foreign(struct kp_builder *b, const char *name)
{
    if (!b->foreign) {
        b->foreign = kp_new(b->scratch, struct kp_words);
        clang_visitChildren(clang_getTranslationUnitCursor(b->tu), visit_foreign, b);
    }
    return kp_words_have(b->foreign, name, strlen(name));
}

static int64_t name_value(struct fold *f, const char *name)
{
    const struct kp_macro *m = kp_macro_named(f->b, name);
    const struct kp_tvalue *arg = kp_argument_named(f->b, name);
    struct fold inner = *f;
    uint32_t size;
    int64_t v;

    if (kp_streq(name, "true") || kp_streq(name, "false"))
        return name[0] == 't';
    if (arg) {
        f->has_unsigned |= arg->param->type && arg->param->type->is_unsigned;
        return arg->known && !arg->type ? arg->value : fail(f);
    }
    if (is_foreign(f->b, name))
        return fail(f);
    if (!m)
        return constant_named(f, name, false, &v) ? v : fail(f);
    if (++inner.depth > MAX_MACRO_DEPTH || kp_is_redefined(f->b, name))
        return fail(f);
    inner.s = kp_text_of(f->b, (int)m->file, &size);
    inner.at = m->begin + (uint32_t)strlen(name);
    inner.end = m->end;
    if (inner.s[inner.at] == '(') /* it takes arguments */
        return fail(f);
    v = primary(&inner, 0); /* without brackets, what is around it would take its operands */
    if (inner.failed || peek(&inner).kind != KP_TOKEN_END)
        return fail(f);
    f->has_unsigned = inner.has_unsigned;
    f->has_negative = inner.has_negative;
    return constant_named(f, name, true, &v) ? v : fail(f); /* the macro may be undefined here */
}

static int64_t size_value(struct fold *f)
{
    struct kp_token open = peek(f);
    uint32_t close = kp_lex_close(f->s, open.begin, f->end);
    const struct kp_tvalue *arg;
    const struct kp_type *t;
    const char *name;

    if (!kp_token_is(f->s, open, "(") || close == f->end)
        return fail(f);
    f->at = close + 1;
    f->has_unsigned = true;
    name = kp_strndup(f->b->scratch, f->s + open.end, close - open.end);
    arg = kp_argument_named(f->b, name);
    t = arg ? arg->type : kp_builtin_type(f->b, name);
    return t && t->size > 0 ? t->size : fail(f);
}

static int64_t primary(struct fold *f, int nesting)
{
    struct kp_token t = peek(f);
    char *text, *end;
    int64_t v;

    if (nesting > MAX_NESTING || t.kind == KP_TOKEN_END)
        return fail(f);
    f->at = t.end;
    text = kp_strndup(f->b->scratch, f->s + t.begin, t.end - t.begin);
    if (t.kind == KP_TOKEN_NUMBER) {
        v = (int64_t)strtoull(text, &end, 0);
        f->has_unsigned |= strpbrk(end, "uU") != NULL;
        return end[strspn(end, "uUlL")] ? fail(f) : v;
    }
    if (t.kind == KP_TOKEN_IDENT)
        return kp_streq(text, "sizeof") ? size_value(f) : name_value(f, text);
    if (kp_streq(text, "(")) {
        v = ternary(f, nesting + 1);
        return take(f, ")") ? v : fail(f);
    }
    if (kp_streq(text, "-"))
        return -primary(f, nesting + 1);
    if (kp_streq(text, "+"))
        return primary(f, nesting + 1);
    if (kp_streq(text, "!"))
        return !primary(f, nesting + 1);
    if (kp_streq(text, "~"))
        return ~primary(f, nesting + 1);
    return fail(f);
}

static const struct {
    enum kp_op op;
    int level; /* higher binds tighter */
} binary[] = {
    {KP_OP_LOR, 1},  {KP_OP_LAND, 2}, {KP_OP_OR, 3},   {KP_OP_XOR, 4}, {KP_OP_AND, 5},
    {KP_OP_EQ, 6},   {KP_OP_NE, 6},   {KP_OP_LT, 7},   {KP_OP_GT, 7},  {KP_OP_LE, 7},
    {KP_OP_GE, 7},   {KP_OP_SHL, 8},  {KP_OP_SHR, 8},  {KP_OP_ADD, 9}, {KP_OP_SUB, 9},
    {KP_OP_MUL, 10}, {KP_OP_DIV, 10}, {KP_OP_REM, 10},
};

static int64_t apply(struct fold *f, enum kp_op op, int64_t a, int64_t b)
{
    bool shifts = op == KP_OP_SHL || op == KP_OP_SHR, divides = op == KP_OP_DIV || op == KP_OP_REM;
    int64_t v;

    if (op == KP_OP_LOR || op == KP_OP_LAND)
        return op == KP_OP_LOR ? a || b : a && b;
    if ((shifts && b > 62) || (divides && b == -1))
        return fail(f);
    return kp_compute(op, false, 8, a, b, &v) ? v : fail(f);
}

/* A value that is the same in every type that the expression may have. */
static int64_t plain(struct fold *f, int64_t v)
{
    f->has_negative |= v < 0;
    return v < INT32_MIN || v > INT32_MAX || (f->has_unsigned && f->has_negative) ? fail(f) : v;
}

static int64_t climb(struct fold *f, int level, int nesting)
{
    int64_t left = plain(f, primary(f, nesting));

    while (!f->failed) {
        struct kp_token t = peek(f);
        size_t i = 0, n = sizeof binary / sizeof *binary;

        while (i < n && !kp_token_is(f->s, t, kp_op_text(binary[i].op)))
            i++;
        if (i == n || binary[i].level < level)
            break;
        f->at = t.end;
        left = plain(f, apply(f, binary[i].op, left, climb(f, binary[i].level + 1, nesting + 1)));
    }
    return left;
}

static int64_t ternary(struct fold *f, int nesting)
{
    int64_t condition = climb(f, 1, nesting), yes, no;

    if (f->failed || !take(f, "?"))
        return condition;
    yes = ternary(f, nesting + 1);
    if (!take(f, ":"))
        return fail(f);
    no = ternary(f, nesting + 1);
    return condition ? yes : no;
}

bool kp_fold_text(struct kp_builder *b, const char *text, int64_t *value)
{
    struct fold f = {.b = b, .s = text, .end = (uint32_t)strlen(text)};
    struct kp_token rest;

    *value = ternary(&f, 0);
    rest = peek(&f);
    return !f.failed && (rest.kind == KP_TOKEN_END || kp_token_is(text, rest, ","));
}
