/* Proofs that a load phase writes each byte of a tile at most once. */
#ifndef KP_MODEL_ONCE_H
#define KP_MODEL_ONCE_H

#include "facts/footprint.h"
#include "facts/pointed.h"
#include "model/func.h"

/* True if each thread writes each byte of the tile at most once per iteration of the loop, by any
 * indices and pointers. *by_instances: shown for the visible instances of a template, not for all
 * of its parameters. False: not known. */
bool kp_fills_once(struct kp_func *f, const struct kp_loop *l, const struct kp_tile *t,
                   bool *by_instances);
/* True if each thread writes each byte at most once per iteration of the loop by the one store to
 * `dest`, under whatever guards: so another store to the same place under others meets it in the
 * same trip alone. *by_instances is set where that is shown for the visible instances of a
 * template; NULL: it has to hold whatever its parameters are. */
bool kp_makes_once(struct kp_func *f, const struct kp_loop *l, const struct kp_node *dest,
                   bool *by_instances);
/* True if the only stores to these two places never touch a byte in common, whatever threads make
 * them. *by_instances is set as above. */
bool kp_stores_are_apart(struct kp_func *f, const struct kp_node *a, const struct kp_node *b,
                         bool *by_instances);
/* For tiles in dynamic shared memory: the number of bytes from its beginning that contains all of
 * the loop's stores in all instances; -1: not known. No part of that memory may be split off
 * (parts.h). */
int64_t kp_filled_to(struct kp_func *f, const struct kp_loop *l);
/* The possible numbers of threads of a block, from what the source says about the kernel. */
struct kp_block_shape kp_possible_block(const struct kp_func *f);

#endif
