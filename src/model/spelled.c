#include "model/spelled.h"

#include <ctype.h>

#include "front/front.h"
#include "front/lex.h"
#include "front/pasted.h"
#include "front/pieces.h"

/* Does the token at `t` go on in the next line, or is it a character's number? */
static bool is_divided(const char *text, struct kp_token t, uint32_t size)
{
    uint32_t n = t.end < size ? kp_lex_splice(text, t.end, size) : 0;

    if (kp_token_is(text, t, "\\"))
        return text[t.end] == 'u' || text[t.end] == 'U' || text[t.end] == 'N';
    return n && (t.kind == KP_TOKEN_IDENT || t.kind == KP_TOKEN_NUMBER) &&
           (kp_is_ident_char(text[t.end + n]) || text[t.end + n] == '\\');
}

bool kp_divides_names(const char *text)
{
    uint32_t size = (uint32_t)strlen(text);

    if (!strchr(text, '\\'))
        return false;
    for (struct kp_token t = kp_lex(text, 0, size); t.kind != KP_TOKEN_END;
         t = kp_lex(text, t.end, size)) {
        if (t.kind == KP_TOKEN_DIRECTIVE) /* its words are tokens, too */
            t.end = kp_lex_directive(text, t).begin;
        else if (is_divided(text, t, size))
            return true;
    }
    return false;
}

/* ---- parts ---------------------------------------------------------------------------------- */

struct kp_parts {
    struct kp_words words; /* of all files, of the macros that they define, of the command line */
    bool pastes, divides;
};

static void add_text(struct kp_unit *u, struct kp_parts *p, const char *text,
                     const struct kp_pieces *pieces)
{
    kp_words_of(u->arena, &p->words, text, (struct kp_span){0, (uint32_t)strlen(text)});
    for (size_t i = 0; i < pieces->list.n; i++)
        if (pieces->list.v[i].is_macro)
            kp_words_of(u->arena, &p->words, text, pieces->list.v[i].body);
    p->pastes |= kp_pastes(text);
    p->divides |= kp_divides_names(text);
}

static const struct kp_parts *parts_of(struct kp_unit *u)
{
    const char *said = u->parse.command_line;

    if (u->parts)
        return u->parts;
    u->parts = kp_new(u->arena, struct kp_parts);
    u->parts->pastes = u->parse.system_pastes || u->parse.errors.n; /* a header is not there */
    for (size_t i = 0; i < u->parse.files.n; i++)
        if (kp_place_file(u, i)->text)
            add_text(u, u->parts, kp_place_file(u, i)->text, kp_pieces_in(u, i));
    if (said)
        add_text(u, u->parts, said, kp_pieces_cut(u->arena, said, (uint32_t)strlen(said), NULL));
    return u->parts;
}

bool kp_has_divided_names(struct kp_unit *u)
{
    return parts_of(u)->divides;
}

struct spelling {
    const struct kp_words *words;
    const char *name;
    size_t n;
};

/* Numbers are made by the compiler, too. The whole name is no part. */
static bool is_part(void *to, size_t begin, size_t end)
{
    const struct spelling *s = to;

    return (begin || end < s->n) && ((begin && isdigit((unsigned char)s->name[begin])) ||
                                     kp_words_have(s->words, s->name + begin, end - begin));
}

bool kp_is_made_of_parts(struct kp_unit *u, const char *name)
{
    const struct kp_parts *p = parts_of(u);
    struct spelling s = {&p->words, name, strlen(name)};

    return p->divides || (p->pastes && kp_is_made_of(u->arena, s.n, is_part, &s));
}
