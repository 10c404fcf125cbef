/* The cases that a plan has to fit: each launch in sight that leads to the loop, with its threads
 * and its bytes of shared memory. */
#include "fn/fn.h"
#include "front/tree.h"
#include "model/clones.h"
#include "model/eval.h"
#include "model/of_loop.h"
#include "plan/occupancy.h"
#include "plan/plan.h"

#include <limits.h>

/* ptxas starts each shared variable at a multiple of its alignment. */
enum { MEMBER_ALIGN = 16 };

/* ---- threads ------------------------------------------------------------------------------ */

int kp_block_threads(const struct kp_node *block)
{
    int64_t dims[3], threads;

    if (!kp_block_dims(block, dims) || __builtin_mul_overflow(dims[0], dims[1], &threads) ||
        __builtin_mul_overflow(threads, dims[2], &threads))
        return 0;
    return threads <= INT_MAX ? (int)threads : 0;
}

static int threads_of(const struct kp_launch_case *c, const struct kp_loop *l)
{
    int threads = c->launch ? kp_block_threads(c->launch->block) : 0;

    if (!threads && c->kernel)
        threads = (int)c->kernel->launch_max;
    return threads ? threads : (int)l->function->launch_max;
}

/* ---- bytes -------------------------------------------------------------------------------- */

static int64_t bytes_of(const struct kp_sym *v, const struct kp_launch *launch)
{
    int64_t n;

    return kp_eval_var_size(v, launch, &n) ? n : -1;
}

/* -1 is a number that is not known. */
static int64_t known_sum(int64_t a, int64_t b)
{
    return a < 0 || b < 0 ? -1 : a + b;
}

static int64_t known_most(int64_t a, int64_t b)
{
    if (a < 0 || b < 0)
        return -1;
    return a > b ? a : b;
}

enum { ALL_TILES = -1 };

static bool is_in(unsigned set, size_t tile)
{
    return set == (unsigned)ALL_TILES || (set >> tile & 1);
}

/* Of a dynamic tile the launch has the bytes; a caller's array counts as another variable. */
static bool is_static(const struct kp_tile *t)
{
    return t->storage != KP_STORE_DYNAMIC && t->storage != KP_STORE_PARAM;
}

/* A kernel may call several instances of the loop's function, each with tiles of its own: of all in
 * one run, the most that there are. */
static int64_t tile_bytes(const struct kp_loop *l, const struct kp_launch_case *c,
                          const struct kp_sym *tile, int *copies)
{
    int64_t most = bytes_of(tile, c->launch);

    *copies = 1;
    if (!l->function->is_template || c->kernel == l->function)
        return most;
    for (size_t i = 0; i < c->shared->runs.n; i++) {
        const struct kp_shared *run = c->shared->runs.v[i];
        int64_t bytes = 0;
        int n = 0;

        for (size_t k = 0; k < run->vars.n; k++)
            if (kp_as_written(run->vars.v[k]) == tile) {
                bytes = known_sum(bytes, bytes_of(run->vars.v[k], c->launch));
                n++;
            }
        *copies = n > *copies ? n : *copies;
        if (bytes < 0)
            return -1;
        most = bytes > most ? bytes : most;
    }
    return most;
}

/* All of the tiles in the set, and the distance of two stages: the tiles of one declaration become
 * one struct whose size is a multiple of KP_STAGE_ALIGN. */
static void add_tiles(const struct kp_loop *l, unsigned set, struct kp_launch_case *c)
{
    for (size_t i = 0; i < l->tiles.n; i++) {
        const struct kp_tile *t = l->tiles.v[i];
        int64_t together = 0;
        bool first = true;
        int own;

        if (!is_static(t) || !is_in(set, i))
            continue;
        for (size_t k = 0; k < l->tiles.n; k++) {
            const struct kp_tile *other = l->tiles.v[k];
            int copies;
            int64_t n = tile_bytes(l, c, other->sym, &copies);

            if (!is_in(set, k) ||
                (other != t && (!t->decl_stmt || other->decl_stmt != t->decl_stmt)))
                continue;
            first &= k >= i;
            if (n < 0)
                c->tiles = c->stage = -1;
            if (copies > 1)
                c->elsewhere = -1;
            together = kp_round_up(together, MEMBER_ALIGN) + n + (copies - 1) * KP_STAGE_ALIGN;
        }
        if (c->tiles < 0)
            return;
        c->tiles += tile_bytes(l, c, t->sym, &own);
        if (first)
            c->stage += kp_round_up(together, KP_STAGE_ALIGN);
    }
}

