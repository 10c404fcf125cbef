#define _GNU_SOURCE
#include "front/front.h"
#include "front/lex.h"

static const struct kp_file *file_of(const struct kp_unit *u, const struct kp_node *n)
{
    if (n->file == 0)
        return &u->source;
    return n->file < u->parse.files.n ? &u->parse.files.v[n->file] : NULL;
}

/* The statement that a statement ends with, NULL when it does not end with one. */
static const struct kp_node *last_part(const struct kp_node *n)
{
    switch (n->kind) {
    case KP_IF: /* init condition then else */
        return n->last && n->last->kind != KP_NONE ? n->last : kp_child(n, 2);
    case KP_FOR:
    case KP_RANGE_FOR:
    case KP_WHILE:
    case KP_SWITCH:
    case KP_CASE:
    case KP_LABEL:
        return n->last;
    default:
        return NULL;
    }
}

uint32_t kp_stmt_end_in(const struct kp_file *f, const struct kp_node *n)
{
    const struct kp_node *part = last_part(n);
    struct kp_token t;

    if (part && part->kind != KP_NONE && part->file == n->file && !n->from_macro)
        return kp_stmt_end_in(f, part);
    if (n->kind == KP_COMPOUND || n->kind == KP_NULL_STMT || !f || !f->text)
        return n->span.end;
    t = kp_lex_code(f->text, n->span.end, f->size);
    /* parentheses around the whole expression are not part of its span */
    while (kp_token_is(f->text, t, ")"))
        t = kp_lex_code(f->text, t.end, f->size);
    return kp_token_is(f->text, t, ";") ? t.end : n->span.end;
}

uint32_t kp_stmt_end(const struct kp_unit *u, const struct kp_node *n)
{
    return kp_stmt_end_in(file_of(u, n), n);
}

/* ---- pragmas ---- */

/* Begin of the line that ends in front of `at` (a line's first byte); splices join lines. */
static uint32_t line_before(const char *text, uint32_t at)
{
    do {
        at--; /* the newline */
        while (at > 0 && text[at - 1] != '\n')
            at--;
    } while (at > 1 &&
             (text[at - 2] == '\\' || (at > 2 && text[at - 2] == '\r' && text[at - 3] == '\\')));
    return at;
}

/* A `#pragma` that speaks about the loop behind it. */
static bool is_loop_pragma(const char *text, struct kp_token t)
{
    struct kp_token word = kp_lex_directive(text, t);

    if (t.kind != KP_TOKEN_DIRECTIVE || !kp_token_is(text, word, "pragma"))
        return false;
    return memmem(text + word.end, t.end - word.end, "unroll", 6) ||
           memmem(text + word.end, t.end - word.end, "ivdep", 5);
}

/* `#define UNROLL _Pragma("unroll")` and the like. */
static bool is_pragma_macro(const struct kp_unit *u, const char *text, struct kp_token name)
{
    for (size_t i = 0; i < u->parse.files.n; i++) {
        const struct kp_file *f = &u->parse.files.v[i];
        const char *at = f->text, *end = f->text + f->size;

        while ((at = memmem(at, (size_t)(end - at), "_Pragma", 7)) != NULL) {
            const char *p = at;

            while (p > f->text && (p[-1] == ' ' || p[-1] == '\t'))
                p--;
            if ((size_t)(p - f->text) > name.end - name.begin &&
                memcmp(p - (name.end - name.begin), text + name.begin, name.end - name.begin) == 0)
                return true;
            at += 7;
        }
    }
    return false;
}

/* The run of tokens of a line that lead up to the loop: pragmas and nothing else. */
static bool only_pragmas(const struct kp_unit *u, const char *text, uint32_t from, uint32_t to,
                         struct kp_span *out)
{
    bool any = false;

    while (from < to) {
        struct kp_token t = kp_lex(text, from, to);

        if (t.kind == KP_TOKEN_END)
            break;
        if (kp_token_is(text, t, "_Pragma"))
            t.end = kp_lex_close(text, t.end, to) + 1;
        else if (!is_loop_pragma(text, t) &&
                 (t.kind != KP_TOKEN_IDENT || !is_pragma_macro(u, text, t)))
            return false;
        if (!any)
            out->begin = t.begin;
        if (out->end < t.end)
            out->end = t.end;
        any = true;
        from = t.end;
    }
    return true;
}

struct kp_span kp_pragma_before(const struct kp_unit *u, const struct kp_node *loop)
{
    const struct kp_file *f = file_of(u, loop);
    struct kp_span out = {loop->span.begin, loop->span.begin}, found = out;
    uint32_t at = loop->span.begin;
    bool any = false;

    if (!f || !f->text)
        return out;
    for (;;) {
        uint32_t from = at;
        struct kp_span here = {0, 0};

        while (from > 0 && f->text[from - 1] != '\n')
            from--;
        if (from == at) {
            if (at == 0)
                break;
            from = line_before(f->text, at);
        }
        if (!only_pragmas(u, f->text, from, at, &here))
            break;
        if (here.end) {
            found.begin = here.begin;
            if (!any)
                found.end = here.end;
            any = true;
        }
        at = from;
    }
    return any ? found : out;
}

const char *kp_indent_of(struct kp_unit *u, uint32_t at)
{
    const char *line = u->source.text + u->source.line_start[kp_line_of(&u->source, at) - 1];

    return kp_strndup(u->arena, line, strspn(line, " \t"));
}
