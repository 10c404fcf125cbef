/* Sources, through the child that parses and all passes behind it. */
#include "fuzz.h"
#include "pipeline.h"
#include "rule/rule.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct kp_arena *own; /* until the process ends */
    static struct kp_rules *rules;
    const struct kp_options options = {.arch = KP_DEFAULT_ARCH};
    const char *error = NULL;
    struct kp_unit *u;
    bool ok;

    if (!rules) {
        own = kp_arena_new();
        rules = kp_rules_load(own, NULL, &error);
    }
    u = kp_unit_new(&options, rules);
    ok = kp_pipeline_text(u, "k.cu", (const char *)data, size, KP_PASS_EMIT);
    fuzz_says_why(ok, u->error);
    if (u->self_check_failed || (u->error && strstr(u->error, "the parser failed on this file")))
        abort(); /* the second is the end of a child that a sanitizer stops */
    kp_unit_free(u);
    return 0;
}
