/* What `kpipe audit` finds in the bytes of an object or program. */
#include "cc/note.h"
#include "fuzz.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct kp_arena *a = kp_arena_new();
    struct kp_cc_entries e = kp_cc_notes(a, (const char *)data, size);

    for (size_t i = 0; i < e.n; i++)
        fuzz_says_why(e.v[i].kernel && e.v[i].file && e.v[i].plan && e.v[i].version, e.v[i].proof);
    kp_cc_note_text(a, &e);
    kp_arena_free(a);
    return 0;
}
