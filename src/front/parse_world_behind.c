/* Objects that are made and end behind all loops of a kernel that may wait for other threads. What
 * their constructors and destructors do cannot reach such a loop: it is unknown code there, and no
 * reason to give up. But what a kernel asks of its launch is told of all of it: shared memory, and
 * waiting for other blocks. So those of the program have no loop, no assembly, nothing in shared
 * memory, and call no function of the program. */
#include "front/parse_world.h"
#include "front/tree.h"

#include <string.h>

static bool is_loop(const struct kp_node *n)
{
    return n->kind == KP_FOR || n->kind == KP_WHILE || n->kind == KP_DO || n->kind == KP_RANGE_FOR;
}

/* A loop can be pipelined only with a full barrier of the block: __syncthreads, sync() of a group,
 * assembly, or a function of the program's that has one. All names of the rules for barriers
 * (rewrite-rules/calls.ini) but those of cub, which are no full ones, have such a part. */
static bool may_wait(const struct kp_node *n)
{
    static const char *const names[] = {"sync", "barrier", "wait", "arrive", "commit"};

    if (n->kind == KP_ASM)
        return true;
    if (n->kind != KP_CALL)
        return n->kind == KP_OPCALL && n->sym && n->sym->is_own;
    if (!n->sym || n->sym->is_own)
        return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strstr(n->sym->name, names[i]))
            return true;
    return false;
}

static bool holds_wait(const struct kp_node *loop)
{
    kp_each_below(x, loop) if (may_wait(x)) return true;
    return false;
}

struct made {
    struct kp_builder *b;
    int depth;
    bool asks; /* something that the kernel's launch may have to give */
};

static bool asks_for_more(struct kp_builder *b, CXType type, int depth);

static enum CXChildVisitResult see_attribute(CXCursor c, CXCursor parent, CXClientData data)
{
    (void)parent;
    *(bool *)data |= clang_getCursorKind(c) == CXCursor_CUDASharedAttr;
    return CXChildVisit_Continue;
}

static bool is_in_shared(CXCursor variable)
{
    bool found = false;

    clang_visitChildren(variable, see_attribute, &found);
    return found;
}

static enum CXChildVisitResult see_code(CXCursor c, CXCursor parent, CXClientData data)
{
    struct made *m = data;
    CXCursor ref = clang_getCursorReferenced(c);

    (void)parent;
    switch (clang_getCursorKind(c)) {
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
    case CXCursor_CXXForRangeStmt:
    case CXCursor_GotoStmt:
    case CXCursor_GCCAsmStmt:
    case CXCursor_MSAsmStmt:
    case CXCursor_CUDASharedAttr:
        m->asks = true;
        break;
    case CXCursor_CallExpr:
    case CXCursor_DeclRefExpr:
    case CXCursor_MemberRefExpr:
        if (clang_Cursor_isNull(ref))
            m->asks |= clang_getCursorKind(c) == CXCursor_CallExpr;
        else if (clang_getCursorKind(ref) == CXCursor_VarDecl)
            m->asks |= is_in_shared(ref);
        else if (clang_getCursorKind(ref) == CXCursor_Constructor)
            m->asks |= asks_for_more(m->b, clang_getCursorType(c), m->depth + 1);
        else
            m->asks |= clang_isDeclaration(clang_getCursorKind(ref)) &&
                       clang_getCursorKind(ref) != CXCursor_FieldDecl &&
                       clang_getCursorKind(ref) != CXCursor_ParmDecl && kp_is_of_program(m->b, ref);
        break;
    default:
        break;
    }
    return m->asks ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static enum CXChildVisitResult see_member(CXCursor c, CXCursor parent, CXClientData data)
{
    struct made *m = data;
    CXCursor defined = clang_getCursorDefinition(c);

    (void)parent;
    switch (clang_getCursorKind(c)) {
    case CXCursor_Constructor:
    case CXCursor_Destructor:
    case CXCursor_FunctionTemplate: /* may be one */
        clang_visitChildren(clang_Cursor_isNull(defined) ? c : defined, see_code, m);
        break;
    case CXCursor_FieldDecl:
        clang_visitChildren(c, see_code, m); /* its initialiser */
        m->asks |= asks_for_more(m->b, clang_getCursorType(c), m->depth + 1);
        break;
    case CXCursor_CXXBaseSpecifier:
        m->asks |= asks_for_more(m->b, clang_getCursorType(c), m->depth + 1);
        break;
    default:
        break;
    }
    return m->asks ? CXChildVisit_Break : CXChildVisit_Continue;
}

/* True if what makes or ends an object of the type may ask for more than instructions. */
static bool asks_for_more(struct kp_builder *b, CXType type, int depth)
{
    enum { MOST_DEPTH = 8 };
    struct made m = {.b = b, .depth = depth};
    CXType t = clang_getCanonicalType(type);
    CXCursor class, written;

    while (t.kind == CXType_ConstantArray)
        t = clang_getCanonicalType(clang_getArrayElementType(t));
    if (t.kind != CXType_Record)
        return false;
    class = clang_getTypeDeclaration(t);
    written = clang_getSpecializedCursorTemplate(class);
    if (!clang_Cursor_isNull(written))
        class = written;
    if (!kp_is_of_program(b, class))
        return false;
    if (depth > MOST_DEPTH)
        return true;
    written = clang_getCursorDefinition(class);
    clang_visitChildren(clang_Cursor_isNull(written) ? class : written, see_member, &m);
    return m.asks;
}

bool kp_is_behind_loops(struct kp_look *l, CXCursor c, CXType of)
{
    const struct kp_node *f = l->face->sym->decl;
    struct kp_spot at;

    if (!l->face->sym->is_kernel || !f || !kp_spot_of(l->b, clang_getCursorExtent(c), &at) ||
        at.file != f->file || at.begin < f->span.begin || at.end > f->span.end ||
        kp_holds(f, KP_BIT(KP_GOTO) | KP_BIT(KP_LABEL) | KP_BIT(KP_LAMBDA) | KP_BIT(KP_UNKNOWN)))
        return false;
    kp_each_below(x, f) if (is_loop(x) && (x->file != f->file || x->span.end > at.begin) &&
                            holds_wait(x)) return false;
    return !asks_for_more(l->b, of, 0);
}

static bool is_at(const struct kp_node *n, const struct kp_spot *at)
{
    return n->file == at->file && n->span.begin == at->begin && n->span.end == at->end;
}

/* The node that makes the object: an expression, or the variable that is declared so; NULL. */
static struct kp_node *maker_at(struct kp_node *n, const struct kp_spot *at)
{
    struct kp_node *found = NULL;
    bool is_own = n->kind == KP_VAR && n->sym && n->sym->space == KP_SPACE_LOCAL &&
                  !n->sym->is_static && n->file == at->file && n->span.begin <= at->begin &&
                  n->span.end == at->end;

    if (is_own || ((n->kind == KP_CONSTRUCT || n->kind == KP_INIT_LIST) && is_at(n, at)))
        return n;
    kp_each_child(c, n) if (!found) found = maker_at(c, at);
    return found;
}

bool kp_is_made_behind(struct kp_look *l, CXCursor call)
{
    struct kp_node *n;
    struct kp_spot at;

    if (!kp_is_behind_loops(l, call, clang_getCursorType(call)) ||
        !kp_spot_of(l->b, clang_getCursorExtent(call), &at))
        return false;
    n = maker_at(l->face->sym->decl, &at);
    if (n)
        n->is_unknown = true;
    return n != NULL;
}
