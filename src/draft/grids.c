/* A grid that covers sizes, where no launch is visible: by how many elements a block is away from
 * its neighbour along an axis, and which sizes may be covered so. A wrong one shows: what it
 * touches is no product of sizes, or the kernel leaves elements of its results alone. */
#include "draft/parts.h"

#include "model/func.h"
#include "util/str.h"

enum { MOST_EXTENT = 1024, MOST_EXTENTS = 3, MOST_WAYS = 8, MOST_DEPTH = 8 };

struct extents {
    int64_t v[MOST_EXTENTS];
    size_t n;
};

static void note(struct extents *e, int64_t v)
{
    for (size_t k = 0; k < e->n; k++)
        if (e->v[k] == v)
            return;
    if (v > 1 && v <= MOST_EXTENT && e->n < MOST_EXTENTS)
        e->v[e->n++] = v;
}

/* By what the block's index is multiplied in a sum or a product; 0: it is not in it. */
static int64_t factor_of(const struct kp_drafter *x, const struct kp_node *n, int axis, int depth)
{
    int64_t a, b, v;

    n = kp_draft_strip(n);
    if (!n || depth > MOST_DEPTH)
        return 0;
    if (kp_draft_is_block_index(n, axis))
        return 1;
    if (n->kind == KP_REF && n->sym && n->sym->kind == KP_SYM_VAR && n->sym->decl &&
        n->sym->decl->has_init)
        return factor_of(x, n->sym->decl->last, axis, depth + 1);
    if (n->kind != KP_BINARY)
        return 0;
    a = factor_of(x, n->first, axis, depth + 1);
    b = factor_of(x, n->last, axis, depth + 1);
    if (n->op == KP_OP_ADD)
        return a ? a : b;
    if (n->op != KP_OP_MUL)
        return 0;
    if (a && kp_draft_kernel_value(x, n->last, &v) && v > 0 && v <= MOST_EXTENT)
        return a * v;
    return b && kp_draft_kernel_value(x, n->first, &v) && v > 0 && v <= MOST_EXTENT ? b * v : a + b;
}

static void collect(const struct kp_drafter *x, const struct kp_node *n, int axis,
                    struct extents *e, int depth)
{
    if (n->kind == KP_BINARY)
        note(e, factor_of(x, n, axis, 0));
    if (n->kind == KP_VAR && n->has_init)
        note(e, factor_of(x, n->last, axis, 0));
    if (kp_draft_enters(n) && depth < MOST_DEPTH)
        collect(x, n->sym->decl, axis, e, depth + 1);
    kp_each_child(c, n) collect(x, c, axis, e, depth);
}

/* `row < M` with a row that depends on the block's index along the axis. */
static bool is_compared(const struct kp_drafter *x, const struct kp_node *n, int axis, size_t size)
{
    if (n->kind == KP_BINARY && (n->op == KP_OP_LT || n->op == KP_OP_GE) &&
        factor_of(x, n->first, axis, 0) &&
        kp_draft_size_of(x, kp_draft_strip(n->last)->sym) == size)
        return true;
    kp_each_child(c, n) if (is_compared(x, c, axis, size)) return true;
    return false;
}

struct ways {
    struct kp_draft_covered v[MOST_WAYS];
    size_t n;
};

static void add_ways(struct kp_drafter *x, const struct extents *e, int axis, bool compared,
                     struct ways *w)
{
    for (size_t i = e->n ? e->n : 1; i-- > 0;)
        for (size_t k = 0; k < x->sizes.n; k++) {
            if (is_compared(x, x->kernel->decl, axis, k) != compared || w->n == MOST_WAYS ||
                x->sizes.v[k].is_leading || (x->tile_size == k + 1 && x->sizes.n > 1 && !compared))
                continue;
            w->v[w->n++] = (struct kp_draft_covered){x->sizes.v[k].name, e->n ? e->v[i] : 1};
        }
}

/* How many blocks there may be along the axis; one that is not looked at has one. */
static void ways_along(struct kp_drafter *x, int axis, struct ways *w)
{
    struct extents e = {.n = 0};

    w->n = 0;
    if (!kp_draft_looks_at(x->kernel->decl, "blockIdx", (char)axis)) {
        w->v[w->n++] = (struct kp_draft_covered){NULL, 1};
        return;
    }
    collect(x, x->kernel->decl, axis, &e, 0);
    add_ways(x, &e, axis, true, w);
    if (!w->n)
        add_ways(x, &e, axis, false, w);
}

static const char *text_of(const struct kp_drafter *x, const struct kp_draft_trial *t)
{
    struct kp_str s = kp_str_new(x->arena);
    size_t used = 0;

    for (size_t k = 0; k < 3; k++) {
        const struct kp_draft_covered *c = &t->covered[k];
        kp_str_add(&s, k ? ", " : "");
        if (c->size && c->extent > 1)
            kp_str_addf(&s, "ceildiv(%s, %lld)", c->size, (long long)c->extent);
        else
            kp_str_add(&s, c->size ? c->size : "1");
        used = c->size || !k ? s.n : used;
    }
    return kp_strndup(x->arena, kp_str_text(&s), used);
}

static bool is_distinct(const struct kp_draft_trial *t)
{
    for (size_t k = 0; k < 3; k++)
        for (size_t i = 0; i < k; i++)
            if (t->covered[k].size && kp_streq(t->covered[k].size, t->covered[i].size))
                return false;
    return true;
}

/* The combinations in which each axis has a size of its own, or the others. */
static size_t combine(struct kp_drafter *x, const struct ways along[3], bool distinct,
                      struct kp_draft_trial *to, size_t most)
{
    size_t n = 0;

    for (size_t c = 0; c < along[2].n; c++)
        for (size_t b = 0; b < along[1].n; b++)
            for (size_t a = along[0].n; a-- > 0 && n < most;) {
                to[n] = *x->trial;
                to[n].covered[0] = along[0].v[a];
                to[n].covered[1] = along[1].v[b];
                to[n].covered[2] = along[2].v[c];
                to[n].grid = text_of(x, &to[n]);
                n += is_distinct(&to[n]) == distinct;
            }
    return n;
}

size_t kp_draft_grids(struct kp_drafter *x, struct kp_draft_trial *to, size_t most)
{
    struct ways along[3];
    size_t n;

    for (int k = 0; k < 3; k++)
        ways_along(x, 'x' + k, &along[k]);
    n = combine(x, along, true, to, most);
    return n + combine(x, along, false, to + n, most - n);
}
