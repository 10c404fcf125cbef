/* The closed world: which functions are looked at, and what follows from a construct in one of them
 * that is not known. */
#include "front/parse_world.h"

#include <string.h>

#include "front/tree.h"

static struct kp_face *face_of(struct kp_world *w, const struct kp_sym *s)
{
    if (s->id >= w->n_faces) {
        struct kp_face **old = w->faces;
        size_t n = 2 * (s->id + 1);

        w->faces = kp_new_array(w->b->scratch, struct kp_face *, n);
        for (size_t i = 0; i < w->n_faces; i++)
            w->faces[i] = old[i];
        w->n_faces = n;
    }
    if (!w->faces[s->id]) {
        w->faces[s->id] = kp_new(w->b->scratch, struct kp_face);
        w->faces[s->id]->sym = s;
    }
    return w->faces[s->id];
}

static struct kp_hole *new_hole(struct kp_look *l, enum kp_hole_kind kind, CXCursor at,
                                const char *text)
{
    struct kp_hole *h = kp_new(l->b->scratch, struct kp_hole);
    struct kp_spot s;

    *h = (struct kp_hole){.function = l->face->sym, .kind = kind};
    h->text = kp_strdup(l->b->arena, text);
    if ((!clang_Cursor_isNull(at) && kp_spot_of_location(l->b, clang_getCursorLocation(at), &s) &&
         s.file >= 0) ||
        (kp_spot_of_location(l->b, clang_getCursorLocation(l->function), &s) && s.file >= 0)) {
        h->file = (uint16_t)s.file;
        h->offset = s.begin;
    }
    return h;
}

struct kp_hole *kp_unknown(struct kp_look *l, CXCursor at, const char *text)
{
    struct kp_hole *h;

    if (l->face->hole)
        return NULL;
    l->face->hole = h = new_hole(l, KP_HOLE_UNKNOWN, at, text);
    return h;
}

void kp_unknown_if_open(struct kp_look *l, CXCursor at, const char *text)
{
    if (!l->face->if_open)
        l->face->if_open = new_hole(l, KP_HOLE_UNKNOWN, at, text);
}

void kp_not_modelled(struct kp_look *l, CXCursor at, const char *text)
{
    if (!l->face->closure)
        l->face->closure = new_hole(l, KP_HOLE_CLOSURE, at, text);
}

/* ---- which bodies ---- */

static bool is_instance(struct kp_builder *b, const struct kp_sym *s, CXCursor function)
{
    return s->is_template &&
           !clang_equalCursors(clang_getCanonicalCursor(function), kp_cursor_of(b, s));
}

static bool has_cursor(const struct kp_cursors *list, CXCursor c)
{
    for (size_t i = 0; i < list->n; i++)
        if (clang_equalCursors(list->v[i], c))
            return true;
    return false;
}

static void add_body(struct kp_world *w, struct kp_face *f, CXCursor function, bool is_pattern)
{
    struct kp_body body = {f, function, is_pattern};

    kp_push(w->b->scratch, &w->queue, body);
}

/* Once wanted, every instance counts, also those that are found later. */
static void add_instance(struct kp_world *w, struct kp_face *f, CXCursor function)
{
    CXCursor body = kp_with_body(w->b, function);

    if (clang_Cursor_isNull(body) || has_cursor(&f->instances, body))
        return;
    kp_push(w->b->scratch, &f->instances, body);
    if (f->is_wanted)
        add_body(w, f, body, false);
}

void kp_want(struct kp_world *w, const struct kp_sym *s, CXCursor function)
{
    struct kp_face *f = face_of(w, s);

    if (is_instance(w->b, s, function))
        add_instance(w, f, function);
    if (f->is_wanted)
        return;
    f->is_wanted = true;
    kp_push(w->b->scratch, &w->wanted, f);
    if (s->is_template) {
        for (size_t i = 0; i < f->instances.n; i++)
            add_body(w, f, f->instances.v[i], false);
    } else {
        CXCursor body = kp_with_body(w->b, kp_cursor_of(w->b, s));

        if (!clang_Cursor_isNull(body))
            add_body(w, f, body, false);
    }
}

/* ---- the unit: instances, and functions whose address is taken ---- */

static enum CXChildVisitResult visit_unit(CXCursor c, CXCursor parent, CXClientData data);

