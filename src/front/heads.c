/* `#define f NAME(f, F)` in front of `void f(int n);`: does a macro take the parentheses, and may
 * make declarations of what is in them, or are they the function's parameters? A macro takes what
 * is behind it if the text that it stands for ends with the name of one that has parameters. */
#include "front/heads.h"

#include <string.h>

#include "front/front.h"
#include "front/lex.h"
#include "front/pieces.h"

enum { MAX_DEPTH = 16 };

struct asked {
    struct kp_unit *u;
    unsigned depth;
};

static bool may_take(struct asked *a, const char *name, size_t n);

/* Another build's file that defines the name makes another answer. */
static void note(struct kp_unit *u, const char *name, size_t n)
{
    if (!u->heads)
        u->heads = kp_new(u->arena, struct kp_words);
    kp_words_add(u->arena, u->heads, name, n);
}

/* By what no file of the parse says. */
static bool is_given(struct kp_unit *u, const char *name, size_t n)
{
    const char *said = u->parse.command_line;
    const struct kp_words *system = u->parse.system_macros;

    return (said && strstr(said, kp_strndup(u->arena, name, n))) ||
           (system && kp_words_have(system, name, n));
}

/* The use of a macro with arguments: NAME(first, second). */
struct use {
    const char *text;
    struct kp_token name;
    uint32_t open, close;
};

static bool text_takes(struct asked *a, const char *text, struct kp_span s);

static struct kp_span without_blanks(const char *text, struct kp_span s)
{
    struct kp_span out = {0};

    for (struct kp_token t = kp_lex(text, s.begin, s.end); t.kind != KP_TOKEN_END;
         t = kp_lex(text, t.end, s.end))
        out = (struct kp_span){out.end ? out.begin : t.begin, t.end};
    return out;
}

/* From behind `at`, an opening parenthesis or a comma, to the next comma or to `close`. */
static struct kp_span next_argument(const char *text, uint32_t at, uint32_t close)
{
    struct kp_token t = kp_lex(text, at + 1, close);

    while (t.kind != KP_TOKEN_END && !kp_token_is(text, t, ","))
        t = kp_lex_at_level(text, t, close);
    return (struct kp_span){at + 1, t.kind == KP_TOKEN_END ? close : t.begin};
}

/* The argument for the word; an empty span: it is no parameter. */
static struct kp_span argument_for(const struct use *use, const struct kp_named *m,
                                   struct kp_span parameters, struct kp_token word)
{
    uint32_t p = parameters.begin, v = use->open;

    while (p < parameters.end && v < use->close) {
        struct kp_span own = next_argument(m->text, p, parameters.end),
                       given = next_argument(use->text, v, use->close);
        struct kp_token name = kp_lex(m->text, own.begin, own.end);

        if (name.end - name.begin == word.end - word.begin &&
            !memcmp(m->text + name.begin, m->text + word.begin, name.end - name.begin))
            return given;
        p = own.end;
        v = given.end;
    }
    return (struct kp_span){0};
}

/* What the definition makes of the use; false: it is not known. */
static bool expand(const struct use *use, const struct kp_named *m, struct kp_str *out)
{
    uint32_t end = m->piece->body.end, open = kp_lex(m->text, m->name.end, end).begin,
             close = kp_lex_close(m->text, open, end);
    bool pasted = true;

    if (!m->piece->is_function_like || kp_lex_has(m->text, close, end, "__VA_ARGS__"))
        return false;
    for (struct kp_token t = kp_lex(m->text, close + 1, end); t.kind != KP_TOKEN_END;
         t = kp_lex(m->text, t.end, end)) {
        struct kp_span given = argument_for(use, m, (struct kp_span){open, close}, t),
                       s = without_blanks(use->text, given);
        bool is_paste = kp_token_is(m->text, t, "##");

        if (kp_token_is(m->text, t, "#") || (given.end && !s.end))
            return false;
        if (!given.end)
            s = (struct kp_span){t.begin, t.end};
        if (!is_paste)
            kp_str_addf(out, "%s%.*s", pasted ? "" : " ", (int)(s.end - s.begin),
                        (given.end ? use->text : m->text) + s.begin);
        pasted = is_paste;
    }
    return true;
}

/* The text ends with NAME(..). */
static bool use_takes(struct asked *a, const struct use *use)
{
    const char *name = use->text + use->name.begin;
    size_t n = use->name.end - use->name.begin;
    const struct kp_named_pieces *all = kp_definitions_named(a->u, name, n);
    bool any = is_given(a->u, name, n) || a->depth >= MAX_DEPTH;

    note(a->u, name, n);
    a->depth++;
    for (size_t i = 0; i < all->n && !any; i++) {
        struct kp_str out = kp_str_new(a->u->arena);

        any = !expand(use, &all->v[i], &out) ||
              text_takes(a, kp_str_text(&out),
                         (struct kp_span){0, (uint32_t)strlen(kp_str_text(&out))});
    }
    a->depth--;
    return any;
}

/* Parts that are pasted, or that are written in other characters. */
static bool is_odd(const char *s, struct kp_span body)
{
    for (uint32_t at = body.begin; at + 1 < body.end; at++)
        if (!memcmp(s + at, "##", 2) || !memcmp(s + at, "%:", 2) || !memcmp(s + at, "?\?", 2))
            return true;
    return kp_lex_has(s, body.begin, body.end, "_Pragma");
}

