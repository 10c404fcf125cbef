/* Do copies of one thread write different elements? Shown by running them: for every thread that a
 * block can have, all trips. Sizes must be constant, but for the bound of a copy's only loop. */
#include <stdlib.h>

#include "model/distinct.h"
#include "model/invariant.h"
#include "model/eval.h"

enum { MAX_POINTS = 512, MAX_RUNS = 400000 };

/* One of the copies, and where it writes. */
struct run {
    const struct kp_copy *c;
    struct kp_element el;
};

struct runner {
    struct kp_func *f;
    const struct run *runs;
    size_t n;
    unsigned dims;
    int64_t wide; /* elements per access */
    long points;  /* looked at so far */
};

struct trip {
    int64_t at[KP_MAX_DIMS];
};

/* By the indices, the outermost first. */
static int by_place(const void *a, const void *b)
{
    const struct trip *x = a, *y = b;

    for (unsigned k = 0; k < KP_MAX_DIMS; k++)
        if (x->at[k] != y->at[k])
            return x->at[k] < y->at[k] ? -1 : 1;
    return 0;
}

/* Do neighbours by place write different elements? Then all do. */
static bool apart(const struct runner *r, const struct trip *a, const struct trip *b)
{
    for (unsigned k = 0; k + 1 < r->dims; k++)
        if (a->at[k] != b->at[k])
            return true;
    return b->at[r->dims - 1] - a->at[r->dims - 1] >= r->wide;
}

/* Is the copy made in every trip of its only loop, come what may? */
static bool is_always_made(const struct kp_copy *c)
{
    const struct kp_node *n = c->node, *loop = c->loops.v[0];

    if (c->loops.n != 1 || kp_leaves(loop))
        return false;
    while (n != loop && (n == c->node || n->kind == KP_COMPOUND))
        n = n->parent;
    return n == loop;
}

/* No shared memory has this many bytes: a block can have 227 KB (CUDA C++ Programming Guide,
 * technical specifications, compute capability 9.0). */
enum { NO_TILE = 256 * 1024 };

/* Does a trip write where no tile can be? */
static bool is_outside(const struct run *r, const struct trip *t)
{
    int64_t elem = r->c->tile->elem_bytes, at = 0;

    for (unsigned k = 0; k < r->el.n; k++) {
        int64_t unit = r->el.unit[k];

        if (t->at[k] < 0)
            return false;
        at += (t->at[k] < NO_TILE ? t->at[k] : NO_TILE) *
              (unit > elem && unit < NO_TILE ? unit : elem);
    }
    return elem > 0 && at >= NO_TILE;
}

/* Trips of one thread. */
struct trips {
    struct trip *v;
    unsigned n, room;
};

static bool add_trip(const struct run *r, const struct kp_env *env, struct trips *to)
{
    if (to->n == to->room)
        return false;
    for (unsigned k = 0; k < r->el.n; k++) {
        int64_t *at = &to->v[to->n].at[k];

        /* a variable that the index stands for may have cut off what is more than an int */
        if (!kp_value_in(env, r->el.index[k], at) || *at < INT32_MIN || *at > INT32_MAX)
            return false;
    }
    to->n++;
    return true;
}

/* The trips of one thread, depth first over the loops. A condition that is not known, of a
 * template's parameter, holds up to some trip: the trips are the first ones of those up to where
 * the tile certainly ends. */
