/* Compute/Load and SASS: the main loop. */
#include <math.h>

#include "analyze/sections.h"

static const char *counts(struct kp_arena *a, const struct kp_loop_facts *l, int from, int to)
{
    struct kp_str s = kp_str_new(a);

    for (int c = from; c < to; c++)
        if (l->count[c])
            kp_str_addf(&s, "%s%u %s", s.n ? ", " : "", l->count[c],
                        kp_opclass_name((enum kp_opclass)c));
    return s.n ? kp_str_text(&s) : "none";
}

static const char *widths(struct kp_arena *a, const unsigned n[KP_WIDTHS])
{
    struct kp_str s = kp_str_new(a);

    for (int w = 0; w < KP_WIDTHS; w++)
        if (n[w])
            kp_str_addf(&s, "%s%u of %u bytes", s.n ? ", " : "", n[w], 1u << w);
    return s.n ? kp_str_text(&s) : "none";
}

static void no_loop(struct kp_doc *d, const struct kp_analyzed *all)
{
    kp_doc_add(d, KP_DOC_TEXT, "%s",
               all->built_not ? kp_sprintf(d->arena, "There is no machine code: %s", all->built_not)
                              : "The kernel has no loop.");
}

static void place(struct kp_doc *d, const struct kp_loop_facts *l)
{
    struct kp_str s = kp_str_new(d->arena);

    if (l->first_line)
        kp_str_addf(&s, "lines %u-%u, ", l->first_line, l->last_line);
    kp_doc_add(d, KP_DOC_TEXT, "Main loop: %s%u instructions, %u tile%s per iteration [sass]",
               kp_str_text(&s), l->instructions, l->tiles, l->tiles == 1 ? "" : "s");
}

void kp_section_ratio(struct kp_doc *d, const struct kp_analyzed *all, const struct kp_analysis *x)
{
    const struct kp_loop_facts *l = &x->facts->loop;
    const struct kp_ratio *r = &x->ratio;

    kp_doc_add(d, KP_DOC_SECTION, "Compute/Load");
    if (!l->found) {
        no_loop(d, all);
        return;
    }
    place(d, l);
    kp_doc_add(d, KP_DOC_ITEM, "math of an iteration: %s [sass]%s",
               counts(d->arena, l, 0, KP_INSN_MATH),
               l->math_is_integer ? "; integer instructions are counted instead" : "");
    if (l->inner_math)
        kp_doc_add(
            d, KP_DOC_ITEM,
            "%u of it are in inner loops, whose trip counts are not in the code: counted once",
            l->inner_math);
    kp_doc_add(d, KP_DOC_ITEM, "loads from global memory: %s%s%s [sass]",
               widths(d->arena, l->loads),
               l->async ? kp_sprintf(d->arena, "; %u of them asynchronous copies", l->async) : "",
               l->bulk ? kp_sprintf(d->arena, "; %u bulk copies", l->bulk) : "");
    if (!r->loads) {
        kp_doc_add(d, KP_DOC_ITEM,
                   "it loads nothing from global memory: there is nothing to prefetch");
        return;
    }
    kp_doc_add(d, KP_DOC_ITEM,
               "per tile and thread: %.4g math instructions, %.4g loads, %.4g bytes: %.3g math "
               "instructions per load [sass]",
               r->math, r->loads, r->bytes, r->per_load);
    if (r->per_byte && !l->inner_math)
        kp_doc_add(d, KP_DOC_ITEM, "%.3g operations per byte %s: %s", r->per_byte,
                   r->by_tiles ? "of the tiles [sass, source]" : "loaded [sass]", r->band);
    kp_doc_add(
        d, KP_DOC_TEXT,
        "Bands: below 5 memory sets the pace, from 5 to 20 loads and math are worth overlapping, "
        "above 20 math sets the pace. Occupancy decides, too: kernels of one ratio have gained "
        "35%% and lost 5%%, as other blocks hid their loads or did not.");
}

static void stall(struct kp_doc *d, const char *name, double average, const char *meaning)
{
    if (!isnan(average))
        kp_doc_add(d, KP_DOC_ITEM, "%s: stall count %.1f on average [sass]; %s", name, average,
                   meaning);
}

static void model(struct kp_doc *d, const struct kp_estimate *e)
{
    if (e->why_not) {
        kp_doc_add(d, KP_DOC_ITEM, "the model of the SM gives no figure: %s", e->why_not);
        return;
    }
    kp_doc_add(
        d, KP_DOC_ITEM,
        "a block's tile keeps the math pipe busy for %.0f cycles, the schedulers for %.0f, shared "
        "memory's port for %.0f; a warp alone takes %.0f to issue it, and a load about %.0f "
        "[sass, table, estimate]",
        e->math, e->issue, e->shared, e->chain, e->latency);
    kp_doc_add(
        d, KP_DOC_ITEM,
        "its loads are waited for in %.3g round%s, each a latency; %d stages would hide one [sass, "
        "estimate]",
        e->rounds, e->rounds == 1 ? "" : "s", e->stages);
    kp_doc_add(d, KP_DOC_ITEM, "time in which no pipe has work: at most %.0f%% [estimate]",
               100 * (e->exposed > 0 ? e->exposed : 0));
}

void kp_section_sass(struct kp_doc *d, const struct kp_analyzed *all, const struct kp_analysis *x)
{
    const struct kp_loop_facts *l = &x->facts->loop;

    kp_doc_add(d, KP_DOC_SECTION, "SASS");
    if (!l->found) {
        no_loop(d, all);
        return;
    }
    kp_doc_add(d, KP_DOC_ITEM, "everything else of an iteration: %s [sass]",
               counts(d->arena, l, KP_INSN_MATH, KP_INSN_COUNT));
    kp_doc_add(d, KP_DOC_ITEM, "loads from shared memory: %s [sass]",
               widths(d->arena, l->shared_loads));
    stall(d, "FFMA", x->mix.ffma,
          "1 or 2 is the pipe's rate, 4 the compiler's caution or a chain of "
          "dependent ones");
    stall(d, "HMMA", x->mix.hmma,
          "8 is the hardware's floor on Ampere: only fewer or larger HMMA help");
    stall(d, "IMMA", x->mix.imma, "4 and more is the compiler's caution, no limit of the hardware");
    if (!isnan(x->mix.shared_load))
        kp_doc_add(
            d, KP_DOC_ITEM,
            "shared memory's port is busy %.2f times as long as the math pipe [sass, table]%s",
            x->mix.shared_load,
            x->mix.shared_load > 1 ? ": it is the tighter of the two, before any bank conflict"
                                   : "");
    if (l->count[KP_INSN_LOAD_LOCAL] + l->count[KP_INSN_STORE_LOCAL])
        kp_doc_add(d, KP_DOC_ITEM, "the main loop reads or writes local memory: spills [sass]");
    kp_doc_add(d, KP_DOC_ITEM,
               "%.0f%% of a tile's math is between its loads and their waits [sass]",
               100 * l->overlap);
    model(d, &x->estimate);
    kp_figures_loop(d, x);
}
