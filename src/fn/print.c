/* The IR as text: a line per value, for people and tests. */
#include "fn/fn.h"

static const char *op_name(enum kp_fn_op op)
{
    static const char *const names[] = {
#define KP_FN(name, class) #name,
#include "fn/fn_op.def"
    };

    return names[op];
}

static void print_type(struct kp_fn_type t, struct kp_str *out)
{
    static const char letter[] = {'v', 'b', 'i', 'u', 'f', 'p', 'r'};

    kp_str_addf(out, "%c%u", letter[t.kind], 8 * t.bytes);
}

static void print_operands(const struct kp_fn *fn, const struct kp_value *v, struct kp_str *out)
{
    for (unsigned i = 0; i < v->n_operands; i++)
        kp_str_addf(out, " %%%u", kp_fn_operand(fn, v, i));
}

static void print_value(const struct kp_fn *fn, kp_val id, struct kp_str *out)
{
    static const char *const special[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
    const struct kp_value *v = &fn->values.v[id];

    kp_str_addf(out, "    %%%u ", id);
    print_type(v->type, out);
    kp_str_addf(out, " %s", op_name(v->op));
    print_operands(fn, v, out);
    if (v->op == KP_FN_SPECIAL)
        kp_str_addf(out, " %s.%c", special[v->imm / 3], (char)('x' + v->imm % 3));
    else if (v->op == KP_FN_ADDRESS && fn->objects.v[v->imm].sym)
        kp_str_addf(out, " %s", fn->objects.v[v->imm].sym->name);
    else if (v->op == KP_FN_CONST || v->op == KP_FN_PARAM || v->op == KP_FN_ADDRESS ||
             v->op == KP_FN_EXTRACT || v->op == KP_FN_INSERT || v->op == KP_FN_COPY ||
             v->op == KP_FN_CLEAR || v->op == KP_FN_RESULT)
        kp_str_addf(out, " %lld", (long long)v->imm);
    if (v->text)
        kp_str_addf(out, " '%s'", v->text);
    if (v->is_volatile)
        kp_str_add(out, " volatile");
    for (unsigned i = 0; v->op == KP_FN_CALL && i < v->n_operands; i++)
        if (v->touch[i].mode)
            kp_str_addf(out, " %u:%s%s", i, v->touch[i].mode & KP_READ ? "r" : "",
                        v->touch[i].mode & KP_WRITE ? "w" : "");
    kp_str_add(out, "\n");
}

static void print_block(const struct kp_fn *fn, uint32_t id, struct kp_str *out)
{
    const struct kp_fn_block *k = &fn->blocks.v[id];

    kp_str_addf(out, "  @%u", id);
    if (k->preds.n)
        kp_str_add(out, " from");
    for (size_t i = 0; i < k->preds.n; i++)
        kp_str_addf(out, " @%u", k->preds.v[i]);
    if (k->loop)
        kp_str_addf(out, " loop %u", k->loop);
    for (uint32_t g = k->guard; g; g = fn->guards.v[g].outer)
        kp_str_addf(out, " %s%%%u", fn->guards.v[g].negated ? "unless " : "if ",
                    kp_fn_find(fn, fn->guards.v[g].condition));
    kp_str_add(out, "\n");
    for (size_t i = 0; i < k->values.n; i++)
        print_value(fn, k->values.v[i], out);
}

void kp_fn_print(const struct kp_fn *fn, struct kp_str *out)
{
    kp_str_addf(out, "fn %s", fn->function->sym ? fn->function->sym->qualified : "?");
    if (fn->unknown)
        kp_str_addf(out, " unknown: %s", fn->unknown);
    kp_str_add(out, "\n");
    for (uint32_t l = 1; l < fn->loops.n; l++)
        kp_str_addf(out, "  loop %u in %u header @%u while %%%u%s%s\n", l, fn->loops.v[l].outer,
                    fn->loops.v[l].header, kp_fn_find(fn, fn->loops.v[l].condition),
                    fn->loops.v[l].tests_last ? " tests last" : "",
                    fn->loops.v[l].has_exits ? " exits" : "");
    for (uint32_t k = 1; k < fn->blocks.n; k++)
        if (k == 1 || fn->blocks.v[k].preds.n)
            print_block(fn, k, out);
}
