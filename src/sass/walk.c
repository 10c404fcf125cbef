#include "sass/walk.h"

#include <stdlib.h>

#include "sass/regs.h"
#include "util/str.h"

enum {
    MOST_STEPS = 1 << 18,  /* of a warp, from the kernel's entry on */
    MOST_PASSED = 1 << 15, /* in an iteration */
    MOST_NESTED = 32,
    RECORDED = 2, /* the iteration: the first one may be the prologue's */
    BANKS = 32,
    WORD = 4,
    SECTOR = 32,
    LINE = 128,
    FILL = 2,                /* sectors that arrive in a cycle */
    LANES_PAST_CACHE = 8,    /* that are served together where nothing is looked up */
    MOST_SHARED = 228 << 10, /* bytes that an SM has of it */
    PAST_CACHE = 16, /* bytes of an asynchronous copy that goes past the first-level cache */
    ROWS_OF_MATRIX = 8
};

/* Lanes that wait for others at an instruction. */
struct waiting {
    uint32_t at, lanes;
};

/* Of global memory, that loads have asked for. */
KP_VEC_TYPE(sectors, uint32_t);

struct walker {
    struct kp_arena *arena;
    const struct kp_sass_kernel *k;
    const bool *inside;   /* by instruction: in the loop? */
    const uint32_t *away; /* .. one more than the blocks between it and the loop's header; 0: none
                             lead there */
    uint32_t header;      /* the loop's first instruction */
    struct kp_sass_regs regs;
    uint32_t at, active;
    struct waiting stack[MOST_NESTED];
    unsigned depth, iteration;
    struct kp_sass_path *path;
    struct sectors *sectors;
    bool direct; /* to the loop's header, wherever a branch hangs on a parameter */
    bool lost;   /* no end was found */
    bool guessed;
};

/* ---- memory ------------------------------------------------------------------------------------
 */

static unsigned add_once(uint32_t *v, unsigned n, uint32_t x)
{
    for (unsigned i = 0; i < n; i++)
        if (v[i] == x)
            return n;
    v[n] = x;
    return n + 1;
}

/* How many different words the bank that is asked for most has to give. */
static unsigned bank_words(const uint32_t *at, uint32_t lanes, unsigned bytes)
{
    uint32_t words[KP_SASS_LANES * 4];
    unsigned n = 0, per_bank[BANKS] = {0}, worst = 0;

    for (int l = 0; l < KP_SASS_LANES; l++)
        for (unsigned b = 0; (lanes >> l & 1) && b < bytes; b += WORD)
            n = add_once(words, n, (at[l] + b) / WORD);
    for (unsigned i = 0; i < n; i++) {
        unsigned here = ++per_bank[words[i] % BANKS];

        worst = here > worst ? here : worst;
    }
    return worst;
}

/* True if lanes that are so far apart want the same. */
static bool pairs(const uint32_t *at, uint32_t lanes, int apart)
{
    for (int l = 0; l < KP_SASS_LANES; l++)
        if ((lanes >> l & 1) && (lanes >> (l ^ apart) & 1) && at[l] != at[l ^ apart])
            return false;
    return true;
}

/* Two parts of a warp are served together where neighbours want the same. */
static unsigned two_parts(const uint32_t *at, uint32_t one, uint32_t other, unsigned bytes)
{
    if (pairs(at, one | other, 1) || pairs(at, one | other, 2))
        return bank_words(at, one | other, bytes);
    return bank_words(at, one, bytes) + bank_words(at, other, bytes);
}

/* An access of 8 bytes is served by half warps, one of 16 by quarters. */
static unsigned wavefronts(const uint32_t *at, uint32_t lanes, unsigned bytes)
{
    if (bytes <= WORD)
        return bank_words(at, lanes, bytes);
    if (bytes <= 2 * WORD)
        return two_parts(at, lanes & 0x0000ffff, lanes & 0xffff0000, bytes);
    return two_parts(at, lanes & 0x000000ff, lanes & 0x0000ff00, bytes) +
           two_parts(at, lanes & 0x00ff0000, lanes & 0xff000000, bytes);
}

