/* Private to lsp/: one client. */
#ifndef KP_LSP_SESSION_H
#define KP_LSP_SESSION_H

#include <jansson.h>
#include <sys/types.h>

#include "lsp/document.h"
#include "lsp/frame.h"
#include "lsp/lsp.h"

struct kp_lsp_session;

enum kp_lsp_state { KP_LSP_NEW, KP_LSP_READY, KP_LSP_SHUT, KP_LSP_ENDED };

/* JSON-RPC's codes, and LSP's. */
enum kp_lsp_error {
    KP_LSP_PARSE_ERROR = -32700,
    KP_LSP_INVALID_REQUEST = -32600,
    KP_LSP_NO_METHOD = -32601,
    KP_LSP_INVALID_PARAMS = -32602,
    KP_LSP_NOT_INITIALIZED = -32002,
    KP_LSP_CANCELLED = -32800,
    KP_LSP_MODIFIED = -32801
};

enum kp_lsp_message { KP_LSP_SAY_ERROR = 1, KP_LSP_SAY_WARNING, KP_LSP_SAY_INFO, KP_LSP_SAY_LOG };

struct kp_lsp_bytes {
    char *v;
    size_t n, cap, at;
};

/* How a request about a document is answered, once that has been analysed. */
struct kp_lsp_how {
    json_t *(*answer)(struct kp_lsp_session *s, struct kp_lsp_document *d, const json_t *params);
    /* The number of a loop whose fix it takes, and that is not known yet; 0: there is none. NULL:
     * it takes none. */
    size_t (*lacks)(struct kp_lsp_session *s, struct kp_lsp_document *d, const json_t *params);
};

/* A request that waits for that. */
struct kp_lsp_waiting {
    json_t *id, *params;
    struct kp_lsp_document *document;
    const struct kp_lsp_how *how;
    struct kp_lsp_waiting *next;
};

/* The one analysis that runs. */
struct kp_lsp_worker {
    pid_t pid; /* 0: none */
    int out;   /* what it prints; -1: it has closed that */
    int err;
    struct kp_lsp_bytes said;
    struct kp_lsp_document *document;
    size_t loop; /* whose fix it makes; 0: it is about the whole text */
    double start;
};

struct kp_lsp_session {
    const struct kp_lsp_hooks *hooks;
    enum kp_lsp_state state;
    bool is_shut; /* `shutdown` was asked for */
    struct kp_lsp_frames in;
    struct kp_lsp_bytes out;
    json_int_t requests; /* of ours */
    struct kp_lsp_document *documents;
    struct kp_lsp_waiting *waiting;
    struct kp_lsp_worker worker;
    double debounce; /* seconds */
    bool is_traced;

    /* what the client can do */
    enum kp_lsp_encoding encoding;
    bool knows_related, knows_versions, knows_actions, knows_markdown, can_show, can_watch,
        can_resolve;
};

/* ---- session.c ---- */

void kp_lsp_begin(struct kp_lsp_session *s, const struct kp_lsp_hooks *hooks);
void kp_lsp_end(struct kp_lsp_session *s);
/* Bytes from the client. What is to be sent stands in `out` then. */
void kp_lsp_take(struct kp_lsp_session *s, const char *bytes, size_t n);

struct kp_lsp_document *kp_lsp_find(struct kp_lsp_session *s, const char *uri);
void kp_lsp_forget(struct kp_lsp_session *s, struct kp_lsp_document *d);
/* The text of the document has changed, or that on the disk: it, and whoever reads it, is to be
 * analysed, in so many seconds. An analysis that is under way is for nothing. */
void kp_lsp_touch(struct kp_lsp_session *s, const struct kp_lsp_document *d, double in);
/* All documents are to be analysed again. */
void kp_lsp_touch_all(struct kp_lsp_session *s);
/* The document that is to be analysed now, and what of it, as analyse() takes it; NULL: none.
 * *wait: seconds until one is, -1: none. */
struct kp_lsp_document *kp_lsp_due(struct kp_lsp_session *s, size_t *loop, double *wait);
/* The analysis of the document's text has ended: with an object of JSON, or NULL. */
void kp_lsp_result(struct kp_lsp_session *s, struct kp_lsp_document *d, size_t loop,
                   json_t *result);
/* Answers now, or when the document has been analysed. Takes no reference. */
void kp_lsp_wait(struct kp_lsp_session *s, struct kp_lsp_waiting w);
/* Requests about the document (NULL: all) with this id (NULL: any) get an error. */
void kp_lsp_refuse(struct kp_lsp_session *s, const struct kp_lsp_document *d, const json_t *id,
                   enum kp_lsp_error code, const char *why);

/* ---- message.c: what is sent; takes the references `result` and `params` ---- */

void kp_lsp_send(struct kp_lsp_session *s, json_t *message);
void kp_lsp_answer(struct kp_lsp_session *s, const json_t *id, json_t *result);
void kp_lsp_fail(struct kp_lsp_session *s, const json_t *id, enum kp_lsp_error code,
                 const char *why);
void kp_lsp_notify(struct kp_lsp_session *s, const char *method, json_t *params);
void kp_lsp_request(struct kp_lsp_session *s, const char *method, json_t *params);
void kp_lsp_log(struct kp_lsp_session *s, enum kp_lsp_message kind, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void kp_lsp_bytes_add(struct kp_lsp_bytes *b, const char *v, size_t n);

/* ---- handle.c ---- */

/* A message of the client. */
void kp_lsp_handle(struct kp_lsp_session *s, const json_t *message);

/* ---- answer.c: what the result of an analysis says, in places of the text ---- */

/* Publishes the diagnostics; none, where there is no result. */
void kp_lsp_publish(struct kp_lsp_session *s, struct kp_lsp_document *d);
json_t *kp_lsp_diagnostic(struct kp_lsp_session *s, const struct kp_lsp_document *d,
                          const json_t *finding);
extern const struct kp_lsp_how kp_lsp_hover;

/* ---- action.c ---- */

extern const struct kp_lsp_how kp_lsp_actions, kp_lsp_resolve;

/* ---- worker.c ---- */

void kp_lsp_worker_start(struct kp_lsp_session *s, struct kp_lsp_document *d, size_t loop);
/* Ends the analysis; nothing comes of it. */
void kp_lsp_worker_stop(struct kp_lsp_session *s);
/* Has it ended, or has its time? `is_readable`: it has printed something. */
void kp_lsp_worker_look(struct kp_lsp_session *s, bool is_readable);
/* Seconds until that has to be asked though it prints nothing. */
double kp_lsp_worker_wait(const struct kp_lsp_session *s);

#endif
