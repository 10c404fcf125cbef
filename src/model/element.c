#include "model/element.h"

static const struct kp_node *strip_casts(const struct kp_node *e)
{
    while (e->kind == KP_CAST)
        e = e->first;
    return e;
}

static void push_index(struct kp_element *el, const struct kp_node *i)
{
    if (el->n < KP_MAX_DIMS)
        el->index[el->n++] = i;
    else
        el->known = false;
}

static void describe(const struct kp_node *e, struct kp_element *el)
{
    const struct kp_node *b;

    e = strip_casts(e);
    switch (e->kind) {
    case KP_REF:
        el->root = e->sym;
        break;
    case KP_MEMBER:
        el->field = e->sym ? e->sym->name : e->name;
        describe(e->first, el);
        break;
    case KP_INDEX:
        b = strip_casts(e->first);
        describe(b, el);
        if (b->kind == KP_UNARY && b->op == KP_OP_ADDR && kp_child(e, 1)->has_value &&
            kp_child(e, 1)->value == 0)
            break; /* reinterpret_cast<float4 *>(&x)[0] is x */
        push_index(el, kp_child(e, 1));
        break;
    case KP_UNARY:
        if (e->op == KP_OP_ADDR || e->op == KP_OP_DEREF)
            describe(e->first, el);
        else
            el->known = false;
        break;
    case KP_BINARY: /* pointer + offset */
        if (e->op != KP_OP_ADD) {
            el->known = false;
            break;
        }
        describe(e->first, el);
        push_index(el, kp_child(e, 1));
        break;
    default:
        el->known = false;
        break;
    }
}

struct kp_element kp_element_of(const struct kp_node *dest)
{
    struct kp_element el = {.known = true};

    describe(dest, &el);
    el.known = el.known && el.root && el.n > 0;
    return el;
}
