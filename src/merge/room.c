/* The shared memory of merged blocks. */
#include "fn/fn.h"
#include "front/tree.h"
#include "merge/merging.h"
#include "model/waited.h"

/* In a clone whose tiles become dynamic shared memory the plan says whether they have room. */
static bool moves(const struct kp_merging *m, const struct kp_sym *s)
{
    for (size_t i = 0; i < m->l->tiles.n; i++)
        if (m->l->tiles.v[i]->sym == s)
            return kp_moves_tiles(m->u, m->f->sym);
    return false;
}

static bool has_size(const struct kp_sym *s)
{
    return s->type && s->type->size > 0;
}

/* The variable's size in one instance of the kernel, of all instances of a template that this one
 * calls; -1: not known. */
static int64_t size_in(const struct kp_fn *fn, const struct kp_sym *s)
{
    int64_t sum = 0;

    for (size_t k = 0; k < fn->objects.n; k++) {
        const struct kp_sym *own = fn->objects.v[k].sym;

        if (!own || kp_as_written(own) != s)
            continue;
        if (!has_size(own))
            return -1;
        sum += own->type->size;
    }
    if (sum > 0)
        return sum;
    return has_size(s) ? s->type->size : -1;
}

int64_t kp_most_merged_bytes(struct kp_merging *m, const struct kp_shared *shared)
{
    struct kp_fns fns = kp_fn_instances(m->u, m->f->sym);
    const bool has_all =
        kp_fn_can_be_named(m->u, m->f->sym) && kp_fn_has_all_instances(m->u, m->f->sym);
    int64_t most = fns.n ? 0 : -1;

    for (size_t k = 0; k < fns.n; k++) {
        int64_t bytes = 0;

        for (size_t i = 0; i < shared->vars.n; i++) {
            const struct kp_sym *s = shared->vars.v[i];
            int64_t size = size_in(fns.v[k], s);

            if (size < 0 || (!has_all && !has_size(s)) ||
                (moves(m, s) && size != size_in(fns.v[0], s))) /* the plan has one size */
                return -1;
            bytes += moves(m, s) ? 0 : size * kp_merged_copies(m, m->varies[s->id]);
        }
        most = most > bytes ? most : bytes;
    }
    return most;
}
