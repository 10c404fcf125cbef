/* From the nodes of an instance's tree to those of its pattern's: both trees are walked together,
 * and a node belongs to the one that has its place in its parent, or else its text. */
#include <stdlib.h>

#include "front/parse.h"

struct link {
    struct kp_node *node;
    const struct kp_node *pattern;
};

KP_VEC_TYPE(links, struct link);

struct linker {
    struct kp_builder *b;
    struct links links;
};

static bool same_text(const struct kp_node *a, const struct kp_node *b)
{
    return a->file == b->file && a->span.begin == b->span.begin && a->span.end == b->span.end &&
           (a->kind == KP_NONE) == (b->kind == KP_NONE);
}

/* The nodes below `n` with the text and the kind of `like`. */
static unsigned below(const struct kp_node *n, const struct kp_node *like,
                      const struct kp_node **found)
{
    unsigned count = 0;

    kp_each_child(c, n)
    {
        if (c->kind == like->kind && same_text(c, like)) {
            *found = c;
            count++;
        }
        if (c->file != like->file ||
            (c->span.begin <= like->span.begin && c->span.end >= like->span.end))
            count += below(c, like, found);
    }
    return count;
}

static const struct kp_node *find(const struct kp_node *n, const struct kp_node *pattern,
                                  const struct kp_node *in_place)
{
    const struct kp_node *found = NULL;
    unsigned count = 0;

    if (in_place && in_place->kind == n->kind &&
        (same_text(in_place, n) || (n->kind == KP_VAR && kp_streq(in_place->name, n->name))))
        return in_place;
    if (n->kind == KP_NONE)
        return NULL;
    if (below(pattern, n, &found) == 1)
        return found;
    kp_each_child(c, pattern)
    {
        if (same_text(c, n)) {
            found = c;
            count++;
        }
    }
    return count == 1 ? found : NULL;
}

/* True for an implicit node around one that is in the text: a conversion. */
static bool is_wrapper(const struct kp_node *n, const struct kp_node *pattern)
{
    return n->kind != pattern->kind && n->n_children == 1 && same_text(n, n->first);
}

static void link_children(struct linker *l, struct kp_node *n, const struct kp_node *pattern);

static void link_node(struct linker *l, struct kp_node *n, const struct kp_node *pattern)
{
    struct link link = {n, pattern};

    if (is_wrapper(n, pattern)) {
        link_node(l, n->first, pattern);
        return;
    }
    kp_push(l->b->scratch, &l->links, link);
    link_children(l, n, pattern);
}

static void link_children(struct linker *l, struct kp_node *n, const struct kp_node *pattern)
{
    bool parallel = n->n_children == pattern->n_children;
    const struct kp_node *in_place = parallel ? pattern->first : NULL;

    kp_each_child(c, n)
    {
        const struct kp_node *p = find(c, pattern, in_place);

        if (p)
            link_node(l, c, p);
        else
            link_children(l, c, pattern);
        in_place = in_place ? in_place->next : NULL;
    }
}

static int by_pattern(const void *a, const void *b)
{
    const struct link *x = a, *y = b;

    return x->pattern < y->pattern ? -1 : x->pattern > y->pattern;
}

void kp_link_pattern(struct kp_builder *b, struct kp_node *instance, const struct kp_node *pattern)
{
    struct linker l = {.b = b};
    struct link *v;

    if (!pattern)
        return;
    if (instance->sym->pattern == pattern->sym)
        link_node(&l, instance, pattern);
    else
        link_children(&l, instance, pattern);
    v = l.links.v;
    if (v)
        qsort(v, l.links.n, sizeof *v, by_pattern);
    for (size_t i = 0; i < l.links.n; i++) {
        struct kp_sym *s = v[i].node->sym && v[i].node->sym->decl == v[i].node
                               ? (struct kp_sym *)v[i].node->sym
                               : NULL;

        if (s && !s->pattern && v[i].pattern->sym != s)
            s->pattern = v[i].pattern->sym;
        if ((i == 0 || v[i - 1].pattern != v[i].pattern) &&
            (i + 1 == l.links.n || v[i + 1].pattern != v[i].pattern))
            v[i].node->pattern = v[i].pattern;
    }
}
