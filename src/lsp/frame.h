/* The framing of messages in a stream: header lines, an empty line, and a body of `Content-Length`
 * bytes. */
#ifndef KP_LSP_FRAME_H
#define KP_LSP_FRAME_H

#include <stdbool.h>
#include <stddef.h>

/* All zero at the beginning. */
struct kp_lsp_frames {
    char *v; /* received bytes; those before `at` have been read */
    size_t n, cap, at;
    size_t length; /* Content-Length of the present message */
    bool has_length, has_headers, in_body;
    bool is_lost; /* the stream was invalid, and no message has been read since */
};

enum kp_lsp_frame {
    KP_LSP_MORE,    /* no complete message yet */
    KP_LSP_MESSAGE, /* *body is a message, valid until the next call */
    /* there are bytes that belong to no message; reading resumes at the next `Content-Length:` */
    KP_LSP_BROKEN
};

void kp_lsp_frames_add(struct kp_lsp_frames *f, const char *bytes, size_t n);
enum kp_lsp_frame kp_lsp_frames_next(struct kp_lsp_frames *f, const char **body, size_t *size);
void kp_lsp_frames_free(struct kp_lsp_frames *f);

#endif
