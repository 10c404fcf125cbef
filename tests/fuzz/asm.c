/* The text of asm statements. */
#include "fuzz.h"
#include "rule/ptx.h"
#include "rule/rule.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct kp_arena *own; /* until the process ends */
    static struct kp_rules *rules;
    struct kp_arena *a = kp_arena_new();
    char *text = fuzz_text(data, size);
    const char *error = NULL;
    struct kp_asm_rule rule;
    struct kp_inline_ptx ptx = {0};

    if (!rules) {
        own = kp_arena_new();
        rules = kp_rules_load(own, NULL, &error);
    }
    kp_rule_asm(rules, text, &rule);
    kp_ptx_read(a, text, &ptx);
    free(text);
    kp_arena_free(a);
    return 0;
}
