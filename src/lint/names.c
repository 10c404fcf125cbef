/* What a lint is called, and comments that ask not to hear of it. */
#define _GNU_SOURCE
#include <fnmatch.h>

#include "front/front.h"
#include "lint/parts.h"
#include "model/refuse.h"

enum { MAX_GLOB = 100 };

const char *kp_lint_name(struct kp_arena *a, enum kp_code code)
{
    char *name = kp_sprintf(a, "kpipe-%s", kp_diag(code)->slug);

    for (char *p = name; *p; p++)
        if (*p == '_')
            *p = '-';
    return name;
}

bool kp_lint_is_named(struct kp_arena *a, enum kp_code code, const char *glob, size_t n)
{
    const char *name = kp_lint_name(a, code), *g;

    while (n && *glob == ' ')
        glob++, n--;
    while (n && glob[n - 1] == ' ')
        n--;
    if (!n || n > MAX_GLOB)
        return false;
    g = kp_strndup(a, glob, n);
    return fnmatch(g, name, 0) == 0 || fnmatch(g, name + strlen("kpipe-"), 0) == 0 ||
           fnmatch(g, kp_diag(code)->code, FNM_CASEFOLD) == 0;
}

bool kp_lint_is_checked(struct kp_arena *a, enum kp_code code, const char *checks)
{
    bool on = !checks || *checks == '-';

    for (const char *at = checks; at && *at;) {
        size_t n = strcspn(at, ",");
        bool off = *at == '-';

        if (kp_lint_is_named(a, code, at + off, n - off))
            on = !off;
        at += n + (at[n] == ',');
    }
    return on;
}

/* ---- comments ---------------------------------------------------------------------------------
 */

/* Does "NOLINT(a, b)" whose word ends at `at` speak of this code? */
static bool speaks_of(struct kp_arena *a, enum kp_code code, const char *at, const char *end)
{
    if (at == end || *at != '(')
        return true;
    for (at++; at < end && *at != ')';) {
        size_t n = 0;

        while (at + n < end && at[n] != ',' && at[n] != ')')
            n++;
        if (kp_lint_is_named(a, code, at, n))
            return true;
        at += n + (at + n < end && at[n] == ',');
    }
    return false;
}

/* Is `word` in the line, standing alone, for this code? */
static bool line_says(struct kp_arena *a, const struct kp_file *f, uint32_t line, const char *word,
                      enum kp_code code)
{
    const char *at, *end;
    size_t n = strlen(word);

    if (line < 1 || line > f->n_lines)
        return false;
    at = f->text + f->line_start[line - 1];
    end = line < f->n_lines ? f->text + f->line_start[line] : f->text + f->size;
    while ((at = memmem(at, (size_t)(end - at), word, n))) {
        at += n;
        if (at == end || !strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZ", *at))
            if (speaks_of(a, code, at, end))
                return true;
    }
    return false;
}

static bool is_suppressed(struct kp_arena *a, const struct kp_file *f, uint32_t line,
                          enum kp_code code)
{
    int depth = 0;

    if (!f->text || !memmem(f->text, f->size, "NOLINT", strlen("NOLINT")))
        return false;
    if (line_says(a, f, line, "NOLINT", code) || line_says(a, f, line - 1, "NOLINTNEXTLINE", code))
        return true;
    for (uint32_t i = 1; i <= line; i++) {
        depth += line_says(a, f, i, "NOLINTBEGIN", code);
        if (depth)
            depth -= line_says(a, f, i, "NOLINTEND", code);
    }
    return depth > 0;
}

void kp_lint_suppress(const struct kp_unit *u, struct kp_lints *lints)
{
    size_t n = 0;

    for (size_t i = 0; i < lints->v.n; i++) {
        const struct kp_lint *lint = &lints->v.v[i];
        const struct kp_place *p = &lint->places.v[0];
        const struct kp_file *f =
            p->file == 0 || p->file >= u->parse.files.n ? &u->source : &u->parse.files.v[p->file];

        if (!f->text || !is_suppressed(u->arena, f, kp_line_of(f, p->span.begin), lint->code))
            lints->v.v[n++] = *lint;
    }
    lints->v.n = n;
}
