/* Occupancy, Cliff. */
#include "analyze/sections.h"

static void limits(struct kp_doc *d, const struct kp_residence *r)
{
    static const enum kp_limiter order[] = {KP_LIMIT_REGISTERS, KP_LIMIT_SMEM, KP_LIMIT_WARPS,
                                            KP_LIMIT_BLOCKS};

    kp_doc_table(d, "limit|blocks per SM|");
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        if (r->by[order[i]])
            kp_doc_row(d, "%s|%d|%s", kp_limit_text(order[i]), r->by[order[i]],
                       order[i] == r->limit ? "<- the limit" : "");
        else
            kp_doc_row(d, "%s|-|%s", kp_limit_text(order[i]),
                       order[i] == r->limit ? "<- the limit: it does not fit" : "");
    }
}

static void registers(struct kp_doc *d, const struct kp_facts *f, const struct kp_residence *r)
{
    if (!f->registers)
        return;
    if (r->fewer_registers)
        kp_doc_add(d, KP_DOC_ITEM, "%d registers per thread fewer, and one block more fits",
                   r->fewer_registers);
    if (r->blocks && f->registers + r->spare_registers < 255)
        kp_doc_add(d, KP_DOC_ITEM, "%d register%s per thread are left before a block is lost",
                   r->spare_registers, r->spare_registers == 1 ? "" : "s");
    if (f->spills)
        kp_doc_add(
            d, KP_DOC_ITEM,
            "%d loads and stores of local memory in the kernel: spilled registers or arrays on "
            "the stack [sass]",
            f->spills);
}

static void hiding(struct kp_doc *d, const struct kp_analyzed *all, const struct kp_analysis *x)
{
    const struct kp_residence *r = &x->residence;

    if (!all->gpu || !x->facts->threads)
        return;
    kp_doc_add(d, KP_DOC_ITEM,
               "%d active warps of %d (%.0f%%): %s the %.0f that hide latency on %s by "
               "a rule of thumb [table]",
               r->active_warps, all->target->warps_per_sm,
               100.0 * r->active_warps / all->target->warps_per_sm,
               r->active_warps >= all->gpu->hiding_warps ? "at least" : "fewer than",
               all->gpu->hiding_warps, all->gpu->id);
}

void kp_section_occupancy(struct kp_doc *d, const struct kp_analyzed *all,
                          const struct kp_analysis *x)
{
    const struct kp_facts *f = x->facts;
    const struct kp_residence *r = &x->residence;

    kp_doc_add(d, KP_DOC_SECTION, "Occupancy");
    kp_doc_add(d, KP_DOC_TEXT,
               "%s; %lld bytes of shared memory per block (%lld static [%s], %s dynamic [%s]); %d "
               "threads, %d warps per block [%s]",
               f->registers ? kp_sprintf(d->arena, "%d registers per thread [%s]", f->registers,
                                         kp_evidence_name(f->evidence))
                            : "registers not known (no machine code)",
               (long long)r->smem, (long long)f->smem_static, kp_evidence_name(f->evidence),
               f->smem_dynamic >= 0 ? kp_sprintf(d->arena, "%lld", (long long)f->smem_dynamic)
                                    : "unknown, taken as 0,",
               kp_evidence_name(f->smem_by), r->threads, r->warps,
               !f->threads                   ? "assumed: give --threads or a case"
               : f->threads_by == KP_BY_SASS ? "sass: its launch bounds"
                                             : kp_evidence_name(f->threads_by));
    limits(d, r);
    if (!f->registers)
        kp_doc_add(d, KP_DOC_TEXT, "Registers are not part of this: it is an upper limit.");
    if (!r->blocks) {
        kp_doc_add(d, KP_DOC_TEXT,
                   "A block of this kernel does not fit on an SM of %s: it would not be "
                   "launched.",
                   all->arch);
        return;
    }
    kp_figures_occupancy(d, all, x);
    kp_doc_add(d, KP_DOC_ITEM, "%d blocks per SM, limited by %s [%s, table]", r->blocks,
               kp_limit_text(r->limit), kp_evidence_name(f->evidence));
    hiding(d, all, x);
    registers(d, f, r);
}

void kp_section_cliff(struct kp_doc *d, const struct kp_analyzed *all, const struct kp_analysis *x)
{
    const struct kp_cliff_step *c = &x->cliff;
    const struct kp_residence *r = &x->residence;

    kp_doc_add(d, KP_DOC_SECTION, "Cliff");
    if (!r->blocks) {
        kp_doc_add(d, KP_DOC_TEXT, "No block fits on an SM.");
        return;
    }
    kp_doc_add(
        d, KP_DOC_TEXT,
        "%d blocks per SM of %s hold at most %lld bytes of shared memory each (%d bytes per SM, "
        "less %d that the driver keeps of each block) [table]; this kernel has %lld.",
        r->blocks, all->arch, (long long)c->cliff, all->target->smem_per_sm,
        all->target->smem_reserved, (long long)r->smem);
    if (!c->tile_bytes) {
        kp_doc_add(d, KP_DOC_TEXT, "It has no tiles to be doubled.");
        return;
    }
    kp_doc_add(d, KP_DOC_ITEM, "two buffers for the tiles: %lld bytes%s, %d blocks per SM%s",
               (long long)c->doubled,
               c->tiles_assumed ? " (all of it taken for tiles)" : " [source]", c->blocks_doubled,
               c->blocks_lost > 0
                   ? kp_sprintf(d->arena, ": %d lost, over the cliff", c->blocks_lost)
                   : ": none lost");
    if (c->blocks_lost > 0 && c->tile_bytes / 2 > 0)
        kp_doc_add(d, KP_DOC_ITEM, "halved tiles in two buffers: %lld bytes, as now",
                   (long long)r->smem);
    if (c->doubled > all->target->smem_per_block_static && c->doubled > r->smem &&
        c->blocks_doubled)
        kp_doc_add(d, KP_DOC_ITEM,
                   "more than %d bytes have to be dynamic shared memory, with "
                   "cudaFuncSetAttribute at the launch",
                   all->target->smem_per_block_static);
}
