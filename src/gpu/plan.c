/* The bundle of a measurement: plan.json (docs/user/bench.md gives the format) and the files it
 * names.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build/parallel.h"
#include "build/tool.h"
#include "gpu/bench.h"
#include "kp.h"
#include "util/str.h"
#include "util/system.h"

enum { REFERENCE_SECONDS = 900 }; /* at large sizes */

struct planner {
    struct kp_bench *b;
    struct kp_arena *arena;
    struct kp_bundle *to;
    json_t *sizes, *work, **smem; /* smem: one array per version */
};

static const char *number(const struct planner *p, struct kp_case_text expression, double *to)
{
    struct kp_number n = {0};
    const char *error = expression.s ? kp_case_eval(p->b->c, p->arena, expression, &n) : NULL;

    *to = n.d;
    return error;
}

static const char *hex(struct kp_arena *a, const unsigned char *bytes, size_t n)
{
    struct kp_str s = kp_str_new(a);

    for (size_t k = 0; k < n; k++)
        kp_str_addf(&s, "%02x", bytes[k]);
    return kp_str_text(&s);
}

/* What the CPU reference leaves in the outputs becomes files of the bundle, one per argument. */
static const char *add_reference(struct planner *p, const char **expect)
{
    struct kp_case_data d;
    const char *error, *temp;

    if (p->b->no_reference || !p->b->c->reference_file || !p->b->c->deterministic)
        return NULL;
    temp = kp_temp_new(p->arena, &error);
    if (!temp)
        return error;
    error = kp_case_data(p->b->c, p->arena, &d);
    if (!error)
        error = kp_case_reference(p->b->c, p->arena, temp, REFERENCE_SECONDS, &d);
    kp_temp_remove(temp);
    for (size_t k = 0; k < d.n_buffers && !error; k++) {
        const struct kp_case_buffer *x = &d.buffers[k];
        if (x->is_const)
            continue;
        expect[x->arg] = kp_sprintf(p->arena, "expect%zu.bin", x->arg);
        kp_bundle_add(p->to, expect[x->arg], x->data, x->size, false);
    }
    return error;
}

/* Contents from a file of the user's travel along; those of a recipe are made there. */
static const char *contents(struct planner *p, size_t k, const struct kp_recipe *r, json_t *o)
{
    const char *name, *error;
    void *data;
    size_t n;

    if (r->fill != KP_FILL_FILE) {
        json_object_set_new(o, "fill",
                            json_pack("{s:s, s:s, s:[f, f, f]}", "name",
                                      kp_fill_table[r->fill].name, "seed",
                                      kp_sprintf(p->arena, "%016" PRIx64, r->seed), "p", r->p[0],
                                      r->p[1], r->p[2]));
        return NULL;
    }
    error = kp_case_fill(p->b->c, p->arena, k, &data, &n);
    if (error)
        return error;
    name = kp_sprintf(p->arena, "size%zu-input%zu.bin", json_array_size(p->sizes), k);
    kp_bundle_add(p->to, name, data, n, false);
    json_object_set_new(o, "file", json_string(name));
    return NULL;
}

static const char *array(struct planner *p, size_t k, const struct kp_case_buffer *b,
                         const char *expect, json_t *o)
{
    const struct kp_case_arg *x = &p->b->c->args.v[k];
    struct kp_recipe r;
    size_t count;
    const char *error = kp_case_recipe(p->b->c, p->arena, k, &r, &count);

    if (error)
        return error;
    json_object_set_new(o, "type", json_string(kp_case_type_names[x->type]));
    json_object_set_new(o, "role", json_string(kp_case_role_names[x->role]));
    json_object_set_new(o, "count", json_integer((json_int_t)count));
    if (expect)
        json_object_set_new(o, "expect", json_string(expect));
    if (b->misalign)
        json_object_set_new(o, "shift", json_integer((json_int_t)b->misalign));
    return contents(p, k, &r, o);
}

static const char *args(struct planner *p, const struct kp_case_data *d, const char **expect,
                        json_t *list)
{
    const char *error = NULL;

    for (size_t k = 0; k < p->b->c->args.n && !error; k++) {
        json_t *o = json_pack("{s:s}", "name", p->b->c->args.v[k].name);
        json_array_append_new(list, o);
        if (d->params[k].buffer < 0)
            json_object_set_new(o, "value",
                                json_string(hex(p->arena, d->params[k].bytes, d->params[k].size)));
        else
            error = array(p, k, &d->buffers[d->params[k].buffer], expect[k], o);
    }
    return error;
}

