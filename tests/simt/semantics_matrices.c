/* Kernels of tools/gpu-semantics for matrices: mma, wmma, ldmatrix, stmatrix.
 *
 * With small integers every sum is exact, so the order of summation does not matter and every error
 * of layout shows. The kernels called "rounding of ..." multiply numbers with full fractions: there
 * the hardware's way of summing shows, which is compared within a tolerance and reported. */
#include "semantics.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Elements: 'h' f16, 'b' bf16, 't' tf32, 'f' f32, 'd' f64, 'i' integers of any width and bits, 'e'
 * e4m3, 'g' e5m2. */
static bool wide(char kind)
{
    return kind == 'd';
}

/* %t5: a hash of the lane's register k */
static void hash(FILE *f, unsigned n, unsigned k, unsigned salt)
{
    fprintf(f,
            "mad.lo.u32 %%t5, %%t4, %u, %u; mul.lo.u32 %%t5, %%t5, 0x9e3779b1; shr.u32 %%t6, %%t5, "
            "15;\n"
            "xor.b32 %%t5, %%t5, %%t6; mul.lo.u32 %%t5, %%t5, 0x85ebca6b; shr.u32 %%t6, %%t5, 13;\n"
            "xor.b32 %%t5, %%t5, %%t6;\n",
            16 * n + 1, 131 * k + salt);
}

/* A register of small integers from %t5. */
static void small(FILE *f, char kind, const char *reg, unsigned k)
{
    static const char *const eight =
        "and.b32 %%t6, %%t5, 7; cvt.rn.f32.u32 %%f1, %%t6;\n"
        "bfe.u32 %%t6, %%t5, 3, 3; cvt.rn.f32.u32 %%f2, %%t6;\n"
        "cvt.rn.satfinite.%s.f32 %%h1, %%f1, %%f2;\n"
        "bfe.u32 %%t6, %%t5, 6, 3; cvt.rn.f32.u32 %%f1, %%t6; neg.f32 %%f1, %%f1;\n"
        "cvt.rn.satfinite.%s.f32 %%h2, %%f1, %%f2;\n"
        "mov.b32 %%%s%u, {%%h1, %%h2};\n";
    const char *type = kind == 'b' ? "bf16" : "f16";

    switch (kind) {
    case 'h':
    case 'b': /* two, -4 .. 3 */
        fprintf(f,
                "and.b32 %%t6, %%t5, 7; sub.s32 %%t6, %%t6, 4; cvt.rn.f32.s32 %%f1, %%t6; "
                "cvt.rn.%s.f32 "
                "%%h1, %%f1;\n"
                "bfe.u32 %%t6, %%t5, 3, 3; sub.s32 %%t6, %%t6, 4; cvt.rn.f32.s32 %%f1, %%t6; "
                "cvt.rn.%s.f32 "
                "%%h2, %%f1;\n"
                "mov.b32 %%%s%u, {%%h1, %%h2};\n",
                type, type, reg, k);
        break;
    case 'e':
        fprintf(f, eight, "e4m3x2", "e4m3x2", reg, k);
        break;
    case 'g':
        fprintf(f, eight, "e5m2x2", "e5m2x2", reg, k);
        break;
    case 'i':
        fprintf(f, "mov.b32 %%%s%u, %%t5;\n", reg, k);
        break;
    case 'd':
        fprintf(f, "and.b32 %%t6, %%t5, 7; cvt.rn.f64.u32 %%%s%u, %%t6;\n", reg, k);
        break;
    default:
        fprintf(f, "and.b32 %%t6, %%t5, 7; cvt.rn.f32.u32 %%%s%u, %%t6;\n", reg, k);
    }
}

