#define _GNU_SOURCE
#include "simt/verify.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "build/tool.h"
#include "util/str.h"

struct version {
    const char *name, *path;
    struct kp_ptx *module;
    const char *kernel;
};

/* The way of one launch: what is the same for a program's meaning, and may not change its result.
 */
struct way {
    const char *order, *landing;
    uint64_t seed;
    enum kp_simt_landing land;
};

struct session {
    struct kp_arena *arena;
    struct kp_case *c;
    const struct kp_verify_options *o;
    struct kp_verdict *v;
    const char *temp;
    struct version original, rewritten;
};

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool load(struct session *s, struct version *x, const char *name, const char *path)
{
    size_t n;
    const char *error;
    const struct kp_nvcc_source source = {.path = path};
    char *text = kp_nvcc_ptx(s->arena, &s->o->nvcc, s->temp, &source, &n, &error);

    x->name = name;
    x->path = path;
    if (text)
        x->module = kp_simt_parse(s->arena, text, n, &error);
    if (x->module) {
        kp_simt_rename_file(x->module, kp_nvcc_place(s->arena, s->temp, path), path);
        x->kernel = kp_simt_case_kernel(s->c, s->arena, x->module, &error);
    }
    if (!x->kernel)
        s->v->error = kp_sprintf(s->arena, "%s: %s", path, error);
    return x->kernel != NULL;
}

static void fail(struct session *s, struct kp_check *check, const char *why)
{
    check->failure = why;
    s->v->passed = false;
    if (!s->v->why)
        s->v->why = kp_sprintf(s->arena, "%s, %s, %s order, copies landing %s: %s", check->version,
                               check->sizes, check->order, check->landing, why);
}

/* The first serious alarm, as a sentence. */
static const char *first_alarm(const struct kp_simt_report *r)
{
    for (size_t k = 0; k < r->n_alarms; k++)
        if (!r->alarms[k].note)
            return r->alarms[k].text;
    return NULL;
}

/* One launch on fresh data; NULL on an error that ends everything. */
static struct kp_check *launch(struct session *s, const struct version *x, const struct way *way,
                               struct kp_case_data *d)
{
    struct kp_simt_options options = {
        .seed = way->seed, .landing = way->land, .jobs = s->o->jobs, .seconds = s->o->seconds};
    struct kp_check check = {.version = x->name,
                             .order = way->order,
                             .landing = way->landing,
                             .sizes = kp_case_sizes_text(s->c, s->arena)};
    struct kp_simt_launch l;
    struct kp_check *c;
    double start = now();

    s->v->error = kp_case_data(s->c, s->arena, d);
    if (s->v->error)
        return NULL;
    l = kp_simt_case_launch(d, s->arena, x->kernel);
    kp_simt_run(s->arena, x->module, &l, &options, &check.report);
    check.seconds = now() - start;
    kp_push(s->arena, &s->v->checks, check);
    c = &s->v->checks.v[s->v->checks.n - 1];
    if (first_alarm(&c->report))
        fail(s, c, first_alarm(&c->report));
    else if (c->report.error)
        fail(s, c, c->report.error);
    s->v->float_atomics |= c->report.has_float_atomics;
    return c;
}

static const struct kp_case_arg *arg_of(const struct session *s, const struct kp_case_data *d,
                                        size_t b)
{
    return &s->c->args.v[d->buffers[b].arg];
}

static bool is_output(const struct session *s, const struct kp_case_data *d, size_t b)
{
    return s->c->deterministic && arg_of(s, d, b)->role != KP_CASE_IN;
}

static const char *difference(struct session *s, const struct kp_case_data *want,
                              const struct kp_case_data *got)
{
    for (size_t b = 0; b < want->n_buffers; b++) {
        const struct kp_case_buffer *x = &want->buffers[b], *y = &got->buffers[b];
        enum kp_case_type t = arg_of(s, want, b)->type;
        size_t size = kp_case_type_size(t), n = x->size / size, differ = 0, first = 0;
        if (!is_output(s, want, b) || !memcmp(x->data, y->data, x->size))
            continue;
        for (size_t i = n; i-- > 0;) {
            if (memcmp((char *)x->data + i * size, (char *)y->data + i * size, size)) {
                differ++;
                first = i;
            }
        }
        return kp_sprintf(s->arena,
                          "%zu of %zu elements of %s differ, first %s[%zu]: %.9g, not %.9g", differ,
                          n, x->name, x->name, first, kp_case_element(t, y->data, first),
                          kp_case_element(t, x->data, first));
    }
    return NULL;
}

/* Errors in units of the tolerance; what is not a number only in one of the two is infinitely
 * wrong. */
