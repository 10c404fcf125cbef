#include "predict.h"

#include <stdlib.h>

const struct kp_predictor *kp_predictor_new(struct kp_arena *a, const char *rules_dir,
                                            const char *arch)
{
    struct kp_predictor *p = kp_new(a, struct kp_predictor);
    const char *error = NULL;

    if (!kp_starts_with(arch, "sm_"))
        return NULL;
    p->arena = a;
    p->opcodes = kp_opcodes_load(a, rules_dir, &error);
    p->timing = p->opcodes ? kp_timing_load(a, rules_dir, (unsigned)atoi(arch + 3), &error) : NULL;
    return p->timing && p->timing->is_fitted ? p : NULL;
}

/* The kernel's main loop in what was built; false when there is none. */
static bool main_loop(const struct kp_predictor *p, const struct kp_build *x, const char *kernel,
                      struct kp_overlap *out)
{
    struct kp_sass_file file;
    struct kp_sass_module *m = NULL;
    const char *error = NULL;

    if (kp_sass_find(p->arena, x->cubin, x->size, &file, &error) && file.images.n)
        m = kp_sass_read(p->arena, p->opcodes, &file.images.v[0], &error);
    for (size_t i = 0; m && i < m->kernels.n; i++) {
        const struct kp_sass_kernel *k = &m->kernels.v[i];
        int loop = kp_streq(k->symbol, kernel) ? kp_sass_main_loop(k) : -1;

        if (loop < 0)
            continue;
        kp_overlap_find(p->arena, k, loop, out);
        return true;
    }
    return false;
}

/* Trips of loops inside are read from the code, where it shows them. Both versions do the same math
 * per tile: where an iteration's does not come out the same, nor in the ratio that the loops' code
 * has, they were read wrongly in one, and each loop is passed once. */
static bool agree(const struct kp_predictor *p, const struct kp_overlap *before,
                  const struct kp_overlap *after)
{
    double once = (double)kp_sass_main_math(p->arena, after, before, false) /
                  kp_sass_main_math(p->arena, before, before, false);
    double all = (double)kp_sass_main_math(p->arena, after, before, true) /
                 kp_sass_main_math(p->arena, before, before, true);

    return (all > 0.8 && all < 1.25) || (all > 0.8 * once && all < 1.25 * once);
}

static double per_math(const struct kp_predictor *p, const struct kp_overlap *o,
                       const struct kp_overlap *like, struct kp_residents on)
{
    unsigned math = kp_sass_main_math(p->arena, o, like, on.makes_trips);
    double cycles = kp_sass_time(p->arena, p->timing, o, on);

    return math ? cycles / math : 0;
}

static double ratio(const struct kp_predictor *p, const struct kp_overlap *before,
                    const struct kp_overlap *after, struct kp_residents was, struct kp_residents is)
{
    double from = per_math(p, before, before, was), to = per_math(p, after, before, is);

    return from > 0 && to > 0 ? to / from : 0;
}

static unsigned at_most(unsigned n, unsigned most)
{
    return n < most ? n : most;
}

void kp_predict(const struct kp_predictor *p, const struct kp_build *original, const char *kernel,
                const struct kp_build *rewritten, const char *successor, int64_t tile_bytes,
                struct kp_built *b)
{
    struct kp_residents was = {.threads = (unsigned)b->threads}, is = was;
    struct kp_overlap before, after;
    unsigned few;

    b->time = b->few = 0;
    if (!p || b->threads_assumed || b->blocks_before < 1 || b->blocks_after < 1 ||
        !main_loop(p, original, kernel, &before) || !main_loop(p, rewritten, successor, &after))
        return;
    was.blocks = (unsigned)b->blocks_before;
    is.blocks = (unsigned)b->blocks_after;
    is.tile_bytes = tile_bytes;
    was.makes_trips = is.makes_trips = agree(p, &before, &after);
    b->time = ratio(p, &before, &after, was, is);
    few = (was.blocks + 3) / 4;
    was.blocks = few;
    is.blocks = at_most(is.blocks, few);
    b->few = ratio(p, &before, &after, was, is);
}
