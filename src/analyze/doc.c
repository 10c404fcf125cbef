#include "analyze/doc.h"

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

void kp_doc_figure(struct kp_doc *d, const char *html)
{
    kp_push(d->arena, &d->blocks, ((struct kp_doc_block){.kind = KP_DOC_FIGURE, .text = html}));
}

static void add_row(struct kp_doc *d, const char *cells)
{
    struct kp_doc_block *b = &d->blocks.v[d->blocks.n - 1];
    struct kp_doc_row row = {0};

    for (;;) {
        size_t n = strcspn(cells, "|");

        kp_push(d->arena, &row, kp_strndup(d->arena, cells, n));
        if (!cells[n])
            break;
        cells += n + 1;
    }
    kp_push(d->arena, &b->rows, row);
}

void kp_doc_table(struct kp_doc *d, const char *head)
{
    kp_push(d->arena, &d->blocks, (struct kp_doc_block){.kind = KP_DOC_TABLE});
    add_row(d, head);
}

void kp_doc_row(struct kp_doc *d, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    add_row(d, kp_vsprintf(d->arena, fmt, ap));
    va_end(ap);
}
