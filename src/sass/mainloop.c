#include <string.h>

#include "sass/overlap.h"

/* How much a loop looks like the one over the tiles. */
static unsigned rank(const struct kp_sass_loop *l)
{
    bool waits = l->barriers || l->count[KP_INSN_ASYNC_COMMIT] || l->count[KP_INSN_WAIT] ||
                 l->count[KP_INSN_MBARRIER];
    bool loads = l->count[KP_INSN_LOAD_GLOBAL] || l->count[KP_INSN_LOAD_GENERIC] ||
                 l->count[KP_INSN_ASYNC_COPY] || l->count[KP_INSN_BULK_COPY];

    return waits && loads ? 3 : waits ? 2 : loads ? 1 : 0;
}

/* True if a loop inside of it ranks as high. */
static bool is_outer(const struct kp_sass_kernel *k, size_t loop)
{
    for (size_t i = loop + 1; i < k->loops.n; i++) {
        if (rank(&k->loops.v[i]) < rank(&k->loops.v[loop]))
            continue;
        for (int p = k->loops.v[i].parent; p >= 0; p = k->loops.v[p].parent)
            if ((size_t)p == loop)
                return true;
    }
    return false;
}

/* Of loops of one rank. Where a loop stands beside its pipelined form, both have the same math. */
static bool is_more(const struct kp_sass_loop *l, const struct kp_sass_loop *than)
{
    const unsigned copies = l->count[KP_INSN_ASYNC_COPY], others = than->count[KP_INSN_ASYNC_COPY];

    if (l->math != than->math)
        return l->math > than->math;
    return copies != others ? copies > others : l->instructions > than->instructions;
}

int kp_sass_main_loop(const struct kp_sass_kernel *k)
{
    int best = -1;

    for (size_t i = 0; i < k->loops.n; i++) {
        const struct kp_sass_loop *l = &k->loops.v[i], *b = best >= 0 ? &k->loops.v[best] : NULL;

        if (is_outer(k, i))
            continue;
        if (!b || rank(l) > rank(b) || (rank(l) == rank(b) && is_more(l, b)))
            best = (int)i;
    }
    return best;
}

static bool is_in(const struct kp_sass_kernel *k, int loop, int of)
{
    while (loop >= 0 && loop != of)
        loop = k->loops.v[loop].parent;
    return loop >= 0;
}

int kp_sass_other_loop(const struct kp_sass_kernel *k, int main)
{
    int best = -1;

    for (int i = 0; i < (int)k->loops.n; i++) {
        const struct kp_sass_loop *l = &k->loops.v[i];

        if (is_in(k, i, main) || is_in(k, main, i) || l->count[KP_INSN_ASYNC_COPY] ||
            !l->barriers || rank(l) < 3)
            continue;
        if (best < 0 || l->math > k->loops.v[best].math || is_in(k, i, best))
            best = i;
    }
    return best;
}

static bool is_at_line(const struct kp_sass_kernel *k, const struct kp_sass_place *p, unsigned line)
{
    for (; p; p = p->at)
        if (p->line == line && k->file && strcmp(p->file, k->file) == 0)
            return true;
    return false;
}

static bool has_line(const struct kp_sass_kernel *k, const struct kp_sass_loop *l, unsigned line)
{
    for (size_t b = 0; b < l->blocks.n; b++) {
        const struct kp_sass_block *block = &k->blocks.v[l->blocks.v[b]];

        for (uint32_t i = block->begin; i < block->end; i++)
            if (is_at_line(k, k->insns.v[i].place, line))
                return true;
    }
    return false;
}

int kp_sass_loop_at_line(const struct kp_sass_kernel *k, unsigned line)
{
    int best = -1;

    for (size_t i = 0; i < k->loops.n; i++) {
        const struct kp_sass_loop *l = &k->loops.v[i], *b = best >= 0 ? &k->loops.v[best] : NULL;

        if (has_line(k, l, line) &&
            (!b || l->depth > b->depth || (l->depth == b->depth && l->math > b->math)))
            best = (int)i;
    }
    return best;
}
