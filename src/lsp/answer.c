#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "lsp/session.h"
#include "util/str.h"
#include "util/system.h"
#include "util/uri.h"

static const char *text_in(const json_t *o, const char *key)
{
    const char *text = json_string_value(json_object_get(o, key));

    return text ? text : "";
}

static size_t number_in(const json_t *o, const char *key)
{
    json_int_t n = json_integer_value(json_object_get(o, key));

    return n > 0 ? (size_t)n : 1;
}

/* ---- places -----------------------------------------------------------------------------------
 */

struct part {
    size_t begin, end;
};

static struct part part_of_place(const struct kp_lsp_text *t, const json_t *place)
{
    struct part p = {
        kp_lsp_column(t, number_in(place, "line"), number_in(place, "column")),
        kp_lsp_column(t, number_in(place, "end_line"), number_in(place, "end_column"))};

    p.end = p.end < p.begin ? p.begin : p.end;
    return p;
}

/* The text of a line (with \n), without its indentation and end. */
static struct part part_of_line(const struct kp_lsp_text *t, size_t line)
{
    struct part p = {kp_lsp_line(t, line), kp_lsp_line(t, line + 1)};

    while (p.end > p.begin && strchr("\r\n", t->s[p.end - 1]))
        p.end--;
    while (p.begin < p.end && strchr(" \t", t->s[p.begin]))
        p.begin++;
    return p;
}

static bool is_here(const struct kp_lsp_document *d, const json_t *place)
{
    return kp_streq(text_in(place, "file"), text_in(d->result, "file"));
}

/* Where the finding is reported: its own place, else its loop, else the head of the text. */
static struct part part_of(const struct kp_lsp_document *d, const json_t *finding)
{
    const json_t *first = json_array_get(json_object_get(finding, "places"), 0);
    const json_t *loop = json_object_get(finding, "loop");

    if (first && is_here(d, first))
        return part_of_place(&d->text, first);
    return part_of_line(&d->text, json_is_object(loop) ? number_in(loop, "line") : 1);
}

/* The loop's lines; nothing where it has none. */
static bool loop_part(const struct kp_lsp_document *d, const json_t *finding, struct part *to)
{
    const json_t *loop = json_object_get(finding, "loop");

    if (!json_is_object(loop))
        return false;
    *to = (struct part){part_of_line(&d->text, number_in(loop, "line")).begin,
                        part_of_line(&d->text, number_in(loop, "end")).end};
    return true;
}

static bool meets(struct part a, struct part b)
{
    return a.begin <= b.end && b.begin <= a.end;
}

/* ---- diagnostics ------------------------------------------------------------------------------
 */

/* Where a place of another file is. NULL: it cannot be read. */
static json_t *location_elsewhere(struct kp_lsp_session *s, const json_t *place)
{
    enum { MOST = 64 << 20 };
    struct kp_arena *a = kp_arena_new();
    char *real = realpath(text_in(place, "file"), NULL);
    char *text = real ? kp_read_plain(a, real, 0, MOST) : NULL;
    struct kp_lsp_text t = {0};
    struct part p;
    json_t *to = NULL;

    if (text) {
        kp_lsp_text_set(&t, text, strlen(text));
        p = part_of_place(&t, place);
        to = json_pack("{s:s, s:o}", "uri", kp_sprintf(a, "file://%s", kp_uri_escape(a, real)),
                       "range", kp_lsp_range(&t, s->encoding, p.begin, p.end));
        kp_lsp_text_free(&t);
    }
    free(real);
    kp_arena_free(a);
    return to;
}

static json_t *location(struct kp_lsp_session *s, const struct kp_lsp_document *d,
                        const json_t *place)
{
    struct part p;

    if (!is_here(d, place))
        return location_elsewhere(s, place);
    p = part_of_place(&d->text, place);
    return json_pack("{s:s, s:o}", "uri", d->uri, "range",
                     kp_lsp_range(&d->text, s->encoding, p.begin, p.end));
}

