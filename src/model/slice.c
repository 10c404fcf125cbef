/* The load slice: which statements run ahead, which stay with compute, and what passes between the
 * two. docs/dev/architecture.md ("The model") has the rules. */
#include "model/slicer.h"

/* True if the header reads `sym`, or the slice what the iteration before has left in it. */
static bool load_reads_back(const struct kp_slicer *s, const struct kp_sym *sym)
{
    const struct kp_use *header = kp_use_find(&s->uses[s->n], sym);

    if (header && header->exposed)
        return true;
    for (size_t i = 0; i < s->n; i++) {
        const struct kp_use *r = kp_use_find(&s->uses[i], sym);
        bool wraps = false;

        if (!s->l->stmts.v[i].in_load || !r || !r->exposed)
            continue;
        kp_reaching(s->l, s->uses, i, sym, s->reach_back, &wraps);
        if (wraps)
            return true;
    }
    return false;
}

/* True if doing it again in compute changes nothing. There it comes behind the slice of the
 * iteration after, which may have left another value for the slice of the one after that. */
static bool repeatable(const struct kp_slicer *s, size_t i)
{
    const struct kp_stmt *st = &s->l->stmts.v[i];

    if (st->effects.control_mask || kp_outer_store(&st->effects))
        return false;
    for (size_t k = 0; k < s->uses[i].list.n; k++) {
        const struct kp_use *w = &s->uses[i].list.v[k];

        if (w->writes && !kp_declared_in(w->sym, s->l->node) &&
            (!w->kills || w->exposed || load_reads_back(s, w->sym)))
            return false;
        if (w->writes && kp_is_header_state(s->l, w->sym))
            return false;
    }
    return true;
}

/* Fills s->written_in_load. */
static void find_written_in_load(struct kp_slicer *s)
{
    for (size_t i = 0; i < s->n; i++)
        for (size_t k = 0; s->l->stmts.v[i].in_load && k < s->uses[i].list.n; k++)
            if (s->uses[i].list.v[k].writes)
                *kp_map_at(s->u->arena, &s->written_in_load, s->uses[i].list.v[k].sym) = 1;
}

static bool written_in_load(const struct kp_slicer *s, const struct kp_sym *sym)
{
    return kp_map_get(&s->written_in_load, sym) || kp_is_header_state(s->l, sym);
}

static bool written_in_compute_only(const struct kp_slicer *s, const struct kp_sym *sym)
{
    const struct kp_writers *w = kp_writers_of(s->uses, s->n, sym);

    for (size_t i = 0; i < w->list.n; i++) {
        const struct kp_stmt *st = &s->l->stmts.v[w->list.v[i]];

        if (st->in_compute && !st->in_load)
            return true;
    }
    return false;
}

/* As it is spelled, const too, unless another name hides that. */
static const char *carried_type(const struct kp_slicer *s, const struct kp_sym *sym)
{
    const char *plain = kp_plain_type(s->u->arena, sym->type->spelling),
               *front = kp_type_in_front(s->u, s->l->node, sym->type);

    if (strstr(sym->type->spelling, "(unnamed ")) /* written as auto */
        return sym->type->spelling;
    return front && kp_streq(plain, front) ? sym->type->spelling : front;
}

/* True if compute's copy of `sym` may be taken right after the load of its iteration. Only when no
 * statement of the slice behind a reader writes it. */
static bool can_carry(const struct kp_slicer *s, const struct kp_sym *sym, size_t reader)
{
    const struct kp_writers *w = kp_writers_of(s->uses, s->n, sym);
    const struct kp_type *t = sym->type;

    if (sym->n_dims || !t || t->kind == KP_TYPE_ARRAY || t->kind == KP_TYPE_REFERENCE)
        return false;
    if (!t->is_dependent &&
        !(t->kind == KP_TYPE_POINTER ? kp_declared_type(s->u, sym) : carried_type(s, sym)))
        return false;
    return !written_in_compute_only(s, sym) && (!w->list.n || w->list.v[w->list.n - 1] < reader);
}

static void carry(struct kp_slicer *s, const struct kp_sym *sym)
{
    struct kp_carry c = {sym, carried_type(s, sym)};

    if (!kp_is_carried(s->l, sym))
        kp_push(s->u->arena, &s->l->carried, c);
}

static const struct kp_node *read_place(const struct kp_effects *e, const struct kp_sym *sym)
{
    for (size_t i = 0; i < e->access.n; i++)
        if (e->access.v[i].base == sym && (e->access.v[i].mode & KP_READ))
            return e->access.v[i].at;
    return NULL;
}