/* Each eight lanes hold the addresses of a matrix's rows. */
static unsigned matrix_wavefronts(const uint32_t *at, unsigned bytes)
{
    unsigned sum = 0;

    for (unsigned m = 0; m * WORD < bytes; m++)
        sum += bank_words(at, 0xffu << m * ROWS_OF_MATRIX, 16);
    return sum;
}

/* Into how many parts of memory of that size the lanes' addresses fall, and which. */
static unsigned parts(const uint32_t *at, uint32_t lanes, unsigned size, uint32_t v[KP_SASS_LANES])
{
    unsigned n = 0;

    for (int l = 0; l < KP_SASS_LANES; l++)
        if (lanes >> l & 1)
            n = add_once(v, n, at[l] / size);
    return n;
}

bool kp_sass_asks_cache(const struct kp_sass_insn *x)
{
    return x->opclass == KP_INSN_LOAD_GLOBAL ||
           (x->opclass == KP_INSN_ASYNC_COPY && x->bytes < PAST_CACHE);
}

/* What a copy asks the first-level cache for arrives FILL sectors at a time; each part is written
 * by itself, and takes a wavefront for every word that one bank of shared memory gets of it. */
static unsigned fill_wavefronts(const uint32_t *from, const uint32_t *to, uint32_t lanes,
                                unsigned bytes)
{
    uint32_t sector[KP_SASS_LANES], part[KP_SASS_LANES] = {0};
    unsigned n = 0, sum = 0;

    for (int l = 0; l < KP_SASS_LANES; l++) {
        unsigned i = 0;

        if (!(lanes >> l & 1))
            continue;
        n = add_once(sector, n, from[l] / SECTOR);
        while (sector[i] != from[l] / SECTOR)
            i++;
        part[i / FILL] |= 1u << l;
    }
    for (unsigned i = 0; i * FILL < n; i++)
        sum += bank_words(to, part[i], bytes);
    return sum;
}

/* The same for what goes past the first-level cache: eight lanes are served at a time, and what two
 * such groups need of one part is asked for twice. */
static unsigned parts_past_cache(const uint32_t *at, uint32_t lanes, unsigned size)
{
    uint32_t v[KP_SASS_LANES];
    unsigned sum = 0;

    for (int first = 0; first < KP_SASS_LANES; first += LANES_PAST_CACHE)
        sum += parts(at, lanes & 0xffu << first, size, v);
    return sum;
}

/* What the first-level cache is asked for is noted. */
static unsigned ask_for_sectors(struct walker *w, const uint32_t *at, uint32_t lanes)
{
    uint32_t v[KP_SASS_LANES];
    unsigned n = parts(at, lanes, SECTOR, v);

    for (unsigned i = 0; i < n; i++)
        kp_push(w->arena, w->sectors, v[i]);
    return n;
}

/* True if a generic address, whose lower half is known, is one of shared memory. That half is then
 * the place in shared memory; no parameter, as of a pointer to global memory, is part of it. */
static bool is_in_shared(const struct kp_sass_value *at, uint32_t lanes)
{
    for (int l = 0; l < KP_SASS_LANES; l++)
        if ((lanes >> l & 1) && at->v[l] >= MOST_SHARED)
            return false;
    return !at->assumed;
}

static void look_at_memory(struct walker *w, const struct kp_sass_insn *x, uint32_t lanes,
                           struct kp_sass_passed *p)
{
    struct kp_sass_value at = kp_sass_address(&w->regs, x);
    struct kp_sass_value to = kp_sass_copied_to(&w->regs, x);
    uint32_t v[KP_SASS_LANES];

