#define _GNU_SOURCE
#include "front/front.h"
#include "front/lex.h"
#include "front/pieces.h"

enum { MAX_DEPTH = 8 }; /* of macros in macros */

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

/* True if the text of a pragma is about the loop after it. */
static bool speaks_of_loop(const char *text, struct kp_span s)
{
    return memmem(text + s.begin, s.end - s.begin, "unroll", 6) ||
           memmem(text + s.begin, s.end - s.begin, "ivdep", 5);
}

/* Behind the parentheses that follow `t`; `t.begin` when none do. */
static uint32_t arguments_end(const char *text, struct kp_token t, uint32_t limit)
{
    struct kp_token open = kp_lex(text, t.end, limit);
    uint32_t close = kp_token_is(text, open, "(") ? kp_lex_close(text, open.begin, limit) : limit;

    return close < limit ? close + 1 : t.begin;
}

static uint32_t pragma_end(struct kp_unit *u, const char *text, struct kp_token t, uint32_t limit,
                           int depth);

/* What a macro expands to: only pragmas, with or without one about a loop. */
enum pragmas { NO_PRAGMAS, EMPTY, SOME_PRAGMAS, LOOP_PRAGMAS };

static enum pragmas pragmas_of(struct kp_unit *u, const char *text, const struct kp_piece *m,
                               int depth)
{
    enum pragmas found = EMPTY;
    uint32_t at = m->body.begin;

    if (m->is_function_like)
        at = kp_lex_close(text, at, m->body.end) + 1;
    for (struct kp_token t = kp_lex(text, at, m->body.end); t.kind != KP_TOKEN_END;
         t = kp_lex(text, at, m->body.end)) {
        at = pragma_end(u, text, t, m->body.end, depth + 1);
        if (at > t.begin) {
            found = LOOP_PRAGMAS;
            continue;
        }
        if (kp_token_is(text, t, "_Pragma") || kp_token_is(text, t, "__pragma"))
            at = arguments_end(text, t, m->body.end);
        if (at == t.begin)
            return NO_PRAGMAS;
        found = found == EMPTY ? SOME_PRAGMAS : found;
    }
    return found;
}

/* `#define UNROLL _Pragma("unroll")` and similar macros: each definition of the name is of this
 * form or empty. The text of a pragma may come from its arguments. */
static bool is_pragma_macro(struct kp_unit *u, const char *text, struct kp_token name, uint32_t end,
                            int depth)
{
    bool is_loops = false;

    if (depth == MAX_DEPTH)
        return false;
    kp_each_macro_named(m, u, text + name.begin, name.end - name.begin)
    {
        enum pragmas made = NO_PRAGMAS;

        if (m->piece->is_undef)
            continue;
        if (m->piece->is_function_like == (end > name.end))
            made = pragmas_of(u, m->text, m->piece, depth);
        if (made == NO_PRAGMAS)
            return false;
        is_loops |=
            made == LOOP_PRAGMAS ||
            (made == SOME_PRAGMAS && speaks_of_loop(text, (struct kp_span){name.begin, end}));
    }
    return is_loops;
}

/* The end of a pragma about a loop, of any form, that begins with `t`; `t.begin`: it is none. */
static uint32_t pragma_end(struct kp_unit *u, const char *text, struct kp_token t, uint32_t limit,
                           int depth)
{
    uint32_t behind = arguments_end(text, t, limit);

    if (t.kind == KP_TOKEN_DIRECTIVE)
        return kp_token_is(text, kp_lex_directive(text, t), "pragma") &&
                       speaks_of_loop(text, (struct kp_span){t.begin, t.end})
                   ? t.end
                   : t.begin;
    if (t.kind != KP_TOKEN_IDENT)
        return t.begin;
    if (kp_token_is(text, t, "_Pragma") || kp_token_is(text, t, "__pragma"))
        return speaks_of_loop(text, (struct kp_span){t.begin, behind}) ? behind : t.begin;
    if (is_pragma_macro(u, text, t, t.end, depth))
        return t.end;
    return behind > t.begin && is_pragma_macro(u, text, t, behind, depth) ? behind : t.begin;
}

/* A place before the statement at which a token begins, without another statement in between. */
static uint32_t begin_before(const struct kp_file *f, const struct kp_node *n)
{
    const struct kp_node *before = NULL;

    for (const struct kp_node *c = n->parent ? n->parent->first : NULL; c && c != n; c = c->next)
        before = c;
    if (before && before->file == n->file && !before->from_macro && before->kind != KP_NONE &&
        before->span.begin < n->span.begin)
        return before->span.begin;
    for (before = n->parent; before; before = before->parent)
        if (before->file == n->file && !before->from_macro && before->span.begin < n->span.begin)
            return before->span.begin;
    return f->bom;
}

struct kp_span kp_pragma_before(struct kp_unit *u, const struct kp_node *loop)
{
    const struct kp_file *f = file_of(u, loop);
    struct kp_span out = {loop->span.begin, loop->span.begin};
    uint32_t at, end = loop->span.begin;

    if (!f || !f->text)
        return out;
    at = begin_before(f, loop);
    for (struct kp_token t = kp_lex(f->text, at, end); t.kind != KP_TOKEN_END;
         t = kp_lex(f->text, at, end)) {
        at = pragma_end(u, f->text, t, end, 0);
        if (at == t.begin) {
            out = (struct kp_span){end, end};
            at = t.end;
            continue;
        }
        if (out.begin == end)
            out.begin = t.begin;
        out.end = at;
    }
    return out;
}

const char *kp_indent_of(struct kp_unit *u, uint32_t at)
{
    const char *line = u->source.text + u->source.line_start[kp_line_of(&u->source, at) - 1];

    return kp_strndup(u->arena, line, strspn(line, " \t"));
}
