/* What a compiler behind `kpipe cc` writes: its rule for make, and its messages. */
#include "cc/depfile.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct kp_cc_renamed r = {
        .from = "o.kpipe/k.cu", .to = "k.cu", .full = "/home/u/src", .folder = ""};
    struct kp_arena *a = kp_arena_new();
    char *text = fuzz_text(data, size);
    struct kp_texts more = {0};
    size_t n = strlen(text);

    kp_add_text(a, &more, "kpipe.lock");
    kp_cc_depfile(a, text, &r, &more, size & 1);
    kp_cc_messages(a, text, n, &r, &n);
    free(text);
    kp_arena_free(a);
    return 0;
}
