#include <string.h>

#include "sass/cfg.h"

/* Where instructions go on besides the next one: pairs of instruction numbers. */
typedef KP_VEC(struct kp_sass_jump) jumps;

static bool ends_block(const struct kp_sass_insn *x)
{
    return !x->never && (x->opclass == KP_INSN_BRANCH || x->opclass == KP_INSN_EXIT ||
                         x->opclass == KP_INSN_RETURN);
}

static bool goes_on(const struct kp_sass_insn *x)
{
    return !ends_block(x) || x->is_conditional;
}

static uint32_t number_of(const struct kp_sass_kernel *k, uint32_t address)
{
    uint32_t n = address / KP_SASS_BYTES;

    return n < k->insns.n ? n : KP_SASS_NONE;
}

static bool add_jump(struct kp_arena *a, const struct kp_sass_kernel *k, jumps *all, size_t from,
                     uint32_t address)
{
    uint32_t to = number_of(k, address);

    if (to == KP_SASS_NONE)
        return false;
    kp_push(a, all, ((struct kp_sass_jump){(uint32_t)from, to}));
    return true;
}

/* BRX and its like: what the cubin lists. */
static void add_indirect(struct kp_arena *a, struct kp_sass_kernel *k, jumps *all, size_t from)
{
    bool known = false;

    for (size_t i = 0; i < k->jumps.n; i++)
        if (k->jumps.v[i].from == k->insns.v[from].address)
            known |= add_jump(a, k, all, from, k->jumps.v[i].to);
    k->unresolved += !known;
}

static void find_jumps(struct kp_arena *a, struct kp_sass_kernel *k, jumps *all)
{
    for (size_t i = 0; i < k->insns.n; i++) {
        const struct kp_sass_insn *x = &k->insns.v[i];

        if (x->never || x->opclass != KP_INSN_BRANCH)
            continue;
        if (!x->has_target)
            add_indirect(a, k, all, i);
        else if (!add_jump(a, k, all, i, x->target))
            k->unresolved++;
    }
}

/* BSYNC B waits for the threads that BSSY B has named and goes on at BSSY's target. That is nearly
 * always the next instruction; where it is not, the nearest BSSY above decides. */
static bool leaves_at(const struct kp_sass_kernel *k, const uint32_t nearest[64], size_t at,
                      uint32_t *to)
{
    const struct kp_sass_insn *x = &k->insns.v[at];

    if (!x->is_reconvergence || x->never)
        return false;
    *to = nearest[x->reconverge];
    return *to != at + 1 && *to != KP_SASS_NONE;
}

/* BSYNCs that do not fall through, as jumps; marks them in `leaves`. */
static void find_reconvergence(struct kp_arena *a, struct kp_sass_kernel *k, jumps *all,
                               unsigned char *leaves)
{
    uint32_t nearest[64], to;

    memset(nearest, 0xff, sizeof nearest);
    for (size_t i = 0; i < k->insns.n; i++) {
        const struct kp_sass_insn *x = &k->insns.v[i];

        if (x->opclass == KP_INSN_RECONVERGE && x->has_target && x->target != KP_SASS_NONE)
            nearest[x->reconverge] = number_of(k, x->target);
        if (!leaves_at(k, nearest, i, &to))
            continue;
        kp_push(a, all, ((struct kp_sass_jump){(uint32_t)i, to}));
        leaves[i] = 1;
    }
}

static void link_blocks(struct kp_arena *a, struct kp_sass_kernel *k, uint32_t from, uint32_t to)
{
    struct kp_sass_block *b = &k->blocks.v[from];

    for (size_t i = 0; i < b->next.n; i++)
        if (b->next.v[i] == to)
            return;
    kp_push(a, &b->next, to);
    kp_push(a, &k->blocks.v[to].previous, from);
}

void kp_cfg_blocks(struct kp_arena *a, struct kp_sass_kernel *k)
{
    size_t n = k->insns.n;
    unsigned char *leads = kp_new_array(a, unsigned char, n + 2),
                  *leaves = kp_new_array(a, unsigned char, n + 1);
    uint32_t *block_of = kp_new_array(a, uint32_t, n + 1);
    jumps all = {0};

    find_jumps(a, k, &all);
    find_reconvergence(a, k, &all, leaves);
    leads[0] = 1;
    for (size_t i = 0; i < n; i++)
        if (ends_block(&k->insns.v[i]) || leaves[i])
            leads[i + 1] = 1;
    for (size_t i = 0; i < all.n; i++)
        leads[all.v[i].to] = 1;
    for (size_t i = 0; i < n; i++) {
        if (leads[i])
            kp_push(a, &k->blocks,
                    ((struct kp_sass_block){.begin = (uint32_t)i, .dominator = KP_SASS_NONE}));
        block_of[i] = (uint32_t)k->blocks.n - 1;
        k->blocks.v[k->blocks.n - 1].end = (uint32_t)i + 1;
    }
    for (uint32_t b = 0; b + 1 < k->blocks.n; b++) {
        uint32_t last = k->blocks.v[b].end - 1;

        if (goes_on(&k->insns.v[last]) && !(leaves[last] && !k->insns.v[last].is_conditional))
            link_blocks(a, k, b, b + 1);
    }
    for (size_t i = 0; i < all.n; i++)
        link_blocks(a, k, block_of[all.v[i].from], block_of[all.v[i].to]);
}
