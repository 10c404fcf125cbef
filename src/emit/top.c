/* What an output asks for in front of all that it includes. */
#include "emit/emit.h"
#include "front/place.h"
#include "model/unread.h"

/* True if the directive's line ends there, and no comment goes on. */
static bool ends_line(const char *s, uint32_t at, uint32_t end)
{
    while (at < end && strchr(" \t\r", s[at]))
        at++;
    if (at == end)
        return true;
    while (end > at && strchr(" \t\r", s[end - 1]))
        end--;
    return kp_starts_with(s + at, "//") && s[end - 1] != '\\' && s[end - 1] != '/';
}

/* The line behind the directive that ends there; 0: none begins there. */
static uint32_t behind_line(const char *s, uint32_t size, uint32_t at)
{
    const char *end = memchr(s + at, '\n', size - at);

    return end && ends_line(s, at, (uint32_t)(end - s)) ? (uint32_t)(end - s) + 1 : 0;
}

static bool is_once(const char *s, struct kp_token line)
{
    struct kp_token word = kp_lex_directive(s, line);

    return kp_token_is(s, word, "pragma") && kp_token_is(s, kp_lex(s, word.end, line.end), "once");
}

/* Behind what lets the text be read once; 0: that is not known. */
static uint32_t behind_guard(const char *s, uint32_t size, uint32_t from)
{
    struct kp_include_guard guard = {0};
    struct kp_token t = kp_lex(s, from, size);
    uint32_t at = 0;

    if (t.kind == KP_TOKEN_DIRECTIVE && is_once(s, t))
        return behind_line(s, size, t.end);
    kp_find_include_guard(s, from, size, &guard);
    if (guard.name.end > guard.name.begin && t.begin == guard.first.begin &&
        (t = kp_lex(s, t.end, size)).kind == KP_TOKEN_DIRECTIVE && t.end >= guard.name.end)
        at = behind_line(s, size, t.end);
    return at;
}

/* .. or else behind the comments that open it. */
static uint32_t place_in(const char *s, uint32_t size, uint32_t from)
{
    uint32_t at = behind_guard(s, size, from);
    struct kp_token t = kp_lex(s, from, size);

    if (at)
        return at;
    at = from;
    for (uint32_t i = from; i < t.begin; i++)
        if (s[i] == '\n')
            at = i + 1;
    return at + strspn(s + at, " \t") >= t.begin ? at : from;
}

void kp_ask_on_top(struct kp_unit *u)
{
    const char *s = u->output, *asked;
    uint32_t size = (uint32_t)u->output_size, at;
    struct kp_str out = kp_str_new(u->arena);

    if (!s || (u->output_size == u->source.size && !memcmp(s, u->source.text, size)) ||
        !(asked = kp_asserted_on_top(u)))
        return;
    at = place_in(s, size, u->source.bom);
    if (kp_starts_with(s + at, asked)) /* of an output that is rewritten again */
        return;
    kp_str_addn(&out, s, at);
    kp_str_addf(&out, "%s%s", asked, kp_newline(u));
    kp_str_addn(&out, s + at, size - at);
    u->output = kp_str_text(&out);
    u->output_size = out.n;
}
