#include "page/doc.h"

#include <stdarg.h>

void kp_doc_add(struct kp_doc *d, enum kp_doc_kind kind, const char *fmt, ...)
{
    struct kp_doc_block b = {.kind = kind};
    va_list ap;

    va_start(ap, fmt);
    b.text = kp_vsprintf(d->arena, fmt, ap);
    va_end(ap);
    kp_push(d->arena, &d->blocks, b);
}

static struct kp_doc_block *last(struct kp_doc *d)
{
    return &d->blocks.v[d->blocks.n - 1];
}

void kp_doc_tone(struct kp_doc *d, enum kp_tone tone)
{
    if (last(d)->rows.n)
        last(d)->rows.v[last(d)->rows.n - 1].tone = tone;
    else
        last(d)->tone = tone;
}

void kp_doc_figure(struct kp_doc *d, bool beside, struct kp_figure figure)
{
    if (!figure.chart && !figure.rows && !figure.lanes)
        return;
    if (!beside || !d->blocks.n || last(d)->kind != KP_DOC_FIGURES)
        kp_push(d->arena, &d->blocks, (struct kp_doc_block){.kind = KP_DOC_FIGURES});
    kp_push(d->arena, &last(d)->figures, figure);
}

void kp_doc_listing(struct kp_doc *d, const char *summary, const char *markup)
{
    kp_push(d->arena, &d->blocks,
            ((struct kp_doc_block){.kind = KP_DOC_LISTING, .text = summary, .markup = markup}));
}

static void add_row(struct kp_doc *d, const char *cells)
{
    struct kp_doc_row row = {0};

    for (;;) {
        size_t n = strcspn(cells, "|");

        kp_push(d->arena, &row.cells, kp_strndup(d->arena, cells, n));
        if (!cells[n])
            break;
        cells += n + 1;
    }
    kp_push(d->arena, &last(d)->rows, row);
}

void kp_doc_table(struct kp_doc *d, const char *head)
{
    kp_push(d->arena, &d->blocks, (struct kp_doc_block){.kind = KP_DOC_TABLE});
    if (head)
        add_row(d, head);
}

void kp_doc_row(struct kp_doc *d, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    add_row(d, kp_vsprintf(d->arena, fmt, ap));
    va_end(ap);
}

void kp_doc_cells(struct kp_doc *d, size_t n, const char *const *cells)
{
    struct kp_doc_row row = {0};

    for (size_t i = 0; i < n; i++)
        kp_push(d->arena, &row.cells, cells[i]);
    kp_push(d->arena, &last(d)->rows, row);
}