/* A register of numbers from 1 to 2 with any fraction and sign. */
static void fractions(FILE *f, char kind, const char *reg, unsigned k)
{
    static const struct {
        char kind;
        unsigned keep, one;
    } bits[] = {{'h', 0x83ff83ff, 0x3c003c00}, {'b', 0x807f807f, 0x3f803f80},
                {'t', 0x807fffff, 0x3f800000}, {'f', 0x807fffff, 0x3f800000},
                {'e', 0x87878787, 0x38383838}, {'g', 0x83838383, 0x3c3c3c3c}};

    if (kind == 'd') {
        fprintf(
            f,
            "mul.wide.u32 %%d8, %%t5, 0x9e3779b1; shl.b64 %%d8, %%d8, 3; and.b64 %%d8, %%d8, "
            "0x800fffffffffffff; or.b64 %%d8, %%d8, 0x3ff0000000000000; mov.b64 %%%s%u, %%d8;\n",
            reg, k);
        return;
    }
    for (size_t n = 0; n < sizeof bits / sizeof *bits; n++)
        if (bits[n].kind == kind)
            fprintf(f, "and.b32 %%t6, %%t5, 0x%x; or.b32 %%%s%u, %%t6, 0x%x;\n", bits[n].keep, reg,
                    k, bits[n].one);
}

static void registers(FILE *f, const char *reg, unsigned n)
{
    fprintf(f, "{");
    for (unsigned k = 0; k < n; k++)
        fprintf(f, "%s%%%s%u", k ? "," : "", reg, k);
    fprintf(f, "}");
}

static void fill(FILE *f, char kind, const char *reg, unsigned n, unsigned salt, bool rounding)
{
    for (unsigned k = 0; k < n; k++) {
        hash(f, n, k, salt);
        (rounding ? fractions : small)(f, kind, reg, k);
    }
}

struct tensor {
    const char *name;
    char kind, acc;
    unsigned d, a, b; /* registers */
};

/* The result registers, mixed into one word; the first and the last as they are when it is about
 * rounding. */
static void mma(struct generator *g, const struct tensor *t, bool rounding)
{
    const char *in = wide(t->kind) ? "d" : "r", *out = wide(t->acc) ? "d" : "r";
    char title[128], a[8], b[8], c[8], d[8];
    FILE *f;

    snprintf(title, sizeof title, "%s%s", rounding ? "rounding of " : "", t->name);
    f = semantics_begin(g, title);
    fprintf(f, ".reg .f32 %%f<9>; .reg .b32 %%ra<17>, %%rb<17>, %%rc<17>, %%rd<17>;\n"
               ".reg .b64 %%da<17>, %%db<17>, %%dc<17>, %%dd<17>;\n");
    snprintf(a, 8, "%sa", in);
    snprintf(b, 8, "%sb", in);
    snprintf(c, 8, "%sc", out);
    snprintf(d, 8, "%sd", out);
    fill(f, t->kind, a, t->a, 1, rounding);
    fill(f, t->kind, b, t->b, 77, rounding);
    fill(f, t->acc, c, t->d, 991, rounding);
    fprintf(f, "%s ", t->name);
    registers(f, d, t->d);
    fprintf(f, ", ");
    registers(f, a, t->a);
    fprintf(f, ", ");
    registers(f, b, t->b);
    fprintf(f, ", ");
    registers(f, c, t->d);
    fprintf(f, ";\nmov.b64 %%d9, 0;\n");
    if (rounding && wide(t->acc))
        fprintf(f, "mov.b64 %%d9, %%%s0;\n", d);
    else if (rounding)
        fprintf(f, "mov.b64 %%d9, {%%%s0, %%%s%u};\n", d, d, t->d - 1);
    for (unsigned k = 0; k < t->d && !rounding; k++)
        fprintf(f, "%s %%d8, %%%s%u; mad.lo.s64 %%d9, %%d9, 1000003, %%d8;\n",
                wide(t->acc) ? "mov.b64" : "cvt.u64.u32", d, k);
    semantics_deliver(f, 'd');
    fclose(f);
}

