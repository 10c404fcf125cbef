/* Suggestions for mistyped words. */
#ifndef KP_UTIL_NEAREST_H
#define KP_UTIL_NEAREST_H

#include <stddef.h>

/* The name, of n, that is most similar to the typed one; NULL when none is similar. `get` returns
 * name i. */
const char *kp_nearest(const char *typed, size_t n,
                       const char *(*get)(size_t i, const void *context), const void *context);

#endif
