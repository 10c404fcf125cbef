/* Follows the address of an object through the uses on a whitelist; any other use makes it escape.
 */
#ifndef KP_MODEL_ADDRESS_H
#define KP_MODEL_ADDRESS_H

#include "model/func.h"

/* A swizzle of 128-byte rows uses the ten lowest bits of an address. */
enum { KP_ADDRESS_BITS = 1024 };

/* `a & 127`, `a >> 7 & 7`, `a % 16` of an address: bits below KP_ADDRESS_BITS. What they are used
 * for is no address. -1: it is something else; else the lowest number that all of them are below.
 */
int64_t kp_low_bits(const struct kp_node *n);
/* True for `reinterpret_cast<size_t>(array) % 16`, which is the same for all stages. */
bool kp_asks_alignment(const struct kp_node *n, const struct kp_sym *array);

/* How an object can be reached other than by its name. */
struct kp_trace {
    /* The place where its address escapes: anything may read and write the object from
     * there on. NULL: all that reaches it is visible. */
    const struct kp_node *lost;
    /* A place that computes with address bits that a stage's alignment does not fix, such as `a ^
     * (a >> 7 & 7) << 4`. Such code assumes that the array begins at a multiple of KP_ADDRESS_BITS.
     */
    const struct kp_node *bits;
    /* A place that computes a number of bits that a stage's alignment fixes, and the lowest number
     * that all of them are below. A stage of a static array has these where its declaration says
     * them. */
    const struct kp_node *low_bits;
    int64_t low_bits_below;
    /* The same with bits that a mask selects of which the value is not known. */
    const struct kp_node *any_bits;
    /* Variables of the declaring function, including those of closures, that may hold its address:
     * pointers, references and integers. Parameters of callees are not listed, since they end with
     * the call and the callee's effects cover them. */
    KP_VEC(const struct kp_sym *) holders;
};

/* Follows the address of a local variable, a parameter or a shared array through the function that
 * declares it (through the whole unit for one declared outside of functions) and the visible
 * callees. The result is cached in the arena. */
void kp_trace_address(struct kp_unit *u, const struct kp_sym *object, struct kp_trace *out);

/* The same, for a local variable or parameter of the loop's function, of what happens until the
 * loop, which runs once, has ended. */
void kp_trace_address_until(struct kp_unit *u, const struct kp_sym *object,
                            const struct kp_node *loop, struct kp_trace *out);

/* The place where device code of the unit lets the address of a variable escape that is not in
 * global memory: from there on, a pointer in memory may be that address. NULL: no pointer in memory
 * leads to shared memory, or to a thread's own, of what the unit declares. */
const struct kp_node *kp_let_go_in(struct kp_unit *u);

/* As kp_trace_address(), for the address that a parameter of pointer type brings. While it is not
 * lost, nothing but pointers made from the parameter depends on it: it is not compared, and no
 * number is made of it. */
void kp_trace_pointer(struct kp_unit *u, const struct kp_sym *param, struct kp_trace *out);

#endif
