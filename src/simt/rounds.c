/* How often the threads of a launch went round the loops that stage tiles.
 *
 * Counted are barriers, asynchronous copies and what belongs to them, and stores to shared memory,
 * each by its place in the source: nvcc may make several copies of a loop, unrolled ones and one
 * for the rest, and all of them are one loop of the source. A count begins anew where the loop
 * around it comes to its next trip, so an outer loop adds nothing. */
#define _GNU_SOURCE
#include "simt/decode.h"

#include <sys/mman.h>

#include "util/str.h"
#include "util/system.h"

enum { NONE = 0xffffffffu };

struct block {
    uint32_t first, end; /* instructions */
    uint32_t order;      /* in reverse post-order; NONE: not reached */
    uint32_t dominator;
    KP_VEC(uint32_t) next, from;
};

struct loop {
    uint32_t header, size;
    uint8_t *has;    /* by block */
    uint8_t staging; /* of all that is in it */
};

struct graph {
    struct kp_arena *arena;
    const struct kp_simt_program *p;
    struct block *blocks;
    uint32_t *block_of; /* by instruction */
    uint32_t n, n_reached;
    uint32_t *reached; /* blocks in reverse post-order */
    KP_VEC(struct loop) loops;
};

/* ---- blocks ---- */

static bool ends_block(const struct kp_insn *i)
{
    return i->exec == dec_branch() || i->exec == dec_exit() || (i->more && i->more->targets);
}

static void edge(struct graph *g, uint32_t from, uint32_t insn)
{
    uint32_t to = insn < g->p->code.n ? g->block_of[insn] : NONE;

    if (to == NONE)
        return;
    kp_push(g->arena, &g->blocks[from].next, to);
    kp_push(g->arena, &g->blocks[to].from, from);
}

static void edges(struct graph *g, uint32_t k)
{
    uint32_t end = g->blocks[k].end;
    const struct kp_insn *i = &g->p->code.v[end - 1];
    bool is_table = i->more && i->more->targets;

    if (i->exec == dec_branch())
        edge(g, k, i->target);
    for (unsigned n = 0; is_table && n < i->more->n; n++)
        edge(g, k, i->more->targets[n]);
    if (!ends_block(i) || i->guard != NO_GUARD)
        edge(g, k, end);
}

static void find_blocks(struct graph *g)
{
    uint32_t n = (uint32_t)g->p->code.n;
    uint8_t *leads = kp_new_array(g->arena, uint8_t, n + 1);

    g->block_of = kp_new_array(g->arena, uint32_t, n + 1);
    g->blocks = kp_new_array(g->arena, struct block, n + 1);
    leads[0] = 1;
    for (uint32_t k = 0; k < n; k++) {
        const struct kp_insn *i = &g->p->code.v[k];
        if (!ends_block(i))
            continue;
        leads[k + 1] = 1;
        if (i->exec == dec_branch() && i->target < n)
            leads[i->target] = 1;
        for (unsigned t = 0; i->more && i->more->targets && t < i->more->n; t++)
            if (i->more->targets[t] < n)
                leads[i->more->targets[t]] = 1;
    }
    for (uint32_t k = 0; k < n; k++) {
        if (leads[k])
            g->blocks[g->n++].first = k;
        g->block_of[k] = g->n - 1;
        g->blocks[g->n - 1].end = k + 1;
    }
    for (uint32_t k = 0; k < g->n; k++) {
        g->blocks[k].order = g->blocks[k].dominator = NONE;
        edges(g, k);
    }
}

/* Depth first; reached[] from its end, so that it ends up in reverse post-order. */
static void order_blocks(struct graph *g)
{
    uint32_t *stack = kp_new_array(g->arena, uint32_t, g->n + 1);
    uint32_t *at = kp_new_array(g->arena, uint32_t, g->n + 1), depth = 0, left = g->n;
    uint8_t *seen = kp_new_array(g->arena, uint8_t, g->n + 1);

    g->reached = kp_new_array(g->arena, uint32_t, g->n + 1);
    stack[depth++] = 0;
    seen[0] = 1;
    while (depth) {
        struct block *b = &g->blocks[stack[depth - 1]];
        uint32_t *next = &at[stack[depth - 1]];
        if (*next == b->next.n) {
            g->reached[--left] = stack[--depth];
        } else if (!seen[b->next.v[*next]]) {
            stack[depth] = b->next.v[(*next)++];
            seen[stack[depth++]] = 1;
        } else {
            ++*next;
        }
    }
    g->reached += left;
    g->n_reached = g->n - left;
    for (uint32_t k = 0; k < g->n_reached; k++)
        g->blocks[g->reached[k]].order = k;
}