/* The other places; a first one that is elsewhere counts as one. */
static json_t *related(struct kp_lsp_session *s, const struct kp_lsp_document *d,
                       const json_t *finding)
{
    json_t *list = json_array(), *place, *where;
    size_t i;

    json_array_foreach(json_object_get(finding, "places"), i, place)
    {
        const char *text = text_in(place, "text");

        if ((i == 0 && is_here(d, place)) || !(where = location(s, d, place)))
            continue;
        json_array_append_new(
            list, json_pack("{s:o, s:s}", "location", where, "message", *text ? text : "here"));
    }
    return list;
}

static int severity_of(const json_t *finding)
{
    static const char *const names[] = {"error", "warning", "remark", "note"};
    int i = 0;

    while (i < 3 && !kp_streq(names[i], text_in(finding, "severity")))
        i++;
    return i + 1;
}

static json_t *diagnostic(struct kp_lsp_session *s, const struct kp_lsp_document *d,
                          const json_t *finding)
{
    struct kp_arena *a = kp_arena_new();
    const char *message = text_in(finding, "message"), *remedy = text_in(finding, "remedy");
    struct part p = part_of(d, finding);
    json_t *o = json_pack("{s:o, s:i, s:s, s:s, s:s}", "range",
                          kp_lsp_range(&d->text, s->encoding, p.begin, p.end), "severity",
                          severity_of(finding), "code", text_in(finding, "code"), "source", "kpipe",
                          "message", *remedy ? kp_sprintf(a, "%s\n%s", message, remedy) : message);

    if (s->knows_related)
        json_object_set_new(o, "relatedInformation", related(s, d, finding));
    kp_arena_free(a);
    return o;
}

/* Nothing could be said of the text. */
static json_t *failure(struct kp_lsp_session *s, const struct kp_lsp_document *d, const char *error)
{
    struct part p = part_of_line(&d->text, 1);

    return json_pack("{s:o, s:i, s:s, s:s}", "range",
                     kp_lsp_range(&d->text, s->encoding, p.begin, p.end), "severity", 2, "source",
                     "kpipe", "message", error);
}

void kp_lsp_publish(struct kp_lsp_session *s, struct kp_lsp_document *d)
{
    const char *error = d->result ? text_in(d->result, "error") : "";
    json_t *list = json_array(), *finding;
    size_t i;

    if (*error)
        json_array_append_new(list, failure(s, d, error));
    json_array_foreach(json_object_get(d->result, "findings"), i, finding)
        json_array_append_new(list, diagnostic(s, d, finding));
    kp_lsp_notify(
        s, "textDocument/publishDiagnostics",
        json_pack("{s:s, s:I, s:o}", "uri", d->uri, "version", d->version, "diagnostics", list));
}

/* ---- hover ------------------------------------------------------------------------------------
 */

/* Names have underscores; Markdown means something by them. */
static const char *escaped(struct kp_lsp_session *s, struct kp_arena *a, const char *text)
{
    struct kp_str out = kp_str_new(a);

    if (!s->knows_markdown)
        return text;
    for (; *text; text++) {
        if (strchr("\\`*_{}[]<>#|~", *text))
            kp_str_addc(&out, '\\');
        kp_str_addc(&out, *text);
    }
    return kp_str_text(&out);
}

static void add_hover(struct kp_lsp_session *s, struct kp_str *to, const json_t *finding)
{
    struct kp_arena *a = to->arena;
    const char *remedy = text_in(finding, "remedy"), *explain = text_in(finding, "explain");
    bool rich = s->knows_markdown;

    if (to->n)
        kp_str_add(to, rich ? "\n\n---\n\n" : "\n\n");
    kp_str_addf(to, rich ? "**kpipe %s** %s" : "kpipe %s: %s", text_in(finding, "code"),
                escaped(s, a, text_in(finding, "message")));
    if (*remedy)
        kp_str_addf(to, "\n\n%s", escaped(s, a, remedy));
    if (*explain)
        kp_str_addf(to, rich ? "\n\n```text\n%s```" : "\n\n%s", explain);
}

