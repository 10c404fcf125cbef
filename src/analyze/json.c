/* The report as JSON (docs/user/json.md). */
#include "report/json_value.h"

#include <math.h>

#include "analyze/analyze.h"

static void set(json_t *o, const char *key, json_t *value)
{
    json_object_set_new(o, key, value);
}

static json_t *real(double v)
{
    return isfinite(v) ? json_real(v) : json_null();
}

/* Zero: not known. */
static json_t *known(double v)
{
    return v ? real(v) : json_null();
}

static json_t *count(int64_t n)
{
    return n ? json_integer(n) : json_null();
}

static json_t *evidence(enum kp_evidence e)
{
    return json_string(kp_evidence_name(e));
}

static json_t *range(const double r[2])
{
    return r[1] ? json_pack("[f,f]", r[0], r[1]) : json_null();
}

static json_t *point(struct kp_arena *a, const struct kp_analyzed_launch *p,
                     const struct kp_roofline *r)
{
    json_t *o = json_object();

    set(o, "sizes", kp_json_text(a, p->sizes));
    set(o, "operations", known(p->flops));
    set(o, "bytes", known(p->bytes));
    set(o, "blocks", count(p->blocks));
    set(o, "work_by", evidence(p->work_by));
    set(o, "ms", known(p->ms));
    set(o, "ms_by", evidence(p->ms_by));
    set(o, "gflops", known(r->gflops));
    set(o, "gbytes_per_s", known(r->gbs));
    set(o, "intensity", known(r->intensity));
    set(o, "attainable_tflops", known(r->attainable));
    set(o, "roof_ms", known(r->roof_ms));
    set(o, "share_of_peak", known(r->share_peak));
    set(o, "share_of_bandwidth", known(r->share_dram));
    set(o, "share_of_shared_port", known(r->share_shared));
    set(o, "share_of_issue", known(r->share_issue));
    set(o, "roof", r->side ? json_string(kp_bound_name(r->side)) : json_null());
    set(o, "bound", r->bound ? json_string(kp_bound_name(r->bound)) : json_null());
    set(o, "bound_by", r->bound ? evidence(r->bound_by) : json_null());
    set(o, "waves", known(r->waves));
    return o;
}

static json_t *occupancy(const struct kp_analyzed *all, const struct kp_analysis *x)
{
    const struct kp_residence *r = &x->residence;
    const struct kp_facts *f = x->facts;
    json_t *o = json_object(), *by = json_object();

    set(o, "evidence", evidence(f->evidence));
    set(o, "registers", count(f->registers));
    set(o, "smem_static", json_integer(f->smem_static));
    set(o, "smem_dynamic", f->smem_dynamic < 0 ? json_null() : json_integer(f->smem_dynamic));
    set(o, "threads", json_integer(r->threads));
    set(o, "threads_by", evidence(f->threads_by));
    set(o, "blocks_per_sm", json_integer(r->blocks));
    set(o, "limit", json_string(kp_limit_text(r->limit)));
    for (int l = KP_LIMIT_SMEM; l <= KP_LIMIT_REGISTERS; l++)
        set(by, kp_limit_text((enum kp_limiter)l), count(r->by[l]));
    set(o, "by", by);
    set(o, "active_warps", json_integer(r->active_warps));
    set(o, "warps_per_sm", json_integer(all->target->warps_per_sm));
    set(o, "spare_registers", json_integer(r->spare_registers));
    set(o, "spills", json_integer(f->spills));
    return o;
}

static json_t *widths(const unsigned n[KP_WIDTHS])
{
    json_t *o = json_object();

    for (int w = 0; w < KP_WIDTHS; w++)
        if (n[w]) {
            char key[16];

            snprintf(key, sizeof key, "%u", 1u << w);
            set(o, key, json_integer(n[w]));
        }
    return o;
}

