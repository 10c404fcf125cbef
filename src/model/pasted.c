/* Names that macros make: who says `scaled` names the function that `DEF(scal)` declares where a
 * macro has `n##ed`, and the one that is called NAME where that is a macro for `scaled`; and who
 * says `USE(1)` may name INC_1. */
#include "front/pasted.h"

#include <string.h>

#include "front/front.h"
#include "front/heads.h"
#include "front/lex.h"
#include "model/named.h"

/* What words of a text may be, besides macros. */
enum role {
    NOTHING,
    NAMES, /* of what is declared, where they are in no parentheses but a macro's arguments */
    PARTS, /* .. or parts of these */
    N_ROLES
};

/* A declaration whose names macros may make. */
struct pasting {
    struct kp_named piece;
    struct kp_words names; /* of macros' texts, and what is beside a `##`: maybe with nothing */
    struct kp_words parts; /* macros' arguments, and what is beside a `##` */
    struct kp_words seen[N_ROLES]; /* macros whose texts are looked at */
    bool pastes;
};

struct kp_pastings {
    KP_VEC(struct pasting *) list;
    struct kp_words names, parts; /* of all */
};

uint32_t kp_paste_at(const char *text, struct kp_token t, uint32_t end)
{
    if (kp_token_is(text, t, "##"))
        return 2;
    return t.begin + 4 <= end && !memcmp(text + t.begin, "%:%:", 4) ? 4 : 0;
}

/* ---- names made of parts -------------------------------------------------------------------- */

void kp_add_pasted_names(struct kp_unit *u, const struct kp_words *words, struct kp_words *out)
{
    const struct kp_words *all = kp_names_of_pieces(u);

    for (size_t i = 0; i < all->size; i++)
        if (all->slots[i] && !kp_words_have(words, all->slots[i], strlen(all->slots[i])) &&
            kp_is_made_of_words(u->arena, words, all->slots[i]))
            kp_words_add(u->arena, out, all->slots[i], strlen(all->slots[i]));
}

/* ---- declarations by macros that paste ------------------------------------------------------- */

/* A text: of the declaration, or of a macro's definition. */
struct said {
    const char *text;
    struct kp_span in;
    struct kp_words parameters; /* which may stand for macros */
    enum role role;
};

static void add_parts(struct kp_unit *u, struct pasting *p, const struct said *s);

static void add_word(struct kp_unit *u, struct kp_words *to, const char *text, struct kp_token t)
{
    if (t.kind == KP_TOKEN_IDENT || t.kind == KP_TOKEN_NUMBER)
        kp_words_add(u->arena, to, text + t.begin, t.end - t.begin);
}

/* A definition's text has its parameters' list in front. */
static struct said said_by(struct kp_unit *u, const struct kp_named *m, enum role role)
{
    struct said s = {.text = m->text, .in = m->piece->body, .role = role};

    if (m->piece->is_function_like) {
        uint32_t close = kp_lex_close(m->text, s.in.begin, s.in.end);

        kp_words_of(u->arena, &s.parameters, m->text, (struct kp_span){s.in.begin, close});
        s.in.begin = close < s.in.end ? close + 1 : close;
        s.role = role == NOTHING ? NAMES : role;
    }
    return s;
}

static bool is_of_system(const struct kp_unit *u, const char *name, size_t n)
{
    return u->parse.system_macros && kp_words_have(u->parse.system_macros, name, n);
}

static void add_macro(struct kp_unit *u, struct pasting *p, const char *name, size_t n,
                      enum role role)
{
    const struct kp_named_pieces *all = kp_definitions_named(u, name, n);

    if (kp_words_have(&p->seen[role], name, n))
        return;
    kp_words_add(u->arena, &p->seen[role], name, n);
    for (size_t i = 0; i < all->n; i++) {
        struct said s = said_by(u, &all->v[i], role);

        add_parts(u, p, &s);
    }
    p->pastes |= u->parse.system_pastes && is_of_system(u, name, n);
}

static void add_paste(struct kp_unit *u, struct pasting *p, const struct said *s,
                      struct kp_token word)
{
    if (kp_words_have(&s->parameters, s->text + word.begin, word.end - word.begin))
        return;
    add_word(u, &p->names, s->text, word);
    add_word(u, &p->parts, s->text, word);
}

/* True if a function's body, or its end, follows on the parameters at `open`. */
static bool is_function(struct kp_unit *u, const struct said *s, uint32_t open)
{
    struct kp_token t = kp_lex_code(s->text, kp_lex_close(s->text, open, s->in.end) + 1, s->in.end);

    return kp_are_parameters(u, s->text, open, s->in.end) &&
           (kp_token_is(s->text, t, "{") || kp_token_is(s->text, t, ";"));
}

/* The arguments behind the word; an empty span: it takes none. A parameter may be a macro's name,
 * or a function's. */
static struct kp_span arguments_of(struct kp_unit *u, const struct said *s, struct kp_token word)
{
    const char *name = s->text + word.begin;
    size_t n = word.end - word.begin;
    struct kp_token open = kp_lex_code(s->text, word.end, s->in.end);
    bool is_parameter = kp_words_have(&s->parameters, name, n);