json_t *kp_lsp_hover(struct kp_lsp_session *s, struct kp_lsp_document *d, const json_t *params)
{
    struct kp_lsp_position at;
    struct kp_arena *a;
    struct kp_str text;
    struct part here, shown = {0};
    json_t *finding, *to = NULL;
    size_t i;

    if (!kp_lsp_read_position(json_object_get(params, "position"), &at))
        return NULL;
    a = kp_arena_new();
    text = kp_str_new(a);
    here.begin = here.end = kp_lsp_offset(&d->text, s->encoding, at);
    json_array_foreach(json_object_get(d->result, "findings"), i, finding)
    {
        struct part p = part_of(d, finding), head = p;

        if (loop_part(d, finding, &head))
            head = part_of_line(&d->text, number_in(json_object_get(finding, "loop"), "line"));
        if (!meets(here, p) && !meets(here, head))
            continue;
        if (!text.n)
            shown = meets(here, p) ? p : head;
        add_hover(s, &text, finding);
    }
    if (text.n)
        to = json_pack("{s:{s:s, s:s}, s:o}", "contents", "kind",
                       s->knows_markdown ? "markdown" : "plaintext", "value", kp_str_text(&text),
                       "range", kp_lsp_range(&d->text, s->encoding, shown.begin, shown.end));
    kp_arena_free(a);
    return to;
}

/* ---- actions ----------------------------------------------------------------------------------
 */

struct asked {
    struct kp_lsp_session *session;
    struct kp_lsp_document *document;
    struct part range;
    const json_t *only; /* kinds; NULL: all */
    struct kp_arena *arena;
    json_t *list;
};

/* Is this kind asked for, by itself or as part of one? */
static bool wants(const struct asked *x, const char *kind)
{
    json_t *name;
    size_t i;

    json_array_foreach(x->only, i, name)
    {
        const char *text = json_string_value(name);
        size_t n = text ? strlen(text) : 0;

        if (text && (!n || (strncmp(kind, text, n) == 0 && (!kind[n] || kind[n] == '.'))))
            return true;
    }
    return !x->only;
}

/* `edits` of the text, as one change of the version that they are for. */
static json_t *workspace_edit(const struct asked *x, json_t *edits)
{
    const struct kp_lsp_document *d = x->document;

    if (x->session->knows_versions)
        return json_pack("{s:[{s:{s:s, s:I}, s:o}]}", "documentChanges", "textDocument", "uri",
                         d->uri, "version", d->version, "edits", edits);
    return json_pack("{s:{s:o}}", "changes", d->uri, edits);
}

static void add(const struct asked *x, const char *title, const char *kind, json_t *edits,
                const json_t *finding)
{
    json_t *o = json_pack("{s:s, s:s, s:o}", "title", title, "kind", kind, "edit",
                          workspace_edit(x, edits));

    if (finding)
        json_object_set_new(o, "diagnostics",
                            json_pack("[o]", diagnostic(x->session, x->document, finding)));
    json_array_append_new(x->list, o);
}

/* Edits of whole lines begin where the line does, byte order mark and all. */
static size_t edit_offset(const struct kp_lsp_text *t, size_t line, size_t column)
{
    return column == 1 ? kp_lsp_line(t, line) : kp_lsp_column(t, line, column);
}

static json_t *text_edits(const struct asked *x, const json_t *edits)
{
    const struct kp_lsp_text *t = &x->document->text;
    json_t *list = json_array(), *edit;
    size_t i;

    json_array_foreach(edits, i, edit) json_array_append_new(
        list,
        json_pack("{s:o, s:O}", "range",
                  kp_lsp_range(
                      t, x->session->encoding,
                      edit_offset(t, number_in(edit, "line"), number_in(edit, "column")),
                      edit_offset(t, number_in(edit, "end_line"), number_in(edit, "end_column"))),
                  "newText", json_object_get(edit, "text")));
    return list;
}

static void add_pipelining(const struct asked *x, const json_t *finding)
{
    const json_t *fix = json_object_get(finding, "fix");
    struct part loop;

    if (json_array_size(fix) && loop_part(x->document, finding, &loop) && meets(loop, x->range))
        add(x, "Pipeline this loop", "quickfix", text_edits(x, fix), finding);
}

