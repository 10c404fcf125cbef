/* The text of an editor, and positions in it: a line, and a number of code units in the negotiated
 * encoding. Lines end with \n, \r\n or \r. */
#ifndef KP_LSP_TEXT_H
#define KP_LSP_TEXT_H

#include <stdbool.h>
#include <stddef.h>

enum kp_lsp_encoding { KP_LSP_UTF16, KP_LSP_UTF8 };

struct kp_lsp_position {
    size_t line, character;
};

/* A text in valid UTF-8. All zero: not set yet. */
struct kp_lsp_text {
    char *s; /* NUL-terminated */
    size_t n;
    size_t *lines; /* offsets of the lines' beginnings */
    size_t n_lines;
};

/* realloc() that ends the process when there is no memory. */
void *kp_lsp_alloc(void *p, size_t size);

void kp_lsp_text_set(struct kp_lsp_text *t, const char *s, size_t n);
void kp_lsp_text_free(struct kp_lsp_text *t);
/* Replaces [begin, end) by n bytes. */
void kp_lsp_text_replace(struct kp_lsp_text *t, size_t begin, size_t end, const char *with,
                         size_t n);

/* The offset of a position. A position beyond a line's end is that end, one beyond the last line
 * the text's end, and one inside a character the character's beginning. */
size_t kp_lsp_offset(const struct kp_lsp_text *t, enum kp_lsp_encoding e,
                     struct kp_lsp_position at);
struct kp_lsp_position kp_lsp_position(const struct kp_lsp_text *t, enum kp_lsp_encoding e,
                                       size_t offset);

/* The offset of a place as compilers name it: lines end with \n, columns are bytes, both from 1,
 * and a byte order mark is not counted. */
size_t kp_lsp_column(const struct kp_lsp_text *t, size_t line, size_t column);
/* The offset at which such a line begins, byte order mark included. */
size_t kp_lsp_line(const struct kp_lsp_text *t, size_t line);

#endif
