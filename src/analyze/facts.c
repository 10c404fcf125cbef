/* What the machine code says of a kernel and its main loop. */
#include "analyze/analyze.h"

const char *kp_evidence_name(enum kp_evidence e)
{
    static const char *const names[] = {"unknown", "source", "sass",     "metadata", "case",
                                        "given",   "table",  "estimate", "measured", "profiler"};

    return names[e];
}

static unsigned width_of(unsigned bytes)
{
    unsigned w = 0;

    while (w + 1 < KP_WIDTHS && 1u << w < bytes)
        w++;
    return w;
}

static void count_access(const struct kp_sass_insn *x, struct kp_loop_facts *l)
{
    switch (x->opclass) {
    case KP_INSN_ASYNC_COPY:
        l->async++;
        l->loads[width_of(x->bytes)]++;
        break;
    case KP_INSN_LOAD_GLOBAL:
    case KP_INSN_LOAD_GENERIC:
        l->loads[width_of(x->bytes)]++;
        break;
    case KP_INSN_BULK_COPY:
        l->bulk++;
        break;
    case KP_INSN_LOAD_SHARED:
    case KP_INSN_LOAD_MATRIX:
        l->shared_loads[width_of(x->bytes)]++;
        break;
    default:
        break;
    }
}

static void count_insn(unsigned arch, const struct kp_sass_insn *x, struct kp_loop_facts *l)
{
    struct kp_sass_work w = kp_sass_work(arch, x);

    if (x->never)
        return;
    l->instructions++;
    l->count[x->opclass]++;
    l->stalls[x->opclass] += x->stall;
    l->barriers += x->is_barrier;
    l->shared_cycles += kp_sass_shared_cycles(x);
    if (w.precision < KP_PRECISIONS) {
        l->operations[w.precision] += w.operations;
        l->operations_open |= w.operations == 0;
    }
    count_access(x, l);
}

static bool is_wait(const struct kp_overlap *o, uint32_t insn)
{
    for (size_t i = 0; i < o->loads.n; i++)
        if (o->loads.v[i].wait == insn)
            return true;
    return false;
}

static bool is_load(const struct kp_overlap *o, uint32_t insn)
{
    for (size_t i = 0; i < o->loads.n; i++)
        if (o->loads.v[i].load == insn)
            return true;
    return false;
}

/* Loads that are issued together and then waited for cost one latency; a load behind that wait
 * costs another one. */
static unsigned count_rounds(const struct kp_overlap *o)
{
    unsigned rounds = 0;
    bool pending = false;

    for (size_t i = 0; i < o->insns.n; i++) {
        if (pending && is_wait(o, o->insns.v[i])) {
            rounds++;
            pending = false;
        }
        pending |= is_load(o, o->insns.v[i]);
    }
    return rounds + pending;
}

/* Tiles per iteration: stretches between barriers with their share of the math. The compiler moves
 * some math over a barrier, so that stretches with less than half of an even share are none. */
static unsigned count_tiles(struct kp_arena *a, const struct kp_overlap *o)
{
    unsigned *math = kp_new_array(a, unsigned, o->insns.n + 2), n = 0, tiles = 0, with = 0;

    for (size_t i = 0; i < o->insns.n; i++) {
        const struct kp_sass_insn *x = &o->kernel->insns.v[o->insns.v[i]];

        n += x->is_barrier && !x->never;
        math[n] += kp_overlap_counts(o, x);
    }
    if (n) { /* the end of the loop goes on at its beginning */
        math[0] += math[n];
        n--;
    }
    for (unsigned i = 0; i <= n; i++)
        with += math[i] > 0;
    for (unsigned i = 0; i <= n; i++)
        tiles += 2ull * math[i] * with >= o->math && math[i];
    return tiles ? tiles : 1;
}

static void take_loop(struct kp_arena *a, unsigned arch, const struct kp_overlap *o,
                      struct kp_loop_facts *l)
{
    const struct kp_sass_loop *loop = &o->kernel->loops.v[o->loop];

    *l = (struct kp_loop_facts){
        .found = true,
        .first_line = loop->first_line,
        .last_line = loop->last_line,
        .tiles = count_tiles(a, o),
        .math = o->math,
        .inner_math = o->inner_math,
        .math_is_integer = o->counts_int,
        .cycles = o->cycles,
        .overlap = o->share,
        .rounds = count_rounds(o),
    };
    for (size_t i = 0; i < o->insns.n; i++)
        count_insn(arch, &o->kernel->insns.v[o->insns.v[i]], l);
}

/* Threads of a block by its attributes: required, or at most. */
static int threads_of(const uint32_t threads[3])
{
    uint64_t n = 1;

    for (int i = 0; i < 3; i++)
        n *= threads[i] ? threads[i] : 1;
    return threads[0] && n <= 1024 ? (int)n : 0;
}

void kp_facts_of_sass(struct kp_arena *a, unsigned arch, const struct kp_sass_kernel *k,
                      const struct kp_overlap *overlap, struct kp_facts *out)
{
    *out = (struct kp_facts){
        .name = k->name,
        .symbol = k->symbol,
        .evidence = KP_BY_SASS,
        .registers = (int)k->registers,
        .spills = (int)kp_sass_spills(k),
        .smem_static = (int64_t)k->static_smem,
        .tile_bytes = -1,
        .smem_dynamic = -1,
    };
    out->threads = threads_of(k->required_threads);
    if (!out->threads)
        out->threads = threads_of(k->max_threads);
    out->threads_by = out->threads ? KP_BY_SASS : KP_BY_NOTHING;
    if (overlap)
        take_loop(a, arch, overlap, &out->loop);
}
