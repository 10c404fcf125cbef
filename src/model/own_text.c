/* Whose text is a macro's invocation? Every node that the body makes has the invocation as its
 * span: the text may be put somewhere else only for the one that is all of it. */
#include "model/own_text.h"

#include "front/lex.h"

static bool same_span(const struct kp_node *a, const struct kp_node *b)
{
    return a->span.begin == b->span.begin && a->span.end == b->span.end;
}

static bool overlap(const struct kp_node *a, const struct kp_node *b)
{
    return a->span.begin < b->span.end && b->span.begin < a->span.end;
}

bool kp_owns_text(const struct kp_node *n)
{
    if (!n->from_macro)
        return true;
    for (const struct kp_node *p = n->parent; p; n = p, p = p->parent) {
        if (same_span(p, n))
            return false;
        kp_each_child(c, p) if (c != n && overlap(c, n)) return false;
        if (!p->from_macro)
            return true;
    }
    return true;
}

const char *kp_macro_name(struct kp_unit *u, const struct kp_node *n)
{
    const char *text = kp_node_text(u, n);
    size_t word = 0;

    while (kp_is_ident_char(text[word]))
        word++;
    return kp_strndup(u->arena, text, word);
}

const struct kp_node *kp_macro_assignment(const struct kp_node *value)
{
    const struct kp_node *a = value->parent, *to = a ? a->first : NULL;
    const struct kp_type *t = to && to->kind == KP_REF && to->sym ? to->sym->type : NULL;

    if (!a || a->kind != KP_ASSIGN || a->op != KP_OP_ASSIGN || value != kp_child(a, 1) ||
        !same_span(a, value) || !a->parent || a->parent->kind != KP_COMPOUND || !kp_owns_text(a))
        return NULL;
    if (!t || to->from_macro || to->sym->space != KP_SPACE_LOCAL || kp_count_refs(value, to->sym) ||
        t->kind == KP_TYPE_REFERENCE || t->kind == KP_TYPE_ARRAY)
        return NULL;
    return a;
}

const struct kp_node *kp_site_value(const struct kp_site *s)
{
    return s->assigned ? kp_child(s->node, 1) : s->node;
}
