/* Do the instructions compute on the CPU what they compute on a GPU? One kernel per instruction and
 * type over random and edge operands.
 *
 *     semantics generate DIR     one DIR/NNNN.ptx per kernel, DIR/input.bin
 *     semantics run DIR          runs DIR/all.ptx here, writes DIR/cpu.bin
 *     semantics compare DIR      DIR/cpu.bin against DIR/gpu.bin, kernel by kernel
 *
 * tests/simt/semantics.py drives it: kernels that ptxas refuses are left out of all.ptx. */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simt/machine.h"
#include "simt/num.h"
#include "util/str.h"

enum { THREADS = 2048, BLOCK = 128, OPERANDS = 8 };

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

/* 'p' predicate, 'h' 16, 'r' 32, 'd' 64 bits */
static char width(enum kp_alu_type t)
{
    switch (t) {
    case T_pred:
        return 'p';
    case T_u64:
    case T_s64:
    case T_f64:
        return 'd';
    case T_u8:
    case T_s8:
    case T_u16:
    case T_s16:
    case T_f16:
    case T_hz16:
    case T_bf16:
        return 'h';
    default:
        return 'r';
    }
}

struct generator {
    const char *folder;
    unsigned n;
    FILE *names;
};

static const char *const head =
    ".version 8.6\n.target sm_90\n.address_size 64\n"
    ".visible .entry k%u(.param .u64 out, .param .u64 in) {\n"
    ".reg .pred %%p<20>; .reg .b16 %%h<40>; .reg .b32 %%r<60>; .reg .b64 %%d<60>;\n"
    ".reg .b32 %%t<9>; .reg .b64 %%a<9>;\n"
    "ld.param.u64 %%a1, [out]; ld.param.u64 %%a2, [in];\n"
    "mov.u32 %%t1, %%ctaid.x; mov.u32 %%t2, %%ntid.x; mov.u32 %%t3, %%tid.x;\n"
    "mad.lo.s32 %%t4, %%t1, %%t2, %%t3; mul.wide.u32 %%a3, %%t4, 64; add.s64 %%a4, %%a2, %%a3;\n"
    "mul.wide.u32 %%a3, %%t4, 8; add.s64 %%a5, %%a1, %%a3;\n";

/* Operand k of the thread into register number k of its width. */
static void fetch(FILE *f, unsigned k, char w)
{
    fprintf(f, "ld.global.u64 %%d%u, [%%a4+%u];\n", k, 8 * k);
    if (w == 'h')
        fprintf(f, "cvt.u16.u64 %%h%u, %%d%u;\n", k, k);
    else if (w == 'r')
        fprintf(f, "cvt.u32.u64 %%r%u, %%d%u;\n", k, k);
    else if (w == 'p')
        fprintf(f, "and.b64 %%d%u, %%d%u, 1; setp.ne.s64 %%p%u, %%d%u, 0;\n", k, k, k, k);
}

static void deliver(FILE *f, char w)
{
    if (w == 'h')
        fprintf(f, "cvt.u64.u16 %%d9, %%h9;\n");
    else if (w == 'r')
        fprintf(f, "cvt.u64.u32 %%d9, %%r9;\n");
    else if (w == 'p')
        fprintf(f, "selp.b64 %%d9, 1, 0, %%p9;\n");
    fprintf(f, "st.global.u64 [%%a5], %%d9;\nret;\n}\n");
}

static FILE *begin(struct generator *g, const char *name)
{
    char path[4096];
    FILE *f;

    snprintf(path, sizeof path, "%s/%04u.ptx", g->folder, g->n);
    f = fopen(path, "w");
    if (!f)
        exit(2);
    fprintf(g->names, "%u %s\n", g->n, name);
    fprintf(f, head, g->n++);
    return f;
}

