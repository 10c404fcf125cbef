#include "lsp/session.h"

#include <stdlib.h>
#include <string.h>

#include "lsp/part.h"
#include "util/str.h"
#include "util/system.h"

static const double usual_debounce = 0.25;

void kp_lsp_begin(struct kp_lsp_session *s, const struct kp_lsp_hooks *hooks)
{
    *s = (struct kp_lsp_session){.hooks = hooks, .debounce = usual_debounce};
    s->worker.out = s->worker.err = -1;
}

void kp_lsp_end(struct kp_lsp_session *s)
{
    kp_lsp_worker_stop(s);
    while (s->documents)
        kp_lsp_forget(s, s->documents);
    kp_lsp_frames_free(&s->in);
    free(s->out.v);
    free(s->worker.said.v);
}

void kp_lsp_take(struct kp_lsp_session *s, const char *bytes, size_t n)
{
    enum kp_lsp_frame what;
    const char *body;
    size_t size;

    kp_lsp_frames_add(&s->in, bytes, n);
    while (s->state != KP_LSP_ENDED &&
           (what = kp_lsp_frames_next(&s->in, &body, &size)) != KP_LSP_MORE) {
        json_error_t e;
        json_t *message;

        if (what == KP_LSP_BROKEN) {
            kp_lsp_fail(s, NULL, KP_LSP_PARSE_ERROR, "no message begins here: no Content-Length");
            continue;
        }
        message = json_loadb(body, size, JSON_ALLOW_NUL | JSON_DECODE_ANY, &e);
        if (message)
            kp_lsp_handle(s, message);
        else
            kp_lsp_fail(s, NULL, KP_LSP_PARSE_ERROR, e.text);
        json_decref(message);
    }
}

/* ---- documents --------------------------------------------------------------------------------
 */

struct kp_lsp_document *kp_lsp_find(struct kp_lsp_session *s, const char *uri)
{
    struct kp_lsp_document *d = s->documents;

    while (d && !kp_streq(d->uri, uri))
        d = d->next;
    return d;
}

void kp_lsp_forget(struct kp_lsp_session *s, struct kp_lsp_document *d)
{
    struct kp_lsp_document **at = &s->documents;

    if (s->worker.pid && s->worker.document == d)
        kp_lsp_worker_stop(s);
    kp_lsp_refuse(s, d, NULL, KP_LSP_MODIFIED, "the document was closed");
    while (*at != d)
        at = &(*at)->next;
    *at = d->next;
    kp_lsp_document_free(d);
}

static void make_due(struct kp_lsp_session *s, struct kp_lsp_document *d, double in)
{
    if (!d->path)
        return;
    d->due = kp_now() + in;
    d->is_current = false;
    if (s->worker.pid && s->worker.document == d)
        kp_lsp_worker_stop(s);
}

void kp_lsp_touch(struct kp_lsp_session *s, const struct kp_lsp_document *d, double in)
{
    for (struct kp_lsp_document *x = s->documents; x; x = x->next) {
        bool is_running =
            s->worker.pid && s->worker.document == x; /* what it reads now, nobody knows */

        if (x == d || (d->path && (is_running || kp_lsp_document_reads(x, d->path))))
            make_due(s, x, in);
    }
}

void kp_lsp_touch_all(struct kp_lsp_session *s)
{
    for (struct kp_lsp_document *x = s->documents; x; x = x->next)
        make_due(s, x, s->debounce);
}

static size_t lacks(struct kp_lsp_session *s, const struct kp_lsp_waiting *w)
{
    return w->how->lacks ? w->how->lacks(s, w->document, w->params) : 0;
}

struct kp_lsp_document *kp_lsp_due(struct kp_lsp_session *s, size_t *loop, double *wait)
{
    struct kp_lsp_document *first = NULL;

    *loop = 0;
    *wait = -1;
    if (s->state != KP_LSP_READY)
        return NULL;
    for (struct kp_lsp_document *x = s->documents; x; x = x->next)
        if (x->due > 0 && (!first || x->due < first->due))
            first = x;
    if (first)
        *wait = first->due > kp_now() ? first->due - kp_now() : 0;
    if (*wait == 0)
        return first;
    for (const struct kp_lsp_waiting *w = s->waiting; w; w = w->next)
        if (w->document->is_current && (*loop = lacks(s, w)))
            return w->document;
    return NULL;
}

/* ---- requests that wait -----------------------------------------------------------------------
 */

static void drop(struct kp_lsp_waiting **at)
{
    struct kp_lsp_waiting *w = *at;

    *at = w->next;
    json_decref(w->id);
    json_decref(w->params);
    free(w);
}

void kp_lsp_refuse(struct kp_lsp_session *s, const struct kp_lsp_document *d, const json_t *id,
                   enum kp_lsp_error code, const char *why)
{
    for (struct kp_lsp_waiting **at = &s->waiting; *at;)
        if ((!d || (*at)->document == d) && (!id || json_equal((*at)->id, id))) {
            kp_lsp_fail(s, (*at)->id, code, why);
            drop(at);
        } else {
            at = &(*at)->next;
        }
}

void kp_lsp_wait(struct kp_lsp_session *s, struct kp_lsp_waiting w)
{
    struct kp_lsp_waiting *own, **at = &s->waiting;

    if (w.document->is_current && !lacks(s, &w)) {
        kp_lsp_answer(s, w.id, w.how->answer(s, w.document, w.params));
        return;
    }
    own = kp_lsp_alloc(NULL, sizeof *own);
    *own = w;
    own->next = NULL;
    json_incref(own->id);
    json_incref(own->params);
    while (*at)
        at = &(*at)->next;
    *at = own;
}

/* The fix of the loop is known. */
static void keep_fix(struct kp_lsp_document *d, size_t loop, json_t *fix)
{
    json_t *finding;
    size_t i;

    json_array_foreach(json_object_get(d->result, "findings"), i, finding)
    {
        const json_t *at = json_object_get(finding, "loop");

        if (json_is_true(json_object_get(finding, "fix")) && json_is_object(at) &&
            kp_lsp_number_in(at, "number") == loop)
            json_object_set(finding, "fix", fix);
    }
}

void kp_lsp_result(struct kp_lsp_session *s, struct kp_lsp_document *d, size_t loop, json_t *result)
{
    if (loop) {
        json_t *fix = json_object_get(result, "fix");

        keep_fix(d, loop, json_is_array(fix) ? fix : json_null());
        json_decref(result);
    } else {
        json_decref(d->result);
        d->result = result ? result : json_object();
        d->is_current = true;
        kp_lsp_publish(s, d);
    }
    for (struct kp_lsp_waiting **at = &s->waiting; *at;)
        if ((*at)->document == d && !lacks(s, *at)) {
            kp_lsp_answer(s, (*at)->id, (*at)->how->answer(s, d, (*at)->params));
            drop(at);
        } else {
            at = &(*at)->next;
        }
}
