/* Values that are the same for all threads of a block, or the same in every iteration of a loop. */
#ifndef KP_FACTS_SETTLED_H
#define KP_FACTS_SETTLED_H

#include "fn/fn.h"

struct kp_settled {
    const struct kp_fn *fn;
    uint32_t loop;
    bool keeps_memory; /* kp_keeps_memory() of the loop */
};

/* True if nothing in the kernel orders its threads but barriers of the block, and none of them
 * stores to memory that other blocks have, up to the end of the outermost loop around this one.
 * Then what they load there together is the same for all of them: a store of another thread, or
 * block, that one of them could find and another one could not would be a race. */
bool kp_keeps_memory(const struct kp_fn *fn, uint32_t loop);

/* True if the loop ends by its condition alone, which is tested first, and each iteration is made
 * from end to end. */
bool kp_is_whole_loop(const struct kp_fn *fn, uint32_t loop);
/* True if the value is the same for all threads of the block in one iteration of the loop, which
 * they make together; the loops around it must be whole, and have uniform conditions. */
bool kp_is_uniform(const struct kp_settled *s, kp_val v);
/* True if the thread computes the same value, or in inner loops the same row of values, in each
 * iteration of the loop that it makes. `block` is in the loop, and asks; the inner loops around it
 * must be whole, their conditions fixed. Those that are in no other, or of which no value is used
 * in the loop around them, may end earlier or later. */
bool kp_is_fixed(const struct kp_settled *s, uint32_t block, kp_val v);
/* True if all threads that come to the loop make all of its iterations together, each up to a jump
 * to the next one (`continue`), and these are always the same threads. */
bool kp_goes_together(const struct kp_settled *s);

#endif