static const struct tensor products[] = {
    {"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", 'h', 'f', 4, 4, 2},
    {"mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16", 'h', 'h', 2, 4, 2},
    {"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", 'h', 'f', 4, 2, 1},
    {"mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16", 'h', 'h', 2, 2, 1},
    {"mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", 'b', 'f', 4, 4, 2},
    {"mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32", 'b', 'f', 4, 2, 1},
    {"mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", 't', 'f', 4, 4, 2},
    {"mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32", 't', 'f', 4, 2, 1},
    {"mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32", 'e', 'f', 4, 4, 2},
    {"mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32", 'g', 'f', 4, 4, 2},
    {"mma.sync.aligned.m16n8k16.row.col.f32.e4m3.e4m3.f32", 'e', 'f', 4, 2, 1},
    {"mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e4m3.f16", 'e', 'h', 2, 4, 2},
    {"mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64", 'd', 'd', 2, 1, 1},
    {"mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64", 'd', 'd', 4, 2, 1},
    {"mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64", 'd', 'd', 4, 4, 2},
    {"mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64", 'd', 'd', 4, 8, 4},
    {"mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32", 'h', 'f', 8, 2, 2},
    {"mma.sync.aligned.m8n8k4.col.row.f32.f16.f16.f32", 'h', 'f', 8, 2, 2},
    {"mma.sync.aligned.m8n8k4.row.row.f16.f16.f16.f16", 'h', 'h', 4, 2, 2},
    {"mma.sync.aligned.m8n8k4.col.col.f16.f16.f16.f16", 'h', 'h', 4, 2, 2},
    {"mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32", 'i', 'i', 4, 2, 1},
    {"mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", 'i', 'i', 4, 4, 2},
    {"mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32", 'i', 'i', 4, 4, 2},
    {"mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32", 'i', 'i', 4, 4, 2},
    {"mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.s8.s32", 'i', 'i', 4, 4, 2},
    {"mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32", 'i', 'i', 2, 1, 1},
    {"mma.sync.aligned.m8n8k16.row.col.s32.u8.u8.s32", 'i', 'i', 2, 1, 1},
    {"mma.sync.aligned.m8n8k32.row.col.s32.s4.s4.s32", 'i', 'i', 2, 1, 1},
    {"mma.sync.aligned.m16n8k32.row.col.s32.s4.s4.s32", 'i', 'i', 4, 2, 1},
    {"mma.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32", 'i', 'i', 4, 4, 2},
    {"mma.sync.aligned.m16n8k64.row.col.s32.u4.s4.s32", 'i', 'i', 4, 4, 2},
    {"mma.sync.aligned.m16n8k64.row.col.satfinite.s32.u4.u4.s32", 'i', 'i', 4, 4, 2},
    {"mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc", 'i', 'i', 2, 1, 1},
    {"mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.and.popc", 'i', 'i', 2, 1, 1},
    {"mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.xor.popc", 'i', 'i', 4, 2, 1},
    {"mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc", 'i', 'i', 4, 4, 2},
    {"mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc", 'i', 'i', 4, 4, 2},
};

/* ---- wmma ---- */

struct wmma {
    const char *shape, *types; /* of the product, as the name has them */
    const char *a, *c;         /* types of the fragments */
    char kind, acc;
    unsigned m, n, k, ra, rb, rc; /* registers of the fragments */
    const char *op;               /* ".xor.popc" of bits */
};

