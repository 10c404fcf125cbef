/* The static guard: where a size depends on what the file does not fix, the number of stages is a
 * constant expression over the sizes of all shared variables of the function. It stands in front of
 * the first declaration that it serves, so all that the sizes are made of has to be visible there.
 */
#include "emit/emit.h"
#include "model/elsewhere.h"

enum { STATIC_LIMIT = 48 * 1024 };

bool kp_is_first_storage(const struct kp_storages *storages, const struct kp_tile_storage *h)
{
    for (size_t i = 0; i < storages->list.n; i++)
        if (storages->list.v[i]->function == h->function &&
            storages->list.v[i]->text.whole.begin < h->text.whole.begin)
            return false;
    return true;
}

/* ---- whether it can be said ----------------------------------------------------------------- */

static bool says_same(struct kp_unit *u, const struct kp_node *at, const struct kp_node *of,
                      struct kp_span span)
{
    return kp_streq(kp_said_at(u, at, of, span), kp_span_text(u, span));
}

static bool sizes_can_be_said(struct kp_unit *u, const struct kp_node *at, const struct kp_node *n)
{
    const struct kp_node *v = n->kind == KP_DECL_STMT ? n->first : NULL;
    struct kp_declaration d;

    if (v && v->sym && v->sym->space == KP_SPACE_SHARED && !v->sym->is_extern &&
        kp_cut_declaration(u, n, &d)) {
        if (!says_same(u, at, n, d.specifiers))
            return false;
        for (size_t i = 0; i < d.list.n; i++)
            if (!kp_said_at(u, at, n, kp_behind_name(&d.list.v[i])))
                return false;
    }
    kp_each_child(c, n) if (!sizes_can_be_said(u, at, c)) return false;
    return true;
}

/* In front of which node the storage's text will stand. */
static const struct kp_node *place_of(const struct kp_tile_storage *h)
{
    return h->hoisted_by ? h->hoisted_by->node : h->stmt;
}

/* In front of the loop, the text of a declaration of its body has to say the same. */
static bool can_be_hoisted(struct kp_unit *u, const struct kp_node *loop,
                           const struct kp_node *stmt)
{
    struct kp_declaration d;
    bool same = kp_cut_declaration(u, stmt, &d) && says_same(u, loop, stmt, d.specifiers);

    for (size_t i = 0; i < d.list.n; i++)
        same = same && says_same(u, loop, stmt, kp_behind_name(&d.list.v[i]));
    return same;
}

bool kp_can_hoist(struct kp_emitter *e)
{
    for (size_t i = 0; i < e->l->tiles.n; i++) {
        const struct kp_tile *t = e->l->tiles.v[i];

        if (t->declared_in_body && !can_be_hoisted(e->u, e->l->node, t->decl_stmt))
            return kp_cannot(e, KP_CODE_KP404, t->decl_stmt, t->sym->name);
    }
    return true;
}

bool kp_can_guard(struct kp_emitter *e, const struct kp_storages *storages)
{
    for (size_t i = 0; i < storages->list.n; i++) {
        const struct kp_tile_storage *h = storages->list.v[i];

        if (h->function == e->l->function && e->l->plan.static_guard && !h->is_dynamic &&
            kp_is_first_storage(storages, h) &&
            !sizes_can_be_said(e->u, place_of(h), h->function->decl))
            return kp_cannot(e, KP_CODE_KP405, h->stmt, h->tiles.list.v[0]->name);
    }
    return true;
}

/* ---- the constant -----------------------------------------------------------------------------
 */

struct sum {
    struct kp_unit *u;
    const struct kp_storages *storages;
    const struct kp_node *at; /* where they stand */
    struct kp_str staged, other;
    int stages, n_staged, n_other;
};

static void add_size(struct sum *s, const struct kp_node *from, const struct kp_declaration *d,
                     const struct kp_declarator *item, bool staged)
{
    struct kp_str *out = staged ? &s->staged : &s->other;

    kp_str_addf(out, "%ssizeof(%s%s)", out->n ? " + " : "", kp_bare_specifiers(s->u, d, false),
                kp_said_at(s->u, s->at, from, kp_behind_name(item)));
}

static void add_shared(struct sum *s, const struct kp_node *n)
{
    const struct kp_node *v = n->kind == KP_DECL_STMT ? n->first : NULL;
    const struct kp_tile_storage *h = kp_storage_of(s->storages, n);
    struct kp_declaration d;

    if (v && v->sym && v->sym->space == KP_SPACE_SHARED && !v->sym->is_extern &&
        kp_cut_declaration(s->u, n, &d))
        for (size_t i = 0; i < d.list.n; i++) {
            bool staged = h && kp_has_sym(&h->tiles, d.list.v[i].var->sym);

            add_size(s, n, &d, &d.list.v[i], staged);
            s->n_staged += staged;
            s->n_other += !staged;
        }
    kp_each_child(c, n) add_shared(s, c);
}

/* Of all loops of the function, which have one constant. */
static int64_t bytes_elsewhere(const struct kp_unit *u, const struct kp_sym *function)
{
    int64_t most = 0;

    for (size_t i = 0; i < u->loops.n; i++)
        if (u->loops.v[i]->function == function && u->loops.v[i]->plan.guard_elsewhere > most)
            most = u->loops.v[i]->plan.guard_elsewhere;
    return most;
}

/* `constexpr int kp_stages = 2 * (sizeof(..) + ..) <= 48 * 1024 - 512 ? 2 : 1;` */
const char *kp_guard_text(struct kp_unit *u, const struct kp_storages *storages,
                          const struct kp_tile_storage *first)
{
    struct sum s = {.u = u,
                    .storages = storages,
                    .at = place_of(first),
                    .staged = kp_str_new(u->arena),
                    .other = kp_str_new(u->arena),
                    .stages = first->stages};
    int64_t taken = bytes_elsewhere(u, first->function);

    add_shared(&s, first->function->decl);
    taken += KP_STAGE_ALIGN * (s.stages * s.n_staged + s.n_other);
    return kp_sprintf(u->arena, "constexpr int %s = %d * (%s)%s%s <= %lld ? %d : 1;", first->count,
                      s.stages, kp_str_text(&s.staged), s.n_other ? " + " : "",
                      kp_str_text(&s.other), (long long)(STATIC_LIMIT - taken), s.stages);
}
