/* Names whose meaning depends on the build: on the compiler's pass, for the host or the device, and
 * on the branches of #if groups alone. */
#include "front/front.h"
#include "front/lex.h"
#include "model/brought.h"
#include "model/look.h"
#include "model/named.h"

/* ---- host and device ------------------------------------------------------------------------ */

/* The words of the group's conditions. */
static void add_conditions(struct kp_look *k, const struct kp_branch_group *g)
{
    for (size_t i = 0; i < g->lines.n; i++) {
        struct kp_token line = {KP_TOKEN_DIRECTIVE, g->lines.v[i].begin, g->lines.v[i].end};
        uint32_t at = kp_lex_directive(k->u->source.text, line).end;

        kp_words_of(k->u->arena, &k->names, k->u->source.text, (struct kp_span){at, line.end});
    }
}

/* Takes what is named; true when that was more than before. */
static bool take_named(struct kp_look *k)
{
    bool grew = false;

    for (size_t i = 0; i < k->pieces->list.n; i++) {
        const struct kp_piece *p = &k->pieces->list.v[i];

        if (k->taken[i] || !kp_look_names(k, p))
            continue;
        k->taken[i] = grew = true;
        kp_words_of(k->u->arena, &k->names, k->u->source.text, p->body);
        for (size_t n = 0; n < k->out->groups.list.n; n++)
            if (kp_spans_overlap(p->span, kp_group_span(&k->out->groups.list.v[n])) &&
                !k->matters[n]) {
                k->matters[n] = true;
                add_conditions(k, &k->out->groups.list.v[n]);
            }
    }
    return grew;
}

static bool asks_in_source(struct kp_unit *u, const struct kp_words *names)
{
    struct kp_builds builds = {0};
    struct kp_look k = {.u = u, .out = &builds, .pieces = kp_pieces_of(u), .names = *names};

    builds.groups = *kp_branch_groups_of(u);
    k.matters = kp_new_array(u->arena, uint8_t, builds.groups.list.n + 1);
    k.taken = kp_new_array(u->arena, uint8_t, k.pieces->list.n + 1);
    while (take_named(&k))
        ;
    for (size_t i = 0; i < builds.groups.list.n; i++)
        if (k.matters[i] && kp_group_asks_architecture(&k, &builds.groups.list.v[i]))
            return true;
    return builds.broken;
}

bool kp_asks_architecture(struct kp_unit *u, struct kp_span text)
{
    struct kp_words names = {0};

    kp_words_of(u->arena, &names, u->source.text, text);
    return asks_in_source(u, &names);
}

/* Does any text of the unit have the name? */
static void find_architecture(struct kp_unit *u)
{
    u->says_architecture.is_known = true;
    u->says_architecture.source = strstr(u->source.text, KP_ARCHITECTURE);
    for (size_t i = 1; i < u->parse.files.n; i++)
        u->says_architecture.header |=
            u->parse.files.v[i].text && strstr(u->parse.files.v[i].text, KP_ARCHITECTURE);
}

bool kp_asks_architecture_of(struct kp_unit *u, const char *text)
{
    struct kp_words names = {0};
    struct kp_named_pieces taken = {0};

    if (!u->says_architecture.is_known)
        find_architecture(u);
    if (!u->says_architecture.source && !u->says_architecture.header)
        return false;
    kp_words_of(u->arena, &names, text, (struct kp_span){0, (uint32_t)strlen(text)});
    if (u->says_architecture.source && asks_in_source(u, &names))
        return true;
    kp_close_names(u, KP_NAMED_ALL, &names, &taken);
    for (size_t i = 0; i < taken.n; i++)
        if (taken.v[i].file && strstr(u->parse.files.v[taken.v[i].file].text, KP_ARCHITECTURE))
            return true;
    return false;
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

    if (u->options->one_build)
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

/* Is the piece in a branch of a group that is not in `matter`, of which one branch is looked at?
 * Around the function there is only the branch that has it. */
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
