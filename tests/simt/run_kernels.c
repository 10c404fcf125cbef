/* Runs every kernel of PTX files on the CPU: `run_kernels FILE.ptx...`. A kernel is called with
 * (uint32_t *out, const uint32_t *in), `in` counting from 1, and writes to out[thread] the number
 * of the first of its checks that failed, or 0. One line per kernel that is not as it should be. A
 * kernel whose name ends in _alarm has to raise one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simt/simt.h"

enum { THREADS = 64, BLOCKS = 2 };

static char *read_file(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    char *text;

    if (!f) {
        perror(path);
        exit(2);
    }
    fseek(f, 0, SEEK_END);
    *n = (size_t)ftell(f);
    rewind(f);
    text = calloc(1, *n + 1);
    if (!text || fread(text, 1, *n, f) != *n)
        exit(2);
    fclose(f);
    return text;
}

/* NULL when all is well. */
static const char *judge(struct kp_arena *a, const char *name, const struct kp_simt_report *r,
                         const uint32_t *out)
{
    size_t n = strlen(name);
    bool wanted = n > 6 && !strcmp(name + n - 6, "_alarm");

    if (r->error)
        return r->error;
    for (size_t k = 0; k < r->n_alarms && !wanted; k++)
        if (!r->alarms[k].note)
            return r->alarms[k].text;
    if (wanted)
        return r->ok ? "no alarm" : NULL;
    for (unsigned t = 0; t < THREADS * BLOCKS; t++)
        if (out[t])
            return kp_sprintf(a, "check %u failed in thread %u", out[t], t);
    return NULL;
}

static bool run(const char *path, const struct kp_ptx *m, const char *name, uint64_t seed,
                enum kp_simt_landing landing)
{
    static uint32_t out[THREADS * BLOCKS], in[THREADS * BLOCKS];
    struct kp_simt_buffer buffers[] = {
        {.name = "out", .data = out, .size = sizeof out, .uninitialised = true},
        {.name = "in", .data = in, .size = sizeof in, .is_const = true}};
    struct kp_simt_arg args[] = {{NULL, 8, 0, 0}, {NULL, 8, 1, 0}};
    struct kp_simt_launch l = {.kernel = name,
                               .grid = {BLOCKS, 1, 1},
                               .block = {THREADS, 1, 1},
                               .args = args,
                               .n_args = 2,
                               .buffers = buffers,
                               .n_buffers = 2};
    struct kp_simt_options o = {.seed = seed, .landing = landing, .seconds = 20};
    struct kp_simt_report r;
    struct kp_arena *a = kp_arena_new();
    const char *wrong;

    for (unsigned t = 0; t < THREADS * BLOCKS; t++)
        in[t] = t + 1;
    memset(out, 0xee, sizeof out);
    kp_simt_run(a, m, &l, &o, &r);
    wrong = judge(a, name, &r, out);
    if (wrong)
        printf("%s: %s (seed %u): %s\n", path, name, (unsigned)seed, wrong);
    kp_arena_free(a);
    return !wrong;
}

int main(int argc, char **argv)
{
    unsigned bad = 0, n_kernels = 0;

    for (int k = 1; k < argc; k++) {
        struct kp_arena *a = kp_arena_new();
        size_t n;
        const char *error;
        char *text = read_file(argv[k], &n);
        struct kp_ptx *m = kp_simt_parse(a, text, n, &error);
        if (!m) {
            printf("%s: %s\n", argv[k], error);
            bad++;
            continue;
        }
        for (size_t e = 0; e < kp_simt_kernel_count(m); e++, n_kernels++) {
            const char *name = kp_simt_kernel_name(m, e);
            bad += !(run(argv[k], m, name, 0, KP_LAND_LATE) &&
                     run(argv[k], m, name, 1, KP_LAND_EAGER) &&
                     run(argv[k], m, name, 7, KP_LAND_RANDOM));
        }
        kp_arena_free(a);
        free(text);
    }
    printf("%u kernels, %u failed\n", n_kernels, bad);
    return bad != 0;
}