    if (lanes & ~at.known || !lanes || !x->bytes)
        return;
    switch (x->opclass) {
    case KP_INSN_LOAD_GENERIC:
    case KP_INSN_STORE_GENERIC:
        if (is_in_shared(&at, lanes))
            p->wavefronts = (uint16_t)wavefronts(at.v, lanes, x->bytes);
        break;
    case KP_INSN_LOAD_SHARED:
    case KP_INSN_STORE_SHARED:
        p->wavefronts = (uint16_t)wavefronts(at.v, lanes, x->bytes);
        break;
    case KP_INSN_LOAD_MATRIX:
        p->wavefronts = (uint16_t)matrix_wavefronts(at.v, x->bytes);
        break;
    case KP_INSN_LOAD_GLOBAL:
    case KP_INSN_ASYNC_COPY:
        if (!kp_sass_asks_cache(x)) {
            p->sectors = (uint16_t)parts_past_cache(at.v, lanes, SECTOR);
            p->requests = (uint16_t)parts_past_cache(at.v, lanes, LINE);
            if (p->requests > parts(at.v, lanes, LINE, v))
                p->lines = p->requests;
            break;
        }
        p->sectors = (uint16_t)ask_for_sectors(w, at.v, lanes);
        p->lines = p->requests = (uint16_t)parts(at.v, lanes, LINE, v);
        if (p->lines && x->opclass == KP_INSN_ASYNC_COPY && !(lanes & ~to.known))
            p->wavefronts = (uint16_t)fill_wavefronts(at.v, to.v, lanes, x->bytes);
        break;
    default:
        break;
    }
}

/* ---- jumps -------------------------------------------------------------------------------------
 */

static void wait_at(struct walker *w, uint32_t at, uint32_t lanes)
{
    if (w->depth < MOST_NESTED)
        w->stack[w->depth++] = (struct waiting){at, lanes};
}

/* Lanes that waited here, or at something that was jumped over, go on. */
static void join(struct walker *w)
{
    while (w->depth && w->stack[w->depth - 1].at <= w->at)
        w->active = w->stack[--w->depth].lanes;
}

/* Some lanes jump. Forward: they wait there for the others; back: the others wait behind it. */
static void part(struct walker *w, uint32_t to, uint32_t taken)
{
    if (to > w->at) {
        wait_at(w, to, w->active);
        w->active &= ~taken;
        w->at++;
        return;
    }
    if (!w->depth || w->stack[w->depth - 1].at != w->at + 1)
        wait_at(w, w->at + 1, w->active);
    w->active = taken;
    w->at = to;
}

/* True if the warp may go on there. It stays in the loop, and before it on a way to it. */
static bool may(const struct walker *w, uint32_t at)
{
    if (at >= w->k->insns.n)
        return false;
    return w->inside[w->at] ? w->inside[at] : w->away[at] > 0;
}

static void jump(struct walker *w, const struct kp_sass_insn *x)
{
    uint32_t to = x->target / KP_SASS_BYTES, taken;
    struct kp_sass_truth t = kp_sass_guard(&w->regs, x);
    bool back = to <= w->at;

    taken = t.lanes & w->active;
    if (!x->is_conditional || !may(w, w->at + 1)) {
        w->at = to;
        return;
    }
    if (!may(w, to)) {
        w->at++;
        return;
    }
    if (w->active & ~t.known || x->guard == KP_SASS_PT ||
        (t.assumed && (back || w->inside[w->at]))) {
        w->guessed |= w->inside[w->at];
        w->at++;
        return;
    }
    if (t.assumed && w->direct && !w->inside[w->at]) {
        w->at = w->away[to] < w->away[w->at + 1] ? to : w->at + 1;
        return;
    }
    if (taken == w->active)
        w->at = to;
    else if (!taken)
        w->at++;
    else
        part(w, to, taken);
}

/* ---- the walk ----------------------------------------------------------------------------------
 */

