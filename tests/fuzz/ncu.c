/* Reports of Nsight Compute as CSV. */
#include "analyze/profile.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct kp_arena *own; /* until the process ends */
    static struct kp_rules *rules;
    struct kp_arena *a = kp_arena_new();
    struct kp_profile p = {0};
    const char *error = NULL;
    bool ok;

    if (!rules) {
        own = kp_arena_new();
        rules = kp_rules_load(own, NULL, &error);
    }
    ok = kp_read_ncu(a, fuzz_file(a, "x.csv", data, size), rules, &p, &error);
    fuzz_says_why(ok, error);
    kp_arena_free(a);
    return 0;
}
