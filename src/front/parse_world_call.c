/* Calls: what the compiler says is called, the tree says at the same place. */
#include "front/parse_world.h"
#include "front/tree.h"

#include <limits.h>
#include <stdlib.h>

/* ---- arguments ---- */

static bool is_callee(struct kp_look *l, CXCursor operand, CXCursor ref)
{
    CXCursor c = kp_strip(l->b, operand);
    enum CXCursorKind k = clang_getCursorKind(c);

    return (k == CXCursor_DeclRefExpr || k == CXCursor_MemberRefExpr) &&
           clang_equalCursors(clang_getCursorReferenced(c), ref);
}

static void look_at_object_of(struct kp_look *l, CXCursor callee)
{
    struct kp_cursors kids = kp_cursors_in(l->b, callee);

    for (size_t i = 0; i < kids.n && !kp_look_is_over(l); i++)
        if (kp_is_expression(kids.v[i]))
            kp_look_at_object(l, kids.v[i]);
}

/* Number of arguments that the text gives. */
static unsigned look_at_arguments(struct kp_look *l, CXCursor c, CXCursor ref)
{
    struct kp_cursors kids = kp_cursors_in(l->b, c);
    bool seen = clang_Cursor_isNull(ref);
    unsigned n = 0;
    struct kp_spot s;

    for (size_t i = 0; i < kids.n && !kp_look_is_over(l); i++) {
        if (!kp_is_expression(kids.v[i]) || !kp_spot_of(l->b, clang_getCursorExtent(kids.v[i]), &s))
            continue;
        if (!seen && is_callee(l, kids.v[i], ref)) {
            CXCursor callee = kp_strip(l->b, kids.v[i]);

            seen = true;
            if (clang_getCursorKind(callee) == CXCursor_MemberRefExpr) /* its object */
                look_at_object_of(l, callee);
            continue;
        }
        kp_look_at(l, kids.v[i]);
        n++;
    }
    return n;
}

static CXCursor parameter(struct kp_builder *b, CXCursor function, unsigned i)
{
    struct kp_cursors kids = kp_cursors_in(b, function);

    for (size_t k = 0; k < kids.n; k++)
        if (clang_getCursorKind(kids.v[k]) == CXCursor_ParmDecl && i-- == 0)
            return kids.v[k];
    return clang_getNullCursor();
}

static bool has_constant_default(struct kp_look *l, CXCursor function, unsigned i)
{
    CXCursor p = parameter(l->b, function, i);
    CXCursor value = clang_Cursor_isNull(p) ? p : clang_Cursor_getVarDeclInitializer(p);

    return !clang_Cursor_isNull(value) && kp_is_constant(l->b, value);
}

static void look_at_defaults(struct kp_look *l, CXCursor c, CXCursor ref, unsigned given)
{
    CXCursor all = clang_getSpecializedCursorTemplate(ref), d = clang_getCursorDefinition(ref);
    unsigned required, n = kp_parameters_of(l->b, ref, &required);

    for (unsigned i = given; i < n; i++)
        if (!has_constant_default(l, ref, i) &&
            !has_constant_default(l, clang_getCanonicalCursor(ref), i) &&
            (clang_Cursor_isNull(d) || !has_constant_default(l, d, i)) &&
            (clang_Cursor_isNull(all) || !has_constant_default(l, all, i)))
            kp_unknown(l, c, "a default argument that is not a constant");
}

/* ---- callees ---- */

static unsigned own_functions_named(struct kp_look *l, const char *name);

static bool is_own_function(const struct kp_sym *s)
{
    return s && s->kind == KP_SYM_FUNCTION && !s->from_prelude && s->is_own;
}

static void add_edge(struct kp_look *l, const struct kp_sym *s)
{
    for (size_t i = 0; i < l->face->calls.n; i++)
        if (l->face->calls.v[i] == s)
            return;
    kp_push(l->b->scratch, &l->face->calls, s);
}

void kp_call_of_own(struct kp_look *l, CXCursor function, const struct kp_sym *s)
{
    add_edge(l, s);
    kp_want(l->w, s, function);
}