static void one(struct generator *g, const char *name, char to, const char *from, const char *last)
{
    FILE *f = begin(g, name);

    for (unsigned k = 0; from[k]; k++)
        fetch(f, k, from[k]);
    fprintf(f, "%s %%%c9", name, to);
    for (unsigned k = 0; from[k]; k++)
        fprintf(f, ", %%%c%u", from[k], k);
    fprintf(f, "%s;\n", last);
    deliver(f, to);
    fclose(f);
}

static void table(struct generator *g)
{
    const struct kp_alu *e;

    for (size_t i = 0; (e = kp_alu_at(i)); i++) {
        char name[64], from[8] = "";
        bool lut = !strcmp(e->name, "lop3_b32");
        snprintf(name, sizeof name, "%s", e->name);
        for (char *p = name; *p; p++)
            *p = *p == '_' ? '.' : *p;
        for (unsigned k = 1; k < e->n - (lut ? 1 : 0); k++)
            from[k - 1] = width(e->type[k]);
        one(g, name, width(e->type[0]), from, lut ? ", 0x96" : "");
    }
}

static void conversions(struct generator *g)
{
    static const char *const all[] = {"f16", "bf16", "f32", "f64", "u8",  "s8",
                                      "u16", "s16",  "u32", "s32", "u64", "s64"};
    static const char wide[] = "hhrdhhhhrrdd";
    static const char *const how[] = {"rn",  "rz",  "rm",  "rp",      "rni",    "rzi",
                                      "rmi", "rpi", "sat", "rzi.sat", "rn.sat", "rzi.ftz"};
    char name[64], from[2] = "";

    for (unsigned h = 0; h < sizeof how / sizeof *how; h++) {
        for (unsigned d = 0; d < 12; d++) {
            for (unsigned s = 0; s < 12; s++) {
                bool is_float = d < 4 || s < 4;
                if (!is_float && strcmp(how[h], "sat"))
                    continue;
                snprintf(name, sizeof name, "cvt.%s.%s.%s", how[h], all[d], all[s]);
                from[0] = wide[s];
                one(g, name, wide[d], from, "");
            }
        }
    }
}

/* Small integers, so that the order of summation does not matter and every layout error shows. */
static void small_operands(FILE *f, char kind, const char *reg, unsigned n, unsigned salt)
{
    for (unsigned k = 0; k < n; k++) {
        fprintf(f,
                "mad.lo.u32 %%t5, %%t4, %u, %u; mul.lo.u32 %%t5, %%t5, 0x9e3779b1; shr.u32 %%t5, "
                "%%t5, 9;\n",
                16 * n + 1, 131 * k + salt);
        if (kind == 'h') /* two halves, -4 .. 3 */
            fprintf(f,
                    "and.b32 %%t6, %%t5, 7; sub.s32 %%t6, %%t6, 4; cvt.rn.f16.s32 %%h1, %%t6;\n"
                    "bfe.u32 %%t6, %%t5, 3, 3; sub.s32 %%t6, %%t6, 4; cvt.rn.f16.s32 %%h2, %%t6;\n"
                    "mov.b32 %%%s%u, {%%h1, %%h2};\n",
                    reg, k);
        else if (kind == 'b')
            fprintf(
                f,
                "and.b32 %%t6, %%t5, 7; cvt.rn.f32.u32 %%t6, %%t6; cvt.rn.bf16.f32 %%h1, %%t6;\n"
                "bfe.u32 %%t6, %%t5, 3, 3; cvt.rn.f32.u32 %%t6, %%t6; cvt.rn.bf16.f32 %%h2, %%t6;\n"
                "mov.b32 %%%s%u, {%%h1, %%h2};\n",
                reg, k);
        else if (kind == 'i')
            fprintf(f, "mul.lo.u32 %%%s%u, %%t5, 0x01003407;\n", reg, k);
        else if (kind == 'd')
            fprintf(f, "and.b32 %%t6, %%t5, 7; cvt.rn.f64.u32 %%%s%u, %%t6;\n", reg, k);
        else
            fprintf(f, "and.b32 %%t6, %%t5, 7; cvt.rn.f32.u32 %%%s%u, %%t6;\n", reg, k);
    }
}