/* ---- dominators, and the loops of edges back to one ---- */

static uint32_t meet(const struct graph *g, uint32_t a, uint32_t b)
{
    while (a != b) {
        while (g->blocks[a].order > g->blocks[b].order)
            a = g->blocks[a].dominator;
        while (g->blocks[b].order > g->blocks[a].order)
            b = g->blocks[b].dominator;
    }
    return a;
}

static void dominators(struct graph *g)
{
    g->blocks[0].dominator = 0;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t k = 1; k < g->n_reached; k++) {
            struct block *b = &g->blocks[g->reached[k]];
            uint32_t d = NONE;
            for (size_t i = 0; i < b->from.n; i++) {
                uint32_t f = b->from.v[i];
                if (g->blocks[f].dominator != NONE)
                    d = d == NONE ? f : meet(g, d, f);
            }
            again |= d != b->dominator;
            b->dominator = d;
        }
    }
}

static bool dominates(const struct graph *g, uint32_t a, uint32_t b)
{
    while (g->blocks[b].order > g->blocks[a].order)
        b = g->blocks[b].dominator;
    return a == b;
}

static struct loop *loop_at(struct graph *g, uint32_t header)
{
    struct loop l = {.header = header, .size = 1};

    for (size_t k = 0; k < g->loops.n; k++)
        if (g->loops.v[k].header == header)
            return &g->loops.v[k];
    l.has = kp_new_array(g->arena, uint8_t, g->n + 1);
    l.has[header] = 1;
    kp_push(g->arena, &g->loops, l);
    return &g->loops.v[g->loops.n - 1];
}

/* Everything from which the end of a trip is reached without passing the header. */
static void flood(struct graph *g, struct loop *l, uint32_t from)
{
    KP_VEC(uint32_t) todo = {0};

    kp_push(g->arena, &todo, from);
    while (todo.n) {
        uint32_t b = todo.v[--todo.n];
        if (l->has[b] || g->blocks[b].order == NONE)
            continue;
        l->has[b] = 1;
        l->size++;
        for (size_t k = 0; k < g->blocks[b].from.n; k++)
            kp_push(g->arena, &todo, g->blocks[b].from.v[k]);
    }
}

static void find_loops(struct graph *g)
{
    for (uint32_t k = 0; k < g->n_reached; k++) {
        uint32_t b = g->reached[k];
        for (size_t i = 0; i < g->blocks[b].next.n; i++)
            if (dominates(g, g->blocks[b].next.v[i], b))
                flood(g, loop_at(g, g->blocks[b].next.v[i]), b);
    }
}

static void find_staging(struct graph *g)
{
    for (size_t k = 0; k < g->loops.n; k++)
        for (uint32_t i = 0; i < g->p->code.n; i++)
            if (g->loops.v[k].has[g->block_of[i]])
                g->loops.v[k].staging |= g->p->code.v[i].staging;
}

/* True if a loop in this one brings tiles. Then its own barriers stand around those. */
static bool is_around_tiles(const struct graph *g, const struct loop *outer)
{
    const uint8_t both = STAGING_SYNC | STAGING_LOAD;

    for (size_t k = 0; k < g->loops.n; k++) {
        const struct loop *l = &g->loops.v[k];
        if (l->size < outer->size && outer->has[l->header] && (l->staging & both) == both)
            return true;
    }
    return false;
}

/* The smallest loop with the block that is larger than so many blocks. */
static const struct loop *around(const struct graph *g, uint32_t block, uint32_t size)
{
    const struct loop *found = NULL;

    for (size_t k = 0; k < g->loops.n; k++) {
        const struct loop *l = &g->loops.v[k];
        if (l->has[block] && l->size > size && (!found || l->size < found->size))
            found = l;
    }
    return found;
}

static unsigned depth_of(const struct graph *g, uint32_t block)
{
    unsigned n = 0;

    for (size_t k = 0; k < g->loops.n; k++)
        n += g->loops.v[k].has[block];
    return n;
}

/* ---- what is counted ---- */

static bool same_place(const struct kp_ptx *m, uint32_t a, uint32_t b)
{
    const struct ptx_loc *x = &m->locs.v[a], *y = &m->locs.v[b];

    return a && b && x->file == y->file && x->line == y->line && x->col == y->col;
}

/* An instruction without a place is counted by itself. */
static uint32_t group_of(struct kp_rounds *r, const struct kp_simt_program *p, uint32_t insn)
{
    struct kp_round_group g = {.loc = ptx_user_loc(p->module, p->code.v[insn].loc),
                               .deepest = insn};

    for (size_t k = 0; k < r->groups.n; k++)
        if (same_place(p->module, r->groups.v[k].loc, g.loc))
            return (uint32_t)k;
    kp_push(r->arena, &r->groups, g);
    return (uint32_t)r->groups.n - 1;
}

