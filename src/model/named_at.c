/* Which words of a function's own text nodes of its tree stand for. */
#include <stdlib.h>

#include "front/tree.h"
#include "model/mentions.h"

/* What a name, or a macro's use with the name in what it makes, covers of the text. */
struct kp_name_cover {
    const char *name;
    uint32_t begin;
    uint32_t end; /* once sorted: the farthest of this and of those of the name in front of it */
};

static const char *name_of(const struct kp_node *n)
{
    switch (n->kind) {
    case KP_REF:
    case KP_MEMBER:
    case KP_VAR:
    case KP_PARAM:
    case KP_FIELD:
        return n->sym ? n->sym->name : NULL;
    case KP_CALL: /* of what is dependent */
        return n->sym ? NULL : n->name;
    default:
        return NULL;
    }
}

static void collect(struct kp_func *f, const struct kp_node *n)
{
    const char *name = n->file ? NULL : name_of(n);

    if (name)
        kp_push(f->unit->arena, &f->named,
                ((struct kp_name_cover){name, n->span.begin, n->span.end}));
    kp_each_child(c, n) collect(f, c);
}

static int in_order(const void *a, const void *b)
{
    const struct kp_name_cover *x = a, *y = b;
    int by_name = strcmp(x->name, y->name);

    return by_name ? by_name : (x->begin > y->begin) - (x->begin < y->begin);
}

static void find_named(struct kp_func *f)
{
    struct kp_name_cover *v;

    f->named_known = true;
    collect(f, f->decl);
    v = f->named.v;
    if (f->named.n)
        qsort(v, f->named.n, sizeof *v, in_order);
    for (size_t i = 1; i < f->named.n; i++)
        if (v[i].end < v[i - 1].end && kp_streq(v[i].name, v[i - 1].name))
            v[i].end = v[i - 1].end;
}

/* True if it is behind the token, by name and begin. */
static bool is_behind(const struct kp_name_cover *x, const char *word, struct kp_token t)
{
    size_t n = t.end - t.begin;
    int by_name = strncmp(x->name, word, n);

    return by_name ? by_name > 0 : x->name[n] || x->begin > t.begin;
}

bool kp_is_named_at(struct kp_func *f, struct kp_token t)
{
    const char *word = f->unit->source.text + t.begin;
    size_t low = 0, high;
    const struct kp_name_cover *last;

    if (!f->named_known)
        find_named(f);
    high = f->named.n;
    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (is_behind(&f->named.v[middle], word, t))
            high = middle;
        else
            low = middle + 1;
    }
    last = low ? &f->named.v[low - 1] : NULL;
    return last && kp_token_is(f->unit->source.text, t, last->name) && t.end <= last->end;
}
