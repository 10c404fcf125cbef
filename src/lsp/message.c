#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lsp/session.h"

void kp_lsp_bytes_add(struct kp_lsp_bytes *b, const char *v, size_t n)
{
    if (b->at == b->n)
        b->at = b->n = 0;
    if (b->n + n + 1 > b->cap) {
        b->cap = 2 * (b->n + n) + 1;
        b->v = kp_lsp_alloc(b->v, b->cap);
    }
    if (n)
        memcpy(b->v + b->n, v, n);
    b->n += n;
    b->v[b->n] = '\0';
}

static void send_message(struct kp_lsp_session *s, json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT), head[64];

    json_decref(message);
    if (!text)
        return;
    kp_lsp_bytes_add(
        &s->out, head,
        (size_t)snprintf(head, sizeof head, "Content-Length: %zu\r\n\r\n", strlen(text)));
    kp_lsp_bytes_add(&s->out, text, strlen(text));
    free(text);
}

static json_t *id_of(const json_t *id)
{
    return id ? json_deep_copy(id) : json_null();
}

void kp_lsp_answer(struct kp_lsp_session *s, const json_t *id, json_t *result)
{
    send_message(s, json_pack("{s:s, s:o, s:o}", "jsonrpc", "2.0", "id", id_of(id), "result",
                              result ? result : json_null()));
}

void kp_lsp_fail(struct kp_lsp_session *s, const json_t *id, enum kp_lsp_error code,
                 const char *why)
{
    json_t *message = json_string(why);

    if (!message) /* a library's, of text that is no UTF-8 */
        message = json_string("it cannot be read");
    send_message(s, json_pack("{s:s, s:o, s:{s:i, s:o}}", "jsonrpc", "2.0", "id", id_of(id),
                              "error", "code", (int)code, "message", message));
}

void kp_lsp_notify(struct kp_lsp_session *s, const char *method, json_t *params)
{
    send_message(s, json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0", "method", method, "params",
                              params ? params : json_object()));
}

void kp_lsp_request(struct kp_lsp_session *s, const char *method, json_t *params)
{
    send_message(s, json_pack("{s:s, s:I, s:s, s:o}", "jsonrpc", "2.0", "id", ++s->requests,
                              "method", method, "params", params));
}

void kp_lsp_log(struct kp_lsp_session *s, enum kp_lsp_message kind, const char *fmt, ...)
{
    char *text = NULL;
    va_list ap;
    json_t *params;

    va_start(ap, fmt);
    if (vasprintf(&text, fmt, ap) < 0)
        text = NULL;
    va_end(ap);
    params = text ? json_pack("{s:i, s:s}", "type", (int)kind, "message", text) : NULL;
    if (params) /* else it is no UTF-8 */
        kp_lsp_notify(s, "window/logMessage", params);
    free(text);
}
