/* Launches, their work and their times, for `kpipe analyze`. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "case/case.h"
#include "cmd/analyze.h"
#include "cmd/proof.h"
#include "gpu/bench.h"
#include "util/subprocess.h"

enum { ROUNDS = 41, LIMIT_S = 60, BUDGET_S = 10 };

/* ---- which sizes ---------------------------------------------------------------------------- */

/* One launch: settings NAME=N; a name of "" stands for every size of the case. */
struct launch {
    KP_VEC(const char *) names;
    KP_VEC(const char *) values;
};

struct launches {
    KP_VEC(struct launch) v;
};

static void fix(struct kp_arena *a, struct launch *l, const char *name, const char *value)
{
    kp_push(a, &l->names, name);
    kp_push(a, &l->values, value);
}

/* "NAME=N" goes to every launch, "NAME=N,N" and "N,N" make launches. False after a complaint. */
static bool read_sizes(struct kp_settings *s, struct launches *to)
{
    struct launch common = {0};
    const char *list = NULL;

    for (size_t i = 0; i < s->sizes.n; i++) {
        const char *text = s->sizes.v[i], *eq = strchr(text, '=');

        if (eq && !strchr(eq, ',')) {
            fix(s->arena, &common, kp_strndup(s->arena, text, (size_t)(eq - text)), eq + 1);
        } else if (list) {
            kp_complain("--size: one list of sizes at a time, not '%s' and '%s'", list, text);
            return false;
        } else {
            list = text;
        }
    }
    if (list) {
        const char *eq = strchr(list, '='), *p = eq ? eq + 1 : list;
        const char *name = eq ? kp_strndup(s->arena, list, (size_t)(eq - list)) : "";

        for (;; p++) {
            size_t n = strcspn(p, ",");
            struct launch one = {0};

            for (size_t i = 0; i < common.names.n; i++)
                fix(s->arena, &one, common.names.v[i], common.values.v[i]);
            fix(s->arena, &one, name, kp_strndup(s->arena, p, n));
            kp_push(s->arena, &to->v, one);
            p += n;
            if (!*p)
                break;
        }
    } else {
        kp_push(s->arena, &to->v, common);
    }
    return true;
}

/* ---- one launch ----------------------------------------------------------------------------- */

/* The case at these sizes; NULL, or what is wrong. */
static const char *read_case(struct kp_settings *s, const struct launch *l, struct kp_case **to)
{
    const char *error = NULL;
    struct kp_case *c = kp_case_read(s->arena, s->cases.v[0], &error);

    for (size_t i = 0; c && !error && i < l->names.n; i++) {
        bool found = false;

        for (size_t k = 0; k < c->sizes.n; k++)
            if (!*l->names.v[i] || kp_streq(l->names.v[i], c->sizes.v[k].name))
                found |= kp_case_fix_size(c, c->sizes.v[k].name, l->values.v[i]);
        if (!found)
            error = kp_sprintf(s->arena, "%s has no size '%s'", c->path, l->names.v[i]);
    }
    *to = c;
    return error ? error : kp_case_bind(c, KP_CASE_LARGE, NULL, 0);
}

/* A formula's value, 0 when the case does not have it. */
static const char *work(struct kp_arena *a, const struct kp_case *c, struct kp_case_text text,
                        double *to)
{
    struct kp_number n;
    const char *error;

    if (!text.s)
        return NULL;
    error = kp_case_eval(c, a, text, &n);
    if (!error)
        *to = n.d > 0 ? n.d : 0;
    return error;
}

static const char *describe(struct kp_arena *a, const struct kp_case *c, struct kp_facts *f,
                            struct kp_analyzed_launch *p)
{
    struct kp_case_data d;
    const char *error = kp_case_launch(c, a, &d);

