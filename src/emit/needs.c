/* A prefetch through registers runs the load slice twice: kp_fetch reads global memory, kp_store
 * fills the tiles. Each gets only the statements that it needs, so that nothing is computed in
 * vain and no variable stands there unused. */
#include "emit/emit.h"
#include "model/own_text.h"
#include "model/uses.h"
#include "front/tree.h"

static const struct kp_copy *copy_in(const struct kp_emitter *e, const struct kp_leaf *leaf,
                                     bool async)
{
    for (size_t i = 0; i < e->l->copies.n; i++)
        if (kp_is_async(e->l->copies.v[i].tile) == async &&
            kp_is_inside(e->l->copies.v[i].node, leaf->node))
            return &e->l->copies.v[i];
    return NULL;
}

/* ---- what a leaf needs in one half -------------------------------------------------------- */

/* What the assembly reads; what it sets are variables of kp_fetch. */
static void touch_inputs(struct kp_emitter *e, const struct kp_node *n, struct kp_touch *t)
{
    unsigned i = 0;

    kp_each_child(c, n) if (i++ >= n->asm_outputs) kp_touch_of(e, c, NULL, t);
}

static void add_sites(struct kp_emitter *e, const struct kp_leaf *leaf, struct kp_touch *t)
{
    for (size_t i = 0; i < e->l->sites.n; i++) {
        const struct kp_site *s = &e->l->sites.v[i];

        if (!kp_is_inside(s->node, leaf->node))
            continue;
        if (s->is_apart)
            touch_inputs(e, s->node, t);
        else
            kp_touch_of(e, kp_site_value(s), NULL, t);
        if (kp_filled_value(e, s))
            kp_touch_of(e, kp_filled_value(e, s), NULL, t);
        if (kp_filled(e, s) && s->fill)
            kp_touch_of(e, s->fill, NULL, t);
        for (size_t k = 0; k < s->conds.n; k++)
            kp_touch_of(e, s->conds.v[k].cond, NULL, t);
    }
}

static void add_without_sites(struct kp_emitter *e, const struct kp_leaf *leaf, struct kp_touch *t)
{
    struct kp_node_set cut = {0};

    for (size_t i = 0; i < e->l->sites.n; i++)
        kp_add_node(e->u, &cut, kp_staged_node(e, &e->l->sites.v[i]));
    kp_touch_of(e, leaf->node, &cut, t);
}

/* An asynchronous copy reads its source where it stands, not by way of a temporary. */
static void add_async(struct kp_emitter *e, const struct kp_copy *copy, struct kp_touch *t)
{
    struct kp_node_set cut = {0};

    if (copy->form == KP_COPY_TEMP)
        kp_add_node(e->u, &cut, copy->value);
    kp_touch_of(e, copy->node, &cut, t);
    if (copy->source)
        kp_touch_of(e, copy->source, NULL, t);
}

enum half { FETCH, STORE, MORE, ADVANCE };

static bool is_from_registers(struct kp_emitter *e, const struct kp_leaf *leaf, enum half half)
{
    return half == STORE || (half == MORE && !kp_is_in_peeled(e, leaf->node));
}

static void add_leaf(struct kp_emitter *e, const struct kp_leaf *leaf, enum half half,
                     struct kp_touch *t)
{
    const struct kp_copy *async = copy_in(e, leaf, true);

    if (is_from_registers(e, leaf, half))
        add_without_sites(e, leaf, t);
    else if (half == MORE)
        kp_touch_of(e, leaf->node, NULL, t);
    else if (kp_site_filled_by(e, leaf->node))
        kp_touch_of(e, kp_child(leaf->node, 1), NULL, t);
    else if (leaf->fetch == KP_LEAF_SITES)
        add_sites(e, leaf, t);
    else if (async)
        add_async(e, async, t);
    else
        kp_touch_of(e, leaf->node, NULL, t);
}

/* Conditions and loop headers around a leaf. */
static void add_headers(struct kp_emitter *e, const struct kp_leaf *leaf, enum half half,
                        struct kp_touch *t)
{
    bool from_registers = is_from_registers(e, leaf, half);

    for (const struct kp_node *n = leaf->node->parent; n && n != e->body; n = n->parent)
        if (n->kind != KP_COMPOUND && !(from_registers && kp_is_filled_if(e, n)))
            kp_touch_of_header(e, n, t);
}

/* ---- the two halves ----------------------------------------------------------------------- */

static enum kp_leaf_state *state_of(struct kp_leaf *leaf, enum half half)
{
    switch (half) {
    case FETCH:
        return &leaf->fetch;
    case STORE:
        return &leaf->store;
    case MORE:
        return &leaf->more;
    default:
        return &leaf->advance;
    }
}

