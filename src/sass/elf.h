/* The sections and symbols of a cubin. Only elf.c uses libelf. */
#ifndef KP_SASS_ELF_H
#define KP_SASS_ELF_H

#include "sass/sass.h"

struct kp_elf_section {
    const char *name;
    const unsigned char *bytes; /* NULL when the file holds none (.bss) */
    uint64_t size;
    uint32_t type, info, link;
    uint64_t flags;
};

struct kp_elf_symbol {
    const char *name;
    uint32_t section;
    uint8_t other;
    uint64_t value;
};

struct kp_elf {
    uint16_t machine;
    uint32_t flags;
    uint8_t abi_version;
    KP_VEC(struct kp_elf_section) sections; /* by number; 0 is empty */
    KP_VEC(struct kp_elf_symbol) symbols;   /* by number */
};

enum { KP_EM_CUDA = 190, KP_SHT_NOBITS = 8 };

/* False with *error set when it is not a 64-bit little-endian ELF file or its tables are damaged.
 * Names and bytes point into `bytes` or the arena. */
bool kp_elf_read(struct kp_arena *a, const char *bytes, size_t size, struct kp_elf *elf,
                 const char **error);

/* The section of that name; NULL: none. */
const struct kp_elf_section *kp_elf_section(const struct kp_elf *elf, const char *name);

/* Numbers of the file, little-endian; the caller has checked the bounds. */
static inline uint32_t kp_u16(const unsigned char *p)
{
    return p[0] | (uint32_t)p[1] << 8;
}
static inline uint32_t kp_u32(const unsigned char *p)
{
    return kp_u16(p) | kp_u16(p + 2) << 16;
}
static inline uint64_t kp_u64(const unsigned char *p)
{
    return kp_u32(p) | (uint64_t)kp_u32(p + 4) << 32;
}

#endif
