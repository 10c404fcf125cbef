/* State that moves with the two cursors: what may only move on when compute has taken its copy, and
 * what the load cursor of a ring needs a copy of. */
#include "emit/emit.h"
#include "model/access.h"
#include "model/func.h"
#include "model/own_text.h"

bool kp_is_outer(const struct kp_emitter *e, const struct kp_sym *s)
{
    return !kp_declared_in(s, e->body);
}

/* A variable of the body is gone when copies are taken, and its declaration would hide the copy.
 * What else is carried is not changed behind a reader (model/slice.c). */
bool kp_may_carry(struct kp_emitter *e)
{
    for (size_t i = 0; i < e->l->carried.n; i++)
        if (!kp_is_outer(e, e->l->carried.v[i].sym))
            return kp_cannot(e, KP_CODE_KP304, e->l->carried.v[i].sym->decl,
                             e->l->carried.v[i].sym->name);
    return true;
}

/* ---- the ring ----------------------------------------------------------------------------- */

/* What condition and step do. */
void kp_header_touch(struct kp_emitter *e, struct kp_touch *t)
{
    const struct kp_node *n = e->l->node;

    kp_each_child(c, n) if (c != e->body && !(n->kind == KP_FOR && c == n->first))
        kp_touch_of(e, c, NULL, t);
}

/* What the user's loop does: its declaration too, which comes when the first tiles are loaded. */
static void collect_ring_touch(struct kp_emitter *e, struct kp_touch *t)
{
    kp_header_touch(e, t);
    if (e->header.declared)
        kp_touch_of(e, e->header.declared, NULL, t);
    for (size_t i = 0; i < e->l->stmts.n; i++)
        if (e->l->stmts.v[i].in_compute || kp_has_node(&e->ring_kept, e->l->stmts.v[i].node))
            kp_touch_of(e, e->l->stmts.v[i].node, NULL, t);
}

static bool meets(struct kp_emitter *e, const struct kp_node *n, const struct kp_syms *needs)
{
    struct kp_touch t = {0};

    kp_touch_of(e, n, NULL, &t);
    for (size_t i = 0; i < t.writes.list.n; i++)
        if (kp_has_sym(needs, t.writes.list.v[i]))
            return true;
    return false;
}

static bool find_ring_kept(struct kp_emitter *e)
{
    bool changed;

    do {
        struct kp_touch t = {0};

        changed = false;
        collect_ring_touch(e, &t);
        for (size_t i = 0; i < e->l->stmts.n; i++) {
            const struct kp_stmt *s = &e->l->stmts.v[i];

            if (!s->in_load || s->in_compute || kp_has_node(&e->ring_kept, s->node) ||
                !meets(e, s->node, &t.reads))
                continue;
            if (kp_holds_copy(e->l, s->node))
                return kp_cannot(e, KP_CODE_KP304, s->node, "a value");
            kp_add_node(e->u, &e->ring_kept, s->node);
            changed = true;
        }
    } while (changed);
    return true;
}

/* `while (int left = n - k)`: declared anew each time. */
static bool is_of_condition(const struct kp_emitter *e, const struct kp_sym *s)
{
    const struct kp_node *n = e->l->node;

    return kp_declared_in(s, n) && !(n->kind == KP_FOR && kp_declared_in(s, n->first));
}

/* `int i = 0, j = i + 1`: as captures they would not see each other. */
static bool has_linked_initialisers(const struct kp_emitter *e)
{
    const struct kp_node *d = e->header.declared;

    for (const struct kp_node *v = d ? d->first : NULL; v; v = v->next)
        for (const struct kp_node *w = d->first; w; w = w->next)
            if (v->has_init && kp_count_refs(v->last, w->sym))
                return true;
    return false;
}

/* `k{0}` and `k = {}`: what a number is made of. */
const char *kp_initial_value(struct kp_emitter *e, const struct kp_node *v)
{
    const struct kp_node *value = v->last;
    const struct kp_type *t = v->sym->type;
    bool number = t && (t->kind == KP_TYPE_INT || t->kind == KP_TYPE_FLOAT ||
                        t->kind == KP_TYPE_BOOL || t->kind == KP_TYPE_POINTER);

    if (!v->has_init)
        return "0";
    if (value->kind == KP_INIT_LIST) {
        if (!number || value->n_children > 1)
            return NULL;
        value = value->first;
    }
    if (value && !kp_owns_text(e->u, value))
        return NULL;
    return !value ? "0"
                  : kp_sprintf(e->u->arena, kp_binds_loosely(value) ? "(%s)" : "%s",
                               kp_span_text(e->u, value->span));
}

