#include "facts/touched.h"

#include <stdio.h>

#include "facts/wavefronts.h"
#include "fn/callee.h"
#include "rule/ptx.h"

enum { ROW_OF_MATRIX = 16 };

/* fragment<matrix_a, 16, 16, 16, signed char, row_major> */
static bool read_fragment(const struct kp_fn *fn, const struct kp_value *v,
                          const struct kp_node *arg, unsigned operand, struct kp_touched *t)
{
    const struct kp_type *type = arg ? arg->type : NULL, *pointee;
    const char *s, *layout = NULL;
    int rows = 0, columns = 0, inner = 0;
    char use[24];
    int64_t order;

    type = type && type->kind == KP_TYPE_REFERENCE ? type->elem : type;
    s = type && type->canonical ? strstr(type->canonical, "wmma::fragment<") : NULL;
    if (!s || sscanf(s, "wmma::fragment<nvcuda::wmma::%23[a-z_], %d, %d, %d,", use, &rows, &columns,
                     &inner) != 4)
        return false;
    t->is_sum = kp_streq(use, "accumulator");
    layout = strstr(s, "wmma::row_major") ? "row" : strstr(s, "wmma::col_major") ? "col" : NULL;
    if (t->is_sum) {
        if (v->n_operands < 4 || !kp_fn_is_const(fn, kp_fn_operand(fn, v, 3), &order))
            return false;
        layout = order == 0 ? "row" : "col";
        t->by_columns = order != 0;
    } else if (kp_streq(use, "matrix_a")) {
        columns = inner;
    } else if (kp_streq(use, "matrix_b")) {
        rows = inner;
    }
    pointee = kp_argument(v->node, operand)->type;
    pointee = pointee ? pointee->elem : NULL;
    if (!layout || !pointee || pointee->size <= 0 || strstr(s, "experimental"))
        return false;
    t->unit = pointee->size;
    t->leading = kp_fn_operand(fn, v, 2);
    t->lines = (unsigned)(layout[0] == 'r' ? rows : columns);
    t->bytes = (layout[0] == 'r' ? columns : rows) * t->unit;
    return true;
}

static bool is_named(const struct kp_value *v, const char *name)
{
    const struct kp_sym *s = v->node && v->node->kind == KP_CALL ? v->node->sym : NULL;

    return s && s->from_prelude && kp_streq(s->name, name);
}

/* The number N of the only [address] among the operands, which is `[%N]` without an offset; -1: it
 * is something else. */
static int plain_address(const char *operands)
{
    const char *open = strchr(operands, '[');
    int number = -1, end = 0;

    return open && !strchr(open + 1, '[') && sscanf(open, "[ %%%2d ]%n", &number, &end) == 1 && end
               ? number
               : -1;
}

/* ld.shared.v4.f32: the bytes of a lane; -1: it is something else. */
static int64_t bytes_of_access(const char *opcode)
{
    static const char *const of[] = {"ld.shared.", "st.shared."};
    int parts = 1, bits = 0, end = 0;
    char kind[2];

    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if (kp_starts_with(opcode, of[i])) {
            opcode += strlen(of[i]);
            if (sscanf(opcode, "v%1d.%n", &parts, &end) == 1 && end)
                opcode += end;
            end = 0;
            return sscanf(opcode, "%1[busf]%2d%n", kind, &bits, &end) == 2 && !opcode[end]
                       ? (int64_t)parts * bits / 8
                       : -1;
        }
    return -1;
}

/* ldmatrix.sync.aligned.m8n8.x4.., whose modifiers may be in any order: the number of matrices; 0:
 * it is something else. */
static unsigned matrices_of(const char *opcode)
{
    bool is_plain = false;
    unsigned n = 0;

    if (!kp_starts_with(opcode, "ldmatrix."))
        return 0;
    while ((opcode = strchr(opcode, '.')) != NULL) {
        size_t length = strcspn(++opcode, ".");

        is_plain = is_plain || (length == 4 && kp_starts_with(opcode, "m8n8"));
        if (length == 2 && opcode[0] == 'x')
            n = (unsigned)(opcode[1] - '0');
    }
    return is_plain && (n == 1 || n == 2 || n == 4) ? n : 0;
}

/* A statement that is one instruction: what of an array it touches. An asynchronous copy's bytes
 * are known already. */
static void measure_assembly(const struct kp_fn *fn, const struct kp_value *v, unsigned operand,
                             struct kp_touched *t)
{
    struct kp_inline_ptx ptx;
    const struct kp_ptx_insn *i;

    t->rows = KP_LANES;
    if (t->bytes > 0)
        return;
    t->bytes = -1;
    kp_ptx_read(fn->arena, v->text, &ptx);
    i = ptx.insns.v;
    if (ptx.insns.n != 1 || i->predicated || ptx.has_other ||
        plain_address(i->operands) != (int)operand)
        return;
    t->bytes = bytes_of_access(i->opcode);
    if (!matrices_of(i->opcode))
        return;
    t->rows = 8u * matrices_of(i->opcode);
    t->bytes = ROW_OF_MATRIX;
}

bool kp_measure_touch(const struct kp_fn *fn, const struct kp_value *v, unsigned operand,
                      struct kp_touched *t)
{
    *t = (struct kp_touched){0};
    t->bytes = kp_fn_touches(fn, v, operand).bytes;
    if (is_named(v, "load_matrix_sync") && operand == 1)
        return read_fragment(fn, v, kp_argument(v->node, 0), operand, t);
    if (is_named(v, "store_matrix_sync") && operand == 0)
        return read_fragment(fn, v, kp_argument(v->node, 1), operand, t);
    if (v->op == KP_FN_CALL && v->node && v->node->kind == KP_ASM)
        measure_assembly(fn, v, operand, t);
    return t->bytes > 0;
}

/* No shared memory has lines that far apart: a block can have 227 KB (CUDA C++ Programming Guide,
 * technical specifications, compute capability 9.0). */
enum { FARTHEST = 256 * 1024 };

bool kp_touched_lines(const struct kp_fn *fn, const struct kp_value *v, unsigned operand,
                      struct kp_touched_lines *out)
{
    struct kp_touched t;
    int64_t leading = 0;

    if (!kp_measure_touch(fn, v, operand, &t) || t.bytes <= 0 ||
        (t.lines &&
         (!kp_fn_is_const(fn, t.leading, &leading) || leading < 0 || leading > FARTHEST)))
        return false;
    *out = (struct kp_touched_lines){t.lines ? t.lines : 1, t.bytes, leading * t.unit};
    return true;
}
