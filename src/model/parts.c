/* Parts of one shared buffer, told apart by the bytes that are touched through each pointer. */
#include "model/parts.h"

#include "facts/footprint.h"
#include "facts/pointed.h"
#include "front/tree.h"
#include "model/front.h"
#include "model/func.h"
#include "model/launched.h"
#include "model/loop_parts.h"
#include "model/nature.h"
#include "model/once.h"

enum { USUAL_SIDE = 32, LARGE_SIDE = 128 };
enum { MAX_NAMES = 16, MAX_ACCESSES = 256, MAX_DEPTH = 40 };

/* A buffer and the pointers into it. Name 0 is the buffer's own. */
struct parts {
    struct kp_func *f;
    const struct kp_sym *raw;
    const struct kp_sym *name[MAX_NAMES];
    unsigned n;
    unsigned base[MAX_NAMES];  /* by which the pointer was made */
    unsigned group[MAX_NAMES]; /* the first name that touches what this one touches */
    bool is_scratch[MAX_NAMES], is_filled[MAX_NAMES];
    int64_t launched[3]; /* the smallest dimensions at launches in sight; all zero: not known */
    int64_t side;        /* what a size that nothing tells is taken for */
    bool of_tiles;       /* tiles are told apart from each other, and no scratch from them */
};

KP_VEC_TYPE(buffers, const struct kp_sym *);

struct touch {
    struct kp_footprint footprint;
    struct kp_reach reach; /* where the footprints are not known */
    struct kp_access_at at;
    uint32_t block;
    unsigned name;
    bool reads, writes;
};

struct touches {
    enum { BY_FOOTPRINTS, BY_REACHES, BY_NAMES } by;
    struct kp_reaches *reaches;
    struct touch all[MAX_ACCESSES];
    unsigned n;
};

/* ---- names ---- */

/* True if the pointer may be told apart from others. */
static bool is_plain_name(const struct kp_func *f, const struct kp_sym *v)
{
    return v->kind == KP_SYM_VAR && v->type && v->type->kind == KP_TYPE_POINTER && !v->n_dims &&
           kp_points_to(f, v)->list.n == 1 && !kp_points_to(f, v)->list.v[0].pointee;
}

/* .. and has it one value, by which all of its memory is reached? */
static bool keep_their_values(const struct parts *p, const struct kp_fn *fn)
{
    for (size_t i = 0; i < fn->moved.n; i++) {
        const struct kp_sym *s = kp_as_written(fn->moved.v[i]);

        for (unsigned k = 1; k < p->n; k++)
            if (p->name[k] == s)
                return false;
    }
    return true;
}

static bool may_point_into(const struct kp_objs *objs, const struct kp_sym *raw)
{
    for (size_t i = 0; i < objs->list.n; i++)
        if (objs->list.v[i].sym == raw)
            return true;
    return false;
}

static bool find_names(struct parts *p)
{
    const struct kp_unit *u = p->f->unit;
    const struct kp_pointing_list *all = kp_pointing_in(p->f);

    p->name[0] = p->raw;
    p->n = 1;
    for (size_t i = 0; i < all->n; i++) {
        const struct kp_sym *v = u->parse.syms.v[all->v[i].id];

        if (!may_point_into(all->v[i].to, p->raw))
            continue;
        if (p->n == MAX_NAMES || !is_plain_name(p->f, v))
            return false;
        p->name[p->n++] = v;
    }
    return p->n > 2;
}

/* The name by which an address was reached: the nearest one. */
static bool name_of(const struct parts *p, const struct kp_fn *fn, kp_val address, unsigned *out)
{
    for (int hops = 0; hops < MAX_DEPTH; hops++) {
        const struct kp_value *v = kp_fn_value(fn, address);

        if (v->op == KP_FN_ADDRESS) {
            *out = 0;
            return true;
        }
        if (v->op == KP_FN_NAME) {
            const struct kp_sym *s = kp_as_written(v->node->sym);

            for (*out = 1; *out < p->n; ++*out)
                if (p->name[*out] == s)
                    return true;
            return false;
        }
        if (!v->n_operands || v->op == KP_FN_SELECT)
            return false; /* one of several */
        address = v->operand[0];
    }
    return false;
}