static const char *inaccuracy(struct session *s, const struct kp_case_data *want,
                              const struct kp_case_data *got, double *worst)
{
    const char *text = NULL;

    for (size_t b = 0; b < want->n_buffers; b++) {
        const struct kp_case_buffer *x = &want->buffers[b];
        enum kp_case_type t = arg_of(s, want, b)->type;
        if (!is_output(s, want, b))
            continue;
        for (size_t i = 0; i < x->size / kp_case_type_size(t); i++) {
            double w = kp_case_element(t, x->data, i);
            double g = kp_case_element(t, got->buffers[b].data, i);
            double allowed = s->c->abs + s->c->rel * fabs(w), e;
            e = g == w ? 0 : fabs(g - w) / (allowed > 0 ? allowed : 1e-300);
            if (!(e <= *worst))
                *worst = e == e ? e : INFINITY;
            if (!(e <= 1) && !text)
                text = kp_sprintf(s->arena, "%s[%zu] is %.9g, the reference says %.9g", x->name, i,
                                  g, w);
        }
    }
    return text;
}

static bool check_reference(struct session *s, struct kp_check *check,
                            const struct kp_case_data *got)
{
    struct kp_case_data want;
    const char *why;

    if (!s->c->reference)
        return true;
    s->v->error = kp_case_data(s->c, s->arena, &want);
    if (!s->v->error)
        s->v->error = kp_case_reference(s->c, s->arena, s->temp, &want);
    if (s->v->error)
        return false;
    s->v->has_reference = true;
    why = inaccuracy(s, &want, got, &s->v->worst);
    if (why && !check->failure)
        fail(s, check, why);
    return true;
}

static size_t ways_of(struct session *s, struct way **ways)
{
    size_t n = 4 + s->o->orders;
    struct way *w = kp_new_array(s->arena, struct way, n);
    static const struct way fixed[] = {
        {"natural", "late", 0, KP_LAND_LATE},
        {"reversed", "late", 1, KP_LAND_LATE},
        {"natural", "at random", 0, KP_LAND_RANDOM},
        {"natural", "at once", 0, KP_LAND_EAGER},
    };

    memcpy(w, fixed, sizeof fixed);
    for (unsigned k = 0; k < s->o->orders; k++)
        w[4 + k] =
            (struct way){kp_sprintf(s->arena, "shuffled (%u)", k + 2), k % 2 ? "at random" : "late",
                         k + 2, k % 2 ? KP_LAND_RANDOM : KP_LAND_LATE};
    *ways = w;
    return n;
}

/* Everything at the sizes that are bound now. False: stop. */
static bool at_sizes(struct session *s)
{
    struct way *ways;
    size_t n = ways_of(s, &ways);
    struct kp_case_data want, got;
    struct kp_check *check = launch(s, &s->original, &ways[0], &want);

    if (!check || !check_reference(s, check, &want) || check->failure)
        return false;
    for (size_t k = 0; k < n; k++) {
        const struct version *x = s->rewritten.kernel ? &s->rewritten : &s->original;
        const char *why;
        /* where no copy is asynchronous, landing makes no difference */
        bool same_as_first = ways[k].land != KP_LAND_LATE && !check->report.uses_async && k;
        if ((x == &s->original && k == 0) || same_as_first)
            continue;
        check = launch(s, x, &ways[k], &got);
        if (!check || check->failure)
            return false;
        why = s->v->float_atomics && ways[k].seed ? inaccuracy(s, &want, &got, &(double){0})
                                                  : difference(s, &want, &got);
        if (why) {
            fail(s, check, why);
            return false;
        }
    }
    return true;
}

static bool bind(struct session *s, bool large, const char *name, int64_t value)
{
    s->v->error = kp_case_bind(s->c, large, name, value);
    return !s->v->error;
}

static void all_sizes(struct session *s)
{
    struct kp_number step;

    for (unsigned t = 0; s->c->tiles_size.s && t <= s->o->tiles; t++) {
        if (!bind(s, false, NULL, 0))
            return;
        s->v->error = kp_case_eval(s->c, s->arena, s->c->tiles_step, &step);
        if (s->v->error || !bind(s, false, s->c->tiles_size.s, step.i * t) || !at_sizes(s))
            return;
    }
    if (!bind(s, false, NULL, 0) || !at_sizes(s) || !s->o->large)
        return;
    if (bind(s, true, NULL, 0))
        at_sizes(s);
}

void kp_verify(struct kp_arena *a, struct kp_case *c, const char *original, const char *rewritten,
               const struct kp_verify_options *o, struct kp_verdict *v)
{
    struct session s = {.arena = a, .c = c, .o = o, .v = v};

    memset(v, 0, sizeof *v);
    v->passed = true;
    s.temp = kp_temp_new(a, &v->error);
    if (!s.temp)
        return;
    if (load(&s, &s.original, "original", original) &&
        (!rewritten || load(&s, &s.rewritten, "rewritten", rewritten)))
        all_sizes(&s);
    kp_temp_remove(s.temp);
    v->passed &= !v->error;
}
