/* A verdict as JSON. */
#include "cmd/proof.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "model/refuse.h"
#include "model/silence.h"
#include "report/json_value.h"
#include "report/utf8.h"
#include "util/cache_folder.h"

/* JSON has no name for what is not a finite number. */
static json_t *number(double v)
{
    return v - v == 0 ? json_real(v) : json_string(v != v ? "nan" : v > 0 ? "inf" : "-inf");
}

static json_t *triple(const unsigned n[3])
{
    return json_pack("[I, I, I]", (json_int_t)n[0], (json_int_t)n[1], (json_int_t)n[2]);
}

static json_t *difference(struct kp_arena *a, const struct kp_difference *d)
{
    if (!d->array)
        return json_null();
    return json_pack("{s:o, s:I, s:o, s:o}", "array", kp_json_text(a, d->array), "index",
                     (json_int_t)d->index, "got", number(d->got), "want", number(d->want));
}

static json_t *place(struct kp_arena *a, const struct kp_simt_place *p)
{
    return json_pack("{s:o, s:o, s:I, s:o, s:b}", "what", kp_json_text(a, p->what), "file",
                     kp_json_text(a, p->file), "line", (json_int_t)p->line, "thread",
                     triple(p->thread), "others", p->others);
}

static json_t *alarm(struct kp_arena *a, const struct kp_simt_alarm *x)
{
    json_t *places = json_array();

    for (unsigned k = 0; k < x->n_places; k++)
        json_array_append_new(places, place(a, &x->place[k]));
    return json_pack("{s:s, s:b, s:I, s:o, s:I, s:I, s:o, s:o, s:o}", "kind",
                     kp_simt_kind_name(x->kind), "note", x->note, "count", (json_int_t)x->count,
                     "object", kp_json_text(a, x->object), "offset", (json_int_t)x->offset, "bytes",
                     (json_int_t)x->width, "block", triple(x->block), "places", places, "text",
                     kp_json_text(a, x->text));
}

static json_t *launch(struct kp_arena *a, const struct kp_check *x)
{
    json_t *alarms = json_array();

    for (size_t k = 0; k < x->report.n_alarms; k++)
        json_array_append_new(alarms, alarm(a, &x->report.alarms[k]));
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:f, s:I, s:o}", "version",
                     kp_json_text(a, x->version), "sizes", kp_json_text(a, x->sizes), "variation",
                     kp_json_text(a, x->variation), "order", kp_json_text(a, x->order), "landing",
                     kp_json_text(a, x->landing), "failure", kp_json_text(a, x->failure), "seconds",
                     x->seconds, "steps", (json_int_t)x->report.steps, "alarms", alarms);
}

static json_t *lines(struct kp_arena *a, const struct kp_simt_lines *x)
{
    return json_pack("{s:o, s:I, s:I}", "file", kp_json_text(a, x->file), "first",
                     (json_int_t)x->first, "last", (json_int_t)x->last);
}

void kp_proof_json(struct kp_arena *a, const struct kp_case *c, const struct kp_verdict *v)
{
    json_t *root, *never_run = json_array(), *not_shown = json_array(), *launches = json_array();
    char *s;

    for (size_t k = 0; kp_not_shown[k]; k++)
        json_array_append_new(not_shown, kp_json_text(a, kp_not_shown[k]));
    for (size_t k = 0; k < v->checks.n; k++)
        json_array_append_new(launches, launch(a, v->checks.v[k]));
    for (size_t k = 0; k < v->n_never_run; k++)
        json_array_append_new(never_run, lines(a, &v->never_run[k]));
    root = json_pack("{s:o, s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:b, s:o, s:o}",
                     "kernel", kp_json_text(a, c->kernel), "passed", v->passed, "why",
                     kp_json_text(a, v->why), "failing_sizes",
                     kp_json_text(a, v->failed ? v->failed->sizes : NULL), "first_difference",
                     difference(a, &v->difference), "needs_alignment", kp_json_text(a, v->aligned),
                     "undeclared_alignment", kp_json_text(a, v->undeclared), "shortened",
                     kp_json_text(a, v->shortened), "never_run", never_run, "not_shown", not_shown,
                     "float_atomics", v->float_atomics, "contracted", v->contracted, "launches",
                     launches, "not_exercised", kp_json_text(a, v->not_exercised));
    s = json_dumps(root, JSON_COMPACT | KP_JSON_REALS);
    puts(s ? s : "{}");
    free(s);
    json_decref(root);
}