/* ---- what is touched ---- */

static bool add_touch(const struct parts *p, const struct kp_fn *fn,
                      const struct kp_block_shape *shape, kp_val id, unsigned operand,
                      struct touches *touches)
{
    const struct kp_value *v = &fn->values.v[id];
    const struct kp_fn_touch by = kp_fn_touches(fn, v, operand);
    struct touch t = {.at = {.value = id, .operand = operand},
                      .block = v->block,
                      .reads = by.mode & KP_READ,
                      .writes = by.mode & KP_WRITE};
    struct kp_sum size = kp_sum_of_number(by.bytes);

    if (touches->n == MAX_ACCESSES || !name_of(p, fn, v->operand[operand], &t.name))
        return false;
    if (touches->by == BY_REACHES &&
        (by.bytes < 1 ||
         !kp_reach_at(touches->reaches, v->operand[operand], v->block, &size, &t.reach)))
        return false;
    if (touches->by == BY_FOOTPRINTS &&
        (!kp_footprint(fn, shape, t.at, &t.footprint) || t.footprint.unknown))
        return false;
    touches->all[touches->n++] = t;
    return true;
}

static bool find_touches(const struct parts *p, const struct kp_fn *fn, const struct kp_nature *t,
                         struct touches *touches)
{
    struct kp_block_shape shape = kp_possible_block(p->f);

    for (uint32_t k = 1; k < fn->blocks.n; k++)
        for (size_t j = 0; j < fn->blocks.v[k].values.n; j++) {
            kp_val id = fn->blocks.v[k].values.v[j];
            const struct kp_value *v = &fn->values.v[id];

            if (v->op == KP_FN_UNKNOWN || kp_fn_lets_go(fn, t->holds, v))
                return false;
            for (unsigned i = 0; i < v->n_operands; i++)
                if (kp_fn_touches(fn, v, i).mode && t->holds[kp_fn_operand(fn, v, i)] &&
                    !add_touch(p, fn, &shape, id, i, touches))
                    return false;
        }
    return true;
}

/* ---- which pointers mean the same memory ---- */

static unsigned first_of(const struct parts *p, unsigned name)
{
    while (p->group[name] != name)
        name = p->group[name];
    return name;
}

static void join_names(struct parts *p, unsigned a, unsigned b)
{
    a = first_of(p, a);
    b = first_of(p, b);
    p->group[a > b ? a : b] = a > b ? b : a;
}

/* A call that is not said to copy a word. */
static bool is_any_call(const struct kp_fn *fn, const struct kp_value *v)
{
    const struct kp_call_rule *rule =
        v->op == KP_FN_COPY && v->node->kind == KP_CALL ? kp_callee_rule(fn->unit, v->node) : NULL;

    return (v->op == KP_FN_CALL && !(v->control & KP_CTL_ASYNC)) || v->op == KP_FN_CLEAR ||
           (rule && rule->fills.bytes);
}

/* A part that is filled from global memory, by one store at least, is a tile if it is anything; a
 * constant that is stored says nothing. */
static void mark_stores(struct parts *p, const struct kp_fn *fn, const struct kp_nature *t,
                        const struct kp_value *v)
{
    unsigned name;

    for (unsigned i = 0; i < v->n_operands; i++) {
        if (!(kp_fn_touches(fn, v, i).mode & KP_WRITE) || !t->holds[kp_fn_operand(fn, v, i)] ||
            !name_of(p, fn, v->operand[i], &name))
            continue;
        if (is_any_call(fn, v) || (v->op == KP_FN_STORE && t->computed[kp_fn_operand(fn, v, 1)]))
            p->is_scratch[name] = true;
        else if (v->op != KP_FN_STORE || t->loaded[kp_fn_operand(fn, v, 1)])
            p->is_filled[name] = true;
    }
}

