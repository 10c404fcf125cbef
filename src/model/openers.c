/* Macros that say `namespace` or `extern "C"` and leave the brace to the text. Declarations are
 * found by tokens (front/pieces.c), to which all inside of `NS sp { .. }` is the body of one. */
#include <string.h>

#include "front/front.h"
#include "front/heads.h"
#include "front/lex.h"
#include "model/brought.h"
#include "model/builds.h"
#include "model/named.h"

/* True if what the macro stands for begins a namespace or extern "C", without its brace. */
static bool may_open(const char *s, struct kp_span body)
{
    struct kp_token last = {0};
    bool opens = false;

    for (struct kp_token t = kp_lex(s, body.begin, body.end); t.kind != KP_TOKEN_END;
         t = kp_lex(s, t.end, body.end)) {
        if (kp_token_is(s, t, "{") || kp_token_is(s, t, "<%"))
            return false;
        opens |= kp_token_is(s, t, "namespace") && !kp_token_is(s, last, "using");
        opens |= t.kind == KP_TOKEN_STRING && kp_token_is(s, last, "extern");
        last = t;
    }
    return opens || kp_token_is(s, last, "extern");
}

/* True if the piece is such a macro. */
static bool add_opener(struct kp_arena *a, const char *s, const struct kp_piece *p,
                       struct kp_words *openers)
{
    struct kp_span name;

    if (!p->is_macro || p->is_undef || !may_open(s, p->body))
        return false;
    name = p->names.list.v[0];
    kp_words_add(a, openers, s + name.begin, name.end - name.begin);
    return true;
}

static bool is_class_key(const char *s, struct kp_token t)
{
    return kp_token_is(s, t, "struct") || kp_token_is(s, t, "class") ||
           kp_token_is(s, t, "union") || kp_token_is(s, t, "enum");
}

/* `NS sp {`, `NS(sp) {`, `EXTERN_C {`. */
static bool begins_scope(const char *s, struct kp_span piece, struct kp_token first)
{
    struct kp_token t = kp_lex_code(s, first.end, piece.end);

    if (kp_token_is(s, t, "("))
        t = kp_lex_code(s, kp_lex_close(s, t.begin, piece.end) + 1, piece.end);
    while ((t.kind == KP_TOKEN_IDENT && !is_class_key(s, t)) || kp_token_is(s, t, "::"))
        t = kp_lex_code(s, t.end, piece.end);
    return kp_token_is(s, t, "{") || kp_token_is(s, t, "<%");
}

static const char *opened_in(struct kp_arena *a, const char *s, const struct kp_pieces *pieces,
                             const struct kp_words *openers)
{
    for (size_t i = 0; i < pieces->list.n; i++) {
        struct kp_span p = pieces->list.v[i].span;
        struct kp_token t = kp_lex_code(s, p.begin, p.end);

        if (!pieces->list.v[i].is_macro && t.kind == KP_TOKEN_IDENT &&
            kp_words_have(openers, s + t.begin, t.end - t.begin) && begins_scope(s, p, t))
            return kp_strndup(a, s + t.begin, t.end - t.begin);
    }
    return NULL;
}

struct kp_openers {
    struct kp_words words; /* of the macros of the parse's files */
    const char *used;      /* one that begins a scope in them, or of the command line; NULL */
};

static const char *used_in_files(struct kp_unit *u, const struct kp_words *openers)
{
    const char *name = NULL;

    for (size_t f = 0; !name && f < u->parse.files.n; f++)
        if (kp_place_file(u, f)->text)
            name = opened_in(u->arena, kp_place_file(u, f)->text, kp_pieces_in(u, f), openers);
    return name;
}

static const struct kp_openers *openers_of(struct kp_unit *u)
{
    struct kp_texts said = {0};
    struct kp_openers *all;
    bool any = false;

    if (u->openers)
        return u->openers;
    u->openers = all = kp_new(u->arena, struct kp_openers);
    kp_each_macro(m, u) any |= add_opener(u->arena, m->text, m->piece, &all->words);
    all->used = any ? used_in_files(u, &all->words) : NULL;
    kp_command_macros(u, &said);
    for (size_t i = 0; i < said.n && !all->used; i++)
        if (strstr(said.v[i], "namespace") || strstr(said.v[i], "extern"))
            all->used = said.v[i];
    return all;
}

const char *kp_macro_that_opens(struct kp_unit *u)
{
    return openers_of(u)->used;
}

/* True for a macro that decides what the files of the parse declare. */
static bool is_head(const struct kp_unit *u, const char *s, const struct kp_piece *p)
{
    struct kp_span name = p->is_macro ? p->names.list.v[0] : (struct kp_span){0};

    return p->is_macro && !p->is_undef && kp_is_head(u, s + name.begin, name.end - name.begin);
}

bool kp_opens_unseen(struct kp_unit *u, const struct kp_brought *b)
{
    struct kp_words theirs = {0};
    bool any = false;

    kp_macros_in(u); /* all files are cut, and it is known by which macros */
    for (size_t i = 0; i < b->files.n; i++)
        for (size_t k = 0; k < b->files.v[i].pieces->list.n; k++) {
            const struct kp_piece *p = &b->files.v[i].pieces->list.v[k];

            if (is_head(u, b->files.v[i].text, p))
                return true;
            any |= add_opener(u->arena, b->files.v[i].text, p, &theirs);
        }
    for (size_t i = 0; i < b->files.n; i++) {
        const char *text = b->files.v[i].text;
        const struct kp_pieces *pieces = b->files.v[i].pieces;

        if (opened_in(u->arena, text, pieces, &openers_of(u)->words) ||
            (any && opened_in(u->arena, text, pieces, &theirs)))
            return true;
    }
    return false;
}
