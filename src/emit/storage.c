/* The declarations of tiles that get more than one stage. Where the tile's size is a known multiple
 * of 128 bytes the stages are one more array dimension; elsewhere each stage is a struct that is
 * padded to such a multiple, so that every stage has the alignment of the first. */
#include "emit/emit.h"

struct kp_tile_storage *kp_storage_of(const struct kp_storages *storages,
                                      const struct kp_node *stmt)
{
    for (size_t i = 0; i < storages->list.n; i++)
        if (storages->list.v[i]->stmt == stmt)
            return storages->list.v[i];
    return NULL;
}

static bool is_staged(const struct kp_emitter *e, const struct kp_tile *t)
{
    return e->any_staged && t->variant != KP_VARIANT_SINGLE;
}

static const struct kp_tile *staged_tile(const struct kp_emitter *e, const struct kp_sym *s)
{
    for (size_t i = 0; i < e->l->tiles.n; i++)
        if (e->l->tiles.v[i]->decl && e->l->tiles.v[i]->decl->sym == s &&
            is_staged(e, e->l->tiles.v[i]))
            return e->l->tiles.v[i];
    return NULL;
}

bool kp_is_staged(const struct kp_emitter *e, const struct kp_sym *s)
{
    return staged_tile(e, s) != NULL;
}

/* Such a tile, or an alias of one. */
static bool is_staged_name(const struct kp_emitter *e, const struct kp_sym *s)
{
    for (size_t i = 0; i < e->l->aliases.n; i++)
        if (e->l->aliases.v[i].sym == s && is_staged(e, e->l->aliases.v[i].tile))
            return true;
    return kp_is_staged(e, s);
}

/* ---- mentions outside the loop ------------------------------------------------------------ */

struct mentions {
    struct kp_emitters *all;
    const struct kp_emitter *e;
    const struct kp_sym *sym;
    bool early, late, late_elsewhere, other_loop;
    bool evaluated; /* not only in sizeof, which does not count as a use for the compiler */
    int in_sizeof;
};

static void look_for(struct mentions *m, const struct kp_node *n)
{
    size_t at = kp_map_get(&m->all->at, n);

    if (n == m->e->l->node) { /* in the body the name is the stage's */
        kp_each_child(c, n) m->early |= c != m->e->body && kp_count_refs(c, m->sym);
        return;
    }
    if (at && is_staged_name(m->all->list.v[at - 1], m->sym)) {
        m->other_loop = true;
        return;
    }
    if (n->kind == KP_REF && n->sym == m->sym) {
        const struct kp_node *block = m->e->l->node->parent;

        if (n->span.begin < m->e->l->node->span.begin)
            m->early = true;
        else
            m->late = true;
        m->late_elsewhere = m->late_elsewhere || !kp_is_inside(n, block);
        m->evaluated = m->evaluated || !m->in_sizeof;
    }
    m->in_sizeof += n->kind == KP_SIZEOF;
    kp_each_child(c, n) look_for(m, c);
    m->in_sizeof -= n->kind == KP_SIZEOF;
}

static struct mentions mentions_of(struct kp_emitters *all, const struct kp_emitter *e,
                                   const struct kp_sym *sym)
{
    struct mentions m = {.all = all, .e = e, .sym = sym};

    if (e->l->function->decl && e->l->function->decl->last)
        look_for(&m, e->l->function->decl->last);
    return m;
}

/* ---- one storage per declaration ------------------------------------------------------------- */

static bool wants_struct(const struct kp_tile *t)
{
    return t->bytes <= 0 || t->bytes % KP_STAGE_ALIGN != 0;
}

/* A name that is used behind the loop means the stage of the last iteration there: it is bound
 * again behind the loop. In a block of its own, where it is the user's own name that is in the way.
 */
static bool bind_late(struct kp_emitter *e, const struct kp_tile_storage *h,
                      const struct mentions *m, const char *tile, bool is_alias)
{
    if (!m->late || (h->is_dynamic && e->l->is_dead_behind))
        return true;
    if (e->l->version || m->other_loop || m->late_elsewhere || kp_needs_braces(e))
        return kp_cannot(e, KP_CODE_KP402, NULL, tile);
    kp_add_sym(e->u, &e->bound_behind, m->sym);
    e->stage_outlives = true;
    e->opens_block = e->opens_block || m->early || h->is_dynamic || is_alias;
    return true;
}

