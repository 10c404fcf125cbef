/* Sources, through the parser and all passes behind it. */
#define _GNU_SOURCE
#include "front/parse.h"
#include "front/tree.h"
#include "fuzz.h"
#include "pipeline.h"
#include "rule/rule.h"

#include <stdlib.h>
#include <string.h>

bool __real_kp_pass_parse(struct kp_unit *u);
bool __wrap_kp_pass_parse(struct kp_unit *u);

static bool may_have_device_code(const struct kp_file *f)
{
    return memmem(f->text, f->size, "__global__", 10) ||
           memmem(f->text, f->size, "__device__", 10) || memmem(f->text, f->size, "__shared__", 10);
}

/* In this process, where kpipe has a child for it: a child for each input takes most of the time,
 * and what it covers is not seen. The tree's nodes are apart, each with an end that is watched. */
bool __wrap_kp_pass_parse(struct kp_unit *u)
{
    const char *error = NULL;

    if (!may_have_device_code(&u->source))
        return __real_kp_pass_parse(u);
    if (!kp_parse_best(u->arena, u, &u->parse, &error)) {
        u->error = error ? error : "not parsed";
        return false;
    }
    kp_index_names(u);
    kp_index_nodes(u);
    return true;
}

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
    if (u->self_check_failed)
        abort();
    kp_unit_free(u);
    return 0;
}
