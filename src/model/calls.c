/* Who calls a function, and what its text calls. */
#include "model/loops.h"

static void add_called(struct kp_unit *u, const struct kp_node *n, struct kp_spans *out)
{
    if ((n->kind == KP_CALL || n->kind == KP_OPCALL || n->kind == KP_CONSTRUCT) && n->sym)
        kp_called_texts(u, n->sym, out);
    kp_each_child(c, n) add_called(u, c, out);
}

void kp_called_texts(struct kp_unit *u, const struct kp_sym *function, struct kp_spans *out)
{
    const struct kp_node *decl = function->decl;

    if (!decl || decl->kind != KP_FUNCTION || decl->file != 0)
        return;
    for (size_t i = 0; i < out->n; i++)
        if (out->v[i].begin == decl->span.begin)
            return;
    kp_push(u->arena, out, decl->span);
    add_called(u, decl, out);
}

/* May it be a call, or another expression, of a template that is an operator's use? */
static bool is_open_use(const struct kp_node *n)
{
    return n->is_dependent || (n->kind == KP_CALL && !n->sym);
}

static bool names_openly(const struct kp_node *n, const struct kp_sym *function, bool is_operator)
{
    if ((n->kind == KP_REF || n->kind == KP_MEMBER) && !n->sym && n->name &&
        kp_streq(kp_base_name_of(n->name), function->name))
        return true;
    if (is_operator && is_open_use(n))
        return true;
    kp_each_child(c, n) if (names_openly(c, function, is_operator)) return true;
    return false;
}

bool kp_has_open_calls(const struct kp_unit *u, const struct kp_sym *function)
{
    return names_openly(u->parse.root, function, kp_is_operator_name(function->name)) ||
           kp_has_text(&u->parse.named_by_system, function->name);
}

bool kp_has_unseen_callers(const struct kp_unit *u, const struct kp_sym *function)
{
    return !function->is_internal || kp_is_header(u) || kp_has_open_calls(u, function);
}
