/* Parts of one shared buffer, told apart by the bytes that are touched through each pointer. */
#include "model/parts.h"

#include "facts/pointed.h"
#include "front/tree.h"
#include "model/front.h"
#include "model/launched.h"
#include "model/loop_parts.h"
#include "model/once.h"
#include "model/parting.h"

enum { USUAL_SIDE = 32, LARGE_SIDE = 128, MAX_DEPTH = 40 };

KP_VEC_TYPE(buffers, const struct kp_sym *);

/* ---- names ---- */

/* True if the pointer may be told apart from others. */
static bool is_plain_name(const struct kp_func *f, const struct kp_sym *v)
{
    return v->kind == KP_SYM_VAR && v->type && v->type->kind == KP_TYPE_POINTER && !v->n_dims &&
           kp_points_to(f, v)->list.n == 1 && !kp_points_to(f, v)->list.v[0].pointee;
}

/* .. and has it one value, by which all of its memory is reached? */
static bool keep_their_values(const struct kp_parting *p, const struct kp_fn *fn)
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

static bool find_names(struct kp_parting *p)
{
    const struct kp_unit *u = p->f->unit;
    const struct kp_pointing_list *all = kp_pointing_in(p->f);

    p->name[0] = p->raw;
    p->n = 1;
    for (size_t i = 0; i < all->n; i++) {
        const struct kp_sym *v = u->parse.syms.v[all->v[i].id];

        if (!may_point_into(all->v[i].to, p->raw))
            continue;
        if (p->n == KP_MAX_PARTS || !is_plain_name(p->f, v))
            return false;
        p->name[p->n++] = v;
    }
    return p->n > 2;
}

bool kp_part_name(const struct kp_parting *p, const struct kp_fn *fn, kp_val address, unsigned *out)
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

static bool add_touch(const struct kp_parting *p, const struct kp_fn *fn,
                      const struct kp_block_shape *shape, kp_val id, unsigned operand,
                      struct kp_part_uses *touches)
{
    const struct kp_value *v = &fn->values.v[id];
    const struct kp_fn_touch by = kp_fn_touches(fn, v, operand);
    struct kp_part_use t = {.at = {.value = id, .operand = operand},
                            .block = v->block,
                            .reads = by.mode & KP_READ,
                            .writes = by.mode & KP_WRITE};
    struct kp_sum size = kp_sum_of_number(by.bytes);

    if (touches->n == KP_MAX_PART_USES || !kp_part_name(p, fn, v->operand[operand], &t.name))
        return false;
    if (touches->by == KP_BY_REACHES &&
        (by.bytes < 1 ||
         !kp_reach_at(touches->reaches, v->operand[operand], v->block, &size, &t.reach)))
        return false;
    if (touches->by == KP_BY_FOOTPRINTS &&
        (!kp_footprint(fn, shape, t.at, &t.footprint) || t.footprint.unknown))
        return false;
    touches->all[touches->n++] = t;
    return true;
}

bool kp_find_part_uses(const struct kp_parting *p, const struct kp_fn *fn,
                       const struct kp_nature *t, struct kp_part_uses *touches)
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

unsigned kp_first_name(const struct kp_parting *p, unsigned name)
{
    while (p->group[name] != name)
        name = p->group[name];
    return name;
}

void kp_join_names(struct kp_parting *p, unsigned a, unsigned b)
{
    a = kp_first_name(p, a);
    b = kp_first_name(p, b);
    p->group[a > b ? a : b] = a > b ? b : a;
}

/* By which name each pointer is made; the same one in all instances. */
static bool find_bases(struct kp_parting *p, const struct kp_fn *fn)
{
    for (kp_val v = 1; v < fn->values.n; v++) {
        const struct kp_value *made = &fn->values.v[v];
        unsigned name, base;

        if (made->op != KP_FN_NAME || !made->block || !kp_part_name(p, fn, v, &name))
            continue;
        if (!kp_part_name(p, fn, made->operand[0], &base) ||
            (p->base[name] != KP_MAX_PARTS && p->base[name] != base))
            return false;
        p->base[name] = base;
    }
    return true;
}

static const struct kp_node *first_loop(const struct kp_node *n)
{
    kp_each_below(x, n) if (kp_is_loop(x)) return x;
    return NULL;
}

/* True if the pointer is made where the buffer's names still mean what they mean in front of every
 * loop. In one that is pipelined, and behind it, they go with the stage. */
