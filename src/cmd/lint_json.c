/* The lints of a file as JSON (docs/user/json.md). */
#include <jansson.h>

#include "cmd/lint.h"
#include "model/refuse.h"
#include "model/silence.h"
#include "report/json_value.h"
#include "report/report.h"

static json_t *lint_object(struct kp_unit *u, const struct kp_finding *f)
{
    const struct kp_diag_row *row = kp_diag(f->code);
    json_t *o = json_object();

    json_object_set_new(o, "kernel", kp_json_text(u->arena, f->function));
    json_object_set_new(o, "code", kp_json_text(u->arena, row->code));
    json_object_set_new(o, "check", kp_json_text(u->arena, kp_code_name(u->arena, f->code)));
    json_object_set_new(o, "severity", kp_json_text(u->arena, kp_severity_name(row->severity)));
    json_object_set_new(o, "text", kp_json_text(u->arena, f->text));
    json_object_set_new(o, "remedy", kp_json_text(u->arena, f->remedy));
    json_object_set_new(o, "places", kp_json_places(u, f->places, f->n_places));
    json_object_set_new(o, "fingerprint", kp_json_text(u->arena, f->fingerprint));
    return o;
}

const char *kp_lints_json(struct kp_unit *u, const struct kp_findings *list)
{
    json_t *root = json_object(), *lints = json_array();

    for (size_t i = 0; i < list->n; i++)
        if (!list->v[i].muted)
            json_array_append_new(lints, lint_object(u, &list->v[i]));
    json_object_set_new(root, "version", json_integer(1));
    json_object_set_new(root, "file", kp_json_text(u->arena, u->source.path));
    json_object_set_new(root, "lints", lints);
    return kp_json_line(u->arena, root);
}
