/* Where symbols are named and written in a function. */
#include "front/tree.h"
#include "model/flow.h"
#include "model/loops.h"

unsigned kp_count_refs(const struct kp_node *n, const struct kp_sym *sym)
{
    unsigned count = n->kind == KP_REF && n->sym == sym;

    kp_each_child(c, n) count += kp_count_refs(c, sym);
    return count;
}

static const struct kp_node *base_ref(const struct kp_node *lhs)
{
    while (lhs && (lhs->kind == KP_INDEX || lhs->kind == KP_MEMBER))
        lhs = lhs->first;
    return lhs && lhs->kind == KP_REF ? lhs : NULL;
}

/* Assigned, stepped, addressed, or handed to a call that might do so. */
static bool is_changed(const struct kp_node *n, const struct kp_sym *sym)
{
    const struct kp_node *b;

    switch (n->kind) {
    case KP_ASSIGN:
        b = base_ref(n->first);
        if (b && b->sym == sym)
            return true;
        break;
    case KP_UNARY:
        b = base_ref(n->first);
        if (b && b->sym == sym &&
            (n->op == KP_OP_ADDR || (n->op >= KP_OP_PREINC && n->op <= KP_OP_POSTDEC)))
            return true;
        break;
    case KP_CALL:
    case KP_OPCALL:
    case KP_CONSTRUCT:
        /* By value to a function whose parameter says so is no change; templates say little. */
        for (unsigned i = 0;; i++) {
            const struct kp_node *arg = kp_argument(n, i), *p;

            if (!arg)
                break;
            b = base_ref(arg);
            if (!b || b->sym != sym || b != arg)
                continue;
            p = n->sym && n->sym->decl ? kp_child(n->sym->decl, i) : NULL;
            if (n->sym && n->sym->from_prelude)
                continue;
            if (!p || p->kind != KP_PARAM || !p->sym->type ||
                (p->sym->type->kind == KP_TYPE_REFERENCE && !p->sym->type->elem->is_const))
                return true;
        }
        break;
    case KP_ASM:
        for (unsigned i = 0; i < n->asm_outputs; i++) {
            b = base_ref(kp_child(n, i));
            if (b && b->sym == sym)
                return true;
        }
        break;
    default:
        break;
    }
    kp_each_child(c, n) if (is_changed(c, sym)) return true;
    return false;
}

/* The same of the whole body, which is asked for again and again: found once for each symbol. */
static bool is_changed_in_body(struct kp_func *f, const struct kp_sym *sym)
{
    enum { NOT_ASKED, NO, YES };

    if (!f->changed)
        f->changed = kp_new_array(f->unit->arena, uint8_t, kp_sym_count(f->unit) + 1);
    if (f->changed[sym->id] == NOT_ASKED)
        f->changed[sym->id] = is_changed(f->body, sym) ? YES : NO;
    return f->changed[sym->id] == YES;
}

/* Written by way of a reference, a pointer or a call, as the effects know. */
static bool written_elsewhere(struct kp_func *f, const struct kp_sym *sym)
{
    const struct kp_effects *e = kp_function_effects(f);

    for (size_t i = 0; i < e->access.n; i++)
        if (e->access.v[i].base == sym && kp_is_store(&e->access.v[i]) &&
            e->access.v[i].at != sym->decl)
            return true;
    return false;
}

bool kp_single_definition(struct kp_func *f, const struct kp_sym *sym)
{
    return sym->kind == KP_SYM_VAR && sym->decl && sym->decl->kind == KP_VAR &&
           sym->decl->has_init && !sym->n_dims && kp_is_inside(sym->decl, f->body) &&
           !is_changed_in_body(f, sym) && !written_elsewhere(f, sym);
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

/* A small array behind the loop, element by element: is one read that was not written first? */
static bool elements_read_behind(struct kp_func *f, const struct kp_loop *l,
                                 const struct kp_sym *sym, bool *known)
{
    struct kp_element_set written = {0};
    struct kp_flow flow;

    *known = true;
    for (const struct kp_node *n = l->node; n != f->body; n = n->parent)
        for (const struct kp_node *s = n->next; s && n->parent->kind == KP_COMPOUND; s = s->next) {
            if (!kp_count_refs(s, sym))
                continue;
            if (!kp_flow_of(s, sym, &f->flow_left, &flow)) {
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

    if (sym->type && sym->type->kind == KP_TYPE_ARRAY &&
        kp_outermost_loop(l->node, f->body) == l->node) {
        read = elements_read_behind(f, l, sym, &known);
        if (known)
            return read;
    }
    return named_outside(f->body, l, kp_outermost_loop(l->node, f->body), sym);
}

static bool declares_once(const struct kp_node *n)
{
    if (n->kind == KP_LABEL ||
        (n->kind == KP_VAR && (n->sym->is_static || n->sym->space != KP_SPACE_LOCAL)))
        return true;
    kp_each_child(c, n) if (declares_once(c)) return true;
    return false;
}

bool kp_can_stand_twice(const struct kp_loop *l)
{
    return !declares_once(l->node) && !(l->effects.control_mask & KP_CTL_ASM_LABEL);
}
