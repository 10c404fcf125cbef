/* Attributes and parameters of declarations. libclang's cursors do not show the operand of an
 * alignment attribute; its printed declaration does, with macros expanded. */
#include "front/parse.h"

/* ---- which there are ---- */

static enum CXChildVisitResult visit_attribute(CXCursor c, CXCursor parent, CXClientData data)
{
    struct kp_attributes *a = data;
    CXString text;

    (void)parent;
    switch ((int)clang_getCursorKind(c)) {
    case CXCursor_CUDAGlobalAttr:
        a->kernel = true;
        break;
    case CXCursor_CUDADeviceAttr:
        a->device = true;
        break;
    case CXCursor_CUDAHostAttr:
        a->host = true;
        break;
    case CXCursor_CUDASharedAttr:
        a->shared = true;
        break;
    case CXCursor_CUDAConstantAttr:
        a->constant = true;
        break;
    case CXCursor_AlignedAttr:
        a->n_aligned++;
        break;
    case CXCursor_UnexposedAttr:
        a->unexposed = true;
        break;
    case CXCursor_AnnotateAttr:
        text = clang_getCursorSpelling(c);
        a->grid_constant = a->grid_constant || kp_streq(clang_getCString(text), "grid_constant");
        a->other_bounds = a->other_bounds || kp_streq(clang_getCString(text), "bounds");
        clang_disposeString(text);
        break;
    default:
        break;
    }
    return CXChildVisit_Continue;
}

struct kp_attributes kp_attributes_of(CXCursor decl)
{
    struct kp_attributes a = {0};

    clang_visitChildren(decl, visit_attribute, &a);
    return a;
}

static enum CXChildVisitResult count_parameter(CXCursor c, CXCursor parent, CXClientData data)
{
    unsigned *n = data; /* n[0] all, n[1] without default */
    void *unused = NULL;

    (void)parent;
    (void)unused;
    if (clang_getCursorKind(c) == CXCursor_ParmDecl) {
        CXCursor init = clang_Cursor_getVarDeclInitializer(c);

        n[0]++;
        n[1] += clang_Cursor_isNull(init);
    }
    return CXChildVisit_Continue;
}

unsigned kp_parameters_of(struct kp_builder *b, CXCursor function, unsigned *required)
{
    unsigned n[2] = {0, 0};

    (void)b;
    clang_visitChildren(function, count_parameter, n);
    *required = n[1];
    return n[0];
}

/* ---- what they ask for ---- */

/* The type in `alignof(type)`, where that is all of the text; NULL: it is something else. */
static const char *aligned_type(struct kp_builder *b, const char *text)
{
    uint32_t end = (uint32_t)strlen(text), close;
    struct kp_token word = kp_lex_code(text, 0, end), open = kp_lex_code(text, word.end, end);

    if ((!kp_token_is(text, word, "alignof") && !kp_token_is(text, word, "_Alignof")) ||
        !kp_token_is(text, open, "("))
        return NULL;
    close = kp_lex_close(text, open.begin, end);
    if (close >= end || kp_lex_code(text, close + 1, end).kind != KP_TOKEN_END)
        return NULL;
    return kp_strndup(b->scratch, text + open.end, close - open.end);
}

/* The alignment given by `operand`: a number, or that of a type; -1 when it is neither. */
static int64_t value_of(struct kp_builder *b, const char *operand)
{
    const char *type = aligned_type(b, operand);
    const struct kp_type *t;
    int64_t v;

    if (!type && kp_fold_text(b, operand, &v))
        return v > 0 ? v : -1;
    t = kp_type_named(b, type ? type : operand);
    return t && t->align > 0 ? t->align : -1;
}

/* The largest among the attributes in the printed text; -1 unless all of them are known. */
static int64_t printed_alignment(struct kp_builder *b, const char *text, uint32_t n_aligned)
{
    uint32_t end = (uint32_t)strlen(text), n = 0;
    int64_t most = 0;

    for (struct kp_token t = kp_lex_code(text, 0, end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(text, t.end, end)) {
        struct kp_token open = kp_lex_code(text, t.end, end);
        uint32_t close;
        int64_t v;

        if (!kp_token_is(text, open, "(") ||
            (!kp_token_is(text, t, "aligned") && !kp_token_is(text, t, "alignas")))
            continue;
        close = kp_lex_close(text, open.begin, end);
        v = value_of(b, kp_strndup(b->scratch, text + open.end, close - open.end));
        if (v < 0)
            return -1;
        most = v > most ? v : most;
        n++;
    }
    return n == n_aligned ? most : -1;
}

int64_t kp_alignment_of(struct kp_builder *b, CXCursor var)
{
    CXType type = clang_getCursorType(var);
    int64_t own = 0, asked;
    uint32_t n = kp_attributes_of(var).n_aligned;
    CXPrintingPolicy policy;

    if (clang_getCanonicalType(type).kind != CXType_IncompleteArray) /* libclang falls over those */
        own = clang_Type_getAlignOf(type);
    own = own > 0 ? own : 0;
    if (!n)
        return own;
    policy = clang_getCursorPrintingPolicy(var);
    asked = printed_alignment(b, kp_take_string(b, clang_getCursorPrettyPrinted(var, policy)), n);
    clang_PrintingPolicy_dispose(policy);
    return asked < 0 ? -1 : asked > own ? asked : own;
}
