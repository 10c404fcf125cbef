/* Tiles that somebody double-buffers by hand. */
#include "legal/legal.h"
#include "model/element.h"
#include "model/inline.h"
#include "model/invariant.h"

/* More buffers than this are none. */
enum { MOST_BUFFERS = 8 };

/* True if it has the same values in every iteration. A copy loop's counter has. */
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

/* What counts buffers in it, NULL if nothing does: `k % 2`, `k & 1`, `k ^ 1` of what the loop moves
 * on, or a variable that it switches. */
static const struct kp_node *buffer_count(const struct kp_judge *j, const struct kp_node *n)
{
    const struct kp_node *by = n->kind == KP_BINARY ? kp_child(n, 1) : NULL, *found;

    if (by && by->has_value && by->value > 0 && !is_alike(j, n->first) &&
        ((n->op == KP_OP_REM && by->value <= MOST_BUFFERS) || n->op == KP_OP_XOR ||
         (n->op == KP_OP_AND && by->value < MOST_BUFFERS)))
        return n;
    if (n->kind == KP_REF && n->sym && n->sym->space == KP_SPACE_LOCAL &&
        kp_store_to(&j->l->effects, n->sym, KP_SPACE_LOCAL) && is_switched(j->l->node, n->sym))
        return n;
    kp_each_child(c, n) if ((found = buffer_count(j, c))) return found;
    return NULL;
}

/* What counts buffers in a value to which a part of the loop sets a local that is named in `n`:
 * `to = __cvta_generic_to_shared(&tile[next][t]);`. NULL: nothing does. */
static const struct kp_node *count_in_local(const struct kp_judge *j, const struct kp_node *n,
                                            const struct kp_node *in)
{
    const struct kp_node *found = NULL;

    if (in->kind == KP_ASSIGN && in->op == KP_OP_ASSIGN && in->first->kind == KP_REF &&
        in->first->sym && kp_count_refs(n, in->first->sym))
        found = buffer_count(j, kp_child(in, 1));
    for (const struct kp_node *c = in->first; c && !found; c = c->next)
        found = count_in_local(j, n, c);
    return found;
}

/* True if the code has an element of the tile in the buffer that the variable numbers. */
static bool is_indexed_by(const struct kp_tile *t, const struct kp_node *code,
                          const struct kp_sym *number)
{
    kp_each_below(x, code) if (x->kind == KP_INDEX && t->sym->n_dims > 1 &&
                               x->first->kind == KP_REF && x->first->sym == t->sym &&
                               kp_count_refs(kp_child(x, 1), number)) return true;
    return false;
}

/* The argument by which a function or closure that is called selects the buffer, if it is another
 * one each time: `next` in `load(next, k);`. */
static const struct kp_node *passed_selector(const struct kp_judge *j, const struct kp_tile *t,
                                             const struct kp_node *call)
{
    const struct kp_node *code = call->kind == KP_CALL ? kp_called_code(j->u, call) : NULL, *a, *p;

    for (unsigned i = 0; code && (a = kp_argument(call, i)) && (p = kp_child(code, i)); i++)
        if (p->kind == KP_PARAM && p->sym && !is_alike(j, a) && is_indexed_by(t, code, p->sym))
            return a;
    return NULL;
}

/* What selects the buffer, if the statement hands out another one each time: `next` in
 * `load(a, tile[next]);`, or what counts buffers in an address that asm gets. */
static const struct kp_node *selector(const struct kp_judge *j, const struct kp_tile *t,
                                      const struct kp_node *n)
{
    const struct kp_node *found;

    if (n->kind == KP_ASM) {
        found = buffer_count(j, n);
        return found ? found : count_in_local(j, n, j->l->node);
    }
    if (n->kind == KP_INDEX && n->first->kind == KP_REF && n->first->sym == t->sym &&
        t->sym->n_dims > 1 && !is_alike(j, kp_child(n, 1)))
        return kp_child(n, 1);
    if ((found = passed_selector(j, t, n)))
        return found;
    kp_each_child(c, n) if ((found = selector(j, t, c))) return found;
    return NULL;
}

/* The nearest node around it that does more than add something. */
static const struct kp_node *behind_sums(const struct kp_node *n)
{
    while (n->parent && (n->parent->kind == KP_CAST ||
                         (n->parent->kind == KP_BINARY && n->parent->op == KP_OP_ADD)))
        n = n->parent;
    return n;
}

