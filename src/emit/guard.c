/* The static guard: where a size depends on what the file does not fix, the number of stages is a
 * constant expression over the sizes of all shared variables of the function. It stands in front of
 * the first declaration that it serves, so all that the sizes are made of has to be visible there.
 */
#include "emit/emit.h"
#include "front/pieces.h"

enum { STATIC_LIMIT = 48 * 1024 };

bool kp_is_first_home(const struct kp_homes *homes, const struct kp_home *h)
{
    for (size_t i = 0; i < homes->list.n; i++)
        if (homes->list.v[i]->function == h->function &&
            homes->list.v[i]->text.whole.begin < h->text.whole.begin)
            return false;
    return true;
}

/* ---- what can be seen ----------------------------------------------------------------------- */

/* Where text of a declaration will stand: in front of which node of the function, which may be the
 * function itself. */
struct spot {
    const struct kp_node *at, *from; /* from: the declaration, a DECL_STMT */
    const struct kp_sym *function;
};

static const struct kp_node *block_of(const struct kp_node *decl)
{
    const struct kp_node *block = decl->parent;

    while (block && block->kind == KP_DECL_STMT)
        block = block->parent;
    return block;
}

static bool is_out_of_sight(const struct spot *spot, const struct kp_node *decl)
{
    return decl->span.begin >= spot->at->span.begin || !kp_is_inside(spot->at, block_of(decl));
}

/* The local variable or parameter that the name means at `before` in `n`; NULL: none. */
static const struct kp_sym *local_at(const struct kp_unit *u, const struct kp_sym *function,
                                     const struct kp_node *n, uint32_t before, const char *name)
{
    const struct kp_sym *found = NULL;

    for (size_t i = 0; i < u->parse.syms.n; i++) {
        const struct kp_sym *s = u->parse.syms.v[i];

        if (s && s->decl && s->parent == function && kp_streq(s->name, name) &&
            (s->kind == KP_SYM_VAR || s->kind == KP_SYM_PARAM) && s->decl->span.begin < before &&
            kp_is_inside(n, block_of(s->decl)) &&
            (!found || s->decl->span.begin > found->decl->span.begin))
            found = s;
    }
    return found;
}

/* `using namespace app;` in the function: may the name come from there? Words of the language do
 * not, nor what is known to be declared outside of all namespaces. */
