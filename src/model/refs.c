/* Where symbols are named and written in a function. */
#include "front/tree.h"
#include "model/access.h"
#include "model/expr.h"
#include "model/flow.h"
#include "model/func.h"
#include "model/loop_parts.h"
#include "model/steps.h"

unsigned kp_count_refs(const struct kp_node *n, const struct kp_sym *sym)
{
    unsigned count = n->kind == KP_REF && n->sym == sym;
    size_t known;

    if (kp_knows_refs(n, sym)) {
        kp_refs_below(n, sym, &known);
        return (unsigned)known;
    }
    kp_each_child(c, n) count += kp_count_refs(c, sym);
    return count;
}

static bool loop_writes(const struct kp_loop *l, const struct kp_sym *sym)
{
    return kp_declared_in(sym, l->node) || kp_store_to(&l->effects, sym, KP_SPACE_LOCAL);
}

bool kp_uses_loop_data(const struct kp_loop *l, const struct kp_node *e)
{
    if (e->kind == KP_REF && e->sym && e->sym->space == KP_SPACE_LOCAL && !e->sym->is_constexpr &&
        (e->sym->kind == KP_SYM_VAR || e->sym->kind == KP_SYM_PARAM) && !e->sym->from_prelude)
        return loop_writes(l, e->sym);
    kp_each_child(c, e) if (kp_uses_loop_data(l, c)) return true;
    return false;
}

const struct kp_node *kp_outermost_loop(const struct kp_node *n, const struct kp_node *body)
{
    const struct kp_node *outer = n;

    if (kp_holds(body, KP_BIT(KP_GOTO)))
        return body;

    for (; n && n != body; n = n->parent)
        if (kp_is_loop(n))
            outer = n;
    return outer;
}

static bool named_outside(const struct kp_node *n, const struct kp_loop *l,
                          const struct kp_node *outer, const struct kp_sym *sym)
{
    if (n == l->node || n->kind == KP_SIZEOF)
        return false;
    if (n->kind == KP_LAMBDA) /* it may be called anywhere */
        return kp_count_refs(n, sym) > 0;
    /* for (sym = ..;;): whatever it was before is overwritten first. */
    if (n->kind == KP_FOR && !kp_is_inside(l->node, n) && n->first->kind == KP_ASSIGN &&
        n->first->op == KP_OP_ASSIGN && n->first->first->kind == KP_REF &&
        n->first->first->sym == sym)
        return named_outside(kp_child(n->first, 1), l, outer, sym);
    if (n->kind == KP_REF && n->sym == sym &&
        (n->span.begin >= l->node->span.end || kp_is_inside(n, outer)))
        return true;
    /* A plain assignment only overwrites. */
    if (n->kind == KP_ASSIGN && n->op == KP_OP_ASSIGN && n->first->kind == KP_REF &&
        n->first->sym == sym)
        return named_outside(kp_child(n, 1), l, outer, sym);
    kp_each_child(c, n) if (named_outside(c, l, outer, sym)) return true;
    return false;
}

/* True if a closure in front of the loop names it, so that its calls do not. */
static bool is_caught(const struct kp_node *n, const struct kp_sym *sym)
{
    if (n->kind == KP_LAMBDA)
        return kp_count_refs(n, sym) > 0;
    kp_each_child(c, n) if (is_caught(c, sym)) return true;
    return false;
}

/* A small array or object behind the loop, element by element: true if one is read that was not
 * written first. */
static bool elements_read_behind(struct kp_func *f, const struct kp_loop *l,
                                 const struct kp_sym *sym, bool *known)
{
    struct kp_element_set written = {0};
    struct kp_flow flow;

    *known = !is_caught(f->body, sym);
    for (const struct kp_node *n = l->node; *known && n != f->body; n = n->parent)
        for (const struct kp_node *s = n->next; s && n->parent->kind == KP_COMPOUND; s = s->next) {
            if (!kp_count_refs(s, sym))
                continue;
            if (!kp_flow_of(f, s, sym, &f->flow_left, &flow)) {
                *known = false;
                return false;
            }
            kp_set_subtract(&flow.exposed, &written);
            if (!kp_set_empty(&flow.exposed))
                return true;
            for (unsigned i = 0; i < KP_FLOW_WORDS; i++)
                written.bits[i] |= flow.killed.bits[i];
        }
    return false;
}

bool kp_read_outside(struct kp_func *f, const struct kp_loop *l, const struct kp_sym *sym)
{
    bool known = false, read;

    if (sym->type && (sym->type->kind == KP_TYPE_ARRAY || sym->type->kind == KP_TYPE_RECORD) &&
        kp_outermost_loop(l->node, f->body) == l->node) {
        read = elements_read_behind(f, l, sym, &known);
        if (known)
            return read;
    }
    return named_outside(f->body, l, kp_outermost_loop(l->node, f->body), sym);
}

/* What two copies of the text would have twice: labels, and variables of the kernel or the block
 * other than those whose declarations make way for ones in front of the loop. */
static bool declares_once(const struct kp_loop *l, const struct kp_node *n)
{
    for (size_t i = 0; i < l->hoisted.n; i++)
        if (l->hoisted.v[i] == n)
            return false;
    if (n->kind == KP_LABEL ||
        (n->kind == KP_VAR && (n->sym->is_static || n->sym->space != KP_SPACE_LOCAL)))
        return true;
    kp_each_child(c, n) if (declares_once(l, c)) return true;
    return false;
}

/* True if the variable may exist once for each type. */
static bool is_by_type(const struct kp_sym *s)
{
    if (s->kind != KP_SYM_VAR || !s->is_static || s->is_constexpr || s->space == KP_SPACE_SHARED)
        return false;
    for (const struct kp_node *n = s->decl; n; n = n->parent)
        if (n->kind == KP_LAMBDA)
            return true; /* of any type of arguments */
    return s->parent && s->parent->is_template && s->parent->is_device;
}

bool kp_has_static_by_type(const struct kp_unit *u, const struct kp_node *text)
{
    if (!kp_holds(text, KP_BIT(KP_LAMBDA) | KP_BIT(KP_OTHER_DECL)))
        return false;
    for (size_t i = 0; i < u->parse.syms.n; i++)
        if (u->parse.syms.v[i] && is_by_type(u->parse.syms.v[i]))
            return true;
    return false;
}

bool kp_can_stand_twice(const struct kp_unit *u, const struct kp_loop *l)
{
    return !declares_once(l, l->node) && !(l->effects.control_mask & KP_CTL_ASM_LABEL) &&
           !kp_has_static_by_type(u, l->node);
}