/* In the middle of a macro's definition a comment would end it. */
static bool can_stand_before(const struct kp_lsp_text *t, size_t line)
{
    size_t at = kp_lsp_line(t, line);

    while (at && strchr("\r\n", t->s[at - 1]))
        at--;
    return line == 1 || !at || t->s[at - 1] != '\\';
}

/* A comment in front of the line that is reported, or the loop. */
static void add_silence(const struct asked *x, const json_t *finding)
{
    const struct kp_lsp_text *t = &x->document->text;
    const json_t *loop = json_object_get(finding, "loop"),
                 *first = json_array_get(json_object_get(finding, "places"), 0);
    bool has_loop = json_is_object(loop), is_crlf;
    size_t line = number_in(has_loop ? loop : first, "line"), at, end;
    const char *code = text_in(finding, "code");
    json_t *edit;

    if ((!has_loop && !is_here(x->document, first)) || !can_stand_before(t, line) ||
        kp_streq(code, "KP713"))
        return;
    at = line == 1 ? kp_lsp_column(t, 1, 1) : kp_lsp_line(t, line);
    end = kp_lsp_line(t, line + 1);
    is_crlf = end > at + 1 && t->s[end - 1] == '\n' && t->s[end - 2] == '\r';
    edit = json_pack(
        "{s:o, s:s}", "range", kp_lsp_range(t, x->session->encoding, at, at), "newText",
        kp_sprintf(x->arena, "%.*s// kpipe: off(%s): reason%s", (int)strspn(t->s + at, " \t"),
                   t->s + at, code, is_crlf ? "\r\n" : "\n"));
    add(x, kp_sprintf(x->arena, "Suppress %s here, with a comment", code), "quickfix",
        json_pack("[o]", edit), finding);
}

static void add_explanation(const struct asked *x, const json_t *finding)
{
    const char *code = text_in(finding, "code"), *title = kp_sprintf(x->arena, "Explain %s", code);
    json_t *command = json_pack("{s:s, s:s, s:[s]}", "title", title, "command", "kpipe.explain",
                                "arguments", code);

    if (x->session->knows_actions)
        command =
            json_pack("{s:s, s:s, s:o}", "title", title, "kind", "quickfix", "command", command);
    json_array_append_new(x->list, command);
}

/* Was an earlier finding of the same code and place here? */
static bool is_repeated(const struct asked *x, const json_t *findings, size_t i)
{
    const json_t *f = json_array_get(findings, i);

    for (size_t k = 0; k < i; k++) {
        const json_t *other = json_array_get(findings, k);

        if (kp_streq(text_in(f, "code"), text_in(other, "code")) &&
            meets(part_of(x->document, other), x->range))
            return true;
    }
    return false;
}

json_t *kp_lsp_actions(struct kp_lsp_session *s, struct kp_lsp_document *d, const json_t *params)
{
    const json_t *context = json_object_get(params, "context"),
                 *only = json_object_get(context, "only"),
                 *findings = json_object_get(d->result, "findings");
    struct asked x = {.session = s,
                      .document = d,
                      .only = json_is_array(only) ? only : NULL,
                      .arena = kp_arena_new(),
                      .list = json_array()};
    bool has_range = kp_lsp_read_range(&d->text, s->encoding, json_object_get(params, "range"),
                                       &x.range.begin, &x.range.end);
    json_t *f;
    size_t i;

    json_array_foreach(findings, i, f) if (has_range && s->knows_actions && wants(&x, "quickfix"))
        add_pipelining(&x, f);
    json_array_foreach(findings, i, f)
    {
        if (!has_range || !wants(&x, "quickfix") || !meets(part_of(d, f), x.range) ||
            is_repeated(&x, findings, i))
            continue;
        if (s->knows_actions)
            add_silence(&x, f);
        add_explanation(&x, f);
    }
    if (s->knows_actions && wants(&x, "refactor.rewrite") &&
        json_array_size(json_object_get(d->result, "fix")))
        add(&x, "Pipeline all loops of this file", "refactor.rewrite",
            text_edits(&x, json_object_get(d->result, "fix")), NULL);
    kp_arena_free(x.arena);
    return x.list;
}
