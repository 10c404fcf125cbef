/* A prefetch that is made by hand: registers keep the next tile while the loop computes on one. */
#ifndef KP_TEXTS_PREFETCH_H
#define KP_TEXTS_PREFETCH_H

#include "emit/emit.h"
#include "model/func.h"

/* In each iteration `loads` fetches into the registers what `stores` stores in the next one, at its
 * begin, or at once behind the barrier that ends compute. */
struct kp_handmade {
    struct kp_unit *u;
    struct kp_func *f;
    struct kp_loop *l;
    struct kp_syms held;   /* the registers */
    struct kp_syms direct; /* .. that go, since the tile can be stored without them */
    struct kp_node_set
        before; /* statements in front of the loop that do the same for the first one */
    struct kp_node_set loads, stores;
    struct kp_node_set helpers;   /* declarations of the body that these alone use */
    bool at_end;                  /* the stores are behind compute */
    const struct kp_sym *counter; /* of the header; NULL: it has none */
    const struct kp_node *by;     /* its step; NULL: one */
};

/* prefetch_find.c: true if the loop has one, all of whose statements are known, and from the first
 * load on there is no store to memory outside of the block, which the loads could meet. Nothing of
 * it tells that the loop stays the same one without the registers. */
bool kp_find_prefetch(struct kp_unit *u, struct kp_loop *l, struct kp_handmade *p);

/* The statement of the loop's body that the node is, or is in. */
const struct kp_node *kp_statement_of_body(const struct kp_handmade *p, const struct kp_node *n);

/* True for a declaration of one of the registers. */
bool kp_declares_held(const struct kp_handmade *p, const struct kp_node *n);

/* prefetch_step.c: patches that take a step from the counter wherever the text adds one to it;
 * false where it says the counter otherwise. */
bool kp_one_step_back(const struct kp_handmade *p, const struct kp_node *n,
                      struct kp_patches *patches);
/* True for `if (there is a next iteration) ..`, without an else. */
bool kp_is_for_next(const struct kp_handmade *p, const struct kp_node *n);

/* prefetch_text.c: patches that load each tile where it is stored; false where that cannot be
 * written. */
bool kp_drop_prefetch(struct kp_handmade *p, struct kp_patches *patches);
/* The user's loop with what fetches the first tile, and the barriers between. */
const char *kp_prefetch_as_written(struct kp_handmade *p);

#endif
