/* A document that the editor has open. */
#ifndef KP_LSP_DOCUMENT_H
#define KP_LSP_DOCUMENT_H

#include <jansson.h>

#include "lsp/text.h"

struct kp_lsp_document {
    char *uri;
    char *path; /* its real path if the file exists; NULL: not a file of this machine */
    json_int_t version;
    struct kp_lsp_text text;
    double due;      /* the time of its next analysis; 0: none is needed */
    json_t *result;  /* of the last finished analysis; NULL: there was none */
    bool is_current; /* the result is about the present text */
    struct kp_lsp_document *next;
};

struct kp_lsp_document *kp_lsp_document_new(const char *uri);
void kp_lsp_document_free(struct kp_lsp_document *d);

/* Applies a member of `contentChanges`; false if it is malformed. */
bool kp_lsp_document_change(struct kp_lsp_document *d, enum kp_lsp_encoding e,
                            const json_t *change);

/* True if the last analysis read the file, or there was no analysis yet. */
bool kp_lsp_document_reads(const struct kp_lsp_document *d, const char *path);

/* ---- places as JSON ---------------------------------------------------------------------------
 */

/* Reads {line, character}; negative numbers become 0. False if it is malformed. */
bool kp_lsp_read_position(const json_t *o, struct kp_lsp_position *to);
/* Reads {start, end} as offsets, in order; false if it is malformed. */
bool kp_lsp_read_range(const struct kp_lsp_text *t, enum kp_lsp_encoding e, const json_t *o,
                       size_t *begin, size_t *end);
json_t *kp_lsp_range(const struct kp_lsp_text *t, enum kp_lsp_encoding e, size_t begin, size_t end);

#endif
