#define _GNU_SOURCE
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *fuzz_text(const uint8_t *data, size_t size)
{
    char *s = malloc(size + 1);

    if (!s)
        abort();
    if (size)
        memcpy(s, data, size);
    s[size] = 0;
    return s;
}

static char folder[64];

static void remove_folder(void)
{
    char command[sizeof folder + 16];

    snprintf(command, sizeof command, "rm -rf %s", folder);
    if (system(command))
        perror(folder);
}

const char *fuzz_folder(void)
{
    if (!*folder) {
        strcpy(folder, "/tmp/kpipe-fuzz-XXXXXX");
        if (!mkdtemp(folder))
            abort();
        atexit(remove_folder);
    }
    return folder;
}

const char *fuzz_file(struct kp_arena *a, const char *name, const uint8_t *data, size_t size)
{
    const char *path = kp_sprintf(a, "%s/%s", fuzz_folder(), name);
    FILE *f = fopen(path, "wb");

    if (!f || fwrite(data, 1, size, f) != size || fclose(f))
        abort();
    return path;
}

void fuzz_says_why(bool ok, const char *error)
{
    if (!ok && (!error || !*error))
        abort();
}