static void add_needs_of(struct kp_emitter *e, const struct kp_leaf *leaf, enum half half,
                         struct kp_touch *t)
{
    if (half == ADVANCE)
        kp_touch_of(e, leaf->node, NULL, t);
    else
        add_leaf(e, leaf, half, t);
    add_headers(e, leaf, half, t);
}

static void add_needed(struct kp_emitter *e, const struct kp_touch *t, struct kp_syms *needs)
{
    for (size_t i = 0; i < t->reads.list.n; i++)
        kp_add_sym(e->u, needs, t->reads.list.v[i]);
    for (size_t i = 0; i < t->writes.list.n; i++)
        kp_add_sym(e->u, needs, t->writes.list.v[i]);
}

static void collect_needs(struct kp_emitter *e, enum half half, struct kp_syms *needs)
{
    struct kp_touch t = {0};

    for (size_t i = 0; i < e->leaves.n; i++)
        if (*state_of(&e->leaves.v[i], half) != KP_LEAF_DROP)
            add_needs_of(e, &e->leaves.v[i], half, &t);
    *needs = (struct kp_syms){0};
    add_needed(e, &t, needs);
}

static bool meet(const struct kp_syms *a, const struct kp_syms *b)
{
    for (size_t i = 0; i < a->list.n; i++)
        if (kp_has_sym(b, a->list.v[i]))
            return true;
    return false;
}

static bool is_jump(const struct kp_node *n)
{
    return n->kind == KP_BREAK || n->kind == KP_CONTINUE;
}

/* A jump goes where anything else of its loop goes. */
static bool jump_is_needed(struct kp_emitter *e, const struct kp_leaf *jump, enum half half)
{
    const struct kp_node *loop = jump->node->parent;

    while (loop && loop->kind != KP_FOR && loop->kind != KP_WHILE && loop->kind != KP_DO &&
           loop->kind != KP_RANGE_FOR)
        loop = loop->parent;
    for (size_t i = 0; loop && i < e->leaves.n; i++)
        if (!is_jump(e->leaves.v[i].node) && kp_is_inside(e->leaves.v[i].node, loop) &&
            *state_of(&e->leaves.v[i], half) != KP_LEAF_DROP)
            return true;
    return false;
}

static bool is_in_half(struct kp_emitter *e, const struct kp_node *n, enum half half)
{
    for (size_t i = 0; i < e->leaves.n; i++)
        if (*state_of(&e->leaves.v[i], half) != KP_LEAF_DROP &&
            kp_is_inside(e->leaves.v[i].node, n))
            return true;
    return false;
}

/* `for (j = t; j < 64; j += 64) tile[j] = ..;`: a half that needs j without this copy would find
 * there what compute has left in it. */
static bool has_headers(struct kp_emitter *e, enum half half, const struct kp_syms *needs)
{
    for (size_t i = 0; i < e->leaves.n; i++)
        for (const struct kp_node *n = e->leaves.v[i].node->parent; n && n != e->body;
             n = n->parent) {
            struct kp_touch t = {0};

            if (!kp_has_statements(n) || is_in_half(e, n, half))
                continue;
            kp_touch_of_header(e, n, &t);
            for (size_t k = 0; k < t.writes.list.n; k++)
                if (!kp_declared_in(t.writes.list.v[k], n) && kp_has_sym(needs, t.writes.list.v[k]))
                    return kp_cannot(e, KP_CODE_KP504, n,
                                     "the load phase needs what the header of this copy writes");
        }
    return true;
}

/* Keep what the kept leaves need until nothing is missing: from the last leaf to the first, as
 * values come from leaves in front. */
static bool settle(struct kp_emitter *e, enum half half, struct kp_syms *needs)
{
    bool changed;

    do {
        changed = false;
        collect_needs(e, half, needs);
        for (size_t i = e->leaves.n; i-- > 0;) {
            struct kp_leaf *leaf = &e->leaves.v[i];
            struct kp_touch t = {0};
            bool wanted = meet(&leaf->touch.writes, needs) ||
                          (kp_holds(leaf->node, KP_BIT(KP_BREAK) | KP_BIT(KP_CONTINUE)) &&
                           jump_is_needed(e, leaf, half));

            if (!wanted || (kp_site_filled_by(e, leaf->node) && is_from_registers(e, leaf, half)) ||
                *state_of(leaf, half) == KP_LEAF_KEEP ||
                (leaf->node->kind == KP_DECL_STMT && leaf->node->first &&
                 leaf->node->n_children == 1 && kp_is_async_temp(e, leaf->node->first)))
                continue;
            if ((half == FETCH && copy_in(e, leaf, false)) ||
                (half == ADVANCE && (copy_in(e, leaf, false) || copy_in(e, leaf, true))))
                return kp_cannot(e, KP_CODE_KP504, leaf->node,
                                 "the load phase needs what this copy writes");
            *state_of(leaf, half) = KP_LEAF_KEEP;
            add_needs_of(e, leaf, half, &t);
            add_needed(e, &t, needs);
            changed = true;
        }
    } while (changed);
    return has_headers(e, half, needs);
}