static const char *quoted(struct kp_look *l, const char *before, const char *name,
                          const char *behind)
{
    return kp_sprintf(l->b->scratch, "%s'%s'%s", before, name, behind);
}

static bool is_closure(struct kp_builder *b, CXCursor method)
{
    CXCursor record = clang_getCursorSemanticParent(method);
    const char *name;

    if (clang_getCursorKind(method) != CXCursor_CXXMethod)
        return false;
    name = kp_take_string(b, clang_getCursorSpelling(record));
    return kp_starts_with(name, "(lambda");
}

static bool is_of_open_class(const struct kp_sym *object)
{
    const struct kp_type *t = kp_referred_type(object->type);

    return (object->kind == KP_SYM_VAR || object->kind == KP_SYM_PARAM ||
            object->kind == KP_SYM_FIELD) &&
           t && t->kind == KP_TYPE_DEPENDENT;
}

/* object(..), a.object(..) or object.name(..), where the class of the object is open. */
static bool is_open_functor(const struct kp_node *n, const struct kp_sym *s)
{
    const struct kp_node *callee = n->kind == KP_CALL ? n->first : NULL;
    bool is_member = callee && callee->kind == KP_MEMBER;
    bool is_named = is_member && !callee->is_arrow && !n->sym && n->name;
    const struct kp_node *first = is_named ? callee->first : callee;
    const struct kp_sym *object =
        first && (first->kind == KP_REF || (is_member && !is_named)) ? first->sym : NULL;

    return object && (is_named || n->sym == object) && s->is_method &&
           kp_streq(s->name, is_named ? n->name : "operator()") && is_of_open_class(object);
}

/* object.name(..) or name(..) in a class template's text, where overloads that differ in what they
 * do to the object, or the object's own type, leave the method to the instance. */
static bool is_open_method(const struct kp_node *n, const struct kp_sym *s)
{
    const struct kp_node *callee = n->kind == KP_CALL ? n->first : NULL;

    return s->is_method && callee && callee->kind == KP_MEMBER && callee->first && !callee->sym;
}

/* (*this)(..) or (*pointer)(..), where only the instance tells the operator. */
static bool is_open_self(const struct kp_node *n, const struct kp_sym *s)
{
    return kp_is_open_object_call(n) && s->is_method && kp_streq(s->name, "operator()");
}

/* A call in the pattern that may be one of any function of the name. */
static bool is_open_mention(struct kp_look *l, CXCursor c, const struct kp_sym *s)
{
    const struct kp_node *n = kp_mention_of(l, c, NULL, true);

    if (n && (is_open_functor(n, s) || is_open_self(n, s)))
        return true;
    if (n && !n->sym && n->name && kp_starts_with(n->name, "::")) /* a static method */
        return n->kind == KP_CALL && s->parent && s->parent->kind == KP_SYM_RECORD &&
               !s->is_method && kp_streq(n->name + 2, s->name);
    return n && !n->sym && n->name && kp_streq(n->name, s->name) &&
           (n->kind == KP_OPCALL || (n->kind == KP_CALL && n->first && n->first->kind == KP_REF) ||
            is_open_method(n, s));
}

/* The tree has one of the program's functions where the compiler calls the prelude's. */
static void look_at_foreign(struct kp_look *l, CXCursor c, const struct kp_sym *s)
{
    const struct kp_node *n = kp_mention_of(l, c, NULL, true);

    if (n && n->kind == KP_CALL && is_own_function(n->sym) && kp_streq(n->sym->name, s->name))
        kp_unknown(l, c, quoted(l, "", s->name, ", which is CUDA's here"));
    else if (!s->from_prelude && is_open_mention(l, c, s) && own_functions_named(l, s->name))
        kp_unknown(l, c, quoted(l, "", s->name, ", which is not the program's here"));
}

/* Where no function of an operator's name is in sight of a template, libclang takes the operator
 * for the language's own: the node with its text. */
static struct kp_node *open_operator(struct kp_node *n, const struct kp_spot *at, const char *name)
{
    struct kp_node *found = NULL;

