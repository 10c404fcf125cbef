/* What a client writes to `kpipe lsp`: whatever comes, each answer is a message. No analysis is
 * run; what one says is made up. */
#define _GNU_SOURCE
#include "lsp/session.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "util/str.h"

static const char findings[] =
    "{'file': 'x.cu', 'reads': ['/x.cuh'], 'findings': [{'code': 'KP712', 'severity': 'remark',"
    " 'message': 'a_b', 'remedy': 'c', 'explain': 'd\\n', 'loop': {'line': 2, 'end': 4, 'number': "
    "1},"
    " 'places': [{'file': 'x.cu', 'line': 2, 'column': 3, 'end_line': 2, 'end_column': 9, 'text':"
    " null}, {'file': '/etc/passwd', 'line': 1, 'column': 1, 'end_line': 90000, 'end_column': 9,"
    " 'text': 'there'}], 'fix': true}, {'code': 'KP712', 'severity': 'note', 'message': '`', "
    "'remedy': '', 'explain': null, 'loop': {'line': 3, 'end': 3, 'number': 2}, 'places': [], "
    "'fix': [{'line': "
    "2, 'column': 1, 'end_line': 4, 'end_column': 1, 'text':"
    " 'new\\n'}]}, {'code': 'KP701', 'severity': 'warning', 'message': 'e', 'remedy': null, 'loop':"
    " null, 'places': [{'file': 'x.cu', 'line': 1, 'column': 70, 'end_line': 1, 'end_column': 2,"
    " 'text': null}], 'fix': null, 'explain': null}], 'fix': [{'line': 1, 'column': 1, 'end_line': "
    "9,"
    " 'end_column': 1, 'text': ''}]}";

static const char *explain(struct kp_arena *a, const char *code)
{
    return strcmp(code, "KP712") == 0 ? kp_sprintf(a, "%s: a loop", code) : NULL;
}

static json_t *made_up(void)
{
    char *text = strdup(findings);
    json_t *o;

    if (!text)
        abort();
    for (char *p = text; *p; p++)
        if (*p == '\'')
            *p = '"';
    o = json_loads(text, 0, NULL);
    free(text);
    if (!o)
        abort();
    return o;
}

static void check_out(struct kp_lsp_session *s)
{
    struct kp_lsp_frames f = {0};
    const char *body;
    size_t n;

    if (s->out.n == s->out.at)
        return;
    kp_lsp_frames_add(&f, s->out.v + s->out.at, s->out.n - s->out.at);
    while (kp_lsp_frames_next(&f, &body, &n) == KP_LSP_MESSAGE) {
        json_t *o = json_loadb(body, n, JSON_ALLOW_NUL, NULL);

        if (!json_is_object(o) ||
            !kp_streq(json_string_value(json_object_get(o, "jsonrpc")), "2.0"))
            abort();
        json_decref(o);
    }
    if (f.at != f.n || f.in_body)
        abort();
    kp_lsp_frames_free(&f);
    s->out.at = s->out.n;
}

static void analyse_all(struct kp_lsp_session *s)
{
    struct kp_lsp_document *d;
    double wait;
    size_t loop;

    for (d = s->documents; d; d = d->next)
        d->due = d->due > 0 ? 1 : 0; /* long ago */
    while ((d = kp_lsp_due(s, &loop, &wait))) {
        d->due = loop ? d->due : 0;
        kp_lsp_result(s, d, loop, d->version % 3 ? made_up() : NULL);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct kp_lsp_hooks hooks = {.version = "0", .seconds = 1, .explain = explain};
    size_t part = size ? 1 + (size_t)data[size - 1] * 16 : 1;
    struct kp_lsp_session s;

    setenv("KPIPE_CACHE_DIR", "", 1);
    kp_lsp_begin(&s, &hooks);
    for (size_t at = 0; at < size && s.state != KP_LSP_ENDED; at += part) {
        kp_lsp_take(&s, (const char *)data + at, size - at < part ? size - at : part);
        check_out(&s);
        analyse_all(&s);
        check_out(&s);
    }
    kp_lsp_end(&s);
    return 0;
}
