/* The comment line above every loop that was rewritten. A loop below such a line whose body calls
 * one of our lambdas is left alone by the next run. */
#include "emit/emit.h"

static const char *how(const struct kp_emitter *e)
{
    if (e->any_async)
        return e->any_regs ? "cp.async and staging registers" : "cp.async";
    return "staging registers";
}

/* What else the change is, here and further up. */
static const char *besides(const struct kp_emitter *e)
{
    const struct kp_plan *p = &e->l->plan;
    struct kp_str out = kp_str_new(e->u->arena);

    kp_str_add(&out, p->unroll ? ", unrolled" : "");
    if (p->threads)
        kp_str_addf(&out, ", registers for %d threads", p->threads);
    if (p->min_blocks)
        kp_str_addf(&out, ", bounds for %d blocks per SM", p->min_blocks);
    return kp_str_text(&out);
}

void kp_marker(struct kp_emitter *e, struct kp_str *out)
{
    for (size_t i = 0; i < e->l->words.n; i++)
        kp_line(e, out, 0, "// assumed because of %s: %s", kp_file_name(e->l->words.v[i].said),
                e->l->words.v[i].text);
    if (kp_ablation_of(e))
        kp_line(e, out, 0,
                "// kpipe %s: NOT THE KERNEL: %s alone, %s, %d stages (to measure by; revert this "
                "change to undo)",
                KP_VERSION, kp_ablation_of(e) == KP_ABLATION_COMPUTE ? "compute" : "load", how(e),
                e->l->plan.stages);
    else if (e->any_staged)
        kp_line(e, out, 0, "// kpipe %s: pipelined, %s%s, %d stages (revert this change to undo)",
                KP_VERSION, how(e), besides(e), e->l->plan.stages);
    else
        kp_line(e, out, 0, "// kpipe %s: pipelined, %s%s, one buffer (revert this change to undo)",
                KP_VERSION, how(e), besides(e));
}