static unsigned dimension(const struct kp_node *index)
{
    unsigned n = 0;

    for (; index->first->kind == KP_INDEX; index = index->first)
        n++;
    return n;
}

/* True if the places of two equal expressions select the same part of the tile: scaled alike, in
 * the same index. What is added to them is the element. */
static bool select_alike(const struct kp_node *a, const struct kp_node *b)
{
    const struct kp_node *x, *y;

    a = behind_sums(a);
    b = behind_sums(b);
    x = a->parent;
    y = b->parent;
    if (!x || !y || x->kind != y->kind)
        return false;
    if (x->kind == KP_INDEX)
        return x->first != a && y->first != b && dimension(x) == dimension(y);
    return x->kind == KP_BINARY && x->op == KP_OP_MUL && y->op == KP_OP_MUL &&
           kp_same_expr(x->first == a ? x->last : x->first, y->first == b ? y->last : y->first) &&
           select_alike(x, y);
}

/* True if it selects the same buffer, somewhere in an index. */
static bool selects(const struct kp_node *n, const struct kp_node *by)
{
    kp_each_below(x, n) if (kp_same_expr(x, by) && select_alike(x, by)) return true;
    return false;
}

/* True if an element of the tile in the buffer that `by` selects is read in the statement. */
static bool reads_by(const struct kp_judge *j, const struct kp_tile *t, const struct kp_node *n,
                     const struct kp_node *by)
{
    const struct kp_node *passed;

    kp_each_below(x, n)
    {
        passed = passed_selector(j, t, x);
        if ((passed && kp_same_expr(passed, by)) ||
            (x->kind == KP_INDEX && kp_element_of(x).root == t->sym && selects(x, by)))
            return true;
    }
    return false;
}

/* True if any of the loop's statements between the two stores to what the expression names. */
static bool moves_between(const struct kp_judge *j, const struct kp_stmt *a,
                          const struct kp_stmt *b, const struct kp_node *e)
{
    if (e->kind == KP_REF && e->sym)
        for (const struct kp_stmt *s = a < b ? a : b; s <= (a < b ? b : a); s++)
            if (kp_store_to(&s->effects, e->sym, KP_SPACE_LOCAL))
                return true;
    kp_each_child(c, e) if (moves_between(j, a, b, c)) return true;
    return false;
}

bool kp_rotates(const struct kp_judge *j, const struct kp_tile *t, const struct kp_stmt *fill,
                const struct kp_stmt *use)
{
    const struct kp_node *by = selector(j, t, fill->node);
    bool moved = false;

    for (size_t i = 0; i < j->l->copies.n && !by && !moved; i++) {
        const struct kp_node *dest = j->l->copies.v[i].dest;

        if (j->l->copies.v[i].tile != t || !dest)
            continue;
        by = selector(j, t, dest);
        by = by ? by : buffer_count(j, dest);
        moved = is_moved_pointer(j, dest);
    }
    return moved || (by && !(use && use->run == fill->run && reads_by(j, t, use->node, by) &&
                             !moves_between(j, fill, use, by)));
}

/* True if a pointer to the tile's memory is named in both. */
static bool names_one(const struct kp_judge *j, const struct kp_tile *t, const struct kp_node *a,
                      const struct kp_node *b)
{
    for (size_t i = 0; i < j->l->aliases.n; i++) {
        const struct kp_alias *x = &j->l->aliases.v[i];

        if (x->tile == t && kp_count_refs(a, x->sym) && kp_count_refs(b, x->sym))
            return true;
    }
    return false;
}

bool kp_rotates_by_names(const struct kp_judge *j, const struct kp_tile *t,
                         const struct kp_stmt *fill, const struct kp_stmt *use)
{
    if (names_one(j, t, fill->node, use->node) || kp_count_refs(fill->node, t->sym) ||
        kp_count_refs(use->node, t->sym) || !names_one(j, t, fill->node, fill->node))
        return false;
    for (size_t i = 0; i < j->l->stmts.n; i++) {
        const struct kp_stmt *s = &j->l->stmts.v[i];

        if (s->run != fill->run && names_one(j, t, s->node, use->node) &&
            kp_store_to(&s->effects, t->sym, KP_SPACE_SHARED))
            return true;
    }
    return false;
}
