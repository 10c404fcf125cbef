#include "cmd/tune_json.h"

#include <jansson.h>
#include <stdlib.h>

#include "report/utf8.h"

static json_t *text(const struct kp_tune *t, const char *s)
{
    return s ? json_string(kp_utf8(t->arena, s)) : json_null();
}

static json_t *try_object(const struct kp_tune *t, const struct kp_try *x)
{
    json_t *o = json_object();

    json_object_set_new(o, "label", text(t, x->label));
    json_object_set_new(o, "proven", json_boolean(x->proven));
    json_object_set_new(o, "dropped", text(t, x->dropped));
    return o;
}

const char *kp_tune_json(const struct kp_tune *t)
{
    json_t *root = json_object(), *tries = json_array();
    struct kp_str out = kp_str_new(t->arena);
    char *s;

    for (size_t i = 0; i < t->tries.n; i++)
        json_array_append_new(tries, try_object(t, &t->tries.v[i]));
    json_object_set_new(root, "version", json_integer(1));
    json_object_set_new(root, "file", text(t, t->source->source.path));
    json_object_set_new(root, "evidence", json_string("measured"));
    json_object_set_new(root, "best", text(t, t->best ? t->best->label : NULL));
    json_object_set_new(root, "tries", tries);
    json_object_set_new(root, "measurement",
                        json_loads(kp_result_json(t->arena, &t->result), 0, NULL));
    s = json_dumps(root, JSON_COMPACT);
    kp_str_addf(&out, "%s\n", s ? s : "{}");
    free(s);
    json_decref(root);
    return kp_str_text(&out);
}