void kp_keep_single(const struct kp_loop *l, unsigned set, struct kp_launch_case *c)
{
    if (c->tiles < 0 || c->static_other < 0)
        return;
    for (size_t i = 0; i < l->tiles.n; i++) {
        int copies;

        if (!is_in(set, i) && is_static(l->tiles.v[i]))
            c->static_other +=
                kp_round_up(tile_bytes(l, c, l->tiles.v[i]->sym, &copies), MEMBER_ALIGN);
    }
    c->tiles = c->stage = 0;
    add_tiles(l, set, c);
}

/* What the plans of the loops before this one have added to a kernel's static shared memory, or
 * taken from it. */
static void add_before(const struct kp_unit *u, const struct kp_loop *l, const struct kp_shared *s,
                       struct kp_launch_case *c)
{
    for (size_t i = 0; i < u->loops.n && u->loops.v[i] != l; i++) {
        const struct kp_loop *p = u->loops.v[i];
        const struct kp_budget *b = &p->plan.budget;
        int64_t more = !p->plan.moved && b->static_after > b->static_before
                           ? b->static_after - b->static_before
                           : 0;
        bool shares_tile = false;

        if (p->outcome != KP_REWRITTEN || !kp_map_get(&s->seen, p->function))
            continue;
        for (size_t k = 0; k < p->tiles.n; k++)
            shares_tile |= kp_is_tile(l, p->tiles.v[k]->sym);
        if (shares_tile)
            continue;
        if (p->function != l->function) /* its guard does not know of this loop */
            more = p->plan.static_guard && b->static_after < 0 ? -1 : more;
        if (p->function != l->function)
            c->elsewhere = known_sum(c->elsewhere, more);
        c->static_other = known_sum(c->static_other, more);
        for (size_t k = 0; p->plan.moved && k < p->tiles.n; k++)
            if (p->tiles.v[k]->variant != KP_VARIANT_SINGLE)
                c->moved_from += kp_round_up(bytes_of(p->tiles.v[k]->sym, c->launch), MEMBER_ALIGN);
        if (p->plan.moved && b->dynamic_after > c->moved_to)
            c->moved_to = b->dynamic_after; /* with what those before it have moved */
    }
}

/* The variables of one run of the kernel. */
static void add_vars(const struct kp_loop *l, const struct kp_shared *run, struct kp_launch_case *c)
{
    for (size_t i = 0; i < run->vars.n; i++) {
        const struct kp_sym *v = run->vars.v[i];
        int64_t n = bytes_of(v, c->launch);

        if (kp_is_tile(l, kp_as_written(v)))
            continue;
        n = n < 0 ? -1 : kp_round_up(n, MEMBER_ALIGN);
        c->static_other = known_sum(c->static_other, n);
        if (kp_as_written(v)->parent != l->function)
            c->elsewhere = known_sum(c->elsewhere, n);
    }
}

/* True if the parse may lack an instance of the kernel, or one that it calls, and a template that
 * it calls declares something. */
static bool may_have_more(const struct kp_unit *u, const struct kp_shared *s,
                          const struct kp_sym *kernel)
{
    if (!u->parse.has_more_instances && (!kernel || kp_fn_has_all_instances(u, kernel)))
        return false;
    for (size_t i = 0; i < s->vars.n; i++) {
        const struct kp_sym *in = kp_as_written(s->vars.v[i])->parent;

        if (in && in != kernel && in->is_template)
            return true;
    }
    return false;
}

/* Most of all runs: which of them a launch makes is not looked for. */
static void add_others(const struct kp_unit *u, const struct kp_loop *l, const struct kp_shared *s,
                       struct kp_launch_case *c)
{
    struct kp_launch_case most = *c;

