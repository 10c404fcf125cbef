/* Functions that are template arguments, or that constants hold: what a call by the name of one
 * calls. */
#include "front/parse_world.h"

/* The only expression in it, without what changes nothing; null: there is none. */
static CXCursor only_in(struct kp_builder *b, CXCursor c)
{
    struct kp_cursors kids = kp_cursors_in(b, c);

    return kids.n == 1 && kp_is_expression(kids.v[0]) ? kp_strip(b, kids.v[0])
                                                      : clang_getNullCursor();
}

/* The function that the template's argument is, `&f`, where it is called by the parameter's name;
 * null: it is something else. */
static CXCursor function_argument(struct kp_look *l, CXCursor call)
{
    struct kp_cursors kids = kp_cursors_in(l->b, call);
    CXCursor c = kids.n ? kp_strip(l->b, kids.v[0]) : clang_getNullCursor();

    if (clang_getCursorKind(c) == CXCursor_DeclRefExpr)
        c = only_in(l->b, c);
    if (clang_getCursorKind(c) != CXCursor_UnaryOperator ||
        clang_getCursorUnaryOperatorKind(c) != CXUnaryOperator_AddrOf)
        return clang_getNullCursor();
    c = clang_getCursorReferenced(only_in(l->b, c));
    return clang_getCursorKind(c) == CXCursor_FunctionDecl ? c : clang_getNullCursor();
}

/* A call by the name of a template's parameter, or of a constant that holds a function. The tree
 * does not say everywhere what is called, so only functions are taken of which it need not be
 * known. */
static void look_at_indirect(struct kp_look *l, CXCursor c, CXCursor ref)
{
    const struct kp_sym *s = clang_Cursor_isNull(ref) ? NULL : kp_sym_of(l->b, ref);
    struct kp_cursors kids = kp_cursors_in(l->b, c);

    if (!s || !s->is_own || !kp_only_computes_number(l->b, s)) {
        kp_unknown(l, c, "a call of a template's argument that does more than compute a number");
        return;
    }
    kp_call_of_own(l, ref, s);
    for (size_t i = 1; i < kids.n && !kp_look_is_over(l); i++)
        kp_look_at(l, kids.v[i]);
}

/* The function that the variable is initialised with; null: another value. */
static CXCursor held_function(struct kp_builder *b, CXCursor variable)
{
    CXCursor value = clang_Cursor_getVarDeclInitializer(variable);

    if (clang_Cursor_isNull(value))
        return value;
    value = kp_strip(b, value);
    if (clang_getCursorKind(value) == CXCursor_UnaryOperator &&
        clang_getCursorUnaryOperatorKind(value) == CXUnaryOperator_AddrOf)
        value = only_in(b, value);
    value = clang_getCursorReferenced(value);
    return clang_getCursorKind(value) == CXCursor_FunctionDecl ? value : clang_getNullCursor();
}

bool kp_holds_function(struct kp_look *l, CXCursor variable)
{
    CXCursor function = held_function(l->b, variable);
    CXType t = clang_getCanonicalType(clang_getCursorType(variable));
    const struct kp_sym *s;

    if (clang_Cursor_isNull(function) || t.kind != CXType_Pointer ||
        !clang_isConstQualifiedType(t) || clang_isVolatileQualifiedType(t))
        return false;
    s = kp_sym_of(l->b, function);
    return s && s->is_own && kp_only_computes_number(l->b, s);
}

/* By the name of a template's parameter. */
static bool calls_argument(struct kp_look *l, CXCursor c)
{
    const struct kp_node *n = l->face->sym->is_template ? kp_mention_of(l, c, NULL, true) : NULL;

    return n && n->kind == KP_CALL && n->sym && n->sym->kind == KP_SYM_TVALUE;
}

bool kp_look_at_held_call(struct kp_look *l, CXCursor c)
{
    CXCursor ref = clang_getCursorReferenced(c);

    if (calls_argument(l, c)) {
        look_at_indirect(l, c, l->is_pattern ? clang_getNullCursor() : function_argument(l, c));
        return true;
    }
    if (clang_getCursorKind(ref) != CXCursor_VarDecl || !kp_holds_function(l, ref))
        return false;
    ref = held_function(l->b, ref);
    look_at_indirect(l, c,
                     kp_mention_of(l, c, kp_sym_of(l->b, ref), true) ? ref : clang_getNullCursor());
    return true;
}