static bool is_zero_store(const struct kp_sass_insn *x)
{
    return x->opclass == KP_INSN_STORE_SHARED && x->guard != KP_SASS_PT &&
           (x->lo >> 32 & 0xff) == 0xff;
}

static void record(struct walker *w, const struct kp_sass_insn *x)
{
    struct kp_sass_truth t = kp_sass_guard(&w->regs, x);
    uint32_t known = t.assumed ? 0 : t.known;
    uint32_t lanes = w->active & (t.lanes | ~known);

    if (is_zero_store(x))
        lanes &= known;
    struct kp_sass_passed p = {.insn = w->at};

    p.off = !lanes;
    look_at_memory(w, x, lanes, &p);
    kp_push(w->arena, &w->path->list, p);
}

/* False: it is lost, or leaves the kernel. */
static bool step(struct walker *w)
{
    const struct kp_sass_insn *x = &w->k->insns.v[w->at];

    join(w);
    if (w->iteration == RECORDED && !x->never)
        record(w, x);
    if (x->has_target && x->opclass == KP_INSN_BRANCH) {
        if (x->never)
            w->at++;
        else
            jump(w, x);
    } else if ((x->opclass == KP_INSN_EXIT || x->opclass == KP_INSN_RETURN) && !x->never) {
        struct kp_sass_truth t = kp_sass_guard(&w->regs, x);

        if (x->guard == KP_SASS_PT || (!t.assumed && !(w->active & ~(t.lanes & t.known))))
            return false;
        w->at++;
    } else {
        kp_sass_execute(&w->regs, x, w->active);
        w->at++;
    }
    return w->at < w->k->insns.n;
}

static bool walk_warp(struct walker *w)
{
    for (unsigned n = 0; n < MOST_STEPS && w->path->list.n < MOST_PASSED; n++) {
        if (w->at == w->header && ++w->iteration > RECORDED)
            return true;
        if (w->at == w->header && w->depth) {
            w->active = w->stack[0].lanes;
            w->depth = 0;
        }
        if (!step(w)) {
            w->path->list.n = 0;
            return false;
        }
    }
    w->path->list.n = 0;
    w->lost = true;
    return false;
}

/* ---- where things are ---------------------------------------------------------------------------
 */

static const uint32_t *distances(struct kp_arena *a, const struct kp_sass_kernel *k,
                                 uint32_t header)
{
    uint32_t *of = kp_new_array(a, uint32_t, k->insns.n + 1);
    uint32_t *block = kp_new_array(a, uint32_t, k->blocks.n + 1);
    KP_VEC(uint32_t) todo = {0};

    kp_push(a, &todo, header);
    block[header] = 1;
    for (size_t next = 0; next < todo.n; next++) {
        uint32_t number = todo.v[next];
        const struct kp_sass_block *b = &k->blocks.v[number];

        for (uint32_t i = b->begin; i < b->end; i++)
            of[i] = block[number];
        for (size_t i = 0; i < b->previous.n; i++)
            if (!block[b->previous.v[i]]) {
                block[b->previous.v[i]] = block[number] + 1;
                kp_push(a, &todo, b->previous.v[i]);
            }
    }
    return of;
}

static const bool *in_loop(struct kp_arena *a, const struct kp_sass_kernel *k,
                           const struct kp_sass_loop *l)
{
    bool *of = kp_new_array(a, bool, k->insns.n + 1);

    for (size_t b = 0; b < l->blocks.n; b++)
        for (uint32_t i = k->blocks.v[l->blocks.v[b]].begin; i < k->blocks.v[l->blocks.v[b]].end;
             i++)
            of[i] = true;
    return of;
}

static uint32_t lanes_of(uint32_t threads, unsigned warp)
{
    uint32_t n = threads - warp * KP_SASS_LANES;

    return n >= KP_SASS_LANES ? UINT32_MAX : ((uint32_t)1 << n) - 1;
}

