/* The arguments of a draft: types from the signature, values and counts from the host's code. */
#include "draft/parts.h"

#include "model/eval.h"
#include "model/func.h"
#include "util/str.h"

/* ---- types ---- */

static const struct {
    const char *name;
    enum kp_case_type type;
    unsigned width;
} records[] = {
    {"half", KP_CASE_F16, 1},           {"__half", KP_CASE_F16, 1},
    {"half2", KP_CASE_F16, 2},          {"__half2", KP_CASE_F16, 2},
    {"__nv_bfloat16", KP_CASE_BF16, 1}, {"__nv_bfloat162", KP_CASE_BF16, 2},
    {"nv_bfloat16", KP_CASE_BF16, 1},   {"__nv_fp8_e4m3", KP_CASE_E4M3, 1},
    {"__nv_fp8_e5m2", KP_CASE_E5M2, 1},
};

/* `float4`, `uchar2`: a name and how many. */
static const struct {
    const char *name;
    enum kp_case_type type;
} vectors[] = {
    {"float", KP_CASE_F32}, {"double", KP_CASE_F64},   {"char", KP_CASE_I8},
    {"uchar", KP_CASE_U8},  {"short", KP_CASE_I16},    {"ushort", KP_CASE_U16},
    {"int", KP_CASE_I32},   {"uint", KP_CASE_U32},     {"long", KP_CASE_I64},
    {"ulong", KP_CASE_U64}, {"longlong", KP_CASE_I64}, {"ulonglong", KP_CASE_U64},
};

static bool record_type(const struct kp_type *t, struct kp_draft_arg *a)
{
    const char *name = t->decl ? t->decl->name : t->spelling;
    size_t n = strlen(name);

    for (size_t k = 0; k < sizeof records / sizeof *records; k++) {
        if (!kp_streq(records[k].name, name))
            continue;
        a->type = records[k].type;
        a->width = records[k].width;
        return true;
    }
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++) {
        bool same = n == strlen(vectors[k].name) + 1 && kp_starts_with(name, vectors[k].name);
        if (!same || name[n - 1] < '1' || name[n - 1] > '4')
            continue;
        a->type = vectors[k].type;
        a->width = (unsigned)(name[n - 1] - '0');
        return true;
    }
    return false;
}

static bool integer_type(const struct kp_type *t, enum kp_case_type *to)
{
    static const enum kp_case_type types[2][4] = {
        {KP_CASE_I8, KP_CASE_I16, KP_CASE_I32, KP_CASE_I64},
        {KP_CASE_U8, KP_CASE_U16, KP_CASE_U32, KP_CASE_U64}};
    int at = t->size == 1 ? 0 : t->size == 2 ? 1 : t->size == 4 ? 2 : t->size == 8 ? 3 : -1;

    if (at < 0)
        return false;
    *to = types[t->is_unsigned || t->kind == KP_TYPE_BOOL][at];
    return true;
}

/* The parameter's own type does not always lead to it: then its name does. */
static bool is_parameter(const struct kp_type *t, const struct kp_sym *param)
{
    const char *name = t->spelling;

    if (t->decl)
        return t->decl == param;
    name += kp_starts_with(name, "const ") ? strlen("const ") : 0;
    name += kp_starts_with(name, "__restrict ") ? strlen("__restrict ") : 0;
    return param->kind == KP_SYM_TYPE && kp_streq(name, param->name);
}

/* A template's type parameter is what the launch makes it. */
static const struct kp_type *bound_type(const struct kp_drafter *x, const struct kp_type *t)
{
    for (size_t k = 0; t && t->kind == KP_TYPE_DEPENDENT && x->launch && k < x->launch->tvalues.n;
         k++)
        if (x->launch->tvalues.v[k].known && is_parameter(t, x->launch->tvalues.v[k].param))
            return x->launch->tvalues.v[k].type;
    return t;
}

static bool element_type(const struct kp_drafter *x, const struct kp_type *t,
                         struct kp_draft_arg *a);

