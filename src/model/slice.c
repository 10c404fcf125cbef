/* Tiles and the load slice: which statements can run ahead, which stay with compute, and what
 * passes between the two. docs/architecture.md ("The model") has the rules. */
#include "model/uses.h"

/* A shared object that the loop writes, and whether it can be a tile. */
struct candidate {
    const struct kp_sym *sym;
    bool rejected;   /* stays with compute */
    bool has_source; /* global memory is read on the way to it */
    struct kp_refusal why;
};

struct slicer {
    struct kp_func *f;
    struct kp_unit *u;
    struct kp_loop *l;
    struct kp_uses *uses;
    size_t n;
    size_t *reach; /* scratch for kp_reaching */
    KP_VEC(struct candidate) cands;
};

static bool is_written_shared(const struct slicer *s, const struct kp_sym *sym)
{
    for (size_t i = 0; i < s->cands.n; i++)
        if (s->cands.v[i].sym == sym)
            return true;
    return false;
}

static const struct candidate *tile_candidate(const struct slicer *s, const struct kp_sym *sym)
{
    for (size_t i = 0; i < s->cands.n; i++)
        if (s->cands.v[i].sym == sym && !s->cands.v[i].rejected)
            return &s->cands.v[i];
    return NULL;
}

static bool writes_shared(const struct kp_effects *e, const struct kp_sym *sym)
{
    return kp_store_to(e, sym, KP_SPACE_SHARED) != NULL;
}

static void collect_candidates(struct slicer *s)
{
    for (size_t i = 0; i < s->n; i++) {
        const struct kp_effects *e = &s->l->stmts.v[i].effects;

        for (size_t k = 0; k < e->access.n; k++) {
            const struct kp_access *a = &e->access.v[k];
            struct candidate c = {.sym = a->base};

            if (a->space == KP_SPACE_SHARED && a->base && kp_is_store(a) &&
                !is_written_shared(s, a->base))
                kp_push(s->u->arena, &s->cands, c);
        }
    }
}

/* Adds to load[] every statement that statement `at` needs, transitively. */
static void close_over(struct slicer *s, size_t at, bool *load)
{
    const struct kp_uses *uses = &s->uses[at];

    for (size_t i = 0; i < uses->list.n; i++) {
        size_t *reach = kp_new_array(s->u->arena, size_t, 2 * s->n + 1), count;
        bool wraps;

        if (!uses->list.v[i].exposed)
            continue;
        count = kp_reaching(s->l, s->uses, at, uses->list.v[i].sym, reach, &wraps);
        for (size_t k = 0; k < count; k++)
            if (!load[reach[k]]) {
                load[reach[k]] = true;
                close_over(s, reach[k], load);
            }
    }
    /* A variable declared in the body brings its declaration along wherever it is written. */
    for (size_t i = 0; i < uses->list.n && at < s->n; i++)
        for (size_t k = 0; uses->list.v[i].writes && k < at; k++)
            if (!load[k] && s->l->stmts.v[k].node->kind == KP_DECL_STMT &&
                kp_declared_in(uses->list.v[i].sym, s->l->stmts.v[k].node)) {
                load[k] = true;
                close_over(s, k, load);
            }
}

static void close_candidate(struct slicer *s, const struct kp_sym *sym, bool *load)
{
    for (size_t i = 0; i < s->n; i++)
        if (writes_shared(&s->l->stmts.v[i].effects, sym) && !load[i]) {
            load[i] = true;
            close_over(s, i, load);
        }
}

/* ---- can a statement run ahead? ---------------------------------------------------------- */

static bool control_obstacle(struct slicer *s, const struct kp_effects *e, struct kp_refusal *why)
{
    static const struct {
        enum kp_control what;
        enum kp_code code;
    } table[] = {
        {KP_CTL_TEXTURE, KP_CODE_KP205},
        {KP_CTL_IO, KP_CODE_KP303},
        {KP_CTL_WARP, KP_CODE_KP303},
        {KP_CTL_ASYNC, KP_CODE_KP110},
    };

    for (size_t i = 0; i < e->control.n; i++)
        for (size_t k = 0; k < sizeof table / sizeof *table; k++)
            if (e->control.v[i].what == table[k].what) {
                *why = kp_refusal_make(s->u, s->l, table[k].code, e->control.v[i].at,
                                       kp_node_text(s->u, e->control.v[i].at));
                return true;
            }
    return false;
}

static bool access_obstacle(struct slicer *s, const struct kp_access *a, const struct kp_sym *tile,
                            struct kp_refusal *why)
{
    const char *name = a->base ? a->base->name : kp_node_text(s->u, a->at);
    bool writes = kp_is_store(a);
    enum kp_code code = KP_CODE_NONE;

