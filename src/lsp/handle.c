#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "lsp/session.h"
#include "util/cache_folder.h"
#include "util/str.h"
#include "util/subprocess.h"
#include "util/uri.h"

/* A request has an id. */
struct call {
    struct kp_lsp_session *session;
    const json_t *id, *params;
};

static const json_t *at(const json_t *o, const char *path)
{
    char key[64];

    while (o && *path) {
        size_t n = strcspn(path, ".");

        snprintf(key, sizeof key, "%.*s", (int)n, path);
        o = json_object_get(o, key);
        path += n + (path[n] == '.');
    }
    return o;
}

/* True if the text is among an array's. */
static bool has(const json_t *list, const char *text)
{
    json_t *entry;
    size_t i;

    json_array_foreach(list, i, entry) if (kp_streq(json_string_value(entry), text)) return true;
    return false;
}

static void answer(const struct call *c, json_t *result)
{
    kp_lsp_answer(c->session, c->id, result);
}

static void fail(const struct call *c, enum kp_lsp_error code, const char *why)
{
    kp_lsp_fail(c->session, c->id, code, why);
}

/* ---- the session ------------------------------------------------------------------------------
 */

static void read_client(struct kp_lsp_session *s, const json_t *params)
{
    const json_t *can = at(params, "capabilities"),
                 *debounce = at(params, "initializationOptions.debounce"),
                 *formats = at(can, "textDocument.hover.contentFormat");

    if (has(at(can, "general.positionEncodings"), "utf-8"))
        s->encoding = KP_LSP_UTF8;
    s->knows_related = json_is_true(at(can, "textDocument.publishDiagnostics.relatedInformation"));
    s->knows_versions = json_is_true(at(can, "workspace.workspaceEdit.documentChanges"));
    s->knows_actions = at(can, "textDocument.codeAction.codeActionLiteralSupport") != NULL;
    s->knows_markdown = has(formats, "markdown");
    s->can_resolve = has(at(can, "textDocument.codeAction.resolveSupport.properties"), "edit") &&
                     json_is_true(at(can, "textDocument.codeAction.dataSupport"));
    s->can_show = json_is_true(at(can, "window.showDocument.support"));
    s->can_watch = json_is_true(at(can, "workspace.didChangeWatchedFiles.dynamicRegistration"));
    if (json_is_number(debounce) && json_number_value(debounce) >= 0 &&
        json_number_value(debounce) <= 60000)
        s->debounce = json_number_value(debounce) / 1000;
    s->is_traced = !kp_streq(json_string_value(at(params, "trace")), "off") && at(params, "trace");
}

static void initialize(const struct call *c)
{
    struct kp_lsp_session *s = c->session;
    json_t *actions;

    read_client(s, c->params);
    s->state = KP_LSP_READY;
    actions = s->knows_actions ? json_pack("{s:[s, s], s:b}", "codeActionKinds", "quickfix",
                                           "refactor.rewrite", "resolveProvider", 1)
                               : json_true();
    answer(c, json_pack(
                  "{s:{s:s, s:{s:b, s:i, s:b}, s:b, s:o, s:{s:[s]}}, s:{s:s, s:s}}", "capabilities",
                  "positionEncoding", s->encoding == KP_LSP_UTF8 ? "utf-8" : "utf-16",
                  "textDocumentSync", "openClose", 1, "change", 2, "save", 1, "hoverProvider", 1,
                  "codeActionProvider", actions, "executeCommandProvider", "commands",
                  "kpipe.explain", "serverInfo", "name", "kpipe", "version", s->hooks->version));
}

/* What an analysis rests on beside the sources. */
static void initialized(const struct call *c)
{
    if (c->session->can_watch)
        kp_lsp_request(c->session, "client/registerCapability",
                       json_pack("{s:[{s:s, s:s, s:{s:[{s:s}, {s:s}]}}]}", "registrations", "id",
                                 "kpipe-files", "method", "workspace/didChangeWatchedFiles",
                                 "registerOptions", "watchers", "globPattern", "**/.kpipe.ini",
                                 "globPattern", "**/compile_commands.json"));
}

static void shut_down(const struct call *c)
{
    struct kp_lsp_session *s = c->session;

    kp_lsp_worker_stop(s);
    kp_lsp_refuse(s, NULL, NULL, KP_LSP_CANCELLED, "the server shuts down");
    s->state = KP_LSP_SHUT;
    s->is_shut = true;
    answer(c, NULL);
}

static void set_trace(const struct call *c)
{
    c->session->is_traced = !kp_streq(json_string_value(at(c->params, "value")), "off");
}