/* A struct of fields that are all numbers of one type. */
static bool alike_fields(const struct kp_drafter *x, const struct kp_type *t,
                         struct kp_draft_arg *a)
{
    const struct kp_node *record = t->decl ? t->decl->decl : NULL;
    struct kp_draft_arg all = {0};

    if (!record)
        return false;
    kp_each_child(f, record)
    {
        struct kp_draft_arg one = {0};
        if (f->kind != KP_FIELD)
            continue;
        if (!f->type || f->n_children || !element_type(x, f->type, &one) ||
            (all.width && one.type != all.type))
            return false;
        all.type = one.type;
        all.width += one.width;
    }
    a->type = all.type;
    a->width = all.width;
    return all.width && (int64_t)(all.width * kp_case_type_size(all.type)) == t->size;
}

static bool element_type(const struct kp_drafter *x, const struct kp_type *t,
                         struct kp_draft_arg *a)
{
    t = bound_type(x, t);
    a->width = 1;
    if (!t)
        return false;
    if (t->kind == KP_TYPE_FLOAT && (t->size == 4 || t->size == 8))
        a->type = t->size == 4 ? KP_CASE_F32 : KP_CASE_F64;
    else if (t->kind == KP_TYPE_INT || t->kind == KP_TYPE_BOOL || t->kind == KP_TYPE_ENUM)
        return integer_type(t, &a->type);
    else
        return t->kind == KP_TYPE_RECORD && (record_type(t, a) || alike_fields(x, t, a));
    return true;
}

/* A struct whose fields are numbers: `struct(i32, f32)`. */
static const char *struct_type(const struct kp_drafter *x, const struct kp_type *t,
                               const char **zeros)
{
    struct kp_str types = kp_str_new(x->arena), values = kp_str_new(x->arena);
    const struct kp_node *record = t->kind == KP_TYPE_RECORD && t->decl ? t->decl->decl : NULL;

    if (!record)
        return NULL;
    kp_each_child(f, record)
    {
        struct kp_draft_arg a = {0};
        if (f->kind != KP_FIELD)
            continue;
        if (!f->type || f->n_children || !element_type(x, f->type, &a) || a.width != 1)
            return NULL;
        kp_str_addf(&types, "%s%s", types.n ? ", " : "struct(", kp_case_type_names[a.type]);
        kp_str_addf(&values, "%s0", values.n ? ", " : "");
    }
    kp_str_addc(&types, ')');
    *zeros = kp_str_text(&values);
    return values.n ? kp_str_text(&types) : NULL;
}

/* ---- counts: the allocation of the host's pointer ---- */

static const struct kp_sym *pointer_of(const struct kp_node *n)
{
    n = kp_draft_strip(n);
    while (n && n->kind == KP_UNARY && n->op == KP_OP_ADDR)
        n = kp_draft_strip(n->first);
    return n && n->kind == KP_REF ? n->sym : NULL;
}

static bool is_allocation(const char *name)
{
    return kp_streq(name, "cudaMalloc") || kp_streq(name, "cudaMallocManaged") ||
           kp_streq(name, "cudaMallocAsync") || kp_streq(name, "hipMalloc");
}

static const struct kp_node *allocation(const struct kp_node *n, const struct kp_sym *pointer)
{
    const char *name = n->sym ? n->sym->name : n->name;

    if (n->kind == KP_CALL && is_allocation(name) && kp_argument(n, 0) &&
        pointer_of(kp_argument(n, 0)) == pointer)
        return kp_argument(n, 1);
    kp_each_child(c, n)
    {
        const struct kp_node *found = allocation(c, pointer);
        if (found)
            return found;
    }
    return NULL;
}

static const struct kp_node *call_of(const struct kp_node *n, const struct kp_sym *callee)
{
    if (n->kind == KP_CALL && n->sym == callee)
        return n;
    kp_each_child(c, n)
    {
        const struct kp_node *found = call_of(c, callee);
        if (found)
            return found;
    }
    return NULL;
}

/* True if the factor says the element's size: sizeof(T), or its number. */
static bool is_element_size(const struct kp_drafter *x, const struct kp_node *n, int64_t size)
{
    int64_t v;

    return (n->kind == KP_SIZEOF || n->kind == KP_INT_LIT) && kp_draft_value(x, n, &v) && v == size;
}