/* The function that `c` names. */
static void note_function(struct kp_world *w, CXCursor ref, CXCursor c)
{
    const bool in_broken = w->in_broken;
    const struct kp_sym *s = kp_sym_of(w->b, ref);
    struct kp_face *f = face_of(w, s);
    size_t n = f->instances.n;

    if (is_instance(w->b, s, ref)) {
        add_instance(w, f, ref);
        w->in_broken = in_broken || kp_names_broken_type(w->b, c);
        if (w->in_broken && !f->is_broken) {
            f->is_broken = true;
            n = 0;
        }
    }
    for (; n < f->instances.n; n++)
        clang_visitChildren(f->instances.v[n], visit_unit, w);
    w->in_broken = in_broken;
}

static bool is_programs(struct kp_world *w, CXCursor ref)
{
    enum CXCursorKind k = clang_getCursorKind(ref);

    return (k == CXCursor_FunctionDecl || k == CXCursor_CXXMethod ||
            k == CXCursor_FunctionTemplate) &&
           kp_is_of_program(w->b, ref);
}

static void mention(struct kp_world *w, CXCursor c, bool is_call)
{
    CXCursor ref = clang_getCursorReferenced(c);
    struct kp_face *f;

    if (!is_programs(w, ref))
        return;
    f = face_of(w, kp_sym_of(w->b, ref));
    f->n_calls += is_call;
    f->n_refs += !is_call;
    note_function(w, ref, c);
}

/* A method or constructor of a class that is instantiated explicitly. */
static void note_method(struct kp_world *w, CXCursor method, CXCursor c)
{
    if ((is_programs(w, method) || clang_getCursorKind(method) == CXCursor_Constructor) &&
        kp_is_of_program(w->b, method))
        note_function(w, method, c);
}

/* What is instantiated explicitly: a friend of a class that was added, or a method that it names.
 */
static enum CXChildVisitResult visit_added(CXCursor c, CXCursor parent, CXClientData data)
{
    struct kp_world *w = data;
    enum CXCursorKind k = clang_getCursorKind(c);

    (void)parent;
    if (k == CXCursor_StructDecl && kp_names_nothing(w->b, c))
        return CXChildVisit_Continue;
    if (k == CXCursor_CallExpr)
        note_method(w, clang_getCursorReferenced(c), c);
    for (unsigned i = 0; k == CXCursor_OverloadedDeclRef && i < clang_getNumOverloadedDecls(c); i++)
        note_method(w, clang_getOverloadedDecl(c, i), c);
    if (k != CXCursor_FunctionDecl && k != CXCursor_CXXMethod)
        return CXChildVisit_Recurse;
    if (kp_is_of_program(w->b, c))
        note_function(w, c, c);
    return CXChildVisit_Continue;
}

/* An instance of a constructor, which shows the class's base. */
static void visit_constructor(struct kp_world *w, CXCursor call)
{
    CXCursor ref = clang_getCursorReferenced(call), body;
    size_t *seen;

    if (clang_getCursorKind(ref) != CXCursor_Constructor || !kp_is_of_program(w->b, ref) ||
        !kp_is_instance(w->b, ref) || !kp_has_bases(clang_getCursorType(call)))
        return;
    body = kp_with_body(w->b, ref);
    seen = clang_Cursor_isNull(body) ? NULL : kp_map_at(w->b->scratch, &w->seen, body.data[0]);
    if (seen && !*seen) {
        *seen = 1;
        clang_visitChildren(body, visit_unit, w);
    }
}

/* An implicit conversion has the text of its operand, and nothing else in it. `a ?: b` has not. */
static bool is_converted(struct kp_world *w, CXCursor c, CXCursor parent)
{
    return clang_getCursorKind(parent) == CXCursor_UnexposedExpr && kp_is_expression(c) &&
           kp_cursors_in(w->b, parent).n == 1 && kp_same_extent(c, parent);
}

static enum CXChildVisitResult visit_unit(CXCursor c, CXCursor parent, CXClientData data)
{
    struct kp_world *w = data;

    if (is_converted(w, c, parent))
        kp_note_base(w->b, clang_getCursorType(c), clang_getCursorType(parent));
    else if (clang_getCursorKind(parent) == CXCursor_Constructor && kp_makes_base(w->b, parent, c))
        kp_note_base(w->b, clang_getCursorType(clang_getCursorSemanticParent(parent)),
                     clang_getCursorType(c));
    switch (clang_getCursorKind(c)) {
    case CXCursor_CallExpr:
        mention(w, c, true);
        visit_constructor(w, c);
        break;
    case CXCursor_DeclRefExpr:
    case CXCursor_MemberRefExpr:
        mention(w, c, false);
        break;
    default:
        break;
    }
    return CXChildVisit_Recurse;
}

