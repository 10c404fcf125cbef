#include "report/json_value.h"

#include <stdlib.h>

#include "report/utf8.h"
#include "util/str.h"

json_t *kp_json_text(struct kp_arena *a, const char *s)
{
    return s ? json_string(kp_utf8(a, s)) : json_null();
}

const char *kp_json_line(struct kp_arena *a, json_t *root)
{
    char *s = json_dumps(root, JSON_COMPACT | KP_JSON_REALS);
    const char *line = kp_sprintf(a, "%s\n", s ? s : "{}");

    free(s);
    json_decref(root);
    return line;
}
