/* Comments that keep the original of rewritten loops. */
#include "emit/undo.h"
#include "fuzz.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct kp_arena *a = kp_arena_new();
    char *text = fuzz_text(data, size); /* NUL-terminated, as files are read */
    const char *why = NULL;
    size_t n;

    kp_undo_carried(a, text, size, &n, &why);
    free(text);
    kp_arena_free(a);
    return 0;
}
