#include <jansson.h>
#include <stdlib.h>

#include "cmd/doctor.h"
#include "report/utf8.h"

static json_t *text(struct kp_arena *a, const char *s)
{
    return s ? json_string(kp_utf8(a, s)) : json_null();
}

const char *kp_doctor_json(struct kp_arena *a, const struct kp_health *h)
{
    json_t *root = json_object(), *found = json_array(), *commands = json_array();
    struct kp_str out = kp_str_new(a);
    char *s;

    for (size_t i = 0; i < h->found.n; i++) {
        const struct kp_found *f = &h->found.v[i];
        json_t *o = json_object();

        json_object_set_new(o, "name", text(a, f->name));
        json_object_set_new(o, "path", text(a, f->path));
        json_object_set_new(o, "version", text(a, f->version));
        json_object_set_new(o, "hint", text(a, f->path ? NULL : f->hint));
        json_array_append_new(found, o);
    }
    for (size_t i = 0; i < h->abilities.n; i++) {
        json_t *o = json_object();

        json_object_set_new(o, "commands", text(a, h->abilities.v[i].commands));
        json_object_set_new(o, "lacks", text(a, h->abilities.v[i].lacks));
        json_array_append_new(commands, o);
    }
    json_object_set_new(root, "version", json_integer(1));
    json_object_set_new(root, "kpipe", json_string(KP_VERSION));
    json_object_set_new(root, "found", found);
    json_object_set_new(root, "commands", commands);
    s = json_dumps(root, JSON_COMPACT);
    kp_str_addf(&out, "%s\n", s ? s : "{}");
    free(s);
    json_decref(root);
    return kp_str_text(&out);
}
