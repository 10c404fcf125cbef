/* Private to lsp/: converts places in the result of an analysis to ranges of the document's text.
 */
#ifndef KP_LSP_PART_H
#define KP_LSP_PART_H

#include "lsp/document.h"

struct kp_lsp_part {
    size_t begin, end;
};

/* A member of an object; "" and 1 when it is absent. */
const char *kp_lsp_text_in(const json_t *o, const char *key);
size_t kp_lsp_number_in(const json_t *o, const char *key);

struct kp_lsp_part kp_lsp_part_of_place(const struct kp_lsp_text *t, const json_t *place);
/* A line, counted by \n, without its indentation and end. */
struct kp_lsp_part kp_lsp_part_of_line(const struct kp_lsp_text *t, size_t line);
/* The range at which a finding is reported: its own place, else its loop, else the beginning of the
 * text. */
struct kp_lsp_part kp_lsp_part_of(const struct kp_lsp_document *d, const json_t *finding);
/* The lines of the finding's loop; false when it has none. */
bool kp_lsp_loop_part(const struct kp_lsp_document *d, const json_t *finding,
                      struct kp_lsp_part *to);
/* True if the place is in the document, not in another file. */
bool kp_lsp_is_here(const struct kp_lsp_document *d, const json_t *place);
bool kp_lsp_meets(struct kp_lsp_part a, struct kp_lsp_part b);

#endif