struct kp_case_text kp_bench_smem(struct kp_arena *a, const struct kp_case *c,
                                  const struct kp_staged_smem *staged)
{
    struct kp_case_text smem = c->smem;
    const char *asked = smem.s ? smem.s : "0";

    if (staged->stages || staged->more)
        asked = smem.s = kp_sprintf(a, "ceildiv(%s, 128) * 128 * %u + %u", asked,
                                    staged->stages ? staged->stages : 1, staged->more);
    if (staged->least)
        smem.s = kp_sprintf(a, "max(%s, %u)", asked, staged->least);
    return smem;
}

/* Dynamic shared memory of every version at the bound sizes. */
static const char *smem(struct planner *p, const struct kp_case_data *d)
{
    for (size_t v = 0; v < p->b->versions.n; v++) {
        double bytes = (double)d->dynamic_smem;
        const char *error =
            p->b->versions.v[v].smem.s ? number(p, p->b->versions.v[v].smem, &bytes) : NULL;
        if (error)
            return error;
        json_array_append_new(p->smem[v], json_integer((json_int_t)bytes));
    }
    return NULL;
}

static json_t *triple(const uint32_t x[3])
{
    return json_pack("[I, I, I]", (json_int_t)x[0], (json_int_t)x[1], (json_int_t)x[2]);
}

/* A launch of the plan. */
struct size {
    const char *name;
    enum kp_case_at at;
    bool timed;
    const size_t *offset; /* per argument: elements by which its pointer is off; or NULL */
};

static const char *add_size(struct planner *p, const struct size *s)
{
    const struct kp_case *c = p->b->c;
    const char **expect = kp_new_array(p->arena, const char *, c->args.n + 1);
    const struct kp_case_variation v = {.offset = s->offset};
    struct kp_case_data d;
    double flops, bytes;
    json_t *list = json_array(), *o;
    const char *error = kp_case_bind(p->b->c, s->at, NULL, 0);

    if (error || (error = kp_case_launch_with(c, p->arena, &v, &d)) ||
        (error = number(p, c->flops, &flops)) || (error = number(p, c->bytes, &bytes)) ||
        (error = smem(p, &d)) || (s->at == KP_CASE_SMALL && (error = add_reference(p, expect))) ||
        (error = args(p, &d, expect, list))) {
        json_decref(list);
        return error;
    }
    o = json_pack("{s:s, s:s, s:b, s:o, s:o, s:o}", "name", s->name, "text",
                  kp_case_sizes_text(c, p->arena), "timed", s->timed, "grid", triple(d.grid),
                  "block", triple(d.block), "args", list);
    json_array_append_new(p->sizes, o);
    json_array_append_new(p->work, json_pack("{s:f, s:f}", "flops", flops, "bytes", bytes));
    return NULL;
}

/* The pointers of the case are as far off as it says, if it says so of any. */
static const char *add_shifted(struct planner *p)
{
    const struct kp_case *c = p->b->c;
    size_t *offset = kp_new_array(p->arena, size_t, c->args.n + 1);
    const char *error = kp_case_bind(p->b->c, KP_CASE_LARGE, NULL, 0);
    bool any = false;

    for (size_t k = 0; k < c->args.n && !error; k++) {
        error = kp_case_offset(c, p->arena, k, 0, &offset[k]);
        any |= offset[k] != 0;
    }
    return error || !any
               ? error
               : add_size(p, &(struct size){KP_RESULT_SHIFTED, KP_CASE_LARGE, true, offset});
}

/* The small sizes, where the reference is, and the large ones when these are to be timed and not
 * the same; with them what a run-time test of a version may refuse: awkward sizes, shifted
 * pointers. */
static const char *add_sizes(struct planner *p)
{
    struct kp_case *c = p->b->c;
    const char *error = kp_case_bind(c, KP_CASE_SMALL, NULL, 0), *small, *large;
    bool same;

    if (error)
        return error;
    small = kp_case_sizes_text(c, p->arena);
    if ((error = kp_case_bind(c, KP_CASE_LARGE, NULL, 0)))
        return error;
    large = kp_case_sizes_text(c, p->arena);
    same = p->b->small || kp_streq(small, large);
    error = add_size(p, &(struct size){"small", KP_CASE_SMALL, same, NULL});
    if (!error && !same)
        error = add_size(p, &(struct size){"large", KP_CASE_LARGE, true, NULL});
    if (p->b->small || error)
        return error;
    if (kp_case_has_odd(c))
        error = add_size(p, &(struct size){KP_RESULT_ODD, KP_CASE_ODD, true, NULL});
    return error ? error : add_shifted(p);
}

static json_t *text(const char *s)
{
    json_t *o = json_string(s);

    return o ? o : json_string("?");
}