static bool settle_names(struct kp_emitters *all, struct kp_emitter *e, struct kp_tile_storage *h,
                         const struct kp_sym *sym)
{
    struct mentions m = mentions_of(all, e, sym);
    bool is_set = m.early || h->moves || e->l->plan.static_guard; /* where it is declared */

    if (is_set && !h->is_dynamic && !h->hoisted_by && kp_may_jump_past(e, h->stmt))
        return kp_cannot(e, KP_CODE_KP404, h->stmt, sym->name);
    if (m.early && !h->is_dynamic)
        kp_add_sym(e->u, &h->early, sym);
    if (m.early && m.evaluated)
        kp_add_sym(e->u, &h->used, sym);
    return bind_late(e, h, &m, sym->name, false);
}

static bool settle_aliases(struct kp_emitters *all, struct kp_emitter *e,
                           const struct kp_tile_storage *h, const struct kp_tile *t)
{
    for (size_t i = 0; i < e->l->aliases.n; i++) {
        struct mentions m;

        if (e->l->aliases.v[i].tile != t)
            continue;
        m = mentions_of(all, e, e->l->aliases.v[i].sym);
        if (!bind_late(e, h, &m, t->sym->name, true))
            return false;
    }
    return true;
}

/* In the header no stage is bound: it may ask how large the tile is, and nothing else. */
static bool is_evaluated(const struct kp_node *n, const struct kp_sym *s)
{
    if (n->kind == KP_SIZEOF || (n->kind == KP_REF && n->sym == s))
        return n->kind == KP_REF;
    kp_each_child(c, n) if (is_evaluated(c, s)) return true;
    return false;
}

static bool in_header(const struct kp_emitter *e, const struct kp_sym *s)
{
    kp_each_child(c, e->l->node) if (c != e->body && is_evaluated(c, s)) return true;
    return false;
}

static bool add_tile(struct kp_emitters *all, struct kp_emitter *e, const struct kp_tile *t,
                     struct kp_storages *storages)
{
    const struct kp_node *stmt = t->decl_stmt;
    struct kp_tile_storage *h = stmt ? kp_storage_of(storages, stmt) : NULL;

    if (!stmt || !t->decl || t->decl->kind != KP_VAR || t->storage == KP_STORE_FILE ||
        t->storage == KP_STORE_PARAM)
        return kp_cannot(e, KP_CODE_KP404, t->decl, t->sym->name);
    if (!h) {
        h = kp_new(e->u->arena, struct kp_tile_storage);
        h->stmt = stmt;
        h->function = e->l->function;
        h->is_dynamic = t->storage == KP_STORE_DYNAMIC;
        h->stage_bytes = e->l->stage_bytes;
        h->dead_behind = e->l->is_dead_behind ? e->l : NULL;
        h->moves = e->l->plan.moved;
        if (!kp_cut_declaration(e->u, stmt, &h->text))
            return kp_cannot(e, KP_CODE_KP404, t->decl, t->sym->name);
        kp_push(e->u->arena, &storages->list, h);
    }
    if (in_header(e, t->decl->sym))
        return kp_cannot(e, KP_CODE_KP108, NULL, t->sym->name);
    if (t->declared_in_body)
        h->hoisted_by = e->l;
    kp_add_sym(e->u, &h->tiles, t->decl->sym);
    h->as_struct = h->as_struct || wants_struct(t);
    if (e->l->plan.stages > h->stages)
        h->stages = e->l->plan.stages;
    if ((h->as_struct || h->moves) && strchr(kp_span_text(e->u, h->text.specifiers), '{'))
        return kp_cannot(e, KP_CODE_KP404, t->decl, t->sym->name);
    return settle_names(all, e, h, t->decl->sym) && settle_aliases(all, e, h, t);
}

bool kp_find_storages(struct kp_unit *u, struct kp_emitters *all, struct kp_storages *storages)
{
    storages->list.n = 0;
    all->at = (struct kp_map){0};
    for (size_t i = 0; i < all->list.n; i++)
        *kp_map_at(u->arena, &all->at, all->list.v[i]->l->node) = i + 1;
    for (size_t i = 0; i < all->list.n; i++) {
        struct kp_emitter *e = all->list.v[i];

        e->bound_behind = (struct kp_syms){0};
        e->stage_outlives = false;
        e->opens_block = false;
        for (size_t k = 0; k < e->l->tiles.n; k++)
            if (is_staged(e, e->l->tiles.v[k]) && !add_tile(all, e, e->l->tiles.v[k], storages))
                return false;
    }
    for (size_t i = 0; i < all->list.n; i++)
        if (!kp_can_hoist(all->list.v[i]) || !kp_can_guard(all->list.v[i], storages) ||
            !kp_can_move(all->list.v[i], storages))
            return false;
    return true;
}

/* ---- names -------------------------------------------------------------------------------- */

