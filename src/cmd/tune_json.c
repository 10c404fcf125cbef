#include "cmd/tune_json.h"

#include <jansson.h>

#include "report/json_value.h"

static json_t *try_object(const struct kp_tune *t, const struct kp_try *x)
{
    const struct kp_measured_at *at = kp_result_too_slow(&x->figure);
    json_t *o = json_object();

    json_object_set_new(o, "label", kp_json_text(t->arena, x->label));
    json_object_set_new(o, "proven", json_boolean(x->proven));
    json_object_set_new(o, "dropped", kp_json_text(t->arena, x->dropped));
    json_object_set_new(o, "too_slow_at", kp_json_text(t->arena, at ? at->size : NULL));
    json_object_set_new(o, "min_blocks",
                        x->request.min_blocks ? json_integer(x->request.min_blocks) : json_null());
    json_object_set_new(o, "unrolled", json_boolean(x->request.unroll));
    json_object_set_new(o, "built", kp_json_built(&x->built));
    return o;
}

/* What `rewrite` takes. */
static json_t *by_default(const struct kp_tune *t)
{
    double speedup, regret;

    if (!kp_tune_regret(t, &speedup, &regret))
        return json_null();
    return json_pack("{s:o, s:f, s:f}", "label", kp_json_text(t->arena, t->by_default), "speedup",
                     speedup, "regret", regret);
}

const char *kp_tune_json(const struct kp_tune *t)
{
    json_t *root = json_object(), *tries = json_array();

    for (size_t i = 0; i < t->tries.n; i++)
        json_array_append_new(tries, try_object(t, &t->tries.v[i]));
    json_object_set_new(root, "version", json_integer(1));
    json_object_set_new(root, "file", kp_json_text(t->arena, t->source->source.path));
    json_object_set_new(root, "evidence", json_string(t->predict ? "sass" : "measured"));
    json_object_set_new(root, "best", kp_json_text(t->arena, t->best ? t->best->label : NULL));
    json_object_set_new(root, "default", by_default(t));
    json_object_set_new(root, "tries", tries);
    json_object_set_new(root, "measurement",
                        t->predict ? json_null()
                                   : json_loads(kp_result_json(t->arena, &t->result), 0, NULL));
    return kp_json_line(t->arena, root);
}
