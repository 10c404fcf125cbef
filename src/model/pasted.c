/* Names that macros make of parts: who says `scaled` names the function that `DEF(scal)` declares
 * where a macro has `n##ed`, and who says `USE(1)` may name INC_1. */
#include "front/pasted.h"

#include <string.h>

#include "front/front.h"
#include "front/heads.h"
#include "front/lex.h"
#include "model/named.h"

/* A declaration whose text has, or leads to, a macro that pastes. */
struct pasting {
    struct kp_named piece;
    struct kp_words parts;   /* macros' arguments, and what is beside a `##` */
    struct kp_words glued;   /* the latter: they are the name where nothing is behind it */
    struct kp_words seen[2]; /* macros whose texts are looked at; [1]: as arguments */
    bool pastes;
};

struct kp_pastings {
    KP_VEC(struct pasting *) list;
    struct kp_words parts; /* of all */
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
    bool is_argument;           /* all of its words may be parts */
};

static void add_parts(struct kp_unit *u, struct pasting *p, const struct said *s);

static void add_word(struct kp_unit *u, struct kp_words *to, const char *text, struct kp_token t)
{
    if (t.kind == KP_TOKEN_IDENT || t.kind == KP_TOKEN_NUMBER)
        kp_words_add(u->arena, to, text + t.begin, t.end - t.begin);
}

static void add_definition(struct kp_unit *u, struct pasting *p, const struct kp_named *m,
                           bool is_argument)
{
    struct said s = {.text = m->text, .in = m->piece->body, .is_argument = is_argument};

    if (m->piece->is_function_like) {
        uint32_t close = kp_lex_close(m->text, s.in.begin, s.in.end);

        kp_words_of(u->arena, &s.parameters, m->text, (struct kp_span){s.in.begin, close});
        s.in.begin = close < s.in.end ? close + 1 : close;
    }
    add_parts(u, p, &s);
}

static bool is_of_system(const struct kp_unit *u, const char *name, size_t n)
{
    return u->parse.system_macros && kp_words_have(u->parse.system_macros, name, n);
}

static void add_macro(struct kp_unit *u, struct pasting *p, const char *name, size_t n,
                      bool is_argument)
{
    const struct kp_named_pieces *all = kp_definitions_named(u, name, n);
    struct kp_words *seen = &p->seen[is_argument];

    if (kp_words_have(seen, name, n))
        return;
    kp_words_add(u->arena, seen, name, n);
    for (size_t i = 0; i < all->n; i++)
        add_definition(u, p, &all->v[i], is_argument);
    p->pastes |= u->parse.system_pastes && is_of_system(u, name, n);
}

static void add_paste(struct kp_unit *u, struct pasting *p, const struct said *s,
                      struct kp_token word)
{
    if (kp_words_have(&s->parameters, s->text + word.begin, word.end - word.begin))
        return;
    add_word(u, &p->glued, s->text, word);
    add_word(u, &p->parts, s->text, word);
}

/* The end of the arguments behind the word, `word.end` where it takes none. */
static uint32_t arguments_end(struct kp_unit *u, const struct said *s, struct kp_token word)
{
    const char *name = s->text + word.begin;
    size_t n = word.end - word.begin;
    struct kp_token open = kp_lex_code(s->text, word.end, s->in.end);

    if (word.kind != KP_TOKEN_IDENT || !kp_token_is(s->text, open, "(") ||
        (!kp_words_have(&s->parameters, name, n) && !is_of_system(u, name, n) &&
         !(kp_definitions_named(u, name, n)->n && kp_may_take_arguments(u, name, n))))
        return word.end;
    return kp_lex_close(s->text, open.begin, s->in.end);
}

/* What is in braces declares no name out of them, but for an enumeration's. */
static void add_parts(struct kp_unit *u, struct pasting *p, const struct said *s)
{
    struct kp_token last = {.kind = KP_TOKEN_END};
    bool is_enum = false;

    for (struct kp_token t = kp_lex_code(s->text, s->in.begin, s->in.end); t.kind != KP_TOKEN_END;
         last = t, t = kp_lex_code(s->text, t.end, s->in.end)) {
        uint32_t paste = kp_paste_at(s->text, t, s->in.end);
        struct said arguments = *s;

        is_enum |= kp_token_is(s->text, t, "enum");
        if (s->is_argument)
            add_word(u, &p->parts, s->text, t);
        if (t.kind == KP_TOKEN_IDENT)
            add_macro(u, p, s->text + t.begin, t.end - t.begin, s->is_argument);
        if (paste) {
            p->pastes = true;
            t.end = t.begin + paste;
            add_paste(u, p, s, last);
            add_paste(u, p, s, kp_lex_code(s->text, t.end, s->in.end));
        } else if (kp_token_is(s->text, t, "{") && !is_enum)
            t.end = kp_lex_close(s->text, t.begin, s->in.end);
        arguments.in = (struct kp_span){t.end, arguments_end(u, s, t)};
        arguments.is_argument = true;
        if (arguments.in.end > t.end && !s->is_argument) {
            add_parts(u, p, &arguments);
            t.end = arguments.in.end;
        }
    }
}

static bool may_paste(struct kp_unit *u)
{
    bool any = u->parse.system_pastes;

    for (size_t f = 0; f < u->parse.files.n && !any; f++)
        any = kp_place_file(u, f)->text && kp_pastes(kp_place_file(u, f)->text);
    return any;
}

static void add_all(struct kp_unit *u, struct kp_words *to, const struct kp_words *words)
{
    for (size_t i = 0; i < words->size; i++)
        if (words->slots[i])
            kp_words_add(u->arena, to, words->slots[i], strlen(words->slots[i]));
}

static struct kp_pastings *pastings_of(struct kp_unit *u)
{
    bool any;

    if (u->pastings)
        return u->pastings;
    u->pastings = kp_new(u->arena, struct kp_pastings);
    any = may_paste(u);
    for (const struct kp_named *d = kp_declarations_in(u); any && d->text; d++) {
        struct pasting *p = kp_new(u->arena, struct pasting);

        p->piece = *d;
        add_parts(u, p, &(struct said){.text = d->text, .in = d->piece->span});
        if (!p->pastes)
            continue;
        kp_push(u->arena, &u->pastings->list, p);
        add_all(u, &u->pastings->parts, &p->parts);
    }
    return u->pastings;
}

static bool may_declare(struct kp_unit *u, const struct pasting *p, const struct kp_words *words)
{
    for (size_t i = 0; i < words->size; i++)
        if (words->slots[i] && kp_is_made_of_words(u->arena, &p->parts, words->slots[i]))
            return true;
    for (size_t i = 0; i < p->glued.size; i++)
        if (p->glued.slots[i] && kp_words_have(words, p->glued.slots[i], strlen(p->glued.slots[i])))
            return true;
    return false;
}

void kp_pieces_pasted(struct kp_unit *u, const struct kp_words *words, struct kp_named_pieces *out)
{
    const struct kp_pastings *all = pastings_of(u);
    struct kp_words made = {0}; /* the few that any of them may declare */

    for (size_t i = 0; all->list.n && i < words->size; i++)
        if (words->slots[i] &&
            (kp_words_have(&all->parts, words->slots[i], strlen(words->slots[i])) ||
             kp_is_made_of_words(u->arena, &all->parts, words->slots[i])))
            kp_words_add(u->arena, &made, words->slots[i], strlen(words->slots[i]));
    for (size_t i = 0; i < all->list.n; i++)
        if (may_declare(u, all->list.v[i], &made))
            kp_push(u->arena, out, all->list.v[i]->piece);
}
