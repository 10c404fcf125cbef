/* Replaces what nvcc accepts and clang does not. The text's length does not change, so that all
 * places stay the same. Launches as some formatters leave them: `k << <grid, block>> > (x);` is `k
 * <<< grid, block>>>  (x);`. Special registers in assembly that has operands: `%laneid`, which
 * should be `%%laneid`. Operands without a comma between them: `"r"(a) "r"(b)`. */
#define _GNU_SOURCE
#include <ctype.h>
#include <string.h>

#include "front/lex.h"
#include "front/parse.h"

/* Joins the operator at `at`: moves its characters together and the blanks after them. */
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

/* True for `<<` or `>>`, blanks, and the same once more. */
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

static const char *join_launches(struct kp_arena *arena, const char *text, uint32_t size)
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

/* ---- assembly ---- */

/* A single letter after % is an operand's modifier; a word is the name of a register. */
static bool is_register(const char *s, uint32_t at, uint32_t end)
{
    return s[at] == '%' && at + 2 < end && isalpha((unsigned char)s[at + 1]) &&
           (isalpha((unsigned char)s[at + 2]) || s[at + 2] == '_' || s[at + 2] == '.');
}

/* `%%` is one character. */
static void mark_string(char *s, struct kp_token t)
{
    for (uint32_t i = t.begin; i < t.end; i++) {
        if (s[i] == '%' && i + 1 < t.end && s[i + 1] == '%')
            i++;
        else if (is_register(s, i, t.end))
            s[i] = KP_ASM_PERCENT;
    }
}

/* A comma in front of operands that have none, in the place of a blank. */
static void part_operands(char *s, struct kp_token colon, uint32_t end)
{
    for (struct kp_token t = colon; t.kind != KP_TOKEN_END;) {
        struct kp_token next = kp_lex_at_level(s, t, end);
        bool is_operand = next.kind == KP_TOKEN_STRING || kp_token_is(s, next, "[");

        if (kp_token_is(s, t, "(") && is_operand) {
            uint32_t behind = kp_lex_close(s, t.begin, end) + 1;

            while (s[behind] == '\n' || s[behind] == '\r')
                behind++;
            if (behind < next.begin && (s[behind] == ' ' || s[behind] == '\t'))
                s[behind] = ',';
        }
        t = next;
    }
}

/* The template and the operands of the statement whose opening parenthesis `open` is, when there
 * are operands. */
static void mark_template(char *s, uint32_t open, uint32_t end)
{
    uint32_t close = kp_lex_close(s, open, end);
    struct kp_token t = kp_lex_code(s, open + 1, close);
    uint32_t colon;

    while (t.kind != KP_TOKEN_END && !kp_token_is(s, t, ":") && !kp_token_is(s, t, "::"))
        t = kp_lex_at_level(s, t, close);
    colon = t.begin;
    if (t.kind == KP_TOKEN_END)
        return;
    part_operands(s, t, close);
    for (t = kp_lex(s, open + 1, colon); t.kind != KP_TOKEN_END; t = kp_lex(s, t.end, colon))
        if (t.kind == KP_TOKEN_STRING)
            mark_string(s, t);
}

static bool is_asm_word(const char *s, struct kp_token t)
{
    return kp_token_is(s, t, "asm") || kp_token_is(s, t, "__asm__") || kp_token_is(s, t, "__asm");
}

/* Macros' bodies, too. */
static void mark_registers(char *s, uint32_t begin, uint32_t end)
{
    bool is_asm = false;

    for (struct kp_token t = kp_lex(s, begin, end); t.kind != KP_TOKEN_END;
         t = kp_lex(s, t.end, end)) {
        if (t.kind == KP_TOKEN_DIRECTIVE)
            mark_registers(s, kp_lex_directive(s, t).end, t.end);
        else if (is_asm && kp_token_is(s, t, "("))
            mark_template(s, t.begin, end);
        is_asm = is_asm_word(s, t) || (is_asm && t.kind == KP_TOKEN_IDENT);
    }
}

static const char *mark_asm(struct kp_arena *arena, const char *text, uint32_t size)
{
    char *marked;

    if (!memmem(text, size, "asm", 3))
        return text;
    marked = kp_strndup(arena, text, size);
    mark_registers(marked, 0, size);
    return marked;
}

/* ---- closures ---- */

/* `mutable` and, on the same line, attributes: the attributes first. */
static void swap_attribute(char *s, struct kp_token word, uint32_t size)
{
    static const char mutable[] = "mutable";
    struct kp_token t = kp_lex(s, word.end, size), open = kp_lex(s, t.end, size);
    uint32_t close, n;

    if (!kp_token_is(s, t, "__attribute__") || !kp_token_is(s, open, "("))
        return;
    close = kp_lex_close(s, open.begin, size);
    if (close >= size || memchr(s + word.end, '\n', close - word.end))
        return;
    n = close + 1 - t.begin;
    memmove(s + word.begin, s + t.begin, n);
    memset(s + word.begin + n, ' ', close + 1 - word.begin - n);
    memcpy(s + close + 1 - (sizeof mutable - 1), mutable, sizeof mutable - 1);
}

static const char *swap_attributes(struct kp_arena *arena, const char *text, uint32_t size)
{
    char *swapped;

    if (!memmem(text, size, "mutable", 7) || !memmem(text, size, "__attribute__", 13))
        return text;
    swapped = kp_strndup(arena, text, size);
    for (struct kp_token t = kp_lex_code(swapped, 0, size); t.kind != KP_TOKEN_END;
         t = kp_lex_code(swapped, t.end, size))
        if (t.kind == KP_TOKEN_IDENT && kp_token_is(swapped, t, "mutable"))
            swap_attribute(swapped, t, size);
    return swapped;
}

const char *kp_for_clang(struct kp_arena *arena, const char *text, uint32_t size)
{
    return swap_attributes(arena, mark_asm(arena, join_launches(arena, text, size), size), size);
}
