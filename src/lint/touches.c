/* The reads and writes of a function's body that may go to shared or global memory. */
#include "lint/parts.h"
#include "model/eval.h"
#include "model/objs.h"

static bool is_store(const struct kp_node *n)
{
    while (n->parent && n->parent->kind == KP_MEMBER && !n->parent->is_arrow)
        n = n->parent;
    return n->parent && n->parent->kind == KP_ASSIGN && n->parent->first == n;
}

/* True if somebody looks at the object here, and not only its address is taken. */
static bool is_touched(const struct kp_node *n)
{
    const struct kp_node *p = n->parent;

    return !kp_is_array_lvalue(n) && !(p && p->kind == KP_UNARY && p->op == KP_OP_ADDR) &&
           !(p && p->kind == KP_CAST && p->type && p->type->kind == KP_TYPE_REFERENCE) &&
           !(p && p->kind == KP_VAR && p->sym && kp_is_reference(p->sym));
}

/* Where the memory lies that all of the lvalue's objects share. */
static enum kp_space space_of(struct kp_linter *l, const struct kp_memory_access *t)
{
    struct kp_objs objs = {0};
    enum kp_space space;

    if (t->is_call)
        kp_value_objs(l->f, kp_argument(t->node, 0), &objs);
    else
        kp_lvalue_objs(l->f, t->node, &objs);
    if (!objs.list.n)
        return KP_SPACE_UNKNOWN;
    space = objs.list.v[0].space;
    for (size_t i = 1; i < objs.list.n; i++)
        if (objs.list.v[i].space != space)
            return KP_SPACE_UNKNOWN;
    return space;
}

static void add(struct kp_linter *l, const struct kp_node *n, bool is_call)
{
    struct kp_memory_access t = {
        .node = n, .is_call = is_call, .is_store = !is_call && is_store(n)};
    const struct kp_shape_of_block *s = l->shapes.n ? &l->shapes.v[0] : NULL;
    struct kp_lanes at;

    t.space = space_of(l, &t);
    if (!s || (t.space != KP_SPACE_SHARED && t.space != KP_SPACE_GLOBAL))
        return;
    at = kp_touch_address(kp_lint_warp(s, 0), &t);
    t.root = at.known ? at.root : NULL;
    kp_push(l->unit->arena, &l->touches, t);
}

static void visit(struct kp_linter *l, const struct kp_node *n)
{
    if (n->kind == KP_SIZEOF || n->kind == KP_LAMBDA)
        return;
    if ((n->kind == KP_INDEX || (n->kind == KP_UNARY && n->op == KP_OP_DEREF) ||
         (n->kind == KP_CAST && n->type && n->type->kind == KP_TYPE_REFERENCE)) &&
        is_touched(n))
        add(l, n, false);
    if (n->kind == KP_CALL) {
        const struct kp_call_rule *r = kp_callee_rule(l->unit, n);

        if (r && r->is_load && kp_argument(n, 0))
            add(l, n, true);
    }
    kp_each_child(c, n) visit(l, c);
}

void kp_lint_touches(struct kp_linter *l)
{
    visit(l, l->f->body);
}

int64_t kp_touch_bytes(const struct kp_memory_access *t, const struct kp_launch *bindings)
{
    const struct kp_type *type =
        kp_referred_type(t->is_call ? t->node->type : kp_lvalue_type(t->node));
    int64_t n;

    if (!type || !kp_eval_type_size(type, bindings, &n) || n > 16 || (n & (n - 1)))
        return 0;
    /* a structure's members are read one by one, in as many ways as there are compilers */
    if (type->kind == KP_TYPE_RECORD && !(type->decl && type->decl->from_prelude))
        return 0;
    return type->kind == KP_TYPE_ARRAY ? 0 : n;
}

struct kp_lanes kp_touch_address(struct kp_warp_view *w, const struct kp_memory_access *t)
{
    const struct kp_value *load = kp_fn_value(w->fn, kp_fn_value_of(w->fn, t->node));
    kp_val at = !t->is_call              ? kp_fn_address_of(w->fn, t->node)
                : load->op == KP_FN_LOAD ? load->operand[0]
                                         : KP_NO_VAL;

    return kp_lanes_value(w, at, kp_fn_block_of(w->fn, t->node));
}

bool kp_touch_active(struct kp_warp_view *w, const struct kp_memory_access *t, uint32_t *active)
{
    return kp_lanes_active(w, kp_fn_block_of(w->fn, t->node), active);
}
