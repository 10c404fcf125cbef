#define _GNU_SOURCE
#include "lsp/document.h"

#include <stdlib.h>
#include <string.h>

#include "util/uri.h"

struct kp_lsp_document *kp_lsp_document_new(const char *uri)
{
    struct kp_lsp_document *d = kp_lsp_alloc(NULL, sizeof *d);
    struct kp_arena *a = kp_arena_new();
    const char *path = kp_path_of_uri(a, uri);

    *d = (struct kp_lsp_document){.uri = strdup(uri)};
    if (path && !(d->path = realpath(path, NULL)))
        d->path = strdup(path);
    kp_arena_free(a);
    kp_lsp_text_set(&d->text, "", 0);
    return d;
}

void kp_lsp_document_free(struct kp_lsp_document *d)
{
    free(d->uri);
    free(d->path);
    kp_lsp_text_free(&d->text);
    json_decref(d->result);
    free(d);
}

bool kp_lsp_document_change(struct kp_lsp_document *d, enum kp_lsp_encoding e, const json_t *change)
{
    const json_t *text = json_object_get(change, "text"), *range = json_object_get(change, "range");
    size_t begin = 0, end = d->text.n;

    if (!json_is_string(text) ||
        (range && !json_is_null(range) && !kp_lsp_read_range(&d->text, e, range, &begin, &end)))
        return false;
    kp_lsp_text_replace(&d->text, begin, end, json_string_value(text), json_string_length(text));
    return true;
}

bool kp_lsp_document_reads(const struct kp_lsp_document *d, const char *path)
{
    json_t *name;
    size_t i;

    if (!d->result)
        return true;
    json_array_foreach(json_object_get(d->result, "reads"), i, name)
    {
        const char *text = json_string_value(name);

        if (text && strcmp(text, path) == 0)
            return true;
    }
    return false;
}

/* ---- places -----------------------------------------------------------------------------------
 */

bool kp_lsp_read_position(const json_t *o, struct kp_lsp_position *to)
{
    const json_t *line = json_object_get(o, "line"), *character = json_object_get(o, "character");
    json_int_t y = json_integer_value(line), x = json_integer_value(character);

    if (!json_is_integer(line) || !json_is_integer(character))
        return false;
    *to = (struct kp_lsp_position){y > 0 ? (size_t)y : 0, x > 0 ? (size_t)x : 0};
    return true;
}

bool kp_lsp_read_range(const struct kp_lsp_text *t, enum kp_lsp_encoding e, const json_t *o,
                       size_t *begin, size_t *end)
{
    struct kp_lsp_position from, to;

    if (!kp_lsp_read_position(json_object_get(o, "start"), &from) ||
        !kp_lsp_read_position(json_object_get(o, "end"), &to))
        return false;
    *begin = kp_lsp_offset(t, e, from);
    *end = kp_lsp_offset(t, e, to);
    if (*begin > *end) {
        size_t swap = *begin;

        *begin = *end;
        *end = swap;
    }
    return true;
}

static json_t *position(const struct kp_lsp_text *t, enum kp_lsp_encoding e, size_t offset)
{
    struct kp_lsp_position p = kp_lsp_position(t, e, offset);

    return json_pack("{s:I, s:I}", "line", (json_int_t)p.line, "character",
                     (json_int_t)p.character);
}

json_t *kp_lsp_range(const struct kp_lsp_text *t, enum kp_lsp_encoding e, size_t begin, size_t end)
{
    return json_pack("{s:o, s:o}", "start", position(t, e, begin), "end", position(t, e, end));
}