    if (word.kind != KP_TOKEN_IDENT || !kp_token_is(s->text, open, "(") ||
        (is_parameter && is_function(u, s, open.begin)) ||
        (!is_parameter && !is_of_system(u, name, n) &&
         !(kp_definitions_named(u, name, n)->n && kp_may_take_arguments(u, name, n))))
        return (struct kp_span){0};
    return (struct kp_span){open.end, kp_lex_close(s->text, open.begin, s->in.end)};
}

/* In the declaration's own text arguments are names already. */
static void add_as(struct kp_unit *u, struct pasting *p, const struct said *s, struct kp_token t,
                   unsigned depth)
{
    bool is_name = s->role != NOTHING && !depth;

    if (is_name && !kp_is_word_of_declarations(s->text, t) &&
        !kp_words_have(&s->parameters, s->text + t.begin, t.end - t.begin))
        add_word(u, &p->names, s->text, t);
    if (is_name && s->role == PARTS)
        add_word(u, &p->parts, s->text, t);
    if (t.kind == KP_TOKEN_IDENT)
        add_macro(u, p, s->text + t.begin, t.end - t.begin, is_name ? s->role : NOTHING);
}

/* What is in braces declares no name out of them, but for an enumeration's. */
static void add_parts(struct kp_unit *u, struct pasting *p, const struct said *s)
{
    struct kp_token last = {.kind = KP_TOKEN_END};
    unsigned depth = 0;
    bool is_enum = false;

    for (struct kp_token t = kp_lex_code(s->text, s->in.begin, s->in.end); t.kind != KP_TOKEN_END;
         last = t, t = kp_lex_code(s->text, t.end, s->in.end)) {
        uint32_t paste = kp_paste_at(s->text, t, s->in.end);
        struct said arguments = *s;

        is_enum |= kp_token_is(s->text, t, "enum");
        if (kp_token_is(s->text, t, "("))
            depth++;
        else if (kp_token_is(s->text, t, ")") && depth)
            depth--;
        add_as(u, p, s, t, depth);
        if (paste) {
            p->pastes = true;
            t.end = t.begin + paste;
            add_paste(u, p, s, last);
            add_paste(u, p, s, kp_lex_code(s->text, t.end, s->in.end));
        } else if (kp_token_is(s->text, t, "{") && !is_enum)
            t.end = kp_lex_close(s->text, t.begin, s->in.end);
        arguments.in = arguments_of(u, s, t);
        arguments.role = PARTS;
        if (arguments.in.end) {
            add_parts(u, p, &arguments);
            t.end = arguments.in.end;
        }
    }
}

/* The declaration, whose name may be a macro. */
static void add_declaration(struct kp_unit *u, struct pasting *p)
{
    const char *text = p->piece.text;
    const struct kp_piece *d = p->piece.piece;

    for (size_t i = 0; i < d->names.list.n; i++) {
        struct kp_span n = d->names.list.v[i];

        add_macro(u, p, text + n.begin, n.end - n.begin, NAMES);
    }
    add_parts(u, p, &(struct said){.text = text, .in = d->span});
}

static void add_all(struct kp_unit *u, struct kp_words *to, const struct kp_words *words)
{
    for (size_t i = 0; i < words->size; i++)
        if (words->slots[i])
            kp_words_add(u->arena, to, words->slots[i], strlen(words->slots[i]));
}

static struct kp_pastings *pastings_of(struct kp_unit *u)
{
    if (u->pastings)
        return u->pastings;
    u->pastings = kp_new(u->arena, struct kp_pastings);
    for (const struct kp_named *d = kp_declarations_in(u); d->text; d++) {
        struct pasting p = {.piece = *d}, *own;

        add_declaration(u, &p);
        if (!p.pastes && !p.names.used)
            continue;
        own = kp_new(u->arena, struct pasting);
        *own = p;
        kp_push(u->arena, &u->pastings->list, own);
        add_all(u, &u->pastings->names, &p.names);
        if (p.pastes)
            add_all(u, &u->pastings->parts, &p.parts);
    }
    return u->pastings;
}

static bool may_declare(struct kp_unit *u, const struct pasting *p, const char *name)
{
    return kp_words_have(&p->names, name, strlen(name)) ||
           (p->pastes && kp_is_made_of_words(u->arena, &p->parts, name));
}

void kp_pieces_pasted(struct kp_unit *u, const struct kp_words *words, struct kp_named_pieces *out)
{
    const struct kp_pastings *all = pastings_of(u);
    struct kp_texts made = {0}; /* the few that any of them may declare */

    for (size_t i = 0; all->list.n && i < words->size; i++)
        if (words->slots[i] &&
            (kp_words_have(&all->names, words->slots[i], strlen(words->slots[i])) ||
             kp_is_made_of_words(u->arena, &all->parts, words->slots[i])))
            kp_push(u->arena, &made, words->slots[i]);
    for (size_t i = 0; i < all->list.n; i++)
        for (size_t k = 0; k < made.n; k++)
            if (may_declare(u, all->list.v[i], made.v[k])) {
                kp_push(u->arena, out, all->list.v[i]->piece);
                break;
            }
}
