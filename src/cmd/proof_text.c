/* A verdict as text. */
#include "cmd/proof.h"

#include "util/str.h"

static void print_report(FILE *to, const struct kp_case *c, const struct kp_verdict *v,
                         bool verbose)
{
    for (size_t k = 0; k < v->checks.n; k++) {
        const struct kp_check *x = v->checks.v[k];
        if (verbose || x->failure)
            fprintf(to, "%-9s %s: %s (%.2f s)\n", x->version, kp_check_way(c->arena, x),
                    x->failure ? "FAILED" : "ok", x->seconds);
        for (size_t i = 0; i < x->report.n_alarms; i++)
            if (x->failure || verbose)
                fprintf(to, "  %s%s%s\n", x->report.alarms[i].note ? "note: " : "",
                        x->report.alarms[i].text,
                        x->report.alarms[i].count > 1
                            ? kp_sprintf(c->arena, " [%llu times]",
                                         (unsigned long long)x->report.alarms[i].count)
                            : "");
        if (x->failure && !x->report.n_alarms)
            fprintf(to, "  %s\n", x->failure);
        if (verbose && *x->report.output)
            fprintf(to, "  the kernel printed:\n%s", x->report.output);
    }
}

enum { MOST_LINES = 8 };

static void print_never_run(FILE *to, const struct kp_case *c, const struct kp_verdict *v,
                            bool racecheck)
{
    size_t n = v->n_never_run;

    for (size_t k = 0; k < n && k < MOST_LINES; k++) {
        const struct kp_simt_lines *x = &v->never_run[k];
        fprintf(to, "  note: %s of %s%s never ran\n",
                x->first == x->last ? kp_sprintf(c->arena, "line %u", x->first)
                                    : kp_sprintf(c->arena, "lines %u to %u", x->first, x->last),
                racecheck ? "" : "the rewritten ", x->file);
    }
    if (n > MOST_LINES)
        fprintf(to, "  note: nor did lines in %zu other places\n", n - MOST_LINES);
    if (n)
        fprintf(to, "  note: nothing is shown of what never ran; a case with other sizes, blocks "
                    "or arguments may run it\n");
}

static void print_verdict(FILE *to, const struct kp_case *c, const struct kp_verdict *v,
                          bool racecheck)
{
    if (!v->passed) {
        fprintf(to, "%s: NOT %s: %s\n", c->kernel, racecheck ? "CLEAN" : "PROVEN", v->why);
        if (v->not_exercised)
            fprintf(to,
                    "  nothing failed in %zu launches, which show nothing of what they did not "
                    "run\n",
                    v->checks.n);
        if (v->contracted)
            fprintf(to, "  with -fmad=false the bits are equal in every launch: nvcc rounds some "
                        "a * b + c once in one version\n  and twice in the other. Build with "
                        "-fmad=false, or write fmaf(a, b, c), where bits matter\n");
        return;
    }
    if (racecheck)
        fprintf(to, "%s: no hazard in %zu launches\n", c->kernel, v->checks.n);
    else
        fprintf(to, "%s: proven: equal bits%s, no hazard, in %zu launches\n", c->kernel,
                v->float_atomics ? " (under one order; floating-point atomics)" : "", v->checks.n);
    if (v->has_reference)
        fprintf(
            to,
            "  within tolerance of the CPU reference (largest error: %.2g of what is allowed)\n",
            v->worst);
    if (v->aligned)
        fprintf(to, "  the kernel needs alignment beyond an element's: %s\n", v->aligned);
    if (v->undeclared)
        fprintf(to,
                "  the original relies on alignment that it does not declare: %s;\n  shared arrays "
                "lie as ptxas places them in both\n",
                v->undeclared);
    if (v->shortened)
        fprintf(to, "  %s\n", v->shortened);
    print_never_run(to, c, v, racecheck);
    fprintf(to, "  not shown by a run on the CPU:\n");
    for (size_t k = 0; kp_not_shown[k]; k++)
        fprintf(to, "    - %s\n", kp_not_shown[k]);
}

void kp_proof_text(FILE *to, const struct kp_case *c, const struct kp_verdict *v, bool racecheck,
                   bool verbose)
{
    print_report(to, c, v, verbose);
    print_verdict(to, c, v, racecheck);
}
