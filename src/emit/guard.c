/* The static guard: where a size depends on what the file does not fix, the number of stages is a
 * constant expression over the sizes of all shared variables of the function. It stands in front of
 * the first declaration that it serves, so all that the sizes are made of has to be visible there.
 */
#include "emit/emit.h"

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

/* Where the guard of these homes will stand: inside which block, in front of which byte. */
struct spot {
    const struct kp_node *at;
    const struct kp_sym *function;
};

static bool is_out_of_sight(const struct spot *spot, const struct kp_node *decl)
{
    const struct kp_node *block = decl->parent;

    while (block && block->kind == KP_DECL_STMT)
        block = block->parent;
    return decl->span.begin >= spot->at->span.begin || !kp_is_inside(spot->at, block);
}

/* `using namespace app;` in the function: may the name come from there? Words of the language do
 * not, nor what is known to be declared outside of all namespaces. */
static bool is_from_namespace(const struct kp_unit *u, const struct kp_token *t)
{
    static const char *const words[] = {
        "__shared__", "static", "volatile", "const",  "__align__", "alignas", "sizeof", "float",
        "double",     "int",    "unsigned", "signed", "char",      "short",   "long",   "bool"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (kp_token_is(u->source.text, *t, words[i]))
            return false;
    for (size_t i = 0; i < u->parse.syms.n; i++) {
        const struct kp_sym *s = u->parse.syms.v[i];

        if (s && kp_token_is(u->source.text, *t, s->name) && kp_streq(s->qualified, s->name))
            return false;
    }
    return true;
}

/* May the name be that of a type, or what else a typedef, a using or an enum declares, that cannot
 * be seen from there? */
static bool is_hidden_name(const struct kp_unit *u, const struct spot *spot,
                           const struct kp_token *t, const struct kp_node *n)
{
    const char *s = u->source.text;

    if (n->kind == KP_OTHER_DECL && !n->file && is_out_of_sight(spot, n)) {
        struct kp_token first = kp_lex_code(s, n->span.begin, n->span.end);
        struct kp_token second = kp_lex_code(s, first.end, n->span.end);
        char *name = kp_strndup(u->arena, s + t->begin, t->end - t->begin);

        if (kp_token_is(s, first, "using") && kp_token_is(s, second, "namespace"))
            return is_from_namespace(u, t);
        if (!kp_token_is(s, first, "static_assert") &&
            kp_lex_has(s, n->span.begin, n->span.end, name))
            return true;
    }
    kp_each_child(c, n) if (is_hidden_name(u, spot, t, c)) return true;
    return false;
}

enum sight { IN_SIGHT, HIDDEN, HIDDEN_NUMBER };

/* Is the name that of a local that cannot be seen from there: declared later, or in another block?
 * A number can be written in its place; with two locals of the name nobody knows which it is. */
static enum sight sight_of(const struct kp_unit *u, const struct spot *spot,
                           const struct kp_token *t, int64_t *value)
{
    const struct kp_sym *hidden = NULL;
    unsigned n = 0;

    for (size_t i = 0; i < u->parse.syms.n; i++) {
        const struct kp_sym *s = u->parse.syms.v[i];

        if (!s || !s->decl || s->parent != spot->function || s->kind == KP_SYM_PARAM ||
            s->kind == KP_SYM_TVALUE || !kp_token_is(u->source.text, *t, s->name))
            continue;
        n++;
        if (is_out_of_sight(spot, s->decl))
            hidden = s;
    }
    if (!hidden)
        return is_hidden_name(u, spot, t, spot->function->decl) ? HIDDEN : IN_SIGHT;
    *value = hidden->value;
    return n == 1 && hidden->has_value ? HIDDEN_NUMBER : HIDDEN;
}

/* The text with its hidden numbers written out; NULL when something else is hidden. */
static const char *said(struct kp_unit *u, const struct spot *spot, struct kp_span span)
{
    struct kp_patches p = {0};
    const char *s = u->source.text;
    int64_t value;

    for (struct kp_token t = kp_lex_code(s, span.begin, span.end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(s, t.end, span.end)) {
        enum sight sight = t.kind == KP_TOKEN_IDENT ? sight_of(u, spot, &t, &value) : IN_SIGHT;

        if (sight == HIDDEN)
            return NULL;
        if (sight == HIDDEN_NUMBER)
            kp_patch(u, &p, t.begin, t.end, kp_sprintf(u->arena, "%lld", (long long)value));
    }
    return kp_render(u, span, &p);
}

const char *kp_said_outside(struct kp_unit *u, const struct kp_sym *function, struct kp_span span)
{
    struct spot spot = {function->decl, function};

    return said(u, &spot, span);
}

static bool sizes_can_be_said(struct kp_unit *u, const struct spot *spot, const struct kp_node *n)
{
    const struct kp_node *v = n->kind == KP_DECL_STMT ? n->first : NULL;
    struct kp_declaration d;

    if (v && v->sym && v->sym->space == KP_SPACE_SHARED && !v->sym->is_extern &&
        kp_cut_declaration(u, n, &d)) {
        const char *specifiers = said(u, spot, d.specifiers);

        if (!kp_streq(specifiers, kp_span_text(u, d.specifiers)))
            return false;
        for (size_t i = 0; i < d.list.n; i++)
            if (!said(u, spot, (struct kp_span){d.list.v[i].name.end, d.list.v[i].span.end}))
                return false;
    }
    kp_each_child(c, n) if (!sizes_can_be_said(u, spot, c)) return false;
    return true;
}

static struct spot spot_of(const struct kp_home *h)
{
    return (struct spot){h->hoisted_by ? h->hoisted_by->node : h->stmt, h->function};
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

static void add_size(struct sum *s, const struct kp_declaration *d,
                     const struct kp_declarator *item, bool staged)
{
    struct kp_str *out = staged ? &s->staged : &s->other;
    uint32_t end = item->span.end;

    kp_str_addf(out, "%ssizeof(%s%s)", out->n ? " + " : "", kp_bare_specifiers(s->u, d, false),
                said(s->u, &s->spot, (struct kp_span){item->name.end, end}));
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

            add_size(s, &d, &d.list.v[i], staged);
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
