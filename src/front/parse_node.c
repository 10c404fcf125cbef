/* Makes nodes and determines their spans. */
#include "front/parse.h"

static enum CXChildVisitResult collect(CXCursor c, CXCursor parent, CXClientData data)
{
    struct kp_builder *b = ((void **)data)[0];
    struct kp_cursors *out = ((void **)data)[1];

    (void)parent;
    kp_push(b->scratch, out, c);
    return CXChildVisit_Continue;
}

struct kp_cursors kp_cursors_in(struct kp_builder *b, CXCursor c)
{
    struct kp_cursors out = {0};
    void *data[] = {b, &out};

    clang_visitChildren(c, collect, data);
    return out;
}

struct kp_cursors kp_operands_in(struct kp_builder *b, CXCursor c)
{
    struct kp_cursors all = kp_cursors_in(b, c), out = {0};

    for (size_t i = 0; i < all.n; i++)
        if (kp_is_expression(all.v[i]))
            kp_push(b->scratch, &out, all.v[i]);
    return out;
}

/* True if the cursor is an instance whose place is that of its template. */
static bool stands_on_template(const struct kp_cursors *all, CXCursor c)
{
    CXSourceLocation at = clang_getCursorLocation(c);

    if (clang_Cursor_isNull(clang_getSpecializedCursorTemplate(c)))
        return false;
    for (size_t i = 0; i < all->n; i++)
        if (clang_getCursorKind(all->v[i]) == CXCursor_FunctionTemplate &&
            clang_equalLocations(clang_getCursorLocation(all->v[i]), at))
            return true;
    return false;
}

struct kp_cursors kp_cursors_of_unit(struct kp_builder *b, bool added)
{
    CXCursor unit = clang_getTranslationUnitCursor(b->tu);
    struct kp_cursors all = kp_cursors_in(b, unit), own = {0};

    for (size_t i = 0; i < all.n; i++)
        if (kp_is_added(b, clang_getCursorLocation(all.v[i])) == added &&
            (!b->local_only || clang_isPreprocessing(clang_getCursorKind(all.v[i])) ||
             (clang_equalCursors(clang_getCursorLexicalParent(all.v[i]), unit) &&
              !stands_on_template(&all, all.v[i]))))
            kp_push(b->scratch, &own, all.v[i]);
    return own;
}

struct kp_node *kp_node_new(struct kp_builder *b, enum kp_kind kind, CXCursor c)
{
    struct kp_node *n = kp_new(b->arena, struct kp_node);
    struct kp_spot s;

    b->n_nodes++;
    n->kind = kind;
    if (kp_spot_of(b, clang_getCursorExtent(c), &s) && s.file >= 0) {
        n->file = (uint16_t)s.file;
        n->span = (struct kp_span){s.begin, s.end};
    } else {
        n->from_macro = true; /* its text stands in no file of the project */
    }
    return n;
}

struct kp_node *kp_none(struct kp_builder *b, const struct kp_node *near)
{
    struct kp_node *n = kp_new(b->arena, struct kp_node);

    n->kind = KP_NONE;
    n->file = near->file;
    n->span = (struct kp_span){near->span.begin, near->span.begin};
    return n;
}

void kp_append(struct kp_node *parent, struct kp_node *child)
{
    child->parent = parent;
    if (parent->last)
        parent->last->next = child;
    else
        parent->first = child;
    parent->last = child;
    parent->n_children++;
}

void kp_add_hole(struct kp_builder *b, const struct kp_sym *function, int file, uint32_t offset,
                 bool is_error, const char *text)
{
    struct kp_hole h = {function, (uint16_t)(file < 0 ? 0 : file),
                        offset,   is_error ? KP_HOLE_ERROR : KP_HOLE_UNSEEN,
                        text,     false};

    if (!b->exact) { /* its pattern has it, too */
        kp_push(b->arena, &b->out->holes, h);
    }
}

static void cover(struct kp_node *n, uint32_t begin, uint32_t end)
{
    if (begin < n->span.begin)
        n->span.begin = begin;
    if (end > n->span.end)
        n->span.end = end;
}

static void cover_children(struct kp_node *n)
{
    kp_each_child(c, n)
    {
        if (c->kind != KP_NONE && c->file == n->file && c->span.begin < c->span.end)
            cover(n, c->span.begin, c->span.end);
    }
}

/* A span that is not inside one macro argument must not cut through a macro's use. */
static void cover_uses(struct kp_builder *b, struct kp_node *n)
{
    const struct kp_invocation *use = kp_use_at(b, n->file, n->span.begin);
    struct kp_span before;

    if (n->span.begin == n->span.end && use)
        n->span.end = use->end; /* a macro used in another one's argument */
    do {
        before = n->span;
        use = kp_use_around(b, n->file, n->span.begin, n->span.begin + 1);
        for (; use; use = use->parent < 0 ? NULL : &b->facts.v[n->file].uses.v[use->parent])
            if (use->end < n->span.end && use->begin < n->span.begin)
                cover(n, use->begin, use->end);
        use = kp_use_around(b, n->file, n->span.end - 1, n->span.end);
        for (; use; use = use->parent < 0 ? NULL : &b->facts.v[n->file].uses.v[use->parent])
            if (use->begin > n->span.begin && use->end > n->span.end)
                cover(n, use->begin, use->end);
    } while (before.begin != n->span.begin || before.end != n->span.end);
}

static void to_invocation(struct kp_builder *b, struct kp_node *n)
{
    const struct kp_invocation *use;
    uint32_t last = n->span.end > n->span.begin ? n->span.end : n->span.begin + 1;

    n->from_macro = true;
    /* libclang ends text from a macro within an argument where the outer use ends */
    use = kp_use_at(b, n->file, n->span.begin);
    if (!n->first && use) {
        n->span = (struct kp_span){use->begin, use->end};
        return;
    }
    use = kp_use_around(b, n->file, n->span.begin, last);
    if (use)
        n->span = (struct kp_span){use->begin, use->end};
}

void kp_settle(struct kp_builder *b, struct kp_node *n, CXCursor c)
{
    if (n->from_macro)
        return;
    cover_children(n);
    cover_uses(b, n);
    if (!kp_has_own_text(b, n, c))
        to_invocation(b, n);
}

void kp_settle_implicit(struct kp_builder *b, struct kp_node *n)
{
    cover_children(n);
    cover_uses(b, n);
}
