/* A measurement as JSON (docs/user/json.md). */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>

#include "gpu/result.h"
#include "util/str.h"

static json_t *text(const char *s)
{
    json_t *o = s ? json_string(s) : NULL;

    return o ? o : json_null();
}

static json_t *number(double v)
{
    return isfinite(v) ? json_real(v) : json_null();
}

static json_t *spread(const struct kp_spread_of *s)
{
    if (!s->n)
        return json_null();
    return json_pack("{s:I, s:f, s:f, s:f, s:f, s:f, s:f}", "runs", (json_int_t)s->n, "median",
                     s->median, "low", s->low, "high", s->high, "mad", s->mad, "min", s->min, "max",
                     s->max);
}

static json_t *speedup(const struct kp_spread_of *s)
{
    json_t *o = spread(s);

    if (s->n)
        json_object_set_new(o, "sign", json_integer(kp_ratio_sign(s)));
    return o;
}

static json_t *also(const struct kp_measured_version *v)
{
    json_t *list = json_array();

    for (size_t k = 0; k < v->also.n; k++)
        json_array_append_new(list, json_pack("{s:o, s:o, s:o}", "size", text(v->also.v[k].size),
                                              "ms", spread(&v->also.v[k].cold), "speedup",
                                              speedup(&v->also.v[k].speedup)));
    return list;
}

static json_t *version(const struct kp_result *r, const struct kp_measured_version *v)
{
    static const char *const names[] = {"ok", "mismatch", "fault", "not run", "not built"};
    json_t *o = json_pack("{s:o, s:s, s:o}", "label", text(v->label), "status", names[v->status],
                          "why", text(v->why));

    json_object_set_new(o, "unchecked", json_boolean(v->unchecked));
    json_object_set_new(o, "bits_equal",
                        v->compared && r->deterministic && !v->unchecked
                            ? json_boolean(!v->differing_bytes)
                            : json_null());
    json_object_set_new(o, "differing_bytes", json_integer(v->differing_bytes));
    json_object_set_new(o, "max_error", v->has_reference ? number(v->max_error) : json_null());
    json_object_set_new(o, "error_over_tolerance",
                        v->has_reference ? number(v->over_tolerance) : json_null());
    if (v->has_figures) {
        json_object_set_new(o, "registers", json_integer(v->registers));
        json_object_set_new(o, "spill_bytes", json_integer(v->spills));
        json_object_set_new(o, "smem_bytes", json_integer(v->smem));
        json_object_set_new(o, "blocks_per_sm", json_integer(v->blocks_per_sm));
    }
    json_object_set_new(o, "ms", spread(&v->cold));
    if (v->half)
        json_object_update_new(o, json_pack("{s:s, s:o}", "half", v->half, "of", text(v->of)));
    if (kp_result_bound(v) > 0)
        json_object_set_new(o, "bound",
                            json_pack("{s:f, s:f, s:f}", "compute_ms", v->compute_ms, "load_ms",
                                      v->load_ms, "ms", kp_result_bound(v)));
    json_object_set_new(o, "ms_l2_warm", spread(&v->warm));
    json_object_set_new(o, "speedup", speedup(&v->speedup));
    json_object_set_new(o, "speedup_l2_warm", speedup(&v->warm_speedup));
    json_object_set_new(o, "also", also(v));
    if (v->cold.n && r->flops > 0)
        json_object_set_new(o, "gflops", json_real(r->flops / v->cold.median * 1e-6));
    if (v->cold.n && r->bytes > 0)
        json_object_set_new(o, "gbytes_per_s", json_real(r->bytes / v->cold.median * 1e-6));
    return o;
}

static json_t *machine(const struct kp_gpu_machine *m)
{
    return json_pack("{s:o, s:o, s:I, s:I, s:I, s:I, s:I}", "device", text(m->device),
                     "compute_capability", text(m->compute_capability), "sms", (json_int_t)m->sms,
                     "l2_bytes", (json_int_t)m->l2_bytes, "clock_khz", (json_int_t)m->clock_khz,
                     "memory_bytes", (json_int_t)m->memory_bytes, "driver", (json_int_t)m->driver);
}

const char *kp_result_json(struct kp_arena *a, const struct kp_result *r)
{
    json_t *list = json_array(), *others = json_array(), *root;
    const char *copy;
    char *s;

    for (size_t k = 0; k < r->versions.n; k++)
        json_array_append_new(list, version(r, &r->versions.v[k]));
    for (size_t k = 0; k < r->others.n; k++)
        json_array_append_new(others, json_pack("{s:o, s:o}", "name", text(r->others.v[k].name),
                                                "sizes", text(r->others.v[k].text)));
    root =
        json_pack("{s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:f, s:f, s:o}", "version", 1, "kernel",
                  text(r->kernel), "sizes", text(r->sizes), "also_timed", others, "date",
                  text(r->date), "arch", text(r->arch), "kpipe", text(r->kpipe), "machine",
                  machine(&r->machine), "flops", r->flops, "bytes", r->bytes, "versions", list);
    s = json_dumps(root, JSON_REAL_PRECISION(9));
    json_decref(root);
    copy = kp_sprintf(a, "%s\n", s ? s : "null");
    free(s);
    return copy;
}
