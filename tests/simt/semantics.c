/* Do the instructions compute on the CPU what they compute on a GPU? One kernel per instruction and
 * type over random and edge operands.
 *
 *     semantics generate DIR     one DIR/NNNN.ptx per kernel, DIR/input.bin
 *     semantics run DIR          runs DIR/all.ptx here, writes DIR/cpu.bin
 *     semantics compare DIR      DIR/cpu.bin against DIR/results/gpu.bin, kernel by kernel
 *
 * tools/gpu-semantics drives it: kernels that ptxas refuses are left out of all.ptx. */
#define _GNU_SOURCE
#include "semantics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "simt/num.h"
#include "simt/simt.h"

static uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static const uint32_t edges32[] = {0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007fffff,
                                   0x00800000, 0x3f800000, 0xbf800000, 0x7f7fffff, 0xff7fffff,
                                   0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0x7f800001,
                                   0x4f000000, 0xcf000000, 0x5f000000, 0x3f000000, 0x3fc00000,
                                   0xffffffff, 0x7fffffff, 0x00000020, 0x0000001f, 0x00000040};

static uint64_t operand(unsigned thread, unsigned k)
{
    uint64_t r = mix(thread * 31ull + k * 7919ull), s = mix(r);
    uint32_t e = edges32[s % (sizeof edges32 / sizeof *edges32)];

    switch (thread % 8) {
    case 0:
        return (uint64_t)e << 32 | e;
    case 1: /* single precision around 1 */
        return (r & 0x807fffff807fffffu) | (uint64_t)(118 + s % 20) << 23 |
               (uint64_t)(118 + s % 20) << 55;
    case 2: /* double precision around 1 */
        return (r & 0x800fffffffffffffu) | (uint64_t)(1013 + s % 40) << 52;
    case 3:
        return r % 70;
    case 4: /* halves around 1 */
        return (r & 0x83ff83ff83ff83ffu) | 0x0001000100010001u * ((13 + s % 5) << 10);
    case 5:
        return (uint64_t)(int64_t)(int32_t)((uint32_t)r % 2000 - 1000);
    case 6: /* an edge against something ordinary */
        return k & 1 ? e : (r & 0x807fffff) | (uint64_t)(100 + s % 60) << 23;
    default:
        return r;
    }
}

static void *read_file(const char *folder, const char *name, size_t *n)
{
    char path[4096];
    FILE *f;
    char *data;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    f = fopen(path, "rb");
    if (!f) {
        perror(path);
        exit(2);
    }
    fseek(f, 0, SEEK_END);
    *n = (size_t)ftell(f);
    rewind(f);
    data = calloc(1, *n + 1);
    if (!data || fread(data, 1, *n, f) != *n)
        exit(2);
    fclose(f);
    return data;
}

static FILE *create(const char *folder, const char *name)
{
    char path[4096];
    FILE *f;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    f = fopen(path, "wb");
    if (!f) {
        perror(path);
        exit(2);
    }
    return f;
}

static int generate(const char *folder)
{
    struct generator g = {.folder = folder, .names = create(folder, "names")};
    static uint64_t input[THREADS][OPERANDS];
    FILE *f = create(folder, "input.bin");

    for (unsigned t = 0; t < THREADS; t++)
        for (unsigned k = 0; k < OPERANDS; k++)
            input[t][k] = operand(t, k);
    fwrite(input, sizeof input, 1, f);
    fclose(f);
    semantics_scalars(&g);
    semantics_matrices(&g);
    semantics_threads(&g);
    fclose(g.names);
    printf("%u kernels\n", g.n);
    return 0;
}

static int run(const char *folder)
{
    size_t n, size;
    char *text = read_file(folder, "all.ptx", &n);
    uint64_t *input = read_file(folder, "input.bin", &size);
    static uint64_t out[THREADS];
    struct kp_arena *a = kp_arena_new();
    const char *error;
    struct kp_ptx *m = kp_simt_parse(a, text, n, &error);
    FILE *f = create(folder, "cpu.bin");
    int status = 0;

    if (!m) {
        puts(error);
        return 2;
    }
    for (size_t k = 0; k < kp_simt_kernel_count(m); k++) {
        struct kp_simt_buffer buffers[] = {
            {.name = "out", .data = out, .size = sizeof out, .uninitialised = true},
            {.name = "in", .data = input, .size = size, .is_const = true}};
        struct kp_simt_arg args[] = {{NULL, 8, 0, 0}, {NULL, 8, 1, 0}};
        struct kp_simt_launch l = {.kernel = kp_simt_kernel_name(m, k),
                                   .grid = {THREADS / BLOCK, 1, 1},
                                   .block = {BLOCK, 1, 1},
                                   .args = args,
                                   .n_args = 2,
                                   .buffers = buffers,
                                   .n_buffers = 2};
        struct kp_simt_options o = {0};
        struct kp_simt_report r;
        struct kp_arena *mine = kp_arena_new();
        memset(out, 0xee, sizeof out);
        kp_simt_run(mine, m, &l, &o, &r);
        if (r.error) {
            printf("%s: %s\n", l.kernel, r.error);
            status = 1;
        }
        fwrite(out, sizeof out, 1, f);
        kp_arena_free(mine);
    }
    fclose(f);
    kp_arena_free(a);
    free(text);
    free(input);
    return status;
}