struct tensor {
    const char *name;
    char kind, acc; /* 'h', 'b', 'i', 'f', 'd' */
    unsigned d, a, b;
};

static void registers(FILE *f, const char *reg, unsigned from, unsigned n)
{
    fprintf(f, "{");
    for (unsigned k = 0; k < n; k++)
        fprintf(f, "%s%%%s%u", k ? "," : "", reg, from + k);
    fprintf(f, "}");
}

/* The result registers, mixed into one word. */
static void mma(struct generator *g, const struct tensor *t)
{
    FILE *f = begin(g, t->name);
    const char *in = t->kind == 'd' ? "d" : "r", *out = t->acc == 'd' ? "d" : "r";

    fprintf(f, ".reg .b32 %%ra<9>; .reg .b32 %%rb<9>; .reg .b32 %%rc<9>; .reg .b32 %%rd<9>;\n"
               ".reg .b64 %%da<9>; .reg .b64 %%db<9>; .reg .b64 %%dc<9>; .reg .b64 %%dd<9>;\n");
    char a[8], b[8], c[8], d[8];
    snprintf(a, 8, "%sa", in);
    snprintf(b, 8, "%sb", in);
    snprintf(c, 8, "%sc", out);
    snprintf(d, 8, "%sd", out);
    small_operands(f, t->kind, a, t->a, 1);
    small_operands(f, t->kind, b, t->b, 77);
    small_operands(f, t->acc, c, t->d, 991);
    fprintf(f, "%s ", t->name);
    registers(f, d, 0, t->d);
    fprintf(f, ", ");
    registers(f, a, 0, t->a);
    fprintf(f, ", ");
    registers(f, b, 0, t->b);
    fprintf(f, ", ");
    registers(f, c, 0, t->d);
    fprintf(f, ";\nmov.b64 %%d9, 0;\n");
    for (unsigned k = 0; k < t->d; k++)
        fprintf(f, "%s %%d8, %%%s%u; mad.lo.s64 %%d9, %%d9, 1000003, %%d8;\n",
                t->acc == 'd' ? "mov.b64" : "cvt.u64.u32", d, k);
    deliver(f, 'd');
    fclose(f);
}

static void tensors(struct generator *g)
{
    static const struct tensor list[] = {
        {"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", 'h', 'f', 4, 4, 2},
        {"mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16", 'h', 'h', 2, 4, 2},
        {"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", 'h', 'f', 4, 2, 1},
        {"mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", 'b', 'f', 4, 4, 2},
        {"mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32", 'b', 'f', 4, 2, 1},
        {"mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", 'f', 'f', 4, 4, 2},
        {"mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32", 'f', 'f', 4, 2, 1},
        {"mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64", 'd', 'd', 2, 1, 1},
        {"mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32", 'i', 'i', 4, 2, 1},
        {"mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", 'i', 'i', 4, 4, 2},
        {"mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32", 'i', 'i', 4, 4, 2},
        {"mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32", 'i', 'i', 2, 1, 1},
    };

    for (size_t k = 0; k < sizeof list / sizeof *list; k++)
        mma(g, &list[k]);
}