    if ((int)n->file == at->file && n->span.begin == at->begin && n->span.end == at->end &&
        n->is_dependent &&
        (n->kind == KP_INDEX ? kp_streq(name, "operator[]")
                             : (n->kind == KP_BINARY || n->kind == KP_ASSIGN) &&
                                   kp_streq(name + strlen("operator"), kp_op_text(n->op))))
        return n;
    kp_each_child(c, n) if (!found) found = open_operator((struct kp_node *)c, at, name);
    return found;
}

/* It is a function's in an instance: which one, only instances say. */
static bool opens_operator(struct kp_look *l, CXCursor c, const struct kp_sym *s)
{
    struct kp_node *n = NULL, *of = (struct kp_node *)l->face->sym->decl;
    struct kp_spot at;

    if (!l->is_pattern && l->face->sym->is_template && of && kp_starts_with(s->name, "operator") &&
        kp_spot_of(l->b, clang_getCursorExtent(c), &at) && at.file >= 0)
        n = open_operator(of, &at, s->name);
    if (!n)
        return false;
    if (n->kind == KP_INDEX)
        n->op = KP_OP_INDEX;
    n->kind = KP_OPCALL;
    n->name = s->name;
    return true;
}

static bool is_assignment(CXCursor ref)
{
    return clang_CXXMethod_isCopyAssignmentOperator(ref) ||
           clang_CXXMethod_isMoveAssignmentOperator(ref);
}

/* libclang shows no body of an instance that only another template needs. The template is examined
 * instead, with the assumption that its operators are built-in. */
static bool stands_pattern_for(struct kp_look *l, CXCursor ref, const struct kp_sym *s)
{
    CXCursor d = clang_getCursorDefinition(ref);
    CXType record = clang_getCursorType(clang_getCursorSemanticParent(ref));

    if (!s->is_template || kp_has_body(l->b, ref) ||
        (!clang_Cursor_isNull(d) && kp_has_body(l->b, d)))
        return true;
    if (clang_getCursorKind(ref) == CXCursor_CXXMethod &&
        clang_getCursorKind(clang_getSpecializedCursorTemplate(ref)) == CXCursor_FunctionTemplate)
        return false; /* libclang tells the arguments of functions alone */
    for (int i = 0; i < clang_Cursor_getNumTemplateArguments(ref); i++)
        if (clang_Cursor_getTemplateArgumentKind(ref, (unsigned)i) == CXTemplateArgumentKind_Type &&
            !kp_is_plain(l->b, clang_Cursor_getTemplateArgumentType(ref, (unsigned)i)))
            return false;
    for (int i = 0; i < clang_Type_getNumTemplateArguments(record); i++) {
        CXType t = clang_Type_getTemplateArgumentAsType(record, (unsigned)i);

        if (t.kind != CXType_Invalid && !kp_is_plain(l->b, t))
            return false;
    }
    return true;
}

/* The variable of the function that the expression names; null: it is something else. */
static CXCursor local_object(struct kp_look *l, CXCursor c)
{
    for (struct kp_cursors kids = {0};; c = kids.v[0]) {
        c = kp_strip(l->b, c);
        if (clang_getCursorKind(c) == CXCursor_DeclRefExpr)
            break;
        kids = kp_operands_in(l->b, c);
        if (kids.n != 1)
            return clang_getNullCursor();
    }
    c = clang_getCursorReferenced(c);
    return clang_getCursorKind(c) == CXCursor_VarDecl &&
                   clang_getCursorKind(clang_getCursorSemanticParent(c)) != CXCursor_StructDecl &&
                   clang_Cursor_hasVarDeclGlobalStorage(c) == 0 &&
                   kp_sym_of(l->b, c)->space == KP_SPACE_LOCAL
               ? c
               : clang_getNullCursor();
}

/* A template's own object that becomes a number by what the instance's class says: the tree has the
 * object alone, of which it is a read. No copy of memory is one. */