static void look_at_unit(struct kp_world *w)
{
    struct kp_cursors unit = kp_cursors_of_unit(w->b, false);

    for (size_t i = 0; i < unit.n; i++)
        if (!clang_isPreprocessing(clang_getCursorKind(unit.v[i])) &&
            kp_is_of_program(w->b, unit.v[i])) {
            visit_unit(unit.v[i], unit.v[i], w);
            clang_visitChildren(unit.v[i], visit_unit, w);
        }
    unit = kp_cursors_of_unit(w->b, true);
    for (size_t i = 0; i < unit.n; i++)
        if (visit_added(unit.v[i], unit.v[i], w) == CXChildVisit_Recurse)
            clang_visitChildren(unit.v[i], visit_added, w);
}

/* ---- which functions ---- */

static bool has_error(const struct kp_builder *b, const struct kp_sym *s)
{
    for (size_t i = 0; i < b->out->holes.n; i++)
        if (b->out->holes.v[i].function == s)
            return true;
    return false;
}

static bool may_hold_pipeline(const struct kp_builder *b, const struct kp_node *f)
{
    return f->last && kp_holds(f->last, KP_LOOPS) && !has_error(b, f->sym);
}

/* ---- judging ---- */

static void judge(struct kp_world *w, const struct kp_body *body)
{
    struct kp_look l = {.w = w, .b = w->b, .face = body->face, .function = body->function};
    CXCursor record = clang_getCursorSemanticParent(body->function);
    struct kp_cursors kids = kp_cursors_in(w->b, body->function);

    l.is_pattern = body->is_pattern;
    if (kp_look_is_over(&l))
        return;
    if (has_error(w->b, body->face->sym)) {
        kp_unknown(&l, body->function, "a function that does not parse");
        return;
    }
    if (!body->face->sym->decl) {
        kp_unknown(&l, body->function, "a function that is not in the tree");
        return;
    }
    if (body->face->is_broken) {
        kp_unknown(&l, body->function, "an instance for a type that does not parse");
        return;
    }
    kp_look_at_arguments(&l);
    if (clang_Cursor_isVariadic(body->function))
        kp_unknown(&l, body->function, "a function with any number of arguments");
    if (body->face->sym->is_method && kp_has_bases(clang_getCursorType(record))) {
        if (l.is_pattern)
            kp_unknown(&l, body->function, "a member of a class that has a base");
        else
            kp_look_at_type(&l, body->function, clang_getCursorType(record));
    }
    if (l.is_pattern) /* what is returned may be made an object of it */
        kp_look_at_type(&l, body->function, clang_getCursorResultType(body->function));
    for (size_t i = 0; i < kids.n && !kp_look_is_over(&l); i++) {
        enum CXCursorKind k = clang_getCursorKind(kids.v[i]);

        if (k == CXCursor_ParmDecl)
            kp_look_at_variable(&l, kids.v[i]);
        else if (k == CXCursor_CompoundStmt || kp_is_expression(kids.v[i])) /* of a member */
            kp_look_at(&l, kids.v[i]);
    }
}

static void judge_queue(struct kp_world *w)
{
    for (size_t i = 0; i < w->queue.n; i++) {
        struct kp_body body = w->queue.v[i]; /* the queue may move */

        judge(w, &body);
    }
    w->queue.n = 0;
}

static void judge_all(struct kp_world *w)
{
    judge_queue(w);
    for (size_t i = 0; i < w->wanted.n; i++) {
        struct kp_face *f = w->wanted.v[i];
        CXCursor body;

        if (f->instances.n || f->has_pattern_judged || !f->sym->is_template)
            continue;
        f->has_pattern_judged = true;
        body = kp_with_body(w->b, kp_cursor_of(w->b, f->sym));
        if (clang_Cursor_isNull(body))
            continue;
        add_body(w, f, body, true);
        judge_queue(w);
    }
}

/* The first construct of the kind in the function or in what it calls; `is_open`: it is called for
 * a template. */
static const struct kp_hole *hole_behind(struct kp_world *w, const struct kp_face *f,
                                         enum kp_hole_kind kind, bool is_open, bool *seen)
{
    const struct kp_hole *h = kind == KP_HOLE_CLOSURE ? f->closure
                              : f->hole               ? f->hole
                              : is_open               ? f->if_open
                                                      : NULL;

    if (h || seen[f->sym->id])
        return h;
    seen[f->sym->id] = true;
    for (size_t i = 0; i < f->calls.n; i++)
        if ((h = hole_behind(w, face_of(w, f->calls.v[i]), kind, is_open, seen)))
            return h;
    return NULL;
}

/* A function of a namespace, of which there is one. */
static bool is_single(const struct kp_world *w, const struct kp_sym *s)
{
    CXCursor c = kp_cursor_of(w->b, s);
    enum CXCursorKind k = clang_getCursorKind(clang_getCursorSemanticParent(c));

    return !s->is_template && clang_getCursorKind(c) == CXCursor_FunctionDecl &&
           (k == CXCursor_Namespace || k == CXCursor_TranslationUnit);
}