static void find_scratch(struct parts *p, const struct kp_fn *fn, const struct kp_nature *t)
{
    for (uint32_t k = 1; k < fn->blocks.n; k++)
        for (size_t j = 0; j < fn->blocks.v[k].values.n; j++)
            mark_stores(p, fn, t, &fn->values.v[fn->blocks.v[k].values.v[j]]);
}

/* By which name each pointer is made; the same one in all instances. */
static bool find_bases(struct parts *p, const struct kp_fn *fn)
{
    for (kp_val v = 1; v < fn->values.n; v++) {
        const struct kp_value *made = &fn->values.v[v];
        unsigned name, base;

        if (made->op != KP_FN_NAME || !made->block || !name_of(p, fn, v, &name))
            continue;
        if (!name_of(p, fn, made->operand[0], &base) ||
            (p->base[name] != MAX_NAMES && p->base[name] != base))
            return false;
        p->base[name] = base;
    }
    return true;
}

static bool has_barrier(const struct kp_fn *fn, uint32_t loop)
{
    for (uint32_t k = 1; k < fn->blocks.n; k++)
        for (size_t j = 0; j < fn->blocks.v[k].values.n; j++) {
            const struct kp_value *v = &fn->values.v[fn->blocks.v[k].values.v[j]];

            if (kp_fn_in_loop(fn, fn->blocks.v[k].loop, loop) &&
                (v->op == KP_FN_BARRIER || (v->op == KP_FN_CALL && v->control)))
                return true;
        }
    return false;
}

/* True if all that is done with the group is done in one loop that has no barrier. Then no thread
 * sees what another one has filled. */
static bool is_of_one_interval(const struct parts *p, const struct kp_fn *fn,
                               const struct touches *touches, unsigned group)
{
    uint32_t loop = 0;
    bool any = false;

    for (unsigned i = 0; i < touches->n; i++) {
        uint32_t in = fn->blocks.v[touches->all[i].block].loop;

        if (first_of(p, touches->all[i].name) != group)
            continue;
        if (!any)
            loop = in;
        any = true;
        while (loop && !kp_fn_in_loop(fn, in, loop))
            loop = fn->loops.v[loop].outer;
    }
    return loop && !has_barrier(fn, loop);
}

/* True if the group is touched, and filled in no loop with a barrier. Then no loop has it as a
 * tile, but may read it. */
static bool is_filled_outside(const struct parts *p, const struct kp_fn *fn,
                              const struct touches *touches, unsigned group)
{
    bool any = false;

    for (unsigned i = 0; i < touches->n; i++) {
        uint32_t loop = fn->blocks.v[touches->all[i].block].loop;

        any |= first_of(p, touches->all[i].name) == group;
        if (!touches->all[i].writes || first_of(p, touches->all[i].name) != group)
            continue;
        while (loop && fn->loops.v[loop].outer)
            loop = fn->loops.v[loop].outer;
        if (loop && has_barrier(fn, loop))
            return false;
    }
    return any;
}

static void find_scratch_by_place(struct parts *p, const struct kp_fn *fn,
                                  const struct touches *touches)
{
    for (unsigned i = 1; i < p->n; i++)
        if (first_of(p, i) && (is_of_one_interval(p, fn, touches, first_of(p, i)) ||
                               is_filled_outside(p, fn, touches, first_of(p, i)))) {
            p->is_filled[i] = false;
            p->is_scratch[i] = true;
        }
}

static const struct kp_node *first_loop(const struct kp_node *n)
{
    kp_each_below(x, n) if (kp_is_loop(x)) return x;
    return NULL;
}

/* True if the pointer is made where the buffer's names still mean what they mean in front of every
 * loop. In one that is pipelined, and behind it, they go with the stage. */
static bool is_in_front(const struct parts *p, unsigned name)
{
    const struct kp_node *loop = first_loop(p->f->body);

    return !loop || !name || p->name[name]->decl->span.begin < loop->span.begin;
}