/* One value that compute statement `at` reads from before itself. */
static bool settle_read(struct kp_slicer *s, size_t at, const struct kp_sym *sym, bool *changed)
{
    bool wraps, from_load = false;
    size_t count;

    if (!written_in_load(s, sym))
        return true;
    count = kp_reaching(s->l, s->uses, at, sym, s->reach, &wraps);
    for (size_t k = 0; k < count; k++) {
        struct kp_stmt *w = &s->l->stmts.v[s->reach[k]];

        if (w->in_compute)
            continue;
        if (repeatable(s, s->reach[k])) {
            w->in_compute = true;
            *changed = true;
        } else
            from_load = true;
    }
    if (!from_load && !wraps)
        return true;
    if (!can_carry(s, sym, at))
        return false;
    carry(s, sym);
    return true;
}

/* Compute's copy of a variable is taken once: what it does again itself would be of no use. */
static void check_carried(struct kp_slicer *s)
{
    for (size_t i = 0; i < s->l->carried.n; i++) {
        const struct kp_sym *v = s->l->carried.v[i].sym;
        const struct kp_writers *w = kp_writers_of(s->uses, s->n, v);

        for (size_t k = 0; k < w->list.n; k++) {
            const struct kp_stmt *st = &s->l->stmts.v[w->list.v[k]];

            if (st->in_load && st->in_compute) {
                kp_refuse(s->u, s->l, KP_CODE_KP304, st->node, v->name);
                return;
            }
        }
    }
}

/* Give compute every statement and value that it needs of the slice. */
static void settle_compute(struct kp_slicer *s)
{
    bool changed;

    find_written_in_load(s); /* compute only gains statements */
    do {
        changed = false;
        for (size_t i = 0; i < s->n; i++) {
            const struct kp_stmt *st = &s->l->stmts.v[i];

            for (size_t k = 0; st->in_compute && k < s->uses[i].list.n; k++) {
                const struct kp_use *r = &s->uses[i].list.v[k];

                if (r->exposed && !settle_read(s, i, r->sym, &changed)) {
                    kp_refuse(s->u, s->l, KP_CODE_KP304, read_place(&st->effects, r->sym),
                              r->sym->name);
                    return;
                }
            }
        }
    } while (changed);
    check_carried(s);
}

/* A typedef, a using or a static_assert means the same wherever it stands. */
static bool declares_no_object(const struct kp_node *n)
{
    if (n->kind != KP_DECL_STMT || !n->first)
        return n->kind == KP_OTHER_DECL;
    kp_each_child(c, n) if (c->kind != KP_OTHER_DECL &&
                            !(c->kind == KP_VAR && c->sym &&
                              (c->sym->has_value || c->sym->is_constexpr))) return false;
    return true; /* a constant is as good as a typedef */
}

static const struct kp_node *scope_of(const struct kp_node *n)
{
    while (n->parent && n->kind != KP_COMPOUND)
        n = n->parent;
    return n;
}

/* A name in a block of its own means nothing to those outside: it goes where anything else of its
 * block goes. */
static void share_name(struct kp_slicer *s, struct kp_stmt *d)
{
    const struct kp_node *scope = scope_of(d->node);
    bool load = false, compute = false;

    for (size_t i = 0; i < s->n; i++) {
        const struct kp_stmt *st = &s->l->stmts.v[i];

        if (!kp_is_inside(st->node, scope) || declares_no_object(st->node))
            continue;
        load |= st->in_load;
        compute |= !st->in_load;
    }
    d->in_load = load || !compute;
    d->in_compute = compute || !load;
}

/* Declarations without effect go wherever their variables are named. */
static void share_declarations(struct kp_slicer *s)
{
    for (size_t i = 0; i < s->n; i++) {
        struct kp_stmt *d = &s->l->stmts.v[i];

        if (declares_no_object(d->node))
            share_name(s, d);
        if (d->node->kind != KP_DECL_STMT || !d->in_load || d->in_compute || !repeatable(s, i))
            continue;
        for (size_t k = 0; k < s->n && !d->in_compute; k++)
            for (size_t j = 0; s->l->stmts.v[k].in_compute && j < s->uses[k].list.n; j++)
                if (kp_declared_in(s->uses[k].list.v[j].sym, d->node))
                    d->in_compute = true;
    }
}

/* The value that the loop leaves in `sym` is one that compute alone certainly writes, as the last
 * of each iteration: compute comes last in the pipelined loop, too. */
static bool compute_writes_last(const struct kp_slicer *s, const struct kp_sym *sym)
{
    const struct kp_writers *w = kp_writers_of(s->uses, s->n, sym);
    const size_t last = w->list.n ? w->list.v[w->list.n - 1] : 0;

    return w->list.n && kp_use_find(&s->uses[last], sym)->kills && s->l->stmts.v[last].in_compute &&
           !s->l->stmts.v[last].in_load;
}

/* Compute does an earlier write of the slice again, but not this one, the last: the earlier value
 * would be what the loop leaves. */