static json_t *versions(struct planner *p, json_t *echo)
{
    json_t *list = json_array();

    for (size_t v = 0; v < p->b->versions.n; v++) {
        const struct kp_bench_version *x = &p->b->versions.v[v];
        const char *file = kp_sprintf(p->arena, "version%zu.cubin", v);
        kp_bundle_add(p->to, file, x->cubin, x->cubin_size, false);
        json_array_append_new(list, json_pack("{s:o, s:s, s:s, s:o, s:b}", "label", text(x->label),
                                              "file", file, "symbol", x->symbol, "smem", p->smem[v],
                                              "unchecked", x->unchecked));
        json_array_append_new(echo, json_pack("{s:i, s:s?, s:s?}", "spills",
                                              x->usage.spill_stores + x->usage.spill_loads, "half",
                                              x->half, "of", x->of));
    }
    return list;
}

/* They come back with the answer, to stand in its table. */
static json_t *failed(const struct kp_bench *b)
{
    json_t *list = json_array();

    for (size_t k = 0; k < b->failed.n; k++)
        json_array_append_new(list,
                              json_pack("{s:o, s:o}", "label", text(b->failed.v[k].label), "why",
                                        text(kp_build_line(b->arena, b->failed.v[k].why))));
    return list;
}

static void add_plan(struct planner *p)
{
    const struct kp_bench *b = p->b;
    const struct kp_case *c = b->c;
    json_t *echo_versions = json_array(), *list = versions(p, echo_versions), *root;
    char *s;

    root = json_pack(
        "{s:i, s:{s:f, s:f, s:b, s:b}, s:b, s:i, s:f, s:f, s:f, s:f, s:o, s:o, s:{s:s, "
        "s:o, s:o, s:o, s:o}}",
        "version", 1, "compare", "abs", c ? c->abs : 0., "rel", c ? c->rel : 0., "deterministic",
        c ? c->deterministic : 1, "exact", !b->tolerance, "progress", b->progress, "runs",
        (int)b->runs, "limit", b->limit, "warm_up", b->warm_up, "budget", b->budget, "tell",
        b->tell, "sizes", p->sizes, "versions", list, "echo", "kpipe", KP_VERSION, "kernel",
        text(c ? c->kernel : ""), "work", p->work, "versions", echo_versions, "failed", failed(b));
    if (b->versions.n)
        json_object_set_new(root, "arch", json_string(b->nvcc.arch));
    s = json_dumps(root, JSON_INDENT(1));
    json_decref(root);
    kp_bundle_add(p->to, "plan.json", kp_strdup(p->arena, s ? s : ""), s ? strlen(s) : 0, false);
    free(s);
}

/* Beside kpipe where it was built, or where it is installed. */
static const char *add_runner(struct kp_arena *a, struct kp_bundle *to)
{
    static const char *const places[] = {"kpipe-runner", "../libexec/kpipe/kpipe-runner"};
    const char *named = getenv("KPIPE_RUNNER"), *path = named;
    char self[PATH_MAX], *bytes = NULL;
    size_t n = 0;
    const char *folder = realpath("/proc/self/exe", self) ? kp_folder_of(a, self) : ".";

    if (named && *named)
        bytes = kp_read_file(a, path, &n);
    else
        for (size_t k = 0; k < 2 && !bytes; k++)
            bytes = kp_read_file(a, path = kp_sprintf(a, "%s/%s", folder, places[k]), &n);
    if (!bytes)
        return kp_sprintf(a,
                          "%s: %s (the runner, which is built and installed with kpipe; "
                          "KPIPE_RUNNER names another place)",
                          path, strerror(errno));
    to->runner = path;
    kp_bundle_add(to, "kpipe-runner", bytes, n, true);
    return NULL;
}

static void add_script(struct kp_bundle *to)
{
    static const char script[] = "#!/bin/sh\n"
                                 "# Runs this bundle on a machine with a GPU: ./run >results.json\n"
                                 "cd \"$(dirname \"$0\")\" && exec ./kpipe-runner -v .\n";

    kp_bundle_add(to, "run", script, sizeof script - 1, true);
}

const char *kp_bench_bundle(struct kp_bench *b, struct kp_bundle *to)
{
    struct planner p = {.b = b, .arena = b->arena, .to = to};
    const char *error;

    memset(to, 0, sizeof *to);
    to->arena = b->arena;
    p.sizes = json_array();
    p.work = json_array();
    p.smem = kp_new_array(b->arena, json_t *, b->versions.n + 1);
    for (size_t v = 0; v < b->versions.n; v++)
        p.smem[v] = json_array();
    error = b->versions.n ? add_sizes(&p) : NULL;
    if (!error) {
        add_plan(&p);
        error = add_runner(b->arena, to);
        add_script(to);
        return error;
    }
    json_decref(p.sizes);
    json_decref(p.work);
    for (size_t v = 0; v < b->versions.n; v++)
        json_decref(p.smem[v]);
    return error;
}