    if (!error)
        error = work(a, c, c->flops, &p->flops);
    if (!error)
        error = work(a, c, c->bytes, &p->bytes);
    if (error)
        return error;
    p->sizes = kp_case_sizes_text(c, a);
    p->blocks = (int64_t)d.grid[0] * d.grid[1] * d.grid[2];
    p->work_by = KP_BY_CASE;
    f->threads = (int)(d.block[0] * d.block[1] * d.block[2]);
    f->smem_dynamic = (int64_t)d.dynamic_smem;
    f->threads_by = f->smem_by = KP_BY_CASE;
    return NULL;
}

/* ---- times ---------------------------------------------------------------------------------- */

/* The median of the first version, if it is of this launch. */
static const char *take_result(struct kp_arena *a, const struct kp_case *c, const char *json,
                               size_t n, struct kp_analyzed_launch *p)
{
    struct kp_result r;
    const char *error = kp_result_read(a, json, n, &r);

    if (error)
        return kp_sprintf(a, "this is not an answer of kpipe-runner: %s", error);
    if (r.error)
        return r.error;
    if (r.kernel && !kp_streq(r.kernel, c->kernel))
        return kp_sprintf(a, "the results are of kernel %s, the case is of %s", r.kernel,
                          c->kernel);
    if (r.sizes && !kp_streq(r.sizes, p->sizes))
        return kp_sprintf(a, "the results are of %s, the launch is of %s: see --size", r.sizes,
                          p->sizes);
    if (!r.versions.n || !r.versions.v[0].cold.n)
        return kp_sprintf(a, "the kernel was not timed: %s",
                          r.versions.n && r.versions.v[0].why ? r.versions.v[0].why : "no runs");
    p->ms = r.versions.v[0].cold.median;
    p->ms_by = KP_BY_MEASUREMENT;
    return NULL;
}

static const char *measure(struct kp_settings *s, struct kp_analyzed *to, struct kp_case *c,
                           struct kp_analyzed_launch *p)
{
    struct kp_bench b = {.arena = s->arena,
                         .c = c,
                         .runs = s->runs ? s->runs : ROUNDS,
                         .limit = LIMIT_S,
                         .warm_up = 0.3,
                         .budget = BUDGET_S,
                         .no_reference = true,
                         .jobs = s->jobs};
    struct kp_bundle bundle;
    const char *error = kp_toolkit_find(s, to->path, &b.nvcc);
    char *json = NULL;
    size_t n = 0;

    b.nvcc.arch = to->arch;
    kp_push(s->arena, &b.versions,
            ((struct kp_bench_version){.label = "kernel", .path = to->path}));
    if (!error)
        error = kp_bench_build(&b);
    if (!error)
        error = kp_bench_bundle(&b, &bundle);
    if (!error)
        error = kp_bench_run(&bundle, s->runner, &json, &n);
    return error ? error : take_result(s->arena, c, json, n, p);
}

static const char *from_results(struct kp_settings *s, const struct kp_case *c,
                                struct kp_analyzed_launch *p)
{
    int fd = open(s->results, O_RDONLY | O_CLOEXEC);
    size_t n = 0;
    char *json = fd >= 0 ? kp_read_all(s->arena, fd, &n) : NULL;
    const char *error = json ? NULL : kp_sprintf(s->arena, "%s: %s", s->results, strerror(errno));

    if (fd >= 0)
        close(fd);
    return error ? error : take_result(s->arena, c, json, n, p);
}

static const char *time_of(struct kp_settings *s, struct kp_analyzed *to, struct kp_case *c,
                           struct kp_analyzed_launch *p)
{
    if (s->time_ms) {
        p->ms = s->time_ms;
        p->ms_by = KP_BY_USER;
    }
    if (s->measure || s->runner)
        return measure(s, to, c, p);
    return s->results ? from_results(s, c, p) : NULL;
}

/* ---- all of it ------------------------------------------------------------------------------ */

/* The kernel that the case is about; NULL, and a message. */
static struct kp_analysis *kernel_of(struct kp_arena *a, const struct kp_case *c,
                                     struct kp_analyzed *to, const char **error)
{
    const char **names = kp_new_array(a, const char *, to->kernels.n + 1), *symbol;

