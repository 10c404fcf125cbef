/* A growing array in an arena: KP_VEC(T) declares {T *v; size_t n, cap;}. When it grows, the old
 * storage stays in the arena unused, so pointers into the array are valid only until the next push.
 */
#ifndef KP_UTIL_VEC_H
#define KP_UTIL_VEC_H

#include <string.h>

#include "util/arena.h"

/* clang-format off */
#define KP_VEC(T) struct { T *v; size_t n, cap; }
/* The same with a name, for passing it to functions: struct NAME. */
#define KP_VEC_TYPE(name, T) struct name { T *v; size_t n, cap; }
/* clang-format on */

#define kp_push(arena, vec, item)                                                                  \
    do {                                                                                           \
        if ((vec)->n == (vec)->cap) {                                                              \
            size_t kp_cap_ = (vec)->cap ? 2 * (vec)->cap : 8;                                      \
            void *kp_mem_ = kp_alloc((arena), kp_cap_ * sizeof *(vec)->v);                         \
            if ((vec)->n)                                                                          \
                memcpy(kp_mem_, (vec)->v, (vec)->n * sizeof *(vec)->v);                            \
            (vec)->v = kp_mem_;                                                                    \
            (vec)->cap = kp_cap_;                                                                  \
        }                                                                                          \
        (vec)->v[(vec)->n++] = (item);                                                             \
    } while (0)

/* The same unless the array has the item. For pointers and numbers. */
#define kp_push_once(arena, vec, item)                                                             \
    do {                                                                                           \
        size_t kp_at_ = 0;                                                                         \
        while (kp_at_ < (vec)->n && (vec)->v[kp_at_] != (item))                                    \
            kp_at_++;                                                                              \
        if (kp_at_ == (vec)->n)                                                                    \
            kp_push((arena), (vec), (item));                                                       \
    } while (0)

#endif
