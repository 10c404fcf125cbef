/* Kernels of tools/gpu-semantics for what one thread computes: the table of ops.def, conversions.
 */
#include "semantics.h"

#include <stdlib.h>
#include <string.h>

#include "simt/machine.h"

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

static const char *const head =
    ".version 8.7\n.target sm_90\n.address_size 64\n"
    ".visible .entry k%u(.param .u64 out, .param .u64 in) {\n"
    ".reg .pred %%p<20>; .reg .b16 %%h<40>; .reg .b32 %%r<60>; .reg .b64 %%d<60>;\n"
    ".reg .b32 %%t<9>; .reg .b64 %%a<9>;\n"
    "ld.param.u64 %%a1, [out]; ld.param.u64 %%a2, [in];\n"
    "mov.u32 %%t1, %%ctaid.x; mov.u32 %%t2, %%ntid.x; mov.u32 %%t3, %%tid.x;\n"
    "mad.lo.s32 %%t4, %%t1, %%t2, %%t3; mul.wide.u32 %%a3, %%t4, 64; add.s64 %%a4, %%a2, %%a3;\n"
    "mul.wide.u32 %%a3, %%t4, 8; add.s64 %%a5, %%a1, %%a3;\n";

/* Operand k of the thread into register number k of its width. */
void semantics_fetch(FILE *f, unsigned k, char w)
{
    fprintf(f, "ld.global.u64 %%d%u, [%%a4+%u];\n", k, 8 * k);
    if (w == 'h')
        fprintf(f, "cvt.u16.u64 %%h%u, %%d%u;\n", k, k);
    else if (w == 'r')
        fprintf(f, "cvt.u32.u64 %%r%u, %%d%u;\n", k, k);
    else if (w == 'p')
        fprintf(f, "and.b64 %%d%u, %%d%u, 1; setp.ne.s64 %%p%u, %%d%u, 0;\n", k, k, k, k);
}

void semantics_deliver(FILE *f, char w)
{
    if (w == 'h')
        fprintf(f, "cvt.u64.u16 %%d9, %%h9;\n");
    else if (w == 'r')
        fprintf(f, "cvt.u64.u32 %%d9, %%r9;\n");
    else if (w == 'p')
        fprintf(f, "selp.b64 %%d9, 1, 0, %%p9;\n");
    fprintf(f, "st.global.u64 [%%a5], %%d9;\nret;\n}\n");
}

FILE *semantics_begin(struct generator *g, const char *name)
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
    FILE *f = semantics_begin(g, name);

    for (unsigned k = 0; from[k]; k++)
        semantics_fetch(f, k, from[k]);
    fprintf(f, "%s %%%c9", name, to);
    for (unsigned k = 0; from[k]; k++)
        fprintf(f, ", %%%c%u", from[k], k);
    fprintf(f, "%s;\n", last);
    semantics_deliver(f, to);
    fclose(f);
}

static void arithmetic(struct generator *g)
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

/* Small formats, relu, satfinite: the result's width, the operands'. */
static void more_conversions(struct generator *g)
{
    static const struct {
        const char *name, *from;
        char to;
    } list[] = {
        {"cvt.rn.satfinite.e4m3x2.f32", "rr", 'h'},
        {"cvt.rn.satfinite.e5m2x2.f32", "rr", 'h'},
        {"cvt.rn.satfinite.relu.e4m3x2.f32", "rr", 'h'},
        {"cvt.rn.satfinite.relu.e5m2x2.f32", "rr", 'h'},
        {"cvt.rn.satfinite.e4m3x2.f16x2", "r", 'h'},
        {"cvt.rn.satfinite.e5m2x2.f16x2", "r", 'h'},
        {"cvt.rn.satfinite.relu.e4m3x2.f16x2", "r", 'h'},
        {"cvt.rn.f16x2.e4m3x2", "h", 'r'},
        {"cvt.rn.f16x2.e5m2x2", "h", 'r'},
        {"cvt.rn.relu.f16x2.e4m3x2", "h", 'r'},
        {"cvt.rn.relu.f16x2.e5m2x2", "h", 'r'},
        {"cvt.rn.tf32.f32", "r", 'r'},
        {"cvt.rz.tf32.f32", "r", 'r'},
        {"cvt.rn.relu.tf32.f32", "r", 'r'},
        {"cvt.rna.tf32.f32", "r", 'r'},
        {"cvt.rn.f16x2.f32", "rr", 'r'},
        {"cvt.rz.f16x2.f32", "rr", 'r'},
        {"cvt.rz.bf16x2.f32", "rr", 'r'},
        {"cvt.rz.relu.f16x2.f32", "rr", 'r'},
        {"cvt.rn.relu.bf16x2.f32", "rr", 'r'},
        {"cvt.rn.relu.f16.f32", "r", 'h'},
        {"cvt.rn.relu.bf16.f32", "r", 'h'},
        {"cvt.rz.relu.bf16.f32", "r", 'h'},
        {"cvt.rn.satfinite.f16.f32", "r", 'h'},
        {"cvt.rn.satfinite.bf16.f32", "r", 'h'},
        {"cvt.rn.satfinite.f16x2.f32", "rr", 'r'},
        {"cvt.rn.satfinite.bf16x2.f32", "rr", 'r'},
        {"cvt.rna.satfinite.tf32.f32", "r", 'r'},
        {"set.eq.f16.f16", "hh", 'h'},
        {"set.ltu.bf16.bf16", "hh", 'h'},
        {"set.gt.u32.f16", "hh", 'r'},
        {"set.le.f32.f64", "dd", 'r'},
        {"set.ne.s32.u64", "dd", 'r'},
    };

    for (size_t k = 0; k < sizeof list / sizeof *list; k++)
        one(g, list[k].name, list[k].to, list[k].from, "");
}

void semantics_scalars(struct generator *g)
{
    arithmetic(g);
    conversions(g);
    more_conversions(g);
}
