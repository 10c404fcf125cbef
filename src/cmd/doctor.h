/* `kpipe doctor`: the tools that this machine has, and which commands work with them. */
#ifndef KP_CMD_DOCTOR_H
#define KP_CMD_DOCTOR_H

#include "cmd/cmd.h"

struct kp_found {
    const char *name;    /* "nvcc" */
    const char *path;    /* NULL: not found */
    const char *version; /* NULL: unknown */
    const char *hint;    /* how to get it, when it is missing */
};

struct kp_ability {
    const char *commands;
    const char *lacks; /* NULL: works */
};

struct kp_health {
    KP_VEC(struct kp_found) found;
    KP_VEC(struct kp_ability) abilities;
};

const char *kp_doctor_json(struct kp_arena *a, const struct kp_health *h);

#endif
