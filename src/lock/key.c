#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "front/command.h"
#include "front/lex.h"
#include "front/pieces.h"
#include "lock/lock.h"
#include "util/cache_folder.h"

struct file {
    const char *text;
    const struct kp_pieces *pieces;
    bool *taken;
};

struct search {
    struct kp_arena *arena;
    KP_VEC(struct file) files;
    struct kp_words words;
};

static bool names_one(const struct search *s, const struct file *f, const struct kp_piece *p)
{
    for (size_t i = 0; i < p->names.list.n; i++) {
        struct kp_span n = p->names.list.v[i];

        if (kp_words_have(&s->words, f->text + n.begin, n.end - n.begin))
            return true;
    }
    return p->is_operator;
}

/* All pieces that a word of what was taken may mean, until there are no more. */
static void close_over(struct search *s)
{
    bool more = true;

    while (more) {
        more = false;
        for (size_t i = 0; i < s->files.n; i++) {
            struct file *f = &s->files.v[i];

            for (size_t k = 0; k < f->pieces->list.n; k++) {
                const struct kp_piece *p = &f->pieces->list.v[k];

                if (f->taken[k] || !names_one(s, f, p))
                    continue;
                more = f->taken[k] = true;
                kp_words_of(s->arena, &s->words, f->text, p->body);
            }
        }
    }
}

static const char *tokens_of(struct kp_arena *a, const char *text, struct kp_span span)
{
    struct kp_str to = kp_str_new(a);

    for (struct kp_token t = kp_lex(text, span.begin, span.end); t.kind != KP_TOKEN_END;
         t = kp_lex(text, t.end, span.end)) {
        kp_str_addn(&to, text + t.begin, t.end - t.begin);
        kp_str_addc(&to, ' ');
    }
    return kp_str_text(&to);
}

/* Does the piece launch the function? */
static bool launches(const struct file *f, const struct kp_piece *p, const char *function)
{
    return !p->is_macro && kp_lex_has(f->text, p->span.begin, p->span.end, function) &&
           memmem(f->text + p->span.begin, p->span.end - p->span.begin, "<<", 2);
}

static void add_file(struct search *s, const char *text, const struct kp_pieces *pieces)
{
    struct file f = {text, pieces, kp_new_array(s->arena, bool, pieces->list.n + 1)};

    if (text)
        kp_push(s->arena, &s->files, f);
}

static void add_defines(struct search *s, const struct kp_unit *u, struct kp_str *to)
{
    const struct kp_flag_lines *lines = u->options->flags;

    for (size_t i = 0; lines && i < lines->n; i++)
        for (size_t k = 0; k < lines->v[i].line->said.n; k++) {
            const struct kp_said *said = &lines->v[i].line->said.v[k];

            if ((said->kind == KP_SAID_DEFINE || said->kind == KP_SAID_UNDEFINE) &&
                kp_words_have(&s->words, said->value, strcspn(said->value, "=(")))
                kp_str_addf(to, "-%c %s\n", said->kind == KP_SAID_DEFINE ? 'D' : 'U', said->value);
        }
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The same whichever file a piece stands in. */
static const char *in_order(struct kp_arena *a, struct kp_texts *pieces)
{
    struct kp_str s = kp_str_new(a);

    if (pieces->n)
        qsort(pieces->v, pieces->n, sizeof *pieces->v, by_text);
    for (size_t i = 0; i < pieces->n; i++)
        kp_str_addf(&s, "%s\n", pieces->v[i]);
    return kp_str_text(&s);
}

const char *kp_lock_key(struct kp_unit *u, const char *function, const char *text)
{
    struct search s = {.arena = u->arena};
    struct kp_str defines = kp_str_new(u->arena);
    struct kp_texts pieces = {0};
    const struct file *own;
    bool found = false;

    add_file(&s, text ? text : u->source.text,
             text ? kp_pieces_cut(u->arena, text, (uint32_t)strlen(text)) : kp_pieces_of(u));
    for (size_t i = 1; i < u->parse.files.n; i++)
        add_file(&s, u->parse.files.v[i].text, kp_pieces_in(u, i));
    kp_words_add(u->arena, &s.words, function, strlen(function));
    own = &s.files.v[0];
    for (size_t k = 0; k < own->pieces->list.n; k++)
        found |= names_one(&s, own, &own->pieces->list.v[k]) && !own->pieces->list.v[k].is_operator;
    if (!found)
        return NULL;
    close_over(&s);
    for (size_t i = 0; i < s.files.n; i++)
        for (size_t k = 0; k < s.files.v[i].pieces->list.n; k++) {
            const struct kp_piece *p = &s.files.v[i].pieces->list.v[k];

            if (s.files.v[i].taken[k] || launches(&s.files.v[i], p, function))
                kp_push(u->arena, &pieces, tokens_of(u->arena, s.files.v[i].text, p->span));
        }
    add_defines(&s, u, &defines);
    return kp_hash_texts(
        u->arena, (const char *const[]){in_order(u->arena, &pieces), kp_str_text(&defines), NULL});
}

unsigned kp_lock_number(const struct kp_unit *u, const struct kp_loop *l)
{
    unsigned number = 1;

    for (size_t i = 0; i < u->loops.n && u->loops.v[i] != l; i++)
        number += kp_streq(u->loops.v[i]->function->name, l->function->name);
    return number;
}