/* Warp-wide instructions: operands are the threads' own values. */
static void exchanges(struct generator *g)
{
    static const char *const list[] = {
        "shfl.sync.up.b32 %r9, %r0, %r1, 0x0, -1",
        "shfl.sync.up.b32 %r9, %r0, 3, 0x1800, -1",
        "shfl.sync.down.b32 %r9, %r0, 5, 0x1f, -1",
        "shfl.sync.down.b32 %r9, %r0, 3, 0x181f, -1",
        "shfl.sync.bfly.b32 %r9, %r0, 9, 0x1f, -1",
        "shfl.sync.bfly.b32 %r9, %r0, 5, 0x100f, -1",
        "shfl.sync.idx.b32 %r9, %r0, %r1, 0x1f, -1",
        "shfl.sync.idx.b32 %r9, %r0, %r1, 0x1c1f, -1",
        "vote.sync.ballot.b32 %r9, %p2, -1",
        "match.any.sync.b32 %r9, %r3, -1",
        "redux.sync.add.s32 %r9, %r0, -1",
        "redux.sync.min.s32 %r9, %r0, -1",
        "redux.sync.max.u32 %r9, %r0, -1",
        "redux.sync.xor.b32 %r9, %r0, -1",
        "add.cc.u32 %r4, %r0, %r1; addc.u32 %r9, %r0, %r3",
        "sub.cc.u32 %r4, %r0, %r1; subc.u32 %r9, %r0, %r3",
        "mad.lo.cc.u32 %r4, %r0, %r1, %r0; madc.hi.u32 %r9, %r0, %r1, %r3",
        "set.lt.f16x2.f16x2 %r9, %r0, %r1",
        "set.geu.u32.f16x2 %r9, %r0, %r1",
        "setp.gt.f16x2 %p8|%p9, %r0, %r1; selp.b32 %r9, 5, 7, %p8; @%p9 add.u32 %r9, %r9, 64",
        "set.neu.bf16x2.bf16x2 %r9, %r0, %r1",
        "set.gt.f32.f32 %r9, %r0, %r1",
        "elect.sync %r9|%p9, -1; @%p9 add.u32 %r9, %r9, 64",
        "mov.u32 %r9, %lanemask_lt",
        "mov.u32 %r9, %lanemask_ge",
    };

    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        FILE *f = begin(g, list[k]);
        fetch(f, 0, 'r');
        fetch(f, 1, 'r');
        fetch(f, 2, 'p');
        fetch(f, 3, 'r');
        fprintf(f, "and.b32 %%r3, %%r3, 3;\n%s;\n", list[k]);
        deliver(f, 'r');
        fclose(f);
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
    table(&g);
    conversions(&g);
    tensors(&g);
    exchanges(&g);
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

static int compare(const char *folder)
{
    size_t nc, ng, nn;
    const uint64_t *cpu = read_file(folder, "cpu.bin", &nc),
                   *gpu = read_file(folder, "gpu.bin", &ng);
    const uint64_t *in = read_file(folder, "input.bin", &nn);
    char *names = read_file(folder, "all.names", &nn), *save = NULL;
    size_t k = 0, bad = 0, approximate = 0;

    if (nc != ng) {
        printf("sizes differ: %zu and %zu\n", nc, ng);
        return 2;
    }
    for (char *name = strtok_r(names, "\n", &save); name; name = strtok_r(NULL, "\n", &save), k++) {
        bool loose = strstr(name, "approx") || strstr(name, "full");
        double worst = 0;
        size_t differ = 0, first = 0;
        for (size_t t = THREADS; t-- > 0;) {
            uint64_t x = cpu[k * THREADS + t], y = gpu[k * THREADS + t];
            double e = loose ? distance(name, in[t * OPERANDS], x, y) : x != y;
            if (e > worst)
                worst = e;
            if (loose ? !(e <= 4) : x != y) {
                differ++;
                first = t;
            }
        }
        approximate += loose;
        if (!differ)
            continue;
        bad++;
        printf("%-44s %4zu differ, first: a %016llx b %016llx c %016llx: cpu %016llx gpu %016llx\n",
               name, differ, (unsigned long long)in[first * OPERANDS],
               (unsigned long long)in[first * OPERANDS + 1],
               (unsigned long long)in[first * OPERANDS + 2],
               (unsigned long long)cpu[k * THREADS + first],
               (unsigned long long)gpu[k * THREADS + first]);
    }
    printf("%zu passed, %zu failed\n", k - bad, bad);
    printf("of these %zu approximate functions\n", approximate);
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
