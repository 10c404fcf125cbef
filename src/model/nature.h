#ifndef KP_MODEL_NATURE_H
#define KP_MODEL_NATURE_H

#include "fn/fn.h"

/* By value: may it hold the buffer's address, in whatever form? Is it something that the block has
 * computed, and not made of what global memory holds alone? Is it made of memory at all? */
struct kp_nature {
    bool *holds, *computed, *loaded;
    bool knows_loads; /* `loaded` is complete */
};

/* Of all values of the function; `raw`: the buffer, a shared array. In the function's arena. */
struct kp_nature kp_nature_of(const struct kp_sym *raw, const struct kp_fn *fn);

#endif
