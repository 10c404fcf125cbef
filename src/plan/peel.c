/* Copy loops whose number of trips is not a constant: registers hold the first trips, and kp_store
 * makes the others as they were written (emit/peel.c). How many are held is a guess, and no result
 * hangs on it: what the loop makes with the block that a launch shows or a case has, or what the
 * tile has for each thread. */
#include "model/eval.h"
#include "model/func.h"
#include "model/loop_parts.h"
#include "plan/plan.h"

/* No two elements share a register. */
enum { REGISTER_BYTES = 4 };
/* Bytes that registers hold of such loops; the iterations that they do not hold are executed later.
 */
enum { MOST_HELD = 256 };
/* The tile's size is not known. */
enum { USUAL_TRIPS = 4 };
/* The block's size is not known either: an unnecessary register costs less than an exposed load. */
enum { USUAL_THREADS = 128 };

bool kp_is_peeled(const struct kp_copy_loop *cl)
{
    return !cl->trips_text && cl->may_be_peeled;
}

/* Threads that are said of a block that the source does not show; 0: nothing is said. */
static int said_threads(const struct kp_unit *u, const struct kp_launch_case *c,
                        const struct kp_request *request)
{
    int64_t dims[3];

    if (c->threads > 0 || (c->launch && kp_block_dims(c->launch->block, dims)))
        return 0;
    for (size_t i = 0; !request->threads && c->kernel && i < u->options->n_blocks; i++)
        if (kp_streq(u->options->blocks[i].kernel, c->kernel->name))
            return u->options->blocks[i].threads;
    return request->threads;
}

static struct kp_env env_of(struct kp_unit *u, const struct kp_loop *l,
                            const struct kp_launch_case *c)
{
    struct kp_env env = {.f = kp_func_get(u, l->function, false),
                         .has_thread = true,
                         .has_block = true,
                         .bindings = c->launch};

    if (!c->launch || !kp_block_dims(c->launch->block, env.block)) {
        env.block[0] = c->threads > 0 ? c->threads : USUAL_THREADS;
        env.block[1] = env.block[2] = 1;
    }
    return env;
}

/* The iterations of the block's first thread, from the header; 0: not known. */
static int64_t trips_of_header(const struct kp_env *env, const struct kp_copy_loop *cl)
{
    const struct kp_node *cond = kp_loop_condition(cl->node), *left = cond->first;
    int64_t first, bound, step = 1, ahead = 0;
    struct kp_counted c;

    if (left->kind == KP_BINARY &&
        !kp_value_in(env, left->first->sym == cl->var ? left->last : left->first, &ahead))
        return 0;
    if (!kp_counts(cl->node, &c) || !c.from || !kp_value_in(env, c.from, &first) ||
        !kp_value_in(env, cond->last, &bound) || (c.by && !kp_value_in(env, c.by, &step)) ||
        step < 1)
        return 0;
    bound += (cond->op == KP_OP_LE) - ahead;
    return bound > first ? (bound - first + step - 1) / step : 1;
}

/* How many elements the block makes in one trip: as many as it has threads, and where it is not in
 * sight as many as a loop of its own moves on by. */
static int64_t width_of(const struct kp_env *env, const struct kp_launch_case *c,
                        const struct kp_copy_loop *cl, bool is_nested)
{
    int64_t threads = env->block[0] * env->block[1] * env->block[2], step;
    struct kp_counted n;

    if (c->threads <= 0 && !is_nested && kp_counts(cl->node, &n) && n.by &&
        kp_eval(n.by, c->launch, &step) && step > 0)
        return step;
    return threads;
}

/* The iterations with which all threads together fill the tile; 0: not known. */
static int64_t trips_of_tile(const struct kp_env *env, const struct kp_launch_case *instance,
                             const struct kp_loop *l, const struct kp_copy_loop *cl)
{
    int64_t most = 0;

    for (size_t i = 0; i < l->copies.n; i++) {
        const struct kp_copy *c = &l->copies.v[i];
        int64_t bytes, each = width_of(env, instance, cl, c->loops.n > 1);

        if (!kp_is_inside(c->node, cl->node) || c->bytes <= 0 ||
            !kp_eval_var_size(c->tile->sym, env->bindings, &bytes))
            continue;
        for (size_t k = 0; k < c->loops.n; k++)
            for (size_t j = 0; j < l->copy_loops.n; j++)
                if (l->copy_loops.v[j].node == c->loops.v[k] && l->copy_loops.v[j].trips > 0)
                    each *= l->copy_loops.v[j].trips;
        bytes = (bytes / c->bytes + each - 1) / each;
        most = bytes > most ? bytes : most;
    }
    return most;
}

static int64_t trips_of(struct kp_unit *u, struct kp_loop *l, const struct kp_copy_loop *cl,
                        const struct kp_launch_cases *cases, const struct kp_request *request)
{
    int64_t most = 0;

    for (size_t i = 0; i < cases->list.n; i++) {
        struct kp_launch_case c = cases->list.v[i];
        int said = said_threads(u, &c, request);
        struct kp_env env;
        int64_t trips;

        if (said)
            c.threads = said;
        env = env_of(u, l, &c);
        trips = trips_of_header(&env, cl);
        if (!trips)
            trips = trips_of_tile(&env, &c, l, cl);
        if (said && (trips > most || !l->plan.threads))
            l->plan.threads = said;
        most = trips > most ? trips : most;
    }
    return most ? most : USUAL_TRIPS;
}

void kp_peel_loops(struct kp_unit *u, struct kp_loop *l, const struct kp_launch_cases *cases,
                   const struct kp_request *request)
{
    struct kp_copy_loop *longest;

    for (size_t i = 0; i < l->copy_loops.n; i++)
        if (kp_is_peeled(&l->copy_loops.v[i]))
            l->copy_loops.v[i].staged = trips_of(u, l, &l->copy_loops.v[i], cases, request);
    do {
        int64_t bytes = kp_staging_bytes(l, REGISTER_BYTES);

        longest = NULL;
        for (size_t i = 0; i < l->copy_loops.n; i++)
            if (l->copy_loops.v[i].staged > (longest ? longest->staged : 1))
                longest = &l->copy_loops.v[i];
        if (bytes <= MOST_HELD)
            return;
        if (longest)
            longest->staged /= 2;
    } while (longest);
}
