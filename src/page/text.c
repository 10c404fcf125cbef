/* The report for a terminal. */
#include "page/doc.h"

enum { WIDTH = 100, MAX_COLUMNS = 16 };

/* Characters, not bytes. */
static size_t length(const char *s)
{
    size_t n = 0;

    for (; *s; s++)
        n += ((unsigned char)*s & 0xc0) != 0x80;
    return n;
}

static void indent(struct kp_str *to, size_t n)
{
    while (n--)
        kp_str_addc(to, ' ');
}

void kp_doc_wrap(struct kp_str *to, const char *first, const char *text)
{
    size_t margin = length(first), at = margin;

    kp_str_add(to, first);
    while (*text) {
        size_t n = strcspn(text, " ");
        char *word = kp_strndup(to->arena, text, n);

        if (at > margin && at + 1 + length(word) > WIDTH) {
            kp_str_addc(to, '\n');
            indent(to, margin);
            at = margin;
        } else if (at > margin) {
            kp_str_addc(to, ' ');
            at++;
        }
        kp_str_add(to, word);
        at += length(word);
        text += n + (text[n] == ' ');
    }
    kp_str_addc(to, '\n');
}

static void table(struct kp_str *to, const struct kp_doc_block *b)
{
    size_t widths[MAX_COLUMNS] = {0};

    for (size_t r = 0; r < b->rows.n; r++)
        for (size_t c = 0; c < b->rows.v[r].cells.n && c < MAX_COLUMNS; c++)
            if (length(b->rows.v[r].cells.v[c]) > widths[c])
                widths[c] = length(b->rows.v[r].cells.v[c]);
    for (size_t r = 0; r < b->rows.n; r++) {
        indent(to, 4);
        for (size_t c = 0; c < b->rows.v[r].cells.n; c++) {
            const char *cell = b->rows.v[r].cells.v[c];

            kp_str_add(to, cell);
            if (c + 1 < b->rows.v[r].cells.n && c < MAX_COLUMNS)
                indent(to, widths[c] - length(cell) + 2);
        }
        while (to->n && to->s[to->n - 1] == ' ')
            to->s[--to->n] = 0;
        kp_str_addc(to, '\n');
    }
}

static void plot(const struct kp_doc_block *b, const struct kp_plot_style *style, struct kp_str *to)
{
    for (size_t i = 0; style && i < b->figures.n; i++)
        kp_figure_plot(&b->figures.v[i], style, to);
}

void kp_doc_text(const struct kp_doc *d, const struct kp_plot_style *plots, struct kp_str *to)
{
    for (size_t i = 0; i < d->blocks.n; i++) {
        const struct kp_doc_block *b = &d->blocks.v[i];

        switch (b->kind) {
        case KP_DOC_TITLE:
            kp_str_addf(to, "%s%s\n", i ? "\n" : "", b->text);
            break;
        case KP_DOC_SECTION:
            kp_str_addf(to, "\n  %s\n", b->text);
            break;
        case KP_DOC_TEXT:
            kp_doc_wrap(to, "    ", b->text);
            break;
        case KP_DOC_ITEM:
            kp_doc_wrap(to, "    - ", b->text);
            break;
        case KP_DOC_SUB:
            kp_doc_wrap(to, "        ", b->text);
            break;
        case KP_DOC_TABLE:
            table(to, b);
            break;
        case KP_DOC_FIGURES:
            plot(b, plots, to);
            if (plots && i + 1 < d->blocks.n)
                kp_str_addc(to, '\n');
            break;
        case KP_DOC_LISTING:
            break;
        }
    }
}
