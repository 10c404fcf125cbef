/* Which table of ops.def this processor runs, and the lookup by name. */
#include "simt/machine.h"

#include <stdlib.h>
#include <string.h>

extern const struct kp_alu kp_alu_table_base[];
extern const struct kp_dense kp_dense_base;
#if defined(KP_HAVE_VECTORS)
extern const struct kp_alu kp_alu_table_avx2[], kp_alu_table_avx512[];
extern const struct kp_dense kp_dense_avx2, kp_dense_avx512;
#endif

#if defined(KP_HAVE_VECTORS)
enum isa { ISA_BASE, ISA_AVX2, ISA_AVX512 };

static enum isa isa(void)
{
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
        !__builtin_cpu_supports("bmi2"))
        return ISA_BASE;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return ISA_AVX512;
    return ISA_AVX2;
}

static const struct kp_alu *table(void)
{
    switch (isa()) {
    case ISA_AVX512:
        return kp_alu_table_avx512;
    case ISA_AVX2:
        return kp_alu_table_avx2;
    default:
        return kp_alu_table_base;
    }
}

const struct kp_dense *kp_dense_ops(void)
{
    switch (isa()) {
    case ISA_AVX512:
        return &kp_dense_avx512;
    case ISA_AVX2:
        return &kp_dense_avx2;
    default:
        return &kp_dense_base;
    }
}
#else
static const struct kp_alu *table(void)
{
    return kp_alu_table_base;
}

const struct kp_dense *kp_dense_ops(void)
{
    return &kp_dense_base;
}
#endif

enum { SLOTS = 8192 };

static unsigned hash(const char *name)
{
    unsigned h = 2166136261u;

    for (; *name; name++)
        h = (h ^ (unsigned char)(*name == '.' ? '_' : *name)) * 16777619u;
    return h % SLOTS;
}

static bool same(const char *name, const char *dotted)
{
    for (; *name && *dotted; name++, dotted++)
        if (*name != (*dotted == '.' ? '_' : *dotted))
            return false;
    return *name == *dotted;
}

const struct kp_alu *kp_alu_find(const char *dotted)
{
    static const struct kp_alu *slots[SLOTS];
    static bool filled;

    if (!filled) {
        for (const struct kp_alu *e = table(); e->name; e++) {
            unsigned h = hash(e->name);
            while (slots[h])
                h = (h + 1) % SLOTS;
            slots[h] = e;
        }
        filled = true;
    }
    for (unsigned h = hash(dotted); slots[h]; h = (h + 1) % SLOTS)
        if (same(slots[h]->name, dotted))
            return slots[h];
    return NULL;
}

const struct kp_alu *kp_alu_at(size_t i)
{
    const struct kp_alu *e = table();

    for (; i && e->name; i--)
        e++;
    return e->name ? e : NULL;
}

void kp_compare_done(struct kp_warp *w, const struct kp_insn *i, uint32_t mask, uint32_t r)
{
    uint32_t p = r, q = ~r;

    if (i->mode) {
        uint32_t c = pred_of(w, i->c);
        if (i->flag & 1)
            c = ~c;
        p = i->mode == 1 ? r & c : i->mode == 2 ? r | c : r ^ c;
        q = i->mode == 1 ? ~r & c : i->mode == 2 ? ~r | c : ~r ^ c;
    }
    if (!(i->flag & 4))
        set_pred(w, i->d, mask, p);
    if (i->flag & 2)
        set_pred(w, i->more->e, mask, q);
}