/* A pointer by which nothing is touched belongs to those that are made from it in a loop. */
static void join_untouched(struct parts *p, const struct touches *t)
{
    bool is_touched[MAX_NAMES] = {false};

    for (unsigned i = 0; i < t->n; i++)
        is_touched[t->all[i].name] = true;
    for (unsigned i = 1; i < p->n; i++)
        if (p->base[i] != MAX_NAMES && p->base[i] && !is_touched[p->base[i]] && !is_in_front(p, i))
            join_names(p, i, p->base[i]);
}

/* Apart by the bytes that are touched. */
static void join_by_footprints(struct parts *p, const struct touches *t)
{
    for (unsigned i = 0; i < t->n; i++)
        for (unsigned k = 0; k < i; k++)
            if (first_of(p, t->all[i].name) != first_of(p, t->all[k].name) &&
                kp_footprints_meet(&t->all[i].footprint, &t->all[k].footprint))
                join_names(p, t->all[i].name, t->all[k].name);
}

/* ---- apart where a test at run time says so ---- */

/* What a value may be worth: `side`, unless launches say it. */
static int64_t usual(const struct parts *p, kp_val v)
{
    const kp_val dims = KP_REACH_SPECIAL + KP_SPECIAL_BLOCK_DIM;

    if (v == KP_NO_VAL)
        return 1;
    return p->launched[0] && v >= dims && v < dims + 3 ? p->launched[v - dims] : p->side;
}

/* The same of a sum. */
static int64_t usually(const struct parts *p, const struct kp_sum *s)
{
    int64_t sum = 0;

    for (unsigned i = 0; i < s->n; i++) {
        int64_t by = s->term[i].by;

        for (unsigned k = 0; k < KP_SUM_DEGREE; k++)
            by *= usual(p, s->term[i].factor[k]);
        sum += by;
    }
    return sum;
}

static bool usually_meet(const struct parts *p, const struct kp_reach *a, const struct kp_reach *b)
{
    return usually(p, &a->from) < usually(p, &b->to) && usually(p, &b->from) < usually(p, &a->to);
}

static bool test_order(const struct parts *p, struct kp_reaches *r, const struct kp_reach *a,
                       const struct kp_reach *b)
{
    return usually(p, &a->from) < usually(p, &b->from) ? kp_test_at_most(r, &a->to, &b->from)
                                                       : kp_test_at_most(r, &b->to, &a->from);
}

/* Names that usually meet are one group; the others are in the order in which they usually lie, if
 * that holds. */
static bool join_by_reaches(struct parts *p, const struct touches *t)
{
    for (unsigned i = 0; i < t->n; i++)
        for (unsigned k = 0; k < i; k++)
            if (first_of(p, t->all[i].name) != first_of(p, t->all[k].name) &&
                usually_meet(p, &t->all[i].reach, &t->all[k].reach))
                join_names(p, t->all[i].name, t->all[k].name);
    for (unsigned i = 0; i < t->n; i++)
        for (unsigned k = 0; k < i; k++)
            if (first_of(p, t->all[i].name) != first_of(p, t->all[k].name) &&
                !test_order(p, t->reaches, &t->all[i].reach, &t->all[k].reach))
                return false;
    kp_add_tests(t->reaches, &p->f->tests);
    return true;
}

static bool group_names(struct parts *p, const struct kp_fn *fn, struct kp_reaches *reaches)
{
    struct touches *touches = kp_new(fn->arena, struct touches);
    struct kp_nature nature;

    touches->reaches = reaches;
    touches->by = reaches ? BY_REACHES : BY_FOOTPRINTS;
    if (fn->unknown || !keep_their_values(p, fn) || !find_bases(p, fn))
        return false;
    nature = kp_nature_of(p->raw, fn);
    if (!find_touches(p, fn, &nature, touches))
        return false;
    if (!reaches)
        join_by_footprints(p, touches);
    else if (!join_by_reaches(p, touches))
        return false;
    join_untouched(p, touches);
    find_scratch(p, fn, &nature);
    find_scratch_by_place(p, fn, touches);
    return true;
}

/* ---- whether there is anything to tell apart ---- */

