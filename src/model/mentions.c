#include "model/mentions.h"

#include "front/tree.h"
#include "model/stores.h"

static struct kp_mentions *of(struct kp_func *f, const struct kp_sym *s)
{
    size_t *at = kp_map_at(f->unit->arena, &f->mentions_at, s);

    if (!*at) {
        struct kp_mentions *m = kp_new(f->unit->arena, struct kp_mentions);

        kp_push(f->unit->arena, &f->mentions, m);
        *at = f->mentions.n;
    }
    return f->mentions.v[*at - 1];
}

static void add_write(struct kp_func *f, const struct kp_sym *v, const struct kp_node *n)
{
    if (v)
        kp_push(f->unit->arena, &of(f, v)->writes, n);
}

/* An argument whose parameter is a number is a value of the callee's own. */
static bool is_number_passed(const struct kp_node *call, const struct kp_node *arg)
{
    for (unsigned i = 0; call->kind != KP_ASM && kp_argument(call, i); i++)
        if (kp_argument(call, i) == arg) {
            const struct kp_node *p = kp_parameter_of(call, i);

            return p && kp_is_number(p->sym->type) && !p->sym->type->is_dependent;
        }
    return false;
}

static void find(struct kp_func *f, const struct kp_node *n)
{
    switch (n->kind) {
    case KP_REF:
        if (n->sym)
            kp_push(f->unit->arena, &of(f, n->sym)->refs, n);
        break;
    case KP_VAR:
        add_write(f, n->has_init ? n->sym : NULL, n);
        break;
    case KP_ASSIGN:
        add_write(f, kp_stored_into(n->first), n);
        break;
    case KP_CALL: /* by reference, perhaps */
    case KP_OPCALL:
    case KP_ASM:
        kp_each_child(c, n) if (!is_number_passed(n, c)) add_write(f, kp_stored_into(c), n);
        break;
    default:
        break;
    }
    kp_each_child(c, n) find(f, c);
}

const struct kp_mentions *kp_mentions_of(struct kp_func *f, const struct kp_sym *sym)
{
    if (!f->mentions_known) {
        f->mentions_known = true;
        find(f, f->decl);
    }
    return of(f, sym);
}
