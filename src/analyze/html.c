/* The report as one page: nothing from elsewhere, no scripts, readable in light and dark. */
#include "sass/html.h"

#include "analyze/sections.h"
#include "report/utf8.h"

static const char more_style[] =
    "h3{font-size:1em;margin:1.2em 0 .3em}li{margin:.15em 0}ul{margin:.3em 0;padding-left:1.3em}\n"
    "li ul{color:var(--dim)}nav a{margin-right:1em}a{color:var(--load)}\n"
    "table td,table th{padding:2px 14px 2px 0}th{color:var(--dim);font-weight:600}\n"
    "figure{margin:.8em 0;overflow-x:auto}figure svg{min-width:560px;max-width:100%;height:auto}\n"
    "summary{cursor:pointer;color:var(--load)}\n"
    ".roof{fill:none!important;stroke:var(--fg);stroke-width:1.6}.grid{stroke:var(--line)}\n"
    ".dot{fill:var(--load)}.could{fill:none;stroke:var(--load);stroke-width:1.6}\n"
    ".bar{fill:var(--other)}.bar.limit{fill:var(--wait)}.bar.used{fill:var(--math)}\n"
    "@media(max-width:640px){body{margin:1em auto}table{display:block;overflow-x:auto}}\n";

static void tagged(struct kp_str *to, const char *tag, const char *text)
{
    kp_str_addf(to, "<%s>", tag);
    kp_html_escape(to, text);
    kp_str_addf(to, "</%s>\n", tag);
}

static void table(struct kp_str *to, const struct kp_doc_block *b)
{
    kp_str_add(to, "<div class=\"wide\"><table>\n");
    for (size_t r = 0; r < b->rows.n; r++) {
        kp_str_add(to, "<tr>");
        for (size_t c = 0; c < b->rows.v[r].n; c++) {
            kp_str_add(to, r ? "<td>" : "<th>");
            kp_html_escape(to, b->rows.v[r].v[c]);
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

void kp_doc_html(const struct kp_doc *d, struct kp_str *to)
{
    int depth = 0;

    for (size_t i = 0; i < d->blocks.n; i++) {
        const struct kp_doc_block *b = &d->blocks.v[i];

        switch (b->kind) {
        case KP_DOC_TITLE:
            tagged(to, "h2", b->text);
            break;
        case KP_DOC_SECTION:
            tagged(to, "h3", b->text);
            break;
        case KP_DOC_TEXT:
            tagged(to, "p", b->text);
            break;
        case KP_DOC_ITEM:
        case KP_DOC_SUB:
            item(d, i, &depth, to);
            break;
        case KP_DOC_TABLE:
            table(to, b);
            break;
        case KP_DOC_FIGURE:
            kp_str_add(to, b->text);
            break;
        }
    }
}

const char *kp_analyze_html(struct kp_arena *a, const struct kp_analyzed *all)
{
    struct kp_doc d = {.arena = a};
    struct kp_str s = kp_str_new(a);

    kp_str_addf(&s,
                "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                "<meta name=\"viewport\" content=\"width=device-width\">\n"
                "<title>kpipe analyze</title>\n<style>\n%s%s</style></head><body>\n<h1>",
                kp_html_style, more_style);
    kp_html_escape(&s, kp_printable(a, all->path));
    kp_str_addf(&s, " <span class=\"dim\">%s%s%s</span></h1>\n", all->arch, all->gpu ? ", " : "",
                all->gpu ? all->gpu->id : "");
    kp_sections(&d, all);
    kp_doc_html(&d, &s);
    kp_str_add(&s, "</body></html>\n");
    return kp_str_text(&s);
}
