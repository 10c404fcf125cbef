/* The metrics of Nsight Compute and their meaning, from rewrite-rules/ncu.ini. */
#ifndef KP_RULE_NCU_H
#define KP_RULE_NCU_H

#include "util/arena.h"
#include "util/vec.h"

#include <stdbool.h>

struct kp_rules;

/* A metric under kpipe's name. */
struct kp_ncu_key {
    const char *key;
    const char *unit;            /* "": none */
    KP_VEC(const char *) names;  /* "a", "a+b" or "a/b"; the current one first */
    KP_VEC(const char *) labels; /* its labels on the details page */
    bool is_wanted;              /* its absence from a report is reported */
};

/* A reason for which a warp does not issue. */
struct kp_ncu_stall {
    const char *name, *cause;
    const char *remedy;         /* NULL: there is none */
    KP_VEC(const char *) names; /* names of its metric */
};

const struct kp_ncu_key *kp_rule_ncu_keys(const struct kp_rules *r, size_t *n);
const struct kp_ncu_stall *kp_rule_ncu_stalls(const struct kp_rules *r, size_t *n);
/* The text of [advice NAME]; NULL when there is none. */
const char *kp_rule_ncu_advice(const struct kp_rules *r, const char *name);

#endif