static bool is_done(const struct touches *t, unsigned name, bool writes)
{
    for (unsigned i = 0; i < t->n; i++)
        if (t->all[i].name == name && (writes ? t->all[i].writes : t->all[i].reads))
            return true;
    return false;
}

/* True if a group that has these two, and others perhaps, may be scratch by its place: if they
 * alone are not, nor is it. */
static bool may_be_placed(struct parts *p, const struct kp_fn *fn, const struct touches *t,
                          unsigned a, unsigned b)
{
    bool may;

    join_names(p, a, b);
    may =
        is_of_one_interval(p, fn, t, first_of(p, a)) || is_filled_outside(p, fn, t, first_of(p, a));
    p->group[a] = a;
    p->group[b] = b;
    return may;
}

/* The innermost loop with a barrier around a block; 0: none. */
static uint32_t phase_around(const struct kp_fn *fn, uint32_t block)
{
    uint32_t loop = fn->blocks.v[block].loop;

    while (loop && !has_barrier(fn, loop))
        loop = fn->loops.v[loop].outer;
    return loop;
}

/* True if each thread writes each byte at most once in an iteration: nobody asks which name a store
 * goes by. */
static bool are_filled_once(const struct parts *p, const struct kp_fn *fn, const struct touches *t)
{
    const struct kp_block_shape shape = kp_possible_block(p->f);
    struct kp_access_at at[MAX_ACCESSES];
    uint32_t within = 0;
    size_t n = 0;

    for (unsigned i = 0; i < t->n; i++) {
        const uint32_t loop = phase_around(fn, t->all[i].block);

        if (!t->all[i].writes || !loop)
            continue;
        if (n && loop != within)
            return false;
        within = loop;
        at[n++] = t->all[i].at;
    }
    return !n || kp_touched_once(fn, &shape, at, n, within);
}

/* Scratch is what is computed and stored by a name that fills nothing, or is written by one name
 * and read by the same or another in such a place. Nothing is measured for that. */
static bool may_have_scratch(struct parts *p, const struct kp_fn *fn, const struct touches *t)
{
    for (unsigned a = 1; a < p->n; a++) {
        if (p->is_scratch[a] && !p->is_filled[a])
            return true;
        for (unsigned b = 1; b < p->n; b++)
            if (is_done(t, a, true) && is_done(t, b, false) && may_be_placed(p, fn, t, a, b))
                return true;
    }
    return false;
}

/* .. or are two names filled, which may be two tiles? */
static bool may_have_parts(struct parts *p, const struct kp_fn *fn)
{
    struct touches *t = kp_new(fn->arena, struct touches);
    struct kp_nature nature = kp_nature_of(p->raw, fn);
    unsigned n_filled = 0;

    t->by = BY_NAMES;
    if (!find_touches(p, fn, &nature, t))
        return false;
    find_scratch(p, fn, &nature);
    if (may_have_scratch(p, fn, t))
        return true;
    for (unsigned i = 0; i < p->n; i++)
        n_filled += p->is_filled[i];
    p->of_tiles = n_filled > 1 && !are_filled_once(p, fn, t);
    return p->of_tiles;
}

/* ---- the objects ---- */

static const struct kp_sym *new_part(const struct parts *p, unsigned name)
{
    struct kp_sym *s = kp_new(p->f->unit->arena, struct kp_sym);

    *s = *p->raw;
    s->name = s->qualified = p->name[name]->name;
    s->whole = p->raw;
    return s;
}

/* Pointers of two parts of which one is made from the other in a loop, or behind one, are both left
 * as they are: one would go with the stage, and the other would not. */
