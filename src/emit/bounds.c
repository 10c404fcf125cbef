/* Blocks per SM asked for in the kernel's own __launch_bounds__, and the bounds of kernels without
 * one that the plan has. */
#include "emit/emit.h"

/* The operands of the attribute, in front of the function's name; empty where it does not stand
 * there in plain text. */
static struct kp_span operands(const struct kp_unit *u, const struct kp_sym *f)
{
    const char *s = u->source.text;
    const struct kp_node *n = f->decl;
    uint32_t end = n->span.end;
    struct kp_token k = kp_lex(s, n->span.begin, end), next;

    if (n->file || n->from_macro)
        return (struct kp_span){0, 0};
    for (; k.kind != KP_TOKEN_END && k.kind != KP_TOKEN_DIRECTIVE; k = next) {
        uint32_t close;

        next = kp_lex(s, k.end, end);
        if (kp_token_is(s, k, "{") || (kp_token_is(s, k, f->name) && kp_token_is(s, next, "(")))
            break;
        if (!kp_token_is(s, k, "__launch_bounds__") || !kp_token_is(s, next, "("))
            continue;
        close = kp_lex_close(s, next.begin, end);
        if (close < end)
            return (struct kp_span){next.end, close};
    }
    return (struct kp_span){0, 0};
}

/* Behind the first operand, or the second one where that is a number. Begins at 0 where there is
 * more, or something else. */
static struct kp_span place(const char *s, struct kp_span in)
{
    struct kp_token k = kp_lex(s, in.begin, in.end), number;

    for (; k.kind != KP_TOKEN_END; k = kp_lex(s, k.end, in.end)) {
        if (kp_token_is(s, k, "(") || kp_token_is(s, k, "{") || kp_token_is(s, k, "[")) {
            k.end = kp_lex_close(s, k.begin, in.end);
            if (k.end < in.end)
                k.end++;
        } else if (kp_token_is(s, k, "<") || k.kind == KP_TOKEN_DIRECTIVE) {
            return (struct kp_span){0, 0}; /* a comma may belong to a template's arguments */
        } else if (kp_token_is(s, k, ",")) {
            number = kp_lex(s, k.end, in.end);
            if (number.kind != KP_TOKEN_NUMBER ||
                kp_lex(s, number.end, in.end).kind != KP_TOKEN_END)
                return (struct kp_span){0, 0};
            return (struct kp_span){number.begin, number.end};
        }
    }
    return (struct kp_span){in.end, in.end};
}

static bool has_edit(const struct kp_unit *u, struct kp_span at)
{
    for (size_t i = 0; i < u->edits.n; i++)
        if (u->edits.v[i].span.begin == at.begin && u->edits.v[i].span.end == at.end)
            return true;
    return false;
}

static void add_bounds(struct kp_unit *u, const struct kp_loop *l)
{
    for (size_t i = 0; i < l->plan.bounded.n; i++) {
        uint32_t at = l->plan.bounded.v[i]->bounds_at;

        if (!has_edit(u, (struct kp_span){at, at}))
            kp_edit(u, at, at, kp_sprintf(u->arena, " __launch_bounds__(%d)", KP_MOST_THREADS));
    }
}

void kp_edit_bounds(struct kp_unit *u, struct kp_loop *l)
{
    struct kp_span in = {0, 0}, at = {0, 0};

    add_bounds(u, l);
    if (!l->plan.min_blocks)
        return;
    if (l->function->is_kernel && !l->function->is_template &&
        !u->source.is_hip) /* whose second operand is another one */
        in = operands(u, l->function);
    if (in.end)
        at = place(u->source.text, in);
    if (!at.begin)
        l->plan.min_blocks = 0;
    else if (!has_edit(u, at))
        kp_edit(u, at.begin, at.end,
                kp_sprintf(u->arena, at.end > at.begin ? "%d" : ", %d", l->plan.min_blocks));
}
