/* Private to lsp/: the session of one client. */
#ifndef KP_LSP_SESSION_H
#define KP_LSP_SESSION_H

#include <jansson.h>
#include <sys/types.h>

#include "lsp/document.h"
#include "lsp/frame.h"
#include "lsp/lsp.h"

struct kp_lsp_session;

enum kp_lsp_state { KP_LSP_NEW, KP_LSP_READY, KP_LSP_SHUT, KP_LSP_ENDED };

/* Error codes of JSON-RPC and LSP. */
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

/* How a request about a document is answered after its analysis. */
struct kp_lsp_how {
    json_t *(*answer)(struct kp_lsp_session *s, struct kp_lsp_document *d, const json_t *params);
    /* Returns the number of a loop whose fix the answer needs and that is not known yet; 0: none.
     * NULL: the answer never needs a fix. */
    size_t (*lacks)(struct kp_lsp_session *s, struct kp_lsp_document *d, const json_t *params);
};

/* A request that waits for the document's analysis. */
struct kp_lsp_waiting {
    json_t *id, *params;
    struct kp_lsp_document *document;
    const struct kp_lsp_how *how;
    struct kp_lsp_waiting *next;
};

/* The running analysis; there is at most one. */
struct kp_lsp_worker {
    pid_t pid; /* 0: none */
    int out;   /* its standard output; -1: closed */
    int err;
    struct kp_lsp_bytes said;
    struct kp_lsp_document *document;
    size_t loop; /* the loop whose fix it makes; 0: it analyses the whole text */
    double start;
};

struct kp_lsp_session {
    const struct kp_lsp_hooks *hooks;
    enum kp_lsp_state state;
    bool is_shut; /* `shutdown` was received */
    struct kp_lsp_frames in;
    struct kp_lsp_bytes out;
    json_int_t requests; /* number of requests sent to the client */
    struct kp_lsp_document *documents;
    struct kp_lsp_waiting *waiting;
    struct kp_lsp_worker worker;
    double debounce; /* seconds */
    bool is_traced;

    /* the client's capabilities */
    enum kp_lsp_encoding encoding;
    bool knows_related, knows_versions, knows_actions, knows_markdown, can_show, can_watch,
        can_resolve;
};

/* ---- session.c ---- */

void kp_lsp_begin(struct kp_lsp_session *s, const struct kp_lsp_hooks *hooks);
void kp_lsp_end(struct kp_lsp_session *s);
/* Handles bytes from the client; answers are appended to `out`. */
void kp_lsp_take(struct kp_lsp_session *s, const char *bytes, size_t n);

struct kp_lsp_document *kp_lsp_find(struct kp_lsp_session *s, const char *uri);
void kp_lsp_forget(struct kp_lsp_session *s, struct kp_lsp_document *d);
/* Called when the document's text has changed, in the editor or on disk: schedules the analysis of
 * it and of the documents that read it in `in` seconds. A running analysis of these is discarded.
 */
void kp_lsp_touch(struct kp_lsp_session *s, const struct kp_lsp_document *d, double in);
/* Schedules the analysis of all documents. */
void kp_lsp_touch_all(struct kp_lsp_session *s);
/* The document to analyse now, with the argument `loop` of analyse(); NULL: none. *wait: seconds
 * until the next one is due, -1: none. */
struct kp_lsp_document *kp_lsp_due(struct kp_lsp_session *s, size_t *loop, double *wait);
/* Called when the analysis of a document has ended; `result` is a JSON object, or NULL on failure.
 */
void kp_lsp_result(struct kp_lsp_session *s, struct kp_lsp_document *d, size_t loop,
                   json_t *result);
/* Answers a request now, or after the document's analysis. Does not take the references. */
void kp_lsp_wait(struct kp_lsp_session *s, struct kp_lsp_waiting w);
/* Answers waiting requests about the document (NULL: all) with this id (NULL: any) with an error.
 */
void kp_lsp_refuse(struct kp_lsp_session *s, const struct kp_lsp_document *d, const json_t *id,
                   enum kp_lsp_error code, const char *why);

/* ---- message.c: messages to the client; takes the references `result` and `params` ---- */

void kp_lsp_answer(struct kp_lsp_session *s, const json_t *id, json_t *result);
void kp_lsp_fail(struct kp_lsp_session *s, const json_t *id, enum kp_lsp_error code,
                 const char *why);
void kp_lsp_notify(struct kp_lsp_session *s, const char *method, json_t *params);
void kp_lsp_request(struct kp_lsp_session *s, const char *method, json_t *params);
void kp_lsp_log(struct kp_lsp_session *s, enum kp_lsp_message kind, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void kp_lsp_bytes_add(struct kp_lsp_bytes *b, const char *v, size_t n);

/* ---- handle.c ---- */

/* Handles a message of the client. */
void kp_lsp_handle(struct kp_lsp_session *s, const json_t *message);

/* ---- answer.c: the result of an analysis as diagnostics ---- */

/* Publishes the document's diagnostics; an empty list when there is no result. */
void kp_lsp_publish(struct kp_lsp_session *s, struct kp_lsp_document *d);
json_t *kp_lsp_diagnostic(struct kp_lsp_session *s, const struct kp_lsp_document *d,
                          const json_t *finding);
extern const struct kp_lsp_how kp_lsp_hover;

/* ---- action.c ---- */

extern const struct kp_lsp_how kp_lsp_actions, kp_lsp_resolve;

/* ---- worker.c ---- */

void kp_lsp_worker_start(struct kp_lsp_session *s, struct kp_lsp_document *d, size_t loop);
/* Ends the running analysis and discards it. */
void kp_lsp_worker_stop(struct kp_lsp_session *s);
/* Checks whether the running analysis has ended or exceeded its time limit. `is_readable`: it has
 * printed something. */
void kp_lsp_worker_look(struct kp_lsp_session *s, bool is_readable);
/* Seconds until that check is needed even without output. */
double kp_lsp_worker_wait(const struct kp_lsp_session *s);

#endif
