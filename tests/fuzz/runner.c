/* What the runner on the machine with the GPU answers, and Triton's metadata. */
#include "analyze/triton.h"
#include "fuzz.h"
#include "gpu/result.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct kp_arena *a = kp_arena_new();
    char *text = fuzz_text(data, size);
    struct kp_result r = {0};
    struct kp_facts f = {0};

    if (!kp_result_read(a, text, size, &r)) {
        kp_result_sound(&r);
        for (size_t i = 0; i < r.versions.n; i++)
            kp_result_bound(&r.versions.v[i]);
        kp_result_table(a, &r, false);
        kp_result_table(a, &r, true);
        kp_result_json(a, &r);
    }
    fuzz_file(a, "x.json", data, size);
    kp_triton_metadata(a, kp_sprintf(a, "%s/x.cubin", fuzz_folder()), &f);
    free(text);
    kp_arena_free(a);
    return 0;
}