    if (may_have_more(u, s, c->kernel))
        most.static_other = most.elsewhere = -1;
    if (!s->runs.n)
        add_vars(l, s, &most);
    for (size_t i = 0; i < s->runs.n; i++) {
        struct kp_launch_case run = *c;

        add_vars(l, s->runs.v[i], &run);
        most.static_other = known_most(most.static_other, run.static_other);
        most.elsewhere = known_most(most.elsewhere, run.elsewhere);
    }
    c->static_other = most.static_other;
    c->elsewhere = most.elsewhere;
    add_before(u, l, s, c);
}

/* Dynamic memory of a kernel is one block, of which each loop's stages are copies. */
static void add_dynamic_before(const struct kp_unit *u, const struct kp_loop *l,
                               const struct kp_shared *s, struct kp_launch_case *c)
{
    for (size_t i = 0; i < u->loops.n && u->loops.v[i] != l; i++) {
        const struct kp_loop *p = u->loops.v[i];
        int64_t stage = p->stage_bytes ? p->stage_bytes : c->dynamic;

        if (p->outcome == KP_REWRITTEN && kp_map_get(&s->seen, p->function) &&
            kp_has_dynamic_tile(p) && p->plan.stages > 1 &&
            (p->plan.stages - 1) * stage > c->dynamic_more)
            c->dynamic_more = (p->plan.stages - 1) * stage;
    }
}

static void add_dynamic(const struct kp_unit *u, const struct kp_loop *l, const struct kp_shared *s,
                        struct kp_launch_case *c)
{
    c->dynamic = 0;
    if (c->launch && c->launch->smem && c->launch->smem->kind != KP_NONE) {
        if (!kp_launch_bytes(u, c->launch, &c->dynamic))
            c->dynamic = -1;
    } else if (s->has_dynamic) {
        c->dynamic = -1; /* declared, but the launch is not in sight */
    }
    if (kp_has_dynamic_tile(l))
        c->dynamic_tiles = c->dynamic;
    else
        add_dynamic_before(u, l, s, c);
    c->dynamic_stage = l->stage_bytes ? l->stage_bytes : c->dynamic_tiles;
    if (l->is_dead_behind && c->dynamic_tiles > l->stage_bytes)
        c->dynamic_spare = c->dynamic_tiles - l->stage_bytes;
}

static void add_case(const struct kp_unit *u, const struct kp_loop *l, const struct kp_shared *s,
                     const struct kp_sym *kernel, const struct kp_launch *launch,
                     struct kp_launch_cases *out)
{
    struct kp_launch_case c = {.kernel = kernel, .launch = launch, .shared = s};

    c.moves = kp_moves_tiles(u, l->function);
    c.asks_elsewhere = kernel && s->has_dynamic && !kp_is_clone(u, kernel) &&
                       !kp_shows_all_launches((struct kp_unit *)u, kernel);
    c.is_limited = launch && kernel && kp_shows_all_launches((struct kp_unit *)u, kernel);
    c.threads = threads_of(&c, l);
    add_tiles(l, (unsigned)ALL_TILES, &c);
    add_others(u, l, s, &c);
    add_dynamic(u, l, s, &c);
    kp_push(u->arena, &out->list, c);
}

/* ---- who reaches whom ----------------------------------------------------------------------- */

KP_VEC_TYPE(kernels, const struct kp_sym *);
KP_VEC_TYPE(launches, const struct kp_launch *);

struct kp_reaching {
    struct kp_map at; /* by function: index + 1 of the kernels that reach it */
    KP_VEC(struct kernels *) lists;
    struct kp_map launches_at; /* by kernel */
    KP_VEC(struct launches *) launches;
};

static const struct launches *launches_of(const struct kp_reaching *all, const struct kp_sym *k)
{
    size_t at = kp_map_get(&all->launches_at, k);

    return at ? all->launches.v[at - 1] : NULL;
}

