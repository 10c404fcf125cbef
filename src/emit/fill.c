/* Reads with a condition whose other side is a constant: the register takes either side in
 * kp_fetch,
 *
 *     if (row < rows)
 *         kp_r0 = A[row * K + k];
 *     else
 *         kp_r0 = 0.0f;
 *
 * and kp_store stores it whatever the condition was: the IF's branch is left without it, its
 * statements one below the other. */
#include "emit/emit.h"

static bool fills_async(const struct kp_emitter *e, const struct kp_node *n)
{
    for (size_t i = 0; i < e->l->copies.n; i++)
        if (kp_is_inside(e->l->copies.v[i].node, n) && kp_is_async(e->l->copies.v[i].tile))
            return true;
    return false;
}

const struct kp_node *kp_filled(const struct kp_emitter *e, const struct kp_site *s)
{
    return s->filled && s->filled->kind == KP_IF && fills_async(e, s->filled) ? NULL : s->filled;
}

const struct kp_node *kp_filled_value(const struct kp_emitter *e, const struct kp_site *s)
{
    const struct kp_node *filled = kp_filled(e, s);

    return filled && filled->kind == KP_COND ? filled : NULL;
}

const struct kp_node *kp_staged_node(const struct kp_emitter *e, const struct kp_site *s)
{
    const struct kp_node *value = kp_filled_value(e, s);

    return value ? value : s->node;
}

size_t kp_open_conditions(const struct kp_emitter *e, const struct kp_site *s)
{
    const struct kp_node *value = kp_filled_value(e, s);
    size_t n = s->conds.n;

    while (n && value && kp_is_inside(s->conds.v[n - 1].cond, value))
        n--;
    return n;
}

bool kp_is_filled_if(const struct kp_emitter *e, const struct kp_node *n)
{
    for (size_t i = 0; n->kind == KP_IF && i < e->l->sites.n; i++)
        if (kp_filled(e, &e->l->sites.v[i]) == n)
            return true;
    return false;
}

const struct kp_site *kp_site_filled_by(const struct kp_emitter *e, const struct kp_node *assign)
{
    for (size_t i = 0; i < e->l->sites.n; i++) {
        const struct kp_site *s = &e->l->sites.v[i];

        if (s->fill && s->fill->parent == assign && kp_filled(e, s))
            return s;
    }
    return NULL;
}

void kp_patch_missing_else(struct kp_emitter *e, struct kp_patches *p, const struct kp_node *n)
{
    struct kp_unit *u = e->u;
    const char *indent = kp_indent_of(u, n->span.begin);
    uint32_t end = kp_stmt_end(u, kp_child(n, 2)), line = kp_skip_line_end(u, end);

    if (line > end && u->source.text[line - 1] == '\n') /* a comment stays with the read */
        end = line - (u->source.text[line - 2] == '\r' ? 2 : 1);
    for (size_t i = 0; i < e->regs.n; i++)
        if (kp_filled(e, e->regs.v[i].site) == n)
            kp_patch(u, p, end, end,
                     kp_sprintf(u->arena, "%s%selse%s%s%s%s = %s;", e->nl, indent, e->nl, indent,
                                e->unit, e->regs.v[i].use,
                                kp_one_line(u, kp_span_text(u, e->regs.v[i].site->fill->span))));
}

void kp_patch_filled_if(struct kp_emitter *e, struct kp_patches *p, const struct kp_node *n)
{
    struct kp_unit *u = e->u;
    const struct kp_node *then = kp_child(n, 2), *other = kp_child(n, 3), *c;
    bool in_else = kp_site_filled_by(e, then->kind == KP_COMPOUND ? then->first : then);
    const struct kp_node *branch = in_else ? other : then;
    const char *indent = kp_indent_of(u, n->span.begin);
    const char *next = kp_sprintf(u->arena, "%s%s", e->nl, indent);
    uint32_t at = n->span.begin;
    bool braces;

    c = branch->kind == KP_COMPOUND ? branch->first : branch;
    braces = c != branch && c->next && n->parent->kind != KP_COMPOUND;
    if (braces)
        next = kp_sprintf(u->arena, "%s%s", next, e->unit);
    for (const char *before = braces ? kp_sprintf(u->arena, "{%s", next) : ""; c;
         before = next, c = c == branch ? NULL : c->next) {
        kp_patch(u, p, at, c->span.begin, before);
        at = kp_stmt_end(u, c);
    }
    kp_patch(u, p, at, kp_stmt_end(u, other->kind == KP_NONE ? then : other),
             braces ? kp_sprintf(u->arena, "%s%s}", e->nl, indent) : "");
}
