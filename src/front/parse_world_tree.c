/* Where the tree has what the compiler shows. */
#include <stdlib.h>

#include "front/parse_world.h"
#include "front/tree.h"

static bool is_mentioned(const struct kp_node *n)
{
    switch (n->kind) {
    case KP_UNARY:
    case KP_ASSIGN:
    case KP_CALL:
    case KP_OPCALL:
    case KP_CONSTRUCT:
    case KP_CAST:
    case KP_REF:
    case KP_MEMBER:
        return true;
    default:
        return false;
    }
}

static bool is_name(const struct kp_node *n)
{
    return n->kind == KP_REF || n->kind == KP_MEMBER;
}

static bool is_operator(const struct kp_node *n)
{
    return n->kind == KP_UNARY || n->kind == KP_ASSIGN;
}

static void collect(struct kp_look *l, struct kp_node *n)
{
    if (is_mentioned(n)) {
        struct kp_mention m = {n, clang_getNullCursor(), l->face->mentions.n, n->span.end};

        kp_push(l->b->scratch, &l->face->mentions, m);
    }
    kp_each_child(c, n) collect(l, c);
}

static bool is_for(const struct kp_mention *m, CXCursor c, const struct kp_spot *at,
                   const struct kp_sym *s, bool call)
{
    const struct kp_node *n = m->node;

    return !is_operator(n) && is_name(n) != call && (!s || n->sym == s) && n->file == at->file &&
           n->span.begin <= at->begin && at->end <= n->span.end &&
           (!call || !s || clang_Cursor_isNull(m->used_by) || clang_equalCursors(m->used_by, c));
}

static int by_begin(const void *a, const void *b)
{
    const struct kp_mention *x = a, *y = b;

    if (x->node->file != y->node->file)
        return x->node->file < y->node->file ? -1 : 1;
    if (x->node->span.begin != y->node->span.begin)
        return x->node->span.begin < y->node->span.begin ? -1 : 1;
    return x->order < y->order ? -1 : 1;
}

static void find_mentions(struct kp_look *l)
{
    struct kp_mention *m;
    size_t n;

    l->face->mentions.n = 0;
    l->face->has_mentions = true;
    collect(l, l->face->sym->decl);
    m = l->face->mentions.v;
    n = l->face->mentions.n;
    if (n)
        qsort(m, n, sizeof *m, by_begin);
    for (size_t i = 1; i < n; i++)
        if (m[i - 1].node->file == m[i].node->file && m[i - 1].reach > m[i].reach)
            m[i].reach = m[i - 1].reach;
}

/* How many begin where the spot does, or before it. */
static size_t count_before(const struct kp_face *f, const struct kp_spot *at)
{
    size_t low = 0, high = f->mentions.n;

    while (low < high) {
        size_t middle = (low + high) / 2;
        const struct kp_node *n = f->mentions.v[middle].node;

        if (n->file < at->file || (n->file == at->file && n->span.begin <= at->begin))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct kp_node *kp_mention_of(struct kp_look *l, CXCursor c, const struct kp_sym *s, bool call)
{
    struct kp_mention *best = NULL, *all;
    struct kp_spot at;

    if (!l->face->has_mentions)
        find_mentions(l);
    if (!kp_spot_of(l->b, clang_getCursorExtent(c), &at) || at.file < 0)
        return NULL;
    all = l->face->mentions.v;
    for (size_t i = count_before(l->face, &at);
         i-- > 0 && all[i].node->file == at.file && all[i].reach >= at.end;)
        if (is_for(&all[i], c, &at, s, call) &&
            (!best || all[i].node->span.end - all[i].node->span.begin <=
                          best->node->span.end - best->node->span.begin))
            best = &all[i];
    if (best && call && s)
        best->used_by = c;
    return best ? best->node : NULL;
}

/* A macro's text has one place: what stands in it is told apart by what it is called. */
static bool is_called(struct kp_look *l, const struct kp_node *n, CXCursor c)
{
    const char *name = kp_take_string(l->b, clang_getCursorSpelling(c));

    return kp_streq(n->sym ? n->sym->name : n->name, name);
}

bool kp_is_in_tree(struct kp_look *l, CXCursor c, bool name)
{
    const struct kp_mention *all;
    struct kp_spot at;

    if (!l->face->has_mentions)
        find_mentions(l);
    if (!kp_spot_of(l->b, clang_getCursorExtent(c), &at) || at.file < 0)
        return true; /* another check says what nobody can see */
    all = l->face->mentions.v;
    for (size_t i = count_before(l->face, &at);
         i-- > 0 && all[i].node->file == at.file && all[i].reach >= at.end;) {
        const struct kp_node *n = all[i].node;
        const struct kp_span is = n->span;

        if (name ? !is_name(n) : !is_operator(n) && n->kind != KP_OPCALL)
            continue;
        if (n->from_macro
                ? is.begin <= at.begin && at.end <= is.end && (!name || is_called(l, n, c))
                : is.begin == at.begin && at.end == is.end)
            return true;
    }
    return false;
}
