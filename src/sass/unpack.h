/* Compressed members of fatbins. */
#ifndef KP_SASS_UNPACK_H
#define KP_SASS_UNPACK_H

#include <stddef.h>
#include <stdint.h>

#include "util/arena.h"

enum kp_packed { KP_PACKED_UNKNOWN, KP_PACKED_LZ4, KP_PACKED_ZSTD };

/* Unpacks the first `packed` bytes of `bytes` to `size` bytes in the arena; NULL when that fails or
 * the size is unreasonable. */
const char *kp_unpack(struct kp_arena *a, enum kp_packed how, const char *bytes, uint64_t packed,
                      uint64_t size);

#endif
