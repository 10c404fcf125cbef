/* The report as one page. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <time.h>

#include "kp.h"
#include "page/page.h"
#include "page/style.h"
#include "report/utf8.h"

void kp_html_escape(struct kp_str *s, const char *text)
{
    for (text = kp_printable(s->arena, text); *text; text++)
        switch (*text) {
        case '<':
            kp_str_add(s, "&lt;");
            break;
        case '>':
            kp_str_add(s, "&gt;");
            break;
        case '&':
            kp_str_add(s, "&amp;");
            break;
        case '"':
            kp_str_add(s, "&quot;");
            break;
        case '\'':
            kp_str_add(s, "&#39;");
            break;
        default:
            kp_str_addc(s, *text);
            break;
        }
}

static void element(struct kp_str *to, const char *tag, const char *class, const char *text)
{
    kp_str_addf(to, class ? "<%s class=\"%s\">" : "<%s>", tag, class);
    kp_html_escape(to, text);
    kp_str_addf(to, "</%s>\n", tag);
}

/* ---- what the page is about ---------------------------------------------------------------- */

/* Of SOURCE_DATE_EPOCH, so that the same report is the same page, else of now. */
static const char *date(struct kp_arena *a)
{
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    char text[64], *end = NULL;
    time_t now = time(NULL);
    struct tm tm;

    if (epoch && *epoch) {
        long long n = strtoll(epoch, &end, 10);

        now = *end ? now : (time_t)n;
    }
    if (!gmtime_r(&now, &tm) || !strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", &tm))
        return "unknown";
    return kp_strdup(a, text);
}

/* As a shell would take it. */
static void add_word(struct kp_str *s, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-+=./:,@%";

    kp_str_addc(s, ' ');
    if (*word && !word[strspn(word, plain)]) {
        kp_str_add(s, word);
        return;
    }
    kp_str_addc(s, '\'');
    for (; *word; word++)
        if (*word == '\'')
            kp_str_add(s, "'\\''");
        else
            kp_str_addc(s, *word);
    kp_str_addc(s, '\'');
}

struct kp_page kp_page_new(struct kp_arena *a, const char *command, int argc, char **argv,
                           const char *subject)
{
    struct kp_page p = {.command = command, .subject = subject};
    struct kp_str line = kp_str_new(a);

    kp_str_addf(&line, "kpipe %s", command);
    for (int i = 0; i < argc; i++)
        add_word(&line, argv[i]);
    kp_page_fact(a, &p, "command", kp_str_text(&line));
    kp_page_fact(a, &p, "date", date(a));
    kp_page_fact(a, &p, "kpipe", KP_VERSION);
    return p;
}

void kp_page_fact(struct kp_arena *a, struct kp_page *p, const char *name, const char *value)
{
    if (value)
        kp_push(a, &p->facts, ((struct kp_page_fact){name, value}));
}

static void head(const struct kp_page *p, struct kp_str *to)
{
    kp_str_addf(to,
                "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                "<meta name=\"viewport\" content=\"width=device-width\">\n"
                "<title>kpipe %s: ",
                p->command);
    kp_html_escape(to, p->subject);
    kp_str_addf(to, "</title>\n<style>\n%s</style></head><body>\n", kp_page_style);
    element(to, "h1", NULL, kp_sprintf(to->arena, "kpipe %s: %s", p->command, p->subject));
    kp_str_add(to, "<dl class=\"facts\">\n");
    for (size_t i = 0; i < p->facts.n; i++) {
        kp_str_addf(to, "<dt>%s</dt>", p->facts.v[i].name);
        element(to, "dd", NULL, p->facts.v[i].value);
    }
    kp_str_add(to, "</dl>\n");
}

/* ---- the contents ---------------------------------------------------------------------------- */

/* Blocks are called by their numbers: #b12. */
static void link_to(struct kp_str *to, const struct kp_doc *d, size_t i)
{
    kp_str_addf(to, "<span><a href=\"#b%zu\">", i);
    kp_html_escape(to, d->blocks.v[i].text);
    kp_str_add(to, "</a></span>\n");
}

static void contents(struct kp_str *to, const struct kp_doc *d)
{
    bool open = false;

    kp_str_add(to, "<nav aria-label=\"contents\"><ul>\n");
    for (size_t i = 0; i < d->blocks.n; i++) {
        enum kp_doc_kind kind = d->blocks.v[i].kind;

        if (kind != KP_DOC_TITLE && kind != KP_DOC_SECTION)
            continue;
        if (kind == KP_DOC_TITLE || !open)
            kp_str_add(to, open ? "</li><li>" : "<li>");
        open = true;
        link_to(to, d, i);
        if (kind == KP_DOC_TITLE)
            kp_str_add(to, "<br>");
    }
    kp_str_add(to, open ? "</li></ul></nav>\n" : "<li></li></ul></nav>\n");
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static const char *const tones[] = {NULL, "good", "middling", "bad"};

static void table(struct kp_str *to, const struct kp_doc_block *b)
{
    enum { LINE = 32 }; /* longer cells may break */

    kp_str_add(to, "<div class=\"wide\"><table>\n");
    for (size_t r = 0; r < b->rows.n; r++) {
        const struct kp_doc_row *row = &b->rows.v[r];

        kp_str_addf(to, row->tone ? "<tr class=\"%s\">" : "<tr>", tones[row->tone]);
        for (size_t c = 0; c < row->cells.n; c++) {
            const char *cell = row->cells.v[c];

            kp_str_add(to, !r ? "<th>" : strlen(cell) > LINE ? "<td class=\"long\">" : "<td>");
            kp_html_escape(to, cell);
            kp_str_add(to, r ? "</td>" : "</th>");
        }
        kp_str_add(to, "</tr>\n");
    }
    kp_str_add(to, "</table></div>\n");
}

/* Lists open and close where the kinds of neighbouring blocks say so; a list of its own stands in
 * the item before it. */
static int depth_of(const struct kp_doc *d, size_t i)
{
    if (i >= d->blocks.n)
        return 0;
    return d->blocks.v[i].kind == KP_DOC_ITEM ? 1 : d->blocks.v[i].kind == KP_DOC_SUB ? 2 : 0;
}

static void item(const struct kp_doc *d, size_t i, int *depth, struct kp_str *to)
{
    for (; *depth < depth_of(d, i); ++*depth)
        kp_str_add(to, "<ul>");
    kp_str_add(to, "<li>");
    kp_html_escape(to, d->blocks.v[i].text);
    for (; *depth > depth_of(d, i + 1); --*depth)
        kp_str_add(to, "</li></ul>\n");
    if (*depth && *depth == depth_of(d, i + 1) && depth_of(d, i) >= depth_of(d, i + 1))
        kp_str_add(to, "</li>\n");
}

static void figures(struct kp_str *to, const struct kp_doc_block *b)
{
    kp_str_add(to, "<div class=\"figures\">\n");
    for (size_t i = 0; i < b->figures.n; i++)
        kp_figure_svg(&b->figures.v[i], to);
    kp_str_add(to, "</div>\n");
}

static void listing(struct kp_str *to, const struct kp_doc_block *b)
{
    kp_str_add(to, "<details>");
    element(to, "summary", NULL, b->text);
    kp_str_add(to, b->markup);
    kp_str_add(to, "</details>\n");
}

static void heading(struct kp_str *to, const char *tag, size_t i, const char *text)
{
    kp_str_addf(to, "<%s id=\"b%zu\">", tag, i);
    kp_html_escape(to, text);
    kp_str_addf(to, "</%s>\n", tag);
}

static void block(const struct kp_doc *d, size_t i, int *depth, struct kp_str *to)
{
    const struct kp_doc_block *b = &d->blocks.v[i];

    switch (b->kind) {
    case KP_DOC_TITLE:
        heading(to, "h2", i, b->text);
        break;
    case KP_DOC_SECTION:
        heading(to, "h3", i, b->text);
        break;
    case KP_DOC_TEXT:
        element(to, "p", tones[b->tone], b->text);
        break;
    case KP_DOC_ITEM:
    case KP_DOC_SUB:
        item(d, i, depth, to);
        break;
    case KP_DOC_TABLE:
        table(to, b);
        break;
    case KP_DOC_FIGURES:
        figures(to, b);
        break;
    case KP_DOC_LISTING:
        listing(to, b);
        break;
    }
}

const char *kp_page_html(struct kp_arena *a, const struct kp_page *p, const struct kp_doc *d)
{
    struct kp_str s = kp_str_new(a);
    int depth = 0;

    head(p, &s);
    contents(&s, d);
    for (size_t i = 0; i < d->blocks.n; i++)
        block(d, i, &depth, &s);
    kp_str_add(&s, "</body></html>\n");
    return kp_str_text(&s);
}