static void split(struct parts *p)
{
    const struct kp_sym *part[MAX_NAMES] = {NULL};

    for (unsigned i = 1; i < p->n; i++)
        if (!is_in_front(p, i) && p->base[i] != MAX_NAMES &&
            first_of(p, p->base[i]) != first_of(p, i))
            p->is_filled[i] = p->is_filled[p->base[i]] = true;
    for (unsigned i = 0; i < p->n; i++) {
        unsigned first = first_of(p, i);

        if (p->f->tests.n || (p->of_tiles && !p->f->sym->is_template))
            *kp_map_at(p->f->unit->arena, &p->f->part_of, p->name[i]) = first + 1;
        p->is_scratch[first] = p->is_scratch[first] || p->is_scratch[i];
        p->is_filled[first] = p->is_filled[first] || p->is_filled[i];
    }
    for (unsigned i = 1; !p->of_tiles && i < p->n; i++) {
        unsigned first = first_of(p, i);

        if (first == 0 || !p->is_scratch[first] || p->is_filled[first])
            continue;
        if (!part[first])
            part[first] = new_part(p, first);
        kp_pointees_of(p->f, p->name[i])->list.v[0].sym = part[first];
        p->f->by_instances = p->f->sym->is_template;
    }
}

bool kp_points_to_part(const struct kp_func *f, const struct kp_sym *v, const struct kp_sym *whole)
{
    const struct kp_objs *o = kp_points_to(f, v);

    return o->list.n == 1 && o->list.v[0].sym && o->list.v[0].sym->whole == whole;
}

/* All extern shared arrays of a kernel begin at the same address; parts of one were shown apart. */
bool kp_share_memory(const struct kp_sym *a, const struct kp_sym *b)
{
    const struct kp_sym *whole_a, *whole_b;

    if (!a || !b || a == b)
        return true;
    whole_a = a->whole ? a->whole : a;
    whole_b = b->whole ? b->whole : b;
    return whole_a != whole_b && a->is_extern && b->is_extern;
}

static void forget(struct parts *p)
{
    for (unsigned k = 0; k < p->n; k++) {
        p->group[k] = k;
        p->base[k] = MAX_NAMES;
        p->is_scratch[k] = p->is_filled[k] = false;
    }
    p->f->tests.n = 0;
    memset(p->f->block, 0, sizeof p->f->block);
}

/* Two tiles, or scratch apart from tiles. */
static bool has_parts(const struct parts *p)
{
    bool is_scratch[MAX_NAMES] = {false}, is_filled[MAX_NAMES] = {false};
    unsigned n_filled = 0;

    for (unsigned i = 0; i < p->n; i++) {
        is_scratch[first_of(p, i)] |= p->is_scratch[i];
        is_filled[first_of(p, i)] |= p->is_filled[i];
    }
    for (unsigned i = 0; i < p->n; i++)
        n_filled += is_filled[i];
    for (unsigned i = 1; i < p->n; i++)
        if (is_scratch[i] && !is_filled[i] && !p->of_tiles)
            return true;
    return p->of_tiles && n_filled > 1;
}

static bool test_block(struct parts *p, const struct kp_reaches *r)
{
    struct kp_func *f = p->f;

    for (unsigned i = 0; i < 3; i++) {
        const char *name = r->name(r->of, KP_REACH_SPECIAL + KP_SPECIAL_BLOCK_DIM + i);

        if (!name)
            return false;
        kp_add_text(f->unit->arena, &f->tests,
                    kp_sprintf(f->unit->arena, "%s == %lld", name, (long long)f->block[i]));
    }
    return true;
}

/* .. that the block is the one that all launches in sight have. */
static bool group_by_block(struct parts *p, const struct kp_fn *fn, const struct kp_reaches *r)
{
    struct kp_func *f = p->f;

    forget(p);
    if (!kp_launched_block(f->unit, f->sym, f->block) || !group_names(p, fn, NULL) || !has_parts(p))
        return false;
    return test_block(p, r);
}

/* .. and that the sizes, which only the run knows, are such that no part reaches into the next. */
static bool group_by_both(struct parts *p, const struct kp_fn *fn, struct kp_reaches *r)
{
    struct kp_func *f = p->f;

    if (!kp_launched_block(f->unit, f->sym, f->block))
        return false;
    memcpy(r->block, f->block, sizeof r->block);
    return group_names(p, fn, r) && has_parts(p) && test_block(p, r);
}

