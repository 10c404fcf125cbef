/* The loop's header as text, parentheses and all. */
#define _GNU_SOURCE
#include "emit/emit.h"

/* Without a comment to the end of its line in front of the words or behind them: what is written
 * behind the text would be in it. */
static struct kp_span without_line_comments(const char *s, struct kp_span part)
{
    struct kp_token first = kp_lex_code(s, part.begin, part.end), last = first;

    for (struct kp_token t = first; t.kind != KP_TOKEN_END; t = kp_lex_code(s, t.end, part.end))
        last = t;
    if (first.kind == KP_TOKEN_END)
        return part;
    if (memmem(s + part.begin, first.begin - part.begin, "//", 2))
        part.begin = first.begin;
    if (memmem(s + last.end, part.end - last.end, "//", 2))
        part.end = last.end;
    return part;
}

static const char *trimmed(struct kp_unit *u, uint32_t begin, uint32_t end)
{
    const char *s = u->source.text;
    struct kp_span part = without_line_comments(s, (struct kp_span){begin, end});

    while (part.begin < part.end && strchr(" \t\r\n", s[part.begin]))
        part.begin++;
    while (part.end > part.begin && strchr(" \t\r\n", s[part.end - 1]))
        part.end--;
    return part.begin < part.end ? kp_one_line(u, kp_span_text(u, part)) : NULL;
}

/* The text between the parentheses that open at `at`, cut at its own semicolons; `first` is where
 * the first part stands. */
static int cut_parentheses(struct kp_unit *u, uint32_t at, const char *parts[3],
                           struct kp_span *first)
{
    const char *s = u->source.text;
    uint32_t open = kp_lex_code(s, at, u->source.size).begin;
    uint32_t close = kp_lex_close(s, open, u->source.size), begin = open + 1;
    int n = 0;

    if (s[open] != '(' || close >= u->source.size)
        return 0;
    for (at = begin; at < close && n < 2;) {
        struct kp_token t = kp_lex_code(s, at, close);

        at = t.end;
        if (kp_token_is(s, t, "(") || kp_token_is(s, t, "[") || kp_token_is(s, t, "{")) {
            at = kp_lex_close(s, t.begin, close) + 1;
        } else if (kp_token_is(s, t, ";")) {
            if (n == 0)
                *first = (struct kp_span){begin, t.begin};
            parts[n++] = trimmed(u, begin, t.begin);
            begin = t.end;
        } else if (t.kind == KP_TOKEN_END) {
            break;
        }
    }
    parts[n++] = trimmed(u, begin, close);
    return n;
}

/* The comment behind the opening brace of the body, which goes to the main loop. */
static const char *brace_comment(struct kp_unit *u, const struct kp_node *body)
{
    uint32_t at = body->span.begin + 1, end = kp_skip_line_end(u, at);

    return end > at && u->source.text[end - 1] == '\n' ? trimmed(u, at, end) : NULL;
}

bool kp_read_header(struct kp_emitter *e)
{
    static const char *const word[] = {"for", "while", "do"};
    struct kp_unit *u = e->u;
    const struct kp_node *n = e->l->node, *body = kp_loop_body(n);
    int kind = n->kind == KP_FOR ? 0 : n->kind == KP_WHILE ? 1 : 2;
    struct kp_header *h = &e->header;
    const char *parts[3] = {0};
    struct kp_token t = kp_lex_code(u->source.text, n->span.begin, u->source.size);
    uint32_t at = t.end;

    if (!kp_token_is(u->source.text, t, word[kind]) || body->kind != KP_COMPOUND ||
        u->source.text[body->span.begin] != '{' || u->source.text[body->span.end - 1] != '}')
        return kp_cannot(e, KP_CODE_KP601, n, "the loop's header");
    if (kind == 2) /* do { .. } while (..) */
        at = kp_lex_code(u->source.text, body->span.end, u->source.size).end;
    if (cut_parentheses(u, at, parts, &h->init_span) != (kind == 0 ? 3 : 1))
        return kp_cannot(e, KP_CODE_KP601, n, "the loop's header");
    h->init = kind == 0 ? parts[0] : NULL;
    h->condition = kind == 0 ? parts[1] : parts[0];
    h->step = parts[2];
    h->comment = brace_comment(u, body);
    if (kind == 0 && n->first->kind == KP_DECL_STMT)
        h->declared = n->first;
    return true;
}
