#include "emit/text.h"

#include "front/front.h"
#include "model/loop_parts.h"

#include <ctype.h>

void kp_patch(struct kp_unit *u, struct kp_patches *p, uint32_t begin, uint32_t end,
              const char *text)
{
    struct kp_patch x = {{begin, end}, text};

    kp_push(u->arena, &p->list, x);
}

void kp_patch_outer(struct kp_unit *u, struct kp_patches *p, uint32_t at, const char *text)
{
    kp_patch(u, p, at, at, text);
    for (size_t i = p->list.n - 1; i > 0; i--) {
        struct kp_patch t = p->list.v[i];

        p->list.v[i] = p->list.v[i - 1];
        p->list.v[i - 1] = t;
    }
}

/* Order of application: by place, insertions first, then the longer of two that begin together. */
static bool comes_before(const struct kp_patch *a, const struct kp_patch *b)
{
    bool a_inserts = a->span.begin == a->span.end, b_inserts = b->span.begin == b->span.end;

    if (a->span.begin != b->span.begin)
        return a->span.begin < b->span.begin;
    if (a_inserts != b_inserts)
        return a_inserts;
    return a->span.end > b->span.end;
}

static void sort_patches(struct kp_patch *v, size_t n)
{
    for (size_t i = 1; i < n; i++)
        for (size_t k = i; k > 0 && comes_before(&v[k], &v[k - 1]); k--) {
            struct kp_patch t = v[k];

            v[k] = v[k - 1];
            v[k - 1] = t;
        }
}

const char *kp_span_text(struct kp_unit *u, struct kp_span span)
{
    return kp_strndup(u->arena, u->source.text + span.begin, span.end - span.begin);
}

static bool is_deletion(const struct kp_patch *p)
{
    return !p->text[strspn(p->text, " \t\r\n")];
}

const char *kp_render(struct kp_unit *u, struct kp_span span, const struct kp_patches *p)
{
    struct kp_str out = kp_str_new(u->arena);
    size_t n = p ? p->list.n : 0;
    struct kp_patch *v = kp_new_array(u->arena, struct kp_patch, n + 1);
    uint32_t at = span.begin;

    if (n)
        memcpy(v, p->list.v, n * sizeof *v);
    sort_patches(v, n);
    for (size_t i = 0; i < n; i++) {
        if (is_deletion(&v[i]) && v[i].span.begin < at && v[i].span.end > at)
            v[i].span.begin = at; /* neighbours may both claim the blanks between them */
        if (v[i].span.end <= at ? v[i].span.begin < at : v[i].span.begin >= span.end)
            continue; /* inside of what is replaced already, or of no concern here */
        if (v[i].span.begin < at || v[i].span.end > span.end) {
            u->self_check_failed = true;
            u->error = kp_sprintf(u->arena, "%s: two changes of the text overlap", u->source.path);
            continue;
        }
        kp_str_addn(&out, u->source.text + at, v[i].span.begin - at);
        kp_str_add(&out, v[i].text);
        at = v[i].span.end;
    }
    kp_str_addn(&out, u->source.text + at, span.end - at);
    return kp_str_text(&out);
}

bool kp_text_mentions(const char *text, const char *name)
{
    uint32_t at = 0, size = (uint32_t)strlen(text);
    bool member = false;

    for (;;) {
        struct kp_token t = kp_lex_code(text, at, size);

        if (t.kind == KP_TOKEN_END)
            return false;
        if (t.kind == KP_TOKEN_IDENT && !member && kp_token_is(text, t, name))
            return true;
        member = kp_token_is(text, t, ".") || kp_token_is(text, t, "->");
        at = t.end;
    }
}

/* ---- lines ------------------------------------------------------------------------------- */

uint32_t kp_line_begin(const struct kp_unit *u, uint32_t at)
{
    const struct kp_file *f = &u->source;
    uint32_t begin;

    if (at <= f->bom || f->text[at - 1] == '\n')
        return at;
    begin = f->line_start[kp_line_of(f, at) - 1];
    return begin < f->bom ? f->bom : begin;
}