static void find_groups(struct graph *g, struct kp_rounds *r, struct kp_insn *code)
{
    for (uint32_t k = 0; k < g->p->code.n; k++) {
        struct kp_round_group *x;
        unsigned depth;
        if (!(code[k].staging & STAGING_COUNTS) || g->blocks[g->block_of[k]].order == NONE)
            continue;
        r->of[k] = 1 + group_of(r, g->p, k);
        code[k].round |= ROUND_COUNT;
        x = &r->groups.v[r->of[k] - 1];
        depth = depth_of(g, g->block_of[k]);
        if (depth > x->depth) {
            x->depth = depth;
            x->deepest = k;
        }
    }
}

/* Where a group's count begins anew: the header of the loop around its loop. */
static void find_resets(struct graph *g, struct kp_rounds *r, struct kp_insn *code)
{
    for (size_t k = 0; k < r->groups.n; k++) {
        struct kp_round_group *x = &r->groups.v[k];
        uint32_t block = g->block_of[x->deepest];
        const struct loop *own = around(g, block, 0);
        const struct loop *outer = own ? around(g, block, own->size) : NULL;
        x->stages_tiles = own && !is_around_tiles(g, own);
        x->reset_at = outer ? g->blocks[outer->header].first : NONE;
        if (outer)
            code[x->reset_at].round |= ROUND_RESET;
    }
}

bool kp_rounds_new(struct kp_arena *a, struct kp_simt_machine *m, struct kp_insn *code)
{
    struct graph g = {.arena = a, .p = m->program};
    struct kp_rounds *r = kp_new(a, struct kp_rounds);

    r->arena = a;
    r->of = kp_new_array(a, uint32_t, g.p->code.n + 1);
    find_blocks(&g);
    order_blocks(&g);
    dominators(&g);
    find_loops(&g);
    find_staging(&g);
    find_groups(&g, r, code);
    find_resets(&g, r, code);
    r->most = kp_map_shared((r->groups.n + 1) * sizeof *r->most);
    m->rounds = r->most ? r : NULL;
    return m->rounds != NULL;
}

/* ---- while a kernel runs ---- */

static uint32_t *counts(struct kp_warp *w)
{
    size_t n = w->block->machine->rounds->groups.n;

    if (!w->rounds)
        w->rounds = kp_new_array(w->block->machine->arena, uint32_t, (n + 1) * LANES);
    return w->rounds;
}

void kp_rounds_start(struct kp_warp *w)
{
    if (w->rounds)
        memset(w->rounds, 0, w->block->machine->rounds->groups.n * LANES * sizeof *w->rounds);
}

void kp_rounds_reset(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    const struct kp_rounds *r = w->block->machine->rounds;

    for (size_t k = 0; k < r->groups.n; k++) {
        if (r->groups.v[k].reset_at != insn_index(w, i))
            continue;
        for (uint32_t rest = mask; rest; rest &= rest - 1)
            counts(w)[k * LANES + (unsigned)__builtin_ctz(rest)] = 0;
    }
}

void kp_rounds_count(struct kp_warp *w, const struct kp_insn *i, uint32_t mask)
{
    const struct kp_rounds *r = w->block->machine->rounds;
    uint32_t k = r->of[insn_index(w, i)] - 1, *count = counts(w) + (size_t)k * LANES, most = 0;

    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        uint32_t n = ++count[__builtin_ctz(rest)];
        most = n > most ? n : most;
    }
    for (uint32_t old = __atomic_load_n(&r->most[k], __ATOMIC_RELAXED); old < most;)
        if (__atomic_compare_exchange_n(&r->most[k], &old, most, false, __ATOMIC_RELAXED,
                                        __ATOMIC_RELAXED))
            break;
}

/* ---- and afterwards ---- */

void kp_rounds_end(struct kp_simt_machine *m)
{
    struct kp_simt_rounds *to = m->options->rounds;
    const struct kp_rounds *r = m->rounds;

    if (!r)
        return;
    to->n = r->groups.n;
    to->v = kp_new_array(m->options->rounds_arena, struct kp_simt_round, to->n + 1);
    for (size_t k = 0; k < to->n; k++) {
        ptx_user_place(m->program->module, r->groups.v[k].loc, &to->v[k].file, &to->v[k].line);
        to->v[k].stages_tiles = r->groups.v[k].stages_tiles;
        to->v[k].is_in_loop = r->groups.v[k].depth > 0;
        to->v[k].most = r->most[k];
    }
    munmap(r->most, (r->groups.n + 1) * sizeof *r->most);
}
