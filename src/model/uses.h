/* Def-use facts between the statements of a loop body, for its local variables. */
#ifndef KP_MODEL_USES_H
#define KP_MODEL_USES_H

#include "model/flow.h"
#include "model/loops.h"

/* What one statement does with one local that is declared outside it. */
struct kp_use {
    const struct kp_sym *sym;
    bool exposed; /* may read a value from before the statement */
    bool writes;
    bool kills;               /* certainly writes all of it */
    struct kp_flow *elements; /* small arrays: the same by element; NULL when not known */
};

struct kp_uses {
    KP_VEC(struct kp_use) list;
};

/* One entry per statement of the loop, in order; the header's as entry n. */
struct kp_uses *kp_uses_of(struct kp_unit *u, const struct kp_loop *l);
const struct kp_use *kp_use_find(const struct kp_uses *u, const struct kp_sym *sym);

/* The statements whose writes of `sym` may reach statement `at` (l->stmts.n for the header), in
 * out[]; returns how many. *wraps: a value from an earlier iteration, the header's step, or from
 * before the loop may reach it too. */
size_t kp_reaching(const struct kp_loop *l, const struct kp_uses *uses, size_t at,
                   const struct kp_sym *sym, size_t *out, bool *wraps);

/* Is `n` evaluated on every path through `stmt`? */
bool kp_is_unconditional(const struct kp_node *n, const struct kp_node *stmt);

#endif