/* The distance in units in the last place of the result's type. */
static double distance(const char *name, uint64_t input, uint64_t x, uint64_t y)
{
    double a, b;

    if (x == y)
        return 0;
    if (strstr(name, "f64")) {
        a = f64_of(x);
        b = f64_of(y);
        return fabs(a - b) / fabs(b) * 0x1p21; /* the approximations have 20 bits and more */
    }
    a = f32_of((uint32_t)x);
    b = f32_of((uint32_t)y);
    if (strstr(name, "16"))
        return strstr(name, "x2")
                   ? 0.5
                   : fabs(half_to_float((uint16_t)x) - half_to_float((uint16_t)y)) * 100;
    if (fabs(a - b) <= 0x1p-148) /* a unit of the smallest numbers */
        return 1;
    if (strstr(name, "sin") || strstr(name, "cos")) /* absolute error, within some turns */
        return fabs(f32_of((uint32_t)input)) > 100 ? 0 : fabs(a - b) * 0x1p18;
    if (strstr(name, "tanh"))
        return fabs(a - b) / fabs(b) * 0x1p12;
    if (strstr(name, "lg2") && fabs(a) < 1)
        return fabs(a - b) * 0x1p22;
    return fabs(a - b) / fabs(b) * 0x1p23;
}

/* Two floating-point results of a product of which all terms are below 4: the larger error of the
 * two, in units of 2^-20 (f32), 2^-8 (f16), 2^-49 (f64) of what the terms can sum to. */
static double rounding_error(const char *name, uint64_t x, uint64_t y)
{
    const char *shape = strstr(name, ".m"), *types = strstr(name, ".f");
    unsigned m = 0, n = 0, k = 0;
    double worst = 0;

    if (!shape || !types || sscanf(shape, ".m%un%uk%u", &m, &n, &k) != 3)
        return INFINITY;
    if (!strncmp(types, ".f64", 4))
        return fabs(f64_of(x) - f64_of(y)) / (4.0 * k) * 0x1p49;
    for (unsigned part = 0; part < 64; part += 32) {
        uint32_t a = (uint32_t)(x >> part), b = (uint32_t)(y >> part);
        double e;
        if (!strncmp(types, ".f16", 4))
            e = fabs(half_to_float((uint16_t)a) - half_to_float((uint16_t)b)) / (4.0 * k) * 0x1p8;
        else
            e = fabs((double)f32_of(a) - f32_of(b)) / (4.0 * k) * 0x1p20;
        worst = e > worst ? e : worst;
    }
    return worst;
}

struct verdict {
    size_t differ, unequal, first;
    double worst;
};

static struct verdict judge(const char *name, const uint64_t *in, const uint64_t *cpu,
                            const uint64_t *gpu)
{
    bool rounding = !strncmp(name, "rounding of", 11);
    bool loose = !rounding && (strstr(name, "approx") || strstr(name, "full"));
    struct verdict v = {0};

    for (size_t t = THREADS; t-- > 0;) {
        double e = cpu[t] == gpu[t] ? 0
                   : rounding       ? rounding_error(name, cpu[t], gpu[t])
                   : loose          ? distance(name, in[t * OPERANDS], cpu[t], gpu[t])
                                    : INFINITY;
        v.unequal += cpu[t] != gpu[t];
        v.worst = e > v.worst ? e : v.worst;
        if (!(e <= (rounding ? 1 : 4))) {
            v.differ++;
            v.first = t;
        }
    }
    return v;
}

static int compare(const char *folder)
{
    size_t nc, ng, nn;
    const uint64_t *cpu = read_file(folder, "cpu.bin", &nc);
    const uint64_t *gpu = read_file(folder, "results/gpu.bin", &ng);
    const uint64_t *in = read_file(folder, "input.bin", &nn);
    char *names = read_file(folder, "all.names", &nn), *save = NULL;
    size_t k = 0, bad = 0, tolerated = 0;

    if (nc != ng) {
        printf("sizes differ: %zu and %zu\n", nc, ng);
        return 2;
    }
    for (char *name = strtok_r(names, "\n", &save); name; name = strtok_r(NULL, "\n", &save), k++) {
        struct verdict v = judge(name, in, cpu + k * THREADS, gpu + k * THREADS);
        const uint64_t *first = in + v.first * OPERANDS;
        bad += v.differ != 0;
        tolerated += v.unequal && !v.differ;
        if (!v.differ && v.unequal)
            printf("%-60s tolerated: %zu of %u unequal, error up to %.2f\n", name, v.unequal,
                   THREADS, v.worst);
        if (v.differ)
            printf("%-60s DIFFERS in %zu, first in thread %zu: a %016llx b %016llx c %016llx: cpu "
                   "%016llx gpu %016llx\n",
                   name, v.differ, v.first, (unsigned long long)first[0],
                   (unsigned long long)first[1], (unsigned long long)first[2],
                   (unsigned long long)cpu[k * THREADS + v.first],
                   (unsigned long long)gpu[k * THREADS + v.first]);
    }
    printf("%zu kernels: %zu equal bit for bit, %zu within their tolerance, %zu differ\n", k,
           k - bad - tolerated, tolerated, bad);
    return bad != 0;
}

int main(int argc, char **argv)
{
    if (argc == 3 && !strcmp(argv[1], "generate"))
        return generate(argv[2]);
    if (argc == 3 && !strcmp(argv[1], "run"))
        return run(argv[2]);
    if (argc == 3 && !strcmp(argv[1], "compare"))
        return compare(argv[2]);
    fputs("usage: semantics generate|run|compare DIR\n", stderr);
    return 2;
}
