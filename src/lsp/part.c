#include "lsp/part.h"

#include <string.h>

#include "util/str.h"

const char *kp_lsp_text_in(const json_t *o, const char *key)
{
    const char *text = json_string_value(json_object_get(o, key));

    return text ? text : "";
}

size_t kp_lsp_number_in(const json_t *o, const char *key)
{
    json_int_t n = json_integer_value(json_object_get(o, key));

    return n > 0 ? (size_t)n : 1;
}

struct kp_lsp_part kp_lsp_part_of_place(const struct kp_lsp_text *t, const json_t *place)
{
    struct kp_lsp_part p = {
        kp_lsp_column(t, kp_lsp_number_in(place, "line"), kp_lsp_number_in(place, "column")),
        kp_lsp_column(t, kp_lsp_number_in(place, "end_line"),
                      kp_lsp_number_in(place, "end_column"))};

    p.end = p.end < p.begin ? p.begin : p.end;
    return p;
}

struct kp_lsp_part kp_lsp_part_of_line(const struct kp_lsp_text *t, size_t line)
{
    struct kp_lsp_part p = {kp_lsp_line(t, line), kp_lsp_line(t, line + 1)};

    while (p.end > p.begin && strchr("\r\n", t->s[p.end - 1]))
        p.end--;
    while (p.begin < p.end && strchr(" \t", t->s[p.begin]))
        p.begin++;
    return p;
}

bool kp_lsp_is_here(const struct kp_lsp_document *d, const json_t *place)
{
    return kp_streq(kp_lsp_text_in(place, "file"), kp_lsp_text_in(d->result, "file"));
}

struct kp_lsp_part kp_lsp_part_of(const struct kp_lsp_document *d, const json_t *finding)
{
    const json_t *first = json_array_get(json_object_get(finding, "places"), 0);
    const json_t *loop = json_object_get(finding, "loop");

    if (first && kp_lsp_is_here(d, first))
        return kp_lsp_part_of_place(&d->text, first);
    return kp_lsp_part_of_line(&d->text, json_is_object(loop) ? kp_lsp_number_in(loop, "line") : 1);
}

bool kp_lsp_loop_part(const struct kp_lsp_document *d, const json_t *finding,
                      struct kp_lsp_part *to)
{
    const json_t *loop = json_object_get(finding, "loop");

    if (!json_is_object(loop))
        return false;
    *to = (struct kp_lsp_part){kp_lsp_part_of_line(&d->text, kp_lsp_number_in(loop, "line")).begin,
                               kp_lsp_part_of_line(&d->text, kp_lsp_number_in(loop, "end")).end};
    return true;
}

bool kp_lsp_meets(struct kp_lsp_part a, struct kp_lsp_part b)
{
    return a.begin <= b.end && b.begin <= a.end;
}
