/* How messages lie in a stream: lines of headers, an empty line, and as many bytes as
 * `Content-Length` says. */
#ifndef KP_LSP_FRAME_H
#define KP_LSP_FRAME_H

#include <stdbool.h>
#include <stddef.h>

/* All zero at the beginning. */
struct kp_lsp_frames {
    char *v; /* what has come; read up to `at` */
    size_t n, cap, at;
    size_t length; /* of the message, as its headers say */
    bool has_length, has_headers, in_body;
    bool is_lost; /* the stream made no sense, and no message has come since */
};

enum kp_lsp_frame {
    KP_LSP_MORE,    /* there is no whole message yet */
    KP_LSP_MESSAGE, /* *body, good until the next call */
    KP_LSP_BROKEN   /* bytes that belong to no message; the next `Content-Length:` begins one */
};

void kp_lsp_frames_add(struct kp_lsp_frames *f, const char *bytes, size_t n);
enum kp_lsp_frame kp_lsp_frames_next(struct kp_lsp_frames *f, const char **body, size_t *size);
void kp_lsp_frames_free(struct kp_lsp_frames *f);

#endif
