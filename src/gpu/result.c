#include "gpu/result.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "util/str.h"

enum { MOST_SIZES = 8 };

/* Of one version at one size. n: rounds in which it was timed, the first ones. */
struct samples {
    const double *cold, *warm;
    size_t n;
};

struct reader {
    struct kp_arena *arena;
    size_t timed;                        /* index of the timed size */
    struct samples original[MOST_SIZES]; /* the first size that is timed, and others */
};

/* Texts come from another machine and end on a terminal: no control characters. */
static const char *keep(struct kp_arena *a, json_t *o, const char *key)
{
    const char *s = json_string_value(json_object_get(o, key));
    char *copy = s ? kp_strdup(a, s) : NULL;

    for (char *p = copy; p && *p; p++)
        if ((unsigned char)*p < ' ' || *p == 127)
            *p = '?';
    return copy;
}

/* Far from any figure that was measured, and small enough to be added to others. */
static int64_t bounded(json_t *number)
{
    const int64_t most = (int64_t)1 << 53, n = json_integer_value(number);

    return n > most ? most : n < -most ? -most : n;
}

static int64_t whole(json_t *o, const char *key)
{
    return bounded(json_object_get(o, key));
}

static double real(json_t *o, const char *key)
{
    return json_number_value(json_object_get(o, key));
}

/* A figure for which null stands where JSON has no number. */
static double maybe_infinite(json_t *o, const char *key)
{
    json_t *v = json_object_get(o, key);

    return json_is_null(v) ? INFINITY : json_number_value(v);
}

static const double *read_samples(struct kp_arena *a, json_t *list, size_t *n)
{
    double *v = kp_new_array(a, double, json_array_size(list) + 1);
    json_t *x;
    size_t k;

    *n = json_array_size(list);
    json_array_foreach(list, k, x)
    {
        v[k] = json_number_value(x);
        if (!(v[k] > 0))
            *n = 0; /* a time that is none spoils them all */
    }
    return *n == json_array_size(list) ? v : NULL;
}

/* n is 0 when what the object holds are no times. */
static struct samples samples_of(struct reader *r, json_t *o)
{
    struct samples s = {0};
    size_t warm_n;

    s.cold = read_samples(r->arena, json_object_get(o, "cold_ms"), &s.n);
    s.warm = read_samples(r->arena, json_object_get(o, "warm_ms"), &warm_n);
    if (warm_n != s.n)
        s.n = 0;
    return s;
}

static void read_also(struct reader *r, json_t *list, struct kp_measured_version *v, bool first)
{
    json_t *o;
    size_t k;

    json_array_foreach(list, k, o)
    {
        struct kp_measured_at at = {.size = keep(r->arena, o, "size")};
        struct samples s = samples_of(r, o);

        if (!at.size || !s.n || k + 1 >= MOST_SIZES)
            continue;
        at.cold = kp_spread_of(s.cold, s.n);
        if (first)
            r->original[k + 1] = s;
        else if (r->original[k + 1].n >= s.n)
            at.speedup = kp_paired_ratio(r->original[k + 1].cold, s.cold, s.n);
        kp_push(r->arena, &v->also, at);
    }
}

static void read_times(struct reader *r, json_t *o, struct kp_measured_version *v, bool first)
{
    const struct samples s = samples_of(r, o);

    if (v->status != KP_MEASURED_OK || !s.n)
        return;
    v->cold = kp_spread_of(s.cold, s.n);
    v->warm = kp_spread_of(s.warm, s.n);
    if (first) {
        r->original[0] = s;
    } else if (r->original[0].n >= s.n) {
        v->speedup = kp_paired_ratio(r->original[0].cold, s.cold, s.n);
        v->warm_speedup = kp_paired_ratio(r->original[0].warm, s.warm, s.n);
    }
    read_also(r, json_object_get(o, "also"), v, first);
}

const struct kp_measured_at *kp_result_at(const struct kp_measured_version *v, const char *size)
{
    for (size_t k = 0; k < v->also.n; k++)
        if (!strcmp(v->also.v[k].size, size))
            return &v->also.v[k];
    return NULL;
}

const struct kp_measured_at *kp_result_too_slow(const struct kp_measured_version *v)
{
    const struct kp_measured_at *worst = NULL;

    for (size_t k = 0; k < v->also.n; k++) {
        const struct kp_measured_at *x = &v->also.v[k];

        if (x->speedup.n && x->speedup.median < KP_TOO_SLOW &&
            (!worst || x->speedup.median < worst->speedup.median))
            worst = x;
    }
    return worst;
}

static void read_checks(json_t *list, size_t n_sizes, struct kp_measured_version *v)
{
    json_t *c;
    size_t k;

    v->compared = json_array_size(list) == n_sizes;
    json_array_foreach(list, k, c)
    {
        if (__builtin_add_overflow(v->differing_bytes, whole(c, "differing_bytes"),
                                   &v->differing_bytes))
            v->differing_bytes = INT64_MAX;
        if (!json_object_get(c, "max_abs_error"))
            continue;
        v->has_reference = true;
        v->max_error = fmax(v->max_error, maybe_infinite(c, "max_abs_error"));
        v->over_tolerance = fmax(v->over_tolerance, maybe_infinite(c, "error_over_tolerance"));
    }
}

static const char *read_version(struct reader *r, json_t *o, json_t *echo, size_t n_sizes,
                                struct kp_result *to)
{
    static const char *const names[] = {"ok", "mismatch", "fault", "not run"};
    struct kp_measured_version v = {.label = keep(r->arena, o, "label")};
    const char *status = json_string_value(json_object_get(o, "status"));
    size_t k = 0;