static bool only_converts_local(struct kp_look *l, CXCursor c, CXCursor ref)
{
    CXCursor object;
    CXType record;

    if (l->is_pattern || !l->face->sym->is_template ||
        clang_getCursorKind(ref) != CXCursor_ConversionFunction)
        return false;
    object = local_object(l, c);
    if (clang_Cursor_isNull(object))
        return false;
    record = clang_getCanonicalType(clang_getCursorType(object));
    return record.kind == CXType_Record && !clang_isVolatileQualifiedType(record) &&
           clang_equalCursors(clang_getTypeDeclaration(record),
                              clang_getCursorSemanticParent(ref)) &&
           kp_only_converts(l->b, ref, record);
}

static void look_at_own(struct kp_look *l, CXCursor c, CXCursor ref, const struct kp_sym *s)
{
    if (clang_CXXMethod_isVirtual(ref)) {
        kp_unknown(l, c, quoted(l, "the virtual function ", s->name, ""));
        return;
    }
    if (clang_Cursor_isVariadic(ref)) {
        kp_unknown(l, c, quoted(l, "", s->name, ", which takes any number of arguments"));
        return;
    }
    if (is_assignment(ref) && clang_CXXMethod_isDefaulted(ref)) {
        kp_look_at_type(l, c, clang_getCursorType(clang_getCursorSemanticParent(ref)));
        if (!kp_is_trivial(l->b, ref, KP_IMPLICIT_ASSIGNMENT) ||
            kp_is_cut_to_base(l->b, c, clang_getCursorSemanticParent(ref)))
            kp_unknown(l, c, "an assignment that does more than copy bits");
        return;
    }
    if (!kp_mention_of(l, c, s, true) && !is_open_mention(l, c, s) && !opens_operator(l, c, s) &&
        !only_converts_local(l, c, ref)) {
        kp_unknown(l, c, quoted(l, "a call of ", s->name, ""));
        return;
    }
    if (!stands_pattern_for(l, ref, s)) {
        kp_unknown(l, c, quoted(l, "an instance of ", s->name, " that is not visible"));
        return;
    }
    kp_call_of_own(l, ref, s);
}

/* Arguments that only an instance has may become objects of the parameters' classes. */
static void look_at_parameters(struct kp_look *l, CXCursor c, CXCursor function)
{
    struct kp_cursors kids = kp_cursors_in(l->b, function);

    for (size_t i = 0; i < kids.n; i++)
        if (clang_getCursorKind(kids.v[i]) == CXCursor_ParmDecl)
            kp_look_at_type(l, c, clang_getCursorType(kids.v[i]));
}

static bool names_operator(struct kp_look *l, CXCursor c, CXCursor ref)
{
    struct kp_cursors kids = kp_cursors_in(l->b, c);

    for (size_t i = 0; i < kids.n; i++)
        if (kp_is_expression(kids.v[i]))
            return is_callee(l, kids.v[i], ref) &&
                   clang_getCursorKind(kp_strip(l->b, kids.v[i])) == CXCursor_MemberRefExpr;
    return false;
}

static void look_at_function(struct kp_look *l, CXCursor c, CXCursor ref)
{
    const struct kp_sym *s = kp_sym_of(l->b, ref);
    bool is_object = false;
    unsigned given;

    if (is_closure(l->b, ref)) {
        is_object = true;
        if (!kp_mention_of(l, c, NULL, true))
            kp_unknown(l, c, "a call of a closure");
    } else if (is_own_function(s)) {
        look_at_own(l, c, ref, s);
        if (l->is_pattern)
            look_at_parameters(l, c, ref);
        is_object = kp_streq(s->name, "operator()");
    } else {
        look_at_foreign(l, c, s);
    }
    given = look_at_arguments(l, c, ref);
    if (is_object &&
        names_operator(l, c, ref)) /* object.operator()(..): the object is no argument */
        given++;
    if (s->from_prelude || kp_starts_with(s->name, "operator"))
        given -= !s->from_prelude && is_object && given > 0;
    if (!s->from_prelude && (is_object || !kp_starts_with(s->name, "operator")))
        look_at_defaults(l, c, ref, given);
    if (!s->from_prelude)
        kp_look_at_type(l, c, clang_getCursorType(c));
}

