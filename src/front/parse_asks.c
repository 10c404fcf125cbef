/* Calls whose value as a constant is another one than at run time. */
#include "front/parse.h"

enum { MOST_FUNCTIONS = 64, MOST_CURSORS = 1 << 20 };

/* What is known of a function's body and of all that it calls. */
enum { ASKS_NOTHING = 1, ASKS = 2 };

struct asking {
    struct kp_builder *b;
    const void *seen[MOST_FUNCTIONS]; /* the bodies that were looked into */
    unsigned n_seen, n_cursors;
    bool asks;
};

static bool is_question(CXCursor c)
{
    static const char *const names[] = {"__builtin_is_constant_evaluated", "is_constant_evaluated",
                                        "__builtin_constant_p"};
    CXString s = clang_getCursorSpelling(c);
    const char *name = clang_getCString(s);
    bool is = false;

    for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
        is |= kp_streq(name, names[i]);
    clang_disposeString(s);
    return is;
}

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent, CXClientData data);

static void look_into(struct asking *a, CXCursor function)
{
    CXCursor body = clang_getCursorDefinition(function);
    size_t known;

    if (clang_Cursor_isNull(body))
        return;
    known = kp_map_get(&a->b->asks, body.data[0]);
    a->asks |= known == ASKS;
    if (known)
        return;
    for (unsigned i = 0; i < a->n_seen; i++)
        if (a->seen[i] == body.data[0])
            return;
    if (a->n_seen == MOST_FUNCTIONS) {
        a->asks = true;
        return;
    }
    a->seen[a->n_seen++] = body.data[0];
    clang_visitChildren(body, visit, a);
    if (clang_getCursorKind(body) == CXCursor_Constructor) /* its members' initialisers */
        look_into(a, clang_getCursorSemanticParent(body));
    if (a->asks)
        *kp_map_at(a->b->scratch, &a->b->asks, body.data[0]) = ASKS;
}

/* A class's methods are looked into where they are called. */
static bool is_method(CXCursor c)
{
    enum CXCursorKind k = clang_getCursorKind(c);

    return k == CXCursor_CXXMethod || k == CXCursor_Constructor || k == CXCursor_Destructor ||
           k == CXCursor_ConversionFunction || k == CXCursor_FunctionTemplate;
}

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent, CXClientData data)
{
    struct asking *a = data;
    CXCursor to = clang_getCursorReferenced(c);
    enum CXCursorKind k = clang_getCursorKind(to);

    (void)parent;
    if (is_method(c))
        return CXChildVisit_Continue;
    if (clang_isExpression(clang_getCursorKind(c)) && !clang_Cursor_isNull(to) &&
        (k == CXCursor_FunctionDecl || is_method(to))) {
        if (is_question(to))
            a->asks = true;
        else
            look_into(a, to);
    }
    a->asks |= ++a->n_cursors > MOST_CURSORS;
    return a->asks ? CXChildVisit_Break : CXChildVisit_Recurse;
}

bool kp_asks_for_constant(struct kp_builder *b, CXCursor c)
{
    struct asking a = {.b = b};

    if (visit(c, c, &a) == CXChildVisit_Recurse)
        clang_visitChildren(c, visit, &a);
    for (unsigned i = 0; !a.asks && i < a.n_seen; i++)
        *kp_map_at(b->scratch, &b->asks, a.seen[i]) = ASKS_NOTHING;
    return a.asks;
}