    if (a->space == KP_SPACE_LOCAL)
        return false;
    if (a->space == KP_SPACE_SHARED) {
        const struct candidate *c = a->base ? tile_candidate(s, a->base) : NULL;

        if (!a->base)
            code = KP_CODE_KP401;
        else if (writes && (a->mode != KP_WRITE || !c))
            code = c ? KP_CODE_KP306 : KP_CODE_KP303;
        else if (!writes && a->base == tile)
            code = KP_CODE_KP306;
        else if (!writes && is_written_shared(s, a->base))
            code = KP_CODE_KP302;
    } else if (writes)
        code = KP_CODE_KP303;
    else if (a->space == KP_SPACE_UNKNOWN)
        code = KP_CODE_KP205;
    if (!code)
        return false;
    *why = kp_refusal_make(s->u, s->l, code, a->at, name);
    return true;
}

/* `tile` is the one that the statement helps to fill, NULL when it is any. */
static bool obstacle(struct slicer *s, const struct kp_effects *e, const struct kp_sym *tile,
                     struct kp_refusal *why)
{
    for (size_t i = 0; i < e->access.n; i++)
        if (access_obstacle(s, &e->access.v[i], tile, why))
            return true;
    return control_obstacle(s, e, why);
}

/* The local by which the slice needs statement i. */
static const char *needed_for(const struct slicer *s, size_t i, const bool *load)
{
    for (size_t k = 0; k < s->uses[i].list.n; k++)
        for (size_t j = 0; s->uses[i].list.v[k].writes && j <= s->n; j++) {
            const struct kp_use *r = kp_use_find(&s->uses[j], s->uses[i].list.v[k].sym);

            if (j != i && r && r->exposed && (j == s->n || load[j]))
                return r->sym->name;
        }
    return "it";
}

/* Statement i, which reads what compute has made, moves the header's state: a refusal at the
 * statement that writes that state. */
static bool moves_header(struct slicer *s, size_t i, struct kp_refusal *why)
{
    bool *header = kp_new_array(s->u->arena, bool, s->n + 1);

    close_over(s, s->n, header);
    for (size_t k = 0; header[i] && k < s->n; k++)
        for (size_t j = 0; j < s->uses[k].list.n; j++) {
            const struct kp_use *w = &s->uses[k].list.v[j];
            const struct kp_use *h = kp_use_find(&s->uses[s->n], w->sym);

            if (!w->writes || !h || !h->exposed)
                continue;
            *why = kp_refusal_make(s->u, s->l, KP_CODE_KP108, s->l->stmts.v[k].node, w->sym->name);
            return true;
        }
    return false;
}

/* A statement fills the tile and goes on with a value of compute's that statement i makes, too. */
static const struct kp_node *goes_on_with(const struct slicer *s, size_t i,
                                          const struct kp_sym *tile)
{
    for (size_t k = 0; k < s->n; k++)
        for (size_t j = 0; j < s->uses[k].list.n; j++) {
            const struct kp_use *r = &s->uses[k].list.v[j];
            const struct kp_use *w = kp_use_find(&s->uses[i], r->sym);

            if (k != i && r->exposed && r->writes && w && w->writes &&
                writes_shared(&s->l->stmts.v[k].effects, tile))
                return s->l->stmts.v[k].node;
        }
    return NULL;
}

/* A statement in front of the fill uses what the last iteration left in the tile. */
static const struct kp_node *fill_behind(const struct slicer *s, size_t i,
                                         const struct kp_sym *tile)
{
    for (size_t k = 0; k < s->n; k++)
        if (writes_shared(&s->l->stmts.v[k].effects, tile))
            return k > i ? s->l->stmts.v[k].node : NULL;
    return NULL;
}

/* Statement i is needed for the tile and reads the tile itself. */
static void name_needed(struct slicer *s, size_t i, const bool *load, const struct kp_sym *tile,
                        struct kp_refusal *why)
{
    const struct kp_stmt *st = &s->l->stmts.v[i];
    const struct kp_access *read = kp_read_of(&st->effects, tile, KP_SPACE_SHARED);
    const struct kp_node *mixed, *fill;

    if (moves_header(s, i, why))
        return;
    if ((mixed = goes_on_with(s, i, tile)))
        *why = kp_refusal_make(s->u, s->l, KP_CODE_KP305, mixed, tile->name);
    else if (read && (fill = fill_behind(s, i, tile))) {
        *why = kp_refusal_make(s->u, s->l, KP_CODE_KP309, read->at, tile->name);
        kp_refusal_note(s->u, why, fill, "it is filled here, after that use");
    } else
        *why = kp_refusal_make(s->u, s->l, KP_CODE_KP301, st->node, needed_for(s, i, load));
}

