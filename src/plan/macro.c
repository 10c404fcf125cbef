/* Sizes that a build may change: `#ifndef BM` / `#define BM 64` and what is made of such names. */
#include "plan/plan.h"
#include "front/pieces.h"
#include "front/tree.h"

#include <ctype.h>

enum { MAX_DEPTH = 8 };

struct text {
    const char *p, *end;
};

static bool is_ident(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The next identifier, numbers skipped; its length, 0 at the end. */
static size_t next_ident(struct text *t, const char **name)
{
    while (t->p < t->end) {
        const char *start = t->p;

        if (!is_ident(*start)) {
            t->p++;
            continue;
        }
        while (t->p < t->end && is_ident(*t->p))
            t->p++;
        if (isdigit((unsigned char)*start))
            continue;
        *name = start;
        return (size_t)(t->p - start);
    }
    return 0;
}

static struct text line_at(const struct kp_file *f, uint32_t line)
{
    uint32_t end = line + 1 < f->n_lines ? f->line_start[line + 1] : f->size;

    return (struct text){f->text + f->line_start[line], f->text + end};
}

/* True if the line is `#DIRECTIVE NAME`; *t is set to what follows the name. */
static bool is_directive(struct text *t, const char *directive, const char *name, size_t n)
{
    const char *word;
    size_t length;

    while (t->p < t->end && (*t->p == ' ' || *t->p == '\t'))
        t->p++;
    if (t->p == t->end || *t->p++ != '#')
        return false;
    length = next_ident(t, &word);
    if (length != strlen(directive) || memcmp(word, directive, length))
        return false;
    length = next_ident(t, &word);
    return length == n && memcmp(word, name, n) == 0;
}

/* `#if !defined(NAME)` in any spelling of its blanks. */
static bool is_if_not_defined(struct text t, const char *name, size_t n)
{
    const char *word, *bang;
    size_t length;

    while (t.p < t.end && (*t.p == ' ' || *t.p == '\t'))
        t.p++;
    if (t.p == t.end || *t.p++ != '#' || next_ident(&t, &word) != 2 || memcmp(word, "if", 2))
        return false;
    bang = memchr(t.p, '!', (size_t)(t.end - t.p));
    if (!bang)
        return false;
    t.p = bang;
    length = next_ident(&t, &word);
    return length == 7 && memcmp(word, "defined", 7) == 0 && next_ident(&t, &word) == n &&
           memcmp(word, name, n) == 0;
}

static bool text_is_open(const struct kp_unit *u, struct text t, int depth);

/* The words of all directives, and the names of constants: no other name can be open. */
static const struct kp_words *maybe_open(const struct kp_unit *u)
{
    const struct kp_file *f = &u->source;
    struct kp_words *words;
    const char *name;
    size_t n;

    if (u->open_names)
        return u->open_names;
    words = kp_new(u->arena, struct kp_words);
    for (uint32_t i = 0; i < f->n_hash_lines; i++)
        for (struct text line = line_at(f, f->hash_lines[i]); (n = next_ident(&line, &name));)
            kp_words_add(u->arena, words, name, n);
    for (size_t i = 0; i < u->parse.syms.n; i++) {
        const struct kp_sym *s = u->parse.syms.v[i];

        if (s->kind == KP_SYM_VAR && (s->is_constexpr || s->has_value))
            kp_words_add(u->arena, words, s->name, strlen(s->name));
    }
    ((struct kp_unit *)u)->open_names = words; /* what is remembered changes nothing of it */
    return words;
}

static bool name_is_open(const struct kp_unit *u, const char *name, size_t n, int depth)
{
    const struct kp_file *f = &u->source;

    if (!kp_words_have(maybe_open(u), name, n))
        return false;
    for (uint32_t i = 0; i < f->n_hash_lines; i++) {
        struct text line = line_at(f, f->hash_lines[i]);

        if (is_if_not_defined(line, name, n) || is_directive(&line, "ifndef", name, n))
            return true;
        line = line_at(f, f->hash_lines[i]);
        if (is_directive(&line, "define", name, n) && text_is_open(u, line, depth))
            return true;
    }
    kp_each_named_n(s, u, name, n) /* constexpr int BM = TILE; */
    {
        const struct kp_node *d = s->decl;

        if (d && s->kind == KP_SYM_VAR && d->file == 0 && d->has_init && d->last &&
            (s->is_constexpr || s->has_value) && d->last->span.end <= f->size &&
            text_is_open(u,
                         (struct text){f->text + d->last->span.begin, f->text + d->last->span.end},
                         depth))
            return true;
    }
    return false;
}

static bool text_is_open(const struct kp_unit *u, struct text t, int depth)
{
    const char *name;
    size_t n;

    if (depth == MAX_DEPTH)
        return false;
    while ((n = next_ident(&t, &name)))
        if (name_is_open(u, name, n, depth + 1))
            return true;
    return false;
}

bool kp_can_be_defined_away(const struct kp_unit *u, struct kp_span span)
{
    const struct kp_file *f = &u->source;

    return f->text && span.begin <= span.end && span.end <= f->size &&
           text_is_open(u, (struct text){f->text + span.begin, f->text + span.end}, 0);
}
