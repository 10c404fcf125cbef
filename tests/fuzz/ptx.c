/* PTX: parsed, and every kernel made ready to run. */
#include "fuzz.h"
#include "simt/machine.h"

#include <stdlib.h>

static void decode(struct kp_arena *a, const struct kp_ptx *m)
{
    for (size_t i = 0; i < kp_simt_kernel_count(m) && i < 4; i++) {
        struct kp_simt_launch l = {
            .kernel = kp_simt_kernel_name(m, i), .grid = {1, 1, 1}, .block = {32, 1, 1}};
        const char *error = NULL;
        bool ok;

        kp_simt_static_shared(m, l.kernel);
        ok = kp_decode(a, m, &l, i & 1, &error);
        fuzz_says_why(ok, error);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct kp_arena *a = kp_arena_new();
    char *text = fuzz_text(data, size);
    const char *error = NULL;
    struct kp_ptx *m = kp_simt_parse(a, text, size, &error);

    fuzz_says_why(m, error);
    if (m)
        decode(a, m);
    free(text);
    kp_arena_free(a);
    return 0;
}