/* ---- calls that only an instance resolves ---- */

static unsigned own_functions_named(struct kp_look *l, const char *name)
{
    unsigned n = 0;

    for (size_t i = 0; i < l->b->out->syms.n; i++) {
        const struct kp_sym *s = l->b->out->syms.v[i];

        n += is_own_function(s) && !s->is_method && kp_streq(s->name, name);
    }
    return n;
}

/* True if the callee's name contains a class of the program or a class template. */
static bool names_class(struct kp_look *l, CXCursor callee)
{
    struct kp_cursors kids = kp_cursors_in(l->b, kp_strip(l->b, callee));

    for (size_t i = 0; i < kids.n; i++) {
        enum CXCursorKind k = clang_getCursorKind(kids.v[i]);

        if (k == CXCursor_TemplateRef ||
            (k == CXCursor_TypeRef && !kp_is_plain(l->b, clang_getCursorType(kids.v[i]))))
            return true;
    }
    return false;
}

/* What a template's own types are that are deduced, or named, in an open call: plain ones, or the
 * caller's. */
static void look_at_handed(struct kp_look *l, CXCursor c)
{
    struct kp_cursors kids = kp_cursors_in(l->b, c);

    for (size_t i = 0; i < kids.n; i++) {
        CXType t = clang_getCanonicalType(clang_getCursorType(kids.v[i]));

        if (!kp_is_expression(kids.v[i]))
            continue;
        if (i == 0 ? names_class(l, kids.v[i])
                   : t.kind != CXType_Dependent && t.kind != CXType_Auto && !kp_is_plain(l->b, t))
            kp_unknown(l, c, "an object passed to a template whose instance is not visible");
        else if (i == 0 && kp_says_reference(l->b, kids.v[i]))
            kp_unknown(l, c, "a template's argument that is a reference");
    }
}

/* A template whose parameters have the same types in all its instances. */
static bool waits_for_types(const struct kp_sym *s)
{
    if (!s->is_template)
        return false;
    if (!s->decl)
        return true;
    kp_each_child(p, s->decl)
    {
        const struct kp_type *t = p->kind == KP_PARAM ? p->sym->type : NULL;

        if (t && t->kind == KP_TYPE_REFERENCE)
            t = t->elem;
        if (p->kind == KP_PARAM && (!t || t->is_dependent))
            return true;
    }
    return false;
}

/* Any of the functions of the name may be called. */
static void look_at_candidates(struct kp_look *l, CXCursor c, const char *name, unsigned given)
{
    for (size_t i = 0; i < l->b->out->syms.n; i++) {
        const struct kp_sym *s = l->b->out->syms.v[i];
        CXCursor ref;

        if (!is_own_function(s) || s->is_method || !kp_streq(s->name, name))
            continue;
        ref = kp_cursor_of(l->b, s);
        if (waits_for_types(s) || clang_Cursor_isVariadic(ref) ||
            kp_may_deduce_reference(l->b, ref)) {
            kp_unknown(l, c, quoted(l, "", name, ", which may be the program's"));
            return;
        }
        look_at_defaults(l, c, ref, given);
        look_at_parameters(l, c, ref);
        kp_call_of_own(l, ref, s);
    }
}

static void look_at_open_callee(struct kp_look *l, CXCursor c, const struct kp_node *n)
{
    const struct kp_sym *s = n->sym;
    const char *name = n->name ? n->name : "";
    CXCursor ref;

    if (is_own_function(s)) {
        ref = kp_cursor_of(l->b, s);
        if (!s->is_method && own_functions_named(l, s->name) != 1) {
            kp_unknown(l, c, quoted(l, "", s->name, ", of which there are several"));
            return;
        }
        if (clang_CXXMethod_isVirtual(ref))
            kp_unknown(l, c, quoted(l, "the virtual function ", s->name, ""));
        look_at_defaults(l, c, ref, n->n_children ? n->n_children - 1 : 0);
        look_at_parameters(l, c, ref);
        if (s->is_template)
            look_at_handed(l, c);
        if (kp_may_deduce_reference(l->b, ref))
            kp_unknown(l, c, "a template's argument that may be a reference");
        kp_call_of_own(l, ref, s);
    } else if ((!s || s->kind == KP_SYM_FUNCTION) && n->first && n->first->kind == KP_REF &&
               own_functions_named(l, name)) {
        look_at_candidates(l, c, name, n->n_children ? n->n_children - 1 : 0);
    }
}