/* Bytes over the element's size; a factor of that size goes away. */
static const char *elements(struct kp_drafter *x, const struct kp_node *bytes, int64_t size)
{
    const struct kp_node *n = kp_draft_strip(bytes);
    const char *text;

    if (n->kind == KP_REF && n->sym && n->sym->kind == KP_SYM_VAR && n->sym->decl &&
        n->sym->decl->has_init && kp_draft_size_of(x, n->sym) == x->sizes.n)
        n = kp_draft_strip(n->sym->decl->last);
    if (n->kind == KP_BINARY && n->op == KP_OP_MUL) {
        const struct kp_node *a = kp_draft_strip(n->first), *b = kp_draft_strip(n->last);
        if (is_element_size(x, b, size))
            return kp_draft_expr(x, a);
        if (is_element_size(x, a, size))
            return kp_draft_expr(x, b);
        if (a->kind == KP_BINARY && a->op == KP_OP_MUL) {
            const char *inner = elements(x, a, size), *by = kp_draft_expr(x, b);
            if (inner && by && !strchr(inner, '/'))
                return kp_sprintf(x->arena, strpbrk(by, "+-") ? "%s * (%s)" : "%s * %s", inner, by);
        }
    }
    text = kp_draft_expr(x, n);
    return text ? kp_sprintf(x->arena, "(%s) / %lld", text, (long long)size) : NULL;
}

static void find_count(struct kp_drafter *x, struct kp_draft_arg *a, const struct kp_node *arg)
{
    const struct kp_sym *pointer = pointer_of(arg);
    const struct kp_node *bytes = NULL, *call;
    size_t before = x->sizes.n;
    int64_t size = (int64_t)(kp_case_type_size(a->type) * a->width);

    if (pointer && x->host)
        bytes = allocation(x->host, pointer);
    if (pointer && !bytes && pointer->kind == KP_SYM_VAR)
        bytes = allocation(x->u->parse.root, pointer);
    call = pointer && !bytes && pointer->kind == KP_SYM_PARAM && pointer->parent
               ? call_of(x->u->parse.root, pointer->parent)
               : NULL;
    for (unsigned k = 0; call && k < call->n_children; k++) {
        const struct kp_node *p = kp_child(pointer->parent->decl, k);
        if (p && p->sym == pointer && kp_argument(call, k) && pointer_of(kp_argument(call, k)))
            bytes = allocation(x->u->parse.root, pointer_of(kp_argument(call, k)));
    }
    if (bytes)
        a->count = elements(x, bytes, size);
    if (x->sizes.n != before) { /* in terms of something that the kernel never sees */
        x->sizes.n = before;
        a->count = NULL;
    }
    if (a->count && a->width > 1)
        a->count = kp_sprintf(x->arena, "%u * (%s)", a->width, a->count);
}

/* ---- values ---- */

static void name_size(struct kp_drafter *x, const struct kp_sym *param, const struct kp_sym *host)
{
    size_t k = kp_draft_size_of(x, host);

    if (k == x->sizes.n)
        k = kp_draft_add_size(x, param->name, host);
    kp_push(x->arena, &x->sizes.v[k].syms, param);
}

/* Before any expression is read: which of the host's variables are sizes of the kernel. */
static void integer_parameter(struct kp_drafter *x, const struct kp_sym *param,
                              const struct kp_node *arg)
{
    const struct kp_node *n = arg ? kp_draft_strip(arg) : NULL;
    const struct kp_sym *s = n && n->kind == KP_REF ? n->sym : NULL;
    int64_t v;

    if (kp_draft_constant(x, s, &v) || kp_draft_is_quotient(x, s))
        return;
    if (s && (s->kind == KP_SYM_VAR || s->kind == KP_SYM_PARAM))
        name_size(x, param, s);
    else if (!arg)
        kp_draft_add_size(x, param->name, param);
}

