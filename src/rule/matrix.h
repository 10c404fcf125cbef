/* The decision matrix, from rewrite-rules/matrix.ini: which optimisation a kernel's figures
 * suggest. */
#ifndef KP_RULE_MATRIX_H
#define KP_RULE_MATRIX_H

#include <stdbool.h>

#include "util/vec.h"

enum kp_quantity {
#define KP_QUANTITY(id, name, text) KP_QUANTITY_##id,
#include "rule/quantities.def"
#undef KP_QUANTITY
    KP_QUANTITIES
};

/* Figures of one kernel at one size; NAN: not known. */
struct kp_quantities {
    double v[KP_QUANTITIES];
};

/* How the range of a row's gain is computed. */
enum kp_gain_by {
    KP_GAIN_NONE,     /* no gain is predicted */
    KP_GAIN_PIPELINE, /* the latency that is exposed in the model */
    KP_GAIN_CLIFF,    /* the same, minus the cost of the lost blocks */
    KP_GAIN_ROOF,     /* the distance to the roof */
    KP_GAIN_STALLS,   /* issue cycles above the pipe's own */
    KP_GAIN_REUSE,    /* shared memory's time above the math pipe's */
    KP_GAIN_MERGE,    /* tiles that neighbouring blocks share, by two and by four along an axis */
    KP_GAIN_BYS
};

enum kp_compare { KP_BELOW, KP_AT_MOST, KP_AT_LEAST, KP_ABOVE };

struct kp_condition {
    enum kp_quantity left;
    enum kp_compare op;
    enum kp_quantity right; /* KP_QUANTITIES: compared with `number` */
    double number;
};

struct kp_matrix_row {
    const char *id, *title, *because, *todo;
    enum kp_gain_by gain;
    KP_VEC(struct kp_condition) when; /* all must hold */
    KP_VEC(const char *) conflicts;
};

struct kp_rules;
const struct kp_matrix_row *kp_rule_matrix(const struct kp_rules *r, size_t *n);

bool kp_condition_holds(const struct kp_condition *c, const struct kp_quantities *q);
/* "overlap < 0.5" */
const char *kp_condition_text(struct kp_arena *a, const struct kp_condition *c);

#endif