static bool is_in_front(const struct kp_parting *p, unsigned name)
{
    const struct kp_node *loop = first_loop(p->f->body);

    return !loop || !name || p->name[name]->decl->span.begin < loop->span.begin;
}

/* A pointer by which nothing is touched belongs to those that are made from it in a loop. */
static void join_untouched(struct kp_parting *p, const struct kp_part_uses *t)
{
    bool is_touched[KP_MAX_PARTS] = {false};

    for (unsigned i = 0; i < t->n; i++)
        is_touched[t->all[i].name] = true;
    for (unsigned i = 1; i < p->n; i++)
        if (p->base[i] != KP_MAX_PARTS && p->base[i] && !is_touched[p->base[i]] &&
            !is_in_front(p, i))
            kp_join_names(p, i, p->base[i]);
}

/* Apart by the bytes that are touched. */
static void join_by_footprints(struct kp_parting *p, const struct kp_part_uses *t)
{
    for (unsigned i = 0; i < t->n; i++)
        for (unsigned k = 0; k < i; k++)
            if (kp_first_name(p, t->all[i].name) != kp_first_name(p, t->all[k].name) &&
                kp_footprints_meet(&t->all[i].footprint, &t->all[k].footprint))
                kp_join_names(p, t->all[i].name, t->all[k].name);
}

/* ---- apart where a test at run time says so ---- */

/* What a value may be worth: `side`, unless launches say it. */
static int64_t usual(const struct kp_parting *p, kp_val v)
{
    const kp_val dims = KP_REACH_SPECIAL + KP_SPECIAL_BLOCK_DIM;

    if (v == KP_NO_VAL)
        return 1;
    return p->launched[0] && v >= dims && v < dims + 3 ? p->launched[v - dims] : p->side;
}

/* The same of a sum. */
static int64_t usually(const struct kp_parting *p, const struct kp_sum *s)
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

static bool usually_meet(const struct kp_parting *p, const struct kp_reach *a,
                         const struct kp_reach *b)
{
    return usually(p, &a->from) < usually(p, &b->to) && usually(p, &b->from) < usually(p, &a->to);
}

static bool test_order(const struct kp_parting *p, struct kp_reaches *r, const struct kp_reach *a,
                       const struct kp_reach *b)
{
    return usually(p, &a->from) < usually(p, &b->from) ? kp_test_at_most(r, &a->to, &b->from)
                                                       : kp_test_at_most(r, &b->to, &a->from);
}

/* Names that usually meet are one group; the others are in the order in which they usually lie, if
 * that holds. */
static bool join_by_reaches(struct kp_parting *p, const struct kp_part_uses *t)
{
    for (unsigned i = 0; i < t->n; i++)
        for (unsigned k = 0; k < i; k++)
            if (kp_first_name(p, t->all[i].name) != kp_first_name(p, t->all[k].name) &&
                usually_meet(p, &t->all[i].reach, &t->all[k].reach))
                kp_join_names(p, t->all[i].name, t->all[k].name);
    for (unsigned i = 0; i < t->n; i++)
        for (unsigned k = 0; k < i; k++)
            if (kp_first_name(p, t->all[i].name) != kp_first_name(p, t->all[k].name) &&
                !test_order(p, t->reaches, &t->all[i].reach, &t->all[k].reach))
                return false;
    kp_add_tests(t->reaches, &p->f->tests);
    return true;
}

static bool group_names(struct kp_parting *p, const struct kp_fn *fn, struct kp_reaches *reaches)
{
    struct kp_part_uses *touches = kp_new(fn->arena, struct kp_part_uses);
    struct kp_nature nature;

    touches->reaches = reaches;
    touches->by = reaches ? KP_BY_REACHES : KP_BY_FOOTPRINTS;
    if (fn->unknown || !keep_their_values(p, fn) || !find_bases(p, fn))
        return false;
    nature = kp_nature_of(p->raw, fn);
    if (!kp_find_part_uses(p, fn, &nature, touches))
        return false;
    if (!reaches)
        join_by_footprints(p, touches);
    else if (!join_by_reaches(p, touches))
        return false;
    join_untouched(p, touches);
    kp_find_scratch(p, fn, &nature);
    kp_find_scratch_by_place(p, fn, touches);
    return true;
}

/* ---- the objects ---- */

