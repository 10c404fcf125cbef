/* Where the address of an object goes: a whitelist of what is followed, everything else loses it.
 */
#ifndef KP_MODEL_ADDRESS_H
#define KP_MODEL_ADDRESS_H

#include "model/func.h"

/* A swizzle of 128-byte rows goes by the ten lowest bits of an address. */
enum { KP_ADDRESS_BITS = 1024 };

/* Who can reach an object otherwise than by its name. */
struct kp_trace {
    /* The place where its address escapes: anything may read and write the object from
     * there on. NULL: all that reaches it is visible. */
    const struct kp_node *lost;
    /* Where bits of its address are computed with that the alignment of a stage does not give:
     * `a ^ (a >> 7 & 7) << 4`. Such code takes the array for a multiple of KP_ADDRESS_BITS. */
    const struct kp_node *bits;
    /* Pointers, references and integers of the function that declares it, closures' variables
     * included, that may hold its address. Parameters of callees are not listed: they end with the
     * call, and what the callee does with them is in its effects. */
    KP_VEC(const struct kp_sym *) holders;
};

/* Follows the address of a local variable, a parameter or a shared array through the function that
 * declares it (all of the unit for one that none declares) and the visible callees. The result is
 * the arena's, and others get it, too. */
void kp_trace_address(struct kp_unit *u, const struct kp_sym *object, struct kp_trace *out);

#endif