/* The obstacle in words that fit: what compute writes is needed, the barrier is inside, or copy and
 * use stand in one statement. */
static void name_obstacle(struct slicer *s, size_t i, const bool *load, const struct kp_sym *tile,
                          struct kp_refusal *why)
{
    const struct kp_stmt *st = &s->l->stmts.v[i];

    if (why->code != KP_CODE_KP306)
        return;
    if (!writes_shared(&st->effects, tile))
        name_needed(s, i, load, tile, why);
    else if (st->effects.control_mask & KP_CTL_BARRIER)
        *why = kp_refusal_make(s->u, s->l, KP_CODE_KP104, st->node, NULL);
    else if (kp_is_loop(st->node) || st->node->kind == KP_IF)
        *why = kp_refusal_make(s->u, s->l, KP_CODE_KP305, st->node, tile->name);
}

static bool slice_obstacle(struct slicer *s, const bool *load, struct kp_refusal *why)
{
    for (size_t i = 0; i < s->n; i++)
        if (load[i] && obstacle(s, &s->l->stmts.v[i].effects, NULL, why))
            return true;
    return false;
}

static bool reads_source(const struct slicer *s, const bool *load)
{
    for (size_t i = 0; i < s->n; i++)
        for (size_t k = 0; load[i] && k < s->l->stmts.v[i].effects.access.n; k++) {
            const struct kp_access *a = &s->l->stmts.v[i].effects.access.v[k];

            if ((a->mode & KP_READ) &&
                (a->space == KP_SPACE_GLOBAL || a->space == KP_SPACE_UNKNOWN))
                return true;
        }
    for (size_t i = 0; i < s->n; i++)
        if (load[i] && (s->l->stmts.v[i].effects.control_mask & KP_CTL_TEXTURE))
            return true;
    return false;
}

/* What it is filled from when that is memory, and none of it global. */
static bool other_source(struct slicer *s, const bool *load, struct kp_refusal *why)
{
    for (size_t i = 0; i < s->n; i++)
        for (size_t k = 0; load[i] && k < s->l->stmts.v[i].effects.access.n; k++) {
            const struct kp_access *a = &s->l->stmts.v[i].effects.access.v[k];

            if (a->space == KP_SPACE_CONSTANT && a->base && kp_is_read(a)) {
                *why = kp_refusal_make(s->u, s->l, KP_CODE_KP205, a->at, a->base->name);
                return true;
            }
        }
    return false;
}

/* One statement fills it like a tile and another one writes it like a result: say so. */
static void explain_mixed(struct slicer *s, struct candidate *c)
{
    const struct kp_stmt *clean = NULL, *dirty = NULL;

    for (size_t i = 0; i < s->n; i++) {
        bool *load = kp_new_array(s->u->arena, bool, s->n + 1);
        struct kp_refusal why;

        if (!writes_shared(&s->l->stmts.v[i].effects, c->sym))
            continue;
        load[i] = true;
        close_over(s, i, load);
        if (slice_obstacle(s, load, &why))
            dirty = &s->l->stmts.v[i];
        else if (reads_source(s, load))
            clean = &s->l->stmts.v[i];
    }
    if (!clean || !dirty)
        return;
    c->why = kp_refusal_make(s->u, s->l, clean->run == dirty->run ? KP_CODE_KP306 : KP_CODE_KP308,
                             dirty->node, c->sym->name);
    kp_refusal_note(s->u, &c->why, clean->node, "the load phase fills it here");
}

static bool candidate_obstacle(struct slicer *s, struct candidate *c, const bool *load)
{
    for (size_t i = 0; i < s->n; i++)
        if (load[i] && obstacle(s, &s->l->stmts.v[i].effects, c->sym, &c->why)) {
            name_obstacle(s, i, load, c->sym, &c->why);
            return true;
        }
    return false;
}

/* Reject candidates until all that are left can run ahead together. A rejected one is compute's:
 * whoever reads it cannot run ahead either. */