static void scalar_value(struct kp_drafter *x, struct kp_draft_arg *a, const struct kp_node *arg)
{
    size_t k = kp_draft_size_of(x, a->param);
    const struct kp_node *n = arg ? kp_draft_strip(arg) : NULL;

    if (k < x->sizes.n) {
        a->value = x->sizes.v[k].name;
        return;
    }
    if (n && n->kind == KP_REF && n->sym && n->sym->decl && n->sym->decl->has_init)
        n = kp_draft_strip(n->sym->decl->last);
    if (n && n->kind == KP_FLOAT_LIT)
        a->value = kp_strndup(x->arena, n->name, strspn(n->name, "0123456789.eE+-"));
    else if (n && kp_case_type_is_float(a->type) && n->kind == KP_INT_LIT)
        a->value = kp_sprintf(x->arena, "%lld", (long long)n->value);
    else if (arg && !kp_case_type_is_float(a->type))
        a->value = kp_draft_expr(x, arg);
    if (a->value && *a->value)
        return;
    a->value = kp_case_type_is_float(a->type) ? "0.5" : "1";
    a->value_guessed = true;
    kp_draft_guess(x, "argument %s: its value is unknown, %s is a guess", a->param->name, a->value);
}

static void fill(struct kp_draft_arg *a)
{
    if (!a->is_array || !a->type_text || kp_case_type_is_float(a->type))
        return;
    if (a->type == KP_CASE_I8 || a->type == KP_CASE_U8) {
        a->fill = a->type == KP_CASE_I8 ? "integers(-128, 127)" : "integers(0, 255)";
        return;
    }
    a->fill = "integers(0, 1)";
    a->fill_guessed = true;
}

/* What the memory is made of, whose rows may be arrays; NULL: the parameter is no pointer. One that
 * is written as an array is. */
static const struct kp_type *pointed_by(const struct kp_type *t)
{
    if (!t || (t->kind != KP_TYPE_POINTER && t->kind != KP_TYPE_ARRAY))
        return NULL;
    for (t = t->elem; t && t->kind == KP_TYPE_ARRAY;)
        t = t->elem;
    return t;
}

static void read_parameter(struct kp_drafter *x, const struct kp_sym *param,
                           const struct kp_node *arg)
{
    const struct kp_type *t = bound_type(x, param->type);
    const struct kp_type *elem = pointed_by(t);
    struct kp_draft_arg a = {.param = param};
    const char *zeros = NULL;

    a.is_array = elem != NULL;
    if (element_type(x, a.is_array ? elem : t, &a) && (a.is_array || a.width == 1)) {
        a.type_text = kp_case_type_names[a.type];
    } else if (!a.is_array && t && (a.type_text = struct_type(x, t, &zeros))) {
        a.type = KP_CASE_STRUCT;
        a.value = zeros;
        a.value_guessed = true;
        kp_draft_guess(x, "argument %s: a struct; the values of its fields are guesses",
                       param->name);
    } else {
        kp_draft_unknown(x, "argument %s: its type %s", param->name, t ? t->spelling : "");
    }
    if (a.is_array) {
        a.role = elem->is_const ? KP_CASE_IN : KP_CASE_INOUT;
        fill(&a);
        if (a.type_text && arg)
            find_count(x, &a, arg);
    } else if (a.type_text && a.type != KP_CASE_STRUCT) {
        scalar_value(x, &a, arg);
    }
    kp_push(x->arena, &x->args, a);
}

static const struct kp_node *argument(const struct kp_drafter *x, unsigned k)
{
    return x->launch && x->launch->node ? kp_argument(x->launch->node, k) : NULL;
}

void kp_draft_args(struct kp_drafter *x)
{
    unsigned at = 0;

    kp_each_child(c, x->kernel->decl)
    {
        const struct kp_type *t = c->kind == KP_PARAM && c->sym ? c->sym->type : NULL;
        if (t && (t->kind == KP_TYPE_INT) && t->size >= 4)
            integer_parameter(x, c->sym, argument(x, at));
        at += c->kind == KP_PARAM;
    }
    at = 0;
    kp_each_child(c, x->kernel->decl)
    {
        if (c->kind == KP_PARAM && c->sym)
            read_parameter(x, c->sym, argument(x, at++));
    }
}