/* `int k = used++`: the cursor's copy and the loop's own variable are made of it, one by one. */
static bool is_busy(struct kp_emitter *e, const struct kp_node *value)
{
    struct kp_effects effects = {0};

    kp_effects_of(kp_func_get(e->u, e->l->function, false), value, &effects);
    for (size_t i = 0; i < effects.access.n; i++)
        if (kp_is_store(&effects.access.v[i]))
            return true;
    return effects.control_mask != 0;
}

static bool can_start_twice(struct kp_emitter *e)
{
    const struct kp_node *d = e->header.declared;

    for (const struct kp_node *v = d ? d->first : NULL; v; v = v->next)
        if (!kp_initial_value(e, v) || (v->has_init && is_busy(e, v->last)))
            return false;
    return true;
}

/* `for (int k = *p; ..)` where p means what the load phase moves: by then the first tiles are
 * loaded. What it reads by name has a copy. */
static bool starts_with_moved(struct kp_emitter *e, const struct kp_touch *load)
{
    struct kp_effects effects = {0};
    struct kp_touch named = {0};

    if (!e->header.declared)
        return false;
    kp_touch_of(e, e->header.declared, NULL, &named);
    kp_effects_of(kp_func_get(e->u, e->l->function, false), e->header.declared, &effects);
    for (size_t i = 0; i < effects.access.n; i++) {
        const struct kp_access *a = &effects.access.v[i];

        if (a->space == KP_SPACE_UNKNOWN || (a->space == KP_SPACE_LOCAL && !a->base))
            return true;
        if (a->base && kp_has_sym(&load->writes, a->base) && !kp_has_sym(&named.reads, a->base) &&
            !kp_declared_in(a->base, e->header.declared))
            return true;
    }
    return false;
}

static bool is_array(const struct kp_sym *s)
{
    return s->n_dims || (s->type && s->type->kind == KP_TYPE_ARRAY);
}

/* What a statement writes that both have: the header finds its own value in it. An array's elements
 * are written anew before compute reads them. */
static bool add_repeated(struct kp_emitter *e)
{
    struct kp_touch both = {0}, header = {0};

    kp_header_touch(e, &header);
    if (e->header.declared)
        kp_touch_of(e, e->header.declared, NULL, &header);
    for (size_t i = 0; i < e->l->stmts.n; i++)
        if (e->l->stmts.v[i].in_load && e->l->stmts.v[i].in_compute)
            kp_touch_of(e, e->l->stmts.v[i].node, NULL, &both);
    for (size_t i = 0; i < both.writes.list.n; i++) {
        const struct kp_sym *s = both.writes.list.v[i];

        if (!kp_is_outer(e, s) || (is_array(s) && !kp_has_sym(&header.reads, s)))
            continue;
        if (is_array(s))
            return kp_cannot(e, KP_CODE_KP304, NULL, s->name);
        kp_add_sym(e->u, &e->cursor, s);
    }
    return true;
}

/* Everything that both the loop and its load cursor move on needs two copies. */
bool kp_find_cursor(struct kp_emitter *e)
{
    struct kp_touch own = {0}, load = {0};

    if (has_linked_initialisers(e) || !can_start_twice(e))
        return kp_cannot(e, KP_CODE_KP109, NULL, NULL);
    if (!find_ring_kept(e))
        return false;
    kp_header_touch(e, &own);
    kp_header_touch(e, &load); /* a list of its own: both grow */
    for (size_t i = 0; i < e->ring_kept.list.n; i++)
        kp_touch_of(e, e->ring_kept.list.v[i], NULL, &own);
    for (size_t i = 0; i < e->l->stmts.n; i++)
        if (e->l->stmts.v[i].in_load)
            kp_touch_of(e, e->l->stmts.v[i].node, NULL, &load);
    if (starts_with_moved(e, &load))
        return kp_cannot(e, KP_CODE_KP109, NULL, NULL);
    for (size_t i = 0; i < own.writes.list.n; i++) {
        const struct kp_sym *s = own.writes.list.v[i];

        if (!kp_is_outer(e, s) || is_of_condition(e, s) ||
            !(kp_has_sym(&load.reads, s) || kp_has_sym(&load.writes, s)))
            continue;
        if (is_array(s))
            return kp_cannot(e, KP_CODE_KP304, NULL, s->name);
        kp_add_sym(e->u, &e->cursor, s);
    }
    return add_repeated(e);
}
