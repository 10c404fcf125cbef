/* Which barriers the pipelined loop can do without, and which it needs around itself. */
#include "model/around.h"
#include "model/together.h"

static bool writes_global(const struct kp_loop *l)
{
    for (size_t i = 0; i < l->effects.access.n; i++) {
        const struct kp_access *a = &l->effects.access.v[i];

        if (kp_is_store(a) && a->space != KP_SPACE_LOCAL && a->space != KP_SPACE_SHARED)
            return true;
    }
    return false;
}

/* True if there is anything that a barrier could order. Reading global memory needs no order as
 * long as the loop stores none. */
static bool touches_memory(const struct kp_loop *l, const struct kp_effects *e)
{
    for (size_t i = 0; i < e->access.n; i++) {
        const struct kp_access *a = &e->access.v[i];

        if (a->space == KP_SPACE_LOCAL || a->space == KP_SPACE_CONSTANT)
            continue;
        if (a->space == KP_SPACE_GLOBAL && a->mode == KP_READ && !writes_global(l))
            continue;
        return true;
    }
    return false;
}

/* True if compute leaves nothing in this run that a barrier could order. */
static bool run_is_silent(const struct kp_loop *l, int run)
{
    for (size_t i = 0; i < l->stmts.n; i++)
        if (l->stmts.v[i].run == run && l->stmts.v[i].in_compute &&
            touches_memory(l, &l->stmts.v[i].effects))
            return false;
    return true;
}

/* The barrier at the head of the pipelined iteration stands for those before the first run that
 * touches memory and behind the last one; of several in a row one is enough. */
static void drop_barriers(struct kp_loop *l)
{
    int last = -1;
    bool seen = false, kept = true;

    for (int r = 0; r < l->n_runs; r++)
        if (!run_is_silent(l, r))
            last = r;
    for (size_t i = 0; i < l->stmts.n; i++) {
        struct kp_stmt *s = &l->stmts.v[i];

        if (!s->is_barrier)
            continue;
        if (!run_is_silent(l, s->run)) {
            seen = true;
            kept = false;
        }
        s->drop_barrier = !seen || kept || s->run >= last;
        if (!s->drop_barrier)
            kept = true;
    }
}

static int load_run(const struct kp_loop *l, const struct kp_tile *t)
{
    int run = 0;

    for (size_t i = 0; i < l->copies.n; i++)
        if (l->copies.v[i].tile == t)
            for (size_t k = 0; k < l->stmts.n; k++)
                if (kp_is_inside(l->copies.v[i].node, l->stmts.v[k].node) &&
                    l->stmts.v[k].run > run)
                    run = l->stmts.v[k].run;
    return run;
}

static bool last_run_is_silent(const struct kp_loop *l)
{
    return run_is_silent(l, l->n_runs - 1);
}

bool kp_has_leading_barrier(const struct kp_loop *l)
{
    return l->leading_barrier || (l->early_reads && kp_is_ring(l->plan.shape));
}

static bool may_diverge(struct kp_func *f, const struct kp_loop *l)
{
    for (const struct kp_node *n = l->node->parent; n && n->kind != KP_FUNCTION; n = n->parent)
        if (kp_divides(f, n))
            return true;
    return false;
}

void kp_model_barriers(struct kp_func *f, struct kp_loop *l)
{
    drop_barriers(l);
    l->early_reads = kp_stores_before(f, l);
    for (size_t i = 0; i < l->tiles.n; i++)
        l->leading_barrier |= load_run(l, l->tiles.v[i]) > 0;
    l->may_diverge = may_diverge(f, l);
    l->threads_may_leave = kp_threads_may_leave(f, l);
    /* The original ends with a barrier, and somebody behind it may rely on that. */
    l->closing_barrier =
        last_run_is_silent(l) && (l->is_nested || !f->sym->is_kernel || kp_touches_behind(f, l));
}
