/* Whether the text says a function where the tree has no node of it: in a member's initialiser, a
 * default argument, a template argument. */
#include "front/front.h"
#include "front/lex.h"
#include "front/pieces.h"
#include "front/place.h"
#include "front/tree.h"
#include "model/builds.h"
#include "model/spelled.h"

enum { MAX_STEPS = 2000, MANY = 1000 };

static bool has_word_of(const char *text, struct kp_span s, const struct kp_words *words)
{
    for (struct kp_token t = kp_lex_code(text, s.begin, s.end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(text, t.end, s.end))
        if (t.kind == KP_TOKEN_IDENT && kp_words_have(words, text + t.begin, t.end - t.begin))
            return true;
    return false;
}

/* True if the word is the name in a function's head, and not in a default argument. */
static bool is_declarator(const char *text, const struct kp_node *n, struct kp_token t)
{
    uint32_t end =
        n->n_children && n->last->kind == KP_COMPOUND ? n->last->span.begin : n->span.end;

    for (struct kp_token k = kp_lex_code(text, n->span.begin, end); k.kind != KP_TOKEN_END;
         k = kp_lex_at_level(text, k, end))
        if (k.begin == t.begin)
            return kp_token_is(text, kp_lex_code(text, t.end, end), "(");
    return false;
}

/* True if the word is the name that the node says. Where it is a macro's, what the macro makes has
 * its place. */
static bool is_name_of(const char *text, const struct kp_node *n, struct kp_token t)
{
    if (n->from_macro)
        return (n->kind == KP_REF || n->kind == KP_MEMBER || n->kind == KP_FUNCTION) &&
               t.begin == n->span.begin;
    if (n->kind == KP_FUNCTION)
        return is_declarator(text, n, t);
    return (n->kind == KP_REF || n->kind == KP_MEMBER) &&
           (t.end == n->span.end ||
            kp_token_is(text, kp_lex_code(text, t.end, n->span.end), "<")) &&
           (n->kind == KP_REF || !n->first || t.begin >= n->first->span.end);
}

/* How many nodes of the tree mean the function, or another of its name, or declare it, by the word
 * at the place. */
static unsigned count(const struct kp_node *n, const char *text, size_t file, struct kp_token t,
                      const struct kp_sym *function)
{
    bool holds = (size_t)n->file == file && n->span.begin <= t.begin && t.end <= n->span.end;
    const char *name = n->sym ? n->sym->name : n->name ? kp_base_name_of(n->name) : "";
    unsigned found = holds && kp_streq(name, function->name) && is_name_of(text, n, t);

    if (n->kind == KP_FUNCTION && (size_t)n->file == file && !holds)
        return 0;
    kp_each_child(c, n) found += count(c, text, file, t, function);
    return found;
}

/* The function's name, and those of macros that say it. */
static struct kp_words words_for(struct kp_unit *u, const struct kp_sym *function)
{
    struct kp_words out = {0};
    bool grew = true;

    kp_words_add(u->arena, &out, function->name, strlen(function->name));
    while (grew) {
        grew = false;
        kp_each_macro(m, u)
        {
            const char *name = m->text + m->name.begin;
            size_t n = m->name.end - m->name.begin;
            struct kp_span body = m->piece->body;

            if (kp_words_have(&out, name, n) || !has_word_of(m->text, body, &out))
                continue;
            kp_words_add(u->arena, &out, name, n);
            grew = true;
        }
    }
    return out;
}

/* `float f(`: behind the name of its result's type stands a declaration, which the tree may not
 * have, and no expression. */
static bool is_declared(struct kp_unit *u, const char *text, struct kp_token before,
                        const struct kp_sym *function)
{
    const char *said = function->type ? function->type->spelling : NULL;
    const char *type = said ? said : "", *word = strrchr(type, ' ');

    return !kp_is_macro(u, text + before.begin, before.end - before.begin) &&
           before.kind == KP_TOKEN_IDENT && kp_token_is(text, before, word ? word + 1 : type);
}

/* True if a definition of the macro uses a parameter more than once, by itself or by another macro.
 * True if that takes more than the steps that are left to find out. */
static bool repeats(struct kp_unit *u, const char *name, size_t n, int *steps)
{
    kp_each_macro_named(m, u, name, n)
    {
        struct kp_words parameters = {0}, used = {0};
        struct kp_span in = m->piece->body;

        if (m->piece->is_function_like && !m->piece->is_undef) {
            in.begin = kp_lex_close(m->text, in.begin, in.end);
            kp_words_of(u->arena, &parameters, m->text,
                        (struct kp_span){m->piece->body.begin, in.begin});
            kp_words_add(u->arena, &parameters, "__VA_ARGS__", strlen("__VA_ARGS__"));
        }
        for (struct kp_token t = kp_lex_code(m->text, in.begin, in.end); t.kind != KP_TOKEN_END;
             t = kp_lex_code(m->text, t.end, in.end)) {
            const char *word = m->text + t.begin;
            size_t size = t.end - t.begin;

            if (t.kind != KP_TOKEN_IDENT)
                continue;
            if (!kp_words_have(&parameters, word, size)) {
                if ((size != n || memcmp(word, name, n)) && kp_next_macro(u, word, size, NULL) &&
                    ((*steps)-- <= 0 || repeats(u, word, size, steps)))
                    return true;
                continue;
            }
            if (kp_words_have(&used, word, size))
                return true;
            kp_words_add(u->arena, &used, word, size);
        }
    }
    return false;
}

/* How often the text says the function, by macros too; at most MANY, which is also what it may be
 * where no steps are left. */
static unsigned times(struct kp_unit *u, const char *text, struct kp_span s,
                      const struct kp_words *words, int *steps)
{
    unsigned n = 0;

    for (struct kp_token t = kp_lex_code(text, s.begin, s.end); t.kind != KP_TOKEN_END;
         t = kp_lex_code(text, t.end, s.end)) {
        unsigned most = 1;

        if (t.kind != KP_TOKEN_IDENT || !kp_words_have(words, text + t.begin, t.end - t.begin))
            continue;
        kp_each_macro_named(m, u, text + t.begin, t.end - t.begin)
        {
            unsigned by = (*steps)-- <= 0 ? MANY : times(u, m->text, m->piece->body, words, steps);

            most = by > most ? by : most;
        }
        n = n + most < MANY ? n + most : MANY;
    }
    return n;
}

/* True if the text says the function where the tree has no node of it. A macro that says it more
 * than once needs as many nodes. */
static bool is_beside_tree(struct kp_unit *u, size_t file, const struct kp_sym *function,
                           const struct kp_words *words)
{
    const char *text = kp_place_file(u, file)->text;
    uint32_t end = text ? (uint32_t)strlen(text) : 0, repeated = 0; /* up to there */
    struct kp_token before = {0};

    for (struct kp_token t = kp_lex_code(text, 0, end); t.kind != KP_TOKEN_END;
         before = t, t = kp_lex_code(text, t.end, end)) {
        struct kp_span at = {t.begin, t.end};
        bool is_word = t.kind == KP_TOKEN_IDENT;
        int steps = MAX_STEPS, more = MAX_STEPS;

        if (is_word && repeats(u, text + t.begin, t.end - t.begin, &steps)) {
            struct kp_token open = kp_lex_code(text, t.end, end);
            uint32_t close = kp_token_is(text, open, "(") ? kp_lex_close(text, open.begin, end) : 0;

            repeated = close > repeated ? close : repeated;
        }
        if (is_word && kp_words_have(words, text + t.begin, t.end - t.begin) &&
            !kp_is_skipped_in(u, file, at) &&
            (t.begin < repeated ||
             (count(u->parse.root, text, file, t, function) < times(u, text, at, words, &more) &&
              !is_declared(u, text, before, function))))
            return true;
    }
    return false;
}

bool kp_is_said_beside_tree(struct kp_unit *u, const struct kp_sym *function)
{
    struct kp_words words = words_for(u, function);

    for (size_t i = 0; i < u->parse.files.n; i++)
        if (is_beside_tree(u, i, function, &words))
            return true;
    return false;
}
