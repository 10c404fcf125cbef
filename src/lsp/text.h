/* The text of an editor, and places in it as editors name them: a line, and so many units of an
 * encoding in it. Lines end with \n, \r\n or \r. */
#ifndef KP_LSP_TEXT_H
#define KP_LSP_TEXT_H

#include <stdbool.h>
#include <stddef.h>

enum kp_lsp_encoding { KP_LSP_UTF16, KP_LSP_UTF8 };

struct kp_lsp_position {
    size_t line, character;
};

/* Valid UTF-8. All zero: nothing was set yet. */
struct kp_lsp_text {
    char *s; /* NUL-terminated */
    size_t n;
    size_t *lines; /* where they begin */
    size_t n_lines;
};

/* realloc() that ends the process where there is no memory. */
void *kp_lsp_alloc(void *p, size_t size);

void kp_lsp_text_set(struct kp_lsp_text *t, const char *s, size_t n);
void kp_lsp_text_free(struct kp_lsp_text *t);
/* [begin, end) becomes these bytes. */
void kp_lsp_text_replace(struct kp_lsp_text *t, size_t begin, size_t end, const char *with,
                         size_t n);

/* A place behind the end of a line is that end, one behind the last line the text's end, one inside
 * a character its beginning. */
size_t kp_lsp_offset(const struct kp_lsp_text *t, enum kp_lsp_encoding e,
                     struct kp_lsp_position at);
struct kp_lsp_position kp_lsp_position(const struct kp_lsp_text *t, enum kp_lsp_encoding e,
                                       size_t offset);

/* What compilers name: lines that end with \n, columns in bytes, both from 1, a byte order mark not
 * counted. */
size_t kp_lsp_column(const struct kp_lsp_text *t, size_t line, size_t column);
/* .. where such a line begins: with the mark. */
size_t kp_lsp_line(const struct kp_lsp_text *t, size_t line);

#endif
