#include <string.h>

#include "lsp/part.h"
#include "lsp/session.h"
#include "util/str.h"

struct asked {
    struct kp_lsp_session *session;
    struct kp_lsp_document *document;
    struct kp_lsp_part range;
    const json_t *only; /* kinds; NULL: all */
    struct kp_arena *arena;
    json_t *list;
};

/* True if this kind is asked for, by itself or as part of one. */
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
static json_t *workspace_edit(const struct kp_lsp_session *s, const struct kp_lsp_document *d,
                              json_t *edits)
{
    if (s->knows_versions)
        return json_pack("{s:[{s:{s:s, s:I}, s:o}]}", "documentChanges", "textDocument", "uri",
                         d->uri, "version", d->version, "edits", edits);
    return json_pack("{s:{s:o}}", "changes", d->uri, edits);
}

/* The new action. */
static json_t *add(const struct asked *x, const char *title, const char *kind)
{
    json_t *o = json_pack("{s:s, s:s}", "title", title, "kind", kind);

    json_array_append_new(x->list, o);
    return o;
}

/* .. that mends a finding */
static json_t *add_for(const struct asked *x, const char *title, const json_t *finding)
{
    json_t *o = add(x, title, "quickfix");

    json_object_set_new(o, "diagnostics",
                        json_pack("[o]", kp_lsp_diagnostic(x->session, x->document, finding)));
    return o;
}

/* Edits of whole lines begin where the line does, byte order mark and all. */
static size_t edit_offset(const struct kp_lsp_text *t, size_t line, size_t column)
{
    return column == 1 ? kp_lsp_line(t, line) : kp_lsp_column(t, line, column);
}

static json_t *text_edits(const struct kp_lsp_session *s, const struct kp_lsp_document *d,
                          const json_t *edits)
{
    const struct kp_lsp_text *t = &d->text;
    json_t *list = json_array(), *edit;
    size_t i;

    json_array_foreach(edits, i, edit) json_array_append_new(
        list, json_pack("{s:o, s:O}", "range",
                        kp_lsp_range(t, s->encoding,
                                     edit_offset(t, kp_lsp_number_in(edit, "line"),
                                                 kp_lsp_number_in(edit, "column")),
                                     edit_offset(t, kp_lsp_number_in(edit, "end_line"),
                                                 kp_lsp_number_in(edit, "end_column"))),
                        "newText", json_object_get(edit, "text")));
    return list;
}

/* The number of a loop in the range that can be pipelined; 0: it is none, or cannot. */
static size_t loop_to_pipeline(const struct kp_lsp_document *d, const json_t *finding,
                               struct kp_lsp_part range)
{
    const json_t *fix = json_object_get(finding, "fix");
    struct kp_lsp_part loop;

    return (json_is_true(fix) || json_array_size(fix)) && kp_lsp_loop_part(d, finding, &loop) &&
                   kp_lsp_meets(loop, range)
               ? kp_lsp_number_in(json_object_get(finding, "loop"), "number")
               : 0;
}

static void add_pipelining(const struct asked *x, const json_t *finding)
{
    const struct kp_lsp_document *d = x->document;
    size_t number = loop_to_pipeline(d, finding, x->range);
    const json_t *fix = json_object_get(finding, "fix");
    json_t *o = number ? add_for(x, "Pipeline this loop", finding) : NULL;

    if (o && json_is_true(fix))
        json_object_set_new(o, "data",
                            json_pack("{s:s, s:I, s:I}", "uri", d->uri, "version", d->version,
                                      "loop", (json_int_t)number));
    else if (o)
        json_object_set_new(o, "edit",
                            workspace_edit(x->session, d, text_edits(x->session, d, fix)));
}

/* In the middle of a macro's definition a comment would end it. */
static bool can_stand_before(const struct kp_lsp_text *t, size_t line)
{
    size_t at = kp_lsp_line(t, line);

    at -= at && t->s[at - 1] == '\n';
    while (at && strchr("\r \t", t->s[at - 1]))
        at--;
    return !at || t->s[at - 1] != '\\';
}

/* A comment in front of the line that is reported, or the loop. */
static void add_silence(const struct asked *x, const json_t *finding)
{
    const struct kp_lsp_text *t = &x->document->text;
    const json_t *loop = json_object_get(finding, "loop"),
                 *first = json_array_get(json_object_get(finding, "places"), 0);
    bool has_loop = json_is_object(loop), is_crlf;
    size_t line = kp_lsp_number_in(has_loop ? loop : first, "line"), at, end;
    const char *code = kp_lsp_text_in(finding, "code");
    json_t *edit, *o;

    if ((!has_loop && !kp_lsp_is_here(x->document, first)) || !can_stand_before(t, line) ||
        kp_streq(code, "KP713"))
        return;
    at = line == 1 ? kp_lsp_column(t, 1, 1) : kp_lsp_line(t, line);
    end = kp_lsp_line(t, line + 1);
    is_crlf = end > at + 1 && t->s[end - 1] == '\n' && t->s[end - 2] == '\r';
    edit = json_pack(
        "{s:o, s:s}", "range", kp_lsp_range(t, x->session->encoding, at, at), "newText",
        kp_sprintf(x->arena, "%.*s// kpipe: off(%s): reason%s", (int)strspn(t->s + at, " \t"),
                   t->s + at, code, is_crlf ? "\r\n" : "\n"));
    o = add_for(x, kp_sprintf(x->arena, "Suppress %s here, with a comment", code), finding);
    json_object_set_new(o, "edit", workspace_edit(x->session, x->document, json_pack("[o]", edit)));
}