static bool find_store(struct kp_emitter *e)
{
    for (size_t i = 0; i < e->leaves.n; i++) {
        struct kp_leaf *leaf = &e->leaves.v[i];
        const struct kp_copy *copy = copy_in(e, leaf, false);

        if (!copy)
            continue;
        if (!kp_site_filled_by(e, leaf->node))
            leaf->store = leaf->more = KP_LEAF_KEEP;
        else if (kp_is_in_peeled(e, leaf->node))
            leaf->more = KP_LEAF_KEEP;
    }
    if (!settle(e, STORE, &e->store_needs) || !settle(e, MORE, &e->more_needs))
        return false;
    for (size_t i = 0; i < e->leaves.n; i++) {
        struct kp_leaf *leaf = &e->leaves.v[i];

        if (leaf->more == KP_LEAF_KEEP && leaf->touch.stores_elsewhere && !copy_in(e, leaf, false))
            return kp_cannot(e, KP_CODE_KP504, leaf->node,
                             "the load phase stores through a pointer");
        if (!kp_is_in_peeled(e, leaf->node))
            leaf->store = leaf->more;
    }
    return true;
}

/* True if the slice reads `s` before it writes it, so that its value comes from the iteration
 * before.
 */
static bool is_state(const struct kp_emitter *e, const struct kp_sym *s)
{
    if (kp_is_carried(e->l, s) || kp_is_header_state(e->l, s))
        return true;
    for (size_t i = 0; i < e->leaves.n; i++) {
        if (kp_has_sym(&e->leaves.v[i].touch.reads, s))
            return true;
        if (kp_has_sym(&e->leaves.v[i].touch.writes, s))
            return false;
    }
    return false;
}

/* Names outside the loop: what it leaves there counts. */
static bool is_named_outside(const struct kp_emitter *e, const struct kp_node *n,
                             const struct kp_sym *s)
{
    if (n == e->l->node)
        return false;
    if (n->kind == KP_REF && n->sym == s)
        return true;
    kp_each_child(c, n) if (is_named_outside(e, c, s)) return true;
    return false;
}

static bool touches(const struct kp_touch *t, const struct kp_sym *s)
{
    return kp_has_sym(&t->reads, s) || kp_has_sym(&t->writes, s);
}

/* True if the leaf writes what the header, the next iteration or the text behind the loop reads.
 * What kp_store writes and neither header nor compute touches, one tile's kp_store leaves to the
 * next.
 */
static bool moves_state(struct kp_emitter *e, const struct kp_leaf *leaf,
                        const struct kp_touch *header, const struct kp_touch *compute)
{
    bool is_stored = leaf->store == KP_LEAF_KEEP;

    for (size_t i = 0; i < leaf->touch.writes.list.n; i++) {
        const struct kp_sym *s = leaf->touch.writes.list.v[i];

        if (kp_is_outer(e, s) &&
            (touches(header, s) || (is_state(e, s) && (!is_stored || touches(compute, s))) ||
             (!is_stored && is_named_outside(e, e->l->function->decl, s))))
            return true;
    }
    return false;
}

/* True if the leaf sets variables of the body's, of which a register takes the value behind it. */
static bool sets_variable(const struct kp_emitter *e, const struct kp_leaf *leaf)
{
    for (size_t i = 0; i < e->l->sites.n; i++)
        if (e->l->sites.v[i].assigned && e->l->sites.v[i].node == leaf->node &&
            leaf->node->kind != KP_ASSIGN && !e->l->sites.v[i].is_apart)
            return true;
    return false;
}

static void touch_others(struct kp_emitter *e, struct kp_touch *header, struct kp_touch *compute)
{
    kp_header_touch(e, header);
    for (size_t i = 0; i < e->l->stmts.n; i++)
        if (e->l->stmts.v[i].in_compute)
            kp_touch_of(e, e->l->stmts.v[i].node, NULL, compute);
}

