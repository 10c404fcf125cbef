/* Profiler, Lints, Recommendations, and all sections in their order. */
#include "analyze/sections.h"

#include "model/refuse.h"
#include "report/utf8.h"

static void findings(struct kp_doc *d, const struct kp_analyzed *all, const struct kp_profiled *p)
{
    const char *topic = NULL;

    kp_doc_figure(d, false, kp_figure_stalls(d->arena, all, p));

    for (size_t i = 0; i < p->findings.n; i++) {
        const struct kp_ncu_finding *f = &p->findings.v[i];

        if (!kp_streq(topic, f->topic))
            kp_doc_add(d, KP_DOC_TEXT, "%s:", f->topic);
        topic = f->topic;
        kp_doc_add(d, KP_DOC_ITEM, "%s%s [profiler]", f->is_problem ? "! " : "", f->text);
        if (f->remedy)
            kp_doc_add(d, KP_DOC_SUB, "%s", f->remedy);
    }
    if (!p->missing.n)
        return;
    kp_doc_add(d, KP_DOC_TEXT, "Not in the report, and so not looked at:");
    for (size_t i = 0; i < p->missing.n; i++)
        kp_doc_add(d, KP_DOC_ITEM, "%s", p->missing.v[i]);
}

static void section_profiler(struct kp_doc *d, const struct kp_analyzed *all,
                             const struct kp_analysis *x)
{
    kp_doc_add(d, KP_DOC_SECTION, "Profiler");
    if (x->profile)
        findings(d, all, x->profile);
    else
        kp_doc_add(
            d, KP_DOC_TEXT, "%s",
            all->has_profile
                ? "The report does not have this kernel."
                : "No report was given (--ncu FILE, as `ncu --csv --page raw` or `--page details` "
                  "prints it).");
}

static void section_lints(struct kp_doc *d, const struct kp_analyzed *all,
                          const struct kp_analysis *x)
{
    kp_doc_add(d, KP_DOC_SECTION, "Lints");
    if (!all->unit) {
        kp_doc_add(d, KP_DOC_TEXT, "The source is not there to be looked at.");
        return;
    }
    if (!x->lints.n)
        kp_doc_add(d, KP_DOC_TEXT, "None [source].");
    for (size_t i = 0; i < x->lints.n; i++) {
        const struct kp_lint *l = x->lints.v[i];

        kp_doc_add(d, KP_DOC_ITEM, "%s [source]", kp_lint_line(d->arena, all->unit, l));
        if (l->remedy || kp_diag(l->code)->hint)
            kp_doc_add(d, KP_DOC_SUB, "%s", l->remedy ? l->remedy : kp_diag(l->code)->hint);
    }
}

static const char *reasons(struct kp_arena *a, const struct kp_matrix_row *row,
                           const struct kp_quantities *q)
{
    struct kp_str s = kp_str_new(a);

    for (size_t i = 0; i < row->when.n; i++)
        kp_str_addf(&s, "%s%s (%.3g)", i ? ", " : "", kp_condition_text(a, &row->when.v[i]),
                    q->v[row->when.v[i].left]);
    return kp_str_text(&s);
}

static void section_advice(struct kp_doc *d, const struct kp_analyzed *all,
                           const struct kp_analysis *x)
{
    (void)all;
    kp_doc_add(d, KP_DOC_SECTION, "Recommendations");
    if (!x->advice.n)
        kp_doc_add(d, KP_DOC_TEXT,
                   "No row of the decision matrix applies, with what is known here.");
    for (size_t i = 0; i < x->advice.n; i++) {
        const struct kp_advice *v = &x->advice.v[i];

        kp_doc_add(d, KP_DOC_ITEM, "%zu. %s%s", i + 1, v->row->title,
                   v->gain[1] ? kp_sprintf(d->arena, " [estimate: %.2fx to %.2fx, by %s]",
                                           v->gain[0], v->gain[1], v->from)
                              : " [no estimate]");
        kp_doc_add(d, KP_DOC_SUB, "because %s", v->row->because);
        kp_doc_add(d, KP_DOC_SUB, "do: %s", v->row->todo);
        for (size_t c = 0; c < v->conflicts.n; c++)
            kp_doc_add(d, KP_DOC_SUB, "conflict: %s", v->conflicts.v[c]);
        kp_doc_add(d, KP_DOC_SUB, "row %s: %s", v->row->id,
                   reasons(d->arena, v->row, &x->quantities));
    }
    if (x->advice.n)
        kp_doc_add(d, KP_DOC_TEXT,
                   "Ranges are estimates, not promises: `kpipe tune` and `kpipe bench` measure.");
}

static void kernel(struct kp_doc *d, const struct kp_analyzed *all, const struct kp_analysis *x)
{
    static void (*const sections[])(struct kp_doc *, const struct kp_analyzed *,
                                    const struct kp_analysis *) = {
        kp_section_baseline, kp_section_roofline, kp_section_occupancy,
        kp_section_ratio,    kp_section_sass,     kp_section_cliff,
        section_profiler,    section_lints,       section_advice,
    };

    kp_doc_add(d, KP_DOC_TITLE, "%s: %s (%s)", kp_printable(d->arena, all->path),
               kp_printable(d->arena, x->facts->name), all->arch);
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        sections[i](d, all, x);
}

void kp_sections(struct kp_doc *d, const struct kp_analyzed *all)
{
    for (size_t i = 0; i < all->kernels.n; i++)
        kernel(d, all, &all->kernels.v[i]);
}

const char *kp_analyze_text(struct kp_arena *a, const struct kp_analyzed *all,
                            const struct kp_plot_style *plots)
{
    struct kp_doc d = {.arena = a};
    struct kp_str s = kp_str_new(a);

    kp_sections(&d, all);
    kp_doc_text(&d, plots, &s);
    return kp_str_text(&s);
}

const char *kp_analyze_markdown(struct kp_arena *a, const struct kp_analyzed *all)
{
    struct kp_doc d = {.arena = a};
    struct kp_str s = kp_str_new(a);

    kp_sections(&d, all);
    kp_doc_markdown(&d, &s);
    return kp_str_text(&s);
}