static const struct kp_reaching *reaching_in(const struct kp_unit *u)
{
    struct kp_reaching *r = u->reaching;

    if (r)
        return r;
    r = ((struct kp_unit *)u)->reaching = kp_new(u->arena, struct kp_reaching);
    for (size_t i = 0; i < u->parse.syms.n; i++) {
        const struct kp_sym *k = u->parse.syms.v[i];
        const struct kp_shared *s =
            k && k->kind == KP_SYM_FUNCTION && k->is_kernel ? kp_shared_of(u, k) : NULL;

        for (size_t n = 0; s && n < s->functions.n; n++) {
            size_t *at = kp_map_at(u->arena, &r->at, s->functions.v[n]);

            if (!*at) {
                kp_push(u->arena, &r->lists, kp_new(u->arena, struct kernels));
                *at = r->lists.n;
            }
            kp_push(u->arena, r->lists.v[*at - 1], k);
        }
    }
    for (size_t i = 0; i < u->parse.launches.n; i++) {
        const struct kp_launch *l = &u->parse.launches.v[i];
        size_t *at = kp_map_at(u->arena, &r->launches_at, l->kernel);

        if (!*at) {
            kp_push(u->arena, &r->launches, kp_new(u->arena, struct launches));
            *at = r->launches.n;
        }
        kp_push(u->arena, r->launches.v[*at - 1], l);
    }
    return r;
}

void kp_find_instances(const struct kp_unit *u, const struct kp_loop *l,
                       struct kp_launch_cases *out)
{
    const struct kp_reaching *all = reaching_in(u);
    size_t at = kp_map_get(&all->at, l->function);

    *out = (struct kp_launch_cases){0};
    for (size_t i = 0; at && i < all->lists.v[at - 1]->n; i++) {
        const struct kp_sym *k = all->lists.v[at - 1]->v[i];
        const struct launches *launches = launches_of(all, k);
        struct kp_shared *s = kp_shared_of(u, k);

        for (size_t n = 0; launches && n < launches->n; n++)
            add_case(u, l, s, k, launches->v[n], out);
        if (!launches)
            add_case(u, l, s, k, NULL, out);
    }
    if (!out->list.n)
        add_case(u, l, kp_shared_of(u, l->function), NULL, NULL, out);
}

/* True if another instance of the function would have tiles of another size. */
static bool has_open_tile(const struct kp_loop *l)
{
    for (size_t i = 0; i < l->tiles.n; i++)
        if (is_static(l->tiles.v[i]) && l->tiles.v[i]->bytes < 0)
            return l->function->is_template;
    return false;
}

/* Dynamic shared memory is as large as the launch says: there is nothing to guard. */
static bool all_dynamic(const struct kp_loop *l)
{
    for (size_t i = 0; i < l->tiles.n; i++)
        if (l->tiles.v[i]->storage != KP_STORE_DYNAMIC)
            return false;
    return true;
}

bool kp_needs_guard(const struct kp_unit *u, const struct kp_loop *l,
                    const struct kp_launch_cases *cases)
{
    if (all_dynamic(l))
        return false;
    for (size_t i = 0; i < l->tiles.n; i++) {
        const struct kp_tile *t = l->tiles.v[i];

        if (t->storage == KP_STORE_STATIC && t->decl_stmt &&
            kp_can_be_defined_away(u, t->decl_stmt->span))
            return true;
        if (t->bytes < 0 && kp_is_header(u) /* of a template's instance elsewhere */)
            return true;
    }
    for (size_t i = 0; i < cases->list.n; i++) {
        const struct kp_launch_case *c = &cases->list.v[i];

        if (c->tiles < 0 || c->static_other < 0 ||
            (c->elsewhere >= 0 && c->kernel != l->function && has_open_tile(l)))
            return true;
    }
    return false;
}

bool kp_lacks_guard(const struct kp_unit *u, const struct kp_loop *l,
                    const struct kp_launch_cases *cases)
{
    if (kp_moves_tiles(u, l->function) || !kp_needs_guard(u, l, cases))
        return false;
    for (size_t i = 0; i < cases->list.n; i++)
        if (cases->list.v[i].elsewhere < 0)
            return true;
    return false;
}

bool kp_has_static_room(const struct kp_unit *u, const struct kp_loop *l, bool larger)
{
    const struct kp_target *t = kp_rule_target(u->rules, u->options->arch);
    struct kp_launch_cases cases;

    kp_find_instances(u, l, &cases);
    for (size_t i = 0; i < cases.list.n; i++) {
        const struct kp_launch_case *c = &cases.list.v[i];
        bool known = c->tiles >= 0 && c->static_other >= 0;

        if (!t || (known ? c->tiles + c->static_other > t->smem_per_block_static : larger))
            return false;
    }
    return true;
}