static void cancel(const struct call *c)
{
    const json_t *id = at(c->params, "id");

    if (id)
        kp_lsp_refuse(c->session, NULL, id, KP_LSP_CANCELLED, "cancelled");
}

static void files_changed(const struct call *c)
{
    kp_lsp_touch_all(c->session);
}

/* ---- documents --------------------------------------------------------------------------------
 */

static struct kp_lsp_document *document_of(const struct call *c)
{
    const char *uri = json_string_value(at(c->params, "textDocument.uri"));

    return uri ? kp_lsp_find(c->session, uri) : NULL;
}

static void opened(const struct call *c)
{
    struct kp_lsp_session *s = c->session;
    const char *uri = json_string_value(at(c->params, "textDocument.uri"));
    const json_t *text = at(c->params, "textDocument.text");
    struct kp_lsp_document *d = document_of(c);

    if (!uri || !json_is_string(text))
        return;
    if (!d) {
        d = kp_lsp_document_new(uri);
        d->next = s->documents;
        s->documents = d;
    }
    kp_lsp_refuse(s, d, NULL, KP_LSP_MODIFIED, "the text has changed");
    d->version = json_integer_value(at(c->params, "textDocument.version"));
    kp_lsp_text_set(&d->text, json_string_value(text), json_string_length(text));
    kp_lsp_touch(s, d, 0);
}

static void changed(const struct call *c)
{
    struct kp_lsp_session *s = c->session;
    struct kp_lsp_document *d = document_of(c);
    json_t *change;
    size_t i;

    if (!d)
        return;
    json_array_foreach(at(c->params, "contentChanges"), i,
                       change) if (!kp_lsp_document_change(d, s->encoding, change))
        kp_lsp_log(s, KP_LSP_SAY_ERROR, "kpipe: a change of %s has no text or range", d->uri);
    if (json_is_integer(at(c->params, "textDocument.version")))
        d->version = json_integer_value(at(c->params, "textDocument.version"));
    kp_lsp_refuse(s, d, NULL, KP_LSP_MODIFIED, "the text has changed");
    kp_lsp_touch(s, d, s->debounce);
}

/* A file of the project that is saved may be one that others read. */
static void saved(const struct call *c)
{
    struct kp_lsp_document *d = document_of(c);

    if (d)
        kp_lsp_touch(c->session, d, 0);
}

static void closed(const struct call *c)
{
    struct kp_lsp_session *s = c->session;
    struct kp_lsp_document *d = document_of(c);

    if (!d)
        return;
    kp_lsp_touch(s, d, s->debounce); /* the disk's text counts again */
    json_decref(d->result);
    d->result = NULL;
    if (d->path)
        kp_lsp_publish(s, d);
    kp_lsp_forget(s, d);
}

/* ---- questions --------------------------------------------------------------------------------
 */

static void ask(const struct call *c, struct kp_lsp_document *d, const struct kp_lsp_how *how)
{
    kp_lsp_wait(c->session, (struct kp_lsp_waiting){.id = (json_t *)c->id,
                                                    .params = (json_t *)c->params,
                                                    .document = d,
                                                    .how = how});
}

static void ask_about_document(const struct call *c, const struct kp_lsp_how *how)
{
    struct kp_lsp_document *d = document_of(c);

    if (!json_is_string(at(c->params, "textDocument.uri")))
        fail(c, KP_LSP_INVALID_PARAMS, "no textDocument.uri");
    else if (!d || !d->path)
        answer(c, NULL);
    else
        ask(c, d, how);
}

static void hover(const struct call *c)
{
    ask_about_document(c, &kp_lsp_hover);
}

static void code_action(const struct call *c)
{
    ask_about_document(c, &kp_lsp_actions);
}

/* An action of this text, which has everything but its edits. */
static void resolve(const struct call *c)
{
    const char *uri = json_string_value(at(c->params, "data.uri"));
    struct kp_lsp_document *d = uri ? kp_lsp_find(c->session, uri) : NULL;

    if (!at(c->params, "data"))
        answer(c, json_deep_copy(c->params));
    else if (!uri)
        fail(c, KP_LSP_INVALID_PARAMS, "this is no action of kpipe's");
    else if (!d || !d->path || json_integer_value(at(c->params, "data.version")) != d->version)
        fail(c, KP_LSP_MODIFIED, "the text has changed");
    else
        ask(c, d, &kp_lsp_resolve);
}