/* ---- findings ---------------------------------------------------------------------------------
 */

/* A file that the compiler names, as the user has named it. */
static const char *named(const struct kp_texts *files, const char *file)
{
    for (size_t i = 0; i < files->n; i++)
        if (file && kp_streq(kp_file_name(files->v[i]), kp_file_name(file)))
            return files->v[i];
    return file ? file : files->v[files->n - 1];
}

static json_t *line_of(struct kp_arena *a, const char *file, json_int_t line, const char *what)
{
    return json_pack("{s:o, s:I, s:I, s:o}", "file", kp_json_text(a, file), "line", line ? line : 1,
                     "end_line", line ? line : 1, "text", kp_json_text(a, what));
}

static json_t *finding(struct kp_arena *a, const struct kp_case *c, enum kp_code code,
                       const char *what, const char *about, json_t *places, const json_t *others)
{
    const struct kp_diag_row *row = kp_diag(code);
    const char *print = kp_hash_texts(a, (const char *const[]){row->code, c->kernel, about, NULL});
    size_t same = 1, i;
    json_t *other;

    json_array_foreach(others, i, other) same +=
        kp_starts_with(json_string_value(json_object_get(other, "fingerprint")), print);

    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:o, s:o}", "code",
                     kp_json_text(a, row->code), "name", kp_json_text(a, kp_code_name(a, code)),
                     "severity", kp_json_text(a, kp_severity_name(row->severity)), "kernel",
                     kp_json_text(a, c->kernel), "text", kp_json_text(a, what), "remedy",
                     kp_json_text(a, row->hint), "counts", 1, "fingerprint",
                     kp_json_text(a, kp_sprintf(a, "%s:%zu", print, same)), "places", places);
}

/* A hazard at the same lines is the same in each launch. */
static void add_alarm(struct kp_arena *a, const struct kp_case *c, const struct kp_simt_alarm *x,
                      const struct kp_texts *files, struct kp_texts *seen, json_t *to)
{
    json_t *places = json_array();
    struct kp_str key = kp_str_new(a);
    size_t before = seen->n;

    kp_str_add(&key, kp_simt_kind_name(x->kind));
    for (unsigned k = 0; k < x->n_places; k++) {
        const struct kp_simt_place *p = &x->place[k];

        kp_str_addf(&key, " %s:%u", named(files, p->file), p->line);
        json_array_append_new(places, line_of(a, named(files, p->file), p->line, p->what));
    }
    kp_add_text(a, seen, kp_str_text(&key));
    if (!x->n_places)
        json_array_append_new(places, line_of(a, named(files, NULL), 1, NULL));
    if (seen->n > before)
        json_array_append_new(to, finding(a, c, KP_CODE_KP801, x->text,
                                          kp_sprintf(a, "%s %s", kp_simt_kind_name(x->kind),
                                                     x->object ? x->object : ""),
                                          places, to));
    else
        json_decref(places);
}

json_t *kp_proof_rows(struct kp_arena *a, const struct kp_case *c, const struct kp_verdict *v,
                      const struct kp_texts *files)
{
    json_t *findings = json_array(), *passed = json_array();
    struct kp_texts seen = {0};

    for (size_t i = 0; i < v->checks.n; i++) {
        const struct kp_check *x = v->checks.v[i];

        if (!x->failure)
            json_array_append_new(
                passed, kp_json_text(a, kp_sprintf(a, "%s %s", x->version, kp_check_way(a, x))));
        for (size_t k = 0; x->failure && k < x->report.n_alarms; k++)
            if (!x->report.alarms[k].note)
                add_alarm(a, c, &x->report.alarms[k], files, &seen, findings);
    }
    if (!v->passed && !json_array_size(findings))
        json_array_append_new(
            findings, finding(a, c, KP_CODE_KP802, v->why, "",
                              json_pack("[o]", line_of(a, named(files, NULL), 1, NULL)), findings));
    return json_pack("[{s:o, s:o, s:o}]", "file", kp_json_text(a, files->v[files->n - 1]),
                     "findings", findings, "passed", passed);
}
