/* A file's findings as a row: everything that a format may want to say of them. */
#include "cmd/format.h"

#include "front/front.h"
#include "model/refuse.h"
#include "model/silence.h"
#include "pipeline.h"
#include "plan/plan.h"
#include "report/json_value.h"
#include "report/utf8.h"
#include "texts/texts.h"

/* Columns in characters, as editors and SARIF count them. */
static json_int_t character_of(const struct kp_file *f, uint32_t at)
{
    uint32_t from = f->line_start[kp_line_of(f, at) - 1] + (kp_line_of(f, at) == 1 ? f->bom : 0);
    json_int_t n = 1;

    if (!f->text)
        return kp_column_of(f, at);
    for (; from < at; n++) {
        unsigned bytes = kp_utf8_length(f->text + from);

        from += bytes ? bytes : 1;
    }
    return n;
}

static json_t *places_of(const struct kp_unit *u, const struct kp_finding *f)
{
    json_t *list = kp_json_places(u, f->places, f->n_places), *place;
    size_t i;

    json_array_foreach(list, i, place)
    {
        const struct kp_file *file = kp_place_file(u, f->places[i].file);
        struct kp_span s = f->places[i].span;

        json_object_set_new(place, "file", kp_json_text(u->arena, file->path));
        json_object_set_new(place, "character", json_integer(character_of(file, s.begin)));
        json_object_set_new(place, "end_character", json_integer(character_of(file, s.end)));
    }
    return list;
}

/* In a row: all passes run for each. */
enum { MOST_FIXES = 16 };

/* The text in which this loop alone is pipelined. */
static const struct kp_unit *pipelined_alone(const struct kp_unit *u, const struct kp_loop *loop)
{
    struct kp_request *requests = kp_new_array(u->arena, struct kp_request, u->loops.n + 1);
    size_t others = 0;

    for (size_t i = 0; i < u->loops.n; i++) {
        requests[i] = kp_request_of(u->options, i);
        if (u->loops.v[i] == loop)
            continue;
        requests[i].leave = "it is another loop";
        others += kp_is_pipelined(u->loops.v[i]);
    }
    return others ? kp_read_back(kp_pipeline_again(u->arena, u, requests)) : u;
}

json_t *kp_finding_fix(const struct kp_unit *u, const struct kp_finding *f, const char **error)
{
    const struct kp_unit *v =
        f->loop && kp_is_pipelined(f->loop) ? pipelined_alone(u, f->loop) : NULL;

    return v && !v->error ? kp_json_edits(u, v->output, v->output_size, error) : json_null();
}

json_t *kp_finding_json(const struct kp_unit *u, const struct kp_finding *f)
{
    const struct kp_diag_row *row = kp_diag(f->code);
    json_t *o = json_object();

    json_object_set_new(o, "code", kp_json_text(u->arena, row->code));
    json_object_set_new(o, "name", kp_json_text(u->arena, kp_code_name(u->arena, f->code)));
    json_object_set_new(o, "severity", kp_json_text(u->arena, kp_severity_name(row->severity)));
    json_object_set_new(o, "kernel", kp_json_text(u->arena, f->function));
    json_object_set_new(o, "text", kp_json_text(u->arena, f->text));
    json_object_set_new(o, "remedy", kp_json_text(u->arena, f->remedy));
    json_object_set_new(o, "counts", json_boolean(f->counts));
    json_object_set_new(o, "fingerprint", kp_json_text(u->arena, f->fingerprint));
    json_object_set_new(o, "places", places_of(u, f));
    return o;
}

const char *kp_finding_row(const struct kp_unit *u, const struct kp_findings *list, bool has_fixes,
                           const char **error)
{
    json_t *root = json_object(), *findings = json_array();
    unsigned fixes = has_fixes ? MOST_FIXES : 0;
    const char *line;

    for (size_t i = 0; i < list->n; i++) {
        json_t *o = list->v[i].muted ? NULL : kp_finding_json(u, &list->v[i]);

        if (!o)
            continue;
        if (list->v[i].loop && kp_is_pipelined(list->v[i].loop) && fixes && fixes--)
            json_object_set_new(o, "fix", kp_finding_fix(u, &list->v[i], error));
        json_array_append_new(findings, o);
    }
    json_object_set_new(root, "file", kp_json_text(u->arena, u->source.path));
    json_object_set_new(root, "findings", findings);
    line = kp_json_line(u->arena, root);
    return *error ? NULL : line;
}

const char *kp_failure_row(const struct kp_unit *u)
{
    json_t *root = json_object();

    json_object_set_new(root, "file", kp_json_text(u->arena, u->source.path));
    json_object_set_new(root, "error", kp_json_text(u->arena, u->error));
    return kp_json_line(u->arena, root);
}