    for (size_t i = 0; i < to->kernels.n; i++) {
        names[i] = to->kernels.v[i].facts->symbol;
        if (to->kernels.v[i].facts->evidence == KP_BY_SOURCE && kp_streq(names[i], c->kernel))
            return &to->kernels.v[i];
    }
    symbol = kp_case_entry(c, a, names, to->kernels.n, error);
    for (size_t i = 0; symbol && i < to->kernels.n; i++)
        if (kp_streq(names[i], symbol))
            return &to->kernels.v[i];
    return NULL;
}

static bool by_case(struct kp_settings *s, struct kp_analyzed *to)
{
    struct launches all = {0};
    const char *error = NULL;

    if (!read_sizes(s, &all))
        return false;
    if (all.v.n > 1 && (s->time_ms || s->results)) {
        kp_complain("a time belongs to one launch: several sizes need --measure");
        return false;
    }
    for (size_t i = 0; i < all.v.n && !error; i++) {
        struct kp_analyzed_launch p = {0};
        struct kp_analysis *x = NULL;
        struct kp_case *c;

        error = read_case(s, &all.v.v[i], &c);
        if (!error)
            x = kernel_of(s->arena, c, to, &error);
        if (x)
            error = describe(s->arena, c, x->facts, &p);
        if (!error)
            error = time_of(s, to, c, &p);
        if (!error)
            kp_push(s->arena, &x->points, p);
    }
    if (error)
        kp_proof_error(s->cases.v[0], error);
    return !error;
}

/* Each kernel's part of the reports; a launch without a time takes theirs. */
static void take_profile(struct kp_arena *a, const struct kp_profile *profile,
                         struct kp_analysis *x)
{
    double ns;

    x->profile = kp_profile_of(profile, x->facts->name);
    if (!x->profile || !kp_profile_value(x->profile, "time_ns", &ns) || ns <= 0)
        return;
    if (!x->points.n)
        kp_push(a, &x->points, (struct kp_analyzed_launch){0});
    if (x->points.n == 1 && !x->points.v[0].ms) {
        x->points.v[0].ms = ns * 1e-6;
        x->points.v[0].ms_by = KP_BY_PROFILER;
    }
}

static bool read_profiles(struct kp_settings *s, struct kp_analyzed *to)
{
    struct kp_profile *profile = kp_new(s->arena, struct kp_profile);
    const char *error = NULL;

    for (size_t i = 0; i < s->ncu.n; i++)
        if (!kp_read_ncu(s->arena, s->ncu.v[i], to->rules, profile, &error)) {
            kp_complain("%s", error);
            return false;
        }
    if (profile->note)
        kp_push(s->arena, &to->notes, profile->note);
    to->has_profile = s->ncu.n > 0;
    for (size_t i = 0; i < to->kernels.n; i++)
        take_profile(s->arena, profile, &to->kernels.v[i]);
    return true;
}

static bool by_flags(struct kp_settings *s, struct kp_analyzed *to)
{
    struct kp_analyzed_launch p = {.flops = s->flops, .bytes = s->bytes, .ms = s->time_ms};

    if (!p.flops && !p.bytes && !p.ms)
        return true;
    if (to->kernels.n > 1) {
        kp_complain(
            "--flops, --bytes and --time-ms are of one kernel, and there are %zu: choose one "
            "with --kernel",
            to->kernels.n);
        return false;
    }
    p.work_by = p.flops || p.bytes ? KP_BY_USER : KP_BY_NOTHING;
    p.ms_by = p.ms ? KP_BY_USER : KP_BY_NOTHING;
    kp_push(s->arena, &to->kernels.v[0].points, p);
    return true;
}

bool kp_analyze_launches(struct kp_settings *s, struct kp_analyzed *to)
{
    return (s->cases.n ? by_case(s, to) : by_flags(s, to)) && read_profiles(s, to);
}