/* Each warp fills 1 KB for A, B and C, multiplies there, and hands out what D became in memory. */
static void wmma(struct generator *g, const struct wmma *w, const char *la, const char *lb)
{
    char name[160];
    FILE *f;
    bool bits = !strcmp(w->a, "b1") || !strcmp(w->a, "s4") || !strcmp(w->a, "u4");
    unsigned sa = bits || !strcmp(la, "row") ? w->k : w->m,
             sb = bits || !strcmp(lb, "col") ? w->k : w->n;

    snprintf(name, sizeof name, "wmma.mma%s.sync.aligned.%s.%s.%s.%s", w->op ? w->op : "", la, lb,
             w->shape, w->types);
    f = semantics_begin(g, name);
    fprintf(f, ".reg .f32 %%f<9>; .reg .b32 %%ra<17>, %%rb<17>, %%rc<17>, %%rd<17>;\n"
               ".reg .b64 %%da<17>, %%db<17>, %%dc<17>, %%dd<17>;\n"
               ".shared .align 128 .b8 space[12288];\n"
               "shr.u32 %%t7, %%t3, 5; mul.lo.u32 %%t7, %%t7, 3072; mov.u32 %%t6, space;\n"
               "add.u32 %%t7, %%t7, %%t6; and.b32 %%t8, %%t3, 31;\n");
    for (unsigned part = 0; part < 3; part++) { /* 32 bytes per lane and matrix */
        char kind = part == 2 ? w->acc : w->kind;
        for (unsigned k = 0; k < (wide(kind) ? 4u : 8u); k++) {
            hash(f, 8, k, 1 + 77 * part);
            small(f, kind, wide(kind) ? "da" : "ra", 0);
            fprintf(f,
                    "shl.b32 %%t6, %%t8, 5; add.u32 %%t6, %%t6, %%t7;\nst.shared.%s [%%t6+%u], "
                    "%%%s0;\n",
                    wide(kind) ? "b64" : "b32", part * 1024 + k * (wide(kind) ? 8 : 4),
                    wide(kind) ? "da" : "ra");
        }
    }
    fprintf(f, "bar.warp.sync -1;\n");
    fprintf(f, "wmma.load.a.sync.aligned.%s.%s.shared.%s ", la, w->shape, w->a);
    registers(f, wide(w->kind) ? "da" : "ra", w->ra);
    fprintf(f, ", [%%t7], %u;\nwmma.load.b.sync.aligned.%s.%s.shared.%s ", sa, lb, w->shape, w->a);
    registers(f, wide(w->kind) ? "db" : "rb", w->rb);
    fprintf(f, ", [%%t7+1024], %u;\nwmma.load.c.sync.aligned.row.%s.shared.%s ", sb, w->shape,
            w->c);
    registers(f, wide(w->acc) ? "dc" : "rc", w->rc);
    fprintf(f, ", [%%t7+2048], %u;\n%s ", w->n, name);
    registers(f, wide(w->acc) ? "dd" : "rd", w->rc);
    fprintf(f, ", ");
    registers(f, wide(w->kind) ? "da" : "ra", w->ra);
    fprintf(f, ", ");
    registers(f, wide(w->kind) ? "db" : "rb", w->rb);
    fprintf(f, ", ");
    registers(f, wide(w->acc) ? "dc" : "rc", w->rc);
    fprintf(f, ";\nbar.warp.sync -1;\nwmma.store.d.sync.aligned.row.%s.shared.%s [%%t7+2048], ",
            w->shape, w->c);
    registers(f, wide(w->acc) ? "dd" : "rd", w->rc);
    fprintf(f, ", %u;\nbar.warp.sync -1;\nmov.b64 %%d9, 0;\n", w->n);
    for (unsigned k = 0; k < 4; k++)
        fprintf(f,
                "shl.b32 %%t6, %%t8, 5; add.u32 %%t6, %%t6, %%t7; ld.shared.b64 %%d8, [%%t6+%u]; "
                "mad.lo.s64 "
                "%%d9, %%d9, 1000003, %%d8;\n",
                2048 + 8 * k);
    semantics_deliver(f, 'd');
    fclose(f);
}

