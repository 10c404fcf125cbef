#include <jansson.h>

#include "cmd/lint.h"
#include "front/front.h"
#include "model/refuse.h"
#include "report/json_value.h"
#include "report/report.h"
#include "report/utf8.h"

static json_t *place_object(struct kp_unit *u, const struct kp_place *p)
{
    const struct kp_file *f = kp_place_file(u, p->file);
    json_t *o = json_pack("{s:I, s:I, s:o}", "line", (json_int_t)kp_line_of(f, p->span.begin),
                          "column", (json_int_t)kp_column_of(f, p->span.begin), "text",
                          kp_json_text(u->arena, p->text));

    if (f != &u->source)
        json_object_set_new(o, "file", kp_json_text(u->arena, f->path));
    return o;
}

static json_t *lint_object(struct kp_unit *u, const struct kp_lint *lint)
{
    static const char *const severities[] = {"note", "remark", "warning", "error"};
    const struct kp_diag_row *row = kp_diag(lint->code);
    json_t *o = json_object(), *places = json_array();

    for (size_t i = 0; i < lint->places.n; i++)
        json_array_append_new(places, place_object(u, &lint->places.v[i]));
    json_object_set_new(o, "kernel", kp_json_text(u->arena, lint->function->name));
    json_object_set_new(o, "code", kp_json_text(u->arena, row->code));
    json_object_set_new(o, "check", kp_json_text(u->arena, kp_lint_name(u->arena, lint->code)));
    json_object_set_new(o, "severity", kp_json_text(u->arena, severities[row->severity]));
    json_object_set_new(o, "text", kp_json_text(u->arena, lint->text));
    json_object_set_new(o, "remedy",
                        kp_json_text(u->arena, lint->remedy ? lint->remedy : row->hint));
    json_object_set_new(o, "places", places);
    return o;
}

const char *kp_lints_json(struct kp_unit *u, const struct kp_lints *lints)
{
    json_t *root = json_object(), *list = json_array();

    for (size_t i = 0; i < lints->v.n; i++)
        json_array_append_new(list, lint_object(u, &lints->v.v[i]));
    json_object_set_new(root, "version", json_integer(1));
    json_object_set_new(root, "file", kp_json_text(u->arena, u->source.path));
    json_object_set_new(root, "lints", list);
    return kp_json_line(u->arena, root);
}
