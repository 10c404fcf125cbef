/* The pass: every loop with barriers, described as a K-loop as far as it is one. */
#include "model/func.h"
#include "model/shape.h"
#include "model/steps.h"

bool kp_pass_model(struct kp_unit *u)
{
    kp_declare_reused(u, false);
    kp_find_loops(u);
    for (size_t i = 0; i < u->loops.n; i++) {
        struct kp_loop *l = u->loops.v[i];
        struct kp_func *f = kp_func_get(u, l->function, false);

        if (l->made_by_kpipe || l->in_lambda)
            continue;
        kp_model_header(f, l);
        kp_model_slice(f, l);
        if (!l->tiles.n)
            continue;
        kp_model_copies(f, l);
        kp_model_fill(f, l);
        kp_model_tiles(f, l);
        kp_model_distinct(f, l);
        kp_model_coverage(f, l);
        kp_model_barriers(f, l);
        kp_model_block(f, l);
    }
    return !u->error;
}

bool kp_is_pipelined(const struct kp_loop *l)
{
    return l->outcome == KP_REWRITTEN || l->outcome == KP_SINGLE;
}

bool kp_is_rewritten(const struct kp_loop *l)
{
    return kp_is_pipelined(l) || l->widened;
}

bool kp_any_pipelined(const struct kp_unit *u)
{
    for (size_t i = 0; i < u->loops.n; i++)
        if (kp_is_pipelined(u->loops.v[i]))
            return true;
    return false;
}

bool kp_any_merged(const struct kp_unit *u)
{
    for (size_t i = 0; i < u->loops.n; i++)
        if (u->loops.v[i]->merged)
            return true;
    return false;
}