uint32_t kp_line_after(const struct kp_unit *u, uint32_t at)
{
    const char *end =
        at < u->source.size ? memchr(u->source.text + at, '\n', u->source.size - at) : NULL;

    if (end)
        return (uint32_t)(end - u->source.text) + 1;
    return at < u->source.size ? u->source.size : at;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

uint32_t kp_skip_blanks(const struct kp_unit *u, uint32_t at)
{
    while (at < u->source.size && is_blank(u->source.text[at]))
        at++;
    return at;
}

bool kp_heads_line(const struct kp_unit *u, uint32_t at)
{
    return kp_skip_blanks(u, kp_line_begin(u, at)) >= at;
}

/* Behind a comment that begins at `at`; `at` when there is none. */
static uint32_t skip_comment(const struct kp_unit *u, uint32_t at)
{
    const char *s = u->source.text;

    if (kp_starts_with(s + at, "//")) {
        while (at < u->source.size && s[at] != '\n' && s[at] != '\r')
            at++;
    } else if (kp_starts_with(s + at, "/*")) {
        for (uint32_t i = at + 2; i < u->source.size; i++)
            if (s[i] == '*' && s[i + 1] == '/')
                return kp_skip_blanks(u, i + 2);
    }
    return at;
}

uint32_t kp_skip_line_end(const struct kp_unit *u, uint32_t at)
{
    const char *s = u->source.text;
    uint32_t blanks = kp_skip_blanks(u, at), end = skip_comment(u, blanks);

    if (end < u->source.size && s[end] == '\r')
        end++;
    if (end < u->source.size && s[end] == '\n')
        return end + 1;
    return end == u->source.size ? end : blanks;
}

const char *kp_newline(const struct kp_unit *u)
{
    return u->source.crlf ? "\r\n" : "\n";
}

const char *kp_one_line(struct kp_unit *u, const char *text)
{
    struct kp_str out = kp_str_new(u->arena);

    if (strstr(text, "//") || strstr(text, "/*") ||
        kp_lex_long_string(text, 0, (uint32_t)strlen(text)).kind != KP_TOKEN_END)
        return text;
    for (const char *s = text; *s;) {
        size_t n = strspn(s, " \t\r\n");

        if (n && (memchr(s, '\n', n) || memchr(s, '\r', n)))
            kp_str_addc(&out, ' ');
        else
            kp_str_addn(&out, s, n);
        s += n;
        n = strcspn(s, " \t\r\n");
        kp_str_addn(&out, s, n);
        s += n;
    }
    return kp_str_text(&out);
}

/* True if the line ends in what joins the next one to it. A blank there could stand inside of a
 * token.
 */
static bool is_continued(const char *line, size_t n)
{
    while (n && strchr(" \t\r\n", line[n - 1]))
        n--;
    return n && line[n - 1] == '\\';
}

const char *kp_indented(struct kp_unit *u, const char *text, const char *by)
{
    struct kp_str out = kp_str_new(u->arena);
    uint32_t size = (uint32_t)strlen(text);
    struct kp_token string = kp_lex_long_string(text, 0, size);
    bool continued = false;

    for (uint32_t at = 0; at < size;) {
        const char *line = text + at;
        size_t n = strcspn(line, "\n"), blanks = strspn(line, " \t\r");

        n += line[n] == '\n';
        while (string.kind != KP_TOKEN_END && string.end <= at)
            string = kp_lex_long_string(text, string.end, size);
        if (!continued && line[blanks] != '\n' && line[blanks] != '\0' && line[blanks] != '#' &&
            (string.kind == KP_TOKEN_END || string.begin >= at))
            kp_str_add(&out, by);
        kp_str_addn(&out, line, n);
        continued = is_continued(line, n);
        at += (uint32_t)n;
    }
    return kp_str_text(&out);
}

const char *kp_trimmed_lines(struct kp_unit *u, const char *text)
{
    const char *begin = text, *end = text + strlen(text);

    for (const char *s = text; *s && isspace((unsigned char)*s); s++)
        if (*s == '\n')
            begin = s + 1;
    if (begin[strspn(begin, " \t\r\n")] == '\0')
        return "";
    while (end > begin && isspace((unsigned char)end[-1]))
        end--;
    return kp_sprintf(u->arena, "%.*s%s", (int)(end - begin), begin, kp_newline(u));
}

const char *kp_indent_unit(struct kp_unit *u, const struct kp_node *loop)
{
    const char *outer = kp_indent_of(u, loop->span.begin), *inner;

    kp_each_child(c, kp_loop_body(loop))
    {
        inner = kp_indent_of(u, c->span.begin);
        if (kp_starts_with(inner, outer) && strlen(inner) > strlen(outer))
            return inner + strlen(outer);
    }
    return strchr(outer, '\t') ? "\t" : "    ";
}

struct kp_span kp_lines_of(const struct kp_unit *u, const struct kp_node *stmt)
{
    struct kp_span s = {stmt->span.begin, kp_stmt_end(u, stmt)};
    uint32_t behind = kp_skip_line_end(u, s.end);

    if (kp_heads_line(u, s.begin) && behind == kp_line_after(u, s.end))
        s = (struct kp_span){kp_line_begin(u, s.begin), behind};
    return s;
}

struct kp_span kp_removed_with(const struct kp_unit *u, struct kp_span s)
{
    uint32_t behind = kp_skip_blanks(u, s.end);
    char c = behind < u->source.size ? u->source.text[behind] : '\n';

    if (kp_heads_line(u, s.begin) && (c == '\n' || c == '\r'))
        s = (struct kp_span){kp_line_begin(u, s.begin), kp_line_after(u, behind)};
    return s;
}

const char *kp_text_patched(struct kp_unit *u, const struct kp_node *stmt,
                            const struct kp_patches *p)
{
    struct kp_span pragma = kp_pragma_before(u, stmt);
    struct kp_span whole = {pragma.end > pragma.begin ? pragma.begin : stmt->span.begin,
                            kp_stmt_end(u, stmt)};
    uint32_t at = kp_heads_line(u, whole.begin) ? whole.begin : stmt->span.begin;

    return kp_sprintf(u->arena, "%s%s", kp_indent_of(u, at), kp_render(u, whole, p));
}

const char *kp_text_as_written(struct kp_unit *u, const struct kp_node *stmt)
{
    return kp_text_patched(u, stmt, NULL);
}
