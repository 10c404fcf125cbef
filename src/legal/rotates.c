/* Tiles that somebody double-buffers by hand. */
#include "legal/legal.h"
#include "model/element.h"
#include "model/invariant.h"

/* More buffers than this are none. */
enum { MOST_BUFFERS = 8 };

/* Does it have the same values in every iteration? A copy loop's counter has. */
static bool is_alike(const struct kp_judge *j, const struct kp_node *index)
{
    struct kp_region r = {.f = j->f, .l = j->l, .outer = j->l->node};

    return !index || !kp_uses_loop_data(j->l, index) || kp_invariant(&r, index);
}

/* A pointer into the tile that the loop moves: `to = smem + (k & 1) * 1024; to[t] = ..;` */
static bool is_moved_pointer(const struct kp_judge *j, const struct kp_node *dest)
{
    const struct kp_sym *root = kp_element_of(dest).root;
    struct kp_region r = {.f = j->f, .l = j->l, .outer = j->l->node};
    const struct kp_node *at = NULL;

    return root && root->type && root->type->kind == KP_TYPE_POINTER &&
           kp_store_to(&j->l->effects, root, KP_SPACE_LOCAL) &&
           !kp_invariant_address(&r, dest, &at);
}

/* `at ^= 4096;` somewhere in the loop, `at = 1 - at;` or `at = (at + 1) % 3;` */
static bool is_switched(const struct kp_node *n, const struct kp_sym *sym)
{
    const struct kp_node *to = n->first, *value = n->kind == KP_ASSIGN ? kp_child(n, 1) : NULL;

    if (value && to->kind == KP_REF && to->sym == sym &&
        (n->op == KP_OP_XOR_ASSIGN ||
         (n->op == KP_OP_ASSIGN &&
          ((value->kind == KP_BINARY &&
            ((value->op == KP_OP_SUB && value->first->has_value) || value->op == KP_OP_XOR ||
             value->op == KP_OP_REM || value->op == KP_OP_AND)) ||
           (value->kind == KP_UNARY && value->op == KP_OP_LNOT)))))
        return true;
    kp_each_child(c, n) if (is_switched(c, sym)) return true;
    return false;
}

/* Does it count buffers: `k % 2`, `k & 1`, `k ^ 1` of what the loop moves on, or a variable that it
 * switches? */
static bool counts_buffers(const struct kp_judge *j, const struct kp_node *n)
{
    const struct kp_node *by = n->kind == KP_BINARY ? kp_child(n, 1) : NULL;

    if (by && by->has_value && by->value > 0 && !is_alike(j, n->first) &&
        ((n->op == KP_OP_REM && by->value <= MOST_BUFFERS) || n->op == KP_OP_XOR ||
         (n->op == KP_OP_AND && by->value < MOST_BUFFERS)))
        return true;
    if (n->kind == KP_REF && n->sym && n->sym->space == KP_SPACE_LOCAL &&
        kp_store_to(&j->l->effects, n->sym, KP_SPACE_LOCAL) && is_switched(j->l->node, n->sym))
        return true;
    kp_each_child(c, n) if (counts_buffers(j, c)) return true;
    return false;
}

/* Does the statement hand out another buffer each time: `load(a, tile[next]);`, or an address that
 * counts buffers to asm? */
static bool hands_out_another(const struct kp_judge *j, const struct kp_tile *t,
                              const struct kp_node *n)
{
    if (n->kind == KP_ASM)
        return counts_buffers(j, n);
    if (n->kind == KP_INDEX && n->first->kind == KP_REF && n->first->sym == t->sym &&
        t->sym->n_dims > 1 && !is_alike(j, kp_child(n, 1)))
        return true;
    kp_each_child(c, n) if (hands_out_another(j, t, c)) return true;
    return false;
}

bool kp_rotates(const struct kp_judge *j, const struct kp_tile *t, const struct kp_node *fill)
{
    for (size_t i = 0; i < j->l->copies.n; i++) {
        const struct kp_node *dest = j->l->copies.v[i].dest;

        if (j->l->copies.v[i].tile == t && dest &&
            (hands_out_another(j, t, dest) || is_moved_pointer(j, dest) || counts_buffers(j, dest)))
            return true;
    }
    return hands_out_another(j, t, fill);
}
