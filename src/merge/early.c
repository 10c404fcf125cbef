/* Blocks that end before they have done anything: `if (blockIdx.y * T >= n) return;` at the top of
 * the kernel, with a condition that is the same for all threads of a block. A sub-block that would
 * return takes the index of one that continues, so that it loads the same data, and stores nothing;
 * if none continues, all return. A condition that depends on the thread is refused, because the
 * remaining threads would read what the others have not loaded. */
#include "merge/merging.h"

#include "emit/emit.h"
#include "model/own_text.h"

enum { DEEPEST = 8 };

/* A local with one value, which nothing changes. */
static bool has_one_value(const struct kp_merging *m, const struct kp_sym *s)
{
    const struct kp_node *v = s->decl;

    return kp_single_definition(m->f, s) && s->space == KP_SPACE_LOCAL && !s->is_static &&
           !v->from_macro && v->last->kind != KP_INIT_LIST;
}

static bool is_number(const struct kp_type *t)
{
    return t && (t->kind == KP_TYPE_INT || t->kind == KP_TYPE_BOOL) && !t->is_volatile &&
           !t->is_dependent;
}

/* For all operands, but for sums that overflow: at the head it may be evaluated where the kernel
 * would have returned before. */
static bool is_defined(const struct kp_node *n)
{
    switch (n->op) {
    case KP_OP_COMMA:
        return false;
    case KP_OP_DIV:
    case KP_OP_REM:
    case KP_OP_SHL:
    case KP_OP_SHR:
        return kp_child(n, 1)->kind == KP_INT_LIT && kp_child(n, 1)->value > 0 &&
               kp_child(n, 1)->value < 32;
    default:
        return true;
    }
}

static bool is_plain(const struct kp_merging *m, const struct kp_node *n, int depth);

static bool is_plain_name(const struct kp_merging *m, const struct kp_node *n, int depth)
{
    const struct kp_sym *s = n->sym;

    if (!s || n->from_macro || !kp_owns_text(m->u, n))
        return false;
    if (s->kind == KP_SYM_ENUMERATOR || s->kind == KP_SYM_TVALUE)
        return true;
    if (!is_number(s->type))
        return false;
    if (s->kind == KP_SYM_PARAM)
        return kp_is_param_of(m->f, s) && kp_keeps_argument(m->f, s);
    return has_one_value(m, s) && kp_said_type(m->u, m->f->decl, s->type) &&
           is_plain(m, s->decl->last, depth + 1);
}

/* True if it can be evaluated at the head of the kernel, with another block index, once for all
 * threads. */
static bool is_plain(const struct kp_merging *m, const struct kp_node *n, int depth)
{
    if (n->file || depth > DEEPEST)
        return false;
    if (kp_builtin_axis(n, "blockIdx") || kp_builtin_axis(n, "gridDim") ||
        kp_builtin_axis(n, "blockDim"))
        return !n->from_macro && kp_owns_text(m->u, n);
    switch (n->kind) {
    case KP_INT_LIT:
    case KP_BOOL_LIT:
        return true;
    case KP_REF:
        return is_plain_name(m, n, depth);
    case KP_UNARY:
        if (n->op != KP_OP_PLUS && n->op != KP_OP_MINUS && n->op != KP_OP_NOT &&
            n->op != KP_OP_LNOT)
            return false;
        break;
    case KP_CAST:
        if (!is_number(n->type))
            return false;
        break;
    case KP_BINARY:
        if (!is_defined(n))
            return false;
        break;
    default:
        return false;
    }
    if (n->from_macro)
        return false;
    kp_each_child(c, n) if (!is_plain(m, c, depth)) return false;
    return true;
}

/* ---- which ---------------------------------------------------------------------------------- */

static bool only_returns(const struct kp_node *n)
{
    if (n->kind == KP_COMPOUND)
        return n->n_children == 1 && only_returns(n->first);
    return n->kind == KP_RETURN && (!n->first || n->first->kind == KP_NONE);
}

/* The axis of a part that is joined by || to others; -1: of none, or of several. */
static int axis_of(struct kp_merging *m, const struct kp_node *n)
{
    unsigned along = kp_runs_along(m, n);

    for (int a = 0; a < KP_AXES; a++)
        if (along == 1u << a)
            return a;
    return -1;
}

static bool can_join(struct kp_merging *m, const struct kp_node *n)
{
    if (n->kind == KP_BINARY && n->op == KP_OP_LOR && !n->from_macro && axis_of(m, n) < 0)
        return can_join(m, kp_child(n, 0)) && can_join(m, kp_child(n, 1));
    return axis_of(m, n) >= 0 && kp_owns_text(m->u, n) && is_plain(m, n, 0);
}

static bool is_early(struct kp_merging *m, const struct kp_node *n)
{
    return n->kind == KP_IF && !n->from_macro && !n->is_constexpr_if && n->parent == m->f->body &&
           kp_runs_along(m, n) && kp_child(n, 0)->kind == KP_NONE && only_returns(kp_child(n, 2)) &&
           (!kp_child(n, 3) || kp_child(n, 3)->kind == KP_NONE) && !kp_is_argument(m->u, n->span) &&
           can_join(m, kp_child(n, 1));
}

