#include "lsp/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char mark[] = "\xEF\xBB\xBF";
enum { MARK = 3 };

void *kp_lsp_alloc(void *p, size_t size)
{
    void *to = realloc(p, size ? size : 1);

    if (!to) {
        fputs("kpipe: error: no memory\n", stderr);
        exit(2);
    }
    return to;
}

/* ---- lines ------------------------------------------------------------------------------------
 */

static bool ends_line(const struct kp_lsp_text *t, size_t at)
{
    return t->s[at] == '\n' || (t->s[at] == '\r' && t->s[at + 1] != '\n');
}

static void index_lines(struct kp_lsp_text *t)
{
    size_t n = 1;

    for (size_t i = 0; i < t->n; i++)
        n += ends_line(t, i);
    t->lines = kp_lsp_alloc(t->lines, n * sizeof *t->lines);
    t->n_lines = 0;
    t->lines[t->n_lines++] = 0;
    for (size_t i = 0; i < t->n; i++)
        if (ends_line(t, i))
            t->lines[t->n_lines++] = i + 1;
}

void kp_lsp_text_set(struct kp_lsp_text *t, const char *s, size_t n)
{
    t->n = 0;
    kp_lsp_text_replace(t, 0, 0, s, n);
}

void kp_lsp_text_free(struct kp_lsp_text *t)
{
    free(t->s);
    free(t->lines);
    *t = (struct kp_lsp_text){0};
}

void kp_lsp_text_replace(struct kp_lsp_text *t, size_t begin, size_t end, const char *with,
                         size_t n)
{
    size_t rest = t->n - end;

    if (begin + n > end || !t->s)
        t->s = kp_lsp_alloc(t->s, begin + n + rest + 1);
    if (rest)
        memmove(t->s + begin + n, t->s + end, rest);
    if (n)
        memcpy(t->s + begin, with, n);
    t->n = begin + n + rest;
    t->s[t->n] = '\0';
    index_lines(t);
}

/* ---- characters -------------------------------------------------------------------------------
 */

static size_t bytes_at(const char *s)
{
    unsigned char c = (unsigned char)*s;

    return c < 0xC0 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
}

static size_t units_at(const char *s, enum kp_lsp_encoding e)
{
    size_t n = bytes_at(s);

    return e == KP_LSP_UTF8 ? n : n == 4 ? 2 : 1;
}

/* Where the line's text ends. */
static size_t line_end(const struct kp_lsp_text *t, size_t line)
{
    size_t end = line + 1 < t->n_lines ? t->lines[line + 1] : t->n;

    if (line + 1 < t->n_lines)
        end -= end - t->lines[line] > 1 && t->s[end - 1] == '\n' && t->s[end - 2] == '\r' ? 2 : 1;
    return end;
}

size_t kp_lsp_offset(const struct kp_lsp_text *t, enum kp_lsp_encoding e, struct kp_lsp_position at)
{
    size_t offset, end, units = 0;

    if (at.line >= t->n_lines)
        return t->n;
    offset = t->lines[at.line];
    end = line_end(t, at.line);
    while (offset < end && units + units_at(t->s + offset, e) <= at.character) {
        units += units_at(t->s + offset, e);
        offset += bytes_at(t->s + offset);
    }
    return offset;
}

struct kp_lsp_position kp_lsp_position(const struct kp_lsp_text *t, enum kp_lsp_encoding e,
                                       size_t offset)
{
    struct kp_lsp_position to = {0};
    size_t low = 0, high = t->n_lines, at;

    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;

        *(t->lines[middle] <= offset ? &low : &high) = middle;
    }
    to.line = low;
    for (at = t->lines[low]; at < offset && at < t->n; at += bytes_at(t->s + at))
        to.character += units_at(t->s + at, e);
    return to;
}

/* ---- compilers' places ------------------------------------------------------------------------
 */

size_t kp_lsp_line(const struct kp_lsp_text *t, size_t line)
{
    size_t at = 0;

    for (size_t i = 1; i < line; i++) {
        const char *end = memchr(t->s + at, '\n', t->n - at);

        if (!end)
            return t->n;
        at = (size_t)(end - t->s) + 1;
    }
    return at;
}

size_t kp_lsp_column(const struct kp_lsp_text *t, size_t line, size_t column)
{
    size_t at = kp_lsp_line(t, line);

    at += line == 1 && t->n >= MARK && memcmp(t->s, mark, MARK) == 0 ? MARK : 0;
    at += column ? column - 1 : 0;
    return at < t->n ? at : t->n;
}
