/* Baselines of --baseline. */
#include "cmd/filter.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct kp_arena *a = kp_arena_new();
    struct kp_settings s = {.arena = a};

    s.baseline = fuzz_file(a, "baseline.json", data, size);
    kp_filter_prepare(&s);
    kp_arena_free(a);
    return 0;
}
