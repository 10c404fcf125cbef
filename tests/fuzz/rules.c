/* The files of --rules DIR: the first byte says which. */
#include "rule/rule.h"
#include "fuzz.h"
#include "rule/opcodes.h"
#include "rule/timing.h"

#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"calls.ini",  "asm.ini", "targets.ini", "gpus.ini",
                                        "matrix.ini", "ncu.ini", "sass.ini",    "timing.ini"};
    struct kp_arena *a = kp_arena_new();
    const char *error = NULL, *name = size ? names[data[0] & 7] : names[0], *path;
    bool ok;

    path = fuzz_file(a, name, data + (size > 0), size - (size > 0));
    if (name == names[6])
        ok = kp_opcodes_load(a, fuzz_folder(), &error);
    else if (name == names[7])
        ok = kp_timing_load(a, fuzz_folder(), 90, &error);
    else
        ok = kp_rules_load(a, fuzz_folder(), &error);
    fuzz_says_why(ok, error);
    unlink(path);
    kp_arena_free(a);
    return 0;
}
