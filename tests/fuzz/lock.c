/* kpipe.lock. */
#include "lock/lock.h"
#include "fuzz.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct kp_arena *a = kp_arena_new();
    char *text = fuzz_text(data, size);
    const char *error = NULL;
    struct kp_lock *lock = kp_lock_read(a, "kpipe.lock", text, &error);

    fuzz_says_why(lock, error);
    for (size_t i = 0; lock && i < lock->entries.n; i++) {
        struct kp_request request;

        kp_lock_request(lock->entries.v[i].plan, &request);
    }
    if (lock)
        kp_lock_text(lock);
    free(text);
    kp_arena_free(a);
    return 0;
}
