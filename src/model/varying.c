/* Names whose meaning depends on the build: on the compiler's pass, for the host or the device, and
 * on the branches of #if groups alone. */
#include "front/front.h"
#include "front/lex.h"
#include "model/asked.h"
#include "model/brought.h"
#include "model/look.h"
#include "model/named.h"

/* ---- host and device ------------------------------------------------------------------------ */

/* What names lead to, through all files. */
struct search {
    struct kp_unit *u;
    struct kp_words names;
    KP_VEC(const struct kp_branch_group *) groups; /* around what is named, and inside of it */
    struct kp_named_pieces pieces;
    enum kp_named_what what;
    struct kp_map included; /* the files whose directives were looked at */
    bool asks, grew;
};

/* Takes the words of the group's conditions. */
static void take_group(struct search *k, const char *s, const struct kp_branch_group *g)
{
    for (size_t i = 0; i < k->groups.n; i++)
        if (k->groups.v[i] == g)
            return;
    kp_push(k->u->arena, &k->groups, g);
    for (size_t i = 0; i < g->lines.n; i++) {
        struct kp_token line = {KP_TOKEN_DIRECTIVE, g->lines.v[i].begin, g->lines.v[i].end};
        uint32_t at = kp_lex_directive(s, line).end;

        kp_words_of(k->u->arena, &k->names, s, (struct kp_span){at, line.end});
    }
    k->grew = true;
}

static void take_groups(struct search *k, size_t file, struct kp_span of);

/* The groups around the directives that include the file. */
static void take_includers(struct search *k, size_t file)
{
    size_t *known = kp_map_at(k->u->arena, &k->included, kp_place_file(k->u, file));

    if ((*known)++)
        return;
    for (size_t i = 0; i < k->u->parse.inclusions.n; i++)
        if (kp_is_inclusion_of(k->u, &k->u->parse.inclusions.v[i], file))
            take_groups(k, k->u->parse.inclusions.v[i].file, k->u->parse.inclusions.v[i].span);
}

static void take_groups(struct search *k, size_t file, struct kp_span of)
{
    const struct kp_branch_groups *all = kp_groups_in(k->u, file);

    k->asks |= all->broken;
    for (size_t i = 0; i < all->list.n; i++)
        if (kp_spans_overlap(of, kp_group_span(&all->list.v[i])))
            take_group(k, kp_place_file(k->u, file)->text, &all->list.v[i]);
}

/* #undef has no body that leads further. */
static void take_undefined(struct search *k)
{
    kp_each_macro(m,
                  k->u) if (m->piece->is_undef && kp_words_have(&k->names, m->text + m->name.begin,
                                                                m->name.end - m->name.begin))
        take_groups(k, m->file, m->piece->span);
}

/* True if what the names mean depends on the compiler's pass. */
static bool ask(struct search *k)
{
    size_t seen = 0;

    kp_words_add(k->u->arena, &k->names, KP_ANY_NAMESPACE, strlen(KP_ANY_NAMESPACE));
    do {
        k->grew = false;
        kp_close_names(k->u, k->what, &k->names, &k->pieces);
        take_undefined(k);
        for (; seen < k->pieces.n; seen++) {
            take_groups(k, k->pieces.v[seen].file, k->pieces.v[seen].piece->span);
            if (k->pieces.v[seen].file)
                take_includers(k, k->pieces.v[seen].file);
        }
        if (k->asks || kp_names_architecture(&k->names))
            return true;
    } while (k->grew);
    return false;
}

/* True if any text of the unit has the name. */
static bool says_architecture(struct kp_unit *u)
{
    bool says = false;

    for (size_t i = 0; !u->says_architecture && i < u->parse.files.n; i++) {
        const char *s = kp_place_file(u, i)->text;

        says |= s && strstr(s, KP_ARCHITECTURE);
    }
    if (!u->says_architecture)
        u->says_architecture = says ? 1 : 2;
    return u->says_architecture == 1;
}

bool kp_asks_architecture(struct kp_unit *u, struct kp_span text)
{
    struct search k = {.u = u, .what = KP_NAMED_ALL};

    if (!says_architecture(u))
        return false;
    kp_words_of(u->arena, &k.names, u->source.text, text);
    return ask(&k);
}

bool kp_asks_architecture_of(struct kp_unit *u, const char *text)
{
    struct search k = {.u = u, .what = KP_NAMED_PLAIN};

    if (!says_architecture(u))
        return false;
    kp_words_of(u->arena, &k.names, text, (struct kp_span){0, (uint32_t)strlen(text)});
    return ask(&k);
}

/* ---- what varies from branch to branch --------------------------------------------------------
 */

static void add_names(struct kp_unit *u, const char *text, const struct kp_piece *p,
                      struct kp_words *out)
{
    for (size_t i = 0; i < p->names.list.n; i++) {
        struct kp_span s = p->names.list.v[i];

        kp_words_add(u->arena, out, text + s.begin, s.end - s.begin);
    }
}

