/* Case files: read, sizes bound, launches worked out. */
#include "case/case.h"
#include "fuzz.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct kp_arena *a = kp_arena_new();
    char *text = fuzz_text(data, size);
    const char *error = NULL;
    struct kp_case *c = kp_case_read_text(a, "x.ini", text, &error);

    fuzz_says_why(c, error);
    for (int at = KP_CASE_SMALL; c && at <= KP_CASE_ODD; at++) {
        struct kp_case_data d = {0};

        if (kp_case_bind(c, (enum kp_case_at)at, NULL, 0))
            break;
        kp_case_sizes_text(c, a);
        kp_case_launch(c, a, &d);
        for (size_t i = 0; i < c->aliases.n; i++) {
            size_t *args, n;

            kp_case_alias(c, a, c->aliases.v[i], &args, &n);
        }
    }
    if (c) {
        kp_case_bind_multiples(c, 7, NULL, 0);
        kp_case_instance(c, a);
    }
    free(text);
    kp_arena_free(a);
    return 0;
}
