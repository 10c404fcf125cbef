/* What the harnesses share. Each is one reader of what others wrote: it may refuse an input with a
 * message, and nothing else. */
#ifndef KP_TESTS_FUZZ_H
#define KP_TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/arena.h"

/* libFuzzer's entry point, also called by main.c. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* NUL-terminated, with an end of its own that is watched; to be freed. */
char *fuzz_text(const uint8_t *data, size_t size);
/* A file of this content in a folder that this process has to itself. */
const char *fuzz_file(struct kp_arena *a, const char *name, const uint8_t *data, size_t size);
/* That folder. */
const char *fuzz_folder(void);
/* A reader that fails says why. */
void fuzz_says_why(bool ok, const char *error);

/* cubin.c: what `kpipe sass` does with a file; could it be read? */
bool fuzz_cubin(const char *bytes, size_t size);

#endif