static bool collect(const struct run *r, struct kp_env *env, unsigned depth, struct trips *to)
{
    const struct kp_node *loop, *cond, *by;
    const unsigned n = env->n;
    const struct kp_sym *v;
    int64_t at, step = 1, goes_on;
    int sign;
    bool bounded;

    if (depth == r->c->loops.n)
        return add_trip(r, env, to);
    loop = r->c->loops.v[depth];
    cond = kp_loop_condition(loop);
    if (!kp_step_of(kp_loop_step(loop), &v, &by, &sign) || sign < 0 || !kp_loop_init(loop) ||
        kp_loop_init(loop)->kind != KP_DECL_STMT || !kp_loop_init(loop)->first->has_init ||
        kp_loop_init(loop)->first->sym != v || !cond ||
        kp_may_write(env->f, kp_loop_body(loop), v) ||
        !kp_value_in(env, kp_loop_init(loop)->first->last, &at) ||
        (by && !kp_value_in(env, by, &step)) || step <= 0 || !kp_env_set(env, n, v, at))
        return false;
    bounded = kp_value_in(env, cond, &goes_on);
    if (!bounded && !is_always_made(r->c))
        return false;
    while (bounded ? goes_on : !to->n || !is_outside(r, &to->v[to->n - 1])) {
        if (!collect(r, env, depth + 1, to))
            return false;
        at += step;
        if (!kp_env_set(env, n, v, at) || (bounded && !kp_value_in(env, cond, &goes_on)))
            return false;
    }
    env->n = n;
    return true;
}

static bool apart_in_thread(struct runner *r, const int64_t thread[3])
{
    struct trip all[MAX_POINTS] = {0};
    unsigned n = 0;

    for (size_t i = 0; i < r->n; i++) {
        struct kp_env env = {
            .f = r->f, .has_thread = true, .thread = {thread[0], thread[1], thread[2]}};
        struct trips own = {.v = all + n, .room = MAX_POINTS - n};

        if (!collect(&r->runs[i], &env, 0, &own))
            return false;
        n += own.n;
    }
    r->points += n;
    if (r->points > MAX_RUNS)
        return false;
    qsort(all, n, sizeof *all, by_place);
    for (unsigned i = 1; i < n; i++)
        if (!apart(r, &all[i - 1], &all[i]))
            return false;
    return true;
}

/* Threads of a block: x * y * z <= 1024, or what __launch_bounds__ says. Only the dimensions that
 * the code names are varied. */
static bool apart_in_all_threads(struct runner *r)
{
    int64_t most = r->f->sym->launch_max ? r->f->sym->launch_max : 1024, thread[3];
    bool y = kp_names_axis(r->f->body, "threadIdx", 'y'),
         z = kp_names_axis(r->f->body, "threadIdx", 'z');

    for (thread[2] = 0; thread[2] < (z ? 64 : 1); thread[2]++)
        for (thread[1] = 0; thread[1] < (y ? most : 1); thread[1]++)
            for (thread[0] = 0; (thread[0] + 1) * (thread[1] + 1) * (thread[2] + 1) <= most;
                 thread[0]++)
                if (!apart_in_thread(r, thread))
                    return false;
    return true;
}

/* Do both count elements in the same way? */
static bool same_units(const struct kp_element *a, const struct kp_element *b)
{
    for (unsigned k = 0; k < a->n && k < b->n; k++)
        if (a->unit[k] <= 0 || a->unit[k] != b->unit[k])
            return false;
    return a->n == b->n && a->root == b->root && !a->field && !b->field;
}

bool kp_trips_apart(struct kp_func *f, const struct kp_loop *l, const struct kp_copy *const *copies,
                    size_t n)
{
    struct run *runs = kp_new_array(f->unit->arena, struct run, n + 1);
    struct runner r = {.f = f, .runs = runs, .n = n, .wide = 1};

    for (size_t i = 0; i < n; i++) {
        const struct kp_element el =
            n == 1 ? kp_element_of(copies[i]->dest) : kp_element_in(f, l, copies[i]->dest);
        int64_t wide = kp_copy_width(copies[i]);

        runs[i] = (struct run){.c = copies[i], .el = el};
        if (!el.known || (i && !same_units(&runs[0].el, &el)))
            return false;
        r.dims = el.n;
        r.wide = wide > r.wide ? wide : r.wide;
    }
    return r.dims && apart_in_all_threads(&r);
}