static void look_at_open_operator(struct kp_look *l, CXCursor c, CXCursor name, bool is_built_in)
{
    struct kp_cursors kids = kp_cursors_in(l->b, c);
    CXCursor ref = clang_getCursorReferenced(kp_strip(l->b, name));

    if (!is_built_in)
        look_at_candidates(l, c, kp_take_string(l->b, clang_getCursorSpelling(ref)), UINT_MAX);

    for (size_t i = 0; i < kids.n && !kp_look_is_over(l); i++)
        if (kp_is_expression(kids.v[i]) && !clang_equalCursors(kids.v[i], name))
            kp_look_at(l, kids.v[i]);
}

static void look_at_open_call(struct kp_look *l, CXCursor c)
{
    const struct kp_node *n;
    struct kp_cursors kids = kp_cursors_in(l->b, c);
    bool first = true;
    CXCursor name;
    bool is_built_in;

    if (kp_is_open_operator(l->b, c, &name, &is_built_in)) {
        look_at_open_operator(l, c, name, is_built_in);
        return;
    }
    n = kp_mention_of(l, c, NULL, true);
    if (!n) {
        kp_unknown(l, c, "a call that only an instance of the template resolves");
        return;
    }
    kp_look_at_type(l, c, clang_getCursorType(c));
    if (n->kind == KP_CALL)
        look_at_open_callee(l, c, n);
    for (size_t i = 0; i < kids.n && !kp_look_is_over(l); i++) {
        if (!kp_is_expression(kids.v[i]))
            continue;
        if (first && n->kind == KP_CALL) { /* the callee */
            CXCursor callee = kp_strip(l->b, kids.v[i]);

            if (clang_getCursorKind(callee) == CXCursor_MemberRefExpr)
                kp_look_at_operands(l, callee);
        } else {
            kp_look_at(l, kids.v[i]);
        }
        first = false;
    }
}

/* ---- all ---- */

void kp_look_at_call(struct kp_look *l, CXCursor c)
{
    CXCursor ref = clang_getCursorReferenced(c);
    enum CXCursorKind k = clang_getCursorKind(ref);
    const struct kp_sym *s;
    CXCursor made;

    if (kp_is_launch(c)) {
        kp_unknown(l, c, "a launch");
        return;
    }
    if (kp_is_elided(l->b, c, &made)) {
        if (!kp_copies_trivially(l, clang_getCanonicalType(clang_getCursorType(c))))
            kp_unknown(l, c, "a copy of a temporary, which -std may leave out");
        else
            kp_look_at(l, made);
        return;
    }
    if (kp_look_at_held_call(l, c))
        return;
    switch (k) {
    case CXCursor_FunctionDecl:
    case CXCursor_CXXMethod:
        look_at_function(l, c, ref);
        return;
    case CXCursor_Constructor:
        kp_look_at_constructor(l, c, ref);
        look_at_defaults(l, c, ref, look_at_arguments(l, c, clang_getNullCursor()));
        return;
    case CXCursor_ConversionFunction:
        s = kp_sym_of(l->b, ref);
        if (is_own_function(s))
            look_at_own(l, c, ref, s);
        else if (!s->from_prelude)
            kp_unknown(l, c, quoted(l, "the conversion ", s->name, ""));
        look_at_arguments(l, c, ref);
        return;
    default:
        break;
    }
    if (l->is_pattern)
        look_at_open_call(l, c);
    else
        kp_unknown(l, c, "a call of something that is not a function");
}
