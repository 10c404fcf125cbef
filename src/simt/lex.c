/* PTX tokens. A word keeps its dots (`ld.global.nc.v4.f32`, `%tid.x`, `.reg`), which is how the
 * rest of the reader wants them; only words that begin with a dot end at the next one. */
#include "simt/ptx.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void ptx_fail(struct ptx_lexer *x, unsigned line, const char *fmt, ...)
{
    va_list ap;
    const char *text;

    va_start(ap, fmt);
    text = kp_vsprintf(x->arena, fmt, ap);
    va_end(ap);
    x->error = kp_sprintf(x->arena, "PTX line %u: %s", line, text);
    longjmp(x->fail, 1);
}

void ptx_lex_start(struct ptx_lexer *x, struct kp_arena *a, const char *text, size_t n)
{
    x->arena = a;
    x->p = text;
    x->end = text + n;
    x->line = 1;
}

static void skip_blanks(struct ptx_lexer *x)
{
    while (x->p < x->end) {
        if (*x->p == '\n') {
            x->line++;
            x->p++;
        } else if (isspace((unsigned char)*x->p)) {
            x->p++;
        } else if (x->end - x->p >= 2 && x->p[0] == '/' && x->p[1] == '/') {
            while (x->p < x->end && *x->p != '\n')
                x->p++;
        } else if (x->end - x->p >= 2 && x->p[0] == '/' && x->p[1] == '*') {
            for (x->p += 2; x->end - x->p >= 2 && !(x->p[0] == '*' && x->p[1] == '/'); x->p++)
                x->line += *x->p == '\n';
            x->p = x->end - x->p >= 2 ? x->p + 2 : x->end;
        } else {
            return;
        }
    }
}

static bool word_start(char c)
{
    return isalpha((unsigned char)c) || c == '_' || c == '$' || c == '%' || c == '.';
}

static bool word_char(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '.';
}

static void lex_word(struct ptx_lexer *x)
{
    const char *from = x->p++;
    bool directive = *from == '.'; /* `.reg.b32` is two words, `add.u32` is one */

    for (; x->p < x->end; x->p++) {
        if (directive && *x->p == '.')
            break;
        if (word_char(*x->p))
            continue;
        /* shared::cta, L2::128B; but not the colon of a label */
        if (x->end - x->p > 2 && x->p[0] == ':' && x->p[1] == ':' &&
            isalnum((unsigned char)x->p[2])) {
            x->p++;
            continue;
        }
        break;
    }
    x->tok.kind = TOK_WORD;
    x->tok.s = kp_strndup(x->arena, from, (size_t)(x->p - from));
}

static void lex_number(struct ptx_lexer *x)
{
    char text[64];
    size_t n = 0;
    char *rest;
    bool point = false;

    for (; x->p < x->end && n < sizeof text - 1; x->p++) {
        if (!isalnum((unsigned char)*x->p) && *x->p != '.')
            break;
        point |= *x->p == '.';
        text[n++] = *x->p;
    }
    text[n] = 0;
    x->tok.kind = TOK_INT;
    if (text[0] == '0' && (text[1] == 'f' || text[1] == 'F') && n == 10) {
        x->tok.kind = TOK_F32;
        x->tok.bits = strtoull(text + 2, &rest, 16);
    } else if (text[0] == '0' && (text[1] == 'd' || text[1] == 'D') && n == 18) {
        x->tok.kind = TOK_F64;
        x->tok.bits = strtoull(text + 2, &rest, 16);
    } else if (point) {
        double d = strtod(text, &rest);
        x->tok.kind = TOK_F64;
        memcpy(&x->tok.bits, &d, sizeof d);
    } else if (text[0] == '0' && (text[1] == 'b' || text[1] == 'B')) {
        x->tok.bits = strtoull(text + 2, &rest, 2);
    } else {
        x->tok.bits = strtoull(text, &rest, 0);
        if (*rest == 'U')
            rest++;
    }
    if (*rest)
        ptx_fail(x, x->line, "bad number \"%s\"", text);
}

static void lex_string(struct ptx_lexer *x)
{
    const char *from = ++x->p;

    while (x->p < x->end && *x->p != '"' && *x->p != '\n')
        x->p += *x->p == '\\' && x->end - x->p > 1 ? 2 : 1;
    if (x->p >= x->end || *x->p != '"')
        ptx_fail(x, x->line, "string without an end");
    x->tok.kind = TOK_STR;
    x->tok.s = kp_strndup(x->arena, from, (size_t)(x->p - from));
    x->p++;
}

void ptx_next(struct ptx_lexer *x)
{
    skip_blanks(x);
    x->tok = (struct ptx_tok){.line = x->line};
    if (x->p >= x->end)
        return;
    if (word_start(*x->p)) {
        lex_word(x);
    } else if (isdigit((unsigned char)*x->p)) {
        lex_number(x);
    } else if (*x->p == '"') {
        lex_string(x);
    } else {
        x->tok.kind = TOK_PUNCT;
        x->tok.punct = (unsigned char)*x->p++;
    }
}
