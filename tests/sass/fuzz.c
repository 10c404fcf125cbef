/* Damaged machine code: reads a file, changes some of its bytes or cuts it off, and has it read,
 * looked at, played and shown as `kpipe sass` would, many times.  fuzz_sass FILE SEED TIMES; for
 * the sanitizers. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../fuzz/fuzz.h"

static uint64_t state;

/* xorshift64* */
static uint64_t next(void)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 0x2545f4914f6cdd1du;
}

static size_t below(size_t n)
{
    return n ? (size_t)(next() % n) : 0;
}

/* Where a change does most: the headers, the tables at the end, anywhere. */
static size_t place(size_t size)
{
    switch (below(4)) {
    case 0:
        return below(size < 64 ? size : 64);
    case 1:
        return size - 1 - below(size / 6 + 1);
    default:
        return below(size);
    }
}

static size_t damage(unsigned char *bytes, size_t size)
{
    static const unsigned char special[] = {0, 1, 0x7f, 0x80, 0xff};

    for (size_t n = 1 + below(8); n; n--) {
        size_t at = place(size);

        switch (below(4)) {
        case 0:
            bytes[at] = (unsigned char)next();
            break;
        case 1:
            bytes[at] ^= (unsigned char)(1u << below(8));
            break;
        case 2:
            for (size_t i = at; i < size && i < at + 8; i++)
                bytes[i] = special[below(sizeof special)];
            break;
        default:
            bytes[at] = special[below(sizeof special)];
            break;
        }
    }
    return below(5) ? size : below(size);
}

int main(int argc, char **argv)
{
    FILE *f = argc == 4 ? fopen(argv[1], "rb") : NULL;
    static unsigned char original[1 << 20];
    unsigned long times, read = 0;
    size_t size;

    if (!f) {
        fputs("usage: fuzz_sass FILE SEED TIMES\n", stderr);
        return 2;
    }
    size = fread(original, 1, sizeof original, f);
    fclose(f);
    state = strtoull(argv[2], NULL, 10) * 2 + 1;
    times = strtoul(argv[3], NULL, 10);
    for (unsigned long i = 0; i < times; i++) {
        unsigned char *bytes = malloc(size); /* of its own, so that its end is watched */
        size_t left;

        memcpy(bytes, original, size);
        left = damage(bytes, size);
        bytes = realloc(bytes, left ? left : 1);
        read += fuzz_cubin((const char *)bytes, left);
        free(bytes);
    }
    printf("%lu damaged files, %lu of them could be read\n", times, read);
    return 0;
}