static void add_explanation(const struct asked *x, const json_t *finding)
{
    const char *code = kp_lsp_text_in(finding, "code"),
               *title = kp_sprintf(x->arena, "Explain %s", code);
    json_t *command = json_pack("{s:s, s:s, s:[s]}", "title", title, "command", "kpipe.explain",
                                "arguments", code);

    if (x->session->knows_actions)
        command =
            json_pack("{s:s, s:s, s:o}", "title", title, "kind", "quickfix", "command", command);
    json_array_append_new(x->list, command);
}

/* True if an earlier finding of the same code and place was here. */
static bool is_repeated(const struct asked *x, const json_t *findings, size_t i)
{
    const json_t *f = json_array_get(findings, i);

    for (size_t k = 0; k < i; k++) {
        const json_t *other = json_array_get(findings, k);

        if (kp_streq(kp_lsp_text_in(f, "code"), kp_lsp_text_in(other, "code")) &&
            kp_lsp_meets(kp_lsp_part_of(x->document, other), x->range))
            return true;
    }
    return false;
}

static bool read_asked(struct kp_lsp_session *s, struct kp_lsp_document *d, const json_t *params,
                       struct asked *x)
{
    const json_t *only = json_object_get(json_object_get(params, "context"), "only");

    *x = (struct asked){.session = s, .document = d, .only = json_is_array(only) ? only : NULL};
    return kp_lsp_read_range(&d->text, s->encoding, json_object_get(params, "range"),
                             &x->range.begin, &x->range.end);
}

static void add_all(const struct asked *x, const json_t *findings)
{
    bool rich = x->session->knows_actions;
    json_t *f;
    size_t i;

    json_array_foreach(findings, i, f) if (rich) add_pipelining(x, f);
    json_array_foreach(findings, i, f)
    {
        if (!kp_lsp_meets(kp_lsp_part_of(x->document, f), x->range) || is_repeated(x, findings, i))
            continue;
        if (rich)
            add_silence(x, f);
        add_explanation(x, f);
    }
}

static json_t *actions(struct kp_lsp_session *s, struct kp_lsp_document *d, const json_t *params)
{
    const json_t *fix = json_object_get(d->result, "fix");
    struct asked x;
    bool has_range = read_asked(s, d, params, &x);

    x.arena = kp_arena_new();
    x.list = json_array();
    if (has_range && wants(&x, "quickfix"))
        add_all(&x, json_object_get(d->result, "findings"));
    if (s->knows_actions && wants(&x, "refactor.rewrite") && json_array_size(fix))
        json_object_set_new(add(&x, "Pipeline all loops of this file", "refactor.rewrite"), "edit",
                            workspace_edit(s, d, text_edits(s, d, fix)));
    kp_arena_free(x.arena);
    return x.list;
}

/* A client that asks for the edits of an action when it is chosen does not wait for those of all.
 */
static size_t actions_lack(struct kp_lsp_session *s, struct kp_lsp_document *d,
                           const json_t *params)
{
    struct asked x;
    json_t *f;
    size_t i, loop;

    if (!s->knows_actions || s->can_resolve || !read_asked(s, d, params, &x) ||
        !wants(&x, "quickfix"))
        return 0;
    json_array_foreach(json_object_get(d->result, "findings"), i,
                       f) if (json_is_true(json_object_get(f, "fix")) &&
                              (loop = loop_to_pipeline(d, f, x.range))) return loop;
    return 0;
}

const struct kp_lsp_how kp_lsp_actions = {actions, actions_lack};

/* ---- an action's edits -------------------------------------------------------------------------
 */

/* The fix that the action is about; NULL: there is none. */
static const json_t *fix_meant(const struct kp_lsp_document *d, const json_t *action,
                               size_t *number)
{
    json_t *f;
    size_t i;

    *number = kp_lsp_number_in(json_object_get(action, "data"), "loop");
    json_array_foreach(json_object_get(d->result, "findings"), i, f)
    {
        const json_t *loop = json_object_get(f, "loop"), *fix = json_object_get(f, "fix");

        if (json_is_object(loop) && kp_lsp_number_in(loop, "number") == *number &&
            (json_is_true(fix) || json_is_array(fix)))
            return fix;
    }
    return NULL;
}

static json_t *resolve(struct kp_lsp_session *s, struct kp_lsp_document *d, const json_t *params)
{
    json_t *o = json_deep_copy(params);
    size_t number;
    const json_t *fix = fix_meant(d, params, &number);

    if (fix)
        json_object_set_new(o, "edit", workspace_edit(s, d, text_edits(s, d, fix)));
    return o;
}

static size_t resolve_lacks(struct kp_lsp_session *s, struct kp_lsp_document *d,
                            const json_t *params)
{
    size_t number;

    (void)s;
    return json_is_true(fix_meant(d, params, &number)) ? number : 0;
}

const struct kp_lsp_how kp_lsp_resolve = {resolve, resolve_lacks};