/* True if nothing visible has been done so far and no thread has been waited for. */
static bool does_nothing(struct kp_merging *m, const struct kp_node *n)
{
    struct kp_effects e = {0};

    kp_effects_of(m->f, n, &e);
    for (size_t i = 0; i < e.control.n; i++)
        if (e.control.v[i].what & (KP_CTL_BARRIER | KP_CTL_WARP | KP_CTL_RETURN))
            return false;
    return !kp_stores_results(m, n);
}

void kp_find_early(struct kp_merging *m)
{
    /* types and enumerators of the body are not declared at its head, or the names denote others */
    if (kp_holds(m->f->body, KP_BIT(KP_OTHER_DECL)))
        return;
    kp_each_child(c, m->f->body)
    {
        if (c == m->tail)
            return;
        if (is_early(m, c))
            kp_push(m->u->arena, &m->early, c);
        else if (!does_nothing(m, c))
            return;
    }
}

bool kp_is_early(const struct kp_merging *m, const struct kp_node *n)
{
    for (size_t i = 0; i < m->early.n; i++)
        if (m->early.v[i] == n)
            return true;
    return false;
}

/* ---- text ----------------------------------------------------------------------------------- */

static const char *text_of(struct kp_merging *m, const struct kp_node *n);

static void replace_names(struct kp_merging *m, const struct kp_node *n, struct kp_patches *p)
{
    int axis = kp_builtin_axis(n, "blockIdx");

    if (axis && m->all & (1u << (axis - 'x')))
        kp_patch(m->u, p, n->span.begin, n->span.end, m->index[axis - 'x']);
    else if (n->kind == KP_REF && n->sym && n->sym->kind == KP_SYM_VAR && !n->sym->from_prelude)
        kp_patch(m->u, p, n->span.begin, n->span.end,
                 kp_sprintf(m->u->arena, "((%s)(%s))", kp_said_type(m->u, m->f->decl, n->sym->type),
                            text_of(m, n->sym->decl->last)));
    else
        kp_each_child(c, n) replace_names(m, c, p);
}

static const char *text_of(struct kp_merging *m, const struct kp_node *n)
{
    struct kp_patches p = {0};

    replace_names(m, n, &p);
    return kp_render(m->u, n->span, &p);
}

static void join(struct kp_merging *m, const struct kp_node *n, int axis, struct kp_str *to)
{
    int a = axis_of(m, n);

    if (a < 0) {
        join(m, kp_child(n, 0), axis, to);
        join(m, kp_child(n, 1), axis, to);
    } else if (a == axis) {
        kp_str_addf(to, " && !(%s)", text_of(m, n));
    }
}

static void take_out(struct kp_merging *m, const struct kp_node *n)
{
    uint32_t at = n->span.begin;

    if (kp_heads_line(m->u, at))
        at -= (uint32_t)(strlen(kp_indent_of(m->u, at)) + strlen(kp_newline(m->u)));
    kp_patch(m->u, m->patches, at, kp_stmt_end(m->u, n), "");
}

void kp_print_early(struct kp_merging *m, const char *in)
{
    struct kp_str text = kp_str_new(m->u->arena), *to = &text;
    const char *nl = kp_newline(m->u);

    for (int a = KP_AXES - 1; a >= 0; a--) {
        struct kp_str live = kp_str_new(m->u->arena);

        for (size_t i = 0; i < m->early.n; i++)
            join(m, kp_child(m->early.v[i], 1), a, &live);
        if (!live.n)
            continue;
        m->some |= 1u << a;
        kp_str_addf(to,
                    "%sbool %s[%d];%s%sunsigned int %s = %d;%s%s#pragma unroll%s%sfor (unsigned "
                    "int %s = 0; %s < %d; %s++) {%s",
                    in, m->live[a], m->factor[a], nl, in, m->stand[a], m->factor[a], nl, in, nl, in,
                    m->counter[a], m->counter[a], m->factor[a], m->counter[a], nl);
        kp_str_addf(to, "%s%sconst unsigned int %s = %s + %s;%s", in, m->unit, m->index[a],
                    m->first[a], m->counter[a], nl);
        kp_str_addf(to, "%s%s%s[%s] = %s < gridDim.%c%s;%s", in, m->unit, m->live[a], m->counter[a],
                    m->index[a], kp_axis_letter(a), kp_str_text(&live), nl);
        kp_str_addf(to, "%s%sif (%s[%s])%s%s%s%s%s = %s;%s%s}%s", in, m->unit, m->live[a],
                    m->counter[a], nl, in, m->unit, m->unit, m->stand[a], m->counter[a], nl, in,
                    nl);
        kp_str_addf(to, "%sif (%s == %d)%s%s%sreturn;%s", in, m->stand[a], m->factor[a], nl, in,
                    m->unit, nl);
    }
    for (size_t i = 0; i < m->early.n; i++)
        take_out(m, m->early.v[i]);
    m->early_text = kp_str_text(to);
}
