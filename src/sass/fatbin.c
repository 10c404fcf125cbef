/* Where cubins are found: alone, in a fatbin, in an object or a program that nvcc made.
 *
 * A fatbin is a header (magic, version, size of the header, size of what follows) and members, each
 * with a header of its own: kind (1 PTX, 2 ELF), size of the header at 4, of the payload at 8, of
 * the compressed bytes in it at 16, the architecture at 28, flags at 40 (bit 13 LZ4, bit 15
 * Zstandard), the size of what comes out at 56. Source: fatbinaries of nvcc 13.0, compared with
 * `cuobjdump -lelf -lptx`. */
#include <string.h>

#include "sass/elf.h"
#include "sass/unpack.h"
#include "util/str.h"

enum {
    FATBIN_MAGIC = 0xba55ed50,
    FATBIN_HEADER = 16,
    MEMBER_HEADER = 64,
    MEMBER_PTX = 1,
    MEMBER_ELF = 2,
    PACKED_LZ4 = 1 << 13,
    PACKED_ZSTD = 1 << 15
};

static bool is_elf(const char *bytes, size_t size)
{
    return size >= 64 && memcmp(bytes, "\177ELF", 4) == 0;
}

/* sm_<result>. Up to version 7 of the ABI the number is in the low byte of the flags, then in the
 * second one. */
static unsigned arch_of(const struct kp_elf *elf)
{
    return elf->abi_version >= 8 ? elf->flags >> 8 & 0xff : elf->flags & 0xff;
}

static void add_image(struct kp_arena *a, const char *bytes, size_t size, unsigned arch,
                      struct kp_sass_file *file)
{
    kp_push(a, &file->images, ((struct kp_sass_image){.bytes = bytes, .size = size, .arch = arch}));
}

/* The cubin of a member whose bytes are not one themselves; one that cannot be unpacked is counted.
 */
static void add_packed(struct kp_arena *a, const unsigned char *m, uint64_t header,
                       uint64_t payload, struct kp_sass_file *file)
{
    uint64_t packed = kp_u32(m + 16), size = kp_u64(m + 56), flags = kp_u64(m + 40);
    const char *bytes = NULL;

    if (packed <= payload)
        bytes = kp_unpack(a,
                          flags & PACKED_ZSTD  ? KP_PACKED_ZSTD
                          : flags & PACKED_LZ4 ? KP_PACKED_LZ4
                                               : KP_PACKED_UNKNOWN,
                          (const char *)m + header, packed, size);
    if (bytes && is_elf(bytes, size))
        add_image(a, bytes, size, kp_u32(m + 28), file);
    else
        file->packed++;
}

/* One fatbin at the beginning of `p`; its length in all, 0 when it is damaged. */
static uint64_t fatbin(struct kp_arena *a, const unsigned char *p, uint64_t size,
                       struct kp_sass_file *file)
{
    uint64_t at, end;

    if (size < FATBIN_HEADER || kp_u16(p + 6) < FATBIN_HEADER || kp_u64(p + 8) > size ||
        kp_u16(p + 6) > size - kp_u64(p + 8))
        return 0;
    at = kp_u16(p + 6);
    end = at + kp_u64(p + 8);
    while (end - at >= MEMBER_HEADER) {
        const unsigned char *m = p + at;
        uint64_t header = kp_u32(m + 4), payload = kp_u64(m + 8);

        if (header < MEMBER_HEADER || header > end - at || payload > end - at - header)
            return 0;
        if (kp_u16(m) == MEMBER_PTX)
            file->ptx++;
        else if (kp_u16(m) == MEMBER_ELF && is_elf((const char *)m + header, payload))
            add_image(a, (const char *)m + header, payload, kp_u32(m + 28), file);
        else if (kp_u16(m) == MEMBER_ELF)
            add_packed(a, m, header, payload, file);
        at += header + payload;
    }
    return end;
}

/* Fatbins one behind the other, with padding of zeros between them. */
static bool fatbins(struct kp_arena *a, const unsigned char *p, uint64_t size,
                    struct kp_sass_file *file, const char **error)
{
    uint64_t at = 0;

    while (size - at >= 4) {
        uint64_t length;

        if (kp_u32(p + at) == 0) {
            at += 4;
            continue;
        }
        length = kp_u32(p + at) == FATBIN_MAGIC ? fatbin(a, p + at, size - at, file) : 0;
        if (!length) {
            *error = kp_sprintf(a, "damaged fatbin at byte %llu", (unsigned long long)at);
            return false;
        }
        at += length;
    }
    return true;
}

static bool host_elf(struct kp_arena *a, const struct kp_elf *elf, struct kp_sass_file *file,
                     const char **error)
{
    bool found = false;

    for (size_t i = 0; i < elf->sections.n; i++) {
        const struct kp_elf_section *s = &elf->sections.v[i];

        if (!s->bytes || (!kp_streq(s->name, ".nv_fatbin") && !kp_streq(s->name, "__nv_relfatbin")))
            continue;
        found = true;
        if (!fatbins(a, s->bytes, s->size, file, error))
            return false;
    }
    if (!found)
        *error = "an ELF file without CUDA code (no .nv_fatbin section)";
    return found;
}

bool kp_sass_find(struct kp_arena *a, const char *bytes, size_t size, struct kp_sass_file *file,
                  const char **error)
{
    struct kp_elf elf;

    memset(file, 0, sizeof *file);
    if (size >= 4 && kp_u32((const unsigned char *)bytes) == FATBIN_MAGIC)
        return fatbins(a, (const unsigned char *)bytes, size, file, error);
    if (size >= 8 && memcmp(bytes, "!<arch>\n", 8) == 0) {
        *error = "a static library: unpack it (ar x) and name one of its objects";
        return false;
    }
    if (!is_elf(bytes, size)) {
        *error = "neither a cubin nor a fatbin nor a program with CUDA code";
        return false;
    }
    if (!kp_elf_read(a, bytes, size, &elf, error))
        return false;
    if (elf.machine != KP_EM_CUDA)
        return host_elf(a, &elf, file, error);
    add_image(a, bytes, size, arch_of(&elf), file);
    return true;
}
