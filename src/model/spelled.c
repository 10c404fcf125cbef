#define _GNU_SOURCE
#include "model/spelled.h"

#include "front/front.h"
#include "front/lex.h"
#include "front/pasted.h"
#include "front/pieces.h"

/* True if the token at `t` goes on in the next line, or is a character's number. */
static bool is_divided(const char *text, struct kp_token t, uint32_t size)
{
    uint32_t n = t.end < size ? kp_lex_splice(text, t.end, size) : 0;

    if (kp_token_is(text, t, "\\"))
        return text[t.end] == 'u' || text[t.end] == 'U' || text[t.end] == 'N';
    return n && (t.kind == KP_TOKEN_IDENT || t.kind == KP_TOKEN_NUMBER) &&
           (kp_is_ident_char(text[t.end + n]) || text[t.end + n] == '\\');
}

/* A branch for compilers that know the word. */
static bool is_new_branch(const char *text, struct kp_token word)
{
    return kp_token_is(text, word, "elifdef") || kp_token_is(text, word, "elifndef");
}

/* True for a part of a pragma that is not in a line of its own. */
static bool changes_macro(const char *text, struct kp_token t)
{
    return (t.kind == KP_TOKEN_IDENT || t.kind == KP_TOKEN_STRING) &&
           (memmem(text + t.begin, t.end - t.begin, "push_macro", 10) ||
            memmem(text + t.begin, t.end - t.begin, "pop_macro", 9));
}

const char *kp_hidden_words(const char *text)
{
    uint32_t size = (uint32_t)strlen(text);

    if (strstr(text, "?\?/"))
        return "a trigraph";
    for (struct kp_token t = kp_lex(text, 0, size); t.kind != KP_TOKEN_END;
         t = kp_lex(text, t.end, size)) {
        if (t.kind == KP_TOKEN_DIRECTIVE) { /* its words are tokens, too */
            struct kp_token word = kp_lex_directive(text, t);

            if (is_new_branch(text, word))
                return "#elifdef or #elifndef, which compilers without C++23 leave out";
            if (kp_lex_kept_macro(text, t).kind == KP_TOKEN_END)
                t.end = word.begin;
        } else if (is_divided(text, t, size))
            return "a name in two lines, or with a character by its number";
        else if (changes_macro(text, t))
            return "push_macro or pop_macro without a #pragma of its own";
        else if (kp_token_is(text, t, "?") && text[t.end] == '?')
            return "a trigraph";
    }
    return NULL;
}

/* ---- parts ---------------------------------------------------------------------------------- */

struct kp_parts {
    struct kp_words words; /* of all files, of the macros that they define, of the command line */
    bool pastes;
    const char *hidden;
};

static void add_text(struct kp_unit *u, struct kp_parts *p, const char *text,
                     const struct kp_pieces *pieces)
{
    kp_words_of(u->arena, &p->words, text, (struct kp_span){0, (uint32_t)strlen(text)});
    for (size_t i = 0; i < pieces->list.n; i++)
        if (pieces->list.v[i].is_macro)
            kp_words_of(u->arena, &p->words, text, pieces->list.v[i].body);
    p->pastes |= kp_pastes(text);
    p->hidden = p->hidden ? p->hidden : kp_hidden_words(text);
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

const char *kp_hidden_words_in(struct kp_unit *u)
{
    return parts_of(u)->hidden;
}

bool kp_is_made_of_parts(struct kp_unit *u, const char *name)
{
    const struct kp_parts *p = parts_of(u);

    return p->hidden || (p->pastes && kp_is_made_of_words(u->arena, &p->words, name));
}
