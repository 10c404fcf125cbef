/* Which table of ops.def this processor runs, and the lookup by name. */
#include "simt/machine.h"

#include <stdlib.h>
#include <string.h>

/* What an instruction set brings. */
struct isa {
    const struct kp_alu *table;
    const struct kp_dense *dense;
    const struct kp_loads *loads;
};

#define DECLARE(name)                                                                              \
    extern const struct kp_alu kp_alu_table_##name[];                                              \
    extern const struct kp_dense kp_dense_##name;                                                  \
    extern const struct kp_loads kp_loads_##name;                                                  \
    static const struct isa name = {kp_alu_table_##name, &kp_dense_##name, &kp_loads_##name}

DECLARE(base);
#if defined(KP_HAVE_VECTORS)
DECLARE(avx2);
DECLARE(avx512);

static const struct isa *isa(void)
{
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
        !__builtin_cpu_supports("bmi2"))
        return &base;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return &avx512;
    return &avx2;
}
#else
static const struct isa *isa(void)
{
    return &base;
}
#endif

const struct kp_dense *kp_dense_ops(void)
{
    return isa()->dense;
}

const struct kp_loads *kp_loads_ops(void)
{
    return isa()->loads;
}

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
        for (const struct kp_alu *e = isa()->table; e->name; e++) {
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
    const struct kp_alu *e = isa()->table;

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