static bool find_fetch(struct kp_emitter *e)
{
    struct kp_touch header = {0}, compute = {0};

    touch_others(e, &header, &compute);
    for (size_t i = 0; i < e->leaves.n; i++) {
        struct kp_leaf *leaf = &e->leaves.v[i];

        if (copy_in(e, leaf, true) ||
            (!copy_in(e, leaf, false) && moves_state(e, leaf, &header, &compute)))
            leaf->fetch = KP_LEAF_KEEP;
        else if (kp_site_filled_by(e, leaf->node))
            leaf->fetch = KP_LEAF_SITES;
        if (leaf->fetch == KP_LEAF_DROP && leaf->store == KP_LEAF_KEEP &&
            kp_holds_site(e->l, leaf->node))
            leaf->fetch = sets_variable(e, leaf) ? KP_LEAF_KEEP : KP_LEAF_SITES;
    }
    return settle(e, FETCH, &e->fetch_needs);
}

/* True if all of the statement's writes to the variable are in kp_store. */
static bool is_written_in_store(const struct kp_emitter *e, const struct kp_node *stmt,
                                const struct kp_sym *s)
{
    for (size_t i = 0; i < e->leaves.n; i++) {
        const struct kp_leaf *leaf = &e->leaves.v[i];

        if (kp_is_inside(leaf->node, stmt) && kp_has_sym(&leaf->touch.writes, s) &&
            leaf->store != KP_LEAF_KEEP)
            return false;
    }
    return true;
}

/* True if kp_store gives the number a value before it reads it. */
static bool is_set_first(const struct kp_emitter *e, const struct kp_uses *uses,
                         const struct kp_sym *s)
{
    if (!kp_is_number(s->type) || kp_declared_in(s, e->l->node))
        return false;
    for (size_t i = 0; i < e->l->stmts.n; i++) {
        const struct kp_use *use = kp_use_find(&uses[i], s);

        if (!use || !e->l->stmts.v[i].in_load)
            continue;
        if (use->exposed || (use->writes && !use->kills))
            return false;
        if (use->kills)
            return is_written_in_store(e, e->l->stmts.v[i].node, s);
    }
    return false;
}

/* What kp_fetch has moved on already when kp_store needs it. */
static bool find_snapshot(struct kp_emitter *e)
{
    const struct kp_uses *uses = kp_uses_of(e->u, e->l);
    struct kp_touch written = {0};

    for (size_t i = 0; i < e->leaves.n; i++)
        if (e->leaves.v[i].fetch == KP_LEAF_KEEP)
            kp_touch_of(e, e->leaves.v[i].node, NULL, &written);
    for (size_t i = 0; i < e->more_needs.list.n; i++) {
        const struct kp_sym *s = e->more_needs.list.v[i];

        if (!kp_is_outer(e, s) || !kp_has_sym(&written.writes, s))
            continue;
        if (s->n_dims || !s->type || s->type->kind == KP_TYPE_ARRAY ||
            s->type->kind == KP_TYPE_REFERENCE)
            return kp_cannot(e, KP_CODE_KP504, NULL,
                             kp_sprintf(e->u->arena, "'%s' cannot be copied", s->name));
        kp_add_sym(e->u, is_set_first(e, uses, s) ? &e->set_in_store : &e->snapshot, s);
    }
    return true;
}

static bool is_in_compute(const struct kp_emitter *e, const struct kp_node *n)
{
    for (size_t i = 0; i < e->l->stmts.n; i++)
        if (e->l->stmts.v[i].in_compute && kp_is_inside(n, e->l->stmts.v[i].node))
            return true;
    return false;
}

/* Whoever needs such a name finds it in either half. */
static void keep_names(struct kp_emitter *e)
{
    for (size_t i = 0; i < e->leaves.n; i++) {
        struct kp_leaf *leaf = &e->leaves.v[i];

        if (kp_declares_name(e->u, leaf->node))
            leaf->fetch = leaf->store = leaf->more = KP_LEAF_KEEP;
        else if (kp_is_assertion(e->u, leaf->node) && !is_in_compute(e, leaf->node))
            leaf->fetch = KP_LEAF_KEEP;
    }
}

bool kp_find_needs(struct kp_emitter *e)
{
    kp_find_leaves(e);
    keep_names(e);
    if (e->any_regs)
        return find_store(e) && find_fetch(e) && find_snapshot(e);
    for (size_t i = 0; i < e->leaves.n; i++)
        e->leaves.v[i].fetch = KP_LEAF_KEEP;
    return true;
}

bool kp_find_advance(struct kp_emitter *e)
{
    struct kp_touch header = {0}, compute = {0};

    touch_others(e, &header, &compute);
    for (size_t i = 0; i < e->leaves.n; i++) {
        struct kp_leaf *leaf = &e->leaves.v[i];
        bool copies = copy_in(e, leaf, false) || copy_in(e, leaf, true);

        if (!copies && moves_state(e, leaf, &header, &compute))
            leaf->advance = KP_LEAF_KEEP;
    }
    return settle(e, ADVANCE, &e->advance_needs);
}
