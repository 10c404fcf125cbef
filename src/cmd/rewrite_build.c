/* `kpipe rewrite` with a toolkit: plans that rest on builds, and notes about those that do not. */
#include "cmd/rewrite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build/tool.h"
#include "cmd/proof.h"
#include "pipeline.h"
#include "report/utf8.h"
#include "search/step_back.h"
#include "util/system.h"

/* True if a toolkit is used when the rewritten file is. */
static bool allows_toolkit(const struct kp_settings *s)
{
    const char *fast = getenv("KPIPE_FAST");

    return !s->fast && !(fast && *fast) && !s->options.ablation &&
           s->options.width != KP_WIDTH_ONLY && s->dump == KP_PASS_COUNT &&
           s->stop_after == KP_PASS_COUNT && (s->nvcc || kp_find_tool(s->arena, "nvcc"));
}

bool kp_wants_toolkit(const struct kp_settings *s)
{
    bool only_listed = s->json && !s->output && !s->in_place;

    return !s->dry_run && !only_listed && allows_toolkit(s);
}

void kp_say_unbuilt_diff(const struct kp_settings *s)
{
    if (!s->dry_run || s->build || s->quiet || s->json || !allows_toolkit(s))
        return;
    fflush(stdout); /* where both are one stream, the note stands behind the diff */
    fputs("kpipe: note: nothing was built for this diff; when a file is written, builds may "
          "choose another plan (-n --build shows it, --fast keeps this one)\n",
          stderr);
}

static void progress(size_t built)
{
    char line[64];

    snprintf(line, sizeof line, "kpipe: %zu versions built", built);
    kp_progress_line(line);
}

static bool read_cases(struct kp_settings *s, struct kp_step_back *how)
{
    struct kp_case **cases = kp_new_array(s->arena, struct kp_case *, s->cases.n + 1);
    const char *error = NULL;

    for (size_t i = 0; i < s->cases.n; i++)
        if (!(cases[i] = kp_case_read(s->arena, s->cases.v[i], &error))) {
            kp_proof_error(s->cases.v[i], error);
            return false;
        }
    how->cases = cases;
    how->n_cases = s->cases.n;
    return true;
}

/* True if a loop's plan rests on what was built, or no loop has one. */
static bool any_built(const struct kp_unit *u)
{
    bool any = !kp_any_pipelined(u);

    for (size_t i = 0; i < u->loops.n; i++)
        any |= u->loops.v[i]->plan.built.known;
    return any;
}

/* The plan from the source alone. */
static struct kp_unit *without(struct kp_settings *s, struct kp_unit *u, const char *why)
{
    struct kp_options *o = kp_new(u->arena, struct kp_options);
    struct kp_unit like = *u;

    if (!s->quiet)
        fprintf(stderr, "kpipe: note: %s: the plan rests on the source alone: %.*s\n",
                kp_printable(s->arena, u->source.path), (int)strcspn(why, "\n"), why);
    *o = *u->options;
    o->doubtful = false;
    like.options = o;
    return kp_pipeline_again(u->arena, &like, NULL);
}

struct kp_unit *kp_build_plan(struct kp_settings *s, struct kp_unit *u, const struct kp_nvcc *nvcc)
{
    struct kp_step_back how = {.nvcc = nvcc, .jobs = s->jobs};
    double start = kp_now();
    struct kp_unit *v;

    if (!read_cases(s, &how))
        return NULL;
    how.merges = s->options.merge_auto || (s->build && !s->options.merge.x);
    if (s->build)
        return kp_step_back(u, &how);
    if (!kp_any_pipelined(u))
        return u;
    how.progress = s->quiet ? NULL : progress;
    v = kp_step_back(u, &how);
    if (!s->quiet)
        kp_progress_line("");
    if (v->self_check_failed)
        return v; /* what the compiler does not take is not written */
    if (v->error) {
        const char *why = v->error;

        u->error = u->error_lines = NULL;
        return without(s, u, why);
    }
    if (!any_built(v))
        return without(s, u,
                       "nothing of it could be built: no kernel with these loops has an "
                       "instance in this file");
    if (!s->quiet)
        fprintf(stderr,
                "kpipe: note: %s: %zu versions built for %s in %.1f s; registers, blocks per SM%s "
                "decide (--fast: the source alone)\n",
                kp_printable(s->arena, u->source.path), how.built, u->options->arch,
                kp_now() - start, how.predicts ? " and predicted times" : "");
    return v;
}

void kp_say_unbuilt(const struct kp_settings *s, const struct kp_unit *u)
{
    for (size_t i = 0; i < u->loops.n; i++) {
        const struct kp_loop *l = u->loops.v[i];

        if (kp_is_pipelined(l) && !l->plan.built.known)
            fprintf(stderr, "kpipe: note: '%s': its plan rests on the source alone: %s\n",
                    kp_printable(s->arena, l->function->name),
                    l->function->is_template
                        ? "no instance of the template is visible, so --build has no machine code "
                          "of it; [instances] of a .kpipe.ini names one"
                        : "--build found no machine code of it");
    }
}

void kp_say_unmerged(const struct kp_settings *s, bool builds)
{
    if (s->options.merge_auto && !s->quiet && (!builds || !s->cases.n))
        fprintf(stderr, "kpipe: note: --merge auto leaves blocks as they are: %s\n",
                builds ? "the size of the grid is not known (--case)"
                       : "nothing is built (it needs nvcc; with -n or --json, --build)");
}
