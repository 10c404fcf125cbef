/* `kpipe analyze`: where a kernel's time goes, and what to do about it. */
#include "cmd/analyze.h"

#include <stdio.h>

#include "analyze/sections.h"
#include "cmd/page.h"
#include "report/utf8.h"

static bool write_page(const struct kp_settings *s, const struct kp_analyzed *all)
{
    struct kp_page p = kp_page_of(s, all->path);
    struct kp_doc d = {.arena = s->arena};

    kp_page_fact(s->arena, &p, "machine code", all->arch);
    if (all->gpu)
        kp_page_fact(s->arena, &p, "GPU",
                     kp_sprintf(s->arena, "%s (%s)", all->gpu->id, all->gpu->name));
    if (all->unit && !all->built_not)
        kp_page_compiler(s, &p);
    kp_sections(&d, all);
    return kp_page_write(s, &p, &d);
}

static int show(struct kp_settings *s, const struct kp_analyzed *all)
{
    const struct kp_plot_style plots = kp_plot_style();

    for (size_t i = 0; i < all->notes.n; i++)
        fprintf(stderr, "kpipe: note: %s\n", kp_printable(s->arena, all->notes.v[i]));
    if (s->html && !write_page(s, all))
        return KP_EXIT_ERROR;
    fputs(s->json       ? kp_analyze_json(s->arena, all)
          : s->markdown ? kp_analyze_markdown(s->arena, all)
                        : kp_analyze_text(s->arena, all, s->plot ? &plots : NULL),
          stdout);
    return KP_EXIT_DONE;
}

static bool usage_ok(const struct kp_settings *s)
{
    bool measures = s->measure || s->runner;

    if (s->operands.n != 1)
        kp_complain("one file is needed: a source, or machine code; see `kpipe analyze --help`");
    else if (s->cases.n > 1)
        kp_complain("one --case at a time");
    else if (s->json && s->markdown)
        kp_complain("either --json or --markdown");
    else if (s->plot && (s->json || s->markdown))
        kp_complain("--plot draws in the text: without --json and --markdown");
    else if ((measures || s->results || s->sizes.n) && !s->cases.n)
        kp_complain("%s needs --case: how to launch the kernel; `kpipe init` drafts one",
                    s->sizes.n   ? "--size"
                    : s->results ? "--results"
                                 : "--measure");
    else if ((measures != 0) + (s->results != NULL) + (s->time_ms > 0) > 1)
        kp_complain("one of --time-ms, --measure and --results");
    else
        return true;
    return false;
}

static int analyze(struct kp_settings *s)
{
    struct kp_analyzed all = {0};
    int result = KP_EXIT_ERROR;

    if (!usage_ok(s))
        return KP_EXIT_ERROR;
    if (kp_analyze_input(s, &all) && kp_analyze_launches(s, &all)) {
        kp_analyze_lints(s->arena, &all);
        kp_analyze_merges(s, &all);
        for (size_t i = 0; i < all.kernels.n; i++)
            kp_analyze(s->arena, &all, &all.kernels.v[i]);
        result = show(s, &all);
    }
    if (all.unit)
        kp_unit_free(all.unit);
    return result;
}

const struct kp_command kp_command_analyze = {
    .name = "analyze",
    .id = KP_CMD_ANALYZE,
    .usage = "analyze [options] FILE.cu|FILE.cubin|PROGRAM [-- COMPILER-ARGS]",
    .summary = "say where a kernel's time goes, and what to do about it",
    .details =
        "\n"
        "Baseline, roofline, occupancy, compute and load per tile, the main loop's instructions,\n"
        "the shared-memory cliff, a profiler's report, lints, and ranked recommendations. It\n"
        "works from source and machine code alone, better with a case and a time, best with a\n"
        "profiler's report. Every figure names its evidence: [source], [sass], [case],\n"
        "[measured], [profiler], [table], [estimate]. docs/user/analyze.md explains the report.\n"
        "\n"
        "exit codes: 0 done, 2 usage or I/O error\n",
    .examples =
        "  kpipe analyze hgemm.cu --gpu A100                         from source and machine code\n"
        "  kpipe analyze hgemm.cu --case hgemm.ini --time-ms 1.24    with the time of a launch\n"
        "  kpipe analyze hgemm.cu --case hgemm.ini --size 512,1024,2048,4096 --measure\n"
        "  kpipe analyze app --kernel 'gemm' --html report.html      the kernels of a program\n",
    .run = analyze,
};
