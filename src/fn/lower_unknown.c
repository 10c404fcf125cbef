/* What is not represented: a value that may be any, and what its expression may have changed. */
#include "fn/build.h"

#include "front/tree.h"

static void forget_names(struct kp_fn_builder *b, const struct kp_node *n, const char *why)
{
    struct kp_fn_lvalue p;

    if ((n->kind == KP_REF || n->kind == KP_CALL) && n->sym && kp_place_find(b, n->sym, &p)) {
        if (p.kind == KP_PLACE_VARIABLE) {
            kp_fn_write_var(b, p.var, kp_fn_unknown(b, b->vars.v[p.var], why));
            if (b->named.v[p.var])
                kp_push_once(b->arena, &b->fn->moved, b->named.v[p.var]);
        }
        if (p.kind == KP_PLACE_CLOSURE && p.closure->lambda != n) {
            struct kp_fn_frame *here = b->frame;

            b->frame = p.closure->frame;
            if (here->depth < KP_FN_MAX_DEPTH)
                forget_names(b, p.closure->lambda->last, why);
            b->frame = here;
        }
    }
    if (n->kind == KP_THIS && b->frame->self.kind == KP_PLACE_VARIABLE)
        kp_fn_write_var(b, b->frame->self.var,
                        kp_fn_unknown(b, b->vars.v[b->frame->self.var], why));
    kp_each_child(c, n) forget_names(b, c, why);
}

struct kp_fn_lvalue kp_lower_unknown(struct kp_fn_builder *b, const struct kp_node *n,
                                     const char *why)
{
    const struct kp_type *t = kp_fn_referred(n->type);
    struct kp_fn_type type = t ? kp_fn_type_of(t) : (struct kp_fn_type){KP_FN_VOID, 0};
    kp_val v;

    forget_names(b, n, why);
    v = kp_fn_unknown(b, type, why);
    if (n->type && n->type->kind == KP_TYPE_REFERENCE) {
        b->fn->values.v[v].type = (struct kp_fn_type){KP_FN_POINTER, 8};
        return kp_place_memory(v, t);
    }
    return kp_place_value(v, t);
}

void kp_forget_objects(struct kp_fn_builder *b, const struct kp_node *n, const char *why)
{
    const struct kp_type *t = kp_fn_referred(n->type);

    if (n->kind == KP_REF && (!t || !kp_fn_is_number(kp_fn_type_of(t))))
        forget_names(b, n, why);
    kp_each_child(c, n) kp_forget_objects(b, c, why);
}
