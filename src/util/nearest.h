/* Which word was meant by a mistyped one. */
#ifndef KP_UTIL_NEAREST_H
#define KP_UTIL_NEAREST_H

#include <stddef.h>

/* Whichever of the n names is nearest to a mistyped one; NULL when none is near. `get` returns name
 * i. */
const char *kp_nearest(const char *typed, size_t n,
                       const char *(*get)(size_t i, const void *context), const void *context);

#endif
