/* The main loops as one page. */
#include <math.h>

#include "cmd/page.h"
#include "cmd/sass.h"
#include "sass/figures.h"

static void add_facts(struct kp_doc *d, const struct kp_overlap *o, const char *which)
{
    const struct kp_sass_kernel *k = o->kernel;
    const struct kp_sass_loop *l = &k->loops.v[o->loop];

    kp_doc_row(d, "%s|%s|%u|%llu|%llu|%s|%u|%u|%u|%u", which, kp_overlap_name(o->verdict),
               k->registers, (unsigned long long)k->static_smem, (unsigned long long)k->stack,
               l->first_line ? kp_sprintf(d->arena, "%u-%u", l->first_line, l->last_line) : "-",
               l->instructions, o->cycles, o->math, l->barriers);
    kp_doc_tone(d, kp_sass_tone(o->verdict));
}

static void add_summary(struct kp_doc *d, const struct kp_sass_view *v)
{
    const struct kp_overlap *o = &v->overlap;

    kp_doc_add(d, KP_DOC_TEXT, "Loads: %s%s%s", kp_overlap_name(o->verdict), o->reason ? ": " : "",
               o->reason ? o->reason : "");
    kp_doc_tone(d, kp_sass_tone(o->verdict));
    kp_doc_table(d, "version|loads|registers|shared memory, bytes|stack, bytes|lines|instructions|"
                    "issue cycles|math|barriers");
    if (v->original)
        add_facts(d, v->original, "original");
    add_facts(d, o, v->original ? "rewritten" : "this one");
    if (o->inner_math)
        kp_doc_add(d, KP_DOC_TEXT,
                   "%u of the math is in loops inside, whose trips are not known: counted once.",
                   o->inner_math);
}

static void add_checks(struct kp_doc *d, const struct kp_sass_views *all,
                       const struct kp_sass_view *v)
{
    static const char *const results[] = {"passed", "failed", "open"};
    static const enum kp_tone tones[] = {KP_TONE_GOOD, KP_TONE_BAD, KP_TONE_MIDDLING};

    if (!v->original)
        return;
    kp_doc_add(d, KP_DOC_SECTION, "Compared with %s", all->original.path);
    kp_doc_table(d, "check|result|what was found");
    for (size_t i = 0; i < v->checks.n; i++) {
        const struct kp_sass_check *c = &v->checks.v[i];

        kp_doc_cells(d, 3, (const char *const[]){c->name, results[c->result], c->text});
        kp_doc_tone(d, tones[c->result]);
    }
}

static const char *tiles(struct kp_arena *a, const char *which, const struct kp_overlap *o)
{
    return kp_sprintf(a, "%s: one iteration, %u tile%s", which, o->tiles, o->tiles == 1 ? "" : "s");
}

/* Both versions on the same scale, beside each other. */
static void add_figures(struct kp_doc *d, const struct kp_sass_view *v)
{
    const struct kp_overlap *o = &v->overlap, *before = v->original;
    unsigned cycles = before && before->cycles > o->cycles ? before->cycles : o->cycles;
    double most = fmax(kp_sass_most_issue(o), before ? kp_sass_most_issue(before) : 0);

    kp_doc_add(d, KP_DOC_SECTION, "Timeline of loads and math");
    kp_doc_add(d, KP_DOC_TEXT,
               "One iteration of the main loop in the cycles that a warp by itself takes to issue "
               "it [sass]. The lines below show a load in flight, from its issue to the "
               "instruction that first waits for it: green where enough math stands in between.");
    if (before)
        kp_doc_figure(
            d, false,
            kp_sass_timeline(d->arena, before, tiles(d->arena, "before", before), cycles));
    kp_doc_figure(
        d, before != NULL,
        kp_sass_timeline(d->arena, o, tiles(d->arena, before ? "after" : "main loop", o), cycles));
    kp_doc_add(d, KP_DOC_SECTION, "Issue time by kind of instruction");
    if (before)
        kp_doc_figure(d, false,
                      kp_sass_issue(d->arena, before, tiles(d->arena, "before", before), most));
    kp_doc_figure(
        d, before != NULL,
        kp_sass_issue(d->arena, o, tiles(d->arena, before ? "after" : "main loop", o), most));
    kp_doc_add(d, KP_DOC_TEXT,
               "Stall counts are what the compiler wrote; waits for loads and barriers come on top "
               "(a profiler's report has them: kpipe analyze --ncu).");
}

static void add_listings(struct kp_doc *d, const struct kp_sass_view *v)
{
    kp_doc_add(d, KP_DOC_SECTION, "Instructions");
    if (v->original)
        kp_doc_listing(d,
                       kp_sprintf(d->arena,
                                  "the original's %zu instructions, with a line from each load to "
                                  "its wait",
                                  v->original->insns.n),
                       kp_sass_listing(d->arena, v->original));
    kp_doc_listing(d,
                   kp_sprintf(d->arena,
                              "the loop's %zu instructions, with a line from each load to its wait",
                              v->overlap.insns.n),
                   kp_sass_listing(d->arena, &v->overlap));
}

static void add_view(struct kp_doc *d, const struct kp_sass_views *all,
                     const struct kp_sass_view *v)
{
    kp_doc_add(d, KP_DOC_TITLE, "%s", v->kernel->name);
    if (!v->overlap.kernel) {
        kp_doc_add(d, KP_DOC_TEXT, "It has no loop.");
        return;
    }
    add_summary(d, v);
    add_checks(d, all, v);
    add_figures(d, v);
    add_listings(d, v);
}

bool kp_sass_page(const struct kp_settings *s, const struct kp_sass_views *all)
{
    struct kp_doc d = {.arena = s->arena};
    struct kp_page p = kp_page_of(s, all->input.path);

    kp_page_fact(s->arena, &p, "machine code",
                 kp_sprintf(s->arena, "sm_%u", all->input.module->arch));
    if (all->input.source)
        kp_page_compiler(s, &p);
    for (size_t i = 0; i < all->v.n; i++)
        add_view(&d, all, &all->v.v[i]);
    return kp_page_write(s, &p, &d);
}
