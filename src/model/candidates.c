/* Which of the shared arrays that a loop fills are tiles: those whose slices can run ahead. For the
 * others, the reason in words that fit. */
#include "model/slicer.h"

bool kp_is_written_shared(const struct kp_slicer *s, const struct kp_sym *sym)
{
    for (size_t i = 0; i < s->cands.n; i++)
        if (s->cands.v[i].sym == sym)
            return true;
    return false;
}

static const struct kp_tile_candidate *tile_candidate(const struct kp_slicer *s,
                                                      const struct kp_sym *sym)
{
    for (size_t i = 0; i < s->cands.n; i++)
        if (s->cands.v[i].sym == sym && !s->cands.v[i].rejected)
            return &s->cands.v[i];
    return NULL;
}

bool kp_writes_array(const struct kp_slicer *s, size_t at, const struct kp_sym *array)
{
    return kp_store_to(&s->l->stmts.v[at].effects, array, KP_SPACE_SHARED) != NULL;
}

static void collect_candidates(struct kp_slicer *s)
{
    for (size_t i = 0; i < s->n; i++) {
        const struct kp_effects *e = &s->l->stmts.v[i].effects;

        for (size_t k = 0; k < e->access.n; k++) {
            const struct kp_access *a = &e->access.v[k];
            struct kp_tile_candidate c = {.sym = a->base};

            if (a->space == KP_SPACE_SHARED && a->base && kp_is_store(a) &&
                !kp_is_written_shared(s, a->base))
                kp_push(s->u->arena, &s->cands, c);
        }
    }
}

KP_VEC_TYPE(places, size_t);

static void take(struct kp_slicer *s, size_t at, bool *load, struct places *todo)
{
    if (!load[at])
        kp_push(s->u->arena, todo, at);
    load[at] = true;
}

/* What statement `at` depends on directly. */
static void take_sources(struct kp_slicer *s, size_t at, bool *load, struct places *todo)
{
    const struct kp_uses *uses = &s->uses[at];

    for (size_t i = 0; i < uses->list.n; i++) {
        const struct kp_use *use = &uses->list.v[i];
        size_t count = 0, declared;
        bool wraps;

        if (use->exposed)
            count = kp_reaching(s->l, s->uses, at, use->sym, s->reach, &wraps);
        for (size_t k = 0; k < count; k++)
            take(s, s->reach[k], load, todo);
        /* A variable declared in the body brings its declaration along wherever it is written. */
        if (use->writes && at < s->n && (declared = kp_declaring(s->l, s->uses, use->sym)) < at)
            take(s, declared, load, todo);
    }
}

void kp_close_over(struct kp_slicer *s, size_t at, bool *load)
{
    struct places todo = {0};

    take_sources(s, at, load, &todo);
    while (todo.n)
        take_sources(s, todo.v[--todo.n], load, &todo);
}

void kp_close_tile(struct kp_slicer *s, const struct kp_tile_candidate *c, bool *load)
{
    for (size_t i = 0; i < s->n; i++)
        if (kp_writes_array(s, i, c->sym) && !load[i] && (!c->result_at || c->fills[i])) {
            load[i] = true;
            kp_close_over(s, i, load);
        }
}

/* ---- can a statement run ahead? ---------------------------------------------------------- */

static bool control_obstacle(struct kp_slicer *s, const struct kp_effects *e,
                             struct kp_refusal *why)
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

static bool access_obstacle(struct kp_slicer *s, const struct kp_access *a,
                            const struct kp_sym *tile, struct kp_refusal *why)
{
    const char *name = a->base ? a->base->name : kp_node_text(s->u, a->at);
    bool writes = kp_is_store(a);
    enum kp_code code = KP_CODE_NONE;

    if (a->space == KP_SPACE_LOCAL)
        return false;
    if (a->space == KP_SPACE_SHARED) {
        const struct kp_tile_candidate *c = a->base ? tile_candidate(s, a->base) : NULL;

        if (!a->base)
            code = KP_CODE_KP401;
        else if (writes && (a->mode != KP_WRITE || !c))
            code = c ? KP_CODE_KP306 : KP_CODE_KP303;
        else if (!writes && a->base == tile)
            code = KP_CODE_KP306;
        else if (!writes && kp_is_written_shared(s, a->base))
            code = KP_CODE_KP302;
    } else if (writes)
        code = KP_CODE_KP303;
    else if (a->space == KP_SPACE_UNKNOWN)
        code = KP_CODE_KP205;
    if (!code)
        return false;
    *why = kp_refusal_make(s->u, s->l, code, a->at, name);
    if (code == KP_CODE_KP205 && !s->f->sym->is_kernel && kp_has_unseen_callers(s->u, s->f->sym))
        kp_refusal_note(s->u, why, s->f->decl,
                        "callers that kpipe does not see may pass other memory: a static function "
                        "of a .cu file has none");
    return true;
}

