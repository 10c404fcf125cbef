#include "plan/plan.h"

bool kp_pass_plan(struct kp_unit *u)
{
    const struct kp_target *t = kp_rule_target(u->rules, u->options->arch);

    if (!t) {
        u->error = kp_sprintf(u->arena, "unknown architecture '%s'; see `kpipe targets`",
                              u->options->arch);
        return false;
    }
    for (size_t i = 0; i < u->loops.n; i++) {
        struct kp_loop *l = u->loops.v[i];

        if (l->tiles.n) {
            struct kp_instances cases;

            kp_find_instances(u, l, &cases);
            kp_choose(u, l, t, &cases, kp_wish_of(u->options, i));
        }
        if (l->refusals.n)
            l->outcome = KP_REFUSED;
    }
    return true;
}