static void settle_candidates(struct slicer *s)
{
    bool changed;

    do {
        changed = false;
        for (size_t i = 0; i < s->cands.n; i++) {
            struct candidate *c = &s->cands.v[i];
            bool *load = kp_new_array(s->u->arena, bool, s->n + 1);

            if (c->rejected)
                continue;
            close_candidate(s, c->sym, load);
            c->has_source = reads_source(s, load);
            if (candidate_obstacle(s, c, load) || !c->has_source) {
                if (c->has_source)
                    explain_mixed(s, c);
                else
                    c->has_source = other_source(s, load, &c->why);
                c->rejected = true;
                changed = true;
            }
        }
    } while (changed);
    for (size_t i = 0; i < s->cands.n; i++)
        if (s->cands.v[i].rejected && s->cands.v[i].has_source && s->cands.v[i].why.code) {
            kp_push(s->u->arena, &s->l->rejected, s->cands.v[i].why);
            kp_add_names(s->u, s->l, s->cands.v[i].sym, &s->l->rejected_tiles);
        }
}

/* ---- what passes between the two cursors ------------------------------------------------- */

static bool is_header_state(const struct kp_loop *l, const struct kp_sym *sym)
{
    for (size_t i = 0; i < l->header_state.n; i++)
        if (l->header_state.v[i] == sym)
            return true;
    return false;
}

/* Does doing it again in compute change nothing? */
static bool repeatable(const struct slicer *s, size_t i)
{
    const struct kp_stmt *st = &s->l->stmts.v[i];

    if (st->effects.control_mask || kp_outer_store(&st->effects))
        return false;
    for (size_t k = 0; k < s->uses[i].list.n; k++) {
        const struct kp_use *w = &s->uses[i].list.v[k];

        if (w->writes && !kp_declared_in(w->sym, s->l->node) && (!w->kills || w->exposed))
            return false;
        if (w->writes && is_header_state(s->l, w->sym))
            return false;
    }
    return true;
}

static bool written_in_load(const struct slicer *s, const struct kp_sym *sym)
{
    for (size_t i = 0; i < s->n; i++) {
        const struct kp_use *w = kp_use_find(&s->uses[i], sym);

        if (s->l->stmts.v[i].in_load && w && w->writes)
            return true;
    }
    return is_header_state(s->l, sym);
}

static bool written_in_compute_only(const struct slicer *s, const struct kp_sym *sym)
{
    for (size_t i = 0; i < s->n; i++) {
        const struct kp_stmt *st = &s->l->stmts.v[i];
        const struct kp_use *w = kp_use_find(&s->uses[i], sym);

        if (st->in_compute && !st->in_load && w && w->writes)
            return true;
    }
    return false;
}

/* May compute's copy of `sym` be taken right after the load of its iteration? Only when no
 * statement of the slice behind a reader writes it. */
static bool can_carry(const struct slicer *s, const struct kp_sym *sym, size_t reader)
{
    const struct kp_type *t = sym->type;

    if (sym->n_dims || !t || t->kind == KP_TYPE_ARRAY || t->kind == KP_TYPE_REFERENCE)
        return false;
    if (written_in_compute_only(s, sym))
        return false;
    for (size_t i = reader; i < s->n; i++) {
        const struct kp_use *w = kp_use_find(&s->uses[i], sym);

        if (w && w->writes)
            return false;
    }
    return true;
}

