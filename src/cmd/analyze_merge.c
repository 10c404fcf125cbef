/* Which neighbouring blocks could be merged, by what --merge makes of the source. */
#include <string.h>

#include "cmd/analyze.h"
#include "model/eval.h"
#include "pipeline.h"
#include "plan/plan.h"

/* The first that can be is the least that is recommended, its double along its axes the most. */
static const struct kp_merge pairs[] = {{.x = 2, .y = 2, .z = 1},
                                        {.x = 2, .y = 1, .z = 1},
                                        {.x = 1, .y = 2, .z = 1},
                                        {.x = 1, .y = 1, .z = 2}};

static struct kp_merge doubled(struct kp_merge by)
{
    return (struct kp_merge){
        .x = by.x > 1 ? 2 * by.x : 1, .y = by.y > 1 ? 2 * by.y : 1, .z = by.z > 1 ? 2 * by.z : 1};
}

static double bytes_of(const struct kp_loop *l)
{
    int64_t all = 0, size;

    for (size_t i = 0; i < l->tiles.n; i++)
        all += kp_eval_var_size(l->tiles.v[i]->sym, NULL, &size) ? size : 0;
    return (double)all;
}

/* What one of the merged blocks loads, by what it loads alone; 0: they cannot be merged. */
static double share_of(struct kp_arena *a, const struct kp_analyzed *all, size_t loop,
                       struct kp_merge by, int threads)
{
    const struct kp_unit *u = all->unit;
    struct kp_request *requests = kp_new_array(a, struct kp_request, u->loops.n + 1);
    double bytes = bytes_of(u->loops.v[loop]) * by.x * by.y * by.z;
    struct kp_unit *v;

    for (size_t i = 0; i < u->loops.n; i++)
        requests[i].merge =
            u->loops.v[i]->function == u->loops.v[loop]->function ? by : (struct kp_merge){1, 1, 1};
    v = kp_pipeline_again(a, u, requests);
    if (v->error || loop >= v->loops.n || !v->loops.v[loop]->merged || !(bytes > 0) ||
        !kp_copies_fit(all->target, v->loops.v[loop], threads))
        return 0;
    return bytes_of(v->loops.v[loop]) / bytes;
}

static void look_at(struct kp_settings *s, const struct kp_analyzed *all, size_t loop,
                    struct kp_facts *f)
{
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs && !(f->merged[0].share > 0); i++)
        f->merged[0] =
            (struct kp_shares){pairs[i], share_of(s->arena, all, loop, pairs[i], f->threads)};
    if (!(f->merged[0].share > 0))
        return;
    f->merged[1].by = doubled(f->merged[0].by);
    f->merged[1].share = share_of(s->arena, all, loop, f->merged[1].by, f->threads);
    if (!(f->merged[1].share > 0))
        f->merged[1] = f->merged[0];
}

void kp_analyze_merges(struct kp_settings *s, struct kp_analyzed *all)
{
    for (size_t k = 0; k < all->kernels.n && all->unit; k++) {
        struct kp_facts *f = all->kernels.v[k].facts;
        const struct kp_loop *l = kp_analyze_loop_of(all->unit, f);
        size_t at = 0;

        while (l && all->unit->loops.v[at] != l)
            at++;
        if (l && f->loop.found && kp_is_pipelined(l))
            look_at(s, all, at, f);
    }
}
