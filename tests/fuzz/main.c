/* In libFuzzer's place: the harness over the files that are named. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "util/system.h"

static unsigned long inputs;

static void one(struct kp_arena *a, const char *path)
{
    size_t size;
    char *text = kp_read_file(a, path, &size);
    char *own; /* so that its end is watched */

    if (!text) {
        perror(path);
        exit(2);
    }
    own = malloc(size ? size : 1);
    if (!own)
        exit(2);
    memcpy(own, text, size);
    fflush(stdout);
    LLVMFuzzerTestOneInput((const uint8_t *)own, size);
    free(own);
    inputs++;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        struct kp_arena *a = kp_arena_new();

        one(a, argv[i]);
        kp_arena_free(a);
    }
    printf("%lu inputs\n", inputs);
    return 0;
}