static bool is_from_namespace(const struct kp_unit *u, const char *name)
{
    static const char *const words[] = {
        "__shared__", "static", "volatile", "const",  "__align__", "alignas", "sizeof", "float",
        "double",     "int",    "unsigned", "signed", "char",      "short",   "long",   "bool"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (kp_streq(name, words[i]))
            return false;
    for (size_t i = 0; i < u->parse.syms.n; i++) {
        const struct kp_sym *s = u->parse.syms.v[i];

        if (s && kp_streq(name, s->name) && kp_streq(s->qualified, s->name))
            return false;
    }
    return true;
}

static bool is_enumerator(const struct kp_unit *u, const char *name)
{
    for (size_t i = 0; i < u->parse.syms.n; i++) {
        const struct kp_sym *s = u->parse.syms.v[i];

        if (s && s->kind == KP_SYM_ENUMERATOR && kp_streq(name, s->name))
            return true;
    }
    return false;
}

/* May the name be that of a type, or what else a typedef, a using or an enum declares, that cannot
 * be seen from there? */
static bool is_hidden_name(const struct kp_unit *u, const struct spot *spot, const char *name,
                           const struct kp_node *n)
{
    const char *s = u->source.text;

    if (n->kind == KP_OTHER_DECL && !n->file && is_out_of_sight(spot, n)) {
        struct kp_token first = kp_lex_code(s, n->span.begin, n->span.end);
        struct kp_token second = kp_lex_code(s, first.end, n->span.end);

        if (kp_token_is(s, first, "using") && kp_token_is(s, second, "namespace"))
            return is_from_namespace(u, name);
        if (kp_token_is(s, first, "using") && kp_token_is(s, second, "enum") &&
            is_enumerator(u, name))
            return true;
        if (!kp_token_is(s, first, "static_assert") &&
            kp_lex_has(s, n->span.begin, n->span.end, name))
            return true;
    }
    kp_each_child(c, n) if (is_hidden_name(u, spot, name, c)) return true;
    return false;
}

enum sight { IN_SIGHT, HIDDEN, HIDDEN_NUMBER };

/* Does the name mean something else there than at `before` in the declaration? A number can be
 * written in its place. */
static enum sight sight_of(const struct kp_unit *u, const struct spot *spot, uint32_t before,
                           const char *name, int64_t *value)
{
    const struct kp_sym *meant = local_at(u, spot->function, spot->from, before, name);
    const struct kp_sym *there = local_at(u, spot->function, spot->at, spot->at->span.begin, name);

    if (meant == there)
        return !meant && is_hidden_name(u, spot, name, spot->function->decl) ? HIDDEN : IN_SIGHT;
    if (!meant || !meant->has_value)
        return HIDDEN;
    *value = meant->value;
    return HIDDEN_NUMBER;
}

/* ---- macros --------------------------------------------------------------------------------- */

/* Is the name that of a macro of the file in whose text, or that of macros in it, something is
 * hidden? */
static bool is_made_of_hidden(struct kp_unit *u, const struct spot *spot, uint32_t before,
                              const char *name, struct kp_words *seen)
{
    const char *s = u->source.text;
    const struct kp_pieces *pieces = kp_pieces_of(u);
    int64_t value;

    if (kp_words_have(seen, name, strlen(name)))
        return false;
    kp_words_add(u->arena, seen, name, strlen(name));
    for (size_t i = 0; i < pieces->list.n; i++) {
        const struct kp_piece *p = &pieces->list.v[i];

        if (!p->is_macro || p->is_undef || !kp_streq(name, kp_span_text(u, p->names.list.v[0])))
            continue;
        for (struct kp_token t = kp_lex(s, p->body.begin, p->body.end); t.kind != KP_TOKEN_END;
             t = kp_lex(s, t.end, p->body.end)) {
            const char *word = kp_strndup(u->arena, s + t.begin, t.end - t.begin);

            if (t.kind == KP_TOKEN_IDENT && (sight_of(u, spot, before, word, &value) != IN_SIGHT ||
                                             is_made_of_hidden(u, spot, before, word, seen)))
                return true;
        }
    }
    return false;
}

/* The same for variables in macros of any file. */
static bool refers_to_hidden(const struct spot *spot, const struct kp_node *n)
{
    if (n->kind == KP_REF && n->from_macro && n->sym && n->sym->decl &&
        n->sym->parent == spot->function && is_out_of_sight(spot, n->sym->decl))
        return true;
    kp_each_child(c, n) if (refers_to_hidden(spot, c)) return true;
    return false;
}

/* ---- text for another place ------------------------------------------------------------------ */

/* `size` in `shape::size` is what the shape has, wherever that stands. */
static bool is_member(const char *s, struct kp_token before)
{
    return kp_token_is(s, before, "::") || kp_token_is(s, before, ".") ||
           kp_token_is(s, before, "->");
}

/* The text with its hidden numbers written out; NULL when something else is hidden. */
static const char *said(struct kp_unit *u, const struct spot *spot, struct kp_span span)
{
    struct kp_patches p = {0};
    struct kp_words seen = {0};
    struct kp_token before = {0};
    const char *s = u->source.text;
    int64_t value;

    if (refers_to_hidden(spot, spot->from))
        return NULL;
    for (struct kp_token t = kp_lex_code(s, span.begin, span.end); t.kind != KP_TOKEN_END;
         before = t, t = kp_lex_code(s, t.end, span.end)) {
        const char *name = kp_strndup(u->arena, s + t.begin, t.end - t.begin);
        enum sight sight = IN_SIGHT;

        if (t.kind == KP_TOKEN_IDENT && !is_member(s, before))
            sight = sight_of(u, spot, t.begin, name, &value);
        if (sight == HIDDEN || is_made_of_hidden(u, spot, t.begin, name, &seen))
            return NULL;
        if (sight == HIDDEN_NUMBER)
            kp_patch(u, &p, t.begin, t.end,
                     kp_sprintf(u->arena, value < 0 ? "(%lld)" : "%lld", (long long)value));
    }
    return kp_render(u, span, &p);
}

const char *kp_said_in_front(struct kp_unit *u, const struct kp_loop *l, const struct kp_node *n)
{
    struct spot spot = {l->node, n, l->function};

    return said(u, &spot, n->span);
}

const struct kp_sym *kp_local_in_front(const struct kp_unit *u, const struct kp_loop *l,
                                       const char *name)
{
    return local_at(u, l->function, l->node, l->node->span.begin, name);
}

bool kp_named_in_front(const struct kp_unit *u, const struct kp_loop *l, const char *name)
{
    struct spot spot = {l->node, l->node, l->function};

    return kp_local_in_front(u, l, name) || is_hidden_name(u, &spot, name, l->function->decl);
}

const char *kp_said_outside(struct kp_unit *u, const struct kp_home *h, struct kp_span span)
{
    struct spot spot = {h->function->decl, h->stmt, h->function};

    return said(u, &spot, span);
}

static bool sizes_can_be_said(struct kp_unit *u, const struct spot *spot, const struct kp_node *n)
{
    const struct spot here = {spot->at, n, spot->function};
    const struct kp_node *v = n->kind == KP_DECL_STMT ? n->first : NULL;
    struct kp_declaration d;

    if (v && v->sym && v->sym->space == KP_SPACE_SHARED && !v->sym->is_extern &&
        kp_cut_declaration(u, n, &d)) {
        const char *specifiers = said(u, &here, d.specifiers);

        if (!kp_streq(specifiers, kp_span_text(u, d.specifiers)))
            return false;
        for (size_t i = 0; i < d.list.n; i++)
            if (!said(u, &here, (struct kp_span){d.list.v[i].name.end, d.list.v[i].span.end}))
                return false;
    }
    kp_each_child(c, n) if (!sizes_can_be_said(u, spot, c)) return false;
    return true;
}

static struct spot spot_of(const struct kp_home *h)
{
    return (struct spot){h->hoisted_by ? h->hoisted_by->node : h->stmt, h->stmt, h->function};
}

/* In front of the loop, the text of a declaration of its body has to say the same. */
static bool can_be_hoisted(struct kp_unit *u, const struct kp_home *h)
{
    const struct spot spot = spot_of(h);
    bool same = kp_streq(said(u, &spot, h->text.specifiers), kp_span_text(u, h->text.specifiers));

    for (size_t i = 0; i < h->text.list.n; i++) {
        const struct kp_declarator *d = &h->text.list.v[i];
        struct kp_span dimensions = {d->name.end, d->span.end};

        same = same && kp_streq(said(u, &spot, dimensions), kp_span_text(u, dimensions));
    }
    return same;
}

bool kp_can_hoist(struct kp_emitter *e, const struct kp_homes *homes)
{
    for (size_t i = 0; i < homes->list.n; i++) {
        const struct kp_home *h = homes->list.v[i];

        if (h->hoisted_by == e->l && !can_be_hoisted(e->u, h))
            return kp_cannot(e, KP_CODE_KP404, h->stmt, h->tiles.list.v[0]->name);
    }
    return true;
}

bool kp_can_guard(struct kp_emitter *e, const struct kp_homes *homes)
{
    for (size_t i = 0; i < homes->list.n; i++) {
        const struct kp_home *h = homes->list.v[i];
        struct spot spot = spot_of(h);

        if (h->function == e->l->function && e->l->plan.static_guard && !h->is_dynamic &&
            kp_is_first_home(homes, h) && !sizes_can_be_said(e->u, &spot, h->function->decl))
            return kp_cannot(e, KP_CODE_KP405, h->stmt, h->tiles.list.v[0]->name);
    }
    return true;
}

/* ---- the constant -----------------------------------------------------------------------------
 */

struct sum {
    struct kp_unit *u;
    const struct kp_homes *homes;
    struct spot spot;
    struct kp_str staged, other;
    int stages, n_staged, n_other;
};

static void add_size(struct sum *s, const struct kp_node *from, const struct kp_declaration *d,
                     const struct kp_declarator *item, bool staged)
{
    const struct spot here = {s->spot.at, from, s->spot.function};
    struct kp_str *out = staged ? &s->staged : &s->other;
    uint32_t end = item->span.end;

    kp_str_addf(out, "%ssizeof(%s%s)", out->n ? " + " : "", kp_bare_specifiers(s->u, d, false),
                said(s->u, &here, (struct kp_span){item->name.end, end}));
}

static void add_shared(struct sum *s, const struct kp_node *n)
{
    const struct kp_node *v = n->kind == KP_DECL_STMT ? n->first : NULL;
    const struct kp_home *h = kp_home_of(s->homes, n);
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

/* `constexpr int kp_stages = 2 * (sizeof(..) + ..) <= 48 * 1024 - 512 ? 2 : 1;` */
const char *kp_guard_text(struct kp_unit *u, const struct kp_homes *homes,
                          const struct kp_home *first)
{
    struct sum s = {.u = u,
                    .homes = homes,
                    .spot = spot_of(first),
                    .staged = kp_str_new(u->arena),
                    .other = kp_str_new(u->arena),
                    .stages = first->stages};
    int padding;

    add_shared(&s, first->function->decl);
    padding = KP_STAGE_ALIGN * (s.stages * s.n_staged + s.n_other);
    return kp_sprintf(u->arena, "constexpr int %s = %d * (%s)%s%s <= %d ? %d : 1;", first->count,
                      s.stages, kp_str_text(&s.staged), s.n_other ? " + " : "",
                      kp_str_text(&s.other), STATIC_LIMIT - padding, s.stages);
}
