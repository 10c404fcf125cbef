/* Launches as some formatters leave them: `k << <grid, block>> > (x);`, which nvcc takes and clang
 * does not. libclang gets `k <<<  grid, block>>>  (x);`, as long as the input, so that every place
 * is the same. */
#define _GNU_SOURCE
#include <string.h>

#include "front/lex.h"
#include "front/parse.h"

/* Joins the operator at `at`: its characters first, the blanks behind. */
static void join(char *s, uint32_t at, uint32_t end)
{
    char c = s[at];

    memset(s + at, c, 3);
    memset(s + at + 3, ' ', end - at - 3);
}

/* The launch operator that closes the configuration which begins at `from`: its offset, and its end
 * in `end`; 0 when there is none before the statement ends. */
static uint32_t closing(const char *s, uint32_t from, uint32_t size, uint32_t *end)
{
    for (uint32_t at = from; at < size;) {
        struct kp_token t = kp_lex_code(s, at, size);

        if (t.kind == KP_TOKEN_END || kp_token_is(s, t, ";") || kp_token_is(s, t, "}"))
            return 0;
        *end = kp_lex_launch(s, t, '>', size);
        if (*end)
            return t.begin;
        at = t.kind == KP_TOKEN_PUNCT && strchr("([{", s[t.begin])
                 ? kp_lex_close(s, t.begin, size) + 1
                 : t.end;
    }
    return 0;
}

/* `<<` or `>>`, blanks, and the same once more? */
static bool has_spaced(const char *text, uint32_t size)
{
    for (uint32_t i = 0; i + 2 < size; i++) {
        uint32_t next = i + 2;

        if ((text[i] != '<' && text[i] != '>') || text[i + 1] != text[i])
            continue;
        while (next < size && (text[next] == ' ' || text[next] == '\t'))
            next++;
        if (next > i + 2 && next < size && text[next] == text[i])
            return true;
    }
    return false;
}

bool kp_may_launch(const char *text, uint32_t size)
{
    return memmem(text, size, "<<<", 3) || has_spaced(text, size);
}

const char *kp_join_launches(struct kp_arena *arena, const char *text, uint32_t size)
{
    char *joined = NULL;

    if (!has_spaced(text, size))
        return text;
    for (uint32_t at = 0; at < size;) {
        struct kp_token t = kp_lex_code(text, at, size);
        uint32_t opened = kp_lex_launch(text, t, '<', size), closed = 0, end;

        if (t.kind == KP_TOKEN_END)
            break;
        at = t.end;
        if (opened)
            closed = closing(text, opened, size, &end);
        if (!closed)
            continue;
        if (!joined)
            joined = kp_strndup(arena, text, size);
        join(joined, t.begin, opened);
        join(joined, closed, end);
        at = end;
    }
    return joined ? joined : text;
}
