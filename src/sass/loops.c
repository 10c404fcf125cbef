/* Natural loops: for every edge to a block that dominates the edge's origin, all blocks from which
 * the origin is reached without passing the header. */
#include <stdlib.h>
#include <string.h>

#include "sass/cfg.h"

enum { MAX_LOOPS = 4096 }; /* later ones are left out: no compiler makes so many */

struct body {
    unsigned char *in; /* by block */
    uint32_t *work;
};

/* Adds what reaches `from` to the loop. */
static void collect(const struct kp_sass_kernel *k, const struct body *x, uint32_t from)
{
    size_t n = 0;

    if (x->in[from])
        return;
    x->in[from] = 1;
    x->work[n++] = from;
    while (n) {
        const struct kp_sass_block *b = &k->blocks.v[x->work[--n]];

        for (size_t i = 0; i < b->previous.n; i++) {
            uint32_t p = b->previous.v[i];

            if (!x->in[p] && k->blocks.v[p].dominator != KP_SASS_NONE) {
                x->in[p] = 1;
                x->work[n++] = p;
            }
        }
    }
}

static void add_line(const struct kp_sass_kernel *k, const struct kp_sass_place *p,
                     struct kp_sass_loop *l)
{
    while (p && p->at)
        p = p->at;
    if (!p || !p->line || !k->file || strcmp(p->file, k->file))
        return;
    if (!l->first_line || p->line < l->first_line)
        l->first_line = p->line;
    if (p->line > l->last_line)
        l->last_line = p->line;
}

static void count_block(const struct kp_sass_kernel *k, const struct kp_sass_block *b,
                        struct kp_sass_loop *l)
{
    for (uint32_t i = b->begin; i < b->end; i++) {
        const struct kp_sass_insn *x = &k->insns.v[i];

        add_line(k, x->place, l);
        if (x->never)
            continue;
        l->instructions++;
        l->unknown += !x->op;
        l->count[x->opclass]++;
        l->math += kp_sass_is_math(x);
        l->barriers += x->is_barrier;
    }
}

/* The loop of a header, when an edge leads back to it. */
static void loop_of(struct kp_arena *a, struct kp_sass_kernel *k, uint32_t header,
                    const struct body *x)
{
    struct kp_sass_loop l = {.header = header, .parent = -1, .depth = 1};
    const struct kp_sass_block *h = &k->blocks.v[header];
    bool found = false;

    if (k->loops.n == MAX_LOOPS)
        return;
    memset(x->in, 0, k->blocks.n);
    x->in[header] = 1;
    for (size_t i = 0; i < h->previous.n; i++)
        if (kp_cfg_dominates(k, header, h->previous.v[i])) {
            found = true;
            collect(k, x, h->previous.v[i]);
        }
    if (!found)
        return;
    for (uint32_t b = 0; b < k->blocks.n; b++)
        if (x->in[b]) {
            kp_push(a, &l.blocks, b);
            count_block(k, &k->blocks.v[b], &l);
        }
    kp_push(a, &k->loops, l);
}

static int larger_first(const void *left, const void *right)
{
    const struct kp_sass_loop *a = left, *b = right;

    if (a->blocks.n != b->blocks.n)
        return a->blocks.n < b->blocks.n ? 1 : -1;
    return (a->header > b->header) - (a->header < b->header);
}

/* Two natural loops have no block in common, or one lies in the other. */
static void nest(struct kp_arena *a, struct kp_sass_kernel *k)
{
    int *inner = kp_new_array(a, int, k->blocks.n + 1); /* the innermost loop so far, from 1 */

    if (k->loops.n)
        qsort(k->loops.v, k->loops.n, sizeof *k->loops.v, larger_first);
    for (size_t i = 0; i < k->loops.n; i++) {
        struct kp_sass_loop *l = &k->loops.v[i];

        l->parent = inner[l->header] - 1;
        l->depth = l->parent >= 0 ? k->loops.v[l->parent].depth + 1 : 1;
        for (size_t b = 0; b < l->blocks.n; b++)
            inner[l->blocks.v[b]] = (int)i + 1;
    }
}

/* An edge backwards in the order of blocks to one that does not dominate its origin. */
static bool has_irreducible(const struct kp_sass_kernel *k)
{
    for (uint32_t b = 0; b < k->blocks.n; b++) {
        const struct kp_sass_block *x = &k->blocks.v[b];

        for (size_t i = 0; x->dominator != KP_SASS_NONE && i < x->next.n; i++)
            if (k->blocks.v[x->next.v[i]].order <= x->order &&
                !kp_cfg_dominates(k, x->next.v[i], b))
                return true;
    }
    return false;
}

static void find_loops(struct kp_arena *a, struct kp_sass_kernel *k)
{
    size_t n = k->blocks.n;
    struct body x = {kp_new_array(a, unsigned char, n + 1), kp_new_array(a, uint32_t, n + 1)};

    for (uint32_t b = 0; b < n; b++) {
        const struct kp_sass_block *h = &k->blocks.v[b];
        bool backwards = false;

        for (size_t i = 0; i < h->previous.n; i++)
            backwards |= k->blocks.v[h->previous.v[i]].order >= h->order;
        if (backwards && h->dominator != KP_SASS_NONE)
            loop_of(a, k, b, &x);
    }
    nest(a, k);
    k->irreducible = has_irreducible(k);
}

void kp_cfg_build(struct kp_arena *a, struct kp_sass_kernel *k)
{
    if (!k->insns.n)
        return;
    kp_cfg_blocks(a, k);
    kp_cfg_dominators(a, k);
    find_loops(a, k);
}
