/* A cubin into kernels. */
#include <string.h>

#include "sass/cfg.h"
#include "sass/elf.h"
#include "sass/info.h"
#include "sass/line.h"
#include "sass/name.h"
#include "util/str.h"

enum {
    OLDEST_ARCH = 75, /* sm_75; sm_70 and 72 have the same encodings, but are not tested */
    STO_CUDA_ENTRY = 0x10,
    MAX_CODE = 256 << 20 /* bytes of one kernel */
};

static bool is_entry(const struct kp_elf *elf, uint32_t section, const char *symbol)
{
    for (size_t i = 0; i < elf->symbols.n; i++)
        if (elf->symbols.v[i].section == section && kp_streq(elf->symbols.v[i].name, symbol))
            return elf->symbols.v[i].other & STO_CUDA_ENTRY;
    return false;
}

static void decode_all(struct kp_arena *a, const struct kp_opcodes *opcodes, unsigned arch,
                       const struct kp_elf *elf, uint32_t section,
                       const struct kp_line_table *lines, struct kp_sass_kernel *k)
{
    const struct kp_elf_section *s = &elf->sections.v[section];
    size_t n = (size_t)(s->size / KP_SASS_BYTES);

    k->insns.v = kp_new_array(a, struct kp_sass_insn, n + 1);
    k->insns.n = k->insns.cap = n;
    for (size_t i = 0; i < n; i++) {
        const unsigned char *p = s->bytes + i * KP_SASS_BYTES;
        struct kp_sass_insn *x = &k->insns.v[i];

        x->place = kp_line_place(lines, section, i * KP_SASS_BYTES);
        kp_sass_decode(opcodes, arch, (uint32_t)(i * KP_SASS_BYTES), kp_u64(p), kp_u64(p + 8), x);
    }
}

/* The file that the kernel's first own line is in. */
static const char *file_of(const struct kp_sass_kernel *k)
{
    for (size_t i = 0; i < k->insns.n; i++) {
        const struct kp_sass_place *p = k->insns.v[i].place;

        while (p && p->at)
            p = p->at;
        if (p)
            return p->file;
    }
    return NULL;
}

static bool read_kernel(struct kp_arena *a, const struct kp_opcodes *opcodes, unsigned arch,
                        const struct kp_elf *elf, uint32_t section,
                        const struct kp_line_table *lines, struct kp_sass_module *m,
                        const char **error)
{
    const struct kp_elf_section *s = &elf->sections.v[section];
    struct kp_sass_kernel k = {.symbol = s->name + strlen(".text.")};

    if (s->size > MAX_CODE || s->size % KP_SASS_BYTES) {
        *error = kp_sprintf(a, "damaged cubin: section %s has %llu bytes", s->name,
                            (unsigned long long)s->size);
        return false;
    }
    k.name = kp_sass_name(a, k.symbol);
    k.is_entry = is_entry(elf, section, k.symbol);
    if (!kp_info_read(a, elf, section, &k, error))
        return false;
    decode_all(a, opcodes, arch, elf, section, lines, &k);
    k.file = file_of(&k);
    kp_cfg_build(a, &k);
    kp_push(a, &m->kernels, k);
    return true;
}

struct kp_sass_module *kp_sass_read(struct kp_arena *a, const struct kp_opcodes *opcodes,
                                    const struct kp_sass_image *image, const char **error)
{
    struct kp_sass_module *m = kp_new(a, struct kp_sass_module);
    struct kp_line_table lines;
    struct kp_elf elf;

    m->arch = image->arch;
    if (!kp_elf_read(a, image->bytes, image->size, &elf, error))
        return NULL;
    if (elf.machine != KP_EM_CUDA) {
        *error = "an ELF file, but not of CUDA code";
        return NULL;
    }
    if (m->arch < OLDEST_ARCH) {
        *error = kp_sprintf(a,
                            "code for sm_%u: its instructions are encoded in another way; "
                            "sm_%u and later can be read",
                            m->arch, OLDEST_ARCH);
        return NULL;
    }
    if (!kp_line_read(a, &elf, &lines, &m->line_error))
        memset(&lines, 0, sizeof lines);
    for (uint32_t i = 1; i < elf.sections.n; i++)
        if (kp_starts_with(elf.sections.v[i].name, ".text.") && elf.sections.v[i].bytes &&
            !read_kernel(a, opcodes, m->arch, &elf, i, &lines, m, error))
            return NULL;
    return m;
}