static const struct kp_sym *new_part(const struct kp_parting *p, unsigned name)
{
    struct kp_sym *s = kp_new(p->f->unit->arena, struct kp_sym);

    *s = *p->raw;
    s->name = s->qualified = p->name[name]->name;
    s->whole = p->raw;
    return s;
}

/* Pointers of two parts of which one is made from the other in a loop, or behind one, are both left
 * as they are: one would go with the stage, and the other would not. */
static void split(struct kp_parting *p)
{
    const struct kp_sym *part[KP_MAX_PARTS] = {NULL};

    for (unsigned i = 1; i < p->n; i++)
        if (!is_in_front(p, i) && p->base[i] != KP_MAX_PARTS &&
            kp_first_name(p, p->base[i]) != kp_first_name(p, i))
            p->is_filled[i] = p->is_filled[p->base[i]] = true;
    for (unsigned i = 0; i < p->n; i++) {
        unsigned first = kp_first_name(p, i);

        if (p->f->tests.n || (p->of_tiles && !p->f->sym->is_template))
            *kp_map_at(p->f->unit->arena, &p->f->part_of, p->name[i]) = first + 1;
        p->is_scratch[first] = p->is_scratch[first] || p->is_scratch[i];
        p->is_filled[first] = p->is_filled[first] || p->is_filled[i];
    }
    for (unsigned i = 1; !p->of_tiles && i < p->n; i++) {
        unsigned first = kp_first_name(p, i);

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

static void forget(struct kp_parting *p)
{
    for (unsigned k = 0; k < p->n; k++) {
        p->group[k] = k;
        p->base[k] = KP_MAX_PARTS;
        p->is_scratch[k] = p->is_filled[k] = false;
    }
    p->f->tests.n = 0;
    memset(p->f->block, 0, sizeof p->f->block);
}

/* Two tiles, or scratch apart from tiles. */
static bool has_parts(const struct kp_parting *p)
{
    bool is_scratch[KP_MAX_PARTS] = {false}, is_filled[KP_MAX_PARTS] = {false};
    unsigned n_filled = 0;

    for (unsigned i = 0; i < p->n; i++) {
        is_scratch[kp_first_name(p, i)] |= p->is_scratch[i];
        is_filled[kp_first_name(p, i)] |= p->is_filled[i];
    }
    for (unsigned i = 0; i < p->n; i++)
        n_filled += is_filled[i];
    for (unsigned i = 1; i < p->n; i++)
        if (is_scratch[i] && !is_filled[i] && !p->of_tiles)
            return true;
    return p->of_tiles && n_filled > 1;
}

static bool test_block(struct kp_parting *p, const struct kp_reaches *r)
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
static bool group_by_block(struct kp_parting *p, const struct kp_fn *fn, const struct kp_reaches *r)
{
    struct kp_func *f = p->f;

    forget(p);
    if (!kp_launched_block(f->unit, f->sym, f->block) || !group_names(p, fn, NULL) || !has_parts(p))
        return false;
    return test_block(p, r);
}

/* .. and that the sizes, which only the run knows, are such that no part reaches into the next. */
static bool group_by_both(struct kp_parting *p, const struct kp_fn *fn, struct kp_reaches *r)
{
    struct kp_func *f = p->f;

    if (!kp_launched_block(f->unit, f->sym, f->block))
        return false;
    memcpy(r->block, f->block, sizeof r->block);
    return group_names(p, fn, r) && has_parts(p) && test_block(p, r);
}

static struct kp_reaches *new_reaches(struct kp_parting *p, const struct kp_fn *fn,
                                      const struct kp_node *loop)
{
    struct kp_reaches *r = kp_new(fn->arena, struct kp_reaches);

    *r = kp_reaches_at(p->f, fn, loop, false);
    p->f->tested = r;
    forget(p);
    return r;
}

/* Tiles alone: no set depends on the test, but what part_of says. */
static bool group_tiles(struct kp_parting *p, const struct kp_fn *fn, const struct kp_node *loop)
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
static bool group_by_test(struct kp_parting *p, const struct kp_fn *fn)
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

static void smallest_block(struct kp_parting *p)
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
    struct kp_parting p = {.f = f, .raw = raw};
    bool known = true, may = false;
    struct kp_fns fns;

    if (f->tests.n || f->tile_tests.n || !find_names(&p))
        return;
    forget(&p);
    smallest_block(&p);
    fns = kp_fn_instances(f->unit, f->sym);
    for (size_t k = 0; k < fns.n && !may; k++)
        may = kp_may_have_parts(&p, fns.v[k]);
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
