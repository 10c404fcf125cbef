#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "lsp/part.h"
#include "lsp/session.h"
#include "util/str.h"
#include "util/system.h"
#include "util/uri.h"

/* ---- diagnostics ------------------------------------------------------------------------------
 */

/* Where a place of another file is. NULL: it cannot be read. */
static json_t *location_elsewhere(struct kp_lsp_session *s, const json_t *place)
{
    enum { MOST = 64 << 20 };
    struct kp_arena *a = kp_arena_new();
    char *real = realpath(kp_lsp_text_in(place, "file"), NULL);
    char *text = real ? kp_read_plain(a, real, 0, MOST) : NULL;
    struct kp_lsp_text t = {0};
    struct kp_lsp_part p;
    json_t *to = NULL;

    if (text) {
        kp_lsp_text_set(&t, text, strlen(text));
        p = kp_lsp_part_of_place(&t, place);
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
    struct kp_lsp_part p;

    if (!kp_lsp_is_here(d, place))
        return location_elsewhere(s, place);
    p = kp_lsp_part_of_place(&d->text, place);
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
        const char *text = kp_lsp_text_in(place, "text");

        if ((i == 0 && kp_lsp_is_here(d, place)) || !(where = location(s, d, place)))
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

    while (i < 3 && !kp_streq(names[i], kp_lsp_text_in(finding, "severity")))
        i++;
    return i + 1;
}

json_t *kp_lsp_diagnostic(struct kp_lsp_session *s, const struct kp_lsp_document *d,
                          const json_t *finding)
{
    struct kp_arena *a = kp_arena_new();
    const char *message = kp_lsp_text_in(finding, "message"),
               *remedy = kp_lsp_text_in(finding, "remedy");
    struct kp_lsp_part p = kp_lsp_part_of(d, finding);
    json_t *o = json_pack(
        "{s:o, s:i, s:s, s:s, s:s}", "range", kp_lsp_range(&d->text, s->encoding, p.begin, p.end),
        "severity", severity_of(finding), "code", kp_lsp_text_in(finding, "code"), "source",
        "kpipe", "message", *remedy ? kp_sprintf(a, "%s\n%s", message, remedy) : message);

    if (s->knows_related)
        json_object_set_new(o, "relatedInformation", related(s, d, finding));
    kp_arena_free(a);
    return o;
}

/* Nothing could be said of the text. */
static json_t *failure(struct kp_lsp_session *s, const struct kp_lsp_document *d, const char *error)
{
    struct kp_lsp_part p = kp_lsp_part_of_line(&d->text, 1);

    return json_pack("{s:o, s:i, s:s, s:s}", "range",
                     kp_lsp_range(&d->text, s->encoding, p.begin, p.end), "severity", 2, "source",
                     "kpipe", "message", error);
}

void kp_lsp_publish(struct kp_lsp_session *s, struct kp_lsp_document *d)
{
    const char *error = d->result ? kp_lsp_text_in(d->result, "error") : "";
    json_t *list = json_array(), *finding;
    size_t i;

    if (*error)
        json_array_append_new(list, failure(s, d, error));
    json_array_foreach(json_object_get(d->result, "findings"), i, finding)
        json_array_append_new(list, kp_lsp_diagnostic(s, d, finding));
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
    const char *remedy = kp_lsp_text_in(finding, "remedy"),
               *explain = kp_lsp_text_in(finding, "explain");
    bool rich = s->knows_markdown;

    if (to->n)
        kp_str_add(to, rich ? "\n\n---\n\n" : "\n\n");
    kp_str_addf(to, rich ? "**kpipe %s** %s" : "kpipe %s: %s", kp_lsp_text_in(finding, "code"),
                escaped(s, a, kp_lsp_text_in(finding, "message")));
    if (*remedy)
        kp_str_addf(to, "\n\n%s", escaped(s, a, remedy));
    if (*explain)
        kp_str_addf(to, rich ? "\n\n```text\n%s```" : "\n\n%s", explain);
}

static json_t *hover(struct kp_lsp_session *s, struct kp_lsp_document *d, const json_t *params)
{
    struct kp_lsp_position at;
    struct kp_arena *a;
    struct kp_str text;
    struct kp_lsp_part here, shown = {0};
    json_t *finding, *to = NULL;
    size_t i;

    if (!kp_lsp_read_position(json_object_get(params, "position"), &at))
        return NULL;
    a = kp_arena_new();
    text = kp_str_new(a);
    here.begin = here.end = kp_lsp_offset(&d->text, s->encoding, at);
    json_array_foreach(json_object_get(d->result, "findings"), i, finding)
    {
        struct kp_lsp_part p = kp_lsp_part_of(d, finding), head = p;

        if (kp_lsp_loop_part(d, finding, &head))
            head = kp_lsp_part_of_line(&d->text,
                                       kp_lsp_number_in(json_object_get(finding, "loop"), "line"));
        if (!kp_lsp_meets(here, p) && !kp_lsp_meets(here, head))
            continue;
        if (!text.n)
            shown = kp_lsp_meets(here, p) ? p : head;
        add_hover(s, &text, finding);
    }
    if (text.n)
        to = json_pack("{s:{s:s, s:s}, s:o}", "contents", "kind",
                       s->knows_markdown ? "markdown" : "plaintext", "value", kp_str_text(&text),
                       "range", kp_lsp_range(&d->text, s->encoding, shown.begin, shown.end));
    kp_arena_free(a);
    return to;
}

const struct kp_lsp_how kp_lsp_hover = {.answer = hover};