static void carry(struct slicer *s, const struct kp_sym *sym)
{
    struct kp_carry c = {sym, sym->type->spelling};

    for (size_t i = 0; i < s->l->carried.n; i++)
        if (s->l->carried.v[i].sym == sym)
            return;
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
static bool settle_read(struct slicer *s, size_t at, const struct kp_sym *sym, bool *changed)
{
    bool wraps, from_load = false;
    size_t count = kp_reaching(s->l, s->uses, at, sym, s->reach, &wraps);

    if (!written_in_load(s, sym))
        return true;
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

/* Give compute every statement and value that it needs of the slice. */
static void settle_compute(struct slicer *s)
{
    bool changed;

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
}

/* A typedef, a using or a static_assert means the same wherever it stands. */
static bool declares_no_object(const struct kp_node *n)
{
    if (n->kind != KP_DECL_STMT || !n->first)
        return n->kind == KP_OTHER_DECL;
    kp_each_child(c, n) if (c->kind != KP_OTHER_DECL &&
                            !(c->kind == KP_VAR && c->sym && c->sym->has_value)) return false;
    return true; /* a constant is as good as a typedef */
}

/* Declarations without effect go wherever their variables are named. */
static void share_declarations(struct slicer *s)
{
    for (size_t i = 0; i < s->n; i++) {
        struct kp_stmt *d = &s->l->stmts.v[i];

        if (declares_no_object(d->node))
            d->in_load = d->in_compute = true;
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
static bool compute_writes_last(const struct slicer *s, const struct kp_sym *sym)
{
    for (size_t i = s->n; i-- > 0;) {
        const struct kp_use *w = kp_use_find(&s->uses[i], sym);

        if (w && w->writes)
            return w->kills && s->l->stmts.v[i].in_compute && !s->l->stmts.v[i].in_load;
    }
    return false;
}

/* A local that both write: each must see only its own values, and after the loop it must hold what
 * the original leaves there. */
static void check_shared_locals(struct slicer *s)
{
    for (size_t i = 0; i < s->n; i++)
        for (size_t k = 0; s->l->stmts.v[i].in_load && k < s->uses[i].list.n; k++) {
            const struct kp_use *r = &s->uses[i].list.v[k];
            bool wraps;

            if (!written_in_compute_only(s, r->sym))
                continue;
            if (r->exposed) {
                kp_reaching(s->l, s->uses, i, r->sym, s->reach, &wraps);
                if (wraps) {
                    kp_refuse(s->u, s->l, KP_CODE_KP301, s->l->stmts.v[i].node, r->sym->name);
                    return;
                }
            }
            if (r->writes && !kp_declared_in(r->sym, s->l->node) &&
                !compute_writes_last(s, r->sym) && kp_read_outside(s->f, s->l, r->sym)) {
                kp_refuse(s->u, s->l, KP_CODE_KP304, s->l->stmts.v[i].node, r->sym->name);
                return;
            }
        }
}

static void add_tile(struct slicer *s, const struct kp_sym *sym)
{
    struct kp_tile *t = kp_new(s->u->arena, struct kp_tile);

    t->sym = sym;
    t->decl = sym->decl;
    t->decl_stmt = sym->decl ? sym->decl->parent : NULL;
    t->bytes = t->elem_bytes = -1;
    kp_push(s->u->arena, &s->l->tiles, t);
}

/* The header's own reads: whether there is a next iteration must not depend on what this one does
 * to shared memory. */
static void check_header(struct slicer *s)
{
    for (size_t i = 0; i < s->l->header.access.n; i++) {
        const struct kp_access *a = &s->l->header.access.v[i];

        if (a->space == KP_SPACE_LOCAL)
            continue;
        if (a->space == KP_SPACE_UNKNOWN ||
            (a->space == KP_SPACE_SHARED && (!a->base || is_written_shared(s, a->base)))) {
            kp_refuse(s->u, s->l, KP_CODE_KP108, a->at,
                      a->base ? a->base->name : kp_node_text(s->u, a->at));
            return;
        }
    }
}

static void mark_load(struct slicer *s)
{
    bool *load = kp_new_array(s->u->arena, bool, s->n + 1);
    bool *header = kp_new_array(s->u->arena, bool, s->n + 1);
    struct kp_refusal why;

    close_over(s, s->n, header);
    if (slice_obstacle(s, header, &why))
        for (size_t i = 0; i < s->n; i++)
            if (header[i] && obstacle(s, &s->l->stmts.v[i].effects, NULL, &why)) {
                kp_refuse(s->u, s->l, KP_CODE_KP108, s->l->stmts.v[i].node,
                          kp_node_text(s->u, kp_loop_condition(s->l->node)
                                                 ? kp_loop_condition(s->l->node)
                                                 : s->l->node));
                header[i] = false;
                break;
            }
    for (size_t i = 0; i < s->l->tiles.n; i++)
        close_candidate(s, s->l->tiles.v[i]->sym, load);
    for (size_t i = 0; i < s->n; i++) {
        struct kp_stmt *st = &s->l->stmts.v[i];

        st->in_load = !st->is_barrier && (load[i] || header[i]);
        st->in_compute = !st->is_barrier && !st->in_load;
    }
}

static bool is_later_load(const struct kp_loop *l, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (l->stmts.v[k].in_compute && !l->stmts.v[k].in_load)
            return l->stmts.v[i].in_load;
    return false;
}

void kp_model_slice(struct kp_func *f, struct kp_loop *l)
{
    struct slicer s = {.f = f, .u = f->unit, .l = l, .n = l->stmts.n};

    s.uses = kp_uses_of(s.u, l);
    s.reach = kp_new_array(s.u->arena, size_t, 2 * s.n + 2);
    collect_candidates(&s);
    settle_candidates(&s);
    for (size_t i = 0; i < s.cands.n; i++)
        if (!s.cands.v[i].rejected)
            add_tile(&s, s.cands.v[i].sym);
    if (!l->tiles.n)
        return;
    check_header(&s);
    mark_load(&s);
    settle_compute(&s);
    share_declarations(&s);
    check_shared_locals(&s);
    for (size_t i = 0; i < l->stmts.n; i++)
        l->stmts.v[i].moves = is_later_load(l, i);
}