static struct kp_reaches *new_reaches(struct parts *p, const struct kp_fn *fn,
                                      const struct kp_node *loop)
{
    struct kp_reaches *r = kp_new(fn->arena, struct kp_reaches);

    *r = kp_reaches_at(p->f, fn, loop, false);
    p->f->tested = r;
    forget(p);
    return r;
}

/* Tiles alone: no set depends on the test, but what part_of says. */
static bool group_tiles(struct parts *p, const struct kp_fn *fn, const struct kp_node *loop)
{
    struct kp_func *f = p->f;
    bool has = false;

    for (p->side = USUAL_SIDE; !has && p->side <= LARGE_SIDE; p->side *= 2)
        has = group_names(p, fn, new_reaches(p, fn, loop)) && has_parts(p);
    if (has)
        f->tile_tests = f->tests;
    f->tests = (struct kp_texts){0};
    return has;
}

/* In a kernel that is no template, a test in front of its loops may say what is not known here:
 * sizes are those of a usual tile, or as large as the block, where that is larger. */
static bool group_by_test(struct parts *p, const struct kp_fn *fn)
{
    const struct kp_node *loop = first_loop(p->f->body);
    const int64_t block = p->launched[0] * p->launched[1] * p->launched[2];

    forget(p);
    if (!loop || p->f->sym->is_template)
        return false;
    if (p->of_tiles)
        return group_tiles(p, fn, loop);
    for (p->side = USUAL_SIDE;; p->side = block) {
        if (group_by_block(p, fn, new_reaches(p, fn, loop)) ||
            (group_names(p, fn, new_reaches(p, fn, loop)) && has_parts(p)) ||
            group_by_both(p, fn, new_reaches(p, fn, loop)))
            return true;
        forget(p);
        if (p->side >= block)
            return false;
    }
}

static void smallest_block(struct parts *p)
{
    const struct kp_parse *parse = &p->f->unit->parse;
    int64_t d[3];

    for (size_t i = 0; i < parse->launches.n; i++) {
        if (parse->launches.v[i].kernel != p->f->sym || !parse->launches.v[i].block ||
            !kp_block_dims(parse->launches.v[i].block, d))
            continue;
        for (unsigned k = 0; k < 3; k++)
            if (!p->launched[k] || d[k] < p->launched[k])
                p->launched[k] = d[k];
    }
}

static void split_buffer(struct kp_func *f, const struct kp_sym *raw)
{
    struct parts p = {.f = f, .raw = raw};
    bool known = true, may = false;
    struct kp_fns fns;

    if (f->tests.n || f->tile_tests.n || !find_names(&p))
        return;
    forget(&p);
    smallest_block(&p);
    fns = kp_fn_instances(f->unit, f->sym);
    for (size_t k = 0; k < fns.n && !may; k++)
        may = may_have_parts(&p, fns.v[k]);
    forget(&p);
    for (size_t k = 0; k < fns.n && known && may; k++)
        known = group_names(&p, fns.v[k], NULL);
    if (may && fns.n == 1 && (!known || !has_parts(&p)))
        known = group_by_test(&p, fns.v[0]);
    if (may && known)
        split(&p);
}

/* Adds the shared arrays that a pointer may point into. */
static void add_buffers(struct kp_func *f, const struct kp_objs *objs, struct buffers *out)
{
    for (size_t i = 0; i < objs->list.n; i++) {
        const struct kp_sym *s = objs->list.v[i].sym;

        if (s && s->kind == KP_SYM_VAR && s->space == KP_SPACE_SHARED)
            kp_push_once(f->unit->arena, out, s);
    }
}

void kp_split_parts(struct kp_func *f)
{
    struct kp_unit *u = f->unit;
    struct buffers buffers = {0};
    const struct kp_pointing_list *all;

    if (!f->sym->is_kernel || f->parametric || !kp_fn_can_be_named(u, f->sym))
        return;
    all = kp_pointing_in(f);
    for (size_t i = 0; i < all->n; i++)
        add_buffers(f, all->v[i].to, &buffers);
    for (size_t i = 0; i < buffers.n; i++)
        split_buffer(f, buffers.v[i]);
}
