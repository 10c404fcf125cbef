/* Private to lsp/: what the result of an analysis names, as parts of the document's text. */
#ifndef KP_LSP_PART_H
#define KP_LSP_PART_H

#include "lsp/document.h"

struct kp_lsp_part {
    size_t begin, end;
};

/* Members of an object: "" and 1 where there are none. */
const char *kp_lsp_text_in(const json_t *o, const char *key);
size_t kp_lsp_number_in(const json_t *o, const char *key);

struct kp_lsp_part kp_lsp_part_of_place(const struct kp_lsp_text *t, const json_t *place);
/* The text of a line (with \n), without its indentation and end. */
struct kp_lsp_part kp_lsp_part_of_line(const struct kp_lsp_text *t, size_t line);
/* Where the finding is reported: its own place, else its loop, else the head of the text. */
struct kp_lsp_part kp_lsp_part_of(const struct kp_lsp_document *d, const json_t *finding);
/* The loop's lines; false where it has none. */
bool kp_lsp_loop_part(const struct kp_lsp_document *d, const json_t *finding,
                      struct kp_lsp_part *to);
/* Is the place in the document, and in no other file? */
bool kp_lsp_is_here(const struct kp_lsp_document *d, const json_t *place);
bool kp_lsp_meets(struct kp_lsp_part a, struct kp_lsp_part b);

#endif
