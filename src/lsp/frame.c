#define _GNU_SOURCE
#include "lsp/frame.h"

#include <stdlib.h>
#include <string.h>
#include <ctype.h>

#include "lsp/text.h"

enum { MOST_LINE = 4096, MOST_LENGTH = 256 << 20 };

static const char word[] = "content-length:";
enum { WORD = sizeof word - 1 };

void kp_lsp_frames_add(struct kp_lsp_frames *f, const char *bytes, size_t n)
{
    if (f->at) {
        memmove(f->v, f->v + f->at, f->n - f->at);
        f->n -= f->at;
        f->at = 0;
    }
    if (f->n + n > f->cap) {
        f->cap = 2 * (f->n + n);
        f->v = kp_lsp_alloc(f->v, f->cap);
    }
    if (n)
        memcpy(f->v + f->n, bytes, n);
    f->n += n;
}

void kp_lsp_frames_free(struct kp_lsp_frames *f)
{
    free(f->v);
    *f = (struct kp_lsp_frames){0};
}

/* The last place of the word in a line; NULL. */
static const char *find_word(const char *line, size_t n)
{
    for (size_t i = n < WORD ? 0 : n - WORD + 1; i-- > 0;)
        if (strncasecmp(line + i, word, WORD) == 0)
            return line + i;
    return NULL;
}

static bool is_header(const char *line, size_t n)
{
    size_t i = 0;

    while (i < n && (isalnum((unsigned char)line[i]) || line[i] == '-'))
        i++;
    return i && i < n && line[i] == ':';
}

static bool read_length(const char *at, size_t n, size_t *length)
{
    size_t i = 0, value = 0;

    while (n && (at[n - 1] == ' ' || at[n - 1] == '\t'))
        n--;
    while (i < n && (at[i] == ' ' || at[i] == '\t'))
        i++;
    if (i == n)
        return false;
    for (; i < n && isdigit((unsigned char)at[i]) && value <= MOST_LENGTH; i++)
        value = 10 * value + (size_t)(at[i] - '0');
    *length = value;
    return i == n && value <= MOST_LENGTH;
}

/* True the first time. */
static bool lose(struct kp_lsp_frames *f)
{
    bool is_first = !f->is_lost;

    f->is_lost = true;
    f->has_length = f->has_headers = false;
    return is_first;
}

/* One line of headers; false: it makes no sense, or is too long. */
static bool take_line(struct kp_lsp_frames *f, const char *line, size_t n)
{
    const char *found = find_word(line, n);

    if (found && read_length(found + WORD, (size_t)(line + n - found) - WORD, &f->length)) {
        f->has_length = f->has_headers = true;
        return found == line; /* else what is in front of it was lost */
    }
    if (n == 0 && f->has_length) {
        f->has_length = f->has_headers = false;
        f->in_body = true;
        return true;
    }
    if (!found && is_header(line, n)) {
        f->has_headers = true;
        return true;
    }
    return n == 0 && !f->has_headers;
}

/* Takes the next line, of which `is_broken` says whether it makes sense. False: there is none. */
static bool next_line(struct kp_lsp_frames *f, bool *is_broken)
{
    const char *line, *end;
    size_t n;

    *is_broken = false;
    if (f->n == f->at)
        return false;
    line = f->v + f->at;
    end = memchr(line, '\n', f->n - f->at);
    n = end ? (size_t)(end - line) : f->n - f->at;
    if (!end && n <= MOST_LINE)
        return false;
    f->at += end ? n + 1 : n - WORD; /* the word may come in two parts */
    if (n && line[n - 1] == '\r')
        n--;
    if (!end || !take_line(f, line, n)) {
        bool has_length = end && f->has_length && find_word(line, n);

        *is_broken = lose(f);
        f->has_length = f->has_headers = has_length;
    }
    return true;
}

enum kp_lsp_frame kp_lsp_frames_next(struct kp_lsp_frames *f, const char **body, size_t *size)
{
    bool is_broken;

    while (!f->in_body) {
        if (!next_line(f, &is_broken))
            return KP_LSP_MORE;
        if (is_broken)
            return KP_LSP_BROKEN;
    }
    if (f->n - f->at < f->length)
        return KP_LSP_MORE;
    *body = f->v + f->at;
    *size = f->length;
    f->at += f->length;
    f->in_body = f->is_lost = false;
    return KP_LSP_MESSAGE;
}
