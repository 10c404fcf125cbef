/* Def-use facts between the statements of a loop body, for its local variables. */
#ifndef KP_MODEL_USES_H
#define KP_MODEL_USES_H

#include "model/flow.h"
#include "model/loops.h"

/* How one statement uses a local that is declared outside it. */
struct kp_use {
    const struct kp_sym *sym;
    bool exposed; /* it may read a value that was set before the statement */
    bool writes;
    bool kills;               /* it certainly writes the whole variable */
    struct kp_flow *elements; /* for small arrays, the same per element; NULL: not known */
};

struct kp_writers {
    KP_VEC(size_t) list;
};

struct kp_uses {
    KP_VEC(struct kp_use) list;
    /* of entry n: what writes a symbol, by its number in `writers` plus 1; the numbers of the
     * statements that are declarations, plus 1 */
    struct kp_map writer, declaration;
    KP_VEC(struct kp_writers) writers;
};

/* An array with one entry per statement of the loop, in order, and the header's as entry n. */
struct kp_uses *kp_uses_of(struct kp_unit *u, const struct kp_loop *l);
const struct kp_use *kp_use_find(const struct kp_uses *u, const struct kp_sym *sym);

/* The numbers of the `n` statements that write `sym`, in order. */
const struct kp_writers *kp_writers_of(const struct kp_uses *uses, size_t n,
                                       const struct kp_sym *sym);

/* The statement of the body that declares `sym`; SIZE_MAX: none does. */
size_t kp_declaring(const struct kp_loop *l, const struct kp_uses *uses, const struct kp_sym *sym);

/* The statements whose writes of `sym` may reach statement `at` (l->stmts.n for the header), in
 * out[]; returns their number. *wraps: a value from an earlier iteration, from the header's step,
 * or from before the loop may also reach it. */
size_t kp_reaching(const struct kp_loop *l, const struct kp_uses *uses, size_t at,
                   const struct kp_sym *sym, size_t *out, bool *wraps);

/* True for a statement of compute in which a thread may end its iteration by `continue`, and in no
 * other way, with nothing behind it but the rest of compute: no barrier, nothing of the slice. */
bool kp_skips_compute(const struct kp_loop *l, const struct kp_stmt *s);
/* True if the loop has such a statement. */
bool kp_may_skip(const struct kp_loop *l);
/* True for a `continue` of the loop itself. */
bool kp_continues(const struct kp_node *n, const struct kp_node *loop);

/* True if `n` is evaluated on every path through `stmt`. */
bool kp_is_unconditional(const struct kp_node *n, const struct kp_node *stmt);

#endif
