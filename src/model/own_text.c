/* Which nodes own their text. Every node that a macro's body makes has the invocation as its span:
 * the text may be put somewhere else only for the one that is all of it. What stands in an
 * invocation's arguments has no text of its own: nobody knows how often the body says it, and what
 * beside it. */
#include "model/own_text.h"

#include "front/front.h"
#include "front/lex.h"

static bool same_span(const struct kp_node *a, const struct kp_node *b)
{
    return a->span.begin == b->span.begin && a->span.end == b->span.end;
}

static bool overlap(const struct kp_node *a, const struct kp_node *b)
{
    return a->span.begin < b->span.end && b->span.begin < a->span.end;
}

/* True if it is all that the macro's body makes, as far as the tree shows. */
static bool is_all(const struct kp_node *n)
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

/* True if there are directives in it besides the pragmas of its loops. */
static bool has_directive(struct kp_unit *u, const struct kp_node *n, bool but_pragmas)
{
    uint32_t at = n->span.begin;

    if (!but_pragmas)
        return kp_lex_has_directive(u->source.text, at, n->span.end);
    kp_each_below(x, n)
    {
        struct kp_span s = kp_is_loop(x) ? kp_pragma_before(u, x) : (struct kp_span){0};

        if (s.begin < at || s.end <= s.begin)
            continue;
        if (kp_lex_has_directive(u->source.text, at, s.begin))
            return true;
        at = s.end;
    }
    return kp_lex_has_directive(u->source.text, at, n->span.end);
}

static bool owns(struct kp_unit *u, const struct kp_node *n, bool but_pragmas)
{
    if (!is_all(n) || (!n->file && has_directive(u, n, but_pragmas)))
        return false;
    for (size_t i = 0; !n->file && i < u->parse.macro_uses.n; i++) {
        struct kp_span use = u->parse.macro_uses.v[i];
        bool begins = use.begin == n->span.begin, ends = use.end == n->span.end;
        if (use.begin >= n->span.end)
            break;
        if (use.end <= n->span.begin)
            continue;
        if (use.begin < n->span.begin || use.end > n->span.end)
            return false;
        if (!begins && !ends)
            continue;
        if (!kp_holds_together(u, n, use))
            return false;
    }
    return true;
}

bool kp_owns_text(struct kp_unit *u, const struct kp_node *n)
{
    return owns(u, n, false);
}

bool kp_owns_lines(struct kp_unit *u, const struct kp_node *n)
{
    return owns(u, n, true);
}

bool kp_is_argument(const struct kp_unit *u, struct kp_span s)
{
    for (size_t i = 0; i < u->parse.macro_uses.n && u->parse.macro_uses.v[i].begin < s.end; i++) {
        struct kp_span use = u->parse.macro_uses.v[i];

        if (use.end > s.begin && (use.begin < s.begin || use.end > s.end))
            return true;
    }
    return false;
}

static bool is_object_pointer(const struct kp_node *n)
{
    return (n->type && n->type->kind == KP_TYPE_POINTER) ||
           (n->kind == KP_UNARY && n->op == KP_OP_ADDR);
}

/* .. both arguments of a copy are void pointers. */
const struct kp_node *kp_address_in(const struct kp_node *deref)
{
    const struct kp_node *p = deref->first;

    while (p->kind == KP_CAST && !p->from_macro && is_object_pointer(p->first))
        p = p->first;
    return p;
}

bool kp_owns_address(struct kp_unit *u, const struct kp_node *n)
{
    if (n->kind == KP_CALL && n->n_children > 1)
        return kp_owns_text(u, kp_child(n, 1));
    if (n->kind == KP_UNARY && n->op == KP_OP_DEREF && !n->from_macro)
        return kp_owns_text(u, kp_address_in(n));
    return kp_owns_text(u, n);
}

const char *kp_macro_name(struct kp_unit *u, const struct kp_node *n)
{
    const char *text = kp_node_text(u, n);
    size_t word = 0;

    for (size_t i = 0; !n->file && i < u->parse.macro_uses.n; i++)
        if (u->parse.macro_uses.v[i].begin < n->span.begin &&
            u->parse.macro_uses.v[i].end >= n->span.end)
            text = u->source.text + u->parse.macro_uses.v[i].begin;

    while (kp_is_ident_char(text[word]))
        word++;
    return kp_strndup(u->arena, text, word);
}

const struct kp_node *kp_macro_assignment(const struct kp_node *value)
{
    const struct kp_node *a = value->parent, *to = a ? a->first : NULL;
    const struct kp_type *t = to && to->kind == KP_REF && to->sym ? to->sym->type : NULL;

    if (!a || a->kind != KP_ASSIGN || a->op != KP_OP_ASSIGN || value != kp_child(a, 1) ||
        !same_span(a, value) || !a->parent || a->parent->kind != KP_COMPOUND || !is_all(a))
        return NULL;
    if (!t || to->from_macro || to->sym->space != KP_SPACE_LOCAL || kp_count_refs(value, to->sym) ||
        t->kind == KP_TYPE_REFERENCE || t->kind == KP_TYPE_ARRAY)
        return NULL;
    return a;
}

const struct kp_node *kp_site_value(const struct kp_site *s)
{
    return s->assigned && s->node->kind == KP_ASSIGN ? kp_child(s->node, 1) : s->node;
}
