/* Messages about case files. */
#include <stdarg.h>
#include <string.h>

#include "case/check.h"
#include "util/str.h"

static const char *format_error(const struct kp_case *c, int line, int column, const char *where,
                                const char *text)
{
    struct kp_str s = kp_str_new(c->arena);
    const char *source = line > 0 && line <= c->n_lines ? c->lines[line - 1] : NULL;

    if (!source) {
        kp_str_addf(&s, "%s: error: %s", where ? where : c->path, text);
        return kp_str_text(&s);
    }
    kp_str_addf(&s, "%s:%d:", c->path, line);
    if (column > 0)
        kp_str_addf(&s, "%d:", column);
    kp_str_addf(&s, " error: %s\n    %s", text, source);
    if (column > 0) {
        kp_str_add(&s, "\n    ");
        for (int k = 1; k < column && source[k - 1]; k++)
            kp_str_addc(&s, source[k - 1] == '\t' ? '\t' : ' ');
        kp_str_addc(&s, '^');
    }
    return kp_str_text(&s);
}

const char *kp_case_error(const struct kp_case *c, struct kp_case_text text, size_t at,
                          const char *format, ...)
{
    va_list ap;
    const char *what, *where = text.where;

    va_start(ap, format);
    what = kp_vsprintf(c->arena, format, ap);
    va_end(ap);
    if (!text.line)
        what = kp_sprintf(c->arena, "'%s': %s", text.s ? text.s : "", what);
    return format_error(c, text.line, text.column + (int)at, where, what);
}

const char *kp_case_error_line(const struct kp_case *c, int line, const char *format, ...)
{
    va_list ap;
    const char *what;

    va_start(ap, format);
    what = kp_vsprintf(c->arena, format, ap);
    va_end(ap);
    return format_error(c, line, 0, NULL, what);
}

void kp_case_add_error(struct kp_case_errors *e, const char *text)
{
    if (text && e->n < KP_CASE_MOST_ERRORS)
        e->v[e->n++] = text;
}

const char *kp_case_error_text(const struct kp_case_errors *e)
{
    struct kp_str s = kp_str_new(e->arena);

    for (size_t k = 0; k < e->n; k++)
        kp_str_addf(&s, "%s%s", k ? "\n" : "", e->v[k]);
    return e->n ? kp_str_text(&s) : NULL;
}