static json_t *main_loop(const struct kp_analysis *x)
{
    const struct kp_loop_facts *l = &x->facts->loop;
    json_t *o = json_object(), *counts = json_object(), *operations = json_object();

    if (!l->found) {
        json_decref(o);
        json_decref(counts);
        json_decref(operations);
        return json_null();
    }
    for (int c = 0; c < KP_INSN_COUNT; c++)
        if (l->count[c])
            set(counts, kp_opclass_name((enum kp_opclass)c), json_integer(l->count[c]));
    for (int p = 0; p < KP_PRECISIONS; p++)
        if (l->operations[p])
            set(operations, kp_precision_key((enum kp_precision)p), json_real(l->operations[p]));
    set(o, "first_line", count(l->first_line));
    set(o, "last_line", count(l->last_line));
    set(o, "instructions", json_integer(l->instructions));
    set(o, "tiles", json_integer(l->tiles));
    set(o, "cycles", json_integer(l->cycles));
    set(o, "barriers", json_integer(l->barriers));
    set(o, "counts", counts);
    set(o, "operations_per_warp", operations);
    set(o, "loads", widths(l->loads));
    set(o, "shared_loads", widths(l->shared_loads));
    set(o, "async_copies", json_integer(l->async));
    set(o, "overlap", json_real(l->overlap));
    set(o, "inner_math", json_integer(l->inner_math));
    return o;
}

static json_t *ratio(const struct kp_analysis *x)
{
    const struct kp_ratio *r = &x->ratio;
    json_t *o = json_object();

    set(o, "math", real(r->math));
    set(o, "loads", real(r->loads));
    set(o, "bytes", real(r->bytes));
    set(o, "math_per_load", known(r->per_load));
    set(o, "operations_per_byte", known(r->per_byte));
    set(o, "band", r->band ? json_string(r->band) : json_null());
    return o;
}

static json_t *stalls(const struct kp_analysis *x)
{
    json_t *o = json_object();

    set(o, "ffma", real(x->mix.ffma));
    set(o, "hmma", real(x->mix.hmma));
    set(o, "imma", real(x->mix.imma));
    set(o, "shared_by_math", real(x->mix.shared_load));
    return o;
}

static json_t *cliff(const struct kp_analysis *x)
{
    const struct kp_cliff_step *c = &x->cliff;
    json_t *o = json_object();

    set(o, "cliff", json_integer(c->cliff));
    set(o, "tile_bytes", json_integer(c->tile_bytes));
    set(o, "tiles_assumed", json_boolean(c->tiles_assumed));
    set(o, "doubled", json_integer(c->doubled));
    set(o, "blocks_doubled", json_integer(c->blocks_doubled));
    set(o, "blocks_lost", json_integer(c->blocks_lost));
    return o;
}

static json_t *model(const struct kp_analysis *x)
{
    const struct kp_estimate *e = &x->estimate;
    json_t *o = json_object();

    set(o, "why_not", e->why_not ? json_string(e->why_not) : json_null());
    set(o, "math_cycles", known(e->math));
    set(o, "issue_cycles", known(e->issue));
    set(o, "shared_cycles", known(e->shared));
    set(o, "chain_cycles", known(e->chain));
    set(o, "latency_cycles", known(e->latency));
    set(o, "rounds", known(e->rounds));
    set(o, "stages", count(e->stages));
    set(o, "exposed", real(e->exposed));
    set(o, "pipelined", range(e->pipeline));
    set(o, "doubled", range(e->doubled));
    return o;
}

static json_t *strings(struct kp_arena *a, const char *const *v, size_t n)
{
    json_t *o = json_array();

    for (size_t i = 0; i < n; i++)
        json_array_append_new(o, kp_json_text(a, v[i]));
    return o;
}

