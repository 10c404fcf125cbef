/* Immediate dominators after Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm"
 * (2001). */
#include "sass/cfg.h"

/* Blocks in reverse postorder; sets `order` of each, KP_SASS_NONE where not reached. */
static uint32_t *reverse_postorder(struct kp_arena *a, struct kp_sass_kernel *k, size_t *reached)
{
    size_t n = k->blocks.n, depth = 0, done = 0;
    uint32_t *stack = kp_new_array(a, uint32_t, n + 1), *post = kp_new_array(a, uint32_t, n + 1);
    size_t *next = kp_new_array(a, size_t, n + 1);
    unsigned char *seen = kp_new_array(a, unsigned char, n + 1);

    stack[depth++] = 0;
    seen[0] = 1;
    while (depth) {
        uint32_t b = stack[depth - 1];
        const struct kp_sass_block *block = &k->blocks.v[b];

        if (next[b] == block->next.n) {
            post[done++] = b;
            depth--;
            continue;
        }
        b = block->next.v[next[b]++];
        if (!seen[b]) {
            seen[b] = 1;
            stack[depth++] = b;
        }
    }
    for (size_t i = 0; i < n; i++)
        k->blocks.v[i].order = KP_SASS_NONE;
    for (size_t i = 0; i < done / 2; i++) {
        uint32_t b = post[i];

        post[i] = post[done - 1 - i];
        post[done - 1 - i] = b;
    }
    for (size_t i = 0; i < done; i++)
        k->blocks.v[post[i]].order = (uint32_t)i;
    *reached = done;
    return post;
}

static uint32_t intersect(const struct kp_sass_kernel *k, uint32_t x, uint32_t y)
{
    const struct kp_sass_block *b = k->blocks.v;

    while (x != y) {
        while (b[x].order > b[y].order)
            x = b[x].dominator;
        while (b[y].order > b[x].order)
            y = b[y].dominator;
    }
    return x;
}

static uint32_t meet(const struct kp_sass_kernel *k, uint32_t block)
{
    const struct kp_sass_block *b = &k->blocks.v[block];
    uint32_t best = KP_SASS_NONE;

    for (size_t i = 0; i < b->previous.n; i++) {
        uint32_t p = b->previous.v[i];

        if (k->blocks.v[p].dominator != KP_SASS_NONE)
            best = best == KP_SASS_NONE ? p : intersect(k, best, p);
    }
    return best;
}

void kp_cfg_dominators(struct kp_arena *a, struct kp_sass_kernel *k)
{
    size_t reached;
    uint32_t *order = reverse_postorder(a, k, &reached);
    bool changed = true;

    k->blocks.v[0].dominator = 0;
    while (changed) {
        changed = false;
        for (size_t i = 1; i < reached; i++) {
            uint32_t d = meet(k, order[i]);

            if (d != k->blocks.v[order[i]].dominator) {
                k->blocks.v[order[i]].dominator = d;
                changed = true;
            }
        }
    }
}

bool kp_cfg_dominates(const struct kp_sass_kernel *k, uint32_t above, uint32_t below)
{
    const struct kp_sass_block *b = k->blocks.v;

    if (b[above].dominator == KP_SASS_NONE || b[below].dominator == KP_SASS_NONE)
        return false;
    while (b[below].order > b[above].order)
        below = b[below].dominator;
    return above == below;
}
