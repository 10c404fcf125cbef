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

static double per_math(const struct kp_predictor *p, const struct kp_overlap *o,
                       const struct kp_overlap *like, struct kp_residents on)
{
    unsigned math = kp_sass_main_math(o, like);
    double cycles = kp_sass_time(p->arena, p->timing, o, on);

    return math ? cycles / math : 0;
}

double kp_predict(const struct kp_predictor *p, const struct kp_build *original, const char *kernel,
                  const struct kp_build *rewritten, const char *successor,
                  const struct kp_built *residents, int64_t tile_bytes)
{
    struct kp_residents on = {.threads = (unsigned)residents->threads};
    struct kp_overlap before, after;
    double was, is;

    if (!p || residents->threads_assumed || residents->blocks_before < 1 ||
        residents->blocks_after < 1 || !main_loop(p, original, kernel, &before) ||
        !main_loop(p, rewritten, successor, &after))
        return 0;
    on.blocks = (unsigned)residents->blocks_before;
    was = per_math(p, &before, &before, on);
    on.blocks = (unsigned)residents->blocks_after;
    on.tile_bytes = tile_bytes;
    is = per_math(p, &after, &before, on);
    return was > 0 && is > 0 ? is / was : 0;
}
