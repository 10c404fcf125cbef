/* Global memory moves in sectors of 32 bytes. How many does a request of a warp touch, and how many
 * hold what it asks for? The same figure as the profiler's sectors per request. */
#include <stdlib.h>

#include "lint/parts.h"

#include "facts/sectors.h"
#include "front/tree.h"

enum { LEAST_LANES = 8, LEAST_EXCESS = 4 };

struct request {
    unsigned sectors, ideal;
    unsigned apart; /* what would do for those whose distance is known, each group by itself */
    bool is_unknown_stride; /* at least one sector per lane, by a distance nobody knows */
    kp_val by;              /* that distance's factor */
    const char *by_name;
    int64_t stride; /* bytes between lanes that are next to each other; 0: not constant */
};

static bool is_active(uint32_t active, int l)
{
    return active >> l & 1;
}

/* Of all lanes; `first` >= 0: of those whose unknown parts are its. */
static unsigned distinct_addresses(const struct kp_lanes *v, uint32_t active, int first)
{
    unsigned n = 0;

    for (int l = 0; l < KP_WARP; l++) {
        bool known = !is_active(active, l) || (first >= 0 && !kp_lanes_same_terms(v, l, first));

        for (int k = 0; k < l && !known; k++)
            known = is_active(active, k) && v->at[k] == v->at[l] && kp_lanes_same_terms(v, k, l);
        n += !known;
    }
    return n;
}

/* Bytes between neighbouring lanes when that is the same for all of them. */
static int64_t stride_of(const struct kp_lanes *v, uint32_t active)
{
    int64_t d = v->at[1] - v->at[0];

    for (int l = 1; l < KP_WARP; l++)
        if (is_active(active, l) && v->at[l] - v->at[l - 1] != d)
            return 0;
    return llabs(d);
}

static unsigned sectors_for(unsigned addresses, int64_t bytes)
{
    return (unsigned)((addresses * bytes + KP_SECTOR - 1) / KP_SECTOR);
}

static struct request request_of(const struct kp_lanes *v, uint32_t active, int64_t bytes)
{
    struct request r = {.stride = stride_of(v, active)};
    unsigned groups = 0;

    kp_each_lane_group(l, v, active)
    {
        groups++;
        r.apart += sectors_for(distinct_addresses(v, active, l), bytes);
    }
    r.is_unknown_stride = groups > 1;
    r.sectors = kp_parts_touched(v, active, bytes, KP_SECTOR);
    r.ideal = sectors_for(distinct_addresses(v, active, -1), bytes);
    if (r.is_unknown_stride)
        r.by = v->term[0].by[0];
    return r;
}

/* ---- is the unknown factor an extent? ---------------------------------------------------------
 */

/* Something in the function is compared with the symbol: the bound of a loop or of a guard. A mere
 * increment between elements, which is often one, is never compared with an index. */
static bool is_bound(const struct kp_node *n, const struct kp_sym *s)
{
    if (n->kind == KP_BINARY && n->op >= KP_OP_LT && n->op <= KP_OP_GE &&
        (kp_count_refs(n->first, s) || kp_count_refs(kp_child(n, 1), s)))
        return true;
    kp_each_child(c, n) if (is_bound(c, s)) return true;
    return false;
}

static bool is_extent(const struct kp_linter *l, const struct kp_fn *fn, kp_val by)
{
    const struct kp_value *v = kp_fn_value(fn, by);

    if (v->op == KP_FN_SPECIAL && v->imm >= KP_SPECIAL_BLOCK_DIM && v->imm < KP_SPECIAL_GRID_DIM)
        return true;
    if (v->op == KP_FN_PARAM)
        return v->node && is_bound(l->f->body, kp_as_written(v->node->sym));
    for (unsigned i = 0; i < v->n_operands && v->op != KP_FN_PHI; i++)
        if (is_extent(l, fn, v->operand[i]))
            return true;
    return false;
}

static const char *name_of(const struct kp_linter *l, const struct kp_fn *fn, kp_val by)
{
    const struct kp_value *v = kp_fn_value(fn, by);

    return v->op == KP_FN_PARAM && v->node ? v->node->sym->name : kp_node_text(l->unit, v->node);
}

/* ---- the finding ----------------------------------------------------------------------------- */

static bool is_wasteful(const struct request *r)
{
    return r->sectors >= 2 * r->ideal && r->sectors - r->ideal >= LEAST_EXCESS;
}

/* True if it is too many whatever the unknown distance is. */
static bool wastes_by_itself(const struct request *r)
{
    return r->sectors >= 2 * r->apart && r->sectors - r->apart >= LEAST_EXCESS;
}

/* The warps of one block; true when most of those that come here waste. */
static bool judge(struct kp_linter *l, const struct kp_memory_access *t,
                  const struct kp_shape_of_block *s, struct request *worst)
{
    int64_t bytes = kp_touch_bytes(t, s->launch);
    int looked = 0, wasteful = 0;

    *worst = (struct request){0};
    for (int i = 0; bytes && i < kp_lint_warps(s); i++) {
        struct kp_warp_view *w = kp_lint_warp(s, i);
        struct kp_lanes v = kp_touch_address(w, t);
        struct request r;
        uint32_t active;

        if (!v.known || !v.root || !kp_touch_active(w, t, &active))
            return false;
        if (!active)
            continue;
        looked++;
        r = request_of(&v, active, bytes);
        if (__builtin_popcount(active) < LEAST_LANES || !is_wasteful(&r) ||
            (r.is_unknown_stride && !is_extent(l, w->fn, r.by) && !wastes_by_itself(&r)))
            continue;
        wasteful++;
        if (r.sectors > worst->sectors) {
            *worst = r;
            worst->by_name = r.by ? name_of(l, w->fn, r.by) : NULL;
        }
    }
    return 2 * wasteful > looked;
}

static const char *text_of(struct kp_linter *l, const struct kp_memory_access *t,
                           const struct request *r, const char *name)
{
    const char *verb = t->is_store ? "written" : "read";
    struct kp_arena *a = l->unit->arena;

    if (r->is_unknown_stride && !wastes_by_itself(r))
        return kp_sprintf(a,
                          "'%s' is %s at multiples of '%s' by neighbouring threads: %u sectors per "
                          "request where %u would do",
                          name, verb, r->by_name, r->sectors, r->ideal);
    if (r->stride)
        return kp_sprintf(a,
                          "'%s' is %s with a distance of %lld bytes between neighbouring threads: "
                          "%u sectors per request where %u would do",
                          name, verb, (long long)r->stride, r->sectors, r->ideal);
    return kp_sprintf(a, "'%s' is %s in pieces: %u sectors per request where %u would do", name,
                      verb, r->sectors, r->ideal);
}

static void look_at(struct kp_linter *l, const struct kp_memory_access *t)
{
    struct request r, worst = {0};
    bool found = false;

    for (size_t i = 0; i < l->shapes.n; i++) {
        bool here = judge(l, t, &l->shapes.v[i], &r);

        if (!here && l->shapes.v[i].is_guess)
            return;
        if (here && (!found || (l->shapes.v[i].is_guess ? r.sectors < worst.sectors
                                                        : r.sectors > worst.sectors)))
            worst = r;
        found |= here;
    }
    if (!found)
        return;
    kp_lint_add(l, KP_CODE_KP701, t->node, text_of(l, t, &worst, t->root->name));
}

void kp_lint_coalescing(struct kp_linter *l)
{
    for (size_t i = 0; i < l->touches.n; i++)
        if (l->touches.v[i].space == KP_SPACE_GLOBAL && l->touches.v[i].root)
            look_at(l, &l->touches.v[i]);
}