/* True if the text has another macro than the one at its end, which begins with `of`. It may be any
 * text. */
static bool has_others(struct asked *a, const char *text, struct kp_span s, struct kp_token of)
{
    for (struct kp_token t = kp_lex(text, s.begin, s.end); t.kind != KP_TOKEN_END;
         t = kp_lex(text, t.end, s.end))
        if (t.kind == KP_TOKEN_IDENT && t.begin != of.begin &&
            !kp_is_no_macro(a->u, text + t.begin, t.end - t.begin))
            return true;
    return false;
}

static bool text_takes(struct asked *a, const char *text, struct kp_span s)
{
    struct kp_token last = {.kind = KP_TOKEN_END};
    struct use use = {.text = text};
    unsigned depth = 0;

    if (is_odd(text, s))
        return true;
    for (struct kp_token t = kp_lex(text, s.begin, s.end); t.kind != KP_TOKEN_END;
         last = t, t = kp_lex(text, t.end, s.end)) {
        if (kp_token_is(text, t, "(") && !depth++) {
            use.name = last;
            use.open = t.begin;
        }
        if (kp_token_is(text, t, ")") && !depth--)
            return true;
        use.close = t.begin;
    }
    if (kp_token_is(text, last, ")"))
        last = use.name;
    if (depth || last.kind != KP_TOKEN_IDENT || has_others(a, text, s, last))
        return true;
    return last.begin == use.name.begin && use.close > use.open
               ? use_takes(a, &use)
               : may_take(a, text + last.begin, last.end - last.begin);
}

static bool may_take(struct asked *a, const char *name, size_t n)
{
    const struct kp_named_pieces *all = kp_definitions_named(a->u, name, n);
    bool any = is_given(a->u, name, n) || a->depth >= MAX_DEPTH;

    note(a->u, name, n);
    a->depth++;
    for (size_t i = 0; i < all->n && !any; i++)
        any = all->v[i].piece->is_function_like ||
              text_takes(a, all->v[i].text, all->v[i].piece->body);
    a->depth--;
    return any;
}

bool kp_may_take_arguments(struct kp_unit *u, const char *name, size_t n)
{
    struct asked a = {.u = u};

    return !kp_definitions_named(u, name, n)->n || may_take(&a, name, n);
}

bool kp_is_no_macro(struct kp_unit *u, const char *name, size_t n)
{
    note(u, name, n);
    return !kp_definitions_named(u, name, n)->n && !is_given(u, name, n);
}

bool kp_are_parameters(struct kp_unit *u, const char *text, uint32_t open, uint32_t limit)
{
    uint32_t close = kp_lex_close(text, open, limit);
    struct kp_token first = kp_lex_code(text, open + 1, close),
                    second = kp_lex_code(text, first.end, close), t = second;
    const char *name = text + first.begin;
    size_t n = first.end - first.begin;

    if (first.kind != KP_TOKEN_IDENT || !kp_is_no_macro(u, name, n) ||
        (second.kind != KP_TOKEN_IDENT && !kp_token_is(text, second, "*")))
        return false;
    while (t.kind != KP_TOKEN_END && !kp_token_is(text, t, ","))
        t = kp_lex_at_level(text, t, close);
    return kp_token_is(text, first, "const") || t.kind != KP_TOKEN_END;
}

/* ---- what follows a name --------------------------------------------------------------------- */

/* True for what may follow a declared name. */
static bool ends_name(const char *text, struct kp_token t)
{
    char p = kp_token_is(text, t, "final") ? '{' : text[t.begin];

    return (t.kind == KP_TOKEN_PUNCT || p == '{') && strchr("(=;,[{:<}", p) &&
           !kp_token_is(text, t, "::");
}

/* True if the token is a macro that may begin with that, or stand for nothing in front of `next`.
 */
static bool goes_on(struct kp_unit *u, const char *text, struct kp_token t, bool next,
                    unsigned depth)
{
    const struct kp_named_pieces *all = kp_definitions_named(u, text + t.begin, t.end - t.begin);
    bool any = depth >= MAX_DEPTH;

    for (size_t i = 0; i < all->n && !any; i++) {
        const struct kp_named *m = &all->v[i];
        uint32_t at = m->piece->body.begin, end = m->piece->body.end;
        struct kp_token first;

        if (m->piece->is_function_like)
            at = kp_lex_close(m->text, at, end) + 1;
        first = kp_lex(m->text, at, end);
        any = first.kind == KP_TOKEN_END     ? next
              : first.kind == KP_TOKEN_IDENT ? goes_on(u, m->text, first, true, depth + 1)
                                             : ends_name(m->text, first);
    }
    return any;
}

bool kp_may_end_name(struct kp_unit *u, const char *text, struct kp_token t, uint32_t limit)
{
    struct kp_token next;

    if (ends_name(text, t) || !u || t.kind != KP_TOKEN_IDENT)
        return ends_name(text, t);
    next = kp_lex_code(text, t.end, limit);
    return goes_on(u, text, t, next.kind != KP_TOKEN_END && ends_name(text, next), 0);
}

bool kp_is_head(const struct kp_unit *u, const char *name, size_t n)
{
    return u->heads && kp_words_have(u->heads, name, n);
}