const char *kp_kept_name(struct kp_unit *u, const struct kp_tile_storage *h, const struct kp_sym *s)
{
    return s == h->tiles.list.v[0] ? h->object : kp_sprintf(u->arena, "%s_%s", h->object, s->name);
}

/* Where all stages of the tile are. */
static const char *object_of(struct kp_unit *u, const struct kp_tile_storage *h,
                             const struct kp_sym *tile)
{
    return h->as_struct ? h->object : kp_kept_name(u, h, tile);
}

static void bind_storage(struct kp_emitter *e, const struct kp_tile_storage *h)
{
    for (size_t i = 0; i < h->tiles.list.n; i++) {
        struct kp_bound b = {.sym = h->tiles.list.v[i], .storage = h};

        if (!staged_tile(e, b.sym))
            continue;
        if (h->is_dynamic)
            b.kept = kp_name(e->names, kp_sprintf(e->u->arena, "kp_%s", b.sym->name));
        else
            b.kept = object_of(e->u, h, b.sym);
        kp_push(e->u->arena, &e->bound, b);
    }
    for (size_t i = 0; i < e->l->aliases.n; i++) {
        const struct kp_alias *a = &e->l->aliases.v[i];
        struct kp_bound b = {
            .sym = a->sym, .storage = h, .is_alias = true, .is_integer = a->is_integer};

        if (!kp_has_sym(&h->tiles, a->tile->decl->sym) || !staged_tile(e, a->tile->decl->sym))
            continue;
        b.kept = kp_name(e->names, kp_sprintf(e->u->arena, "kp_%s", a->sym->name));
        if (!h->is_dynamic)
            b.stride =
                kp_sprintf(e->u->arena, "sizeof(%s[0])", object_of(e->u, h, a->tile->decl->sym));
        kp_push(e->u->arena, &e->bound, b);
    }
}

/* One array and one struct for all storages of a function. */
static void name_memory(struct kp_unit *u, struct kp_names *names,
                        const struct kp_storages *storages, struct kp_tile_storage *h)
{
    for (size_t i = 0; i < storages->list.n && !h->memory; i++)
        if (storages->list.v[i]->function == h->function && storages->list.v[i]->memory) {
            h->memory = storages->list.v[i]->memory;
            h->layout = storages->list.v[i]->layout;
        }
    if (h->memory)
        return;
    h->memory = kp_name(names, "kp_smem");
    h->layout = kp_name(names, kp_sprintf(u->arena, "kp_%s_shared", h->function->name));
}

static void name_storage(struct kp_unit *u, struct kp_names *names, struct kp_tile_storage *h,
                         bool guarded)
{
    if (!h->is_dynamic)
        h->object = kp_name(names, kp_sprintf(u->arena, "kp_%s", h->tiles.list.v[0]->name));
    h->guarded = guarded && !h->is_dynamic;
    h->count =
        h->guarded ? kp_inner_name(names, "kp_stages") : kp_sprintf(u->arena, "%d", h->stages);
}

static bool serves(const struct kp_emitter *e, const struct kp_tile_storage *h)
{
    for (size_t i = 0; i < e->l->tiles.n; i++)
        if (e->l->tiles.v[i]->decl_stmt == h->stmt && is_staged(e, e->l->tiles.v[i]))
            return true;
    return false;
}

void kp_name_storages(struct kp_unit *u, struct kp_emitters *all, struct kp_storages *storages)
{
    for (size_t i = 0; i < storages->list.n; i++) {
        struct kp_tile_storage *h = storages->list.v[i];

        for (size_t k = 0; k < all->list.n; k++)
            if (serves(all->list.v[k], h)) {
                kp_names_function(all->list.v[k]->names, h->function);
                if (h->moves)
                    name_memory(u, all->list.v[k]->names, storages, h);
                if (!h->count)
                    name_storage(u, all->list.v[k]->names, h, all->list.v[k]->l->plan.static_guard);
                bind_storage(all->list.v[k], h);
            }
    }
}

/* ---- text --------------------------------------------------------------------------------- */

/* `__shared__ __align__(128) float kp_As[2][BM][BK];` */
static const char *array_text(struct kp_unit *u, const struct kp_tile_storage *h)
{
    const char *s = u->source.text;
    uint32_t end = h->text.specifiers.end;
    struct kp_patches p = {0};

    for (size_t i = 0; i < h->text.list.n; i++) {
        const struct kp_declarator *d = &h->text.list.v[i];

        if (kp_has_sym(&h->tiles, d->var->sym))
            kp_patch(u, &p, d->name.begin, d->name.end,
                     kp_sprintf(u->arena, "%s[%s]", kp_kept_name(u, h, d->var->sym), h->count));
    }
    if (!kp_has_align(u, &h->text)) {
        uint32_t at = h->text.whole.begin;

        for (struct kp_token t = kp_lex_code(s, at, end); t.kind != KP_TOKEN_END;
             t = kp_lex_code(s, t.end, end))
            if (kp_token_is(s, t, "__shared__"))
                at = kp_skip_blanks(u, t.end);
        kp_patch(u, &p, at, at, kp_sprintf(u->arena, "__align__(%d) ", KP_STAGE_ALIGN));
    }
    return kp_render(u, h->text.whole, &p);
}

