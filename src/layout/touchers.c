/* Finds all accesses to an array, and checks that its address is not observed otherwise. */
#include "facts/wavefronts.h"
#include "front/tree.h"
#include "layout/laying.h"
#include "rule/ptx.h"

enum { MAX_HOPS = 8, ROW_OF_MATRIX = 16, MATRIX_ALIGNED = 32 };

const struct kp_node *kp_laying_place(const struct kp_value *v)
{
    const struct kp_node *at = v->node;

    for (const struct kp_fn_site *s = v->site; s; s = s->outer)
        at = s->call;
    return kp_node_as_written(at);
}

/* ---- how much is touched --------------------------------------------------------------------- */

/* fragment<matrix_a, 16, 16, 16, signed char, row_major> */
static bool read_fragment(struct kp_laying *m, const struct kp_value *v, const struct kp_node *arg,
                          struct kp_toucher *t)
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
        if (v->n_operands < 4 || !kp_fn_is_const(m->fn, kp_fn_operand(m->fn, v, 3), &order))
            return false;
        layout = order == 0 ? "row" : "col";
        t->by_columns = order != 0;
    } else if (kp_streq(use, "matrix_a")) {
        columns = inner;
    } else if (kp_streq(use, "matrix_b")) {
        rows = inner;
    }
    pointee = kp_argument(v->node, t->operand)->type;
    pointee = pointee ? pointee->elem : NULL;
    if (!layout || !pointee || pointee->size <= 0 || strstr(s, "experimental"))
        return false;
    t->unit = pointee->size;
    t->leading = kp_fn_operand(m->fn, v, 2);
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
static void measure_assembly(struct kp_laying *m, const struct kp_value *v, struct kp_toucher *t)
{
    struct kp_ptx ptx;
    const struct kp_ptx_insn *i;

    t->rows = KP_LANES;
    if (t->bytes > 0)
        return;
    t->bytes = -1;
    kp_ptx_read(m->u->arena, v->text, &ptx);
    i = ptx.insns.v;
    if (ptx.insns.n != 1 || i->predicated || ptx.has_other ||
        plain_address(i->operands) != (int)t->operand)
        return;
    t->bytes = bytes_of_access(i->opcode);
    if (!matrices_of(i->opcode))
        return;
    t->rows = 8u * matrices_of(i->opcode);
    t->bytes = ROW_OF_MATRIX;
}

static bool measure(struct kp_laying *m, const struct kp_value *v, struct kp_toucher *t)
{
    t->bytes = kp_fn_touches(m->fn, v, t->operand).bytes;
    if (is_named(v, "load_matrix_sync"))
        return read_fragment(m, v, kp_argument(v->node, 0), t);
    if (is_named(v, "store_matrix_sync"))
        return read_fragment(m, v, kp_argument(v->node, 1), t);
    if (v->op == KP_FN_CALL && v->node && v->node->kind == KP_ASM)
        measure_assembly(m, v, t);
    return t->bytes > 0;
}

kp_val kp_pointer_of(const struct kp_fn *fn, kp_val v)
{
    v = kp_fn_find(fn, v);
    for (int hops = 0; hops < MAX_HOPS; hops++) {
        const struct kp_value *x = &fn->values.v[v];

        if (x->type.kind == KP_FN_POINTER || x->op != KP_FN_CAST || x->type.bytes < 4)
            break;
        v = kp_fn_operand(fn, x, 0);
    }
    return v;
}

static bool add_toucher(struct kp_laying *m, struct kp_laid_array *a, kp_val id, unsigned operand)
{
    const struct kp_value *v = &m->fn->values.v[id];
    struct kp_toucher t = {.value = id, .operand = operand};

    t.address = kp_pointer_of(m->fn, v->operand[operand]);
    if (kp_points_into(m->fn, t.address) != a->object)
        return kp_refuse_layout(m, KP_CODE_KP912, kp_laying_place(v), a->sym->name);
    if (!measure(m, v, &t))
        return kp_refuse_layout(m, KP_CODE_KP911, kp_laying_place(v), a->sym->name);
    t.aligned = t.bytes & -t.bytes;
    if (t.lines)
        t.aligned = MATRIX_ALIGNED;
    kp_push(m->u->arena, &a->at, t);
    return true;
}

/* A pointer to a type that is more aligned than elements are: nobody may touch anything through it,
 * and the compiler may still rest on that. */
static bool add_promise(struct kp_laying *m, struct kp_laid_array *a, kp_val id)
{
    struct kp_toucher t = {.value = kp_fn_find(m->fn, id), .aligned = m->fn->values.v[id].promised};

    t.address = t.value;
    if (kp_points_into(m->fn, t.address) != a->object)
        return kp_refuse_layout(m, KP_CODE_KP912, kp_laying_place(kp_fn_value(m->fn, t.value)),
                                a->sym->name);
    kp_push(m->u->arena, &a->at, t);
    return true;
}

bool kp_find_touchers(struct kp_laying *m, struct kp_laid_array *a)
{
    const struct kp_fn *fn = m->fn;
    const bool *holds = kp_fn_holders(fn, a->object);

    for (kp_val id = 1; id < fn->values.n; id++)
        if (fn->values.v[id].promised && holds[kp_fn_find(fn, id)] && !add_promise(m, a, id))
            return false;
    for (uint32_t k = 1; k < fn->blocks.n; k++)
        for (size_t j = 0; j < fn->blocks.v[k].values.n; j++) {
            kp_val id = fn->blocks.v[k].values.v[j];
            const struct kp_value *v = &fn->values.v[id];

            if (v->op == KP_FN_UNKNOWN || kp_fn_lets_go(fn, holds, v))
                return kp_refuse_layout(m, KP_CODE_KP913, kp_laying_place(v), a->sym->name);
            for (unsigned i = 0; i < v->n_operands; i++)
                if (kp_fn_touches(fn, v, i).mode && holds[kp_fn_operand(fn, v, i)] &&
                    !add_toucher(m, a, id, i))
                    return false;
        }
    return true;
}