static json_t *advice(struct kp_arena *a, const struct kp_analysis *x)
{
    json_t *list = json_array();

    for (size_t i = 0; i < x->advice.n; i++) {
        const struct kp_advice *v = &x->advice.v[i];
        json_t *o = json_object();

        set(o, "row", kp_json_text(a, v->row->id));
        set(o, "title", kp_json_text(a, v->row->title));
        set(o, "because", kp_json_text(a, v->row->because));
        set(o, "do", kp_json_text(a, v->row->todo));
        set(o, "estimate", range(v->gain));
        set(o, "from", kp_json_text(a, v->from));
        set(o, "conflicts", strings(a, v->conflicts.v, v->conflicts.n));
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *profile(struct kp_arena *a, const struct kp_profiled *p)
{
    json_t *o = json_object(), *metrics = json_object(), *findings = json_array();

    for (size_t i = 0; i < p->metrics.n; i++)
        set(metrics, p->metrics.v[i].key, real(p->metrics.v[i].value));
    for (size_t i = 0; i < p->findings.n; i++) {
        const struct kp_ncu_finding *f = &p->findings.v[i];
        json_t *x = json_object();

        set(x, "topic", kp_json_text(a, f->topic));
        set(x, "problem", json_boolean(f->is_problem));
        set(x, "text", kp_json_text(a, f->text));
        set(x, "remedy", kp_json_text(a, f->remedy));
        json_array_append_new(findings, x);
    }
    set(o, "launches", json_integer(p->launches));
    set(o, "metrics", metrics);
    set(o, "findings", findings);
    set(o, "missing", strings(a, p->missing.v, p->missing.n));
    return o;
}

static json_t *lints(struct kp_arena *a, const struct kp_analyzed *all, const struct kp_analysis *x)
{
    json_t *list = json_array();

    for (size_t i = 0; all->unit && i < x->lints.n; i++)
        json_array_append_new(list, kp_json_text(a, kp_lint_line(a, all->unit, x->lints.v[i])));
    return list;
}

static json_t *kernel(struct kp_arena *a, const struct kp_analyzed *all,
                      const struct kp_analysis *x)
{
    json_t *o = json_object(), *launches = json_array();

    for (size_t i = 0; i < x->points.n; i++)
        json_array_append_new(launches, point(a, &x->points.v[i], &x->rooflines.v[i]));
    set(o, "name", kp_json_text(a, x->facts->name));
    set(o, "symbol", kp_json_text(a, x->facts->symbol));
    set(o, "evidence", evidence(x->facts->evidence));
    set(o, "precision",
        x->precision < KP_PRECISIONS ? json_string(kp_precision_key(x->precision)) : json_null());
    set(o, "peak_tflops", known(x->rooflines.v[0].peak));
    set(o, "balance", known(x->rooflines.v[0].balance));
    set(o, "launches", launches);
    set(o, "occupancy", occupancy(all, x));
    set(o, "main_loop", main_loop(x));
    set(o, "ratio", ratio(x));
    set(o, "stalls", stalls(x));
    set(o, "cliff", cliff(x));
    set(o, "model", model(x));
    set(o, "profile", x->profile ? profile(a, x->profile) : json_null());
    set(o, "lints", lints(a, all, x));
    set(o, "recommendations", advice(a, x));
    return o;
}

const char *kp_analyze_json(struct kp_arena *a, const struct kp_analyzed *all)
{
    json_t *o = json_object(), *kernels = json_array();

    set(o, "version", json_integer(1));
    set(o, "file", kp_json_text(a, all->path));
    set(o, "arch", kp_json_text(a, all->arch));
    set(o, "gpu", all->gpu ? kp_json_text(a, all->gpu->id) : json_null());
    set(o, "built_not", kp_json_text(a, all->built_not));
    set(o, "notes", strings(a, all->notes.v, all->notes.n));
    for (size_t i = 0; i < all->kernels.n; i++)
        json_array_append_new(kernels, kernel(a, all, &all->kernels.v[i]));
    set(o, "kernels", kernels);
    return kp_json_line(a, o);
}