const char *kp_declarators(struct kp_unit *u, const struct kp_tile_storage *h, bool tiles)
{
    struct kp_str out = kp_str_new(u->arena);

    for (size_t i = 0; i < h->text.list.n; i++) {
        const struct kp_declarator *d = &h->text.list.v[i];

        if (kp_has_sym(&h->tiles, d->var->sym) == tiles)
            kp_str_addf(&out, "%s%s", out.n ? ", " : "", kp_span_text(u, d->span));
    }
    return kp_str_text(&out);
}

/* `__shared__ struct alignas(128) { float As[16][17]; } kp_As[2];` and what is no tile. */
static const char *struct_text(struct kp_unit *u, const struct kp_tile_storage *h,
                               const char *indent)
{
    const char *specifiers = kp_span_text(u, h->text.specifiers),
               *rest = kp_declarators(u, h, false);
    bool is_static = kp_text_mentions(specifiers, "static");
    struct kp_str out = kp_str_new(u->arena);

    kp_str_addf(&out, "%s__shared__ struct alignas(%d) { %s %s; } %s[%s];",
                is_static ? "static " : "", KP_STAGE_ALIGN, kp_bare_specifiers(u, &h->text, true),
                kp_declarators(u, h, true), h->object, h->count);
    if (*rest)
        kp_str_addf(&out, "%s%s%s%s;", kp_newline(u), indent, specifiers, rest);
    return kp_str_text(&out);
}

const char *kp_storage_text(struct kp_unit *u, struct kp_tile_storage *h, const char *indent)
{
    const char *text;

    if (h->is_dynamic)
        return kp_span_text(u, h->text.whole);
    if (h->moves)
        return kp_moved_text(u, h, indent);
    text = h->as_struct ? struct_text(u, h, indent) : array_text(u, h);
    return h->guard ? kp_sprintf(u->arena, "%s%s%s%s", h->guard, kp_newline(u), indent, text)
                    : text;
}

/* `auto &As = kp_As[0];` for what stands before the loop. */
static const char *early_names(struct kp_unit *u, const struct kp_tile_storage *h,
                               const char *indent)
{
    struct kp_str out = kp_str_new(u->arena);

    for (size_t i = 0; i < h->early.list.n; i++) {
        const struct kp_sym *s = h->early.list.v[i];
        const char *name = s->name;

        kp_str_addf(&out, "%s%sauto &%s = ", indent,
                    kp_has_sym(&h->used, s) ? "" : "[[maybe_unused]] ", name);
        if (h->as_struct)
            kp_str_addf(&out, "%s[0].%s;%s", h->object, name, kp_newline(u));
        else
            kp_str_addf(&out, "%s[0];%s", kp_kept_name(u, h, s), kp_newline(u));
    }
    return kp_str_text(&out);
}

static void edit_storage(struct kp_unit *u, struct kp_tile_storage *h)
{
    uint32_t behind = kp_skip_line_end(u, h->text.whole.end);
    const char *indent = kp_indent_of(u, h->text.whole.begin), *names;

    kp_edit(u, h->text.whole.begin, h->text.whole.end, kp_storage_text(u, h, indent));
    if (!h->early.list.n)
        return;
    names = early_names(u, h, indent);
    if (behind > 0 && u->source.text[behind - 1] == '\n')
        kp_edit(u, behind, behind, names);
    else
        kp_edit(u, h->text.whole.end, h->text.whole.end,
                kp_sprintf(u->arena, "%s%s", kp_newline(u), names));
}

/* ---- all of them ------------------------------------------------------------------------- */

void kp_edit_storages(struct kp_unit *u, struct kp_names *names, struct kp_storages *storages)
{
    for (size_t i = 0; i < storages->list.n; i++) {
        struct kp_tile_storage *h = storages->list.v[i];

        if (h->guarded && kp_is_first_storage(storages, h))
            h->guard = kp_guard_text(u, storages, h);
        if (h->is_dynamic || (h->moves && kp_is_first_moved(storages, h)))
            kp_edit_launches(u, names, storages, h);
        if (!h->is_dynamic && !h->hoisted_by)
            edit_storage(u, h);
    }
}
