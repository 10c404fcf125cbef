/* Source of the attributes: cubins of nvcc 13.0 for sm_75 to sm_120, compared with what
 * `cuobjdump -elf` calls them and with `ptxas -v`.
 *
 *   where                       what
 *   .text.K sh_info, bits 24-31 registers per thread (the older place; sm_75 to sm_89)
 *   .nv.info REGCOUNT           symbol, registers per thread
 *   .nv.info FRAME_SIZE         symbol, bytes of stack of the function's own frame
 *   .nv.info MIN_STACK_SIZE     symbol, bytes of stack with what it calls
 *   .nv.info.K MAX_THREADS      x, y, z of __launch_bounds__
 *   .nv.info.K REQNTID          x, y, z of __block_size__ and .reqntid
 *   .nv.info.K CBANK_PARAM_SIZE bytes of parameters
 *   .nv.info.K PARAM_CBANK      symbol, where the parameters begin in constant bank 0, their bytes
 *   .nv.info.K NUM_BARRIERS     named barriers
 *   .text.K sh_flags, bits 20-26 the same (the older place)
 *   .nv.info.K INDIRECT_BRANCH_TARGETS  address, two numbers, count, target addresses
 *   .nv.shared.K sh_size        static shared memory; where there is a section
 *                               .nv.shared.reserved.0 (sm_90 and later) 1 KB of it is the system's
 *
 * An attribute is a byte of format, a byte of kind, and 0 (NVAL), 1 (BVAL) or 2 (HVAL) bytes of
 * value in a field of two, or a length of two bytes and so many (SVAL). */
#include "sass/info.h"

#include "util/str.h"

enum {
    NVAL = 1,
    BVAL = 2,
    HVAL = 3,
    SVAL = 4,

    MAX_THREADS = 0x05,
    PARAM_CBANK = 0x0a,
    REQNTID = 0x10,
    FRAME_SIZE = 0x11,
    MIN_STACK_SIZE = 0x12,
    CBANK_PARAM_SIZE = 0x19,
    REGCOUNT = 0x2f,
    INDIRECT_BRANCH_TARGETS = 0x34,
    NUM_BARRIERS = 0x4c,

    SYSTEM_SMEM = 1024,
};

struct attribute {
    unsigned kind;
    uint32_t value;             /* BVAL, HVAL */
    const unsigned char *bytes; /* SVAL */
    uint32_t size;
};

/* Takes the next attribute at *at; false at the end and when what is there is damaged. */
static bool next(const struct kp_elf_section *s, uint64_t *at, struct attribute *x, bool *damaged)
{
    const unsigned char *p = s->bytes + *at;
    uint64_t left = s->size - *at;

    if (left < 4) {
        *damaged = left != 0;
        return false;
    }
    *x = (struct attribute){.kind = p[1]};
    *at += 4;
    switch (p[0]) {
    case NVAL:
        return true;
    case BVAL:
        x->value = p[2];
        return true;
    case HVAL:
        x->value = kp_u16(p + 2);
        return true;
    case SVAL:
        x->size = kp_u16(p + 2);
        x->bytes = p + 4;
        *damaged = x->size > left - 4;
        *at += x->size;
        return !*damaged;
    default:
        *damaged = true;
        return false;
    }
}

static void take_threads(const struct attribute *x, uint32_t to[3])
{
    for (uint32_t i = 0; i < 3 && 4 * i + 4 <= x->size; i++)
        to[i] = kp_u32(x->bytes + 4 * i);
}

static void take_targets(struct kp_arena *a, const struct attribute *x, struct kp_sass_kernel *k)
{
    for (uint32_t at = 0; x->size - at >= 12;) {
        uint32_t from = kp_u32(x->bytes + at), n = kp_u32(x->bytes + at + 8);

        at += 12;
        for (; n && x->size - at >= 4; n--, at += 4)
            kp_push(a, &k->jumps, ((struct kp_sass_jump){from, kp_u32(x->bytes + at)}));
    }
}

static void take_own(struct kp_arena *a, const struct attribute *x, struct kp_sass_kernel *k)
{
    switch (x->kind) {
    case MAX_THREADS:
        take_threads(x, k->max_threads);
        break;
    case REQNTID:
        take_threads(x, k->required_threads);
        break;
    case CBANK_PARAM_SIZE:
        k->parameter_bytes = x->value;
        break;
    case PARAM_CBANK:
        if (x->size >= 8)
            k->parameters_at = kp_u16(x->bytes + 4);
        break;
    case NUM_BARRIERS:
        k->barriers = x->value;
        break;
    case INDIRECT_BRANCH_TARGETS:
        take_targets(a, x, k);
        break;
    default:
        break;
    }
}

/* An attribute of .nv.info: which kernel, and a value. */
static void take_shared(const struct kp_elf *elf, const struct attribute *x, uint32_t text,
                        struct kp_sass_kernel *k)
{
    uint32_t symbol, value;

    if (x->size < 8)
        return;
    symbol = kp_u32(x->bytes);
    value = kp_u32(x->bytes + 4);
    if (symbol >= elf->symbols.n || elf->symbols.v[symbol].section != text ||
        !kp_streq(elf->symbols.v[symbol].name, k->symbol))
        return;
    if (x->kind == REGCOUNT)
        k->registers = value;
    else if ((x->kind == FRAME_SIZE || x->kind == MIN_STACK_SIZE) && value > k->stack)
        k->stack = value;
}

static bool read_section(struct kp_arena *a, const struct kp_elf *elf,
                         const struct kp_elf_section *s, bool own, uint32_t text,
                         struct kp_sass_kernel *k, const char **error)
{
    struct attribute x;
    uint64_t at = 0;
    bool damaged = false;

    if (!s || !s->bytes)
        return true;
    while (next(s, &at, &x, &damaged)) {
        if (own)
            take_own(a, &x, k);
        else
            take_shared(elf, &x, text, k);
    }
    if (damaged)
        *error = kp_sprintf(a, "damaged cubin: section %s at byte %llu", s->name,
                            (unsigned long long)at);
    return !damaged;
}

bool kp_info_read(struct kp_arena *a, const struct kp_elf *elf, uint32_t text,
                  struct kp_sass_kernel *k, const char **error)
{
    const struct kp_elf_section *code = &elf->sections.v[text], *smem;
    const char *own = kp_sprintf(a, ".nv.info.%s", k->symbol);

    k->registers = code->info >> 24;
    k->barriers = code->flags >> 20 & 0x7f;
    smem = kp_elf_section(elf, kp_sprintf(a, ".nv.shared.%s", k->symbol));
    if (smem)
        k->static_smem = smem->size;
    if (k->static_smem >= SYSTEM_SMEM && kp_elf_section(elf, ".nv.shared.reserved.0"))
        k->static_smem -= SYSTEM_SMEM;
    return read_section(a, elf, kp_elf_section(elf, ".nv.info"), false, text, k, error) &&
           read_section(a, elf, kp_elf_section(elf, own), true, text, k, error);
}