bool kp_obstacle(struct kp_slicer *s, const struct kp_effects *e, const struct kp_sym *tile,
                 struct kp_refusal *why)
{
    /* What nobody knows may touch anything: that has a rule of its own, which says so better. */
    bool unknown = (e->control_mask & (KP_CTL_UNKNOWN | KP_CTL_ASM)) != 0;

    for (size_t i = 0; i < e->access.n; i++)
        if (!(unknown && e->access.v[i].space == KP_SPACE_UNKNOWN) &&
            access_obstacle(s, &e->access.v[i], tile, why))
            return true;
    return control_obstacle(s, e, why);
}

/* The local by which the slice needs statement i. */
static const char *needed_for(const struct kp_slicer *s, size_t i, const bool *load)
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
static bool moves_header(struct kp_slicer *s, size_t i, struct kp_refusal *why)
{
    bool *header = kp_new_array(s->u->arena, bool, s->n + 1);

    kp_close_over(s, s->n, header);
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
static const struct kp_node *goes_on_with(const struct kp_slicer *s, size_t i,
                                          const struct kp_sym *tile)
{
    for (size_t k = 0; k < s->n; k++)
        for (size_t j = 0; j < s->uses[k].list.n; j++) {
            const struct kp_use *r = &s->uses[k].list.v[j];
            const struct kp_use *w = kp_use_find(&s->uses[i], r->sym);

            if (k != i && r->exposed && r->writes && w && w->writes && kp_writes_array(s, k, tile))
                return s->l->stmts.v[k].node;
        }
    return NULL;
}

/* A statement in front of the fill uses what the last iteration left in the tile. */
static const struct kp_node *fill_behind(const struct kp_slicer *s, size_t i,
                                         const struct kp_sym *tile)
{
    for (size_t k = 0; k < s->n; k++)
        if (kp_writes_array(s, k, tile))
            return k > i ? s->l->stmts.v[k].node : NULL;
    return NULL;
}

static const struct kp_access *read_of(const struct kp_effects *e, const struct kp_sym *tile)
{
    for (size_t i = 0; i < e->access.n; i++)
        if (e->access.v[i].base == tile && e->access.v[i].space == KP_SPACE_SHARED &&
            kp_is_read(&e->access.v[i]))
            return &e->access.v[i];
    return NULL;
}

/* Statement i is needed for the tile and reads the tile itself. */
static void name_needed(struct kp_slicer *s, size_t i, const bool *load, const struct kp_sym *tile,
                        struct kp_refusal *why)
{
    const struct kp_stmt *st = &s->l->stmts.v[i];
    const struct kp_access *read = read_of(&st->effects, tile);
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

static void name_barrier(struct kp_slicer *s, const struct kp_node *stmt, struct kp_refusal *why)
{
    bool loop = kp_is_loop(stmt);

    *why = kp_refusal_make(s->u, s->l, KP_CODE_KP104, stmt,
                           loop ? "in an inner loop" : "under a condition");
    if (loop)
        why->hint = "fill the tile outside of the inner loop, to pipeline this one";
}

/* The obstacle in words that fit: what compute writes is needed, the barrier is inside, or copy and
 * use stand in one statement. */
static void name_obstacle(struct kp_slicer *s, size_t i, const bool *load,
                          const struct kp_sym *tile, struct kp_refusal *why)
{
    const struct kp_stmt *st = &s->l->stmts.v[i];

    if (why->code != KP_CODE_KP306)
        return;
    if (!kp_writes_array(s, i, tile))
        name_needed(s, i, load, tile, why);
    else if (st->effects.control_mask & KP_CTL_BARRIER)
        name_barrier(s, st->node, why);
    else if (kp_is_loop(st->node) || st->node->kind == KP_IF)
        *why = kp_refusal_make(s->u, s->l, KP_CODE_KP305, st->node, tile->name);
}

bool kp_slice_obstacle(struct kp_slicer *s, const bool *load, struct kp_refusal *why)
{
    for (size_t i = 0; i < s->n; i++)
        if (load[i] && kp_obstacle(s, &s->l->stmts.v[i].effects, NULL, why))
            return true;
    return false;
}

bool kp_reads_source(const struct kp_slicer *s, const bool *load)
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
static bool other_source(struct kp_slicer *s, const bool *load, struct kp_refusal *why)
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

/* True if the writer can run ahead by itself. Sets *source if it brings data from global memory. */
static bool is_clean(struct kp_slicer *s, size_t writer, bool *source)
{
    bool *load = kp_new_array(s->u->arena, bool, s->n + 1);
    struct kp_refusal why;

    load[writer] = true;
    kp_close_over(s, writer, load);
    *source = kp_reads_source(s, load);
    return !kp_slice_obstacle(s, load, &why);
}

/* One statement fills it like a tile and another one writes it like a result: say so. */
static void explain_mixed(struct kp_slicer *s, struct kp_tile_candidate *c)
{
    const struct kp_stmt *clean = NULL, *dirty = NULL;
    bool *fills = kp_new_array(s->u->arena, bool, s->n + 1), source;

    for (size_t i = 0; i < s->n; i++) {
        if (!kp_writes_array(s, i, c->sym))
            continue;
        fills[i] = is_clean(s, i, &source);
        if (!fills[i])
            dirty = &s->l->stmts.v[i];
        else if (source)
            clean = &s->l->stmts.v[i];
    }
    if (!clean || !dirty)
        return;
    for (size_t i = 0; i < s->n; i++)
        fills[i] &= s->l->stmts.v[i].run == clean->run;
    c->fills = fills;
    c->why = kp_refusal_make(s->u, s->l, clean->run == dirty->run ? KP_CODE_KP306 : KP_CODE_KP308,
                             dirty->node, c->sym->name);
    kp_refusal_note(s->u, &c->why, clean->node, "the load phase fills it here");
}

/* Parts of a buffer that were told apart are scratch: they stay where they are. */
static bool candidate_obstacle(struct kp_slicer *s, struct kp_tile_candidate *c, const bool *load)
{
    struct kp_refusal why;

    if (c->result_at)
        return kp_takes_result(s, load) || kp_slice_obstacle(s, load, &why);
    if (c->sym->whole) {
        c->why = kp_refusal_make(s->u, s->l, KP_CODE_KP308, s->l->node, c->sym->name);
        return true;
    }
    for (size_t i = 0; i < s->n; i++)
        if (load[i] && kp_obstacle(s, &s->l->stmts.v[i].effects, c->sym, &c->why)) {
            name_obstacle(s, i, load, c->sym, &c->why);
            return true;
        }
    return false;
}

/* Reject candidates until all that are left can run ahead together. A rejected one is compute's:
 * whoever reads it cannot run ahead either. */
static void reject_candidates(struct kp_slicer *s)
{
    bool changed;

    do {
        changed = false;
        for (size_t i = 0; i < s->cands.n; i++) {
            struct kp_tile_candidate *c = &s->cands.v[i];
            bool *load = kp_new_array(s->u->arena, bool, s->n + 1);

            if (c->rejected)
                continue;
            kp_close_tile(s, c, load);
            c->has_source = kp_reads_source(s, load);
            if (candidate_obstacle(s, c, load) || !c->has_source) {
                if (c->has_source)
                    explain_mixed(s, c);
                else
                    c->has_source = other_source(s, load, &c->why);
                c->rejected = true;
                c->result_at = NULL;
                changed = true;
            }
        }
    } while (changed);
}

static void settle_candidates(struct kp_slicer *s)
{
    reject_candidates(s);
    if (kp_take_mixed(s))
        reject_candidates(s);
    else
        kp_take_refilled(s);
    for (size_t i = 0; i < s->cands.n; i++)
        if (s->cands.v[i].rejected && s->cands.v[i].has_source && s->cands.v[i].why.code) {
            kp_push(s->u->arena, &s->l->rejected, s->cands.v[i].why);
            kp_add_names(s->u, s->l, s->cands.v[i].sym, s->cands.v[i].fills, &s->l->rejected_tiles);
        }
}

void kp_find_candidates(struct kp_slicer *s)
{
    collect_candidates(s);
    settle_candidates(s);
}