    while (status && k < 4 && strcmp(names[k], status))
        k++;
    if (!status || k == 4 || !v.label)
        return "a version has no label or no status";
    v.status = (enum kp_measured)k;
    v.why = keep(r->arena, o, "why");
    v.unchecked = json_is_true(json_object_get(o, "unchecked"));
    if (!v.why && v.status != KP_MEASURED_OK)
        v.why = "no reason given";
    read_checks(json_object_get(o, "checks"), n_sizes, &v);
    v.has_figures = json_object_get(o, "registers") != NULL;
    v.registers = whole(o, "registers");
    v.spills = whole(echo, "spills");
    v.half = keep(r->arena, echo, "half");
    v.of = keep(r->arena, echo, "of");
    v.smem = whole(o, "static_smem") +
             bounded(json_array_get(json_object_get(o, "dynamic_smem"), r->timed));
    v.blocks_per_sm = bounded(json_array_get(json_object_get(o, "blocks_per_sm"), r->timed));
    read_times(r, o, &v, to->versions.n == 0);
    kp_push(r->arena, &to->versions, v);
    return NULL;
}

static void read_machine(struct kp_arena *a, json_t *o, struct kp_gpu_machine *m)
{
    m->device = keep(a, o, "device");
    m->compute_capability = keep(a, o, "compute_capability");
    m->sms = whole(o, "sms");
    m->l2_bytes = whole(o, "l2_bytes");
    m->clock_khz = whole(o, "clock_khz");
    m->memory_bytes = whole(o, "memory_bytes");
    m->driver = whole(o, "driver");
}

static void read_echo(struct kp_arena *a, json_t *echo, size_t timed, struct kp_result *r)
{
    json_t *work = json_array_get(json_object_get(echo, "work"), timed);

    r->kernel = keep(a, echo, "kernel");
    r->kpipe = keep(a, echo, "kpipe");
    r->flops = real(work, "flops");
    r->bytes = real(work, "bytes");
}

/* Versions that could not be built stand behind those that were run. */
static void read_failed(struct kp_arena *a, json_t *list, struct kp_result *r)
{
    json_t *o;
    size_t k;

    json_array_foreach(list, k, o)
    {
        struct kp_measured_version v = {.label = keep(a, o, "label"), .why = keep(a, o, "why")};

        v.status = KP_MEASURED_UNBUILT;
        if (v.label && v.why)
            kp_push(a, &r->versions, v);
    }
}

static void join_halves(struct kp_result *r)
{
    for (size_t i = 0; i < r->versions.n; i++) {
        const struct kp_measured_version *half = &r->versions.v[i];

        for (size_t k = 0; k < r->versions.n && half->half && half->cold.n; k++) {
            struct kp_measured_version *v = &r->versions.v[k];

            if (v->half || (half->of ? strcmp(v->label, half->of) != 0 : k == 0))
                continue;
            if (!strcmp(half->half, "compute"))
                v->compute_ms = half->cold.median;
            else
                v->load_ms = half->cold.median;
        }
    }
}

double kp_result_bound(const struct kp_measured_version *v)
{
    return v->compute_ms > 0 && v->load_ms > 0 ? fmax(v->compute_ms, v->load_ms) : 0;
}

static const char *read_document(struct kp_arena *a, json_t *root, struct kp_result *r)
{
    json_t *sizes = json_object_get(root, "sizes"), *list = json_object_get(root, "versions"), *o;
    json_t *error = json_object_get(root, "error"), *echo = json_object_get(root, "echo");
    struct reader reader = {.arena = a};
    const char *what = NULL;
    size_t k;

    if (whole(root, "version") != 1)
        return "it is of a version that this kpipe does not know";
    read_machine(a, json_object_get(root, "machine"), &r->machine);
    if (error) {
        r->error = keep(a, error, "text");
        r->code = keep(a, error, "code");
        return r->error && r->code ? NULL : "it has an error without a text";
    }
    if (!json_is_array(sizes) || !json_is_array(list) || !r->machine.device ||
        !r->machine.compute_capability)
        return "sizes, versions or machine are missing";
    json_array_foreach(sizes, k, o)
    {
        struct kp_other_size other = {keep(a, o, "name"), keep(a, o, "text")};

        if (!json_is_true(json_object_get(o, "timed")))
            continue;
        if (r->sizes) {
            if (other.name && other.text)
                kp_push(a, &r->others, other);
            continue;
        }
        reader.timed = k;
        r->sizes = other.text;
    }
    r->date = keep(a, root, "date");
    r->arch = keep(a, root, "arch");
    r->deterministic = json_is_true(json_object_get(root, "deterministic"));
    read_echo(a, echo, reader.timed, r);
    json_array_foreach(list, k, o) if (!what) what =
        read_version(&reader, o, json_array_get(json_object_get(echo, "versions"), k),
                     json_array_size(sizes), r);
    read_failed(a, json_object_get(echo, "failed"), r);
    join_halves(r);
    return what;
}

const char *kp_result_read(struct kp_arena *a, const char *json, size_t n, struct kp_result *r)
{
    json_error_t e;
    json_t *root = json_loadb(json, n, JSON_REJECT_DUPLICATES, &e);
    const char *what;

    memset(r, 0, sizeof *r);
    if (!root)
        return kp_sprintf(a, "line %d: %s", e.line, e.text);
    what = read_document(a, root, r);
    json_decref(root);
    return what;
}

bool kp_result_sound(const struct kp_result *r)
{
    for (size_t k = 0; k < r->versions.n; k++)
        if (r->versions.v[k].status != KP_MEASURED_OK)
            return false;
    return true;
}
