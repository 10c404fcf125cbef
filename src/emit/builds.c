/* Values that another build may change: of macros that are defined under a condition. What was made
 * of a loop rests on them (numbers of trips, sizes, what divides what), so it says so where a build
 * would have other ones. */
#include "model/builds.h"

#include "emit/emit.h"

void kp_assert_values(struct kp_emitter *e, struct kp_str *out)
{
    struct kp_builds builds;

    kp_builds_of(e->u, e->l->function, &builds);
    for (size_t i = 0; i < builds.tested.n; i++)
        kp_line(e, out, 0, "static_assert((%s) == %lld, \"kpipe: made for this value\");",
                builds.tested.v[i].name, (long long)builds.tested.v[i].value);
}