/* Where the values that parameters are taken for lead past the loop, the way to it is taken. */
static bool find_path(struct walker *w, const struct walker *start,
                      const struct kp_sass_launch *launch, unsigned warp)
{
    for (int direct = 0; direct < 2; direct++) {
        *w = *start;
        w->direct = direct;
        w->path->list.n = 0;
        kp_sass_regs_start(&w->regs, launch, warp);
        if (walk_warp(w))
            return true;
    }
    return false;
}

/* ---- what blocks have in common ----------------------------------------------------------------
 */

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

static void sort_once(struct sectors *s)
{
    size_t n = 0;

    if (s->n)
        qsort(s->v, s->n, sizeof *s->v, by_number);
    for (size_t i = 0; i < s->n; i++)
        if (!n || s->v[i] != s->v[n - 1])
            s->v[n++] = s->v[i];
    s->n = n;
}

static void compare_sectors(struct sectors *own, struct sectors *others, struct kp_sass_walk *out)
{
    size_t all = own->n, common = 0;

    sort_once(own);
    sort_once(others);
    for (size_t i = 0, k = 0; i < own->n; i++) {
        while (k < others->n && others->v[k] < own->v[i])
            k++;
        common += k < others->n && others->v[k] == own->v[i];
    }
    out->first = all ? (double)own->n / (double)all : 1;
    out->shared = own->n ? (double)common / (double)own->n : 0;
}

/* ---- all warps ---------------------------------------------------------------------------------
 */

static void pass_once(struct kp_arena *a, const struct kp_overlap *o, struct kp_sass_path *path)
{
    for (size_t i = 0; i < o->insns.n; i++)
        if (!o->kernel->insns.v[o->insns.v[i]].never)
            kp_push(a, &path->list, ((struct kp_sass_passed){.insn = o->insns.v[i]}));
}

/* The paths of a block's warps; *guessed is left alone where nothing is. */
static bool walk_block(const struct walker *start, const struct kp_sass_launch *launch,
                       struct kp_sass_path *path, unsigned warps, bool *guessed)
{
    struct walker *w = kp_new(start->arena, struct walker),
                  *from = kp_new(start->arena, struct walker);
    uint32_t threads = launch->threads[0] * launch->threads[1] * launch->threads[2];
    bool any = false;

    *from = *start;
    for (unsigned i = 0; i < warps && !w->lost; i++) {
        from->active = lanes_of(threads, i);
        from->path = &path[i];
        any |= find_path(w, from, launch, i);
        *guessed |= w->guessed;
    }
    return any;
}

bool kp_sass_walk(struct kp_arena *a, const struct kp_overlap *o,
                  const struct kp_sass_launch *launch, const struct kp_sass_launch *other,
                  struct kp_sass_walk *out)
{
    const struct kp_sass_kernel *k = o->kernel;
    const struct kp_sass_loop *l = &k->loops.v[o->loop];
    uint32_t threads = launch->threads[0] * launch->threads[1] * launch->threads[2];
    struct sectors own = {0}, others = {0};
    struct walker *start = kp_new(a, struct walker);
    unsigned warps = (threads + KP_SASS_LANES - 1) / KP_SASS_LANES;
    bool any;

    *start = (struct walker){.arena = a,
                             .k = k,
                             .inside = in_loop(a, k, l),
                             .away = distances(a, k, l->header),
                             .header = k->blocks.v[l->header].begin,
                             .sectors = &others};
    *out = (struct kp_sass_walk){.warps = warps,
                                 .path = kp_new_array(a, struct kp_sass_path, warps + 1)};
    if (other)
        walk_block(start, other, out->path, warps, &out->guessed);
    start->sectors = &own;
    any = walk_block(start, launch, out->path, warps, &out->guessed);
    compare_sectors(&own, &others, out);
    for (unsigned i = 0; i < warps && !any; i++)
        pass_once(a, o, &out->path[i]);
    return any;
}