static bool is_undone(const struct kp_slicer *s, size_t last, const struct kp_sym *sym)
{
    const struct kp_writers *w = kp_writers_of(s->uses, s->n, sym);
    bool again = false;

    if (s->l->stmts.v[last].in_compute || w->list.v[w->list.n - 1] > last)
        return false;
    for (size_t i = 0; i < w->list.n; i++)
        again |= s->l->stmts.v[w->list.v[i]].in_compute;
    return again;
}

/* A local that both write: each must see only its own values, and after the loop it must hold what
 * the original leaves there. */
static void check_shared_locals(struct kp_slicer *s)
{
    for (size_t i = 0; i < s->n; i++)
        for (size_t k = 0; s->l->stmts.v[i].in_load && k < s->uses[i].list.n; k++) {
            const struct kp_use *r = &s->uses[i].list.v[k];
            bool wraps, is_left = r->writes && !kp_declared_in(r->sym, s->l->node) &&
                                  kp_read_outside(s->f, s->l, r->sym);

            if (is_left && is_undone(s, i, r->sym)) {
                kp_refuse(s->u, s->l, KP_CODE_KP304, s->l->stmts.v[i].node, r->sym->name);
                return;
            }
            if (!written_in_compute_only(s, r->sym))
                continue;
            if (r->exposed) {
                kp_reaching(s->l, s->uses, i, r->sym, s->reach, &wraps);
                if (wraps) {
                    kp_refuse(s->u, s->l, KP_CODE_KP301, s->l->stmts.v[i].node, r->sym->name);
                    return;
                }
            }
            if (is_left && !compute_writes_last(s, r->sym)) {
                kp_refuse(s->u, s->l, KP_CODE_KP304, s->l->stmts.v[i].node, r->sym->name);
                return;
            }
        }
}

static void add_tile(struct kp_slicer *s, const struct kp_tile_candidate *c)
{
    struct kp_tile *t = kp_new(s->u->arena, struct kp_tile);

    t->sym = c->sym;
    t->decl = c->sym->decl;
    t->decl_stmt = t->decl ? t->decl->parent : NULL;
    t->result_at = c->result_at;
    t->is_refilled = c->is_refilled;
    t->bytes = t->elem_bytes = -1;
    kp_push(s->u->arena, &s->l->tiles, t);
}

/* The header's own reads: whether there is a next iteration must not depend on what this one does
 * to shared memory. */
static void check_header(struct kp_slicer *s)
{
    for (size_t i = 0; i < s->l->header.access.n; i++) {
        const struct kp_access *a = &s->l->header.access.v[i];

        if (a->space == KP_SPACE_LOCAL)
            continue;
        if (a->space == KP_SPACE_UNKNOWN ||
            (a->space == KP_SPACE_SHARED && (!a->base || kp_is_written_shared(s, a->base)))) {
            kp_refuse(s->u, s->l, KP_CODE_KP108, a->at,
                      a->base ? a->base->name : kp_node_text(s->u, a->at));
            return;
        }
    }
}

static void mark_load(struct kp_slicer *s)
{
    bool *load = kp_new_array(s->u->arena, bool, s->n + 1);
    bool *header = kp_new_array(s->u->arena, bool, s->n + 1);
    struct kp_refusal why;

    kp_close_over(s, s->n, header);
    if (kp_slice_obstacle(s, header, &why))
        for (size_t i = 0; i < s->n; i++)
            if (header[i] && kp_obstacle(s, &s->l->stmts.v[i].effects, NULL, &why)) {
                kp_refuse(s->u, s->l, KP_CODE_KP108, s->l->stmts.v[i].node,
                          kp_node_text(s->u, kp_loop_condition(s->l->node)
                                                 ? kp_loop_condition(s->l->node)
                                                 : s->l->node));
                header[i] = false;
                break;
            }
    for (size_t i = 0; i < s->cands.n; i++)
        if (!s->cands.v[i].rejected)
            kp_close_tile(s, &s->cands.v[i], load);
    for (size_t i = 0; i < s->n; i++) {
        struct kp_stmt *st = &s->l->stmts.v[i];

        st->in_load = !st->is_barrier && !st->is_wait && (load[i] || header[i]);
        st->in_compute = !st->is_barrier && !st->is_wait && !st->in_load;
    }
}

void kp_model_slice(struct kp_func *f, struct kp_loop *l)
{
    struct kp_slicer s = {.f = f, .u = f->unit, .l = l, .n = l->stmts.n};

    s.uses = kp_uses_of(s.u, l);
    s.reach = kp_new_array(s.u->arena, size_t, 2 * s.n + 2);
    s.reach_back = kp_new_array(s.u->arena, size_t, 2 * s.n + 2);
    kp_find_candidates(&s);
    for (size_t i = 0; i < s.cands.n; i++)
        if (!s.cands.v[i].rejected)
            add_tile(&s, &s.cands.v[i]);
    if (!l->tiles.n)
        return;
    check_header(&s);
    mark_load(&s);
    settle_compute(&s);
    share_declarations(&s);
    check_shared_locals(&s);
}
