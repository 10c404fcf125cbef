#include "model/refuse.h"

const char kp_hint_for_instances[] = "name each instance in a variable of this file (`const auto f "
                                     "= kernel<float *>;`), as lists in "
                                     "braces and explicit instantiations do not show it";

static const struct kp_diag_row rows[] = {
    {0},
#define KP_DIAG(id, slug, severity, reason, hint) {#id, #slug, KP_##severity, reason, hint},
#include "kp_diag.def"
};

const struct kp_diag_row *kp_diag(enum kp_code code)
{
    return &rows[code];
}

enum { MOST_QUOTED = 80 };

/* A statement of several lines is quoted in one, and as much of it as fits there. */
static const char *quoted(struct kp_unit *u, const char *text)
{
    struct kp_str out = kp_str_new(u->arena);
    int end = MOST_QUOTED - 3;

    if (!strchr(text, '\n'))
        return text;
    for (const char *s = text; *s; s++) {
        if (!strchr(" \t\r\n", *s))
            kp_str_addc(&out, *s);
        else if (out.n && s[1] && !strchr(" \t\r\n", s[1]))
            kp_str_addc(&out, ' ');
    }
    if (out.n <= MOST_QUOTED)
        return kp_str_text(&out);
    while (end > 0 && (kp_str_text(&out)[end] & 0xc0) == 0x80) /* not within a character */
        end--;
    return kp_sprintf(u->arena, "%.*s...", end, kp_str_text(&out));
}

struct kp_refusal kp_refusal_make(struct kp_unit *u, const struct kp_loop *l, enum kp_code code,
                                  const struct kp_node *at, const char *name)
{
    struct kp_refusal r = {.code = code};
    struct kp_place p = {0};
    const char *format = rows[code].reason, *hole = strstr(format, "%s");

    if (!at)
        at = l->node;
    if (hole)
        r.reason = kp_sprintf(u->arena, "%.*s%s%s", (int)(hole - format), format,
                              name ? quoted(u, name) : "?", hole + 2);
    else
        r.reason = format;
    p.file = at->file;
    p.span = at->span;
    kp_push(u->arena, &r.places, p);
    return r;
}

struct kp_refusal *kp_refuse(struct kp_unit *u, struct kp_loop *l, enum kp_code code,
                             const struct kp_node *at, const char *name)
{
    struct kp_refusal r = kp_refusal_make(u, l, code, at, name);

    kp_push(u->arena, &l->refusals, r);
    return &l->refusals.v[l->refusals.n - 1];
}

const char *kp_refusal_hint(const struct kp_refusal *r)
{
    return r->hint ? r->hint : kp_diag(r->code)->hint;
}

void kp_refusal_note(struct kp_unit *u, struct kp_refusal *r, const struct kp_node *at,
                     const char *text)
{
    struct kp_place p = {.file = at->file, .span = at->span, .text = text};

    kp_push(u->arena, &r->places, p);
}