static void wmmas(struct generator *g)
{
    static const struct wmma list[] = {
        {"m16n16k16", "f32.f32", "f16", "f32", 'h', 'f', 16, 16, 16, 8, 8, 8, NULL},
        {"m16n16k16", "f16.f16", "f16", "f16", 'h', 'h', 16, 16, 16, 8, 8, 4, NULL},
        {"m32n8k16", "f32.f32", "f16", "f32", 'h', 'f', 32, 8, 16, 8, 8, 8, NULL},
        {"m8n32k16", "f16.f16", "f16", "f16", 'h', 'h', 8, 32, 16, 8, 8, 4, NULL},
        {"m16n16k16", "f32.bf16.bf16.f32", "bf16", "f32", 'b', 'f', 16, 16, 16, 4, 4, 8, NULL},
        {"m32n8k16", "f32.bf16.bf16.f32", "bf16", "f32", 'b', 'f', 32, 8, 16, 8, 2, 8, NULL},
        {"m16n16k8", "f32.tf32.tf32.f32", "tf32", "f32", 'f', 'f', 16, 16, 8, 4, 4, 8, NULL},
        {"m16n16k16", "s32.s8.s8.s32", "s8", "s32", 'i', 'i', 16, 16, 16, 2, 2, 8, NULL},
        {"m16n16k16", "s32.u8.u8.s32", "u8", "s32", 'i', 'i', 16, 16, 16, 2, 2, 8, NULL},
        {"m32n8k16", "s32.s8.s8.s32", "s8", "s32", 'i', 'i', 32, 8, 16, 4, 1, 8, NULL},
        {"m8n32k16", "s32.u8.u8.s32.satfinite", "u8", "s32", 'i', 'i', 8, 32, 16, 1, 4, 8, NULL},
        {"m8n8k4", "f64.f64.f64.f64", "f64", "f64", 'd', 'd', 8, 8, 4, 1, 1, 2, NULL},
        {"m8n8k32", "s32.s4.s4.s32", "s4", "s32", 'i', 'i', 8, 8, 32, 1, 1, 2, NULL},
        {"m8n8k32", "s32.u4.u4.s32", "u4", "s32", 'i', 'i', 8, 8, 32, 1, 1, 2, NULL},
        {"m8n8k128", "s32.b1.b1.s32", "b1", "s32", 'i', 'i', 8, 8, 128, 1, 1, 2, ".xor.popc"},
        {"m8n8k128", "s32.b1.b1.s32", "b1", "s32", 'i', 'i', 8, 8, 128, 1, 1, 2, ".and.popc"},
    };

    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        wmma(g, &list[k], "row", "col");
        if (strcmp(list[k].a, "s4") && strcmp(list[k].a, "u4") && strcmp(list[k].a, "b1"))
            wmma(g, &list[k], "col", "row");
    }
}

/* ---- ldmatrix, stmatrix ---- */

static void moves(struct generator *g)
{
    static const char *const list[] = {"x1", "x2", "x4", "x1.trans", "x2.trans", "x4.trans"};
    char name[64];

    for (unsigned k = 0; k < 12; k++) {
        unsigned n = (unsigned)atoi(list[k % 6] + 1);
        bool store = k >= 6;
        FILE *f;
        snprintf(name, sizeof name, "%smatrix.sync.aligned.m8n8.%s.shared.b16", store ? "st" : "ld",
                 list[k % 6]);
        f = semantics_begin(g, name);
        fprintf(f, ".shared .align 128 .b8 space[2048];\n.reg .b32 %%ra<5>;\n"
                   "shr.u32 %%t7, %%t3, 5; shl.b32 %%t7, %%t7, 9; mov.u32 %%t6, space; add.u32 "
                   "%%t7, %%t7, %%t6;\n"
                   "and.b32 %%t8, %%t3, 31; shl.b32 %%t8, %%t8, 4; add.u32 %%t8, %%t8, %%t7;\n");
        for (unsigned q = 0; q < 4; q++) {
            hash(f, 4, q, 5);
            fprintf(f, "mov.b32 %%ra%u, %%t5; st.shared.b32 [%%t8+%u], %%t5;\n", q, 4 * q);
        }
        fprintf(f, "bar.warp.sync -1;\n");
        if (store)
            fprintf(f, "%s [%%t8], ", name);
        else
            fprintf(f, "%s ", name);
        registers(f, "ra", n);
        fprintf(f, store ? ";\nbar.warp.sync -1;\n" : ", [%%t8];\n");
        for (unsigned q = 0; q < 4 && store; q++)
            fprintf(f, "ld.shared.b32 %%ra%u, [%%t8+%u];\n", q, 4 * q);
        fprintf(f, "mov.b64 %%d9, 0;\n");
        for (unsigned q = 0; q < 4; q++)
            fprintf(f, "cvt.u64.u32 %%d8, %%ra%u; mad.lo.s64 %%d9, %%d9, 1000003, %%d8;\n", q);
        semantics_deliver(f, 'd');
        fclose(f);
    }
}

void semantics_matrices(struct generator *g)
{
    for (size_t k = 0; k < sizeof products / sizeof *products; k++) {
        mma(g, &products[k], false);
        if (products[k].kind != 'i')
            mma(g, &products[k], true);
    }
    wmmas(g);
    moves(g);
}
