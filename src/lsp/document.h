/* What the editor has open. */
#ifndef KP_LSP_DOCUMENT_H
#define KP_LSP_DOCUMENT_H

#include <jansson.h>

#include "lsp/text.h"

struct kp_lsp_document {
    char *uri;
    char *path; /* real, where the file is there; NULL: no file of this machine */
    json_int_t version;
    struct kp_lsp_text text;
    double due;      /* when it is to be analysed; 0: there is no need */
    json_t *result;  /* of the last analysis that ended; NULL: there was none */
    bool is_current; /* .. and it is about this text */
    struct kp_lsp_document *next;
};

struct kp_lsp_document *kp_lsp_document_new(const char *uri);
void kp_lsp_document_free(struct kp_lsp_document *d);

/* A member of `contentChanges`; false: it is none. */
bool kp_lsp_document_change(struct kp_lsp_document *d, enum kp_lsp_encoding e,
                            const json_t *change);

/* Has the last analysis read the file, or is that not known yet? */
bool kp_lsp_document_reads(const struct kp_lsp_document *d, const char *path);

/* ---- places as JSON ---------------------------------------------------------------------------
 */

/* {line, character}; false: it is none. What is negative is 0. */
bool kp_lsp_read_position(const json_t *o, struct kp_lsp_position *to);
/* {start, end} as offsets, in order; false: it is none. */
bool kp_lsp_read_range(const struct kp_lsp_text *t, enum kp_lsp_encoding e, const json_t *o,
                       size_t *begin, size_t *end);
json_t *kp_lsp_range(const struct kp_lsp_text *t, enum kp_lsp_encoding e, size_t begin, size_t end);

#endif
