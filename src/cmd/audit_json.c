/* The result of audit as JSON. */
#include "cmd/audit.h"

#include <jansson.h>

#include "report/json_value.h"

static json_t *entry_object(struct kp_arena *a, const struct kp_cc_entry *e)
{
    json_t *o = json_object();

    json_object_set_new(o, "kernel", kp_json_text(a, e->kernel));
    json_object_set_new(o, "file", kp_json_text(a, e->file));
    json_object_set_new(o, "line", json_integer((json_int_t)e->line));
    json_object_set_new(o, "plan", kp_json_text(a, e->plan));
    json_object_set_new(o, "version", kp_json_text(a, e->version));
    json_object_set_new(o, "proof",
                        kp_streq(e->proof, "-") ? json_null() : kp_json_text(a, e->proof));
    return o;
}

const char *kp_audit_json(struct kp_arena *a, const struct kp_texts *files,
                          const struct kp_cc_entries *all)
{
    json_t *root = json_object(), *list = json_array();

    for (size_t i = 0; i < files->n; i++) {
        json_t *o = json_object(), *loops = json_array();

        for (size_t k = 0; k < all[i].n; k++)
            json_array_append_new(loops, entry_object(a, &all[i].v[k]));
        json_object_set_new(o, "file", kp_json_text(a, files->v[i]));
        json_object_set_new(o, "rewritten", loops);
        json_array_append_new(list, o);
    }
    json_object_set_new(root, "version", json_integer(1));
    json_object_set_new(root, "files", list);
    return kp_json_line(a, root);
}