/* A kernel's template with no template among its own parameters: its instances, if the output names
 * them, say which templates stand for a parameter of what it calls. */
static bool is_of_instances(const struct kp_face *f)
{
    return f->sym->is_kernel && f->sym->is_template && f->instances.n && !f->if_open;
}

static void add_hole(struct kp_world *w, const struct kp_face *f, const struct kp_hole *h,
                     bool if_not_named)
{
    struct kp_hole mine = *h;

    mine.function = f->sym;
    if (if_not_named)
        kp_push(w->b->arena, &w->b->out->holes_of_instances, mine);
    else
        kp_push(w->b->arena, &w->b->out->holes, mine);
}

static bool calls(struct kp_world *w, const struct kp_face *f, const struct kp_sym *callee,
                  bool *seen)
{
    if (seen[f->sym->id])
        return false;
    seen[f->sym->id] = true;
    for (size_t i = 0; i < f->calls.n; i++)
        if (f->calls.v[i] == callee || calls(w, face_of(w, f->calls.v[i]), callee, seen))
            return true;
    return false;
}

static void conclude(struct kp_world *w, struct kp_face *f)
{
    bool *seen = kp_new_array(w->b->scratch, bool, w->b->out->syms.n + 1);
    bool *again = kp_new_array(w->b->scratch, bool, w->b->out->syms.n + 1);
    bool *met = kp_new_array(w->b->scratch, bool, w->b->out->syms.n + 1);
    struct kp_look l = {.w = w, .b = w->b, .face = f, .function = kp_cursor_of(w->b, f->sym)};
    const struct kp_hole *h;
    bool of_instances;

    if (!f->sym->is_kernel && f->n_refs > f->n_calls)
        kp_unknown(
            &l, clang_getNullCursor(),
            kp_sprintf(w->b->scratch, "'%s', which may be called through a pointer", f->sym->name));
    if (calls(w, f, f->sym, met))
        kp_unknown(&l, clang_getNullCursor(), "a function that calls itself");
    of_instances = is_of_instances(f);
    h = hole_behind(w, f, KP_HOLE_UNKNOWN, !is_single(w, f->sym) && !of_instances, seen);
    if (!h)
        h = hole_behind(w, f, KP_HOLE_CLOSURE, false, again);
    if (h)
        add_hole(w, f, h, false);
    memset(seen, 0, (w->b->out->syms.n + 1) * sizeof *seen);
    if (!h && of_instances && (h = hole_behind(w, f, KP_HOLE_UNKNOWN, true, seen)))
        add_hole(w, f, h, true);
}

/* ---- callers ---- */

static bool calls_one(const struct kp_node *f, const bool *named)
{
    kp_each_below(x, f) if (x->kind == KP_CALL && x->sym && named[x->sym->id]) return true;
    return false;
}

/* Adds the functions that call one of the list, or one that does: what a function with a loop is
 * handed, and which threads come to it, is said there. */
static void add_callers(struct kp_world *w, struct kp_faces *list)
{
    struct kp_builder *b = w->b;
    bool *named = kp_new_array(b->scratch, bool, b->out->syms.n + 1), grew = false;

    for (size_t i = 0; i < list->n; i++) {
        named[list->v[i]->sym->id] = true;
        grew |= !list->v[i]->sym->is_kernel;
    }
    while (grew) {
        grew = false;
        for (size_t i = 0; i < b->functions.n; i++) {
            const struct kp_node *f = b->functions.v[i];

            if (named[f->sym->id] || !calls_one(f, named))
                continue;
            named[f->sym->id] = grew = true;
            kp_push(b->scratch, list, face_of(w, f->sym));
        }
    }
}

void kp_close_world(struct kp_builder *b)
{
    struct kp_world w = {.b = b};
    struct kp_faces roots = {0};
    size_t n = b->functions.n;

    for (size_t i = 0; i < n; i++)
        if (may_hold_pipeline(b, b->functions.v[i]))
            kp_push(b->scratch, &roots, face_of(&w, b->functions.v[i]->sym));
    if (!roots.n)
        return;
    add_callers(&w, &roots);
    look_at_unit(&w);
    for (size_t i = 0; i < roots.n; i++)
        kp_want(&w, roots.v[i]->sym, kp_cursor_of(b, roots.v[i]->sym));
    judge_all(&w);
    for (size_t i = 0; i < roots.n; i++) {
        kp_list_plain(&w, roots.v[i]);
        conclude(&w, roots.v[i]);
    }
}
