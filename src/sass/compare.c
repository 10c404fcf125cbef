#include "sass/overlap.h"

#include "util/str.h"

enum { MAX_UNROLL = 64 };

static void add(struct kp_arena *a, kp_sass_checks *out, const char *name,
                enum kp_check_result result, const char *text)
{
    kp_push(a, out, ((struct kp_sass_check){name, result, text}));
}

static const struct kp_sass_loop *loop_of(const struct kp_overlap *o)
{
    return &o->kernel->loops.v[o->loop];
}

/* Math that a tile needs as often in every version. MUFU is left out: division of addresses uses
 * it, too, and may move out of the loop. */
static bool is_compared(int c)
{
    return c < KP_INSN_MATH && c != KP_INSN_MUFU;
}

/* True if every count of `b` is `times` that of `a`. */
static bool is_multiple(const unsigned *a, const unsigned *b, unsigned times)
{
    for (int c = 0; c < KP_INSN_COUNT; c++)
        if (is_compared(c) && b[c] != times * a[c])
            return false;
    return true;
}

static const char *counts(struct kp_arena *a, const struct kp_sass_loop *l)
{
    struct kp_str s = kp_str_new(a);

    for (int c = 0; c < KP_INSN_COUNT; c++)
        if (is_compared(c) && l->count[c])
            kp_str_addf(&s, "%s%u %s", s.n ? ", " : "", l->count[c], kp_opclass_name(c));
    return s.n ? kp_str_text(&s) : "none";
}

static void check_math(struct kp_arena *a, const struct kp_overlap *original,
                       const struct kp_overlap *rewritten, kp_sass_checks *out)
{
    const struct kp_sass_loop *x = loop_of(original), *y = loop_of(rewritten);
    const char *name = "math-per-tile";
    const char *both =
        kp_sprintf(a, "one pass of the main loop: %s; rewritten: %s", counts(a, x), counts(a, y));
    bool inner = original->inner_math || rewritten->inner_math;

    for (unsigned u = 1; u <= MAX_UNROLL; u++) {
        const char *more = is_multiple(x->count, y->count, u)   ? "rewritten"
                           : is_multiple(y->count, x->count, u) ? "original"
                                                                : NULL;
        if (!more)
            continue;
        if (u > 1)
            both = kp_sprintf(a, "%s (the %s loop is unrolled %u times)", both, more, u);
        if (inner)
            both = kp_sprintf(a, "%s; some of it in inner loops, whose trips are not known", both);
        add(a, out, name, KP_CHECK_PASSED, both);
        return;
    }
    if (inner)
        both = kp_sprintf(
            a, "%s; inner loops may be unrolled differently, and their trips are not known", both);
    add(a, out, name, inner ? KP_CHECK_OPEN : KP_CHECK_FAILED, both);
}

static void check_spills(struct kp_arena *a, const struct kp_sass_kernel *x,
                         const struct kp_sass_kernel *y, kp_sass_checks *out)
{
    bool ok = kp_sass_spills(y) <= kp_sass_spills(x) && y->stack <= x->stack;

    add(a, out, "no-new-spills", ok ? KP_CHECK_PASSED : KP_CHECK_FAILED,
        kp_sprintf(a,
                   "loads and stores of local memory: %u, rewritten: %u; stack: %llu bytes, "
                   "rewritten: %llu",
                   kp_sass_spills(x), kp_sass_spills(y), (unsigned long long)x->stack,
                   (unsigned long long)y->stack));
}

static void check_async(struct kp_arena *a, const struct kp_overlap *rewritten, bool wants_async,
                        kp_sass_checks *out)
{
    const struct kp_sass_loop *l = loop_of(rewritten);
    unsigned copies = l->count[KP_INSN_ASYNC_COPY], commits = l->count[KP_INSN_ASYNC_COMMIT];

    if (!wants_async && !copies && !commits)
        return;
    add(a, out, "async-copies", copies && commits ? KP_CHECK_PASSED : KP_CHECK_FAILED,
        kp_sprintf(a, "%u LDGSTS and %u LDGDEPBAR in the rewritten main loop%s", copies, commits,
                   copies ? "" : ": the copies are not asynchronous"));
}

static void check_barrier(struct kp_arena *a, const struct kp_overlap *rewritten,
                          kp_sass_checks *out)
{
    unsigned behind = 0;

    for (size_t i = 0; i < rewritten->loads.n; i++) {
        const struct kp_overlap_load *l = &rewritten->loads.v[i];
        behind += l->barrier_first && l->verdict != KP_OVERLAP_FULL;
    }
    add(a, out, "no-barrier", behind ? KP_CHECK_FAILED : KP_CHECK_PASSED,
        behind ? kp_sprintf(a, "there is a barrier between %u of %zu loads and the math", behind,
                            rewritten->loads.n)
               : "no barrier between a load and the math that hides it");
}

static void check_overlap(struct kp_arena *a, const struct kp_overlap *original,
                          const struct kp_overlap *rewritten, kp_sass_checks *out)
{
    enum kp_check_result result =
        rewritten->verdict == KP_OVERLAP_FULL || rewritten->verdict == KP_OVERLAP_PARTLY
            ? KP_CHECK_PASSED
        : rewritten->verdict == KP_OVERLAP_NONE ? KP_CHECK_FAILED
                                                : KP_CHECK_OPEN;

    add(a, out, "overlap", result,
        kp_sprintf(a, "original: %s; rewritten: %s%s%s", kp_overlap_name(original->verdict),
                   kp_overlap_name(rewritten->verdict), rewritten->reason ? ": " : "",
                   rewritten->reason ? rewritten->reason : ""));
}

void kp_sass_compare(struct kp_arena *a, const struct kp_overlap *original,
                     const struct kp_overlap *rewritten, bool wants_async, kp_sass_checks *out)
{
    check_math(a, original, rewritten, out);
    check_spills(a, original->kernel, rewritten->kernel, out);
    check_async(a, rewritten, wants_async, out);
    check_barrier(a, rewritten, out);
    check_overlap(a, original, rewritten, out);
}