/* The text as a file that the editor can show; NULL: there is no place for it. */
static const char *explanation_file(struct kp_arena *a, const char *code, const char *text)
{
    const char *folder = kp_cache_folder(a), *path;

    if (!folder)
        return NULL;
    folder = kp_sprintf(a, "%s/explain", folder);
    path = kp_sprintf(a, "%s/%s.md", folder, code);
    if ((mkdir(folder, 0700) && !kp_is_own_folder(folder)) ||
        !kp_write_private(path, text, strlen(text)))
        return NULL;
    return path;
}

static void explain(const struct call *c, const char *code)
{
    struct kp_lsp_session *s = c->session;
    struct kp_arena *a = kp_arena_new();
    const char *text = s->hooks->explain(a, code), *path;

    path = text && s->can_show ? explanation_file(a, code, text) : NULL;
    if (!text)
        fail(c, KP_LSP_INVALID_PARAMS, "there is no such code");
    else
        answer(c, json_string(text));
    if (path)
        kp_lsp_request(s, "window/showDocument",
                       json_pack("{s:s, s:b, s:b}", "uri",
                                 kp_sprintf(a, "file://%s", kp_uri_escape(a, path)), "external", 0,
                                 "takeFocus", 1));
    else if (text)
        kp_lsp_notify(s, "window/showMessage",
                      json_pack("{s:i, s:s}", "type", (int)KP_LSP_SAY_INFO, "message", text));
    kp_arena_free(a);
}

static void execute(const struct call *c)
{
    const char *command = json_string_value(at(c->params, "command")),
               *code = json_string_value(json_array_get(at(c->params, "arguments"), 0));

    if (kp_streq(command, "kpipe.explain") && code)
        explain(c, code);
    else
        fail(c, KP_LSP_INVALID_PARAMS, "the command is kpipe.explain, with a code");
}

/* ---- which --------------------------------------------------------------------------------------
 */

static const struct method {
    const char *name;
    bool is_request;
    void (*run)(const struct call *c);
} methods[] = {
    {"shutdown", true, shut_down},
    {"textDocument/hover", true, hover},
    {"textDocument/codeAction", true, code_action},
    {"codeAction/resolve", true, resolve},
    {"workspace/executeCommand", true, execute},
    {"initialized", false, initialized},
    {"$/setTrace", false, set_trace},
    {"$/cancelRequest", false, cancel},
    {"workspace/didChangeWatchedFiles", false, files_changed},
    {"textDocument/didOpen", false, opened},
    {"textDocument/didChange", false, changed},
    {"textDocument/didSave", false, saved},
    {"textDocument/didClose", false, closed},
};

static const struct method *method_of(const char *name, bool is_request)
{
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (kp_streq(methods[i].name, name) && methods[i].is_request == is_request)
            return &methods[i];
    return NULL;
}

static void request(const struct call *c, const char *name)
{
    const struct kp_lsp_session *s = c->session;
    const struct method *m = method_of(name, true);

    if (s->state == KP_LSP_SHUT)
        fail(c, KP_LSP_INVALID_REQUEST, "the server has shut down");
    else if (kp_streq(name, "initialize") && s->state == KP_LSP_NEW)
        initialize(c);
    else if (kp_streq(name, "initialize"))
        fail(c, KP_LSP_INVALID_REQUEST, "the server is initialized");
    else if (s->state == KP_LSP_NEW)
        fail(c, KP_LSP_NOT_INITIALIZED, "initialize comes first");
    else if (!m)
        fail(c, KP_LSP_NO_METHOD, "no such method");
    else
        m->run(c);
}

void kp_lsp_handle(struct kp_lsp_session *s, const json_t *message)
{
    const json_t *name = json_object_get(message, "method"), *id = json_object_get(message, "id");
    struct call c = {s, id, json_object_get(message, "params")};
    const struct method *m;

    if (id && !json_is_integer(id) && !json_is_string(id) && !json_is_null(id))
        kp_lsp_fail(s, NULL, KP_LSP_INVALID_REQUEST, "an id is a number or a text");
    else if (!json_is_string(name) && id &&
             (json_object_get(message, "result") || json_object_get(message, "error")))
        return; /* the client answers */
    else if (!json_is_string(name))
        kp_lsp_fail(s, id, KP_LSP_INVALID_REQUEST, "no request");
    else if (id)
        request(&c, json_string_value(name));
    else if (kp_streq(json_string_value(name), "exit")) {
        kp_lsp_worker_stop(s);
        s->state = KP_LSP_ENDED;
    } else if (s->state == KP_LSP_READY && (m = method_of(json_string_value(name), false)))
        m->run(&c);
}
