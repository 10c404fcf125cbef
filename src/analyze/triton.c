/* The metadata has changed with Triton's releases; name, num_warps and shared have been there since
 * version 2. */
#include "analyze/triton.h"

#include <jansson.h>
#include <limits.h>

enum { WARP = 32, MOST_WARPS = 32 };

static json_t *beside(struct kp_arena *a, const char *cubin)
{
    size_t n = strlen(cubin), ending = strlen(".cubin");

    if (n <= ending || !kp_ends_with(cubin, ".cubin"))
        return NULL;
    return json_load_file(kp_sprintf(a, "%s.json", kp_strndup(a, cubin, n - ending)), 0, NULL);
}

static bool number(const json_t *o, const char *key, json_int_t least, json_int_t most,
                   json_int_t *to)
{
    const json_t *v = json_object_get(o, key);

    *to = json_integer_value(v);
    return json_is_integer(v) && *to >= least && *to <= most;
}

const char *kp_triton_metadata(struct kp_arena *a, const char *cubin, struct kp_facts *f)
{
    json_t *o = beside(a, cubin);
    const char *name = json_string_value(json_object_get(o, "name")), *note = NULL;
    json_int_t warps, shared, stages;

    if (!o || !name || !kp_streq(name, f->symbol)) {
        json_decref(o);
        return NULL;
    }
    if (number(o, "num_warps", 1, MOST_WARPS, &warps)) {
        f->threads = (int)warps * WARP;
        f->threads_by = KP_BY_METADATA;
    }
    if (number(o, "shared", 0, INT_MAX, &shared)) {
        /* all of it is dynamic, and the loops' tiles are most of it */
        f->smem_dynamic = shared;
        f->smem_by = KP_BY_METADATA;
    }
    if (number(o, "num_stages", 0, INT_MAX, &stages))
        note = kp_sprintf(
            a,
            "compiled by Triton with num_stages=%lld, num_warps=%d: its own pipelining is "
            "in the code already",
            (long long)stages, f->threads / WARP);
    json_decref(o);
    return note;
}
