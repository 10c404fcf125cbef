#include "sass/unpack.h"

#include <lz4.h>
#include <zstd.h>

/* No cubin is larger; a damaged header must not cost memory. LZ4 makes at most 255 bytes of one. */
enum { MOST_MB = 512, LZ4_MOST = 255 };

const char *kp_unpack(struct kp_arena *a, enum kp_packed how, const char *bytes, uint64_t packed,
                      uint64_t size)
{
    uint64_t most = (uint64_t)MOST_MB << 20;
    char *to;

    if (how == KP_PACKED_UNKNOWN || !size || size > most || !packed || packed > most)
        return NULL;
    if (how == KP_PACKED_LZ4 && size / LZ4_MOST > packed)
        return NULL;
    if (how == KP_PACKED_ZSTD && ZSTD_getFrameContentSize(bytes, packed) != size)
        return NULL;
    to = kp_alloc(a, size);
    if (how == KP_PACKED_LZ4)
        return LZ4_decompress_safe(bytes, to, (int)packed, (int)size) == (int)size ? to : NULL;
    return ZSTD_decompress(to, size, bytes, packed) == size ? to : NULL;
}
