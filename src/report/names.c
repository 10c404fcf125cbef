#include "report/report.h"

const struct kp_refusal *kp_decisive(const struct kp_loop *loop)
{
    return loop->refusals.n ? &loop->refusals.v[0] : NULL;
}

bool kp_is_noise(const struct kp_loop *loop)
{
    const struct kp_refusal *r = kp_decisive(loop);

    return (loop->outcome == KP_UNCHANGED && !loop->widened) ||
           (r && (r->code == KP_CODE_KP101 || r->code == KP_CODE_KP112));
}

const char *kp_severity_name(enum kp_severity severity)
{
    static const char *const names[] = {"note", "remark", "warning", "error"};

    return names[severity];
}

const char *kp_outcome_name(enum kp_outcome outcome)
{
    static const char *const names[] = {"unchanged", "rewritten", "single", "refused"};

    return names[outcome];
}

const char *kp_variant_name(enum kp_variant variant)
{
    static const char *const names[] = {"auto", "cp-async", "ldg", "single"};

    return names[variant];
}

const char *kp_shape_name(enum kp_shape shape)
{
    static const char *const names[] = {"auto", "split", "ring", "late-ring"};

    return names[shape];
}
