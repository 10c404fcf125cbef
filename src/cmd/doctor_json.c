/* The result of doctor as JSON (docs/user/json.md). */
#include <jansson.h>

#include "cmd/doctor.h"
#include "report/json_value.h"

const char *kp_doctor_json(struct kp_arena *a, const struct kp_health *h)
{
    json_t *root = json_object(), *found = json_array(), *commands = json_array();

    for (size_t i = 0; i < h->found.n; i++) {
        const struct kp_found *f = &h->found.v[i];
        json_t *o = json_object();

        json_object_set_new(o, "name", kp_json_text(a, f->name));
        json_object_set_new(o, "path", kp_json_text(a, f->path));
        json_object_set_new(o, "version", kp_json_text(a, f->version));
        json_object_set_new(o, "hint", kp_json_text(a, f->path ? NULL : f->hint));
        json_array_append_new(found, o);
    }
    for (size_t i = 0; i < h->abilities.n; i++) {
        json_t *o = json_object();

        json_object_set_new(o, "commands", kp_json_text(a, h->abilities.v[i].commands));
        json_object_set_new(o, "lacks", kp_json_text(a, h->abilities.v[i].lacks));
        json_array_append_new(commands, o);
    }
    json_object_set_new(root, "version", json_integer(1));
    json_object_set_new(root, "kpipe", json_string(KP_VERSION));
    json_object_set_new(root, "found", found);
    json_object_set_new(root, "commands", commands);
    return kp_json_line(a, root);
}
