#include "cc/depfile.h"
#include "cc/lines.h"

#include <string.h>

/* A name as make reads it. */
static const char *escaped(struct kp_arena *a, const char *name)
{
    struct kp_str s = kp_str_new(a);

    for (; *name; name++) {
        if (*name == ' ' || *name == '#')
            kp_str_addc(&s, '\\');
        if (*name == '$')
            kp_str_addc(&s, '$');
        kp_str_addc(&s, *name);
    }
    return kp_str_text(&s);
}

static const char *without_ending(struct kp_arena *a, const char *path)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');

    return dot && dot != path ? kp_strndup(a, path, (size_t)(dot - path)) : path;
}

const char *kp_cc_depfile_of(struct kp_arena *a, const struct kp_compile *c)
{
    const char *name;

    if (!c->depends || !c->inputs.n)
        return NULL;
    if (c->depend_file)
        return c->depend_file;
    name = kp_sprintf(a, "%s.d",
                      without_ending(a, c->output ? c->output : kp_file_name(c->inputs.v[0].path)));
    return c->output_folder && name[0] != '/' ? kp_sprintf(a, "%s/%s", c->output_folder, name)
                                              : name;
}

static bool ends_name(char c)
{
    return !c || strchr(" \t\r\n:", c);
}

/* True if the whole name is at `at`. */
static bool stands(const char *at, const char *name)
{
    return kp_starts_with(at, name) && ends_name(at[strlen(name)]);
}

const char *kp_cc_depfile(struct kp_arena *a, const char *text, const struct kp_cc_renamed *r,
                          const struct kp_texts *more, bool phony)
{
    const char *from = escaped(a, r->from), *to = escaped(a, r->to);
    const char *full = r->full ? kp_sprintf(a, "%s/", escaped(a, r->full)) : NULL;
    const char *folder = r->folder && *r->folder ? kp_sprintf(a, "%s/", escaped(a, r->folder)) : "";
    struct kp_str s = kp_str_new(a);
    bool said = false;

    for (const char *at = text; *at;) {
        bool begins = at == text || strchr(" \t\r\n", at[-1]);

        if (begins && stands(at, from)) {
            bool is_target = at[strlen(from)] == ':';

            kp_str_add(&s, to);
            for (size_t i = 0; i < more->n && !said && !is_target; i++)
                kp_str_addf(&s, " \\\n    %s", escaped(a, more->v[i]));
            said |= !is_target;
            at += strlen(from);
        } else if (begins && full && kp_starts_with(at, full)) {
            kp_str_add(&s, folder);
            at += strlen(full);
        } else {
            kp_str_addc(&s, *at++);
        }
    }
    for (size_t i = 0; i < more->n && said && phony; i++)
        kp_str_addf(&s, "\n%s:\n", escaped(a, more->v[i]));
    return kp_str_text(&s);
}

const char *kp_cc_messages(struct kp_arena *a, const char *text, size_t n,
                           const struct kp_cc_renamed *r, size_t *size)
{
    const char *full = r->full ? kp_sprintf(a, "%s/", r->full) : NULL;
    const char *folder = r->folder && *r->folder ? kp_sprintf(a, "%s/", r->folder) : "";
    struct kp_str s = kp_str_new(a);

    for (const char *at = text; at < text + n;) {
        if (kp_starts_with(at, r->from)) {
            kp_str_add(&s, r->to);
            at += strlen(r->from);
        } else if (full && kp_starts_with(at, full)) {
            kp_str_add(&s, folder);
            at += strlen(full);
        } else {
            kp_str_addc(&s, *at++);
        }
    }
    *size = s.n;
    return kp_str_text(&s);
}

static const char *line_end(const char *at, const char *end)
{
    const char *nl = memchr(at, '\n', (size_t)(end - at));

    return nl ? nl + 1 : end;
}

/* The end of the message that begins there, `k.cu(3): warning #177-D: ..`; NULL: none does. */
static const char *warning_end(struct kp_arena *a, const char *at, const char *end)
{
    const char *next = line_end(at, end), *line = kp_strndup(a, at, (size_t)(next - at));

    if (!strstr(line, "): warning") && !strstr(line, "): remark"))
        return NULL;
    while (next < end && *next != '\n')
        next = line_end(next, end);
    return next < end ? next + 1 : NULL;
}

/* The same but for blanks: a copy is indented otherwise. */
static bool is_same(struct kp_cc_text a, struct kp_cc_text b)
{
    size_t i = 0, k = 0;

    for (;; i++, k++) {
        while (i < a.size && a.text[i] == ' ')
            i++;
        while (k < b.size && b.text[k] == ' ')
            k++;
        if (i == a.size || k == b.size)
            return i == a.size && k == b.size;
        if (a.text[i] != b.text[k])
            return false;
    }
}

const char *kp_cc_once(struct kp_arena *a, const char *text, size_t n, size_t *size)
{
    KP_VEC(struct kp_cc_text) said = {0};
    struct kp_str s = kp_str_new(a);
    const char *end = text + n, *next;

    for (const char *at = text; at < end; at = next) {
        struct kp_cc_text m = {at, 0};
        bool again = false;

        next = warning_end(a, at, end);
        m.size = next ? (size_t)(next - at) : 0;
        for (size_t i = 0; i < said.n && next && !again; i++)
            again = is_same(said.v[i], m);
        if (next && !again)
            kp_push(a, &said, m);
        if (!next)
            next = line_end(at, end);
        if (!again)
            kp_str_addn(&s, at, (size_t)(next - at));
    }
    *size = s.n;
    return kp_str_text(&s);
}
