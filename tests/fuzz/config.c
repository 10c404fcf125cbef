/* Project files. */
#include "rule/config.h"
#include "fuzz.h"
#include "rule/rule.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FILE *nowhere;
    struct kp_arena *a = kp_arena_new();
    char *text = fuzz_text(data, size);
    const char *error = NULL;
    struct kp_config *c = kp_config_read(a, ".kpipe.ini", text, &error);
    uint32_t threads;

    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    fuzz_says_why(c, error);
    if (c) {
        kp_config_dump(nowhere, c);
        kp_config_no_alias(c, "kernel", "p");
        kp_config_block(c, "kernel", &threads);
    }
    free(text);
    kp_arena_free(a);
    return 0;
}