/* Headers may choose by names of their own, of which the branches say nothing. */
static void add_brought(struct kp_unit *u, size_t group, struct kp_words *out)
{
    const struct kp_brought *b;

    if (u->options->one_build && !kp_differs_by_compiler(u, 0, &kp_groups_in(u, 0)->list.v[group]))
        return;
    b = kp_brought_by(u, 0, group);
    for (size_t i = 0; i < b->files.n; i++)
        for (size_t k = 0; k < b->files.v[i].pieces->list.n; k++)
            add_names(u, b->files.v[i].text, &b->files.v[i].pieces->list.v[k], out);
}

/* Another build may have another one. */
static void add_of_command(struct kp_unit *u, struct kp_words *out)
{
    struct kp_texts said = {0};

    kp_command_macros(u, &said);
    for (size_t i = 0; i < said.n; i++)
        kp_words_add(u->arena, out, said.v[i], strcspn(said.v[i], "=("));
}

/* True if the piece is in a branch of a group that is not in `matter`, of which one branch is
 * looked at. Around the function there is only the branch that has it. */
static bool is_in_other_group(const struct kp_builds *b, struct kp_span function,
                              const struct kp_piece *p)
{
    size_t next = 0;

    for (size_t i = 0; i < b->groups.list.n; i++) {
        const struct kp_branch_group *g = &b->groups.list.v[i];
        struct kp_span all = kp_group_span(g);

        if (next < b->matter.n && b->matter.v[next] == i) {
            next++;
            continue;
        }
        if (g->fixed < 0 && kp_spans_overlap(p->span, all) &&
            (all.begin > function.begin || all.end < function.end))
            return true;
    }
    return false;
}

static bool is_made_of(const struct kp_unit *u, const struct kp_piece *p,
                       const struct kp_words *names)
{
    const char *s = u->source.text;

    for (struct kp_token t = kp_lex_code(s, p->body.begin, p->body.end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(s, t.end, p->body.end))
        if (t.kind == KP_TOKEN_IDENT && kp_words_have(names, s + t.begin, t.end - t.begin))
            return true;
    return false;
}

/* Adds the names of what is made of the names. */
static void close_over(struct kp_unit *u, struct kp_words *names)
{
    const struct kp_pieces *pieces = kp_pieces_of(u);
    size_t before;

    do {
        before = names->used;
        for (size_t i = 0; i < pieces->list.n; i++)
            if (is_made_of(u, &pieces->list.v[i], names))
                add_names(u, u->source.text, &pieces->list.v[i], names);
    } while (names->used != before);
}

/* Names that something else than the branches in `matter` may give another meaning: a header, the
 * command line, another #if, and a macro with one definition, which these may replace. */
static void find_open(struct kp_unit *u, const struct kp_builds *b, struct kp_span function,
                      const struct kp_words *varying, struct kp_words *open)
{
    const char *s = u->source.text;

    add_of_command(u, open);
    for (size_t k = 0; k < b->matter.n; k++)
        if (b->groups.list.v[b->matter.v[k]].fixed < 0)
            add_brought(u, b->matter.v[k], open);
    for (size_t f = 0; f < u->parse.files.n; f++) {
        const struct kp_pieces *pieces = kp_pieces_in(u, f);

        for (size_t i = 0; i < pieces->list.n; i++) {
            const struct kp_piece *p = &pieces->list.v[i];
            struct kp_span name = p->names.list.n ? p->names.list.v[0] : (struct kp_span){0};

            if (f)
                add_names(u, kp_place_file(u, f)->text, p, open);
            else if (is_in_other_group(b, function, p) ||
                     !kp_words_have(varying, s + name.begin, name.end - name.begin))
                add_names(u, s, p, open);
        }
    }
    close_over(u, open);
}

void kp_varying_names(struct kp_unit *u, const struct kp_builds *b, struct kp_span function,
                      struct kp_words *out)
{
    const struct kp_pieces *pieces = kp_pieces_of(u);
    struct kp_words varying = {0}, open = {0};

    for (size_t i = 0; i < pieces->list.n; i++)
        for (size_t k = 0; k < b->matter.n; k++) {
            const struct kp_branch_group *g = &b->groups.list.v[b->matter.v[k]];
            struct kp_span all = kp_group_span(g), piece = pieces->list.v[i].span;

            if (g->fixed < 0 && piece.begin >= all.begin && piece.end <= all.end)
                add_names(u, u->source.text, &pieces->list.v[i], &varying);
        }
    close_over(u, &varying);
    find_open(u, b, function, &varying, &open);
    for (size_t i = 0; i < varying.size; i++)
        if (varying.slots[i] && !kp_words_have(&open, varying.slots[i], strlen(varying.slots[i])))
            kp_words_add(u->arena, out, varying.slots[i], strlen(varying.slots[i]));
}
